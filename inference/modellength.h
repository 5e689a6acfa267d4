// The length that a server says for a model that another one stands in for: that of a simulated vLLM. Pure.
#pragma once

#include "core/base/json.h"

#include <optional>

struct ModelLength
{
    qint64 tokens = 0;                   // --max-model-len; 0: the loaded model's own
    QString release;                     // of vLLM, whose words are taken: "0.18.0"
};

struct RequestLength
{
    qint64 promptTokens = 0;             // at the least
    std::optional<qint64> answerTokens;  // its max_tokens
    QString answerMember;                // "max_tokens", "max_completion_tokens": what said so
};

RequestLength requestLength(const Json &request, bool isChat, qint64 promptTokens);

// What vLLM answers (HTTP 400) to what does not fit into its model's length; null: it fits.
Json lengthRefusal(const ModelLength &length, const RequestLength &request);
// Of a prompt that fits there and that the model which stands in, of so many tokens, does not hold.
Json standInRefusal(const ModelLength &length, qint64 promptTokens, qint64 heldTokens);
