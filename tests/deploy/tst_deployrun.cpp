// A deployment against the simulated cluster: what is run, what is not run again, what is left behind.
#include "app/sim/statefile.h"
#include "core/deploy/daemon.h"
#include "core/deploy/deployrun.h"
#include "core/deploy/runlock.h"
#include "core/deploy/whatholdsup.h"
#include "core/base/languages.h"
#include "core/runs/runstate.h"
#include "core/engines/recipebook.h"
#include "core/shell/uploadname.h"
#include "tests/lab/lab.h"
#include "tests/support/imagetar.h"
#include "tests/support/stoplimit.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QScopeGuard>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include <csignal>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace {

constexpr int deployTimeout = 120'000; // a loaded machine

// The processes of the lab's nodes that have a file of such a name mapped; another run of this test may be under way.
QList<qint64> withMapped(const QString &lab, const QByteArray &name)
{
    QList<qint64> pids;
    for (const QString &pid : QDir(u"/proc"_s).entryList({u"[0-9]*"_s}, QDir::Dirs)) {
        QFile maps(u"/proc/%1/maps"_s.arg(pid));
        QFile environment(u"/proc/%1/environ"_s.arg(pid));
        if (maps.open(QIODevice::ReadOnly) && maps.readAll().contains(name) && environment.open(QIODevice::ReadOnly)
            && environment.readAll().contains("ASCEND_SIM_NODE=" + QFile::encodeName(lab) + '/'))
            pids << pid.toLongLong();
    }
    return pids;
}

// What a run told, with every command that ran on the nodes.
class Played : public QObject
{
public:
    Played(const QString &stateFile, const Deployment &deployment)
    {
        ConnectionSettings connections;
        connections.onCommand = [this](const CommandRecord &record) {
            const std::lock_guard lock(m_mutex);
            m_commands << record;
        };
        QList<NodeFacts> facts;
        for (const Node &node : deployment.nodes) {
            Result<std::unique_ptr<Shell>> shell = shellFactoryFor(node, {})({});
            const Result<NodeFacts> answer = inspectNode(**shell, node, deployment, {});
            facts << *answer;
        }
        const Recipe recipe = *findRecipe(deployment.recipe);
        Result<DeployPlan> plan
            = planDeployment(deployment, recipe, endpointOf(deployment, recipe, connections), facts);
        if (!plan)
            qFatal("%s", qPrintable(plan.error().message));
        run = std::make_unique<DeployRun>(*std::move(plan), connections, stateFile);
        connect(run.get(), &DeployRun::finished, this, [this](bool ok, const Error &why) {
            ended = true;
            succeeded = ok;
            error = why;
        });
        connect(run.get(), &DeployRun::logReceived, this,
                [this](int step, const QByteArray &text) { logs[step] += text; });
    }
    Played(const Lab &lab, const QString &stateFile) : Played(stateFile, lab.deployment()) {}

    bool toTheEnd(const std::function<void()> &begin)
    {
        ended = false;
        begin();
        return QTest::qWaitFor([this] { return ended; }, deployTimeout);
    }
    bool deploy(const DeployOptions &options = {})
    {
        return toTheEnd([&] { run->start(options); });
    }
    int step(const QString &id) const
    {
        for (int i = 0; i < run->plan().steps.size(); ++i) {
            if (run->plan().steps[i].id == id)
                return i;
        }
        return -1;
    }
    StepState state(const char *id) const { return run->state(step(QLatin1String(id))); }
    QList<CommandRecord> commands() const
    {
        const std::lock_guard lock(m_mutex);
        return m_commands;
    }
    QStringList states() const
    {
        QStringList list;
        for (int i = 0; i < run->plan().steps.size(); ++i)
            list << run->plan().steps[i].id + QLatin1Char(' ') + stepStateName(run->state(i));
        return list;
    }

    std::unique_ptr<DeployRun> run;
    bool ended = false, succeeded = false;
    Error error;
    QMap<int, QByteArray> logs;

private:
    mutable std::mutex m_mutex;
    QList<CommandRecord> m_commands;
};

QByteArray onNode(const Lab &lab, const QString &node, const QStringList &argv, int *exitCode = nullptr)
{
    Node which;
    for (const Node &one : lab.deployment().nodes) {
        if (one.name == node)
            which = one;
    }
    Result<std::unique_ptr<Shell>> shell = shellFactoryFor(which, {})({});
    const Result<CommandOutput> output = (*shell)->run({argv}, {});
    if (exitCode)
        *exitCode = output ? output->exitCode : -1;
    return output ? output->out + output->err : output.error().message.toUtf8();
}

QByteArray treeOf(const Lab &lab, const QString &node)
{
    return onNode(lab, node, {u"find"_s, u"/work"_s, u"!"_s, u"-name"_s, u"*.safetensors"_s})
        + onNode(lab, node, {u"docker"_s, u"ps"_s, u"-aq"_s});
}

bool changesSomething(const QString &line)
{
    for (const char *word : {"docker run", "docker start", "docker cp", "docker rm", "docker pull",
                             "deepseekLocal bash", "mkdir", "ln -T", "chmod", "chown", "rmdir", "rm -f", "mv -f"}) {
        if (line.contains(QLatin1String(word)))
            return true;
    }
    return false;
}

// A cluster on local transport; `own` is a folder of the test's.
#define NEEDS_LAB \
    const Result<std::unique_ptr<Lab>> labUp = Lab::up({.ssh = false}); \
    QVERIFY2(labUp, labUp ? "" : qPrintable(labUp.error().message + QLatin1Char('\n') + labUp.error().detail)); \
    Lab &lab = **labUp; \
    const QTemporaryDir own

} // namespace

class TestDeployRun : public QObject
{
    Q_OBJECT

private slots:
    // A container's first process may bury nobody: one that was killed stays in the table, and does not run.
    void whoIsDeadAndNotBuriedDoesNotRun()
    {
        QTemporaryDir dir;
        Launch launch;
        launch.pidPath = dir.filePath(u"service.pid"_s);
        const auto asked = [&launch] {
            QStringList argv = daemonProbe(launch, false).mid(3); // in the container
            QProcess process;
            process.start(argv.takeFirst(), argv);
            process.waitForFinished();
            return process.exitCode();
        };
        const pid_t child = ::fork();
        if (child == 0) {
            ::pause();
            ::_exit(0);
        }
        QFile stat(u"/proc/%1/stat"_s.arg(child));
        QVERIFY(stat.open(QIODevice::ReadOnly));
        const QByteArray began = stat.readAll().split(')').last().simplified().split(' ').value(19);
        QFile pid(launch.pidPath);
        QVERIFY(pid.open(QIODevice::WriteOnly));
        pid.write(QByteArray::number(child) + ' ' + began + '\n');
        pid.close();
        QCOMPARE(asked(), 0);
        QCOMPARE(::kill(child, SIGKILL), 0);
        QTRY_COMPARE(asked(), 1);        // not buried: nobody has waited for it
        QCOMPARE(::waitpid(child, nullptr, WNOHANG), child);
        QCOMPARE(asked(), 1);
    }

    // Nothing may ever come out of a pipe: it is not waited for.
    void whatIsNoPidFileIsSaidAtOnce()
    {
        QTemporaryDir dir;
        Launch launch;
        const auto asked = [&](const QString &name) {
            launch.pidPath = dir.filePath(name);
            QStringList argv = daemonProbe(launch, false).mid(3); // in the container
            QProcess process;
            process.start(argv.takeFirst(), argv);
            if (process.waitForFinished(10'000))
                return process.exitCode();
            process.kill();
            process.waitForFinished();
            return -1;
        };
        QCOMPARE(asked(u"none"_s), 1);
        QCOMPARE(::mkfifo(QFile::encodeName(dir.filePath(u"pipe"_s)).constData(), 0600), 0);
        QCOMPARE(asked(u"pipe"_s), 92);
        QVERIFY(QDir(dir.path()).mkdir(u"folder"_s));
        QCOMPARE(asked(u"folder"_s), 92);
        QVERIFY(QFile::link(u"none"_s, dir.filePath(u"link"_s)));
        QCOMPARE(asked(u"link"_s), 90);
    }

    void deploysShowsEveryCommandRepeatsNothingAndUndoes()
    {
        NEEDS_LAB;
        const QByteArray before = treeOf(lab, u"node2"_s);
        const QString stateFile = own.filePath(u"run.json"_s);
        {
            Played first(lab, stateFile);
            QVERIFY(first.deploy());
            QVERIFY2(first.succeeded, qPrintable(first.error.message + QLatin1Char('\n') + first.error.detail));
            for (int i = 0; i < first.run->plan().steps.size(); ++i) {
                const StepState state = first.run->state(i);
                QVERIFY2(state == StepState::Done || state == StepState::UpToDate,
                         qPrintable(first.run->plan().steps[i].id));
            }
            QVERIFY(first.logs[first.step(u"wait-ready@node2"_s)].contains("Daemon start success!"));

            // No command that the user could not see first (the facts' questions apart).
            QStringList shown;
            for (const DeployStep &step : first.run->plan().steps)
                shown << step.probes << step.commands;
            qsizetype checked = 0;
            bool asking = true;
            for (const CommandRecord &record : first.commands()) {
                if (record.line.startsWith("sh -c 'echo \"$(id -u)"_L1))
                    asking = false;
                if (asking)
                    continue;
                const auto isShown = [&](const QString &line) {
                    return line == record.line
                        || (line.contains("--pid=PID"_L1) && record.line.contains(" -F --pid="_L1));
                };
                const bool isUpload = record.line.startsWith("# upload"_L1);
                QVERIFY2(isUpload || std::any_of(shown.cbegin(), shown.cend(), isShown), qPrintable(record.line));
                ++checked;
            }
            QVERIFY(checked > 30);
        }
        {
            Played second(lab, stateFile);
            QVERIFY(second.deploy());
            QVERIFY2(second.succeeded, qPrintable(second.error.message));
            for (const char *id : {"make-folder@node1", "copy-artifacts@node2", "container@node1",
                                   "copy-into-container@node2", "start@node1"})
                QCOMPARE(second.state(id), StepState::UpToDate);
            for (const CommandRecord &record : second.commands())
                QVERIFY2(!changesSomething(record.line), qPrintable(record.line));

            QVERIFY(second.run->canUndo()); // what the first run made is still ours
            QVERIFY(second.toTheEnd([&] { second.run->undo(); }));
            QVERIFY2(second.succeeded, qPrintable(second.error.message));
            QVERIFY(!second.run->canUndo());
            QVERIFY(!second.run->canResume());
            QCOMPARE(second.state("verify@node1"), StepState::Pending); // nothing that was asked is true any more
        }
        QCOMPARE(treeOf(lab, u"node2"_s), before);
        int exitCode = 0;
        onNode(lab, u"node1"_s, {u"docker"_s, u"images"_s, u"-q"_s}, &exitCode);
        QCOMPARE(exitCode, 0);
    }

    // ascendctl is really killed, at the beginning of each step, and resumed.
    void killNineAtEachStepLosesAndRepeatsNothing()
    {
        NEEDS_LAB;
        const QString stateFile = own.filePath(u"run.json"_s);
        const QStringList common{u"deploy"_s, lab.deploymentFile(), u"--state"_s, stateFile};
        const auto heldOf = [&] {
            RunState state(stateFile);
            if (!state.load())
                qFatal("the state cannot be read after kill -9");
            QStringList held;
            for (const QString &id : state.ids()) {
                const StepRecord record = state.step(id);
                const bool changes
                    = !id.startsWith("preflight"_L1) && !id.startsWith("look"_L1) && !id.startsWith("wait-ready"_L1);
                if (changes && (record.state == StepState::Done || record.state == StepState::UpToDate))
                    held << id;
            }
            return held;
        };
        QStringList heldBefore;
        QHash<QString, StepRecord> recordsBefore;
        QByteArray containerBefore;
        QByteArray killedIn;
        for (const char *title :
             {"Make the folder", "Copy the artifacts to the node", "Start the container",
              "Copy the artifacts into the container", "Start the service", "Follow the log until it is ready",
              "Confirm over HTTP", static_cast<const char *>(nullptr)}) {
            QProcess process;
            process.setProgram(QStringLiteral(ASC_BIN_DIR "/ascendctl"));
            process.setArguments(common + (heldBefore.isEmpty() ? QStringList{} : QStringList{u"--resume"_s}));
            process.start();
            QByteArray said;
            bool killed = false;
            while (process.state() != QProcess::NotRunning || process.bytesAvailable() > 0) {
                process.waitForReadyRead(100);
                said += process.readAllStandardError();
                if (title && !killed && said.contains(QByteArray(title) + ": running")) {
                    process.kill();
                    killed = true;
                }
                if (process.state() == QProcess::NotRunning)
                    break;
            }
            QVERIFY(process.waitForFinished(deployTimeout) || process.state() == QProcess::NotRunning);
            if (title)
                QVERIFY2(killed, said.constData());
            else
                QVERIFY2(process.exitCode() == 0, said.constData());
            // What held when the last one was killed was asked again, not done again.
            RunState state(stateFile);
            QVERIFY(state.load());
            for (const QString &id : std::as_const(heldBefore)) {
                if (state.step(id).state == StepState::Pending || state.step(id).state == StepState::Running)
                    continue; // this one was killed before it came to it
                if (state.step(id) == recordsBefore.value(id))
                    continue; // the same, and the record is still the last run's, to the millisecond
                QVERIFY2(said.contains(id.section(QLatin1Char('@'), 1).toUtf8()), said.constData());
                // killed when one node's service had been started and the other's had not: that one starts anew
                if (killedIn == "Start the service"
                    && (id.startsWith("stop-stale@"_L1) || id.startsWith("start@"_L1)))
                    continue;
                QVERIFY2(state.step(id).state == StepState::UpToDate,
                         qPrintable(id + QLatin1Char(' ') + stepStateName(state.step(id).state)));
            }
            killedIn = title;
            heldBefore = heldOf();
            recordsBefore.clear();
            for (const QString &id : state.ids())
                recordsBefore.insert(id, state.step(id));
            heldBefore.removeIf(
                [](const QString &id) { return id.startsWith("confirm"_L1) || id.startsWith("verify"_L1); });
            const QByteArray container = onNode(lab, u"node1"_s, {u"docker"_s, u"ps"_s, u"-aq"_s}).trimmed();
            if (heldBefore.contains(u"container@node1"_s)) {
                QVERIFY(containerBefore.isEmpty() || container == containerBefore);
                containerBefore = container;
            }
        }
        QVERIFY(heldBefore.contains(u"start@node2"_s));
        Played last(lab, stateFile);
        QVERIFY(last.toTheEnd([&] { last.run->undo(); }));
        QVERIFY2(last.succeeded, qPrintable(last.error.message));
        QCOMPARE(onNode(lab, u"node1"_s, {u"docker"_s, u"ps"_s, u"-aq"_s}), QByteArray());
        QVERIFY(!QDir(lab.nodeFolder(0) + u"/work/deepseek/"_s + lab.deployment().name).exists());
    }

    // In a network without a registry: the archive lies on this computer, then on the nodes.
    void aMissingImageIsLoadedFromAnArchive()
    {
        NEEDS_LAB;
        const QString stateFile = own.filePath(u"run.json"_s), archive = own.filePath(u"image.tar"_s);
        Deployment deployment = lab.deployment();
        const QString image
            = stringAt(*effectiveSettings(*findRecipe(deployment.recipe), deployment.settings), "image");
        deployment.settings["imageFrom"] = "desktop";
        deployment.settings["imageArchive"] = archive.toStdString();
        QVERIFY(lab.fault(0, u"image-missing"_s) && lab.fault(1, u"image-missing"_s));
        const auto partsOf = [&](int node) {
            return QDir(lab.nodeFolder(node) + u"/work/deepseek/"_s + deployment.name)
                .entryList({u".asc-image-*"_s}, QDir::Files | QDir::Hidden);
        };
        {
            QVERIFY(writeImageTar(archive, {image}, u"amd64"_s, 1 << 20));
            Played played(stateFile, deployment);
            QVERIFY(played.deploy({.until = u"image"_s}));
            QVERIFY(!played.succeeded);
            QVERIFY2(played.error.message.contains(u"is made for amd64, the node is arm64; nothing was copied"_s),
                     qPrintable(played.error.message));
            QCOMPARE(partsOf(0) + partsOf(1), QStringList());

            QVERIFY(writeImageTar(archive, {image}, u"arm64"_s, 20 << 20));
            QVERIFY(played.deploy({.resume = true, .until = u"image"_s}));
            QVERIFY2(played.succeeded, qPrintable(played.error.message + played.error.detail));
            for (int node = 0; node < 2; ++node) {
                QCOMPARE(played.state(node == 0 ? "image@node1" : "image@node2"), StepState::Done);
                QCOMPARE(partsOf(node), QStringList());
                const QString name = u"node%1"_s.arg(node + 1);
                QVERIFY(onNode(lab, name, {u"docker"_s, u"image"_s, u"inspect"_s, image}).contains("arm64"));
            }
            QVERIFY(played.toTheEnd([&] { played.run->undo(); }));
            QVERIFY2(played.succeeded, qPrintable(played.error.message));
            QVERIFY(onNode(lab, u"node1"_s, {u"docker"_s, u"image"_s, u"inspect"_s, image}).contains("arm64")); // stays
        }

        deployment.settings["imageFrom"] = "node";
        deployment.settings["imageArchive"] = "/work/image.tar";
        for (int node = 0; node < 2; ++node) {
            QVERIFY(lab.clear(node) && lab.fault(node, u"image-missing"_s));
            QVERIFY(sim::updateState(lab.nodeFolder(node) + u"/.sim"_s, [](sim::NodeState &state) -> Result<void> {
                state.other["images"] = Json::array(); // what was loaded, too
                return {};
            }));
        }
        QVERIFY(QFile::copy(archive, lab.nodeFolder(0) + u"/work/image.tar"_s));
        Played played(own.filePath(u"other.json"_s), deployment);
        QVERIFY(played.deploy({.until = u"image"_s}));
        QVERIFY(!played.succeeded);
        QVERIFY2(played.error.message.startsWith(u"node2"_s), qPrintable(played.error.message));
        QVERIFY2(played.error.message.contains(u"The archive /work/image.tar cannot be read"_s),
                 qPrintable(played.error.message));
        QCOMPARE(played.state("image@node1"), StepState::Done);
        QVERIFY(QFile::copy(archive, lab.nodeFolder(1) + u"/work/image.tar"_s));
        QVERIFY(played.deploy({.resume = true, .until = u"image"_s}));
        QVERIFY2(played.succeeded, qPrintable(played.error.message + played.error.detail));
    }

    void oneNodesFailureIsNamedAndResumedAfterRepair()
    {
        NEEDS_LAB;
        QVERIFY(lab.fault(1, u"image-missing"_s));
        Played played(lab, own.filePath(u"run.json"_s));
        QVERIFY(played.deploy({.until = u"copy-into-container"_s}));
        QVERIFY(!played.succeeded);
        QVERIFY2(played.error.message.startsWith(u"node2"_s), qPrintable(played.error.message));
        QVERIFY(played.error.facts[u"remedy"_s].contains(u"docker load"_s));
        QCOMPARE(played.state("image@node1"), StepState::UpToDate);
        QCOMPARE(played.state("image@node2"), StepState::Failed);
        QCOMPARE(played.state("container@node1"), StepState::Pending);
        QVERIFY(played.run->canResume());

        QVERIFY(lab.clear(1));
        QVERIFY(played.deploy({.resume = true, .until = u"copy-into-container"_s}));
        QVERIFY2(played.succeeded, qPrintable(played.error.message));
        QCOMPARE(played.state("copy-into-container@node2"), StepState::Done);
        QCOMPARE(played.state("start@node1"), StepState::Pending); // --until
    }

    // The program is gone in the middle of a pull that takes its time: the pull goes on, and who resumes follows it.
    void aPullGoesOnWithoutTheProgram()
    {
        NEEDS_LAB;
        const QString stateFile = own.filePath(u"run.json"_s);
        QVERIFY(lab.fault(0, u"registry-slow"_s, {u"12"_s}));
        const Result<std::unique_ptr<Shell>> shell = lab.shell(0); // however slow, it has no image that nobody made
        const Result<CommandOutput> none = (*shell)->run({{u"docker"_s, u"pull"_s, u"quay.io/no/such:1"_s}}, {});
        QVERIFY2(none && none->exitCode == 1 && none->err.contains("manifest unknown"), none->err.constData());
        const QString folder = lab.nodeFolder(0) + u"/work/deepseek/"_s + lab.deployment().name;
        const auto said = [&] {
            QFile file(folder + u"/.image-pull.log"_s);
            return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
        };
        {
            QProcess process;
            process.start(QStringLiteral(ASC_BIN_DIR "/ascendctl"),
                          {u"deploy"_s, lab.deploymentFile(), u"--state"_s, stateFile, u"--until"_s, u"image"_s});
            QTRY_VERIFY_WITH_TIMEOUT(said().contains("Pulling fs layer"), 60'000);
            process.kill();
            QVERIFY(process.waitForFinished());
        }
        const qsizetype then = said().size();
        QTRY_VERIFY_WITH_TIMEOUT(said().size() > then, 30'000);
        Played resumed(lab, stateFile);
        QVERIFY(resumed.deploy({.resume = true, .until = u"image"_s}));
        QVERIFY2(resumed.succeeded, qPrintable(resumed.error.message));
        const QByteArray log = resumed.logs.value(resumed.step(u"image@node1"_s));
        QVERIFY2(log.contains("is followed") && log.contains("Downloaded newer image"), log.constData());
        QCOMPARE(log.count("Pulling from"), 1);
        QVERIFY(!QFile::exists(folder + u"/.image-pull.log"_s));

        // One that is stopped does not go on.
        QVERIFY(lab.fault(1, u"registry-slow"_s, {u"600"_s}));
        Played stopped(lab, stateFile);
        stopped.run->start({.until = u"image"_s});
        const int pull = stopped.step(u"image@node2"_s);
        QTRY_VERIFY_WITH_TIMEOUT(stopped.logs.value(pull).contains("Pulling fs layer"), 60'000);
        stopped.run->stop();
        QTRY_VERIFY_WITH_TIMEOUT(stopped.ended, 60'000);
        QVERIFY(!QFile::exists(lab.nodeFolder(1) + u"/work/deepseek/"_s + lab.deployment().name
                               + u"/.image-pull.state"_s));
        Played last(lab, stateFile);
        QVERIFY(last.toTheEnd([&] { last.run->undo(); }));
        QVERIFY2(last.succeeded, qPrintable(last.error.message));
        QVERIFY(!QDir(folder).exists());
    }

    void containerOfOthersIsLeftAlone()
    {
        NEEDS_LAB;
        const QString image
            = stringAt(*effectiveSettings(*findRecipe(lab.deployment().recipe), lab.deployment().settings), "image");
        int exitCode = -1;
        onNode(lab, u"node2"_s, {u"docker"_s, u"run"_s, u"-itd"_s, u"--name=deepseekLocal"_s, image, u"bash"_s},
               &exitCode);
        QCOMPARE(exitCode, 0);
        const QByteArray theirs = onNode(lab, u"node2"_s, {u"docker"_s, u"ps"_s, u"-aq"_s});
        Played played(lab, own.filePath(u"run.json"_s));
        QVERIFY(played.deploy());
        QVERIFY(!played.succeeded);
        QVERIFY2(played.error.message.contains(u"deepseekLocal"_s), qPrintable(played.error.message));
        QCOMPARE(played.state("container@node2"), StepState::Failed);
        QVERIFY(played.toTheEnd([&] { played.run->undo(); }));
        QVERIFY2(played.succeeded, qPrintable(played.error.message));
        QCOMPARE(onNode(lab, u"node2"_s, {u"docker"_s, u"ps"_s, u"-aq"_s}), theirs);
        QCOMPARE(onNode(lab, u"node1"_s, {u"docker"_s, u"ps"_s, u"-aq"_s}), QByteArray());
    }

    void filesOfOthersComeBack()
    {
        NEEDS_LAB;
        const QString folder = lab.nodeFolder(0) + u"/work/deepseek/"_s + lab.deployment().name;
        QVERIFY(QDir().mkpath(folder));
        QFile mine(folder + u"/config.json"_s);
        QVERIFY(mine.open(QIODevice::WriteOnly));
        mine.write("mine");
        mine.close();
        QVERIFY(mine.setPermissions(QFile::ReadOwner | QFile::WriteOwner));
        Played played(lab, own.filePath(u"run.json"_s));
        QVERIFY(played.deploy({.until = u"copy-artifacts"_s}));
        QVERIFY2(played.succeeded, qPrintable(played.error.message));
        QCOMPARE(played.state("make-folder@node1"), StepState::UpToDate);
        QVERIFY(played.toTheEnd([&] { played.run->undo(); }));
        QVERIFY2(played.succeeded, qPrintable(played.error.message));
        QCOMPARE(QDir(folder).entryList(QDir::Files), QStringList{u"config.json"_s});
        QVERIFY(mine.open(QIODevice::ReadOnly));
        QCOMPARE(mine.readAll(), QByteArray("mine"));
    }

    // An operator's tuning on the node: neither a second run nor undo may lose it.
    void whatWasChangedByHandIsKept()
    {
        NEEDS_LAB;
        const QString folder = lab.nodeFolder(0) + u"/work/deepseek/"_s + lab.deployment().name;
        const auto write = [&](const QByteArray &text) {
            QFile file(folder + u"/env.sh"_s);
            QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Append) && file.write(text) == text.size());
        };
        const auto read = [&](const QString &name) {
            QFile file(folder + u'/' + name);
            return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("(not there)");
        };
        const QString stateFile = own.filePath(u"run.json"_s);
        QByteArray ours;
        {
            Played played(lab, stateFile);
            QVERIFY(played.deploy({.until = u"copy-artifacts"_s}));
            QVERIFY2(played.succeeded, qPrintable(played.error.message));
            ours = read(u"env.sh"_s);
            write("# mine\n");
        }
        {
            Played played(lab, stateFile);
            QVERIFY(played.deploy({.until = u"copy-artifacts"_s}));
            QVERIFY2(played.succeeded, qPrintable(played.error.message));
            QCOMPARE(read(u"env.sh"_s), ours);
            QCOMPARE(read(u"env.sh.changed-by-hand"_s), ours + "# mine\n");
            const QString said = played.run->message(played.step(u"copy-artifacts@node1"_s));
            QVERIFY2(said.contains(u"env.sh had been changed by hand"_s), qPrintable(said));
            write("# mine again\n");
        }
        Played played(lab, stateFile);
        QVERIFY(played.toTheEnd([&] { played.run->undo(); }));
        QVERIFY2(played.succeeded, qPrintable(played.error.message));
        QCOMPARE(QDir(folder).entryList(QDir::Files | QDir::Hidden),
                 (QStringList{u"env.sh.changed-by-hand"_s, u"env.sh.changed-by-hand-2"_s}));
        QCOMPARE(read(u"env.sh.changed-by-hand"_s), ours + "# mine\n");
        QCOMPARE(read(u"env.sh.changed-by-hand-2"_s), ours + "# mine again\n");
        QVERIFY(QDir(folder).removeRecursively());
    }

    // What the service reads is in the container: an edit there is kept, too, by the next run and by an undo, and what
    // follows from it says why.
    void whatWasChangedInTheContainerIsKept()
    {
        NEEDS_LAB;
        const QString folder = lab.nodeFolder(0) + u"/work/deepseek/"_s + lab.deployment().name;
        const QString stateFile = own.filePath(u"run.json"_s);
        const QString container = stringAt(
            *effectiveSettings(*findRecipe(lab.deployment().recipe), lab.deployment().settings), "containerName");
        const QString config = u"/usr/local/Ascend/mindie/latest/mindie-service/conf/config.json"_s;
        const auto inside = [&](const QString &script) {
            int code = -1;
            const QByteArray out = onNode(
                lab, u"node1"_s, {u"docker"_s, u"exec"_s, container, u"sh"_s, u"-c"_s, script, u"sh"_s, config}, &code);
            return code == 0 ? out : "failed: " + out;
        };
        const auto read = [&](const QString &name) {
            QFile file(folder + u'/' + name);
            return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("(not there)");
        };
        const auto differs = [&](const QByteArray &state) {
            QProcess diff;
            diff.start(QStringLiteral(ASC_BIN_DIR "/ascendctl"), {u"diff"_s, lab.deploymentFile()});
            if (!diff.waitForFinished(deployTimeout))
                return false;
            const QByteArray out = diff.readAllStandardOutput();
            const QByteArray line
                = state.leftJustified(9) + "  node1:" + container.toUtf8() + ':' + config.toUtf8() + '\n';
            if (out.contains('\x1b') || out.contains('\x07')) { // what a node holds is shown, not sent
                qWarning("%s", out.toPercentEncoding(" \n").constData());
                return false;
            }
            if (!out.contains(line) || diff.exitCode() != (state == "same" ? 0 : 1))
                qWarning("%d\n%s", diff.exitCode(), out.constData());
            return out.contains(line) && diff.exitCode() == (state == "same" ? 0 : 1);
        };
        {
            Played played(lab, stateFile);
            QVERIFY(played.deploy({.until = u"wait-ready"_s}));
            QVERIFY2(played.succeeded, qPrintable(played.error.message));
            // the image's own configuration is nobody's edit
            QCOMPARE(QDir(folder).entryList({u"*.changed-by-hand*"_s}), QStringList());
        }
        const QByteArray ours = inside(u"cat \"$1\""_s);
        QCOMPARE(ours, read(u"config.json"_s));
        QVERIFY(differs("same"));
        QCOMPARE(inside(u"chmod 666 \"$1\""_s), QByteArray()); // as --check and a run see it
        QVERIFY(differs("different"));
        QCOMPARE(inside(u"chmod 640 \"$1\""_s), QByteArray());
        QVERIFY(differs("same"));
        QCOMPARE(inside(u"printf '\\033]0;title\\007\\n' >>\"$1\""_s), QByteArray());
        QVERIFY(differs("different"));
        {
            Played played(lab, stateFile);
            QVERIFY(played.deploy({.until = u"wait-ready"_s}));
            QVERIFY2(played.succeeded, qPrintable(played.error.message));
            QCOMPARE(inside(u"cat \"$1\""_s), ours);
            QCOMPARE(read(u"config.json.in-container.changed-by-hand"_s), ours + "\x1b]0;title\x07\n");
            QString said = played.run->message(played.step(u"copy-into-container@node1"_s));
            QVERIFY2(said.contains(config + u" in the container had been changed by hand"_s), qPrintable(said));
            QVERIFY2(said.contains(u"config.json.in-container.changed-by-hand"_s), qPrintable(said));
            QVERIFY(played.logs[played.step(u"copy-into-container@node1"_s)].contains("changed by hand; what it was"));
            said = played.run->message(played.step(u"stop-stale@node1"_s));
            QVERIFY2(said.contains(u"it was ended because"_s)
                         && said.contains(config + u" (it had been changed by hand)"_s),
                     qPrintable(said));
        }
        QCOMPARE(inside(u"echo '{}' >\"$1\""_s), QByteArray());
        Played played(lab, stateFile);
        QVERIFY(played.toTheEnd([&] { played.run->undo(); }));
        QVERIFY2(played.succeeded, qPrintable(played.error.message + played.error.detail));
        QCOMPARE(onNode(lab, u"node1"_s, {u"docker"_s, u"ps"_s, u"-aq"_s}), QByteArray());
        QCOMPARE(QDir(folder).entryList(QDir::Files | QDir::Hidden),
                 (QStringList{u"config.json.in-container.changed-by-hand"_s,
                              u"config.json.in-container.changed-by-hand-2"_s}));
        QCOMPARE(read(u"config.json.in-container.changed-by-hand-2"_s), QByteArray("{}\n"));
        QVERIFY(QDir(folder).removeRecursively());
    }

    // Where it cannot be kept, a sentence says so, and where hard links are not to be had it is copied.
    void whatCannotBeLinkedIsCopiedOrNamed()
    {
        NEEDS_LAB;
        const QString folder = lab.nodeFolder(0) + u"/work/deepseek/"_s + lab.deployment().name;
        const QString stateFile = own.filePath(u"run.json"_s);
        const auto tool = [&](const QString &name, const QByteArray &script) {
            const QString path = lab.nodeFolder(0) + u"/usr/local/bin/"_s + name;
            QFile file(path);
            QVERIFY(QDir().mkpath(QFileInfo(path).path()) && file.open(QIODevice::WriteOnly | QIODevice::Truncate));
            file.write("#!/bin/sh\n" + script + '\n');
            QVERIFY(file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
        };
        const auto read = [&](const QString &name) {
            QFile file(folder + u'/' + name);
            return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("(not there)");
        };
        tool(u"ln"_s, "echo 'ln: failed to create hard link: Operation not permitted' >&2; exit 1");
        {
            Played played(lab, stateFile);
            QVERIFY(played.deploy({.until = u"copy-artifacts"_s}));
            QVERIFY2(played.succeeded, qPrintable(played.error.message));
        }
        QFile file(folder + u"/env.sh"_s);
        QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate) && file.write("mine\n") == 5);
        file.close();
        tool(u"lsattr"_s, "echo \"----i---------e------- $3\"");
        for (const bool isUndo : {false, true}) {
            Played played(lab, stateFile);
            if (isUndo)
                QVERIFY(played.toTheEnd([&] { played.run->undo(); }));
            else
                QVERIFY(played.deploy({.until = u"copy-artifacts"_s}));
            QVERIFY(!played.succeeded);
            const Error failure = played.run->failure(played.step(u"copy-artifacts@node1"_s));
            QVERIFY2(failure.message.contains(u"/env.sh was changed by hand and is locked against any change"_s),
                     qPrintable(failure.message));
            QVERIFY2(failure.facts.value(u"remedy"_s).contains(u"chattr -ia -- "_s), qPrintable(failure.message));
            QCOMPARE(read(u"env.sh"_s), QByteArray("mine\n"));
        }
        QVERIFY(QFile::remove(lab.nodeFolder(0) + u"/usr/local/bin/lsattr"_s));
        tool(u"cp"_s, "echo 'cp: No space left on device' >&2; exit 1");
        {
            Played played(lab, stateFile);
            QVERIFY(played.deploy({.until = u"copy-artifacts"_s}));
            QVERIFY(!played.succeeded);
            QVERIFY2(played.error.message.contains(u"what it holds could not be kept in "_s)
                         && played.error.detail.contains(u"No space left"_s),
                     qPrintable(played.error.message));
        }
        QVERIFY(QFile::remove(lab.nodeFolder(0) + u"/usr/local/bin/cp"_s));
        Played played(lab, stateFile);
        QVERIFY(played.deploy({.until = u"copy-artifacts"_s}));
        QVERIFY2(played.succeeded, qPrintable(played.error.message));
        QCOMPARE(read(u"env.sh.changed-by-hand"_s), QByteArray("mine\n"));
        QVERIFY(read(u"env.sh"_s) != "mine\n");
        QCOMPARE(QDir(folder).entryList({uploadPrefix + u'*'}, QDir::Files | QDir::Hidden), QStringList());
        // What others have there is named, what is kept of ours is not theirs.
        QFile theirs(folder + u"/notes.txt"_s);
        QVERIFY(theirs.open(QIODevice::WriteOnly));
        QVERIFY(played.toTheEnd([&] { played.run->undo(); }));
        QVERIFY(!played.succeeded);
        const Error failure = played.run->failure(played.step(u"make-folder@node1"_s));
        QVERIFY2(failure.message.endsWith(u"stays: it holds notes.txt."_s), qPrintable(failure.message));
        QVERIFY2(failure.facts.value(u"remedy"_s).contains(u"That is not of this run"_s)
                     && failure.facts.value(u"remedy"_s).contains(u".changed-by-hand"_s),
                 qPrintable(failure.facts.value(u"remedy"_s)));
    }

    // Undo asks by trying: a folder that is not empty refuses, and that is no failure among the commands.
    // What the Activity page shows as failed is what failed: a run that succeeds asks, and some answers are no.
    void aRunThatSucceedsHasNoFailedCommand()
    {
        NEEDS_LAB;
        Played played(lab, own.filePath(u"run.json"_s));
        QVERIFY(played.deploy());
        QVERIFY2(played.succeeded, qPrintable(played.error.message));
        QVERIFY(played.deploy());        // and what it asks where everything holds
        QVERIFY2(played.succeeded, qPrintable(played.error.message));
        QVERIFY(played.toTheEnd([&] { played.run->undo(); }));
        QVERIFY2(played.succeeded, qPrintable(played.error.message));
        int answeredNo = 0;
        for (const CommandRecord &record : played.commands()) {
            if (record.exitCode == 0 || record.wasStopped) // a log that was followed to what it waits for
                continue;
            QVERIFY2(record.isQuestion && record.exitCode, qPrintable(record.line + u' ' + record.error));
            ++answeredNo;
        }
        QVERIFY(answeredNo > 0);
    }

    void refusedRmdirIsAnAnswer()
    {
        NEEDS_LAB;
        Played played(lab, own.filePath(u"run.json"_s));
        QVERIFY(played.deploy({.until = u"copy-artifacts"_s}));
        QVERIFY2(played.succeeded, qPrintable(played.error.message));
        QFile theirs(lab.nodeFolder(0) + u"/work/deepseek/"_s + lab.deployment().name + u"/notes.txt"_s);
        QVERIFY(theirs.open(QIODevice::WriteOnly));
        QVERIFY(played.toTheEnd([&] { played.run->undo(); }));
        QVERIFY(!played.succeeded);
        int refused = 0;
        for (const CommandRecord &record : played.commands()) {
            if (!record.line.startsWith("rmdir"_L1) || record.exitCode == 0)
                continue;
            ++refused;
            QVERIFY2(record.isQuestion, qPrintable(record.line)); // what the Activity page counts as "answered no"
        }
        QCOMPARE(refused, 1);
    }

    void changedSettingsRestartTheServiceWithTheNewFiles()
    {
        NEEDS_LAB;
        const QString stateFile = own.filePath(u"run.json"_s);
        {
            Played played(lab, stateFile);
            QVERIFY(played.deploy({.until = u"wait-ready"_s}));
            QVERIFY2(played.succeeded, qPrintable(played.error.message));
        }
        Deployment changed = lab.deployment();
        changed.settings["maxBatchSize"] = 100;
        Played played(stateFile, changed);
        QVERIFY(played.run->wasRunOtherwise());
        QVERIFY(played.deploy({.until = u"wait-ready"_s}));
        QVERIFY(!played.run->wasRunOtherwise());
        QVERIFY2(played.succeeded, qPrintable(played.error.message + played.error.detail));
        QCOMPARE(played.state("container@node1"), StepState::UpToDate);
        for (const char *id : {"copy-artifacts@node1", "copy-into-container@node1", "stop-stale@node1",
                               "stop-stale@node2", "start@node1"})
            QCOMPARE(played.state(id), StepState::Done);

        // One node's file is another one now: a service of several nodes starts anew on all of them.
        QVERIFY(QFile::remove(lab.nodeFolder(1) + u"/work/deepseek/"_s + lab.deployment().name + u"/env.sh"_s));
        int code = -1;
        onNode(lab, u"node2"_s,
               {u"docker"_s, u"exec"_s,
                stringAt(*effectiveSettings(*findRecipe(changed.recipe), changed.settings), "containerName"), u"sh"_s,
                u"-c"_s, u"rm -f /work/deepseek/*/env.sh"_s},
               &code);
        QCOMPARE(code, 0);
        QVERIFY(played.deploy({.until = u"wait-ready"_s}));
        QVERIFY2(played.succeeded, qPrintable(played.error.message + played.error.detail));
        QCOMPARE(played.state("copy-into-container@node1"), StepState::UpToDate);
        QCOMPARE(played.state("copy-into-container@node2"), StepState::Done);
        for (const char *id : {"stop-stale@node1", "stop-stale@node2", "start@node1", "start@node2"})
            QCOMPARE(played.state(id), StepState::Done);
    }

    void failingServiceIsExplained()
    {
        NEEDS_LAB;
        const QString weights = u"/work/deepseek/parameters/DeepseekV3.2-quant/config.json"_s;
        QFile config(lab.nodeFolder(0) + weights);
        // MindIE wants 640
        QVERIFY(config.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ReadOther | QFile::WriteOther));
        Played played(lab, own.filePath(u"run.json"_s));
        QVERIFY(played.deploy());
        QVERIFY(!played.succeeded);
        // it was quicker than the look after the start
        const bool atOnce = played.state("start@node1") == StepState::Failed;
        QVERIFY2(atOnce || played.state("wait-ready@node1") == StepState::Failed,
                 qPrintable(played.error.message + played.error.detail));
        QVERIFY2(!played.error.facts[u"cause"_s].isEmpty(), qPrintable(played.error.message + played.error.detail));
        const QString remedy = played.error.facts[u"remedy"_s];
        QVERIFY2(remedy.contains(u"chmod 750"_s) && remedy.contains(u"ls -ld"_s) && remedy.contains(u"safe_path.cpp"_s),
                 qPrintable(remedy));
        QVERIFY(played.state("wait-ready@node2") != StepState::Running);
    }

    // The nodes wait for each other, and neither log has a word of why.
    void whatMakesAStartHangIsNamed()
    {
        NEEDS_LAB;
        const QList<Node> nodes = lab.deployment().nodes;
        const auto said = [&](const Node &node) {
            const Result<std::unique_ptr<Shell>> shell = shellFactoryFor(node, {})({});
            StepContext context;
            context.node = node;
            context.whole = lab.deployment();
            Json data;
            StepIo io{context, **shell, {}, [](const QByteArray &) {}, data, [] { return Result<void>(); }, {},
                      [](const Node &other) { return shellFactoryFor(other, {})({}); }};
            return inLanguage(whatHoldsUp(io), u"en"_s);
        };
        QVERIFY(lab.fault(1, u"link-down"_s));
        QString words = said(nodes[0]);
        QVERIFY2(words.contains("network.link says: "_L1) && words.contains(nodes[1].name)
                     && words.contains("device 2"_L1),
                 qPrintable(words));
        QCOMPARE(said(nodes[1]), QString()); // once is enough
        QVERIFY(lab.clear(1));
        QVERIFY(lab.fault(1, u"tls-differs"_s));
        words = said(nodes[0]);
        QVERIFY2(words.contains("network.tls-equal"_L1) && !words.contains("network.link"_L1), qPrintable(words));
    }

    void stopEndsItSoonAndItGoesOnLater()
    {
        NEEDS_LAB;
        Played played(lab, own.filePath(u"run.json"_s));
        qint64 took = -1;
        QElapsedTimer timer;
        connect(played.run.get(), &DeployRun::stepChanged, &played, [&](int step, StepState state) {
            if (took < 0 && state == StepState::Running && played.run->plan().steps[step].id == "wait-ready@node2"_L1) {
                took = 0;
                QTimer::singleShot(300, &played, [&] {
                    timer.start();
                    played.run->stop();
                });
            }
        });
        connect(played.run.get(), &DeployRun::finished, &played, [&] { took = timer.elapsed(); });
        QVERIFY(played.deploy());
        QVERIFY(!played.succeeded);
        QCOMPARE(played.error.kind, ErrorKind::Canceled);
        QVERIFY2(took <= stopLimitMs, qPrintable(QString::number(took)));
        QCOMPARE(played.state("wait-ready@node1"), StepState::Stopped);
        QVERIFY(played.deploy({.resume = true, .until = u"confirm"_s}));
        QVERIFY2(played.succeeded, qPrintable(played.error.message));
        QCOMPARE(played.state("start@node1"), StepState::UpToDate);
        // The daemon leads a group; on the host's /dev/shm another service has files with names like its own.
        const auto memory = [&] { return onNode(lab, u"node1"_s, {u"ls"_s, u"/dev/shm"_s}); };
        onNode(lab, u"node1"_s, {u"touch"_s, u"/dev/shm/4711_llm_backend_0"_s});
        QCOMPARE(memory().count("_0_execute"), 2);
        const QList<qint64> group = withMapped(lab.folder(), QByteArrayLiteral("_0_execute"));
        QCOMPARE(group.size(), 4); // two workers on each node
        QVERIFY(played.toTheEnd([&] { played.run->stopService(); }));
        QVERIFY2(played.succeeded, qPrintable(played.error.message));
        QCOMPARE(withMapped(lab.folder(), QByteArrayLiteral("_0_execute")), QList<qint64>());
        QCOMPARE(memory(), QByteArray("4711_llm_backend_0\n"));
        QCOMPARE(played.state("start@node1"), StepState::Pending);
    }

    void twoRunsOfOneDeploymentDoNotMeet()
    {
        NEEDS_LAB;
        Played one(lab, own.filePath(u"run.json"_s)), other(lab, own.filePath(u"run.json"_s));
        one.run->start({.until = u"make-folder"_s});
        QVERIFY(other.deploy());
        QVERIFY(!other.succeeded);
        QVERIFY2(other.error.message.contains(u"Another run"_s), qPrintable(other.error.message));
        QTRY_VERIFY_WITH_TIMEOUT(one.ended, deployTimeout);
        QVERIFY(one.succeeded);
    }

    // The installer's restart would end it in the middle.
    void nothingIsBegunWhereADriverIsInstalled()
    {
        NEEDS_LAB;
        QTemporaryDir home;
        qputenv("XDG_STATE_HOME", home.path().toUtf8());
        const auto restore = qScopeGuard([] { qunsetenv("XDG_STATE_HOME"); });
        Played played(lab, own.filePath(u"run.json"_s));
        {
            const Result<MachineLock> installer
                = MachineLock::take(lab.deployment().nodes.last(), MachineLock::Work::Install);
            QVERIFY(installer);
            played.run->start({.until = u"make-folder"_s});
            QTRY_VERIFY(played.ended);
            QVERIFY(!played.succeeded);
            QVERIFY2(played.error.message.contains(u"being installed on node2"_s), qPrintable(played.error.message));
            QVERIFY(played.commands().isEmpty());
        }
        Played after(lab, own.filePath(u"run.json"_s));
        after.run->start({.until = u"make-folder"_s});
        QTRY_VERIFY_WITH_TIMEOUT(after.ended, deployTimeout);
        QVERIFY2(after.succeeded, qPrintable(after.error.message));
    }

    void changedFactsStopItBeforeAnythingIsChanged()
    {
        NEEDS_LAB;
        Played played(lab, own.filePath(u"run.json"_s));
        QVERIFY(lab.fault(1, u"wrong-device-ip"_s, {u"1"_s, u"10.20.9.9"_s}));
        QVERIFY(played.deploy());
        QVERIFY(!played.succeeded);
        QCOMPARE(played.state("preflight@node2"), StepState::Failed);
        QVERIFY2(played.error.message.contains(u"10.20.9.9"_s), qPrintable(played.error.message));
        // made anew by it the files would hold until the next restart
        const QString remedy = played.error.facts.value(u"remedy"_s);
        QVERIFY2(remedy.startsWith(u"On node2 a card has another address than /etc/hccn.conf gives it: device 1 has "
                                   "10.20.9.9, the file says 10.20."_s),
                 qPrintable(remedy));
        for (const CommandRecord &record : played.commands())
            QVERIFY2(!changesSomething(record.line), qPrintable(record.line));
    }
};

QTEST_GUILESS_MAIN(TestDeployRun)
#include "tst_deployrun.moc"
