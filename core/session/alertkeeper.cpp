#include "core/session/alertkeeper.h"

#include "core/base/data.h"

AlertKeeper::AlertKeeper(Cluster &cluster, ClusterMonitor &monitor, RunKeeper &run, QObject *parent)
    : QObject(parent), m_cluster(cluster), m_monitor(monitor), m_run(run)
{
    connect(&m_monitor, &ClusterMonitor::sampled, this, [this](const QList<Sample> &samples) {
        if (m_watch)
            note(m_watch->take(samples));
    });
    connect(&m_cluster, &Cluster::opened, this, [this] {
        m_silenced.clear();
        reset();
        readRules();
    });
    connect(&m_monitor, &ClusterMonitor::nodesChanged, this, [this] {
        QStringList names;
        for (const WatchedNode &node : m_monitor.nodes())
            names << node.name;
        if (m_watch)
            m_watch->setNodes(names, m_monitor.now());
    });
    m_tick.setInterval(1000);
    connect(&m_tick, &QTimer::timeout, this, &AlertKeeper::tick);
    m_tick.start();
    readRules();
}

AlertKeeper::~AlertKeeper() = default;

void AlertKeeper::readRules()
{
    m_reader.run(
        this, [](Job &) { return alertRules(); },
        [this](const Result<QList<AlertRule>> &rules) {
            m_rulesError = rules ? std::nullopt : std::optional(rules.error());
            if (rules)
                return setRules(*rules);
            emit changed();
            const Result<Json> shipped = jsonDataFile(QStringLiteral("alerts.json"));
            if (const auto own = shipped ? alertRulesFrom(*shipped, {}, {}) : shipped.error(); own)
                setRules(*own);
        });
}

void AlertKeeper::setRules(const QList<AlertRule> &rules)
{
    if (m_watch && rules == m_rules)
        return;
    m_rules = rules;
    reset();
}

void AlertKeeper::reset()
{
    QStringList names;
    for (const Node &node : m_cluster.deployment().nodes)
        names << node.name;
    m_watch.reset();
    if (!m_rules.isEmpty() && m_monitor.isRunning())
        m_watch.emplace(m_rules, names, m_monitor.now());
    m_acknowledged.clear();
    emit changed();
}

void AlertKeeper::tick()
{
    if (!m_monitor.isRunning() || m_rules.isEmpty()) {
        if (m_watch)
            reset();                     // nobody watches: nothing that is told would be of now
        return;
    }
    if (!m_watch)
        reset();
    if (m_run.isRunning() || m_run.otherProcess() || (m_run.run() && m_run.run()->isUndone()))
        note(m_watch->forgetEndpoint(m_monitor.now()));
    m_watch->setStep(m_monitor.interval().count());
    note(m_watch->tick(m_monitor.now()));
}

void AlertKeeper::note(const QList<Alert> &changes)
{
    for (const Alert &alert : changes) {
        if (alert.endedMs > 0)
            m_acknowledged.erase(keyOf(alert));
        else if (!isSilenced(alert.rule))
            emit began(alert);
    }
    if (!changes.isEmpty())
        emit changed();
}

bool AlertKeeper::isSilenced(const QString &rule) const { return m_silenced.value(rule) > m_monitor.now(); }

QList<Alert> AlertKeeper::active() const
{
    QList<Alert> alerts = m_watch ? m_watch->active() : QList<Alert>();
    alerts.removeIf([this](const Alert &alert) { return isSilenced(alert.rule); });
    return alerts;
}

int AlertKeeper::open() const
{
    const QList<Alert> alerts = active();
    return int(std::count_if(alerts.cbegin(), alerts.cend(),
                             [this](const Alert &alert) { return !isAcknowledged(alert); }));
}

void AlertKeeper::acknowledge(const Alert &alert)
{
    m_acknowledged.insert(keyOf(alert));
    emit changed();
}

void AlertKeeper::silence(const QString &rule, qint64 untilMs)
{
    m_silenced[rule] = untilMs;
    emit changed();
}
