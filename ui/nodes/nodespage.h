// NodesPage: the machines of the deployment: table, chips and facts of the chosen one, a form to add
// or edit at the side. Editing goes to the Cluster at once; saving the file is the window's.
#pragma once

#include "core/nodes/cluster.h"
#include "ui/nodes/chipmodel.h"
#include "ui/nodes/nodemodel.h"

#include <QWidget>

class DataTable;
class EmptyState;
class FactsPanel;
class NodeForm;
class QFrame;
class QLabel;
class QLineEdit;
class QPushButton;
class QStackedWidget;

class NodesPage : public QWidget
{
    Q_OBJECT

public:
    explicit NodesPage(Cluster &cluster, QWidget *parent = nullptr);

    NodeModel &model() { return m_nodes; }

public slots:
    void choose(const QString &node);
    void addNode();
    void editNode();
    void inspectAll();
    void retest();                       // the form's test again, after its question was answered

signals:
    void questionRaised(const QString &node, const Error &question);

protected:
    void changeEvent(QEvent *event) override;

private:
    QWidget *makeTableCard();
    QWidget *makeSide();
    QString chosen() const;
    void refresh();                      // side and chips follow the chosen node
    void refreshButtons();
    void duplicateNode();
    void removeNode();
    void moveUp();
    void takeNode(const Node &node);
    void showForm(const Node &node, bool isNew);
    void hideForm();
    void editNodes(const std::function<void(QList<Node> &)> &change, QString chooseAfterwards);
    void retranslate();

    Cluster &m_cluster;
    NodeModel m_nodes;
    ChipModel m_chips;
    std::optional<Deployment> m_beforeRemoval;
    QString m_editing;                   // name of the node in the form; empty: a new one
    QString m_shown;                     // survives a model reset
    QLabel *m_title, *m_nameLabel, *m_chipsTitle, *m_undoText;
    QLineEdit *m_name;
    QFrame *m_undoBar;
    QPushButton *m_inspect, *m_add, *m_edit, *m_duplicate, *m_remove, *m_up, *m_undo;
    DataTable *m_table, *m_chipTable;
    QStackedWidget *m_stack, *m_side;
    EmptyState *m_empty, *m_noChips;
    FactsPanel *m_facts;
    NodeForm *m_form;
};
