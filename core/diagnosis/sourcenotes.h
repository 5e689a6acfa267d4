// Sentences on what was read: files that are no text or could not be read, and times that cannot be compared. Pure.
#pragma once

#include "core/diagnosis/diagnosisanswer.h"

// isAnyComparable: the times of some nodes are compared with each other.
QStringList sourceNotes(const QList<SourceReport> &sources, bool isAnyComparable);

QString nameList(const QStringList &names); // "a, b, c, d, e and 3 more"
