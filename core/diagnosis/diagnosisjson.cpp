#include "core/diagnosis/diagnosis.h"

#include <QDateTime>

using namespace Qt::StringLiterals;

QString timeText(const std::optional<LogTime> &time)
{
    if (!time)
        return {};
    return QDateTime::fromMSecsSinceEpoch(time->ms, Qt::UTC).toString(u"yyyy-MM-dd HH:mm:ss.zzz"_s)
        + (time->zoneMinutes ? u"Z"_s : QString());
}

QString timeText(const FaultSighting &one)
{
    constexpr qint64 second = 1000;      // not more than a log's stamps leave open themselves
    const bool isLoose = one.isAfter && (!one.until || (one.time && one.until->ms - one.time->ms > second));
    return !one.time ? QString()
                     : (isLoose ? u"≥ "_s : one.isBefore ? u"≤ "_s : QString()) + timeText(one.time);
}

namespace {

Json wordsOrNull(const QString &text)
{
    return text.isEmpty() ? Json(nullptr) : Json(text);
}

// ISO 8601; without a zone where the log names none
Json stampOrNull(const std::optional<LogTime> &time)
{
    return wordsOrNull(timeText(time).replace(QLatin1Char(' '), QLatin1Char('T')));
}

Json placeJson(const FaultSighting &one, const QList<SourceReport> &sources)
{
    return {{"node", sources[one.source].node},
            {"file", sources[one.source].file},
            {"line", one.line},
            {"time", stampOrNull(one.time)},
            {"timeIsAtLeast", one.isAfter},
            {"timeIsAtMost", one.isBefore},
            {"timeAtMost", one.isAfter ? stampOrNull(one.until) : stampOrNull(one.time)},
            {"count", one.count},
            {"lastTime", stampOrNull(one.last)},
            {"program", wordsOrNull(one.program)},
            {"text", one.text}};
}

Json sightingJson(const FaultSighting &one, const QList<SourceReport> &sources, const QList<FaultRule> &rules)
{
    const FaultRule &rule = rules[one.rule];
    Json json{{"rule", rule.id},
              {"component", rule.component},
              {"role", roleName(rule.role)},
              {"severity", severityName(rule.severity)}};
    json.update(placeJson(one, sources));
    Json engines = Json::array();
    for (const QString &engine : rule.engines)
        engines.push_back(engine);
    json["engines"] = engines;
    json["releases"] = wordsOrNull(rule.releases);
    json["cause"] = rule.cause;
    json["isProbable"] = one.isProbable;
    json["otherCauses"] = one.isProbable ? Json(rule.others) : Json(nullptr);
    json["check"] = {{"text", rule.check}, {"id", wordsOrNull(rule.checkId)}};
    json["remedy"] = rule.remedy;
    json["source"] = rule.source;
    return json;
}

} // namespace

Json toJson(const DiagnosisAnswer &answer, const QList<FaultRule> &rules)
{
    Json causes = Json::array(), consequences = Json::array(), earlier = Json::array(), others = Json::array(),
         sources = Json::array(), notes = Json::array();
    for (const FaultSighting &one : answer.causes)
        causes.push_back(sightingJson(one, answer.sources, rules));
    for (const FaultSighting &one : answer.earlier)
        earlier.push_back(sightingJson(one, answer.sources, rules));
    for (const FaultSighting &one : answer.others)
        others.push_back(sightingJson(one, answer.sources, rules));
    for (const FaultSighting &one : answer.consequences) { // grouped by rule
        const FaultRule &rule = rules[one.rule];
        Json *group = nullptr;
        for (Json &seen : consequences) {
            if (stringAt(seen, "rule") == rule.id)
                group = &seen;
        }
        if (!group) {
            consequences.push_back({{"rule", rule.id},
                                    {"component", rule.component},
                                    {"role", roleName(rule.role)},
                                    {"cause", rule.cause},
                                    {"count", 0},
                                    {"nodes", Json::array()}});
            group = &consequences.back();
        }
        (*group)["count"] = integerAt(*group, "count").value_or(0) + one.count;
        (*group)["nodes"].push_back(placeJson(one, answer.sources));
    }
    for (const SourceReport &one : answer.sources)
        sources.push_back({{"file", one.file},
                           {"node", one.node},
                           {"encoding", wordsOrNull(one.encoding)},
                           {"notText", wordsOrNull(one.isNoText)},
                           {"bytes", one.bytes},
                           {"lines", one.lines},
                           {"firstTime", stampOrNull(one.first)},
                           {"lastTime", stampOrNull(one.last)},
                           {"comparable", one.isComparable},
                           {"error", wordsOrNull(one.error)}});
    for (const QString &note : answer.notes)
        notes.push_back(note);
    return {{"first", answer.first ? sightingJson(*answer.first, answer.sources, rules) : Json(nullptr)},
            {"isCause", answer.isCause},
            {"isCertain", answer.isCertain},
            {"stopped", wordsOrNull(answer.stopped)},
            {"causes", causes},
            {"consequences", consequences},
            {"earlier", earlier},
            {"others", others},
            {"sources", sources},
            {"notes", notes}};
}
