#include "core/monitor/eventlog.h"

#include "core/store/database.h"

#include <array>

using namespace Qt::StringLiterals;

namespace {

constexpr char eventTable[]
    = "CREATE TABLE IF NOT EXISTS events(time INTEGER NOT NULL, kind TEXT NOT NULL, outcome TEXT "
      "NOT NULL, words TEXT NOT NULL, PRIMARY KEY(time, kind, words));";

constexpr std::array kindNames{"note", "run", "undo", "driver", "verify", "stop"};
constexpr std::array outcomeNames{"", "begun", "done", "failed", "stopped"};

template<typename Names> std::optional<qsizetype> indexIn(const Names &names, const QString &name)
{
    for (size_t i = 0; i < names.size(); ++i) {
        if (name == QLatin1String(names[i]))
            return qsizetype(i);
    }
    return std::nullopt;
}

QString kindName(MonitorEvent::Kind kind) { return QLatin1String(kindNames[size_t(kind)]); }

} // namespace

Result<void> logEvents(const QString &file, const QList<MonitorEvent> &events)
{
    Result<Database> database = Database::open(file);
    if (!database)
        return database.error();
    return database->writing([&]() -> Result<void> {
        if (const Result<void> made = database->execute(eventTable); !made)
            return made;
        Result<Statement> put = database->prepare("INSERT OR REPLACE INTO events VALUES(?1, ?2, ?3, ?4)");
        if (!put)
            return put.error();
        for (const MonitorEvent &event : events) {
            put->bind(1, event.timeMs);
            put->bind(2, kindName(event.kind));
            put->bind(3, QString(QLatin1String(outcomeNames[size_t(event.outcome)])));
            put->bind(4, event.words.left(longestNote));
            if (const Result<void> done = put->run(); !done)
                return done;
        }
        return database->execute("DELETE FROM events WHERE time < (SELECT min(time) FROM (SELECT time FROM events "
                                 "ORDER BY time DESC LIMIT 1000))");
    });
}

Result<void> removeLoggedEvent(const QString &file, const MonitorEvent &event)
{
    const Result<std::optional<Database>> there = Database::lookAt(file, "events");
    if (!there || !*there)
        return there ? Result<void>() : Result<void>(there.error());
    Result<Database> database = Database::open(file);
    if (!database)
        return database.error();
    Result<Statement> remove = database->prepare("DELETE FROM events WHERE time = ?1 AND kind = ?2 AND words = ?3");
    if (!remove)
        return remove.error();
    remove->bind(1, event.timeMs);
    remove->bind(2, kindName(event.kind));
    remove->bind(3, event.words.left(longestNote));
    return remove->run();
}

Result<QList<MonitorEvent>> loggedEvents(const QString &file, int most)
{
    Result<std::optional<Database>> database = Database::lookAt(file, "events");
    if (!database)
        return database.error();
    QList<MonitorEvent> events;
    if (!*database)
        return events;
    Result<Statement> rows
        = (*database)->prepare("SELECT time, kind, outcome, words FROM events ORDER BY time DESC LIMIT ?");
    if (!rows)
        return rows.error();
    rows->bind(1, qint64(most));
    for (;;) {
        const Result<bool> row = rows->step();
        if (!row)
            return row.error();
        if (!*row)
            return events;
        const auto kind = indexIn(kindNames, rows->text(1)), outcome = indexIn(outcomeNames, rows->text(2));
        if (kind && outcome)
            events << MonitorEvent{rows->integer(0), MonitorEvent::Kind(*kind), MonitorEvent::Outcome(*outcome),
                                   rows->text(3).left(longestNote)};
    }
}
