// What of a deployed service is otherwise now: each made so on the node, then asked as a person asks.
#include "core/deploy/drift.h"

#include "core/base/json.h"
#include "core/facts/containerlabels.h"
#include "tests/lab/lab.h"
#include "tests/support/ascendctl.h"
#include "tests/support/scriptedshell.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;

namespace {

Launch launch()
{
    Launch launch;
    launch.runtime = u"docker"_s;
    launch.container = u"serve"_s;
    launch.image = u"registry.example.org/engine:1"_s;
    launch.folder = u"/work/d"_s;
    launch.runArgv = {u"docker"_s, u"run"_s, u"-d"_s, u"--name"_s, u"serve"_s, launch.image};
    return launch;
}

QByteArray container(const QByteArray &image, const QByteArray &deployment, const QString &hash)
{
    Json labels = Json::object();
    for (const QString &option : ContainerLabels{QString::fromLatin1(deployment), hash, u"run1"_s}.options()) {
        const QString label = option.mid(QLatin1String("--label=").size());
        labels[label.section(u'=', 0, 0).toStdString()] = label.section(u'=', 1);
    }
    if (deployment.isEmpty())
        labels = Json::object();
    return compactJson(Json::array({{{"Id", "c0ffee"},
                                     {"Image", image.toStdString()},
                                     {"State", {{"Running", true}}},
                                     {"Config", {{"Labels", labels}}}}}));
}

} // namespace

class DriftTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_home;

    static Drift::State stateOf(const NodeDrift &drift, Drift::Of of)
    {
        for (const Drift &one : drift.items) {
            if (one.of == of)
                return one.state;
        }
        return Drift::State::Missing;
    }

private slots:
    void initTestCase()
    {
        qputenv("HOME", m_home.path().toUtf8());
        qputenv("XDG_STATE_HOME", m_home.filePath(u"state"_s).toUtf8());
    }

    void eachIsTold_data()
    {
        QTest::addColumn<QByteArray>("image"); // that the container runs
        QTest::addColumn<QByteArray>("named"); // what the name stands for; empty: nothing
        QTest::addColumn<QByteArray>("deployment"); // of the label
        QTest::addColumn<bool>("isSameHash");
        QTest::addColumn<QString>("driver"); // now; it was 25.0 then
        QTest::addColumn<int>("containerState");
        QTest::addColumn<int>("imageState");
        QTest::addColumn<int>("driverState");
        const QByteArray one = "sha256:1111111111111111", two = "sha256:2222222222222222";
        using S = Drift::State;
        const int same = int(S::Same), different = int(S::Different), unknown = int(S::Unknown);
        QTest::newRow("as it was") << one << one << QByteArray("d") << true << u"25.0"_s << same << same << same;
        QTest::newRow("pulled anew") << one << two << QByteArray("d") << true << u"25.0"_s << same << different << same;
        QTest::newRow("no such name") << one << QByteArray() << QByteArray("d") << true << u"25.0"_s << same
                                      << different << same;
        QTest::newRow("other settings") << one << one << QByteArray("d") << false << u"25.0"_s << different << same
                                        << same;
        QTest::newRow("of another") << one << one << QByteArray("e") << true << u"25.0"_s << different << same << same;
        QTest::newRow("by hand") << one << one << QByteArray() << true << u"25.0"_s << unknown << same << same;
        QTest::newRow("driver") << one << one << QByteArray("d") << true << u"25.5"_s << same << same << different;
        QTest::newRow("no driver") << one << one << QByteArray("d") << true << QString() << same << same << unknown;
    }
    void eachIsTold()
    {
        QFETCH(QByteArray, image);
        QFETCH(QByteArray, named);
        QFETCH(QByteArray, deployment);
        QFETCH(bool, isSameHash);
        QFETCH(QString, driver);
        ScriptedShell shell;
        shell.answer(u"docker container inspect serve"_s,
                     container(image, deployment, isSameHash ? runHash(launch()) : u"0000"_s));
        if (named.isEmpty())
            shell.answer(u"docker image inspect registry.example.org/engine:1"_s, "[]\n", 1, "Error: No such image\n");
        else
            shell.answer(u"docker image inspect registry.example.org/engine:1"_s,
                         compactJson(Json::array({{{"Id", named.toStdString()}}})));
        const Result<NodeDrift> drift = readDrift(shell, launch(), u"d"_s, driver, {{"driver", "25.0"}}, {});
        QVERIFY2(bool(drift), drift ? "" : qPrintable(drift.error().message + drift.error().detail));
        QTEST(int(stateOf(*drift, Drift::Of::Container)), "containerState");
        QTEST(int(stateOf(*drift, Drift::Of::Image)), "imageState");
        QTEST(int(stateOf(*drift, Drift::Of::Driver)), "driverState");
        QCOMPARE(drift->imageId, QString::fromLatin1(image));
        for (const Drift &one : drift->items)
            QCOMPARE(one.words.isEmpty(), one.state == Drift::State::Same);
        // with no run known nothing is said of the driver
        QCOMPARE(stateOf(*readDrift(shell, launch(), u"d"_s, driver, {}, {}), Drift::Of::Driver),
                 Drift::State::Missing);
    }

    void oneNodesImageIsAnothers()
    {
        QVERIFY(imagesApart({}).isEmpty());
        QVERIFY(imagesApart({u"sha256:1"_s, {}, u"sha256:1"_s}).isEmpty());
        const auto apart = imagesApart({{}, u"sha256:1"_s, u"sha256:2"_s, {}, u"sha256:1"_s});
        QCOMPARE(apart.size(), 1);
        QCOMPARE(apart.first().first, 2);
        QCOMPARE(apart.first().second.now, u"sha256:2"_s);
    }

    void aPersonAsksAfterTheRun()
    {
        Result<std::unique_ptr<Lab>> lab = Lab::up({.nodes = 1, .ssh = false, .recipe = u"openai-compatible-image"_s});
        if (!lab)
            QSKIP(qPrintable(lab.error().message));
        const QString file = (*lab)->deploymentFile();
        const auto drift = [](const Ran &ran, const char *what) {
            const Result<Json> document = parseJson(ran.out, u"diff"_s);
            for (const Json &one : document ? document->at("drift") : Json::array()) {
                if (stringAt(one, "what") == QLatin1String(what))
                    return stringAt(one, "state");
            }
            return QString();
        };
        QCOMPARE(drift(ascendctl({u"diff"_s, file, u"--json"_s}), "container"), u"missing"_s);
        const Ran deployed = ascendctl({u"deploy"_s, file});
        QVERIFY2(deployed.code == 0, (deployed.out + deployed.err).constData());
        Ran ran = ascendctl({u"diff"_s, file, u"--json"_s});
        QVERIFY2(ran.code == 0, (ran.out + ran.err).constData());
        for (const char *what : {"container", "image", "driver"})
            QCOMPARE(drift(ran, what), u"same"_s);

        QVERIFY((*lab)->fault(0, u"driver-old"_s));
        ran = ascendctl({u"diff"_s, file, u"--json"_s});
        QCOMPARE(ran.code, 1);
        QCOMPARE(drift(ran, "driver"), u"different"_s);
        QVERIFY((*lab)->clear(0));

        // A link in a file's place is said to be one; what it leads to is no content of ours.
        {
            const Result<Json> told = parseJson(ran.out, u"diff"_s);
            const QString path = told ? stringAt(told->at("files").front(), "remotePath") : QString();
            const Result<std::unique_ptr<Shell>> shell = (*lab)->shell(0);
            QVERIFY(shell && !path.isEmpty());
            const auto put = [&](const QString &line) {
                const Result<CommandOutput> done
                    = (*shell)->run({.argv = {u"sh"_s, u"-c"_s, line, u"sh"_s, path}}, {}, {});
                return done && done->exitCode == 0;
            };
            QVERIFY(put(u"mv -- \"$1\" \"$1.kept\" && ln -s /etc/passwd \"$1\""_s));
            ran = ascendctl({u"diff"_s, file});
            QCOMPARE(ran.code, 1);
            QVERIFY2(ran.out.contains("it is a symbolic link to /etc/passwd") && !ran.out.contains("root:"),
                     ran.out.constData());
            QVERIFY(put(u"rm -- \"$1\" && mkdir -- \"$1\""_s));
            ran = ascendctl({u"diff"_s, file});
            QVERIFY2(ran.code == 1 && ran.out.contains("a folder is in its place"), ran.out.constData());
            QVERIFY(put(u"rmdir -- \"$1\" && mkfifo -- \"$1\""_s)); // nobody writes into it
            ran = ascendctl({u"diff"_s, file});
            QVERIFY2(ran.code == 1 && ran.out.contains("a named pipe is in its place"), ran.out.constData());
            QVERIFY(put(u"mv -f -- \"$1.kept\" \"$1\""_s));
            QVERIFY(put(u"d=${1%/*} && mv -- \"$d\" \"$d.kept\" && ln -s -- \"$d.kept\" \"$d\""_s));
            ran = ascendctl({u"diff"_s, file});
            QVERIFY2(ran.code == 1 && ran.out.contains("a folder on the way to it, "), ran.out.constData());
            QVERIFY(put(u"d=${1%/*} && rm -- \"$d\" && mv -- \"$d.kept\" \"$d\""_s));
        }

        // an option of the container more: it holds for a new one only
        QFile deployment(file);
        QVERIFY(deployment.open(QIODevice::ReadOnly));
        Json json = *parseJson(deployment.readAll(), file);
        deployment.close();
        json["settings"]["shmGb"] = 7;
        QVERIFY(deployment.open(QIODevice::WriteOnly | QIODevice::Truncate));
        deployment.write(prettyJson(json));
        deployment.close();
        ran = ascendctl({u"diff"_s, file});
        QVERIFY2(ran.code == 1, (ran.out + ran.err).constData());
        QVERIFY2(ran.out.contains("was made with other settings than the deployment has now"), ran.out.constData());
    }
};

QTEST_GUILESS_MAIN(DriftTest)
#include "tst_drift.moc"
