#include "app/sim/npusmi.h"

#include <cmath>

using namespace Qt::StringLiterals;

namespace sim {

namespace {

constexpr int wrongUsage = 215; // the exit status of npu-smi for a parameter it does not take

QByteArray usage()
{
    return "Usage: npu-smi info <watch|proc|-h|-m|-l|-t type> [Options...]\n"
           "\n"
           "Commands:\n"
           "       -h, --help     Show this help text and exit\n"
           "       -m             Show all device's mapping information\n"
           "       -l             Show all device's topology information\n"
           "       -t type        Show information for type\n"
           "                      type: board, memory, usages, temp, power, common, health, topo\n"
           "                            (those that the simulation plays)\n"
           "\n"
           "Options:\n"
           "       -i %d          Card ID\n"
           "       -c %d          Chip ID\n";
}

ToolOutput refuse(const QByteArray &sentence)
{
    return {sentence + usage(), {}, wrongUsage};
}

QByteArray keyLine(const QByteArray &key, const QByteArray &value)
{
    return '\t' + key.leftJustified(30) + " : " + value + '\n';
}

QByteArray valueText(const Json &value)
{
    if (value.is_string())
        return QByteArray::fromStdString(value.get<std::string>());
    if (value.is_null())
        return "NA";
    if (value.is_number_float())
        return QByteArray::number(value.get<double>(), 'f', 1);
    return QByteArray::fromStdString(value.dump());
}

// The keys in the tool's order; what the state does not have is left out, as the tool does.
QByteArray keyLines(const Json &values, const QByteArrayList &order)
{
    QByteArray text;
    for (const QByteArray &key : order) {
        const auto it = values.find(key.toStdString());
        if (it != values.end())
            text += keyLine(key, valueText(*it));
    }
    return text;
}

bool is910(Family family)
{
    return family != Family::Ascend310 && family != Family::Ascend310P;
}

qint64 rate(const std::optional<Pair> &pair)
{
    return pair && pair->total > 0 ? pair->used * 100 / pair->total : 0;
}

QByteArrayList usageKeys(Family family)
{
    switch (family) {
    case Family::Ascend310:
        return {"Memory Capacity(MB)",     "Memory Usage Rate(%)",          "Hugepages Total(page)",
                "Hugepages Usage Rate(%)", "Aicore Usage Rate(%)",          "Aicpu Usage Rate(%)",
                "Ctrlcpu Usage Rate(%)",   "Memory Bandwidth Usage Rate(%)"};
    case Family::Ascend310P:
        return {"DDR Capacity(MB)",
                "DDR Usage Rate(%)",
                "DDR Hugepages Total(page)",
                "DDR Hugepages Usage Rate(%)",
                "Aicore Usage Rate(%)",
                "Aicpu Usage Rate(%)",
                "Ctrlcpu Usage Rate(%)",
                "Vectorcore Usage Rate(%)",
                "DDR Bandwidth Usage Rate(%)",
                "DVPP VDEC Usage Rate(%)",
                "DVPP VPC Usage Rate(%)",
                "DVPP VENC Usage Rate(%)",
                "DVPP JPEGE Usage Rate(%)",
                "DVPP JPEGD Usage Rate(%)"};
    default:
        return {"DDR Capacity(MB)",
                "DDR Usage Rate(%)",
                "DDR Hugepages Total(page)",
                "DDR Hugepages Usage Rate(%)",
                "HBM Capacity(MB)",
                "HBM Usage Rate(%)",
                "Aicore Usage Rate(%)",
                "Aivector Usage Rate(%)",
                "Aicpu Usage Rate(%)",
                "Ctrlcpu Usage Rate(%)",
                "DDR Bandwidth Usage Rate(%)",
                "HBM Bandwidth Usage Rate(%)",
                "NPU Utilization(%)",
                "Aicube Usage Rate(%)"};
    }
}

Json usagesOf(const NodeState &state, const Chip &chip)
{
    if (!chip.usages.is_null())
        return chip.usages;
    const Pair memory = chip.mem.value_or(Pair()), huge = chip.huge.value_or(Pair()), hbm = chip.hbm.value_or(Pair());
    const bool ddr = !is910(state.family) || state.family == Family::Ascend910A;
    Json values;
    values["DDR Capacity(MB)"] = values["Memory Capacity(MB)"] = ddr ? memory.total : 0;
    values["DDR Usage Rate(%)"] = values["Memory Usage Rate(%)"] = ddr ? rate(chip.mem) : 0;
    values["DDR Hugepages Total(page)"] = values["Hugepages Total(page)"] = huge.total;
    values["DDR Hugepages Usage Rate(%)"] = values["Hugepages Usage Rate(%)"] = rate(chip.huge);
    values["HBM Capacity(MB)"] = hbm.total;
    values["HBM Usage Rate(%)"] = rate(chip.hbm);
    values["Aicore Usage Rate(%)"] = chip.aicore;
    values["Aicpu Usage Rate(%)"] = chip.aicore / 8;
    values["Ctrlcpu Usage Rate(%)"] = chip.aicore / 4;
    values["DDR Bandwidth Usage Rate(%)"] = values["Memory Bandwidth Usage Rate(%)"] = 0;
    values["HBM Bandwidth Usage Rate(%)"] = chip.aicore * 3 / 4;
    if (!is910(state.family))
        values["Vectorcore Usage Rate(%)"] = chip.aicore / 2;
    for (const char *unit : {"VDEC", "VPC", "VENC", "JPEGE", "JPEGD"})
        values["DVPP " + std::string(unit) + " Usage Rate(%)"] = 0;
    if (state.family != Family::Ascend910A) {
        values["Aivector Usage Rate(%)"] = chip.aicore / 2;
        values["NPU Utilization(%)"] = chip.aicore;
        values["Aicube Usage Rate(%)"] = chip.aicore * 2 / 3;
    }
    return values;
}

ToolOutput usages(const NodeState &state, int npu, std::optional<int> wanted)
{
    const QList<Chip> chips = state.chipsOf(npu);
    const QByteArrayList keys = usageKeys(state.family);
    if (wanted)
        return {keyLines(usagesOf(state, *state.find(npu, *wanted)), keys), {}, 0};
    QByteArray text = keyLine("NPU ID", QByteArray::number(npu));
    const bool chipFirst = state.family == Family::Ascend310;
    if (state.family == Family::Ascend950)
        return {text + keyLines(usagesOf(state, chips.first()), keys), {}, 0};
    text += keyLine("Chip Count", QByteArray::number(chips.size())) + '\n';
    for (const Chip &chip : chips) {
        const Json values = usagesOf(state, chip);
        const QByteArray id = keyLine("Chip ID", QByteArray::number(chip.chip.value_or(0)));
        if (values.empty()) {
            text += id + "Failed to query npu chip: " + QByteArray::number(chip.chip.value_or(0)) + " info.\n\n";
            continue;
        }
        text += (chipFirst ? id : QByteArray()) + keyLines(values, keys) + (chipFirst ? QByteArray() : id) + '\n';
    }
    return {text, {}, 0};
}

Json commonOf(const NodeState &state, const Chip &chip)
{
    if (!chip.common.is_null())
        return chip.common;
    Json values;
    const bool hbm = is910(state.family);
    values["Memory Usage Rate(%)"] = !hbm || state.family == Family::Ascend910A ? rate(chip.mem) : 0;
    if (hbm)
        values["HBM Usage Rate(%)"] = rate(chip.hbm);
    values["Aicore Usage Rate(%)"] = chip.aicore;
    values["Aicore Freq(MHZ)"] = values["Aicore curFreq(MHZ)"] = 1800;
    if (hbm)
        values["Aicore Count"] = 20;
    values["Temperature(C)"] = chip.temp.value_or(0);
    if (hbm) // the second die of an A3 card reports none
        values["NPU Real-time Power(W)"]
            = state.family == Family::Ascend910C && chip.chip == 1 ? 0.0 : chip.power.value_or(0);
    return values;
}

const Json *mcuOf(const NodeState &state, int npu)
{
    const auto it = state.mcu.find(std::to_string(npu));
    return state.mcu.is_object() && it != state.mcu.end() ? &*it : nullptr;
}

ToolOutput common(const NodeState &state, int npu, std::optional<int> wanted)
{
    static const QByteArrayList keys{"Memory Usage Rate(%)", "HBM Usage Rate(%)",     "Aicore Usage Rate(%)",
                                     "Aicore Freq(MHZ)",     "Aicore curFreq(MHZ)",   "Aicore Count",
                                     "Temperature(C)",       "NPU Real-time Power(W)"};
    const QList<Chip> chips = state.chipsOf(npu);
    if (wanted)
        return {keyLines(commonOf(state, *state.find(npu, *wanted)), keys), {}, 0};
    QByteArray text = keyLine("NPU ID", QByteArray::number(npu));
    if (state.family == Family::Ascend950)
        return {text + keyLines(commonOf(state, chips.first()), keys), {}, 0};
    text += keyLine("Chip Count", QByteArray::number(chips.size()));
    for (const Chip &chip : chips)
        text += '\n' + keyLine("Chip ID", QByteArray::number(chip.chip.value_or(0)))
            + keyLines(commonOf(state, chip), keys);
    if (const Json *mcu = mcuOf(state, npu))
        text += '\n' + keyLine("Chip Name", "mcu") + keyLines(*mcu, {"Temperature(C)", "NPU Real-time Power(W)"});
    return {text, {}, 0};
}

Json boardOf(const NodeState &state, int npu)
{
    const auto it = state.cards.find(std::to_string(npu));
    if (state.cards.is_object() && it != state.cards.end())
        return *it;
    const QList<Chip> chips = state.chipsOf(npu);
    const bool a3 = state.family == Family::Ascend910C;
    Json values;
    values["Product Name"] = stringAt(state.other, "product", u"NA"_s);
    values["Model"] = "NA";
    values["Manufacturer"] = "Huawei";
    values["Serial Number"] = u"SIMULATED%1"_s.arg(npu, 4, 10, QLatin1Char('0'));
    values["Software Version"] = state.driverVersion;
    values["Firmware Version"] = state.firmwareVersion;
    values["Compatibility"] = state.hasFault(u"firmware-mismatch"_s) ? "UNKNOWN" : "OK";
    values["Board ID"] = a3 ? "0xb0" : "0x33";
    if (a3)
        values["Main Board ID"] = "0x18";
    values["PCB ID"] = "A";
    values["BOM ID"] = 1;
    values["PCIe Bus Info"] = chips.isEmpty() ? u"NA"_s : chips.first().bus.value_or(u"NA"_s);
    values["Slot ID"] = npu;
    values["Class ID"] = "NA";
    values["PCI Vendor ID"] = "0x19E5";
    values["PCI Device ID"] = a3 ? "0xD803" : "0xD802";
    values["Subsystem Vendor ID"] = "0x0200";
    values["Subsystem Device ID"] = "0x0100";
    values["Chip Count"] = chips.size();
    return values;
}

Json boardOf(const NodeState &state, const Chip &chip)
{
    if (!chip.board.is_null())
        return chip.board;
    const int seed = deviceIdOf(state, chip);
    const QByteArray die
        = u"51A0C%1 51A0D%1 51A0E%1 51A0F%1 51A10%1"_s.arg(0x310 + seed, 3, 16, QLatin1Char('0')).toUpper().toUtf8();
    Json values;
    values["Chip ID"] = chip.chip.value_or(0);
    values["Chip Type"] = "Ascend";
    values["Chip Name"] = chip.name;
    values["Chip Version"] = "V1";
    values["Board ID"] = state.family == Family::Ascend910C ? "0xb0" : "0x33";
    values["PCB ID"] = "NA";
    values["BOM ID"] = 1;
    values["VDie ID"] = die.toStdString();
    values["NDie ID"] = "00000000 00000000 00000000 00000000 00000000";
    values["Chip Position ID"] = chip.chip.value_or(0);
    values["PCIe Bus Info"] = chip.bus.value_or(u"NA"_s);
    values["Firmware Version"] = state.firmwareVersion;
    return values;
}

ToolOutput board(const NodeState &state, int npu, std::optional<int> wanted)
{
    static const QByteArrayList cardKeys{"Product Name",
                                         "NPU Name",
                                         "Chip Name",
                                         "Chip Version",
                                         "Model",
                                         "Manufacturer",
                                         "Serial Number",
                                         "Software Version",
                                         "Firmware Version",
                                         "Compatibility",
                                         "Board ID",
                                         "Main Board ID",
                                         "PCB ID",
                                         "BOM ID",
                                         "PCIe Bus Info",
                                         "Slot ID",
                                         "Class ID",
                                         "PCI Vendor ID",
                                         "PCI Device ID",
                                         "Subsystem Vendor ID",
                                         "Subsystem Device ID",
                                         "Chip Count",
                                         "DDie ID",
                                         "Chip Position ID",
                                         "Chip Fault"};
    static const QByteArrayList chipKeys{"Chip ID",         "Chip Type", "Chip Name",        "Chip Version",
                                         "Board ID",        "PCB ID",    "BOM ID",           "VDie ID",
                                         "NDie ID",         "Die ID",    "Chip Position ID", "PCIe Bus Info",
                                         "Firmware Version"};
    const QByteArray id = keyLine("NPU ID", QByteArray::number(npu));
    if (wanted)
        return {id + keyLines(boardOf(state, *state.find(npu, *wanted)), chipKeys), {}, 0};
    return {id + keyLines(boardOf(state, npu), cardKeys), {}, 0};
}

QByteArray errorDetails(const Chip &chip)
{
    // A Warning without a code prints OK while the table says Warning, as in npu-smi's published source.
    const bool silent = chip.health == "Warning"_L1 && chip.errorCodes.isEmpty();
    QByteArray text = keyLine("Health Status", silent ? QByteArray("OK") : chip.health.toUtf8());
    text += keyLine("Error Code", chip.errorCodes.isEmpty() ? QByteArray("NA") : chip.errorCodes.join(u' ').toUtf8());
    if (chip.errorInformation.isEmpty())
        return text + keyLine("Error Information", "NA");
    for (qsizetype i = 0; i < chip.errorInformation.size(); ++i)
        text += (i ? QByteArray("\n") : QByteArray())
            + keyLine(i ? QByteArray() : QByteArray("Error Information"), chip.errorInformation[i].toUtf8());
    return text;
}

ToolOutput health(const NodeState &state, int npu, std::optional<int> wanted)
{
    const QList<Chip> chips = state.chipsOf(npu);
    if (wanted)
        return {errorDetails(*state.find(npu, *wanted)), {}, 0};
    QByteArray text = keyLine("NPU ID", QByteArray::number(npu));
    if (state.family == Family::Ascend950)
        return {text + errorDetails(chips.first()) + '\n', {}, 0};
    text += keyLine("Chip Count", QByteArray::number(chips.size())) + '\n';
    for (const Chip &chip : chips)
        text += keyLine("Health", chip.health.toUtf8()) + keyLine("Chip ID", QByteArray::number(chip.chip.value_or(0)))
            + '\n';
    if (const Json *mcu = mcuOf(state, npu); mcu && mcu->contains("health"))
        text += keyLine("Health", valueText((*mcu)["health"])) + keyLine("Chip Name", "MCU") + '\n';
    return {text, {}, 0};
}

// memory, power, temp: layout of the 950's manual (hicann/driver, docs), tab-indented like the others.
ToolOutput one(const NodeState &state, const QString &type, int npu, std::optional<int> wanted)
{
    QByteArray text = keyLine("NPU ID", QByteArray::number(npu));
    const QList<Chip> chips = wanted ? QList<Chip>{*state.find(npu, *wanted)} : state.chipsOf(npu);
    text += keyLine("Chip Count", QByteArray::number(chips.size()));
    for (const Chip &chip : chips) {
        text += '\n';
        if (type == "memory"_L1) {
            text += keyLine("DDR Capacity(MB)", QByteArray::number(chip.mem.value_or(Pair()).total));
            if (chip.hbm)
                text += keyLine("HBM Capacity(MB)", QByteArray::number(chip.hbm->total));
        } else if (type == "power"_L1) {
            text += keyLine("NPU Real-time Power(W)",
                            chip.power ? QByteArray::number(*chip.power, 'f', 1) : QByteArray("NA"));
        } else {
            text += keyLine("Temperature (C)", QByteArray::number(chip.temp.value_or(0)));
        }
        text += keyLine("Chip ID", QByteArray::number(chip.chip.value_or(0)));
    }
    return {text, {}, 0};
}

QByteArray cell(const QByteArray &text) { return text.leftJustified(11); }

// rows: [{"id", "relations": {id: word}, "nic": [4 words], "cpuAffinity": text or null}], nics: {index: name}
Json topoOf(const NodeState &state)
{
    if (!state.topo.is_null())
        return state.topo;
    Json rows = Json::array();
    for (qsizetype i = 0; i < state.npus.size(); ++i) {
        Json relations = Json::object();
        for (const int other : state.npus)
            relations[std::to_string(other)] = other == state.npus[i] ? "X" : "HCCS";
        const qsizetype first = i / 2 * 48 % 192; // two cards share a NUMA node of 48 cores
        rows.push_back(Json{{"id", state.npus[i]}, {"relations", relations}, {"nic", Json{"NA", "NA", "NA", "NA"}},
                            {"cpuAffinity", std::to_string(first) + "-" + std::to_string(first + 47)}});
    }
    return Json{{"rows", rows}, {"nics", Json::object()}};
}

ToolOutput topo(const NodeState &state)
{
    const Json topo = topoOf(state);
    const Json &rows = topo["rows"];
    if (rows.empty())
        return refuse({});
    const bool affinity = !rows[0]["cpuAffinity"].is_null();
    QByteArray text = "\t   ";
    for (const Json &row : rows)
        text += cell("NPU" + QByteArray::number(row["id"].get<int>()));
    for (int nic = 0; nic < 4; ++nic)
        text += ("NIC" + QByteArray::number(nic)).leftJustified(12);
    text += affinity ? "CPU Affinity\n" : "\n";
    for (const Json &row : rows) {
        text += cell("NPU" + QByteArray::number(row["id"].get<int>()));
        for (const Json &other : rows)
            text += cell(valueText(row["relations"][std::to_string(other["id"].get<int>())]));
        for (const Json &nic : row["nic"])
            text += cell(valueText(nic));
        text += (affinity ? valueText(row["cpuAffinity"]) : QByteArray()) + '\n';
    }
    for (int nic = 0; nic < 4; ++nic) {
        text += cell("NIC" + QByteArray::number(nic));
        for (const Json &row : rows)
            text += cell(valueText(row["nic"][size_t(nic)]));
        for (int other = 0; other < 4; ++other)
            text += cell(other == nic ? "X" : "NA");
        text += '\n';
    }
    text += '\n';
    for (int nic = 0; nic < 4; ++nic)
        text += "NIC" + QByteArray::number(nic) + ": " + stringAt(topo["nics"], std::to_string(nic).c_str()).toUtf8()
            + '\n';
    text += "\nLegend:\n\n"
            "  X    = Self\n"
            "  SYS  = Path traversing PCIe and NUMA nodes. Nodes are connected through SMP, such as QPI, UPI.\n"
            "  PHB  = Path traversing PCIe and the PCIe host bridge of a CPU.\n"
            "  PIX  = Path traversing a single PCIe switch.\n"
            "  PXB  = Path traversing multiple PCIe switches.\n";
    text += state.family == Family::Ascend950
        ? "  SIO  = Path traversing the SIO bus.\n  UB   = Connection traversing UB.\n"
        : "  HCCS = Connection traversing HCCS.\n";
    return {text + "  NA   = Unknown relationship.\n", {}, 0};
}

QByteArray column(const QByteArray &text) { return text.leftJustified(30) + ' '; }

ToolOutput mapping(const NodeState &state)
{
    const bool a3 = state.family == Family::Ascend910C, a5 = state.family == Family::Ascend950;
    QByteArray text = '\t' + column("NPU ID") + (a5 ? column("Slot ID") : QByteArray()) + column("Chip ID")
        + (a5 ? QByteArray() : column("Chip Logic ID")) + (a3 || a5 ? column("Chip Phy-ID") : QByteArray())
        + QByteArray("Chip Name").leftJustified(30) + '\n';
    const bool longName = state.family == Family::Ascend910B || state.family == Family::Ascend910A;
    int logicId = 0;
    for (const int npu : state.npus) {
        const QList<Chip> chips = state.chipsOf(npu);
        for (const Chip &chip : chips) {
            text += '\t' + column(QByteArray::number(npu));
            if (a5)
                text += column(QByteArray::number(logicId + 1));
            text += column(QByteArray::number(chip.chip.value_or(0)));
            if (!a5)
                text += column(QByteArray::number(chip.row2Missing ? 0 : logicId));
            if (a3 || a5)
                text += column(QByteArray::number(deviceIdOf(state, chip)));
            text += (longName && !chip.name.isEmpty() ? "Ascend " : "") + chip.name.toUtf8() + '\n';
            ++logicId;
        }
        if (mcuOf(state, npu))
            text += '\t' + column(QByteArray::number(npu)) + column(QByteArray::number(chips.size())) + column("-")
                + (a3 ? column("-") : QByteArray()) + QByteArray("Mcu").leftJustified(30) + '\n';
    }
    return {text, {}, 0};
}

ToolOutput listing(const NodeState &state)
{
    QByteArray text = keyLine("Total Count", QByteArray::number(state.npus.size())) + '\n';
    for (const int npu : state.npus) {
        text += keyLine("NPU ID", QByteArray::number(npu));
        if (!is910(state.family)) {
            const Json values = boardOf(state, npu);
            text += keyLines(values, {"Product Name", "Serial Number"});
        }
        if (state.family != Family::Ascend950)
            text += keyLine("Chip Count", QByteArray::number(state.chipsOf(npu).size()));
        text += '\n';
    }
    return {text, {}, 0};
}

// Layout: driver 23.0.7 on 910B3 (mind-cluster, environment_check.zip).
ToolOutput ecc(const NodeState &state, const Chip &chip)
{
    const bool isBad = state.hasFault(u"ecc-errors"_s)
        && integerAt(state.other["faults"]["ecc-errors"], "device").value_or(-1) == deviceIdOf(state, chip);
    const auto line = [](const char *name, int count) {
        return '\t' + QByteArray(name).leftJustified(41) + ": " + QByteArray::number(count) + '\n';
    };
    return {line("HBM Single Bit Error Count", 0) + line("HBM Double Bit Error Count", isBad ? 3 : 0)
                + line("HBM Single Bit Aggregate Total Err Cnt", 0)
                + line("HBM Double Bit Aggregate Total Err Cnt", isBad ? 3 : 0)
                + line("HBM Single Bit Isolated Pages Count", 0) + line("HBM Double Bit Isolated Pages Count", isBad),
            {},
            0};
}

} // namespace

ToolOutput npuSmi(const NodeState &state, const QStringList &arguments)
{
    if (arguments == QStringList{u"-v"_s})
        return {"npu-smi version: " + state.toolVersion.toUtf8() + '\n', {}, 0};
    static const QStringList others{u"set"_s, u"upgrade"_s, u"clear"_s};
    if (others.contains(arguments.value(0)))
        return notSimulated(u"npu-smi "_s + arguments.mid(0, 3).join(u' '));
    if (arguments.isEmpty() || arguments[0] != "info"_L1)
        return refuse({});
    if (!state.error.isEmpty())
        return {state.error.toUtf8() + '\n', {}, state.errorExit};
    if (state.hasFault(u"container-kept-out"_s) && qEnvironmentVariableIsSet("ASCEND_SIM_CONTAINER"))
        return {"dcmi model initialized failed, because the device is used. ret is -8020\n", {}, 172};
    if (arguments.size() == 1)
        return {npuSmiInfoTable(state), {}, 0};
    if (arguments[1] == "watch"_L1 || arguments[1] == "proc"_L1)
        return notSimulated(u"npu-smi info "_s + arguments[1]);
    if (arguments[1] == "-m"_L1 && arguments.size() == 2)
        return mapping(state);
    if (arguments[1] == "-l"_L1 && arguments.size() == 2)
        return listing(state);

    QString type;
    std::optional<int> npu, chip;
    for (qsizetype i = 1; i < arguments.size(); ++i) {
        const QString &option = arguments[i];
        if (!QStringList{u"-t"_s, u"-i"_s, u"-c"_s}.contains(option) || i + 1 == arguments.size())
            return refuse(option.startsWith(u'-') ? "Error parameter of " + option.toUtf8() + '\n' : QByteArray());
        const QString value = arguments[++i];
        bool isNumber = false;
        const int number = value.toInt(&isNumber);
        if (option == "-t"_L1)
            type = value;
        else if (!isNumber)
            return refuse("Error parameter of " + option.toUtf8() + '\n');
        else
            (option == "-i"_L1 ? npu : chip) = number;
    }

    static const QStringList played{u"board"_s,  u"memory"_s, u"usages"_s, u"temp"_s, u"power"_s,
                                    u"common"_s, u"health"_s, u"topo"_s,   u"ecc"_s};
    static const QStringList unsupported{u"p2p-enable"_s, u"ecc-enable"_s, u"volt"_s,
                                         u"mac-addr"_s,   u"nve-level"_s,  u"work-mode"_s};
    if (unsupported.contains(type))
        return {"This device does not support querying " + type.toUtf8() + ".\n", {}, 0};
    // Types of the real tool's help (23.0.rc2) that are not played.
    static const QStringList real{u"flash"_s,
                                  u"sensors"_s,
                                  u"product"_s,
                                  u"ip"_s,
                                  u"sys-time"_s,
                                  u"i2c_check"_s,
                                  u"ssh-enable"_s,
                                  u"license"_s,
                                  u"customized-info"_s,
                                  u"device-share"_s,
                                  u"aicpu-config"_s,
                                  u"pcie-err"_s,
                                  u"mcu-monitor"_s,
                                  u"err-count"_s,
                                  u"boot-area"_s,
                                  u"vnpu-mode"_s,
                                  u"info-vnpu"_s,
                                  u"vnpu-svm"_s,
                                  u"cpu-num-cfg"_s,
                                  u"first-power-on-date"_s,
                                  u"proc-mem"_s,
                                  u"phyid-remap"_s,
                                  u"vnpu-cfg-recover"_s,
                                  u"key-manage"_s,
                                  u"template-info"_s,
                                  u"pkcs-enable"_s,
                                  u"p2p-mem-cfg"_s,
                                  u"pwm-mode"_s,
                                  u"pwm-duty-ratio"_s,
                                  u"boot-select"_s};
    if (real.contains(type))
        return notSimulated(u"npu-smi info -t "_s + type);
    if (!played.contains(type))
        return refuse("Error parameter of -t\n");
    if (type == "topo"_L1)
        return topo(state);
    if (!npu)
        return refuse("\nThis command must input card id.\n\n");
    if (!state.npus.contains(*npu) || state.chipsOf(*npu).isEmpty())
        return refuse("Invalid card id.\nError parameter of -i\n");
    if (type == "board"_L1 && chip && mcuOf(state, *npu) && *chip == state.chipsOf(*npu).size()) {
        const Json &mcu = *mcuOf(state, *npu);
        return {keyLine("NPU ID", QByteArray::number(*npu))
                    + keyLines(mcu.value("board", Json::object()),
                               {"Chip ID", "Chip Name", "Board ID", "PCB ID", "BOM ID", "Chip Position ID",
                                "Firmware Version"}),
                {},
                0};
    }
    if (chip && !state.find(*npu, *chip))
        return refuse("Error parameter of -c\n");
    if (type == "usages"_L1)
        return usages(state, *npu, chip);
    if (type == "common"_L1)
        return common(state, *npu, chip);
    if (type == "board"_L1)
        return board(state, *npu, chip);
    if (type == "health"_L1)
        return health(state, *npu, chip);
    if (type == "ecc"_L1) // how it prints all chips of a card is not known
        return chip ? ecc(state, *state.find(*npu, *chip)) : notSimulated(u"npu-smi info -t ecc"_s);
    return one(state, type, *npu, chip);
}

} // namespace sim
