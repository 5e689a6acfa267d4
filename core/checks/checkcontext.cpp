#include "core/checks/checkcontext.h"

using namespace Qt::StringLiterals;

static Finding finding(Verdict verdict, const QString &value, const QString &summary, const QString &remedy)
{
    Finding finding;
    finding.verdict = verdict;
    finding.value = value;
    finding.summary = summary;
    finding.remedy = remedy;
    return finding;
}

Finding passed(const QString &value, const QString &summary)
{
    return finding(Verdict::Pass, value, summary, {});
}

Finding passedAsOwn(const QString &value, const QString &summary)
{
    Finding own = passed(value, summary);
    own.isOwn = true;
    return own;
}

Finding warned(const QString &value, const QString &summary, const QString &remedy)
{
    return finding(Verdict::Warn, value, summary, remedy);
}

Finding failed(const QString &value, const QString &summary, const QString &remedy)
{
    return finding(Verdict::Fail, value, summary, remedy);
}

Finding ofSettings(Finding finding)
{
    finding.isOfSettings = true;
    return finding;
}

Finding unknown(const Error &error)
{
    return finding(Verdict::Unknown, {}, error.message, error.facts.value(u"remedy"_s));
}

Finding unknown(const QString &summary, const QString &value)
{
    return finding(Verdict::Unknown, value, summary, {});
}

std::optional<Finding> noCardNetwork(const CheckContext &context)
{
    if (context.settings.usesCardNetwork)
        return {};
    return notAsked(Checks::tr(
        "not asked: on one node this engine's cards talk to each other inside it, not over their network ports"));
}

std::pair<int, int> CheckContext::hcclPorts() const
{
    if (settings.hcclLastPort > 0 && !settings.joinsByRankTable)
        return {settings.hcclFirstPort, settings.hcclLastPort};
    if (deployment.nodes.size() > 1)
        return {settings.hcclNetwork.basePort, settings.hcclNetwork.basePort + 31};
    return {0, 0};
}

QList<NodePort> CheckContext::ownPorts() const
{
    const auto its = std::find_if(deployment.nodes.cbegin(), deployment.nodes.cend(),
                                  [this](const Node &one) { return one.name == node.name; });
    const int place = its == deployment.nodes.cend() ? NodePort::everyNode : int(its - deployment.nodes.cbegin());
    QList<NodePort> own;
    for (const NodePort &port : settings.ports) {
        if (port.isOn(place))
            own << port;
    }
    return own;
}

QList<NodeAnswers> CheckContext::nextReachable(int count) const
{
    qsizetype own = 0;
    while (own < deployment.nodes.size() && deployment.nodes[own].name != node.name)
        ++own;
    QList<NodeAnswers> next;
    for (qsizetype i = 1; i < deployment.nodes.size() && next.size() < count; ++i) {
        const QString &name = deployment.nodes[(own + i) % deployment.nodes.size()].name;
        for (const NodeAnswers &other : others) {
            if (other.node.name == name && other.reachable)
                next << other;
        }
    }
    return next;
}

Finding skipped(const QString &dependsOn, const QString &reason)
{
    return finding(Verdict::Skipped, {}, Checks::tr("not asked, it depends on %1: %2").arg(dependsOn, reason), {});
}

Finding notAsked(const QString &summary, const QString &remedy)
{
    return finding(Verdict::Skipped, {}, summary, remedy);
}

QString firstFew(const QStringList &names, const QString &separator)
{
    constexpr qsizetype most = 4;
    const QString first = QStringList(names.mid(0, most)).join(separator);
    return names.size() <= most
        ? first
        : Checks::tr("%1 and %2 more", "names; how many others").arg(first).arg(names.size() - most);
}

QString listText(const QList<int> &numbers)
{
    QStringList parts;
    for (qsizetype i = 0; i < numbers.size();) {
        qsizetype last = i;
        while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1)
            ++last;
        if (last - i >= 2) {
            parts << u"%1-%2"_s.arg(numbers[i]).arg(numbers[last]);
            i = last + 1;
        } else {
            parts << QString::number(numbers[i++]);
        }
    }
    return parts.join(u", "_s);
}

QString orDash(const QString &text)
{
    return text.isEmpty() ? u"-"_s : text;
}
