#include "core/monitor/prometheusrules.h"

#include "core/base/inputfile.h"
#include "core/metrics/sample.h"
#include "core/monitor/alerttext.h"
#include "core/monitor/exposition.h"
#include "core/monitor/ownalerts.h"

#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>

#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <vector>

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 mostRuleBytes = 1'000'000;
const QByteArray chipsSilent = "ascend_console_node_up == 1 unless on (deployment, node) machine_npu_nums";
const QByteArray chipSilent = "(npu_chip_info_health_status offset 5m unless npu_chip_info_health_status) and on "
                              "(deployment, node) machine_npu_nums";
const QByteArray endpointSilent = "ascend_console_requests_running offset 5m unless ascend_console_requests_running";
const QByteArray nodeSilent = "ascend_console_node_up == 0";

QByteArray quotedYaml(const QString &text)
{
    return '\'' + text.toUtf8().replace('\'', "''") + '\'';
}

QByteArray exposedName(const QString &metric)
{
    for (const ExposedMetric &one : exposedMetrics()) {
        if (one.metric == metric)
            return one.name + (one.quantile.isEmpty() ? QByteArray() : "{quantile=\"" + one.quantile + "\"}");
    }
    return {};
}

QString metricOf(const QString &exposed) // empty: none has that name
{
    for (const ExposedMetric &one : exposedMetrics()) {
        if (exposed == QString::fromUtf8(exposedName(one.metric)))
            return one.metric;
    }
    return {};
}

QByteArray expressionOf(const AlertRule &rule)
{
    if (rule.silent)
        return rule.each == AlertRule::Each::Chip    ? chipSilent
            : rule.silent->startsWith(u"npu."_s)     ? chipsSilent
            : rule.silent->startsWith(u"serving."_s) ? endpointSilent
                                                     : nodeSilent;
    QByteArray value = exposedName(rule.metric);
    if (rule.metric == "npu.health"_L1) // 1 there is OK
        return value + " == 0";
    if (!rule.of.isEmpty())
        value = "100 * " + value + " / " + exposedName(rule.of);
    if (rule.each == AlertRule::Each::Node && rule.metric.startsWith(u"npu."_s))
        value = "avg by (deployment, node) (" + value + ')';
    value += rule.above ? " > " + QByteArray::number(*rule.above) : " < " + QByteArray::number(*rule.below);
    if (!rule.during.isEmpty())
        value += " and on (deployment) " + exposedName(rule.during) + " > 0";
    return value;
}

// The condition of a rule, as members of alerts.json; nullopt: it means something else.
std::optional<Json> conditionOf(const QString &expression)
{
    const QByteArray plain = expression.simplified().toUtf8();
    if (plain == chipsSilent)
        return Json{{"silent", "npu."}, {"each", "node"}};
    if (plain == chipSilent)
        return Json{{"silent", "npu.health"}, {"each", "chip"}};
    if (plain == endpointSilent)
        return Json{{"silent", "serving."}, {"each", "endpoint"}};
    if (plain == nodeSilent)
        return Json{{"silent", ""}, {"each", "node"}};
    static const QString name = u"([a-z_]+(?:\\{quantile=\"[0-9.]+\"\\})?)"_s;
    static const QRegularExpression health(u"^npu_chip_info_health_status (?:== 0|!= 1|< 1)$"_s);
    if (health.match(QString::fromUtf8(plain)).hasMatch())
        return Json{{"metric", "npu.health"}, {"each", "chip"}, {"above", 0}};
    // The labels say over what a mean is taken and whose the other metric is: any other would mean something else.
    static const QString mean = u"avg by ?\\((?: ?node ?| ?deployment, ?node ?| ?node, ?deployment ?)\\) ?\\( ?"_s;
    static const QRegularExpression form(u"^(%2)?(100 ?\\* ?)?%1(?: ?/ ?%1)?( ?\\))? ?([<>]) ?(-?[0-9.]+(?:e[0-9]+)?)"
                                         "(?: and on ?\\( ?deployment ?\\) ?%1 ?> ?0)?$"_s.arg(name, mean),
                                         QRegularExpression::CaseInsensitiveOption);
    const QRegularExpressionMatch match = form.match(QString::fromUtf8(plain));
    const bool isMean = !match.captured(1).isEmpty(), isShare = !match.captured(4).isEmpty();
    if (!match.hasMatch() || isMean == match.captured(5).isEmpty() || isShare == match.captured(2).isEmpty())
        return {};
    const QString metric = metricOf(match.captured(3)), of = metricOf(match.captured(4)),
                  during = metricOf(match.captured(8));
    const bool isOfAnother = isShare
        && (metricInfo(of).unit != metricInfo(metric).unit || of.section(u'.', 0, 1) != metric.section(u'.', 0, 1));
    bool isNumber = false;
    const double bound = match.captured(7).toDouble(&isNumber);
    const QString subject = alertSubject(metric);
    if (metric.isEmpty() || metric == "npu.health"_L1 || !isNumber || (isShare && (of.isEmpty() || isOfAnother))
        || (!match.captured(8).isEmpty() && during.isEmpty()) || (isMean && subject != "chip"_L1))
        return {};
    Json condition{{"metric", metric},
                   {"each", isMean ? u"node"_s : subject},
                   {match.captured(6) == ">"_L1 ? "above" : "below", bound}};
    if (!of.isEmpty())
        condition["of"] = of;
    if (!during.isEmpty())
        condition["during"] = during;
    return condition;
}

// "1h30m", "90s": Prometheus' durations. nullopt: none, or longer than a day.
std::optional<int> secondsOf(const QString &text)
{
    static const QRegularExpression form(u"^(?:(\\d{1,6})d)?(?:(\\d{1,6})h)?(?:(\\d{1,6})m)?(?:(\\d{1,6})s)?$"_s);
    const QRegularExpressionMatch match = form.match(text);
    if (!match.hasMatch() || text.isEmpty())
        return text == "0"_L1 ? std::optional(0) : std::nullopt;
    const qint64 seconds = match.captured(1).toLongLong() * 86'400 + match.captured(2).toLongLong() * 3600
        + match.captured(3).toLongLong() * 60 + match.captured(4).toLongLong();
    return seconds <= 86'400 ? std::optional(int(seconds)) : std::nullopt;
}

QString textAt(const YAML::Node &map, const char *key)
{
    const YAML::Node value = map[key];
    return value && value.IsScalar() ? QString::fromStdString(value.Scalar()) : QString();
}

// On the good side of the bound.
bool isClear(const Json &rule, double clear)
{
    const std::optional<double> above = numberAt(rule, "above"), below = numberAt(rule, "below");
    return above ? clear <= *above : below && clear >= *below;
}

// nullopt, and why: it was not taken.
std::optional<Json> ruleOf(const YAML::Node &yaml, QString &why)
{
    const QString expression = textAt(yaml, "expr");
    const std::optional<Json> condition = conditionOf(expression);
    if (!condition) {
        why = AlertText::tr("this expression is not one that can be followed here: %1").arg(expression.simplified());
        return {};
    }
    Json rule = *condition;
    for (const auto &[from, to] : {std::pair{"for", "forSeconds"}, {"keep_firing_for", "clearSeconds"}}) {
        const YAML::Node given = yaml[from];
        const QString text = textAt(yaml, from);
        const std::optional<int> seconds = !given || (given.IsScalar() && text.isEmpty()) ? std::optional(0)
                                                                                          : secondsOf(text);
        if (!seconds) {
            why = AlertText::tr("%1 is not a time of at most a day: %2")
                      .arg(QLatin1String(from), text.isEmpty() ? u"?"_s : text);
            return {};
        }
        rule[to] = *seconds;
    }
    const YAML::Node labels = yaml["labels"], annotations = yaml["annotations"];
    const QString severity = labels && labels.IsMap() ? textAt(labels, "severity") : QString();
    rule["severity"] = severity == "critical"_L1 || severity == "page"_L1 ? "critical" : "warning";
    if (annotations && annotations.IsMap()) {
        if (const QString title = textAt(annotations, "summary"); !title.isEmpty())
            rule["title"] = {{"en", title}};
        if (const QString remedy = textAt(annotations, "description"); !remedy.isEmpty())
            rule["remedy"] = {{"en", remedy}};
        bool isNumber = false;
        if (const double clear = textAt(annotations, "clear").toDouble(&isNumber); isNumber && isClear(rule, clear))
            rule["clear"] = clear;
    }
    return rule;
}

// The members that the rule takes: of a shipped one whose condition it replaces nothing may be left.
Json membersOf(Json rule, const Json &shipped, const QString &id)
{
    const Json &known = ruleNamed(shipped, id);
    if (known.is_null()) {
        if (!rule.contains("title"))
            rule["title"] = {{"en", id}};
        return rule;
    }
    for (const char *text : {"title", "remedy"}) { // the shipped one has it in both languages
        if (rule.contains(text) && member(rule[text], "en") == member(member(known, text), "en"))
            rule.erase(text);
    }
    for (const char *part : {"metric", "of", "during", "above", "below", "silent", "clear"}) {
        if (known.contains(part) && !rule.contains(part))
            rule[part] = nullptr;
    }
    return rule;
}

} // namespace

QByteArray prometheusRules(const QList<AlertRule> &rules)
{
    QByteArray text = "groups:\n- name: ascend-console\n  rules:\n";
    for (const AlertRule &rule : rules) {
        text += "  - alert: " + quotedYaml(rule.id) + "\n    expr: " + quotedYaml(QString::fromUtf8(expressionOf(rule)))
            + "\n    for: " + QByteArray::number(rule.forSeconds) + "s\n";
        if (rule.clearSeconds > 0)
            text += "    keep_firing_for: " + QByteArray::number(rule.clearSeconds) + "s\n";
        text += "    labels:\n      severity: " + severityName(rule.severity).toUtf8()
            + "\n    annotations:\n      summary: " + quotedYaml(alertTitle(rule, u"en"_s))
            + "\n      description: " + quotedYaml(alertRemedy(rule, u"en"_s)) + '\n';
        if (!rule.silent && rule.clear != rule.bound())
            text += "      clear: '" + QByteArray::number(rule.clear) + "'\n";
    }
    return text;
}

Result<ImportedRules> importPrometheusRules(const QByteArray &yaml, const Json &shipped, const Json &own)
{
    const auto refuse = [](const QString &sentence, const QString &detail = {}) {
        return Error{ErrorKind::Parse, sentence, detail, {}};
    };
    ImportedRules imported{withRules(own), {}, {}};
    if (yaml.size() > mostRuleBytes)
        return refuse(AlertText::tr("A file of rules is not larger than a megabyte."));
    try {
        const std::vector<YAML::Node> documents = YAML::LoadAll(std::string(yaml.constData(), size_t(yaml.size())));
        if (documents.size() > 1)
            return refuse(AlertText::tr("This file holds %1 documents; Prometheus reads one.").arg(documents.size()));
        const YAML::Node file = documents.empty() ? YAML::Node() : documents.front();
        const YAML::Node groups = file.IsMap() ? file["groups"] : YAML::Node();
        if (!groups || !groups.IsSequence())
            return refuse(AlertText::tr("This is not a file of Prometheus' rules: it has no list \"groups\"."));
        for (const YAML::Node &group : groups) {
            const YAML::Node rules = group.IsMap() ? group["rules"] : YAML::Node();
            if (!rules || !rules.IsSequence())
                return refuse(AlertText::tr("A group of rules has no list \"rules\"."));
            for (const YAML::Node &rule : rules) {
                const QString id = rule.IsMap() ? textAt(rule, "alert") : QString();
                if (id.isEmpty()) // a recording rule
                    continue;
                QString why;
                if (imported.taken.contains(id))
                    why = AlertText::tr("an alert of this name was taken already; give each a name of its own");
                const std::optional<Json> taken = why.isEmpty() ? ruleOf(rule, why) : std::nullopt;
                if (!taken) {
                    imported.notTaken << u"%1: %2"_s.arg(id, why);
                    continue;
                }
                imported.own = withRule(imported.own, id, membersOf(*taken, shipped, id));
                imported.taken << id;
            }
        }
    } catch (const YAML::Exception &wrong) {
        return refuse(AlertText::tr("This is not YAML: line %1: %2")
                          .arg(wrong.mark.line + 1)
                          .arg(QString::fromStdString(wrong.msg)));
    }
    return imported;
}

Result<ImportedRules> importPrometheusFile(const QString &path, const Json &shipped, const Json &own)
{
    QFile file(path);
    if (!QFileInfo(file).isFile() || !file.open(QIODevice::ReadOnly)) // a pipe would be waited for
        return notReadable(path);
    Result<ImportedRules> imported = importPrometheusRules(file.read(2 * mostRuleBytes), shipped, own);
    if (!imported)
        return Error{imported.error().kind, u"%1: %2"_s.arg(path, imported.error().message), {}, {}};
    return imported;
}
