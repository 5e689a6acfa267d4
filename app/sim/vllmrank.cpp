#include "app/sim/vllmrank.h"

#include "app/sim/hosttools.h"
#include "app/sim/httpget.h"
#include "app/sim/servicelife.h"
#include "app/sim/statefile.h"
#include "core/engines/vllm/vllmrules.h"
#include "core/serving/http.h"

#include <QFile>
#include <QUuid>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cstdio>

using namespace Qt::StringLiterals;

namespace sim {

namespace {

// What the embedded engine does not know of vLLM's requests, and does not need.
Json withoutTransfer(Json request)
{
    for (const char *key : {"kv_transfer_params", "min_tokens"})
        request.erase(key);
    return request;
}

QByteArray fault(const QString &message)
{
    return compactJson(
        {{"error", {{"message", message.toStdString()}, {"type", "InternalServerError"}, {"code", 500}}}});
}

} // namespace

VllmRank::VllmRank(const QStringList &arguments, const QString &release, const QString &folder,
                   const QString &address, int rank, int tp)
    : m_folder(folder)
    , m_address(address)
    , m_release(release)
    , m_rank(rank)
    , m_tp(tp)
{
    const qsizetype at = arguments.lastIndexOf("--kv-transfer-config"_L1);
    const Result<Json> config = parseJson(arguments.value(at + 1).toUtf8(), u"--kv-transfer-config"_s);
    if (at >= 0 && config)
        m_transfer = *config;
    const Json &port = member(m_transfer, "kv_port"); // a number, or one in quotes
    int first = port.is_string() ? port.get<QString>().toInt() : int(integerAt(m_transfer, "kv_port").value_or(14579));
    const Result<NodeState> state = loadState(folder);
    if (isProducer() && state && state->hasFault(u"engine-id-same"_s)) { // a hundred ports for each group
        first -= 100 * stringAt(m_transfer, "engine_id").toInt();
        m_transfer["engine_id"] = "0";
    }
    if (hasTransfer() && !vllmKeepsEngineIds(release))
        m_transfer["engine_id"] = engineId() + u'-' + QUuid::createUuid().toString(QUuid::Id128);
    m_kvPort = first + rank * tp;
}

VllmRank::~VllmRank()
{
    if (m_lock >= 0)
        ::close(m_lock);
}

QString VllmRank::joinTransfer()
{
    const QString place = u"%1:%2"_s.arg(m_address).arg(m_kvPort), key = QString(place).replace(u':', u'_');
    QList<int> ports;
    for (int i = 0; i < m_tp; ++i)
        ports << m_kvPort + i;
    if (m_transfers.isAliveIn("kv", key) || takenPort(m_folder, ports) != 0)
        return u"zmq.error.ZMQError: Address already in use (addr='tcp://%1')"_s.arg(place);
    return m_transfers.join("kv", key, compactJson({{"engine", engineId().toStdString()},
                                                    {"role", stringAt(m_transfer, "kv_role").toStdString()}}));
}

QString VllmRank::startModel(const QString &servedName, qint64 maxModelLen)
{
    m_modelPort = m_kvPort - m_rank * m_tp + 90; // no card's: a group has at most 90 of its hundred ports
    m_lock = ::open(QFile::encodeName(m_folder + u"/run/model-%1.lock"_s.arg(m_modelPort)).constData(),
                    O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    m_isHolder = m_lock >= 0 && ::flock(m_lock, LOCK_EX | LOCK_NB) == 0;
    const Result<NodeState> state = loadState(m_folder);
    if (!state)
        return state.error().message;
    const QByteArray port = QByteArray::number(m_modelPort);
    m_modelAddress = peerWith(m_address).address;
    if (m_isHolder) {
        QByteArrayList arguments{"--port", port, "--metrics-port", port, "--metric-names", "vllm",
                                 "--served-model-name", servedName.toUtf8()};
        arguments << lengthArguments(maxModelLen, m_release);
        if (const QString fault = m_child.start(m_folder, arguments); !fault.isEmpty())
            return fault;
    }
    for (int waited = 0; httpGet(m_modelAddress, m_modelPort, "/health").status != 200; waited += 200) {
        if (m_isHolder && m_child.hasEnded())
            return u"ascend-sim: the serving process ended before it answered (%1)."_s.arg(m_child.ending());
        if (waited > 300'000)
            return u"ascend-sim: the serving process of this node does not answer."_s;
        if (!waitUnlessStopped(200))
            return {};
    }
    return {};
}

QString VllmRank::listen(int port)
{
    const QString refused = m_front.listen(
        m_modelAddress, port, [this](int socket, const FrontRequest &request) { answer(socket, request); });
    return refused.isEmpty() ? QString()
                             : u"OSError: [Errno 98] error while attempting to bind on address ('%1', %2): %3"_s
                                   .arg(m_modelAddress)
                                   .arg(port)
                                   .arg(refused.toLower());
}

QString VllmRank::fault()
{
    const bool isGone
        = m_isHolder ? m_child.hasEnded() : httpGet(m_modelAddress, m_modelPort, "/health", 5000).status == 0;
    return isGone ? u"ascend-sim: the serving process ended."_s : QString();
}

QByteArray VllmRank::metrics() const { return httpGet(m_modelAddress, m_modelPort, "/metrics").body; }

void VllmRank::answer(int socket, const FrontRequest &request) const
{
    // vllm/entrypoints/openai/api_server.py, AuthenticationMiddleware
    if (!m_key.isEmpty() && request.path.startsWith("/v1") && request.method != "OPTIONS"
        && request.authorization != "Bearer " + m_key)
        return sendAnswer(socket, 401, R"({"error":"Unauthorized"})");
    const bool isChat = request.isPost("/v1/chat/completions");
    if (!isChat && !request.isPost("/v1/completions")) {
        // The model's metrics are those of all ranks of its node: one rank has them, so that their sum is right.
        if (request.path == "/metrics" && !m_isHolder)
            return sendAnswer(socket, 200, "vllm:num_requests_running 0\n", "text/plain");
        if (!passOn(socket, m_modelAddress, m_modelPort, request.path, {}))
            sendAnswer(socket, 500, sim::fault(u"ascend-sim: the serving process does not answer."_s));
        return;
    }
    const Result<Json> asked = parseJson(request.body, u"request"_s);
    if (!asked || !asked->is_object())
        return sendAnswer(socket, 500, sim::fault(u"ascend-sim: this is no JSON object."_s));
    if (!hasTransfer()) {
        if (!passOn(socket, m_modelAddress, m_modelPort, request.path, request.body))
            sendAnswer(socket, 500, sim::fault(u"ascend-sim: the serving process does not answer."_s));
    } else if (isProducer()) {
        prefill(socket, request.path, *asked);
    } else {
        decode(socket, request.path, *asked);
    }
}

void VllmRank::prefill(int socket, const QByteArray &path, const Json &asked) const
{
    const QString url = u"http://%1:%2"_s.arg(m_modelAddress).arg(m_modelPort) + QString::fromLatin1(path);
    HttpRequest request = jsonPost(url, compactJson(withoutTransfer(asked)));
    request.timeout = std::chrono::minutes(10);
    const Result<HttpResponse> answer = httpRequest(request, {});
    if (!answer)
        return sendAnswer(socket, 500, sim::fault(answer.error().message));
    Result<Json> made = parseJson(answer->body, u"answer"_s);
    if (answer->status != 200 || !made || !made->is_object())
        return sendAnswer(socket, answer->status, answer->body);
    if (boolAt(member(asked, "kv_transfer_params"), "do_remote_decode").value_or(false))
        (*made)["kv_transfer_params"] = {{"do_remote_prefill", true},
                                         {"do_remote_decode", false},
                                         {"remote_engine_id", engineId().toStdString()},
                                         {"remote_host", m_address.toStdString()},
                                         {"remote_port", m_kvPort},
                                         {"remote_ptp_size", m_tp}};
    sendAnswer(socket, 200, compactJson(*made));
}

void VllmRank::logError(const QString &place, const QString &text) const
{
    const QString line
        = u"(Worker_DP%1_TP0_EP%2 pid=%3) ERROR %4 [%5] %6\n"_s.arg(m_rank)
              .arg(m_rank * m_tp)
              .arg(qint64(getpid()))
              .arg(clockOf(m_folder).toString(u"MM-dd HH:mm:ss"_s), place, text);
    fputs(line.toUtf8().constData(), stdout);
    fflush(stdout);
}

// KVCacheRecvingThread: metadata are asked of the prefill rank's side channel, and kept by engine id and port; of two
// nodes with the same ones the addresses of the first are read at the second.
QString VllmRank::missingCache(const Json &params) const
{
    const QString host = stringAt(params, "remote_host"), engine = stringAt(params, "remote_engine_id"),
                  port = QString::number(integerAt(params, "remote_port").value_or(0));
    const Result<NodeState> peer = loadState(u"/.cluster/%1/.sim"_s.arg(peerWith(host).node));
    if (!m_transfers.isAlive(host + u'_' + port) || (peer && peer->hasFault(u"prefill-missing"_s))) {
        logError(u"mooncake_connector.py:1797"_s,
                 u"Receive failed from %1:%2 after all retries: Receive timeout"_s.arg(host, port));
        return u"Failed to receive data after 3 retries: Receive timeout"_s;
    }
    if (engine == engineId())
        return u"Conflict engine id %1 with local engine id %1."_s.arg(engine);
    const std::lock_guard lock(m_mutex);
    const QString key = engine + u'@' + port;
    if (m_engines.value(key, host) != host) {
        logError(u"mooncake_connector.py:547"_s, u"Mooncake transfer failed for request chatcmpl-0"_s);
        return u"Mooncake transfer failed, ret: -1"_s;
    }
    m_engines.insert(key, host);
    return {};
}

void VllmRank::decode(int socket, const QByteArray &path, const Json &asked) const
{
    const Json &params = member(asked, "kv_transfer_params");
    const QString place = u"%1:%2"_s.arg(stringAt(params, "remote_host"))
                              .arg(integerAt(params, "remote_port").value_or(0));
    if (!boolAt(params, "do_remote_prefill").value_or(false))
        return sendAnswer(
            socket, 500, sim::fault(u"ascend-sim: a decode rank answers only what a prefill rank has worked off."_s));
    if (const QString why = missingCache(params); !why.isEmpty()) {
        logError(u"mooncake_connector.py:441"_s,
                 u"Failed to transfer KV cache for request %1: %2"_s.arg(stringAt(asked, "request_id", u"chatcmpl-0"_s),
                                                                         why));
        return sendAnswer(socket, 500, sim::fault(u"ascend-sim: no KV cache of %1: %2"_s.arg(place, why)));
    }
    if (!passOn(socket, m_modelAddress, m_modelPort, path, compactJson(withoutTransfer(asked))))
        sendAnswer(socket, 500, sim::fault(u"ascend-sim: the serving process does not answer."_s));
}

} // namespace sim
