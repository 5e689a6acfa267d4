// A sample as `ascendctl monitor` prints it: one JSON object and a line end, in the shape that DESIGN.md gives.
#pragma once

#include "core/metrics/sourceuse.h"
#include "core/monitor/alertlog.h"

namespace ctl {

// siblings: what was sampled with it; the bounds of a quantile's bucket are among them. uses: of its node; where one of
// them gave it, "source" names it, "sourceMs" is how long a question to it takes and "sourceShare" which part of the
// time that is (0 to 1).
QByteArray sampleLine(const Sample &sample, const QList<Sample> &siblings, bool simulated,
                      const QList<SourceUse> &uses = {});

// An alert that begins or ends, the same way: {"time", "alert", "state": "firing" | "ended", "severity", "node",
// "device": null where it is about the whole node, "since", "value", "worst", "title", "rule", "remedy"}; with "above"
// where the value is more than that, and nobody knows how much.
QByteArray alertLine(const Alert &alert, const AlertRule &rule, bool simulated);

// What was sampled around an alert that was told, a minute later: {"time", "alert", "state": "around", "node",
// "device", "fired", "around": [...] (alertlog.h)}.
QByteArray aroundLine(const Alert &alert, const QList<AlertRecord::Series> &around, qint64 timeMs, bool simulated);

} // namespace ctl
