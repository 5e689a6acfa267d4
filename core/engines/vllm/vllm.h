// vLLM with the Ascend plugin as an engine: `vllm serve` with a command line that the release's parser takes; the node
// that serves has the API, others of the same group are headless. Sources: vllm-project/vllm-ascend, tutorials of the
// release.
//
// The recipe's part is "serve": {"release": "0.18.0", "arguments": [{"flag": "--port", "value": "${port}", "help":
// {...}, "onlyIf": "${...}"}]}. A flag without a value is a switch; an object as value is written as JSON.
#pragma once

#include "core/engines/engine.h"

Engine vllmEngine();
