#include "core/session/runahead.h"

#include "core/nodes/connect.h"

#include <QDateTime>

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
    return m_keeper.run() && !m_keeper.isFromState() ? wantedBy(m_keeper.run()->plan()) : QString();
}

void RunAhead::start()
{
    if (m_isRunning || m_keeper.isRunning() || !m_keeper.run() || m_keeper.isFromState())
        return;
    m_isRunning = true;
    m_answer.reset();
    m_wanted = wanted();
    m_worker.run(
        this,
        [plan = m_keeper.run()->plan(), stateFile = m_keeper.stateFile(),
         connections = m_cluster.connections()](Job &job) -> Result<QList<CheckedStep>> {
            return checkPlan(
                plan, stateFile, [&](const Node &node) { return shellFactoryFor(node, connections)(job.stop()); },
                job.stop());
        },
        [this, turn = ++m_turn](const Result<QList<CheckedStep>> &steps) {
            if (turn == m_turn && steps)
                take(*steps);
        });
    emit changed();
}

void RunAhead::take(QList<CheckedStep> steps)
{
    m_isRunning = false;
    Answer answer{std::move(steps), QDateTime::currentMSecsSinceEpoch(), {}, {}};
    for (const CheckedStep &step : std::as_const(answer.steps)) {
        if (step.state == CheckedStep::State::WouldChange && !answer.changed.contains(step.node))
            answer.changed << step.node;
        if (step.state == CheckedStep::State::Failed && !answer.failed)
            answer.failed = step;
    }
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
    ++m_turn;
    m_worker.cancelAll();
    m_isRunning = false;
    m_answer.reset();
    if (isSomething)
        emit changed();
}
