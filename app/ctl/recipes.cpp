// ascendctl recipes [--zh]: what can be deployed, and the settings each takes; files of the user's that are wrong as
// warnings.
#include "app/ctl/recipeverbs.h"

#include "core/engines/recipebook.h"

namespace ctl {

int recipes(const Call &call)
{
    QStringList arguments = call.arguments;
    const bool chinese = arguments.removeAll(QStringLiteral("--zh")) > 0;
    if (!arguments.isEmpty()) {
        complain(QStringLiteral("usage: ascendctl recipes [--json] [--zh]"));
        return Usage;
    }
    const Result<RecipeBook> book = recipeBook(chinese ? QStringLiteral("zh") : QStringLiteral("en"));
    if (!book)
        return fail(book.error());
    for (const RefusedRecipe &refused : book->refused) {
        complain(QStringLiteral("warning: left out: ") + refused.error.message);
        for (const QString &more : refused.error.detail.split(QLatin1Char('\n'), Qt::SkipEmptyParts))
            complain(QStringLiteral("    ") + more);
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
        printLine(QStringLiteral("  %1\n  %2\n").arg(recipe.title, recipe.description));
        for (const RecipeSetting &setting : recipe.settings) {
            const QString range
                = setting.choices.isEmpty() ? rangeText(setting) : setting.choices.join(QLatin1String("|"));
            printLine(QStringLiteral("  %1  %2  [%3]%4")
                          .arg(setting.key.leftJustified(20), setting.type.leftJustified(8),
                               QString::fromUtf8(compactJson(setting.defaultValue)),
                               range.isEmpty() ? QString() : QLatin1Char(' ') + range));
            printLine(QStringLiteral("      ") + setting.help);
            const Json variants = variantDefaults(recipe, setting.key);
            for (const auto &[choice, defaults] : variants.items()) {
                QStringList others;
                for (const auto &[key, value] : defaults.items())
                    others << QString::fromStdString(key) + QLatin1Char(' ') + QString::fromUtf8(compactJson(value));
                printLine(QStringLiteral("      %1: %2")
                              .arg(QString::fromStdString(choice), others.join(QLatin1String(", "))));
            }
        }
        for (const QString &warning : recipe.warnings)
            printLine(QStringLiteral("  ! ") + warning);
    }
    return Yes;
}

} // namespace ctl
