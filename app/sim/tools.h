// Which tool is played, with what state.
#pragma once

#include <string>

namespace sim {

int runTool(const std::string &calledAs, int argc, char **argv);

// For who will fork and play: does once, of what every tool does, whatever leaves nothing behind but loaded code.
void warmUp(int argc, char **argv);

} // namespace sim
