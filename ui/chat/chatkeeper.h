// ChatKeeper: keeps the conversation in a file, so that it is there after the program was started again, however it
// ended. Written within a second of a change, on a thread of its own. GUI thread.
#pragma once

#include "core/base/worker.h"
#include "ui/chat/chatfile.h"

#include <QTimer>

#include <memory>

class ChatKeeper : public QObject
{
    Q_OBJECT

public:
    explicit ChatKeeper(const ChatModel &model, QObject *parent = nullptr);
    ~ChatKeeper() override;              // writes what is waiting

    void keep(const QString &file);      // what is in it comes with restored(); then the model is written there
    void forget();                       // nothing is kept from here on, and the file goes
    void hold(bool isHeld);              // meanwhile the file stays as it is: what it has is nowhere else yet
    void begin(int dropped);             // the model has another conversation, without so many of its oldest turns
    int dropped() const { return m_droppedBefore; }
    bool isElsewhere() const { return m_keeping && m_isTaken; } // another window has the file
    bool wasElsewhere() const { return m_wasTaken; } // what was restored is what that window said
    bool finish();                       // at the end: writes what is waiting; whether the file has what the model has

    // What somebody should know: why nothing is kept, what became of a damaged file, what is not kept. Empty: nothing.
    QString note() const;

signals:
    void restored(const QList<ChatTurn> &turns); // to be put before what the model has
    void kept();                         // the file has what the model has
    void noted();

private:
    struct Keeping;                      // what the thread works with
    struct Opened;
    struct Saved
    {
        Result<void> written;
        int dropped = 0;
    };
    void open();
    void touch();                        // the model has changed
    void save();
    void take(const Opened &opened);

    const ChatModel &m_model;
    std::shared_ptr<Keeping> m_keeping;  // null: not kept
    QTimer m_later;
    bool m_isOpen = false;               // what was there was read: it may be overwritten
    bool m_isTaken = false, m_wasTaken = false, m_isHeld = false;
    bool m_isRestoring = false, m_isUnsaved = false, m_isSaving = false;
    int m_droppedBefore = 0, m_dropped = 0;
    QString m_found;                     // about the file at the start
    std::optional<Error> m_trouble;      // of the last attempt to write
    std::unique_ptr<Worker> m_worker;
};
