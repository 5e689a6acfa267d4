// Why nobody answers at the endpoint of the deployment that is open, as far as its run is known here.
#pragma once

#include "core/session/runkeeper.h"

// In a sentence that holds every language (core/base/languages.h) and says how to go on; empty: nothing explains it.
QString absenceOf(const RunKeeper &keeper);
