// ascendctl recipes [--zh]: what can be deployed, and the settings each takes; files of the user's that are wrong as
// warnings. With --for D [--facts FILE] [--zh]: which of them its nodes can serve, best first, what the checks would
// warn of, and what the others lack.
#include "app/ctl/recipeverbs.h"

#include "app/ctl/clusterfacts.h"

#include "core/checks/proposals.h"
#include "core/engines/recipebook.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace ctl {

namespace {

constexpr auto recipesUsage
    = "usage: ascendctl recipes [--json] [--zh] | recipes --for D [--facts FILE] [--json] [--zh]"_L1;

// Exit: 1 where none fits.
int proposed(QStringList arguments, const Call &call, const QList<Recipe> &recipes)
{
    arguments.removeOne(u"--for"_s);
    const Result<ClusterFacts> cluster = gatherFacts(arguments, call, false);
    if (!cluster)
        return refuse(cluster.error());
    if (!arguments.isEmpty()) {
        complain(recipesUsage);
        return Usage;
    }
    const QList<Proposal> all
        = proposals(recipes, int(cluster->opened.deployment.nodes.size()), cluster->facts,
                    cluster->opened.deployment.recipe, cluster->opened.deployment.settings);
    const bool fits = std::any_of(all.cbegin(), all.cend(),
                                  [](const Proposal &one) { return one.fit == Proposal::Fit::Fits; });
    if (call.json) {
        Json list = Json::array();
        for (const Proposal &one : all)
            list.push_back(toJson(one));
        Json document{{"proposals", list}};
        if (cluster->simulated)
            document["simulated"] = true;
        printJson(document);
        return fits ? Yes : No;
    }
    for (const Proposal &one : all) {
        const char *const mark = one.fit == Proposal::Fit::Lacks ? "✕"
            : one.fit == Proposal::Fit::Unknown                  ? "?"
            : one.doubts.isEmpty()                               ? "✓"
                                                                 : "!";
        printLine(QString::fromUtf8(mark) + u' ' + one.recipe);
        for (const QString &sentence : one.missing + one.doubts)
            printLine(u"    "_s + sentence);
    }
    return fits ? Yes : No;
}

} // namespace

int recipes(const Call &call)
{
    QStringList arguments = call.arguments;
    const bool chinese = arguments.removeAll(u"--zh"_s) > 0, isFor = arguments.contains(u"--for"_s);
    if (!arguments.isEmpty() && !isFor) {
        complain(recipesUsage);
        return Usage;
    }
    if (chinese)
        speakChinese();
    const Result<RecipeBook> book = recipeBook(chinese ? u"zh"_s : u"en"_s);
    if (!book)
        return fail(book.error());
    if (isFor)
        return proposed(arguments, call, book->recipes);
    for (const RefusedRecipe &refused : book->refused) {
        complain(u"warning: left out: "_s + refused.error.message);
        for (const QString &more : refused.error.detail.split(QLatin1Char('\n'), Qt::SkipEmptyParts))
            complain(u"    "_s + more);
    }
    if (call.json) {
        Json list = Json::array(), refused = Json::array();
        for (const Recipe &recipe : book->recipes)
            list.push_back(toJson(recipe));
        for (const RefusedRecipe &one : book->refused)
            refused.push_back(toJson(one));
        printJson({{"recipes", list}, {"refused", refused}});
        return Yes;
    }
    for (const Recipe &recipe : book->recipes) {
        printLine(recipe.id);
        printLine(u"  %1\n  %2\n"_s.arg(recipe.title, recipe.description));
        for (const RecipeSetting &setting : recipe.settings) {
            const QString range = setting.choices.isEmpty() ? rangeText(setting) : setting.choices.join("|"_L1);
            printLine(u"  %1  %2  [%3]%4"_s.arg(setting.key.leftJustified(20), setting.type.leftJustified(8),
                                                QString::fromUtf8(compactJson(setting.defaultValue)),
                                                range.isEmpty() ? QString() : QLatin1Char(' ') + range));
            printLine(u"      "_s + setting.help);
            const Json variants = variantDefaults(recipe, setting.key);
            for (const auto &[choice, defaults] : variants.items()) {
                QStringList others;
                for (const auto &[key, value] : defaults.items())
                    others << QString::fromStdString(key) + QLatin1Char(' ') + QString::fromUtf8(compactJson(value));
                printLine(u"      %1: %2"_s.arg(QString::fromStdString(choice), others.join(", "_L1)));
            }
        }
        for (const QString &warning : recipe.warnings)
            printLine(u"  ! "_s + warning);
    }
    return Yes;
}

} // namespace ctl
