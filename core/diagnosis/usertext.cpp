#include "core/diagnosis/usertext.h"

#include <algorithm>
#include <cstring>

namespace {

qsizetype skipBlanks(QByteArrayView line, qsizetype at)
{
    while (at < line.size() && (line[at] == ' ' || line[at] == '\t'))
        ++at;
    return at;
}

// "name" 'name' \"name\" with a colon after it, from `from` on: where its quote begins, and in `value` where its value
// does. -1: it is not there.
qsizetype findKey(QByteArrayView line, QByteArrayView name, qsizetype from, qsizetype &value)
{
    for (qsizetype at = from; (at = line.indexOf(name, at)) >= 0; ++at) {
        const qsizetype end = at + name.size();
        if (at == 0 || (line[at - 1] != '"' && line[at - 1] != '\''))
            continue;
        const char quote = line[at - 1];
        qsizetype start = at - 1, after = end;
        while (start > 0 && line[start - 1] == '\\')
            --start;
        while (after < line.size() && line[after] == '\\')
            ++after;
        if (after >= line.size() || line[after] != quote)
            continue;
        after = skipBlanks(line, after + 1);
        if (after >= line.size() || line[after] != ':')
            continue;
        value = skipBlanks(line, after + 1);
        return start;
    }
    return -1;
}

bool isTextAt(QByteArrayView line, qsizetype at)
{
    while (at < line.size() && line[at] == '\\')
        ++at;
    return at < line.size() && (line[at] == '"' || line[at] == '\'');
}

bool isListAt(QByteArrayView line, qsizetype at, const char *of) // [{, ["
{
    if (at >= line.size() || line[at] != '[')
        return false;
    at = skipBlanks(line, at + 1);
    while (at < line.size() && line[at] == '\\')
        ++at;
    return at >= line.size() || std::strchr(of, line[at]) != nullptr;
}

bool isSpeaker(QByteArrayView line, qsizetype at)
{
    while (at < line.size() && (line[at] == '\\' || line[at] == '"' || line[at] == '\''))
        ++at;
    const QByteArrayView rest = line.sliced(at);
    for (const QByteArrayView who : {"user", "system", "assistant", "tool", "developer", "function"}) {
        if (rest.startsWith(who))
            return true;
    }
    return false;
}

// What a shell tells of a command before it runs it (set -x): "+ dmesg | grep oom", "++ cat x"; docker's stamp may
// stand before it.
bool isShellTrace(QByteArrayView line)
{
    qsizetype at = 0;
    if (line.size() > 20 && line[4] == '-' && line[10] == 'T' && line[13] == ':')
        at = line.indexOf(' ') + 1;
    const qsizetype plus = at;
    while (at < line.size() && line[at] == '+')
        ++at;
    return at > plus && at + 1 < line.size() && line[at] == ' ' && line[at + 1] != ' ';
}

// "... | grep -i 'Out of memory'": where the command begins that looks for a text. -1: there is none.
qsizetype searchAt(QByteArrayView line)
{
    const QByteArrayView command("grep ");
    for (qsizetype at = 0; (at = line.indexOf(command, at)) >= 0; at += command.size()) {
        qsizetype after = skipBlanks(line, at + command.size());
        while (after < line.size() && line[after] == '-') { // an option
            while (after < line.size() && line[after] != ' ')
                ++after;
            after = skipBlanks(line, after);
        }
        if (isTextAt(line, after))
            return at;
    }
    return -1;
}

} // namespace

qsizetype userTextAt(QByteArrayView line)
{
    if (isShellTrace(line))
        return 0;
    qsizetype first = line.size();
    const auto cut = [&](qsizetype at) {
        if (at >= 0)
            first = std::min(first, at);
    };
    cut(searchAt(line));
    if (const qsizetype told = line.indexOf("Received request"); told >= 0)
        cut(line.indexOf("prompt:", told));
    // sglang/srt/utils/request_logger.py: "Receive: obj=GenerateReqInput(rid='a', text='...')", with its JSON
    // {"event": "request.received", "rid": "a", "obj": {...}}
    for (const QByteArrayView told : {"Receive: obj=", "Receive OpenAI: obj=", "Finish: obj="}) {
        if (const qsizetype at = line.indexOf(told); at >= 0)
            cut(at + told.size());
    }
    qsizetype value = 0;
    if (line.contains("request.received") || line.contains("request.finished")) {
        if (const qsizetype at = findKey(line, "obj", 0, value); at >= 0 && value < line.size() && line[value] == '{')
            cut(at);
    }
    for (const QByteArrayView name : {"prompt", "prompts", "inputs", "input"}) {
        for (qsizetype at = 0; (at = findKey(line, name, at, value)) >= 0; at = value) {
            if (isTextAt(line, value) || isListAt(line, value, "\"'{")) {
                cut(at);
                break;
            }
        }
    }
    if (const qsizetype at = findKey(line, "messages", 0, value); at >= 0 && isListAt(line, value, "{"))
        cut(at);
    qsizetype says = 0;
    const qsizetype role = findKey(line, "role", 0, value);
    if (const qsizetype content = findKey(line, "content", 0, says);
        role >= 0 && content >= 0 && isSpeaker(line, value))
        cut(std::min(role, content));
    // A body that is written in several lines; a record of a log is written in one.
    const qsizetype begin = skipBlanks(line, 0);
    for (const QByteArrayView name : {"content", "text", "prompt"}) {
        if (findKey(line, name, 0, value) == begin && begin < line.size() && isTextAt(line, value))
            cut(begin);
    }
    return first;
}
