// Time stamps in the lines of logs. Layouts that are known, each from a real log:
//   plog, slog, torch_npu   2026-03-18-10:33:52.113.403   [2025-04-16-03:08:13.704312]   2026-06-08-10:55:39
//   MindIE                  [2025-11-10 09:57:11.935]     [2025-06-23 10:53:57.023+0800]   ...+08:00
//   Python's logging        2026-05-26 15:15:48,667       2026-06-11 00:50:27.370855     2026-06-22 03:29:07:516
//   docker, sysmonitor      2024-08-30T17:01:48.358351+00:00   ...Z
//   MindCluster             2024/01/10 02:29:39.034681
//   vLLM                    ERROR 06-08 14:47:32 [async_llm.py:704]             no year
//   c10, Kubernetes         W610 17:20:44.224261525       E0111 03:29:15.991928  no year
//   glog (Mooncake)         E20260106 06:43:02.966156  5793 file.cpp:12]
//   syslog, dmesg -T        Mar 18 22:03:09 host kernel:  [Mon Mar 18 22:03:09 2024]
//   journalctl -o short-unix  1764480000.123456 host app[12]:
// A record of JSON has the time of whoever collected it, whatever the line within says: two clocks in one log give no
// order.
// dmesg's seconds since the start ("[16794.226248]") are none: no other log counts from there. Pure.
#pragma once

#include <QByteArrayView>
#include <QDate>

#include <optional>

struct LogTime
{
    qint64 ms = 0;                       // since 1970; as if its clock showed UTC where it does not name its zone
    std::optional<int> zoneMinutes;      // east of UTC, where the line names it; ms is UTC then
    bool isCounted = false;              // since 1970: ms is UTC, and it tells of no zone in which the node's clock is
    bool operator==(const LogTime &) const = default;
};

// Of one log, line after line: a stamp without a year has that of the last one with a year, else the last year in which
// it is not later than `latest` (when the log was written to last).
class LogTimes
{
public:
    explicit LogTimes(QDate latest)
        : m_latest(latest)
    {
    }
    std::optional<LogTime> read(QByteArrayView line);
    // False: no stamp with a year has come, those that were read have one that was guessed.
    bool knowsYear() const { return m_year != 0; }

private:
    QDate m_latest;
    int m_year = 0;
};
