#include "app/sim/nodessh.h"

#include "app/sim/nodefiles.h"
#include "app/sim/process.h"
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
        return failed(QStringLiteral("The program %1 is missing on this machine.").arg(argv[0]));
    QProcess process;
    process.setStandardInputFile(QProcess::nullDevice());
    process.start(program, argv.mid(1));
    if (!process.waitForFinished(timeoutMs)) {
        process.kill();
        process.waitForFinished(1000);
        return failed(QStringLiteral("%1 did not end in time.").arg(argv.join(u' ')));
    }
    if (process.exitStatus() != QProcess::NormalExit || process.exitCode() != 0)
        return failed(QStringLiteral("%1 failed.").arg(argv.join(u' ')),
                      QString::fromUtf8(process.readAllStandardError()));
    return process.readAllStandardOutput();
}

QString addressOf(const ClusterOptions &options, int index)
{
    return QStringLiteral("10.200.%1.%2").arg(options.subnet + 1).arg(index + 2);
}

QByteArray configuration(const NetworkPlan &plan, const QString &node, const QString &address)
{
    const QString etc = plan.own ? QStringLiteral("/etc/ssh") : node + QStringLiteral("/etc/ssh");
    QByteArray text = "Port " + QByteArray::number(plan.port) + "\nListenAddress " + address.toLatin1() + "\nHostKey "
        + QFile::encodeName(etc) + "/ssh_host_ed25519_key\nPidFile "
        + QFile::encodeName(plan.own ? QStringLiteral("/run/sshd.pid") : node + QStringLiteral("/run/sshd.pid"))
        + "\nPermitRootLogin prohibit-password\nPasswordAuthentication no\nKbdInteractiveAuthentication "
          "no\nPubkeyAuthentication yes\n"
          "LogLevel VERBOSE\nUsePAM no\nPrintMotd no\nUseDNS no\nMaxStartups 200:30:400\nMaxSessions 100\nStrictModes "
          "no\nAuthorizedKeysFile "
        + QFile::encodeName(plan.own ? QStringLiteral("/root/.ssh/authorized_keys")
                                     : node + QStringLiteral("/root/.ssh/authorized_keys"))
        + "\nSubsystem sftp /usr/lib/openssh/sftp-server\nSetEnv ASCEND_SIM_NODE=" + QFile::encodeName(node)
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
    if (::getuid() != 0 || programPath(QStringLiteral("ip")).isEmpty())
        return false;
    const QString name = QStringLiteral("ascp%1").arg(::getpid());
    const bool bridge = bool(run({QStringLiteral("ip"), QStringLiteral("link"), QStringLiteral("add"), name,
                                  QStringLiteral("type"), QStringLiteral("bridge")}));
    if (bridge)
        (void)run({QStringLiteral("ip"), QStringLiteral("link"), QStringLiteral("del"), name});
    const bool veth = bool(run({QStringLiteral("ip"), QStringLiteral("link"), QStringLiteral("add"), name,
                                QStringLiteral("type"), QStringLiteral("veth")}));
    if (veth)
        (void)run({QStringLiteral("ip"), QStringLiteral("link"), QStringLiteral("del"), name});
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
    plan.bridge = QStringLiteral("ascsim%1").arg(options.subnet);
    const QString address = QStringLiteral("10.200.%1.1/24").arg(options.subnet + 1);
    if (const auto made = run({QStringLiteral("ip"), QStringLiteral("link"), QStringLiteral("add"), plan.bridge,
                               QStringLiteral("type"), QStringLiteral("bridge")});
        !made)
        return Error{ErrorKind::Invalid,
                     QStringLiteral("The network %1 is taken by another simulated cluster. Take that one down (sim "
                                    "down --dir DIR) or give another "
                                    "--subnet; where its folder is gone, 'ip link del %2' frees the network.")
                         .arg(address, plan.bridge),
                     made.error().detail,
                     {}};
    for (const QStringList &arguments :
         {QStringList{QStringLiteral("addr"), QStringLiteral("add"), address, QStringLiteral("dev"), plan.bridge},
          QStringList{QStringLiteral("link"), QStringLiteral("set"), plan.bridge, QStringLiteral("up")}}) {
        if (const auto done = run(QStringList{QStringLiteral("ip")} + arguments); !done) {
            removeBridge(plan.bridge);
            return done.error();
        }
    }
    return plan;
}

void removeBridge(const QString &bridge)
{
    if (!bridge.isEmpty())
        (void)run({QStringLiteral("ip"), QStringLiteral("link"), QStringLiteral("del"), bridge});
}

Result<void> connectNode(const NetworkPlan &plan, const ClusterOptions &options, const QString &node, int index,
                         int keeper)
{
    Q_UNUSED(node)
    const QString outer = QStringLiteral("as%1n%2").arg(options.subnet).arg(index + 1),
                  inner = QStringLiteral("enp189s0f0");
    const QStringList inside{QStringLiteral("nsenter"), QStringLiteral("-t"), QString::number(keeper),
                             QStringLiteral("-n"), programPath(QStringLiteral("ip"))};
    const QStringList ip{QStringLiteral("ip")};
    const auto words = [](const QString &line) { return line.split(u' '); };
    (void)run(ip + words(QStringLiteral("link del %1").arg(outer))); // of a cluster that died
    for (const QStringList &command : {
             ip + words(QStringLiteral("link add %1 type veth peer name %2 netns %3").arg(outer, inner).arg(keeper)),
             ip + words(QStringLiteral("link set %1 master %2 up").arg(outer, plan.bridge)),
             inside + words(QStringLiteral("addr add %1/24 dev %2").arg(addressOf(options, index), inner)),
             inside + words(QStringLiteral("link set %1 up").arg(inner)),
             inside + words(QStringLiteral("link set lo up"))}) {
        if (const auto done = run(command); !done)
            return done.error();
    }
    return {};
}

Result<void> startSshds(const NetworkPlan &plan, const ClusterOptions &options, Deployment &deployment)
{
    const QString keys = options.folder + QStringLiteral("/keys");
    QDir().mkpath(keys);
    ::chmod(QFile::encodeName(keys).constData(), 0700);
    const auto makeKey = [](const QString &path, const QString &comment) {
        return run({QStringLiteral("ssh-keygen"), QStringLiteral("-q"), QStringLiteral("-t"), QStringLiteral("ed25519"),
                    QStringLiteral("-N"), QString(), QStringLiteral("-C"), comment, QStringLiteral("-f"), path});
    };
    const QString userKey = keys + QStringLiteral("/id_ed25519");
    if (const auto made = makeKey(userKey, QStringLiteral("simulated-user")); !made)
        return made.error();
    const auto textOf = [](const QString &path) {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    };
    const QByteArray userPublic = textOf(userKey + QStringLiteral(".pub"));
    QByteArray known;
    for (int index = 0; index < options.nodes; ++index) {
        Node &node = deployment.nodes[index];
        const QString root = options.folder + u'/' + node.name;
        QDir().mkpath(root + QStringLiteral("/etc/ssh"));
        const QString hostKey = root + QStringLiteral("/etc/ssh/ssh_host_ed25519_key");
        if (const auto made = makeKey(hostKey, node.name); !made)
            return made.error();
        if (plan.own)
            node.host = addressOf(options, index);
        const QByteArray name = plan.port == 22 ? node.host.toLatin1()
                                                : '[' + node.host.toLatin1() + "]:" + QByteArray::number(plan.port);
        known += name + ' ' + textOf(hostKey + QStringLiteral(".pub"));
        if (plan.own)
            known += node.name.toLatin1() + ' ' + textOf(hostKey + QStringLiteral(".pub"));
    }
    const QString knownHosts = options.folder + QStringLiteral("/known_hosts");
    if (const Result<void> written = writeNodeFile(knownHosts, known, 0600); !written)
        return written;

    QString user = QStringLiteral("root");
    if (const passwd *self = ::getpwuid(::getuid()); self && !plan.own)
        user = QString::fromLocal8Bit(self->pw_name);
    for (int index = 0; index < options.nodes; ++index) {
        Node &node = deployment.nodes[index];
        const QString root = options.folder + u'/' + node.name, home = root + QStringLiteral("/root/.ssh");
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
        const struct { QString path; QByteArray content; int mode; } files[] = {
            {home + QStringLiteral("/authorized_keys"), userPublic, 0600},
            {home + QStringLiteral("/id_ed25519"), textOf(userKey), 0600},
            {home + QStringLiteral("/id_ed25519.pub"), userPublic, 0644},
            {home + QStringLiteral("/known_hosts"), known, 0600},
            {home + QStringLiteral("/config"), clientConfig, 0600},
            {root + QStringLiteral("/etc/ssh/sshd_config"), configuration(plan, root, node.host), 0644},
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
    const QByteArray command = qgetenv("SSH_ORIGINAL_COMMAND");
    (void)!::chdir("/root");
    if (loses) {
        const QList<int> connection = connectionProcesses();
        if (::fork() == 0) {
            ::setsid();
            ::usleep(300'000);
            for (const int pid : connection)
                ::kill(pid, SIGKILL);
            ::_exit(0);
        }
    }
    if (command.isEmpty())
        ::execl("/bin/bash", "-bash", "-l", nullptr);
    else
        ::execl("/bin/bash", "bash", "-c", command.constData(), nullptr);
    perror("/bin/bash");
    return 127;
}

} // namespace sim
