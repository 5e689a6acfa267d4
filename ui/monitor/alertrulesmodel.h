// AlertRulesModel: every rule, those that are off too, with its sentence, and what a trial on the history found of it.
#pragma once

#include "core/monitor/alertrules.h"

#include <QAbstractTableModel>
#include <QHash>

class AlertRulesModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Name, Severity, Tried, Condition, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    void setRules(const QList<AlertRule> &rules);
    const QList<AlertRule> &rules() const { return m_rules; }
    void setTried(
        const std::optional<QHash<QString, int>> &alerts); // by rule, that would have begun; nullopt: not tried
    void retranslate();

    int rowCount(const QModelIndex &parent = {}) const override { return parent.isValid() ? 0 : int(m_rules.size()); }
    int columnCount(const QModelIndex &parent = {}) const override { return parent.isValid() ? 0 : ColumnCount; }
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    bool setData(const QModelIndex &index, const QVariant &value, int role) override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;

signals:
    void switched(const QString &id, bool isOn); // the box before its name

private:
    QList<AlertRule> m_rules;
    std::optional<QHash<QString, int>> m_tried;
};
