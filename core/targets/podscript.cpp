#include "core/targets/podscript.h"

#include "core/targets/scriptlines.h"
#include "core/targets/shmscript.h"

using namespace Qt::StringLiterals;

namespace {

// The bytes of /proc/net/route stand in reverse order, so that a longer mask is the greater number there.
QString interfaceFunction(const ScriptText &say)
{
    return commentLine(say("The network card in whose subnet an address is, by the kernel's own routes (IPv4).",
                           "根据内核路由表查找地址所在子网的网卡（IPv4）。"))
        + uR"sh(interface_of() {
    local a b c d address name destination gateway mask best='' longest=0
    IFS=. read -r a b c d <<<"$1"
    address=$((a | b << 8 | c << 16 | d << 24))
    while read -r name destination gateway _ _ _ _ mask _; do
        case $name in Iface | *[!A-Za-z0-9_.-]*) continue ;; esac
        [ "$gateway" = 00000000 ] || continue
        mask=$((16#$mask))
        if [ "$mask" -gt "$longest" ] && [ $((address & mask)) -eq $((16#$destination)) ]; then
            best=$name longest=$mask
        fi
    done <"${ROUTES:-/proc/net/route}"
    printf '%s' "$best"
}
)sh"_s;
}

// LWS_LEADER_ADDRESS is LEADER.SUBDOMAIN.NAMESPACE, the leader's pod NAME-GROUP, a worker's NAME-GROUP-INDEX
// (kubernetes-sigs/lws v0.9.0, pkg/utils/pod/pod_utils.go). The operator sorts its table by rank, the master's first
// (mind-cluster, component/ascend-operator/pkg/ranktable/common/common.go).
QString addressFunction(PodWorkload workload, const ScriptText &say)
{
    if (workload == PodWorkload::LeaderWorkerSet)
        return commentLine(say("Of another pod of the group, by its DNS name.", "组内其他 Pod 的地址，通过 DNS 名称查询。"))
            + uR"sh(address_of() {
    local host=${LWS_LEADER_ADDRESS%%.*} found
    [ "$1" = 0 ] || host=$host-$1
    read -r found _ < <(getent ahosts "$host.${LWS_LEADER_ADDRESS#*.}")
    printf '%s' "${found:-}"
}
)sh"_s;
    return commentLine(say("Of another pod of the group, from the operator's table.", "组内其他 Pod 的地址，取自 rank table。"))
        + uR"sh(address_of() {
    grep -o '"container_ip" *: *"[^"]*"' "$table" | sed -n "$(($1 + 1))s/.*\"\\([^\"]*\\)\"\$/\\1/p"
}
)sh"_s;
}

QString waitForTable(const ScriptText &say)
{
    return commentLine(say("The operator writes it when all pods have their cards; Kubernetes brings it here within "
                           "about a minute.",
                           "所有 Pod 分配到 NPU 后由 operator 写入，约一分钟内同步到此处。"))
        + u"until grep -q '\"status\" *: *\"completed\"' \"$table\" 2>/dev/null; do\n    printf '%s\\n' "_s
        + quoted(say("waiting for the rank table", "等待 rank table")) + u"\n    sleep 5\ndone\n"_s;
}

QString renderFunction(const ScriptText &say)
{
    return commentLine(say("One file, with the addresses filled in. A line that names a network card is left out where "
                           "it is not known.",
                           "填入地址并写出一个文件；网卡未知时省略对应行。"))
        + uR"sh(render() {
    local line i
    mkdir -p "${2%/*}" || exit 1
    while IFS= read -r line; do
        case $line in *@POD_INTERFACE@*) [ -n "$interface" ] || continue ;; esac
        line=${line//@POD_IP@/$pod_ip}
        line=${line//@POD_INTERFACE@/$interface}
        for i in "${!addresses[@]}"; do line=${line//"@POD_${i}_IP@"/${addresses[i]}}; done
        printf '%s\n' "$line"
    done <"$config/$1" >"$2" || fail "$2"
    chmod 640 "$2" || exit 1
}
)sh"_s;
}

QString waitForAddresses(const ScriptText &say)
{
    return uR"sh(ask() {
    until is_address "${addresses[$1]:-}"; do
        addresses[$1]=$(address_of "$1")
        is_address "${addresses[$1]}" && break
        printf '%s %s\n' )sh"_s
        + quoted(say("waiting for the address of pod", "等待 Pod 地址")) + uR"sh( "$1"
        sleep 2
    done
}
)sh"_s;
}

QString placesOf(const PodPlan &plan)
{
    QString text = u"case $index in\n"_s;
    for (int i = 0; i < plan.pods.size(); ++i) {
        text += u"%1)\n"_s.arg(i);
        for (const int other : plan.pods[i].asks)
            text += u"    ask %1\n"_s.arg(other);
        for (const PodFile &file : plan.pods[i].files)
            text += u"    render "_s + quoted({u"%1.%2"_s.arg(i).arg(file.name), file.path}) + QLatin1Char('\n');
        text += u"    ;;\n"_s;
    }
    return text + u"*) fail \"$index\" ;;\nesac\n"_s;
}

// PID 1 of the container collects what ends and passes the end on; the service decides how long it takes.
QString serveLines(const PodPlan &plan)
{
    return u"bash "_s + quoted(plan.launch.folder + u"/service.sh"_s) + uR"sh( &
service=$!
trap 'kill -TERM "$service" 2>/dev/null' TERM INT
code=0
while kill -0 "$service" 2>/dev/null; do
    wait "$service"
    code=$?
done
exit "$code"
)sh"_s;
}

} // namespace

QString podScript(const PodPlan &plan, const QString &deployment)
{
    const ScriptText say(plan.topology.settings);
    const bool isGroup = plan.pods.size() > 1, hasTable = plan.workload == PodWorkload::AscendJob;
    QString text = scriptHead(say("Runs in every pod: writes the files of its place and starts the service.",
                                  "在每个 Pod 中执行：写出对应的文件并启动服务。"), deployment,
                              say("every pod", "所有 Pod"), say);
    text += u"set -u\numask 027\nconfig=${CONFIG:-%1}\n"_s.arg(podConfigFolder);
    text += u"fail() {\n    printf 'run.sh: %s: %s\\n' "_s
        + quoted(say("this pod cannot start", "该 Pod 无法启动")) + u" \"$1\" >&2\n    exit 1\n}\n"_s;
    text += u"is_address() { case $1 in '' | *[!0-9A-Fa-f.:]*) return 1 ;; esac; }\n"_s;
    text += interfaceFunction(say) + renderFunction(say);
    if (isGroup)
        text += addressFunction(plan.workload, say) + waitForAddresses(say);
    text += QLatin1Char('\n');
    text += commentLine(say("Its place in the group; the first one answers clients.", "在组内的序号，首个对外提供服务。"));
    text += !isGroup ? u"index=0\n"_s : hasTable ? u"index=${RANK:-}\n"_s : u"index=${LWS_WORKER_INDEX:-}\n"_s;
    text += u"pod_ip=${POD_IP:-}\nis_address \"$pod_ip\" || fail POD_IP\ninterface=''\n"
            "case $pod_ip in *:*) ;; *) interface=$(interface_of \"$pod_ip\") ;; esac\naddresses=()\n"_s;
    if (hasTable)
        text += u"table=${TABLE:-%1}\n"_s.arg(operatorTable) + waitForTable(say);
    text += placesOf(plan);
    for (const ProcessFolder &folder : plan.launch.process.folders)
        text += commentLine(folder.why) + u"cp -r "_s + quoted({u"--"_s, folder.from + u"/."_s, folder.to})
            + u" || fail "_s + quoted(folder.to) + QLatin1Char('\n');
    if (hasOwnShm(plan.topology))
        text += clearBeforeStart(plan.launch.process.sharedMemory, true, say);
    return text + serveLines(plan);
}
