#include "core/base/jsonplace.h"

#include <algorithm>
#include <numeric>
#include <vector>

QString pointer(const QString &base, const QString &key)
{
    QString escaped = key;
    escaped.replace(QLatin1Char('~'), QLatin1String("~0")).replace(QLatin1Char('/'), QLatin1String("~1"));
    return base + QLatin1Char('/') + escaped;
}

QString pointer(const QString &base, qsizetype index) { return base + QLatin1Char('/') + QString::number(index); }

QString nearestName(const QString &word, const QStringList &known)
{
    if (word.size() > 80)
        return {};
    QString best;
    qsizetype bestDistance = std::max<qsizetype>(1, std::min<qsizetype>(2, word.size() / 4)) + 1;
    std::vector<qsizetype> row;
    for (const QString &name : known) {
        if (std::abs(name.size() - word.size()) >= bestDistance)
            continue;
        row.resize(size_t(name.size()) + 1);
        std::iota(row.begin(), row.end(), 0);
        for (qsizetype i = 1; i <= word.size(); ++i) {
            qsizetype diagonal = row[0];
            row[0] = i;
            for (qsizetype j = 1; j <= name.size(); ++j) {
                const qsizetype above = row[size_t(j)];
                const qsizetype change = diagonal + (word[i - 1] == name[j - 1] ? 0 : 1);
                row[size_t(j)] = std::min({change, above + 1, row[size_t(j) - 1] + 1});
                diagonal = above;
            }
        }
        const qsizetype distance = word.compare(name, Qt::CaseInsensitive) == 0 ? 0 : row.back();
        if (distance < bestDistance) {
            bestDistance = distance;
            best = name;
        }
    }
    return best;
}
