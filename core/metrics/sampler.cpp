#include "core/metrics/sampler.h"

#include "core/metrics/npusamples.h"
#include "core/parse/npusmi.h"

#include <QCoreApplication>
#include <QDateTime>

using namespace Qt::StringLiterals;

namespace {

constexpr std::chrono::milliseconds longestPause{30'000};

struct Texts
{
    Q_DECLARE_TR_FUNCTIONS(Sampler)
};

void sampleHost(Shell &shell, const QString &node, std::stop_token stop, HostSampling *host, QList<Sample> *samples)
{
    const auto read = [&](const QString &path) -> QByteArray {
        const Result<CommandOutput> output = shell.run({.argv = {u"cat"_s, path}, .timeout = std::chrono::seconds(5), .isQuestion = true}, stop);
        return output && output->exitCode == 0 ? output->out : QByteArray();
    };
    const auto add = [&](const QString &metric, double value) {
        samples->append(Sample{QDateTime::currentMSecsSinceEpoch(), {node, u"host"_s, metric}, value});
    };
    if (host) {
        const std::optional<CpuTimes> now = cpuTimes(read(u"/proc/stat"_s));
        if (now && host->cpu) {
            if (const std::optional<double> percent = cpuPercent(*host->cpu, *now))
                add(u"host.cpu"_s, *percent);
        }
        host->cpu = now;
    }
    if (const std::optional<HostMemory> memory = hostMemory(read(u"/proc/meminfo"_s))) {
        add(u"host.memory.used"_s, double(memory->totalBytes - memory->availableBytes) / 1'000'000);
        add(u"host.memory.total"_s, double(memory->totalBytes) / 1'000'000);
    }
}

} // namespace

Result<QList<Sample>> sampleNode(Shell &shell, const QString &node, std::stop_token stop, HostSampling *host)
{
    const Result<CommandOutput> output = shell.run({.argv = {u"npu-smi"_s, u"info"_s}, .timeout = std::chrono::seconds(10)}, stop);
    if (!output)
        return output.error();
    if (output->exitCode == 127)
        return Error{ErrorKind::CommandFailed, Texts::tr("%1: npu-smi is not installed or not on the PATH.").arg(node), QString::fromUtf8(output->err), {}};
    const Result<NpuSmiInfo> info = parseNpuSmiInfo(output->out);
    if (!info) {
        const Result<NpuSmiInfo> complaint = parseNpuSmiInfo(output->out + '\n' + output->err); // its sentence has what was said
        return Error{ErrorKind::CommandFailed, u"%1: %2"_s.arg(node, (complaint ? info : complaint).error().message),
                     QString::fromUtf8(output->out + output->err).left(2000), {}};
    }
    QList<Sample> samples = npuSamples(*info, node, QDateTime::currentMSecsSinceEpoch());
    sampleHost(shell, node, stop, host, &samples);
    if (stop.stop_requested())
        return canceled();
    return samples;
}

Sampler::Sampler(QString node, std::unique_ptr<NodeLink> link, QObject *parent)
    : QObject(parent), m_node(std::move(node)), m_host(std::make_shared<HostSampling>()), m_link(std::move(link))
{
    m_timer.setSingleShot(true);
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, &Sampler::tick);
}

Sampler::~Sampler() = default;

void Sampler::start(std::chrono::milliseconds interval)
{
    m_interval = interval;
    m_pause = std::chrono::milliseconds(0);
    m_isRunning = true;
    if (!m_underWay)
        tick();
}

void Sampler::stop()
{
    m_isRunning = false;
    m_timer.stop();
    m_link->cancelAll();
}

void Sampler::tick()
{
    if (m_underWay || !m_isRunning || !m_link)
        return;
    m_underWay = true;
    m_began.start();
    m_link->run(this, [node = m_node, host = m_host](Shell &shell, Job &job) {
        return sampleNode(shell, node, job.stop(), host.get());
    }, [this](Result<QList<Sample>> answer) { take(answer); });
}

void Sampler::take(const Result<QList<Sample>> &answer)
{
    m_underWay = false;
    if (answer) {
        m_pause = std::chrono::milliseconds(0);
        m_known.clear();
        for (const Sample &sample : *answer)
            m_known << sample.key;
        emit sampled(*answer);
    } else if (answer.error().kind != ErrorKind::Canceled) {
        m_pause = std::clamp(m_pause * 2, m_interval, std::max(m_interval, longestPause));
        QList<Sample> gap;
        for (const MetricKey &key : std::as_const(m_known))
            gap << Sample{QDateTime::currentMSecsSinceEpoch(), key};
        if (!gap.isEmpty())
            emit sampled(gap);
        emit failed(m_node, answer.error());
    }
    if (!m_isRunning)
        return;
    // From the beginning of one reading to the next; the ticks that a slow node overslept are skipped.
    const std::chrono::milliseconds took(m_began.elapsed());
    const auto wait = m_pause > m_pause.zero() ? m_pause : m_interval - took % m_interval;
    m_timer.start(took < m_interval && m_pause == m_pause.zero() ? m_interval - took : wait);
}
