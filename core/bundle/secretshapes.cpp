#include "core/bundle/secretshapes.h"

#include "core/bundle/byte.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace {

constexpr qsizetype longestAddress = 4096, longestKey = 16 * 1024;

qsizetype runOf(QByteArrayView text, qsizetype from, bool (*is)(char), qsizetype most = longestAddress)
{
    qsizetype to = from;
    while (to < text.size() && to - from < most && is(text[to]))
        ++to;
    return to - from;
}

// What each hub, cloud and registry writes before its keys, and how much follows.
constexpr struct {
    const char *prefix;
    bool (*is)(char);
    qsizetype least, most; // bytes that follow
    bool isMixed = false; // one of them is a digit or a capital: else it is words
} prefixes[] = {
    {"hf_", Byte::isLetterOrDigit, 20, 200},
    {"api_org_", Byte::isLetterOrDigit, 20, 200},
    {"sk-", Byte::isBase64Url, 20, 400, true},
    {"ghp_", Byte::isLetterOrDigit, 30, 255},
    {"gho_", Byte::isLetterOrDigit, 30, 255},
    {"ghu_", Byte::isLetterOrDigit, 30, 255},
    {"ghs_", Byte::isLetterOrDigit, 30, 255},
    {"ghr_", Byte::isLetterOrDigit, 30, 255},
    {"github_pat_", Byte::isBase64Url, 22, 255},
    {"glpat-", Byte::isName, 20, 255},
    {"gldt-", Byte::isBase64Url, 20, 255},
    {"glrt-", Byte::isName, 20, 255},
    {"glptt-", Byte::isBase64Url, 20, 255},
    {"glcbt-", Byte::isBase64Url, 20, 255},
    {"xoxa-", Byte::isBase64Url, 10, 255, true},
    {"xoxb-", Byte::isBase64Url, 10, 255, true},
    {"xoxe-", Byte::isBase64Url, 10, 255, true},
    {"xoxp-", Byte::isBase64Url, 10, 255, true},
    {"xoxr-", Byte::isBase64Url, 10, 255, true},
    {"xoxs-", Byte::isBase64Url, 10, 255, true},
    {"xapp-", Byte::isBase64Url, 10, 255, true},
    {"AKIA", Byte::isUpperOrDigit, 12, 28},
    {"ASIA", Byte::isUpperOrDigit, 12, 28},
    {"LTAI", Byte::isLetterOrDigit, 12, 26, true},
    {"AKID", Byte::isLetterOrDigit, 28, 40, true},
    {"AKLT", Byte::isLetterOrDigit, 28, 60, true},
    {"AIza", Byte::isBase64Url, 35, 35},
    {"ya29.", Byte::isBase64Url, 20, 2048},
    {"npm_", Byte::isLetterOrDigit, 36, 36},
    {"pypi-", Byte::isBase64Url, 50, 400},
    {"nvapi-", Byte::isBase64Url, 40, 128},
    {"gsk_", Byte::isLetterOrDigit, 40, 80},
    {"xai-", Byte::isLetterOrDigit, 40, 128},
    {"r8_", Byte::isLetterOrDigit, 37, 37},
    {"dop_v1_", Byte::isHex, 64, 64},
    {"dckr_pat_", Byte::isBase64Url, 20, 64},
    {"hvs.", Byte::isBase64Url, 24, 400},
    {"sk_live_", Byte::isLetterOrDigit, 16, 255},
    {"rk_live_", Byte::isLetterOrDigit, 16, 255},
    {"lin_api_", Byte::isLetterOrDigit, 32, 64},
    {"AGE-SECRET-KEY-1", Byte::isUpperOrDigit, 40, 64},
    {"ms-", Byte::isUuid, 36, 36},
};

constexpr auto prefixBegins = [] {
    std::array<bool, 256> begins = {};
    for (const auto &one : prefixes)
        begins[uint8_t(one.prefix[0])] = true;
    begins['e'] = true; // eyJ
    return begins;
}();

bool isUuid(QByteArrayView text)
{
    for (qsizetype i = 0; i < 36; ++i) {
        if ((i == 8 || i == 13 || i == 18 || i == 23) != (text[i] == '-'))
            return false;
    }
    return true;
}

// header.payload.signature, each in base64
qsizetype webToken(QByteArrayView text, qsizetype at)
{
    qsizetype to = at;
    for (int part = 0; part < 3; ++part) {
        const qsizetype size = runOf(text, to, Byte::isBase64Url);
        if (size < (part < 2 ? 8 : 1))
            return 0;
        to += size;
        if (part < 2 && (to >= text.size() || text[to++] != '.'))
            return 0;
    }
    return to - at;
}

// "deepseek-r1-w8a8", "fp16_kv": pieces that are words, numbers or short marks
bool isNameOfParts(QByteArrayView value)
{
    qsizetype pieces = 0;
    for (qsizetype from = 0; from <= value.size();) {
        qsizetype to = from;
        qsizetype letters = 0, digits = 0;
        bool isOneCase = true;
        for (; to < value.size() && Byte::isLetterOrDigit(value[to]); ++to) {
            digits += Byte::isDigit(value[to]);
            letters += Byte::isLetter(value[to]);
            isOneCase = isOneCase && !(to > from + 1 && Byte::isUpper(value[to]) != Byte::isUpper(value[to - 1]));
        }
        const qsizetype size = to - from;
        if (!(size <= 4 || (digits == 0 && isOneCase && size <= 14) || (letters == 0 && size <= 8)))
            return false;
        pieces += size > 0;
        if (to < value.size() && value[to] != '-' && value[to] != '_' && value[to] != '.')
            return false;
        from = to + 1;
    }
    return pieces >= 2;
}

bool endsLikeAFile(QByteArrayView value)
{
    for (const QByteArrayView ending : {".log", ".json", ".py", ".cc", ".cpp", ".so", ".bin", ".txt", ".safetensors",
                                        ".pem", ".crt", ".yaml", ".yml", ".conf", ".sh", ".model", ".key", ".pub"}) {
        if (value.endsWith(ending))
            return true;
    }
    return false;
}

bool endsAddress(char c)
{
    return uint8_t(c) <= 0x20 || uint8_t(c) >= 0x7f || std::strchr("\"'<>`\\|", c) != nullptr;
}

// The services whose address holds the key: what stands after the mark.
constexpr struct {
    const char *host, *mark;
} webhooks[]
    = {{"hooks.slack.com", "/services/"},   {"hooks.slack.com", "/workflows/"}, {"hooks.slack.com", "/triggers/"},
       {"qyapi.weixin.qq.com", "key="},     {"open.feishu.cn", "/hook/"},       {"open.larksuite.com", "/hook/"},
       {"discord.com", "/webhooks/"},       {"discordapp.com", "/webhooks/"},   {"webhook.office.com", "/webhookb2/"},
       {"outlook.office.com", "/webhook/"}, {"api.telegram.org", "/bot"},       {"hooks.zapier.com", "/catch/"}};

bool isReference(QByteArrayView text)
{
    return text.startsWith("${") || (text.startsWith('$') && text.size() > 1 && Byte::isUpper(text[1]));
}

} // namespace

bool isFilePath(QByteArrayView value)
{
    if (value.startsWith("./") || value.startsWith("../") || value.startsWith("~/"))
        return true;
    return value.startsWith('/') && std::count(value.begin(), value.end(), '/') >= 2
        && std::none_of(value.begin(), value.end(), Byte::isUpper);
}

bool looksLikeSecret(QByteArrayView value, qsizetype least)
{
    if (value.size() < least || isFilePath(value) || value.startsWith("0x") || endsLikeAFile(value))
        return false;
    qsizetype digits = 0, lower = 0, upper = 0, turns = 0;
    for (qsizetype i = 0; i < value.size(); ++i) {
        const char c = value[i];
        if (!Byte::isLetterOrDigit(c)
            && (uint8_t(c) <= 0x20 || uint8_t(c) >= 0x7f || !std::strchr("-_.~+/=%$!@#*^", c)))
            return false;
        digits += Byte::isDigit(c);
        lower += Byte::isLower(c);
        upper += Byte::isUpper(c);
        turns += i > 0 && Byte::isLetter(c) && Byte::isLetter(value[i - 1])
            && Byte::isLower(c) != Byte::isLower(value[i - 1]);
    }
    if (lower + upper == 0)
        return false;
    if (digits == 0)
        return lower > 1 && upper > 1 && turns * 3 > value.size();
    qsizetype measure = 0; // 1024tokens, 12.5tok/s
    while (measure < value.size() && (Byte::isDigit(value[measure]) || value[measure] == '.'))
        ++measure;
    if (measure > 0 && std::none_of(value.begin() + measure, value.end(), Byte::isDigit) && value.size() - measure < 12)
        return false;
    return !isNameOfParts(value);
}

qsizetype prefixedSecret(QByteArrayView text, qsizetype at)
{
    if (!prefixBegins[uint8_t(text[at])])
        return 0;
    if (text.sliced(at).startsWith("eyJ"))
        return webToken(text, at);
    for (const auto &one : prefixes) {
        if (one.prefix[0] != text[at])
            continue;
        const qsizetype own = qsizetype(std::strlen(one.prefix));
        if (text.size() - at < own || std::memcmp(text.data() + at, one.prefix, size_t(own)) != 0)
            continue;
        const qsizetype from = at + own, rest = runOf(text, from, one.is, one.most + 1);
        if (rest < one.least || rest > one.most)
            continue;
        if (from + rest < text.size() && Byte::isLetterOrDigit(text[from + rest]))
            continue;
        const QByteArrayView key = text.sliced(from, rest);
        if (one.is == Byte::isUuid && !isUuid(key))
            continue;
        if (one.isMixed && std::none_of(key.begin(), key.end(), Byte::isUpperOrDigit))
            continue;
        return own + rest;
    }
    return 0;
}

qsizetype passwordHash(QByteArrayView text, qsizetype at)
{
    for (const QByteArrayView id : {"$1$", "$2a$", "$2b$", "$2y$", "$5$", "$6$", "$7$", "$y$", "$gy$", "$apr1$",
                                    "$argon2", "$pbkdf2", "$scrypt$"}) {
        if (!text.sliced(at).startsWith(id))
            continue;
        qsizetype to = at + id.size(), dollars = 0;
        while (to < text.size() && to - at < 512
               && (Byte::isLetterOrDigit(text[to]) || std::strchr("./$,=+-", text[to]) != nullptr) && text[to] != '\0')
            dollars += text[to++] == '$';
        return to - at - id.size() >= 22 && (dollars > 0 || id.startsWith("$2")) ? to - at : 0;
    }
    return 0;
}

QList<SecretSpan> privateKeys(QByteArrayView text)
{
    constexpr QByteArrayView begin("-----BEGIN "), end("-----END "), kind("PRIVATE KEY"), dashes("-----");
    const QByteArray instead("[private key taken out]");
    QList<SecretSpan> spans;
    // The end of the line of dashes that `mark` begins at `at`, where it is of a private key; -1: of something else.
    const auto closes = [&](qsizetype at, QByteArrayView mark) -> qsizetype {
        const QByteArrayView head = text.sliced(at, std::min<qsizetype>(text.size() - at, 80));
        const qsizetype named = head.indexOf(kind), closed = head.indexOf(dashes, mark.size());
        return named < 0 || closed < named ? -1 : at + closed + dashes.size();
    };
    qsizetype done = 0;
    const auto takeBack = [&](qsizetype at, qsizetype to) { // the beginning is cut off: lines of base64 above it
        qsizetype from = at;
        for (int lines = 0; from > done && lines < 200; ++lines) {
            const qsizetype before = from >= 2 ? text.lastIndexOf('\n', from - 2) + 1 : 0;
            const QByteArrayView line = text.sliced(before, from - before).trimmed();
            const QByteArrayView last = line.sliced(line.lastIndexOf(' ') + 1);
            if (before < done || last.size() < 16 || !std::all_of(last.begin(), last.end(), [](char c) {
                    return Byte::isLetterOrDigit(c) || c == '+' || c == '/' || c == '=';
                }))
                break;
            from = before;
        }
        if (from < at)
            spans << SecretSpan{from, to, instead};
    };
    for (qsizetype at = 0; (at = text.indexOf(dashes, at)) >= 0;) {
        if (text.sliced(at).startsWith(begin) && closes(at, begin) >= 0) {
            qsizetype to = -1;
            for (qsizetype ends = at; to < 0 && (ends = text.indexOf(end, ends)) >= 0 && ends - at <= longestKey;
                 ++ends)
                to = closes(ends, end);
            if (to < 0)
                to = std::min(text.size(), at + longestKey);
            spans << SecretSpan{at, to, instead};
            at = done = to;
        } else if (text.sliced(at).startsWith(end) && closes(at, end) >= 0) {
            const qsizetype to = closes(at, end);
            takeBack(at, to);
            at = done = to;
        } else {
            at += dashes.size();
        }
    }
    for (qsizetype at = 0; (at = text.indexOf("Private-Lines:", at)) >= 0; ++at) { // PuTTY
        const qsizetype from = text.indexOf('\n', at), to = text.indexOf("Private-MAC:", at);
        if (from >= 0 && to > from && to - from < longestKey)
            spans << SecretSpan{from + 1, to, instead + '\n'};
    }
    return spans;
}

QList<SecretSpan> addressSecrets(QByteArrayView text, qsizetype at, qsizetype &runEnd)
{
    const qsizetype from = at + 3;
    runEnd = from;
    while (runEnd < text.size() && runEnd - from < longestAddress && !endsAddress(text[runEnd]))
        ++runEnd;
    const QByteArrayView run = text.sliced(from, runEnd - from);
    QList<SecretSpan> spans;
    for (const auto &hook : webhooks) {
        const qsizetype host = run.indexOf(hook.host);
        const qsizetype mark = host < 0 ? -1 : run.indexOf(hook.mark, host);
        const qsizetype key = mark < 0 ? run.size() : mark + qsizetype(std::strlen(hook.mark));
        if (key < run.size() && !run.sliced(key).startsWith("[taken"))
            spans << SecretSpan{from + key, runEnd};
    }
    const auto cut = [&](const char *chars) {
        qsizetype end = 0;
        while (end < run.size() && !std::strchr(chars, run[end]))
            ++end;
        return end;
    };
    const qsizetype beforePath = cut("/?#"), beforeQuery = cut("?#");
    qsizetype sign = run.first(beforePath).lastIndexOf('@');
    const qsizetype later = run.first(beforeQuery).lastIndexOf('@'), colon = run.indexOf(':');
    if (sign < 0) { // user:pass/word@host: what stands after the colon is no port
        if (later < 0 || colon < 0 || colon > beforePath || run.startsWith('[')
            || std::all_of(run.begin() + colon + 1, run.begin() + beforePath, Byte::isDigit))
            return spans;
        sign = later;
    } else if (later > sign) { // user:p@ss/word@host: "ss" is no host
        const QByteArrayView host = run.sliced(sign + 1, beforePath - sign - 1);
        if (colon >= 0 && colon < sign && !host.contains('.') && !host.contains(':') && host != "localhost")
            sign = later;
    }
    const QByteArrayView user = run.first(sign);
    const qsizetype password = user.indexOf(':') + 1;
    if (user.contains("[taken out") || isReference(user.sliced(password)))
        return spans;
    const QByteArrayView scheme = text.sliced(std::max<qsizetype>(0, at - 5), std::min<qsizetype>(5, at));
    const bool isWeb = scheme.endsWith("http") || scheme.endsWith("https"); // https://TOKEN@hub
    if (password > 0 ? password < user.size() : looksLikeSecret(user, isWeb ? 8 : 16))
        spans << SecretSpan{from, from + sign};
    return spans;
}
