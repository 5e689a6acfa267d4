// AlertWatch: which rules hold of what was sampled. Pure: it is told samples and the time; it asks nobody and waits for
// nothing. What was not reported counts neither as bad nor as good: a condition that lasts is not interrupted by one
// lost reading, begins anew after a hole of 30 s or three readings (three minutes for what is asked card by card), and
// an alert does not end for want of values. One on a percentile does: when the endpoint answers and no request ends.
#pragma once

#include "core/metrics/cardrounds.h"
#include "core/metrics/sample.h"
#include "core/monitor/alertrules.h"

#include <QHash>
#include <QMap>
#include <QSet>

#include <algorithm>
#include <tuple>

struct Alert
{
    QString rule, node, device;          // device empty: the whole node; "endpoint"
    AlertRule::Severity severity = AlertRule::Severity::Warning;
    qint64 sinceMs = 0;                  // the condition began
    qint64 firedMs = 0;                  // it had lasted long enough
    // The condition was over: of what has to stay well for some time (clearSeconds) the first good reading, which is
    // before that is told. 0: it goes on.
    qint64 endedMs = 0;
    double value = 0, worst = 0;         // the last one, and the furthest from good; NaN: it is about silence
    bool isAtLeast = false;              // value: it is more, and nobody knows how much (a histogram's last bound)
    bool wasSoAtFirst = false;           // when it was looked at first: it may have begun before sinceMs
    bool operator==(const Alert &) const = default;
};

class AlertWatch
{
public:
    static constexpr qint64 holeMs = 30'000;

    AlertWatch(QList<AlertRule> rules, QStringList nodes, qint64 nowMs);

    // Of one reading of one source: all of one node and about one time. Returns the alerts that begin or end with it.
    QList<Alert> take(const QList<Sample> &samples);
    // About once a second: who is silent. What comes seconds later comes after a sleep: goOnFrom() then.
    QList<Alert> tick(qint64 nowMs);
    void setStep(qint64 stepMs) { m_stepMs = stepMs; }     // between two readings; 1 s unless said
    // Its silence is wanted: what was seen of it is forgotten, and an alert about it ends. Not for good, while a run is
    // at work on it: then an alert that it is silent, from before, goes on until it answers.
    QList<Alert> forgetEndpoint(qint64 nowMs, bool isForGood = true);
    // It serves, by what is known elsewhere: from now on its silence is missed, though nothing was heard of it yet.
    // answeredMs: the last time that it answered anybody; 0: not known. If that was during this watch, an alert says
    // it is silent since then.
    void expectEndpoint(const QString &node, qint64 nowMs, qint64 answeredMs = 0);
    // Nobody watched until now: the time before is no silence of anybody. What was silent already stays so.
    void goOnFrom(qint64 nowMs);
    // Of those that are gone nothing is said any more: what there was about them ends. Returns that.
    QList<Alert> setNodes(const QStringList &nodes, qint64 nowMs);

    // Of a rule that asks for the same as before nothing is forgotten; alerts of the others end. Returns those.
    QList<Alert> setRules(const QList<AlertRule> &rules, qint64 nowMs);

    QList<Alert> active() const;         // oldest first
    const QList<AlertRule> &rules() const { return m_rules; }
    const AlertRule *rule(const QString &id) const { return findRule(m_rules, id); }

private:
    struct State
    {
        qint64 badMs = 0, goodMs = 0, seenMs = 0; // since when; 0: it is not. seen: the last value
        qint64 firstMs = 0;              // the first value
        qint64 quietMs = 0, quietSeenMs = 0; // since when no request ended, and the last reading that said so
        double worst = 0;
        std::optional<Alert> alert;
    };
    struct Heard
    {
        qint64 sinceMs = 0, lastMs = 0;  // watched since; last value, 0: none yet
        bool isExpected = false;         // no value yet: lastMs is when it was expected first
        qint64 answeredMs = 0;           // isExpected: the last time that it answered somebody else
        void hear(qint64 timeMs) { lastMs = timeMs, isExpected = false; }
    };
    using Subject = std::tuple<QString, QString, QString>; // rule, node, device
    // isMore: it is more than `value`, and nobody knows how much
    void judge(const AlertRule &rule, const QString &node, const QString &device, double value, qint64 timeMs,
               QList<Alert> &changes, bool isMore = false);
    void judgeQuiet(const AlertRule &rule, const QString &node, const QString &device, qint64 timeMs,
                    QList<Alert> &changes);
    void judgeMissing(const AlertRule &rule, const QList<Sample> &samples, QList<Alert> &changes);
    qint64 hole(const QString &metric = {}) const
    {
        return std::max(isReadInRounds(metric) ? holeOfRoundsMs : holeMs, 3 * m_stepMs);
    }
    double meanOfRound(const QString &node, const QString &metric) const;
    bool holdsMeanwhile(const AlertRule &rule, qint64 timeMs) const;

    QList<AlertRule> m_rules;
    QStringList m_nodes;
    qint64 m_stepMs = 1000;
    qint64 m_tickedMs = 0;               // the last look; 0: none yet
    QMap<Subject, State> m_states;
    QHash<QString, Sample> m_endpoint;   // last value of each of its metrics
    QHash<MetricKey, Sample> m_inRounds; // last value of each that is asked card by card
    QMap<std::pair<QString, QString>, Heard> m_heard; // rule of silence, node
};
