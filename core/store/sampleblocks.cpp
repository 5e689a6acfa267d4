#include "core/store/sampleblocks.h"

#include <QtEndian>

#include <algorithm>
#include <cstring>

namespace {

constexpr qsizetype mostInABatch = 1'000'000, entryBytes = 4 + 8 + 8;
constexpr int sumBytes = 2;

QByteArray sumOf(QByteArrayView body)
{
    QByteArray sum(sumBytes, '\0');
    qToLittleEndian<quint16>(qChecksum(body), sum.data());
    return sum;
}

// Column by column, as numbers of fixed size: what stays the same from one to the next becomes little.
QByteArray batchOf(const QList<SampleBlocks::Entry> &entries)
{
    const qsizetype count = entries.size();
    QByteArray bytes(count * entryBytes, '\0');
    char *series = bytes.data(), *time = series + count * 4, *value = time + count * 8;
    for (const SampleBlocks::Entry &entry : entries) {
        qToLittleEndian<quint32>(quint32(entry.series), series);
        qToLittleEndian<qint64>(entry.value.timeMs, time);
        quint64 bits = 0;
        std::memcpy(&bits, &entry.value.value, 8);
        qToLittleEndian<quint64>(bits, value);
        series += 4;
        time += 8;
        value += 8;
    }
    return qCompress(bytes, 1);
}

} // namespace

void sortByTime(QList<TimedValue> &values)
{
    const auto isBefore = [](const TimedValue &a, const TimedValue &b) { return a.timeMs < b.timeMs; };
    if (!std::is_sorted(values.cbegin(), values.cend(), isBefore))
        std::stable_sort(values.begin(), values.end(), isBefore);
    values.erase(std::unique(values.begin(), values.end(),
                             [](const TimedValue &a, const TimedValue &b) { return a.timeMs == b.timeMs; }),
                 values.end());
}

Result<Statement *> SampleBlocks::prepared(Statement &statement, const char *sql)
{
    if (!statement) {
        Result<Statement> made = m_database.prepare(sql);
        if (!made)
            return made.error();
        statement = *std::move(made);
    }
    statement.reset();
    return &statement;
}

Result<QList<SampleTurn>> SampleBlocks::turns()
{
    Result<Statement> rows = m_database.prepare("SELECT turn, oldest, newest, made0, made1, made2, made3, gone0, gone1,"
                                                " gone2, gone3 FROM clock ORDER BY turn");
    if (!rows)
        return rows.error();
    QList<SampleTurn> turns;
    for (;;) {
        const Result<bool> row = rows->step();
        if (!row)
            return row.error();
        if (!*row)
            return turns;
        SampleTurn turn{rows->integer(0), rows->integer(1), rows->integer(2)};
        for (int level = 0; level < SampleLevels::count; ++level) {
            turn.madeMs[level] = rows->integer(3 + level);
            turn.goneMs[level] = rows->integer(3 + SampleLevels::count + level);
        }
        turns << turn;
    }
}

Result<void> SampleBlocks::keep(const SampleTurn &turn)
{
    Result<Statement> update = m_database.prepare(
        "UPDATE clock SET oldest = ?2, newest = ?3, made0 = ?4, made1 = ?5, made2 = ?6, made3 = ?7, gone0 = ?8,"
        " gone1 = ?9, gone2 = ?10, gone3 = ?11 WHERE turn = ?1");
    if (!update)
        return update.error();
    int index = 0;
    for (const qint64 value : {turn.turn, turn.oldestMs, turn.newestMs})
        update->bind(++index, value);
    for (const auto *marks : {&turn.madeMs, &turn.goneMs}) {
        for (const qint64 mark : *marks)
            update->bind(++index, mark);
    }
    return update->run();
}

Result<QList<qint64>> SampleBlocks::series()
{
    Result<Statement> rows = m_database.prepare("SELECT id FROM series ORDER BY id");
    if (!rows)
        return rows.error();
    QList<qint64> ids;
    for (;;) {
        const Result<bool> row = rows->step();
        if (!row)
            return row.error();
        if (!*row)
            return ids;
        ids << rows->integer(0);
    }
}

template<typename Take>
Result<void> SampleBlocks::forEach(int level, qint64 turn, qint64 series, qint64 fromMs, qint64 toMs, const Take &take)
{
    const Result<Statement *> select
        = prepared(m_select, "SELECT count, body FROM blocks WHERE level = ? AND series = ? AND turn = ?"
                             " AND start BETWEEN ? AND ? ORDER BY start");
    if (!select)
        return select.error();
    Statement &rows = **select;
    int index = 0;
    for (const qint64 value : {qint64(level), series, turn, SampleLevels::blockOf(level, fromMs), toMs})
        rows.bind(++index, value);
    Result<void> done;
    for (;;) {
        const Result<bool> row = rows.step();
        if (!row)
            done = row.error();
        if (!row || !*row)
            break;
        const QByteArray body = rows.bytes(1);
        const QByteArrayView packed = QByteArrayView(body).first(std::max<qsizetype>(body.size() - sumBytes, 0));
        if (!body.endsWith(sumOf(packed)) || !take(packed, qsizetype(rows.integer(0)))) {
            done = m_database.damaged();
            break;
        }
    }
    rows.reset();
    return done;
}

Result<QList<TimedValue>> SampleBlocks::samples(qint64 turn, qint64 series, qint64 fromMs, qint64 toMs)
{
    QList<TimedValue> values;
    const Result<void> done
        = forEach(0, turn, series, fromMs, toMs, [&](QByteArrayView packed, qsizetype count) {
        const auto block = unpackSamples(packed, count);
        for (const TimedValue &value : block.value_or(QList<TimedValue>())) {
            if (value.timeMs >= fromMs && value.timeMs <= toMs)
                values << value;
        }
        return block.has_value();
    });
    if (!done)
        return done.error();
    return values;
}

Result<QList<Rollup>> SampleBlocks::rollups(int level, qint64 turn, qint64 series, qint64 fromMs, qint64 toMs)
{
    QList<Rollup> values;
    const Result<void> done
        = forEach(level, turn, series, fromMs, toMs, [&](QByteArrayView packed, qsizetype count) {
        const auto block = unpackRollups(packed, count, SampleLevels::stepMs[level]);
        for (const Rollup &value : block.value_or(QList<Rollup>())) {
            if (value.startMs >= fromMs && value.startMs <= toMs)
                values << value;
        }
        return block.has_value();
    });
    if (!done)
        return done.error();
    return values;
}

Result<bool> SampleBlocks::areSound()
{
    Result<Statement> blocks = m_database.prepare("SELECT body FROM blocks");
    Result<Statement> batches = m_database.prepare("SELECT count, body FROM journal");
    if (!blocks || !batches)
        return blocks ? batches.error() : blocks.error();
    for (Result<bool> row = blocks->step(); !row || *row; row = blocks->step()) {
        if (!row)
            return row.error();
        const QByteArray body = blocks->bytes(0);
        if (!body.endsWith(sumOf(QByteArrayView(body).first(std::max<qsizetype>(body.size() - sumBytes, 0)))))
            return false;
    }
    for (Result<bool> row = batches->step(); !row || *row; row = batches->step()) {
        if (!row)
            return row.error();
        if (!entriesOf(*batches, 0, 1))
            return false;
    }
    return true;
}

Result<void> SampleBlocks::put(int level, qint64 turn, qint64 series, qint64 startMs, qsizetype count, QByteArray body)
{
    const Result<Statement *> put = prepared(
        m_put, "INSERT OR REPLACE INTO blocks(level, series, turn, start, count, body) VALUES(?, ?, ?, ?, ?, ?)");
    if (!put)
        return put.error();
    int index = 0;
    for (const qint64 value : {qint64(level), series, turn, startMs, qint64(count)})
        (*put)->bind(++index, value);
    (*put)->bind(++index, body + sumOf(body));
    return (*put)->run();
}

Result<void> SampleBlocks::putSamples(qint64 turn, qint64 series, qint64 blockMs, const QList<TimedValue> &samples)
{
    PackedSamples packed;
    for (const TimedValue &value : samples)
        packed.append(value.timeMs, value.value);
    return put(0, turn, series, blockMs, samples.size(), packed.bytes());
}

Result<void> SampleBlocks::putRollups(int level, qint64 turn, qint64 series, qint64 blockMs,
                                      const QList<Rollup> &rollups)
{
    return put(level, turn, series, blockMs, rollups.size(), packRollups(rollups, SampleLevels::stepMs[level]));
}

Result<void> SampleBlocks::forget(int level, qint64 turn, qint64 series, qint64 beforeMs)
{
    const Result<Statement *> forget
        = prepared(m_forget, "DELETE FROM blocks WHERE level = ? AND series = ? AND turn = ? AND start < ?");
    if (!forget)
        return forget.error();
    int index = 0;
    for (const qint64 value : {qint64(level), series, turn, beforeMs})
        (*forget)->bind(++index, value);
    return (*forget)->run();
}

Result<void> SampleBlocks::putBatch(qint64 turn, const QList<Entry> &entries)
{
    if (entries.isEmpty())
        return {};
    Result<Statement> insert
        = m_database.prepare("INSERT INTO journal(turn, first, last, count, body) VALUES(?, ?, ?, ?, ?)");
    if (!insert)
        return insert.error();
    qint64 first = entries.first().value.timeMs, last = first;
    for (const Entry &entry : entries) {
        first = std::min(first, entry.value.timeMs);
        last = std::max(last, entry.value.timeMs);
    }
    int index = 0;
    for (const qint64 value : {turn, first, last, qint64(entries.size())})
        insert->bind(++index, value);
    insert->bind(++index, batchOf(entries));
    return insert->run();
}

Result<QList<SampleBlocks::Entry>> SampleBlocks::entriesOf(const Statement &row, int countColumn, int bodyColumn) const
{
    const qint64 count = row.integer(countColumn);
    const QByteArray body = row.bytes(bodyColumn);
    // the length of what was compressed stands before it
    if (count <= 0 || count > mostInABatch || body.size() < 5
        || qFromBigEndian<quint32>(body.constData()) != quint32(count * entryBytes))
        return m_database.damaged();
    const QByteArray bytes = qUncompress(body);
    if (bytes.size() != count * entryBytes)
        return m_database.damaged();
    QList<Entry> entries(count);
    const char *series = bytes.constData(), *time = series + count * 4, *value = time + count * 8;
    for (qint64 i = 0; i < count; ++i) {
        entries[i].series = qFromLittleEndian<quint32>(series + i * 4);
        entries[i].value.timeMs = qFromLittleEndian<qint64>(time + i * 8);
        const auto bits = qFromLittleEndian<quint64>(value + i * 8);
        std::memcpy(&entries[i].value.value, &bits, 8);
    }
    return entries;
}

Result<qint64> SampleBlocks::readJournal(qint64 afterRow, Journal &journal)
{
    Result<Statement> rows
        = m_database.prepare("SELECT id, turn, count, body FROM journal WHERE id > ? ORDER BY id");
    if (!rows)
        return rows.error();
    rows->bind(1, afterRow);
    for (;;) {
        const Result<bool> row = rows->step();
        if (!row)
            return row.error();
        if (!*row)
            return afterRow;
        const Result<QList<Entry>> entries = entriesOf(*rows, 2, 3);
        if (!entries)
            return entries.error();
        for (const Entry &entry : *entries)
            journal[{rows->integer(1), entry.series}].append(entry.value.timeMs, entry.value.value);
        afterRow = rows->integer(0);
    }
}

Result<void> SampleBlocks::takeJournal(qint64 turn, qint64 untilMs, Journal &journal)
{
    Result<Statement> rows = m_database.prepare("SELECT id, turn, count, body FROM journal WHERE turn < ? OR first < ?"
                                                " ORDER BY id");
    Result<Statement> forget = m_database.prepare("DELETE FROM journal WHERE id = ?");
    if (!rows || !forget)
        return rows ? forget.error() : rows.error();
    rows->bind(1, turn);
    rows->bind(2, untilMs);
    QList<qint64> taken;
    QList<Entry> left;                   // of batches that reach over untilMs
    for (;;) {
        const Result<bool> row = rows->step();
        if (!row)
            return row.error();
        if (!*row)
            break;
        const Result<QList<Entry>> entries = entriesOf(*rows, 2, 3);
        if (!entries)
            return entries.error();
        for (const Entry &entry : *entries) {
            if (rows->integer(1) == turn && entry.value.timeMs >= untilMs)
                left << entry;
            else
                journal[{rows->integer(1), entry.series}].append(entry.value.timeMs, entry.value.value);
        }
        taken << rows->integer(0);
    }
    for (const qint64 id : std::as_const(taken)) {
        forget->bind(1, id);
        if (const Result<void> done = forget->run(); !done)
            return done;
    }
    return putBatch(turn, left);
}
