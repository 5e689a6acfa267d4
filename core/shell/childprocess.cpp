#include "core/shell/childprocess.h"

#include "core/shell/fd.h"
#include "core/shell/localshelltext.h"
#include "core/shell/outputkeeper.h"
#include "core/shell/quote.h"

#include <QCoreApplication>
#include <QFile>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds politeTime{40};   // between SIGTERM and SIGKILL
constexpr std::chrono::milliseconds drainTime{250};   // for pipes that outlive the command

struct Pipe
{
    UniqueFd read, write;
    static std::optional<Pipe> open()
    {
        int ends[2];
        if (::pipe2(ends, O_CLOEXEC) != 0)
            return std::nullopt;
        return Pipe{UniqueFd(ends[0]), UniqueFd(ends[1])};
    }
};

void setNonBlocking(int fd) { ::fcntl(fd, F_SETFL, ::fcntl(fd, F_GETFL) | O_NONBLOCK); }

bool isRunnable(const QByteArray &path)
{
    struct stat facts = {};
    return ::stat(path.constData(), &facts) == 0 && S_ISREG(facts.st_mode) && ::access(path.constData(), X_OK) == 0;
}

// Where the program is; nullopt: nowhere.
std::optional<QByteArray> findProgram(const QByteArray &name, const QByteArray &path)
{
    if (name.contains('/'))
        return name;
    for (const QByteArray &folder : path.split(':')) {
        const QByteArray candidate = (folder.isEmpty() ? QByteArray(".") : folder) + '/' + name;
        if (isRunnable(candidate))
            return candidate;
    }
    return std::nullopt;
}

std::vector<QByteArray> environmentWithPath(const QByteArray &path)
{
    std::vector<QByteArray> environment;
    for (char **entry = environ; entry && *entry; ++entry) {
        if (std::strncmp(*entry, "PATH=", 5) != 0)
            environment.emplace_back(*entry);
    }
    environment.push_back("PATH=" + path);
    return environment;
}

std::vector<char *> pointers(std::vector<QByteArray> &texts)
{
    std::vector<char *> list;
    for (QByteArray &text : texts)
        list.push_back(text.data());
    list.push_back(nullptr);
    return list;
}

int spawn(pid_t *pid, const QByteArray &program, std::vector<QByteArray> argv, std::vector<QByteArray> environment,
          const Pipe &in, const Pipe &out, const Pipe &err)
{
    const auto with = [&](const QByteArray &file) {
        return ChildProcess::spawn(pid, file.constData(), pointers(argv).data(), pointers(environment).data(),
                                   in.read.get(), out.write.get(), err.write.get());
    };
    const int rc = with(program);
    if (rc != ENOEXEC)
        return rc;
    argv.front() = program; // a script without #!, as execvp() and every shell do it
    argv.insert(argv.begin(), "sh");
    return with("/bin/sh");
}

CommandOutput notRunnable(const QString &name, int reason)
{
    const bool isMissing = reason == ENOENT || reason == ENOTDIR;
    return {isMissing ? 127 : 126,
            {},
            "sh: " + name.toUtf8() + ": " + (isMissing ? "not found" : std::strerror(reason)) + '\n',
            false,
            {}};
}

// Owns the child: whatever happens, its group is killed and it is reaped.
class Child
{
public:
    explicit Child(pid_t pid) : m_pid(pid), m_pidFd(int(::syscall(SYS_pidfd_open, pid, 0))) {}
    ~Child()
    {
        if (m_status)
            return;
        signal(SIGKILL);
        int status = 0;
        while (::waitpid(m_pid, &status, 0) < 0 && errno == EINTR) { }
    }

    int fd() const { return m_pidFd.get(); } // readable when the child has ended; -1: not on this kernel
    void signal(int number) const { ::kill(-m_pid, number); }
    bool hasEnded()
    {
        int status = 0;
        if (!m_status && ::waitpid(m_pid, &status, WNOHANG) == m_pid)
            m_status = status;
        return m_status.has_value();
    }
    int exitCode() const { return WIFSIGNALED(*m_status) ? 128 + WTERMSIG(*m_status) : WEXITSTATUS(*m_status); }

private:
    pid_t m_pid;
    UniqueFd m_pidFd;
    std::optional<int> m_status;
};

// True while the pipe may say more.
bool drain(UniqueFd &fd, OutputStream stream, OutputKeeper &keeper, QByteArray &buffer)
{
    const ssize_t n = ::read(fd.get(), buffer.data(), size_t(buffer.size()));
    if (n > 0)
        keeper.add(stream, buffer.constData(), n);
    else if (n == 0 || (errno != EAGAIN && errno != EINTR))
        fd.reset();
    return bool(fd);
}

// write() without SIGPIPE, whatever the program has set up for it.
ssize_t writeQuietly(int fd, const char *data, size_t size)
{
    sigset_t pipe, before;
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    ::pthread_sigmask(SIG_BLOCK, &pipe, &before);
    const ssize_t n = ::write(fd, data, size);
    const int error = errno;
    if (n < 0 && error == EPIPE && !sigismember(&before, SIGPIPE)) {
        const timespec now = {};
        ::sigtimedwait(&pipe, nullptr, &now);
    }
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    errno = error;
    return n;
}

void feed(UniqueFd &fd, const QByteArray &input, qsizetype &written)
{
    if (written < input.size()) {
        const ssize_t n = writeQuietly(fd.get(), input.constData() + written, size_t(input.size() - written));
        if (n > 0)
            written += n;
        else if (n < 0 && errno != EAGAIN && errno != EINTR)
            written = input.size(); // it does not want the rest
    }
    if (written >= input.size())
        fd.reset();
}

} // namespace

int ChildProcess::spawn(pid_t *pid, const char *program, char *const argv[], char *const environment[], int in, int out,
                        int err)
{
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, in, 0);
    posix_spawn_file_actions_adddup2(&actions, out, 1);
    posix_spawn_file_actions_adddup2(&actions, err, 2);
    posix_spawn_file_actions_addclosefrom_np(&actions, 3);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    const int rc = ::posix_spawn(pid, program, &actions, &attributes, argv, environment);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return rc;
}

Result<CommandOutput> ChildProcess::run(const Start &start, const Command &command, std::stop_token stop,
                                        const Shell::OutputHandler &onOutput)
{
    if (start.argv.isEmpty() || start.argv.first().isEmpty())
        return Error{ErrorKind::Invalid, LocalShellText::tr("There is no command to run."), {}, {}};
    std::vector<QByteArray> argv;
    for (const QString &argument : start.argv) {
        if (argument.contains(QChar(0)))
            return Error{ErrorKind::Invalid,
                         LocalShellText::tr("An argument of a command cannot hold a NUL character."),
                         {},
                         {}};
        argv.push_back(argument.toUtf8());
    }
    if (stop.stop_requested())
        return canceled();

    QByteArray path = qgetenv("PATH");
    for (auto folder = start.pathPrefix.crbegin(); folder != start.pathPrefix.crend(); ++folder)
        path.prepend(QFile::encodeName(*folder) + ':');
    const std::optional<QByteArray> program = findProgram(argv.front(), path);
    if (!program)
        return notRunnable(start.argv.first(), ENOENT);

    const auto began = Clock::now();
    std::optional<Pipe> in = Pipe::open(), out = Pipe::open(), err = Pipe::open();
    if (!in || !out || !err)
        return Error{ErrorKind::CommandFailed,
                     LocalShellText::tr("This machine has no room for another command."),
                     QString::fromLocal8Bit(std::strerror(errno)),
                     {}};
    pid_t pid = -1;
    if (const int rc = spawn(&pid, *program, argv, environmentWithPath(path), *in, *out, *err); rc != 0)
        return notRunnable(start.argv.first(), rc);
    Child child(pid);
    in->read.reset();
    out->write.reset();
    err->write.reset();
    for (int fd : {in->write.get(), out->read.get(), err->read.get()})
        setNonBlocking(fd);

    const StopWaker waker(std::move(stop));
    const Deadline deadline{Deadline::in(command.timeout), waker};
    OutputKeeper keeper(command.keepAtMost, onOutput);
    QByteArray buffer(1 << 16, Qt::Uninitialized);
    qsizetype written = 0;
    std::optional<ErrorKind> endedBy;
    std::optional<Clock::time_point> killAt, giveUpAt;

    while (true) {
        const auto now = Clock::now();
        if (!endedBy && (waker.requested() || deadline.isOver())) {
            endedBy = waker.requested() ? ErrorKind::Canceled : ErrorKind::Timeout;
            child.signal(SIGTERM);
            killAt = now + politeTime;
        }
        if (killAt && now >= *killAt) {
            child.signal(SIGKILL);
            break; // the destructor reaps it
        }
        const bool hasEnded = child.hasEnded();
        if (hasEnded && endedBy)
            break;
        if (hasEnded && !out->read && !err->read)
            break;
        if (hasEnded && !giveUpAt)
            giveUpAt = now + drainTime;
        if (giveUpAt && now >= *giveUpAt)
            break;

        std::array<pollfd, 5> polled{pollfd{in->write.get(), POLLOUT, 0}, pollfd{out->read.get(), POLLIN, 0},
                                     pollfd{err->read.get(), POLLIN, 0}, pollfd{endedBy ? -1 : waker.fd(), POLLIN, 0},
                                     pollfd{hasEnded ? -1 : child.fd(), POLLIN, 0}};
        int slice = child.fd() >= 0 ? 100 : 10;
        if (killAt || giveUpAt)
            slice = 10;
        ::poll(polled.data(), polled.size(), endedBy ? slice : deadline.pollTime(slice));
        if (in->write && polled[0].revents)
            feed(in->write, command.input, written);
        if (out->read && polled[1].revents && drain(out->read, OutputStream::Out, keeper, buffer) && giveUpAt)
            giveUpAt = Clock::now() + drainTime;
        if (err->read && polled[2].revents && drain(err->read, OutputStream::Err, keeper, buffer) && giveUpAt)
            giveUpAt = Clock::now() + drainTime;
    }

    keeper.output.took = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - began);
    if (endedBy) {
        child.signal(SIGKILL); // those of the group that outlived SIGTERM
        const QString said
            = LocalShellText::tr("The command was started and then ended; %1 bytes of output had arrived.")
                  .arg(keeper.received);
        if (*endedBy == ErrorKind::Canceled)
            return Error{ErrorKind::Canceled, LocalShellText::tr("Stopped"), said, {}};
        return Error{ErrorKind::Timeout,
                     LocalShellText::tr("'%1' did not finish within %2 s.")
                         .arg(quoted(command.argv))
                         .arg(double(command.timeout.count()) / 1000),
                     said,
                     {}};
    }
    keeper.output.exitCode = child.exitCode();
    return std::move(keeper.output);
}
