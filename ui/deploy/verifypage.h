// VerifyPage: the wizard's last step. Asks the endpoint that was brought up, else that of the settings, five questions
// and shows what it said, and when. What has happened since (an undo, a run, another address, no answer, a node that is
// lost) makes the result one of the past; it is asked from time to time whether it still answers.
#pragma once

#include "core/base/worker.h"
#include "core/cluster/cluster.h"
#include "core/monitor/clustermonitor.h"
#include "core/serving/verify.h"
#include "ui/common/badge.h"
#include "ui/common/tasks.h"

#include <QTimer>
#include <QWidget>

class EmptyState;
class EndpointCard;
class QFrame;
class QLabel;
class QPushButton;
class QVBoxLayout;

class VerifyPage : public QWidget
{
    Q_OBJECT

public:
    VerifyPage(Cluster &cluster, Tasks &tasks, QWidget *parent = nullptr);
    ~VerifyPage() override;

    enum class Since { Nothing, Undone, RunBegan, Stopped, AnotherEndpoint, NodeLost, NoAnswer };

    std::optional<Look> look() const;
    Since since() const { return m_since; } // what has happened last, after the answers
    std::optional<EndpointSilence> silence() const; // nullopt: it answers, as far as is known here
    // What the Monitor knows of it, which asks it more often: both say the same at the same moment.
    void hear(const ClusterMonitor &monitor);
    void setServed(const std::optional<Served> &served); // what a run has brought up; nullopt: the settings' is meant
    // What answers was deployed from that file, not by this deployment; empty: it was not, as far as is known.
    void setOriginal(const QString &file);
    const QString &original() const { return m_original; }
    void outdate(Since what);               // now; does nothing where there is no result
    void outdate(Since what, qint64 sinceMs); // the same; it began then
    void noteEnded(qint64 atMs);            // the undo, run or stop that outdated it has come to its end
    void setWatchInterval(int ms) { m_watch.setInterval(ms); }
    const VerifyReport &report() const { return m_report; }
    bool isRunning() const { return m_running; }
    bool isStanding() const;             // all was answered, and nothing happened since

public slots:
    void run();
    void stop();

signals:
    void changed();
    void passed(const QString &baseUrl);
    void ended();                        // all questions are answered, or it was stopped: see report()
    void answered(qint64 timeMs);        // to any question
    void stoppedAnswering();             // that had passed
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
    Result<Endpoint> meant() const;      // that run() asks
    QString otherOfSettings() const;     // that a new run would bring up instead of what serves; empty: it is the same
    QString changedSettings() const;
    QString ofContainers() const;        // where the service's do not run; empty: it is not known of any
    QString ofAnotherEndpoint() const;   // where what was asked is not what was run, or not what the settings say now
    bool isLookedAfter() const;          // it is of now, as far as the endpoint itself goes
    void followNodes();                  // is one lost?
    QStringList lostNodes() const;       // but the one that answers
    bool isWork() const;                 // m_since is something that comes to an end
    void showCards();
    void follow();                       // the deployment was changed, or another one opened
    void askAgain();                     // does it still answer?

    Cluster &m_cluster;
    Tasks &m_tasks;
    VerifyReport m_report;
    bool m_running = false;
    Endpoint m_endpoint;                 // that was asked
    std::optional<Served> m_served;
    QString m_original;                     // setOriginal()
    qint64 m_endedMs = 0, m_sinceMs = 0, m_answeredMs = 0; // the last: of the last answer of all
    qint64 m_workEndedMs = 0;            // of what m_since names; 0: it has not ended, as far as is known
    Since m_since = Since::Nothing;
    QString m_silence;                   // what was said instead of an answer, in every language
    QStringList m_lost;                  // nodes, since the answers
    QStringList m_without;               // nodes that were lost already when they came
    int m_misses = 0;
    bool m_isWatching = false;
    bool m_isRefused = false;            // somebody is there and does not answer as it should
    bool m_isBack = false;               // nobody answered, and now somebody does
    QTimer m_watch;
    QLabel *m_title, *m_subtitle, *m_noticeText;
    QFrame *m_notice;
    EndpointCard *m_use;
    QPushButton *m_run, *m_stop, *m_chat, *m_monitor;
    EmptyState *m_empty;
    QWidget *m_scroll;
    QVBoxLayout *m_findings;
    Worker m_worker;                     // last: its thread ends first
};
