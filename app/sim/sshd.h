// The sshd of one simulated node: started, ended with all its connections, started again.
#pragma once

#include "core/base/result.h"

#include <QString>

namespace sim {

bool hasSshd(const QString &node);               // it was given one by startSshds()
Result<void> startSshd(const QString &node);     // returns when it listens
void becomeSshd();                               // on a node with a network of its own: this process
void killSshd(const QString &node);              // the listener and every connection, at once

} // namespace sim
