// Rank tables and what is said of them as ascendctl prints them.
#pragma once

#include "core/ranktable/tablecompare.h"
#include "core/ranktable/takeaway.h"

// {"format":"1.0","readOnly":false,"servers":[{"serverId":"…","containerIp":"…","superPod":"…","devices":
// [{"where":"…","deviceId":"0","deviceIp":"…","rankId":"0","superDeviceId":"…","part":"…"}]}]}; what is not there
// is left out.
Json toJson(const RankTable &table);
Json toJson(const QList<TableDifference> &differences);
