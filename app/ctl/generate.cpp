// ascendctl generate D -o DIR [--facts FILE]: every artifact, per node, and MANIFEST.json.
#include "app/ctl/clusterfacts.h"
#include "app/ctl/recipeverbs.h"

#include "core/artifacts/artifactfolder.h"

#include <QDir>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace ctl {

int generate(const Call &call)
{
    QStringList arguments = call.arguments;
    QString folder;
    for (const QString &option : {u"-o"_s, u"--output"_s}) {
        const qsizetype at = arguments.indexOf(option);
        if (at >= 0 && at + 1 < arguments.size()) {
            folder = arguments[at + 1];
            arguments.remove(at, 2);
        }
    }
    if (folder.isEmpty()) {
        complain(u"usage: ascendctl generate D -o DIR [--facts FILE] [--json]"_s);
        return Usage;
    }
    const Result<ClusterFacts> cluster = gatherFacts(arguments, call);
    if (!cluster)
        return refuse(cluster.error());
    if (!arguments.isEmpty()) {
        complain(u"ascendctl generate: what is \"%1\"?"_s.arg(arguments.first()));
        return Usage;
    }
    const Result<ArtifactSet> set = generateArtifacts(cluster->opened.deployment, cluster->recipe, cluster->facts);
    if (!set) {
        const int code = fail(set.error());
        // Of nodes that were all asked the answer is no: facts, settings and recipe do not fit together.
        const bool isAnswer = set.error().kind == ErrorKind::Invalid
            && std::all_of(cluster->facts.begin(), cluster->facts.end(),
                           [](const NodeFacts &facts) { return facts.reachable; });
        if (call.json && isAnswer) {
            Json none = {{"folder", nullptr},
                         {"files", Json::array()},
                         {"warnings", Json::array()},
                         {"error", set.error().message}};
            if (cluster->simulated)
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
        if (cluster->simulated)
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
