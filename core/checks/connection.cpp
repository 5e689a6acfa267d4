// Can we get in, is it the machine we know, and (for guides that ask for it) can the nodes log in to each other.
#include "core/checks/catalogue.h"
#include "core/facts/nodelogin.h"

#include <algorithm>

using namespace Qt::StringLiterals;

static Finding checkReachable(NodeProbe &probe, const CheckContext &context)
{
    const Result<CommandOutput> output = probe.ask({u"uname"_s, u"-srm"_s});
    if (!output)
        return failed(Checks::tr("lost"), output.error().message);
    if (context.node.transport == Transport::Local)
        return passed(Checks::tr("local"), Checks::tr("runs its commands on this computer"));
    return passed(Checks::tr("yes"), Checks::tr("answers at %1").arg(context.node.host));
}

static Finding checkHostKey(NodeProbe &probe, const CheckContext &context)
{
    if (context.node.transport == Transport::Local)
        return skipped(u"connection.reachable"_s,
                       Checks::tr("commands run on this computer, no SSH host key is involved"));
    const Result<CommandOutput> output = probe.ask({u"uname"_s, u"-srm"_s});
    if (!output)
        return unknown(output.error());
    // A connection is opened only to a host whose key stands in known_hosts and matches.
    return passed(Checks::tr("known"), Checks::tr("its host key is the one in known_hosts"));
}

// As scripts log in, who stop where the other's host key is not known; or whatever its key is.
static QStringList loginQuestion(const NodeAnswers &other, bool anyKey)
{
    return sshFromNode(other.node, other.facts.hostIp, anyKey) << u"true"_s;
}

// ssh's own code for what went wrong before the command, when it was not the login that was refused.
static bool isNotReached(const CommandOutput &output)
{
    constexpr int sshFailed = 255;
    return output.exitCode == sshFailed && !output.err.contains("ermission denied")
        && !output.err.contains("uthentication");
}

// Second round: asked from this node to the next one, so that all nodes together make a ring, or to every other one.
// MindIE starts each node by itself and does not need it.
static Finding checkPasswordless(NodeProbe &probe, const CheckContext &context)
{
    if (context.node.transport == Transport::Local)
        return skipped(u"connection.reachable"_s, Checks::tr("commands run on this computer, not over SSH"));
    if (context.others.isEmpty())
        return skipped(u"connection.reachable"_s, Checks::tr("there is no other node"));
    constexpr std::chrono::seconds deadline{8};
    const QList<NodeAnswers> asked = context.nextReachable(context.asksAllPairs ? int(context.others.size()) : 1);
    QList<QStringList> questions;
    for (const NodeAnswers &other : asked)
        questions << loginQuestion(other, false);
    probe.expect(questions, deadline);
    QStringList refused, logins, strange, firstLogins;
    for (qsizetype i = 0; i < asked.size(); ++i) {
        const Node &node = asked[i].node;
        const QString &hostIp = asked[i].facts.hostIp, place = loginFromNodes(node, hostIp);
        const std::optional<int> port = portFromNodes(node, hostIp);
        const QString option = port ? u"-p %1 "_s.arg(*port) : QString();
        Result<CommandOutput> output = probe.ask(questions[i], deadline);
        const bool isStrange = output && output->exitCode != 0 && output->err.contains("Host key verification failed");
        if (isStrange)
            output = probe.ask(loginQuestion(asked[i], true), deadline);
        if (!output)
            return unknown(output.error());
        if (isStrange && output->exitCode == 0) {
            strange << node.name;
            firstLogins << u"`ssh %1%2`"_s.arg(option, place);
        }
        if (isMissingTool(*output))
            return unknown(Checks::tr("there is no ssh client on it"));
        if (isNotReached(*output)) { // keys are not the cause
            Finding finding = unknown(
                Checks::tr("%1 did not answer this node's ssh: %2")
                    .arg(node.name, QString::fromUtf8(output->err).trimmed().section(u'\n', -1)));
            finding.remedy = Checks::tr("If you want these logins, see that sshd of %1 listens at %2 and takes the "
                                        "connection (its log says why not); MindIE does not need them.")
                                 .arg(node.name, addressFromNodes(node, hostIp));
            return finding;
        }
        if (output->exitCode != 0) {
            refused << node.name;
            logins << u"`ssh-copy-id %1%2`"_s.arg(option, place);
        }
    }
    if (asked.isEmpty())
        return skipped(u"connection.reachable"_s, Checks::tr("no other node is reachable"));
    const bool isAll = std::count_if(context.others.cbegin(), context.others.cend(),
                                     [](const NodeAnswers &other) { return other.reachable; })
        == asked.size();
    if (refused.isEmpty() && !strange.isEmpty())
        return warned(Checks::tr("unknown key"),
                      Checks::tr("needs no password at %1, but does not know the host key there (or another one): "
                                 "scripts stop at that; MindIE does not need the login, some guides ask for it")
                          .arg(strange.join(u", "_s)),
                      Checks::tr("If you want it, on this node: %1, and compare the fingerprint that it shows before "
                                 "you say yes; where it says that the key has changed, find out why first.")
                          .arg(firstLogins.join(u", "_s)));
    if (refused.isEmpty())
        return passed(
            Checks::tr("yes"),
            isAll
                ? Checks::tr("logs in to the other nodes without a password")
                : Checks::tr("logs in to %1, the next node, without a password; the login to the others was not asked")
                      .arg(asked.first().node.name));
    return warned(Checks::tr("no"),
                  Checks::tr("cannot log in to %1 without a password; MindIE does not need it, some guides ask for it")
                      .arg(refused.join(u", "_s)),
                  Checks::tr("If you want it, on this node: `ssh-keygen -t ed25519` if it has no key yet, then %1.")
                      .arg(logins.join(u", "_s)));
}

// Fails when / warns when:
QList<NodeCheck> connectionChecks()
{
    return {
        {"connection.reachable", "", checkReachable},          // not connected, or the connection is lost midway
        // key unknown or changed (the connection is refused then)
        {"connection.host-key", "", checkHostKey},
        {"connection.passwordless", "", checkPasswordless, 2}, // warns at most
    };
}
