// One blocking GET over plain HTTP to the cluster's own serving process.
#pragma once

#include <QByteArray>
#include <QString>

namespace sim {

struct HttpAnswer
{
    int status = 0;                      // 0: no answer
    QByteArray body;
};

HttpAnswer httpGet(const QString &address, int port, const QByteArray &path, int timeoutMs = 800);

} // namespace sim
