#include "core/bundle/nodeparts.h"

#include "core/bundle/bundletext.h"
#include "core/deploy/containerfiles.h"
#include "core/deploy/daemon.h"
#include "core/engines/recipebook.h"
#include "core/shell/quote.h"
#include "core/targets/standin.h"

using namespace Qt::StringLiterals;

namespace {

constexpr std::chrono::seconds npuSmiTime{60}; // it is slow where a chip is in trouble

constexpr int someAreLinks = 97;

// The newest files of a folder, the end of each; a folder that is a link is not looked into. $1: the most bytes of a
// file, then the folders.
QStringList newestLogs(const QStringList &folders)
{
    return QStringList{u"sh"_s, u"-c"_s,
                       u"n=$1 r=0; shift; for d; do [ ! -h \"$d\" ] || { r=97; "
                        "printf '%s -> %s\\n' \"$d\" \"$(readlink -- \"$d\")\" >&2; }; done; "
                        "find \"$@\" -type f -name '*.log' -mtime -2 2>/dev/null | head -n 400 | "
                        "while IFS= read -r f; do echo \"$(date -r \"$f\" +%s) $f\"; done | sort -rn | head -n 24 | "
                        "while IFS= read -r l; do f=${l#* }; echo \"==> $f\"; tail -c \"$n\" -- \"$f\"; echo; done; "
                        "exit $r"_s,
                       u"sh"_s, u"262144"_s}
        + folders;
}

} // namespace

DeployedParts deployedParts(const Deployment &deployment, const QList<NodeFacts> &facts)
{
    DeployedParts parts;
    const Result<Recipe> recipe = findRecipe(deployment.recipe);
    if (!recipe) {
        parts.refusal = recipe.error().message;
        return parts;
    }
    if (const Result<ArtifactSet> set = generateArtifacts(deployment, *recipe, facts)) {
        parts.generated = parts.onNodes = set->files;
    } else {
        parts.refusal = set.error().message;
        if (const auto files = filesToRead(deployment, *recipe, facts))
            parts.onNodes = *files;
    }
    if (const auto launches = launchesToRead(withDefaults(deployment), *recipe, facts))
        parts.launches = *launches;
    return parts;
}

QList<BundleQuestion> bundleQuestions(const std::optional<Launch> &launch)
{
    const auto tail = [](const QString &command, int lines) {
        return QStringList{u"sh"_s, u"-c"_s, command + u" 2>&1 | tail -n %1"_s.arg(lines)};
    };
    QList<BundleQuestion> questions = {
        {u"host/uname.txt"_s, {u"uname"_s, u"-a"_s}},
        {u"host/os-release.txt"_s, {u"cat"_s, u"/etc/os-release"_s}},
        {u"host/uptime.txt"_s, {u"cat"_s, u"/proc/uptime"_s, u"/proc/loadavg"_s}},
        {u"host/date.txt"_s, {u"date"_s, u"-u"_s, u"+%Y-%m-%dT%H:%M:%SZ"_s}},
        {u"host/memory.txt"_s, {u"cat"_s, u"/proc/meminfo"_s}},
        {u"host/disk.txt"_s, {u"df"_s, u"-kP"_s}},
        {u"host/addresses.txt"_s, {u"ip"_s, u"addr"_s}},
        {u"host/processes.txt"_s, {u"ps"_s, u"-eo"_s, u"pid,ppid,user,stat,lstart,rss,comm"_s}},
        {u"host/kernel-log.txt"_s, tail(u"dmesg -T"_s, 4000)},
        {u"npu/npu-smi-info.txt"_s, {u"npu-smi"_s, u"info"_s}, npuSmiTime},
        {u"npu/npu-smi-info-m.txt"_s, {u"npu-smi"_s, u"info"_s, u"-m"_s}, npuSmiTime},
        {u"npu/driver-version.txt"_s, {u"cat"_s, u"/usr/local/Ascend/driver/version.info"_s}},
        {u"npu/firmware-version.txt"_s, {u"cat"_s, u"/usr/local/Ascend/firmware/version.info"_s}},
        {u"npu/hccn.conf"_s, {u"cat"_s, u"/etc/hccn.conf"_s}},
    };
    if (!launch)
        return questions;
    const QString engine = launch->runtime, container = launch->container;
    const auto inside = [&](const QStringList &argv) { return QStringList{engine, u"exec"_s, container} + argv; };
    questions += {
        {u"container/version.txt"_s, {engine, u"version"_s}},
        {u"container/all.txt"_s, {engine, u"ps"_s, u"-a"_s}},
        {u"container/images.txt"_s, {engine, u"images"_s}},
        {u"container/inspect.json"_s, {engine, u"inspect"_s, container}},
        {u"container/output.log"_s, tail(quoted({engine, u"logs"_s, container}), 20'000)},
        {u"logs/service.log"_s, serviceLogArgv(*launch, mostLogBytes), std::chrono::seconds(60), true},
        // MindIE's own (its log folders of 2.x and ATB's) and CANN's (ASCEND_PROCESS_LOG_PATH, default ~/ascend/log)
        {u"logs/engine-and-cann.log"_s,
         inside(newestLogs({u"/root/mindie/log"_s, u"/root/atb/log"_s, u"/root/ascend/log"_s})),
         std::chrono::seconds(60), false, true},
        {u"files/list.txt"_s, {u"ls"_s, u"-la"_s, u"--"_s, launch->folder}},
    };
    return questions;
}

QList<BundleQuestion> fileQuestions(const QList<Artifact> &files, const QString &node)
{
    QList<BundleQuestion> questions;
    for (const Artifact &file : files) {
        if (!file.remotePath.isEmpty() && (file.node.isEmpty() || file.node == node))
            questions << BundleQuestion{u"files/"_s + pathPart(file.remotePath.section(u'/', -1)),
                                        nodeFileArgv(file.remotePath),
                                        std::chrono::seconds(20),
                                        true};
    }
    return questions;
}

QList<BundlePart> nodeParts(Shell &shell, const QString &node, const QList<BundleQuestion> &questions,
                            std::stop_token stop)
{
    QList<BundlePart> parts;
    std::optional<Error> lost;
    QHash<QString, QString> silent;      // tools that did not answer in time, and what was said of it
    for (const BundleQuestion &question : questions) {
        BundlePart part{u"nodes/%1/%2"_s.arg(pathPart(node), question.path), {}, quoted(question.argv), {}};
        if (lost) {
            part.trouble = lost->message;
            parts << part;
            continue;
        }
        const QString tool = question.argv.value(0);
        if (silent.contains(tool)) {
            part.trouble = BundleText::tr("%1 was not asked again: %2").arg(tool, silent.value(tool));
            parts << part;
            continue;
        }
        const Result<CommandOutput> output = shell.run(
            {.argv = question.argv, .timeout = question.timeout, .keepAtMost = mostLogBytes, .isQuestion = true}, stop);
        if (!output) {
            part.trouble = output.error().message;
            if (output.error().kind == ErrorKind::Connection || output.error().kind == ErrorKind::Canceled)
                lost = output.error();
            if (output.error().kind == ErrorKind::Timeout && tool == "npu-smi"_L1)
                silent.insert(tool, part.trouble);
        } else if (const QString other = question.isOurFile ? wordsInPlace(*output) : QString(); !other.isEmpty()) {
            part.trouble = other;
        } else if (question.namesLinks && output->exitCode == someAreLinks) {
            part.content = output->out;
            part.trouble
                = BundleText::tr("folders that are symbolic links were not looked into: %1")
                      .arg(QString::fromUtf8(output->err).split(u'\n', Qt::SkipEmptyParts).join(", "_L1));
        } else {
            part.content = output->out;
            if (!output->err.isEmpty())
                part.content += beforeErrors + output->err;
            if (output->exitCode != 0) {
                part.trouble = BundleText::tr("the command ended with exit code %1").arg(output->exitCode);
                if (part.path.endsWith(".json"_L1)) // what is said in its place is none
                    part.path = part.path.chopped(4) + u"txt"_s;
            } else if (output->truncated) {
                part.trouble = BundleText::tr("cut: only the first %1 bytes are here").arg(mostLogBytes);
            }
        }
        parts << part;
    }
    return parts;
}

void setOlderApart(Shell &shell, const Launch &launch, QList<BundlePart> &parts, std::stop_token stop)
{
    const Result<CommandOutput> process = shell.run(
        {.argv = daemonProbe(launch, false), .timeout = std::chrono::seconds(30), .isQuestion = true}, std::move(stop));
    if (!process || process->exitCode != 1) // it runs, or that cannot be told
        return;
    for (BundlePart &part : parts) {
        QStringList folders = part.path.split(u'/'); // nodes/NAME/logs/service.log
        if (folders.size() == 4 && folders[2] == "logs"_L1)
            folders[2] = u"before-last-run"_s;
        part.path = folders.join(u'/');
    }
}
