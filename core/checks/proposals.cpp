#include "core/checks/proposals.h"

#include "core/artifacts/capacity.h"
#include "core/checks/driverfit.h"
#include "core/engines/engine.h"
#include "core/engines/imagerelease.h"
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

// How bad a lack is: a driver can be installed and another image chosen, a card of another kind cannot. Of what fits
// (-100 to 0): fewer cards than are confirmed, and what a check warns of; all of that is less than what is not known.
constexpr int ofSize = 50, ofDoubt = 100, ofUnknown = 190, ofOwnSettings = 100, ofDriver = 100, ofImage = 200,
              ofNodes = 1000, ofChips = 10'000, ofMemory = 20'000, ofKind = 30'000;

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
    QStringList doubts;                  // it may fit, but

    void add(int weight, const QString &sentence) { all.append({weight, sentence}); }
};

// What the checks driver.version and driver.cann would say of a driver: nodes mostly have the same one.
class DriverJudge
{
public:
    DriverJudge(const Engine *engine, const QString &image)
        : m_engine(engine)
        , m_image(image)
    {
    }

    void judge(const NodeFacts &facts, Lacks &lacks)
    {
        if (!m_engine || facts.driverVersion.isEmpty())
            return;
        if (!m_said.contains(facts.driverVersion))
            m_said.insert(facts.driverVersion, said(facts.driverVersion));
        for (const Finding &finding : std::as_const(m_said[facts.driverVersion])) {
            const QString sentence
                = ProposalText::tr("%1: %2.", "node; what a check says of it").arg(facts.name, finding.summary);
            if (finding.verdict == Verdict::Fail)
                lacks.add(ofDriver, sentence);
            else if (finding.verdict == Verdict::Warn)
                lacks.doubts << sentence;
        }
    }

private:
    QList<Finding> said(const QString &driver) const
    {
        QList<Finding> all;
        if (const std::optional<Finding> old = judgeDriverAge(driver, m_engine->demands))
            all << *old;
        if (!m_image.isEmpty() && !m_engine->demands.imageRelease.isEmpty())
            all << judgeDriverForCann(driver, m_image, m_engine->demands);
        return all;
    }

    const Engine *m_engine;
    const QString m_image;
    QHash<QString, QList<Finding>> m_said;
};

void addNode(Lacks &lacks, const Recipe &recipe, const QString &image, const NodeFacts &facts)
{
    const qsizetype chips = chipsIn(facts);
    if (chips < recipe.chipsPerNode)
        lacks.add(ofChips, ProposalText::tr("%1 has %n NPUs; it takes %2.", nullptr, int(chips))
                                .arg(facts.name)
                                .arg(recipe.chipsPerNode));
    const NpuChip first = facts.npuSmi->chips.value(0);
    const QString is = kindOf(first).toUpper(), wanted = recipe.kind.toUpper();
    if (!recipe.kind.isEmpty() && !first.name.isEmpty() && is != wanted)
        lacks.add(ofKind, is.isEmpty()
                      ? ProposalText::tr("%1 has %2 NPUs; this is for %3.", "node; npu-smi's name of the chip; A2")
                            .arg(facts.name, first.name, wanted)
                      : ProposalText::tr("%1 is an %2 server (%3 NPUs); this is for %4.",
                                         "node; A3; npu-smi's name of the chip; A2")
                            .arg(facts.name, is, first.name, wanted));
    const QString arch = facts.os.arch, built = imageMachine(image);
    if (!arch.isEmpty() && !recipe.architecture.isEmpty() && arch != recipe.architecture)
        lacks.add(ofKind, ProposalText::tr("%1 is a machine of %2; this is for %3.", "node; x86_64; aarch64")
                              .arg(facts.name, arch, recipe.architecture));
    if (!arch.isEmpty() && !built.isEmpty() && arch != built)
        lacks.add(ofImage, ProposalText::tr("%1 is a machine of %2; by its tag the image is for %3: set \"image\" to "
                                            "one for %2.",
                                            "node; x86_64; aarch64")
                               .arg(facts.name, arch, built));
    const std::optional<qint64> hbm = hbmOf(facts);
    if (recipe.hbmGb > 0 && hbm && *hbm < recipe.hbmGb * 1024 * 19 / 20)
        lacks.add(ofMemory, ProposalText::tr("%1's NPUs have %2 GiB of HBM each; this is written for %3.")
                                .arg(facts.name)
                                .arg(*hbm / 1024)
                                .arg(recipe.hbmGb));
}

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

// What lint refuses of a recipe's own settings, and what plan does without asking for the weights. Asked last, of the
// few that fit otherwise. Settings that are none are told where they are set.
void addSettings(Lacks &lacks, const Recipe &recipe, const QList<NodeFacts> &facts, const Json &settings)
{
    const Result<Json> effective = effectiveSettings(recipe, settings);
    if (!effective)
        return;
    const int cards = recipe.nodes * recipe.chipsPerNode;
    for (const auto &agrees : {settingsAgree(recipe, *effective, cards),
                               deploymentAgrees(recipe, *effective, {}, recipe.nodes, cards)}) {
        if (!agrees) {
            lacks.add(ofOwnSettings, agrees.error().message);
            return;
        }
    }
    Deployment deployment;
    deployment.nodes.resize(recipe.nodes);
    deployment.settings = settings;
    CapacityInput input{facts, {}, {}};
    input.weights = CapacityInput::Weights::NotTold;
    const Result<Capacity> capacity = capacityOf(deployment, recipe, input);
    if (!capacity)
        lacks.add(ofOwnSettings, capacity.error().message);
    else if (!capacity->refusal.isEmpty())
        lacks.add(ofOwnSettings, ProposalText::tr("%1 %2", "two sentences").arg(capacity->refusal, capacity->remedy));
    else if (!capacity->notFree.isEmpty())
        lacks.doubts << capacity->notFree;
}

// recipe: as the settings make it
Proposal judged(const Recipe &recipe, int nodes, const QList<NodeFacts> &facts, const Json &settings)
{
    Proposal proposal{recipe.id, Proposal::Fit::Unknown, {}, ofUnknown};
    if (nodes == 0) {
        proposal.missing = {ProposalText::tr("Whether it fits is known when there are nodes.")};
        return proposal;
    }
    const QString image = imageOf(recipe, settings);
    const Engine *engine = findEngine(recipe.engine);
    DriverJudge drivers(engine, image);
    Lacks lacks;
    int known = 0;
    qsizetype chips = 0;
    for (const NodeFacts &one : facts) {
        if (!one.reachable || !one.npuSmi)
            continue;
        ++known;
        chips += chipsIn(one);
        addNode(lacks, recipe, image, one);
        drivers.judge(one, lacks);
    }
    if (nodes < recipe.nodes)
        lacks.add(ofNodes,
                  ProposalText::tr("the deployment has %n nodes; it takes %1.", nullptr, nodes).arg(recipe.nodes));
    if (nodes > recipe.nodes)
        lacks.add(ofNodes,
                  ProposalText::tr("the deployment has %n nodes; it is written for %1.", nullptr, nodes)
                      .arg(recipe.nodes));
    const bool isForAnyImage = engine && engine->demands.imageRelease.isEmpty();
    if (lacks.all.isEmpty() && known >= nodes && !isForAnyImage)
        addSettings(lacks, recipe, facts, settings);
    proposal.doubts = lacks.doubts;
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
    } else if (isForAnyImage) { // as driver.cann does not ask either
        proposal.missing = {ProposalText::tr("Number and kind of NPUs fit. Whether the driver does cannot be told: "
                                             "nothing is known here of the program in the image, nor which driver it "
                                             "asks for.")};
    } else {
        proposal.fit = Proposal::Fit::Fits;
        proposal.weight = -int(qsizetype(recipe.nodes) * recipe.chipsPerNode * 100 / qMax<qsizetype>(1, chips));
        if (!sizeWarnings(recipe, int(chips)).isEmpty())
            proposal.weight += ofSize;
        if (recipe.model.isEmpty() || isPlaceholderImage(image)) // takes what only the operator has
            proposal.weight = 0;
        if (!lacks.doubts.isEmpty())
            proposal.weight += ofDoubt;
    }
    return proposal;
}

} // namespace

// Without its variants being gone through where nothing was set: this is asked of every recipe at every answer of a
// node. What the settings make no recipe of is judged as it was loaded.
Proposal proposalOf(const Recipe &recipe, int nodes, const QList<NodeFacts> &facts, const Json &settings)
{
    if (settings.empty())
        return judged(recipe, nodes, facts, settings);
    const Result<Recipe> resolved = resolvedRecipe(recipe, settings);
    return judged(resolved ? *resolved : recipe, nodes, facts, settings);
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
    const auto list = [](const QStringList &sentences) {
        Json array = Json::array();
        for (const QString &one : sentences)
            array.push_back(one.toStdString());
        return array;
    };
    return {{"recipe", proposal.recipe.toStdString()},
            {"fit", fit},
            {"missing", list(proposal.missing)},
            {"warnings", list(proposal.doubts)}};
}
