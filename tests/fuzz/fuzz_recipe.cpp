// A recipe's file, any bytes: refused in words, or it generates (or says in words why not) in both languages, for every
// value of every choice.
#include "core/engines/recipebook.h"
#include "tests/recipes/clusterfixture.h"

#include <algorithm>
#include <cstdlib>

using namespace Qt::StringLiterals;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const QByteArray text(reinterpret_cast<const char *>(data), qsizetype(size));
    const Result<Recipe> recipe = recipeFromText(text, u"mine.json"_s, size % 2 ? u"en"_s : u"zh"_s);
    if (!recipe) {
        if (recipe.error().message.isEmpty())
            std::abort();
        return 0;
    }
    (void)toJson(*recipe);
    QList<Json> choices{Json::object()};
    for (const RecipeSetting &setting : recipe->settings) {
        for (const QString &choice : setting.choices.mid(0, 3))
            choices << Json{{setting.key.toStdString(), choice}};
    }
    for (const Json &settings : choices) {
        Deployment deployment = twoNodes();
        deployment.recipe = recipe->id;
        deployment.settings = settings;
        deployment.nodes = deployment.nodes.mid(0, std::min(recipe->nodes, 2));
        const Result<ArtifactSet> set = generateArtifacts(deployment, *recipe, factsOf(deployment));
        if (!set && set.error().message.isEmpty())
            std::abort();
    }
    return 0;
}
