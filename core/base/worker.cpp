#include "core/base/worker.h"

#include <QCoreApplication>
#include <QEvent>

Worker::Worker(QObject *parent)
    : QObject(parent)
    , m_thread([this](std::stop_token quit) { loop(std::move(quit)); })
{
}

Worker::~Worker()
{
    cancelAll();
    m_thread.request_stop();
    m_thread.join();
}

void Worker::cancelAll()
{
    std::lock_guard lock(m_mutex);
    m_stop.request_stop();
    m_stop = {};
}

void Worker::enqueue(Task task)
{
    {
        std::lock_guard lock(m_mutex);
        m_queue.emplace_back(std::move(task), m_stop.get_token());
    }
    m_wake.notify_one();
}

void Worker::deliver(QPointer<QObject> guard, std::function<void()> call)
{
    // The call travels in our own outbox, not in the event: our mutex is what ThreadSanitizer can
    // see, Qt's is not. Posting to `this` is safe because the destructor joins before it goes.
    auto wakeUp = std::make_unique<QEvent>(QEvent::User);
    {
        std::lock_guard lock(m_mutex);
        m_outbox.emplace_back(std::move(guard), std::move(call));
        if (m_outbox.size() > 1)
            return; // a wake-up is already on its way
    }
    QCoreApplication::postEvent(this, wakeUp.release());
}

void Worker::customEvent(QEvent *)
{
    decltype(m_outbox) calls;
    {
        std::lock_guard lock(m_mutex);
        calls.swap(m_outbox);
    }
    for (const auto &[guard, call] : calls) { // a call may delete this Worker: touch no member below
        if (guard)
            call();
    }
}

void Worker::loop(std::stop_token quit)
{
    while (true) {
        std::unique_lock lock(m_mutex);
        m_wake.wait(lock, quit, [this] { return !m_queue.empty(); });
        if (quit.stop_requested())
            return;
        auto [task, stop] = std::move(m_queue.front());
        m_queue.pop_front();
        lock.unlock();
        task(stop);
    }
}
