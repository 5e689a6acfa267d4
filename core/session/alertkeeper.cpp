#include "core/session/alertkeeper.h"

#include "core/base/data.h"
#include "core/base/languages.h"
#include "core/monitor/ownalerts.h"

#include <algorithm>

namespace {

constexpr int mostPast = 200;

bool isSame(const Alert &a, const Alert &b)
{
    return a.rule == b.rule && a.node == b.node && a.device == b.device && a.firedMs == b.firedMs;
}

} // namespace

AlertKeeper::AlertKeeper(Cluster &cluster, ClusterMonitor &monitor, RunKeeper &run, QObject *parent)
    : QObject(parent), m_cluster(cluster), m_monitor(monitor), m_run(run)
{
    connect(&m_monitor, &ClusterMonitor::sampled, this, [this](const QList<Sample> &samples) {
        if (m_watch)
            note(m_watch->take(samples));
    });
    connect(&m_cluster, &Cluster::opened, this, [this] {
        m_silenced.clear();
        m_past.clear();
        m_without.clear();
        m_file.clear();
        reset();
        readRules();
        emit pastChanged();
    });
    connect(&m_monitor, &ClusterMonitor::nodesChanged, this, &AlertKeeper::followNodes);
    connect(&m_cluster, &Cluster::modifiedChanged, this, [this] { m_path = m_cluster.path(); });
    connect(&m_hook, &AlertHook::troubleChanged, this, &AlertKeeper::changed);
    m_tick.setInterval(1000);
    connect(&m_tick, &QTimer::timeout, this, &AlertKeeper::tick);
    m_tick.start();
    m_silenceEnds.setSingleShot(true);
    m_silenceEnds.setTimerType(Qt::PreciseTimer);
    connect(&m_silenceEnds, &QTimer::timeout, this, &AlertKeeper::endSilences);
    m_path = m_cluster.path();
    readRules();
}

AlertKeeper::~AlertKeeper() = default;

void AlertKeeper::followNodes()
{
    QStringList names;
    for (const WatchedNode &node : m_monitor.nodes())
        names << node.name;
    const QList<Alert> ended = m_watch ? m_watch->setNodes(names, m_monitor.now()) : QList<Alert>();
    if (m_cluster.path() == m_path)      // else another deployment is being opened: of these no end was seen
        note(ended, false);              // nobody looks any more: what it was about may go on
    m_machines.clear();
    for (const QString &name : std::as_const(names))
        m_machines.insert(name, m_monitor.machineOfNode(name));
}

void AlertKeeper::readRules()
{
    m_reader.run(
        this, [](Job &) { return alertSettings(); },
        [this](const Result<AlertSettings> &settings) {
            m_rulesError = settings ? std::nullopt : std::optional(settings.error());
            m_hook.setUrl(settings ? settings->webhook : QString());
            emit changed();
            if (settings)
                return setRules(settings->rules);
            const Result<Json> shipped = jsonDataFile(QStringLiteral("alerts.json"));
            if (const auto own = shipped ? alertRulesFrom(*shipped, {}, {}) : shipped.error(); own)
                setRules(*own);
        });
}

void AlertKeeper::setRules(const QList<AlertRule> &rules)
{
    if (m_watch && rules == m_rules)
        return;
    if (m_watch)
        note(m_watch->setRules(rules, m_monitor.now())); // what ends, by the rules that it began with
    m_rules = rules;
    if (m_watch)
        emit changed();
    else
        reset();
}

void AlertKeeper::reset()
{
    QStringList names;
    for (const Node &node : m_cluster.deployment().nodes)
        names << node.name;
    m_watch.reset();
    m_isWanted = false;
    if (!m_rules.isEmpty() && m_monitor.isRunning())
        m_watch.emplace(m_rules, names, m_monitor.now());
    m_acknowledged.clear();
    emit changed();
}

void AlertKeeper::tick()
{
    readPast();
    noteAround();
    endSilences();                       // a computer that slept has timers that are late
    if (!m_monitor.isRunning() || m_rules.isEmpty()) {
        if (m_watch)
            reset();                     // nobody watches: nothing that is told would be of now
        return;
    }
    if (!m_watch)
        reset();
    // On purpose. A run that was to bring it up and failed, or was stopped, leaves wanting what was there before.
    const DeployRun *run = m_run.run();
    const bool isAtWork = m_run.isRunning() || m_run.otherProcess();
    const bool isEnded = run && (run->isUndone() || run->isUndoing() || run->isServiceStopped());
    m_isWanted = !isEnded && (m_isWanted || (!isAtWork && run && (run->serves() || m_run.served())));
    // Settings that were edited since end no service, and name an endpoint that nobody has brought up.
    const bool isOfSettings = run && run->wasRunOtherwise() && !m_run.served();
    const QString node = m_monitor.endpointNode();
    const bool isForGood = isEnded || isOfSettings || std::exchange(m_expectedOn, node) != node;
    if (isAtWork || isForGood)
        note(m_watch->forgetEndpoint(m_monitor.now(), isForGood));
    else if (m_isWanted)
        m_watch->expectEndpoint(m_monitor.endpointNode(), m_monitor.now(), m_monitor.endpointAnsweredMs());
    m_watch->setStep(m_monitor.interval().count());
    note(m_watch->tick(m_monitor.now()));
}

void AlertKeeper::note(const QList<Alert> &changes, bool areEndsSeen)
{
    QList<std::pair<Alert, AlertRule>> news;
    for (const Alert &alert : changes) {
        if (const AlertRule *known = rule(alert.rule)) {
            const bool isTold = alert.endedMs > 0    ? m_hooked.erase(keyOf(alert)) > 0
                : isSilenced(alert.rule) ? false
                                         : m_hooked.insert(keyOf(alert)).second;
            if (isTold)
                news << std::pair(alert, *known);
            Alert kept = alert;
            if (!areEndsSeen)
                kept.endedMs = 0;
            keep(recordOf(kept, *known));
            if (alert.endedMs == 0)
                m_without << alert;
        }
        if (alert.endedMs > 0)
            m_acknowledged.erase(keyOf(alert));
        else if (!isSilenced(alert.rule))
            emit began(alert);
    }
    m_hook.tell(news, message());
    if (!changes.isEmpty())
        emit changed();
}

AlertMessage AlertKeeper::message() const
{
    return {m_cluster.deployment().name, m_cluster.isSimulated(), dataLanguage()};
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

void AlertKeeper::acknowledge(const QList<Alert> &alerts)
{
    for (const Alert &alert : alerts)
        m_acknowledged.insert(keyOf(alert));
    emit changed();
}

void AlertKeeper::silence(const QString &rule, qint64 untilMs)
{
    m_silenced[rule] = untilMs;
    emit changed();
    endSilences();
}

// What there is to tell is otherwise from then on, and nobody may be looking who would see that by himself.
void AlertKeeper::endSilences()
{
    const qint64 now = m_monitor.now();
    const bool hasEnded = m_silenced.removeIf([now](const auto &one) { return one.value() <= now; }) > 0;
    m_silenceEnds.stop();
    if (!m_silenced.isEmpty())
        m_silenceEnds.start(int(std::min<qint64>(*std::min_element(m_silenced.cbegin(), m_silenced.cend()) - now,
                                                 3'600'000)));
    if (hasEnded)
        emit changed();
}

// Once for each file; what has been told meanwhile belongs into it, too.
void AlertKeeper::readPast()
{
    const QString file = m_monitor.archiveFile();
    if (file == m_file)
        return;
    m_file = file;
    const QList<AlertRecord> before = m_past; // keep() changes it, and so may whoever is told
    for (const AlertRecord &record : before)
        keep(record);
    m_reader.run(
        this, [file](Job &) { return loggedAlerts(file, mostPast); },
        [this, file](const Result<QList<AlertRecord>> &read) {
            if (file != m_file || !read)     // what is wrong with the file is said by what keeps the samples
                return;
            for (AlertRecord record : *read) {
                const QString name = m_monitor.nodeOfMachine(record.alert.node);
                if (name.isEmpty())          // of a machine that is no node any more
                    continue;
                record.alert.node = name;
                const bool isKnown = std::any_of(m_past.cbegin(), m_past.cend(), [&](const AlertRecord &one) {
                    return isSame(one.alert, record.alert);
                });
                if (!isKnown)
                    m_past << record;
            }
            std::stable_sort(m_past.begin(), m_past.end(), [](const AlertRecord &a, const AlertRecord &b) {
                return a.alert.firedMs > b.alert.firedMs;
            });
            emit pastChanged();
        });
}

void AlertKeeper::keep(AlertRecord record)
{
    const auto known = std::find_if(m_past.begin(), m_past.end(),
                                    [&](const AlertRecord &one) { return isSame(one.alert, record.alert); });
    AlertRecord told = record;
    told.around.clear();
    if (known != m_past.end()) {
        *known = told;
    } else {
        m_past.prepend(told);
        if (m_past.size() > mostPast)
            m_past.removeLast();
    }
    emit pastChanged();
    QString machine = m_monitor.machineOfNode(record.alert.node);
    if (machine.isEmpty())               // it is being removed, and this is the last that is known of it
        machine = m_machines.value(record.alert.node);
    if (m_file.isEmpty() || machine.isEmpty())
        return;
    record.alert.node = machine;
    m_reader.run(this, [file = m_file, record](Job &) { return logAlert(file, record); }, [](const Result<void> &) {});
}

std::optional<Alert> AlertKeeper::unended(const Alert &alert) const
{
    const auto before = std::find_if(m_past.cbegin(), m_past.cend(), [&](const AlertRecord &one) {
        return one.alert.rule == alert.rule && one.alert.node == alert.node && one.alert.device == alert.device
            && one.alert.firedMs < alert.firedMs;
    });
    const bool isMeant = alert.wasSoAtFirst && before != m_past.cend() && before->alert.endedMs == 0;
    return isMeant ? std::optional(before->alert) : std::nullopt;
}

void AlertKeeper::noteAround()
{
    for (qsizetype i = 0; i < m_without.size();) {
        if (m_monitor.now() < m_without[i].firedMs + aroundAlertMs) {
            ++i;
            continue;
        }
        const Alert alert = m_without.takeAt(i);
        const auto known = std::find_if(m_past.cbegin(), m_past.cend(),
                                        [&](const AlertRecord &one) { return isSame(one.alert, alert); });
        if (known == m_past.cend())
            continue;
        AlertRecord record = *known;
        record.around = seriesAround(m_monitor.history(), alert, m_monitor.endpointNode());
        keep(record);
    }
}

void AlertKeeper::around(const Alert &alert, std::function<void(const QList<AlertRecord::Series> &)> done)
{
    const bool isFresh = std::any_of(m_without.cbegin(), m_without.cend(),
                                     [&](const Alert &one) { return isSame(one, alert); });
    const QString machine = m_monitor.machineOfNode(alert.node);
    if (isFresh || m_file.isEmpty() || machine.isEmpty())
        return done(seriesAround(m_monitor.history(), alert, m_monitor.endpointNode()));
    Alert kept = alert;
    kept.node = machine;
    m_reader.run(
        this, [file = m_file, kept](Job &) { return loggedAround(file, kept); },
        [done](const Result<QList<AlertRecord::Series>> &read) {
            done(read ? *read : QList<AlertRecord::Series>());
        });
}
