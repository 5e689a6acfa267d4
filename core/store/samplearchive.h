// SampleArchive: samples in a SQLite file, written in batches. One thread owns it (a Worker's, or a verb's).
// A gap (NaN) is a NULL in the file: asked and not reported.
#pragma once

#include "core/metrics/history.h"
#include "core/store/database.h"

class SampleArchive
{
public:
    static Result<SampleArchive> open(const QString &path);
    SampleArchive(SampleArchive &&) = default;
    SampleArchive &operator=(SampleArchive &&) = default;
    ~SampleArchive();                    // writes what is waiting

    Result<void> append(const QList<Sample> &samples); // written when 5000 wait or the oldest waits for 2 s
    Result<void> flush();                // one transaction

    Result<QList<MetricKey>> keys();
    Result<QList<TimedValue>> read(const MetricKey &key, qint64 fromMs, qint64 toMs); // flushes first
    Result<void> forgetBefore(qint64 timeMs);

private:
    explicit SampleArchive(Database database) : m_database(std::move(database)) {}
    Result<qint64> seriesId(const MetricKey &key);

    Database m_database;
    Statement m_insert, m_select;        // after the database: gone before it
    QHash<MetricKey, qint64> m_ids;
    QList<Sample> m_waiting;
};
