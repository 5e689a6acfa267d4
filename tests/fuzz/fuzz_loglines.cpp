// LogLines: any bytes, cut anywhere, give the lines of the same bytes in one piece; no part is longer than allowed, and
// the time in a line is found or is not. JournalReader: so do the journal's records among them.
#include "core/diagnosis/journal.h"
#include "core/diagnosis/loglines.h"
#include "core/diagnosis/logtime.h"

#include <QList>

#include <cstdint>
#include <cstdlib>

namespace {

struct Line
{
    QByteArray bytes;
    qint64 number = 0;
    bool operator==(const Line &) const = default;
};

QList<Line> lines(const QByteArray &text, qsizetype step)
{
    QList<Line> all, unpacked;
    JournalReader journal(
        [&](QByteArrayView line, qint64 number) { unpacked << Line{line.toByteArray(), number}; });
    LogTimes times(QDate(2026, 12, 31));
    LogLines reader([&](QByteArrayView line, qint64 number) {
        if (line.size() > 64 * 1024)
            std::abort();
        times.read(line);
        logText(line);
        all << Line{line.toByteArray(), number};
        journal.read(line, number, reader.lineSize());
    });
    for (qsizetype at = 0; at < text.size(); at += step)
        reader.feed(QByteArrayView(text).sliced(at, qMin(step, text.size() - at)));
    reader.finish();
    journal.finish();
    if (reader.bytes() != text.size() || (!all.isEmpty() && all.last().number != reader.lines()))
        std::abort();
    return all + unpacked;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 1)
        return 0;
    const qsizetype step = 1 + data[0] % 17;
    const QByteArray text(reinterpret_cast<const char *>(data + 1), qsizetype(size - 1));
    if (lines(text, step) != lines(text, qMax<qsizetype>(1, text.size())))
        std::abort();
    return 0;
}
