#include "app/ctl/diagnose.h"

#include "core/diagnosis/logfiles.h"
#include "core/nodes/deployment.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace ctl {

namespace {

struct Says
{
    Q_DECLARE_TR_FUNCTIONS(AscendctlDiagnose)
};

// For people; the names of severityName() are JSON's.
QString severityWord(FaultSeverity severity)
{
    switch (severity) {
    case FaultSeverity::Fatal: return Says::tr("fatal", "severity of a fault");
    case FaultSeverity::Error: return Says::tr("error", "severity of a fault");
    case FaultSeverity::Warning: return Says::tr("warning", "severity of a fault");
    }
    return {};
}

constexpr auto diagnoseUsage
    = "usage: ascendctl diagnose [NODE=]FILE... [--zh] [--json] | diagnose --code CODE[,CODE...] [--zh] [--json]\n"
      "    FILE is a log, a folder of logs, or - for standard input. The node is NODE, else the first "
      "folder in which the files' paths differ, else the file's name."_L1;

int tellCode(const QString &written, const QString &language, bool json)
{
    const Result<QList<ErrorCode>> codes = loadErrorCodes(language);
    if (!codes)
        return fail(codes.error());
    QList<ErrorCode> found;
    QStringList unknown;
    static const QRegularExpression between(u"[,;，；、]"_s); // several at once
    const QStringList parts = written.split(between, Qt::SkipEmptyParts);
    for (const QString &part : parts) {
        const QList<ErrorCode> own = findErrorCode(*codes, part);
        if (own.isEmpty() && !part.trimmed().isEmpty())
            unknown << part.trimmed();
        for (const ErrorCode &code : own) {
            if (!found.contains(code))
                found << code;
        }
    }
    if (parts.isEmpty())
        unknown << written;
    if (json) {
        Json list = Json::array();
        for (const ErrorCode &code : found)
            list.push_back(toJson(code));
        printJson({{"codes", list}});
    } else {
        for (const ErrorCode &code : found) {
            printLine(u"%1  %2"_s.arg(code.code, code.component));
            printLine(u"    "_s + code.meaning);
            printLine(u"    -> "_s + code.action);
            printLine(u"    "_s + Says::tr("source: %1").arg(code.source));
        }
    }
    for (const QString &one : std::as_const(unknown))
        complain(Says::tr("'%1' is not in the table of codes.").arg(one));
    return unknown.isEmpty() ? Yes : No;
}

QString place(const FaultSighting &one, const QList<SourceReport> &sources)
{
    const QString time = timeText(one);
    return u"%1  %2  %3:%4"_s
        .arg(sources[one.source].node, time.isEmpty() ? Says::tr("(no time)") : time, sources[one.source].file)
        .arg(one.line);
}

QString wordsOf(const FaultSighting &one, const QList<FaultRule> &rules)
{
    return one.isProbable ? causeWords(rules[one.rule]) : rules[one.rule].cause;
}

void tellRest(const QString &title, const QList<FaultSighting> &list, const DiagnosisAnswer &answer,
              const QList<FaultRule> &rules)
{
    constexpr int mostNodes = 6;
    if (!list.isEmpty())
        printLine(QLatin1Char('\n') + title);
    QList<int> told;
    for (const FaultSighting &one : list) {
        if (told.contains(one.rule))
            continue;
        told << one.rule;
        qint64 count = 0;
        QStringList places, nodes;
        for (const FaultSighting &other : list) {
            if (other.rule != one.rule)
                continue;
            count += other.count;
            if (const QString node = answer.sources[other.source].node; !nodes.contains(node))
                nodes << node;
            if (places.size() < mostNodes)
                places << u"      "_s + place(other, answer.sources) + u"  (%1)"_s.arg(other.count);
            else if (places.size() == mostNodes)
                places << u"      ..."_s;
        }
        const QString where = nodes.size() == 1 ? nodes.first() : Says::tr("%1 nodes").arg(nodes.size());
        printLine(u"  "_s
                  + Says::tr("%1  %2x on %3: %4", "id of a rule, how often, node or how many nodes, its cause")
                        .arg(rules[one.rule].id, QString::number(count), where, wordsOf(one, rules)));
        printLine(places.join(QLatin1Char('\n')));
    }
}

void tell(const DiagnosisAnswer &answer, const QList<FaultRule> &rules)
{
    const FaultSighting &first = *answer.first;
    const FaultRule &rule = rules[first.rule];
    const auto part = [](const QString &title, const QString &words) {
        printLine(u"  "_s + title.leftJustified(9) + words);
    };
    printLine(!answer.stopped.isEmpty() ? Says::tr("The service of %1 was shut down; the first sign of it")
                                              .arg(answer.stopped)
              : !answer.isCause         ? Says::tr("No cause found; the first sign of the failure")
              : first.isProbable        ? Says::tr("Probable cause")
              : answer.isCertain        ? Says::tr("First cause")
                                        : Says::tr("Most likely first cause"));
    printLine(u"  %1  (%2, %3)"_s.arg(rule.id, rule.componentTitle, severityWord(rule.severity)));
    printLine(u"  "_s + place(first, answer.sources));
    printLine(u"  > "_s + first.text);
    part(Says::tr("why", "title of the cause"), wordsOf(first, rules));
    part(Says::tr("check", "title of how to look at it"),
         rule.check + (rule.checkId.isEmpty() ? QString() : u"  [ascendctl check D --only %1]"_s.arg(rule.checkId)));
    part(Says::tr("do", "title of the remedy"), rule.remedy);
    part(Says::tr("source", "title of where the rule is from"), rule.source);
    tellRest(!answer.isCause        ? Says::tr("Found after it; it may follow from it, or not")
                 : answer.isCertain ? Says::tr("More causes, after it")
                                    : Says::tr("More causes"),
             answer.causes, answer, rules);
    tellRest(Says::tr("Consequences"), answer.consequences, answer, rules);
    tellRest(Says::tr("Causes of earlier failures in these logs"), answer.earlier, answer, rules);
}

} // namespace

int diagnose(const Call &call)
{
    QStringList arguments = call.arguments;
    const QString language = arguments.removeAll(u"--zh"_s) > 0 ? u"zh"_s : u"en"_s;
    if (language == "zh"_L1)
        speakChinese();
    QString code;
    if (!takeValue(arguments, "--code", code) || (code.isEmpty() && arguments.isEmpty())
        || (!code.isEmpty() && !arguments.isEmpty())) {
        complain(diagnoseUsage);
        return Usage;
    }
    if (!code.isEmpty())
        return tellCode(code, language, call.json);
    if (const qsizetype dashes = arguments.indexOf(u"--"_s); dashes >= 0) {
        arguments.removeAt(dashes);
    } else if (std::any_of(arguments.cbegin(), arguments.cend(),
                           [](const QString &one) { return one.startsWith("--"_L1); })) {
        complain(diagnoseUsage);
        return Usage;
    }
    const Result<QList<FaultRule>> rules = loadFaultRules(language);
    if (!rules)
        return fail(rules.error());
    for (const QString &one : std::as_const(arguments)) {
        if (one != "-"_L1 && QFileInfo(one).isFile() && one.endsWith(".json"_L1) && loadDeployment(one, call.stop)) {
            complain(u"ascendctl: %1 is a deployment, not a log. To ask its nodes: `ascendctl bundle %1 -o "
                     "FILE.tar.gz`, unpack that, and `ascendctl diagnose FOLDER`; or Diagnosis in the window."_s.arg(
                         one));
            return Usage;
        }
    }
    const Result<QStringList> named = logFiles(arguments);
    if (!named)
        return fail(named.error());
    Diagnosis diagnosis(*rules);
    const Result<int> read = feedFiles(diagnosis, *named, call.stop);
    if (!read)
        return fail(read.error());
    const DiagnosisAnswer answer = diagnosis.answer();
    if (*read == 0) {
        for (const SourceReport &one : answer.sources)
            complain(u"ascendctl: "_s + one.error);
        return CouldNotAsk;
    }
    const bool isText = std::any_of(answer.sources.cbegin(), answer.sources.cend(), [](const SourceReport &one) {
        return one.error.isEmpty() && one.isNoText.isEmpty();
    });
    for (const QString &note : answer.notes)
        complain(Says::tr("note: %1").arg(note));
    if (!answer.first && !isText) {
        complain(u"ascendctl: "_s
                 + Says::tr("none of these files is a text, and nothing that is known was found in them."));
        return CouldNotAsk;
    }
    if (call.json)
        printJson(toJson(answer, *rules));
    else if (answer.first)
        tell(answer, *rules);
    if (!answer.first && !call.json)
        printLine(answer.hasLines()
                      ? Says::tr("Nothing found: none of the %1 rules knows a line of these logs.").arg(rules->size())
                      : Says::tr("Not one line of a log could be read, so nothing is known."));
    return answer.first ? Yes : No;
}

} // namespace ctl
