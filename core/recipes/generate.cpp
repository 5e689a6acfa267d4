#include "core/recipes/artifact.h"
#include "core/recipes/artifactstext.h"
#include "core/recipes/envscript.h"
#include "core/recipes/manifest.h"
#include "core/recipes/mindieconfig.h"
#include "core/recipes/ranktable.h"
#include "core/recipes/scripts.h"

#include <QCoreApplication>

#include <algorithm>

namespace {

// A warning of the recipe holds for this cluster unless it has the cards the warning asks for.
QStringList recipeWarnings(const Recipe &recipe, int cards)
{
    QStringList warnings;
    qsizetype index = 0;
    for (const Json &warning : recipe.data.value("warnings", Json::array())) {
        const qint64 belowCards = integerAt(warning, "belowCards").value_or(0);
        if ((belowCards == 0 || cards < belowCards) && index < recipe.warnings.size())
            warnings << recipe.warnings[index];
        ++index;
    }
    return warnings;
}

Result<QList<Artifact>> nodeArtifacts(const Deployment &deployment, const Membership &all, const Member &member, const Recipe &recipe)
{
    const Result<Launch> launch = launchOf(all, member, recipe);
    if (!launch)
        return launch.error();
    const Result<QString> env = envScript(deployment.name, all, member, *launch, recipe);
    if (!env)
        return env.error();
    const Result<Json> config = mindieConfig(member, recipe);
    if (!config)
        return config.error();
    QList<Artifact> files;
    const auto add = [&](const char *name, const char *kind, const QByteArray &content, int mode) {
        const QString file = QLatin1Char('/') + QLatin1String(name);
        files << Artifact{member.name, member.folder + file, QLatin1String(kind), content, mode, launch->folder + file};
    };
    add("env.sh", "env", env->toUtf8(), 0750);
    add("config.json", "config", prettyJson(*config), 0640);
    add("docker-run.sh", "docker-run", dockerRunScript(deployment.name, all, member, *launch, recipe).toUtf8(), 0750);
    add("copy.sh", "copy", copyScript(deployment.name, all, member, *launch).toUtf8(), 0750);
    add("start.sh", "script", startScript(deployment.name, all, member, *launch).toUtf8(), 0750);
    add("stop.sh", "script", stopScript(deployment.name, all, member, *launch).toUtf8(), 0750);
    return files;
}

} // namespace

Result<ArtifactSet> generateArtifacts(const Deployment &deployment, const Recipe &anyRecipe, const QList<NodeFacts> &facts)
{
    const Result<Recipe> resolved = resolvedRecipe(anyRecipe, deployment.settings);
    if (!resolved)
        return resolved.error();
    const Recipe &recipe = *resolved;
    const Result<Membership> all = membership(deployment, recipe, facts);
    if (!all)
        return all.error();
    ArtifactSet set;
    set.warnings = recipeWarnings(recipe, all->cards()) + all->warnings;
    const QString table = rankTableName(*all);
    set.files << Artifact{{}, table, QStringLiteral("rank-table"), prettyJson(rankTable(*all)), 0640,
                          all->members.first().value("deployment.folder") + QLatin1Char('/') + table};
    for (const Member &member : all->members) {
        const Result<QList<Artifact>> files = nodeArtifacts(deployment, *all, member, recipe);
        if (!files)
            return files.error();
        if (member.folder.compare(table, Qt::CaseInsensitive) == 0 || member.folder.compare(QLatin1String("MANIFEST.json"), Qt::CaseInsensitive) == 0)
            return Error{ErrorKind::Invalid, ArtifactsText::tr("A node cannot be named \"%1\": a generated file has that name.").arg(member.name), {}, {}};
        set.files << *files;
    }
    std::sort(set.files.begin(), set.files.end(), [](const Artifact &a, const Artifact &b) { return a.path < b.path; });
    set.files << Artifact{{}, QStringLiteral("MANIFEST.json"), QStringLiteral("manifest"), prettyJson(manifest(deployment, recipe, set.files)), 0640, {}};
    return set;
}
