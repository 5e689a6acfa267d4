#include "core/diagnosis/journal.h"

#include "core/base/json.h"
#include "core/diagnosis/speaker.h"

#include <algorithm>
#include <optional>

using namespace Qt::StringLiterals;

namespace {

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

// Where the name was chosen by somebody, the process may still say that it is an engine's.
QByteArray programOf(const Json &record)
{
    const QByteArray tag = stringAt(record, "SYSLOG_IDENTIFIER").toUtf8(), process = stringAt(record, "_COMM").toUtf8();
    const bool isEngine = isEngineProcess(process) && !process.startsWith("python");
    return tag.isEmpty() || isEngine ? process : tag;
}

} // namespace

QByteArrayList journalLines(QByteArrayView line)
{
    if (!line.startsWith('{') || !line.contains("\"__REALTIME_TIMESTAMP\"") || !line.contains("\"MESSAGE\""))
        return {};
    const Result<Json> record = parseJson(line.toByteArray(), u"journal"_s);
    if (!record || !record->is_object())
        return {};
    const std::optional<QByteArray> message = messageOf(*record);
    const qint64 us = stringAt(*record, "__REALTIME_TIMESTAMP").toLongLong();
    constexpr qint64 second = 1'000'000;
    if (!message || us < second * 1'000'000'000 || us >= second * 10'000'000'000)
        return {};
    const QByteArray program = programOf(*record), host = stringAt(*record, "_HOSTNAME", u"-"_s).toUtf8(),
                     process = stringAt(*record, "_PID", stringAt(*record, "SYSLOG_PID")).toUtf8();
    QByteArray head
        = QByteArray::number(us / second) + '.' + QByteArray::number(us % second).rightJustified(6, '0') + ' ';
    if (program.isEmpty())
        head += "? ";                    // in a host's place no host's name: nobody is known who said it
    else
        head += host + ' ' + program + (process.isEmpty() ? QByteArray() : '[' + process + ']') + ": ";
    QByteArrayList lines;
    for (const QByteArray &part : message->split('\n'))
        lines << head + part;
    return lines;
}
