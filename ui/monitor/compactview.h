// CompactView: how the cluster is, in a small window that stays above the others: for the corner of a screen or the
// wall. Follows the monitor as long as it is shown; the charts are the Monitor page's.
#pragma once

#include "core/monitor/clustermonitor.h"
#include "core/session/alertkeeper.h"
#include "ui/common/style.h"

#include <QTimer>
#include <QWidget>

class ElidedLabel;
class QGridLayout;
class QLabel;

class CompactView : public QWidget
{
    Q_OBJECT

public:
    CompactView(Cluster &cluster, ClusterMonitor &monitor, AlertKeeper &alerts);
    ~CompactView() override;

    QString words() const;               // every row, "name: figure", a line each

signals:
    void windowWanted();                 // a double click, or Return: the whole program
    void moved();                        // or of another size: worth keeping

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    void moveEvent(QMoveEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    struct Row
    {
        QLabel *name;
        ElidedLabel *figure;
    };
    enum Figure { Nodes, Chips, Utilization, Memory, FirstToken, Requests, Alerts, FigureCount };
    void set(Figure row, const QString &figure, style::Tone tone = style::Tone::Unknown);
    void retranslate();
    void refresh();
    void refreshNodes();
    void refreshAlerts();
    void watch();

    Cluster &m_cluster;
    ClusterMonitor &m_monitor;
    AlertKeeper &m_alerts;
    ElidedLabel *m_name;
    QLabel *m_simulated;
    QList<Row> m_rows;
    QTimer m_tick;
};
