#include "app/sim/mindiecheck.h"

#include <QFile>
#include <QFileInfo>
#include <QSet>

#include <sys/stat.h>
#include <unistd.h>

namespace sim {

namespace {

bool isAddress(const QString &text)
{
    const QStringList parts = text.split(u'.');
    return parts.size() == 4 && std::all_of(parts.begin(), parts.end(), [](const QString &part) {
        bool number = false;
        const int value = part.toInt(&number);
        return number && value >= 0 && value <= 255;
    });
}

const Json *find(const Json &object, const char *key)
{
    const auto it = object.is_object() ? object.find(key) : object.end();
    return object.is_object() && it != object.end() ? &*it : nullptr;
}

} // namespace

QString mindieFileFault(const QString &path, bool checked)
{
    struct stat facts;
    if (::lstat(QFile::encodeName(path).constData(), &facts) != 0)
        return QStringLiteral("The input file: %1 is not a regular file or not exists").arg(path);
    if (S_ISLNK(facts.st_mode))
        return QStringLiteral("The file: %1 is a link.").arg(path);
    if (!S_ISREG(facts.st_mode))
        return QStringLiteral("The input file: %1 is not a regular file or not exists").arg(path);
    if (!checked)
        return {};
    const int mode = int(facts.st_mode & 0777), user = mode >> 6, group = mode >> 3 & 7, others = mode & 7;
    if (facts.st_uid != ::getuid())
        return QStringLiteral("owner id diff: current process user id is %1, file owner id is %2").arg(::getuid()).arg(facts.st_uid);
    const struct { const char *who; int is, most; } parts[] = {{"Owner", user, 6}, {"Group", group, 4}, {"Other group", others, 0}};
    for (const auto &part : parts) {
        if (part.is & ~part.most)
            return QStringLiteral("Check path: %1 failed, by: Check %2 permission failed: current permission is %3, but required no greater than %4. "
                                  "Required permisssion is 640, but got permission is %5")
                .arg(QFileInfo(path).fileName(), QLatin1String(part.who)).arg(part.is).arg(part.most).arg(mode, 3, 8, QLatin1Char('0'));
    }
    return {};
}

QStringList mindieConfigFaults(const Json &config)
{
    QStringList faults;
    const auto missing = [&faults](const char *name) {
        faults << QStringLiteral("[ParamChecker::CheckJsonParamType] %1: missing compulsory field").arg(QLatin1String(name));
    };
    const Json *server = find(config, "ServerConfig"), *backend = find(config, "BackendConfig");
    if (!server)
        missing("ServerConfig");
    if (!backend)
        missing("BackendConfig");
    if (!faults.isEmpty())
        return faults;
    for (const char *name : {"ipAddress", "port", "allowAllZeroIpListening", "maxLinkNum", "httpsEnabled", "inferMode"})
        if (!server->contains(name))
            missing(name);
    for (const char *name : {"backendName", "modelInstanceNumber", "npuDeviceIds", "tokenizerProcessNumber", "ModelDeployConfig", "ScheduleConfig"})
        if (!backend->contains(name))
            missing(name);
    if (!faults.isEmpty())
        return faults;
    const Json *deploy = find(*backend, "ModelDeployConfig"), *schedule = find(*backend, "ScheduleConfig");
    const Json *models = find(*deploy, "ModelConfig");
    for (const char *name : {"maxSeqLen", "maxInputTokenLen"})
        if (!deploy->contains(name))
            missing(name);
    if (!models || !models->is_array() || models->empty())
        missing("ModelConfig");
    if (!faults.isEmpty())
        return faults;
    const Json &model = (*models)[0];
    for (const char *name : {"modelName", "modelWeightPath", "worldSize", "npuMemSize", "backendType"})
        if (!model.contains(name))
            missing(name);
    if (!faults.isEmpty())
        return faults;

    const QString mode = stringAt(*server, "inferMode");
    if (mode != QLatin1String("standard") && mode != QLatin1String("dmi"))
        faults << QStringLiteral("The inferMode should be standard or dmi");
    for (const char *name : {"port", "managementPort", "metricsPort"}) {
        const auto port = integerAt(*server, name);
        if (port && (*port < 1024 || *port > 65535))
            faults << QStringLiteral("%1 must be in range [1024, 65535], but got %2").arg(QLatin1String(name)).arg(*port);
    }
    const bool many = boolAt(*backend, "multiNodesInferEnabled").value_or(false);
    if (many && integerAt(*server, "port") == integerAt(*backend, "multiNodesInferPort").value_or(1120))
        faults << QStringLiteral("Endpoint port cannot be equal to multiNodesInferPort.");
    const Json &devices = (*backend)["npuDeviceIds"];
    const qint64 instances = integerAt(*backend, "modelInstanceNumber").value_or(0), world = integerAt(model, "worldSize").value_or(0);
    if (!devices.is_array() || qint64(devices.size()) != instances)
        faults << QStringLiteral("The size of npuDeviceIds does not equal to modelInstanceNumber");
    if (world == 0)
        faults << QStringLiteral("The value of modelParam.worldSize can not be 0.");
    if (devices.is_array()) {
        for (const Json &subset : devices) {
            QSet<QString> different;
            for (const Json &id : subset)
                different << QString::fromStdString(id.dump());
            if (qint64(subset.size()) != world)
                faults << QStringLiteral("The size of npuDeviceIds (subset) does not equal to worldSize");
            if (size_t(different.size()) != subset.size())
                faults << QStringLiteral("npuDeviceID does not allow repetitive element");
        }
    }
    const qint64 prefill = integerAt(*schedule, "maxPrefillTokens").value_or(8192);
    if (prefill < integerAt(*deploy, "maxInputTokenLen").value_or(0))
        faults << QStringLiteral("The value of maxPrefillTokens should not be less than maxInputTokenLen.");
    if (integerAt(*schedule, "maxIterTimes").value_or(512) == 0)
        faults << QStringLiteral("The value of ScheduleParam.maxIterTimes can not be 0.");
    if (integerAt(model, "cpuMemSize").value_or(5) == 0 && integerAt(*schedule, "maxPreemptCount").value_or(0) != 0)
        faults << QStringLiteral("The value of modelParam.cpuMemSize can not be 0 when maxPreemptCount is not 0.");
    if (integerAt(model, "dp").value_or(1) < 1)
        faults << QStringLiteral("dp cannot be smaller than 1.");
    return faults;
}

RankTable readRankTable(const QByteArray &text)
{
    RankTable table;
    const Json json = Json::parse(text.toStdString(), nullptr, false);
    const Json *count = json.is_discarded() ? nullptr : find(json, "server_count");
    if (json.is_discarded() || !json.is_object() || (count && !count->is_string())) {
        table.faults << QStringLiteral("Ranktable file is invalid. Please check json format! ");
        return table;
    }
    bool isNumber = false;
    const int servers = count ? count->get<QString>().toInt(&isNumber) : 0;
    if (!isNumber) {
        table.faults << QStringLiteral("Invalid server_count in ranktable file");
        return table;
    }
    if (servers < 2 || servers > 60)
        table.faults << QStringLiteral("Parameter server_count must be in range [2, 60], but got %1").arg(servers);
    const Json *list = find(json, "server_list");
    if (!list || !list->is_array() || list->empty()) {
        table.faults << QStringLiteral("Parameter server_list is invalid in ranktable file");
        return table;
    }
    if (int(list->size()) != servers)
        table.faults << QStringLiteral("Parameter server_count is %1, which is not equal to server_list length in ranktable file, which is %2").arg(servers).arg(list->size());
    qsizetype devices = -1;
    for (const Json &entry : *list) {
        RankServer server{stringAt(entry, "server_id"), stringAt(entry, "container_ip"), {}, {}};
        const Json *all = find(entry, "device");
        const qsizetype size = all && all->is_array() ? qsizetype(all->size()) : 0;
        if (size < 1 || size > 32)
            table.faults << QStringLiteral("The number of devices on single node must be in [1, 32], but got %1").arg(size);
        if (devices >= 0 && size != devices)
            table.faults << QStringLiteral("The number of devices in every server node is %1, %2 which not equal in ranktable file").arg(devices).arg(size);
        devices = size;
        if (server.containerIp.isEmpty())
            table.faults << QStringLiteral("The containerIp in the server node is empty in ranktable file.");
        for (qsizetype i = 0; i < size; ++i) {
            const Json &device = (*all)[size_t(i)];
            const QString id = stringAt(device, "device_id"), ip = stringAt(device, "device_ip"), rank = stringAt(device, "rank_id");
            bool isId = false, isRank = false;
            const int number = id.toInt(&isId), rankNumber = rank.toInt(&isRank);
            if (!isId || number < 0 || number > 63)
                table.faults << QStringLiteral("Parameter device_id is %1, which is out of allow range [0, 63].").arg(id);
            if (!isAddress(ip))
                table.faults << QStringLiteral("Input device_ip [%1] is invalid").arg(ip) << QStringLiteral("Parameter device_ip is invalid in ranktable file.");
            if (!isRank || rankNumber < 0 || rankNumber > 511)
                table.faults << QStringLiteral("Parameter rankId in ranktable is %1, which is out of allow range [0, 511].").arg(rank);
            server.deviceIds << number;
            server.deviceIps << ip;
        }
        table.servers << server;
    }
    return table;
}

} // namespace sim
