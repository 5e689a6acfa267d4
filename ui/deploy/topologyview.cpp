#include "ui/deploy/topologyview.h"

#include "ui/common/style.h"

#include <QAccessible>
#include <QApplication>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

constexpr int chipSide = 18, chipGap = 3, lineHeight = 18, betweenBoxes = 20; // px; an arrow stands between the boxes

} // namespace

TopologyView::TopologyView(QWidget *parent)
    : QWidget(parent)
{
    setObjectName(u"topologyView"_s);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    retell();
}

void TopologyView::setDrawn(const Layout &layout)
{
    if (m_layout == layout)
        return;
    m_layout = layout;
    m_current = std::min(m_current, int(layout.nodes.size()) - 1);
    m_dragged = m_target = -1;
    updateGeometry();
    retell();
    update();
}

// Nodes that wait for each other come up together: nobody is first.
QString TopologyView::waitWords(const LaidNode &node) const
{
    const bool isMutual = std::all_of(node.waitsFor.cbegin(), node.waitsFor.cend(), [&](const QString &name) {
        return std::any_of(m_layout.nodes.cbegin(), m_layout.nodes.cend(), [&](const LaidNode &other) {
            return other.name == name && other.waitsFor.contains(node.name);
        });
    });
    const QString names = node.waitsFor.join(u", "_s);
    return isMutual ? tr("gets ready together with %1").arg(names) : tr("waits for %1").arg(names);
}

QStringList TopologyView::decodeNodes(const LaidNode &node) const
{
    QStringList names;
    for (const LaidNode &other : m_layout.nodes) {
        if (node.role == "prefill"_L1 && other.role == "decode"_L1)
            names << other.name;
    }
    return names;
}

QStringList TopologyView::tiesOf(const LaidNode &node) const
{
    QStringList ties;
    if (!node.waitsFor.isEmpty())
        ties << waitWords(node);
    if (const QStringList names = decodeNodes(node); !names.isEmpty())
        ties << tr("hands its KV cache to %1", "nodes").arg(names.join(u", "_s));
    return ties;
}

QString TopologyView::describe(int index) const
{
    return wordsOf(index).join(tr("; ", "between what is said of a node"));
}

QStringList TopologyView::wordsOf(int index) const
{
    const LaidNode &node = m_layout.nodes[index];
    QStringList words{node.address.isEmpty() ? node.name : node.name + u", "_s + node.address};
    if (!node.role.isEmpty())
        words << roleName(node);
    if (node.serves)
        words << tr("answers clients");
    else if (node.role.isEmpty())
        words << (node.waitsFor.isEmpty() ? tr("no API of its own")
                                          : tr("no API of its own, works with %1").arg(node.waitsFor.join(u", "_s)));
    QList<int> groups;
    for (const int group : node.ranks.isEmpty() ? node.groups : node.ranks) {
        if (!groups.contains(group))
            groups << group;
    }
    QString chips = tr("%n NPUs", nullptr, int(node.devices.size()));
    if (!groups.isEmpty()) {
        QStringList numbers;
        for (const int group : std::as_const(groups))
            numbers << QString::number(group);
        chips += u' '
            + (node.ranks.isEmpty() ? tr("in tensor parallel groups %1", "numbers")
                                    : tr("as data parallel ranks %1", "numbers"))
                  .arg(numbers.join(u", "_s));
    }
    words << chips << node.program;
    if (!node.listens.isEmpty())
        words << tr("listens on %1").arg(node.listens.join(u", "_s));
    words << tiesOf(node);
    return words;
}

// The screen reader hears the current box; without one, all of it.
void TopologyView::retell()
{
    setAccessibleName(tr("What runs where"));
    QString all;
    for (int i = 0; i < m_layout.nodes.size(); ++i) {
        if (m_current < 0 || i == m_current)
            all += tr("%1. ", "what is said of a node; more follows").arg(describe(i));
    }
    setAccessibleDescription(all
                             + tr("Alt with Up or Down gives a node another place; the first one answers clients."));
}

int TopologyView::chipRows(int index) const
{
    const int perRow = std::max(1, (width() - 6 * style::grid + chipGap) / (chipSide + chipGap));
    return (int(m_layout.nodes[index].devices.size()) + perRow - 1) / perRow;
}

int TopologyView::heightOf(int index) const
{
    const LaidNode &node = m_layout.nodes[index];
    const int lines = (hasTwoHeadLines(index) ? 2 : 1) + int(tiesOf(node).size());
    return 4 * style::grid + lines * lineHeight + chipRows(index) * (chipSide + chipGap) + listensHeight(index);
}

int TopologyView::headRoom() const { return width() - 2 - 6 * style::grid; }

QString TopologyView::nameOf(int index) const
{
    const LaidNode &node = m_layout.nodes[index];
    return node.address.isEmpty() ? node.name : node.name + u"  "_s + node.address;
}

QString TopologyView::taskOf(const LaidNode &node)
{
    QStringList words{roleName(node), node.serves ? tr("answers clients") : QString()};
    words.removeAll(QString());
    return words.join(u" · "_s);
}

QString TopologyView::partOf(int index) const
{
    const LaidNode &node = m_layout.nodes[index];
    const QString task = taskOf(node);
    return task.isEmpty() ? node.program : task;
}

bool TopologyView::hasTwoHeadLines(int index) const
{
    const QString part = partOf(index);
    const int name = QFontMetrics(style::font(style::bodySize, true)).horizontalAdvance(nameOf(index)),
              beside = QFontMetrics(style::font(style::smallSize)).horizontalAdvance(part);
    return !part.isEmpty() && name + 2 * style::grid + beside > headRoom();
}

std::pair<QString, QString> TopologyView::shownHead(int index) const
{
    const QFontMetrics name(style::font(style::bodySize, true)), part(style::font(style::smallSize));
    return {name.elidedText(nameOf(index), Qt::ElideRight, headRoom()),
            part.elidedText(partOf(index), Qt::ElideRight, headRoom())};
}

// As many lines as its ports take.
int TopologyView::listensHeight(int index) const
{
    const LaidNode &node = m_layout.nodes[index];
    if (node.listens.isEmpty())
        return 0;
    const QFontMetrics metrics(style::font(style::smallSize));
    const QRect words = metrics.boundingRect(QRect(0, 0, std::max(80, width() - 2 - 6 * style::grid), 1000),
                                             Qt::TextWordWrap, listensText(node));
    return std::max(lineHeight, words.height() + style::grid / 2);
}

QString TopologyView::roleName(const LaidNode &node)
{
    return node.role == "prefill"_L1 ? tr("prefill", "what a node does")
        : node.role == "decode"_L1   ? tr("decode", "what a node does")
                                     : node.role;
}

QString TopologyView::listensText(const LaidNode &node)
{
    return u"%1 · %2"_s.arg(node.program, node.listens.join(u", "_s));
}

QRect TopologyView::boxRect(int index) const
{
    int top = 1;
    for (int i = 0; i < index; ++i)
        top += heightOf(i) + betweenBoxes;
    return {1, top, width() - 2, heightOf(index)};
}

QSize TopologyView::sizeHint() const
{
    if (m_layout.nodes.isEmpty())
        return {220, 0};
    return {300, boxRect(int(m_layout.nodes.size()) - 1).bottom() + 2};
}

int TopologyView::boxAt(const QPoint &point) const
{
    for (int i = 0; i < m_layout.nodes.size(); ++i) {
        if (boxRect(i).adjusted(0, -betweenBoxes / 2, 0, betweenBoxes / 2).contains(point))
            return i;
    }
    return -1;
}

void TopologyView::paintBox(QPainter &painter, int index) const
{
    const Colors c = style::colors();
    const LaidNode &node = m_layout.nodes[index];
    const QRect box = boxRect(index);
    const bool isCurrent = hasFocus() && index == m_current;
    painter.setPen(QPen(index == m_target && m_dragged >= 0 ? c.accent : isCurrent ? c.accent : c.border,
                        isCurrent || index == m_target ? 2 : 1));
    painter.setBrush(node.serves ? style::tint(c.accent) : c.surface);
    painter.drawRoundedRect(QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5), style::radius, style::radius);
    const QRect inner = box.adjusted(3 * style::grid, 2 * style::grid, -3 * style::grid, -2 * style::grid);
    int top = inner.top();
    const auto words = [&](const QString &text, const QFont &font, const QColor &color, const QRect &where,
                           Qt::Alignment side = Qt::AlignLeft) {
        painter.setFont(font);
        painter.setPen(color);
        painter.drawText(where, side | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(text, Qt::ElideRight, where.width()));
    };
    // Each is read whole: on one line, or what it does below where it is.
    const auto [name, part] = shownHead(index);
    const bool isFolded = hasTwoHeadLines(index);
    const QColor partColor = node.serves ? c.accent : c.secondText;
    words(name, style::font(style::bodySize, true), c.text, {inner.left(), top, inner.width(), lineHeight});
    if (isFolded)
        top += lineHeight;
    words(part, style::font(style::smallSize), partColor, {inner.left(), top, inner.width(), lineHeight},
          isFolded ? Qt::AlignLeft : Qt::AlignRight);
    top += lineHeight + style::grid / 2;
    const int perRow = std::max(1, (width() - 6 * style::grid + chipGap) / (chipSide + chipGap));
    painter.setFont(style::font(10));
    for (int i = 0; i < node.devices.size(); ++i) {
        const QPoint corner(inner.left() + i % perRow * (chipSide + chipGap), top + i / perRow * (chipSide + chipGap));
        const QRect cell(corner, QSize(chipSide, chipSide));
        const bool hasGroup = i < node.groups.size();
        const QColor color = hasGroup ? style::seriesColor(node.groups[i]) : c.unknown;
        painter.setPen(QPen(color, 1.5));
        painter.setBrush(style::tint(color));
        painter.drawRoundedRect(QRectF(cell).adjusted(0.75, 0.75, -0.75, -0.75), 3, 3);
        painter.setPen(c.text);
        const int number = i < node.ranks.size() ? node.ranks[i] : hasGroup ? node.groups[i] : node.devices[i];
        painter.drawText(cell, Qt::AlignCenter, QString::number(number));
    }
    top += chipRows(index) * (chipSide + chipGap);
    if (!node.listens.isEmpty()) {
        painter.setFont(style::font(style::smallSize));
        painter.setPen(c.secondText);
        painter.drawText(QRect(inner.left(), top, inner.width(), listensHeight(index)),
                         Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, listensText(node));
        top += listensHeight(index);
    }
    for (const QString &tie : tiesOf(node)) {
        words(tie, style::font(style::smallSize), c.secondText, {inner.left(), top, inner.width(), lineHeight});
        top += lineHeight;
    }
}

void TopologyView::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Colors c = style::colors();
    for (int i = 0; i < m_layout.nodes.size(); ++i) {
        paintBox(painter, i);
        if (i == 0)
            continue;
        // They wait for each other: an arrow with two heads between the boxes. One hands on: with one.
        const QRect above = boxRect(i - 1), below = boxRect(i);
        const QStringList &others = m_layout.nodes[i].waitsFor;
        const bool isJoined = std::any_of(m_layout.nodes.cbegin(), m_layout.nodes.cbegin() + i,
                                          [&](const LaidNode &before) { return others.contains(before.name); });
        const bool handsOn = !decodeNodes(m_layout.nodes[i - 1]).isEmpty() && m_layout.nodes[i].role == "decode"_L1;
        if (!isJoined && !handsOn)
            continue;
        const qreal x = above.center().x(), from = above.bottom() + 3, to = below.top() - 2;
        painter.setPen(QPen(c.secondText, 1.5));
        painter.drawLine(QPointF(x, from), QPointF(x, to));
        for (const qreal side : {-4.0, 4.0}) {
            if (isJoined)
                painter.drawLine(QPointF(x, from), QPointF(x + side, from + 4));
            painter.drawLine(QPointF(x, to), QPointF(x + side, to - 4));
        }
    }
}

void TopologyView::setCurrent(int index)
{
    m_current = index;
    retell();
    QAccessibleEvent changed(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&changed);
    update();
}

void TopologyView::mousePressEvent(QMouseEvent *event)
{
    m_pressed = event->pos();
    m_dragged = event->button() == Qt::LeftButton ? boxAt(event->pos()) : -1;
    m_target = -1;
    if (m_dragged >= 0)
        setCurrent(m_dragged);
}

void TopologyView::mouseMoveEvent(QMouseEvent *event)
{
    if (m_dragged < 0 || (event->pos() - m_pressed).manhattanLength() < QApplication::startDragDistance())
        return;
    m_target = boxAt(event->pos());
    setCursor(Qt::ClosedHandCursor);
    update();
}

void TopologyView::mouseReleaseEvent(QMouseEvent *)
{
    const int from = std::exchange(m_dragged, -1), to = std::exchange(m_target, -1);
    unsetCursor();
    update();
    if (from >= 0 && to >= 0 && from != to) {
        m_current = to;
        emit moved(from, to);
    }
}

void TopologyView::keyPressEvent(QKeyEvent *event)
{
    const int step = event->key() == Qt::Key_Up ? -1 : event->key() == Qt::Key_Down ? 1 : 0;
    const int next = m_current + step;
    if (step == 0 || m_layout.nodes.isEmpty() || next < 0 || next >= m_layout.nodes.size())
        return QWidget::keyPressEvent(event);
    if (event->modifiers() & Qt::AltModifier) {
        const int from = std::exchange(m_current, next);
        emit moved(from, next);
    } else {
        setCurrent(next);
    }
}

void TopologyView::focusInEvent(QFocusEvent *event)
{
    QWidget::focusInEvent(event);
    if (m_current < 0 && !m_layout.nodes.isEmpty())
        setCurrent(0);
}

bool TopologyView::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    auto *help = static_cast<QHelpEvent *>(event);
    const int index = boxAt(help->pos());
    QToolTip::showText(help->globalPos(), index < 0 ? QString() : wordsOf(index).join(u'\n'), this);
    return true;
}

void TopologyView::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retell();
    update();
}

void TopologyView::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    if (event->size().width() != event->oldSize().width())
        updateGeometry();                // other rows of chips
}
