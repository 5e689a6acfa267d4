// TracebackText: in a log, line after line, what is a line of a program and nothing that was said. Below each
// `  File "core.py", line 704, in run` Python prints the line that stands there in the source, two columns further to
// the right (traceback.py, StackSummary.format), and since 3.13 all of a statement. Lines of a pipe may be those of
// several processes: what vLLM puts before each, "(Worker_TP0 pid=99)", tells them apart. Pure.
#pragma once

#include <QByteArray>
#include <QByteArrayView>
#include <QHash>

class TracebackText
{
public:
    bool isSource(QByteArrayView line);

private:
    QHash<QByteArray, qsizetype> m_columns; // by process: where "File" stands in the line that came last
};
