// OutputKeeper: what a running command has said, kept up to Command::keepAtMost per stream and
// handed on piece by piece. Shared by LocalShell and SshShell.
#pragma once

#include "core/shell/shell.h"

class OutputKeeper
{
public:
    OutputKeeper(qint64 keepAtMost, const Shell::OutputHandler &handler)
        : m_keepAtMost(keepAtMost)
        , m_handler(&handler)
    {
    }

    void add(OutputStream stream, const char *data, qsizetype size)
    {
        if (size <= 0)
            return;
        QByteArray &kept = stream == OutputStream::Out ? output.out : output.err;
        received += size;
        const qsizetype room = qsizetype(qMax<qint64>(0, m_keepAtMost - kept.size()));
        kept.append(data, qMin(room, size));
        if (room < size)
            output.truncated = true;
        if (m_handler && *m_handler)
            (*m_handler)(stream, QByteArray(data, size));
    }
    void forgetHandler() { m_handler = nullptr; } // the caller has gone; what still comes is nobody's

    CommandOutput output;
    qint64 received = 0;   // both streams, kept or not

private:
    qint64 m_keepAtMost;
    const Shell::OutputHandler *m_handler;
};
