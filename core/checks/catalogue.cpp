#include "core/checks/catalogue.h"

#include "core/base/data.h"

using namespace Qt::StringLiterals;

static QList<NodeCheck> ofRound(int round)
{
    QList<NodeCheck> checks = connectionChecks() + hostChecks() + hostSettingChecks() + folderChecks() + spaceChecks()
        + driverChecks() + cannChecks() + driverFeatureChecks() + npuChecks() + npuIdChecks() + npuInterruptChecks()
        + cardChecks() + hostNetworkChecks() + networkChecks() + pingChecks() + containerChecks()
        + containerNpuChecks() + containerReleaseChecks() + weightsChecks() + readSpeedChecks() + quantizationChecks();
    checks.removeIf([round](const NodeCheck &check) { return check.round != round; });
    return checks;
}

const QList<NodeCheck> &firstRoundChecks()
{
    static const QList<NodeCheck> checks = ofRound(1);
    return checks;
}

const QList<NodeCheck> &secondRoundChecks()
{
    static const QList<NodeCheck> checks = ofRound(2);
    return checks;
}

bool isOnRequest(const NodeCheck &check)
{
    return check.seconds > 1;
}

bool isOnRequest(const QString &check)
{
    for (const auto *checks : {&firstRoundChecks(), &secondRoundChecks()}) {
        for (const NodeCheck &one : *checks) {
            if (check == QLatin1String(one.id))
                return isOnRequest(one);
        }
    }
    return false;
}

static const Json &texts()
{
    static const Json data = [] {
        const Result<Json> read = jsonDataFile(u"checks.json"_s);
        return read ? *read : Json::object();
    }();
    return data;
}

static QString inLanguage(const Json &object, const char *key, const QString &language)
{
    if (!object.is_object() || !object.contains(key))
        return {};
    return stringAt(object[key], language.startsWith(u"zh"_s) ? "zh" : "en", stringAt(object[key], "en"));
}

QStringList checkIds()
{
    QStringList ids;
    for (const CheckInfo &info : checkInfos(u"en"_s))
        ids << info.id;
    return ids;
}

QList<CheckInfo> checkInfos(const QString &language)
{
    QList<CheckInfo> infos;
    const Json none = Json::array();
    for (const Json &entry : texts().contains("checks") ? texts()["checks"] : none) {
        CheckInfo info;
        info.id = stringAt(entry, "id");
        info.group = info.id.section(u'.', 0, 0);
        info.title = inLanguage(entry, "title", language);
        info.why = inLanguage(entry, "why", language);
        info.remedy = inLanguage(entry, "remedy", language);
        info.interrupts = boolAt(entry, "interrupts").value_or(false);
        for (const ClusterCheck &check : clusterChecks())
            info.acrossNodes = info.acrossNodes || info.id == QLatin1String(check.id);
        infos << info;
    }
    return infos;
}

CheckInfo infoOf(const QString &check, const QString &language)
{
    static const QList<CheckInfo> english = checkInfos(u"en"_s), chinese = checkInfos(u"zh"_s);
    for (const CheckInfo &info : language.startsWith(u"zh"_s) ? chinese : english) {
        if (info.id == check)
            return info;
    }
    return {};
}

QString groupTitle(const QString &group, const QString &language)
{
    return texts().contains("groups") ? inLanguage(texts()["groups"], group.toUtf8().constData(), language) : group;
}
