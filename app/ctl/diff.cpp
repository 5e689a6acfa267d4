// ascendctl diff D [--facts FILE]: what is on the nodes, in the deployment's folder and in its container, against what
// would be generated; and whether container, image and driver are still those of the run. 0 the same, 1 different.
#include "app/ctl/clusterfacts.h"
#include "app/ctl/recipeverbs.h"

#include "core/artifacts/artifact.h"
#include "core/artifacts/textdiff.h"
#include "core/deploy/containerfiles.h"
#include "core/deploy/drift.h"
#include "core/runs/runstate.h"
#include "core/targets/standin.h"

#include <utility>

using namespace Qt::StringLiterals;

namespace ctl {

namespace {

struct Difference
{
    QString node, path, remotePath;
    QString state;                       // "same", "different", "missing", "unknown"
    QString text;                        // unified diff, or why unknown
    QString container;                   // that it is in; empty: in the node's folder
};

QString placeOf(const Difference &d)
{
    return d.node + u':' + (d.container.isEmpty() ? QString() : d.container + u':') + d.remotePath;
}

void judge(Difference &d, const Artifact &file, const QByteArray &there)
{
    d.state = there == file.content ? u"same"_s : u"different"_s;
    if (there != file.content)
        d.text = unifiedDiff(QString::fromUtf8(there), QString::fromUtf8(file.content), placeOf(d), file.path);
}

void noteOther(Difference &d, const QString &other)
{
    if (other.isEmpty())
        return;
    d.state = u"different"_s;
    d.text = other;
}

Difference compare(const Artifact &file, const QString &node, Shell &shell, std::stop_token stop)
{
    Difference d{node, file.path, file.remotePath, {}, {}, {}};
    const Result<NodeFile> there = readNodeFile(shell, file.remotePath, stop);
    if (!there) {
        d.state = u"unknown"_s;
        d.text = there.error().message;
    } else if (!there->link.isEmpty()) {
        noteOther(d, there->link);
    } else if (!there->content) {
        d.state = u"missing"_s;
        d.text = there->why;
    } else {
        judge(d, file, *there->content);
        if (d.state == "same"_L1)
            noteOther(d, otherMode(file, modeOf(shell, {}, file.remotePath, stop)));
    }
    return d;
}

// What the service really reads is in there. A node without the container has nothing to compare.
QList<Difference> compareInside(const QList<Artifact> &files, const QString &node, const Launch &launch,
                                const QString &deployment, Shell &shell, std::stop_token stop)
{
    QList<Difference> all;
    const auto unknown = [&](const Error &error) {
        const QString remedy = error.facts.value(u"remedy"_s);
        for (const CopiedFile &copied : copiedFiles(launch))
            all << Difference{node, {}, copied.to, u"unknown"_s,
                              all.isEmpty() ? error.message + (remedy.isEmpty() ? QString() : u' ' + remedy)
                                            : QString(),
                              launch.container};
        return all;
    };
    const Result<ContainerFiles> inside = readContainerFiles(shell, launch, deployment, stop);
    if (!inside)
        return unknown(inside.error());
    if (inside->error)
        return unknown(*inside->error);
    for (const ContainerFile &one : inside->files) {
        for (const Artifact &file : files) {
            if (file.remotePath != one.file.from)
                continue;
            Difference d{node, file.path, one.file.to, u"missing"_s, {}, inside->container};
            if (one.content)
                judge(d, file, *one.content);
            noteOther(d, one.link);
            if (d.state == "same"_L1)
                noteOther(d, otherModeInside(launch, one));
            all << d;
        }
    }
    return all;
}

QList<Difference> compareAll(const ClusterFacts &cluster, const ArtifactSet &set,
                             const QHash<QString, Launch> &launches, std::stop_token stop)
{
    const QList<Node> &nodes = cluster.opened.deployment.nodes;
    std::vector<QList<Difference>> found(size_t(nodes.size()));
    const auto concerned = [&](const Artifact &file, qsizetype i) {
        return !file.remotePath.isEmpty() && (file.node.isEmpty() || file.node == nodes[i].name);
    };
    onEachNode(cluster.opened, stop, [&](qsizetype i, Shell &shell) {
        QList<Artifact> its;
        for (const Artifact &file : set.files) {
            if (concerned(file, i))
                its << file;
        }
        for (const Artifact &file : std::as_const(its))
            found[size_t(i)] << compare(file, nodes[i].name, shell, stop);
        if (const auto launch = launches.constFind(nodes[i].name); launch != launches.cend())
            found[size_t(i)] << compareInside(its, nodes[i].name, *launch, cluster.opened.deployment.name, shell, stop);
    }, [&](qsizetype i, const Error &error) {
        for (const Artifact &file : set.files) {
            if (concerned(file, i))
                found[size_t(i)]
                    << Difference{nodes[i].name, file.path, file.remotePath, u"unknown"_s, error.message, {}};
        }
    });
    QList<Difference> all;
    for (const QList<Difference> &one : found)
        all << one;
    return all;
}

struct NodeDrifts
{
    QString node;
    QList<Drift> items;
};

// A node that cannot be asked says so with its files.
// refusal: why the launches are only good to read by; empty: they are those that would be run.
QList<NodeDrifts> driftOfAll(const ClusterFacts &cluster, const QHash<QString, Launch> &launches,
                             const QString &refusal, std::stop_token stop)
{
    const Deployment &deployment = cluster.opened.deployment;
    RunState state(findStateFile(deployment, fileIdentity(deployment, cluster.opened.path)));
    const bool isKnown = bool(state.load());
    std::vector<NodeDrifts> found(size_t(deployment.nodes.size()));
    QStringList images(deployment.nodes.size());
    onEachNode(cluster.opened, stop, [&](qsizetype i, Shell &shell) {
        const QString node = deployment.nodes[i].name;
        const auto launch = launches.constFind(node);
        if (launch == launches.cend())
            return;
        const Json recorded = isKnown ? state.step(u"container@"_s + node).data : Json();
        const Result<NodeDrift> drift
            = readDrift(shell, *launch, deployment.name, cluster.facts.value(i).driverVersion, recorded, stop);
        if (!drift)
            return;
        found[size_t(i)] = {node, drift->items};
        for (Drift &one : found[size_t(i)].items) {
            const bool isCompared = one.of == Drift::Of::Container && one.state != Drift::State::Missing;
            if (isCompared && !refusal.isEmpty()) { // with which command it would be made now is not known
                one.state = Drift::State::Unknown;
                one.words = refusal;
            }
        }
        images[i] = drift->imageId;
    }, [](qsizetype, const Error &) {});
    for (const auto &[i, drift] : imagesApart(images))
        found[size_t(i)].items << drift;
    return {found.begin(), found.end()};
}

// Of files that are not generated: what there is to compare, and why it is not.
QList<Difference> notCompared(const ClusterFacts &cluster, const QString &refusal)
{
    const Deployment &deployment = cluster.opened.deployment;
    const Result<QList<Artifact>> files = filesToRead(deployment, cluster.recipe, cluster.facts);
    QList<Difference> all;
    for (const Node &node : deployment.nodes) {
        QString why = refusal;           // said once for each node
        for (const Artifact &file : files ? *files : QList<Artifact>()) {
            if (!file.remotePath.isEmpty() && (file.node.isEmpty() || file.node == node.name))
                all << Difference{node.name, file.path, file.remotePath, u"unknown"_s, std::exchange(why, {}), {}};
        }
    }
    return all;
}

int exitCodeOf(const QList<Difference> &all, const QList<NodeDrifts> &drifts)
{
    int code = Yes;
    for (const NodeDrifts &node : drifts) {
        for (const Drift &drift : node.items) {
            if (drift.state != Drift::State::Same && drift.state != Drift::State::Unknown)
                code = No;
        }
    }
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
    const Deployment &deployment = cluster->opened.deployment;
    const auto &[set, facts, refused]
        = madeAsThen(deployment, cluster->recipe, cluster->facts, [&](const QList<NodeFacts> &by) {
              return generateArtifacts(deployment, cluster->recipe, by);
          });
    const QString refusal = refused ? refused->message : QString();
    if (set && refused)
        complain(u"%1 Compared with what is generated for as many as the recipe asks for."_s.arg(refusal));
    if (!set && knownRunOf(deployment, fileIdentity(deployment, cluster->opened.path)).id.isEmpty())
        return refuse(set.error());
    const Result<QHash<QString, Launch>> launches = launchesToRead(deployment, cluster->recipe, facts);
    if (!launches)
        return refuse(set ? launches.error() : set.error());
    const QList<Difference> all
        = set ? compareAll(*cluster, *set, *launches, call.stop) : notCompared(*cluster, refusal);
    const QList<NodeDrifts> drifts = driftOfAll(*cluster, *launches, set ? QString() : refusal, call.stop);
    if (call.json) {
        Json document = Json::object();
        if (cluster->simulated)
            document["simulated"] = true;
        document["files"] = Json::array();
        for (const Difference &d : all) {
            Json one{{"node", d.node}, {"path", d.path}, {"remotePath", d.remotePath}};
            if (!d.container.isEmpty())
                one["container"] = d.container;
            one["state"] = d.state;
            one["diff"] = d.text;
            document["files"].push_back(std::move(one));
        }
        document["drift"] = Json::array();
        for (const NodeDrifts &node : drifts) {
            for (const Drift &drift : node.items)
                document["drift"].push_back({{"node", node.node},
                                             {"what", driftOfName(drift.of)},
                                             {"state", driftStateName(drift.state)},
                                             {"then", drift.then},
                                             {"now", drift.now},
                                             {"text", drift.words}});
        }
        printJson(document);
    } else {
        for (const Difference &d : all) {
            printLine(u"%1  %2"_s.arg(d.state.leftJustified(9), placeOf(d)));
            if (!d.text.isEmpty())
                printLine(d.text);
        }
        for (const NodeDrifts &node : drifts) {
            for (const Drift &drift : node.items) {
                printLine(u"%1  %2: %3"_s.arg(driftStateName(drift.state).leftJustified(9), node.node,
                                              driftOfName(drift.of)));
                if (!drift.words.isEmpty())
                    printLine(u"           "_s + drift.words);
            }
        }
    }
    return exitCodeOf(all, drifts);
}

} // namespace ctl
