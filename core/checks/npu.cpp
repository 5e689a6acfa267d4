// The chips: how many, are they well, is anybody using them, can a container reach them.
#include "core/checks/catalogue.h"
#include "core/checks/ownership.h"
#include "core/facts/npufacts.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

QString chipName(const NpuSmiInfo &info, const NpuChip &chip, const std::optional<int> &device)
{
    if (device)
        return Checks::tr("device %1").arg(*device);
    // The row with its number was left out: it is the one that only the table of processes has, if there is just one.
    const auto isNumberless = [](const NpuChip &one) { return !one.npu; };
    if (!chip.npu && info.lostNpus.size() == 1
        && std::count_if(info.chips.cbegin(), info.chips.cend(), isNumberless) == 1)
        return Checks::tr("NPU %1").arg(info.lostNpus.first());
    if (!chip.npu && !chip.busId.isEmpty())
        return Checks::tr("the chip at %1", "a bus id").arg(chip.busId);
    return Checks::tr("NPU %1 chip %2")
        .arg(chip.npu ? QString::number(*chip.npu) : u"?"_s, chip.chip ? QString::number(*chip.chip) : u"-"_s);
}

// With the numbers of the first one; empty where npu-smi does not tell them.
QString healthRemedy(const NpuSmiInfo &info, const QList<NpuChip> &bad)
{
    if (!bad.first().npu)
        return {};
    const auto of = [](const NpuChip &chip) { return u"-i %1 -c %2"_s.arg(*chip.npu).arg(chip.chip.value_or(0)); };
    // of other machines it is not known what a reset takes along
    QString remedy
        = (chipFamily(info) == "910b"_L1
               ? Checks::tr("Read its error codes: `npu-smi info -t health %1`. If it does not recover, restart "
                            "the node when nothing on it needs an NPU any more: "
                            "on Atlas 800 A2 even the reset of one chip resets all eight, with everybody's work on "
                            "them. If it comes back, contact support.")
               : Checks::tr("Read its error codes: `npu-smi info -t health %1`. If it does not recover, restart the "
                            "node when nothing on it needs an NPU any more. If it comes back, contact support."))
              .arg(of(bad.first()));
    QStringList others;
    for (const NpuChip &chip : bad.mid(1)) {
        if (chip.npu)
            others << u'`' + of(chip) + u'`';
    }
    return others.isEmpty() ? remedy : remedy + u' ' + Checks::tr("The same with %1.").arg(others.join(u", "_s));
}

// A recipe that uses fewer chips than there are takes the first ones (core/topology). An unknown number is one of them.
bool isUsed(const std::optional<int> &device, const QList<std::optional<int>> &all, const CheckContext &context)
{
    const int expected = context.settings.chipsPerNode.value_or(0);
    return expected == 0 || !device
        || std::count_if(all.cbegin(), all.cend(), [&](const std::optional<int> &one) { return one && *one < *device; })
        < expected;
}

// A chip that somebody has: how much is held there, where that is told, and by whom.
struct BusyChip
{
    QString name;
    std::optional<int> device;
    std::optional<qint64> usedMb;
    QString who;                         // empty: no process is told
    bool isLike(const BusyChip &other) const
    {
        return device && other.device && who == other.who && usedMb.has_value() == other.usedMb.has_value();
    }
};

// Chips of the same holder are named together.
QString busyWords(QList<BusyChip> chips)
{
    QStringList words;
    while (!chips.isEmpty()) {
        const BusyChip first = chips.takeFirst();
        QList<int> devices{first.device.value_or(-1)};
        qint64 least = first.usedMb.value_or(0), most = least;
        for (const BusyChip &chip : std::as_const(chips)) {
            if (!chip.isLike(first))
                continue;
            devices << *chip.device;
            least = std::min(least, chip.usedMb.value_or(0));
            most = std::max(most, chip.usedMb.value_or(0));
        }
        chips.removeIf([&](const BusyChip &chip) { return chip.isLike(first); });
        std::sort(devices.begin(), devices.end());
        const bool isOne = devices.size() == 1;
        const QString amount = least == most ? QString::number(least) : u"%1-%2"_s.arg(least).arg(most);
        QString what = isOne ? first.name : Checks::tr("devices %1", "numbers").arg(listText(devices));
        if (first.usedMb)
            what += u' ' + (isOne ? Checks::tr("holds %1 MB") : Checks::tr("hold %1 MB each")).arg(amount);
        if (!first.who.isEmpty())
            what += u" ("_s + first.who + u')';
        words << what;
    }
    return words.join(u"; "_s);
}

// What a chip is, by its own row.
struct ChipKind
{
    QString name;
    qint64 hbmMb = 0;                    // 0: not told

    bool isLike(const ChipKind &other) const
    {
        // like chips tell one total; what the firmware sets aside of it is far less than a tenth
        return name == other.name
            && (hbmMb == 0 || other.hbmMb == 0 || std::abs(hbmMb - other.hbmMb) * 10 < std::max(hbmMb, other.hbmMb));
    }
    QString words() const
    {
        return hbmMb == 0 ? name : Checks::tr("%1, %2 MB of HBM", "a chip's name").arg(name).arg(hbmMb);
    }
};

struct AlikeChips
{
    ChipKind kind;
    QList<qsizetype> chips;              // places in NpuSmiInfo::chips
};

// Of those that the recipe uses, most first. A chip whose row is lost is of no kind.
QList<AlikeChips> alikeChips(const NpuSmiInfo &info, const QList<std::optional<int>> &ids, const CheckContext &context)
{
    QList<AlikeChips> groups;
    for (qsizetype i = 0; i < info.chips.size(); ++i) {
        const ChipKind kind{info.chips[i].name, info.chips[i].hbmTotalMb.value_or(0)};
        if (kind.name.isEmpty() || !isUsed(ids.value(i), ids, context))
            continue;
        const auto its = std::find_if(groups.begin(), groups.end(),
                                      [&](const AlikeChips &group) { return group.kind.isLike(kind); });
        if (its == groups.end()) {
            groups.append({kind, {i}});
            continue;
        }
        its->chips << i;
        if (its->kind.hbmMb == 0)
            its->kind = kind;
    }
    std::stable_sort(groups.begin(), groups.end(),
                     [](const AlikeChips &a, const AlikeChips &b) { return a.chips.size() > b.chips.size(); });
    return groups;
}

// Engines give each chip of a group the same share.
Finding notAlike(const NpuSmiInfo &info, const QList<std::optional<int>> &ids, const QList<AlikeChips> &groups,
                 const CheckContext &context)
{
    QStringList parts, devices;
    qsizetype odd = 0;
    for (const AlikeChips &group : groups) {
        QList<int> numbers;
        QStringList names;
        for (const qsizetype i : group.chips) {
            if (ids.value(i))
                numbers << *ids.value(i);
            names << chipName(info, info.chips[i], ids.value(i));
            if (&group != &groups.first())
                devices << u"%1 %2"_s.arg(context.node.name, names.last());
        }
        std::sort(numbers.begin(), numbers.end());
        const QString which = numbers.size() == names.size() ? Checks::tr("device %1").arg(listText(numbers))
                                                             : firstFew(names);
        parts << u"%1: %2"_s.arg(which, group.kind.words());
        odd += &group == &groups.first() ? 0 : group.chips.size();
    }
    const std::optional<int> first = info.chips[groups[1].chips.first()].npu;
    Finding finding = warned(
        Checks::tr("%1 chips, %2 odd").arg(info.chips.size()).arg(odd),
        Checks::tr("the chips are not alike (%1): an engine gives each the same share, so the smallest decides for "
                   "all, and chips of different models are not made to work in one group")
            .arg(parts.join(u"; "_s)),
        Checks::tr("Run on chips that are alike: on another machine, or with a recipe that uses only these. Where the "
                   "odd card came in by mistake, have it replaced by one like the others.")
            + (first ? u' ' + Checks::tr("What it is: `npu-smi info -t board -i %1`.").arg(*first) : QString()));
    finding.devices = devices;
    return finding;
}

// A machine with as many chips as such boards have and no gap between their numbers lacks none: who wants more of it
// has the wrong settings or the wrong recipe. With a gap, or seven, a chip is away.
bool isAsBuilt(QList<int> present, qsizetype count)
{
    std::sort(present.begin(), present.end());
    return count > 0 && (count & (count - 1)) == 0 && present.size() == count && present.first() == 0
        && present.last() == count - 1;
}

// Of the devices that the recipe uses: those that are not there, where there are fewer than these. Empty: none lacks.
QString lackOf(const QList<int> &present, qsizetype count, const CheckContext &context)
{
    const int expected = context.settings.chipsPerNode.value_or(0);
    if (count >= expected || isAsBuilt(present, count))
        return {};
    QList<int> absent;
    for (int i = 0; i < expected; ++i) {
        if (!present.contains(i))
            absent << i;
    }
    // Which they are is not known where the numbers of those that are there are not.
    return expected - count == absent.size()
        ? Checks::tr("without device %1", "of those that the recipe uses").arg(listText(absent))
        : Checks::tr("%1 of the %2 that the recipe uses are not there").arg(expected - count).arg(expected);
}

} // namespace

static Finding checkChipCount(NodeProbe &probe, const CheckContext &context)
{
    const Result<NpuSmiInfo> info = npuSmi(probe);
    if (!info)
        return unknown(info.error());
    const int count = int(info->chips.size());
    QStringList kinds;
    for (const NpuChip &chip : info->chips)
        kinds << chip.name;
    kinds.removeAll(QString());
    kinds.removeDuplicates();
    const QString names = kinds.join(u", "_s);
    const QString value = Checks::tr("%1 chips").arg(count);
    if (info->truncated)
        return unknown(Checks::tr("npu-smi's table is cut short: %1 chips can be read").arg(count), value);
    const int expected = context.settings.chipsPerNode.value_or(0);
    if (count >= expected) {
        const QList<std::optional<int>> ids = devicesOfChips(probe, *info);
        if (const QList<AlikeChips> groups = alikeChips(*info, ids, context); groups.size() > 1)
            return notAlike(*info, ids, groups, context);
    }
    if (!context.settings.chipsPerNode)
        return count > 0 ? passed(value, Checks::tr("npu-smi shows %1 chips (%2)").arg(count).arg(names))
                         : failed(value, Checks::tr("npu-smi shows no chip"));
    if (count >= expected)
        return passed(
            value, Checks::tr("npu-smi shows %1 chips (%2), the recipe uses %3").arg(count).arg(names).arg(expected));
    QString missing;
    const QList<int> shown = deviceIdsOf(probe);
    const bool isBuiltSo = isAsBuilt(shown, count);
    const QString &key = context.settings.chipsKey;
    if (key.isEmpty() && isBuiltSo)
        return ofSettings(failed(
            value,
            Checks::tr("the recipe is for machines with %1 NPUs, this one has %2 (%3), and no number between them is "
                       "missing")
                .arg(expected)
                .arg(count)
                .arg(names),
            Checks::tr("Choose a recipe for such machines (page \"Deploy\", step \"Recipe\", has those first that "
                       "fit), or machines with %1. If this one should have more, look for them on the bus: "
                       "`lspci | grep -i d80`.")
                .arg(expected)));
    if (isBuiltSo)
        return ofSettings(failed(
            value,
            Checks::tr(
                "the setting %1 asks for %2 NPUs, this machine has %3 (%4), and no number between them is missing")
                .arg(key)
                .arg(expected)
                .arg(count)
                .arg(names),
            Checks::tr("Set %1 to at most %2 in the recipe's settings, or choose a machine with %3. If this one should "
                       "have more, look for them on the bus: `lspci | grep -i d80`.")
                .arg(key)
                .arg(count)
                .arg(expected)));
    QList<int> absent;
    for (int i = 0; i < expected && !shown.isEmpty(); ++i) {
        if (!shown.contains(i))
            absent << i;
    }
    if (!absent.isEmpty())
        missing = Checks::tr(" (not there: device %1)").arg(listText(absent));
    Finding finding
        = failed(value,
                 Checks::tr("npu-smi shows %1 chips, the recipe uses %2%3").arg(count).arg(expected).arg(missing));
    for (const int device : absent)
        finding.devices << Checks::tr("%1 device %2").arg(context.node.name).arg(device);
    return finding;
}

static Finding checkChipHealth(NodeProbe &probe, const CheckContext &context)
{
    const Result<NpuSmiInfo> info = npuSmi(probe);
    if (!info)
        return unknown(info.error());
    if (info->chips.isEmpty())
        return skipped(u"npu.count"_s, Checks::tr("npu-smi shows no chip"));
    const QList<std::optional<int>> ids = devicesOfChips(probe, *info);
    QStringList bad, silent, besides;
    QList<NpuChip> badChips, badBesides;
    bool onlyWarnings = true;
    Finding finding;
    int good = 0;
    for (qsizetype i = 0; i < info->chips.size(); ++i) {
        const NpuChip &chip = info->chips[i];
        const QString name = chipName(*info, chip, ids.value(i));
        if (chip.health == u"OK") {
            ++good;
        } else if (!isUsed(ids.value(i), ids, context)) {
            besides << u"%1 %2"_s.arg(name, chip.health.isEmpty() ? u"?"_s : chip.health);
            badBesides << chip;
            finding.devices << u"%1 %2"_s.arg(context.node.name, name);
        } else if (chip.health.isEmpty()) {
            silent << name;
        } else {
            bad << u"%1 %2"_s.arg(name, chip.health);
            badChips << chip;
            finding.devices << u"%1 %2"_s.arg(context.node.name, name);
            onlyWarnings = onlyWarnings && chip.health == u"Warning";
        }
    }
    const QStringList devices = finding.devices;
    QList<int> there;
    for (const std::optional<int> &id : ids)
        there << id.value_or(-1);
    const QString lack = lackOf(there, info->chips.size(), context);
    const int expected = context.settings.chipsPerNode.value_or(0);
    const QString isOk = lack.isEmpty() ? Checks::tr("%1 OK").arg(good)
                                        : Checks::tr("%1 of %2 OK").arg(good).arg(expected);
    const QString further = lack.isEmpty() ? QString() : u"; "_s + lack;
    if (!bad.isEmpty()) {
        const QString value = lack.isEmpty() ? Checks::tr("%1 OK, %2 not").arg(good).arg(bad.size())
                                             : Checks::tr("%1 of %2 OK, %3 not")
                                                   .arg(good)
                                                   .arg(expected)
                                                   .arg(bad.size());
        const QString summary = Checks::tr("not all chips are well: %1").arg(bad.join(u", "_s)) + further;
        finding = onlyWarnings ? warned(value, summary, healthRemedy(*info, badChips))
                               : failed(value, summary, healthRemedy(*info, badChips));
    } else if (!silent.isEmpty()) {
        finding = unknown(Checks::tr("npu-smi says nothing about the health of %1").arg(silent.join(u", "_s))
                              + further,
                          isOk);
    } else if (!besides.isEmpty()) {
        const QString how = badBesides.first().npu
            ? u' ' + Checks::tr("Its error codes: `npu-smi info -t health -i %1 -c %2`.")
                         .arg(*badBesides.first().npu)
                         .arg(badBesides.first().chip.value_or(0))
            : QString();
        finding = warned(Checks::tr("%1 OK").arg(good),
                         Checks::tr("the chips that the recipe uses are OK; others of the node are not: %1")
                             .arg(besides.join(u", "_s)),
                         Checks::tr("This deployment does not need it.") + how);
    } else if (!lack.isEmpty()) {
        finding = passed(isOk, Checks::tr("the %1 chips that are there are OK").arg(good) + further);
    } else {
        finding = passed(isOk, Checks::tr("all %1 chips are OK").arg(good));
    }
    finding.devices = devices;
    return finding;
}

static Finding checkChipsIdle(NodeProbe &probe, const CheckContext &context)
{
    const Result<NpuSmiInfo> info = npuSmi(probe);
    if (!info)
        return unknown(info.error());
    if (info->chips.isEmpty())
        return skipped(u"npu.count"_s, Checks::tr("npu-smi shows no chip"));
    const QList<std::optional<int>> ids = devicesOfChips(probe, *info);
    QList<BusyChip> busy;
    QStringList heavy, devices, besides, silent, working, workingDevices;
    int seen = 0, idle = 0, owned = 0, likely = 0;
    qint64 most = 0;
    std::optional<Ownership> known;      // asked when something is held
    const auto own = [&]() -> const Ownership & {
        if (!known)
            known = ownershipOf(probe, context);
        return *known;
    };
    QList<Holder> holders;
    for (qsizetype i = 0; i < info->chips.size(); ++i) {
        const NpuChip &chip = info->chips[i];
        // The driver itself holds 2.8-3.4 GB of HBM on 910B and 910C and 1.0-1.9 GB on 310P: not a leak (as
        // npu-smi prints it on idle cards; its manual in hicann/driver says that the system holds some). Of other chips
        // the base load is not known (310B shares the host's memory): there only most of it being held
        // without any process is worth a word.
        const bool is310 = chip.name.startsWith(u"310"_s);
        const bool isKnown
            = chip.name.startsWith(u"310P"_s) || chip.name.startsWith(u"910B"_s) || chip.name == u"Ascend910";
        const bool hasHbm = chip.hbmTotalMb.value_or(0) > 0;
        std::optional<qint64> used;
        if (hasHbm)
            used = chip.hbmUsedMb;
        else if (is310)
            used = chip.memoryUsedMb;
        const qint64 total = (hasHbm ? chip.hbmTotalMb : chip.memoryTotalMb).value_or(0);
        const qint64 baseMb = is310 ? 2560 : 4096;
        QStringList pids;
        bool hasOwn = false;
        QList<HostProcess> foreign;
        QList<std::optional<qint64>> theirs; // MB
        for (const NpuProcess &process : info->processes) {
            if (!isOn(process, chip))
                continue;
            if (process.pid && own().holds(*process.pid)) {
                hasOwn = true;
                continue;
            }
            theirs << process.memoryMb;
            if (process.pid)
                foreign.append({*process.pid, process.name, {}});
            else
                pids << process.name;
        }
        if (pids.isEmpty() && foreign.isEmpty() && !hasOwn && !info->hasProcessTable && (!used || !isKnown))
            continue;
        ++seen;
        const QString name = chipName(*info, chip, ids.value(i));
        if (!isUsed(ids.value(i), ids, context)) { // whoever has it: it is no matter of this deployment
            const bool isHeld = !foreign.isEmpty() || !pids.isEmpty();
            if (isHeld)
                besides << name;
            idle += !isHeld && !hasOwn;
            owned += hasOwn;
            continue;
        }
        bool isUntold = false;
        for (const HostProcess &process : std::as_const(foreign)) {
            const Holder holder = holderOf(probe, own(), process);
            if (holder.container.isEmpty() && own().isUncertain()) {
                isUntold = true;
                continue;
            }
            holders << holder;
            pids << holderWords(holder);
        }
        if (hasOwn && !pids.isEmpty())
            pids << Checks::tr("besides this deployment's own service");
        // What is held without a process in the table, while the service runs on all chips of the recipe, is the
        // service's.
        const bool isAnonymous = pids.isEmpty() && isKnown && used.value_or(0) > baseMb;
        if (pids.isEmpty() && (isUntold || (isAnonymous && !hasOwn && own().isUncertain()))) {
            ++likely;
            continue;
        }
        if (hasOwn ? pids.isEmpty() : isAnonymous && own().isServing()) {
            ++owned;
            continue;
        }
        most = std::max(most, used.value_or(0));
        if (pids.isEmpty() && !isKnown && used.value_or(0) * 2 > total)
            heavy << Checks::tr("%1 holds %2 of %3 MB").arg(name).arg(*used).arg(total);
        if (pids.isEmpty() && isKnown && !used) { // "0 / 0": the query failed
            silent << name;
            continue;
        }
        if (pids.isEmpty() && (!isKnown || used.value_or(0) <= baseMb)) {
            // an idle chip shows 0 %
            if (const int load = chip.aiCorePercent.value_or(0); load >= 10 && !own().isServing()) {
                working << Checks::tr("%1 has an AICore load of %2 %", "device 3").arg(name).arg(load);
                workingDevices << u"%1 %2"_s.arg(context.node.name, name);
            } else {
                ++idle;
            }
            continue;
        }
        // What is ours on it, or the driver's base load, is not theirs; much more than both is somebody's.
        const bool isTold = std::all_of(theirs.cbegin(), theirs.cend(), [](std::optional<qint64> mb) { return !!mb; });
        qint64 theirMb = 0;
        for (const std::optional<qint64> mb : std::as_const(theirs))
            theirMb += mb.value_or(0);
        if (!theirs.isEmpty() && isTold && (hasOwn || used.value_or(0) <= theirMb + baseMb))
            used = theirMb;
        pids.removeDuplicates();
        busy.append({name, ids.value(i), used, pids.join(u", "_s)});
        devices << u"%1 %2"_s.arg(context.node.name, name);
    }
    const QString rest = besides.isEmpty()
        ? QString()
        : u"; "_s + Checks::tr("others use %1, which the recipe does not need").arg(besides.join(u", "_s));
    if (seen == 0)
        return unknown(Checks::tr("npu-smi tells neither the memory used nor the processes"));
    if (busy.isEmpty() && !heavy.isEmpty())
        return warned(
            Checks::tr("%1 idle").arg(idle),
            Checks::tr(
                "no process is listed, but much memory is held; how much is normal on this chip is not known: %1")
                .arg(heavy.join(u"; "_s)));
    if (busy.isEmpty() && !working.isEmpty()) {
        Finding finding = warned(
            Checks::tr("%1 idle, %2 not").arg(idle).arg(working.size()),
            Checks::tr("no process is listed and no memory is held but the driver's base load, and yet there is work: "
                       "%1")
                .arg(firstFew(working)),
            Checks::tr("Look again after a minute (`npu-smi info`). If it stays so, npu-smi may not show here who "
                       "works, in a container or a virtual machine for example: ask whoever uses the node before "
                       "anything is started. Where nobody does, the card itself may be at fault: let support look at "
                       "it."));
        finding.devices = workingDevices;
        return finding;
    }
    const QString ownPart
        = owned > 0 ? Checks::tr("%1 chips are used by %2").arg(owned).arg(ownWords(own())) : QString();
    if (busy.isEmpty() && likely > 0)
        return warned(Checks::tr("in use"),
                      Checks::tr("%1 chips are in use, most likely by %2; its processes are not told")
                          .arg(likely + owned)
                          .arg(ownWords(own())),
                      leaveIt(own()));
    if (busy.isEmpty() && owned > 0)
        return passedAsOwn(ownValue(own()),
                           (idle > 0 ? ownPart + u"; "_s + Checks::tr("%1 are idle").arg(idle) : ownPart) + rest);
    if (busy.isEmpty() && !silent.isEmpty())
        return unknown(Checks::tr("no process uses the chips, but npu-smi does not tell how much memory %1 holds")
                               .arg(silent.join(u", "_s))
                           + rest,
                       Checks::tr("%1 idle").arg(idle));
    if (busy.isEmpty())
        return passed(Checks::tr("%1 idle").arg(idle),
                      Checks::tr(
                          "no process uses the chips; at most %1 MB of device memory is held, the driver's base load")
                              .arg(most)
                          + rest);
    if (!holders.isEmpty() && !own().isKnown) {
        Finding finding
            = unknown(Checks::tr(
                          "in use, and whose it is is not known, because the container engine does not answer: %1")
                          .arg(busyWords(busy)),
                      Checks::tr("%1 busy").arg(busy.size()));
        finding.remedy = askEngineFirst();
        finding.devices = devices;
        return finding;
    }
    const QString summary = (areOfRuns(holders) ? Checks::tr("in use by another deployment: %1")
                                                : Checks::tr("in use by somebody else: %1"))
                                .arg(busyWords(busy));
    Finding finding
        = failed(Checks::tr("%1 busy").arg(busy.size()), ownPart.isEmpty() ? summary : summary + u"; "_s + ownPart,
                 holders.isEmpty() ? QString() : askTheirOwners(holders));
    finding.devices = devices;
    return finding;
}

OthersHold othersOnChips(NodeProbe &probe, const CheckContext &context, const QList<int> &devices)
{
    OthersHold found;
    const Result<NpuSmiInfo> info = npuSmi(probe);
    if (!info || info->processes.isEmpty())
        return found;
    const Ownership own = ownershipOf(probe, context);
    if (!own.isKnown)
        return found;
    const QList<std::optional<int>> ids = devicesOfChips(probe, *info);
    for (qsizetype i = 0; i < info->chips.size(); ++i) {
        const NpuChip &chip = info->chips[i];
        if (ids.value(i) && !devices.contains(*ids.value(i)))
            continue;
        for (const NpuProcess &process : info->processes) {
            if (!isOn(process, chip) || !process.pid || own.holds(*process.pid))
                continue;
            const Holder holder = holderOf(probe, own, {*process.pid, process.name, {}});
            if (!holder.container.isEmpty() || !own.isUncertain())
                found.add(chipName(*info, chip, ids.value(i)), holder);
        }
    }
    return found;
}

// By the letter of `ls -l`.
static QString fileKind(QChar letter)
{
    switch (letter.unicode()) {
    case u'-': return Checks::tr("a plain file");
    case u'd': return Checks::tr("a folder");
    case u'l': return Checks::tr("a link that leads nowhere");
    case u'b': return Checks::tr("a block device");
    default: return Checks::tr("something else");
    }
}

static Finding checkDeviceFiles(NodeProbe &probe, const CheckContext &context)
{
    const Result<QStringList> files = deviceFiles(probe);
    if (!files)
        return unknown(files.error());
    const QMap<QString, QChar> others = noDeviceFiles(probe);
    QStringList missing, wrong, inTheWay, devices;
    const auto want = [&](const QString &file) {
        const QString path = u"/dev/"_s + file;
        if (files->contains(file))
            return true;
        if (others.contains(file)) {
            wrong << Checks::tr("%1 is %2", "a path; a plain file").arg(path, fileKind(others[file]));
            inTheWay << path;
        } else {
            missing << path;
        }
        return false;
    };
    for (const QString &file : {u"davinci_manager"_s, u"devmm_svm"_s, u"hisi_hdc"_s})
        want(file);
    // A chip that npu-smi does not show is npu.count's matter; here every chip that it shows must have its file.
    const QList<int> present = deviceFileIds(*files);
    if (const Result<NpuSmiInfo> info = npuSmi(probe)) {
        for (const std::optional<int> &id : devicesOfChips(probe, *info)) {
            if (id && !want(u"davinci%1"_s.arg(*id)))
                devices << Checks::tr("%1 device %2").arg(context.node.name).arg(*id);
        }
    } else if (present.isEmpty()) {
        return skipped(u"driver.present"_s, info.error().message);
    }
    const QString lack = lackOf(present, present.size(), context);
    if (missing.isEmpty() && wrong.isEmpty())
        return passed(lack.isEmpty()
                          ? Checks::tr("%1 present").arg(present.size())
                          : Checks::tr("%1 of %2 present").arg(present.size()).arg(*context.settings.chipsPerNode),
                      Checks::tr("/dev/davinci%1 and the three manager files are there").arg(listText(present))
                          + (lack.isEmpty() ? QString() : u"; "_s + lack));
    QStringList values, sentences;
    if (!missing.isEmpty()) {
        values << Checks::tr("%1 missing").arg(missing.size());
        sentences << Checks::tr("device files are missing: %1").arg(missing.join(u", "_s));
    }
    if (!wrong.isEmpty()) {
        values << Checks::tr("%1 of another kind", "files").arg(wrong.size());
        sentences << Checks::tr("a character device must be there: %1").arg(wrong.join(u", "_s));
    }
    Finding finding = failed(values.join(u", "_s), sentences.join(u"; "_s),
                             inTheWay.isEmpty()
                                 ? QString()
                                 : Checks::tr("Find out who made it (`ls -l %1`) and move it out of /dev. Then load "
                                              "the driver again (`reboot`), which makes the device files.")
                                       .arg(inTheWay.join(u' ')));
    finding.devices = devices;
    return finding;
}

// Fails when / warns when:
QList<NodeCheck> npuChecks()
{
    return {
        {"npu.count", "driver.present", checkChipCount},   // fewer than the recipe uses; warns: not alike
        {"npu.health", "driver.present", checkChipHealth}, // Alarm, Critical, UNKNOWN; warns: only Warning
        // a process, or more HBM held than the driver's base load; warns: work without a process
        {"npu.idle", "driver.present", checkChipsIdle},
        // a file of a chip that is shown, or a manager file, is missing or no character device
        {"npu.device-files", "", checkDeviceFiles},
    };
}
