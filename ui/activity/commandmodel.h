// CommandModel: the commands that ran on nodes, the one that ended last first, the oldest dropped beyond a limit; each
// with the time of its end, so that rows and times have one order. The output of all of them together is bounded too:
// beyond that the oldest keep only how theirs began.
// CommandFilter: the same, by node, words and failure.
#pragma once

#include "core/nodes/connect.h"

#include <QAbstractTableModel>
#include <QSortFilterProxyModel>

#include <deque>

class CommandModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Ended, NodeName, Line, Took, Outcome, ColumnCount };

    // characters
    explicit CommandModel(qsizetype mostRows = 10'000, qsizetype mostOutput = 16 * 1024 * 1024,
                          QObject *parent = nullptr);

    void append(const QList<CommandRecord> &records);
    void clear();
    const CommandRecord &record(int row) const { return m_records[size_t(row)]; }
    QStringList nodes() const { return m_nodes; }           // in the order first seen
    void retranslate();

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    static bool hasFailed(const CommandRecord &record);     // not: a question that was answered no, what was stopped
    // "✓ 0", "✕ exit code 1", "– answered no (exit code 1)", "? no answer in 10 s"
    static QString outcome(const CommandRecord &record);

private:
    void shortenOldest();

    qsizetype m_mostRows, m_mostOutput;
    qsizetype m_output = 0;                                 // characters of all rows
    size_t m_whole = 0;                                     // rows from the newest on that keep all of theirs
    std::deque<CommandRecord> m_records;
    QStringList m_nodes;
};

class CommandFilter : public QSortFilterProxyModel
{
    Q_OBJECT

public:
    using QSortFilterProxyModel::QSortFilterProxyModel;

    void setNode(const QString &node);                      // empty: all
    void setWords(const QString &words);                    // in the command, its error or its output
    void setFailedOnly(bool failedOnly);

protected:
    bool filterAcceptsRow(int row, const QModelIndex &parent) const override;

private:
    QString m_node, m_words;
    bool m_failedOnly = false;
};
