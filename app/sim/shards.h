// What vLLM's loader says of the weights' files, as a simulated `vllm serve` does.
#pragma once

#include <QString>

namespace sim {

// Empty: nothing. It reads each *.safetensors that the index names and the folder has: one whose header does not tell
// of just the bytes that follow is refused (safetensors, SafeTensors::read_metadata). What no file had is missed only
// where the model is not quantized (vllm/model_executor/model_loader/default_loader.py, load_weights): a quantized one
// serves with what was in the memory.
QString weightsFault(const QString &folder, bool isQuantized);

} // namespace sim
