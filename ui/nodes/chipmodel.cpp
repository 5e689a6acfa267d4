#include "ui/nodes/chipmodel.h"

#include "ui/common/badge.h"
#include "ui/common/format.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

template<typename T>
QString shown(const std::optional<T> &value, const QString &unit = {})
{
    return value ? format::value(double(*value), unit) : format::none();
}

} // namespace

void ChipModel::setFacts(const std::optional<NodeFacts> &facts, bool isPast)
{
    m_isPast = isPast;
    const QList<NpuChip> chips = facts && facts->npuSmi ? facts->npuSmi->chips : QList<NpuChip>();
    if (chips.size() == m_chips.size()) { // keeps selection and scroll position on a refresh
        m_facts = facts;
        m_chips = chips;
        if (!m_chips.isEmpty())
            emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
        return;
    }
    beginResetModel();
    m_facts = facts;
    m_chips = chips;
    endResetModel();
}

void ChipModel::retranslate()
{
    emit headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
    if (!m_chips.isEmpty())
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

int ChipModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_chips.size());
}

int ChipModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

const HccnFacts *ChipModel::hccnOf(const NpuChip &chip, int row) const
{
    // One-chip cards print no device id; there the n-th chip is the n-th device file.
    std::optional<int> device = chip.deviceId;
    if (!device && m_facts->deviceIds.size() == m_chips.size())
        device = m_facts->deviceIds[row];
    for (const HccnFacts &hccn : m_facts->hccn) {
        if (device && hccn.deviceId == *device)
            return &hccn;
    }
    return nullptr;
}

// NPUs of more than one chip, as an A3's: then each is named by both ids.
bool ChipModel::hasSiblings() const
{
    return std::any_of(m_chips.cbegin(), m_chips.cend(), [](const NpuChip &chip) { return chip.chip.value_or(0) > 0; });
}

QString ChipModel::text(const NpuChip &chip, int row, int column) const
{
    switch (column) {
    case Npu: return hasSiblings() ? u"%1 / %2"_s.arg(shown(chip.npu), shown(chip.chip)) : shown(chip.npu);
    case Device: {
        if (chip.deviceId)
            return shown(chip.deviceId);
        return m_facts->deviceIds.size() == m_chips.size() ? QString::number(m_facts->deviceIds[row]) : format::none();
    }
    case Name: return chip.name.isEmpty() ? format::none() : chip.name;
    case Health: {
        const Look look = lookOfHealth(chip.health);
        return m_isPast ? look.word : textOf(look);
    }
    case Power: return shown(chip.powerWatts, u"W"_s);
    case Temperature: return shown(chip.temperatureC, u"°C"_s);
    case AiCore: return shown(chip.aiCorePercent, u"%"_s);
    case Hbm: {
        // npu-smi's MB are MiB
        const auto bytes = [](std::optional<qint64> mb) { return mb ? std::optional(*mb << 20) : std::nullopt; };
        return chip.hbmTotalMb ? format::bytesOf(bytes(chip.hbmUsedMb), bytes(chip.hbmTotalMb))
                               : format::bytesOf(bytes(chip.memoryUsedMb), bytes(chip.memoryTotalMb));
    }
    case Address: {
        const HccnFacts *hccn = hccnOf(chip, row);
        return hccn && !hccn->ip.isEmpty() ? hccn->ip : format::none();
    }
    case Link: {
        const HccnFacts *hccn = hccnOf(chip, row);
        if (!hccn || hccn->link.isEmpty())
            return format::none();
        return m_isPast ? hccn->link : (hccn->link == "UP"_L1 ? u"✓ "_s : u"✕ "_s) + hccn->link;
    }
    }
    return {};
}

QVariant ChipModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const NpuChip &chip = m_chips[index.row()];
    const int column = index.column();
    if (role == Qt::DisplayRole)
        return text(chip, index.row(), column);
    if (role == Qt::ToolTipRole) {       // a narrow table leaves some of it out
        QStringList lines;
        for (int other = Npu; other < ColumnCount; ++other)
            lines << u"%1: %2"_s.arg(headerData(other, Qt::Horizontal, Qt::DisplayRole).toString(),
                                     text(chip, index.row(), other));
        return lines.join(u'\n');
    }
    if (role == Qt::ForegroundRole && m_isPast)
        return style::color(style::Tone::Unknown);
    if (role == Qt::ForegroundRole && column == Health)
        return style::color(lookOfHealth(chip.health).tone);
    if (role == Qt::ForegroundRole && column == Link) {
        if (const HccnFacts *hccn = hccnOf(chip, index.row()); hccn && !hccn->link.isEmpty())
            return style::color(hccn->link == "UP"_L1 ? style::Tone::Ok : style::Tone::Danger);
    }
    if (role == Qt::TextAlignmentRole && column >= Power && column <= Hbm)
        return int(Qt::AlignRight | Qt::AlignVCenter);
    return {};
}

QVariant ChipModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int((section >= Power && section <= Hbm ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Npu: return tr("NPU");
    case Device: return tr("Device");
    case Name: return tr("Name");
    case Health: return tr("Health");
    case Power: return tr("Power");
    case Temperature: return tr("Temp.", "temperature");
    case AiCore: return tr("AI Core");
    case Hbm: return tr("HBM used");
    case Address: return tr("Card address");
    case Link: return tr("Link");
    }
    return {};
}
