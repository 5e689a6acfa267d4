// Host keys and known_hosts as values (format: sshd(8), "SSH_KNOWN_HOSTS FILE FORMAT"): plain, hashed
// (|1|salt|hash) and negated names, wildcards, [host]:port, @revoked. Of @cert-authority lines is
// only known whom they cover: libssh2 offers no host certificates. Pure; the file is knownhostsfile.h's.
#pragma once

#include <QByteArray>
#include <QList>
#include <QStringList>

struct HostKey
{
    QByteArray blob;                              // as it travels in SSH: string type, then the key
    QString type() const;                         // "ssh-ed25519", "ssh-rsa", ...; empty: not a key
    QString fingerprint() const;                  // "SHA256:..." as `ssh-keygen -lf` prints it
    bool isWhole() const;                         // it has all that a key of its type has; of a type unknown here: yes
    bool operator==(const HostKey &) const = default;
};

// Each outweighs those before it. OtherType: the host is known, but by no key of this type. Damaged: a line names the
// host, and the key on it is cut short or does not fit its type.
enum class HostKeyState { Unknown, OtherType, Damaged, Changed, Match, Revoked };

struct HostKeyVerdict
{
    HostKeyState state = HostKeyState::Unknown;
    QString knownFingerprint;                     // Changed, OtherType: of the key that was expected
    QString knownType;                            // of that key
    int line = 0;                                 // of known_hosts, from 1; 0: none
    bool operator==(const HostKeyVerdict &) const = default;
};

class KnownHosts
{
public:
    // Lines that are not understood are skipped, but for those that name a host and a type of key.
    static KnownHosts parse(const QByteArray &text);

    // As OpenSSH: only a key of the same type can have changed. We ask the server for the known types first (typesFor),
    // so OtherType means that it has none of them any more: to be asked about, and loudly.
    HostKeyVerdict check(const QString &host, int port, const HostKey &key) const;
    QStringList typesFor(const QString &host, int port) const;
    int authorityLine(const QString &host, int port) const; // of a @cert-authority that vouches for it; 0: none

    bool operator==(const KnownHosts &) const = default;

private:
    struct Entry
    {
        QList<QByteArray> patterns;
        HostKey key;
        bool isRevoked = false, isAuthority = false, isDamaged = false;
        int line = 0;
        bool operator==(const Entry &) const = default;
    };
    static bool matches(const Entry &entry, const QString &host, int port);
    QList<Entry> m_entries;
};

// "host ssh-ed25519 AAAA..." or "[host]:port ...", without a line end.
QString knownHostsLine(const QString &host, int port, const HostKey &key);

// "host*", "10.0.?.1", "!name", "|1|salt|hash": a list of names as in known_hosts and ~/.ssh/config. One of them fits,
// and none that is negated. Case does not matter.
bool matchesSshPatterns(const QByteArray &name, const QList<QByteArray> &patterns);
