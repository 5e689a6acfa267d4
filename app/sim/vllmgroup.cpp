#include "app/sim/vllmgroup.h"

#include "app/sim/servicelife.h"
#include "app/sim/statefile.h"
#include "core/engines/vllm/vllmflags.h"

#include <QElapsedTimer>
#include <QMap>

using namespace Qt::StringLiterals;

namespace sim {

VllmGroup::VllmGroup(const QStringList &arguments, const QString &folder)
    : m_folder(folder)
    , m_isHeadless(arguments.contains("--headless"_L1))
{
    const auto number = [&](const char *flag, int usual) {
        const qsizetype at = arguments.lastIndexOf(QLatin1String(flag));
        return at < 0 ? usual : arguments.value(at + 1).toInt();
    };
    m_all = number("--data-parallel-size", 1);
    m_local = number("--data-parallel-size-local", m_all);
    m_first = m_isHeadless ? number("--data-parallel-start-rank", 0) : 0;
    // A group of one that hands its KV cache over is one of several processes, too.
    const bool isRank = arguments.contains("--data-parallel-rank"_L1);
    m_isExternal = isRank || (m_all == 1 && !m_isHeadless && arguments.contains("--kv-transfer-config"_L1));
    if (m_isExternal) {
        m_local = 1;
        m_first = number("--data-parallel-rank", 0);
    }
    m_rpcPort = number("--data-parallel-rpc-port", 29550);
    const qsizetype at = arguments.lastIndexOf("--data-parallel-address"_L1);
    m_head = at < 0 ? u"127.0.0.1"_s : arguments.value(at + 1);
}

QString VllmGroup::headUri() const { return u"tcp://%1:%2"_s.arg(m_head).arg(m_rpcPort); }

QString VllmGroup::meet(const NodeState &self, const QList<int> &devices)
{
    const QString own = stringAt(self.other, "address");
    if (!isFollower() && own != m_head)  // it binds the address that all are told
        return u"zmq.error.ZMQError: Cannot assign requested address (addr='%1')"_s.arg(headUri());
    Json word{{"node", self.name.toStdString()}, {"devices", devices}, {"ranks", m_local}};
    m_self = u"%1"_s.arg(m_first, 4, 10, QLatin1Char('0'));
    if (const QString fault = m_meeting.join(headUri().toLatin1(), m_self, compactJson(word)); !fault.isEmpty())
        return fault;
    const Result<NodeState> state = loadState(m_folder);
    const double patience = state ? numberAt(state->other, "handshakeSeconds").value_or(300) : 300;
    QElapsedTimer clock;
    clock.start();
    while (isFollower() ? !m_meeting.isAlive(u"0000"_s) : !isWhole()) { // the first one waits for ever
        if (isFollower() && clock.elapsed() > qint64(patience * 1000))
            return u"RuntimeError: Did not receive response from front-end process within 5 minutes"_s;
        if (!waitUnlessStopped(200))
            return {};
    }
    bool isNumber = false;
    int timeout = qEnvironmentVariable("HCCL_CONNECT_TIMEOUT").toInt(&isNumber);
    timeout = isNumber && timeout > 0 ? timeout : 120;
    clock.restart();
    while (!isWhole() || !linksAgree()) { // a link that is down or a TLS switch that differs: sockets time out
        if (clock.elapsed() > qint64(timeout) * 1000)
            return u"EI0006: Getting socket times out. Reason: Remote Rank did not send the data in time. "
                   "Please check the reason for the rank being stuck (timeout %1 s)"_s.arg(timeout);
        if (!waitUnlessStopped(200))
            return {};
    }
    return {};
}

bool VllmGroup::isWhole() const
{
    int ranks = m_local;
    for (const QString &other : m_meeting.others()) {
        const Result<Json> word = parseJson(m_meeting.wordOf(other), other);
        ranks += word ? int(integerAt(*word, "ranks").value_or(0)) : 0;
    }
    return ranks >= m_all;
}

bool VllmGroup::linksAgree() const
{
    std::optional<int> tls;
    const QStringList all = QStringList{m_self} + m_meeting.others();
    QMap<QString, Json> devices;         // by node: many ranks may be on one
    for (const QString &one : all) {
        const Result<Json> word = parseJson(m_meeting.wordOf(one), one);
        if (!word)
            return false;
        Json &its = devices[stringAt(*word, "node")];
        for (const Json &id : member(*word, "devices"))
            its.push_back(id);
    }
    for (const auto &[node, ids] : devices.asKeyValueRange()) {
        const Result<NodeState> state = loadState(u"/.cluster/%1/.sim"_s.arg(node));
        if (!state)
            return false;
        for (const Network &network : withFaults(*state).networks) {
            if (std::find(ids.begin(), ids.end(), Json(network.deviceId)) == ids.end())
                continue;
            if (network.link != "UP"_L1 || (tls && *tls != network.tls))
                return false;
            tls = network.tls;
        }
    }
    return true;
}

} // namespace sim
