// The KINDs of `ascendctl parse`: a name, and the parser behind it as text in, JSON out.
#pragma once

#include "core/base/json.h"

namespace parse {

struct Kind
{
    QString name;                                     // "npu-smi-info"
    Result<Json> (*read)(const QByteArray &text);
};

const QList<Kind> &kinds();

} // namespace parse
