// The tool server of a simulated node: a process in the node's view that has loaded what playing a tool takes. What
// says no more than the state says (npu-smi info, hccn_tool -g, uname, ...) it answers itself; for any other call that
// ascend-sim-front hands over it forks, and the child plays the tool with the caller's files, folder, arguments and
// environment. Both read the state as it is then: nothing is kept from one call to the next. A caller that ends takes
// its tool along, and so does the server.
#pragma once

namespace sim {

int serveTools(int argc, char **argv); // does not return while it can serve; started by the node's keeper

} // namespace sim
