// LogsPage: the lines of all nodes in one list on one clock, as they are written, or those of files; filtered, the
// first failure marked, and why one press away.
#pragma once

#include "core/session/logsjob.h"
#include "ui/logs/logmodel.h"

#include <QWidget>

class DataTable;
class EmptyState;
class ErrorBar;
class FailureBar;
class FaultPanel;
class LogFilterRow;
class QLabel;
class QPlainTextEdit;
class QPushButton;
class QShortcut;
class QStackedWidget;

class LogsPage : public QWidget
{
    Q_OBJECT

public:
    LogsPage(Cluster &cluster, LogsJob &job, QWidget *parent = nullptr);

    void openLogs(const QStringList &paths); // as if they had been chosen
    void saveTo(const QString &file);        // the same
    LogModel &model() { return m_model; }

signals:
    void checkRequested(const QString &check);

protected:
    void changeEvent(QEvent *event) override;
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dropEvent(QDropEvent *event) override;

private:
    QWidget *makeList();
    void connectJob();
    void chooseFiles();
    void chooseTarget();
    void applyFilter();
    void setFollowing(bool follows);     // the end of the list
    void toEnd();
    void goToFailure();
    void showLine();
    void showFailure();
    void refresh();
    void retranslate();
    void keepPlace(const std::function<void()> &change);
    QString aboutWords() const;
    QStringList nodeWords() const;       // a line for each of which there is something to say

    Cluster &m_cluster;
    LogsJob &m_job;
    LogModel m_model;
    QList<FaultRule> m_rules;            // in the language shown
    QString m_language;
    QString m_saved;                     // where lines were saved last
    qint64 m_savedLines = 0;
    std::optional<qint64> m_wanted;      // line to go to, as soon as it is there
    QLabel *m_title, *m_about, *m_nodes;
    QPushButton *m_files, *m_save, *m_start, *m_stop, *m_follow, *m_pause;
    ErrorBar *m_error;
    FailureBar *m_failure;
    LogFilterRow *m_filters;
    QStackedWidget *m_stack;
    EmptyState *m_empty, *m_noMatch;
    DataTable *m_table;
    QPlainTextEdit *m_line;
    FaultPanel *m_panel;
    QShortcut *m_find;
    QTimer m_tick;
};
