#include "core/deploy/steprunner.h"

#include "core/runs/deploytext.h"

#include <QCoreApplication>
#include <QElapsedTimer>

using namespace Qt::StringLiterals;

namespace {

// The log is read as it comes: in the language of the moment. What a node says may be any bytes and stays as it is.
StepLog inOneLanguage(const StepLog &log)
{
    return [log](const QByteArray &piece) {
        const QString text = QString::fromUtf8(piece);
        const QString words = inLanguage(text, dataLanguage());
        log(words == text ? piece : words.toUtf8());
    };
}

StepOutcome ended(RunState &state, const StepKind &kind, const StepIo &io, StepRecord record, const Error &why,
                  qint64 tookMs, RunWork work = RunWork::Deploy)
{
    const QString id = stepIdOf(kind, io.context.node.name);
    const Error error = whereItStopped(why, kind.title(), io.context.node.name, work);
    record.state = error.kind == ErrorKind::Canceled ? StepState::Stopped : StepState::Failed;
    record.message = error.message;
    record.remedy = error.facts.value(u"remedy"_s);
    record.tookMs = tookMs;
    const Result<void> saved = state.set(id, record);
    const bool isTold = saved || error.kind == ErrorKind::Canceled || error.kind == ErrorKind::Storage;
    return {record.state, error.message, isTold ? error : saved.error(), tookMs};
}

} // namespace

Error told(Error error)
{
    const QString language = dataLanguage();
    error.message = inLanguage(error.message, language);
    error.detail = inLanguage(error.detail, language);
    for (QString &fact : error.facts)
        fact = inLanguage(fact, language);
    return error;
}

// A link that is lost, or cannot be made again, in the middle of a run: during what, and how it goes on.
Error whereItStopped(Error error, const QString &title, const QString &node, RunWork work)
{
    if (error.facts.contains(u"remedy"_s)
        || !QList{ErrorKind::Connection, ErrorKind::HostKey, ErrorKind::Authentication, ErrorKind::Timeout}.contains(
            error.kind))
        return error;
    const QString meanwhile = error.facts.value(u"meanwhile"_s);
    const QString goOn = (meanwhile.isEmpty() ? QString() : meanwhile + QLatin1Char(' ')) + (work == RunWork::Deploy
        ? DeployText::tr("Resume takes it up where it stopped; what holds is not repeated.")
        : work == RunWork::Undo ? DeployText::tr("Then undo again; what is undone is not repeated.")
                                : DeployText::tr("Then stop it again."));
    if (error.kind == ErrorKind::Timeout) { // the message names the command
        error.facts.insert(u"remedy"_s, goOn);
    } else if (error.kind == ErrorKind::Connection) {
        error.detail = error.detail.isEmpty() ? error.message : error.message + QLatin1Char(' ') + error.detail;
        error.facts.insert(u"cause"_s, error.detail);
        error.message = DeployText::tr("%1: the link to the node was lost, or could not be made, during \"%2\".")
                            .arg(node, title);
        error.facts.insert(
            u"remedy"_s,
            DeployText::tr(
                "See that %1 is up and can be reached: \"Ask again\" on page \"Nodes\", or ascendctl inspect, tells.")
                    .arg(node)
                + QLatin1Char(' ') + goOn);
    } else {
        error.facts.insert(
            u"remedy"_s,
            DeployText::tr("See what %1 waits for: on page \"Nodes\", or by ascendctl inspect.").arg(node)
                + QLatin1Char(' ') + goOn);
    }
    return error;
}

StepContext contextFor(const DeployPlan &plan, const QString &node)
{
    StepContext context;
    context.deployment = plan.deployment.name;
    context.owner = plan.owner;
    context.by = plan.by;
    context.file = plan.file;
    context.whole = plan.deployment;
    for (const Node &one : plan.deployment.nodes) {
        if (one.name == node)
            context.node = one;
    }
    for (const NodeFacts &facts : plan.facts) {
        if (facts.name == node)
            context.facts = facts;
    }
    for (const Artifact &file : plan.artifacts.files) {
        if (!file.remotePath.isEmpty() && (file.node.isEmpty() || file.node == node))
            context.files << file;
    }
    context.launch = plan.launches.value(node);
    context.launches = plan.launches;
    for (const NodeFacts &facts : plan.facts) {
        if (facts.name == context.launch.weightsOrder.node)
            context.sourceIp = facts.hostIp;
    }
    context.endpoint = plan.endpoint;
    return context;
}

DeployStep describe(const StepKind &kind, const StepContext &context)
{
    DeployStep step;
    step.id = stepIdOf(kind, context.node.name);
    step.title = kind.title();
    step.node = context.node.name;
    step.probes = kind.probes ? kind.probes(context) : QStringList();
    step.commands = kind.commands ? kind.commands(context) : QStringList();
    step.undo = kind.undoText ? kind.undoText(context) : QString();
    step.expectedSeconds = kind.expectedSeconds;
    return step;
}

StepOutcome runStep(const StepKind &kind, const StepContext &context, RunState &state, Shell &shell,
                    std::stop_token stop, const StepLog &log, const OpenNode &open, const StepTell &tell)
{
    const EveryLanguage every;
    const QString id = stepIdOf(kind, context.node.name);
    QElapsedTimer timer;
    timer.start();
    StepRecord record = state.step(id);
    record.state = StepState::Running;
    record.message.clear();
    record.remedy.clear();
    record.tookMs = 0;
    const bool wasOurs = record.changed;
    const auto save = [&] { return state.set(id, record); };
    StepIo io{context, shell, stop, inOneLanguage(log), record.data, save, {}, open, tell};
    if (const Result<void> saved = save(); !saved)
        return ended(state, kind, io, record, saved.error(), timer.elapsed());

    Result<StepAnswer> answer = kind.probe(io);
    if (!answer)
        return ended(state, kind, io, record, answer.error(), timer.elapsed());
    record.state = kind.change ? StepState::UpToDate : StepState::Done;
    if (!answer->holds) {
        if (const Result<void> free = kind.change ? demandNoInstaller(io) : Result<void>(); !free)
            return ended(state, kind, io, record, free.error(), timer.elapsed());
        record.state = StepState::Running;
        record.changed = true; // before the change: kill -9 in the middle of it must not make us forget
        if (const Result<void> saved = save(); !saved)
            return ended(state, kind, io, record, saved.error(), timer.elapsed());
        if (const Result<void> changed = kind.change(io); !changed) {
            if (kind.undo && record.data.empty()) // it came to nothing that is ours
                record.changed = wasOurs;
            return ended(state, kind, io, record, changed.error(), timer.elapsed());
        }
        answer = kind.probe(io);
        if (!answer)
            return ended(state, kind, io, record, answer.error(), timer.elapsed());
        if (!answer->holds)
            return ended(state, kind, io, record,
                         stepFailure(io,
                                     DeployText::tr("It was done, and yet it does not hold: %1.").arg(answer->message),
                                     DeployText::tr("Something on the node undoes it; look at the step's log.")),
                         timer.elapsed());
        record.state = StepState::Done;
    }
    record.message = io.note.isEmpty() ? answer->message : answer->message + u"; "_s + io.note;
    record.tookMs = timer.elapsed();
    if (const Result<void> saved = save(); !saved) {
        Error error = saved.error();
        if (record.state == StepState::Done && kind.change)
            error.message += u' ' + DeployText::tr("What this step did stands: %1.").arg(record.message);
        return ended(state, kind, io, record, error, timer.elapsed());
    }
    return {record.state, record.message, {}, record.tookMs};
}

StepOutcome undoStep(const StepKind &kind, const StepContext &context, RunState &state, Shell &shell,
                     std::stop_token stop, const StepLog &log)
{
    const EveryLanguage every;
    const QString id = stepIdOf(kind, context.node.name);
    QElapsedTimer timer;
    timer.start();
    StepRecord record = state.step(id);
    StepIo io{context, shell, stop, inOneLanguage(log), record.data, [&] { return state.set(id, record); }, {}};
    record.state = StepState::Running; // killed from here on, it is an undo that did not come to its end
    record.message.clear();
    record.remedy.clear();
    record.tookMs = 0;
    if (const Result<void> saved = io.save(); !saved)
        return ended(state, kind, io, record, saved.error(), timer.elapsed(), RunWork::Undo);
    if (kind.undo) {
        Result<void> undone = demandNoInstaller(io);
        if (undone)
            undone = kind.undo(io);
        if (!undone)
            return ended(state, kind, io, record, undone.error(), timer.elapsed(), RunWork::Undo);
    }
    if (const Result<void> saved = state.forget(id, io.note); !saved)
        return {StepState::Failed, saved.error().message, saved.error(), timer.elapsed()};
    return {StepState::Undone, io.note, {}, timer.elapsed()};
}
