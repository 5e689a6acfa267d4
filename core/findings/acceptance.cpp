#include "core/findings/acceptance.h"

#include <QRegularExpression>

#include <algorithm>

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

// "known to 0.01 s" is "known to # s". What a check is about has its figure in the value.
static QString withoutFigures(QString sentence)
{
    static const QRegularExpression figure(u"[0-9]+([.,][0-9]+)*"_s);
    return sentence.replace(figure, u"#"_s);
}

bool isAccepted(const QList<Acceptance> &accepted, const QString &node, const Finding &finding)
{
    if (!canBeAccepted(finding))
        return false;
    const Acceptance now = acceptanceOf(node, finding);
    return std::any_of(accepted.cbegin(), accepted.cend(), [&now](const Acceptance &one) {
        const bool isSameSentence = now.value.isEmpty() ? one.summary == now.summary
                                                        : withoutFigures(one.summary) == withoutFigures(now.summary);
        return one.check == now.check && one.node == now.node && one.value == now.value && isSameSentence;
    });
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
