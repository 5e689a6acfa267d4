// Bits in bytes, the first one highest. A reader past the end reads zeros and says so.
#pragma once

#include <QByteArray>
#include <QByteArrayView>
#include <QtEndian>

#include <algorithm>
#include <bit>

class BitWriter
{
public:
    explicit BitWriter(QByteArray &bytes) : m_bytes(bytes) {}

    void put(quint64 value, int count)   // the lowest `count` bits, 0 to 64
    {
        while (count > 0) {
            if (m_free == 0) {
                m_bytes.append('\0');
                m_free = 8;
            }
            const int now = std::min(count, m_free);
            const auto part = uchar((value >> (count - now)) & ((1u << now) - 1));
            m_bytes.back() = char(uchar(m_bytes.back()) | uchar(part << (m_free - now)));
            m_free -= now;
            count -= now;
        }
    }
    int free() const { return m_free; }  // bits of the last byte that are not used yet
    void setFree(int bits) { m_free = bits; }

private:
    QByteArray &m_bytes;
    int m_free = 0;
};

class BitReader
{
public:
    explicit BitReader(QByteArrayView bytes) : m_bytes(bytes) {}

    quint64 take(int count)              // 0 to 64
    {
        if (count > 32) {
            const quint64 high = take(count - 32);
            return high << 32 | take(32);
        }
        if (count == 0)
            return 0;
        const quint64 value = ahead() >> (64 - count);
        m_at += count;
        return value;
    }
    // How many ones stand before the next zero, at most `most` (to 32); the zero is taken, too.
    int ones(int most)
    {
        const int count = std::countl_one(ahead());
        m_at += std::min(count + 1, most);
        return std::min(count, most);
    }
    bool isPast() const { return m_at > m_bytes.size() * 8; } // more was taken than there is

private:
    quint64 ahead() const                // at least 57 bits of what comes next, the first one highest
    {
        const qsizetype byte = m_at / 8;
        quint64 next = 0;
        if (byte + 8 <= m_bytes.size()) {
            next = qFromBigEndian<quint64>(m_bytes.data() + byte);
        } else {
            for (qsizetype i = 0; i < 8; ++i)
                next = next << 8 | (byte + i < m_bytes.size() ? uchar(m_bytes[byte + i]) : 0u);
        }
        return next << (m_at % 8);
    }

    QByteArrayView m_bytes;
    qsizetype m_at = 0;                  // in bits
};
