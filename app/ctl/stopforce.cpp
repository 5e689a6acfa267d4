#include "app/ctl/stopforce.h"

#include "app/ctl/clusterfacts.h"

#include "core/base/sizetext.h"
#include "core/deploy/leftovers.h"
#include "core/deploy/step.h"
#include "core/runs/runstate.h"
#include "core/shell/quote.h"

using namespace Qt::StringLiterals;

namespace ctl {

namespace {

struct NodeLeft {
    std::optional<Leftovers> left;
    std::optional<Error> error;
    bool isEnded = false;
};

QString processWords(const QList<HostProcess> &processes)
{
    QStringList words;
    for (const HostProcess &process : processes)
        words << u"%1 (%2)"_s.arg(process.name).arg(process.pid);
    return words.join(u", "_s);
}

void print(const QString &node, const NodeLeft &one, bool isConfirmed)
{
    if (one.error)
        return complain(node + u": "_s + one.error->message);
    const Leftovers &left = *one.left;
    if (left.isNothing())
        printLine(node + u": nothing is left of what a run of this deployment made"_s);
    if (!left.processes.isEmpty())
        printLine(u"%1: in the container %2: %3%4"_s.arg(
            node, left.container, processWords(left.processes),
            one.isEnded ? QString() : u"; they run now, and end whether they serve or not"_s));
    if (!left.files.isEmpty())
        printLine(u"%1: %2 in /dev/shm that no process has open: %3"_s.arg(node, sizeText(left.fileBytes),
                                                                           left.files.join(u", "_s)));
    for (const QString &note : left.notes)
        printLine(node + u": "_s + note);
    for (const QStringList &argv : endingCommands(left))
        printLine(u"  %1 %2"_s.arg(one.isEnded ? u"did:"_s : isConfirmed ? u"tried:"_s : u"would do:"_s, quoted(argv)));
}

Json toJson(const QString &node, const NodeLeft &one)
{
    Json document{{"node", node}};
    if (one.error) {
        document["error"] = one.error->message;
        return document;
    }
    Json processes = Json::array(), commands = Json::array();
    for (const HostProcess &process : one.left->processes)
        processes.push_back({{"pid", process.pid}, {"name", process.name}});
    for (const QStringList &argv : endingCommands(*one.left))
        commands.push_back(quoted(argv));
    document["container"] = one.left->container;
    document["processes"] = processes;
    document["files"] = one.left->files;
    document["fileBytes"] = one.left->fileBytes;
    document["notes"] = one.left->notes;
    document["commands"] = commands;
    document["ended"] = one.isEnded;
    return document;
}

// What ended its service says so where the run is kept, or it would go on to be called done. As after a plain stop: the
// start and what follows from it are pending.
void noteEnded(RunState &state, const Opened &opened, const QStringList &ended)
{
    if (state.isEmpty() || ended.isEmpty())
        return;
    const StepKind *start = stepKind(u"start"_s); // of stepKinds(), in their order
    QStringList pending;
    for (const QString &id : state.ids()) {
        const StepKind *kind = stepKind(id);
        if (kind && (kind > start || (kind == start && ended.contains(id.section(u'@', 1)))))
            pending << id;
    }
    state.begin(opened.deployment, pending, RunWork::StopService, opened.path);
    if (const Result<void> kept = state.flush(); !kept)
        complain(kept.error().message);
}

} // namespace

int endLeftOn(const Opened &opened, const QString &stateFile, bool isConfirmed, const Call &call)
{
    const QList<Node> &nodes = opened.deployment.nodes;
    RunState state(stateFile);
    if (const Result<void> loaded = state.load(); !loaded)
        return fail(loaded.error());
    std::vector<NodeLeft> found(size_t(nodes.size()));
    onEachNode(
        opened, call.stop,
        [&](qsizetype i, Shell &shell) {
            const Result<Leftovers> left
                = readLeftovers(shell, state.step(u"container@"_s + nodes[i].name).data, call.stop);
            NodeLeft &its = found[size_t(i)];
            if (!left) {
                its.error = left.error();
                return;
            }
            its.left = *left;
            if (!isConfirmed || left->isNothing())
                return;
            if (const Result<void> ended = endLeftovers(shell, *left, call.stop); !ended)
                its.error = ended.error();
            else
                its.isEnded = true;
        },
        [&](qsizetype i, const Error &error) { found[size_t(i)].error = error; });
    QStringList ended;
    for (qsizetype i = 0; i < nodes.size(); ++i) {
        if (const NodeLeft &one = found[size_t(i)]; one.isEnded && !one.left->processes.isEmpty())
            ended << nodes[i].name;
    }
    noteEnded(state, opened, ended);
    int code = Yes;
    Json list = Json::array();
    bool isLeft = false;
    for (qsizetype i = 0; i < nodes.size(); ++i) {
        const NodeLeft &one = found[size_t(i)];
        if (one.error)
            code = one.error->kind == ErrorKind::CommandFailed && code != CouldNotAsk ? No : CouldNotAsk;
        isLeft = isLeft || (one.left && !one.left->isNothing() && !one.isEnded);
        if (call.json)
            list.push_back(toJson(nodes[i].name, one));
        else
            print(nodes[i].name, one, isConfirmed);
    }
    if (call.json)
        printJson(Json{{"leftovers", list}});
    else if (isLeft && !isConfirmed)
        complain(u"Nothing was ended. To end it: the same with --yes."_s);
    return code == Yes && isLeft ? No : code;
}

} // namespace ctl
