#include "app/sim/toolserver.h"

#include "app/sim/toolcall.h"
#include "app/sim/tools.h"

#include <csignal>
#include <cstdlib>
#include <string>
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

struct Playing
{
    pid_t process;
    int caller;
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

// In the child: becomes the caller as far as a tool can tell, and plays.
[[noreturn]] void play(int caller)
{
    static char text[longestToolCall];
    int files[toolCallFiles];
    alignas(cmsghdr) char control[CMSG_SPACE(sizeof files)];
    iovec piece = {text, sizeof text};
    msghdr message = {};
    message.msg_iov = &piece;
    message.msg_iovlen = 1;
    message.msg_control = control;
    message.msg_controllen = sizeof control;
    const ssize_t size = ::recvmsg(caller, &message, MSG_CMSG_CLOEXEC);
    const cmsghdr *const rights = CMSG_FIRSTHDR(&message);
    if (size <= ssize_t(sizeof(ToolCallHead)) || text[size - 1] != 0 || !rights || rights->cmsg_type != SCM_RIGHTS
        || rights->cmsg_len != CMSG_LEN(sizeof files))
        ::_exit(127);
    std::memcpy(files, CMSG_DATA(rights), sizeof files);
    ToolCallHead head;
    std::memcpy(&head, text, sizeof head);
    std::vector<char *> words;
    for (char *at = text + sizeof head; at < text + size; at += std::strlen(at) + 1)
        words.push_back(at);
    if (head.arguments == 0 || words.size() < head.arguments)
        ::_exit(127);

    for (const int ignored : {SIGINT, SIGHUP}) // by the keeper
        ::signal(ignored, SIG_DFL);
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    for (int fd = 0; fd <= 2; ++fd)
        ::dup2(files[fd], fd);
    ::umask(mode_t(head.umask));
    (void)!::fchdir(files[3]);
    ::close(files[3]);
    std::vector<char *> arguments(words.begin(), words.begin() + head.arguments);
    std::vector<char *> variables(words.begin() + head.arguments, words.end());
    arguments.push_back(nullptr);
    variables.push_back(nullptr);
    environ = variables.data();
    const std::string called = arguments[0];
    const int code = runTool(called.substr(called.rfind('/') + 1), int(head.arguments), arguments.data());
    std::fflush(nullptr);
    ::_exit(code); // what the server had made is not this process's to take down
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
            polled.push_back({one.caller, 0, 0}); // its end is told unasked
        if (::poll(polled.data(), polled.size(), -1) < 0)
            continue;
        for (size_t i = 0; i < playing.size(); ++i)
            if (polled[i + 2].revents)
                ::kill(playing[i].process, SIGKILL); // nobody waits for it any more
        signalfd_siginfo news;
        while (::read(children, &news, sizeof news) > 0) {}
        int status = 0;
        for (pid_t ended = 0; (ended = ::waitpid(-1, &status, WNOHANG)) > 0;)
            std::erase_if(playing, [&](const Playing &one) {
                if (one.process != ended)
                    return false;
                const int32_t told = WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
                (void)!::send(one.caller, &told, sizeof told, MSG_NOSIGNAL);
                ::close(one.caller);
                return true;
            });
        for (int caller = 0; (caller = ::accept4(listener, nullptr, nullptr, SOCK_CLOEXEC)) >= 0;) {
            const pid_t child = ::fork();
            if (child == 0) {
                ::prctl(PR_SET_PDEATHSIG, SIGKILL);
                play(caller);
            }
            if (child > 0)
                playing.push_back({child, caller});
            else
                ::close(caller);
        }
    }
}

} // namespace sim
