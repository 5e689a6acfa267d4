// openSshShell(): connect, check the host key, log in, hop by hop.
#include "core/base/homepath.h"
#include "core/base/inputfile.h"
#include "core/base/languages.h"
#include "core/shell/knownhostsfile.h"
#include "core/shell/quote.h"
#include "core/shell/sshauth.h"
#include "core/shell/sshsession.h"
#include "core/shell/sshshell.h"
#include "core/shell/sshtext.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

// What is shown for as long as a host is not logged in to, through a change of the window's language, too.
struct KeyText
{
    ASC_TR_FUNCTIONS(Ssh)
};

struct KnownFile
{
    QString name;
    KnownHosts known;
};

// One may be a pipe that nobody has written into yet.
QList<KnownFile> readKnownHosts(const QStringList &files, const std::stop_token &stop)
{
    constexpr qint64 largest = 64 << 20;
    QList<KnownFile> all;
    for (const QString &name : files) {
        if (const Result<QByteArray> text = readInput(name, largest, stop))
            all << KnownFile{name, KnownHosts::parse(*text)};
    }
    return all;
}

// What several files say: what weighs most, and the first that says it.
HostKeyVerdict verdictOf(const QList<KnownFile> &files, const QString &host, int port, const HostKey &key,
                         QString &where)
{
    HostKeyVerdict best;
    for (const KnownFile &file : files) {
        const HostKeyVerdict verdict = file.known.check(host, port, key);
        if (verdict.state > best.state) {
            best = verdict;
            where = file.name;
        }
    }
    return best;
}

// A file that a stranger names: a device or a pipe is not opened.
std::optional<KnownHosts> readUnbelieved(const QString &name)
{
    constexpr qint64 largest = 4 << 20;
    if (!QFileInfo(name).isFile())
        return std::nullopt;
    const Result<QByteArray> text = readInput(name, largest, {});
    return text ? std::optional(KnownHosts::parse(*text)) : std::nullopt;
}

// What known_hosts files say of the key of a host.
struct Said
{
    HostKeyVerdict verdict;
    QString where;                     // the file that the verdict comes from
    QStringList asked;                 // the files, the user's first
    QString newKeysFile;
    QString unbelieved;                // the file that was named and does not count; empty: none
    std::optional<HostKeyVerdict> unbelievedVerdict; // unset: it cannot be read
    QString authority;                 // where a @cert-authority line covers the host: "file, line 3"; empty: nowhere
};

QString unbelievedWords(const Said &said)
{
    const QString unused
        = KeyText::tr(
              "The deployment names a known_hosts file of its own, %1; it is not used, for only a simulated cluster of "
              "your own may bring one, and only while it runs.")
              .arg(said.unbelieved);
    const auto also = [&](const QString &sentence) { return unused + QLatin1Char(' ') + sentence; };
    if (!said.unbelievedVerdict)
        return also(KeyText::tr("It cannot be read, either."));
    switch (said.unbelievedVerdict->state) {
    case HostKeyState::Match: return also(KeyText::tr("It holds this very key."));
    case HostKeyState::Changed:
        return also(
            KeyText::tr("It holds a different key for this host, %1.").arg(said.unbelievedVerdict->knownFingerprint));
    case HostKeyState::OtherType:
        return also(KeyText::tr("It holds a key of another type for this host, %1 (%2).")
                        .arg(said.unbelievedVerdict->knownFingerprint, said.unbelievedVerdict->knownType));
    case HostKeyState::Revoked: return also(KeyText::tr("It marks this key as revoked."));
    case HostKeyState::Damaged:
        return also(KeyText::tr("Its line %1, about this host, is damaged.").arg(said.unbelievedVerdict->line));
    case HostKeyState::Unknown: break;
    }
    return also(KeyText::tr("It does not know this host, either."));
}

bool isContradicted(const Said &said)
{
    return said.verdict.state == HostKeyState::OtherType
        || (said.unbelievedVerdict && said.unbelievedVerdict->state != HostKeyState::Match
            && said.unbelievedVerdict->state != HostKeyState::Unknown);
}

QString otherTypeWords(const QString &place, const HostKey &key, const Said &said)
{
    const HostKeyVerdict &verdict = said.verdict;
    return SshText::tr("%1 shows a host key of a type that is not known for it: %2 (%3). What is known, and what it "
                       "was asked for first, is of another type: %4 (%5; %6, line %7). "
                       "Either its administrator has taken the old key away, or somebody is listening in between: ask "
                       "which key is right before you accept this one.")
        .arg(place, key.fingerprint(), key.type(), verdict.knownFingerprint, verdict.knownType, withTilde(said.where))
        .arg(verdict.line);
}

QString authorityWords(const Said &said)
{
    return said.authority.isEmpty()
        ? QString()
        : u' '
            + SshText::tr("A @cert-authority line covers this host (%1), but this program does not follow host "
                          "certificates.")
                  .arg(said.authority);
}

QString unknownKeyWords(const QString &place, const HostKey &key, const Said &said)
{
    if (said.unbelieved.isEmpty() && said.newKeysFile.isEmpty())
        return SshText::tr("The host key of %1 is not known, and there is no file to keep it in (UserKnownHostsFile of "
                           "~/.ssh/config, or --known-hosts). Its fingerprint is %2 (%3). "
                           "Compare it with the node's own; if you accept it, it holds for this time.")
            .arg(place, key.fingerprint(), key.type());
    if (said.unbelieved.isEmpty())
        return SshText::tr("The host key of %1 is not known yet. Its fingerprint is %2 (%3). Compare it with the "
                           "node's own before you accept it.")
                   .arg(place, key.fingerprint(), key.type())
            + authorityWords(said);
    const QString unknown
        = SshText::tr("The host key of %1 is not known: your %2 has no entry for it. Its fingerprint is %3 (%4).")
              .arg(place, withTilde(said.asked.value(0)), key.fingerprint(), key.type());
    const QString remedy = isContradicted(said)
        ? SshText::tr("Somebody may be listening in between, or the machine was installed anew: ask its administrator "
                      "which key is right before you accept this one.")
        : SshText::tr("Compare it with the node's own before you accept it.");
    return QStringList{unknown, unbelievedWords(said), remedy}.join(QLatin1Char(' '));
}

Error hostKeyError(const QString &host, int port, const HostKey &key, const Said &said)
{
    const HostKeyVerdict &verdict = said.verdict;
    const QString place = port == 22 ? host : u"%1:%2"_s.arg(host).arg(port);
    Error error;
    error.kind = ErrorKind::HostKey;
    const bool isNew = verdict.state == HostKeyState::Unknown || verdict.state == HostKeyState::OtherType;
    error.facts = {{u"state"_s, isNew ? u"unknown"_s : u"changed"_s},
                   {u"host"_s, host},
                   {u"port"_s, QString::number(port)},
                   {u"type"_s, key.type()},
                   {u"fingerprint"_s, key.fingerprint()},
                   {u"line"_s, knownHostsLine(host, port, key)},
                   {u"file"_s, said.newKeysFile}};
    if (!said.unbelieved.isEmpty())
        error.facts.insert(u"unbelieved"_s, unbelievedWords(said));
    if (isContradicted(said))
        error.facts.insert(u"contradicted"_s, u"yes"_s);
    if (verdict.state == HostKeyState::OtherType) {
        error.facts.insert(u"knownType"_s, verdict.knownType);
        error.facts.insert(u"knownFingerprint"_s, verdict.knownFingerprint);
        error.message = otherTypeWords(place, key, said)
            + (said.unbelieved.isEmpty() ? QString() : QLatin1Char(' ') + unbelievedWords(said));
        return error;
    }
    if (verdict.state == HostKeyState::Unknown) {
        error.message = unknownKeyWords(place, key, said);
        return error;
    }
    const bool isRevoked = verdict.state == HostKeyState::Revoked, isDamaged = verdict.state == HostKeyState::Damaged;
    if (!isDamaged)
        error.facts.insert(u"knownFingerprint"_s, verdict.knownFingerprint);
    if (isDamaged) {
        error.facts[u"state"_s] = u"damaged"_s;
        // ssh-keygen -R leaves a file alone that has a line it cannot read
        error.facts.insert(u"removal"_s, quoted({u"sed"_s, u"-i"_s, u"--follow-symlinks"_s,
                                                 u"%1d"_s.arg(verdict.line), said.where}));
    } else if (isRevoked) {
        error.facts.insert(
            u"remedy"_s,
            SshText::tr(
                "Ask those who look after the machine why its key was revoked; log in only when it has a new one."));
    } else {
        const QString name = port == 22 ? host : u"[%1]:%2"_s.arg(host).arg(port);
        error.facts.insert(u"removal"_s, quoted({u"ssh-keygen"_s, u"-R"_s, name, u"-f"_s, said.where}));
    }
    const auto message = [&] {
        const QString words = isRevoked
            ? KeyText::tr("STOP: the host key of %1 (%2) is marked as revoked in known_hosts. Do not log in there.")
                  .arg(place, key.fingerprint())
            : isDamaged
            ? KeyText::tr("STOP: the host key of %1 cannot be compared with the known one, for line %2 of %3 is "
                          "damaged: the key on it is cut short or not readable. It is now %4. Put the line back from "
                          "a copy; or compare the fingerprint with the node's own, and only if they agree remove the "
                          "line and accept the key.")
                  .arg(place)
                  .arg(verdict.line)
                  .arg(withTilde(said.where), key.fingerprint())
            : KeyText::tr("STOP: the host key of %1 has changed. It was %2, it is now %3. Either the machine was "
                          "installed anew, or somebody is "
                          "listening in between. If you know why it changed, remove the old line from known_hosts.")
                  .arg(place, verdict.knownFingerprint, key.fingerprint());
        return said.unbelieved.isEmpty() ? words : words + QLatin1Char(' ') + unbelievedWords(said);
    };
    const auto detail = [&] {
        return isRevoked ? QString() : KeyText::tr("%1, line %2").arg(said.where).arg(verdict.line);
    };
    error.message = message();
    error.detail = detail();
    inEachLanguage(dataLanguage(), [&](const QString &language) {
        error.facts.insert(u"message."_s + language, message());
        error.facts.insert(u"detail."_s + language, detail());
        if (!said.unbelieved.isEmpty())
            error.facts.insert(u"unbelieved."_s + language, unbelievedWords(said));
    });
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

// The same file, also by another name or where it is not there yet.
bool isAmong(const QStringList &files, const QString &file)
{
    const auto nameOf = [](const QString &path) {
        const QString canonical = QFileInfo(path).canonicalFilePath();
        return canonical.isEmpty() ? QDir::cleanPath(QFileInfo(path).absoluteFilePath()) : canonical;
    };
    return std::any_of(files.cbegin(), files.cend(),
                       [&, name = nameOf(file)](const QString &one) { return nameOf(one) == name; });
}

// Who is asked about the keys of one hop.
struct KnownFiles
{
    KnownFiles(const SshHop &hop, const SshSettings &settings, const std::stop_token &stop)
        : users(readKnownHosts(hop.knownHostsFiles, stop))
    {
        if (hop.login.isJumpHost) // the others are about the node
            return;
        if (!settings.simulatorKnownHosts.isEmpty())
            simulated = readKnownHosts({settings.simulatorKnownHosts}, stop);
        if (!isAmong(hop.knownHostsFiles, settings.unbelievedKnownHosts)) // the user named it, too
            unbelieved = settings.unbelievedKnownHosts;
        if (!unbelieved.isEmpty())
            unbelievedKnown = readUnbelieved(unbelieved);
    }

    // Which keys to ask the server for first. What is not believed may at least be compared with.
    QStringList typesFor(const KeyName &at) const
    {
        QStringList types;
        for (const KnownFile &file : users + simulated)
            types += file.known.typesFor(at.name, at.port);
        if (types.isEmpty() && unbelievedKnown)
            types = unbelievedKnown->typesFor(at.name, at.port);
        types.removeDuplicates();
        return types;
    }

    Said say(const KeyName &at, const HostKey &key, const SshHop &hop) const
    {
        Said said;
        said.asked = hop.knownHostsFiles;
        said.newKeysFile = hop.newKeysFile;
        said.verdict = verdictOf(users, at.name, at.port, key, said.where);
        if (said.verdict.state == HostKeyState::Unknown) // what the user's own files say wins
            said.verdict = verdictOf(simulated, at.name, at.port, key, said.where);
        for (const KnownFile &file : users) {
            if (const int line = file.known.authorityLine(at.name, at.port); line > 0 && said.authority.isEmpty())
                said.authority = KeyText::tr("%1, line %2").arg(withTilde(file.name)).arg(line);
        }
        said.unbelieved = unbelieved;
        if (unbelievedKnown)
            said.unbelievedVerdict = unbelievedKnown->check(at.name, at.port, key);
        return said;
    }

    QList<KnownFile> users, simulated;
    QString unbelieved;
    std::optional<KnownHosts> unbelievedKnown;
};

// Where ~/.ssh/config keeps no keys, the user's word holds while the program runs.
bool isAcceptedForNow(const KeyName &at, const HostKey &key, const SshHop &hop, const SshSettings &settings)
{
    const SecretFinder &find = hop.login.isJumpHost ? settings.jumpSecrets : settings.secrets;
    return settings.acceptedFingerprints.contains(key.fingerprint())
        || (find && find(u"hostkey:%1:%2:%3"_s.arg(at.name).arg(at.port).arg(key.fingerprint())));
}

Result<void> checkHostKey(const KeyName &at, const HostKey &key, const KnownFiles &known, const SshHop &hop,
                          const SshSettings &settings)
{
    const Said said = known.say(at, key, hop);
    if (said.verdict.state == HostKeyState::Match)
        return {};
    const bool isNew = said.verdict.state == HostKeyState::Unknown || said.verdict.state == HostKeyState::OtherType;
    if (isNew && hop.newKeysFile.isEmpty() && isAcceptedForNow(at, key, hop, settings))
        return {};
    if (isNew && !hop.newKeysFile.isEmpty() && settings.acceptedFingerprints.contains(key.fingerprint()))
        return appendKnownHost(hop.newKeysFile, knownHostsLine(at.name, at.port, key));
    return hostKeyError(at.name, at.port, key, said);
}

Result<std::unique_ptr<SshLink>> openHop(const SshHop &hop, std::unique_ptr<SshLink> via, const SshSettings &settings,
                                         const Deadline &deadline, const std::stop_token &stop)
{
    const KnownFiles known(hop, settings, stop);
    const KeyName at(hop);
    SshLink::Target target;
    target.host = hop.login.host;
    target.port = hop.login.port;
    target.knownKeyTypes = known.typesFor(at);
    target.keepalive = settings.keepalive;
    Result<std::unique_ptr<SshLink>> link = SshLink::open(target, std::move(via), deadline);
    if (!link)
        return link;
    if (const Result<void> checked = checkHostKey(at, (*link)->hostKey(), known, hop, settings); !checked)
        return checked.error();
    const SecretFinder &secrets = hop.login.isJumpHost ? settings.jumpSecrets : settings.secrets;
    if (const Result<void> loggedIn = authenticate(**link, hop.login, secrets, deadline); !loggedIn)
        return loggedIn.error();
    return link;
}

// A jump host's fault is not the node's. What a person can answer keeps its facts.
Error ofJumpHost(const SshHop &hop, Error error)
{
    const SshLogin &login = hop.login;
    const QString address = u"%1:%2"_s.arg(login.host).arg(login.port);
    const QString name = hop.name.isEmpty() || hop.name == login.host ? address : u"%1 (%2)"_s.arg(hop.name, address);
    if (error.kind == ErrorKind::Connection || error.kind == ErrorKind::Timeout) {
        error.message = SshText::tr("The jump host %1 could not be reached, so that the node itself was not asked: %2")
                            .arg(name, error.message);
        error.facts.insert(u"remedy"_s,
                           SshText::tr("Check the jump host that the node is set to use (or that ~/.ssh/config names "
                                       "for it): its name or address, its port, and that sshd runs on it. "
                                       "`ssh -p %1 USER@%2` from this computer shows whether it answers.")
                               .arg(login.port)
                               .arg(login.host));
    }
    else if (error.kind == ErrorKind::Authentication)
        error.message = SshText::tr("The jump host %1 did not let us in, so that the node itself was not asked: %2")
                            .arg(name, error.message);
    return error;
}

} // namespace

Result<std::unique_ptr<Shell>> openSshShell(const QList<SshHop> &hops, const SshSettings &settings,
                                            std::stop_token stop)
{
    const StopWaker waker(stop);
    std::unique_ptr<SshLink> link;
    auto end = std::chrono::steady_clock::now();
    for (const SshHop &hop : hops) {
        end = Deadline::in(settings.connectTimeout);
        Result<std::unique_ptr<SshLink>> next = openHop(hop, std::move(link), settings, {end, waker}, stop);
        if (!next)
            return hop.login.isJumpHost ? ofJumpHost(hop, next.error()) : next.error();
        link = *std::move(next);
    }
    if (!link)
        return Error{ErrorKind::Invalid, SshText::tr("There is no host to connect to."), {}, {}};
    return std::unique_ptr<Shell>(new SshShell(std::move(link), end));
}
