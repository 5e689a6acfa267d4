#include "core/diagnosis/terminaltext.h"

#include <algorithm>
#include <iterator>

namespace {

bool isNumeral(char c)
{
    return c >= '0' && c <= '9';
}
bool isAlpha(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// 0: a digit, a: a letter, _: a blank or a digit, else itself
bool isLaidOut(QByteArrayView text, QByteArrayView layout)
{
    return text.size() >= layout.size()
        && std::equal(layout.begin(), layout.end(), text.begin(), [](char one, char c) {
               return one == '0' ? isNumeral(c)
                   : one == 'a'  ? isAlpha(c)
                   : one == '_'  ? c == ' ' || isNumeral(c)
                                 : c == one;
           });
}

qsizetype numeralCount(QByteArrayView text)
{
    return std::find_if_not(text.begin(), text.end(), isNumeral) - text.begin();
}

// "a.log", "messages.1.txt", "/var/log/messages"
bool isNameOfLog(QByteArrayView name)
{
    if (name.startsWith('/') || name.startsWith("./"))
        return true;
    for (const QByteArrayView end : {".log", ".txt", ".out", ".err"}) {
        if (name.endsWith(end))
            return true;
    }
    return name.contains(".log.");
}

} // namespace

bool beginsRecord(QByteArrayView line)
{
    constexpr qsizetype within = 80;
    QByteArrayView head = line.first(std::min(line.size(), within));
    if (head.startsWith('(')) {          // "(Worker_TP0 pid=99) ERROR 11-30 12:01:05"
        const qsizetype end = head.indexOf(") ");
        return end > 0 && head.first(end).contains(" pid=");
    }
    if (head.startsWith('[') || head.startsWith('<'))
        head = head.sliced(1);
    for (const QByteArrayView layout :
         {"0000-00-00", "0000/00/00", "aaa _0 00:00:00", "aaa aaa _0 00:00:00", "0000000000.000000 ", "a0000 00:00:00",
          "a000 00:00:00", "a00000000 00:00:00"}) {
        if (isLaidOut(head, layout))
            return true;
    }
    for (const QByteArrayView level : {"DEBUG", "INFO", "WARN", "WARNING", "ERROR", "CRITICAL", "FATAL", "EVENT"}) {
        if (head.startsWith(level) && head.size() > level.size()
            && QByteArrayView(" ]:>").contains(head[level.size()]))
            return true;
    }
    return false;
}

qsizetype grepPrefixSize(QByteArrayView line)
{
    constexpr qsizetype longest = 256, mostFigures = 9;
    const QByteArrayView head = line.first(std::min(line.size(), longest));
    const auto recordAt = [&](qsizetype at) { return beginsRecord(line.sliced(at)) ? at : qsizetype(0); };
    // Behind "a.log:" or at the line's beginning: "123:" before a record.
    const auto numberedAt = [&](qsizetype at, char mark) -> qsizetype {
        const qsizetype end = at + numeralCount(head.sliced(at));
        const bool isNumber = end > at && end - at <= mostFigures && end < head.size() && head[end] == mark;
        return isNumber ? recordAt(end + 1) : 0;
    };
    for (const char mark : {':', '-'}) {
        if (const qsizetype at = numberedAt(0, mark); at > 0)
            return at;
    }
    bool hasLetter = false;
    for (qsizetype i = 0; i + 1 < head.size() && head[i] != ' ' && head[i] != '\t'; ++i) {
        hasLetter = hasLetter || isAlpha(head[i]);
        if (!hasLetter || (head[i] != ':' && head[i] != '-'))
            continue;
        if (const qsizetype at = numberedAt(i + 1, head[i]); at > 0)
            return at;
        if (head[i] == ':' && isNameOfLog(head.first(i)) && recordAt(i + 1) > 0)
            return i + 1;
    }
    return 0;
}

QByteArray hereWord(QByteArrayView command)
{
    qsizetype at = command.indexOf("<<");
    if (at < 0)
        return {};
    for (at += 2; at < command.size() && QByteArrayView("- '\"\\").contains(command[at]);)
        ++at;
    const qsizetype begin = at;
    while (at < command.size()
           && (isAlpha(command[at]) || command[at] == '_' || (at > begin && isNumeral(command[at]))))
        ++at;
    return command.sliced(begin, at - begin).toByteArray();
}

bool endsHere(QByteArrayView line, QByteArrayView word)
{
    const QByteArrayView text = line.trimmed();
    return text == word || (text.startsWith("> ") && text.sliced(2).trimmed() == word);
}

bool beginsHere(QByteArrayView line)
{
    for (const QByteArrayView command : {"cat ", "tee ", "sudo ", "bash ", "sh ", "python ", "python3 ", "ssh ",
                                         "docker ", "kubectl "}) {
        if (line.startsWith(command))
            return !hereWord(line).isEmpty();
    }
    return false;
}
