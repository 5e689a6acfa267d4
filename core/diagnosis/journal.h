// Records of systemd's journal (systemd.journal-fields(7)) among the lines of a log, as `journalctl` writes them: with
// -o json one object a line, with json-pretty one over several lines, with export a field a line (systemd's
// JOURNAL_EXPORT_FORMATS.md). Pure.
#pragma once

#include <QByteArray>
#include <QByteArrayList>
#include <QByteArrayView>
#include <QHash>
#include <QList>

#include <functional>

// The record of -o json as `journalctl -o short-unix` would show it, "1764480000.123456 node1 qwen[991]: text", one for
// each line of its message. Empty: it is no such record, or one without a time or a message.
QByteArrayList journalLines(QByteArrayView line);

// All three of a log: what is a record becomes such lines, what is none is handed on as it is.
class JournalReader
{
public:
    // number: the line's own; of a record, that of its MESSAGE.
    using Take = std::function<void(QByteArrayView line, qint64 number)>;

    explicit JournalReader(Take take) : m_take(std::move(take)) {}
    // size: the line's, with what was taken out of it (LogLines::lineSize())
    void read(QByteArrayView line, qint64 number, qsizetype size);
    void finish();

private:
    enum class Kind { None, Pretty, Export };
    struct Held
    {
        QByteArray line;
        qint64 number = 0;
    };
    bool hold(QByteArrayView line, qint64 number, qsizetype size); // false: no line of such a record
    bool holdField(QByteArrayView line);
    bool holdData(QByteArrayView line, qsizetype size);
    void close();                        // the record is whole
    QList<Held> reset();

    Take m_take;
    Kind m_kind = Kind::None;            // of the record that has begun
    QList<Held> m_held;
    QHash<QByteArray, QByteArray> m_fields; // of Export
    QByteArray m_name, m_data;           // of the field whose length and bytes follow
    qint64 m_dataSize = 0, m_heldBytes = 0, m_number = 0, m_messageNumber = 0;
    bool m_isWhole = false;
};
