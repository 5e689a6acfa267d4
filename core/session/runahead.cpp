#include "core/session/runahead.h"

#include "core/nodes/connect.h"

#include <QDateTime>

#include <algorithm>

using namespace Qt::StringLiterals;

RunAhead::RunAhead(Cluster &cluster, RunKeeper &keeper, QObject *parent)
    : QObject(parent), m_cluster(cluster), m_keeper(keeper)
{
    connect(&m_keeper, &RunKeeper::begun, this, &RunAhead::forget);
    connect(&m_keeper, &RunKeeper::forgotten, this, &RunAhead::forget);
    connect(&m_keeper, &RunKeeper::workedElsewhere, this, &RunAhead::forget);
    connect(&m_keeper, &RunKeeper::planned, this, [this] {
        if ((m_isRunning || m_answer) && wanted() != m_wanted)
            forget();
    });
    connect(&m_cluster, &Cluster::nodeChanged, this, [this](const QString &, ChangedBy by) {
        if (by == ChangedBy::Driver)
            forget();
    });
}

RunAhead::~RunAhead() = default;

QString RunAhead::wanted() const
{
    const DeployPlan *plan = m_keeper.planToCheck();
    return plan ? wantedBy(*plan) + (m_keeper.isFromState() ? u" as then"_s : u""_s) : QString();
}

void RunAhead::start()
{
    if (m_isRunning || m_keeper.isRunning() || !m_keeper.planToCheck())
        return;
    m_isRunning = true;
    m_answer.reset();
    m_wanted = wanted();
    m_round.judge(
        this,
        [plan = *m_keeper.planToCheck(), stateFile = m_keeper.stateFile(),
         connections = m_cluster.connections()](Job &job) -> Result<QList<CheckedStep>> {
            return checkPlan(
                plan, stateFile, [&](const Node &node) { return shellFactoryFor(node, connections)(job.stop()); },
                job.stop());
        },
        [this](const Result<QList<CheckedStep>> &steps) {
            if (steps)
                take(*steps);
        });
    emit changed();
}

const CheckedStep *RunAhead::Answer::step(const QString &id) const
{
    const auto found
        = std::find_if(steps.cbegin(), steps.cend(), [&](const CheckedStep &one) { return one.id == id; });
    return found == steps.cend() ? nullptr : &*found;
}

void RunAhead::take(const QList<CheckedStep> &steps)
{
    m_isRunning = false;
    Answer answer{steps, QDateTime::currentMSecsSinceEpoch(), changedNodes(steps), m_keeper.isFromState(), {}};
    const auto failed = std::find_if(steps.cbegin(), steps.cend(), [](const CheckedStep &step) {
        return step.state == CheckedStep::State::Failed;
    });
    if (failed != steps.cend())
        answer.failed = *failed;
    m_answer = std::move(answer);
    emit changed();
}

void RunAhead::stop()
{
    if (m_isRunning)
        forget();
}

void RunAhead::forget()
{
    const bool isSomething = m_isRunning || m_answer;
    m_round.end();
    m_isRunning = false;
    m_answer.reset();
    if (isSomething)
        emit changed();
}
