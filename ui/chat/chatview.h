// ChatView: the conversation as a readable column that stays at the bottom if it was there.
#pragma once

#include "ui/chat/chatmodel.h"

#include <QScrollArea>

class QVBoxLayout;
class TurnWidget;

class ChatView : public QScrollArea
{
    Q_OBJECT

public:
    explicit ChatView(ChatModel &model, QWidget *parent = nullptr);
    void setBusy(bool busy);
    bool isAtBottom() const;

signals:
    void againRequested(int row);        // ask again from this answer on

private:
    void insert(int first, int last);
    void remove(int first, int last);

    ChatModel &m_model;
    QWidget *m_column;
    QVBoxLayout *m_box;
    QList<TurnWidget *> m_turns;
    bool m_busy = false;
    bool m_follows = true;               // the user has not scrolled away from the end
    bool m_isCut = false;
    int m_position = 0;                  // where the user scrolled to
};
