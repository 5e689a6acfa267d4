// ascendctl generate D -o DIR [--facts FILE] [--target kubernetes]: every artifact, per node or for a Kubernetes
// cluster, and MANIFEST.json.
#include "app/ctl/clusterfacts.h"
#include "app/ctl/recipeverbs.h"

#include "core/artifacts/artifactfolder.h"
#include "core/engines/recipebook.h"
#include "core/targets/kubernetes.h"

#include <QDir>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace ctl {

namespace {

struct Generated
{
    Result<ArtifactSet> set;
    bool isJudged = false;               // what the set refuses is the answer: everything was asked
    bool simulated = false;
};

Result<Generated> forNodes(QStringList &arguments, const Call &call)
{
    const Result<ClusterFacts> cluster = gatherFacts(arguments, call);
    if (!cluster)
        return cluster.error();
    return Generated{generateArtifacts(cluster->opened.deployment, cluster->recipe, cluster->facts),
                     std::all_of(cluster->facts.begin(), cluster->facts.end(),
                                 [](const NodeFacts &facts) { return facts.reachable; }),
                     cluster->simulated};
}

Error misusedGenerate(const QString &sentence) { return {ErrorKind::Invalid, sentence, {}, {{u"usage"_s, {}}}}; }

// Asks no node: the cluster's scheduler chooses the servers.
Result<Generated> forKubernetes(QStringList &arguments, const Call &call)
{
    KubernetesChoices choices;
    QString replicas, facts;
    bool isNumber = true;
    if (!takeValue(arguments, "--namespace", choices.nameSpace)
        || !takeValue(arguments, "--schedule-policy", choices.schedulePolicy)
        || !takeValue(arguments, "--max-replicas", replicas) || !takeValue(arguments, "--facts", facts))
        return misusedGenerate(u"--namespace, --schedule-policy, --max-replicas and --facts each need a value."_s);
    if (!replicas.isEmpty())
        choices.maxReplicas = replicas.toInt(&isNumber);
    if (!isNumber)
        return misusedGenerate(u"--max-replicas needs a whole number, not \"%1\"."_s.arg(replicas));
    const Result<Opened> opened = openDeployment(arguments, call.stop);
    if (!opened)
        return opened.error();
    const Result<Recipe> recipe = findRecipe(opened->deployment.recipe);
    if (!recipe)
        return recipe.error();
    return Generated{kubernetesArtifacts(opened->deployment, *recipe, choices), true, opened->deployment.simulated};
}

} // namespace

int generate(const Call &call)
{
    QStringList arguments = call.arguments;
    QString folder, target = u"docker"_s;
    if (!takeValue(arguments, "--target", target) || (target != "docker"_L1 && target != "kubernetes"_L1)) {
        complain(u"ascendctl generate: the target is \"%1\"; it must be docker or kubernetes."_s.arg(target));
        return Usage;
    }
    for (const QString &option : {u"-o"_s, u"--out"_s, u"--output"_s}) {
        const qsizetype at = arguments.indexOf(option);
        if (at >= 0 && at + 1 < arguments.size()) {
            folder = arguments[at + 1];
            arguments.remove(at, 2);
        }
    }
    if (folder.isEmpty()) {
        complain(u"usage: ascendctl generate D -o DIR [--facts FILE] [--target docker|kubernetes] [--json]"_s);
        return Usage;
    }
    const Result<Generated> made
        = target == "kubernetes"_L1 ? forKubernetes(arguments, call) : forNodes(arguments, call);
    if (!made)
        return refuse(made.error());
    if (!arguments.isEmpty()) {
        complain(u"ascendctl generate: what is \"%1\"?"_s.arg(arguments.first()));
        return Usage;
    }
    const Result<ArtifactSet> &set = made->set;
    if (!set) {
        const int code = fail(set.error());
        // Of nodes that were all asked the answer is no: facts, settings and recipe do not fit together.
        const bool isAnswer = set.error().kind == ErrorKind::Invalid && made->isJudged;
        if (call.json && isAnswer) {
            Json none = {{"folder", nullptr},
                         {"files", Json::array()},
                         {"warnings", Json::array()},
                         {"error", set.error().message}};
            if (made->simulated)
                none["simulated"] = true;
            printJson(none);
        }
        return isAnswer ? int(No) : code;
    }
    Json kept = Json::array();
    for (const QString &path : inTheWay(folder, set->files)) {
        const Result<QString> aside = putAside(QDir(folder).filePath(path));
        if (!aside)
            return fail(aside.error());
        complain(u"%1 was not as an earlier generate wrote it; it is kept as %2."_s.arg(QDir(folder).filePath(path),
                                                                                        *aside));
        kept.push_back(*aside);
    }
    if (const Result<void> written = writeArtifacts(folder, set->files, call.stop); !written)
        return fail(written.error());
    for (const QString &warning : set->warnings)
        complain(u"warning: "_s + warning);
    if (call.json) {
        Json document = {{"folder", QDir(folder).absolutePath()}};
        if (made->simulated)
            document["simulated"] = true;
        document["files"] = Json::array();
        for (const Artifact &file : set->files)
            document["files"].push_back(
                {{"path", file.path},
                 {"kind", file.kind},
                 {"node", file.node.isEmpty() ? Json(nullptr) : Json(file.node)},
                 {"remotePath", file.remotePath.isEmpty() ? Json(nullptr) : Json(file.remotePath)},
                 {"size", file.content.size()}});
        document["kept"] = kept;
        document["warnings"] = Json::array();
        for (const QString &warning : set->warnings)
            document["warnings"].push_back(warning);
        printJson(document);
    } else {
        for (const Artifact &file : set->files)
            printLine(QDir(folder).filePath(file.path));
    }
    return Yes;
}

} // namespace ctl
