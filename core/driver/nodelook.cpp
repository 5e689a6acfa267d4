#include "core/driver/nodelook.h"

#include "core/deploy/daemon.h"
#include "core/driver/drivertext.h"
#include "core/facts/answerwords.h"
#include "core/facts/containerfacts.h"
#include "core/facts/containerspec.h"
#include "core/facts/holders.h"
#include "core/facts/hostfacts.h"
#include "core/facts/npufacts.h"

#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace {

const QString folderPath = QLatin1String(packagesFolder);

// One line each: "uid 0", "user yes", "boot ID", "up SECONDS", "missing TOOL".
const QString hostScript
    = u"echo uid $(id -u); if id HwHiAiUser >/dev/null 2>&1; then echo user yes; else echo user no; fi; "
      "echo boot $(cat /proc/sys/kernel/random/boot_id); echo up $(cut -d. -f1 /proc/uptime); "
      "for t in setsid flock sha256sum tail reboot; do command -v $t >/dev/null 2>&1 || echo missing $t; done; "
      "exit 0"_s;

// Whether its installer runs is told by the lock, which only an installer holds, and which names its package; read
// first, so that what follows is final. Those that only look share it: they are in nobody's way.
const QString stateScript
    = u"cd \"$1\" 2>/dev/null || { echo free; echo --; exit 0; }; "
      "if [ ! -e .installing ] || flock -s -n .installing true; then echo free; "
      "else w=$(head -n 1 .installing); case $w in ''|\"$2\") echo held;; *) echo other;; esac; fi; "
      "cat \"$2.state\" 2>/dev/null; echo --; tail -c +\"$3\" \"$2.log\" 2>/dev/null; exit 0"_s;

// PCI ids of the chips, as lspci prints them (910B and the inference cards; of others no source is known to us).
QString familyByLspci(const QString &text)
{
    static const QRegularExpression device(u"Device (d802|d500)\\b"_s);
    const QString id = device.match(text).captured(1);
    return id == "d802"_L1 ? u"910b"_s : id == "d500"_L1 ? u"310p"_s : QString();
}

} // namespace

QStringList DriverLook::users() const
{
    QStringList names;
    for (const Container &container : running) {
        if (container.usesNpu || container.mayUseNpu)
            names << container.name;
    }
    return names;
}

QStringList bootIdQuestion() { return {u"cat"_s, u"/proc/sys/kernel/random/boot_id"_s}; }

Result<QString> bootIdOf(Shell &shell, std::stop_token stop)
{
    Command command{bootIdQuestion()};
    command.isQuestion = true;
    const Result<CommandOutput> output = shell.run(command, stop);
    if (!output)
        return output.error();
    static const QRegularExpression shape(u"^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$"_s);
    const QString id = QString::fromLatin1(output->out).trimmed();
    if (output->exitCode != 0 || !shape.match(id).hasMatch())
        return Error{ErrorKind::Parse, DriverText::tr("The node does not tell its boot id."), textOf(output->err), {}};
    return id;
}

QStringList installerQuestion(const QString &package, qint64 logFrom)
{
    return {u"sh"_s, u"-c"_s, stateScript, u"sh"_s, folderPath, package, QString::number(logFrom + 1)};
}

InstallerState readInstallerState(const QString &text)
{
    InstallerState state;
    const QStringList lines = text.split(u'\n');
    const bool isHeld = lines.value(0) == "held"_L1;
    for (const QString &line : lines) {
        const QStringList parts = words(line);
        if (parts.value(0) == "begun"_L1) {
            state.kind = isHeld ? InstallerState::Kind::Running : InstallerState::Kind::CutShort;
            state.bootId = parts.value(1);
            bool isNumber = false;
            if (const int chips = parts.value(2).toInt(&isNumber); isNumber)
                state.chips = chips;
        } else if (parts.value(0) == "ended"_L1 && state.kind != InstallerState::Kind::None) {
            state.kind = InstallerState::Kind::Ended;
            state.exitCode = parts.value(1).toInt();
        }
    }
    return state;
}

Result<InstallerState> installerState(Shell &shell, const QString &package, std::stop_token stop)
{
    const Result<CommandOutput> output = shell.run({.argv = installerQuestion(package, 1 << 30)}, stop);
    if (!output)
        return output.error();
    return readInstallerState(QString::fromUtf8(output->out).section(u"\n--\n"_s, 0, 0));
}

Result<std::optional<QString>> runningInstaller(Shell &shell, std::stop_token stop)
{
    const Result<CommandOutput> output = shell.run({.argv = runningInstallerQuestion()}, stop);
    if (!output)
        return output.error();
    return readRunningInstaller(QString::fromUtf8(output->out));
}

Result<DriverLook> lookAtNode(Shell &shell, const Node &node, const HdkPackage &driver, const HdkPackage &firmware,
                              std::stop_token stop)
{
    NodeProbe probe(shell, stop);
    DriverLook look;
    look.node = node.name;
    look.isSimulated = isSimulated(probe);
    const Result<CommandOutput> host = probe.ask({u"sh"_s, u"-c"_s, hostScript});
    if (!host)
        return host.error();
    for (const QString &line : textOf(host->out).split(u'\n')) {
        const QStringList parts = words(line);
        if (parts.value(0) == "uid"_L1)
            look.isRoot = parts.value(1) == "0"_L1;
        else if (parts.value(0) == "user"_L1)
            look.hasRunUser = parts.value(1) == "yes"_L1;
        else if (parts.value(0) == "boot"_L1)
            look.bootId = parts.value(1);
        else if (parts.value(0) == "up"_L1 && parts.size() == 2)
            look.upSeconds = parts[1].toLongLong();
        else if (parts.value(0) == "missing"_L1)
            look.missingTools << parts.value(1);
    }
    if (const Result<OsFacts> os = osFacts(probe))
        look.arch = os->arch;
    if (const Result<PackageVersions> version = driverVersion(probe);
        version && version->source.startsWith(u'/'))
        look.installedDriver = version->version;
    if (const Result<PackageVersions> version = firmwareVersion(probe); version && version->source.startsWith(u'/'))
        look.installedFirmware = version->version;
    const Result<NpuSmiInfo> info = npuSmi(probe);
    if (info) {
        look.npuSmi = *info;
        look.loadedDriver = info->driverVersion;
        look.chips = chipFamily(*info);
        QList<int> cards;
        for (const NpuChip &chip : info->chips) {
            if (chip.npu && !cards.contains(*chip.npu))
                cards << *chip.npu;
        }
        static const QRegularExpression line(u"^[ \\t]*Firmware Version[ \\t]*:[ \\t]*(\\S+)"_s,
                                             QRegularExpression::MultilineOption);
        for (const int card : std::as_const(cards)) {
            const Result<CommandOutput> board = probe.ask(
                {u"npu-smi"_s, u"info"_s, u"-t"_s, u"board"_s, u"-i"_s, QString::number(card)}, npuSmiTimeout);
            const QString version = board ? line.match(textOf(board->out)).captured(1) : QString();
            if (!version.isEmpty() && version != "NA"_L1 && !look.chipFirmware.contains(version))
                look.chipFirmware << version;
        }
    } else {
        look.npuSmiError = info.error().message;
        // What has a remedy of its own needs no driver.
        look.isDriverSilent
            = info.error().kind == ErrorKind::CommandFailed && !info.error().facts.contains(u"remedy"_s);
    }
    if (look.chips.isEmpty()) {
        if (const Result<CommandOutput> pci = probe.ask({u"lspci"_s}))
            look.chips = familyByLspci(textOf(pci->out));
    }
    const Result<DiskSpace> disk = diskSpace(probe, folderPath), temp = diskSpace(probe, u"/tmp"_s);
    if (disk)
        look.freeBytes = disk->freeBytes;
    if (temp)
        look.tempFreeBytes = temp->freeBytes;
    look.isOneDisk = disk && temp && disk->mountPoint == temp->mountPoint;
    if (const Result<CommandOutput> folder = probe.ask(folderLookProbe(folderPath))) {
        const Result<FolderLook> seen = readFolderLook(folderPath, *folder);
        if (!seen)
            return seen.error();
        look.folder = *seen;
    }

    QStringList there;
    for (const HdkPackage *package : {&driver, &firmware}) {
        if (const QString path = folderPath + u'/' + package->name; look.folder.has(path) && !look.folder.doubt)
            there << path;
    }
    if (!there.isEmpty()) {
        const Result<CommandOutput> sums
            = probe.ask(QStringList{u"sha256sum"_s, u"--"_s} + there, std::chrono::minutes(5));
        const QString text = sums ? textOf(sums->out) : QString();
        for (const HdkPackage *package : {&driver, &firmware}) {
            if (text.contains(package->sha256 + u"  "_s + folderPath + u'/' + package->name))
                look.present << package->name;
        }
    }

    QSet<qint64> onNpus;
    if (info) {
        for (const NpuProcess &process : info->processes)
            onNpus.insert(process.pid.value_or(0));
    }
    QSet<qint64> inContainers;
    const Result<ContainerFacts> engine = containerEngine(probe);
    const bool hasEngine = engine && !engine->engine.isEmpty();
    look.areContainersKnown = bool(engine);
    if (engine)
        look.engine = engine->engine;
    const Result<QList<ContainerState>> all
        = hasEngine ? containers(probe) : Result<QList<ContainerState>>(QList<ContainerState>());
    if (all) {
        const Result<QList<ContainerSpec>> specs = runningContainers(probe);
        const auto mayUseNpus = [&](const QString &name) { // also where it is not told
            return !specs || std::any_of(specs->cbegin(), specs->cend(), [&](const ContainerSpec &one) {
                return one.name == name && one.mayUseNpus();
            });
        };
        for (const ContainerState &container : *all) {
            if (!container.status.startsWith(u"Up"_s))
                continue;
            DriverLook::Container one{container.name};
            const Result<QList<HostProcess>> processes = containerProcesses(probe, container.name);
            one.usesNpu = !processes && !onNpus.isEmpty(); // it would not tell them: any may be its own
            for (const HostProcess &process : processes ? *processes : QList<HostProcess>()) {
                one.usesNpu = one.usesNpu || onNpus.contains(process.pid);
                inContainers.insert(process.pid);
                const bool follows = process.name == "tail"_L1 && !look.beingStarted.contains(container.name)
                    && isFollowOfStart(processDetails(probe, process.pid).command);
                if (follows)
                    look.beingStarted << container.name;
                if (!keepsAContainerAlive(process.name) && !one.processes.contains(process.name))
                    one.processes << process.name;
            }
            // A service that starts, or waits for its other nodes, is in no list of npu-smi yet.
            one.mayUseNpu = (!processes || !one.processes.isEmpty())
                && mayUseNpus(container.name.section(u',', 0, 0)); // docker lists the names of links as well
            if (!one.mayUseNpu)
                one.processes.clear();
            look.running << one;
        }
    } else {
        look.areContainersKnown = false;
    }
    if (info) {
        const bool isAnyUntold = std::any_of(look.running.cbegin(), look.running.cend(),
                                             [](const DriverLook::Container &one) { return one.usesNpu; })
            && inContainers.isEmpty();
        for (const NpuProcess &process : info->processes) {
            if (process.pid && !inContainers.contains(*process.pid) && !isAnyUntold) {
                const QString words = process.name.isEmpty()
                    ? DriverText::tr("process %1").arg(*process.pid)
                    : DriverText::tr("%1 (process %2)").arg(process.name).arg(*process.pid);
                if (!look.strangers.contains(words))
                    look.strangers << words;
            }
        }
    }
    const Result<InstallerState> ofDriver = installerState(shell, driver.name, stop);
    if (!ofDriver)
        return ofDriver.error();
    look.driverInstaller = *ofDriver;
    const Result<InstallerState> ofFirmware = installerState(shell, firmware.name, stop);
    if (!ofFirmware)
        return ofFirmware.error();
    look.firmwareInstaller = *ofFirmware;
    const Result<std::optional<QString>> running = runningInstaller(shell, stop);
    if (!running)
        return running.error();
    if (*running && **running != driver.name && **running != firmware.name)
        look.otherInstaller = *running;
    if (probe.isLost())
        return *probe.lost();
    return look;
}
