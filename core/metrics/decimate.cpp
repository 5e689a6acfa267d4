#include "core/metrics/decimate.h"

#include <cmath>

QList<TimedValue> decimate(const QList<TimedValue> &values, qint64 fromMs, qint64 toMs, int columns, qint64 maxHoleMs)
{
    QList<TimedValue> out;
    if (toMs <= fromMs || columns <= 0)
        return out;
    const auto firstInside = std::lower_bound(values.begin(), values.end(), fromMs,
                                              [](const TimedValue &v, qint64 t) { return v.timeMs < t; });
    const auto afterLast = std::upper_bound(values.begin(), values.end(), toMs,
                                            [](qint64 t, const TimedValue &v) { return t < v.timeMs; });
    const auto begin = firstInside == values.begin() ? firstInside : firstInside - 1;
    const auto end = afterLast == values.end() ? afterLast : afterLast + 1;
    const double perColumn = double(toMs - fromMs) / columns;

    qint64 column = 0;
    TimedValue low, high, last;
    bool inRun = false;
    const auto emitAfterTheLast = [&out](const TimedValue &value) {
        if (value.timeMs > out.last().timeMs)
            out << value;
    };
    const auto endColumn = [&] {
        emitAfterTheLast(low.timeMs <= high.timeMs ? low : high);
        emitAfterTheLast(low.timeMs <= high.timeMs ? high : low);
    };
    const auto endRun = [&](qint64 gapMs) {
        if (!inRun)
            return;
        endColumn();
        emitAfterTheLast(last);
        out << TimedValue{gapMs, std::numeric_limits<double>::quiet_NaN()};
        inRun = false;
    };
    for (auto it = begin; it != end; ++it) {
        if (std::isnan(it->value)) {
            endRun(it->timeMs);
            continue;
        }
        if (inRun && maxHoleMs > 0 && it->timeMs - last.timeMs > maxHoleMs)
            endRun(last.timeMs + 1);
        const qint64 here = qint64(std::floor(double(it->timeMs - fromMs) / perColumn));
        if (!inRun) {
            out << *it;
            inRun = true;
            column = here;
            low = high = *it;
        } else if (here != column) {
            endColumn();
            column = here;
            low = high = *it;
        } else {
            if (it->value < low.value)
                low = *it;
            if (it->value > high.value)
                high = *it;
        }
        last = *it;
    }
    endRun(last.timeMs + 1);
    if (!out.isEmpty())
        out.removeLast(); // the NaN after the last run
    return out;
}

QList<QList<TimedValue>> runsOf(const QList<TimedValue> &values)
{
    QList<QList<TimedValue>> runs;
    bool open = false;
    for (const TimedValue &value : values) {
        if (std::isnan(value.value)) {
            open = false;
            continue;
        }
        if (!open)
            runs << QList<TimedValue>();
        open = true;
        runs.last() << value;
    }
    return runs;
}
