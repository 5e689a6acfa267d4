// PastAlerts: the alerts that there were, newest first; shown in the charts, or saved with what was sampled around
// them.
#pragma once

#include "core/base/worker.h"
#include "core/session/alertkeeper.h"
#include "ui/common/card.h"

#include <QAbstractTableModel>

class DataTable;
class QLabel;
class QPushButton;

class PastAlertsModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Told, Lasted, Worst, What, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    void setRecords(const QList<AlertRecord> &records, const QList<Alert> &active);
    const AlertRecord &record(int row) const { return m_records[row]; }
    int rowOf(const Alert &alert) const; // -1: it is none of them
    void retranslate();

    int rowCount(const QModelIndex &parent = {}) const override { return parent.isValid() ? 0 : int(m_records.size()); }
    int columnCount(const QModelIndex &parent = {}) const override { return parent.isValid() ? 0 : ColumnCount; }
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QString text(int row, int column) const;

    QList<AlertRecord> m_records;
    QList<bool> m_goesOn;                // of each record
};

class PastAlerts : public Card
{
    Q_OBJECT

public:
    PastAlerts(Cluster &cluster, AlertKeeper &alerts, QWidget *parent = nullptr);
    void retranslate();
    // The alert that is chosen and what was sampled around it, as a file; told when it is written.
    void save(const QString &path);

signals:
    void rulesWanted();
    void showWanted(qint64 timeMs);
    void saved(const QString &path);
    void failed(const Error &error);

private:
    void follow();
    void chooseFile();
    const AlertRecord *chosen() const;

    Cluster &m_cluster;
    AlertKeeper &m_alerts;
    PastAlertsModel *m_model;
    DataTable *m_table;
    QLabel *m_title, *m_told;
    QPushButton *m_show, *m_save, *m_rules;
    Worker m_writer;
};

QString alertPlace(const QString &node, const QString &device); // "node2 NPU 3/0"
QString alertValue(double value, const QString &metric, const QString &unit); // "Alarm", "85 °C"
QString alertWords(const Alert &alert, const Json &title); // "node2 NPU 3/0: A chip is not OK"
