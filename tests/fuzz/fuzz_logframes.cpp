// LogFrames: any bytes, cut anywhere, give the frames of the same bytes in one piece; none is larger than allowed, and
// what is in no frame is counted once.
#include "core/logs/logfeed.h"
#include "core/logs/logframes.h"

#include <cstdint>
#include <cstdlib>

namespace {

QList<LogFrame> frames(const QByteArray &text, qsizetype step, qint64 &lost)
{
    QList<LogFrame> all;
    LogFeed feed(QStringLiteral("node"), QStringLiteral("process"), nullptr);
    LogFrames reader([&](const LogFrame &frame) {
        if (frame.content.size() > LogFrames::mostContent)
            std::abort();
        all << frame;
        feed.feed(frame.content);
        feed.settle();
        for (const LogEntry &entry : feed.take().entries) {
            for (const char c : entry.text) {
                if ((uint8_t(c) < 0x20 && c != '\t') || c == 0x7f)
                    std::abort();
            }
        }
    });
    for (qsizetype at = 0; at < text.size(); at += step)
        reader.feed(QByteArrayView(text).sliced(at, qMin(step, text.size() - at)));
    lost = reader.lost();
    if (lost > text.size())
        std::abort();
    return all;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 1)
        return 0;
    const qsizetype step = 1 + data[0] % 17;
    const QByteArray text(reinterpret_cast<const char *>(data + 1), qsizetype(size - 1));
    qint64 lostInPieces = 0, lost = 0;
    if (frames(text, step, lostInPieces) != frames(text, qMax<qsizetype>(1, text.size()), lost)
        || lostInPieces != lost)
        std::abort();
    return 0;
}
