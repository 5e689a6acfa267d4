// HookReceiver: a webhook that answers with the statuses in turn (the last one for ever) and keeps what it was sent.
#pragma once

#include "core/base/json.h"
#include "tests/support/rawserver.h"

#include <mutex>

class HookReceiver {
public:
    explicit HookReceiver(QList<int> statuses)
        : m_statuses(std::move(statuses))
        , m_server([this](RawServer::Peer &peer) { answer(peer); })
    {
    }
    QString url() const { return m_server.url(QStringLiteral("/hook/secret-token")); }
    QList<Json> bodies() const
    {
        const std::lock_guard lock(m_mutex);
        QList<Json> all;
        for (const QByteArray &request : m_requests)
            all << *parseJson(request.mid(request.indexOf("\r\n\r\n") + 4), QStringLiteral("body"));
        return all;
    }
    QByteArray firstHead() const
    {
        const std::lock_guard lock(m_mutex);
        return m_requests.value(0).left(m_requests.value(0).indexOf("\r\n\r\n"));
    }

private:
    void answer(RawServer::Peer &peer)
    {
        int status = 0;
        {
            const std::lock_guard lock(m_mutex);
            m_requests << peer.request;
            status = m_statuses.size() > 1 ? m_statuses.takeFirst() : m_statuses.first();
        }
        peer.json("{}", status);
    }
    mutable std::mutex m_mutex;
    QList<QByteArray> m_requests;
    QList<int> m_statuses;
    RawServer m_server;
};
