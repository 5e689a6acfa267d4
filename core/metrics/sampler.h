// Sampler: asks one source for its figures each interval, on a thread of its own. A tick that finds the last one still
// under way is skipped: what is slow loses samples, not memory. GUI thread.
#pragma once

#include "core/base/worker.h"
#include "core/metrics/source.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

class Sampler : public QObject
{
    Q_OBJECT

public:
    explicit Sampler(std::unique_ptr<Source> source, QObject *parent = nullptr);
    ~Sampler() override;

    QString node() const { return m_source->node(); }
    void start(std::chrono::milliseconds interval = std::chrono::seconds(1));
    void stop();
    // Somebody else was answered: now, and not after the pause that its failures have earned it.
    void askAgain();
    // no further reading; finished() when the one under way has come to its end
    void finish();

signals:
    void finished();
    void used(const QList<SourceUse> &uses);              // what a reading was made of: before its sampled()
    void sampled(const QList<Sample> &samples);           // what was known and was not answered is NaN: the gap
    // It did not answer: next try after a growing pause. Or a part of it did not (facts "part"), and the other figures
    // go on. Or an answer is overdue and still awaited (facts "awaited"): told when it takes twice as long as the last
    // one did and at least 4 s, and before the values that are shown count as old, so that nothing stands as fine
    // beside "no data".
    void failed(const QString &node, const Error &error);

private:
    void tick();
    void tellLate();
    void take(const Result<Reading> &answer);
    QList<Sample> gapsBeside(const QList<Sample> &samples) const;

    const std::unique_ptr<Source> m_source;                // read() only by the worker's jobs
    QList<MetricKey> m_known;
    QTimer m_timer;
    std::chrono::milliseconds m_interval{1000};
    std::chrono::milliseconds m_pause{0};
    QElapsedTimer m_began, m_answered;                     // m_answered: the last answer with all of its parts
    std::chrono::milliseconds m_step{0};                   // between the last two of them
    std::chrono::milliseconds m_took{0};                   // the last of them, from question to answer
    QTimer m_late;
    QString m_part;                                        // whose turn it is
    // the last reading; what was told of it stands until there is an answer
    bool m_hasFailed = false;
    bool m_isRunning = false;
    bool m_isFinishing = false;
    bool m_underWay = false;
    Worker m_worker;                                       // last: gone before what its jobs touch
};

// Values are old when they are of before this: three readings, at least 5 s. step: between the last two readings.
std::chrono::milliseconds oldAfter(std::chrono::milliseconds interval, std::chrono::milliseconds step);
