#include "core/logs/logclock.h"

#include <cmath>

qint64 onOneClock(const LogTime &time, const LogClock &clock)
{
    const qint64 utc = time.ms - (time.zoneMinutes ? 0 : clock.zoneMinutes * 60'000LL);
    return utc - std::llround(clock.offsetSeconds * 1000);
}

std::optional<int> zoneMinutesOf(QByteArrayView text)
{
    if (text.size() != 5 || (text[0] != '+' && text[0] != '-'))
        return {};
    int digits[4];
    for (int i = 0; i < 4; ++i) {
        digits[i] = text[i + 1] - '0';
        if (digits[i] < 0 || digits[i] > 9)
            return {};
    }
    const int minutes = (digits[0] * 10 + digits[1]) * 60 + digits[2] * 10 + digits[3];
    return text[0] == '-' ? -minutes : minutes;
}
