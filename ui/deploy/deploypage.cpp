#include "ui/deploy/deploypage.h"

#include "ui/deploy/artifactspage.h"
#include "ui/deploy/checkspage.h"
#include "ui/deploy/nodesstep.h"
#include "ui/deploy/recipepage.h"
#include "ui/deploy/runpage.h"
#include "ui/deploy/stepper.h"
#include "ui/deploy/verifypage.h"

#include <QAction>
#include <QEvent>
#include <QHBoxLayout>
#include <QPushButton>
#include <QStackedWidget>

using namespace Qt::StringLiterals;

DeployPage::DeployPage(Cluster &cluster, Undertakings &undertakings, QWidget *parent)
    : QWidget(parent)
    , m_cluster(cluster)
    , m_stepper(new Stepper)
    , m_next(new QPushButton)
    , m_stack(new QStackedWidget)
    , m_nodes(new NodesStep(cluster))
    , m_checks(new ChecksPage(cluster))
    , m_recipe(new RecipePage(cluster))
    , m_artifacts(new ArtifactsPage(cluster))
    , m_run(new RunPage(cluster, undertakings))
    , m_verify(new VerifyPage(cluster, undertakings))
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

    connect(m_stepper, &Stepper::currentChanged, this, [this](int step) {
        m_stack->setCurrentIndex(step);
        retranslate();
    });
    connect(m_next, &QPushButton::clicked, this, [this] { m_stepper->setCurrent(m_stepper->current() + 1); });
    connect(m_nodes, &NodesStep::nodesRequested, this, &DeployPage::nodesRequested);
    connect(m_nodes, &NodesStep::changed, this, &DeployPage::refresh);
    connect(m_checks, &ChecksPage::runningChanged, this, [this, &undertakings](bool isRunning) {
        if (isRunning)
            undertakings.show({u"checks"_s, tr("Running the checks"), {}, [this] { m_checks->stop(); }});
        else
            undertakings.end(u"checks"_s);
        refresh();
    });
    connect(m_checks, &ChecksPage::passedChanged, this, &DeployPage::refresh);
    connect(m_recipe, &RecipePage::readyChanged, this, &DeployPage::refresh);
    connect(m_artifacts, &ArtifactsPage::readyChanged, this, &DeployPage::refresh);
    connect(m_run, &RunPage::changed, this, &DeployPage::refresh);
    connect(m_run, &RunPage::succeeded, m_verify, &VerifyPage::run); // the marks are there when the user looks
    connect(m_run, &RunPage::inspectRequested, this, [this] {
        m_cluster.inspect();
        showStep(Nodes);
    });
    connect(m_verify, &VerifyPage::changed, this, &DeployPage::refresh);
    connect(m_verify, &VerifyPage::chatRequested, this, &DeployPage::chatRequested);
    connect(m_verify, &VerifyPage::monitorRequested, this, &DeployPage::monitorRequested);
    connect(&m_cluster, &Cluster::deploymentChanged, this, &DeployPage::refresh);
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
    const int next = m_stepper->current() + 1;
    m_next->setVisible(next < words.size());
    if (next < words.size())
        m_next->setText(tr("Next: %1").arg(words[next]));
    if (!m_runDeployment)
        return; // still being made
    m_runChecks->setText(tr("Run all checks"));
    m_nextStep->setText(tr("Next step"));
    m_previousStep->setText(tr("Previous step"));
    m_runDeployment->setText(tr("Run the deployment (first shows its steps)"));
}

void DeployPage::refresh()
{
    m_stepper->setLook(Nodes, m_nodes->look());
    m_stepper->setLook(Checks, m_checks->look());
    m_stepper->setLook(RecipeStep, m_recipe->isReady() ? std::optional(lookOf(Verdict::Pass)) : std::nullopt);
    m_stepper->setLook(Artifacts, m_artifacts->isReady() ? std::optional(lookOf(Verdict::Pass)) : std::nullopt);
    m_stepper->setLook(Run, m_run->look());
    m_stepper->setLook(Verify, m_verify->look());
}
