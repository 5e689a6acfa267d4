#include "ui/monitor/timechart.h"

#include "core/metrics/decimate.h"
#include "ui/common/format.h"
#include "ui/common/style.h"
#include "ui/monitor/figures.h"

#include <QDateTime>
#include <QGraphicsLayout>
#include <QKeyEvent>
#include <QLineSeries>
#include <QLocale>
#include <QValueAxis>

#include <cmath>

namespace {

constexpr int leftRoom = 44, rightRoom = 52, topRoom = 6, bottomRoom = 20;
constexpr int mostRuns = 400;            // of all lines together; beyond that the picture is noise

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
    setStyleSheet(QStringLiteral("background: transparent"));
    setMouseTracking(true);
    viewport()->setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setCacheMode(QGraphicsView::CacheNone);
    setViewportUpdateMode(QGraphicsView::FullViewportUpdate);
}

void TimeChart::setRange(std::optional<double> low, std::optional<double> high)
{
    m_fixedLow = low;
    m_fixedHigh = high;
    scaleToValues();
}

void TimeChart::setThreshold(std::optional<double> value)
{
    m_threshold = value;
    viewport()->update();
}

ChartScale TimeChart::scale() const
{
    return {QRectF(leftRoom, topRoom, std::max(10, width() - leftRoom - rightRoom), std::max(10, height() - topRoom - bottomRoom)),
            m_fromMs, m_toMs, m_low, m_high};
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

void TimeChart::setLines(const QList<ChartLine> &lines, qint64 fromMs, qint64 toMs)
{
    m_lines = lines;
    m_fromMs = fromMs;
    m_toMs = std::max(fromMs + 1, toMs);
    scaleToValues();
    // Relative times: the numbers stay small enough for the plot's arithmetic.
    m_timeAxis->setRange(0, double(m_toMs - m_fromMs));
    setRenderHint(QPainter::Antialiasing, m_lines.size() <= 8);

    int used = 0;
    for (const ChartLine &line : std::as_const(m_lines)) {
        const QPen pen(line.isStale ? style::mixed(line.color, style::colors().unknown, 0.6) : line.color, m_lines.size() <= 8 ? 1.6 : 1.0, line.pen);
        for (const QList<TimedValue> &run : runsOf(line.values)) {
            if (used >= mostRuns)
                break;
            QList<QPointF> points;
            points.reserve(run.size() + 1);
            for (const TimedValue &value : run)
                points << QPointF(double(value.timeMs - m_fromMs), value.value);
            if (points.size() == 1) // one value alone is a dot, not nothing
                points << points.first() + QPointF(double(m_toMs - m_fromMs) / 300, 0);
            QLineSeries *one = series(used++);
            if (one->pen() != pen)
                one->setPen(pen);
            one->replace(points);
        }
    }
    for (int i = used; i < m_used; ++i)
        m_pool[i]->clear();
    m_used = used;
    setAccessibleDescription(wordsAt(m_toMs));
    viewport()->update();
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
    if (!m_hasValues) {
        low = 0;
        high = 1;
    }
    m_low = m_fixedLow.value_or(low);
    m_high = m_fixedHigh.value_or(std::max(high, m_low));
    if (!m_fixedHigh || !m_fixedLow) {
        const double span = std::max({m_high - m_low, std::abs(m_high) * 0.1, 1e-3});
        const QList<double> ticks = niceTicks(m_fixedLow ? m_low : m_low - span * 0.1, m_fixedHigh ? m_high : m_high + span * 0.15, 6);
        const double step = ticks.size() > 1 ? ticks[1] - ticks[0] : span;
        if (!m_fixedLow)
            m_low = std::floor((m_low - span * 0.02) / step) * step;
        if (!m_fixedHigh)
            m_high = std::ceil((m_high + span * 0.02) / step) * step;
    }
    if (!(m_high > m_low))
        m_high = m_low + 1;
    m_valueAxis->setRange(m_low, m_high);
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
    const QList<double> ticks = niceTicks(m_low, m_high, 5);
    const double step = ticks.size() > 1 ? ticks[1] - ticks[0] : 1;
    int decimals = 0;
    for (double rest = step; decimals < 3 && std::abs(rest - std::round(rest)) > 1e-6; rest *= 10)
        ++decimals;
    const bool hasScale = m_hasValues || (m_fixedLow && m_fixedHigh); // nothing measured: no figures beside the grid
    for (const double tick : ticks) {
        const double y = std::round(at.y(tick)) + 0.5;
        painter->setPen(QPen(c.border, 1));
        painter->drawLine(QPointF(at.plot.left(), y), QPointF(at.plot.right(), y));
        painter->setPen(c.secondText);
        if (hasScale)
            painter->drawText(QRectF(0, y - 8, leftRoom - 8, 16), Qt::AlignRight | Qt::AlignVCenter, format::number(tick, decimals));
    }
    painter->setPen(c.secondText);
    const bool showSeconds = m_toMs - m_fromMs < 4 * 60'000;
    for (const qint64 tick : timeTicks(m_fromMs, m_toMs, std::max(2, int(at.plot.width() / 70)), utcOffsetMs(m_toMs))) {
        const QString text = QDateTime::fromMSecsSinceEpoch(tick).toString(showSeconds ? QStringLiteral("HH:mm:ss") : QStringLiteral("HH:mm"));
        const int width = metrics.horizontalAdvance(text);
        const double x = std::clamp(at.x(tick) - width / 2.0, at.plot.left() - leftRoom, double(this->width() - width));
        painter->drawText(QPointF(x, at.plot.bottom() + 15), text);
    }
    if (m_threshold && *m_threshold > m_low && *m_threshold < m_high) {
        painter->setPen(QPen(c.warning, 1, Qt::DashLine));
        const double y = std::round(at.y(*m_threshold)) + 0.5;
        painter->drawLine(QPointF(at.plot.left(), y), QPointF(at.plot.right(), y));
    }
    painter->restore();
}

void TimeChart::drawForeground(QPainter *painter, const QRectF &)
{
    const ChartScale at = scale();
    const Colors c = style::colors();
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setFont(style::font(11));
    // The last value stands at the line's end, as long as few lines end there.
    if (m_lines.size() <= 4) {
        QList<double> taken;
        for (const ChartLine &line : std::as_const(m_lines)) {
            if (line.isStale || line.values.isEmpty() || std::isnan(line.values.last().value))
                continue;
            double y = std::clamp(at.y(line.values.last().value), at.plot.top() + 6, at.plot.bottom() - 4);
            for (const double other : std::as_const(taken)) {
                if (std::abs(y - other) < 13)
                    y = other + (y >= other ? 13 : -13);
            }
            taken << y;
            painter->setPen(c.text);
            painter->drawText(QRectF(at.plot.right() + 6, y - 8, rightRoom - 8, 16), Qt::AlignLeft | Qt::AlignVCenter,
                              format::value(line.values.last().value, {}, -1));
            painter->setPen(Qt::NoPen);
            painter->setBrush(line.color);
            painter->drawEllipse(QPointF(std::min(at.x(line.values.last().timeMs), at.plot.right()), std::clamp(at.y(line.values.last().value), at.plot.top(), at.plot.bottom())), 2.5, 2.5);
        }
    }
    if (m_cursor && *m_cursor >= m_fromMs && *m_cursor <= m_toMs) {
        const double x = std::round(at.x(*m_cursor)) + 0.5;
        painter->setPen(QPen(c.secondText, 1));
        painter->drawLine(QPointF(x, at.plot.top()), QPointF(x, at.plot.bottom()));
        QStringList rows = {format::time(*m_cursor)};
        QList<QColor> colors = {c.secondText};
        for (const ChartLine &line : std::as_const(m_lines)) {
            const std::optional<double> value = valueAt(line, *m_cursor);
            if (rows.size() > 8)
                break;
            rows << line.name + QStringLiteral("  ") + (value ? format::value(*value, m_unit, -1) : format::none());
            colors << line.color;
            if (value) {
                painter->setPen(QPen(c.surface, 1));
                painter->setBrush(line.color);
                painter->drawEllipse(QPointF(x, at.y(*value)), 3.5, 3.5);
            }
        }
        const QFontMetrics metrics(painter->font());
        int width = 0;
        for (const QString &row : std::as_const(rows))
            width = std::max(width, metrics.horizontalAdvance(row));
        QRectF box(x + 8, at.plot.top() + 2, width + 28, double(rows.size()) * 15 + 8);
        if (box.right() > this->width())
            box.moveRight(x - 8);
        painter->setPen(QPen(c.border, 1));
        painter->setBrush(c.surface);
        painter->drawRoundedRect(box, 4, 4);
        for (qsizetype i = 0; i < rows.size(); ++i) {
            const double y = box.top() + 4 + double(i) * 15;
            if (i > 0) {
                painter->setPen(Qt::NoPen);
                painter->setBrush(colors[i]);
                painter->drawEllipse(QPointF(box.left() + 9, y + 7.5), 3, 3);
            }
            painter->setPen(i == 0 ? c.secondText : c.text);
            painter->drawText(QRectF(box.left() + (i == 0 ? 6 : 18), y, box.width(), 15), Qt::AlignVCenter | Qt::AlignLeft, rows[i]);
        }
    }
    if (hasFocus()) {
        painter->setPen(QPen(c.accent, 1));
        painter->setBrush(Qt::NoBrush);
        painter->drawRoundedRect(QRectF(0.5, 0.5, width() - 1, height() - 1), 4, 4);
    }
    painter->restore();
}

std::optional<double> TimeChart::valueAt(const ChartLine &line, qint64 timeMs) const
{
    const qint64 near = std::max<qint64>(1500, (m_toMs - m_fromMs) / 100);
    const auto after = std::lower_bound(line.values.begin(), line.values.end(), timeMs, [](const TimedValue &v, qint64 t) { return v.timeMs < t; });
    std::optional<double> found;
    qint64 distance = near + 1;
    for (const auto &it : {after, after == line.values.begin() ? after : after - 1}) {
        if (it != line.values.end() && std::abs(it->timeMs - timeMs) < distance) {
            distance = std::abs(it->timeMs - timeMs);
            found = std::isnan(it->value) ? std::nullopt : std::optional(it->value);
        }
    }
    return found;
}

QString TimeChart::wordsAt(qint64 timeMs) const
{
    QStringList words;
    for (const ChartLine &line : m_lines) {
        if (words.size() >= 8)
            break;
        const std::optional<double> value = valueAt(line, timeMs);
        words << line.name + u' ' + (value ? format::value(*value, m_unit, -1) : format::none());
    }
    return QLocale().createSeparatedList(words);
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
    emit cursorMoved(x < at.plot.left() || x > at.plot.right() ? std::nullopt : std::optional(at.timeAt(x)));
}

void TimeChart::leaveEvent(QEvent *event)
{
    emit cursorMoved(std::nullopt);
    QChartView::leaveEvent(event);
}

void TimeChart::keyPressEvent(QKeyEvent *event)
{
    const qint64 step = std::max<qint64>(1, (m_toMs - m_fromMs) / 100);
    const qint64 from = m_cursor.value_or(m_toMs);
    switch (event->key()) {
    case Qt::Key_Left: emit cursorMoved(std::max(m_fromMs, from - step)); break;
    case Qt::Key_Right: emit cursorMoved(std::min(m_toMs, from + step)); break;
    case Qt::Key_Home: emit cursorMoved(m_fromMs); break;
    case Qt::Key_End: emit cursorMoved(m_toMs); break;
    case Qt::Key_Escape: emit cursorMoved(std::nullopt); break;
    default:
        event->ignore(); // up and down scroll the page
        return;
    }
    if (m_cursor)
        setAccessibleDescription(wordsAt(*m_cursor));
}

void TimeChart::focusOutEvent(QFocusEvent *event)
{
    emit cursorMoved(std::nullopt);
    QChartView::focusOutEvent(event);
}

void TimeChart::wheelEvent(QWheelEvent *event)
{
    event->ignore(); // the page scrolls, the chart does not
}

void TimeChart::changeEvent(QEvent *event)
{
    QChartView::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        viewport()->update();
}
