#include "core/monitor/alertrules.h"

#include "core/base/languages.h"
#include "core/metrics/sample.h"
#include "core/monitor/alerttext.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

Error wrong(const QString &file, const QString &where, const QString &sentence)
{
    return {ErrorKind::Invalid,
            AlertText::tr("%1, %2: %3", "a file; the place in it; what is wrong").arg(file, where, sentence),
            {},
            {}};
}

bool isMetric(const QString &name)
{
    const QList<MetricInfo> all = metricCatalogue();
    return std::any_of(all.cbegin(), all.cend(), [&](const MetricInfo &one) { return one.metric == name; });
}

Result<AlertRule> ruleFrom(const Json &json, const QString &file, const QString &where)
{
    AlertRule rule;
    rule.id = stringAt(json, "id");
    const auto refuse = [&](const char *key, const QString &sentence) {
        return wrong(file, where + u'/' + QLatin1String(key), sentence);
    };
    static const QStringList known{u"id"_s, u"severity"_s, u"metric"_s, u"of"_s, u"during"_s, u"each"_s, u"above"_s,
                                   u"below"_s, u"clear"_s, u"silent"_s, u"forSeconds"_s, u"clearSeconds"_s, u"off"_s,
                                   u"title"_s, u"remedy"_s, u"source"_s};
    for (const auto &[key, value] : json.items()) {
        if (!known.contains(QString::fromStdString(key)))
            return refuse(key.c_str(),
                          AlertText::tr("there is no such member; these are: %1.").arg(known.join(u", "_s)));
    }
    const QString severity = stringAt(json, "severity"), each = stringAt(json, "each");
    if (severity != "warning"_L1 && severity != "critical"_L1)
        return refuse("severity", AlertText::tr("it is warning or critical."));
    rule.severity = severity == "critical"_L1 ? AlertRule::Severity::Critical : AlertRule::Severity::Warning;
    if (each != "chip"_L1 && each != "node"_L1 && each != "endpoint"_L1)
        return refuse("each", AlertText::tr("it is chip, node or endpoint."));
    rule.each = each == "chip"_L1 ? AlertRule::Each::Chip
        : each == "node"_L1       ? AlertRule::Each::Node
                                  : AlertRule::Each::Endpoint;
    rule.metric = stringAt(json, "metric");
    rule.of = stringAt(json, "of");
    rule.during = stringAt(json, "during");
    for (const auto &[key, name] : {std::pair{"metric", rule.metric}, {"of", rule.of}, {"during", rule.during}}) {
        if (!name.isEmpty() && !isMetric(name))
            return refuse(key, AlertText::tr("no metric is called \"%1\".").arg(name));
    }
    if (json.contains("silent"))
        rule.silent = stringAt(json, "silent");
    if (rule.silent.has_value() != rule.metric.isEmpty())
        return refuse("metric", AlertText::tr("a rule has either \"metric\" or \"silent\"."));
    rule.above = numberAt(json, "above");
    rule.below = numberAt(json, "below");
    if (!rule.silent && rule.above.has_value() == rule.below.has_value())
        return refuse("above", AlertText::tr("a rule with \"metric\" has either \"above\" or \"below\", a number."));
    rule.clear = numberAt(json, "clear").value_or(rule.bound());
    if (!rule.silent && (rule.above ? rule.clear > rule.bound() : rule.clear < rule.bound()))
        return refuse("clear", AlertText::tr("it lies on the good side of the bound, or is the same."));
    for (const auto &[key, seconds] :
         {std::pair{"forSeconds", &rule.forSeconds}, {"clearSeconds", &rule.clearSeconds}}) {
        const std::optional<qint64> number = integerAt(json, key);
        if (!number || *number < 0 || *number > 86'400)
            return refuse(key, AlertText::tr("it is a whole number of seconds, up to a day."));
        *seconds = int(*number);
    }
    rule.isOff = boolAt(json, "off").value_or(false);
    rule.title = member(json, "title");
    rule.remedy = member(json, "remedy");
    if (alertTitle(rule, u"en"_s).isEmpty())
        return refuse("title", AlertText::tr("it is a text for each language: {\"en\": \"...\"}."));
    rule.source = stringAt(json, "source");
    return rule;
}

QString spanText(int seconds)
{
    return seconds >= 60 && seconds % 60 == 0 ? AlertText::tr("%1 min").arg(seconds / 60)
                                              : AlertText::tr("%1 s").arg(seconds);
}

} // namespace

const AlertRule *findRule(const QList<AlertRule> &rules, const QString &id)
{
    const auto found = std::find_if(rules.cbegin(), rules.cend(), [&](const AlertRule &one) { return one.id == id; });
    return found == rules.cend() ? nullptr : &*found;
}

Result<QList<AlertRule>> alertRulesFrom(const Json &shipped, const Json &own, const QString &ownName,
                                        EveryRule which)
{
    QList<AlertRule> rules;
    Json all = member(shipped, "rules");
    QHash<QString, QString> places;      // by id, of the user's own
    if (!own.is_null() && !member(own, "rules").is_array())
        return wrong(ownName, u"/rules"_s, AlertText::tr("it is a list of rules."));
    qsizetype number = 0;
    for (const Json &one : member(own, "rules")) {
        const QString where = u"/rules/%1"_s.arg(number++), id = stringAt(one, "id");
        if (id.isEmpty())
            return wrong(ownName, where + u"/id"_s, AlertText::tr("a rule has a name of its own, a text."));
        places[id] = where;
        const auto same
            = std::find_if(all.begin(), all.end(), [&](const Json &rule) { return stringAt(rule, "id") == id; });
        if (same == all.end())
            all.push_back(one);
        else
            same->update(one);
    }
    for (Json &one : all) {
        Json without = Json::object();
        for (const auto &[key, value] : one.items()) {
            if (!value.is_null())
                without[key] = value;
        }
        one = without;
    }
    for (const Json &one : all) {
        const QString id = stringAt(one, "id");
        const Result<AlertRule> rule
            = ruleFrom(one, places.contains(id) ? ownName : u"alerts.json"_s, places.value(id, u"/rules/"_s + id));
        if (!rule)
            return rule.error();
        if (!rule->isOff || which == EveryRule::AlsoOff)
            rules << *rule;
    }
    return rules;
}

QString alertTitle(const AlertRule &rule, const QString &language)
{
    const QString text = stringAt(rule.title, language.toUtf8().constData());
    return text.isEmpty() ? stringAt(rule.title, "en") : text;
}

QString alertRemedy(const AlertRule &rule, const QString &language)
{
    const QString text = stringAt(rule.remedy, language.toUtf8().constData());
    return text.isEmpty() ? stringAt(rule.remedy, "en") : text;
}

QString alertSubject(const QString &metric)
{
    return metric.startsWith(u"npu.") ? u"chip"_s : metric.startsWith(u"host.") ? u"node"_s : u"endpoint"_s;
}

QString severityName(AlertRule::Severity severity)
{
    return severity == AlertRule::Severity::Critical ? u"critical"_s : u"warning"_s;
}

QString alertSentence(const AlertRule &rule)
{
    const QString span = spanText(rule.forSeconds);
    if (rule.silent && rule.each == AlertRule::Each::Chip)
        return AlertText::tr("no values for more than %1, while other chips of its node have some", "a time").arg(span);
    if (rule.silent)
        return AlertText::tr("no values for more than %1", "a time").arg(span);
    if (rule.metric == "npu.health"_L1)
        return AlertText::tr("not OK for %1", "a chip; a time").arg(span);
    const MetricInfo info = metricInfo(rule.metric);
    const QString bound = QString::number(rule.bound())
        + (rule.of.isEmpty() ? (info.unit.isEmpty() ? QString() : u' ' + info.unit)
                             : u" % ("_s + metricInfo(rule.of).title + u')');
    const QString condition = (rule.above ? AlertText::tr("%1 above %2", "a metric, a value")
                                          : AlertText::tr("%1 below %2", "a metric, a value"))
                                  .arg(info.title, bound);
    const QString words
        = rule.forSeconds == 0 ? condition : AlertText::tr("%1 for %2", "a condition; a time").arg(condition, span);
    return rule.during.isEmpty()
        ? words
        : AlertText::tr("%1, while %2 is above 0", "a condition; a metric").arg(words, metricInfo(rule.during).title);
}
