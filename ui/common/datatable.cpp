#include "ui/common/datatable.h"

#include "core/base/plaintext.h"
#include "ui/common/style.h"

#include <QHeaderView>
#include <QPainter>
#include <QSet>
#include <QStyledItemDelegate>

#include <algorithm>

namespace {

constexpr int widestColumn = 240, narrowestColumn = 48; // of a column

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
        const auto *table = qobject_cast<const DataTable *>(option->widget);
        if (table && table->takingRest() == index.column())
            option->textElideMode = Qt::ElideMiddle;
        option->state &= ~QStyle::State_HasFocus; // the whole row is chosen, no cell
    }
};

} // namespace

DataTable::DataTable(QAbstractItemModel *model, QWidget *parent, int rowHeight)
    : QTableView(parent), m_widest(widestColumn)
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
    return std::clamp(std::max(sizeHintForColumn(column) + 4, words), 32, widestColumn);
}

void DataTable::fitColumns() { setWidths(true); }
void DataTable::widenColumns() { setWidths(false); }

void DataTable::setGivingWay(const QList<int> &columns)
{
    m_givingWay = columns;
}

void DataTable::setTakingRest(int column)
{
    m_takingRest = column;
    horizontalHeader()->setStretchLastSection(false);
    horizontalHeader()->setSectionResizeMode(column, QHeaderView::Stretch);
}

int DataTable::lastShown() const
{
    int last = horizontalHeader()->count() - 1;
    while (last >= 0 && isColumnHidden(last))
        --last;
    return last;
}

void DataTable::setWidths(bool canNarrow)
{
    m_words.resize(horizontalHeader()->count());
    for (int column = 0; column < m_words.size(); ++column)
        m_words[column] = canNarrow ? wordsOf(column) : std::max(m_words[column], wordsOf(column));
    leaveOut();
    const int end = m_takingRest < 0 ? lastShown() : int(m_words.size());
    for (int column = 0; column < end; ++column) {
        if (column == m_takingRest)
            continue;
        const int width = std::min(m_words[column], m_widest);
        // One that stood last, and was stretched, may have another behind it now.
        const bool isNarrower = width < columnWidth(column) && (canNarrow || !m_givingWay.isEmpty());
        if (!isColumnHidden(column) && (width > columnWidth(column) || isNarrower))
            setColumnWidth(column, width);
    }
    fitLast();
}

void DataTable::leaveOut()
{
    m_widest = widestColumn;
    if (m_givingWay.isEmpty())
        return;
    QSet<int> out;
    const auto needed = [&] {
        int width = 0;
        for (int column = 0; column < m_words.size(); ++column)
            width += out.contains(column) ? 0 : std::min(m_words[column], m_widest);
        return width;
    };
    const int room = viewport()->width();
    for (const int column : std::as_const(m_givingWay)) {
        if (needed() > room)
            out.insert(column);
    }
    while (m_widest > narrowestColumn && needed() > room)
        --m_widest;
    for (const int column : std::as_const(m_givingWay)) {
        if (isColumnHidden(column) != out.contains(column))
            setColumnHidden(column, out.contains(column));
    }
}

void DataTable::fitLast()
{
    const int last = lastShown();
    if (m_words.isEmpty() || last < 0 || m_takingRest >= 0)
        return;
    int others = 0;
    for (int column = 0; column < last; ++column)
        others += columnWidth(column);   // 0 where it is left out
    const int words = std::min(m_words.value(last), m_widest);
    if (!m_givingWay.isEmpty()) {        // Qt goes on stretching the one that stood last when that is left out
        horizontalHeader()->setStretchLastSection(false);
        setColumnWidth(last, std::max(words, viewport()->width() - others));
        return;
    }
    const bool hasRoom = viewport()->width() - others >= words;
    horizontalHeader()->setStretchLastSection(hasRoom);
    if (!hasRoom)
        setColumnWidth(last, words);
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
    if (!m_givingWay.isEmpty() && !m_words.isEmpty())
        setWidths(true);
    else
        fitLast();
}

void DataTable::showEvent(QShowEvent *event)
{
    QTableView::showEvent(event);
    if (!m_words.isEmpty())
        fitColumns(); // words are measured right only when they can be seen
}
