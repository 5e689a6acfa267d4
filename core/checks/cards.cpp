// What a card's own counters and its place on the bus say. Layouts: npu-smi info -t ecc, hccn_tool -optical and
// -link_stat as driver 23.0.7 and 25.0 print them (mind-cluster, environment_check.zip); that a flapping link and
// errors of the HBM end a run: hicann/hccl docs/zh/user_guide/fault_diagnosis/task_exec_stage (EI0013) and MindIE's
// code MIE05E01000B. Each asks every card, which takes longer than a second: they are asked by name only
// (NodeCheck::seconds).
#include "core/checks/catalogue.h"
#include "core/facts/hostsettings.h"
#include "core/facts/npufacts.h"
#include "core/parse/cardcounters.h"
#include "core/parse/text.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

// "1.0189 mW", "48 C"
std::optional<double> measured(const QString &text)
{
    bool ok = false;
    const double number = text.section(u' ', 0, 0).toDouble(&ok);
    return ok ? std::optional(number) : std::nullopt;
}

struct CardsAsked
{
    QList<DeviceAnswer> answers;
    std::optional<Finding> finding;      // why there is nothing to judge
};

CardsAsked askCards(NodeProbe &probe, const QString &what)
{
    CardsAsked asked;
    const QList<int> ids = deviceIdsOf(probe);
    if (ids.isEmpty()) {
        asked.finding = skipped(u"npu.count"_s, Checks::tr("it is not known which devices there are"));
        return asked;
    }
    Result<QList<DeviceAnswer>> answers = askHccn(probe, what, ids);
    if (!answers)
        asked.finding = unknown(answers.error());
    else if (answers->isEmpty()
             || ((answers->first().exitCode == 127 || answers->first().exitCode == 126)
                 && !lacksLibrary(answers->first().text)))
        asked.finding = unknown(Checks::tr("hccn_tool is neither on the PATH nor in /usr/local/Ascend/driver/tools"));
    else
        asked.answers = *std::move(answers);
    return asked;
}

QStringList cardsNamed(const CheckContext &context, const QList<int> &devices)
{
    QStringList names;
    for (const int device : devices)
        names << Checks::tr("%1 device %2").arg(context.node.name).arg(device);
    return names;
}

Finding unreadCards(const QString &tool, const QList<int> &devices)
{
    return unknown(Checks::tr("%1 says nothing usable about device %2").arg(tool, listText(devices)));
}

// The same with hccn_tool's own words, where it has any.
Finding unreadCards(const QList<DeviceAnswer> &answers, const QList<int> &devices)
{
    for (const DeviceAnswer &answer : answers) {
        const QString said = answer.exitCode == 124 ? Checks::tr("hccn_tool did not answer in time")
                                                    : parse::toolError(parse::plainLines(answer.text));
        if (devices.contains(answer.device) && !said.isEmpty())
            return unknown(
                Checks::tr("hccn_tool says nothing usable about device %1: %2").arg(listText(devices), said));
    }
    return unreadCards(u"hccn_tool"_s, devices);
}

// What of a module is outside of its limits, as each asks for another remedy.
struct OpticalFaults
{
    QStringList light, temperature, voltage;

    QStringList all() const { return light + temperature + voltage; }
};

} // namespace

static Finding checkNuma(NodeProbe &probe, const CheckContext &context)
{
    const Result<NpuSmiInfo> info = npuSmi(probe);
    if (!info)
        return unknown(info.error());
    if (info->chips.isEmpty())
        return skipped(u"npu.count"_s, Checks::tr("npu-smi shows no chip"));
    const Result<HostSettings> settings = hostSettings(probe);
    if (!settings)
        return unknown(settings.error());
    if (!settings->numaNodes)
        return unknown(Checks::tr("%1 cannot be read there").arg(u"/sys/devices/system/node/online"_s));
    if (*settings->numaNodes < 2)
        return passed(Checks::tr("one"), Checks::tr("the machine has one NUMA node: every NPU is near"));
    const QList<std::optional<int>> ids = devicesOfChips(probe, *info);
    QMap<int, int> counts; // NUMA node -> chips
    QList<int> loose; // devices that the firmware places nowhere
    int unseen = 0;
    for (qsizetype i = 0; i < info->chips.size(); ++i) {
        const auto node = settings->numaOf.constFind(info->chips[i].busId.toLower());
        if (node == settings->numaOf.cend())
            ++unseen;
        else if (*node < 0)
            loose << ids.value(i).value_or(int(i));
        else
            ++counts[*node];
    }
    if (!loose.isEmpty()) {
        Finding finding
            = warned(Checks::tr("%1 nowhere", "chips").arg(loose.size()),
                     Checks::tr("the firmware does not tell on which of its %1 NUMA nodes device %2 is, so nobody can "
                                "bind a rank to the processors near it")
                         .arg(*settings->numaNodes)
                         .arg(listText(loose)));
        finding.devices = cardsNamed(context, loose);
        return finding;
    }
    if (unseen > 0)
        return unknown(Checks::tr("%1 chips that npu-smi shows are not found in /sys/bus/pci/devices").arg(unseen));
    QStringList parts;
    for (auto it = counts.cbegin(); it != counts.cend(); ++it)
        parts << Checks::tr("%1 on NUMA node %2").arg(it.value()).arg(it.key());
    return passed(Checks::tr("%1 nodes", "NUMA nodes").arg(counts.size()),
                  Checks::tr("it is told where each chip is: %1").arg(parts.join(u", "_s)));
}

static Finding checkEcc(NodeProbe &probe, const CheckContext &context)
{
    const Result<NpuSmiInfo> info = npuSmi(probe);
    if (!info)
        return unknown(info.error());
    if (info->chips.isEmpty())
        return skipped(u"npu.count"_s, Checks::tr("npu-smi shows no chip"));
    const QList<std::optional<int>> ids = devicesOfChips(probe, *info);
    const auto question = [](const NpuChip &chip) {
        return QStringList{u"npu-smi"_s, u"info"_s,
                           u"-t"_s,      u"ecc"_s,
                           u"-i"_s,      QString::number(chip.npu.value_or(0)),
                           u"-c"_s,      QString::number(chip.chip.value_or(0))};
    };
    QList<QStringList> questions;
    for (const NpuChip &chip : info->chips) {
        if (chip.npu)
            questions << question(chip);
    }
    probe.expect(questions, npuSmiTimeout);
    QList<int> bad, unread;
    QStringList said;
    qint64 pages = 0;
    for (qsizetype i = 0; i < info->chips.size(); ++i) {
        const NpuChip &chip = info->chips[i];
        const int device = ids.value(i).value_or(int(i));
        const Result<CommandOutput> output
            = chip.npu ? probe.ask(question(chip), npuSmiTimeout) : Result<CommandOutput>(CommandOutput{});
        if (!output)
            return unknown(output.error());
        const std::optional<EccCounts> counts = eccCounts(output->out);
        if (!counts) {
            unread << device;
            continue;
        }
        pages += counts->isolatedPages;
        if (counts->doubleBit > 0) {
            bad << device;
            said << Checks::tr("device %1: %2").arg(device).arg(counts->doubleBit);
        }
    }
    if (!bad.isEmpty()) {
        const NpuChip &first = info->chips[std::max<qsizetype>(0, ids.indexOf(std::optional(bad.first())))];
        Finding finding
            = warned(Checks::tr("%1 with errors", "chips").arg(bad.size()),
                     Checks::tr("the HBM had errors that ECC could not correct since the driver was loaded: %1")
                         .arg(said.join(u", "_s)),
                     Checks::tr(
                         "Read it again after a while: `npu-smi info -t ecc -i %1 -c %2`. Where the count rises, "
                         "put the work on other NPUs and let support look at the card.")
                         .arg(first.npu.value_or(0))
                         .arg(first.chip.value_or(0)));
        finding.devices = cardsNamed(context, bad);
        return finding;
    }
    if (!unread.isEmpty())
        return unreadCards(u"npu-smi"_s, unread);
    return passed(Checks::tr("none"),
                  pages == 0 ? Checks::tr("the HBM of all %1 chips had no error that ECC could not correct since the "
                                          "driver was loaded")
                                   .arg(info->chips.size())
                             : Checks::tr("the HBM of all %1 chips had no error that ECC could not correct since the "
                                          "driver was loaded; %2 pages are isolated from before")
                                   .arg(info->chips.size())
                                   .arg(pages));
}

static Finding checkOptical(NodeProbe &probe, const CheckContext &context)
{
    const CardsAsked asked = askCards(probe, u"optical"_s);
    if (asked.finding)
        return *asked.finding;
    QList<int> bad, unread;
    QStringList said, absent;
    bool isLight = false, isTemperature = false, isVoltage = false;
    for (const DeviceAnswer &answer : asked.answers) {
        const QHash<QString, QString> values = keyValues(answer.text);
        const auto told = [&](const QString &key) { return measured(values.value(key)); };
        OpticalFaults faults;
        const auto judge = [&](QStringList &into, const QString &key, const char *limits, const QString &unit,
                               int decimals) {
            const auto value = told(key), low = told(QLatin1String(limits) + u" Low Thres"_s),
                       high = told(QLatin1String(limits) + u" High Thres"_s);
            const auto number = [decimals](double one) { return QString::number(one, 'f', decimals); };
            if (value && low && *value < *low)
                into << Checks::tr("%1 is %2 %3, the least is %4", "what; a number; its unit; a number")
                              .arg(key, number(*value), unit, number(*low));
            if (value && high && *high > 0 && *value > *high)
                into << Checks::tr("%1 is %2 %3, the most is %4", "what; a number; its unit; a number")
                              .arg(key, number(*value), unit, number(*high));
        };
        // 0x0, or 0xff: the signal, or the lock on it, is lost
        for (const auto &flag : {u"Tx Los Flag"_s, u"Rx Los Flag"_s, u"Tx LoL Flag"_s, u"Rx LoL Flag"_s}) {
            bool isNumber = false;
            if (values.value(flag).toUInt(&isNumber, 0) != 0 && isNumber)
                faults.light
                    << Checks::tr("%1 is %2: the signal is lost", "a flag; 0xff").arg(flag, values.value(flag));
        }
        for (int lane = 0; lane < 8; ++lane) {
            judge(faults.light, u"Rx Power%1"_s.arg(lane), "RxPower", u"mW"_s, 4);
            judge(faults.light, u"Tx Power%1"_s.arg(lane), "TxPower", u"mW"_s, 4);
        }
        judge(faults.voltage, u"Vcc"_s, "Vcc", u"mV"_s, 0);
        judge(faults.temperature, u"temperature"_s, "Temp", u"C"_s, 0);
        const bool isMeasured = told(u"RxPower Low Thres"_s) && told(u"TxPower Low Thres"_s) && told(u"Rx Power0"_s)
            && told(u"Tx Power0"_s);
        // "not present" is also said of modules whose light is measured: no fault where that is well.
        if (values.value(u"present"_s) == "not present"_L1 && (!isMeasured || !faults.all().isEmpty())) {
            bad << answer.device;
            absent << (faults.all().isEmpty() ? Checks::tr("device %1").arg(answer.device)
                                              : Checks::tr("device %1 (told all the same: %2)", "of its module")
                                                    .arg(answer.device)
                                                    .arg(firstFew(faults.all(), u"; "_s)));
            continue;
        }
        if (faults.all().isEmpty()) { // well only where its light was measured and has limits
            if (!isMeasured)
                unread << answer.device;
            continue;
        }
        isLight = isLight || !faults.light.isEmpty();
        isTemperature = isTemperature || !faults.temperature.isEmpty();
        isVoltage = isVoltage || !faults.voltage.isEmpty();
        bad << answer.device;
        said << Checks::tr("device %1: %2").arg(answer.device).arg(firstFew(faults.all(), u"; "_s));
    }
    if (!bad.isEmpty()) {
        QStringList remedy{Checks::tr("See all its values: `hccn_tool -i %1 -optical -g`.").arg(bad.first())};
        if (!absent.isEmpty())
            remedy << Checks::tr("Put a module in, or take out and put in again the one that is there, while nothing "
                                 "uses the NPU; where it is still not found, change it.");
        if (isLight)
            remedy << Checks::tr("Clean or change the fibre or the module, on the switch's side too, while nothing "
                                 "uses the NPU.");
        if (isTemperature)
            remedy << Checks::tr("For the temperature look at the cooling: the machine's fans, what stands in the way "
                                 "of its air, and the room; where only one module is outside, change it while "
                                 "nothing uses the NPU.");
        if (isVoltage)
            remedy << Checks::tr("For the voltage change the module while nothing uses the NPU; where the new one has "
                                 "the same, the card feeds it wrongly, and support is to look at it.");
        QStringList sentences;
        if (!absent.isEmpty())
            sentences << Checks::tr("hccn_tool says that no optical module is present: %1").arg(absent.join(u"; "_s));
        if (!said.isEmpty())
            sentences << Checks::tr("an optical module is outside of its own limits: %1").arg(said.join(u"; "_s));
        Finding finding = warned(said.isEmpty() ? Checks::tr("%1 not present", "optical modules").arg(absent.size())
                                                : Checks::tr("%1 outside", "optical modules").arg(said.size()),
                                 sentences.join(u"; "_s), remedy.join(u' '));
        finding.devices = cardsNamed(context, bad);
        return finding;
    }
    if (!unread.isEmpty())
        return unreadCards(asked.answers, unread);
    return passed(
        Checks::tr("%1 well").arg(asked.answers.size()),
        Checks::tr("the optical modules of all %1 devices are inside their own limits").arg(asked.answers.size()));
}

static Finding checkLinkFlaps(NodeProbe &probe, const CheckContext &context)
{
    const CardsAsked asked = askCards(probe, u"link_stat"_s);
    if (asked.finding)
        return *asked.finding;
    QList<int> bad, unread;
    QStringList said;
    for (const DeviceAnswer &answer : asked.answers) {
        const std::optional<QList<LinkChange>> changes = linkChanges(answer.text);
        if (!changes || changes->isEmpty()) {
            unread << answer.device;
            continue;
        }
        const QList<QDateTime> downs = linkDowns(*changes); // how it stands now: network.link
        if (downs.isEmpty())
            continue;
        bad << answer.device;
        said << Checks::tr("device %1: %n times, last at %2", nullptr, int(downs.size()))
                    .arg(answer.device)
                    .arg(downs.first().toString(u"yyyy-MM-dd HH:mm:ss"_s));
    }
    if (!bad.isEmpty()) {
        Finding finding
            = warned(Checks::tr("%1 went down", "links").arg(bad.size()),
                     Checks::tr("the link went down and came back: %1").arg(said.join(u"; "_s)),
                     Checks::tr("If nobody pulled a cable or restarted a switch then, look at the module "
                                "(`hccn_tool -i %1 -optical -g`) and at the switch port (`hccn_tool -i %1 -lldp -g` "
                                "names it).")
                         .arg(bad.first()));
        finding.devices = cardsNamed(context, bad);
        return finding;
    }
    if (!unread.isEmpty())
        return unreadCards(asked.answers, unread);
    return passed(Checks::tr("%1 steady", "links").arg(asked.answers.size()),
                  Checks::tr("no link of its %1 devices went down again after the first ten minutes that it tells of")
                      .arg(asked.answers.size()));
}

// Fails when / warns when:
QList<NodeCheck> cardChecks()
{
    return {
        // warns: the firmware does not say near which processors a chip is
        {"npu.numa", "driver.present", checkNuma},
        // warns: errors that ECC could not correct since the driver was loaded
        {"npu.ecc", "driver.present", checkEcc, 1, nullptr, 10},
        // warns: light, voltage or temperature outside of what the module itself names, or a signal is lost
        {"network.optical", "", checkOptical, 1, noCardNetwork, 2},
        // warns: a link went down later than ten minutes after its first record
        {"network.link-flaps", "", checkLinkFlaps, 1, noCardNetwork, 2},
    };
}
