// Rules for what is sampled: when somebody should know, in what words, and what to do. resources/alerts.json ships
// them, each with its source; the user's alerts.json beside the program's settings changes or adds some.
#pragma once

#include "core/base/json.h"

#include <QList>

struct AlertRule
{
    enum class Severity { Warning, Critical };
    enum class Each { Chip, Node, Endpoint };  // what one alert is about; of a node's chips the mean counts
    QString id;
    Severity severity = Severity::Warning;
    Each each = Each::Chip;
    QString metric;                      // "npu.temperature"; empty: it is about silence
    QString of;                          // metric that `metric` is a share of, in percent; empty: it stands by itself
    QString during;                      // of the endpoint, above 0 meanwhile; empty: always
    std::optional<double> above, below;  // one of the two
    double clear = 0;                    // and at or beyond this it is over: hysteresis
    std::optional<QString> silent;       // no metric that begins so has a value; "" any; of a chip: others have some
    int forSeconds = 0, clearSeconds = 0;
    bool isOff = false;
    Json title, remedy;                  // by language, "en" and "zh"
    QString source;
    bool operator==(const AlertRule &) const = default;

    double bound() const { return above.value_or(below.value_or(0)); }
    bool isWell(double value) const { return above ? value <= clear : below && value >= clear; } // the alert may end
};

enum class EveryRule { OnlyOn, AlsoOff };
// The shipped ones with the user's laid over them (null takes a member away). ErrorKind::Invalid: the user's file is
// not as it should be; the sentence names file and place, and nothing of it was taken. The files:
// core/monitor/ownalerts.h.
Result<QList<AlertRule>> alertRulesFrom(const Json &shipped, const Json &own, const QString &ownName,
                                        EveryRule which = EveryRule::OnlyOn);
const AlertRule *findRule(const QList<AlertRule> &rules, const QString &id); // nullptr: there is none

// "HBM used above 98 % of HBM size for 1 min", for people, in the language of the moment.
QString alertSentence(const AlertRule &rule);
QString alertTitle(const AlertRule &rule, const QString &language);
QString alertRemedy(const AlertRule &rule, const QString &language);
QString alertSubject(const QString &metric);               // what one alert on it is about: "chip", "node", "endpoint"
QString severityName(AlertRule::Severity severity);        // "warning", "critical"
