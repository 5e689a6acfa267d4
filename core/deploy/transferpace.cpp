#include "core/deploy/transferpace.h"

#include "core/base/sizetext.h"
#include "core/runs/deploytext.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 windowMs = 15'000, enoughMs = 2'000;

// One decimal, so that a line of hundreds of GiB is seen to move.
QString inUnitOfAll(qint64 done, qint64 all)
{
    const SizeParts parts = sizeParts(done, std::min(all, qint64(1) << 30));
    return QString::number(parts.value, 'f', parts.unit == "B"_L1 ? 0 : 1) + u' ' + parts.unit;
}

QString timeLeft(double seconds)
{
    if (seconds < 90)
        return DeployText::tr("about %1 s left").arg(std::max(1, int(seconds)));
    const qint64 minutes = qint64(std::min(seconds, 1e9) / 60 + 0.5);
    return minutes < 90 ? DeployText::tr("about %1 min left").arg(minutes)
                        : DeployText::tr("about %1 h %2 min left").arg(minutes / 60).arg(minutes % 60);
}

} // namespace

QString TransferPace::words(qint64 doneBytes, qint64 allBytes)
{
    if (!m_clock.isValid())
        m_clock.start();
    return words(doneBytes, allBytes, m_clock.elapsed());
}

QString TransferPace::words(qint64 doneBytes, qint64 allBytes, qint64 atMs)
{
    if (!m_marks.isEmpty() && doneBytes < m_marks.last().bytes) // what came was wrong and comes again
        m_marks.clear();
    m_marks << Mark{atMs, doneBytes};
    while (m_marks.size() > 2 && m_marks[1].atMs <= atMs - windowMs)
        m_marks.removeFirst();
    const int percent = allBytes > 0 ? int(100 * (double(doneBytes) / double(allBytes))) : 100;
    QString words = DeployText::tr("%1 of %2 (%3 %)", "sizes, percent")
                        .arg(inUnitOfAll(doneBytes, allBytes), sizeText(allBytes))
                        .arg(std::clamp(percent, 0, 100));
    const qint64 tookMs = atMs - m_marks.first().atMs;
    if (tookMs < enoughMs || doneBytes >= allBytes)
        return words;
    const double rate = 1000.0 * double(doneBytes - m_marks.first().bytes) / double(tookMs);
    words = DeployText::tr("%1, %2/s", "how far, bytes").arg(words, sizeText(qint64(rate)));
    return rate < 1 ? words
                    : DeployText::tr("%1, %2", "how far and how fast, time left")
                          .arg(words, timeLeft(double(allBytes - doneBytes) / rate));
}
