#include "core/metrics/nodesource.h"

#include "core/facts/nodeprobe.h"
#include "core/metrics/npusamples.h"
#include "core/parse/npusmi.h"

#include <QCoreApplication>
#include <QDateTime>

using namespace Qt::StringLiterals;

static constexpr double mib = 1 << 20;

namespace {

const QString npuSmiPart = u"npu-smi"_s;

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
    error.facts.insert(u"part"_s, npuSmiPart);
    return error;
}

Error silentNpuSmi(const QString &node, const QString &detail)
{
    return {ErrorKind::Timeout,
            SamplerText::tr("%1: npu-smi did not answer in %2 s.").arg(node).arg(npuSmiTimeout.count()),
            detail,
            {}};
}

Result<NpuSmiInfo> readChips(Shell &shell, const QString &node, std::stop_token stop)
{
    const Result<CommandOutput> output = shell.run({.argv = {u"npu-smi"_s, u"info"_s}, .timeout = npuSmiTimeout}, stop);
    if (!output && output.error().kind == ErrorKind::Timeout)
        return silentNpuSmi(node, output.error().detail);
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

Result<Reading> sampleNode(Shell &shell, const QString &node, std::stop_token stop, NodeSampling *memory,
                           const Source::AtPart &atPart)
{
    using Clock = std::chrono::steady_clock;
    Reading reading;
    if (const Result<void> host = sampleHost(shell, node, stop, memory, &reading.samples); !host)
        return host.error();
    if (memory && memory->npuSmi && Clock::now() < memory->npuSmiAgain) {
        reading.partly = memory->npuSmi;
        return reading;
    }
    if (atPart)
        atPart(npuSmiPart);
    const Result<NpuSmiInfo> chips = readChips(shell, node, stop);
    if (stop.stop_requested())
        return canceled();
    if (!chips && isOfTheNode(chips.error()))
        return chips.error();
    if (memory)
        memory->npuSmi.reset();
    std::optional<Error> hung;
    if (chips) {
        const qint64 timeMs = QDateTime::currentMSecsSinceEpoch();
        reading.samples += npuSamples(*chips, node, timeMs);
        reading.isCutShort = chips->truncated;
        const bool isFirst = memory && !std::exchange(memory->hasChips, true);
        if (!memory || isFirst || chips->truncated)
            return reading;
        Result<QList<Sample>> cards = memory->cards.step(shell, *chips, node, timeMs, stop);
        if (stop.stop_requested())
            return canceled();
        if (!cards && isOfTheNode(cards.error()))
            return cards.error();
        if (cards)
            reading.samples += *cards;
        if (cards || cards.error().kind != ErrorKind::Timeout) {
            memory->npuSmiPause = std::chrono::milliseconds(0);
            return reading;
        }
        hung = silentNpuSmi(node, cards.error().detail);
    } else if (chips.error().kind == ErrorKind::Timeout) {
        hung = chips.error();
    }
    reading.partly = ofNpuSmi(hung ? *hung : chips.error());
    if (memory && hung) {
        memory->npuSmi = reading.partly;
        memory->npuSmiPause = std::clamp(memory->npuSmiPause * 2, firstNpuSmiPause, longestNpuSmiPause);
        memory->npuSmiAgain = Clock::now() + memory->npuSmiPause;
    }
    return reading;
}

Result<Reading> NodeSource::read(std::stop_token stop, const AtPart &atPart)
{
    if (!m_shell) {
        Result<std::unique_ptr<Shell>> opened = m_openShell(stop);
        if (!opened)
            return opened.error();
        m_shell = *std::move(opened);
    }
    Result<Reading> reading = sampleNode(*m_shell, node(), stop, &m_memory, atPart);
    if (!reading && reading.error().kind == ErrorKind::Connection)
        m_shell.reset();
    return reading;
}

std::optional<Error> NodeSource::overdue(const QString &part, qint64 seconds) const
{
    const QString words = part == npuSmiPart ? SamplerText::tr("%1: npu-smi has not answered for %2 s.")
                                             : SamplerText::tr("%1 has not answered for %2 s.");
    const Error error{ErrorKind::Timeout, words.arg(node()).arg(seconds), {}, {}};
    return part == npuSmiPart ? ofNpuSmi(error) : error;
}
