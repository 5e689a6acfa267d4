#include "core/targets/podplan.h"

#include "core/recipes/artifactstext.h"
#include "core/targets/envscript.h"
#include "core/targets/scriptlines.h"

#include <QCryptographicHash>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

Error noPods(const QString &message) { return {ErrorKind::Invalid, message, {}, {}}; }

const QString standInInterface = u"asc-pod-nic"_s;

// In the place of servers that nobody has chosen yet: addresses that are set aside for measuring (RFC 2544).
NodeFacts podStandIn(const QString &name, const QString &net, int number, int chips)
{
    NodeFacts facts;
    facts.name = name;
    facts.reachable = true;
    facts.hostIp = u"%1%2.254"_s.arg(net).arg(number);
    facts.hostInterface = standInInterface;
    facts.container.engine = u"docker"_s;
    for (int i = 0; i < chips; ++i) {
        facts.deviceIds << i;
        HccnFacts hccn;
        hccn.deviceId = i;
        hccn.ip = u"%1%2.%3"_s.arg(net).arg(number).arg(i + 1);
        facts.hccn << hccn;
    }
    return facts;
}

// A net whose addresses nothing that people wrote can be mixed up with; empty: there is none.
QString freeNet(const Deployment &deployment, const Recipe &recipe)
{
    const QString texts
        = deployment.name + QString::fromUtf8(compactJson(deployment.settings) + compactJson(recipe.data));
    if (texts.contains("@POD_"_L1) || texts.contains(standInInterface))
        return {};
    for (const char *net : {"198.18.", "198.19."}) {
        if (!texts.contains(QLatin1String(net)))
            return QLatin1String(net);
    }
    return {};
}

QString inWords(QString text, const Topology &all, int own)
{
    for (int i = 0; i < all.placements.size(); ++i)
        text.replace(all.placements[i].ip, i == own ? podWords::ownAddress : podWords::addressOf(i));
    return text.replace(standInInterface, podWords::ownInterface);
}

// Its command, to be run in the environment of env.sh.
QString serviceScript(const Launch &launch, const QString &deployment, const QString &pod, const ScriptText &say)
{
    return scriptHead(say("The service's command, called by run.sh.", "服务的启动命令，由 run.sh 调用。"), deployment, pod,
                      say)
        + u"# shellcheck source=/dev/null\n. "_s + quoted(launch.folder + u"/env.sh"_s) + QLatin1Char('\n')
        + commentLine(launch.process.workHelp) + u"cd "_s + quoted(launch.process.workFolder)
        + u" || exit 1\nexec "_s + wrappedCommand(launch.process.argvLines);
}

// What the operator writes is read where it writes it.
void readOperatorsTable(Process &process, bool isWritten)
{
    for (const ProcessFile &file : process.files) {
        for (QString &value : process.values) {
            if (file.hasCards && isWritten && value == file.path)
                value = operatorTable;
        }
    }
    process.files.removeIf([](const ProcessFile &file) { return file.hasCards; });
}

Result<Pod> podOf(const Deployment &deployment, const PodPlan &plan, int index, const Recipe &recipe)
{
    const ScriptText say(plan.topology.settings);
    const Placement &member = plan.topology.placements[index];
    Result<Launch> launch = launchOf(plan.topology, member, recipe);
    if (!launch)
        return launch.error();
    readOperatorsTable(launch->process, plan.workload == PodWorkload::AscendJob);
    const Result<QString> env = envScript(deployment.name, plan.topology, member, *launch, recipe);
    if (!env)
        return env.error();
    Pod pod;
    pod.serves = launch->process.serves;
    pod.files << PodFile{u"env.sh"_s, *env, launch->folder + u"/env.sh"_s};
    for (const ProcessFile &file : launch->process.files)
        pod.files << PodFile{file.name, QString::fromUtf8(file.content), file.path};
    pod.files << PodFile{u"service.sh"_s, serviceScript(*launch, deployment.name, member.name, say),
                         launch->folder + u"/service.sh"_s};
    for (PodFile &file : pod.files) {
        file.content = inWords(file.content, plan.topology, index);
        for (int other = 0; other < plan.topology.placements.size(); ++other) {
            if (file.content.contains(podWords::addressOf(other)) && !pod.asks.contains(other))
                pod.asks << other;
        }
    }
    return pod;
}

// A2: 1 to 8 of a server; A3: 1, 2, 4, ... 16 (mind-cluster, 06_api/15_yaml_configuration.md). Several servers are
// asked for whole.
Result<void> cardsAreOffered(const Recipe &recipe, int cards)
{
    const bool isA2 = cards <= 8 && recipe.kind != "a3"_L1,
               isA3 = cards <= 16 && (cards == 1 || cards % 2 == 0) && recipe.kind != "a2"_L1;
    if (cards >= 1 && (isA2 || isA3))
        return {};
    return noPods(ArtifactsText::tr("A pod would ask for %1 NPUs; Kubernetes gives a pod 1 to 8 of an A2 server, or 1 "
                                    "or an even number up to 16 of an A3 server. Choose another number of cards.")
                      .arg(cards));
}

} // namespace

QString podWords::addressOf(int pod) { return u"@POD_%1_IP@"_s.arg(pod); }

QString kubernetesName(const QString &name)
{
    QString plain;
    for (const QChar c : name.toLower()) {
        const bool isTaken = (c >= QLatin1Char('a') && c <= QLatin1Char('z'))
            || (c >= QLatin1Char('0') && c <= QLatin1Char('9'));
        if (isTaken || (!plain.isEmpty() && !plain.endsWith(QLatin1Char('-'))))
            plain += isTaken ? c : QLatin1Char('-');
    }
    if (plain.isEmpty() || !plain.at(0).isLetter())
        plain.prepend("d-"_L1);
    plain = plain.left(31);
    while (plain.endsWith(QLatin1Char('-')))
        plain.chop(1);
    if (plain == name)
        return plain;
    return plain + QLatin1Char('-')
        + QString::fromLatin1(QCryptographicHash::hash(name.toUtf8(), QCryptographicHash::Sha256).toHex().left(8));
}

Result<PodPlan> podPlan(const Deployment &deployment, const Recipe &recipe)
{
    PodPlan plan;
    const Result<const Engine *> engine = engineOf(recipe);
    if (!engine)
        return engine.error();
    plan.engine = *engine;
    plan.name = kubernetesName(deployment.name);
    const QString net = freeNet(deployment, recipe);
    if (net.isEmpty())
        return noPods(ArtifactsText::tr("The deployment's name or a setting has \"@POD_\", \"%1\" or an address of "
                                        "198.18.0.0/15 in it. The Kubernetes files use these for what is known only "
                                        "when the pods run; choose another text.")
                          .arg(standInInterface));
    Deployment pods = deployment;
    QList<NodeFacts> facts;
    pods.nodes.clear();
    for (int i = 0; i < std::max(recipe.nodes, int(deployment.nodes.size())); ++i) {
        Node node;
        node.name = u"pod-%1"_s.arg(i);
        pods.nodes << node;
        facts << podStandIn(node.name, net, i, recipe.chipsPerNode);
    }
    const Result<Topology> topology = topologyOf(pods, recipe, facts);
    if (!topology)
        return topology.error();
    plan.topology = *topology;
    plan.cards = int(plan.topology.placements.first().devices.size());
    if (const Result<void> offered = cardsAreOffered(recipe, plan.cards); !offered)
        return offered.error();
    plan.kind = recipe.kind;
    plan.isWholeServer
        = (recipe.kind == "a2"_L1 && plan.cards == 8) || (recipe.kind == "a3"_L1 && plan.cards == 16);
    const Result<Launch> launch = launchOf(plan.topology, plan.topology.placements.first(), recipe);
    if (!launch)
        return launch.error();
    plan.launch = *launch;
    const bool hasTable = std::any_of(launch->process.files.cbegin(), launch->process.files.cend(),
                                      [](const ProcessFile &file) { return file.hasCards; });
    if (plan.topology.placements.size() > 1)
        plan.workload = hasTable ? PodWorkload::AscendJob : PodWorkload::LeaderWorkerSet;
    for (int i = 0; i < plan.topology.placements.size(); ++i) {
        const Result<Pod> pod = podOf(deployment, plan, i, recipe);
        if (!pod)
            return pod.error();
        plan.pods << *pod;
    }
    return plan;
}
