// Rules tried on what was sampled before: which alerts there would have been. Blocking.
#pragma once

#include "core/monitor/alertwatch.h"
#include "core/store/samplearchive.h"

#include <stop_token>

struct AlertReplay
{
    qint64 fromMs = 0, toMs = 0;         // of the first and the last sample; 0: there are none
    int alerts = 0;                      // that began
    QList<Alert> active;                 // that had not ended with the last sample
};

// `say` hears each that begins and each that ends, in the order in which they would have been told. What an archive has
// thinned to means counts as a reading for each. Errors: those of the archive; Canceled.
Result<AlertReplay> replayAlerts(SampleArchive &archive, const QList<AlertRule> &rules,
                                 const std::function<void(const Alert &)> &say, std::stop_token stop);
