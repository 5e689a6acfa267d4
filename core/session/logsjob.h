// LogsJob: the lines of all nodes on one clock while the window goes on: of the open deployment's nodes as they are
// written, or of files that were opened. Asks each node on a link of its own, in rounds; a node that says nothing is
// told of and asked again. Which line the failure began with is judged anew as lines come. Changes nothing on a node.
// Lives on the GUI thread.
#pragma once

#include "core/logs/logfailure.h"
#include "core/logs/logfilter.h"
#include "core/logs/nodelogs.h"
#include "core/session/noderound.h"

#include <QTimer>

#include <atomic>

struct FollowedNode
{
    enum class State { Asking, Following, Silent, Lost, Question };
    QString name;
    State state = State::Asking;
    qint64 heardMs = 0;                  // last; 0: never
    qint64 againMs = 0;                  // Lost: when it is asked again
    QString why;                         // Lost, Question: in a sentence, in every language
    QStringList troubles;                // what of its logs cannot be had, in every language
    std::optional<double> clockOffset;   // its clock minus ours, in seconds
    double clockUncertainty = 0;
    qint64 clockMeasuredMs = 0;          // when; by our clock
    bool operator==(const FollowedNode &) const = default;
};

class LogsJob : public QObject
{
    Q_OBJECT

public:
    explicit LogsJob(Cluster &cluster, QObject *parent = nullptr);
    ~LogsJob() override;

    void followNodes();                  // what was there before is gone
    void readFiles(const QStringList &paths); // folders, too; logs that a failed run kept: core/logs/keptlogs.h
    void stop();                         // what came stays
    void askAgain(const QStringList &nodes); // their questions were answered

    bool isFollowing() const { return m_isFollowing; }
    bool isReading() const { return m_isReading; }
    qint64 bytesRead() const { return m_bytes; }         // of files
    const QList<FollowedNode> &nodes() const { return m_nodes; }
    const LogStore &store() const { return m_store; }
    const std::optional<FirstFailure> &failure() const { return m_failure; }
    void setSilence(std::chrono::milliseconds told, std::chrono::milliseconds askedAgain); // for tests

    // Blocking work on a worker of its own: the lines that are there now, secrets taken out, one a line.
    void save(const QString &file, const LogFilter &filter);

signals:
    void changed();                      // who is asked, how it goes on
    void begun();                        // the store was emptied
    void appended(qint64 from);          // lines from this number on; where some were dropped, dropped() came before
    void dropped();
    void failureChanged();
    void failed(const Error &error);     // nothing could be read, or not saved
    void saved(const QString &file, qint64 lines);
    void questionRaised(const QString &node, const Error &question);

private:
    struct Asked                         // of a node
    {
        std::shared_ptr<NodeLogs> logs;
        std::chrono::milliseconds pause{0};
        bool isUnderWay = false;
        int shortRounds = 0;             // one after another: nothing is there to follow
    };
    void begin();
    void askFacts(qsizetype index);
    void plan();
    void ask(qsizetype index);
    void take(qsizetype index, LogNews news);
    void takeEnd(qsizetype index, const Result<QStringList> &ended, qint64 tookMs);
    void watch();
    void judge();
    void append(const LogBatch &batch);
    qsizetype indexOf(const QString &node) const;

    Cluster &m_cluster;
    LogStore m_store;
    Deployment m_deployment;
    QList<NodeFacts> m_facts;
    QList<FollowedNode> m_nodes;
    QList<Asked> m_asked;
    std::shared_ptr<const FaultMatcher> m_matcher;
    std::optional<FirstFailure> m_failure;
    qint64 m_bytes = 0, m_judged = -1, m_lastRound = 0;
    int m_unknown = 0;                   // nodes whose facts have not come
    bool m_isFollowing = false, m_isReading = false, m_isJudging = false;
    std::chrono::milliseconds m_silence{8'000}, m_deadline{20'000};
    QTimer m_watch, m_judge;
    std::shared_ptr<std::atomic<int>> m_waiting = std::make_shared<std::atomic<int>>(0); // batches under way
    NodeRound m_round;                   // its worker reads files
    Worker m_judges, m_saver;
};
