#include "app/sim/tools.h"

#include "app/sim/docker.h"
#include "app/sim/hccntool.h"
#include "app/sim/hosttools.h"
#include "app/sim/installers.h"
#include "app/sim/mindie.h"
#include "app/sim/nodefiles.h"
#include "app/sim/nodessh.h"
#include "app/sim/npuexporter.h"
#include "app/sim/npusmi.h"
#include "app/sim/process.h"
#include "app/sim/reboot.h"
#include "app/sim/statefile.h"
#include "app/sim/session.h"
#include "core/metrics/npuexporter.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QThread>

#include <linux/magic.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <cstdio>
#include <vector>

using namespace Qt::StringLiterals;

namespace sim {

namespace {

struct Call
{
    QString tool, program;
    QStringList arguments;
    QString folder;                      // <node>/.sim; empty with --state
    NodeState stored, live;
};

int print(const ToolOutput &output)
{
    fwrite(output.out.constData(), 1, size_t(output.out.size()), stdout);
    fflush(stdout);
    fwrite(output.err.constData(), 1, size_t(output.err.size()), stderr);
    return output.exitCode;
}

int complain(const QString &sentence)
{
    fprintf(stderr, "ascend-sim: %s\n", qUtf8Printable(sentence));
    return 3;
}

[[noreturn]] void become(const QString &program, const QStringList &arguments)
{
    QByteArrayList texts{QFile::encodeName(program)};
    for (const QString &argument : arguments)
        texts << argument.toUtf8();
    std::vector<char *> argv;
    for (QByteArray &text : texts)
        argv.push_back(text.data());
    argv.push_back(nullptr);
    execv(argv[0], argv.data());
    perror(argv[0]);
    _exit(127);
}

// The profile "real": about what these take on a node with NPUs; a session's stands for the way to the node.
ulong realMs(const Call &call)
{
    if (call.tool == "npu-smi"_L1)
        return call.arguments.value(0) == "info"_L1 ? 1200 : 0;
    static const QHash<QString, ulong> others{
        {u"hccn_tool"_s, 80}, {u"docker"_s, 150}, {u"sim-session"_s, realSessionMs}};
    return others.value(call.tool, 0);
}

int npuSmiTool(const Call &call)
{
    if (call.live.hasFault(u"npu-smi-hangs"_s))
        while (true)
            pause();
    if (call.live.hasFault(u"npu-smi-slow"_s))
        QThread::msleep(ulong(numberAt(call.live.other["faults"]["npu-smi-slow"], "seconds").value_or(4) * 1000));
    return print(npuSmi(call.live, call.arguments));
}

QString clusterFolder(const QString &folder)
{
    const QString inside = u"/.cluster"_s;
    return folder == "/.sim"_L1 && QDir(inside).exists() ? inside : QDir::cleanPath(folder + u"/../.."_s);
}

// The card of that address, on whichever node, is up.
auto reachableFrom(const QString &folder)
{
    return [folder](const QString &address) {
        const QString cluster = clusterFolder(folder);
        for (const QString &node : QDir(cluster).entryList({u"node*"_s}, QDir::Dirs)) {
            const Result<NodeState> state = loadState(cluster + QLatin1Char('/') + node + u"/.sim"_s);
            if (!state)
                continue;
            for (const Network &network : withFaults(*state).networks)
                if (network.ip == address)
                    return network.link == "UP"_L1;
        }
        return false;
    };
}

int hccn(const Call &call)
{
    const auto reachable = reachableFrom(call.folder);
    const bool sets = call.arguments.contains("-s"_L1);
    NodeState state = call.live;
    ToolOutput output = hccnTool(state, call.arguments, reachable);
    if (sets && output.exitCode == 0 && !call.folder.isEmpty()) {
        const Result<void> written = updateState(call.folder, [&](NodeState &stored) -> Result<void> {
            output = hccnTool(stored, call.arguments, reachable);
            const QString path = call.folder + u"/../etc/hccn.conf"_s;
            QFile conf(path); // with what a person wrote into it
            const Network *network = stored.network(call.arguments.value(call.arguments.indexOf("-i"_L1) + 1).toInt());
            return network ? writeNodeFile(path,
                                           hccnConfAfter(conf.open(QIODevice::ReadOnly) ? conf.readAll() : QByteArray(),
                                                         *network, call.arguments))
                           : Result<void>();
        });
        if (!written)
            return complain(written.error().message);
    }
    return print(output);
}

int sockets(const Call &call)
{
    const bool ownNetwork = QFile::exists(call.folder + u"/own-network"_s);
    QFile table(u"/proc/net/tcp"_s);
    QStringList listening;
    if (!ownNetwork)
        listening << u"0.0.0.0:22"_s;
    QByteArray text;
    if (table.open(QIODevice::ReadOnly))
        text = table.readAll();
    QHash<QString, QString> users = usersOfSockets(text);
    if (ownNetwork) {
        listening += procNetListening(text, {});
        return print(ssTool(call.live, call.arguments, listening, users));
    }
    // On this machine the node's address is the loopback one that stands for it. npu-exporter is asked where it is told
    // to listen.
    const QString host = stringAt(call.live.other, "host"), address = stringAt(call.live.other, "address", host);
    for (const QString &socket : procNetListening(text, host)) {
        const bool isExporter = socket.endsWith(u":%1"_s.arg(exporterPort));
        const QString shown = host.isEmpty() || isExporter ? socket : address + socket.mid(host.size());
        listening << shown;
        if (users.contains(socket))
            users.insert(shown, users.value(socket));
    }
    return print(ssTool(call.live, call.arguments, listening, users));
}

int date(const Call &call)
{
    become(u"/usr/bin/date"_s,
           skewedDate(call.arguments, skewSecondsOf(call.live), QDateTime::currentMSecsSinceEpoch()));
}

int ip(const Call &call)
{
    const bool hasFault = call.live.hasFault(u"mtu-differs"_s) || call.live.hasFault(u"interface-alike"_s);
    if (QFile::exists(call.folder + u"/own-network"_s))
        for (const char *program : {"/usr/sbin/ip", "/usr/bin/ip"})
            if (QFile::exists(QLatin1String(program))) {
                if (!hasFault)
                    become(QLatin1String(program), call.arguments);
                QProcess process;
                process.start(QLatin1String(program), call.arguments);
                process.waitForFinished();
                const QByteArray told = process.readAllStandardOutput();
                const bool isJson = call.arguments.contains("-j"_L1) || call.arguments.contains("-json"_L1);
                if (process.exitCode() == 0 && setsMtuOfInterface(call.arguments, call.live)) {
                    (void)updateState(call.folder, [](NodeState &stored) -> Result<void> {
                        stored.other["faults"].erase("mtu-differs");
                        return {};
                    });
                }
                return print({isJson ? withInterfaceFaults(told, call.live)
                                     : withInterfaceFaultsInText(told, call.live),
                              process.readAllStandardError(), process.exitCode()});
            }
    return print(ipTool(call.live, call.arguments));
}

// This machine may have an engine of its own: a simulated node must not reach it.
int missing(const Call &call)
{
    return print({{}, call.tool.toUtf8() + ": command not found\n", 127});
}

int install(const Call &call)
{
    const bool isBusy = !call.live.processes.isEmpty();
    // As it will be, to print the first of it before the time that it takes.
    NodeState ahead = call.stored;
    ToolOutput output = installer(ahead, call.tool, call.arguments, QDateTime::currentDateTime(), isBusy);
    qsizetype printed = 0;
    if (const qsizetype half = output.out.indexOf("upgradePercentage:90%");
        half > 0 && call.live.hasFault(u"installer-slow"_s)) {
        printed = output.out.lastIndexOf('\n', half) + 1;
        print({output.out.left(printed), {}, 0});
        QThread::msleep(ulong(numberAt(call.live.other["faults"]["installer-slow"], "seconds").value_or(5) * 1000));
    }
    if (output.exitCode != 0 || printed == 0)
        printed = 0;
    const Result<void> written = updateState(call.folder, [&](NodeState &stored) -> Result<void> {
        output = installer(stored, call.tool, call.arguments, QDateTime::currentDateTime(), isBusy);
        const NodeState seen = withFaults(stored);
        const QString ascend = call.folder + u"/../usr/local/Ascend/"_s;
        if (const Result<void> driver
            = writeNodeFile(ascend + u"driver/version.info"_s, driverVersionInfo(installedDriver(seen)));
            !driver)
            return driver;
        return writeNodeFile(ascend + u"firmware/version.info"_s,
                             firmwareVersionInfo(installedFirmware(seen), installedDriver(seen)));
    });
    if (!written)
        return complain(written.error().message);
    output.out = output.out.mid(printed);
    return print(output);
}

// An uploaded package is damaged before anybody looks at it. What was there before the fault was not uploaded.
int checksum(const Call &call)
{
    if (call.live.hasFault(u"upload-damaged"_s)) {
        const qint64 since = integerAt(call.live.other["faults"]["upload-damaged"], "sinceMs").value_or(0);
        for (const QString &path : call.arguments) {
            QFile file(path);
            if (!isInstaller(QFileInfo(path).fileName()) || QFileInfo(path).isSymLink()
                || QFileInfo(path).metadataChangeTime().toMSecsSinceEpoch() <= since
                || !file.open(QIODevice::ReadWrite) || file.size() == 0)
                continue;
            file.seek(file.size() - 1);
            const char last = file.read(1).at(0);
            file.seek(file.size() - 1);
            file.write(QByteArray(1, char(last ^ 1)));
            (void)updateState(call.folder, [](NodeState &stored) -> Result<void> {
                stored.other["faults"].erase("upload-damaged");
                return {};
            });
            break;
        }
    }
    become(u"/usr/bin/sha256sum"_s, call.arguments);
}

// What holds the memory of a chip or a port (faults.h): a process by the name and the command line that are asked for.
int hold(const Call &call)
{
    ::setsid();
    ::setenv("ASC_SIM_HOLD", "1", 1);
    const QByteArray name = call.arguments.value(0).toUtf8(), file = call.arguments.value(1).toUtf8();
    const char *argv[] = {name.constData(), file.constData(), nullptr};
    handOnStandardFilesOnly();
    ::execv("/proc/self/exe", const_cast<char **>(argv));
    return 1;
}

// What mindie_llm_server of the package becomes.
const QString packageDaemon = u"/usr/local/lib/python3.11/site-packages/mindie_llm/bin/mindieservice_daemon"_s;

// With /dev/shm as it is mounted where somebody has made it another size than it began with.
NodeState withMountedShm(const Call &call)
{
    NodeState state = call.live;
    struct statfs mounted = {};
    QFile file(call.folder + u"/shm-bytes"_s);
    const qint64 began = file.open(QIODevice::ReadOnly) ? file.readAll().trimmed().toLongLong() : 0;
    if (call.folder != "/.sim"_L1 || began == 0 || ::statfs("/dev/shm", &mounted) != 0
        || mounted.f_type != TMPFS_MAGIC)
        return state;
    const qint64 total = qint64(mounted.f_blocks) * qint64(mounted.f_bsize),
                 used = total - qint64(mounted.f_bfree) * qint64(mounted.f_bsize);
    if (total == began)
        return state;
    for (Json &filesystem : state.other["filesystems"]) {
        if (stringAt(filesystem, "mount") != "/dev/shm"_L1)
            continue;
        filesystem["total"] = total;
        filesystem["used"] = used;
    }
    return state;
}

// What follows from the state alone, now; of the other tools nothing.
std::optional<ToolOutput> answerOf(const Call &call)
{
    if (call.tool == "uname"_L1)
        return unameTool(call.live, call.arguments);
    if (call.tool == "df"_L1)
        return dfTool(withMountedShm(call), call.arguments);
    if (call.tool == "nproc"_L1)
        return ToolOutput{QByteArray::number(integerAt(call.live.other, "processors").value_or(192)) + '\n', {}, 0};
    if (call.tool == "hostname"_L1)
        return ToolOutput{call.live.name.toUtf8() + '\n', {}, 0};
    if (call.tool == "npu-smi"_L1 && !call.live.hasFault(u"npu-smi-hangs"_s)
        && !call.live.hasFault(u"npu-smi-slow"_s))
        return npuSmi(call.live, call.arguments);
    if (call.tool == "hccn_tool"_L1 && !call.arguments.contains("-s"_L1)) {
        NodeState state = call.live;
        return hccnTool(state, call.arguments, reachableFrom(call.folder));
    }
    return {};
}

int printAnswer(const Call &call) { return print(answerOf(call).value_or(ToolOutput())); }

// One that may change the node's state.
template <ToolOutput (*tool)(NodeState &, const QStringList &)> int changing(const Call &call)
{
    ToolOutput output;
    const Result<void> written = updateState(call.folder, [&](NodeState &stored) -> Result<void> {
        output = tool(stored, call.arguments);
        return {};
    });
    return written ? print(output) : complain(written.error().message);
}

using Play = int (*)(const Call &);

Play playOf(const QString &tool)
{
    static const QHash<QString, Play> plays{
        {u"npu-smi"_s, npuSmiTool},
        {u"hccn_tool"_s, hccn},
        {u"systemctl"_s, [](const Call &call) { return changing<systemctlTool>(call); }},
        {u"timedatectl"_s, [](const Call &call) { return changing<timedatectlTool>(call); }},
        {u"firewall-cmd"_s, [](const Call &call) { return changing<firewallCmdTool>(call); }},
        {u"getenforce"_s, [](const Call &call) { return print(getenforceTool(call.live)); }},
        {u"iptables"_s, [](const Call &call) { return print(iptablesTool(call.live, call.arguments)); }},
        {u"nft"_s, missing},
        {u"chronyc"_s, missing},
        {u"uname"_s, printAnswer},
        {u"df"_s, printAnswer},
        {u"nproc"_s, printAnswer},
        {u"hostname"_s, printAnswer},
        {u"date"_s, date},
        {u"reboot"_s, [](const Call &call) { return print(rebootTool(call.folder, call.live)); }},
        {u"lspci"_s, [](const Call &call) { return print(lspciTool(call.live)); }},
        {u"sha256sum"_s, checksum},
        {u"docker"_s,
         [](const Call &call) {
             return call.live.hasFault(u"no-docker"_s) ? missing(call) : dockerTool(call.folder, call.arguments);
         }},
        {u"podman"_s, missing},
        {u"ip"_s, ip},
        {u"mindie_llm_server"_s, [](const Call &call) { return mindieDaemon(call.folder, packageDaemon); }},
        {u"mindieservice_daemon"_s, [](const Call &call) { return mindieDaemon(call.folder, call.program); }},
        {u"ss"_s, sockets},
        {u"npu-exporter"_s, [](const Call &call) { return npuExporter(call.folder, call.arguments); }},
        {u"sim-hold"_s, hold},
        {u"sim-session"_s,
         [](const Call &call) { return sshSession(call.folder, call.live.hasFault(u"connection-lost"_s)); }},
    };
    return isInstaller(tool) ? install : plays.value(tool, nullptr);
}

} // namespace

int runTool(const std::string &calledAs, int argc, char **argv, const FurtherTools &further)
{
    QCoreApplication application(argc, argv);
    Call call;
    call.tool = QString::fromStdString(calledAs);
    call.arguments = QCoreApplication::arguments().mid(1);
    call.program = QString::fromLocal8Bit(argv[0]);
    QString stateFile;
    if (call.tool == "ascend-sim"_L1) {
        if (call.arguments.value(0) == "--state"_L1) {
            stateFile = call.arguments.value(1);
            call.arguments = call.arguments.mid(2);
        }
        if (call.arguments.isEmpty())
            return complain(u"called by the name of a tool it plays it; see `ascendctl sim` for the cluster."_s);
        call.tool = call.arguments.takeFirst();
        if (call.tool == "--help"_L1 || call.tool == "-h"_L1)
            return print({"usage: ascend-sim [--state FILE] TOOL ARG...\n\n"
                          "Plays TOOL (npu-smi, hccn_tool, docker, ...) of a simulated node; see `ascendctl sim` for "
                          "the cluster.\n",
                          {},
                          0});
        if (call.tool == "--version"_L1 || call.tool == "-v"_L1)
            return print({"ascend-sim " ASC_VERSION "\n", {}, 0});
    }
    const Play play = playOf(call.tool);
    const auto other = further.value(call.tool, nullptr);
    if (!play && !other)
        return complain(u"%1 is not a tool that ascend-sim plays."_s.arg(call.tool));

    if (!stateFile.isEmpty()) {
        QFile file(stateFile);
        if (!file.open(QIODevice::ReadOnly))
            return complain(u"The state %1 cannot be read."_s.arg(stateFile));
        const Result<Json> json = parseJson(file.readAll(), stateFile);
        if (!json)
            return complain(json.error().message);
        try {
            call.stored = NodeState::fromJson(json->contains("truth") ? (*json)["truth"] : *json);
        } catch (const std::exception &) {
            return complain(u"%1 is not a node's state."_s.arg(stateFile));
        }
        call.live = withFaults(call.stored);
        return play ? play(call) : other({}, call.arguments);
    }
    call.folder = ownFolder();
    if (call.folder.isEmpty())
        return complain(u"%1 is played on a simulated node only; this machine is none."_s.arg(call.tool));
    const Result<NodeState> state = loadState(call.folder);
    if (!state)
        return complain(state.error().message);
    call.stored = *state;
    call.live = liveState(*state, call.folder);
    if (call.live.other.contains("latency"))
        QThread::msleep(realMs(call));
    return play ? play(call) : other(call.folder, call.arguments);
}

std::optional<ToolOutput> answerAtOnce(const QString &tool, const QStringList &arguments)
{
    static const QString folder = ownFolder();
    Call call;
    call.tool = tool;
    call.arguments = arguments;
    call.folder = folder;
    static const QStringList candidates{u"npu-smi"_s, u"hccn_tool"_s, u"uname"_s, u"df"_s, u"nproc"_s, u"hostname"_s};
    if (folder.isEmpty() || !candidates.contains(tool))
        return {};
    const Result<NodeState> state = loadState(folder);
    if (!state || state->other.contains("latency"))
        return {};
    call.live = liveState(*state, folder);
    return answerOf(call);
}

void warmUp(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    (void)playOf(u"npu-smi"_s);
    (void)answerAtOnce(u"npu-smi"_s, {u"info"_s});
}

} // namespace sim
