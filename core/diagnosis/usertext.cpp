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

bool isWordByte(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

// What logs put before a line: stamps of digits, or syslog's "Mar 18 10:00:00 node1 start.sh[7]: ".
bool isHeadOfLog(QByteArrayView text)
{
    const bool isStamp = std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= '0' && c <= '9') || QByteArrayView("-:.,/TZ[] ").contains(c);
    });
    return isStamp || (text.size() > 16 && text[3] == ' ' && text[9] == ':' && text[12] == ':' && text.endsWith(": "));
}

// What a shell tells of a command before it runs it (set -x): "+ dmesg | grep oom", "++ cat x"; with a PS4 of one's own
// "+(start.sh:3): cat x", "+start.sh:3:main: cat x".
bool isShellTrace(QByteArrayView line)
{
    constexpr qsizetype within = 100;    // a log's head before it
    const qsizetype plus = line.first(std::min(line.size(), within)).indexOf('+');
    if (plus < 0 || (plus > 0 && line[plus - 1] != ' ') || !isHeadOfLog(line.first(plus)))
        return false; // a zone's sign stands behind a digit
    qsizetype at = plus;
    while (at < line.size() && line[at] == '+')
        ++at;
    if (at + 1 < line.size() && line[at] == ' ')
        return line[at + 1] != ' ';
    const bool isBoxed = at < line.size() && line[at] == '(';
    const qsizetype end = line.indexOf(": ", at);
    const QByteArrayView where = end < 0 ? QByteArrayView() : line.sliced(at, end - at);
    const qsizetype colon = where.indexOf(':');
    return colon > 0 && colon + 1 < where.size() && where[colon + 1] >= '0' && where[colon + 1] <= '9'
        && !where.contains(' ') && (!isBoxed || where.endsWith(')'));
}

// "root@node1:~# dmesg", "[root@node1 ~]# dmesg", "root@node1:/data$ ls", "(base) root@node1:~# ls", "bash-5.1# ls",
// "$ ls", "# ls": a command that somebody typed.
bool isPrompt(QByteArrayView line)
{
    constexpr qsizetype within = 120;
    if (const qsizetype end = line.startsWith('(') ? line.first(std::min(line.size(), within)).indexOf(") ") : -1;
        end > 0 && !line.first(end).contains(' '))
        line = line.sliced(end + 2);
    if (line.startsWith("$ ") || line.startsWith("# "))
        return true;
    if (line.startsWith("bash-") || line.startsWith("sh-")) {
        const QByteArrayView version = line.sliced(line.indexOf('-') + 1);
        const auto end = std::find_if_not(version.begin(), version.end(),
                                          [](char c) { return (c >= '0' && c <= '9') || c == '.'; });
        const QByteArrayView rest = version.sliced(end - version.begin());
        return rest.startsWith("# ") || rest.startsWith("$ ");
    }
    const auto isName = [](char c) { return isWordByte(c) || c == '-' || c == '.'; };
    qsizetype at = line.startsWith('[') ? 1 : 0;
    const qsizetype user = at;
    while (at < line.size() && isName(line[at]))
        ++at;
    if (at == user || at >= line.size() || line[at] != '@')
        return false;
    const qsizetype host = ++at;
    while (at < line.size() && isName(line[at]))
        ++at;
    if (at == host || at >= line.size() || (line[at] != ':' && line[at] != ' '))
        return false;
    const QByteArrayView head = line.first(std::min(line.size(), within));
    const qsizetype root = head.indexOf("# ", at), other = head.indexOf("$ ", at);
    return root > 0 || other > 0;
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

// vllm/entrypoints/logger.py: "Received request chatcmpl-1: prompt: '...', params: ...", since 0.10 "Request chatcmpl-1
// details: prompt: '...', prompt_token_ids: ..."; "Generated response chatcmpl-1: output: '...', output_token_ids: ..."
// Where the text's quote stands; -1: none is told of.
qsizetype toldPromptAt(QByteArrayView line)
{
    if (const qsizetype told = line.indexOf("Generated response"); told >= 0) {
        const QByteArrayView output("output:");
        const qsizetype at = line.indexOf(output, told);
        return at < 0 ? -1 : skipBlanks(line, at + output.size());
    }
    const QByteArrayView key("prompt:");
    qsizetype told = line.indexOf("Received request");
    if (told < 0) {
        told = line.indexOf("Request ");
        told = told < 0 ? -1 : line.indexOf(" details: ", told);
    }
    const qsizetype at = told < 0 ? -1 : line.indexOf(key, told);
    return at < 0 ? -1 : skipBlanks(line, at + key.size());
}

} // namespace

bool isTypedCommand(QByteArrayView line)
{
    return isPrompt(line);
}

char quoteLeftOpen(QByteArrayView line)
{
    const qsizetype at = toldPromptAt(line);
    if (at < 0 || at >= line.size() || (line[at] != '"' && line[at] != '\''))
        return 0;
    return endsQuote(line.sliced(at + 1), line[at]) ? 0 : line[at];
}

bool endsQuote(QByteArrayView line, char quote)
{
    for (qsizetype at = 0; (at = line.indexOf(quote, at)) >= 0; ++at) {
        if (line.sliced(at + 1).trimmed().isEmpty())
            return true;
        qsizetype end = at + 1;
        if (end >= line.size() || line[end] != ',')
            continue;
        end = skipBlanks(line, end + 1);
        const qsizetype word = end;
        while (end < line.size() && (line[end] == '_' || (line[end] >= 'a' && line[end] <= 'z')))
            ++end;
        if (end > word && end < line.size() && (line[end] == ':' || line[end] == '='))
            return true;
    }
    return false;
}

qsizetype userTextAt(QByteArrayView line)
{
    if (isShellTrace(line) || isPrompt(line))
        return 0;
    qsizetype first = line.size();
    const auto cut = [&](qsizetype at) {
        if (at >= 0)
            first = std::min(first, at);
    };
    cut(searchAt(line));
    cut(toldPromptAt(line));
    // What vLLM and pydantic quote of a request that they refuse; what sudo and systemd tell of a command.
    for (const QByteArrayView told : {"Error with model error=", "input_value=", "present in the request but ignored:",
                                      " COMMAND=", "]: Started /", "]: Starting /"}) {
        if (const qsizetype at = line.indexOf(told); at >= 0)
            cut(at + told.size());
    }
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
