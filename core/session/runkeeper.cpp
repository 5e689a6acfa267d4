#include "core/session/runkeeper.h"

#include "core/base/languages.h"
#include "core/checks/checkcontext.h"
#include "core/deploy/runlock.h"
#include "core/deploy/step.h"
#include "core/engines/recipebook.h"
#include "core/logs/keptlogs.h"
#include "core/nodes/asking.h"
#include "core/runs/runstate.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QFileInfo>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype keptLog = 4 * 1024 * 1024; // of each step

MadeAsThen<DeployPlan> planOf(const Deployment &deployment, const Result<Recipe> &recipe,
                              const ConnectionSettings &connections, const QList<NodeFacts> &facts)
{
    if (!recipe)
        return {recipe.error(), facts, recipe.error()};
    return madeAsThen(deployment, *recipe, facts, [&](const QList<NodeFacts> &by) {
        return planDeployment(deployment, *recipe, endpointOf(deployment, *recipe, connections), by);
    });
}

// Is anything told in it that a user would want to know, or take back?
bool hasWork(const DeployRun &run)
{
    for (int i = 0; i < run.plan().steps.size(); ++i) {
        if (run.state(i) != StepState::Pending && run.state(i) != StepState::Undone)
            return true;
    }
    return run.canUndo() || !run.originalFile().isEmpty();
}

} // namespace

RunKeeper::RunKeeper(Cluster &cluster, QObject *parent)
    : QObject(parent)
    , m_cluster(cluster)
    , m_soon(this, [this] { planAhead(); })
{
    connect(&m_cluster, &Cluster::opened, this, [this] {
        m_refuted.clear();
        opened();
        if (!isRunning())
            return forget();
        m_isForeign = true;
        tellServed();
    });
    connect(&m_cluster, &Cluster::deploymentChanged, this, [this] {
        followSettings();
        ++m_plansAsked;                  // what is being made is of another one
        m_soon();
    });
    connect(&m_cluster, &Cluster::modifiedChanged, this, [this] {
        if (!m_cluster.isModified() && !isRunning() && isSavedAnew())
            m_soon();
    });
    connect(&m_cluster, &Cluster::factsChanged, this, [this] { m_soon(); });
    m_lookTimer.setInterval(2000);
    connect(&m_lookTimer, &QTimer::timeout, this, &RunKeeper::look);
    m_lookTimer.start();
    connect(&m_cluster, &Cluster::nodeChanged, this, [this](const QString &node, ChangedBy by) {
        if (by == ChangedBy::Driver && !isRunning())
            m_last.outdated.insert(node);
    });
    opened();
}

RunKeeper::~RunKeeper() = default;

void RunKeeper::opened()
{
    m_unsaved = m_cluster.path().isEmpty() ? unsavedIdentity() : QString();
}

// It was no file when it was begun, and is one now.
bool RunKeeper::isSavedAnew() const
{
    return !m_unsaved.isEmpty() && !fileIdentity(m_cluster.deployment(), m_cluster.path()).isEmpty();
}

QString RunKeeper::identity() const
{
    return m_unsaved.isEmpty() ? fileIdentity(m_cluster.deployment(), m_cluster.path()) : m_unsaved;
}

qint64 RunKeeper::undoneMs() const
{
    if (isRunning() || m_other || m_isForeign || (m_run && m_run->canUndo()))
        return 0;
    if (m_last.isUndo && m_last.endedMs > 0 && !m_last.error)
        return m_last.endedMs;
    return (m_run ? m_run->isUndone() : m_isUndone) ? m_stateAtMs : 0;
}

QStringList RunKeeper::madeOn(const QString &node)
{
    planIfNever();
    return m_run ? m_run->madeOn(node) : QStringList();
}

void RunKeeper::setStateFile(const QString &file)
{
    m_stateFile = file;
    plan();
}

// A plan holds every file with its text: made on a worker, so that nobody waits for it who does something else.
void RunKeeper::planAhead()
{
    m_plansLater = isRunning();
    if (isRunning())
        return; // the plan of a run stands; made anew when it has ended
    m_isPlanning = true;
    m_planner.run(
        this,
        [deployment = m_cluster.deployment(), connections = m_cluster.connections(), facts = m_cluster.allFacts(),
         identity = identity(), language = dataLanguage()](Job &) {
            findStateFile(deployment, identity); // the runs that ever were are read here; takePlan() finds them read
            return planOf(deployment, findRecipe(deployment.recipe, language), connections, facts);
        },
        [this, asked = ++m_plansAsked](const MadeAsThen<DeployPlan> &made) {
            if (asked == m_plansAsked)
                takePlan(made);
        });
}

std::optional<Served> RunKeeper::served() const
{
    return m_run && !m_isForeign ? m_run->served() : std::nullopt;
}

void RunKeeper::tellServed()
{
    const std::optional<Served> now = served();
    if (std::exchange(m_served, now) != now)
        emit servedChanged();
}

void RunKeeper::plan()
{
    takePlan(planOf(m_cluster.deployment(), findRecipe(m_cluster.deployment().recipe, dataLanguage()),
                    m_cluster.connections(), m_cluster.allFacts()));
}

void RunKeeper::planIfNever()
{
    if (m_plansTaken == 0)
        plan();
}

const DeployPlan *RunKeeper::planToCheck() const
{
    return !m_run        ? nullptr
        : !m_isFromState ? &m_run->plan()
        : m_planAsThen   ? &*m_planAsThen
                         : nullptr;
}

void RunKeeper::takePlan(MadeAsThen<DeployPlan> made)
{
    ++m_plansAsked;                      // what is being made is older
    ++m_plansTaken;
    m_isPlanning = false;
    m_plansLater = isRunning();
    if (isRunning())
        return;
    if (std::exchange(m_isForeign, false))
        forget();
    m_planError.reset();
    m_planAsThen.reset();
    const Record onDisk = recordOf(m_watched);
    if (!m_cluster.isModified() && m_stateFile.isEmpty()
        && adoptRun(m_cluster.deployment(), m_unsaved, fileIdentity(m_cluster.deployment(), m_cluster.path()))
        && isSavedAnew())
        m_unsaved.clear();
    const QString stateFile = m_stateFile.isEmpty() ? findStateFile(m_cluster.deployment(), identity()) : m_stateFile;
    const Record record = recordOf(stateFile);
    m_stateAtMs = record.timeMs;
    ++m_looks;
    const QString kept = keptLogsFile(stateFile);
    setKept(QFileInfo::exists(kept) ? kept : QString());
    if (std::exchange(m_watched, stateFile) != stateFile) {
        m_other.reset();
        m_record = {record.timeMs, record.size, 0}; // somebody may have the lock already
    } else if (onDisk.timeMs == m_record.timeMs && onDisk.size == m_record.size) {
        m_record = {record.timeMs, record.size, m_record.lockMs}; // adopted; what others wrote is met by look()
    }
    m_isFromState = made.refusal.has_value();
    m_isUndone = false;
    if (made.made)
        made.made->identity = identity();
    if (!made.refusal)
        return take(*std::move(made.made), stateFile);
    m_planError = made.refusal;
    // What a run did is on this machine's disk: told, and taken back, without asking the nodes first.
    if (const Result<DeployPlan> known = planFromState(m_cluster.deployment(), stateFile, identity())) {
        const DeployRun then(*known, {}, stateFile);
        if (hasWork(then)) {
            if (made.made) {             // with the owner of the run that is there
                made.made->file = m_cluster.path();
                m_planAsThen = DeployRun(*std::move(made.made), {}, stateFile).plan();
            }
            return take(*known, stateFile);
        }
        m_isUndone = then.isUndone();
    }
    const std::unique_ptr<DeployRun> before = std::move(m_run);
    m_refusal.reset();
    emit planned();
    tellServed();
}

void RunKeeper::take(DeployPlan plan, const QString &stateFile)
{
    plan.file = m_cluster.path();
    const std::unique_ptr<DeployRun> before = std::move(m_run);
    m_run = std::make_unique<DeployRun>(std::move(plan), m_cluster.connections(), stateFile);
    if (before)
        m_run->keepFailuresOf(*before);
    connect(m_run.get(), &DeployRun::stepChanged, this, &RunKeeper::takeStep);
    connect(m_run.get(), &DeployRun::logReceived, this, &RunKeeper::takeLog);
    connect(m_run.get(), &DeployRun::finished, this, &RunKeeper::takeEnd);
    emit planned();
    tellServed();
}

void RunKeeper::forget()
{
    m_last = {};
    m_isUndone = false;
    m_elsewhere.reset();
    m_refusal.reset();
    const std::unique_ptr<DeployRun> before = std::move(m_run);
    emit forgotten();
    tellServed();
}

bool RunKeeper::start(bool resume)
{
    if (m_isPlanning || m_soon.isActive())
        plan();                          // what is run is what was typed last
    if (!m_run || isRunning() || m_isFromState || m_other)
        return false;
    Last next;
    next.hasRun = true;
    return begin(std::move(next), resume, [this, resume] { m_run->start({.resume = resume, .until = {}}); });
}

void RunKeeper::undo()
{
    if (!m_run || isRunning() || m_other)
        return;
    Last next = m_last;                  // its steps keep what was logged of them
    next.isUndo = true;
    next.isErrorOfNoStep = false;
    next.error.reset();
    next.endedMs = next.stoppedMs = 0;
    next.outdated.clear();
    begin(std::move(next), false, [this] { m_run->undo(m_run->olderName()); });
}

RunKeeper::Record RunKeeper::recordOf(const QString &stateFile)
{
    const QFileInfo state(stateFile), lock(stateFile + u".lock"_s);
    Record record;
    if (state.exists())
        record = {state.lastModified().toMSecsSinceEpoch(), state.size(), 0};
    if (lock.exists())
        record.lockMs = lock.lastModified().toMSecsSinceEpoch();
    return record;
}

// On a worker: the file may lie on a server that does not answer.
void RunKeeper::look()
{
    if (m_watched.isEmpty() || m_isLooking || isRunning())
        return;
    m_isLooking = true;
    m_looker.run(
        this,
        [file = m_watched, then = m_record, other = m_other, refused = m_refusal.has_value(),
         nodes = m_run ? m_run->plan().deployment.nodes + m_run->formerNodes() : QList<Node>()](Job &) {
            const Record now = recordOf(file);
            // Who takes it writes there: as long as nobody did, it is not even opened.
            std::optional<qint64> holder = other || now.lockMs != then.lockMs ? RunLock::holder(file) : std::nullopt;
            if (holder == qint64(QCoreApplication::applicationPid()))
                holder.reset();
            std::optional<LastWork> last;
            if (now != then || other) {
                if (const Result<StateDocument> document = readStateFile(file))
                    last = lastWorkIn(*document);
            }
            const bool isTaken = refused
                && (RunLock::holder(file) || std::any_of(nodes.cbegin(), nodes.cend(), [](const Node &node) {
                        return MachineLock::refusal(node, MachineLock::Work::Run).has_value();
                    }));
            return std::tuple(now, holder, last, isTaken);
        },
        [this, looks = m_looks](const std::tuple<Record, std::optional<qint64>, std::optional<LastWork>, bool> &seen) {
            m_isLooking = false;
            if (looks != m_looks || isRunning())
                return;
            takeLook(std::get<0>(seen), std::get<1>(seen), std::get<2>(seen));
            judgeRefusal(std::get<3>(seen));
        });
}

void RunKeeper::takeLook(const Record &now, std::optional<qint64> other, const std::optional<LastWork> &last)
{
    const Record then = std::exchange(m_record, now);
    const bool isChanged = now.timeMs != then.timeMs || now.size != then.size;
    const bool hadOther = m_other.has_value();
    if (std::exchange(m_other, other) == other && !isChanged)
        return;
    if (!hadOther)                       // the lock is written by who takes it
        m_elsewhere = Elsewhere{.work = {},
                                .beganMs = now.lockMs != then.lockMs ? now.lockMs
                                    : isChanged                      ? now.timeMs
                                                                     : m_cluster.now()};
    if (last && isChanged)
        m_elsewhere->work = last->work;
    if (!other && m_elsewhere) {
        m_elsewhere->endedMs = m_elsewhere->work ? now.timeMs : m_cluster.now();
        m_elsewhere->end = m_elsewhere->work && last ? last->end : LastWork::End::Cut;
    }
    // How this program's own run ended says nothing any more.
    const bool hasRun = m_last.hasRun;
    m_last = {};
    m_last.hasRun = hasRun;
    m_refusal.reset();
    emit workedElsewhere();
    if (!other && (hadOther || isChanged)) { // what is known of the nodes is from before
        for (const Node &node : m_cluster.deployment().nodes) {
            if (m_cluster.state(node.name) == NodeState::Reachable) {
                m_cluster.markChanged(node.name, ChangedBy::Elsewhere);
                m_cluster.inspect(node.name);
            }
        }
    }
    m_soon();
}

bool RunKeeper::begin(Last next, bool resumes, const std::function<void()> &work)
{
    ++m_looks;
    m_changed.clear();
    m_refusal.reset();
    Last before = std::exchange(m_last, std::move(next));
    work();
    if (const std::optional<Error> refused = m_run->refusedWith()) {
        m_refusal = Refusal{*refused, m_cluster.now(), m_last.isUndo, resumes};
        m_last = std::move(before);
        m_record = recordOf(m_watched);
        m_record.lockMs = 0;             // it may be another's that kept this one from beginning
        ++m_looks;
        emit refusalChanged();
        return false;
    }
    emit begun();
    tellServed();
    return true;
}

// A file that cannot be written is known only when it is tried: such a refusal stands, with its time.
void RunKeeper::judgeRefusal(bool isTaken)
{
    if (!m_refusal || isTaken || (m_run && m_refusal->error.kind == ErrorKind::Storage))
        return;
    const bool holds = m_run
        && (m_run->stateError()
            || (m_refusal->isUndo ? m_run->takeDownRefusal(m_run->olderName())
                                  : m_run->startRefusal({.resume = m_refusal->resumes, .until = {}})));
    if (holds)
        return;
    m_refusal.reset();
    emit refusalChanged();
}

void RunKeeper::takeStep(int step, StepState state, const QString &message, qint64 tookMs)
{
    const DeployStep &what = m_run->plan().steps[step];
    if (state != StepState::Pending && m_run->isRunning())
        m_last.atWork.insert(what.id);
    const bool changes = m_last.isUndo || !what.commands.isEmpty();
    if (m_run->isRunning() && !m_isForeign && changes
        && QList{StepState::Done, StepState::Undone, StepState::Failed, StepState::Stopped}.contains(state)) {
        m_changed.insert(what.node);
        m_cluster.markChanged(what.node, m_last.isUndo ? ChangedBy::Undo : ChangedBy::Run);
    }
    // What is open may have nodes of the same names, and they are other machines.
    if (m_isForeign)
        return emit stepChanged(step, state, message, tookMs);
    if (state == StepState::Done || state == StepState::UpToDate) {
        m_cluster.tell(what.node, {contactNote(HealthSource::Run, m_cluster.now())});
        if (!m_last.isUndo)
            m_cluster.settle(what.node, checksSettledBy(what.id));
    } else if (state == StepState::Undone && what.id.startsWith("container@"_L1)) {
        m_cluster.settle(what.node, checksSettledBy(what.id)); // of a container that is gone now
    } else if (state == StepState::Failed && m_run->failure(step).kind == ErrorKind::Connection)
        m_cluster.tell(what.node, notesOf(m_run->failure(step), HealthSource::Run, m_cluster.now()));
    else if (state == StepState::Failed && isQuestion(m_run->failure(step)) && !m_changed.contains(what.node))
        m_cluster.inspect(what.node); // meets the same question, and it is asked; of those changed takeEnd() asks
    else if (state == StepState::Failed && !m_last.isUndo && !isQuestion(m_run->failure(step))
             && (asksWhetherFactsHold(what.id) || bringsWhatIsMissing(what.id)))
        noteRefuted(what, m_run->failure(step));
    emit stepChanged(step, state, message, tookMs);
}

// The checks did not see it, or not yet: no page goes on telling that all is well there.
void RunKeeper::noteRefuted(const DeployStep &step, const Error &error)
{
    if (error.kind == ErrorKind::Canceled || error.kind == ErrorKind::Storage) // that is of this computer
        return;
    m_refuted.insert(step.node, m_run->plan().deployment);
    m_cluster.tell(step.node,
                   {contactNote(HealthSource::Run, m_cluster.now()),
                    refutedNote(step.id.section(u'@', 0, 0), error, m_cluster.now())});
    QStringList expected = checksSettledBy(step.id); // they had said that the run would see to it
    expected.removeAll(step.id.section(u'@', 0, 0));
    m_cluster.settle(step.node, expected);
    followSettings();                    // they may have changed meanwhile
}

// With other ports it may not stand in the way.
void RunKeeper::followSettings()
{
    for (auto it = m_refuted.cbegin(); it != m_refuted.cend(); ++it) {
        Deployment then = *it;
        then.nodes = m_cluster.deployment().nodes;
        m_cluster.withdrawChecks(it.key(), !isCheckedAlike(m_cluster.deployment(), then), HealthSource::Run);
    }
}

void RunKeeper::takeLog(int step, const QByteArray &text)
{
    const QString &id = m_run->plan().steps[step].id;
    if (!m_last.loggedMs.contains(id))
        m_last.loggedMs.insert(id, m_cluster.now());
    QByteArray &kept = m_last.logs[id];
    kept += text;
    if (kept.size() > keptLog * 2)
        kept = kept.right(keptLog);
    emit logReceived(step, text);
}

void RunKeeper::takeEnd(bool ok, const Error &error)
{
    if (m_run->refusedWith())
        return;                          // it is begin()'s to tell
    if (!ok && error.kind != ErrorKind::Canceled)
        m_last.error = m_run->endedWith();
    m_last.isErrorOfNoStep = m_last.error.has_value();
    for (int i = 0; i < m_run->plan().steps.size(); ++i)
        m_last.isErrorOfNoStep = m_last.isErrorOfNoStep && m_run->failure(i).message != error.message;
    (error.kind == ErrorKind::Canceled ? m_last.stoppedMs : m_last.endedMs) = m_cluster.now();
    if (error.kind != ErrorKind::Canceled || ok)
        keepLogs(ok);
    m_record = recordOf(m_watched);
    m_record.lockMs = 0;
    ++m_looks;
    emit finished(ok, error);
    tellServed();
    const QSet<QString> changed = std::exchange(m_changed, {});
    for (const QString &node : m_isForeign ? QSet<QString>() : changed)
        m_cluster.inspect(node); // what is known of it is from before
    if (m_plansLater)
        m_soon();
    if (ok && !m_last.isUndo && !m_isForeign)
        emit succeeded();
}

void RunKeeper::setKept(const QString &file)
{
    if (std::exchange(m_kept, file) != file)
        emit keptLogsChanged();
}

// Of one that failed what its steps said; of one that went well there is nothing to look into.
void RunKeeper::keepLogs(bool succeeded)
{
    QList<KeptLog> logs;
    for (const DeployStep &step : m_run->plan().steps) {
        if (const QByteArray text = m_last.logs.value(step.id); !text.isEmpty())
            logs << KeptLog{step.node, step.id.section(u'@', 0, 0), text, m_last.loggedMs.value(step.id)};
    }
    if (m_watched.isEmpty() || (succeeded ? m_last.isUndo || m_kept.isEmpty() : logs.isEmpty()))
        return;
    m_looker.run(
        this,
        [file = keptLogsFile(m_watched), logs, succeeded,
         redaction = redactionFor(m_run->plan().deployment, m_cluster.allFacts(), false)](Job &) {
            const Result<void> done = succeeded ? forgetKeptLogs(file) : ::keepLogs(file, logs, redaction);
            return std::pair(file, !succeeded && done);
        },
        [this](const std::pair<QString, bool> &kept) {
            if (kept.first == keptLogsFile(m_watched))
                setKept(kept.second ? kept.first : QString());
        });
}
