// FaultTable: the error codes and faults that are known, to search by word, code or a whole line of a log.
#pragma once

#include "core/diagnosis/faultsearch.h"

#include <QAbstractTableModel>
#include <QWidget>

class DataTable;
class EmptyState;
class FaultPanel;
class QLabel;
class QLineEdit;
class QStackedWidget;

class FaultEntryModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Name, Component, Meaning, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;
    void set(const QList<FaultEntry> &entries); // all are shown
    void show(const QList<int> &indices);
    const FaultEntry &entry(int row) const { return m_entries[m_shown[row]]; }
    const QList<FaultEntry> &entries() const { return m_entries; }

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QList<FaultEntry> m_entries;
    QList<int> m_shown;
};

class FaultTable : public QWidget
{
    Q_OBJECT

public:
    explicit FaultTable(QWidget *parent = nullptr);

    void setCanCheck(bool can);

signals:
    void checkRequested(const QString &check);

protected:
    void changeEvent(QEvent *event) override;
    void showEvent(QShowEvent *event) override; // the table is read then

private:
    void load();
    void search();
    void showCurrent();
    void retranslate();

    QList<ErrorCode> m_codes;
    QList<FaultRule> m_rules;
    std::optional<FaultMatcher> m_matcher;
    FaultEntryModel m_model;
    QString m_language;                  // in which it was read
    QLineEdit *m_words;
    QLabel *m_count;
    QStackedWidget *m_stack;
    DataTable *m_table;
    FaultPanel *m_panel;
    EmptyState *m_noMatch;
};
