// Assistant: one conversation's turns, on a thread of its own. Lives on the GUI thread.
#pragma once

#include "core/base/worker.h"
#include "inference/chatport.h"

#include <memory>

class Assistant : public QObject
{
    Q_OBJECT

public:
    explicit Assistant(QObject *parent = nullptr);
    ~Assistant() override;               // stops the running turn; its port must live until then

    // Starts a turn; one at a time. Returns its number, which the signals carry.
    int ask(std::shared_ptr<ChatPort> port, const ChatRequest &request);
    void stop();                         // the turn ends with Canceled
    bool isBusy() const { return m_busy; }

signals:
    void pieceReady(int turn, const ChatPiece &piece);                // gathered, at most 30 times a second
    void turnFinished(int turn, const Result<ChatStats> &stats);      // after the last piece

private:
    int m_turn = 0;
    bool m_busy = false;
    Worker m_worker;
};
