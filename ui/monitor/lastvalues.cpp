#include "ui/monitor/lastvalues.h"

#include "ui/common/style.h"
#include "ui/monitor/lastvaluesmodel.h"

#include <QCoreApplication>
#include <QHeaderView>
#include <QLabel>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace {

struct TableText
{
    Q_DECLARE_TR_FUNCTIONS(MonitorPage)
};

} // namespace

LastValues::LastValues(QWidget *parent) : Card(parent, 0)
{
    m_title = style::label({}, style::Text::Strong);
    m_title->setContentsMargins(12, 10, 12, 6);
    m_model = new LastValuesModel(this);
    m_sorted = new QSortFilterProxyModel(this);
    m_sorted->setSourceModel(m_model);
    m_sorted->setSortRole(LastValuesModel::SortRole);
    m_table = new QTableView;
    m_table->setObjectName(u"lastValues"_s);
    m_table->setModel(m_sorted);
    m_table->setSortingEnabled(true);
    m_table->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    m_table->sortByColumn(-1, Qt::AscendingOrder);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setShowGrid(false);
    m_table->setTabKeyNavigation(false);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(30);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    m_table->horizontalHeader()->setSectionResizeMode(LastValuesModel::Memory, QHeaderView::ResizeToContents);
    m_table->horizontalHeader()->setSectionResizeMode(LastValuesModel::Updated, QHeaderView::ResizeToContents);
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_table->setFrameShape(QFrame::NoFrame);
    box()->setSpacing(0);
    box()->addWidget(m_title);
    box()->addWidget(m_table);
    retranslate();
}

void LastValues::retranslate()
{
    m_title->setText(TableText::tr("Last values"));
    m_table->setAccessibleName(TableText::tr("Last values of every chip"));
    m_model->retranslate();
}

void LastValues::setChips(const QList<ChipNow> &chips)
{
    m_model->setChips(chips);
    const int height = m_table->horizontalHeader()->sizeHint().height() + int(chips.size()) * 30 + 2;
    if (m_table->height() != height || m_table->minimumHeight() != height)
        m_table->setFixedHeight(height);
}

void LastValues::choose(int chip)
{
    if (chip >= 0 && chip < m_model->rowCount())
        m_table->selectRow(m_sorted->mapFromSource(m_model->index(chip, 0)).row());
}
