#include "ui/monitor/pastalerts.h"

#include "core/base/languages.h"
#include "core/shell/atomicfile.h"
#include "ui/common/datatable.h"
#include "ui/common/filedialog.h"
#include "ui/common/format.h"
#include "ui/common/style.h"
#include "ui/monitor/savedwords.h"

#include <QCoreApplication>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QScrollBar>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

constexpr int mostRows = 8;              // more scroll

struct PlaceWords
{
    Q_DECLARE_TR_FUNCTIONS(AlertList)
};

} // namespace

QString alertPlace(const QString &node, const QString &device)
{
    return device.isEmpty() || device == "endpoint"_L1
        ? node
        : PlaceWords::tr("%1 NPU %2", "a node; an NPU and its chip, 3/0").arg(node, device);
}

QString alertValue(double value, const QString &metric, const QString &unit)
{
    return metric == "npu.health"_L1 ? healthWord(value) : format::value(value, unit, -1);
}

QString alertWords(const Alert &alert, const Json &title)
{
    const QString words = stringAt(title, dataLanguage().toUtf8().constData());
    return u"%1: %2"_s.arg(alertPlace(alert.node, alert.device), words.isEmpty() ? stringAt(title, "en") : words);
}

void PastAlertsModel::setRecords(const QList<AlertRecord> &records, const QList<Alert> &active)
{
    beginResetModel();
    m_records = records;
    m_goesOn.clear();
    for (const AlertRecord &record : records) {
        m_goesOn << std::any_of(active.cbegin(), active.cend(), [&](const Alert &alert) {
            return alert.rule == record.alert.rule && alert.node == record.alert.node
                && alert.device == record.alert.device && alert.firedMs == record.alert.firedMs;
        });
    }
    endResetModel();
}

void PastAlertsModel::retranslate()
{
    beginResetModel();
    endResetModel();
}

QString PastAlertsModel::text(int row, int column) const
{
    const AlertRecord &record = m_records[row];
    const Alert &alert = record.alert;
    switch (column) {
    case Told: return format::time(alert.firedMs);
    case Lasted:
        if (alert.endedMs > 0)
            return format::duration(alert.endedMs - alert.sinceMs);
        return m_goesOn.value(row) ? tr("goes on", "an alert") : tr("end not seen", "of an alert");
    case What:
        return (alert.severity == AlertRule::Severity::Critical ? u"✕ "_s : u"! "_s) + alertWords(alert, record.title);
    case Worst:
        return record.metric.isEmpty() ? format::none() : alertValue(alert.worst, record.metric, record.unit);
    }
    return {};
}

QVariant PastAlertsModel::data(const QModelIndex &index, int role) const
{
    if (role == Qt::DisplayRole)
        return text(index.row(), index.column());
    if (role == Qt::ToolTipRole && index.column() == What)
        return m_records[index.row()].sentence;
    return {};
}

QVariant PastAlertsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Told: return tr("Told", "when an alert was told; a column");
    case Lasted: return tr("Lasted", "a column");
    case What: return tr("What", "a column: what an alert is about");
    case Worst: return tr("Worst value");
    }
    return {};
}

PastAlerts::PastAlerts(Cluster &cluster, AlertKeeper &alerts, QWidget *parent)
    : Card(parent, 0), m_cluster(cluster), m_alerts(alerts), m_model(new PastAlertsModel(this)),
      m_table(new DataTable(m_model)), m_title(style::label({}, style::Text::Strong)),
      m_told(style::label({}, style::Text::Small)), m_show(new QPushButton), m_save(new QPushButton),
      m_rules(new QPushButton)
{
    setObjectName(u"pastAlerts"_s);
    m_table->setObjectName(u"pastAlertsTable"_s);
    m_table->setFrameShape(QFrame::NoFrame);
    m_show->setObjectName(u"showAlert"_s);
    m_save->setObjectName(u"saveAlert"_s);
    m_told->setObjectName(u"alertSaved"_s);
    m_told->setWordWrap(true);
    m_title->setContentsMargins(12, 10, 12, 6);
    box()->setSpacing(0);
    box()->addWidget(m_title);
    box()->addWidget(m_table);
    auto *foot = new QHBoxLayout;
    foot->setContentsMargins(12, 8, 12, 8);
    foot->setSpacing(8);
    for (QPushButton *button : {m_show, m_save}) {
        style::setKind(button, style::Kind::Secondary);
        foot->addWidget(button);
    }
    foot->addWidget(m_told, 1);
    m_rules->setObjectName(u"showRules"_s);
    style::setKind(m_rules, style::Kind::Secondary);
    foot->addWidget(m_rules);
    connect(m_rules, &QPushButton::clicked, this, &PastAlerts::rulesWanted);
    box()->addLayout(foot);
    connect(&m_alerts, &AlertKeeper::pastChanged, this, &PastAlerts::follow);
    connect(&m_alerts, &AlertKeeper::changed, this, &PastAlerts::follow);
    connect(m_show, &QPushButton::clicked, this, [this] {
        if (const AlertRecord *record = chosen())
            emit showWanted(record->alert.firedMs);
    });
    connect(m_table, &QTableView::activated, m_show, &QPushButton::click);
    connect(m_save, &QPushButton::clicked, this, &PastAlerts::chooseFile);
    connect(this, &PastAlerts::saved, m_told, [this](const QString &path) { saySaved(m_told, path); });
    connect(this, &PastAlerts::failed, m_told, [this](const Error &error) { sayNotSaved(m_told, error); });
    retranslate();
}

void PastAlerts::retranslate()
{
    m_table->setAccessibleName(tr("Alerts so far"));
    m_rules->setText(tr("Alert rules…"));
    m_rules->setToolTip(tr("What is told of and when, and a webhook that is told, too."));
    m_show->setText(tr("Show in the charts"));
    m_save->setText(tr("Save what was sampled…"));
    m_save->setToolTip(tr("The alert with every sample from a minute before it was told until a minute after."));
    m_told->clear();
    m_model->retranslate();
    follow();
}

const AlertRecord *PastAlerts::chosen() const
{
    const QModelIndex index = m_table->currentIndex();
    return index.isValid() && index.row() < m_model->rowCount() ? &m_model->record(index.row()) : nullptr;
}

int PastAlertsModel::rowOf(const Alert &alert) const
{
    for (int i = 0; i < m_records.size(); ++i) {
        const Alert &one = m_records[i].alert;
        if (one.rule == alert.rule && one.node == alert.node && one.device == alert.device
            && one.firedMs == alert.firedMs)
            return i;
    }
    return -1;
}

// What is chosen stays chosen while others come, and who has scrolled reads on; at the top the new ones are seen.
void PastAlerts::follow()
{
    QScrollBar *bar = m_table->verticalScrollBar();
    const int topRow = bar->value() > 0 ? m_table->rowAt(0) : -1;
    const std::optional<Alert> was = chosen() ? std::optional(chosen()->alert) : std::nullopt,
                               top = topRow >= 0 ? std::optional(m_model->record(topRow).alert) : std::nullopt;
    m_model->setRecords(m_alerts.past(), m_alerts.active());
    const int row = was ? std::max(0, m_model->rowOf(*was)) : 0;
    const bool areSome = m_model->rowCount() > 0;
    m_title->setText(areSome                 ? tr("Alerts so far")
                         : m_alerts.isReplay() ? tr("The recording holds no alerts")
                                               : tr("No alert so far"));
    for (QWidget *part :
         {static_cast<QWidget *>(m_table), static_cast<QWidget *>(m_show), static_cast<QWidget *>(m_save)})
        part->setVisible(areSome);
    if (!areSome)
        return;
    m_table->setAutoScroll(false);       // the chosen one may be where nobody looks
    m_table->setCurrentIndex(m_model->index(row, 0));
    m_table->setAutoScroll(true);
    m_table->fitColumns();
    m_table->setFixedHeight(m_table->horizontalHeader()->sizeHint().height()
                            + 30 * std::min(mostRows, m_model->rowCount()) + 2);
    const int now = top ? m_model->rowOf(*top) : 0, across = m_table->horizontalScrollBar()->value();
    m_table->scrollTo(m_model->index(std::max(0, now), 0), QAbstractItemView::PositionAtTop);
    m_table->horizontalScrollBar()->setValue(across);
}

void PastAlerts::chooseFile()
{
    const AlertRecord *record = chosen();
    if (!record)
        return;
    auto *dialog = new QFileDialog(this, tr("Save what was sampled around this alert"), QDir::homePath());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setNameFilters({tr("JSON files (*.json)")});
    dialog->setDefaultSuffix(u"json"_s);
    dialog->selectFile(u"alert-%1-%2.json"_s.arg(record->alert.rule).arg(record->alert.firedMs / 1000));
    connect(dialog, &QFileDialog::fileSelected, this, &PastAlerts::save);
    openFileDialog(dialog);
}

void PastAlerts::save(const QString &path)
{
    const AlertRecord *record = chosen();
    if (!record)
        return;
    Json json = alertJson(record->alert, record->title, record->sentence);
    if (m_cluster.isSimulated())
        json["simulated"] = true;
    m_alerts.around(record->alert, [this, json, path](const QList<AlertRecord::Series> &around) mutable {
        json["around"] = aroundJson(around);
        m_writer.run(
            this,
            [path, content = prettyJson(json)](Job &job) { return writeAtomically(path, content, 0644, job.stop()); },
            [this, path](const Result<void> &written) {
                if (written)
                    emit saved(path);
                else
                    emit failed(written.error());
            });
    });
}
