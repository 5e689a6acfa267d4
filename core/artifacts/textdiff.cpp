#include "core/artifacts/textdiff.h"

#include <QStringList>

#include <algorithm>
#include <vector>

using namespace Qt::StringLiterals;

namespace {

QStringList linesOf(const QString &text)
{
    QStringList lines = text.split(QLatin1Char('\n'));
    if (!lines.isEmpty() && lines.last().isEmpty())
        lines.removeLast();
    return lines;
}

// The middle that remains when equal heads and tails are off, by the longest common subsequence.
void addMiddle(const QStringList &before, const QStringList &after, qsizetype head, qsizetype tail,
               QList<DiffLine> &result)
{
    const size_t n = size_t(before.size() - head - tail), m = size_t(after.size() - head - tail);
    const auto left = [&](size_t i) -> const QString & { return before[head + qsizetype(i)]; };
    const auto right = [&](size_t j) -> const QString & { return after[head + qsizetype(j)]; };
    const auto removed = [&](size_t i) { result << DiffLine{'-', left(i), int(head + qsizetype(i)) + 1, 0}; };
    const auto added = [&](size_t j) { result << DiffLine{'+', right(j), 0, int(head + qsizetype(j)) + 1}; };
    constexpr size_t most = 4'000'000;   // cells; 16 MB
    size_t i = 0, j = 0;
    if (n > 0 && m > 0 && n * m <= most) {
        std::vector<int> common((n + 1) * (m + 1), 0);
        const auto at = [&](size_t a, size_t b) -> int & { return common[a * (m + 1) + b]; };
        for (size_t a = n; a-- > 0;) {
            for (size_t b = m; b-- > 0;)
                at(a, b) = left(a) == right(b) ? at(a + 1, b + 1) + 1 : std::max(at(a + 1, b), at(a, b + 1));
        }
        while (i < n && j < m) {
            if (left(i) == right(j)) {
                result << DiffLine{' ', left(i), int(head + qsizetype(i)) + 1, int(head + qsizetype(j)) + 1};
                ++i;
                ++j;
            } else if (at(i + 1, j) >= at(i, j + 1)) {
                removed(i++);
            } else {
                added(j++);
            }
        }
    }
    while (i < n)
        removed(i++);
    while (j < m)
        added(j++);
}

} // namespace

QList<DiffLine> lineDiff(const QString &before, const QString &after)
{
    const QStringList a = linesOf(before), b = linesOf(after);
    const qsizetype shorter = std::min(a.size(), b.size());
    qsizetype head = 0, tail = 0;
    while (head < shorter && a[head] == b[head])
        ++head;
    while (tail < shorter - head && a[a.size() - 1 - tail] == b[b.size() - 1 - tail])
        ++tail;
    QList<DiffLine> result;
    for (qsizetype i = 0; i < head; ++i)
        result << DiffLine{' ', a[i], int(i) + 1, int(i) + 1};
    addMiddle(a, b, head, tail, result);
    for (qsizetype i = tail; i > 0; --i)
        result << DiffLine{' ', a[a.size() - i], int(a.size() - i) + 1, int(b.size() - i) + 1};
    return result;
}

QString unifiedDiff(const QString &before, const QString &after, const QString &beforeName, const QString &afterName,
                    int context)
{
    const QList<DiffLine> lines = lineDiff(before, after);
    QString text;
    qsizetype at = 0;
    int oldLine = 0, newLine = 0;        // lines passed
    const auto pass = [&](const DiffLine &line) {
        oldLine += line.kind != '+';
        newLine += line.kind != '-';
    };
    while (at < lines.size()) {
        qsizetype first = at;
        while (first < lines.size() && lines[first].kind == ' ')
            ++first;
        if (first == lines.size())
            break;
        const qsizetype start = std::max(at, first - context);
        for (; at < start; ++at)
            pass(lines[at]);
        qsizetype end = first, quiet = 0;
        while (end < lines.size() && quiet <= 2 * context)
            quiet = lines[end++].kind == ' ' ? quiet + 1 : 0;
        end -= std::max<qsizetype>(0, quiet - context);
        const int oldStart = oldLine, newStart = newLine;
        QString body;
        for (; at < end; ++at) {
            pass(lines[at]);
            body += QLatin1Char(lines[at].kind) + lines[at].text + QLatin1Char('\n');
        }
        const int oldCount = oldLine - oldStart, newCount = newLine - newStart;
        text += u"@@ -%1,%2 +%3,%4 @@\n"_s.arg(oldCount ? oldStart + 1 : oldStart)
                    .arg(oldCount)
                    .arg(newCount ? newStart + 1 : newStart)
                    .arg(newCount)
            + body;
    }
    return text.isEmpty() ? text : u"--- %1\n+++ %2\n"_s.arg(beforeName, afterName) + text;
}
