#include "ui/frame/documents.h"

#include <QCryptographicHash>
#include <QFile>
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

QByteArray digestOf(const QString &path) // empty: there is none, or it cannot be read
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly)
        ? QCryptographicHash::hash(file.read(100'000'000), QCryptographicHash::Sha256)
        : QByteArray();
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
    m_knownPath.clear();
    m_cluster.open(deployment, {});
    emit opened({});
}

void Documents::open(const QString &path)
{
    const QString absolute = QFileInfo(path).absoluteFilePath();
    using Read = std::pair<QByteArray, Result<Deployment>>;
    m_worker.run(this, [absolute](Job &job) -> Read {
        if (!QFileInfo::exists(absolute))
            return {{}, Error{ErrorKind::Storage, tr("There is no file %1.").arg(absolute), {}, {}}};
        const QByteArray digest = digestOf(absolute); // of before: a change after it is noticed
        return {digest, loadDeployment(absolute, job.stop())};
    }, [this, absolute](const Read &all) {
        const Result<Deployment> &read = all.second;
        if (!read) {
            emit failed(inFile(read.error(), absolute));
            return;
        }
        m_knownPath = absolute;
        m_known = all.first;
        m_fileSaysSimulated = read->simulated;
        m_cluster.open(*read, absolute);
        remember(absolute);
        emit opened(absolute);
    });
}

void Documents::save(const QString &path, Then then, Over over)
{
    QString absolute = QFileInfo(path).absoluteFilePath();
    if (QFileInfo(absolute).suffix().isEmpty())
        absolute += ".deployment.json"_L1;
    const bool isLookedAt = over == Over::WhatIsKnown && absolute == m_knownPath;
    const bool isAsOpened = !m_cluster.isModified() && whatWasLearned() == m_fileSaysSimulated;
    struct Saved
    {
        Deployment deployment;
        QByteArray digest;
    };
    m_worker.run(
        this,
        [deployment = m_cluster.deployment(), isSimulated = whatWasLearned(), absolute, isLookedAt,
         isAsOpened, known = m_known](Job &) -> Result<Saved> {
            const QByteArray there = isLookedAt ? digestOf(absolute) : QByteArray();
            if (isAsOpened && !there.isEmpty() && there == known) // it stays as somebody wrote it
                return Saved{deployment, there};
            if (!there.isEmpty() && !known.isEmpty() && there != known)
                return Error{ErrorKind::Storage,
                             tr("%1 was changed by another program.").arg(absolute),
                             {},
                             {{u"changed"_s, absolute}}};
            Deployment written = deployment;
            written.simulated = isSimulated;
            if (const Result<void> saved = saveDeployment(written, absolute); !saved)
                return saved.error();
            return Saved{deployment, digestOf(absolute)};
        },
        [this, absolute, isSimulated = whatWasLearned(), then = std::move(then)](const Result<Saved> &saved) {
            if (!saved) {
                if (saved.error().facts.contains(u"changed"_s))
                    emit changedOnDisk(absolute);
                else
                    emit failed(saved.error());
                if (then)
                    then(saved.error());
                return;
            }
            m_fileSaysSimulated = isSimulated;
            m_knownPath = absolute;
            m_known = saved->digest;
            if (saved->deployment == m_cluster.deployment()) // edited meanwhile: stays modified
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
