#include "ui/deploy/runwords.h"

#include "core/base/languages.h"
#include "core/deploy/steprunner.h"
#include "core/engines/recipebook.h"
#include "core/runs/runstate.h"
#include "ui/common/deploymentname.h"
#include "ui/common/format.h"

#include <algorithm>

using namespace Qt::StringLiterals;

// A run's end is of the past when nobody has answered since; what was silent before it says nothing of it.
bool RunWords::isSilent() const
{
    const qint64 endedMs = m_keeper.endedMs() > 0 ? m_keeper.endedMs() : m_keeper.stateAtMs();
    const bool isUndone = m_keeper.endedMs() > 0 && m_keeper.isUndo();
    return silence && !m_keeper.isRunning() && !isUndone && silence->noticedMs > endedMs;
}

// By what a step of this run failed with.
QSet<QString> RunWords::endedNodes() const
{
    QSet<QString> nodes;
    for (int i = 0; run() && i < run()->plan().steps.size(); ++i) {
        if (run()->state(i) == StepState::Failed && run()->failure(i).facts.contains(QLatin1String(serviceEndedFact)))
            nodes << run()->plan().steps[i].node;
    }
    return nodes;
}

// Where there is no plan, since the nodes were not asked or the settings make none, the endpoint tells.
bool RunWords::isOfOtherSettings() const
{
    if (!run() || !m_keeper.isFromState())
        return run() && run()->wasRunOtherwise();
    const Result<Recipe> recipe = findRecipe(m_cluster.deployment().recipe, dataLanguage());
    return !blocked.isEmpty()
        || (recipe && namedSince(m_keeper.served(), m_cluster.deployment(), *recipe, m_cluster.connections()));
}

// Of what an earlier program ended nobody knows whether it is there, until the endpoint has answered this one.
bool RunWords::isLookedAfter() const
{
    return m_keeper.hasRun() || answers || !run() || run()->canResume() || run()->isUndoOpen();
}

QString RunWords::stateTime() const
{
    return m_keeper.stateAtMs() > 0 ? format::time(m_keeper.stateAtMs()) : QString();
}

QString RunWords::head() const
{
    if (!run())
        return {};
    if (m_keeper.isRunning())
        return m_keeper.isUndo() ? tr("Undoing") : tr("Running; stop is safe at any time.");
    if (const std::optional<qint64> other = m_keeper.otherProcess())
        return other > 0
            ? tr("Another run is under way (process %1). Its steps are followed here; stop it there.").arg(*other)
            : tr("Another run is under way in another process. Its steps are followed here; stop it there.");
    if (isSaving)
        return tr("Saving the deployment; then it is run.");
    if (notSaved)
        return tr("It was not run, because the deployment could not be saved: %1").arg(notSaved->message);
    if (const std::optional<Error> stateError = run()->stateError())
        return stateError->message;
    if (m_keeper.error() && m_keeper.isErrorOfNoStep())
        return told(*m_keeper.error()).message;
    if (const QString original = run()->originalFile(); !original.isEmpty() && run()->hadNoName())
        return tr("What is on these nodes was deployed from %1 before that deployment had a name, and \"%2\" is for "
                  "the same nodes and recipe. Open that file to undo it; then this one can be run.")
            .arg(original, deploymentName(m_cluster));
    if (const QString original = run()->originalFile(); !original.isEmpty())
        return tr("What is on these nodes was deployed under the name \"%1\" from %2, and \"%3\" is for the same "
                  "nodes and recipe. Open that file to undo it; then this one can be run.")
            .arg(run()->olderName(), original, deploymentName(m_cluster));
    if (run()->isUndoOpen())
        return undoOpen();
    if (!hasRecipe(m_cluster.deployment().recipe) && m_keeper.isFromState())
        return tr("An earlier run of this deployment, last at work at %1, has left something on the nodes. It can be "
                  "undone now; to run it, choose a recipe first.")
            .arg(stateTime());
    if (!blocked.isEmpty())
        return tr("The settings of the recipe are to be corrected before it can be run: %1").arg(blocked);
    if (!run()->olderName().isEmpty())
        return run()->hadNoName() ? beforeItsName() : olderName();
    if (const QList<Node> former = run()->formerNodes(); !former.isEmpty()) {
        QStringList names;
        for (const Node &node : former)
            names << tr("%1 (%2): %3", "node, its address, what is on it")
                         .arg(node.name, addressText(node), run()->madeOn(node.name).join(u", "_s));
        return tr("An earlier run also made things on a node that this deployment has no more, %1. Undo reaches it "
                  "too; or add the node again. Until then it cannot be run.")
            .arg(names.join(u"; "_s));
    }
    if (const QString made = run()->elsewhereInWords(); !made.isEmpty())
        return tr("What an earlier run made stands elsewhere than the settings say now: %1. Put the settings back, or "
                  "undo: that takes it back. Until then it cannot be run.")
            .arg(made);
    const bool resumable = run()->canResume();
    if (m_keeper.stoppedMs() > 0 && resumable)
        return tr("You stopped the run at %1. Resume repeats nothing that holds.")
                   .arg(format::time(m_keeper.stoppedMs()))
            + starting();
    if (m_keeper.error() && m_keeper.endedMs() > 0)
        return tr("Stopped by a failure at %1. Steps that hold are not repeated.")
                   .arg(format::time(m_keeper.endedMs()))
            + goingOn();
    if (m_keeper.error())
        return tr("Stopped by a failure. Steps that hold are not repeated.") + goingOn();
    if (resumable && run()->isServiceStopped())
        return tr("The service was stopped at %1, on purpose; what was made for it stands.").arg(stateTime()) + u' '
            + (m_keeper.isFromState() ? tr("It can be undone now; to start it again, the nodes are asked first.")
                                      : tr("Resume starts it again."));
    if (resumable && m_keeper.isFromState())
        return tr("An earlier run, last at work at %1, did not come to its end. It can be undone now; to resume it, "
                  "the nodes are asked first.")
            .arg(stateTime());
    if (resumable)
        return tr("An earlier run did not come to its end. Resume repeats nothing that holds.");
    if (run()->canUndo() && run()->wasRunOtherwise())
        return tr("What was run is not what the settings say now, or what the nodes say of themselves. \"Run again\" "
                  "puts that on them; where a container has to be made anew for it, it says so, and Undo comes first.");
    if (isSilent() && run()->canUndo()) {
        const QString was = tr("The endpoint answered last at %1 and does not answer now.", "a time")
                                .arg(format::time(silence->answeredMs));
        return was + u' '
            + (m_keeper.isFromState() ? tr("It can be undone now; to run again, the nodes are asked first.")
                                      : tr("\"Run again\" starts what is not there any more."));
    }
    if (m_keeper.endedMs() > 0)
        return m_keeper.isUndo() ? tr("Undone at %1.").arg(format::time(m_keeper.endedMs()))
                        : tr("Done at %1. The endpoint answered.").arg(format::time(m_keeper.endedMs()));
    if (run()->isUndone() && !stateTime().isEmpty())
        return tr("Undone at %1.").arg(stateTime());
    const QString unknown = isLookedAfter()
        ? QString()
        : u' ' + tr("Whether it still serves has not been asked since: \"Verify\" asks.");
    if (m_keeper.isFromState())
        return tr("An earlier run came to its end at %1. It can be undone now; to run again, the nodes are asked "
                  "first.")
                   .arg(stateTime())
            + unknown;
    if (run()->canUndo() && !stateTime().isEmpty()) // what "Run again" does follows, where it can be pressed
        return tr("An earlier run came to its end at %1. \"Undo…\" takes it back.", "a time").arg(stateTime())
            + unknown;
    return tr("%1 on %2; choose one to see its commands.", "12 steps; 2 nodes")
        .arg(tr("%n steps", nullptr, int(run()->plan().steps.size())),
             tr("%n nodes", nullptr, int(m_cluster.deployment().nodes.size())));
}

// Said at a time, of which what is said is true.
QString RunWords::refusal() const
{
    if (!run() || !m_keeper.refusal() || run()->stateError())
        return {};
    const QString when = format::time(m_keeper.refusal()->atMs);
    const QString why = told(m_keeper.refusal()->error).message;
    return m_keeper.refusal()->isUndo ? tr("Undo was refused at %1: %2", "a time, why").arg(when, why)
                                      : tr("The run was refused at %1: %2", "a time, why").arg(when, why);
}

// Neither a stop nor a failure ends what was begun on the nodes; not told of those where it is known to have ended, or
// where something else was at work since.
QStringList RunWords::nodesThatServeOn() const
{
    const QSet<QString> ended = endedNodes() + m_keeper.outdatedNodes();
    QStringList names;
    for (int i = 0; i < run()->plan().steps.size(); ++i) { // not where this run did not come so far
        const DeployStep &step = run()->plan().steps[i];
        if (step.id.startsWith(u"start@"_s) && run()->state(i) != StepState::Pending && run()->mayServe(step.node)
            && !ended.contains(step.node))
            names << step.node;
    }
    return names;
}

QString RunWords::starting() const
{
    const QStringList names = nodesThatServeOn();
    return names.isEmpty() ? QString()
                           : u' '
            + tr("The service that was started on %1 goes on there: Resume waits until it is ready, \"Undo…\" ends it.",
                 "nodes")
                  .arg(names.join(u", "_s));
}

QString RunWords::goingOn() const
{
    const QStringList names = nodesThatServeOn();
    return names.isEmpty()
        ? QString()
        : u' '
            + tr("The service that was started on %1 was not ended and may go on there; \"Undo…\" ends it.", "nodes")
                  .arg(names.join(u", "_s));
}

QString RunWords::olderName() const
{
    const QString older = run()->olderName(), now = deploymentName(m_cluster); // it may have none any more
    if (run()->isServiceStopped())
        return tr("The service was stopped at %1, on purpose; what was made for it stands, under its older name, "
                  "\"%2\". Give it that name again, and Resume starts it. Or Undo takes it back; then it can be run "
                  "as \"%3\".")
            .arg(stateTime(), older, now);
    if (run()->canResume())
        return tr("A run under its older name, \"%1\", did not come to its end. Give it that name again, and Resume "
                  "goes on with it. Or Undo takes it back; then it can be run as \"%2\".")
            .arg(older, now);
    if (isSilent())
        return tr("The endpoint answered last at %1 and does not answer now. It was deployed under its older name, "
                  "\"%2\". Give it that name again, and \"Run again\" starts what is not there any more. Or Undo "
                  "takes it back; then it can be run as \"%3\".")
            .arg(format::time(silence->answeredMs), older, now);
    return tr("What is on the nodes was deployed under its older name, \"%1\". Give it that name again, and it can be "
              "run as before. Or Undo takes it back; then it can be run as \"%2\".")
        .arg(older, now);
}

QString RunWords::beforeItsName() const
{
    const QString now = m_cluster.deployment().name;
    if (run()->isServiceStopped())
        return tr("The service was stopped at %1, on purpose; what was made for it stands, from before the deployment "
                  "had a name. Take the name away again, and Resume starts it. Or Undo takes it back; then it can be "
                  "run as \"%2\".")
            .arg(stateTime(), now);
    if (run()->canResume())
        return tr("A run from before the deployment had a name did not come to its end. Take the name away again, and "
                  "Resume goes on with it. Or Undo takes it back; then it can be run as \"%1\".")
            .arg(now);
    if (isSilent())
        return tr("The endpoint answered last at %1 and does not answer now. It was deployed before the deployment had "
                  "a name. Take the name away again, and \"Run again\" starts what is not there any more. Or Undo "
                  "takes it back; then it can be run as \"%2\".")
            .arg(format::time(silence->answeredMs), now);
    return tr("What is on the nodes was deployed before the deployment had a name. Take the name away again, and it "
              "can be run as before. Or Undo takes it back; then it can be run as \"%1\".")
        .arg(now);
}

QString RunWords::undoOpen() const
{
    QStringList words{run()->undoFailure()};
    if (m_keeper.stoppedMs() > 0 && m_keeper.isUndo())
        words << tr("You stopped the undo at %1.").arg(format::time(m_keeper.stoppedMs()));
    else if (words.first().isEmpty())
        words << tr("An undo, last at work at %1, did not come to its end.").arg(stateTime());
    words << tr("\"Undo again…\" goes on with what is left.");
    words.removeAll(QString());
    return words.join(u' ') + left();
}

QString RunWords::left() const
{
    QString words;
    for (const Node &node : m_cluster.deployment().nodes + run()->formerNodes()) {
        if (const QStringList made = run()->madeOn(node.name); !made.isEmpty())
            words += u'\n' + tr("Left on %1: %2.").arg(node.name, made.join(u", "_s));
        if (run()->mayServe(node.name))
            words += (run()->madeOn(node.name).isEmpty() ? u'\n' : u' ')
                + tr("The service on %1 may still run: nobody has confirmed its end.").arg(node.name);
    }
    return words;
}

// A log lives as long as the window; how a step ended is on disk.
QString RunWords::forNoLog(int step) const
{
    const QString id = run()->plan().steps.value(step).id;
    const StepState state = run()->state(step);
    if (state == StepState::Pending && run()->isServiceStopped())
        return tr("No log: the service was stopped on purpose. Resume runs this step.");
    if (state == StepState::Pending)
        return run()->isUndoing() && !run()->isToUndo(step) ? tr("No log: there was nothing to undo in this step.")
                                                            : tr("No log: this step has not run yet.");
    if (state == StepState::Running || m_keeper.wasAtWork(id) || m_keeper.hasLog(id))
        return {};
    if (!m_keeper.keptLogs().isEmpty())
        return tr("The log of this step is not here: \"Show the kept logs\" has the ends of those of the last run that "
                  "failed.");
    if (m_keeper.hasRun())
        return tr("The log of this step was not kept: it ran in an earlier run, or when its node had another name.");
    if (stateTime().isEmpty())
        return tr("The log of this step was not kept: it ran before this deployment was opened here.");
    return tr("The log of this step was not kept: it ran before this deployment was opened here. The run was last at "
              "work at %1.",
              "a time")
        .arg(stateTime());
}

// What would be run is made from the nodes' facts; on disk is only what was done.
QString RunWords::forNoCommands(int step) const
{
    const QString node = run()->plan().steps.value(step).node;
    const QList<Node> &nodes = run()->plan().deployment.nodes;
    if (std::none_of(nodes.cbegin(), nodes.cend(), [&](const Node &one) { return one.name == node; }))
        return tr("The commands were not kept, and %1 is no node of this deployment any more.").arg(node);
    if (!m_keeper.isFromState())
        return tr("This step runs no commands.");
    return blocked.isEmpty()
        ? tr("The commands were not kept: they are made anew when the nodes have been asked.")
        : tr("The commands were not kept: they are made anew when the settings are right.");
}

QString RunWords::commandsOf(const DeployStep &step) const
{
    QStringList lines;
    const auto section = [&](const QString &title, const QStringList &commands) {
        if (commands.isEmpty())
            return;
        if (!lines.isEmpty())
            lines << QString();
        lines << u"# "_s + title << commands;
    };
    section(tr("Asked first; if it holds, nothing is changed"), step.probes);
    section(tr("Run if it does not hold"), step.commands);
    section(tr("Undo"), step.undo.isEmpty() ? QStringList() : QStringList{step.undo});
    return lines.join(u'\n');
}
