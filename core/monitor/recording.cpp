#include "core/monitor/recording.h"

#include "core/base/json.h"
#include "core/base/languages.h"
#include "core/monitor/eventlog.h"
#include "core/monitor/machines.h"
#include "core/store/database.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

struct RecordingText
{
    ASC_TR_FUNCTIONS(Recording)
};

constexpr char kind[] = "ascend-console recording";
constexpr qint64 version = 1;
constexpr qint64 chunkMs = 10 * 60'000;
constexpr qsizetype mostOfChunk = 20'000'000;

Error storage(const QString &sentence, const QString &detail = {})
{
    return {ErrorKind::Storage, sentence, detail, {}};
}

Error invalid(const QString &sentence) { return {ErrorKind::Invalid, sentence, {}, {}}; }

QString moment(qint64 timeMs) { return QDateTime::fromMSecsSinceEpoch(timeMs).toString(u"yyyy-MM-dd HH:mm:ss"_s); }

void removeWhole(const QString &file)
{
    for (const QString &suffix : {QString(), u"-wal"_s, u"-shm"_s, u"-journal"_s})
        QFile::remove(file + suffix);
}

// From the machines of the history to the names that are shown.
QHash<QString, QString> namesOf(const Deployment &deployment, bool leavesOut)
{
    QHash<QString, QString> names;
    const QList<NamedMachine> machines = machinesOf(deployment.nodes);
    for (qsizetype i = 0; i < machines.size(); ++i) {
        const QString shown = leavesOut ? u"node%1"_s.arg(i + 1) : machines[i].name;
        names.insert(machines[i].name, shown); // of `ascendctl monitor --db`
        names.insert(machines[i].machine, shown);
    }
    return names;
}

QList<Sample> byTime(const PastPart &part)
{
    QList<Sample> samples;
    for (auto it = part.values.cbegin(); it != part.values.cend(); ++it) {
        for (const TimedValue &value : *it)
            samples << Sample{value.timeMs, it.key(), value.value};
    }
    std::stable_sort(samples.begin(), samples.end(),
                     [](const Sample &a, const Sample &b) { return a.timeMs < b.timeMs; });
    return samples;
}

Result<void> copySamples(SampleArchive &source, SampleArchive &target, const QHash<QString, QString> &names,
                         RecordingAbout &about, const RecordingOrder &order, std::stop_token stop)
{
    for (qint64 fromMs = order.fromMs; fromMs <= order.toMs; fromMs += chunkMs) {
        const qint64 toMs = std::min(order.toMs, fromMs + chunkMs - 1);
        const Result<std::optional<PastPart>> part = source.part(fromMs, toMs, mostOfChunk, stop);
        if (!part)
            return part.error();
        if (!*part)
            return invalid(RecordingText::tr("Ten minutes hold more than %1 values; that is too much for a recording.")
                               .arg(mostOfChunk));
        QList<Sample> samples = byTime(**part);
        samples.removeIf([&](const Sample &sample) { return !names.contains(sample.key.node); });
        if (samples.isEmpty())
            continue;
        if (about.fromMs == 0)
            about.fromMs = samples.first().timeMs;
        about.toMs = samples.last().timeMs;
        for (Sample &sample : samples)
            sample.key.node = names.value(sample.key.node);
        constexpr qsizetype batch = 5000;    // more would not wait
        for (qsizetype i = 0; i < samples.size(); i += batch) {
            if (const Result<void> put = target.append(samples.mid(i, batch)); !put)
                return put;
            if (const Result<void> put = target.flush(); !put)
                return put;
        }
    }
    return {};
}

Result<void> copyAlerts(const RecordingOrder &order, const QString &target, const QHash<QString, QString> &names)
{
    const Result<QList<AlertRecord>> alerts = loggedAlerts(order.source, 1000);
    if (!alerts)
        return alerts.error();
    for (auto record = alerts->crbegin(); record != alerts->crend(); ++record) { // the oldest first
        const bool isOver = record->alert.endedMs > 0 && record->alert.endedMs < order.fromMs;
        if (isOver || record->alert.firedMs > order.toMs || !names.contains(record->alert.node))
            continue;
        AlertRecord copy = *record;
        const Result<QList<AlertRecord::Series>> around = loggedAround(order.source, record->alert);
        copy.around = around ? *around : QList<AlertRecord::Series>();
        copy.around.removeIf([&](const AlertRecord::Series &series) { return !names.contains(series.key.node); });
        for (AlertRecord::Series &series : copy.around)
            series.key.node = names.value(series.key.node);
        copy.alert.node = names.value(copy.alert.node);
        if (const Result<void> logged = logAlert(target, copy); !logged)
            return logged;
    }
    return {};
}

// Notes are free words: where names are left out, they are.
Result<void> copyEvents(const RecordingOrder &order, const QString &target)
{
    Result<QList<MonitorEvent>> events = loggedEvents(order.source, 1000);
    if (!events)
        return events.error();
    events->removeIf([&](const MonitorEvent &event) {
        return event.timeMs < order.fromMs || event.timeMs > order.toMs
            || (order.leavesNamesOut && event.kind == MonitorEvent::Kind::Note);
    });
    return events->isEmpty() ? Result<void>() : logEvents(target, *events);
}

Result<void> noteAbout(const QString &file, const RecordingAbout &about)
{
    Result<Database> database = Database::open(file);
    if (!database)
        return database.error();
    const Json json{{"kind", kind},
                    {"version", version},
                    {"program", about.version},
                    {"deployment", about.deployment},
                    {"nodes", about.nodes},
                    {"fromMs", about.fromMs},
                    {"toMs", about.toMs},
                    {"simulated", about.isSimulated},
                    {"redacted", about.isRedacted}};
    const Result<void> noted = database->writing([&]() -> Result<void> {
        if (const Result<void> made = database->execute("CREATE TABLE recording(about TEXT NOT NULL)"); !made)
            return made;
        Result<Statement> put = database->prepare("INSERT INTO recording VALUES(?1)");
        if (!put)
            return put.error();
        put->bind(1, QString::fromUtf8(compactJson(json)));
        return put->run();
    });
    // one file, also for who may not write beside it
    return noted ? database->execute("PRAGMA journal_mode=DELETE") : noted;
}

Result<RecordingAbout> written(const RecordingOrder &order, const QString &part, std::stop_token stop)
{
    const QHash<QString, QString> names = namesOf(order.deployment, order.leavesNamesOut);
    RecordingAbout about{order.leavesNamesOut ? QString() : order.deployment.name, {}, 0, 0, false,
                         order.leavesNamesOut, order.version};
    for (const NamedMachine &node : machinesOf(order.deployment.nodes))
        about.nodes << names.value(node.machine);
    {
        Result<SampleArchive> source = SampleArchive::open(order.source);
        if (!source)
            source = SampleArchive::openToRead(order.source);
        Result<SampleArchive> target = source ? SampleArchive::open(part) : source.error();
        if (!target)
            return target.error();
        const Result<bool> simulated = source->isSimulated();
        about.isSimulated = simulated && *simulated;
        const Result<void> noted = about.isSimulated ? target->noteSimulated() : Result<void>();
        const Result<void> copied = noted ? copySamples(*source, *target, names, about, order, stop) : noted;
        if (!copied)
            return copied.error();
    }
    if (about.toMs == 0)
        return invalid(RecordingText::tr("Nothing was sampled of these nodes between %1 and %2.")
                           .arg(moment(order.fromMs), moment(order.toMs)));
    if (const Result<void> alerts = copyAlerts(order, part, names); !alerts)
        return alerts.error();
    if (const Result<void> events = copyEvents(order, part); !events)
        return events.error();
    if (const Result<void> noted = noteAbout(part, about); !noted)
        return noted.error();
    return about;
}

} // namespace

Result<RecordingAbout> writeRecording(const RecordingOrder &order, std::stop_token stop)
{
    if (!QFileInfo(order.source).isFile())
        return storage(RecordingText::tr("No history of this deployment is kept on this machine: there is no file %1. "
                                         "The window's Monitor keeps one of a saved deployment, `ascendctl monitor "
                                         "--db` too.")
                           .arg(order.source));
    const QFileInfo target(order.target);
    if (!target.dir().exists())
        return storage(RecordingText::tr("The folder %1 is not there.").arg(target.absolutePath()));
    if (target.isSymLink() || (target.exists() && (!order.replaces || !target.isFile())))
        return storage(RecordingText::tr("%1 is there already; it was left alone.").arg(order.target));
    const QString part = order.target + u".part"_s;
    if (QFileInfo(part).isSymLink() || (QFileInfo::exists(part) && !QFileInfo(part).isFile()))
        return storage(RecordingText::tr("%1 is there already; it was left alone.").arg(part));
    removeWhole(part);                   // of an attempt that was cut short
    Result<RecordingAbout> about = written(order, part, stop);
    if (!about) {
        removeWhole(part);
        return about;
    }
    if (order.replaces)
        QFile::remove(order.target);
    QFile file(part);
    if (!file.setPermissions(QFile::ReadOwner | QFile::WriteOwner) || !file.rename(order.target)) {
        const QString why = file.errorString();
        removeWhole(part);
        return storage(RecordingText::tr("%1 cannot be written.").arg(order.target), why);
    }
    return about;
}

Result<RecordingAbout> aboutRecording(const QString &path)
{
    const Error other = invalid(RecordingText::tr("%1 is not a recording of this program.").arg(path));
    if (!QFileInfo(path).isFile())
        return storage(RecordingText::tr("There is no recording at %1.").arg(path));
    Result<Database> database = Database::openUntouched(path);
    Result<Statement> read = database ? database->prepare("SELECT about FROM recording") : database.error();
    const Result<bool> row = read ? read->step() : read.error();
    if (!row && (row.error().message + row.error().detail).contains(QLatin1String("malformed")))
        return invalid(RecordingText::tr("%1 is damaged, or was cut short while it was copied: copy it again, or "
                                         "export it anew.")
                           .arg(path));
    if (!row || !*row)
        return other;
    const Result<Json> json = parseJson(read->text(0).toUtf8(), path);
    if (!json || stringAt(*json, "kind") != QLatin1String(kind))
        return other;
    if (const std::optional<qint64> its = integerAt(*json, "version"); !its || *its > version)
        return invalid(RecordingText::tr("%1 is a recording of a later program (%2): open it with that one.")
                           .arg(path, stringAt(*json, "program")));
    RecordingAbout about{stringAt(*json, "deployment"), {}, integerAt(*json, "fromMs").value_or(0),
                         integerAt(*json, "toMs").value_or(0), boolAt(*json, "simulated").value_or(false),
                         boolAt(*json, "redacted").value_or(false), stringAt(*json, "program")};
    for (const Json &node : member(*json, "nodes")) {
        if (node.is_string())
            about.nodes << node.get<QString>();
    }
    if (about.nodes.isEmpty() || about.fromMs <= 0 || about.toMs < about.fromMs)
        return other;
    return about;
}

Result<MetricHistory> recordedUntil(SampleArchive &archive, qint64 timeMs, std::stop_token stop)
{
    const Result<QList<MetricKey>> keys = archive.keys();
    if (!keys)
        return keys.error();
    MetricHistory history;
    for (const MetricKey &key : *keys) {
        if (stop.stop_requested())
            return canceled();
        const Result<QList<TimedValue>> values = archive.read(key, 0, timeMs);
        if (!values)
            return values.error();
        for (const TimedValue &value : *values)
            history.append(Sample{value.timeMs, key, value.value});
    }
    return history;
}

Result<QList<Sample>> recordedBetween(SampleArchive &archive, qint64 fromMs, qint64 toMs, qsizetype most,
                                      std::stop_token stop)
{
    const Result<std::optional<PastPart>> part = archive.part(fromMs + 1, toMs, most, stop);
    if (!part)
        return part.error();
    if (!*part)
        return invalid(RecordingText::tr("That is more than %1 values.").arg(most));
    return byTime(**part);
}
