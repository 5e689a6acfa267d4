#include "ui/monitor/timechart.h"

#include "core/metrics/decimate.h"
#include "ui/common/format.h"
#include "ui/common/style.h"
#include "ui/monitor/figures.h"
#include "ui/monitor/latency.h"

#include <QDateTime>
#include <QGraphicsLayout>
#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QLineSeries>
#include <QValueAxis>

#include <cmath>

using namespace Qt::StringLiterals;

namespace {

constexpr int leftRoom = 48, topRoom = 6, bottomRoom = 20, labelHeight = 13, tipRowHeight = 15;
constexpr int mostRuns = 400;            // of all lines together; beyond that the picture is noise
constexpr double longestDash = 6;       // in widths of the pen
constexpr double lineOnLine = 1.5;      // px; so near is a line on another one
constexpr double nearby = 8;            // px to either side, by which it is judged where noise makes them part
constexpr double shortestDrag = 6;          // pixels: less is a click
constexpr int beforeLabel = 7, dotWidth = 7, bracketWidth = 2, afterLabel = 2; // right of the plot
constexpr qsizetype mostLabelDots = 3;        // of one label; beyond that a bracket
// An end label says what is at the right end: of latencies, which are there only when requests end, as far back as the
// cards look, else of the last readings.
constexpr qint64 latencyEndsMs = 60'000, leastEndsMs = 5000;
constexpr qsizetype few = 8;             // lines that are drawn finely and listed in their own order

qint64 utcOffsetMs(qint64 timeMs)
{
    return QDateTime::fromMSecsSinceEpoch(timeMs).offsetFromUtc() * 1000LL;
}

} // namespace

TimeChart::TimeChart(QWidget *parent) : QChartView(parent)
{
    m_chart = new QChart;
    m_chart->legend()->hide();
    m_chart->setMargins({});
    m_chart->setBackgroundVisible(false);
    m_chart->setPlotAreaBackgroundVisible(false);
    m_chart->layout()->setContentsMargins(0, 0, 0, 0);
    m_timeAxis = new QValueAxis(m_chart);
    m_valueAxis = new QValueAxis(m_chart);
    m_chart->addAxis(m_timeAxis, Qt::AlignBottom);
    m_chart->addAxis(m_valueAxis, Qt::AlignLeft);
    m_timeAxis->setVisible(false);
    m_valueAxis->setVisible(false);
    setChart(m_chart);
    setFrameShape(QFrame::NoFrame);
    setBackgroundBrush(Qt::NoBrush);
    viewport()->setAutoFillBackground(false);
    setMouseTracking(true);
    viewport()->setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setCacheMode(QGraphicsView::CacheNone);
    setViewportUpdateMode(QGraphicsView::FullViewportUpdate);
}

void TimeChart::setAxis(const AxisNeeds &needs)
{
    m_needs = needs;
    scaleToValues();
}

void TimeChart::setEndRoom(int pixels)
{
    if (m_endRoom == pixels)
        return;
    m_endRoom = pixels;
    m_chart->setPlotArea(scale().plot);
    viewport()->update();
}

int TimeChart::endRoomWanted() const
{
    const QFontMetricsF metrics(style::font(11));
    double widest = 0;
    for (const EndLabel &label : lastValues()) {
        const double marks = label.lines.size() > mostLabelDots ? bracketWidth
            : label.hasDots                                ? double(label.lines.size()) * dotWidth
                                                           : 0;
        widest = std::max(widest, beforeLabel + marks + metrics.horizontalAdvance(label.text) + afterLabel);
    }
    return int(std::ceil(widest));
}

void TimeChart::setThreshold(std::optional<double> value)
{
    m_threshold = value;
    viewport()->update();
}

ChartScale TimeChart::scale() const
{
    return {QRectF(leftRoom, topRoom, std::max(10, width() - leftRoom - m_endRoom),
                   std::max(10, height() - topRoom - bottomRoom)),
            m_fromMs, m_toMs, m_axis.low, m_axis.high};
}

QLineSeries *TimeChart::series(int index)
{
    while (m_pool.size() <= index) {
        auto *series = new QLineSeries;
        m_chart->addSeries(series);
        series->attachAxis(m_timeAxis);
        series->attachAxis(m_valueAxis);
        m_pool << series;
    }
    return m_pool[index];
}

void TimeChart::setEmphasis(const QString &line)
{
    if (line == m_emphasis)
        return;
    m_emphasis = line;
    setLines(QList(m_lines), m_fromMs, m_toMs);
}

void TimeChart::setLines(const QList<ChartLine> &lines, qint64 fromMs, qint64 toMs)
{
    m_lines = lines;
    m_fromMs = fromMs;
    m_toMs = std::max(fromMs + 1, toMs);
    scaleToValues();
    // Relative times: the numbers stay small enough for the plot's arithmetic.
    m_timeAxis->setRange(0, double(m_toMs - m_fromMs));
    setRenderHint(QPainter::Antialiasing, m_lines.size() <= few);
    const ChartScale at = scale();
    const double msPerPixel = double(m_toMs - m_fromMs) / at.plot.width();
    const QList<QList<int>> ranks = m_lines.size() <= few
        ? overlapRanks(m_lines, (at.high - at.low) / at.plot.height() * lineOnLine, qint64(nearby * msPerPixel))
        : QList<QList<int>>();

    int used = 0;
    m_runs = 0;
    m_endPens.clear();
    // no line goes without
    const qsizetype runsEach = std::max<qsizetype>(4, mostRuns / std::max<qsizetype>(1, m_lines.size()));
    for (qsizetype i = 0; i < m_lines.size(); ++i) {
        const QList<LinePiece> pieces
            = piecesOf(m_lines[i].values, ranks.value(i), qint64(longestDash * penWidth() * msPerPixel));
        qsizetype runs
            = std::count_if(pieces.cbegin(), pieces.cend(), [](const auto &piece) { return piece.beginsRun; });
        for (const LinePiece &piece : pieces) {
            const bool isShown = runs - piece.beginsRun < runsEach;
            runs -= piece.beginsRun;
            if (!isShown)
                continue;
            m_runs += piece.beginsRun;
            QList<QPointF> points;
            points.reserve(piece.values.size() + 1);
            for (const TimedValue &value : piece.values)
                points << QPointF(double(value.timeMs - m_fromMs), value.value);
            if (points.size() == 1) // one value alone is a dot, not nothing
                points << points.first() + QPointF(double(m_toMs - m_fromMs) / 300, 0);
            QLineSeries *one = series(used++);
            if (const QPen pen = penFor(m_lines[i], piece.rank); one->pen() != pen)
                one->setPen(pen);
            one->replace(points);
        }
        m_endPens << (pieces.isEmpty() ? Qt::NoPen : penFor(m_lines[i], pieces.last().rank).style());
    }
    for (int i = used; i < m_used; ++i)
        m_pool[i]->clear();
    m_used = used;
    setAccessibleDescription(wordsAt(m_toMs));
    viewport()->update();
}

double TimeChart::penWidth() const
{
    return m_lines.size() <= few ? 1.6 : 1.0;
}

// A line that lies on another one is dashed, so that both are seen; the more lie there, the shorter its dashes.
QPen TimeChart::penFor(const ChartLine &line, int rank) const
{
    QPen pen(line.isStale ? style::mixed(line.color, style::colors().unknown, 0.6) : line.color, penWidth(), line.pen);
    const bool isOther = !m_emphasis.isEmpty() && line.name != m_emphasis
        && std::any_of(m_lines.cbegin(), m_lines.cend(), [&](const ChartLine &one) { return one.name == m_emphasis; });
    if (isOther)
        pen.setColor(style::mixed(pen.color(), style::colors().surface, 0.75));
    else if (!m_emphasis.isEmpty() && line.name == m_emphasis)
        pen.setWidthF(2 * penWidth());
    if (rank > 0) {
        const double dash = longestDash / rank;
        pen.setDashPattern({dash, longestDash * (rank + 1) - dash});
        pen.setCapStyle(Qt::FlatCap);
    }
    return pen;
}

void TimeChart::scaleToValues()
{
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (const ChartLine &line : std::as_const(m_lines)) {
        for (const TimedValue &value : line.values) {
            if (!std::isnan(value.value)) {
                low = std::min(low, value.value);
                high = std::max(high, value.value);
            }
        }
    }
    m_hasValues = low <= high;
    m_axis = axisFor(low, high, m_needs);
    m_valueAxis->setRange(m_axis.low, m_axis.high);
}

void TimeChart::resizeEvent(QResizeEvent *event)
{
    QChartView::resizeEvent(event);
    m_chart->setPlotArea(scale().plot);
}

void TimeChart::drawBackground(QPainter *painter, const QRectF &)
{
    const ChartScale at = scale();
    const Colors c = style::colors();
    painter->save();
    painter->setFont(style::font(11));
    const QFontMetrics metrics(painter->font());
    // Nothing measured: no grid and no figures, only the words that say so.
    for (const double tick : m_hasValues ? m_axis.ticks : QList<double>()) {
        const double y = std::round(at.y(tick)) + 0.5;
        painter->setPen(QPen(c.border, 1));
        painter->drawLine(QPointF(at.plot.left(), y), QPointF(at.plot.right(), y));
        painter->setPen(c.secondText);
        painter->drawText(QRectF(0, y - 8, leftRoom - 8, 16), Qt::AlignRight | Qt::AlignVCenter,
                          format::number(tick, m_axis.decimals));
    }
    painter->setPen(c.secondText);
    const bool showSeconds = m_toMs - m_fromMs < 4 * 60'000;
    for (const qint64 tick : timeTicks(m_fromMs, m_toMs, std::max(2, int(at.plot.width() / 70)), utcOffsetMs(m_toMs))) {
        const QDateTime when = QDateTime::fromMSecsSinceEpoch(tick);
        const bool isDay = m_toMs - m_fromMs >= 24 * 3'600'000 && when.time() == QTime(0, 0);
        const QString text = when.toString(isDay ? u"MM-dd"_s : showSeconds ? u"HH:mm:ss"_s : u"HH:mm"_s);
        const int width = metrics.horizontalAdvance(text);
        const double x
            = std::clamp(at.x(tick) - width / 2.0, at.plot.left() - leftRoom, at.plot.right() + m_endRoom - width);
        painter->drawText(QPointF(x, at.plot.bottom() + 15), text);
    }
    if (m_hasValues && m_threshold && *m_threshold > m_axis.low && *m_threshold < m_axis.high) {
        painter->setPen(QPen(c.warning, 1, Qt::DashLine));
        const double y = std::round(at.y(*m_threshold)) + 0.5;
        painter->drawLine(QPointF(at.plot.left(), y), QPointF(at.plot.right(), y));
    }
    painter->restore();
}

QList<EndLabel> TimeChart::lastValues() const
{
    const ChartScale at = scale();
    QList<LineEnd> ends;
    for (int i = 0; i < m_lines.size(); ++i) {
        const ChartLine &line = m_lines[i];
        const qint64 endsMs = line.buckets.isEmpty() ? std::max(leastEndsMs, 3 * line.nearMs) : latencyEndsMs;
        if (line.isStale || line.values.isEmpty() || std::isnan(line.values.last().value)
            || line.values.last().timeMs < m_toMs - endsMs)
            continue;
        const TimedValue &last = line.values.last();
        ends << LineEnd{i, last.value, std::clamp(at.y(last.value), at.plot.top(), at.plot.bottom()),
                        std::isinf(latencyOf(line, last).value)};
    }
    return endLabels(ends, at.plot.top() + 5, at.plot.bottom() - 4, labelHeight);
}

// The last values stand at the lines' ends. Lines that end together share a label, with a dot of each, or a bracket for
// many.
void TimeChart::drawLastValues(QPainter *painter)
{
    const ChartScale at = scale();
    const Colors c = style::colors();
    for (const EndLabel &label : lastValues()) {
        double x = at.plot.right() + beforeLabel;
        if (label.lines.size() > mostLabelDots) {
            painter->setPen(QPen(c.secondText, 1));
            painter->drawLine(QPointF(x - 2.5, std::min(label.fromY, label.toY - 4)),
                              QPointF(x - 2.5, std::max(label.toY, label.fromY + 4)));
            x += bracketWidth;
        } else {
            painter->setPen(Qt::NoPen);
            for (const int index : label.lines) {
                const TimedValue &last = m_lines[index].values.last();
                painter->setBrush(m_lines[index].color);
                painter->drawEllipse(QPointF(std::min(at.x(last.timeMs), at.plot.right()),
                                             std::clamp(at.y(last.value), at.plot.top(), at.plot.bottom())),
                                     2.5, 2.5);
                if (!label.hasDots)
                    continue;
                painter->drawEllipse(QPointF(x + 2, label.y), 2.5, 2.5); // whose number it is
                x += dotWidth;
            }
        }
        painter->setPen(c.text);
        painter->drawText(QRectF(x, label.y - 8, width() - x, 16), Qt::AlignLeft | Qt::AlignVCenter, label.text);
    }
}

TimeChart::Tip TimeChart::tip(qint64 timeMs) const
{
    const ChartScale at = scale();
    const QFontMetrics metrics(style::font(11));
    QList<std::optional<double>> values;
    QStringList words;
    Tip tip;
    const bool isFew = m_lines.size() <= few;
    for (const ChartLine &line : m_lines) {
        values << valueAt(line, timeMs);
        words << line.name + u"  "_s + wordsOf(line, timeMs, true);
        tip.columnWidth = std::max(tip.columnWidth, metrics.horizontalAdvance(words.last()) + 26);
    }
    const QString time = format::time(timeMs);
    const int most = std::max(1, int((at.plot.height() - 10) / tipRowHeight) - 1);
    // Beside the cursor, not over all of the chart; two columns where they fit at all.
    const double beside = std::max(at.x(timeMs) - 8, at.plot.right() - at.x(timeMs) - 8);
    const int columns
        = std::max(1, std::min(width() - 8, std::max(int(beside), 2 * tip.columnWidth)) / std::max(1, tip.columnWidth));
    const QList<int> chosen = isFew ? QList<int>() : tipRows(values, m_focus, most * columns);
    tip.rows << TipRow{-1, time};
    for (int i = 0; isFew && i < m_lines.size(); ++i)
        tip.rows << TipRow{i, words[i]};
    for (const int line : chosen)
        tip.rows << TipRow{line, words[line]};
    if (const qsizetype rest = m_lines.size() + 1 - tip.rows.size(); rest > 0)
        tip.rows << TipRow{-1, tr("%n more", "lines of a chart", int(rest))};
    const qint64 near = qint64(4 * double(m_toMs - m_fromMs) / std::max(1.0, at.plot.width())); // 4 pixels
    for (const ChartMark &mark : m_marks) {
        if (std::abs(mark.timeMs - timeMs) > near || tip.rows.size() > most)
            continue;
        tip.rows << TipRow{-1, mark.words};
        tip.columnWidth = std::max(tip.columnWidth, metrics.horizontalAdvance(mark.words) + 12);
    }
    tip.rowsPerColumn = std::min<int>(isFew ? int(few) + 2 : most, int(tip.rows.size()) - 1);
    tip.columnWidth = std::max(tip.columnWidth, metrics.horizontalAdvance(time) + 12);
    return tip;
}

QStringList TimeChart::tipAt(qint64 timeMs) const
{
    QStringList words;
    for (const TipRow &row : tip(timeMs).rows)
        words << row.words;
    return words;
}

void TimeChart::drawTip(QPainter *painter)
{
    const ChartScale at = scale();
    const Colors c = style::colors();
    const double x = std::round(at.x(*m_cursor)) + 0.5;
    painter->setPen(QPen(c.secondText, 1));
    painter->drawLine(QPointF(x, at.plot.top()), QPointF(x, at.plot.bottom()));
    for (const ChartLine &line : std::as_const(m_lines)) {
        if (const std::optional<double> value = valueAt(line, *m_cursor)) {
            painter->setPen(QPen(c.surface, 1));
            painter->setBrush(line.color);
            painter->drawEllipse(QPointF(x, std::clamp(at.y(*value), at.plot.top(), at.plot.bottom())), 3.5, 3.5);
        }
    }
    const Tip tip = this->tip(*m_cursor);
    const int rows = std::max(1, tip.rowsPerColumn), columns = (int(tip.rows.size()) - 2 + rows) / rows;
    QRectF box(x + 8, at.plot.top() + 2, std::max(1, columns) * tip.columnWidth + 4, (rows + 1) * tipRowHeight + 8);
    if (box.right() > width())
        box.moveRight(std::max(x - 8, box.width()));
    painter->setPen(QPen(c.border, 1));
    painter->setBrush(c.surface);
    painter->drawRoundedRect(box, 4, 4);
    for (int i = 0; i < tip.rows.size(); ++i) {
        const TipRow &row = tip.rows[i];
        const double left = box.left() + (i == 0 ? 0 : (i - 1) / rows * tip.columnWidth);
        const double y = box.top() + 4 + (i == 0 ? 0 : 1 + (i - 1) % rows) * tipRowHeight;
        if (row.line >= 0) {
            painter->setPen(QPen(m_lines[row.line].color, 2, m_lines[row.line].pen, Qt::FlatCap));
            painter->drawLine(QPointF(left + 5, y + 7.5), QPointF(left + 15, y + 7.5));
        }
        painter->setPen(row.line < 0 ? c.secondText : c.text);
        painter->drawText(QRectF(left + (row.line < 0 ? 6 : 19), y, box.width(), tipRowHeight),
                          Qt::AlignVCenter | Qt::AlignLeft, row.words);
    }
}

void TimeChart::setMarks(const QList<ChartMark> &marks)
{
    if (marks == m_marks)
        return;
    m_marks = marks;
    viewport()->update();
}

// A line from top to bottom with a head, so that it is no line of values.
void TimeChart::drawMarks(QPainter *painter)
{
    const ChartScale at = scale();
    for (const ChartMark &mark : std::as_const(m_marks)) {
        if (mark.timeMs < m_fromMs || mark.timeMs > m_toMs)
            continue;
        const double x = std::round(at.x(mark.timeMs)) + 0.5;
        painter->setPen(QPen(mark.color, 1, Qt::DotLine));
        if (m_hasValues)                 // else the words that say so stand there
            painter->drawLine(QPointF(x, at.plot.top()), QPointF(x, at.plot.bottom()));
        painter->setPen(Qt::NoPen);
        painter->setBrush(mark.color);
        painter->drawPolygon(QPolygonF{{x - 4, at.plot.top() - 4}, {x + 4, at.plot.top() - 4}, {x, at.plot.top() + 2}});
    }
}

void TimeChart::drawForeground(QPainter *painter, const QRectF &)
{
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setFont(style::font(11));
    drawOpenEnds(painter);
    drawMarks(painter);
    drawLastValues(painter);
    if (m_cursor && *m_cursor >= m_fromMs && *m_cursor <= m_toMs)
        drawTip(painter);
    drawDragged(painter);
    if (hasFocus()) {
        painter->setPen(QPen(style::colors().accent, 1));
        painter->setBrush(Qt::NoBrush);
        painter->drawRoundedRect(QRectF(0.5, 0.5, width() - 1, height() - 1), 4, 4);
    }
    painter->restore();
}

// Between two values the line is drawn; beyond the ends of a run a value stands for its own moment only, however long
// the time is that is shown.
std::optional<TimedValue> TimeChart::pointAt(const ChartLine &line, qint64 timeMs) const
{
    const auto after = std::lower_bound(line.values.begin(), line.values.end(), timeMs,
                                        [](const TimedValue &v, qint64 t) { return v.timeMs < t; });
    const auto before = after == line.values.begin() ? after : after - 1;
    const bool isBetween = after != line.values.end() && before != after && !std::isnan(after->value)
        && !std::isnan(before->value);
    const qint64 range = m_toMs - m_fromMs, pixel = qint64(double(range) / scale().plot.width());
    const qint64 near = isBetween ? std::max<qint64>({1500, range / 100, line.nearMs})
                                  : std::max<qint64>({2500, pixel, line.nearMs});
    std::optional<TimedValue> found;
    qint64 distance = near + 1;
    for (const auto &it : {after, before}) {
        if (it != line.values.end() && std::abs(it->timeMs - timeMs) < distance) {
            distance = std::abs(it->timeMs - timeMs);
            found = std::isnan(it->value) ? std::nullopt : std::optional(*it);
        }
    }
    return found;
}

std::optional<double> TimeChart::valueAt(const ChartLine &line, qint64 timeMs) const
{
    const std::optional<TimedValue> point = pointAt(line, timeMs);
    return point ? std::optional(point->value) : std::nullopt;
}

// "63 %"; "1,800 ms (1,000–2,500 ms)" and "> 10,000 ms" of what is estimated.
QString TimeChart::wordsOf(const ChartLine &line, qint64 timeMs, bool withBucket) const
{
    const std::optional<TimedValue> point = pointAt(line, timeMs);
    if (!point)
        return format::none();
    if (line.buckets.isEmpty())
        return format::value(point->value, m_unit, -1);
    const BucketQuantile latency = latencyOf(line, *point);
    const QString words = latencyText(latency, m_unit), bucket = bucketText(latency, m_unit);
    return !withBucket || bucket.isEmpty() || bucket == words ? words : u"%1 (%2)"_s.arg(words, bucket);
}

// What is only known to be more than the line shows points upwards.
void TimeChart::drawOpenEnds(QPainter *painter)
{
    const ChartScale at = scale();
    painter->setPen(Qt::NoPen);
    for (const ChartLine &line : std::as_const(m_lines)) {
        painter->setBrush(line.color);
        for (const TimedValue &value : line.buckets.isEmpty() ? QList<TimedValue>() : line.values) {
            const QPointF point(at.x(value.timeMs), at.y(value.value));
            if (at.plot.contains(point) && std::isinf(latencyOf(line, value).value))
                painter->drawPolygon(
                    QPolygonF{point + QPointF(0, -8), point + QPointF(-4, -2), point + QPointF(4, -2)});
        }
    }
}

QString TimeChart::wordsAt(qint64 timeMs) const
{
    QStringList words;
    for (const ChartLine &line : m_lines) {
        words << line.name + u' ' + wordsOf(line, timeMs, false);
    }
    return format::list(words);
}

void TimeChart::setCursor(std::optional<qint64> timeMs)
{
    if (m_cursor == timeMs)
        return;
    m_cursor = timeMs;
    viewport()->update();
}

void TimeChart::mouseMoveEvent(QMouseEvent *event)
{
    const ChartScale at = scale();
    const double x = event->position().x();
    m_focus = at.low + (at.plot.bottom() - event->position().y()) / at.plot.height() * (at.high - at.low);
    viewport()->update();                // the lines near the mouse come first
    if (m_dragFrom)
        m_dragTo = std::clamp(x, at.plot.left(), at.plot.right());
    emit cursorMoved(x < at.plot.left() || x > at.plot.right() ? std::nullopt : std::optional(at.timeAt(x)));
}

void TimeChart::mousePressEvent(QMouseEvent *event)
{
    const ChartScale at = scale();
    if (event->button() == Qt::LeftButton)
        m_dragFrom = std::clamp(event->position().x(), at.plot.left(), at.plot.right());
    m_dragTo.reset();
    event->accept();
}

void TimeChart::mouseReleaseEvent(QMouseEvent *event)
{
    const std::optional<double> from = std::exchange(m_dragFrom, {}), to = std::exchange(m_dragTo, {});
    viewport()->update();
    event->accept();
    if (event->button() == Qt::LeftButton && from && to && std::abs(*from - *to) >= shortestDrag)
        emit rangeChosen(scale().timeAt(std::min(*from, *to)), scale().timeAt(std::max(*from, *to)));
}

void TimeChart::mouseDoubleClickEvent(QMouseEvent *event)
{
    event->accept();
    if (event->button() == Qt::LeftButton)
        emit zoomWanted(scale().timeAt(event->position().x()), 3);
}

// What will be shown when the button is let go.
void TimeChart::drawDragged(QPainter *painter)
{
    if (!m_dragFrom || !m_dragTo || std::abs(*m_dragFrom - *m_dragTo) < shortestDrag)
        return;
    const QRectF plot = scale().plot;
    QColor tint = style::colors().accent;
    painter->setPen(QPen(tint, 1));
    tint.setAlphaF(0.15f);
    painter->setBrush(tint);
    painter->drawRect(QRectF(QPointF(*m_dragFrom, plot.top()), QPointF(*m_dragTo, plot.bottom())).normalized());
}

void TimeChart::leaveEvent(QEvent *event)
{
    m_focus.reset();
    emit cursorMoved(std::nullopt);
    QChartView::leaveEvent(event);
}

void TimeChart::keyPressEvent(QKeyEvent *event)
{
    const qint64 step = std::max<qint64>(1, (m_toMs - m_fromMs) / 100);
    const qint64 from = m_cursor.value_or(m_toMs);
    const bool isSideways = event->key() == Qt::Key_Left || event->key() == Qt::Key_Right;
    if (isSideways && event->modifiers() == (Qt::ControlModifier | Qt::ShiftModifier)) {
        emit moveWanted(event->key() == Qt::Key_Left ? -1 : 1);
        return;
    }
    switch (event->key()) {
    case Qt::Key_Left: emit cursorMoved(std::max(m_fromMs, from - step)); break;
    case Qt::Key_Right: emit cursorMoved(std::min(m_toMs, from + step)); break;
    case Qt::Key_Home: emit cursorMoved(m_fromMs); break;
    case Qt::Key_End: emit cursorMoved(m_toMs); break;
    case Qt::Key_Escape:
        if (std::exchange(m_dragFrom, {}) && std::exchange(m_dragTo, {})) // the choice is given up, not the cursor
            viewport()->update();
        else
            emit cursorMoved(std::nullopt);
        break;
    case Qt::Key_Plus:
    case Qt::Key_Equal: emit zoomWanted(from, 0.5); break;
    case Qt::Key_Minus: emit zoomWanted(from, 2); break;
    case Qt::Key_PageUp: emit panWanted(-0.5); break;
    case Qt::Key_PageDown: emit panWanted(0.5); break;
    default:
        event->ignore(); // up and down scroll the page
        return;
    }
    if (m_cursor)
        setAccessibleDescription(wordsAt(*m_cursor));
}

QList<OwnKey> TimeChart::ownKeys() const
{
    return {{{Qt::Key_Left, Qt::Key_Right}, tr("In a chart: point at an earlier or a later time")},
            {{Qt::Key_Home, Qt::Key_End}, tr("In a chart: point at its beginning or its end")},
            {{Qt::Key_Escape}, tr("In a chart: point at no time")},
            {{Qt::Key_Plus, Qt::Key_Minus}, tr("In a chart: show a shorter or a longer time")},
            {{Qt::Key_PageUp, Qt::Key_PageDown}, tr("In a chart: go back or on in time")},
            {{Qt::CTRL | Qt::SHIFT | Qt::Key_Left, Qt::CTRL | Qt::SHIFT | Qt::Key_Right},
             tr("In a chart: move it to an earlier or a later place among the charts")}};
}

void TimeChart::focusOutEvent(QFocusEvent *event)
{
    emit cursorMoved(std::nullopt);
    QChartView::focusOutEvent(event);
}

void TimeChart::wheelEvent(QWheelEvent *event)
{
    // With Alt, what is beside the wheel comes as horizontal.
    const double notches = (event->angleDelta().y() + event->angleDelta().x()) / 120.0;
    if (notches != 0 && event->modifiers().testFlag(Qt::ControlModifier)) {
        emit zoomWanted(scale().timeAt(event->position().x()), std::pow(0.8, notches));
        event->accept();
    } else if (notches != 0 && event->modifiers().testFlag(Qt::ShiftModifier)) {
        emit panWanted(-0.1 * notches);
        event->accept();
    } else {
        event->ignore();                 // the page scrolls, the chart does not
    }
}

void TimeChart::contextMenuEvent(QContextMenuEvent *event)
{
    const ChartScale at = scale();
    const bool isKey = event->reason() == QContextMenuEvent::Keyboard;
    const double x = std::clamp(double(event->pos().x()), at.plot.left(), at.plot.right());
    const qint64 timeMs = isKey ? m_cursor.value_or(m_toMs) : at.timeAt(x);
    event->accept();
    emit menuWanted(timeMs, isKey ? mapToGlobal(QPointF(at.x(timeMs), at.plot.top()).toPoint()) : event->globalPos());
}

void TimeChart::changeEvent(QEvent *event)
{
    QChartView::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        viewport()->update();
}
