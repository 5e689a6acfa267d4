#include "ui/chat/chatkeeper.h"

#include "core/shell/atomicfile.h"
#include "core/shell/moveaside.h"

#include <QFile>
#include <QFileInfo>
#include <QLockFile>

#include <chrono>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

// again: after it could not be written, or another window had it
constexpr std::chrono::milliseconds saveSoon = 500ms, saveAgain = 5s;
constexpr qint64 largestChatFile = 64 * 1024 * 1024;

} // namespace

struct ChatKeeper::Opened
{
    bool mayWrite = false;
    KeptChat chat;
    QString note;
    bool isTaken = false;                // by another window, for now
};

struct ChatKeeper::Keeping
{
    explicit Keeping(const QString &path) : file(path), lock(path + u".lock"_s) { lock.setStaleLockTime(0); }

    const QString file;
    QLockFile lock;                      // two windows would overwrite each other's

    Opened open()
    {
        if (const Result<void> made = makePrivateFolder(QFileInfo(file).absolutePath()); !made)
            return {true, {}, {}};       // writing will say it
        if (!lock.isLocked() && !lock.tryLock(0) && lock.error() == QLockFile::LockFailedError)
            return {false,
                    {},
                    ChatKeeper::tr("Another window of this program keeps its conversation in %1. This one is kept once "
                                   "that window has ended.")
                        .arg(file),
                    true};
        if (lock.isLocked())             // Qt makes it for everybody to read
            QFile::setPermissions(file + u".lock"_s, QFile::ReadOwner | QFile::WriteOwner);
        QFile kept(file);
        if (!kept.exists())
            return {true, {}, {}};
        if (!kept.open(QIODevice::ReadOnly))
            return {false,
                    {},
                    ChatKeeper::tr("%1, which keeps the conversation, cannot be read (%2). This one is not kept.")
                        .arg(file, kept.errorString())};
        const Result<KeptChat> chat = kept.size() > largestChatFile
            ? Result<KeptChat>(Error{ErrorKind::Parse, ChatKeeper::tr("It is too large."), {}, {}})
            : parseChat(kept.readAll());
        if (chat)
            return {true, *chat, {}};
        kept.close();
        const Result<QString> aside = moveAside(file);
        if (!aside)
            return {false,
                    {},
                    ChatKeeper::tr("The conversation in %1 cannot be read. %2 This one is not kept.")
                        .arg(file, chat.error().message)};
        return {true,
                {},
                ChatKeeper::tr("The conversation in %1 cannot be read. %2 It was moved to %3.")
                    .arg(file, chat.error().message, *aside)};
    }

    Saved save(KeptChat chat)
    {
        if (chat.turns.isEmpty()) {
            if (!QFile::remove(file) && QFileInfo::exists(file))
                return {Error{ErrorKind::Storage, ChatKeeper::tr("%1 cannot be removed.").arg(file), {}, {}}};
            return {};
        }
        chat = bounded(std::move(chat));
        Result<void> made = makePrivateFolder(QFileInfo(file).absolutePath());
        return {made ? writeAtomically(file, toText(chat), 0600) : made, chat.dropped};
    }
};

ChatKeeper::ChatKeeper(const ChatModel &model, QObject *parent)
    : QObject(parent), m_model(model), m_worker(std::make_unique<Worker>())
{
    m_later.setSingleShot(true);
    connect(&m_later, &QTimer::timeout, this, &ChatKeeper::save);
    connect(&model, &QAbstractItemModel::rowsInserted, this, &ChatKeeper::touch);
    connect(&model, &QAbstractItemModel::rowsRemoved, this, &ChatKeeper::touch);
    connect(&model, &QAbstractItemModel::dataChanged, this, &ChatKeeper::touch);
    connect(&model, &ChatModel::pieceAppended, this, &ChatKeeper::touch);
}

ChatKeeper::~ChatKeeper()
{
    (void)finish();
}

bool ChatKeeper::finish()
{
    m_worker.reset();                    // from here on the file is ours
    const std::shared_ptr<Keeping> keeping = std::exchange(m_keeping, {});
    if (!keeping || m_isHeld)
        return false;
    // talked with before the file was read: what it holds comes first
    if (!m_isOpen && m_found.isEmpty() && m_isUnsaved) {
        const Opened opened = keeping->open();
        return opened.mayWrite
            && keeping->save({opened.chat.turns + m_model.turns(), opened.chat.dropped + m_droppedBefore}).written;
    }
    if (m_isOpen && (m_isUnsaved || m_isSaving))
        return bool(keeping->save({m_model.turns(), m_droppedBefore}).written);
    return m_isOpen;
}

void ChatKeeper::hold(bool isHeld)
{
    m_isHeld = isHeld;
    if (!isHeld && m_isOpen && m_isUnsaved && !m_isSaving && !m_later.isActive())
        m_later.start(saveSoon);
}

void ChatKeeper::begin(int dropped)
{
    m_droppedBefore = m_dropped = dropped;
    m_isUnsaved = m_keeping != nullptr;
    if (m_isOpen && !m_isSaving && !m_later.isActive())
        m_later.start(saveSoon);
    emit noted();
}

void ChatKeeper::keep(const QString &file)
{
    if (m_keeping)
        return;
    m_keeping = std::make_shared<Keeping>(file);
    open();
}

void ChatKeeper::open()
{
    m_worker->run(this, [keeping = m_keeping](Job &) { return keeping->open(); },
                  [this, keeping = m_keeping](const Opened &opened) {
        if (keeping == m_keeping)
            take(opened);
    });
}

void ChatKeeper::take(const Opened &opened)
{
    m_isOpen = opened.mayWrite;
    m_isTaken = opened.isTaken;
    m_wasTaken = m_wasTaken || m_isTaken;
    if (opened.isTaken) {
        QTimer::singleShot(saveAgain, this, [this, keeping = m_keeping] {
            if (keeping == m_keeping)
                open();
        });
        if (opened.note == m_found)
            return;
    }
    m_found = opened.note;
    m_droppedBefore = m_dropped = opened.chat.dropped;
    m_isUnsaved = !m_model.isEmpty();
    m_isRestoring = true;
    emit restored(opened.chat.turns);
    m_isRestoring = false;
    if (m_isOpen && m_isUnsaved)
        m_later.start(saveSoon);
    emit noted();
}

void ChatKeeper::forget()
{
    if (!m_keeping)
        return;
    m_later.stop();
    m_worker->run(this, [keeping = m_keeping, mayWrite = m_isOpen](Job &) {
        Saved saved = mayWrite ? keeping->save({}) : Saved();
        keeping->lock.unlock();
        return saved;
    }, [](const Saved &) {});
    m_keeping.reset();
    m_isOpen = m_isTaken = m_wasTaken = m_isUnsaved = m_isSaving = false;
    m_droppedBefore = m_dropped = 0;
    m_found.clear();
    m_trouble.reset();
    emit noted();
}

void ChatKeeper::touch()
{
    if (m_isRestoring || !m_keeping)
        return;
    if (m_model.isEmpty())
        m_droppedBefore = 0;             // they were of the conversation that is gone
    m_isUnsaved = true;
    if (m_isOpen && !m_isSaving && !m_later.isActive())
        m_later.start(saveSoon);
}

void ChatKeeper::save()
{
    if (m_isHeld)                        // hold() goes on
        return;
    m_isUnsaved = false;
    m_isSaving = true;
    m_worker->run(
        this,
        [keeping = m_keeping, chat = KeptChat{m_model.turns(), m_droppedBefore}](Job &) { return keeping->save(chat); },
        [this, keeping = m_keeping](const Saved &saved) {
            if (keeping != m_keeping)
                return;
            m_isSaving = false;
            m_isUnsaved |= !saved.written;
            if (m_isUnsaved)
                m_later.start(saved.written ? saveSoon : saveAgain);
            m_trouble = saved.written ? std::nullopt : std::optional(saved.written.error());
            m_dropped = saved.dropped;
            emit noted();
            if (!m_isUnsaved)
                emit kept();
        });
}

QString ChatKeeper::note() const
{
    QStringList words;
    if (!m_found.isEmpty())
        words << m_found;
    if (m_trouble && m_model.isEmpty())  // the one that was cleared could not be removed
        words << m_trouble->message;
    else if (m_trouble)
        words << tr("The conversation is not being kept: %1 %2").arg(m_trouble->message, m_trouble->detail).trimmed();
    if (m_dropped > 0)
        words << tr(
            "The conversation is too long to be kept whole: its %n oldest messages are not there after a restart.",
            nullptr, m_dropped);
    return words.join(u' ');
}
