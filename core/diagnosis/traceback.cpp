#include "core/diagnosis/traceback.h"

#include <algorithm>

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

} // namespace

bool TracebackText::isSource(QByteArrayView line)
{
    constexpr qsizetype mostProcesses = 256;
    const qsizetype file = fileColumn(line);
    if (file < 0 && m_columns.isEmpty())
        return false;
    const QByteArray process = writerOf(line);
    if (file >= 0) {
        if (m_columns.size() < mostProcesses || m_columns.contains(process))
            m_columns[process] = file;
        return false;
    }
    const auto its = m_columns.constFind(process);
    if (its == m_columns.cend())
        return false;
    const qsizetype begin = *its - fileIndent, end = begin + sourceIndent;
    const bool isDeeper = line.size() > end
        && std::all_of(line.begin() + begin, line.begin() + end, [](char c) { return c == ' '; });
    if (!isDeeper)
        m_columns.erase(its);
    return isDeeper;
}
