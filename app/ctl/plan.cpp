// ascendctl plan D [--facts FILE] [--config FILE] [--if NAME=VALUE,...]: does it fit, how many tokens of KV cache, what
// concurrency, and why; as it is set, or with other numbers, of which nothing is kept. Exit: 3 where the nodes were
// asked and that could not be found out; without asking them, what is not known is no failure.
#include "app/ctl/checkverbs.h"
#include "app/ctl/clusterfacts.h"
#include "app/ctl/recipeverbs.h"

#include "core/artifacts/artifact.h"
#include "core/artifacts/whatif.h"
#include "core/base/inputfile.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace ctl {

namespace {

const QString planUsage
    = u"usage: ascendctl plan D [--facts FILE] [--config FILE] [--if NAME=VALUE,...] [--json]"_s;

// Why generate refuses these settings, where all nodes are known; empty: it does not.
QString refusalOf(const ClusterFacts &cluster)
{
    const bool areKnown = !cluster.facts.isEmpty()
        && std::all_of(cluster.facts.cbegin(), cluster.facts.cend(),
                       [](const NodeFacts &facts) { return facts.reachable && facts.npuSmi; });
    if (!areKnown)
        return {};
    const Result<ArtifactSet> set = generateArtifacts(cluster.opened.deployment, cluster.recipe, cluster.facts);
    return set || set.error().kind != ErrorKind::Invalid ? QString() : set.error().message;
}

// Those on which all that uses the chips is the deployment's own, as the check says.
QStringList nodesOfOwnService(const Opened &opened, std::stop_token stop)
{
    QStringList nodes;
    const CheckSelection idle{{u"npu.idle"_s}};
    for (const NodeReport &node : reportOn(opened, opened.connections, idle, u"en"_s, std::move(stop)).nodes) {
        for (const Finding &finding : node.findings) {
            if (finding.check == idle.only.first() && finding.isOwn)
                nodes << node.node;
        }
    }
    return nodes;
}

} // namespace

int plan(const Call &call)
{
    QStringList arguments = call.arguments;
    const bool offline = arguments.contains(u"--facts"_s);
    QString ifs, configPath;
    if (!takeValue(arguments, "--if", ifs) || !takeValue(arguments, "--config", configPath)) {
        complain(planUsage);
        return Usage;
    }
    const Result<ClusterFacts> cluster = gatherFacts(arguments, call);
    if (!cluster)
        return refuse(cluster.error());
    if (!arguments.isEmpty()) {
        complain(planUsage);
        return Usage;
    }
    CapacityInput input{cluster->facts, {}, {}};
    if (offline)
        input.weights = CapacityInput::Weights::NotTold;
    if (!offline)
        askWeights(cluster->opened, cluster->recipe, call.stop, input);
    if (!configPath.isEmpty()) {
        const Result<QByteArray> text = readInput(configPath, 1024 * 1024, call.stop);
        const Result<Json> config = text ? parseJson(*text, configPath) : Result<Json>(text.error());
        if (!config)
            return refuse(config.error());
        input.modelConfig = *config;
        input.weightsBytes.reset();      // of other weights
        input.weights = CapacityInput::Weights::ThoughtOf;
    }
    const Deployment &deployment = cluster->opened.deployment;
    const Result<WhatIf> what = whatIfFromText(ifs, knobsOf(deployment, cluster->recipe, input.modelConfig));
    if (!what) {
        fail(what.error());
        return Usage;
    }
    Result<Capacity> capacity = capacityIf(deployment, cluster->recipe, input, *what);
    if (capacity && capacity->isHeld && !offline) {
        input.ownServiceOn = nodesOfOwnService(cluster->opened, call.stop);
        capacity = capacityIf(deployment, cluster->recipe, input, *what);
    }
    if (!capacity) {
        const int code = fail(capacity.error());
        if (capacity.error().kind != ErrorKind::Invalid)
            return code;
        if (call.json) { // it was asked, and the answer is that this cannot be
            Capacity none;
            none.fits = false;
            none.reasons = {capacity.error().message};
            Json document = toJson(none);
            document["error"] = capacity.error().message;
            if (cluster->simulated)
                document["simulated"] = true;
            printJson(document);
        }
        return No;
    }
    for (const QString &warning : capacity->warnings)
        complain(u"warning: "_s + warning);
    // Of something else than the memory, whatever that says. What is only thought of is not generated.
    const QString refusal = *what == WhatIf() && configPath.isEmpty() ? refusalOf(*cluster) : QString();
    if (call.json) {
        Json document = toJson(*capacity);
        if (!refusal.isEmpty())
            document["error"] = refusal;
        if (cluster->simulated)
            document["simulated"] = true;
        printJson(document);
    } else {
        printLine(!capacity->fits ? u"fits: unknown"_s : *capacity->fits ? u"fits: yes"_s : u"fits: no"_s);
        for (const QString &reason : capacity->reasons)
            printLine(u"  "_s + reason);
        if (!refusal.isEmpty())
            printLine(u"It cannot be deployed as it is: "_s + refusal);
    }
    if (!refusal.isEmpty())
        return No;
    if (!capacity->fits)
        return offline ? Yes : CouldNotAsk;
    return *capacity->fits ? Yes : No;
}

} // namespace ctl
