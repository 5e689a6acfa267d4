#include "core/targets/shmscript.h"

#include "core/targets/scriptlines.h"

using namespace Qt::StringLiterals;

namespace {

// "/dev/shm/*a /dev/shm/b*": patterns, so not quoted.
QString below(const QStringList &patterns)
{
    QStringList paths;
    for (const QString &pattern : patterns)
        paths << u"/dev/shm/"_s + pattern;
    return paths.join(QLatin1Char(' '));
}

// With --ipc=host the numbers of another container's service may be the same, so there a name alone proves nothing:
// ours is what a process of this service has mapped.
QString mappedFunction(const SharedMemory &memory)
{
    return uR"sh(mapped_memory() {
    local pid leader path name
    [ -f "$pidfile" ] || return 0
    read -r leader _ 2>/dev/null <"$pidfile" || return 0
    for pid in $(service_pids); do
        sed -n 's|^[^/]*\(/dev/shm/[^/]*\)$|\1|p' "/proc/$pid/maps" 2>/dev/null
    done | sort -u | while read -r path; do
        name=${path#/dev/shm/}
        case $name in
        *" (deleted)") ;;
        %1) printf '%s\n' "$path" ;;
        esac
    done
}
)sh"_s.replace("%1"_L1, memory.casePattern);
}

} // namespace

bool hasOwnShm(const Topology &topology)
{
    return stringAt(topology.settings, "ipc") == "private"_L1;
}

QString clearBeforeStart(const SharedMemory &memory, bool isOwn, const ScriptText &say)
{
    if (memory.isEmpty())
        return {};
    if (isOwn)
        return commentLine(say(
                   "Shared memory that a service that was killed left behind: this /dev/shm is the container's own.",
                   "清理异常退出的服务残留的共享内存：此 /dev/shm 为容器独有。"))
            + u"rm -f %1\n"_s.arg(below(memory.ownPatterns));
    return commentLine(say("--ipc=host: /dev/shm is the host's. What a killed service left there cannot be told from "
                           "another container's, so it is named and left.",
                           "--ipc=host：/dev/shm "
                           "属于主机。异常退出的服务所残留的共享内存无法与其他容器的区分，因此只列出、不删除。"))
        + u"old=\nif [ -f \"$pidfile\" ]; then read -r old _ <\"$pidfile\" || old=; fi\n"
          "for path in %1; do\n"
          "    if [ -n \"$old\" ] && [ -e \"$path\" ]; then\n        printf '%s: %s\\n' "_s.replace(
              "%1"_L1, below(memory.leftPatterns))
        + quoted(
               say("left in the host's shared memory, perhaps by the last start; remove it if no other service uses it",
                   "主机共享内存中有残留，可能来自上次启动；确认无其他服务使用后可删除"))
        + u" \"$path\"\n    fi\ndone\n"_s;
}

QString stopLines(const SharedMemory &memory, bool isOwn, const ScriptText &say)
{
    const QString failed = u"if ! end_service; then\n    printf '%s\\n' "_s
        + quoted(say("the service did not end", "服务未能结束")) + u" >&2\n    exit 1\nfi\n"_s;
    const QString forgotten = u"rm -f \"$pidfile\"\n"_s;
    if (memory.isEmpty())
        return failed + forgotten;
    if (isOwn)
        return failed + forgotten
            + commentLine(
                   say("What it leaves in the container's own shared memory would keep the next start from working.",
                       "清理容器独有共享内存中的残留，否则影响下次启动。"))
            + u"rm -f %1\n"_s.arg(below(memory.ownPatterns));
    return commentLine(say("--ipc=host: /dev/shm is the host's. Only what this service's own processes have mapped is "
                           "removed when they have ended.",
                           "--ipc=host：/dev/shm 属于主机。仅在服务结束后删除其进程映射的共享内存。"))
        + mappedFunction(memory) + u"mapfile -t memory < <(mapped_memory)\n"_s + failed + forgotten
        + u"[ \"${#memory[@]}\" -eq 0 ] || rm -f -- \"${memory[@]}\"\n"_s;
}
