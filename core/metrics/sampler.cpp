#include "core/metrics/sampler.h"

#include "core/facts/nodeprobe.h"
#include "core/metrics/npusamples.h"
#include "core/parse/npusmi.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QSet>

using namespace Qt::StringLiterals;

static constexpr double mib = 1 << 20;

namespace {

constexpr std::chrono::milliseconds longestPause{30'000};
// each try leaves another process that hangs
constexpr std::chrono::milliseconds firstNpuSmiPause{5'000}, longestNpuSmiPause{120'000};

struct SamplerText
{
    Q_DECLARE_TR_FUNCTIONS(Sampler)
};

// Error: the connection is lost, or somebody stopped it.
Result<void> sampleHost(Shell &shell, const QString &node, std::stop_token stop, NodeSampling *memory,
                        QList<Sample> *samples)
{
    std::optional<Error> lost;
    const auto read = [&](const QString &path) -> QByteArray {
        if (lost)
            return {};
        const Result<CommandOutput> output
            = shell.run({.argv = {u"cat"_s, path}, .timeout = std::chrono::seconds(5), .isQuestion = true}, stop);
        if (!output && output.error().kind != ErrorKind::Timeout && output.error().kind != ErrorKind::CommandFailed)
            lost = output.error();
        return output && output->exitCode == 0 ? output->out : QByteArray();
    };
    const auto add = [&](const QString &metric, double value) {
        samples->append(Sample{QDateTime::currentMSecsSinceEpoch(), {node, u"host"_s, metric}, value});
    };
    if (memory) {
        const std::optional<CpuTimes> now = cpuTimes(read(u"/proc/stat"_s));
        if (now && memory->cpu) {
            if (const std::optional<double> percent = cpuPercent(*memory->cpu, *now))
                add(u"host.cpu"_s, *percent);
        }
        memory->cpu = now;
    }
    if (const std::optional<HostMemory> host = hostMemory(read(u"/proc/meminfo"_s))) {
        add(u"host.memory.used"_s, double(host->totalBytes - host->availableBytes) / mib);
        add(u"host.memory.total"_s, double(host->totalBytes) / mib);
    }
    if (lost)
        return *lost;
    return {};
}

Error ofNpuSmi(Error error)
{
    error.facts.insert(u"part"_s, u"npu-smi"_s);
    return error;
}

Result<NpuSmiInfo> readChips(Shell &shell, const QString &node, std::stop_token stop)
{
    const Result<CommandOutput> output = shell.run({.argv = {u"npu-smi"_s, u"info"_s}, .timeout = npuSmiTimeout}, stop);
    if (!output && output.error().kind == ErrorKind::Timeout)
        return Error{ErrorKind::Timeout,
                     SamplerText::tr("%1: npu-smi did not answer in %2 s.").arg(node).arg(npuSmiTimeout.count()),
                     output.error().detail,
                     {}};
    if (!output)
        return output.error();
    if (isMissingTool(*output))
        return Error{ErrorKind::CommandFailed,
                     SamplerText::tr("%1: npu-smi is not installed or not on the PATH.").arg(node),
                     QString::fromUtf8(output->err),
                     {}};
    const Result<NpuSmiInfo> info = parseNpuSmiInfo(output->out);
    if (!info) {
        // its sentence has what was said
        const Result<NpuSmiInfo> complaint = parseNpuSmiInfo(output->out + '\n' + output->err);
        return Error{ErrorKind::CommandFailed, u"%1: %2"_s.arg(node, (complaint ? info : complaint).error().message),
                     QString::fromUtf8(output->out + output->err).left(2000), {}};
    }
    return info;
}

bool isOfTheNode(const Error &error)
{
    return error.kind != ErrorKind::Timeout && error.kind != ErrorKind::CommandFailed;
}

} // namespace

std::chrono::milliseconds oldAfter(std::chrono::milliseconds interval, std::chrono::milliseconds step)
{
    return std::max(std::chrono::milliseconds(5000), 3 * std::max(interval, step));
}

Result<NodeReading> sampleNode(Shell &shell, const QString &node, std::stop_token stop, NodeSampling *memory,
                               const std::function<void()> &atNpuSmi)
{
    using Clock = std::chrono::steady_clock;
    NodeReading reading;
    if (const Result<void> host = sampleHost(shell, node, stop, memory, &reading.samples); !host)
        return host.error();
    if (memory && memory->npuSmi && Clock::now() < memory->npuSmiAgain) {
        reading.npuSmi = memory->npuSmi;
        return reading;
    }
    if (atNpuSmi)
        atNpuSmi();
    const Result<NpuSmiInfo> chips = readChips(shell, node, stop);
    if (stop.stop_requested())
        return canceled();
    if (!chips && isOfTheNode(chips.error()))
        return chips.error();
    if (memory)
        memory->npuSmi.reset();
    if (chips) {
        if (memory)
            memory->npuSmiPause = std::chrono::milliseconds(0);
        reading.samples += npuSamples(*chips, node, QDateTime::currentMSecsSinceEpoch());
        reading.isCutShort = chips->truncated;
        return reading;
    }
    reading.npuSmi = ofNpuSmi(chips.error());
    if (memory && chips.error().kind == ErrorKind::Timeout) {
        memory->npuSmi = reading.npuSmi;
        memory->npuSmiPause = std::clamp(memory->npuSmiPause * 2, firstNpuSmiPause, longestNpuSmiPause);
        memory->npuSmiAgain = Clock::now() + memory->npuSmiPause;
    }
    return reading;
}

Sampler::Sampler(QString node, std::unique_ptr<NodeLink> link, QObject *parent)
    : QObject(parent), m_node(std::move(node)), m_memory(std::make_shared<NodeSampling>()), m_link(std::move(link))
{
    m_timer.setSingleShot(true);
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, &Sampler::tick);
    m_late.setSingleShot(true);
    connect(&m_late, &QTimer::timeout, this, &Sampler::tellLate);
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
    m_late.stop();
    m_link->cancelAll();
}

void Sampler::finish()
{
    m_isRunning = false;
    m_timer.stop();
    m_isFinishing = m_underWay;
    if (!m_underWay)
        emit finished();
}

void Sampler::tick()
{
    if (m_underWay || !m_isRunning || !m_link)
        return;
    m_underWay = true;
    m_began.start();
    m_isAtNpuSmi = false;
    const std::chrono::milliseconds since(m_answered.isValid() ? m_answered.elapsed() : 0);
    if (!m_hasFailed)
        m_late.start(std::max(std::chrono::milliseconds(0), oldAfter(m_interval, m_step) - since));
    m_link->run(
        this,
        [this, node = m_node, memory = m_memory](Shell &shell, Job &job) {
            return sampleNode(shell, node, job.stop(), memory.get(),
                              [this, &job] { job.notify([this] { m_isAtNpuSmi = true; }); });
        },
        [this](Result<NodeReading> answer) { take(answer); });
}

void Sampler::tellLate()
{
    if (!m_underWay)
        return;
    const qint64 seconds = std::max<qint64>(1, m_began.elapsed() / 1000);
    Error late{ErrorKind::Timeout,
               m_isAtNpuSmi ? SamplerText::tr("%1: npu-smi has not answered for %2 s.").arg(m_node).arg(seconds)
                            : SamplerText::tr("%1 has not answered for %2 s.").arg(m_node).arg(seconds),
               {},
               {}};
    if (m_isAtNpuSmi)
        late = ofNpuSmi(late);
    late.facts.insert(u"awaited"_s, u"yes"_s);
    emit failed(m_node, late);
}

QList<Sample> Sampler::gapsBeside(const QList<Sample> &samples) const
{
    QSet<MetricKey> answered;
    for (const Sample &sample : samples)
        answered.insert(sample.key);
    QList<Sample> gaps;
    for (const MetricKey &key : m_known) {
        if (!answered.contains(key))
            gaps << Sample{QDateTime::currentMSecsSinceEpoch(), key};
    }
    return gaps;
}

void Sampler::take(const Result<NodeReading> &answer)
{
    m_underWay = false;
    m_late.stop();
    m_hasFailed = !answer || answer->npuSmi;
    if (!m_hasFailed) {
        m_step = std::chrono::milliseconds(
            m_answered.isValid() ? std::min<qint64>(m_answered.elapsed(), longestPause.count()) : 0);
        m_answered.start();
    }
    if (answer) {
        m_pause = std::chrono::milliseconds(0);
        const QList<Sample> gaps = answer->npuSmi || answer->isCutShort ? gapsBeside(answer->samples) : QList<Sample>();
        m_known.clear();
        for (const Sample &sample : answer->samples + gaps)
            m_known << sample.key;
        emit sampled(answer->samples + gaps);
        if (answer->npuSmi)
            emit failed(m_node, *answer->npuSmi);
    } else if (answer.error().kind != ErrorKind::Canceled) {
        m_pause = std::clamp(m_pause * 2, m_interval, std::max(m_interval, longestPause));
        if (const QList<Sample> gaps = gapsBeside({}); !gaps.isEmpty())
            emit sampled(gaps);
        emit failed(m_node, answer.error());
    }
    if (std::exchange(m_isFinishing, false))
        emit finished();
    if (!m_isRunning)
        return;
    // From the beginning of one reading to the next; the ticks that a slow node overslept are skipped.
    const std::chrono::milliseconds took(m_began.elapsed());
    const auto wait = m_pause > m_pause.zero() ? m_pause : m_interval - took % m_interval;
    m_timer.start(took < m_interval && m_pause == m_pause.zero() ? m_interval - took : wait);
}
