#include "core/adopt/adoption.h"

#include "core/adopt/adopttext.h"
#include "core/adopt/fit.h"
#include "core/base/plaintext.h"
#include "core/bundle/redaction.h"
#include "core/engines/engine.h"
#include "core/recipes/modelshape.h"

#include <QSet>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

// The engine without words of its own: it takes any command.
const Engine *anyImageEngine()
{
    const auto its = std::find_if(engines().begin(), engines().end(),
                                  [](const Engine &engine) { return !engine.traces.isService && engine.traces.told; });
    return its == engines().end() ? nullptr : &*its;
}

QString engineName(const QString &id)
{
    const Engine *engine = findEngine(id);
    return engine ? QString::fromUtf8(engine->name) : AdoptText::tr("a program that no engine knows");
}

QStringList addressesOf(const NodeFacts &facts)
{
    QStringList addresses{facts.hostIp};
    for (const HostAddress &address : facts.addresses)
        addresses << address.ip;
    addresses.removeAll(QString());
    return addresses;
}

struct Serving {
    RunningNode node;
    RunningService service;
    std::optional<int> place;
};

// One service of each node, all of the engine that the first of them runs; the one that serves comes first.
QList<Serving> chosenServices(const QList<RunningNode> &nodes, QString &engine, Adoption &adoption)
{
    for (const RunningNode &node : nodes) {
        if (engine.isEmpty() && !node.services.isEmpty())
            engine = node.services.first().engine;
    }
    QList<Serving> chosen;
    for (const RunningNode &node : nodes) {
        adoption.notes << node.notes;
        const auto its = std::find_if(node.services.begin(), node.services.end(),
                                      [&](const RunningService &service) { return service.engine == engine; });
        if (its == node.services.end()) {
            adoption.notes << AdoptText::tr("%1 is left out: nothing was found on it that belongs to this service.")
                                  .arg(node.node.name);
            continue;
        }
        for (const RunningService &other : node.services) {
            if (&other != &*its)
                adoption.notes << AdoptText::tr(
                                      "%1 also runs %2 in the container %3; a deployment has one service on a "
                                      "node, so it is not described.")
                                      .arg(node.node.name, engineName(other.engine), other.container.name);
        }
        Serving one{node, *its, {}};
        if (const Engine *known = findEngine(engine); known && known->traces.place)
            one.place = known->traces.place(its->process, its->texts, addressesOf(node.facts));
        chosen << one;
    }
    std::stable_sort(chosen.begin(), chosen.end(), [](const Serving &a, const Serving &b) {
        return a.place.value_or(100000) < b.place.value_or(100000);
    });
    const bool isFirstKnown = chosen.isEmpty() || chosen.first().place.has_value() || chosen.size() == 1;
    if (!isFirstKnown)
        adoption.notTold << AdoptText::tr("Which node serves is not told by any of them; %1 was taken as it was named "
                                          "first.")
                                .arg(chosen.first().node.node.name);
    return chosen;
}

QString chosenName(const QList<Serving> &chosen, const QString &wanted)
{
    if (!wanted.isEmpty())
        return wanted;
    const RunningService &first = chosen.first().service;
    return first.labels.deployment.isEmpty() ? first.container.name : first.labels.deployment;
}

int cardsOfService(const Serving &one)
{
    const qsizetype given = one.service.container.npus().size();
    const QString visible = one.service.process.environment.value(u"ASCEND_RT_VISIBLE_DEVICES"_s);
    const int listed = visible.isEmpty() ? 0 : int(visible.split(u',', Qt::SkipEmptyParts).size());
    if (listed > 0)
        return listed;
    return given > 0 ? int(given) : int(one.node.facts.deviceIds.size());
}

// Why it cannot be this recipe, before anything is compared; empty: it may be.
QString unfitness(const Recipe &recipe, const QList<Serving> &chosen, bool countsCards = true)
{
    if (recipe.nodes != chosen.size())
        return AdoptText::tr("it is for %n node(s)", nullptr, recipe.nodes);
    const int cards = cardsOfService(chosen.first());
    if (countsCards && recipe.chipsKey.isEmpty() && recipe.chipsPerNode != cards)
        return AdoptText::tr("it is for %1 NPUs on each node, here are %2").arg(recipe.chipsPerNode).arg(cards);
    if (const std::optional<Json> &model = chosen.first().service.model) {
        const QStringList other = differencesFrom(modelShapeOf(recipe.data), *model);
        if (!other.isEmpty())
            return AdoptText::tr("the weights are another model's: %1").arg(other.join(u", "_s));
    }
    return {};
}

// "DeepSeek-V3.2" and "/data/deepseek_v3.2-w8a8". Models of one shape are told apart by nothing else.
bool isNamedAfter(const QString &model, const QString &weights) // a path, or a command line
{
    const auto letters = [](const QString &text) {
        QString left;
        std::copy_if(text.begin(), text.end(), std::back_inserter(left), [](QChar c) { return c.isLetterOrNumber(); });
        return left.toLower();
    };
    return !letters(model).isEmpty() && letters(weights).contains(letters(model));
}

void noteWhatIsNotTold(const QList<Serving> &chosen, const Recipe &recipe, Adoption &adoption)
{
    for (const Serving &one : chosen) {
        const QString &node = one.node.node.name;
        if (one.service.isEnded)
            adoption.notTold << AdoptText::tr(
                                    "%1: the service does not run. It is described by what the container %2 was made "
                                    "to run; its environment is not known, and settings that are variables have the "
                                    "recipe's defaults.")
                                    .arg(node, one.service.container.name);
        else if (!one.service.process.isEnvironmentTold)
            adoption.notTold << AdoptText::tr(
                                    "%1: the service's environment may not be read by this user; settings that "
                                    "are variables have the recipe's defaults.")
                                    .arg(node);
        for (const auto &[kind, why] : one.service.unread.asKeyValueRange())
            adoption.notTold
                << AdoptText::tr("%1: %2 could not be read (%3); what it says is not known.").arg(node, kind, why);
        if (one.service.process.argv.contains("***"_L1))
            adoption.notTold << AdoptText::tr("%1: a key or password of the command line is left out: what is deployed "
                                              "from this asks for none unless you give it one.")
                                    .arg(node);
        if (!one.service.model)
            adoption.notTold << AdoptText::tr("%1: the weights' config.json could not be read, so which model it is "
                                              "follows from names only.")
                                    .arg(node);
    }
    QStringList usual;
    for (const RecipeSetting &setting : recipe.settings) {
        if (setting.key.startsWith("weightsFrom"_L1) || setting.key == "imageFrom"_L1
            || setting.key == "atbModels"_L1)
            usual << setting.key;
    }
    if (!usual.isEmpty())
        adoption.notTold
            << AdoptText::tr("Not visible on a node, left as the recipe has them: %1.").arg(usual.join(", "_L1));
}

void noteUnusable(const QList<Serving> &chosen, const QString &engine, const QStringList &unread,
                  const QStringList &why, Adoption &adoption)
{
    adoption.notTold << AdoptText::tr("No recipe was found that describes what runs: %1 on %n node(s).", nullptr,
                                      int(chosen.size()))
                            .arg(engineName(engine));
    if (!unread.isEmpty())
        adoption.notTold << AdoptText::tr("It may be %1: recipes with prefill and decode apart are not read back. Open "
                                          "the deployment that it was made from, or begin one with this recipe.",
                                          "ids of recipes")
                                .arg(unread.join(u", "_s));
    const QString made = chosen.first().service.labels.deployment;
    if (!made.isEmpty() && std::all_of(chosen.begin(), chosen.end(), [&](const Serving &one) {
            return one.service.labels.deployment == made;
        }))
        adoption.notTold << AdoptText::tr("A run of this program has made the containers, for its deployment \"%1\".")
                                .arg(made);
    for (const QString &one : why.mid(0, 8))
        adoption.notTold << one;
}

} // namespace

Adoption adopted(const QList<RunningNode> &nodes, const QList<Recipe> &recipes, const QString &name)
{
    Adoption adoption;
    QString engine;
    const QList<Serving> chosen = chosenServices(nodes, engine, adoption);
    if (chosen.isEmpty()) {
        adoption.notTold << AdoptText::tr("Nothing that serves was found: no container with NPUs runs a service.");
        return adoption;
    }
    FitInput input;
    input.deployment.name = chosenName(chosen, name);
    for (const Serving &one : chosen) {
        input.deployment.nodes << one.node.node;
        input.facts << one.node.facts;
        input.services << one.service;
        input.deployment.simulated = input.deployment.simulated || one.node.facts.simulated;
    }
    for (const Serving &one : chosen) {
        if (one.service.sameProcesses > 1)
            adoption.notTold << AdoptText::tr("%1 runs %n processes of the service in one container, as recipes with "
                                              "prefill and decode do; only the first was compared.",
                                              nullptr, one.service.sameProcesses)
                                    .arg(one.node.node.name);
    }
    QStringList why, unread;             // of recipes that may describe it, and cannot be compared
    QStringList near;                    // recipes of this model, and why they are not for these nodes
    const auto consider = [&](const QString &id) {
        const Engine *its = findEngine(id);
        for (const Recipe &recipe : recipes) {
            if (!its || recipe.engine != id || !its->traces.pattern)
                continue;
            if (its->traces.pattern(recipe).is_null()) {
                // a rank sees some of its node's cards only
                if (unfitness(recipe, chosen, false).isEmpty())
                    unread << recipe.id;
                continue;
            }
            if (const QString unfit = unfitness(recipe, chosen); !unfit.isEmpty()) {
                why << u"%1: %2."_s.arg(recipe.id, unfit);
                const RunningService &first = chosen.first().service;
                if (unfitness(recipe, chosen, false).isEmpty()
                    && (first.model || isNamedAfter(recipe.model, first.process.argv.join(u' '))))
                    near << why.last();
                continue;
            }
            AdoptCandidate candidate = fitted(recipe, input);
            // Where no engine reads the folder off what runs, the setting is the recipe's own.
            candidate.isNamed = isNamedAfter(recipe.model,
                                             its->traces.isService
                                                 ? stringAt(settingsAsTyped(recipe, candidate.settings), "weights")
                                                 : chosen.first().service.process.argv.join(u' '));
            // of a program that no engine knows, only the weights' name says that it is this model's
            const bool isAnyModels = its->traces.isService || recipe.model.isEmpty() || candidate.isNamed;
            if (candidate.refusal.isEmpty() && isAnyModels)
                adoption.others << candidate;
            else if (!candidate.refusal.isEmpty())
                why << u"%1: %2"_s.arg(recipe.id, candidate.refusal);
        }
    };
    if (!engine.isEmpty())
        consider(engine);
    const Engine *any = anyImageEngine();
    if (adoption.others.isEmpty() && any && engine != QLatin1String(any->id)) {
        consider(QLatin1String(any->id));
        if (!adoption.others.isEmpty() && !engine.isEmpty() && near.isEmpty())
            adoption.notTold << AdoptText::tr("No recipe of %1 is for these nodes, so the one for any image describes "
                                              "it, with the command as it runs.")
                                    .arg(engineName(engine));
        else if (!adoption.others.isEmpty() && !engine.isEmpty())
            adoption.notTold << AdoptText::tr("No recipe of %1 is for this model as it runs here, so the one for any "
                                              "image describes it, with the command as it runs. %2",
                                              "%2: sentences, as: qwen3-8x: it is for 8 NPUs on each node, here are 2.")
                                    .arg(engineName(engine), near.join(u' '));
    }
    std::stable_sort(adoption.others.begin(), adoption.others.end(),
                     [](const AdoptCandidate &a, const AdoptCandidate &b) {
                         const auto farness = [](const AdoptCandidate &one) {
                             return std::tuple(!one.isNamed, one.isOtherwiseQuantized, one.isDoubtful,
                                               weightOf(one.differences), one.settings.size());
                         };
                         return farness(a) < farness(b);
                     });
    adoption.deployment = input.deployment;
    if (adoption.others.isEmpty()) {
        noteUnusable(chosen, engine, unread, why, adoption);
        return adoption;
    }
    adoption.best = adoption.others.takeFirst();
    adoption.deployment.recipe = adoption.best.recipe;
    adoption.deployment.settings = adoption.best.settings;
    for (const Recipe &recipe : recipes) {
        if (recipe.id == adoption.best.recipe)
            noteWhatIsNotTold(chosen, recipe, adoption);
    }
    return adoption;
}

QString sentenceOf(const AdoptDifference &difference)
{
    const auto shown = [](const std::optional<QString> &value) {
        constexpr qsizetype longest = 120;
        const QString text = QString::fromUtf8(Redaction().of(value.value_or(QString()).toUtf8())).simplified();
        return text.size() > longest ? text.left(longest) + u"…"_s : text;
    };
    // by its name, which tells whether it is a secret
    const auto redacted = [&](const std::optional<QString> &value) {
        return shown(Redaction().ofValue(difference.name, value.value_or(QString())));
    };
    if (difference.part == AdoptDifference::Part::Recipe)
        return AdoptText::tr("%1: %2 is %3; the recipe is for %4.", "node; what; value; value")
            .arg(difference.node, difference.name, redacted(difference.runs), redacted(difference.recipe));
    if (difference.runs && difference.recipe)
        return AdoptText::tr("%1: %2 is %3; the recipe would write %4.", "node; what; value; value")
            .arg(difference.node, difference.name, redacted(difference.runs), redacted(difference.recipe));
    if (difference.runs)
        return AdoptText::tr("%1: %2 is %3; the recipe would not write it.", "node; what; value")
            .arg(difference.node, difference.name, redacted(difference.runs));
    return AdoptText::tr("%1: %2 is not there; the recipe would write %3.", "node; what; value")
        .arg(difference.node, difference.name, redacted(difference.recipe));
}

Json toJson(const AdoptDifference &difference)
{
    static const char *const parts[] = {"command", "environment", "file", "container", "recipe"};
    const auto value = [&](const std::optional<QString> &text) {
        if (!text)
            return Json(nullptr);
        return Json(Redaction().ofValue(difference.name, *text));
    };
    return {{"node", difference.node},
            {"part", parts[int(difference.part)]},
            {"name", difference.name},
            {"runs", value(difference.runs)},
            {"recipe", value(difference.recipe)}};
}

Json toJson(const Adoption &adoption)
{
    Json document = Json::object();
    if (adoption.deployment.simulated)
        document["simulated"] = true;
    document["recipe"] = adoption.isFound() ? Json(adoption.best.recipe) : Json(nullptr);
    document["settings"] = adoption.best.settings;
    document["differences"] = Json::array();
    for (const AdoptDifference &difference : adoption.best.differences)
        document["differences"].push_back(toJson(difference));
    document["others"] = Json::array();
    for (const AdoptCandidate &other : adoption.others)
        document["others"].push_back({{"recipe", other.recipe}, {"differences", other.differences.size()}});
    document["notTold"] = Json(adoption.notTold);
    document["notes"] = Json(adoption.notes);
    return document;
}
