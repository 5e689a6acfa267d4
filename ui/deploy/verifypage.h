// VerifyPage: the wizard's last step. Asks the endpoint five questions and shows what it said.
#pragma once

#include "core/base/worker.h"
#include "core/nodes/cluster.h"
#include "core/serving/verify.h"
#include "ui/common/badge.h"
#include "ui/common/undertakings.h"

#include <QWidget>

class EmptyState;
class QLabel;
class QPushButton;
class QVBoxLayout;

class VerifyPage : public QWidget
{
    Q_OBJECT

public:
    VerifyPage(Cluster &cluster, Undertakings &undertakings, QWidget *parent = nullptr);
    ~VerifyPage() override;

    std::optional<Look> look() const;
    const VerifyReport &report() const { return m_report; }
    bool isRunning() const { return m_running; }

public slots:
    void run();
    void stop();

signals:
    void changed();
    void chatRequested(const QString &baseUrl);
    void monitorRequested();

protected:
    void changeEvent(QEvent *event) override;

private:
    void retranslate();
    void add(const Finding &finding);
    void addCard(const Finding &finding);
    void clearCards();
    void showHead();
    void reset();

    Cluster &m_cluster;
    Undertakings &m_undertakings;
    VerifyReport m_report;
    bool m_running = false;
    QString m_baseUrl;                   // of the endpoint that was asked
    QLabel *m_title, *m_subtitle;
    QPushButton *m_run, *m_stop, *m_chat, *m_monitor;
    EmptyState *m_empty;
    QWidget *m_scroll;
    QVBoxLayout *m_findings;
    Worker m_worker;                     // last: its thread ends first
};
