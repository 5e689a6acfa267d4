#include "tests/lab/lab.h"

#include "app/sim/faults.h"
#include "app/sim/nodefiles.h"
#include "app/sim/statefile.h"
#include "core/engines/recipebook.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include <fcntl.h>
#include <pwd.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace {

QString labsFolder()
{
    return QDir::tempPath() + u"/asc-labs-%1"_s.arg(::getuid());
}

// A subnet that no other lab on this machine has: held by a lock for as long as we live.
int takeSubnet(int *lock)
{
    for (int subnet = 20; subnet < 250; ++subnet) {
        const QByteArray path = u"%1/asc-subnet-%2.lock"_s.arg(QDir::tempPath()).arg(subnet).toUtf8();
        const int fd = ::open(path.constData(), O_CREAT | O_RDWR | O_CLOEXEC, 0666);
        if (fd >= 0 && ::flock(fd, LOCK_EX | LOCK_NB) == 0) {
            *lock = fd;
            return subnet;
        }
        if (fd >= 0)
            ::close(fd);
    }
    return -1;
}

} // namespace

Result<std::unique_ptr<Lab>> Lab::up(const Options &given)
{
    QDir().mkpath(labsFolder());
    (void)sim::clearStaleClusters(labsFolder());
    sim::ClusterOptions options;
    options.nodes = given.nodes;
    options.chips = given.chips;
    options.kind = given.kind;
    if (!given.recipe.isEmpty()) {
        const Result<Recipe> recipe = findRecipe(given.recipe);
        if (!recipe)
            return recipe.error();
        options.recipe = given.recipe;
        options.nodes = recipe->nodes;
        options.chips = recipe->chipsPerNode;
        if (!recipe->kind.isEmpty())
            options.kind = recipe->kind;
        if (const Result<Json> settings = effectiveSettings(*recipe, Json::object()))
            options.weights = stringAt(*settings, "weights");
    }
    options.ssh = given.ssh;
    options.podman = given.podman;
    options.owner = ::getpid();
    options.simProgram = QStringLiteral(ASC_BIN_DIR "/ascend-sim");
    options.ctlProgram = QStringLiteral(ASC_BIN_DIR "/ascendctl");
    options.servingModel = given.model;
    const QString tiny = QStringLiteral(ASC_SHARED_DIR "/models/stories260K.gguf");
    if (options.servingModel.isEmpty() && QFile::exists(tiny))
        options.servingModel = tiny;
    // The default model, where ../shared is missing: a test's HOME is an empty one, the cache is the user's.
    const passwd *user = ::getpwuid(::getuid());
    const QString kept = QFile::decodeName(user ? user->pw_dir : "")
        + u"/.cache/ascend-console/models/SmolLM2-135M-Instruct-Q4_1.gguf"_s;
    if (options.servingModel.isEmpty() && !qEnvironmentVariableIsSet("ASCEND_CONSOLE_CACHE")
        && !qEnvironmentVariableIsSet("XDG_CACHE_HOME") && QFile::exists(kept))
        options.servingModel = kept;

    std::unique_ptr<Lab> lab(new Lab);
    while (true) {
        options.subnet = takeSubnet(&lab->m_subnetLock);
        if (options.subnet < 0)
            return Error{ErrorKind::Invalid, u"Every subnet for labs is taken."_s, {}, {}};
        options.folder = labsFolder() + u"/%1-%2"_s.arg(::getpid()).arg(options.subnet);
        const Result<sim::ClusterInfo> info = sim::clusterUp(options, {});
        if (info) {
            lab->m_info = *info;
            return lab;
        }
        if (info.error().kind != ErrorKind::Invalid)
            return info.error();
        // The bridge of a lab whose folder was deleted: its lock stays with us, the next subnet is tried.
    }
}

Lab::~Lab()
{
    if (!m_info.folder.isEmpty())
        (void)sim::clusterDown(m_info.folder);
    if (m_subnetLock >= 0)
        ::close(m_subnetLock);
}

QString Lab::nodeFolder(int node) const
{
    return m_info.folder + u"/node%1"_s.arg(node + 1);
}

bool Lab::ownNetworks() const
{
    return QFile::exists(nodeFolder(0) + u"/.sim/own-network"_s);
}

ConnectionSettings Lab::connections() const
{
    ConnectionSettings settings;
    settings.sshConfigFile = m_info.folder + u"/no-ssh-config"_s;
    settings.knownHostsFile = m_info.folder + u"/known_hosts"_s;
    return settings;
}

Result<std::unique_ptr<Shell>> Lab::shell(int node) const
{
    return shellFactoryFor(m_info.deployment.nodes.at(node), connections())({});
}

Result<void> Lab::fault(int node, const QString &name, const QStringList &arguments) const
{
    return sim::setFault(nodeFolder(node), name, arguments);
}

Result<void> Lab::clear(int node, const QString &name) const
{
    return sim::clearFault(nodeFolder(node), name);
}

sim::NodeState Lab::state(int node) const
{
    const QString folder = nodeFolder(node) + u"/.sim"_s;
    const Result<sim::NodeState> state = sim::loadState(folder);
    return state ? sim::liveState(*state, folder) : sim::NodeState();
}

Result<void> Lab::importImage(const QString &reference) const
{
    QTemporaryDir files;
    const QString root = files.path();
    const QString busybox = QFile::exists(u"/bin/busybox"_s) ? u"/bin/busybox"_s : u"/usr/bin/busybox"_s;
    for (const char *folder : {"/bin", "/etc", "/tmp", "/root", "/usr/local", "/dev", "/proc", "/sys"})
        QDir().mkpath(root + QLatin1String(folder));
    if (!QFile::copy(busybox, root + u"/bin/busybox"_s))
        return Error{ErrorKind::Storage, u"%1 is missing (Debian: busybox-static)."_s.arg(busybox), {}, {}};
    for (const char *applet :
         {"sh", "ls", "cat", "mkdir", "chmod", "chown", "touch", "df", "sleep", "stat", "id", "tail", "test", "grep"})
        QFile::link(u"busybox"_s, root + u"/bin/"_s + QLatin1String(applet));
    (void)sim::writeNodeFile(root + u"/bin/bash"_s, "#!/bin/sh\nexec /bin/sh \"$@\"\n", 0755);
    (void)sim::writeNodeFile(root + u"/etc/passwd"_s, "root:x:0:0:root:/root:/bin/sh\n");
    for (int node = 0; node < m_info.deployment.nodes.size(); ++node) {
        const Result<std::unique_ptr<Shell>> shell = this->shell(node);
        if (!shell)
            return shell.error();
        const QString inNode = nodeFolder(node) + u"/root/image.tar"_s;
        if (::system(u"tar -C '%1' -cf '%2' ."_s.arg(root, inNode).toUtf8().constData()) != 0)
            return Error{ErrorKind::Storage, u"The image's files cannot be packed."_s, {}, {}};
        const Result<CommandOutput> output
            = (*shell)->run({{u"docker"_s, u"import"_s, u"/root/image.tar"_s, reference}, {}, std::chrono::seconds(60)},
                            {});
        if (!output)
            return output.error();
        if (output->exitCode != 0)
            return Error{ErrorKind::CommandFailed,
                         u"The image cannot be imported."_s,
                         QString::fromUtf8(output->err),
                         {}};
    }
    return {};
}
