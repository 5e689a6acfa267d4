#include "core/deploy/whatholdsup.h"

#include "core/base/languages.h"
#include "core/checks/rounds.h"
#include "core/runs/deploytext.h"

#include <QCoreApplication>

#include <algorithm>
#include <map>

using namespace Qt::StringLiterals;

namespace {

// The cards' addresses, links, TLS switches and ways to each other, and the nodes' clocks.
CheckSelection cheapChecks()
{
    CheckSelection selection;
    selection.only = {u"network.address"_s,          u"network.link"_s, u"network.tls"_s,      u"network.tls-equal"_s,
                      u"network.addresses-unique"_s, u"network.ping"_s, u"host.clock-equal"_s};
    return selection;
}

QString waitingWords(const QList<Finding> &findings)
{
    constexpr qsizetype most = 4;
    if (findings.isEmpty())
        return DeployText::tr("still waiting; the cards' network and the nodes' clocks were asked, and are as they "
                              "should be");
    QStringList said;
    for (const Finding &finding : findings.mid(0, most))
        said << DeployText::tr("the check %1 says: %2", "an id, a sentence")
                    .arg(finding.check, inEveryLanguage([&](const QString &language) {
                             return told(finding, language).summary;
                         }));
    return DeployText::tr("still waiting; %1", "what the checks say").arg(said.join(u"; "_s));
}

} // namespace

QString whatHoldsUp(StepIo &io)
{
    const QList<Node> &nodes = io.context.whole.nodes;
    if (nodes.size() < 2 || io.context.node.name != nodes.first().name)
        return {};
    const CheckSelection selection = cheapChecks();
    QList<Finding> found;
    const auto take = [&found](const Finding &finding) {
        if (finding.verdict == Verdict::Fail || finding.verdict == Verdict::Warn)
            found << finding;
    };
    const auto contextFor = [&](const Node &node) {
        CheckContext context = contextOf(io.context.whole, node, dataLanguage());
        context.run = io.context.owner;
        return context;
    };
    std::map<QString, std::unique_ptr<Shell>> others;
    const auto shellOf = [&](const Node &node) -> Shell * {
        if (node.name == io.context.node.name)
            return &io.shell;
        std::unique_ptr<Shell> &shell = others[node.name];
        if (!shell && io.open) {
            if (Result<std::unique_ptr<Shell>> opened = io.open(node))
                shell = *std::move(opened);
        }
        return shell.get();
    };
    QList<NodeAnswers> answers;
    for (const Node &node : nodes) {
        NodeAnswers none;
        none.node = node;
        Shell *shell = shellOf(node);
        const Result<NodeAnswers> answer
            = shell ? firstRound(*shell, contextFor(node), selection, io.stop, take) : Result<NodeAnswers>(none);
        answers << (answer ? *answer : none);
        if (io.stop.stop_requested())
            return {};
    }
    if (!answers.first().reachable)
        return {}; // its own link is lost, which the step will say
    for (qsizetype i = 0; i < nodes.size(); ++i) {
        if (!answers[i].reachable)
            continue;
        CheckContext context = contextFor(nodes[i]);
        context.own = answers[i];
        for (qsizetype other = 0; other < nodes.size(); ++other) {
            if (other != i)
                context.others << answers[other];
        }
        (void)secondRound(*shellOf(nodes[i]), context, selection, io.stop, take);
        if (io.stop.stop_requested())
            return {};
    }
    for (const Finding &finding : compareNodes(answers, selection, contextFor(Node())))
        take(finding);
    std::stable_sort(found.begin(), found.end(), [](const Finding &a, const Finding &b) {
        return a.verdict == Verdict::Fail && b.verdict != Verdict::Fail;
    });
    return waitingWords(found);
}
