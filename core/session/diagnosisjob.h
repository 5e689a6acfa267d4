// DiagnosisJob: what failed first, by the logs (core/diagnosis/diagnosis.h), while the window goes on: files and
// folders that were named, or what the nodes of the open deployment have of logs now. Asks on links of its own; changes
// nothing on a node. Lives on the GUI thread.
#pragma once

#include "core/diagnosis/diagnosis.h"
#include "core/session/noderound.h"
#include "core/targets/launch.h"

class DiagnosisJob : public QObject
{
    Q_OBJECT

public:
    explicit DiagnosisJob(Cluster &cluster, QObject *parent = nullptr);
    ~DiagnosisJob() override;

    // Nothing happens while one is running.
    void readFiles(const QStringList &paths); // folders, too
    void askNodes();                     // service, container, engine, CANN, kernel: the end of each log, 8 MiB at most
    void stop();                         // what was found before stays

    bool isRunning() const { return m_isRunning; }
    bool asksNodes() const { return m_asksNodes; }        // else it reads files
    qint64 bytesRead() const { return m_bytes; }
    int nodesOpen() const { return m_open; }              // have not answered yet
    // The last one that came to its end; texts in it hold every language (core/base/languages.h).
    const std::optional<DiagnosisAnswer> &answer() const { return m_answer; }
    qint64 endedMs() const { return m_endedMs; }
    bool wasOfNodes() const { return m_wasOfNodes; }      // the answer

signals:
    void changed();
    void finished();
    void failed(const Error &error);     // nothing could be read
    void questionRaised(const QString &node, const Error &question); // a host key or a password; ask again then

private:
    struct NodeLog
    {
        QString node, file;
        QByteArray content;
        QString trouble;                 // why it is not there, or not whole
        bool isAnswer = false;           // no log: what a tool said
        bool isLate = false;             // to be judged only where the logs name no cause
        std::optional<qint64> beganMs = {}; // as LogSource has it
    };
    static DiagnosisAnswer judged(const QList<NodeLog> &logs, const QList<FaultRule> &rules, std::stop_token stop);
    void askFacts(qsizetype index);
    void askLogs();
    struct Prepared;
    void askNode(qsizetype index, const Prepared &prepared);
    void takeLastRun(const Prepared &prepared);
    void judge();
    void take(const Result<DiagnosisAnswer> &answer);
    void end();

    Cluster &m_cluster;
    Deployment m_deployment;
    QList<NodeFacts> m_facts;
    QList<QList<NodeLog>> m_logs;        // of each node
    QList<NodeLog> m_runLogs;            // of the last run, where it failed before it started the service,
    QStringList m_runNotes;              // and of what
    std::optional<DiagnosisAnswer> m_answer;
    qint64 m_endedMs = 0, m_bytes = 0;
    int m_open = 0, m_unknown = 0;       // nodes that have not answered; whose facts are not known
    bool m_isRunning = false, m_asksNodes = false, m_wasOfNodes = false;
    NodeRound m_round;                   // its worker reads and judges
};
