#include "ui/monitor/legend.h"

#include "ui/common/style.h"
#include "ui/monitor/chartlayout.h"

#include <QEvent>
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
    tell();
}

void Legend::setGroups(const QList<LegendGroup> &groups)
{
    if (groups == m_groups)
        return;
    m_groups = groups;
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
    return entry.isStale ? tr("%1 (stale)").arg(entry.name) : entry.name;
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
    setAccessibleName(tr("Legend"));
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

void Legend::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(style::font(style::smallSize));
    const Colors c = style::colors();
    const int left = headingWidth();
    int top = 0;
    for (const LegendGroup &group : std::as_const(m_groups)) {
        painter.setPen(c.secondText);
        painter.drawText(QRect(0, top, left, lineHeight), Qt::AlignVCenter | Qt::AlignLeft, group.heading);
        QList<int> widths;
        for (const LegendEntry &entry : group.entries)
            widths << entryWidth(entry);
        const QList<FlowPlace> places = flow(widths, width() - left, entryGap);
        const int shift = m_isRight ? std::max(0, width() - lineWidth()) : 0;
        for (qsizetype i = 0; i < places.size(); ++i) {
            const LegendEntry &entry = group.entries[i];
            const int x = left + places[i].x + shift, y = top + places[i].line * lineHeight;
            const QColor color = entry.isStale ? style::mixed(entry.color, c.unknown, 0.6) : entry.color;
            const int text = metrics().horizontalAdvance(words(entry)), mark = widths[i] - text;
            if (mark == markRoom) {
                painter.setPen(Qt::NoPen);
                painter.setBrush(color);
                painter.drawEllipse(QPointF(x + 4, y + lineHeight / 2.0), 4, 4);
            } else {
                painter.setPen(QPen(color, 2, entry.pen, Qt::FlatCap));
                painter.drawLine(QPointF(x, y + lineHeight / 2.0 + 0.5),
                                 QPointF(x + mark - 5, y + lineHeight / 2.0 + 0.5));
            }
            painter.setPen(entry.isStale ? c.secondText : c.text);
            painter.drawText(QRect(x + mark, y, text + 2, lineHeight), Qt::AlignVCenter, words(entry));
        }
        top += (places.isEmpty() ? 1 : places.last().line + 1) * lineHeight;
    }
}

void Legend::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        tell();
        updateGeometry();
    }
}
