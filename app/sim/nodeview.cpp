#include "app/sim/nodeview.h"

#include <dirent.h>
#include <fcntl.h>
#include <linux/mount.h>
#include <sched.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>

namespace sim {

namespace {

std::string reason() { return strerror(errno); }

bool exists(const std::string &path)
{
    struct stat facts;
    return lstat(path.c_str(), &facts) == 0;
}

bool isFolder(const std::string &path)
{
    struct stat facts;
    return stat(path.c_str(), &facts) == 0 && S_ISDIR(facts.st_mode);
}

void makeFolders(const std::string &path)
{
    for (size_t slash = path.find('/', 1); ; slash = path.find('/', slash + 1)) {
        mkdir(path.substr(0, slash).c_str(), 0755);
        if (slash == std::string::npos)
            return;
    }
}

void makeMountPoint(const std::string &source, const std::string &target)
{
    if (exists(target))
        return;
    if (isFolder(source)) {
        makeFolders(target);
        return;
    }
    makeFolders(target.substr(0, target.rfind('/')));
    const int fd = open(target.c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0644);
    if (fd >= 0)
        close(fd);
}

void makeReadOnly(const std::string &path)
{
    struct mount_attr attributes = {};
    attributes.attr_set = MOUNT_ATTR_RDONLY;
    syscall(SYS_mount_setattr, AT_FDCWD, path.c_str(), AT_RECURSIVE, &attributes, sizeof(attributes)); // best effort
}

std::string startTime(int pid) // tells a process from a later one with the same id
{
    std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
    std::string text;
    std::getline(file, text);
    const size_t end = text.rfind(')');
    if (end == std::string::npos)
        return {};
    std::istringstream fields(text.substr(end + 1));
    std::string field;
    for (int i = 3; i <= 22; ++i) {
        fields >> field;
        if (i == 3 && field == "Z") // dead, only not buried yet
            return {};
    }
    return field;
}

std::string keeperFile(const std::string &node) { return node + "/.sim/run/keeper"; }

void writeFile(const std::string &path, const std::string &text)
{
    std::ofstream(path) << text;
}

std::string hostName(const std::string &node)
{
    std::ifstream file(node + "/etc/hostname");
    std::string name;
    std::getline(file, name);
    return name.empty() ? "node" : name;
}

bool unshareAll(bool ownNetwork, std::string *error)
{
    const int flags = CLONE_NEWNS | CLONE_NEWUTS | (ownNetwork ? CLONE_NEWNET : 0);
    const uid_t uid = getuid();
    const gid_t gid = getgid();
    if (uid == 0 && unshare(flags) == 0)
        return true;
    if (unshare(flags | CLONE_NEWUSER) != 0) {
        *error = "no namespace could be made: " + reason();
        return false;
    }
    writeFile("/proc/self/setgroups", "deny");
    writeFile("/proc/self/uid_map", "0 " + std::to_string(uid) + " 1");
    writeFile("/proc/self/gid_map", "0 " + std::to_string(gid) + " 1");
    return true;
}

// Until the node's tool server has ended.
void serveTools()
{
    const pid_t server = fork();
    if (server == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        execl("/.sim/bin/ascend-sim", "ascend-sim", "--serve-tools", nullptr);
        _exit(127);
    }
    while (server > 0 && waitpid(server, nullptr, 0) < 0 && errno == EINTR) {}
}

[[noreturn]] void keep(const std::string &node, bool ownNetwork, int report)
{
    setsid();
    const int null = open("/dev/null", O_RDWR);
    for (int fd = 0; fd <= 2; ++fd)
        dup2(null, fd);
    const auto fail = [report](const std::string &sentence) {
        (void)!write(report, sentence.c_str(), sentence.size());
        _exit(1);
    };
    for (int fd = 3; fd < 1024; ++fd) // nothing of the caller's stays open
        if (fd != report)
            close(fd);
    std::string error;
    if (!unshareAll(ownNetwork, &error))
        fail(error);
    const std::string name = hostName(node);
    (void)!sethostname(name.c_str(), name.size());
    // while /proc is the machine's
    const std::string self = std::to_string(getpid()) + ' ' + startTime(getpid()) + '\n';
    const int file = open((keeperFile(node) + ".new").c_str(), O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, 0600);
    const int folder = open((node + "/.sim/run").c_str(), O_DIRECTORY | O_RDONLY | O_CLOEXEC);
    if (mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0)
        fail("mounts could not be made private: " + reason());
    if (!show(nodeView(node), &error))
        fail(error);
    prctl(PR_SET_NAME, "ascend-sim-node");
    // Told only now: who joined earlier would find this machine's own files.
    if (write(file, self.data(), self.size()) != ssize_t(self.size())
        || renameat(folder, "keeper.new", folder, "keeper") != 0)
        fail("its file could not be written: " + reason());
    close(file);
    close(folder);
    (void)!write(report, "ok", 2);
    close(report);
    signal(SIGTERM, SIG_DFL);
    signal(SIGCHLD, SIG_DFL);
    signal(SIGINT, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    while (true) { // while it is away, the tools are played without it
        serveTools();
        sleep(1);
    }
}

bool join(int pid, std::string *error)
{
    const std::string base = "/proc/" + std::to_string(pid) + "/ns/";
    int fds[4] = {-1, -1, -1, -1};
    const char *const names[] = {"user", "net", "uts", "mnt"};
    const int kinds[] = {CLONE_NEWUSER, CLONE_NEWNET, CLONE_NEWUTS, CLONE_NEWNS};
    for (int i = 0; i < 4; ++i) {
        struct stat theirs, ours;
        const std::string own = std::string("/proc/self/ns/") + names[i];
        if (stat((base + names[i]).c_str(), &theirs) == 0 && stat(own.c_str(), &ours) == 0
            && theirs.st_ino == ours.st_ino)
            continue; // we are in it already
        fds[i] = open((base + names[i]).c_str(), O_RDONLY | O_CLOEXEC);
        if (fds[i] < 0) { // never go on half inside: the command would run on this machine
            *error = std::string("its ") + names[i] + " namespace is not there: " + reason();
            return false;
        }
    }
    for (int i = 0; i < 4; ++i) {
        if (fds[i] >= 0 && setns(fds[i], kinds[i]) != 0) {
            *error = std::string("its ") + names[i] + " namespace cannot be joined: " + reason();
            return false;
        }
    }
    return true;
}

int become(char **argv)
{
    execvp(argv[0], argv);
    const int failure = errno;
    if (failure == ENOENT) {
        fprintf(stderr, "%s: command not found\n", argv[0]);
        return 127;
    }
    fprintf(stderr, "%s: %s\n", argv[0], strerror(failure));
    return 126;
}

} // namespace

bool show(const View &view, std::string *error)
{
    const std::string &root = view.root;
    if (mount(root.c_str(), root.c_str(), nullptr, MS_BIND | MS_REC, nullptr) != 0) {
        *error = root + " could not be made a mount: " + reason();
        return false;
    }
    for (const Bind &bind : view.binds) {
        if (!exists(bind.source))
            continue;
        const std::string target = root + bind.target;
        makeMountPoint(bind.source, target);
        if (mount(bind.source.c_str(), target.c_str(), nullptr, MS_BIND | MS_REC, nullptr) != 0) {
            *error = bind.source + " could not be shown at " + bind.target + ": " + reason();
            return false;
        }
        if (bind.readOnly)
            makeReadOnly(target);
    }
    if (view.shmBytes > 0) {
        makeFolders(root + "/dev/shm");
        const std::string size = "mode=1777,size=" + std::to_string(view.shmBytes);
        mount("tmpfs", (root + "/dev/shm").c_str(), "tmpfs", MS_NOSUID | MS_NODEV, size.c_str());
    }
    makeFolders(root + "/.old");
    if (chdir(root.c_str()) != 0 || syscall(SYS_pivot_root, ".", ".old") != 0) {
        *error = root + " could not become the root: " + reason();
        return false;
    }
    umount2("/.old", MNT_DETACH);
    rmdir("/.old");
    (void)!chdir("/");
    return true;
}

View nodeView(const std::string &node)
{
    View view;
    view.root = node;
    const auto add = [&view](const std::string &path, bool readOnly = true) {
        view.binds.push_back({path, path, readOnly});
    };
    view.binds.push_back({"/", "/.host", true});
    // This machine's programs and libraries, but never its /usr/local.
    if (DIR *folder = opendir("/usr")) {
        while (const dirent *entry = readdir(folder)) {
            const std::string name = entry->d_name;
            if (name != "." && name != ".." && name != "local")
                add("/usr/" + name);
        }
        closedir(folder);
    }
    for (const char *const name : {"/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"}) {
        char target[PATH_MAX];
        const ssize_t length = readlink(name, target, sizeof(target) - 1);
        if (length > 0) {
            target[length] = 0;
            (void)!symlink(target, (node + name).c_str());
        } else if (exists(name)) {
            add(name);
        }
    }
    for (const char *const name :
         {"/etc/alternatives", "/etc/ssl", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/localtime",
          "/etc/terminfo", "/etc/ssh/moduli", "/etc/containers"})
        add(name);
    if (!exists(node + "/.sim/real-containers")) // this machine's own engines are not the node's
        for (const char *const name : {"docker", "podman", "runc", "crun"})
            if (exists(std::string("/usr/bin/") + name))
                view.binds.push_back({node + "/.sim/nothing", std::string("/usr/bin/") + name, true});
    add("/sys");
    add("/proc", false);
    for (const char *const name : {"meminfo", "cpuinfo"})
        view.binds.push_back({node + "/.sim/proc/" + name, std::string("/proc/") + name, true});
    // Nothing that is typed into a simulated node changes this machine's kernel.
    if (!exists(node + "/.sim/real-containers")) { // whose networks are set up there
        for (const char *const name : {"/proc/sys", "/proc/sysrq-trigger"})
            if (exists(name))
                add(name);
    }
    view.binds.push_back({node + "/.sim/boot-id", "/proc/sys/kernel/random/boot_id", true}); // its own restarts
    // Settings of the kernel, which this machine's must not answer for; what is set there is the node's own.
    for (const auto &[source, target] :
         {std::pair{"proc/max_user_instances", "/proc/sys/fs/inotify/max_user_instances"},
          {"proc/threads-max", "/proc/sys/kernel/threads-max"},
          {"proc/pid_max", "/proc/sys/kernel/pid_max"},
          {"proc/nr_hugepages", "/proc/sys/vm/nr_hugepages"},
          {"cpufreq", "/sys/devices/system/cpu/cpufreq"},
          {"numa", "/sys/devices/system/node"}})
        if (exists(target))
            view.binds.push_back({node + "/.sim/" + source, target, false});
    // The NPUs' interrupts are the node's own: nothing of this machine's is bound.
    if (exists("/proc/irq"))
        view.binds.push_back({node + "/.sim/proc/irq", "/proc/irq", false});
    if (exists("/proc/interrupts"))
        view.binds.push_back({node + "/.sim/proc/interrupts", "/proc/interrupts", true});
    if (exists("/sys/bus/pci/devices"))
        view.binds.push_back({node + "/.sim/pci", "/sys/bus/pci/devices", true});
    for (const char *const name : {"null", "zero", "full", "random", "urandom", "tty", "pts"})
        add(std::string("/dev/") + name, false);
    // where we may make no device files, a null device shown over a plain one
    if (DIR *folder = opendir((node + "/dev").c_str())) {
        while (const dirent *entry = readdir(folder)) {
            const std::string name = entry->d_name;
            struct stat facts;
            const bool ours = name.rfind("davinci", 0) == 0 || name == "devmm_svm" || name == "hisi_hdc";
            if (ours && stat((node + "/dev/" + name).c_str(), &facts) == 0 && S_ISREG(facts.st_mode))
                view.binds.push_back({"/dev/null", "/dev/" + name, false});
        }
        closedir(folder);
    }
    const std::string cluster = node.substr(0, node.rfind('/'));
    view.binds.push_back({cluster, "/.cluster", false});
    std::ifstream shm(node + "/.sim/shm-bytes");
    shm >> view.shmBytes;
    return view;
}

bool namespacesWork()
{
    const pid_t child = fork();
    if (child == 0) {
        std::string error;
        const bool works = unshareAll(false, &error) && mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0
            && mount("tmpfs", "/tmp", "tmpfs", 0, nullptr) == 0;
        _exit(works ? 0 : 1);
    }
    int status = 1;
    waitpid(child, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

int runningKeeper(const std::string &node)
{
    std::ifstream file(keeperFile(node));
    int pid = -1;
    std::string start;
    if (!(file >> pid >> start) || start.empty() || start != startTime(pid))
        return -1;
    return pid;
}

int keeperOf(const std::string &node, bool ownNetwork, std::string *error)
{
    if (const int pid = runningKeeper(node); pid > 0)
        return pid;
    const int lock = open((node + "/.sim/run/keeper.lock").c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0600);
    if (lock < 0) {
        *error = node + " is not a simulated node: " + reason();
        return -1;
    }
    flock(lock, LOCK_EX);
    int pid = runningKeeper(node); // somebody else was faster
    if (pid > 0) {
        close(lock);
        return pid;
    }
    int report[2];
    if (pipe2(report, O_CLOEXEC) != 0) {
        *error = reason();
        close(lock);
        return -1;
    }
    const pid_t child = fork();
    if (child == 0) {
        setenv("ASCEND_SIM_NODE", node.c_str(), 1);
        if (fork() != 0) // its parent is init, so that nobody has to wait for it
            _exit(0);
        keep(node, ownNetwork, report[1]);
    }
    close(report[1]);
    waitpid(child, nullptr, 0);
    char text[512] = {};
    const ssize_t length = read(report[0], text, sizeof(text) - 1);
    close(report[0]);
    if (length != 2 || strcmp(text, "ok") != 0) {
        *error = length > 0 ? text : "its keeper ended";
        unlink(keeperFile(node).c_str());
        pid = -1;
    } else {
        pid = runningKeeper(node);
    }
    close(lock);
    return pid;
}

int endProcesses(const std::string &node)
{
    const int keeper = runningKeeper(node);
    const std::string mark = "ASCEND_SIM_NODE=" + node;
    // Held open until the end: the number of a namespace that is gone is given to the next one made on this
    // machine, and its processes would be taken for ours (seen with labs going up and down side by side).
    const std::string namespaceFile = "/proc/" + std::to_string(keeper) + "/ns/mnt";
    const int held = keeper > 0 ? open(namespaceFile.c_str(), O_RDONLY | O_CLOEXEC) : -1;
    char ownNamespace[64] = {};
    if (held >= 0)
        (void)!readlink(namespaceFile.c_str(), ownNamespace, sizeof(ownNamespace) - 1);
    int ended = 0;
    for (int round = 0; round < 5; ++round) { // what is killed may have just forked
        int found = 0;
        DIR *folder = opendir("/proc");
        if (!folder)
            return ended;
        while (const dirent *entry = readdir(folder)) {
            const int pid = atoi(entry->d_name);
            if (pid <= 1 || pid == getpid())
                continue;
            char itsNamespace[64] = {};
            (void)!readlink(("/proc/" + std::to_string(pid) + "/ns/mnt").c_str(), itsNamespace,
                            sizeof(itsNamespace) - 1);
            bool ours = ownNamespace[0] && strcmp(itsNamespace, ownNamespace) == 0;
            if (!ours) {
                std::ifstream environment("/proc/" + std::to_string(pid) + "/environ", std::ios::binary);
                std::string variable;
                while (!ours && std::getline(environment, variable, '\0'))
                    ours = variable == mark;
                // sshd writes its title over its environment.
                std::ifstream title("/proc/" + std::to_string(pid) + "/cmdline", std::ios::binary);
                while (!ours && std::getline(title, variable, '\0'))
                    ours = variable.rfind("sshd: ", 0) == 0
                        && variable.find(' ' + node + "/etc/ssh/sshd_config ") != std::string::npos;
            }
            if (ours && kill(pid, round == 0 ? SIGTERM : SIGKILL) == 0)
                ++found;
        }
        closedir(folder);
        if (round == 0)
            ended = found;
        if (found == 0)
            break;
        usleep(round == 0 ? 200'000 : 20'000);
    }
    if (held >= 0)
        close(held);
    unlink(keeperFile(node).c_str());
    return ended;
}

int enter(const std::string &node, char **argv)
{
    setenv("ASCEND_SIM_NODE", node.c_str(), 1);
    if (!argv[0]) {
        fprintf(stderr, "enter: no command given\n");
        return 2;
    }
    if (exists(node + "/.sim/down")) { // it restarts: reboot.h
        fprintf(stderr, "ascend-sim: the simulated node %s is down\n", node.c_str());
        return 255;
    }
    std::string error;
    const int keeper = keeperOf(node, exists(node + "/.sim/own-network"), &error);
    if (keeper < 0 || !join(keeper, &error)) {
        fprintf(stderr, "ascend-sim: the simulated node %s cannot be entered: %s\n", node.c_str(), error.c_str());
        return 255;
    }
    (void)!chdir("/root");
    setenv("PATH", "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", 1);
    setenv("HOME", "/root", 1);
    setenv("USER", "root", 1);
    setenv("LOGNAME", "root", 1);
    setenv("SHELL", "/bin/bash", 1);
    unsetenv("LD_LIBRARY_PATH");
    unsetenv("LD_PRELOAD");
    struct rlimit files; // a server's limits, as far as we may
    if (getrlimit(RLIMIT_NOFILE, &files) == 0) {
        files.rlim_cur = files.rlim_max;
        setrlimit(RLIMIT_NOFILE, &files);
    }
    return become(argv);
}

} // namespace sim
