// A request in the words of Anthropic's Messages API (POST /v1/messages, "Create a Message" of its reference) as the
// chat request that means the same, for clients that speak nothing else. What a server of one model on this machine
// cannot keep (images, documents, tools that run at Anthropic, parameters it does not know) is refused with a sentence,
// never left out: the answer would be another one. Left out is what changes no answer: cache_control, metadata,
// service_tier, citations. Pure.
#pragma once

#include "core/base/json.h"

// As refusedRequest(): Invalid, facts["param"] is the member at fault. What is in the members that both APIs have
// (numbers, stop texts, schemas) is looked at by checkApiRequest(), which the result has yet to pass. `isCount`: for
// /v1/messages/count_tokens, which makes no answer and so needs no max_tokens.
Result<Json> chatRequestOf(const Json &messagesRequest, bool isCount = false);

// What was refused of the chat request, to the one who sent a Messages request: "stop ..." is "stop_sequences ...".
QString inMessagesWords(const Error &refusal);
