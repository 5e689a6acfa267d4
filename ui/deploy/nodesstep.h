// NodesStep: the wizard's first step: which nodes, do they answer. They are edited on the Nodes page.
#pragma once

#include "core/cluster/cluster.h"
#include "core/targets/layout.h"
#include "ui/common/badge.h"

#include <QWidget>

class AgeTick;
class EmptyState;
class QFrame;
class QLabel;
class QPushButton;
class QVBoxLayout;

class NodesStep : public QWidget
{
    Q_OBJECT

public:
    explicit NodesStep(Cluster &cluster, QWidget *parent = nullptr);
    std::optional<Look> look() const;
    void setOpenEnd(const QString &words); // of an earlier run; empty: there is none
    void setDrawn(const Layout &layout); // what each node does, as the recipe step draws it; empty: not known

signals:
    void runRequested();                 // the user wants to see that run
    void nodesRequested();               // the user wants to see or edit them
    void changed();

protected:
    void changeEvent(QEvent *event) override;

private:
    void retranslate();
    void rebuild();
    void refresh();
    void showParts();
    void showAges();

    struct Row
    {
        QString node;
        Badge *badge;
        QLabel *facts;
        QLabel *part;                    // where it is and what it does
    };
    Cluster &m_cluster;
    Layout m_layout;
    QList<Row> m_rows;
    QLabel *m_title, *m_subtitle;
    QPushButton *m_ask, *m_edit;
    QWidget *m_list;
    QVBoxLayout *m_box;
    EmptyState *m_empty;
    QFrame *m_openEnd;
    QLabel *m_openEndText;
    QPushButton *m_showRun;
    AgeTick *m_age = nullptr;
};
