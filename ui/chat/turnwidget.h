// TurnWidget: one turn of the conversation: the user's card at the right, an answer plain with its figures.
#pragma once

#include "ui/chat/chatmodel.h"

#include <QTimer>
#include <QWidget>

class AnswerText;
class CopyButton;
class ErrorBar;
class QLabel;
class QPushButton;
class QVBoxLayout;

// "SmolLM2 · TTFT 212 ms · 48.1 tokens/s · 131 tokens · cached 412"; what was not measured is left out.
QString figuresOf(const ChatTurn &turn);

class TurnWidget : public QWidget
{
    Q_OBJECT

public:
    explicit TurnWidget(const ChatTurn &turn, QWidget *parent = nullptr);

    void append(const ChatPiece &piece);
    void setTurn(const ChatTurn &turn);  // its state changed
    void setBusy(bool busy);             // an answer is under way: nothing may be asked again

    bool isUnderWay() const { return m_turn.state == TurnState::Waiting || m_turn.state == TurnState::Streaming; }
    void showThought(bool show);
    bool showsThought() const { return m_showsThought; }
    int fitTo(int width);                // takes this width, and the height that it needs then

signals:
    void againRequested();               // Regenerate, or Retry after an error
    // After an error of ChatModel::isTooLong():
    void shortenRequested();
    void removeRequested();
    void aloneRequested();               // without the earlier turns

protected:
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void buildUser();
    void buildAnswer();
    void buildThought();                 // these when there is something to show in them: most answers have none
    void buildTrouble();
    void showTurn();
    void showParts();
    void addParts(const QString &markdown); // before what still comes
    void settle();                       // renders what is whole of an answer that still comes
    void fitWords();
    void retranslate();
    void showWaiting();

    ChatTurn m_turn;
    QTimer m_waitClock;
    int m_waitedSeconds = 0;
    bool m_isBusy = false, m_showsThought = false;
    // the user's
    QLabel *m_words = nullptr;
    QPushButton *m_whole = nullptr;      // a long message: all of it, or its beginning
    QLabel *m_leftOut = nullptr;
    // an answer's
    QVBoxLayout *m_head = nullptr, *m_parts = nullptr, *m_trouble = nullptr;
    AnswerText *m_stream = nullptr;      // plain: the end of an answer that still comes
    qsizetype m_settled = 0;             // of its characters, those before m_stream's
    AnswerText *m_prose = nullptr;       // the last part, where it is prose: more of it goes there
    QString m_proseText;
    QLabel *m_waiting = nullptr, *m_figures = nullptr;
    QPushButton *m_thought = nullptr, *m_again = nullptr;
    QLabel *m_reasoning = nullptr;
    CopyButton *m_copy = nullptr;
    ErrorBar *m_error = nullptr;
    QWidget *m_remedies = nullptr;
    QPushButton *m_shorten = nullptr, *m_remove = nullptr, *m_alone = nullptr;
};
