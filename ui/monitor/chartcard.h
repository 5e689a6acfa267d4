// ChartCard: a chart with its title, unit and legend.
#pragma once

#include "ui/common/card.h"
#include "ui/monitor/timechart.h"

class QLabel;

class ChartCard : public Card
{
    Q_OBJECT

public:
    explicit ChartCard(QWidget *parent = nullptr);

    void setTitle(const QString &title, const QString &unit);
    void setLines(const QList<ChartLine> &lines, qint64 fromMs, qint64 toMs);
    void setEmptyWords(const QString &words); // shown over a chart without a value
    TimeChart *chart() const { return m_chart; }

private:
    class Legend *m_legend;
    QLabel *m_title, *m_unit, *m_empty;
    TimeChart *m_chart;
};
