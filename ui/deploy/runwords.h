// RunWords: what is said of the deployment's run: of the last one, of what it left on the nodes, of what can be done
// now. Holds no words: each is asked for anew, in the language of then.
#pragma once

#include "core/cluster/cluster.h"
#include "core/monitor/clustermonitor.h"
#include "core/session/runkeeper.h"

#include <QCoreApplication>

class RunWords
{
    Q_DECLARE_TR_FUNCTIONS(RunWords)

public:
    RunWords(const Cluster &cluster, const RunKeeper &keeper) : m_cluster(cluster), m_keeper(keeper) { }

    QString blocked;                     // why nothing can be run; empty: it can
    bool isSaving = false;               // a run begins when that has ended
    std::optional<Error> notSaved;       // why the run did not begin
    std::optional<EndpointSilence> silence; // of what was started; nullopt: it answers, or nobody knows
    bool answers = false;                // the endpoint did, when it was asked last by this program

    bool isSilent() const;
    bool isOfOtherSettings() const;      // what was run is not what a run would bring up now
    bool isLookedAfter() const;          // since it was run: by this window, or the endpoint has answered it
    QSet<QString> endedNodes() const;
    QString stateTime() const;           // when the run's record was last written; empty: there is none

    QString head() const;                // of the last run, or of what can be done
    QString refusal() const;             // empty: what was asked for last was begun
    QString forNoLog(int step) const;
    QString forNoCommands(int step) const;
    QString commandsOf(const DeployStep &step) const;

private:
    DeployRun *run() const { return m_keeper.run(); }
    QString left() const;
    QStringList nodesThatServeOn() const;
    QString starting() const;
    QString goingOn() const;
    QString olderName() const;           // it was renamed since it was run
    QString beforeItsName() const;       // or had none then
    QString undoOpen() const;            // of an undo that did not come to its end

    const Cluster &m_cluster;
    const RunKeeper &m_keeper;
};
