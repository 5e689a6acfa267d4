// The user's own alerts.json: rules that change or add to the shipped ones, and the webhook that is told. Blocking.
#pragma once

#include "core/monitor/alertrules.h"

struct AlertSettings {
    QList<AlertRule> rules; // those that are off left out
    QString webhook; // address, may hold a secret; empty: nobody is told
};

QString ownAlertsFile(); // path; it may not be there
// Null: there is none. Errors: Storage (cannot be read, too large), Parse (no JSON: what, where).
Result<Json> readOwnAlerts();
// Atomic, for the user alone (0600). Errors: Invalid where it is not as it should be, and nothing is written; Storage.
Result<void> saveOwnAlerts(const Json &own);

// The shipped rules with the user's laid over them. Errors: those of readOwnAlerts(); Invalid, which names file and
// place; nothing of the user's file was taken then.
Result<AlertSettings> alertSettings();
Result<AlertSettings> alertSettingsFrom(const Json &shipped, const Json &own, const QString &ownName);
Result<QList<AlertRule>> alertRules();

// A file of rules, shipped or the user's: the one of that name; null: it has none.
const Json &ruleNamed(const Json &file, const QString &id);
Json withRules(const Json &own);                      // with a list of rules, whatever it was
// `own` with these members of the rule `id` (added where it has none of that name).
Json withRule(const Json &own, const QString &id, const Json &members);
Json withoutRule(const Json &own, const QString &id); // the shipped one holds again, or there is none any more
Json withWebhook(const Json &own, const QString &url);
