#include "app/sim/vllm.h"

#include "app/sim/httpget.h"
#include "app/sim/servicelife.h"
#include "app/sim/servingchild.h"
#include "app/sim/statefile.h"
#include "core/engines/vllm/vllmflags.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QRegularExpression>

#include <unistd.h>

#include <cstdio>

namespace sim {

namespace {

// "(APIServer pid=274) INFO 05-22 08:25:51 [...] text": vllm-ascend issues 10343 and 9464, and vLLM's logger.
void say(const char *who, const QString &text)
{
    printf("(%s pid=%d) %s\n", who, int(getpid()), text.toUtf8().constData());
    fflush(stdout);
}

void info(const QString &place, const QString &text)
{
    say("APIServer",
        QStringLiteral("INFO %1 [%2] %3")
            .arg(QDateTime::currentDateTime().toString(QStringLiteral("MM-dd HH:mm:ss")), place, text));
}

// The image of the container that we are in: quay.io/ascend/vllm-ascend:v0.18.0-a3 is 0.18.0.
QString releaseHere(const QString &folder)
{
    const QString id = qEnvironmentVariable("ASCEND_SIM_CONTAINER");
    const Result<NodeState> state = loadState(folder);
    static const QRegularExpression tag(QStringLiteral("vllm-ascend:v(\\d+\\.\\d+\\.\\d+)"));
    for (const Json &container : state ? member(state->other, "containers") : Json::array()) {
        if (stringAt(container, "id") == id)
            return tag.match(stringAt(container, "image")).captured(1);
    }
    return {};
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

constexpr qint64 servedContext = 8192;   // what `ascendctl serve` takes of the small model behind this

class Serve
{
public:
    Serve(const QString &folder, const QStringList &arguments)
        : m_folder(folder)
        , m_arguments(arguments)
        , m_announcement(folder)
    {
    }

    int run(const QString &release)
    {
        info(QStringLiteral("utils.py:233"), QStringLiteral("vLLM API server version %1").arg(release));
        info(QStringLiteral("__init__.py:217"), QStringLiteral("Platform plugin ascend is activated"));
        const int port = valueOf(m_arguments, QStringLiteral("--port"), QStringLiteral("8000")).toInt();
        if (takenPort(m_folder, {port}) != 0) { // bound before anything is loaded
            say("APIServer", QStringLiteral("OSError: [Errno 98] Address already in use"));
            return 1;
        }
        if (!findModel() || !findDevices() || !load())
            return isStopAsked() ? 0 : 1;
        return serve();
    }

private:
    bool fail(const QString &cause)
    {
        say("EngineCore_DP0", QStringLiteral("ERROR %1").arg(cause));
        say("APIServer",
            QStringLiteral(
                "RuntimeError: Engine core initialization failed. See root cause above. Failed core proc(s): {}"));
        return false;
    }
    bool findModel();
    bool findDevices();
    bool load();
    int serve();
    void announce(double load) const { m_announcement.tell(load, m_hbmMb, m_devices); }

    const QString m_folder;
    const QStringList m_arguments;       // after "serve"
    QList<int> m_devices;
    qint64 m_hbmMb = 0;
    qint64 m_context = 0;                // --max-model-len
    const Announcement m_announcement;
};

bool Serve::findModel()
{
    const QString model = m_arguments.value(0);
    QFile file(model + QStringLiteral("/config.json"));
    if (file.open(QIODevice::ReadOnly)) {
        const Result<Json> config = parseJson(file.readAll(), file.fileName());
        const qint64 longest = config ? integerAt(*config, "max_position_embeddings").value_or(0) : 0;
        const qint64 asked
            = valueOf(m_arguments, QStringLiteral("--max-model-len"), QString::number(longest)).toLongLong();
        if (valueOf(m_arguments, QStringLiteral("--quantization"), {}) == QLatin1String("ascend")
            && !QFile::exists(model + QStringLiteral("/quant_model_description.json"))) {
            say("APIServer", QStringLiteral("ValueError: ModelSlim Quantization Config Not Found"));
            return false;
        }
        if (longest > 0 && asked > longest) {
            say("APIServer",
                QStringLiteral("ValueError: User-specified max_model_len (%1) is greater than the derived "
                               "max_model_len (max_position_embeddings=%2).")
                    .arg(asked)
                    .arg(longest));
            return false;
        }
        m_context = asked;
        return true;
    }
    say("APIServer",
        QStringLiteral("pydantic_core._pydantic_core.ValidationError: 1 validation error for ModelConfig"));
    say("APIServer",
        QStringLiteral("  Value error, Invalid repository ID or local directory specified: '%1'.").arg(model));
    return false;
}

bool Serve::findDevices()
{
    const Result<NodeState> state = loadState(m_folder);
    if (!state)
        return fail(state.error().message);
    const NodeState live = liveState(*state, m_folder);
    for (const QString &id : qEnvironmentVariable("ASCEND_RT_VISIBLE_DEVICES").split(u',', Qt::SkipEmptyParts))
        m_devices << id.toInt();
    for (const Chip &chip : live.chips) {
        const int id = deviceIdOf(live, chip);
        if (qEnvironmentVariableIsEmpty("ASCEND_RT_VISIBLE_DEVICES")
            && QFile::exists(QStringLiteral("/dev/davinci%1").arg(id)))
            m_devices << id;
    }
    const int wanted = valueOf(m_arguments, QStringLiteral("--tensor-parallel-size"), QStringLiteral("1")).toInt()
        * valueOf(m_arguments, QStringLiteral("--data-parallel-size"), QStringLiteral("1")).toInt();
    if (wanted > m_devices.size())
        return fail(
            QStringLiteral("ascend-sim: dp x tp is %1, and %2 devices are visible.").arg(wanted).arg(m_devices.size()));
    m_devices = m_devices.mid(0, wanted);
    const qint64 goal
        = qint64(65536
                 * qBound(
                     0.1,
                     valueOf(m_arguments, QStringLiteral("--gpu-memory-utilization"), QStringLiteral("0.9")).toDouble(),
                     1.0))
        - 3400;
    for (const int id : std::as_const(m_devices)) {
        const auto chip = std::find_if(live.chips.begin(), live.chips.end(),
                                       [&](const Chip &one) { return deviceIdOf(live, one) == id; });
        if (chip == live.chips.end() || !QFile::exists(QStringLiteral("/dev/davinci%1").arg(id)))
            return fail(
                QStringLiteral("Set device failed, device_id=%1: error code is 107001, Invalid device ID.").arg(id));
        if (chip->health == QLatin1String("Critical") || chip->health == QLatin1String("Alarm"))
            return fail(
                QStringLiteral(
                    "device %1: rtDeviceSynchronize execute failed, error code is 507899 [driver error:internal error]")
                    .arg(id));
        if (chip->hbm && chip->hbm->total - chip->hbm->used < goal)
            return fail(
                QStringLiteral("ascend-sim: NPU %1 has %2 MB of HBM free, --gpu-memory-utilization asks for %3 MB.")
                    .arg(id)
                    .arg(chip->hbm->total - chip->hbm->used)
                    .arg(goal));
    }
    m_hbmMb = goal;
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
        if (step % 2 == 0)
            say("Worker_DP0_TP0_EP0",
                QStringLiteral("Loading safetensors checkpoint shards: %1% Completed | %2/%3")
                    .arg(step * 10, 3)
                    .arg(step)
                    .arg(steps));
    }
    return true;
}

int Serve::serve()
{
    const int port = valueOf(m_arguments, QStringLiteral("--port"), QStringLiteral("8000")).toInt();
    ServingChild child;
    const QString name = valueOf(m_arguments, QStringLiteral("--served-model-name"), m_arguments.value(0));
    QByteArrayList arguments{
        "--port", QByteArray::number(port), "--metrics-port", QByteArray::number(port), "--metric-names",
        "vllm",   "--served-model-name",    name.toUtf8()};
    if (m_context > servedContext)
        info(QStringLiteral("ascend-sim"),
             QStringLiteral("the model that answers here holds %1 tokens, --max-model-len asks for %2")
                 .arg(servedContext)
                 .arg(m_context));
    if (m_context > 0)
        arguments << "--context" << QByteArray::number(std::min(m_context, servedContext));
    if (const QString fault = child.start(m_folder, arguments); !fault.isEmpty())
        return fail(fault) ? 0 : 1;
    for (int waited = 0; httpGet(child.address(), port, "/health").status != 200; waited += 200) {
        if (child.hasEnded())
            return fail(QStringLiteral("OSError: [Errno 98] error while attempting to bind on address ('%1', %2): "
                                       "address already in use")
                            .arg(child.address())
                            .arg(port))
                ? 0
                : 1;
        if (waited > 300'000 || !waitUnlessStopped(200))
            return isStopAsked() ? 0 : 1;
    }
    say("APIServer", QStringLiteral("INFO:     Started server process [%1]").arg(int(getpid())));
    say("APIServer", QStringLiteral("INFO:     Waiting for application startup."));
    say("APIServer", QStringLiteral("INFO:     Application startup complete."));
    double tokens = -1;
    while (waitUnlessStopped(500)) {
        const QByteArray text = httpGet(child.address(), port, "/metrics").body;
        const double now = metric(text, "vllm:generation_tokens_total") + metric(text, "vllm:prompt_tokens_total");
        announce(
            loadOf(metric(text, "vllm:num_requests_running"), tokens >= 0 && now > tokens ? (now - tokens) * 2 : 0));
        tokens = now;
        if (child.hasEnded()) {
            say("APIServer", QStringLiteral("ERROR ascend-sim: the serving process ended."));
            return 1;
        }
    }
    say("APIServer", QStringLiteral("INFO:     Shutting down"));
    return 0;
}

} // namespace

int vllmTool(const QString &folder, const QStringList &arguments)
{
    const QString release = releaseHere(folder);
    if (release.isEmpty() || !vllmReleases().contains(release)) {
        fputs("ascend-sim: vllm is played in containers of vllm-ascend images with a known release only.\n", stderr);
        return 3;
    }
    if (arguments == QStringList{QStringLiteral("--version")}) {
        puts(release.toUtf8().constData());
        return 0;
    }
    if (arguments.value(0) != QLatin1String("serve")) {
        fprintf(stderr, "ascend-sim: of vllm only `serve` and `--version` are played, not `%s`.\n",
                qUtf8Printable(arguments.value(0)));
        return 3;
    }
    const Result<VllmFlags> flags = vllmFlags(release);
    const QStringList complaints
        = flags ? vllmComplaints(arguments.mid(1), *flags) : QStringList{flags.error().message};
    if (!complaints.isEmpty()) {
        const bool isUnknown = complaints.first().startsWith(QLatin1String("unrecognized"));
        fprintf(stderr, "%s\n%s: error: %s\n",
                isUnknown ? "usage: vllm [-h] [-v] {chat,complete,serve,bench,collect-env,run-batch} ..."
                          : "usage: vllm serve [model_tag] [options]",
                isUnknown ? "vllm" : "vllm serve", qUtf8Printable(complaints.first()));
        return 2;
    }
    heedStopSignals();
    return Serve(folder, arguments.mid(1)).run(release);
}

} // namespace sim
