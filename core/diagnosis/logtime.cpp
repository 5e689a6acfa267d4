#include "core/diagnosis/logtime.h"

#include <QDateTime>

#include <algorithm>
#include <array>

namespace {

constexpr qsizetype stampWithin = 400; // bytes of a line: a stamp stands at its beginning, or behind a prefix or two

bool isStampDigit(char c)
{
    return c >= '0' && c <= '9';
}

// Takes parts of a line, from the left; each take says whether the part was there.
struct StampCursor
{
    QByteArrayView line;
    qsizetype at = 0;

    char here() const { return at < line.size() ? line[at] : '\0'; }
    bool take(char c)
    {
        if (here() != c)
            return false;
        ++at;
        return true;
    }
    bool takeNumber(int digits, int &number)
    {
        if (at + digits > line.size())
            return false;
        number = 0;
        for (int i = 0; i < digits; ++i) {
            if (!isStampDigit(line[at + i]))
                return false;
            number = number * 10 + (line[at + i] - '0');
        }
        at += digits;
        return true;
    }
    bool takeBlanks()
    {
        const qsizetype before = at;
        while (here() == ' ')
            ++at;
        return at > before;
    }
};

struct ClockTime
{
    int hour = 0, minute = 0, second = 0, ms = 0;
};

// 10:33:52, 10:33:52.113.403, 15:15:48,667, 03:29:07:516
bool takeClock(StampCursor &cursor, ClockTime &clock)
{
    if (!cursor.takeNumber(2, clock.hour) || !cursor.take(':') || !cursor.takeNumber(2, clock.minute)
        || !cursor.take(':') || !cursor.takeNumber(2, clock.second))
        return false;
    if (clock.hour > 23 || clock.minute > 59 || clock.second > 60 || isStampDigit(cursor.here()))
        return false;
    clock.second = std::min(clock.second, 59); // a leap second
    const char point = cursor.here();
    if ((point == '.' || point == ',' || point == ':') && cursor.at + 1 < cursor.line.size()
        && isStampDigit(cursor.line[cursor.at + 1])) {
        ++cursor.at;
        int scale = 100;
        while (isStampDigit(cursor.here())) {
            clock.ms += (cursor.here() - '0') * scale;
            scale /= 10;
            ++cursor.at;
        }
        if (point == '.' && cursor.here() == '.') { // plog: milliseconds.microseconds
            ++cursor.at;
            while (isStampDigit(cursor.here()))
                ++cursor.at;
        }
    }
    return true;
}

// Z, +0800, +08:00; minutes east
std::optional<int> takeZone(StampCursor &cursor)
{
    if (cursor.take('Z'))
        return 0;
    const char sign = cursor.here();
    if (sign != '+' && sign != '-')
        return {};
    StampCursor ahead{cursor.line, cursor.at + 1};
    int hours = 0, minutes = 0;
    if (!ahead.takeNumber(2, hours))
        return {};
    ahead.take(':');
    if (!ahead.takeNumber(2, minutes) || isStampDigit(ahead.here()) || hours > 14 || minutes > 59)
        return {};
    cursor = ahead;
    return (sign == '-' ? -1 : 1) * (hours * 60 + minutes);
}

std::optional<LogTime> stampOf(const QDate &date, const ClockTime &clock, std::optional<int> zone)
{
    if (!date.isValid())
        return {};
    const qint64 day = date.toJulianDay() - QDate(1970, 1, 1).toJulianDay();
    const qint64 seconds = ((day * 24 + clock.hour) * 60 + clock.minute) * 60 + clock.second;
    return LogTime{seconds * 1000 + clock.ms - zone.value_or(0) * 60'000, zone};
}

int monthOf(QByteArrayView line, qsizetype at)
{
    static constexpr std::array<const char *, 12> months
        = {"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    for (size_t i = 0; i < months.size(); ++i) {
        if (line.sliced(at).startsWith(months[i]))
            return int(i) + 1;
    }
    return 0;
}

struct ShortStamp
{
    int year = 0;                        // 0: it names none
    int month = 0, day = 0;
    ClockTime clock;
};

// At `at`: 06-08 14:47:32 of vLLM
bool readNumbers(QByteArrayView line, qsizetype at, ShortStamp &found)
{
    StampCursor cursor{line, at};
    return cursor.takeNumber(2, found.month) && cursor.take('-') && cursor.takeNumber(2, found.day)
        && cursor.takeBlanks() && takeClock(cursor, found.clock) && found.month >= 1 && found.month <= 12;
}

// W610 17:20:44.2, E0111 03:29:15.9, E20260106 06:43:02.9 (glog 0.5 and later, log_year_in_prefix in its flags.cc)
bool readGlog(QByteArrayView line, qsizetype at, ShortStamp &found)
{
    if (line[at] != 'I' && line[at] != 'W' && line[at] != 'E' && line[at] != 'F')
        return false;
    if (at > 0 && (isStampDigit(line[at - 1]) || (line[at - 1] >= 'A' && line[at - 1] <= 'z' && line[at - 1] != '[')))
        return false;
    qsizetype end = at + 1;
    while (end < line.size() && isStampDigit(line[end]))
        ++end;
    const qsizetype digits = end - at - 1;
    if (digits != 3 && digits != 4 && digits != 8)
        return false;
    StampCursor cursor{line, at + 1};
    if (digits == 8)
        cursor.takeNumber(4, found.year);
    return cursor.takeNumber(digits == 3 ? 1 : 2, found.month) && cursor.takeNumber(2, found.day) && cursor.takeBlanks()
        && takeClock(cursor, found.clock) && found.month >= 1 && found.month <= 12;
}

// "1764480000.123456 ", at the beginning of a line
std::optional<LogTime> countedStamp(QByteArrayView line)
{
    StampCursor cursor{line};
    int high = 0, low = 0, ms = 0, rest = 0;
    if (!cursor.takeNumber(5, high) || high < 10'000 || !cursor.takeNumber(5, low) || !cursor.take('.')
        || !cursor.takeNumber(3, ms) || !cursor.takeNumber(3, rest) || !cursor.take(' '))
        return {};
    return LogTime{(high * 100'000LL + low) * 1000 + ms, 0, true};
}

// What a collector's record says of itself, `{"log":"...","stream":"stderr","time":"2026-11-12T02:21:33.1Z"}`: within a
// message these quotes would be escaped. None: it is no such record.
std::optional<LogTime> recordStamp(QByteArrayView line, int &year)
{
    if (!line.startsWith('{'))
        return {};
    for (const QByteArrayView key : {QByteArrayView("\"time\":"), QByteArrayView("\"@timestamp\":")}) {
        const qsizetype at = line.lastIndexOf(key);
        if (at < 0)
            continue;
        StampCursor cursor{line, at + key.size()};
        cursor.takeBlanks();
        int month = 0, day = 0;
        ClockTime clock;
        if (cursor.take('"') && cursor.takeNumber(4, year) && cursor.take('-') && cursor.takeNumber(2, month)
            && cursor.take('-') && cursor.takeNumber(2, day) && cursor.take('T') && takeClock(cursor, clock)) {
            if (const auto found = stampOf(QDate(year, month, day), clock, takeZone(cursor)))
                return found;
        }
    }
    return {};
}

} // namespace

std::optional<LogTime> LogTimes::read(QByteArrayView whole)
{
    const QByteArrayView line = whole.first(std::min(whole.size(), stampWithin));
    if (const std::optional<LogTime> counted = countedStamp(line)) {
        m_year = QDate(1970, 1, 1).addDays(counted->ms / (24 * 3600 * 1000)).year();
        return counted;
    }
    if (int year = 0; const std::optional<LogTime> record = recordStamp(whole, year)) {
        m_year = year;
        return record;
    }
    std::optional<ShortStamp> without;
    for (qsizetype at = 0; at + 8 <= line.size(); ++at) {
        const char c = line[at];
        const bool isWordStart = at == 0 || !(isStampDigit(line[at - 1]) || (line[at - 1] | 0x20) == c);
        if (isStampDigit(c) && (at == 0 || !isStampDigit(line[at - 1]))) {
            StampCursor cursor{line, at};
            int year = 0, month = 0, day = 0;
            ClockTime clock;
            if (cursor.takeNumber(4, year)) {
                const char between = cursor.here();
                if ((between == '-' || between == '/') && cursor.take(between) && cursor.takeNumber(2, month)
                    && cursor.take(between) && cursor.takeNumber(2, day)
                    && (cursor.take('-') || cursor.take('T') || cursor.takeBlanks()) && takeClock(cursor, clock)) {
                    if (const auto found = stampOf(QDate(year, month, day), clock, takeZone(cursor))) {
                        m_year = year;
                        return found;
                    }
                }
            }
            ShortStamp numbers;
            if (!without && (at == 0 || line[at - 1] == ' ') && readNumbers(line, at, numbers))
                without = numbers;
        } else if (isWordStart && c >= 'A' && c <= 'Z' && !without) {
            ShortStamp glog;
            if (readGlog(line, at, glog)) {
                if (const auto found = stampOf(QDate(glog.year, glog.month, glog.day), glog.clock, {});
                    glog.year > 0 && found) {
                    m_year = glog.year;
                    return found;
                }
                without = glog;
            } else if (const int month = monthOf(line, at); month > 0 && line[at + 3] == ' ') {
                ShortStamp words{0, month, 0, {}};
                StampCursor cursor{line, at + 3};
                cursor.takeBlanks();
                if ((cursor.takeNumber(2, words.day) || cursor.takeNumber(1, words.day)) && cursor.takeBlanks()
                    && takeClock(cursor, words.clock)) {
                    int year = 0;
                    if (cursor.takeBlanks() && cursor.takeNumber(4, year) && !isStampDigit(cursor.here())) {
                        if (const auto found = stampOf(QDate(year, month, words.day), words.clock, {})) {
                            m_year = year;
                            return found;
                        }
                    }
                    without = words;
                }
            }
        }
    }
    if (!without)
        return {};
    int year = m_year;
    if (year == 0) {
        year = m_latest.year();
        const QDate date(year, without->month, without->day);
        if (!date.isValid() || date > m_latest.addDays(1))
            --year;
    }
    return stampOf(QDate(year, without->month, without->day), without->clock, {});
}
