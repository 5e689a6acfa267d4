// What stands behind a proxy: a few questions through it reach a few of them, so each is asked itself. Blocking.
#pragma once

#include <QList>
#include <QString>

#include <stop_token>

struct ProcessHealth
{
    QString url;                         // "http://10.200.2.3:7100/health"
    int status = 0;                      // of HTTP; 0: it did not answer
    QString error;                       // why not: one sentence that names the host
    bool isConnected = false;            // it took the connection; else a closed port may be all that is wrong
    bool isAlive() const;                // it answered, and did not say that it is broken
};

// Side by side, some seconds at most; in the order of the addresses, which are Endpoint::healthBehind (vLLM: /health
// answers 200, or 503 when its engine died). After a stop request those that had not answered yet have no status.
QList<ProcessHealth> askBehind(const QStringList &healthUrls, std::stop_token stop);
