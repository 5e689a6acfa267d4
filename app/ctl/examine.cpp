// ascendctl examine-model FILE: llama.cpp reads all of the file but the weights. EmbeddedEngine starts it
// before it loads a model itself: on some damaged files ggml ends the process, and then it is this one.
#include "app/ctl/examine.h"

#include "inference/embeddedengine.h"

#include <csignal>
#include <sys/resource.h>

namespace ctl {

int examineModel(const Call &call)
{
    if (call.arguments.size() != 1)
        return Usage;
    const rlimit none{0, 0};
    setrlimit(RLIMIT_CORE, &none); // dying here is an answer
    for (const int signal : {SIGSEGV, SIGABRT, SIGFPE, SIGBUS, SIGILL})
        std::signal(signal, SIG_DFL);
    const Result<void> examined = EmbeddedEngine::examine(call.arguments.first());
    return examined ? int(Yes) : fail(examined.error());
}

} // namespace ctl
