// ChatModel: the turns of one conversation as rows. Fed from the GUI thread only.
#pragma once

#include "inference/chatport.h"

#include <QAbstractListModel>

enum class TurnState { Waiting, Streaming, Done, Stopped, Failed };

// A fact of a turn's error: the message is longer than the context by itself, so no earlier turn is to blame.
inline const QString tooLongAlone = QStringLiteral("tooLongAlone");

struct ChatTurn
{
    bool isUser = false;
    QString text;                        // of an answer: Markdown
    QString reasoning;
    TurnState state = TurnState::Done;
    ChatStats stats;                     // of a finished answer
    std::optional<Error> error;          // why it failed; never part of the text
    bool isLeftOut = false;              // stands here to be read, is not sent with later questions
    bool hasEarlier = false;             // of an answer: turns before its question were sent as well
    int sent = 0;                        // of an answer: turns that were sent for it; 0: an older version kept it
    QString backend;                     // of an answer: who was asked
    qint64 saidAtMs = 0;                 // when it was asked, or the answer began or ended; 0: an older version kept it
};

// How much of the context the conversation took when it was last measured.
struct ContextUse
{
    int tokens = 0;
    bool isLeast = false;                // something was said since that has not been counted
    bool operator==(const ContextUse &) const = default;
};

class ChatModel : public QAbstractListModel
{
    Q_OBJECT

public:
    enum Role { IsUser = Qt::UserRole + 1, State, Reasoning };

    using QAbstractListModel::QAbstractListModel;

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override; // DisplayRole: the text

    const ChatTurn &turn(int row) const { return m_turns[row]; }
    bool isEmpty() const { return m_turns.isEmpty(); }

    void addUserTurn(const QString &text);
    int beginAnswer(const QString &backend = {}, const QString &model = {}); // its row; the name until it says its own
    void appendToTurn(int row, const ChatPiece &piece);  // also pieceAppended()
    void finishTurn(int row, const Result<ChatStats> &result); // Canceled: Stopped, with what it has
    void truncate(int rows);                             // keeps that many
    void clear() { truncate(0); }
    void remove(int row, int count);
    void insert(int row, const QList<ChatTurn> &turns);  // an answer under way among them is stopped
    void leaveOut(int row, int count);
    const QList<ChatTurn> &turns() const { return m_turns; }

    // The context has no room for what was asked; the question is left out from then on.
    static bool isTooLong(const ChatTurn &turn);
    std::optional<ContextUse> contextUse(const QString &backend) const; // unset: nobody has measured

    // What to send: the system prompt when there is one, then every turn that has text. Failed answers are left out,
    // and what is marked so.
    QList<ChatMessage> messages(const QString &systemPrompt) const;
    QString asMarkdown() const;                          // the conversation, to copy

signals:
    void pieceAppended(int row, const ChatPiece &piece); // views append this, they do not read the whole text again

private:
    void changed(int row);

    QList<ChatTurn> m_turns;
};
