#include "core/engines/mindie/mindieschema.h"

#include "core/lint/linttext.h"
#include "core/topology/topology.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <limits>

using namespace Qt::StringLiterals;

namespace mindie {

namespace {

// Loose: numbers, texts and booleans alike (dp, sp, cp). Cast: any number, cut to an int. Unread: the configuration
// check asks nothing; the documentation and the runtimes do.
enum class Kind { Text, Address, Integer, Boolean, Choice, Texts, Object, Loose, Cast, Unread, Any };

constexpr qint64 noEnd = std::numeric_limits<qint64>::min();
constexpr qint64 u32 = std::numeric_limits<quint32>::max(), i32 = std::numeric_limits<qint32>::max();

struct Field
{
    const char *key;
    Kind kind = Kind::Any;
    bool required = false;
    qint64 minimum = 0, maximum = noEnd;
    const char *choices = "";            // separated by '|'
};

// server_config.cpp: g_serverParamsConstraint, CheckParam, LoadOptionalParameters. distDPServerEnabled is read without
// asking whether it is there, so it must be.
const Field serverFields[] = {
    {"ipAddress", Kind::Address, true},
    {"managementIpAddress", Kind::Address},
    {"port", Kind::Integer, true, 1024, 65535},
    {"managementPort", Kind::Integer, false, 1024, 65535},
    {"metricsPort", Kind::Integer, true, 1024, 65535},
    {"allowAllZeroIpListening", Kind::Boolean, true},
    {"maxLinkNum", Kind::Integer, true, 1, 4096},
    {"httpsEnabled", Kind::Boolean, true},
    {"fullTextEnabled", Kind::Boolean},
    {"inferMode", Kind::Choice, true, 0, noEnd, "standard|dmi"},
    {"interCommTLSEnabled", Kind::Boolean},
    {"interCommPort", Kind::Cast, false, 1024, 65535},
    {"openAiSupport", Kind::Text},
    {"tokenTimeout", Kind::Integer, true, 1, 3600},
    {"e2eTimeout", Kind::Integer, true, 1, 65535},
    {"maxRequestLength", Kind::Integer, false, 1, 100},
    {"distDPServerEnabled", Kind::Boolean, true},
    {"maxJsonDepth", Kind::Integer, false, 10, 100},
    {"npuUsageThreshold", Kind::Integer, false, 0, u32},
    {"tlsCaPath", Kind::Text},
    {"tlsCaFile", Kind::Texts},
    {"tlsCert", Kind::Text},
    {"tlsPk", Kind::Text},
    {"tlsCrlPath", Kind::Text},
    {"tlsCrlFiles", Kind::Texts},
    {"managementTlsCaFile", Kind::Texts},
    {"managementTlsCert", Kind::Text},
    {"managementTlsPk", Kind::Text},
    {"managementTlsCrlPath", Kind::Text},
    {"managementTlsCrlFiles", Kind::Texts},
    {"metricsTlsCaFile", Kind::Texts},
    {"metricsTlsCert", Kind::Text},
    {"metricsTlsPk", Kind::Text},
    {"metricsTlsCrlPath", Kind::Text},
    {"metricsTlsCrlFiles", Kind::Texts},
    {"layerwiseDisaggregated", Kind::Boolean},
    {"layerwiseDisaggregatedRoleType", Kind::Text},
    {"layerwiseDisaggregatedMasterIpAddress", Kind::Text},
    {"layerwiseDisaggregatedSlaveIpAddress", Kind::Texts},
    {"layerwiseDisaggregatedDataPort", Kind::Integer, false, -i32 - 1, i32},
    {"layerwiseDisaggregatedCrtlPort", Kind::Any},
};
const char *const otherServerKeys
    = "tlsPkPwd|managementTlsPkPwd|metricsTlsPkPwd|kmcKsfMaster|kmcKsfStandby|interCommTlsCaPath|interCommTlsCaFiles|"
      "interCommTlsCert|"
      "interCommPk|interCommPkPwd|interCommTlsCrlPath|interCommTlsCrlFiles|HealthCheckConfig|"
      "layerwiseDisaggregatedMultiNodesInferEnabled|layerwiseDisaggregatedMultiNodesCtrlPort";

// backend_config.cpp: g_backendConfigConstraint, InitFromJson (the two switches are read without asking), CheckParam.
const Field backendFields[] = {
    {"backendName", Kind::Text, true},
    {"modelInstanceNumber", Kind::Integer, true, 1, 10},
    {"npuDeviceIds", Kind::Any, true},
    {"tokenizerProcessNumber", Kind::Integer, true, 1, 32},
    {"multiNodesInferEnabled", Kind::Boolean, true},
    {"multiNodesInferPort", Kind::Integer, false, 1024, 65535},
    {"interNodeTLSEnabled", Kind::Boolean, true},
    {"interNodeTlsCaPath", Kind::Text},
    {"interNodeTlsCaFiles", Kind::Texts},
    {"interNodeTlsCert", Kind::Text},
    {"interNodeTlsPk", Kind::Text},
    {"interNodeTlsCrlPath", Kind::Text},
    {"interNodeTlsCrlFiles", Kind::Texts},
    {"kvPoolConfig", Kind::Object},
    {"layerwiseDisaggregated", Kind::Object},
};
const char *const otherBackendKeys
    = "interNodeTlsPkPwd|interNodeKmcKsfMaster|interNodeKmcKsfStandby|ModelDeployConfig|ScheduleConfig";

// model_deploy_config.cpp: g_modelParentParamsConstraint, CheckParam.
const Field deployFields[] = {
    {"maxSeqLen", Kind::Integer, true, 1, u32},
    {"maxInputTokenLen", Kind::Integer, true, 1, 4194304},
    {"truncation", Kind::Any},
    {"maxLoras", Kind::Integer, false, 0, u32},
    {"maxLoraRank", Kind::Integer, false, 0, u32},
    {"speculationGamma", Kind::Any},
};
const char *const otherDeployKeys = "ModelConfig|LoraModules";

// g_modelParamsConstraint; the parallel sizes: CheckIfParallelInfoIsValid.
const Field modelFields[] = {
    {"modelInstanceType", Kind::Choice, false, 0, noEnd, "Standard|StandardMock|TargetModel|AssistantModel"},
    {"modelName", Kind::Text, true},
    {"modelWeightPath", Kind::Text, true},
    {"worldSize", Kind::Integer, true, 0, u32},
    {"cpuMemSize", Kind::Integer, true, 0, u32},
    {"npuMemSize", Kind::Integer, true, -1, i32},
    {"backendType", Kind::Choice, true, 0, noEnd, "atb|torch|ms"},
    {"trustRemoteCode", Kind::Boolean, true},
    {"pluginParams", Kind::Text},
    {"kv_trans_timeout", Kind::Unread, false, -i32 - 1, i32},
    {"kv_link_timeout", Kind::Unread, false, -i32 - 1, i32},
    {"async_scheduler_wait_time", Kind::Unread, false, 0, i32},
    {"dp", Kind::Loose, false, 1, i32},
    {"sp", Kind::Loose, false, 1, i32},
    {"cp", Kind::Loose, false, 1, i32},
    {"tp", Kind::Unread, false, -1, i32},
    {"pp", Kind::Unread, false, -1, i32},
    {"moe_tp", Kind::Unread, false, -1, i32},
    {"moe_ep", Kind::Unread, false, -1, i32},
};
const char *const otherModelKeys = "plugin_params|models|ep_level|lora_adapter|adapter";

// schedule_config.cpp: g_scheduleParamsConstraint, CheckParam, CheckSLOParam.
const Field scheduleFields[] = {
    {"templateName", Kind::Choice, true, 0, noEnd, "Standard_LLM"},
    {"templateType", Kind::Choice, true, 0, noEnd, "Standard|Mix"},
    {"cacheBlockSize", Kind::Integer, true, 1, 128},
    {"maxPrefillBatchSize", Kind::Integer, true, 0, 819200},
    {"maxPrefillTokens", Kind::Integer, true, 1, 4194304},
    {"prefillTimeMsPerReq", Kind::Integer, true, 0, 1000},
    {"decodeTimeMsPerReq", Kind::Integer, true, 0, 1000},
    {"prefillPolicyType", Kind::Integer, true, 0, 3},
    {"decodePolicyType", Kind::Integer, true, 0, 3},
    {"maxBatchSize", Kind::Integer, true, 1, 819200},
    {"maxIterTimes", Kind::Integer, true, 0, u32},
    {"maxPreemptCount", Kind::Integer, true, 0, 819200},
    {"supportSelectBatch", Kind::Boolean, true},
    {"maxQueueDelayMicroseconds", Kind::Integer, true, 500, 1000000},
    {"maxFirstTokenWaitTime", Kind::Integer, false, 0, 3600000},
    {"maxN", Kind::Integer, false, 1, 8192},
    {"stageSelectPolicy", Kind::Integer, false, 0, 2},
    {"policyType", Kind::Integer, false, 0, 7},
    {"prefillExpectedTime", Kind::Integer, false, 1, 10000},
    {"decodeExpectedTime", Kind::Integer, false, 1, 10000},
    {"enablePrefixCache", Kind::Boolean},
    {"enableSplit", Kind::Boolean},
    {"enablChunkedPrefill", Kind::Boolean},
    {"splitType", Kind::Boolean},
    {"splitStartType", Kind::Boolean},
    {"splitChunkTokens", Kind::Integer, false, 0, u32},
    {"splitStartBatchSize", Kind::Integer, false, 0, u32},
    {"bufferResponseEnabled", Kind::Boolean},
    {"distributedEnable", Kind::Boolean},
    {"dynamicBatchSizeEnable", Kind::Boolean},
    {"prefillChunkSize", Kind::Integer, false, 0, u32},
    {"maxNumPartialPrefills", Kind::Integer, false, 1, 64},
    {"maxLongPartialPrefills", Kind::Integer, false, 1, 64},
    {"longPrefillTokenThreshold", Kind::Integer, false, 1, 8192},
    {"layerwiseDisaggregated", Kind::Object},
};
const char *const otherScheduleKeys = "dpScheduling";

struct SectionFields
{
    const Field *begin, *end;
    const char *others;                  // documented, but without a rule here
};

template<size_t N>
SectionFields fieldsOf(const Field (&fields)[N], const char *others) { return {fields, fields + N, others}; }

SectionFields fieldsOf(Section section)
{
    switch (section) {
    case Section::Server: return fieldsOf(serverFields, otherServerKeys);
    case Section::Backend: return fieldsOf(backendFields, otherBackendKeys);
    case Section::Deploy: return fieldsOf(deployFields, otherDeployKeys);
    case Section::Model: return fieldsOf(modelFields, otherModelKeys);
    case Section::Schedule: break;
    }
    return fieldsOf(scheduleFields, otherScheduleKeys);
}

// Keys that MindIE 2.2 does not read.
QString remedyOf(const Field &field)
{
    static const QStringList since3{u"maxJsonDepth"_s, u"npuUsageThreshold"_s, u"maxN"_s};
    return since3.contains(QLatin1String(field.key))
        ? LintText::tr("MindIE 3.0 refuses it; 2.2 does not read this key.")
        : QString();
}

void checkRange(qint64 value, const Json &shown, const Field &field, const QString &at, Findings &f)
{
    if (field.maximum != noEnd && (value < field.minimum || value > field.maximum))
        f.error("config.range", at,
                LintText::tr("\"%1\" is %2; allowed: %3 to %4.")
                    .arg(QLatin1String(field.key), shownValue(shown))
                    .arg(field.minimum)
                    .arg(field.maximum),
                remedyOf(field));
}

// Whether a number is written as what MindIE makes of it.
bool isWrittenAs(const Json &value, qint64 number)
{
    return value.is_number_integer() && shownValue(value) == QString::number(number);
}

void warnOfOther(const Json &value, qint64 number, const Field &field, const QString &at, Findings &f)
{
    if (!isWrittenAs(value, number))
        f.warning("config.type", at,
                  LintText::tr("\"%1\" is %2; MindIE takes it for %3. Write a number.")
                      .arg(QLatin1String(field.key), shownValue(value))
                      .arg(number));
}

void checkInteger(const Json &value, const Field &field, const QString &at, Findings &f)
{
    if (!value.is_number_integer())
        f.error(
            "config.type", at,
            LintText::tr("\"%1\" is %2; it must be a whole number.").arg(QLatin1String(field.key), shownValue(value)),
            remedyOf(field));
    else
        checkRange(qint64(std::clamp(value.get<double>(), -9e18, 9e18)), value, field, at, f);
}

void checkLoose(const Json &value, const Field &field, const QString &at, Findings &f)
{
    const QLatin1String key(field.key);
    const QString remedy = LintText::tr("Write a whole number from 1.");
    if (value.is_null() || value.is_structured()) {
        f.warning(
            "config.type", at,
            LintText::tr("\"%1\" is %2; MindIE's configuration check passes over it.").arg(key, shownValue(value)),
            remedy);
        return;
    }
    const std::optional<qint64> number = looseInteger(value);
    if (!number) {
        static const QRegularExpression digits(u"\\A\\s*[+-]?\\d"_s);
        const QString text = value.get<QString>();
        f.error("config.type", at,
                digits.match(text).hasMatch()
                    ? LintText::tr("\"%1\" is %2. MindIE says \"Value for %1 out of range, got …\".")
                          .arg(key, shownValue(value))
                    : LintText::tr("\"%1\" is %2. MindIE says \"Invalid value for %1, which is …\".")
                          .arg(key, shownValue(value)),
                remedy);
    } else if (*number < 1) {
        f.error("config.range", at,
                isWrittenAs(value, *number)
                    ? LintText::tr("\"%1\" is %2. MindIE says \"%1 cannot be smaller than 1.\".")
                          .arg(key, shownValue(value))
                    : LintText::tr("\"%1\" is %2; MindIE reads %3 out of it and says \"%1 cannot be smaller than 1.\".")
                          .arg(key, shownValue(value))
                          .arg(*number),
                remedy);
    } else {
        warnOfOther(value, *number, field, at, f);
    }
}

void checkCast(const Json &value, const Field &field, const QString &at, Findings &f)
{
    if (!value.is_number() && !value.is_boolean()) {
        f.error("config.type", at,
                LintText::tr("\"%1\" is %2; it must be a whole number. MindIE says \"type must be number, but is %3\".")
                    .arg(QLatin1String(field.key), shownValue(value), QLatin1String(value.type_name())));
        return;
    }
    const qint64 number = looseInteger(value).value_or(0);
    if (number < field.minimum || number > field.maximum)
        checkRange(number, value, field, at, f);
    else
        warnOfOther(value, number, field, at, f);
}

void checkUnread(const Json &value, const Field &field, const QString &at, Findings &f)
{
    const qint64 number = value.is_number_integer() ? looseInteger(value).value_or(0) : 0;
    if (!isWrittenAs(value, number) || number < field.minimum || number > field.maximum)
        f.warning(
            "config.range", at,
            LintText::tr(
                "\"%1\" is %2. MindIE's configuration check passes it, but a whole number from %3 to %4 belongs here.")
                .arg(QLatin1String(field.key), shownValue(value))
                .arg(field.minimum)
                .arg(field.maximum),
            LintText::tr("Write such a number, or remove the key."));
}

void checkTexts(const Json &value, const Field &field, const QString &at, Findings &f)
{
    if (!value.is_array())
        f.error("config.type", at,
                LintText::tr("\"%1\" is %2; it must be a list of texts. MindIE says \"The type of param %1 should be "
                             "array, but is %3\".")
                    .arg(QLatin1String(field.key), shownValue(value), QLatin1String(value.type_name())));
    else if (!std::all_of(value.begin(), value.end(), [](const Json &one) { return one.is_string(); }))
        f.warning("config.type", at,
                  LintText::tr("The list \"%1\" has an entry that is no text; MindIE's configuration check passes it, "
                               "but only texts belong there.")
                      .arg(QLatin1String(field.key)),
                  LintText::tr("Write it in quotes."));
}

void checkChoice(const QString &text, const Field &field, const QString &at, Findings &f)
{
    if (QString::fromLatin1(field.choices).split(QLatin1Char('|')).contains(text))
        return;
    if (qstrcmp(field.key, "inferMode") == 0)
        f.error(
            "config.infer-mode", at,
            LintText::tr("inferMode is \"%1\". MindIE says \"The inferMode should be standard or dmi\".").arg(text));
    else
        f.error("config.range", at,
                LintText::tr("\"%1\" is \"%2\"; it must be one of %3.")
                    .arg(QLatin1String(field.key), text,
                         QString::fromLatin1(field.choices).replace(QLatin1Char('|'), ", "_L1)));
}

// MIES_CONTAINER_IP, where it is set, takes the place of what stands here: so nothing here is an error for sure.
void checkAddress(const Json &object, const QString &text, const Field &field, const QString &at, Findings &f)
{
    if (text == "0.0.0.0"_L1) {
        if (!boolAt(object, "allowAllZeroIpListening").value_or(false))
            f.warning("config.ip", at,
                      LintText::tr("\"%1\" is 0.0.0.0, which is allowed only with allowAllZeroIpListening true.")
                          .arg(QLatin1String(field.key)),
                      LintText::tr("Write the node's own address."));
    } else if (!isUsableAddress(text)) {
        f.warning("config.ip", at, LintText::tr("\"%1\" is \"%2\", no address.").arg(QLatin1String(field.key), text));
    }
}

void checkField(const Json &object, const Field &field, const QString &where, Findings &f)
{
    const Json *found = memberOf(object, field.key);
    if (!found) {
        if (field.required)
            missing(field.key, where, f);
        return;
    }
    const Json &value = *found;
    const QString at = pointer(where, QLatin1String(field.key));
    switch (field.kind) {
    case Kind::Any:
        return;
    case Kind::Boolean:
        if (!value.is_boolean())
            f.error("config.type", at,
                    LintText::tr("\"%1\" is %2; it must be true or false.")
                        .arg(QLatin1String(field.key), shownValue(value)));
        return;
    case Kind::Object:
        if (!value.is_object())
            f.error(
                "config.type", at,
                LintText::tr("\"%1\" is %2; it must be an object.").arg(QLatin1String(field.key), shownValue(value)));
        return;
    case Kind::Integer:
        return checkInteger(value, field, at, f);
    case Kind::Loose:
        return checkLoose(value, field, at, f);
    case Kind::Cast:
        return checkCast(value, field, at, f);
    case Kind::Unread:
        return checkUnread(value, field, at, f);
    case Kind::Texts:
        return checkTexts(value, field, at, f);
    case Kind::Text:
    case Kind::Address:
    case Kind::Choice:
        break;
    }
    if (!value.is_string()) {
        f.error("config.type", at,
                LintText::tr("\"%1\" is %2; it must be a text.").arg(QLatin1String(field.key), shownValue(value)));
        return;
    }
    if (field.kind == Kind::Choice)
        checkChoice(value.get<QString>(), field, at, f);
    else if (field.kind == Kind::Address)
        checkAddress(object, value.get<QString>(), field, at, f);
}

} // namespace

std::optional<qint64> looseInteger(const Json &value)
{
    if (value.is_boolean())
        return value.get<bool>() ? 1 : 0;
    if (value.is_number_unsigned())
        return qint32(quint32(value.get<quint64>()));
    if (value.is_number_integer())
        return qint32(value.get<qint64>());
    if (value.is_number_float()) { // what does not fit becomes the smallest int
        const double number = value.get<double>();
        return number > -2147483649.0 && number < 2147483648.0 ? qint64(number) : -i32 - 1;
    }
    if (!value.is_string())
        return std::nullopt;
    static const QRegularExpression number(u"\\A\\s*([+-]?\\d+)"_s);
    bool fits = false;
    const int read = number.match(value.get<QString>()).captured(1).toInt(&fits);
    return fits ? std::optional<qint64>(read) : std::nullopt;
}

void missing(const char *key, const QString &where, Findings &f)
{
    f.error("config.missing-field", pointer(where, QLatin1String(key)),
            LintText::tr(
                "\"%1\" is missing. MindIE says \"[ParamChecker::CheckJsonParamType] %1: missing compulsory field\".")
                .arg(QLatin1String(key)),
            LintText::tr("Add it; the shipped config.json has it."));
}

const Json &sectionOf(const Json &parent, const char *key, const QString &where, Findings &f)
{
    static const Json empty = Json::object();
    const Json *value = memberOf(parent, key);
    if (value && value->is_object())
        return *value;
    missing(key, where, f);
    return empty;
}

void checkFields(Section section, const Json &object, const QString &where, Findings &f)
{
    const SectionFields fields = fieldsOf(section);
    QStringList known = QString::fromLatin1(fields.others).split(QLatin1Char('|'), Qt::SkipEmptyParts);
    for (const Field *field = fields.begin; field != fields.end; ++field) {
        checkField(object, *field, where, f);
        known << QLatin1String(field->key);
    }
    checkKeys(object, where, known, "config.unknown-key", f);
}

} // namespace mindie
