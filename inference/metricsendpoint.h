// MetricsEndpoint: GET /metrics on 127.0.0.1, for a Prometheus server on this machine. Answers on threads of its own.
#pragma once

#include "core/base/result.h"

#include <QByteArray>

#include <functional>
#include <memory>

class MetricsEndpoint
{
public:
    // text: called on any thread, several at once. port 0: any that is free. Error: Connection, the port is taken.
    static Result<std::unique_ptr<MetricsEndpoint>> listen(int port, std::function<QByteArray()> text);
    ~MetricsEndpoint();

    int port() const { return m_port; }

private:
    struct Impl;
    MetricsEndpoint(std::unique_ptr<Impl> impl, int port);

    std::unique_ptr<Impl> m_impl;
    int m_port;
};
