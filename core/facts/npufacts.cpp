#include "core/facts/npufacts.h"

#include "core/base/languages.h"
#include "core/facts/answerwords.h"
#include "core/facts/nodefacts.h"
#include "core/parse/text.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QSet>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

struct NpuFacts
{
    ASC_TR_FUNCTIONS(NpuFacts)
};

// dcmi module initialize failed. ret is -8005 and kin: npu_smi.c and dcmi's return codes of hicann/driver. Of what
// needs neither a driver nor a restart the fact "remedy" says what it does need.
Error npuSmiFailure(const CommandOutput &output)
{
    const QString said = textOf(output.out + output.err).trimmed(), last = said.section(u'\n', -1);
    const int signal = output.exitCode > 128 && output.exitCode <= 128 + 31 ? output.exitCode - 128 : 0;
    const auto failure = [&](const QString &sentence, const QString &remedy) {
        Error error{ErrorKind::CommandFailed, sentence, said, {}};
        if (!remedy.isEmpty())
            error.facts.insert(u"remedy"_s, remedy);
        return error;
    };
    const QString look = NpuFacts::tr(
        "Run `npu-smi info` on the node yourself, and see what `dmesg | tail` says then: out of memory, for example, "
        "or a fault of the driver's. Then run this check again.");
    if (said.contains(u"ret is -8020")) // DCMI_ERR_CODE_RESOURCE_OCCUPIED
        return failure(NpuFacts::tr("npu-smi info failed: %1").arg(last),
                       NpuFacts::tr("Nothing has to be installed: another container has the NPUs. `docker ps` on the "
                                    "host names the containers; let its owner stop it, or map other NPUs. Where "
                                    "npu-smi runs in a container itself, that may be started with --privileged."));
    if (lacksLibrary(said.toUtf8()))
        return failure(NpuFacts::tr("npu-smi is there, but does not find the driver's libraries: %1").arg(last),
                       NpuFacts::tr("Let the loader find them: `export LD_LIBRARY_PATH=/usr/local/Ascend/driver/lib64/"
                                    "common:/usr/local/Ascend/driver/lib64/driver:$LD_LIBRARY_PATH`, or source the "
                                    "installation's set_env.sh. So that every login has it, write these two folders "
                                    "to a file of /etc/ld.so.conf.d and run `ldconfig` as root. Only where they are "
                                    "empty the driver is to be installed again."));
    if (signal != 0)
        return failure(said.isEmpty() ? NpuFacts::tr("npu-smi info was ended by signal %1").arg(signal)
                                      : NpuFacts::tr("npu-smi info was ended by signal %1: %2").arg(signal).arg(last),
                       look);
    if (said.isEmpty())
        return failure(NpuFacts::tr("npu-smi info ended with exit code %1 and said nothing").arg(output.exitCode),
                       look);
    if (output.exitCode == 126) // there, but of another machine, or damaged
        return failure(NpuFacts::tr("npu-smi is there, but cannot be run: %1").arg(last), look);
    // DCMI's codes are what a driver that is not loaded says; of anything else nobody knows what it needs.
    return failure(NpuFacts::tr("npu-smi info failed: %1").arg(last), said.contains(u"ret is -") ? QString() : look);
}

} // namespace

Result<NpuSmiInfo> npuSmi(NodeProbe &probe)
{
    const QStringList question{u"npu-smi"_s, u"info"_s};
    const Result<CommandOutput> output = probe.ask(question, npuSmiTimeout);
    if (!output)
        return output.error();
    if (const auto known = probe.reading<NpuSmiInfo>(question))
        return *known;
    if (isKeptOut(*output) && output->exitCode == 126)
        return keptOut(NpuFacts::tr("npu-smi is there, but this user may not run it"));
    // 126: it cannot be run; older docker exec says so of what it does not find, too
    const QByteArray said = output->out + output->err;
    if (isMissingTool(*output)
        && (output->exitCode == 127 || said.contains("not found") || said.contains("no such file")))
        return Error{ErrorKind::CommandFailed,
                     NpuFacts::tr("npu-smi is not installed, or not on the PATH."),
                     textOf(output->err),
                     {}};
    Result<NpuSmiInfo> info = parseNpuSmiInfo(output->out);
    const bool complains = !info && !parse::toolError(parse::plainLines(output->out + output->err)).isEmpty();
    if (!info && (output->exitCode != 0 || complains))
        return npuSmiFailure(*output);
    if (info)
        probe.keepReading(question, *info);
    return info;
}

PackageVersions readVersionInfo(const QString &text)
{
    PackageVersions versions;
    for (const QString &line : text.split(u'\n')) {
        const QString key = line.section(u'=', 0, 0).trimmed();
        const QString value = line.section(u'=', 1).trimmed();
        if (key == u"Version")
            versions.version = value;
        else if (key == u"compatible_version_fw")
            versions.compatibleFirmware = value;
    }
    return versions;
}

static Result<PackageVersions> versionFile(NodeProbe &probe, const QString &path)
{
    const Result<CommandOutput> output = probe.ask({u"cat"_s, path});
    if (!output)
        return output.error();
    if (isKeptOut(*output))
        return keptOut(NpuFacts::tr("%1 may not be read by this user").arg(path));
    PackageVersions versions = readVersionInfo(textOf(output->out));
    if (output->exitCode != 0 || versions.version.isEmpty())
        return Error{ErrorKind::CommandFailed,
                     NpuFacts::tr("%1 cannot be read or names no version.").arg(path),
                     textOf(output->err),
                     {}};
    versions.source = path;
    return versions;
}

Result<PackageVersions> driverVersion(NodeProbe &probe)
{
    Result<PackageVersions> file = versionFile(probe, u"/usr/local/Ascend/driver/version.info"_s);
    if (file || file.error().kind == ErrorKind::Connection)
        return file;
    const Result<NpuSmiInfo> info = npuSmi(probe);
    if (info && !info->driverVersion.isEmpty())
        return PackageVersions{info->driverVersion, {}, u"npu-smi info"_s};
    return file;
}

QString driverInWords(const NodeFacts &facts)
{
    const QString loaded = facts.npuSmi ? facts.npuSmi->driverVersion : QString();
    if (facts.driverVersion.isEmpty() || loaded.isEmpty()
        || facts.driverVersion.compare(loaded, Qt::CaseInsensitive) == 0)
        return facts.driverVersion;
    return NpuFacts::tr("%1 installed, %2 loaded").arg(facts.driverVersion, loaded);
}

QString firmwareInWords(const NodeFacts &facts)
{
    const QString &running = facts.firmwareRunning;
    if (facts.firmwareVersion.isEmpty() || running.isEmpty()
        || facts.firmwareVersion.compare(running, Qt::CaseInsensitive) == 0)
        return facts.firmwareVersion;
    return NpuFacts::tr("%1 installed, %2 running until the restart").arg(facts.firmwareVersion, running);
}

Result<QList<NpuCardBoard>> npuBoards(NodeProbe &probe, bool ofAll)
{
    const Result<NpuSmiInfo> info = npuSmi(probe);
    if (!info)
        return info.error();
    QList<int> npus;
    QList<QStringList> questions;
    for (const NpuChip &chip : info->chips) {
        if (!chip.npu || npus.contains(*chip.npu) || (!ofAll && !npus.isEmpty()))
            continue;
        npus << *chip.npu;
        questions << QStringList{u"npu-smi"_s, u"info"_s, u"-t"_s, u"board"_s, u"-i"_s, QString::number(*chip.npu)};
    }
    if (ofAll)
        probe.expect(questions, npuSmiTimeout);
    QList<NpuCardBoard> boards;
    for (qsizetype i = 0; i < npus.size(); ++i) {
        const Result<CommandOutput> answer = probe.ask(questions[i], npuSmiTimeout);
        if (!answer)
            return answer.error();
        const Result<NpuBoard> board = parseNpuSmiBoard(answer->out);
        for (const NpuCardBoard &card : board ? board->cards : QList<NpuCardBoard>()) {
            if (card.npu == npus[i])
                boards << card;
        }
    }
    return boards;
}

Result<QString> runningFirmware(NodeProbe &probe)
{
    const Result<QList<NpuCardBoard>> boards = npuBoards(probe, false);
    if (!boards)
        return boards.error();
    for (const NpuCardBoard &card : *boards) {
        if (!card.firmwareVersion.isEmpty())
            return card.firmwareVersion;
    }
    return Error{ErrorKind::CommandFailed, NpuFacts::tr("npu-smi does not tell which firmware the chips run"), {}, {}};
}

Result<PackageVersions> firmwareVersion(NodeProbe &probe)
{
    Result<PackageVersions> file = versionFile(probe, u"/usr/local/Ascend/firmware/version.info"_s);
    if (file || file.error().kind == ErrorKind::Connection)
        return file;
    if (const Result<QString> running = runningFirmware(probe))
        return PackageVersions{*running, {}, u"npu-smi info -t board"_s};
    return file;
}

// By name, the letter that says what it is: 'c' a character device. Of a link, what it leads to.
static Result<QMap<QString, QChar>> filesOfNpus(NodeProbe &probe)
{
    const Result<CommandOutput> output = probe.ask({u"ls"_s, u"-lL"_s, u"/dev"_s});
    if (!output)
        return output.error();
    if (output->exitCode != 0 && output->out.isEmpty())
        return Error{ErrorKind::CommandFailed, NpuFacts::tr("ls /dev failed: %1").arg(textOf(output->err)), {}, {}};
    static const QRegularExpression ours(
        u"^([-a-zA-Z])[-\\w.+@?]{9,}\\s.*\\s(davinci\\d+|davinci_manager|devmm_svm|hisi_hdc)$"_s,
        QRegularExpression::MultilineOption);
    QMap<QString, QChar> files;
    auto matches = ours.globalMatch(QString::fromUtf8(output->out));
    while (matches.hasNext()) {
        const QRegularExpressionMatch match = matches.next();
        files.insert(match.captured(2), match.captured(1).front());
    }
    return files;
}

Result<QStringList> deviceFiles(NodeProbe &probe)
{
    const Result<QMap<QString, QChar>> files = filesOfNpus(probe);
    return files ? files->keys(u'c') : Result<QStringList>(files.error());
}

QMap<QString, QChar> noDeviceFiles(NodeProbe &probe)
{
    const Result<QMap<QString, QChar>> files = filesOfNpus(probe);
    QMap<QString, QChar> others = files ? *files : QMap<QString, QChar>();
    others.removeIf([](const auto &file) { return file.value() == u'c'; });
    return others;
}

QList<int> deviceFileIds(const QStringList &files)
{
    QList<int> ids;
    for (const QString &file : files) {
        bool ok = false;
        const int id = file.startsWith(u"davinci"_s) ? file.mid(7).toInt(&ok) : -1;
        if (ok)
            ids << id;
    }
    std::sort(ids.begin(), ids.end());
    return ids;
}

QList<std::optional<int>> devicesOfChips(NodeProbe &probe, const NpuSmiInfo &info)
{
    QList<std::optional<int>> ids = deviceIds(info);
    if (std::all_of(ids.cbegin(), ids.cend(), [](const std::optional<int> &id) { return id.has_value(); }))
        return ids;
    QList<std::optional<int>> npus;
    QList<int> sorted;
    for (const NpuChip &chip : info.chips) {
        npus << chip.npu;
        sorted << chip.npu.value_or(-1);
    }
    std::sort(sorted.begin(), sorted.end());
    const Result<QStringList> files = deviceFiles(probe);
    return files && deviceFileIds(*files) == sorted ? npus : ids;
}

QList<int> deviceIdsOf(NodeProbe &probe)
{
    QSet<int> shown;
    bool allKnown = false;
    if (const Result<NpuSmiInfo> info = npuSmi(probe); info && !info->chips.isEmpty()) {
        const QList<std::optional<int>> ids = devicesOfChips(probe, *info);
        allKnown = std::all_of(ids.cbegin(), ids.cend(), [](const std::optional<int> &id) { return id.has_value(); });
        for (const std::optional<int> &id : ids)
            shown.insert(id.value_or(-1));
    }
    if (allKnown) {
        QList<int> sorted(shown.cbegin(), shown.cend());
        std::sort(sorted.begin(), sorted.end());
        return sorted;
    }
    const Result<QStringList> files = deviceFiles(probe);
    return files ? deviceFileIds(*files) : QList<int>();
}

QHash<int, QHash<QString, QString>> readHccnConf(const QString &text)
{
    QHash<int, QHash<QString, QString>> conf;
    static const QRegularExpression line(u"^\\s*([a-zA-Z_]+?)_(\\d+)[ \\t]*=[ \\t]*(\\S*)"_s,
                                         QRegularExpression::MultilineOption);
    auto matches = line.globalMatch(text);
    while (matches.hasNext()) {
        const QRegularExpressionMatch match = matches.next();
        conf[match.captured(2).toInt()][match.captured(1)] = match.captured(3);
    }
    return conf;
}

Result<QString> hccnConf(NodeProbe &probe)
{
    const Result<CommandOutput> output = probe.ask({u"cat"_s, u"/etc/hccn.conf"_s});
    if (!output)
        return output.error();
    if (isKeptOut(*output))
        return keptOut(NpuFacts::tr("%1 may not be read by this user").arg(u"/etc/hccn.conf"_s));
    if (output->exitCode != 0)
        return Error{ErrorKind::CommandFailed,
                     NpuFacts::tr("/etc/hccn.conf cannot be read: %1").arg(textOf(output->err)),
                     {},
                     {}};
    return textOf(output->out);
}

Result<QList<HccnFacts>> hccnFacts(NodeProbe &probe)
{
    const QList<int> ids = deviceIdsOf(probe);
    QList<HccnFacts> facts;
    for (const int id : ids) {
        HccnFacts one;
        one.deviceId = id;
        facts << one;
    }
    if (ids.isEmpty())
        return facts;
    const auto fill = [&](const QString &what, const auto &set) -> std::optional<Error> {
        const Result<QList<DeviceAnswer>> answers = askHccn(probe, what, ids);
        if (!answers)
            return answers.error();
        for (const DeviceAnswer &answer : *answers) {
            for (HccnFacts &one : facts) {
                if (one.deviceId == answer.device)
                    set(one, answer.text);
            }
        }
        return {};
    };
    const auto ip = [](HccnFacts &one, const QByteArray &text) {
        const auto told = readHccnIp(text);
        const auto [address, netmask] = told.value_or(QPair<QString, QString>());
        one.isIpTold = told.has_value();
        one.ip = address;
        one.netmask = netmask;
    };
    if (auto error = fill(u"ip"_s, ip))
        return *error;
    if (auto error = fill(u"link"_s, [](HccnFacts &one, const QByteArray &text) {
            one.link = readHccnLink(text).value_or(QString());
        }))
        return *error;
    if (auto error = fill(u"net_health"_s, [](HccnFacts &one, const QByteArray &text) {
            one.health = readHccnHealth(text).value_or(QString());
        }))
        return *error;
    if (auto error = fill(u"gateway"_s, [](HccnFacts &one, const QByteArray &text) {
            one.gateway = readHccnGateway(text).value_or(QString());
        }))
        return *error;
    if (auto error = fill(u"tls"_s, [](HccnFacts &one, const QByteArray &text) { one.tlsSwitch = readHccnTls(text); }))
        return *error;
    return facts;
}
