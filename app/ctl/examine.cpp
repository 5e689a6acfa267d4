// ascendctl examine-model FILE: llama.cpp reads all of the file but the weights, and fills in its chat template, in a
// child
// (--here): on some files it ends the process, and then it is that one. The engine keeps such a child for the chats.
#include "app/ctl/examine.h"

#include "inference/modelexamination.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <csignal>
#include <cstdio>

#include <sys/resource.h>

using namespace Qt::StringLiterals;

namespace ctl {

int examineModel(const Call &call)
{
    QStringList arguments = call.arguments;
    const bool isHere = arguments.removeOne(u"--here"_s);
    if (arguments.size() != 1) {
        complain(u"usage: ascendctl examine-model FILE"_s);
        return Usage;
    }
    if (QFileInfo(arguments.first()).isDir())
        return fail({ErrorKind::Storage, u"%1 is a folder, not a model file."_s.arg(arguments.first()), {}, {}});
    if (!isHere) {
        const auto examined
            = ModelExamination::of(QCoreApplication::applicationFilePath(), arguments.first(), call.stop);
        return examined ? int(Yes) : fail(examined.error());
    }
    const rlimit none{0, 0};
    setrlimit(RLIMIT_CORE, &none); // dying here is an answer
    for (const int signal : {SIGSEGV, SIGABRT, SIGFPE, SIGBUS, SIGILL, SIGINT, SIGTERM})
        std::signal(signal, SIG_DFL);
    const Result<void> examined = examineModelHere(arguments.first());
    return examined ? int(Yes) : fail(examined.error());
}

} // namespace ctl
