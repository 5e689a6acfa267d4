#include "ui/ranktable/ranktableview.h"

#include "ui/common/style.h"

#include <QAccessible>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollArea>
#include <QToolTip>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

constexpr int cellWidth = 46, cellHeight = 40, cellGap = 4, headHeight = 22, serverGap = 12; // px

} // namespace

RankTableView::RankTableView(QWidget *parent) : QWidget(parent)
{
    setObjectName(u"rankTableView"_s);
    setFocusPolicy(Qt::StrongFocus);
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    retell();
}

void RankTableView::setDrawn(const LabTable *lab, const LabComparison *comparison)
{
    m_table = lab ? lab->table : RankTable();
    m_marks = QList<int>(m_table.devices.size(), 0);
    QHash<QString, int> at;
    for (int i = 0; i < m_table.devices.size(); ++i)
        at.insert(m_table.devices[i].where, i);
    // "/server_list/0/device/3/rank_id" is of the device "/server_list/0/device/3"
    const auto mark = [&](const QString &where, int bit) {
        const auto its = at.contains(where) ? at.constFind(where) : at.constFind(where.section(u'/', 0, -2));
        if (its != at.cend())
            m_marks[*its] |= bit;
    };
    for (const LintFinding &finding : lab ? lab->findings : QList<LintFinding>()) {
        if (finding.severity != Severity::Info)
            mark(finding.where, finding.severity == Severity::Error ? Error : Warning);
    }
    for (const TableDifference &difference : comparison ? comparison->differences : QList<TableDifference>()) {
        if (!difference.device.isEmpty())
            mark(difference.device, Other);
        if (difference.isInFirst)        // a server that the other table does not have: all of its devices
            for (const RankServer &server : std::as_const(m_table.servers)) {
                for (const int device : server.where == difference.where ? server.devices : QList<int>())
                    m_marks[device] |= Other;
            }
    }
    m_current = std::min(m_current, int(m_table.devices.size()) - 1);
    updateGeometry();
    retell();
    update();
}

QString RankTableView::describe(int index) const
{
    return wordsOf(index).join(tr("; ", "between what is said of a device"));
}

QStringList RankTableView::wordsOf(int index) const
{
    const RankDevice &device = m_table.devices[index];
    const RankServer &server = m_table.servers[device.server];
    QStringList words;
    if (!server.id.isEmpty())
        words << tr("server %1").arg(server.id);
    words << tr("device %1").arg(device.deviceId.isEmpty() ? u"–"_s : device.deviceId);
    if (!device.part.isEmpty())
        words << device.part;
    words << tr("rank %1").arg(device.rankId.isEmpty() ? u"–"_s : device.rankId);
    if (!device.deviceIp.isEmpty())
        words << device.deviceIp;
    if (!device.superDeviceId.isEmpty())
        words << tr("SDID %1").arg(device.superDeviceId);
    if (m_marks[index] & Error)
        words << tr("has an error");
    else if (m_marks[index] & Warning)
        words << tr("has a warning");
    if (m_marks[index] & Other)
        words << tr("is otherwise in the other table");
    return words;
}

void RankTableView::retell()
{
    setAccessibleName(tr("Servers, devices and ranks"));
    setAccessibleDescription(
        m_current >= 0 ? describe(m_current)
                       : tr("%n devices", nullptr, int(m_table.devices.size())) + tr(", ", "between counts of a table")
                + tr("%n servers", nullptr, int(m_table.servers.size())));
}

int RankTableView::perRow(int width) const
{
    const int room = width - 6 * style::grid;
    const int most = std::max(1, (room + cellGap) / (cellWidth + cellGap));
    return most >= 16 ? 16 : most >= 8 ? 8 : most >= 4 ? 4 : most; // an NPU's two chips stay together
}

int RankTableView::heightOf(int server, int width) const
{
    const int rows = (int(m_table.servers[server].devices.size()) + perRow(width) - 1) / perRow(width);
    return 4 * style::grid + headHeight + rows * (cellHeight + cellGap);
}

QRect RankTableView::boxRect(int server, int width) const
{
    int top = 1;
    for (int i = 0; i < server; ++i)
        top += heightOf(i, width) + serverGap;
    return {1, top, width - 2, heightOf(server, width)};
}

QRect RankTableView::cellRect(int index) const
{
    const RankDevice &device = m_table.devices[index];
    const QRect box = boxRect(device.server, width());
    const int place = int(m_table.servers[device.server].devices.indexOf(index)), row = perRow(width());
    return {box.left() + 3 * style::grid + place % row * (cellWidth + cellGap),
            box.top() + 2 * style::grid + headHeight + place / row * (cellHeight + cellGap), cellWidth, cellHeight};
}

int RankTableView::heightForWidth(int width) const
{
    return m_table.servers.isEmpty() ? 80 : boxRect(int(m_table.servers.size()) - 1, width).bottom() + 2;
}

QSize RankTableView::sizeHint() const { return {440, heightForWidth(std::max(width(), 260))}; }

void RankTableView::paintEvent(QPaintEvent *event)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Colors c = style::colors();
    for (int i = 0; i < m_table.servers.size(); ++i) {
        const RankServer &server = m_table.servers[i];
        const QRect box = boxRect(i, width());
        if (!box.intersects(event->rect()))
            continue;
        painter.setPen(QPen(c.border, 1));
        painter.setBrush(c.surface);
        painter.drawRoundedRect(QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5), style::radius, style::radius);
        const QRect head(box.left() + 3 * style::grid, box.top() + 2 * style::grid, box.width() - 6 * style::grid,
                         headHeight - style::grid);
        QStringList ranks;
        for (const int device : server.devices)
            ranks << m_table.devices[device].rankId;
        const QString part = m_table.format == RankFormat::PrefillDecode
            ? tr("%n devices", nullptr, int(server.devices.size()))
            : tr("ranks %1").arg(rangesOf(ranks));
        painter.setFont(style::font(style::smallSize));
        painter.setPen(c.secondText);
        const int partWidth = std::min(head.width() / 2, painter.fontMetrics().horizontalAdvance(part) + 1);
        painter.drawText(head, Qt::AlignRight | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(part, Qt::ElideRight, partWidth));
        QString name = server.id.isEmpty() ? tr("ranks without servers") : server.id;
        if (!server.superPod.isEmpty())
            name += u"  ·  "_s + tr("superpod %1").arg(server.superPod);
        painter.setFont(style::font(style::bodySize, true));
        painter.setPen(c.text);
        const int room = head.width() - partWidth - 2 * style::grid;
        painter.drawText(head.adjusted(0, 0, -partWidth - 2 * style::grid, 0), Qt::AlignLeft | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(name, Qt::ElideRight, room));
        for (const int index : server.devices) {
            const RankDevice &device = m_table.devices[index];
            const QRect cell = cellRect(index);
            if (!cell.intersects(event->rect()))
                continue;
            const int marks = m_marks[index];
            const bool isCurrent = index == m_current;
            const QColor color = marks & Error ? c.danger
                : marks & Warning              ? c.warning
                : device.part == "decode"_L1   ? style::seriesColor(2)
                                               : style::seriesColor(0);
            painter.setPen(QPen(isCurrent ? c.accent : color, isCurrent ? 2.5 : 1.5,
                                marks & Other ? Qt::DashLine : Qt::SolidLine));
            painter.setBrush(style::tint(color));
            painter.drawRoundedRect(QRectF(cell).adjusted(1, 1, -1, -1), 4, 4);
            painter.setPen(c.text);
            painter.setFont(style::font(style::bodySize, true));
            const QString sign = marks & Error ? u"✕ "_s : marks & Warning ? u"! "_s : QString();
            painter.drawText(cell.adjusted(2, 3, -2, -cellHeight / 2 + 3), Qt::AlignCenter,
                             sign + (device.rankId.isEmpty() ? u"–"_s : device.rankId.left(4)));
            painter.setFont(style::font(10));
            painter.setPen(c.secondText);
            painter.drawText(cell.adjusted(2, cellHeight / 2 - 1, -2, -3), Qt::AlignCenter,
                             tr("dev %1", "short for device").arg(device.deviceId.left(4)));
        }
    }
}

void RankTableView::setCurrent(int device)
{
    if (device == m_current || device >= m_table.devices.size())
        return;
    m_current = device;
    retell();
    QAccessibleEvent changed(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&changed);
    update();
}

void RankTableView::choose(int device)
{
    setCurrent(device);
    for (QWidget *at = parentWidget(); at; at = at->parentWidget()) {
        if (auto *area = qobject_cast<QScrollArea *>(at)) {
            const QPoint middle = cellRect(device).center();
            area->ensureVisible(middle.x(), middle.y(), cellWidth, cellHeight);
            break;
        }
    }
    emit chosen(device);
}

void RankTableView::mousePressEvent(QMouseEvent *event)
{
    for (int i = 0; i < m_table.devices.size(); ++i) {
        if (cellRect(i).contains(event->pos()))
            return choose(i);
    }
}

void RankTableView::keyPressEvent(QKeyEvent *event)
{
    const int row = perRow(width());
    const int step = event->key() == Qt::Key_Left ? -1
        : event->key() == Qt::Key_Right           ? 1
        : event->key() == Qt::Key_Up              ? -row
        : event->key() == Qt::Key_Down            ? row
                                                  : 0;
    const int next = m_current + step;
    if (step == 0 || next < 0 || next >= m_table.devices.size())
        return QWidget::keyPressEvent(event);
    choose(next);
}

void RankTableView::focusInEvent(QFocusEvent *event)
{
    QWidget::focusInEvent(event);
    if (m_current < 0 && !m_table.devices.isEmpty())
        choose(0);
}

bool RankTableView::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    auto *help = static_cast<QHelpEvent *>(event);
    for (int i = 0; i < m_table.devices.size(); ++i) {
        if (cellRect(i).contains(help->pos())) {
            QToolTip::showText(help->globalPos(), wordsOf(i).join(u'\n'), this);
            return true;
        }
    }
    QToolTip::hideText();
    return true;
}

void RankTableView::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retell();
    update();
}

void RankTableView::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    if (event->size().width() != event->oldSize().width())
        updateGeometry();
}
