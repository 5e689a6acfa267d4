#include "core/facts/nodelogin.h"

using namespace Qt::StringLiterals;

QString addressFromNodes(const Node &other, const QString &hostIp) { return hostIp.isEmpty() ? other.host : hostIp; }

std::optional<int> portFromNodes(const Node &other, const QString &hostIp)
{
    const QString &host = other.host;
    const bool isForwarded = host == "localhost"_L1 || host.startsWith("127."_L1) || host == "::1"_L1;
    return isForwarded && !hostIp.isEmpty() && hostIp != host ? std::nullopt : std::optional(other.port.value_or(22));
}

QString loginFromNodes(const Node &other, const QString &hostIp)
{
    return (other.user.isEmpty() ? u"root"_s : other.user) + u'@' + addressFromNodes(other, hostIp);
}

QStringList sshFromNode(const Node &other, const QString &hostIp, bool anyKey)
{
    QStringList argv{u"ssh"_s, u"-o"_s, u"BatchMode=yes"_s, u"-o"_s, u"ConnectTimeout=5"_s, u"-o"_s,
                     anyKey ? u"StrictHostKeyChecking=no"_s : u"StrictHostKeyChecking=yes"_s};
    if (anyKey)
        argv << u"-o"_s << u"UserKnownHostsFile=/dev/null"_s;
    if (const std::optional<int> port = portFromNodes(other, hostIp))
        argv << u"-p"_s << QString::number(*port);
    return argv << loginFromNodes(other, hostIp);
}
