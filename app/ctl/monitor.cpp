#include "app/ctl/monitor.h"

#include "app/ctl/clusterfacts.h"
#include "app/ctl/open.h"
#include "core/base/plaintext.h"
#include "core/engines/recipebook.h"
#include "core/metrics/endpointsampler.h"
#include "core/metrics/sampler.h"
#include "core/recipes/recipe.h"
#include "core/serving/verify.h"
#include "core/store/samplearchive.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QRegularExpression>

#include <cerrno>
#include <cmath>
#include <condition_variable>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <deque>
#include <mutex>
#include <thread>

using namespace Qt::StringLiterals;

namespace ctl {

namespace {

constexpr std::chrono::milliseconds interval{1000};

struct Texts
{
    Q_DECLARE_TR_FUNCTIONS(AscendctlMonitor)
};

struct Options
{
    bool once = false;
    std::optional<std::chrono::milliseconds> span;
    QString database;
};

// "60s", "5m", "2h", "500ms", "60": seconds.
std::optional<std::chrono::milliseconds> spanOf(const QString &text)
{
    static const QRegularExpression span(u"^(\\d{1,7})(ms|s|m|h)?$"_s);
    const QRegularExpressionMatch match = span.match(text);
    if (!match.hasMatch())
        return std::nullopt;
    const qint64 number = match.captured(1).toLongLong();
    const QString unit = match.captured(2);
    return std::chrono::milliseconds(number * (unit == u"ms" ? 1 : unit == u"m" ? 60'000 : unit == u"h" ? 3600'000 : 1000));
}

Result<Options> takeOptions(QStringList &arguments)
{
    const auto usage = [](const QString &sentence) { return Error{ErrorKind::Invalid, sentence, {}, {{u"usage"_s, u"1"_s}}}; };
    Options options;
    options.once = arguments.removeAll(u"--once"_s) > 0;
    for (const QString &name : {u"--for"_s, u"--db"_s}) {
        const qsizetype at = arguments.indexOf(name);
        if (at < 0)
            continue;
        if (at + 1 >= arguments.size())
            return usage(Texts::tr("%1 needs a value.").arg(name));
        const QString value = arguments.takeAt(at + 1);
        arguments.removeAt(at);
        if (name == u"--db") {
            options.database = value;
        } else if (!(options.span = spanOf(value))) {
            return usage(Texts::tr("--for takes a time such as 60s, 5m or 2h, not '%1'.").arg(value));
        }
    }
    return options;
}

// What the sampling threads hand over: lists of samples and errors, in the order in which they came.
struct Piece
{
    QString node;
    bool simulated = false;
    Result<QList<Sample>> samples;
};

class Inbox
{
public:
    void put(Piece piece)
    {
        const std::scoped_lock lock(m_mutex);
        m_pieces.push_back(std::move(piece));
        m_arrived.notify_one();
    }

    void sourceEnded()
    {
        const std::scoped_lock lock(m_mutex);
        --m_sources;
        m_arrived.notify_one();
    }

    void setSources(int count) { m_sources = count; }

    // Nothing when all sources have ended and everything was taken.
    std::optional<Piece> take()
    {
        std::unique_lock lock(m_mutex);
        m_arrived.wait(lock, [this] { return !m_pieces.empty() || m_sources == 0; });
        if (m_pieces.empty())
            return std::nullopt;
        Piece piece = std::move(m_pieces.front());
        m_pieces.pop_front();
        return piece;
    }

private:
    std::mutex m_mutex;
    std::condition_variable m_arrived;
    std::deque<Piece> m_pieces;
    int m_sources = 0;
};

// Until the time or a stop request; false: stopped.
bool waitUntil(std::chrono::steady_clock::time_point when, std::stop_token stop)
{
    while (!stop.stop_requested() && std::chrono::steady_clock::now() < when)
        std::this_thread::sleep_for(std::min<std::chrono::steady_clock::duration>(std::chrono::milliseconds(50), when - std::chrono::steady_clock::now()));
    return !stop.stop_requested();
}

// read() each interval until the end; a reading that takes longer skips what it overslept.
template<typename Read>
void repeat(const Options &options, std::stop_token stop, Read read)
{
    const auto begin = std::chrono::steady_clock::now();
    auto next = begin;
    do {
        read();
        if (options.once)
            return;
        while (next <= std::chrono::steady_clock::now())
            next += interval;
        if (options.span && next > begin + *options.span)
            return;
    } while (waitUntil(next, stop));
}

void watchNode(const Node &node, const ConnectionSettings &connections, const Options &options, std::stop_token stop, Inbox &inbox)
{
    bool simulated = false;
    ConnectionSettings marked = connections;
    marked.onSimulated = [&simulated](const QString &) { simulated = true; }; // on this thread, before the first reading
    const ShellFactory open = shellFactoryFor(node, marked);
    std::unique_ptr<Shell> shell;
    NodeSampling memory;
    QList<MetricKey> known;              // what the last reading had: null when the next one fails
    const auto gapsBeside = [&](const QList<Sample> &samples) {
        QList<Sample> gaps;
        for (const MetricKey &key : std::as_const(known)) {
            if (std::none_of(samples.begin(), samples.end(), [&key](const Sample &sample) { return sample.key == key; }))
                gaps << Sample{QDateTime::currentMSecsSinceEpoch(), key};
        }
        return gaps;
    };
    // Asked for and not reported, before anybody knows which chips there are: a line without a device for each figure.
    const auto unseenChips = [&] {
        QList<Sample> gaps;
        if (std::none_of(known.begin(), known.end(), [](const MetricKey &key) { return key.metric.startsWith(u"npu."_s); })) {
            for (const QString &metric : {u"npu.health"_s, u"npu.aicore"_s, u"npu.hbm.used"_s, u"npu.hbm.total"_s, u"npu.temperature"_s, u"npu.power"_s})
                gaps << Sample{QDateTime::currentMSecsSinceEpoch(), {node.name, {}, metric}};
        }
        return gaps;
    };
    const auto put = [&](Result<NodeReading> reading) {
        if (!reading) {
            if (stop.stop_requested() || reading.error().kind == ErrorKind::Canceled)
                return; // it was not asked: null would say that it did not report
            inbox.put({node.name, simulated, gapsBeside({}) + unseenChips()});
            inbox.put({node.name, simulated, reading.error()});
            return;
        }
        const QList<Sample> samples = reading->samples + (reading->npuSmi ? gapsBeside(reading->samples) : QList<Sample>());
        known.clear();
        for (const Sample &sample : samples)
            known << sample.key;
        inbox.put({node.name, simulated, reading->npuSmi ? samples + unseenChips() : samples});
        if (reading->npuSmi)
            inbox.put({node.name, simulated, *reading->npuSmi});
    };
    repeat(options, stop, [&] {
        if (!shell) {
            Result<std::unique_ptr<Shell>> opened = open(stop);
            if (!opened) {
                put(opened.error());
                return;
            }
            shell = *std::move(opened);
            if (options.once) { // a share needs two readings
                (void)sampleNode(*shell, node.name, stop, &memory);
                waitUntil(std::chrono::steady_clock::now() + std::chrono::milliseconds(300), stop);
            }
        }
        Result<NodeReading> reading = sampleNode(*shell, node.name, stop, &memory);
        if (!reading && reading.error().kind == ErrorKind::Connection)
            shell.reset();
        put(std::move(reading));
    });
}

void watchEndpoint(const Opened &opened, const QString &url, const Options &options, std::stop_token stop, Inbox &inbox)
{
    const QString node = opened.deployment.nodes.first().name;
    const bool simulated = saysSimulated(opened, stop, node); // known before the first value is told
    std::optional<EndpointReading> before;
    repeat(options, stop, [&] {
        Result<EndpointReading> reading = readEndpoint(url, stop);
        if (reading && options.once && waitUntil(std::chrono::steady_clock::now() + interval, stop)) {
            before = *reading;
            reading = readEndpoint(url, stop);
        }
        if (!reading) {
            before.reset();
            inbox.put({{}, false, reading.error()});
            return;
        }
        inbox.put({node, simulated, servingSamples(*reading, before ? &*before : nullptr, node)});
        before = *reading;
    });
}

// 37, not 37.0
Json numberJson(double value)
{
    if (!std::isfinite(value))
        return nullptr;
    return value == std::floor(value) && std::abs(value) < 1e15 ? Json(qint64(value)) : Json(value);
}

// A quantile of a histogram is known by its bucket: "bucket":[1000,2500], or value null with "above":10000.
void addBucket(Json &json, const Sample &sample, const QList<Sample> &siblings)
{
    const auto valueOf = [&](const QString &which) {
        for (const Sample &other : siblings) {
            if (other.key.node == sample.key.node && other.key.metric == sample.key.metric + which)
                return other.value;
        }
        return std::numeric_limits<double>::quiet_NaN();
    };
    if (!sample.key.metric.startsWith(u"serving.") || std::isnan(sample.value))
        return;
    const double low = valueOf(u".low"_s), high = valueOf(u".high"_s);
    if (std::isinf(sample.value))
        json["above"] = numberJson(low);
    else if (std::isfinite(low) && std::isfinite(high))
        json["bucket"] = {numberJson(low), numberJson(high)};
}

QByteArray lineOf(const Sample &sample, const QList<Sample> &siblings, bool simulated)
{
    static const QHash<QString, QString> units = [] {
        QHash<QString, QString> units;
        for (const MetricInfo &info : metricCatalogue())
            units.insert(info.metric, info.unit);
        return units;
    }();
    Json json = {{"time", isoTime(sample.timeMs)}, {"node", sample.key.node}, {"device", sample.key.device.isEmpty() ? Json(nullptr) : Json(sample.key.device)}, {"metric", sample.key.metric},
                 {"value", numberJson(sample.value)}, {"unit", units.value(sample.key.metric)}};
    addBucket(json, sample, siblings);
    if (simulated)
        json["simulated"] = true;
    return withoutControls(compactJson(json)) + '\n';
}

// Into the archive, come what may: what goes wrong and what is well again is said once each.
class Keeping
{
public:
    void take(SampleArchive &archive, const QList<Sample> &samples)
    {
        if (m_turn < 0)
            m_turn = archive.turn();
        const Result<void> written = archive.append(samples);
        if (!written && !m_isTroubled) {
            m_isTroubled = true;
            complain(Texts::tr("%1 Sampling goes on, and what is sampled is kept as soon as it can be written again.").arg(written.error().message));
        } else if (written && m_isTroubled && !archive.isBehind()) {
            m_isTroubled = false;
            complain(lostOf(archive).isEmpty() ? Texts::tr("The samples are being kept again; none was lost.")
                                               : Texts::tr("The samples are being kept again. %1").arg(lostOf(archive)));
        }
        if (archive.turn() > m_turn) {
            m_turn = archive.turn();
            complain(Texts::tr("This computer's clock was set back. Samples carry the time that it shows; what was kept before stays as it is (column turn)."));
        }
    }

    // False: not everything is in the file.
    bool finish(SampleArchive &archive)
    {
        if (const Result<void> written = archive.flush(); !written) {
            complain(Texts::tr("%1 %n samples were not kept.", nullptr, int(archive.waiting())).arg(written.error().message));
            return false;
        }
        return archive.lost() == 0;
    }

private:
    static QString lostOf(const SampleArchive &archive)
    {
        return archive.lost() == 0 ? QString() : Texts::tr("%n samples in between were lost.", nullptr, int(archive.lost()));
    }

    bool m_isTroubled = false;
    qint64 m_turn = -1;
};

} // namespace

int monitor(const Call &call)
{
    QStringList arguments = call.arguments;
    const Result<Options> options = takeOptions(arguments);
    if (!options)
        return fail(options.error());
    const Result<Opened> opened = openDeployment(arguments, call.stop);
    if (!opened)
        return fail(opened.error());
    if (!arguments.isEmpty()) {
        complain(Texts::tr("ascendctl monitor: '%1' is not understood. usage: monitor D [--once] [--for 60s] [--db FILE]").arg(arguments.first()));
        return Usage;
    }
    std::signal(SIGXFSZ, SIG_IGN);       // a file that may not grow is an error of that write, not the end
    std::optional<SampleArchive> archive;
    if (!options->database.isEmpty()) {
        Result<SampleArchive> file = SampleArchive::open(options->database);
        if (!file)
            return fail(file.error());
        archive.emplace(*std::move(file));
    }

    const Deployment &deployment = opened->deployment;
    const Result<Recipe> recipe = findRecipe(deployment.recipe);
    const QString metricsUrl = recipe && !deployment.nodes.isEmpty() ? endpointOf(deployment, *recipe, opened->connections).metricsUrl : QString();
    Inbox inbox;
    inbox.setSources(int(deployment.nodes.size()) + (metricsUrl.isEmpty() ? 0 : 1));
    std::vector<std::jthread> threads; // end by themselves: all look at call.stop
    for (const Node &node : deployment.nodes) {
        threads.emplace_back([&, node] {
            watchNode(node, opened->connections, *options, call.stop, inbox);
            inbox.sourceEnded();
        });
    }
    if (!metricsUrl.isEmpty()) {
        threads.emplace_back([&] {
            watchEndpoint(*opened, metricsUrl, *options, call.stop, inbox);
            inbox.sourceEnded();
        });
    }

    bool anyNode = false, isOutputBroken = false;
    Keeping keeping;
    QHash<QString, QString> complained; // node -> what was said last
    while (const std::optional<Piece> piece = inbox.take()) {
        if (!piece->samples) {
            const Error &error = piece->samples.error();
            // An endpoint that is not there (yet) is no news; a node that is not, is, once.
            if (error.kind == ErrorKind::Canceled || piece->node.isEmpty() || complained.value(piece->node) == error.message)
                continue;
            complained[piece->node] = error.message;
            complain(error.message.contains(piece->node) ? error.message : u"%1: %2"_s.arg(piece->node, error.message));
            if (const QString hint = howToGoOn(error); !hint.isEmpty())
                complain(hint);
            continue;
        }
        // A node whose npu-smi does not answer was not asked for what counts.
        const bool hasChips = std::any_of(piece->samples->begin(), piece->samples->end(), [](const Sample &s) {
            return !std::isnan(s.value) && s.key.metric.startsWith(u"npu."_s);
        });
        if (hasChips)
            complained.remove(piece->node);
        anyNode = anyNode || hasChips;
        QByteArray lines;
        for (const Sample &sample : *piece->samples) {
            if (!isBucketMetric(sample.key.metric))
                lines += lineOf(sample, *piece->samples, piece->simulated || deployment.simulated);
        }
        if (fwrite(lines.constData(), 1, size_t(lines.size()), stdout) != size_t(lines.size()) || fflush(stdout) != 0) {
            if (errno != EPIPE && !isOutputBroken)
                complain(u"ascendctl: the output cannot be written: %1."_s.arg(QString::fromLocal8Bit(strerror(errno))));
            isOutputBroken = true;
            if (!call.stop.stop_requested())
                std::raise(SIGINT); // nobody reads any more
        }
        if (archive) {
            QList<Sample> kept = *piece->samples;
            kept.removeIf([](const Sample &sample) { return sample.key.device.isEmpty() && sample.key.metric.startsWith(u"npu."_s); });
            keeping.take(*archive, kept);
        }
    }
    if (!anyNode && call.stop.stop_requested())
        complain(Texts::tr("Stopped before a node was asked."));
    const bool isKept = !archive || keeping.finish(*archive);
    return !anyNode || isOutputBroken ? CouldNotAsk : isKept ? Yes : No;
}

} // namespace ctl
