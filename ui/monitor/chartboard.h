// ChartBoard: the charts of the monitor and the legend that is of all of them: which are shown, in which order and how
// many beside each other, and what their lines are. Charts are shown one after the other and drawn one at a time: who
// has the board says of which time and when, so that the window stays quick.
#pragma once

#include "core/monitor/clustermonitor.h"
#include "core/session/alertkeeper.h"
#include "ui/monitor/chartkinds.h"
#include "ui/monitor/chartlines.h"

#include <QWidget>

class Card;
class ChartCard;
class Legend;
class QGridLayout;
class QMenu;
struct SeenCharts;

class ChartBoard : public QWidget
{
    Q_OBJECT

public:
    ChartBoard(const ClusterMonitor &monitor, const AlertKeeper &alerts, QWidget *parent = nullptr);
    ~ChartBoard() override;

    // The arrangement. Where it changes, the charts are to be drawn.
    void setColumns(int columns);
    void setHiddenCharts(const QStringList &ids); // of chartKinds()
    void setOrder(const QStringList &ids);        // the same; those that are not named follow
    void addTo(QMenu *menu);                      // which are shown, and the usual order
    bool revealNext(qint64 fromMs, qint64 toMs);  // a chart, with its axes; false: all are there

    void setMarks(const QList<ChartMark> &marks);
    // Of all charts from now on, to be drawn; of the columns each has its own.
    void setWanted(const LinesWanted &wanted);
    // It is so late: until the lines are drawn anew they go on with what came since.
    void setNow(qint64 nowMs);
    void refreshLegend();                // of the view with every chip
    void begin();                        // with the first chart again
    // One that is not drawn yet; without `unseenToo` one that is in sight. False: there is none.
    bool drawNext(bool unseenToo);
    SeenCharts seen() const;             // as they are drawn; of which cluster is not known here

signals:
    void rangeChosen(qint64 fromMs, qint64 toMs);
    void zoomWanted(qint64 aroundMs, double factor);
    void panWanted(double ranges);
    void menuBegun(QMenu *menu, qint64 timeMs);  // of a chart at that moment; what the board can do follows
    void chartsHidden(const QStringList &ids);   // by the user
    void chartsArranged(const QStringList &ids); // the same; empty: as they usually stand

protected:
    void changeEvent(QEvent *event) override;

private:
    struct Chart
    {
        ChartCard *card = nullptr;
        ChartKind kind;
        std::pair<qint64, qint64> drawn; // from, to
        qint64 endsMs = 0;               // they have gone on until then
    };

    void add(const ChartKind &kind);
    void goOn(Chart &chart);
    void fitEndRoom(int wanted);         // of all charts: they stand above each other
    void arrange();                      // those that are revealed, in one or two columns
    void retranslate();
    void refreshThresholds();
    QList<LegendEntry> nodeLegend() const;
    QStringList chipLines(const WatchedNode &node) const;
    QStringList shownCharts() const;     // ids, in their order
    void showChart(const QString &id, bool shown);
    void moveChart(const QString &id, int to); // among those that are not hidden
    void dragChart(const ChartCard *card, const QPoint &to);
    void showMenu(const QString &id, qint64 timeMs, const QPoint &at);
    // `serving`: the chart of the endpoint that the line is in; nullptr: of a node or chip, in all its charts
    void toggleLine(ChartCard *serving, const QString &line);
    void toggleChips(const QString &node); // all of them
    void hideLines(const QSet<QString> &lines);
    void emphasise(ChartCard *serving, const QString &line);
    void showCursor(std::optional<qint64> timeMs);

    const ClusterMonitor &m_monitor;
    const AlertKeeper &m_alerts;
    Card *m_legendCard;
    Legend *m_legend;
    QGridLayout *m_grid;
    int m_columns = 1;
    QList<Chart> m_charts;
    int m_revealed = 0;                  // charts
    QStringList m_hiddenCharts;
    QSet<QString> m_hiddenLines;         // of nodes and chips
    QHash<ChartCard *, QSet<QString>> m_hiddenServing;
    LinesWanted m_wanted;
    qint64 m_nowMs = 0;                  // 0: the lines end where they are wanted to
    int m_next = 0;                      // the chart to be drawn
    int m_endRoom = 0;
};
