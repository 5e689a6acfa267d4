// GuiWatchdog: the longest time that the GUI thread was away from its event loop. A beat every 10 ms;
// what a beat comes late is a stall, less the time the thread was ready but the machine ran others
// (run-queue wait of /proc/self/task/TID/schedstat), so that a busy machine does not count.
#pragma once

#include <QElapsedTimer>
#include <QFile>
#include <QTimer>

#include <unistd.h>

class GuiWatchdog : public QObject
{
public:
    explicit GuiWatchdog(QObject *parent = nullptr)
        : QObject(parent), m_schedstat(QStringLiteral("/proc/self/task/%1/schedstat").arg(gettid()))
    {
        m_beat.setTimerType(Qt::PreciseTimer);
        m_beat.setInterval(10);
        connect(&m_beat, &QTimer::timeout, this, [this] { look(); });
    }

    void start()
    {
        m_worst = 0;
        m_waited = waitedMs();
        m_clock.start();
        m_beat.start();
    }
    qint64 worstMs() const { return m_worst; }

    // What may take: 100 ms, more where sanitizers slow everything.
    static constexpr qint64 limitMs()
    {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
        return 1000;
#else
        return 100;
#endif
    }

private:
    void look()
    {
        const double waited = waitedMs();
        m_worst = qMax(m_worst, qint64(double(m_clock.restart()) - m_beat.interval() - (waited - m_waited)));
        m_waited = waited;
    }

    double waitedMs() const
    {
        QFile file(m_schedstat);
        if (!file.open(QIODevice::ReadOnly))
            return 0;
        return file.readAll().split(' ').value(1).toDouble() / 1e6;
    }

    QString m_schedstat;
    QTimer m_beat;
    QElapsedTimer m_clock;
    double m_waited = 0;
    qint64 m_worst = 0;
};
