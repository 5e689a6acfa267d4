#include "core/store/samplearchive.h"

namespace {

constexpr qsizetype batch = 5000;
constexpr qint64 longestWaitMs = 2000;

constexpr char schema[] =
    "CREATE TABLE IF NOT EXISTS series(id INTEGER PRIMARY KEY, node TEXT NOT NULL, device TEXT NOT NULL, metric TEXT NOT NULL,"
    " UNIQUE(node, device, metric));"
    "CREATE TABLE IF NOT EXISTS samples(series INTEGER NOT NULL REFERENCES series(id), time INTEGER NOT NULL, value REAL,"
    " PRIMARY KEY(series, time)) WITHOUT ROWID;"
    "PRAGMA user_version=1";

} // namespace

Result<SampleArchive> SampleArchive::open(const QString &path)
{
    Result<Database> database = Database::open(path);
    if (!database)
        return database.error();
    SampleArchive archive(*std::move(database));
    if (const Result<void> done = archive.m_database.execute(schema); !done)
        return done.error();
    Result<Statement> insert = archive.m_database.prepare("INSERT OR REPLACE INTO samples(series, time, value) VALUES(?, ?, ?)");
    if (!insert)
        return insert.error();
    archive.m_insert = *std::move(insert);
    Result<Statement> select = archive.m_database.prepare("SELECT time, value FROM samples WHERE series = ? AND time BETWEEN ? AND ? ORDER BY time");
    if (!select)
        return select.error();
    archive.m_select = *std::move(select);
    return archive;
}

SampleArchive::~SampleArchive()
{
    if (m_insert)
        (void)flush();
}

Result<void> SampleArchive::append(const QList<Sample> &samples)
{
    m_waiting += samples;
    if (m_waiting.size() >= batch || (!m_waiting.isEmpty() && m_waiting.last().timeMs - m_waiting.first().timeMs >= longestWaitMs))
        return flush();
    return {};
}

Result<void> SampleArchive::flush()
{
    if (m_waiting.isEmpty())
        return {};
    if (const Result<void> begun = m_database.execute("BEGIN IMMEDIATE"); !begun)
        return begun;
    for (const Sample &sample : std::as_const(m_waiting)) {
        const Result<qint64> series = seriesId(sample.key);
        Result<bool> stepped = false;
        if (series) {
            m_insert.bind(1, *series);
            m_insert.bind(2, sample.timeMs);
            m_insert.bind(3, sample.value);
            stepped = m_insert.step();
            m_insert.reset();
        }
        if (!series || !stepped) {
            const Error error = series ? stepped.error() : series.error();
            (void)m_database.execute("ROLLBACK");
            m_ids.clear(); // those made in this transaction are gone
            return error;
        }
    }
    if (const Result<void> done = m_database.execute("COMMIT"); !done)
        return done;
    m_waiting.clear();
    return {};
}

Result<qint64> SampleArchive::seriesId(const MetricKey &key)
{
    if (const auto it = m_ids.constFind(key); it != m_ids.cend())
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
            m_ids.insert(key, statement->integer(0));
    }
    return m_ids.value(key);
}

Result<QList<MetricKey>> SampleArchive::keys()
{
    if (const Result<void> done = flush(); !done)
        return done.error();
    Result<Statement> statement = m_database.prepare("SELECT node, device, metric FROM series ORDER BY node, device, metric");
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
    m_select.bind(1, find->integer(0));
    m_select.bind(2, fromMs);
    m_select.bind(3, toMs);
    for (;;) {
        const Result<bool> row = m_select.step();
        if (!row)
            return row.error();
        if (!*row)
            return values;
        values << TimedValue{m_select.integer(0), m_select.real(1)};
    }
}

Result<void> SampleArchive::forgetBefore(qint64 timeMs)
{
    if (const Result<void> done = flush(); !done)
        return done;
    Result<Statement> statement = m_database.prepare("DELETE FROM samples WHERE time < ?");
    if (!statement)
        return statement.error();
    statement->bind(1, timeMs);
    const Result<bool> done = statement->step();
    if (!done)
        return done.error();
    return {};
}
