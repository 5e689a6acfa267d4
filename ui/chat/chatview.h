// ChatView: the conversation as a readable column that stays at the bottom if it was there.
#pragma once

#include "ui/chat/chatmodel.h"

#include <QPointer>
#include <QScrollArea>
#include <QTimer>

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
    void shortenRequested(int row);      // see TurnWidget
    void removeRequested(int row);
    void aloneRequested(int row);

protected:
    void resizeEvent(QResizeEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    void insert(int first, int last);
    void remove(int first, int last);
    void buildWhatIsNear();
    void dropWhatIsFar();
    void restoreAnchor();

    ChatModel &m_model;
    QWidget *m_column;
    QVBoxLayout *m_box;
    QList<TurnWidget *> m_turns;
    QTimer m_look;                       // for what has come near
    QTimer m_tidy;                       // for what is far, when all has come to rest: its height is kept
    QPointer<TurnWidget> m_anchor;       // the first turn in sight,
    int m_anchorTop = 0;                 // and where it stands
    bool m_busy = false;
    bool m_follows = true;               // the user has not scrolled away from the end
    bool m_isCut = false;
    int m_position = 0;                  // where the user scrolled to
};
