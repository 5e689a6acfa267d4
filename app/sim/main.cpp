// ascend-sim: plays a node's tools, chosen by the name it is called by (npu-smi, hccn_tool, docker, ...).
//   ascend-sim TOOL ARG...                plays TOOL on the node that this program lies on
//   ascend-sim --state FILE TOOL ARG...   plays TOOL for a state (or a truth of the oracle) in FILE
//   ascend-sim --serve-tools              plays what ascend-sim-front hands over (toolserver.h)
//   NODE/enter ARG...                     runs a command inside a simulated node
#include "app/sim/tools.h"
#include "app/sim/toolserver.h"

#include "app/sim/nodeview.h"

#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <sys/prctl.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    const std::string called = argv[0] ? argv[0] : "";
    const size_t slash = called.rfind('/');
    const std::string name = slash == std::string::npos ? called : called.substr(slash + 1);
    if (name == "enter" && slash != std::string::npos) { // before Qt: joining a namespace needs a single thread
        char path[PATH_MAX];
        const std::string folder = called.substr(0, slash);
        return sim::enter(realpath(folder.c_str(), path) ? path : folder, argv + 1);
    }
    if (getenv("ASC_SIM_HOLD")) {        // a fault's process: see hold() in tools.cpp
        prctl(PR_SET_NAME, called.c_str());
        while (true)
            pause();
    }
    if (name == "ascend-sim" && argc == 2 && strcmp(argv[1], "--serve-tools") == 0)
        return sim::serveTools(argc, argv);
    return sim::runTool(name, argc, argv);
}
