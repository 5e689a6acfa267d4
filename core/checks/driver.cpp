// Driver and firmware: present, which, and whether they belong together.
#include "core/checks/catalogue.h"
#include "core/checks/versions.h"
#include "core/facts/answerwords.h"
#include "core/facts/npufacts.h"
#include "core/facts/runninginstaller.h"

#include "core/base/data.h"

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

static Finding checkDriver(NodeProbe &probe, const CheckContext &)
{
    if (const std::optional<Finding> installing = beingInstalled(probe))
        return *installing;
    const Result<CommandOutput> output = probe.ask({u"npu-smi"_s, u"info"_s}, npuSmiTimeout);
    if (!output && output.error().kind == ErrorKind::Timeout)
        return failed(Checks::tr("no answer"),
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
    if (!info)
        return failed(isMissingTool(*output) ? Checks::tr("none") : Checks::tr("error"), info.error().message);
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

static Finding checkDriverVersion(NodeProbe &probe, const CheckContext &context)
{
    if (const std::optional<Finding> installing = beingInstalled(probe))
        return *installing;
    const Result<PackageVersions> driver = driverVersion(probe);
    if (!driver)
        return unknown(driver.error());
    // Installed and loaded differ between an upgrade and the restart.
    const Result<NpuSmiInfo> info = npuSmi(probe);
    if (info && !info->driverVersion.isEmpty() && compareVersions(info->driverVersion, driver->version) != 0)
        return failed(driver->version,
                      Checks::tr("driver %1 is installed, but %2 is loaded").arg(driver->version, info->driverVersion),
                      Checks::tr("Restart the node (`reboot`) so that the installed driver is loaded."));
    const EngineDemands &demands = context.settings.demands;
    const bool isOld = compareVersions(driver->version, demands.oldestDriver) < 0
        || (!demands.badDriver.isEmpty() && driver->version.startsWith(demands.badDriver, Qt::CaseInsensitive));
    if (isOld && !demands.oldestDriver.isEmpty())
        return warned(
            driver->version,
            Checks::tr("driver %1 is older than MindIE recommends (23.0.7, 24.1.RC2 or newer)").arg(driver->version));
    if (!info)
        return unknown(Checks::tr("driver %1 is installed; whether it is loaded is not known: %2")
                           .arg(driver->version, info.error().message),
                       driver->version);
    return passed(driver->version, Checks::tr("driver %1 (%2)").arg(driver->version, driver->source));
}

// The firmware that the chips run, where it is another than the installed: they differ until the restart. Empty: it is
// the installed one, or the tool does not tell, which says nothing against it. Error: it could not be asked.
static Result<QString> otherFirmware(NodeProbe &probe, const PackageVersions &installed)
{
    if (!installed.source.startsWith(u'/'))
        return QString();
    if (const Result<NpuSmiInfo> info = npuSmi(probe); !info)
        return info.error();
    const Result<QString> running = runningFirmware(probe);
    if (!running && running.error().kind != ErrorKind::CommandFailed)
        return running.error();
    return running && compareVersions(*running, installed.version) != 0 ? *running : QString();
}

static Finding runsUnknown(const PackageVersions &firmware, const Error &error)
{
    return unknown(Checks::tr("firmware %1 is installed; whether the chips run it is not known: %2")
                       .arg(firmware.version, error.message),
                   firmware.version);
}

static Finding checkFirmwareVersion(NodeProbe &probe, const CheckContext &)
{
    if (const std::optional<Finding> installing = beingInstalled(probe))
        return *installing;
    const Result<PackageVersions> firmware = firmwareVersion(probe);
    if (!firmware)
        return unknown(firmware.error());
    const Result<QString> running = otherFirmware(probe, *firmware);
    if (!running)
        return runsUnknown(*firmware, running.error());
    if (!running->isEmpty())
        return failed(firmware->version,
                      Checks::tr("firmware %1 is installed, but the chips run %2").arg(firmware->version, *running),
                      Checks::tr("Restart the node (`reboot`) so that the installed firmware takes effect."));
    return passed(firmware->version, Checks::tr("firmware %1 (%2)").arg(firmware->version, firmware->source));
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

static Finding checkPairing(NodeProbe &probe, const CheckContext &)
{
    if (const std::optional<Finding> installing = beingInstalled(probe))
        return *installing;
    const Result<PackageVersions> driver = driverVersion(probe);
    if (!driver)
        return skipped(u"driver.version"_s, driver.error().message);
    const Result<PackageVersions> firmware = firmwareVersion(probe);
    if (!firmware)
        return skipped(u"driver.firmware"_s, firmware.error().message);
    const Result<QString> running = otherFirmware(probe, *firmware);
    if (!running)
        return runsUnknown(*firmware, running.error());
    if (!running->isEmpty())
        return skipped(u"driver.firmware"_s,
                       Checks::tr("firmware %1 is installed, but the chips run %2").arg(firmware->version, *running));
    const Result<QList<DriverFirmwarePair>> all = driverFirmwarePairs();
    if (!all)
        return unknown(all.error());
    const QList<DriverFirmwarePair> pairs = pairsOfDriver(*all, driver->version);
    const QString both = Checks::tr("driver %1 with firmware %2").arg(driver->version, firmware->version);
    const auto match = std::find_if(pairs.cbegin(), pairs.cend(),
                                    [&](const DriverFirmwarePair &pair) { return pair.firmware == firmware->version; });
    if (match != pairs.cend())
        return passed(Checks::tr("pair"),
                      Checks::tr("%1 is a known pair (%2)").arg(both, sourceWords(match->sources.value(0))));
    if (!pairs.isEmpty()) {
        const QString summary = Checks::tr("%1 is not a pair: this driver was published with firmware %2 (%3)")
                                    .arg(both, pairs.first().firmware, sourceWords(pairs.first().sources.value(0)));
        const QString remedy
            = Checks::tr("Install firmware %1 (`./NAME --full` with your package's name for NAME: "
                         "Ascend-hdk-910b-npu-firmware_%1.run for Atlas A2, Atlas-A3-hdk-npu-firmware_%1.run for Atlas "
                         "A3), then restart the node; in an upgrade, firmware first, then the driver.")
                  .arg(pairs.first().firmware);
        return pairs.first().confidence == u"low" ? warned(Checks::tr("differs"), summary, remedy)
                                                  : failed(Checks::tr("mismatch"), summary, remedy);
    }
    // Not in the table: the driver's own range says little (whether it is authoritative is not known), but it says no.
    const std::optional<bool> inRange = isInFirmwareRange(firmware->version, driver->compatibleFirmware);
    if (inRange && !*inRange)
        return failed(
            Checks::tr("mismatch"),
            Checks::tr("%1: the driver names firmware %2 as compatible").arg(both, driver->compatibleFirmware));
    if (inRange)
        return warned(Checks::tr("not listed"),
                      Checks::tr("%1 is not in the table of known pairs; the driver's own range %2 holds it")
                          .arg(both, driver->compatibleFirmware));
    return unknown(Checks::tr("%1 is not in the table of known pairs").arg(both), Checks::tr("not listed"));
}

// Fails when / warns when; while an installer runs on the node, each is unknown:
QList<NodeCheck> driverChecks()
{
    return {
        {"driver.present", "", checkDriver},           // npu-smi missing, failing or silent; warns when it is slow
        {"driver.version", "", checkDriverVersion},    // installed differs from loaded; warns: older than recommended
        {"driver.firmware", "", checkFirmwareVersion}, // installed differs from what the first card runs
        // published with another firmware; warns: weak source, not listed
        {"driver.firmware-pairing", "", checkPairing},
    };
}
