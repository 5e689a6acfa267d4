#include "core/deploy/weightslist.h"

#include "core/checks/catalogue.h"
#include "core/facts/nodelogin.h"
#include "core/facts/weightsfacts.h"
#include "core/runs/deploytext.h"
#include "core/shell/localshell.h"
#include "core/shell/quote.h"

#include <QCoreApplication>
#include <QRegularExpression>

using namespace Qt::StringLiterals;

using std::chrono::minutes;

namespace {

// What `curl -D -` prints: the headers of each answer on the way, then the body of the last.
struct HubAnswer
{
    QByteArray headers, body;            // headers of the last
};
HubAnswer hubAnswer(const QByteArray &text)
{
    HubAnswer answer{{}, text.left(text.lastIndexOf("\nhttp "))};
    while (answer.body.startsWith("HTTP/")) {
        const qsizetype end = answer.body.indexOf("\r\n\r\n");
        answer.headers = answer.body.left(end);
        answer.body = end < 0 ? QByteArray() : answer.body.mid(end + 4);
    }
    return answer;
}

// A hub that tells a long list in pages names the next one in a header (RFC 8288).
bool goesOn(const HubAnswer &answer)
{
    static const QRegularExpression next(u"^link:.*rel=\"?next"_s,
                                         QRegularExpression::CaseInsensitiveOption
                                             | QRegularExpression::MultilineOption);
    return next.match(QString::fromLatin1(answer.headers)).hasMatch();
}

QStringList findFiles(const QString &folder)
{
    return {u"find"_s, u"-L"_s, folder, u"-type"_s, u"f"_s, u"-printf"_s, u"%s %P\\n"_s};
}

// "HASH" of each of stdin's paths below $1, a line each; "-": it cannot be read.
QStringList hashArgv(const QString &folder)
{
    return {u"sh"_s, u"-c"_s,
            u"cd -- \"$1\" || exit 1; while IFS= read -r f; do s=$(sha256sum <\"./$f\") || s=-; "
            "printf '%s\\n' \"${s%% *}\"; done"_s,
            u"sh"_s, folder};
}

// Why a copy would be of no use, as the check weights.complete says it of the folder there; empty: nothing is known
// against it. mounted: where its links may lead.
Result<QString> troubleThere(StepIo &io, NodeProbe &probe, const Node &node, const QString &folder,
                             const QStringList &mounted)
{
    CheckContext asked;
    asked.node = node;
    asked.deployment = io.context.whole;
    asked.settings = checkSettingsOf(io.context.whole);
    asked.settings.weights = folder;
    asked.settings.mounted = mounted;
    asked.settings.fetchesWeights = false;
    const Finding finding = checkWeightsComplete(probe, asked);
    if (io.stop.stop_requested())
        return canceled();
    return finding.verdict == Verdict::Fail ? finding.summary : QString();
}

// Of a folder that is only copied from. Without an index it may be meant to bring a part. No container sees it, so its
// links may lead anywhere: files are copied in their place.
Result<void> demandWhole(StepIo &io, Shell &there, const Node &node, const QString &folder)
{
    NodeProbe probe(there, io.stop);
    if (const Result<WeightsFacts> weights = weightsFacts(probe, folder); weights && weights->indexFile.isEmpty())
        return {};
    const Result<QString> trouble = troubleThere(io, probe, node, folder, {u"/"_s});
    if (!trouble)
        return trouble.error();
    if (trouble->isEmpty())
        return {};
    return stepFailure(io,
                       DeployText::tr("The weights in %1 are not whole, and so were not copied: %2.")
                           .arg(sourceText(io.context), *trouble),
                       DeployText::tr("Make them whole there first, or name a folder that has them whole "
                                      "(\"weightsAddress\"). Remove nothing on this node before."));
}

Result<QList<WantedFile>> filesHere(StepIo &io)
{
    const QString folder = folderHere(io.context);
    Result<QList<WantedFile>> files = listDesktopFolder(folder, io.stop);
    if (!files && files.error().kind != ErrorKind::Canceled)
        return stepFailure(io, files.error().message, remedyOfOrder(), files.error().detail);
    if (!files)
        return files;
    LocalShell here;
    if (const Result<void> whole = demandWhole(io, here, {}, folder); !whole)
        return whole.error();
    return files;
}

// The weights of the node that has them, with the sums of the small ones.
Result<QList<WantedFile>> filesOfNode(StepIo &io)
{
    const QString folder = io.context.launch.weights;
    const Result<std::unique_ptr<Shell>> there = openSource(io);
    if (!there)
        return there.error();
    const QStringList argv = findFiles(folder);
    io.log(io.context.launch.weightsOrder.node.toUtf8() + " $ " + quoted(argv).toUtf8() + '\n');
    const Result<CommandOutput> list
        = (*there)->run({.argv = argv, .timeout = minutes(3), .isQuestion = true}, io.stop);
    if (!list)
        return ofTheSource(io, list.error());
    if (list->exitCode != 0)
        return stepFailure(io,
                           DeployText::tr("The list of files of %1 could not be had: %2.")
                               .arg(sourceText(io.context), DeployText::tr("the folder cannot be read")),
                           remedyOfOrder(), QString::fromUtf8(list->err.right(2000)));
    Result<QList<WantedFile>> files = readFolderList(folder, list->out);
    if (!files)
        return stepFailure(io, sourceText(io.context) + u": "_s + files.error().message, remedyOfOrder(),
                           files.error().detail);
    Node node;
    for (const Node &one : io.context.whole.nodes) {
        if (one.name == io.context.launch.weightsOrder.node)
            node = one;
    }
    NodeProbe probe(**there, io.stop);
    const Result<QString> trouble
        = troubleThere(io, probe, node, folder, checkSettingsOf(io.context.whole).mounted);
    if (!trouble)
        return trouble.error();
    if (!trouble->isEmpty())
        return stepFailure(io,
                           DeployText::tr("The weights on %1 are not whole, and so were not copied: %2.")
                               .arg(io.context.launch.weightsOrder.node, *trouble),
                           DeployText::tr("Make them whole there first, or name a node whose weights are "
                                          "(\"weightsNode\"): the check weights.complete says it of each node. Remove "
                                          "nothing on this one before."));
    QByteArray names;
    QList<WantedFile *> hashed;
    for (WantedFile &file : *files) {
        if (file.sizeBytes < hashedBelow) {
            names += file.path.toUtf8() + '\n';
            hashed << &file;
        }
    }
    const Result<CommandOutput> sums = (*there)->run(
        {.argv = hashArgv(folder), .input = names, .timeout = minutes(30), .isQuestion = true}, io.stop);
    if (!sums)
        return ofTheSource(io, sums.error());
    const QStringList told = QString::fromLatin1(sums->out).split(u'\n');
    for (qsizetype i = 0; i < hashed.size(); ++i) {
        if (told.value(i).size() != 64)
            return stepFailure(io,
                               DeployText::tr("%1 of %2 cannot be read there.")
                                   .arg(hashed[i]->path, sourceText(io.context)),
                               remedyOfOrder(), QString::fromUtf8(sums->err.right(2000)));
        hashed[i]->sha256 = told[i];
    }
    return files;
}

} // namespace

QStringList listArgv(const WeightsOrder &order, const QString &address)
{
    if (order.isFolder())
        return findFiles(order.address);
    return {u"curl"_s, u"-q"_s, u"-fsSL"_s, u"--connect-timeout"_s, u"20"_s, u"--max-time"_s, u"120"_s, u"-D"_s,
            u"-"_s,    u"-w"_s, u"\\nhttp %{http_code}\\n"_s, address};
}

QString remedyOfOrder()
{
    return DeployText::tr("See \"weightsFrom\" and what follows it among the recipe's settings; \"none\" leaves the "
                          "weights to you.");
}

QString resumeRemedy() { return DeployText::tr("Resume takes it up where it stopped; what holds is not repeated."); }

// What to do about an answer of a server.
QString remedyOf(int httpCode)
{
    if (httpCode == 429 || httpCode >= 500)
        return DeployText::tr("Try again later.") + u' ' + resumeRemedy();
    if (httpCode == 401 || httpCode == 403)
        return DeployText::tr("A deployment keeps no secrets: name a mirror that lets the node in, or put the weights "
                              "there yourself.")
            + u' ' + remedyOfOrder();
    if (httpCode >= 400)                 // asked again it would say the same
        return remedyOfOrder();
    return resumeRemedy() + u' ' + remedyOfOrder();
}

int httpCodeIn(const QByteArray &text)
{
    const qsizetype at = text.lastIndexOf("http ");
    return at < 0 ? 0 : text.mid(at + 5, 3).toInt();
}

QString folderHere(const StepContext &context) { return pathHere(context, context.launch.weightsOrder.address); }

// Where they come from, for people.
QString sourceText(const StepContext &context)
{
    const WeightsOrder &order = context.launch.weightsOrder;
    return order.isOfDesktop() ? DeployText::tr("%1 on this computer").arg(folderHere(context))
        : order.isOfNode()     ? DeployText::tr("%1 on %2").arg(context.launch.weights, order.node)
                               : askedAddress(order);
}

Result<std::unique_ptr<Shell>> openSource(StepIo &io)
{
    const QString &name = io.context.launch.weightsOrder.node;
    for (const Node &node : io.context.whole.nodes) {
        if (node.name != name || !io.open)
            continue;
        Result<std::unique_ptr<Shell>> shell = io.open(node);
        if (!shell)
            return ofTheSource(io, shell.error());
        return shell;
    }
    return stepFailure(io, DeployText::tr("There is no node %1 that the weights could be copied from.").arg(name),
                       remedyOfOrder());
}

Result<QStringList> ownLogin(StepIo &io)
{
    for (const Node &node : io.context.whole.nodes) {
        if (node.name != io.context.launch.weightsOrder.node || node.transport == Transport::Local
            || io.context.node.transport == Transport::Local)
            continue;
        const QStringList ssh = sshFromNode(node, io.context.sourceIp);
        const Result<CommandOutput> output = io.shell.run(
            {.argv = ssh + QStringList{u"true"_s}, .timeout = std::chrono::seconds(15), .isQuestion = true}, io.stop);
        if (!output && output.error().kind != ErrorKind::Timeout)
            return output.error();
        if (output && output->exitCode == 0)
            return ssh;
    }
    return QStringList();
}

Error ofTheSource(const StepIo &io, const Error &error)
{
    const QString &name = io.context.launch.weightsOrder.node;
    if (error.kind == ErrorKind::Canceled)
        return error;
    if (error.kind == ErrorKind::HostKey || error.kind == ErrorKind::Authentication) {
        Error asks = error;              // whoever shows it can ask for the key or the word
        asks.facts.insert(
            u"remedy"_s,
            DeployText::tr("See what %1 waits for: on page \"Nodes\", or by ascendctl inspect.").arg(name) + u' '
                + resumeRemedy());
        return asks;
    }
    const bool isLink = error.kind == ErrorKind::Connection || error.kind == ErrorKind::Timeout;
    return stepFailure(
        io, DeployText::tr("%1, which has the weights: %2").arg(name, error.message),
        (isLink
             ? DeployText::tr(
                   "See that %1 is up and can be reached: \"Ask again\" on page \"Nodes\", or ascendctl inspect, "
                   "tells.")
                     .arg(name)
                 + u' '
             : QString())
            + resumeRemedy(),
        error.detail);
}

Result<QList<WantedFile>> wantedFiles(StepIo &io)
{
    const WeightsOrder &order = io.context.launch.weightsOrder;
    if (order.isOfDesktop())
        return filesHere(io);
    if (order.isOfNode())
        return filesOfNode(io);
    QString address = order.address;
    if (!order.isFolder()) {
        const Result<QString> list = listAddress(order);
        if (!list)
            return list.error();
        address = *list;
    }
    const QStringList argv = listArgv(order, address);
    io.log("$ " + quoted(argv).toUtf8() + '\n');
    const Result<CommandOutput> output
        = io.shell.run({.argv = argv, .timeout = minutes(3), .isQuestion = true}, io.stop);
    if (!output)
        return output.error();
    const int code = order.isFolder() ? 0 : httpCodeIn(output->out);
    if (output->exitCode != 0) {
        const QString why = order.isFolder() ? DeployText::tr("the folder cannot be read")
                                             : curlTrouble(output->exitCode, code);
        return stepFailure(io, DeployText::tr("The list of files of %1 could not be had: %2.").arg(address, why),
                           remedyOf(code), QString::fromUtf8(output->err.right(2000)));
    }
    const HubAnswer answer = order.isFolder() ? HubAnswer() : hubAnswer(output->out);
    if (goesOn(answer))
        return stepFailure(io,
                           DeployText::tr("%1 tells its list of files in pages, and only the first was read: which "
                                          "files belong to the model is not known.")
                               .arg(askedAddress(order)),
                           DeployText::tr("Put the weights there yourself and set weightsFrom to none, or fetch them "
                                          "from a folder or from a mirror that tells the whole list."));
    QStringList unlisted;
    Result<QList<WantedFile>> files
        = order.isFolder() ? readFolderList(order.address, output->out) : readHubList(order, answer.body, &unlisted);
    if (!unlisted.isEmpty())
        io.log((DeployText::tr("%1 does not list what is in these folders; they are not fetched: %2.")
                    .arg(askedAddress(order), unlisted.join(u", "_s))
                + u'\n')
                   .toUtf8());
    if (!files)
        return stepFailure(io, files.error().message, remedyOfOrder(), files.error().detail);
    if (!order.isFolder())
        return files;
    if (const Result<void> whole = demandWhole(io, io.shell, io.context.node, order.address); !whole)
        return whole.error();
    return files;
}

QString curlTrouble(int exitCode, int httpCode)
{
    if (exitCode == 22 && httpCode == 404)
        return DeployText::tr("it answers HTTP 404: there is no such model, revision or file");
    if (exitCode == 22 && (httpCode == 401 || httpCode == 403))
        return DeployText::tr("it answers HTTP %1: it is not public, or the node is not let in").arg(httpCode);
    if (exitCode == 22 && httpCode == 429)
        return DeployText::tr("it answers HTTP 429: it was asked too often");
    if (exitCode == 22 && httpCode >= 500)
        return DeployText::tr("it answers HTTP %1: the server is in trouble itself").arg(httpCode);
    switch (exitCode) {
    case 6: return DeployText::tr("its name cannot be resolved on the node");
    case 7: return DeployText::tr("nothing answers there");
    case 18: return DeployText::tr("the connection ended before the file did");
    case 22: return DeployText::tr("it answers with the HTTP error %1").arg(httpCode);
    case 23: return DeployText::tr("it could not be written on the node");
    case 28: return DeployText::tr("nothing came for a minute");
    case 35: case 60: return DeployText::tr("its certificate is not trusted on the node, or there is no TLS there");
    case 52: case 56: return DeployText::tr("the connection was lost");
    case 127: return DeployText::tr("there is no curl on the node");
    default: return DeployText::tr("curl ended with exit code %1").arg(exitCode);
    }
}
