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

    // Far from what is seen a finished turn is an empty box of the same height: a long conversation costs as much as
    // what of it is in sight (a change of theme goes through every widget that there is).
    void setNear(bool near);
    bool isNear() const { return m_isNear; }

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
    void build();
    void buildUser();
    void buildAnswer();
    void buildRemedies(QVBoxLayout *box);
    void demolish();
    void showTurn();
    void showParts();
    void fitWords();
    void retranslate();
    void showWaiting();

    ChatTurn m_turn;
    QTimer m_waitClock;
    int m_waitedSeconds = 0;
    bool m_isNear = false, m_isBusy = false, m_showsThought = false;
    // the user's
    QLabel *m_words = nullptr;
    QLabel *m_leftOut = nullptr;
    // an answer's
    QVBoxLayout *m_parts = nullptr;
    AnswerText *m_stream = nullptr;
    QLabel *m_waiting = nullptr, *m_figures = nullptr;
    QPushButton *m_thought = nullptr, *m_again = nullptr;
    QLabel *m_reasoning = nullptr;
    CopyButton *m_copy = nullptr;
    ErrorBar *m_error = nullptr;
    QWidget *m_remedies = nullptr;
    QPushButton *m_shorten = nullptr, *m_remove = nullptr, *m_alone = nullptr;
};
