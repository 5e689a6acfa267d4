#include "core/deploy/runstate.h"
#include "core/deploy/servicesteps.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

class TestRunState : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    QString file(const char *name) const { return m_folder.filePath(QLatin1String(name)); }

private slots:
    void whatWasWrittenIsReadAgain()
    {
        const StepRecord record{StepState::Done, QStringLiteral("8 of 8 “files”"), 1234, true, Json{{"files", {{"/a b", ""}}}}};
        {
            RunState state(file("sub/run.json"));
            QVERIFY(state.load()); // not there yet: empty
            QVERIFY(state.set(QStringLiteral("copy-artifacts@node 1"), record));
            QVERIFY(state.set(QStringLiteral("start@node 1"), {StepState::Running, {}, 0, true, Json::object()}));
        }
        RunState state(file("sub/run.json"));
        QVERIFY(state.load());
        QCOMPARE(state.step(QStringLiteral("copy-artifacts@node 1")), record);
        QCOMPARE(state.ids(), (QStringList{QStringLiteral("copy-artifacts@node 1"), QStringLiteral("start@node 1")}));
        QCOMPARE(state.step(QStringLiteral("never")), StepRecord());
    }

    void beginningAnewForgetsStatesButNotWhatIsOurs()
    {
        RunState state(file("anew.json"));
        QVERIFY(state.set(QStringLiteral("container@n"), {StepState::Done, QStringLiteral("running"), 5, true, Json{{"container", "x"}}}));
        state.begin(QStringLiteral("d"), {QStringLiteral("container@n")});
        const StepRecord record = state.step(QStringLiteral("container@n"));
        QCOMPARE(record.state, StepState::Pending);
        QVERIFY(record.changed);
        QCOMPARE(stringAt(record.data, "container"), QStringLiteral("x"));
        QVERIFY(state.forget(QStringLiteral("container@n")));
        QVERIFY(!state.step(QStringLiteral("container@n")).changed);
        QCOMPARE(state.step(QStringLiteral("container@n")).state, StepState::Undone);
    }

    void damagedStateIsRefusedNotTakenForEmpty()
    {
        for (const QByteArray &content : {QByteArray("{\"steps\": [{\"id\""), QByteArray("[]"), QByteArray("null"), QByteArray()}) {
            QFile broken(file("broken.json"));
            QVERIFY(broken.open(QIODevice::WriteOnly | QIODevice::Truncate));
            broken.write(content);
            broken.close();
            RunState state(file("broken.json"));
            const Result<void> loaded = state.load();
            QVERIFY2(!loaded, content.constData());
            QVERIFY(loaded.error().message.contains(QStringLiteral("broken.json")));
        }
    }

    void whereItCannotBeWrittenIsAnError()
    {
        RunState state(QStringLiteral("/proc/nowhere/run.json"));
        const Result<void> written = state.set(QStringLiteral("a@b"), {});
        QVERIFY(!written);
        QCOMPARE(written.error().kind, ErrorKind::Storage);
    }

    void everyStateHasANameOfItsOwn()
    {
        for (int i = 0; i <= int(StepState::Undone); ++i)
            QCOMPARE(stepStateOf(stepStateName(StepState(i))), std::optional(StepState(i)));
    }

    void stateFilesOfDifferentClustersDiffer()
    {
        Deployment one;
        one.name = QStringLiteral("a/../b $(x)");
        one.nodes << Node{.name = QStringLiteral("n"), .host = QStringLiteral("10.20.0.1")};
        Deployment two = one;
        two.nodes[0].host = QStringLiteral("10.20.0.2");
        QVERIFY(defaultStateFile(one) != defaultStateFile(two));
        QCOMPARE(defaultStateFile(one), defaultStateFile(one));
        QVERIFY(!defaultStateFile(one).section(QStringLiteral("/runs/"), 1).contains(QLatin1Char('/')));
    }

    void changedFactsAreNamed()
    {
        NodeFacts before;
        before.hostIp = QStringLiteral("10.20.0.1");
        before.deviceIds = {0, 1};
        before.hccn = {{0, QStringLiteral("10.20.1.1")}, {1, QStringLiteral("10.20.1.2")}};
        before.driverVersion = QStringLiteral("25.2.0");
        NodeFacts now = before;
        now.memoryAvailableBytes = 7; // changes all the time and nothing rests on it
        now.clockOffsetSeconds = 1;
        QVERIFY(factDifferences(before, now).isEmpty());
        now.hccn[1].ip = QStringLiteral("10.20.1.9");
        now.deviceIds = {0};
        const QStringList differences = factDifferences(before, now);
        QCOMPARE(differences.size(), 2);
        QVERIFY(differences[1].contains(QStringLiteral("10.20.1.9")));
    }
};

QTEST_GUILESS_MAIN(TestRunState)
#include "tst_runstate.moc"
