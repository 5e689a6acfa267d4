#include "inference/modellength.h"

#include <QVersionNumber>

using namespace Qt::StringLiterals;

namespace {

// ErrorResponse of vllm/entrypoints/openai/protocol.py; below "error" from 0.10.1 on. Which member is at fault is said
// from 0.13.0 on (VLLMValidationError).
Json vllmError(const QVersionNumber &release, const QString &message, const QString &member = {}, qint64 value = 0)
{
    const bool saysMember = release >= QVersionNumber(0, 13) && !member.isEmpty();
    const QString words = saysMember ? message + u" (parameter=%1, value=%2)"_s.arg(member).arg(value) : message;
    const Json error{{"message", words},
                     {"type", "BadRequestError"},
                     {"param", saysMember ? Json(member) : Json(nullptr)},
                     {"code", 400}};
    if (release >= QVersionNumber(0, 10, 1))
        return Json{{"error", error}};
    Json flat{{"object", "error"}};
    flat.update(error);
    return flat;
}

QVersionNumber releaseOf(const ModelLength &length) { return QVersionNumber::fromString(length.release); }

} // namespace

RequestLength requestLength(const Json &request, bool isChat, qint64 promptTokens)
{
    RequestLength length{promptTokens, std::nullopt, u"max_tokens"_s};
    if (!isChat)
        length.answerTokens = 16;        // OpenAI's default of /v1/completions
    for (const char *key : {"max_tokens", "max_completion_tokens"}) {
        const qint64 tokens = integerAt(request, key).value_or(-1);
        if (tokens > 0) {
            length.answerTokens = tokens;
            length.answerMember = QLatin1String(key);
        }
    }
    return length;
}

// vllm/entrypoints/openai/serving_engine.py, _validate_input, until 0.15; vllm/renderers/params.py from 0.16 on, which
// counts no further than the first token too many. The last: vllm/v1/engine, of a prompt that leaves no room.
Json lengthRefusal(const ModelLength &length, const RequestLength &request)
{
    const QVersionNumber release = releaseOf(length);
    const qint64 most = length.tokens, prompt = request.promptTokens, answer = request.answerTokens.value_or(0);
    if (prompt + std::max<qint64>(answer, 1) <= most)
        return nullptr;
    const QString starts = u"This model's maximum context length is %1 tokens"_s.arg(most);
    if (release < QVersionNumber(0, 10) && !request.answerTokens)
        return vllmError(release,
                         starts
                             + u". However, you requested %1 tokens in the messages, Please reduce the length of the "
                               "messages."_s.arg(prompt));
    if (release < QVersionNumber(0, 10))
        return vllmError(release,
                         starts
                             + u". However, you requested %1 tokens (%2 in the messages, %3 in the completion). Please "
                               "reduce the length of the messages or completion."_s.arg(prompt + answer)
                                   .arg(prompt)
                                   .arg(answer));
    if (release < QVersionNumber(0, 16) && prompt >= most)
        return vllmError(release,
                         starts
                             + u". However, your request has %1 input tokens. Please reduce the length of the input "
                               "messages."_s.arg(prompt),
                         u"input_tokens"_s, prompt);
    if (release < QVersionNumber(0, 16))
        return vllmError(release,
                         u"'max_tokens' or 'max_completion_tokens' is too large: %1. %2 and your request has %3 input "
                         "tokens (%1 > %4 - %3)."_s.arg(answer)
                             .arg(starts)
                             .arg(prompt)
                             .arg(most),
                         u"max_tokens"_s, answer);
    if (answer > most)
        return vllmError(release,
                         u"%1=%2%3cannot be greater than max_model_len=max_total_tokens=%4. Please request fewer "
                         "output tokens."_s.arg(request.answerMember)
                             .arg(answer)
                             .arg(release < QVersionNumber(0, 17) ? QString() : u" "_s)
                             .arg(most),
                         request.answerMember, answer);
    const qint64 counted = std::min(prompt, most - answer + 1);
    if (counted + answer <= most)
        return vllmError(release,
                         u"The decoder prompt (length %1) plus the number of requested output tokens (at least 1) is "
                         "longer than the maximum model length of %2. Make sure that `max_model_len` is no smaller "
                         "than the number of text tokens (prompt + requested output tokens)."_s.arg(prompt)
                             .arg(most));
    if (release < QVersionNumber(0, 17))
        return vllmError(release,
                         u"You passed %1 input tokens and requested %2 output tokens. However, the model's context "
                         "length is only %3 tokens, resulting in a maximum input length of %4 tokens. Please reduce "
                         "the length of the input prompt."_s.arg(counted)
                             .arg(answer)
                             .arg(most)
                             .arg(most - answer),
                         u"input_tokens"_s, counted);
    return vllmError(release,
                     starts
                         + u". However, you requested %1 output tokens and your prompt contains at least %2 input "
                           "tokens, for a total of at least %3 tokens. Please reduce the length of the input prompt or "
                           "the number of requested output tokens."_s.arg(answer)
                               .arg(counted)
                               .arg(counted + answer),
                     u"input_tokens"_s, counted);
}

Json standInRefusal(const ModelLength &length, qint64 promptTokens, qint64 heldTokens)
{
    return vllmError(releaseOf(length),
                     u"This node is simulated, and the model that stands in here holds only %1 tokens: the prompt has "
                     "%2. A real one has max_model_len, %3 tokens."_s.arg(heldTokens)
                         .arg(promptTokens)
                         .arg(length.tokens));
}
