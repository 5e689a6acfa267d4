// TimeChart: lines over the page's time axis, with a cursor that all charts share. Qt Charts draws the lines; grid, labels,
// cursor and last values are painted here, so that the plots of a column stand exactly above each other.
// Points come thinned (core/metrics/decimate.h); a gap ends a line and the next run begins another one.
#pragma once

#include "core/metrics/history.h"
#include "ui/monitor/chartscale.h"

#include <QChartView>

class QLineSeries;

struct ChartLine
{
    QString name;                        // "node1", "p50"
    QColor color;
    Qt::PenStyle pen = Qt::SolidLine;
    QList<TimedValue> values;            // NaN: a gap
    bool isStale = false;
};

class TimeChart : public QChartView
{
    Q_OBJECT

public:
    explicit TimeChart(QWidget *parent = nullptr);

    void setUnit(const QString &unit) { m_unit = unit; }
    void setRange(std::optional<double> low, std::optional<double> high); // fixed ends; unset: from the values
    void setThreshold(std::optional<double> value);
    void setLines(const QList<ChartLine> &lines, qint64 fromMs, qint64 toMs);
    const QList<ChartLine> &lines() const { return m_lines; }
    int drawnRuns() const { return m_used; }
    int plotColumns() const { return std::max(50, int(scale().plot.width())); }
    ChartScale scale() const;

    void setCursor(std::optional<qint64> timeMs);
    std::optional<qint64> cursorTime() const { return m_cursor; }
    QString wordsAt(qint64 timeMs) const; // "node1 63 %, node2 59 %"

    QSize sizeHint() const override { return {420, 190}; }
    QSize minimumSizeHint() const override { return {240, 170}; }

signals:
    void cursorMoved(std::optional<qint64> timeMs); // by mouse or arrow keys; nullopt: it left

protected:
    void drawBackground(QPainter *painter, const QRectF &rect) override;
    void drawForeground(QPainter *painter, const QRectF &rect) override;
    void resizeEvent(QResizeEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void scaleToValues();
    std::optional<double> valueAt(const ChartLine &line, qint64 timeMs) const;
    QLineSeries *series(int index);

    QChart *m_chart;
    class QValueAxis *m_timeAxis, *m_valueAxis;
    QList<QLineSeries *> m_pool;
    int m_used = 0;
    QList<ChartLine> m_lines;
    QString m_unit;
    std::optional<double> m_fixedLow, m_fixedHigh, m_threshold;
    double m_low = 0, m_high = 1;
    bool m_hasValues = false;
    qint64 m_fromMs = 0, m_toMs = 1;
    std::optional<qint64> m_cursor;
};
