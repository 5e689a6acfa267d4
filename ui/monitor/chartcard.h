// ChartCard: a chart with its title, unit and legend.
#pragma once

#include "ui/common/card.h"
#include "ui/monitor/timechart.h"

#include <QSet>

class Legend;
class QLabel;

class ChartCard : public Card
{
    Q_OBJECT

public:
    explicit ChartCard(QWidget *parent = nullptr);

    void setTitle(const QString &title, const QString &unit);
    // beside the unit: "estimated", with the reason as tool tip
    void setNote(const QString &note, const QString &why);
    // the same where the words only lead to the tool tip: "how it is counted". They are no note().
    void setExplanation(const QString &words, const QString &why);
    // legend: what stands for the lines in the card's legend; empty: each of them.
    void setLines(const QList<ChartLine> &lines, qint64 fromMs, qint64 toMs, const QList<LegendEntry> &legend = {});
    // What has come since: the lines of the last minute, which those that are shown go on with.
    void goOn(const QList<ChartLine> &ends);
    void setEmptyWords(const QString &words); // shown over a chart without a value
    // by name; they stay in the legend, which is as in setLines()
    void setHidden(const QSet<QString> &lines, const QList<LegendEntry> &legend = {});
    TimeChart *chart() const { return m_chart; }
    QString note() const;                // empty: there is none
    QString emptyWords() const;          // that are shown; empty: none

signals:
    void lineToggled(const QString &name);
    void linePointed(const QString &name);   // the mouse is at it in the legend; empty: no longer
    void dragged(const QPoint &to);          // by its head, over that place on the screen

protected:
    void resizeEvent(QResizeEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;

private:
    void placeLegend();
    void draw(qint64 fromMs, qint64 toMs);

    Legend *m_headLegend, *m_wideLegend; // behind the title; below it when that is too narrow
    QLabel *m_title, *m_unit, *m_note, *m_empty;
    TimeChart *m_chart;
    QList<ChartLine> m_lines;            // the hidden ones, too
    QList<LegendEntry> m_given;          // the legend, where it is not of the lines
    QSet<QString> m_hidden;
    std::optional<QPoint> m_pressedAt;   // in the head, on the screen
    bool m_isDragged = false, m_isExplanation = false;
};
