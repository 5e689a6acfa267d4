#include "core/store/database.h"

#include "core/base/sizetext.h"
#include "core/shell/atomicfile.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QStorageInfo>

#include <fcntl.h>
#include <sys/stat.h>

#include <sqlite3.h>

#include <chrono>
#include <cmath>
#include <limits>
#include <optional>
#include <thread>

using namespace Qt::StringLiterals;

namespace {

constexpr int busyMs = 5000;

// Of a file that there is SQLite says "disk I/O error" then, where it finds no room for what it keeps beside it.
bool isDiskFull(int code, const QString &path)
{
    constexpr qint64 least = 64 * 1024;
    const QStorageInfo disk(QFileInfo(path).absolutePath());
    return code == SQLITE_FULL
        || ((code == SQLITE_IOERR || code == SQLITE_CANTOPEN) && disk.isValid() && disk.bytesAvailable() < least);
}

Error storageError(sqlite3 *connection, const QString &path)
{
    const int code = sqlite3_errcode(connection) & 0xff;
    const bool isFull = isDiskFull(code, path);
    const QString why = isFull ? QCoreApplication::translate("Database", "its disk is full")
                               : QString::fromUtf8(sqlite3_errmsg(connection));
    Error error{ErrorKind::Storage,
                QCoreApplication::translate("Database", "The database %1 cannot be used: %2.").arg(path, why), {}, {}};
    if (code == SQLITE_CORRUPT || code == SQLITE_NOTADB)
        error.facts.insert(u"damaged"_s, u"yes"_s);
    if (isFull)
        error.facts.insert(u"full"_s, u"yes"_s);
    return error;
}

// SQLite opens a device or a pipe as well: beside the one it leaves a journal, at the other it waits.
Result<void> demandFile(const QString &path)
{
    struct stat facts = {};
    if (::stat(QFile::encodeName(path).constData(), &facts) != 0 || S_ISREG(facts.st_mode))
        return {};                       // one that is not there is made, or not, later
    return Error{ErrorKind::Storage,
                 QCoreApplication::translate("Database", "The database %1 cannot be used: %2.")
                     .arg(path,
                          S_ISDIR(facts.st_mode)
                              ? QCoreApplication::translate("Database", "a folder has that name")
                              : QCoreApplication::translate("Database", "it is a device, a pipe or the like, no file")),
                 {},
                 {}};
}

// SQLite asks its busy handler for every lock but this: of two that open a new file at once, one is told "locked" there
// and then.
Result<void> keepAWriteAheadLog(sqlite3 *connection, const QString &path)
{
    using namespace std::chrono;
    const auto end = steady_clock::now() + milliseconds(busyMs);
    while (sqlite3_exec(connection, "PRAGMA journal_mode=WAL", nullptr, nullptr, nullptr) != SQLITE_OK) {
        if ((sqlite3_errcode(connection) & 0xff) != SQLITE_BUSY || steady_clock::now() >= end)
            return storageError(connection, path);
        std::this_thread::sleep_for(milliseconds(5));
    }
    return {};
}

} // namespace

void Statement::Finalize::operator()(sqlite3_stmt *statement) const
{
    sqlite3_finalize(statement);
}

void Statement::bind(int index, qint64 value)
{
    sqlite3_bind_int64(m_statement.get(), index, value);
}

void Statement::bind(int index, double value)
{
    if (std::isnan(value))
        sqlite3_bind_null(m_statement.get(), index);
    else
        sqlite3_bind_double(m_statement.get(), index, value);
}

void Statement::bind(int index, const QString &value)
{
    const QByteArray utf8 = value.toUtf8();
    sqlite3_bind_text(m_statement.get(), index, utf8.constData(), int(utf8.size()), SQLITE_TRANSIENT);
}

void Statement::bind(int index, const QByteArray &value)
{
    sqlite3_bind_blob(m_statement.get(), index, value.isNull() ? "" : value.constData(), int(value.size()),
                      SQLITE_TRANSIENT);
}

Result<void> Statement::run()
{
    const Result<bool> done = step();
    reset();
    return done ? Result<void>() : Result<void>(done.error());
}

Result<bool> Statement::step()
{
    const int code = sqlite3_step(m_statement.get());
    if (code == SQLITE_ROW)
        return true;
    if (code == SQLITE_DONE)
        return false;
    sqlite3 *connection = sqlite3_db_handle(m_statement.get());
    return storageError(connection, QString::fromUtf8(sqlite3_db_filename(connection, "main")));
}

void Statement::reset()
{
    sqlite3_reset(m_statement.get());
}

bool Statement::isNull(int column) const
{
    return sqlite3_column_type(m_statement.get(), column) == SQLITE_NULL;
}

qint64 Statement::integer(int column) const
{
    return sqlite3_column_int64(m_statement.get(), column);
}

double Statement::real(int column) const
{
    return isNull(column) ? std::numeric_limits<double>::quiet_NaN() : sqlite3_column_double(m_statement.get(), column);
}

QString Statement::text(int column) const
{
    return QString::fromUtf8(reinterpret_cast<const char *>(sqlite3_column_text(m_statement.get(), column)),
                             sqlite3_column_bytes(m_statement.get(), column));
}

QByteArray Statement::bytes(int column) const
{
    return QByteArray(static_cast<const char *>(sqlite3_column_blob(m_statement.get(), column)),
                      sqlite3_column_bytes(m_statement.get(), column));
}

void Database::Close::operator()(sqlite3 *connection) const
{
    sqlite3_close_v2(connection);        // once its statements are gone, whichever goes first
}

Result<Database> Database::open(const QString &path, int pageBytes)
{
    if (const Result<void> isFile = demandFile(path); !isFile)
        return isFile.error();
    Database database;
    database.m_path = path;
    // For this user alone, as everything that is kept; what SQLite puts beside it gets the same mode.
    (void)makePrivateFolder(QFileInfo(path).absolutePath());
    if (const UniqueFd made(::open(QFile::encodeName(path).constData(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
        made)
        ::fchmod(made.get(), 0600);
    sqlite3 *connection = nullptr;
    const int code
        = sqlite3_open_v2(path.toUtf8().constData(), &connection, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nullptr);
    database.m_connection.reset(connection); // there is one to close even after a failure
    if (code != SQLITE_OK)
        return storageError(connection, path);
    sqlite3_busy_timeout(connection, busyMs);
    if (pageBytes > 0)                   // of no effect on a file that has pages
        (void)database.execute(("PRAGMA page_size=" + QByteArray::number(pageBytes)).constData());
    if (const Result<void> done = keepAWriteAheadLog(connection, path); !done)
        return done.error();
    if (const Result<void> done = database.execute("PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON"); !done)
        return done.error();
    return database;
}

Result<Database> Database::openedAs(const QString &path, const char *query, int flags, const char *first)
{
    if (const Result<void> isFile = demandFile(path); !isFile)
        return isFile.error();
    Database database;
    database.m_path = path;
    sqlite3 *connection = nullptr;
    const QByteArray address = "file:" + path.toUtf8().toPercentEncoding("/") + query;
    const int code = sqlite3_open_v2(address.constData(), &connection, flags | SQLITE_OPEN_URI, nullptr);
    database.m_connection.reset(connection);
    const Result<void> set = code == SQLITE_OK ? database.execute(first) : storageError(connection, path);
    const Result<qint64> read = set ? database.number("SELECT count(*) FROM sqlite_master") : set.error();
    if (!read)
        return read.error();
    return database;
}

Result<Database> Database::openToRead(const QString &path)
{
    // Alone with the file, SQLite needs no index of its log beside it; else the file is taken as it stands.
    Result<Database> alone = openedAs(path, "", SQLITE_OPEN_READWRITE, "PRAGMA locking_mode=EXCLUSIVE");
    return alone ? std::move(alone) : openUntouched(path);
}

Result<Database> Database::openUntouched(const QString &path)
{
    return openedAs(path, "?immutable=1", SQLITE_OPEN_READONLY, "PRAGMA query_only=ON");
}

bool Database::isWrittenTo(const QString &path) { return QFileInfo::exists(path + u"-wal"_s); }

Result<std::optional<Database>> Database::lookAt(const QString &path, const char *table)
{
    if (!QFileInfo::exists(path))
        return std::optional<Database>();
    // A recording may lie where nothing can be written, and stays as it is.
    Result<Database> opened = isWrittenTo(path) ? open(path) : openUntouched(path);
    if (!opened)
        return opened.error();
    Result<Statement> has = opened->prepare("SELECT count(*) FROM sqlite_schema WHERE name = ?1");
    if (!has)
        return has.error();
    has->bind(1, QString(QLatin1String(table)));
    const Result<bool> row = has->step();
    if (!row)
        return row.error();
    const bool isThere = *row && has->integer(0) > 0;
    has->reset();
    *has = Statement();
    return isThere ? std::optional<Database>(*std::move(opened)) : std::optional<Database>();
}

Result<void> Database::execute(const char *sql)
{
    if (sqlite3_exec(m_connection.get(), sql, nullptr, nullptr, nullptr) != SQLITE_OK)
        return storageError(m_connection.get(), m_path);
    return {};
}

Result<void> Database::between(const char *begin, const std::function<Result<void>()> &act)
{
    if (const Result<void> begun = execute(begin); !begun)
        return begun;
    Result<void> done = act();
    if (done)
        done = execute("COMMIT");
    if (!done)
        (void)execute("ROLLBACK");
    return done;
}

Result<void> Database::writing(const std::function<Result<void>()> &act)
{
    return between("BEGIN IMMEDIATE", act);
}

Result<void> Database::reading(const std::function<Result<void>()> &act)
{
    return between("BEGIN", act);
}

Error Database::damaged() const
{
    Error error{ErrorKind::Storage,
                QCoreApplication::translate("Database", "The database %1 cannot be used: %2.")
                    .arg(m_path, QCoreApplication::translate("Database", "what stands in it is damaged")), {}, {}};
    error.facts.insert(u"damaged"_s, u"yes"_s);
    return error;
}

Error Database::noRoom(const QString &path, qint64 neededBytes)
{
    constexpr qint64 nothing = 4096;     // less than a block of most file systems
    const QStorageInfo disk(QFileInfo(path).absolutePath());
    const qint64 free = disk.isValid() ? disk.bytesAvailable() : 0;
    const QString why = free < nothing ? QCoreApplication::translate("Database", "its disk is full")
        : neededBytes > free
        ? QCoreApplication::translate("Database",
                                      "its disk has too little room, %1 are free and a new one takes some %2", "sizes")
              .arg(sizeText(free), sizeText(neededBytes))
        : QCoreApplication::translate("Database", "its disk has too little room, %1 are free", "a size")
              .arg(sizeText(free));
    return {ErrorKind::Storage,
            QCoreApplication::translate("Database", "The database %1 cannot be used: %2.").arg(path, why),
            {},
            {{u"full"_s, u"yes"_s}}};
}

Result<Statement> Database::prepare(const char *sql)
{
    sqlite3_stmt *prepared = nullptr;
    if (sqlite3_prepare_v2(m_connection.get(), sql, -1, &prepared, nullptr) != SQLITE_OK)
        return storageError(m_connection.get(), m_path);
    Statement statement;
    statement.m_statement.reset(prepared);
    return statement;
}

Result<qint64> Database::number(const char *sql)
{
    Result<Statement> statement = prepare(sql);
    if (!statement)
        return statement.error();
    const Result<bool> row = statement->step();
    if (!row)
        return row.error();
    return *row ? statement->integer(0) : 0;
}

void Database::setBusyTime(std::chrono::milliseconds time)
{
    sqlite3_busy_timeout(m_connection.get(), int(time.count()));
}

void Database::closeAtOnce()
{
    sqlite3_db_config(m_connection.get(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
}
