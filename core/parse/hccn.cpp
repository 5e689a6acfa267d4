#include "core/parse/hccn.h"

#include "core/parse/text.h"

#include <QRegularExpression>

using namespace Qt::StringLiterals;
using namespace parse;

namespace {

// The lines of a text with the device they are about, as far as the text says.
struct HccnLine
{
    std::optional<int> deviceId;
    QString text;                        // without "[devid N]", trimmed
    bool isCommand = false;
    bool isElision = false;
};

QList<HccnLine> hccnLines(const QStringList &lines)
{
    static const QRegularExpression command(uR"(hccn_tool\b.*?\s-i\s+(\d{1,4})\b)"_s);
    static const QRegularExpression prefix(uR"(^\s*\[?(?:devid|device|dev_id)[ :]\s*(\d{1,4})\]?[:,]?\s*(?=\S)(.*)$)"_s,
                                           QRegularExpression::CaseInsensitiveOption);
    QList<HccnLine> out;
    std::optional<int> current;
    for (const QString &line : lines) {
        if (line.contains(u"hccn_tool") && !line.contains(u"busy")) {
            const QRegularExpressionMatch match = command.match(line);
            current = match.hasMatch() ? smallInteger(match.captured(1)) : std::nullopt;
            out << HccnLine{current, line.trimmed(), true, false};
        } else if (isElision(line)) {
            current.reset();
            out << HccnLine{{}, {}, false, true};
        } else if (const QRegularExpressionMatch match = prefix.match(line); match.hasMatch()) {
            out << HccnLine{smallInteger(match.captured(1)), match.captured(2).trimmed(), false, false};
        } else if (!line.trimmed().isEmpty()) {
            out << HccnLine{current, line.trimmed(), false, false};
        }
    }
    return out;
}

// A call stands at the end and its answer does not.
bool lacksAnswer(const QList<HccnLine> &lines)
{
    return !lines.isEmpty() && lines.last().isCommand && lines.last().deviceId;
}

// The value of "key : value" when the line starts with that key.
std::optional<QString> valueAfter(const QString &line, QLatin1String key)
{
    if (!line.startsWith(key, Qt::CaseInsensitive))
        return std::nullopt;
    const QString rest = line.mid(key.size()).trimmed();
    if (!rest.startsWith(u':'))
        return std::nullopt;
    return rest.mid(1).trimmed();
}

bool isAddress(const QString &text)
{
    static const QRegularExpression v4(uR"(^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$)"_s);
    const QRegularExpressionMatch match = v4.match(text);
    if (!match.hasMatch())
        return false;
    for (int i = 1; i <= 4; ++i) {
        if (match.captured(i).toInt() > 255)
            return false;
    }
    return true;
}

QString addressOrEmpty(const QString &text)
{
    return isAddress(text) ? text : QString();
}

template<typename Answer>
Json answersJson(const HccnAnswers<Answer> &answers, Json (*one)(const Answer &))
{
    Json devices = Json::array();
    for (const Answer &answer : answers.devices)
        devices.push_back(one(answer));
    Json json = Json::object();
    if (answers.devices.size() == 1)
        json = devices[0];
    json["devices"] = devices;
    json["truncated"] = answers.truncated;
    return json;
}

template<typename Answer>
Result<HccnAnswers<Answer>> answersOr(const HccnAnswers<Answer> &answers, const QString &what, const WholeLines &lines)
{
    if (answers.devices.isEmpty())
        return notThisKind(what, lines);
    return answers;
}

} // namespace

Result<HccnAnswers<HccnIp>> parseHccnIp(const QByteArray &text)
{
    const WholeLines whole = wholeLines(text);
    const QList<HccnLine> lines = hccnLines(whole.lines);
    HccnAnswers<HccnIp> answers;
    answers.truncated = whole.isCut || lacksAnswer(lines);
    bool open = false; // the last device may still get its netmask
    for (const HccnLine &line : lines) {
        if (line.isCommand || line.isElision) {
            open = false;
            answers.truncated |= line.isElision;
        } else if (const auto ip = valueAfter(line.text, "ipaddr"_L1); ip && isAddress(*ip)) {
            answers.devices << HccnIp{line.deviceId, *ip, {}, {}, {}};
            open = true;
        } else if (const auto mask = valueAfter(line.text, "netmask"_L1); mask && open && isAddress(*mask)) {
            answers.devices.last().netmask = *mask;
        } else if (const auto v6 = valueAfter(line.text, "ipv6_address"_L1); v6 && v6->contains(u':')) {
            answers.devices << HccnIp{line.deviceId, {}, {}, *v6, {}};
            open = true;
        } else if (const auto length = valueAfter(line.text, "prefix_length"_L1); length && open) {
            answers.devices.last().prefixLength = smallInteger(*length);
        } else if (line.text.contains(u"no ip was preset", Qt::CaseInsensitive)) {
            answers.devices << HccnIp{line.deviceId, {}, {}, {}, {}};
            open = false;
        }
    }
    return answersOr(answers, u"hccn_tool -ip -g"_s, whole);
}

Result<HccnAnswers<HccnLink>> parseHccnLink(const QByteArray &text)
{
    const WholeLines whole = wholeLines(text);
    const QList<HccnLine> lines = hccnLines(whole.lines);
    HccnAnswers<HccnLink> answers;
    answers.truncated = whole.isCut || lacksAnswer(lines);
    for (const HccnLine &line : lines) {
        answers.truncated |= line.isElision;
        if (const auto link = valueAfter(line.text, "link status"_L1); link && !line.isCommand && !isBlankValue(*link))
            answers.devices << HccnLink{line.deviceId, *link};
    }
    return answersOr(answers, u"hccn_tool -link -g"_s, whole);
}

Result<HccnAnswers<HccnHealth>> parseHccnHealth(const QByteArray &text)
{
    const WholeLines whole = wholeLines(text);
    const QList<HccnLine> lines = hccnLines(whole.lines);
    HccnAnswers<HccnHealth> answers;
    answers.truncated = whole.isCut || lacksAnswer(lines);
    for (const HccnLine &line : lines) {
        answers.truncated |= line.isElision;
        if (const auto health = valueAfter(line.text, "net health status"_L1);
            health && !line.isCommand && !health->isEmpty())
            answers.devices << HccnHealth{line.deviceId, *health};
    }
    return answersOr(answers, u"hccn_tool -net_health -g"_s, whole);
}

Result<HccnAnswers<HccnTls>> parseHccnTls(const QByteArray &text)
{
    static const QRegularExpression tlsSwitch(uR"(tls switch\[([01])\])"_s),
        preset(uR"(tls preconfigured\[([01])\])"_s);
    static const QRegularExpression days(uR"(tls alarm time threshold\[(\d{1,6})\])"_s);
    const auto captured = [](const QRegularExpression &expression, const QString &line) -> std::optional<int> {
        const QRegularExpressionMatch match = expression.match(line);
        return match.hasMatch() ? smallInteger(match.captured(1)) : std::nullopt;
    };
    const WholeLines whole = wholeLines(text);
    const QList<HccnLine> lines = hccnLines(whole.lines);
    HccnAnswers<HccnTls> answers;
    answers.truncated = whole.isCut || lacksAnswer(lines);
    for (const HccnLine &line : lines) {
        answers.truncated |= line.isElision;
        if (const auto on = captured(tlsSwitch, line.text))
            answers.devices << HccnTls{line.deviceId, on, captured(preset, line.text), captured(days, line.text)};
    }
    return answersOr(answers, u"hccn_tool -tls -g"_s, whole);
}

Result<HccnAnswers<HccnGateway>> parseHccnGateway(const QByteArray &text)
{
    const WholeLines whole = wholeLines(text);
    const QList<HccnLine> lines = hccnLines(whole.lines);
    HccnAnswers<HccnGateway> answers;
    answers.truncated = whole.isCut || lacksAnswer(lines);
    for (const HccnLine &line : lines) {
        answers.truncated |= line.isElision;
        if (const auto gateway = valueAfter(line.text, "default gateway"_L1); gateway && !line.isCommand) {
            const QString address = gateway->section(u',', 0, 0).trimmed();
            const QString interface = gateway->section(u"Iface:"_s, 1).trimmed();
            answers.devices << HccnGateway{line.deviceId, addressOrEmpty(address), interface};
        } else if (line.text.contains(u"no gateway was preset", Qt::CaseInsensitive)) {
            answers.devices << HccnGateway{line.deviceId, {}, {}};
        }
    }
    return answersOr(answers, u"hccn_tool -gateway -g"_s, whole);
}

Result<HccnAnswers<HccnPing>> parseHccnPing(const QByteArray &text)
{
    static const QRegularExpression start(uR"(\bPING\s+(\S+))"_s);
    static const QRegularExpression reply(uR"(^recv seq=\d+,\s*time=(\d+(?:\.\d+)?)\s*ms)"_s);
    static const QRegularExpression summary(
        uR"((\d{1,9}) packets transmitted,\s*(\d{1,9}) received,\s*(\d+(?:\.\d+)?)% packet loss)"_s);
    const WholeLines whole = wholeLines(text);
    const QList<HccnLine> lines = hccnLines(whole.lines);
    HccnAnswers<HccnPing> answers;
    answers.truncated = whole.isCut || lacksAnswer(lines);
    HccnPing open;
    bool any = false;
    const auto close = [&] {
        if (any)
            answers.devices << open;
        open = {};
        any = false;
    };
    for (const HccnLine &line : lines) {
        answers.truncated |= line.isElision;
        if (line.isCommand || line.isElision) {
            close();
        } else if (const auto match = start.match(line.text); match.hasMatch()) {
            close();
            open.deviceId = line.deviceId;
            open.address = match.captured(1);
            any = true;
        } else if (const auto answer = reply.match(line.text); answer.hasMatch()) {
            open.timesMs << answer.captured(1).toDouble();
            any = true;
        } else if (const auto end = summary.match(line.text); end.hasMatch()) {
            if (!open.deviceId)
                open.deviceId = line.deviceId;
            open.transmitted = smallInteger(end.captured(1));
            open.received = smallInteger(end.captured(2));
            open.lossPercent = number(end.captured(3));
            any = true;
            close();
        }
    }
    if (any) { // no summary: cut off
        answers.truncated = true;
        close();
    }
    return answersOr(answers, u"hccn_tool -ping -g"_s, whole);
}

Json toJson(const HccnAnswers<HccnIp> &answers)
{
    return answersJson<HccnIp>(answers, [](const HccnIp &a) -> Json {
        Json json = {{"deviceId", nullable(a.deviceId)}, {"ip", textOrNull(a.ip)}, {"netmask", textOrNull(a.netmask)}};
        if (!a.ipv6.isEmpty()) {
            json["ipv6"] = a.ipv6;
            json["prefixLength"] = nullable(a.prefixLength);
        }
        return json;
    });
}

Json toJson(const HccnAnswers<HccnLink> &answers)
{
    return answersJson<HccnLink>(answers, [](const HccnLink &a) -> Json {
        return {{"deviceId", nullable(a.deviceId)}, {"link", a.link}};
    });
}

Json toJson(const HccnAnswers<HccnHealth> &answers)
{
    return answersJson<HccnHealth>(answers, [](const HccnHealth &a) -> Json {
        return {{"deviceId", nullable(a.deviceId)}, {"health", a.health}};
    });
}

Json toJson(const HccnAnswers<HccnTls> &answers)
{
    return answersJson<HccnTls>(answers, [](const HccnTls &a) -> Json {
        return {{"deviceId", nullable(a.deviceId)}, {"tlsSwitch", nullable(a.tlsSwitch)},
                {"preconfigured", nullable(a.preconfigured)}, {"alarmDays", nullable(a.alarmDays)}};
    });
}

Json toJson(const HccnAnswers<HccnGateway> &answers)
{
    return answersJson<HccnGateway>(answers, [](const HccnGateway &a) -> Json {
        return {{"deviceId", nullable(a.deviceId)},
                {"gateway", textOrNull(a.gateway)},
                {"interface", textOrNull(a.interface)}};
    });
}

Json toJson(const HccnAnswers<HccnPing> &answers)
{
    return answersJson<HccnPing>(answers, [](const HccnPing &a) -> Json {
        return {{"deviceId", nullable(a.deviceId)},       {"address", textOrNull(a.address)},
                {"transmitted", nullable(a.transmitted)}, {"received", nullable(a.received)},
                {"lossPercent", nullable(a.lossPercent)}, {"timesMs", a.timesMs}};
    });
}
