#include "core/targets/scripts.h"

#include "core/targets/scriptlines.h"
#include "core/targets/shmscript.h"

using namespace Qt::StringLiterals;

namespace {

// The daemon's process, remembered with its start time, so that a number that the system gave to another process since
// is never killed. It leads a group and a session of its own; tokenizers and workers are in them.
QString processFunctions(const Launch &launch)
{
    return u"pidfile="_s + quoted(launch.pidPath) + uR"sh(
# When it began; nothing for a process that has ended, even while nobody has collected it.
started_at() { sed -n 's/.*) \([^ZX] .*\)$/\1/p' "/proc/$1/stat" 2>/dev/null | cut -d' ' -f20; }
running_pid() {
    [ -f "$pidfile" ] || return 1
    local pid began
    read -r pid began <"$pidfile" || return 1
    [ -n "$pid" ] && [ -n "$began" ] && [ "$(started_at "$pid")" = "$began" ] && printf '%s\n' "$pid"
}
# Every process of the daemon's group and session, also when the daemon itself is gone.
service_pids() {
    [ -f "$pidfile" ] || return 0
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
)sh"_s;
}

QString sharedMemoryNote(const Launch &launch, const Topology &all, const ScriptText &say)
{
    if (hasOwnShm(all))
        return commentLine(say(
            "--shm-size: the container has its own /dev/shm of this size (its default, 64 MB, ends in a bus error).",
            "--shm-size：容器使用该大小的独立 /dev/shm（默认 64 MB 会导致 Bus error）。"));
    return commentLine(say("--ipc=host: the host's /dev/shm counts. --shm-size is left out on purpose: docker ignores "
                           "it beside --ipc=host, podman refuses the pair (engine found here: %1).",
                           "--ipc=host：以主机 /dev/shm 为准。有意不写 --shm-size：与 --ipc=host 同用时 docker "
                           "忽略、podman 拒绝（本节点引擎：%1）。")
                           .arg(launch.runtime));
}

} // namespace

QString dockerRunScript(const QString &deployment, const Topology &all, const Placement &member, const Launch &launch,
                        const Recipe &recipe)
{
    const ScriptText say(all.settings);
    QString text = scriptHead(say("Makes the container. Run it on the node.", "创建容器。在节点上执行。"), deployment,
                              member.name, say);
    text += u"set -eu\n\n"_s;
    text += commentLine(
        say("--net=host: the container uses the node's address and its network cards without translation.",
            "--net=host：容器直接使用节点地址与网卡，无地址转换。"));
    text += sharedMemoryNote(launch, all, say);
    for (const Json &mount : ::member(::member(recipe.data, "container"), "mounts"))
        text += commentLine(
            u"-v %1: %2"_s.arg(stringAt(mount, "path"), localText(::member(mount, "help"), say.language())));
    text += commentLine(
        say("Only what the official command mounts: docker makes a missing folder as an empty one of root's, podman "
            "refuses it. Weights are read-only.",
            "仅挂载官方命令所需目录：目录不存在时 docker 会以 root 创建空目录，podman 则拒绝。权重只读。"));
    return text + wrappedCommand(launch.runLines);
}

QString copyScript(const QString &deployment, const Topology &all, const Placement &member, const Launch &launch)
{
    const ScriptText say(all.settings);
    QString text = scriptHead(
        say("Copies the artifacts into the container. Run it on the node, where they lie in the folder named below.",
            "将产物拷贝到容器内。在节点上执行，产物位于下述目录。"),
        deployment, member.name, say);
    text += commentLine(launch.folder) + u"set -eu\n\n"_s;
    for (const CopyStep &step : launch.copies)
        text += commentLine(step.why) + quoted(step.argv) + QLatin1Char('\n');
    return text;
}

QString startScript(const QString &deployment, const Topology &all, const Placement &member, const Launch &launch)
{
    const ScriptText say(all.settings);
    QString text = scriptHead(say("Starts the service. Run it in the container; start every node, the first one first.",
                                  "启动服务。在容器内执行；所有节点都要启动，主节点优先。"), deployment, member.name, say);
    text += processFunctions(launch) + u"log="_s + quoted(launch.logPath) + QLatin1Char('\n');
    text += u"if pid=$(running_pid); then\n    printf '%s %s\\n' "_s
        + quoted(say("already running, pid", "已在运行，pid")) + u" \"$pid\"\n    exit 0\nfi\n"_s;
    text += commentLine(
                say("Workers that a daemon left behind hold the cards.", "守护进程异常退出后残留的子进程会占用 NPU。"))
        + u"end_service || exit 1\n"_s + clearBeforeStart(launch.process.sharedMemory, hasOwnShm(all), say);
    text += u"# shellcheck source=/dev/null\n. "_s + quoted(launch.folder + u"/env.sh"_s) + QLatin1Char('\n');
    text += commentLine(launch.process.workHelp);
    text += u"cd "_s + quoted(launch.process.workFolder) + u" || exit 1\n"_s;
    text += commentLine(
        say("A new log for every start: the ready line of the last one must not be taken for this one's.",
            "每次启动使用新日志，避免误认上一次的就绪标志。"));
    text += u"[ ! -e \"$log\" ] || mv -f \"$log\" \"$log.1\"\n"_s;
    text += commentLine(
                say("In a session of its own: stop.sh ends all of it.", "在独立会话中运行，由 stop.sh 整体结束。"))
        + u"setsid nohup "_s + wrappedCommand(launch.process.argvLines).chopped(1)
        + u" >\"$log\" 2>&1 </dev/null &\n"
          "pid=$!\n"
          "printf '%s %s\\n' \"$pid\" \"$(started_at \"$pid\")\" >\"$pidfile\"\n"_s;
    text += u"printf '%s %s\\n' "_s + quoted(say("started, pid", "已启动，pid")) + u" \"$pid\"\n"_s;
    if (!launch.process.readyLines.isEmpty())
        text += commentLine(
            (launch.process.readyTimes > 1
                 ? say("Ready when the log says so many times: %2 × %1", "就绪标志：日志出现 %2 次 %1")
                       .arg(launch.process.readyLines.join(" | "_L1))
                       .arg(launch.process.readyTimes)
                 : say("Ready when the log says: %1", "就绪标志：日志出现 %1")
                       .arg(launch.process.readyLines.join(" | "_L1))));
    return text;
}

QString stopScript(const QString &deployment, const Topology &all, const Placement &member, const Launch &launch)
{
    const ScriptText say(all.settings);
    QString text = scriptHead(say("Stops the service. Run it in the container.", "停止服务。在容器内执行。"),
                              deployment, member.name, say);
    text += processFunctions(launch);
    text += commentLine(say("Half a minute to end by itself, with all its processes.", "给予半分钟自行退出，包括其全部子进程。"));
    return text + stopLines(launch.process.sharedMemory, hasOwnShm(all), say);
}
