// The rank table: HCCL format 1.0 with MindIE's container_ip (rank-tables.md §1, §4).
#pragma once

#include "core/recipes/members.h"

QString rankTableName(const Membership &all); // "hccl_2s_16p.json"
Json rankTable(const Membership &all);
