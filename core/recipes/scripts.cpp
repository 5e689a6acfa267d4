#include "core/recipes/scripts.h"

#include "core/recipes/scripttext.h"

namespace {

// The daemon's process, remembered with its start time, so that a number that the system gave to another process since
// is never killed. It leads a group and a session of its own; tokenizers and workers are in them.
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
# Every process of the daemon's group and session, also when the daemon itself is gone.
service_pids() {
    [ -r "$pidfile" ] || return 0
    local leader began stat line state group session
    read -r leader began <"$pidfile" || return 0
    line=$(started_at "$leader")
    if [ -z "$leader" ] || { [ -n "$line" ] && [ "$line" != "$began" ]; }; then return 0; fi
    for stat in /proc/[0-9]*/stat; do
        { read -r line <"$stat"; } 2>/dev/null || continue
        read -r state _ group session _ <<<"${line##*) }"
        case $state in Z | X) continue ;; esac
        line=${stat#/proc/}
        if [ "$group" = "$leader" ] || [ "$session" = "$leader" ]; then printf '%s\n' "${line%/stat}"; fi
    done
}
end_service() {
    local pids leader
    leader=$(running_pid) && kill -TERM "$leader"
    for _ in $(seq 60); do
        mapfile -t pids < <(service_pids)
        [ "${#pids[@]}" -gt 0 ] || return 0
        # The daemon ends its workers; without it nobody does.
        running_pid >/dev/null || kill -TERM "${pids[@]}" 2>/dev/null
        sleep 0.5
    done
    kill -KILL "${pids[@]}" 2>/dev/null
    for _ in $(seq 20); do
        [ -n "$(service_pids)" ] || return 0
        sleep 0.1
    done
    return 1
}
)sh");
}

bool hasOwnShm(const Membership &all) { return stringAt(all.settings, "ipc") == QLatin1String("private"); }

// MindIE names its shared memory after the daemon's number (MindIE-LLM executor.cpp, infer_tokenizer.cpp); older releases
// had llm_backend in it. With --ipc=host the numbers of another container's daemon may be the same, so there a name alone
// proves nothing: ours is what a process of this service has mapped.
QString mappedFunction()
{
    return QStringLiteral(R"sh(mapped_memory() {
    local pid leader path name
    read -r leader _ 2>/dev/null <"$pidfile" || return 0
    for pid in $(service_pids); do
        sed -n 's|^[^/]*\(/dev/shm/[^/]*\)$|\1|p' "/proc/$pid/maps" 2>/dev/null
    done | sort -u | while read -r path; do
        name=${path#/dev/shm/}
        case $name in
        *" (deleted)") ;;
        "$leader"_* | sem."$leader"_* | llm_tokenizer_shared_memory_* | *llm_backend_*) printf '%s\n' "$path" ;;
        esac
    done
}
)sh");
}

// What a daemon that was killed left behind, before the next start.
QString clearBeforeStart(const Membership &all, const Wording &say)
{
    if (hasOwnShm(all))
        return commentLine(say("Shared memory that a service that was killed left behind: this /dev/shm is the container's own.",
                               "清理异常退出的服务残留的共享内存：此 /dev/shm 为容器独有。"))
            + QStringLiteral("rm -f /dev/shm/*llm_backend_* /dev/shm/llm_tokenizer_shared_memory_*\n");
    return commentLine(say("--ipc=host: /dev/shm is the host's. What a killed service left there cannot be told from another container's, so it is named and left.",
                           "--ipc=host：/dev/shm 属于主机。异常退出的服务所残留的共享内存无法与其他容器的区分，因此只列出、不删除。"))
        + QStringLiteral("read -r old _ 2>/dev/null <\"$pidfile\" || old=\n"
                         "for path in /dev/shm/\"$old\"_* /dev/shm/sem.\"$old\"_* /dev/shm/llm_tokenizer_shared_memory_\"$old\"_*; do\n"
                         "    if [ -n \"$old\" ] && [ -e \"$path\" ]; then\n        printf '%s: %s\\n' ")
        + quoted(say("left in the host's shared memory, perhaps by the last start; remove it if no other service uses it",
                     "主机共享内存中有残留，可能来自上次启动；确认无其他服务使用后可删除"))
        + QStringLiteral(" \"$path\"\n    fi\ndone\n");
}

QString stopLines(const Membership &all, const Wording &say)
{
    const QString failed = QStringLiteral("if ! end_service; then\n    printf '%s\\n' ") + quoted(say("the service did not end", "服务未能结束"))
        + QStringLiteral(" >&2\n    exit 1\nfi\n");
    if (hasOwnShm(all))
        return failed + QStringLiteral("rm -f \"$pidfile\"\n")
            + commentLine(say("What it leaves in the container's own shared memory would keep the next start from working.", "清理容器独有共享内存中的残留，否则影响下次启动。"))
            + QStringLiteral("rm -f /dev/shm/*llm_backend_* /dev/shm/llm_tokenizer_shared_memory_*\n");
    return commentLine(say("--ipc=host: /dev/shm is the host's. Only what this service's own processes have mapped is removed when they have ended.",
                           "--ipc=host：/dev/shm 属于主机。仅在服务结束后删除其进程映射的共享内存。"))
        + mappedFunction() + QStringLiteral("mapfile -t memory < <(mapped_memory)\n") + failed
        + QStringLiteral("rm -f \"$pidfile\"\n[ \"${#memory[@]}\" -eq 0 ] || rm -f -- \"${memory[@]}\"\n");
}

QString sharedMemoryNote(const Launch &launch, const Membership &all, const Wording &say)
{
    if (hasOwnShm(all))
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
    text += commentLine(say("Workers that a daemon left behind hold the cards.", "守护进程异常退出后残留的子进程会占用 NPU。"))
        + QStringLiteral("end_service || exit 1\n") + clearBeforeStart(all, say);
    text += QStringLiteral("# shellcheck source=/dev/null\n. ") + quoted(launch.folder + QStringLiteral("/env.sh")) + QLatin1Char('\n');
    text += commentLine(launch.daemonHelp);
    text += QStringLiteral("cd ") + quoted(launch.daemonFolder) + QStringLiteral(" || exit 1\n");
    text += commentLine(say("A new log for every start: the ready line of the last one must not be taken for this one's.",
                            "每次启动使用新日志，避免误认上一次的就绪标志。"));
    text += QStringLiteral("[ ! -e \"$log\" ] || mv -f \"$log\" \"$log.1\"\n");
    text += commentLine(say("In a session of its own: stop.sh ends all of it.", "在独立会话中运行，由 stop.sh 整体结束。"))
        + QStringLiteral("setsid nohup ") + quoted(launch.daemonArgv) + QStringLiteral(" >\"$log\" 2>&1 </dev/null &\n"
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
    text += commentLine(say("Half a minute to end by itself, with all its processes.", "给予半分钟自行退出，包括其全部子进程。"));
    return text + stopLines(all, say);
}
