// Reads hccn_tool's answers, as printed and in its published source (hicann/driver, src/custom/network/hccn). Most of
// them do not say which device they are about; a command line that stands above an answer ("hccn_tool -i 3 -ip -g")
// does, and so does "dev_id:3", "device 3 PING" or "[devid 3]".
// "Get ipconf failed, because no ip was preset there!" is an answer too: the device has none.
// Anything else the tool complains about is ErrorKind::Parse with what it said. Missing is nullopt or empty.
#pragma once

#include "core/base/json.h"

#include <QList>

#include <optional>

struct HccnIp
{
    std::optional<int> deviceId;
    QString ip, netmask;                 // empty: none preset
    QString ipv6;                        // -inet6
    std::optional<int> prefixLength;
    bool operator==(const HccnIp &) const = default;
};

struct HccnLink
{
    std::optional<int> deviceId;
    QString link;                        // "UP", "DOWN"
    bool operator==(const HccnLink &) const = default;
};

struct HccnHealth
{
    std::optional<int> deviceId;
    QString health; // "Success", "Socket fail", "Receive timeout", "Unreachable", "Time exceeded",
                    // "Fault", "Init" (nothing to probe), "Thread error", "Detect ip set", "Unknown"
    bool operator==(const HccnHealth &) const = default;
};

struct HccnTls
{
    std::optional<int> deviceId;
    std::optional<int> tlsSwitch;        // 0 off, 1 on
    std::optional<int> preconfigured;    // older tools leave it out
    std::optional<int> alarmDays;
    bool operator==(const HccnTls &) const = default;
};

struct HccnGateway
{
    std::optional<int> deviceId;
    QString gateway, interface;          // empty: none preset
    bool operator==(const HccnGateway &) const = default;
};

struct HccnPing
{
    std::optional<int> deviceId;
    QString address;                     // empty when only the summary line is there
    std::optional<int> transmitted, received;
    std::optional<double> lossPercent;
    QList<double> timesMs;               // of the answers that came
    bool isReachable() const { return received.value_or(0) > 0; }
    bool operator==(const HccnPing &) const = default;
};

template<typename Answer>
struct HccnAnswers
{
    QList<Answer> devices;
    bool truncated = false;              // "..." between the answers, or the text ends within a line or after a call
    bool operator==(const HccnAnswers &) const = default;
};

Result<HccnAnswers<HccnIp>> parseHccnIp(const QByteArray &text);
Result<HccnAnswers<HccnLink>> parseHccnLink(const QByteArray &text);
Result<HccnAnswers<HccnHealth>> parseHccnHealth(const QByteArray &text);
Result<HccnAnswers<HccnTls>> parseHccnTls(const QByteArray &text);
Result<HccnAnswers<HccnGateway>> parseHccnGateway(const QByteArray &text);
Result<HccnAnswers<HccnPing>> parseHccnPing(const QByteArray &text);

// {"devices": [...], "truncated": false}, and the fields of the device beside them when there is only one.
Json toJson(const HccnAnswers<HccnIp> &answers);
Json toJson(const HccnAnswers<HccnLink> &answers);
Json toJson(const HccnAnswers<HccnHealth> &answers);
Json toJson(const HccnAnswers<HccnTls> &answers);
Json toJson(const HccnAnswers<HccnGateway> &answers);
Json toJson(const HccnAnswers<HccnPing> &answers);
