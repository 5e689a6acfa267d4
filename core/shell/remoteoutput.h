// RemoteOutput: takes the word that our `sh -c` line says first and last (see sshcommand.cpp) out of a command's
// stdout and stderr, and with it whatever login scripts and wrappers printed before and after. Pure.
//
// Without the word on stdout nothing is output: our line was not run, by a login shell that is a menu, nologin,
// a forced command. The word never stands in the line itself, so an echo of the line is not taken for it.
#pragma once

#include "core/shell/outputkeeper.h"

#include <optional>

class RemoteOutput
{
public:
    RemoteOutput(QByteArray word, OutputKeeper &keeper) : m_word(std::move(word)), m_keeper(keeper) {}

    void add(OutputStream stream, const char *data, qsizetype size);
    void end();                                   // no more
    std::optional<qint64> processGroup() const { return m_group; }
    bool hasBegun() const { return m_seen[0] || m_seen[1]; }
    bool hasBegunWhole() const { return m_seen[0] && m_seen[1]; }
    // as our line said it at the end; without it the answer may lack its end
    std::optional<int> exitCode() const { return m_exitCode; }
    // our line said its end on both streams: nothing more belongs to it
    bool hasEnded() const { return m_ended[0] && m_ended[1]; }
    bool isAnswer() const { return m_seen[int(OutputStream::Out)]; } // what came is our command's
    // what came instead
    QByteArray preamble() const
    {
        return m_preamble[0] + (m_preamble[0].isEmpty() || m_preamble[1].isEmpty() ? "" : " ") + m_preamble[1];
    }

private:
    void pass(int stream, const char *data, qsizetype size);
    qsizetype findMark(OutputStream stream, const QByteArray &text, qsizetype &at);

    QByteArray m_word;
    OutputKeeper &m_keeper;
    QByteArray m_held[2], m_preamble[2];
    QByteArray m_tail[2];                         // of the answer, in case the word begins in it
    bool m_seen[2] = {false, false}, m_ended[2] = {false, false};
    std::optional<int> m_exitCode;
    std::optional<qint64> m_group;
};
