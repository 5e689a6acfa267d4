// Prefill and decode on nodes of their own (recipes whose "serve" has "roles"): which nodes form a group, which ranks
// of it a node runs, with which cards and ports, and the proxy that clients ask. Every rank is a process with an HTTP
// port of its own (--data-parallel-rank: the external load balancer). Sources: vllm-ascend v0.18.0 and v0.23.0,
// docs/source/tutorials/models/DeepSeek-V3.1.md (2P1D on four A3), examples/external_online_dp/launch_online_dp.py,
// examples/disaggregated_prefill_v1/load_balance_proxy_server_example.py.
#pragma once

#include "core/engines/engine.h"

#include <functional>

struct RankGroup
{
    QString role;                        // "prefill", "decode"
    int number = 0;                      // over all groups, from 0
    QList<int> nodes;                    // places in the deployment
    int tp = 1, dp = 1, localDp = 1;     // cards of a rank; ranks of the group; ranks on each of its nodes
    int kvPort = 0;                      // of the group's first card; each further one has the next

    int firstRank(int node) const { return int(nodes.indexOf(node)) * localDp; } // of those that a node runs
};

bool hasRoles(const Recipe &recipe);
// `recipe` resolved, `settings` effective. In the deployment's order; empty: the recipe has no roles, or tp fits none.
QList<RankGroup> rankGroups(const Recipe &recipe, const Json &settings);

const RankGroup *groupWith(const QList<RankGroup> &groups, int node); // nullptr: none has it
int firstRankPort(const Json &settings); // each rank of a node has the next
// "maxSeqs" of a prefill node is "prefillMaxSeqs", where the recipe has it.
QString roleKey(const Json &settings, const QString &role, const char *key);

// ErrorKind::Invalid: tp, ports or numbers of nodes that the groups cannot have.
Result<void> rolesAgree(const Recipe &recipe, const Json &settings, int cards);

void addRoleValues(Topology &topology, const Recipe &recipe); // null where the recipe has no roles
const QStringList &roleValueNames();

// Beside Engine::ports: those of each node's ranks, with the range that Mooncake takes its own from.
QList<NodePort> rankPorts(const Recipe &recipe, const Json &settings);
// `spreadOn`: what the command of a node's ranks spreads in its own way.
QList<CapacityGroup> rankCapacity(const Recipe &recipe, const Json &settings,
                                  const std::function<QList<SpreadPart>(int node)> &spreadOn);
