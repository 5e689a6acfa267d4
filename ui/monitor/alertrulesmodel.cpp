#include "ui/monitor/alertrulesmodel.h"

#include "core/base/languages.h"
#include "ui/common/format.h"
#include "ui/common/style.h"

using namespace Qt::StringLiterals;

void AlertRulesModel::setRules(const QList<AlertRule> &rules)
{
    const bool areSame = rules.size() == m_rules.size();
    if (!areSame)
        beginResetModel();
    m_rules = rules;
    if (!areSame)
        endResetModel();
    else if (!rules.isEmpty())
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

void AlertRulesModel::setTried(const std::optional<QHash<QString, int>> &alerts)
{
    m_tried = alerts;
    if (!m_rules.isEmpty())
        emit dataChanged(index(0, Tried), index(rowCount() - 1, Tried));
}

void AlertRulesModel::retranslate()
{
    emit headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
    if (!m_rules.isEmpty())
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

QVariant AlertRulesModel::data(const QModelIndex &index, int role) const
{
    const AlertRule &rule = m_rules[index.row()];
    if (role == Qt::CheckStateRole && index.column() == Name)
        return rule.isOff ? Qt::Unchecked : Qt::Checked;
    if (role == Qt::ForegroundRole && rule.isOff)
        return style::colors().secondText;
    if (role == Qt::AccessibleTextRole && index.column() == Name)
        return rule.isOff ? tr("%1, off", "an alert rule").arg(alertTitle(rule, dataLanguage()))
                          : alertTitle(rule, dataLanguage());
    if (role == Qt::ToolTipRole && index.column() != Tried)
        return rule.source.isEmpty() ? QVariant() : tr("Source: %1").arg(rule.source);
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case Name:
        return alertTitle(rule, dataLanguage());
    case Condition:
        return alertSentence(rule);
    case Severity:
        return rule.severity == AlertRule::Severity::Critical ? tr("critical", "an alert") : tr("warning", "an alert");
    case Tried:
        return !m_tried || rule.isOff ? format::none() : tr("%n alerts", nullptr, m_tried->value(rule.id));
    }
    return {};
}

QVariant AlertRulesModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Name:
        return tr("Rule", "a column: of alerts");
    case Severity:
        return tr("Severity", "a column: of alerts");
    case Condition:
        return tr("When", "a column: the condition of an alert");
    case Tried:
        return tr("On the history", "a column: how many alerts there would have been");
    }
    return {};
}

bool AlertRulesModel::setData(const QModelIndex &index, const QVariant &value, int role)
{
    if (role != Qt::CheckStateRole || index.column() != Name)
        return false;
    emit switched(m_rules[index.row()].id, value.toInt() == Qt::Checked);
    return true;
}

Qt::ItemFlags AlertRulesModel::flags(const QModelIndex &index) const
{
    const Qt::ItemFlags plain = QAbstractTableModel::flags(index);
    return index.column() == Name ? plain | Qt::ItemIsUserCheckable : plain;
}
