// The chips: how many, are they well, is anybody using them, can a container reach them.
#include "core/checks/catalogue.h"
#include "core/facts/npufacts.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

QString chipName(const NpuChip &chip, const std::optional<int> &device)
{
    if (device)
        return Checks::tr("device %1").arg(*device);
    return Checks::tr("NPU %1 chip %2").arg(chip.npu ? QString::number(*chip.npu) : u"?"_s, chip.chip ? QString::number(*chip.chip) : u"-"_s);
}

} // namespace

static Finding checkChipCount(NodeInquiry &ask, const CheckContext &context)
{
    const Result<NpuSmiInfo> info = npuSmi(ask);
    if (!info)
        return unknown(info.error());
    const int count = int(info->chips.size());
    const QString names = info->chips.isEmpty() ? QString() : info->chips.first().name;
    const QString value = Checks::tr("%1 chips").arg(count);
    if (info->truncated)
        return unknown(Checks::tr("npu-smi's table is cut short: %1 chips can be read").arg(count), value);
    if (!context.settings.chipsPerNode)
        return count > 0 ? passed(value, Checks::tr("npu-smi shows %1 chips (%2)").arg(count).arg(names))
                         : failed(value, Checks::tr("npu-smi shows no chip"));
    const int expected = *context.settings.chipsPerNode;
    if (count >= expected)
        return passed(value, Checks::tr("npu-smi shows %1 chips (%2), the recipe uses %3").arg(count).arg(names).arg(expected));
    QString missing;
    const QList<int> shown = deviceIdsOf(ask);
    QList<int> absent;
    for (int i = 0; i < expected && !shown.isEmpty(); ++i) {
        if (!shown.contains(i))
            absent << i;
    }
    if (!absent.isEmpty())
        missing = Checks::tr(" (not there: device %1)").arg(listText(absent));
    Finding finding = failed(value, Checks::tr("npu-smi shows %1 chips, the recipe uses %2%3").arg(count).arg(expected).arg(missing));
    for (const int device : absent)
        finding.devices << Checks::tr("%1 device %2").arg(context.node.name).arg(device);
    return finding;
}

static Finding checkChipHealth(NodeInquiry &ask, const CheckContext &context)
{
    const Result<NpuSmiInfo> info = npuSmi(ask);
    if (!info)
        return unknown(info.error());
    if (info->chips.isEmpty())
        return skipped(u"npu.count"_s, Checks::tr("npu-smi shows no chip"));
    const QList<std::optional<int>> ids = devicesOfChips(ask, *info);
    QStringList bad, silent;
    bool onlyWarnings = true;
    Finding finding;
    int good = 0;
    for (qsizetype i = 0; i < info->chips.size(); ++i) {
        const NpuChip &chip = info->chips[i];
        const QString name = chipName(chip, ids.value(i));
        if (chip.health == u"OK") {
            ++good;
        } else if (chip.health.isEmpty()) {
            silent << name;
        } else {
            bad << u"%1 %2"_s.arg(name, chip.health);
            finding.devices << u"%1 %2"_s.arg(context.node.name, name);
            onlyWarnings = onlyWarnings && chip.health == u"Warning";
        }
    }
    const QStringList devices = finding.devices;
    if (!bad.isEmpty()) {
        const QString value = Checks::tr("%1 OK, %2 not").arg(good).arg(bad.size());
        const QString summary = Checks::tr("not all chips are well: %1").arg(bad.join(u", "_s));
        finding = onlyWarnings ? warned(value, summary) : failed(value, summary);
    } else if (!silent.isEmpty()) {
        finding = unknown(Checks::tr("npu-smi says nothing about the health of %1").arg(silent.join(u", "_s)), Checks::tr("%1 OK").arg(good));
    } else {
        finding = passed(Checks::tr("%1 OK").arg(good), Checks::tr("all %1 chips are OK").arg(good));
    }
    finding.devices = devices;
    return finding;
}

static Finding checkChipsIdle(NodeInquiry &ask, const CheckContext &context)
{
    const Result<NpuSmiInfo> info = npuSmi(ask);
    if (!info)
        return unknown(info.error());
    if (info->chips.isEmpty())
        return skipped(u"npu.count"_s, Checks::tr("npu-smi shows no chip"));
    const QList<std::optional<int>> ids = devicesOfChips(ask, *info);
    QStringList busy, heavy, devices;
    int seen = 0, idle = 0;
    qint64 most = 0;
    for (qsizetype i = 0; i < info->chips.size(); ++i) {
        const NpuChip &chip = info->chips[i];
        // The driver itself holds 2.8-3.4 GB of HBM on 910B and 910C and 1.0-1.9 GB on 310P: not a leak (format-notes §3).
        // Of other chips the base load is not known (310B shares the host's memory): there only most of it being held
        // without any process is worth a word.
        const bool is310 = chip.name.startsWith(u"310"_s);
        const bool isKnown = chip.name.startsWith(u"310P"_s) || chip.name.startsWith(u"910B"_s) || chip.name == u"Ascend910";
        const bool hasHbm = chip.hbmTotalMb.value_or(0) > 0;
        std::optional<qint64> used;
        if (hasHbm)
            used = chip.hbmUsedMb;
        else if (is310)
            used = chip.memoryUsedMb;
        const qint64 total = (hasHbm ? chip.hbmTotalMb : chip.memoryTotalMb).value_or(0);
        const qint64 baseMb = is310 ? 2560 : 4096;
        QStringList pids;
        for (const NpuProcess &process : info->processes) {
            if (process.npu == chip.npu && (!process.chip || !chip.chip || process.chip == chip.chip))
                pids << (process.pid ? Checks::tr("pid %1 %2").arg(*process.pid).arg(process.name).trimmed() : process.name);
        }
        if (pids.isEmpty() && !info->hasProcessTable && (!used || !isKnown))
            continue;
        ++seen;
        most = std::max(most, used.value_or(0));
        const QString name = chipName(chip, ids.value(i));
        if (pids.isEmpty() && !isKnown && used.value_or(0) * 2 > total)
            heavy << Checks::tr("%1 holds %2 of %3 MB").arg(name).arg(*used).arg(total);
        if (pids.isEmpty() && (!isKnown || used.value_or(0) <= baseMb)) {
            ++idle;
            continue;
        }
        QString what = name;
        if (used)
            what += u' ' + Checks::tr("holds %1 MB").arg(*used);
        if (!pids.isEmpty())
            what += u" ("_s + pids.join(u", "_s) + u')';
        busy << what;
        devices << u"%1 %2"_s.arg(context.node.name, name);
    }
    if (seen == 0)
        return unknown(Checks::tr("npu-smi tells neither the memory used nor the processes"));
    if (busy.isEmpty() && !heavy.isEmpty())
        return warned(Checks::tr("%1 idle").arg(idle), Checks::tr("no process is listed, but much memory is held; how much is normal on this chip is not known: %1").arg(heavy.join(u"; "_s)));
    if (busy.isEmpty())
        return passed(Checks::tr("%1 idle").arg(idle), Checks::tr("no process uses the chips; at most %1 MB of device memory is held, the driver's base load").arg(most));
    Finding finding = failed(Checks::tr("%1 busy").arg(busy.size()), Checks::tr("in use: %1").arg(busy.join(u"; "_s)));
    finding.devices = devices;
    return finding;
}

static Finding checkDeviceFiles(NodeInquiry &ask, const CheckContext &context)
{
    const Result<QStringList> files = deviceFiles(ask);
    if (!files)
        return unknown(files.error());
    QStringList missing;
    for (const QString &file : {u"davinci_manager"_s, u"devmm_svm"_s, u"hisi_hdc"_s}) {
        if (!files->contains(file))
            missing << u"/dev/"_s + file;
    }
    // A chip that npu-smi does not show is npu.count's matter; here every chip that it shows must have its file.
    const QList<int> present = deviceFileIds(*files);
    QList<int> shown;
    QStringList devices;
    if (const Result<NpuSmiInfo> info = npuSmi(ask)) {
        for (const std::optional<int> &id : devicesOfChips(ask, *info)) {
            if (id && !present.contains(*id)) {
                missing << u"/dev/davinci%1"_s.arg(*id);
                devices << Checks::tr("%1 device %2").arg(context.node.name).arg(*id);
            }
        }
    } else if (present.isEmpty()) {
        return skipped(u"driver.present"_s, info.error().message);
    }
    if (!missing.isEmpty()) {
        Finding finding = failed(Checks::tr("%1 missing").arg(missing.size()), Checks::tr("device files are missing: %1").arg(missing.join(u", "_s)));
        finding.devices = devices;
        return finding;
    }
    return passed(Checks::tr("%1 present").arg(present.size()), Checks::tr("/dev/davinci%1 and the three manager files are there").arg(listText(present)));
}

// Fails when / warns when:
QList<NodeCheck> npuChecks()
{
    return {
        {"npu.count", "driver.present", checkChipCount},   // fewer than the recipe uses
        {"npu.health", "driver.present", checkChipHealth}, // Alarm, Critical, UNKNOWN; warns: only Warning
        {"npu.idle", "driver.present", checkChipsIdle},    // a process, or more HBM held than the driver's base load
        {"npu.device-files", "", checkDeviceFiles},        // a file of a chip that is shown, or a manager file, is missing
    };
}
