#include "core/monitor/clustermonitor.h"

#include "core/engines/recipebook.h"
#include "core/metrics/endpointsource.h"
#include "core/metrics/nodesource.h"
#include "core/nodes/asking.h"
#include "core/nodes/quiet.h"
#include "core/serving/endpointuse.h"
#include "core/serving/verify.h"

#include <QDateTime>

#include <cmath>

using namespace Qt::StringLiterals;

namespace {

// A server scrapes every fifteen seconds, as a rule.
constexpr std::chrono::milliseconds fleetInterval{5'000};

// "2/0" before "10/0".
bool deviceBefore(const QString &a, const QString &b)
{
    const auto part = [](const QString &device, int at) { return device.section(u'/', at, at).toInt(); };
    return std::pair(part(a, 0), part(a, 1)) < std::pair(part(b, 0), part(b, 1));
}

// Of the last value from then on; what was noted while a tool hung is none. 0: there is none, or not in the last week.
qint64 lastKnownMs(const MetricHistory &history, const MetricKey &key, qint64 fromMs)
{
    const Sample last = history.last(key).value_or(Sample());
    if (!std::isnan(last.value))
        return last.timeMs;
    constexpr qint64 minute = 60'000;
    for (const qint64 span : {minute, 60 * minute, 24 * 60 * minute, 7 * 24 * 60 * minute}) {
        const qint64 begin = std::max(fromMs, last.timeMs - span);
        const QList<TimedValue> values = history.window(key, begin, last.timeMs);
        const auto known = std::find_if(values.crbegin(), values.crend(),
                                        [](const TimedValue &value) { return !std::isnan(value.value); });
        if (known != values.crend())
            return known->timeMs;
        if (begin == fromMs)
            break;
    }
    return 0;
}

// Equal: the same thing is asked. That a key is unknown is another thing than that it has changed.
QString idOf(const Error &question)
{
    const QMap<QString, QString> &facts = question.facts;
    return facts.value(u"state"_s) + u' ' + facts.value(u"fingerprint"_s) + u' ' + facts.value(u"key"_s);
}

} // namespace

ClusterMonitor::ClusterMonitor(Cluster &cluster, QObject *parent)
    : QObject(parent), m_cluster(cluster), m_clock([] { return QDateTime::currentMSecsSinceEpoch(); })
{
    m_announce.setSingleShot(true);
    m_announce.setInterval(0);
    connect(&m_announce, &QTimer::timeout, this, &ClusterMonitor::updated);
    connect(&cluster, &Cluster::deploymentChanged, this, &ClusterMonitor::follow);
    connect(&cluster, &Cluster::modifiedChanged, this, &ClusterMonitor::followPath);
    connect(&cluster, &Cluster::stateChanged, this, &ClusterMonitor::goOn);
    connect(&cluster, &Cluster::factsChanged, this, &ClusterMonitor::followFacts);
    m_path = cluster.path();
    follow();
}

ClusterMonitor::~ClusterMonitor() = default;

void ClusterMonitor::start()
{
    if (isReplay())
        return;
    m_isRunning = true;
    const bool isByServer = startFleet();
    for (const Node &node : isByServer ? QList<Node>() : m_cluster.deployment().nodes) {
        if (std::any_of(m_samplers.cbegin(), m_samplers.cend(), [&](const auto &entry) { return entry.first == node; }))
            continue;
        auto sampler = std::make_unique<Sampler>(
            std::make_unique<NodeSource>(node.name, shellFactoryFor(node, quiet(m_cluster.connections()))));
        connect(sampler.get(), &Sampler::used, this,
                [this, name = node.name](const QList<SourceUse> &uses) { takeUses(name, uses); });
        connect(sampler.get(), &Sampler::sampled, this,
                [this, name = node.name](const QList<Sample> &samples) { take(name, samples); });
        connect(sampler.get(), &Sampler::failed, this, &ClusterMonitor::noteFailure);
        sampler->start(m_interval);
        m_samplers.emplace_back(node, std::move(sampler));
    }
    startEndpoint();
    announce();
}

bool ClusterMonitor::startFleet()
{
    const Deployment &deployment = m_cluster.deployment();
    const QString said = prometheusOf(deployment);
    if (said.isEmpty()) {
        m_fleet.reset();
        return false;
    }
    m_samplers.clear();
    const Result<QString> url = prometheusUrl(said);
    if (!url) {
        m_fleet.reset();
        for (const Node &node : deployment.nodes)
            noteFailure(node.name, url.error());
        return true;
    }
    const std::pair source(*url, prometheusNodes(deployment, m_cluster.connections()));
    if (m_fleet && source == m_fleetSource)
        return true;
    m_fleetSource = source;
    m_fleet = std::make_unique<Sampler>(std::make_unique<PrometheusSource>(source.first, source.second));
    connect(m_fleet.get(), &Sampler::used, this, [this](const QList<SourceUse> &uses) {
        for (const PrometheusNode &node : std::as_const(m_fleetSource.second))
            takeUses(node.node, uses);
    });
    connect(m_fleet.get(), &Sampler::sampled, this, [this](const QList<Sample> &samples) {
        QMap<QString, QList<Sample>> byNode;
        for (const Sample &sample : samples)
            byNode[sample.key.node] << sample;
        for (auto node = byNode.cbegin(); node != byNode.cend(); ++node) {
            take(node.key(), *node);
            noteStep(*node);
        }
    });
    connect(m_fleet.get(), &Sampler::failed, this, [this](const QString &, const Error &error) {
        for (const PrometheusNode &node : QList<PrometheusNode>(m_fleetSource.second))
            noteFailure(node.node, error);
    });
    m_fleet->start(std::max(m_interval, fleetInterval));
    return true;
}

// Between the server's samples: several may come at once, the first time.
void ClusterMonitor::noteStep(const QList<Sample> &samples)
{
    std::optional<MetricKey> key;
    qint64 beforeMs = 0, stepMs = 0;
    for (const Sample &sample : samples) {
        if (sample.key.metric != "npu.aicore"_L1 || (key && sample.key != *key))
            continue;
        stepMs = key ? sample.timeMs - beforeMs : 0;
        key = sample.key;
        beforeMs = sample.timeMs;
    }
    for (WatchedNode &node : m_nodes) {
        if (stepMs > 0 && node.name == key->node)
            node.stepMs = std::min<qint64>(stepMs, 30'000);
    }
}

void ClusterMonitor::takeUses(const QString &name, const QList<SourceUse> &uses)
{
    for (WatchedNode &node : m_nodes) {
        if (node.name == name)
            node.uses = uses;
    }
}

void ClusterMonitor::startEndpoint()
{
    const Deployment &deployment = m_cluster.deployment();
    const Result<Recipe> recipe = findRecipe(deployment.recipe);
    const Node *on = nodeOfEndpoint(m_served, deployment);
    QStringList urls, logArgv;
    if (recipe && on) {
        urls = metricsUrlsOf(endpointOf(m_served, deployment, *recipe, m_cluster.connections()));
        logArgv = engineLogArgv(deployment, *recipe);
    }
    const QString node = on ? on->name : QString();
    const std::tuple source(node, urls, logArgv);
    const bool isOverNode = !m_fleet;    // a server's figures are asked for so that no node is logged into
    if (m_endpoint && source == m_endpointSource && isOverNode == m_isEndpointOverNode)
        return;
    m_isEndpointOverNode = isOverNode;
    const bool isAnother = !std::get<1>(m_endpointSource).isEmpty()
        && (std::get<0>(m_endpointSource) != node || std::get<1>(m_endpointSource) != urls);
    m_endpoint.reset();
    m_endpointError.reset();
    m_isEndpointHeard = false;
    m_endpointMisses = 0;
    if (isAnother) {
        m_endpointAnsweredMs = m_answeredOthersMs = 0;
        m_endpointSilence.reset();
    }
    m_endpointSource = source;
    if (urls.isEmpty())
        return;
    m_endpointNode = node;
    ShellFactory overNode;
    if (isOverNode)
        overNode = shellFactoryFor(*on, quiet(m_cluster.connections()));
    m_endpoint
        = std::make_unique<Sampler>(std::make_unique<EndpointSource>(node, urls, std::move(overNode), logArgv));
    connect(m_endpoint.get(), &Sampler::used, this, [this](const QList<SourceUse> &uses) { m_endpointUses = uses; });
    connect(m_endpoint.get(), &Sampler::sampled, this, [this](const QList<Sample> &samples) {
        record(samples);
        emit sampled(samples);
        const bool hasValues = std::any_of(samples.cbegin(), samples.cend(),
                                           [](const Sample &sample) { return !std::isnan(sample.value); });
        if (hasValues)                   // else it is the gap, and failed() follows
            noteEndpoint(std::nullopt);
        announce();
    });
    connect(m_endpoint.get(), &Sampler::failed, this,
            [this](const QString &, const Error &error) { noteEndpoint(error); });
    m_endpoint->start(m_interval);
}

void ClusterMonitor::setServed(const std::optional<Served> &served)
{
    if (served == m_served || isReplay())
        return;
    m_served = served;
    if (m_isRunning)
        startEndpoint();
}

void ClusterMonitor::noteEndpoint(const std::optional<Error> &error)
{
    const std::pair before(endpointNews(), m_endpointSilence);
    m_isEndpointHeard = true;
    m_endpointError = error;
    if (!error) {
        m_endpointAnsweredMs = m_clock();
        m_endpointMisses = 0;
        m_endpointSilence.reset();
    } else if (error->kind == ErrorKind::Connection || error->kind == ErrorKind::Timeout) { // else somebody is there
        ++m_endpointMisses;
        if (m_endpointMisses >= 2 && m_endpointAnsweredMs > 0 && !m_endpointSilence)
            m_endpointSilence = EndpointSilence{endpointAnsweredMs(), m_clock()};
    }
    announce();
    if (std::pair(endpointNews(), m_endpointSilence) != before)
        emit endpointChanged();
}

// Whoever heard it last says until when it was there.
void ClusterMonitor::noteEndpointAnswer(qint64 timeMs)
{
    m_answeredOthersMs = std::max(m_answeredOthersMs, timeMs);
    if (!m_endpointSilence || timeMs <= m_endpointSilence->answeredMs)
        return;
    m_endpointSilence->answeredMs = timeMs;
    if (timeMs > m_endpointSilence->noticedMs) {
        m_endpointSilence.reset();
        m_endpointMisses = 0;
        m_endpointAnsweredMs = 0;        // what is not heard here says nothing, until it is heard here again
    }
    emit endpointChanged();
}

qint64 ClusterMonitor::endpointAnsweredMs() const { return std::max(m_endpointAnsweredMs, m_answeredOthersMs); }

EndpointNews ClusterMonitor::endpointNews() const
{
    if (isReplay())
        return recordedNews();
    if (!m_endpoint)
        return std::get<1>(m_endpointSource).isEmpty() && m_isRunning ? EndpointNews::None : EndpointNews::NotAsked;
    return !m_isEndpointHeard ? EndpointNews::NotAsked : m_endpointError ? EndpointNews::Silent : EndpointNews::Answers;
}

void ClusterMonitor::stop()
{
    m_isRunning = false;
    m_samplers.clear();
    m_fleet.reset();
    m_endpoint.reset();
    announce();
}

void ClusterMonitor::setInterval(std::chrono::milliseconds interval)
{
    if (interval == m_interval)
        return;
    m_interval = interval;
    for (const auto &[node, sampler] : m_samplers)
        sampler->start(interval);
    if (m_fleet)
        m_fleet->start(std::max(interval, fleetInterval));
    if (m_endpoint)
        m_endpoint->start(interval);
}

void ClusterMonitor::setArchiveFolder(const QString &folder)
{
    m_archiveFolder = folder;
    keepAt(m_path);
}

const std::optional<Error> &ClusterMonitor::archiveTrouble() const
{
    static const std::optional<Error> none;
    return m_keeper ? m_keeper->trouble() : none;
}

QString ClusterMonitor::damagedArchive() const
{
    return m_keeper ? m_keeper->movedAside() : QString();
}

void ClusterMonitor::follow()
{
    if (isReplay())
        return;
    const QList<Node> &nodes = m_cluster.deployment().nodes;
    const QList<NamedMachine> machines = machinesOf(nodes);
    const bool isOtherFile = m_cluster.path() != m_path;
    if (isOtherFile) {
        m_samplers.clear();
        m_fleet.reset();
        m_endpoint.reset();
        m_history.clear();
        m_nodes.clear();
        m_machines.clear();
        m_colours.clear();
        m_questions.clear();
        m_seenBefore.clear();
        m_endpointSource = {};
        m_served.reset();
        m_endpointAnsweredMs = m_answeredOthersMs = 0;
        m_endpointSilence.reset();
    }
    std::erase_if(m_samplers, [&](const auto &entry) {
        const bool isGone = !nodes.contains(entry.first);
        if (isGone)
            m_questions.remove(entry.first.name);
        return isGone;
    });
    if (machines != m_machines || m_nodes.size() != nodes.size()) {
        m_history.rename(movesOf(m_machines, machines));
        QList<WatchedNode> watched;
        for (const NamedMachine &node : machines) {
            WatchedNode now;
            for (qsizetype i = 0; i < m_nodes.size() && i < m_machines.size(); ++i) {
                if (m_machines[i] == node)
                    now = m_nodes[i];
            }
            watched << (now.name.isEmpty() ? WatchedNode{node.name, 0, false, m_interval.count(), {}, {}} : now);
        }
        recall(watched);
        colour(watched, machines);
        m_machines = machines;
        m_nodes = watched;
        const Node *on = nodeOfEndpoint(m_served, m_cluster.deployment());
        m_endpointNode = on ? on->name : QString();
        emit nodesChanged();
        announce();
    }
    if (isOtherFile)
        keepAt(m_cluster.path());
    if (m_isRunning)
        start();
}

void ClusterMonitor::followPath()
{
    if (m_cluster.path() == m_path)
        return;
    keepAt(m_cluster.path());
    if (!m_keeper)
        return;
    // What came before it had this file belongs into it, too: of half an hour, as far as it can wait for the disk.
    const QList<MetricKey> keys = m_history.keys();
    const qint64 span = std::min<qint64>(30 * 60'000, 150'000 / std::max<qint64>(1, keys.size()) * m_interval.count());
    QList<Sample> recent;
    for (const MetricKey &key : keys) {
        for (const TimedValue &value : m_history.window(key, m_clock() - span, m_clock()))
            recent << Sample{value.timeMs, key, value.value};
    }
    keep(std::move(recent));
}

void ClusterMonitor::keepAt(const QString &path)
{
    m_path = path;
    m_keeper.reset();
    if (m_archiveFolder.isEmpty() || path.isEmpty())
        return;
    m_keeper = std::make_unique<HistoryKeeper>(historyFile(m_archiveFolder, path));
    connect(m_keeper.get(), &HistoryKeeper::restored, this, &ClusterMonitor::restore);
    connect(m_keeper.get(), &HistoryKeeper::troubleChanged, this, &ClusterMonitor::announce);
}

QString ClusterMonitor::nodeOfMachine(const QString &machine) const
{
    const auto found = std::find_if(m_machines.cbegin(), m_machines.cend(),
                                    [&](const NamedMachine &one) { return one.machine == machine; });
    return found == m_machines.cend() ? QString() : found->name;
}

QString ClusterMonitor::machineOfNode(const QString &node) const
{
    const auto found = std::find_if(m_machines.cbegin(), m_machines.cend(),
                                    [&](const NamedMachine &one) { return one.name == node; });
    return found == m_machines.cend() ? QString() : found->machine;
}

void ClusterMonitor::askForPart(qint64 fromMs, qint64 toMs)
{
    constexpr qint64 mostMs = 6 * 3'600'000;
    const QList<MetricKey> keys = m_history.keys();
    const bool isCoarse = std::any_of(keys.cbegin(), keys.cend(), [&](const MetricKey &key) {
        return m_history.stepOf(key, fromMs, toMs) > 0;
    });
    if (!m_keeper || !isCoarse || toMs - fromMs > mostMs)
        return;
    m_keeper->fetch(fromMs, toMs, [this](PastPart part) {
        QHash<QString, QString> names;
        for (auto node = m_machines.crbegin(); node != m_machines.crend(); ++node)
            names.insert(node->machine, node->name);
        PastPart named{part.fromMs, part.toMs, part.stepMs, {}};
        for (auto it = part.values.begin(); it != part.values.end(); ++it) {
            if (names.contains(it.key().node))
                named.values.insert({names.value(it.key().node), it.key().device, it.key().metric}, std::move(*it));
        }
        m_history.setPart(std::move(named));
        emit partCame();
    });
}

void ClusterMonitor::restore()
{
    MetricHistory older = m_keeper->takeRestored();
    // In the file the machines stand, here their names.
    QHash<QString, QString> names;
    for (const MetricKey &key : older.keys())
        names.insert(key.node, parkedName(key.node));
    for (auto node = m_machines.crbegin(); node != m_machines.crend(); ++node)
        names.insert(node->machine, node->name);
    older.rename(names);
    m_seenBefore.clear();
    for (const MetricKey &key : older.keys()) {
        if (isReadInRounds(key.metric))  // their step is not the node's
            continue;
        SeenBefore &seen = m_seenBefore[key.node];
        const qint64 lastMs = older.last(key)->timeMs;
        if (lastMs <= seen.lastMs)
            continue;
        const QList<TimedValue> end = older.window(key, lastMs - 120'000, lastMs);
        const TimedValue before = end.size() < 2 ? TimedValue{lastMs} : end[end.size() - 2];
        seen = {lastMs, std::isnan(before.value) ? 0 : lastMs - before.timeMs}; // beside a gap it is no step
    }
    QHash<QString, qint64> firstMs;      // of what came while the file was being read
    for (const MetricKey &key : m_history.keys()) {
        const qint64 lastMs = m_history.last(key)->timeMs;
        const qint64 ms = m_history.window(key, lastMs - 60'000, lastMs).value(0).timeMs;
        qint64 &first = firstMs[key.node];
        first = first == 0 ? ms : std::min(first, ms);
    }
    for (auto it = firstMs.cbegin(); it != firstMs.cend(); ++it)
        older.append(pauseBefore(older, it.key(), it.value()));
    m_history.putBefore(std::move(older));
    recall(m_nodes);
    recallEndpoint();
    // A chip that vanished while no window was open is missed all the same.
    constexpr qint64 lately = 24 * 60 * 60'000;
    for (const WatchedNode &node : std::as_const(m_nodes)) {
        QStringList chips;
        for (const QString &device : node.devices) {
            const auto last = m_history.last({node.name, device, u"npu.aicore"_s});
            if (last && m_clock() - last->timeMs <= lately)
                chips << device;
        }
        if (!chips.isEmpty())
            m_cluster.tell(node.name, {rememberedNote(chips, node.lastMs)});
    }
    emit nodesChanged();
    announce();
}

void ClusterMonitor::recall(QList<WatchedNode> &nodes, qint64 fromMs) const
{
    QHash<QString, WatchedNode *> byName;
    for (WatchedNode &node : nodes)
        byName.insert(node.name, &node);
    for (const MetricKey &key : m_history.keys()) {
        WatchedNode *node = key.metric == u"npu.aicore" ? byName.value(key.node) : nullptr;
        if (!node)
            continue;
        if (!node->devices.contains(key.device))
            node->devices << key.device;
        if (!node->isHeard)
            node->lastMs = std::max(node->lastMs, lastKnownMs(m_history, key, fromMs));
    }
    for (WatchedNode &node : nodes)
        std::sort(node.devices.begin(), node.devices.end(), deviceBefore);
}

// When it answered an earlier program last, so that its silence now is known to be one.
void ClusterMonitor::recallEndpoint()
{
    for (const MetricKey &key : m_history.keys()) {
        if (key.node != m_endpointNode || key.device != u"endpoint" || !key.metric.startsWith(u"serving."))
            continue;
        const qint64 lastMs = m_history.last(key)->timeMs;
        m_endpointAnsweredMs = std::max(m_endpointAnsweredMs, lastKnownMs(m_history, key, lastMs - 3600'000));
    }
}

void ClusterMonitor::colour(QList<WatchedNode> &nodes, const QList<NamedMachine> &machines)
{
    const QList<int> colours = coloursOf(machines, m_colours);
    for (qsizetype i = 0; i < nodes.size(); ++i)
        nodes[i].colour = colours[i];
}

// In the middle of the pause, so that it is one in the coarser rings, too; at one time for all of a node's figures, so
// that their mean has no other gap.
QList<Sample> ClusterMonitor::pauseBefore(const MetricHistory &seen, const QString &node, qint64 timeMs)
{
    const SeenBefore before = m_seenBefore.take(node);
    const std::chrono::milliseconds step(std::min<qint64>(before.stepMs, 30'000));
    QList<Sample> gaps;
    if (before.lastMs == 0 || timeMs - before.lastMs <= oldAfter(m_interval, step).count())
        return gaps;
    for (const MetricKey &key : seen.keys()) {
        if (key.node == node)
            gaps << Sample{before.lastMs + (timeMs - before.lastMs) / 2, key};
    }
    return gaps;
}

void ClusterMonitor::record(QList<Sample> samples)
{
    if (!samples.isEmpty() && m_seenBefore.contains(samples.first().key.node))
        samples = pauseBefore(m_history, samples.first().key.node, samples.first().timeMs) + samples;
    if (m_history.append(samples) > 0)
        m_setBackMs = samples.first().timeMs;
    keep(std::move(samples));
}

void ClusterMonitor::keep(QList<Sample> samples)
{
    if (!m_keeper)
        return;
    if (m_cluster.isSimulated())
        m_keeper->noteSimulated();
    for (Sample &sample : samples) {
        if (sample.key.node.startsWith(parkedName({})))
            sample.key.node.remove(0, 1);
        for (const NamedMachine &node : std::as_const(m_machines)) {
            if (node.name == sample.key.node) {
                sample.key.node = node.machine;
                break;
            }
        }
    }
    m_keeper->keep(samples);
}

std::optional<qint64> ClusterMonitor::clockSetBack() const
{
    constexpr qint64 tellMs = 10 * 60'000;
    return m_setBackMs && m_clock() - *m_setBackMs <= tellMs ? m_setBackMs : std::nullopt;
}

void ClusterMonitor::watch(const QStringList &nodes)
{
    m_nodes.clear();
    m_machines.clear();
    for (const QString &name : nodes)
        m_nodes << WatchedNode{name, 0, false, m_interval.count(), {}, {}};
    QList<NamedMachine> named;
    for (const QString &name : nodes)
        named << NamedMachine{name, name};
    colour(m_nodes, named);
    m_endpointNode = nodes.value(0);
    emit nodesChanged();
    announce();
}

void ClusterMonitor::beginReplay(const QStringList &nodes, const QString &file)
{
    stop();
    m_keeper.reset();
    m_recording = file;
    m_history.clear();
    watch(nodes);
    for (const QString &name : nodes)
        m_machines << NamedMachine{name, name}; // so they stand in the file
}

void ClusterMonitor::showPast(MetricHistory history)
{
    m_history = std::move(history);
    for (WatchedNode &node : m_nodes) {
        node.devices.clear();
        node.lastMs = 0;
    }
    addPast({});
}

void ClusterMonitor::addPast(const QList<Sample> &samples)
{
    m_history.append(samples);
    for (WatchedNode &node : m_nodes)
        node.isHeard = false;            // recall() looks
    // What was before these is known: a node that was silent for a day is not gone through at every step.
    const auto first = std::min_element(samples.cbegin(), samples.cend(), [](const Sample &a, const Sample &b) {
        return a.timeMs < b.timeMs;
    });
    recall(m_nodes, first == samples.cend() ? 0 : first->timeMs);
    for (WatchedNode &node : m_nodes)
        node.isHeard = true;
    for (const MetricKey &key : m_history.keys()) { // the node that serves
        if (key.device == "endpoint"_L1)
            m_endpointNode = key.node;
    }
    emit nodesChanged();
    announce();
}

EndpointNews ClusterMonitor::recordedNews() const
{
    constexpr qint64 latelyMs = 30'000;
    EndpointNews news = EndpointNews::None;
    for (const MetricKey &key : m_history.keys()) {
        if (key.device != "endpoint"_L1 || !key.metric.startsWith("serving."_L1))
            continue;
        const QList<TimedValue> values = m_history.window(key, m_clock() - latelyMs, m_clock());
        if (std::any_of(values.cbegin(), values.cend(), [](const TimedValue &one) { return !std::isnan(one.value); }))
            return EndpointNews::Answers;
        news = EndpointNews::Silent;
    }
    return news;
}

bool ClusterMonitor::isStale(const WatchedNode &node) const
{
    // Values from a time to come are of before the clock was set back.
    return std::abs(m_clock() - node.lastMs)
        > std::max<qint64>(5000, 3 * std::max<qint64>(m_interval.count(), node.stepMs));
}

void ClusterMonitor::take(const QString &name, const QList<Sample> &samples)
{
    record(samples);
    emit sampled(samples);
    const QList<HealthNote> news = notesOf(samples, m_clock());
    m_cluster.tell(name, news);
    if (!news.isEmpty())
        takeBackQuestion(name);
    for (WatchedNode &node : m_nodes) {
        if (node.name != name)
            continue;
        QStringList devices;
        bool hasValues = false;
        qint64 now = 0;
        for (const Sample &sample : samples) {
            if (sample.key.metric == u"npu.aicore")
                devices << sample.key.device;
            // the host's go on while npu-smi hangs, and what is asked card by card has times of its own
            if (!std::isnan(sample.value) && sample.key.metric.startsWith(u"npu.")
                && !isReadInRounds(sample.key.metric)) {
                hasValues = true;
                now = sample.timeMs;
            }
        }
        if (hasValues) {
            // what was restored is of no reading before this one
            if (node.isHeard && node.lastMs > 0 && now > node.lastMs && !node.error)
                node.stepMs = std::min<qint64>(now - node.lastMs, 30'000);
            node.lastMs = now;
            node.isHeard = true;
            node.error.reset();
        }
        // A chip that is not reported any more keeps its place: it is lost, not gone.
        bool isNew = false;
        for (const QString &device : std::as_const(devices)) {
            if (!node.devices.contains(device)) {
                node.devices << device;
                isNew = true;
            }
        }
        if (isNew) {
            std::sort(node.devices.begin(), node.devices.end(), deviceBefore);
            emit nodesChanged();
        }
    }
    announce();
}

void ClusterMonitor::noteFailure(const QString &name, const Error &error)
{
    for (WatchedNode &node : m_nodes) {
        if (node.name == name) {
            node.error = error;
            node.isHeard = true;
        }
    }
    m_cluster.tell(name, notesOf(error, HealthSource::Monitor, m_clock()));
    if (isQuestion(error))
        leadToQuestion(name, error);
    else if (error.facts.contains(u"part"_s)) // it logged in, and a part of what it asked for is missing
        takeBackQuestion(name);
    else
        m_questions.remove(name);
    announce();
}

// The inspection meets the same question and asks it, with all that hangs on it; one that was declined is not asked
// anew.
void ClusterMonitor::leadToQuestion(const QString &node, const Error &question)
{
    const QString what = idOf(question);
    const NodeState state = m_cluster.state(node);
    if (m_questions.value(node) == what || state == NodeState::Connecting) // which may meet it: then nothing is left
        return;
    m_questions.insert(node, what);
    const std::optional<NodeFacts> facts = m_cluster.facts(node);
    const bool isAsked = state == NodeState::NeedsAnswer && facts && facts->error && idOf(*facts->error) == what;
    if (!isAsked)
        m_cluster.inspect(node);
}

// A login went through since it was asked: the key was put right, or the secret given, elsewhere. Who asked it goes on.
void ClusterMonitor::takeBackQuestion(const QString &node)
{
    const NodeState state = m_cluster.state(node);
    if (state == NodeState::Connecting || m_questions.remove(node) == 0) // it may have begun before the login
        return;
    if (state != NodeState::Reachable)
        m_cluster.inspect(node);
}

// It stays in m_questions until a login of its own goes through: an inspection may have a connection of before.
void ClusterMonitor::goOn(const QString &name)
{
    if (m_cluster.state(name) != NodeState::Reachable || !m_questions.contains(name))
        return;
    for (const auto &[node, sampler] : m_samplers) {
        if (node.name == name)
            sampler->askAgain();
    }
}

// What has failed here was answered to somebody else: the inspection, or the checks.
void ClusterMonitor::followFacts(const QString &name)
{
    const std::optional<NodeFacts> facts = m_cluster.facts(name);
    const auto watched = std::find_if(m_nodes.cbegin(), m_nodes.cend(),
                                      [&name](const WatchedNode &node) { return node.name == name; });
    if (!facts || !facts->reachable || facts->error || watched == m_nodes.cend() || !watched->error)
        return;
    if (watched->error->facts.contains(u"part"_s) && !facts->npuSmi)
        return;
    for (const auto &[node, sampler] : m_samplers) {
        if (node.name == name)
            sampler->askAgain();
    }
}

void ClusterMonitor::announce()
{
    if (!m_announce.isActive())
        m_announce.start();
}
