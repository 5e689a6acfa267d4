#include "ui/deploy/findingmodel.h"

#include "core/checks/catalogue.h"

#include <QSet>

#include <algorithm>

using namespace Qt::StringLiterals;

Look lookOf(const Finding &finding, bool isAccepted)
{
    if (finding.isOwn)
        return {u"●"_s, FindingModel::tr("Passed, own", "taken by the deployment's own service"), style::Tone::Accent};
    const Look look = lookOf(finding.verdict);
    return isAccepted ? Look{look.symbol, FindingModel::tr("%1, accepted", "what a check warns of").arg(look.word),
                             style::Tone::Unknown}
                      : look;
}

FindingModel::FindingModel(QObject *parent)
    : QAbstractTableModel(parent)
{
}

void FindingModel::setNodes(const QStringList &nodes, const QString &language)
{
    beginResetModel();
    m_nodes = nodes;
    m_language = language;
    m_rows.clear();
    QString group;
    for (const CheckInfo &info : checkInfos(language)) {
        if (info.group != group) {
            group = info.group;
            Row section;
            section.section = true;
            section.info.group = group;
            section.info.title = groupTitle(group, language);
            m_rows << section;
        }
        m_rows.append({false, info, QList<std::optional<Finding>>(nodes.size())});
    }
    endResetModel();
}

void FindingModel::setLanguage(const QString &language)
{
    const QList<CheckInfo> infos = checkInfos(language);
    m_language = language;
    for (Row &row : m_rows) {
        for (std::optional<Finding> &finding : row.cells) {
            if (finding)
                finding = told(*finding, language);
        }
        if (row.section) {
            row.info.title = groupTitle(row.info.group, language);
            continue;
        }
        const auto it
            = std::find_if(infos.cbegin(), infos.cend(), [&](const CheckInfo &info) { return info.id == row.info.id; });
        if (it != infos.cend())
            row.info = *it;
    }
    if (!m_rows.isEmpty())
        emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    emit headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
}

void FindingModel::setFinding(const QString &node, const Finding &finding)
{
    const QModelIndex cell = indexOf(finding.check, node);
    if (!cell.isValid())
        return;
    m_rows[cell.row()].cells[cell.column() - 1] = told(finding, m_language);
    emit dataChanged(index(cell.row(), 0), index(cell.row(), columnCount() - 1));
}

void FindingModel::clearFindings()
{
    for (Row &row : m_rows)
        std::fill(row.cells.begin(), row.cells.end(), std::nullopt);
    if (!m_rows.isEmpty())
        emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

bool FindingModel::setAccepted(const QList<Acceptance> &accepted)
{
    if (m_accepted == accepted)
        return false;
    m_accepted = accepted;
    if (!m_rows.isEmpty())
        emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    return true;
}

bool FindingModel::isAccepted(const QModelIndex &index) const
{
    const Finding *said = finding(index);
    return said && ::isAccepted(m_accepted, isAcross(index.row()) ? QString() : node(index.column()), *said);
}

bool FindingModel::isSection(int row) const
{
    return row >= 0 && row < m_rows.size() && m_rows[row].section;
}

bool FindingModel::isAcross(int row) const
{
    return row >= 0 && row < m_rows.size() && m_rows[row].info.acrossNodes;
}

bool FindingModel::isProblem(int row) const
{
    if (isSection(row)) {
        for (int next = row + 1; next < m_rows.size() && !m_rows[next].section; ++next) {
            if (isProblem(next))
                return true;
        }
        return false;
    }
    for (int cell = 0; cell < m_rows[row].cells.size(); ++cell) {
        if (isProblem(index(row, cell + 1)))
            return true;
    }
    return false;
}

bool FindingModel::isProblem(const QModelIndex &index) const
{
    const Finding *said = finding(index);
    return said && said->verdict != Verdict::Pass && said->verdict != Verdict::Skipped && !isAccepted(index);
}

const CheckInfo *FindingModel::check(int row) const
{
    return row < 0 || row >= m_rows.size() || m_rows[row].section ? nullptr : &m_rows[row].info;
}

QString FindingModel::node(int column) const
{
    return column < 1 ? QString() : m_nodes.value(column - 1);
}

const Finding *FindingModel::finding(const QModelIndex &index) const
{
    if (!index.isValid() || index.column() < 1 || isSection(index.row()))
        return nullptr;
    const Row &row = m_rows[index.row()];
    const std::optional<Finding> &cell = row.cells[row.info.acrossNodes ? 0 : index.column() - 1];
    return cell ? &*cell : nullptr;
}

QModelIndex FindingModel::indexOf(const QString &check, const QString &node) const
{
    for (int row = 0; row < m_rows.size(); ++row) {
        if (m_rows[row].section || m_rows[row].info.id != check)
            continue;
        const int column = m_rows[row].info.acrossNodes ? 0 : int(m_nodes.indexOf(node));
        return column < 0 || m_nodes.isEmpty() ? QModelIndex() : index(row, column + 1);
    }
    return {};
}

QModelIndex FindingModel::firstProblem() const
{
    for (const Verdict verdict : {Verdict::Fail, Verdict::Warn, Verdict::Unknown}) {
        for (int row = 0; row < m_rows.size(); ++row) {
            for (int cell = 0; cell < m_rows[row].cells.size(); ++cell) {
                if (m_rows[row].cells[cell] && m_rows[row].cells[cell]->verdict == verdict
                    && !isAccepted(index(row, cell + 1)))
                    return index(row, cell + 1);
            }
        }
    }
    return {};
}

int FindingModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

int FindingModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : 1 + int(m_nodes.size());
}

bool FindingModel::differs(const Row &row) const
{
    // These differ between any two machines.
    if (row.section || row.info.acrossNodes || row.info.id == u"connection.reachable" || row.info.id == u"host.clock")
        return false;
    QSet<QString> values;
    for (const std::optional<Finding> &finding : row.cells) {
        // own here and free there is how it should be
        if (finding && finding->verdict != Verdict::Skipped && !finding->isOwn)
            values.insert(verdictName(finding->verdict) + finding->value);
    }
    return values.size() > 1;
}

QVariant FindingModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const Row &row = m_rows[index.row()];
    if (role == SectionRole)
        return row.section;
    if (role == AcrossRole)
        return row.info.acrossNodes;
    if (index.column() == 0) {
        switch (role) {
        case Qt::DisplayRole: return row.info.title;
        case Qt::ToolTipRole:
            return row.section ? QVariant()
                : differs(row) ? tr("%1: the nodes differ").arg(row.info.title)
                               : row.info.title;
        case Qt::AccessibleTextRole:
            return differs(row) ? tr("%1, the nodes differ").arg(row.info.title) : row.info.title;
        case DiffersRole: return differs(row);
        default: return {};
        }
    }
    const Finding *said = finding(index);
    if (row.section || (row.info.acrossNodes && index.column() > 1 && role != HasFindingRole))
        return {};
    const Look look = said ? lookOf(*said) : Look();
    if (isAccepted(index)) {
        const QString value = said->value.isEmpty() ? look.word : said->value;
        switch (role) {
        case ToneRole: return int(style::Tone::Unknown);
        case Qt::DisplayRole: return tr("%1, accepted", "what a check warns of").arg(value);
        case Qt::ToolTipRole:
            return tr("%1 (accepted for this deployment)", "what a check warns of").arg(said->summary);
        case Qt::AccessibleTextRole:
            return tr("%1, %2: %3 %4, accepted")
                .arg(row.info.title, row.info.acrossNodes ? tr("all nodes") : node(index.column()), look.word,
                     said->value);
        default: break;
        }
    }
    switch (role) {
    case HasFindingRole: return said != nullptr;
    case SymbolRole: return look.symbol;
    case ToneRole: return int(look.tone);
    case Qt::DisplayRole: return said ? (said->value.isEmpty() ? look.word : said->value) : QString();
    case Qt::ToolTipRole: return said ? said->summary : tr("Not asked yet");
    case Qt::AccessibleTextRole: {
        const QString where = row.info.acrossNodes ? tr("all nodes") : node(index.column());
        return said ? tr("%1, %2: %3 %4").arg(row.info.title, where, lookOf(said->verdict).word, said->value)
                    : tr("%1, %2: not asked yet").arg(row.info.title, where);
    }
    default: return {};
    }
}

QVariant FindingModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::DisplayRole)
        return section == 0 ? tr("Check") : m_nodes.value(section - 1);
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignLeft | Qt::AlignVCenter);
    return {};
}

Qt::ItemFlags FindingModel::flags(const QModelIndex &index) const
{
    if (!index.isValid())
        return Qt::NoItemFlags;
    return isSection(index.row()) ? Qt::ItemIsEnabled : Qt::ItemIsEnabled | Qt::ItemIsSelectable;
}
