#include "app/sim/nodessh.h"

#include "app/sim/nodefiles.h"
#include "app/sim/process.h"
#include "app/sim/session.h"
#include "app/sim/sshd.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QProcess>

#include <pwd.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace sim {

namespace {

Error failed(const QString &sentence, const QString &detail = {})
{
    return Error{ErrorKind::CommandFailed, sentence, detail, {}};
}

QString programPath(const QString &name)
{
    for (const char *folder : {"/usr/sbin/", "/usr/bin/", "/sbin/", "/bin/"})
        if (const QString path = QLatin1String(folder) + name; QFile::exists(path))
            return path;
    return {};
}

Result<QByteArray> run(const QStringList &argv, int timeoutMs = 15'000)
{
    const QString program = argv[0].startsWith(u'/') ? argv[0] : programPath(argv[0]);
    if (program.isEmpty())
        return failed(u"The program %1 is missing on this machine."_s.arg(argv[0]));
    QProcess process;
    process.setStandardInputFile(QProcess::nullDevice());
    process.start(program, argv.mid(1));
    if (!process.waitForFinished(timeoutMs)) {
        process.kill();
        process.waitForFinished(1000);
        return failed(u"%1 did not end in time."_s.arg(argv.join(u' ')));
    }
    if (process.exitStatus() != QProcess::NormalExit || process.exitCode() != 0)
        return failed(u"%1 failed."_s.arg(argv.join(u' ')), QString::fromUtf8(process.readAllStandardError()));
    return process.readAllStandardOutput();
}

QString addressOf(const ClusterOptions &options, int index)
{
    return u"10.200.%1.%2"_s.arg(options.subnet + 1).arg(index + 2);
}

QByteArray configuration(const NetworkPlan &plan, const QString &node, const QString &address)
{
    const QString etc = plan.own ? u"/etc/ssh"_s : node + u"/etc/ssh"_s;
    QByteArray text = "Port " + QByteArray::number(plan.port) + "\nListenAddress " + address.toLatin1() + "\nHostKey "
        + QFile::encodeName(etc) + "/ssh_host_ed25519_key\nPidFile "
        + QFile::encodeName(plan.own ? u"/run/sshd.pid"_s : node + u"/run/sshd.pid"_s)
        + "\nPermitRootLogin prohibit-password\nPasswordAuthentication no\nKbdInteractiveAuthentication "
          "no\nPubkeyAuthentication yes\n"
          "LogLevel VERBOSE\nUsePAM no\nPrintMotd no\nUseDNS no\nMaxStartups 200:30:400\nMaxSessions 100\nStrictModes "
          "no\nAuthorizedKeysFile "
        + QFile::encodeName(plan.own ? u"/root/.ssh/authorized_keys"_s : node + u"/root/.ssh/authorized_keys"_s)
        // as OpenSSH 8.8, of the system in /etc/os-release: the key exchange that costs ten times as much came with 9.0
        + "\nKexAlgorithms -sntrup761*,mlkem768*\nSubsystem sftp /usr/lib/openssh/sftp-server\nSetEnv ASCEND_SIM_NODE="
        + QFile::encodeName(node)
        + " PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin\n";
    if (plan.own)
        text += "ForceCommand /usr/local/sbin/sim-session\n";
    else
        text += "ForceCommand " + QFile::encodeName(node) + "/enter /usr/local/sbin/sim-session\n";
    return text;
}

} // namespace

bool ownNetworksWork()
{
    if (::getuid() != 0 || programPath(u"ip"_s).isEmpty())
        return false;
    const QString name = u"ascp%1"_s.arg(::getpid());
    const bool bridge = bool(run({u"ip"_s, u"link"_s, u"add"_s, name, u"type"_s, u"bridge"_s}));
    if (bridge)
        (void)run({u"ip"_s, u"link"_s, u"del"_s, name});
    const bool veth = bool(run({u"ip"_s, u"link"_s, u"add"_s, name, u"type"_s, u"veth"_s}));
    if (veth)
        (void)run({u"ip"_s, u"link"_s, u"del"_s, name});
    return bridge && veth;
}

Result<NetworkPlan> prepareNetworks(const ClusterOptions &options)
{
    NetworkPlan plan;
    plan.own = ownNetworksWork();
    if (!plan.own) {
        plan.port = 2222;
        return plan;
    }
    plan.bridge = u"ascsim%1"_s.arg(options.subnet);
    const QString address = u"10.200.%1.1/24"_s.arg(options.subnet + 1);
    if (const auto made = run({u"ip"_s, u"link"_s, u"add"_s, plan.bridge, u"type"_s, u"bridge"_s}); !made)
        return Error{ErrorKind::Invalid,
                     u"The network %1 is taken by another simulated cluster. Take that one down (sim "
                     "down --dir DIR) or give another "
                     "--subnet; where its folder is gone, 'ip link del %2' frees the network."_s.arg(address,
                                                                                                     plan.bridge),
                     made.error().detail,
                     {}};
    for (const QStringList &arguments : {QStringList{u"addr"_s, u"add"_s, address, u"dev"_s, plan.bridge},
                                         QStringList{u"link"_s, u"set"_s, plan.bridge, u"up"_s}}) {
        if (const auto done = run(QStringList{u"ip"_s} + arguments); !done) {
            removeBridge(plan.bridge);
            return done.error();
        }
    }
    return plan;
}

void removeBridge(const QString &bridge)
{
    if (!bridge.isEmpty())
        (void)run({u"ip"_s, u"link"_s, u"del"_s, bridge});
}

Result<void> connectNode(const NetworkPlan &plan, const ClusterOptions &options, const QString &node, int index,
                         int keeper)
{
    Q_UNUSED(node)
    const QString outer = u"as%1n%2"_s.arg(options.subnet).arg(index + 1), inner = u"enp189s0f0"_s;
    const QStringList inside{u"nsenter"_s, u"-t"_s, QString::number(keeper), u"-n"_s, programPath(u"ip"_s)};
    const QStringList ip{u"ip"_s};
    const auto words = [](const QString &line) { return line.split(u' '); };
    (void)run(ip + words(u"link del %1"_s.arg(outer))); // of a cluster that died
    for (const QStringList &command :
         {ip + words(u"link add %1 type veth peer name %2 netns %3"_s.arg(outer, inner).arg(keeper)),
          ip + words(u"link set %1 master %2 up"_s.arg(outer, plan.bridge)),
          inside + words(u"addr add %1/24 dev %2"_s.arg(addressOf(options, index), inner)),
          inside + words(u"link set %1 up"_s.arg(inner)), inside + words(u"link set lo up"_s)}) {
        if (const auto done = run(command); !done)
            return done.error();
    }
    return {};
}

Result<void> startSshds(const NetworkPlan &plan, const ClusterOptions &options, Deployment &deployment)
{
    const QString keys = options.folder + u"/keys"_s;
    QDir().mkpath(keys);
    ::chmod(QFile::encodeName(keys).constData(), 0700);
    const auto makeKey = [](const QString &path, const QString &comment) {
        return run(
            {u"ssh-keygen"_s, u"-q"_s, u"-t"_s, u"ed25519"_s, u"-N"_s, QString(), u"-C"_s, comment, u"-f"_s, path});
    };
    const QString userKey = keys + u"/id_ed25519"_s;
    if (const auto made = makeKey(userKey, u"simulated-user"_s); !made)
        return made.error();
    const auto textOf = [](const QString &path) {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    };
    const QByteArray userPublic = textOf(userKey + u".pub"_s);
    QByteArray known;
    for (int index = 0; index < options.nodes; ++index) {
        Node &node = deployment.nodes[index];
        const QString root = options.folder + u'/' + node.name;
        QDir().mkpath(root + u"/etc/ssh"_s);
        const QString hostKey = root + u"/etc/ssh/ssh_host_ed25519_key"_s;
        if (const auto made = makeKey(hostKey, node.name); !made)
            return made.error();
        if (plan.own)
            node.host = addressOf(options, index);
        const QByteArray name = plan.port == 22 ? node.host.toLatin1()
                                                : '[' + node.host.toLatin1() + "]:" + QByteArray::number(plan.port);
        known += name + ' ' + textOf(hostKey + u".pub"_s);
        if (plan.own)
            known += node.name.toLatin1() + ' ' + textOf(hostKey + u".pub"_s);
    }
    const QString knownHosts = options.folder + u"/known_hosts"_s;
    if (const Result<void> written = writeNodeFile(knownHosts, known, 0600); !written)
        return written;

    QString user = u"root"_s;
    if (const passwd *self = ::getpwuid(::getuid()); self && !plan.own)
        user = QString::fromLocal8Bit(self->pw_name);
    for (int index = 0; index < options.nodes; ++index) {
        Node &node = deployment.nodes[index];
        const QString root = options.folder + u'/' + node.name, home = root + u"/root/.ssh"_s;
        QDir().mkpath(home);
        ::chmod(QFile::encodeName(home).constData(), 0700);
        // on loopback addresses the nodes' own addresses exist nowhere: never asked for on a wire
        QByteArray clientConfig;
        for (int other = 0; other < options.nodes && !plan.own; ++other)
            clientConfig += "Host " + addressOf(options, other).toLatin1() + ' '
                + deployment.nodes[other].name.toLatin1() + "\n  HostName " + deployment.nodes[other].host.toLatin1()
                + '\n';
        clientConfig += "Host *\n  User " + user.toUtf8() + "\n  Port " + QByteArray::number(plan.port)
            + "\n  IdentityFile /root/.ssh/id_ed25519\n  UserKnownHostsFile /root/.ssh/known_hosts\n";
        const struct { QString path; QByteArray content; int mode;
        } files[] = {
            {home + u"/authorized_keys"_s, userPublic, 0600},
            {home + u"/id_ed25519"_s, textOf(userKey), 0600},
            {home + u"/id_ed25519.pub"_s, userPublic, 0644},
            {home + u"/known_hosts"_s, known, 0600},
            {home + u"/config"_s, clientConfig, 0600},
            {root + u"/etc/ssh/sshd_config"_s, configuration(plan, root, node.host), 0644},
        };
        for (const auto &file : files)
            if (const Result<void> written = writeNodeFile(file.path, file.content, file.mode); !written)
                return written;
        if (const Result<void> started = startSshd(root); !started)
            return started;
        node.transport = Transport::Ssh;
        node.root.clear();
        node.user = user;
        node.port = plan.port;
        node.auth = AuthMethod::Key;
        node.identityFile = userKey;
        node.other["auth"] = Json{{"method", "key"}, {"identityFile", userKey}, {"knownHostsFile", knownHosts}};
    }
    return {};
}

namespace {

// The sshd processes of this connection, not the one that listens.
QList<int> connectionProcesses()
{
    QList<int> found;
    for (int pid = ::getppid(); pid > 1;) {
        const OsProcess one = processOf(pid);
        if (one.pid == 0)
            break;
        if (one.name.startsWith("sshd"))
            found << pid;
        pid = one.parent;
    }
    if (!found.isEmpty())
        found.removeLast();
    return found;
}

} // namespace

int sshSession(const QString &folder, bool loses)
{
    Q_UNUSED(folder)
    if (!loses)
        return becomeSession();
    ::usleep(300'000); // a command that began and ended within them would be a node on which nothing is wrong
    for (const int pid : connectionProcesses())
        ::kill(pid, SIGKILL);
    return 1;
}

} // namespace sim
