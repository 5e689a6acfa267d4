#include "core/logs/loglevel.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype levelWithin = 240;   // bytes of a line; what a message says stands after it
constexpr int mostNames = 3;             // of loggers, before the level: "mindie.server" is two

struct LevelWord
{
    QByteArrayView word;
    LogLevel level;
};
constexpr LevelWord levelWords[] = {{"DEBUG", LogLevel::Debug},     {"TRACE", LogLevel::Debug},
                                    {"INFO", LogLevel::Info},       {"NOTICE", LogLevel::Info},
                                    {"EVENT", LogLevel::Info},      {"WARN", LogLevel::Warning},
                                    {"WARNING", LogLevel::Warning}, {"ERROR", LogLevel::Error},
                                    {"ERR", LogLevel::Error},       {"CRITICAL", LogLevel::Fatal},
                                    {"CRIT", LogLevel::Fatal},      {"FATAL", LogLevel::Fatal},
                                    {"ALERT", LogLevel::Fatal},     {"EMERG", LogLevel::Fatal},
                                    {"PANIC", LogLevel::Fatal}};

bool isLevelLetter(char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_';
}
bool isLevelDigit(char c)
{
    return c >= '0' && c <= '9';
}

LogLevel byWord(QByteArrayView word, Qt::CaseSensitivity sensitivity)
{
    for (const LevelWord &one : levelWords) {
        if (word.size() == one.word.size() && word.compare(one.word, sensitivity) == 0)
            return one.level;
    }
    return LogLevel::Unknown;
}

LogLevel ofPriority(int priority)        // syslog's, 0 to 7
{
    return priority <= 2 ? LogLevel::Fatal
        : priority == 3  ? LogLevel::Error
        : priority == 4  ? LogLevel::Warning
        : priority <= 6  ? LogLevel::Info
                         : LogLevel::Debug;
}

// "E0111 03:29:15.9", "W610 17:20:44.2", "E20260106 06:43:02.9" (glog 0.5 and later, as Mooncake has it)
LogLevel ofGlog(QByteArrayView line)
{
    qsizetype digits = 0;
    while (1 + digits < line.size() && isLevelDigit(line[1 + digits]))
        ++digits;
    const qsizetype after = 1 + digits;
    if ((digits != 3 && digits != 4 && digits != 8) || line.size() < after + 4 || line[after] != ' '
        || !isLevelDigit(line[after + 1]) || !isLevelDigit(line[after + 2]) || line[after + 3] != ':')
        return LogLevel::Unknown;
    return line[0] == 'I' ? LogLevel::Info
        : line[0] == 'W'  ? LogLevel::Warning
        : line[0] == 'E'  ? LogLevel::Error
        : line[0] == 'F'  ? LogLevel::Fatal
                          : LogLevel::Unknown;
}

// "RuntimeError: ACL ..." and "torch.cuda.OutOfMemoryError: ..." at the line's beginning
bool namesException(QByteArrayView line)
{
    qsizetype end = 0;
    while (end < line.size() && (isLevelLetter(line[end]) || isLevelDigit(line[end]) || line[end] == '.'))
        ++end;
    const QByteArrayView name = line.first(end);
    const bool isOne = name.endsWith("Error") || name.endsWith("Exception") || name == "KeyboardInterrupt";
    return isOne && (end == line.size() || line[end] == ':');
}

// What stands behind `key`, one of level=error, "level": "error", "level":"error"
LogLevel ofField(QByteArrayView head)
{
    for (qsizetype at = 0; (at = head.indexOf("level", at)) >= 0; at += 5) {
        qsizetype from = at + 5;
        if (from < head.size() && head[from] == '"')
            ++from;
        if (from >= head.size() || (head[from] != '=' && head[from] != ':'))
            continue;
        ++from;
        while (from < head.size() && (head[from] == ' ' || head[from] == '"'))
            ++from;
        qsizetype end = from;
        while (end < head.size() && isLevelLetter(head[end]))
            ++end;
        if (const LogLevel level = byWord(head.sliced(from, end - from), Qt::CaseInsensitive);
            level != LogLevel::Unknown)
            return level;
    }
    return LogLevel::Unknown;
}

// "kern  :err   : [16794.2]", "<3>[16794.2]"
LogLevel ofKernel(QByteArrayView head)
{
    if (head.startsWith('<')) {
        qsizetype end = 1;
        int number = 0;
        while (end < head.size() && end < 4 && isLevelDigit(head[end]))
            number = number * 10 + (head[end++] - '0');
        return end > 1 && end < head.size() && head[end] == '>' ? ofPriority(number & 7) : LogLevel::Unknown;
    }
    for (const QByteArrayView facility : {QByteArrayView("kern"), QByteArrayView("user"), QByteArrayView("daemon")}) {
        qsizetype at = facility.size();
        if (!head.startsWith(facility))
            continue;
        while (at < head.size() && head[at] == ' ')
            ++at;
        if (at >= head.size() || head[at] != ':')
            continue;
        qsizetype end = ++at;
        while (end < head.size() && isLevelLetter(head[end]))
            ++end;
        return byWord(head.sliced(at, end - at), Qt::CaseInsensitive);
    }
    return LogLevel::Unknown;
}

// "2026-05-26 15:15:48,667 - mindie.server - ERROR", "15:15:48 root ERROR"; not "3 files, no ERROR was found".
bool standsBehindNames(QByteArrayView head, qsizetype at, int names)
{
    if (names == 0)
        return true;
    qsizetype before = at - 1;
    while (before > 0 && head[before] == ' ')
        --before;
    const bool isParted = head[before] == '-' || head[before] == '|' || head[before] == ']';
    return (isLevelDigit(head[0]) || head[0] == '[') && (isParted || names == 1);
}

LogLevel byWords(QByteArrayView head)
{
    int names = 0, depth = 0;
    for (qsizetype at = 0; at < head.size() && names <= mostNames;) {
        const char c = head[at];
        if (!isLevelLetter(c)) {
            depth = std::max(0, depth + (c == '[' || c == '(' ? 1 : c == ']' || c == ')' ? -1 : 0));
            ++at;
            continue;
        }
        qsizetype end = at;
        while (end < head.size() && isLevelLetter(head[end]))
            ++end;
        const char before = at == 0 ? '\0' : head[at - 1], after = end < head.size() ? head[end] : '\0';
        const bool isBoxed = (before == '[' && after == ']') || (before == '(' && after == ')');
        const LogLevel level
            = byWord(head.sliced(at, end - at), isBoxed ? Qt::CaseInsensitive : Qt::CaseSensitive);
        const bool stands = (before == '\0' || before == ' ' || before == '|' || before == '-' || before == ':')
            && (after == '\0' || after == ' ' || after == ':' || after == '|' || after == '-' || after == ']');
        if (level != LogLevel::Unknown && (isBoxed || (stands && depth == 0 && standsBehindNames(head, at, names))))
            return level;
        if (depth == 0)
            ++names;
        at = end;
    }
    return LogLevel::Unknown;
}

} // namespace

QString levelName(LogLevel level)
{
    switch (level) {
    case LogLevel::Unknown:
        return {};
    case LogLevel::Debug:
        return u"debug"_s;
    case LogLevel::Info:
        return u"info"_s;
    case LogLevel::Warning:
        return u"warning"_s;
    case LogLevel::Error:
        return u"error"_s;
    case LogLevel::Fatal:
        return u"fatal"_s;
    }
    return {};
}

std::optional<LogLevel> levelNamed(const QString &name)
{
    for (const LogLevel level :
         {LogLevel::Debug, LogLevel::Info, LogLevel::Warning, LogLevel::Error, LogLevel::Fatal}) {
        if (name == levelName(level))
            return level;
    }
    return {};
}

LogLevel levelOf(QByteArrayView line)
{
    const QByteArrayView head = line.first(std::min(line.size(), levelWithin));
    if (head.isEmpty())
        return LogLevel::Unknown;
    if (head.contains("Traceback (most recent call last)") || namesException(head))
        return LogLevel::Error;
    if (head.startsWith("Fatal Python error") || head.contains("(core dumped)"))
        return LogLevel::Fatal;
    for (const LogLevel level : {ofKernel(head), ofGlog(head), byWords(head), ofField(head)}) {
        if (level != LogLevel::Unknown)
            return level;
    }
    return LogLevel::Unknown;
}

LogLevel LogLevels::read(QByteArrayView line)
{
    const LogLevel own = levelOf(line);
    const bool isIndented = line.startsWith(' ') || line.startsWith('\t');
    if (line.contains("Traceback (most recent call last)")) {
        m_isInTraceback = true;
    } else if (m_isInTraceback && !isIndented) {
        // The exception's name, or a line of another process: either ends it.
        m_isInTraceback = false;
        if (own == LogLevel::Unknown)
            return m_above = namesException(line) ? LogLevel::Error : LogLevel::Unknown;
    }
    if (own == LogLevel::Unknown)
        return isIndented || m_isInTraceback ? m_above : m_above = LogLevel::Unknown;
    return m_above = own;
}
