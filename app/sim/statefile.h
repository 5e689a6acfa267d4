// A node's state on disk (<node>/.sim/state.json) and what its running daemons add to it.
#pragma once

#include "app/sim/state.h"

#include <functional>

namespace sim {

QString ownFolder();                     // <node>/.sim (or /.sim) of the program that is running; empty: not on a node

Result<NodeState> loadState(const QString &folder);
// Under a lock, written atomically. `change` may return an Error, then nothing is written.
Result<void> updateState(const QString &folder, const std::function<Result<void>(NodeState &)> &change);

// The state as the tools show it now: faults applied, and the load of the daemons in <folder>/run/daemon-*.json
// ({"pid", "start", "container", "load" 0-1, "hbmMb" per chip, "devices" [ids]}) spread over the chips.
NodeState liveState(const NodeState &stored, const QString &folder);
QList<Json> runningDaemons(const QString &folder);
QString startTimeOf(qint64 pid);         // "" when there is none

// The workers of a daemon are numbered from the next after this; no process of this machine has such a number, so those
// of two nodes never are the same.
inline qint64 beforeWorkersOf(qint64 daemon) { return 10'000'000 + 16 * daemon; }
// Pure part of liveState.
NodeState withFaults(NodeState state);
// Of that device it is put right, by who set with hccn_tool what the fault had set wrong.
void cure(NodeState &state, const char *fault, int device);
// Faults that a real process of the node stands for: one that was ended there is gone.
inline constexpr const char *faultsWithProcess[] = {"hbm-occupied", "port-busy", "npu-exporter"};
NodeState withLoad(NodeState state, const QList<Json> &daemons, qint64 nowMs);

} // namespace sim
