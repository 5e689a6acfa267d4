// StopCall: a stop that is asked on another thread (a signal) becomes a call on the thread that made this, through its
// event loop. It travels as an event of its own: what Qt's queued calls carry is kept behind a lock that
// ThreadSanitizer cannot see.
#pragma once

#include <QCoreApplication>
#include <QEvent>
#include <QObject>

#include <functional>
#include <stop_token>

namespace ctl {

class StopCall : public QObject
{
public:
    StopCall(std::stop_token stop, std::function<void()> call)
        : m_call(std::move(call)),
          m_onStop(std::move(stop), [this] { QCoreApplication::postEvent(this, new QEvent(QEvent::User)); })
    {
    }

protected:
    void customEvent(QEvent *) override { m_call(); }

private:
    std::function<void()> m_call;
    std::stop_callback<std::function<void()>> m_onStop; // last: no event is posted to what is half gone
};

} // namespace ctl
