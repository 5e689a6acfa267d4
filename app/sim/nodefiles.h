// Writes what lies on a simulated node before anything runs there: its state, its system files,
// the driver's files, the fake weights, the names that ascend-sim is called by.
#pragma once

#include "app/sim/cluster.h"

namespace sim {

NodeState freshNode(const ClusterOptions &options, int index); // index from 0
Result<void> writeNodeFiles(const QString &node, const NodeState &state, const ClusterOptions &options, int index);

// A small but complete fake of DeepSeek-V3.2 W8A8: real configuration keys, an index, shard files
// of the size that the index says, empty on the disk (sparse), with a safetensors header.
enum class FakeModel { DeepseekV32, DeepseekV3, DeepseekV3W4, Qwen3Moe, Qwen3Small };
Result<void> writeFakeWeights(const QString &folder, FakeModel model = FakeModel::DeepseekV32);

// What the kernel says of its settings (memory, threads, inotify, the processors' governor, NUMA), with the node's
// faults; in place, for they are shown at the kernel's own paths.
Result<void> writeKernelFiles(const QString &node, const NodeState &state);
Result<void> writeNodeFile(const QString &path, const QByteArray &content, int mode = 0644);
QByteArray newBootId();                  // as /proc/sys/kernel/random/boot_id has one
QByteArray usersOf(const NodeState &state); // /etc/passwd
QByteArray groupsOf(const NodeState &state);
QByteArray driverVersionInfo(const QString &version);
QByteArray firmwareVersionInfo(const QString &version, const QString &driver);

} // namespace sim
