// ArtifactModel: the generated files as a tree: those for all nodes first, then a folder per node.
// The second column says how each differs from the last version and from what is on the nodes.
#pragma once

#include "core/artifacts/artifacthistory.h"

#include <QAbstractItemModel>

enum class FileState { Unknown, Same, Changed, Missing };

class ArtifactModel : public QAbstractItemModel
{
    Q_OBJECT

public:
    enum Role { PathRole = Qt::UserRole };

    explicit ArtifactModel(QObject *parent = nullptr) : QAbstractItemModel(parent) {}

    void setArtifacts(const ArtifactSet &set);
    void setLast(const ArtifactTexts &last);
    void setOnNodes(const QHash<QString, FileState> &states); // by path; empty: not compared
    const Artifact *artifact(const QString &path) const;
    QModelIndex indexOf(const QString &path) const;
    void retranslate();

    QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
    QModelIndex parent(const QModelIndex &child) const override;
    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &) const override { return 2; }
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Group
    {
        QString node;                    // empty: for all nodes
        QList<qsizetype> files;          // into m_set.files
    };
    QString stateText(const Artifact &file) const;
    bool isChanged(const Artifact &file) const;

    ArtifactSet m_set;
    ArtifactTexts m_last;
    QHash<QString, FileState> m_onNodes;
    QList<Group> m_groups;
};
