#include "core/driver/installplan.h"

#include "core/base/sizetext.h"
#include "core/driver/drivertext.h"
#include "core/facts/versions.h"
#include "core/shell/quote.h"
#include "core/shell/uploadname.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

// Whoever looks whether it is held shares the lock for a moment: asked twice. It names the package that is at work.
// The lock is held by the installer's own shell and by nothing that it starts: services that a package starts live on.
const QString startScript
    = u"cd \"$1\" || exit 1; o=$(umask); umask 077; exec 9>>.installing; "
      "flock -n 9 || { sleep 1; flock -n 9; } || exit 75; p=$2; printf '%s\\n' \"$p\" >.installing; "
      "rm -f -- \"$p.log\" \"$p.state\"; : >\"$p.log\"; "
      "printf 'begun %s %s\\n' \"$(cat /proc/sys/kernel/random/boot_id)\" \"$3\" >\"$p.state\" && sync \"$p.state\"; "
      "umask \"$o\"; shift 3; setsid sh -c 'p=$1; shift; \"./$p\" \"$@\" 9>&- >\"$p.log\" 2>&1 </dev/null; "
      "printf \"ended %s\\n\" $? >>\"$p.state\"; sync \"$p.state\"' sh \"$p\" \"$@\" >/dev/null 2>&1 </dev/null &"_s;

bool isSame(const QString &installed, const HdkPackage &package)
{
    return !installed.isEmpty() && compareVersions(installed, package.version) == 0;
}

bool isInstalled(const QString &installed, const HdkPackage &package, const InstallerState &state)
{
    using Kind = InstallerState::Kind;
    const bool isWell = state.kind == Kind::None || (state.kind == Kind::Ended && state.exitCode == 0);
    return isSame(installed, package) && isWell;
}

bool isOfThisBoot(const InstallerState &state, const DriverLook &look)
{
    return state.kind == InstallerState::Kind::Ended && state.exitCode == 0 && state.bootId == look.bootId;
}

// version.info stays when a driver goes. One that was installed since the start answers after the next, and any takes a
// while after a start.
bool isLeftBehind(const DriverLook &look)
{
    constexpr qint64 startSeconds = 5 * 60;
    return look.isDriverSilent && !isOfThisBoot(look.driverInstaller, look)
        && look.upSeconds.value_or(startSeconds) >= startSeconds;
}

// Why the node must be restarted though both are installed; empty: it must not.
QString whyRestart(const DriverLook &look, const InstallOrder &order)
{
    if (!look.loadedDriver.isEmpty() && !isSame(look.loadedDriver, order.driver))
        return DriverText::tr("driver %1 is installed, %2 is loaded").arg(order.driver.version, look.loadedDriver);
    for (const QString &version : look.chipFirmware) {
        if (!isSame(version, order.firmware))
            return DriverText::tr("firmware %1 is installed, the chips run %2").arg(order.firmware.version, version);
    }
    if (isOfThisBoot(look.driverInstaller, look) || isOfThisBoot(look.firmwareInstaller, look))
        return DriverText::tr("installed, and not restarted since");
    return {};
}

bool isThere(const DriverLook &look, const HdkPackage &package) { return look.present.contains(package.name); }

void addNotes(NodePlan &plan, const DriverLook &look, const InstallOrder &order, bool installsDriver, bool installs,
              bool acts)
{
    const auto refuse = [&](const QString &sentence, const QString &remedy) {
        plan.notes.append({true, sentence, remedy});
    };
    const auto warn = [&](const QString &sentence, const QString &remedy) {
        plan.notes.append({false, sentence, remedy});
    };
    if (!look.isRoot)
        refuse(DriverText::tr("The login is not root's."),
               DriverText::tr("Driver and firmware are installed by root: log in to the node as root."));
    if (!look.missingTools.isEmpty())
        refuse(DriverText::tr("The node has no %1.").arg(look.missingTools.join(u", "_s)),
               DriverText::tr("Install what is missing (packages util-linux, coreutils, systemd)."));
    if (look.bootId.isEmpty())
        refuse(DriverText::tr("The node does not tell its boot id."),
               DriverText::tr("Without it nobody can tell whether it has restarted: see that /proc is mounted."));
    if (look.arch.isEmpty())
        warn(DriverText::tr("The node does not tell its architecture."), {});
    for (const HdkPackage *package : {&order.driver, &order.firmware}) {
        if (!look.arch.isEmpty() && !package->arch.isEmpty() && package->arch != look.arch)
            refuse(DriverText::tr("%1 is for %2, this node is %3.").arg(package->name, package->arch, look.arch),
                   DriverText::tr("Take the package for %1.").arg(look.arch));
    }
    if (look.chips.isEmpty())
        warn(DriverText::tr("Which chips the node has is not known: %1")
                 .arg(look.npuSmiError.isEmpty() ? DriverText::tr("npu-smi shows none that are known.")
                                                 : look.npuSmiError),
             DriverText::tr("See that the packages are for its chips (%1) before you go on.")
                 .arg(order.driver.chips.toUpper()));
    else if (look.chips != order.driver.chips)
        refuse(DriverText::tr("The packages are for %1, this node's chips are %2.")
                   .arg(order.driver.chips.toUpper(), look.chips.toUpper()),
               DriverText::tr("Take the packages for %1.").arg(look.chips.toUpper()));
    if (installsDriver && !look.hasRunUser)
        refuse(DriverText::tr("There is no user HwHiAiUser, which the driver runs as."),
               DriverText::tr("Make it on the node: %1")
                   .arg(QLatin1String(makeRunUser)));
    if (acts && look.folder.doubt)
        refuse(look.folder.doubt->sentence, look.folder.doubt->remedy);
    for (const QString &path : acts ? look.folder.notFiles : QStringList())
        refuse(DriverText::tr("%1 is in the way: it is no file.").arg(path),
               DriverText::tr("Look what it is, then move it away."));
    if (installs) {
        // Unpacked they take at least as much again; of a full /tmp the package's own words tell little.
        const qint64 both = order.driver.bytes + order.firmware.bytes;
        const qint64 upload = (isThere(look, order.driver) ? 0 : order.driver.bytes)
            + (isThere(look, order.firmware) ? 0 : order.firmware.bytes);
        const qint64 inFolder = upload + (look.isOneDisk ? both : 0);
        const auto room = [&](const QString &path, std::optional<qint64> free, qint64 needed) {
            if (free && *free < needed)
                refuse(DriverText::tr("Not enough room in %1: %2 are free, %3 are needed.")
                           .arg(path, sizeText(*free), sizeText(needed)),
                       DriverText::tr("Make room there; the packages unpack themselves in /tmp."));
        };
        room(QLatin1String(packagesFolder), look.freeBytes, inFolder);
        if (!look.isOneDisk)
            room(u"/tmp"_s, look.tempFreeBytes, both);
    }
    if (acts && !look.strangers.isEmpty())
        refuse(DriverText::tr("The NPUs are in use by %1.").arg(look.strangers.join(u", "_s)),
               DriverText::tr("Ask whose that is and have it ended: the driver is not replaced under it, and nothing "
                              "here ends it."));
    // What is stopped is agreed to by its name; that a run waits for it just now is not.
    const auto runs = [](const InstallerState &state) { return state.kind == InstallerState::Kind::Running; };
    if (acts && !runs(look.driverInstaller) && !runs(look.firmwareInstaller) && !look.beingStarted.isEmpty())
        refuse(DriverText::tr("A run of a deployment is starting its service in the container %1 just now.")
                   .arg(look.beingStarted.join(u", "_s)),
               DriverText::tr("Ask whose that is. Wait until it is ready, or have the run stopped; then start again."));
    if (!plan.stopped.isEmpty() && !order.stopsServices) {
        QStringList users, starting;
        for (const DriverLook::Container &container : look.running) {
            if (container.usesNpu)
                users << container.name;
            else if (container.mayUseNpu)
                starting << (container.processes.isEmpty()
                                 ? container.name
                                 : DriverText::tr("%1 (%2)", "a container, what runs in it")
                                       .arg(container.name, container.processes.join(u", "_s)));
        }
        QStringList sentences;
        if (!users.isEmpty())
            sentences << DriverText::tr("The NPUs are in use by the container %1.").arg(users.join(u", "_s));
        if (!starting.isEmpty())
            sentences << DriverText::tr("A service runs in the container %1, which may use the NPUs, though npu-smi "
                                        "lists no process of it: it may be starting.",
                                        "its name, and what runs in it")
                             .arg(starting.join(u", "_s));
        refuse(sentences.join(u' '),
               DriverText::tr("Agree that it is stopped, or stop the service yourself first. Requests that it serves "
                              "end."));
        plan.notes.last().asksToStop = true;
    }
    if (!look.areContainersKnown)
        warn(DriverText::tr("Which containers run is not known; a restart ends them."), {});
    if (installsDriver && isSame(look.installedDriver, order.driver) && isLeftBehind(look))
        warn(DriverText::tr("Driver %1 is on the disk, but does not answer, so it is installed again: %2")
                 .arg(look.installedDriver, look.npuSmiError),
             {});
    if (installsDriver && !look.installedDriver.isEmpty()
        && compareVersions(order.driver.version, look.installedDriver) < 0)
        warn(DriverText::tr("Driver %1 is older than the %2 that is installed.")
                 .arg(order.driver.version, look.installedDriver),
             {});
    std::stable_partition(plan.notes.begin(), plan.notes.end(), [](const InstallNote &note) { return note.refuses; });
}

} // namespace

QString nowOn(const DriverLook &look)
{
    const auto differs = [](const QString &installed, const QString &loaded) {
        return !installed.isEmpty() && !loaded.isEmpty() && compareVersions(installed, loaded) != 0;
    };
    QStringList parts;
    parts << (look.installedDriver.isEmpty() && !look.loadedDriver.isEmpty()
                  ? DriverText::tr("driver %1 loaded, none found on the disk").arg(look.loadedDriver)
              : look.installedDriver.isEmpty() ? DriverText::tr("no driver")
              : look.isDriverSilent
                  ? DriverText::tr("driver %1 on the disk, which does not answer").arg(look.installedDriver)
              : differs(look.installedDriver, look.loadedDriver)
                  ? DriverText::tr("driver %1 installed, %2 loaded").arg(look.installedDriver, look.loadedDriver)
                  : DriverText::tr("driver %1").arg(look.installedDriver));
    const bool runsOther
        = std::any_of(look.chipFirmware.cbegin(), look.chipFirmware.cend(),
                      [&](const QString &version) { return differs(look.installedFirmware, version); });
    parts << (look.installedFirmware.isEmpty() ? DriverText::tr("no firmware")
              : runsOther ? DriverText::tr("firmware %1 installed, %2 on the chips")
                                .arg(look.installedFirmware, look.chipFirmware.join(u" / "_s))
                          : DriverText::tr("firmware %1").arg(look.installedFirmware));
    if (look.npuSmi)
        parts << DriverText::tr("%1 chips").arg(look.npuSmi->chips.size());
    return parts.join(u", "_s);
}

std::optional<InstallNote> chipTrouble(const DriverLook &look, std::optional<int> chips)
{
    if (!look.npuSmi)
        return InstallNote{false, look.npuSmiError, DriverText::tr("Look at `dmesg | tail` on the node.")};
    QStringList bad;
    for (const NpuChip &chip : look.npuSmi->chips) {
        if (chip.health != "OK"_L1)
            bad << DriverText::tr("chip %1 is %2")
                       .arg(npuAndChip(chip), chip.health.isEmpty() ? u"–"_s : chip.health);
    }
    if (!bad.isEmpty())
        return InstallNote{false, DriverText::tr("Not all chips are OK: %1.").arg(bad.join(u", "_s)),
                           DriverText::tr("See what `npu-smi info -t health -i N -c C` says of it (N is its card, C "
                                          "the chip); a chip that stays so is a case for Huawei's support.")};
    const qsizetype count = look.npuSmi->chips.size();
    if (count == 0 || count < chips.value_or(0))
        return InstallNote{false, DriverText::tr("%1 chips are there; there were %2.").arg(count)
                                      .arg(chips.value_or(0)),
                           DriverText::tr("Look at `lspci | grep -i accel` and `dmesg | tail` on the node.")};
    return std::nullopt;
}

std::optional<int> chipsBefore(const DriverLook &look)
{
    std::optional<int> chips;
    if (look.npuSmi)
        chips = int(look.npuSmi->chips.size());
    for (const InstallerState &state : {look.driverInstaller, look.firmwareInstaller}) {
        if (state.chips)
            chips = std::max(chips.value_or(0), *state.chips);
    }
    return chips;
}

QString stageId(InstallStage stage)
{
    switch (stage) {
    case InstallStage::Upload: return u"upload"_s;
    case InstallStage::Services: return u"services"_s;
    case InstallStage::Firmware: return u"firmware"_s;
    case InstallStage::Driver: return u"driver"_s;
    case InstallStage::Reboot: return u"reboot"_s;
    case InstallStage::Return: return u"return"_s;
    case InstallStage::Chips: return u"chips"_s;
    }
    return {};
}

QString stageTitle(InstallStage stage)
{
    switch (stage) {
    case InstallStage::Upload: return DriverText::tr("Upload and check the packages");
    case InstallStage::Services: return DriverText::tr("Stop what uses the NPUs");
    case InstallStage::Firmware: return DriverText::tr("Install the firmware");
    case InstallStage::Driver: return DriverText::tr("Install the driver");
    case InstallStage::Reboot: return DriverText::tr("Restart the node");
    case InstallStage::Return: return DriverText::tr("Wait until it is back");
    case InstallStage::Chips: return DriverText::tr("Look at chips and versions");
    }
    return {};
}

bool NodePlan::isRefused() const
{
    return std::any_of(notes.cbegin(), notes.cend(), [](const InstallNote &note) { return note.refuses; });
}

bool NodePlan::needs(InstallStage stage) const
{
    return std::any_of(stages.cbegin(), stages.cend(),
                       [&](const PlannedStage &one) { return one.stage == stage && one.isNeeded; });
}

bool NodePlan::isRestartOpen() const
{
    return std::any_of(stages.cbegin(), stages.cend(), [](const PlannedStage &one) {
        return one.stage == InstallStage::Reboot && one.isOpen;
    });
}

bool NodePlan::isUpToDate() const
{
    return !isTaken && unwell.isEmpty() && !installs() && !needs(InstallStage::Reboot);
}

InstallNote takenNote(const QString &package)
{
    return {true,
            package.isEmpty() ? DriverText::tr("An installer runs on the node; which one is not told.")
                              : DriverText::tr("The installer of %1 runs on the node.").arg(package),
            DriverText::tr("Do not restart the node meanwhile. Wait until it has ended (%1 tells how far it is), then "
                           "start again.")
                .arg(installerLogs(package))};
}

QList<UploadStep> uploadSteps(const QList<HdkPackage> &packages, const QStringList &present)
{
    using Kind = UploadStep::Kind;
    const QString folder = QLatin1String(packagesFolder);
    QList<UploadStep> steps{
        {Kind::MakeFolder, {u"mkdir"_s, u"-p"_s, u"-m"_s, u"0700"_s, u"--"_s, folder}},
        // what an upload that was cut off has left there
        {Kind::Clean,
         {u"find"_s, folder, u"-maxdepth"_s, u"1"_s, u"-name"_s, uploadPrefix + u'*', u"-delete"_s}}};
    for (qsizetype i = 0; i < packages.size(); ++i) {
        const QString path = folder + u'/' + packages[i].name;
        if (!present.contains(packages[i].name))
            steps << UploadStep{Kind::Send, {}, i} << UploadStep{Kind::Sum, {u"sha256sum"_s, u"--"_s, path}, i};
        steps << UploadStep{Kind::Check, {path, u"--check"_s}, i};
    }
    return steps;
}

QStringList installFlags(PackageKind kind)
{
    return kind == PackageKind::Driver ? QStringList{u"--full"_s, u"--install-for-all"_s} : QStringList{u"--full"_s};
}

QStringList startInstaller(const HdkPackage &package, std::optional<int> chips)
{
    return QStringList{u"sh"_s, u"-c"_s, startScript, u"sh"_s, QLatin1String(packagesFolder), package.name,
                       chips ? QString::number(*chips) : u"-"_s}
        + installFlags(package.kind);
}

NodePlan planOn(const DriverLook &look, const InstallOrder &order)
{
    using Kind = InstallerState::Kind;
    NodePlan plan;
    plan.node = look.node;
    plan.now = nowOn(look);
    if (look.otherInstaller) {
        // What is installed changes under the eyes: nothing that was seen beside it holds.
        plan.isTaken = true;
        plan.notes = {takenNote(*look.otherInstaller)};
        return plan;
    }
    const bool wantsDriver
        = !isInstalled(look.installedDriver, order.driver, look.driverInstaller) || isLeftBehind(look);
    const bool wantsFirmware = !isInstalled(look.installedFirmware, order.firmware, look.firmwareInstaller);
    const bool installs = wantsDriver || wantsFirmware;
    const QString why = installs ? QString() : whyRestart(look, order);
    const bool restarts = installs || !why.isEmpty();
    // What is running there is only followed; nothing is put under it.
    const bool onlyFollows = look.driverInstaller.kind == Kind::Running || look.firmwareInstaller.kind == Kind::Running;
    // Where only a restart is owed, and is not agreed to, nothing is done: so nothing is in its way, either.
    const bool acts = installs || (restarts && order.restarts.value_or(true));
    plan.engine = look.engine;
    QStringList gone;                    // that were to be stopped
    const auto runs = [&](const QString &name) {
        return std::any_of(look.running.cbegin(), look.running.cend(),
                           [&](const DriverLook::Container &container) { return container.name == name; });
    };
    if (acts && !onlyFollows) {
        plan.stopped = look.users();
        for (const QString &name : order.agreed) {
            if (!plan.stopped.contains(name) && look.areContainersKnown)
                (runs(name) ? plan.stopped : gone) << name;
        }
    }
    for (const DriverLook::Container &container : look.running) {
        if (restarts && !(installs && plan.stopped.contains(container.name)))
            plan.ended << container.name;
    }
    if (!restarts) {
        if (const std::optional<InstallNote> trouble = chipTrouble(look, chipsBefore(look))) {
            plan.unwell = trouble->sentence;
            plan.notes << *trouble;
        }
    }
    addNotes(plan, look, order, wantsDriver, installs, acts);

    const QString folder = QLatin1String(packagesFolder);
    const auto line = [](const QStringList &argv) { return quoted(argv); };
    PlannedStage upload{InstallStage::Upload, installs && !onlyFollows, {}, {}};
    if (!installs)
        upload.note = DriverText::tr("both are installed");
    else if (onlyFollows)
        upload.note = DriverText::tr("an installer runs there");
    plan.present = look.present;
    QList<HdkPackage> sent;
    if (wantsFirmware)
        sent << order.firmware;
    if (wantsDriver)
        sent << order.driver;
    for (const UploadStep &step : upload.isNeeded ? uploadSteps(sent, plan.present) : QList<UploadStep>())
        upload.commands << (step.kind == UploadStep::Kind::Send
                                ? DriverText::tr("(upload of %1, %2)")
                                      .arg(sent[step.package].name, sizeText(sent[step.package].bytes))
                                : line(step.argv));
    plan.stages << upload;
    if (!plan.stopped.isEmpty() || !gone.isEmpty()) {
        PlannedStage services{InstallStage::Services, !plan.stopped.isEmpty(), {}, {}};
        if (!gone.isEmpty())
            services.note = DriverText::tr("%1 does not run any more", "containers").arg(gone.join(u", "_s));
        if (services.isNeeded)
            services.commands << line(QStringList{plan.engine, u"stop"_s} + plan.stopped);
        plan.stages << services;
    }
    const auto installing = [&](InstallStage stage, const HdkPackage &package, bool isWanted) {
        PlannedStage one{stage, isWanted, {}, {}};
        const bool isDriver = package.kind == PackageKind::Driver;
        if ((isDriver ? look.driverInstaller : look.firmwareInstaller).kind == Kind::Running)
            one.note = DriverText::tr("it runs there already, and is followed to its end");
        else if (isWanted)
            one.commands << line(QStringList{folder + u'/' + package.name} + installFlags(package.kind));
        else
            one.note = DriverText::tr("%1 is installed").arg(package.version);
        return one;
    };
    const PlannedStage firmware = installing(InstallStage::Firmware, order.firmware, wantsFirmware);
    const PlannedStage driver = installing(InstallStage::Driver, order.driver, wantsDriver);
    // One that runs there already is followed first.
    const bool isFirstInstall = look.isFirstInstall() || isLeftBehind(look);
    const bool isDriverFirst = (isFirstInstall && look.firmwareInstaller.kind != Kind::Running)
        || look.driverInstaller.kind == Kind::Running;
    if (isDriverFirst)
        plan.stages << driver << firmware;
    else
        plan.stages << firmware << driver;
    // Nothing speaks for a restart; without npu-smi nothing speaks against it, either.
    const QString whyNot = look.npuSmi ? DriverText::tr("what is installed takes effect")
                                       : DriverText::tr("whether one is owed is not known: %1").arg(look.npuSmiError);
    plan.stages << PlannedStage{InstallStage::Reboot, restarts, restarts ? why : whyNot,
                                restarts ? QStringList{u"reboot"_s} : QStringList(), !restarts && !look.npuSmi}
                << PlannedStage{InstallStage::Return, restarts,
                                restarts ? QString() : DriverText::tr("there is no restart"),
                                restarts ? QStringList{line(bootIdQuestion())} : QStringList()}
                << PlannedStage{InstallStage::Chips, true, {},
                                {line({u"npu-smi"_s, u"info"_s}),
                                 line({u"npu-smi"_s, u"info"_s, u"-t"_s, u"board"_s, u"-i"_s, u"N"_s})}};
    return plan;
}
