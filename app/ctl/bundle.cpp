// ascendctl bundle D -o FILE [--redact-addresses]: everything that is needed to see why it does not work, in one
// archive. Asks only. 0; 3: no node could be asked (what this machine knows is written all the same).
#include "app/ctl/checkverbs.h"
#include "app/ctl/clusterfacts.h"

#include "core/bundle/bundle.h"
#include "core/bundle/nodeparts.h"
#include "core/logs/keptlogs.h"
#include "core/runs/lastwork.h"
#include "core/runs/runstate.h"

#include <QCoreApplication>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace ctl {

namespace {

int misusedBundle(const QString &sentence)
{
    complain(sentence);
    complain(u"usage: ascendctl bundle D -o FILE.tar.gz [--redact-addresses] [--json] %1\n"
             "       --redact-addresses: addresses, host and user names are taken out, too; secrets that are known as\n"
             "       such always are"_s.arg(QLatin1String(connectionUsage)));
    return Usage;
}

QList<BundlePart> askAll(const Opened &opened, const QHash<QString, Launch> &launches, const QList<Artifact> &files,
                         const QStringList &unstarted, std::stop_token stop)
{
    const QList<Node> &nodes = opened.deployment.nodes;
    std::vector<QList<BundlePart>> found(size_t(nodes.size()));
    onEachNode(opened, stop, [&](qsizetype i, Shell &shell) {
        const QString &name = nodes[i].name;
        const auto launch = launches.constFind(name);
        found[size_t(i)]
            = nodeParts(shell, name,
                        bundleQuestions(launch == launches.cend() ? std::nullopt : std::optional(*launch))
                            + fileQuestions(files, name),
                        stop);
        if (launch != launches.cend() && unstarted.contains(name))
            setOlderApart(shell, *launch, found[size_t(i)], stop);
    }, [&](qsizetype i, const Error &error) {
        found[size_t(i)] << BundlePart{u"nodes/"_s + pathPart(nodes[i].name), {}, {}, error.message};
    });
    QList<BundlePart> all;
    for (const QList<BundlePart> &one : found)
        all << one;
    return all;
}

void print(const QString &file, const BundleSummary &summary, bool json)
{
    const qint64 packed = QFileInfo(file).size();
    if (json) {
        Json document = {{"file", file},
                         {"bytes", packed},
                         {"unpackedBytes", summary.bytes},
                         {"parts", summary.parts},
                         {"secretsTakenOut", summary.secrets},
                         {"namesTakenOut", summary.names},
                         {"missing", Json::array()}};
        for (const QString &one : summary.missing)
            document["missing"].push_back(one);
        if (summary.isSimulated)
            document["simulated"] = true;
        printJson(document);
        return;
    }
    if (summary.isSimulated)
        printLine(u"Simulated cluster"_s);
    for (const QString &one : summary.missing)
        printLine(u"not whole  "_s + one);
    printLine(u"%1: %2 parts, %3 bytes; %4 secrets were taken out. Look through it before you give it away."_s
                  .arg(file).arg(summary.parts).arg(packed).arg(summary.secrets));
}

} // namespace

int bundle(const Call &call)
{
    QStringList arguments = call.arguments;
    BundleInput input;
    input.takesAddresses = arguments.removeAll(u"--redact-addresses"_s) > 0;
    QString file;
    if (!takeValue(arguments, "-o", file) || file.isEmpty())
        return misusedBundle(u"-o needs the file that the report is written into."_s);
    const Result<Opened> opened = openDeployment(arguments, call.stop);
    if (!opened)
        return opened.error().facts.contains(u"usage"_s) ? misusedBundle(opened.error().message) : fail(opened.error());
    if (!arguments.isEmpty())
        return misusedBundle(u"'%1' is not understood."_s.arg(arguments.last()));
    if (const Result<void> fine = wantNodes(*opened); !fine)
        return fail(fine.error());
    if (QFileInfo::exists(file))
        return fail(Error{ErrorKind::Storage, u"%1 is there already; it was left alone."_s.arg(file), {}, {}});

    input.deployment = opened->deployment;
    input.file = opened->path;
    input.version = QCoreApplication::applicationVersion();
    input.when = QDateTime::currentDateTimeUtc();
    input.stateFile = findStateFile(opened->deployment, fileIdentity(opened->deployment, opened->path));
    input.facts = askNodes(*opened, call.stop);
    input.report = reportOn(*opened, opened->connections, {}, u"en"_s, call.stop);
    const DeployedParts parts = deployedParts(opened->deployment, input.facts);
    input.artifacts = parts.generated;
    input.artifactsTrouble = parts.refusal;
    const LastFailure last = lastFailureOf(input.stateFile);
    input.runLog = lastRunLog(input.stateFile, last);
    input.nodes = askAll(*opened, parts.launches, parts.onNodes, last.unstarted, call.stop);
    if (call.stop.stop_requested())
        return fail(canceled());

    const Result<BundleSummary> written = writeBundle(file, input, call.stop);
    if (!written)
        return fail(written.error());
    print(file, *written, call.json);
    const bool isAnyAsked = std::any_of(input.facts.cbegin(), input.facts.cend(),
                                        [](const NodeFacts &facts) { return facts.reachable; });
    return isAnyAsked ? Yes : CouldNotAsk;
}

} // namespace ctl
