#include "ui/deploy/artifactmodel.h"

#include "ui/common/icons.h"
#include "ui/common/style.h"

#include <algorithm>

using namespace Qt::StringLiterals;

void ArtifactModel::setArtifacts(const ArtifactSet &set)
{
    beginResetModel();
    m_set = set;
    m_onNodes.clear();
    m_groups.clear();
    for (qsizetype i = 0; i < set.files.size(); ++i) {
        const QString node = set.files[i].node;
        auto its
            = std::find_if(m_groups.begin(), m_groups.end(), [&](const Group &group) { return group.node == node; });
        if (its == m_groups.end())
            its = m_groups.insert(node.isEmpty() ? m_groups.begin() : m_groups.end(), Group{node, {}});
        its->files << i;
    }
    endResetModel();
}

void ArtifactModel::setLast(const ArtifactTexts &last)
{
    m_last = last;
    retranslate();
}

void ArtifactModel::setOnNodes(const QHash<QString, FileState> &states)
{
    m_onNodes = states;
    retranslate();
}

void ArtifactModel::retranslate()
{
    for (int group = 0; group < rowCount(); ++group) {
        const QModelIndex parent = index(group, 0);
        emit dataChanged(parent, index(group, 1));
        if (rowCount(parent) > 0)
            emit dataChanged(index(0, 0, parent), index(rowCount(parent) - 1, 1, parent));
    }
    emit headerDataChanged(Qt::Horizontal, 0, 1);
}

const Artifact *ArtifactModel::artifact(const QString &path) const
{
    const auto its
        = std::find_if(m_set.files.begin(), m_set.files.end(), [&](const Artifact &file) { return file.path == path; });
    return its == m_set.files.end() ? nullptr : &*its;
}

QModelIndex ArtifactModel::indexOf(const QString &path) const
{
    for (int group = 0; group < m_groups.size(); ++group) {
        for (int row = 0; row < m_groups[group].files.size(); ++row) {
            if (m_set.files[m_groups[group].files[row]].path == path)
                return index(row, 0, index(group, 0));
        }
    }
    return {};
}

// A file's internal id is its group plus one; a group's is zero.
QModelIndex ArtifactModel::index(int row, int column, const QModelIndex &parent) const
{
    if (row < 0 || column < 0 || column > 1 || row >= rowCount(parent))
        return {};
    return createIndex(row, column, parent.isValid() ? quintptr(parent.row()) + 1 : quintptr(0));
}

QModelIndex ArtifactModel::parent(const QModelIndex &child) const
{
    return child.isValid() && child.internalId() > 0 ? createIndex(int(child.internalId()) - 1, 0, quintptr(0))
                                                     : QModelIndex();
}

int ArtifactModel::rowCount(const QModelIndex &parent) const
{
    if (!parent.isValid())
        return int(m_groups.size());
    const bool isGroup = parent.internalId() == 0 && parent.column() == 0 && parent.row() < m_groups.size();
    return isGroup ? int(m_groups[parent.row()].files.size()) : 0;
}

bool ArtifactModel::isChanged(const Artifact &file) const
{
    return !m_last.isEmpty() && m_last.value(file.path) != file.content;
}

QString ArtifactModel::stateText(const Artifact &file) const
{
    QStringList states;
    if (isChanged(file))
        states << (m_last.contains(file.path) ? tr("changed") : tr("new"));
    switch (m_onNodes.value(file.path, FileState::Unknown)) {
    case FileState::Same: states << tr("same on node"); break;
    case FileState::Changed: states << tr("differs on node"); break;
    case FileState::Missing: states << tr("not on node"); break;
    case FileState::Unknown: break;
    }
    return states.join(u", "_s);
}

QVariant ArtifactModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    if (index.internalId() == 0) {
        const Group &group = m_groups[index.row()];
        if (role == Qt::DisplayRole && index.column() == 0)
            return group.node.isEmpty() ? tr("All nodes") : group.node;
        if (role == Qt::FontRole)
            return style::font(style::bodySize, true);
        if (role == Qt::DecorationRole && index.column() == 0)
            return style::icon(group.node.isEmpty() ? u"folder"_s : u"server"_s);
        return {};
    }
    const Artifact &file = m_set.files[m_groups[int(index.internalId()) - 1].files[index.row()]];
    if (role == PathRole)
        return file.path;
    if (index.column() == 1) {
        const FileState onNode = m_onNodes.value(file.path, FileState::Unknown);
        if (role == Qt::DisplayRole || role == Qt::AccessibleTextRole)
            return stateText(file);
        if (role == Qt::ForegroundRole)
            return onNode == FileState::Same && !isChanged(file)  ? style::colors().ok
                : isChanged(file) || onNode == FileState::Changed ? style::colors().warning
                                                                  : style::colors().secondText;
        return {};
    }
    if (role == Qt::DisplayRole)
        return file.path.section(QLatin1Char('/'), -1);
    if (role == Qt::ToolTipRole)
        return file.remotePath.isEmpty() ? tr("Stays on this machine") : tr("Goes to %1").arg(file.remotePath);
    if (role == Qt::DecorationRole)
        return style::icon(file.path.endsWith(".sh"_L1) ? u"terminal"_s : u"file-text"_s);
    return {};
}

QVariant ArtifactModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    return section == 0 ? tr("File") : tr("State");
}
