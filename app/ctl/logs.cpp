#include "app/ctl/logs.h"

#include "app/ctl/clusterfacts.h"
#include "app/ctl/spans.h"
#include "core/base/plaintext.h"
#include "core/engines/recipebook.h"
#include "core/logs/logreading.h"
#include "core/logs/nodelogs.h"
#include "core/targets/standin.h"

#include <QDateTime>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <mutex>
#include <thread>

using namespace Qt::StringLiterals;

namespace ctl {

namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr const char *logsUsage
    = "usage: ascendctl logs D [--node NAME] [--level debug|info|warning|error|fatal] [--since 10m|TIME] [--grep TEXT] "
      "[--follow] [--json]";
constexpr milliseconds silenceTold{8'000}, silenceEnds{20'000}, again{3'000}, holdBack{1'500};

qint64 nowMs() { return QDateTime::currentMSecsSinceEpoch(); }

int misusedLogs(const QString &sentence)
{
    complain(sentence);
    complain(QLatin1String(logsUsage));
    return Usage;
}

// "10m": so long ago; else a time of ISO 8601, local where it names no zone.
std::optional<qint64> sinceOf(const QString &text)
{
    if (const std::optional<milliseconds> span = spanOf(text))
        return nowMs() - span->count();
    const QDateTime time = QDateTime::fromString(text, Qt::ISODateWithMs);
    return time.isValid() ? std::optional(time.toMSecsSinceEpoch()) : std::nullopt;
}

struct AskedNode
{
    QString name;
    std::optional<double> offset;
    bool wasHeard = false;
    QString error;                       // why it is not there
    QStringList troubles;
};

// What the nodes' threads bring, and the main one takes.
class Inbox
{
public:
    explicit Inbox(const QList<Node> &nodes)
    {
        for (const Node &node : nodes)
            m_nodes << AskedNode{node.name, {}, false, {}, {}};
    }
    void put(qsizetype node, LogNews news)
    {
        const std::scoped_lock lock(m_mutex);
        m_nodes[node].wasHeard = true;
        m_nodes[node].error.clear();
        if (news.clockOffset)
            m_nodes[node].offset = news.clockOffset;
        m_batches += news.batches;
    }
    // True: that is news.
    bool fail(qsizetype node, const QString &why)
    {
        const std::scoped_lock lock(m_mutex);
        return std::exchange(m_nodes[node].error, why) != why;
    }
    QStringList newTroubles(qsizetype node, const QStringList &troubles)
    {
        const std::scoped_lock lock(m_mutex);
        const QStringList before = std::exchange(m_nodes[node].troubles, troubles);
        QStringList news;
        for (const QString &one : troubles) {
            if (!before.contains(one))
                news << one;
        }
        return news;
    }
    // Of a round that goes on.
    QStringList moreTroubles(qsizetype node, const QStringList &troubles)
    {
        const std::scoped_lock lock(m_mutex);
        QStringList &known = m_nodes[node].troubles;
        QStringList news;
        for (const QString &one : troubles) {
            if (!known.contains(one))
                news << one;
        }
        known << news;
        return news;
    }
    QList<LogBatch> take()
    {
        const std::scoped_lock lock(m_mutex);
        return std::exchange(m_batches, {});
    }
    QList<AskedNode> nodes() const
    {
        const std::scoped_lock lock(m_mutex);
        return m_nodes;
    }

private:
    mutable std::mutex m_mutex;
    QList<AskedNode> m_nodes;
    QList<LogBatch> m_batches;
};

Json lineJson(const LogStore &store, qint64 line, bool isSimulated)
{
    const QString level = levelName(store.level(line));
    Json json{{"time", store.hasTime(line) ? Json(stampText(store.ms(line))) : Json(nullptr)},
              {"node", store.node(line)},
              {"process", store.process(line)},
              {"level", level.isEmpty() ? Json(nullptr) : Json(level)},
              {"text", QString::fromUtf8(store.text(line))}};
    if (store.isLater(line)) {           // said then or later
        const std::optional<qint64> until = store.untilMs(line);
        json["timeIsAtLeast"] = store.hasTime(line);
        json["timeAtMost"] = until ? Json(stampText(*until)) : Json(nullptr);
    }
    if (isSimulated)
        json["simulated"] = true;
    return json;
}

constexpr int timeWidth = 24;            // of "2026-03-18T10:33:52.113Z"

QString lineWords(const LogStore &store, qint64 line)
{
    return u"%1  %2  %3  %4  %5"_s.arg(lineTime(store, line).leftJustified(timeWidth), store.node(line),
                                       store.process(line), levelName(store.level(line)).leftJustified(7),
                                       QString::fromUtf8(store.text(line)));
}

// Ends a round in which nothing is heard any more; says so before.
class SilenceWatch
{
public:
    SilenceWatch(QString node, std::stop_token stop)
        : m_node(std::move(node))
        , m_heardMs(nowMs())
        , m_passOn(std::move(stop), [this] { m_enough.request_stop(); })
        , m_thread([this](std::stop_token quit) { watch(std::move(quit)); })
    {
    }
    void hear() { m_heardMs = nowMs(); }
    std::stop_token stop() const { return m_enough.get_token(); }

private:
    void watch(std::stop_token quit)
    {
        bool isTold = false;
        while (!quit.stop_requested() && !m_enough.stop_requested()) {
            std::this_thread::sleep_for(milliseconds(100));
            const qint64 silent = nowMs() - m_heardMs;
            if (silent < silenceTold.count())
                isTold = false;
            else if (!std::exchange(isTold, true))
                complain(u"%1 has not said anything for %2 s."_s.arg(m_node).arg(silent / 1000));
            if (silent > silenceEnds.count())
                m_enough.request_stop();
        }
    }
    const QString m_node;
    std::atomic<qint64> m_heardMs;
    std::stop_source m_enough;
    std::stop_callback<std::function<void()>> m_passOn;
    std::jthread m_thread;               // last: joined before the rest goes
};

struct LogsOrder
{
    Opened opened;
    QHash<QString, Launch> launches;
    std::shared_ptr<const FaultMatcher> matcher;
    bool follows = false;
};

void askNode(const LogsOrder &order, qsizetype index, std::stop_token stop, Inbox &inbox)
{
    const Node &node = order.opened.deployment.nodes[index];
    const auto launch = order.launches.constFind(node.name);
    NodeLogs logs(node.name, logQuestion(launch == order.launches.cend() ? std::nullopt : std::optional(*launch)),
                  order.matcher);
    logs.setTail(8 * 1024 * 1024, 50'000);
    std::unique_ptr<Shell> shell;
    do {
        SilenceWatch watch(node.name, stop);
        Result<QStringList> ended = QStringList();
        if (!shell) {
            Result<std::unique_ptr<Shell>> opened = shellFactoryFor(node, order.opened.connections)(watch.stop());
            if (opened)
                shell = *std::move(opened);
            else
                ended = opened.error();
        }
        if (shell)
            ended = logs.read(*shell, order.follows ? seconds(45) : seconds(0), watch.stop(), [&](LogNews news) {
                watch.hear();
                for (const QString &trouble : inbox.moreTroubles(index, news.troubles))
                    complain(trouble);
                inbox.put(index, std::move(news));
            });
        if (stop.stop_requested())
            return;
        if (!ended) {
            shell.reset();
            QString why = ended.error().kind == ErrorKind::Canceled ? u"it says nothing any more"_s
                                                                    : ended.error().message;
            if (inbox.fail(index, why)) {
                complain(why.contains(node.name) ? why : u"%1: %2"_s.arg(node.name, why));
                if (const QString hint = howToGoOn(ended.error()); !hint.isEmpty())
                    complain(hint);
            }
        } else {
            for (const QString &trouble : inbox.newTroubles(index, *ended))
                complain(trouble);
        }
        const qint64 until = nowMs() + again.count();
        while (order.follows && nowMs() < until && !stop.stop_requested() && (!ended || !ended->isEmpty()))
            std::this_thread::sleep_for(milliseconds(50));
    } while (order.follows && !stop.stop_requested());
}

// Lines as they come, those of a moment in order of time.
qint64 tellFollowed(const Call &call, const LogFilter &filter, bool isSimulated, Inbox &inbox,
                    const std::atomic<int> &open)
{
    const LogSieve sieve(filter);
    std::deque<std::pair<qint64, LogBatch>> held; // when it came
    qint64 told = 0;
    bool isLast = false;
    while (!isLast) {
        isLast = open == 0 || call.stop.stop_requested() || isOutputLost();
        for (LogBatch &batch : inbox.take())
            held.emplace_back(nowMs(), std::move(batch));
        LogStore ripe;
        while (!held.empty() && (isLast || nowMs() - held.front().first >= holdBack.count())) {
            ripe.append(held.front().second, nowMs());
            held.pop_front();
        }
        for (const qint64 line : ripe.order()) {
            if (!sieve.passes(ripe, line))
                continue;
            ++told;
            if (call.json)
                printPiece(QString::fromUtf8(withoutControls(QByteArray::fromStdString(
                               lineJson(ripe, line, isSimulated).dump(-1, ' ', false, Json::error_handler_t::replace))))
                           + u'\n');
            else
                printLine(lineWords(ripe, line));
        }
        if (!isLast)
            std::this_thread::sleep_for(milliseconds(100));
    }
    return told;
}

qint64 tellAll(const Call &call, const LogFilter &filter, bool isSimulated, const LogStore &store,
               const QList<AskedNode> &nodes)
{
    const LogSieve sieve(filter);
    Json lines = Json::array();
    qint64 told = 0;
    for (const qint64 line : store.order()) {
        if (!sieve.passes(store, line))
            continue;
        ++told;
        if (call.json)
            lines.push_back(lineJson(store, line, false));
        else
            printLine(lineWords(store, line));
    }
    if (store.dropped() > 0)
        complain(u"%1 older lines were dropped."_s.arg(store.dropped()));
    if (!call.json)
        return told;
    Json document{{"nodes", Json::array()}, {"lines", lines}, {"dropped", store.dropped()}};
    for (const AskedNode &node : nodes) {
        Json one{{"name", node.name},
                 {"reachable", node.wasHeard},
                 {"clockOffsetSeconds", node.offset ? Json(*node.offset) : Json(nullptr)},
                 {"troubles", Json::array()}};
        for (const QString &trouble : node.troubles)
            one["troubles"].push_back(trouble);
        if (!node.error.isEmpty())
            one["error"] = node.error;
        document["nodes"].push_back(one);
    }
    if (isSimulated)
        document["simulated"] = true;
    printJson(document);
    return told;
}

} // namespace

int logs(const Call &call)
{
    QStringList arguments = call.arguments;
    LogsOrder order;
    order.follows = arguments.removeAll(u"--follow"_s) > 0;
    QString node, level, since, words;
    for (const auto &[name, value] : {std::pair{"--node", &node}, std::pair{"--level", &level},
                                      std::pair{"--since", &since}, std::pair{"--grep", &words}}) {
        if (!takeValue(arguments, name, *value))
            return misusedLogs(u"%1 needs a value."_s.arg(QLatin1String(name)));
    }
    LogFilter filter;
    filter.node = node;
    filter.words = words;
    if (!level.isEmpty() && !levelNamed(level))
        return misusedLogs(u"'%1' is no level."_s.arg(level));
    filter.least = levelNamed(level).value_or(LogLevel::Unknown);
    filter.fromMs = since.isEmpty() ? std::nullopt : sinceOf(since);
    if (!since.isEmpty() && !filter.fromMs)
        return misusedLogs(u"--since takes a time such as 10m, 2h or 2026-03-18T10:33:52, not '%1'."_s.arg(since));
    Result<Opened> opened = openDeployment(arguments, call.stop);
    if (!opened)
        return opened.error().facts.contains(u"usage"_s) ? misusedLogs(opened.error().message) : fail(opened.error());
    if (!arguments.isEmpty())
        return misusedLogs(u"'%1' is not understood."_s.arg(arguments.last()));
    if (const Result<void> fine = wantNodes(*opened); !fine)
        return fail(fine.error());
    order.opened = *std::move(opened);
    QList<Node> &nodes = order.opened.deployment.nodes;
    if (!node.isEmpty()
        && std::none_of(nodes.cbegin(), nodes.cend(), [&](const Node &one) { return one.name == node; }))
        return misusedLogs(u"The deployment has no node '%1'."_s.arg(node));
    std::atomic<bool> isSimulated = order.opened.deployment.simulated;
    order.opened.connections.onSimulated = [&isSimulated](const QString &) { isSimulated = true; };

    const Result<QList<FaultRule>> rules = loadFaultRules();
    if (!rules)
        return fail(rules.error());
    order.matcher = std::make_shared<const FaultMatcher>(*rules);
    // Which container and which log follow from the facts of all nodes.
    const QList<NodeFacts> facts = askNodes(order.opened, call.stop);
    if (call.stop.stop_requested())
        return fail(canceled());
    const Result<Recipe> recipe = findRecipe(order.opened.deployment.recipe);
    const Result<QHash<QString, Launch>> launches = recipe
        ? launchesToRead(withDefaults(order.opened.deployment), *recipe, facts)
        : Result<QHash<QString, Launch>>(recipe.error());
    if (launches)
        order.launches = *launches;
    else
        complain(u"%1 Only the kernel's log is read."_s.arg(launches.error().message));
    if (!node.isEmpty())
        nodes.removeIf([&](const Node &one) { return one.name != node; });

    Inbox inbox(nodes);
    std::atomic<int> open = int(nodes.size());
    qint64 told = 0;
    {
        std::vector<std::jthread> threads;
        for (qsizetype i = 0; i < nodes.size(); ++i)
            threads.emplace_back([&, i] {
                askNode(order, i, call.stop, inbox);
                --open;
            });
        if (order.follows)
            told = tellFollowed(call, filter, isSimulated, inbox, open);
    }
    const QList<AskedNode> asked = inbox.nodes();
    if (!order.follows) {
        LogStore store;
        for (const LogBatch &batch : inbox.take())
            store.append(batch, nowMs());
        told = tellAll(call, filter, isSimulated, store, asked);
    }
    const bool isAnyHeard
        = std::any_of(asked.cbegin(), asked.cend(), [](const AskedNode &one) { return one.wasHeard; });
    return !isAnyHeard ? CouldNotAsk : told > 0 || order.follows ? Yes : No;
}

} // namespace ctl
