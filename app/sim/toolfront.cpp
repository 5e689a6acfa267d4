// ascend-sim-front: what a simulated node's tools are called through. It hands the call, its files and its folder to
// the node's tool server (toolserver.h), which has loaded all that playing a tool takes, and ends as the tool ended.
// Where there is no server (another namespace, another user, a server that died) it becomes ascend-sim itself.
// Called many times a second: libc alone, linked statically where that can be had.
#include "app/sim/session.h"
#include "app/sim/toolcall.h"

#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

extern char **environ;

namespace {

// The program lies beside this one; where this one was shown at another place, at the usual one.
int becomeProgram(char **argv)
{
    char path[PATH_MAX + 16] = {};
    const ssize_t length = readlink("/proc/self/exe", path, PATH_MAX);
    if (char *const slash = length > 0 ? strrchr(path, '/') : nullptr) {
        strcpy(slash + 1, "ascend-sim");
        execv(path, argv);
    }
    execv("/.sim/bin/ascend-sim", argv);
    perror("ascend-sim");
    return 127;
}

bool append(char *&at, const char *end, const char *text)
{
    const size_t size = strlen(text) + 1;
    if (size > size_t(end - at))
        return false;
    memcpy(at, text, size);
    at += size;
    return true;
}

void writeAll(int fd, const char *text, size_t size)
{
    while (size > 0) {
        const ssize_t n = write(fd, text, size);
        if (n < 0 && errno != EINTR)
            return;
        text += n > 0 ? n : 0;
        size -= n > 0 ? size_t(n) : 0;
    }
}

// -1: it was not handed over.
int handOver(int argc, char **argv)
{
    sockaddr_un address = {};
    address.sun_family = AF_UNIX;
    if (!sim::toolSocket(address.sun_path, sizeof address.sun_path))
        return -1;
    const int server = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
    if (server < 0 || connect(server, reinterpret_cast<sockaddr *>(&address), sizeof address) != 0)
        return -1;

    static char text[sim::longestToolCall];
    sim::ToolCallHead head = {uint32_t(argc), uint32_t(umask(0))};
    umask(mode_t(head.umask));
    memcpy(text, &head, sizeof head);
    char *at = text + sizeof head;
    const char *const end = text + sizeof text;
    for (int i = 0; i < argc; ++i)
        if (!append(at, end, argv[i]))
            return -1;
    for (char **variable = environ; *variable; ++variable)
        if (!append(at, end, *variable))
            return -1;

    const int folder = open(".", O_PATH | O_DIRECTORY | O_CLOEXEC);
    const int files[sim::toolCallFiles] = {0, 1, 2, folder};
    iovec piece = {text, size_t(at - text)};
    alignas(cmsghdr) char control[CMSG_SPACE(sizeof files)] = {};
    msghdr message = {};
    message.msg_iov = &piece;
    message.msg_iovlen = 1;
    message.msg_control = control;
    message.msg_controllen = sizeof control;
    cmsghdr *const rights = CMSG_FIRSTHDR(&message);
    rights->cmsg_level = SOL_SOCKET;
    rights->cmsg_type = SCM_RIGHTS;
    rights->cmsg_len = CMSG_LEN(sizeof files);
    memcpy(CMSG_DATA(rights), files, sizeof files);
    if (sendmsg(server, &message, MSG_NOSIGNAL) != ssize_t(piece.iov_len)) // a file that is closed cannot be sent
        return -1;

    static char answer[sim::longestToolAnswer];
    ssize_t n = 0;
    while ((n = recv(server, answer, sizeof answer, 0)) < 0 && errno == EINTR) {}
    sim::ToolAnswerHead ended = {};
    if (n >= ssize_t(sizeof ended))
        memcpy(&ended, answer, sizeof ended);
    const char *const out = answer + sizeof ended, *const err = out + ended.outBytes;
    if (n < ssize_t(sizeof ended) || err > answer + n) { // what it has done by now nobody knows: not twice
        fputs("ascend-sim: the tool server of this node ended under the call.\n", stderr);
        return 255;
    }
    writeAll(1, out, ended.outBytes);
    writeAll(2, err, size_t(answer + n - err));
    if (ended.status >= 0)
        return ended.status;
    signal(-ended.status, SIG_DFL);      // by what ended the tool
    raise(-ended.status);
    return 128 - ended.status;
}

// docker's others may last, talk with a terminal or start what stays.
bool answersAndEnds(const char *name, const char *verb)
{
    if (strcmp(name, "docker") != 0)
        return true;
    for (const char *const one : {"version", "info", "ps", "images", "inspect", "image"})
        if (verb && strcmp(verb, one) == 0)
            return true;
    return false;
}

// As sim-session is played by ascend-sim, which looks at the state itself.
int session(char **argv)
{
    if (access(sim::losesConnections, F_OK) == 0)
        return becomeProgram(argv);
    if (access(sim::hasRealLatency, F_OK) == 0)
        usleep(sim::realSessionMs * 1000);
    return sim::becomeSession();
}

} // namespace

int main(int argc, char **argv)
{
    if (argc < 1)
        return 127;
    const char *const slash = strrchr(argv[0], '/'), *const name = slash ? slash + 1 : argv[0];
    if (strcmp(name, "sim-session") == 0)
        return session(argv);
    const int code = answersAndEnds(name, argv[1]) ? handOver(argc, argv) : -1;
    return code >= 0 ? code : becomeProgram(argv);
}
