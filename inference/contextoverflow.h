// "The prompt is longer than the context": told by every engine in its own words, and the one refusal that a user
// can do something about. Pure.
#pragma once

#include "core/base/result.h"

#include <optional>

struct ContextOverflow
{
    std::optional<qint64> promptTokens;  // of the whole conversation; unset: the engine did not say
    std::optional<qint64> contextTokens;
    bool operator==(const ContextOverflow &) const = default;
};

// In the body of an answer of HTTP 400, 413 or 422. Known: llama.cpp, vLLM old and new, OpenAI's code; of others the
// words.
std::optional<ContextOverflow> contextOverflowIn(int status, const QByteArray &body);

Error toError(const ContextOverflow &overflow, const QString &detail);
std::optional<ContextOverflow> contextOverflowOf(const Error &error); // one that toError() made
