// Any bytes: read or refused in words. What was read is written and read again as the same.
#include "core/nodes/deployment.h"

#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const QByteArray text(reinterpret_cast<const char *>(data), qsizetype(size));
    const Result<Deployment> deployment = parseDeployment(text);
    if (!deployment) {
        if (deployment.error().message.isEmpty())
            std::abort();
        return 0;
    }
    const QByteArray written = toText(*deployment);
    const Result<Deployment> again = parseDeployment(written);
    if (!again || toText(*again) != written || again->nodes.size() != deployment->nodes.size())
        std::abort();
    return 0;
}
