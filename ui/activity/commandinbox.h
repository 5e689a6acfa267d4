// CommandInbox: brings the records of commands from link threads to the GUI thread, in lists, at most
// ten times a second. Links hold its box, which may outlive it.
#pragma once

#include "core/nodes/connect.h"

#include <QList>
#include <QObject>
#include <QTimer>

#include <memory>
#include <mutex>

class CommandInbox : public QObject
{
    Q_OBJECT

public:
    // What link threads write into. Thread safe.
    class Box
    {
    public:
        void put(const CommandRecord &record);

    private:
        friend class CommandInbox;
        std::mutex m_mutex;
        QList<CommandRecord> m_records;
        CommandInbox *m_inbox = nullptr;
    };

    explicit CommandInbox(QObject *parent = nullptr);
    ~CommandInbox() override;

    std::shared_ptr<Box> box() const { return m_box; }

signals:
    void received(const QList<CommandRecord> &records);

protected:
    void customEvent(QEvent *event) override;

private:
    void deliver();

    std::shared_ptr<Box> m_box;
    QTimer m_pause;                      // runs for 100 ms after each delivery
    bool m_more = false;
};
