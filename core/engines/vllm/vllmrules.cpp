#include "core/engines/vllm/vllmrules.h"

#include "core/base/json.h"
#include "core/base/plaintext.h"
#include "core/engines/vllm/pluginkeys.h"
#include "core/engines/vllm/vllmflags.h"
#include "core/recipes/artifactstext.h"

#include <QVersionNumber>

using namespace Qt::StringLiterals;

namespace {

// The command line as its rules ask for it.
struct Line
{
    const QStringList &arguments;
    QVersionNumber release;
    const VllmFlags &flags;
    QString name; // of the release: "0.8.5.post1"

    bool has(const char *flag) const { return arguments.contains(QLatin1String(flag)); }
    QString text(const char *flag) const // the last one counts
    {
        const qsizetype at = arguments.lastIndexOf(QLatin1String(flag));
        return at < 0 ? QString() : arguments.value(at + 1);
    }
    std::optional<qint64> number(const char *flag) const { return has(flag) ? vllmInteger(text(flag)) : std::nullopt; }
    qint64 number(const char *flag, qint64 usual) const { return number(flag).value_or(usual); }
    // Of a switch and its negative form the one that comes later; false: neither is there.
    bool isOn(const QString &flag) const
    {
        return arguments.lastIndexOf(flag) > arguments.lastIndexOf(u"--no-"_s + flag.mid(2));
    }
    bool isOff(const QString &flag) const
    {
        return arguments.lastIndexOf(flag) < arguments.lastIndexOf(u"--no-"_s + flag.mid(2));
    }
    Json json(const char *flag) const
    {
        const Result<Json> value = parseJson(text(flag).toUtf8(), QLatin1String(flag));
        return value ? *value : Json::object();
    }
    QString role() const { return stringAt(json("--kv-transfer-config"), "kv_role"); }
    bool from(const char *first) const { return release >= QVersionNumber::fromString(QLatin1String(first)); }
    bool until(const char *last) const { return release <= QVersionNumber::fromString(QLatin1String(last)); }
};

QString api(const Line &line)
{
    const qint64 servers = line.number("--api-server-count", 0);
    if (!line.has("--headless") || servers < (line.from("0.15.0") ? 1 : 2))
        return {};
    return ArtifactsText::tr("--headless starts no API server, so --api-server-count %1 is refused").arg(servers);
}

QString localGroups(const Line &line)
{
    const qint64 all = line.number("--data-parallel-size", 1), local = line.number("--data-parallel-size-local", all);
    if (local > all)
        return ArtifactsText::tr("--data-parallel-size-local %1 is more than --data-parallel-size %2")
            .arg(local)
            .arg(all);
    if (line.has("--headless") && local < 1)
        return ArtifactsText::tr("--headless wants at least one group of its own, --data-parallel-size-local is %1")
            .arg(local);
    const qint64 first = line.number("--data-parallel-start-rank", 0);
    if (first + local > all && line.has("--data-parallel-start-rank"))
        return ArtifactsText::tr("--data-parallel-start-rank %1 with %2 groups goes beyond --data-parallel-size %3")
            .arg(first)
            .arg(local)
            .arg(all);
    return {};
}

// vLLM asks whether it is true (arg_utils.py): 0 is as if it were not there, and the pages of vllm-ascend write it.
bool isStartedApart(const Line &line)
{
    return !line.has("--headless") && line.number("--data-parallel-start-rank", 0) != 0;
}

QString startRank(const Line &line)
{
    return isStartedApart(line) && line.from("0.9.2") && !line.from("0.10.0")
        ? ArtifactsText::tr("--data-parallel-start-rank %1 is refused without --headless")
              .arg(line.text("--data-parallel-start-rank"))
        : QString();
}

// It chooses the hybrid load balancer: every node answers for itself.
QString ownFrontEnd(const Line &line)
{
    if (!isStartedApart(line) || line.has("--data-parallel-hybrid-lb") || !startRank(line).isEmpty())
        return {};
    return ArtifactsText::tr("--data-parallel-start-rank without --headless makes a front end of its own on this node");
}

QString balancers(const Line &line)
{
    const bool external = line.has("--data-parallel-rank") || line.has("--data-parallel-external-lb");
    const bool hybrid = line.has("--data-parallel-start-rank") || line.has("--data-parallel-hybrid-lb");
    if (line.has("--headless") && line.has("--data-parallel-hybrid-lb"))
        return ArtifactsText::tr("--headless and --data-parallel-hybrid-lb exclude each other");
    return external && hybrid && !line.has("--headless")
        ? ArtifactsText::tr("--data-parallel-rank and --data-parallel-start-rank exclude each other")
        : QString();
}

QString externalBalancer(const Line &line)
{
    const bool isExternal = line.has("--data-parallel-rank") || line.has("--data-parallel-external-lb");
    return isExternal && !isFilledIn(line.text("--data-parallel-size")) && line.number("--data-parallel-size", 1) <= 1
        ? ArtifactsText::tr("--data-parallel-rank wants a --data-parallel-size of more than 1")
        : QString();
}

QString tools(const Line &line)
{
    return line.has("--enable-auto-tool-choice") && !line.has("--tool-call-parser")
        ? ArtifactsText::tr("--enable-auto-tool-choice wants a --tool-call-parser")
        : QString();
}

QString captures(const Line &line)
{
    return line.from("0.12.0") && line.has("--cudagraph-capture-sizes")
            && line.json("--compilation-config").contains("cudagraph_capture_sizes")
        ? ArtifactsText::tr("cudagraph_capture_sizes stands in a flag and in --compilation-config")
        : QString();
}

// A number was the level of compilation up to 0.11.0; later -O's.
QString compilation(const Line &line)
{
    return line.from("0.12.0") && line.json("--compilation-config").is_number()
        ? ArtifactsText::tr("--compilation-config %1 is refused: it wants a JSON object; a level is -O%1 from 0.12.0 "
                            "on")
              .arg(line.text("--compilation-config"))
        : QString();
}

QString quantization(const Line &line)
{
    const QString method = line.text("--quantization");
    const auto refused = [&](const QString &known) {
        return ArtifactsText::tr("--quantization %1 is refused on Ascend, which takes %2").arg(method, known);
    };
    if (method.isEmpty() || method == "ascend"_L1 || isFilledIn(method))
        return {};
    const QStringList taken = vllmQuantizations(line.name);
    const bool isFp8 = method == "deepseek_v4_fp8"_L1 && taken.contains("fp8"_L1);
    return isFp8 || taken.contains(method) ? QString() : refused(taken.join(", "_L1));
}

QString transferRole(const Line &line)
{
    const Json config = line.json("--kv-transfer-config");
    if (stringAt(config, "kv_connector").isEmpty() && member(config, "kv_role").is_null())
        return {};
    return isFilledIn(line.role())
            || QStringList{u"kv_producer"_s, u"kv_consumer"_s, u"kv_both"_s}.contains(line.role())
        ? QString()
        : ArtifactsText::tr("--kv-transfer-config wants a kv_role: kv_producer, kv_consumer or kv_both");
}

// Both said: where one is left out, vLLM chooses it to fit.
QString batch(const Line &line)
{
    const std::optional<qint64> tokens = line.number("--max-num-batched-tokens"),
                                sequences = line.number("--max-num-seqs"), length = line.number("--max-model-len");
    if (tokens && sequences && *tokens < *sequences)
        return ArtifactsText::tr("--max-num-batched-tokens %1 is less than --max-num-seqs %2")
            .arg(*tokens)
            .arg(*sequences);
    return tokens && length && *tokens < *length && line.isOff(u"--enable-chunked-prefill"_s)
        ? ArtifactsText::tr("--max-num-batched-tokens %1 is less than --max-model-len %2, and without chunked prefill "
                            "a prompt is one batch")
              .arg(*tokens)
              .arg(*length)
        : QString();
}

// From 0.12.0 on the parser itself refuses it; before, what it has read does (vllm/config, CacheConfig).
QString memory(const Line &line)
{
    bool isNumber = false;
    const double share = line.text("--gpu-memory-utilization").toDouble(&isNumber);
    return isNumber && share > 1 && !line.from("0.12.0")
        ? ArtifactsText::tr("--gpu-memory-utilization %1 is refused: \"GPU memory utilization must be less than 1.0\"")
              .arg(line.text("--gpu-memory-utilization"))
        : QString();
}

QString rank(const Line &line)
{
    const std::optional<qint64> rank = line.number("--data-parallel-rank");
    const qint64 all = line.number("--data-parallel-size", 1);
    if (!rank || !line.from("0.9.2"))
        return {};
    if (*rank < 0 || *rank >= all)
        return ArtifactsText::tr("--data-parallel-rank %1 is none of --data-parallel-size %2, whose ranks are 0 to %3")
            .arg(*rank)
            .arg(all)
            .arg(all - 1);
    return line.has("--headless") && line.until("0.9.2")
        ? ArtifactsText::tr("--headless and --data-parallel-rank exclude each other")
        : QString();
}

// vLLM's own load balancer of experts runs on CUDA and its like only (vllm/config/parallel.py); the plugin has another,
// whose key was dynamic_eplb before v0.13.0 (vllm_ascend/ascend_config.py).
QString expertBalance(const Line &line)
{
    if (!line.from("0.10.1.1"))
        return {};
    if (line.isOn(u"--enable-eplb"_s))
        return line.from("0.11.0")
            ? ArtifactsText::tr("--enable-eplb is refused on Ascend; the plugin's own is %1 in --additional-config")
                  .arg(line.from("0.13.0") ? u"eplb_config"_s : u"dynamic_eplb"_s)
            : ArtifactsText::tr("--enable-eplb is refused on Ascend");
    const qint64 spare = line.number("--num-redundant-experts", 0)
        + integerAt(line.json("--eplb-config"), "num_redundant_experts").value_or(0);
    return spare > 0 ? ArtifactsText::tr("num_redundant_experts is refused without --enable-eplb, which Ascend has not")
                     : QString();
}

QString contexts(const Line &line)
{
    const qint64 tp = line.number("--tensor-parallel-size", 1),
                 decode = line.number("--decode-context-parallel-size", 1),
                 prefill = line.number("--prefill-context-parallel-size", 1),
                 dp = line.number("--data-parallel-size", 1), nodes = line.number("--nnodes", 1),
                 world = tp * line.number("--pipeline-parallel-size", 1) * prefill;
    if (line.from("0.10.2") && decode > 1 && tp % decode != 0)
        return ArtifactsText::tr("--tensor-parallel-size %1 cannot be divided by --decode-context-parallel-size %2")
            .arg(tp)
            .arg(decode);
    // the plugin's own in some, vLLM's in others
    const bool isPrefillAlone = line.from("0.26.0") || (line.from("0.22.1") && line.until("0.24.0"));
    if (isPrefillAlone && prefill > 1 && dp > 1)
        return ArtifactsText::tr("--prefill-context-parallel-size %1 and --data-parallel-size %2 exclude each other")
            .arg(prefill)
            .arg(dp);
    return line.from("0.12.0") && nodes > 1 && world % nodes != 0
        ? ArtifactsText::tr("%1 cards of a group cannot be divided by --nnodes %2").arg(world).arg(nodes)
        : QString();
}

QString speculation(const Line &line)
{
    const Json config = line.json("--speculative-config");
    if (line.from("0.15.0") && config.contains("tensor_parallel_size"))
        return ArtifactsText::tr("tensor_parallel_size in --speculative-config is refused; the draft's is "
                                 "draft_tensor_parallel_size");
    const qint64 draft = integerAt(config, "draft_tensor_parallel_size").value_or(1),
                 tp = line.number("--tensor-parallel-size", 1);
    return draft != 1 && draft != tp
        ? ArtifactsText::tr("draft_tensor_parallel_size %1 in --speculative-config is neither 1 nor "
                            "--tensor-parallel-size %2")
              .arg(draft)
              .arg(tp)
        : QString();
}

// Every class of settings refuses keys that it does not have from 0.16.0 on, that of the compilation from 0.13.0 on.
QString keys(const Line &line)
{
    QStringList flags = line.flags.bySpelling.keys();
    flags.sort();
    for (const QString &name : std::as_const(flags)) {
        const VllmFlag flag = line.flags.bySpelling.value(name);
        const bool isStrict = line.from(flag.config == "CompilationConfig"_L1 ? "0.13.0" : "0.16.0");
        if (!isStrict || flag.config.isEmpty() || !line.arguments.contains(name) || flag.name != name)
            continue;
        const auto strange = [&](const Json &json, const QString &config) {
            const QStringList known = line.flags.keys.value(config);
            QStringList unknown;
            if (!json.is_object())
                return unknown;
            for (const auto &[key, value] : json.items()) {
                if (!known.contains(QString::fromStdString(key)))
                    unknown << QString::fromStdString(key);
            }
            return unknown;
        };
        const Json json = line.json(name.toUtf8().constData());
        QStringList unknown = strange(json, flag.config);
        if (flag.config == "CompilationConfig"_L1)
            unknown << strange(member(json, "pass_config"), u"PassConfig"_s);
        if (!unknown.isEmpty())
            return ArtifactsText::tr("%1 refuses what it does not know: %2", "keys of JSON")
                .arg(name, unknown.join(", "_L1));
    }
    return {};
}

// The first one that takes the word; empty: none does.
QString laterRelease(const Line &line, const QString &config, const QString &key, const QString &word)
{
    const QStringList releases = vllmReleases();
    for (qsizetype i = releases.indexOf(line.name) + 1; i < releases.size(); ++i) {
        const Result<VllmFlags> flags = vllmFlags(releases[i]);
        if (flags && flags->choices.value(config).value(key).contains(word))
            return releases[i];
    }
    return {};
}

// Words of a class of settings that takes only some, such as the method of --speculative-config (typing's Literal in
// vllm/config; cudagraph_mode and mode are enums, whose names may be in small letters, and a mode may be its number:
// vllm/config/compilation.py). kv_role has a rule of its own.
QString choices(const Line &line)
{
    QStringList flags = line.flags.bySpelling.keys(), refused;
    flags.sort();
    for (const QString &name : std::as_const(flags)) {
        const VllmFlag flag = line.flags.bySpelling.value(name);
        const QHash<QString, QStringList> choosing = line.flags.choices.value(flag.config);
        if (choosing.isEmpty() || flag.name != name || !line.arguments.contains(name))
            continue;
        const Json json = line.json(name.toUtf8().constData());
        for (auto its = choosing.cbegin(); its != choosing.cend(); ++its) {
            const Json &value = member(json, its.key().toUtf8().constData());
            const bool isNumber = its.key() == "mode"_L1 && value.is_number_integer();
            if (its.key() == "kv_role"_L1 || (!value.is_string() && !isNumber))
                continue;
            if (isNumber && value >= 0 && value < its->size())
                continue;
            const QString word = isNumber ? QString::fromStdString(value.dump()) : value.get<QString>();
            const bool isEnum = its.key() == "cudagraph_mode"_L1 || its.key() == "mode"_L1;
            const bool isPlugins = its.key() == "quantization"_L1 && word == "ascend"_L1;
            if (isFilledIn(word) || isPlugins || its->contains(isEnum ? word.toUpper() : word))
                continue;
            const QString since = laterRelease(line, flag.config, its.key(), word);
            const QString text = ArtifactsText::tr("%1: %2 %3 is no choice of vLLM %4: %5", "flag; key; value; release")
                                     .arg(name, its.key(), shortened(word), line.name, its->join(", "_L1));
            refused << (since.isEmpty()
                            ? text
                            : text + ArtifactsText::tr("; %1 is one from %2 on", "value; release").arg(word, since));
        }
    }
    refused.sort();
    return refused.join("; "_L1);
}

// Of --kv-transfer-config, and of each of those that a MultiConnector holds.
QList<Json> transfers(const Json &config)
{
    QList<Json> all{config};
    for (const Json &one : member(member(config, "kv_connector_extra_config"), "connectors"))
        all << one;
    return all;
}

QList<Json> transfers(const Line &line) { return transfers(Json(line.json("--kv-transfer-config"))); }

// Those that the plugin registers; a module of somebody else's may have a class of any name.
QString connectors(const Line &line)
{
    const QStringList plugins = pluginReleases({}, line.name);
    QStringList refused;
    for (const Json &config : transfers(line)) {
        const QString module = stringAt(config, "kv_connector_module_path");
        const QString fault = module.isEmpty() || module.startsWith("vllm_ascend."_L1)
            ? connectorFault(stringAt(config, "kv_connector"), plugins)
            : QString();
        if (!fault.isEmpty() && !refused.contains(fault))
            refused << fault;
    }
    return refused.join("; "_L1);
}

// Of nobody that is known here.
QStringList strangeConnectors(const Line &line)
{
    QStringList found;
    for (const Json &config : transfers(line)) {
        const QString connector = stringAt(config, "kv_connector");
        if (stringAt(config, "kv_connector_module_path").isEmpty() && !isFilledIn(connector))
            found << strangeConnector(connector);
    }
    found.removeAll(QString());
    found.removeDuplicates();
    return found;
}

// Those of the plugin that hand the cache from node to node by Mooncake.
bool isMooncake(const Json &config)
{
    static const QStringList all{u"MooncakeConnectorV1"_s, u"MooncakeLayerwiseConnector"_s,
                                 u"MooncakeHybridConnector"_s};
    const QString module = stringAt(config, "kv_connector_module_path");
    return all.contains(stringAt(config, "kv_connector"))
        && (module.isEmpty() || module.startsWith("vllm_ascend."_L1));
}

// They read both sizes of both sides at once (vllm_ascend/distributed, mooncake_connector.py and those beside it).
QString transferParts(const Line &line)
{
    for (const Json &config : transfers(line)) {
        const bool isLayerwise = stringAt(config, "kv_connector") == "MooncakeLayerwiseConnector"_L1;
        if (!isMooncake(config) || (isLayerwise && !line.until("0.14.1")))
            continue;
        const Json &extra = member(config, "kv_connector_extra_config");
        QStringList missing;
        for (const char *side : {"prefill", "decode"}) {
            for (const char *size : {"dp_size", "tp_size"}) {
                const Json &its = member(extra, side);
                if (!its.is_string() && member(its, size).is_null()) // a text is filled in later
                    missing << QLatin1String(side) + u'.' + QLatin1String(size);
            }
        }
        if (!missing.isEmpty() && !extra.is_string())
            return ArtifactsText::tr("--kv-transfer-config: kv_connector_extra_config lacks %1, which %2 wants")
                .arg(missing.join(", "_L1), stringAt(config, "kv_connector"));
    }
    return {};
}

// ValueError of its workers (vllm_ascend/distributed, mooncake_connector.py and mooncake_hybrid_connector.py).
QString transferSizes(const Line &line)
{
    for (const Json &config : transfers(line)) {
        const QString connector = stringAt(config, "kv_connector");
        if (connector != "MooncakeConnectorV1"_L1 && connector != "MooncakeHybridConnector"_L1)
            continue;
        const Json &extra = member(config, "kv_connector_extra_config");
        const std::optional<qint64> prefill = integerAt(member(extra, "prefill"), "tp_size"),
                                    decode = integerAt(member(extra, "decode"), "tp_size");
        if (prefill && decode && *prefill < *decode)
            return ArtifactsText::tr("--kv-transfer-config: %1 refuses a tp_size of prefill (%2) that is less than "
                                     "that of decode (%3)")
                .arg(connector)
                .arg(*prefill)
                .arg(*decode);
    }
    return {};
}

// It may be quoted.
std::optional<qint64> transferPort(const Json &config)
{
    const Json &port = member(config, "kv_port");
    return port.is_string() ? vllmInteger(port.get<QString>()) : integerAt(config, "kv_port");
}

QString ports(const Line &line)
{
    const auto refused = [](const QString &where, qint64 port) {
        return ArtifactsText::tr("%1 %2 is no port: ports are 1 to 65535").arg(where).arg(port);
    };
    for (const char *flag : {"--port", "--data-parallel-rpc-port", "--master-port"}) {
        const std::optional<qint64> port = line.number(flag);
        if (port && (*port < 0 || *port > 65535)) // 0: the system chooses one
            return refused(QLatin1String(flag), *port);
    }
    for (const Json &config : transfers(line)) {
        const Json &kv = member(config, "kv_port");
        const QString said = kv.is_string() ? kv.get<QString>() : QString();
        const std::optional<qint64> port = transferPort(config);
        if (port && (*port < 0 || *port > 65535))
            return refused(u"kv_port"_s, *port);
        if (kv.is_string() && !port && !isFilledIn(said) && line.from("0.12.0")) // vllm/config/kv_transfer.py
            return ArtifactsText::tr("--kv-transfer-config: kv_port \"%1\" is refused: it must be a number")
                .arg(shortened(said));
    }
    return {};
}

// What both sides are told of this one's cards must be so; only v0.12.0rc1 looks (vllm_ascend/distributed,
// mooncake_connector.py).
QString ownSize(const Line &line, const Json &config)
{
    const QString role = line.role();
    const char *side = role == "kv_producer"_L1 ? "prefill" : role == "kv_consumer"_L1 ? "decode" : nullptr;
    if (!side)
        return {};
    const std::optional<qint64> told
        = integerAt(member(member(config, "kv_connector_extra_config"), side), "tp_size");
    const std::optional<qint64> tp = line.number("--tensor-parallel-size");
    return told && tp && *told != *tp
        ? ArtifactsText::tr("--kv-transfer-config: tp_size of %1 is %2, and this service, which is %3, has "
                            "--tensor-parallel-size %4")
              .arg(QLatin1String(side))
              .arg(*told)
              .arg(role)
              .arg(*tp)
        : QString();
}

// Mooncake's AscendDirectTransport takes any of 20000 and 1000 for each NPU of the node (vllm-ascend,
// pd_disaggregation_mooncake_multi_node.md).
constexpr qint64 firstReserved = 20000;
qint64 endOfReserved(qint64 npus) { return firstReserved + 1000 * npus; }

// On every such node.
QString reservedPort(const Json &config, const NpusPerNode &npus)
{
    const std::optional<qint64> port = transferPort(config);
    if (!port || *port < firstReserved || *port >= endOfReserved(npus.fewest))
        return {};
    const qint64 last = endOfReserved(npus.fewest) - 1;
    return npus.fewest == npus.most
        ? ArtifactsText::tr("--kv-transfer-config: kv_port %1 is among the ports that Mooncake takes at random: 20000 "
                            "to %2 with %3 NPUs on a node")
              .arg(*port)
              .arg(last)
              .arg(npus.fewest)
        : ArtifactsText::tr("--kv-transfer-config: kv_port %1 is among the ports that Mooncake takes at random: 20000 "
                            "to %2 with %3 NPUs on a node, to %4 with %5")
              .arg(*port)
              .arg(last)
              .arg(npus.fewest)
              .arg(endOfReserved(npus.most) - 1)
              .arg(npus.most);
}

// On those with most NPUs, and not on those with fewest.
QString oftenReservedPort(const Json &config, const NpusPerNode &npus)
{
    const std::optional<qint64> port = transferPort(config);
    return port && *port >= endOfReserved(npus.fewest) && *port < endOfReserved(npus.most)
        ? ArtifactsText::tr("--kv-transfer-config: on a node with %1 NPUs kv_port %2 is among the ports that Mooncake "
                            "takes at random, 20000 to %3; with %4 NPUs these end at %5")
              .arg(npus.most)
              .arg(*port)
              .arg(endOfReserved(npus.most) - 1)
              .arg(npus.fewest)
              .arg(endOfReserved(npus.fewest) - 1)
        : QString();
}

// Of the first node, which the others meet: --data-parallel-rpc-port where some groups are elsewhere (vllm/v1/engine/
// utils.py, launch_core_engines), --master-port where a group is.
QString samePort(const Line &line)
{
    const qint64 all = line.number("--data-parallel-size", 1);
    const bool isOneOfMany = line.has("--data-parallel-rank") || line.has("--data-parallel-external-lb");
    const qint64 local = isOneOfMany ? 1 : line.number("--data-parallel-size-local", all);
    for (const char *place : {"--data-parallel-start-rank", "--data-parallel-rank", "--node-rank"}) {
        if (line.number(place, 0) != 0)
            return {};
    }
    QList<std::pair<QString, qint64>> bound;
    const auto add = [&](const char *flag) {
        const qint64 port = line.number(flag, 0);
        if (port > 0)
            bound << std::pair(QString(QLatin1String(flag)), port);
    };
    if (!line.has("--headless"))
        add("--port");
    if (!line.has("--headless") && local < all && line.text("--data-parallel-backend") != "ray"_L1)
        add("--data-parallel-rpc-port");
    if (line.number("--nnodes", 1) > 1)
        add("--master-port");
    for (qsizetype i = 0; i < bound.size(); ++i) {
        for (qsizetype k = 0; k < i; ++k) {
            if (bound[k].second == bound[i].second)
                return ArtifactsText::tr("%1 and %2 are both %3; the service binds both", "flag; flag; port")
                    .arg(bound[k].first, bound[i].first)
                    .arg(bound[i].second);
        }
    }
    return {};
}

// The block "scheduler_config" is read from 0.25.1 on (resources/vllm-ascend-keys.json): before, that alone is told.
bool isRecomputing(const Line &line)
{
    const Json extra = line.json("--additional-config");
    return boolAt(extra, "recompute_scheduler_enable").value_or(false)
        || (line.from("0.25.1")
            && boolAt(member(extra, "scheduler_config"), "recompute_scheduler_enable").value_or(false));
}

// The plugin logs a warning and goes on (platform.py).
QString recomputeOfPrefill(const Line &line)
{
    return isRecomputing(line) && line.from("0.23.0") && line.role() == "kv_producer"_L1
        ? ArtifactsText::tr("recompute_scheduler_enable is ignored on a prefill node from 0.23.0 on")
        : QString();
}

// Blocks whose keys the plugin looks at, such as eplb_config from v0.14.0rc1 on.
QString pluginBlocks(const Line &line)
{
    QStringList refused;
    for (const PluginKeyFault &fault :
         pluginKeyFaults(line.arguments, line.flags, pluginReleases({}, line.name))) {
        if (fault.kind == PluginKeyFault::Kind::Refused)
            refused << fault.text;
    }
    return refused.join("; "_L1);
}

// argparse keeps the last one, also where the two are spelt otherwise: a beginning of the name, or "--flag.key" beside
// the whole JSON.
QString twice(const Line &line)
{
    QHash<QString, QStringList> values;
    QStringList named;
    for (qsizetype i = 0; i < line.arguments.size(); ++i) {
        const QString &flag = line.arguments[i];
        if (!line.flags.bySpelling.contains(flag) || flag == "--middleware"_L1) // that one is added up
            continue;
        QStringList its;
        while (i + 1 < line.arguments.size() && !line.flags.bySpelling.contains(line.arguments[i + 1]))
            its << line.arguments[++i];
        const auto before = values.constFind(flag);
        if (before != values.cend() && *before != its && !named.contains(flag))
            named << flag;
        values.insert(flag, its);
    }
    return named.isEmpty()
        ? QString()
        : ArtifactsText::tr("%1 is given twice, and only the last one counts", "flags").arg(named.join(u", "_s));
}

// With what its line refers to.
struct ReadLine
{
    ReadLine(const QStringList &arguments, const QString &release)
        : flags(flagsOf(release)), plain(vllmPlainArguments(arguments, flags)),
          line{plain, QVersionNumber::fromString(release), flags, release}
    {
    }
    ReadLine(const ReadLine &) = delete;
    ReadLine &operator=(const ReadLine &) = delete;

    static VllmFlags flagsOf(const QString &release) // none where the release is not known
    {
        const Result<VllmFlags> found = vllmFlags(release);
        return found ? *found : VllmFlags();
    }

    const VllmFlags flags;
    const QStringList plain;
    const Line line;
};

} // namespace

VllmFaults vllmFaults(const QStringList &arguments, const QString &release, const VllmVariables &variables)
{
    const ReadLine read(arguments, release);
    VllmFaults all;
    for (const auto rule :
         {api, localGroups, startRank, balancers, externalBalancer, tools, captures, quantization, transferRole,
          batch, rank, expertBalance, pluginBlocks, compilation, contexts, speculation, keys, choices, connectors,
          transferParts, transferSizes, ports, samePort, memory})
        all.contradictions << rule(read.line);
    for (const VllmRefusal &refusal : vllmRefusals(read.plain, read.flags, release, variables))
        (refusal.isSure ? all.contradictions : all.unset) << refusal.text;
    all.contradictions.removeAll(QString());
    return all;
}

QStringList vllmContradictions(const QStringList &arguments, const QString &release)
{
    return vllmFaults(arguments, release, {}).contradictions;
}

QStringList vllmCautions(const QStringList &arguments, const QString &release)
{
    const ReadLine read(arguments, release);
    QStringList all{ownFrontEnd(read.line), recomputeOfPrefill(read.line)};
    all.removeAll(QString());
    return all;
}

QStringList vllmQuantizations(const QString &release)
{
    const QVersionNumber number = QVersionNumber::fromString(release);
    QStringList taken{u"ascend"_s};
    if (number >= QVersionNumber(0, 12, 0))
        taken << u"compressed-tensors"_s;
    if (number >= QVersionNumber(0, 21, 0))
        taken << u"fp8"_s;
    return taken;
}

bool vllmDetectsModelSlim(const QString &release)
{
    const QVersionNumber number = QVersionNumber::fromString(release);
    return number >= QVersionNumber(0, 17, 0)
        || (number >= QVersionNumber(0, 15, 0) && number < QVersionNumber(0, 16, 0));
}

bool vllmKeepsEngineIds(const QString &release)
{
    return !release.isEmpty() && QVersionNumber::fromString(release) < QVersionNumber(0, 12, 0);
}

bool VllmEngineId::isTakenFor(const VllmEngineId &other) const
{
    const bool isAmongPrefill = role != "kv_consumer"_L1 && connector != "MooncakeLayerwiseConnector"_L1;
    return connector == other.connector && id == other.id && (role != other.role || isAmongPrefill);
}

QList<VllmEngineId> vllmEngineIds(const Json &config, const QString &release)
{
    QList<VllmEngineId> all;
    if (!vllmKeepsEngineIds(release))
        return all;
    for (const Json &one : transfers(config)) {
        const VllmEngineId its{stringAt(one, "kv_connector"), stringAt(one, "kv_role"), stringAt(one, "engine_id")};
        if (isMooncake(one) && !its.id.isEmpty() && !isFilledIn(its.id) && !isFilledIn(its.role))
            all << its;
    }
    return all;
}

QString vllmWeightsRefusal(const QString &method, const QString &release)
{
    const QString its = method.toLower().replace(u'_', u'-');
    const QStringList taken = vllmQuantizations(release);
    if (method.isEmpty() || release.isEmpty() || taken.contains(its)
        || (its == "deepseek-v4-fp8"_L1 && taken.contains("fp8"_L1)))
        return {};
    return ArtifactsText::tr("By their config.json (quant_method) the weights are %1, which vLLM %2 refuses at start "
                             "on Ascend: it takes %3. Take weights of one of these, or an engine that takes %1.")
        .arg(shortened(method), release, taken.join(", "_L1));
}

QString vllmGivenTwice(const QStringList &arguments, const QString &release)
{
    return twice(ReadLine(arguments, release).line);
}

QStringList vllmStrangeConnectors(const QStringList &arguments, const QString &release)
{
    return strangeConnectors(ReadLine(arguments, release).line);
}

QStringList vllmTransferSlips(const QStringList &arguments, const QString &release, const NpusPerNode &npus)
{
    const ReadLine read(arguments, release);
    QStringList slips;
    for (const Json &config : transfers(read.line)) {
        if (isMooncake(config))
            slips << ownSize(read.line, config) << reservedPort(config, npus);
    }
    slips.removeAll(QString());
    slips.removeDuplicates();
    return slips;
}

QStringList vllmTransferNotes(const QStringList &arguments, const QString &release, const NpusPerNode &npus)
{
    const ReadLine read(arguments, release);
    QStringList notes;
    for (const Json &config : transfers(read.line)) {
        if (isMooncake(config))
            notes << oftenReservedPort(config, npus);
    }
    notes.removeAll(QString());
    notes.removeDuplicates();
    return notes;
}
