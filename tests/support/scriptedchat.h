// ScriptedChat: a ChatPort for tests that speaks prepared pieces. What it was asked is kept in `asked`.
#pragma once

#include "inference/chatport.h"

#include <condition_variable>
#include <mutex>

class ScriptedChat : public ChatPort
{
public:
    QStringList pieces;
    std::optional<Error> failure;        // after the pieces
    std::chrono::milliseconds between{0};
    bool hangs = false;                  // after the pieces, until it is stopped
    ChatStats stats;

    QList<ChatRequest> asked() const
    {
        const std::lock_guard lock(m_mutex);
        return m_asked;
    }

    Result<ChatStats> chat(const ChatRequest &request, std::stop_token stop, const PieceHandler &onPiece) override
    {
        {
            const std::lock_guard lock(m_mutex);
            m_asked << request;
        }
        for (const QString &piece : std::as_const(pieces)) {
            if (between.count() > 0)
                pause(stop, between);
            if (stop.stop_requested())
                return canceled();
            onPiece({piece, {}});
        }
        if (hangs)
            pause(stop, std::chrono::hours(1));
        if (stop.stop_requested())
            return canceled();
        if (failure)
            return *failure;
        return stats;
    }

private:
    void pause(std::stop_token stop, std::chrono::milliseconds time)
    {
        std::unique_lock lock(m_mutex);
        m_wake.wait_for(lock, stop, time, [] { return false; });
    }

    mutable std::mutex m_mutex;
    std::condition_variable_any m_wake;
    QList<ChatRequest> m_asked;
};
