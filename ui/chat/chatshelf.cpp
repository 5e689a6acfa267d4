#include "ui/chat/chatshelf.h"

#include "core/base/plaintext.h"
#include "core/shell/atomicfile.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRandomGenerator>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 headBytes = 4096;       // a title of 200 letters and what stands beside it
constexpr qint64 mostWithoutHead = 1024 * 1024, largestFile = 64 * 1024 * 1024;
constexpr qsizetype longestTitle = 200;

struct ShelfText
{
    Q_DECLARE_TR_FUNCTIONS(ChatShelf)
};

// nullopt: it holds no conversation.
std::optional<ChatHead> headIn(const QFileInfo &info)
{
    QFile file(info.filePath());
    if (!file.open(QIODevice::ReadOnly))
        return std::nullopt;
    const QByteArray begin = file.read(headBytes);
    std::optional<ChatHead> head = parseHead(begin);
    if (head) {                          // does it go on to its end?
        const QByteArray end = file.seek(qMax(qint64(0), file.size() - 16)) ? file.read(16).trimmed() : QByteArray();
        if (!end.endsWith('}'))
            return std::nullopt;
    } else if (file.size() <= mostWithoutHead) { // put there by hand, perhaps
        const Result<KeptChat> chat = parseChat(begin + file.readAll());
        if (!chat || chat->turns.isEmpty())
            return std::nullopt;
        head = ChatHead{titleOf(chat->turns), 0};
    }
    if (head && head->usedAtMs <= 0)
        head->usedAtMs = info.lastModified().toMSecsSinceEpoch();
    return head;
}

} // namespace

QString shelfBeside(const QString &chatFile)
{
    return QFileInfo(chatFile).absolutePath() + u"/chats"_s;
}

QString titleOf(const QList<ChatTurn> &turns)
{
    const auto question = std::find_if(turns.cbegin(), turns.cend(), [](const ChatTurn &turn) {
        return turn.isUser && !turn.text.trimmed().isEmpty();
    });
    const QString text = question != turns.cend() ? question->text : turns.isEmpty() ? QString() : turns.first().text;
    const QString title = withoutControls(text.trimmed().left(2 * longestTitle)).simplified();
    return title.isEmpty() ? u"…"_s : title.left(longestTitle);
}

ShelvedChat newOnShelf(const QList<ChatTurn> &turns, qint64 nowMs)
{
    qint64 saidAtMs = 0;
    for (const ChatTurn &turn : turns)
        saidAtMs = std::max(saidAtMs, turn.saidAtMs);
    const qint64 usedAtMs = saidAtMs > 0 ? saidAtMs : nowMs;
    const QString when = QDateTime::fromMSecsSinceEpoch(usedAtMs, Qt::UTC).toString(u"yyyyMMdd-HHmmss-zzz"_s);
    return {u"%1-%2.json"_s.arg(when).arg(QRandomGenerator::system()->generate64(), 16, 16, QLatin1Char('0')),
            titleOf(turns), usedAtMs};
}

bool isNewer(const ShelvedChat &a, const ShelvedChat &b)
{
    return a.usedAtMs != b.usedAtMs ? a.usedAtMs > b.usedAtMs : a.id > b.id;
}

Result<Shelf> readShelf(const QString &folder, std::stop_token stop)
{
    Shelf shelf;
    const QFileInfo info(folder);
    if (!info.exists())
        return shelf;
    if (!info.isDir() || !info.isReadable())
        return Error{ErrorKind::Storage,
                     ShelfText::tr("%1, where the earlier conversations are, cannot be read.").arg(folder),
                     {},
                     {}};
    for (const QFileInfo &file : QDir(folder).entryInfoList(QDir::Files, QDir::Name)) {
        if (stop.stop_requested())
            return canceled();
        if (const std::optional<ChatHead> head = headIn(file))
            shelf.chats << ShelvedChat{file.fileName(), head->title, head->usedAtMs};
        else if (QFileInfo::exists(file.filePath())) // another window may have taken it meanwhile
            shelf.unread << file.fileName();
    }
    std::sort(shelf.chats.begin(), shelf.chats.end(), isNewer);
    return shelf;
}

Result<void> putOnShelf(const QString &folder, const ShelvedChat &as, const KeptChat &chat)
{
    if (const Result<void> made = makePrivateFolder(folder); !made)
        return made;
    return writeAtomically(folder + u'/' + as.id, toText(bounded(chat), {as.title, as.usedAtMs}), 0600);
}

Result<KeptChat> readFromShelf(const QString &folder, const QString &id)
{
    QFile file(folder + u'/' + id);
    if (!file.exists())
        return Error{ErrorKind::Storage,
                     ShelfText::tr("It is not there any more; another window of this program may have it."),
                     {},
                     {}};
    if (!file.open(QIODevice::ReadOnly))
        return Error{ErrorKind::Storage,
                     ShelfText::tr("%1 cannot be read: %2.").arg(file.fileName(), file.errorString()),
                     {},
                     {}};
    if (file.size() > largestFile)
        return Error{ErrorKind::Parse, ShelfText::tr("%1 is too large.").arg(file.fileName()), {}, {}};
    return parseChat(file.readAll());
}

Result<void> removeFromShelf(const QString &folder, const QString &id)
{
    const QString path = folder + u'/' + id;
    if (::unlink(QFile::encodeName(path).constData()) == 0 || errno == ENOENT)
        return {};
    return Error{ErrorKind::Storage,
                 ShelfText::tr("%1 cannot be removed: %2.").arg(path, QString::fromLocal8Bit(std::strerror(errno))),
                 {},
                 {}};
}

Result<Shelf> clearShelf(const QString &folder)
{
    const Result<Shelf> shelf = readShelf(folder);
    if (!shelf)
        return shelf;
    for (const ShelvedChat &chat : shelf->chats) {
        if (const Result<void> removed = removeFromShelf(folder, chat.id); !removed)
            return removed.error();
    }
    // what a program that was killed over one has left (core/shell/atomicfile.h)
    for (const QFileInfo &file : QDir(folder).entryInfoList({u".*.json.*.tmp"_s}, QDir::Files | QDir::Hidden))
        QFile::remove(file.filePath());
    (void)QDir().rmdir(folder);
    return Shelf{{}, shelf->unread};
}
