#include "core/logs/nodelogs.h"

#include "core/base/languages.h"
#include "core/base/plaintext.h"
#include "core/facts/hostfacts.h"

#include <QCoreApplication>
#include <QDateTime>

#include <cmath>

using namespace Qt::StringLiterals;

namespace {

struct NodeLogsText
{
    ASC_TR_FUNCTIONS(NodeLogs)
};

constexpr qint64 tellEveryMs = 100;
constexpr qint64 tellAfterBytes = 256 * 1024;

QString processOf(const QByteArray &path, const LogQuestion &question)
{
    const QString file = withoutControls(QString::fromUtf8(path));
    if (file == question.file)
        return question.process;
    const QString name = file.section(u'/', -1);
    return name.endsWith(".log"_L1) ? name.chopped(4) : name;
}

// "kern  :err   : [16794.226248] text": seconds since the kernel started
std::optional<double> kernelSeconds(QByteArrayView line)
{
    const qsizetype open = line.first(std::min<qsizetype>(line.size(), 32)).indexOf('[');
    const qsizetype close = open < 0 ? -1 : line.indexOf(']', open);
    if (close < 0)
        return {};
    bool isNumber = false;
    const double seconds = line.sliced(open + 1, close - open - 1).trimmed().toByteArray().toDouble(&isNumber);
    return isNumber && std::isfinite(seconds) && seconds >= 0 && seconds < 1e10 ? std::optional(seconds)
                                                                                : std::nullopt;
}

} // namespace

NodeLogs::NodeLogs(QString node, LogQuestion question, std::shared_ptr<const FaultMatcher> matcher)
    : m_node(std::move(node))
    , m_question(std::move(question))
    , m_matcher(std::move(matcher))
    , m_kernel(m_node, u"kernel"_s, m_matcher)
{
}

void NodeLogs::setTail(qint64 bytes, int lines)
{
    m_round.tailBytes = bytes;
    m_round.tailLines = lines;
}

Result<QStringList> NodeLogs::read(Shell &shell, std::chrono::seconds follows, std::stop_token stop, const Tell &tell)
{
    NodeProbe probe(shell, stop);
    if (const Result<ClockReading> clock = clockReading(probe)) {
        // What is not more than the measuring is wrong by is none.
        const bool isOff = std::abs(clock->offsetSeconds) > clock->uncertaintySeconds;
        m_clock.offsetSeconds = isOff ? clock->offsetSeconds : 0;
        m_uncertainty = clock->uncertaintySeconds;
        m_newOffset = clock->offsetSeconds;
    } else if (probe.isLost() || stop.stop_requested()) {
        return clock.error();
    }
    m_unread.clear();
    m_round.follows = follows;
    m_round.known.clear();
    for (auto &[inode, file] : m_files) {
        m_round.known.insert(inode, file.next);
        file.feed->setClock(m_clock);
    }
    m_container = std::make_unique<LogFeed>(m_node, u"container"_s, m_matcher, LogFeed::Layout::DockerStamped);
    m_container->setClock({m_clock.offsetSeconds, 0});
    m_container->skipUntil(m_round.since);
    LogFrames frames([this](const LogFrame &frame) { take(frame); });
    tellNews(tell);
    const auto onOutput = [&](OutputStream stream, const QByteArray &piece) {
        if (stream == OutputStream::Out) {
            frames.feed(piece);
        } else {
            m_container->feed(piece);
            m_container->settle();
        }
        qint64 waiting = m_container->newBytes();
        for (const auto &[inode, file] : m_files)
            waiting += file.feed->newBytes();
        const qint64 now = QDateTime::currentMSecsSinceEpoch();
        if (waiting >= tellAfterBytes || std::abs(now - m_toldMs) >= tellEveryMs)
            tellNews(tell);
    };
    constexpr std::chrono::seconds answersWithin{60};
    const Result<CommandOutput> output = shell.run({.argv = logArgv(m_question, m_round),
                                                    .timeout = follows + answersWithin,
                                                    .keepAtMost = 64 * 1024,
                                                    .isQuestion = true,
                                                    .topic = u"logs"_s},
                                                   stop, onOutput);
    m_container->finish();
    const QStringList said = m_container->takeTools();
    if (!m_container->lastStamp().isEmpty())
        m_round.since = m_container->lastStamp();
    tellNews(tell);
    if (!output)
        return output.error();
    QStringList troubles = m_unread;
    if (output->exitCode != 0 && !m_question.container.isEmpty())
        troubles << NodeLogsText::tr("%1: the logs in the container %2 cannot be read: %3")
                        .arg(m_node, m_question.container,
                             said.isEmpty() ? NodeLogsText::tr("exit code %1").arg(output->exitCode)
                                            : shortened(said.first()));
    return troubles;
}

void NodeLogs::take(const LogFrame &frame)
{
    switch (frame.kind) {
    case LogFrame::Kind::Alive:
        break;
    case LogFrame::Kind::Zone:
        if (const std::optional<int> zone = zoneMinutesOf(frame.words)) {
            m_clock.zoneMinutes = *zone;
            for (auto &[inode, file] : m_files)
                file.feed->setClock(m_clock);
        }
        break;
    case LogFrame::Kind::Kernel:
        takeKernel(frame);
        break;
    case LogFrame::Kind::Unread:
        takeUnread(frame);
        break;
    case LogFrame::Kind::File: {
        File &file = m_files[frame.inode];
        const bool isNew = !file.feed;
        if (isNew || frame.offset < file.next) { // or it was begun anew
            file.feed = std::make_unique<LogFeed>(m_node, processOf(frame.path, m_question), m_matcher);
            file.feed->setClock(m_clock);
            if (isNew && frame.offset > 0)
                file.feed->skipFirstLine();
        }
        file.feed->wasWrittenBy(onOneClock({(frame.writtenSeconds + 1) * 1000, 0, true}, m_clock));
        file.feed->feed(frame.content);
        file.feed->settle();
        file.next = frame.offset + frame.content.size();
        break;
    }
    }
}

void NodeLogs::takeUnread(const LogFrame &frame)
{
    const QString path = withoutControls(QString::fromUtf8(frame.path)),
                  target = withoutControls(QString::fromUtf8(frame.words));
    const QString sentence = target.isEmpty()
        ? NodeLogsText::tr("%1: %2 in the container %3 is no file and was not read.")
              .arg(m_node, path, m_question.container)
        : NodeLogsText::tr("%1: %2 in the container %3 is a symbolic link to %4 and was not followed.")
              .arg(m_node, path, m_question.container, shortened(target));
    if (!m_unread.contains(sentence))
        m_unread << sentence;
}

// Its stamps are seconds since it started, by a clock that nobody sets.
void NodeLogs::takeKernel(const LogFrame &frame)
{
    bool isNumber = false;
    const double up = frame.words.toDouble(&isNumber);
    if (!isNumber || up <= 0)
        return;
    const qint64 started = QDateTime::currentMSecsSinceEpoch() - std::llround(up * 1000);
    constexpr qint64 restarted = 60'000;
    if (!m_startedMs || std::abs(*m_startedMs - started) > restarted) {
        m_startedMs = started;
        m_kernelUntil.reset();
    }
    std::optional<double> last = m_kernelUntil;
    bool isNews = false;
    for (const QByteArray &line : frame.content.split('\n')) {
        const std::optional<double> seconds = kernelSeconds(line);
        if (seconds) {
            isNews = !m_kernelUntil || *seconds > *m_kernelUntil;
            last = std::max(last.value_or(*seconds), *seconds);
        }
        if (isNews)
            m_kernel.add(*m_startedMs + std::llround(seconds.value_or(*last) * 1000), line);
    }
    m_kernelUntil = last;
}

void NodeLogs::tellNews(const Tell &tell)
{
    LogNews news;
    for (auto &[inode, file] : m_files) {
        if (file.feed->hasNews())
            news.batches << file.feed->take();
    }
    for (LogFeed *feed : {m_container.get(), &m_kernel}) {
        if (feed->hasNews())
            news.batches << feed->take();
    }
    news.troubles = m_unread;
    news.clockOffset = std::exchange(m_newOffset, std::nullopt);
    news.clockUncertainty = m_uncertainty;
    m_toldMs = QDateTime::currentMSecsSinceEpoch();
    tell(std::move(news));
}
