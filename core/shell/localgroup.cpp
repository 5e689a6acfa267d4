#include "core/shell/localgroup.h"

#include "core/shell/localshell.h"

#include <QDateTime>

void LocalGroup::begin(qsizetype id, const Command &command)
{
    ++m_underWay;
    if (m_isStopped) {
        const qint64 now = QDateTime::currentMSecsSinceEpoch();
        const std::lock_guard lock(m_mutex);
        m_answers.push_back({id, canceled(), {}, 0, now, now});
        return;
    }
    m_threads.emplace_back([this, id, command](std::stop_token stop) {
        CommandAnswer answer{id, canceled()};
        answer.startedMs = QDateTime::currentMSecsSinceEpoch();
        answer.result = m_shell.run(command, std::move(stop), [&answer](OutputStream, const QByteArray &piece) {
            answer.receivedBytes += piece.size();
            answer.heard += piece.left(mostHeard - answer.heard.size());
        });
        answer.endedMs = QDateTime::currentMSecsSinceEpoch();
        const std::lock_guard lock(m_mutex);
        m_answers.push_back(std::move(answer));
        m_came.notify_one();
    });
}

std::optional<CommandAnswer> LocalGroup::next(std::stop_token stop)
{
    if (m_underWay == 0)
        return {};
    const std::stop_callback passOn(stop, [this] {
        for (std::jthread &thread : m_threads)
            thread.request_stop();
    });
    std::unique_lock lock(m_mutex);
    m_came.wait(lock, [this] { return !m_answers.empty(); }); // each ends by its own deadline
    CommandAnswer answer = std::move(m_answers.front());
    m_answers.pop_front();
    --m_underWay;
    m_isStopped = m_isStopped || stop.stop_requested();
    return answer;
}
