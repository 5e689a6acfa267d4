#include "core/diagnosis/diagnosis.h"

#include "core/diagnosis/journal.h"
#include "core/diagnosis/judgement.h"
#include "core/diagnosis/loglines.h"
#include "core/diagnosis/speaker.h"
#include "core/diagnosis/terminaltext.h"
#include "core/diagnosis/usertext.h"

#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <QSet>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype mostRuns = 64; // of one rule and program in one file; what comes after is counted to the last
constexpr qsizetype mostRunsOfAll = 16 * mostRuns; // of other programs; what comes after is not kept
constexpr qsizetype mostServices = 1000;
constexpr qsizetype mostReady = 64;      // of one file
constexpr qsizetype mostExceptions = 64; // of one file: half of them its first ones, half its last ones
constexpr qsizetype shownBefore = 120, mostShown = 400;
constexpr qsizetype longLine = 32 * 1024; // such a one may come in parts (loglines.h)
constexpr qsizetype mostHeld = 1000, mostHeldBytes = 1 << 20; // lines that may be a prompt's

QString excerpt(QByteArrayView line, qsizetype at)
{
    const QString text = logText(line);
    if (text.size() <= mostShown)
        return text.trimmed();
    const qsizetype where = logText(line.first(at)).size();
    const qsizetype from = std::clamp<qsizetype>(where - shownBefore, 0, text.size() - mostShown);
    return (from > 0 ? u"…"_s : QString()) + text.mid(from, mostShown).trimmed()
        + (from + mostShown < text.size() ? u"…"_s : QString());
}

// A source's, or a part of its.
template<typename Report>
void widen(Report &report, const std::optional<LogTime> &time)
{
    if (time && (!report.first || time->ms < report.first->ms))
        report.first = time;
    if (time && (!report.last || time->ms > report.last->ms))
        report.last = time;
}

void readInZone(std::optional<LogTime> &time, int zoneMinutes)
{
    if (time && !time->zoneMinutes && zoneMinutes != 0)
        time = LogTime{time->ms - zoneMinutes * 60'000LL, zoneMinutes};
}

// What the lines of a node say of their zones.
struct NodeZones
{
    QSet<int> named;                     // minutes east of UTC
    bool hasPlain = false;               // lines that name none

    std::optional<int> only() const { return named.size() == 1 ? std::optional(*named.cbegin()) : std::nullopt; }
};

// Its words are those of engines, or of the NPUs' software, whoever says them.
SpeaksAs ruleSpeaksAs(const FaultRule &rule)
{
    constexpr QLatin1StringView components[]
        = {"acl"_L1, "driver"_L1, "hccl"_L1, "mindie"_L1, "mooncake"_L1, "vllm"_L1};
    if (rule.anyone)
        return SpeaksAs::Anyone;
    if (!rule.engines.isEmpty())
        return SpeaksAs::Engine;
    return std::find(std::begin(components), std::end(components), rule.component) == std::end(components)
        ? SpeaksAs::Anyone
        : SpeaksAs::NpuUser;
}

// PyTorch says it in any program that uses an NPU: that its memory is full shows no service.
bool isOfNpuUsers(const FaultRule &rule)
{
    return rule.id == "memory.npu"_L1;
}

// CANN and the driver say it in any of these programs, the service's and others.
bool isOfNpuSoftware(const FaultRule &rule)
{
    return rule.component == "acl"_L1 || rule.component == "driver"_L1 || rule.component == "hccl"_L1;
}

// docker compose puts the container's name before each line, "decode-1  | ": a log may be of several services.
QByteArray composeName(QByteArrayView line)
{
    constexpr qsizetype within = 80;
    const QByteArrayView head = line.first(std::min(line.size(), within));
    return head.first(std::max(head.indexOf(" | "), qsizetype(0))).trimmed().toByteArray();
}

qint64 lastLine(const QList<ServiceReady> &list)
{
    return list.isEmpty() ? 0 : list.last().line;
}

// The driver's event has one code for "link down" and for "link up".
bool isOfLinks(const FaultRule &rule)
{
    return rule.id == "hardware.link-down"_L1;
}

// What may happen to any container.
bool isOfContainers(const FaultRule &rule)
{
    return rule.component == "container"_L1 || rule.component == "memory"_L1 || rule.component == "network"_L1
        || rule.component == "host"_L1 || rule.component == "kubernetes"_L1;
}

} // namespace

Diagnosis::Diagnosis(QList<FaultRule> rules)
    : m_rules(std::move(rules))
    , m_matcher(m_rules)
{
}
Diagnosis::~Diagnosis() = default;

void Diagnosis::begin(const LogSource &source)
{
    SourceReport report;
    report.node = source.node;
    report.file = source.file;
    report.isAnswer = source.isAnswer;
    m_sources << report;
    m_stamps << SourceStamps();
    m_time.reset();
    m_firstTime.reset();
    m_openRules.clear();
    m_knowsYear = false;
    m_isReady = false;
    m_started.clear();
    m_openStarts.clear();
    m_linksDown.clear();
    m_linesBefore = source.linesBefore;
    m_monitor = monitorOfFile(QFileInfo(source.file).fileName().toUtf8());
    m_began = source.beganMs ? std::optional(LogTime{*source.beganMs, 0, true}) : std::nullopt;
    m_stopTime.reset();
    m_endedInLogin.clear();
    m_typedLine = 0;
    dropHeld();
    m_typed.clear();
    m_tracebacks = {};
    m_times = std::make_unique<LogTimes>(source.latest);
    m_journal = std::make_unique<JournalReader>(
        [this](QByteArrayView line, qint64 number) { takeLine(line, number); });
    m_lines = std::make_unique<LogLines>([this](QByteArrayView line, qint64 number) {
        m_journal->read(line, m_linesBefore + number, m_lines->lineSize());
    });
}

void Diagnosis::feed(QByteArrayView piece)
{
    m_lines->feed(piece);
}

void Diagnosis::nextLineIs(qint64 number)
{
    m_lines->settle();                   // those before it are read by their numbers
    m_linesBefore = number - 1 - m_lines->lines();
}

void Diagnosis::end(const QString &error)
{
    m_lines->finish();
    m_journal->finish();
    readHeld();
    SourceReport &report = m_sources.last();
    report.error = error;
    report.encoding = m_lines->encoding();
    report.isNoText = m_lines->isNoText();
    report.bytes = m_lines->bytes();
    report.lines = m_lines->lines();
    if (!m_firstTime && m_began) {
        m_firstTime = m_began;
        widen(m_stamps.last().zoned, m_began);
    }
    // What was seen before the first stamp has the time of that.
    for (auto it = m_sightings.begin(); it != m_sightings.end(); ++it) {
        for (FaultSighting &one : it.value()) {
            if (it.key().first == int(m_sources.size()) - 1 && !one.time) {
                one.time = one.last = m_firstTime;
                one.isBefore = m_firstTime && m_firstTime != m_began;
            }
        }
    }
    for (RaisedException &one : report.exceptions) {
        if (!one.time)
            one.time = m_firstTime;
    }
}

// What stands in a prompt of several lines is that of a user, what stands below "cat <<EOF" a file's; what follows one
// that never ends (its writer was killed meanwhile) is not. A prompt whose line was cut off has no quote at its end: it
// ends where the log goes on.
void Diagnosis::takeLine(QByteArrayView line, qint64 number)
{
    if (m_openQuote == 0 && m_hereWord.isEmpty()) {
        readLine(line, number);
        return;
    }
    if (m_openQuote != 0 && isOwnRecord(line)) {
        dropHeld();
        readLine(line, number);
        return;
    }
    if (m_hereWord.isEmpty() ? endsQuote(line, m_openQuote) : endsHere(line, m_hereWord)) {
        dropHeld();
        return;
    }
    m_held.emplace_back(line.toByteArray(), number);
    m_heldBytes += line.size();
    if (m_held.size() > mostHeld || m_heldBytes > mostHeldBytes)
        readHeld();
}

// A log that a user pasted is older than the request that tells of it.
bool Diagnosis::isOwnRecord(QByteArrayView line) const
{
    const QByteArrayView record = line.sliced(grepPrefixSize(line));
    if (!m_time || !beginsRecord(record))
        return false;
    const std::optional<LogTime> time = LogTimes(*m_times).read(record);
    return time && time->zoneMinutes.has_value() == m_time->zoneMinutes.has_value() && time->ms >= m_time->ms;
}

void Diagnosis::dropHeld()
{
    m_openQuote = 0;
    m_hereWord.clear();
    m_held.clear();
    m_heldBytes = 0;
}

void Diagnosis::readHeld()
{
    m_heldBytes = 0;
    for (const auto &[line, number] : std::exchange(m_held, {}))
        readLine(line, number);
    dropHeld();
}

// "$ echo 'NPU out of memory'" prints these words; no engine says them.
bool Diagnosis::isEchoed(QByteArrayView line)
{
    constexpr qsizetype shortest = 4;
    const QByteArrayView text = line.trimmed();
    if (text.size() < shortest || !m_typed.contains(text))
        m_typed.clear();
    return !m_typed.isEmpty();
}

void Diagnosis::readLine(QByteArrayView whole, qint64 number)
{
    const qsizetype prefix = grepPrefixSize(whole);
    const QByteArrayView line = whole.sliced(prefix);
    if (isTypedCommand(line)) {
        m_hereWord = hereWord(line);
        m_typedLine = number;
        m_typed = line.contains("echo ") || line.contains("printf ") ? line.toByteArray() : QByteArray();
        return;
    }
    if (!m_typed.isEmpty() && isEchoed(line))
        return;
    if (beginsHere(line))
        m_hereWord = hereWord(line);
    SourceReport &report = m_sources.last();
    // The next part of a line in which a user's text had begun is that user's, too.
    const TracebackText::Line traced = m_tracebacks.read(line, number);
    const bool isUnsaid = traced.kind == TracebackText::Kind::Source || number == m_typedLine;
    const FaultMatcher::Match match = isUnsaid ? FaultMatcher::Match() : m_matcher.match(line);
    if (match.tellsPrompt)
        m_openQuote = quoteLeftOpen(line);
    if (line.size() > longLine && userTextAt(line) < line.size())
        m_typedLine = number;
    const std::optional<LogTime> time = m_times->read(line);
    // The words of any message stand in programs, too: in what is no text, a line of a log says its time.
    if (!m_lines->isNoText().isEmpty() && (match.rule < 0 || !time))
        return;
    const SpeaksAs words = match.isOfEngine ? SpeaksAs::Engine
        : match.rule >= 0                   ? ruleSpeaksAs(m_rules[match.rule])
                                            : SpeaksAs::Anyone;
    const Speaker speaker = speakerOf(line, words);
    if (!m_knowsYear && m_times->knowsYear() && time) {
        m_knowsYear = true;
        setYear(*time);
    }
    if (time) {
        closeOpen(*time);
        SourceStamps &stamps = m_stamps.last();
        Stamps &own = time->zoneMinutes ? stamps.zoned : stamps.plain;
        report.wasSetBack = report.wasSetBack || (own.newest && own.newest->ms - time->ms > failureRunMs);
        widen(own, time);
        if (time->zoneMinutes && !time->isCounted) {
            stamps.zones << *time->zoneMinutes;
            stamps.zonesBy[speaker.clock] << *time->zoneMinutes;
        }
        if (!time->zoneMinutes && stamps.plainBy != LineClock::Service && speaker.clock != LineClock::Unknown)
            stamps.plainBy = speaker.clock;
        own.newest = m_time = time;
        for (QList<ServiceReady> *list : {&report.ready, &report.starts}) {
            for (auto one = list->rbegin(); one != list->rend() && !one->below; ++one)
                one->below = time;
        }
        if (!m_firstTime)
            m_firstTime = time;
        for (auto &[name, start] : std::exchange(m_openStarts, {})) {
            start.below = time;
            keepStart(name, start);
        }
    }
    if (match.isOver) {
        endWaiting(line);
        m_isReady = true;
        report.ready << ServiceReady{number, m_time, time};
        if (report.ready.size() > mostReady)
            report.ready.removeFirst();
    }
    if (match.isStart) {
        const ServiceReady start{number, m_time, time};
        if (time)
            keepStart(composeName(line), start);
        else if (m_openStarts.size() < mostReady)
            m_openStarts.emplace_back(composeName(line), start);
    }
    if (match.isWorking && time)
        report.answered = time;
    // Ray and torchrun tell of the signal where nobody stopped the service.
    if (match.isStop && !line.contains("SIGTERM handler") && !line.contains("closing signal SIGTERM")) {
        if (!isStopping()) {
            report.stopBegan = number;
            report.stopAbove = m_time;
            report.stopped.reset();
        }
        if (!report.stopped)
            report.stopped = time;
        report.stopLine = number;
        m_stopTime = m_time;
    }
    m_hasEngine = m_hasEngine || speaker.as == SpeaksAs::Engine;
    QSet<QByteArray> &alike = speaker.as == SpeaksAs::Engine ? m_services : m_npuUsers;
    if (!speaker.program.isEmpty() && alike.size() < mostServices)
        alike << speaker.program;
    if (match.rule < 0 && !isUnsaid && traced.kind == TracebackText::Kind::Exception)
        keepException(line, number, traced);
    if (match.rule < 0)
        return;
    const FaultRule &rule = m_rules[match.rule];
    if (rule.unlessStopped && isStopping())
        return;
    if (isOfLinks(rule) && takesLinkBack(line.sliced(match.at), match.rule))
        return;
    FaultSighting one{match.rule, int(m_sources.size()) - 1, number, m_time, {}, 1, m_time};
    if (isOfContainers(rule))
        one.program = logText(spokenOf(line));
    one.isSpokenOf = !one.program.isEmpty();
    // That an engine ended is said by the engine: others repeat it (log shippers, somebody's search).
    bool isOfUser = false;               // of an NPU: where no engine shows itself, the service
    if ((rule.anyone || rule.role == FaultRole::Echo || isOfNpuUsers(rule)) && !one.isSpokenOf) {
        one.program = logText(otherProgram(line));
    } else if (isOfNpuSoftware(rule)) {
        one.program = logText(speaker.program);
        isOfUser = !one.program.isEmpty();
    }
    if (one.program.isEmpty())
        one.program = logText(m_monitor.isEmpty() ? monitorOf(line) : m_monitor);
    one.isEngines = !rule.yields.isEmpty() && isEngineProcess(processMet(line));
    if (isAnyonesProcess(processEnded(line))) {
        if (isOfLoginSession(line))
            m_endedInLogin = idOfEnded(line).toByteArray();
        one.isOfLogin = !m_endedInLogin.isEmpty() && idOfEnded(line) == m_endedInLogin;
    }
    one.isPassing = rule.role == FaultRole::Cause
        && ((match.isWarning && rule.severity != FaultSeverity::Fatal)
            || (m_isReady && rule.ofRequest == FaultOfRequest::OnceReady));
    one.isRetried = match.isRetried;
    one.isAfter = m_time && !time;
    if (one.isAfter)
        m_openRules << one.rule;
    if ((one.program.isEmpty() || isOfUser) && isGrave(rule, one))
        m_isReady = false;
    put(std::move(one), whole, prefix + match.at);
}

// Its service was told to stop: what is left of it is killed then.
bool Diagnosis::isStopping() const
{
    constexpr qint64 stopMs = 60 * 1000;
    const SourceReport &report = m_sources.last();
    return report.stopLine > std::max(lastLine(report.ready), lastLine(report.starts))
        && (!m_time || !m_stopTime || m_time->ms - m_stopTime->ms <= stopMs);
}

void Diagnosis::keepException(QByteArrayView line, qint64 number, const TracebackText::Line &end)
{
    const qsizetype at = end.exception.data() - line.data(), typed = userTextAt(line);
    if (typed <= at || saysNoError(line))
        return;
    const QByteArray program = otherProgram(line);
    if (!program.isEmpty() && !isNameOfService(program, false, m_services + m_npuUsers))
        return;
    SourceReport &report = m_sources.last();
    const QString text = excerpt(end.exception.first(std::min(end.exception.size(), typed - at)), 0);
    const qint64 begins = std::max(lastLine(report.ready), lastLine(report.starts));
    const bool isAgain
        = std::any_of(report.exceptions.cbegin(), report.exceptions.cend(), [&](const RaisedException &one) {
              return one.text == text && one.line > begins
                  && (!m_time || !one.time || std::abs(m_time->ms - one.time->ms) <= failureRunMs);
          });
    if (isAgain)
        return;
    if (report.exceptions.size() >= mostExceptions)
        report.exceptions.removeAt(mostExceptions / 2);
    report.exceptions << RaisedException{number, end.begin, m_time, text};
}

void Diagnosis::put(FaultSighting sighting, QByteArrayView line, qsizetype at)
{
    QList<FaultSighting> &runs = m_sightings[std::pair(sighting.source, sighting.rule)];
    const auto isSame = [&](const FaultSighting &one) {
        return one.program == sighting.program && one.isEngines == sighting.isEngines
            && one.isOfLogin == sighting.isOfLogin && one.isPassing == sighting.isPassing
            && one.isRetried == sighting.isRetried;
    };
    const auto same = std::find_if(runs.rbegin(), runs.rend(), isSame);
    if (same != runs.rend()) {
        FaultSighting &last = *same;
        const std::optional<LogTime> before = last.last ? last.last : last.time;
        const SourceReport &report = m_sources.last();
        const bool isAgain = last.line < std::max(lastLine(report.ready), lastLine(report.starts))
            && isGrave(m_rules[sighting.rule], sighting);
        const bool isSameRun
            = !m_time || !before || (std::abs(m_time->ms - before->ms) <= failureRunMs && !isAgain);
        if (isSameRun || std::count_if(runs.cbegin(), runs.cend(), isSame) >= mostRuns) {
            if (last.line == sighting.line) // a long line's next part
                return;
            ++last.count;
            if (m_time)
                last.last = m_time;
            return;
        }
    }
    if (!sighting.program.isEmpty() && runs.size() >= mostRunsOfAll)
        return;
    sighting.text = excerpt(line, at);
    runs << std::move(sighting);
}

// What programs said that some line shows to be the service's is its own, one failure with what it said besides.
QHash<std::pair<int, int>, QList<FaultSighting>> Diagnosis::withServices() const
{
    QHash<std::pair<int, int>, QList<FaultSighting>> sightings = m_sightings;
    const QSet<QByteArray> users = m_hasEngine ? m_services : m_services + m_npuUsers;
    for (auto it = sightings.begin(); it != sightings.end(); ++it) {
        QList<FaultSighting> &runs = it.value();
        const QSet<QByteArray> &services = isOfNpuUsers(m_rules[it.key().second]) ? m_services : users;
        for (qsizetype i = 0; i < runs.size(); ++i) {
            if (runs[i].program.isEmpty() || !isNameOfService(runs[i].program.toUtf8(), runs[i].isSpokenOf, services))
                continue;
            FaultSighting one = runs.takeAt(i--);
            one.program.clear();
            one.isSpokenOf = false;
            const QList<ServiceReady> begins = m_sources[it.key().first].ready + m_sources[it.key().first].starts;
            const auto isRestartedBetween = [&](const FaultSighting &other) {
                const auto [from, to] = std::minmax(one.line, other.line);
                return isGrave(m_rules[one.rule], one)
                    && std::any_of(begins.cbegin(), begins.cend(), [from = from, to = to](const ServiceReady &its) {
                           return from < its.line && its.line < to;
                       });
            };
            const auto isSame = [&](const FaultSighting &other) {
                return other.program.isEmpty() && !isRestartedBetween(other) && other.isEngines == one.isEngines
                    && other.isOfLogin == one.isOfLogin && other.isPassing == one.isPassing
                    && other.isRetried == one.isRetried
                    && (!one.time || !other.time
                        || (one.time->ms <= (other.last ? other.last : other.time)->ms + failureRunMs
                            && other.time->ms <= (one.last ? one.last : one.time)->ms + failureRunMs));
            };
            const auto same = std::find_if(runs.begin(), runs.end(), isSame);
            if (same == runs.end()) {
                runs.insert(++i, one);
                continue;
            }
            FaultSighting both = same->line <= one.line ? *same : one;
            const FaultSighting &later = same->line <= one.line ? one : *same;
            both.count += later.count;
            if (later.last && (!both.last || later.last->ms > both.last->ms))
                both.last = later.last;
            *same = both;
        }
    }
    return sightings;
}

// The service is ready: what it said so far only while it waited was no failure, nor what it tried again.
void Diagnosis::endWaiting(QByteArrayView line)
{
    const int source = int(m_sources.size()) - 1;
    for (int rule = 0; rule < int(m_rules.size()); ++rule) {
        const QByteArrayList &over = m_rules[rule].over;
        if (std::any_of(over.cbegin(), over.cend(), [&](const QByteArray &words) { return line.contains(words); }))
            m_sightings.remove(std::pair(source, rule));
    }
    for (auto it = m_sightings.begin(); it != m_sightings.end(); ++it) {
        if (it.key().first == source)
            it->removeIf([](const FaultSighting &one) { return one.isRetried; });
    }
}

// It tells that a port is up. Where all that went down did so within a minute, and not once more soon after, that ended
// nothing by itself.
bool Diagnosis::takesLinkBack(QByteArrayView event, int rule)
{
    constexpr qint64 briefMs = 60 * 1000;
    constexpr qsizetype mostPorts = 64;
    QByteArray port = event.toByteArray().toLower();
    bool isUp = false;
    for (const char *up : {"link up", "link_up", "linkup"}) {
        isUp = isUp || port.contains(up);
        port.replace(up, "");
    }
    for (const char *down : {"link down", "link_down", "linkdown"}) {
        isUp = isUp && !port.contains(down);
        port.replace(down, "");
    }
    port = port.simplified();
    if (!isUp) {
        if (m_linksDown.size() < mostPorts)
            m_linksDown << port;
        return false;
    }
    const auto found = m_sightings.find(std::pair(int(m_sources.size()) - 1, rule));
    if (!m_linksDown.remove(port) || !m_linksDown.isEmpty() || found == m_sightings.end() || !m_time)
        return true;
    FaultSighting &last = found->last();
    const bool isBrief = last.time && m_time->ms - last.time->ms <= briefMs;
    const bool hasFlapped = std::any_of(found->cbegin(), found->cend(), [&](const FaultSighting &one) {
        return one.isPassing && one.time && m_time->ms - one.time->ms <= failureRunMs;
    });
    if (isBrief && !hasFlapped && found->size() < mostRuns)
        last.isPassing = true;
    return true;
}

// Starts that are a moment apart are of services that were started together.
void Diagnosis::keepStart(const QByteArray &name, const ServiceReady &start)
{
    constexpr qint64 togetherMs = 60 * 1000;
    constexpr qsizetype mostNames = 64;
    const auto before = m_started.constFind(name);
    const bool isAgain = before != m_started.cend();
    if (isAgain && start.below->ms - (*before)->ms > togetherMs) {
        SourceReport &report = m_sources.last();
        m_isReady = false;
        report.starts << start;
        if (report.starts.size() > mostReady)
            report.starts.removeFirst();
    }
    if (isAgain || m_started.size() < mostNames)
        m_started.insert(name, start.below);
}

// The time of the line that comes below those that have none.
void Diagnosis::closeOpen(const LogTime &time)
{
    for (const int rule : std::as_const(m_openRules)) {
        const auto found = m_sightings.find(std::pair(int(m_sources.size()) - 1, rule));
        for (qsizetype i = 0; found != m_sightings.end() && i < found->size(); ++i) {
            FaultSighting &one = (*found)[i];
            if (one.isAfter && !one.until)
                one.until = time;
        }
    }
    m_openRules.clear();
}

// The first stamp with a year: those above it, whose year was guessed, are of that one or of the one before.
void Diagnosis::setYear(const LogTime &known)
{
    constexpr qint64 day = 24 * 3600 * 1000;
    const int year = QDateTime::fromMSecsSinceEpoch(known.ms, Qt::UTC).date().year();
    const auto put = [&](std::optional<LogTime> &time) {
        if (!time)
            return;
        QDateTime guessed = QDateTime::fromMSecsSinceEpoch(time->ms, Qt::UTC);
        guessed = guessed.addYears(year - guessed.date().year());
        if (guessed.toMSecsSinceEpoch() > known.ms + day)
            guessed = guessed.addYears(-1);
        time->ms = guessed.toMSecsSinceEpoch();
    };
    const int source = int(m_sources.size()) - 1;
    for (auto it = m_sightings.begin(); it != m_sightings.end(); ++it) {
        for (FaultSighting &one : it.value()) {
            if (it.key().first == source) {
                put(one.time);
                put(one.last);
                put(one.until);
            }
        }
    }
    Stamps &plain = m_stamps.last().plain; // whose zone is named has its year
    for (std::optional<LogTime> *time : {&plain.first, &plain.last, &plain.newest, &m_time, &m_firstTime})
        put(*time);
    put(m_sources.last().answered);
    put(m_sources.last().stopped);
    put(m_sources.last().stopAbove);
    for (QList<ServiceReady> *list : {&m_sources.last().ready, &m_sources.last().starts}) {
        for (ServiceReady &one : *list) {
            put(one.time);
            put(one.below);
        }
    }
    for (std::optional<LogTime> &started : m_started)
        put(started);
    for (auto &[name, start] : m_openStarts)
        put(start.time);
    for (RaisedException &one : m_sources.last().exceptions)
        put(one.time);
}

// Lines without a zone are of the clock that the node's other lines show. Those of a node where none names its zone are
// compared with their like: they stay, or go where the others' go.
void Diagnosis::readInZones(QList<SourceReport> &sources,
                            QHash<std::pair<int, int>, QList<FaultSighting>> &sightings) const
{
    QHash<QString, NodeZones> nodes;
    for (qsizetype i = 0; i < sources.size(); ++i) {
        NodeZones &its = nodes[sources[i].node];
        its.named += m_stamps[i].zones;
        its.hasPlain = its.hasPlain || m_stamps[i].plain.first;
    }
    NodeZones likes;
    for (const NodeZones &its : std::as_const(nodes)) {
        if (its.hasPlain && its.only())
            likes.named << *its.only();
    }
    QList<int> zones;                    // by source; 0: as it was read
    QList<bool> isGuessed;               // by source: no line that has the same clock names it
    for (qsizetype i = 0; i < sources.size(); ++i) {
        SourceReport &report = sources[i];
        const NodeZones its = nodes.value(report.node);
        zones << (its.named.isEmpty() ? likes : its).only().value_or(0);
        Stamps plain = m_stamps[i].plain;
        report.isZoneUnknown = plain.first && its.named.size() > 1;
        if (plain.first && zones.last() != 0)
            report.readIn = zones.last();
        const LineClock clock = m_stamps[i].plainBy;
        bool isNamed = false;
        for (qsizetype other = 0; other < sources.size() && clock != LineClock::Unknown; ++other) {
            if (sources[other].node == report.node || its.named.isEmpty())
                isNamed = isNamed || m_stamps[other].zonesBy.value(clock).contains(zones.last());
        }
        isGuessed << (report.readIn && !isNamed);
        readInZone(plain.first, zones.last());
        readInZone(plain.last, zones.last());
        readInZone(report.answered, zones.last());
        readInZone(report.stopped, zones.last());
        readInZone(report.stopAbove, zones.last());
        for (QList<ServiceReady> *list : {&report.ready, &report.starts}) {
            for (ServiceReady &one : *list) {
                readInZone(one.time, zones.last());
                readInZone(one.below, zones.last());
            }
        }
        for (RaisedException &one : report.exceptions)
            readInZone(one.time, zones.last());
        const Stamps &zoned = m_stamps[i].zoned;
        for (const std::optional<LogTime> &time : {zoned.first, zoned.last, plain.first, plain.last})
            widen(report, time);
    }
    for (auto it = sightings.begin(); it != sightings.end(); ++it) {
        for (FaultSighting &one : it.value()) {
            one.isZoneGuessed = isGuessed[one.source] && one.time && !one.time->zoneMinutes;
            readInZone(one.time, zones[one.source]);
            readInZone(one.last, zones[one.source]);
            readInZone(one.until, zones[one.source]);
        }
    }
}

DiagnosisAnswer Diagnosis::answer() const
{
    QList<SourceReport> sources = m_sources;
    QHash<std::pair<int, int>, QList<FaultSighting>> sightings = withServices();
    readInZones(sources, sightings);
    return judge(m_rules, sources, sightings);
}

QList<LogSource> logSources(const QStringList &arguments)
{
    QList<LogSource> sources;
    QList<QStringList> folders; // of the absolute path, for those that name no node
    for (const QString &argument : arguments) {
        LogSource source{{}, argument, QDate::currentDate()};
        const qsizetype equal = argument.indexOf(QLatin1Char('='));
        if (equal > 0 && !QFileInfo::exists(argument) && !argument.left(equal).contains(QLatin1Char('/'))) {
            source.node = argument.left(equal);
            source.file = argument.mid(equal + 1);
        }
        const QFileInfo info(source.file);
        if (info.isFile())
            source.latest = info.lastModified().date();
        if (source.node.isEmpty())
            folders << info.absoluteFilePath().split(QLatin1Char('/'), Qt::SkipEmptyParts);
        sources << source;
    }
    qsizetype common = folders.isEmpty() ? 0 : qMax(qsizetype(0), folders.first().size() - 1); // "" has no path
    for (const QStringList &one : folders) {
        qsizetype same = 0;
        while (same < qMin(common, one.size() - 1) && one[same] == folders.first()[same])
            ++same;
        common = same;
    }
    qsizetype next = 0;
    for (LogSource &source : sources) {
        if (!source.node.isEmpty())
            continue;
        const QStringList &path = folders[next++];
        source.node = source.file == "-"_L1 ? u"stdin"_s
            : path.isEmpty()                ? source.file
            : common + 1 < path.size()      ? path[common]
                                            : path.last().section(QLatin1Char('.'), 0, 0, QString::SectionSkipEmpty);
    }
    return sources;
}
