// How SampleArchive makes blocks and roll-ups of what was written, and forgets what is old.
#include "core/store/samplearchive.h"

#include <algorithm>
#include <cmath>

namespace {

// Another program may still write what is a little older than our newest sample.
constexpr qint64 othersLagMs = 30'000;

Rollup rollupOf(const TimedValue &sample)
{
    if (std::isnan(sample.value))
        return {.startMs = sample.timeMs};
    return {sample.timeMs, sample.value, sample.value, sample.value, 1};
}

const Rollup &rollupOf(const Rollup &rollup) { return rollup; }

// By block of that level: finer values rolled up.
template<typename Finer>
std::map<qint64, QList<Rollup>> rolledUp(int level, const QList<Finer> &finer)
{
    const qint64 step = SampleLevels::stepMs[level];
    std::map<qint64, QList<Rollup>> blocks;
    for (const Finer &value : finer) {
        const Rollup part = rollupOf(value);
        const qint64 start = part.startMs / step * step;
        QList<Rollup> &block = blocks[SampleLevels::blockOf(level, start)];
        if (block.isEmpty() || block.last().startMs != start)
            block << Rollup{.startMs = start};
        addTo(block.last(), part);
    }
    return blocks;
}

} // namespace

Result<void> SampleArchive::makeBlocks()
{
    const qint64 untilMs = SampleLevels::blockOf(0, m_writtenMs - othersLagMs);
    if (untilMs <= m_sealedMs)
        return {};
    Result<void> done = m_database->writing([&] { return seal(untilMs); });
    for (int level = 1; done && level < SampleLevels::count; ++level)
        done = m_database->writing([&] { return rollUp(level); });
    if (done)
        m_sealedMs = untilMs;
    return done;
}

Result<void> SampleArchive::seal(qint64 untilMs)
{
    SampleBlocks::Journal journal;
    if (const Result<void> taken = m_blocks->takeJournal(m_turn, untilMs, journal); !taken)
        return taken;
    Result<QList<SampleTurn>> turns = m_blocks->turns();
    if (!turns)
        return turns.error();
    for (SampleTurn &turn : *turns) {
        const auto begin = journal.lower_bound({turn.turn, 0}), end = journal.lower_bound({turn.turn + 1, 0});
        for (auto it = begin; it != end; ++it) {
            QList<TimedValue> samples;
            it->second.readInto(samples, std::numeric_limits<qint64>::min(), std::numeric_limits<qint64>::max());
            sortByTime(samples);
            for (qsizetype from = 0, to = 0; from < samples.size(); from = to) {
                const qint64 block = SampleLevels::blockOf(0, samples[from].timeMs);
                for (; to < samples.size() && SampleLevels::blockOf(0, samples[to].timeMs) == block; ++to) { }
                if (block < turn.goneMs[0]) // what came so late is of a time that has only roll-ups
                    continue;
                // what another program wrote of this time before
                Result<QList<TimedValue>> all = m_blocks->samples(turn.turn, it->first.second, block,
                                                                  block + SampleLevels::blockMs[0] - 1);
                if (!all)
                    return all.error();
                *all += samples.mid(from, to - from);
                sortByTime(*all);
                if (const Result<void> put = m_blocks->putSamples(turn.turn, it->first.second, block, *all); !put)
                    return put;
                for (int level = 1; level < SampleLevels::count; ++level) // to be made anew
                    turn.madeMs[level] = std::min(turn.madeMs[level], SampleLevels::blockOf(level, block));
            }
        }
        turn.madeMs[0] = turn.turn < m_turn ? SampleLevels::blockAfter(0, turn.newestMs + 1) : untilMs;
        if (const Result<void> kept = m_blocks->keep(turn); !kept)
            return kept;
    }
    return {};
}

Result<void> SampleArchive::rollUp(int level)
{
    Result<QList<SampleTurn>> turns = m_blocks->turns();
    const Result<QList<qint64>> series = m_blocks->series();
    if (!turns || !series)
        return turns ? series.error() : turns.error();
    for (SampleTurn &turn : *turns) {
        const qint64 finerMs = turn.madeMs[level - 1];
        const qint64 untilMs = turn.turn < m_turn ? SampleLevels::blockAfter(level, finerMs)
                                                  : SampleLevels::blockOf(level, finerMs);
        const qint64 fromMs = std::max(turn.madeMs[level], turn.goneMs[level - 1]);
        if (turn.newestMs == 0 || untilMs <= fromMs)
            continue;
        for (const qint64 id : *series) {
            std::map<qint64, QList<Rollup>> blocks;
            if (level == 1) {
                const auto samples = m_blocks->samples(turn.turn, id, fromMs, untilMs - 1);
                if (!samples)
                    return samples.error();
                blocks = rolledUp(level, *samples);
            } else {
                const auto finer = m_blocks->rollups(level - 1, turn.turn, id, fromMs, untilMs - 1);
                if (!finer)
                    return finer.error();
                blocks = rolledUp(level, *finer);
            }
            for (const auto &[start, rollups] : blocks) {
                if (const Result<void> put = m_blocks->putRollups(level, turn.turn, id, start, rollups); !put)
                    return put;
            }
        }
        turn.madeMs[level] = untilMs;
        if (const Result<void> kept = m_blocks->keep(turn); !kept)
            return kept;
    }
    return {};
}

Result<void> SampleArchive::forgetUntil(SampleTurn turn, int level, qint64 timeMs)
{
    return m_database->writing([&]() -> Result<void> {
        const Result<QList<qint64>> series = m_blocks->series();
        if (!series)
            return series.error();
        for (const qint64 id : *series) {
            if (const Result<void> done = m_blocks->forget(level, turn.turn, id, timeMs); !done)
                return done;
        }
        turn.goneMs[level] = timeMs;
        if (level == SampleLevels::count - 1)
            turn.oldestMs = std::max(turn.oldestMs, timeMs);
        if (turn.oldestMs > turn.newestMs)
            turn.oldestMs = turn.newestMs = 0; // nothing is left
        return m_blocks->keep(turn);
    });
}

Result<void> SampleArchive::forgetOld(qint64 nowMs, const Ages &ages)
{
    if (const Result<void> done = flush(); !done)
        return done;
    for (int level = 0; level < SampleLevels::count; ++level) {
        const int next = std::min(level + 1, SampleLevels::count - 1);
        const Result<QList<SampleTurn>> turns = m_blocks->turns();
        if (!turns)
            return turns.error();
        for (const SampleTurn &turn : *turns) {
            const qint64 untilMs = SampleLevels::blockOf(next, std::min(nowMs - ages[level], turn.madeMs[next]));
            if (untilMs <= std::max(turn.goneMs[level], turn.oldestMs) || turn.newestMs == 0)
                continue;
            if (const Result<void> done = forgetUntil(turn, level, untilMs); !done)
                return done;
        }
    }
    return {};
}

Result<qint64> SampleArchive::usedBytes()
{
    return m_database->number("SELECT ((SELECT page_count FROM pragma_page_count())"
                              " - (SELECT freelist_count FROM pragma_freelist_count()))"
                              " * (SELECT page_size FROM pragma_page_size())");
}

Result<bool> SampleArchive::isSound()
{
    const Result<qint64> complaints
        = m_database->number("SELECT count(*) FROM pragma_quick_check() WHERE quick_check <> 'ok'");
    if (!complaints)
        return complaints.error();
    return *complaints > 0 ? Result<bool>(false) : m_blocks->areSound();
}

// A tenth of what the finest level that has something has of the oldest turn; false: there is nothing that could go.
Result<bool> SampleArchive::forgetSome()
{
    const Result<QList<SampleTurn>> turns = m_blocks->turns();
    if (!turns)
        return turns.error();
    for (int level = 0; level < SampleLevels::count; ++level) {
        const int next = std::min(level + 1, SampleLevels::count - 1);
        for (const SampleTurn &turn : *turns) {
            const qint64 endMs = SampleLevels::blockOf(next, turn.madeMs[next]);
            const qint64 startMs = std::max(turn.goneMs[level], SampleLevels::blockOf(next, turn.oldestMs));
            if (turn.newestMs == 0 || startMs >= endMs)
                continue;
            const qint64 untilMs = std::min(endMs, SampleLevels::blockAfter(next, startMs + (endMs - startMs) / 10));
            const Result<void> done = forgetUntil(turn, level, untilMs);
            return done ? Result<bool>(true) : Result<bool>(done.error());
        }
    }
    return false;
}

Result<void> SampleArchive::shrinkTo(qint64 bytes)
{
    if (const Result<void> done = flush(); !done)
        return done;
    for (int round = 0; round < 200; ++round) {
        const Result<qint64> used = usedBytes();
        if (!used)
            return used.error();
        if (*used <= bytes)
            return {};
        const Result<bool> some = forgetSome();
        if (!some)
            return some.error();
        if (!*some)
            return {};
    }
    return {};
}
