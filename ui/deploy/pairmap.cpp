#include "ui/deploy/pairmap.h"

#include "ui/common/style.h"

#include <QAccessible>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

constexpr int side = 14, pitch = side + 2, numbers = 20, titleHeight = 18, between = 16;

struct Sign
{
    CardPairs::State state;
    const char *sign;
    style::Tone tone;
};
constexpr Sign signs[] = {{CardPairs::Reached, "✓", style::Tone::Ok},
                          {CardPairs::Lost, "✕", style::Tone::Danger},
                          {CardPairs::NoAnswer, "?", style::Tone::Warning},
                          {CardPairs::LeftOut, "–", style::Tone::Unknown},
                          {CardPairs::NotAsked, "", style::Tone::Unknown}};

const Sign &signOf(CardPairs::State state)
{
    return *std::find_if(std::begin(signs), std::end(signs) - 1, [state](const Sign &one) {
        return one.state == state;
    });
}

QString words(CardPairs::State state)
{
    switch (state) {
    case CardPairs::Reached:
        return PairMap::tr("reached", "one card by another");
    case CardPairs::Lost:
        return PairMap::tr("not reached", "one card by another");
    case CardPairs::NoAnswer:
        return PairMap::tr("no answer that can be read");
    case CardPairs::LeftOut:
        return PairMap::tr("left out, without a usable address or link");
    case CardPairs::NotAsked:
        break;
    }
    return PairMap::tr("not asked", "a pair of cards");
}

} // namespace

PairMap::PairMap(QWidget *parent)
    : QWidget(parent)
{
    setObjectName(u"pairMap"_s);
    setFocusPolicy(Qt::StrongFocus);
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    setAccessibleName(tr("Which cards reach which"));
}

void PairMap::setPairs(const CardPairs &pairs)
{
    if (pairs == m_pairs)
        return;
    m_pairs = pairs;
    m_current = {};
    setAccessibleDescription(legend());
    updateGeometry();
    update();
}

QString PairMap::describe(const Cell &cell) const
{
    const CardPairs::Block &block = m_pairs.blocks[cell.block];
    return tr("%1 device %2 to %3 device %4: %5", "the last: reached, not reached")
        .arg(m_pairs.node)
        .arg(m_pairs.devices[cell.row])
        .arg(block.node)
        .arg(block.devices[cell.column])
        .arg(words(m_pairs.at(block, cell.row, cell.column)));
}

QString PairMap::legend() const
{
    QStringList parts;
    for (const Sign &one : signs) {
        const qsizetype count = m_pairs.count(one.state);
        const QString sign = QString::fromUtf8(one.sign);
        if (count > 0)
            parts << tr("%1 %2: %3", "a sign, what it means, how many")
                         .arg(sign.isEmpty() ? u"□"_s : sign, words(one.state))
                         .arg(count);
    }
    return parts.join(u" · "_s);
}

QSize PairMap::blockSize(const CardPairs::Block &block) const
{
    const int cells = numbers + int(block.devices.size()) * pitch;
    return {std::max(cells, std::min(160, fontMetrics().horizontalAdvance(block.node) + 4)),
            titleHeight + numbers + int(m_pairs.devices.size()) * pitch};
}

QSize PairMap::minimumSizeHint() const
{
    int width = 0;
    for (const CardPairs::Block &block : m_pairs.blocks)
        width = std::max(width, blockSize(block).width());
    return {width, titleHeight + numbers + pitch};
}

QList<QRect> PairMap::placed(int width) const
{
    QList<QRect> places;
    int x = 0, y = 0, row = 0;
    for (const CardPairs::Block &block : m_pairs.blocks) {
        const QSize size = blockSize(block);
        if (x > 0 && x + size.width() > width) {
            x = 0;
            y += row + between / 2;
            row = 0;
        }
        places << QRect(QPoint(x, y), size);
        x += size.width() + between;
        row = std::max(row, size.height());
    }
    return places;
}

int PairMap::heightForWidth(int width) const
{
    const QList<QRect> places = placed(width);
    return places.isEmpty() ? 0 : places.last().bottom() + 2;
}

QRect PairMap::cellRect(const Cell &cell) const
{
    const QPoint at = placed(width())[cell.block].topLeft();
    return {at.x() + numbers + cell.column * pitch, at.y() + titleHeight + numbers + cell.row * pitch, side, side};
}

PairMap::Cell PairMap::cellAt(const QPoint &point) const
{
    const QList<QRect> places = placed(width());
    for (int block = 0; block < places.size(); ++block) {
        const QPoint at = point - places[block].topLeft() - QPoint(numbers, titleHeight + numbers);
        const int column = at.x() / pitch, row = at.y() / pitch;
        if (at.x() >= 0 && at.y() >= 0 && row < m_pairs.devices.size()
            && column < m_pairs.blocks[block].devices.size())
            return {block, row, column};
    }
    return {};
}

void PairMap::setCurrent(const Cell &cell)
{
    if (cell == m_current || cell.block < 0)
        return;
    m_current = cell;
    setAccessibleDescription(describe(cell));
    QAccessibleEvent event(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&event);
    update();
}

void PairMap::paintEvent(QPaintEvent *event)
{
    const Colors c = style::colors();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QFont plain = font(), small = style::font(style::smallSize - 2);
    const QList<QRect> places = placed(width());
    for (int b = 0; b < places.size(); ++b) {
        if (!places[b].intersects(event->rect()))
            continue;
        const CardPairs::Block &block = m_pairs.blocks[b];
        const QRect title(places[b].topLeft(), QSize(places[b].width(), titleHeight));
        painter.setFont(plain);
        painter.setPen(c.text);
        painter.drawText(title, Qt::AlignLeft | Qt::AlignVCenter,
                         fontMetrics().elidedText(block.node, Qt::ElideRight, title.width()));
        painter.setFont(small);
        painter.setPen(c.secondText);
        for (int column = 0; column < block.devices.size(); ++column) {
            const QRect cell = cellRect({b, 0, column});
            painter.drawText(QRect(cell.x() - 2, cell.y() - numbers, pitch + 2, numbers), Qt::AlignCenter,
                             QString::number(block.devices[column]));
        }
        for (int row = 0; row < m_pairs.devices.size(); ++row) {
            const QRect first = cellRect({b, row, 0});
            painter.setPen(c.secondText);
            painter.drawText(QRect(places[b].x(), first.y(), numbers - 4, side), Qt::AlignRight | Qt::AlignVCenter,
                             QString::number(m_pairs.devices[row]));
            for (int column = 0; column < block.devices.size(); ++column) {
                const Cell here{b, row, column};
                const Sign &sign = signOf(m_pairs.at(block, row, column));
                const QRectF cell = QRectF(cellRect(here)).adjusted(0.5, 0.5, -0.5, -0.5);
                const QColor tone = style::color(sign.tone);
                const bool isFilled = sign.state == CardPairs::Reached || sign.state == CardPairs::Lost
                    || sign.state == CardPairs::NoAnswer;
                painter.setPen(isFilled ? QPen(tone) : QPen(c.border));
                painter.setBrush(isFilled ? style::mixed(c.surface, tone, 0.22) : Qt::transparent);
                painter.drawRoundedRect(cell, 2, 2);
                painter.setPen(tone);
                painter.drawText(cell, Qt::AlignCenter, QString::fromUtf8(sign.sign));
                if (here == m_current && hasFocus()) {
                    painter.setPen(QPen(c.text, 2));
                    painter.setBrush(Qt::NoBrush);
                    painter.drawRoundedRect(cell.adjusted(-1, -1, 1, 1), 3, 3);
                }
            }
        }
    }
}

bool PairMap::event(QEvent *event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto *help = static_cast<QHelpEvent *>(event);
        if (const Cell cell = cellAt(help->pos()); cell.block >= 0)
            QToolTip::showText(help->globalPos(), describe(cell), this, cellRect(cell));
        else
            QToolTip::hideText();
        return true;
    }
    if (event->type() == QEvent::LanguageChange) {
        setAccessibleName(tr("Which cards reach which"));
        setAccessibleDescription(m_current.block < 0 ? legend() : describe(m_current));
    }
    return QWidget::event(event);
}

void PairMap::mousePressEvent(QMouseEvent *event)
{
    setCurrent(cellAt(event->pos()));
}

void PairMap::focusInEvent(QFocusEvent *event)
{
    if (m_current.block < 0 && !m_pairs.blocks.isEmpty())
        setCurrent({0, 0, 0});
    update();
    QWidget::focusInEvent(event);
}

// Left and right go on into the next node's table.
void PairMap::keyPressEvent(QKeyEvent *event)
{
    Cell to = m_current;
    if (to.block < 0)
        return QWidget::keyPressEvent(event);
    const auto columns = [this](int block) { return int(m_pairs.blocks[block].devices.size()); };
    switch (event->key()) {
    case Qt::Key_Left:
        if (to.column > 0)
            --to.column;
        else if (to.block > 0)
            to = {to.block - 1, to.row, columns(to.block - 1) - 1};
        break;
    case Qt::Key_Right:
        if (to.column + 1 < columns(to.block))
            ++to.column;
        else if (to.block + 1 < m_pairs.blocks.size())
            to = {to.block + 1, to.row, 0};
        break;
    case Qt::Key_Up:
        to.row = std::max(0, to.row - 1);
        break;
    case Qt::Key_Down:
        to.row = std::min(int(m_pairs.devices.size()) - 1, to.row + 1);
        break;
    default:
        return QWidget::keyPressEvent(event);
    }
    setCurrent(to);
}
