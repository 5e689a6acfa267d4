#include "core/logs/logreading.h"

#include "core/base/inputfile.h"
#include "core/base/plaintext.h"
#include "core/diagnosis/logfiles.h"
#include "core/diagnosis/logsections.h"
#include "core/logs/logfeed.h"
#include "core/shell/atomicfile.h"

#include <QDateTime>
#include <QFile>
#include <QFileInfo>
#include <QHash>
#include <QSet>
#include <QTimeZone>

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 batchBytes = 256 * 1024;
constexpr qint64 toldEvery = 8 * 1024 * 1024;

int localZoneMinutes()                   // what a stamp without a zone means in a file of somebody: most likely ours
{
    return QDateTime::currentDateTime().offsetFromUtc() / 60;
}

// By node: the zone east of UTC that the first lines of its files name, where they name but one. UTC is no answer:
// tools write it whatever the clock shows.
QHash<QString, int> namedZones(const QList<LogSource> &sources, const std::stop_token &stop)
{
    constexpr qint64 looked = 64 * 1024; // bytes of each file; a pipe is read only once
    QHash<QString, QSet<int>> named;
    for (const LogSource &source : sources) {
        QFile file(source.file);
        if (stop.stop_requested() || !QFileInfo(source.file).isFile() || !file.open(QIODevice::ReadOnly))
            continue;
        LogTimes times(source.latest);
        LogLines lines([&](QByteArrayView line, qint64) {
            const std::optional<LogTime> time = lines.isNoText().isEmpty() ? times.read(line) : std::nullopt;
            if (time && time->zoneMinutes)
                named[source.node] << *time->zoneMinutes;
        });
        lines.feed(file.read(looked));
        lines.finish();
    }
    QHash<QString, int> zones;
    for (auto it = named.cbegin(); it != named.cend(); ++it) {
        if (it->size() == 1 && *it->cbegin() != 0)
            zones.insert(it.key(), *it->cbegin());
    }
    return zones;
}

// The feed of a file; of one that a run kept, another one after each head.
class FileFeed
{
public:
    FileFeed(const LogSource &source, int zoneMinutes, std::shared_ptr<const FaultMatcher> matcher,
             const std::function<void(LogBatch batch)> &take)
        : m_zoneMinutes(zoneMinutes)
        , m_writtenBy(lastWritten(source.file))
        , m_matcher(std::move(matcher))
        , m_take(take)
        , m_sections(
              [this](const LogHead &head, qint64) {
                  endOfLog();
                  begin(head.node, head.step, head.beganMs);
              },
              [this](QByteArrayView piece) {
                  m_feed->feed(piece);
                  pass(batchBytes);
              })
    {
        begin(source.node, withoutControls(source.file.section(u'/', -1)));
    }
    void feed(const QByteArray &piece) { m_sections.feed(piece); }
    void finish()
    {
        m_sections.finish();
        endOfLog();
    }

private:
    void endOfLog()
    {
        m_feed->finish();
        pass(0);
    }
    void begin(const QString &node, const QString &process, std::optional<qint64> ms = {})
    {
        m_feed = std::make_unique<LogFeed>(node, process, m_matcher);
        m_feed->setClock({0, m_zoneMinutes});
        m_feed->beginAt(ms);
        m_feed->wasWrittenBy(m_writtenBy);
    }
    void pass(qint64 least)
    {
        if (m_feed->hasNews() && m_feed->newBytes() >= least)
            m_take(m_feed->take());
    }

    // A copy may be younger than its lines, never older.
    static std::optional<qint64> lastWritten(const QString &file)
    {
        const QFileInfo info(file);
        return info.isFile() ? std::optional(info.lastModified().toMSecsSinceEpoch()) : std::nullopt;
    }

    const int m_zoneMinutes;
    const std::optional<qint64> m_writtenBy;
    const std::shared_ptr<const FaultMatcher> m_matcher;
    const std::function<void(LogBatch batch)> &m_take;
    std::unique_ptr<LogFeed> m_feed;
    LogSections m_sections;
};

} // namespace

Result<int> readLogFiles(const QStringList &paths, std::shared_ptr<const FaultMatcher> matcher, std::stop_token stop,
                         const std::function<void(LogBatch batch)> &take,
                         const std::function<void(qint64 bytes)> &told)
{
    const Result<QStringList> files = logFiles(paths);
    if (!files)
        return files.error();
    int read = 0;
    qint64 bytes = 0;
    std::optional<Error> trouble;
    const QList<LogSource> sources = logSources(*files);
    const QHash<QString, int> zones = namedZones(sources, stop);
    for (const LogSource &source : sources) {
        FileFeed feed(source, zones.value(source.node, localZoneMinutes()), matcher, take);
        const Result<void> outcome = readPieces(source.file, [&](const QByteArray &piece) {
            feed.feed(piece);
            if ((bytes + piece.size()) / toldEvery != bytes / toldEvery)
                told(bytes + piece.size());
            bytes += piece.size();
        }, stop);
        feed.finish();
        if (!outcome && outcome.error().kind == ErrorKind::Canceled)
            return outcome.error();
        if (!outcome && !trouble)
            trouble = outcome.error();
        read += outcome ? 1 : 0;
    }
    if (read == 0 && trouble)
        return *trouble;
    return read;
}

QString stampText(qint64 ms)
{
    return QDateTime::fromMSecsSinceEpoch(ms, Qt::UTC).toString(Qt::ISODateWithMs);
}

QString lineTime(const LogStore &store, qint64 line)
{
    return store.hasTime(line) ? (store.isLater(line) ? u"≥"_s : QString()) + stampText(store.ms(line)) : u"-"_s;
}

Result<qint64> writeLog(const QString &file, const LogStore &store, const LogFilter &filter, Redaction &redaction,
                        std::stop_token stop)
{
    AtomicFile out(file);
    if (const Result<void> opened = out.open(); !opened)
        return opened.error();
    const LogSieve sieve(filter);
    qint64 lines = 0;
    QByteArray piece;
    const auto flush = [&]() -> Result<void> {
        const Result<void> written = out.write(redaction.of(piece));
        piece.clear();
        return written;
    };
    for (const qint64 line : store.order()) {
        if (!sieve.passes(store, line))
            continue;
        ++lines;
        piece += lineTime(store, line).toUtf8() + '\t' + store.node(line).toUtf8() + '\t'
            + store.process(line).toUtf8() + '\t' + levelName(store.level(line)).toLatin1() + '\t';
        piece += store.text(line);
        piece += '\n';
        if (piece.size() < batchBytes)
            continue;
        if (stop.stop_requested())
            return canceled();
        if (const Result<void> written = flush(); !written)
            return written.error();
    }
    if (const Result<void> written = flush(); !written)
        return written.error();
    if (const Result<void> done = out.commit(0600); !done)
        return done.error();
    return lines;
}
