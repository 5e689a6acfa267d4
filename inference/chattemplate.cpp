#include "inference/chattemplate.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <thread>

#include <unistd.h>

namespace {

constexpr int mostEndless = 2;
std::atomic<int> endless = 0;            // fillings that nobody waits for any more

// A program cannot take down what a thread of it still uses.
void leaveAtOnce(int code, void *)
{
    fflush(nullptr);
    if (endless > 0)
        _exit(code);
}

} // namespace

// Outlives who asked for it.
struct ChatTemplate::Filling
{
    std::shared_ptr<server_chat_params> params;
    json body, data;
    std::exception_ptr failure;
    std::mutex mutex;
    std::condition_variable_any ends;
    bool hasEnded = false, isGivenUp = false;

    void run()
    {
        try {
            std::vector<raw_buffer> files;
            data = oaicompat_chat_params_parse(body, *params, files);
        } catch (...) {
            failure = std::current_exception();
        }
        const std::lock_guard lock(mutex);
        hasEnded = true;
        if (isGivenUp)
            --endless;
        ends.notify_all();
    }
};

ChatTemplate::ChatTemplate(server_chat_params params, std::chrono::milliseconds most)
    : m_params(std::make_shared<server_chat_params>(std::move(params))), m_most(most)
{
}

json ChatTemplate::filledIn(json body, std::stop_token stop)
{
    const auto end = std::chrono::steady_clock::now() + m_most;
    const auto late = [&](const char *what) { return Endless(what); };
    if (endless >= mostEndless)
        throw late("The chat template of a model is still busy with earlier chats that do not come to an end. Start the program again, with another model.");
    {
        std::unique_lock lock(m_mutex);
        if (!m_free.wait_until(lock, stop, end, [this] { return !m_isTaken; })) {
            if (stop.stop_requested())
                throw Stopped();
            throw late("The model's chat template is busy with other chats. Ask again.");
        }
        m_isTaken = true;
    }
    const auto filling = std::make_shared<Filling>();
    filling->params = m_params;
    filling->body = std::move(body);
    std::thread([filling] { filling->run(); }).detach();
    bool hasEnded = false;
    {
        std::unique_lock lock(filling->mutex);
        hasEnded = filling->ends.wait_until(lock, stop, end, [&] { return filling->hasEnded; });
        if (!hasEnded) {
            filling->isGivenUp = true;
            if (endless++ == 0)
                ::on_exit(leaveAtOnce, nullptr);
        }
    }
    {
        const std::lock_guard lock(m_mutex);
        m_isTaken = false;
    }
    m_free.notify_one();
    if (!hasEnded && stop.stop_requested())
        throw Stopped();
    if (!hasEnded)
        throw late("The model's chat template does not come to an end over these messages. Choose another model.");
    if (filling->failure)
        std::rethrow_exception(filling->failure);
    return std::move(filling->data);
}
