// How one node of a deployment logs in at another by its own ssh: as scripts do, without a word to anybody. Pure.
#pragma once

#include "core/nodes/deployment.h"

#include <QStringList>

// Where the other is for a node: `hostIp` as NodeFacts has it, else the host as the deployment gives it.
QString addressFromNodes(const Node &other, const QString &hostIp);
// Where other nodes find its sshd. One that we reach by this computer's own address is behind a forwarded port, which
// says nothing about the port there: ssh's own default and configuration hold.
std::optional<int> portFromNodes(const Node &other, const QString &hostIp);
// "root@10.0.0.2"
QString loginFromNodes(const Node &other, const QString &hostIp);

// ssh's argv up to the command. It stores no key and asks nothing: without a login that needs no word it fails within
// seconds (exit code 255); so it does, unless anyKey, where the other's host key is not known.
QStringList sshFromNode(const Node &other, const QString &hostIp, bool anyKey = false);
