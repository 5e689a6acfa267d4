// RemoteOutput: takes the word that our `sh -c` line says first (see sshshell.h) out of a command's
// stdout and stderr, and with it whatever login scripts printed before. Pure.
#pragma once

#include "core/shell/outputkeeper.h"

#include <optional>

class RemoteOutput
{
public:
    RemoteOutput(QByteArray word, OutputKeeper &keeper) : m_word(std::move(word)), m_keeper(keeper) {}

    void add(OutputStream stream, const char *data, qsizetype size);
    void end();                                   // no more: what was held back for the word is output after all
    std::optional<qint64> processGroup() const { return m_group; }
    bool hasBegun() const { return m_seen[0] || m_seen[1]; }

private:
    QByteArray m_word;
    OutputKeeper &m_keeper;
    QByteArray m_held[2];
    bool m_seen[2] = {false, false};
    std::optional<qint64> m_group;
};
