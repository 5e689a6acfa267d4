// TimeChart: lines over the page's time axis, with a cursor that all charts share. Qt Charts draws the lines; grid,
// labels, cursor and last values are painted here, so that the plots of a column stand exactly above each other. Points
// come thinned (core/metrics/decimate.h); a gap ends a line and the next run begins another one.
#pragma once

#include "ui/common/ownkeys.h"
#include "ui/monitor/chartlayout.h"
#include "ui/monitor/chartline.h"
#include "ui/monitor/chartscale.h"

#include <QChartView>

class QLineSeries;

class TimeChart : public QChartView, public OwnKeys
{
    Q_OBJECT

public:
    explicit TimeChart(QWidget *parent = nullptr);

    void setUnit(const QString &unit) { m_unit = unit; }
    void setAxis(const AxisNeeds &needs);
    // right of the plot, for the last values; the same in charts that stand above each other
    void setEndRoom(int pixels);
    int endRoom() const { return m_endRoom; }
    int endRoomWanted() const;            // by the last values as they are now, dots and all
    void setThreshold(std::optional<double> value);
    void setLines(const QList<ChartLine> &lines, qint64 fromMs, qint64 toMs);
    const QList<ChartLine> &lines() const { return m_lines; }
    void setEmphasis(const QString &line); // the others are faint meanwhile; empty: none
    void setMarks(const QList<ChartMark> &marks);  // words in the tooltip near them
    const QList<ChartMark> &marks() const { return m_marks; }
    int drawnRuns() const { return m_runs; }
    int plotColumns() const { return std::max(50, int(scale().plot.width())); }
    ChartScale scale() const;
    const Axis &axis() const { return m_axis; }
    QList<EndLabel> lastValues() const;   // as they stand at the lines' ends
    QStringList tipAt(qint64 timeMs) const; // the tooltip's rows: time, lines, how many more
    Qt::PenStyle drawnPen(int line) const { return m_endPens.value(line, Qt::NoPen); } // at its end

    void setCursor(std::optional<qint64> timeMs);
    std::optional<qint64> cursorTime() const { return m_cursor; }
    QList<OwnKey> ownKeys() const override;
    QString wordsAt(qint64 timeMs) const; // "node1 63 %, node2 59 %", every line

    QSize sizeHint() const override { return {420, 190}; }
    QSize minimumSizeHint() const override { return {240, 170}; }

signals:
    void cursorMoved(std::optional<qint64> timeMs); // by mouse or arrow keys; nullopt: it left
    void rangeChosen(qint64 fromMs, qint64 toMs);   // by dragging over it
    void zoomWanted(qint64 aroundMs, double factor); // Ctrl and the wheel, a double click, + and -; < 1: nearer
    void panWanted(double ranges);                  // Shift and the wheel, Page Up and Page Down; < 0: earlier
    void moveWanted(int places);                    // Ctrl, Shift and left or right: among them
    // by the right button or the menu key, at that time and place on the screen
    void menuWanted(qint64 timeMs, const QPoint &at);

protected:
    void drawBackground(QPainter *painter, const QRectF &rect) override;
    void drawForeground(QPainter *painter, const QRectF &rect) override;
    void resizeEvent(QResizeEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void scaleToValues();
    double penWidth() const;
    QPen penFor(const ChartLine &line, int rank) const; // rank: how many others lie under it
    void drawLastValues(QPainter *painter);
    void drawTip(QPainter *painter);
    void drawDragged(QPainter *painter);
    void drawMarks(QPainter *painter);
    std::optional<TimedValue> pointAt(const ChartLine &line, qint64 timeMs) const;
    std::optional<double> valueAt(const ChartLine &line, qint64 timeMs) const;
    QString wordsOf(const ChartLine &line, qint64 timeMs, bool withBucket) const;
    void drawOpenEnds(QPainter *painter);
    struct TipRow
    {
        int line = -1;                   // -1: words of no line
        QString words;
    };
    struct Tip
    {
        QList<TipRow> rows;
        int rowsPerColumn = 1, columnWidth = 0;
    };
    Tip tip(qint64 timeMs) const;
    QLineSeries *series(int index);

    QChart *m_chart;
    class QValueAxis *m_timeAxis, *m_valueAxis;
    QList<QLineSeries *> m_pool;
    int m_used = 0, m_runs = 0;
    QList<ChartLine> m_lines;
    QList<ChartMark> m_marks;
    QList<Qt::PenStyle> m_endPens;       // of each line, as drawn
    QString m_unit, m_emphasis;
    AxisNeeds m_needs;
    Axis m_axis;
    std::optional<double> m_threshold;
    std::optional<double> m_focus;       // the value under the mouse
    int m_endRoom = 56;
    bool m_hasValues = false;
    qint64 m_fromMs = 0, m_toMs = 1;
    std::optional<qint64> m_cursor;
    std::optional<double> m_dragFrom, m_dragTo;  // x, while the left button is down
};
