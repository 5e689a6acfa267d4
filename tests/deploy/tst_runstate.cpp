#include "core/artifacts/artifactfolder.h"
#include "core/deploy/deployrun.h"
#include "core/deploy/runlock.h"
#include "core/deploy/servicesteps.h"
#include "core/deploy/step.h"
#include "core/nodes/simulation.h"
#include "core/runs/lastwork.h"
#include "core/runs/runstate.h"
#include "core/settings/settings.h"
#include "core/shell/atomicfile.h"
#include "tests/support/filesizelimit.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

class TestRunState : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    QString file(const char *name) const { return m_folder.filePath(QLatin1String(name)); }

private slots:
    void whatWasWrittenIsReadAgain()
    {
        const StepRecord record{
            StepState::Done, u"8 of 8 \"files\""_s, {}, 1234, true, Json{{"files", {{"/a b", ""}}}}};
        {
            RunState state(file("sub/run.json"));
            QVERIFY(state.load()); // not there yet: empty
            QVERIFY(state.set(u"copy-artifacts@node 1"_s, record));
            QVERIFY(state.set(u"start@node 1"_s, {StepState::Running, {}, {}, 0, true, Json::object()}));
        }
        RunState state(file("sub/run.json"));
        QVERIFY(state.load());
        QCOMPARE(state.step(u"copy-artifacts@node 1"_s), record);
        QCOMPARE(state.ids(), (QStringList{u"copy-artifacts@node 1"_s, u"start@node 1"_s}));
        QCOMPARE(state.step(u"never"_s), StepRecord());
    }

    void beginningAnewForgetsStatesButNotWhatIsOurs()
    {
        RunState state(file("anew.json"));
        QVERIFY(state.set(u"container@n"_s, {StepState::Done, u"running"_s, {}, 5, true, Json{{"container", "x"}}}));
        Deployment deployment;
        deployment.name = u"d"_s;
        state.begin(deployment, {u"container@n"_s});
        const StepRecord record = state.step(u"container@n"_s);
        QCOMPARE(record.state, StepState::Pending);
        QVERIFY(record.changed);
        QCOMPARE(stringAt(record.data, "container"), u"x"_s);
        QVERIFY(state.forget(u"container@n"_s, {}));
        QVERIFY(!state.step(u"container@n"_s).changed);
        QCOMPARE(state.step(u"container@n"_s).state, StepState::Undone);
    }

    // Two steps and a state had other names before version 3.
    void olderNamesAreUnderstood()
    {
        QFile older(file("older.json"));
        QVERIFY(older.open(QIODevice::WriteOnly | QIODevice::Truncate));
        older.write(
            R"({"version": 2, "run": "abc", "deployment": "d", "recipe": "r", "nodes": [{"name": "n", "address": "10.20.0.1"}],)"
            R"( "steps": [{"id": "fill-container@n", "state": "already-held", "message": "", "tookMs": 1, "changed": true},)"
            R"( {"id": "end-older@n", "state": "done", "message": "", "tookMs": 1, "changed": false}]})");
        older.close();
        RunState state(file("older.json"));
        QVERIFY(state.load());
        QCOMPARE(state.step(u"copy-into-container@n"_s).state, StepState::UpToDate);
        QVERIFY(state.step(u"copy-into-container@n"_s).changed);
        QCOMPARE(state.step(u"stop-stale@n"_s).state, StepState::Done);
        QCOMPARE(stepStateOf(u"already-held"_s), std::optional<StepState>());
    }

    void damagedStateIsRefusedNotTakenForEmpty()
    {
        for (const QByteArray &content :
             {QByteArray("{\"steps\": [{\"id\""), QByteArray("[]"), QByteArray("null"), QByteArray()}) {
            QFile broken(file("broken.json"));
            QVERIFY(broken.open(QIODevice::WriteOnly | QIODevice::Truncate));
            broken.write(content);
            broken.close();
            RunState state(file("broken.json"));
            const Result<void> loaded = state.load();
            QVERIFY2(!loaded, content.constData());
            QVERIFY(loaded.error().message.contains(u"broken.json"_s));
        }
    }

    void anotherShapeIsRefusedAndNamesTheMember_data()
    {
        QTest::addColumn<QByteArray>("member"); // JSON pointer of what is replaced
        QTest::addColumn<QByteArray>("value");
        QTest::newRow("version of the future") << QByteArray("/version") << QByteArray("99");
        QTest::newRow("version is no number") << QByteArray("/version") << QByteArray("\"2\"");
        QTest::newRow("version is nothing") << QByteArray("/version") << QByteArray("null");
        QTest::newRow("name is a number") << QByteArray("/deployment") << QByteArray("7");
        QTest::newRow("work nobody knows") << QByteArray("/work") << QByteArray("\"redo\"");
        QTest::newRow("nodes is no list") << QByteArray("/nodes") << QByteArray("{}");
        QTest::newRow("node without address") << QByteArray("/nodes/0/address") << QByteArray("[]");
        QTest::newRow("steps is no list") << QByteArray("/steps") << QByteArray("{}");
        QTest::newRow("step is no object") << QByteArray("/steps/0") << QByteArray("1");
        QTest::newRow("step nobody knows") << QByteArray("/steps/0/id") << QByteArray("\"format-disk@n\"");
        QTest::newRow("step without node") << QByteArray("/steps/0/id") << QByteArray("\"make-folder\"");
        QTest::newRow("state nobody knows") << QByteArray("/steps/0/state") << QByteArray("\"perhaps\"");
        QTest::newRow("time below zero") << QByteArray("/steps/0/tookMs") << QByteArray("-1");
        QTest::newRow("huge time") << QByteArray("/steps/0/tookMs") << QByteArray("99999999999999999999999");
        QTest::newRow("words are a list") << QByteArray("/steps/0/words") << QByteArray("[]");
        QTest::newRow("words of a language are a text") << QByteArray("/steps/0/words") << QByteArray(R"({"zh": "x"})");
        QTest::newRow("a word is a number") << QByteArray("/steps/0/words") << QByteArray(R"({"zh": {"message": 3}})");
        QTest::newRow("changed is a text") << QByteArray("/steps/0/changed") << QByteArray("\"yes\"");
        QTest::newRow("data is a list") << QByteArray("/steps/0/data") << QByteArray("[]");
        QTest::newRow("made is an object") << QByteArray("/steps/0/data/made") << QByteArray("{}");
        QTest::newRow("made holds a number") << QByteArray("/steps/0/data/made/0") << QByteArray("3");
        QTest::newRow("made is relative") << QByteArray("/steps/0/data/made/0") << QByteArray("\"work\"");
        QTest::newRow("made climbs") << QByteArray("/steps/0/data/made/0") << QByteArray("\"/work/../etc\"");
        QTest::newRow("files is a list") << QByteArray("/steps/1/data/files") << QByteArray("[1]");
        QTest::newRow("backup is null") << QByteArray("/steps/1/data/files/~1w~1a") << QByteArray("null");
        QTest::newRow("backup is an option") << QByteArray("/steps/1/data/files/~1w~1a") << QByteArray("\"-rf\"");
        QTest::newRow("engine is another program") << QByteArray("/steps/2/data/engine") << QByteArray("\"reboot\"");
        QTest::newRow("container is an option") << QByteArray("/steps/2/data/container") << QByteArray("\"--all\"");
        QTest::newRow("found is a text") << QByteArray("/steps/3/data/found") << QByteArray("\"docker\"");
        QTest::newRow("found in another program")
            << QByteArray("/steps/3/data/found")
            << QByteArray(R"({"engine": "reboot", "container": "c", "pidFile": "/p"})");
        QTest::newRow("found by no file")
            << QByteArray("/steps/3/data/found") << QByteArray(R"({"engine": "docker", "container": "c"})");
        QTest::newRow("stop is a text") << QByteArray("/steps/3/data/stop") << QByteArray("\"rm\"");
        QTest::newRow("stop holds null") << QByteArray("/steps/3/data/stop/0") << QByteArray("null");
        QTest::newRow("stop is another command")
            << QByteArray("/steps/3/data/stop") << QByteArray(R"(["rm", "-rf", "/", "x"])");
        QTest::newRow("stop is in another container") << QByteArray("/steps/3/data/stop/2") << QByteArray("\"other\"");
    }
    // Of two values under one key a reader takes either: a file that says two things is believed in neither.
    void aKeyThatStandsTwiceIsRefused()
    {
        const QByteArray text = R"({"version": 2, "run": "abc", "deployment": "d", "recipe": "r", "nodes": [],
            "steps": [{"id": "make-folder@n", "state": "done", "message": "", "tookMs": 1, "changed": true, %1
            "data": {"made": ["/w"]}}]})";
        QVERIFY(parseState(QByteArray(text).replace("%1", ""), u"s.json"_s));
        const Result<StateDocument> twice
            = parseState(QByteArray(text).replace("%1", "\"changed\": false,"), u"s.json"_s);
        QVERIFY(!twice);
        QVERIFY2(twice.error().message.contains(u"/steps/0/changed is there twice"_s),
                 qPrintable(twice.error().message));
    }

    void anotherShapeIsRefusedAndNamesTheMember()
    {
        QFETCH(QByteArray, member);
        QFETCH(QByteArray, value);
        Json json = Json::parse(
            R"({"version": 2, "run": "abc", "deployment": "d", "recipe": "r", "nodes": [{"name": "n", "address": "10.20.0.1"}], "steps": [
            {"id": "make-folder@n", "state": "done", "message": "", "tookMs": 1, "changed": true, "data": {"made": ["/w"]}},
            {"id": "copy-artifacts@n", "state": "done", "message": "", "tookMs": 1, "changed": true, "data": {"files": {"/w/a": ""}, "folder": "/w", "owner": "abc"}},
            {"id": "container@n", "state": "done", "message": "", "tookMs": 1, "changed": true, "data": {"engine": "docker", "container": "c", "deployment": "d", "owner": "abc"}},
            {"id": "start@n", "state": "done", "message": "", "tookMs": 1, "changed": true, "data": {"engine": "docker", "container": "c", "deployment": "d", "owner": "abc", "stop": ["docker", "exec", "c", "bash", "/w/stop.sh"]}}]})");
        const auto write = [&] {
            QFile other(file("other.json"));
            QVERIFY(other.open(QIODevice::WriteOnly | QIODevice::Truncate));
            other.write(prettyJson(json));
        };
        Deployment deployment;
        deployment.name = u"d"_s;
        deployment.nodes << Node{.name = u"n"_s, .host = u"10.20.0.1"_s};
        write();
        QVERIFY(RunState(file("other.json")).load(deployment)); // as it is, it is believed
        json[Json::json_pointer(member.toStdString())] = Json::parse(value.toStdString());
        write();
        RunState state(file("other.json"));
        const Result<void> loaded = state.load(deployment);
        QVERIFY(!loaded);
        QCOMPARE(loaded.error().kind, ErrorKind::Parse);
        QVERIFY2(loaded.error().message.contains(u"other.json"_s), qPrintable(loaded.error().message));
        const QString named = QString::fromLatin1(member).section(
            QLatin1Char('/'), 0,
            member.startsWith("/steps/1/data/files/") || member.startsWith("/steps/3/data/stop") ? 4 : 9);
        QVERIFY2(loaded.error().message.contains(named), qPrintable(loaded.error().message));
        QVERIFY(state.ids().isEmpty());
    }

    void nestingAndSizeHaveBounds()
    {
        for (const QByteArray &content :
             {QByteArray(200'000, '[') + QByteArray(200'000, ']'),
              "{\"version\": 2, \"steps\": [], \"x\": \"" + QByteArray(17 << 20, 'x') + "\"}"}) {
            QFile large(file("large.json"));
            QVERIFY(large.open(QIODevice::WriteOnly | QIODevice::Truncate));
            large.write(content);
            large.close();
            QVERIFY(!RunState(file("large.json")).load());
        }
    }

    void stateOfOtherNodesIsRefusedAndARenamedNodeIsFound()
    {
        Deployment deployment;
        deployment.name = u"d"_s;
        deployment.nodes << Node{.name = u"n"_s, .host = u"10.20.0.1"_s};
        {
            RunState state(file("nodes.json"));
            QVERIFY(state.load(deployment));
            state.begin(deployment, {});
            QVERIFY(state.set(u"container@n"_s, {StepState::Done, {}, {}, 5, true, Json{{"container", "x"}}}));
        }
        deployment.nodes[0].name = u"renamed"_s;
        RunState renamed(file("nodes.json"));
        QVERIFY(renamed.load(deployment));
        QVERIFY(renamed.step(u"container@renamed"_s).changed);
        deployment.nodes[0].host = u"10.20.0.2"_s;
        const Result<void> loaded = RunState(file("nodes.json")).load(deployment);
        QVERIFY(!loaded);
        QVERIFY2(loaded.error().message.contains(u"10.20.0.1"_s), qPrintable(loaded.error().message));
    }

    void aNodeThatTheDeploymentLostStaysInItsRun()
    {
        const QTemporaryDir home;
        qputenv("XDG_STATE_HOME", home.path().toUtf8());
        Deployment whole;
        whole.name = u"d"_s;
        Node lost{.name = u"b"_s, .host = u"10.20.0.2"_s, .port = 2222, .user = u"operator"_s};
        lost.other = Json{{"proxyJump", "gate"}, {"note", Json::array({Json::array()})}};
        whole.nodes << Node{.name = u"a"_s, .host = u"10.20.0.1"_s} << lost;
        const QString path = findStateFile(whole);
        {
            RunState state(path);
            QVERIFY(state.load(whole));
            state.begin(whole, {});
            QVERIFY(state.set(u"container@a"_s, {StepState::Done, {}, {}, 5, true, Json{{"container", "x"}}}));
            QVERIFY(state.set(u"container@b"_s, {StepState::Done, {}, {}, 5, true, Json{{"container", "x"}}}));
        }
        Deployment less = whole;
        less.nodes.removeLast();
        QCOMPARE(findStateFile(less), path);
        {
            DeployRun run(*planFromState(less, path), {}, path);
            QCOMPARE(run.formerNodes().size(), 1);
            Node reached = run.formerNodes().first();
            QCOMPARE(stringAt(reached.other, "proxyJump"), u"gate"_s);
            QVERIFY(!reached.other.contains("note"));
            reached.other = lost.other;
            QCOMPARE(reached, lost); // as it was logged in to
            QCOMPARE(run.madeOn(u"b"_s), QStringList{u"container x"_s});
            QVERIFY(run.canUndo());
            QCOMPARE(run.plan().steps.first().node, u"b"_s);
            QSignalSpy finished(&run, &DeployRun::finished);
            run.start();
            QCOMPARE(finished.size(), 1); // at once, and nothing was done
            QVERIFY(!finished[0][0].toBool());
            QVERIFY2(finished[0][1].value<Error>().message.contains(u"b (10.20.0.2:2222)"_s),
                     qPrintable(finished[0][1].value<Error>().message));
        }
        {
            RunState undoing(path); // an undo begins, and is killed
            QVERIFY(undoing.load(less));
            undoing.begin(less, {});
            QVERIFY(undoing.forget(u"container@a"_s, {}));
        }
        RunState whole2(path);
        QVERIFY(whole2.load(whole)); // the node is back
        QVERIFY(whole2.step(u"container@b"_s).changed);
        QVERIFY(whole2.formerNodes(whole).isEmpty());

        Deployment reused = less; // another machine has the name now
        reused.nodes << Node{.name = u"b"_s, .host = u"10.20.0.3"_s};
        RunState other(path);
        QVERIFY(other.load(reused));
        QVERIFY(!other.step(u"container@b"_s).changed);
        QCOMPARE(other.madeOn(u"b-former"_s), QStringList{u"container x"_s});
        Deployment stranger = less;
        stranger.name = u"e"_s;
        QVERIFY(findStateFile(stranger) != path);
        qunsetenv("XDG_STATE_HOME");
    }

    void whatFailsSaysHowThatSameWorkGoesOn_data()
    {
        QTest::addColumn<bool>("isStop");
        QTest::addColumn<QString>("goOn");
        QTest::newRow("stop") << true << u"Then stop it again"_s;
        QTest::newRow("undo") << false << u"Then undo again"_s;
    }
    void whatFailsSaysHowThatSameWorkGoesOn()
    {
        QFETCH(bool, isStop);
        QFETCH(QString, goOn);
        const QTemporaryDir folder;
        const QString path = folder.filePath(u"run.json"_s);
        Deployment deployment;
        deployment.name = u"d"_s;
        // nobody listens
        deployment.nodes << Node{.name = u"a"_s, .host = u"127.0.0.1"_s, .port = 1};
        {
            RunState state(path);
            QVERIFY(state.load(deployment));
            state.begin(deployment, {});
            QVERIFY(state.set(u"start@a"_s, {StepState::Done, {}, {}, 5, true, Json{{"container", "x"}}}));
        }
        DeployRun run(*planFromState(deployment, path), {}, path);
        QSignalSpy finished(&run, &DeployRun::finished);
        isStop ? run.stopService() : run.undo();
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, 30'000);
        const Error error = finished[0][1].value<Error>();
        QVERIFY2(error.facts.value(u"remedy"_s).contains(goOn),
                 qPrintable(error.message + error.facts.value(u"remedy"_s)));
    }

    void renamedDeploymentFindsItsRun_data()
    {
        QTest::addColumn<int>("version");
        QTest::newRow("as written today") << 2;
        QTest::newRow("written by an older program") << 1;
    }
    void renamedDeploymentFindsItsRun()
    {
        QFETCH(int, version);
        const QTemporaryDir home;
        qputenv("XDG_STATE_HOME", home.path().toUtf8());
        Deployment deployment;
        deployment.name = u"before"_s;
        deployment.recipe = u"r"_s;
        deployment.nodes << Node{.name = u"n"_s, .host = u"10.20.0.1"_s};
        const QString path = findStateFile(deployment);
        {
            RunState state(path);
            QVERIFY(state.load(deployment));
            state.begin(deployment, {});
            QVERIFY(state.set(u"container@n"_s, {StepState::Done, {}, {}, 5, true, Json{{"container", "x"}}}));
        }
        if (version == 1) {
            QFile old(path);
            QVERIFY(old.open(QIODevice::ReadWrite));
            Json json = *parseJson(old.readAll(), {});
            for (const char *key : {"run", "recipe", "nodes"})
                json.erase(key);
            json["version"] = 1;
            old.resize(0);
            old.seek(0);
            old.write(prettyJson(json));
        }
        deployment.name = u"after"_s;
        QCOMPARE(findStateFile(deployment), path);
        RunState found(path);
        QVERIFY(found.load(deployment));
        QCOMPARE(found.deployedAs(), u"before"_s);
        found.begin(deployment, {}); // an undo begins: what the nodes know is still the older name
        QCOMPARE(found.deployedAs(), u"before"_s);

        Deployment other = deployment;
        other.nodes[0].host = u"10.20.0.9"_s;
        QVERIFY(findStateFile(other) != path);
        other = deployment;
        other.settings["containerName"] = "y"; // stands beside it
        QVERIFY(findStateFile(other) != path);
        QVERIFY(found.forget(u"container@n"_s, {}));
        QCOMPARE(findStateFile(deployment), defaultStateFile(deployment)); // undone: nothing to find
        qunsetenv("XDG_STATE_HOME");
    }

    // Nothing asks for a name before a run. It is found when its nodes are put in another order, and when it gets one.
    void aRunWithoutANameIsFound()
    {
        const QTemporaryDir home;
        qputenv("XDG_STATE_HOME", home.path().toUtf8());
        const auto cleanUp = qScopeGuard([] { qunsetenv("XDG_STATE_HOME"); });
        Deployment deployment;
        deployment.recipe = u"r"_s;
        deployment.nodes << Node{.name = u"a"_s, .host = u"10.20.0.1"_s}
                         << Node{.name = u"b"_s, .host = u"10.20.0.2"_s};
        const QString path = findStateFile(deployment, u"/d.json"_s);
        {
            RunState state(path);
            QVERIFY(state.load(deployment, u"/d.json"_s));
            state.begin(deployment, {}, RunWork::Deploy, u"/d.json"_s);
            QVERIFY(state.set(u"container@a"_s, {StepState::Done, {}, {}, 5, true, Json{{"container", "x"}}}));
        }
        Deployment swapped = deployment;
        swapped.nodes.swapItemsAt(0, 1);
        QCOMPARE(findStateFile(swapped, u"/d.json"_s), path);
        QCOMPARE(findStateFile(swapped), path);
        Deployment named = deployment;
        named.name = u"prod"_s;
        QCOMPARE(findStateFile(named, u"/d.json"_s), path);
        RunState found(path);
        QVERIFY(found.load(named, u"/d.json"_s));
        QCOMPARE(found.deployedAs(), u"unnamed"_s);
        found.begin(named, {}, RunWork::Undo, u"/d.json"_s); // what the nodes know is still that it had none
        QCOMPARE(found.deployedAs(), u"unnamed"_s);
        QVERIFY(found.hadNoName());
        QVERIFY(found.load(swapped, u"/d.json"_s));
        QCOMPARE(found.madeOn(u"a"_s).size(), 1);
        Deployment other = deployment;
        other.nodes[0].host = other.nodes[1].host = u"10.20.0.9"_s;
        QVERIFY(findStateFile(other, u"/o.json"_s) != path);
    }

    // Of two runs that it may have been, the later one is what stands on the nodes.
    void ofTwoRunsTheLaterOneIsFound()
    {
        const QTemporaryDir home;
        qputenv("XDG_STATE_HOME", home.path().toUtf8());
        Deployment deployment;
        deployment.recipe = u"r"_s;
        deployment.nodes << Node{.name = u"n"_s, .host = u"10.20.0.1"_s};
        const auto pathOf = [&](const QString &name) {
            Deployment one = deployment;
            one.name = name;
            return defaultStateFile(one);
        };
        for (const QString &newer : {u"first"_s, u"second"_s}) { // whichever way they are listed
            for (const QString &name : {u"first"_s, u"second"_s}) {
                Deployment one = deployment;
                one.name = name;
                QFile::remove(pathOf(name));
                RunState state(pathOf(name));
                QVERIFY(state.load(one));
                state.begin(one, {});
                QVERIFY(state.set(u"container@n"_s, {StepState::Done, {}, {}, 5, true, Json{{"container", "x"}}}));
                QFile file(pathOf(name));
                QVERIFY(file.open(QIODevice::ReadWrite));
                QVERIFY(file.setFileTime(QDateTime::currentDateTime().addDays(name == newer ? -1 : -2),
                                         QFileDevice::FileModificationTime));
            }
            deployment.name = u"renamed"_s;
            QCOMPARE(findStateFile(deployment), pathOf(newer));
        }
        qunsetenv("XDG_STATE_HOME");
    }

    // Who ends the service in the middle of an undo has still an undo to go on with.
    void endingTheServiceIsNeitherDeployNorUndo()
    {
        RunState state(file("works.json"));
        Deployment deployment;
        deployment.name = u"d"_s;
        QVERIFY(state.set(u"start@n"_s, {StepState::Done, {}, {}, 5, true, Json::object()}));
        for (const RunWork work : {RunWork::Undo, RunWork::Deploy}) {
            state.begin(deployment, {}, work);
            QCOMPARE(state.isUndoing(), work == RunWork::Undo);
            QVERIFY(!state.isServiceStopped());
            state.begin(deployment, {u"start@n"_s}, RunWork::StopService);
            QCOMPARE(state.isUndoing(), work == RunWork::Undo);
            QVERIFY(state.flush());
            RunState read(file("works.json")); // whoever opens it then
            QVERIFY(read.load());
            QVERIFY(state.isServiceStopped() && read.isServiceStopped());
        }
    }

    void whatWasDoneLastIsTold()
    {
        using End = LastWork::End;
        StateDocument document;
        const auto step = [&](const char *id, StepState state, bool changed) {
            for (auto &[known, record] : document.steps) {
                if (known == QLatin1String(id)) {
                    record.state = state;
                    record.changed = changed;
                    return;
                }
            }
            StepRecord record;
            record.state = state;
            record.changed = changed;
            document.steps.append({QString::fromLatin1(id), record});
        };
        const auto is = [&](RunWork work, End end) { return lastWorkIn(document) == LastWork{work, end}; };
        QVERIFY(is(RunWork::Deploy, End::Cut));
        step("container@n", StepState::Done, true);
        QVERIFY(is(RunWork::Deploy, End::Cut));          // what is to come has no record yet
        document.nodes = {{u"n"_s, u"a:22"_s, Json()}};
        step("container@n", StepState::Failed, true);
        QCOMPARE(lastFailureIn(document).steps, (QList<LastFailure::Step>{{u"n"_s, u"container"_s, QString()}}));
        QCOMPARE(lastFailureIn(document).unstarted, QStringList{u"n"_s});
        step("start@n", StepState::Pending, true);
        QCOMPARE(lastFailureIn(document).unstarted, QStringList{u"n"_s}); // an older run did
        step("container@n", StepState::Done, true);
        QVERIFY(lastFailureIn(document).steps.isEmpty());
        step("start@n", StepState::Failed, true);
        QVERIFY(is(RunWork::Deploy, End::Failed));
        QVERIFY(lastFailureIn(document).unstarted.isEmpty());
        document.nodes.clear();
        step("start@n", StepState::Done, true);
        step("verify@n", StepState::Running, false);
        QVERIFY(is(RunWork::Deploy, End::Cut));
        step("verify@n", StepState::Done, false);
        QVERIFY(is(RunWork::Deploy, End::Done));
        step("weights@n", StepState::Undone, false);     // of an earlier plan
        QVERIFY(is(RunWork::Deploy, End::Done));
        document.isServiceStopped = true;
        step("verify@n", StepState::Pending, false);
        QVERIFY(is(RunWork::StopService, End::Cut));     // it may serve
        step("start@n", StepState::Failed, true);
        QVERIFY(is(RunWork::StopService, End::Failed));
        step("start@n", StepState::Pending, true);
        QVERIFY(is(RunWork::StopService, End::Done));
        document.isServiceStopped = false;
        document.isUndoing = true;
        QVERIFY(is(RunWork::Undo, End::Cut));
        step("container@n", StepState::Failed, true);
        QVERIFY(is(RunWork::Undo, End::Failed));
        step("container@n", StepState::Undone, false);
        step("start@n", StepState::Undone, false);
        QVERIFY(is(RunWork::Undo, End::Done));
    }

    // Two deployments on the same nodes: that one of them names no container does not make the other's its own.
    void aContainerThatIsNotNamedIsTheRecipes()
    {
        const QTemporaryDir home;
        qputenv("XDG_STATE_HOME", home.path().toUtf8());
        Deployment one;
        one.name = u"one"_s;
        one.recipe = u"mindie-deepseek-v3.2-w8a8-2xA2"_s;
        one.nodes << Node{.name = u"n"_s, .host = u"10.20.0.1"_s};
        Deployment two = one;
        two.name = u"two"_s;
        one.settings["containerName"] = "prod";
        const QString path = findStateFile(one);
        RunState state(path);
        QVERIFY(state.load(one));
        state.begin(one, {});
        QVERIFY(state.set(u"container@n"_s, {StepState::Done, {}, {}, 5, true, Json{{"container", "prod"}}}));
        QCOMPARE(findStateFile(two), defaultStateFile(two));
        QVERIFY(knownRunOf(two).id.isEmpty());
        two.settings["containerName"] = "prod"; // may be the same one under another name
        QCOMPARE(findStateFile(two), path);
        QVERIFY(knownRunOf(two, u"unsaved:1"_s).original.isEmpty()); // that was kept nowhere
        const QString kept = home.filePath(u"one.json"_s);
        QVERIFY(saveDeployment(one, kept) && adoptRun(one, {}, fileIdentity(one, kept)));
        QCOMPARE(knownRunOf(two, u"unsaved:1"_s).original, kept); // typed anew, or a copy
        QVERIFY(knownRunOf(one, fileIdentity(one, kept)).original.isEmpty());
        two.settings["maxBatchSize"] = 0; // also where another setting does not fit
        QCOMPARE(findStateFile(two), path);
        two.settings.erase("containerName");
        QCOMPARE(findStateFile(two), defaultStateFile(two));
        qunsetenv("XDG_STATE_HOME");
    }

    // Run before it was a file, saved, closed, and edited past recognition on another day.
    void aRunFromBeforeTheFirstSaveIsFoundAfterIt_data()
    {
        QTest::addColumn<bool>("isKnown");
        QTest::newRow("saved in the same window") << true;
        QTest::newRow("of an older program") << false;
    }
    void aRunFromBeforeTheFirstSaveIsFoundAfterIt()
    {
        QFETCH(bool, isKnown);
        const QTemporaryDir home;
        qputenv("XDG_STATE_HOME", home.path().toUtf8());
        Deployment deployment;
        deployment.name = u"one"_s;
        deployment.nodes << Node{.name = u"n"_s, .host = u"10.20.0.1"_s};
        const QString unsaved = unsavedIdentity(), path = findStateFile(deployment, unsaved);
        RunState state(path);
        QVERIFY(state.load(deployment, unsaved));
        state.begin(deployment, {});
        QVERIFY(state.set(u"container@n"_s, {StepState::Done, {}, {}, 5, true, Json{{"container", "x"}}}));
        QFile file(home.filePath(u"one.json"_s));
        QVERIFY(file.open(QIODevice::WriteOnly));
        const QString kept = fileIdentity(deployment, file.fileName());
        if (isKnown)
            deployment.nodes[0].host = u"10.20.0.7"_s; // edited before it was saved
        QVERIFY(adoptRun(deployment, isKnown ? unsaved : QString(), kept));
        deployment.nodes[0].host = u"10.20.0.9"_s;
        QCOMPARE(findStateFile(deployment, kept), path);
        QVERIFY(DeployRun(*planFromState(deployment, path, kept), {}, path).canUndo());
        // Another file's is not taken: a copy of the deployment, as it was then.
        Deployment copy = deployment;
        copy.nodes[0].host = u"10.20.0.1"_s;
        QFile second(home.filePath(u"copy.json"_s));
        QVERIFY(second.open(QIODevice::WriteOnly));
        QVERIFY(adoptRun(copy, {}, fileIdentity(copy, second.fileName())));
        QCOMPARE(findStateFile(deployment, kept), path);
        qunsetenv("XDG_STATE_HOME");
    }

    // Known by the file it is kept in: by its name and nodes nobody could tell that it is the same.
    void anEditedFileFindsItsRun()
    {
        const QTemporaryDir home;
        qputenv("XDG_STATE_HOME", home.path().toUtf8());
        const auto fileOf = [&](const char *name) {
            QFile kept(home.filePath(QLatin1String(name)));
            return kept.open(QIODevice::WriteOnly) ? kept.fileName() : QString();
        };
        const auto begin = [](const Deployment &deployment, const QString &identity) {
            const QString path = findStateFile(deployment, identity);
            RunState state(path);
            bool isWritten = bool(state.load(deployment, identity));
            state.begin(deployment, {});
            for (const Node &node : deployment.nodes)
                isWritten = isWritten
                    && state.set(u"container@"_s + node.name,
                                 {StepState::Done, {}, {}, 5, true, Json{{"container", "x"}}});
            return isWritten ? path : QString();
        };
        Deployment one;
        one.name = u"one"_s;
        one.nodes << Node{.name = u"n"_s, .host = u"10.20.0.1"_s};
        const QString kept = fileIdentity(one, fileOf("one.json"));
        QVERIFY(!kept.isEmpty());
        const QString path = begin(one, kept);
        QVERIFY(!path.isEmpty());
        Deployment moved = one;
        moved.nodes[0].host = u"10.20.0.9"_s;
        QCOMPARE(findStateFile(moved, kept), path);
        const DeployRun run(*planFromState(moved, path, kept), {}, path);
        QVERIFY(run.canUndo());
        QCOMPARE(run.formerNodes().size(), 1);
        QCOMPARE(run.formerNodes().first().host, u"10.20.0.1"_s); // where it is to be undone
        QCOMPARE(run.madeOn(run.formerNodes().first().name), QStringList{u"container x"_s});
        QVERIFY(findStateFile(moved, fileIdentity(moved, fileOf("copy.json"))) != path); // a copy for another machine
        QVERIFY(findStateFile(moved) != path);
        Deployment said = one;           // a port that is said, and is the usual one, is no other machine
        said.nodes[0].port = 22;
        QCOMPARE(findStateFile(said, kept), path);
        QVERIFY(DeployRun(*planFromState(said, path, kept), {}, path).formerNodes().isEmpty());
        said.nodes[0].port = 2222;
        QCOMPARE(DeployRun(*planFromState(said, path, kept), {}, path).formerNodes().size(), 1);
        // another deployment in the same file
        moved.name = u"another"_s;
        QVERIFY(findStateFile(moved, kept) != path);
        moved.simulated = true;          // that is learned later, and changes nothing
        QCOMPARE(fileIdentity(moved, fileOf("one.json")), kept);
        moved.nodes[0].root = home.filePath(u"cluster/node1"_s); // its clusters come and go under one name
        QVERIFY(QDir(home.path()).mkdir(u"cluster"_s));
        QFile mark(home.filePath(u"cluster/"_s + simulatedClusterMark));
        QVERIFY(mark.open(QIODevice::WriteOnly));
        const QString first = fileIdentity(moved, fileOf("one.json"));
        QVERIFY(first != kept && fileIdentity(moved, fileOf("one.json")) == first);
        QVERIFY(mark.setFileTime(QDateTime::currentDateTime().addSecs(5), QFile::FileModificationTime));
        QVERIFY(fileIdentity(moved, fileOf("one.json")) != first);

        Deployment two;
        two.name = u"two"_s;
        two.nodes << Node{.name = u"a"_s, .host = u"10.20.0.3"_s} << Node{.name = u"b"_s, .host = u"10.20.0.4"_s};
        const QString second = fileIdentity(two, fileOf("two.json"));
        const QString ofTwo = begin(two, second);
        two.name = u"renamed"_s;
        two.nodes.removeLast();
        QCOMPARE(findStateFile(two, second), ofTwo);
        const KnownRun known = knownRunOf(two, second);
        QVERIFY(!known.id.isEmpty());
        QCOMPARE(known.made.value(u"a"_s).container, u"x"_s);
        const DeployRun renamed(*planFromState(two, ofTwo, second), {}, ofTwo);
        QCOMPARE(renamed.olderName(), u"two"_s);
        QCOMPARE(renamed.formerNodes().size(), 1);
        qunsetenv("XDG_STATE_HOME");
    }

    void filesAreForTheirUserAloneWhateverTheUmask_data()
    {
        QTest::addColumn<int>("mask");
        for (const int mask : {0000, 0022, 0777})
            QTest::newRow(QByteArray::number(mask, 8).constData()) << mask;
    }
    void filesAreForTheirUserAloneWhateverTheUmask()
    {
        QFETCH(int, mask);
        const QTemporaryDir home;
        const QString folder = home.filePath(u"state/ascend-console/runs"_s);
        const mode_t before = ::umask(mode_t(mask));
        const Result<RunLock> lock = RunLock::take(folder + u"/run.json"_s);
        const Result<void> written = RunState(folder + u"/run.json"_s).set(u"start@n"_s, {});
        ::umask(before);
        QVERIFY2(lock, lock ? "" : qPrintable(lock.error().message));
        QVERIFY2(written, written ? "" : qPrintable(written.error().message));
        const auto modeOf = [](const QString &path) {
            struct stat facts = {};
            return ::stat(path.toUtf8().constData(), &facts) == 0 ? int(facts.st_mode & 07777) : -1;
        };
        for (const QString &path : {home.filePath(u"state"_s), home.filePath(u"state/ascend-console"_s), folder})
            QCOMPARE(modeOf(path), 0700);
        QCOMPARE(modeOf(folder + u"/run.json"_s), 0600);
        QCOMPARE(modeOf(folder + u"/run.json.lock"_s), 0600);
    }

    // Between fork and exec it has a copy of every descriptor, and may be kept waiting there by a busy machine.
    void aChildBegunMeanwhileKeepsNoLock()
    {
        const QTemporaryDir home;
        const QString file = home.filePath(u"run.json"_s);
        qputenv("XDG_STATE_HOME", home.path().toUtf8());
        const Node node{.name = u"node1"_s, .host = u"10.20.0.1"_s};
        int untilDone[2] = {};
        QCOMPARE(::pipe(untilDone), 0);
        pid_t child = 0;
        {
            const Result<RunLock> run = RunLock::take(file);
            const Result<MachineLock> machine = MachineLock::take(node, MachineLock::Work::Install);
            QVERIFY(run && machine);
            QVERIFY(!RunLock::take(file) && !MachineLock::take(node, MachineLock::Work::Run));
            QCOMPARE(RunLock::holder(file), qint64(::getpid()));
            child = ::fork();
            if (child == 0) {
                ::close(untilDone[1]);
                char nothing = 0;
                _exit(::read(untilDone[0], &nothing, 1) == 0 ? 0 : 1);
            }
        }
        QVERIFY(child > 0);
        QVERIFY(!RunLock::holder(file) && RunLock::take(file));
        QVERIFY(!MachineLock::refusal(node, MachineLock::Work::Run) && MachineLock::take(node, MachineLock::Work::Run));
        ::close(untilDone[0]);
        ::close(untilDone[1]);
        int status = -1;
        QCOMPARE(::waitpid(child, &status, 0), child);
        QCOMPARE(status, 0);
        qunsetenv("XDG_STATE_HOME");
    }

    // What is no secret may be read by others; written to only by its user, also where the umask takes nothing away.
    void foldersOfFilesAreWrittenToByTheirUserAlone()
    {
        const QTemporaryDir home;
        const mode_t before = ::umask(0);
        const Result<void> written = writeAtomically(home.filePath(u"out/node1/env.sh"_s), "x", 0640, {}, {});
        ::umask(before);
        QVERIFY2(written, written ? "" : qPrintable(written.error().message));
        for (const QString &folder : {u"out"_s, u"out/node1"_s}) {
            struct stat facts = {};
            QCOMPARE(::stat(home.filePath(folder).toUtf8().constData(), &facts), 0);
            QCOMPARE(int(facts.st_mode & 07777), 0755);
        }
    }

    void onlyOurOwnFoldersLoseWhatOthersMayDo()
    {
        const QTemporaryDir home;
        const auto modeAfter = [&](const QString &name, mode_t mode = 0755) {
            const QByteArray folder = home.filePath(name).toUtf8();
            QDir().mkpath(QString::fromUtf8(folder));
            ::chmod(folder.constData(), mode);
            struct stat facts = {};
            const bool isMade = bool(makePrivateFolder(QString::fromUtf8(folder)));
            return isMade && ::stat(folder.constData(), &facts) == 0 ? int(facts.st_mode & 07777) : -1;
        };
        qputenv("XDG_STATE_HOME", home.filePath(u"state"_s).toUtf8());
        for (const mode_t mode : {0755, 0770, 0701})
            QCOMPARE(modeAfter(u"state/ascend-console/runs"_s, mode), 0700);
        QCOMPARE(modeAfter(u"src/ascend-console/demo"_s), 0755); // a checkout
        qunsetenv("XDG_STATE_HOME");
    }

    // What a full disk does, without the rights to make one: files end at 8 KiB.
    void shortWriteIsToldAndTheOldStateStays()
    {
        RunState state(file("full.json"));
        QVERIFY(state.load());
        QVERIFY(
            state.set(u"container@n"_s, {StepState::Done, u"the old one"_s, {}, 5, true, Json{{"container", "x"}}}));
        std::optional<FileSizeLimit> full(8192);
        QVERIFY(full->isSet());
        const StepRecord large{StepState::Running, QString(20'000, QLatin1Char('x')), {}, 0, true, Json::object()};
        const Result<void> first = state.set(u"start@n"_s, large);
        // the same once more is not on disk either
        const Result<void> again = state.set(u"start@n"_s, large);
        full.reset();
        QVERIFY(!first);
        QVERIFY(!again);
        QCOMPARE(first.error().kind, ErrorKind::Storage);
        QVERIFY(!first.error().facts[u"remedy"_s].isEmpty());
        RunState read(file("full.json"));
        QVERIFY(read.load());
        QCOMPARE(read.step(u"container@n"_s).message, u"the old one"_s);
        QCOMPARE(read.ids().size(), 1);
    }

    // Settings, deployments and artifacts as well: told, and what was there stays, whole.
    void shortWritesOfOtherFilesAreToldToo()
    {
        Deployment deployment;
        deployment.name = u"ours"_s;
        Settings settings;
        settings.theme = u"dark"_s;
        const Artifact artifact{{}, u"node1/start.sh"_s, u"script"_s, "echo start\n", 0755, {}};
        const auto saved = [&] {
            return QList{saveDeployment(deployment, file("d.json")), saveSettings(settings, file("s.json")),
                         writeArtifacts(file("artifacts"), {artifact}, {})};
        };
        const QStringList files{file("d.json"), file("s.json"), file("artifacts/node1/start.sh")};
        const auto contents = [&] {
            QByteArrayList all;
            for (const QString &one : files) {
                QFile file(one);
                all << (file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("?"));
            }
            return all;
        };
        for (const Result<void> &one : saved())
            QVERIFY2(one, one ? "" : qPrintable(one.error().message));
        const QByteArrayList before = contents();
        deployment.name = u"another"_s;
        settings.theme = u"light"_s;
        QList<Result<void>> refused;
        {
            const FileSizeLimit full(5);
            QVERIFY(full.isSet());
            refused = saved();
        }
        for (const Result<void> &one : refused)
            QVERIFY(!one && one.error().kind == ErrorKind::Storage && !one.error().message.isEmpty());
        QCOMPARE(contents(), before);
        for (const QString &one : files) // nor is anything left beside them
            QCOMPARE(QFileInfo(one).dir().entryList({u".*"_s}, QDir::Files | QDir::Hidden), QStringList());
    }

    void aFolderThatCannotBeWrittenIsNotAnotherRun()
    {
        const Result<RunLock> lock = RunLock::take(u"/proc/nowhere/run.json"_s);
        QVERIFY(!lock);
        QCOMPARE(lock.error().kind, ErrorKind::Storage);
        QVERIFY2(!lock.error().message.contains(u"process"_s), qPrintable(lock.error().message));
        const Result<RunLock> one = RunLock::take(file("two.json"));
        QVERIFY(one);
        const Result<RunLock> other = RunLock::take(file("two.json"));
        QVERIFY(!other);
        QVERIFY2(other.error().message.contains(QString::number(::getpid())), qPrintable(other.error().message));
    }

    void runsShareAMachineAndAnInstallationHasItAlone()
    {
        using Work = MachineLock::Work;
        const QTemporaryDir home;
        qputenv("XDG_STATE_HOME", home.path().toUtf8());
        const auto restore = qScopeGuard([] { qunsetenv("XDG_STATE_HOME"); });
        Node one, other;
        one.name = u"one"_s;
        one.host = u"10.20.0.1"_s;
        other.name = u"renamed"_s;
        other.host = one.host;
        const QString pid = u"(process %1)"_s.arg(::getpid());
        QVERIFY(!MachineLock::refusal(one, Work::Install) && !MachineLock::refusal(one, Work::Run));
        {
            std::optional<Result<RunLocks>> first(RunLocks::take(file("a.json"), {one, other}));
            Result<RunLocks> second = RunLocks::take(file("b.json"), {other}); // another deployment's
            QVERIFY(*first && second);
            QVERIFY(!MachineLock::refusal(one, Work::Run));
            for (int runs = 2; runs > 0; --runs) {
                const Result<MachineLock> refused = MachineLock::take(one, Work::Install);
                QVERIFY(!refused);
                QCOMPARE(refused.error().kind, ErrorKind::Invalid);
                QVERIFY2(refused.error().message.contains(u"A run of a deployment is under way on one "_s + pid),
                         qPrintable(refused.error().message));
                QVERIFY(!refused.error().facts.value(u"remedy"_s).isEmpty());
                QCOMPARE(MachineLock::refusal(one, Work::Install)->message, refused.error().message);
                first.reset();
            }
        }
        const Result<MachineLock> installer = MachineLock::take(other, Work::Install);
        QVERIFY(installer);
        QVERIFY(!MachineLock::take(one, Work::Install));
        const Result<RunLocks> run = RunLocks::take(file("a.json"), {one});
        QVERIFY(!run);
        QVERIFY2(run.error().message.contains(u"being installed on one "_s + pid), qPrintable(run.error().message));
        QVERIFY(RunLock::take(file("a.json"))); // it holds nothing of what it did not get whole
    }

    void whereItCannotBeWrittenIsAnError()
    {
        RunState state(u"/proc/nowhere/run.json"_s);
        const Result<void> written = state.set(u"a@b"_s, {});
        QVERIFY(!written);
        QCOMPARE(written.error().kind, ErrorKind::Storage);
    }

    void everyStateHasANameOfItsOwn()
    {
        for (int i = 0; i <= int(StepState::Undone); ++i)
            QCOMPARE(stepStateOf(stepStateName(StepState(i))), std::optional(StepState(i)));
    }

    void everyKindOfStepMayStandInAFile()
    {
        QStringList kinds;
        for (const StepKind &kind : stepKinds())
            kinds << QLatin1String(kind.id);
        QCOMPARE(kinds, stepNames());
    }

    void stateFilesOfDifferentClustersDiffer()
    {
        Deployment one;
        one.name = u"a/../b $(x)"_s;
        one.nodes << Node{.name = u"n"_s, .host = u"10.20.0.1"_s};
        Deployment two = one;
        two.nodes[0].host = u"10.20.0.2"_s;
        QVERIFY(defaultStateFile(one) != defaultStateFile(two));
        Deployment same; // made anew: nothing but its name and its nodes decides
        same.name = one.name;
        same.nodes << Node{.name = u"n"_s, .host = u"10.20.0.1"_s};
        same.recipe = u"other"_s;
        QCOMPARE(defaultStateFile(one), defaultStateFile(same));
        two = one;
        two.name += QLatin1Char('!');
        QVERIFY(defaultStateFile(one) != defaultStateFile(two));
        QVERIFY(!defaultStateFile(one).section(u"/runs/"_s, 1).contains(QLatin1Char('/')));
    }

    void changedFactsAreNamed()
    {
        NodeFacts before;
        before.hostIp = u"10.20.0.1"_s;
        before.deviceIds = {0, 1};
        before.hccn = {{0, u"10.20.1.1"_s}, {1, u"10.20.1.2"_s}};
        before.driverVersion = u"25.2.0"_s;
        NodeFacts now = before;
        now.memoryAvailableBytes = 7; // changes all the time and nothing rests on it
        now.clockOffsetSeconds = 1;
        QVERIFY(factDifferences(before, now).isEmpty());
        now.hccn[1].ip = u"10.20.1.9"_s;
        now.deviceIds = {0};
        const QStringList differences = factDifferences(before, now);
        QCOMPARE(differences.size(), 2);
        QVERIFY(differences[1].contains(u"10.20.1.9"_s));
        before.hccn[0].ip.clear(); // not told is not the same as none
        before.hccn[0].isIpTold = false;
        QCOMPARE(factDifferences(before, now), differences);
    }
};

QTEST_GUILESS_MAIN(TestRunState)
#include "tst_runstate.moc"
