// What has changed on a machine from one time that it was asked to the next.
#pragma once

#include "core/facts/nodefacts.h"

// Nothing has changed but what never stands still: figures of the moment, and amounts by less than a twentieth. What
// one of them does not know makes no difference.
bool isAlike(const NodeFacts &before, const NodeFacts &now);
