// DriverInstall: driver and firmware onto nodes, in two steps that a person asks for: prepare() examines the two
// packages and asks the nodes, and changes nothing; start() does what the plans say, node by node or on all at once.
// A restart is a question of its own, for each node: answerRestart().
// Lives on the GUI thread, goes on also where no page shows it. Nothing of it is kept on this machine: what holds is
// asked of the nodes each time, so that it goes on where it was cut off, whoever begins it again.
#pragma once

#include "core/base/worker.h"
#include "core/deploy/runlock.h"
#include "core/driver/installwork.h"
#include "core/nodes/connect.h"
#include "core/runs/runstate.h"

#include <QObject>

#include <map>

struct InstallRequest
{
    QString driver, firmware;            // paths on this machine
    QString driverSha256, firmwareSha256; // that the user was given; may be empty
    QList<Node> nodes;
    bool stopsServices = false;          // containers that use the NPUs may be stopped
    bool isAllAtOnce = false;
    DriverDemands demands;               // of the deployment that the nodes are of
};

struct StageView
{
    StepState state = StepState::Pending;
    QString message;
    std::optional<double> share;         // of one that runs
    qint64 tookMs = 0;
};

struct NodeView
{
    Node node;
    std::optional<Error> error;          // it could not be asked, or a stage failed
    std::optional<NodePlan> plan;
    std::map<InstallStage, StageView> stages;
    bool asksRestart = false;            // waits for answerRestart()
    bool owesRestart = false;            // installed; takes effect after a restart that nobody has agreed to
    bool isRestartOpen = false;          // its restart was begun, and what takes effect is not known yet
    bool isDone = false;                 // came to its end, also with a failure
};

// A service that this ended on a node, by stopping its container or by the restart, and that was not seen to run since.
struct EndedService
{
    Node node;
    QString container;
    bool operator==(const EndedService &) const = default;
};

class DriverInstall : public QObject
{
    Q_OBJECT

public:
    enum class State { Nothing, Preparing, Prepared, Running, Ended };

    explicit DriverInstall(ConnectionSettings connections, QObject *parent = nullptr);
    ~DriverInstall() override;

    State state() const { return m_state; }
    bool isBusy() const { return m_state == State::Preparing || m_state == State::Running; }
    const InstallRequest &request() const { return m_request; }
    // What follows tells its words in the language of the moment.
    const std::optional<InstallOrder> &order() const { return m_order; } // the packages, once examined
    std::optional<Error> error() const;  // of the packages, or how the run ended
    QList<InstallNote> notes() const;    // of the pair, and of the deployment's demands
    const QList<EndedService> &endedServices() const { return m_ended; } // of all its work, until they run again
    void noteServes(const QString &container);           // a container of that name serves again
    QList<NodeView> nodes() const;       // in the order asked for
    double examined() const { return m_examined; }       // share of the packages that was read
    // All packages and nodes are known, at least one node needs something that nothing speaks against, and nobody else
    // of this machine is at work on a node. The reason is a sentence.
    std::optional<QString> startRefusal() const;
    QString restartQuestion(const QString &node) const;
    QString log(const QString &node) const; // its end

    void prepare(const InstallRequest &request);
    void start();
    void agree(bool stopsServices);      // plans anew from what was asked; between prepare() and start()
    void setAllAtOnce(bool all) { if (!isBusy()) m_request.isAllAtOnce = all; }
    void answerRestart(const QString &node, bool yes);
    // the answer to every restart, given beforehand (the command line)
    void setRestarts(std::optional<bool> yes) { m_restarts = yes; } // before prepare(): the plans go by it
    void setTimes(const InstallTimes &times) { m_times = times; }
    void stop();                         // an installer that runs on a node goes on there
    void clear();                        // when nothing is under way

signals:
    void changed();                      // state, packages, plans
    void nodeChanged(const QString &node);
    void stageChanged(const QString &node, InstallStage stage, const StageView &view);
    void logReceived(const QString &node, const QByteArray &text);
    void restartWanted(const QString &node);
    void nodeTouched(const QString &node); // something was changed on it
    void questionRaised(const QString &node, const Error &question); // an unknown host key, a password
    void finished(bool succeeded, const Error &error);

private:
    std::optional<QString> planRefusal() const; // by what packages and nodes told
    struct Connection;
    struct Lane;
    Lane *lane(const QString &node) const;
    void lookAtAll();
    void setState(State state);
    void setStage(const QString &node, InstallStage stage, const StageView &view);
    void takeLook(Lane &lane, const Result<DriverLook> &look);
    void replan(Lane &lane);
    InstallOrder orderFor(const Lane &lane) const;
    void noteEnded(const Node &node, const QStringList &containers);
    void goOn();
    void install(Lane &lane);
    void restart(Lane &lane);
    void fail(Lane &lane, const Error &error);
    void endLane(Lane &lane);

    ConnectionSettings m_connections;
    InstallRequest m_request;
    std::optional<InstallOrder> m_order;
    std::optional<Error> m_error;
    std::optional<bool> m_restarts;
    InstallTimes m_times;
    State m_state = State::Nothing;
    double m_examined = 0;
    bool m_isStopping = false;
    QList<EndedService> m_ended;
    std::vector<MachineLock> m_locks;    // one for each machine
    std::vector<std::unique_ptr<Lane>> m_lanes;
    Worker m_reader;                     // of the packages
};
