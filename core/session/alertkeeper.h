// AlertKeeper: the alerts of the open deployment while its monitor runs, whoever looks at them; and those that there
// were, which stand in the file of its history. A service that is being deployed, ended or undone by this program is
// not missed; one that was missed before is until it answers, or is ended. Lives on the GUI thread.
#pragma once

#include "core/base/worker.h"
#include "core/monitor/alerthook.h"
#include "core/monitor/alertlog.h"
#include "core/monitor/clustermonitor.h"
#include "core/session/runkeeper.h"

#include <set>

class AlertKeeper : public QObject
{
    Q_OBJECT

public:
    AlertKeeper(Cluster &cluster, ClusterMonitor &monitor, RunKeeper &run, QObject *parent = nullptr);
    ~AlertKeeper() override;

    QList<Alert> active() const;         // oldest first; those that are silenced left out
    int open() const;                    // active and not acknowledged
    const QList<AlertRule> &rules() const { return m_rules; }
    const AlertRule *rule(const QString &id) const { return findRule(m_rules, id); }
    const std::optional<Error> &rulesError() const { return m_rulesError; } // why only the shipped rules hold

    // Newest first, those that go on among them; without what was sampled around them. Under the nodes' names.
    const QList<AlertRecord> &past() const { return m_past; }
    // The same one, going on when the watch before this one ended, of an alert that was so from the first look on.
    // Nobody knows what was between the two.
    std::optional<Alert> unended(const Alert &alert) const;
    // What was sampled around one; called once, with none when nothing is known of it.
    void around(const Alert &alert, std::function<void(const QList<AlertRecord::Series> &)> done);

    bool isAcknowledged(const Alert &alert) const { return m_acknowledged.contains(keyOf(alert)); }
    void acknowledge(const QList<Alert> &alerts);        // each until it ends
    void silence(const QString &rule, qint64 untilMs);   // nothing of that rule is told before; changed() then
    qint64 now() const { return m_monitor.now(); }

    void rereadRules() { readRules(); }                  // the user's file was changed
    QString archiveFile() const { return m_monitor.archiveFile(); } // of what was sampled; empty: it is not kept
    bool isReplay() const { return m_monitor.isReplay(); }
    AlertMessage message() const;                        // what a webhook is told beside the alerts
    const std::optional<Error> &hookTrouble() const { return m_hook.trouble(); }

signals:
    void changed();
    void pastChanged();
    void began(const Alert &alert);      // one that is not silenced

private:
    using Key = std::tuple<QString, QString, QString, qint64>;
    static Key keyOf(const Alert &alert) { return {alert.rule, alert.node, alert.device, alert.firedMs}; }
    void readRules();
    void setRules(const QList<AlertRule> &rules);
    void reset();
    void followNodes();
    void tick();
    void note(const QList<Alert> &changes, bool areEndsSeen = true);
    bool isSilenced(const QString &rule) const;
    void endSilences();                  // whose time is over
    void readPast();                     // what the file has
    void keep(AlertRecord record);
    void noteAround();                   // of those that were told a minute ago

    Cluster &m_cluster;
    ClusterMonitor &m_monitor;
    RunKeeper &m_run;
    QList<AlertRule> m_rules;
    std::optional<Error> m_rulesError;
    std::optional<AlertWatch> m_watch;
    bool m_isWanted = false;             // the endpoint: it was brought up, and nobody has ended it on purpose
    QString m_expectedOn;                // the endpoint's node, at the last look
    std::set<Key> m_acknowledged;
    QList<AlertRecord> m_past;
    QList<Alert> m_without;              // told lately: what was sampled around them is not complete yet
    QString m_file;                      // that m_past was read from
    QString m_path;                      // of the deployment, as the monitor takes it for
    QHash<QString, QString> m_machines;  // of each node, until another set of nodes has been followed
    QHash<QString, qint64> m_silenced;
    AlertHook m_hook;
    std::set<Key> m_hooked;              // that the webhook was told of, and not that they ended
    QTimer m_tick, m_silenceEnds;        // the latter: when the next one does
    Worker m_reader;                     // last: its thread ends first
};
