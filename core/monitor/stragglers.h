// Stragglers: chips whose figures differ from those of their siblings, the chips that work with them, and since when.
// In collective work the slowest card sets the pace of all; which one it is shows where one differs. Pure.
#pragma once

#include "core/metrics/history.h"

#include <QStringList>

#include <vector>

struct Straggler
{
    QString node, device, metric;
    double value = 0, siblings = 0;      // its own mean since then, and the mean of its siblings' medians
    qint64 sinceMs = 0;                  // in steps of stragglerStepMs
    bool operator==(const Straggler &) const = default;
};

constexpr qint64 stragglerStepMs = 10'000, stragglerLeastMs = 60'000;

struct SiblingChip
{
    QString node, device;
};

// The metrics that are compared: NPU utilization, temperature, power.
const QStringList &stragglerMetrics();

// Of one metric, from the means of each step between fromMs and toMs. A chip differs where it is further from the
// median than five times the usual scatter (of the median distance) and than what is no difference in practice: 15 % of
// utilization, 10 °C, 40 W. It is told when that has lasted for a minute and still does. Fewer than four chips have no
// median worth the name; chips that hold little HBM beside the others (less than a fifth of the median) do other work
// or none and are no siblings.
QList<Straggler> stragglersOf(const MetricHistory &history, const QList<SiblingChip> &chips, const QString &metric,
                              qint64 fromMs, qint64 toMs);

// The same in parts: a fleet's minutes are millions of values.
class StragglerSearch
{
public:
    StragglerSearch(const MetricHistory &history, const QList<SiblingChip> &chips, const QString &metric, qint64 fromMs,
                    qint64 toMs);

    bool readOn(const MetricHistory &history, qsizetype most); // of so many chips more; true: of all
    const QString &metric() const { return m_metric; }
    QList<Straggler> found() const;      // once all are read

private:
    QString m_metric;
    qint64 m_fromMs = 0;
    size_t m_steps = 0;
    double m_least = 0;                  // a difference that is one in practice
    QList<SiblingChip> m_siblings;
    std::vector<std::vector<double>> m_means; // of each sibling's steps
};
