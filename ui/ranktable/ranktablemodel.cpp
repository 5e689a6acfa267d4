#include "ui/ranktable/ranktablemodel.h"

#include "ui/common/format.h"
#include "ui/common/icons.h"
#include "ui/common/style.h"

using namespace Qt::StringLiterals;

RankTableModel::RankTableModel(QObject *parent) : QAbstractTableModel(parent) {}

void RankTableModel::setTable(const LabTable *lab)
{
    const RankTable table = lab ? lab->table : RankTable();
    QList<Column> columns;
    if (lab) {
        if (table.format != RankFormat::Ranks)
            columns << Column{RankColumn::ServerId};
        if (table.hasContainerIp)
            columns << Column{RankColumn::ContainerIp};
        if (table.format == RankFormat::PrefillDecode)
            columns << Column{};
        columns << Column{RankColumn::DeviceId};
        if (table.format != RankFormat::Ranks)
            columns << Column{RankColumn::DeviceIp};
        columns << Column{RankColumn::RankId};
        if (table.hasSuperDevice || table.version == "1.2"_L1)
            columns << Column{RankColumn::SuperDeviceId};
    }
    const bool isSameShape = table.devices.size() == m_table.devices.size() && columns == m_columns;
    if (!isSameShape)
        beginResetModel();
    m_table = table;
    m_findings = lab ? lab->findings : QList<LintFinding>();
    m_columns = columns;
    if (!isSameShape)
        endResetModel();
    else if (!m_table.devices.isEmpty())
        emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

void RankTableModel::retranslate()
{
    if (m_columns.isEmpty())
        return;
    emit headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
    if (!m_table.devices.isEmpty())
        emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

QString RankTableModel::where(const QModelIndex &index) const
{
    const Column &column = m_columns[index.column()];
    return column.key ? pointerOf(m_table, index.row(), *column.key) : m_table.devices[index.row()].where;
}

QModelIndex RankTableModel::indexOf(const QString &where) const
{
    if (where.isEmpty())
        return {};
    for (int row = 0; row < rowCount(); ++row) {
        for (int column = 0; column < columnCount(); ++column) {
            if (this->where(index(row, column)) == where)
                return index(row, column);
        }
    }
    for (int row = 0; row < rowCount(); ++row) {
        const RankDevice &device = m_table.devices[row];
        const QString server = m_table.servers[device.server].where;
        if (where.startsWith(device.where + u'/') || where == device.where || where == server
            || where.startsWith(server + u'/'))
            return index(row, 0);
    }
    return {};
}

int RankTableModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_table.devices.size());
}

int RankTableModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_columns.size());
}

// The worst of those that name this cell; of the whole device, at its first cell.
const LintFinding *RankTableModel::findingAt(const QModelIndex &index) const
{
    const QString cell = where(index), device = m_table.devices[index.row()].where;
    const LintFinding *worst = nullptr;
    for (const LintFinding &finding : m_findings) {
        const bool isHere = finding.where == cell || (finding.where == device && index.column() == 0);
        if (isHere && (!worst || finding.severity > worst->severity))
            worst = &finding;
    }
    return worst;
}

QVariant RankTableModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const Column &column = m_columns[index.column()];
    const RankDevice &device = m_table.devices[index.row()];
    const QString value = column.key ? valueOf(m_table, index.row(), *column.key) : device.part;
    switch (role) {
    case Qt::EditRole: return value;
    case Qt::DisplayRole: return value.isEmpty() ? format::none() : value;
    case Qt::DecorationRole: {
        const LintFinding *finding = findingAt(index);
        if (!finding || finding->severity == Severity::Info)
            return {};
        return finding->severity == Severity::Error ? style::icon(u"circle-x"_s, style::Tint::Danger)
                                                    : style::icon(u"triangle-alert"_s, style::Tint::Warning);
    }
    case Qt::ForegroundRole: {
        const LintFinding *finding = findingAt(index);
        return finding && finding->severity == Severity::Error ? QVariant(style::color(style::Tone::Danger))
                                                               : QVariant();
    }
    case Qt::ToolTipRole: {
        const LintFinding *finding = findingAt(index);
        return finding ? QVariant(finding->remedy.isEmpty() ? finding->message
                                                            : finding->message + u'\n' + finding->remedy)
                       : QVariant();
    }
    case Qt::AccessibleTextRole: {
        const LintFinding *finding = findingAt(index);
        return finding ? value + u": "_s + finding->message : value;
    }
    default: return {};
    }
}

bool RankTableModel::setData(const QModelIndex &index, const QVariant &value, int role)
{
    if (role != Qt::EditRole || !index.isValid() || !m_columns[index.column()].key)
        return false;
    if (value.toString() == data(index, Qt::EditRole).toString())
        return false;
    emit edited(index.row(), *m_columns[index.column()].key, value.toString());
    return true;
}

QVariant RankTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section >= m_columns.size())
        return {};
    const Column &column = m_columns[section];
    const bool isCounted = m_table.format == RankFormat::PrefillDecode && column.key == RankColumn::RankId;
    if (role == Qt::ToolTipRole)
        return isCounted ? u"cluster_id"_s : column.key ? QString::fromLatin1(keyOf(*column.key)) : QVariant();
    if (role != Qt::DisplayRole)
        return {};
    if (!column.key)
        return tr("Part", "prefill or decode");
    if (isCounted)
        return tr("Number", "of a device, through both lists");
    switch (*column.key) {
    case RankColumn::ServerId: return tr("Server");
    case RankColumn::ContainerIp: return tr("Container's address");
    case RankColumn::DeviceId: return tr("Device");
    case RankColumn::DeviceIp: return tr("Device's address");
    case RankColumn::RankId: return tr("Rank");
    case RankColumn::SuperDeviceId: return tr("SDID", "super_device_id");
    }
    return {};
}

Qt::ItemFlags RankTableModel::flags(const QModelIndex &index) const
{
    Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    if (index.isValid() && !m_table.isReadOnly() && m_columns[index.column()].key)
        flags |= Qt::ItemIsEditable;
    return flags;
}
