// Which tool is played, with what state.
#pragma once

#include <string>

namespace sim {

int runTool(const std::string &calledAs, int argc, char **argv);

} // namespace sim
