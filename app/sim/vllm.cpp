#include "app/sim/vllm.h"

#include "app/sim/hosttools.h"
#include "app/sim/httpget.h"
#include "app/sim/servicelife.h"
#include "app/sim/servingchild.h"
#include "app/sim/shards.h"
#include "app/sim/statefile.h"
#include "app/sim/vllmgroup.h"
#include "app/sim/vllmrank.h"
#include "core/engines/vllm/vllmflags.h"
#include "core/engines/vllm/vllmrules.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

using namespace Qt::StringLiterals;

namespace sim {

namespace {

// "(APIServer pid=274) INFO 05-22 08:25:51 [...] text": vllm-ascend issues 10343 and 9464, and vLLM's logger.
void say(const QByteArray &who, const QString &text)
{
    printf("(%s pid=%d) %s\n", who.constData(), int(getpid()), text.toUtf8().constData());
    fflush(stdout);
}

// The value after a flag, the last one counts, as the parser has it.
QString valueOf(const QStringList &arguments, const QString &flag, const QString &usual)
{
    QString value = usual;
    for (qsizetype i = 0; i + 1 < arguments.size(); ++i) {
        if (arguments[i] == flag)
            value = arguments[i + 1];
    }
    return value;
}

// Who asks has to send it (vllm/entrypoints/openai/api_server.py); of several the first.
QByteArray keyOf(const QStringList &arguments)
{
    return valueOf(arguments, u"--api-key"_s, qEnvironmentVariable("VLLM_API_KEY")).toUtf8();
}

// Of two readings half a second apart; tokens: of the one before, -1 at first.
double loadIn(const QByteArray &metrics, double &tokens)
{
    const double now = metric(metrics, "vllm:generation_tokens_total") + metric(metrics, "vllm:prompt_tokens_total");
    const double since = tokens >= 0 && now > tokens ? (now - tokens) * 2 : 0;
    tokens = now;
    return loadOf(metric(metrics, "vllm:num_requests_running"), since);
}

class Serve
{
public:
    Serve(const QString &folder, const QStringList &arguments)
        : m_folder(folder)
        , m_arguments(arguments)
        , m_group(arguments, folder)
        , m_announcement(folder, m_group.workerName())
    {
    }

    int run(const QString &release)
    {
        info(u"utils.py:233"_s, u"vLLM API server version %1"_s.arg(release));
        info(u"__init__.py:217"_s, u"Platform plugin ascend is activated"_s);
        const int port = valueOf(m_arguments, u"--port"_s, u"8000"_s).toInt();
        if (!m_group.isHeadless() && takenPort(m_folder, {port}) != 0) { // bound before anything is loaded
            say("APIServer", u"OSError: [Errno 98] Address already in use"_s);
            return 1;
        }
        if (!findModel() || !findDevices() || !meet() || !load())
            return isStopAsked() ? 0 : 1;
        if (m_context > servedContext && !m_group.isHeadless())
            info(u"ascend-sim"_s,
                 u"the model that answers here holds %1 tokens, that of the command line %2"_s.arg(servedContext)
                     .arg(m_context));
        return m_group.isHeadless() ? follow() : m_group.isExternal() ? serveRank(release) : serve(release);
    }

private:
    QString stamp() const { return clockOf(m_folder).toString(u"MM-dd HH:mm:ss"_s); }
    void info(const QString &place, const QString &text) const
    {
        say("APIServer", u"INFO %1 [%2] %3"_s.arg(stamp(), place, text));
    }
    bool fail(const QString &cause)
    {
        say("EngineCore_DP" + QByteArray::number(m_group.firstRank()), u"ERROR %1"_s.arg(cause));
        say("APIServer",
            u"RuntimeError: Engine core initialization failed. See root cause above. Failed core proc(s): {}"_s);
        return false;
    }
    bool findModel();
    bool findDevices();
    bool meet();
    bool load();
    bool runsOutOfMemory(const NodeState &state) const; // and says so
    bool hasBrokenWeights() const;       // and says so
    int serve(const QString &release);
    int serveRank(const QString &release);                     // one of several processes on this node
    int follow();                        // without an API
    bool lostRank();                     // and says so
    void announce(double load) const { m_announcement.tell(load, m_hbmMb, m_devices); }

    const QString m_folder;
    const QStringList m_arguments;       // after "serve"
    VllmGroup m_group;
    QList<int> m_devices;
    qint64 m_hbmMb = 0;
    qint64 m_context = 0;                // --max-model-len, or the model's own
    const Announcement m_announcement;
};

bool Serve::findModel()
{
    const QString model = m_arguments.value(0);
    QFile file(model + u"/config.json"_s);
    if (file.open(QIODevice::ReadOnly)) {
        const Result<Json> config = parseJson(file.readAll(), file.fileName());
        const qint64 longest = config ? integerAt(*config, "max_position_embeddings").value_or(0) : 0;
        const qint64 asked = valueOf(m_arguments, u"--max-model-len"_s, QString::number(longest)).toLongLong();
        if (valueOf(m_arguments, u"--quantization"_s, {}) == "ascend"_L1
            && !QFile::exists(model + u"/quant_model_description.json"_s)) {
            say("APIServer", u"ValueError: ModelSlim Quantization Config Not Found"_s);
            return false;
        }
        if (longest > 0 && asked > longest) {
            say("APIServer",
                u"ValueError: User-specified max_model_len (%1) is greater than the derived "
                "max_model_len (max_position_embeddings=%2)."_s.arg(asked)
                    .arg(longest));
            return false;
        }
        m_context = asked;
        return true;
    }
    say("APIServer", u"pydantic_core._pydantic_core.ValidationError: 1 validation error for ModelConfig"_s);
    say("APIServer", u"  Value error, Invalid repository ID or local directory specified: '%1'."_s.arg(model));
    return false;
}

bool Serve::findDevices()
{
    const Result<NodeState> state = loadState(m_folder);
    if (!state)
        return fail(state.error().message);
    const NodeState live = liveState(*state, m_folder);
    // The runtime counts those that it sees.
    for (const Chip &chip : live.chips) {
        const int id = deviceIdOf(live, chip);
        if (QFile::exists(u"/dev/davinci%1"_s.arg(id)))
            m_devices << id;
    }
    std::sort(m_devices.begin(), m_devices.end());
    if (const QString wanted = qEnvironmentVariable("ASCEND_RT_VISIBLE_DEVICES"); !wanted.isEmpty()) {
        QList<int> chosen;
        for (const QString &id : wanted.split(u',', Qt::SkipEmptyParts)) {
            if (id.toInt() < 0 || id.toInt() >= m_devices.size())
                return fail(u"Set device failed, device_id=%1: error code is 107001, Invalid device ID."_s.arg(id));
            chosen << m_devices[id.toInt()];
        }
        m_devices = chosen;
    }
    const int wanted = valueOf(m_arguments, u"--tensor-parallel-size"_s, u"1"_s).toInt()
        * m_group.localRanks();
    if (wanted > m_devices.size())
        return fail(u"ascend-sim: dp x tp is %1, and %2 devices are visible."_s.arg(wanted).arg(m_devices.size()));
    m_devices = m_devices.mid(0, wanted);
    const QString share = valueOf(m_arguments, u"--gpu-memory-utilization"_s, u"0.9"_s);
    qint64 goal = 0;
    for (const int id : std::as_const(m_devices)) {
        const auto chip = std::find_if(live.chips.begin(), live.chips.end(),
                                       [&](const Chip &one) { return deviceIdOf(live, one) == id; });
        if (chip == live.chips.end() || !QFile::exists(u"/dev/davinci%1"_s.arg(id)))
            return fail(u"Set device failed, device_id=%1: error code is 107001, Invalid device ID."_s.arg(id));
        if (chip->health == "Critical"_L1 || chip->health == "Alarm"_L1)
            return fail(
                u"device %1: rtDeviceSynchronize execute failed, error code is 507899 [driver error:internal error]"_s
                    .arg(id));
        // vllm_ascend/worker/worker.py, in its words. What it finds of a card of 64 GiB: vllm-ascend issue 8621.
        const qint64 total = chip->hbm ? chip->hbm->total : 65536, left = total == 65536 ? 62423 : total - 3400;
        goal = qint64(double(left) * qBound(0.1, share.toDouble(), 1.0));
        const qint64 free = chip->hbm ? std::min(left, total - chip->hbm->used) : left;
        const auto gib = [](qint64 megabytes) { return std::round(double(megabytes) / 10.24) / 100; };
        if (free < goal)
            return fail(u"ValueError: Free memory on device (%1/%2 GiB) on startup is less than desired GPU memory "
                        "utilization (%3, %4 GiB). Decrease GPU memory utilization or reduce GPU memory used by other "
                        "processes."_s.arg(gib(free))
                            .arg(gib(left))
                            .arg(share.contains(u'.') ? share : share + u".0"_s)
                            .arg(gib(goal)));
    }
    // vllm/v1/core/kv_cache_utils.py: nothing is left of the share once the weights are there. Without the
    // share's own word it is an image that only its template knows.
    const qsizetype allCards = m_devices.size() * m_group.ranks() / qMax(1, m_group.localRanks());
    if (m_arguments.contains(u"--gpu-memory-utilization"_s)
        && weightsMbPerCard(m_arguments.value(0), allCards) > goal)
        return fail(u"ValueError: No available memory for the cache blocks. Try increasing `gpu_memory_utilization` "
                    "when initializing the engine."_s);
    m_hbmMb = goal;
    return true;
}

bool Serve::meet()
{
    if (!m_group.isSpread())
        return true;
    const Result<NodeState> state = loadState(m_folder);
    if (!state)
        return fail(state.error().message);
    if (m_group.isExternal() && m_group.isFollower())
        ;                                // rank 0 binds it, and says so
    else if (m_group.isHeadless())       // there is no API server whose name the line could bear
        info(u"serve.py:153"_s, u"Launching %1 data parallel engine(s) in headless mode, with head node address %2."_s
                                    .arg(m_group.localRanks())
                                    .arg(m_group.headUri()));
    else if (takenPort(m_folder, {m_group.rpcPort()}) != 0)
        return fail(u"zmq.error.ZMQError: Address already in use (addr='%1')"_s.arg(m_group.headUri()));
    const QString fault = m_group.meet(*state, m_devices);
    return fault.isEmpty() ? !isStopAsked() : fail(fault);
}

bool Serve::lostRank()
{
    if (!m_group.isSpread() || m_group.isWhole())
        return false;
    say("EngineCore_DP" + QByteArray::number(m_group.firstRank()),
        u"ERROR RuntimeError: [../third_party/gloo/gloo/transport/tcp/pair.cc:534] Connection closed by peer"_s);
    return true;
}

// The first node spreads requests over all groups: what it has to do is seen on these cards, too.
int Serve::follow()
{
    const QString head = peerWith(m_group.headAddress()).address;
    const int port = valueOf(m_arguments, u"--port"_s, u"8000"_s).toInt();
    double tokens = -1;
    while (waitUnlessStopped(500)) {
        announce(loadIn(httpGet(head, port, "/metrics").body, tokens));
        if (lostRank())
            return 1;
    }
    return 0;
}

// In the allocator's words (vllm-ascend, docs/source/faqs.md; issue 2378).
bool Serve::runsOutOfMemory(const NodeState &state) const
{
    const Json &fault = member(member(state.other, "faults"), "oom-at-load");
    const qsizetype place = m_devices.indexOf(int(integerAt(fault, "device").value_or(-1)));
    if (place < 0)
        return false;
    const QByteArray rank = QByteArray::number(m_group.firstRank()), card = QByteArray::number(place);
    say("Worker_DP" + rank + "_TP" + card + "_EP" + card,
        u"ERROR %1 [multiproc_executor.py:772] RuntimeError: NPU out of memory. Tried to allocate 448.00 MiB (NPU %2; "
        "60.96 GiB total capacity; 60.11 GiB already allocated; 60.11 GiB current active; 213.04 MiB free; 60.20 GiB "
        "reserved in total by PyTorch)"_s.arg(stamp())
            .arg(place));
    return true;
}

bool Serve::hasBrokenWeights() const
{
    const QString fault = weightsFault(m_arguments.value(0), !valueOf(m_arguments, u"--quantization"_s, {}).isEmpty());
    if (fault.isEmpty())
        return false;
    say("Worker_DP" + QByteArray::number(m_group.firstRank()) + "_TP0_EP0",
        u"ERROR %1 [multiproc_executor.py:772] %2"_s.arg(stamp(), fault));
    return true;
}

bool Serve::load()
{
    const Result<NodeState> state = loadState(m_folder);
    const double seconds = state ? numberAt(state->other, "loadSeconds").value_or(3) : 3;
    const qint64 goal = m_hbmMb;
    constexpr int steps = 10;
    for (int step = 1; step <= steps; ++step) {
        if (!waitUnlessStopped(int(seconds * 1000 / steps)))
            return false;
        m_hbmMb = goal * step / steps;
        announce(0);
        if (step == steps / 2 && ((state && runsOutOfMemory(*state)) || hasBrokenWeights()))
            return fail(u"Exception: WorkerProc initialization failed due to an exception in a background process. See "
                        "stack trace for root cause."_s);
        if (lostRank())
            return false;
        if (step % 2 == 0)
            say("Worker_DP" + QByteArray::number(m_group.firstRank()) + "_TP0_EP0",
                u"Loading safetensors checkpoint shards: %1% Completed | %2/%3"_s.arg(step * 10, 3)
                    .arg(step)
                    .arg(steps));
    }
    return true;
}

int Serve::serveRank(const QString &release)
{
    const Result<NodeState> state = loadState(m_folder);
    if (!state)
        return fail(state.error().message) ? 0 : 1;
    const int port = valueOf(m_arguments, u"--port"_s, u"8000"_s).toInt();
    VllmRank rank(m_arguments, release, m_folder, stringAt(state->other, "address"), m_group.firstRank(),
                  valueOf(m_arguments, u"--tensor-parallel-size"_s, u"1"_s).toInt());
    if (const QString fault = rank.hasTransfer() ? rank.joinTransfer() : QString(); !fault.isEmpty())
        return fail(fault) ? 0 : 1;
    rank.setKey(keyOf(m_arguments));
    const QString name = valueOf(m_arguments, u"--served-model-name"_s, m_arguments.value(0));
    if (const QString fault = rank.startModel(name, m_context); !fault.isEmpty())
        return fail(fault) ? 0 : 1;
    if (isStopAsked())
        return 0;
    if (const QString refused = rank.listen(port); !refused.isEmpty()) {
        say("APIServer", refused);
        return 1;
    }
    say("APIServer", u"INFO:     Started server process [%1]"_s.arg(int(getpid())));
    say("APIServer", u"INFO:     Waiting for application startup."_s);
    say("APIServer", u"INFO:     Application startup complete."_s);
    double tokens = -1;
    while (waitUnlessStopped(1000)) {
        announce(loadIn(rank.metrics(), tokens));
        const QString fault = rank.fault();
        if (!fault.isEmpty())
            say("APIServer", u"ERROR "_s + fault);
        if (lostRank() || !fault.isEmpty()) {
            say("APIServer", u"ERROR EngineDeadError: EngineCore encountered an issue. See stack trace (above) for the "
                             "root cause."_s);
            return 1;
        }
    }
    say("APIServer", u"INFO:     Shutting down"_s);
    return 0;
}

int Serve::serve(const QString &release)
{
    const int port = valueOf(m_arguments, u"--port"_s, u"8000"_s).toInt();
    ServingChild child;
    const QString name = valueOf(m_arguments, u"--served-model-name"_s, m_arguments.value(0));
    QByteArrayList arguments{
        "--port", QByteArray::number(port), "--metrics-port", QByteArray::number(port), "--metric-names",
        "vllm",   "--served-model-name",    name.toUtf8()};
    arguments << lengthArguments(m_context, release);
    if (const QByteArray key = keyOf(m_arguments); !key.isEmpty())
        qputenv("ASCENDCTL_API_KEY", key); // the child takes it from there
    if (const QString fault = child.start(m_folder, arguments); !fault.isEmpty())
        return fail(fault) ? 0 : 1;
    for (int waited = 0; httpGet(child.address(), port, "/health").status != 200; waited += 200) {
        if (child.hasEnded() && isTaken(child.address(), port))
            return fail(u"OSError: [Errno 98] error while attempting to bind on address ('%1', %2): "
                        "address already in use"_s.arg(child.address())
                            .arg(port))
                ? 0
                : 1;
        if (!child.ending().isEmpty())
            return fail(u"ascend-sim: the serving process ended before it answered (%1); the port is free."_s.arg(
                       child.ending()))
                ? 0
                : 1;
        if (waited > 300'000 || !waitUnlessStopped(200))
            return isStopAsked() ? 0 : 1;
    }
    say("APIServer", u"INFO:     Started server process [%1]"_s.arg(int(getpid())));
    say("APIServer", u"INFO:     Waiting for application startup."_s);
    say("APIServer", u"INFO:     Application startup complete."_s);
    double tokens = -1;
    while (waitUnlessStopped(500)) {
        announce(loadIn(httpGet(child.address(), port, "/metrics").body, tokens));
        if (child.hasEnded()) {
            say("APIServer", u"ERROR ascend-sim: the serving process ended."_s);
            return 1;
        }
        if (lostRank()) {
            say("APIServer", u"ERROR EngineDeadError: EngineCore encountered an issue. See stack trace (above) for the "
                             "root cause."_s);
            return 1;
        }
    }
    say("APIServer", u"INFO:     Shutting down"_s);
    return 0;
}

} // namespace

QString releaseHere(const QString &folder)
{
    static const QRegularExpression tag(u"vllm-ascend:v(\\d+\\.\\d+\\.\\d+)"_s);
    const QString told = tag.match(qEnvironmentVariable("ASCEND_SIM_IMAGE")).captured(1);
    const Result<NodeState> state = loadState(folder);
    const QString holds = state
        ? stringAt(member(member(state->other, "faults"), "image-other-release"), "release")
        : QString();
    return told.isEmpty() || holds.isEmpty() ? told : holds;
}

int vllmTool(const QString &folder, const QStringList &arguments)
{
    const QString release = releaseHere(folder);
    if (release.isEmpty() || !vllmReleases().contains(release)) {
        fputs("ascend-sim: vllm is played in containers of vllm-ascend images with a known release only.\n", stderr);
        return 3;
    }
    if (arguments == QStringList{u"--version"_s}) {
        puts(release.toUtf8().constData());
        return 0;
    }
    if (arguments.value(0) != "serve"_L1) {
        fprintf(stderr, "ascend-sim: of vllm only `serve` and `--version` are played, not `%s`.\n",
                qUtf8Printable(arguments.value(0)));
        return 3;
    }
    const Result<VllmFlags> flags = vllmFlags(release);
    const QStringList complaints
        = flags ? vllmComplaints(arguments.mid(1), *flags) : QStringList{flags.error().message};
    if (!complaints.isEmpty()) {
        const bool isUnknown = complaints.first().startsWith("unrecognized"_L1);
        fprintf(stderr, "%s\n%s: error: %s\n",
                isUnknown ? "usage: vllm [-h] [-v] {chat,complete,serve,bench,collect-env,run-batch} ..."
                          : "usage: vllm serve [model_tag] [options]",
                isUnknown ? "vllm" : "vllm serve", qUtf8Printable(complaints.first()));
        return 2;
    }
    const QStringList contradictions = vllmContradictions(arguments.mid(1), release);
    if (!contradictions.isEmpty()) {     // in this program's words
        fprintf(stderr, "ValueError: ascend-sim: %s\n", qUtf8Printable(contradictions.first()));
        return 1;
    }
    heedStopSignals();
    return Serve(folder, vllmPlainArguments(arguments.mid(1), *flags)).run(release);
}

} // namespace sim
