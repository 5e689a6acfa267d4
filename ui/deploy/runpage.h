// RunPage: the wizard's Run step, a view of the run that the keeper has. Steps left, the chosen one's log or commands
// right; run, stop, resume, undo.
#pragma once

#include "core/session/runahead.h"
#include "ui/common/badge.h"
#include "ui/common/tasks.h"
#include "ui/deploy/runwords.h"

#include <QTimer>
#include <QWidget>

class Badge;
class SegmentedControl;
class CheckKeeper;
class CopyButton;
class ElidedLabel;
class EmptyState;
class FailedChecksNote;
class LogView;
class QFrame;
class QLabel;
class QLineEdit;
class QListView;
class QPlainTextEdit;
class QPushButton;
class QShortcut;
class QStackedWidget;
class StepListModel;

class RunPage : public QWidget
{
    Q_OBJECT

public:
    RunPage(Cluster &cluster, RunKeeper &keeper, RunAhead &ahead, Tasks &tasks, QWidget *parent = nullptr);
    ~RunPage() override;

    std::optional<Look> look() const;    // for the stepper
    bool isRunning() const;
    bool hasPlan() const { return m_keeper.run(); }      // else it only says what is missing for one
    void go();                           // as the button that stands first: resume, else run
    void askUndo();                      // as the Undo button: asks in place
    void setBlocked(const QString &why); // nothing is run, but can be undone; empty: it can
    // of what was started; nullopt: it answers, or nobody knows
    void setSilence(const std::optional<EndpointSilence> &silence);
    void setChecks(const CheckKeeper &checks); // says which have failed
    void setAnswers(bool answers);       // the endpoint did, when it was asked last by this program
    // Writes the deployment into its file, then says how that ended; without one a run begins with what is typed.
    using Then = std::function<void(const std::optional<Error> &)>;
    void setSaver(std::function<void(Then)> saver) { m_saver = std::move(saver); }
    QString openEnd() const;             // an earlier run, or one that was stopped: in a sentence; empty: there is none

signals:
    void checksRequested();              // to be looked at
    void settingsRequested();            // to be corrected
    void changed();                      // look() may be another
    void keptLogsRequested(const QString &file); // of the run that failed, to be looked at

protected:
    void changeEvent(QEvent *event) override;

private:
    void build();
    void retranslate();
    DeployRun *run() const;              // the keeper's
    void follow();                       // the keeper
    void showPlan();
    void showMissing();                  // there is no plan
    bool hasAllFacts() const;
    void start(bool resume);
    void begun();
    void stepChanged(int step, StepState state, const QString &message, qint64 tookMs);
    int runningStep() const;
    void choose(int step);
    void showStep();
    void showButtons();
    void tellStrip();
    void showAhead();                    // what a run would change
    void search(bool backward);
    QString idOf(int step) const;

    Cluster &m_cluster;
    RunKeeper &m_keeper;
    RunAhead &m_ahead;
    FailedChecksNote *m_failedChecks;
    Tasks &m_tasks;
    RunWords m_words;
    void showPast();
    bool savesFirst() const;             // what runs must be what is written: it is found by its file afterwards

    std::function<void(Then)> m_saver;
    int m_step = -1;
    QString m_stepId;                    // of the step whose log is shown
    bool m_followsRun = true;            // the chosen step moves on with the run until the user chooses one
    QTimer m_tick;

    QStackedWidget *m_stack;
    EmptyState *m_empty;
    QLabel *m_title, *m_subtitle;
    QPushButton *m_start, *m_stop, *m_resume, *m_undo, *m_ask, *m_look;
    QFrame *m_undoBar;
    QLabel *m_undoText;
    QPushButton *m_undoNow, *m_undoKeep;
    QListView *m_list;
    StepListModel *m_model;
    ElidedLabel *m_stepTitle;
    QLabel *m_stepTime;
    Badge *m_badge;
    QFrame *m_failure;
    QPushButton *m_kept;
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
};
