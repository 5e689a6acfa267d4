#include "core/shell/hostkeys.h"

#include <cstdlib>

using namespace Qt::StringLiterals;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const QByteArray text(reinterpret_cast<const char *>(data), qsizetype(size));
    const KnownHosts known = KnownHosts::parse(text);
    const HostKey key{QByteArray("\0\0\0\x0bssh-ed25519key", 18)};
    known.typesFor(u"node1"_s, 22);
    known.check(u"10.20.0.1"_s, 2222, key);
    // A line of our own is always found again, whatever stands before it (unless it revokes the key).
    const QByteArray more = text + '\n' + knownHostsLine(u"node1"_s, 22, key).toUtf8() + '\n';
    const HostKeyState state = KnownHosts::parse(more).check(u"node1"_s, 22, key).state;
    if (state != HostKeyState::Match && state != HostKeyState::Revoked)
        std::abort();
    HostKey{text}.type();
    return 0;
}
