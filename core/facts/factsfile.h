// Facts written down by `ascendctl inspect --json`, read back: for generating and linting without
// the nodes at hand. What the document does not say stays unknown.
#pragma once

#include "core/facts/nodefacts.h"

// ErrorKind::Parse: not JSON, or not what `inspect` prints.
Result<QList<NodeFacts>> factsFromJson(const QByteArray &text);
