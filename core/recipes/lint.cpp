#include "core/recipes/lint.h"

#include <QCoreApplication>

#include <algorithm>

QStringList lintKinds()
{
    return {QStringLiteral("rank-table"), QStringLiteral("mindie-config"), QStringLiteral("deployment"), QStringLiteral("env")};
}

Result<QList<LintFinding>> lint(const QString &kind, const QByteArray &content, const LintContext &context)
{
    using Linter = Result<QList<LintFinding>> (*)(const QByteArray &, const LintContext &);
    const Linter linters[] = {lintRankTable, lintMindieConfig, lintDeployment, lintEnv};
    const qsizetype index = lintKinds().indexOf(kind);
    if (index < 0)
        return Error{ErrorKind::Invalid, QCoreApplication::translate("Lint", "There is no kind \"%1\"; there are: %2.")
                                             .arg(kind, lintKinds().join(QLatin1String(", "))), {}, {}};
    if (content.size() > largestLinted)
        return Error{ErrorKind::Parse, QCoreApplication::translate("Lint", "The file has more than %1 MB; no file of the kind \"%2\" is that large.")
                                           .arg(largestLinted / (1024 * 1024)).arg(kind), {}, {}};
    return linters[index](content, context);
}

bool hasErrors(const QList<LintFinding> &findings)
{
    return std::any_of(findings.begin(), findings.end(), [](const LintFinding &f) { return f.severity == Severity::Error; });
}

QString severityName(Severity severity)
{
    switch (severity) {
    case Severity::Info: return QStringLiteral("info");
    case Severity::Warning: return QStringLiteral("warning");
    case Severity::Error: break;
    }
    return QStringLiteral("error");
}

Json toJson(const LintFinding &finding)
{
    return {{"rule", finding.rule}, {"severity", severityName(finding.severity)}, {"where", finding.where},
            {"message", finding.message}, {"remedy", finding.remedy}};
}

Json toJson(const QList<LintFinding> &findings)
{
    Json list = Json::array();
    for (const LintFinding &finding : findings)
        list.push_back(toJson(finding));
    return {{"findings", list}};
}
