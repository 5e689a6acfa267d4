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
        known.lines << KnownLines::Line{line, store.ms(line), store.originOf(line), store.text(line).toByteArray()};
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
        const auto feed = [&](qint64 number, qint64 ms, const QByteArray &text) {
            diagnosis.feed(stampOfLine(ms) + ' ' + text + '\n');
            numbers.last() << number;
        };
        if (its.firstMs)                 // from when to when it spoke: a node that is gone says nothing more
            feed(-1, *its.firstMs, {});
        for (const KnownLines::Line &line : known.lines) {
            if (line.origin == origin)
                feed(line.number, line.ms, line.text);
        }
        if (its.lastMs)
            feed(-1, *its.lastMs, {});
        diagnosis.end();
    }
    const DiagnosisAnswer answer = diagnosis.answer();
    if (!answer.first)
        return {};
    const qint64 line = numbers[answer.first->source].value(answer.first->line - 1, -1);
    if (line < 0)
        return {};
    return FirstFailure{line, answer.first->rule, answer.isCause, answer.isCertain,
                        answer.first->isProbable};
}
