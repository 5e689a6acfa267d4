#include "core/facts/factsfile.h"

#include <QCoreApplication>

namespace {

std::optional<int> intAt(const Json &object, const char *key)
{
    const auto value = integerAt(object, key);
    return value && *value >= INT_MIN && *value <= INT_MAX ? std::optional<int>(int(*value)) : std::nullopt;
}

NpuChip readChip(const Json &json)
{
    NpuChip chip;
    chip.npu = intAt(json, "npu");
    chip.chip = intAt(json, "chip");
    chip.deviceId = intAt(json, "deviceId");
    chip.name = stringAt(json, "name");
    chip.health = stringAt(json, "health");
    chip.powerWatts = numberAt(json, "powerWatts");
    chip.temperatureC = intAt(json, "temperatureC");
    chip.hugepagesUsed = integerAt(json, "hugepagesUsed");
    chip.hugepagesTotal = integerAt(json, "hugepagesTotal");
    chip.busId = stringAt(json, "busId");
    chip.aiCorePercent = intAt(json, "aiCorePercent");
    chip.memoryUsedMb = integerAt(json, "memoryUsedMb");
    chip.memoryTotalMb = integerAt(json, "memoryTotalMb");
    chip.hbmUsedMb = integerAt(json, "hbmUsedMb");
    chip.hbmTotalMb = integerAt(json, "hbmTotalMb");
    return chip;
}

NpuSmiInfo readInfo(const Json &json)
{
    NpuSmiInfo info;
    info.toolVersion = stringAt(json, "toolVersion");
    info.driverVersion = stringAt(json, "driverVersion");
    info.truncated = boolAt(json, "truncated").value_or(false);
    for (const Json &chip : member(json, "chips"))
        info.chips << readChip(chip);
    return info;
}

HccnFacts readHccn(const Json &json)
{
    HccnFacts hccn;
    hccn.deviceId = intAt(json, "deviceId").value_or(-1);
    hccn.ip = stringAt(json, "ip");
    hccn.netmask = stringAt(json, "netmask");
    hccn.gateway = stringAt(json, "gateway");
    hccn.link = stringAt(json, "link");
    hccn.health = stringAt(json, "health");
    hccn.tlsSwitch = intAt(json, "tlsSwitch");
    hccn.isIpTold = boolAt(json, "ipTold").value_or(true);
    return hccn;
}

NodeFacts readNode(const Json &json)
{
    NodeFacts facts;
    facts.name = stringAt(json, "name");
    facts.host = stringAt(json, "host");
    facts.reachable = boolAt(json, "reachable").value_or(false);
    facts.simulated = boolAt(json, "simulated").value_or(false);
    if (const QString error = stringAt(json, "error"); !error.isEmpty())
        facts.error = Error{ErrorKind::Connection, error, stringAt(json, "errorDetail"), {}};
    if (const Json &errors = member(json, "errors"); errors.is_object()) {
        for (const auto &[part, message] : errors.items()) {
            if (message.is_string())
                facts.errors.insert(QString::fromStdString(part),
                                    Error{ErrorKind::CommandFailed, message.get<QString>(), {}, {}});
        }
    }
    facts.hostname = stringAt(json, "hostname");
    const Json &os = member(json, "os");
    facts.os = {stringAt(os, "prettyName"), stringAt(os, "id"), stringAt(os, "versionId"), stringAt(os, "kernel"),
                stringAt(os, "arch")};
    if (member(json, "npuSmi").is_object())
        facts.npuSmi = readInfo(member(json, "npuSmi"));
    facts.driverVersion = stringAt(member(json, "driver"), "version");
    facts.firmwareVersion = stringAt(member(json, "firmware"), "version");
    facts.firmwareRunning = stringAt(member(json, "firmware"), "running");
    for (const Json &id : member(json, "deviceIds")) {
        if (id.is_number_integer())
            facts.deviceIds << id.get<int>();
    }
    for (const Json &hccn : member(json, "hccn"))
        facts.hccn << readHccn(hccn);
    facts.hccnConf = stringAt(json, "hccnConf");
    const Json &container = member(json, "container");
    facts.container.engine = stringAt(container, "engine");
    facts.container.version = stringAt(container, "version");
    facts.container.rootless = boolAt(container, "rootless").value_or(false);
    for (const Json &name : member(container, "containers"))
        facts.container.containers << (name.is_string() ? name.get<QString>() : QString());
    for (const Json &address : member(json, "addresses"))
        facts.addresses << HostAddress{stringAt(address, "interface"), stringAt(address, "ip")};
    facts.hostIp = stringAt(json, "hostIp");
    facts.hostInterface = stringAt(json, "hostInterface");
    facts.memoryTotalBytes = integerAt(member(json, "memory"), "totalBytes");
    facts.memoryAvailableBytes = integerAt(member(json, "memory"), "availableBytes");
    facts.shmTotalBytes = integerAt(member(json, "shm"), "totalBytes");
    facts.imageDiskFreeBytes = integerAt(member(json, "disk"), "imageFreeBytes");
    facts.weightsDiskFreeBytes = integerAt(member(json, "disk"), "weightsFreeBytes");
    facts.clockOffsetSeconds = numberAt(member(json, "clock"), "offsetSeconds");
    facts.clockUncertaintySeconds = numberAt(member(json, "clock"), "uncertaintySeconds");
    return facts;
}

} // namespace

Result<QList<NodeFacts>> factsFromJson(const QByteArray &text)
{
    const QString what = QCoreApplication::translate("Facts", "The facts file");
    const Result<Json> document = parseJson(text, what);
    if (!document)
        return document.error();
    const Json &nodes = member(*document, "nodes");
    if (!nodes.is_array())
        return Error{ErrorKind::Parse,
                     QCoreApplication::translate(
                         "Facts",
                         "The facts file has no list \"nodes\"; it must be what `ascendctl inspect D --json` prints."),
                     {},
                     {}};
    QList<NodeFacts> all;
    for (const Json &node : nodes)
        all << readNode(node);
    return all;
}
