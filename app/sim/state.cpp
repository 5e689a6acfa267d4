#include "app/sim/state.h"

using namespace Qt::StringLiterals;

namespace sim {

namespace {

template<typename T>
std::optional<T> optional(const Json &json, const char *key)
{
    const auto it = json.find(key);
    if (it == json.end() || it->is_null())
        return std::nullopt;
    return it->get<T>();
}

QString text(const Json &json, const char *key, const QString &missing = {})
{
    const auto it = json.find(key);
    return it != json.end() && it->is_string() ? it->get<QString>() : missing;
}

std::optional<Pair> pair(const Json &json, const char *key)
{
    const auto it = json.find(key);
    if (it == json.end() || !it->is_array() || it->size() != 2)
        return std::nullopt;
    return Pair{(*it)[0].get<qint64>(), (*it)[1].get<qint64>()};
}

Json toJson(const std::optional<Pair> &pair)
{
    return pair ? Json{pair->used, pair->total} : Json();
}

template<typename T>
Json toJson(const std::optional<T> &value)
{
    return value ? Json(*value) : Json();
}

QStringList list(const Json &json, const char *key)
{
    QStringList result;
    const auto it = json.find(key);
    if (it != json.end() && it->is_array())
        for (const Json &item : *it)
            result << item.get<QString>();
    return result;
}

Json toJson(const QStringList &list)
{
    Json array = Json::array();
    for (const QString &item : list)
        array.push_back(item);
    return array;
}

Json member(const Json &json, const char *key)
{
    const auto it = json.find(key);
    return it == json.end() ? Json() : *it;
}

Chip chipFromJson(const Json &json)
{
    Chip chip;
    chip.npu = json.value("npu", 0);
    chip.chip = optional<int>(json, "chip");
    chip.deviceId = optional<int>(json, "deviceId");
    chip.name = text(json, "name");
    chip.health = text(json, "health");
    chip.power = optional<double>(json, "power");
    chip.temp = optional<int>(json, "temp");
    chip.huge = pair(json, "huge");
    chip.bus = optional<QString>(json, "bus");
    chip.aicore = optional<int>(json, "aicore").value_or(0);
    chip.mem = pair(json, "mem");
    chip.hbm = pair(json, "hbm");
    chip.row1Missing = json.value("row1_missing", false);
    chip.row2Missing = json.value("row2_missing", false);
    chip.errorCodes = list(json, "errorCodes");
    chip.errorInformation = list(json, "errorInformation");
    chip.usages = member(json, "usages");
    chip.common = member(json, "common");
    chip.board = member(json, "board");
    return chip;
}

Json chipToJson(const Chip &chip)
{
    Json json{{"npu", chip.npu},           {"chip", toJson(chip.chip)}, {"deviceId", toJson(chip.deviceId)},
              {"name", chip.name},         {"health", chip.health},     {"power", toJson(chip.power)},
              {"temp", toJson(chip.temp)}, {"huge", toJson(chip.huge)}, {"bus", chip.bus ? Json(*chip.bus) : Json()},
              {"aicore", chip.aicore},     {"mem", toJson(chip.mem)},   {"hbm", toJson(chip.hbm)}};
    if (chip.row1Missing)
        json["row1_missing"] = true;
    if (chip.row2Missing)
        json["row2_missing"] = true;
    if (!chip.errorCodes.isEmpty())
        json["errorCodes"] = toJson(chip.errorCodes);
    if (!chip.errorInformation.isEmpty())
        json["errorInformation"] = toJson(chip.errorInformation);
    for (const auto &[key, value] :
         {std::pair{"usages", &chip.usages}, {"common", &chip.common}, {"board", &chip.board}})
        if (!value->is_null())
            json[key] = *value;
    return json;
}

// The keys that NodeState reads; all others live in `other`.
const char *const knownKeys[] = {"name",         "family", "toolVersion", "version", "firmwareVersion", "v1",
                                 "processTable", "error",  "errorExit",   "npus",    "chips",           "processes",
                                 "networks",     "mcu",    "cards",       "topo",    "noProcessNpus",   "notes"};

const std::pair<Family, const char *> familyNames[] = {
    {Family::Ascend310, "310"}, {Family::Ascend310P, "310P"}, {Family::Ascend910A, "910A"},
    {Family::Ascend910B, "910B"}, {Family::Ascend910C, "910C"}, {Family::Ascend950, "950"}};

void addOnce(QList<int> &list, int value)
{
    if (!list.contains(value))
        list << value;
}

} // namespace

Family familyOf(const NodeState &state)
{
    for (const Chip &chip : state.chips) {
        const QString &name = chip.name;
        if (name.isEmpty())
            continue;
        if (name.contains("950"_L1))
            return Family::Ascend950;
        if (name.startsWith("910B"_L1))
            return Family::Ascend910B;
        if (name.startsWith("Ascend910"_L1) || name.startsWith("910C"_L1))
            return Family::Ascend910C;
        if (name.startsWith("910"_L1))
            return Family::Ascend910A;
        if (name.startsWith("310P"_L1))
            return Family::Ascend310P;
        if (name.startsWith("310"_L1))
            return Family::Ascend310;
    }
    return Family::Ascend910B;
}

int deviceIdOf(const NodeState &state, const Chip &chip)
{
    if (chip.deviceId)
        return *chip.deviceId;
    for (qsizetype i = 0; i < state.chips.size(); ++i)
        if (state.chips[i].npu == chip.npu && state.chips[i].chip == chip.chip)
            return int(i);
    return -1;
}

NodeState NodeState::fromJson(const Json &json)
{
    NodeState state;
    state.name = text(json, "name");
    state.toolVersion = text(json, "toolVersion");
    state.driverVersion = text(json, "version");
    state.firmwareVersion = text(json, "firmwareVersion");
    state.processTable = json.value("processTable", true);
    state.error = text(json, "error");
    state.errorExit = json.value("errorExit", 0);
    state.mcu = member(json, "mcu");
    state.cards = member(json, "cards");
    state.topo = member(json, "topo");
    for (const Json &chip : json.value("chips", Json::array()))
        state.chips << chipFromJson(chip);
    for (const Json &process : json.value("processes", Json::array()))
        state.processes << Process{process.value("npu", 0), optional<int>(process, "chip"),
                                   process.value("pid", qint64(0)), text(process, "name"),
                                   process.value("memMB", qint64(0))};
    for (const Json &network : json.value("networks", Json::array()))
        state.networks << Network{network.value("deviceId", 0),
                                  text(network, "ip"),
                                  text(network, "netmask"),
                                  text(network, "gateway"),
                                  text(network, "detect"),
                                  text(network, "link", u"UP"_s),
                                  text(network, "health", u"Success"_s),
                                  network.value("tls", 0)};

    state.family = familyOf(state);
    for (const auto &[family, name] : familyNames)
        if (text(json, "family") == QLatin1String(name))
            state.family = family;
    // both layouts are seen with 25.x: the state may say
    const int major = state.toolVersion.section(u'.', 0, 0).toInt();
    state.v1 = json.value("v1", state.family == Family::Ascend950 || major >= 26);

    for (const Json &npu : json.value("npus", Json::array()))
        addOnce(state.npus, npu.get<int>());
    if (state.npus.isEmpty()) { // a truth names the cards only by what is printed of them
        for (const Chip &chip : state.chips)
            addOnce(state.npus, chip.npu);
        for (const Process &process : state.processes)
            addOnce(state.npus, process.npu);
        for (const Json &npu : json.value("noProcessNpus", Json::array()))
            addOnce(state.npus, npu.get<int>());
        std::sort(state.npus.begin(), state.npus.end());
    }

    for (const auto &[key, value] : json.items())
        if (std::find(std::begin(knownKeys), std::end(knownKeys), key) == std::end(knownKeys))
            state.other[key] = value;
    return state;
}

Json NodeState::toJson() const
{
    Json json = Json::object();
    json["simulated"] = true;
    json["name"] = name;
    for (const auto &[known, familyName] : familyNames)
        if (known == family)
            json["family"] = familyName;
    json["toolVersion"] = toolVersion;
    json["version"] = driverVersion;
    json["firmwareVersion"] = firmwareVersion;
    json["v1"] = v1;
    json["processTable"] = processTable;
    if (!error.isEmpty()) {
        json["error"] = error;
        json["errorExit"] = errorExit;
    }
    json["npus"] = npus;
    json["chips"] = Json::array();
    for (const Chip &chip : chips)
        json["chips"].push_back(chipToJson(chip));
    json["processes"] = Json::array();
    for (const Process &process : processes)
        json["processes"].push_back(Json{{"npu", process.npu},
                                         {"chip", sim::toJson(process.chip)},
                                         {"pid", process.pid},
                                         {"name", process.name},
                                         {"memMB", process.memoryMb}});
    json["networks"] = Json::array();
    for (const Network &network : networks)
        json["networks"].push_back(Json{{"deviceId", network.deviceId},
                                        {"ip", network.ip},
                                        {"netmask", network.netmask},
                                        {"gateway", network.gateway},
                                        {"detect", network.detect},
                                        {"link", network.link},
                                        {"health", network.health},
                                        {"tls", network.tls}});
    for (const auto &[key, value] : {std::pair{"mcu", &mcu}, {"cards", &cards}, {"topo", &topo}})
        if (!value->is_null())
            json[key] = *value;
    for (const auto &[key, value] : other.items())
        json[key] = value;
    return json;
}

const Chip *NodeState::find(int npu, int chip) const
{
    for (const Chip &candidate : chips)
        if (candidate.npu == npu && candidate.chip.value_or(0) == chip)
            return &candidate;
    return nullptr;
}

QList<Chip> NodeState::chipsOf(int npu) const
{
    QList<Chip> result;
    for (const Chip &chip : chips)
        if (chip.npu == npu)
            result << chip;
    return result;
}

const Network *NodeState::network(int deviceId) const
{
    for (const Network &network : networks)
        if (network.deviceId == deviceId)
            return &network;
    return nullptr;
}

bool NodeState::hasFault(const QString &name) const
{
    const auto faults = other.find("faults");
    return faults != other.end() && faults->contains(name.toStdString());
}

ToolOutput notSimulated(const QString &what)
{
    return {{}, u"ascend-sim: %1 is not simulated.\n"_s.arg(what).toUtf8(), 3};
}

} // namespace sim
