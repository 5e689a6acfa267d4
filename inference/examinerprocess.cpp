#include "inference/examinerprocess.h"

#include "core/shell/childprocess.h"

#include <QCoreApplication>
#include <QFile>

#include <cerrno>
#include <csignal>
#include <cstring>

#include <poll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

using Heard = ExaminerProcess::Heard;

int spawn(pid_t *pid, const QString &program, const QString &path, int inOut, int err)
{
    QByteArray name = QFile::encodeName(program), verb("examine-model"), here("--here"), file = QFile::encodeName(path);
    char *const argv[] = {name.data(), verb.data(), here.data(), file.data(), nullptr};
    return ChildProcess::spawn(pid, name.constData(), argv, environ, inOut, inOut, err);
}

// Line: the socket can be looked at.
Heard await(int fd, short events, const Deadline &deadline)
{
    while (true) {
        if (deadline.stop.requested())
            return Heard::Stopped;
        if (deadline.isOver())
            return Heard::Late;
        pollfd polled[] = {{fd, events, 0}, {deadline.stop.fd(), POLLIN, 0}};
        ::poll(polled, 2, deadline.pollTime(200));
        if (polled[0].revents)
            return Heard::Line;
    }
}

} // namespace

Result<std::unique_ptr<ExaminerProcess>> ExaminerProcess::start(const QString &program, const QString &path)
{
    int ends[] = {-1, -1};
    const bool hasSocket = ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0;
    UniqueFd ours(ends[0]), theirs(ends[1]), err(hasSocket ? ::memfd_create("words", MFD_CLOEXEC) : -1);
    pid_t pid = -1;
    const int wrong = err ? spawn(&pid, program, path, theirs.get(), err.get()) : errno;
    if (wrong != 0)
        return Error{ErrorKind::Model,
                     QCoreApplication::translate(
                         "ModelExamination",
                         "%1, which examines model files, cannot be started. Install ascend-console again.")
                         .arg(program),
                     QString::fromLocal8Bit(std::strerror(wrong)),
                     {}};
    return std::unique_ptr<ExaminerProcess>(new ExaminerProcess(pid, std::move(ours), std::move(err)));
}

ExaminerProcess::~ExaminerProcess()
{
    ::kill(m_pid, SIGKILL);              // until it is waited for, the number is its own
    endedBy();
}

Heard ExaminerProcess::send(const QByteArray &line, const Deadline &deadline)
{
    const QByteArray whole = line + '\n';
    for (qsizetype sent = 0; sent < whole.size();) {
        const ssize_t count
            = ::send(m_fd.get(), whole.constData() + sent, size_t(whole.size() - sent), MSG_NOSIGNAL | MSG_DONTWAIT);
        if (count > 0)
            sent += count;
        else if (errno != EAGAIN && errno != EINTR)
            return Heard::Ended;
        else if (const Heard heard = await(m_fd.get(), POLLOUT, deadline); heard != Heard::Line)
            return heard;
    }
    return Heard::Line;
}

Heard ExaminerProcess::read(QByteArray &line, qsizetype most, const Deadline &deadline)
{
    QByteArray piece(1 << 16, Qt::Uninitialized);
    for (qsizetype looked = 0;;) {
        if (const qsizetype end = m_rest.indexOf('\n', looked); end >= 0) {
            line = m_rest.left(end);
            m_rest.remove(0, end + 1);
            return Heard::Line;
        }
        looked = m_rest.size();
        if (looked > most)
            return Heard::TooMuch;
        const ssize_t count = ::recv(m_fd.get(), piece.data(), size_t(piece.size()), MSG_DONTWAIT);
        if (count > 0)
            m_rest.append(piece.constData(), count);
        else if (count == 0 || (errno != EAGAIN && errno != EINTR))
            return Heard::Ended;
        else if (const Heard heard = await(m_fd.get(), POLLIN, deadline); heard != Heard::Line)
            return heard;
    }
}

int ExaminerProcess::endedBy()
{
    for (int status = 0; !m_status;) {
        if (::waitpid(m_pid, &status, 0) == m_pid)
            m_status = status;
        else if (errno != EINTR)
            m_status = SIGKILL;
    }
    return WIFSIGNALED(*m_status) ? WTERMSIG(*m_status) : 0;
}

int ExaminerProcess::exitCode() const { return m_status && WIFEXITED(*m_status) ? WEXITSTATUS(*m_status) : -1; }

QString ExaminerProcess::words() const
{
    constexpr off_t most = 2000;
    struct stat facts = {};
    if (::fstat(m_err.get(), &facts) != 0)
        return {};
    QByteArray text(std::min(most, facts.st_size), Qt::Uninitialized);
    const ssize_t count = ::pread(m_err.get(), text.data(), size_t(text.size()), facts.st_size - text.size());
    return QString::fromUtf8(text.left(std::max<ssize_t>(0, count))).trimmed();
}
