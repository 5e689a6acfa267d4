#include "core/monitor/ownalerts.h"

#include "core/base/data.h"
#include "core/base/inputfile.h"
#include "core/base/jsonmeasure.h"
#include "core/base/jsontree.h"
#include "core/monitor/alerttext.h"
#include "core/shell/atomicfile.h"

#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>
#include <QUrl>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 mostBytes = 1'000'000;

} // namespace

QString ownAlertsFile()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation) + u"/ascend-console/alerts.json"_s;
}

Result<Json> readOwnAlerts()
{
    QFile file(ownAlertsFile());
    if (!file.exists())
        return Json();
    // a pipe would be waited for, for ever
    if (!QFileInfo(file).isFile() || !file.open(QIODevice::ReadOnly))
        return notReadable(file.fileName());
    if (file.size() > mostBytes)
        return Error{ErrorKind::Storage,
                     AlertText::tr("%1 is larger than %2 kB; no rules of alerts are.")
                         .arg(file.fileName())
                         .arg(mostBytes / 1000),
                     {},
                     {}};
    const QByteArray text = file.readAll();
    Result<Json> json = parseJson(text, file.fileName());
    const bool isTooDeep = measureJson(text, deepestJson).depth > deepestJson;
    const std::optional<JsonFlaw> flaw = json || isTooDeep ? std::nullopt : readJsonTree(text).flaw;
    if (!flaw)
        return json;
    // Without what stands there: it may be the webhook's address, with a secret.
    return Error{ErrorKind::Parse,
                 AlertText::tr("%1 is not valid JSON: line %2.")
                     .arg(file.fileName())
                     .arg(text.left(flaw->byte).count('\n') + 1),
                 {},
                 {}};
}

Result<AlertSettings> alertSettingsFrom(const Json &shipped, const Json &own, const QString &ownName)
{
    Result<QList<AlertRule>> rules = alertRulesFrom(shipped, own, ownName);
    if (!rules)
        return rules.error();
    AlertSettings settings{*std::move(rules), {}};
    if (own.is_object() && own.contains("webhook")) {
        settings.webhook = stringAt(own, "webhook");
        const QUrl url(settings.webhook, QUrl::StrictMode);
        const bool isWeb = url.scheme() == "https"_L1 || url.scheme() == "http"_L1;
        if (!member(own, "webhook").is_string()
            || (!settings.webhook.isEmpty() && (!url.isValid() || !isWeb || url.host().isEmpty())))
            return Error{ErrorKind::Invalid,
                         AlertText::tr("%1, %2: %3", "a file; the place in it; what is wrong")
                             .arg(ownName, u"/webhook"_s,
                                  AlertText::tr("it is an address that begins with http:// or https://.")),
                         {},
                         {}};
    }
    return settings;
}

Result<AlertSettings> alertSettings()
{
    const Result<Json> shipped = jsonDataFile(u"alerts.json"_s);
    const Result<Json> own = shipped ? readOwnAlerts() : shipped.error();
    return own ? alertSettingsFrom(*shipped, *own, ownAlertsFile()) : own.error();
}

Result<QList<AlertRule>> alertRules()
{
    const Result<AlertSettings> settings = alertSettings();
    if (!settings)
        return settings.error();
    return settings->rules;
}

Result<void> saveOwnAlerts(const Json &own)
{
    const Result<Json> shipped = jsonDataFile(u"alerts.json"_s);
    const Result<AlertSettings> settings
        = shipped ? alertSettingsFrom(*shipped, own, ownAlertsFile()) : shipped.error();
    if (!settings)
        return settings.error();
    if (const Result<void> folder = makePrivateFolder(QFileInfo(ownAlertsFile()).absolutePath()); !folder)
        return folder.error();
    return writeAtomically(ownAlertsFile(), prettyJson(own), 0600, {});
}

const Json &ruleNamed(const Json &file, const QString &id)
{
    static const Json none;
    const Json &rules = member(file, "rules");
    const auto found
        = std::find_if(rules.begin(), rules.end(), [&](const Json &rule) { return stringAt(rule, "id") == id; });
    return found == rules.end() ? none : *found;
}

Json withRules(const Json &own)
{
    Json all = own.is_object() ? own : Json::object();
    if (!member(all, "rules").is_array())
        all["rules"] = Json::array();
    return all;
}

Json withRule(const Json &own, const QString &id, const Json &members)
{
    Json all = withRules(own);
    for (Json &rule : all["rules"]) {
        if (stringAt(rule, "id") == id) {
            rule.update(members);
            return all;
        }
    }
    Json rule{{"id", id}};
    rule.update(members);
    all["rules"].push_back(rule);
    return all;
}

Json withoutRule(const Json &own, const QString &id)
{
    Json all = withRules(own), left = Json::array();
    for (const Json &rule : all["rules"]) {
        if (stringAt(rule, "id") != id)
            left.push_back(rule);
    }
    all["rules"] = left;
    return all;
}

Json withWebhook(const Json &own, const QString &url)
{
    Json all = withRules(own);
    if (url.isEmpty())
        all.erase("webhook");
    else
        all["webhook"] = url;
    return all;
}
