#include "core/store/samplearchive.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <algorithm>
#include <cmath>
#include <optional>

namespace {

constexpr qsizetype batch = 5000, mostWaiting = 200'000;
constexpr qint64 longestWaitMs = 2000;
// Another program may have written what is a little newer than our first sample: no sign of a clock that was set back.
constexpr qint64 othersLeadMs = 30'000;

constexpr int pageBytes = 16'384;        // blocks of one to two kilobytes fill such pages well
constexpr qint64 roomOfNew = 400 * 1024; // 353 KiB of tables, their log and its index while the log is put in

constexpr char schema[]
    = "CREATE TABLE IF NOT EXISTS series(id INTEGER PRIMARY KEY, node TEXT NOT NULL, device TEXT NOT NULL, metric TEXT"
      " NOT NULL, UNIQUE(node, device, metric));"
      "CREATE TABLE clock(turn INTEGER PRIMARY KEY, was INTEGER, now INTEGER, oldest INTEGER NOT NULL DEFAULT 0,"
      " newest INTEGER NOT NULL DEFAULT 0, made0 INTEGER NOT NULL DEFAULT 0, made1 INTEGER NOT NULL DEFAULT 0,"
      " made2 INTEGER NOT NULL DEFAULT 0, made3 INTEGER NOT NULL DEFAULT 0, gone0 INTEGER NOT NULL DEFAULT 0,"
      " gone1 INTEGER NOT NULL DEFAULT 0, gone2 INTEGER NOT NULL DEFAULT 0, gone3 INTEGER NOT NULL DEFAULT 0);"
      "CREATE TABLE journal(id INTEGER PRIMARY KEY AUTOINCREMENT, turn INTEGER NOT NULL, first INTEGER NOT NULL, last "
      "INTEGER NOT NULL, count INTEGER NOT NULL, body BLOB NOT NULL);"
      "CREATE TABLE blocks(id INTEGER PRIMARY KEY, level INTEGER NOT NULL, series INTEGER NOT NULL REFERENCES "
      "series(id), turn INTEGER NOT NULL, start INTEGER NOT NULL, count INTEGER NOT NULL, body BLOB NOT NULL);"
      "CREATE UNIQUE INDEX blocks_by ON blocks(level, series, turn, start);"
      "CREATE TABLE about(name TEXT PRIMARY KEY, value TEXT);"
      "PRAGMA user_version=3;";

// 1: what stands in the file is no archive, of any version, nor what this program keeps beside one (alertlog.cpp,
// eventlog.cpp, recording.cpp) before the first sample.
constexpr char isForeign[]
    = "WITH held(name, columns) AS (SELECT name, CASE WHEN name IN ('alerts', 'events', 'recording', 'series') THEN"
      " (SELECT group_concat(c.name, ' ') FROM pragma_table_info(s.name) AS c) END FROM sqlite_schema AS s"
      " WHERE type = 'table' AND name NOT GLOB 'sqlite_*')"
      " SELECT CASE WHEN (SELECT user_version FROM pragma_user_version) = 0 THEN EXISTS(SELECT 1 FROM held WHERE NOT"
      " (name = 'alerts' AND columns LIKE 'rule node device fired %'"
      " OR name = 'events' AND columns LIKE 'time kind outcome words%'"
      " OR name = 'recording' AND columns LIKE 'about%'))"
      " ELSE NOT EXISTS(SELECT 1 FROM held WHERE name = 'series' AND columns LIKE 'id node device metric%') END";

// The database is somebody else's: nothing is written to it.
std::optional<Error> foreign(Database &database)
{
    const Result<qint64> found = database.number(isForeign);
    if (!found || *found == 0)           // what cannot be read is told by what follows
        return std::nullopt;
    return Error{ErrorKind::Storage,
                 QCoreApplication::translate(
                     "Database", "%1 is a database of another program, and nothing was written to it. Name a file of "
                                 "this program, or one that is not there yet.")
                     .arg(database.path()),
                 {},
                 {{QStringLiteral("foreign"), QStringLiteral("yes")}}};
}

// Before it is opened to write, which already changes it (its log).
std::optional<Error> foreign(const QString &path)
{
    const QFileInfo file(path);
    if (!file.isFile() || file.size() == 0)
        return std::nullopt;
    Result<Database> database = Database::openUntouched(path);
    return database ? foreign(*database) : std::nullopt;
}

Error withoutSamples(const QString &path)
{
    return {ErrorKind::Storage,
            QCoreApplication::translate("Database", "%1 holds no samples that can be read.").arg(path),
            {},
            {}};
}

} // namespace

SampleArchive::SampleArchive(Database database)
    : m_database(std::make_unique<Database>(std::move(database))), m_blocks(std::make_unique<SampleBlocks>(*m_database))
{
}

Result<SampleArchive> SampleArchive::open(const QString &path)
{
    const bool isNew = QFileInfo(path).size() <= pageBytes;
    Result<SampleArchive> opened = openToWrite(path);
    return opened || !opened.error().facts.contains(QStringLiteral("full"))
        ? std::move(opened)
        : Result<SampleArchive>(Database::noRoom(path, isNew ? roomOfNew : 0));
}

Result<SampleArchive> SampleArchive::openToWrite(const QString &path)
{
    if (const std::optional<Error> others = foreign(path))
        return *others;
    Result<Database> database = Database::open(path, pageBytes);
    if (!database)
        return database.error();
    if (const std::optional<Error> others = foreign(*database)) // its tables may have stood in its log alone
        return *others;
    SampleArchive archive(*std::move(database));
    const Result<qint64> version = archive.m_database->number("PRAGMA user_version");
    if (!version)
        return version.error();
    // nothing is written to one that is there: a full disk can still be read
    if (*version != 3) {
        if (const Result<void> done = archive.m_database->writing([&] { return archive.prepare(); }); !done)
            return done.error();
    }
    return begun(std::move(archive));
}

Result<SampleArchive> SampleArchive::begun(SampleArchive archive)
{
    archive.m_turn = -1;
    if (const Result<void> done = archive.followTurn(); !done)
        return done.error();
    return archive;
}

Result<SampleArchive> SampleArchive::openToRead(const QString &path)
{
    const bool hasLog = Database::isWrittenTo(path); // in which there may be more than in the file
    Result<SampleArchive> usual = open(path);
    if (usual || usual.error().facts.contains(QStringLiteral("damaged"))
        || usual.error().facts.contains(QStringLiteral("foreign")))
        return usual;
    Result<Database> database = Database::openToRead(path);
    const Result<qint64> version = database ? database->number("PRAGMA user_version") : database.error();
    if (version && *version == 0 && !hasLog) // not a table has been made in it: nothing is there to be read
        return withoutSamples(path);
    return asItStands(std::move(database), usual.error());
}

Result<SampleArchive> SampleArchive::openUntouched(const QString &path)
{
    return asItStands(Database::openUntouched(path), withoutSamples(path));
}

Result<SampleArchive> SampleArchive::openToLook(const QString &path)
{
    return Database::isWrittenTo(path) ? open(path) : openUntouched(path);
}

Result<SampleArchive> SampleArchive::asItStands(Result<Database> database, const Error &otherwise)
{
    if (!database)
        return otherwise;
    if (const std::optional<Error> others = foreign(*database))
        return *others;
    SampleArchive archive(*std::move(database));
    const Result<qint64> version = archive.m_database->number("PRAGMA user_version");
    if (!version || *version != 3)       // an older one is brought up to date when it can be written
        return otherwise;
    return begun(std::move(archive));
}

Result<void> SampleArchive::prepare()
{
    const Result<qint64> version = m_database->number("PRAGMA user_version"); // another may have made it meanwhile
    if (!version || *version == 3)
        return version ? Result<void>() : Result<void>(version.error());
    if (*version > 3)
        return Error{ErrorKind::Storage,
                     QCoreApplication::translate("Database", "%1 was written by a newer version of this program.")
                         .arg(m_database->path()),
                     {},
                     {}};
    return *version == 0 ? m_database->execute((QByteArray(schema) + "INSERT INTO clock(turn) VALUES(0);").constData())
                         : migrate(*version);
}

// Versions 1 and 2 had a row for each sample, and version 1 no turns.
Result<void> SampleArchive::migrate(qint64 version)
{
    const QByteArray before = version == 1 ? "ALTER TABLE samples RENAME TO samples2;"
                                           : "ALTER TABLE samples RENAME TO samples2;"
                                             "ALTER TABLE clock RENAME TO clock2;";
    const QByteArray after = version == 1
        ? QByteArray("INSERT INTO clock(turn) VALUES(0);")
        : QByteArray("INSERT INTO clock(turn, was, now) SELECT turn, was, now FROM clock2; DROP TABLE clock2;");
    if (const Result<void> done = m_database->execute((before + schema + after).constData()); !done)
        return done;
    if (const Result<void> done = takeRows(version == 1 ? "SELECT 0, series, time, value FROM samples2 ORDER BY time"
                                                        : "SELECT turn, series, time, value FROM samples2 ORDER BY turn"
                                                          ", time");
        !done)
        return done;
    return m_database->execute("DROP TABLE samples2");
}

Result<void> SampleArchive::takeRows(const char *select)
{
    Result<Statement> rows = m_database->prepare(select);
    if (!rows)
        return rows.error();
    QList<SampleBlocks::Entry> entries;
    m_turn = 0;
    for (;;) {
        const Result<bool> row = rows->step();
        if (!row)
            return row.error();
        if (!entries.isEmpty() && (!*row || entries.size() >= batch || rows->integer(0) != m_turn)) {
            if (const Result<void> done = putBatch(std::exchange(entries, {})); !done)
                return done;
        }
        if (!*row)
            return {};
        m_turn = rows->integer(0);
        entries << SampleBlocks::Entry{rows->integer(1), {rows->integer(2), rows->real(3)}};
    }
}

SampleArchive::~SampleArchive()
{
    if (m_database)
        (void)flush();
}

void SampleArchive::hurry()
{
    m_database->setBusyTime(std::chrono::milliseconds(200));
    m_database->closeAtOnce();
    m_sealedMs = std::numeric_limits<qint64>::max(); // the next program makes the blocks
}

Result<void> SampleArchive::noteSimulated()
{
    const Result<bool> known = isSimulated();
    return !known || *known ? (known ? Result<void>() : Result<void>(known.error()))
                            : m_database->execute("INSERT OR REPLACE INTO about VALUES('simulated', 'yes')");
}

Result<bool> SampleArchive::isSimulated()
{
    const Result<qint64> count = m_database->number("SELECT count(*) FROM about WHERE name = 'simulated'");
    return count ? Result<bool>(*count > 0) : Result<bool>(count.error());
}

// A gap is written as well, and is no sample to whoever reads.
static bool hasValue(const Sample &sample) { return !std::isnan(sample.value); }

qsizetype SampleArchive::waiting() const { return std::count_if(m_waiting.cbegin(), m_waiting.cend(), hasValue); }

Result<void> SampleArchive::append(const QList<Sample> &samples)
{
    if (m_waiting.isEmpty())
        m_oldest.start();
    m_waiting += samples;
    if (const qsizetype over = m_waiting.size() - mostWaiting; over > 0) {
        m_lost += std::count_if(m_waiting.cbegin(), m_waiting.cbegin() + over, hasValue);
        m_waiting.remove(0, over);
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
    const Result<void> done = m_database->writing([this] { return write(); });
    m_isBehind = !done;
    if (!done) {
        m_series.clear();                // those made in this transaction are gone, and so is a turn
        m_turn = -1;
        return done;
    }
    for (const Sample &sample : std::as_const(m_waiting))
        m_writtenMs = std::max(m_writtenMs, sample.timeMs);
    m_waiting.clear();
    return makeBlocks();
}

Result<void> SampleArchive::write()
{
    if (const Result<void> followed = followTurn(); !followed)
        return followed;
    QList<SampleBlocks::Entry> entries;
    for (const Sample &sample : std::as_const(m_waiting)) {
        Result<Series> series = seriesOf(sample.key);
        if (!series)
            return series.error();
        const qint64 before = series->lastMs ? series->lastMs - MetricHistory::clockStepMs : m_newestMs - othersLeadMs;
        if (sample.timeMs < before) {
            if (const Result<void> put = putBatch(std::exchange(entries, {})); !put)
                return put;
            if (const Result<void> begun = beginTurn(std::max(series->lastMs, m_newestMs), sample.timeMs); !begun)
                return begun;
            series->lastMs = 0;
        }
        entries << SampleBlocks::Entry{series->id, {sample.timeMs, sample.value}};
        m_series[sample.key].lastMs = std::max(series->lastMs, sample.timeMs);
    }
    return putBatch(entries);
}

// Under m_turn.
Result<void> SampleArchive::putBatch(const QList<SampleBlocks::Entry> &entries)
{
    if (entries.isEmpty())
        return {};
    qint64 oldest = entries.first().value.timeMs, newest = oldest;
    for (const SampleBlocks::Entry &entry : entries) {
        oldest = std::min(oldest, entry.value.timeMs);
        newest = std::max(newest, entry.value.timeMs);
    }
    Result<Statement> note = m_database->prepare(
        "UPDATE clock SET oldest = iif(newest = 0, ?2, min(oldest, ?2)), newest = max(newest, ?3) WHERE turn = ?1");
    if (!note)
        return note.error();
    note->bind(1, m_turn);
    note->bind(2, oldest);
    note->bind(3, newest);
    const Result<void> noted = note->run();
    return noted ? m_blocks->putBatch(m_turn, entries) : noted;
}

Result<void> SampleArchive::followTurn()
{
    const Result<QList<SampleTurn>> turns = m_blocks->turns();
    if (!turns)
        return turns.error();
    if (turns->isEmpty())
        return m_database->damaged();
    if (turns->last().turn == m_turn)
        return {};
    m_turn = turns->last().turn;
    m_newestMs = m_writtenMs = turns->last().newestMs;
    m_sealedMs = turns->last().madeMs[0];
    for (Series &series : m_series)
        series.lastMs = 0;
    return {};
}

Result<void> SampleArchive::beginTurn(qint64 wasMs, qint64 nowMs)
{
    Result<Statement> insert = m_database->prepare("INSERT INTO clock(turn, was, now) VALUES(?, ?, ?)");
    if (!insert)
        return insert.error();
    insert->bind(1, m_turn + 1);
    insert->bind(2, wasMs);
    insert->bind(3, nowMs);
    if (const Result<void> done = insert->run(); !done)
        return done;
    return followTurn();
}

Result<SampleArchive::Series> SampleArchive::seriesOf(const MetricKey &key)
{
    if (const auto it = m_series.constFind(key); it != m_series.cend())
        return *it;
    for (const char *sql : {"INSERT OR IGNORE INTO series(node, device, metric) VALUES(?, ?, ?)",
                            "SELECT id FROM series WHERE node = ? AND device = ? AND metric = ?"}) {
        Result<Statement> statement = m_database->prepare(sql);
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
