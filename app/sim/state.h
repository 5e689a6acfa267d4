// NodeState: the truth about one simulated node, and the only input of everything that its tools
// print. Lives as <node>/.sim/state.json. A chip has the keys of the truths that tst_simnpusmi reads, so that
// such a truth is a state (NodeState::fromJson accepts {"toolVersion", "version", "chips", ...}).
#pragma once

#include "core/base/json.h"

#include <QList>

#include <optional>

namespace sim {

enum class Family { Ascend310, Ascend310P, Ascend910A, Ascend910B, Ascend910C, Ascend950 };

struct Pair
{
    qint64 used = 0, total = 0;
    bool operator==(const Pair &) const = default;
};

// What a query that failed leaves unset prints as the tool prints it: 0.0, 0, 0000:00:00.0, NA or -.
struct Chip
{
    int npu = 0;
    std::optional<int> chip;             // unset on 950, which prints no chip column
    std::optional<int> deviceId;         // Phy-ID (A3), Device (310x); on 910B N of /dev/davinciN, not printed
    QString name, health;
    std::optional<double> power;
    std::optional<int> temp;
    std::optional<Pair> huge;
    std::optional<QString> bus;
    int aicore = 0;
    std::optional<Pair> mem, hbm;
    bool row1Missing = false, row2Missing = false;
    QStringList errorCodes, errorInformation; // -t health -c
    Json usages, common, board;          // values given outright; null: derived from the above

    bool operator==(const Chip &) const = default;
};

struct Process
{
    int npu = 0;
    std::optional<int> chip;
    qint64 pid = 0;
    QString name;
    qint64 memoryMb = 0;
    bool operator==(const Process &) const = default;
};

struct Network                           // of one device: what hccn_tool tells
{
    int deviceId = 0;
    QString ip, netmask, gateway, detect;
    QString link = QStringLiteral("UP");
    QString health = QStringLiteral("Success");
    int tls = 0;
    bool operator==(const Network &) const = default;
};

struct NodeState
{
    QString name;
    Family family = Family::Ascend910B;
    QString toolVersion, driverVersion, firmwareVersion;
    bool v1 = false;                     // the newer, one column wider table of 910x
    bool processTable = true;
    QString error;                       // printed instead of everything; "" none
    int errorExit = 0;
    QList<int> npus;                     // cards, in order, those without rows too
    QList<Chip> chips;
    QList<Process> processes;
    QList<Network> networks;
    Json mcu;                            // {npu: {"health", "temp", "power"}}
    Json cards;                          // {npu: values of -t board}
    Json topo;                           // given outright, else HCCS between all
    Json other = Json::object();         // os, memory, filesystems, images, containers, faults, ...

    static NodeState fromJson(const Json &json);
    Json toJson() const;
    const Chip *find(int npu, int chip) const;
    QList<Chip> chipsOf(int npu) const;
    const Network *network(int deviceId) const;
    bool hasFault(const QString &name) const; // other["faults"][name]
    bool operator==(const NodeState &) const = default;
};

Family familyOf(const NodeState &state); // from the chips' names
int deviceIdOf(const NodeState &state, const Chip &chip);

struct ToolOutput
{
    QByteArray out, err;
    int exitCode = 0;
};

ToolOutput notSimulated(const QString &what); // says so: never a failure that the real tool has not

} // namespace sim
