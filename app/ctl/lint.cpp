// ascendctl lint KIND FILE [--facts FILE] [--release RELEASE]: what an engine would refuse, said before it starts.
#include "app/ctl/recipeverbs.h"

#include "core/base/inputfile.h"
#include "core/facts/factsfile.h"
#include "core/artifacts/lintkinds.h"

#include <QFile>

#include <sys/stat.h>

using namespace Qt::StringLiterals;

namespace ctl {

namespace {

constexpr qint64 mostFacts = 64 * 1024 * 1024;

void noteFile(const QString &path, LintContext &context)
{
    struct stat info = {};
    if (path == "-"_L1 || lstat(QFile::encodeName(path).constData(), &info) != 0)
        return;
    context.isLink = S_ISLNK(info.st_mode);
    if (stat(QFile::encodeName(path).constData(), &info) == 0)
        context.mode = int(info.st_mode & 07777);
}

int lintUsage()
{
    complain(u"usage: ascendctl lint KIND FILE [--facts FILE] [--release RELEASE] [--json]\n"
             "KIND: %1; FILE - is standard input; RELEASE of vLLM or MindIE, such as 0.18.0 or 2.2"_s.arg(
        lintKinds().join(", "_L1)));
    return Usage;
}

} // namespace

int lint(const Call &call)
{
    QStringList arguments = call.arguments;
    LintContext context;
    if (const qsizetype at = arguments.indexOf(u"--facts"_s); at >= 0) {
        if (at + 1 >= arguments.size())
            return lintUsage();
        const Result<QByteArray> text = readInput(arguments[at + 1], mostFacts, call.stop);
        const Result<QList<NodeFacts>> facts = text ? factsFromJson(*text) : Result<QList<NodeFacts>>(text.error());
        if (!facts)
            return fail(facts.error());
        context.facts = *facts;
        arguments.remove(at, 2);
    }
    if (!takeValue(arguments, "--release", context.release))
        return lintUsage();
    if (arguments.size() != 2 || !lintKinds().contains(arguments[0]))
        return lintUsage();
    const Result<QByteArray> content = readInput(arguments[1], largestLinted, call.stop);
    if (!content)
        return fail(content.error());
    noteFile(arguments[1], context);
    const Result<QList<LintFinding>> findings = ::lint(arguments[0], *content, context);
    if (!findings)
        return fail(findings.error());
    if (call.json) {
        printJson(toJson(*findings));
    } else {
        for (const LintFinding &finding : *findings) {
            printLine(
                u"%1  %2  %3"_s.arg(severityName(finding.severity).leftJustified(7), finding.rule, finding.where));
            printLine(u"         "_s + finding.message);
            if (!finding.remedy.isEmpty())
                printLine(u"         -> "_s + finding.remedy);
        }
        complain(findings->isEmpty()         ? u"nothing found"_s
                     : findings->size() == 1 ? u"1 finding"_s
                                             : u"%1 findings"_s.arg(findings->size()));
    }
    return hasErrors(*findings) ? No : Yes;
}

} // namespace ctl
