#include "ui/deploy/roombar.h"

#include "ui/common/format.h"
#include "ui/common/style.h"

#include <QEvent>
#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <numeric>

using namespace Qt::StringLiterals;

namespace {

constexpr int barTop = 18, barHeight = 28, wordsHeight = 20, markSize = 10, wordsGap = 16;
constexpr int shownParts = 4; // of the weights; the rest is one piece

QFontMetrics metrics()
{
    return QFontMetrics(style::font(style::smallSize));
}

QColor colorOf(const RoomBar::Piece &piece)
{
    using Of = RoomBar::Piece::Of;
    const Colors colors = style::colors();
    switch (piece.of) {
    case Of::Weights:
        return style::mixed(colors.accent, colors.surface, 0.15 * piece.shade);
    case Of::Hccl:
        return style::seriesColor(1);
    case Of::KvCache:
        return style::seriesColor(2);
    case Of::Spare:
        return style::mixed(colors.border, colors.surface, 0.4);
    case Of::Driver:
        return colors.unknown;
    }
    return {};
}

} // namespace

RoomBar::RoomBar(QWidget *parent)
    : QWidget(parent)
{
    setObjectName(u"roomBar"_s);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    arrange();
}

void RoomBar::setCapacity(const std::optional<Capacity> &capacity)
{
    m_capacity = capacity;
    arrange();
}

void RoomBar::arrange()
{
    m_pieces.clear();
    m_card = m_capacity ? m_capacity->hbmBytesPerCard.value_or(0) : 0;
    if (m_capacity) {
        const Capacity &c = *m_capacity;
        QList<CapacityPart> parts = c.parts;
        std::stable_sort(parts.begin(), parts.end(),
                         [](const CapacityPart &a, const CapacityPart &b) { return a.bytesPerCard > b.bytesPerCard; });
        qint64 told = 0;
        for (qsizetype i = 0; i < std::min<qsizetype>(parts.size(), shownParts); ++i) {
            m_pieces << Piece{parts[i].name, qint64(parts[i].bytesPerCard), Piece::Of::Weights, int(i)};
            told += m_pieces.last().bytes;
        }
        const qint64 weights = c.weightsBytesPerCard.value_or(0);
        if (weights > told)
            m_pieces << Piece{parts.isEmpty() ? tr("Weights") : tr("Other parts"), weights - told, Piece::Of::Weights,
                              int(m_pieces.size())};
        const qint64 usable = c.usableBytesPerCard.value_or(0), base = c.baseBytesPerCard.value_or(0);
        if (usable > weights && weights > 0)
            m_pieces << Piece{tr("KV cache and workspace"), usable - weights, Piece::Of::KvCache, 0};
        const qint64 hccl = c.hcclBytesPerCard.value_or(0);
        if (hccl > 0 && base > 0)
            m_pieces << Piece{tr("HCCL's buffers"), hccl, Piece::Of::Hccl, 0};
        const qint64 spare = base - std::max(usable, weights) - hccl;
        if (spare > 0 && weights > 0)
            m_pieces << Piece{tr("Not taken"), spare, Piece::Of::Spare, 0};
        if (m_card > base && base > 0)
            m_pieces << Piece{tr("Driver"), m_card - base, Piece::Of::Driver, 0};
    }
    QStringList all;
    for (const Piece &piece : m_pieces)
        all << words(piece);
    setAccessibleName(tr("Memory of a card"));
    setAccessibleDescription(all.join(u", "_s));
    updateGeometry();
    update();
}

QString RoomBar::words(const Piece &piece) const
{
    return tr("%1: %2", "part; size").arg(piece.name, format::bytes(piece.bytes));
}

qint64 RoomBar::wholeBytes() const
{
    const qint64 sum = std::accumulate(m_pieces.cbegin(), m_pieces.cend(), qint64(0),
                                       [](qint64 all, const Piece &piece) { return all + piece.bytes; });
    return std::max(m_card, sum);
}

QRectF RoomBar::rectOf(int piece) const
{
    const double scale = double(width()) / double(std::max<qint64>(1, wholeBytes()));
    double left = 0;
    for (int i = 0; i < piece; ++i)
        left += double(m_pieces[i].bytes) * scale;
    return {left, barTop, double(m_pieces[piece].bytes) * scale, barHeight};
}

QList<QRect> RoomBar::legendRects(int width) const
{
    QList<QRect> rects;
    int x = 0, y = barTop + barHeight + style::grid * 2;
    for (const Piece &piece : m_pieces) {
        const int wide = markSize + style::grid + metrics().horizontalAdvance(words(piece)) + 2;
        if (x > 0 && x + wide > width) {
            x = 0;
            y += wordsHeight;
        }
        rects << QRect(x, y, std::min(wide, width), wordsHeight);
        x += wide + wordsGap;
    }
    return rects;
}

int RoomBar::heightForWidth(int width) const
{
    const QList<QRect> rects = legendRects(width);
    return rects.isEmpty() ? barTop + barHeight : rects.last().bottom() + 1;
}

QSize RoomBar::sizeHint() const
{
    return {480, heightForWidth(480)};
}
QSize RoomBar::minimumSizeHint() const
{
    return {220, heightForWidth(std::max(220, width()))};
}

bool RoomBar::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const QPoint at = static_cast<QHelpEvent *>(event)->pos();
    for (int i = 0; i < m_pieces.size(); ++i) {
        if (rectOf(i).contains(at)) {
            QToolTip::showText(static_cast<QHelpEvent *>(event)->globalPos(), words(m_pieces[i]), this);
            return true;
        }
    }
    QToolTip::hideText();
    return true;
}

void RoomBar::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        arrange();
    else if (event->type() == QEvent::PaletteChange)
        update();
    QWidget::changeEvent(event);
}

void RoomBar::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(style::font(style::smallSize));
    const Colors colors = style::colors();
    painter.fillRect(QRect(0, barTop, width(), barHeight), style::mixed(colors.border, colors.surface, 0.7));
    const QList<QRect> rects = legendRects(width());
    for (int i = 0; i < m_pieces.size(); ++i) {
        const QRectF rect = rectOf(i);
        painter.fillRect(rect.adjusted(0, 0, rect.width() > 3 ? -1 : 0, 0), colorOf(m_pieces[i]));
        const QRect line = rects[i];
        painter.fillRect(QRect(line.left(), line.center().y() - markSize / 2, markSize, markSize),
                         colorOf(m_pieces[i]));
        painter.setPen(colors.text);
        const QRect text = line.adjusted(markSize + style::grid, 0, 0, 0);
        painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter,
                         metrics().elidedText(words(m_pieces[i]), Qt::ElideRight, text.width()));
    }
    if (m_card <= 0)
        return;
    const bool isOver = wholeBytes() > m_card;
    const int end = int(double(width()) * double(m_card) / double(wholeBytes()));
    painter.setPen(QPen(isOver ? colors.danger : colors.secondText, 2));
    painter.drawLine(end - 1, barTop - 4, end - 1, barTop + barHeight + 3);
    const QString mark = tr("a card: %1", "its memory").arg(format::bytes(m_card));
    painter.drawText(QRect(0, 0, end - 4, barTop - 2), Qt::AlignRight | Qt::AlignVCenter, mark);
}
