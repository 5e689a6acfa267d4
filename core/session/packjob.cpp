#include "core/session/packjob.h"

#include "core/base/languages.h"
#include "core/nodes/connect.h"

PackJob::PackJob(Cluster &cluster, QObject *parent) : QObject(parent), m_cluster(cluster) {}

PackJob::~PackJob() = default;

void PackJob::start(const QString &folder, bool takesImage, bool takesWeights, const QString &version)
{
    if (m_isRunning)
        return;
    m_isRunning = true;
    m_now.clear();
    const PackOrder order{.deployment = m_cluster.deployment(),
                          .file = m_cluster.path(),
                          .version = version,
                          .folder = folder,
                          .takesImage = takesImage,
                          .takesWeights = takesWeights};
    const int turn = ++m_turn;
    m_worker.run(
        this,
        [this, order, connections = m_cluster.connections(), turn](Job &job) {
            return packDeployment(
                order, [&](const Node &node) { return shellFactoryFor(node, connections)(job.stop()); },
                [this, turn, &job](const QString &sentence) {
                    job.notify([this, turn, sentence] {
                        if (turn != m_turn)
                            return;
                        m_now = sentence;
                        emit changed();
                    });
                },
                job.stop());
        },
        [this, turn, folder](const Result<Pack> &pack) {
            if (turn != m_turn)
                return;
            m_isRunning = false;
            emit changed();
            if (pack)
                emit finished(folder, *pack);
            else
                emit failed(pack.error());
        });
    emit changed();
}

void PackJob::stop()
{
    if (!m_isRunning)
        return;
    ++m_turn;
    m_worker.cancelAll();
    m_isRunning = false;
    emit changed();
    emit failed(canceled());
}
