#include "core/store/samplearchive.h"

#include <QCoreApplication>

namespace {

constexpr qsizetype batch = 5000, mostWaiting = 200'000;
constexpr qint64 longestWaitMs = 2000;
// Another program may have written what is a little newer than our first sample: no sign of a clock that was set back.
constexpr qint64 othersLeadMs = 30'000;

constexpr char schema[] = "CREATE TABLE IF NOT EXISTS series(id INTEGER PRIMARY KEY, node TEXT NOT NULL, device TEXT "
                          "NOT NULL, metric TEXT NOT NULL,"
                          " UNIQUE(node, device, metric));"
                          "CREATE TABLE IF NOT EXISTS clock(turn INTEGER PRIMARY KEY, was INTEGER, now INTEGER, "
                          "thinned INTEGER NOT NULL DEFAULT 0);"
                          "CREATE TABLE IF NOT EXISTS samples(turn INTEGER NOT NULL, time INTEGER NOT NULL, series "
                          "INTEGER NOT NULL REFERENCES series(id), value REAL,"
                          " PRIMARY KEY(turn, time, series)) WITHOUT ROWID;"
                          "INSERT OR IGNORE INTO clock(turn) VALUES(0);"
                          "PRAGMA user_version=2;";

// Version 1 had no turns, and a key that wrote a page per series each time.
constexpr char fromVersion1[] = "ALTER TABLE samples RENAME TO samples1;";
constexpr char afterVersion1[]
    = "INSERT INTO samples SELECT 0, time, series, value FROM samples1; DROP TABLE samples1;";

// The error of what failed, after the transaction was taken back.
Error takenBack(Database &database, const Error &error)
{
    (void)database.execute("ROLLBACK");
    return error;
}

} // namespace

Result<SampleArchive> SampleArchive::open(const QString &path)
{
    Result<Database> database = Database::open(path);
    if (!database)
        return database.error();
    SampleArchive archive(*std::move(database));
    if (const Result<void> done = archive.prepare(); !done)
        return done.error();
    return archive;
}

Result<void> SampleArchive::prepare()
{
    if (const Result<void> begun = m_database.execute("BEGIN IMMEDIATE"); !begun)
        return begun;
    const Result<qint64> version = m_database.number("PRAGMA user_version");
    if (!version)
        return takenBack(m_database, version.error());
    if (*version > 2)
        return takenBack(m_database,
                         {ErrorKind::Storage,
                          QCoreApplication::translate("Database", "%1 was written by a newer version of this program.")
                              .arg(m_database.path()),
                          {},
                          {}});
    const bool isNew = *version < 2;     // else nothing is written: a full disk can still be read
    for (const char *sql :
         {*version == 1 ? fromVersion1 : "", isNew ? schema : "", *version == 1 ? afterVersion1 : "", "COMMIT"}) {
        if (const Result<void> done = m_database.execute(sql); !done)
            return takenBack(m_database, done.error());
    }
    Result<Statement> insert
        = m_database.prepare("INSERT OR IGNORE INTO samples(turn, time, series, value) VALUES(?, ?, ?, ?)");
    if (!insert)
        return insert.error();
    m_insert = *std::move(insert);
    Result<Statement> select = m_database.prepare(
        "SELECT time, value FROM samples WHERE turn IN (SELECT turn FROM clock) AND time BETWEEN ? AND ?"
        " AND series = ? ORDER BY turn, time");
    if (!select)
        return select.error();
    m_select = *std::move(select);
    m_turn = -1;
    return followTurn();
}

SampleArchive::~SampleArchive()
{
    if (m_insert)
        (void)flush();
}

void SampleArchive::hurry()
{
    m_database.setBusyTime(std::chrono::milliseconds(200));
    m_database.closeAtOnce();
}

Result<void> SampleArchive::append(const QList<Sample> &samples)
{
    if (m_waiting.isEmpty())
        m_oldest.start();
    m_waiting += samples;
    if (const qsizetype over = m_waiting.size() - mostWaiting; over > 0) {
        m_waiting.remove(0, over);
        m_lost += over;
    }
    if (m_waiting.isEmpty() || (m_isBehind && m_tried.elapsed() < longestWaitMs))
        return {};
    return m_isBehind || m_waiting.size() >= batch || m_oldest.elapsed() >= longestWaitMs ? flush() : Result<void>();
}

Result<void> SampleArchive::flush()
{
    if (m_waiting.isEmpty())
        return {};
    m_tried.start();
    const Result<void> done = write();
    m_isBehind = !done;
    if (!done) {
        (void)m_database.execute("ROLLBACK");
        m_series.clear();                // those made in this transaction are gone, and so is a turn
        m_turn = -1;
        return done;
    }
    m_waiting.clear();
    return {};
}

Result<void> SampleArchive::write()
{
    if (const Result<void> begun = m_database.execute("BEGIN IMMEDIATE"); !begun)
        return begun;
    if (const Result<void> followed = followTurn(); !followed)
        return followed;
    for (const Sample &sample : std::as_const(m_waiting)) {
        Result<Series> series = seriesOf(sample.key);
        if (!series)
            return series.error();
        const qint64 before = series->lastMs ? series->lastMs - MetricHistory::clockStepMs : m_newestMs - othersLeadMs;
        if (sample.timeMs < before) {
            if (const Result<void> begun = beginTurn(std::max(series->lastMs, m_newestMs), sample.timeMs); !begun)
                return begun;
            series->lastMs = 0;
        }
        m_insert.bind(1, m_turn);
        m_insert.bind(2, sample.timeMs);
        m_insert.bind(3, series->id);
        m_insert.bind(4, sample.value);
        const Result<bool> stepped = m_insert.step();
        m_insert.reset();
        if (!stepped)
            return stepped.error();
        m_series[sample.key].lastMs = std::max(series->lastMs, sample.timeMs);
    }
    return m_database.execute("COMMIT");
}

Result<void> SampleArchive::followTurn()
{
    const Result<qint64> turn = m_database.number("SELECT max(turn) FROM clock");
    if (!turn)
        return turn.error();
    if (*turn == m_turn)
        return {};
    const Result<qint64> newest
        = m_database.number("SELECT coalesce(max(time), 0) FROM samples WHERE turn = (SELECT max(turn) FROM clock)");
    if (!newest)
        return newest.error();
    m_turn = *turn;
    m_newestMs = *newest;
    for (Series &series : m_series)
        series.lastMs = 0;
    return {};
}

Result<void> SampleArchive::beginTurn(qint64 wasMs, qint64 nowMs)
{
    Result<Statement> insert = m_database.prepare("INSERT INTO clock(turn, was, now) VALUES(?, ?, ?)");
    if (!insert)
        return insert.error();
    insert->bind(1, m_turn + 1);
    insert->bind(2, wasMs);
    insert->bind(3, nowMs);
    if (const Result<bool> done = insert->step(); !done)
        return done.error();
    return followTurn();
}

Result<SampleArchive::Series> SampleArchive::seriesOf(const MetricKey &key)
{
    if (const auto it = m_series.constFind(key); it != m_series.cend())
        return *it;
    for (const char *sql : {"INSERT OR IGNORE INTO series(node, device, metric) VALUES(?, ?, ?)",
                            "SELECT id FROM series WHERE node = ? AND device = ? AND metric = ?"}) {
        Result<Statement> statement = m_database.prepare(sql);
        if (!statement)
            return statement.error();
        statement->bind(1, key.node);
        statement->bind(2, key.device);
        statement->bind(3, key.metric);
        const Result<bool> row = statement->step();
        if (!row)
            return row.error();
        if (*row)
            m_series.insert(key, {statement->integer(0), 0});
    }
    return m_series.value(key);
}

Result<QList<MetricKey>> SampleArchive::keys()
{
    if (const Result<void> done = flush(); !done)
        return done.error();
    Result<Statement> statement
        = m_database.prepare("SELECT node, device, metric FROM series ORDER BY node, device, metric");
    if (!statement)
        return statement.error();
    QList<MetricKey> keys;
    for (;;) {
        const Result<bool> row = statement->step();
        if (!row)
            return row.error();
        if (!*row)
            return keys;
        keys << MetricKey{statement->text(0), statement->text(1), statement->text(2)};
    }
}

Result<std::pair<qint64, qint64>> SampleArchive::span()
{
    if (const Result<void> done = flush(); !done)
        return done.error();
    const Result<qint64> first = m_database.number("SELECT min(time) FROM samples");
    if (!first)
        return first.error();
    const Result<qint64> last = m_database.number("SELECT max(time) FROM samples");
    if (!last)
        return last.error();
    return std::pair(*first, *last);
}

Result<QList<TimedValue>> SampleArchive::read(const MetricKey &key, qint64 fromMs, qint64 toMs)
{
    if (const Result<void> done = flush(); !done)
        return done.error();
    Result<Statement> find = m_database.prepare("SELECT id FROM series WHERE node = ? AND device = ? AND metric = ?");
    if (!find)
        return find.error();
    find->bind(1, key.node);
    find->bind(2, key.device);
    find->bind(3, key.metric);
    const Result<bool> known = find->step();
    if (!known)
        return known.error();
    QList<TimedValue> values;
    if (!*known)
        return values;
    m_select.reset();
    m_select.bind(1, fromMs);
    m_select.bind(2, toMs);
    m_select.bind(3, find->integer(0));
    for (;;) {
        const Result<bool> row = m_select.step();
        if (!row)
            return row.error();
        if (!*row)
            return values;
        values << TimedValue{m_select.integer(0), m_select.real(1)};
    }
}
