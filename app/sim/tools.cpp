#include "app/sim/tools.h"

#include "app/sim/docker.h"
#include "app/sim/hccntool.h"
#include "app/sim/hosttools.h"
#include "app/sim/installers.h"
#include "app/sim/mindie.h"
#include "app/sim/nodefiles.h"
#include "app/sim/nodessh.h"
#include "app/sim/npusmi.h"
#include "app/sim/statefile.h"
#include "app/sim/vllm.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QThread>

#include <sys/prctl.h>
#include <unistd.h>

#include <cstdio>
#include <vector>

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

// The profile "real": about what these take on a node with NPUs; the 2 ms of a session stand for the way to the node.
ulong realMs(const Call &call)
{
    if (call.tool == QLatin1String("npu-smi"))
        return call.arguments.value(0) == QLatin1String("info") ? 1200 : 0;
    static const QHash<QString, ulong> others{{QStringLiteral("hccn_tool"), 80},
                                              {QStringLiteral("docker"), 150},
                                              {QStringLiteral("sim-session"), 2}};
    return others.value(call.tool, 0);
}

int npuSmiTool(const Call &call)
{
    if (call.live.hasFault(QStringLiteral("npu-smi-hangs")))
        while (true)
            pause();
    if (call.live.hasFault(QStringLiteral("npu-smi-slow")))
        QThread::msleep(ulong(numberAt(call.live.other["faults"]["npu-smi-slow"], "seconds").value_or(4) * 1000));
    return print(npuSmi(call.live, call.arguments));
}

QString clusterFolder(const QString &folder)
{
    const QString inside = QStringLiteral("/.cluster");
    return folder == QLatin1String("/.sim") && QDir(inside).exists()
        ? inside
        : QDir::cleanPath(folder + QStringLiteral("/../.."));
}

int hccn(const Call &call)
{
    const auto reachable = [&call](const QString &address) {
        const QString cluster = clusterFolder(call.folder);
        for (const QString &node : QDir(cluster).entryList({QStringLiteral("node*")}, QDir::Dirs)) {
            const Result<NodeState> state = loadState(cluster + QLatin1Char('/') + node + QStringLiteral("/.sim"));
            if (!state)
                continue;
            for (const Network &network : withFaults(*state).networks)
                if (network.ip == address)
                    return network.link == QLatin1String("UP");
        }
        return false;
    };
    const bool sets = call.arguments.contains(QLatin1String("-s"));
    NodeState state = call.live;
    ToolOutput output = hccnTool(state, call.arguments, reachable);
    if (sets && output.exitCode == 0 && !call.folder.isEmpty()) {
        const Result<void> written = updateState(call.folder, [&](NodeState &stored) -> Result<void> {
            output = hccnTool(stored, call.arguments, reachable);
            const QString path = call.folder + QStringLiteral("/../etc/hccn.conf");
            QFile conf(path); // with what a person wrote into it
            const Network *network
                = stored.network(call.arguments.value(call.arguments.indexOf(QLatin1String("-i")) + 1).toInt());
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
    const bool ownNetwork = QFile::exists(call.folder + QStringLiteral("/own-network"));
    QFile table(QStringLiteral("/proc/net/tcp"));
    QStringList listening;
    if (!ownNetwork)
        listening << QStringLiteral("0.0.0.0:22");
    QByteArray text;
    if (table.open(QIODevice::ReadOnly))
        text = table.readAll();
    listening += procNetListening(text, ownNetwork ? QString() : stringAt(call.live.other, "host"));
    return print(ssTool(call.live, call.arguments, listening, usersOfSockets(text)));
}

int date(const Call &call)
{
    double skew = numberAt(call.live.other, "clockSkewSeconds").value_or(0);
    if (call.live.hasFault(QStringLiteral("clock-skew")))
        skew += numberAt(call.live.other["faults"]["clock-skew"], "seconds").value_or(90);
    become(QStringLiteral("/usr/bin/date"), skewedDate(call.arguments, skew, QDateTime::currentMSecsSinceEpoch()));
}

int ip(const Call &call)
{
    if (QFile::exists(call.folder + QStringLiteral("/own-network")))
        for (const char *program : {"/usr/sbin/ip", "/usr/bin/ip"})
            if (QFile::exists(QLatin1String(program)))
                become(QLatin1String(program), call.arguments);
    return print(ipTool(call.live, call.arguments));
}

// This machine may have an engine of its own: a simulated node must not reach it.
int missing(const Call &call)
{
    return print({{}, call.tool.toUtf8() + ": command not found\n", 127});
}

int install(const Call &call)
{
    ToolOutput output;
    const Result<void> written = updateState(call.folder, [&](NodeState &stored) -> Result<void> {
        output = installer(stored, call.tool, call.arguments, QDateTime::currentDateTime());
        const QString ascend = call.folder + QStringLiteral("/../usr/local/Ascend/");
        if (const Result<void> driver
            = writeNodeFile(ascend + QStringLiteral("driver/version.info"), driverVersionInfo(stored.driverVersion));
            !driver)
            return driver;
        return writeNodeFile(ascend + QStringLiteral("firmware/version.info"),
                             firmwareVersionInfo(stored.firmwareVersion, stored.driverVersion));
    });
    return written ? print(output) : complain(written.error().message);
}

// What holds the memory of a chip (faults.h), under the name that npu-smi shows.
int hold(const Call &call)
{
    ::setsid();
    ::prctl(PR_SET_NAME, call.arguments.value(0).toUtf8().constData());
    while (true)
        pause();
}

// What mindie_llm_server of the package becomes.
const QString packageDaemon
    = QStringLiteral("/usr/local/lib/python3.11/site-packages/mindie_llm/bin/mindieservice_daemon");

using Play = int (*)(const Call &);

Play playOf(const QString &tool)
{
    static const QHash<QString, Play> plays{
        {QStringLiteral("npu-smi"), npuSmiTool},
        {QStringLiteral("hccn_tool"), hccn},
        {QStringLiteral("uname"), [](const Call &call) { return print(unameTool(call.live, call.arguments)); }},
        {QStringLiteral("df"), [](const Call &call) { return print(dfTool(call.live, call.arguments)); }},
        {QStringLiteral("nproc"),
         [](const Call &call) {
             return print({QByteArray::number(integerAt(call.live.other, "processors").value_or(192)) + '\n', {}, 0});
         }},
        {QStringLiteral("hostname"),
         [](const Call &call) {
             return print({call.live.name.toUtf8() + '\n', {}, 0});
         }},
        {QStringLiteral("date"), date},
        {QStringLiteral("docker"),
         [](const Call &call) {
             return call.live.hasFault(QStringLiteral("no-docker")) ? missing(call)
                                                                    : dockerTool(call.folder, call.arguments);
         }},
        {QStringLiteral("podman"), missing},
        {QStringLiteral("ip"), ip},
        {QStringLiteral("vllm"), [](const Call &call) { return vllmTool(call.folder, call.arguments); }},
        {QStringLiteral("mindie_llm_server"),
         [](const Call &call) { return mindieDaemon(call.folder, packageDaemon); }},
        {QStringLiteral("mindieservice_daemon"),
         [](const Call &call) { return mindieDaemon(call.folder, call.program); }},
        {QStringLiteral("ss"), sockets},
        {QStringLiteral("sim-hold"), hold},
        {QStringLiteral("sim-session"),
         [](const Call &call) {
             return sshSession(call.folder, call.live.hasFault(QStringLiteral("connection-lost")));
         }},
    };
    return isInstaller(tool) ? install : plays.value(tool, nullptr);
}

} // namespace

int runTool(const std::string &calledAs, int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    Call call;
    call.tool = QString::fromStdString(calledAs);
    call.arguments = QCoreApplication::arguments().mid(1);
    call.program = QString::fromLocal8Bit(argv[0]);
    QString stateFile;
    if (call.tool == QLatin1String("ascend-sim")) {
        if (call.arguments.value(0) == QLatin1String("--state")) {
            stateFile = call.arguments.value(1);
            call.arguments = call.arguments.mid(2);
        }
        if (call.arguments.isEmpty())
            return complain(
                QStringLiteral("called by the name of a tool it plays it; see `ascendctl sim` for the cluster."));
        call.tool = call.arguments.takeFirst();
        if (call.tool == QLatin1String("--help") || call.tool == QLatin1String("-h"))
            return print({"usage: ascend-sim [--state FILE] TOOL ARG...\n\n"
                          "Plays TOOL (npu-smi, hccn_tool, docker, ...) of a simulated node; see `ascendctl sim` for "
                          "the cluster.\n",
                          {},
                          0});
        if (call.tool == QLatin1String("--version") || call.tool == QLatin1String("-v"))
            return print({"ascend-sim " ASC_VERSION "\n", {}, 0});
    }
    const Play play = playOf(call.tool);
    if (!play)
        return complain(QStringLiteral("%1 is not a tool that ascend-sim plays.").arg(call.tool));

    if (!stateFile.isEmpty()) {
        QFile file(stateFile);
        if (!file.open(QIODevice::ReadOnly))
            return complain(QStringLiteral("The state %1 cannot be read.").arg(stateFile));
        const Result<Json> json = parseJson(file.readAll(), stateFile);
        if (!json)
            return complain(json.error().message);
        try {
            call.stored = NodeState::fromJson(json->contains("truth") ? (*json)["truth"] : *json);
        } catch (const std::exception &) {
            return complain(QStringLiteral("%1 is not a node's state.").arg(stateFile));
        }
        call.live = withFaults(call.stored);
        return play(call);
    }
    call.folder = ownFolder();
    if (call.folder.isEmpty())
        return complain(QStringLiteral("%1 is played on a simulated node only; this machine is none.").arg(call.tool));
    const Result<NodeState> state = loadState(call.folder);
    if (!state)
        return complain(state.error().message);
    call.stored = *state;
    call.live = liveState(*state, call.folder);
    if (call.live.other.contains("latency"))
        QThread::msleep(realMs(call));
    return play(call);
}

} // namespace sim
