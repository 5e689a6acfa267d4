// Who holds what: the texts of `ss`, `netstat`, `docker top` and the labels of containers, any bytes.
#include "core/facts/containerspec.h"
#include "core/facts/holders.h"

#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const QString text = QString::fromUtf8(reinterpret_cast<const char *>(data), qsizetype(size));
    for (const Listener &listener : readListeners(text)) {
        if (listener.port < 0 || listener.port > 65535)
            std::abort();
    }
    for (const HostProcess &process : readTop(text)) {
        if (process.pid <= 0 || process.residentBytes.value_or(0) < 0)
            std::abort();
    }
    readLabels(text);
    for (const ContainerSpec &spec : readSpecs(text))
        spec.mayUseNpus();
    return 0;
}
