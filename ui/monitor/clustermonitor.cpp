#include "ui/monitor/clustermonitor.h"

#include "core/serving/verify.h"

#include <QDateTime>

#include <cmath>
#include <mutex>

namespace {

// "2/0" before "10/0".
bool deviceBefore(const QString &a, const QString &b)
{
    const auto part = [](const QString &device, int at) { return device.section(u'/', at, at).toInt(); };
    return std::pair(part(a, 0), part(a, 1)) < std::pair(part(b, 0), part(b, 1));
}

// Sampling asks the same thing each second. The list of what ran gets the first of each command and every one that
// ended otherwise than the one before it; thousands of equal rows would bury the rest. Called on link threads.
std::function<void(const CommandRecord &)> onlyNews(std::function<void(const CommandRecord &)> tell)
{
    struct Seen
    {
        std::mutex mutex;
        QHash<QString, std::pair<std::optional<int>, QString>> lastOutcome;
    };
    return [tell = std::move(tell), seen = std::make_shared<Seen>()](const CommandRecord &record) {
        if (!tell)
            return;
        {
            const std::scoped_lock lock(seen->mutex);
            const std::pair outcome(record.exitCode, record.error);
            const auto it = seen->lastOutcome.constFind(record.line);
            if (it != seen->lastOutcome.cend() && *it == outcome)
                return;
            seen->lastOutcome.insert(record.line, outcome);
        }
        tell(record);
    };
}

} // namespace

ClusterMonitor::ClusterMonitor(Cluster &cluster, QObject *parent)
    : QObject(parent), m_cluster(cluster), m_clock([] { return QDateTime::currentMSecsSinceEpoch(); })
{
    m_announce.setSingleShot(true);
    m_announce.setInterval(0);
    connect(&m_announce, &QTimer::timeout, this, &ClusterMonitor::updated);
    connect(&cluster, &Cluster::deploymentChanged, this, &ClusterMonitor::follow);
    follow();
}

ClusterMonitor::~ClusterMonitor() = default;

void ClusterMonitor::start()
{
    if (m_isRunning)
        return;
    m_isRunning = true;
    for (const Node &node : m_cluster.deployment().nodes) {
        ConnectionSettings connections = m_cluster.connections();
        connections.onCommand = onlyNews(std::move(connections.onCommand));
        auto sampler = std::make_unique<Sampler>(node.name, std::make_unique<NodeLink>(shellFactoryFor(node, connections)));
        connect(sampler.get(), &Sampler::sampled, this, [this, name = node.name](const QList<Sample> &samples) { take(name, samples); });
        connect(sampler.get(), &Sampler::failed, this, &ClusterMonitor::noteFailure);
        sampler->start(m_interval);
        m_samplers.push_back(std::move(sampler));
    }
    const Deployment &deployment = m_cluster.deployment();
    const Result<Recipe> recipe = findRecipe(deployment.recipe);
    if (recipe && !deployment.nodes.isEmpty()) {
        if (const Endpoint endpoint = endpointOf(deployment, *recipe, m_cluster.connections()); !endpoint.metricsUrl.isEmpty()) {
            m_endpointNode = deployment.nodes.first().name;
            m_endpoint = std::make_unique<EndpointSampler>(m_endpointNode, endpoint.metricsUrl);
            connect(m_endpoint.get(), &EndpointSampler::sampled, this, [this](const QList<Sample> &samples) {
                m_history.append(samples);
                announce();
            });
            m_endpoint->start(m_interval);
        }
    }
    announce();
}

void ClusterMonitor::stop()
{
    m_isRunning = false;
    m_samplers.clear();
    m_endpoint.reset();
    announce();
}

void ClusterMonitor::setInterval(std::chrono::milliseconds interval)
{
    if (interval == m_interval)
        return;
    m_interval = interval;
    for (const std::unique_ptr<Sampler> &sampler : m_samplers)
        sampler->start(interval);
    if (m_endpoint)
        m_endpoint->start(interval);
}

void ClusterMonitor::follow()
{
    QStringList names, before;
    for (const Node &node : m_cluster.deployment().nodes)
        names << node.name;
    for (const WatchedNode &node : std::as_const(m_nodes))
        before << node.name;
    const bool wasRunning = m_isRunning;
    m_samplers.clear();
    m_endpoint.reset();
    m_isRunning = false;
    if (names != before) {
        m_history.clear();
        watch(names);
    }
    if (wasRunning)
        start();
}

void ClusterMonitor::watch(const QStringList &nodes)
{
    m_nodes.clear();
    for (const QString &name : nodes)
        m_nodes << WatchedNode{name, 0, m_interval.count(), {}, {}};
    m_endpointNode = nodes.value(0);
    emit nodesChanged();
    announce();
}

bool ClusterMonitor::isStale(const WatchedNode &node) const
{
    return m_clock() - node.lastMs > std::max<qint64>(5000, 3 * std::max<qint64>(m_interval.count(), node.stepMs));
}

void ClusterMonitor::take(const QString &name, const QList<Sample> &samples)
{
    m_history.append(samples);
    for (WatchedNode &node : m_nodes) {
        if (node.name != name)
            continue;
        QStringList devices;
        bool hasValues = false;
        for (const Sample &sample : samples) {
            if (sample.key.metric == u"npu.aicore")
                devices << sample.key.device;
            hasValues |= !std::isnan(sample.value);
        }
        if (hasValues) {
            const qint64 now = samples.first().timeMs;
            if (node.lastMs > 0 && now > node.lastMs && !node.error)
                node.stepMs = std::min<qint64>(now - node.lastMs, 30'000);
            node.lastMs = now;
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
        if (node.name == name)
            node.error = error;
    }
    announce();
}

void ClusterMonitor::announce()
{
    if (!m_announce.isActive())
        m_announce.start();
}
