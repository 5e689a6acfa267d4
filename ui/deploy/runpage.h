// RunPage: the wizard's Run step. Steps left, the chosen one's log or commands right; run, stop,
// resume, undo. Makes the plan from what the cluster knows and remakes it when that changes.
#pragma once

#include "core/base/worker.h"
#include "core/deploy/deployrun.h"
#include "core/cluster/cluster.h"
#include "ui/common/badge.h"
#include "ui/common/tasks.h"

#include <QTimer>
#include <QWidget>

class Badge;
class SegmentedControl;
class CopyButton;
class ElidedLabel;
class EmptyState;
class LogView;
class QFrame;
class QLabel;
class QLineEdit;
class QListView;
class QPlainTextEdit;
class QPushButton;
class QShortcut;
class QStackedWidget;
class Soon;
class StepListModel;

class RunPage : public QWidget
{
    Q_OBJECT

public:
    RunPage(Cluster &cluster, Tasks &tasks, QWidget *parent = nullptr);
    ~RunPage() override;

    std::optional<Look> look() const;    // for the stepper
    bool isRunning() const;
    bool hasPlan() const { return m_run != nullptr; }    // else it only says what is missing for one
    void go();                           // as the button that stands first: resume, else run
    void askUndo();                      // as the Undo button: asks in place
    void setBlocked(const QString &why); // nothing is run, but can be undone; empty: it can
    QString openEnd() const;             // an earlier run, or one that was stopped: in a sentence; empty: there is none
    QStringList madeOn(const QString &node) const; // what of this deployment is on it, as far as this machine knows
    bool isUndoing() const { return isRunning() && m_isUndo; }
    // tests; default: under the user's state folder
    void setStateFile(const QString &file) { m_stateFile = file; replan(); }

signals:
    void changed();                      // look() may be another
    void succeeded();                    // the endpoint is up

protected:
    void changeEvent(QEvent *event) override;

private:
    void build();
    void retranslate();
    void planAhead();                    // replan(), without anybody waiting for it
    void replan();
    void takePlan(Result<DeployPlan> plan);
    void showRun(DeployPlan plan, const QString &stateFile);
    void forget();                       // another deployment was opened
    QString headLine() const;
    QString leftWords() const;
    QString undoWords() const;           // of an undo that did not come to its end
    void start(bool resume);
    void begin(bool isUndo, const std::function<void()> &work);
    void stepChanged(int step, StepState state, const QString &message, qint64 tookMs);
    void logReceived(int step, const QByteArray &text);
    void finished(bool succeeded, const Error &error);
    void choose(int step);
    void showStep();
    void showButtons();
    void tellStrip();
    void search(bool backward);
    QString commandsOf(const DeployStep &step) const;
    void opened();                       // a file, or a deployment that is not saved yet
    QString identity() const;
    bool isSavedAnew() const;
    QString wordsForNoLog(int step) const;
    QString wordsForNoCommands(int step) const;
    QString idOf(int step) const;

    Cluster &m_cluster;
    Tasks &m_tasks;
    QString m_stateFile;
    // identity, as long as it is open, of a deployment that was no file when it was begun
    QString m_unsaved;
    std::unique_ptr<DeployRun> m_run;
    bool m_isForeign = false;            // another deployment was opened while this one's run goes on
    bool m_plansLater = false;           // something has changed in mid-run
    bool m_isPlanning = false;           // on the worker
    int m_plansAsked = 0;
    bool m_isFromState = false;          // the nodes were not asked: it can be undone, not run
    QString m_stateAt;                   // when the state file was last written, in words
    QString m_blocked;
    std::optional<Error> m_planError;
    std::optional<Error> m_runError;     // in words that hold every language
    QSet<QString> m_changed;             // nodes on which this run has changed something
    QHash<QString, QByteArray> m_logs;   // by the step's id: the end of each, for when it is chosen
    QSet<QString> m_ranHere;             // ids of steps that were at work since the last start
    bool m_hasRun = false;               // in this window, this deployment
    int m_step = -1;
    bool m_followsRun = true;            // the chosen step moves on with the run until the user chooses one
    bool m_isUndo = false, m_couldNotBegin = false;
    qint64 m_endedMs = 0, m_stoppedMs = 0; // of this program's last run or undo
    Soon *m_replanSoon;
    QTimer m_tick;

    QStackedWidget *m_stack;
    EmptyState *m_empty;
    QLabel *m_title, *m_subtitle;
    QPushButton *m_start, *m_stop, *m_resume, *m_undo, *m_ask;
    QFrame *m_undoBar;
    QLabel *m_undoText;
    QPushButton *m_undoNow, *m_undoKeep;
    QListView *m_list;
    StepListModel *m_model;
    ElidedLabel *m_stepTitle;
    QLabel *m_stepTime;
    Badge *m_badge;
    QFrame *m_failure;
    QLabel *m_failureText, *m_causeText, *m_remedyTitle, *m_remedyText;
    SegmentedControl *m_view;
    QLineEdit *m_search;
    QShortcut *m_find, *m_findBack, *m_undoEscape;
    QLabel *m_searchAnswer;
    QPushButton *m_follow;
    CopyButton *m_copy;
    QStackedWidget *m_texts;
    LogView *m_log;
    QPlainTextEdit *m_commands;
    Worker m_planner;                    // last: its thread ends first
};
