#include "core/base/homepath.h"
#include "core/base/worker.h"
#include "core/deploy/deployrun.h"
#include "core/deploy/runlock.h"
#include "core/deploy/servicesteps.h"
#include "core/deploy/steprunner.h"
#include "core/engines/imagerelease.h"
#include "core/runs/deploytext.h"
#include "core/runs/runstate.h"
#include "core/topology/topology.h"

#include <QCoreApplication>
#include <QSysInfo>
#include <QTimer>

#include <algorithm>

#include <unistd.h>

using namespace Qt::StringLiterals;

// Log pieces wait here until the GUI thread fetches them, 30 times a second at most.
struct LogBuffer
{
    std::mutex mutex;
    QMap<int, QByteArray> pieces;

    void add(int step, const QByteArray &piece)
    {
        const std::lock_guard lock(mutex);
        pieces[step] += piece;
    }
    QMap<int, QByteArray> take()
    {
        const std::lock_guard lock(mutex);
        return std::exchange(pieces, {});
    }
};

namespace {

// user@host, for another operator who finds our mark on a node.
QString whoWeAre()
{
    QString who = localUser().value_or(QString::number(::getuid())) + QLatin1Char('@') + QSysInfo::machineHostName();
    for (QChar &c : who) {
        if (!c.isLetterOrNumber() && !QStringView(u"@._-").contains(c))
            c = QLatin1Char('_');
    }
    return who.left(80);
}

} // namespace

class DeployRun::Private
{
public:
    DeployRun *q;
    DeployPlan plan;
    QString wanted;                      // wantedBy() it
    ConnectionSettings connections;
    QString stateFile;
    std::shared_ptr<RunState> state;
    std::shared_ptr<LogBuffer> logs = std::make_shared<LogBuffer>();
    std::optional<Error> loadError;
    std::optional<RunLocks> locks;

    struct Shown
    {
        StepState state = StepState::Pending;
        QString message;
        Error failure;                   // this and the one above hold every language
        qint64 tookMs = 0;
        bool isToUndo = false;
    };
    QList<Shown> shown;
    QList<Node> former;
    QString original;
    QHash<QString, StepContext> contexts;

    RunWork work = RunWork::Deploy;
    bool running = false, stopping = false;
    QList<QList<int>> phases;            // steps that run side by side, one per node
    int open = 0;                        // jobs of the phase under way
    std::optional<Error> firstError;
    Error endedWith;
    std::optional<Error> refusedWith;
    QTimer logTimer;
    Worker writer;                       // of what steps that could not be begun leave in memory
    std::vector<std::pair<QString, std::unique_ptr<NodeLink>>> links; // last: their threads end first

    NodeLink *link(const QString &node)
    {
        for (const auto &[name, link] : links) {
            if (name == node)
                return link.get();
        }
        for (const Node &one : plan.deployment.nodes + former) {
            if (one.name == node) {
                links.emplace_back(node, std::make_unique<NodeLink>(shellFactoryFor(one, connections)));
                return links.back().second.get();
            }
        }
        return nullptr;
    }

    void cancelLinks()
    {
        for (const auto &[name, link] : links)
            link->cancelAll();
    }

    void flushLogs()
    {
        const QMap<int, QByteArray> pieces = logs->take();
        for (auto it = pieces.cbegin(); it != pieces.cend(); ++it)
            emit q->logReceived(it.key(), it.value());
    }

    void show(int step, StepState state, const QString &message, qint64 tookMs)
    {
        shown[step].state = state;
        shown[step].message = message;
        shown[step].tookMs = tookMs;
        emit q->stepChanged(step, state, q->message(step), tookMs);
    }

    QList<int> starts() const            // the steps that start the service, one for each node
    {
        QList<int> found;
        for (int i = 0; i < plan.steps.size(); ++i) {
            if (stepKind(plan.steps[i].id)->id == QByteArray("start"))
                found << i;
        }
        return found;
    }
    bool mayBeStopped(int start) const   // by what is known here: this run started its service, or found it
    {
        const StepRecord record = state->step(plan.steps[start].id);
        return record.changed || record.state == StepState::UpToDate || !record.data.empty();
    }
    void takeFormerNodes();
    void begin(RunWork what, QList<QList<int>> order);
    QString left() const;
    void nextPhase();
    void runOne(int step);
    void took(int step, const Result<StepOutcome> &answer);
    void noteServed();
    void finish(bool succeeded, const Error &error);
    void end(bool succeeded, const Error &error);
    void tell(bool succeeded, const Error &error);
    void refuse(const Error &error);
    std::optional<Error> refusal(const DeployOptions &options) const;
    std::optional<Error> notToBeTakenDown(const QString &of) const
    {
        const EveryLanguage every;
        return q->takeDownRefusal(of);
    }
    void setPending(const std::function<bool(int)> &which);
    QList<QList<int>> phasesUntil(const QString &until) const;
    QList<int> tornServices(int last);
};

DeployRun::DeployRun(DeployPlan plan, ConnectionSettings connections, QString stateFile, QObject *parent)
    : QObject(parent)
    , d(std::make_unique<Private>())
{
    d->q = this;
    d->plan = std::move(plan);
    d->connections = std::move(connections);
    d->stateFile = std::move(stateFile);
    d->state = std::make_shared<RunState>(d->stateFile);
    if (const Result<void> loaded = d->state->load(d->plan.deployment, d->plan.identity); !loaded)
        d->loadError = loaded.error();
    d->plan.owner = d->state->owner();
    d->wanted = wantedBy(d->plan);
    d->plan.by = whoWeAre();
    d->original = d->state->originalFile(d->plan.file);
    for (const Node &node : d->plan.deployment.nodes)
        d->contexts.insert(node.name, contextFor(d->plan, node.name));
    for (DeployStep &step : d->plan.steps) { // the commands with the run's id in them, as they will run
        if (d->plan.launches.contains(step.node))
            step = describe(*stepKind(step.id), d->contexts.value(step.node));
    }
    d->takeFormerNodes();
    const std::optional<qint64> holder = RunLock::holder(d->stateFile);
    const bool isElsewhere = holder && *holder != QCoreApplication::applicationPid();
    for (const DeployStep &step : d->plan.steps) {
        // what was done there was not done by a copy
        const StepRecord record = originalFile().isEmpty() ? d->state->step(step.id) : StepRecord();
        // What was under way when the program was killed did not come to its end; another process may be at it.
        const StepState shown
            = record.state == StepState::Running && !isElsewhere ? StepState::Stopped : record.state;
        Error failure;
        if (shown == StepState::Failed)
            failure = {ErrorKind::CommandFailed, record.message, {}, {{u"remedy"_s, record.remedy}}};
        d->shown.append({shown, record.message, failure, record.tookMs, record.changed});
    }
    d->logTimer.setInterval(34);
    connect(&d->logTimer, &QTimer::timeout, this, [this] { d->flushLogs(); });
}

// Their steps come first, so that undo, which goes backwards, ends with them: they may be out of reach.
void DeployRun::Private::takeFormerNodes()
{
    QList<DeployStep> steps;
    for (const StateNode &then : state->formerNodes(plan.deployment)) {
        former << nodeOf(then);
        StepContext context = contextFor(plan, then.name);
        context.node = former.last();
        contexts.insert(then.name, context);
    }
    for (const StepKind &kind : stepKinds()) {
        for (const Node &node : std::as_const(former)) {
            if (state->step(stepIdOf(kind, node.name)).changed)
                steps << describe({kind.id, kind.title, kind.expectedSeconds, kind.masterOnly, nullptr, nullptr,
                                   nullptr, nullptr, nullptr, nullptr},
                                  contexts.value(node.name));
        }
    }
    plan.steps = steps + plan.steps;
}

DeployRun::~DeployRun()
{
    d->cancelLinks();
}

const DeployPlan &DeployRun::plan() const { return d->plan; }
StepState DeployRun::state(int step) const { return d->shown.value(step).state; }
// That it was stopped is its state; the shell's word for it may be of another language.
QString DeployRun::message(int step) const
{
    return state(step) == StepState::Stopped ? QString() : inLanguage(d->shown.value(step).message, dataLanguage());
}
Error DeployRun::failure(int step) const { return told(d->shown.value(step).failure); }
std::optional<Error> DeployRun::refusedWith() const { return d->refusedWith; }
Error DeployRun::endedWith() const { return d->endedWith; }
bool DeployRun::mayServeAnywhere() const
{
    const QList<Node> &nodes = d->plan.deployment.nodes;
    return std::any_of(nodes.cbegin(), nodes.cend(), [this](const Node &node) { return mayServe(node.name); });
}

bool DeployRun::serves() const
{
    return !d->running && canUndo() && !canResume() && !isUndoOpen() && !d->state->isServiceStopped()
        && !wasRunOtherwise() && mayServeAnywhere();
}

std::optional<Served> DeployRun::served() const
{
    return isUndoing() ? std::nullopt : servedIn(*d->state);
}

bool DeployRun::isWhole() const { return !d->running && d->state->isWhole() && d->state->hasChanges(); }
bool DeployRun::isServiceStopped() const { return d->state->isServiceStopped() && canResume(); }
bool DeployRun::isUndoing() const { return d->running ? d->work == RunWork::Undo : d->state->isUndoing(); }
bool DeployRun::isToUndo(int step) const { return d->shown.value(step).isToUndo; }
bool DeployRun::mayServe(const QString &node) const { return d->state->mayServe(node); }
qint64 DeployRun::tookMs(int step) const { return d->shown.value(step).tookMs; }
bool DeployRun::hasBegun() const { return !d->state->isEmpty(); }
bool DeployRun::isRunning() const { return d->running; }
std::optional<Error> DeployRun::stateError() const { return d->loadError; }

QString DeployRun::olderName() const
{
    const QString name = d->state->deployedAs();
    return name == nameOfRun(d->plan.deployment.name) ? QString() : name;
}

bool DeployRun::hadNoName() const { return !olderName().isEmpty() && d->state->hadNoName(); }

QString DeployRun::originalFile() const { return olderName().isEmpty() ? QString() : d->original; }
QString DeployRun::otherFile() const { return olderName().isEmpty() ? d->original : QString(); }

bool DeployRun::wasRunOtherwise() const
{
    const QString then = d->state->wanted();
    return !then.isEmpty() && !d->wanted.isEmpty() && then != d->wanted;
}

std::optional<Error> DeployRun::startRefusal(const DeployOptions &options) const
{
    const std::optional<Error> refused = d->refusal(options);
    return refused ? std::optional(told(*refused)) : std::nullopt;
}

QString DeployRun::madeInWords() const
{
    QStringList lines;
    for (const Node &node : d->plan.deployment.nodes + d->former) {
        if (const QStringList made = d->state->madeOn(node.name); !made.isEmpty())
            lines << node.name + u": "_s + made.join(u", "_s);
    }
    return lines.join(u"; "_s);
}

QString DeployRun::elsewhereInWords() const
{
    QStringList lines;
    for (const Node &node : d->plan.deployment.nodes) {
        const MadeOn made = d->state->placesOn(node.name);
        const Launch launch = d->plan.launches.value(node.name); // empty: the nodes were not asked, nothing is run
        QStringList others;
        if (!launch.container.isEmpty() && !made.container.isEmpty() && made.container != launch.container)
            others << DeployText::tr("container %1").arg(made.container);
        if (!launch.folder.isEmpty() && !made.folder.isEmpty() && made.folder != launch.folder)
            others << DeployText::tr("files in %1").arg(made.folder);
        if (!others.isEmpty())
            lines << node.name + u": "_s + others.join(u", "_s);
    }
    return lines.join(u"; "_s);
}

std::optional<Error> DeployRun::takeDownRefusal(const QString &of) const
{
    const QString older = olderName(), name = nameOfRun(d->plan.deployment.name);
    if (older.isEmpty() && (of.isEmpty() || of == name || !canUndo()))
        return std::nullopt;
    if (!older.isEmpty() && !d->original.isEmpty())
        return Error{ErrorKind::Invalid,
                     hadNoName()
                         ? DeployText::tr("What is on these nodes was deployed from %1 before that deployment had a "
                                          "name, and not as \"%2\", which is for the same nodes and recipe; it was "
                                          "left alone.")
                               .arg(d->original, name)
                         : DeployText::tr("What is on these nodes was deployed under the name \"%1\" from %2, and not "
                                          "as \"%3\", which is for the same nodes and recipe; it was left alone.")
                               .arg(older, d->original, name),
                     madeInWords(),
                     {}};
    // renamed in its own file: it is the same
    if (!older.isEmpty() && (of == older || (of.isEmpty() && d->state->isKeptIn(d->plan.file))))
        return std::nullopt;
    return Error{ErrorKind::Invalid,
                 hadNoName()
                     ? DeployText::tr("What is on these nodes was deployed before the deployment had a name, not as "
                                      "\"%1\"; it was left alone.")
                           .arg(of.isEmpty() ? name : of)
                     : DeployText::tr("What is on these nodes was deployed under the name \"%1\", not \"%2\"; it was "
                                      "left alone.")
                           .arg(older.isEmpty() ? name : older, of.isEmpty() ? name : of),
                 madeInWords(),
                 {}};
}

QList<Node> DeployRun::formerNodes() const
{
    QList<Node> nodes = d->former;
    nodes.removeIf([this](const Node &node) { return d->state->madeOn(node.name).isEmpty(); }); // undone meanwhile
    return nodes;
}

QStringList DeployRun::madeOn(const QString &node) const { return d->state->madeOn(node); }

void DeployRun::keepFailuresOf(const DeployRun &older)
{
    // What was read from the file is put together anew, and so is otherwise where its languages are.
    const auto isSaidAlike = [](const QString &one, const QString &other) {
        return inLanguage(one, u"en"_s) == inLanguage(other, u"en"_s)
            && inLanguage(one, u"zh"_s) == inLanguage(other, u"zh"_s);
    };
    for (int i = 0; i < d->plan.steps.size(); ++i) {
        for (int j = 0; j < older.d->plan.steps.size(); ++j) {
            const Private::Shown &then = older.d->shown[j];
            if (older.d->plan.steps[j].id != d->plan.steps[i].id || then.failure.message.isEmpty())
                continue;
            // A link that is lost in a step leaves "running" in the file.
            const StepRecord record = d->state->step(d->plan.steps[i].id);
            if (record.state == StepState::Running
                || (record.state == then.state && isSaidAlike(record.message, then.failure.message)))
                d->shown[i] = then;
        }
    }
}

bool DeployRun::canResume() const
{
    const auto is = [](StepState state) {
        return [state](const Private::Shown &shown) { return shown.state == state; };
    };
    const auto has = [&](StepState state) { return std::any_of(d->shown.cbegin(), d->shown.cend(), is(state)); };
    const bool begun
        = has(StepState::Done) || has(StepState::UpToDate) || has(StepState::Failed) || has(StepState::Stopped);
    // Of a run that came to its end no step is pending: what the settings have more since is another run's.
    const bool isPending = has(StepState::Pending) && !(d->state->isWhole() && wasRunOtherwise());
    return !d->running && !isUndoOpen() && begun && (isPending || has(StepState::Failed) || has(StepState::Stopped));
}

bool DeployRun::canUndo() const
{
    return !d->running && originalFile().isEmpty()
        && (isUndoOpen() || std::any_of(d->plan.steps.cbegin(), d->plan.steps.cend(), [this](const DeployStep &step) {
                return d->state->step(step.id).changed;
            }));
}

bool DeployRun::isUndoOpen() const
{
    return !d->running && d->state->isUndoing() && (d->state->hasChanges() || !undoFailure().isEmpty());
}

bool DeployRun::isUndone() const
{
    return !d->running && !isUndoOpen() && !canUndo()
        && std::any_of(d->shown.cbegin(), d->shown.cend(),
                       [](const Private::Shown &shown) { return shown.state == StepState::Undone; });
}

QString DeployRun::undoFailure() const
{
    // undo goes backwards: the first that failed
    for (qsizetype i = d->shown.size() - 1; i >= 0 && d->state->isUndoing(); --i) {
        if (d->shown[i].state != StepState::Failed)
            continue;
        const DeployStep &step = d->plan.steps[i];
        QString why = failure(int(i)).message;
        if (why.startsWith(step.node + u": "_s))
            why = why.mid(step.node.size() + 2);
        return why.isEmpty() ? DeployText::tr("Undo of \"%1\" on %2 failed.").arg(step.title, step.node)
                             : DeployText::tr("Undo of \"%1\" on %2 failed: %3").arg(step.title, step.node, why);
    }
    return {};
}

// Steps of one kind stand side by side in the plan.
int lastStepUntil(const QList<DeployStep> &steps, const QString &until)
{
    int last = int(steps.size()) - 1;
    for (int i = 0; !until.isEmpty() && i < steps.size(); ++i) {
        if (steps[i].id == until || steps[i].id.section(QLatin1Char('@'), 0, 0) == until)
            last = i;
        else if (last != int(steps.size()) - 1)
            break;
    }
    return last;
}

QList<QList<int>> DeployRun::Private::phasesUntil(const QString &until) const
{
    QList<QList<int>> result;
    const int last = lastStepUntil(plan.steps, until);
    for (int i = 0; i <= last; ++i) {
        if (i == 0 || stepKind(plan.steps[i].id) != stepKind(plan.steps[i - 1].id))
            result.append(QList<int>());
        result.last() << i;
    }
    return result;
}

Result<void> untilIsAStep(const QString &until, const Deployment &deployment)
{
    if (until.isEmpty())
        return {};
    QStringList names;
    for (const StepKind &kind : stepKinds()) {
        names << QLatin1String(kind.id);
        if (until == names.last())
            return {};
        for (const Node &node : deployment.nodes) {
            if (until == stepIdOf(kind, node.name) && (!kind.masterOnly || &node == &deployment.nodes.first()))
                return {};
        }
    }
    return Error{ErrorKind::Invalid,
                 DeployText::tr("There is no step \"%1\". The steps are: %2.").arg(until, names.join(u", "_s)),
                 {},
                 {}};
}

std::optional<Error> DeployRun::Private::refusal(const DeployOptions &options) const
{
    const EveryLanguage every;
    const auto remedy = [](const QString &words) { return QMap<QString, QString>{{u"remedy"_s, words}}; };
    if (const Result<void> known = untilIsAStep(options.until, plan.deployment); !known)
        return known.error();
    const bool isThere = std::any_of(plan.steps.cbegin(), plan.steps.cend(), [&options](const DeployStep &step) {
        return step.id == options.until || step.id.section(u'@', 0, 0) == options.until;
    });
    if (!options.until.isEmpty() && !isThere)
        return Error{ErrorKind::Invalid,
                     DeployText::tr("This deployment has no step \"%1\": its settings do not ask for it.")
                         .arg(options.until),
                     {},
                     {}};
    for (const Launch &launch : plan.launches) {
        if (const QString refused = placeholderRefusal(launch.image); !refused.isEmpty())
            return Error{ErrorKind::Invalid, refused, {}, {{u"setting"_s, u"image"_s}}};
    }
    if (const QString name = q->olderName(); !name.isEmpty()) {
        const QList<int> services = starts();
        const bool mayServe = std::any_of(services.cbegin(), services.cend(),
                                          [this](int step) { return state->mayServe(plan.steps[step].node); });
        const QString now = plan.deployment.name;
        const bool hadNone = q->hadNoName();
        return Error{ErrorKind::Invalid,
                     mayServe && hadNone
                         ? DeployText::tr("What runs on these nodes was deployed before the deployment had a name; "
                                          "under the name \"%1\" it would be put there a second time.")
                               .arg(now)
                         : mayServe && now.isEmpty()
                         ? DeployText::tr("What runs on these nodes was deployed under the name \"%1\"; without a "
                                          "name it would be put there a second time.")
                               .arg(name)
                         : mayServe
                         ? DeployText::tr("What runs on these nodes was deployed under the name \"%1\"; under the name "
                                          "\"%2\" it would be put there a second time.")
                               .arg(name, now)
                         : hadNone
                         ? DeployText::tr("What was made on these nodes before the deployment had a name is still "
                                          "there: %1. Until it is undone, \"%2\" is not run.")
                               .arg(q->madeInWords(), now)
                         : now.isEmpty()
                         ? DeployText::tr("What was made on these nodes under the name \"%1\" is still there: %2. "
                                          "Until it is undone, nothing is run without a name.")
                               .arg(name, q->madeInWords())
                         : DeployText::tr("What was made on these nodes under the name \"%1\" is still there: %2. "
                                          "Until it is undone, \"%3\" is not run.")
                               .arg(name, q->madeInWords(), now),
                     {},
                     remedy(original.isEmpty() && hadNone
                                ? DeployText::tr("Undo it first: that takes back what was deployed then. Then run. Or "
                                                 "take the name away again.")
                                : original.isEmpty()
                                ? DeployText::tr("If this deployment was called so, undo it first: that takes back "
                                                 "what was deployed as \"%1\". Then run. Or give it its old name "
                                                 "again.")
                                      .arg(name)
                                : DeployText::tr("Undo it first, where it is kept: %1. Then run.").arg(original))};
    }
    if (const QList<Node> lost = q->formerNodes(); !lost.isEmpty()) {
        QStringList names;
        for (const Node &node : lost)
            names << u"%1 (%2)"_s.arg(node.name, addressText(node));
        return Error{
            ErrorKind::Invalid,
            DeployText::tr("An earlier run also made things on %1, which this deployment has no more; run without it, "
                           "they would stay there.")
                .arg(names.join(u", "_s)),
            left(),
            remedy(DeployText::tr(
                "Undo it first: undo reaches that node too. Then run. Or add the node to the deployment again."))};
    }
    if (const QString made = q->elsewhereInWords(); !made.isEmpty())
        return Error{ErrorKind::Invalid,
                     DeployText::tr("What an earlier run made stands elsewhere than the settings say now: %1. A run "
                                    "would make it a second time, and nothing would know of the first.")
                         .arg(made),
                     {},
                     remedy(DeployText::tr("Put the settings back (container name, folder). Or undo first: that takes "
                                           "back what was made. Then run."))};
    if (options.resume && q->isUndoOpen())
        return Error{ErrorKind::Invalid,
                     DeployText::tr(
                         "An undo of this run began and did not come to its end: there is nothing to resume."),
                     q->undoFailure(),
                     remedy(DeployText::tr(
                         "Undo again; what is undone is not repeated. Or run from the start, without resuming."))};
    return std::nullopt;
}

void DeployRun::start(const DeployOptions &options)
{
    if (d->running)
        return;
    if (const std::optional<Error> refused = d->refusal(options))
        return d->refuse(*refused);
    d->begin(RunWork::Deploy, d->phasesUntil(options.until));
    if (!d->running)
        return;
    d->setPending([&](int) { return !options.resume; });
    d->nextPhase();
}

void DeployRun::stop()
{
    if (!d->running)
        return;
    d->stopping = true;
    d->phases.clear();
    d->cancelLinks();
}

void DeployRun::undo(const QString &of)
{
    if (d->running)
        return;
    if (const std::optional<Error> refused = d->notToBeTakenDown(of))
        return d->refuse(*refused);
    QList<QList<int>> order = d->phasesUntil({});
    for (QList<int> &phase : order)
        phase.removeIf([this](int step) { return !d->state->step(d->plan.steps[step].id).changed; });
    order.removeIf([](const QList<int> &phase) { return phase.isEmpty(); });
    std::reverse(order.begin(), order.end());
    d->begin(RunWork::Undo, order);
    if (!d->running)
        return;
    for (int i = 0; i < d->shown.size(); ++i)
        d->shown[i].isToUndo = d->state->step(d->plan.steps[i].id).changed;
    // What was only asked does not hold any more once the rest is taken back; what failed before did not fail in this
    // undo.
    d->setPending([this](int step) {
        return !d->state->step(d->plan.steps[step].id).changed || d->shown[step].state == StepState::Failed;
    });
    d->nextPhase();
}

bool DeployRun::canStop() const
{
    const QList<int> starts = d->starts();
    return std::any_of(starts.begin(), starts.end(), [this](int step) { return d->mayBeStopped(step); });
}

void DeployRun::stopService(const QString &of)
{
    if (d->running)
        return;
    if (const std::optional<Error> refused = d->notToBeTakenDown(of))
        return d->refuse(*refused);
    QList<int> starts = d->starts();
    const int last = starts.isEmpty() ? int(d->plan.steps.size()) : starts.last();
    starts.removeIf([this](int step) { return !d->mayBeStopped(step); });
    d->begin(RunWork::StopService, {starts});
    if (!d->running)
        return;
    // What followed from the running service: everything after its start.
    d->setPending([&](int step) { return step > last; });
    d->nextPhase();
}

void DeployRun::hold(RunLocks locks)
{
    d->locks = std::move(locks);
}

void DeployRun::Private::begin(RunWork what, QList<QList<int>> order)
{
    if (loadError) {
        refuse(*loadError);
        return;
    }
    Result<RunLocks> taken = [this]() -> Result<RunLocks> {
        const EveryLanguage every;
        const QList<Node> nodes = plan.deployment.nodes + former;
        if (!locks)
            return RunLocks::take(stateFile, nodes);
        RunLocks held = *std::exchange(locks, std::nullopt);
        if (const Result<void> added = held.add(nodes); !added)
            return added.error();
        return held;
    }();
    if (!taken) {
        refuse(taken.error());
        return;
    }
    locks = *std::move(taken);
    for (StepContext &context : contexts) {
        context.filesChanged = context.isTorn = false;
        context.replaced.clear();
    }
    work = what;
    phases = std::move(order);
    running = true;
    stopping = false;
    refusedWith.reset();
    firstError.reset();
    logTimer.start();
}

void DeployRun::Private::setPending(const std::function<bool(int)> &which)
{
    QStringList ids;
    for (int i = 0; i < shown.size(); ++i) {
        if (!which(i))
            continue;
        ids << plan.steps[i].id;
        shown[i].failure = {};
        if (shown[i].state != StepState::Pending)
            show(i, StepState::Pending, {}, 0);
    }
    state->begin(plan.deployment, ids, work, plan.file, wanted);
}

void DeployRun::Private::nextPhase()
{
    if (stopping) {
        finish(false, canceled());
    } else if (phases.isEmpty() || (firstError && work == RunWork::Deploy)) { // undo and stop do what they can
        finish(!firstError, firstError.value_or(Error{}));
    } else {
        const QList<int> steps = phases.takeFirst();
        open = int(steps.size());
        if (steps.isEmpty())
            nextPhase();
        for (const int step : steps)
            runOne(step);
    }
}

void DeployRun::Private::runOne(int step)
{
    const DeployStep &what = plan.steps[step];
    const StepKind *kind = stepKind(what.id);
    const StepLog log = [logs = logs, step](const QByteArray &piece) { logs->add(step, piece); };
    shown[step].failure = {};
    show(step, StepState::Running, {}, 0);
    link(what.node)->run(
        q,
        [this, step, kind, context = contexts.value(what.node), state = state, log, work = work,
         connections = connections](Shell &shell, Job &job) -> Result<StepOutcome> {
            StepOutcome outcome;
            if (work == RunWork::Deploy) {
                const OpenNode openOther
                    = [&](const Node &node) { return shellFactoryFor(node, connections)(job.stop()); };
                const StepTell tell = [&](const QString &words) {
                    job.notify([this, step, words] {
                        if (shown[step].state == StepState::Running)
                            show(step, StepState::Running, words, 0);
                    });
                };
                outcome = runStep(*kind, context, *state, shell, job.stop(), log, openOther, tell);
            } else if (work == RunWork::Undo) {
                outcome = undoStep(*kind, context, *state, shell, job.stop(), log);
            } else {
                StepRecord record = state->step(stepIdOf(*kind, context.node.name));
                StepIo io{context, shell, job.stop(), log, record.data, [] { return Result<void>(); }, {}};
                Result<void> stopped = demandNoInstaller(io);
                if (stopped)
                    stopped = stopOwnService(io, record.state == StepState::UpToDate);
                record.state = StepState::Pending;
                record.message.clear();
                record.remedy.clear();
                if (stopped)
                    stopped = state->set(stepIdOf(*kind, context.node.name), record);
                outcome = stopped ? StepOutcome{StepState::Pending, io.note, {}, 0}
                                  : StepOutcome{StepState::Failed, stopped.error().message, stopped.error(), 0};
            }
            if (outcome.state == StepState::Failed && outcome.error.kind == ErrorKind::Connection)
                return outcome.error; // so that the link opens a new shell next time
            return outcome;
        },
        [this, step](const Result<StepOutcome> &answer) { took(step, answer); });
}

// "Left on node2 (10.20.0.2): container x, files in /y", a line for each node.
QString DeployRun::Private::left() const
{
    const EveryLanguage every;
    QStringList lines;
    for (const Node &node : plan.deployment.nodes + former) {
        if (const QStringList made = state->madeOn(node.name); !made.isEmpty())
            lines << DeployText::tr("Left on %1 (%2): %3").arg(node.name, addressText(node), made.join(u", "_s));
        if (state->mayServe(node.name))
            lines << DeployText::tr("The service on %1 may still run: nobody has confirmed its end.").arg(node.name);
    }
    return lines.join(QLatin1Char('\n'));
}

void DeployRun::Private::took(int step, const Result<StepOutcome> &answer)
{
    StepOutcome outcome;
    if (answer) {
        outcome = *answer;
    } else {
        Error error = answer.error();
        if (error.kind != ErrorKind::Canceled) {
            error = [&] {
                const EveryLanguage every;
                return whereItStopped(error, stepKind(plan.steps[step].id)->title(), plan.steps[step].node, work);
            }();
            QString told = error.message;
            for (const QString &more : {error.detail, error.facts.value(u"remedy"_s)})
                told += more.isEmpty() ? QString() : QLatin1Char('\n') + more;
            logs->add(step, inLanguage(told, dataLanguage()).toUtf8() + '\n'); // it may be all that is in it
        }
        outcome = {error.kind == ErrorKind::Canceled ? StepState::Stopped : StepState::Failed, error.message, error, 0};
        if (work == RunWork::Undo && outcome.state == StepState::Failed) { // the node may never have been reached
            StepRecord record = state->step(plan.steps[step].id);
            record.state = StepState::Failed;
            record.tookMs = 0;           // that of the deploy
            record.message = error.message;
            record.remedy = error.facts.value(u"remedy"_s);
            state->note(plan.steps[step].id, record);
        }
    }
    flushLogs();
    if (outcome.state == StepState::Failed || outcome.state == StepState::Stopped) {
        shown[step].failure = outcome.error;
        if (!firstError || firstError->kind == ErrorKind::Canceled)
            firstError = outcome.error;
        // The others would wait for a service that cannot come up any more.
        if (outcome.state == StepState::Failed && stepKind(plan.steps[step].id)->id == QByteArray("wait-ready"))
            cancelLinks();
    }
    if (outcome.state == StepState::Done && stepKind(plan.steps[step].id)->id == QByteArray("copy-into-container")) {
        for (StepContext &context : contexts)
            context.filesChanged = true;
        QStringList &replaced = contexts[plan.steps[step].node].replaced;
        for (const Json &words : state->step(plan.steps[step].id).data.value("replaced", Json::array()))
            replaced << words.get<QString>();
    }
    show(step, outcome.state, outcome.message, outcome.tookMs);
    if (--open > 0)
        return;
    if (const QList<int> again = tornServices(step); !again.isEmpty())
        phases.prepend(again);
    nextPhase();
}

// A service over several nodes of which one has ended ends, too, sooner or later, and until then it looks as if it ran.
// What still runs of it is ended, so that all of it starts together. After the last of "stop-stale"; once.
QList<int> DeployRun::Private::tornServices(int last)
{
    QList<int> again;
    const QByteArray kind = stepKind(plan.steps[last].id)->id;
    if (work != RunWork::Deploy || kind != "stop-stale" || firstError || stopping)
        return again;
    const auto runs = [&](const QString &node) {
        const StepRecord record = state->step(stepIdOf(*stepKind(plan.steps[last].id), node));
        return boolAt(record.data, "runs").value_or(false);
    };
    for (int i = 0; i < plan.steps.size(); ++i) {
        const DeployStep &step = plan.steps[i];
        StepContext &context = contexts[step.node];
        if (stepKind(step.id)->id != kind || context.isTorn || !runs(step.node))
            continue;
        const QStringList &needed = context.launch.process.waitsFor;
        context.isTorn = std::any_of(needed.cbegin(), needed.cend(), [&](const QString &node) { return !runs(node); });
        if (context.isTorn)
            again << i;
    }
    open = int(again.size());
    return again;
}

void DeployRun::Private::noteServed()
{
    const Result<Json> settings = effectiveSettings(plan.recipe, plan.deployment.settings);
    state->noteServed(toJson(Served{addressText(plan.deployment.nodes.first()), plan.endpoint, plan.recipe.id,
                                    settings ? *settings : Json()}));
}

void DeployRun::Private::finish(bool succeeded, const Error &error)
{
    logTimer.stop();
    flushLogs();
    const bool isUp = succeeded && work == RunWork::Deploy
        && std::none_of(shown.cbegin(), shown.cend(),
                        [](const Shown &step) { return step.state == StepState::Pending; }); // not only until a step
    if (isUp)
        noteServed();
    if (!state->isUnwritten() || state->isEmpty())
        return end(succeeded, error);
    writer.run(
        q, [state = state](Job &) { return state->flush(); },
        [this, succeeded, error](const Result<void> &written) {
            end(succeeded && written, succeeded && !written ? written.error() : error);
        });
}

void DeployRun::Private::end(bool succeeded, const Error &error)
{
    running = false;
    locks.reset();
    Error ended = error;
    if (work == RunWork::Undo && !succeeded && error.kind != ErrorKind::Canceled)
        ended.detail += (ended.detail.isEmpty() ? QString() : u"\n"_s) + left();
    if (work == RunWork::StopService && !succeeded && error.kind != ErrorKind::Canceled) {
        QStringList remedies;            // each node's own; the sentence is of the first that failed
        for (const int step : starts())
            remedies << (mayBeStopped(step) ? shown[step].failure.facts.value(u"remedy"_s) : QString());
        remedies.removeAll(QString());
        remedies.removeDuplicates();
        if (!remedies.isEmpty())
            ended.facts.insert(u"remedy"_s, remedies.join(QLatin1Char('\n')));
    }
    tell(succeeded, ended);
}

void DeployRun::Private::refuse(const Error &error)
{
    refusedWith = error;
    tell(false, error);
}

void DeployRun::Private::tell(bool succeeded, const Error &error)
{
    endedWith = error;
    emit q->finished(succeeded, told(error));
}
