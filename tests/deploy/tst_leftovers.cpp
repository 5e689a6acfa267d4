// `stop --force`: what an engine has left, made so on the node, then shown and ended as a person does it.
#include "core/base/json.h"
#include "core/deploy/leftovers.h"
#include "core/facts/shmleftovers.h"
#include "core/runs/runstate.h"
#include "tests/lab/lab.h"
#include "tests/support/ascendctl.h"

#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;

class LeftoversTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_home;

private slots:
    void initTestCase()
    {
        qputenv("HOME", m_home.path().toUtf8());
        qputenv("XDG_STATE_HOME", m_home.filePath(u"state"_s).toUtf8());
    }

    void segmentsAreReadWhole()
    {
        const std::optional<ShmLeftovers> one
            = readShmLeftovers("3221225472 ./psm 4f1c\n1048576 ./used\n#used\n/dev/shm/used\n#end\n");
        QVERIFY(one && one->isThere && one->isToldAll);
        QCOMPARE(one->files, 2);
        QCOMPARE(one->left, QStringList{u"/dev/shm/psm 4f1c"_s});
        QCOMPARE(one->leftBytes, qint64(3221225472));
        const auto held = readShmLeftovers("3 ./a b\n5 ./c\n7 ./d\n#used\n4711 /dev/shm/a b\n /dev/shm/c\n#end\n");
        QVERIFY(held && held->left == QStringList{u"/dev/shm/d"_s});
        QCOMPARE(held->heldBy, (QMap<QString, qint64>{{u"/dev/shm/a b"_s, 4711}, {u"/dev/shm/c"_s, 0}}));
        QVERIFY(!readShmLeftovers("3221225472 ./psm\n#used\n")); // cut: it may be in use
        QVERIFY(!readShmLeftovers("#none\n")->isThere);
        QVERIFY(!readShmLeftovers("3221225472 ./psm\n#notroot\n#used\n#end\n")->isToldAll);
    }

    void whatIsEndedIsOursAndWasShown()
    {
        Leftovers left;
        QVERIFY(left.isNothing() && endingCommands(left).isEmpty());
        left.engine = u"docker"_s;
        left.container = u"serve"_s;
        left.id = u"c0ffee"_s;
        left.processes = {{4711, u"python3"_s, {}}};
        left.files = {u"/dev/shm/psm 4f1c"_s};
        const QList<QStringList> wanted{{u"docker"_s, u"stop"_s, u"-t10"_s, u"c0ffee"_s},
                                        {u"docker"_s, u"start"_s, u"c0ffee"_s},
                                        {u"rm"_s, u"-f"_s, u"--"_s, u"/dev/shm/psm 4f1c"_s}};
        QCOMPARE(endingCommands(left), wanted);
    }

    void aPersonEndsWhatIsLeft()
    {
        Result<std::unique_ptr<Lab>> lab = Lab::up({.nodes = 1, .ssh = false, .recipe = u"openai-compatible-image"_s});
        if (!lab)
            QSKIP(qPrintable(lab.error().message));
        const QString file = (*lab)->deploymentFile();
        Ran ran = ascendctl({u"stop"_s, file, u"--force"_s}); // nothing was deployed
        QVERIFY2(ran.code == 0 && ran.out.contains("node1: nothing is left"), (ran.out + ran.err).constData());
        ran = ascendctl({u"deploy"_s, file});
        QVERIFY2(ran.code == 0, (ran.out + ran.err).constData());
        const QByteArray allThere = "all of this was there, another run of this deployment made it";
        QVERIFY2(!ran.err.contains(allThere), ran.err.constData());
        // Another operator's run finds it, and says at its end whose it is.
        const QStringList ofOther{u"--state"_s, m_home.filePath(u"other.json"_s)};
        ran = ascendctl(QStringList{u"deploy"_s, file} + ofOther);
        QVERIFY2(ran.code == 0 && ran.err.contains(allThere), ran.err.constData());
        ran = ascendctl(QStringList{u"undo"_s, file} + ofOther);
        QVERIFY2(ran.code == 0 && ran.err.contains("stays: another run of this deployment made it"),
                 ran.err.constData());

        ran = ascendctl({u"stop"_s, file, u"--force"_s, u"--json"_s});
        QCOMPARE(ran.code, 1); // it serves; nothing was ended
        Result<Json> document = parseJson(ran.out, u"stop"_s);
        QVERIFY(document);
        const Json shown = document->at("leftovers").at(0);
        QVERIFY2(!shown.at("processes").empty() && shown.at("ended") == false, ran.out.constData());
        QVERIFY(ascendctl({u"verify"_s, file}).code == 0);

        ran = ascendctl({u"stop"_s, file, u"--force"_s, u"--yes"_s});
        QVERIFY2(ran.code == 0, (ran.out + ran.err).constData());
        QVERIFY2(ran.out.contains("did: docker stop -t10 "), ran.out.constData());
        QVERIFY(ascendctl({u"verify"_s, file}).code != 0);
        // who opens it then is not told that it is done
        const Result<Deployment> deployment = loadDeployment(file);
        QVERIFY(deployment);
        RunState state(findStateFile(*deployment, fileIdentity(*deployment, file)));
        QVERIFY(state.load() && !state.isEmpty() && state.isServiceStopped());
        QCOMPARE(state.step(u"start@node1"_s).state, StepState::Pending);
        QCOMPARE(state.step(u"container@node1"_s).state, StepState::Done);
        // shared memory that nobody has open, on a node where nothing else runs
        QVERIFY((*lab)->fault(0, u"shm-leftover"_s));
        ran = ascendctl({u"stop"_s, file, u"--force"_s});
        QVERIFY2(ran.code == 1 && ran.out.contains("would do: rm -f -- /dev/shm/"), (ran.out + ran.err).constData());
        ran = ascendctl({u"stop"_s, file, u"--force"_s, u"--yes"_s});
        QVERIFY2(ran.code == 0, (ran.out + ran.err).constData());
        ran = ascendctl({u"stop"_s, file, u"--force"_s});
        QVERIFY2(ran.code == 0 && ran.out.contains("node1: nothing is left"), (ran.out + ran.err).constData());
        // and what stays is ours to run again
        ran = ascendctl({u"deploy"_s, file});
        QVERIFY2(ran.code == 0, (ran.out + ran.err).constData());
        QCOMPARE(ascendctl({u"stop"_s, file, u"--force"_s, u"more"_s}).code, 2);

        // Without its pid file stop.sh ends nothing, and stop does not say that it did.
        RunState again(findStateFile(*deployment, fileIdentity(*deployment, file)));
        QVERIFY(again.load());
        const MadeOn made = again.placesOn(u"node1"_s);
        const Result<std::unique_ptr<Shell>> shell = (*lab)->shell(0);
        QVERIFY(shell);
        const Result<CommandOutput> gone
            = (*shell)->run({.argv = {u"docker"_s, u"exec"_s, made.container, u"sh"_s, u"-c"_s,
                                      u"ls \"$1\"/*.pid && rm \"$1\"/*.pid"_s, u"sh"_s, made.folder}}, {});
        QVERIFY2(gone && gone->exitCode == 0, gone ? gone->err.constData() : qPrintable(gone.error().message));
        ran = ascendctl({u"stop"_s, file});
        QVERIFY2(ran.code == 1 && (ran.out + ran.err).contains("goes on: "), (ran.out + ran.err).constData());
        QVERIFY(ascendctl({u"verify"_s, file}).code == 0);
        ran = ascendctl({u"stop"_s, file, u"--force"_s, u"--yes"_s});
        QVERIFY2(ran.code == 0, (ran.out + ran.err).constData());
        QVERIFY(ascendctl({u"verify"_s, file}).code != 0);
    }
};

QTEST_GUILESS_MAIN(LeftoversTest)
#include "tst_leftovers.moc"
