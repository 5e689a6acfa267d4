#include "core/facts/nodefacts.h"

#include "core/facts/containerfacts.h"
#include "core/facts/hostfacts.h"
#include "core/facts/nodeanswers.h"
#include "core/facts/npufacts.h"

using namespace Qt::StringLiterals;

// What could not be learned stays as a value says "nothing"; why not is kept beside it.
template<typename T>
static T orNothing(Result<T> result, const char *part, NodeFacts &facts)
{
    if (result)
        return *std::move(result);
    facts.errors.insert(QLatin1String(part), result.error());
    return T();
}

NodeFacts factsOf(NodeProbe &probe, const Node &node, const QString &weights)
{
    NodeFacts facts;
    facts.name = node.name;
    facts.host = node.host;
    facts.reachable = true;
    facts.os = orNothing(osFacts(probe), "system", facts);
    facts.simulated = isSimulated(probe);
    facts.hostname = hostName(probe);
    if (const Result<ClockReading> clock = clockReading(probe)) {
        facts.clockOffsetSeconds = clock->offsetSeconds;
        facts.clockUncertaintySeconds = clock->uncertaintySeconds;
    } else {
        facts.errors.insert(u"clock"_s, clock.error());
    }
    const Memory memory = orNothing(::memory(probe), "memory", facts);
    facts.memoryTotalBytes = memory.totalBytes;
    facts.memoryAvailableBytes = memory.availableBytes;
    facts.addresses = orNothing(hostNetwork(probe), "network", facts).addresses;
    const HostAddress own = ownAddress(probe, node);
    facts.hostIp = own.ip;
    facts.hostInterface = own.interface;
    if (const Result<NpuSmiInfo> info = npuSmi(probe))
        facts.npuSmi = *info;
    else
        facts.errors.insert(u"npu-smi"_s, info.error());
    facts.driverVersion = orNothing(driverVersion(probe), "driver", facts).version;
    facts.firmwareVersion = orNothing(firmwareVersion(probe), "firmware", facts).version;
    if (const Result<QString> running = runningFirmware(probe))
        facts.firmwareRunning = *running;
    facts.deviceIds = deviceFileIds(orNothing(deviceFiles(probe), "devices", facts));
    facts.hccn = orNothing(hccnFacts(probe), "hccn", facts);
    facts.hccnConf = orNothing(hccnConf(probe), "hccn.conf", facts);
    facts.container = orNothing(containerEngine(probe), "container", facts);
    if (const Result<DiskSpace> shm = diskSpace(probe, u"/dev/shm"_s); shm && shm->path == u"/dev/shm")
        facts.shmTotalBytes = shm->totalBytes;
    if (const Result<DiskSpace> disk = diskSpace(probe, dataFolderOf(facts.container)))
        facts.imageDiskFreeBytes = disk->freeBytes;
    if (!weights.isEmpty()) {
        if (const Result<DiskSpace> disk = diskSpace(probe, weights))
            facts.weightsDiskFreeBytes = disk->freeBytes;
    }
    return facts;
}

Result<NodeFacts> inspectNode(Shell &shell, const Node &node, const Deployment &deployment, std::stop_token stop)
{
    NodeProbe probe(shell, stop);
    const QString weights = stringAt(deployment.settings, "weights");
    probe.expect({clockQuestion()}); // before anything else is under way
    probe.settle();
    probe.setForesight([&] { (void)factsOf(probe, node, weights); });
    const NodeFacts facts = factsOf(probe, node, weights);
    if (probe.isLost())
        return *probe.lost();
    if (stop.stop_requested())
        return canceled();
    return facts;
}

QList<int> npuCounts(const QList<NodeFacts> &facts)
{
    QList<int> counts;
    for (const NodeFacts &node : facts) {
        if (!node.deviceIds.isEmpty())
            counts << int(node.deviceIds.size());
    }
    return counts;
}

QStringList chipsShown(const NpuSmiInfo &info)
{
    QStringList chips;
    for (const NpuChip &chip : info.chips) {
        if (!chip.npu || info.truncated)
            return {};
        chips << npuAndChip(chip);
    }
    return chips;
}

static Json nullableText(const QString &text)
{
    return text.isEmpty() ? Json(nullptr) : Json(text);
}

static Json hccnJson(const HccnFacts &hccn)
{
    Json json{{"deviceId", hccn.deviceId}, {"ip", nullableText(hccn.ip)}, {"netmask", nullableText(hccn.netmask)},
              {"gateway", nullableText(hccn.gateway)}, {"link", nullableText(hccn.link)},
              {"health", nullableText(hccn.health)}, {"tlsSwitch", nullable(hccn.tlsSwitch)}};
    if (!hccn.isIpTold)
        json["ipTold"] = false;
    return json;
}

Json toJson(const NodeFacts &facts)
{
    Json json = {{"name", facts.name}, {"host", facts.host}, {"reachable", facts.reachable}};
    if (facts.error && facts.error->kind == ErrorKind::Canceled)
        json["reachable"] = nullptr; // nobody knows
    if (facts.simulated)
        json["simulated"] = true;
    if (facts.error) {
        json["error"] = facts.error->message;
        if (!facts.error->detail.isEmpty())
            json["errorDetail"] = facts.error->detail;
    }
    if (!facts.reachable)
        return json;
    json["hostname"] = nullableText(facts.hostname);
    json["os"] = {{"prettyName", nullableText(facts.os.prettyName)}, {"id", nullableText(facts.os.id)},
                  {"versionId", nullableText(facts.os.versionId)}, {"kernel", nullableText(facts.os.kernel)},
                  {"arch", nullableText(facts.os.arch)}};
    json["npuSmi"] = facts.npuSmi ? toJson(*facts.npuSmi) : Json(nullptr);
    json["driver"] = {{"version", nullableText(facts.driverVersion)},
                      {"loaded", nullableText(facts.npuSmi ? facts.npuSmi->driverVersion : QString())}};
    json["firmware"] = {{"version", nullableText(facts.firmwareVersion)},
                        {"running", nullableText(facts.firmwareRunning)}};
    json["deviceIds"] = Json::array();
    for (const int id : facts.deviceIds)
        json["deviceIds"].push_back(id);
    json["hccn"] = Json::array();
    for (const HccnFacts &hccn : facts.hccn)
        json["hccn"].push_back(hccnJson(hccn));
    json["hccnConf"] = nullableText(facts.hccnConf);
    json["container"] = {{"engine", nullableText(facts.container.engine)},
                         {"version", nullableText(facts.container.version)},
                         {"rootless", facts.container.rootless},
                         {"containers", Json::array()}};
    for (const QString &name : facts.container.containers)
        json["container"]["containers"].push_back(name);
    json["addresses"] = Json::array();
    for (const HostAddress &address : facts.addresses)
        json["addresses"].push_back({{"interface", address.interface}, {"ip", address.ip}});
    json["hostIp"] = nullableText(facts.hostIp);
    json["hostInterface"] = nullableText(facts.hostInterface);
    json["memory"]
        = {{"totalBytes", nullable(facts.memoryTotalBytes)}, {"availableBytes", nullable(facts.memoryAvailableBytes)}};
    json["shm"] = {{"totalBytes", nullable(facts.shmTotalBytes)}};
    json["disk"] = {{"imageFreeBytes", nullable(facts.imageDiskFreeBytes)},
                    {"weightsFreeBytes", nullable(facts.weightsDiskFreeBytes)}};
    json["clock"] = {{"offsetSeconds", nullable(facts.clockOffsetSeconds)},
                     {"uncertaintySeconds", nullable(facts.clockUncertaintySeconds)}};
    if (!facts.errors.isEmpty()) {
        json["errors"] = Json::object();
        for (auto it = facts.errors.cbegin(); it != facts.errors.cend(); ++it)
            json["errors"][it.key().toStdString()] = it->message;
    }
    return json;
}
