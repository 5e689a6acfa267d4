#include "app/sim/reboot.h"

#include "app/sim/container.h"
#include "app/sim/nodefiles.h"
#include "app/sim/process.h"
#include "app/sim/sshd.h"
#include "app/sim/statefile.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QThread>

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace sim {

namespace {

QString downMark(const QString &folder) { return folder + u"/down"_s; }

QByteArray namespaceOf(int pid)
{
    char text[64] = {};
    (void)!::readlink(QByteArray("/proc/" + QByteArray::number(pid) + "/ns/mnt").constData(), text, sizeof text - 1);
    return text;
}

// All of the node but its keeper and us, and what runs in its containers. With an own network its sshd is among them;
// else that is outside, and the connections are ended that it has.
void endAll(bool hasOwnNetwork, const QStringList &containers)
{
    const QByteArray own = namespaceOf(::getpid());
    if (own.isEmpty() || own == namespaceOf(1)) // outside of every node: nothing here is the node's
        return;
    QFile pidFile(u"/run/sshd.pid"_s);
    const int listener = pidFile.open(QIODevice::ReadOnly) ? pidFile.readAll().trimmed().toInt() : 0;
    for (int round = 0; round < 3; ++round) { // what is killed may have just forked
        const QHash<int, OsProcess> all = allProcesses();
        for (const OsProcess &one : all) {
            if (one.pid == ::getpid() || one.name == "ascend-sim-node")
                continue;
            const bool isConnection = !hasOwnNetwork && listener > 1 && one.parent == listener
                && one.name.startsWith("sshd");
            if (isConnection || namespaceOf(one.pid) == own)
                ::kill(one.pid, SIGKILL);
        }
        for (const QString &id : containers) {
            for (const int pid : processesIn(id))
                ::kill(pid, SIGKILL);
        }
        QThread::msleep(20);
    }
    if (hasOwnNetwork)
        QFile::remove(pidFile.fileName());
    // It is memory: nothing there outlives a restart.
    const QDir memory(u"/dev/shm"_s);
    constexpr auto all = QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot;
    for (const QFileInfo &one : memory.entryInfoList(all))
        one.isDir() && !one.isSymLink() ? QDir(one.filePath()).removeRecursively() : QFile::remove(one.filePath());
}

Result<void> comeUp(const QString &folder)
{
    const Result<void> changed = updateState(folder, [](NodeState &state) -> Result<void> {
        state = afterReboot(state);
        return {};
    });
    if (!changed)
        return changed;
    // In place: the file is shown at /proc/sys/kernel/random/boot_id.
    if (const Result<void> written = writeNodeFile(folder + u"/boot-id"_s, newBootId(), 0444); !written)
        return written;
    const QDir interrupts(folder + u"/proc/irq"_s);
    for (const QString &number : interrupts.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        const QString list = interrupts.filePath(number + u"/smp_affinity_list"_s);
        if (const Result<void> written = writeNodeFile(list, "0-191\n", 0644); !written)
            return written;
    }
    QFile::remove(downMark(folder));
    return {};
}

} // namespace

NodeState afterReboot(NodeState state)
{
    Json &installed = state.other["installed"];
    if (const QString driver = stringAt(installed, "driver"); !driver.isEmpty())
        state.driverVersion = state.toolVersion = driver;
    const QString firmware = stringAt(installed, "firmware");
    const bool stays = state.hasFault(u"firmware-stays"_s);
    if (!firmware.isEmpty() && !stays)
        state.firmwareVersion = firmware;
    installed = Json::object();
    if (stays && !firmware.isEmpty())
        installed["firmware"] = firmware;
    if (state.hasFault(u"reboot-chip-alarm"_s)) {
        state.other["faults"]["chip-alarm"] = state.other["faults"]["reboot-chip-alarm"];
        state.other["faults"].erase("reboot-chip-alarm");
    }
    if (state.hasFault(u"shm-leftover"_s))
        state.other["faults"].erase("shm-leftover");
    for (Json &container : state.other["containers"]) {
        if (!boolAt(container, "running").value_or(false))
            continue;
        container["running"] = false;
        container["stoppedMs"] = QDateTime::currentMSecsSinceEpoch();
        container["exitCode"] = 255;
    }
    state.other["irqbalance"] = "active";
    return state;
}

ToolOutput rebootTool(const QString &folder, const NodeState &live)
{
    if (live.hasFault(u"reboot-ignored"_s))
        return {};
    const bool hasOwnNetwork = QFile::exists(folder + u"/own-network"_s);
    const bool staysDown = live.hasFault(u"reboot-stays-down"_s);
    const ulong seconds = ulong(integerAt(live.other, "bootSeconds").value_or(live.other.contains("latency") ? 20 : 2));
    QStringList containers;
    for (const Json &container : member(live.other, "containers"))
        containers << stringAt(container, "id");
    const pid_t child = ::fork();
    if (child > 0) {
        ::waitpid(child, nullptr, 0);
        return {};
    }
    if (::fork() != 0)
        ::_exit(0);
    ::setsid();
    const int null = ::open("/dev/null", O_RDWR);
    for (int fd = 0; fd <= 2; ++fd)
        ::dup2(null, fd);
    for (int fd = 3; fd < 1024; ++fd)
        ::close(fd);
    QThread::msleep(200);                // the answer gets out
    (void)writeNodeFile(downMark(folder), {});
    endAll(hasOwnNetwork, containers);
    if (!staysDown) {
        QThread::sleep(seconds);
        if (comeUp(folder) && hasOwnNetwork)
            becomeSshd();
    }
    ::_exit(0);
}

Result<void> endReboot(const QString &node)
{
    if (!QFile::exists(downMark(node + u"/.sim"_s)))
        return {};
    if (const Result<void> up = comeUp(node + u"/.sim"_s); !up)
        return up;
    return QFile::exists(node + u"/.sim/own-network"_s) && hasSshd(node) ? startSshd(node) : Result<void>();
}

} // namespace sim
