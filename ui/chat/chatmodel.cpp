#include "ui/chat/chatmodel.h"

using namespace Qt::StringLiterals;

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
    m_turns << ChatTurn{true, text, {}, TurnState::Done, {}, {}};
    endInsertRows();
}

int ChatModel::beginAnswer()
{
    const int row = rowCount();
    beginInsertRows({}, row, row);
    m_turns << ChatTurn{false, {}, {}, TurnState::Waiting, {}, {}};
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
    if (result) {
        turn.stats = *result;
        turn.state = TurnState::Done;
    } else if (result.error().kind == ErrorKind::Canceled) {
        turn.state = TurnState::Stopped;
    } else {
        turn.error = result.error();
        turn.state = TurnState::Failed;
    }
    changed(row);
}

void ChatModel::truncate(int rows)
{
    if (rows < 0 || rows >= m_turns.size())
        return;
    beginRemoveRows({}, rows, rowCount() - 1);
    m_turns.resize(rows);
    endRemoveRows();
}

QList<ChatMessage> ChatModel::messages(const QString &systemPrompt) const
{
    QList<ChatMessage> list;
    if (!systemPrompt.trimmed().isEmpty())
        list << ChatMessage{u"system"_s, systemPrompt};
    for (const ChatTurn &turn : m_turns) {
        if (turn.text.isEmpty() || turn.state == TurnState::Failed)
            continue;
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
