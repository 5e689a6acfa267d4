// ascendctl adopt [USER@]HOST[:PORT]... -o FILE: reads what runs on nodes that somebody set up by hand, and writes the
// deployment file that describes it. Asks only. 0 written, and lint has no error in it; 1 nothing serves there, no
// recipe describes it, or lint has one; 3 a node could not be asked: half a cluster is none.
#include "app/ctl/clusterfacts.h"
#include "app/ctl/recipeverbs.h"

#include "core/adopt/adoption.h"
#include "core/artifacts/lintkinds.h"
#include "core/engines/recipebook.h"
#include "core/topology/topology.h"

#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace ctl {

namespace {

int misusedAdopt(const QString &sentence)
{
    complain(sentence);
    complain(u"usage: ascendctl adopt [USER@]HOST[:PORT]... -o FILE [--name NAME] [--json] %1\n"
             "       ascendctl adopt --nodes-of D -o FILE: the nodes of a deployment file\n"
             "       The node that serves is found; FILE must not be there yet."_s.arg(QLatin1String(connectionUsage)));
    return Usage;
}

// "root@10.0.0.1:2222", "[fd00::1]:22", an alias of ~/.ssh/config.
std::optional<Node> nodeOf(const QString &word, int number)
{
    static const QRegularExpression shape(
        u"^(?:([^@\\s]+)@)?(?:\\[([0-9A-Fa-f:.%]+)\\]|([^@:\\[\\]\\s]+)|([0-9A-Fa-f:.%]*:[0-9A-"
        "Fa-f:.%]*:[0-9A-Fa-f:.%]*))(?::(\\d{1,5}))?$"_s);
    const QRegularExpressionMatch match = shape.match(word);
    if (!match.hasMatch())
        return {};
    Node node;
    node.user = match.captured(1);
    node.host = match.captured(2) + match.captured(3) + match.captured(4);
    if (!match.captured(5).isEmpty()) {
        node.port = match.captured(5).toInt();
        if (*node.port < 1 || *node.port > 65535)
            return {};
    }
    const bool isName = !isUsableAddress(node.host) && strictFolderName(node.host) == node.host;
    node.name = isName ? node.host : u"node%1"_s.arg(number);
    return node;
}

// Two names for one node may lead to one word.
void makeNamesDifferent(QList<Node> &nodes)
{
    for (qsizetype i = 0; i < nodes.size(); ++i) {
        const auto isTaken = [&](const QString &name) {
            return std::any_of(nodes.begin(), nodes.begin() + i, [&](const Node &node) { return node.name == name; });
        };
        const QString name = nodes[i].name;
        for (int number = 2; isTaken(nodes[i].name); ++number)
            nodes[i].name = u"%1-%2"_s.arg(name).arg(number);
    }
}

Result<QList<RunningNode>> readAll(const Opened &opened, std::stop_token stop)
{
    const QList<Node> &nodes = opened.deployment.nodes;
    std::vector<std::optional<RunningNode>> found(size_t(nodes.size()));
    std::vector<std::optional<Error>> failed(size_t(nodes.size()));
    onEachNode(
        opened, stop,
        [&](qsizetype i, Shell &shell) {
            Result<RunningNode> running = readRunningNode(shell, nodes[i], withDefaults(opened.deployment), stop);
            if (running)
                found[size_t(i)] = *std::move(running);
            else
                failed[size_t(i)] = running.error();
        },
        [&](qsizetype i, const Error &error) { failed[size_t(i)] = error; });
    QList<RunningNode> all;
    std::optional<Error> first;
    for (size_t i = 0; i < found.size(); ++i) {
        if (found[i]) {
            all << *found[i];
            continue;
        }
        Error error = failed[i].value_or(canceled());
        error.message = u"%1: %2"_s.arg(nodes[qsizetype(i)].name, error.message);
        if (first)
            complain(error.message);
        else
            first = error;
    }
    return first ? Result<QList<RunningNode>>(*first) : Result<QList<RunningNode>>(all);
}

// Never over a file that is there, also where somebody makes it meanwhile.
Result<void> writeNew(const QString &path, const QByteArray &text)
{
    QFile file(path);
    constexpr auto ofItsUser = QFile::ReadOwner | QFile::WriteOwner; // what it says is run on nodes
    if (!file.open(QIODevice::WriteOnly | QIODevice::NewOnly, ofItsUser | QFile::ReadGroup | QFile::ReadOther))
        return Error{ErrorKind::Storage, u"%1 could not be written: %2"_s.arg(path, file.errorString()), {}, {}};
    if (file.write(text) != text.size() || !file.flush()) {
        const QString why = file.errorString();
        file.remove();
        return Error{ErrorKind::Storage, u"%1 could not be written: %2"_s.arg(path, why), {}, {}};
    }
    return {};
}

void print(const Adoption &adoption, const QList<LintFinding> &findings, const QString &file)
{
    if (adoption.deployment.simulated)
        printLine(u"Simulated cluster"_s);
    if (adoption.isFound()) {
        printLine(u"recipe     "_s + adoption.best.recipe);
        QStringList names;
        for (const Node &node : adoption.deployment.nodes)
            names << node.name;
        printLine(u"nodes      %1 (the first one serves)"_s.arg(names.join(", "_L1)));
        for (const auto &[key, value] : adoption.best.settings.items())
            printLine(u"setting    %1 = %2"_s.arg(QString::fromStdString(key), QString::fromUtf8(compactJson(value))));
        for (const AdoptDifference &difference : adoption.best.differences)
            printLine(u"differs    "_s + sentenceOf(difference));
        for (const AdoptCandidate &other : adoption.others)
            printLine(u"also       %1, with %2 differences"_s.arg(other.recipe).arg(other.differences.size()));
    }
    for (const QString &sentence : adoption.notTold)
        printLine(u"not known  "_s + sentence);
    for (const QString &sentence : adoption.notes)
        printLine(u"note       "_s + sentence);
    for (const LintFinding &finding : findings) {
        printLine(u"lint       %1  %2  %3  %4"_s.arg(severityName(finding.severity), finding.rule, finding.where,
                                                     finding.message));
        if (!finding.remedy.isEmpty())
            printLine(u"           -> "_s + finding.remedy);
    }
    if (adoption.isFound())
        printLine(
            u"%1 written; differences from the recipe: %2, lint: %3. `ascendctl check` and `diff` go on from it."_s
                .arg(file)
                .arg(adoption.best.differences.size())
                .arg(findings.size()));
}

} // namespace

int adopt(const Call &call)
{
    QStringList arguments = call.arguments;
    QString file, name, nodesOf;
    if (!takeValue(arguments, "-o", file) || !takeValue(arguments, "--name", name)
        || !takeValue(arguments, "--nodes-of", nodesOf))
        return misusedAdopt(u"An option lacks its value."_s);
    Opened opened;
    if (!nodesOf.isEmpty()) {
        arguments.prepend(nodesOf);
        Result<Opened> read = openDeployment(arguments, call.stop);
        if (!read)
            return fail(read.error());
        opened = *std::move(read);
    } else {
        Result<ConnectionSettings> connections = takeConnectionOptions(arguments, call.stop);
        if (!connections)
            return fail(connections.error());
        opened.connections = *std::move(connections);
    }
    for (const QString &word : std::as_const(arguments)) {
        if (word.startsWith(u'-'))
            return misusedAdopt(u"There is no option %1."_s.arg(word));
        const std::optional<Node> node
            = nodesOf.isEmpty() ? nodeOf(word, int(opened.deployment.nodes.size()) + 1) : std::nullopt;
        if (!node)
            return misusedAdopt(u"'%1' is no [USER@]HOST[:PORT]."_s.arg(word));
        opened.deployment.nodes << *node;
    }
    makeNamesDifferent(opened.deployment.nodes);
    if (opened.deployment.nodes.isEmpty())
        return misusedAdopt(u"Which nodes? Name at least one."_s);
    if (file.isEmpty())
        return misusedAdopt(u"Where to? Name a file with -o."_s);
    if (QFileInfo info(file); info.exists() || info.isSymLink())
        return misusedAdopt(
            u"%1 is there already and is left as it is; name another file, or move it away."_s.arg(file));

    const Result<QList<RunningNode>> running = readAll(opened, call.stop);
    if (!running) {
        const int code = fail(running.error());
        if (const QString hint = howToGoOn(running.error()); !hint.isEmpty())
            complain(hint);
        return code == Usage ? CouldNotAsk : code;
    }
    const Result<QList<Recipe>> recipes = loadRecipes();
    if (!recipes)
        return fail(recipes.error());
    const Adoption adoption = adopted(*running, *recipes, name);
    QList<LintFinding> findings;
    if (adoption.isFound()) {
        const QByteArray text = toText(adoption.deployment);
        if (const Result<void> written = writeNew(file, text); !written)
            return fail(written.error());
        if (const Result<QList<LintFinding>> linted = ::lint(u"deployment"_s, text))
            findings = *linted;
    }
    if (call.json) {
        Json document = toJson(adoption);
        document["file"] = adoption.isFound() ? Json(file) : Json(nullptr);
        const Result<Json> written = parseJson(toText(adoption.deployment), file);
        document["deployment"] = adoption.isFound() && written ? *written : Json(nullptr);
        document["findings"] = toJson(findings)["findings"];
        printJson(document);
    } else {
        print(adoption, findings, file);
    }
    return adoption.isFound() && !hasErrors(findings) ? Yes : No;
}

} // namespace ctl
