#include "app/sim/mindiecheck.h"

#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>
#include <QSet>

#include <sys/stat.h>
#include <unistd.h>

#include <limits>
#include <sstream>

using namespace Qt::StringLiterals;

namespace sim {

namespace {

const Json *find(const Json &object, const char *key)
{
    const auto it = object.is_object() ? object.find(key) : object.end();
    return object.is_object() && it != object.end() ? &*it : nullptr;
}

} // namespace

QString mindieFileFault(const QString &path, bool checked)
{
    const QString name = QFileInfo(path).fileName();
    struct stat facts;
    if (::lstat(QFile::encodeName(path).constData(), &facts) != 0)
        return u"The input file: %1 is not a regular file or not exists"_s.arg(name);
    if (S_ISLNK(facts.st_mode))
        return u"The file: %1 is a link."_s.arg(name);
    if (!S_ISREG(facts.st_mode))
        return u"The input file: %1 is not a regular file or not exists"_s.arg(name);
    if (facts.st_size == 0)
        return u"Read input file: %1 failed, file is too large"_s.arg(name); // its words for an empty one
    if (!checked)
        return {};
    const int mode = int(facts.st_mode & 0777), user = mode >> 6, group = mode >> 3 & 7, others = mode & 7;
    if (facts.st_uid != ::getuid())
        return u"Check path: %1 failed, by:owner id diff: current process user id is %2, file owner id is %3"_s
            .arg(name)
            .arg(::getuid())
            .arg(facts.st_uid);
    const struct {
        const char *who;
        int is, most;
    } parts[] = {{"Owner", user, 6}, {"Owner group", group, 4}, {"Other group", others, 0}};
    for (const auto &part : parts) {
        if (part.is & ~part.most)
            return u"Check path: %1 failed, by: Check %2 permission failed: %3 current permission is %4, "
                   "but required no greater than %5. "
                   "Required permisssion is 640, but got permission is %6"_s.arg(name, QLatin1String(part.who), path)
                       .arg(part.is)
                       .arg(part.most)
                       .arg(mode, 0, 8);
    }
    return {};
}

namespace {

// Keys of config.json as MindIE-LLM's ConfigManager reads them: type, range, and the name under which it speaks of
// them.
struct Rule
{
    const char *key, *type;
    bool required;
    qint64 minimum, maximum;             // none where minimum > maximum
    const char *name = nullptr;
};

const Rule serverRules[] = {{"ipAddress", "string", true, 1, 0},
                            {"port", "int32_t", true, 1024, 65535, "serverConfig.port"},
                            {"managementPort", "int32_t", false, 1024, 65535, "serverConfig.managementPort"},
                            {"metricsPort", "int32_t", true, 1024, 65535, "serverConfig.metricsPort"},
                            {"allowAllZeroIpListening", "bool", true, 1, 0},
                            {"maxLinkNum", "uint32_t", true, 1, 4096, "serverConfig.maxLinkNum"},
                            {"httpsEnabled", "bool", true, 1, 0},
                            {"inferMode", "string", true, 1, 0},
                            {"tokenTimeout", "int32_t", true, 1, 3600, "serverConfig.tokenTimeout"},
                            {"e2eTimeout", "int32_t", true, 1, 65535, "serverConfig.e2eTimeout"},
                            {"distDPServerEnabled", "bool", true, 1, 0},
                            {"openAiSupport", "string", false, 1, 0},
                            {"tlsCert", "string", false, 1, 0},
                            {"fullTextEnabled", "bool", false, 1, 0},
                            {"layerwiseDisaggregated", "bool", false, 1, 0}};
const Rule earlyServerRules[] = {{"maxRequestLength", "uint32_t", false, 1, 100, "serverConfig.maxRequestLength"},
    {"interCommPort", "int32_t", false, 1024, 65535, "serverConfig.interCommPort"}}; // looked at while reading
const Rule backendRules[]
    = {{"backendName", "string", true, 1, 0},
       {"modelInstanceNumber", "uint32_t", true, 1, 10, "backendConfig.modelInstanceNumber"},
       {"npuDeviceIds", "array", true, 1, 0},
       {"tokenizerProcessNumber", "uint32_t", true, 1, 32, "backendConfig.tokenizerProcessNumber"},
       {"multiNodesInferEnabled", "bool", true, 1, 0},
       {"multiNodesInferPort", "int32_t", false, 1024, 65535, "backendConfig.multiNodesInferPort"},
       {"interNodeTLSEnabled", "bool", true, 1, 0},
       {"ModelDeployConfig", "object", true, 1, 0},
       {"ScheduleConfig", "object", true, 1, 0},
       {"kvPoolConfig", "object", false, 1, 0}};
const Rule deployRules[] = {{"maxSeqLen", "uint32_t", true, 1, 0},
                            {"maxInputTokenLen", "uint32_t", true, 1, 0},
                            {"ModelConfig", "array", true, 1, 0}};
const Rule classicDeployRules[] = {{"truncation", "bool", false, 1, 0}};
const Rule modelRules[] = {{"modelName", "string", true, 1, 0},    {"modelWeightPath", "string", true, 1, 0},
                           {"worldSize", "uint32_t", true, 1, 0},  {"cpuMemSize", "uint32_t", true, 1, 0},
                           {"npuMemSize", "int32_t", true, 1, 0},  {"backendType", "string", true, 1, 0},
                           {"trustRemoteCode", "bool", true, 1, 0}};
const Rule scheduleRules[]
    = {{"templateType", "string", true, 1, 0},
       {"templateName", "string", true, 1, 0},
       {"cacheBlockSize", "uint32_t", true, 1, 128, "scheduleParam.cacheBlockSize"},
       {"maxPrefillBatchSize", "uint32_t", true, 0, 819200, "scheduleParam.maxPrefillBatchSize"},
       {"maxPrefillTokens", "uint32_t", true, 1, 4194304, "scheduleParam.maxPrefillTokens"},
       {"prefillTimeMsPerReq", "uint32_t", true, 0, 1000, "scheduleParam.prefillTimeMsPerReq"},
       {"prefillPolicyType", "uint32_t", true, 0, 3, "scheduleParam.prefillPolicyType"},
       {"decodeTimeMsPerReq", "uint32_t", true, 0, 1000, "scheduleParam.decodeTimeMsPerReq"},
       {"decodePolicyType", "uint32_t", true, 0, 3, "scheduleParam.decodePolicyType"},
       {"maxBatchSize", "uint32_t", true, 1, 819200, "scheduleParam.maxBatchSize"},
       {"maxIterTimes", "uint32_t", true, 1, 0},
       {"maxPreemptCount", "uint32_t", true, 1, 0},
       {"supportSelectBatch", "bool", true, 1, 0},
       {"maxQueueDelayMicroseconds", "uint32_t", true, 500, 1000000, "scheduleParam.maxQueueDelayMicroseconds"},
       {"maxFirstTokenWaitTime", "uint32_t", false, 0, 3600000, "scheduleParam.maxFirstTokenWaitTime"},
       {"maxN", "uint32_t", false, 1, 8192, "scheduleParam.maxN"},
       {"enablChunkedPrefill", "bool", false, 1, 0},
       {"stageSelectPolicy", "uint32_t", false, 0, 2, "scheduleParam.stageSelectPolicy"},
       {"prefillExpectedTime", "uint32_t", false, 1, 10000, "scheduleParam.prefillExpectedTime"}};

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

// Of its type; the first that is wrong ends the reading.
QString typeFaultOf(const Json &object, const Rule &rule)
{
    const QLatin1String key(rule.key);
    const Json *value = find(object, rule.key);
    if (!value)
        return rule.required ? u"[ParamChecker::CheckJsonParamType] %1: missing compulsory field"_s.arg(key)
                             : QString();
    if (!isOfType(*value, rule.type))
        return u"The type of param %1 should be %2, but %3 %4"_s.arg(
            key, QLatin1String(rule.type), QLatin1String(qstrcmp(rule.type, "array") == 0 ? "is" : "got"),
            QLatin1String(value->type_name()));
    if (!value->is_number_integer())
        return {};
    const qint64 number = value->get<qint64>();
    const bool fits = rule.type[0] == 'u'
        ? number >= 0 && number <= std::numeric_limits<quint32>::max()
        : number >= std::numeric_limits<qint32>::min() && number <= std::numeric_limits<qint32>::max();
    return fits ? QString() : u"The value of param %1 for %2 is invalid."_s.arg(key, QLatin1String(rule.type));
}

template<size_t N>
bool typesFit(const Json &object, const Rule (&rules)[N], QStringList &said)
{
    for (const Rule &rule : rules) {
        if (const QString fault = typeFaultOf(object, rule); !fault.isEmpty()) {
            said << fault;
            return false;
        }
    }
    return true;
}

QString rangeFaultOf(const Json &object, const Rule &rule)
{
    const Json *value = find(object, rule.key);
    if (!value || !value->is_number_integer() || rule.minimum > rule.maximum)
        return {};
    const qint64 number = value->get<qint64>();
    if (number < rule.minimum)
        return u"%1 [%2] is less than [%3]"_s.arg(QLatin1String(rule.name)).arg(number).arg(rule.minimum);
    return number > rule.maximum
        ? u"%1 [%2] is out of bound [%3]"_s.arg(QLatin1String(rule.name)).arg(number).arg(rule.maximum)
        : QString();
}

template<size_t N>
void checkRanges(const Json &object, const Rule (&rules)[N], QStringList &said)
{
    for (const Rule &rule : rules)
        if (const QString fault = rangeFaultOf(object, rule); !fault.isEmpty())
            said << fault;
}

const Json &modelOf(const Json &config) { return config["BackendConfig"]["ModelDeployConfig"]["ModelConfig"][0]; }

// One start of ConfigManager.
class Manager
{
public:
    explicit Manager(const MindieStart &start) : m_start(start) {}
    MindieVerdict verdict()
    {
        const std::optional<QString> refusal
            = read() ? check() ? std::nullopt : std::optional(u"[ConfigManager] Checking Config Failed"_s) : m_refusal;
        m_verdict.accepted = !refusal && !m_crashed;
        if (refusal && !m_crashed)
            say(m_isJsonError ? u"JSON error in ConfigManager: "_s + *refusal
                              : u"ConfigManager init exception: "_s + *refusal);
        return m_verdict;
    }

private:
    void say(const QString &line) { m_verdict.said << line; }
    bool refuse(const QString &why)
    {
        m_refusal = why;
        return false;
    }
    bool refusePart(const char *part)
    {
        return refuse(u"Failed to initialize %1 from JSON."_s.arg(QLatin1String(part)));
    }
    bool classic() const { return m_start.generation == MindieGeneration::Classic; }
    // from 3.0 on the variable changes nothing
    bool checksModes() const { return m_start.permissionsChecked || !classic(); }
    bool isMany() const { return boolAt(backend(), "multiNodesInferEnabled").value_or(false); }
    const Json &server() const { return m_verdict.config.at("ServerConfig"); }
    const Json &backend() const { return m_verdict.config.at("BackendConfig"); }
    const Json &deploy() const { return backend().at("ModelDeployConfig"); }
    const Json &schedule() const { return backend().at("ScheduleConfig"); }

    bool read()
    {
        const QString path = QFileInfo(m_start.configPath).canonicalFilePath();
        QString fault = mindieFileFault(path, checksModes());
        QFile file(path);
        if (fault.isEmpty() && file.open(QIODevice::ReadOnly)) {
            std::istringstream text(file.readAll().toStdString());
            try {
                text >> m_verdict.config;
            } catch (const std::exception &) {
                fault = u"Json file is invalid. Please check json format! "_s;
            }
        }
        if (!fault.isEmpty()) { // it looks twice
            say(fault);
            say(fault);
            return refusePart("ServerConfig");
        }
        return readServer() && readBackend() && readSchedule() && readModel() && (!isMany() || readTable());
    }

    bool hasPart(const char *name)
    {
        if (find(m_verdict.config, name))
            return true;
        say(u"%1: [json.exception.out_of_range.403] key '%1' not found"_s.arg(QLatin1String(name)));
        return refusePart(name);
    }

    bool readServer()
    {
        if (!hasPart("ServerConfig"))
            return false;
        const bool fits = typesFit(server(), serverRules, m_verdict.said);
        const qsizetype before = m_verdict.said.size();
        if (fits)
            checkRanges(server(), earlyServerRules, m_verdict.said);
        return (fits && m_verdict.said.size() == before) || refusePart("ServerConfig");
    }

    bool readBackend()
    {
        if (!hasPart("BackendConfig"))
            return false;
        if (!typesFit(backend(), backendRules, m_verdict.said))
            return refusePart("BackendConfig");
        const Json &devices = backend()["npuDeviceIds"], models = deploy().value("ModelConfig", Json());
        const auto wrong = [this](const QString &why) {
            say(why);
            return refusePart("BackendConfig");
        };
        for (const Json &subset : devices) {
            if (!subset.is_array())
                return wrong(u"The type of param in each npuDeviceIds set should be array, but is %1"_s.arg(
                    QLatin1String(subset.type_name())));
            for (const Json &id : subset) {
                if (!id.is_number_integer())
                    return wrong(u"Type of element in json array does not match integer"_s);
                if (id.get<qint64>() < 0)
                    return wrong(
                        u"The values of npu_ids should not be less than 0, but got %1"_s.arg(id.get<qint64>()));
            }
        }
        if (qint64(devices.size()) != integerAt(backend(), "modelInstanceNumber").value_or(0))
            return wrong(u"The size of npuDeviceIds does not equal to modelInstanceNumber"_s);
        if (models.is_object()) {
            m_isJsonError = true;
            return refuse(
                u"[json.exception.type_error.305] cannot use operator[] with a numeric argument with object"_s);
        }
        const qint64 world
            = models.is_array() && !models.empty() ? integerAt(models[0], "worldSize").value_or(-1) : -1;
        for (const Json &subset : devices)
            if (qint64(subset.size()) != world)
                return wrong(u"The size of npuDeviceIds (subset) does not equal to worldSize"_s);
        m_world = qMax<qint64>(0, world);
        for (const Json &subset : devices)
            for (const Json &id : subset)
                m_devices.insert(id.get<qint64>());
        return true;
    }

    bool readSchedule() { return typesFit(schedule(), scheduleRules, m_verdict.said) || refusePart("ScheduleConfig"); }

    bool readModel()
    {
        if (!typesFit(deploy(), deployRules, m_verdict.said)
            || (classic() && !typesFit(deploy(), classicDeployRules, m_verdict.said)))
            return refusePart("ModelDeployConfig");
        const Json &model = modelOf(m_verdict.config);
        if (!typesFit(model, modelRules, m_verdict.said))
            return refusePart("ModelDeployConfig");
        for (const char *name : {"dp", "sp", "cp"}) {
            if (integerAt(model, name).value_or(1) >= 1)
                continue;
            const QString why = u"%1 cannot be smaller than 1."_s.arg(QLatin1String(name));
            say(u"[error] "_s + why);
            return refuse(why);
        }
        return true;
    }

    bool readTable()
    {
        // the older one throws without a word
        const QString why = classic() ? QString() : u"init rank table config error."_s;
        QString fault;
        if (m_start.rankTablePath.isEmpty())
            fault = u"Ranktable file is not exist, please set a valid ranktable file path with "
                    "RANK_TABLE_FILE environment."_s;
        else
            fault = mindieFileFault(m_start.rankTablePath, checksModes());
        QFile file(m_start.rankTablePath);
        if (fault.isEmpty() && !file.open(QIODevice::ReadOnly))
            fault = u"Error: Open ranktable json file failed"_s;
        if (!fault.isEmpty()) {
            say(fault);
            say(u"Ranktable file path is invalid."_s);
            return refuse(why);
        }
        m_verdict.tableText = file.readAll();
        RankTable &table = m_verdict.table;
        table = readRankTable(m_verdict.tableText);
        m_verdict.said += table.unread;
        if (!table.isRead && table.thrown.isEmpty()) {
            say(u"Failed to parse the json data of ranktable file data."_s);
            return refuse(why);
        }
        if (m_start.containerIp.isEmpty())
            say(u"The env variable MIES_CONTAINER_IP isn't exist."_s);
        if (!table.isRead)
            return refuse(table.thrown);
        const QString address = m_start.containerIp.isEmpty() ? m_start.ownAddress : m_start.containerIp;
        for (qsizetype i = 0; i < table.servers.size(); ++i)
            if (table.servers[i].containerIp == address
                || (!m_start.hostIp.isEmpty() && table.servers[i].serverId == m_start.hostIp))
                m_verdict.self = i;
        // What config.json says of the devices is replaced: by nothing, where no entry is this node's.
        m_devices.clear();
        m_world = table.servers.isEmpty() ? 0 : table.servers.last().deviceIds.size();
        const RankServer own = m_verdict.self < 0 ? RankServer() : table.servers[m_verdict.self];
        for (qsizetype i = 0; i < own.deviceIds.size(); ++i) {
            if (own.deviceIds[i] == noDeviceId) {
                say(u"Invalid device_id %1 in ranktable file"_s.arg(own.deviceTexts[i]));
                break;
            }
            m_devices.insert(own.deviceIds[i]);
        }
        return true;
    }

    bool check()
    {
        const qsizetype before = m_verdict.said.size();
        checkSchedule();
        checkModel();
        checkServer();
        checkBackend();
        if (isMany()) {
            m_verdict.said += m_verdict.table.faults;
            m_crashed = m_verdict.table.servers.isEmpty(); // it looks at the first server of an empty list
            if (m_crashed)
                return false;
        }
        const Json &model = modelOf(m_verdict.config);
        if (integerAt(server(), "port") == integerAt(backend(), "multiNodesInferPort").value_or(1120))
            say(u"Endpoint port cannot be equal to multiNodesInferPort."_s);
        if (integerAt(schedule(), "maxIterTimes") == 0)
            say(u"The value of ScheduleParam.maxIterTimes can not be 0."_s);
        if (integerAt(model, "cpuMemSize") == 0 && integerAt(schedule(), "maxPreemptCount").value_or(0) != 0)
            say(u"The value of modelParam.cpuMemSize can not be 0 when maxPreemptCount is not 0."_s);
        if (stringAt(schedule(), "templateType") != "Mix"_L1
            && *integerAt(schedule(), "maxPrefillTokens") < *integerAt(deploy(), "maxInputTokenLen"))
            say(u"The value of maxPrefillTokens should not be less than maxInputTokenLen."_s);
        return m_verdict.said.size() == before;
    }

    void checkSchedule() // only its first complaint is said, but for those of the log
    {
        QStringList faults;
        const qint64 batch = *integerAt(schedule(), "maxBatchSize");
        for (const Rule &rule : scheduleRules) {
            Rule narrow = rule;
            const bool isPrefillBatch = qstrcmp(rule.key, "maxPrefillBatchSize") == 0;
            if (qstrcmp(rule.key, "maxBatchSize") == 0 && classic())
                narrow.maximum = 5000;
            if (isPrefillBatch && batch > 0)
                narrow.maximum = qMin(rule.maximum, batch);
            if (QString(QLatin1String(rule.key)).endsWith("PolicyType"_L1)) {
                if (*integerAt(schedule(), rule.key) > 3)
                    faults << u"%1 [%2] is outside the expected schedule policy range: 0, 1, 2, 3"_s
                                  .arg(QLatin1String(rule.name))
                                  .arg(*integerAt(schedule(), rule.key));
            } else if (const QString fault = rangeFaultOf(schedule(), narrow);
                       !fault.isEmpty() && !(isPrefillBatch && *integerAt(schedule(), rule.key) == 0)) {
                faults << fault;
            }
        }
        m_verdict.said += faults.mid(0, 1);
        if (*integerAt(schedule(), "maxPreemptCount") > batch)
            say(u"[error] The maxPreemptCount cannot be set greater than maxBatchsize, please set "
                "'maxPreemptCount' to be not greater than 'maxBatchsize' in config.json."_s);
        if (integerAt(schedule(), "maxN").value_or(0) > batch)
            say(u"[error] The maxN cannot be set greater than maxBatchSize, please set 'maxN' to be not "
                "greater than 'maxBatchSize' in config.json."_s);
        if (const QString type = stringAt(schedule(), "templateType"); type != "Standard"_L1 && type != "Mix"_L1)
            say(u"[error] The templateType must be Standard or Mix, but is %1"_s.arg(type));
    }

    void checkModel()
    {
        const Json &model = modelOf(m_verdict.config);
        const QString name = stringAt(model, "modelName"), type = stringAt(model, "backendType");
        static const QRegularExpression good(u"^[a-zA-Z0-9]([a-zA-Z0-9_.-]{0,254}[a-zA-Z0-9])?$"_s);
        if (name.isEmpty())
            say(u"[error] Error: modelName is not set in modelParam"_s);
        if (!good.match(name).hasMatch())
            say(u"[error] The value of modelName must meet the following rules: The string length is [1, "
                "256] and consists of a match of the type "
                "[a-zA-Z0-9_.-]. The first and last characters must be characters or digits."_s);
        if (integerAt(deploy(), "maxSeqLen") == 0)
            say(u"[error] The value of modelParam.maxSeqLen can not be 0."_s);
        if (const qint64 length = *integerAt(deploy(), "maxInputTokenLen"); length < 1 || length > 4194304)
            say(u"[error] The value of modelParam.maxInputTokenLen should be in [1, 4194304]."_s);
        if (integerAt(model, "worldSize") == 0)
            say(u"[error] The value of modelParam.worldSize can not be 0."_s);
        if (type != "atb"_L1 && type != "ms"_L1 && (classic() || type != "torch"_L1))
            say(classic() ? u"[error] Backend type only supports atb or ms."_s
                          : u"[error] Backend type only supports atb, ms, torch."_s);
        if (const qint64 memory = *integerAt(model, "npuMemSize"); memory == 0 || memory < -1)
            say(u"[error] The value of 'npuMemSize' in ModelDeployConfig in config.json is %1 it should "
                "be within (0, 4294967295] or -1"
                "please set 'npuMemSize' in config.json within (0, 4294967295] or -1"_s.arg(memory));
    }

    void checkServer()
    {
        const QString mode = stringAt(server(), "inferMode"),
                      address = m_start.containerIp.isEmpty() ? stringAt(server(), "ipAddress") : m_start.containerIp;
        if (mode != "standard"_L1 && mode != "dmi"_L1)
            say(u"The inferMode should be standard or dmi"_s);
        if (address == "0.0.0.0"_L1 && !boolAt(server(), "allowAllZeroIpListening").value_or(false))
            say(u"Input ipAddress [0.0.0.0] is invalid"_s);
        checkRanges(server(), serverRules, m_verdict.said);
    }

    void checkBackend()
    {
        checkRanges(backend(), backendRules, m_verdict.said);
        if (m_devices.size() != m_world)
            say(u"npuDeviceID does not allow repetitive element"_s);
        const Json *pool = find(backend(), "kvPoolConfig");
        if (const QString kind = pool ? stringAt(*pool, "backend") : QString();
            !QStringList{QString(), u"unifiedcache"_s, u"mooncake"_s, u"memcache"_s}.contains(kind))
            say(u"Unknow kv pool backend. And only [`unifiedcache`, `mooncake`, `memcache`, ``] is available!"_s);
    }

    MindieStart m_start;
    MindieVerdict m_verdict;
    QString m_refusal;
    bool m_isJsonError = false, m_crashed = false;
    QSet<qint64> m_devices;
    qint64 m_world = 0;
};

} // namespace

MindieVerdict mindieVerdict(const MindieStart &start) { return Manager(start).verdict(); }

QString mindieTorchFault(const Json &config, int cards)
{
    const Json &model = modelOf(config);
    if (stringAt(model, "backendType") != "torch"_L1)
        return {};
    const auto size = [&](const char *key) { return qMax<qint64>(1, integerAt(model, key).value_or(1)); };
    if (size("moe_tp") * size("moe_ep") != cards)
        return u"MoE parallel strategy process number mismatch: global world_size(%1) != "
               "moe_tp.group_size(%2) × moe_ep.group_size(%3)"_s.arg(cards)
                   .arg(size("moe_tp"))
                   .arg(size("moe_ep"));
    const bool dispatches = cards == 16 || cards == 32 || cards == 64;
    return size("moe_tp") > 1 || (size("dp") > 1 && !dispatches)
        ? u"MoE strategy selection failed, please check the config."_s
        : QString();
}

} // namespace sim
