#include "core/session/adoptjob.h"

#include "core/engines/recipebook.h"
#include "core/nodes/asking.h"

AdoptJob::AdoptJob(Cluster &cluster, QObject *parent)
    : QObject(parent)
    , m_cluster(cluster)
{
}

AdoptJob::~AdoptJob() = default;

void AdoptJob::start()
{
    if (m_isRunning)
        return;
    m_isRunning = true;
    const Deployment deployment = m_cluster.deployment();
    m_name = deployment.name;
    m_nodes = QList<RunningNode>(deployment.nodes.size());
    m_answered = 0;
    m_asked = int(deployment.nodes.size());
    emit changed();
    if (m_asked == 0)
        return judge();
    m_round.begin(m_cluster, deployment.nodes);
    for (qsizetype i = 0; i < deployment.nodes.size(); ++i) {
        m_round.ask(
            this, i,
            [node = deployment.nodes[i], deployment](Shell &shell, Job &job) {
                return readRunningNode(shell, node, withDefaults(deployment), job.stop());
            },
            [this, i, node = deployment.nodes[i].name](const Result<RunningNode> &running) {
                if (!running) {
                    Error error = running.error();
                    end();
                    if (isQuestion(error))
                        emit questionRaised(node, error);
                    emit failed(error);
                    return;
                }
                m_nodes[i] = *running;
                m_cluster.take(running->facts); // every page knows them then
                ++m_answered;
                emit changed();
                if (m_answered == m_asked)
                    judge();
            });
    }
}

void AdoptJob::judge()
{
    m_round.judge(
        this,
        [nodes = m_nodes, name = m_name](Job &) -> Result<Adoption> {
            const Result<QList<Recipe>> recipes = loadRecipes();
            return recipes ? Result<Adoption>(adopted(nodes, *recipes, name)) : Result<Adoption>(recipes.error());
        },
        [this](const Result<Adoption> &adoption) {
            end();
            if (adoption)
                emit finished(*adoption);
            else
                emit failed(adoption.error());
        });
}

void AdoptJob::stop()
{
    if (!m_isRunning)
        return;
    end();
    emit failed(canceled());
}

void AdoptJob::end()
{
    m_isRunning = false;
    m_round.end();
    m_nodes.clear();
    emit changed();
}
