// Shows commands a simulated node's file tree at real paths: a mount namespace (with a user
// namespace where we are not root) whose root is the node's folder, with this machine's programs
// and libraries bound into it. A "keeper" process holds the namespaces of a node; `enter` joins
// them and becomes the command.
// Where namespaces are forbidden there is no simulated node: half a view would show, and change, this machine's files.
//
// Inside: /.sim is the node's state, /.cluster the cluster's folder, /.host this machine's root.
// No Qt here: it runs before any thread exists.
#pragma once

#include <string>
#include <vector>

namespace sim {

struct Bind
{
    std::string source, target;          // target relative to the root, with a leading '/'
    bool readOnly = false;
};

struct View
{
    std::string root;                    // folder that becomes /
    std::vector<Bind> binds;             // in this order; missing mount points are made
    long long shmBytes = 0;              // a tmpfs of this size at /dev/shm; 0: none
};

// In a fresh mount namespace of the caller: makes view.root the root. False with a sentence.
bool show(const View &view, std::string *error);

View nodeView(const std::string &node); // node: the folder of a node

bool namespacesWork();                   // tried in a child

// The keeper's pid, started if it is not there; -1 with a sentence.
int keeperOf(const std::string &node, bool ownNetwork, std::string *error);
int runningKeeper(const std::string &node); // -1: none

// Ends every process of the node (the keeper too), by process id. Returns how many.
int endProcesses(const std::string &node);

// Becomes argv inside the node. Returns only on failure: 126, 127 as a shell does, 255 when the
// node cannot be entered; the sentence is on stderr.
int enter(const std::string &node, char **argv);

} // namespace sim
