// DiagnosisPage: what failed first, by the logs of all nodes or by files of somebody else's, and the table of all that
// is known of codes and faults.
#pragma once

#include "core/session/diagnosisjob.h"
#include "ui/diagnosis/sightingmodel.h"

#include <QWidget>

class DataTable;
class EmptyState;
class ErrorBar;
class FaultPanel;
class FaultTable;
class QFrame;
class QLabel;
class QPushButton;
class QStackedWidget;
class SegmentedControl;

class DiagnosisPage : public QWidget
{
    Q_OBJECT

public:
    DiagnosisPage(Cluster &cluster, DiagnosisJob &job, QWidget *parent = nullptr);

    void openLogs(const QStringList &paths); // as if they had been chosen
    // When a run, a stop or an undo of the deployment came to its end: what was diagnosed before is of the past.
    void setWorkedAt(qint64 endedMs);    // 0: nothing is known of one

signals:
    void checkRequested(const QString &check);

protected:
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dropEvent(QDropEvent *event) override;

private:
    QWidget *makeFindings();
    void chooseFiles();
    void loadRules();
    void showAnswer();
    void showChosen();
    void refresh();
    void retranslate();
    QString verdictWords() const;
    bool isOfThePast() const;

    Cluster &m_cluster;
    DiagnosisJob &m_job;
    QList<FaultRule> m_rules;            // in the language shown
    QString m_language;
    qint64 m_workedMs = 0;
    SightingModel m_sightings;
    LogSourceModel m_sources;
    QLabel *m_title, *m_about, *m_verdictText, *m_notes;
    QFrame *m_verdict;
    SegmentedControl *m_views;
    QPushButton *m_files, *m_nodes, *m_stop;
    ErrorBar *m_error;
    QStackedWidget *m_stack;
    EmptyState *m_empty;
    DataTable *m_table, *m_sourceTable;
    FaultPanel *m_panel;
    FaultTable *m_known;
};
