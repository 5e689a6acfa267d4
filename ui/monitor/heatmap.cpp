#include "ui/monitor/heatmap.h"

#include "ui/common/format.h"

#include <QAccessible>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QToolTip>

#include <cmath>

using namespace Qt::StringLiterals;

namespace {

constexpr int stripHeight = 33, cellGap = 4, markWidth = 16;

} // namespace

HeatMap::HeatMap(QWidget *parent) : QWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Utilization of every chip"));
}

void HeatMap::setChips(const QList<ChipNow> &chips)
{
    if (chips == m_chips)
        return;
    const bool sameCells = m_chips.size() == chips.size();
    m_chips = chips;
    m_rows.clear();
    m_rowOf.clear();
    m_mostInRow = 1;
    for (int i = 0; i < m_chips.size(); ++i) {
        if (m_rows.isEmpty() || m_rows.last().node != m_chips[i].node)
            m_rows << Row{m_chips[i].node, i, 0};
        m_mostInRow = std::max(m_mostInRow, ++m_rows.last().count);
        m_rowOf << int(m_rows.size()) - 1;
    }
    measure();
    if (m_current >= m_chips.size())
        m_current = -1;
    if (!sameCells)
        updateGeometry();
    update();
}

void HeatMap::setMarks(const QHash<QString, NodeMark> &marks)
{
    m_marks = marks;
    update();
}

void HeatMap::setCurrent(int index)
{
    if (index == m_current || index < -1 || index >= m_chips.size())
        return;
    m_current = index;
    setAccessibleDescription(index < 0 ? QString() : describe(index));
    QAccessibleEvent event(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&event);
    update();
    emit currentChanged(index);
}

QString HeatMap::describe(int index) const
{
    const ChipNow &chip = m_chips[index];
    const QString head = tr("%1, NPU %2", "node name, npu/chip").arg(chip.node, chip.device);
    if (chip.isStale)
        return chip.timeMs ? tr("%1: no data since %2").arg(head, format::time(chip.timeMs))
                           : tr("%1: no data").arg(head);
    const Look look = lookOfHealth(chip.health);
    return tr("%1\n%2 %3\nUtilization %4\nMemory %5 of %6\nTemperature %7\nPower %8")
        .arg(head, look.symbol, chip.health.isEmpty() ? look.word : chip.health,
             format::value(chip.utilization, u"%"_s, 0))
        .arg(format::bytes(memoryBytes(chip.memoryUsedMb)), format::bytes(memoryBytes(chip.memoryTotalMb)),
             format::value(chip.temperatureC, u"°C"_s, 0), format::value(chip.powerWatts, u"W"_s, 1));
}

QSize HeatMap::sizeHint() const
{
    const int rows = std::max<int>(1, int(m_rows.size()));
    return {600, rows * stripHeight + (rows - 1) * cellGap + 4};
}

void HeatMap::measure()
{
    int width = 40;
    for (const Row &row : std::as_const(m_rows))
        width = std::max(width, fontMetrics().horizontalAdvance(row.node));
    m_labelWidth = std::min(width + 16 + markWidth, 160);
}

void HeatMap::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        measure();
    QWidget::changeEvent(event);
}

QRect HeatMap::rowRect(int row) const
{
    return {0, 2 + row * (stripHeight + cellGap), width(), stripHeight};
}

QRect HeatMap::cellRect(int index) const
{
    if (index < 0 || index >= m_rowOf.size())
        return {};
    const int row = m_rowOf[index], room = width() - m_labelWidth - 2;
    const auto edge = [&](int i) { return m_labelWidth + (room + cellGap) * i / m_mostInRow; };
    const int column = index - m_rows[row].first;
    return {edge(column), rowRect(row).top(), std::max(2, edge(column + 1) - edge(column) - cellGap), stripHeight};
}

int HeatMap::chipAt(const QPoint &point) const
{
    for (int r = 0; r < m_rows.size(); ++r) {
        if (!rowRect(r).contains(point))
            continue;
        for (int i = m_rows[r].first; i < m_rows[r].first + m_rows[r].count; ++i) {
            if (cellRect(i).contains(point))
                return i;
        }
    }
    return -1;
}

// Of a fleet's rows most are outside the window.
void HeatMap::paintEvent(QPaintEvent *event)
{
    const Colors c = style::colors();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    for (int r = 0; r < m_rows.size(); ++r) {
        if (!rowRect(r).intersects(event->rect()))
            continue;
        const Look look = m_marks.value(m_rows[r].node).look;
        painter.setPen(style::color(look.tone));
        painter.drawText(QRect(0, rowRect(r).top(), markWidth, stripHeight),
                         Qt::AlignVCenter | Qt::AlignLeft, look.symbol);
        painter.setPen(c.secondText);
        const QRect label(markWidth, rowRect(r).top(), m_labelWidth - 8 - markWidth, stripHeight);
        painter.drawText(label, Qt::AlignVCenter | Qt::AlignLeft,
                         fontMetrics().elidedText(m_rows[r].node, Qt::ElideRight, label.width()));
    }
    painter.setFont(style::font(style::smallSize));
    for (int i = 0; i < m_chips.size(); ++i) {
        if (!rowRect(m_rowOf[i]).intersects(event->rect()))
            continue;
        const ChipNow &chip = m_chips[i];
        const QRectF cell = QRectF(cellRect(i)).adjusted(0.5, 0.5, -0.5, -0.5);
        const bool known = !chip.isStale && !std::isnan(chip.utilization);
        const QColor base = QColor(0x0A, 0x5C, 0xB8);
        const double share = known ? std::clamp(chip.utilization / 100, 0.0, 1.0) : 0;
        const QColor fill = known ? style::mixed(style::mixed(c.surface, base, 0.12), base, share) : c.ground;
        painter.setPen(known ? Qt::NoPen : QPen(c.border));
        painter.setBrush(fill);
        painter.drawRoundedRect(cell, 4, 4);
        if (!known) {
            painter.setPen(Qt::NoPen);
            painter.setBrush(QBrush(c.border, Qt::BDiagPattern));
            painter.drawRoundedRect(cell, 4, 4);
        }
        const Look look = lookOfHealth(chip.health);
        const bool isBad = !chip.isStale && chip.health != "OK"_L1;
        const QColor ink = known && fill.lightnessF() < 0.55 ? QColor(Qt::white) : c.text;
        QString text = known ? format::number(chip.utilization) : format::none();
        if (isBad) {
            painter.setPen(QPen(style::color(look.tone), 2));
            painter.setBrush(Qt::NoBrush);
            painter.drawRoundedRect(cell.adjusted(1, 1, -1, -1), 4, 4);
            text = look.symbol + u' ' + text;
        }
        painter.setPen(known ? ink : c.secondText);
        painter.drawText(cell, Qt::AlignCenter, fontMetrics().elidedText(text, Qt::ElideRight, int(cell.width())));
        if (i == m_current && hasFocus()) {
            painter.setPen(QPen(c.text, 2));
            painter.setBrush(Qt::NoBrush);
            painter.drawRoundedRect(cell.adjusted(2.5, 2.5, -2.5, -2.5), 3, 3);
        }
    }
}

bool HeatMap::event(QEvent *event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto *help = static_cast<QHelpEvent *>(event);
        const int chip = chipAt(help->pos());
        const int row = help->pos().x() < m_labelWidth ? (help->pos().y() - 2) / (stripHeight + cellGap) : -1;
        if (row >= 0 && row < m_rows.size() && m_marks.contains(m_rows[row].node))
            QToolTip::showText(help->globalPos(), m_marks.value(m_rows[row].node).words, this);
        else if (chip >= 0)
            QToolTip::showText(help->globalPos(), describe(chip), this, cellRect(chip));
        else
            QToolTip::hideText();
        return true;
    }
    if (event->type() == QEvent::LanguageChange)
        setAccessibleName(tr("Utilization of every chip"));
    return QWidget::event(event);
}

void HeatMap::mousePressEvent(QMouseEvent *event)
{
    const int chip = chipAt(event->pos());
    if (chip < 0)
        return;
    setCurrent(chip);
    emit activated(chip);
}

QList<OwnKey> HeatMap::ownKeys() const
{
    return {{{Qt::Key_Left, Qt::Key_Right, Qt::Key_Up, Qt::Key_Down}, tr("Among the chips: go to another")},
            {{Qt::Key_Return, Qt::Key_Space}, tr("Among the chips: open the one with the mark")}};
}

void HeatMap::keyPressEvent(QKeyEvent *event)
{
    const auto rowOf = [this](int index) {
        for (int r = 0; r < m_rows.size(); ++r) {
            if (index >= m_rows[r].first && index < m_rows[r].first + m_rows[r].count)
                return r;
        }
        return 0;
    };
    if (m_chips.isEmpty())
        return QWidget::keyPressEvent(event);
    const int at = std::max(0, m_current), row = rowOf(at), column = at - m_rows[row].first;
    const auto inRow = [this, column](int r) { return m_rows[r].first + std::min(column, m_rows[r].count - 1); };
    switch (event->key()) {
    case Qt::Key_Left: setCurrent(std::max(0, at - 1)); break;
    case Qt::Key_Right: setCurrent(std::min(int(m_chips.size()) - 1, at + 1)); break;
    case Qt::Key_Up: setCurrent(row > 0 ? inRow(row - 1) : at); break;
    case Qt::Key_Down: setCurrent(row + 1 < m_rows.size() ? inRow(row + 1) : at); break;
    case Qt::Key_Home: setCurrent(0); break;
    case Qt::Key_End: setCurrent(int(m_chips.size()) - 1); break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space: emit activated(at); break;
    default: QWidget::keyPressEvent(event);
    }
}

void HeatMap::focusInEvent(QFocusEvent *event)
{
    if (m_current < 0 && !m_chips.isEmpty())
        setCurrent(0);
    QWidget::focusInEvent(event);
}
