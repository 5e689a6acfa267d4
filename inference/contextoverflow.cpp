#include "inference/contextoverflow.h"

#include "core/base/languages.h"
#include "inference/chatstream.h"

#include <QCoreApplication>
#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace {

struct ContextOverflowText
{
    ASC_TR_FUNCTIONS(ContextOverflow)
};

const QString promptFact = u"overflowPromptTokens"_s;
const QString contextFact = u"overflowContextTokens"_s;

std::optional<qint64> numberIn(const QString &words, const QString &pattern)
{
    const QRegularExpressionMatch match
        = QRegularExpression(pattern, QRegularExpression::CaseInsensitiveOption).match(words);
    return match.hasMatch() ? std::optional(match.captured(1).toLongLong()) : std::nullopt;
}

bool saysSo(const QString &words)
{
    static const QRegularExpression tooLong(u"(?:prompt|input|context|request|conversation)[^.]{0,80}"
                                            "(?:too long|exceed|longer than|larger than|greater than|over the limit)"
                                            "|maximum context length|context length is only"
                                            "|context[ _]length[ _]exceeded"_s,
                                            QRegularExpression::CaseInsensitiveOption);
    // "'max_tokens' is too large: 5000": that is another number to make smaller.
    static const QRegularExpression tooMuchAsked(
        u"max_(?:completion_)?tokens['`\"]? (?:is|are) too large|max_tokens must be"_s,
        QRegularExpression::CaseInsensitiveOption);
    return tooLong.match(words).hasMatch() && !tooMuchAsked.match(words).hasMatch();
}

} // namespace

std::optional<ContextOverflow> contextOverflowIn(int status, const QByteArray &body)
{
    if (status != 400 && status != 413 && status != 422)
        return std::nullopt;
    const Result<Json> json = parseJson(body, u"error"_s);
    const Json error = json ? (member(*json, "error").is_object() ? member(*json, "error") : *json) : Json();
    const QString words = errorText(body);
    const bool isTyped = stringAt(error, "type") == "exceed_context_size_error"_L1
        || stringAt(error, "code") == "context_length_exceeded"_L1;
    if (!isTyped && !saysSo(words))
        return std::nullopt;
    ContextOverflow overflow{integerAt(error, "n_prompt_tokens"), integerAt(error, "n_ctx")};
    for (const char *pattern :
         {"\\((\\d+) in the messages", "(?:has|passed) (\\d+) input tokens", "contains at least (\\d+) input tokens",
          "prompt \\(length (\\d+)\\)", "resulted in (\\d+) tokens", "input (?:length|tokens)[^0-9]{1,20}(\\d+)",
          "requested (\\d+) tokens"})
        if (!overflow.promptTokens)
            overflow.promptTokens = numberIn(words, QLatin1String(pattern));
    for (const char *pattern :
         {"maximum context length (?:is|of) (\\d+)", "maximum model length of (\\d+)", "context size \\((\\d+)",
          "context length is only (\\d+)"})
        if (!overflow.contextTokens)
            overflow.contextTokens = numberIn(words, QLatin1String(pattern));
    return overflow;
}

Error toError(const ContextOverflow &overflow, const QString &detail)
{
    Error error{ErrorKind::Model, {}, detail, {}};
    const QString remedy = ContextOverflowText::tr("Shorten or remove the last message, or leave out earlier ones.");
    if (overflow.promptTokens && overflow.contextTokens)
        error.message = ContextOverflowText::tr("The conversation has %1 tokens and the model's context holds %2.")
                            .arg(*overflow.promptTokens)
                            .arg(*overflow.contextTokens);
    else if (overflow.contextTokens)
        error.message = ContextOverflowText::tr("The conversation is longer than the model's context of %1 tokens.")
                            .arg(*overflow.contextTokens);
    else
        error.message = ContextOverflowText::tr("The conversation is longer than the model's context.");
    error.message += QLatin1Char(' ') + remedy;
    error.facts.insert(promptFact, overflow.promptTokens ? QString::number(*overflow.promptTokens) : QString());
    error.facts.insert(contextFact, overflow.contextTokens ? QString::number(*overflow.contextTokens) : QString());
    return error;
}

std::optional<ContextOverflow> contextOverflowOf(const Error &error)
{
    if (!error.facts.contains(promptFact))
        return std::nullopt;
    const auto number = [&](const QString &key) {
        bool isNumber = false;
        const qint64 value = error.facts.value(key).toLongLong(&isNumber);
        return isNumber ? std::optional(value) : std::nullopt;
    };
    return ContextOverflow{number(promptFact), number(contextFact)};
}
