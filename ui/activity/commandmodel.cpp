#include "ui/activity/commandmodel.h"

#include "ui/common/format.h"
#include "ui/common/style.h"

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype shortOutput = 1024;

// Killed and out of time are no answers.
bool isAnswer(const CommandRecord &record)
{
    return record.exitCode == 0
        || (record.isQuestion && record.exitCode && *record.exitCode < 128 && *record.exitCode != 124);
}

QString firstOf(const QString &line)
{
    constexpr qsizetype most = 500;
    return line.size() > most ? line.left(most) + u'…' : line;
}

} // namespace

CommandModel::CommandModel(qsizetype mostRows, qsizetype mostOutput, QObject *parent)
    : QAbstractTableModel(parent), m_mostRows(mostRows), m_mostOutput(mostOutput)
{
}

void CommandModel::append(const QList<CommandRecord> &records)
{
    const QList<CommandRecord> fresh = records.last(qMin(records.size(), m_mostRows));
    if (fresh.isEmpty())
        return;
    beginInsertRows({}, 0, int(fresh.size()) - 1);
    for (const CommandRecord &record : fresh) {
        m_records.push_front(record);
        m_output += record.outputHead.size();
        ++m_whole;
        if (!m_nodes.contains(record.node))
            m_nodes << record.node;
    }
    endInsertRows();
    const int rows = int(m_records.size()), most = int(m_mostRows);
    if (rows > most) {
        beginRemoveRows({}, most, rows - 1);
        for (int row = most; row < rows; ++row)
            m_output -= m_records[size_t(row)].outputHead.size();
        m_records.resize(size_t(most));
        m_whole = std::min(m_whole, m_records.size());
        endRemoveRows();
    }
    shortenOldest();
}

void CommandModel::shortenOldest()
{
    for (; m_output > m_mostOutput && m_whole > 0; --m_whole) {
        QString &kept = m_records[m_whole - 1].outputHead;
        if (kept.size() <= shortOutput)
            continue;
        m_output -= kept.size() - shortOutput;
        kept = QString(kept.constData(), shortOutput); // a copy: the long one goes
    }
}

void CommandModel::clear()
{
    beginResetModel();
    m_records.clear();
    m_output = 0;
    m_whole = 0;
    m_nodes.clear();
    endResetModel();
}

void CommandModel::retranslate()
{
    emit headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
    if (!m_records.empty())
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

int CommandModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_records.size());
}

int CommandModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

bool CommandModel::hasFailed(const CommandRecord &record)
{
    return !isAnswer(record) && !record.wasStopped;
}

QString CommandModel::outcome(const CommandRecord &record)
{
    if (record.wasStopped)
        return u"– "_s + tr("stopped");
    if (record.exitCode && *record.exitCode != 0 && isAnswer(record))
        return u"– "_s + tr("answered no (exit code %1)").arg(*record.exitCode);
    if (!record.exitCode)
        return u"? "_s + (record.error.isEmpty() ? tr("no answer") : record.error);
    return *record.exitCode == 0 ? u"✓ 0"_s : u"✕ "_s + tr("exit code %1").arg(*record.exitCode);
}

QVariant CommandModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const CommandRecord &entry = record(index.row());
    if (role == Qt::DisplayRole) {
        switch (index.column()) {
        case Ended: return format::time(entry.startedMs + entry.tookMs);
        case NodeName: return entry.node;
        case Line: return firstOf(QString(entry.line).replace(u'\n', u'⏎'));
        case Took: return format::duration(entry.tookMs);
        case Outcome: return outcome(entry);
        }
    }
    if (role == Qt::ToolTipRole && (index.column() == Line || index.column() == Outcome))
        return index.column() == Line ? entry.line.left(2000) : outcome(entry);
    if (role == Qt::FontRole && index.column() == Line)
        return style::monospace();
    if (role == Qt::ForegroundRole) {
        if (index.column() == Outcome)
            return style::color(entry.exitCode == 0     ? style::Tone::Ok
                                    : !hasFailed(entry) ? style::Tone::Unknown
                                    : entry.exitCode    ? style::Tone::Danger
                                                        : style::Tone::Warning);
        if (index.column() == Ended || index.column() == Took)
            return style::colors().secondText;
    }
    if (role == Qt::TextAlignmentRole && index.column() == Took)
        return int(Qt::AlignRight | Qt::AlignVCenter);
    return {};
}

QVariant CommandModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int((section == Took ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Ended: return tr("Ended", "a command; above times");
    case NodeName: return tr("Node");
    case Line: return tr("Command");
    case Took: return tr("Took");
    case Outcome: return tr("Result");
    }
    return {};
}

void CommandFilter::setNode(const QString &node)
{
    m_node = node;
    invalidateFilter();
}

void CommandFilter::setWords(const QString &words)
{
    m_words = words;
    invalidateFilter();
}

void CommandFilter::setFailedOnly(bool failedOnly)
{
    m_failedOnly = failedOnly;
    invalidateFilter();
}

bool CommandFilter::filterAcceptsRow(int row, const QModelIndex &) const
{
    const CommandRecord &record = static_cast<const CommandModel *>(sourceModel())->record(row);
    if (!m_node.isEmpty() && record.node != m_node)
        return false;
    if (m_failedOnly && !CommandModel::hasFailed(record))
        return false;
    return m_words.isEmpty() || record.line.contains(m_words, Qt::CaseInsensitive)
        || record.error.contains(m_words, Qt::CaseInsensitive)
        || record.outputHead.contains(m_words, Qt::CaseInsensitive);
}
