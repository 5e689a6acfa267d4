// StoredWeights: what the weights of a model take, part by part, as its config.json says that they are stored: how many
// bits a quantized value has, what its scales take besides, and what is left as it was. Exclusions are of modules:
// compressed-tensors' "ignore" and "targets" (vllm, quantization/compressed_tensors/utils.py), "modules_to_not_convert"
// and "ignored_layers" of fp8, AWQ and others (utils/quant_utils.py, is_layer_skipped), GPTQ's "dynamic".
#pragma once

#include "core/artifacts/modelparts.h"

struct StoredWeights
{
    QList<double> bytes;                 // in the order of the parts
    double quantizedBytes = 2;           // of a quantized value, with what there is of its scales
    bool withScales = false;             // they are counted
    QStringList kept;                    // patterns that keep parts from being quantized
    double keptParameters = 0;
    QStringList unplaced;                // patterns that name no part that is known here: nothing follows from them
    double total() const;
};

// quantizedBytes: where config.json says nothing.
StoredWeights storedWeights(const ModelParts &model, const Json &modelConfig, double quantizedBytes);
