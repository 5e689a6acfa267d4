// Which JSON schemas an answer is sure to keep. llama.cpp makes a grammar of a schema, and passes over in silence what
// it has no grammar for (v0.5.0, common/json-schema.cpp and json-schema-to-grammar.cpp). Pure.
#pragma once

#include "core/base/json.h"

#include <optional>

struct UnkeptKeyword
{
    QString keyword;                     // "multipleOf"
    QString place;                       // "#/properties/age"
    QString reason;                      // a sentence's part, may be empty
};

// Unset: what the grammar lets through keeps the schema. What llama.cpp itself refuses is left to it.
std::optional<UnkeptKeyword> firstUnkept(const Json &schema);

// Empty: a grammar says the same as this pattern. Else why not.
QString whyPatternIsNotKept(const QString &pattern);
