#include "ui/activity/commandinbox.h"

#include <QCoreApplication>
#include <QEvent>

void CommandInbox::Box::put(const CommandRecord &record)
{
    auto wakeUp = std::make_unique<QEvent>(QEvent::User);
    const std::lock_guard lock(m_mutex);
    if (!m_inbox)
        return;
    m_records << record;
    if (m_records.size() == 1) // posted under the lock: the inbox cannot go in between
        QCoreApplication::postEvent(m_inbox, wakeUp.release());
}

CommandInbox::CommandInbox(QObject *parent)
    : QObject(parent), m_box(std::make_shared<Box>())
{
    m_box->m_inbox = this;
    m_pause.setSingleShot(true);
    m_pause.setInterval(100);
    connect(&m_pause, &QTimer::timeout, this, [this] {
        if (m_more)
            deliver();
    });
}

CommandInbox::~CommandInbox()
{
    const std::lock_guard lock(m_box->m_mutex);
    m_box->m_inbox = nullptr;
}

void CommandInbox::customEvent(QEvent *)
{
    if (m_pause.isActive())
        m_more = true;
    else
        deliver();
}

void CommandInbox::deliver()
{
    QList<CommandRecord> records;
    {
        const std::lock_guard lock(m_box->m_mutex);
        records.swap(m_box->m_records);
    }
    m_more = false;
    m_pause.start();
    if (!records.isEmpty())
        emit received(records);
}
