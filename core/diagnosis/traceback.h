// TracebackText: in a log, line after line, what is a line of a program and nothing that was said. Below each
// `  File "core.py", line 704, in run` Python prints the line that stands there in the source, two columns further to
// the right (traceback.py, StackSummary.format), and since 3.13 all of a statement. What comes below the last of these,
// at the column of "Traceback", is the exception. Lines of a pipe may be those of several processes: what vLLM puts
// before each, "(Worker_TP0 pid=99)", tells them apart. Pure.
#pragma once

#include <QByteArray>
#include <QByteArrayView>
#include <QHash>

class TracebackText
{
public:
    enum class Kind { Other, Source, Exception };
    struct Line
    {
        Kind kind = Kind::Other;
        QByteArrayView exception = {};   // in the line: "PermissionError: [Errno 13] Permission denied: '/models'"
        qint64 begin = 0;                // where its traceback began: the first "File"
    };
    // Of exceptions that were raised one from another the first alone counts: the others follow from it. None is what
    // says only that the program was told to end.
    Line read(QByteArrayView line, qint64 number);
    bool isSource(QByteArrayView line) { return read(line, 0).kind == Kind::Source; }

private:
    struct Trace
    {
        qsizetype column = 0;            // of "File" in the line that came last
        QByteArray head;                 // what stands before its text, digits as 0; cut: too long to be of a log
        qint64 begin = 0;
        bool hasEnded = false;           // its exception was there
        bool isFollower = false;         // of an exception before it
    };
    QHash<QByteArray, Trace> m_traces;   // by process
};
