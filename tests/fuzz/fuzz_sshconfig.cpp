#include "core/shell/sshconfig.h"

#include <cstdlib>

using namespace Qt::StringLiterals;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const QByteArray text(reinterpret_cast<const char *>(data), qsizetype(size));
    const SshHostConfig config
        = sshConfigFor(text, u"node1"_s, u"root"_s, [&](const QString &) { return QList<QByteArray>{text.left(64)}; });
    if (config.port && (*config.port < 1 || *config.port > 65535))
        std::abort();
    for (const QString &jump : config.proxyJump)
        parseSshDestination(jump);
    parseSshDestination(QString::fromUtf8(text));
    return 0;
}
