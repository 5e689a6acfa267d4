// One look at what the rules recognised: which of it is of the last failure, what was first in it, what follows from
// that, and what makes the answer doubtful (diagnosis.h says by what). Pure; one thread.
#pragma once

#include "core/diagnosis/diagnosisanswer.h"

#include <QHash>

constexpr qint64 failureRunMs = 10 * 60 * 1000; // what is said again sooner is of one failure

// A service may end by it, or ended.
bool isGrave(const FaultRule &rule, const FaultSighting &one);

// sightings: by source and rule, in the order of their lines
DiagnosisAnswer judge(const QList<FaultRule> &rules, const QList<SourceReport> &sources,
                      const QHash<std::pair<int, int>, QList<FaultSighting>> &sightings);
