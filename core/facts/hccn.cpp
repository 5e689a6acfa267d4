// hccn_tool: one question put to many devices in one round trip, and what the answers say.
#include "core/facts/npufacts.h"
#include "core/parse/hccn.h"


using namespace Qt::StringLiterals;

namespace {

// hccn_tool is often off the PATH. One call after the other: it locks ("hccn_tool is busy, please try again.").
// `timeout` bounds each call where the machine has it; a call that hangs ends the probe.
const char *const probeScript =
    "tool=$1; what=$2; shift 2\n"
    "command -v hccn_tool >/dev/null 2>&1 && tool=hccn_tool\n"
    "limit=; command -v timeout >/dev/null 2>&1 && limit='timeout 10'\n"
    "for device in \"$@\"; do\n"
    "  printf '#asked %s\\n' \"$device $tool\"\n"
    "  $limit \"$tool\" -i \"$device\" \"-$what\" -g </dev/null 2>&1\n"
    "  code=$?; printf '\\n#exit %s\\n' \"$code\"\n"
    "  [ \"$code\" -eq 124 ] && exit 0\n"
    "done\n"
    "exit 0";

const char *const pingScript =
    "tool=$1; seconds=$2; shift 2\n"
    "command -v hccn_tool >/dev/null 2>&1 && tool=hccn_tool\n"
    "limit=; command -v timeout >/dev/null 2>&1 && limit='timeout 10'\n"
    "end=$(($(date +%s) + seconds))\n"
    "while [ $# -ge 2 ]; do\n"
    "  [ \"$(date +%s)\" -ge \"$end\" ] && exit 0\n"
    "  printf '#asked %s\\n' \"$1 $tool $2\"\n"
    "  $limit \"$tool\" -i \"$1\" -ping -g address \"$2\" </dev/null 2>&1\n"
    "  printf '\\n#exit %s\\n' \"$?\"\n"
    "  shift 2\n"
    "done\n"
    "exit 0";

const QString toolPath = u"/usr/local/Ascend/driver/tools/hccn_tool"_s;

struct Piece
{
    QStringList asked;                   // device, tool, ...
    QByteArray text;
    int exitCode = -1;
};

QList<Piece> pieces(const QByteArray &output)
{
    QList<Piece> all;
    for (const QByteArray &line : output.split('\n')) {
        if (line.startsWith("#asked ")) {
            all.append({QString::fromUtf8(line.mid(7)).split(u' '), {}, -1});
        } else if (!all.isEmpty() && line.startsWith("#exit ")) {
            all.last().exitCode = line.mid(6).toInt();
        } else if (!all.isEmpty() && all.last().exitCode < 0 && !line.trimmed().isEmpty()) {
            all.last().text += line + '\n';
        }
    }
    // A last call that never came back has no exit code: it was not answered.
    if (!all.isEmpty() && all.last().exitCode < 0)
        all.last().exitCode = 124;
    for (Piece &piece : all) { // its last line may be cut
        if (piece.exitCode == 124 && piece.text.endsWith('\n'))
            piece.text.chop(1);
    }
    return all;
}

QByteArray shown(const Piece &piece)
{
    return piece.exitCode == 124 ? piece.text + (piece.text.isEmpty() ? "" : "\n") + "(no answer in time)" : piece.text;
}

} // namespace

QStringList hccnProbe(const QString &what, const QList<int> &devices)
{
    QStringList argv{u"sh"_s, u"-c"_s, QString::fromLatin1(probeScript), u"hccn_tool"_s, toolPath, what};
    for (const int device : devices)
        argv << QString::number(device);
    return argv;
}

Result<QList<DeviceAnswer>> askHccn(NodeInquiry &ask, const QString &what, const QList<int> &devices)
{
    if (devices.isEmpty())
        return QList<DeviceAnswer>();
    const Result<CommandOutput> output = ask.askQuietly(hccnProbe(what, devices), std::chrono::seconds(15 + 3 * devices.size()));
    if (!output) {
        ask.note(u"hccn_tool -i %1 -%2 -g"_s.arg(devices.first()).arg(what), output.error().message.toUtf8());
        return output.error();
    }
    QList<DeviceAnswer> answers;
    for (const Piece &piece : pieces(output->out)) {
        ask.note(u"%1 -i %2 -%3 -g"_s.arg(piece.asked.value(1), piece.asked.value(0), what), shown(piece));
        answers.append({piece.asked.value(0).toInt(), piece.exitCode, piece.text});
    }
    return answers;
}

QStringList pingProbe(const QList<QPair<int, QString>> &pairs, int seconds)
{
    QStringList argv{u"sh"_s, u"-c"_s, QString::fromLatin1(pingScript), u"hccn_tool"_s, toolPath, QString::number(seconds)};
    for (const auto &[device, address] : pairs)
        argv << QString::number(device) << address;
    return argv;
}

Result<QList<PingAnswer>> askPings(NodeInquiry &ask, const QList<QPair<int, QString>> &pairs, int seconds)
{
    if (pairs.isEmpty())
        return QList<PingAnswer>();
    const Result<CommandOutput> output = ask.askQuietly(pingProbe(pairs, seconds), std::chrono::seconds(seconds + 15));
    if (!output) {
        ask.note(u"hccn_tool -i %1 -ping -g address %2"_s.arg(pairs.first().first).arg(pairs.first().second),
                 output.error().message.toUtf8());
        return output.error();
    }
    QList<PingAnswer> answers;
    for (const Piece &piece : pieces(output->out)) {
        ask.note(u"%1 -i %2 -ping -g address %3"_s.arg(piece.asked.value(1), piece.asked.value(0), piece.asked.value(2)), shown(piece));
        answers.append({piece.asked.value(0).toInt(), piece.asked.value(2),
                        piece.exitCode == 124 ? std::optional(false) : readHccnPing(piece.text), piece.text});
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
