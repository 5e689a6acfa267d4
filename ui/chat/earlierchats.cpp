#include "ui/chat/earlierchats.h"

#include "core/shell/atomicfile.h"
#include "ui/common/format.h"

#include <QDateTime>
#include <QFile>

#include <algorithm>
#include <chrono>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr std::chrono::milliseconds writeAgain = 5s;

} // namespace

EarlierChats::EarlierChats(QObject *parent)
    : QAbstractListModel(parent), m_worker(std::make_unique<Worker>())
{
    m_later.setSingleShot(true);
    connect(&m_later, &QTimer::timeout, this, &EarlierChats::write);
}

EarlierChats::~EarlierChats()
{
    (void)finish();
}

int EarlierChats::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

QVariant EarlierChats::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const ShelvedChat &chat = m_rows[index.row()].chat;
    switch (role) {
    case Qt::DisplayRole:
    case Qt::ToolTipRole: return chat.title;
    case Qt::AccessibleTextRole: return u"%1, %2"_s.arg(chat.title, format::time(chat.usedAtMs));
    case IdRole: return chat.id;
    case UsedAtRole: return chat.usedAtMs;
    default: return {};
    }
}

int EarlierChats::rowOf(const QString &id) const
{
    const auto row
        = std::find_if(m_rows.cbegin(), m_rows.cend(), [&id](const Row &one) { return one.chat.id == id; });
    return row == m_rows.cend() ? -1 : int(row - m_rows.cbegin());
}

void EarlierChats::insert(Row row)
{
    const int at = int(std::find_if(m_rows.cbegin(), m_rows.cend(),
                                    [&row](const Row &one) { return isNewer(row.chat, one.chat); })
                       - m_rows.cbegin());
    beginInsertRows({}, at, at);
    m_rows.insert(at, std::move(row));
    endInsertRows();
}

EarlierChats::Row EarlierChats::takeRow(int row)
{
    beginRemoveRows({}, row, row);
    Row taken = m_rows.takeAt(row);
    endRemoveRows();
    return taken;
}

void EarlierChats::keep(const QString &folder)
{
    if (m_folder == folder)
        return;
    ++m_round;
    m_folder = folder;
    refresh();
    write();
    emit waitingChanged();
}

void EarlierChats::forget()
{
    if (m_folder.isEmpty())
        return;
    ++m_round;
    m_leaving = m_unreadIn = std::exchange(m_folder, {});
    m_unread.clear();
    m_later.stop();
    m_isWriting = false;
    m_taken.clear();
    m_gone.clear();
    m_comingBack.clear();
    m_trouble.reset();
    m_said.clear();
    m_unlisted.clear();
    beginResetModel();
    m_rows.removeIf([](const Row &row) { return !row.content; });
    for (Row &row : m_rows)
        row.instead.clear();
    endResetModel();
    m_worker->run(this, [folder = m_leaving](Job &) { return clearShelf(folder); },
                  [this, round = m_round](const Result<Shelf> &left) {
        m_leaving.clear();
        if (round != m_round)
            return;
        m_unread = left ? left->unread : QStringList();
        m_said = left ? QString() : left.error().message;
        emit noted();
    });
    emit waitingChanged();
    emit noted();
}

void EarlierChats::refresh()
{
    if (m_folder.isEmpty())
        return;
    m_worker->run(this, [folder = m_folder](Job &job) { return readShelf(folder, job.stop()); },
                  [this, round = m_round](const Result<Shelf> &shelf) {
        if (round != m_round)
            return;
        if (!shelf && shelf.error().kind == ErrorKind::Canceled)
            return;
        if (shelf)
            merge(*shelf);
        const QString trouble = shelf ? QString() : shelf.error().message;
        if (std::exchange(m_unlisted, trouble) != trouble)
            emit noted();
    });
}

void EarlierChats::merge(const Shelf &shelf)
{
    QList<Row> rows;
    for (const Row &row : std::as_const(m_rows)) {
        if (row.content)
            rows << row;
    }
    const auto isHere = [&rows](const QString &id) {
        return std::any_of(rows.cbegin(), rows.cend(), [&id](const Row &row) { return row.chat.id == id; });
    };
    for (const ShelvedChat &chat : shelf.chats) {
        if (!m_gone.contains(chat.id) && !isHere(chat.id))
            rows << Row{chat, {}, {}};
    }
    std::sort(rows.begin(), rows.end(), [](const Row &a, const Row &b) { return isNewer(a.chat, b.chat); });
    const bool isSame = std::equal(rows.cbegin(), rows.cend(), m_rows.cbegin(), m_rows.cend(),
                                   [](const Row &a, const Row &b) { return a.chat == b.chat; });
    if (!isSame) {
        beginResetModel();
        m_rows = rows;
        endResetModel();
    }
    m_unreadIn = m_folder;
    if (std::exchange(m_unread, shelf.unread) != shelf.unread)
        emit noted();
}

void EarlierChats::put(const KeptChat &chat)
{
    insert({newOnShelf(chat.turns, QDateTime::currentMSecsSinceEpoch()), chat, std::exchange(m_taken, {})});
    write();
    emit waitingChanged();
}

void EarlierChats::add(const KeptChat &chat)
{
    insert({newOnShelf(chat.turns, QDateTime::currentMSecsSinceEpoch()), chat, {}});
    write();
    emit waitingChanged();
}

// One after another, the oldest first.
void EarlierChats::write()
{
    const auto next = std::find_if(m_rows.crbegin(), m_rows.crend(), [](const Row &row) { return row.content; });
    if (m_folder.isEmpty() || m_isWriting || next == m_rows.crend())
        return;
    m_isWriting = true;
    m_worker->run(
        this,
        [folder = m_folder, row = *next](Job &) -> Result<void> {
            if (Result<void> written = putOnShelf(folder, row.chat, *row.content); !written)
                return written;
            for (const QString &id : row.instead)
                (void)removeFromShelf(folder, id); // one that stays is a duplicate, no loss
            return {};
        },
        [this, round = m_round, id = next->chat.id](const Result<void> &written) {
            if (round != m_round)
                return;
            m_isWriting = false;
            m_trouble = written ? std::nullopt : std::optional(written.error());
            if (const int row = rowOf(id); written && row >= 0) { // else it was taken or removed meanwhile
                m_rows[row].content.reset();
                m_rows[row].instead.clear();
            }
            if (written)
                write();
            else
                m_later.start(writeAgain);
            emit waitingChanged();
            emit noted();
        });
}

void EarlierChats::take(const QString &id)
{
    const int row = rowOf(id);
    if (row < 0)
        return;
    say({});
    const int attempt = ++m_take;
    const auto hand = [this, id](const KeptChat &chat) {
        Row row = takeRow(rowOf(id));
        emit taken(chat);                // what was in sight was put here by that
        if (!m_folder.isEmpty()) {
            m_gone.insert(id);
            m_taken << id << row.instead;
        }
        emit waitingChanged();
    };
    if (m_rows[row].content)
        return hand(KeptChat(*m_rows[row].content));
    m_worker->run(this, [folder = m_folder, id](Job &) { return readFromShelf(folder, id); },
                  [this, hand, id, attempt, round = m_round](const Result<KeptChat> &chat) {
        if (attempt != m_take || round != m_round || rowOf(id) < 0)
            return;
        if (chat)
            return hand(*chat);
        say(tr("The conversation cannot be brought back. %1").arg(chat.error().message));
        refresh();
    });
}

void EarlierChats::settle()
{
    if (m_taken.isEmpty() || m_folder.isEmpty())
        return;
    const auto remove = [folder = m_folder, ids = std::exchange(m_taken, {})] {
        for (const QString &id : ids)
            (void)removeFromShelf(folder, id); // one that stays is a duplicate, no loss
    };
    if (!m_worker)
        return remove();
    m_worker->run(this, [remove](Job &) { remove(); return true; }, [](bool) {});
}

std::function<void()> EarlierChats::remove(const QString &id)
{
    const int at = rowOf(id);
    if (at < 0)
        return [] {};
    Row row = takeRow(at);
    say({});
    emit waitingChanged();
    const auto file = std::make_shared<QByteArray>(); // the thread's, until it has ended
    if (!m_folder.isEmpty()) {
        m_gone.insert(id);
        m_worker->run(
            this,
            [folder = m_folder, id, instead = row.instead, file](Job &) -> Result<void> {
                QFile kept(folder + u'/' + id);
                if (kept.open(QIODevice::ReadOnly))
                    *file = kept.readAll();
                for (const QString &one : instead)
                    (void)removeFromShelf(folder, one);
                return removeFromShelf(folder, id);
            },
            [this, id, round = m_round](const Result<void> &removed) {
                if (removed || round != m_round)
                    return;
                m_gone.remove(id);
                say(removed.error().message);
                refresh();
            });
    }
    return [this, row, file] {
        m_gone.remove(row.chat.id);
        if (!row.content)
            return giveBack(row.chat.id, file);
        insert({row.chat, row.content, {}});
        write();
        emit waitingChanged();
    };
}

void EarlierChats::giveBack(const QString &id, const std::shared_ptr<QByteArray> &file)
{
    if (m_folder.isEmpty())
        return;
    m_comingBack[id] = file;
    m_worker->run(
        this,
        [path = m_folder + u'/' + id, file](Job &) -> Result<void> {
            return file->isEmpty() ? Result<void>() : writeAtomically(path, *file, 0600);
        },
        [this, id, round = m_round](const Result<void> &written) {
            if (round != m_round)
                return;
            if (written)
                m_comingBack.remove(id);
            else
                say(written.error().message);
            refresh();
        });
}

bool EarlierChats::isWaiting() const
{
    return !m_folder.isEmpty()
        && std::any_of(m_rows.cbegin(), m_rows.cend(), [](const Row &row) { return row.content.has_value(); });
}

bool EarlierChats::finish()
{
    if (!m_worker)
        return !isWaiting();
    m_worker.reset();                    // from here on the files are ours; what it had not begun is done here
    if (!m_leaving.isEmpty())
        (void)clearShelf(m_leaving);
    if (m_folder.isEmpty())
        return true;
    QSet<QString> stay(m_taken.cbegin(), m_taken.cend());
    for (Row &row : m_rows) {
        if (row.content && putOnShelf(m_folder, row.chat, *row.content)) {
            m_gone.unite(QSet<QString>(row.instead.cbegin(), row.instead.cend()));
            row.content.reset();
        } else {
            stay.unite(QSet<QString>(row.instead.cbegin(), row.instead.cend()));
        }
    }
    for (const auto &[id, file] : m_comingBack.asKeyValueRange()) {
        if (!file->isEmpty())
            (void)writeAtomically(m_folder + u'/' + id, *file, 0600);
    }
    for (const QString &id : std::as_const(m_gone)) {
        if (!stay.contains(id))
            (void)removeFromShelf(m_folder, id);
    }
    return !isWaiting();
}

void EarlierChats::say(const QString &sentence)
{
    if (std::exchange(m_said, sentence) != sentence)
        emit noted();
}

QString EarlierChats::note() const
{
    QStringList words{m_said, m_unlisted};
    words.removeAll(QString());
    if (m_trouble)
        words << tr("The conversations are not being kept: %1 %2").arg(m_trouble->message, m_trouble->detail)
                     .trimmed();
    if (!m_unread.isEmpty()) {
        constexpr qsizetype most = 3;
        QStringList names = m_unread.first(qMin(most, m_unread.size()));
        if (m_unread.size() > most)
            names << u"…"_s;
        const QString left
            = m_unread.size() == 1
            ? tr("Left as it is in %1, because it holds no conversation that can be read: %2.",
                 "a folder, the name of a file")
            : tr("Left as they are in %1, because they hold no conversation that can be read: %2.",
                 "a folder, names of files");
        words << left.arg(m_unreadIn, format::list(names));
    }
    return words.join(u' ');
}
