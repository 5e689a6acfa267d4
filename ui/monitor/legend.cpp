#include "ui/monitor/legend.h"

#include "ui/common/style.h"
#include "ui/monitor/chartlayout.h"

#include <QEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

using namespace Qt::StringLiterals;

namespace {

constexpr int lineHeight = 18, entryGap = 12, markRoom = 14, lineMarkRoom = 24;

QFontMetrics metrics()
{
    return QFontMetrics(style::font(style::smallSize));
}

} // namespace

Legend::Legend(QWidget *parent) : QWidget(parent)
{
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    setMouseTracking(true);
    tell();
}

void Legend::setGroups(const QList<LegendGroup> &groups)
{
    if (groups == m_groups)
        return;
    m_groups = groups;
    setFocusPolicy(switched().isEmpty() ? Qt::NoFocus : Qt::TabFocus);
    updateGeometry();
    tell();
    update();
}

void Legend::setAlignedRight(bool right)
{
    m_isRight = right;
    update();
}

QString Legend::words(const LegendEntry &entry) const
{
    const QString name = entry.isHidden ? tr("%1 (hidden)", "a line").arg(entry.name) : entry.name;
    return entry.isStale ? tr("%1 (stale)").arg(name) : name;
}

QStringList Legend::names() const
{
    QStringList names;
    for (const LegendGroup &group : m_groups) {
        for (const LegendEntry &entry : group.entries)
            names << (group.heading.isEmpty() ? words(entry)
                                              : tr("%1: %2", "node: chip").arg(group.heading, words(entry)));
    }
    return names;
}

void Legend::tell()
{
    setAccessibleName(hasFocus() && !m_current.isEmpty() ? tr("Legend, at %1", "a line").arg(m_current)
                                                         : tr("Legend"));
    setAccessibleDescription(names().join(u", "_s));
}

int Legend::entryWidth(const LegendEntry &entry) const
{
    return (entry.pen == Qt::SolidLine && m_groups.size() == 1 && m_groups.first().heading.isEmpty() ? markRoom
                                                                                                     : lineMarkRoom)
        + metrics().horizontalAdvance(words(entry));
}

int Legend::headingWidth() const
{
    int width = 0;
    for (const LegendGroup &group : m_groups)
        width = std::max(width, group.heading.isEmpty() ? 0 : metrics().horizontalAdvance(group.heading) + entryGap);
    return width;
}

int Legend::lineWidth() const
{
    int longest = 0;
    for (const LegendGroup &group : m_groups) {
        int width = headingWidth();
        for (const LegendEntry &entry : group.entries)
            width += entryWidth(entry) + entryGap;
        longest = std::max(longest, width - entryGap);
    }
    return longest;
}

int Legend::heightForWidth(int width) const
{
    int lines = 0;
    for (const LegendGroup &group : m_groups) {
        QList<int> widths;
        for (const LegendEntry &entry : group.entries)
            widths << entryWidth(entry);
        const QList<FlowPlace> places = flow(widths, width - headingWidth(), entryGap);
        lines += places.isEmpty() ? 1 : places.last().line + 1;
    }
    return std::max(1, lines) * lineHeight;
}

QSize Legend::sizeHint() const
{
    return {lineWidth(), heightForWidth(std::max(width(), 60))};
}

QSize Legend::minimumSizeHint() const
{
    return {60, lineHeight};
}

QList<Legend::Placed> Legend::placed() const
{
    QList<Placed> all;
    const int left = headingWidth();
    const int shift = m_isRight ? std::max(0, width() - lineWidth()) : 0;
    int top = 0;
    for (const LegendGroup &group : m_groups) {
        QList<int> widths;
        for (const LegendEntry &entry : group.entries)
            widths << entryWidth(entry);
        const QList<FlowPlace> places = flow(widths, width() - left, entryGap);
        for (qsizetype i = 0; i < places.size(); ++i) {
            const LegendEntry &entry = group.entries[i];
            all << Placed{&entry,
                          {left + places[i].x + shift, top + places[i].line * lineHeight, widths[i] + 2, lineHeight},
                          widths[i] - metrics().horizontalAdvance(words(entry))};
        }
        top += (places.isEmpty() ? 1 : places.last().line + 1) * lineHeight;
    }
    return all;
}

void Legend::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(style::font(style::smallSize));
    const Colors c = style::colors();
    const QList<Placed> all = placed();
    qsizetype index = 0;
    for (const LegendGroup &group : std::as_const(m_groups)) {
        const int top = index < all.size() && !group.entries.isEmpty() ? all[index].rect.top() : 0;
        painter.setPen(c.secondText);
        painter.drawText(QRect(0, top, headingWidth(), lineHeight), Qt::AlignVCenter | Qt::AlignLeft, group.heading);
        index += group.entries.size();
    }
    for (const Placed &one : all) {
        const LegendEntry &entry = *one.entry;
        const QColor color = entry.isStale || entry.isHidden ? style::mixed(entry.color, c.unknown, 0.6) : entry.color;
        const double middle = one.rect.top() + lineHeight / 2.0;
        painter.setBrush(Qt::NoBrush);
        if (one.mark == markRoom) {
            painter.setPen(entry.isHidden ? QPen(color, 1.4) : QPen(Qt::NoPen));
            if (!entry.isHidden)
                painter.setBrush(color);
            painter.drawEllipse(QPointF(one.rect.left() + 4, middle), entry.isHidden ? 3.4 : 4,
                                entry.isHidden ? 3.4 : 4);
        } else if (!entry.isHidden) {
            painter.setPen(QPen(color, 2, entry.pen, Qt::FlatCap));
            painter.drawLine(QPointF(one.rect.left(), middle + 0.5),
                             QPointF(one.rect.left() + one.mark - 5, middle + 0.5));
        }
        painter.setPen(entry.isStale || entry.isHidden ? c.secondText : c.text);
        painter.drawText(one.rect.adjusted(one.mark, 0, 0, 0), Qt::AlignVCenter, words(entry));
        if (hasFocus() && !entry.line.isEmpty() && entry.line == m_current) {
            painter.setPen(QPen(c.accent, 1));
            painter.setBrush(Qt::NoBrush);
            painter.drawRoundedRect(QRectF(one.rect).adjusted(-2.5, 0.5, 0.5, -0.5), 4, 4);
        }
    }
}

const LegendEntry *Legend::entryAt(const QPoint &place) const
{
    for (const Placed &one : placed()) {
        if (one.rect.contains(place))
            return one.entry;
    }
    return nullptr;
}

QRect Legend::rectOf(const QString &line) const
{
    for (const Placed &one : placed()) {
        if (one.entry->line == line)
            return one.rect;
    }
    return {};
}

QStringList Legend::switched() const
{
    QStringList lines;
    for (const LegendGroup &group : m_groups) {
        for (const LegendEntry &entry : group.entries) {
            if (!entry.line.isEmpty())
                lines << entry.line;
        }
    }
    return lines;
}

void Legend::point(const QString &line)
{
    if (line != m_pointed)
        emit pointed(m_pointed = line);
}

void Legend::mouseMoveEvent(QMouseEvent *event)
{
    if (event->buttons() != Qt::NoButton) // pressed beside every entry: the card around it is dragged
        return event->ignore();
    const LegendEntry *entry = entryAt(event->position().toPoint());
    const bool isSwitch = entry && !entry->line.isEmpty();
    setCursor(isSwitch ? Qt::PointingHandCursor : Qt::ArrowCursor);
    setToolTip(!isSwitch ? QString()
                   : entry->isHidden ? tr("Show %1 again").arg(entry->name)
                                     : tr("Hide %1").arg(entry->name));
    point(isSwitch && !entry->isHidden ? entry->line : QString());
}

void Legend::mousePressEvent(QMouseEvent *event)
{
    const LegendEntry *entry = entryAt(event->position().toPoint());
    if (event->button() != Qt::LeftButton || !entry || entry->line.isEmpty())
        return QWidget::mousePressEvent(event);
    const QString line = m_current = entry->line; // the entry goes with what is told
    point({});
    emit toggled(line);
}

void Legend::leaveEvent(QEvent *event)
{
    point({});
    QWidget::leaveEvent(event);
}

QList<OwnKey> Legend::ownKeys() const
{
    return {{{Qt::Key_Left, Qt::Key_Right}, tr("In a legend: the line before or after, drawn stronger")},
            {{Qt::Key_Space}, tr("In a legend: show or hide that line")}};
}

void Legend::keyPressEvent(QKeyEvent *event)
{
    const QStringList lines = switched();
    const qsizetype at = lines.indexOf(m_current);
    switch (event->key()) {
    case Qt::Key_Right:
    case Qt::Key_Down: m_current = lines.value(std::min(at + 1, lines.size() - 1)); break;
    case Qt::Key_Left:
    case Qt::Key_Up: m_current = lines.value(std::max<qsizetype>(at - 1, 0)); break;
    case Qt::Key_Space:
        if (at >= 0)
            emit toggled(lines[at]);
        break;
    default: return QWidget::keyPressEvent(event);
    }
    point(m_current);
    tell();
    update();
}

void Legend::focusInEvent(QFocusEvent *event)
{
    const QStringList lines = switched();
    if (!lines.contains(m_current))
        m_current = lines.value(0);
    tell();
    update();
    QWidget::focusInEvent(event);
}

void Legend::focusOutEvent(QFocusEvent *event)
{
    point({});
    tell();
    update();
    QWidget::focusOutEvent(event);
}

void Legend::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        tell();
        updateGeometry();
    }
}
