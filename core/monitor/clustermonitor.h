// ClusterMonitor: what is known now and lately about every chip, host and the endpoint of the open deployment.
// Owns the samplers (links of their own) and the history; no page is needed for it. GUI thread.
// With an archive folder the history of a deployment that has a file outlives the program.
#pragma once

#include "core/metrics/history.h"
#include "core/metrics/sampler.h"
#include "core/cluster/cluster.h"
#include "core/store/historykeeper.h"
#include "core/monitor/machines.h"
#include "core/monitor/prometheussource.h"
#include "core/serving/served.h"

struct WatchedNode
{
    QString name;
    qint64 lastMs = 0;                   // of the last samples that had values, of an earlier run, too; 0: none yet
    bool isHeard = false;                // it answered or failed since the program watches it
    // from the reading before to the last one: slow nodes are not stale ones (at most 30 s)
    qint64 stepMs = 1000;
    std::optional<Error> error;          // of the last attempt, when it failed
    QStringList devices;                 // "0/0", sorted by number
    int colour = 0;                      // number of its colour in the charts: the machine's, whatever its place is
    QList<SourceUse> uses;               // what its figures come from, and what that costs
};

enum class EndpointNews { None, NotAsked, Answers, Silent }; // None: there is none to be asked

// That nobody is there any more who answered before: twice in a row, for one answer may be lost on the way.
struct EndpointSilence
{
    qint64 answeredMs = 0;               // the last time that it answered
    qint64 noticedMs = 0;
    bool operator==(const EndpointSilence &) const = default;
};

class ClusterMonitor : public QObject
{
    Q_OBJECT

public:
    explicit ClusterMonitor(Cluster &cluster, QObject *parent = nullptr);
    ~ClusterMonitor() override;

    void start();                        // does nothing when it runs already
    void stop();
    bool isRunning() const { return m_isRunning; }
    void setInterval(std::chrono::milliseconds interval);   // holds at once, also while it runs
    std::chrono::milliseconds interval() const { return m_interval; }

    void setArchiveFolder(const QString &folder);           // before anything is opened; empty: nothing is kept
    const std::optional<Error> &archiveTrouble() const;     // why the history is not being kept
    // where the file is now that was damaged; empty: it was whole
    QString damagedArchive() const;
    // empty: none; of a replay the recording
    QString archiveFile() const { return m_keeper ? historyFile(m_archiveFolder, m_path) : m_recording; }
    // In the file stand machines: the name of the node that this machine is, and the other way round; empty: none is.
    QString nodeOfMachine(const QString &machine) const;
    QString machineOfNode(const QString &node) const;
    // when it was noticed that this computer's clock had been set back
    std::optional<qint64> clockSetBack() const;

    const MetricHistory &history() const { return m_history; }
    // In the detail that the file has; partCame() when history() tells it so. Does nothing where that is not more.
    void askForPart(qint64 fromMs, qint64 toMs);
    const QList<WatchedNode> &nodes() const { return m_nodes; }
    // What a run of the deployment has brought up: that is asked, whatever the settings name since. nullopt: theirs.
    void setServed(const std::optional<Served> &served);
    // under which the endpoint's samples stand; empty: no endpoint
    QString endpointNode() const { return m_endpointNode; }
    EndpointNews endpointNews() const;
    const std::optional<Error> &endpointError() const { return m_endpointError; } // why it is Silent
    const std::optional<EndpointSilence> &endpointSilence() const { return m_endpointSilence; }
    const QList<SourceUse> &endpointUses() const { return m_endpointUses; }
    qint64 endpointAnsweredMs() const;   // to anybody, the last time; 0: not that we know
    void noteEndpointAnswer(qint64 timeMs);              // to somebody else
    qint64 now() const { return m_clock(); }
    bool isStale(const WatchedNode &node) const;            // no values for three steps and at least 5 s
    void setClock(std::function<qint64()> clock) { m_clock = std::move(clock); }

    // A recording: nothing is sampled any more; the clock is the recording's (setClock).
    void beginReplay(const QStringList &nodes, const QString &file);
    bool isReplay() const { return !m_recording.isEmpty(); }
    void showPast(MetricHistory history);        // instead of what was shown
    void addPast(const QList<Sample> &samples);  // what follows it, by time

    // For tests: as if a sampler had said so.
    void watch(const QStringList &nodes);
    void take(const QString &node, const QList<Sample> &samples);
    void noteFailure(const QString &node, const Error &error);
    void takeUses(const QString &node, const QList<SourceUse> &uses);

signals:
    void endpointChanged();              // it answers, after it did not, or the other way round; or endpointSilence()
    void nodesChanged();                 // another set of nodes or chips
    void sampled(const QList<Sample> &samples); // of one source, as it came
    void partCame();
    void updated();                      // new samples or failures; at most once per turn of the event loop

private:
    void follow();                       // other nodes, or another file
    void followPath();                   // saved under another name
    void keepAt(const QString &path);
    void restore();                      // what the keeper has read
    void record(QList<Sample> samples);
    // The gap between what an earlier program saw of a node (`seen`) and its first reading here; empty: too short.
    QList<Sample> pauseBefore(const MetricHistory &seen, const QString &node, qint64 timeMs);
    void keep(QList<Sample> samples);    // in the file, under the machines' names
    // of those not heard yet: chips and time of the last values, from the history
    void recall(QList<WatchedNode> &nodes, qint64 fromMs = 0) const; // fromMs: what was before is in them
    void recallEndpoint();
    EndpointNews recordedNews() const;   // of a replay
    void colour(QList<WatchedNode> &nodes, const QList<NamedMachine> &machines);
    void startEndpoint();
    void noteStep(const QList<Sample> &samples);
    bool startFleet();                   // true: a Prometheus server is asked, and no node
    void noteEndpoint(const std::optional<Error> &error);
    void announce();
    void leadToQuestion(const QString &node, const Error &question);
    void takeBackQuestion(const QString &node);
    void goOn(const QString &node);      // its question was answered
    void followFacts(const QString &node);

    Cluster &m_cluster;
    MetricHistory m_history;
    QList<WatchedNode> m_nodes;
    QList<NamedMachine> m_machines;
    // By node, which one it has led to already: it meets the same one at each try, until it logs in.
    QHash<QString, QString> m_questions;
    QHash<QString, int> m_colours;       // see coloursOf()
    QString m_endpointNode;
    // node, URLs that are being read, and how the engine's log is, where they have no metrics
    std::tuple<QString, QStringList, QStringList> m_endpointSource;
    std::optional<Served> m_served;
    bool m_isEndpointOverNode = false;   // where this computer does not reach it
    QString m_path, m_archiveFolder;
    std::unique_ptr<HistoryKeeper> m_keeper;
    struct SeenBefore
    {
        qint64 lastMs = 0, stepMs = 0;   // of the last reading, and from the one before it
    };
    QHash<QString, SeenBefore> m_seenBefore; // by node: what was restored, until the first reading of this program
    std::optional<qint64> m_setBackMs;
    std::vector<std::pair<Node, std::unique_ptr<Sampler>>> m_samplers;
    std::unique_ptr<Sampler> m_fleet;    // of all nodes, by a Prometheus server
    std::pair<QString, QList<PrometheusNode>> m_fleetSource; // its address, and whom it is asked about
    std::unique_ptr<Sampler> m_endpoint;
    QList<SourceUse> m_endpointUses;
    std::optional<Error> m_endpointError;
    bool m_isEndpointHeard = false;      // it answered or failed since it is being asked
    std::optional<EndpointSilence> m_endpointSilence;
    qint64 m_endpointAnsweredMs = 0;     // here, to an earlier program, too; 0: not that we know
    qint64 m_answeredOthersMs = 0;
    int m_endpointMisses = 0;
    std::chrono::milliseconds m_interval{1000};
    std::function<qint64()> m_clock;
    QTimer m_announce;
    bool m_isRunning = false;
    QString m_recording;
};
