// hccn_tool: one question put to many devices side by side, and what the answers say.
#include "core/facts/npufacts.h"
#include "core/parse/hccn.h"

#include <QElapsedTimer>
#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace {

const QString toolPath = u"/usr/local/Ascend/driver/tools/hccn_tool"_s;
constexpr std::chrono::seconds callTimeout{10};
constexpr int mostTries = 4;

// It locks while it works: who came meanwhile is told so, and comes again.
bool isBusy(const QByteArray &text)
{
    return text.contains("hccn_tool is busy") || text.contains("Get lock failed")
        || text.contains("The device is occupied");
}

// hccn_tool is often off the PATH.
Result<QString> toolName(NodeProbe &probe)
{
    const Result<CommandOutput> output = probe.askQuietly(hccnLocator());
    if (!output && output.error().kind != ErrorKind::Timeout)
        return output.error();
    const QString name = output ? textOf(output->out) : QString();
    return name.endsWith(toolPath) ? name : u"hccn_tool"_s;
}

// What the device said, stdout and stderr; 124: nothing in time.
Result<CommandOutput> answerOf(NodeProbe &probe, const QStringList &question)
{
    Result<CommandOutput> output = probe.ask(question, callTimeout);
    for (int tries = 1; tries < mostTries && output && isBusy(output->out + output->err); ++tries) {
        probe.settle(); // now alone
        probe.forget(question);
        output = probe.ask(question, callTimeout);
    }
    if (!output && output.error().kind == ErrorKind::Timeout) {
        output = probe.askQuietly(question, callTimeout);
        return output ? output : CommandOutput{124, {}, {}, true, callTimeout};
    }
    return output;
}

QByteArray textOfBoth(const CommandOutput &output)
{
    return output.out + (output.out.isEmpty() || output.out.endsWith('\n') || output.err.isEmpty() ? "" : "\n")
        + output.err;
}

} // namespace

QStringList hccnLocator()
{
    return {u"sh"_s, u"-c"_s, u"if command -v hccn_tool >/dev/null 2>&1; then echo hccn_tool; else echo \"$1\"; fi"_s,
            u"hccn_tool"_s, toolPath};
}

QStringList hccnQuestion(const QString &tool, int device, const QString &what)
{
    return {tool, u"-i"_s, QString::number(device), u'-' + what, u"-g"_s};
}

QStringList pingQuestion(const QString &tool, int device, const QString &address)
{
    return {tool, u"-i"_s, QString::number(device), u"-ping"_s, u"-g"_s, u"address"_s, address};
}

Result<QList<DeviceAnswer>> askHccn(NodeProbe &probe, const QString &what, const QList<int> &devices)
{
    if (devices.isEmpty())
        return QList<DeviceAnswer>();
    const Result<QString> tool = toolName(probe);
    if (!tool)
        return tool.error();
    QList<QStringList> questions;
    for (const int device : devices)
        questions << hccnQuestion(*tool, device, what);
    probe.expect(questions, callTimeout);
    QList<DeviceAnswer> answers;
    for (qsizetype i = 0; i < devices.size(); ++i) {
        const Result<CommandOutput> output = answerOf(probe, questions[i]);
        if (!output)
            return output.error();
        answers.append({devices[i], output->exitCode, textOfBoth(*output)});
    }
    return answers;
}

Result<QList<PingAnswer>> askPings(NodeProbe &probe, const QList<QPair<int, QString>> &pairs, int seconds)
{
    if (pairs.isEmpty())
        return QList<PingAnswer>();
    const Result<QString> tool = toolName(probe);
    if (!tool)
        return tool.error();
    QList<QStringList> questions;
    for (const auto &[device, address] : pairs)
        questions << pingQuestion(*tool, device, address);
    probe.expect(questions, callTimeout);
    QElapsedTimer clock;
    clock.start();
    QList<PingAnswer> answers;
    for (qsizetype i = 0; i < pairs.size(); ++i) {
        if (clock.elapsed() >= seconds * 1000) {
            probe.dropExpected();
            if (!probe.isUnderWay(questions[i]))
                continue;
        }
        const Result<CommandOutput> output = answerOf(probe, questions[i]);
        if (!output)
            return output.error();
        const QByteArray text = textOfBoth(*output);
        answers.append({pairs[i].first, pairs[i].second,
                        output->exitCode == 124 ? std::optional(false) : readHccnPing(text), text});
    }
    return answers;
}

// One device's answer holds one device; several, or none, is not an answer to one question.
template<typename Answers>
static auto onlyOne(const Answers &answers) -> std::optional<std::decay_t<decltype(answers->devices.first())>>
{
    if (!answers || answers->devices.size() != 1)
        return {};
    return answers->devices.first();
}

std::optional<QPair<QString, QString>> readHccnIp(const QByteArray &text)
{
    const auto one = onlyOne(parseHccnIp(text));
    return one ? std::optional(std::pair(one->ip, one->netmask)) : std::nullopt;
}

std::optional<QString> readHccnLink(const QByteArray &text)
{
    const auto one = onlyOne(parseHccnLink(text));
    return one && !one->link.isEmpty() ? std::optional(one->link) : std::nullopt;
}

std::optional<QString> readHccnHealth(const QByteArray &text)
{
    const auto one = onlyOne(parseHccnHealth(text));
    return one && !one->health.isEmpty() ? std::optional(one->health) : std::nullopt;
}

std::optional<QString> readHccnGateway(const QByteArray &text)
{
    const auto one = onlyOne(parseHccnGateway(text));
    return one ? std::optional(one->gateway) : std::nullopt;
}

std::optional<QString> readHccnNetdetect(const QByteArray &text)
{
    // "netdetect address: A", as the manual has it, or "netdetect addr: A", as its published source prints it
    static const QRegularExpression shape(u"^netdetect addr(?:ess)?\\s*:\\s*(\\d{1,3}(?:\\.\\d{1,3}){3})\\s*$"_s,
                                          QRegularExpression::MultilineOption);
    const QRegularExpressionMatch match = shape.match(QString::fromUtf8(text));
    return match.hasMatch() ? std::optional(match.captured(1)) : std::nullopt;
}

std::optional<int> readHccnTls(const QByteArray &text)
{
    const auto one = onlyOne(parseHccnTls(text));
    return one ? one->tlsSwitch : std::nullopt;
}

std::optional<bool> readHccnPing(const QByteArray &text)
{
    const auto one = onlyOne(parseHccnPing(text));
    if (!one || !one->transmitted || !one->received)
        return {};
    return *one->received > 0 && *one->received == *one->transmitted;
}
