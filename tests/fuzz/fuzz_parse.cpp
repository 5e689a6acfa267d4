// One parser of `ascendctl parse` on any bytes: no crash, no undefined behaviour, and JSON that can be written.
#include "core/parse/kinds.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const parse::Kind kind = [] {
        for (const parse::Kind &one : parse::kinds()) {
            if (one.name == QLatin1String(ASC_FUZZ_KIND))
                return one;
        }
        abort();
    }();
    const Result<Json> read = kind.read(QByteArray(reinterpret_cast<const char *>(data), qsizetype(size)));
    if (read)
        (void)compactJson(*read);
    else if (read.error().message.isEmpty())
        abort();
    return 0;
}
