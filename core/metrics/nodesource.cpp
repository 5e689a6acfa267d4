#include "core/metrics/nodesource.h"

#include "core/base/languages.h"
#include "core/facts/hostfacts.h"
#include "core/facts/nodeprobe.h"
#include "core/metrics/npusamples.h"
#include "core/nodes/asking.h"
#include "core/parse/npusmi.h"

#include <QCoreApplication>
#include <QDateTime>

#include <cmath>

using namespace Qt::StringLiterals;

static constexpr double mib = 1 << 20, mega = 1e6, bitsPerByte = 8;

namespace {

const QString npuSmiPart = u"npu-smi"_s, hostPart = u"/proc"_s;

// each try leaves another process that hangs
constexpr std::chrono::milliseconds firstNpuSmiPause{5'000}, longestNpuSmiPause{120'000};
constexpr std::chrono::seconds shortNpuSmiTry{4};        // shorter than what counts as a gap

using SteadyClock = std::chrono::steady_clock;

struct SamplerText
{
    ASC_TR_FUNCTIONS(Sampler)
};

// Error: the connection is lost, or somebody stopped it. Empty: could not be had.
Result<QByteArray> toldByHost(Shell &shell, const QStringList &argv, std::stop_token stop)
{
    const Result<CommandOutput> output
        = shell.run({.argv = argv, .timeout = std::chrono::seconds(5), .isQuestion = true}, stop);
    if (!output && output.error().kind != ErrorKind::Timeout && output.error().kind != ErrorKind::CommandFailed)
        return output.error();
    return output ? output->out : QByteArray(); // a file that is not there is told of beside those that are
}

// Once a minute. The half of the way there is taken off (core/facts/hostfacts.h).
void sampleClock(Shell &shell, const QString &node, std::stop_token stop, NodeSampling &memory, QList<Sample> *samples)
{
    constexpr std::chrono::seconds everyClock{60};
    if (SteadyClock::now() - memory.clockRead < everyClock)
        return;
    memory.clockRead = SteadyClock::now();
    NodeProbe probe(shell, stop);
    if (const Result<ClockReading> clock = clockReading(probe)) {
        samples->append(
            Sample{QDateTime::currentMSecsSinceEpoch(), {node, u"host"_s, u"host.clock"_s}, clock->offsetSeconds});
    }
}

// Error: the connection is lost, or somebody stopped it.
Result<void> sampleHost(Shell &shell, const QString &node, std::stop_token stop, NodeSampling *memory,
                        QList<Sample> *samples)
{
    if (memory && !memory->devices) {
        const Result<QByteArray> paths = toldByHost(shell,
                                                    {u"find"_s, u"-L"_s, u"/sys/class/net"_s, u"/sys/block"_s,
                                                     u"-mindepth"_s, u"2"_s, u"-maxdepth"_s, u"2"_s, u"-name"_s,
                                                     u"device"_s},
                                                    stop);
        if (!paths)
            return paths.error();
        memory->devices = hostDevices(*paths);
    }
    const Result<QByteArray> told
        = toldByHost(shell, {u"cat"_s, u"/proc/stat"_s, u"/proc/meminfo"_s, u"/proc/net/dev"_s, u"/proc/diskstats"_s},
                     stop);
    if (!told)
        return told.error();
    const SteadyClock::time_point at = SteadyClock::now();
    const qint64 timeMs = QDateTime::currentMSecsSinceEpoch();
    const auto add = [&](const QString &metric, double value) {
        samples->append(Sample{timeMs, {node, u"host"_s, metric}, value});
    };
    if (memory) {
        HostCounts now{at, cpuTimes(*told), ofHardware(networkCounts(*told), memory->devices->interfaces),
                       ofHardware(diskCounts(*told), memory->devices->disks)};
        const HostCounts &before = memory->host;
        const double seconds = std::chrono::duration<double>(at - before.at).count();
        if (now.cpu && before.cpu) {
            if (const std::optional<double> percent = cpuPercent(*before.cpu, *now.cpu))
                add(u"host.cpu"_s, *percent);
        }
        if (const std::optional<ByteRates> rates = byteRates(before.network, now.network, seconds)) {
            add(u"host.network.in"_s, rates->in * bitsPerByte / mega);
            add(u"host.network.out"_s, rates->out * bitsPerByte / mega);
        }
        if (const std::optional<ByteRates> rates = byteRates(before.disks, now.disks, seconds)) {
            add(u"host.disk.read"_s, rates->in / mib);
            add(u"host.disk.written"_s, rates->out / mib);
        }
        memory->host = std::move(now);
    }
    if (const std::optional<HostMemory> host = hostMemory(*told)) {
        add(u"host.memory.used"_s, double(host->totalBytes - host->availableBytes) / mib);
        add(u"host.memory.total"_s, double(host->totalBytes) / mib);
    }
    if (memory)
        sampleClock(shell, node, stop, *memory, samples);
    return stop.stop_requested() ? Result<void>(canceled()) : Result<void>();
}

// What has answered since it was asked says more.
Error ofNpuSmi(Error error, std::chrono::milliseconds ago)
{
    error.facts.insert(u"part"_s, npuSmiPart);
    error.facts.insert(u"askedMs"_s, QString::number(QDateTime::currentMSecsSinceEpoch() - ago.count()));
    return error;
}

std::chrono::milliseconds since(SteadyClock::time_point began)
{
    return std::chrono::duration_cast<std::chrono::milliseconds>(SteadyClock::now() - began);
}

Error silentNpuSmi(const QString &node, const QString &detail)
{
    return {ErrorKind::Timeout,
            SamplerText::tr("%1: npu-smi did not answer in %2 s.").arg(node).arg(npuSmiTimeout.count()),
            detail,
            {}};
}

Result<NpuSmiInfo> readChips(Shell &shell, const QString &node, std::chrono::milliseconds timeout, std::stop_token stop)
{
    const Result<CommandOutput> output = shell.run({.argv = {u"npu-smi"_s, u"info"_s}, .timeout = timeout}, stop);
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

// Whether npu-smi info is to be asked beside npu-exporter.
bool isInfoDue(const NodeSampling &memory, const QList<Sample> &told)
{
    constexpr std::chrono::seconds forTheChips{60}, forTheRest{10};
    const auto since = SteadyClock::now() - memory.infoRead;
    if (since >= forTheChips || memory.exporter.unhealthy() > memory.unhealthy)
        return true;
    QSet<MetricKey> known;
    for (const Sample &sample : told) {
        if (!std::isnan(sample.value))
            known.insert(sample.key);
    }
    const bool isAllTold = std::all_of(memory.infoSamples.cbegin(), memory.infoSamples.cend(), [&](const Sample &one) {
        return std::isnan(one.value) || known.contains(one.key);
    });
    return since >= forTheRest && !isAllTold;
}

// What npu-exporter tells, and of npu-smi what it does not, as long as that is fresh.
QList<Sample> bothTold(const QList<Sample> &told, const NodeSampling &memory, qint64 timeMs)
{
    QHash<MetricKey, Sample> all;
    if (SteadyClock::now() - memory.infoRead <= std::chrono::milliseconds(ExporterWatch::freshMs)) {
        for (Sample sample : memory.infoSamples) {
            sample.timeMs = timeMs;
            all.insert(sample.key, sample);
        }
    }
    for (const Sample &sample : told) {
        if (!std::isnan(sample.value) || !all.contains(sample.key))
            all.insert(sample.key, sample);
    }
    QList<Sample> samples = all.values();
    std::sort(samples.begin(), samples.end(), [](const Sample &a, const Sample &b) { return a.key < b.key; });
    return samples;
}

// The next card's question. Error: Timeout: npu-smi hangs.
Result<QList<Sample>> askCards(Shell &shell, const QString &node, NodeSampling &memory, std::stop_token stop)
{
    const auto began = SteadyClock::now();
    Result<QList<Sample>> cards = memory.cards.step(shell, memory.info, node, stop);
    if (!memory.cards.asked().isEmpty())
        memory.book.note(memory.cards.asked(), began);
    if (cards && !cards->isEmpty())
        memory.book.gave(memory.cards.asked(), *cards);
    return cards;
}

// Of npu-smi, when it hung: not again before a growing pause has passed.
void noteNpuSmi(NodeSampling &memory, const std::optional<Error> &partly, bool isHung)
{
    memory.npuSmi.reset();
    memory.hangs = isHung ? memory.hangs + 1 : 0;
    if (!isHung)
        return;
    memory.npuSmi = partly;
    memory.npuSmiPause = std::clamp(memory.npuSmiPause * 2, firstNpuSmiPause, longestNpuSmiPause);
    memory.npuSmiAgain = SteadyClock::now() + memory.npuSmiPause;
}

// Error: of the node, as readChips(). Of npu-smi: in reading.partly.
Result<void> sampleInfo(Shell &shell, const QString &node, std::stop_token stop, NodeSampling *memory,
                        QList<Sample> *samples, Reading *reading)
{
    const auto began = SteadyClock::now();
    // Whether it has come back is asked briefly: the host's figures wait meanwhile. Each third time as long as ever,
    // for one that is only slow.
    const bool isShort = memory && memory->hangs % 3 != 0;
    const Result<NpuSmiInfo> chips = readChips(shell, node, isShort ? shortNpuSmiTry : npuSmiTimeout, stop);
    if (!chips && (stop.stop_requested() || isOfTheNode(chips.error())))
        return chips.error();
    if (memory)
        memory->book.note(npuSmiPart, began);
    if (!chips) {
        const bool isAsKnown = isShort && memory->npuSmi && chips.error().kind == ErrorKind::Timeout;
        reading->partly = ofNpuSmi(isAsKnown ? *memory->npuSmi : chips.error(), since(began));
        if (memory)
            noteNpuSmi(*memory, reading->partly, chips.error().kind == ErrorKind::Timeout);
        return {};
    }
    *samples = npuSamples(*chips, node, QDateTime::currentMSecsSinceEpoch());
    reading->isCutShort = chips->truncated;
    if (!memory)
        return {};
    noteNpuSmi(*memory, {}, false);
    memory->book.gave(npuSmiPart, *samples);
    memory->info = *chips;
    memory->infoSamples = *samples;
    memory->infoRead = SteadyClock::now();
    memory->unhealthy = memory->exporter.unhealthy();
    return {};
}

Result<void> sampleChips(Shell &shell, const QString &node, std::stop_token stop, NodeSampling *memory,
                         const Source::AtPart &atPart, Reading *reading)
{
    using Tells = ExporterWatch::Tells;
    Tells tells = Tells::Nothing;
    QList<Sample> told;
    if (memory && memory->hasChips) {
        const Result<Tells> asked = memory->exporter.ask(shell, memory->info, stop, memory->book);
        if (!asked)
            return asked.error();
        tells = *asked;
        if (tells == Tells::AllChips)
            told = memory->exporter.take(node, QDateTime::currentMSecsSinceEpoch());
        memory->cards.leaveOut(memory->exporter.roundMetrics());
    }
    const bool isFirst = memory && !memory->hasChips;
    const bool isInfoWanted
        = tells == Tells::Nothing || (tells == Tells::AllChips && isInfoDue(*memory, told));
    const bool isHanging = memory && memory->npuSmi && SteadyClock::now() < memory->npuSmiAgain;
    QList<Sample> fromInfo;
    if (isHanging) {
        reading->partly = memory->npuSmi;
    } else if (isInfoWanted) {
        if (atPart)
            atPart(npuSmiPart);
        if (const Result<void> info = sampleInfo(shell, node, stop, memory, &fromInfo, reading); !info)
            return info.error();
    }
    // One moment for all of a reading: what is of another one counts as out of date.
    const qint64 timeMs = !told.isEmpty()     ? told.first().timeMs
        : !fromInfo.isEmpty() ? fromInfo.first().timeMs
                              : QDateTime::currentMSecsSinceEpoch();
    reading->goesOn = tells == Tells::NothingNew;
    if (tells == Tells::AllChips) {
        reading->samples += bothTold(told, *memory, timeMs);
        told.removeIf([](const Sample &sample) { return std::isnan(sample.value); });
        memory->book.gave(u"npu-exporter"_s, told);
    } else {
        reading->samples += fromInfo;
    }
    if (memory && !fromInfo.isEmpty())
        memory->hasChips = true;
    const bool isTold = tells != Tells::Nothing || !fromInfo.isEmpty();
    if (!memory || isFirst || !isTold || isHanging || reading->partly || reading->isCutShort)
        return {};
    if (atPart)
        atPart(npuSmiPart);
    const auto began = SteadyClock::now();
    const Result<QList<Sample>> cards = askCards(shell, node, *memory, stop);
    if (stop.stop_requested())
        return canceled();
    if (!cards && isOfTheNode(cards.error()))
        return cards.error();
    if (cards)
        reading->samples += *cards;
    if (cards || cards.error().kind != ErrorKind::Timeout) {
        memory->npuSmiPause = std::chrono::milliseconds(0);
        return {};
    }
    reading->partly = ofNpuSmi(silentNpuSmi(node, cards.error().detail), since(began));
    noteNpuSmi(*memory, reading->partly, true);
    return {};
}

} // namespace

Result<Reading> sampleNode(Shell &shell, const QString &node, std::stop_token stop, NodeSampling *memory,
                           const Source::AtPart &atPart)
{
    Reading reading;
    const auto began = SteadyClock::now();
    if (const Result<void> host = sampleHost(shell, node, stop, memory, &reading.samples); !host)
        return host.error();
    if (memory) {
        memory->book.note(hostPart, began);
        memory->book.gave(hostPart, reading.samples);
    }
    const Result<void> chips = sampleChips(shell, node, stop, memory, atPart, &reading);
    if (stop.stop_requested())
        return canceled();
    if (!chips)
        return chips.error();
    if (memory)
        reading.uses = memory->book.uses();
    return reading;
}

Result<Reading> NodeSource::read(std::stop_token stop, const AtPart &atPart)
{
    const EveryLanguage every;           // what went wrong is shown as long as it lasts
    Result<Reading> reading = readOnce(std::move(stop), atPart);
    if (!reading)
        return keptInEach(reading.error());
    if (reading->partly)
        reading->partly = keptInEach(*reading->partly);
    return reading;
}

Result<Reading> NodeSource::readOnce(std::stop_token stop, const AtPart &atPart)
{
    if (!m_shell) {
        Result<std::unique_ptr<Shell>> opened = m_openShell(stop);
        if (!opened)
            return opened.error();
        m_shell = *std::move(opened);
    }
    if (m_putsOffNothing.exchange(false)) {
        m_memory.npuSmiAgain = {};
        m_memory.npuSmiPause = std::chrono::milliseconds(0);
    }
    Result<Reading> reading = sampleNode(*m_shell, node(), stop, &m_memory, atPart);
    if (!reading && reading.error().kind == ErrorKind::Connection)
        m_shell.reset();
    return reading;
}

std::optional<Error> NodeSource::overdue(const QString &part, qint64 seconds) const
{
    const EveryLanguage every;
    const QString words = part == npuSmiPart ? SamplerText::tr("%1: npu-smi has not answered for %2 s.")
                                             : SamplerText::tr("%1 has not answered for %2 s.");
    const Error error{ErrorKind::Timeout, words.arg(node()).arg(seconds), {}, {}};
    return keptInEach(part == npuSmiPart ? ofNpuSmi(error, std::chrono::seconds(seconds)) : error);
}
