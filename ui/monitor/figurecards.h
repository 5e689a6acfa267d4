// FigureCards: what matters of the cluster at this moment, in four figures: chips that are OK, utilization, HBM, time
// to first token. What was not told is a dash, with the reason below.
#pragma once

#include "core/monitor/clustermonitor.h"
#include "ui/monitor/figures.h"

#include <QWidget>

class FigureCard;

class FigureCards : public QWidget
{
    Q_OBJECT

public:
    FigureCards(const Cluster &cluster, const ClusterMonitor &monitor, QWidget *parent = nullptr);

    void setChips(const QList<ChipNow> &chips); // of chipsNow(monitor), and with them all that is of now

protected:
    void changeEvent(QEvent *event) override;

private:
    void retranslate();
    QString wordsForStale(const Figures &now) const;
    QString wordsForWaiting(const QString &stale) const;
    QString wordsForNoToken(bool answers) const;
    void showTtft(const Figures &now);

    const Cluster &m_cluster;
    const ClusterMonitor &m_monitor;
    FigureCard *m_ok, *m_utilization, *m_memory, *m_ttft;
};
