#include "core/bundle/redaction.h"

#include "core/base/homepath.h"
#include "core/base/json.h"
#include "core/bundle/secretnames.h"
#include "core/bundle/secretreader.h"
#include "core/deploy/step.h"

#include <QRegularExpression>
#include <QSysInfo>

#include <algorithm>
#include <functional>

using namespace Qt::StringLiterals;

namespace {

// Bytes as characters of their number: what is not matched comes back as it was.
QString asCharacters(const QString &text)
{
    return QString::fromLatin1(text.toUtf8());
}

void replaceAll(QString &text, const QRegularExpression &pattern,
                const std::function<QString(const QRegularExpressionMatch &)> &by)
{
    QString out;
    qsizetype from = 0;
    auto matches = pattern.globalMatch(text);
    while (matches.hasNext()) {
        const QRegularExpressionMatch match = matches.next();
        out += QStringView(text).mid(from, match.capturedStart() - from);
        out += by(match);
        from = match.capturedEnd();
    }
    if (from > 0)
        text = out + text.mid(from);
}

// The letters of escapes (\n, \t, \u0041 of JSON and of what prints texts as it does) are no part of the name behind
// them: while names are looked for they stand beyond all bytes, where no pattern takes them for letters.
constexpr char16_t beyond = 0xe000;

// isOwn: only those of the text itself, not those of a text within it ("\\n").
void hideEscapes(QString &text, bool isOwn)
{
    const auto isHex = [](QChar c) { return c.isDigit() || (c.toLower() >= u'a' && c.toLower() <= u'f'); };
    for (qsizetype at = 0; (at = text.indexOf(u'\\', at)) >= 0;) {
        const qsizetype from = at;
        while (at < text.size() && text[at] == u'\\')
            ++at;
        const QStringView rest = QStringView(text).mid(at, 5);
        if (rest.isEmpty() || (isOwn && (at - from) % 2 == 0))
            continue;
        const bool isNumber = rest.size() == 5 && rest[0] == u'u' && std::all_of(rest.begin() + 1, rest.end(), isHex);
        const qsizetype end = at + (isNumber ? 5 : u"bfnrt"_s.contains(rest[0]) ? 1 : 0);
        for (; at < end; ++at)
            text[at] = QChar(char16_t(beyond + text[at].unicode()));
    }
}

void showEscapes(QString &text)
{
    for (QChar &c : text) {
        if (c.unicode() >= beyond)
            c = QChar(char16_t(c.unicode() - beyond));
    }
}

// A node may be called as words of the program are, or by a number: taken out everywhere, they would take its sense
// from what is told, and tell nothing of the site where they stay.
bool isOrdinary(const QString &name)
{
    static const QStringList words{u"master"_s, u"worker"_s, u"node"_s,   u"head"_s, u"prefill"_s,
                                   u"decode"_s, u"proxy"_s,  u"config"_s, u"env"_s};
    return words.contains(name.toLower())
        || std::all_of(name.cbegin(), name.cend(), [](QChar c) { return !c.isLetter(); });
}

bool saysNothing(const QString &name)
{
    static const QStringList words{u"root"_s, u"localhost"_s, u"localhost.localdomain"_s, u"user"_s, u"host"_s};
    return name.size() < 2 || words.contains(name.toLower());
}

void insertLongestFirst(QStringList &names, const QString &name)
{
    if (saysNothing(name) || names.contains(name))
        return;
    names << name;
    std::stable_sort(names.begin(), names.end(),
                     [](const QString &left, const QString &right) { return left.size() > right.size(); });
}

bool isAddress(const QStringList &parts)
{
    return std::all_of(parts.cbegin(), parts.cend(), [](const QString &part) { return part.toInt() < 256; })
        && parts.first() != "127"_L1 && parts.first() != "0"_L1 && parts.first() != "255"_L1;
}

// Of networks that are nobody else's: 10., 172.16. to 172.31., 192.168., 100.64. to 100.127.
bool isPrivate(const QStringList &parts)
{
    const int first = parts[0].toInt(), second = parts[1].toInt();
    return first == 10 || (first == 172 && second >= 16 && second < 32) || (first == 192 && second == 168)
        || (first == 100 && second >= 64 && second < 128);
}

// What stands before it says that it is a release: "Driver Version: 25.5.0.1", "npu-smi 25.5.0.1".
bool isVersionThere(QStringView before)
{
    static const QString blanks = u"[\\s|\\\\\\x{e000}-\\x{e0ff}]*"_s; // as escapes, too
    static const QRegularExpression words(
        u"(?:version|driver|firmware|release|\\bver|hdk|cann|package|software|toolkit|kernels?|mcu|bios|npu-smi|"
        "installed|newer than|older than)[\"'\\])\\\\]*%1(?:is|was|to|from|than|the|of|[:=<>~]{1,2})?%1"
        "[\"'\\[(v\\\\]*$"_s.arg(blanks),
        QRegularExpression::CaseInsensitiveOption);
    return before.last(std::min<qsizetype>(before.size(), 60)).toString().contains(words);
}

// Domains of sites and of the world; "node1.log" is a file.
const QString domain = u"(?:\\.[a-z0-9-]+)*\\.(?:com|net|org|cn|local|lan|internal|corp|intranet|localdomain|"
                       "example|test)"_s;

QRegularExpression wholeWord(const QString &name)
{
    // node1-worker is of node1; npu-smi is not of npu
    const auto has = [&](bool (QChar::*is)() const) {
        return std::any_of(name.cbegin(), name.cend(), [&](QChar c) { return (c.*is)(); });
    };
    const bool isNumbered = name.size() >= 4 && has(&QChar::isDigit) && has(&QChar::isLetter);
    const QString pattern = u"(?<![\\w.-])%1(?:%2)?(?![\\w-]|\\.\\w)"_s;
    const QString numbered = u"(?<![\\w.-])%1(?:%2(?![\\w-]|\\.\\w)|(?![a-z0-9]|[_-](?![a-z])|\\.\\w))"_s;
    return QRegularExpression((isNumbered ? numbered : pattern).arg(QRegularExpression::escape(name), domain),
                              QRegularExpression::CaseInsensitiveOption);
}

} // namespace

void Redaction::addHost(const QString &name)
{
    insertLongestFirst(m_hosts, asCharacters(name));
}
void Redaction::addUser(const QString &name)
{
    insertLongestFirst(m_users, asCharacters(name));
}
void Redaction::addFile(const QString &path)
{
    insertLongestFirst(m_files, asCharacters(path));
}
void Redaction::addAddress(const QString &address)
{
    m_addresses.insert(address.section(u'/', 0, 0));
}

void Redaction::addVersion(const QString &version)
{
    m_versions.insert(version.trimmed());
}

QString Redaction::word(const QString &kind, const QString &original)
{
    QString &word = m_words[kind + u' ' + original];
    if (word.isEmpty())
        word = u"%1-%2"_s.arg(kind).arg(++m_counts[kind]);
    return word;
}

QByteArray Redaction::of(const QByteArray &bytes)
{
    const QList<SecretSpan> secrets = secretsOf(bytes);
    QByteArray left;
    qsizetype from = 0;
    for (const SecretSpan &one : secrets) {
        left += QByteArrayView(bytes).sliced(from, one.from - from);
        left += one.instead;
        from = one.to;
    }
    m_secrets += int(secrets.size());
    if (from > 0)
        left += QByteArrayView(bytes).sliced(from);
    else
        left = bytes;
    return m_takesAddresses ? withoutNames(left) : left;
}

QString Redaction::ofValue(const QString &name, const QString &value)
{
    static const QStringList none{u"none"_s, u"null"_s, u"true"_s, u"false"_s};
    if (secretName(name.toUtf8()).tells == SecretName::Always && !value.isEmpty() && !none.contains(value.toLower())) {
        ++m_secrets;
        return u"[taken out]"_s;
    }
    const QString line = name + u'=' + value;
    return QString::fromUtf8(of(line.toUtf8())).section(u'=', 1 + name.count(u'='));
}

// 10.20.0.1; also as names have it: 10-20-0-1, node_10_20_0_1
void Redaction::takeAddresses(QString &text)
{
    static const QRegularExpression four(u"(?<![\\w.])\\d{1,3}(?:\\.\\d{1,3}){3}(?!\\w|\\.\\w)"_s);
    for (auto matches = four.globalMatch(text);
         matches.hasNext();) { // a release that is named once is known everywhere
        const QRegularExpressionMatch match = matches.next();
        const bool isPort = match.capturedEnd() < text.size() && text[match.capturedEnd()] == u':'
            && match.capturedEnd() + 1 < text.size() && text[match.capturedEnd() + 1].isDigit();
        if (!isPort && !m_addresses.contains(match.captured())
            && isVersionThere(QStringView(text).first(match.capturedStart())))
            m_versions.insert(match.captured());
    }
    replaceAll(text, four, [this](const QRegularExpressionMatch &match) {
        const QString address = match.captured();
        const bool isRelease = m_versions.contains(address) && !m_addresses.contains(address);
        return isRelease || !isAddress(address.split(u'.')) ? address : word(u"address"_s, address);
    });
    static const QRegularExpression joined(
        u"(?<!\\d)(?<!\\d[-_])(\\d{1,3})([-_])(\\d{1,3})\\2(\\d{1,3})\\2(\\d{1,3})(?!\\d|[-_]\\d|[a-z])"_s,
        QRegularExpression::CaseInsensitiveOption);
    static const QRegularExpression ip(u"(?<![a-z0-9])ip[-_]$"_s, QRegularExpression::CaseInsensitiveOption);
    replaceAll(text, joined, [&](const QRegularExpressionMatch &match) {
        const QStringList parts{match.captured(1), match.captured(3), match.captured(4), match.captured(5)};
        const QString address = parts.join(u'.');
        const qsizetype start = match.capturedStart();
        const QString before = text.mid(std::max<qsizetype>(0, start - 4), std::min<qsizetype>(4, start));
        if (before.endsWith("ip-"_L1, Qt::CaseInsensitive) && before.contains(ip))
            return match.captured(); // a host's name, as clouds make them
        const bool isKnown = m_addresses.contains(address) || m_words.contains(u"address "_s + address);
        return isKnown || (isAddress(parts) && (isPrivate(parts) || before.contains(ip))) ? word(u"address"_s, address)
                                                                                          : match.captured();
    });
}

QByteArray Redaction::withoutNames(const QByteArray &bytes)
{
    QString text = QString::fromLatin1(bytes);
    hideEscapes(text, false);
    static const QRegularExpression mac(u"(?<![\\w:])(?:[0-9a-f]{2}:){5}[0-9a-f]{2}(?![\\w:])"_s,
                                        QRegularExpression::CaseInsensitiveOption);
    static const QRegularExpression six(u"(?<![\\w:.])(?:(?:[0-9a-f]{1,4}:){7}[0-9a-f]{1,4}|"
                                        "(?:[0-9a-f]{1,4}:){1,6}(?::[0-9a-f]{1,4}){1,6})(?![\\w:])"_s,
                                        QRegularExpression::CaseInsensitiveOption);
    // AA-BB-CC-DD-EE-FF; of digits alone it is a time
    static const QRegularExpression dashed(
        u"(?<![\\w:-])(?=[0-9-]*[a-f])(?:[0-9a-f]{2}-){5}[0-9a-f]{2}(?![\\w:-])"_s,
        QRegularExpression::CaseInsensitiveOption);
    for (const QString &file : std::as_const(m_files)) {
        const QRegularExpression whole(u"(?<![\\w./-])%1(?![\\w-])"_s.arg(QRegularExpression::escape(file)));
        replaceAll(text, whole, [&](const auto &) { return word(u"file"_s, file); });
    }
    replaceAll(text, dashed, [this](const auto &match) {
        return word(u"mac"_s, match.captured().toLower().replace(u'-', u':'));
    });
    replaceAll(text, mac, [this](const auto &match) { return word(u"mac"_s, match.captured().toLower()); });
    replaceAll(text, six, [this](const auto &match) { return word(u"address"_s, match.captured().toLower()); });
    takeAddresses(text);
    for (const QString &name : std::as_const(m_hosts))
        replaceAll(text, wholeWord(name), [&](const auto &) { return word(u"host"_s, name); });
    // hosts and users that are known by their shape: gateway.corp.internal, ip-10-20-0-3, /home/alice, alice@host-1
    const QString shape = u"(?<![\\w.@/-])(?:[a-z0-9-]+%1|ip(?:-\\d{1,3}){4})(?![\\w-]|\\.\\w)"_s;
    static const QRegularExpression host(shape.arg(domain), QRegularExpression::CaseInsensitiveOption);
    static const QRegularExpression home( // "\\/" is JSON, too
        u"(?:(?<=/home/)|(?<=/home\\\\/)|(?<=/Users/))[\\w.-]+"_s);
    static const QRegularExpression login(u"(?<![\\w.@/-])[\\w.-]+(?=@(?:address|host)-\\d)"_s);
    replaceAll(text, host, [this](const auto &match) { return word(u"host"_s, match.captured().toLower()); });
    // alice@corp.example.com; not git@…: and image@sha256:…
    static const QRegularExpression mail(
        u"(?<![\\w.@/-])[\\w.+-]+@[a-z0-9-]+(?:\\.[a-z0-9-]+)*\\.[a-z]{2,}(?![\\w:])"_s,
        QRegularExpression::CaseInsensitiveOption);
    replaceAll(text, mail, [this](const auto &match) { return word(u"mail"_s, match.captured().toLower()); });
    for (const QRegularExpression &user : {login, home}) {
        replaceAll(text, user, [this](const auto &match) {
            static const QRegularExpression own(u"^user-\\d+$"_s);
            const QString name = match.captured();
            const bool isStep = stepKind(name); // of a run: start@host-1
            return isStep || saysNothing(name) || name.contains(own) ? name : word(u"user"_s, name);
        });
    }
    for (const QString &name : std::as_const(m_users))
        replaceAll(text, wholeWord(name), [&](const auto &) { return word(u"user"_s, name); });
    showEscapes(text);
    if (bytes.contains('\\'))
        takeBehindSlashes(text, bool(parseJson(bytes, {})));
    return text.toLatin1();
}

// What was taken for an escape may begin a name: CORP\bob, in JSON CORP\\bob. There \b is an escape, and stays one.
void Redaction::takeBehindSlashes(QString &text, bool isJson)
{
    if (isJson)
        hideEscapes(text, true);
    const auto take = [&](const QString &kind, const QStringList &names) {
        for (const QString &name : names)
            replaceAll(text, wholeWord(name), [&](const QRegularExpressionMatch &match) {
                const qsizetype start = match.capturedStart();
                return start > 0 && text[start - 1] == u'\\' ? word(kind, name) : match.captured();
            });
    };
    take(u"host"_s, m_hosts);
    take(u"user"_s, m_users);
    showEscapes(text);
}

Redaction redactionFor(const Deployment &deployment, const QList<NodeFacts> &facts, bool takesAddresses)
{
    static const QRegularExpression address(u"^[\\d.]+$|:"_s); // those are found by their shape
    Redaction redaction(takesAddresses);
    // of this computer, in the mark that a run leaves on a node
    redaction.addHost(QSysInfo::machineHostName());
    redaction.addUser(localUser().value_or(QString()));
    for (const Node &node : deployment.nodes) {
        if (!node.host.contains(address))
            redaction.addHost(node.host);
        else
            redaction.addAddress(node.host);
        redaction.addUser(node.user);
        redaction.addFile(node.identityFile);
        if (!isOrdinary(node.name))      // and folders are called by it
            redaction.addHost(node.name);
    }
    for (const NodeFacts &one : facts) {
        redaction.addHost(one.hostname);
        redaction.addVersion(one.driverVersion);
        redaction.addVersion(one.firmwareVersion);
        redaction.addVersion(one.firmwareRunning);
        for (const HostAddress &own : one.addresses)
            redaction.addAddress(own.ip);
    }
    return redaction;
}
