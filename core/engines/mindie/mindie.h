// MindIE as an engine: one daemon per node with its config.json, a rank table where there are several nodes' cards to
// find each other, the first node alone serving. Sources: Ascend/MindIE-LLM (docs, src/config_manager, src/server)
// of 2.2 and 3.0.
#pragma once

#include "core/engines/engine.h"

Engine mindieEngine();
