#include "core/checks/proposals.h"

#include "core/engines/engine.h"
#include "core/engines/imagerelease.h"
#include "core/facts/imagecann.h"
#include "core/recipes/template.h"
#include "core/recipes/recipewarnings.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

struct ProposalText
{
    Q_DECLARE_TR_FUNCTIONS(Proposals)
};

// How bad a lack is: a driver can be installed, a card of another kind cannot. Least: fewer cards than are confirmed.
constexpr int ofUnknown = 1, ofSize = 50, ofDriver = 100, ofNodes = 1000, ofChips = 10'000, ofMemory = 20'000,
              ofKind = 30'000;

// "a2", "a3", or "" for another one; npu-smi's names: 910B1 to 910B4 of A2, Ascend910 of A3.
QString kindOf(const NpuChip &chip)
{
    return chip.name.startsWith("910B"_L1) ? u"a2"_s : chip.name == "Ascend910"_L1 ? u"a3"_s : QString();
}

qsizetype chipsIn(const NodeFacts &facts)
{
    return facts.deviceIds.isEmpty() ? facts.npuSmi->chips.size() : facts.deviceIds.size();
}

// The smallest of its chips, in MB; npu-smi's total of a card of 64 GiB is 65536, of some releases a little less.
std::optional<qint64> hbmOf(const NodeFacts &facts)
{
    std::optional<qint64> least;
    for (const NpuChip &chip : facts.npuSmi->chips) {
        if (chip.hbmTotalMb && *chip.hbmTotalMb > 0)
            least = std::min(least.value_or(*chip.hbmTotalMb), *chip.hbmTotalMb);
    }
    return least;
}

struct Lacks
{
    QList<std::pair<int, QString>> all;

    void add(int weight, const QString &sentence) { all.append({weight, sentence}); }
};

void addNode(Lacks &lacks, const Recipe &recipe, const NodeFacts &facts, const QString &image)
{
    const qsizetype chips = chipsIn(facts);
    if (chips < recipe.chipsPerNode)
        lacks.add(ofChips, ProposalText::tr("%1 has %n NPUs; it takes %2.", nullptr, int(chips))
                                .arg(facts.name)
                                .arg(recipe.chipsPerNode));
    const NpuChip first = facts.npuSmi->chips.value(0);
    if (!recipe.kind.isEmpty() && !first.name.isEmpty() && kindOf(first) != recipe.kind)
        lacks.add(ofKind, ProposalText::tr("%1 has %2 NPUs; this is for %3.", "node; npu-smi's name of the chip; A2")
                              .arg(facts.name, first.name, recipe.kind.toUpper()));
    const std::optional<qint64> hbm = hbmOf(facts);
    if (recipe.hbmGb > 0 && hbm && *hbm < recipe.hbmGb * 1024 * 19 / 20)
        lacks.add(ofMemory, ProposalText::tr("%1's NPUs have %2 GiB of HBM each; this is written for %3.")
                                .arg(facts.name)
                                .arg(*hbm / 1024)
                                .arg(recipe.hbmGb));
    const Engine *engine = findEngine(recipe.engine);
    const std::optional<DriverRefusal> refusal = engine
        ? driverRefusal(facts.driverVersion, image, engine->demands.imageRelease)
        : std::nullopt;
    if (refusal && !refusal->between.isEmpty())
        lacks.add(ofDriver,
                  ProposalText::tr("%1's driver %2 is older than all that go with CANN %3 and %4, between which that "
                                   "of the image lies (%5); the former takes %6.")
                      .arg(facts.name, facts.driverVersion, refusal->between.first(), refusal->between.last(),
                           refusal->cann, refusal->good.join(u", "_s)));
    else if (refusal)
        lacks.add(ofDriver,
                  (refusal->isOlder
                       ? ProposalText::tr("%1's driver %2 is older than all that go with CANN %3 of the image: %4.")
                       : ProposalText::tr("%1's driver %2 does not go with CANN %3 of the image; these do: %4."))
                      .arg(facts.name, facts.driverVersion, refusal->cann, refusal->good.join(u", "_s)));
    else if (engine && isBelowRecommended(facts.driverVersion, engine->demands))
        lacks.add(ofDriver, ProposalText::tr("%1's driver %2 is older than the engine recommends: %3, or newer.")
                                .arg(facts.name, facts.driverVersion, engine->demands.firstDrivers.join(u", "_s)));
}

// As the recipe has it, without its variants being gone through where nothing was set: this is asked of every recipe at
// every answer of a node.
QString imageOf(const Recipe &recipe, const Json &settings)
{
    if (!settings.empty())
        return stringAt(settingsAsTyped(recipe, settings), "image");
    for (const RecipeSetting &setting : recipe.settings) {
        if (setting.key == "image"_L1)
            return plainText(setting.defaultValue);
    }
    return {};
}

} // namespace

Proposal proposalOf(const Recipe &recipe, int nodes, const QList<NodeFacts> &facts, const Json &settings)
{
    Proposal proposal{recipe.id, Proposal::Fit::Unknown, {}, ofUnknown};
    if (nodes == 0) {
        proposal.missing = {ProposalText::tr("Whether it fits is known when there are nodes.")};
        return proposal;
    }
    const QString image = imageOf(recipe, settings);
    Lacks lacks;
    int known = 0;
    qsizetype chips = 0;
    for (const NodeFacts &one : facts) {
        if (!one.reachable || !one.npuSmi)
            continue;
        ++known;
        chips += chipsIn(one);
        addNode(lacks, recipe, one, image);
    }
    if (nodes < recipe.nodes)
        lacks.add(ofNodes,
                  ProposalText::tr("the deployment has %n nodes; it takes %1.", nullptr, nodes).arg(recipe.nodes));
    if (nodes > recipe.nodes)
        lacks.add(ofNodes,
                  ProposalText::tr("the deployment has %n nodes, more than it is written for.", nullptr, nodes));
    if (!lacks.all.isEmpty()) {
        std::stable_sort(lacks.all.begin(), lacks.all.end(),
                         [](const auto &one, const auto &other) { return one.first > other.first; });
        proposal.fit = Proposal::Fit::Lacks;
        proposal.weight = ofDriver;
        for (const auto &[weight, sentence] : std::as_const(lacks.all)) {
            proposal.weight += weight;
            proposal.missing << sentence;
        }
    } else if (known < nodes) {
        proposal.missing = {ProposalText::tr("Whether it fits is known when the nodes have been asked.")};
    } else {
        proposal.fit = Proposal::Fit::Fits;
        proposal.weight = -int(qsizetype(recipe.nodes) * recipe.chipsPerNode * 100 / qMax<qsizetype>(1, chips));
        if (!sizeWarnings(recipe, int(chips)).isEmpty())
            proposal.weight += ofSize;
        if (recipe.model.isEmpty() || isPlaceholderImage(image)) // takes what only the operator has
            proposal.weight = 0;
    }
    return proposal;
}

QList<Proposal> proposals(const QList<Recipe> &recipes, int nodes, const QList<NodeFacts> &facts,
                          const QString &chosen, const Json &settings)
{
    QList<Proposal> all;
    for (const Recipe &recipe : recipes)
        all << proposalOf(recipe, nodes, facts, recipe.id == chosen ? settings : Json::object());
    std::stable_sort(all.begin(), all.end(),
                     [](const Proposal &one, const Proposal &other) { return one.weight < other.weight; });
    return all;
}

Json toJson(const Proposal &proposal)
{
    const char *const fit = proposal.fit == Proposal::Fit::Fits ? "fits"
        : proposal.fit == Proposal::Fit::Unknown                ? "unknown"
                                                                : "lacks";
    Json missing = Json::array();
    for (const QString &one : proposal.missing)
        missing.push_back(one.toStdString());
    return {{"recipe", proposal.recipe.toStdString()}, {"fit", fit}, {"missing", missing}};
}
