// A model's chat template is a program that came with a file: filling it in may take for ever. Sees llama.cpp.
#pragma once

#include <chrono>
#include <memory>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <vector>

#include <condition_variable>
#include <mutex>

#include "server-common.h"

class ChatTemplate
{
public:
    struct Stopped : std::runtime_error
    {
        Stopped() : std::runtime_error("stopped") {}
    };
    struct Endless : std::runtime_error
    {
        using std::runtime_error::runtime_error;
    };

    explicit ChatTemplate(server_chat_params params, std::chrono::milliseconds most = std::chrono::seconds(30));

    // The request with its prompt. Stopped: told to. Endless: not done in time; nothing can end what goes on then, so that
    // a thread of this process stays busy with it, and with the second one no more chats are filled in. Else what llama.cpp throws.
    json filledIn(json body, std::stop_token stop);

private:
    struct Filling;

    const std::shared_ptr<server_chat_params> m_params;
    const std::chrono::milliseconds m_most;
    std::mutex m_mutex;
    std::condition_variable_any m_free;
    bool m_isTaken = false;              // one at a time: it asks libc for the local time in a buffer that all threads share
};
