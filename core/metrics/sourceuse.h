// Which source gave what of a machine lately, and what that cost. Kept by what reads them, shown beside their figures.
#pragma once

#include "core/metrics/sample.h"

#include <QHash>

#include <chrono>
#include <deque>

struct SourceUse
{
    QString source;                      // "npu-exporter", "npu-smi", "hccn_tool", "/proc", "/metrics": as it is called
    QStringList metrics;                 // that it gave last, in the catalogue's order
    double tookMs = 0;                   // one question to it, the mean of the last minute; 0: none was put
    double share = 0;                    // of that minute, 0 to 1
    QString note;                        // a sentence for people: where it was found, why it is not used; empty: none.
                                         // It may hold every language (core/base/languages.h): inWords() says one
    bool operator==(const SourceUse &) const = default;
};

QString sourceOf(const QList<SourceUse> &uses, const QString &metric); // the one that gave it last; empty: none
// "npu-exporter 12 ms (1.2 % of the time): NPU utilization, HBM used. Found at 127.0.0.1:8082."
QString inWords(const SourceUse &use);
QString costInWords(const SourceUse &use);   // "npu-exporter 12 ms (1.2 % of the time)"

class UseBook
{
public:
    using Clock = std::chrono::steady_clock;

    // A question of `source` that began then and is answered now.
    void note(const QString &source, Clock::time_point began, Clock::time_point now = Clock::now());
    void gave(const QString &source, const QList<Sample> &samples); // each metric is its last giver's
    void gaveUp(const QString &source);  // what it gave, it gives no more
    void remark(const QString &source, const QString &note);
    QList<SourceUse> uses(Clock::time_point now = Clock::now()); // in the order in which they were first noted

private:
    struct Page
    {
        QString source, note;
        std::deque<std::pair<Clock::time_point, Clock::duration>> questions;
    };
    Page &page(const QString &source);

    QList<Page> m_pages;
    QHash<QString, QString> m_givers;    // by metric
    std::optional<Clock::time_point> m_began;
};
