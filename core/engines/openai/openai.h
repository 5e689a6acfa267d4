// Any image that answers as OpenAI's API does, as an engine: data alone. The command, the port and the path that says
// "ready" are settings; nothing is known about the program inside, so nothing is checked of its command line.
#pragma once

#include "core/engines/engine.h"

Engine openAiEngine();
