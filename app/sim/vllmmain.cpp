// ascend-sim-vllm: plays vllm, and the proxy of its image, in containers. A program of its own: it speaks HTTP to other
// ranks, and what that loads is no business of the node's tools, which are called many times a second.
#include "app/sim/pdproxy.h"
#include "app/sim/tools.h"
#include "app/sim/vllm.h"

using namespace Qt::StringLiterals;

int main(int argc, char **argv)
{
    const std::string called = argv[0] ? argv[0] : "";
    return sim::runTool(called.substr(called.rfind('/') + 1), argc, argv,
                        {{u"python3"_s, sim::pythonTool}, {u"vllm"_s, sim::vllmTool}});
}
