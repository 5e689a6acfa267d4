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
    auto show = m_round.ofThisTurn([this](const QString &sentence) {
        m_now = sentence;
        emit changed();
    });
    m_round.judge(
        this,
        [order, show, connections = m_cluster.connections()](Job &job) mutable {
            return packDeployment(
                order, [&](const Node &node) { return shellFactoryFor(node, connections)(job.stop()); },
                [&](const QString &sentence) { job.notify([show, sentence]() mutable { show(sentence); }); },
                job.stop());
        },
        [this, folder](const Result<Pack> &pack) {
            end();
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
    end();
    emit failed(canceled());
}

void PackJob::end()
{
    m_isRunning = false;
    m_round.end();
    emit changed();
}
