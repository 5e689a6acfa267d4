#include "ui/common/datatable.h"

#include "ui/common/style.h"

#include <QHeaderView>

#include <QStyledItemDelegate>

#include <algorithm>

namespace {

// A cell keeps its own colour (a verdict's) in the selected row too.
class CellDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

protected:
    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override
    {
        QStyledItemDelegate::initStyleOption(option, index);
        if (index.data(Qt::ForegroundRole).isValid())
            option->palette.setBrush(QPalette::HighlightedText, option->palette.brush(QPalette::Text));
        option->state &= ~QStyle::State_HasFocus; // the whole row is chosen, no cell
    }
};

} // namespace

DataTable::DataTable(QAbstractItemModel *model, QWidget *parent, int rowHeight)
    : QTableView(parent)
{
    setModel(model);
    setItemDelegate(new CellDelegate(this));
    setSelectionBehavior(SelectRows);
    setSelectionMode(SingleSelection);
    setShowGrid(false);
    setWordWrap(false);
    setTabKeyNavigation(false);
    setHorizontalScrollMode(ScrollPerPixel);
    verticalHeader()->hide();
    verticalHeader()->setDefaultSectionSize(rowHeight);
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setStretchLastSection(true);
    horizontalHeader()->setMinimumSectionSize(32);
}

void DataTable::fitColumns()
{
    const QFontMetrics headerFont(style::font(style::smallSize)); // as in the style sheet, which also pads
    for (int column = 0; column + 1 < horizontalHeader()->count(); ++column) {
        const int words = headerFont.horizontalAdvance(model()->headerData(column, Qt::Horizontal).toString()) + 25;
        const int width = std::clamp(std::max(sizeHintForColumn(column) + 4, words), 32, 240);
        if (width != columnWidth(column))
            setColumnWidth(column, width);
    }
    setColumnWidth(horizontalHeader()->count() - 1, horizontalHeader()->minimumSectionSize()); // stretched from there
}
