// Watchdog: how long the GUI thread was busy or blocked at one stretch, while it lives. Time in which the
// thread could have run but had to wait for a processor (other tests, a loaded machine) is not counted:
// /proc/thread-self/schedstat tells it.
//
//     Watchdog watchdog;                 // on the GUI thread
//     ... the test clicks and waits ...
//     QVERIFY2(watchdog.longestStallMs() < Watchdog::limitMs, qPrintable(watchdog.report()));
#pragma once

#include <QElapsedTimer>
#include <QFile>
#include <QList>
#include <QObject>
#include <QString>
#include <QTimer>

#include <algorithm>

class Watchdog : public QObject
{
public:
    // What a stall may take. Instrumented code takes up to ten times as long: that the window comes back is tested
    // there.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    static constexpr double limitMs = 1000;
#else
    static constexpr double limitMs = 100;
#endif

    explicit Watchdog(QObject *parent = nullptr)
        : QObject(parent)
    {
        m_schedule.setFileName(QStringLiteral("/proc/thread-self/schedstat"));
        m_timer.setTimerType(Qt::PreciseTimer);
        m_timer.setInterval(beatMs);
        connect(&m_timer, &QTimer::timeout, this, [this] { beat(); });
        restart();
        m_timer.start();
    }

    // What the test is doing, for the report.
    void say(const QString &doing) { m_doing = doing; }
    void restart()
    {
        m_since.start();
        m_waitedNs = waitedNs();
    }
    double longestStallMs() const { return m_longest; }
    QString report() const
    {
        QString text = QStringLiteral("longest stall of the GUI thread: %1 ms").arg(m_longest, 0, 'f', 0);
        for (const QString &stall : m_stalls)
            text += QLatin1Char('\n') + stall;
        return text;
    }

private:
    static constexpr int beatMs = 5;

    // Nanoseconds that this thread was ready to run, but did not; 0 where the kernel does not say.
    qint64 waitedNs()
    {
        if (!m_schedule.isOpen() && !m_schedule.open(QIODevice::ReadOnly | QIODevice::Unbuffered))
            return 0;
        m_schedule.seek(0);
        return m_schedule.readAll().split(' ').value(1).toLongLong();
    }

    void beat()
    {
        const qint64 waited = waitedNs();
        const double stall = double(m_since.nsecsElapsed() - (waited - m_waitedNs)) / 1e6 - beatMs;
        m_longest = std::max(m_longest, stall);
        if (stall > 50 && m_stalls.size() < 50)
            m_stalls << QStringLiteral("  %1 ms while: %2").arg(stall, 0, 'f', 0).arg(m_doing);
        m_since.start();
        m_waitedNs = waited;
    }

    QTimer m_timer;
    QElapsedTimer m_since;
    QFile m_schedule;
    qint64 m_waitedNs = 0;
    double m_longest = 0;
    QString m_doing;
    QStringList m_stalls;
};
