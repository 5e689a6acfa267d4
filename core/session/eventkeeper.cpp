#include "core/session/eventkeeper.h"

#include <algorithm>
#include <cstdlib>

namespace {

constexpr int mostEvents = 1000;

MonitorEvent::Outcome outcomeOf(bool succeeded, const Error &error)
{
    return succeeded                                 ? MonitorEvent::Outcome::Done
        : error.kind == ErrorKind::Canceled          ? MonitorEvent::Outcome::Stopped
                                                     : MonitorEvent::Outcome::Failed;
}

// Another window notes what this one did when it sees it.
bool isSame(const MonitorEvent &a, const MonitorEvent &b)
{
    constexpr qint64 together = 3000;
    return a == b
        || (a.kind != MonitorEvent::Kind::Note && a.kind == b.kind && a.outcome == b.outcome
            && std::abs(a.timeMs - b.timeMs) < together);
}

} // namespace

EventKeeper::EventKeeper(Cluster &cluster, ClusterMonitor &monitor, RunKeeper &run, DriverInstall &driver,
                         QObject *parent)
    : QObject(parent), m_cluster(cluster), m_monitor(monitor)
{
    using Kind = MonitorEvent::Kind;
    const auto kindOf = [&run] { return run.isUndo() ? Kind::Undo : Kind::Run; };
    connect(&run, &RunKeeper::begun, this,
            [this, kindOf] { add({m_cluster.now(), kindOf(), MonitorEvent::Outcome::Begun, {}}); });
    connect(&run, &RunKeeper::finished, this, [this, kindOf](bool succeeded, const Error &error) {
        add({m_cluster.now(), kindOf(), outcomeOf(succeeded, error), {}});
    });
    connect(&run, &RunKeeper::workedElsewhere, this, [this, &run] {
        if (run.elsewhere())
            addElsewhere(*run.elsewhere());
    });
    connect(&driver, &DriverInstall::changed, this, [this, &driver] {
        const bool installs = driver.state() == DriverInstall::State::Running;
        if (std::exchange(m_installs, installs) != installs && installs)
            add({m_cluster.now(), Kind::Driver, MonitorEvent::Outcome::Begun, {}});
    });
    connect(&driver, &DriverInstall::finished, this, [this](bool succeeded, const Error &error) {
        add({m_cluster.now(), Kind::Driver, outcomeOf(succeeded, error), {}});
    });
    connect(&m_cluster, &Cluster::opened, this, [this] {
        m_events.clear();
        m_trouble.reset();
        m_file.clear();                  // looked for in the next second: the monitor may still have the old one
        emit changed();
    });
    m_look.setInterval(1000);
    connect(&m_look, &QTimer::timeout, this, &EventKeeper::follow);
    m_look.start();
}

EventKeeper::~EventKeeper() = default;

void EventKeeper::note(qint64 timeMs, const QString &words)
{
    const QString said = words.simplified().left(longestNote);
    if (!said.isEmpty())
        add({timeMs, MonitorEvent::Kind::Note, MonitorEvent::Outcome::None, said});
}

void EventKeeper::noteVerified(MonitorEvent::Outcome outcome)
{
    add({m_cluster.now(), MonitorEvent::Kind::Verify, outcome, {}});
}

void EventKeeper::addElsewhere(const RunKeeper::Elsewhere &work)
{
    using Outcome = MonitorEvent::Outcome;
    if (!work.work)                      // nothing was done so far
        return;
    const MonitorEvent::Kind kind = *work.work == RunWork::Undo ? MonitorEvent::Kind::Undo
        : *work.work == RunWork::StopService                   ? MonitorEvent::Kind::Stop
                                                               : MonitorEvent::Kind::Run;
    add({work.beganMs, kind, Outcome::Begun, {}});
    if (work.endedMs > 0)
        add({work.endedMs, kind,
             work.end == LastWork::End::Done       ? Outcome::Done
                 : work.end == LastWork::End::Failed ? Outcome::Failed
                                                     : Outcome::Stopped,
             {}});
}

void EventKeeper::add(const MonitorEvent &event)
{
    if (m_events.contains(event))
        return;
    const auto before = std::find_if(m_events.begin(), m_events.end(),
                                     [&](const MonitorEvent &one) { return one.timeMs <= event.timeMs; });
    m_events.insert(before, event);
    if (m_events.size() > mostEvents)
        m_events.removeLast();
    emit changed();
    keep({event});
}

void EventKeeper::keep(const QList<MonitorEvent> &events)
{
    if (!events.isEmpty())
        write([file = m_file, events] { return logEvents(file, events); });
}

// Into the file, where there is one; a recording stays as it is.
void EventKeeper::write(const std::function<Result<void>()> &change)
{
    if (m_file.isEmpty() || m_monitor.isReplay())
        return;
    m_worker.run(
        this, [change](Job &) { return change(); },
        [this](const Result<void> &written) {
            const bool was = std::exchange(m_trouble, written ? std::nullopt : std::optional(written.error()))
                                 .has_value();
            if (was || m_trouble)
                emit changed();
        });
}

void EventKeeper::remove(const MonitorEvent &event)
{
    if (m_events.removeAll(event) == 0)
        return;
    emit changed();
    write([file = m_file, event] { return removeLoggedEvent(file, event); });
}

// What was noted before there was a file belongs into it, too.
void EventKeeper::follow()
{
    const QString file = m_monitor.archiveFile();
    if (file == m_file)
        return;
    m_file = file;
    if (file.isEmpty())
        return;
    keep(m_events);
    m_worker.run(
        this, [file](Job &) { return loggedEvents(file, mostEvents); },
        [this, file](const Result<QList<MonitorEvent>> &read) {
            if (file != m_file || !read) // what is wrong with the file is said by what keeps the samples
                return;
            for (const MonitorEvent &event : *read) {
                const auto isKnown = [&](const MonitorEvent &one) { return isSame(one, event); };
                if (std::none_of(m_events.cbegin(), m_events.cend(), isKnown))
                    m_events << event;
            }
            std::stable_sort(m_events.begin(), m_events.end(),
                             [](const MonitorEvent &a, const MonitorEvent &b) { return a.timeMs > b.timeMs; });
            emit changed();
        });
}
