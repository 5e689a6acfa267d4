// Of which JSON schemas llama.cpp (v0.5.0, common/json-schema.cpp) can make a grammar. Looked at before it tries: its
// own words name rules that nobody has written. Pure.
#pragma once

#include "core/base/json.h"

#include <optional>

struct SchemaFault
{
    QString place;                       // "#/properties/next"
    QString reason;                      // a sentence's part
    QString remedy;                      // a sentence, may be empty
};

// Unset: it can, as far as is looked at here.
std::optional<SchemaFault> whyNoGrammar(const Json &schema);

// What "#/$defs/node" stands for in it; null: nothing.
const Json *targetIn(const Json &root, const QString &reference);

constexpr int mostRepetitions = 2000;    // that a grammar counts; a larger maximum becomes none
