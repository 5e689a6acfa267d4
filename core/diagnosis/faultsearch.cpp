#include "core/diagnosis/faultsearch.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype mostWritten = 4096;

} // namespace

FaultEntry faultEntry(const FaultRule &rule)
{
    QStringList words;
    for (const QByteArrayList &parts : rule.signature)
        words << QString::fromUtf8(parts.join(" … "));
    return {rule.id,      rule.componentTitle, rule.cause,  rule.others,
            rule.check,   rule.checkId,        rule.remedy, rule.source,
            words.join(QLatin1Char('\n'))};
}

QList<FaultEntry> faultEntries(const QList<ErrorCode> &codes, const QList<FaultRule> &rules)
{
    QList<FaultEntry> entries;
    for (const ErrorCode &code : codes) {
        FaultEntry entry{code.code, code.component, code.meaning, {}, {}, {}, code.action, code.source, {}, true};
        for (const FaultRule &rule : rules) {
            if (rule.id == code.rule) {
                entry.check = rule.check;
                entry.checkId = rule.checkId;
            }
        }
        entries << entry;
    }
    for (const FaultRule &rule : rules)
        entries << faultEntry(rule);
    return entries;
}

QList<int> searchFaults(const QList<FaultEntry> &entries, const QList<ErrorCode> &codes, const QList<FaultRule> &rules,
                        const FaultMatcher &matcher, const QString &written)
{
    const QString text = written.left(mostWritten).simplified();
    QList<int> found;
    const auto add = [&](const QString &name, bool isCode) {
        for (int i = 0; i < entries.size(); ++i) {
            if (entries[i].name == name && entries[i].isCode == isCode && !found.contains(i))
                found << i;
        }
    };
    if (!text.isEmpty()) {
        for (const ErrorCode &code : findErrorCode(codes, text))
            add(code.code, true);
        if (const FaultMatcher::Match match = matcher.match(text.toUtf8()); match.rule >= 0)
            add(rules[match.rule].id, false);
    }
    const QStringList words = text.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    for (int i = 0; i < entries.size(); ++i) {
        const FaultEntry &one = entries[i];
        const QString all
            = QStringList{one.name, one.component, one.meaning, one.others, one.remedy, one.signature}.join(u'\n');
        const bool holds = std::all_of(words.cbegin(), words.cend(), [&](const QString &word) {
            return all.contains(word, Qt::CaseInsensitive);
        });
        if (holds && !found.contains(i))
            found << i;
    }
    return found;
}
