// SampleArchive: samples in a SQLite file, written in batches. One thread owns it (a Worker's, or a verb's).
// A gap (NaN) is a NULL in the file: asked and not reported.
//
// The time of a sample is what this computer's clock showed when it was taken. When the clock is set back, the samples
// that follow keep the earlier times that it then shows and stand under the next `turn`: nothing that was written is
// replaced, and the order of turn and time is the order in which things happened. Table clock says when each turn
// began.
#pragma once

#include "core/metrics/history.h"
#include "core/store/database.h"

#include <QElapsedTimer>

#include <stop_token>

class SampleArchive
{
public:
    static Result<SampleArchive> open(const QString &path);
    SampleArchive(SampleArchive &&) = default;
    SampleArchive &operator=(SampleArchive &&) = default;
    ~SampleArchive();                    // writes what is waiting

    // Written when 5000 wait or the oldest waits for 2 s. After an Error the newest 200,000 wait on, and an append() at
    // least 2 s later tries again: a disk that was full loses nothing that was written, and of the rest only what
    // lost() counts.
    Result<void> append(const QList<Sample> &samples);
    Result<void> flush();                // one transaction
    bool isBehind() const { return m_isBehind; } // the last attempt to write failed
    qsizetype waiting() const { return m_waiting.size(); }
    qint64 lost() const { return m_lost; }       // samples, since it was opened
    qint64 turn() const { return m_turn; }       // of what is written now
    // the little that is left to do may not wait: for another program, or for the disk
    void hurry();

    Result<QList<MetricKey>> keys();
    Result<std::pair<qint64, qint64>> span();    // times of the first and the last sample; 0 and 0: there are none
    Result<QList<TimedValue>> read(const MetricKey &key, qint64 fromMs, qint64 toMs); // flushes first; turn after turn
    // of every key, as if it had been sampled now
    Result<MetricHistory> history(qint64 fromMs, std::stop_token stop);

    Result<void> forgetBefore(qint64 timeMs);
    // Means of `stepMs` in the place of what is older than beforeMs; a step with nothing but gaps stays a gap.
    Result<void> thin(qint64 beforeMs, qint64 stepMs, std::stop_token stop);
    // forgets the oldest until no more is used; the file keeps its size and fills again
    Result<void> shrinkTo(qint64 bytes);

private:
    struct Series
    {
        qint64 id = 0;
        qint64 lastMs = 0;               // 0: none yet in this turn
    };
    explicit SampleArchive(Database database) : m_database(std::move(database)) {}
    Result<void> prepare();
    Result<void> write();
    Result<void> followTurn();           // another program may have begun one
    Result<void> beginTurn(qint64 wasMs, qint64 nowMs);
    Result<Series> seriesOf(const MetricKey &key);
    Result<void> thinTurn(qint64 turn, qint64 fromMs, qint64 beforeMs, qint64 stepMs);

    Database m_database;
    Statement m_insert, m_select;        // after the database: gone before it
    QHash<MetricKey, Series> m_series;
    QList<Sample> m_waiting;
    QElapsedTimer m_oldest, m_tried;     // not the clock that may be set back
    bool m_isBehind = false;
    qint64 m_lost = 0;
    qint64 m_turn = 0, m_newestMs = 0;   // what stood in the file under this turn
};
