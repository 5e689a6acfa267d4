// A GGUF header of any bytes: a value or a sentence, no crash, no undefined behaviour, no large allocation.
#include "inference/ggufinfo.h"

#include <QBuffer>

using namespace Qt::StringLiterals;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    QByteArray bytes(reinterpret_cast<const char *>(data), qsizetype(size));
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::ReadOnly);
    const Result<GgufInfo> info = readGguf(buffer, bytes.size(), u"file"_s);
    if (!info && info.error().message.isEmpty())
        abort();
    if (info) {
        (void)isLanguageModel(*info, u"file"_s);
        (void)kvCacheBytes(*info, 8192);
    }
    return 0;
}
