// What SampleArchive keeps, and for how long: reading everything back, thinning, forgetting.
#include "core/store/samplearchive.h"

namespace {

Result<void> stepped(Statement &statement)
{
    const Result<bool> done = statement.step();
    return done ? Result<void>() : Result<void>(done.error());
}

} // namespace

Result<MetricHistory> SampleArchive::history(qint64 fromMs, std::stop_token stop)
{
    if (const Result<void> done = flush(); !done)
        return done.error();
    QHash<qint64, MetricKey> keys;
    Result<Statement> series = m_database.prepare("SELECT id, node, device, metric FROM series");
    if (!series)
        return series.error();
    for (Result<bool> row = series->step(); ; row = series->step()) {
        if (!row)
            return row.error();
        if (!*row)
            break;
        keys.insert(series->integer(0), {series->text(1), series->text(2), series->text(3)});
    }
    Result<Statement> rows = m_database.prepare("SELECT time, series, value FROM samples WHERE turn IN (SELECT turn "
                                                "FROM clock) AND time >= ? ORDER BY turn, time");
    if (!rows)
        return rows.error();
    rows->bind(1, fromMs);
    MetricHistory history;
    for (int count = 0; ; ++count) {
        if (count % 4096 == 0 && stop.stop_requested())
            return canceled();
        const Result<bool> row = rows->step();
        if (!row)
            return row.error();
        if (!*row)
            return history;
        history.append(Sample{rows->integer(0), keys.value(rows->integer(1)), rows->real(2)});
    }
}

Result<void> SampleArchive::forgetBefore(qint64 timeMs)
{
    if (const Result<void> done = flush(); !done)
        return done;
    Result<Statement> statement
        = m_database.prepare("DELETE FROM samples WHERE turn IN (SELECT turn FROM clock) AND time < ?");
    if (!statement)
        return statement.error();
    statement->bind(1, timeMs);
    return stepped(*statement);
}

Result<void> SampleArchive::thin(qint64 beforeMs, qint64 stepMs, std::stop_token stop)
{
    if (const Result<void> done = flush(); !done)
        return done;
    Result<Statement> turns = m_database.prepare("SELECT turn, max(thinned, coalesce((SELECT min(time) FROM samples "
                                                 "WHERE samples.turn = clock.turn), 0)) FROM clock");
    if (!turns)
        return turns.error();
    QList<std::pair<qint64, qint64>> from; // turn, since when
    for (Result<bool> row = turns->step(); ; row = turns->step()) {
        if (!row)
            return row.error();
        if (!*row)
            break;
        from << std::pair(turns->integer(0), turns->integer(1));
    }
    turns->reset();
    // short transactions: another program may want to write
    const qint64 slice = std::max<qint64>(60'000 / stepMs, 1) * stepMs;
    for (const auto &[turn, sinceMs] : std::as_const(from)) {
        for (qint64 at = sinceMs / slice * slice; sinceMs > 0 && at + slice <= beforeMs; at += slice) {
            if (stop.stop_requested())
                return canceled();
            if (const Result<void> begun = m_database.execute("BEGIN IMMEDIATE"); !begun)
                return begun;
            Result<void> done = thinTurn(turn, at, at + slice, stepMs);
            if (done)
                done = m_database.execute("COMMIT");
            if (!done) {
                (void)m_database.execute("ROLLBACK");
                return done;
            }
        }
    }
    return {};
}

Result<void> SampleArchive::thinTurn(qint64 turn, qint64 fromMs, qint64 beforeMs, qint64 stepMs)
{
    struct Mean { qint64 timeMs, series; double value; };
    QList<Mean> means;
    Result<Statement> select = m_database.prepare(
        "SELECT time / ?4 * ?4 + ?4 / 2, series, avg(value) FROM samples WHERE turn = ?1 AND time >= ?2 AND time < ?3"
        " GROUP BY time / ?4, series");
    Result<Statement> forget = m_database.prepare("DELETE FROM samples WHERE turn = ?1 AND time >= ?2 AND time < ?3");
    Result<Statement> note = m_database.prepare("UPDATE clock SET thinned = ?3 WHERE turn = ?1");
    for (Result<Statement> *statement : {&select, &forget, &note}) {
        if (!*statement)
            return statement->error();
    }
    select->bind(1, turn);
    select->bind(2, fromMs);
    select->bind(3, beforeMs);
    select->bind(4, stepMs);
    for (Result<bool> row = select->step(); ; row = select->step()) {
        if (!row)
            return row.error();
        if (!*row)
            break;
        means << Mean{select->integer(0), select->integer(1), select->real(2)};
    }
    forget->bind(1, turn);
    forget->bind(2, fromMs);
    forget->bind(3, beforeMs);
    if (const Result<void> done = stepped(*forget); !done)
        return done;
    for (const Mean &mean : std::as_const(means)) {
        m_insert.bind(1, turn);
        m_insert.bind(2, mean.timeMs);
        m_insert.bind(3, mean.series);
        m_insert.bind(4, mean.value);
        const Result<void> done = stepped(m_insert);
        m_insert.reset();
        if (!done)
            return done;
    }
    note->bind(1, turn);
    note->bind(3, beforeMs);
    return stepped(*note);
}

Result<void> SampleArchive::shrinkTo(qint64 bytes)
{
    if (const Result<void> done = flush(); !done)
        return done;
    for (int round = 0; round < 50; ++round) {
        const Result<qint64> used = m_database.number(
            "SELECT (SELECT page_count FROM pragma_page_count()) * (SELECT page_size FROM pragma_page_size())"
            " - (SELECT freelist_count FROM pragma_freelist_count()) * (SELECT page_size FROM pragma_page_size())");
        if (!used)
            return used.error();
        if (*used <= bytes)
            return {};
        // A tenth of the time that the oldest turn covers.
        if (const Result<void> done
            = m_database.execute("DELETE FROM samples WHERE turn = (SELECT min(turn) FROM samples) AND time <= (SELECT "
                                 "min(time) + (max(time) - min(time)) / 10 FROM samples"
                                 " WHERE turn = (SELECT min(turn) FROM samples))");
            !done)
            return done;
    }
    return {};
}
