#include "core/artifacts/artifact.h"
#include "core/recipes/artifactstext.h"
#include "core/targets/envscript.h"
#include "core/artifacts/manifest.h"
#include "core/recipes/recipewarnings.h"
#include "core/targets/scripts.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

// What every node gets alike, once, beside the nodes' folders.
QList<Artifact> sharedArtifacts(const Launch &launch)
{
    QList<Artifact> files;
    for (const ProcessFile &file : launch.process.files) {
        if (file.isShared)
            files << Artifact{{},           file.name, file.kind,
                              file.content, 0640,      launch.folder + QLatin1Char('/') + file.name};
    }
    return files;
}

Result<QList<Artifact>> nodeArtifacts(const Deployment &deployment, const Topology &all, const Placement &member,
                                      const Launch &launch, const Recipe &recipe)
{
    const Result<QString> env = envScript(deployment.name, all, member, launch, recipe);
    if (!env)
        return env.error();
    QList<Artifact> files;
    const auto add = [&](const char *name, const char *kind, const QByteArray &content, int mode) {
        const QString file = QLatin1Char('/') + QString::fromUtf8(name);
        files << Artifact{member.name, member.folder + file, QString::fromUtf8(kind), content,
                          mode,        launch.folder + file};
    };
    add("env.sh", "env", env->toUtf8(), 0750);
    for (const ProcessFile &file : launch.process.files) {
        if (!file.isShared)
            add(file.name.toUtf8().constData(), file.kind.toUtf8().constData(), file.content, 0640);
    }
    add("docker-run.sh", "docker-run", dockerRunScript(deployment.name, all, member, launch, recipe).toUtf8(), 0750);
    add("copy.sh", "copy", copyScript(deployment.name, all, member, launch).toUtf8(), 0750);
    add("start.sh", "script", startScript(deployment.name, all, member, launch).toUtf8(), 0750);
    add("stop.sh", "script", stopScript(deployment.name, all, member, launch).toUtf8(), 0750);
    return files;
}

} // namespace

Result<ArtifactSet> generateArtifacts(const Deployment &deployment, const Recipe &anyRecipe,
                                      const QList<NodeFacts> &facts)
{
    const Result<Recipe> resolved = resolvedRecipe(anyRecipe, deployment.settings);
    if (!resolved)
        return resolved.error();
    const Recipe &recipe = *resolved;
    const Result<Topology> all = topologyOf(deployment, recipe, facts);
    if (!all)
        return all.error();
    ArtifactSet set;
    set.warnings = recipeWarnings(recipe, all->cards()) + all->warnings;
    QStringList ownNames{u"MANIFEST.json"_s};
    for (const Placement &member : all->placements) {
        const Result<Launch> launch = launchOf(*all, member, recipe);
        if (!launch)
            return launch.error();
        if (&member == &all->placements.first()) {
            for (const Artifact &shared : sharedArtifacts(*launch)) {
                set.files << shared;
                ownNames << shared.path;
            }
        }
        const Result<QList<Artifact>> files = nodeArtifacts(deployment, *all, member, *launch, recipe);
        if (!files)
            return files.error();
        if (ownNames.contains(member.folder, Qt::CaseInsensitive))
            return Error{
                ErrorKind::Invalid,
                ArtifactsText::tr("A node cannot be named \"%1\": a generated file has that name.").arg(member.name),
                {},
                {}};
        set.files << *files;
    }
    std::sort(set.files.begin(), set.files.end(), [](const Artifact &a, const Artifact &b) { return a.path < b.path; });
    // Its file says it only once it was saved, and generating must give the same before and after.
    Deployment known = deployment;
    known.simulated = known.simulated
        || std::any_of(facts.cbegin(), facts.cend(), [](const NodeFacts &node) { return node.simulated; });
    set.files << Artifact{
        {}, u"MANIFEST.json"_s, u"manifest"_s, prettyJson(manifest(known, recipe, set.files)), 0640, {}};
    return set;
}
