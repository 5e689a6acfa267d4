// openSshShell(): connect, check the host key, log in, hop by hop.
#include "core/shell/knownhostsfile.h"
#include "core/shell/sshauth.h"
#include "core/shell/sshsession.h"
#include "core/shell/sshshell.h"
#include "core/shell/sshtext.h"

#include <QCoreApplication>
#include <QFile>

namespace {

struct KnownFile
{
    QString name;
    KnownHosts known;
};

QList<KnownFile> readKnownHosts(const QStringList &files)
{
    QList<KnownFile> all;
    for (const QString &name : files) {
        QFile file(name);
        if (file.open(QIODevice::ReadOnly))
            all << KnownFile{name, KnownHosts::parse(file.readAll())};
    }
    return all;
}

// What several files say: a revoked key is revoked, a known one is known, else the first that knows another.
HostKeyVerdict verdictOf(const QList<KnownFile> &files, const QString &host, int port, const HostKey &key, QString &where)
{
    HostKeyVerdict best;
    for (const KnownFile &file : files) {
        const HostKeyVerdict verdict = file.known.check(host, port, key);
        const bool isBetter = verdict.state == HostKeyState::Revoked
            || (verdict.state == HostKeyState::Match && best.state != HostKeyState::Revoked)
            || (verdict.state == HostKeyState::Changed && best.state == HostKeyState::Unknown);
        if (isBetter) {
            best = verdict;
            where = file.name;
        }
    }
    return best;
}

Error hostKeyError(const QString &host, int port, const HostKey &key, const HostKeyVerdict &verdict, const QString &where)
{
    const QString place = port == 22 ? host : QStringLiteral("%1:%2").arg(host).arg(port);
    Error error;
    error.kind = ErrorKind::HostKey;
    error.facts = {{QStringLiteral("state"), verdict.state == HostKeyState::Unknown ? QStringLiteral("unknown") : QStringLiteral("changed")},
                   {QStringLiteral("host"), host},
                   {QStringLiteral("port"), QString::number(port)},
                   {QStringLiteral("type"), key.type()},
                   {QStringLiteral("fingerprint"), key.fingerprint()},
                   {QStringLiteral("line"), knownHostsLine(host, port, key)}};
    if (verdict.state == HostKeyState::Unknown) {
        error.message = SshText::tr("The host key of %1 is not known yet. Its fingerprint is %2 (%3). Compare it with the node's own before you accept it.")
                            .arg(place, key.fingerprint(), key.type());
    } else if (verdict.state == HostKeyState::Revoked) {
        error.facts.insert(QStringLiteral("knownFingerprint"), verdict.knownFingerprint);
        error.message = SshText::tr("STOP: the host key of %1 (%2) is marked as revoked in known_hosts. Do not log in there.").arg(place, key.fingerprint());
    } else {
        error.facts.insert(QStringLiteral("knownFingerprint"), verdict.knownFingerprint);
        error.message = SshText::tr("STOP: the host key of %1 has changed. It was %2, it is now %3. Either the machine was installed anew, or somebody is "
                            "listening in between. If you know why it changed, remove the old line from known_hosts.")
                            .arg(place, verdict.knownFingerprint, key.fingerprint());
        error.detail = SshText::tr("%1, line %2").arg(where).arg(verdict.line);
    }
    return error;
}

// The names under which a host's key is looked up.
struct KeyName
{
    explicit KeyName(const SshHop &hop)
        : name(hop.hostKeyName.isEmpty() ? hop.login.host : hop.hostKeyName)
        , port(hop.hostKeyName.isEmpty() ? hop.login.port : 22) {} // an alias stands without a port, as in OpenSSH
    QString name;
    int port;
};

Result<void> checkHostKey(const KeyName &at, const HostKey &key, const QList<KnownFile> &known, const QList<KnownFile> &simulated, const SshSettings &settings)
{
    QString where;
    HostKeyVerdict verdict = verdictOf(known, at.name, at.port, key, where);
    if (verdict.state == HostKeyState::Unknown) // what the user's own files say wins
        verdict = verdictOf(simulated, at.name, at.port, key, where);
    if (verdict.state == HostKeyState::Match)
        return {};
    if (verdict.state == HostKeyState::Unknown && settings.acceptedFingerprints.contains(key.fingerprint()) && !settings.knownHostsFiles.isEmpty())
        return appendKnownHost(settings.knownHostsFiles.first(), knownHostsLine(at.name, at.port, key));
    return hostKeyError(at.name, at.port, key, verdict, where);
}

Result<std::unique_ptr<SshLink>> openHop(const SshHop &hop, std::unique_ptr<SshLink> via, const SshSettings &settings, const StopWaker &waker)
{
    const Patience patience{Patience::in(settings.connectTimeout), waker};
    const QList<KnownFile> known = readKnownHosts(settings.knownHostsFiles);
    const bool mayBeSimulated = !hop.login.isJumpHost && !settings.simulatorKnownHosts.isEmpty();
    const QList<KnownFile> simulated = readKnownHosts(mayBeSimulated ? QStringList{settings.simulatorKnownHosts} : QStringList());
    const KeyName at(hop);
    SshLink::Target target;
    target.host = hop.login.host;
    target.port = hop.login.port;
    for (const KnownFile &file : known + simulated)
        target.knownKeyTypes += file.known.typesFor(at.name, at.port);
    target.knownKeyTypes.removeDuplicates();
    target.keepalive = settings.keepalive;
    Result<std::unique_ptr<SshLink>> link = SshLink::open(target, std::move(via), patience);
    if (!link)
        return link;
    if (const Result<void> checked = checkHostKey(at, (*link)->hostKey(), known, simulated, settings); !checked)
        return checked.error();
    const SecretFinder &secrets = hop.login.isJumpHost ? settings.jumpSecrets : settings.secrets;
    if (const Result<void> loggedIn = authenticate(**link, hop.login, secrets, patience); !loggedIn)
        return loggedIn.error();
    return link;
}

} // namespace

Result<std::unique_ptr<Shell>> openSshShell(const QList<SshHop> &hops, const SshSettings &settings, std::stop_token stop)
{
    const StopWaker waker(std::move(stop));
    std::unique_ptr<SshLink> link;
    for (const SshHop &hop : hops) {
        Result<std::unique_ptr<SshLink>> next = openHop(hop, std::move(link), settings, waker);
        if (!next)
            return next.error();
        link = *std::move(next);
    }
    if (!link)
        return Error{ErrorKind::Invalid, SshText::tr("There is no host to connect to."), {}, {}};
    return std::unique_ptr<Shell>(new SshShell(std::move(link)));
}
