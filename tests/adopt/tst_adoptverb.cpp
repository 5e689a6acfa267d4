// A deployment on the simulated cluster is found again by who knows nothing of it: without our state, from the nodes
// alone, `adopt` writes a deployment file with the same recipe and settings, and what is on the nodes is what it would
// generate.
#include "core/base/json.h"
#include "tests/support/ascendctl.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>

using namespace Qt::StringLiterals;

namespace {

Json readFile(const QString &path)
{
    QFile file(path);
    const Result<Json> json = file.open(QIODevice::ReadOnly) ? parseJson(file.readAll(), path) : Error{};
    return json ? *json : Json();
}

bool writeFile(const QString &path, const Json &json)
{
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(prettyJson(json)) > 0;
}

} // namespace

class TestAdoptVerb : public QObject {
    Q_OBJECT

private slots:
    void findsADeploymentAgain_data()
    {
        QTest::addColumn<QString>("recipe");
        QTest::addColumn<QString>("subnet");
        QTest::addColumn<QByteArray>("settings");
        QTest::newRow("mindie") << u"mindie-deepseek-v3.2-w8a8-2xA2"_s << u"83"_s
                                << QByteArray(R"({"port": 2025, "servedModelName": "ours", "maxSeqLen": 4096,
 "maxInputTokenLen": 2048, "maxIterTimes": 4000, "mtpTokens": 1, "asyncScheduling": false, "logLevel": "WARN",
 "containerName": "by-hand", "npuMemoryFraction": 0.9, "hcclDeterministic": false})");
        QTest::newRow("vllm") << u"vllm-ascend-deepseek-v3.2-w8a8-2xA2"_s << u"84"_s
                              << QByteArray(R"({"port": 8100, "servedModelName": "ours", "maxModelLen": 4096,
 "release": "0.23.0", "mtpTokens": 0, "gpuMemoryUtilization": 0.85, "remoteFolder": "/work/elsewhere",
 "containerName": "by-hand"})");
    }
    void findsADeploymentAgain()
    {
        QFETCH(QString, recipe);
        QFETCH(QString, subnet);
        QFETCH(QByteArray, settings);
        QTemporaryDir dir;
        const QString file = dir.filePath(u"one.deployment.json"_s), cluster = dir.filePath(u"cluster"_s),
                      bare = dir.filePath(u"bare.deployment.json"_s), found = dir.filePath(u"found.deployment.json"_s);
        const Ran up = ascendctl({u"sim"_s, u"up"_s, u"--recipe"_s, recipe, u"--dir"_s, cluster, u"--deployment"_s,
                                  file, u"--subnet"_s, subnet});
        if (up.code != 0 && up.err.contains("model"))
            QSKIP("there is no model to serve with");
        QVERIFY2(up.code == 0, up.err.constData());
        const auto down = qScopeGuard([&] { ascendctl({u"sim"_s, u"down"_s, u"--dir"_s, cluster}); });
        Json deployment = readFile(file);
        deployment["settings"].update(Json::parse(settings.toStdString()));
        QVERIFY(writeFile(file, deployment));

        // Nothing runs yet: that is an answer, and no file.
        const Ran none = ascendctl({u"adopt"_s, u"--nodes-of"_s, file, u"-o"_s, found});
        QVERIFY2(none.code == 1 && !QFile::exists(found), (none.out + none.err).constData());

        const Ran deployed = ascendctl({u"deploy"_s, file});
        QVERIFY2(deployed.code == 0, (deployed.out + deployed.err).constData());

        // By somebody else, who knows the machines only, and has them in another order.
        Json nodes = Json::array();
        for (const Json &node : deployment["nodes"])
            nodes.insert(nodes.begin(), node);
        QVERIFY(writeFile(bare, {{"name", "x"}, {"recipe", ""}, {"nodes", nodes}, {"settings", Json::object()}}));
        const QByteArray home = qgetenv("HOME"), state = qgetenv("XDG_STATE_HOME");
        const auto back = qScopeGuard([&] {
            qputenv("HOME", home);
            state.isNull() ? qunsetenv("XDG_STATE_HOME") : qputenv("XDG_STATE_HOME", state);
        });
        qputenv("HOME", dir.path().toUtf8());
        qunsetenv("XDG_STATE_HOME");
        const mode_t mask = ::umask(0);
        const Ran adopted = ascendctl({u"adopt"_s, u"--nodes-of"_s, bare, u"-o"_s, found, u"--json"_s});
        ::umask(mask);
        QVERIFY(!(QFile::permissions(found) & (QFile::WriteGroup | QFile::WriteOther))); // it says what nodes run
        QVERIFY2(adopted.code == 0, (adopted.out + adopted.err).constData());
        const Result<Json> said = parseJson(adopted.out, u"adopt"_s);
        QVERIFY(said);
        QCOMPARE(boolAt(*said, "simulated"), std::optional(true));
        QVERIFY2(member(*said, "differences").empty(), adopted.out.constData());
        QVERIFY2(member(*said, "findings").empty(), adopted.out.constData());
        const Json written = readFile(found);
        QCOMPARE(stringAt(written, "recipe"), recipe);
        QCOMPARE(stringAt(written, "name"), stringAt(deployment, "name"));
        QVERIFY(written["nodes"] == deployment["nodes"]); // the one that serves is the first again
        Json is = written["settings"], wanted = deployment["settings"];
        for (const Json *settingsOf : {&is, &wanted}) {
            for (const auto &[key, value] : settingsOf->items())
                QVERIFY2(member(is, key.c_str()) == member(wanted, key.c_str()),
                         (adopted.out + key.c_str()).constData());
        }

        const Ran linted = ascendctl({u"lint"_s, u"deployment"_s, found});
        QVERIFY2(linted.code == 0 && linted.err.contains("nothing found"), (linted.out + linted.err).constData());
        const Ran different = ascendctl({u"diff"_s, found});
        QVERIFY2(different.code == 0, (different.out + different.err).constData());
        const Ran checked = ascendctl({u"check"_s, found, u"--json"_s});
        QVERIFY2(checked.code == 0 || checked.code == 1, checked.err.constData());
        QVERIFY(checked.out.contains("\"recipe.settings\""));

        // The file is there: it is left as it is, and nobody is asked.
        const Ran again = ascendctl({u"adopt"_s, u"--nodes-of"_s, bare, u"-o"_s, found});
        QCOMPARE(again.code, 2);
        QVERIFY2(again.err.contains("is there already"), again.err.constData());
        QVERIFY(readFile(found) == written);
    }

    void wrongUsageIsSaid_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::newRow("no nodes") << QStringList{u"-o"_s, u"/nonexistent/x.json"_s};
        QTest::newRow("no file") << QStringList{u"10.20.0.11"_s};
        QTest::newRow("no host") << QStringList{u"root@"_s, u"-o"_s, u"/nonexistent/x.json"_s};
        QTest::newRow("port") << QStringList{u"a:70000"_s, u"-o"_s, u"/nonexistent/x.json"_s};
        QTest::newRow("option") << QStringList{u"a"_s, u"--force"_s, u"-o"_s, u"/nonexistent/x.json"_s};
    }
    void wrongUsageIsSaid()
    {
        QFETCH(QStringList, arguments);
        const Ran ran = ascendctl(QStringList{u"adopt"_s} + arguments);
        QVERIFY2(ran.code == 2, (ran.out + ran.err).constData());
        QVERIFY(ran.err.contains("usage:"));
    }

    void aNodeThatIsNotReachedIsNoHalfDeployment()
    {
        QTemporaryDir dir;
        const QString file = dir.filePath(u"x.json"_s);
        const Ran ran = ascendctl({u"adopt"_s, u"root@127.0.0.1:1"_s, u"-o"_s, file});
        QVERIFY2(ran.code == 3, (ran.out + ran.err).constData());
        QVERIFY(!QFile::exists(file));
    }
};

QTEST_GUILESS_MAIN(TestAdoptVerb)
#include "tst_adoptverb.moc"
