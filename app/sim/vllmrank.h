// What one rank of a simulated vLLM with prefill and decode apart does beside every vLLM: it holds its place in the KV
// transfer, and it answers HTTP on a port of its own. A model runs once on each node, behind all of its ranks. A
// prefill rank says where its KV cache is to be had, a decode rank answers only what a living prefill rank has worked
// off (vllm_ascend/distributed/kv_transfer/kv_p2p/mooncake_connector.py of v0.18.0: port, engine id, the answer's
// kv_transfer_params); where it gets no cache it says so in that one's words, and refuses the request. No cache is
// handed over: the node's model works the prompt off itself.
#pragma once

#include "app/sim/httpfront.h"
#include "app/sim/meeting.h"
#include "app/sim/servingchild.h"
#include "core/base/json.h"

#include <QHash>

#include <mutex>

namespace sim {

class VllmRank
{
public:
    // address: the node's own; folder: the node's .sim. arguments: those after `vllm serve`. release: the image's.
    VllmRank(const QStringList &arguments, const QString &release, const QString &folder, const QString &address,
             int rank, int tp);
    ~VllmRank();

    void setKey(const QByteArray &key) { m_key = key; } // asked for under /v1; empty: of nobody
    bool hasTransfer() const { return m_transfer.is_object(); }
    QString engineId() const { return stringAt(m_transfer, "engine_id"); }
    int kvPort() const { return m_kvPort; }
    QString joinTransfer();              // empty, or the log's line
    // Starts or finds the node's model. Empty: it answers; else the log's line, or empty when a signal came.
    QString startModel(const QString &servedName, qint64 maxModelLen);
    QString listen(int port);            // empty, or the log's line
    QString fault();                     // the model has ended; empty: not
    QByteArray metrics() const;          // the model's, all ranks of the node together

private:
    void answer(int socket, const FrontRequest &request) const;
    void prefill(int socket, const QByteArray &path, const Json &asked) const;
    void decode(int socket, const QByteArray &path, const Json &asked) const;
    QString missingCache(const Json &params) const; // why decode gets none, as its log says; empty: it does
    void logError(const QString &place, const QString &text) const;
    bool isProducer() const { return stringAt(m_transfer, "kv_role") == QLatin1String("kv_producer"); }

    const QString m_folder, m_address, m_release;
    const int m_rank, m_tp;
    QByteArray m_key;
    Json m_transfer;                     // --kv-transfer-config
    int m_kvPort = 0, m_modelPort = 0, m_lock = -1;
    Meeting m_transfers;
    ServingChild m_child;
    QString m_modelAddress;
    bool m_isHolder = false;             // of the node's model
    mutable std::mutex m_mutex;
    mutable QHash<QString, QString> m_engines; // decode: the host that an engine id and port were first told with
    HttpFront m_front;
};

} // namespace sim
