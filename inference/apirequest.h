// What a request to the local API may be. Looked at before the engine sees it: its JSON and grammar code goes as deep
// as the input asks, and one request must not end the process, hang it or take its memory. Pure; errors are sentences
// for the client.
#pragma once

#include "core/base/json.h"

struct RequestLimits
{
    qint64 bodyBytes = 4 << 20;
    int depth = 64;                      // of brackets
    int values = 1 << 20;                // a prompt of a million token ids
    int contextTokens = 8192;            // of the loaded model: nothing looks back further
    int vocabularyTokens = 0;            // of the loaded model; 0: not known
    int messages = 2000;
    int tools = 128;
    int toolsBytes = 256 << 10;
    int schemaBytes = 64 << 10;          // of a schema or a grammar
    int patternLength = 500;
    int patternSize = 1000;              // with its repetitions written out
    int grammarRules = 1000;
    int grammarDepth = 64;
    int stops = 16;
    int biases = 1024;
    int logprobs = 20;
};

// ErrorKind::Invalid; facts["param"]: which member is at fault, where there is one.
Error refusedRequest(const QString &message, const QString &param = {});

// The body as a JSON object. Refused: it is none, or goes too deep.
Result<Json> readApiBody(const QByteArray &body, const RequestLimits &limits = {});
// What is in the body of /v1/chat/completions or /v1/completions. Refused: it goes too far, or asks for what this
// server does not keep.
Result<void> checkApiRequest(const Json &request, const RequestLimits &limits = {});
Result<Json> readApiRequest(const QByteArray &body, const RequestLimits &limits = {}); // both

// What an answer may break because the request does not insist on it (strict): "response_format: multipleOf (at
// #/properties/age)". Empty: nothing. For a header: Latin letters only, no line breaks.
QByteArray schemaNote(const Json &request);

// "tool_choice" that names a function becomes "required" with that one tool left. Refused: a call is asked for that
// nothing offers, or together with what leaves no room for one.
Result<void> settleToolChoice(Json &request);
