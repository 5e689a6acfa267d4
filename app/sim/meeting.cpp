#include "app/sim/meeting.h"

#include "app/sim/statefile.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QSaveFile>

#include <unistd.h>

using namespace Qt::StringLiterals;

namespace sim {

namespace {

QString fileOf(const QString &folder, const QString &who)
{
    return folder + u'/' + QString(who).replace(u':', u'_');
}

QString folderOf(const QByteArray &topic)
{
    return u"/.cluster/.meetings/"_s
        + QString::fromLatin1(QCryptographicHash::hash(topic, QCryptographicHash::Sha256).toHex().left(24));
}

bool livesIn(const QString &folder, const QString &who)
{
    QFile file(fileOf(folder, who));
    if (folder.isEmpty() || !file.open(QIODevice::ReadOnly))
        return false;
    const QByteArrayList fields = file.readLine().trimmed().split(' ');
    return fields.size() == 2 && startTimeOf(fields[0].toLongLong()) == QString::fromLatin1(fields[1]);
}

} // namespace

bool Meeting::isAliveIn(const QByteArray &topic, const QString &who) const
{
    return livesIn(folderOf(topic), who);
}

QString Meeting::join(const QByteArray &topic, const QString &who, const QByteArray &word)
{
    m_folder = folderOf(topic);
    m_self = who;
    QDir().mkpath(m_folder);
    QSaveFile file(fileOf(m_folder, who));
    const QByteArray text = QByteArray::number(getpid()) + ' ' + startTimeOf(getpid()).toLatin1() + '\n' + word;
    return file.open(QIODevice::WriteOnly) && file.write(text) == text.size() && file.commit() ? QString()
                                                                                             : file.errorString();
}

void Meeting::leave()
{
    if (!m_folder.isEmpty())
        QFile::remove(fileOf(m_folder, m_self));
    m_folder.clear();
}

bool Meeting::isAlive(const QString &who) const
{
    return livesIn(m_folder, who);
}

QByteArray Meeting::wordOf(const QString &who) const
{
    QFile file(fileOf(m_folder, who));
    return file.open(QIODevice::ReadOnly) && !file.readLine().isEmpty() ? file.readAll() : QByteArray();
}

QStringList Meeting::others() const
{
    QStringList found = m_folder.isEmpty() ? QStringList() : QDir(m_folder).entryList(QDir::Files);
    found.removeIf([&](const QString &who) { return who == m_self || !isAlive(who); });
    return found;
}

Peer peerWith(const QString &address)
{
    const QDir cluster(u"/.cluster"_s);
    for (const QString &name : cluster.entryList({u"node*"_s}, QDir::Dirs)) {
        const Result<NodeState> state = loadState(cluster.filePath(name) + u"/.sim"_s);
        if (state && stringAt(state->other, "address") == address) {
            const bool ownNetwork = QFile::exists(cluster.filePath(name) + u"/.sim/own-network"_s);
            return {name, ownNetwork ? address : stringAt(state->other, "host")};
        }
    }
    return {};
}

} // namespace sim
