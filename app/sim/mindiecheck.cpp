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

namespace {

// Keys of config.json as MindIE-LLM's ConfigManager reads them: type, range, and the name under which it speaks of them.
struct Rule
{
    const char *key, *type;
    bool required;
    qint64 minimum, maximum;             // none where minimum > maximum
    const char *name = nullptr;
};

const Rule serverRules[] = {{"ipAddress", "string", true, 1, 0}, {"port", "int32_t", true, 1024, 65535, "serverConfig.port"},
    {"managementPort", "int32_t", false, 1024, 65535, "serverConfig.managementPort"}, {"metricsPort", "int32_t", true, 1024, 65535, "serverConfig.metricsPort"},
    {"allowAllZeroIpListening", "bool", true, 1, 0}, {"maxLinkNum", "uint32_t", true, 1, 4096, "serverConfig.maxLinkNum"},
    {"httpsEnabled", "bool", true, 1, 0}, {"inferMode", "string", true, 1, 0}, {"tokenTimeout", "uint32_t", true, 1, 3600, "serverConfig.tokenTimeout"},
    {"e2eTimeout", "uint32_t", true, 1, 65535, "serverConfig.e2eTimeout"}, {"distDPServerEnabled", "bool", true, 1, 0}};
const Rule backendRules[] = {{"backendName", "string", true, 1, 0}, {"modelInstanceNumber", "uint32_t", true, 1, 10, "backendConfig.modelInstanceNumber"},
    {"npuDeviceIds", "array", true, 1, 0}, {"tokenizerProcessNumber", "uint32_t", true, 1, 32, "backendConfig.tokenizerProcessNumber"},
    {"multiNodesInferEnabled", "bool", true, 1, 0}, {"multiNodesInferPort", "int32_t", false, 1024, 65535, "backendConfig.multiNodesInferPort"},
    {"interNodeTLSEnabled", "bool", true, 1, 0}, {"ModelDeployConfig", "object", true, 1, 0}, {"ScheduleConfig", "object", true, 1, 0}};
const Rule deployRules[] = {{"maxSeqLen", "uint32_t", true, 1, 0}, {"maxInputTokenLen", "uint32_t", true, 1, 4194304, "modelParam.maxInputTokenLen"},
    {"ModelConfig", "array", true, 1, 0}};
const Rule modelRules[] = {{"modelName", "string", true, 1, 0}, {"modelWeightPath", "string", true, 1, 0}, {"worldSize", "uint32_t", true, 1, 0},
    {"cpuMemSize", "uint32_t", true, 1, 0}, {"npuMemSize", "int32_t", true, 1, 0}, {"backendType", "string", true, 1, 0}, {"trustRemoteCode", "bool", true, 1, 0}};
const Rule scheduleRules[] = {{"templateType", "string", true, 1, 0}, {"templateName", "string", true, 1, 0},
    {"cacheBlockSize", "uint32_t", true, 1, 128, "scheduleParam.cacheBlockSize"}, {"maxPrefillBatchSize", "uint32_t", true, 0, 819200, "scheduleParam.maxPrefillBatchSize"},
    {"maxPrefillTokens", "uint32_t", true, 1, 4194304, "scheduleParam.maxPrefillTokens"}, {"prefillTimeMsPerReq", "uint32_t", true, 0, 1000, "scheduleParam.prefillTimeMsPerReq"},
    {"prefillPolicyType", "uint32_t", true, 0, 3, "scheduleParam.prefillPolicyType"}, {"decodeTimeMsPerReq", "uint32_t", true, 0, 1000, "scheduleParam.decodeTimeMsPerReq"},
    {"decodePolicyType", "uint32_t", true, 0, 3, "scheduleParam.decodePolicyType"}, {"maxBatchSize", "uint32_t", true, 1, 819200, "scheduleParam.maxBatchSize"},
    {"maxIterTimes", "uint32_t", true, 1, 0}, {"maxPreemptCount", "uint32_t", true, 0, 819200, "scheduleParam.maxPreemptCount"},
    {"supportSelectBatch", "bool", true, 1, 0}, {"maxQueueDelayMicroseconds", "uint32_t", true, 500, 1000000, "scheduleParam.maxQueueDelayMicroseconds"}};

bool isOfType(const Json &value, const char *type)
{
    if (qstrcmp(type, "string") == 0)
        return value.is_string();
    if (qstrcmp(type, "bool") == 0)
        return value.is_boolean();
    if (qstrcmp(type, "array") == 0)
        return value.is_array();
    return qstrcmp(type, "object") == 0 ? value.is_object() : value.is_number_integer();
}

QString faultOf(const Json &object, const Rule &rule)
{
    const QLatin1String key(rule.key);
    const Json *value = find(object, rule.key);
    if (!value)
        return rule.required ? QStringLiteral("[ParamChecker::CheckJsonParamType] %1: missing compulsory field").arg(key) : QString();
    if (!isOfType(*value, rule.type))
        return QStringLiteral("The type of param %1 should be %2, but got %3").arg(key, QLatin1String(rule.type), QLatin1String(value->type_name()));
    if (!value->is_number_integer())
        return {};
    const qint64 number = value->get<qint64>();
    if (number < 0 && rule.type[0] == 'u')
        return QStringLiteral("The value of param %1 for %2 is invalid.").arg(key, QLatin1String(rule.type));
    if (rule.minimum > rule.maximum)
        return {};
    if (number < rule.minimum)
        return QStringLiteral("%1 [%2] is less than [%3]").arg(QLatin1String(rule.name)).arg(number).arg(rule.minimum);
    return number > rule.maximum ? QStringLiteral("%1 [%2] is out of bound [%3]").arg(QLatin1String(rule.name)).arg(number).arg(rule.maximum) : QString();
}

template<size_t N>
void check(const Json &object, const Rule (&rules)[N], QStringList &faults)
{
    for (const Rule &rule : rules) {
        if (const QString fault = faultOf(object, rule); !fault.isEmpty())
            faults << fault;
    }
}

QStringList deviceFaults(const Json &backend, qint64 world)
{
    QStringList faults;
    const Json &devices = backend["npuDeviceIds"];
    if (qint64(devices.size()) != integerAt(backend, "modelInstanceNumber").value_or(0))
        faults << QStringLiteral("The size of npuDeviceIds does not equal to modelInstanceNumber");
    for (const Json &subset : devices) {
        QSet<QString> different;
        for (const Json &id : subset)
            different << QString::fromStdString(id.dump());
        if (qint64(subset.size()) != world)
            faults << QStringLiteral("The size of npuDeviceIds (subset) does not equal to worldSize");
        if (size_t(different.size()) != subset.size())
            faults << QStringLiteral("npuDeviceID does not allow repetitive element");
    }
    return faults;
}

const Json &modelOf(const Json &config) { return config["BackendConfig"]["ModelDeployConfig"]["ModelConfig"][0]; }

} // namespace

QStringList mindieConfigFaults(const Json &config, MindieGeneration generation)
{
    QStringList faults;
    for (const char *name : {"ServerConfig", "BackendConfig"}) {
        if (!find(config, name))
            faults << QStringLiteral("%1: [json.exception.out_of_range.403] key '%1' not found").arg(QLatin1String(name));
    }
    if (!faults.isEmpty())
        return faults;
    const Json &server = config["ServerConfig"], &backend = config["BackendConfig"];
    check(server, serverRules, faults);
    check(backend, backendRules, faults);
    if (!faults.isEmpty())
        return faults;
    const Json &deploy = backend["ModelDeployConfig"], &schedule = backend["ScheduleConfig"];
    check(deploy, deployRules, faults);
    check(schedule, scheduleRules, faults);
    if (!faults.isEmpty())
        return faults;
    if (deploy["ModelConfig"].empty())
        return {QStringLiteral("There should be one modelParam for Standard templateType.")};
    const Json &model = modelOf(config);
    check(model, modelRules, faults);
    if (!faults.isEmpty())
        return faults;

    const QString mode = stringAt(server, "inferMode"), type = stringAt(model, "backendType");
    if (mode != QLatin1String("standard") && mode != QLatin1String("dmi"))
        faults << QStringLiteral("The inferMode should be standard or dmi");
    if (integerAt(server, "port") == integerAt(backend, "multiNodesInferPort").value_or(1120))
        faults << QStringLiteral("Endpoint port cannot be equal to multiNodesInferPort.");
    const bool classic = generation == MindieGeneration::Classic;
    if (type != QLatin1String("atb") && type != QLatin1String("ms") && (classic || type != QLatin1String("torch")))
        faults << (classic ? QStringLiteral("Backend type only supports atb or ms.") : QStringLiteral("Backend type only supports atb, ms, torch."));
    if (classic && integerAt(schedule, "maxBatchSize").value_or(0) > 5000)
        faults << QStringLiteral("scheduleParam.maxBatchSize [%1] is out of bound [5000]").arg(*integerAt(schedule, "maxBatchSize"));
    if (classic && find(deploy, "truncation") && !deploy["truncation"].is_boolean())
        faults << QStringLiteral("The type of param truncation should be bool, but got %1").arg(QLatin1String(deploy["truncation"].type_name()));
    const qint64 world = integerAt(model, "worldSize").value_or(0);
    faults << deviceFaults(backend, world);
    if (world == 0)
        faults << QStringLiteral("The value of modelParam.worldSize can not be 0.");
    if (integerAt(deploy, "maxSeqLen") == 0)
        faults << QStringLiteral("The value of modelParam.maxSeqLen can not be 0.");
    if (stringAt(schedule, "templateType") != QLatin1String("Mix") && *integerAt(schedule, "maxPrefillTokens") < *integerAt(deploy, "maxInputTokenLen"))
        faults << QStringLiteral("The value of maxPrefillTokens should not be less than maxInputTokenLen.");
    if (integerAt(schedule, "maxIterTimes") == 0)
        faults << QStringLiteral("The value of ScheduleParam.maxIterTimes can not be 0.");
    if (integerAt(model, "cpuMemSize") == 0 && integerAt(schedule, "maxPreemptCount").value_or(0) != 0)
        faults << QStringLiteral("The value of modelParam.cpuMemSize can not be 0 when maxPreemptCount is not 0.");
    if (integerAt(model, "dp").value_or(1) < 1)
        faults << QStringLiteral("dp cannot be smaller than 1.");
    return faults;
}

QString mindieTorchFault(const Json &config, int cards)
{
    const Json &model = modelOf(config);
    if (stringAt(model, "backendType") != QLatin1String("torch"))
        return {};
    const auto size = [&](const char *key) { return qMax<qint64>(1, integerAt(model, key).value_or(1)); };
    if (size("moe_tp") * size("moe_ep") != cards)
        return QStringLiteral("MoE parallel strategy process number mismatch: global world_size(%1) != moe_tp.group_size(%2) × moe_ep.group_size(%3)")
            .arg(cards).arg(size("moe_tp")).arg(size("moe_ep"));
    const bool dispatches = cards == 16 || cards == 32 || cards == 64;
    return size("moe_tp") > 1 || (size("dp") > 1 && !dispatches) ? QStringLiteral("MoE strategy selection failed, please check the config.") : QString();
}

RankTable readRankTable(const QByteArray &text)
{
    RankTable table;
    const Result<Json> read = parseJson(text, QStringLiteral("rank table"));
    const Json json = read ? *read : Json();
    const Json *count = find(json, "server_count");
    if (!json.is_object() || (count && !count->is_string())) {
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
