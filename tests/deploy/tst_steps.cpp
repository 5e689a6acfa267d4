// Single steps, played against a scripted node from records as a run leaves them that was cut off in the middle: what
// was there before comes back, whatever the moment was.
#include "core/deploy/containersteps.h"
#include "core/deploy/filesteps.h"
#include "core/deploy/interruptsteps.h"
#include "core/deploy/steprunner.h"
#include "core/deploy/targetfolder.h"
#include "tests/support/scriptedshell.h"

#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;

namespace {

const QString file = u"/work/d/start.sh"_s, kept = file + u".before-ascend-console"_s;

StepContext contextOf()
{
    StepContext context;
    context.node.name = u"node1"_s;
    context.owner = u"0123456789abcdef"_s;
    context.launch.folder = u"/work/d"_s;
    Artifact artifact;
    artifact.remotePath = file;
    artifact.content = "ours";
    context.files << artifact;
    return context;
}

// What folderLookProbe() tells of the folder: it is this run's, and holds the entries ("81a4 0 0 /work/d/start.sh").
QByteArray lookWith(const QByteArrayList &entries)
{
    return "0 0\n41ed 0 0 /work\n41ed 0 0 /work/d\n" + entries.join('\n') + (entries.isEmpty() ? "" : "\n")
        + "mark 0123456789abcdef alice@desk\n";
}

// A node whose interrupts are bound to what is written, two chips with four processors each.
class BoundShell : public ScriptedShell
{
public:
    QMap<QString, QString> bound;        // by interrupt

    BoundShell()
    {
        answer(u"npu-smi info -t topo"_s, "           NPU0       NPU1       CPU Affinity\n"
                                          "NPU0       X          HCCS       0-3\n"
                                          "NPU1       HCCS       X          4-7\n");
    }
    Result<CommandOutput> run(const Command &command, std::stop_token stop, const OutputHandler &onOutput) override
    {
        const QString script = command.argv.value(2);
        const QStringList words = command.argv.mid(4);
        QByteArray out;
        if (script.contains(u"/proc/interrupts"_s)) {
            out = "600 603 \n0000:c0:00.0 600 601\n0000:c1:00.0 603 604\ninactive\n";
        } else if (script.contains(u"cat \"/proc/irq/"_s)) {
            for (const QString &interrupt : words)
                out += (interrupt + u' ' + bound.value(interrupt) + u'\n').toUtf8();
        } else if (script.contains(u">\"/proc/irq/"_s)) {
            for (qsizetype i = 0; i + 1 < words.size(); i += 2)
                bound[words[i]] = words[i + 1];
        } else {
            return ScriptedShell::run(command, stop, onOutput);
        }
        return CommandOutput{0, out, {}, false, {}};
    }
};

StepContext twoChips()
{
    StepContext context;
    context.node.name = u"node1"_s;
    context.launch.interrupts = u"bind"_s;
    context.facts.name = u"node1"_s;
    context.facts.npuSmi = NpuSmiInfo();
    for (int i = 0; i < 2; ++i) {
        NpuChip chip;
        chip.npu = i;
        chip.chip = 0;
        chip.busId = u"0000:C%1:00.0"_s.arg(i);
        context.facts.npuSmi->chips << chip;
        context.facts.deviceIds << i;
    }
    return context;
}

// A node without flock, where what takes long is run as any other command.
class PullingShell : public ScriptedShell
{
public:
    Result<CommandOutput> run(const Command &command, std::stop_token stop, const OutputHandler &onOutput) override
    {
        if (command.argv.value(0) == u"sh"_s)
            return CommandOutput{95, {}, {}, false, {}};
        return ScriptedShell::run(command, stop, onOutput);
    }
};

// A record and what a step is given of it.
struct Play
{
    StepContext context;
    Json data;
    QByteArray log;

    StepIo io(Shell &shell)
    {
        return {context, shell, {}, [this](const QByteArray &piece) { log += piece; }, data,
                [] { return Result<void>(); }, {}};
    }
};

} // namespace

class TestSteps : public QObject
{
    Q_OBJECT

private slots:
    // Between the record that an original is to be kept, and the link that keeps it: the file is still somebody's.
    void anOriginalThatWasNotKeptYetIsKeptBeforeOursTakesItsPlace_data()
    {
        QTest::addColumn<bool>("isLinked");
        QTest::newRow("cut off before the link") << false;
        QTest::newRow("cut off after it") << true;
    }
    void anOriginalThatWasNotKeptYetIsKeptBeforeOursTakesItsPlace()
    {
        QFETCH(bool, isLinked);
        Play play{contextOf(),
                  {{"owner", "0123456789abcdef"},
                   {"folder", "/work/d"},
                   {"files", {{file.toStdString(), kept.toStdString()}}},
                   {"backing", file.toStdString()}},
                  {}};
        QByteArrayList entries{"81a4 0 0 " + file.toUtf8()};
        if (isLinked)
            entries << "81a4 0 0 " + kept.toUtf8();
        ScriptedShell shell;
        shell.answer(quoted(folderLookProbe(u"/work/d"_s)), lookWith(entries));
        shell.answer(quoted(filesProbe(play.context.files)), "644 " + QByteArray(64, 'a') + '\n');
        shell.answer(quoted(leftoversCommand(u"/work/d"_s, {u"start.sh"_s})), {});
        const QString link = quoted({u"ln"_s, u"-T"_s, u"--"_s, file, kept});
        shell.answer(link, {});
        StepIo io = play.io(shell);
        const Result<void> copied = copyFiles(io);
        QVERIFY2(copied, copied ? "" : qPrintable(copied.error().message));
        QCOMPARE(shell.asked.count(link), isLinked ? 0 : 1);
        QCOMPARE(shell.uploads.value(file).first, QByteArray("ours"));
        QVERIFY(!play.data.contains("backing"));
        QCOMPARE(stringAt(play.data["files"], file.toUtf8().constData()), kept);
    }

    void undoPutsBackWhatWasKeptAndTouchesNothingElse_data()
    {
        QTest::addColumn<bool>("isLinked");
        QTest::newRow("cut off before the link") << false;
        QTest::newRow("cut off after it") << true;
    }
    void undoPutsBackWhatWasKeptAndTouchesNothingElse()
    {
        QFETCH(bool, isLinked);
        Play play{contextOf(),
                  {{"owner", "0123456789abcdef"},
                   {"folder", "/work/d"},
                   {"files", {{file.toStdString(), kept.toStdString()}}},
                   {"backing", file.toStdString()}},
                  {}};
        QByteArrayList entries{"81a4 0 0 " + file.toUtf8()};
        if (isLinked)
            entries << "81a4 0 0 " + kept.toUtf8();
        ScriptedShell shell;
        shell.answer(quoted(folderLookProbe(u"/work/d"_s)), lookWith(entries));
        shell.answer(quoted(leftoversCommand(u"/work/d"_s, {u"start.sh"_s})), {});
        const QString back = quoted({u"sh"_s, u"-c"_s, u"[ ! -e \"$1\" ] || mv -fT -- \"$1\" \"$2\""_s, u"sh"_s, kept,
                                     file});
        shell.answer(back, {});
        const QString mark = markPath(u"/work/d"_s);
        shell.answer(quoted({u"rm"_s, u"-f"_s, u"--"_s, mark, mark + u".0123456789abcdef"_s}), {});
        StepIo io = play.io(shell);
        const Result<void> undone = undoCopies(io);
        QVERIFY2(undone, undone ? "" : qPrintable(undone.error().message));
        QCOMPARE(shell.asked.count(back), isLinked ? 1 : 0);
        QVERIFY(!shell.asked.contains(quoted({u"rm"_s, u"-f"_s, u"--"_s, file})));
    }

    // Who is told of another way to the registry looks for a network fault; here the registry has answered.
    void aRefusedPullSaysWhatToDoAboutTheRefusal_data()
    {
        QTest::addColumn<QString>("runtime");
        QTest::addColumn<QByteArray>("said");
        QTest::addColumn<QString>("remedy");
        const auto row = [](const char *name, const char *runtime, const char *said, const char *remedy) {
            QTest::newRow(name) << QString::fromLatin1(runtime) << QByteArray(said) << QString::fromLatin1(remedy);
        };
        const char *const check = "check name and tag there", *const docker = "(docker login quay.io:8443)",
                          *const way = "Without a way to the registry";
        row("docker, tag", "docker",
            "Error response from daemon: manifest for quay.io:8443/a/b:1 not found: manifest unknown: manifest unknown",
            check);
        row("podman, tag", "podman",
            "Error: initializing source docker://quay.io:8443/a/b:1: reading manifest 1 in quay.io:8443/a/b: manifest "
            "unknown",
            check);
        row("Harbor", "docker", "Error response from daemon: unknown: artifact a/b:1 not found", check);
        row("containerd", "docker",
            "Error response from daemon: failed to resolve reference \"quay.io:8443/a/b:1\": quay.io:8443/a/b:1: not "
            "found",
            check);
        row("denied", "docker",
            "Error response from daemon: pull access denied for quay.io:8443/a/b, repository does not exist or may "
            "require 'docker login': denied: requested access to the resource is denied",
            docker);
        row("unauthorized", "docker",
            "Error response from daemon: unauthorized: access to the requested resource is not authorized", docker);
        row("podman, unauthorized", "podman",
            "Error: initializing source docker://quay.io:8443/a/b:1: Requesting bearer token: invalid status code from "
            "registry 401 (Unauthorized)",
            "(podman login quay.io:8443)");
        row("no network", "docker",
            "Error response from daemon: Get \"https://quay.io:8443/v2/\": dial tcp: lookup quay.io: no such host",
            way);
        row("docker's socket", "docker",
            "permission denied while trying to connect to the Docker daemon socket at unix:///var/run/docker.sock",
            way);
    }

    void aRefusedPullSaysWhatToDoAboutTheRefusal()
    {
        QFETCH(QString, runtime);
        QFETCH(QByteArray, said);
        QFETCH(QString, remedy);
        Play play{contextOf(), Json::object(), {}};
        play.context.launch.runtime = runtime;
        play.context.launch.image = u"quay.io:8443/a/b:1"_s;
        PullingShell shell;
        shell.answer(runtime + u" pull quay.io:8443/a/b:1"_s, {}, 1, said + '\n');
        StepIo io = play.io(shell);
        const Result<void> pulled = pullImage(io);
        QVERIFY(!pulled);
        const Error error = told(pulled.error());
        const QString advice = error.facts.value(u"remedy"_s);
        QVERIFY2(error.message.contains(u"could not be pulled: "_s), qPrintable(error.message));
        QVERIFY2(advice.contains(remedy), qPrintable(advice));
        QCOMPARE(advice.contains(u"docker save"_s), remedy.startsWith(u"Without"_s));
    }

    void aFolderInTheFilesPlaceStays()
    {
        Play play{contextOf(),
                  {{"owner", "0123456789abcdef"}, {"folder", "/work/d"}, {"files", {{file.toStdString(), ""}}}},
                  {}};
        ScriptedShell shell;
        shell.answer(quoted(folderLookProbe(u"/work/d"_s)), lookWith({"41ed 0 0 " + file.toUtf8()}));
        shell.answer(quoted(leftoversCommand(u"/work/d"_s, {u"start.sh"_s})), {});
        const QString mark = markPath(u"/work/d"_s);
        shell.answer(quoted({u"rm"_s, u"-f"_s, u"--"_s, mark, mark + u".0123456789abcdef"_s}), {});
        StepIo io = play.io(shell);
        const Result<void> undone = undoCopies(io);
        QVERIFY2(undone, undone ? "" : qPrintable(undone.error().message));
        QVERIFY2(io.note.contains(file), qPrintable(io.note));
        QVERIFY(!shell.asked.contains(quoted({u"rm"_s, u"-f"_s, u"--"_s, file})));
    }

    // What a step noted before it failed is on the node: undo has work there, whatever the answer was.
    void aChangeThatFailedHalfWayIsStillToBeUndone_data()
    {
        QTest::addColumn<bool>("notes");
        QTest::newRow("it came to nothing") << false;
        QTest::newRow("it had begun") << true;
    }
    void aChangeThatFailedHalfWayIsStillToBeUndone()
    {
        QFETCH(bool, notes);
        static bool doesNote = false;
        doesNote = notes;
        const StepKind kind{"make-folder", [] { return u"Make the folder"_s; }, 1, false, nullptr, nullptr, nullptr,
                            [](StepIo &) { return Result<StepAnswer>(StepAnswer{false, u"not there"_s}); },
                            [](StepIo &io) -> Result<void> {
                                if (doesNote)
                                    io.data["made"] = Json::array({"/work"});
                                return stepFailure(io, u"No."_s, u"Try."_s);
                            },
                            [](StepIo &) { return Result<void>(); }};
        const QTemporaryDir folder;
        RunState state(folder.filePath(u"run.json"_s));
        QVERIFY(state.load());
        ScriptedShell shell;
        const StepOutcome outcome = runStep(kind, contextOf(), state, shell, {}, [](const QByteArray &) {});
        QCOMPARE(outcome.state, StepState::Failed);
        RunState read(folder.filePath(u"run.json"_s)); // as a resume finds it
        QVERIFY(read.load());
        QCOMPARE(read.step(u"make-folder@node1"_s).changed, notes);
    }

    // The disk of this computer got full while the step was at work: what it did is not denied.
    void aStateThatCannotBeWrittenDoesNotDenyTheChange()
    {
        static bool isThere = false;
        static QString runs;
        const QTemporaryDir folder;
        runs = folder.filePath(u"runs"_s);
        const StepKind kind{"start", [] { return u"Start"_s; }, 1, false, nullptr, nullptr, nullptr,
                            [](StepIo &) { return Result<StepAnswer>(StepAnswer{isThere, u"running, pid 7"_s}); },
                            [](StepIo &) -> Result<void> {
                                isThere = true;
                                QDir(runs).removeRecursively();
                                QFile file(runs); // no folder can be made there
                                return file.open(QIODevice::WriteOnly)
                                    ? Result<void>() : Error{ErrorKind::Storage, u"no file"_s, {}, {}};
                            },
                            nullptr};
        RunState state(runs + u"/run.json"_s);
        QVERIFY(state.load());
        ScriptedShell shell;
        const StepOutcome outcome = runStep(kind, contextOf(), state, shell, {}, [](const QByteArray &) {});
        QCOMPARE(outcome.state, StepState::Failed);
        const QString said = told(outcome.error).message;
        QVERIFY2(said.contains(u"cannot be written"_s) && said.contains(u"What this step did stands: running, pid 7."_s)
                     && !said.contains(u"nothing"_s), qPrintable(said));
    }

    void eachNodeGetsItsOwnFiles()
    {
        DeployPlan plan;
        for (const QString &name : {u"node1"_s, u"node2"_s}) {
            plan.deployment.nodes << Node{.name = name, .host = u"10.20.0.1"_s};
            Artifact own;
            own.node = name;
            own.path = name + u"/env.sh"_s;
            own.remotePath = u"/work/d/env.sh"_s;
            plan.artifacts.files << own;
        }
        Artifact shared, here;
        shared.path = u"hccl.json"_s;
        shared.remotePath = u"/work/d/hccl.json"_s;
        here.path = u"MANIFEST.json"_s; // put on no node
        plan.artifacts.files << shared << here;
        const auto pathsOf = [&](const QString &node) {
            QStringList paths;
            for (const Artifact &one : contextFor(plan, node).files)
                paths << one.path;
            return paths;
        };
        QCOMPARE(pathsOf(u"node1"_s), (QStringList{u"node1/env.sh"_s, u"hccl.json"_s}));
        QCOMPARE(pathsOf(u"node2"_s), (QStringList{u"node2/env.sh"_s, u"hccl.json"_s}));
    }

    // Undo puts back what somebody had set, never what an earlier run of ours did; and says what it leaves.
    void interruptsComeBackAsTheyWereBeforeUs()
    {
        BoundShell shell;
        shell.bound = {{u"600"_s, u"3"_s}, {u"601"_s, u"0-7"_s}, {u"603"_s, u"7"_s}, {u"604"_s, u"0-7"_s}};
        // 600: an earlier run bound it to another processor; 603: bound by it, and by somebody else since.
        Play play{twoChips(),
                  {{"before", {{"600", "0-7"}, {"603", "0-7"}}}, {"set", {{"600", "3"}, {"603", "4"}}}},
                  {}};
        StepIo io = play.io(shell);
        const Result<void> bound = bindInterrupts(io);
        QVERIFY2(bound, bound ? "" : qPrintable(bound.error().message + bound.error().detail));
        QCOMPARE(shell.bound, (QMap<QString, QString>{{u"600"_s, u"0"_s}, {u"601"_s, u"1"_s}, {u"603"_s, u"4"_s},
                                                      {u"604"_s, u"5"_s}}));
        shell.bound[u"601"_s] = u"0-7"_s; // put back by hand: nothing is left there
        shell.bound[u"604"_s] = u"6"_s;   // bound otherwise: it stays so
        const Result<void> undone = putInterruptsBack(io);
        QVERIFY2(undone, undone ? "" : qPrintable(undone.error().message));
        QCOMPARE(shell.bound, (QMap<QString, QString>{{u"600"_s, u"0-7"_s}, {u"601"_s, u"0-7"_s}, {u"603"_s, u"7"_s},
                                                      {u"604"_s, u"6"_s}}));
        QVERIFY2(io.note.startsWith(u"1 interrupts"_s), qPrintable(io.note));
        QVERIFY(play.data.empty());
    }
};

QTEST_GUILESS_MAIN(TestSteps)
#include "tst_steps.moc"
