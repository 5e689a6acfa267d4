// NodesPage: the machines of the deployment: table, chips and facts of the chosen one, a form to add
// or edit at the side. Editing goes to the Cluster at once; saving the file is the window's.
#pragma once

#include "core/cluster/cluster.h"
#include "ui/nodes/chipmodel.h"
#include "ui/nodes/nodemodel.h"

#include <QPointer>
#include <QWidget>

class AdoptPane;
class AgeTick;
class ClusterMonitor;
class DataTable;
class DriverPane;
class EmptyState;
class FactsPanel;
class NodeForm;
class QAction;
class ElidedLabel;
class QLabel;
class QLineEdit;
class QPushButton;
class QStackedWidget;
class RemovalBar;
class SshImport;
class UndoBar;

class NodesPage : public QWidget
{
    Q_OBJECT

public:
    explicit NodesPage(Cluster &cluster, QWidget *parent = nullptr);
    ~NodesPage() override;

    NodeModel &model() { return m_nodes; }
    void follow(const ClusterMonitor &monitor); // its newest figures stand in the chips' table where they are newer
    // What of the deployment is on a node, as the program's state of the run says; without it nothing is asked before a
    // removal.
    void setMadeOn(std::function<QStringList(const QString &node)> madeOn) { m_madeOn = std::move(madeOn); }
    bool isTyping() const;               // the form holds what would be lost
    bool takeForm();                     // what was typed, as its own button; false: the fields say what is wrong
    void setDriverPane(DriverPane *pane); // stands in the page's place while it is open; without it there is no button
    void setAdoptPane(AdoptPane *pane);  // the same; its button is there while there are nodes
    void setStart(QWidget *start);       // stands under the words of the page without nodes

public slots:
    void choose(const QString &node);
    void addNode();
    void editNode();
    void inspectAll();
    void showDriver();
    void showAdopt();
    void answered(const QStringList &nodes); // a question was: a test in the form that waited for it goes on
    void declined(const QStringList &nodes);

signals:
    void undoRequested();                // of the deployment's run
    void questionRaised(const QString &node, const Error &question);
    void questionDropped(const QString &node);

protected:
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    QWidget *makeTableCard();
    QWidget *makeSide();
    QString chosen() const;
    void followAge(const NodeHealth &health);
    void refresh();                      // side and chips follow the chosen node
    void refreshFigures();               // what changes each second in the chips' table, with its time
    void refreshButtons();
    void duplicateNode();
    void removeNode();
    void removeNow(const QString &node);
    void offerUndo(const Node &node, qsizetype row);
    void moveUp();
    void lookForTwins();                 // in the background: ~/.ssh/config has a say
    void followDeployment();
    QWidget *firstStop() const;
    void leaveForm();                    // another node was chosen
    void takeNode(const Node &node);
    void showForm(const Node &node, bool isNew);
    void hideForm();
    void showImport();
    void takeNodes(const QList<Node> &nodes);
    void editNodes(const std::function<void(QList<Node> &)> &change, QString chooseAfterwards);
    void shortenHead();
    QString adoptedWords() const;        // of the undo bar
    void retranslate();

    Cluster &m_cluster;
    NodeModel m_nodes;
    ChipModel m_chips;
    QString m_editing;                   // name of the node in the form; empty: a new one
    QString m_formBeside;                // the chosen node when the form was opened
    qint64 m_testedMs = 0;               // when the test in the form came to its end
    QString m_removed;                   // what the undo bar speaks of
    QString m_shown;                     // survives a model reset
    QHash<QString, qint64> m_factsAt;    // when each node was asked for its facts last
    QPointer<const ClusterMonitor> m_monitor;
    QLabel *m_title, *m_nameLabel, *m_figuresTime;
    ElidedLabel *m_chipsTitle;
    QLineEdit *m_name;
    UndoBar *m_undoBar;
    RemovalBar *m_removal;
    std::function<QStringList(const QString &node)> m_madeOn;
    QStackedWidget *m_whole;
    DriverPane *m_driverPane = nullptr;
    AdoptPane *m_adoptPane = nullptr;
    Deployment m_beforeAdopt;            // what the undo bar gives back then
    QPushButton *m_inspect, *m_driver, *m_adopt, *m_add, *m_edit, *m_duplicate, *m_remove, *m_up;
    DataTable *m_table, *m_chipTable;
    QStackedWidget *m_stack, *m_side;
    EmptyState *m_empty, *m_noChips;
    QAction *m_askAll;
    FactsPanel *m_facts;
    AgeTick *m_age;
    NodeForm *m_form;
    SshImport *m_import;
    Worker m_reader;
};
