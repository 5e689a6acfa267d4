#include "ui/chat/chatview.h"

#include "ui/chat/turnwidget.h"
#include "ui/common/style.h"

#include <QHBoxLayout>
#include <QScrollBar>

using namespace Qt::StringLiterals;

ChatView::ChatView(ChatModel &model, QWidget *parent)
    : QScrollArea(parent)
    , m_model(model)
    , m_column(new QWidget)
    , m_box(new QVBoxLayout(m_column))
{
    setObjectName(u"chatView"_s);
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    viewport()->setAutoFillBackground(false);
    m_column->setMaximumWidth(style::chatColumn);
    style::setMargins(m_box, style::margin, style::grid * 4);
    m_box->addStretch();

    auto *ground = new QWidget;
    ground->setAutoFillBackground(false);
    auto *row = new QHBoxLayout(ground);
    style::setMargins(row, 0, 0);
    row->addStretch(1);
    row->addWidget(m_column, 1000);
    row->addStretch(1);
    setWidget(ground);
    ground->setAutoFillBackground(false);

    // While the layout is made anew the range may be empty for a moment; the bar then cuts its value, which is
    // nothing that the user did.
    connect(verticalScrollBar(), &QScrollBar::rangeChanged, this, [this](int, int maximum) {
        m_isCut = verticalScrollBar()->value() > maximum;
        if (!m_isCut)
            verticalScrollBar()->setValue(m_follows ? maximum : qMin(m_position, maximum));
    });
    connect(verticalScrollBar(), &QScrollBar::valueChanged, this, [this](int value) {
        if (std::exchange(m_isCut, false))
            return;
        m_position = value;
        m_follows = isAtBottom();
        m_look.start();
    });
    m_look.setSingleShot(true);
    m_look.setInterval(0);
    connect(&m_look, &QTimer::timeout, this, &ChatView::buildWhatIsNear);
    m_tidy.setSingleShot(true);
    m_tidy.setInterval(200);
    connect(&m_tidy, &QTimer::timeout, this, &ChatView::dropWhatIsFar);

    connect(&m_model, &QAbstractItemModel::rowsInserted, this, [this](const QModelIndex &, int first, int last) { insert(first, last); });
    connect(&m_model, &QAbstractItemModel::rowsAboutToBeRemoved, this, [this](const QModelIndex &, int first, int last) { remove(first, last); });
    connect(&m_model, &QAbstractItemModel::dataChanged, this, [this](const QModelIndex &from, const QModelIndex &to) {
        for (int row = from.row(); row <= to.row(); ++row)
            m_turns[row]->setTurn(m_model.turn(row));
    });
    connect(&m_model, &ChatModel::pieceAppended, this, [this](int row, const ChatPiece &piece) { m_turns[row]->append(piece); });
    insert(0, m_model.rowCount() - 1);
}

void ChatView::setBusy(bool busy)
{
    m_busy = busy;
    for (TurnWidget *turn : std::as_const(m_turns))
        turn->setBusy(busy);
}

bool ChatView::isAtBottom() const
{
    return verticalScrollBar()->value() >= verticalScrollBar()->maximum() - 24;
}

void ChatView::insert(int first, int last)
{
    for (int row = first; row <= last; ++row) {
        auto *turn = new TurnWidget(m_model.turn(row), m_column);
        turn->setBusy(m_busy);
        connect(turn, &TurnWidget::againRequested, this, [this, turn] { emit againRequested(int(m_turns.indexOf(turn))); });
        connect(turn, &TurnWidget::shortenRequested, this, [this, turn] { emit shortenRequested(int(m_turns.indexOf(turn))); });
        connect(turn, &TurnWidget::removeRequested, this, [this, turn] { emit removeRequested(int(m_turns.indexOf(turn))); });
        connect(turn, &TurnWidget::aloneRequested, this, [this, turn] { emit aloneRequested(int(m_turns.indexOf(turn))); });
        m_turns.insert(row, turn);
        m_box->insertWidget(row, turn);
        if (m_model.turn(row).isUser) { // who asks wants to see the answer
            m_follows = true;
            verticalScrollBar()->setValue(verticalScrollBar()->maximum());
        }
    }
    m_look.start();
}

void ChatView::resizeEvent(QResizeEvent *event)
{
    QScrollArea::resizeEvent(event);
    m_look.start();
}

void ChatView::showEvent(QShowEvent *event)
{
    QScrollArea::showEvent(event);
    m_look.start();
}

void ChatView::buildWhatIsNear()
{
    if (!isVisible())
        return;
    const int height = viewport()->height();
    const auto topOf = [this](const TurnWidget *turn) { return turn->mapTo(viewport(), QPoint()).y(); };
    m_tidy.start();
    m_anchor = nullptr;
    QList<TurnWidget *> comers;
    for (TurnWidget *turn : std::as_const(m_turns)) {
        const int top = topOf(turn), bottom = top + turn->height();
        if (!m_anchor && bottom > 0) {
            m_anchor = turn;
            m_anchorTop = top;
        }
        if (!turn->isNear() && bottom > -height / 2 && top < height + height / 2)
            comers << turn;
    }
    if (comers.isEmpty())
        return;
    // What is in sight first, the others one at a time: rendering a turn takes a while.
    bool isBuilt = false;
    for (TurnWidget *turn : std::as_const(comers)) {
        const int top = topOf(turn);
        if (top < height && top + turn->height() > 0) {
            turn->setNear(true);
            isBuilt = true;
        }
    }
    if (!isBuilt)
        comers.first()->setNear(true);
    // Behind the layout's own events: a turn above that has become higher must not push away what is read.
    QMetaObject::invokeMethod(this, &ChatView::restoreAnchor, Qt::QueuedConnection);
    m_look.start();
}

void ChatView::dropWhatIsFar()
{
    const int height = viewport()->height();
    for (TurnWidget *turn : std::as_const(m_turns)) {
        const int top = turn->mapTo(viewport(), QPoint()).y();
        if (top + turn->height() < -height || top > 2 * height)
            turn->setNear(false);
    }
}

void ChatView::restoreAnchor()
{
    if (!m_anchor || m_follows)
        return;
    const int moved = m_anchor->mapTo(viewport(), QPoint()).y() - m_anchorTop;
    if (moved != 0)
        verticalScrollBar()->setValue(verticalScrollBar()->value() + moved);
}

void ChatView::remove(int first, int last)
{
    for (int row = last; row >= first; --row) {
        TurnWidget *turn = m_turns.takeAt(row);
        m_box->removeWidget(turn);
        turn->hide();
        turn->deleteLater(); // it may be the sender
    }
    m_look.start();
}
