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
    });

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
        m_turns.insert(row, turn);
        m_box->insertWidget(row, turn);
        if (m_model.turn(row).isUser) { // who asks wants to see the answer
            m_follows = true;
            verticalScrollBar()->setValue(verticalScrollBar()->maximum());
        }
    }
}

void ChatView::remove(int first, int last)
{
    for (int row = last; row >= first; --row) {
        TurnWidget *turn = m_turns.takeAt(row);
        m_box->removeWidget(turn);
        turn->hide();
        turn->deleteLater(); // it may be the sender
    }
}
