#include "app/ctl/monitor.h"

#include "app/ctl/clusterfacts.h"
#include "app/ctl/monitorlines.h"
#include "app/ctl/open.h"
#include "app/ctl/spans.h"
#include "app/ctl/stopcall.h"
#include "core/base/data.h"
#include "core/base/inputfile.h"
#include "core/base/languages.h"
#include "core/engines/recipebook.h"
#include "core/metrics/endpointsource.h"
#include "core/metrics/nodesource.h"
#include "core/metrics/sampler.h"
#include "core/monitor/alerthook.h"
#include "core/monitor/alertreplay.h"
#include "core/monitor/exposition.h"
#include "core/monitor/ownalerts.h"
#include "core/monitor/prometheussource.h"
#include "core/monitor/prometheusrules.h"
#include "core/recipes/recipe.h"
#include "core/serving/endpointuse.h"
#include "core/serving/verify.h"
#include "core/store/samplearchive.h"
#include "inference/metricsendpoint.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QEventLoop>
#include <QFileInfo>
#include <QTimer>

#include <atomic>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <list>
#include <mutex>

using namespace Qt::StringLiterals;

namespace ctl {

namespace {

constexpr std::chrono::milliseconds interval{1000};

struct Texts
{
    Q_DECLARE_TR_FUNCTIONS(AscendctlMonitor)
};

struct MonitorOptions
{
    bool once = false;
    std::optional<std::chrono::milliseconds> span;
    QString database;
    std::optional<int> port;             // 0: any that is free
    bool alerts = false;                 // what the rules say, instead of the samples
    bool sources = false;                // what the figures come from, and what that costs, to people
    QString prometheus;                  // a server that is asked instead of the nodes
};

// ":9187", "9187", "127.0.0.1:9187". It listens on this machine only.
std::optional<int> metricsPort(const QString &text, QString &wrong)
{
    const QString host = text.contains(u':') ? text.section(u':', 0, -2) : QString();
    bool isNumber = false;
    const int port = text.section(u':', -1).toInt(&isNumber);
    if (!isNumber || port < 0 || port > 65535)
        wrong = Texts::tr("--prometheus takes a port, as :9187, not '%1'.").arg(text);
    else if (!host.isEmpty() && host != "127.0.0.1"_L1 && host != "localhost"_L1)
        wrong = Texts::tr("--prometheus listens on 127.0.0.1 only, not on %1: a Prometheus server elsewhere asks "
                          "through an SSH tunnel, as by ssh -L.")
                    .arg(host);
    else
        return port;
    return {};
}

Result<MonitorOptions> takeOptions(QStringList &arguments)
{
    const auto usage = [](const QString &sentence) {
        return Error{ErrorKind::Invalid, sentence, {}, {{u"usage"_s, u"1"_s}}};
    };
    MonitorOptions options;
    options.once = arguments.removeAll(u"--once"_s) > 0;
    options.alerts = arguments.removeAll(u"--alerts"_s) > 0;
    options.sources = arguments.removeAll(u"--sources"_s) > 0;
    for (const QString &name : {u"--for"_s, u"--db"_s, u"--prometheus"_s, u"--from-prometheus"_s}) {
        const qsizetype at = arguments.indexOf(name);
        if (at < 0)
            continue;
        if (at + 1 >= arguments.size())
            return usage(Texts::tr("%1 needs a value.").arg(name));
        const QString value = arguments.takeAt(at + 1);
        arguments.removeAt(at);
        if (name == u"--db") {
            options.database = value;
        } else if (name == u"--from-prometheus") {
            const Result<QString> url = prometheusUrl(value);
            if (!url)
                return usage(url.error().message);
            options.prometheus = *url;
        } else if (name == u"--prometheus") {
            QString wrong;
            options.port = metricsPort(value, wrong);
            if (!options.port)
                return usage(wrong);
        } else if (options.span = spanOf(value); !options.span || options.span->count() == 0) {
            return usage(Texts::tr("--for takes a time such as 60s, 5m or 2h, not '%1'.").arg(value));
        }
    }
    if (options.once && options.span)
        return usage(Texts::tr("--once and --for exclude each other."));
    if (options.once && options.alerts)
        return usage(Texts::tr("--once and --alerts exclude each other: a rule asks for how long something lasts."));
    if (options.once && options.port)
        return usage(Texts::tr("--once and --prometheus exclude each other: the server asks again and again."));
    return options;
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
            complain(Texts::tr("%1 Sampling goes on, and what is sampled is kept as soon as it can be written again.")
                         .arg(written.error().message));
        } else if (written && m_isTroubled && !archive.isBehind()) {
            m_isTroubled = false;
            complain(lostOf(archive).isEmpty()
                         ? Texts::tr("The samples are being kept again; none was lost.")
                         : Texts::tr("The samples are being kept again. %1").arg(lostOf(archive)));
        }
        if (archive.turn() > m_turn) {
            m_turn = archive.turn();
            complain(Texts::tr("This computer's clock was set back. Samples carry the time that it shows; what was "
                               "kept before stays as it is (column turn)."));
        }
    }

    // False: not everything is in the file.
    bool finish(SampleArchive &archive)
    {
        if (const Result<void> written = archive.flush(); !written) {
            complain(Texts::tr("%1 %n samples were not kept.", nullptr, int(archive.waiting()))
                         .arg(written.error().message));
            return false;
        }
        return archive.lost() == 0;
    }

private:
    static QString lostOf(const SampleArchive &archive)
    {
        return archive.lost() == 0 ? QString()
                                   : Texts::tr("%n samples in between were lost.", nullptr, int(archive.lost()));
    }

    bool m_isTroubled = false;
    qint64 m_turn = -1;
};

QStringList namesOf(const Deployment &deployment)
{
    QStringList names;
    for (const Node &node : deployment.nodes)
        names << node.name;
    return names;
}

// What is asked for on other threads.
class Exposed
{
public:
    explicit Exposed(const Deployment &deployment) : m_exposition(deployment.name, namesOf(deployment))
    {
        if (deployment.simulated)
            m_exposition.noteSimulated();
    }
    void take(const QList<Sample> &samples, bool isSimulated)
    {
        const std::lock_guard lock(m_mutex);
        m_exposition.take(samples);
        if (isSimulated)
            m_exposition.noteSimulated();
    }
    QByteArray text() const
    {
        const std::lock_guard lock(m_mutex);
        return m_exposition.text(QDateTime::currentMSecsSinceEpoch());
    }

private:
    mutable std::mutex m_mutex;
    Exposition m_exposition;
};

// What came, to the output and into the archive; what went wrong, to people, once.
class Telling
{
public:
    Telling(const Call &call, const Deployment &deployment, SampleArchive *archive, Exposed *exposed,
            AlertWatch *alerts)
        : m_call(call)
        , m_deployment(deployment.name)
        , m_isSimulated(deployment.simulated)
        , m_archive(archive)
        , m_exposed(exposed)
        , m_alerts(alerts)
    {
        QObject::connect(&m_hook, &AlertHook::troubleChanged, &m_hook, [this] {
            complain(m_hook.trouble() ? m_hook.trouble()->message
                                      : Texts::tr("The webhook at %1 is told of alerts again.").arg(
                                          webhookName(m_hook.url())));
        });
    }

    void setWebhook(const QString &url) { m_hook.setUrl(url); }

    // The file of the archive: the alerts are kept beside the samples that they are about, as the window does.
    void keepAlertsIn(const QString &file) { m_alertFile = file; }

    // What could not be delivered yet has some more seconds.
    void finishHook()
    {
        if (m_hook.isIdle())
            return;
        QEventLoop loop;
        QObject::connect(&m_hook, &AlertHook::idle, &loop, &QEventLoop::quit);
        QTimer::singleShot(std::chrono::seconds(10), &loop, &QEventLoop::quit);
        loop.exec();
        if (!m_hook.isIdle())
            complain(Texts::tr("The webhook at %1 was not told of everything.").arg(webhookName(m_hook.url())));
    }

    void tick()
    {
        const qint64 now = QDateTime::currentMSecsSinceEpoch();
        tell(m_alerts->tick(now));
        tellAround(now - aroundAlertMs);
    }

    // Of the alerts that were told until then.
    void tellAround(qint64 untilMs)
    {
        QList<AlertRecord> records;
        for (qsizetype i = 0; i < m_without.size();) {
            if (m_without[i].firedMs > untilMs) {
                ++i;
                continue;
            }
            const Alert alert = m_without.takeAt(i);
            AlertRecord record = recordOf(alert, *m_alerts->rule(alert.rule));
            record.around = seriesAround(m_history, alert, m_endpointNode);
            write(aroundLine(alert, record.around, QDateTime::currentMSecsSinceEpoch(), m_isSimulated));
            records << record;
        }
        keepAlerts(records);
    }

    void take(const QString &node, const QList<Sample> &samples, bool isSimulated)
    {
        // A node whose npu-smi does not answer was not asked for what counts.
        const bool hasChips = std::any_of(samples.begin(), samples.end(), [](const Sample &s) {
            return !std::isnan(s.value) && s.key.metric.startsWith(u"npu."_s);
        });
        if (hasChips)
            m_complained.remove(node);
        m_anyNode = m_anyNode || hasChips;
        m_isSimulated = m_isSimulated || isSimulated;
        if (m_exposed)
            m_exposed->take(samples, m_isSimulated);
        if (m_alerts) {
            m_history.append(samples);
            if (!samples.isEmpty() && samples.first().key.device == "endpoint"_L1)
                m_endpointNode = samples.first().key.node;
            tell(m_alerts->take(samples));
        }
        if (m_exposed || m_alerts) {
            keep(samples);
            return;
        }
        QByteArray lines;
        for (const Sample &sample : samples) {
            if (!isBucketMetric(sample.key.metric))
                lines += sampleLine(sample, samples, m_isSimulated, m_uses.value(sample.key.node) + m_endpointUses);
        }
        write(lines);
        keep(samples);
    }

    // What the node's figures come from. That npu-exporter is found, and that it is gone, is told as it happens.
    void takeUses(const QString &node, const QList<SourceUse> &uses)
    {
        QList<SourceUse> &known = m_uses[node];
        for (const SourceUse &use : uses) {
            const auto before = std::find_if(known.cbegin(), known.cend(),
                                             [&](const SourceUse &one) { return one.source == use.source; });
            const bool wasUsed = before != known.cend() && !before->metrics.isEmpty();
            const bool isNews = before == known.cend() ? !use.note.isEmpty() : before->note != use.note;
            if (isNews && !use.note.isEmpty() && (wasUsed || !use.metrics.isEmpty() || use.source == "Prometheus"_L1))
                complain(u"%1: %2: %3"_s.arg(node, use.source, use.note));
        }
        known = uses;
    }

    void setUses(const QString &node, const QList<SourceUse> &uses) { m_uses[node] = uses; }

    void setEndpointUses(const QList<SourceUse> &uses) { m_endpointUses = uses; }

    void sayUses()
    {
        for (auto node = m_uses.cbegin(); node != m_uses.cend(); ++node) {
            for (const SourceUse &use : *node)
                complain(u"%1: %2"_s.arg(node.key(), inWords(use)));
        }
        for (const SourceUse &use : m_endpointUses)
            complain(inWords(use));
    }

    void tell(const QList<Alert> &changes)
    {
        QByteArray lines;
        QList<std::pair<Alert, AlertRule>> news;
        for (const Alert &alert : changes) {
            const AlertRule &rule = *m_alerts->rule(alert.rule);
            lines += alertLine(alert, rule, m_isSimulated);
            news << std::pair(alert, rule);
        }
        write(lines);
        m_hook.tell(news, {m_deployment, m_isSimulated, dataLanguage()});
        QList<AlertRecord> records;
        for (const auto &[alert, rule] : std::as_const(news)) {
            records << recordOf(alert, rule);
            const auto same = [&alert = alert](const Alert &one) {
                return std::tie(one.rule, one.node, one.device, one.firedMs)
                    == std::tie(alert.rule, alert.node, alert.device, alert.firedMs);
            };
            if (const auto known = std::find_if(m_without.begin(), m_without.end(), same); known != m_without.end())
                *known = alert;          // it has ended before what is around it is complete
            else if (alert.endedMs == 0)
                m_without << alert;
        }
        keepAlerts(records);
    }

    void keepAlerts(const QList<AlertRecord> &records)
    {
        if (m_alertFile.isEmpty() || records.isEmpty())
            return;
        const Result<void> kept = logAlerts(m_alertFile, records);
        if (!kept && !std::exchange(m_areAlertsLost, true))
            complain(kept.error().message);
    }

    void write(const QByteArray &lines)
    {
        if (fwrite(lines.constData(), 1, size_t(lines.size()), stdout) != size_t(lines.size()) || fflush(stdout) != 0) {
            if (errno != EPIPE && !m_isOutputBroken)
                complain(
                    u"ascendctl: the output cannot be written: %1."_s.arg(QString::fromLocal8Bit(strerror(errno))));
            m_isOutputBroken = true;
            if (!m_call.stop.stop_requested())
                std::raise(SIGINT);      // nobody reads any more
        }
    }

    void keep(const QList<Sample> &samples)
    {
        if (!m_archive)
            return;
        if (m_isSimulated && !m_isNoted) // an error of this is one of the next write
            m_isNoted = bool(m_archive->noteSimulated());
        QList<Sample> kept = samples;
        kept.removeIf([](const Sample &sample) {
            return sample.key.device.isEmpty() && sample.key.metric.startsWith(u"npu."_s);
        });
        m_keeping.take(*m_archive, kept);
    }

    void noteFailure(const QString &node, const Error &error)
    {
        if (error.kind == ErrorKind::Canceled || m_complained.value(node) == error.message)
            return;
        m_complained[node] = error.message;
        complain(error.message.contains(node) ? error.message : u"%1: %2"_s.arg(node, error.message));
        if (const QString hint = howToGoOn(error); !hint.isEmpty())
            complain(hint);
    }

    // Nobody serves there yet, or no more: told once, so that nobody waits for figures that do not come.
    void noteEndpoint(const Error &error)
    {
        if (error.kind == ErrorKind::Canceled || std::exchange(m_isEndpointSilent, true))
            return;
        complain(Texts::tr("No figures of the endpoint: %1 They are told when it answers.").arg(error.message));
    }
    void noteEndpointAnswers() { m_isEndpointSilent = false; }

    int finish()
    {
        if (!m_anyNode && m_call.stop.stop_requested())
            complain(Texts::tr("Stopped before a node was asked."));
        tellAround(std::numeric_limits<qint64>::max()); // as far as it came
        const bool isKept = !m_archive || m_keeping.finish(*m_archive);
        return !m_anyNode || m_isOutputBroken ? CouldNotAsk : isKept ? Yes : No;
    }

private:
    const Call &m_call;
    const QString m_deployment;
    bool m_isSimulated;
    SampleArchive *m_archive;
    Exposed *m_exposed;                  // null: the samples go to stdout
    AlertWatch *m_alerts;                // null: nobody asks for alerts
    MetricHistory m_history;             // for what is around an alert
    QList<Alert> m_without;              // told; what is around them is not complete yet
    QString m_endpointNode;
    AlertHook m_hook;
    Keeping m_keeping;
    QString m_alertFile;                 // empty: they are not kept
    bool m_anyNode = false, m_isOutputBroken = false, m_isNoted = false, m_isEndpointSilent = false;
    bool m_areAlertsLost = false;        // some, and that was said
    QHash<QString, QString> m_complained; // node -> what was said last
    QMap<QString, QList<SourceUse>> m_uses; // by node
    QList<SourceUse> m_endpointUses;
};

// One node, by the window's own sampler. Once: its second reading, for a share needs two.
class NodeWatch
{
public:
    NodeWatch(const Node &node, const ConnectionSettings &connections, const MonitorOptions &options, Telling &telling,
              std::function<void()> onEnd)
        : m_node(node.name)
        , m_once(options.once)
        , m_telling(telling)
    {
        ConnectionSettings marked = connections;
        // on the link's thread, before the first reading
        marked.onSimulated = [simulated = m_simulated](const QString &) { *simulated = true; };
        m_sampler
            = std::make_unique<Sampler>(std::make_unique<NodeSource>(node.name, shellFactoryFor(node, marked)));
        QObject::connect(m_sampler.get(), &Sampler::used, m_sampler.get(),
                         [this](const QList<SourceUse> &uses) { m_telling.takeUses(m_node, uses); });
        QObject::connect(m_sampler.get(), &Sampler::sampled, m_sampler.get(),
                         [this](const QList<Sample> &samples) { take(samples); });
        QObject::connect(m_sampler.get(), &Sampler::failed, m_sampler.get(),
                         [this](const QString &, const Error &error) { noteFailure(error); });
        QObject::connect(m_sampler.get(), &Sampler::finished, m_sampler.get(), std::move(onEnd),
                         Qt::SingleShotConnection);
        m_sampler->start(m_once ? std::chrono::milliseconds(300) : interval);
    }

    void finish() { m_sampler->finish(); }

private:
    void take(const QList<Sample> &samples)
    {
        m_hasChips = m_hasChips || std::any_of(samples.begin(), samples.end(), [](const Sample &s) {
                         return s.key.metric.startsWith(u"npu."_s);
                     });
        if (m_once && ++m_readings == 1)
            return;
        m_telling.take(m_node, samples, *m_simulated);
        if (m_once)
            m_sampler->finish();
    }

    void noteFailure(const Error &error)
    {
        if (m_once && error.facts.contains(u"awaited"_s))
            return;                      // what it says in the end counts
        const bool isNpuSmi = error.facts.value(u"part"_s) == u"npu-smi"_s;
        if (m_once && isNpuSmi && m_readings == 1)
            return;                      // the second reading says it, too
        // asked for and not reported, before anybody knows which chips there are
        if (!m_hasChips && !error.facts.contains(u"awaited"_s)) {
            QList<Sample> gaps;
            for (const QString &metric : {u"npu.health"_s, u"npu.aicore"_s, u"npu.hbm.used"_s, u"npu.hbm.total"_s,
                                          u"npu.temperature"_s, u"npu.power"_s})
                gaps << Sample{QDateTime::currentMSecsSinceEpoch(), {m_node, {}, metric}};
            m_telling.take(m_node, gaps, *m_simulated);
        }
        m_telling.noteFailure(m_node, error);
        if (m_once && !isNpuSmi)
            m_sampler->finish();
    }

    const QString m_node;
    const bool m_once;
    Telling &m_telling;
    int m_readings = 0;
    bool m_hasChips = false;
    const std::shared_ptr<std::atomic<bool>> m_simulated = std::make_shared<std::atomic<bool>>(false);
    std::unique_ptr<Sampler> m_sampler;
};

// All nodes, by a Prometheus server. Once: what it has of the last two minutes.
class PrometheusWatch
{
public:
    PrometheusWatch(const QString &url, const QList<PrometheusNode> &nodes, const MonitorOptions &options,
                    Telling &telling, std::function<void()> onEnd)
        : m_name(url)
        , m_nodes(nodes)
        , m_once(options.once)
        , m_telling(telling)
    {
        auto source = std::make_unique<PrometheusSource>(url, nodes);
        m_isSimulated = &source->isSimulated();
        m_sampler = std::make_unique<Sampler>(std::move(source));
        QObject::connect(m_sampler.get(), &Sampler::used, m_sampler.get(), [this](const QList<SourceUse> &uses) {
            for (const PrometheusNode &node : m_nodes)
                m_telling.setUses(node.node, uses);
            m_telling.takeUses(m_name, uses);
        });
        QObject::connect(m_sampler.get(), &Sampler::sampled, m_sampler.get(),
                         [this](const QList<Sample> &samples) { take(samples); });
        QObject::connect(m_sampler.get(), &Sampler::failed, m_sampler.get(),
                         [this](const QString &, const Error &error) {
                             m_telling.noteFailure(m_name, error);
                             if (m_once)
                                 m_sampler->finish();
                         });
        QObject::connect(m_sampler.get(), &Sampler::finished, m_sampler.get(), std::move(onEnd),
                         Qt::SingleShotConnection);
        m_sampler->start(interval);
    }

    void finish() { m_sampler->finish(); }

private:
    void take(const QList<Sample> &samples)
    {
        QMap<QString, QList<Sample>> byNode;
        for (const Sample &sample : samples)
            byNode[sample.key.node] << sample;
        for (auto node = byNode.cbegin(); node != byNode.cend(); ++node)
            m_telling.take(node.key(), *node, *m_isSimulated);
        if (m_once)
            m_sampler->finish();
    }

    const QString m_name;
    const QList<PrometheusNode> m_nodes;
    const bool m_once;
    Telling &m_telling;
    const std::atomic<bool> *m_isSimulated = nullptr; // of the sampler's source
    std::unique_ptr<Sampler> m_sampler;
};

// The endpoint, after its node has said whether it is simulated: no value is told before that is known.
class EndpointWatch
{
public:
    EndpointWatch(const Opened &opened, const Node &on, const QStringList &metricsUrls, const QStringList &logArgv,
                  const MonitorOptions &options, Telling &telling, std::function<void()> onEnd)
        : m_node(on.name)
        , m_once(options.once)
        , m_telling(telling)
        , m_sampler(std::make_unique<EndpointSource>(
              m_node, metricsUrls,
              options.prometheus.isEmpty() && prometheusOf(opened.deployment).isEmpty()
                  ? shellFactoryFor(on, opened.connections)
                  : ShellFactory(),
              logArgv))
    {
        QObject::connect(&m_sampler, &Sampler::used, &m_sampler,
                         [this](const QList<SourceUse> &uses) { m_telling.setEndpointUses(uses); });
        QObject::connect(&m_sampler, &Sampler::sampled, &m_sampler,
                         [this](const QList<Sample> &samples) { take(samples); });
        QObject::connect(&m_sampler, &Sampler::failed, &m_sampler, [this](const QString &, const Error &error) {
            m_telling.noteEndpoint(error);
            if (m_once)
                m_sampler.finish();
        });
        QObject::connect(&m_sampler, &Sampler::finished, &m_sampler, std::move(onEnd),
                         Qt::SingleShotConnection);
        m_asker.run(
            &m_sampler, [opened, node = m_node](Job &job) { return saysSimulated(opened, job.stop(), node); },
            [this](bool isSimulated) {
                m_isSimulated = isSimulated;
                m_isAsked = true;
                if (m_isFinishing)
                    m_sampler.finish();
                else
                    m_sampler.start(interval);
            });
    }

    void finish()
    {
        m_isFinishing = true;
        if (m_isAsked)
            m_sampler.finish();
        else
            m_asker.cancelAll();
    }

private:
    void take(const QList<Sample> &samples)
    {
        if (m_once && ++m_readings == 1)
            return;                      // rates need two
        if (std::any_of(samples.begin(), samples.end(), [](const Sample &one) { return !std::isnan(one.value); }))
            m_telling.noteEndpointAnswers(); // no gaps beside a failure
        m_telling.take(m_node, samples, m_isSimulated);
        if (m_once)
            m_sampler.finish();
    }

    const QString m_node;
    const bool m_once;
    Telling &m_telling;
    int m_readings = 0;
    bool m_isSimulated = false, m_isAsked = false, m_isFinishing = false;
    Sampler m_sampler;
    Worker m_asker;                      // last: gone before what its jobs touch
};

Result<SampleArchive> openPast(const QString &path)
{
    if (!QFileInfo(path).isFile())
        return notReadable(path);
    return SampleArchive::openToRead(path);
}

// What the rules would have told of samples that were kept before; no node is asked.
int tellPast(const QString &path, const Call &call)
{
    const Result<QList<AlertRule>> rules = alertRules();
    if (!rules)
        return fail(rules.error());
    Result<SampleArchive> archive = openPast(path);
    const Result<bool> simulated = archive ? archive->isSimulated() : archive.error();
    if (!simulated)
        return fail(simulated.error());
    const auto say = [&](const Alert &alert) {
        printPiece(QString::fromUtf8(alertLine(alert, *findRule(*rules, alert.rule), *simulated)));
    };
    const Result<AlertReplay> replay = replayAlerts(*archive, *rules, say, call.stop);
    if (!replay)
        return fail(replay.error());
    complain(replay->toMs == 0 ? Texts::tr("There are no samples in %1.").arg(path)
                               : Texts::tr("Alerts that would have begun from %1 to %2: %3.")
                                     .arg(isoTime(replay->fromMs), isoTime(replay->toMs))
                                     .arg(replay->alerts));
    return isOutputLost() ? CouldNotAsk : Yes;
}

// Into the user's own; what cannot be followed is said, and the rest is taken.
int importRules(const QString &path)
{
    const Result<Json> shipped = jsonDataFile(u"alerts.json"_s);
    const Result<Json> own = shipped ? readOwnAlerts() : shipped.error();
    const Result<ImportedRules> imported = own ? importPrometheusFile(path, *shipped, *own) : own.error();
    if (!imported)
        return fail(imported.error());
    if (!imported->taken.isEmpty()) {
        if (const Result<void> saved = saveOwnAlerts(imported->own); !saved)
            return fail(saved.error());
        printLine(Texts::tr("%1: %2", "a file; the rules in it").arg(ownAlertsFile(), imported->taken.join(u", "_s)));
    }
    for (const QString &sentence : imported->notTaken)
        complain(Texts::tr("not taken: %1", "an alert rule, and why").arg(sentence));
    if (imported->taken.isEmpty() && imported->notTaken.isEmpty())
        complain(Texts::tr("%1 has no alerting rules.").arg(path));
    return imported->notTaken.isEmpty() && !imported->taken.isEmpty() ? Yes : No;
}

// Those of one time, as they were printed when they were sampled.
QByteArray linesOf(QList<Sample> &samples, bool simulated)
{
    std::stable_sort(samples.begin(), samples.end(), [](const Sample &a, const Sample &b) {
        return std::tie(a.timeMs, a.key.node) < std::tie(b.timeMs, b.key.node);
    });
    QByteArray lines;
    for (auto from = samples.cbegin(), to = from; from != samples.cend(); from = to) {
        const auto isOfOne = [&](const Sample &sample) {
            return sample.timeMs == from->timeMs && sample.key.node == from->key.node;
        };
        to = std::find_if_not(from, samples.cend(), isOfOne);
        const QList<Sample> siblings(from, to);
        for (const Sample &sample : siblings) {
            if (!isBucketMetric(sample.key.metric))
                lines += sampleLine(sample, siblings, simulated);
        }
    }
    return lines;
}

// What was kept, in order of time: the samples, and the means of older ones.
int printPast(const QString &path, const Call &call)
{
    Result<SampleArchive> archive = openPast(path);
    const Result<bool> simulated = archive ? archive->isSimulated() : archive.error();
    const Result<QList<MetricKey>> keys = simulated ? archive->keys() : simulated.error();
    const Result<std::pair<qint64, qint64>> span = keys ? archive->span() : keys.error();
    if (!span)
        return fail(span.error());
    // of so much is held in memory at once: an hour of 25 chips
    const qint64 windowMs = std::clamp<qint64>(200 * 3600 / std::max<qint64>(keys->size(), 1), 60, 6 * 3600) * 1000;
    for (qint64 at = span->first / windowMs * windowMs; at <= span->second && span->second > 0; at += windowMs) {
        QList<Sample> samples;
        for (const MetricKey &key : *keys) {
            if (call.stop.stop_requested() || isOutputLost())
                return CouldNotAsk;
            const Result<QList<TimedValue>> values = archive->read(key, at, at + windowMs - 1);
            if (!values)
                return fail(values.error());
            for (const TimedValue &value : *values)
                samples << Sample{value.timeMs, key, value.value};
        }
        printPiece(QString::fromUtf8(linesOf(samples, *simulated)));
    }
    if (span->second == 0)
        complain(Texts::tr("There are no samples in %1.").arg(path));
    return isOutputLost() ? CouldNotAsk : Yes;
}

} // namespace

int monitor(const Call &call)
{
    QStringList arguments = call.arguments;
    if (arguments == QStringList{u"--grafana-dashboard"_s}) {
        printPiece(QString::fromUtf8(grafanaDashboard()));
        return isOutputLost() ? CouldNotAsk : Yes;
    }
    if (arguments == QStringList{u"--alert-rules"_s}) {
        const Result<QList<AlertRule>> rules = alertRules();
        if (!rules)
            return fail(rules.error());
        printPiece(QString::fromUtf8(prometheusRules(*rules)));
        return isOutputLost() ? CouldNotAsk : Yes;
    }
    if (arguments.size() == 2 && arguments[0] == "--import-alert-rules"_L1)
        return importRules(arguments[1]);
    if (arguments.size() == 3 && arguments[0] == "--alerts"_L1 && arguments[1] == "--history"_L1)
        return tellPast(arguments[2], call);
    if (arguments.size() == 2 && arguments[0] == "--history"_L1)
        return printPast(arguments[1], call);
    const Result<MonitorOptions> options = takeOptions(arguments);
    if (!options)
        return fail(options.error());
    const Result<Opened> opened = openDeployment(arguments, call.stop);
    if (!opened)
        return fail(opened.error());
    if (!arguments.isEmpty()) {
        complain(
            Texts::tr("ascendctl monitor: '%1' is not understood. usage: monitor D [--once] [--for 60s] [--db FILE] "
                      "[--alerts] [--prometheus :PORT] [--from-prometheus http://HOST:PORT] [--sources]")
                .arg(arguments.first()));
        return Usage;
    }
    if (const Result<void> fine = wantNodes(*opened); !fine)
        return fail(fine.error());
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
    const std::optional<Served> served = servedOf(*opened);
    const Node *on = nodeOfEndpoint(served, deployment);
    QStringList metricsUrls, logArgv;
    if (recipe && on) {
        metricsUrls = metricsUrlsOf(endpointOf(served, deployment, *recipe, opened->connections));
        logArgv = engineLogArgv(deployment, *recipe);
    }
    QString prometheus = options->prometheus;
    if (prometheus.isEmpty() && !prometheusOf(deployment).isEmpty()) {
        const Result<QString> url = prometheusUrl(prometheusOf(deployment));
        if (!url)
            return fail(url.error());
        prometheus = *url;
    }
    std::list<NodeWatch> nodes;
    std::optional<PrometheusWatch> fleet;
    std::optional<EndpointWatch> endpoint;
    QEventLoop loop;
    qsizetype underWay = (prometheus.isEmpty() ? deployment.nodes.size() : 1) + (metricsUrls.isEmpty() ? 0 : 1);
    const auto noteEnd = [&] {
        if (--underWay == 0)
            loop.quit();
    };
    std::optional<AlertWatch> alerts;
    QTimer ticks;
    QString webhook;
    if (options->alerts) {
        const Result<AlertSettings> settings = alertSettings();
        if (!settings)
            return fail(settings.error());
        webhook = settings->webhook;
        alerts.emplace(settings->rules, namesOf(deployment), QDateTime::currentMSecsSinceEpoch());
    }
    std::optional<Exposed> exposed;
    std::unique_ptr<MetricsEndpoint> server;
    if (options->port) {
        exposed.emplace(deployment);
        Result<std::unique_ptr<MetricsEndpoint>> listening
            = MetricsEndpoint::listen(*options->port, [&exposed] { return exposed->text(); });
        if (!listening)
            return fail(listening.error());
        server = *std::move(listening);
        printLine(u"http://127.0.0.1:%1/metrics"_s.arg(server->port()));
    }
    Telling telling(call, deployment, archive ? &*archive : nullptr, exposed ? &*exposed : nullptr,
                    alerts ? &*alerts : nullptr);
    telling.setWebhook(webhook);
    telling.keepAlertsIn(options->database);
    QObject::connect(&ticks, &QTimer::timeout, &ticks, [&telling] { telling.tick(); });
    if (alerts)
        ticks.start(interval);
    if (!prometheus.isEmpty())
        fleet.emplace(prometheus, prometheusNodes(deployment, opened->connections), *options, telling, noteEnd);
    for (const Node &node : prometheus.isEmpty() ? deployment.nodes : QList<Node>())
        nodes.emplace_back(node, opened->connections, *options, telling, noteEnd);
    if (!metricsUrls.isEmpty())
        endpoint.emplace(*opened, *on, metricsUrls, logArgv, *options, telling, noteEnd);
    if (options->span) // with the reading that falls on the end
        QTimer::singleShot(*options->span + interval / 5, &loop, [&] {
            for (NodeWatch &node : nodes)
                node.finish();
            if (fleet)
                fleet->finish();
            if (endpoint)
                endpoint->finish();
        });
    const StopCall onStop(call.stop, [&loop] { loop.quit(); });
    if (underWay > 0 && !call.stop.stop_requested())
        loop.exec();
    endpoint.reset();
    // what was not answered yet was not asked: null would say that it did not report
    nodes.clear();
    fleet.reset();
    if (options->sources)
        telling.sayUses();
    telling.finishHook();
    return telling.finish();
}

} // namespace ctl
