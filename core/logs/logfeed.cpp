#include "core/logs/logfeed.h"

#include "core/base/json.h"
#include "core/base/plaintext.h"

#include <QDate>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace {

// "2024-08-30T17:01:48.358351000Z text": the bytes of the stamp; 0: there is none.
qsizetype dockerStamp(QByteArrayView line)
{
    constexpr qsizetype shortest = 20, longest = 36;
    if (line.size() < shortest || line[4] != '-' || line[10] != 'T' || line[13] != ':')
        return 0;
    const qsizetype end = line.first(std::min(line.size(), longest)).indexOf(' ');
    const qsizetype size = end < 0 ? std::min(line.size(), longest) : end;
    return line[size - 1] == 'Z' || line[size - 6] == '+' || line[size - 6] == '-' ? size : 0;
}

// {"log":"text\n","stream":"stderr","time":"2024-08-30T17:01:48.358351Z"}: docker's own file.
std::optional<std::pair<QByteArray, QByteArray>> dockerJson(QByteArrayView line)
{
    if (!line.startsWith("{\"log\":"))
        return {};
    const Result<Json> json = parseJson(line.toByteArray(), u"docker"_s);
    if (!json || !json->is_object() || !json->contains("time"))
        return {};
    return std::pair(stringAt(*json, "log").toUtf8(), stringAt(*json, "time").toUtf8());
}

} // namespace

QByteArray harmlessText(QByteArrayView line)
{
    const bool isPlain = std::all_of(line.begin(), line.end(), [](char c) {
        return (uint8_t(c) >= 0x20 && uint8_t(c) < 0x7f) || c == '\t';
    });
    QByteArrayView cut = line.first(std::min(line.size(), LogFeed::longestText));
    if (isPlain)
        return cut.toByteArray();
    return withoutControls(logText(cut)).replace(u'\n', u'␊').toUtf8();
}

LogFeed::LogFeed(QString node, QString process, std::shared_ptr<const FaultMatcher> matcher, Layout layout)
    : m_matcher(std::move(matcher))
    , m_layout(layout)
    , m_lines(std::make_unique<LogLines>([this](QByteArrayView line, qint64 number) { takeLine(line, number); }))
    , m_journal([this](QByteArrayView line, qint64) { takePlain(line); })
    , m_times(QDate::currentDate())
{
    m_batch.node = std::move(node);
    m_batch.process = std::move(process);
}

void LogFeed::feed(QByteArrayView piece)
{
    m_lines->feed(piece);
}

void LogFeed::finish()
{
    m_lines->finish();
    m_journal.finish();
}

void LogFeed::add(qint64 ms, QByteArrayView line)
{
    put(ms, line);
}

LogBatch LogFeed::take()
{
    m_newBytes = 0;
    LogBatch batch{m_batch.node, m_batch.process, {}};
    batch.entries.swap(m_batch.entries);
    m_openLines = 0;
    return batch;
}

void LogFeed::takeLine(QByteArrayView line, qint64 number)
{
    if (number == m_lastNumber)          // a long line's next part: its beginning is here, as much as is shown
        return;
    m_lastNumber = number;
    if (std::exchange(m_skipsFirst, false))
        return;
    if (m_layout == Layout::DockerStamped) {
        const qsizetype size = dockerStamp(line);
        if (size == 0) {
            constexpr qsizetype most = 5;
            const QString words = withoutControls(logText(line)).trimmed();
            if (!words.isEmpty() && m_tools.size() < most && !m_tools.contains(words))
                m_tools << words;
            return;
        }
        const QByteArrayView stamp = line.first(size);
        if (!m_doneUntil.isEmpty() && stamp.compare(m_doneUntil) <= 0)
            return;
        m_lastStamp = stamp.toByteArray();
        line = line.sliced(std::min(line.size(), size + 1));
        const std::optional<LogTime> time = m_times.read(stamp);
        return put(time ? std::optional(onOneClock(*time, m_clock)) : std::nullopt, line);
    }
    m_journal.read(line, number, m_lines->lineSize());
}

void LogFeed::takePlain(QByteArrayView line)
{
    if (const auto docker = dockerJson(line)) {
        const std::optional<LogTime> time = m_times.read(docker->second);
        QByteArrayView text = docker->first;
        while (text.endsWith('\n') || text.endsWith('\r'))
            text.chop(1);
        return put(time ? std::optional(onOneClock(*time, m_clock)) : std::nullopt, text);
    }
    const std::optional<LogTime> time = m_times.read(line);
    if (!m_lines->isNoText().isEmpty() && !time)
        return;                          // the words of any message stand in programs, too
    put(time ? std::optional(onOneClock(*time, m_clock)) : std::nullopt, line);
}

void LogFeed::put(std::optional<qint64> ms, QByteArrayView line)
{
    if (ms) {
        for (qsizetype i = m_batch.entries.size() - std::exchange(m_openLines, 0); i < m_batch.entries.size(); ++i) {
            LogEntry &above = m_batch.entries[i];
            if (*ms >= above.ms.value_or(*ms))
                above.untilMs = std::min(above.untilMs.value_or(*ms), *ms);
        }
        m_ms = ms;
    }
    if (line.trimmed().isEmpty())
        return;
    const bool isSource = m_tracebacks.isSource(line);
    const FaultMatcher::Match match = m_matcher && !isSource ? m_matcher->match(line) : FaultMatcher::Match();
    LogEntry entry{m_ms, m_levels.read(line), match.rule, harmlessText(line), match.isOver};
    if (!ms) {
        entry.isLater = true;
        if (m_writtenBy)
            entry.untilMs = std::max(*m_writtenBy, m_ms.value_or(*m_writtenBy));
        ++m_openLines;
    }
    m_newBytes += entry.text.size();
    m_batch.entries << std::move(entry);
}
