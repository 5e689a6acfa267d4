// What `ascendctl inspect --json` wrote, any bytes: read or refused in words.
#include "core/facts/factsfile.h"

#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const Result<QList<NodeFacts>> facts
        = factsFromJson(QByteArray(reinterpret_cast<const char *>(data), qsizetype(size)));
    if (!facts && facts.error().message.isEmpty())
        std::abort();
    return 0;
}
