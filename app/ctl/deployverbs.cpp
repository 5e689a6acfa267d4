#include "app/ctl/deployverbs.h"

#include "app/ctl/clusterfacts.h"
#include "app/ctl/stopforce.h"
#include "core/base/languages.h"
#include "core/base/plaintext.h"
#include "core/deploy/checkmode.h"
#include "core/deploy/deployrun.h"
#include "core/deploy/runlock.h"
#include "core/deploy/steprunner.h"
#include "core/logs/keptlogs.h"
#include "core/runs/runstate.h"
#include "core/engines/recipebook.h"
#include "core/shell/quote.h"
#include "core/targets/standin.h"

#include <QElapsedTimer>
#include <QEventLoop>
#include <QStringDecoder>
#include <QSet>
#include <QTimer>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <sys/ioctl.h>
#include <unistd.h>
#include <utility>

using namespace Qt::StringLiterals;

namespace ctl {

namespace {

struct Options
{
    Opened opened;
    QString stateFile;
    QString of;                          // the name of what is to be taken down
    QString identity() const { return fileIdentity(opened.deployment, opened.path); }
    bool dryRun = false, check = false, verbose = false;
    // the file or any node that answered says so
    std::shared_ptr<std::atomic<bool>> simulated = std::make_shared<std::atomic<bool>>();
    DeployOptions deploy;
};

// nullopt: it was said what is wrong, and exitCode is set.
std::optional<Options> parse(const Call &call, bool isDeploy, const char *usage, int &exitCode)
{
    Options options;
    QStringList arguments = call.arguments;
    const auto flag = [&](const char *name) { return arguments.removeAll(QLatin1String(name)) > 0; };
    options.verbose = flag("--verbose");
    bool fits = takeValue(arguments, "--state", options.stateFile);
    if (!isDeploy)
        fits = takeValue(arguments, "--of", options.of) && fits;
    if (isDeploy) {
        options.dryRun = flag("--dry-run");
        options.check = flag("--check");
        options.deploy.resume = flag("--resume");
        fits = takeValue(arguments, "--until", options.deploy.until) && fits;
        if (options.check && (options.dryRun || options.deploy.resume || !options.deploy.until.isEmpty())) {
            complain(u"--check stands alone: it asks every step, and runs none."_s);
            fits = false;
        }
    }
    Result<Opened> opened = openDeployment(arguments, call.stop);
    if (!opened) {
        exitCode = isDeploy ? refuse(opened.error()) : fail(opened.error());
        return std::nullopt;
    }
    options.opened = *std::move(opened);
    *options.simulated = options.opened.deployment.simulated;
    options.opened.connections.onSimulated = [simulated = options.simulated](const QString &) { *simulated = true; };
    if (options.stateFile.isEmpty())
        options.stateFile = findStateFile(options.opened.deployment, options.identity());
    if (fits && arguments.isEmpty()) {
        if (const Result<void> known = untilIsAStep(options.deploy.until, options.opened.deployment); !known) {
            fail(known.error());
            exitCode = Usage;
            return std::nullopt;
        }
        return options;
    }
    if (!arguments.isEmpty())
        complain(u"'%1' is not understood."_s.arg(arguments.first()));
    complain(u"usage: ascendctl "_s + QLatin1String(usage));
    exitCode = Usage;
    return std::nullopt;
}

Json errorJson(const Error &error)
{
    Json json{{"message", error.message}};
    if (!error.detail.isEmpty())
        json["detail"] = error.detail;
    for (auto it = error.facts.cbegin(); it != error.facts.cend(); ++it) {
        if (!it.key().contains(u'.'))    // else the same once more, in one of the languages
            json[it.key().toStdString()] = it.value();
    }
    return json;
}

Json document(const DeployRun &run, const QList<std::pair<QString, qint64>> &said, bool succeeded, const Error &error,
              bool simulated)
{
    Json json = Json::object();
    if (simulated)
        json["simulated"] = true;
    json["succeeded"] = succeeded;
    if (!succeeded)
        json["error"] = errorJson(error);
    json["steps"] = Json::array();
    for (int i = 0; i < run.plan().steps.size(); ++i) {
        const DeployStep &step = run.plan().steps[i];
        json["steps"].push_back({{"id", step.id},
                                 {"node", step.node},
                                 {"title", step.title},
                                 {"state", stepStateName(run.state(i))},
                                 {"message", said[i].first},
                                 {"tookMs", said[i].second}});
    }
    json["warnings"] = run.plan().warnings;
    return json;
}

Json dryDocument(const DeployPlan &plan, bool simulated)
{
    Json json = Json::object();
    if (simulated)
        json["simulated"] = true;
    json["dryRun"] = true;
    json["steps"] = Json::array();
    for (const DeployStep &step : plan.steps)
        json["steps"].push_back({{"id", step.id},
                                 {"node", step.node},
                                 {"title", step.title},
                                 {"state", "pending"},
                                 {"message", ""},
                                 {"tookMs", 0},
                                 {"asks", step.probes},
                                 {"commands", step.commands},
                                 {"undo", step.undo},
                                 {"expectedSeconds", step.expectedSeconds}});
    json["warnings"] = plan.warnings;
    return json;
}

void printDry(const DeployPlan &plan)
{
    for (const DeployStep &step : plan.steps) {
        printLine(u"%1 on %2  (%3)"_s.arg(step.title, step.node, step.id));
        for (const QString &line : step.probes)
            printLine(u"  asks   "_s + line);
        for (const QString &line : step.commands)
            printLine(u"  runs   "_s + line);
        if (!step.undo.isEmpty())
            printLine(u"  undo   "_s + step.undo);
        printLine({});
    }
}

// refusal: why a run would not begin; empty: it would.
// What it would change, asked and not done. 0: nothing; 1: something, or it would fail; 3: a node could not be asked.
int checkOnly(const DeployRun &run, const Options &options, const QString &refusal, const Call &call)
{
    const QList<CheckedStep> steps = checkPlan(run.plan(), options.stateFile, [&](const Node &node) {
        return shellFactoryFor(node, options.opened.connections)(call.stop);
    }, call.stop);
    Json document = Json::object();
    if (*options.simulated)
        document["simulated"] = true;
    document["check"] = true;
    document["changed"] = Json::array();
    document["steps"] = Json::array();
    const QStringList changed = changedNodes(steps);
    if (!refusal.isEmpty())
        document["error"] = {{"message", refusal}};
    bool isFailed = !refusal.isEmpty(), couldNotAsk = false;
    for (const CheckedStep &step : steps) {
        const QString state = checkedStateName(step.state);
        const StepKind *first = step.state == CheckedStep::State::Follows ? stepKind(step.message) : nullptr;
        const QString message = first ? first->title() : inLanguage(step.message, dataLanguage());
        const QString place = first ? step.message.section(u'@', 1) : QString();
        const QString elsewhere = place == step.node ? QString() : place; // the node whose step decides it
        const std::optional<Error> error = step.error ? std::optional(told(*step.error)) : std::nullopt;
        Json json{{"id", step.id},
                  {"node", step.node},
                  {"title", step.title},
                  {"state", state},
                  {"message", message}};
        if (first)
            json["after"] = step.message;
        if (error)
            json["error"] = errorJson(*error);
        document["steps"].push_back(json);
        isFailed = isFailed || error;
        couldNotAsk = couldNotAsk || (error && error->kind != ErrorKind::CommandFailed);
        if (call.json)
            continue;
        const QString words = error ? error->message
            : first ? u"after \"%1\"%2 only"_s.arg(message, elsewhere.isEmpty() ? QString() : u" on "_s + elsewhere)
                    : message;
        printLine(u"%1  %2: %3%4"_s.arg(step.node, step.title, state, words.isEmpty() ? QString() : u"  "_s + words));
        if (const QString remedy = error ? error->facts.value(u"remedy"_s) : QString(); !remedy.isEmpty())
            printLine(remedy);
    }
    for (const QString &node : changed)
        document["changed"].push_back(node);
    if (call.json)
        printJson(document);
    else
        printLine(isFailed ? u"A run would not get through."_s
                  : changed.isEmpty()
                      ? u"Nothing would be changed on any node. Whether the endpoint answers: ascendctl verify."_s
                      : u"A run would change something on %1, and leave alone what holds."_s.arg(
                            changed.join(u", "_s)));
    return couldNotAsk ? CouldNotAsk : isFailed || !changed.isEmpty() ? No : Yes;
}

struct StepLogEnd
{
    qint64 beganMs = 0;
    QByteArray text;                     // its end
};

QList<KeptLog> keptOf(const DeployRun &run, const QMap<int, StepLogEnd> &logs)
{
    QList<KeptLog> kept;
    for (auto it = logs.cbegin(); it != logs.cend(); ++it) {
        const DeployStep &step = run.plan().steps[it.key()];
        kept << KeptLog{step.node, step.id.section(u'@', 0, 0), it->text, it->beganMs};
    }
    return kept;
}

void tellKept(const QString &file, const QList<KeptLog> &logs, const Deployment &deployment)
{
    if (const Result<void> kept = keepLogs(file, logs, redactionFor(deployment, {}, false)); !kept)
        complain(u"ascendctl: the logs could not be kept: "_s + kept.error().message);
    else
        complain(u"The logs of this run are kept in %1, known secrets taken out."_s.arg(file));
}

// What steps tell while they run: on a terminal one line that is written over; elsewhere lines, of each step soon at
// first, that it is seen to move, then every 10 s.
class ToldLines
{
public:
    void show(int step, const QString &line)
    {
        if (m_isTerminal) {
            clear();
            complainPiece(cut(withoutControls(line).replace(u'\n', u' ').replace(u'\t', u' ')));
            m_isShown = true;
        } else if (Said &said = m_said[step]; !said.last.isValid() || said.last.elapsed() >= said.pauseMs) {
            said.pauseMs = said.last.isValid() ? std::min<qint64>(2 * said.pauseMs, 10'000) : 1'900;
            said.last.start();
            complain(line);
        }
    }
    void clear()                         // before anything else is written
    {
        if (std::exchange(m_isShown, false))
            fputs("\r\x1b[K", stderr);
    }

private:
    // Into one row: what does not fit cannot be written over.
    static QString cut(const QString &line)
    {
        winsize size = {};
        const int columns = ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
        int used = 0;
        for (qsizetype i = 0; i < line.size(); ++i) {
            used += line[i].unicode() < 0x1100 ? 1 : 2; // such a one may be as wide
            if (used > columns - 2)
                return line.left(line[i].isLowSurrogate() ? i - 1 : i) + u'…';
        }
        return line;
    }

    const bool m_isTerminal
        = ::isatty(STDERR_FILENO) && !QList<QByteArray>{"", "dumb"}.contains(qgetenv("TERM"));
    bool m_isShown = false;
    struct Said
    {
        QElapsedTimer last;
        qint64 pauseMs = 0;              // until the next; steps tell once a second, or a little later
    };
    QHash<int, Said> m_said;             // by step
};

// Plays a run to its end, progress on stderr; Ctrl-C stops it.
int play(DeployRun &run, const Call &call, const Options &options, const QString &doing, bool isUndo,
         const std::function<void()> &begin)
{
    QEventLoop loop;
    QList<std::pair<QString, qint64>> said(run.plan().steps.size());
    bool ended = false, succeeded = false;
    Error error;
    QSet<int> underWay;
    ToldLines told;
    QObject::connect(&run, &DeployRun::stepChanged, &loop,
                     [&](int step, StepState state, const QString &message, qint64 tookMs) {
                         said[step] = {message, tookMs};
                         const DeployStep &what = run.plan().steps[step];
                         const bool isTakenDown = state == StepState::Pending && underWay.contains(step);
                         if (state == StepState::Pending && !isTakenDown) // reset
                             return;
                         if (state == StepState::Running)
                             underWay.insert(step);
                         else
                             underWay.remove(step);
                         const bool stays = state == StepState::Undone && bringsWhatIsMissing(what.id);
                         QString line
                             = u"%1  %2: %3"_s.arg(what.node, doing.arg(what.title),
                                                   stepStateName(isTakenDown || stays ? StepState::Done : state));
                         if (state != StepState::Running)
                             line += (isTakenDown ? QString() // its time is the deploy's, or none
                                                  : u" (%1 s)"_s.arg(double(tookMs) / 1000, 0, 'f', 1))
                                 + (message.isEmpty() ? QString() : u"  "_s + message);
                         else if (!message.isEmpty())
                             line += u"  "_s + message;
                         if (state == StepState::Running && !message.isEmpty()) {
                             if (!options.verbose) // its log says it
                                 told.show(step, line);
                             return;
                         }
                         told.clear();
                         complain(line);
                     });
    QStringDecoder decode(QStringDecoder::Utf8); // a letter may come in two pieces
    QMap<int, StepLogEnd> logs;          // by step
    QObject::connect(&run, &DeployRun::logReceived, &loop, [&](int step, const QByteArray &text) {
        constexpr qsizetype most = 4 * 1024 * 1024;
        StepLogEnd &log = logs[step];
        if (log.beganMs == 0)
            log.beganMs = QDateTime::currentMSecsSinceEpoch();
        log.text += text;
        if (log.text.size() > 2 * most)
            log.text = log.text.right(most);
        if (options.verbose)
            complainPiece(decode(text));
    });
    QObject::connect(&run, &DeployRun::finished, &loop, [&](bool answer, const Error &why) {
        ended = true;
        succeeded = answer;
        error = why;
        loop.quit();
    });
    QTimer watch;
    QObject::connect(&watch, &QTimer::timeout, &loop, [&] {
        if (call.stop.stop_requested())
            run.stop();
    });
    watch.start(30);
    begin();
    if (!ended)
        loop.exec();
    told.clear();
    if (const QString failure = isUndo && error.kind != ErrorKind::Canceled ? run.undoFailure() : QString();
        !succeeded && !failure.isEmpty())
        error.message = failure;
    if (!succeeded) {
        complain(u"ascendctl: "_s + error.message);
        if (!error.detail.isEmpty())
            complain(error.detail);
        if (const QString remedy = error.facts.value(u"remedy"_s); !remedy.isEmpty())
            complain(remedy);
    }
    const QString kept = keptLogsFile(options.stateFile);
    if (succeeded && !isUndo)
        (void)forgetKeptLogs(kept);
    else if (!succeeded && error.kind != ErrorKind::Canceled && !logs.isEmpty())
        tellKept(kept, keptOf(run, logs), options.opened.deployment);
    if (call.json)
        printJson(document(run, said, succeeded, error, *options.simulated));
    if (succeeded)
        return Yes;
    const bool couldNotAsk = error.kind == ErrorKind::Connection || error.kind == ErrorKind::HostKey
        || error.kind == ErrorKind::Authentication || error.kind == ErrorKind::Storage
        || error.kind == ErrorKind::Parse;
    return couldNotAsk ? CouldNotAsk : No;
}

// What was deployed under another name is taken down by who says that name, and only where it is not another file's.
// Empty: it is this deployment's, or nobody's.
QString howToTakeDown(const DeployRun &run, const Options &options, const QString &verb)
{
    const QString name = run.olderName(), original = run.originalFile();
    if (!original.isEmpty())
        return u"To %1 that: %2"_s.arg(verb, quoted({u"ascendctl"_s, verb, original}));
    if (name.isEmpty())
        return {};
    const QString line = quoted({u"ascendctl"_s, verb, options.opened.path, u"--of"_s, name});
    return run.hadNoName() ? u"If that was this deployment, %1 it: %2"_s.arg(verb, line)
                           : u"If this deployment was called \"%1\", %2 that: %3"_s.arg(name, verb, line);
}

// What of another run stays on the nodes where this one has nothing: "nothing to undo" is not "nothing there".
void tellOfAnotherRun(const Options &options, const Call &call)
{
    RunState state(options.stateFile);
    if (!state.load())
        return;
    const QList<Node> &nodes = options.opened.deployment.nodes;
    std::vector<QStringList> lines(size_t(nodes.size()));
    onEachNode(
        options.opened, call.stop,
        [&](qsizetype i, Shell &shell) {
            const QString container = u"container@"_s + nodes[i].name;
            const Result<OfAnotherRun> others = readOfAnotherRun(shell, options.opened.deployment, state.owner(),
                                                                 state.step(container).data, call.stop);
            lines[size_t(i)] = others ? wordsOf(*others, nodes[i].name, false)
                                      : QStringList{nodes[i].name + u": "_s + others.error().message};
        },
        [&](qsizetype i, const Error &error) {
            lines[size_t(i)] = {nodes[i].name + u": "_s + error.message};
        });
    for (const QStringList &node : lines) {
        for (const QString &line : node)
            complain(line);
    }
}

int takeDown(const Call &call, const char *usage, const QString &doing, bool isUndo,
             void (DeployRun::*work)(const QString &))
{
    int exitCode = Yes;
    const std::optional<Options> options = parse(call, false, usage, exitCode);
    if (!options)
        return exitCode;
    const Deployment &deployment = options->opened.deployment;
    // where another run or an installer has it, play() says so
    Result<RunLocks> lock = RunLocks::take(options->stateFile, deployment.nodes);
    Result<DeployPlan> plan = planFromState(deployment, options->stateFile, options->identity());
    if (!plan)
        return fail(plan.error());
    plan->file = options->opened.path;
    DeployRun run(*std::move(plan), options->opened.connections, options->stateFile);
    if (std::optional<Error> refused = run.takeDownRefusal(options->of)) {
        if (const QString how = howToTakeDown(run, *options, isUndo ? u"undo"_s : u"stop"_s); !how.isEmpty())
            refused->detail += u'\n' + how;
        return fail(*refused);
    }
    if (const QString name = run.olderName(); !name.isEmpty())
        complain(u"ascendctl: what was deployed %1 is %2: %3"_s.arg(
            run.hadNoName() ? u"before the deployment had a name"_s : u"under the name \"%1\""_s.arg(name),
            isUndo ? u"undone"_s : u"stopped"_s, run.madeInWords()));
    if (lock)
        run.hold(*std::move(lock));
    else if (lock.error().kind == ErrorKind::Invalid)
        return play(run, call, *options, doing, isUndo, [&] { (run.*work)(options->of); });
    if (run.plan().steps.isEmpty())
        complain(
            u"ascendctl: no run of this deployment is known on this machine (%1), so nothing was %2; whether another "
            "run's containers are on the nodes, `ascendctl check D` says."_s.arg(options->stateFile,
                                                                              isUndo ? u"undone"_s : u"stopped"_s));
    else if (!isUndo && !run.canStop() && !run.stateError())
        complain(u"ascendctl: this run started no service, so nothing was stopped; whether another run's containers "
                 "are on the nodes, `ascendctl check D` says."_s);
    else if (isUndo && !run.canUndo() && !run.stateError()) {
        complain(u"ascendctl: nothing on the nodes is this run's; there is nothing to undo."_s);
        tellOfAnotherRun(*options, call);
    }
    return play(run, call, *options, doing, isUndo, [&] { (run.*work)(options->of); });
}

} // namespace

int deploy(const Call &call)
{
    int exitCode = Yes;
    const std::optional<Options> options
        = parse(call, true, "deploy D [--dry-run | --check] [--resume] [--until STEP] [--verbose] [--json]", exitCode);
    if (!options)
        return exitCode;
    const Deployment &deployment = options->opened.deployment;
    const Result<Recipe> recipe = findRecipe(deployment.recipe);
    if (!recipe)
        return refuse(recipe.error());
    // From now on: an undo that comes while the nodes are asked must not find that there is nothing.
    const bool onlyAsks = options->dryRun || options->check;
    Result<RunLocks> lock = onlyAsks ? canceled() : RunLocks::take(options->stateFile, deployment.nodes);
    const QList<NodeFacts> facts = askNodes(options->opened, call.stop);
    for (const NodeFacts &one : facts) {
        if (one.error) // an installer may have restarted it
            return fail(!lock && lock.error().kind == ErrorKind::Invalid ? lock.error() : *one.error);
    }
    const auto planBy = [&](const QList<NodeFacts> &by) {
        return planDeployment(deployment, *recipe, endpointOf(deployment, *recipe, options->opened.connections), by);
    };
    MadeAsThen<DeployPlan> planned = options->check ? madeAsThen(deployment, *recipe, facts, planBy)
                                                    : MadeAsThen<DeployPlan>{planBy(facts), facts, {}};
    Result<DeployPlan> plan = std::move(planned.made);
    if (!plan)
        return refuse(plan.error());
    const QString refusal = planned.refusal ? planned.refusal->message : QString();
    if (planned.refusal)
        complain(u"! %1 Asked as if there were as many as the recipe asks for."_s.arg(refusal));
    plan->identity = options->identity();
    plan->file = options->opened.path;
    CapacityInput input{facts, {}, {}};
    askWeights(options->opened, *recipe, call.stop, input);
    if (const auto capacity = capacityOf(deployment, *recipe, input); capacity && !capacity->refusal.isEmpty())
        plan->warnings << capacity->refusal + u' ' + capacity->remedy;
    for (const QString &warning : plan->warnings)
        complain(u"! "_s + warning);
    DeployRun run(*std::move(plan), options->opened.connections, options->stateFile);
    if (lock)
        run.hold(*std::move(lock));
    if (const std::optional<Error> wrong = run.stateError(); wrong && (options->check || options->deploy.resume))
        return fail(*wrong);             // what its record would say is not known
    const std::optional<Error> refused = run.startRefusal(options->deploy);
    if (refused && onlyAsks)
        return refuse(*refused);
    if (const QString other = run.otherFile(); !other.isEmpty() && !refused)
        complain(u"! This deployment was run last from %1, which is still there and has the same name: what runs on "
                 "the nodes is changed to what this file says."_s.arg(other));
    if (options->check)
        return checkOnly(run, *options, refusal, call);
    if (options->dryRun) {
        DeployPlan shown = run.plan();
        shown.steps.resize(lastStepUntil(shown.steps, options->deploy.until) + 1);
        if (call.json)
            printJson(dryDocument(shown, *options->simulated));
        else
            printDry(shown);
        return Yes;
    }
    if (options->deploy.resume && !run.hasBegun())
        complain(u"ascendctl: no earlier run of this deployment is known on this machine (%1), so there is nothing to "
                 "resume: it runs from the start."_s.arg(options->stateFile));
    const int code = play(run, call, *options, u"%1"_s, false, [&] { run.start(options->deploy); });
    if (const QString how = howToTakeDown(run, *options, u"undo"_s); !how.isEmpty())
        complain(how);
    else if (code == Yes && options->deploy.until.isEmpty() && !run.canUndo())
        complain(u"ascendctl: all of this was there, another run of this deployment made it: an undo or stop from here "
                 "takes nothing of it away."_s);
    return code;
}

int undo(const Call &call)
{
    return takeDown(call, "undo D [--of NAME] [--verbose] [--json]", u"Undo: %1"_s, true, &DeployRun::undo);
}
// What it would end is shown; --yes ends it. No other run or installer may be at work meanwhile.
static int stopByForce(Call call)
{
    const bool isConfirmed = call.arguments.removeAll(u"--yes"_s) > 0;
    call.arguments.removeAll(u"--force"_s);
    int exitCode = Yes;
    const std::optional<Options> options = parse(call, false, "stop D --force [--yes] [--json]", exitCode);
    if (!options)
        return exitCode;
    const Result<RunLocks> lock = RunLocks::take(options->stateFile, options->opened.deployment.nodes);
    if (!lock)
        return fail(lock.error());
    return endLeftOn(options->opened, options->stateFile, isConfirmed, call);
}

int stop(const Call &call)
{
    if (call.arguments.contains(u"--force"_s))
        return stopByForce(call);
    return takeDown(call, "stop D [--of NAME] [--verbose] [--json]", u"Stop what began with: %1"_s, false,
                    &DeployRun::stopService);
}

} // namespace ctl
