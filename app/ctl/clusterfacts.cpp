#include "app/ctl/clusterfacts.h"

#include "core/base/inputfile.h"
#include "core/engines/recipebook.h"
#include "core/facts/factsfile.h"
#include "core/facts/weightsfacts.h"
#include "core/runs/runstate.h"

#include <algorithm>
#include <atomic>
#include <thread>

using namespace Qt::StringLiterals;

namespace ctl {

namespace {

Result<QList<NodeFacts>> readFacts(const QString &path, std::stop_token stop)
{
    const Result<QByteArray> text = readInput(path, 64 * 1024 * 1024, std::move(stop));
    return text ? factsFromJson(*text) : Result<QList<NodeFacts>>(text.error());
}

} // namespace

std::optional<Served> servedOf(const Opened &opened)
{
    const QString identity = fileIdentity(opened.deployment, opened.path);
    RunState state(findStateFile(opened.deployment, identity));
    const Result<void> loaded = state.load(opened.deployment, identity);
    if (!loaded)
        complain(loaded.error().message);
    return loaded ? servedIn(state) : std::nullopt;
}

void onEachNode(const Opened &opened, std::stop_token stop, const NodeWork &work, const NodeFailure &failed)
{
    std::vector<std::jthread> threads;
    for (qsizetype i = 0; i < opened.deployment.nodes.size(); ++i) {
        threads.emplace_back([&, i] {
            const Result<std::unique_ptr<Shell>> shell
                = shellFactoryFor(opened.deployment.nodes[i], opened.connections)(stop);
            if (shell)
                work(i, **shell);
            else
                failed(i, shell.error());
        });
    }
}

QList<NodeFacts> askNodes(const Opened &opened, std::stop_token stop)
{
    const Deployment filledIn = withDefaults(opened.deployment);
    std::vector<NodeFacts> all(size_t(opened.deployment.nodes.size()));
    const auto note = [&](qsizetype i, Error error, const QString &stopped) {
        all[size_t(i)].name = opened.deployment.nodes[i].name;
        all[size_t(i)].host = opened.deployment.nodes[i].host;
        if (error.kind == ErrorKind::Canceled)
            error.message = stopped;
        all[size_t(i)].error = std::move(error);
    };
    onEachNode(
        opened, stop,
        [&](qsizetype i, Shell &shell) {
            const Result<NodeFacts> facts = inspectNode(shell, filledIn.nodes[i], filledIn, stop);
            if (facts)
                all[size_t(i)] = *facts;
            else
                note(i, facts.error(), u"Stopped before everything was asked."_s);
        },
        [&](qsizetype i, const Error &error) { note(i, error, u"Stopped before it was asked."_s); });
    return {all.begin(), all.end()};
}

void askWeights(const Opened &opened, const Recipe &recipe, std::stop_token stop, CapacityInput &input)
{
    const Result<Json> settings = effectiveSettings(recipe, opened.deployment.settings);
    if (!settings || opened.deployment.nodes.isEmpty())
        return;
    const QString folder = stringAt(*settings, "weights");
    const Result<std::unique_ptr<Shell>> shell
        = shellFactoryFor(opened.deployment.nodes.first(), opened.connections)(stop);
    if (!shell)
        return;
    NodeProbe probe(**shell, stop);
    const ModelFiles model = modelFiles(probe, folder);
    input.weightsBytes = model.tensorBytes;
    input.modelConfig = model.config;
}

bool saysSimulated(const Opened &opened, std::stop_token stop, const QString &only)
{
    if (opened.deployment.simulated)
        return true;
    std::atomic<bool> simulated = false;
    Opened asked = opened;
    if (!only.isEmpty())
        asked.deployment.nodes.removeIf([&only](const Node &node) { return node.name != only; });
    asked.connections.onSimulated = [&simulated](const QString &) { simulated = true; };
    onEachNode(asked, stop, [](qsizetype, Shell &) {}, [](qsizetype, const Error &) {});
    return simulated;
}

Result<ClusterFacts> gatherFacts(QStringList &arguments, const Call &call, bool withRecipe)
{
    QString factsPath;
    if (!takeValue(arguments, "--facts", factsPath))
        return Error{ErrorKind::Invalid, u"--facts needs a file."_s, {}, {{u"usage"_s, {}}}};
    Result<Opened> opened = openDeployment(arguments, call.stop);
    if (!opened)
        return opened.error();
    const Result<Recipe> recipe = findRecipe(opened->deployment.recipe);
    if (!recipe && withRecipe)
        return recipe.error();
    ClusterFacts all{*std::move(opened), recipe ? *recipe : Recipe(), {}, false};
    if (factsPath.isEmpty()) {
        all.facts = askNodes(all.opened, call.stop);
    } else {
        const Result<QList<NodeFacts>> facts = readFacts(factsPath, call.stop);
        if (!facts)
            return facts.error();
        all.facts = *facts;
        const QList<Node> &nodes = all.opened.deployment.nodes; // others may be told of in it, too
        all.facts.removeIf([&](const NodeFacts &one) {
            return std::none_of(nodes.cbegin(), nodes.cend(), [&](const Node &node) { return node.name == one.name; });
        });
        if (all.facts.isEmpty() && !facts->isEmpty() && !nodes.isEmpty())
            return Error{ErrorKind::Invalid,
                         u"%1 tells of no node of this deployment: the first there is \"%2\", the first here \"%3\"."_s
                             .arg(factsPath, facts->first().name, nodes.first().name),
                         {}, {}};
    }
    if (call.stop.stop_requested())
        return canceled();
    all.simulated = all.opened.deployment.simulated
        || std::any_of(all.facts.begin(), all.facts.end(), [](const NodeFacts &f) { return f.simulated; });
    // Nobody could be asked: the first reason is the answer.
    const bool any = std::any_of(all.facts.begin(), all.facts.end(), [](const NodeFacts &f) { return f.reachable; });
    if (!any && !all.facts.isEmpty() && all.facts.first().error) {
        Error error = *all.facts.first().error;
        error.facts.remove(u"usage"_s);
        // what ~/.ssh/config asks for cannot be done: nothing that is wrong with the deployment
        if (error.kind == ErrorKind::Invalid)
            error.kind = ErrorKind::Connection;
        return error;
    }
    return all;
}

} // namespace ctl
