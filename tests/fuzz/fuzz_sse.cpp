// SseParser: any bytes, cut anywhere, give the same events as the same bytes in one piece.
#include "core/serving/sse.h"

#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 1)
        return 0;
    const qsizetype step = 1 + data[0] % 17;
    const QByteArray text(reinterpret_cast<const char *>(data + 1), qsizetype(size - 1));
    SseParser whole, cut;
    QList<SseEvent> expected = whole.feed(text) + whole.finish();
    QList<SseEvent> events;
    for (qsizetype at = 0; at < text.size(); at += step)
        events += cut.feed(text.mid(at, step));
    events += cut.finish();
    if (events != expected)
        abort();
    return 0;
}
