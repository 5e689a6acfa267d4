#include "ui/monitor/lastvaluesmodel.h"

#include "ui/common/badge.h"
#include "ui/common/format.h"

#include <QBrush>

#include <cmath>

using namespace Qt::StringLiterals;

void LastValuesModel::setChips(const QList<ChipNow> &chips)
{
    const bool sameRows
        = std::equal(chips.begin(), chips.end(), m_chips.begin(), m_chips.end(),
                     [](const ChipNow &a, const ChipNow &b) { return a.node == b.node && a.device == b.device; });
    if (!sameRows) {
        beginResetModel();
        m_chips = chips;
        endResetModel();
        return;
    }
    if (chips.isEmpty())
        return;
    m_chips = chips;
    emit dataChanged(index(0, 0), index(int(m_chips.size()) - 1, ColumnCount - 1));
}

void LastValuesModel::retranslate()
{
    emit headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
    if (!m_chips.isEmpty())
        emit dataChanged(index(0, 0), index(int(m_chips.size()) - 1, ColumnCount - 1));
}

QString LastValuesModel::text(const ChipNow &chip, int column) const
{
    switch (column) {
    case Node: return chip.node;
    case Npu: return chip.device;
    case Health: {
        if (chip.isStale)
            return tr("– no data", "a chip that nothing was heard of lately");
        const Look look = lookOfHealth(chip.health);
        return look.symbol + u' ' + (chip.health.isEmpty() ? look.word : chip.health);
    }
    case Utilization:
        return format::value(chip.utilization, u"%"_s, 0);
    case Memory:
        return format::bytesOf(memoryBytes(chip.memoryUsedMb), memoryBytes(chip.memoryTotalMb));
    case Temperature:
        return format::value(chip.temperatureC, u"°C"_s, 0);
    case Power:
        return format::value(chip.powerWatts, u"W"_s, 1);
    case Processes: return format::value(chip.processes, {}, 0);
    case Updated: return chip.timeMs ? format::time(chip.timeMs) : format::none();
    default: return {};
    }
}

QVariant LastValuesModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const ChipNow &chip = m_chips[index.row()];
    switch (role) {
    case Qt::DisplayRole:
        return text(chip, index.column());
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(Qt::Alignment(
            Qt::AlignVCenter
            | (index.column() >= Utilization && index.column() < Updated ? Qt::AlignRight : Qt::AlignLeft)));
    case Qt::ForegroundRole:
        if (chip.isStale)
            return QBrush(style::colors().unknown);
        if (index.column() == Health)
            return QBrush(style::color(lookOfHealth(chip.health).tone));
        return {};
    case SortRole:
        switch (index.column()) {
        case Npu: return chip.device.section(u'/', 0, 0).toInt() * 100 + chip.device.section(u'/', 1, 1).toInt();
        case Health: return healthLevel(chip.health).value_or(-1);
        case Utilization: return chip.utilization;
        case Memory: return chip.memoryPercent();
        case Temperature: return chip.temperatureC;
        case Power: return chip.powerWatts;
        case Processes: return chip.processes;
        case Updated: return chip.timeMs;
        default: return chip.node;
        }
    default:
        return {};
    }
}

QVariant LastValuesModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return QAbstractTableModel::headerData(section, orientation, role);
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(Qt::Alignment(
            Qt::AlignVCenter | (section >= Utilization && section < Updated ? Qt::AlignRight : Qt::AlignLeft)));
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Node: return tr("Node");
    case Npu: return tr("NPU", "column: NPU and chip number");
    case Health: return tr("Health");
    case Utilization: return tr("Util.", "of the AI Core; a narrow column");
    case Memory: return tr("Memory");
    case Temperature: return tr("Temp.", "a narrow column");
    case Power: return tr("Power");
    case Processes: return tr("Processes");
    case Updated: return tr("Updated", "column: time of the last values");
    default: return {};
    }
}
