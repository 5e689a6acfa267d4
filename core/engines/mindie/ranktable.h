// The rank table: HCCL format 1.0 with MindIE's container_ip (HCCL user guide, "rank table"; MindIE-LLM multi_node.md).
#pragma once

#include "core/topology/topology.h"

Json rankTable(const Topology &all);
