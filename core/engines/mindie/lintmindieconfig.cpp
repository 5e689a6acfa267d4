// MindIE's config.json: the rules between its keys, with the engine's own messages (Ascend/MindIE-LLM,
// src/config_manager, commit 8b4871a of 2026-04) and the parallel rules of its runtimes. The keys: mindieschema.h.
#include "core/base/plaintext.h"
#include "core/engines/mindie/mindielint.h"
#include "core/lint/linting.h"
#include "core/lint/linttext.h"
#include "core/topology/topology.h"
#include "core/engines/mindie/mindieschema.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace {

using namespace mindie;

// Of LintContext::release; neither where it is not told.
bool isOf22(const QString &release)
{
    return release.startsWith("2."_L1);
}

bool isOf30(const QString &release)
{
    return release.startsWith("3."_L1);
}

// What 2.2 refuses and 3.0 takes.
void sayOf22(Findings &f, const QString &release, const char *rule, const QString &where, const QString &message,
             const QString &remedy)
{
    if (isOf22(release))
        f.error(rule, where, message, remedy);
    else
        f.warning(rule, where, message, remedy);
}

void checkPorts(const Json &server, const Json &backend, Findings &f)
{
    const auto port = integerAt(server, "port");
    if (port && *port == integerAt(backend, "multiNodesInferPort").value_or(1120)) // compared on one node, too
        f.error("config.ports", u"/BackendConfig/multiNodesInferPort"_s,
                LintText::tr("multiNodesInferPort is the service port %1 too. MindIE says \"Endpoint port cannot be "
                             "equal to multiNodesInferPort.\".")
                    .arg(*port),
                LintText::tr("1120 is the default."));
    const bool sameAddress
        = stringAt(server, "managementIpAddress", stringAt(server, "ipAddress")) == stringAt(server, "ipAddress");
    const auto management = memberOf(server, "managementPort") ? integerAt(server, "managementPort") : port;
    if (port && sameAddress && port == integerAt(server, "metricsPort") && port != management)
        f.error("config.ports", u"/ServerConfig/metricsPort"_s,
                LintText::tr(
                    "metricsPort is the service port %1 too, managementPort is not. MindIE's configuration check "
                    "passes it, its HTTP server says \"Management or Business or Metrics port is invalid.\".")
                    .arg(*port),
                LintText::tr("Metrics may share the management port, or all three be one."));
    for (const char *key : {"managementPort", "metricsPort"}) {
        const auto own = integerAt(server, key);
        if (own && own != port && boolAt(backend, "multiNodesInferEnabled").value_or(false)
            && *own == integerAt(backend, "multiNodesInferPort").value_or(1120))
            f.warning("config.ports", u"/BackendConfig/multiNodesInferPort"_s,
                      LintText::tr("multiNodesInferPort is %1 %2 too; the same process binds both.")
                          .arg(QLatin1String(key))
                          .arg(*own),
                      LintText::tr("1120 is the default."));
    }
}

// npuDeviceIds against modelInstanceNumber and worldSize. Also with a rank table, which overwrites
// both later: the file's own values are checked first (MindIE-LLM 3.0, src/config_manager/backend_config.cpp).
void checkDevices(const Json &backend, const Json &models, Findings &f)
{
    const QString where = u"/BackendConfig/npuDeviceIds"_s;
    const Json *ids = memberOf(backend, "npuDeviceIds");
    if (!ids)
        return;
    if (!ids->is_array()) {
        f.error("config.type", where,
                LintText::tr("npuDeviceIds is %1; it must be a list of lists: [[0,1,2,3]].").arg(shownValue(*ids)));
        return;
    }
    const auto instances = integerAt(backend, "modelInstanceNumber");
    if (instances && *instances != qint64(ids->size()))
        f.error("config.npu-device-ids", where,
                LintText::tr("%1 lists for modelInstanceNumber %2. MindIE says \"The size of npuDeviceIds does not "
                             "equal to modelInstanceNumber\".")
                    .arg(ids->size())
                    .arg(*instances));
    if (boolAt(backend, "multiNodesInferEnabled").value_or(false) && instances && *instances != 1)
        f.error("config.npu-device-ids", u"/BackendConfig/modelInstanceNumber"_s,
                LintText::tr("Multi-node inference knows one model instance only."), u"\"modelInstanceNumber\": 1"_s);
    for (size_t i = 0; i < ids->size(); ++i) {
        const Json &list = (*ids)[i];
        const QString at = pointer(where, qsizetype(i));
        if (!list.is_array()) {
            f.error("config.type", at,
                    LintText::tr("npuDeviceIds[%1] is %2; it must be a list of numbers.").arg(i).arg(shownValue(list)));
            continue;
        }
        QList<double> seen;
        bool repeated = false;
        for (const Json &id : list) {
            constexpr double most = 63; // as the rank table's
            if (!id.is_number_integer() || id.get<double>() < 0) {
                f.error(
                    "config.type", at,
                    LintText::tr("npuDeviceIds[%1] has %2; device ids are numbers from 0.").arg(i).arg(shownValue(id)));
                continue;
            }
            if (id.get<double>() > most)
                f.warning("config.npu-device-ids", at,
                          LintText::tr("npuDeviceIds[%1] has %2; MindIE's configuration check passes it, but the "
                                       "devices of a node are numbered from 0 to at most %3.")
                              .arg(i)
                              .arg(shownValue(id))
                              .arg(most));
            repeated = repeated || seen.contains(id.get<double>());
            if (seen.size() < 4096)
                seen << id.get<double>();
        }
        if (repeated && boolAt(backend, "multiNodesInferEnabled").value_or(false))
            f.warning("config.npu-device-ids", at,
                      LintText::tr("A device stands twice. With several nodes MindIE passes it and takes the rank "
                                   "table's devices; on one node it would be refused."),
                      LintText::tr("List each device once."));
        else if (repeated)
            f.error("config.npu-device-ids", at,
                    LintText::tr(
                        "A device stands twice. MindIE says \"npuDeviceID does not allow repetitive element\"."));
        const auto world = models.is_array() && !models.empty() ? integerAt(models[0], "worldSize") : std::nullopt;
        if (world && *world != qint64(list.size()))
            f.error("config.world-size", at,
                    LintText::tr("%1 devices for worldSize %2. MindIE says \"The size of npuDeviceIds (subset) does "
                                 "not equal to worldSize\".")
                        .arg(list.size())
                        .arg(*world),
                    LintText::tr(
                        "worldSize is per node: 8 on a server with eight cards, also when two servers work together."));
    }
}

void checkSchedule(const Json &schedule, const Json &deploy, const Json &model, const QString &modelWhere,
                   const QString &release, Findings &f)
{
    const QString where = u"/BackendConfig/ScheduleConfig"_s;
    const auto at = [&](const char *key) { return pointer(where, QLatin1String(key)); };
    const auto prefillTokens = integerAt(schedule, "maxPrefillTokens"),
               inputLength = integerAt(deploy, "maxInputTokenLen");
    if (prefillTokens && inputLength && *prefillTokens < *inputLength && stringAt(schedule, "templateType") != "Mix"_L1)
        f.error("config.prefill-tokens", at("maxPrefillTokens"),
                LintText::tr("%1 is less than maxInputTokenLen %2. MindIE says \"The value of maxPrefillTokens should "
                             "not be less than maxInputTokenLen.\".")
                    .arg(*prefillTokens)
                    .arg(*inputLength));
    const auto iterations = integerAt(schedule, "maxIterTimes"), length = integerAt(deploy, "maxSeqLen");
    if (iterations == 0)
        f.error("config.max-iter-times", at("maxIterTimes"),
                LintText::tr("MindIE says \"The value of ScheduleParam.maxIterTimes can not be 0.\"."));
    else if (iterations && length && *iterations > *length)
        f.warning("config.max-iter-times", at("maxIterTimes"),
                  LintText::tr("maxIterTimes %1 is more than maxSeqLen %2.").arg(*iterations).arg(*length));
    const auto batch = integerAt(schedule, "maxBatchSize");
    const bool maySayIt = stringAt(model, "backendType") == "atb"_L1 || isOf22(release);
    if (batch && *batch > 5000 && *batch <= 819200 && maySayIt && !isOf30(release))
        sayOf22(f, release, "config.range", at("maxBatchSize"),
                  LintText::tr("maxBatchSize is %1. MindIE 2.2 says \"scheduleParam.maxBatchSize [%1] is out of bound "
                               "[5000]\"; 3.0 takes up to 819200.")
                      .arg(*batch),
                  LintText::tr("At most 5000 for MindIE 2.2."));
    for (const char *key : {"maxPrefillBatchSize", "maxPreemptCount", "maxN"}) {
        const auto value = integerAt(schedule, key);
        if (value && batch && *value > *batch)
            f.error(
                "config.batch", at(key),
                LintText::tr("%1 is %2, more than maxBatchSize %3.").arg(QLatin1String(key)).arg(*value).arg(*batch));
    }
    if (const auto block = integerAt(schedule, "cacheBlockSize"); block && *block % 16 != 0)
        f.warning("config.range", at("cacheBlockSize"),
                  LintText::tr("cacheBlockSize is %1; it must be a multiple of 16.").arg(*block));
    if (const auto policy = integerAt(schedule, "policyType"); policy && *policy >= 1 && *policy <= 3)
        f.error("config.range", at("policyType"),
                LintText::tr("policyType is %1. MindIE says \"The scheduleParam.policyType [%1] is outside the "
                             "expected range: 0 or 4~7.\".")
                    .arg(*policy));
    const qint64 partial = integerAt(schedule, "maxNumPartialPrefills").value_or(64),
                 longPartial = integerAt(schedule, "maxLongPartialPrefills").value_or(8);
    if (partial >= 1 && longPartial > partial)
        f.error("config.range", at("maxLongPartialPrefills"),
                LintText::tr(
                    "maxLongPartialPrefills is %1 (8 where it is not given), more than maxNumPartialPrefills %2.")
                    .arg(longPartial)
                    .arg(partial));
    if (integerAt(schedule, "maxPreemptCount").value_or(0) != 0 && integerAt(model, "cpuMemSize") == 0)
        f.error("config.cpu-mem", modelWhere + u"/cpuMemSize"_s,
                LintText::tr(
                    "MindIE says \"The value of modelParam.cpuMemSize can not be 0 when maxPreemptCount is not 0.\"."),
                LintText::tr("Set cpuMemSize, or maxPreemptCount to 0."));
    if (inputLength && length && *inputLength >= *length)
        f.info("config.lengths", u"/BackendConfig/ModelDeployConfig/maxInputTokenLen"_s,
               LintText::tr("Inputs are cut to maxSeqLen - 1 = %1 tokens.").arg(*length - 1));
}

void checkPlugins(const Json &model, const Json &schedule, const QString &where, Findings &f)
{
    const Json *plugin = memberOf(model, "plugin_params");
    if (!plugin)
        return;
    const QString at = where + u"/plugin_params"_s;
    if (!plugin->is_string()) {
        f.warning("config.plugin-params", at,
                  LintText::tr(
                      "plugin_params is %1; only MindIE 3.0 takes that, earlier ones want a text that holds JSON.")
                      .arg(shownValue(*plugin)),
                  LintText::tr("Quote the inner JSON: \"{\\\"plugin_type\\\":\\\"mtp\\\",…}\""));
        return;
    }
    const QString text = plugin->get<QString>();
    if (text.trimmed().isEmpty())
        return;
    const Result<Json> inner = parseJson(text.toUtf8(), u"plugin_params"_s);
    if (!inner || !inner->is_object()) {
        f.error("config.plugin-params", at,
                LintText::tr("The text in plugin_params is no JSON object. MindIE's configuration check passes it, its "
                             "torch runtime and its ATB models end with MIE05E010000 or MIE05E010001."));
        return;
    }
    if (const Json *type = memberOf(*inner, "plugin_type"); type && !type->is_string()) {
        f.error("config.plugin-params", at,
                LintText::tr("plugin_type is %1; it must be a text.").arg(shownValue(*type)));
        return;
    }
    const QString type = stringAt(*inner, "plugin_type");
    if (const Json *said = memberOf(*inner, "plugin_type"); said && type.isEmpty())
        f.info("config.plugin-params", at, LintText::tr("plugin_type is empty: no plugin is on."));
    // MindIE-LLM, plugin_utils.py: split by a comma and blanks behind it, and each as it is written.
    static const QRegularExpression between(u",\\s*"_s);
    static const QStringList plugins{u"la"_s, u"memory_decoding"_s, u"mtp"_s, u"prefix_cache"_s, u"splitfuse"_s};
    for (const QString &name : type.split(between, Qt::SkipEmptyParts)) {
        if (!plugins.contains(name))
            f.error("config.plugin-params", at,
                    LintText::tr("plugin_type names \"%1\", which is no plugin. MindIE's configuration check passes "
                                 "it, its torch runtime and its ATB models end with MIE05E010000.")
                        .arg(shortened(name)),
                    LintText::tr("MindIE knows %1.").arg(plugins.join(", "_L1)));
    }
    if (type.contains("mtp"_L1)) {
        const auto tokens = integerAt(*inner, "num_speculative_tokens");
        const bool parallelContext = integerAt(model, "cp").value_or(1) > 1 || integerAt(model, "sp").value_or(1) > 1;
        if (!tokens || *tokens < 1 || *tokens > 2)
            f.error("config.plugin-params", at,
                    LintText::tr("MTP takes num_speculative_tokens 1 or 2 (MindIE's documentation, \"MTP\"); the "
                                 "configuration check passes others, the model does not."));
        else if (*tokens == 2 && parallelContext)
            f.error("config.plugin-params", at,
                    LintText::tr("With cp or sp MTP takes num_speculative_tokens 1 only (MindIE's documentation, "
                                 "\"MTP\")."));
    }
    if (type.contains("splitfuse"_L1) && stringAt(schedule, "templateType") != "Mix"_L1)
        f.error("config.plugin-params", u"/BackendConfig/ScheduleConfig/templateType"_s,
                LintText::tr("splitfuse needs templateType Mix (MindIE's documentation, \"SplitFuse\")."));
}

// The number of nodes is not in this file; what must hold is that the products agree.
void checkParallel(const Json &model, bool multiNode, const QString &where, Findings &f)
{
    const auto at = [&](const char *key) { return pointer(where, QLatin1String(key)); };
    const auto given = [&](const char *key) {
        const Json *size = memberOf(model, key);
        return size ? looseInteger(*size) : std::nullopt;
    };
    const auto value = [&](const char *key) { return std::max<qint64>(1, given(key).value_or(1)); };
    const auto isSet = [&](const char *key) { return given(key).value_or(-1) > 0; };
    const auto world = integerAt(model, "worldSize");
    if (world == 0)
        f.error("config.world-size", at("worldSize"),
                LintText::tr("MindIE says \"The value of modelParam.worldSize can not be 0.\"."));
    for (const char *key : {"dp", "tp", "cp", "sp", "pp", "moe_tp", "moe_ep"}) {
        if (given(key).value_or(0) > 4096)
            return; // out of any cluster; products would overflow
    }
    const qint64 cards = value("dp") * value("tp") * value("cp") * value("pp");
    if (isSet("dp") && isSet("tp") && world && *world > 0) {
        if (multiNode ? cards % *world != 0 : cards != *world)
            f.error(
                "config.parallel", at("dp"),
                LintText::tr("cp * dp * tp is %1, which does not fit worldSize %2 per node. MindIE's configuration "
                             "check passes it; MindIE's documentation (\"Data Parallel\") wants all cards, and the "
                             "model stops.")
                    .arg(cards)
                    .arg(*world),
                multiNode ? LintText::tr("cp * dp * tp must be all cards of all nodes.")
                          : LintText::tr("cp * dp * tp must be worldSize."));
    }
    if (isSet("moe_ep") && isSet("moe_tp") && isSet("dp") && isSet("tp") && value("moe_ep") * value("moe_tp") != cards)
        f.error("config.parallel", at("moe_ep"),
                LintText::tr("moe_ep * moe_tp is %1, cp * dp * tp is %2; both must be all cards. MindIE's "
                             "configuration check passes it, its torch runtime and its ATB models stop.")
                    .arg(value("moe_ep") * value("moe_tp"))
                    .arg(cards));
    const bool torch = stringAt(model, "backendType") == "torch"_L1;
    if (torch && value("moe_tp") > 1)
        f.error("config.parallel", at("moe_tp"),
                LintText::tr(
                    "moe_tp is %1 with backendType torch. MindIE's configuration check passes it, its torch runtime "
                    "stops at the first request (\"MoE strategy selection failed, please check the config.\").")
                    .arg(value("moe_tp")),
                LintText::tr("\"moe_tp\": 1 and moe_ep all cards; or backendType atb."));
    if (value("sp") > 1 && value("sp") != value("tp"))
        f.error("config.parallel", at("sp"),
                LintText::tr("sp is %1; it must be tp (%2) or 1 (MindIE's documentation, \"Sequence Parallel\").")
                    .arg(value("sp"))
                    .arg(value("tp")));
    if (value("cp") > 1 && !torch) {
        if (value("cp") > 2)
            f.error("config.parallel", at("cp"),
                    LintText::tr("cp is %1; the ATB backend knows 1 and 2 (MindIE's documentation, \"Context "
                                 "Parallel\").")
                        .arg(value("cp")));
        else if (value("dp") != 1 || value("sp") != value("tp"))
            f.error("config.parallel", at("cp"),
                    LintText::tr("cp 2 needs dp 1 and sp equal to tp (MindIE's documentation, \"Context Parallel\")."));
    }
}

void checkModel(const Json &model, const Json &backend, const Json &schedule, const Json &deploy, const QString &where,
                const QString &release, Findings &f)
{
    checkFields(Section::Model, model, where, f);
    static const QRegularExpression name(u"\\A[A-Za-z0-9]([A-Za-z0-9_.-]{0,254}[A-Za-z0-9])?\\z"_s);
    const QString modelName = stringAt(model, "modelName");
    if (memberOf(model, "modelName") && model.at("modelName").is_string() && !name.match(modelName).hasMatch())
        f.error("config.model-name", where + u"/modelName"_s,
                LintText::tr(
                    "modelName \"%1\": letters, digits, '_', '.' and '-', at most 256, a letter or digit at both ends.")
                    .arg(modelName.left(80)));
    const QString weights = stringAt(model, "modelWeightPath");
    if (memberOf(model, "modelWeightPath") && weights.isEmpty() && model.at("modelWeightPath").is_string())
        f.error("config.range", where + u"/modelWeightPath"_s, LintText::tr("modelWeightPath is empty."));
    static const QRegularExpression plainPath(u"\\A[A-Za-z0-9_./-]*\\z"_s);
    if (!plainPath.match(weights).hasMatch())
        f.error("config.weight-path", where + u"/modelWeightPath"_s,
                LintText::tr("modelWeightPath \"%1\": letters, digits, '_', '-', '.' and '/' only. MindIE 3.0 says "
                             "\"Path contains special characters\".")
                    .arg(weights.left(200)),
                LintText::tr("Move the weights, or make a link of another name on the host and mount that."));
    if (weights.contains("/usr/local/ascend/"_L1))
        f.warning("config.path-case", where + u"/modelWeightPath"_s,
                  LintText::tr("Paths are case-sensitive: /usr/local/Ascend."));
    static const QRegularExpression v32(u"v?3[._-]2"_s, QRegularExpression::CaseInsensitiveOption);
    const bool deepseek = (modelName + weights).contains("deepseek"_L1, Qt::CaseInsensitive)
        || modelName.startsWith("ds"_L1, Qt::CaseInsensitive);
    if (deepseek && (v32.match(modelName).hasMatch() || v32.match(weights).hasMatch())
        && stringAt(model, "backendType") == "atb"_L1 && !isOf22(release))
        f.info("config.backend-type", where + u"/backendType"_s,
               LintText::tr("MindIE 3.0 serves DeepSeek-V3.2 with backendType \"torch\" only; \"atb\" is the way of "
                            "the community guide, with MindIE 2.2 and its own atb-models."));
    if (integerAt(model, "npuMemSize") == 0)
        f.error("config.range", where + u"/npuMemSize"_s,
                LintText::tr("npuMemSize is 0; it must be -1 (automatic) or positive."));
    const bool multiNode = boolAt(backend, "multiNodesInferEnabled").value_or(false);
    if (stringAt(model, "backendType") == "torch"_L1 && isOf22(release))
        f.error("config.backend-type", where + u"/backendType"_s,
                LintText::tr("backendType is torch. MindIE 2.2 says \"Backend type only supports atb or ms.\"."),
                u"\"backendType\": \"atb\""_s);
    checkSchedule(schedule, deploy, model, where, release, f);
    checkPlugins(model, schedule, where, f);
    checkParallel(model, multiNode, where, f);
}

void checkTop(const Json &root, Findings &f)
{
    checkKeys(root, {},
              {u"Version"_s, u"ServerConfig"_s, u"BackendConfig"_s, u"LogConfig"_s,
               u"EnableDynamicAdjustTimeoutConfig"_s},
              "config.unknown-key", f);
    if (memberOf(root, "Version") && stringAt(root, "Version") != "1.0.0"_L1)
        f.warning("config.version", u"/Version"_s, LintText::tr("Version is fixed: \"1.0.0\"."));
    if (const Json *log = memberOf(root, "LogConfig")) {
        const Json *hours = memberOf(*log, "dynamicLogLevelValidHours");
        if (hours && (!hours->is_number_integer() || hours->get<double>() < 1 || hours->get<double>() > 168))
            f.warning("config.range", u"/LogConfig/dynamicLogLevelValidHours"_s,
                      LintText::tr("\"%1\" is %2. MindIE's configuration check passes it; its documentation "
                                   "(service_parameter_configuration.md) allows %3 to %4.")
                          .arg("dynamicLogLevelValidHours"_L1, shownValue(*hours))
                          .arg(1)
                          .arg(168),
                      LintText::tr("The default is 2."));
    }
    const Json *dynamic = memberOf(root, "EnableDynamicAdjustTimeoutConfig");
    if (dynamic && !dynamic->is_boolean())
        f.warning("config.type", u"/EnableDynamicAdjustTimeoutConfig"_s,
                  LintText::tr("\"%1\" is %2; it must be true or false.")
                      .arg("EnableDynamicAdjustTimeoutConfig"_L1, shownValue(*dynamic)));
}

// A number or boolean as an unsigned 32-bit one.
quint32 lowestBits(const Json &value)
{
    if (value.is_boolean())
        return value.get<bool>() ? 1 : 0;
    if (value.is_number_unsigned())
        return quint32(value.get<quint64>());
    if (value.is_number_integer())
        return quint32(value.get<qint64>());
    const double number = value.get<double>();
    return std::abs(number) < 9e18 ? quint32(qint64(number)) : 0;
}

void checkHealth(const Json &server, Findings &f)
{
    const Json *health = memberOf(server, "HealthCheckConfig");
    const Json *value = health ? memberOf(*health, "npuUsageThreshold") : nullptr;
    if (!value)
        return;
    const QString where = u"/ServerConfig/HealthCheckConfig/npuUsageThreshold"_s,
                  remedy = LintText::tr("0 to 100. MindIE 2.2 does not read this key.");
    if (!value->is_number() && !value->is_boolean()) {
        f.error("config.type", where,
                LintText::tr("npuUsageThreshold is %1. MindIE 3.0 says \"type must be number, but is %2\".")
                    .arg(shownValue(*value), QLatin1String(value->type_name())),
                remedy);
        return;
    }
    const quint32 read = lowestBits(*value); // 3.0 keeps it so
    if (read > 100)
        f.error("config.range", where,
                LintText::tr("npuUsageThreshold is %1. MindIE 3.0 says "
                             "\"serverConfig.HealthCheckConfig.npuUsageThreshold [%2] is out of bound [100]\".")
                    .arg(shownValue(*value))
                    .arg(read),
                remedy);
    else if (!value->is_number_integer() || shownValue(*value) != QString::number(read))
        f.warning("config.type", where,
                  LintText::tr("\"%1\" is %2; MindIE takes it for %3. Write a number.")
                      .arg("npuUsageThreshold"_L1, shownValue(*value))
                      .arg(read),
                  remedy);
}

// Certificates and keys must be named where TLS is on; whether the files lie below the engine's home is not seen from
// here.
void checkTls(const Json &server, const Json &backend, Findings &f)
{
    const auto files = [&](const Json &object, const char *key, const QString &where, const QString &why) {
        const Json *list = memberOf(object, key);
        const size_t count = list && list->is_array() ? list->size() : 0;
        if (count < 1 || count > 3)
            f.error(
                "config.tls", pointer(where, QLatin1String(key)),
                LintText::tr("%1 needs 1 to 3 files in \"%2\"; there are %3.").arg(why, QLatin1String(key)).arg(count));
    };
    const auto text = [&](const Json &object, const char *key, const QString &where, const QString &why) {
        if (stringAt(object, key).isEmpty())
            f.error("config.tls", pointer(where, QLatin1String(key)),
                    LintText::tr("%1 needs \"%2\".").arg(why, QLatin1String(key)));
    };
    if (boolAt(server, "httpsEnabled").value_or(false)) {
        const QString where = u"/ServerConfig"_s, why = u"httpsEnabled"_s;
        const auto port = integerAt(server, "port");
        const bool onePort
            = stringAt(server, "managementIpAddress", stringAt(server, "ipAddress")) == stringAt(server, "ipAddress")
            && integerAt(server, "managementPort").value_or(port.value_or(0)) == port
            && integerAt(server, "metricsPort") == port;
        text(server, "tlsCaPath", where, why);
        text(server, "tlsCert", where, why);
        text(server, "tlsPk", where, why);
        files(server, "tlsCaFile", where, why);
        for (const char *kind : {"management", "metrics"}) {
            if (onePort)
                break;
            text(server, QByteArray(kind + QByteArray("TlsCert")).constData(), where, why);
            text(server, QByteArray(kind + QByteArray("TlsPk")).constData(), where, why);
            files(server, QByteArray(kind + QByteArray("TlsCaFile")).constData(), where, why);
        }
        f.info("config.tls", u"/ServerConfig/httpsEnabled"_s,
               LintText::tr("HTTPS is on: certificates and keys must lie where tlsCert, tlsPk and tlsCaPath say."));
    }
    if (boolAt(backend, "interNodeTLSEnabled").value_or(false)) {
        const QString where = u"/BackendConfig"_s, why = u"interNodeTLSEnabled"_s;
        for (const char *key : {"interNodeTlsCert", "interNodeTlsPk", "interNodeTlsCaPath", "interNodeTlsCrlPath"})
            if (!memberOf(backend, key))
                missing(key, where, f);
        files(backend, "interNodeTlsCaFiles", where, why);
        if (boolAt(backend, "multiNodesInferEnabled").value_or(false))
            f.info("config.tls", where + u"/interNodeTLSEnabled"_s,
                   LintText::tr("TLS between the nodes is on: every node needs the certificates, and the same setting "
                                "(MIE04E121107 otherwise)."));
    }
}

void checkKvPool(const Json &backend, Findings &f)
{
    const Json *pool = memberOf(backend, "kvPoolConfig");
    if (!pool || !pool->is_object())
        return;
    const QString where = u"/BackendConfig/kvPoolConfig"_s;
    for (const char *key : {"backend", "configPath"})
        if (const Json *value = memberOf(*pool, key); value && !value->is_string())
            f.error("config.type", pointer(where, QLatin1String(key)),
                    LintText::tr("\"%1\" is %2; it must be a text.").arg(QLatin1String(key), shownValue(*value)));
    if (const Json *value = memberOf(*pool, "asyncWrite"); value && !value->is_boolean())
        f.error("config.type", where + u"/asyncWrite"_s,
                LintText::tr("\"%1\" is %2; it must be true or false.").arg("asyncWrite"_L1, shownValue(*value)));
    const QString kind = stringAt(*pool, "backend");
    if (!QStringList{QString(), u"unifiedcache"_s, u"mooncake"_s, u"memcache"_s}.contains(kind))
        f.error("config.kv-pool", where + u"/backend"_s,
                LintText::tr("The KV pool is \"%1\"; there are unifiedcache, mooncake and memcache. MindIE says "
                             "\"Unknow kv pool backend.\".")
                    .arg(kind));
    if (stringAt(*pool, "configPath").toUtf8().size() > 500)
        f.error("config.kv-pool", where + u"/configPath"_s, LintText::tr("configPath has more than 500 bytes."));
}

void checkLayerwise(const Json &server, const Json &backend, const Json &schedule, const Json &model, Findings &f)
{
    if (!boolAt(server, "layerwiseDisaggregated").value_or(false))
        return;
    const QString where = u"/ServerConfig/layerwiseDisaggregated"_s;
    const QString role = stringAt(server, "layerwiseDisaggregatedRoleType");
    if (role != "master"_L1 && role != "slave"_L1)
        f.error("config.layerwise", where + u"RoleType"_s,
                LintText::tr("layerwiseDisaggregatedRoleType is \"%1\"; it must be master or slave.").arg(role));
    if (!isUsableAddress(stringAt(server, "layerwiseDisaggregatedMasterIpAddress")))
        f.error("config.layerwise", where + u"MasterIpAddress"_s,
                LintText::tr("\"%1\" is \"%2\", no address.")
                    .arg(u"layerwiseDisaggregatedMasterIpAddress"_s,
                         stringAt(server, "layerwiseDisaggregatedMasterIpAddress")));
    const qint64 port = integerAt(server, "layerwiseDisaggregatedDataPort").value_or(0);
    if (port < 1024 || port > 65535)
        f.error("config.range", where + u"DataPort"_s,
                LintText::tr("\"%1\" is %2; allowed: %3 to %4.")
                    .arg(u"layerwiseDisaggregatedDataPort"_s)
                    .arg(port)
                    .arg(1024)
                    .arg(65535));
    QStringList against;
    if (boolAt(backend, "multiNodesInferEnabled").value_or(false))
        against << u"multiNodesInferEnabled"_s;
    if (boolAt(server, "distDPServerEnabled").value_or(false))
        against << u"distDPServerEnabled"_s;
    if (stringAt(model, "backendType") != "atb"_L1)
        against << u"backendType %1"_s.arg(stringAt(model, "backendType"));
    if (stringAt(schedule, "templateType") != "Standard"_L1)
        against << u"templateType %1"_s.arg(stringAt(schedule, "templateType"));
    for (const char *key : {"supportSelectBatch", "bufferResponseEnabled"})
        if (boolAt(schedule, key).value_or(false))
            against << QLatin1String(key);
    if (!against.isEmpty())
        f.error("config.layerwise", where,
                LintText::tr("layerwiseDisaggregated does not go with %1.").arg(against.join(u", "_s)));
}

// 2.2 takes true and false only; 3.0 (model_deploy_config.cpp) numbers, too. Where it is not said which of them reads
// the file: 2.2 has no torch backend.
void checkTruncation(const Json &deploy, const Json &models, const QString &where, const QString &release, Findings &f)
{
    const Json *value = memberOf(deploy, "truncation");
    if (!value || value->is_boolean())
        return;
    const Json first = models.is_array() && !models.empty() ? models[0] : Json();
    const bool isNumber = value->is_number_integer() && std::abs(value->get<qint64>()) <= 1;
    if (isNumber && (isOf30(release) || (stringAt(first, "backendType") == "torch"_L1 && !isOf22(release))))
        return;
    sayOf22(f, release, "config.type", where + u"/truncation"_s,
              LintText::tr("truncation is %1. MindIE 2.2 says \"The type of param truncation should be bool, but got "
                           "%2\" and stops; 3.0 takes -1, 0 and 1, too.")
                  .arg(shownValue(*value), QLatin1String(value->type_name())),
              LintText::tr("Write true or false."));
}

void checkLoras(const Json &deploy, const Json &models, const QString &where, Findings &f)
{
    const Json *loras = memberOf(deploy, "LoraModules");
    if (!loras)
        return;
    QStringList served;
    for (const Json &model : models.is_array() ? models : Json::array())
        served << stringAt(model, "modelName");
    qsizetype index = 0;
    for (const Json &lora : loras->is_structured() ? *loras : Json::array()) {
        const QString at = pointer(where + u"/LoraModules"_s, index++);
        for (const char *key : {"name", "path", "baseModelName"})
            if (stringAt(lora, key).isEmpty())
                f.error("config.lora", pointer(at, QLatin1String(key)),
                        LintText::tr("The LoRA module has no \"%1\".").arg(QLatin1String(key)));
        if (const QString base = stringAt(lora, "baseModelName"); !base.isEmpty() && !served.contains(base))
            f.error("config.lora", at + u"/baseModelName"_s,
                    LintText::tr("No model is named \"%1\". MindIE says \"Lora base model not found.\".").arg(base));
    }
}

} // namespace

Result<QList<LintFinding>> lintMindieConfig(const QByteArray &content, const LintContext &context)
{
    Findings f;
    const auto document = readDocument(content, {u"ServerConfig"_s, u"BackendConfig"_s}, u"mindie-config"_s, f);
    if (!document)
        return document.error();
    checkFile(context, "config.file", f);
    if (content.size() > 10 * 1024 * 1024)
        f.error("config.file", {}, LintText::tr("The file has more than 10 MB; MindIE does not read it."));
    if (!*document)
        return f.list();
    const Json &root = **document;
    checkTop(root, f);
    const Json &server = sectionOf(root, "ServerConfig", {}, f);
    const QString backendWhere = u"/BackendConfig"_s, deployWhere = backendWhere + u"/ModelDeployConfig"_s;
    const Json &backend = sectionOf(root, "BackendConfig", {}, f);
    if (root.contains("ServerConfig"))
        checkFields(Section::Server, server, u"/ServerConfig"_s, f);
    checkHealth(server, f);
    if (!root.contains("BackendConfig"))
        return f.list();
    checkFields(Section::Backend, backend, backendWhere, f);
    checkKvPool(backend, f);
    checkTls(server, backend, f);
    static const QRegularExpression engineName(u"\\A[a-z]+(_[a-z]+)*\\z"_s);
    if (const QString name = stringAt(backend, "backendName");
        name.size() > 50 || (memberOf(backend, "backendName") && !engineName.match(name).hasMatch()))
        f.error("config.range", backendWhere + u"/backendName"_s,
                LintText::tr("backendName is \"%1\". MindIE says \"The pattern of backendName is invalid.\".")
                    .arg(name.left(60)),
                u"\"backendName\": \"mindieservice_llm_engine\""_s);
    else if (!name.isEmpty() && name != "mindieservice_llm_engine"_L1)
        f.warning("config.range", backendWhere + u"/backendName"_s,
                  LintText::tr("backendName is \"%1\"; the only one is mindieservice_llm_engine.").arg(name.left(60)));
    const Json &deploy = sectionOf(backend, "ModelDeployConfig", backendWhere, f);
    const Json &schedule = sectionOf(backend, "ScheduleConfig", backendWhere, f);
    checkFields(Section::Deploy, deploy, deployWhere, f);
    checkFields(Section::Schedule, schedule, backendWhere + u"/ScheduleConfig"_s, f);
    checkPorts(server, backend, f);
    const Json *models = memberOf(deploy, "ModelConfig");
    checkDevices(backend, models ? *models : Json(), f);
    if (!models || !models->is_array() || models->empty()) {
        f.error(
            "config.missing-field", deployWhere + u"/ModelConfig"_s,
            LintText::tr(
                "\"%1\" is missing. MindIE says \"[ParamChecker::CheckJsonParamType] %1: missing compulsory field\".")
                .arg("ModelConfig"_L1));
        return f.list();
    }
    qsizetype index = 0;
    for (const Json &model : *models)
        checkModel(model, backend, schedule, deploy, pointer(deployWhere + u"/ModelConfig"_s, index++),
                   context.release, f);
    checkTruncation(deploy, *models, deployWhere, context.release, f);
    checkLayerwise(server, backend, schedule, (*models)[0], f);
    checkLoras(deploy, *models, deployWhere, f);
    if (stringAt(schedule, "templateType") == "Standard"_L1 && models->size() != 1)
        f.error("config.models", deployWhere + u"/ModelConfig"_s,
                LintText::tr("%1 models. MindIE says \"There should be one modelParam for Standard templateType.\".")
                    .arg(models->size()));
    return f.list();
}
