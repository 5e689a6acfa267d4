// MindIE's config.json: the schema of mindie.md §3.1 to §3.5, the rules between fields of §3.6 with
// the engine's own messages, the parallel rules of §4.
#include "core/recipes/linting.h"
#include "core/recipes/members.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>
#include <limits>

namespace {

struct Tr
{
    Q_DECLARE_TR_FUNCTIONS(Lint)
};

enum class Kind { Text, Address, Integer, Boolean, Choice, Any };

struct Field
{
    const char *key;
    Kind kind = Kind::Any;
    bool required = false;
    qint64 minimum = 0, maximum = std::numeric_limits<qint64>::min(); // maximum below minimum: no upper end
    const char *choices = "";            // separated by '|'
};

constexpr qint64 noEnd = std::numeric_limits<qint64>::min();

const Field serverFields[] = {
    {"ipAddress", Kind::Address, true}, {"managementIpAddress", Kind::Address},
    {"port", Kind::Integer, true, 1024, 65535}, {"managementPort", Kind::Integer, false, 1024, 65535}, {"metricsPort", Kind::Integer, false, 1024, 65535},
    {"allowAllZeroIpListening", Kind::Boolean, true}, {"maxLinkNum", Kind::Integer, true, 1, 4096}, {"httpsEnabled", Kind::Boolean, true},
    {"fullTextEnabled", Kind::Boolean}, {"inferMode", Kind::Choice, true, 0, noEnd, "standard|dmi"}, {"interCommTLSEnabled", Kind::Boolean},
    {"interCommPort", Kind::Integer, false, 1024, 65535}, {"openAiSupport", Kind::Text}, {"tokenTimeout", Kind::Integer, false, 1, 3600},
    {"e2eTimeout", Kind::Integer, false, 1, 65535}, {"maxRequestLength", Kind::Integer, false, 1, 100}, {"distDPServerEnabled", Kind::Boolean, true},
};

const Field backendFields[] = {
    {"backendName", Kind::Text, true}, {"modelInstanceNumber", Kind::Integer, true, 1, 10}, {"npuDeviceIds", Kind::Any, true},
    {"tokenizerProcessNumber", Kind::Integer, true, 1, 32}, {"multiNodesInferEnabled", Kind::Boolean}, {"multiNodesInferPort", Kind::Integer, false, 1024, 65535},
    {"interNodeTLSEnabled", Kind::Boolean},
};

const Field deployFields[] = {
    {"maxSeqLen", Kind::Integer, true, 1, noEnd}, {"maxInputTokenLen", Kind::Integer, true, 1, 4194304}, {"truncation", Kind::Any},
};

const Field modelFields[] = {
    {"modelInstanceType", Kind::Choice, false, 0, noEnd, "Standard|StandardMock"}, {"modelName", Kind::Text, true}, {"modelWeightPath", Kind::Text, true},
    {"worldSize", Kind::Integer, true, 0, noEnd}, {"cpuMemSize", Kind::Integer, false, 0, noEnd}, {"npuMemSize", Kind::Integer, true, -1, noEnd},
    {"backendType", Kind::Choice, true, 0, noEnd, "atb|torch|ms"}, {"trustRemoteCode", Kind::Boolean}, {"kv_trans_timeout", Kind::Integer, false, -2147483648LL, 2147483647},
    {"kv_link_timeout", Kind::Integer, false, -2147483648LL, 2147483647}, {"async_scheduler_wait_time", Kind::Integer, false, 0, noEnd},
    {"dp", Kind::Integer, false, -1, noEnd}, {"tp", Kind::Integer, false, -1, noEnd}, {"cp", Kind::Integer, false, -1, noEnd}, {"sp", Kind::Integer, false, -1, noEnd},
    {"pp", Kind::Integer, false, -1, noEnd}, {"moe_tp", Kind::Integer, false, -1, noEnd}, {"moe_ep", Kind::Integer, false, -1, noEnd},
};

const Field scheduleFields[] = {
    {"templateType", Kind::Choice, false, 0, noEnd, "Standard|Mix"}, {"cacheBlockSize", Kind::Integer, false, 1, 128},
    {"maxPrefillBatchSize", Kind::Integer, false, 0, 819200}, {"maxPrefillTokens", Kind::Integer, false, 1, 4194304},
    {"prefillTimeMsPerReq", Kind::Integer, false, 0, 1000}, {"decodeTimeMsPerReq", Kind::Integer, false, 0, 1000},
    {"prefillPolicyType", Kind::Integer, false, 0, 3}, {"decodePolicyType", Kind::Integer, false, 0, 3}, {"maxBatchSize", Kind::Integer, false, 1, 819200},
    {"maxIterTimes", Kind::Integer, false, 0, noEnd}, {"maxPreemptCount", Kind::Integer, false, 0, 819200}, {"supportSelectBatch", Kind::Boolean},
    {"maxQueueDelayMicroseconds", Kind::Integer, false, 500, 1000000}, {"maxFirstTokenWaitTime", Kind::Integer, false, 0, 3600000}, {"maxN", Kind::Integer, false, 1, 8192},
};

// Keys that are documented but have no rule here: TLS files and kin.
const char *otherServerKeys = "tlsCaPath|tlsCaFile|tlsCert|tlsPk|tlsPkPwd|tlsCrlPath|tlsCrlFiles|managementTlsCaFile|managementTlsCert|managementTlsPk|"
                              "managementTlsPkPwd|managementTlsCrlPath|managementTlsCrlFiles|metricsTlsCaFile|metricsTlsCert|metricsTlsPk|metricsTlsPkPwd|metricsTlsCrlPath|"
                              "metricsTlsCrlFiles|kmcKsfMaster|kmcKsfStandby|interCommTlsCaPath|interCommTlsCaFiles|interCommTlsCert|interCommPk|interCommPkPwd|"
                              "interCommTlsCrlPath|interCommTlsCrlFiles|HealthCheckConfig|layerwiseDisaggregated|layerwiseDisaggregatedRoleType|"
                              "layerwiseDisaggregatedMasterIpAddress|layerwiseDisaggregatedSlaveIpAddress|layerwiseDisaggregatedDataPort|layerwiseDisaggregatedCrtlPort|"
                              "layerwiseDisaggregatedMultiNodesInferEnabled|layerwiseDisaggregatedMultiNodesCtrlPort";
const char *otherBackendKeys = "interNodeTlsCaPath|interNodeTlsCaFiles|interNodeTlsCert|interNodeTlsPk|interNodeTlsPkPwd|interNodeTlsCrlPath|interNodeTlsCrlFiles|"
                               "interNodeKmcKsfMaster|interNodeKmcKsfStandby|kvPoolConfig|ModelDeployConfig|ScheduleConfig";
const char *otherModelKeys = "plugin_params|models|ep_level|lora_adapter|adapter";

bool required(const Json &object, const Field &field, const QString &where, Findings &f)
{
    if (memberOf(object, field.key))
        return true;
    if (field.required)
        f.error("config.missing-field", pointer(where, QLatin1String(field.key)),
                Tr::tr("\"%1\" is missing. MindIE says \"[ParamChecker::CheckJsonParamType] %1: missing compulsory field\".").arg(QLatin1String(field.key)),
                Tr::tr("Add it; the shipped config.json has it."));
    return false;
}

void checkInteger(const Json &value, const Field &field, const QString &where, Findings &f)
{
    if (!value.is_number_integer()) {
        f.error("config.type", where, Tr::tr("\"%1\" is %2; it must be a whole number.").arg(QLatin1String(field.key), shownValue(value)));
        return;
    }
    const double n = value.get<double>();
    const bool open = field.maximum < field.minimum;
    if (n < double(field.minimum) || (!open && n > double(field.maximum)))
        f.error("config.range", where, open ? Tr::tr("\"%1\" is %2; it must be at least %3.").arg(QLatin1String(field.key), shownValue(value)).arg(field.minimum)
                                            : Tr::tr("\"%1\" is %2; allowed: %3 to %4.").arg(QLatin1String(field.key), shownValue(value)).arg(field.minimum).arg(field.maximum));
}

void checkField(const Json &object, const Field &field, const QString &where, Findings &f)
{
    if (!required(object, field, where, f))
        return;
    const Json &value = *memberOf(object, field.key);
    const QString at = pointer(where, QLatin1String(field.key));
    switch (field.kind) {
    case Kind::Any:
        return;
    case Kind::Boolean:
        if (!value.is_boolean())
            f.error("config.type", at, Tr::tr("\"%1\" is %2; it must be true or false.").arg(QLatin1String(field.key), shownValue(value)));
        return;
    case Kind::Integer:
        checkInteger(value, field, at, f);
        return;
    case Kind::Text:
    case Kind::Address:
    case Kind::Choice:
        if (!value.is_string()) {
            f.error("config.type", at, Tr::tr("\"%1\" is %2; it must be a text.").arg(QLatin1String(field.key), shownValue(value)));
            return;
        }
        break;
    }
    const QString text = value.get<QString>();
    if (field.kind == Kind::Choice && !QString::fromLatin1(field.choices).split(QLatin1Char('|')).contains(text)) {
        if (qstrcmp(field.key, "inferMode") == 0)
            f.error("config.infer-mode", at, Tr::tr("inferMode is \"%1\". MindIE says \"The inferMode should be standard or dmi\".").arg(text));
        else
            f.error("config.range", at, Tr::tr("\"%1\" is \"%2\"; it must be one of %3.").arg(QLatin1String(field.key), text, QString::fromLatin1(field.choices).replace(QLatin1Char('|'), QLatin1String(", "))));
    }
    if (field.kind == Kind::Address && text == QLatin1String("0.0.0.0")) {
        if (!boolAt(object, "allowAllZeroIpListening").value_or(false))
            f.error("config.ip", at, Tr::tr("\"%1\" is 0.0.0.0, which is allowed only with allowAllZeroIpListening true.").arg(QLatin1String(field.key)), Tr::tr("Write the node's own address."));
    } else if (field.kind == Kind::Address && !isUsableAddress(text)) {
        f.error("config.ip", at, Tr::tr("\"%1\" is \"%2\", no address.").arg(QLatin1String(field.key), text));
    }
}

template<size_t N>
void checkFields(const Json &object, const Field (&fields)[N], const char *others, const QString &where, Findings &f)
{
    QStringList known = QString::fromLatin1(others).split(QLatin1Char('|'), Qt::SkipEmptyParts);
    for (const Field &field : fields) {
        checkField(object, field, where, f);
        known << QLatin1String(field.key);
    }
    checkKeys(object, where, known, "config.unknown-key", f);
}

const Json &section(const Json &parent, const char *key, const QString &where, Findings &f)
{
    static const Json empty = Json::object();
    const Json *value = memberOf(parent, key);
    if (value && value->is_object())
        return *value;
    f.error("config.missing-field", pointer(where, QLatin1String(key)),
            Tr::tr("\"%1\" is missing. MindIE says \"[ParamChecker::CheckJsonParamType] %1: missing compulsory field\".").arg(QLatin1String(key)));
    return empty;
}

void checkPorts(const Json &server, const Json &backend, Findings &f)
{
    const auto port = integerAt(server, "port");
    if (port && boolAt(backend, "multiNodesInferEnabled").value_or(false) && port == integerAt(backend, "multiNodesInferPort"))
        f.error("config.ports", QStringLiteral("/BackendConfig/multiNodesInferPort"), Tr::tr("multiNodesInferPort is the service port %1 too. MindIE says \"Endpoint port cannot be equal to multiNodesInferPort.\".").arg(*port), Tr::tr("1120 is the default."));
    const bool sameAddress = stringAt(server, "ipAddress") == stringAt(server, "managementIpAddress");
    for (const char *key : {"managementPort", "metricsPort"}) {
        if (port && sameAddress && port == integerAt(server, key))
            f.warning("config.ports", pointer(QStringLiteral("/ServerConfig"), QLatin1String(key)), Tr::tr("%1 is the service port %2 too, on the same address.").arg(QLatin1String(key)).arg(*port), Tr::tr("Give each its own; management 1026, metrics 1027."));
    }
}

// npuDeviceIds against modelInstanceNumber and worldSize. Also with a rank table, which overwrites
// both later: the file's own values are checked first (rank-tables.md §4).
void checkDevices(const Json &backend, const Json &models, Findings &f)
{
    const QString where = QStringLiteral("/BackendConfig/npuDeviceIds");
    const Json *ids = memberOf(backend, "npuDeviceIds");
    if (!ids)
        return;
    if (!ids->is_array()) {
        f.error("config.type", where, Tr::tr("npuDeviceIds is %1; it must be a list of lists: [[0,1,2,3]].").arg(shownValue(*ids)));
        return;
    }
    const auto instances = integerAt(backend, "modelInstanceNumber");
    if (instances && *instances != qint64(ids->size()))
        f.error("config.npu-device-ids", where, Tr::tr("%1 lists for modelInstanceNumber %2. MindIE says \"The size of npuDeviceIds does not equal to modelInstanceNumber\".").arg(ids->size()).arg(*instances));
    if (boolAt(backend, "multiNodesInferEnabled").value_or(false) && instances && *instances != 1)
        f.error("config.npu-device-ids", QStringLiteral("/BackendConfig/modelInstanceNumber"), Tr::tr("Multi-node inference knows one model instance only."), QStringLiteral("\"modelInstanceNumber\": 1"));
    for (size_t i = 0; i < ids->size(); ++i) {
        const Json &list = (*ids)[i];
        const QString at = pointer(where, qsizetype(i));
        if (!list.is_array()) {
            f.error("config.type", at, Tr::tr("npuDeviceIds[%1] is %2; it must be a list of numbers.").arg(i).arg(shownValue(list)));
            continue;
        }
        QList<qint64> seen;
        bool repeated = false;
        for (const Json &id : list) {
            if (!id.is_number_integer() || id.get<double>() < 0 || id.get<double>() > 1e6) {
                f.error("config.type", at, Tr::tr("npuDeviceIds[%1] has %2; device ids are numbers from 0.").arg(i).arg(shownValue(id)));
                continue;
            }
            repeated = repeated || seen.contains(id.get<qint64>());
            if (seen.size() < 4096)
                seen << id.get<qint64>();
        }
        if (repeated)
            f.error("config.npu-device-ids", at, Tr::tr("A device stands twice. MindIE says \"npuDeviceID does not allow repetitive element\"."));
        const auto world = models.is_array() && !models.empty() ? integerAt(models[std::min(i, models.size() - 1)], "worldSize") : std::nullopt;
        if (world && *world != qint64(list.size()))
            f.error("config.world-size", at, Tr::tr("%1 devices for worldSize %2. MindIE says \"The size of npuDeviceIds (subset) does not equal to worldSize\".").arg(list.size()).arg(*world), Tr::tr("worldSize is per node: 8 on a server with eight cards, also when two servers work together."));
    }
}

void checkSchedule(const Json &schedule, const Json &deploy, const Json &model, const QString &modelWhere, Findings &f)
{
    const QString where = QStringLiteral("/BackendConfig/ScheduleConfig");
    const auto at = [&](const char *key) { return pointer(where, QLatin1String(key)); };
    const auto prefillTokens = integerAt(schedule, "maxPrefillTokens"), inputLength = integerAt(deploy, "maxInputTokenLen");
    if (prefillTokens && inputLength && *prefillTokens < *inputLength)
        f.error("config.prefill-tokens", at("maxPrefillTokens"), Tr::tr("%1 is less than maxInputTokenLen %2. MindIE says \"The value of maxPrefillTokens should not be less than maxInputTokenLen.\".").arg(*prefillTokens).arg(*inputLength));
    const auto iterations = integerAt(schedule, "maxIterTimes"), length = integerAt(deploy, "maxSeqLen");
    if (iterations == 0)
        f.error("config.max-iter-times", at("maxIterTimes"), Tr::tr("MindIE says \"The value of ScheduleParam.maxIterTimes can not be 0.\"."));
    else if (iterations && length && *iterations > *length)
        f.error("config.max-iter-times", at("maxIterTimes"), Tr::tr("maxIterTimes %1 is more than maxSeqLen %2.").arg(*iterations).arg(*length));
    const auto batch = integerAt(schedule, "maxBatchSize");
    for (const char *key : {"maxPrefillBatchSize", "maxPreemptCount", "maxN"}) {
        const auto value = integerAt(schedule, key);
        if (value && batch && *value > *batch)
            f.error("config.batch", at(key), Tr::tr("%1 is %2, more than maxBatchSize %3.").arg(QLatin1String(key)).arg(*value).arg(*batch));
    }
    if (const auto block = integerAt(schedule, "cacheBlockSize"); block && *block % 16 != 0)
        f.error("config.range", at("cacheBlockSize"), Tr::tr("cacheBlockSize is %1; it must be a multiple of 16.").arg(*block));
    if (integerAt(schedule, "maxPreemptCount").value_or(0) != 0 && integerAt(model, "cpuMemSize") == 0)
        f.error("config.cpu-mem", modelWhere + QStringLiteral("/cpuMemSize"), Tr::tr("MindIE says \"The value of modelParam.cpuMemSize can not be 0 when maxPreemptCount is not 0.\"."), Tr::tr("Set cpuMemSize, or maxPreemptCount to 0."));
    if (inputLength && length && *inputLength >= *length)
        f.info("config.lengths", QStringLiteral("/BackendConfig/ModelDeployConfig/maxInputTokenLen"), Tr::tr("Inputs are cut to maxSeqLen - 1 = %1 tokens.").arg(*length - 1));
}

void checkPlugins(const Json &model, const Json &schedule, const QString &where, Findings &f)
{
    const Json *plugin = memberOf(model, "plugin_params");
    if (!plugin)
        return;
    const QString at = where + QStringLiteral("/plugin_params");
    if (!plugin->is_string()) {
        f.error("config.plugin-params", at, Tr::tr("plugin_params is %1; it must be a text that holds JSON.").arg(shownValue(*plugin)), Tr::tr("Quote the inner JSON: \"{\\\"plugin_type\\\":\\\"mtp\\\",…}\""));
        return;
    }
    const QString text = plugin->get<QString>();
    if (text.trimmed().isEmpty())
        return;
    const Result<Json> inner = parseJson(text.toUtf8(), QStringLiteral("plugin_params"));
    if (!inner || !inner->is_object()) {
        f.error("config.plugin-params", at, Tr::tr("The text in plugin_params is no JSON object. MindIE reports MIE05E010000 or MIE05E010001."));
        return;
    }
    const QString type = stringAt(*inner, "plugin_type");
    if (type.contains(QLatin1String("mtp"))) {
        const auto tokens = integerAt(*inner, "num_speculative_tokens");
        const bool parallelContext = integerAt(model, "cp").value_or(1) > 1 || integerAt(model, "sp").value_or(1) > 1;
        if (!tokens || *tokens < 1 || *tokens > 2)
            f.error("config.plugin-params", at, Tr::tr("MTP takes num_speculative_tokens 1 or 2."));
        else if (*tokens == 2 && parallelContext)
            f.error("config.plugin-params", at, Tr::tr("With cp or sp MTP takes num_speculative_tokens 1 only."));
    }
    if (type.contains(QLatin1String("splitfuse")) && stringAt(schedule, "templateType") != QLatin1String("Mix"))
        f.error("config.plugin-params", QStringLiteral("/BackendConfig/ScheduleConfig/templateType"), Tr::tr("splitfuse needs templateType Mix."));
}

// §4. The number of nodes is not in this file; what must hold is that the products agree.
void checkParallel(const Json &model, bool multiNode, const QString &where, Findings &f)
{
    const auto at = [&](const char *key) { return pointer(where, QLatin1String(key)); };
    const auto value = [&](const char *key) { return std::max<qint64>(1, integerAt(model, key).value_or(1)); };
    const auto isSet = [&](const char *key) { return integerAt(model, key).value_or(-1) > 0; };
    if (integerAt(model, "dp") == 0)
        f.error("config.parallel", at("dp"), Tr::tr("MindIE says \"dp cannot be smaller than 1.\"."));
    const auto world = integerAt(model, "worldSize");
    if (world == 0)
        f.error("config.world-size", at("worldSize"), Tr::tr("MindIE says \"The value of modelParam.worldSize can not be 0.\"."));
    for (const char *key : {"dp", "tp", "cp", "sp", "pp", "moe_tp", "moe_ep"}) {
        if (integerAt(model, key).value_or(0) > 4096)
            return; // out of any cluster; products would overflow
    }
    const qint64 cards = value("dp") * value("tp") * value("cp") * value("pp");
    if (isSet("dp") && isSet("tp") && world && *world > 0) {
        if (multiNode ? cards % *world != 0 : cards != *world)
            f.error("config.parallel", at("dp"), Tr::tr("cp * dp * tp is %1, which does not fit worldSize %2 per node.").arg(cards).arg(*world),
                    multiNode ? Tr::tr("cp * dp * tp must be all cards of all nodes.") : Tr::tr("cp * dp * tp must be worldSize."));
    }
    if (isSet("moe_ep") && isSet("moe_tp") && isSet("dp") && isSet("tp") && value("moe_ep") * value("moe_tp") != cards)
        f.error("config.parallel", at("moe_ep"), Tr::tr("moe_ep * moe_tp is %1, cp * dp * tp is %2; both must be all cards.").arg(value("moe_ep") * value("moe_tp")).arg(cards));
    if (value("sp") > 1 && value("sp") != value("tp"))
        f.error("config.parallel", at("sp"), Tr::tr("sp is %1; it must be tp (%2) or 1.").arg(value("sp")).arg(value("tp")));
    if (value("cp") > 1 && stringAt(model, "backendType") != QLatin1String("torch")) {
        if (value("cp") > 2)
            f.error("config.parallel", at("cp"), Tr::tr("cp is %1; the ATB backend knows 1 and 2.").arg(value("cp")));
        else if (value("dp") != 1 || value("sp") != value("tp"))
            f.error("config.parallel", at("cp"), Tr::tr("cp 2 needs dp 1 and sp equal to tp."));
    }
}

void checkModel(const Json &model, const Json &backend, const Json &schedule, const Json &deploy, const QString &where, Findings &f)
{
    checkFields(model, modelFields, otherModelKeys, where, f);
    static const QRegularExpression name(QStringLiteral("\\A[A-Za-z0-9]([A-Za-z0-9_.-]{0,254}[A-Za-z0-9])?\\z"));
    const QString modelName = stringAt(model, "modelName");
    if (!modelName.isEmpty() && !name.match(modelName).hasMatch())
        f.error("config.model-name", where + QStringLiteral("/modelName"), Tr::tr("modelName \"%1\": letters, digits, '_', '.' and '-', at most 256, a letter or digit at both ends.").arg(modelName.left(80)));
    const QString weights = stringAt(model, "modelWeightPath");
    if (memberOf(model, "modelWeightPath") && weights.isEmpty() && model.at("modelWeightPath").is_string())
        f.error("config.range", where + QStringLiteral("/modelWeightPath"), Tr::tr("modelWeightPath is empty."));
    if (weights.contains(QLatin1String("/usr/local/ascend/")))
        f.warning("config.path-case", where + QStringLiteral("/modelWeightPath"), Tr::tr("Paths are case-sensitive: /usr/local/Ascend."));
    static const QRegularExpression v32(QStringLiteral("v?3[._-]2"), QRegularExpression::CaseInsensitiveOption);
    const bool deepseek = (modelName + weights).contains(QLatin1String("deepseek"), Qt::CaseInsensitive) || modelName.startsWith(QLatin1String("ds"), Qt::CaseInsensitive);
    if (deepseek && (v32.match(modelName).hasMatch() || v32.match(weights).hasMatch()) && stringAt(model, "backendType") == QLatin1String("atb"))
        f.warning("config.backend-type", where + QStringLiteral("/backendType"), Tr::tr("DeepSeek-V3.2 runs with backendType \"torch\" only."), QStringLiteral("\"backendType\": \"torch\""));
    if (integerAt(model, "npuMemSize") == 0)
        f.error("config.range", where + QStringLiteral("/npuMemSize"), Tr::tr("npuMemSize is 0; it must be -1 (automatic) or positive."));
    const bool multiNode = boolAt(backend, "multiNodesInferEnabled").value_or(false);
    checkSchedule(schedule, deploy, model, where, f);
    checkPlugins(model, schedule, where, f);
    checkParallel(model, multiNode, where, f);
}

void checkTop(const Json &root, Findings &f)
{
    checkKeys(root, {}, {QStringLiteral("Version"), QStringLiteral("ServerConfig"), QStringLiteral("BackendConfig"), QStringLiteral("LogConfig"), QStringLiteral("EnableDynamicAdjustTimeoutConfig")}, "config.unknown-key", f);
    if (memberOf(root, "Version") && stringAt(root, "Version") != QLatin1String("1.0.0"))
        f.warning("config.version", QStringLiteral("/Version"), Tr::tr("Version is fixed: \"1.0.0\"."));
    if (const Json *log = memberOf(root, "LogConfig")) {
        const auto hours = integerAt(*log, "dynamicLogLevelValidHours");
        if (hours && (*hours < 1 || *hours > 168))
            f.error("config.range", QStringLiteral("/LogConfig/dynamicLogLevelValidHours"), Tr::tr("\"%1\" is %2; allowed: %3 to %4.").arg(QLatin1String("dynamicLogLevelValidHours")).arg(*hours).arg(1).arg(168));
    }
    const Json *dynamic = memberOf(root, "EnableDynamicAdjustTimeoutConfig");
    if (dynamic && !dynamic->is_boolean())
        f.error("config.type", QStringLiteral("/EnableDynamicAdjustTimeoutConfig"), Tr::tr("\"%1\" is %2; it must be true or false.").arg(QLatin1String("EnableDynamicAdjustTimeoutConfig"), shownValue(*dynamic)));
}

void checkHealth(const Json &server, Findings &f)
{
    const Json *health = memberOf(server, "HealthCheckConfig");
    const auto threshold = health ? integerAt(*health, "npuUsageThreshold") : std::nullopt;
    if (threshold && (*threshold < 0 || *threshold > 100))
        f.error("config.range", QStringLiteral("/ServerConfig/HealthCheckConfig/npuUsageThreshold"), Tr::tr("\"%1\" is %2; allowed: %3 to %4.").arg(QLatin1String("npuUsageThreshold")).arg(*threshold).arg(0).arg(100));
}

} // namespace

Result<QList<LintFinding>> lintMindieConfig(const QByteArray &content, const LintContext &context)
{
    Findings f;
    const auto document = readDocument(content, {QStringLiteral("ServerConfig"), QStringLiteral("BackendConfig")}, QStringLiteral("mindie-config"), f);
    if (!document)
        return document.error();
    checkFile(context, "config.file", f);
    if (content.size() > 10 * 1024 * 1024)
        f.error("config.file", {}, Tr::tr("The file has more than 10 MB; MindIE does not read it."));
    if (!*document)
        return f.list();
    const Json &root = **document;
    checkTop(root, f);
    const Json &server = section(root, "ServerConfig", {}, f);
    const QString backendWhere = QStringLiteral("/BackendConfig"), deployWhere = backendWhere + QStringLiteral("/ModelDeployConfig");
    const Json &backend = section(root, "BackendConfig", {}, f);
    if (root.contains("ServerConfig"))
        checkFields(server, serverFields, otherServerKeys, QStringLiteral("/ServerConfig"), f);
    checkHealth(server, f);
    if (!root.contains("BackendConfig"))
        return f.list();
    checkFields(backend, backendFields, otherBackendKeys, backendWhere, f);
    if (const QString name = stringAt(backend, "backendName"); !name.isEmpty() && name != QLatin1String("mindieservice_llm_engine"))
        f.error("config.range", backendWhere + QStringLiteral("/backendName"), Tr::tr("backendName is \"%1\"; the only one is mindieservice_llm_engine.").arg(name.left(60)));
    const Json &deploy = section(backend, "ModelDeployConfig", backendWhere, f);
    const Json &schedule = section(backend, "ScheduleConfig", backendWhere, f);
    checkFields(deploy, deployFields, "ModelConfig|LoraModules", deployWhere, f);
    checkFields(schedule, scheduleFields, "templateName|bufferResponseEnabled|dpScheduling|enableSplit", backendWhere + QStringLiteral("/ScheduleConfig"), f);
    checkPorts(server, backend, f);
    const Json *models = memberOf(deploy, "ModelConfig");
    checkDevices(backend, models ? *models : Json(), f);
    if (!models || !models->is_array() || models->empty()) {
        f.error("config.missing-field", deployWhere + QStringLiteral("/ModelConfig"), Tr::tr("\"%1\" is missing. MindIE says \"[ParamChecker::CheckJsonParamType] %1: missing compulsory field\".").arg(QLatin1String("ModelConfig")));
        return f.list();
    }
    qsizetype index = 0;
    for (const Json &model : *models)
        checkModel(model, backend, schedule, deploy, pointer(deployWhere + QStringLiteral("/ModelConfig"), index++), f);
    if (boolAt(server, "httpsEnabled").value_or(false))
        f.info("config.tls", QStringLiteral("/ServerConfig/httpsEnabled"), Tr::tr("HTTPS is on: certificates and keys must lie where tlsCert, tlsPk and tlsCaPath say."));
    if (boolAt(backend, "multiNodesInferEnabled").value_or(false) && boolAt(backend, "interNodeTLSEnabled").value_or(true))
        f.info("config.tls", backendWhere + QStringLiteral("/interNodeTLSEnabled"), Tr::tr("TLS between the nodes is on: every node needs the certificates, and the same setting (MIE04E121107 otherwise)."));
    return f.list();
}
