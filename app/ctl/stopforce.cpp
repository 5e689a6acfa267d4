#include "app/ctl/stopforce.h"

#include "app/ctl/clusterfacts.h"

#include "core/base/sizetext.h"
#include "core/deploy/step.h"
#include "core/runs/runstate.h"
#include "core/shell/quote.h"

using namespace Qt::StringLiterals;

namespace ctl {

namespace {

struct NodeLeft {
    std::optional<Leftovers> left;
    OfAnotherRun others;
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
    if (left.isNothing() && one.others.isNothing())
        printLine(node + u": nothing is left of what a run of this deployment made"_s);
    else if (left.isNothing())
        printLine(node + u": nothing is left of what this run made"_s);
    for (const QString &line : wordsOf(one.others, node, true))
        printLine(line);
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
    Json others = Json::array();
    for (const OfAnotherRun::Container &container : one.others.containers)
        others.push_back({{"container", container.name}, {"serves", container.serves}});
    document["othersContainers"] = others;
    document["othersFiles"] = one.others.folder;
    document["othersBy"] = one.others.by;
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

QStringList wordsOf(const OfAnotherRun &others, const QString &node, bool isToStop)
{
    QStringList lines, serving;
    for (const OfAnotherRun::Container &container : others.containers) {
        lines << node
                + (isToStop && container.serves
                       ? u": what runs in the container %1 was not stopped: this run did not start it"_s
                       : u": the container %1 stays: another run of this deployment made it"_s)
                      .arg(container.name);
        if (isToStop && container.serves)
            serving << container.name;
    }
    if (!others.folder.isEmpty())
        lines << u"%1: the files in %2 are those of another run (by %3)"_s.arg(
            node, others.folder, others.by.isEmpty() ? u"unknown"_s : others.by);
    for (const QString &name : serving)
        lines << u"  Stop it as the user and on the machine that started it. If that run's record is lost and nobody "
                 "needs the service, stop its container on %1: %2"_s.arg(node, quoted({u"docker"_s, u"stop"_s, name}));
    return lines;
}

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
            const Result<OfAnotherRun> others
                = readOfAnotherRun(shell, opened.deployment, state.owner(),
                                   state.step(u"container@"_s + nodes[i].name).data, call.stop);
            if (!others && left->isNothing()) { // then it is not known that nothing is
                its.error = others.error();
                return;
            }
            its.left = *left;
            if (others)
                its.others = *others;
            else
                its.left->notes << others.error().message;
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
    bool isLeft = false, isOthers = false;
    for (qsizetype i = 0; i < nodes.size(); ++i) {
        const NodeLeft &one = found[size_t(i)];
        if (one.error)
            code = one.error->kind == ErrorKind::CommandFailed && code != CouldNotAsk ? No : CouldNotAsk;
        isLeft = isLeft || (one.left && !one.left->isNothing() && !one.isEnded);
        isOthers = isOthers || one.others.serves();
        if (call.json)
            list.push_back(toJson(nodes[i].name, one));
        else
            print(nodes[i].name, one, isConfirmed);
    }
    if (call.json)
        printJson(Json{{"leftovers", list}});
    else if (isLeft && !isConfirmed)
        complain(u"Nothing was ended. To end it: the same with --yes."_s);
    return code == Yes && (isLeft || isOthers) ? No : code;
}

} // namespace ctl
