// ArtifactsPage: what will be put on the nodes, file by file: a tree, a preview, the difference to the
// last version and to what is on the nodes now, and what each line is for. Copy, save, save all.
#pragma once

#include "core/base/worker.h"
#include "core/cluster/cluster.h"
#include "core/deploy/drift.h"
#include "core/targets/standin.h"
#include "ui/common/badge.h"
#include "ui/deploy/artifactmodel.h"

#include <QWidget>

class Card;
class SegmentedControl;
class CodeView;
class CopyButton;
class DriftNote;
class ElidedLabel;
class EmptyState;
class ErrorBar;
class OverwriteBar;
class QFrame;
class QLabel;
class QPushButton;
class QStackedWidget;
class QTreeView;
class Soon;

class ArtifactsPage : public QWidget
{
    Q_OBJECT

public:
    struct Rules
    {
        QStringList broken;              // sentences
        int checked = 0;                 // files
    };

    // historyFile: for tests; empty: under the user's state folder.
    explicit ArtifactsPage(Cluster &cluster, QWidget *parent = nullptr, const QString &historyFile = {});

    bool isReady() const { return m_look && m_look->tone == style::Tone::Ok; } // generated, the engines' rules hold
    std::optional<Look> look() const { return m_look; }  // of the step: ready, or what is in the way
    const ArtifactSet &artifacts() const { return m_set; }
    void compareWithNodes();
    // allowed: what may be overwritten there though others made it, by path. Anything else of theirs is asked about
    // first.
    void saveAllTo(const QString &folder, const QStringList &allowed = {});

signals:
    void lookChanged();
    void artifactsChanged();
    void saved(const QString &place);
    void rankTableOpened(const QByteArray &content, const QString &name); // to be worked on

protected:
    void changeEvent(QEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    // What a node answered: nullopt, there is no such file. By remote path; what is in the container by the path on the
    // node that it is copied from.
    struct NodeFiles
    {
        QHash<QString, std::optional<QByteArray>> files, inside;
        QHash<QString, QString> others, othersInside; // words of every language: its mode is another, it is a link
        QString container;               // empty: there is none
        std::optional<Error> error;      // what is in the container is not known
        NodeDrift drift;
        bool wasRun = false;
    };
    struct Place
    {
        QString words;                   // "node1", "node1, in the container x"
        std::optional<QByteArray> content;
        QString other;                   // what is otherwise than its content; empty: nothing
    };

    QWidget *makeTree();
    QWidget *makePreview();
    void regenerate();
    void judge();
    void takeSet(const MadeAsThen<ArtifactSet> &made);
    void showNothing(const Error &error, const QStringList &unasked);
    void checkRules();
    void choose(const QString &path);
    void showFile();
    void showNote(int line);
    void tellNodeStates();
    void tellDrift();
    void forgetNode(const QString &node);                // something was at work there since it was compared
    QList<Place> onNodes(const Artifact &file) const;
    void saveAs();
    void saveAll();
    void setLook(const std::optional<Look> &look);
    QStringList unasked() const;                         // nodes whose facts are not known
    void retranslate();

    Cluster &m_cluster;
    QString m_historyFile;
    Recipe m_recipe;
    ArtifactSet m_set;
    QList<NodeFacts> m_facts;                            // that it was made of
    std::optional<Error> m_refusal;                      // why not of those that the nodes told, see MadeAsThen
    Rules m_brokenRules;                                 // of these files
    ArtifactTexts m_last;
    QHash<QString, NodeFiles> m_onNodes;                 // by node
    QHash<QString, int> m_changes;                       // of each node since the page is there
    qint64 m_comparedMs = 0;                             // the last answer of a node
    QStringList m_forgotten;                             // nodes that were changed after they had been compared
    QString m_path;                                      // chosen file
    QString m_saved;                                     // where to, for the line at the foot
    int m_comparing = 0;
    std::optional<Look> m_look;
    bool m_stale = true;
    int m_asked = 0;                                     // answers of older questions to m_judge are not heard
    Soon *m_soon;

    ErrorBar *m_error;
    OverwriteBar *m_overwrite;
    DriftNote *m_drift;
    QStackedWidget *m_stack;
    EmptyState *m_empty;
    ArtifactModel *m_model;
    QTreeView *m_tree;
    SegmentedControl *m_views;
    CodeView *m_code;
    ElidedLabel *m_file;
    QLabel *m_place, *m_note, *m_against, *m_rules, *m_filesTitle, *m_outcome;
    QFrame *m_rulesBox;
    QLabel *m_warnings;
    QPushButton *m_warningsFold;
    CopyButton *m_copy;
    QPushButton *m_saveAs, *m_saveAll, *m_compare, *m_lab;
    Worker m_judge;
    Worker m_worker;                                     // last: files are read and written here
};
