#include "ui/deploy/deploypage.h"

#include "core/engines/recipebook.h"
#include "core/recipes/recipe.h"
#include "core/session/session.h"
#include "ui/common/emptystate.h"
#include "ui/common/focusheir.h"
#include "ui/common/oneclick.h"
#include "ui/common/seenstack.h"
#include "ui/deploy/artifactspage.h"
#include "ui/deploy/checkspage.h"
#include "ui/deploy/nodesstep.h"
#include "ui/deploy/recipepage.h"
#include "ui/deploy/runpage.h"
#include "ui/deploy/stepper.h"
#include "ui/deploy/verifypage.h"
#include "ui/frame/taborder.h"

#include <QAction>
#include <QEvent>
#include <QHBoxLayout>
#include <QPushButton>
#include <QStackedWidget>

#include <utility>

using namespace Qt::StringLiterals;

DeployPage::DeployPage(Session &session, Tasks &tasks, QWidget *parent)
    : QWidget(parent)
    , m_session(session)
    , m_stepper(new Stepper)
    , m_next(new QPushButton)
    , m_stack(new SeenStack(this))
    , m_waiting(new EmptyState)
    , m_nodes(new NodesStep(session.cluster))
    , m_checks(new ChecksPage(session.cluster, session.checks))
    , m_recipe(new RecipePage(session.cluster))
    , m_artifacts(new ArtifactsPage(session.cluster))
    , m_run(new RunPage(session.cluster, session.run, session.ahead, tasks))
    , m_verify(new VerifyPage(session.cluster, tasks))
{
    auto *page = new QVBoxLayout(this);
    style::setMargins(page, style::margin, 12);
    auto *head = new QHBoxLayout;
    style::setMargins(head, 0, 8);
    head->addWidget(m_stepper, 1);
    head->addWidget(m_next);
    page->addLayout(head);
    page->addWidget(m_stack, 1);
    m_stepper->setObjectName(u"stepper"_s);
    m_next->setObjectName(u"nextStep"_s);
    for (QWidget *step : std::initializer_list<QWidget *>{m_nodes, m_checks, m_recipe, m_artifacts, m_run, m_verify}) {
        m_stepper->add();
        m_stack->addWidget(step);
    }
    m_waiting->setObjectName(u"stepWaits"_s);
    m_stack->addWidget(m_waiting);

    connect(m_stepper, &Stepper::currentChanged, this, &DeployPage::retranslate);
    connect(m_waiting, &EmptyState::pressed, this, [this] { showStep(RecipeStep); });
    connect(m_run, &RunPage::checksRequested, this, [this] { showStep(Checks); });
    connect(m_run, &RunPage::settingsRequested, this, [this] { showStep(RecipeStep); });
    connect(m_checks, &ChecksPage::recipeRequested, this, [this] { showStep(RecipeStep); });
    actOncePerDoubleClick({m_next}); // the step between would not have been seen
    connect(m_next, &QPushButton::clicked, this, [this] { m_stepper->setCurrent(m_stepper->current() + 1); });
    connect(m_nodes, &NodesStep::nodesRequested, this, &DeployPage::nodesRequested);
    connect(m_nodes, &NodesStep::changed, this, &DeployPage::refresh);
    connect(m_nodes, &NodesStep::runRequested, this, [this] { showStep(Run); });
    connect(&session.checks, &CheckKeeper::begun, this, [this, &tasks] {
        tasks.show({u"checks"_s, [] { return tr("Running the checks"); }, {}, [this] { m_session.checks.stop(); }});
        refresh();
    });
    const auto ended = [this, &tasks] {
        tasks.end(u"checks"_s);
        refresh();
    };
    connect(&session.checks, &CheckKeeper::ended, this, ended);
    connect(&session.checks, &CheckKeeper::forgotten, this, ended);
    connect(&session.checks, &CheckKeeper::pastChanged, this, &DeployPage::refresh);
    connect(m_recipe, &RecipePage::lookChanged, this, &DeployPage::refresh);
    connect(m_recipe, &RecipePage::drawn, m_nodes, &NodesStep::setDrawn);
    connect(m_recipe, &RecipePage::questionRaised, this, &DeployPage::questionRaised);
    connect(m_artifacts, &ArtifactsPage::rankTableOpened, this, &DeployPage::rankTableOpened);
    connect(m_artifacts, &ArtifactsPage::lookChanged, this, &DeployPage::refresh);
    connect(m_run, &RunPage::changed, this, [this] {
        const RunKeeper &keeper = m_session.run;
        // A run may end before it has changed anything; what is being asked in it would be about the service before.
        if (keeper.isRunning() && (keeper.isUndo() || m_verify->isRunning()))
            outdateVerified();
        refresh();
    });
    connect(&session.cluster, &Cluster::nodeChanged, this, [this] {
        if (m_session.run.isRunning())
            outdateVerified();
    });
    connect(&session.run, &RunKeeper::workedElsewhere, this, &DeployPage::followElsewhere);
    connect(&session.run, &RunKeeper::planned, this, [this] {
        if (!std::exchange(m_verifiesWhenPlanned, false) || m_session.run.isRunning())
            return;
        m_verify->setServed(m_session.run.served());
        m_verify->run();
    });
    connect(&session.run, &RunKeeper::forgotten, this, [this] { m_verifiesWhenPlanned = false; });
    connect(&session.run, &RunKeeper::finished, this, [this] {
        const RunKeeper &keeper = m_session.run;
        if (!keeper.isUndo() || (keeper.run() && keeper.run()->isUndone()))
            m_verify->noteEnded(std::max(keeper.endedMs(), keeper.stoppedMs()));
    });
    const auto followServed = [this] { m_verify->setServed(m_session.run.served()); };
    connect(&session.run, &RunKeeper::servedChanged, m_verify, followServed);
    followServed();
    // the marks are there when the user looks
    connect(&session.run, &RunKeeper::succeeded, m_verify, &VerifyPage::run);
    connect(m_verify, &VerifyPage::changed, this, &DeployPage::refresh);
    connect(m_verify, &VerifyPage::ended, this, [this] {
        const VerifyReport &report = m_verify->report();
        using Outcome = MonitorEvent::Outcome;
        if (report.isCut || report.passed() || report.failed()) // else nobody knows
            m_session.events.noteVerified(report.isCut     ? Outcome::Stopped
                                          : report.passed() ? Outcome::Done
                                                            : Outcome::Failed);
    });
    connect(m_verify, &VerifyPage::answered, &session.monitor, &ClusterMonitor::noteEndpointAnswer);
    connect(&session.monitor, &ClusterMonitor::endpointChanged, this, [this] {
        m_verify->hear(m_session.monitor);
        refresh();
    });
    connect(m_verify, &VerifyPage::chatRequested, this, &DeployPage::chatRequested);
    connect(m_verify, &VerifyPage::monitorRequested, this, &DeployPage::monitorRequested);
    connect(&m_session.cluster, &Cluster::deploymentChanged, this, &DeployPage::refresh);
    m_stepper->setCurrent(Nodes);
    makeActions();
    retranslate();
    refresh();
}

DeployPage::~DeployPage() = default;

void DeployPage::makeActions()
{
    const auto action = [this](const QKeySequence &keys, auto triggered) {
        auto *action = new QAction(this);
        action->setShortcut(keys);
        action->setAutoRepeat(false);
        connect(action, &QAction::triggered, this, triggered);
        addAction(action);
        return action;
    };
    m_runChecks = action(Qt::CTRL | Qt::Key_R, [this] {
        emit pageRequested();
        showStep(Checks);
        m_checks->runAll();
    });
    m_nextStep = action(Qt::ALT | Qt::Key_Right, [this] {
        if (isVisible()) // else the step that is left would not have been seen
            m_stepper->setCurrent(m_stepper->current() + 1);
        else
            emit pageRequested();
    });
    m_previousStep = action(Qt::ALT | Qt::Key_Left, [this] {
        if (isVisible())
            m_stepper->setCurrent(m_stepper->current() - 1);
        else
            emit pageRequested();
    });
    m_runDeployment = action(Qt::CTRL | Qt::SHIFT | Qt::Key_Return, [this] {
        if (m_run->isVisible()) {
            m_run->go();
            return;
        }
        emit pageRequested(); // what would be run is looked at first
        showStep(Run);
    });
}

void DeployPage::followElsewhere()
{
    using Since = VerifyPage::Since;
    const RunKeeper &keeper = m_session.run;
    if (!keeper.elsewhere())
        return;
    const RunKeeper::Elsewhere &their = *keeper.elsewhere();
    const RunWork work = their.work.value_or(RunWork::Deploy);
    m_verify->stop();
    m_verify->outdate(work == RunWork::Undo              ? Since::Undone
                          : work == RunWork::StopService ? Since::Stopped
                                                         : Since::RunBegan,
                      their.beganMs);
    // what was not confirmed to have ended is not called ended
    if (their.endedMs > 0 && (work == RunWork::Deploy || their.end == LastWork::End::Done))
        m_verify->noteEnded(their.endedMs);
    const bool isThisOne = !m_session.cluster.isModified() && hasRecipe(m_session.cluster.deployment().recipe)
        && keeper.run() && keeper.run()->olderName().isEmpty();
    // As after a run of this window; but what it has brought up is known when its record has been read.
    m_verifiesWhenPlanned
        = their.endedMs > 0 && their.work == RunWork::Deploy && their.end == LastWork::End::Done && isThisOne;
    refresh();
}

void DeployPage::outdateVerified()
{
    m_verify->stop();
    m_verify->outdate(m_session.run.isUndo() ? VerifyPage::Since::Undone : VerifyPage::Since::RunBegan);
}

void DeployPage::showStep(Step step) { m_stepper->setCurrent(step); }
DeployPage::Step DeployPage::step() const { return Step(m_stepper->current()); }

void DeployPage::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

void DeployPage::retranslate()
{
    const QStringList words{tr("Nodes"), tr("Checks"), tr("Recipe"), tr("Artifacts"), tr("Run"), tr("Verify")};
    for (int i = 0; i < words.size(); ++i)
        m_stepper->setWord(i, words[i]);
    const FocusHeir heir(this, [this] { return m_stepper->button(m_stepper->current()); });
    const int next = m_stepper->current() + 1;
    m_next->setVisible(next < words.size());
    if (next < words.size())
        m_next->setText(tr("Next: %1").arg(words[next]));
    showCurrent();
    if (!m_runDeployment)
        return; // still being made
    m_runChecks->setText(tr("Run all checks"));
    m_nextStep->setText(tr("Next step"));
    m_previousStep->setText(tr("Previous step"));
    m_runDeployment->setText(tr("Run the deployment (first shows its steps)"));
}

bool DeployPage::needsRecipe(int step)
{
    const bool isThere = step == Run && m_run->hasPlan(); // of what was run, to be taken back
    return step >= Artifacts && !isThere && !m_run->isRunning()
        && !hasRecipe(m_session.cluster.deployment().recipe);
}

// What is made would be of the settings before. A run can still be undone, an endpoint be asked.
bool DeployPage::waits(int step)
{
    const bool rests = step == Artifacts || (step == Run && !m_run->hasPlan());
    return needsRecipe(step) || (rests && !m_run->isRunning() && !m_recipe->inTheWay().isEmpty());
}

void DeployPage::showCurrent()
{
    const FocusHeir heir(this, [this] { return tabOrder(m_stack->currentWidget()).value(0); });
    const int step = m_stepper->current();
    if (!waits(step)) {
        m_stack->setCurrentIndex(step);
        return;
    }
    const QString word = m_stepper->button(step)->text();
    if (needsRecipe(step))
        m_waiting->setWords(
            tr("%1 waits for a recipe: it says what is made and run on the nodes.", "a step of the wizard").arg(word),
            tr("Choose a recipe"));
    else
        m_waiting->setWords(
            tr("%1 waits for the settings: %2", "a step of the wizard; why").arg(word, m_recipe->inTheWay()),
            tr("Go to the settings"));
    m_stack->setCurrentWidget(m_waiting);
}

void DeployPage::refresh()
{
    m_stepper->setLook(Nodes, m_nodes->look());
    m_stepper->setLook(Checks, m_checks->look());
    const QString wrong = m_recipe->inTheWay();
    m_run->setBlocked(wrong);
    m_run->setChecks(m_session.checks);
    const QList<Finding> blamed = m_session.checks.blamed();
    m_recipe->setBlamed(blamed);
    m_stepper->setLook(RecipeStep, !blamed.isEmpty() && m_recipe->look() == lookOf(Verdict::Pass)
                                       ? Look{u"!"_s, tr("A check says what is to be changed in the settings"),
                                              style::Tone::Warning}
                                       : m_recipe->look());
    m_stepper->setLook(Artifacts, wrong.isEmpty() ? m_artifacts->look()
                                                  : Look{u"–"_s, tr("Waits for the settings"), style::Tone::Unknown});
    const std::optional<EndpointSilence> heard = m_session.monitor.endpointSilence();
    std::optional<EndpointSilence> unanswered = m_verify->silence();
    if (unanswered) // the later one of both: a time that was said does not go back
        unanswered->answeredMs = std::max(unanswered->answeredMs,
                                          std::min(m_session.monitor.endpointAnsweredMs(), unanswered->noticedMs));
    m_run->setSilence(heard ? heard : unanswered);
    m_run->setAnswers(m_session.monitor.endpointNews() == EndpointNews::Answers || m_verify->isStanding());
    m_stepper->setLook(Run, m_run->look());
    m_nodes->setOpenEnd(m_run->openEnd());
    m_verify->setOriginal(m_session.run.run() ? m_session.run.run()->originalFile() : QString());
    m_stepper->setLook(Verify, m_verify->look());
    for (const Step step : {Artifacts, Run, Verify}) {
        if (needsRecipe(step))
            m_stepper->setLook(step, Look{u"–"_s, tr("Waits for a recipe"), style::Tone::Unknown});
    }
    showCurrent();
}
