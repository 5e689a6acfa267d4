// ChatView: the conversation as a readable column that stays at the bottom if it was there. A turn is a widget only
// near what is in sight, of the others the height is known or guessed: a long conversation costs as much as what of it
// is seen (a change of theme goes through every widget that there is).
#pragma once

#include "ui/chat/chatmodel.h"

#include <QScrollArea>
#include <QTimer>

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
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    struct Row
    {
        TurnWidget *turn = nullptr;      // near what is seen
        int top = 0, height = 0;         // in the column
        int width = 0;                   // that the height belongs to; 0: not known
        bool showsThought = false;
        int bottom() const { return top + height; }
    };

    void insert(int first, int last);
    void remove(int first, int last);
    void build(int row);
    void buildWhatIsNear();
    void dropWhatIsFar();
    void layOut();
    int place(int whole);                // gives each turn its place; how high they are together
    int guessedHeight(int row, int width) const;
    int rowOf(const TurnWidget *turn) const;

    ChatModel &m_model;
    QWidget *m_column;
    QList<Row> m_rows;
    QTimer m_look;                       // for what has come near
    QTimer m_tidy;                       // for what is far, when all has come to rest
    bool m_busy = false;
    bool m_follows = true;               // the user has not scrolled away from the end
    bool m_isLayingOut = false;          // the bar moves, but nobody moves it
};
