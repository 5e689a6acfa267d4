// SampleBlocks: the tables of a SampleArchive that hold what is packed (packed.h), and what has become of each turn.
// Errors: Storage, damaged (Database::damaged()) where what stands there was not written so.
#pragma once

#include "core/metrics/packed.h"
#include "core/store/database.h"

#include <array>
#include <map>

// Level 0: samples, in blocks of 10 minutes; 1 to 3: roll-ups of 10 s, 1 min, 10 min, of an hour, 6 hours, a day.
struct SampleLevels
{
    static constexpr int count = 4;
    static constexpr std::array<qint64, count> stepMs{1, 10'000, 60'000, 600'000};
    static constexpr std::array<qint64, count> blockMs{600'000, 3'600'000, 6 * 3'600'000, 24 * 3'600'000};
    static qint64 blockOf(int level, qint64 timeMs) { return timeMs / blockMs[level] * blockMs[level]; }
    static qint64 blockAfter(int level, qint64 timeMs) { return blockOf(level, timeMs + blockMs[level] - 1); }
};

// Marks, ms: what a level has is whole until `made` and was forgotten until `gone`, where a block of the next level
// begins.
struct SampleTurn
{
    qint64 turn = 0, oldestMs = 0, newestMs = 0; // 0: nothing was written yet
    std::array<qint64, SampleLevels::count> madeMs{}, goneMs{};
};

class SampleBlocks
{
public:
    explicit SampleBlocks(Database &database) : m_database(database) {}

    Result<QList<SampleTurn>> turns();
    Result<void> keep(const SampleTurn &turn);
    Result<QList<qint64>> series();

    // In order of time, each time once.
    Result<QList<TimedValue>> samples(qint64 turn, qint64 series, qint64 fromMs, qint64 toMs);
    // that begin in that time
    Result<QList<Rollup>> rollups(int level, qint64 turn, qint64 series, qint64 fromMs, qint64 toMs);
    // In the place of what the block had.
    Result<void> putSamples(qint64 turn, qint64 series, qint64 blockMs, const QList<TimedValue> &samples);
    Result<void> putRollups(int level, qint64 turn, qint64 series, qint64 blockMs, const QList<Rollup> &rollups);
    Result<bool> areSound();             // each of them and the journal, as they were written
    Result<void> forget(int level, qint64 turn, qint64 series, qint64 beforeMs);

    // What has not become blocks yet: by turn and series, in the order in which it came. A row of the journal is a
    // batch of one turn.
    using Journal = std::map<std::pair<qint64, qint64>, PackedSamples>;
    struct Entry
    {
        qint64 series = 0;
        TimedValue value;
    };
    Result<void> putBatch(qint64 turn, const QList<Entry> &entries);
    // Those after that row, and the last row; takes away what stands before untilMs or under an earlier turn than
    // `turn`.
    Result<qint64> readJournal(qint64 afterRow, Journal &journal);
    Result<void> takeJournal(qint64 turn, qint64 untilMs, Journal &journal);

private:
    Result<void> put(int level, qint64 turn, qint64 series, qint64 startMs, qsizetype count, QByteArray body);
    template<typename Take>
    Result<void> forEach(int level, qint64 turn, qint64 series, qint64 fromMs, qint64 toMs, const Take &take);
    Result<QList<Entry>> entriesOf(const Statement &row, int count, int body) const;
    Result<Statement *> prepared(Statement &statement, const char *sql);

    Database &m_database;
    Statement m_put, m_select, m_forget;
};

// In order of time, each time once: the first that came.
void sortByTime(QList<TimedValue> &values);
