#include "core/logs/logstore.h"

#include <algorithm>

namespace {

constexpr qsizetype blockSize = 256 * 1024;
constexpr qsizetype mostMarked = 50'000;
constexpr qint64 roomParts = 8;          // so many parts of the room are made free at a time

} // namespace

qint64 LogStore::bytes() const
{
    const qint64 texts = m_blocks.empty() ? 0 : m_written - m_blocks.front().at;
    return texts + qint64(m_rows.size()) * qint64(sizeof(Row) + sizeof(qint64));
}

QByteArrayView LogStore::text(qint64 line) const
{
    const Row &its = row(line);
    const auto after = std::upper_bound(m_blocks.cbegin(), m_blocks.cend(), its.at,
                                        [](qint64 at, const Block &block) { return at < block.at; });
    const Block &block = *std::prev(after);
    return QByteArrayView(block.bytes).sliced(its.at - block.at, its.size);
}

std::optional<qint64> LogStore::untilMs(qint64 line) const
{
    const Row &its = row(line);
    return its.isLater && its.laterBy != Row::unknown ? std::optional(its.ms + its.laterBy * 1000LL) : std::nullopt;
}

int LogStore::originIndex(const QString &node, const QString &process)
{
    constexpr qsizetype most = 30'000;   // fits into a row
    for (qsizetype i = 0; i < m_origins.size(); ++i) {
        if (m_origins[i].node == node && m_origins[i].process == process)
            return int(i);
    }
    if (m_origins.size() >= most)
        return int(m_origins.size()) - 1;
    m_origins << LogOrigin{node, process, 0, {}, {}};
    return int(m_origins.size()) - 1;
}

qint64 LogStore::append(const LogBatch &batch, qint64 now)
{
    if (batch.entries.isEmpty())
        return 0;
    const int index = originIndex(batch.node, batch.process);
    LogOrigin &origin = m_origins[index];
    // What stands above its first line with a time is no older than that one; where none has one, than the file.
    qint64 ms = std::min(now, batch.entries.first().untilMs.value_or(now));
    if (origin.lastMs) {
        ms = *origin.lastMs;
    } else {
        const auto timed = std::find_if(batch.entries.cbegin(), batch.entries.cend(),
                                        [](const LogEntry &entry) { return entry.ms.has_value(); });
        if (timed != batch.entries.cend())
            ms = *timed->ms;
    }
    const qint64 from = end();
    for (const LogEntry &entry : batch.entries) {
        ms = entry.ms.value_or(ms);
        if (m_blocks.empty() || m_blocks.back().bytes.size() + entry.text.size() > blockSize) {
            Block block{m_written, {}};
            block.bytes.reserve(std::max(blockSize, entry.text.size()));
            m_blocks.push_back(std::move(block));
        }
        const bool isMarked = (entry.rule >= 0 || entry.isOver) && m_marked.size() < mostMarked;
        if (isMarked)
            m_marked << end();
        const bool isLater = entry.isLater || !entry.ms;
        quint32 laterBy = isLater ? Row::unknown : 0;
        if (isLater && entry.untilMs)
            laterBy = quint32(std::clamp<qint64>((*entry.untilMs - ms + 999) / 1000, 0, Row::unknown - 1));
        m_rows.push_back({ms, m_written, quint32(entry.text.size()), qint16(index), qint16(entry.rule), entry.level,
                          entry.ms.has_value(), isLater, laterBy});
        m_blocks.back().bytes += entry.text;
        m_written += entry.text.size();
        origin.firstMs = std::min(origin.firstMs.value_or(ms), ms);
        origin.lastMs = ms;
    }
    origin.lines += batch.entries.size();
    sortIn(from);
    return makeRoom();
}

// Most of what comes is later than all that was there; what is not goes between.
void LogStore::sortIn(qint64 from)
{
    const auto isBefore = [this](qint64 a, qint64 b) { return this->isBefore(a, b); };
    const size_t before = m_order.size();
    for (qint64 line = from; line < end(); ++line)
        m_order.push_back(line);
    const auto middle = m_order.begin() + std::ptrdiff_t(before);
    if (!std::is_sorted(middle, m_order.end(), isBefore))
        std::sort(middle, m_order.end(), isBefore);
    if (before == 0 || isBefore(*std::prev(middle), *middle))
        return;
    const auto first = std::upper_bound(m_order.begin(), middle, *middle, isBefore);
    std::inplace_merge(first, middle, m_order.end(), isBefore);
}

qint64 LogStore::makeRoom()
{
    if (bytes() <= m_mostBytes)
        return 0;
    const qint64 target = m_mostBytes - m_mostBytes / roomParts;
    qint64 gone = 0;
    while (bytes() > target && !m_rows.empty()) {
        m_rows.pop_front();
        ++m_first;
        ++gone;
        const qint64 needed = m_rows.empty() ? m_written : m_rows.front().at;
        while (m_blocks.size() > 1 && m_blocks[1].at <= needed)
            m_blocks.pop_front();
    }
    std::erase_if(m_order, [this](qint64 line) { return line < m_first; });
    m_marked.removeIf([this](qint64 line) { return line < m_first; });
    m_dropped += gone;
    return gone;
}

void LogStore::clear()
{
    *this = LogStore(m_mostBytes);
}
