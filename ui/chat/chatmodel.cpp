#include "ui/chat/chatmodel.h"

#include "inference/contextoverflow.h"

#include <QDateTime>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

bool isSent(const ChatTurn &turn)        // with later questions
{
    return !turn.text.isEmpty() && turn.state != TurnState::Failed && !turn.isLeftOut;
}

} // namespace

int ChatModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_turns.size());
}

QVariant ChatModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const ChatTurn &turn = m_turns[index.row()];
    switch (role) {
    case Qt::DisplayRole: return turn.text;
    case IsUser: return turn.isUser;
    case State: return int(turn.state);
    case Reasoning: return turn.reasoning;
    default: return {};
    }
}

void ChatModel::addUserTurn(const QString &text)
{
    const int row = rowCount();
    beginInsertRows({}, row, row);
    ChatTurn turn;
    turn.isUser = true;
    turn.text = text;
    turn.saidAtMs = QDateTime::currentMSecsSinceEpoch();
    m_turns << turn;
    endInsertRows();
}

int ChatModel::beginAnswer(const QString &backend, const QString &model)
{
    const int row = rowCount();
    ChatTurn turn;
    turn.state = TurnState::Waiting;
    turn.backend = backend;
    turn.stats.model = model;
    turn.sent = int(messages({}).size());
    turn.hasEarlier = turn.sent > 1;
    turn.saidAtMs = QDateTime::currentMSecsSinceEpoch();
    beginInsertRows({}, row, row);
    m_turns << turn;
    endInsertRows();
    return row;
}

void ChatModel::appendToTurn(int row, const ChatPiece &piece)
{
    if (row < 0 || row >= m_turns.size())
        return;
    ChatTurn &turn = m_turns[row];
    const bool wasWaiting = turn.state == TurnState::Waiting;
    turn.text += piece.content;
    turn.reasoning += piece.reasoning;
    turn.state = TurnState::Streaming;
    emit pieceAppended(row, piece);
    if (wasWaiting)
        changed(row);
}

void ChatModel::finishTurn(int row, const Result<ChatStats> &result)
{
    if (row < 0 || row >= m_turns.size())
        return;
    ChatTurn &turn = m_turns[row];
    turn.saidAtMs = QDateTime::currentMSecsSinceEpoch();
    if (result) {
        turn.stats = *result;
        turn.state = TurnState::Done;
    } else if (result.error().kind == ErrorKind::Canceled) {
        turn.state = TurnState::Stopped;
    } else {
        turn.error = result.error();
        turn.state = TurnState::Failed;
        if (isTooLong(turn) && row > 0)
            leaveOut(row - 1, 1);
    }
    changed(row);
}

bool ChatModel::isTooLong(const ChatTurn &turn)
{
    return turn.state == TurnState::Failed && turn.error && contextOverflowOf(*turn.error);
}

void ChatModel::remove(int row, int count)
{
    if (row < 0 || count < 1 || row + count > m_turns.size())
        return;
    beginRemoveRows({}, row, row + count - 1);
    m_turns.remove(row, count);
    endRemoveRows();
}

void ChatModel::insert(int row, const QList<ChatTurn> &turns)
{
    if (turns.isEmpty() || row < 0 || row > m_turns.size())
        return;
    beginInsertRows({}, row, row + int(turns.size()) - 1);
    for (qsizetype i = 0; i < turns.size(); ++i) {
        ChatTurn turn = turns[i];
        if (turn.state == TurnState::Waiting || turn.state == TurnState::Streaming)
            turn.state = TurnState::Stopped;
        m_turns.insert(row + i, turn);
    }
    endInsertRows();
}

void ChatModel::leaveOut(int row, int count)
{
    for (int i = qMax(0, row); i < qMin(row + count, rowCount()); ++i) {
        m_turns[i].isLeftOut = true;
        changed(i);
    }
}

std::optional<ContextUse> ChatModel::contextUse(const QString &backend) const
{
    ContextUse use;
    qsizetype before = std::count_if(m_turns.cbegin(), m_turns.cend(), isSent);
    for (qsizetype i = m_turns.size() - 1; i >= 0; --i) {
        const ChatTurn &turn = m_turns[i];
        if (!isSent(turn))
            continue;
        --before;
        // What was put before it since, or taken away, it did not measure.
        const bool isOfThese = turn.sent == 0 || turn.sent == before;
        if (!turn.isUser && turn.state == TurnState::Done && turn.backend == backend && isOfThese
            && turn.stats.promptTokens && turn.stats.completionTokens) {
            use.tokens = *turn.stats.promptTokens + *turn.stats.completionTokens;
            return use;
        }
        use.isLeast = true;
    }
    return std::nullopt;
}

void ChatModel::truncate(int rows)
{
    if (rows < 0 || rows >= m_turns.size())
        return;
    remove(rows, rowCount() - rows);
}

QList<ChatMessage> ChatModel::messages(const QString &systemPrompt) const
{
    QList<ChatMessage> list;
    if (!systemPrompt.trimmed().isEmpty())
        list << ChatMessage{u"system"_s, systemPrompt};
    for (const ChatTurn &turn : m_turns) {
        if (isSent(turn))
            list << ChatMessage{turn.isUser ? u"user"_s : u"assistant"_s, turn.text};
    }
    return list;
}

QString ChatModel::asMarkdown() const
{
    QStringList parts;
    for (const ChatTurn &turn : m_turns)
        parts << (turn.isUser ? u"**%1**\n\n%2"_s.arg(tr("You"), turn.text) : turn.text);
    return parts.join(u"\n\n"_s);
}

void ChatModel::changed(int row)
{
    emit dataChanged(index(row), index(row));
}
