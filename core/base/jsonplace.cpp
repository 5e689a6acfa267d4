#include "core/base/jsonplace.h"

#include <algorithm>
#include <numeric>
#include <vector>

using namespace Qt::StringLiterals;

QString pointer(const QString &base, const QString &key)
{
    QString escaped = key;
    escaped.replace(QLatin1Char('~'), "~0"_L1).replace(QLatin1Char('/'), "~1"_L1);
    return base + QLatin1Char('/') + escaped;
}

QString pointer(const QString &base, qsizetype index) { return base + QLatin1Char('/') + QString::number(index); }

// Slips of the hand: a letter too many, too few, another one, two in each other's place (optimal string alignment).
static qsizetype slipsBetween(const QString &word, const QString &name)
{
    const size_t width = size_t(name.size()) + 1;
    std::vector<qsizetype> before(width), last(width), row(width);
    std::iota(row.begin(), row.end(), 0);
    for (qsizetype i = 1; i <= word.size(); ++i) {
        before.swap(last);
        last.swap(row);
        row[0] = i;
        for (qsizetype j = 1; j <= name.size(); ++j) {
            const size_t at = size_t(j);
            const bool isSame = word[i - 1] == name[j - 1];
            row[at] = std::min({last[at - 1] + (isSame ? 0 : 1), last[at] + 1, row[at - 1] + 1});
            if (i > 1 && j > 1 && word[i - 1] == name[j - 2] && word[i - 2] == name[j - 1])
                row[at] = std::min(row[at], before[at - 2] + 1);
        }
    }
    return row.back();
}

QString nearestName(const QString &word, const QStringList &known)
{
    if (word.size() > 80)
        return {};
    QString best;
    qsizetype fewest = std::max<qsizetype>(1, std::min<qsizetype>(2, word.size() / 3)) + 1;
    for (const QString &name : known) {
        if (std::abs(name.size() - word.size()) >= fewest)
            continue;
        const qsizetype slips = word.compare(name, Qt::CaseInsensitive) == 0 ? 0 : slipsBetween(word, name);
        if (slips < fewest) {
            fewest = slips;
            best = name;
        }
    }
    return best;
}
