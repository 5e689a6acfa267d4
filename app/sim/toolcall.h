// How ascend-sim-front and the tool server of a node speak: one packet with the call and its files, one with how it
// ended. No Qt here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <initializer_list>
#include <sys/socket.h>
#include <unistd.h>

namespace sim {

constexpr size_t longestToolCall = 96 * 1024; // a longer one is played without the server
constexpr int toolCallFiles = 4;              // stdin, stdout, stderr, the working folder

struct ToolCallHead                           // then argv and the environment, each with its NUL
{
    uint32_t arguments, umask;
};

constexpr size_t longestToolAnswer = 64 * 1024;

struct ToolAnswerHead                         // then what it has not printed itself: stdout, and the rest is stderr
{
    int32_t status;                           // the exit code, or minus the signal
    uint32_t outBytes;
};

// The server's own, named by its namespaces: who sees other files, or another network, finds none. False: it is not
// known.
inline bool toolSocket(char *path, size_t size)
{
    size_t used = size_t(snprintf(path, size, "/.sim/run/tools"));
    for (const char *const name : {"/proc/self/ns/mnt", "/proc/self/ns/net"}) {
        char text[64] = {};
        if (readlink(name, text, sizeof text - 1) <= 0 || used + 1 + strlen(text) >= size)
            return false;
        used += size_t(snprintf(path + used, size - used, "-%s", text));
    }
    return true;
}

} // namespace sim
