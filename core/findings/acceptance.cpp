#include "core/findings/acceptance.h"

using namespace Qt::StringLiterals;

bool canBeAccepted(const Finding &finding)
{
    return finding.verdict == Verdict::Warn && finding.check != "npu.health"_L1;
}

Acceptance acceptanceOf(const QString &node, const Finding &finding)
{
    const Finding said = told(finding, u"en"_s);
    return {finding.check, node, said.value, said.summary};
}

bool isAccepted(const QList<Acceptance> &accepted, const QString &node, const Finding &finding)
{
    return canBeAccepted(finding) && accepted.contains(acceptanceOf(node, finding));
}

ClusterReport withoutAccepted(ClusterReport report, const QList<Acceptance> &accepted)
{
    if (accepted.isEmpty())
        return report;
    const auto takeOut = [&accepted](QList<Finding> &findings, const QString &node) {
        findings.removeIf([&](const Finding &finding) { return isAccepted(accepted, node, finding); });
    };
    for (NodeReport &node : report.nodes)
        takeOut(node.findings, node.node);
    takeOut(report.cluster, {});
    return report;
}

QList<Acceptance> acceptancesIn(const Json &document)
{
    QList<Acceptance> accepted;
    const Json &list = member(document, "accepted");
    for (const Json &one : list.is_array() ? list : Json::array()) {
        const Acceptance acceptance{stringAt(one, "check"), stringAt(one, "node"), stringAt(one, "value"),
                                    stringAt(one, "summary")};
        if (!acceptance.check.isEmpty())
            accepted << acceptance;
    }
    return accepted;
}

void putAcceptances(Json &document, const QList<Acceptance> &accepted)
{
    if (!document.is_object())
        document = Json::object();
    document.erase("accepted");
    for (const Acceptance &one : accepted) {
        Json entry = {{"check", one.check}, {"value", one.value}, {"summary", one.summary}};
        if (!one.node.isEmpty())
            entry["node"] = one.node;
        document["accepted"].push_back(entry);
    }
}
