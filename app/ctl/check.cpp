// ascendctl check D [--only ID,...] [--all-pairs]: the preflight checks. A table with nodes as columns, then the
// problems with what to do. Exit: 1 when any check failed; 3 when none did and something could not be found out.
#include "app/ctl/checkverbs.h"
#include "app/ctl/open.h"
#include "app/ctl/stopcall.h"

#include "core/checks/catalogue.h"
#include "core/checks/checkrun.h"
#include "core/findings/acceptance.h"
#include "core/runs/runstate.h"

#include <QCoreApplication>
#include <QEventLoop>

#include <algorithm>
#include <atomic>
#include <map>

using namespace Qt::StringLiterals;

namespace ctl {

namespace {

struct CheckSays
{
    Q_DECLARE_TR_FUNCTIONS(AscendctlCheck)
};

// For people; the names of verdictName() are JSON's.
QString verdictWord(Verdict verdict)
{
    switch (verdict) {
    case Verdict::Pass: return CheckSays::tr("pass", "verdict");
    case Verdict::Warn: return CheckSays::tr("warn", "verdict");
    case Verdict::Fail: return CheckSays::tr("fail", "verdict");
    case Verdict::Unknown: return CheckSays::tr("unknown", "verdict");
    case Verdict::Skipped: return CheckSays::tr("skipped", "verdict");
    }
    return {};
}

QString mark(Verdict verdict)
{
    switch (verdict) {
    case Verdict::Pass: return u"✓"_s;
    case Verdict::Warn: return u"!"_s;
    case Verdict::Fail: return u"✕"_s;
    case Verdict::Unknown: return u"?"_s;
    case Verdict::Skipped: return u"–"_s;
    }
    return u"?"_s;
}

// Wide East Asian characters take two columns of a terminal.
int columnsOf(const QString &text)
{
    int columns = 0;
    for (const QChar c : text)
        columns += (c.unicode() >= 0x2E80 && c.unicode() <= 0xFFDC && !(c.unicode() >= 0xD7B0 && c.unicode() < 0xF900))
            ? 2
            : 1;
    return columns;
}

QString padded(const QString &text, int width)
{
    return text + QString(std::max(1, width - columnsOf(text)), u' ');
}

QString cell(const Finding *finding)
{
    if (!finding)
        return u" "_s;
    const QString word = finding->value.isEmpty() ? verdictWord(finding->verdict) : finding->value;
    return mark(finding->verdict) + u' ' + word;
}

const Finding *findingOf(const QList<Finding> &findings, const QString &id)
{
    const auto it
        = std::find_if(findings.cbegin(), findings.cend(), [&](const Finding &finding) { return finding.check == id; });
    return it == findings.cend() ? nullptr : &*it;
}

void printTable(const ClusterReport &report, const QString &language)
{
    const QList<CheckInfo> infos = checkInfos(language);
    int first = 0, width = 8;
    for (const CheckInfo &info : infos)
        first = std::max(first, columnsOf(info.title) + 4);
    for (const NodeReport &node : report.nodes) {
        width = std::max(width, columnsOf(node.node) + 2);
        for (const Finding &finding : node.findings)
            width = std::max(width, columnsOf(cell(&finding)) + 2);
    }
    QString head = padded({}, first);
    for (const NodeReport &node : report.nodes)
        head += padded(node.node, width);
    printLine(head.trimmed().isEmpty() ? QString() : head);
    QString group;
    for (const CheckInfo &info : infos) {
        QString line = padded(u"  "_s + info.title, first);
        bool any = false;
        if (info.acrossNodes) {
            const Finding *finding = findingOf(report.cluster, info.id);
            any = finding != nullptr;
            line += cell(finding);
        } else {
            for (const NodeReport &node : report.nodes) {
                const Finding *finding = findingOf(node.findings, info.id);
                any = any || finding;
                line += padded(cell(finding), width);
            }
        }
        if (!any)
            continue;
        if (info.group != group)
            printLine(groupTitle(info.group, language));
        group = info.group;
        printLine(line);
    }
}

void printProblem(const Finding &finding)
{
    printLine(u"\n%1 %2"_s.arg(mark(finding.verdict), finding.check));
    printLine(u"  "_s + finding.summary);
    if (!finding.remedy.isEmpty())
        printLine(u"  → "_s + finding.remedy);
}

int misusedCheck(const QString &sentence)
{
    complain(sentence);
    complain(u"usage: ascendctl check D [--only ID,...] [--all-pairs] [--zh] [--json] %1\n"
             "       --all-pairs: the cards of all nodes ping each other, and every node logs in to every other one; "
             "else only neighbours are asked"_s.arg(QLatin1String(connectionUsage)));
    return Usage;
}

} // namespace

ClusterReport reportOn(const Opened &opened, const ConnectionSettings &connections, const CheckSelection &selection,
                       const QString &language, std::stop_token stop)
{
    std::map<QString, NodeLink> links;
    for (const Node &node : opened.deployment.nodes)
        links.try_emplace(node.name, shellFactoryFor(node, connections));
    CheckRun run(opened.deployment, [&links](const QString &node) { return &links.at(node); }, language);
    run.setIdentity(fileIdentity(opened.deployment, opened.path));
    QEventLoop loop;
    QObject::connect(&run, &CheckRun::finished, &loop, &QEventLoop::quit, Qt::QueuedConnection);
    const StopCall onStop(std::move(stop), [&run] { run.stop(); });
    run.start(selection);
    loop.exec();
    return run.report();
}

int check(const Call &call)
{
    QStringList arguments = call.arguments;
    const QString language = arguments.removeAll(u"--zh"_s) > 0 ? u"zh"_s : u"en"_s;
    if (language == "zh"_L1)
        speakChinese();
    CheckSelection selection;
    selection.allPairs = arguments.removeAll(u"--all-pairs"_s) > 0;
    bool isOnlyGiven = false;
    for (qsizetype i = 0; i < arguments.size();) {
        const bool separate = arguments[i] == u"--only";
        if (!separate && !arguments[i].startsWith(u"--only="_s)) {
            ++i;
            continue;
        }
        if (separate && i + 1 >= arguments.size())
            return misusedCheck(u"--only needs the ids of checks."_s);
        isOnlyGiven = true;
        selection.only << (separate ? arguments[i + 1] : arguments[i].mid(7)).split(u',', Qt::SkipEmptyParts);
        arguments.remove(i, separate ? 2 : 1);
    }
    const QStringList known = checkIds();
    if (isOnlyGiven && selection.only.isEmpty())
        return misusedCheck(u"--only names no check. The checks are:\n  %1"_s.arg(known.join(u"\n  "_s)));
    for (const QString &id : std::as_const(selection.only)) {
        if (!known.contains(id))
            return misusedCheck(u"There is no check '%1'. The checks are:\n  %2"_s.arg(id, known.join(u"\n  "_s)));
    }
    const Result<Opened> opened = openDeployment(arguments, call.stop);
    if (!opened)
        return opened.error().facts.contains(u"usage"_s) ? misusedCheck(opened.error().message) : fail(opened.error());
    if (!arguments.isEmpty())
        return misusedCheck(u"'%1' is not understood."_s.arg(arguments.last()));
    if (const Result<void> fine = wantNodes(*opened); !fine)
        return fail(fine.error());
    std::atomic<bool> simulated = false; // from the first answer on, also when the node is lost afterwards
    ConnectionSettings connections = opened->connections;
    connections.onSimulated = [&simulated](const QString &) { simulated = true; };
    ClusterReport report = reportOn(*opened, connections, selection, language, call.stop);
    report.simulated = report.simulated || simulated;

    const ClusterReport counted = withoutAccepted(report, acceptancesIn(opened->deployment.other));
    const VerdictCounts counts = countsOf(counted);
    const int accepted = countsOf(report).warnings - counts.warnings;
    bool anyAsked = false, isCut = false;
    for (const NodeReport &node : report.nodes) {
        anyAsked = anyAsked || node.reachable;
        isCut = isCut || isCutShort(node);
        if (const QString hint = node.error ? howToGoOn(*node.error) : QString(); !hint.isEmpty())
            complain(hint);
    }
    if (call.json) {
        printJson(toJson(report));
    } else {
        if (report.simulated)
            printLine(CheckSays::tr("Simulated cluster"));
        printTable(report, language);
        const QList<Finding> findings = allFindings(counted);
        for (const Verdict verdict : {Verdict::Fail, Verdict::Unknown, Verdict::Warn}) {
            for (const Finding &finding : findings) {
                if (finding.verdict == verdict)
                    printProblem(finding);
            }
        }
        const QString warnings = counts.warnings == 1 ? CheckSays::tr("1 warning")
                                                      : CheckSays::tr("%1 warnings").arg(counts.warnings);
        printLine(u'\n'
                  + CheckSays::tr("%1 passed, %2, %3 failed, %4 unknown, %5 skipped · %6 s",
                                  "%2: 1 warning, 2 warnings")
                        .arg(counts.passed)
                        .arg(warnings)
                        .arg(counts.failed)
                        .arg(counts.unknown)
                        .arg(counts.skipped)
                        .arg(double(report.tookMs) / 1000, 0, 'f', 1));
        if (accepted > 0)
            printLine(
                CheckSays::tr("Warnings that are accepted for this deployment, and not counted: %1").arg(accepted));
    }
    QStringList onRequest;
    for (const NodeReport &node : report.nodes) {
        for (const Finding &finding : node.findings) {
            if (finding.verdict == Verdict::Skipped && selection.only.isEmpty() && isOnRequest(finding.check)
                && !onRequest.contains(finding.check))
                onRequest << finding.check;
        }
    }
    if (!onRequest.isEmpty() && !call.json)
        printLine(CheckSays::tr("Asked on request only, as they take a while: --only %1").arg(onRequest.join(u',')));
    if (isCut)
        complain(CheckSays::tr("Stopped before all was asked."));
    if (anyAsked && counts.failed > 0)
        return No;
    return anyAsked && !isCut && counts.unknown == 0 ? Yes : CouldNotAsk;
}

} // namespace ctl
