#include "core/adopt/runningnode.h"

#include "core/adopt/adopttext.h"
#include "core/engines/engine.h"
#include "core/facts/answerwords.h"
#include "core/facts/containerfacts.h"
#include "core/facts/holders.h"
#include "core/facts/weightsfacts.h"
#include "core/lint/shelltext.h"

#include <QFileInfo>
#include <QRegularExpression>
#include <QSet>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 largestRead = 1024 * 1024; // bytes of one file; no engine's file comes near it

QString sentence(const Error &error)
{
    return error.message;
}

// The program of a process: of an interpreter its script, of one that writes its own title ("sshd: /usr/sbin/sshd -D
// [listener]", "-bash") its first word.
QString programName(const RunningProcess &process)
{
    const auto plain = [](const QString &word) {
        QString name = QFileInfo(word.section(u' ', 0, 0)).fileName();
        if (name.startsWith(u'-')) // a login shell
            name.remove(0, 1);
        return name.endsWith(u':') ? name.chopped(1) : name;
    };
    const QString name = plain(process.argv.value(0)), script = process.argv.value(1);
    return name.startsWith("python"_L1) && !script.isEmpty() && !script.startsWith(u'-') ? plain(script) : name;
}

// What keeps a container open, lets people in, starts others, or looks on: no service of a model.
bool isIdle(const RunningProcess &process)
{
    static const QStringList names{
        u"init"_s,         u"pause"_s,     u"ps"_s,          u"tee"_s,         u"top"_s,        u"htop"_s,
        u"watch"_s,        u"less"_s,      u"vi"_s,          u"vim"_s,         u"nano"_s,       u"sshd"_s,
        u"sshd-session"_s, u"sshd-auth"_s, u"sftp-server"_s, u"login"_s,       u"su"_s,         u"sudo"_s,
        u"zsh"_s,          u"fish"_s,      u"ksh"_s,         u"screen"_s,      u"SCREEN"_s,     u"tmux"_s,
        u"nohup"_s,        u"env"_s,       u"dumb-init"_s,   u"supervisord"_s, u"s6-svscan"_s,  u"s6-supervise"_s,
        u"runsvdir"_s,     u"runsv"_s,     u"systemd"_s,     u"cron"_s,        u"crond"_s,      u"rsyslogd"_s,
        u"dbus-daemon"_s,  u"npu-smi"_s};
    const QString name = programName(process);
    return keepsAContainerAlive(name) || names.contains(name);
}

void readFiles(NodeProbe &probe, const Engine &engine, RunningService &service)
{
    if (!engine.traces.files)
        return;
    for (const auto &[kind, path] : engine.traces.files(service.process).asKeyValueRange()) {
        const Result<CommandOutput> there = probe.ask({u"docker"_s, u"exec"_s, service.container.name, u"head"_s,
                                                       u"-c"_s, QString::number(largestRead), u"--"_s, path});
        if (!there)
            service.unread.insert(kind, sentence(there.error()));
        else if (there->exitCode != 0)
            service.unread.insert(kind, sentence(noAnswer(path, *there)));
        else
            service.texts.insert(kind, there->out);
    }
}

// Of a service of several processes that listen, the one that listens first; else the first that is no shell.
const RunningProcess *programOf(const QList<RunningProcess> &processes, const QList<Listener> &listeners)
{
    for (const Listener &listener : listeners) {
        for (const HostProcess &holder : listener.processes) {
            for (const RunningProcess &process : processes) {
                if (process.pid == holder.pid && !isIdle(process))
                    return &process;
            }
        }
    }
    const auto its = std::find_if(processes.begin(), processes.end(),
                                  [](const RunningProcess &process) { return !isIdle(process); });
    return its == processes.end() ? nullptr : &*its;
}

QList<int> portsHeard(const QList<HostProcess> &processes, const QList<Listener> &listeners)
{
    QList<int> ports;
    for (const Listener &listener : listeners) {
        const bool isOurs
            = std::any_of(listener.processes.begin(), listener.processes.end(), [&](const HostProcess &one) {
                  return std::any_of(processes.begin(), processes.end(),
                                     [&](const HostProcess &process) { return process.pid == one.pid; });
              });
        if (isOurs && !ports.contains(listener.port))
            ports << listener.port;
    }
    return ports;
}

QStringList variablesOfImage(NodeProbe &probe, const QString &image)
{
    const Result<CommandOutput> output
        = probe.ask({u"docker"_s, u"image"_s, u"inspect"_s, u"--format"_s, u"{{json .Config.Env}}"_s, image});
    QStringList names;
    const Result<Json> told
        = output && output->exitCode == 0 ? parseJson(output->out, u"docker image inspect"_s) : Result<Json>(Json());
    if (!told || !told->is_array())
        return names;
    for (const Json &variable : *told) {
        const QString name = variable.is_string() ? variable.get<QString>().section(u'=', 0, 0) : QString();
        if (isEnginesVariable(name))
            names << name;
    }
    return names;
}

Result<QList<RunningProcess>> processesOf(NodeProbe &probe, const QString &container, const QList<HostProcess> &listed)
{
    QList<qint64> pids;
    for (const HostProcess &process : listed)
        pids << process.pid;
    const Result<QList<RunningProcess>> seen = runningProcesses(probe, pids);
    const bool isTold = seen && std::any_of(seen->begin(), seen->end(), [](const RunningProcess &process) {
                            return process.isEnvironmentTold;
                        });
    if (isTold)
        return seen;
    Result<QList<RunningProcess>> inside = processesInside(probe, container);
    if (!inside || inside->isEmpty())
        return seen;
    if (hasMachinesNumbers(probe, container)) { // the processes of others are seen in it as well
        inside->removeIf([&pids](const RunningProcess &process) { return !pids.contains(process.pid); });
        return inside->isEmpty() ? seen : inside;
    }
    std::stable_sort(inside->begin(), inside->end(),
                     [](const RunningProcess &a, const RunningProcess &b) { return a.pid < b.pid; });
    for (RunningProcess &process : *inside)
        process.pid = 0; // its number in there is another's on the machine
    return inside;
}

// Of a shell's -c the command that is an engine's, else all words. Empty: no engine knows it.
QStringList servingWords(const Engine &engine, const QStringList &command)
{
    if (engine.traces.isService(command))
        return command;
    const QString shell = QFileInfo(command.value(0)).fileName();
    const qsizetype text = command.indexOf(QRegularExpression(u"^-[a-z]*c$"_s)) + 1;
    if (text <= 0 || !QStringList{u"sh"_s, u"bash"_s, u"dash"_s, u"ash"_s}.contains(shell))
        return {};
    for (const ShellCommand &one : shellCommands(command.value(text))) {
        const bool isKnown
            = std::none_of(one.words.begin(), one.words.end(), [](const ShellWord &word) { return word.isDynamic; });
        if (isKnown && engine.traces.isService(one.texts()))
            return one.texts();
    }
    return {};
}

// Nothing serves in the container. Where it was made to run an engine, that is what it is for.
std::optional<RunningService> endedService(NodeProbe &probe, RunningService service)
{
    const Result<QStringList> command = commandMadeWith(probe, service.container.name);
    if (!command)
        return std::nullopt;
    for (const Engine &engine : engines()) {
        const QStringList words = engine.traces.isService ? servingWords(engine, *command) : QStringList();
        if (words.isEmpty())
            continue;
        service.process.argv = words;
        service.isEnded = true;
        service.ports.clear();
        service.engine = QLatin1String(engine.id);
        readFiles(probe, engine, service);
        return service;
    }
    return std::nullopt;
}

// The service in a container; nullopt: nothing in it serves, and nothing was to. `seen`: the programs that run in it.
Result<std::optional<RunningService>> serviceIn(NodeProbe &probe, const ContainerSpec &container,
                                                const QList<Listener> &listeners, QStringList &seen)
{
    const Result<QList<HostProcess>> listed = containerProcesses(probe, container.name);
    if (!listed)
        return listed.error();
    const Result<QList<RunningProcess>> processes = processesOf(probe, container.name, *listed);
    if (!processes)
        return processes.error();
    RunningService service;
    service.container = container;
    service.ports = portsHeard(*listed, listeners);
    service.imageVariables = variablesOfImage(probe, container.image);
    for (const Engine &engine : engines()) {
        if (!engine.traces.isService)
            continue;
        QList<RunningProcess> known;
        std::copy_if(processes->begin(), processes->end(), std::back_inserter(known),
                     [&](const RunningProcess &process) { return engine.traces.isService(process.argv); });
        if (known.isEmpty())
            continue;
        // Of a service and its children with the same words the parent was there first.
        service.process
            = *std::min_element(known.begin(), known.end(),
                                [](const RunningProcess &a, const RunningProcess &b) { return a.pid < b.pid; });
        QSet<QStringList> different;
        for (const RunningProcess &process : std::as_const(known))
            different << process.argv;
        service.sameProcesses = int(different.size());
        service.engine = QLatin1String(engine.id);
        readFiles(probe, engine, service);
        return std::optional(service);
    }
    const RunningProcess *program = programOf(*processes, listeners);
    if (!program) {
        for (const RunningProcess &process : *processes) {
            if (const QString name = programName(process); !seen.contains(name))
                seen << name;
        }
        if (seen.isEmpty()) { // they may not be looked at, and have their names all the same
            for (const HostProcess &process : *listed) {
                if (!seen.contains(process.name))
                    seen << process.name;
            }
        }
        return endedService(probe, service);
    }
    service.process = *program;
    return std::optional(service);
}

// The first folder among its words that holds a model's config.json, looked at where it lies on the machine.
void readModel(NodeProbe &probe, RunningService &service)
{
    constexpr int mostFolders = 4;
    const Engine *engine = findEngine(service.engine);
    if (!engine || !engine->traces.told)
        return;
    QStringList folders;
    const Json told = engine->traces.told(service.process, service.texts, Recipe()).flatten();
    for (const Json &value : told) {
        const QString path = value.is_string() ? value.get<QString>() : QString();
        const bool mayBeFolder = path.startsWith(u'/') && path.size() < 1024 && !path.endsWith(".json"_L1);
        const QString folder = mayBeFolder ? service.container.onMachine(path) : QString();
        if (!folder.isEmpty() && !folders.contains(folder) && folders.size() < mostFolders)
            folders << folder;
    }
    for (const QString &folder : std::as_const(folders)) {
        if (const Result<Json> config = weightsConfig(probe, folder); config && config->contains("model_type")) {
            service.model = *config;
            return;
        }
    }
}

void noteOutsiders(const NodeFacts &facts, const QSet<qint64> &inContainers, RunningNode &node)
{
    if (!facts.npuSmi)
        return;
    QSet<qint64> said;
    for (const NpuProcess &process : facts.npuSmi->processes) {
        if (!process.pid || inContainers.contains(*process.pid) || said.contains(*process.pid) || said.size() >= 8)
            continue;
        said << *process.pid;
        node.notes << AdoptText::tr("Process %1 (%2) uses NPUs outside every container that was looked into; it is not "
                                    "described.")
                          .arg(*process.pid)
                          .arg(process.name.isEmpty() ? u"-"_s : process.name);
    }
}

} // namespace

Result<RunningNode> readRunningNode(Shell &shell, const Node &node, const Deployment &deployment, std::stop_token stop)
{
    RunningNode running;
    running.node = node;
    const Result<NodeFacts> facts = inspectNode(shell, node, deployment, stop);
    if (!facts)
        return facts.error();
    running.facts = *facts;
    NodeProbe probe(shell, stop);
    const Result<QList<ContainerSpec>> all = runningContainers(probe);
    if (!all)
        return all.error();
    const Result<QHash<QString, ContainerLabels>> labels
        = all->isEmpty() ? QHash<QString, ContainerLabels>() : containerLabels(probe);
    const Result<QList<Listener>> heard = listeners(probe);
    QSet<qint64> inContainers;
    QStringList others;
    for (const ContainerSpec &container : *all) {
        if (const Result<QList<HostProcess>> listed = containerProcesses(probe, container.name)) {
            for (const HostProcess &process : *listed)
                inContainers << process.pid;
        }
        const bool mayUseNpus = container.isPrivileged.value_or(false) || !container.npus().isEmpty()
            || container.runtime.contains("ascend"_L1);
        if (!mayUseNpus) {
            others << container.name;
            continue;
        }
        QStringList seen;
        const Result<std::optional<RunningService>> service
            = serviceIn(probe, container, heard ? *heard : QList<Listener>(), seen);
        if (!service && (service.error().kind == ErrorKind::Canceled || service.error().kind == ErrorKind::Connection))
            return service.error();
        if (!service) {
            running.notes << AdoptText::tr("What runs in the container %1 could not be read: %2")
                                 .arg(container.name, sentence(service.error()));
            continue;
        }
        if (!*service) {
            running.notes << AdoptText::tr("The container %1 has NPUs, and nothing in it serves; what runs there: %2.",
                                           "names of programs")
                                 .arg(container.name, seen.isEmpty() ? u"-"_s : seen.mid(0, 8).join(u", "_s));
            continue;
        }
        running.services << **service;
        running.services.last().labels = labels ? labels->value(container.name) : ContainerLabels();
        readModel(probe, running.services.last());
    }
    std::stable_sort(running.services.begin(), running.services.end(),
                     [](const RunningService &a, const RunningService &b) {
                         return !a.engine.isEmpty() && b.engine.isEmpty();
                     });
    if (!others.isEmpty())
        running.notes
            << AdoptText::tr("Containers without NPUs, which are not described: %1.").arg(others.join(", "_L1));
    noteOutsiders(*facts, inContainers, running);
    if (stop.stop_requested())
        return canceled();
    return running;
}
