#include "core/session/adoptjob.h"

#include "core/engines/recipebook.h"

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
    m_links.clear();
    m_answered = 0;
    m_asked = int(deployment.nodes.size());
    emit changed();
    if (m_asked == 0)
        return judge();
    for (qsizetype i = 0; i < deployment.nodes.size(); ++i) {
        m_links.push_back(m_cluster.openLink(deployment.nodes[i].name));
        m_links.back()->run(
            this,
            [node = deployment.nodes[i]](Shell &shell, Job &job) { return readRunningNode(shell, node, job.stop()); },
            [this, i, node = deployment.nodes[i].name, turn = m_turn](const Result<RunningNode> &running) {
                if (turn != m_turn)
                    return;
                if (!running) {
                    Error error = running.error();
                    end();
                    if (error.kind == ErrorKind::HostKey || error.facts.contains(QStringLiteral("need")))
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
    m_worker.run(
        this,
        [nodes = m_nodes, name = m_name](Job &) -> Result<Adoption> {
            const Result<QList<Recipe>> recipes = loadRecipes();
            return recipes ? Result<Adoption>(adopted(nodes, *recipes, name)) : Result<Adoption>(recipes.error());
        },
        [this, turn = m_turn](const Result<Adoption> &adoption) {
            if (turn != m_turn)
                return;
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

// Answers that are still to come find nobody. The links stay until the next time: to wait for them takes a while.
void AdoptJob::end()
{
    ++m_turn;
    m_isRunning = false;
    m_worker.cancelAll();
    for (const std::unique_ptr<NodeLink> &link : m_links)
        link->cancelAll();
    m_nodes.clear();
    emit changed();
}
