#include "core/findings/finding.h"

#include "core/base/languages.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

Finding toldInEachLanguage(const QString &language, const std::function<Finding(const QString &language)> &judge)
{
    std::optional<Finding> result;
    QHash<QString, FindingWords> words;
    inEachLanguage(language, [&](const QString &each) {
        const Finding finding = judge(each);
        words.insert(each, {finding.value, finding.summary, finding.remedy, finding.evidence});
        if (!result || each == language)
            result = finding;
    });
    const auto isAlike = [&result](const FindingWords &one) { return one.evidence == result->evidence; };
    if (std::all_of(words.cbegin(), words.cend(), isAlike)) {
        for (FindingWords &one : words)
            one.evidence.clear();
    }
    result->words = words;
    return *result;
}

Finding told(Finding finding, const QString &language)
{
    if (const auto words = finding.words.constFind(language); words != finding.words.cend()) {
        finding.value = words->value;
        finding.summary = words->summary;
        finding.remedy = words->remedy;
        if (!words->evidence.isEmpty())
            finding.evidence = words->evidence;
    }
    return finding;
}

static bool isLost(const Finding &finding)
{
    return finding.verdict == Verdict::Fail
        && (finding.check == "connection.reachable"_L1 || finding.check == "connection.host-key"_L1);
}

QString verdictName(Verdict verdict)
{
    switch (verdict) {
    case Verdict::Pass: return u"pass"_s;
    case Verdict::Warn: return u"warn"_s;
    case Verdict::Fail: return u"fail"_s;
    case Verdict::Unknown: return u"unknown"_s;
    case Verdict::Skipped: return u"skipped"_s;
    }
    return u"unknown"_s;
}

Json toJson(const Finding &finding)
{
    Json json = {{"check", finding.check}, {"verdict", verdictName(finding.verdict)}, {"value", finding.value},
                 {"summary", finding.summary}, {"evidence", Json::array()}, {"remedy", finding.remedy},
                 {"devices", Json::array()}, {"tookMs", finding.tookMs}, {"askedAtMs", finding.askedAtMs}};
    for (const Evidence &evidence : finding.evidence)
        json["evidence"].push_back({{"command", evidence.command}, {"output", evidence.output}});
    for (const QString &device : finding.devices)
        json["devices"].push_back(device);
    return json;
}

QList<Finding> allFindings(const ClusterReport &report)
{
    QList<Finding> all;
    for (const NodeReport &node : report.nodes)
        all += node.findings;
    return all + report.cluster;
}

VerdictCounts countsOf(const ClusterReport &report)
{
    VerdictCounts counts;
    for (const Finding &finding : allFindings(report)) {
        switch (finding.verdict) {
        case Verdict::Pass: ++counts.passed; break;
        case Verdict::Warn: ++counts.warnings; break;
        case Verdict::Fail: ++counts.failed; break;
        case Verdict::Unknown: ++counts.unknown; break;
        case Verdict::Skipped: ++counts.skipped; break;
        }
    }
    return counts;
}

Json toJson(const ClusterReport &report)
{
    Json json = Json::object();
    if (report.simulated)
        json["simulated"] = true;
    json["tookMs"] = report.tookMs;
    json["nodes"] = Json::array();
    for (const NodeReport &node : report.nodes) {
        Json one = {{"name", node.node}, {"reachable", node.reachable}};
        const bool isCut = isCutShort(node), isAsked = node.reachable || !node.findings.isEmpty();
        if (isCut)
            one["error"] = isAsked
                ? QCoreApplication::translate("Checks", "Stopped before everything was asked.")
                : QCoreApplication::translate("Checks", "Stopped before it was asked.");
        else if (node.error)
            one["error"] = node.error->message;
        if (isCut && !isAsked)
            one["reachable"] = nullptr; // nobody knows
        else if (isCut && !node.reachable)
            one["reachable"] = std::none_of(node.findings.cbegin(), node.findings.cend(), isLost);
        one["findings"] = Json::array();
        for (const Finding &finding : node.findings)
            one["findings"].push_back(toJson(finding));
        json["nodes"].push_back(one);
    }
    json["cluster"] = Json::array();
    for (const Finding &finding : report.cluster)
        json["cluster"].push_back(toJson(finding));
    return json;
}
