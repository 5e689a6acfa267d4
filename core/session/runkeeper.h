// RunKeeper: the run of the deployment that is open, whoever looks at it. Plans it from what the cluster knows and
// plans anew when that changes, begins and takes back, tells the cluster what it did to the nodes, and keeps what it
// said and how it ended. Lives on the GUI thread; a run goes on also where no page shows it.
#pragma once

#include "core/base/soon.h"
#include "core/base/worker.h"
#include "core/cluster/cluster.h"
#include "core/deploy/deployrun.h"
#include "core/runs/lastwork.h"
#include "core/targets/standin.h"

#include <QHash>
#include <QSet>
#include <QTimer>

class RunKeeper : public QObject
{
    Q_OBJECT

public:
    explicit RunKeeper(Cluster &cluster, QObject *parent = nullptr);
    ~RunKeeper() override;

    // nullptr: there is no plan, planError() says why. Another one after planned() and forgotten().
    DeployRun *run() const { return m_run.get(); }
    std::optional<Error> planError() const { return m_planError; }
    std::optional<Served> served() const; // what runs of this deployment, by what is recorded; see DeployRun::served()
    bool isFromState() const { return m_isFromState; }   // the nodes were not asked: it can be undone, not run
    // What the nodes can be asked by: run()'s; or, where chips are gone that were there for it, one that has them
    // again, which is not run: planError() says why. nullptr: nothing.
    const DeployPlan *planToCheck() const;
    qint64 stateAtMs() const { return m_stateAtMs; }     // when its record was last written; 0: there is none
    // When all that a run of it had done was taken back, in this program or by its record, which may have no run()
    // then; 0: it was not, or something is at work.
    qint64 undoneMs() const;
    QStringList madeOn(const QString &node); // what of this deployment is on it, as far as this machine knows

    // Of this program's last run or undo, until the next one that begins or until another deployment is opened.
    bool isRunning() const { return m_run && m_run->isRunning(); }
    bool isUndo() const { return m_last.isUndo; }
    qint64 endedMs() const { return m_last.endedMs; }    // 0: it did not
    qint64 stoppedMs() const { return m_last.stoppedMs; } // 0: nobody stopped it
    std::optional<Error> error() const { return m_last.error; }  // in words that hold every language, see told()
    bool isErrorOfNoStep() const { return m_last.isErrorOfNoStep; }
    bool hasRun() const { return m_last.hasRun; }        // this deployment, in this program
    // Where a driver was installed after the last run or undo: what its steps found of the service is of the past.
    QSet<QString> outdatedNodes() const { return m_last.outdated; }
    bool wasAtWork(const QString &step) const { return m_last.atWork.contains(step); } // since the last start; its id
    bool hasLog(const QString &step) const { return m_last.logs.contains(step); }
    QByteArray log(const QString &step) const { return m_last.logs.value(step); } // its end
    // The file with the logs of the last run that failed, in this program or an earlier one; empty: there is none.
    QString keptLogs() const { return m_kept; }
    QString stateFile() const { return m_watched; }      // of the last plan

    // Why what was asked for last began nothing, when it was said, and for as long as its reason holds. All of the
    // above is still that of the run before.
    struct Refusal
    {
        Error error;                     // in words that hold every language
        qint64 atMs = 0;
        bool isUndo = false, resumes = false;
    };
    const std::optional<Refusal> &refusal() const { return m_refusal; }

    // Of another process, as far as the last look goes: it runs or undoes this deployment. 0: it does not say which.
    std::optional<qint64> otherProcess() const { return m_other; }
    // What it does, or did last, as long as another deployment is not opened; nullopt: nothing was seen of one.
    struct Elsewhere
    {
        std::optional<RunWork> work;     // nullopt: it has written nothing, so far
        qint64 beganMs = 0, endedMs = 0; // 0: it has not ended
        LastWork::End end = LastWork::End::Cut;
    };
    const std::optional<Elsewhere> &elsewhere() const { return m_elsewhere; }
    void setLookInterval(int ms) { m_lookTimer.setInterval(ms); }        // tests; default 2 s

    void plan();                         // now, on this thread
    void planSoon() { m_soon(); }        // on a worker, once for all that ask in one turn of the event loop
    void planIfNever();
    bool start(bool resume);             // false: nothing was begun
    void undo();
    void setStateFile(const QString &file);              // tests; default: under the user's state folder

signals:
    void planned();                      // run() is another one, or there is none
    void servedChanged();                // served() is another one; after the signal that says why, before succeeded()
    void forgotten();                    // another deployment was opened
    void begun();
    void refusalChanged();               // there is one, instead of begun() and finished(); or there is none any more
    void stepChanged(int step, StepState state, const QString &message, qint64 tookMs);
    void logReceived(int step, const QByteArray &text);
    void keptLogsChanged();
    void finished(bool succeeded, const Error &error);
    void workedElsewhere();              // another process has begun or done something; planned() follows
    void succeeded();                    // after finished(): the endpoint of the deployment that is open is up

private:
    void opened();
    QString identity() const;
    bool isSavedAnew() const;
    void planAhead();
    void takePlan(MadeAsThen<DeployPlan> made);
    void take(DeployPlan plan, const QString &stateFile);
    void forget();
    void tellServed();
    struct Last                          // how it went
    {
        bool hasRun = false, isUndo = false, isErrorOfNoStep = false;
        qint64 endedMs = 0, stoppedMs = 0;
        std::optional<Error> error;
        QHash<QString, QByteArray> logs; // by the step's id
        QHash<QString, qint64> loggedMs; // when each said its first word
        QSet<QString> atWork, outdated;
    };
    bool begin(Last next, bool resumes, const std::function<void()> &work);
    void judgeRefusal(bool isTaken);     // somebody else has the run, or a machine of it
    void takeStep(int step, StepState state, const QString &message, qint64 tookMs);
    void noteRefuted(const DeployStep &step, const Error &error);
    void followSettings();
    void takeLog(int step, const QByteArray &text);
    void takeEnd(bool succeeded, const Error &error);
    void keepLogs(bool succeeded);
    void setKept(const QString &file);

    // What is on disk of the run, without reading it.
    struct Record
    {
        qint64 timeMs = 0, size = -1, lockMs = 0;
        bool operator==(const Record &) const = default;
    };
    static Record recordOf(const QString &stateFile);
    void look();                         // has another process been at it?
    void takeLook(const Record &now, std::optional<qint64> other, const std::optional<LastWork> &last);

    Cluster &m_cluster;
    QString m_stateFile;
    QString m_unsaved;                   // identity, as long as it is open, of what was no file when it was begun
    std::unique_ptr<DeployRun> m_run;
    bool m_isForeign = false;            // another deployment was opened while this one's run goes on
    bool m_plansLater = false;           // something has changed in mid-run
    bool m_isPlanning = false;           // on the worker
    int m_plansAsked = 0, m_plansTaken = 0;
    bool m_isFromState = false;
    bool m_isUndone = false;             // says the record, where there is no run
    qint64 m_stateAtMs = 0;
    std::optional<Error> m_planError;
    std::optional<DeployPlan> m_planAsThen;
    QSet<QString> m_changed;             // nodes on which this run has changed something
    QHash<QString, Deployment> m_refuted; // as it was when a run found that a node is not as it needs it
    Last m_last;
    std::optional<Refusal> m_refusal;
    QString m_kept;
    QString m_watched;                   // the state file of the last plan
    Record m_record;                     // as we read or wrote it last
    std::optional<Served> m_served;      // as servedChanged() told it last
    std::optional<qint64> m_other;
    std::optional<Elsewhere> m_elsewhere;
    int m_looks = 0;                     // what was seen before anything of ours is not heard
    bool m_isLooking = false;
    QTimer m_lookTimer;
    Soon m_soon;                         // facts of many nodes arrive together: one plan for all
    Worker m_looker;
    Worker m_planner;                    // last: its thread ends first
};
