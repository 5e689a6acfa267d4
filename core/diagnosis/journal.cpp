#include "core/diagnosis/journal.h"

#include "core/base/json.h"
#include "core/diagnosis/speaker.h"

#include <QtEndian>

#include <algorithm>
#include <optional>
#include <utility>

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype mostOfRecord = 1024 * 1024; // of one record over several lines

struct JournalRecord
{
    std::optional<QByteArray> message;
    qint64 us = 0;                       // since 1970
    QByteArray tag, process, host, pid;
};

// A text, or the numbers of its bytes where they are no UTF-8.
std::optional<QByteArray> messageOf(const Json &record)
{
    const Json &message = member(record, "MESSAGE");
    if (message.is_string())
        return QByteArray::fromStdString(message.get_ref<const std::string &>());
    if (!message.is_array())
        return {};
    QByteArray bytes;
    for (const Json &one : message) {
        if (!one.is_number_integer())
            return {};
        bytes += char(one.get<int>());
    }
    return bytes;
}

JournalRecord recordOf(const Json &json)
{
    const auto text = [&](const char *name) { return stringAt(json, name).toUtf8(); };
    const QByteArray pid = text("_PID");
    return {messageOf(json),  text("__REALTIME_TIMESTAMP").toLongLong(),
            text("SYSLOG_IDENTIFIER"), text("_COMM"), text("_HOSTNAME"),
            pid.isEmpty() ? text("SYSLOG_PID") : pid};
}

JournalRecord recordOf(const QHash<QByteArray, QByteArray> &fields)
{
    const auto message = fields.constFind("MESSAGE");
    return {message == fields.cend() ? std::nullopt : std::optional(*message),
            fields.value("__REALTIME_TIMESTAMP").toLongLong(),
            fields.value("SYSLOG_IDENTIFIER"),
            fields.value("_COMM"),
            fields.value("_HOSTNAME"),
            fields.value("_PID", fields.value("SYSLOG_PID"))};
}

// Where the name was chosen by somebody, the process may still say that it is an engine's.
QByteArray programOf(const JournalRecord &record)
{
    const bool isEngine = isEngineProcess(record.process) && !record.process.startsWith("python");
    return record.tag.isEmpty() || isEngine ? record.process : record.tag;
}

QByteArrayList linesOf(const JournalRecord &record)
{
    constexpr qint64 second = 1'000'000;
    if (!record.message || record.us < second * 1'000'000'000 || record.us >= second * 10'000'000'000)
        return {};
    const QByteArray program = programOf(record);
    QByteArray head = QByteArray::number(record.us / second) + '.'
        + QByteArray::number(record.us % second).rightJustified(6, '0') + ' ';
    if (program.isEmpty())
        head += "? ";                    // in a host's place no host's name: nobody is known who said it
    else
        head += (record.host.isEmpty() ? QByteArray("-") : record.host) + ' ' + program
            + (record.pid.isEmpty() ? QByteArray() : '[' + record.pid + ']') + ": ";
    QByteArrayList lines;
    for (const QByteArray &part : record.message->split('\n'))
        lines << head + part;
    return lines;
}

// The names of fields: capitals, digits and underscores.
bool isFieldName(QByteArrayView name)
{
    return !name.isEmpty() && name.size() <= 64 && (name[0] < '0' || name[0] > '9')
        && std::all_of(name.begin(), name.end(), [](char c) {
               return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
           });
}

// `"NAME" : value`, indented; other programs' JSON has no space before the colon.
bool isPrettyField(QByteArrayView line)
{
    const QByteArrayView part = line.trimmed();
    const qsizetype end = part.indexOf("\" : ");
    return part.data() != line.data() && part.startsWith('"') && end > 0 && isFieldName(part.sliced(1, end - 1));
}

// That, or a part of a value that is a list: a number, a text.
bool isPrettyPart(QByteArrayView line)
{
    const QByteArrayView part = line.trimmed();
    return !part.isEmpty() && part.data() != line.data()
        && (part[0] == '"' || part[0] == '[' || part[0] == ']' || (part[0] >= '0' && part[0] <= '9'));
}

} // namespace

QByteArrayList journalLines(QByteArrayView line)
{
    if (!line.startsWith('{') || !line.contains("\"__REALTIME_TIMESTAMP\"") || !line.contains("\"MESSAGE\""))
        return {};
    const Result<Json> record = parseJson(line.toByteArray(), u"journal"_s);
    return record && record->is_object() ? linesOf(recordOf(*record)) : QByteArrayList();
}

void JournalReader::read(QByteArrayView line, qint64 number, qsizetype size)
{
    const bool isNextPart = number == std::exchange(m_number, number); // of a line that is too long for a record
    if (m_kind != Kind::None) {
        if (!isNextPart && hold(line, number, size)) {
            if (m_isWhole)
                close();
            return;
        }
        for (const Held &held : reset())
            m_take(held.line, held.number);
    }
    const bool isExport = line.startsWith("__CURSOR=") || line.startsWith("__REALTIME_TIMESTAMP=");
    if (!isNextPart && (isExport || line == "{")) {
        m_kind = isExport ? Kind::Export : Kind::Pretty;
        m_messageNumber = number;
        hold(line, number, size);
        return;
    }
    const QByteArrayList lines = journalLines(line);
    if (lines.isEmpty())
        return m_take(line, number);
    for (const QByteArray &one : lines)
        m_take(one, number);
}

void JournalReader::finish()
{
    if (m_kind != Kind::None)
        close();
}

bool JournalReader::hold(QByteArrayView line, qint64 number, qsizetype size)
{
    m_heldBytes += size + 1;
    if (m_heldBytes > mostOfRecord)
        return false;
    const bool isData = !m_name.isEmpty();
    if (m_kind == Kind::Export) {
        if (isData ? !holdData(line, size) : !holdField(line))
            return false;
    } else if (!m_held.isEmpty()) {      // not its "{"
        m_isWhole = line == "}";
        if (m_held.size() == 1 ? !isPrettyField(line) : !m_isWhole && !isPrettyPart(line))
            return false;
    }
    const QByteArrayView part = line.trimmed();
    if (!isData && (part.startsWith("\"MESSAGE\" :") || part.startsWith("MESSAGE=") || part == "MESSAGE"))
        m_messageNumber = number;
    m_held << Held{line.toByteArray(), number};
    return true;
}

// "NAME=text"; a name alone: its length and bytes follow. An empty line ends the record.
bool JournalReader::holdField(QByteArrayView line)
{
    m_isWhole = line.isEmpty();
    const qsizetype end = line.indexOf('=');
    const QByteArrayView name = end < 0 ? line : line.first(end);
    if (!m_isWhole && !isFieldName(name))
        return false;
    if (m_isWhole)
        return true;
    if (end < 0)
        m_name = name.toByteArray();
    else
        m_fields.insert(name.toByteArray(), line.sliced(end + 1).toByteArray());
    return true;
}

// 64 bits, the lowest first, and as many bytes; any of them may be an LF.
bool JournalReader::holdData(QByteArrayView line, qsizetype size)
{
    constexpr qsizetype lengthSize = 8;
    m_data += line;
    if (m_data.size() - line.size() + size <= lengthSize) // a CR of the length's before its LF
        m_data += QByteArray(size - line.size(), '\r');
    m_data += '\n';
    m_dataSize += size + 1;
    if (m_data.size() < lengthSize)
        return true;
    const quint64 length = qFromLittleEndian<quint64>(m_data.constData());
    if (length > quint64(mostOfRecord))
        return false;
    const qint64 whole = lengthSize + qint64(length) + 1;
    if (m_dataSize < whole)
        return true;
    if (m_dataSize > whole)
        return false;
    m_data.chop(1);
    m_fields.insert(std::exchange(m_name, {}), m_data.mid(lengthSize));
    m_data.clear();
    m_dataSize = 0;
    return true;
}

void JournalReader::close()
{
    const bool isPretty = m_kind == Kind::Pretty;
    QByteArrayList lines;
    if (!isPretty && m_name.isEmpty())
        lines = linesOf(recordOf(m_fields));
    const qint64 number = m_messageNumber;
    const QList<Held> held = reset();
    if (isPretty) {
        QByteArray record;
        for (const Held &one : held)
            record += one.line + '\n';
        lines = journalLines(record);
    }
    if (!lines.isEmpty()) {
        for (const QByteArray &one : std::as_const(lines))
            m_take(one, number);
        return;
    }
    for (const Held &one : held)
        m_take(one.line, one.number);
}

QList<JournalReader::Held> JournalReader::reset()
{
    m_kind = Kind::None;
    m_fields.clear();
    m_name.clear();
    m_data.clear();
    m_dataSize = m_heldBytes = 0;
    m_isWhole = false;
    return std::exchange(m_held, {});
}
