#include "core/driver/driverinstall.h"

#include "core/base/homepath.h"
#include "core/deploy/steprunner.h"
#include "core/driver/drivertext.h"
#include "core/facts/versions.h"
#include "core/nodes/asking.h"
#include "core/nodes/machine.h"

#include <QElapsedTimer>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype keptLog = 64 * 1024;

using Told = std::function<void(InstallStage, const StageView &)>;

// What is kept holds every language; what is shown is that of the moment.
QString shown(const QString &text) { return inLanguage(text, dataLanguage()); }

QList<InstallNote> shown(QList<InstallNote> notes)
{
    for (InstallNote &note : notes) {
        note.sentence = shown(note.sentence);
        note.remedy = shown(note.remedy);
    }
    return notes;
}

StageView shown(StageView view)
{
    view.message = shown(view.message);
    return view;
}

NodePlan shown(NodePlan plan)
{
    plan.notes = shown(plan.notes);
    plan.now = shown(plan.now);
    plan.unwell = shown(plan.unwell);
    for (PlannedStage &stage : plan.stages) {
        stage.note = shown(stage.note);
        for (QString &command : stage.commands)
            command = shown(command);
    }
    return plan;
}

// Plays one stage and tells of it.
template<typename Work>
std::optional<Error> play(InstallStage stage, const Told &tell, Work work)
{
    QElapsedTimer clock;
    clock.start();
    tell(stage, {StepState::Running, {}, {}, 0});
    const Result<QString> done = work();
    StageView view;
    view.tookMs = clock.elapsed();
    if (done) {
        view.state = StepState::Done;
        view.message = *done;
    } else {
        view.state = done.error().kind == ErrorKind::Canceled ? StepState::Stopped : StepState::Failed;
        view.message = done.error().message;
    }
    tell(stage, view);
    return done ? std::nullopt : std::optional(done.error());
}

Error refusalOf(const QString &node, const NodePlan &plan)
{
    const InstallNote &first = plan.notes.first();
    return {ErrorKind::Invalid, node + u": "_s + first.sentence, {}, {{u"remedy"_s, first.remedy}}};
}

// The new firmware beside the driver of before: a restart makes them run together.
QString halfInstalled(const DriverLook &look, const InstallOrder &order)
{
    const auto isSame = [](const QString &version, const HdkPackage &package) {
        return compareVersions(version, package.version) == 0;
    };
    const bool runsIt = std::all_of(look.chipFirmware.cbegin(), look.chipFirmware.cend(),
                                    [&](const QString &version) { return isSame(version, order.firmware); });
    if (look.installedDriver.isEmpty() || isSame(look.installedDriver, order.driver)
        || !isSame(look.installedFirmware, order.firmware) || (runsIt && !look.chipFirmware.isEmpty()))
        return {};
    return DriverText::tr("Firmware %1 is installed beside driver %2 now, and takes effect at the next restart.")
        .arg(look.installedFirmware, look.installedDriver);
}

struct Installed
{
    NodePlan plan;
    std::optional<int> chips;
};

} // namespace

// The shell of one node, opened on first use; touched by its jobs only.
struct DriverInstall::Connection
{
    ShellFactory open;
    std::unique_ptr<Shell> shell;

    Result<Shell *> get(std::stop_token stop)
    {
        if (!shell) {
            Result<std::unique_ptr<Shell>> opened = open(stop);
            if (!opened)
                return opened.error();
            shell = *std::move(opened);
        }
        return shell.get();
    }
};

struct DriverInstall::Lane
{
    NodeView view;
    std::optional<DriverLook> look;
    std::optional<int> chips;            // that it had before
    QStringList agreed;                  // containers that were shown as to be stopped when it was started
    QString log;
    bool hasBegun = false;
    std::shared_ptr<Connection> connection;
    Worker worker;                       // last: its thread ends first
};

DriverInstall::DriverInstall(ConnectionSettings connections, QObject *parent)
    : QObject(parent), m_connections(std::move(connections))
{
}

DriverInstall::~DriverInstall() = default;

DriverInstall::Lane *DriverInstall::lane(const QString &node) const
{
    const auto it = std::find_if(m_lanes.begin(), m_lanes.end(),
                                 [&](const auto &one) { return one->view.node.name == node; });
    return it == m_lanes.end() ? nullptr : it->get();
}

QList<InstallNote> DriverInstall::notes() const
{
    return m_order ? pairNotes(m_order->driver, m_order->firmware) + demandNotes(m_order->driver, m_request.demands)
                   : QList<InstallNote>();
}

std::optional<Error> DriverInstall::error() const
{
    return m_error ? std::optional(told(*m_error)) : std::nullopt;
}

QList<NodeView> DriverInstall::nodes() const
{
    QList<NodeView> views;
    for (const auto &one : m_lanes) {
        NodeView view = one->view;
        if (view.error)
            view.error = told(*view.error);
        if (view.plan)
            view.plan = shown(*view.plan);
        for (auto &[stage, its] : view.stages)
            its = shown(its);
        views << view;
    }
    return views;
}

QString DriverInstall::log(const QString &node) const
{
    const Lane *one = lane(node);
    return one ? one->log : QString();
}

std::optional<QString> DriverInstall::planRefusal() const
{
    if (m_state != State::Prepared || !m_order)
        return DriverText::tr("The packages and the nodes have not been checked.");
    for (const InstallNote &note : notes()) {
        if (note.refuses)
            return note.sentence;
    }
    bool isAnyNeeded = false;
    QStringList refused;
    for (const auto &one : m_lanes) {
        if (one->view.error)
            return shown(one->view.error->message);
        if (!one->view.plan)
            return DriverText::tr("%1 has not been asked.").arg(one->view.node.name);
        if (one->view.plan->isRefused())
            refused << one->view.node.name + u": "_s + shown(one->view.plan->notes.first().sentence);
        isAnyNeeded = isAnyNeeded || !one->view.plan->isUpToDate();
    }
    if (!refused.isEmpty())
        return refused.join(u' ');
    if (!isAnyNeeded)
        return DriverText::tr("Everything is installed and takes effect: there is nothing to do.");
    return std::nullopt;
}

std::optional<QString> DriverInstall::startRefusal() const
{
    if (const std::optional<QString> refused = planRefusal())
        return refused;
    for (const auto &one : m_lanes) {
        if (const std::optional<Error> taken = MachineLock::refusal(one->view.node, MachineLock::Work::Install))
            return taken->message + u' ' + taken->facts.value(u"remedy"_s);
    }
    return std::nullopt;
}

QString DriverInstall::restartQuestion(const QString &node) const
{
    const Lane *one = lane(node);
    if (!one || !one->view.plan || !m_order)
        return {};
    const QStringList ended = one->view.plan->ended;
    return DriverText::tr("%1 must be restarted for driver %2 and firmware %3 to take effect.")
               .arg(node, m_order->driver.version, m_order->firmware.version)
        + u' '
        + (ended.isEmpty() ? DriverText::tr("No container runs there.")
                           : DriverText::tr("That ends its containers: %1.").arg(ended.join(u", "_s)));
}

void DriverInstall::setState(State state)
{
    m_state = state;
    emit changed();
}

void DriverInstall::clear()
{
    if (isBusy())
        return;
    m_lanes.clear();
    m_order.reset();
    m_error.reset();
    setState(State::Nothing);
}

void DriverInstall::prepare(const InstallRequest &request)
{
    if (isBusy())
        return;
    m_request = request;
    m_order.reset();
    m_error.reset();
    m_lanes.clear();
    m_examined = 0;
    m_isStopping = false;
    for (const Node &node : request.nodes) {
        auto one = std::make_unique<Lane>();
        one->view.node = node;
        one->connection = std::make_shared<Connection>();
        one->connection->open = shellFactoryFor(node, m_connections);
        m_lanes.push_back(std::move(one));
    }
    setState(State::Preparing);
    m_reader.run(
        this,
        [this, request](Job &job) -> Result<InstallOrder> {
            const EveryLanguage words;
            double told = 0;
            const auto tell = [&](double half) {
                return [&, half](qint64 done, qint64 total) {
                    const double share = half + 0.5 * double(done) / double(std::max<qint64>(total, 1));
                    if (share - told < 0.01)
                        return;
                    told = share;
                    job.notify([this, share] {
                        m_examined = share;
                        emit changed();
                    });
                };
            };
            InstallOrder order;
            Result<HdkPackage> driver = examinePackage(request.driver, PackageKind::Driver, request.driverSha256,
                                                       job.stop(), tell(0));
            if (!driver)
                return driver.error();
            Result<HdkPackage> firmware = examinePackage(request.firmware, PackageKind::Firmware,
                                                         request.firmwareSha256, job.stop(), tell(0.5));
            if (!firmware)
                return firmware.error();
            order.driver = *std::move(driver);
            order.firmware = *std::move(firmware);
            order.stopsServices = request.stopsServices;
            return order;
        },
        [this](const Result<InstallOrder> &order) {
            if (!order) {
                m_error = order.error();
                setState(State::Nothing);
                return;
            }
            m_order = *order;
            m_order->restarts = m_restarts;
            lookAtAll();
        });
}

void DriverInstall::lookAtAll()
{
    emit changed();
    for (const auto &one : m_lanes) {
        Lane *now = one.get();
        now->worker.run(
            this,
            [connection = now->connection, node = now->view.node, order = *m_order](Job &job) -> Result<DriverLook> {
                const EveryLanguage words;
                const Result<Shell *> shell = connection->get(job.stop());
                if (!shell)
                    return shell.error();
                return lookAtNode(**shell, node, order.driver, order.firmware, job.stop());
            },
            [this, now](const Result<DriverLook> &look) { takeLook(*now, look); });
    }
    if (m_lanes.empty())
        setState(State::Prepared);
}

void DriverInstall::takeLook(Lane &lane, const Result<DriverLook> &look)
{
    if (look) {
        lane.look = *look;
        replan(lane);
    } else {
        lane.view.error = look.error();
        if (isQuestion(look.error()))
            emit questionRaised(lane.view.node.name, told(look.error()));
    }
    emit nodeChanged(lane.view.node.name);
    const bool isEverybody = std::all_of(m_lanes.begin(), m_lanes.end(),
                                         [](const auto &one) { return one->look || one->view.error; });
    if (isEverybody && m_state == State::Preparing)
        setState(State::Prepared);
}

InstallOrder DriverInstall::orderFor(const Lane &lane) const
{
    InstallOrder order = *m_order;
    order.agreed = lane.agreed;
    return order;
}

void DriverInstall::noteEnded(const Node &node, const QStringList &containers)
{
    for (const QString &container : containers) {
        if (const EndedService ended{node, container}; !m_ended.contains(ended))
            m_ended << ended;
    }
}

void DriverInstall::noteServes(const QString &container)
{
    if (m_ended.removeIf([&](const EndedService &ended) { return ended.container == container; }) > 0)
        emit changed();
}

void DriverInstall::replan(Lane &lane)
{
    const EveryLanguage words;
    lane.view.plan = planOn(*lane.look, orderFor(lane));
    lane.view.stages.clear();
    for (const PlannedStage &stage : lane.view.plan->stages) {
        StageView view;
        view.state = stage.isNeeded || stage.isOpen ? StepState::Pending : StepState::UpToDate;
        view.message = stage.note;
        lane.view.stages[stage.stage] = view;
    }
}

void DriverInstall::agree(bool stopsServices)
{
    if (m_state != State::Prepared || !m_order)
        return;
    m_request.stopsServices = m_order->stopsServices = stopsServices;
    for (const auto &one : m_lanes) {
        if (one->look)
            replan(*one);
    }
    emit changed();
}

void DriverInstall::setStage(const QString &node, InstallStage stage, const StageView &view)
{
    if (Lane *one = lane(node)) {
        one->view.stages[stage] = view;
        emit stageChanged(node, stage, shown(view));
    }
}

void DriverInstall::start()
{
    if (planRefusal())
        return;
    QSet<QString> machines;              // one may stand there under two names
    for (const auto &one : m_lanes) {
        const Node &node = one->view.node;
        if (machines.contains(machineOf(node)))
            continue;
        machines << machineOf(node);
        Result<MachineLock> lock = [&] { // no signal in it: who hears one speaks the language of the moment
            const EveryLanguage words;
            return MachineLock::take(node, MachineLock::Work::Install);
        }();
        if (lock) {
            m_locks.push_back(*std::move(lock));
            continue;
        }
        const Error error = lock.error();
        m_locks.clear();
        m_error = error;
        setState(State::Ended);
        emit finished(false, told(error));
        return;
    }
    for (const auto &one : m_lanes)
        one->agreed = m_order->stopsServices ? one->view.plan->stopped : QStringList();
    m_error.reset();
    m_isStopping = false;
    setState(State::Running);
    goOn();
}

// Begins what may begin now; ends the run where nothing is left.
void DriverInstall::goOn()
{
    const bool hasFailed = m_error.has_value();
    bool isAnyAtWork = false;
    for (const auto &one : m_lanes)
        isAnyAtWork = isAnyAtWork || (one->hasBegun && !one->view.isDone);
    for (const auto &one : m_lanes) {
        if (one->hasBegun || m_isStopping || (hasFailed && !m_request.isAllAtOnce))
            continue;
        if (!m_request.isAllAtOnce && isAnyAtWork)
            break;
        one->hasBegun = true;
        isAnyAtWork = true;
        install(*one);
    }
    if (isAnyAtWork || m_state != State::Running)
        return;
    m_locks.clear();
    const Error error = m_error.value_or(m_isStopping ? canceled() : Error());
    const bool succeeded = !m_error && !m_isStopping;
    if (!succeeded)
        m_error = error;
    setState(State::Ended);
    emit finished(succeeded, told(error));
}

void DriverInstall::install(Lane &lane)
{
    Lane *now = &lane;
    const QString name = lane.view.node.name;
    now->worker.run(
        this,
        [this, name, connection = now->connection, node = now->view.node, order = orderFor(*now),
         times = m_times](Job &job) -> Result<Installed> {
            const EveryLanguage words;
            const Result<Shell *> shell = connection->get(job.stop());
            if (!shell)
                return shell.error();
            const Told tell = [&](InstallStage stage, const StageView &view) {
                job.notify([this, name, stage, view] { setStage(name, stage, view); });
            };
            // What was seen before may be old.
            const Result<DriverLook> look = lookAtNode(**shell, node, order.driver, order.firmware, job.stop());
            if (!look)
                return look.error();
            Installed done{planOn(*look, order), chipsBefore(*look)};
            job.notify([this, name, fresh = *look] {
                if (Lane *one = this->lane(name)) {
                    one->look = fresh;
                    replan(*one);
                    emit nodeChanged(name);
                }
            });
            if (done.plan.isRefused())
                return refusalOf(name, done.plan);
            double toldShare = -1;
            InstallStage stage = InstallStage::Upload;
            WorkIo io{name, **shell, job.stop(), times,
                      [&](const QByteArray &text) {
                          job.notify([this, name, text] {
                              if (Lane *one = this->lane(name)) {
                                  one->log += QString::fromUtf8(text);
                                  if (one->log.size() > keptLog)
                                      one->log = one->log.right(keptLog);
                              }
                              emit logReceived(name, text);
                          });
                      },
                      [&](double share) {
                          if (qAbs(share - toldShare) < 0.01)
                              return;
                          toldShare = share;
                          tell(stage, {StepState::Running, {}, share, 0});
                      },
                      [&](const QString &what) { tell(stage, {StepState::Running, what, {}, 0}); }};
            // What is there when it is over, also with a failure.
            const auto lookAgain = [&]() -> std::optional<DriverLook> {
                if (job.stop().stop_requested())
                    return std::nullopt;
                const Result<DriverLook> fresh
                    = lookAtNode(**shell, node, order.driver, order.firmware, job.stop());
                if (!fresh)
                    return std::nullopt;
                job.notify([this, name, now = nowOn(*fresh)] {
                    if (Lane *one = this->lane(name); one && one->view.plan)
                        one->view.plan->now = now;
                });
                return *fresh;
            };
            const auto stop = [&](WorkIo &its, const NodePlan &plan) {
                Result<QString> stopped = stopContainers(its, plan.engine, plan.stopped);
                if (stopped)
                    job.notify([this, node, names = plan.stopped] { noteEnded(node, names); });
                return stopped;
            };
            bool hasInstalled = false;
            for (const PlannedStage &planned : done.plan.stages) {
                if (!planned.isNeeded)
                    continue;
                // For a restart alone nothing is stopped before somebody agrees to it.
                if (planned.stage == InstallStage::Services && !done.plan.installs())
                    continue;
                stage = planned.stage;
                if (stage == InstallStage::Reboot) { // a question comes first
                    if (hasInstalled && !order.restarts.value_or(false)) {
                        if (const std::optional<DriverLook> fresh = lookAgain()) {
                            done.plan.now = nowOn(*fresh);
                            done.plan.ended = planOn(*fresh, order).ended;
                        }
                    }
                    return done;
                }
                const HdkPackage &package = stage == InstallStage::Driver ? order.driver : order.firmware;
                const std::optional<Error> error = play(stage, tell, [&]() -> Result<QString> {
                    switch (stage) {
                    case InstallStage::Upload: {
                        QList<HdkPackage> wanted;
                        if (done.plan.needs(InstallStage::Firmware))
                            wanted << order.firmware;
                        if (done.plan.needs(InstallStage::Driver))
                            wanted << order.driver;
                        return uploadPackages(io, wanted, done.plan.present);
                    }
                    case InstallStage::Services: return stop(io, done.plan);
                    case InstallStage::Chips: return waitForChips(io, node, order, done.chips);
                    default: return installPackage(io, package, done.chips);
                    }
                });
                if (!error) {
                    hasInstalled = hasInstalled || stage == InstallStage::Driver || stage == InstallStage::Firmware;
                    continue;
                }
                const bool isInstalling = stage == InstallStage::Driver || stage == InstallStage::Firmware;
                const std::optional<DriverLook> fresh = isInstalling ? lookAgain() : std::nullopt;
                const QString beside = fresh ? halfInstalled(*fresh, order) : QString();
                if (beside.isEmpty())
                    return *error;
                Error whole = *error;
                whole.message += u' ' + beside;
                return whole;
            }
            return done;
        },
        [this, now](const Result<Installed> &done) {
            const QString node = now->view.node.name;
            emit nodeTouched(node);
            if (!done) {
                fail(*now, done.error());
                return;
            }
            now->chips = done->chips;
            now->view.plan = done->plan;
            if (!done->plan.needs(InstallStage::Reboot)) {
                endLane(*now);
                return;
            }
            now->view.owesRestart = true;
            if (m_restarts || m_isStopping) {
                answerRestart(node, !m_isStopping && *m_restarts);
                return;
            }
            now->view.asksRestart = true;
            emit nodeChanged(node);
            emit restartWanted(node);
        });
}

void DriverInstall::answerRestart(const QString &node, bool yes)
{
    Lane *now = lane(node);
    if (!now || !now->view.owesRestart || now->view.isDone)
        return;
    now->view.asksRestart = false;
    if (yes)
        restart(*now);
    else
        endLane(*now);
}

void DriverInstall::restart(Lane &lane)
{
    Lane *now = &lane;
    const QString name = lane.view.node.name;
    emit nodeChanged(name);
    now->worker.run(
        this,
        [this, name, connection = now->connection, node = now->view.node, order = orderFor(*now), chips = now->chips,
         times = m_times](Job &job) mutable -> Result<bool> {
            const EveryLanguage words;
            const Told tell = [&](InstallStage stage, const StageView &view) {
                job.notify([this, name, stage, view] { setStage(name, stage, view); });
            };
            const auto log = [&](const QByteArray &text) {
                job.notify([this, name, text] {
                    if (Lane *one = this->lane(name))
                        one->log += QString::fromUtf8(text);
                    emit logReceived(name, text);
                });
            };
            QString bootId;
            NodePlan plan;
            QStringList serving;         // ends with the restart
            order.restarts = true;
            std::optional<Error> error = play(InstallStage::Reboot, tell, [&]() -> Result<QString> {
                const Result<Shell *> shell = connection->get(job.stop());
                if (!shell)
                    return shell.error();
                // Somebody may have started something since the question was put.
                const Result<DriverLook> look = lookAtNode(**shell, node, order.driver, order.firmware, job.stop());
                if (!look)
                    return look.error();
                plan = planOn(*look, order);
                if (plan.isRefused())
                    return refusalOf(name, plan);
                if (plan.needs(InstallStage::Driver) || plan.needs(InstallStage::Firmware))
                    return Error{ErrorKind::CommandFailed,
                                 name + u": "_s
                                     + DriverText::tr("What is to take effect is not installed any more, or is being "
                                                      "installed again."),
                                 {},
                                 {{u"remedy"_s, DriverText::tr("It was not restarted. Start again.")}}};
                bootId = look->bootId;
                serving = look->users();
                WorkIo io{name, **shell, job.stop(), times, log, [](double) {}};
                if (plan.needs(InstallStage::Services)) {
                    const std::optional<Error> error = play(InstallStage::Services, tell, [&] {
                        return stopContainers(io, plan.engine, plan.stopped);
                    });
                    if (error)
                        return *error;
                    job.notify([this, node, names = plan.stopped] { noteEnded(node, names); });
                }
                return restartNode(io);
            });
            if (error)
                return *error;
            connection->shell.reset();
            job.notify([this, node, serving] { noteEnded(node, serving); });
            // From here on it is not known what takes effect, until the node tells.
            const auto mark = [&](bool owes, bool open) {
                job.notify([this, name, owes, open] {
                    if (Lane *one = this->lane(name)) {
                        one->view.owesRestart = owes;
                        one->view.isRestartOpen = open;
                        if (open && one->view.plan)
                            one->view.plan->now.clear();
                    }
                });
            };
            mark(false, true);
            error = play(InstallStage::Return, tell, [&]() -> Result<QString> {
                Result<std::unique_ptr<Shell>> back
                    = waitForReturn(name, connection->open, bootId, times, job.stop());
                if (!back)
                    return back.error();
                connection->shell = *std::move(back);
                return DriverText::tr("restarted: its boot id is another");
            });
            if (error) {
                if (error->kind == ErrorKind::CommandFailed) // it answers, and did not restart
                    mark(true, false);
                return *error;
            }
            mark(false, false);
            error = play(InstallStage::Chips, tell, [&]() -> Result<QString> {
                WorkIo io{name, *connection->shell, job.stop(), times, log, [](double) {},
                          [&](const QString &what) {
                              tell(InstallStage::Chips, {StepState::Running, what, {}, 0});
                          },
                          [&](const DriverLook &look) {
                              job.notify([this, name, node, now = nowOn(look), users = look.users()] {
                                  for (const QString &container : users) // it starts with the node
                                      m_ended.removeAll(EndedService{node, container});
                                  if (Lane *one = this->lane(name); one && one->view.plan)
                                      one->view.plan->now = now;
                              });
                          }};
                return waitForChips(io, node, order, chips);
            });
            if (error) {
                if (error->facts.contains(QLatin1String(owedRestartFact)))
                    mark(true, false);
                return *error;
            }
            return true;
        },
        [this, now](const Result<bool> &done) {
            emit nodeTouched(now->view.node.name);
            if (done)
                endLane(*now);
            else
                fail(*now, done.error());
        });
}

void DriverInstall::fail(Lane &lane, const Error &error)
{
    lane.view.error = error;
    if (error.kind == ErrorKind::Canceled)
        m_isStopping = true;
    if (!m_error)
        m_error = error;
    if (isQuestion(error))
        emit questionRaised(lane.view.node.name, told(error));
    endLane(lane);
}

void DriverInstall::endLane(Lane &lane)
{
    lane.view.isDone = true;
    lane.view.asksRestart = false;
    emit nodeChanged(lane.view.node.name);
    goOn();
}

void DriverInstall::stop()
{
    if (m_state == State::Preparing) {
        m_reader.cancelAll();
        for (const auto &one : m_lanes)
            one->worker.cancelAll();
        return;
    }
    if (m_state != State::Running)
        return;
    m_isStopping = true;
    bool isAnyAsking = false;
    for (const auto &one : m_lanes) {
        if (one->view.asksRestart)
            isAnyAsking = true;
        else
            one->worker.cancelAll();
    }
    if (!isAnyAsking)
        return;
    for (const auto &one : m_lanes) {
        if (one->view.asksRestart)
            endLane(*one);
    }
}
