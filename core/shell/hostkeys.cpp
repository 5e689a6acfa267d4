#include "core/shell/hostkeys.h"

#include <QCryptographicHash>
#include <QHash>
#include <QMessageAuthenticationCode>
#include <QtEndian>

#include <optional>

using namespace Qt::StringLiterals;

namespace {

constexpr int sshPort = 22;

QByteArray lookupName(const QString &host, int port)
{
    const QByteArray name = host.toLower().toUtf8();
    return port == sshPort ? name : '[' + name + "]:" + QByteArray::number(port);
}

std::optional<QByteArray> fromBase64(const QByteArray &text)
{
    const auto decoded = QByteArray::fromBase64Encoding(text, QByteArray::AbortOnBase64DecodingErrors);
    if (!decoded || decoded.decoded.isEmpty())
        return std::nullopt;
    return decoded.decoded;
}

bool matchesPattern(const QByteArray &text, const QByteArray &pattern)
{
    // Iterative: the last '*' is all that must be remembered.
    const QByteArray t = text.toLower(), p = pattern.toLower();
    qsizetype i = 0, j = 0, star = -1, resume = 0;
    while (i < t.size()) {
        if (j < p.size() && p[j] == '*') {
            star = j++;
            resume = i;
        } else if (j < p.size() && (p[j] == '?' || p[j] == t[i])) {
            ++i;
            ++j;
        } else if (star >= 0) {
            j = star + 1;
            i = ++resume;
        } else {
            return false;
        }
    }
    while (j < p.size() && p[j] == '*')
        ++j;
    return j == p.size();
}

bool matchesHash(const QByteArray &name, const QByteArray &pattern)
{
    const QList<QByteArray> parts = pattern.split('|'); // "", "1", salt, hash
    if (parts.size() != 4 || parts[1] != "1")
        return false;
    const std::optional<QByteArray> salt = fromBase64(parts[2]), hash = fromBase64(parts[3]);
    return salt && hash && QMessageAuthenticationCode::hash(name, *salt, QCryptographicHash::Sha1) == *hash;
}

QList<QByteArray> words(const QByteArray &line)
{
    QList<QByteArray> list;
    for (const QByteArray &word : line.simplified().split(' ')) {
        if (!word.isEmpty())
            list << word;
    }
    return list;
}

} // namespace

bool matchesSshPatterns(const QByteArray &name, const QList<QByteArray> &patterns)
{
    bool isMatch = false;
    for (const QByteArray &pattern : patterns) {
        if (pattern.startsWith('!') && matchesPattern(name, pattern.mid(1)))
            return false;
        isMatch = isMatch || (pattern.startsWith('|') ? matchesHash(name, pattern) : matchesPattern(name, pattern));
    }
    return isMatch;
}

QString HostKey::type() const
{
    if (blob.size() < 4)
        return {};
    const quint32 length = qFromBigEndian<quint32>(blob.constData());
    if (length == 0 || length > 64 || qsizetype(length) + 4 > blob.size())
        return {};
    return QString::fromLatin1(blob.mid(4, length));
}

QString HostKey::fingerprint() const
{
    const QByteArray hash = QCryptographicHash::hash(blob, QCryptographicHash::Sha256);
    return u"SHA256:"_s + QString::fromLatin1(hash.toBase64(QByteArray::OmitTrailingEquals));
}

// How many strings a key consists of: RFC 4253 (6.6), RFC 5656 (3.1), RFC 8709 (4), OpenSSH's PROTOCOL.u2f.
bool HostKey::isWhole() const
{
    static const QHash<QString, int> parts = {{u"ssh-ed25519"_s, 2},
                                              {u"ssh-rsa"_s, 3},
                                              {u"ssh-dss"_s, 5},
                                              {u"ecdsa-sha2-nistp256"_s, 3},
                                              {u"ecdsa-sha2-nistp384"_s, 3},
                                              {u"ecdsa-sha2-nistp521"_s, 3},
                                              {u"sk-ssh-ed25519@openssh.com"_s, 3},
                                              {u"sk-ecdsa-sha2-nistp256@openssh.com"_s, 4}};
    const QString name = type();
    if (!parts.contains(name))
        return !name.isEmpty();
    qsizetype at = 0;
    int found = 0;
    for (; at + 4 <= blob.size(); ++found) {
        const qsizetype length = qsizetype(qFromBigEndian<quint32>(blob.constData() + at));
        if (length == 0 || length > blob.size() - at - 4)
            return false;
        at += 4 + length;
    }
    return at == blob.size() && found == parts.value(name);
}

KnownHosts KnownHosts::parse(const QByteArray &text)
{
    KnownHosts known;
    int number = 0;
    for (const QByteArray &line : text.split('\n')) {
        ++number;
        QList<QByteArray> parts = words(line);
        if (parts.isEmpty() || parts.first().startsWith('#'))
            continue;
        Entry entry;
        entry.line = number;
        if (parts.first().startsWith('@')) {
            entry.isRevoked = parts.first() == "@revoked";
            entry.isAuthority = parts.first() == "@cert-authority";
            if (!entry.isRevoked && !entry.isAuthority)
                continue;
            parts.removeFirst();
        }
        const QByteArray type = parts.value(1);
        if (!type.contains('-')) // in the name of each type; version 1 of the protocol had numbers here
            continue;
        entry.key.blob = fromBase64(parts.value(2)).value_or(QByteArray());
        const bool isOfItsType = entry.key.type() == QString::fromLatin1(type);
        entry.isDamaged = !isOfItsType || !entry.key.isWhole();
        if (!isOfItsType && (entry.isRevoked || entry.isAuthority))
            continue;
        entry.patterns = parts[0].split(',');
        known.m_entries << entry;
    }
    return known;
}

bool KnownHosts::matches(const Entry &entry, const QString &host, int port)
{
    return matchesSshPatterns(lookupName(host, port), entry.patterns);
}

HostKeyVerdict KnownHosts::check(const QString &host, int port, const HostKey &key) const
{
    HostKeyVerdict verdict;
    for (const Entry &entry : m_entries) {
        if (entry.isAuthority || !matches(entry, host, port))
            continue;
        if (entry.isRevoked) {
            if (entry.key == key)
                return {HostKeyState::Revoked, key.fingerprint(), key.type(), entry.line};
            continue;
        }
        if (entry.isDamaged) {
            if (verdict.state < HostKeyState::Damaged)
                verdict = {HostKeyState::Damaged, {}, {}, entry.line};
        } else if (entry.key == key && !key.blob.isEmpty()) {
            verdict = {HostKeyState::Match, {}, {}, entry.line};
        } else if (verdict.state != HostKeyState::Match) {
            const bool isSameType = entry.key.type() == key.type();
            if (verdict.state == HostKeyState::Unknown || isSameType)
                verdict = {isSameType ? HostKeyState::Changed : HostKeyState::OtherType, entry.key.fingerprint(),
                           entry.key.type(), entry.line};
        }
    }
    return verdict;
}

QStringList KnownHosts::typesFor(const QString &host, int port) const
{
    QStringList types;
    for (const Entry &entry : m_entries) {
        if (!entry.isRevoked && !entry.isAuthority && !entry.isDamaged && matches(entry, host, port)
            && !types.contains(entry.key.type()))
            types << entry.key.type();
    }
    return types;
}

int KnownHosts::authorityLine(const QString &host, int port) const
{
    for (const Entry &entry : m_entries) {
        if (entry.isAuthority && matches(entry, host, port))
            return entry.line;
    }
    return 0;
}

QString knownHostsLine(const QString &host, int port, const HostKey &key)
{
    return u"%1 %2 %3"_s.arg(QString::fromUtf8(lookupName(host, port)), key.type(),
                             QString::fromLatin1(key.blob.toBase64()));
}
