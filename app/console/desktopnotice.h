// DesktopNotice: a notification of the desktop (org.freedesktop.Notifications, Desktop Notifications Specification
// 1.2). Where nobody shows such, nothing happens. The bus is talked to on a thread of its own.
#pragma once

#include "core/base/worker.h"

#include <QString>

#include <atomic>

class DesktopNotice : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;
    ~DesktopNotice() override;           // nobody watches any more: what it showed goes

    // Plain text, a line for each thing; takes the place of the one that was shown before. isCritical: it stays until
    // somebody closes it.
    void show(const QString &summary, const QString &body, bool isCritical);

    void close();                        // what it tells of is over

private:
    std::atomic<uint> m_shown = 0;       // its number; 0: none
    Worker m_worker;                     // last: its thread ends first
};
