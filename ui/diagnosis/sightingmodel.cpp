#include "ui/diagnosis/sightingmodel.h"

#include "core/base/languages.h"
#include "core/base/plaintext.h"
#include "ui/common/format.h"
#include "ui/common/style.h"

#include <QFont>

using namespace Qt::StringLiterals;

namespace {

QString whenWords(const std::optional<LogTime> &time) { return time ? timeText(time) : format::none(); }

} // namespace

void SightingModel::set(const DiagnosisAnswer &answer, const QList<FaultRule> &rules)
{
    beginResetModel();
    m_answer = answer;
    m_rules = rules;
    m_rows.clear();
    if (answer.first)
        m_rows << Row{PartOf::First, *answer.first};
    for (const auto &[part, list] : {std::pair{PartOf::Cause, answer.causes},
                                     std::pair{PartOf::Consequence, answer.consequences},
                                     std::pair{PartOf::Earlier, answer.earlier}}) {
        for (const FaultSighting &one : list)
            m_rows << Row{part, one};
    }
    endResetModel();
}

void SightingModel::retranslate()
{
    if (rowCount() > 0)
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
    emit headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
}

QString SightingModel::partWords(int row) const
{
    switch (m_rows[row].part) {
    case PartOf::First:
        return !m_answer.isCause                   ? tr("First sign")
            : m_rows[row].sighting.isProbable ? tr("Probable cause")
            : m_answer.isCertain              ? tr("First cause")
                                              : tr("Most likely first cause");
    case PartOf::Cause:
        return !m_answer.isCause                   ? tr("Found after it")
            : m_rows[row].sighting.isProbable ? tr("Another possible cause")
                                              : tr("Another cause");
    case PartOf::Consequence:
        return tr("Consequence");
    case PartOf::Earlier:
        return tr("Earlier failure");
    }
    return {};
}

int SightingModel::rowCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : int(m_rows.size()); }
int SightingModel::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : ColumnCount; }

QVariant SightingModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const FaultSighting &one = m_rows[index.row()].sighting;
    if (role == Qt::FontRole && m_rows[index.row()].part == PartOf::First)
        return style::font(style::bodySize, true);
    if (role == Qt::ToolTipRole)
        return withoutControls(one.text).toHtmlEscaped();
    if (role == Qt::TextAlignmentRole && index.column() == Count)
        return int(Qt::AlignRight | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case Part:
        return partWords(index.row());
    case Fault:
        return m_rules[one.rule].cause;
    case NodeName:
        return withoutControls(m_answer.sources[one.source].node);
    case Time:
        return one.time ? timeText(one) : format::none();
    case Count:
        return format::number(double(one.count));
    }
    return {};
}

QVariant SightingModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Part:
        return tr("What it is");
    case Fault:
        return tr("Fault");
    case NodeName:
        return tr("Node");
    case Time:
        return tr("Time in its log");
    case Count:
        return tr("Lines");
    }
    return {};
}

void LogSourceModel::set(const QList<SourceReport> &sources)
{
    beginResetModel();
    m_sources = sources;
    endResetModel();
}

void LogSourceModel::retranslate()
{
    if (rowCount() > 0)
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
    emit headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
}

int LogSourceModel::rowCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : int(m_sources.size()); }
int LogSourceModel::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : ColumnCount; }

QVariant LogSourceModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const SourceReport &one = m_sources[index.row()];
    if (role == Qt::ToolTipRole && index.column() == File)
        return withoutControls(one.file).toHtmlEscaped();
    if (role == Qt::TextAlignmentRole && index.column() == Lines)
        return int(Qt::AlignRight | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case NodeName:
        return withoutControls(one.node);
    case File:
        return withoutControls(one.file);
    case Lines:
        return format::number(double(one.lines));
    case Encoding:
        return one.encoding.isEmpty() ? format::none() : one.encoding;
    case First:
        return whenWords(one.first);
    case Last:
        return whenWords(one.last);
    case Trouble:
        if (!one.error.isEmpty())
            return inLanguage(one.error, dataLanguage());
        if (one.isNoText == "binary"_L1)
            return tr("no text; only lines with a time were looked at");
        if (!one.isNoText.isEmpty())
            return tr("packed; unpack it first");
        return one.isComparable ? QString() : tr("its times are compared with no other node's");
    }
    return {};
}

QVariant LogSourceModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case NodeName:
        return tr("Node");
    case File:
        return tr("Log");
    case Lines:
        return tr("Lines");
    case Encoding:
        return tr("Encoding");
    case First:
        return tr("First time");
    case Last:
        return tr("Last time");
    case Trouble:
        return tr("To be known");
    }
    return {};
}
