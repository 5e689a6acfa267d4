#include "ui/chat/chatview.h"

#include "ui/chat/turnwidget.h"
#include "ui/common/style.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QScopedValueRollback>
#include <QScrollBar>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

constexpr int turnSpace = style::grid * 4; // between turns
constexpr int buildMs = 25, dropMs = 8;  // at one stretch: a long answer takes 10 and 1

}

ChatView::ChatView(ChatModel &model, QWidget *parent)
    : QScrollArea(parent)
    , m_model(model)
    , m_column(new QWidget)
{
    setObjectName(u"chatView"_s);
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    viewport()->setAutoFillBackground(false);
    setWidget(m_column);
    m_column->setAutoFillBackground(false);

    connect(verticalScrollBar(), &QScrollBar::valueChanged, this, [this] {
        if (m_isLayingOut)
            return;
        m_follows = isAtBottom();
        m_look.start();
    });
    m_look.setSingleShot(true);
    m_look.setInterval(0);
    connect(&m_look, &QTimer::timeout, this, &ChatView::buildWhatIsNear);
    m_tidy.setSingleShot(true);
    connect(&m_tidy, &QTimer::timeout, this, &ChatView::dropWhatIsFar);

    connect(&m_model, &QAbstractItemModel::rowsInserted, this,
            [this](const QModelIndex &, int first, int last) { insert(first, last); });
    connect(&m_model, &QAbstractItemModel::rowsRemoved, this,
            [this](const QModelIndex &, int first, int last) { remove(first, last); });
    connect(&m_model, &QAbstractItemModel::dataChanged, this, [this](const QModelIndex &from, const QModelIndex &to) {
        for (int row = from.row(); row <= to.row(); ++row) {
            if (m_rows[row].turn)
                m_rows[row].turn->setTurn(m_model.turn(row));
            else
                m_rows[row].width = 0;
        }
    });
    connect(&m_model, &ChatModel::pieceAppended, this, [this](int row, const ChatPiece &piece) {
        if (m_rows[row].turn)
            m_rows[row].turn->append(piece);
    });
    insert(0, m_model.rowCount() - 1);
}

void ChatView::setBusy(bool busy)
{
    m_busy = busy;
    for (const Row &row : std::as_const(m_rows))
        if (row.turn)
            row.turn->setBusy(busy);
}

bool ChatView::isAtBottom() const
{
    return verticalScrollBar()->value() >= verticalScrollBar()->maximum() - 24;
}

void ChatView::insert(int first, int last)
{
    if (last < first)
        return;
    m_rows.insert(first, last - first + 1, Row());
    for (int row = first; row <= last; ++row) {
        m_follows |= m_model.turn(row).isUser; // who asks wants to see the answer
        if (m_model.turn(row).state == TurnState::Waiting)
            build(row); // it counts the seconds, wherever it is
    }
    layOut();
    buildWhatIsNear();
}

void ChatView::remove(int first, int last)
{
    for (int row = last; row >= first; --row) {
        if (TurnWidget *turn = m_rows.takeAt(row).turn) {
            turn->hide();
            turn->deleteLater(); // it may be the sender
        }
    }
    layOut();
    m_look.start();
}

void ChatView::build(int row)
{
    auto *turn = new TurnWidget(m_model.turn(row), m_column);
    m_rows[row].turn = turn;
    turn->showThought(m_rows[row].showsThought);
    turn->setBusy(m_busy);
    connect(turn, &TurnWidget::againRequested, this, [this, turn] { emit againRequested(rowOf(turn)); });
    connect(turn, &TurnWidget::shortenRequested, this, [this, turn] { emit shortenRequested(rowOf(turn)); });
    connect(turn, &TurnWidget::removeRequested, this, [this, turn] { emit removeRequested(rowOf(turn)); });
    connect(turn, &TurnWidget::aloneRequested, this, [this, turn] { emit aloneRequested(rowOf(turn)); });
    turn->show();
}

int ChatView::rowOf(const TurnWidget *turn) const
{
    const auto row = std::find_if(m_rows.cbegin(), m_rows.cend(), [turn](const Row &one) { return one.turn == turn; });
    return row == m_rows.cend() ? -1 : int(row - m_rows.cbegin());
}

void ChatView::resizeEvent(QResizeEvent *event)
{
    {
        const QScopedValueRollback quiet(m_isLayingOut, true);
        QScrollArea::resizeEvent(event);
    }
    layOut();
    m_look.start();
}

void ChatView::showEvent(QShowEvent *event)
{
    QScrollArea::showEvent(event);
    layOut();
    m_look.start();
}

bool ChatView::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_column && event->type() == QEvent::LayoutRequest) {
        layOut(); // a turn has become higher or lower
        return false;
    }
    return QScrollArea::eventFilter(watched, event);
}

// What is in sight first, the others one at a time: rendering a turn takes a while.
void ChatView::buildWhatIsNear()
{
    if (!isVisible())
        return;
    if (!m_tidy.isActive())
        m_tidy.start(200);
    const int top = verticalScrollBar()->value(), height = viewport()->height();
    const auto isWithin
        = [&](const Row &row, int margin) { return row.bottom() > top - margin && row.top < top + height + margin; };
    QElapsedTimer clock;
    clock.start();
    bool isBuilt = false;
    for (const int margin : {0, height / 2}) {
        for (int row = int(m_rows.size()) - 1; row >= 0; --row) { // from the end: that is where most things happen
            if (m_rows[row].turn || !isWithin(m_rows[row], margin))
                continue;
            if (isBuilt && (margin > 0 || clock.elapsed() > buildMs)) {
                m_look.start();
                layOut();
                return;
            }
            build(row);
            isBuilt = true;
        }
    }
    if (isBuilt) {
        layOut();
        m_look.start(); // they may be lower than was thought, and others are in sight now
    }
}

void ChatView::dropWhatIsFar()
{
    QElapsedTimer clock;
    clock.start();
    const int top = verticalScrollBar()->value(), height = viewport()->height();
    for (Row &row : m_rows) {
        const bool isFar = row.bottom() < top - height || row.top > top + 2 * height;
        if (!row.turn || !isFar || row.turn->isUnderWay() || row.turn->isAncestorOf(QApplication::focusWidget()))
            continue;
        if (clock.elapsed() > dropMs) {
            m_tidy.start(20);
            return;
        }
        row.showsThought = row.turn->showsThought();
        delete std::exchange(row.turn, nullptr);
    }
}

// The end stays in sight if it was; otherwise the first turn in sight stays where it is, whatever becomes higher above
// it.
void ChatView::layOut()
{
    if (m_isLayingOut)
        return;
    const QScopedValueRollback quiet(m_isLayingOut, true);
    QScrollBar *bar = verticalScrollBar();
    const auto anchor = std::find_if(m_rows.cbegin(), m_rows.cend(),
                                     [bar](const Row &row) { return row.height > 0 && row.bottom() > bar->value(); });
    const qsizetype anchorRow = anchor == m_rows.cend() ? -1 : anchor - m_rows.cbegin();
    const int anchorTop = anchor == m_rows.cend() ? 0 : anchor->top - bar->value();

    for (int whole = 0; whole != viewport()->width();) { // once more when the bar has come or gone
        whole = viewport()->width();
        const int height = place(whole);
        m_column->setMinimumHeight(height);
        m_column->resize(whole, std::max(height, viewport()->height()));
    }
    if (m_follows)
        bar->setValue(bar->maximum());
    else if (anchorRow >= 0)
        bar->setValue(m_rows[anchorRow].top - anchorTop);
}

int ChatView::place(int whole)
{
    const int width = std::max(1, std::min(whole, style::chatColumn) - 2 * style::margin);
    int y = style::margin;
    for (qsizetype i = 0; i < m_rows.size(); ++i) {
        Row &row = m_rows[i];
        if (row.turn)
            row.height = row.turn->fitTo(width);
        else if (row.width != width)
            row.height = row.width == 0 ? guessedHeight(int(i), width) : int(qint64(row.height) * row.width / width);
        row.width = width;
        row.top = y;
        if (row.turn)
            row.turn->move((whole - width) / 2, y);
        y += row.height + turnSpace;
    }
    return y - (m_rows.isEmpty() ? 0 : turnSpace) + style::margin;
}

// Of a turn that was not built yet.
int ChatView::guessedHeight(int row, int width) const
{
    const QString &text = m_model.turn(row).text;
    const int line = fontMetrics().height(),
              letters = std::max(1, width / std::max(1, fontMetrics().averageCharWidth()));
    return int(text.size() / letters + text.count(u'\n') + 3) * line;
}
