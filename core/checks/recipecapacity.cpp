// Whether the model has room with the deployment's settings, by what the nodes have said: as `plan` judges it.
#include "core/artifacts/capacity.h"
#include "core/checks/catalogue.h"
#include "core/checks/recipewait.h"
#include "core/engines/recipebook.h"

#include <algorithm>

using namespace Qt::StringLiterals;

// Why it is not known whether it fits.
static Finding notKnown(const QList<NodeAnswers> &nodes, const CapacityInput &input, const Capacity &capacity)
{
    const bool areCardsShown = std::all_of(nodes.cbegin(), nodes.cend(), [](const NodeAnswers &node) {
        return node.facts.npuSmi && !node.facts.npuSmi->chips.isEmpty();
    });
    if (!areCardsShown)
        return skipped(u"driver.present"_s, Checks::tr("it takes the memory of every card"));
    if (!capacity.hbmBytesPerCard)
        return unknown(Checks::tr("npu-smi does not tell the memory of every card"));
    if (!input.weightsBytes)
        return skipped(u"weights.complete"_s, Checks::tr("it takes the size of the weights"));
    if (!input.modelConfig)
        return skipped(u"weights.config"_s, Checks::tr("it takes config.json of the weights"));
    return notAsked(Checks::tr("not judged: how much room a model of the type %1 takes is not worked out here")
                        .arg(orDash(stringAt(*input.modelConfig, "model_type"))));
}

Finding checkRecipeCapacity(const QList<NodeAnswers> &nodes, const CheckContext &context)
{
    if (const auto wait = waitsForRecipe(context, Checks::tr("how many cards there are, and what they hold")))
        return *wait;
    const Deployment &deployment = context.deployment;
    if (nodes.isEmpty() || nodes.size() < deployment.nodes.size())
        return skipped(u"connection.reachable"_s, Checks::tr("it takes an answer of every node"));
    const Result<Recipe> recipe = findRecipe(deployment.recipe, context.language);
    if (!recipe)
        return unknown(recipe.error());
    if (const Result<const Engine *> engine = engineOf(*recipe); engine && *(*engine)->capacity.memory == 0)
        return notAsked(Checks::tr("not judged: how much memory the program in this image takes is not known here"));
    CapacityInput input{{}, nodes.first().model.tensorBytes, nodes.first().model.config};
    for (const NodeAnswers &node : nodes)
        input.facts << node.facts;
    const Result<Capacity> capacity = capacityOf(deployment, *recipe, input);
    if (!capacity && checkRecipeSettings(nodes, context).verdict == Verdict::Fail)
        return skipped(u"recipe.settings"_s, Checks::tr("the settings cannot be used"));
    if (!capacity)
        return failed(Checks::tr("cannot be placed"), capacity.error().message);
    if (!capacity->fits)
        return notKnown(nodes, input, *capacity);
    if (!*capacity->fits)
        return failed(Checks::tr("does not fit"), capacity->refusal, capacity->remedy);
    if (!capacity->notFree.isEmpty())
        return warned(Checks::tr("more than is free"), capacity->notFree);
    return passed(Checks::tr("%1 tokens").arg(*capacity->kvTokens),
                  (capacity->isKvUpperBound
                       ? Checks::tr("the weights take about %1 of %2 usable on each card; beside them at most %3 "
                                    "tokens of KV cache have room, in %4 requests of the full length at once")
                       : Checks::tr("the weights take about %1 of %2 usable on each card; beside them %3 tokens of KV "
                                    "cache have room, in %4 requests of the full length at once, or more: the model's "
                                    "sliding_window was not counted"))
                      .arg(sizeText(*capacity->weightsBytesPerCard), sizeText(*capacity->usableBytesPerCard))
                      .arg(*capacity->kvTokens)
                      .arg(*capacity->concurrency));
}
