// PackedRing: one series' values in order of time, in packed blocks; what is older than its span is forgotten block by
// block. Some 2 bytes a value and 100 a block.
#pragma once

#include "core/metrics/packed.h"

#include <vector>

class PackedRing
{
public:
    void append(qint64 timeMs, double value); // later than the last one
    void forgetBefore(qint64 timeMs);         // whole blocks: some of what is older stays
    void cutFrom(qint64 timeMs);              // what is at that time or later goes
    bool isEmpty() const { return m_open.size() == 0 && m_closed.empty(); }
    TimedValue last() const { return m_last; }
    void readInto(QList<TimedValue> &values, qint64 fromMs, qint64 toMs) const;
    qsizetype bytes() const;                  // about so much memory

private:
    struct Block
    {
        QByteArray bytes;
        qint64 firstMs = 0, lastMs = 0;
        qint32 size = 0;
    };
    std::vector<Block> m_closed;
    PackedSamples m_open;
    TimedValue m_last;
};
