#include "core/serving/servingnodes.h"

#include "core/base/languages.h"
#include "core/facts/answerwords.h"
#include "core/facts/containerfacts.h"
#include "core/facts/nodeprobe.h"
#include "core/runs/runstate.h"
#include "core/shell/quote.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QElapsedTimer>
#include <QRegularExpression>

#include <algorithm>
#include <thread>
#include <vector>

using namespace Qt::StringLiterals;

namespace {

struct ServingNodes
{
    ASC_TR_FUNCTIONS(ServingNodes)
};

constexpr std::chrono::seconds containerPatience{5}; // for the login, and for the answer

// "Exited (137) 5 seconds ago", "Up 3 hours (Paused)" without the age, which is of the moment of asking: the sentence
// stands longer than that. The evidence has it.
QString withoutAge(QString state)
{
    static const QRegularExpression age(
        u" (?:\\d+|About an?|Less than a) (?:second|minute|hour|day|week|month|year)s?(?: ago)?\\b"_s);
    return state.remove(age);
}

// Its state as the engine says it; empty: there is no such container.
QString stateIn(const QByteArray &lines, const QString &container)
{
    for (const ContainerState &one : readContainers(lines)) {
        if (one.name.split(u',').contains(container)) // podman lists further names of one
            return withoutAge(one.status.trimmed());
    }
    return {};
}

bool isUpState(const QString &state)
{
    return state.startsWith("Up"_L1) && !state.contains("(Paused)"_L1);
}

Finding askContainer(const ServingContainer &container, const ConnectionSettings &connections, std::stop_token stop)
{
    const qint64 askedMs = QDateTime::currentMSecsSinceEpoch();
    QElapsedTimer timer;
    timer.start();
    const Result<CommandOutput> answer = [&]() -> Result<CommandOutput> {
        const EveryLanguage every;
        const Result<std::unique_ptr<Shell>> shell = shellFactoryFor(container.node, connections)(stop);
        if (!shell)
            return shell.error();
        return (*shell)->run(
            {.argv = containersQuestion(container.engine), .timeout = containerPatience, .isQuestion = true}, stop);
    }();
    Finding finding = judgeContainer(container, answer);
    finding.askedAtMs = askedMs;
    finding.tookMs = timer.elapsed();
    return finding;
}

} // namespace

QList<ServingContainer> servingContainers(const Deployment &deployment, const QString &identity)
{
    const KnownRun run = knownRunOf(deployment, identity);
    QList<ServingContainer> containers;
    for (const Node &node : deployment.nodes) {
        const MadeOn made = run.made.value(node.name);
        if (!made.container.isEmpty())
            containers.append({node, made.engine.isEmpty() ? u"docker"_s : made.engine, made.container});
    }
    return containers;
}

Finding judgeContainer(const ServingContainer &container, const Result<CommandOutput> &answer)
{
    const QString &node = container.node.name, &name = container.name;
    const QString command = quoted(containersQuestion(container.engine));
    Finding finding;
    finding.check = u"verify.container"_s;
    finding.nodes = {node};
    const auto say = [&](Verdict verdict, const std::function<FindingWords(const QString &)> &words) {
        const QString language = dataLanguage();
        finding.verdict = verdict;
        inEachLanguage(language, [&](const QString &each) { finding.words.insert(each, words(each)); });
        return told(finding, language);
    };
    if (!answer || answer->exitCode != 0) {
        const QString said = answer ? textOf(answer->err.isEmpty() ? answer->out : answer->err).trimmed() : QString();
        if (answer)
            finding.evidence.append({command, said});
        const bool isStopped = !answer && answer.error().kind == ErrorKind::Canceled;
        return say(isStopped ? Verdict::Skipped : Verdict::Unknown, [&](const QString &language) -> FindingWords {
            const QString why = answer ? lastWords(said) : inLanguage(answer.error().message, language);
            return {ServingNodes::tr("not known"),
                    ServingNodes::tr("%1: whether the container %2 runs is not known. %3", "a node; why not")
                        .arg(node, name, why)
                        .trimmed(),
                    {}};
        });
    }
    const QString state = stateIn(answer->out, name);
    finding.evidence.append({command, textOf(answer->out)});
    if (isUpState(state))
        return say(Verdict::Pass, [&](const QString &) -> FindingWords {
            return {ServingNodes::tr("runs", "a container"),
                    ServingNodes::tr("%1: the container %2 runs.", "a node").arg(node, name), {}};
        });
    return say(Verdict::Warn, [&](const QString &) -> FindingWords {
        if (state.isEmpty())
            return {ServingNodes::tr("gone", "a container"),
                    ServingNodes::tr("%1: the container %2 is not there any more. Not all that the endpoint needs is "
                                     "there.", "a node")
                        .arg(node, name),
                    ServingNodes::tr("Find out who removed it, then run the deployment again: it is made anew.")};
        return {ServingNodes::tr("does not run", "a container"),
                ServingNodes::tr("%1: the container %2 does not run (%3). Not all that the endpoint needs is there.",
                                 "a node; as docker says it")
                    .arg(node, name, state),
                ServingNodes::tr("Read on %1 what it said last (%2), then run the deployment again.")
                    .arg(node, quoted({container.engine, u"logs"_s, u"--tail"_s, u"20"_s, name}))};
    });
}

QList<Finding> askContainers(const QList<ServingContainer> &containers, const ConnectionSettings &connections,
                             std::stop_token stop)
{
    ConnectionSettings hurried = connections;
    hurried.connectTimeout = std::min(hurried.connectTimeout, containerPatience);
    std::vector<Finding> findings(size_t(containers.size()));
    {
        std::vector<std::jthread> threads;
        for (qsizetype i = 0; i < containers.size(); ++i)
            threads.emplace_back([&, i] { findings[size_t(i)] = askContainer(containers[i], hurried, stop); });
    }
    return {findings.cbegin(), findings.cend()};
}

VerifyReport verifyService(const Endpoint &endpoint, const Deployment &deployment, const QString &identity,
                           const ConnectionSettings &connections, std::stop_token stop,
                           const std::function<void(const Finding &)> &onFinding)
{
    QList<Finding> nodes;
    VerifyReport report;
    {
        const std::jthread beside(
            [&] { nodes = askContainers(servingContainers(deployment, identity), connections, stop); });
        report = verifyEndpoint(endpoint, stop, onFinding);
    }
    nodes.removeIf([](const Finding &finding) { return finding.verdict == Verdict::Skipped; });
    report.nodes = nodes;
    return report;
}

QStringList nodesWithoutContainer(const VerifyReport &report)
{
    QStringList nodes;
    for (const Finding &finding : report.nodes) {
        if (finding.verdict == Verdict::Warn)
            nodes += finding.nodes;
    }
    return nodes;
}
