#include "ui/monitor/chartlayout.h"

#include "ui/common/format.h"
#include "ui/monitor/figures.h"

#include <algorithm>
#include <cmath>
#include <optional>

using namespace Qt::StringLiterals;

namespace {

constexpr int mostSteps = 4;

double stepFor(double low, double high, bool isWhole)
{
    const double power = std::pow(10, std::floor(std::log10((high - low) / mostSteps)));
    for (const double factor : {1.0, 2.0, 2.5, 5.0, 10.0, 20.0, 25.0, 50.0}) {
        const double step = factor * power;
        if (isWhole && (step < 1 || step != std::floor(step)))
            continue;
        if (std::ceil(high / step - 1e-9) - std::floor(low / step + 1e-9) <= mostSteps)
            return step;
    }
    return std::max(100 * power, isWhole ? 1.0 : 0.0);
}

QString valueText(double value)
{
    return format::value(value, {}, -1);
}

// As it is written, as a number: what reads the same is the same.
double asWritten(double value)
{
    return QString::number(value, 'f', format::usualDecimals(value)).toDouble();
}

QString labelText(double low, double high, bool isAbove, qsizetype lines)
{
    const QString one = valueText(low), other = valueText(high);
    const QString value = (isAbove ? u">"_s : QString()) + (one == other ? one : one + u'–' + other);
    return lines > 1 ? u"%1 ×%2"_s.arg(value).arg(lines) : value;
}

struct Bunch
{
    double low = 0, high = 0, fromY = 0, toY = 0;
    QList<int> lines;
    bool isAbove = false;
    double middle() const { return (fromY + toY) / 2; }
    bool saysTheSame(const Bunch &other) const 
    {
        return isAbove == other.isAbove && valueText(low) == valueText(other.high)
            && valueText(high) == valueText(other.low);
    }
    void join(const Bunch &other)
    {
        low = std::min(low, other.low);
        high = std::max(high, other.high);
        fromY = std::min(fromY, other.fromY);
        toY = std::max(toY, other.toY);
        lines += other.lines;
        isAbove = isAbove || other.isAbove;
    }
};

// What a line has at a moment: between two of its values, or beside one that is no further away than `reachMs`.
// `at`: the first value that is not before the moment.
std::optional<double> valueNear(const QList<TimedValue> &line, qsizetype at, qint64 timeMs, qint64 reachMs)
{
    const auto has = [&](qsizetype i) { return i >= 0 && i < line.size() && !std::isnan(line[i].value); };
    if (has(at) && has(at - 1)) {
        const TimedValue &from = line[at - 1], &to = line[at];
        const double share = double(timeMs - from.timeMs) / double(std::max<qint64>(1, to.timeMs - from.timeMs));
        return from.value + share * (to.value - from.value);
    }
    for (const qsizetype i : {at, at - 1}) {
        if (has(i) && std::abs(line[i].timeMs - timeMs) <= reachMs)
            return line[i].value;
    }
    return std::nullopt;
}

QList<bool> liesOn(const QList<TimedValue> &line, const QList<TimedValue> &other, double tolerance, qint64 aroundMs)
{
    constexpr double farAway = 4;        // of the tolerance: that is seen as two lines, whatever is around it
    QList<bool> isShared(line.size(), false), isFar(line.size(), false), isOn(line.size(), false);
    QList<int> shared{0}, near{0};       // how many before the one of that index
    qsizetype at = 0;
    for (qsizetype i = 0; i < line.size(); ++i) {
        while (at < other.size() && other[at].timeMs < line[i].timeMs)
            ++at;
        const std::optional<double> value
            = std::isnan(line[i].value) ? std::nullopt : valueNear(other, at, line[i].timeMs, aroundMs / 4);
        isShared[i] = value.has_value();
        const double distance = value ? std::abs(*value - line[i].value) : 0;
        isFar[i] = distance > farAway * tolerance;
        shared << shared.last() + isShared[i];
        near << near.last() + (value && distance <= tolerance);
    }
    qsizetype from = 0, to = 0;
    for (qsizetype i = 0; i < line.size(); ++i) {
        while (line[from].timeMs < line[i].timeMs - aroundMs)
            ++from;
        while (to < line.size() && line[to].timeMs <= line[i].timeMs + aroundMs)
            ++to;
        isOn[i] = isShared[i] && !isFar[i] && (near[to] - near[from]) * 3 >= shared[to] - shared[from];
    }
    return isOn;
}

} // namespace

Axis axisFor(double low, double high, const AxisNeeds &needs)
{
    Axis axis;
    if (!(low <= high))
        low = high = needs.low.value_or(0);
    if (needs.low && needs.high) {
        axis = {*needs.low, *needs.high, niceTicks(*needs.low, *needs.high, mostSteps + 1), 0};
    } else {
        const double span = std::max(
            {high - low, needs.smallestSpan, std::abs(high) * 1e-6, needs.isWhole ? double(mostSteps) : 1e-3});
        double from = needs.low.value_or(std::min(low, (low + high) / 2 - span / 2));
        double to = needs.high.value_or(std::max(high, needs.low ? *needs.low + span : (low + high) / 2 + span / 2));
        if (low >= 0 && !needs.low && from < 0) { // what is never negative has no axis below zero
            from = 0;
            to = needs.high.value_or(std::max(to, span));
        }
        if (!needs.high && high > to - (to - from) * 0.02) // a line is not the frame
            to = high + (to - from) * 0.02;
        const double step = stepFor(from, to, needs.isWhole);
        axis.low = needs.low.value_or(std::floor(from / step + 1e-9) * step);
        axis.high = needs.high.value_or(std::ceil(to / step - 1e-9) * step);
        for (double i = std::ceil(axis.low / step - 1e-9); i * step <= axis.high + step * 1e-9; ++i)
            axis.ticks << i * step;
    }
    const double step = axis.ticks.size() > 1 ? axis.ticks[1] - axis.ticks[0] : 1;
    for (double rest = step; axis.decimals < 3 && std::abs(rest - std::round(rest)) > 1e-6; rest *= 10)
        ++axis.decimals;
    return axis;
}

QList<double> spread(QList<double> wanted, double top, double bottom, double height)
{
    const qsizetype count = wanted.size();
    if (count == 0)
        return wanted;
    if (double(count - 1) * height > bottom - top) {
        for (qsizetype i = 0; i < count; ++i)
            wanted[i] = count == 1 ? top : top + (bottom - top) * double(i) / double(count - 1);
        return wanted;
    }
    // Neighbours that touch become one block around the middle of what its members want.
    struct Block { double sum; qsizetype count; double first; };
    QList<Block> blocks;
    for (qsizetype i = 0; i < count; ++i) {
        Block block{wanted[i], 1, std::clamp(wanted[i], top, bottom)};
        while (!blocks.isEmpty() && blocks.last().first + double(blocks.last().count) * height > block.first) {
            const Block before = blocks.takeLast();
            block.sum += before.sum;
            block.count += before.count;
            const double length = double(block.count - 1) * height;
            block.first = std::clamp(block.sum / double(block.count) - length / 2, top, bottom - length);
        }
        blocks << block;
    }
    QList<double> placed;
    for (const Block &block : std::as_const(blocks)) {
        for (qsizetype i = 0; i < block.count; ++i)
            placed << block.first + double(i) * height;
    }
    return placed;
}

QList<EndLabel> endLabels(QList<LineEnd> ends, double top, double bottom, double height)
{
    constexpr qsizetype mostOfTheirOwn = 4;
    std::stable_sort(ends.begin(), ends.end(), [](const LineEnd &a, const LineEnd &b) { return a.y < b.y; });
    QList<Bunch> bunches;
    for (const LineEnd &end : std::as_const(ends)) {
        const Bunch one{end.value, end.value, end.y, end.y, {end.line}, end.isAbove};
        if (!bunches.isEmpty() && end.y - bunches.last().toY < height && bunches.last().saysTheSame(one))
            bunches.last().join(one);
        else
            bunches << one;
    }
    // Join the two nearest until nothing collides (few lines: until they fit one above the other).
    while (bunches.size() > 1) {
        qsizetype nearest = 0;
        for (qsizetype i = 1; i + 1 < bunches.size(); ++i) {
            if (bunches[i + 1].middle() - bunches[i].middle()
                < bunches[nearest + 1].middle() - bunches[nearest].middle())
                nearest = i;
        }
        const bool collide = bunches[nearest + 1].middle() - bunches[nearest].middle() < height;
        const bool fit = double(bunches.size() - 1) * height <= bottom - top;
        if (fit && (!collide || ends.size() <= mostOfTheirOwn))
            break;
        bunches[nearest].join(bunches.takeAt(nearest + 1));
    }
    QList<double> wanted;
    for (const Bunch &bunch : std::as_const(bunches))
        wanted << bunch.middle();
    const QList<double> placed = spread(wanted, top, bottom, height);
    QList<EndLabel> labels;
    for (qsizetype i = 0; i < bunches.size(); ++i) {
        const Bunch &bunch = bunches[i];
        const bool isMoved = std::abs(placed[i] - bunch.fromY) >= height / 4;
        const bool isNear = (i > 0 && placed[i] - placed[i - 1] < 2 * height)
            || (i + 1 < bunches.size() && placed[i + 1] - placed[i] < 2 * height);
        labels << EndLabel{labelText(bunch.low, bunch.high, bunch.isAbove, bunch.lines.size()),
                           placed[i],
                           bunch.fromY,
                           bunch.toY,
                           bunch.lines,
                           bunch.lines.size() > 1 || isMoved || isNear};
    }
    return labels;
}

QList<int> tipRows(QList<std::optional<double>> values, std::optional<double> focus, int room)
{
    QList<int> rows(values.size());
    for (int i = 0; i < rows.size(); ++i) {
        rows[i] = i;
        if (values[i])
            values[i] = asWritten(*values[i]);
    }
    std::stable_sort(rows.begin(), rows.end(),
                     [&](int a, int b) { return values[a] && (!values[b] || *values[a] > *values[b]); });
    if (rows.size() <= room)
        return rows;
    const qsizetype count = std::max(0, room - 1);
    const auto distance = [&](int row) {
        return values[row] ? std::abs(*values[row] - *focus) : std::numeric_limits<double>::infinity();
    };
    qsizetype from = 0;
    while (focus && from + count < rows.size() && distance(rows[from + count]) < distance(rows[from]))
        ++from;
    return rows.mid(from, count);
}

QList<QList<int>> overlapRanks(const QList<ChartLine> &lines, double tolerance, qint64 aroundMs)
{
    QList<QList<int>> ranks;
    for (qsizetype i = 0; i < lines.size(); ++i) {
        QList<int> rank(lines[i].values.size(), 0);
        for (qsizetype j = 0; j < i; ++j) {
            const QList<bool> isOn = liesOn(lines[i].values, lines[j].values, tolerance, aroundMs);
            for (qsizetype k = 0; k < rank.size(); ++k)
                rank[k] += isOn[k];
        }
        ranks << rank;
    }
    return ranks;
}

QList<LinePiece> piecesOf(const QList<TimedValue> &values, const QList<int> &ranks, qint64 shortestMs)
{
    QList<LinePiece> pieces;
    const auto close = [&](qsizetype first) { // the pieces of one run are there: join those that are alike now
        for (qsizetype i = first; i < pieces.size(); ++i) {
            if (pieces[i].values.last().timeMs - pieces[i].values.first().timeMs < shortestMs)
                pieces[i].rank = 0;
            if (i > first && pieces[i].rank == pieces[i - 1].rank) {
                pieces[i - 1].values += pieces[i].values.mid(1);
                pieces.removeAt(i--);
            }
        }
    };
    qsizetype first = 0;
    for (qsizetype i = 0; i < values.size(); ++i) {
        if (std::isnan(values[i].value)) {
            close(first);
            first = pieces.size();
            continue;
        }
        if (pieces.size() == first) {
            pieces << LinePiece{ranks.value(i), {values[i]}, true};
            continue;
        }
        const int rank = std::min(ranks.value(i - 1), ranks.value(i)); // of the way from one to the other
        LinePiece &last = pieces.last();
        if (last.values.size() == 1)
            last.rank = rank;
        else if (last.rank != rank)
            pieces << LinePiece{rank, {values[i - 1]}};
        pieces.last().values << values[i];
    }
    close(first);
    return pieces;
}

QList<FlowPlace> flow(const QList<int> &widths, int width, int gap)
{
    QList<FlowPlace> places;
    int x = 0, line = 0;
    for (const int one : widths) {
        if (x > 0 && x + one > width) {
            x = 0;
            ++line;
        }
        places << FlowPlace{x, line};
        x += one + gap;
    }
    return places;
}
