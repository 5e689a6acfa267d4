// ModelModules: the matrices of a model's parts under the names that its weights give them (transformers,
// models/*/modeling_*.py), by which quantization_config says what it leaves out. One expert stands for all of a layer.
#pragma once

#include "core/artifacts/modelfamily.h"
#include "core/artifacts/modelparts.h"

struct ModelModule
{
    QStringList names;                   // "model.layers.3.self_attn.q_proj", and what else it is called by
    double count = 1;                    // of this shape: experts
    int in = 0, out = 0;                 // 0: never quantized, its parameters are its part's
};

QList<ModelModule> modulesOf(const ModelFamily &family, const Json &modelConfig, const ModelPart &part);
