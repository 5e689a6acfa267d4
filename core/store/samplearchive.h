// SampleArchive: samples in a SQLite file. One thread owns it (a Worker's, or a verb's).
//
// What is new stands in `journal`, a row for each batch. Every 10 minutes the samples of the 10 minutes that are over
// become `blocks` of one series each (packed.h), and of each hour, 6 hours and day that is over roll-ups of 10 s, 1 min
// and 10 min are made: least, most, mean, count. So a sample takes some 2 bytes, and what is old can go in its finest
// form first. Each of these steps is one transaction.
//
// The time of a sample is what this computer's clock showed when it was taken. When the clock is set back, the samples
// that follow keep the earlier times that it then shows and stand under the next `turn`: nothing that was written is
// replaced, and the order of turn and time is the order in which things happened. Table clock says when each turn
// began. Table about says what is true of all that is kept.
#pragma once

#include "core/metrics/history.h"
#include "core/store/sampleblocks.h"

#include <QElapsedTimer>

#include <memory>
#include <stop_token>

class SampleArchive
{
public:
    // A database of something else is refused and stays as it is.
    static Result<SampleArchive> open(const QString &path);
    static Result<SampleArchive> openToRead(const QString &path); // also where nothing can be written
    static Result<SampleArchive> openUntouched(const QString &path); // one that nobody writes to: a recording
    static Result<SampleArchive> openToLook(const QString &path);    // either: what is not written to stays as it is
    SampleArchive(SampleArchive &&) = default;
    SampleArchive &operator=(SampleArchive &&) = default;
    ~SampleArchive();                    // writes what is waiting

    // Written when 5000 wait or the oldest waits for 2 s. After an Error the newest 200,000 wait on, and an append() at
    // least 2 s later tries again: a disk that was full loses nothing that was written, and of the rest only what
    // lost() counts.
    Result<void> append(const QList<Sample> &samples);
    Result<void> flush();                // one transaction; and the blocks, when they are due
    bool isBehind() const { return m_isBehind; } // the last attempt to write failed
    qsizetype waiting() const;           // samples, not the gaps between them
    qint64 lost() const { return m_lost; }       // the same, since it was opened
    qint64 turn() const { return m_turn; }       // of what is written now
    // the little that is left to do may not wait: for another program, or for the disk
    void hurry();

    Result<void> noteSimulated();        // some of what is kept is from a simulated cluster
    Result<bool> isSimulated();

    Result<QList<MetricKey>> keys();
    Result<std::pair<qint64, qint64>> span();    // times of the first and the last sample; 0 and 0: there are none
    // Flushes first; turn after turn. Where the samples are gone, the means of the finest roll-ups that are left, each
    // in the middle of its step.
    Result<QList<TimedValue>> read(const MetricKey &key, qint64 fromMs, qint64 toMs);
    // Of every key, in as much detail as there is; nullopt: that is more than `mostValues`.
    Result<std::optional<PastPart>> part(qint64 fromMs, qint64 toMs, qsizetype mostValues, std::stop_token stop);
    // that begin in that time, as far as they have been made
    Result<QList<Rollup>> rollups(const MetricKey &key, int level, qint64 fromMs, qint64 toMs);
    // of every key, as if it had been sampled until now: as far back as MetricHistory goes
    Result<MetricHistory> history(qint64 nowMs, std::stop_token stop);
    Result<bool> isSound();              // reads the whole file
    Error damaged() const { return m_database->damaged(); }

    // How long what a level has is kept, at least; whole blocks go, and nothing that is not in the next level.
    using Ages = std::array<qint64, SampleLevels::count>; // ms
    Result<void> forgetOld(qint64 nowMs, const Ages &ages);
    // forgets the oldest of the finest level until no more is used; the file keeps its size and fills again
    Result<void> shrinkTo(qint64 bytes);
    Result<qint64> usedBytes();

private:
    struct Series
    {
        qint64 id = 0;
        qint64 lastMs = 0;               // 0: none yet in this turn
    };
    explicit SampleArchive(Database database);
    Result<void> prepare();
    Result<void> migrate(qint64 version);
    Result<void> takeRows(const char *select);
    Result<void> write();
    Result<void> putBatch(const QList<SampleBlocks::Entry> &entries);
    static Result<SampleArchive> openToWrite(const QString &path);
    static Result<SampleArchive> asItStands(Result<Database> database, const Error &otherwise);
    static Result<SampleArchive> begun(SampleArchive archive); // in the turn that its file is in
    Result<void> followTurn();           // another program may have begun one
    Result<void> beginTurn(qint64 wasMs, qint64 nowMs);
    Result<Series> seriesOf(const MetricKey &key);
    Result<qint64> idOf(const MetricKey &key);   // 0: there is none
    Result<void> makeBlocks();
    Result<void> seal(qint64 untilMs);
    Result<void> rollUp(int level);
    Result<void> forgetUntil(SampleTurn turn, int level, qint64 timeMs);
    Result<bool> forgetSome();
    Result<void> refreshJournal();
    QList<TimedValue> journalOf(qint64 turn, qint64 series, qint64 fromMs, qint64 toMs) const;
    Result<QList<TimedValue>> readTurn(const SampleTurn &turn, qint64 series, qint64 fromMs, qint64 toMs);
    Result<void> restoreTurn(const SampleTurn &turn, qint64 nowMs, const QHash<qint64, MetricKey> &keys,
                             MetricHistory &history, const std::stop_token &stop);

    std::unique_ptr<Database> m_database;
    std::unique_ptr<SampleBlocks> m_blocks; // after the database: gone before it
    QHash<MetricKey, Series> m_series;
    QList<Sample> m_waiting;
    QElapsedTimer m_oldest, m_tried;     // not the clock that may be set back
    bool m_isBehind = false;
    qint64 m_lost = 0;
    qint64 m_turn = 0, m_newestMs = 0;   // what stood in the file under this turn
    qint64 m_writtenMs = 0;              // the newest under this turn, with ours
    qint64 m_sealedMs = 0;               // blocks were made until then
    SampleBlocks::Journal m_journal;     // as it was read last
    qint64 m_journalFirst = 0, m_journalLast = 0; // its rows
};
