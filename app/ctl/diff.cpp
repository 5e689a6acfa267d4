// ascendctl diff D [--facts FILE]: what is on the nodes against what would be generated. 0 the same, 1 different.
#include "app/ctl/clusterfacts.h"
#include "app/ctl/recipeverbs.h"

#include "core/artifacts/artifact.h"
#include "core/artifacts/textdiff.h"

using namespace Qt::StringLiterals;

namespace ctl {

namespace {

struct Difference
{
    QString node, path, remotePath;
    QString state;                       // "same", "different", "missing", "unknown"
    QString text;                        // unified diff, or why unknown
};

Difference compare(const Artifact &file, const QString &node, Shell &shell, std::stop_token stop)
{
    Difference d{node, file.path, file.remotePath, {}, {}};
    const Result<CommandOutput> there = shell.run({.argv = {u"cat"_s, u"--"_s, file.remotePath}}, stop, {});
    if (!there) {
        d.state = u"unknown"_s;
        d.text = there.error().message;
    } else if (there->exitCode != 0) {
        d.state = u"missing"_s;
        d.text = QString::fromUtf8(there->err).trimmed();
    } else if (there->out == file.content) {
        d.state = u"same"_s;
    } else {
        d.state = u"different"_s;
        d.text = unifiedDiff(QString::fromUtf8(there->out), QString::fromUtf8(file.content),
                             node + QLatin1Char(':') + file.remotePath, file.path);
    }
    return d;
}

QList<Difference> compareAll(const ClusterFacts &cluster, const ArtifactSet &set, std::stop_token stop)
{
    const QList<Node> &nodes = cluster.opened.deployment.nodes;
    std::vector<QList<Difference>> found(size_t(nodes.size()));
    const auto concerned = [&](const Artifact &file, qsizetype i) {
        return !file.remotePath.isEmpty() && (file.node.isEmpty() || file.node == nodes[i].name);
    };
    onEachNode(cluster.opened, stop, [&](qsizetype i, Shell &shell) {
        for (const Artifact &file : set.files) {
            if (concerned(file, i))
                found[size_t(i)] << compare(file, nodes[i].name, shell, stop);
        }
    }, [&](qsizetype i, const Error &error) {
        for (const Artifact &file : set.files) {
            if (concerned(file, i))
                found[size_t(i)] << Difference{nodes[i].name, file.path, file.remotePath, u"unknown"_s, error.message};
        }
    });
    QList<Difference> all;
    for (const QList<Difference> &one : found)
        all << one;
    return all;
}

int exitCodeOf(const QList<Difference> &all)
{
    int code = Yes;
    for (const Difference &d : all) {
        if (d.state == "unknown"_L1)
            return CouldNotAsk;
        if (d.state != "same"_L1)
            code = No;
    }
    return code;
}

} // namespace

int diff(const Call &call)
{
    QStringList arguments = call.arguments;
    const Result<ClusterFacts> cluster = gatherFacts(arguments, call);
    if (!cluster)
        return refuse(cluster.error());
    if (!arguments.isEmpty()) {
        complain(u"usage: ascendctl diff D [--facts FILE] [--json]"_s);
        return Usage;
    }
    const Result<ArtifactSet> set = generateArtifacts(cluster->opened.deployment, cluster->recipe, cluster->facts);
    if (!set)
        return refuse(set.error());
    const QList<Difference> all = compareAll(*cluster, *set, call.stop);
    if (call.json) {
        Json document = Json::object();
        if (cluster->simulated)
            document["simulated"] = true;
        document["files"] = Json::array();
        for (const Difference &d : all)
            document["files"].push_back({{"node", d.node},
                                         {"path", d.path},
                                         {"remotePath", d.remotePath},
                                         {"state", d.state},
                                         {"diff", d.text}});
        printJson(document);
    } else {
        for (const Difference &d : all) {
            printLine(u"%1  %2:%3"_s.arg(d.state.leftJustified(9), d.node, d.remotePath));
            if (!d.text.isEmpty())
                printLine(d.text);
        }
    }
    return exitCodeOf(all);
}

} // namespace ctl
