// LocalApiServer: the embedded engine on a socket, in the words of OpenAI and on the ports and paths of
// MindIE-LLM 3.0, and under /v1/messages in the words of Anthropic. Own threads; start and stop from one thread.
#pragma once

#include "inference/apirequest.h"
#include "inference/embeddedengine.h"
#include "inference/modellength.h"
#include "inference/servingmetrics.h"

struct ServerAddresses
{
    QString host = QStringLiteral("127.0.0.1");
    int port = 0;                        // 0: any free one
    std::optional<int> managementPort;   // /v2/health/live, /v2/health/ready, /health, ...
    std::optional<int> metricsPort;      // /metrics
};

struct ServerRules
{
    QByteArray apiKey;                   // asked for under /v1; empty: anybody on this machine is welcome
    RequestLimits limits;
    MetricNames metricNames = MetricNames::Mindie;
    QString metricsRefusal;              // what /metrics answers instead, as MindIE does where it is switched off
    ModelLength length;                  // of the model that the engine's stands in for
    bool takesMessages = true;           // has /v1/messages; MindIE has not
};

class LocalApiServer
{
public:
    // The engine may load later: until then /v1 answers 503 and ready says not ready.
    LocalApiServer(EmbeddedEngine &engine, const QString &servedName, const ServerRules &rules = {});
    ~LocalApiServer();                   // stop()

    // Listens when it returns. Connection: a port is taken, the address is not this machine's; nothing listens then.
    Result<void> start(const ServerAddresses &addresses);
    void stop();                         // ends what is being served
    ServerAddresses addresses() const;   // with the ports really taken

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};
