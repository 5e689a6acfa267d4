// GuiWatch: the longest time that the GUI thread did not come back to its event loop. Time in which the
// thread was ready but the machine ran something else is taken off (Linux tells it in schedstat), so that a
// busy machine does not look like a slow window.
#pragma once

#include <QElapsedTimer>
#include <QFile>
#include <QTimer>

class GuiWatch : public QObject
{
public:
    GuiWatch()
    {
        m_clock.start();
        m_waitedNs = waitedNs();
        m_timer.setInterval(interval);
        connect(&m_timer, &QTimer::timeout, this, &GuiWatch::look);
        m_timer.start();
    }

    double longestMs() const { return m_longestMs; }

private:
    static constexpr int interval = 5; // ms

    void look()
    {
        const qint64 waited = waitedNs();
        const double stall = double(m_clock.nsecsElapsed() - (waited - m_waitedNs)) / 1e6 - interval;
        m_longestMs = qMax(m_longestMs, stall);
        m_waitedNs = waited;
        m_clock.restart();
    }

    // How long this thread has waited for a processor in its life; 0 where the kernel does not say.
    static qint64 waitedNs()
    {
        QFile file(QStringLiteral("/proc/thread-self/schedstat"));
        if (!file.open(QIODevice::ReadOnly))
            return 0;
        const QList<QByteArray> fields = file.readAll().simplified().split(' ');
        return fields.size() > 1 ? fields[1].toLongLong() : 0;
    }

    QTimer m_timer;
    QElapsedTimer m_clock;
    qint64 m_waitedNs = 0;
    double m_longestMs = 0;
};
