#include "inference/apisampling.h"

#include <QRegularExpression>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

using namespace Qt::StringLiterals;

namespace {

// each is compared with all of the vocabulary; llama.cpp cuts off more bytes
constexpr int mostBreakers = 16, mostBreakerBytes = 40;
constexpr int mostBiasBytes = 64 << 10, mostBudgetWords = 4096; // what becomes tokens takes a hundred times its memory

Result<void> checkCounts(const Json &request, const RequestLimits &limits)
{
    constexpr qint64 most = std::numeric_limits<qint32>::max();
    const struct { const char *key; qint64 least, most; } counts[] = {
        {"repeat_last_n", 0, limits.contextTokens}, // a place each
        {"dry_penalty_last_n", 0, limits.contextTokens},
        {"n_keep", -1, limits.contextTokens},
        {"n_discard", 0, limits.contextTokens},
        {"n_cache_reuse", 0, limits.contextTokens},
        {"n_indent", 0, limits.contextTokens},
        {"top_k", -1, most},             // as far as 32 bits go
        {"min_keep", 0, most},
        {"dry_allowed_length", 0, most},
        {"mirostat", 0, 2},
        {"reasoning_budget_tokens", -1, most},
        {"thinking_budget_tokens", -1, most},
    };
    for (const auto &count : counts) {
        const Json &value = member(request, count.key);
        const double number = value.is_number() ? value.get<double>() : std::nan("");
        if (!value.is_null()
            && !(number >= double(count.least) && number <= double(count.most) && number == std::floor(number)))
            return refusedRequest(
                u"%1 is a whole number from %2 to %3."_s.arg(QLatin1String(count.key)).arg(count.least).arg(count.most),
                QLatin1String(count.key));
    }
    // Any whole number: clients send 64 bits, llama.cpp takes the lower 32 of them.
    if (const Json &seed = member(request, "seed"); !seed.is_null() && !seed.is_number_integer())
        return refusedRequest(u"seed is a whole number."_s, u"seed"_s);
    return {};
}

Result<void> checkBreakers(const Json &request)
{
    const Json &breakers = member(request, "dry_sequence_breakers");
    const auto isBreaker = [](const Json &text) {
        return text.is_string() && !text.get_ref<const std::string &>().empty()
            && text.get_ref<const std::string &>().size() <= mostBreakerBytes;
    };
    if (breakers.is_null() || (breakers.is_array() && !breakers.empty() && breakers.size() <= mostBreakers
                               && std::all_of(breakers.begin(), breakers.end(), isBreaker)))
        return {};
    return refusedRequest(
        u"dry_sequence_breakers is a list of 1 to %1 texts of 1 to %2 bytes."_s.arg(mostBreakers).arg(mostBreakerBytes),
        u"dry_sequence_breakers"_s);
}

QString plainName(const Json &name)
{
    return name.is_string() ? name.get<QString>().toLower().remove(QLatin1Char('_')).remove(QLatin1Char('-'))
                            : QString();
}

Result<void> checkSamplers(const Json &request)
{
    static const QStringList known{u"dry"_s,       u"topk"_s,        u"topp"_s, u"topnsigma"_s, u"typp"_s,
                                   u"minp"_s,      u"temperature"_s, u"xtc"_s,  u"infill"_s,    u"penalties"_s,
                                   u"adaptivep"_s, u"nucleus"_s,     u"temp"_s, u"typ"_s};
    const Json &samplers = member(request, "samplers");
    if (samplers.is_null())
        return {};
    const QString param = u"samplers"_s;
    if (!samplers.is_array())
        return refusedRequest(u"samplers is a list of names."_s, param);
    QStringList seen;
    for (const Json &name : samplers) {
        const QString plain = plainName(name), said = QString::fromUtf8(compactJson(name).left(100));
        if (!known.contains(plain))
            return refusedRequest(u"samplers: there is no sampler %1."_s.arg(said), param);
        if (seen.contains(plain))
            return refusedRequest(u"samplers names %1 more than once."_s.arg(said), param);
        seen << plain;
    }
    return {};
}

Result<void> checkTexts(const Json &request)
{
    const Json &biases = member(request, "logit_bias"), &words = member(request, "reasoning_budget_message");
    if (!biases.is_null() && (!biases.is_structured() || compactJson(biases).size() > mostBiasBytes))
        return refusedRequest(u"logit_bias maps tokens to numbers, in at most %1 bytes."_s.arg(mostBiasBytes),
                              u"logit_bias"_s);
    if (!words.is_null() && !(words.is_string() && words.get_ref<const std::string &>().size() <= mostBudgetWords))
        return refusedRequest(u"reasoning_budget_message is a text of at most %1 bytes."_s.arg(mostBudgetWords),
                              u"reasoning_budget_message"_s);
    return {};
}

// What llama.cpp (v0.5.0) passes over, or takes for the lower 32 bits of it.
Result<void> checkBiases(const Json &request, const RequestLimits &limits)
{
    const Json &biases = member(request, "logit_bias");
    const QString param = u"logit_bias"_s;
    const auto isBias = [](const Json &value) { return value.is_number() || value == false; };
    const auto checkToken = [&](const QString &token, bool isId) -> Result<void> {
        bool fits = false;
        const qint64 id = token.toLongLong(&fits);
        if (!isId || (fits && id >= 0 && (limits.vocabularyTokens == 0 || id < limits.vocabularyTokens)))
            return {};
        if (limits.vocabularyTokens == 0)
            return refusedRequest(u"logit_bias: there is no token %1."_s.arg(token), param);
        return refusedRequest(u"logit_bias: there is no token %1; the model's vocabulary has %2 tokens, 0 to %3."_s
                                  .arg(token)
                                  .arg(limits.vocabularyTokens)
                                  .arg(limits.vocabularyTokens - 1),
                              param);
    };
    const auto isNumber = [](const QString &text) {
        static const QRegularExpression number(u"^\\s*[-+]?[0-9]+$"_s);
        return number.match(text).hasMatch();
    };
    const Error noPair = refusedRequest(
        u"logit_bias maps tokens (ids or texts) to numbers, or to false for never; as an object or a list of pairs."_s,
        param);
    if (biases.is_object()) {
        for (const auto &item : biases.items()) {
            const QString token = QString::fromStdString(item.key());
            if (token.isEmpty() || !isBias(item.value()))
                return noPair;
            if (const Result<void> fine = checkToken(token, isNumber(token)); !fine)
                return fine;
        }
    } else if (biases.is_array()) {
        for (const Json &pair : biases) {
            if (!pair.is_array() || pair.size() != 2 || !isBias(pair[1])
                || !(pair[0].is_number_integer() || pair[0].is_string()))
                return noPair;
            if (const Result<void> fine = checkToken(QString::fromUtf8(compactJson(pair[0])), !pair[0].is_string());
                !fine)
                return fine;
        }
    }
    return {};
}

} // namespace

Result<void> checkSampling(const Json &request, const RequestLimits &limits)
{
    for (const Result<void> &fine :
         std::array{checkCounts(request, limits), checkBreakers(request), checkSamplers(request), checkTexts(request),
                    checkBiases(request, limits)})
        if (!fine)
            return fine;
    return {};
}
