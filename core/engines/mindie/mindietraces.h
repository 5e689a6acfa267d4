// How MindIE is known by the processes that run, and what it was told: config.json and the rank table.
#pragma once

#include "core/engines/engine.h"

EngineTraces mindieTraces();
