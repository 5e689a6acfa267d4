#include "core/metrics/enginelog.h"

#include <QRegularExpression>

#include <cmath>
#include <cstring>

using namespace Qt::StringLiterals;

namespace {

constexpr double notLogged = std::numeric_limits<double>::quiet_NaN();

struct Figures {
    double running = notLogged, waiting = notLogged, kvPercent = notLogged;
    double tokens = notLogged, promptTokens = notLogged; // per second
    bool isIdle = false; // and says no more until that changes
};

double numberAfter(const QByteArray &line, const char *words)
{
    const qsizetype at = line.indexOf(words);
    if (at < 0)
        return notLogged;
    qsizetype from = at + qsizetype(strlen(words)), to = from;
    const auto isDigit = [&](qsizetype i) { return i < line.size() && line[i] >= '0' && line[i] <= '9'; };
    while (isDigit(to) || (to > from && to < line.size() && line[to] == '.' && isDigit(to + 1)))
        ++to;
    bool isNumber = false;
    const double value = line.mid(from, to - from).toDouble(&isNumber);
    return isNumber && std::isfinite(value) ? value : notLogged;
}

bool isOfVllm(const QByteArray &line)
{
    return line.contains("Avg generation throughput: ") && line.contains("Running: ");
}

bool isOfSglang(const QByteArray &line)
{
    return line.contains("Decode batch") && line.contains("#running-req: ");
}

Figures figuresOf(const QByteArray &line)
{
    Figures said;
    if (isOfVllm(line)) {
        said.running = numberAfter(line, "Running: ");
        said.waiting = numberAfter(line, line.contains("Pending: ") ? "Pending: " : "Waiting: ");
        said.kvPercent = numberAfter(line, "GPU KV cache usage: ");
        said.tokens = numberAfter(line, "Avg generation throughput: ");
        said.promptTokens = numberAfter(line, "Avg prompt throughput: ");
        said.isIdle = said.tokens == 0 && said.promptTokens == 0;
    } else {
        said.running = numberAfter(line, "#running-req: ");
        said.waiting = numberAfter(line, "#queue-req: ");
        said.kvPercent = 100 * numberAfter(line, "token usage: ");
        said.tokens = numberAfter(line, "gen throughput (token/s): ");
    }
    return said;
}

// "Engine 003", "DP1"; empty where there is one alone.
QByteArray engineOf(const QByteArray &line)
{
    static const QRegularExpression name(u"\\b(Engine \\d+(?=:)|DP\\d+(?= TP\\d+))"_s);
    return name.match(QString::fromLatin1(line)).captured(1).toLatin1();
}

} // namespace

bool EngineLog::read(const QByteArray &end, qint64 nowMs, const QString &node, QList<Sample> &samples)
{
    QMap<QByteArray, QByteArray> newest;
    const qsizetype whole = end.lastIndexOf('\n'); // what follows is not a whole line yet
    for (const QByteArray &line : end.left(whole < 0 ? 0 : whole).split('\n')) {
        if (isOfVllm(line) || isOfSglang(line))
            newest.insert(engineOf(line), line.trimmed());
    }
    for (auto it = newest.cbegin(); it != newest.cend(); ++it) {
        Said &said = m_engines[it.key()];
        if (said.line != it.value())
            said = {it.value(), m_isFirst ? std::nullopt : std::optional(nowMs)};
    }
    m_isFirst = false;
    if (m_engines.isEmpty())
        return false;
    Figures all{0, 0, 0, 0, 0, false};
    for (const Said &said : std::as_const(m_engines)) {
        Figures one = figuresOf(said.line);
        if (!one.isIdle && (!said.sinceMs || nowMs - *said.sinceMs > freshMs || nowMs < *said.sinceMs))
            one = {}; // of a time that nobody knows, or long ago
        all.running += one.running;
        all.waiting += one.waiting;
        all.kvPercent += one.kvPercent / double(m_engines.size());
        all.tokens += one.tokens;
        all.promptTokens += one.promptTokens;
    }
    const auto add = [&](const QString &metric, double value) {
        samples << Sample{nowMs, {node, u"endpoint"_s, metric}, value};
    };
    add(u"serving.tokens"_s, all.tokens);
    add(u"serving.prompt_tokens"_s, all.promptTokens);
    add(u"serving.running"_s, all.running);
    add(u"serving.waiting"_s, all.waiting);
    add(u"serving.kv_cache"_s, all.kvPercent >= 0 && all.kvPercent <= 100.5 ? all.kvPercent : notLogged);
    return true;
}
