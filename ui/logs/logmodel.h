// LogModel: the lines of a store that pass a filter, in order of time. A filter is applied in slices of a few
// milliseconds, from the first line on; what comes meanwhile, and between lines that are there, goes where it belongs.
#pragma once

#include "core/logs/logfilter.h"

#include <QAbstractTableModel>
#include <QTimer>

class LogModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Time, NodeName, Process, Level, Text, ColumnCount };

    explicit LogModel(const LogStore &store, QObject *parent = nullptr);

    void setFilter(const LogFilter &filter);
    const LogFilter &filter() const { return m_filter; }
    void takeAppended(qint64 from);      // the store has more
    void refill();                       // the store has dropped some, or all of it is other lines
    void setPaused(bool paused);         // what comes is not shown until it goes on
    bool isPaused() const { return m_isPaused; }
    qint64 held() const;                 // lines that came since it was paused
    void setFailure(std::optional<qint64> line); // the number of the line that is marked
    void retranslate();

    qint64 lineAt(int row) const { return m_rows[size_t(row)]; }
    int rowOf(qint64 line) const;        // -1: it is not shown (yet)
    bool isFiltering() const { return m_slice.isActive(); }
    QString textAt(int row) const;       // whole

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

signals:
    void filtered();                     // all lines were looked at

private:
    void work();
    void insert(std::vector<qint64> lines);

    const LogStore &m_store;
    LogFilter m_filter;
    LogSieve m_sieve{LogFilter()};
    std::vector<qint64> m_rows;
    std::optional<qint64> m_last;        // line up to which, in order of time, all were looked at; none: from the first
    bool m_isWhole = true;               // all were
    bool m_isPaused = false;
    qint64 m_pausedAt = 0;
    std::optional<qint64> m_failure;
    QTimer m_slice;
};
QString levelWords(LogLevel level);      // in the language of the moment
