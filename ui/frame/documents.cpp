#include "ui/frame/documents.h"

#include <QFileInfo>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

// A parser knows the place in the text, not the file it came from.
Error inFile(Error error, const QString &path)
{
    const QString name = QFileInfo(path).fileName();
    if (!error.message.contains(name))
        error.message = Documents::tr("%1: %2").arg(name, error.message);
    return error;
}

} // namespace

Documents::Documents(Cluster &cluster, SettingsStore &settings, QObject *parent)
    : QObject(parent), m_cluster(cluster), m_settings(settings)
{
}

void Documents::begin()
{
    Deployment deployment;
    deployment.name = tr("New deployment");
    m_fileSaysSimulated = false;
    m_cluster.open(deployment, {});
    emit opened({});
}

void Documents::open(const QString &path)
{
    const QString absolute = QFileInfo(path).absoluteFilePath();
    m_worker.run(this, [absolute](Job &job) -> Result<Deployment> {
        if (!QFileInfo::exists(absolute))
            return Error{ErrorKind::Storage, tr("There is no file %1.").arg(absolute), {}, {}};
        return loadDeployment(absolute, job.stop());
    }, [this, absolute](const Result<Deployment> &read) {
        if (!read) {
            emit failed(inFile(read.error(), absolute));
            return;
        }
        m_fileSaysSimulated = read->simulated;
        m_cluster.open(*read, absolute);
        remember(absolute);
        emit opened(absolute);
    });
}

void Documents::save(const QString &path, Then then)
{
    QString absolute = QFileInfo(path).absoluteFilePath();
    if (QFileInfo(absolute).suffix().isEmpty())
        absolute += ".deployment.json"_L1;
    m_worker.run(
        this,
        [deployment = m_cluster.deployment(), isSimulated = whatWasLearned(), absolute](Job &) -> Result<Deployment> {
            Deployment written = deployment;
            written.simulated = isSimulated;
            if (const Result<void> saved = saveDeployment(written, absolute); !saved)
                return saved.error();
            return deployment;
        },
        [this, absolute, isSimulated = whatWasLearned(), then = std::move(then)](const Result<Deployment> &saved) {
            if (!saved) {
                emit failed(saved.error());
                if (then)
                    then(saved.error());
                return;
            }
            m_fileSaysSimulated = isSimulated;
            if (*saved == m_cluster.deployment()) // edited meanwhile: stays modified
                m_cluster.markSaved(absolute);
            remember(absolute);
            emit this->saved(absolute);
            if (then)
                then(std::nullopt);
        });
}

// The next start says it before any node is asked; the form knows nothing of it, the nodes do.
bool Documents::whatWasLearned() const
{
    const QList<NodeFacts> all = m_cluster.allFacts();
    const bool allAreReal = !all.isEmpty() && std::all_of(all.cbegin(), all.cend(), [](const NodeFacts &facts) {
        return facts.reachable && !facts.simulated;
    });
    return m_cluster.isSimulated() && !allAreReal;
}

bool Documents::hasLearned() const { return whatWasLearned() && !m_fileSaysSimulated; }

void Documents::remember(const QString &path)
{
    m_settings.change(withRecentFile(m_settings.value(), path));
}
