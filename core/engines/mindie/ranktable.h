// The rank table: HCCL format 1.0 with MindIE's container_ip (HCCL user guide, "rank table"; MindIE-LLM multi_node.md).
#pragma once

#include "core/topology/topology.h"

QString rankTableName(int nodes, int cards); // "hccl_2s_16p.json"
Json rankTable(const Topology &all);
