#include "app/sim/toolserver.h"

#include "app/sim/toolcall.h"
#include "app/sim/tools.h"

#include <csignal>
#include <cstdio>
#include <cstring>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>

extern char **environ;

namespace sim {

namespace {

// A caller, and what plays for it; 0: it has not said yet what it wants.
struct Playing
{
    int caller;
    pid_t process;
};

struct ToolCall
{
    ToolCallHead head = {};
    int files[toolCallFiles] = {-1, -1, -1, -1};
    std::vector<char *> arguments, variables; // each with a null pointer at its end
    const char *tool() const
    {
        const char *const slash = std::strrchr(arguments[0], '/');
        return slash ? slash + 1 : arguments[0];
    }
};

int listenForCalls()
{
    sockaddr_un address = {};
    address.sun_family = AF_UNIX;
    if (!toolSocket(address.sun_path, sizeof address.sun_path))
        return -1;
    const int fd = ::socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    ::unlink(address.sun_path);
    const mode_t before = ::umask(0177); // other users of the node play their tools themselves
    const bool isBound = fd >= 0 && ::bind(fd, reinterpret_cast<sockaddr *>(&address), sizeof address) == 0;
    ::umask(before);
    return isBound && ::listen(fd, 128) == 0 ? fd : -1;
}

// The words lie in `text`. False: not a call.
bool receive(int caller, char *text, ToolCall &call)
{
    alignas(cmsghdr) char control[CMSG_SPACE(sizeof call.files)];
    iovec piece = {text, longestToolCall};
    msghdr message = {};
    message.msg_iov = &piece;
    message.msg_iovlen = 1;
    message.msg_control = control;
    message.msg_controllen = sizeof control;
    const ssize_t size = ::recvmsg(caller, &message, MSG_CMSG_CLOEXEC | MSG_DONTWAIT);
    const cmsghdr *const rights = size > 0 ? CMSG_FIRSTHDR(&message) : nullptr;
    if (!rights || rights->cmsg_type != SCM_RIGHTS || rights->cmsg_len != CMSG_LEN(sizeof call.files))
        return false;
    std::memcpy(call.files, CMSG_DATA(rights), sizeof call.files);
    if (size <= ssize_t(sizeof call.head) || text[size - 1] != 0)
        return false;
    std::memcpy(&call.head, text, sizeof call.head);
    for (char *at = text + sizeof call.head; at < text + size; at += std::strlen(at) + 1)
        (call.arguments.size() < call.head.arguments ? call.arguments : call.variables).push_back(at);
    const bool isWhole = call.head.arguments > 0 && call.arguments.size() == call.head.arguments;
    call.arguments.push_back(nullptr);
    call.variables.push_back(nullptr);
    return isWhole;
}

// In the child: becomes the caller as far as a tool can tell, and plays.
[[noreturn]] void play(ToolCall &call)
{
    for (const int ignored : {SIGINT, SIGHUP}) // by the keeper
        ::signal(ignored, SIG_DFL);
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    for (int fd = 0; fd <= 2; ++fd)
        ::dup2(call.files[fd], fd);
    ::umask(mode_t(call.head.umask));
    (void)!::fchdir(call.files[3]);
    ::close(call.files[3]);
    environ = call.variables.data();
    const int code = runTool(call.tool(), int(call.head.arguments), call.arguments.data());
    std::fflush(nullptr);
    ::_exit(code); // what the server had made is not this process's to take down
}

void answer(int caller, int status, const QByteArray &out = {}, const QByteArray &err = {})
{
    const ToolAnswerHead head = {status, uint32_t(out.size())};
    const QByteArray packet = QByteArray(reinterpret_cast<const char *>(&head), sizeof head) + out + err;
    (void)!::send(caller, packet.constData(), size_t(packet.size()), MSG_NOSIGNAL | MSG_DONTWAIT);
}

// What is an answer and nothing more costs no process.
bool isAnsweredAtOnce(int caller, const ToolCall &call)
{
    QStringList arguments;
    for (uint32_t i = 1; i < call.head.arguments; ++i)
        arguments << QString::fromLocal8Bit(call.arguments[i]);
    const std::optional<ToolOutput> output = answerAtOnce(QString::fromLocal8Bit(call.tool()), arguments);
    if (!output || size_t(output->out.size() + output->err.size()) > longestToolAnswer - sizeof(ToolAnswerHead))
        return false;
    answer(caller, output->exitCode, output->out, output->err);
    return true;
}

// The process that plays for the caller; 0: none, it is done with.
pid_t take(int caller)
{
    static char text[longestToolCall];
    ToolCall call;
    pid_t child = 0;
    if (receive(caller, text, call) && !isAnsweredAtOnce(caller, call)) {
        child = ::fork();
        if (child == 0) {
            ::prctl(PR_SET_PDEATHSIG, SIGKILL);
            play(call);
        }
    }
    for (const int fd : call.files)
        if (fd >= 0)
            ::close(fd);
    return child > 0 ? child : 0;
}

} // namespace

int serveTools(int argc, char **argv)
{
    warmUp(argc, argv);
    sigset_t ends;
    ::sigemptyset(&ends);
    ::sigaddset(&ends, SIGCHLD);
    ::sigprocmask(SIG_BLOCK, &ends, nullptr);
    const int children = ::signalfd(-1, &ends, SFD_CLOEXEC | SFD_NONBLOCK), listener = listenForCalls();
    if (children < 0 || listener < 0)
        return 1;
    std::vector<Playing> playing;
    while (true) {
        std::vector<pollfd> polled{{listener, POLLIN, 0}, {children, POLLIN, 0}};
        for (const Playing &one : playing)
            polled.push_back({one.caller, short(one.process ? 0 : POLLIN), 0}); // its end is told unasked
        if (::poll(polled.data(), polled.size(), -1) < 0)
            continue;
        for (size_t i = 0; i < playing.size(); ++i) {
            Playing &one = playing[i];
            if (polled[i + 2].revents && one.process)
                ::kill(one.process, SIGKILL); // nobody waits for it any more
            else if (polled[i + 2].revents && !(one.process = take(one.caller)))
                ::close(std::exchange(one.caller, -1));
        }
        std::erase_if(playing, [](const Playing &one) { return one.caller < 0; });
        signalfd_siginfo news;
        while (::read(children, &news, sizeof news) > 0) {}
        int status = 0;
        for (pid_t ended = 0; (ended = ::waitpid(-1, &status, WNOHANG)) > 0;)
            std::erase_if(playing, [&](const Playing &one) {
                if (one.process != ended)
                    return false;
                answer(one.caller, WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status));
                ::close(one.caller);
                return true;
            });
        for (int caller = 0; (caller = ::accept4(listener, nullptr, nullptr, SOCK_CLOEXEC)) >= 0;)
            playing.push_back({caller, 0});
    }
}

} // namespace sim
