// A card taken out of a rank table, because it is broken or needed elsewhere: the table that is left, and everything
// else that must change with it. Pure.
//
// Facts: rank_id 0 to N-1 in the order of the list, each server the same number of devices (MindIE,
// ranktable_config.cpp), the same bytes on all nodes (HCCL compares a CRC: EI0005); an NPU of an A3 is two devices
// (npu-smi info -m of an A3); the first server holds rank 0 and is the master (MindIE-LLM, multi_node.md).
#pragma once

#include "core/ranktable/ranktable.h"

enum class TakeAway {
    Card,                                // this one alone
    CardOfEach,                          // and on every other server the one at the same place in its list
    Server,                              // the whole server
};

struct TakenAway
{
    RankTable table;                     // renumbered, server_count and super_pod_list as they must be
    QStringList changes;                 // sentences: what is otherwise in it, and what must change outside of it
    bool operator==(const TakenAway &) const = default;
};

// ErrorKind::Invalid: read only, no such device, or nothing would be left of the table or of a server.
Result<TakenAway> taken(const RankTable &table, int device, TakeAway how);
