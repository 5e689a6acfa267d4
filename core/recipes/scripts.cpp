#include "core/recipes/scripts.h"

#include "core/recipes/scripttext.h"

namespace {

// The daemon's process, remembered with its start time, so that a number that the system gave to
// another process since is never killed.
QString processFunctions(const Launch &launch)
{
    return QStringLiteral("pidfile=") + quoted(launch.pidPath) + QStringLiteral(R"sh(
# When it began; nothing for a process that has ended, even while nobody has collected it.
started_at() { sed -n 's/.*) \([^ZX] .*\)$/\1/p' "/proc/$1/stat" 2>/dev/null | cut -d' ' -f20; }
running_pid() {
    [ -r "$pidfile" ] || return 1
    local pid began
    read -r pid began <"$pidfile" || return 1
    [ -n "$pid" ] && [ -n "$began" ] && [ "$(started_at "$pid")" = "$began" ] && printf '%s\n' "$pid"
}
)sh");
}

QString sharedMemoryNote(const Launch &launch, const Membership &all, const Wording &say)
{
    if (stringAt(all.settings, "ipc") == QLatin1String("private"))
        return commentLine(say("--shm-size: the container has its own /dev/shm of this size (its default, 64 MB, ends in a bus error).",
                               "--shm-size：容器使用该大小的独立 /dev/shm（默认 64 MB 会导致 Bus error）。"));
    return commentLine(say("--ipc=host: the host's /dev/shm counts. --shm-size is left out on purpose: docker ignores it beside --ipc=host, podman refuses the pair (engine found here: %1).",
                           "--ipc=host：以主机 /dev/shm 为准。有意不写 --shm-size：与 --ipc=host 同用时 docker 忽略、podman 拒绝（本节点引擎：%1）。").arg(launch.engine));
}

} // namespace

QString dockerRunScript(const QString &deployment, const Membership &all, const Member &member, const Launch &launch, const Recipe &recipe)
{
    const Wording say(all.settings);
    QString text = scriptHead(say("Makes the container. Run it on the node.", "创建容器。在节点上执行。"), deployment, member.name, say);
    text += QStringLiteral("set -eu\n\n");
    text += commentLine(say("--net=host: the container uses the node's address and its network cards without translation.",
                            "--net=host：容器直接使用节点地址与网卡，无地址转换。"));
    text += sharedMemoryNote(launch, all, say);
    for (const Json &mount : recipe.data.at("container").at("mounts"))
        text += commentLine(QStringLiteral("-v %1: %2").arg(stringAt(mount, "path"), localText(mount.at("help"), say.language())));
    text += commentLine(say("Only what the official command mounts: docker makes a missing folder as an empty one of root's, podman refuses it. Weights are read-only.",
                            "仅挂载官方命令所需目录：目录不存在时 docker 会以 root 创建空目录，podman 则拒绝。权重只读。"));
    return text + wrappedCommand(launch.runLines);
}

QString copyScript(const QString &deployment, const Membership &all, const Member &member, const Launch &launch)
{
    const Wording say(all.settings);
    QString text = scriptHead(say("Copies the artifacts into the container. Run it on the node, where they lie in the folder named below.",
                                  "将产物拷贝到容器内。在节点上执行，产物位于下述目录。"), deployment, member.name, say);
    text += commentLine(launch.folder) + QStringLiteral("set -eu\n\n");
    for (const CopyStep &step : launch.copies)
        text += commentLine(step.why) + quoted(step.argv) + QLatin1Char('\n');
    return text;
}

QString startScript(const QString &deployment, const Membership &all, const Member &member, const Launch &launch)
{
    const Wording say(all.settings);
    QString text = scriptHead(say("Starts the service. Run it in the container; start every node, the first one first.",
                                  "启动服务。在容器内执行；所有节点都要启动，主节点优先。"), deployment, member.name, say);
    text += processFunctions(launch) + QStringLiteral("log=") + quoted(launch.logPath) + QLatin1Char('\n');
    text += QStringLiteral("if pid=$(running_pid); then\n    printf '%s %s\\n' ") + quoted(say("already running, pid", "已在运行，pid"))
        + QStringLiteral(" \"$pid\"\n    exit 0\nfi\n");
    text += commentLine(say("Shared memory that a service that was killed left behind (it would not start again).",
                            "清理异常退出的服务残留的共享内存（否则无法再次启动）。"));
    text += QStringLiteral("rm -f /dev/shm/*llm_backend_* /dev/shm/llm_tokenizer_shared_memory_*\n");
    text += QStringLiteral("# shellcheck source=/dev/null\n. ") + quoted(launch.folder + QStringLiteral("/env.sh")) + QLatin1Char('\n');
    text += commentLine(say("From mindie-service itself, not from inside bin.", "在 mindie-service 目录下启动，不要进入 bin。"));
    text += QStringLiteral("cd ") + quoted(stringAt(all.settings, "mindieHome")) + QStringLiteral(" || exit 1\n");
    text += commentLine(say("A new log for every start: the ready line of the last one must not be taken for this one's.",
                            "每次启动使用新日志，避免误认上一次的就绪标志。"));
    text += QStringLiteral("[ ! -e \"$log\" ] || mv -f \"$log\" \"$log.1\"\n"
                           "nohup ./bin/mindieservice_daemon >\"$log\" 2>&1 </dev/null &\n"
                           "pid=$!\n"
                           "printf '%s %s\\n' \"$pid\" \"$(started_at \"$pid\")\" >\"$pidfile\"\n");
    text += QStringLiteral("printf '%s %s\\n' ") + quoted(say("started, pid", "已启动，pid")) + QStringLiteral(" \"$pid\"\n");
    text += commentLine(say("Ready when the log says: %1", "就绪标志：日志出现 %1").arg(launch.readyLines.join(QLatin1String(" | "))));
    return text;
}

QString stopScript(const QString &deployment, const Membership &all, const Member &member, const Launch &launch)
{
    const Wording say(all.settings);
    QString text = scriptHead(say("Stops the service. Run it in the container.", "停止服务。在容器内执行。"), deployment, member.name, say);
    text += processFunctions(launch);
    text += QStringLiteral("if pid=$(running_pid); then\n    kill \"$pid\"\n");
    text += QStringLiteral("    ") + commentLine(say("Half a minute to end by itself.", "给予半分钟自行退出。"));
    text += QStringLiteral("    for _ in $(seq 60); do\n        running_pid >/dev/null || break\n        sleep 0.5\n    done\n"
                           "    if running_pid >/dev/null; then kill -9 \"$pid\"; fi\nfi\nrm -f \"$pidfile\"\n");
    text += commentLine(say("What it leaves in shared memory would keep the next start from working.", "清理共享内存残留，否则影响下次启动。"));
    return text + QStringLiteral("rm -f /dev/shm/*llm_backend_* /dev/shm/llm_tokenizer_shared_memory_*\n");
}
