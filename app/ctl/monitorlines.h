// A sample as `ascendctl monitor` prints it: one JSON object and a line end, in the shape that DESIGN.md gives.
#pragma once

#include "core/metrics/sample.h"

namespace ctl {

// siblings: what was sampled with it; the bounds of a quantile's bucket are among them.
QByteArray sampleLine(const Sample &sample, const QList<Sample> &siblings, bool simulated);

} // namespace ctl
