// ChecksPage: the second step of the wizard. Runs the checks on the cluster's nodes and shows them as a matrix with
// the chosen answer in full beside it.
#pragma once

#include "core/checks/checkcontext.h"
#include "core/cluster/cluster.h"
#include "ui/common/badge.h"
#include "ui/deploy/findingmodel.h"

#include <QWidget>

class CheckRun;
class SegmentedControl;
class QCheckBox;
class DataTable;
class FindingPanel;
class QProgressBar;
class QFrame;
class QLabel;
class QPushButton;
class QStackedWidget;
class EmptyState;
class Soon;

class ChecksPage : public QWidget
{
    Q_OBJECT

public:
    explicit ChecksPage(Cluster &cluster, QWidget *parent = nullptr);
    ~ChecksPage() override;

    void runAll();
    void stop();
    bool isRunning() const;
    bool isPassed() const;               // all was asked and nothing failed
    bool blamesSettings() const;         // of a failure that stands: the deployment is to be changed, not the node
    std::optional<Look> look() const;    // for the stepper; nothing before the first run
    const FindingModel &model() const { return m_model; }
    // what has happened after the answers, so that they are of the past
    enum class Since { Nothing, Settings, Changed, Worse };
    Since since() const { return m_since; }

signals:
    void recipeRequested();              // choose one: checks wait for it
    void passedChanged(bool passed);
    void runningChanged(bool running);
    void outdated();

protected:
    void changeEvent(QEvent *event) override;

private:
    QWidget *makeMatrix();
    void reset();                        // another deployment, or other nodes
    void runAgain(const QString &check, const QString &node);
    void connectRun();
    void note(const QString &node, const Finding &finding);
    void ended();
    void outdate(Since what, const QString &node = {}, const QString &why = {});
    void followHealth(const QString &node);
    QString noticeWords() const;
    void showChosen();
    void applyFilter();
    void span();
    void fitNodes();
    void refresh();                      // header line, buttons
    bool hasRecipe() const;
    int waiting() const;                 // findings that wait for a recipe
    void retranslate();

    Cluster &m_cluster;
    FindingModel m_model;
    std::unique_ptr<CheckRun> m_run;
    bool m_hasRun = false, m_wasRunning = false, m_wasPassed = false;
    Deployment m_asked;                  // as it was when its nodes were asked
    bool m_hadRecipe = false;            // then
    Since m_since = Since::Nothing;
    qint64 m_endedMs = 0, m_sinceMs = 0;
    QString m_sinceNode, m_sinceWhy;
    HealthLevel m_sinceLevel = HealthLevel::Unknown;
    QHash<QString, HealthLevel> m_levels; // of the nodes when the checks had ended
    QFrame *m_notice;
    QLabel *m_noticeText;
    QList<Node> m_shownNodes;
    DataTable *m_table;
    FindingPanel *m_panel;
    QLabel *m_summary, *m_took;
    SegmentedControl *m_filter;
    QPushButton *m_again, *m_stop;
    QCheckBox *m_allPairs;               // of cards and of logins; else only neighbours
    QProgressBar *m_progress;
    QStackedWidget *m_stack;
    EmptyState *m_empty, *m_noProblem;
    Soon *m_soon;                        // refresh(), once for the answers that came together
};
