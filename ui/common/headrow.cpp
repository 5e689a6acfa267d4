#include "ui/common/headrow.h"

HeadRow::HeadRow(int spacing)
    : m_words(new QHBoxLayout), m_controls(new QHBoxLayout)
{
    setContentsMargins(0, 0, 0, 0);
    setSpacing(spacing);
    for (QHBoxLayout *part : {m_words, m_controls}) {
        part->setContentsMargins(0, 0, 0, 0);
        part->setSpacing(spacing);
        addChildLayout(part);
        addItem(part);
    }
}

HeadRow::~HeadRow()
{
    while (QLayoutItem *item = takeAt(0))
        delete item;
}

void HeadRow::addItem(QLayoutItem *item)
{
    m_items << item;
    invalidate();
}

QLayoutItem *HeadRow::takeAt(int index)
{
    return index >= 0 && index < m_items.size() ? m_items.takeAt(index) : nullptr;
}

bool HeadRow::isOneLine(int width) const
{
    const int needed = m_words->sizeHint().width() + spacing() + m_controls->sizeHint().width();
    if (m_widest)
        m_widest = qMax(*m_widest, needed);
    return m_widest.value_or(needed) <= width;
}

void HeadRow::keepLines()
{
    m_widest = 0;
    update();
}

QSize HeadRow::sizeHint() const
{
    const QMargins margins = contentsMargins();
    const QSize words = m_words->sizeHint(), controls = m_controls->sizeHint();
    return QSize(words.width() + spacing() + controls.width(), qMax(words.height(), controls.height()))
        .grownBy(margins);
}

QSize HeadRow::minimumSize() const
{
    const QSize words = m_words->minimumSize(), controls = m_controls->minimumSize();
    return QSize(qMax(words.width(), controls.width()), qMax(words.height(), controls.height()))
        .grownBy(contentsMargins());
}

int HeadRow::heightForWidth(int width) const
{
    const QMargins margins = contentsMargins();
    const int words = m_words->sizeHint().height(), controls = m_controls->sizeHint().height();
    const int inside
        = isOneLine(width - margins.left() - margins.right()) ? qMax(words, controls) : words + spacing() + controls;
    return inside + margins.top() + margins.bottom();
}

void HeadRow::setGeometry(const QRect &rect)
{
    QLayout::setGeometry(rect);
    const QRect inside = rect.marginsRemoved(contentsMargins());
    const QSize words = m_words->sizeHint(), controls = m_controls->sizeHint();
    if (isOneLine(inside.width())) {
        m_controls->setGeometry({inside.right() + 1 - controls.width(), inside.y(), controls.width(), inside.height()});
        m_words->setGeometry({inside.x(), inside.y(), inside.width() - controls.width() - spacing(), inside.height()});
        return;
    }
    m_words->setGeometry({inside.x(), inside.y(), inside.width(), words.height()});
    m_controls->setGeometry({inside.x(), inside.y() + words.height() + spacing(),
                             qMin(inside.width(), controls.width()), controls.height()});
}
