#include "core/checks/rounds.h"

#include "core/base/homepath.h"
#include "core/checks/ownership.h"
#include "core/runs/runstate.h"
#include "core/checks/recipewait.h"
#include "core/facts/runninginstaller.h"
#include "core/nodes/asking.h"
#include "core/nodes/jumphost.h"
#include "core/nodes/machine.h"
#include "core/shell/quote.h"

#include <QDateTime>
#include <QElapsedTimer>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

bool isProblem(const Finding &finding)
{
    return finding.verdict == Verdict::Warn || finding.verdict == Verdict::Fail || finding.verdict == Verdict::Unknown;
}

// `notice`: said before a remedy that would interrupt what runs there. `names`: of nodes, which stay as they are.
void complete(Finding &finding, const QString &check, const QString &node, const QString &language,
              const QString &notice = {}, const QStringList &names = {})
{
    finding.check = check;
    const auto beginsIt = [&](const QString &name) { return finding.summary.startsWith(name); };
    if (!node.isEmpty())
        finding.summary = Checks::tr("%1: %2").arg(node, finding.summary);
    else if (!finding.summary.isEmpty() && std::none_of(names.cbegin(), names.cend(), beginsIt))
        finding.summary[0] = finding.summary[0].toUpper();
    if (!isProblem(finding))
        return;
    // Of what is not known only how to know it; the catalogue's remedies change something. Those of the connection ask.
    if (finding.remedy.isEmpty() && finding.verdict == Verdict::Unknown && !check.startsWith(u"connection."))
        finding.remedy = Checks::tr("Ask again. What was asked and answered is the evidence; run the command on the "
                                    "node yourself to see more.");
    if (finding.remedy.isEmpty())
        finding.remedy = infoOf(check, language).remedy;
    if (!notice.isEmpty())
        finding.remedy = notice + u' ' + finding.remedy;
}

bool mayInterrupt(const Finding &finding, const QString &check)
{
    return isProblem(finding) && finding.verdict != Verdict::Unknown && infoOf(check, u"en"_s).interrupts;
}

QString withoutNode(const QString &summary, const QString &node)
{
    const QString prefix = Checks::tr("%1: %2").arg(node, QString());
    return summary.startsWith(prefix) ? summary.mid(prefix.size()) : summary;
}

// Not asked because of another one: for its reason, or, like it, until there is a recipe.
Finding skippedWith(const Finding &basis, const QString &needs, const QString &node)
{
    Finding finding = skipped(needs, withoutNode(basis.summary, node));
    if (isWaitingForRecipe(basis)) {
        finding.value = basis.value;
        finding.summary = withoutNode(basis.summary, node);
    }
    return finding;
}

const Finding *findingOf(const QList<Finding> &findings, const QString &check)
{
    const auto it = std::find_if(findings.cbegin(), findings.cend(),
                                 [&](const Finding &finding) { return finding.check == check; });
    return it == findings.cend() ? nullptr : &*it;
}

// The service of another deployment of the user's, under another name: neither this one's nor a stranger's.
Finding ofItsOriginal(Finding finding, const QString &original)
{
    finding.isOwn = false;
    finding.verdict = Verdict::Warn;
    finding.remedy = Checks::tr("It belongs to the deployment in %1: open that file to see, stop or undo it. Until it "
                                "is undone nothing is run from here on these nodes; leave it if it is needed.")
                         .arg(original);
    return finding;
}

bool stands(const Finding &finding)
{
    return finding.verdict == Verdict::Pass || finding.verdict == Verdict::Warn;
}

// Says what it costs before it is asked.
Finding onRequest(const NodeCheck &check)
{
    Finding finding;
    finding.verdict = Verdict::Skipped;
    finding.summary = Checks::tr("asked on request only, it takes about %1 s a node: run this check by itself (in a "
                                 "terminal `ascendctl check D --only %2`, with the deployment's file for D)")
                          .arg(check.seconds)
                          .arg(QLatin1String(check.id));
    return finding;
}

// What was asked is the same in each language; what the program itself says in place of an answer is not.
QList<Evidence> inPlaceOf(QList<Evidence> first, const QList<Evidence> &shown)
{
    for (Evidence &one : first) {
        const auto same = std::find_if(shown.cbegin(), shown.cend(),
                                       [&one](const Evidence &other) { return other.command == one.command; });
        if (same != shown.cend())
            one.output = same->output;
    }
    return first;
}

// Asks one check, after those that it needs; remembers all, tells of the wanted ones.
void askCheck(NodeProbe &probe, const CheckContext &context, const QList<NodeCheck> &checks, const NodeCheck &check,
              QList<Finding> &known, const CheckSelection &selection, const FindingHandler &onFinding)
{
    const QString id = QString::fromLatin1(check.id);
    if (findingOf(known, id))
        return;
    const QString needs = QString::fromLatin1(check.needs);
    for (const NodeCheck &other : checks) {
        if (!needs.isEmpty() && QLatin1String(other.id) == needs)
            askCheck(probe, context, checks, other, known, selection, onFinding);
    }
    const Finding *basis = needs.isEmpty() ? nullptr : findingOf(known, needs);
    const qint64 askedAt = QDateTime::currentMSecsSinceEpoch();
    QElapsedTimer took;
    took.start();
    std::optional<QList<Evidence>> evidence;
    std::optional<NodeProbe::Effort> effort;
    // The second language costs no question: the answers are remembered.
    Finding finding = toldInEachLanguage(context.language, [&](const QString &language) {
        probe.beginEvidence();
        std::optional<Finding> notNeeded = check.notNeeded ? check.notNeeded(context) : std::nullopt;
        if (!notNeeded && isOnRequest(check) && !selection.only.contains(id))
            notNeeded = onRequest(check);
        Finding said = notNeeded       ? *notNeeded
            : !basis || stands(*basis) ? check.judge(probe, context)
                                       : skippedWith(told(*basis, language), needs, context.node.name);
        const QList<Evidence> shown = probe.takeEvidence();
        if (!evidence) {
            evidence = shown;
            effort = probe.effort();
        }
        if (said.isOwn && !context.original.isEmpty())
            said = ofItsOriginal(said, context.original);
        said.evidence = inPlaceOf(*evidence, shown);
        // Only where something would be advised: a healthy node is not asked for it.
        const QString notice = mayInterrupt(said, id) && !probe.isLost() && !probe.isStopped()
            ? interruptsNotice(ownershipOf(probe, context), onChips(probe))
            : QString();
        said.summary = inLanguage(said.summary, language); // what a run said was kept in each
        complete(said, id, context.node.name, language, notice);
        return said;
    });
    if (probe.isLost() || probe.isStopped())
        return; // what it says is not about the node
    // It may have been asked before its turn, beside others.
    finding.askedAtMs = effort ? effort->askedMs : askedAt;
    finding.tookMs = effort ? effort->tookMs : took.elapsed();
    known << finding;
    if (selection.wants(id) && onFinding)
        onFinding(finding);
}

// What the comparisons need.
void learn(NodeProbe &probe, const CheckContext &context, const CheckSelection &selection, NodeAnswers &answers)
{
    answers.facts = factsOf(probe, context.node, context.settings.weights);
    const Ownership own = ownershipOf(probe, context);
    answers.ownContainers = own.serving();
    answers.otherContainers = own.others;
    answers.areOwnersKnown = own.isKnown;
    for (const OwnContainer &container : own.containers) {
        if (!container.runHash.isEmpty())
            answers.madeBy.insert(container.state.name, container.runHash);
    }
    const Result<std::optional<QString>> installer = runningInstaller(probe);
    answers.isInstalling = installer && *installer;
    if (const Result<ClockReading> clock = clockReading(probe))
        answers.clockUncertaintySeconds = clock->uncertaintySeconds;
    if (const Result<HostNetwork> network = hostNetwork(probe)) {
        if (const auto mtu = network->mtu.constFind(answers.facts.hostInterface); mtu != network->mtu.cend())
            answers.hostMtu = *mtu;
    }
    if (selection.wants(u"recipe.capacity"_s) && !waitsForWeights(context))
        answers.model = modelFiles(probe, context.settings.weights);
    if (selection.wants(u"weights.equal"_s) && !waitsForWeights(context)) {
        if (const Result<WeightsFacts> weights = weightsFacts(probe, context.settings.weights))
            answers.weights = *weights;
        if (answers.weights && answers.weights->exists) {
            if (const auto digests = weightsDigests(probe, context.settings.weights))
                answers.weightsDigests = *digests;
        }
    }
}

// What the checks that have not been judged will ask.
void foresee(NodeProbe &probe, const CheckContext &context, const QList<NodeCheck> &checks,
             const CheckSelection &selection, const QList<Finding> &known)
{
    const auto isWanted = [&](const NodeCheck &check) {
        const QString id = QString::fromLatin1(check.id);
        const Finding *basis = *check.needs ? findingOf(known, QString::fromLatin1(check.needs)) : nullptr;
        return selection.wants(id) && !findingOf(known, id) && (!basis || stands(*basis))
            && !(isOnRequest(check) && !selection.only.contains(id)) && !(check.notNeeded && check.notNeeded(context));
    };
    for (const NodeCheck &check : checks) {
        if (isWanted(check))
            (void)check.judge(probe, context);
    }
}

Result<NodeAnswers> ended(const NodeProbe &probe)
{
    return probe.isLost() ? *probe.lost() : canceled();
}

} // namespace

bool CheckSelection::wantsSecondRound() const
{
    return std::any_of(secondRoundChecks().cbegin(), secondRoundChecks().cend(),
                       [this](const NodeCheck &check) { return wants(QString::fromLatin1(check.id)); });
}

bool CheckSelection::wantsFacts() const
{
    return wantsSecondRound()
        || std::any_of(clusterChecks().cbegin(), clusterChecks().cend(),
                       [this](const ClusterCheck &check) {
                           return *check.source && wants(QString::fromLatin1(check.id));
                       });
}

CheckContext contextOf(const Deployment &deployment, const Node &node, const QString &language)
{
    CheckContext context;
    context.node = node;
    context.deployment = deployment;
    context.settings = checkSettingsOf(deployment);
    context.language = language;
    return context;
}

Result<NodeAnswers> firstRound(Shell &shell, const CheckContext &given, const CheckSelection &selection,
                               std::stop_token stop, const FindingHandler &onFinding)
{
    CheckContext context = given;
    context.asksAllCards
        = selection.only.contains(u"driver.firmware"_s) || selection.only.contains(u"driver.firmware-pairing"_s);
    NodeProbe probe(shell, stop);
    NodeAnswers answers;
    answers.node = context.node;
    answers.reachable = true;
    // How long the way is and what the clock says is asked before anything else is under way.
    if (selection.wants(u"connection.reachable"_s))
        probe.expect({{u"uname"_s, u"-srm"_s}});
    probe.settle();
    if (selection.wants(u"host.clock"_s) || selection.wantsFacts())
        probe.expect({clockQuestion()});
    probe.settle();
    probe.setForesight([&] {
        foresee(probe, context, firstRoundChecks(), selection, answers.findings);
        (void)isSimulated(probe);
        if (NodeAnswers nobodys; selection.wantsFacts())
            learn(probe, context, selection, nobodys);
    });
    for (const NodeCheck &check : firstRoundChecks()) {
        if (selection.wants(QString::fromLatin1(check.id)))
            askCheck(probe, context, firstRoundChecks(), check, answers.findings, selection, onFinding);
        if (probe.isLost() || probe.isStopped())
            return ended(probe);
    }
    answers.facts.name = context.node.name;
    answers.facts.host = context.node.host;
    answers.facts.reachable = true;
    answers.facts.simulated = isSimulated(probe);
    if (selection.wantsFacts()) {
        // What the wanted comparisons rest on is asked as a check as well: its evidence is theirs.
        for (const ClusterCheck &cluster : clusterChecks()) {
            for (const NodeCheck &check : firstRoundChecks()) {
                const QLatin1String id(check.id);
                if (selection.wants(QString::fromLatin1(cluster.id))
                    && (id == QLatin1String(cluster.source)
                        || (cluster.besides && id.startsWith(QLatin1String(cluster.besides)) && !isOnRequest(check))))
                    askCheck(probe, context, firstRoundChecks(), check, answers.findings, selection, onFinding);
            }
        }
        learn(probe, context, selection, answers);
    }
    if (probe.isLost() || probe.isStopped())
        return ended(probe);
    return answers;
}

Result<NodeAnswers> secondRound(Shell &shell, const CheckContext &context, const CheckSelection &selection,
                                std::stop_token stop, const FindingHandler &onFinding)
{
    NodeProbe probe(shell, stop);
    NodeAnswers answers = context.own;
    probe.setForesight([&] { foresee(probe, context, secondRoundChecks(), selection, answers.findings); });
    for (const NodeCheck &check : secondRoundChecks()) {
        if (selection.wants(QString::fromLatin1(check.id)))
            askCheck(probe, context, secondRoundChecks(), check, answers.findings, selection, onFinding);
        if (probe.isLost() || probe.isStopped())
            return ended(probe);
    }
    return answers;
}

// One entry per command, with what each node said to it.
static QList<Evidence> evidenceOfAll(const QList<NodeAnswers> &nodes, const QString &check, const QString &language)
{
    QList<Evidence> all;
    for (const NodeAnswers &node : nodes) {
        const Finding *source = findingOf(node.findings, check);
        for (const Evidence &evidence : source ? told(*source, language).evidence : QList<Evidence>()) {
            const auto it = std::find_if(all.begin(), all.end(),
                                         [&](const Evidence &entry) { return entry.command == evidence.command; });
            const QString said = u"[%1]\n%2"_s.arg(node.node.name, evidence.output);
            if (it == all.end())
                all.append({evidence.command, said});
            else
                it->output += (it->output.endsWith(u'\n') ? QString() : u"\n"_s) + said;
        }
    }
    return all;
}

QList<Finding> compareNodes(const QList<NodeAnswers> &nodes, const CheckSelection &selection,
                            const CheckContext &context)
{
    QList<NodeAnswers> reachable;
    std::copy_if(nodes.cbegin(), nodes.cend(), std::back_inserter(reachable),
                 [](const NodeAnswers &node) { return node.reachable; });
    QList<Finding> findings;
    for (const ClusterCheck &check : clusterChecks()) {
        const QString id = QString::fromLatin1(check.id);
        if (!selection.wants(id))
            continue;
        Finding finding = toldInEachLanguage(context.language, [&](const QString &each) {
            CheckContext inIt = context;
            inIt.language = each;
            Finding said = check.compare(reachable, inIt);
            const Finding *source = reachable.isEmpty()
                ? nullptr
                : findingOf(reachable.first().findings, QString::fromLatin1(check.source));
            if (said.verdict == Verdict::Skipped && source && isWaitingForRecipe(*source))
                said = skippedWith(told(*source, each), QString::fromLatin1(check.source), reachable.first().node.name);
            QStringList own, others, programs, names;
            bool areKnown = true;
            for (const NodeAnswers &node : std::as_const(reachable)) {
                names << node.node.name;
                const QString on = Checks::tr("%1 on %2", "a container, and its node");
                for (const QString &container : node.ownContainers)
                    own << on.arg(container, node.node.name);
                for (const QString &container : node.otherContainers)
                    others << on.arg(container, node.node.name);
                const QString at = Checks::tr("%1 on %2", "a program, and its node");
                for (const QString &program : node.facts.npuSmi ? onChips(*node.facts.npuSmi) : QStringList())
                    programs << at.arg(program, node.node.name);
                areKnown = areKnown && node.areOwnersKnown;
            }
            const auto notice = [&] {
                return own.isEmpty() && !areKnown ? unknownOwnerNotice() : interruptsNotice(own, others, programs);
            };
            complete(said, id, {}, each, mayInterrupt(said, id) ? notice() : QString(), names);
            said.evidence = evidenceOfAll(reachable, QString::fromLatin1(check.source), each);
            return said;
        });
        finding.askedAtMs = QDateTime::currentMSecsSinceEpoch();
        findings << finding;
    }
    return findings;
}

// As a person tries the node's login from this computer.
static QString sshLine(const Node &node)
{
    QStringList argv{u"ssh"_s};
    if (node.port)
        argv << u"-p"_s << QString::number(*node.port);
    if (node.auth == AuthMethod::Key && !node.identityFile.isEmpty())
        argv << u"-i"_s << withHome(node.identityFile);
    if (const QString jump = jumpHostOf(node); !jump.isEmpty())
        argv << u"-J"_s << jump;
    return quoted(argv << (node.user.isEmpty() ? QString() : node.user + u'@') + withoutBrackets(node.host));
}

QList<Finding> findingsWithout(const Error &error, const Node &node, const QList<Finding> &known,
                               const CheckSelection &selection, const QString &language)
{
    QList<Finding> findings = known;
    if (error.kind == ErrorKind::Canceled)
        return findings;
    const bool isKey = error.kind == ErrorKind::HostKey;
    const QString culprit = isKey ? u"connection.host-key"_s : u"connection.reachable"_s;
    // A midway loss overrides what the connection said at first.
    findings.removeIf([&](const Finding &finding) { return finding.check == culprit; });
    QList<Finding> all;
    const auto add = [&](const QString &id) {
        if (!selection.wants(id) && id != culprit)
            return;
        if (const Finding *said = findingOf(findings, id)) {
            all << *said;
            return;
        }
        Finding finding = toldInEachLanguage(language, [&](const QString &each) {
            const QString removal = error.facts.value(u"removal"_s), why = unnamedIn(error, each);
            QString remedy = !isKey || removal.isEmpty()
                ? saidIn(error, u"remedy"_s, each) // of a revoked key, a jump host; else the catalogue's
                : Checks::tr("Compare the fingerprint with the one shown on the node itself (`ssh-keygen -lf "
                             "/etc/ssh/ssh_host_ed25519_key.pub` there, or the file of its type). "
                             "Only if they agree, take the old key out, `%1`, connect again and accept the new one.")
                      .arg(removal);
            if (!isKey && remedy.isEmpty() && node.transport == Transport::Ssh)
                remedy = Checks::tr("Try `%1` from this computer. Check address, port, user and key of the node, and "
                                    "that sshd runs on it (`systemctl status sshd`).")
                             .arg(sshLine(node));
            Finding said = id == culprit
                ? failed(isKey                 ? Checks::tr("refused")
                             : known.isEmpty() ? Checks::tr("no")
                                               : Checks::tr("lost"),
                         known.isEmpty() ? why : Checks::tr("the connection was lost: %1").arg(why), remedy)
                : skipped(culprit, why);
            complete(said, id, node.name, each);
            return said;
        });
        finding.askedAtMs = QDateTime::currentMSecsSinceEpoch();
        all << finding;
    };
    for (const NodeCheck &check : firstRoundChecks())
        add(QString::fromLatin1(check.id));
    for (const NodeCheck &check : secondRoundChecks())
        add(QString::fromLatin1(check.id));
    return all;
}
