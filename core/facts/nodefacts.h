// NodeFacts: what is true about one machine, as asked once. The input of the recipe's generator
// and of `ascendctl inspect`. What could not be learned is nullopt or empty, never a guess.
#pragma once

#include "core/nodes/deployment.h"
#include "core/parse/npusmi.h"
#include "core/shell/shell.h"

struct HccnFacts
{
    int deviceId = -1;
    QString ip;                          // hccn_tool -i N -ip -g; empty: none preset, or not told
    QString netmask;
    QString gateway;
    QString link;                        // "UP", "DOWN"
    QString health;                      // "Success", ...
    std::optional<int> tlsSwitch;        // 0 off, 1 on
    bool isIpTold = true;                // false: the tool gave no answer to the first that can be read

    bool operator==(const HccnFacts &) const = default;
};

struct OsFacts
{
    QString prettyName;                  // os-release PRETTY_NAME
    QString id;                          // "openEuler", "ubuntu"
    QString versionId;
    QString kernel;                      // uname -r
    QString arch;                        // uname -m: "aarch64", "x86_64"
    bool operator==(const OsFacts &) const = default;
};

struct ContainerFacts
{
    QString engine;                      // "docker", "podman", or empty: none
    QString version;
    bool rootless = false;
    QStringList containers;              // names, running or not
    bool operator==(const ContainerFacts &) const = default;
};

struct HostAddress
{
    QString interface;                   // "eth0": GLOO_SOCKET_IFNAME
    QString ip;
    bool operator==(const HostAddress &) const = default;
};

struct NodeFacts
{
    QString name;                        // of the deployment's node
    QString host;                        // the node's host as given
    bool reachable = false;
    std::optional<Error> error;          // why not
    // why a part is not known though the node answers: "npu-smi", "driver", "firmware",
    QMap<QString, Error> errors;
    // "devices", "hccn", "hccn.conf", "container", "system", "clock", "memory", "network"
    bool simulated = false;              // the node says so: it has /etc/ascend-sim.json
    QString hostname;
    OsFacts os;
    QList<HostAddress> addresses;
    QString hostIp;                      // the address that the other nodes reach it by (server_id, container_ip)
    QString hostInterface;               // its interface
    std::optional<NpuSmiInfo> npuSmi;
    QList<int> deviceIds;                // N of /dev/davinciN, sorted
    QString driverVersion, firmwareVersion;        // as they lie on the disk, where that can be read
    QString firmwareRunning;             // by the chips; empty: not told
    QList<HccnFacts> hccn;
    QString hccnConf;                    // text of /etc/hccn.conf
    ContainerFacts container;
    std::optional<qint64> memoryTotalBytes, memoryAvailableBytes;
    std::optional<qint64> shmTotalBytes;           // size of /dev/shm
    std::optional<qint64> imageDiskFreeBytes, weightsDiskFreeBytes;
    std::optional<double> clockOffsetSeconds;      // node's clock minus ours, half the round trip taken off
    std::optional<double> clockUncertaintySeconds; // by which that may be wrong

    bool operator==(const NodeFacts &) const = default;
};

// Blocking, on the node's link. Error only if the node cannot be asked at all; a tool that is
// missing leaves its fields unset and says why in `errors`.
struct Recipe;
Result<NodeFacts> inspectNode(Shell &shell, const Node &node, const Deployment &deployment, std::stop_token stop);
QList<int> npuCounts(const QList<NodeFacts> &facts); // how many each node has; of those that told
QStringList chipsShown(const NpuSmiInfo &info); // "3/0" (npu/chip); empty: not known which, the table is cut short
Json toJson(const NodeFacts &facts);     // the shape of DESIGN "inspect"
