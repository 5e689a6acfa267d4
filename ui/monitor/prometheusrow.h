// PrometheusRow: the address of a Prometheus server that gives the figures of all nodes in place of a login to each
// (core/monitor/prometheussource.h). Hidden until it is asked for; what is taken stands in the deployment.
#pragma once

#include "core/cluster/cluster.h"
#include "ui/common/card.h"

class QLabel;
class QLineEdit;
class QPushButton;

class PrometheusRow : public Card
{
    Q_OBJECT

public:
    explicit PrometheusRow(Cluster &cluster, QWidget *parent = nullptr);

    void open();                         // with what the deployment says now

protected:
    void changeEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    void take();
    void retranslate();

    Cluster &m_cluster;
    QLabel *m_words, *m_wrong;
    QLineEdit *m_url;
    QPushButton *m_use, *m_leave;
};
