// What SampleArchive tells of what it keeps.
#include "core/store/samplearchive.h"

#include <algorithm>
#include <cmath>

namespace {

constexpr qint64 hourMs = 3'600'000;
// Of the samples and each roll-up, so much is read back: MetricHistory keeps it so long.
constexpr std::array<qint64, SampleLevels::count> restored{2 * hourMs, 12 * hourMs, 7 * 24 * hourMs, 31 * 24 * hourMs};

double meanOf(const Rollup &rollup)
{
    return rollup.count > 0 ? rollup.mean : std::numeric_limits<double>::quiet_NaN();
}

} // namespace

Result<QList<MetricKey>> SampleArchive::keys()
{
    if (const Result<void> done = flush(); !done)
        return done.error();
    Result<Statement> statement
        = m_database->prepare("SELECT node, device, metric FROM series ORDER BY node, device, metric");
    if (!statement)
        return statement.error();
    QList<MetricKey> keys;
    for (;;) {
        const Result<bool> row = statement->step();
        if (!row)
            return row.error();
        if (!*row)
            return keys;
        keys << MetricKey{statement->text(0), statement->text(1), statement->text(2)};
    }
}

Result<std::pair<qint64, qint64>> SampleArchive::span()
{
    if (const Result<void> done = flush(); !done)
        return done.error();
    const Result<QList<SampleTurn>> turns = m_blocks->turns();
    if (!turns)
        return turns.error();
    std::pair<qint64, qint64> span;
    for (const SampleTurn &turn : *turns) {
        if (turn.newestMs == 0)
            continue;
        span.first = span.second == 0 ? turn.oldestMs : std::min(span.first, turn.oldestMs);
        span.second = std::max(span.second, turn.newestMs);
    }
    return span;
}

Result<qint64> SampleArchive::idOf(const MetricKey &key)
{
    Result<Statement> find = m_database->prepare("SELECT id FROM series WHERE node = ? AND device = ? AND metric = ?");
    if (!find)
        return find.error();
    find->bind(1, key.node);
    find->bind(2, key.device);
    find->bind(3, key.metric);
    const Result<bool> known = find->step();
    if (!known)
        return known.error();
    return *known ? find->integer(0) : 0;
}

Result<QList<TimedValue>> SampleArchive::read(const MetricKey &key, qint64 fromMs, qint64 toMs)
{
    if (const Result<void> done = flush(); !done)
        return done.error();
    QList<TimedValue> values;
    const Result<void> done = m_database->reading([&]() -> Result<void> {
        const Result<qint64> id = idOf(key);
        const Result<QList<SampleTurn>> turns = m_blocks->turns();
        const Result<void> refreshed = refreshJournal();
        if (!id || !turns || !refreshed)
            return !id ? id.error() : !turns ? turns.error() : refreshed.error();
        for (const SampleTurn &turn : *turns) {
            const Result<QList<TimedValue>> part = readTurn(turn, *id, fromMs, toMs);
            if (!part)
                return part.error();
            values += *part;
        }
        return {};
    });
    if (!done)
        return done.error();
    return values;
}

Result<std::optional<PastPart>> SampleArchive::part(qint64 fromMs, qint64 toMs, qsizetype mostValues,
                                                    std::stop_token stop)
{
    const Result<QList<MetricKey>> keys = this->keys();
    const Result<QList<SampleTurn>> turns = keys ? m_blocks->turns() : keys.error();
    if (!turns)
        return turns.error();
    PastPart part{fromMs, toMs, 0, {}};
    for (const SampleTurn &turn : *turns) {
        for (int level = 0; level + 1 < SampleLevels::count; ++level) {
            if (turn.newestMs >= fromMs && turn.oldestMs <= toMs && fromMs < turn.goneMs[level])
                part.stepMs = std::max(part.stepMs, SampleLevels::stepMs[level + 1]);
        }
    }
    for (const MetricKey &key : *keys) {
        if (stop.stop_requested())
            return canceled();
        Result<QList<TimedValue>> values = read(key, fromMs, toMs);
        if (!values)
            return values.error();
        mostValues -= values->size();
        if (mostValues < 0)
            return std::optional<PastPart>();
        if (!values->isEmpty()) {
            sortByTime(*values);         // of two turns
            part.values.insert(key, *std::move(values));
        }
    }
    return std::optional(std::move(part));
}

Result<QList<TimedValue>> SampleArchive::readTurn(const SampleTurn &turn, qint64 series, qint64 fromMs, qint64 toMs)
{
    QList<TimedValue> values;
    if (turn.newestMs == 0 || turn.newestMs < fromMs || turn.oldestMs > toMs)
        return values;
    for (int level = SampleLevels::count - 1; level > 0; --level) {
        const qint64 step = SampleLevels::stepMs[level];
        const Result<QList<Rollup>> rollups
            = m_blocks->rollups(level, turn.turn, series, std::max(fromMs - step / 2, turn.goneMs[level]),
                                std::min(toMs - step / 2, turn.goneMs[level - 1] - 1));
        if (!rollups)
            return rollups.error();
        for (const Rollup &rollup : *rollups)
            values << TimedValue{rollup.startMs + step / 2, meanOf(rollup)};
    }
    const qint64 samplesFrom = std::max(fromMs, turn.goneMs[0]);
    Result<QList<TimedValue>> samples = m_blocks->samples(turn.turn, series, samplesFrom, toMs);
    if (!samples)
        return samples;
    const QList<TimedValue> late = journalOf(turn.turn, series, samplesFrom, toMs);
    if (!late.isEmpty()) {
        *samples += late;
        sortByTime(*samples);
    }
    return values + *samples;
}

Result<QList<Rollup>> SampleArchive::rollups(const MetricKey &key, int level, qint64 fromMs, qint64 toMs)
{
    if (const Result<void> done = flush(); !done)
        return done.error();
    QList<Rollup> values;
    const Result<void> done = m_database->reading([&]() -> Result<void> {
        const Result<qint64> id = idOf(key);
        const Result<QList<SampleTurn>> turns = m_blocks->turns();
        if (!id || !turns)
            return id ? turns.error() : id.error();
        for (const SampleTurn &turn : *turns) {
            const Result<QList<Rollup>> part = m_blocks->rollups(level, turn.turn, *id, fromMs, toMs);
            if (!part)
                return part.error();
            values += *part;
        }
        return {};
    });
    if (!done)
        return done.error();
    return values;
}

// What has come to the journal since; all of it once some became blocks.
Result<void> SampleArchive::refreshJournal()
{
    const Result<qint64> first = m_database->number("SELECT min(id) FROM journal");
    if (!first)
        return first.error();
    if (*first != m_journalFirst) {
        m_journal.clear();
        m_journalLast = 0;
    }
    m_journalFirst = *first;
    const Result<qint64> last = m_blocks->readJournal(m_journalLast, m_journal);
    if (!last) {
        m_journalFirst = 0;
        return last.error();
    }
    m_journalLast = *last;
    return {};
}

QList<TimedValue> SampleArchive::journalOf(qint64 turn, qint64 series, qint64 fromMs, qint64 toMs) const
{
    QList<TimedValue> values;
    if (const auto it = m_journal.find({turn, series}); it != m_journal.end())
        it->second.readInto(values, fromMs, toMs);
    sortByTime(values);
    return values;
}

Result<MetricHistory> SampleArchive::history(qint64 nowMs, std::stop_token stop)
{
    if (const Result<void> done = flush(); !done)
        return done.error();
    MetricHistory history;
    const Result<void> done = m_database->reading([&]() -> Result<void> {
        QHash<qint64, MetricKey> keys;
        Result<Statement> series = m_database->prepare("SELECT id, node, device, metric FROM series");
        if (!series)
            return series.error();
        for (Result<bool> row = series->step(); ; row = series->step()) {
            if (!row)
                return row.error();
            if (!*row)
                break;
            keys.insert(series->integer(0), {series->text(1), series->text(2), series->text(3)});
        }
        series->reset();
        const Result<QList<SampleTurn>> turns = m_blocks->turns();
        const Result<void> refreshed = refreshJournal();
        if (!turns || !refreshed)
            return turns ? refreshed.error() : turns.error();
        for (const SampleTurn &turn : *turns) {
            if (turn.newestMs == 0)
                continue;
            history.forgetFrom(turn.oldestMs); // of earlier turns: the clock was set back
            if (const Result<void> put = restoreTurn(turn, nowMs, keys, history, stop); !put)
                return put;
        }
        return {};
    });
    m_journal.clear();                   // only this once
    m_journalFirst = m_journalLast = 0;
    if (!done)
        return done.error();
    return history;
}

// The coarsest first, each until the finer ones go on.
Result<void> SampleArchive::restoreTurn(const SampleTurn &turn, qint64 nowMs, const QHash<qint64, MetricKey> &keys,
                                        MetricHistory &history, const std::stop_token &stop)
{
    std::array<qint64, SampleLevels::count> from{};
    for (int level = 0; level < SampleLevels::count; ++level) {
        from[level] = std::min(nowMs, turn.newestMs) - restored[level];
        if (level + 1 < SampleLevels::count) // what the coarser ones do not have yet
            from[level] = std::min(from[level], turn.madeMs[level + 1]);
        from[level] = std::max(from[level], nowMs - restored.back());
    }
    for (auto it = keys.cbegin(); it != keys.cend(); ++it) {
        if (stop.stop_requested())
            return canceled();
        for (int level = SampleLevels::count - 1; level > 0; --level) {
            const Result<QList<Rollup>> rollups
                = m_blocks->rollups(level, turn.turn, it.key(), from[level], turn.madeMs[level]);
            if (!rollups)
                return rollups.error();
            history.appendKept(*it, size_t(level - 1), *rollups);
        }
        const qint64 samplesFrom = std::max(from[0], turn.goneMs[0]);
        Result<QList<TimedValue>> samples = m_blocks->samples(turn.turn, it.key(), samplesFrom, turn.newestMs);
        if (!samples)
            return samples.error();
        *samples += journalOf(turn.turn, it.key(), samplesFrom, turn.newestMs);
        sortByTime(*samples);
        for (const TimedValue &sample : std::as_const(*samples))
            history.append(Sample{sample.timeMs, *it, sample.value});
    }
    return {};
}
