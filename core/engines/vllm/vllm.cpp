#include "core/engines/vllm/vllm.h"

#include "core/engines/imagerelease.h"
#include "core/engines/vllm/pluginkeys.h"
#include "core/engines/vllm/vllmflags.h"
#include "core/engines/vllm/vllmimage.h"
#include "core/engines/vllm/vllmlint.h"
#include "core/engines/vllm/vllmnotes.h"
#include "core/engines/vllm/vllmranks.h"
#include "core/engines/vllm/vllmroles.h"
#include "core/engines/vllm/vllmrules.h"
#include "core/engines/vllm/vllmtraces.h"
#include "core/recipes/artifactstext.h"
#include "core/recipes/modelshape.h"
#include "core/recipes/scripttext.h"

#include <algorithm>
#include <numeric>

using namespace Qt::StringLiterals;

namespace {

Error vllmRefuses(const QString &message, const QString &setting = {})
{
    Error error{ErrorKind::Invalid, message, {}, {}};
    if (!setting.isEmpty())
        error.facts.insert(u"setting"_s, setting);
    return error;
}

// 1, 2, 4, 8 and so on until an even step of at least an eighth of the largest, which is the last: none is padded to
// more than its double, as with vLLM's own (usualCaptureSizes), and there are few of them: too many graphs exhaust the
// driver's streams (vllm-ascend, FAQ: "Insufficient_Stream_Resources").
QList<qint64> evenCounts(qint64 largest)
{
    constexpr qint64 mostSteps = 8;
    qint64 step = 1;
    while (step * mostSteps < largest)
        step *= 2;
    QList<qint64> counts;
    for (qint64 n = 1; n < largest; n += std::min(n, step))
        counts << n;
    counts << largest;
    return counts;
}

// A batch is captured as a graph in a few sizes, each of so many sequences with the tokens that are guessed for each:
// n x (guessed + 1), the largest n being --max-num-seqs (vllm-ascend tutorials, DeepSeek-V3.1 of v0.18.0), or what fits
// in the tokens of a step: vLLM leaves out what is beyond them. A recipe may have its own n for its own --max-num-seqs,
// which is their last ("captureSequences").
Json captureSizes(qint64 sequences, qint64 guessed, qint64 tokens, const Json &own)
{
    const qint64 largest = std::max<qint64>(1, std::min(sequences, tokens / (guessed + 1)));
    QList<qint64> counts;
    if (own.is_array() && !own.empty() && own.back() == largest) {
        for (const Json &count : own)
            counts << count.get<qint64>();
    } else {
        counts = evenCounts(largest);
    }
    Json sizes = Json::array();
    qint64 last = 0;
    for (const qint64 n : std::as_const(counts)) {
        if (n > last && n <= largest) {
            sizes.push_back(n * (guessed + 1));
            last = n;
        }
    }
    return sizes;
}

// Whole sequences that a tensor parallel group can share evenly, up to the largest batch or the tokens of a step: what
// is beyond the largest size runs without a graph. A tutorial may have its own for its own settings
// ("capturesOfGroup" of the recipe: DeepSeek-V3.2 of v0.18.0 and v0.23.0, two nodes, ends at three quarters).
Json captureSizesOfGroup(qint64 sequences, qint64 guessed, qint64 tokens, qint64 tp, const Json &tutorials)
{
    const qint64 unit = std::lcm(guessed + 1, tp), most = std::min(sequences * (guessed + 1), tokens);
    if (tutorials.is_object() && most == sequences * (guessed + 1) && integerAt(tutorials, "maxSeqs") == sequences
        && integerAt(tutorials, "mtpTokens") == guessed && integerAt(tutorials, "tp") == tp)
        return ::member(tutorials, "sizes");
    Json sizes = Json::array();
    for (const qint64 n : evenCounts(std::max<qint64>(1, most / unit)))
        sizes.push_back(n * unit);
    return sizes;
}

// The sizes that vLLM-Ascend captures where the command names none: 1, 2, 4, eights up to 256 and sixteens from there,
// up to --max-num-seqs x (guessed + 1), 512 and --max-num-batched-tokens (vllm_ascend v0.18.0 and v0.23.0, platform.py,
// _get_default_max_cudagraph_capture_size; vllm, _set_cudagraph_sizes).
QList<qint64> usualCaptureSizes(qint64 sequences, qint64 guessed, qint64 tokens)
{
    const qint64 largest = std::min({sequences * (guessed + 1), qint64(512), tokens});
    QList<qint64> sizes;
    for (qint64 n = 1; n <= largest; n += n < 4 ? n : n < 8 ? 4 : n < 256 ? 8 : 16)
        sizes << n;
    return sizes;
}

Result<void> groupsAgree(const Recipe &recipe, qint64 tp, int cards)
{
    if (cards % tp != 0)
        return vllmRefuses(
            ArtifactsText::tr("\"tp\" is %1, but %2 cards cannot be divided by it (dp × tp must be all cards). "
                              "%3 would divide them.")
                .arg(tp)
                .arg(cards)
                .arg(dividersOf(cards, recipe.chipsPerNode)));
    if (tp > recipe.chipsPerNode)
        return vllmRefuses(
            ArtifactsText::tr("\"tp\" is %1; a group of cards that share each layer stays on one node, which has %2.")
                .arg(tp)
                .arg(recipe.chipsPerNode));
    return {};
}

Result<void> engineIdsDiffer(const Recipe &recipe, const Json &settings);
Result<void> capturesAgree(const Recipe &recipe, const Json &settings, qint64 tp, int cards);

Result<void> vllmAgrees(const Recipe &recipe, const Json &settings, int cards)
{
    const auto n = [&](const char *key) { return integerAt(settings, key).value_or(0); };
    if (const Result<void> mounts = mountsAgree(settings); !mounts)
        return mounts;
    if (n("port") == n("rpcPort") && n("port") > 0)
        return vllmRefuses(
            ArtifactsText::tr(
                "\"port\" and \"rpcPort\" are both %1; the service binds both, so give each its own port.")
                .arg(n("port")));
    if (const Result<void> fits = nodesAgree(recipe, cards); !fits)
        return fits;
    const qint64 tp = std::max<qint64>(1, n("tp"));
    const bool isSplit = hasRoles(recipe);
    if (const Result<void> groups = isSplit ? rolesAgree(recipe, settings, cards) : groupsAgree(recipe, tp, cards);
        !groups)
        return groups;
    for (const QString &role : isSplit ? QStringList{u"prefill"_s, u"decode"_s} : QStringList{QString()}) {
        const QString tokens = roleKey(settings, role, "maxBatchedTokens"),
                      sequences = roleKey(settings, role, "maxSeqs");
        const qint64 most = n(tokens.toUtf8().constData()), least = n(sequences.toUtf8().constData());
        if (most < least)
            return vllmRefuses(ArtifactsText::tr("\"%1\" (%2) must not be less than \"%3\" (%4): vLLM stops with "
                                                 "\"max_num_batched_tokens must be greater than or equal to "
                                                 "max_num_seqs\".")
                                   .arg(tokens)
                                   .arg(most)
                                   .arg(sequences)
                                   .arg(least),
                               tokens);
    }
    const Json &serve = ::member(recipe.data, "serve");
    const bool isByTensorParallel = boolAt(serve, "capturesByTensorParallel").value_or(false) && tp > 1;
    if (const Result<void> captured
        = isByTensorParallel ? capturesAgree(recipe, settings, tp, cards) : Result<void>();
        !captured)
        return captured;
    // A step of a request has the tokens that are guessed and one more, and with FlashComm what is captured must be a
    // multiple of that and of tp (vllm, CompilationConfig.adjust_cudagraph_sizes_for_spec_decode, with enable_sp, which
    // FlashComm sets: vllm_ascend, update_pass_config).
    const qint64 step = n("mtpTokens") + 1, larger = std::max(step, tp);
    if (isByTensorParallel && (larger % step != 0 || larger % tp != 0)) {
        qint64 fewer = n("mtpTokens");
        while (fewer > 0 && tp % (fewer + 1) != 0)
            --fewer;
        return vllmRefuses(ArtifactsText::tr("\"mtpTokens\" is %1; with FlashComm and graphs one more than it (%2) and "
                                             "\"tp\" (%3) must divide each other, or vLLM stops after loading with "
                                             "\"Can't determine cudagraph shapes\". %4 would do.")
                               .arg(n("mtpTokens"))
                               .arg(step)
                               .arg(tp)
                               .arg(fewer),
                           u"mtpTokens"_s);
    }
    if (const Result<void> differ = engineIdsDiffer(recipe, settings); !differ)
        return differ;
    const Result<VllmFlags> flags = vllmFlags(stringAt(serve, "release"));
    return flags ? Result<void>() : Result<void>(flags.error());
}

// An image may have been changed to read them: no more than a warning, once for all nodes.
void warnOfPluginKeys(Topology &all, const Recipe &recipe)
{
    const Json &serve = ::member(recipe.data, "serve");
    const QString release = stringAt(serve, "release");
    const Result<VllmFlags> flags = vllmFlags(release);
    const QStringList plugins = pluginReleases(stringAt(all.settings, "image"), release);
    for (const Json &argument : ::member(serve, "arguments")) {
        if (!flags || stringAt(argument, "flag") != "--additional-config"_L1)
            continue;
        for (const Placement &placement : std::as_const(all.placements)) {
            const Result<Json> value = expanded(::member(argument, "value"), placement.values);
            const QString text = !value ? QString()
                : value->is_structured() ? QString::fromStdString(value->dump())
                                         : plainText(*value);
            for (const PluginKeyFault &fault :
                 pluginKeyFaults({u"--additional-config"_s, text}, *flags, plugins)) {
                const QString warning = fault.text + u'.';
                if (fault.kind == PluginKeyFault::Kind::Unknown && !all.warnings.contains(warning))
                    all.warnings << warning;
            }
        }
    }
}

Result<void> addVllmValues(Topology &all, const Recipe &recipe)
{
    const qint64 tp = std::max<qint64>(1, integerAt(all.settings, "tp").value_or(1));
    const qint64 guessed = integerAt(all.settings, "mtpTokens").value_or(0);
    const qint64 sequences = integerAt(all.settings, "maxSeqs").value_or(16);
    const qint64 tokens = integerAt(all.settings, "maxBatchedTokens").value_or(sequences * (guessed + 1));
    qint64 rank = 0;
    for (qsizetype i = 0; i < all.placements.size(); ++i) {
        TemplateValues &values = all.placements[i].values;
        const qint64 local = all.placements[i].devices.size() / tp;
        values[u"parallel.dp"_s] = all.cards() / tp;
        values[u"parallel.isTensorParallel"_s] = tp > 1;
        values[u"parallel.localDp"_s] = local;
        values[u"parallel.captureSizes"_s] = captureSizes(
            sequences, guessed, tokens, ::member(::member(recipe.data, "serve"), "captureSequences"));
        values[u"parallel.captureSizesOfGroup"_s] = captureSizesOfGroup(
            sequences, guessed, tokens, tp, ::member(::member(recipe.data, "serve"), "capturesOfGroup"));
        values[u"prefixCaching.off"_s] = boolAt(all.settings, "prefixCaching") == false;
        values[u"node.startRank"_s] = rank;
        values[u"node.isHeadless"_s] = i > 0;
        rank += local;
    }
    addRoleValues(all, recipe);
    warnOfPluginKeys(all, recipe);
    return {};
}

Result<QList<QStringList>> serveLines(const Placement &placement, const Json &serve)
{
    const Result<QString> model = expandedText(u"${weights}"_s, placement.values);
    if (!model)
        return model.error();
    QList<QStringList> lines{{u"vllm"_s, u"serve"_s, *model}};
    for (const Json &argument : ::member(serve, "arguments")) {
        const Result<bool> wanted = conditionHolds(::member(argument, "onlyIf"), placement.values);
        if (!wanted)
            return wanted.error();
        if (!*wanted)
            continue;
        lines << QStringList{stringAt(argument, "flag")};
        if (!argument.contains("value"))
            continue;
        const Result<Json> value = expanded(::member(argument, "value"), placement.values);
        if (!value)
            return value.error();
        lines.last() << (value->is_structured() ? QString::fromStdString(value->dump()) : plainText(*value));
    }
    return lines;
}

Result<Process> vllmProcess(const Topology &all, const Placement &placement, const Recipe &recipe)
{
    const ScriptText say(all.settings);
    const Json &serve = ::member(recipe.data, "serve"), &ready = ::member(recipe.data, "ready");
    const QString release = stringAt(serve, "release");
    const Result<QList<QStringList>> lines = serveLines(placement, serve);
    if (!lines)
        return lines.error();
    Process process;
    process.name = u"vllm"_s;
    process.workFolder = placement.value("deployment.folder");
    process.workHelp = say("The command line of vLLM %1; every flag is one that this release's parser knows.",
                           "vLLM %1 的命令行，所有参数均为该版本解析器所支持。")
                           .arg(release);
    process.argvLines = *lines;
    process.serves = placement.value("node.isHeadless") != "1"_L1;
    if (process.serves)
        process.readyLines = textsAt(ready, "logLines");
    const qint64 tp = std::max<qint64>(1, integerAt(all.settings, "tp").value_or(1));
    for (const PlacedDevice &device : placement.devices)
        process.groupOf << int(device.rank / tp);
    for (const Placement &other : all.placements) { // the first meets all the others, they meet it
        if (other.name != placement.name && (process.serves || other.name == all.placements.first().name))
            process.waitsFor << other.name;
    }
    process.failureLines = textsAt(ready, "failureLines");
    process.healthPath = stringAt(ready, "healthPath");
    const Result<VllmFlags> flags = vllmFlags(release);
    if (!flags)
        return flags.error();
    const QStringList arguments = process.argv().mid(2);
    if (const QStringList complaints = vllmComplaints(arguments, *flags); !complaints.isEmpty())
        return vllmRefuses(
            ArtifactsText::tr("vLLM %1 would refuse this command line: %2. Change the recipe or its release.")
                .arg(release, complaints.join("; "_L1)));
    QStringList faults = vllmContradictions(arguments, release) + vllmCautions(arguments, release);
    faults << vllmGivenTwice(arguments, release);
    faults.removeAll(QString());
    if (!faults.isEmpty())
        return vllmRefuses(ArtifactsText::tr("vLLM %1 cannot run with this command line: %2. Change the recipe or its "
                                             "release.")
                               .arg(release, faults.join("; "_L1)));
    QStringList ignored;
    for (const PluginKeyFault &fault :
         pluginKeyFaults(arguments, *flags, pluginReleases(stringAt(all.settings, "image"), release))) {
        if (fault.kind == PluginKeyFault::Kind::Ignored)
            ignored << fault.text;
    }
    if (!ignored.isEmpty())
        return vllmRefuses(ArtifactsText::tr("vLLM %1 would not do all that this command line says: %2. Change the "
                                             "recipe or its release.")
                               .arg(release, ignored.join("; "_L1)));
    if (hasRoles(recipe)) {
        process.readyLines = textsAt(ready, "logLines");
        runRanks(process, all, placement, recipe, *lines);
    }
    return process;
}

// Nodes that nobody has asked: enough to say what stands in the commands beside addresses.
Topology withoutFacts(const Recipe &recipe, const Json &settings, qsizetype nodes)
{
    Topology all;
    all.settings = settings;
    for (qsizetype i = 0; i < nodes; ++i) {
        Placement placement;
        for (int device = 0; device < recipe.chipsPerNode; ++device)
            placement.devices << PlacedDevice{device, {}, int(i) * recipe.chipsPerNode + device};
        for (const auto &[key, value] : settings.items())
            placement.values[QString::fromStdString(key)] = value;
        for (const QString &name : placedNames())
            placement.values[name] = "-";
        all.placements << placement;
    }
    if (!addVllmValues(all, recipe))
        all.placements.clear();
    return all;
}

// What a flag of a node's command holds, as JSON; null where it is not there, or does not expand.
Json flagOf(const Placement &placement, const Recipe &recipe, QLatin1StringView flag)
{
    Json found;
    for (const Json &argument : ::member(::member(recipe.data, "serve"), "arguments")) {
        const Result<bool> wanted = conditionHolds(::member(argument, "onlyIf"), placement.values);
        if (stringAt(argument, "flag") != flag || !wanted || !*wanted)
            continue;
        Result<Json> value = expanded(::member(argument, "value"), placement.values);
        if (value && value->is_string())
            value = parseJson(QByteArray::fromStdString(value->get<std::string>()), flag);
        if (value)
            found = *value;
    }
    return found;
}

// FlashComm with graphs: of the sizes that are captured one must be a multiple of tp (vllm_ascend, platform.py,
// sp_aclgraph_sizes), be it those of the command or the usual ones.
Result<void> capturesAgree(const Recipe &recipe, const Json &settings, qint64 tp, int cards)
{
    const auto isShared = [tp](qint64 size) { return size % tp == 0; };
    constexpr qint64 unlimited = 512;
    const qint64 sequences = integerAt(settings, "maxSeqs").value_or(unlimited),
                 tokens = integerAt(settings, "maxBatchedTokens").value_or(unlimited),
                 guessed = integerAt(settings, "mtpTokens").value_or(0);
    const Topology all = withoutFacts(recipe, settings, recipe.chipsPerNode > 0 ? cards / recipe.chipsPerNode : 0);
    const Json config
        = all.placements.isEmpty() ? Json() : flagOf(all.placements.first(), recipe, "--compilation-config"_L1);
    if (const Json &own = ::member(config, "cudagraph_capture_sizes"); own.is_array() && !own.empty()) {
        const bool holdsOne = std::any_of(own.begin(), own.end(), [&](const Json &size) {
            return size.is_number_integer() && isShared(size.get<qint64>()) && size.get<qint64>() <= tokens;
        });
        return holdsOne ? Result<void>()
                        : vllmRefuses(ArtifactsText::tr("cudagraph_capture_sizes is %1; with FlashComm one of them, "
                                                        "at most \"maxBatchedTokens\" (%2), must be a multiple of "
                                                        "\"tp\" (%3), or vLLM-Ascend stops.")
                                          .arg(QString::fromStdString(own.dump()))
                                          .arg(tokens)
                                          .arg(tp));
    }
    const QList<qint64> usual = usualCaptureSizes(sequences, guessed, tokens),
                        every = usualCaptureSizes(unlimited, 0, unlimited);
    if (std::any_of(usual.cbegin(), usual.cend(), isShared))
        return {};
    const auto first = std::find_if(every.cbegin(), every.cend(), isShared);
    const qint64 size = first == every.cend() ? tp : *first;
    const bool isByTokens = sequences * (guessed + 1) >= size;
    const QString key = isByTokens ? u"maxBatchedTokens"_s : u"maxSeqs"_s;
    return vllmRefuses(ArtifactsText::tr("\"%1\" is %2; with FlashComm it must be at least %3, or vLLM-Ascend stops "
                                         "for want of a graph whose size is a multiple of \"tp\" (%4).")
                           .arg(key)
                           .arg(isByTokens ? tokens : sequences)
                           .arg(isByTokens ? size : (size + guessed) / (guessed + 1))
                           .arg(tp),
                       key);
}

// Decode keeps the addresses of a prefill group by its engine_id and port, and refuses one that is its own ("Conflict
// engine id"): vllm_ascend, mooncake_connector.py. Left out, each has one by chance. The image's release decides; one
// whose tag says none is taken for the recipe's.
Result<void> engineIdsDiffer(const Recipe &recipe, const Json &settings)
{
    const QList<RankGroup> groups = rankGroups(recipe, settings);
    const QString tagged = vllmInImage(stringAt(settings, "image"));
    const QString release = tagged.isEmpty() ? stringAt(::member(recipe.data, "serve"), "release") : tagged;
    if (groups.isEmpty() || !vllmKeepsEngineIds(release))
        return {};
    const Topology all = withoutFacts(recipe, settings, groups.last().nodes.last() + 1);
    QList<std::pair<VllmEngineId, int>> holders; // with the first node of its group
    for (const RankGroup &group : groups) {
        const int node = group.nodes.first();
        const Json config = node < all.placements.size()
            ? flagOf(all.placements[node], recipe, "--kv-transfer-config"_L1)
            : Json();
        const QList<VllmEngineId> own = vllmEngineIds(config, release);
        for (const VllmEngineId &its : own) {
            const auto taken = std::find_if(holders.cbegin(), holders.cend(),
                                            [&](const auto &one) { return its.isTakenFor(one.first); });
            if (taken != holders.cend())
                return vllmRefuses(
                    ArtifactsText::tr("In --kv-transfer-config of the recipe the groups that begin with "
                                      "nodes %1 and %2 have the same engine_id, \"%3\": it gets ready, and "
                                      "then the KV cache of one is looked for at the other. Give each its "
                                      "own, as \"${group.engineId}\" does.")
                        .arg(taken->second + 1)
                        .arg(node + 1)
                        .arg(its.id));
        }
        for (const VllmEngineId &its : own)
            holders.append({its, node});
    }
    return {};
}

// What --additional-config of a node's command says of it (vllm_ascend/ascend_config.py, FinegrainedTPConfig). What
// does not expand is told where the command is made.
QList<SpreadPart> spreadOn(const Topology &all, int node, const Recipe &recipe)
{
    if (node >= all.placements.size())
        return {};
    QList<SpreadPart> parts;
    const Json config = flagOf(all.placements[node], recipe, "--additional-config"_L1);
    const Json &finer = ::member(config, "finegrained_tp_config");
    using Of = SpreadPart::Of;
    for (const auto &[key, part] : {std::pair{"lmhead_tensor_parallel_size", Of::OutputHead},
                                    {"embedding_tensor_parallel_size", Of::Embeddings},
                                    {"mlp_tensor_parallel_size", Of::DenseMlp},
                                    {"oproj_tensor_parallel_size", Of::Other},
                                    {"olora_tensor_parallel_size", Of::Other}}) {
        if (const qint64 cards = integerAt(finer, key).value_or(0); cards > 1 && cards <= all.cards())
            parts << SpreadPart{part, int(cards), key};
    }
    return parts;
}

QList<SpreadPart> vllmSpread(const Recipe &recipe, const Json &settings, int cards)
{
    const int nodes = recipe.chipsPerNode > 0 ? cards / recipe.chipsPerNode : 0;
    return spreadOn(withoutFacts(recipe, settings, nodes), 0, recipe);
}

QList<CapacityGroup> vllmCapacity(const Recipe &recipe, const Json &settings)
{
    const QList<RankGroup> groups = rankGroups(recipe, settings);
    const Topology all
        = withoutFacts(recipe, settings, groups.isEmpty() ? 0 : groups.last().nodes.last() + 1);
    return rankCapacity(recipe, settings, [&](int node) { return spreadOn(all, node, recipe); });
}

Result<QString> vllmNote(const Recipe &recipe, const Json &settings, int cards)
{
    const qint64 tp = std::max<qint64>(1, integerAt(settings, "tp").value_or(1));
    if (hasRoles(recipe)) {
        if (const Result<void> agreed = rolesAgree(recipe, settings, cards); !agreed)
            return agreed.error();
        QStringList groups;
        for (const RankGroup &group : rankGroups(recipe, settings))
            groups << u"%1: dp %2 × tp %3"_s.arg(group.role).arg(group.dp).arg(group.tp);
        return ArtifactsText::tr("Groups, each with the whole model: %1; vLLM itself measures what remains for the KV "
                                 "cache when it starts.")
            .arg(groups.join(u"; "_s));
    }
    if (const Result<void> groups = groupsAgree(recipe, tp, cards); !groups)
        return groups.error();
    return ArtifactsText::
        tr("Parallelism: dp %1 × tp %2 = %3 cards; vLLM itself measures what remains for the KV cache when it starts.")
            .arg(cards / tp)
            .arg(tp)
            .arg(cards);
}

std::optional<OtherRelease> vllmOtherRelease(const Recipe &recipe, const QString &image, const Json &)
{
    return otherRelease(image, u"vllm-ascend"_s, stringAt(::member(recipe.data, "serve"), "release"), u"release"_s);
}

QString vllmWeightsDoubt(const Recipe &recipe, const QString &method)
{
    return vllmWeightsRefusal(method, stringAt(::member(recipe.data, "serve"), "release"));
}

RecipeDialect vllmRecipes()
{
    using Is = RecipeShape::Is;
    const RecipeShape text{Is::Text, {}, nullptr}, flag{Is::Flag, {}, nullptr};
    const RecipeShape arguments{Is::List,
                                {{"flag", {Is::Text, {}, "--?[A-Za-z0-9].*"}, true},
                                 {"value", {Is::Anything, {}, nullptr}, false},
                                 {"help", {Is::Words, {}, nullptr}, false},
                                 {"onlyIf", {Is::Condition, {}, nullptr}, false}},
                                nullptr};
    const RecipeShape roles{Is::List,
                            {{"id", {Is::Text, {}, "prefill|decode"}, true},
                             {"nodes", {Is::Whole, {}, nullptr}, true},
                             {"together", flag, false}},
                            nullptr};
    return {{},
            {{"serve",
              {Is::Object,
               {{"release", text, true},
                {"arguments", arguments, true},
                {"capturesByTensorParallel", flag, false},
                {"captureSequences", {Is::Wholes, {}, nullptr}, false},
                {"capturesOfGroup",
                 {Is::Object,
                  {{"maxSeqs", {Is::Whole, {}, nullptr}, true},
                   {"mtpTokens", {Is::Whole, {}, nullptr}, true},
                   {"tp", {Is::Whole, {}, nullptr}, true},
                   {"sizes", {Is::Wholes, {}, nullptr}, true}},
                  nullptr},
                 false},
                {"roles", roles, false},
                {"proxy", {Is::Texts, {}, nullptr}, false}},
               nullptr},
              true},
             {"modelShape", modelShapeRecipe(), false}},
            {u"serve"_s},
            QStringList{u"parallel.dp"_s, u"parallel.localDp"_s, u"parallel.isTensorParallel"_s,
                        u"parallel.captureSizes"_s, u"parallel.captureSizesOfGroup"_s, u"prefixCaching.off"_s,
                        u"node.startRank"_s, u"node.isHeadless"_s}
                + roleValueNames(),
            {},
            {}};
}

QString vllmChecked(const Recipe &recipe)
{
    return (hasRoles(recipe) ? ArtifactsText::tr("The parser of vLLM %1 takes the command line in rank.sh.")
                             : ArtifactsText::tr("The parser of vLLM %1 takes the command line in start.sh."))
        .arg(stringAt(::member(recipe.data, "serve"), "release"));
}

// ModelSlim: vllm_ascend/quantization/modelslim_config.py of v0.18.0 and v0.23.0. Length: vllm/config/model.py.
// Free memory: vllm_ascend/worker/worker.py.
EngineDemands vllmDemands()
{
    EngineDemands demands;
    demands.modelSlim = true;
    demands.noLongerThanModel = true;
    demands.freeShare = true;
    demands.choosesPorts = true;         // its engines' ZMQ sockets (vllm/utils/network_utils.py, get_open_port)
    demands.imageName = u"vllm-ascend"_s;
    demands.imageRelease = u"vllm-ascend:v\\d+(\\.\\d+)*((\\.post|rc)\\d+)?"_s;
    demands.package = u"vllm"_s;         // "0.18.0+empty": vllm-ascend's Dockerfile builds it with no device (setup.py)
    return demands;
}

Result<qint64> vllmBufferMb(const Recipe &, const Json &settings, int)
{
    return integerAt(settings, "hcclBuffSize").value_or(200);
}

} // namespace

Engine vllmEngine()
{
    // The first node's alone: the others are --headless, or ranks with ports of their own (rankPorts).
    const EnginePort service{"port", "service", 8000, true};
    return {"vllm-ascend",
            "vLLM-Ascend",
            false,
            {service, {"rpcPort", "data parallel RPC", 13389, true}},
            {service, service, service},
            "/health",
            {{"vllm-serve", "", lintVllmServe}},
            // keepsWindows: its hybrid KV cache manager; vllm-ascend's runner asks each layer what it keeps since
            // v0.14.0rc1 (model_runner_v1.py, get_kv_cache_spec). With a KV connector it is off (vllmroles.cpp).
            {"gpuMemoryUtilization", "maxModelLen", "maxSeqs", "mtpTokens", "tp", true},
            vllmAgrees,
            nullptr,
            addVllmValues,
            vllmProcess,
            vllmNote,
            vllmLineNote,
            vllmChecked,
            vllmRecipes(),
            vllmDemands(),
            vllmOtherRelease,
            vllmBufferMb,
            rankPorts,
            vllmCapacity,
            vllmSpread,
            vllmTraces(),
            vllmImageRefusal,
            nullptr,
            vllmWeightsDoubt};
}
