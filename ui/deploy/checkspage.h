// ChecksPage: the second step of the wizard. Shows the checks of the cluster's nodes as a matrix with the chosen answer
// in full beside it.
#pragma once

#include "core/session/checkkeeper.h"
#include "ui/deploy/findingmodel.h"

#include <QWidget>

class SegmentedControl;
class QAction;
class QCheckBox;
class DataTable;
class FindingPanel;
class HeadRow;
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
    ChecksPage(Cluster &cluster, CheckKeeper &keeper, QWidget *parent = nullptr);

    void runAll();
    // Somebody wants to know what this check says: it is asked, and its answer chosen: of the node where it is worst.
    void askFor(const QString &check);
    std::optional<Look> look() const;    // for the stepper; nothing before the first run
    const FindingModel &model() const { return m_model; }

signals:
    void recipeRequested();              // choose one: checks wait for it

protected:
    void changeEvent(QEvent *event) override;

private:
    QWidget *makeMatrix();
    void reset();                        // another deployment, or other nodes
    void begin(const QString &check);
    void note(const QString &node, const Finding &finding);
    void takeEnd();
    QString noticeWords() const;
    void showChosen();
    void showWanted();
    void bringIntoView(const QModelIndex &index);
    void applyFilter();
    void leaveHidden();
    void followAccepted();
    void span();
    void fitNodes();
    void refresh();                      // header line, buttons
    void retranslate();

    Cluster &m_cluster;
    CheckKeeper &m_keeper;
    FindingModel m_model;
    QString m_wanted;                    // the check whose answer is waited for; empty: none
    QString m_chosenCheck, m_chosenNode; // what the panel shows; no node: across nodes
    bool m_asksAll = false;              // else one check, whose answer is waited for
    QFrame *m_notice;
    QLabel *m_noticeText;
    DataTable *m_table;
    QAction *m_accept;                   // in its menu: of what the panel shows
    FindingPanel *m_panel;
    QLabel *m_summary, *m_took;
    SegmentedControl *m_filter;
    QPushButton *m_again, *m_stop;
    QCheckBox *m_allPairs;               // of cards and of logins; else only neighbours
    HeadRow *m_head;
    QProgressBar *m_progress;
    QStackedWidget *m_stack;
    EmptyState *m_empty, *m_noProblem;
    Soon *m_soon;                        // refresh(), once for the answers that came together
};
