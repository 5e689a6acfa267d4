// ascendctl deploy --check: what a run would change, on the simulated cluster, and that nothing was changed.
#include "core/base/json.h"
#include "tests/lab/deployed.h"
#include "tests/support/ascendctl.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QTest>

using namespace Qt::StringLiterals;

class CheckModeTest : public QObject {
    Q_OBJECT

    std::unique_ptr<Lab> m_lab;
    QString m_file;

    struct Answer {
        int code = 0;
        QStringList changed;
        QHash<QString, QString> states; // by step id
        QByteArray all;
    };
    Answer check()
    {
        const Ran ran = ascendctl({u"deploy"_s, m_file, u"--check"_s, u"--json"_s});
        Answer answer{ran.code, {}, {}, ran.out + ran.err};
        const Result<Json> json = parseJson(ran.out, u"answer"_s);
        if (!json)
            return answer;
        for (const Json &node : member(*json, "changed"))
            answer.changed << QString::fromStdString(node.get<std::string>());
        for (const Json &step : member(*json, "steps"))
            answer.states.insert(stringAt(step, "id"), stringAt(step, "state"));
        return answer;
    }
private slots:
    void initTestCase()
    {
        Result<std::unique_ptr<Lab>> lab = Lab::up({.nodes = 2, .chips = 8, .ssh = false});
        QVERIFY2(lab, lab ? "" : qPrintable(lab.error().message));
        m_lab = *std::move(lab);
        m_file = m_lab->deploymentFile();
    }
    void cleanupTestCase() { ascendctl({u"undo"_s, m_file}); }

    void whatDoesNotGoTogetherIsSaid()
    {
        const Ran both = ascendctl({u"deploy"_s, m_file, u"--check"_s, u"--resume"_s});
        QCOMPARE(both.code, 2);
        QVERIFY2(both.err.contains("--check stands alone") && both.err.contains("usage: "), both.err.constData());
        const Ran other = ascendctl({u"deploy"_s, m_file, u"--chek"_s});
        QCOMPARE(other.code, 2);
        QVERIFY2(other.err.contains("'--chek' is not understood"), other.err.constData());
    }

    void ofNothingAllWouldBeMade()
    {
        const QStringList before = deployedFiles(*m_lab, 0);
        const Answer answer = check();
        QVERIFY2(answer.code == 1, answer.all.constData());
        QCOMPARE(answer.changed, (QStringList{u"node1"_s, u"node2"_s}));
        QCOMPARE(answer.states.value(u"preflight@node1"_s), u"holds"_s);
        QCOMPARE(answer.states.value(u"copy-artifacts@node1"_s), u"would-change"_s);
        QCOMPARE(answer.states.value(u"image@node2"_s), u"holds"_s);
        QCOMPARE(answer.states.value(u"container@node2"_s), u"would-change"_s);
        QVERIFY(!answer.states.values().contains(u"failed"_s));
        QCOMPARE(deployedFiles(*m_lab, 0), before);
        QVERIFY(m_lab->state(0).other.value("containers", Json::array()).empty());
    }

    void ofWhatRunsNothing()
    {
        const Ran ran = ascendctl({u"deploy"_s, m_file});
        if (ran.code != 0 && ran.err.contains("could not load the model"))
            QSKIP("there is no model to serve with");
        QVERIFY2(ran.code == 0, ran.err.constData());
        const QStringList before = deployedFiles(*m_lab, 0) + deployedFiles(*m_lab, 1);
        const Answer answer = check();
        QVERIFY2(answer.code == 0, answer.all.constData());
        QCOMPARE(answer.changed, QStringList());
        for (const QString &state : answer.states)
            QCOMPARE(state, u"holds"_s);
        QVERIFY(answer.states.contains(u"start@node2"_s) && !answer.states.contains(u"verify@node1"_s));
        QCOMPARE(deployedFiles(*m_lab, 0) + deployedFiles(*m_lab, 1), before);
    }

    // A file that somebody has changed on one node is put there anew, and the service starts anew on both.
    void aChangedFileIsSeenOnItsNode()
    {
        QVERIFY(changeDeployedConfig(*m_lab, 1));
        const Answer answer = check();
        QVERIFY2(answer.code == 1, answer.all.constData());
        QCOMPARE(answer.states.value(u"copy-artifacts@node1"_s), u"holds"_s);
        QCOMPARE(answer.states.value(u"copy-artifacts@node2"_s), u"would-change"_s);
        QCOMPARE(answer.changed, QStringList{u"node2"_s});
        const Ran people = ascendctl({u"deploy"_s, m_file, u"--check"_s});
        QVERIFY2(people.out.contains("A run would change something on node2,"), people.out.constData());
        // The run that was announced does just that.
        const Ran ran = ascendctl({u"deploy"_s, m_file});
        QVERIFY2(ran.code == 0, ran.err.constData());
        QVERIFY(ran.err.contains("node1  Copy the artifacts to the node: up-to-date"));
        QVERIFY(ran.err.contains("node2  Copy the artifacts to the node: done"));
        QCOMPARE(check().code, 0);
    }

    // A service over two nodes of which one is gone is started anew on both.
    void aServiceWithoutAnotherNodesWouldStartAnew()
    {
        const Result<std::unique_ptr<Shell>> shell = m_lab->shell(1);
        QVERIFY(shell);
        const Result<CommandOutput> stopped
            = (*shell)->run({.argv = {u"sh"_s, u"-c"_s, u"docker stop -t1 $(docker ps -q)"_s}}, {});
        QVERIFY2(stopped && stopped->exitCode == 0, stopped ? stopped->err.constData() : "");
        const Answer answer = check();
        QVERIFY2(answer.code == 1, answer.all.constData());
        QCOMPARE(answer.states.value(u"container@node2"_s), u"would-change"_s);
        QCOMPARE(answer.states.value(u"start@node1"_s), u"would-change"_s);
        QCOMPARE(answer.changed, (QStringList{u"node1"_s, u"node2"_s}));
        const Ran ran = ascendctl({u"deploy"_s, m_file});
        QVERIFY2(ran.code == 0, ran.err.constData());
        QVERIFY2(ran.err.contains("node1  Start the service: done"), ran.err.constData());
        QCOMPARE(check().code, 0);
    }

    // Another port: the files would be made anew, and so the service.
    void otherSettingsChangeBothNodes()
    {
        QFile file(m_file);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray before = file.readAll();
        file.close();
        Json json = Json::parse(before.toStdString());
        json["settings"]["port"] = 1031;
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(prettyJson(json)) > 0);
        file.close();
        const Answer answer = check();
        const Ran people = ascendctl({u"deploy"_s, m_file, u"--check"_s});
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(before) > 0);
        file.close();
        QVERIFY2(answer.code == 1, answer.all.constData());
        QCOMPARE(answer.states.value(u"stop-stale@node1"_s), u"would-change"_s);
        QVERIFY2(people.out.contains("files of this node or another would be put there anew")
                     && !people.out.contains("were put there anew"), // nothing was
                 people.out.constData());
        QCOMPARE(answer.changed, (QStringList{u"node1"_s, u"node2"_s}));
    }

    void aServiceThatEndedWouldBeStarted()
    {
        QCOMPARE(ascendctl({u"stop"_s, m_file}).code, 0);
        const Answer answer = check();
        QVERIFY2(answer.code == 1, answer.all.constData());
        QCOMPARE(answer.states.value(u"container@node1"_s), u"holds"_s);
        QCOMPARE(answer.states.value(u"start@node1"_s), u"would-change"_s);
    }

    void wrongWords() { QCOMPARE(ascendctl({u"deploy"_s, m_file, u"--check"_s, u"--until"_s, u"nothing"_s}).code, 2); }
};

QTEST_GUILESS_MAIN(CheckModeTest)
#include "tst_checkmode.moc"
