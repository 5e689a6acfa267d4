#include "core/metrics/packedring.h"

#include <algorithm>

namespace {

constexpr qsizetype blockSize = 300;

} // namespace

void PackedRing::append(qint64 timeMs, double value)
{
    m_open.append(timeMs, value);
    m_last = {timeMs, value};
    if (m_open.size() < blockSize)
        return;
    const QByteArray &bytes = m_open.bytes();
    m_closed.push_back({QByteArray(bytes.constData(), bytes.size()), m_open.firstMs(), timeMs, qint32(m_open.size())});
    m_open = {};
}

void PackedRing::forgetBefore(qint64 timeMs)
{
    const auto kept
        = std::find_if(m_closed.begin(), m_closed.end(), [&](const Block &block) { return block.lastMs >= timeMs; });
    m_closed.erase(m_closed.begin(), kept);
}

void PackedRing::cutFrom(qint64 timeMs)
{
    if (isEmpty() || m_last.timeMs < timeMs)
        return;
    const auto whole
        = std::find_if(m_closed.begin(), m_closed.end(), [&](const Block &block) { return block.lastMs >= timeMs; });
    QList<TimedValue> kept;
    readInto(kept, whole == m_closed.end() ? m_open.firstMs() : whole->firstMs, timeMs - 1);
    m_closed.erase(whole, m_closed.end());
    m_open = {};
    m_last = {};
    if (kept.isEmpty() && !m_closed.empty()) { // the last one is in a block, which becomes the open one again
        kept = unpackSamples(m_closed.back().bytes, m_closed.back().size).value_or(QList<TimedValue>());
        m_closed.pop_back();
    }
    for (const TimedValue &value : std::as_const(kept))
        append(value.timeMs, value.value);
}

void PackedRing::readInto(QList<TimedValue> &values, qint64 fromMs, qint64 toMs) const
{
    for (const Block &block : m_closed) {
        if (block.lastMs >= fromMs && block.firstMs <= toMs)
            readPacked(block.bytes, block.size, fromMs, toMs, values);
    }
    if (m_open.size() > 0 && m_last.timeMs >= fromMs && m_open.firstMs() <= toMs)
        m_open.readInto(values, fromMs, toMs);
}

qsizetype PackedRing::bytes() const
{
    qsizetype bytes = qsizetype(m_closed.capacity() * sizeof(Block)) + m_open.bytes().capacity();
    for (const Block &block : m_closed)
        bytes += block.bytes.capacity() + 32; // and its header
    return bytes;
}
