#include "core/monitor/alertlog.h"

#include "core/store/database.h"

#include <QtEndian>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace {

constexpr char table[] = "CREATE TABLE IF NOT EXISTS alerts(rule TEXT NOT NULL, node TEXT NOT NULL, device TEXT NOT "
                         "NULL, fired INTEGER NOT NULL, since INTEGER NOT NULL, ended INTEGER NOT NULL, critical "
                         "INTEGER NOT NULL, value REAL, worst REAL, metric TEXT, unit TEXT, title TEXT, sentence TEXT,"
                         " around BLOB, PRIMARY KEY(rule, node, device, fired));"
                         "CREATE INDEX IF NOT EXISTS alerts_by_time ON alerts(fired);";

Json numberJson(double value)
{
    if (!std::isfinite(value))
        return nullptr;
    return value == std::floor(value) && std::abs(value) < 1e15 ? Json(qint64(value)) : Json(value);
}

void bindKey(Statement &statement, const Alert &alert)
{
    statement.bind(1, alert.rule);
    statement.bind(2, alert.node);
    statement.bind(3, alert.device);
    statement.bind(4, alert.firedMs);
}

QByteArray packed(const QList<AlertRecord::Series> &around)
{
    Json all = Json::array();
    for (const AlertRecord::Series &series : around) {
        Json values = Json::array();
        for (const TimedValue &value : series.values)
            values.push_back({value.timeMs, std::isfinite(value.value) ? Json(value.value) : Json(nullptr)});
        all.push_back({{"node", series.key.node},
                       {"device", series.key.device},
                       {"metric", series.key.metric},
                       {"values", std::move(values)}});
    }
    return qCompress(compactJson(all));
}

QList<AlertRecord::Series> unpacked(const QByteArray &bytes)
{
    constexpr quint32 most = 64 * 1024 * 1024;
    if (bytes.size() < 5 || qFromBigEndian<quint32>(bytes.constData()) > most)
        return {};
    const Result<Json> all = parseJson(qUncompress(bytes), u"alerts"_s);
    QList<AlertRecord::Series> around;
    if (!all || !all->is_array())
        return {};
    for (const Json &one : *all) {
        AlertRecord::Series series{{stringAt(one, "node"), stringAt(one, "device"), stringAt(one, "metric")}, {}};
        for (const Json &value : member(one, "values")) {
            if (!value.is_array() || value.size() != 2 || !value[0].is_number())
                continue;
            series.values << TimedValue{value[0].get<qint64>(),
                                        value[1].is_number() ? value[1].get<double>()
                                                             : std::numeric_limits<double>::quiet_NaN()};
        }
        around << series;
    }
    return around;
}

} // namespace

AlertRecord recordOf(const Alert &alert, const AlertRule &rule)
{
    const QString unit = rule.of.isEmpty() ? metricInfo(rule.metric).unit : u"%"_s;
    return {alert, rule.metric, rule.metric.isEmpty() ? QString() : unit, rule.title, alertSentence(rule), {}};
}

QList<AlertRecord::Series> seriesAround(const MetricHistory &history, const Alert &alert, const QString &endpointNode)
{
    const bool isOfChip = !alert.device.isEmpty() && alert.device != "endpoint"_L1;
    static const QStringList ofEveryChip{u"npu.aicore"_s, u"npu.health"_s, u"npu.hbm.used"_s, u"npu.temperature"_s,
                                         u"npu.power"_s};
    QList<AlertRecord::Series> around;
    for (const MetricKey &key : history.keys()) {
        const bool isOfNode = key.node == alert.node
            && (key.device == "host"_L1 || key.device == alert.device
                || (!isOfChip && key.device != "endpoint"_L1 && ofEveryChip.contains(key.metric)));
        const bool isOfEndpoint = key.node == endpointNode && key.device == "endpoint"_L1;
        if (!isOfNode && !isOfEndpoint)
            continue;
        const QList<TimedValue> values
            = history.window(key, alert.firedMs - aroundAlertMs, alert.firedMs + aroundAlertMs);
        if (!values.isEmpty())
            around << AlertRecord::Series{key, values};
    }
    return around;
}

Result<void> logAlert(const QString &file, const AlertRecord &record)
{
    return logAlerts(file, {record});
}

Result<void> logAlerts(const QString &file, const QList<AlertRecord> &records)
{
    Result<Database> database = Database::open(file);
    if (!database)
        return database.error();
    return database->writing([&]() -> Result<void> {
        if (const Result<void> made = database->execute(table); !made)
            return made;
        // what was sampled around it stays when its end is noted
        Result<Statement> put = database->prepare(
            "INSERT INTO alerts VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)"
            " ON CONFLICT DO UPDATE SET ended = ?6, value = ?8, worst = ?9,"
            " around = iif(length(?14) > 0, ?14, around)");
        if (!put)
            return put.error();
        for (const AlertRecord &record : records) {
            const Alert &alert = record.alert;
            bindKey(*put, alert);
            put->bind(5, alert.sinceMs);
            put->bind(6, alert.endedMs);
            put->bind(7, qint64(alert.severity == AlertRule::Severity::Critical));
            put->bind(8, alert.value);
            put->bind(9, alert.worst);
            put->bind(10, record.metric);
            put->bind(11, record.unit);
            put->bind(12, QString::fromUtf8(compactJson(record.title)));
            put->bind(13, record.sentence);
            put->bind(14, record.around.isEmpty() ? QByteArray() : packed(record.around));
            if (const Result<void> done = put->run(); !done)
                return done;
        }
        return database->execute("DELETE FROM alerts WHERE fired < (SELECT min(fired) FROM (SELECT fired FROM alerts "
                                 "ORDER BY fired DESC LIMIT 1000))");
    });
}

Result<QList<AlertRecord>> loggedAlerts(const QString &file, int most)
{
    Result<std::optional<Database>> database = Database::lookAt(file, "alerts");
    if (!database)
        return database.error();
    QList<AlertRecord> records;
    if (!*database)
        return records;
    Result<Statement> rows = (*database)->prepare(
        "SELECT rule, node, device, fired, since, ended, critical, value, worst, metric, unit, title, sentence"
        " FROM alerts ORDER BY fired DESC LIMIT ?");
    if (!rows)
        return rows.error();
    rows->bind(1, qint64(most));
    for (;;) {
        const Result<bool> row = rows->step();
        if (!row)
            return row.error();
        if (!*row)
            return records;
        AlertRecord record;
        record.alert = {rows->text(0),
                        rows->text(1),
                        rows->text(2),
                        rows->integer(6) ? AlertRule::Severity::Critical : AlertRule::Severity::Warning,
                        rows->integer(4),
                        rows->integer(3),
                        rows->integer(5),
                        rows->real(7),
                        rows->real(8)};
        record.metric = rows->text(9);
        record.unit = rows->text(10);
        if (Result<Json> title = parseJson(rows->text(11).toUtf8(), u"alerts"_s))
            record.title = *std::move(title);
        record.sentence = rows->text(12);
        records << record;
    }
}

Result<QList<AlertRecord::Series>> loggedAround(const QString &file, const Alert &alert)
{
    Result<std::optional<Database>> database = Database::lookAt(file, "alerts");
    if (!database)
        return database.error();
    if (!*database)
        return QList<AlertRecord::Series>();
    Result<Statement> rows = (*database)->prepare(
        "SELECT around FROM alerts WHERE rule = ? AND node = ? AND device = ? AND fired = ?");
    if (!rows)
        return rows.error();
    bindKey(*rows, alert);
    const Result<bool> row = rows->step();
    if (!row)
        return row.error();
    return *row ? unpacked(rows->bytes(0)) : QList<AlertRecord::Series>();
}

Json alertJson(const Alert &alert, const Json &title, const QString &sentence)
{
    Json json{{"time", isoTime(alert.endedMs > 0 ? alert.endedMs : alert.firedMs)},
              {"alert", alert.rule},
              {"state", alert.endedMs > 0 ? "ended" : "firing"},
              {"severity", severityName(alert.severity)},
              {"node", alert.node},
              {"device", alert.device.isEmpty() ? Json(nullptr) : Json(alert.device)},
              {"since", isoTime(alert.sinceMs)},
              {"value", numberJson(alert.value)},
              {"worst", numberJson(alert.worst)},
              {"title", stringAt(title, "en")},
              {"rule", sentence}};
    if (alert.isAtLeast)
        json["above"] = numberJson(alert.value);
    return json;
}

Json aroundJson(const QList<AlertRecord::Series> &around)
{
    Json all = Json::array();
    for (const AlertRecord::Series &series : around) {
        Json values = Json::array();
        for (const TimedValue &value : series.values)
            values.push_back({isoTime(value.timeMs), numberJson(value.value)});
        all.push_back({{"node", series.key.node},
                       {"device", series.key.device},
                       {"metric", series.key.metric},
                       {"unit", metricInfo(series.key.metric).unit},
                       {"values", std::move(values)}});
    }
    return all;
}
