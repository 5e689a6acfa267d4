// Which tool is played, with what state.
#pragma once

#include "app/sim/state.h"

#include <QHash>

#include <string>

namespace sim {

// What a program plays besides the tools: called with the node's folder and the arguments.
using FurtherTools = QHash<QString, int (*)(const QString &folder, const QStringList &arguments)>;

int runTool(const std::string &calledAs, int argc, char **argv, const FurtherTools &further = {});

// The answer of a tool that says what the state of this moment says, and does and waits for nothing else; none: it is
// to be played.
std::optional<ToolOutput> answerAtOnce(const QString &tool, const QStringList &arguments);

// For who will fork and play: does once, of what every tool does, whatever leaves nothing behind but loaded code.
void warmUp(int argc, char **argv);

} // namespace sim
