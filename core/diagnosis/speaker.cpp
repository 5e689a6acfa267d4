#include "core/diagnosis/speaker.h"

#include <algorithm>

namespace {

constexpr qsizetype longestName = 64;

// What a service is made of: a name is that of one where one of these words, in small letters, begins in it behind no
// letter. PyTorch calls its processes pt_main_thread (torch/csrc/Module.cpp); the kernel keeps 15 letters of a name.
constexpr QByteArrayView engineNames[]
    = {"python", "vllm", "sglang", "mindie", "mooncake", "ray::", "raylet", "gcs_server", "pt_", "torch"};
constexpr QByteArrayView crashWords = "]: segfault at "; // behind a process' name and number, by the kernel
constexpr QByteArrayView npuNames[]
    = {"npu", "ascend", "hccl", "hccn", "hccp", "slogd", "sklogd", "tsdaemon", "devmm", "drv", "davinci"};
constexpr QByteArrayView carrierNames[]
    = {"docker", "container", "runc", "podman", "conmon", "crio", "cri-o", "isula", "kube", "k3s", "kernel"};

// What makes containers and tells of any of them.
constexpr QByteArrayView runtimes[]
    = {"kubelet", "containerd", "dockerd", "docker", "crio", "isulad", "podman", "k3s", "k3s-agent"};
// What repeats the words of others: a line of an engine, a command, an answer.
constexpr QByteArrayView relays[]
    = {"systemd", "sudo",     "cron",     "anacron", "audit",      "rsyslog",     "abrt",
       "fluent",  "promtail", "filebeat", "vector",  "logstash",   "nginx",       "haproxy",
       "envoy",   "telegraf", "zabbix",   "grafana", "prometheus", "alertmanager"};

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}
bool isLetter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// docker's names for its containers, which are the tags of their lines in the journal and in syslog
bool isContainerId(QByteArrayView name)
{
    return (name.size() == 12 || name.size() == 64)
        && std::all_of(name.begin(), name.end(), [](char c) { return isDigit(c) || (c >= 'a' && c <= 'f'); });
}

template<size_t count>
bool holdsWord(QByteArrayView written, const QByteArrayView (&words)[count])
{
    const QByteArray name = written.toByteArray().toLower();
    return std::any_of(std::begin(words), std::end(words), [&](QByteArrayView word) {
        for (qsizetype at = 0; (at = name.indexOf(word, at)) >= 0; ++at) {
            if (at == 0 || !isLetter(name[at - 1])) // "npu" is not in "input"
                return true;
        }
        return false;
    });
}

bool isServiceLike(QByteArrayView name)
{
    return isEngineProcess(name) || holdsWord(name, npuNames);
}
bool isOwn(QByteArrayView name)
{
    return isServiceLike(name) || isContainerId(name) || holdsWord(name, carrierNames);
}

bool isRelay(QByteArrayView program)
{
    const QByteArray name = program.toByteArray().toLower();
    return name == "su" || name.contains("exporter")
        || std::any_of(std::begin(relays), std::end(relays), [&](QByteArrayView one) { return name.startsWith(one); });
}

QByteArrayView between(QByteArrayView line, QByteArrayView before, QByteArrayView after)
{
    const qsizetype at = line.indexOf(before);
    if (at < 0)
        return {};
    const QByteArrayView rest = line.sliced(at + before.size());
    const qsizetype end = rest.indexOf(after);
    return end < 0 ? QByteArrayView() : rest.first(end);
}

// Of "oom-kill:constraint=...,task=firefox,pid=4411,uid=0"
QByteArrayView oomMember(QByteArrayView line, QByteArrayView key)
{
    const qsizetype at = line.indexOf(key);
    const QByteArrayView rest = at < 0 ? QByteArrayView() : line.sliced(at + key.size());
    const qsizetype end = rest.indexOf(',');
    return end < 0 ? rest.trimmed() : rest.first(end);
}

// Linux mm/oom_kill.c: "Out of memory: Killed process 4411 (firefox) total-vm:...", "Kill process" before 5.x,
// "oom-kill:constraint=...,task=firefox,pid=4411,uid=0", "firefox invoked oom-killer: gfp_mask=...". Linux
// arch/x86/mm/fault.c: "firefox[4411]: segfault at 0 ip ...".
QByteArrayView endedByKernel(QByteArrayView line)
{
    for (const QByteArrayView words : {QByteArrayView("Killed process "), QByteArrayView("Kill process ")}) {
        if (const qsizetype at = line.indexOf(words); at >= 0) {
            const QByteArrayView rest = line.sliced(at);
            const QByteArrayView name = between(rest, " (", ") ");
            return name.isEmpty() ? between(rest, " (", ")") : name; // the line may end there
        }
    }
    if (line.contains("oom-kill:"))
        return oomMember(line, ",task=");
    qsizetype end = line.indexOf(" invoked oom-killer:");
    if (end < 0) {
        const qsizetype crash = line.indexOf(crashWords);
        end = crash < 0 ? -1 : line.first(crash).lastIndexOf('[');
    }
    if (end < 0)
        return {};
    QByteArrayView name = line.first(end);
    for (const QByteArrayView before : {QByteArrayView(": "), QByteArrayView("] ")}) {
        if (const qsizetype at = name.lastIndexOf(before); at >= 0)
            name = name.sliced(at + before.size());
    }
    return name;
}

// That in which a process crashed, "... error 4 in libascendcl.so[...]", without "lib"; empty: another one.
QByteArrayView libraryOfCrash(QByteArrayView line)
{
    return line.contains(crashWords) ? between(line, " in lib", "[") : QByteArrayView();
}

bool isNamed(QByteArrayView text)
{
    return !text.isEmpty() && text.size() <= longestName && std::all_of(text.begin(), text.end(), [](char c) {
        return isLetter(c) || isDigit(c) || QByteArrayView("._-@/+").contains(c);
    });
}

// What stands where a host's or a program's name would in lines of Python and of docker: "... root ERROR: x",
// "... stderr F OSError: x".
bool isNoName(QByteArrayView text)
{
    for (const char *word :
         {"error", "warning", "warn", "info", "debug", "fatal", "critical", "notice", "stdout", "stderr"}) {
        if (text.compare(word, Qt::CaseInsensitive) == 0)
            return true;
    }
    return text.endsWith("Error") || text.endsWith("Exception") || text.endsWith("Warning");
}

// "Nov 30 11:50:02", "2026-11-30T11:50:02.123+08:00": the size of it and of the blank after it; 0: there is none.
qsizetype systemStamp(QByteArrayView line)
{
    const auto isLike = [](char one, char c) { // 0: a digit, a: a letter, _: a digit or a blank
        return one == '0' ? isDigit(c) : one == 'a' ? isLetter(c) : one == '_' ? c == ' ' || isDigit(c) : c == one;
    };
    const auto fits = [&](QByteArrayView layout) {
        return line.size() > layout.size() && std::equal(layout.begin(), layout.end(), line.begin(), isLike);
    };
    const QByteArrayView syslog("aaa _0 00:00:00"), iso("0000-00-00T00:00:00");
    const qsizetype size = fits(syslog) ? syslog.size() : fits(iso) ? iso.size() : 0;
    const qsizetype blank = size == 0 ? -1 : line.indexOf(' ', size);
    return blank >= 0 && blank - size <= 16 ? blank + 1 : 0; // parts of a second and a zone
}

// "[16794.226248] ", "[Mon Nov 30 11:50:02 2026] ": as above
qsizetype kernelStamp(QByteArrayView line)
{
    const qsizetype end = line.startsWith('[') ? line.indexOf("] ") : -1;
    return end > 0 && end <= 32 && (line.first(end).contains('.') || line.first(end).contains(':')) ? end + 2 : 0;
}

bool isDatedKernelLine(QByteArrayView line)
{
    return kernelStamp(line) > 0 && isLetter(line[1]) && isLetter(line[3]) && line[4] == ' ';
}

// "1764480000.123456 ", of journalctl -o short-unix: as above
qsizetype unixStamp(QByteArrayView line)
{
    constexpr qsizetype point = 10, size = 17;
    if (line.size() <= size || line[point] != '.' || line[size] != ' ')
        return 0;
    for (qsizetype i = 0; i < size; ++i) {
        if (i != point && !isDigit(line[i]))
            return 0;
    }
    return size + 1;
}

// "<134>", of RFC 3164 and RFC 5424: as above
qsizetype prioritySize(QByteArrayView line)
{
    const qsizetype end = line.startsWith('<') ? line.first(std::min(line.size(), qsizetype(5))).indexOf('>') : -1;
    return end > 1 && std::all_of(line.begin() + 1, line.begin() + end, isDigit) ? end + 1 : 0;
}

struct Said
{
    QByteArrayView program, message;
};

// The size of the elements "[id name="value"]...", or of "-"; -1: none is there.
qsizetype elementsSize(QByteArrayView text)
{
    if (text.startsWith('-'))
        return 1;
    qsizetype at = 0;
    while (at < text.size() && text[at] == '[') {
        bool isQuoted = false;
        for (++at; at < text.size() && (isQuoted || text[at] != ']'); ++at) {
            if (text[at] == '\\')
                ++at;
            else if (text[at] == '"')
                isQuoted = !isQuoted;
        }
        ++at;
    }
    return at == 0 ? -1 : std::min(at, text.size());
}

// RFC 5424, behind its stamp: "node1 nginx 12 - - bind() failed"
Said saidBehindStamp(QByteArrayView line)
{
    QByteArrayView words[4];             // host, program, process, kind of message
    for (QByteArrayView &word : words) {
        const qsizetype blank = line.indexOf(' ');
        if (blank <= 0)
            return {};
        word = line.first(blank);
        line = line.sliced(blank + 1);
    }
    const qsizetype elements = elementsSize(line);
    if (elements < 0)
        return {};
    line = line.sliced(elements);
    if (line.startsWith(' '))
        line = line.sliced(1);
    if (line.startsWith("\xef\xbb\xbf"))
        line = line.sliced(3);
    const QByteArrayView program = words[1];
    return {isNamed(program) && program != QByteArrayView("-") ? program : QByteArrayView(), line};
}

// By the layouts of syslog, of journalctl and of dmesg, where programs write between the kernel's lines.
Said saidBy(QByteArrayView line)
{
    bool hasHost = false, hasStamp = false;
    for (;;) {                           // one that was put before another
        line = line.sliced(prioritySize(line));
        if (line.size() > 2 && line.startsWith("1 ") && isDigit(line[2])) {
            if (const qsizetype size = systemStamp(line.sliced(2)); size > 0)
                return saidBehindStamp(line.sliced(2 + size));
        }
        const qsizetype system = std::max(systemStamp(line), unixStamp(line));
        const qsizetype size = system > 0 ? system : kernelStamp(line);
        if (size == 0)
            break;
        hasStamp = true;
        hasHost = system > 0;
        line = line.sliced(size);
    }
    if (!hasStamp)
        return {};
    if (hasHost) {
        const qsizetype blank = line.indexOf(' ');
        if (blank < 0 || !isNamed(line.first(blank)) || isNoName(line.first(blank)))
            return {};
        line = line.sliced(blank + 1);
    }
    const qsizetype colon = line.indexOf(": ");
    QByteArrayView name = line.first(std::max(colon, qsizetype(0)));
    const qsizetype open = name.indexOf('[');
    const bool hasId = open > 0 && name.endsWith(']')
        && std::all_of(name.begin() + open + 1, name.end() - 1, [](char c) { return isDigit(c); });
    if (hasId)
        name = name.first(open);
    if (!isNamed(name) || isNoName(name) || !(hasHost || hasId))
        return {};
    return {name, line.sliced(colon + 2)};
}

// Where a container's lines go to the journal under a name that somebody chose: "(Worker_TP0 pid=99) ERROR",
// "[core.py:704]" (vLLM), "[2026-11-30 11:50:02.123] [905] [2814] [llm]" (MindIE).
bool isOfEngine(QByteArrayView message)
{
    return (message.startsWith('(') && message.contains(" pid=")) || message.contains(".py:")
        || (message.startsWith('[') && kernelStamp(message) > 0 && message.contains("] ["));
}

// 0: a digit, else itself
bool fits(QByteArrayView text, QByteArrayView layout)
{
    return text.size() >= layout.size() && std::equal(layout.begin(), layout.end(), text.begin(), [](char one, char c) {
               return one == '0' ? isDigit(c) : c == one;
           });
}

// Stricter than isOfEngine(): other programs are written in Python, too. "(EngineCore_DP0 pid=55) ", "ERROR 11-30
// 11:50:02 [core.py:704] " (vllm/logger.py, vllm/utils decorate_logs), "[2026-11-30 11:50:02.123] [905] [2814] [llm] "
// (MindIE); of any that uses an NPU: "[ERROR] HCCL(21567,python3):2026-..." (CANN's logs), "[rank0]:[W610 17:20:44.224
// x.cpp:647] " (PyTorch).
SpeaksAs layoutSpeaksAs(QByteArrayView message)
{
    const auto orAnyone = [](bool isSo, SpeaksAs as) { return isSo ? as : SpeaksAs::Anyone; };
    constexpr qsizetype within = 80;
    const QByteArrayView head = message.first(std::min(message.size(), within));
    if (head.startsWith('(')) {
        for (const QByteArrayView who :
             {"APIServer", "ApiServer", "EngineCore", "DPCoordinator", "Worker", "VllmWorker", "RayWorker"}) {
            if (head.sliced(1).startsWith(who) && head.contains(" pid="))
                return SpeaksAs::Engine;
        }
        return SpeaksAs::Anyone;
    }
    if (head.startsWith('[')) {
        if (head.startsWith("[rank") && head.contains("]:"))
            return SpeaksAs::NpuUser;
        if (head.size() > 2 && QByteArrayView("IWEF").contains(head[1]) && isDigit(head[2]))
            return orAnyone(head.contains(".cpp:"), SpeaksAs::NpuUser);
        constexpr QByteArrayView stamp("[0000-00-00 00:00:00");
        if (fits(head, stamp)) {
            const QByteArrayView rest = head.sliced(stamp.size());
            const qsizetype process = rest.indexOf("] ["), thread = process < 0 ? -1 : rest.indexOf("] [", process + 3);
            const bool isMindie = thread > process + 3 && isDigit(rest[process + 3])
                && std::all_of(rest.begin() + process + 3, rest.begin() + thread, isDigit) && thread + 3 < rest.size()
                && isDigit(rest[thread + 3]) && rest.indexOf("] [", thread + 3) > 0;
            return orAnyone(isMindie, SpeaksAs::Engine);
        }
        const qsizetype end = head.indexOf("] "), open = end < 0 ? -1 : head.indexOf('(', end);
        const bool isCann = open > end + 2 && open + 1 < head.size() && isDigit(head[open + 1])
            && head.indexOf("):", open) > 0
            && std::all_of(head.begin() + end + 2, head.begin() + open,
                           [](char c) { return (c >= 'A' && c <= 'Z') || c == '_'; });
        return orAnyone(isCann, SpeaksAs::NpuUser);
    }
    for (const QByteArrayView level : {"DEBUG ", "INFO ", "WARNING ", "ERROR ", "CRITICAL "}) {
        if (head.startsWith(level))
            return orAnyone(fits(head.sliced(level.size()), "00-00 00:00:00 [") && head.contains(".py:"),
                            SpeaksAs::Engine);
    }
    return SpeaksAs::Anyone;
}

// An id tells nobody who it is.
bool isId(QByteArrayView name)
{
    constexpr qsizetype shortest = 12;
    return name.size() >= shortest && std::all_of(name.begin(), name.end(), [](char c) {
               return isDigit(c) || (c >= 'a' && c <= 'f') || c == '-';
           });
}

// A name at the beginning of the text, within quotes (also escaped ones) or not; empty: none is there.
QByteArrayView nameAt(QByteArrayView text)
{
    while (text.startsWith('\\') || text.startsWith('"'))
        text = text.sliced(1);
    qsizetype end = 0;
    while (end < text.size() && end <= longestName && isNamed(text.sliced(end, 1)))
        ++end;
    const QByteArrayView name = text.first(end);
    return isNamed(name) && !isId(name) ? name : QByteArrayView();
}

// pod="web/nginx-7d" (klog), container=grafana (logrus), "pod":"nginx", container \"nginx\"
QByteArrayView valueOf(QByteArrayView message, QByteArrayView key)
{
    for (qsizetype at = 0; (at = message.indexOf(key, at)) >= 0; ++at) {
        if (at > 0 && (isLetter(message[at - 1]) || isDigit(message[at - 1]) || message[at - 1] == '_'))
            continue;
        QByteArrayView rest = message.sliced(at + key.size());
        while (rest.startsWith('\\') || rest.startsWith('"'))
            rest = rest.sliced(1);
        if (rest.isEmpty() || !QByteArrayView("=: ").contains(rest.front()))
            continue;
        const bool isMember = rest.front() == '=';
        rest = rest.sliced(1);
        if (!isMember && rest.startsWith(' '))
            rest = rest.sliced(1);
        const bool isQuoted = rest.startsWith('"') || rest.startsWith("\\\"");
        if (const QByteArrayView name = nameAt(rest); (isMember || isQuoted) && !name.isEmpty())
            return name;
    }
    return {};
}

// Behind these words. kubelet and containerd print their structures ("&PodSandboxMetadata{Name:nginx,Uid:..."); dockerd
// names the request ("Handler for POST /v1.43/containers/grafana/start returned error").
QByteArrayView nameBehind(QByteArrayView message, QByteArrayView words)
{
    const qsizetype at = message.indexOf(words);
    if (at < 0)
        return {};
    const QByteArrayView name = nameAt(message.sliced(at + words.size()));
    const QByteArrayView part = name.first(name.contains('/') ? name.indexOf('/') : name.size());
    for (const QByteArrayView verb : {"create", "json", "prune", "sandbox"}) {
        if (part == verb)
            return {};
    }
    return isId(part) ? QByteArrayView() : part;
}

// Of a row of `kubectl get events`: "kube-system   11m   Normal   Killing   pod/coredns-7d   Container coredns failed".
QByteArrayView podOfEvent(QByteArrayView line)
{
    constexpr qsizetype within = 400, mostBefore = 5; // the namespace, and "11m (x3 over 20m)"
    const QByteArrayView head = line.first(std::min(line.size(), within));
    qsizetype type = -1, index = 0;
    for (qsizetype at = 0; at < head.size(); ++index) {
        const qsizetype end = std::find(head.begin() + at, head.end(), ' ') - head.begin();
        const QByteArrayView word = head.sliced(at, end - at);
        if (type < 0 && index > mostBefore)
            return {};
        if (type < 0 && (word == QByteArrayView("Normal") || word == QByteArrayView("Warning")))
            type = index;
        if (type >= 0 && index == type + 2)
            return word.startsWith("pod/") || word.startsWith("Pod/") ? nameAt(word.sliced(4)) : QByteArrayView();
        at = std::find_if(head.begin() + end, head.end(), [](char c) { return c != ' '; }) - head.begin();
    }
    return {};
}

// Programs that write heads of their own: "2026/11/30 11:50:02 [emerg] 12#12: ", "nginx: [emerg] " (nginx),
// "[ALERT] (8) : " (HAProxy), "ts=... caller=main.go:91 level=error " and "level=error ts=... component=client "
// (go-kit's logfmt, as Prometheus' exporters and promtail write it). No engine does.
QByteArrayView inItsOwnLayout(QByteArrayView line)
{
    const qsizetype close = line.indexOf(']');
    if (fits(line, "0000/00/00 00:00:00 [") && close > 0 && close + 2 < line.size() && isDigit(line[close + 2])
        && line.sliced(close).first(std::min<qsizetype>(line.size() - close, 24)).contains('#'))
        return "nginx";
    if (line.startsWith("nginx: [") || fits(line, "0000/00/00 00:00:00 nginx: ["))
        return "nginx";
    if (line.startsWith("[ALERT]") && line.sliced(7).trimmed().startsWith('('))
        return "haproxy";
    if (!(line.startsWith("ts=") || line.startsWith("level=")) || !line.contains("level=") || !line.contains("ts="))
        return {};
    for (const QByteArrayView key : {QByteArrayView(" component="), QByteArrayView(" caller=")}) {
        const qsizetype at = line.indexOf(key);
        if (at < 0)
            continue;
        QByteArrayView name = line.sliced(at + key.size());
        const auto end = std::find_if(name.begin(), name.end(), [](char c) { return c == ' ' || c == ':'; });
        name = name.first(end - name.begin());
        if (isNamed(name))
            return name;
    }
    return {};
}

bool isMonitor(QByteArrayView name)
{
    return isNamed(name) && name.toByteArray().toLower().contains("exporter");
}

} // namespace

bool isEngineProcess(QByteArrayView name)
{
    return name.compare("ray", Qt::CaseInsensitive) == 0 || holdsWord(name, engineNames);
}

QByteArrayView processEnded(QByteArrayView kernelLine)
{
    return endedByKernel(kernelLine);
}

QByteArrayView idOfEnded(QByteArrayView kernelLine)
{
    return kernelLine.contains("oom-kill:") ? oomMember(kernelLine, ",pid=") : between(kernelLine, "ed process ", " (");
}

bool isOfLoginSession(QByteArrayView kernelLine)
{
    QByteArrayView group = oomMember(kernelLine, ",task_memcg=");
    if (group.isEmpty())
        group = oomMember(kernelLine, ",oom_memcg=");
    return group.startsWith("/user.slice/") && !holdsWord(group, carrierNames) && !group.contains("libpod");
}

bool isAnyonesProcess(QByteArrayView name)
{
    return name.startsWith("python") || name.startsWith("pt_");
}

QList<QByteArrayList> engineWords()
{
    QList<QByteArrayList> all;
    for (const char *words :
         {"Engine core initialization failed", "EngineCore failed to start", "EngineCore encountered",
          "EngineDeadError", "WorkerProc hit an exception", "WorkerProc failed to start",
          "WorkerProc initialization failed", "Scheduler hit an exception: "})
        all << QByteArrayList{words};
    for (const char *package : {"/vllm/", "/vllm_ascend/", "/sglang/", "/mindie_llm/", "/atb_llm/", "/mooncake/"})
        all << QByteArrayList{"File \"", package, "\", line "};
    return all;
}

Speaker speakerOf(QByteArrayView line, SpeaksAs words)
{
    const Said said = saidBy(line);
    if (isRelay(said.program))
        return {{}, SpeaksAs::Anyone, LineClock::Node};
    const bool hasName = !said.program.isEmpty();
    const SpeaksAs as = std::max(words, layoutSpeaksAs(hasName ? said.message : line.sliced(systemStamp(line))));
    const bool needsProof = hasName && as != SpeaksAs::Anyone && !isOwn(said.program);
    const LineClock clock = hasName || isDatedKernelLine(line) ? LineClock::Node
        : layoutSpeaksAs(line) != SpeaksAs::Anyone             ? LineClock::Service
                                                               : LineClock::Unknown;
    return {needsProof ? said.program.toByteArray() : QByteArray(), as, clock};
}

bool isNameOfService(const QByteArray &program, bool isPod, const QSet<QByteArray> &services)
{
    if (services.contains(program)
        || (program.endsWith(".service") && services.contains(program.chopped(qsizetype(qstrlen(".service"))))))
        return true;
    if (!isPod || services.isEmpty())
        return false;
    const QByteArrayList parts = program.split('/');
    return std::any_of(parts.cbegin(), parts.cend(), [&](const QByteArray &part) {
        // a pod's name goes on behind that of what it was made for: "qwen-7d9f-x2x"
        for (qsizetype end = part.size(); end > 0; end = part.lastIndexOf('-', end - 1)) {
            if (services.contains(part.first(end)))
                return true;
        }
        return false;
    });
}

QByteArrayView processMet(QByteArrayView kernelLine)
{
    if (const QByteArrayView stuck = between(kernelLine, "s! [", "]"); kernelLine.contains(": soft lockup - "))
        return stuck.first(std::max(stuck.lastIndexOf(':'), qsizetype(0)));
    return between(kernelLine, " comm ", ": ");
}

QByteArray monitorOf(QByteArrayView line)
{
    constexpr qsizetype within = 120;
    const QByteArrayView head = line.first(std::min(line.size(), within));
    // docker compose: "npu-exporter-1  | ", kubectl logs --prefix: "[pod/npu-exporter-x2x/npu-exporter] "
    for (const QByteArrayView name :
         {saidBy(line).program, head.first(std::max(head.indexOf(" | "), qsizetype(0))).trimmed(),
          between(head, "[pod/", "] ")}) {
        if (isMonitor(name))
            return name.toByteArray();
    }
    // go-kit's logfmt and Go's own (slog) of Prometheus' exporters; MindCluster's "[ERROR]    2026/03/18 10:33:52.034
    // 60      collector/npu_collector.go:1924"
    if (line.startsWith("ts=") || line.startsWith("level="))
        return inItsOwnLayout(line).toByteArray();
    if (const QByteArrayView file = between(head, " source=", ":"); line.startsWith("time=") && file.endsWith(".go"))
        return file.toByteArray();
    const bool isCollector = head.startsWith('[') && head.contains(" collector/") && head.contains(".go:");
    return isCollector ? QByteArray("npu-exporter") : QByteArray();
}

QByteArray monitorOfFile(QByteArrayView name)
{
    const QByteArrayView own = name.first(name.contains('.') ? name.indexOf('.') : name.size());
    return isMonitor(own) ? own.toByteArray() : QByteArray();
}

QByteArray spokenOf(QByteArrayView line)
{
    const Said said = saidBy(line);
    if (std::find(std::begin(runtimes), std::end(runtimes), said.program) == std::end(runtimes)) {
        const QByteArrayView ofEvent = podOfEvent(line);
        return isServiceLike(ofEvent) ? QByteArray() : ofEvent.toByteArray();
    }
    const auto first = [&](std::initializer_list<QByteArrayView> keys, std::initializer_list<QByteArrayView> words) {
        QByteArrayView name;
        for (const QByteArrayView key : keys)
            name = name.isEmpty() ? valueOf(said.message, key) : name;
        for (const QByteArrayView one : words)
            name = name.isEmpty() ? nameBehind(said.message, one) : name;
        return name;
    };
    const QByteArrayView pod = first({"pod", "podName", "pod_name"}, {"PodSandboxMetadata{Name:", " in pod "});
    const QByteArrayView container = first({"container", "containerName", "container_name", "ContainerName"},
                                           {"ContainerMetadata{Name:", "&Container{Name:", "/containers/"});
    if (isServiceLike(pod) || isServiceLike(container))
        return {};
    const char *const slash = pod.isEmpty() || container.isEmpty() ? "" : "/";
    return pod.toByteArray() + slash + container.toByteArray();
}

QByteArray otherProgram(QByteArrayView line)
{
    if (holdsWord(libraryOfCrash(line), npuNames)) // of a process the kernel names the thread
        return {};
    QByteArrayView name = endedByKernel(line);
    if (name.isEmpty()) {
        Said said = saidBy(line);
        if (said.program == QByteArrayView("systemd")) { // of a unit: "nginx.service: Failed with result ..."
            const QByteArrayView unit = said.message.first(std::max(said.message.indexOf(": "), qsizetype(0)));
            if (isNamed(unit) && unit.contains('.'))
                said.program = unit;
        }
        if (isOfEngine(said.message) || layoutSpeaksAs(said.message) == SpeaksAs::Engine)
            return {};
        name = said.program.isEmpty() ? inItsOwnLayout(line) : said.program;
    }
    // A tool for the NPUs that crashes (npu-smi, ascendctl) is no service, whoever it is named after.
    const bool isService = line.contains(crashWords) ? isEngineProcess(name) : isOwn(name);
    return name.isEmpty() || name.size() > longestName || isService ? QByteArray() : name.toByteArray();
}
