// GgufBytes: writes small GGUF files for tests, right ones and wrong ones.
#pragma once

#include <QByteArray>
#include <QList>

class GgufBytes
{
public:
    quint32 version = 3;
    quint32 alignment = 32;

    void text(const QByteArray &key, const QByteArray &value) { pair(key, 8, string(value)); }
    void number(const QByteArray &key, quint32 value) { pair(key, 4, raw(value)); }
    void real(const QByteArray &key, float value) { pair(key, 6, raw(value)); }
    void texts(const QByteArray &key, const QList<QByteArray> &values)
    {
        QByteArray body = raw(quint32(8)) + raw(quint64(values.size()));
        for (const QByteArray &value : values)
            body += string(value);
        pair(key, 9, body);
    }
    void pair(const QByteArray &key, quint32 type, const QByteArray &value)
    {
        m_pairs += string(key) + raw(type) + value;
        ++m_pairCount;
    }
    // F32 unless said otherwise; the data is zeros.
    void tensor(const QByteArray &name, const QList<quint64> &extents, quint32 type = 0, qint64 bytes = -1)
    {
        quint64 elements = 1; // wraps around where a test wants too many; it says the bytes then
        m_tensors += string(name) + raw(quint32(extents.size()));
        for (const quint64 extent : extents) {
            m_tensors += raw(extent);
            elements *= extent;
        }
        m_tensors += raw(type) + raw(quint64(m_data.size()));
        m_data += QByteArray(bytes < 0 ? qsizetype(elements) * 4 : bytes, '\0');
        m_data += QByteArray((alignment - m_data.size() % alignment) % alignment, '\0');
        ++m_tensorCount;
    }

    QByteArray bytes() const
    {
        QByteArray head = "GGUF" + raw(version) + raw(m_tensorCount) + raw(m_pairCount) + m_pairs + m_tensors;
        head += QByteArray((alignment - head.size() % alignment) % alignment, '\0');
        return head + m_data;
    }

    // The header of a small language model.
    static GgufBytes model()
    {
        GgufBytes file;
        file.text("general.architecture", "llama");
        file.text("general.name", "A small model");
        file.number("llama.context_length", 512);
        file.number("llama.embedding_length", 64);
        file.number("llama.block_count", 2);
        file.number("llama.attention.head_count", 8);
        file.number("llama.attention.head_count_kv", 4);
        file.texts("tokenizer.ggml.tokens", {"<s>", "a", "b"});
        file.tensor("token_embd.weight", {64, 3});
        file.tensor("output_norm.weight", {64});
        return file;
    }

    static QByteArray string(const QByteArray &text) { return raw(quint64(text.size())) + text; }
    template<typename T>
    static QByteArray raw(T value) { return QByteArray(reinterpret_cast<const char *>(&value), sizeof value); }

private:
    QByteArray m_pairs, m_tensors, m_data;
    quint64 m_pairCount = 0, m_tensorCount = 0;
};
