#include "core/checks/finding.h"

using namespace Qt::StringLiterals;

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

Json toJson(const ClusterReport &report)
{
    Json json = Json::object();
    if (report.simulated)
        json["simulated"] = true;
    json["tookMs"] = report.tookMs;
    json["nodes"] = Json::array();
    for (const NodeReport &node : report.nodes) {
        Json one = {{"name", node.node}, {"reachable", node.reachable}};
        if (node.error)
            one["error"] = node.error->message;
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
