#include "core/lint/lint.h"

#include <algorithm>

using namespace Qt::StringLiterals;

bool hasErrors(const QList<LintFinding> &findings)
{
    return std::any_of(findings.begin(), findings.end(),
                       [](const LintFinding &f) { return f.severity == Severity::Error; });
}

QString severityName(Severity severity)
{
    switch (severity) {
    case Severity::Info:
        return u"info"_s;
    case Severity::Warning:
        return u"warning"_s;
    case Severity::Error: break;
    }
    return u"error"_s;
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
