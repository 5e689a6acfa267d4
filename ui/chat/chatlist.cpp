#include "ui/chat/chatlist.h"

#include "ui/chat/earlierchats.h"
#include "ui/common/format.h"
#include "ui/common/icons.h"
#include "ui/common/style.h"

#include <QKeyEvent>
#include <QLabel>
#include <QListView>
#include <QMouseEvent>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace {

constexpr int listWidth = 400, lineHeight = 36, mostShown = 10, crossWidth = 32;

QRect crossIn(const QRect &line)
{
    return {line.right() - crossWidth + 1, line.top(), crossWidth, line.height()};
}

class LineDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem &, const QModelIndex &) const override { return {0, lineHeight}; }

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        const Colors c = style::colors();
        const bool isSelected = option.state & QStyle::State_Selected;
        const bool isUnderMouse = option.state & QStyle::State_MouseOver;
        painter->save();
        if (isSelected || isUnderMouse) {
            painter->fillRect(option.rect, isSelected ? style::tint(c.accent) : style::mixed(c.surface, c.text, 0.04));
            const QRect cross = crossIn(option.rect);
            constexpr int side = 16;
            painter->drawPixmap(QRect(cross.center() - QPoint(side, side) / 2, QSize(side, side)),
                                style::iconPixmap(u"x"_s, c.secondText, side, painter->device()->devicePixelRatioF()));
        }
        const QRect words = option.rect.adjusted(style::grid * 3, 0, -crossWidth, 0);
        const QString time = format::time(index.data(EarlierChats::UsedAtRole).toLongLong());
        painter->setFont(style::font(style::smallSize));
        painter->setPen(c.secondText);
        painter->drawText(words, Qt::AlignRight | Qt::AlignVCenter, time);
        const int left = words.width() - painter->fontMetrics().horizontalAdvance(time) - style::grid * 3;
        painter->setFont(style::font());
        painter->setPen(c.text);
        painter->drawText(words, Qt::AlignLeft | Qt::AlignVCenter,
                          painter->fontMetrics().elidedText(index.data().toString(), Qt::ElideRight, left));
        painter->restore();
    }
};

} // namespace

ChatList::ChatList(EarlierChats &chats, QWidget *parent)
    : QFrame(parent, Qt::Popup)
    , m_chats(chats)
    , m_list(new QListView(this))
    , m_none(style::label({}, style::Text::Second, this))
{
    setObjectName(u"earlierChats"_s);
    setAttribute(Qt::WA_NoMouseReplay);  // a second press of the button closes it
    m_list->setObjectName(u"earlierList"_s);
    m_list->setModel(&m_chats);
    m_list->setItemDelegate(new LineDelegate(m_list));
    m_list->setUniformItemSizes(true);
    m_list->setMouseTracking(true);
    m_list->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->installEventFilter(this);
    m_list->viewport()->installEventFilter(this);
    m_none->setObjectName(u"noEarlierChats"_s);
    m_none->setMargin(style::grid * 3);
    auto *box = new QVBoxLayout(this);
    style::setMargins(box, style::grid, 0);
    box->addWidget(m_list);
    box->addWidget(m_none);

    connect(m_list, &QListView::clicked, this, [this](const QModelIndex &index) {
        if (crossIn(m_list->visualRect(index)).contains(m_pressed))
            remove(index);
        else
            choose(index);
    });
    connect(&m_chats, &QAbstractItemModel::modelAboutToBeReset, this,
            [this] { m_current = m_list->currentIndex().data(EarlierChats::IdRole).toString(); });
    connect(&m_chats, &QAbstractItemModel::modelReset, this, [this] {
        m_list->setCurrentIndex(m_chats.index(qMax(0, m_chats.rowOf(m_current))));
        fit();
    });
    connect(&m_chats, &QAbstractItemModel::rowsInserted, this, &ChatList::fit);
    connect(&m_chats, &QAbstractItemModel::rowsRemoved, this, &ChatList::fit);
    retranslate();
    fit();
}

void ChatList::openBelow(const QWidget *button)
{
    fit();
    const QPoint end = button->mapToGlobal(QPoint(button->width() - width(), button->height() + style::grid));
    const int left = button->window()->mapToGlobal(QPoint(0, 0)).x();
    move(qMax(left, end.x()), end.y());
    show();
    m_list->setCurrentIndex(m_chats.index(0));
    m_list->scrollToTop();
    m_list->setFocus(Qt::PopupFocusReason);
}

QList<OwnKey> ChatList::ownKeys() const
{
    return {{{QKeySequence(Qt::Key_Return)}, tr("Among the earlier conversations: bring this one back")},
            {{QKeySequence(Qt::Key_Delete)}, tr("Among the earlier conversations: remove this one")}};
}

bool ChatList::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_list->viewport() && event->type() == QEvent::MouseButtonPress)
        m_pressed = static_cast<QMouseEvent *>(event)->position().toPoint();
    if (watched == m_list && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent *>(event)->key();
        if (key == Qt::Key_Return || key == Qt::Key_Enter) {
            choose(m_list->currentIndex());
            return true;
        }
        if (key == Qt::Key_Delete) {
            remove(m_list->currentIndex());
            return true;
        }
    }
    return QFrame::eventFilter(watched, event);
}

void ChatList::showEvent(QShowEvent *event)
{
    QFrame::showEvent(event);
    emit listShown(true);
}

void ChatList::hideEvent(QHideEvent *event)
{
    QFrame::hideEvent(event);
    emit listShown(false);
}

void ChatList::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QFrame::changeEvent(event);
}

void ChatList::fit()
{
    const int lines = qMin(m_chats.rowCount(), mostShown);
    m_list->setVisible(lines > 0);
    m_none->setVisible(lines == 0);
    setFixedSize(listWidth, 2 * (style::grid + 1) + (lines > 0 ? lines * lineHeight : m_none->sizeHint().height()));
}

void ChatList::choose(const QModelIndex &index)
{
    if (!index.isValid())
        return;
    const QString id = index.data(EarlierChats::IdRole).toString();
    hide();
    emit chosen(id);
}

void ChatList::remove(const QModelIndex &index)
{
    if (index.isValid())
        emit removeRequested(index.data(EarlierChats::IdRole).toString());
}

void ChatList::retranslate()
{
    setAccessibleName(tr("Earlier conversations"));
    m_list->setAccessibleName(tr("Earlier conversations"));
    m_list->setAccessibleDescription(tr("Enter brings one back, Delete removes it"));
    m_none->setText(tr("No earlier conversations"));
    fit();
}
