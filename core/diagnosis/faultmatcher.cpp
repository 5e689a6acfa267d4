#include "core/diagnosis/faultmatcher.h"

#include "core/diagnosis/speaker.h"
#include "core/diagnosis/usertext.h"

#include <algorithm>
#include <queue>

namespace {

bool isNumberByte(char c)
{
    return c >= '0' && c <= '9';
}
bool isWordByte(char c)
{
    return isNumberByte(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// From `from` on; a number in it is a whole number. -1: it is not there.
qsizetype findPart(QByteArrayView line, const QByteArray &part, qsizetype from)
{
    for (qsizetype at = from; (at = line.indexOf(part, at)) >= 0; ++at) {
        const qsizetype end = at + part.size();
        const bool startsWhole = at == 0 || !isNumberByte(part.front()) || !isWordByte(line[at - 1]);
        const bool endsWhole = end == line.size() || !isNumberByte(part.back()) || !isWordByte(line[end]);
        if (startsWhole && endsWhole)
            return at;
    }
    return -1;
}

// Where the first of the parts stands, and in `end` where the last one ends; -1: they are not all there.
qsizetype findParts(QByteArrayView line, const QByteArrayList &parts, qsizetype &end)
{
    qsizetype first = -1;
    end = 0;
    for (const QByteArray &part : parts) {
        const qsizetype at = findPart(line, part, end);
        if (at < 0)
            return -1;
        if (first < 0)
            first = at;
        end = at + part.size();
    }
    return first;
}

bool holdsOneOf(QByteArrayView line, const QList<QByteArrayList> &signatures)
{
    return std::any_of(signatures.cbegin(), signatures.cend(), [&](const QByteArrayList &parts) {
        qsizetype end = 0;
        return findParts(line, parts, end) >= 0;
    });
}

// vLLM's launcher.py, its api_server.py for a SIGTERM while it starts, and uvicorn's server.py (as vllm-ascend's
// quick_start.md shows them); MindIE-LLM's llm_daemon.cpp.
constexpr const char *shutdownWords[]
    = {"Shutting down", "shutting down FastAPI HTTP server", "Application shutdown complete", "SIGTERM",
       "KeyboardInterrupt: terminated", "Daemon is killing", "Received exit signal[15]", "Received exit signal[2]"};

// vLLM's entrypoints/openai/api_server.py; SGLang's entrypoints/engine.py; MindIE-LLM's config_manager.
constexpr const char *firstWords[]
    = {"vLLM API server version", "server_args=ServerArgs(", "ConfigManager: Load Config from"};

// vLLM's v1/metrics/loggers.py; uvicorn's protocols/http, as vLLM and SGLang run it
constexpr const char *workingWords[] = {"Avg generation throughput: ", " HTTP/1.1\" 200"};

enum class SaidLevel { None, Info, Warning, Other };

SaidLevel levelCalled(QByteArrayView word, Qt::CaseSensitivity sensitivity)
{
    constexpr struct
    {
        QByteArrayView word;
        SaidLevel level;
    } words[] = {{"INFO", SaidLevel::Info},      {"DEBUG", SaidLevel::Info},      {"TRACE", SaidLevel::Info},
                 {"WARN", SaidLevel::Warning},   {"WARNING", SaidLevel::Warning}, {"ERROR", SaidLevel::Other},
                 {"CRITICAL", SaidLevel::Other}, {"FATAL", SaidLevel::Other},     {"ERR", SaidLevel::Other},
                 {"PANIC", SaidLevel::Other}};
    for (const auto &one : words) {
        if (word.size() == one.word.size() && word.compare(one.word, sensitivity) == 0)
            return one.level;
    }
    return SaidLevel::None;
}

constexpr QByteArrayView levelKeys[] = {"level", "levelname", "severity"};

// At the key's end: level=info, level="info", "level": "info", \"level\":\"info\"
SaidLevel levelBehindKey(QByteArrayView head, qsizetype at)
{
    const auto skip = [&](QByteArrayView these) {
        while (at < head.size() && these.contains(head[at]))
            ++at;
    };
    skip("\\\"");
    if (at >= head.size() || (head[at] != '=' && head[at] != ':'))
        return SaidLevel::None;
    ++at;
    skip("\\\" ");
    qsizetype end = at;
    while (end < head.size() && isWordByte(head[end]))
        ++end;
    return levelCalled(head.sliced(at, end - at), Qt::CaseInsensitive);
}

// "I1130 10:00:00.000", "W610 17:20:44.224", "E20260106 06:43:02.9" (klog, c10, glog), behind the word
SaidLevel levelOfLetter(QByteArrayView word, QByteArrayView rest)
{
    if ((word.size() != 4 && word.size() != 5 && word.size() != 9)
        || !std::all_of(word.begin() + 1, word.end(), isNumberByte) || rest.size() < 4
        || rest[0] != ' ' || !isNumberByte(rest[1]) || !isNumberByte(rest[2]) || rest[3] != ':')
        return SaidLevel::None;
    return word[0] == 'I'                  ? SaidLevel::Info
        : word[0] == 'W'                   ? SaidLevel::Warning
        : word[0] == 'E' || word[0] == 'F' ? SaidLevel::Other
                                           : SaidLevel::None;
}

// The level that a line says first. "INFO 03-18 10:33:52 [utils.py:777]", "(APIServer pid=1) INFO:     10.20.0.1",
// "[2026-03-18 ...] [INFO]", "<INFO>", "[info]", time="..." level=info (logrus), {"level":"info"}, "I1130 10:00:00.000"
// (klog). The kernel's "kernel: INFO: task" is none, nor is a name as LINK_ERROR_INFO. Where two processes write into
// one line another level follows. Nor is sysmonitor's "|info|" one: it tells of faults so.
SaidLevel saidLevel(QByteArrayView line)
{
    for (const QByteArrayView other : {QByteArrayView("[ERROR]"), QByteArrayView("[EVENT]")}) {
        if (line.contains(other))
            return SaidLevel::Other;
    }
    constexpr qsizetype within = 120;    // of a line; what a message says stands after it
    const QByteArrayView head = line.first(std::min(line.size(), within));
    const auto isName = [](char c) { return isWordByte(c) || c == '_'; };
    for (qsizetype at = 0; at < head.size();) {
        if (!isName(head[at])) {
            ++at;
            continue;
        }
        const qsizetype end = std::find_if_not(head.begin() + at, head.end(), isName) - head.begin();
        const QByteArrayView word = head.sliced(at, end - at);
        const char before = at == 0 ? ' ' : head[at - 1], after = end < head.size() ? head[end] : ' ';
        const bool isKernel = after == ':' && at >= 2 && head[at - 2] == ':';
        const bool isBoxed = (before == '[' && after == ']') || (before == '<' && after == '>');
        const bool stands = (before == ' ' || before == '[' || before == '(')
            && (after == ' ' || after == ']' || after == ':') && !isKernel;
        SaidLevel level = SaidLevel::None;
        if (isBoxed || stands)
            level = levelCalled(word, isBoxed ? Qt::CaseInsensitive : Qt::CaseSensitive);
        if (level == SaidLevel::None && QByteArrayView(" {,\"").contains(before)
            && std::find(std::begin(levelKeys), std::end(levelKeys), word) != std::end(levelKeys))
            level = levelBehindKey(head, end);
        if (level == SaidLevel::None && (before == ' ' || before == '['))
            level = levelOfLetter(word, head.sliced(end));
        if (level != SaidLevel::None)
            return level;
        at = end;
    }
    if (!line.startsWith('{'))
        return SaidLevel::None;
    const Result<Json> record = parseJson(line.toByteArray(), QStringLiteral("log")); // its level may stand last
    for (const QByteArrayView key : levelKeys) {
        const SaidLevel level = record && record->is_object()
            ? levelCalled(stringAt(*record, key.data()).toUtf8(), Qt::CaseInsensitive)
            : SaidLevel::None;
        if (level != SaidLevel::None)
            return level;
    }
    return SaidLevel::None;
}

// Whole words; what denies one stands right before it ("without success").
bool saysSuccess(QByteArrayView text)
{
    for (const QByteArrayView word : {"success", "successful", "successfully", "succeeded", "recovered"}) {
        for (qsizetype at = 0; (at = text.indexOf(word, at)) >= 0; at += word.size()) {
            const qsizetype end = at + word.size();
            const char after = end < text.size() ? text[end] : ' ';
            if ((at > 0 && isWordByte(text[at - 1])) || isWordByte(after) || after == '_')
                continue;
            const QByteArrayView before = text.first(at);
            const bool isDenied = before.endsWith("not ") || before.endsWith("no ") || before.endsWith("without ")
                || before.endsWith("never ") || before.endsWith("not been ") || before.endsWith("not be ");
            if (!isDenied)
                return true;
        }
    }
    return false;
}

bool saysRetry(QByteArrayView text)
{
    for (const QByteArrayView words :
         {"will retry", "Will retry", "will be retried", "retrying", "Retrying", "retry with", "retry in"}) {
        if (text.contains(words))
            return true;
    }
    return false;
}

// As the runtime, the plugins and the engines write a code of the runtime: "rtMalloc failed, ret = 507899". A fault
// code of the driver, "0x80e01801", is known wherever it stands, in small letters or large ones.
QList<QByteArrayList> sayings(const QByteArray &code)
{
    if (code.startsWith("0x"))
        return {{code}, {"0x" + code.mid(2).toUpper()}};
    QList<QByteArrayList> all;
    for (const char *word : {"code", "Code", "CODE", "ret", "result", "errno", "error", "Error", "failed"}) {
        for (const char *between : {" ", " is ", "=", " = ", ":", ": ", " : "})
            all << QByteArrayList{QByteArray(word) + between + code};
    }
    return all;
}

} // namespace

bool saysNoError(QByteArrayView line)
{
    const SaidLevel level = saidLevel(line);
    return level == SaidLevel::Info || level == SaidLevel::Warning;
}

FaultMatcher::FaultMatcher(const QList<FaultRule> &rules)
{
    for (int i = 0; i < rules.size(); ++i) {
        m_isNot.push_back(rules[i].isNot);
        QList<QByteArrayList> signature = rules[i].signature;
        for (const QByteArray &code : rules[i].codes)
            signature += sayings(code);
        for (const QByteArrayList &parts : std::as_const(signature)) {
            int length = 0;
            for (const QByteArray &part : parts)
                length += int(part.size());
            const int nearness = int(FaultRole::Echo) - int(rules[i].role);
            const int ofEngine = rules[i].engines.isEmpty() ? 0 : 10'000;
            m_signatures.push_back({i, rules[i].isInfo, nearness * 100'000 + ofEngine + length, parts});
        }
    }
    QByteArrayList over;
    for (const FaultRule &rule : rules) {
        for (const QByteArray &words : rule.over) {
            if (!over.contains(words))
                over << words;
        }
    }
    for (const QByteArray &words : std::as_const(over))
        m_signatures.push_back({overWords, true, 0, {words}});
    for (const char *words : shutdownWords)
        m_signatures.push_back({stopWords, true, 0, {words}});
    for (const char *words : firstWords)
        m_signatures.push_back({startWords, true, 0, {words}});
    for (const char *words : {"prompt:", "Generated response"})
        m_signatures.push_back({promptWords, true, 0, {words}});
    for (const char *words : workingWords)
        m_signatures.push_back({workWords, true, 0, {words}});
    for (const QByteArrayList &parts : engineWords())
        m_signatures.push_back({wordsOfEngine, true, 0, parts});
    std::vector<QByteArray> keys;
    for (const Signature &signature : m_signatures) {
        keys.push_back(*std::max_element(signature.parts.cbegin(), signature.parts.cend(),
                                         [](const QByteArray &a, const QByteArray &b) { return a.size() < b.size(); }));
        for (const char c : keys.back()) {
            if (m_classes[uint8_t(c)] == 0)
                m_classes[uint8_t(c)] = uint8_t(m_classCount++);
        }
    }
    const auto addState = [this] {
        m_next.resize(m_next.size() + size_t(m_classCount));
        m_ends.emplace_back();
        return uint16_t(m_ends.size() - 1);
    };
    const auto next
        = [this](size_t state, size_t symbol) -> uint16_t & { return m_next[state * size_t(m_classCount) + symbol]; };
    addState();
    for (size_t i = 0; i < keys.size(); ++i) {
        uint16_t state = 0;
        for (const char c : keys[i]) {
            const uint8_t symbol = m_classes[uint8_t(c)];
            if (next(state, symbol) == 0) {
                const uint16_t added = addState(); // moves the table
                next(state, symbol) = added;
            }
            state = next(state, symbol);
        }
        m_ends[state].push_back(uint16_t(i));
    }
    Q_ASSERT(m_ends.size() < 65'000);
    // Where a key does not go on, go to the longest end of it that begins another.
    std::vector<uint16_t> shorter(m_ends.size(), 0);
    std::queue<uint16_t> states;
    for (int symbol = 1; symbol < m_classCount; ++symbol) {
        if (next(0, size_t(symbol)) != 0)
            states.push(next(0, size_t(symbol)));
    }
    while (!states.empty()) {
        const uint16_t state = states.front();
        states.pop();
        const std::vector<uint16_t> &more = m_ends[shorter[state]];
        m_ends[state].insert(m_ends[state].end(), more.begin(), more.end());
        for (int symbol = 1; symbol < m_classCount; ++symbol) {
            uint16_t &to = next(state, size_t(symbol));
            const uint16_t instead = next(shorter[state], size_t(symbol));
            if (to == 0) {
                to = instead;
            } else {
                shorter[to] = instead;
                states.push(to);
            }
        }
    }
}

FaultMatcher::Match FaultMatcher::match(QByteArrayView line) const
{
    Match best;
    int weight = -1;
    std::optional<SaidLevel> level;      // asked when the first key is found: in most lines there is none
    QByteArrayView said = line;          // by the service: what users typed is cut off then, too
    std::vector<bool> seen; // made then, too
    uint16_t state = 0;
    for (const char c : line) {
        const uint8_t symbol = m_classes[uint8_t(c)];
        state = symbol == 0 ? uint16_t(0) : m_next[state * size_t(m_classCount) + symbol];
        for (const uint16_t index : m_ends[state]) {
            if (seen.empty())
                seen.resize(m_signatures.size());
            if (seen[index])
                continue;
            seen[index] = true;
            const Signature &signature = m_signatures[index];
            if (signature.rule >= 0 && signature.weight <= weight)
                continue;
            if (!level) {
                said = line.first(userTextAt(line));
                level = saidLevel(said);
            }
            if (*level == SaidLevel::Info && !signature.isInfo)
                continue;
            qsizetype end = 0;
            const qsizetype first = findParts(said, signature.parts, end);
            if (first < 0)
                continue;
            if (signature.rule >= 0
                && ((*level == SaidLevel::Warning && saysSuccess(said.sliced(end)))
                    || holdsOneOf(said, m_isNot[size_t(signature.rule)])))
                continue;
            if (signature.rule < 0) {
                bool &says = signature.rule == overWords ? best.isOver
                    : signature.rule == stopWords        ? best.isStop
                    : signature.rule == promptWords      ? best.tellsPrompt
                    : signature.rule == workWords        ? best.isWorking
                    : signature.rule == startWords       ? best.isStart
                                                         : best.isOfEngine;
                says = true;
            } else {
                weight = signature.weight;
                best.rule = signature.rule;
                best.at = first;
            }
        }
    }
    best.isWarning = level == SaidLevel::Warning;
    best.isRetried = best.rule >= 0 && saysRetry(said);
    return best;
}
