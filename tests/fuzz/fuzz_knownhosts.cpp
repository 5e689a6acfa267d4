#include "core/shell/hostkeys.h"

#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const QByteArray text(reinterpret_cast<const char *>(data), qsizetype(size));
    const KnownHosts known = KnownHosts::parse(text);
    const HostKey key{QByteArray("\0\0\0\x0bssh-ed25519key", 18)};
    known.typesFor(QStringLiteral("node1"), 22);
    known.check(QStringLiteral("10.20.0.1"), 2222, key);
    // A line of our own is always found again, whatever stands before it (unless it revokes the key).
    const QByteArray more = text + '\n' + knownHostsLine(QStringLiteral("node1"), 22, key).toUtf8() + '\n';
    const HostKeyState state = KnownHosts::parse(more).check(QStringLiteral("node1"), 22, key).state;
    if (state != HostKeyState::Match && state != HostKeyState::Revoked)
        std::abort();
    HostKey{text}.type();
    return 0;
}
