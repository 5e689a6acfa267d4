#include "ui/common/datatable.h"

#include "core/base/plaintext.h"
#include "ui/common/style.h"

#include <QHeaderView>
#include <QPainter>
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
        option->text = withoutControls(option->text); // of a node, perhaps
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
    horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter); // above what it names
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

int DataTable::wordsOf(int column) const
{
    const QFontMetrics headerFont(style::font(style::smallSize)); // as in the style sheet, which also pads
    const int words = headerFont.horizontalAdvance(model()->headerData(column, Qt::Horizontal).toString()) + 25;
    return std::clamp(std::max(sizeHintForColumn(column) + 4, words), 32, 240);
}

void DataTable::fitColumns() { setWidths(true); }
void DataTable::widenColumns() { setWidths(false); }

void DataTable::setWidths(bool canNarrow)
{
    const int last = horizontalHeader()->count() - 1;
    if (last < 0)
        return;
    for (int column = 0; column < last; ++column) {
        const int width = wordsOf(column);
        if (width > columnWidth(column) || (canNarrow && width < columnWidth(column)))
            setColumnWidth(column, width);
    }
    m_lastWords = canNarrow ? wordsOf(last) : std::max(m_lastWords, wordsOf(last));
    fitLast();
}

void DataTable::fitLast()
{
    const int last = horizontalHeader()->count() - 1;
    if (m_lastWords == 0 || last < 0)
        return;
    int others = 0;
    for (int column = 0; column < last; ++column)
        others += columnWidth(column);
    const bool hasRoom = viewport()->width() - others >= m_lastWords;
    horizontalHeader()->setStretchLastSection(hasRoom);
    if (!hasRoom)
        setColumnWidth(last, m_lastWords);
}

// Of rows that can be chosen; a delegate that chooses cells frames its own.
void DataTable::paintEvent(QPaintEvent *event)
{
    QTableView::paintEvent(event);
    if (!hasFocus() || selectionBehavior() != SelectRows)
        return;
    const QModelIndex now = currentIndex();
    const QRect row(columnViewportPosition(0), rowViewportPosition(now.row()), horizontalHeader()->length(),
                    rowHeight(now.row()));
    QPainter painter(viewport());
    painter.setPen(style::colors().accent);
    painter.drawRect((now.isValid() ? row : viewport()->rect()).adjusted(0, 0, -1, -1));
}

// The frame goes across all cells.
void DataTable::currentChanged(const QModelIndex &current, const QModelIndex &previous)
{
    QTableView::currentChanged(current, previous);
    viewport()->update();
}

void DataTable::scrollContentsBy(int dx, int dy)
{
    QTableView::scrollContentsBy(dx, dy);
    if (hasFocus())
        viewport()->update();
}

void DataTable::resizeEvent(QResizeEvent *event)
{
    QTableView::resizeEvent(event);
    fitLast();
}

void DataTable::showEvent(QShowEvent *event)
{
    QTableView::showEvent(event);
    if (m_lastWords > 0)
        fitColumns(); // words are measured right only when they can be seen
}
