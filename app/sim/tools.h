// Which tool is played, with what state.
#pragma once

#include <QHash>
#include <QStringList>

#include <string>

namespace sim {

// What a program plays besides the tools: called with the node's folder and the arguments.
using FurtherTools = QHash<QString, int (*)(const QString &folder, const QStringList &arguments)>;

int runTool(const std::string &calledAs, int argc, char **argv, const FurtherTools &further = {});

// For who will fork and play: does once, of what every tool does, whatever leaves nothing behind but loaded code.
void warmUp(int argc, char **argv);

} // namespace sim
