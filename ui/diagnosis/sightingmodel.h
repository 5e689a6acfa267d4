// SightingModel: what was found in the logs: the first cause, more of them, consequences, earlier failures.
// LogSourceModel: the logs that were read.
#pragma once

#include "core/diagnosis/diagnosis.h"

#include <QAbstractTableModel>

class SightingModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Part, Fault, NodeName, Time, Count, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;
    void set(const DiagnosisAnswer &answer, const QList<FaultRule> &rules);
    void retranslate();

    const FaultSighting &sighting(int row) const { return m_rows[row].sighting; }
    QString partWords(int row) const;    // "First cause"
    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    enum class PartOf { First, Cause, Consequence, Earlier };
    struct Row
    {
        PartOf part;
        FaultSighting sighting;
    };
    DiagnosisAnswer m_answer;
    QList<FaultRule> m_rules;
    QList<Row> m_rows;
};

class LogSourceModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { NodeName, File, Lines, Encoding, First, Last, Trouble, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;
    void set(const QList<SourceReport> &sources);
    void retranslate();

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QList<SourceReport> m_sources;
};
