#include "core/engines/mindie/mindie.h"

#include "core/base/plaintext.h"
#include "core/engines/imagerelease.h"
#include "core/engines/mindie/mindieconfig.h"
#include "core/engines/mindie/mindielint.h"
#include "core/engines/mindie/mindienotes.h"
#include "core/engines/mindie/mindieparallel.h"
#include "core/engines/mindie/mindietraces.h"
#include "core/engines/mindie/ranktable.h"
#include "core/ranktable/ranktable.h"
#include "core/recipes/artifactstext.h"
#include "core/recipes/modelshape.h"
#include "core/recipes/scripttext.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

// `setting`: the one to be changed, where it is one.
Error mindieRefuses(const QString &message, const QString &setting = {})
{
    Error error{ErrorKind::Invalid, message, {}, {}};
    if (!setting.isEmpty())
        error.facts.insert(u"setting"_s, setting);
    return error;
}

// Ports that one process, or the processes of one node, bind. Service, management and metrics may share theirs, which
// MindIE then serves from one server (http_server.cpp of 2.2 and 3.0); only service with metrics and without management
// is no arrangement that it knows.
Result<void> portsAgree(const Json &settings)
{
    const char *const keys[] = {"port", "managementPort", "metricsPort", "multiNodesInferPort", "masterPort"};
    constexpr size_t served = 3;         // the first of them are HTTP servers of one process
    const std::optional<qint64> service = integerAt(settings, "port");
    if (service && service == integerAt(settings, "metricsPort") && service != integerAt(settings, "managementPort"))
        return mindieRefuses(
            ArtifactsText::tr("\"port\" and \"metricsPort\" are both %1, \"managementPort\" is not: MindIE stops with "
                              "\"Management or Business or Metrics port is invalid.\"; metrics may share the "
                              "management port, or all three be one.")
                .arg(*service));
    for (size_t i = 0; i < std::size(keys); ++i) {
        for (size_t k = i + 1; k < std::size(keys); ++k) {
            const std::optional<qint64> one = integerAt(settings, keys[i]), other = integerAt(settings, keys[k]);
            if (one && one == other && k >= served)
                return mindieRefuses(
                    ArtifactsText::tr(
                        "\"%1\" and \"%2\" are both %3; the service binds both, so give each its own port.")
                        .arg(QLatin1String(keys[i]), QLatin1String(keys[k]))
                        .arg(*one));
        }
    }
    return {};
}

// HCCL_HOST_SOCKET_PORT_RANGE: ports are 1 to 65535. What is no range at all the recipe's pattern refuses.
Result<void> hostPortsAgree(const Json &settings)
{
    const QString key = u"hcclHostPortRange"_s, range = stringAt(settings, "hcclHostPortRange");
    const int first = range.section(QLatin1Char('-'), 0, 0).toInt(), last = range.section(QLatin1Char('-'), 1).toInt();
    if (range.isEmpty() || (first >= 1 && first <= last && last <= 65535))
        return {};
    return mindieRefuses(
        ArtifactsText::tr(
            "\"%1\" is \"%2\"; write the first and the last port, both from 1 to 65535, the smaller one first.")
            .arg(key, shortened(range)),
        key);
}

Result<void> mindieAgrees(const Recipe &recipe, const Json &settings, int cards)
{
    const auto n = [&](const char *key) { return integerAt(settings, key).value_or(0); };
    if (const Result<void> ports = portsAgree(settings); !ports)
        return ports;
    if (const Result<void> mounts = mountsAgree(settings); !mounts)
        return mounts;
    if (const Result<void> ports = hostPortsAgree(settings); !ports)
        return ports;
    if (n("maxPrefillTokens") < n("maxInputTokenLen"))
        return mindieRefuses(
            ArtifactsText::tr("\"maxPrefillTokens\" (%1) must not be less than \"maxInputTokenLen\" (%2).")
                .arg(n("maxPrefillTokens"))
                .arg(n("maxInputTokenLen")),
            u"maxPrefillTokens"_s);
    if (n("maxIterTimes") > n("maxSeqLen"))
        return mindieRefuses(ArtifactsText::tr("\"maxIterTimes\" (%1) must not be more than \"maxSeqLen\" (%2).")
                                 .arg(n("maxIterTimes"))
                                 .arg(n("maxSeqLen")),
                             u"maxIterTimes"_s);
    const Result<MindieParallel> parallel = mindieParallel(recipe, settings, cards);
    return parallel ? Result<void>() : Result<void>(parallel.error());
}

// On one node MindIE wants none, and RANK_TABLE_FILE unset; a recipe that names it all the same gets it.
bool usesRankTable(const Recipe &recipe, const TemplateValues &values, qsizetype nodes)
{
    if (nodes > 1)
        return true;
    for (const Json &group : ::member(::member(recipe.data, "environment"), "groups")) {
        for (const Json &variable : ::member(group, "variables")) {
            const Result<bool> wanted = conditionHolds(::member(variable, "onlyIf"), values);
            if (stringAt(variable, "value").contains("${rankTable.path}"_L1) && (!wanted || *wanted))
                return true;
        }
    }
    return false;
}

Result<void> rankTablePathFits(const Json &settings, const QString &deployment, int nodes, int cards)
{
    const QString path = deploymentFolder(settings, deployment) + QLatin1Char('/') + rankTableName(nodes, cards);
    const qsizetype bytes = path.toUtf8().size();
    if (nodes > 1 && bytes > 256)
        return mindieRefuses(
            ArtifactsText::tr(
                "The rank table's path has %1 bytes; MindIE takes a RANK_TABLE_FILE of more than 256 for not set "
                "(\"Value length is too long\"). Shorten \"remoteFolder\" or the deployment's name.")
                .arg(bytes));
    return {};
}

Result<void> addMindieValues(Topology &all, const Recipe &recipe)
{
    const Json &settings = all.settings;
    const ScriptText say(settings);
    const Result<MindieParallel> parallel = mindieParallel(recipe, settings, all.cards());
    if (!parallel)
        return parallel.error();
    const qint64 tokens = integerAt(settings, "mtpTokens").value_or(0);
    const qint64 batch = integerAt(settings, "maxBatchSize").value_or(200);
    for (Placement &placement : all.placements) {
        TemplateValues &values = placement.values;
        values[u"parallel.dp"_s] = parallel->dp;
        values[u"parallel.moeEp"_s] = parallel->moeEp;
        values[u"parallel.hcclBuffSize"_s] = parallel->bufferMb;
        // as recipes from before the note call it
        values[u"parallel.bufferTerm"_s] = parallel->bufferTerm.isEmpty() ? u"0 MB"_s : parallel->bufferTerm;
        values[u"parallel.bufferNote"_s] = parallel->bufferTerm.isEmpty()
            ? say("The A2 dispatch operator, which has a need of its own, is not used here.",
                  "此处不使用 A2 dispatch 算子，其缓冲区需求不适用。")
            : say("Needed for the exchange of tokens between experts (A2 dispatch operator): ",
                  "专家间 Token 交换（A2 dispatch 算子）所需：")
                + parallel->bufferTerm + say(".", "。");
        values[u"parallel.plugin"_s] = tokens == 0
            ? Json(nullptr)
            : Json(u"{\"plugin_type\":\"mtp\",\"num_speculative_tokens\": %1}"_s.arg(tokens));
        // default 50, at most maxBatchSize (service_parameter_configuration.md)
        values[u"schedule.maxPrefillBatchSize"_s] = std::min<qint64>(50, batch);
    }
    return {};
}

// MindIE names its shared memory after the daemon's number (MindIE-LLM executor.cpp, infer_tokenizer.cpp); older
// releases had llm_backend in it.
SharedMemory mindieSharedMemory()
{
    const QString tokenizers = u"llm_tokenizer_shared_memory_"_s;
    return {{u"*llm_backend_*"_s, tokenizers + QLatin1Char('*')},
            u"\"$leader\"_* | sem.\"$leader\"_* | llm_tokenizer_shared_memory_* | *llm_backend_*"_s,
            {u"\"$old\"_*"_s, u"sem.\"$old\"_*"_s, tokenizers + u"\"$old\"_*"_s}};
}

Result<Process> mindieProcess(const Topology &all, const Placement &member, const Recipe &recipe)
{
    const ScriptText say(all.settings);
    const Result<Json> config = mindieConfig(member, recipe);
    if (!config)
        return config.error();
    const QString home = stringAt(all.settings, "mindieHome"),
                  table = rankTableName(int(all.placements.size()), all.cards());
    const Json &launch = ::member(recipe.data, "launch"), &ready = ::member(recipe.data, "ready");
    Process process;
    process.name = u"mindie"_s;
    process.workFolder = home;
    process.workHelp = localText(member.values.value(u"launch.startHelp"_s), say.language());
    process.argvLines = {textsAt(launch, "start")};
    const QString tablePath = member.value("deployment.folder") + QLatin1Char('/') + table;
    const bool hasTable = usesRankTable(recipe, member.values, all.placements.size());
    if (hasTable)
        process.files << ProcessFile{table, u"rank-table"_s, prettyJson(rankTable(all)), tablePath,
                                     say("The rank table, the same bytes on every node.",
                                         "rank table，各节点内容一致。"),
                                     true, true, true};
    process.files << ProcessFile{u"config.json"_s, u"config"_s, prettyJson(*config), home + u"/conf/config.json"_s,
                                 say("The service's configuration, to where the daemon looks for it.",
                                     "服务配置，放到守护进程读取的位置。"),
                                 false, true};
    if (const QString own = stringAt(all.settings, "atbModels"); !own.isEmpty())
        process.folders << ProcessFolder{own, u"/usr/local/Ascend/atb-models"_s,
                                         say("Your own atb-models over the image's.",
                                             "用自带 atb-models 覆盖镜像版本。")};
    process.lockedWhy = hasTable
        ? say("MindIE refuses a configuration or rank table with a mode above 640 or another owner.",
              "MindIE 拒绝权限高于 640 或属主不符的配置与 rank table。")
        : say("MindIE refuses a configuration with a mode above 640 or another owner.",
              "MindIE 拒绝权限高于 640 或属主不符的配置。");
    process.ownerWhy = say("The owner must be the user that runs the daemon: root in this image.",
                           "属主须为运行守护进程的用户，此镜像为 root。");
    process.sharedMemory = mindieSharedMemory();
    process.emptiesShmWhy
        = say("MindIE-LLM's set_env.sh empties /dev/shm, with --ipc=host the host's: while it is loaded, rm leaves "
              "that alone.",
              "MindIE-LLM 的 set_env.sh 会清空 /dev/shm，--ipc=host 时即主机的 /dev/shm：加载期间 rm 不处理该目录。");
    process.values.insert(u"rankTable.path"_s, hasTable ? tablePath : QString());
    process.readyLines = textsAt(ready, "logLines");
    process.failureLines = textsAt(ready, "failureLines");
    process.healthPath = stringAt(ready, "healthPath");
    process.serves = !all.placements.isEmpty() && all.placements.first().name == member.name;
    const int dp = std::max(1, member.value("parallel.dp").toInt());
    for (const PlacedDevice &device : member.devices)
        process.groupOf << device.rank * dp / std::max(1, all.cards());
    for (const Placement &other : all.placements) { // of the rank table
        if (other.name != member.name)
            process.waitsFor << other.name;
    }
    return process;
}

Result<QString> mindieNote(const Recipe &recipe, const Json &settings, int cards)
{
    const Result<MindieParallel> parallel = mindieParallel(recipe, settings, cards);
    return parallel ? Result<QString>(bufferReason(*parallel)) : Result<QString>(parallel.error());
}

Result<qint64> mindieBufferMb(const Recipe &recipe, const Json &settings, int cards)
{
    const Result<MindieParallel> parallel = mindieParallel(recipe, settings, cards);
    return parallel ? Result<qint64>(parallel->bufferMb) : Result<qint64>(parallel.error());
}

std::optional<OtherRelease> mindieOtherRelease(const Recipe &, const QString &image, const Json &settings)
{
    return otherRelease(image, u"mindie"_s, stringAt(settings, "generation"), u"generation"_s);
}

RecipeDialect mindieRecipes()
{
    using Is = RecipeShape::Is;
    const RecipeShape text{Is::Text, {}, nullptr};
    return {{},
            {{"rankTable",
              {Is::Object, {{"version", text, false}, {"containerIp", {Is::Flag, {}, nullptr}, false}}, nullptr},
              false},
             {"modelShape", modelShapeRecipe(), false},
             {"launch",
              {Is::Object,
               {{"backendType", text, true},
                {"start", {Is::Texts, {}, nullptr}, true},
                {"startHelp", {Is::Words, {}, nullptr}, false}},
               nullptr},
              true},
             {"config", {Is::Map, {}, nullptr}, true}},
            {u"config"_s},
            {u"parallel.dp"_s, u"parallel.moeEp"_s, u"parallel.hcclBuffSize"_s, u"parallel.bufferTerm"_s,
             u"parallel.bufferNote"_s,
             u"parallel.plugin"_s, u"schedule.maxPrefillBatchSize"_s},
            {u"rankTable.path"_s},
            {{"mindieHome", "path"}}};
}

// The image guide's least --shm-size: 1 GB, from data parallel 2 on more.
int mindieShmGib(int dp) { return dp <= 1 ? 1 : dp <= 2 ? 2 : dp <= 4 ? 3 : dp <= 8 ? 5 : 9; }

// Driver: the FAQ's 23.0.7, 24.1.RC2 or newer (versions.json, "driverMinimums"). Docker and room: the image guide; an
// image has 16 GB, and while it is pulled the packed layers are there as well.
EngineDemands mindieDemands()
{
    EngineDemands demands;
    // no noLongerThanModel: MIE04E13030A is a warning (mindie_llm/connector/request_router/router_impl.py)
    demands.modelConfig = true;
    demands.oldestDriver = u"23.0.7"_s;
    demands.badDriver = u"24.1.rc1"_s;
    demands.firstDrivers = {u"23.0.7"_s, u"24.1.RC2"_s};
    demands.oldestDocker = 24;
    demands.imageGib = 32;
    demands.imageName = u"mindie"_s;
    demands.imageRelease = u"mindie:\\d+(\\.(RC|T)?\\d+)*"_s;
    demands.shmGib = mindieShmGib;
    return demands;
}

// FP8 weights are converted before anything else (MindIE-LLM, examples/atb_models, deepseek-r1 README). How weights are
// quantized it takes from ModelSlim's description or from "quantize" of config.json (MindIE-LLM v3.0.0,
// examples/atb_models/atb_llm/models/base/router.py; mindie_llm/runtime/config/mindie_llm_config.py: only
// ms_model_slim.QuantizationConfig); quant_method it does not look at (base/config.py, QuantizationConfig). "ascend" is
// ModelSlim's.
QString mindieWeightsDoubt(const Recipe &, const QString &method)
{
    const QString its = method.toLower();
    if (its.isEmpty() || its == "ascend"_L1)
        return {};
    if (its == "fp8"_L1)
        return ArtifactsText::tr("By their config.json (quant_method) the weights are FP8: MindIE-LLM's instructions "
                                 "convert such to BF16 (fp8_cast_bf16.py), or further to W8A8, before they are "
                                 "served; it is not known that MindIE takes them as they are.");
    return ArtifactsText::tr("By their config.json (quant_method) the weights are %1: of quantized weights MindIE-LLM "
                             "reads those of ModelSlim (W8A8, W8A16, W4A8, ...); it is not known that it takes %1. "
                             "Take weights of ModelSlim or BF16, or an engine that takes %1.")
        .arg(shortened(method));
}

// ipAddress and managementIpAddress of config.json, where allowAllZeroIpListening does not let them be 0.0.0.0
// (MindIE-LLM service_parameter_configuration.md).
bool mindieIsOnNodesAddress(const Recipe &recipe, QLatin1String key)
{
    const Json server = member(member(recipe.data, "config"), "ServerConfig");
    if (boolAt(server, "allowAllZeroIpListening").value_or(false))
        return false;
    const QString own = u"${node.ip}"_s;
    if (key == "port"_L1)
        return stringAt(server, "ipAddress") == own;
    return (key == "managementPort"_L1 || key == "metricsPort"_L1) && stringAt(server, "managementIpAddress") == own;
}

} // namespace

// Ports: MindIE-LLM service_parameter_configuration.md; MASTER_PORT as in the guide, free on the master only
// (MindIE-LLM environment_variable.md). A slave starts no HTTP server (MindIE-LLM, src/server/endpoint/endpoint.cpp:
// "Multi Nodes infer slave instance need not init TokenizerProcessPool and HttpWrapper").
Engine mindieEngine()
{
    const EnginePort service{"port", "service", 1025, true}, management{"managementPort", "management", 1026, true},
        metrics{"metricsPort", "metrics", 1027, true};
    return {"mindie",
            "MindIE",
            true,
            {service,
             management,
             metrics,
             {"multiNodesInferPort", "multi-node", 1120},
             {"masterPort", "MASTER_PORT", 7008, true}},
            {service, management, metrics},
            "/v2/health/ready",
            {{"rank-table", "rank-table", lintRankTable}, {"mindie-config", "config", lintMindieConfig}},
            {"npuMemoryFraction", "maxSeqLen", "maxBatchSize", "mtpTokens"},
            mindieAgrees,
            rankTablePathFits,
            addMindieValues,
            mindieProcess,
            mindieNote,
            mindieLineNote,
            nullptr,
            mindieRecipes(),
            mindieDemands(),
            mindieOtherRelease,
            mindieBufferMb,
            nullptr,
            nullptr,
            nullptr,
            mindieTraces(),
            nullptr,
            nullptr,
            mindieWeightsDoubt,
            nullptr,
            mindieIsOnNodesAddress};
}
