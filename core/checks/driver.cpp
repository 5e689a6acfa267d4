// Driver and firmware: present, which, and whether they belong together.
#include "core/checks/catalogue.h"
#include "core/checks/driverfit.h"
#include "core/facts/answerwords.h"
#include "core/facts/npufacts.h"
#include "core/facts/runninginstaller.h"
#include "core/facts/versions.h"

#include "core/base/data.h"

#include <QSet>

#include <algorithm>

using namespace Qt::StringLiterals;

std::optional<Finding> beingInstalled(NodeProbe &probe)
{
    const Result<std::optional<QString>> running = runningInstaller(probe);
    if (!running || !*running)
        return std::nullopt;
    const QString name = **running;
    Finding finding
        = unknown(name.isEmpty() ? Checks::tr("an installer of driver or firmware runs on the node")
                                 : Checks::tr("the installer of %1 runs on the node", "a package").arg(name),
                  Checks::tr("installing"));
    finding.remedy = Checks::tr("Wait until it has ended (%1 tells how far it is), then run this check again. Neither "
                                "restart the node nor install anything on it before.")
                         .arg(installerLogs(name));
    return finding;
}

namespace {

enum class Pairing { Pair, NoPair, OutOfRange, InRange, Untold };

// By the table; where it does not have the driver, by the driver's own range, which says little (whether it is
// authoritative is not known), but says no.
Pairing pairingOf(const QList<DriverFirmwarePair> &ofDriver, const PackageVersions &driver, const QString &firmware)
{
    if (std::any_of(ofDriver.cbegin(), ofDriver.cend(),
                    [&](const DriverFirmwarePair &pair) { return pair.firmware == firmware; }))
        return Pairing::Pair;
    if (!ofDriver.isEmpty())
        return Pairing::NoPair;
    const std::optional<bool> inRange = isInFirmwareRange(firmware, driver.compatibleFirmware);
    return !inRange ? Pairing::Untold : *inRange ? Pairing::InRange : Pairing::OutOfRange;
}

// What is installed is no pair: a restart would put it into effect.
struct NoPair
{
    QString sentence, remedy;
};

// nullopt: it is a pair, or not known to be none. Both as they lie on the disk.
std::optional<NoPair> noPairOnDisk(NodeProbe &probe)
{
    const Result<PackageVersions> driver = driverVersion(probe);
    const Result<PackageVersions> firmware = firmwareVersion(probe);
    if (!driver || !driver->source.startsWith(u'/') || !firmware || !firmware->source.startsWith(u'/'))
        return std::nullopt;
    const Result<QList<DriverFirmwarePair>> all = driverFirmwarePairs();
    if (!all)
        return std::nullopt;
    const QList<DriverFirmwarePair> ofDriver = pairsOfDriver(*all, driver->version);
    const Pairing pairing = pairingOf(ofDriver, *driver, firmware->version);
    if (pairing != Pairing::NoPair && pairing != Pairing::OutOfRange)
        return std::nullopt;
    QStringList drivers;                 // that were published with this firmware
    for (const DriverFirmwarePair &pair : *all) {
        if (pair.firmware == firmware->version)
            drivers << pair.drivers;
    }
    QStringList ways;
    if (!drivers.isEmpty())
        ways << Checks::tr("driver %1, which belongs to firmware %2")
                    .arg(drivers.join(u" / "_s), firmware->version);
    if (!ofDriver.isEmpty())
        ways << Checks::tr("firmware %1, which belongs to driver %2")
                    .arg(ofDriver.first().firmware, driver->version);
    if (ways.isEmpty())
        ways << Checks::tr("firmware of the driver's own release");
    return NoPair{Checks::tr("what is installed, driver %1 with firmware %2, is not a pair")
                      .arg(driver->version, firmware->version),
                  Checks::tr("Do not restart the node yet: that would put these two into effect together. First "
                             "install %1 (`ascendctl install-driver`, or `./NAME --full` with your package's name for "
                             "NAME); restart only then.")
                      .arg(ways.join(Checks::tr(", or ", "between two ways to put it right")))};
}

// Neither the tool nor a device file is there: what version.info names was taken off and left that behind, or it was
// never loaded.
bool isOnlyOnDisk(NodeProbe &probe)
{
    const Result<CommandOutput> tool = probe.ask({u"npu-smi"_s, u"info"_s}, npuSmiTimeout);
    if (!tool || !isMissingTool(*tool))
        return false;
    const Result<QStringList> files = deviceFiles(probe);
    return files && files->isEmpty();
}

// To install it is advised where nothing of the driver is there; else what is left to do. Empty: nothing is there.
QString remedyOfInstalled(NodeProbe &probe, bool isToolMissing)
{
    const Result<PackageVersions> driver = driverVersion(probe);
    if (driver ? !driver->source.startsWith(u'/') : !isKeptOut(driver.error()))
        return {};
    if (driver && isOnlyOnDisk(probe))
        return Checks::tr("Files of driver %1 lie in /usr/local/Ascend/driver, but nothing of it works: a driver that "
                          "was taken off may have left them behind. Where it was installed since the last start, "
                          "restart the node (`reboot`); else install it anew (`ascendctl install-driver`).")
            .arg(driver->version);
    return isToolMissing
        ? Checks::tr("The driver is installed (/usr/local/Ascend/driver), only its tool is not found: see where it is "
                     "(`find /usr/local -name npu-smi`), and put that folder on the PATH of every login.")
        : Checks::tr("The driver is installed (/usr/local/Ascend/driver), but it is not loaded, or this user may not "
                     "use it. Where driver or firmware was installed since the last start, restart the node "
                     "(`reboot`); else let root put the user into the driver's group (`usermod -aG HwHiAiUser USER`, "
                     "with the user's name for USER), and log in anew. See what `dmesg | tail` says, too.");
}

// A restart puts into effect what is installed: it is advised only where that is not known to be wrong.
Finding restartOwed(NodeProbe &probe, const QString &value, const QString &sentence, const QString &restart)
{
    if (const std::optional<NoPair> none = noPairOnDisk(probe))
        return failed(value,
                      Checks::tr("%1; %2", "two clauses")
                          .arg(sentence.endsWith(u'.') ? sentence.chopped(1) : sentence, none->sentence),
                      none->remedy);
    return failed(value, sentence, restart);
}

} // namespace

static Finding checkDriver(NodeProbe &probe, const CheckContext &)
{
    if (const std::optional<Finding> installing = beingInstalled(probe))
        return *installing;
    const Result<CommandOutput> output = probe.ask({u"npu-smi"_s, u"info"_s}, npuSmiTimeout);
    if (!output && output.error().kind == ErrorKind::Timeout)
        return restartOwed(
            probe, Checks::tr("no answer"),
            Checks::tr("npu-smi did not answer in %1 s; the driver may hang").arg(npuSmiTimeout.count()),
            Checks::tr("Try `npu-smi info` on the node. If it answers there, only late, the node is slow, "
                       "not broken: look at its load (`top`), nobody waits longer than %1 s for it here. If "
                       "it hangs there too, look at `dmesg | tail` and restart the node; then run this "
                       "check again.")
                .arg(npuSmiTimeout.count()));
    if (!output)
        return unknown(output.error());
    const Result<NpuSmiInfo> info = npuSmi(probe);
    if (!info && info.error().kind == ErrorKind::Parse)
        return unknown(Checks::tr("npu-smi answers, but not in a layout that is known: %1").arg(info.error().message));
    if (!info && isKeptOut(info.error()))
        return unknown(info.error());
    if (const QString remedy = info ? QString() : info.error().facts.value(u"remedy"_s); !remedy.isEmpty())
        return failed(Checks::tr("error"), info.error().message, remedy);
    if (!info) {
        const bool isMissing = isMissingTool(*output);
        return restartOwed(probe, isMissing ? Checks::tr("none") : Checks::tr("error"), info.error().message,
                           remedyOfInstalled(probe, isMissing));
    }
    if (!info->warnings.isEmpty())
        return warned(Checks::tr("warns"), Checks::tr("npu-smi says: %1").arg(info->warnings.first()),
                      Checks::tr("The driver is there and answers. Look at what it warns of: `npu-smi info` and `dmesg "
                                 "| tail` on the node."));
    // About a second on an idle machine; the sampling of the monitor and every tool that asks wait as long.
    const std::chrono::milliseconds took = output->took;
    if (took >= std::chrono::seconds(3))
        return warned(u"%1 s"_s.arg(double(took.count()) / 1000, 0, 'f', 1),
                      Checks::tr("npu-smi answered only after %1 s; the driver may be busy or about to hang")
                          .arg(double(took.count()) / 1000, 0, 'f', 1),
                      Checks::tr("Nothing has to be installed: the driver answers. See whether something else asks it "
                                 "all the time (`ps -ef | grep npu-smi`) and look at `dmesg | tail`; then run this "
                                 "check again."));
    return passed(Checks::tr("loaded"), Checks::tr("npu-smi %1 answers").arg(info->toolVersion));
}

std::optional<Finding> judgeDriverAge(const QString &driver, const EngineDemands &demands)
{
    if (!isBelowRecommended(driver, demands))
        return std::nullopt;
    return warned(driver, Checks::tr("driver %1 is older than the engine recommends: %2, or newer")
                              .arg(driver, demands.firstDrivers.join(u", "_s)));
}

static Finding checkDriverVersion(NodeProbe &probe, const CheckContext &context)
{
    if (const std::optional<Finding> installing = beingInstalled(probe))
        return *installing;
    const Result<PackageVersions> driver = driverVersion(probe);
    if (!driver)
        return unknown(driver.error());
    // Installed and loaded differ between an upgrade and the restart.
    const Result<NpuSmiInfo> info = npuSmi(probe);
    if (!info && isOnlyOnDisk(probe))
        return unknown(Checks::tr("version.info names driver %1, but npu-smi and the devices of NPUs are missing: it "
                                  "is left behind, or not loaded yet")
                           .arg(driver->version),
                       driver->version);
    if (info && !info->driverVersion.isEmpty() && compareVersions(info->driverVersion, driver->version) != 0)
        return restartOwed(
            probe, driver->version,
            Checks::tr("driver %1 is installed, but %2 is loaded").arg(driver->version, info->driverVersion),
            Checks::tr("Restart the node (`reboot`) so that the installed driver is loaded."));
    if (const std::optional<Finding> old = judgeDriverAge(driver->version, context.settings.demands))
        return *old;
    if (!info)
        return unknown(Checks::tr("driver %1 is installed; whether it is loaded is not known: %2")
                           .arg(driver->version, info.error().message),
                       driver->version);
    return passed(driver->version, Checks::tr("driver %1 (%2)").arg(driver->version, driver->source));
}

// "`./Ascend-hdk-910b-npu-firmware_7.8.0.5.216.run --full`" for the node's chips, else for those of the recipe.
static QString firmwarePackage(const Result<NpuSmiInfo> &info, const QString &recipesKind, const QString &version)
{
    QString family = info ? chipFamily(*info) : QString();
    if (family.isEmpty())
        family = recipesKind == "a2"_L1 ? u"910b"_s : recipesKind;
    if (family.isEmpty())
        return Checks::tr("`./NAME --full` with your package's name for NAME: Ascend-hdk-910b-npu-firmware_%1.run for "
                          "Atlas A2, Atlas-A3-hdk-npu-firmware_%1.run for Atlas A3")
            .arg(version);
    return family == "a3"_L1 ? u"`./Atlas-A3-hdk-npu-firmware_%1.run --full`"_s.arg(version)
                             : u"`./Ascend-hdk-%1-npu-firmware_%2.run --full`"_s.arg(family, version);
}

// What the cards run that were asked and tell it: an installed firmware takes effect with the restart.
struct RunningFirmware
{
    QMap<int, QString> byNpu;
    QList<int> others;                   // of these, those that run another than the installed
    qsizetype cards = 0;                 // of the node

    bool isMixed() const { return !others.isEmpty() && QSet(byNpu.cbegin(), byNpu.cend()).size() > 1; }
    QString words() const                // "NPU 5: 7.5.0.3.220; NPU 0-4, 6, 7: 7.7.0.6.236", fewest first
    {
        QMap<QString, QList<int>> byVersion;
        for (auto it = byNpu.cbegin(); it != byNpu.cend(); ++it)
            byVersion[it.value()] << it.key();
        QStringList versions = byVersion.keys(), parts;
        std::stable_sort(versions.begin(), versions.end(), [&](const QString &a, const QString &b) {
            return byVersion[a].size() < byVersion[b].size();
        });
        for (const QString &version : std::as_const(versions))
            parts << Checks::tr("NPU %1: %2", "a number; a version").arg(listText(byVersion[version]), version);
        return parts.join(u"; "_s);
    }
};

// Error: it could not be asked. Cards that do not tell say nothing against the installed one.
static Result<RunningFirmware> firmwareOfCards(NodeProbe &probe, const PackageVersions &installed,
                                               const CheckContext &context)
{
    RunningFirmware running;
    const Result<NpuSmiInfo> info = npuSmi(probe);
    if (!info)
        return info.error();
    QSet<int> npus;
    for (const NpuChip &chip : info->chips)
        npus.insert(chip.npu.value_or(-1));
    running.cards = npus.size();
    const Result<QList<NpuCardBoard>> boards = npuBoards(probe, context.asksAllCards);
    if (!boards)
        return boards.error();
    for (const NpuCardBoard &board : *boards) {
        if (board.firmwareVersion.isEmpty())
            continue;
        running.byNpu.insert(*board.npu, board.firmwareVersion);
        if (compareVersions(board.firmwareVersion, installed.version) != 0)
            running.others << *board.npu;
    }
    return running;
}

static QString runsAnother(const PackageVersions &installed, const RunningFirmware &running)
{
    const int first = running.others.first();
    if (running.isMixed())
        return Checks::tr("firmware %1 is installed, but not every card runs it: %2")
            .arg(installed.version, running.words());
    return running.byNpu.size() > 1
        ? Checks::tr("firmware %1 is installed, but the chips run %2").arg(installed.version, running.byNpu[first])
        : Checks::tr("firmware %1 is installed, but NPU %2 runs %3")
              .arg(installed.version, QString::number(first), running.byNpu[first]);
}

static Finding runsUnknown(const PackageVersions &firmware, const Error &error)
{
    return unknown(Checks::tr("firmware %1 is installed; whether the chips run it is not known: %2")
                       .arg(firmware.version, error.message),
                   firmware.version);
}

static Finding checkFirmwareVersion(NodeProbe &probe, const CheckContext &context)
{
    if (const std::optional<Finding> installing = beingInstalled(probe))
        return *installing;
    const Result<PackageVersions> firmware = firmwareVersion(probe);
    if (!firmware)
        return unknown(firmware.error());
    const Result<RunningFirmware> running = firmwareOfCards(probe, *firmware, context);
    if (!running)
        return runsUnknown(*firmware, running.error());
    const Result<NpuSmiInfo> info = npuSmi(probe);
    if (running->isMixed()) {
        Finding finding = restartOwed(
            probe, Checks::tr("%1 differ").arg(running->others.size()), runsAnother(*firmware, *running),
            Checks::tr("A card that was put in later has its own firmware, and a restart alone does not change that. "
                       "Install the firmware once more, it is written to every card (%1), then restart the node.",
                       "%1: how")
                .arg(firmwarePackage(info, context.settings.kind, firmware->version)));
        const QList<std::optional<int>> devices = info ? devicesOfChips(probe, *info) : QList<std::optional<int>>();
        for (qsizetype i = 0; i < devices.size(); ++i) {
            if (devices[i] && running->others.contains(info->chips[i].npu.value_or(-1)))
                finding.devices << Checks::tr("%1 device %2").arg(context.node.name).arg(*devices[i]);
        }
        return finding;
    }
    if (!running->others.isEmpty())
        return restartOwed(probe, firmware->version, runsAnother(*firmware, *running),
                           Checks::tr("Restart the node (`reboot`) so that the installed firmware takes effect."));
    const QString summary = Checks::tr("firmware %1 (%2)").arg(firmware->version, firmware->source);
    const qsizetype told = running->byNpu.size();
    QString cards;
    if (context.asksAllCards && told > 0)
        cards = told == running->cards ? Checks::tr("all %1 cards run it").arg(told)
                                       : Checks::tr("%1 of %2 cards run it, the others do not tell")
                                             .arg(told)
                                             .arg(running->cards);
    else if (told > 0 && running->cards > 1)
        cards = Checks::tr("NPU %1 runs it, the other cards were not asked: run this check by itself to ask each")
                    .arg(running->byNpu.firstKey());
    return passed(firmware->version, cards.isEmpty() ? summary : summary + u"; "_s + cards);
}

// The table's sources are English; a remark in brackets is for who reads the table. What is not here is a name.
static QString sourceWords(const QString &source)
{
    const QString what = source.section(u" ("_s, 0, 0);
    if (what == u"package listing in a public repository")
        return Checks::tr("package listing in a public repository");
    if (what == u"package names found in public repositories")
        return Checks::tr("package names found in public repositories");
    if (what == u"directory listing of packages")
        return Checks::tr("directory listing of packages");
    if (what.startsWith(u"single public source"_s))
        return Checks::tr("a single public source, not confirmed");
    if (what == u"the community guide")
        return Checks::tr("the community guide");
    if (what == u"hicann/hccl docs")
        return Checks::tr("documentation of %1").arg(u"hicann/hccl"_s);
    return what;
}

// What the cards that were asked say of the two themselves; nullopt: all well, or nothing.
static std::optional<Finding> saysNotCompatible(NodeProbe &probe, const CheckContext &context, const QString &both)
{
    const Result<QList<NpuCardBoard>> boards = npuBoards(probe, context.asksAllCards);
    if (!boards)
        return std::nullopt;             // the check of the running firmware has told why
    QMap<QString, QList<int>> said;
    for (const NpuCardBoard &board : *boards) {
        if (!board.compatibility.isEmpty() && board.compatibility != "OK"_L1)
            said[board.compatibility] << *board.npu;
    }
    if (said.isEmpty())
        return std::nullopt;
    QStringList parts;
    for (auto it = said.cbegin(); it != said.cend(); ++it)
        parts << Checks::tr("%1 on NPU %2", "\"NOT OK\"; a number").arg(it.key(), listText(it.value()));
    const auto isNot = [](const QString &word) { return word.startsWith("NOT"_L1, Qt::CaseInsensitive); };
    const QStringList words = said.keys();
    const auto worst = std::find_if(words.cbegin(), words.cend(), isNot);
    const bool isNotOk = worst != words.cend();
    const QString summary
        = Checks::tr("npu-smi says of %1: Compatibility %2", "driver 25.2.0 with firmware 7.7.0.6.236")
              .arg(both, parts.join(u", "_s));
    const QString remedy
        = Checks::tr("See it on the node: `npu-smi info -t board -i %1`. If driver or firmware was installed since the "
                     "last start, restart the node (`reboot`). Else see in the driver's release notes which firmware "
                     "was published with it, install both anew (`ascendctl install-driver`), then restart the node.")
              .arg(said.value(isNotOk ? *worst : words.first()).first());
    return isNotOk ? failed(*worst, summary, remedy) : warned(words.first(), summary, remedy);
}

static Finding checkPairing(NodeProbe &probe, const CheckContext &context)
{
    if (const std::optional<Finding> installing = beingInstalled(probe))
        return *installing;
    const Result<PackageVersions> driver = driverVersion(probe);
    if (!driver)
        return skipped(u"driver.version"_s, driver.error().message);
    const Result<PackageVersions> firmware = firmwareVersion(probe);
    if (!firmware)
        return skipped(u"driver.firmware"_s, firmware.error().message);
    // What does not run yet is judged before it does.
    const Result<NpuSmiInfo> info = npuSmi(probe);
    const bool isLoaded = info && compareVersions(info->driverVersion, driver->version) == 0;
    const Result<RunningFirmware> running = firmwareOfCards(probe, *firmware, context);
    if (!running || !running->others.isEmpty() || !isLoaded) {
        if (const std::optional<NoPair> none = noPairOnDisk(probe))
            return failed(Checks::tr("mismatch"), none->sentence, none->remedy);
    }
    if (!running)
        return runsUnknown(*firmware, running.error());
    if (!running->others.isEmpty())
        return skipped(u"driver.firmware"_s, runsAnother(*firmware, *running));
    const Result<QList<DriverFirmwarePair>> all = driverFirmwarePairs();
    if (!all)
        return unknown(all.error());
    const QList<DriverFirmwarePair> pairs = pairsOfDriver(*all, driver->version);
    const QString both = Checks::tr("driver %1 with firmware %2").arg(driver->version, firmware->version);
    const Pairing pairing = pairingOf(pairs, *driver, firmware->version);
    const bool isSurelyNone = pairing == Pairing::OutOfRange
        || (pairing == Pairing::NoPair && pairs.first().confidence != u"low");
    if (isLoaded && !isSurelyNone) {     // it speaks of the loaded driver
        if (const std::optional<Finding> no = saysNotCompatible(probe, context, both))
            return *no;
    }
    switch (pairing) {
    case Pairing::Pair: {
        const auto match = std::find_if(pairs.cbegin(), pairs.cend(), [&](const DriverFirmwarePair &pair) {
            return pair.firmware == firmware->version;
        });
        return passed(Checks::tr("pair"),
                      Checks::tr("%1 is a known pair (%2)").arg(both, sourceWords(match->sources.value(0))));
    }
    case Pairing::NoPair: {
        const QString summary = Checks::tr("%1 is not a pair: this driver was published with firmware %2 (%3)")
                                    .arg(both, pairs.first().firmware, sourceWords(pairs.first().sources.value(0)));
        const QString remedy
            = Checks::tr("Install firmware %1 (%2), then restart the node; in an upgrade, firmware first, then the "
                         "driver.",
                         "%2: how")
                  .arg(pairs.first().firmware, firmwarePackage(info, context.settings.kind, pairs.first().firmware));
        return pairs.first().confidence == u"low" ? warned(Checks::tr("differs"), summary, remedy)
                                                  : failed(Checks::tr("mismatch"), summary, remedy);
    }
    case Pairing::OutOfRange:
        return failed(
            Checks::tr("mismatch"),
            Checks::tr("%1: the driver names firmware %2 as compatible").arg(both, driver->compatibleFirmware));
    case Pairing::InRange:
        return warned(Checks::tr("not listed"),
                      Checks::tr("%1 is not in the table of known pairs; the driver's own range %2 holds it")
                          .arg(both, driver->compatibleFirmware));
    case Pairing::Untold:
        break;
    }
    return unknown(Checks::tr("%1 is not in the table of known pairs").arg(both), Checks::tr("not listed"));
}

// Fails when / warns when; while an installer runs on the node, each is unknown:
QList<NodeCheck> driverChecks()
{
    return {
        {"driver.present", "", checkDriver},           // npu-smi missing, failing or silent; warns when it is slow
        {"driver.version", "", checkDriverVersion},    // installed differs from loaded; warns: older than recommended
        // installed differs from what the first card runs, asked by name from what one of them runs
        {"driver.firmware", "", checkFirmwareVersion},
        // published with another firmware, or what waits for a restart is no pair, or npu-smi says NOT OK; warns: weak
        // source, not listed, or npu-smi does not say OK
        {"driver.firmware-pairing", "", checkPairing},
    };
}
