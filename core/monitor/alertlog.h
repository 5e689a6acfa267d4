// AlertLog: the alerts that there were, in the file of the history that they are about (SampleArchive's, a table of its
// own), with what was sampled around them. Functions that block.
// In the file an alert's node is its machine, as the samples' (machines.h).
#pragma once

#include "core/metrics/history.h"
#include "core/monitor/alertwatch.h"

struct AlertRecord
{
    Alert alert;                         // endedMs 0: it goes on, or its end was not seen
    QString metric, unit;                // of value and worst; empty: it is about silence
    Json title;                          // by language, as the rule had it
    QString sentence;                    // the rule's, in English
    struct Series
    {
        MetricKey key;
        QList<TimedValue> values;
    };
    QList<Series> around;                // from a minute before it was told until a minute after
};
AlertRecord recordOf(const Alert &alert, const AlertRule &rule);

constexpr qint64 aroundAlertMs = 60'000;
// Of a chip's alert: the chip's, the host's and the endpoint's metrics; of another one: those of all of the node's
// chips that say how they are.
QList<AlertRecord::Series> seriesAround(const MetricHistory &history, const Alert &alert, const QString &endpointNode);

// In the place of an earlier record of the same alert; forgets all but the newest 1000. Storage errors.
Result<void> logAlert(const QString &file, const AlertRecord &record);
Result<void> logAlerts(const QString &file, const QList<AlertRecord> &records);
// Newest first, without what was sampled around them. No file: none.
Result<QList<AlertRecord>> loggedAlerts(const QString &file, int most);
Result<QList<AlertRecord::Series>> loggedAround(const QString &file, const Alert &alert);

// An object for people and programs: as a line of `monitor --alerts` (with "above" where the value is more than that,
// and nobody knows how much), and "around": [{"node", "device", "metric", "unit", "values":
// [["2026-11-20T18:00:00.123Z", 37], …]}].
Json alertJson(const Alert &alert, const Json &title, const QString &sentence);
Json aroundJson(const QList<AlertRecord::Series> &around);
