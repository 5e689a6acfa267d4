#include "core/diagnosis/traceback.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace {

constexpr qsizetype fileIndent = 2, sourceIndent = 4; // columns from where the exception's name will stand

// `  File "...", line 704`, in a record of JSON `  File \"...\", line 704`: where "File" begins. -1: none of it.
qsizetype fileColumn(QByteArrayView line)
{
    const qsizetype end = line.indexOf("\", line ");
    if (end < 0)
        return -1;
    for (const QByteArrayView begin : {QByteArrayView("  File \""), QByteArrayView("  File \\\"")}) {
        if (const qsizetype at = line.first(end).indexOf(begin); at >= 0)
            return at + fileIndent;
    }
    return -1;
}

QByteArray writerOf(QByteArrayView line)
{
    constexpr qsizetype within = 80;
    const qsizetype end = line.startsWith('(') ? line.first(std::min(line.size(), within)).indexOf(')') : -1;
    return end > 0 && line.first(end).contains(" pid=") ? line.first(end).toByteArray() : QByteArray();
}

bool isDecimal(char c)
{
    return c >= '0' && c <= '9';
}
bool isCapital(char c)
{
    return c >= 'A' && c <= 'Z';
}
bool isSmall(char c)
{
    return c >= 'a' && c <= 'z';
}

// The lines of one record have one head, but for the time.
QByteArray headOf(QByteArrayView line, qsizetype size)
{
    constexpr qsizetype longest = 512;
    QByteArray head = line.first(std::min(size, longest)).toByteArray();
    std::replace_if(head.begin(), head.end(), isDecimal, '0');
    return head;
}

// What stands from there on; of a record of JSON, `{"log":"KeyError: 'x'\n","stream":"stderr"}`, that text alone.
QByteArrayView recordTextAt(QByteArrayView line, qsizetype begin)
{
    QByteArrayView text = line.sliced(begin);
    if (begin == 0 || line[begin - 1] != '"')
        return text;
    for (qsizetype at = 0; at < text.size(); ++at) {
        if (text[at] == '\\') {
            ++at;
        } else if (text[at] == '"') {
            text = text.first(at);
            break;
        }
    }
    return text.endsWith("\\n") ? text.chopped(2) : text;
}

// "KeyError: 'x'", "AssertionError", "zmq.error.ZMQError: ...": the class's name, with its module but for those of
// Python itself. Empty: the text begins with none.
QByteArrayView exceptionName(QByteArrayView text)
{
    const auto isPart = [](char c) { return isDecimal(c) || isCapital(c) || isSmall(c) || c == '_' || c == '.'; };
    const QByteArrayView name = text.first(std::find_if_not(text.begin(), text.end(), isPart) - text.begin());
    const QByteArrayView rest = text.sliced(name.size()).trimmed();
    if (name.isEmpty() || isDecimal(name.front()) || name.front() == '.' || name.back() == '.'
        || !(rest.isEmpty() || rest.startsWith(": ") || rest == ":"))
        return {};
    const bool isClass = isCapital(name.front()) && std::any_of(name.begin(), name.end(), isSmall);
    return isClass || name.contains('.') ? name : QByteArrayView();
}

bool tellsCause(QByteArrayView name)
{
    const QByteArrayView own = name.sliced(name.lastIndexOf('.') + 1);
    for (const QByteArrayView other :
         {"KeyboardInterrupt", "SystemExit", "CancelledError", "ExceptionGroup", "BaseExceptionGroup"}) {
        if (own == other)
            return false;
    }
    return true;
}

bool tellsOfChain(QByteArrayView text)
{
    return text.startsWith("The above exception was the direct cause of the following exception")
        || text.startsWith("During handling of the above exception, another exception occurred");
}

} // namespace

TracebackText::Line TracebackText::read(QByteArrayView line, qint64 number)
{
    constexpr qsizetype mostProcesses = 256;
    const qsizetype file = fileColumn(line);
    if (file < 0 && m_traces.isEmpty())
        return {};
    const QByteArray process = writerOf(line);
    if (file >= 0) {
        if (m_traces.size() >= mostProcesses && !m_traces.contains(process)) {
            for (auto it = m_traces.begin(); it != m_traces.end();)
                it = it->hasEnded ? m_traces.erase(it) : std::next(it);
            if (m_traces.size() >= mostProcesses)
                return {};
        }
        Trace &its = m_traces[process];
        const QByteArray head = headOf(line, file - fileIndent);
        const bool isOther = its.begin == 0 || head != its.head;
        if (isOther || its.hasEnded)
            its.begin = number;
        its.isFollower = its.isFollower && !isOther;
        its.hasEnded = false;
        its.head = head;
        its.column = file;
        return {};
    }
    const auto its = m_traces.find(process);
    if (its == m_traces.end())
        return {};
    const qsizetype begin = its->column - fileIndent, end = begin + sourceIndent;
    const bool isOfHead = its->head.size() == begin && line.size() >= begin && headOf(line, begin) == its->head;
    const QByteArrayView text = isOfHead ? recordTextAt(line, begin) : QByteArrayView();
    if (its->hasEnded) {
        its->isFollower = its->isFollower || tellsOfChain(text);
        return {};
    }
    if (line.size() > end && std::all_of(line.begin() + begin, line.begin() + end, [](char c) { return c == ' '; }))
        return {Kind::Source};
    if (text.startsWith("  [Previous line repeated "))
        return {};
    const QByteArrayView name = exceptionName(text);
    if (name.isEmpty()) {
        m_traces.erase(its);
        return {};
    }
    its->hasEnded = true;
    if (std::exchange(its->isFollower, false) || !tellsCause(name))
        return {};
    return {Kind::Exception, text, its->begin};
}
