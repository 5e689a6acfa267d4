#include "core/logs/logfailure.h"

#include "core/diagnosis/diagnosis.h"

#include <QDateTime>

using namespace Qt::StringLiterals;

namespace {

QByteArray stampOfLine(qint64 ms)
{
    return QDateTime::fromMSecsSinceEpoch(ms, Qt::UTC).toString(Qt::ISODateWithMs).toLatin1();
}

} // namespace

KnownLines knownLines(const LogStore &store)
{
    KnownLines known{store.origins(), {}};
    for (const qint64 line : store.marked())
        known.lines << KnownLines::Line{line,
                                        store.ms(line),
                                        store.originOf(line),
                                        store.text(line).toByteArray(),
                                        store.hasTime(line) && store.isLater(line),
                                        store.untilMs(line)};
    return known;
}

std::optional<FirstFailure> firstFailure(const KnownLines &known, const QList<FaultRule> &rules)
{
    if (known.lines.isEmpty())
        return {};
    Diagnosis diagnosis(rules);
    QList<QList<qint64>> numbers;        // of the lines that each source was given, from line 1
    for (int origin = 0; origin < int(known.origins.size()); ++origin) {
        const LogOrigin &its = known.origins[origin];
        diagnosis.begin({its.node, its.process, QDate::currentDate()});
        numbers << QList<qint64>();
        std::optional<qint64> told;      // the last time
        const auto feed = [&](qint64 number, const QByteArray &text) {
            diagnosis.feed(text + '\n');
            numbers.last() << number;
        };
        const auto tellTime = [&](qint64 ms) {
            if (told != ms)
                feed(-1, stampOfLine(ms));
            told = ms;
        };
        if (its.firstMs)                 // from when to when it spoke: a node that is gone says nothing more
            tellTime(*its.firstMs);
        qint64 until = 0;                // of the last line, where it has no time of its own; 0: nobody knows
        for (const KnownLines::Line &line : known.lines) {
            if (line.origin != origin)
                continue;
            until = line.isLater ? line.untilMs.value_or(0) : 0;
            if (line.isLater) {
                tellTime(line.ms);
                feed(line.number, line.text);
            } else {
                feed(line.number, stampOfLine(line.ms) + ' ' + line.text);
                told = line.ms;
            }
        }
        if (its.lastMs && told != *its.lastMs)
            tellTime(*its.lastMs);
        else if (until > told.value_or(until))
            tellTime(until);
        diagnosis.end();
    }
    const DiagnosisAnswer answer = diagnosis.answer();
    if (!answer.first || !answer.first->program.isEmpty())
        return {};
    const qint64 line = numbers[answer.first->source].value(answer.first->line - 1, -1);
    if (line < 0)
        return {};
    return FirstFailure{line, answer.first->rule, answer.isCause, answer.isCertain,
                        answer.first->isProbable};
}
