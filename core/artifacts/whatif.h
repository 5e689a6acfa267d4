// WhatIf: what would be left of the cards with other numbers than the deployment's, before anything is changed. Some
// are settings of the recipe (longest request, batch, tp, share of the memory); the others would take other weights or
// other cards. Pure: each answer is capacityOf() of a deployment that nobody has.
#pragma once

#include "core/artifacts/capacity.h"

struct WhatIf
{
    Json settings = Json::object();      // over the deployment's, by Knob::key
    QString quantization;                // "W4A8"; empty: of the weights that there are
    int kvBytesPerValue = 2;             // 1: a quantized cache, without its scales
    std::optional<qint64> hbmBytesPerCard; // nullopt: what the nodes tell
    bool operator==(const WhatIf &) const = default;
};

// A setting that decides how much has room, and the values worth trying, which rise; the one set is among them.
struct Knob
{
    enum class Of { Length, Batch, TensorParallel, Memory, Guessing };
    Of of = Of::Length;
    QString key, title;                  // of the recipe's setting, in the recipe's language
    QList<double> steps;
    double now = 0;                      // as the deployment has it
    int cards = 0;                       // of TensorParallel: those that tp × dp share; 0: not known
    bool operator==(const Knob &) const = default;
};

QStringList quantizations();             // that are counted here: "BF16", "W8A8", ...

// Of the recipe's settings; a recipe whose engine names none has none. modelConfig bounds the length where it is known.
QList<Knob> knobsOf(const Deployment &deployment, const Recipe &recipe, const std::optional<Json> &modelConfig);
// ErrorKind::Invalid as capacityOf().
Result<Capacity> capacityIf(const Deployment &deployment, const Recipe &recipe, const CapacityInput &input,
                            const WhatIf &what);

// "length=32768,tp=4,quantization=W4A8,kv=1,hbm=32": names of knobs ("length", "batch", "tp", "memory", "guessing"),
// "dp" where there is a tp, which it decides, and the three that are no settings; hbm in GiB. ErrorKind::Invalid says
// which name or value is wrong.
Result<WhatIf> whatIfFromText(const QString &text, const QList<Knob> &knobs);
