// Database: one SQLite connection and its statements. One thread owns it. Errors are ErrorKind::Storage.
#pragma once

#include "core/base/result.h"

#include <QByteArray>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>

struct sqlite3;
struct sqlite3_stmt;

// A prepared statement: bind, step, read; reset to use it again.
class Statement
{
public:
    Statement() = default;
    explicit operator bool() const { return m_statement != nullptr; }

    void bind(int index, qint64 value);  // indices from 1
    void bind(int index, double value);  // NaN becomes NULL
    void bind(int index, const QString &value);
    void bind(int index, const QByteArray &value);

    Result<bool> step();                 // true: a row
    Result<void> run();                  // what gives no rows; reset, for the next values
    void reset();

    bool isNull(int column) const;       // columns from 0
    qint64 integer(int column) const;
    double real(int column) const;       // NULL becomes NaN
    QString text(int column) const;
    QByteArray bytes(int column) const;

private:
    friend class Database;
    struct Finalize { void operator()(sqlite3_stmt *statement) const; };
    std::unique_ptr<sqlite3_stmt, Finalize> m_statement;
};

class Database
{
public:
    // Made with its folder when missing, of pages of that size (0: as SQLite likes). WAL, so that one may read while
    // another writes; waits 5 s for a busy file.
    static Result<Database> open(const QString &path, int pageBytes = 0);

    // Where nothing can be written, as on a full disk: nothing is made beside it. While another has it open, what that
    // one has not put into the file itself yet is not seen.
    static Result<Database> openToRead(const QString &path);

    // One that nobody writes to, as a recording: it stays as it is to the byte, and nothing is made beside it.
    static Result<Database> openUntouched(const QString &path);
    // Whether somebody has it open to write: what that one has not put into the file yet is seen by open() only.
    static bool isWrittenTo(const QString &path);
    // To read one table of a file that may not be there: nullopt where it, or the table, is not.
    static Result<std::optional<Database>> lookAt(const QString &path, const char *table);

    Result<void> execute(const char *sql);
    // All of it or, after an error, nothing of it. Reading: of one moment, whatever others write.
    Result<void> writing(const std::function<Result<void>()> &act);
    Result<void> reading(const std::function<Result<void>()> &act);
    Result<Statement> prepare(const char *sql);
    Result<qint64> number(const char *sql);  // the first column of the first row; NULL and no row are 0
    void setBusyTime(std::chrono::milliseconds time); // with a busy file
    Error damaged() const;               // what stands in a row cannot be
    // Of errors whose facts say "full", once the file is closed: until then what did not fit is taken from what is
    // free. neededBytes: by a new one; 0: that is not known.
    static Error noRoom(const QString &path, qint64 neededBytes = 0);
    void closeAtOnce();                  // the log stays and is read at the next opening; nothing waits for the disk
    QString path() const { return m_path; }

private:
    struct Close { void operator()(sqlite3 *connection) const; };
    std::unique_ptr<sqlite3, Close> m_connection;
    static Result<Database> openedAs(const QString &path, const char *query, int flags, const char *first);
    Result<void> between(const char *begin, const std::function<Result<void>()> &act);
    QString m_path;
};
