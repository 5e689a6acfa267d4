// ascendctl recipes, generate, lint, plan, verify: documents and exit codes (DESIGN "ascendctl"), without nodes.
#include "tests/recipes/clusterfixture.h"
#include "tests/support/ascendctl.h"
#include "tests/support/filebox.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QTcpServer>
#include <QTest>

#include <algorithm>

#include <sys/stat.h>

using namespace Qt::StringLiterals;

namespace {

QHash<QString, QByteArray> contents(const QString &folder)
{
    QHash<QString, QByteArray> all;
    for (QDirIterator it(folder, QDir::Files, QDirIterator::Subdirectories); it.hasNext();) {
        QFile file(it.next());
        if (file.open(QIODevice::ReadOnly))
            all.insert(QDir(folder).relativeFilePath(file.fileName()), file.readAll());
    }
    return all;
}

} // namespace

class RecipeVerbsTest : public QObject
{
    Q_OBJECT

private:
    FileBox m_box;
    QString m_deployment, m_facts;

private slots:
    void initTestCase()
    {
        const Deployment deployment = twoNodes();
        Json facts = {{"nodes", Json::array()}};
        for (const NodeFacts &one : factsOf(deployment))
            facts["nodes"].push_back(toJson(one));
        m_facts = m_box.write(u"facts.json"_s, prettyJson(facts));
        m_deployment = m_box.write(u"a.deployment.json"_s, toText(deployment));
    }

    void verifyOfAClosedPortIsOneDocumentWithEveryQuestion()
    {
        Deployment deployment = twoNodes();
        deployment.nodes[0].transport = Transport::Local;
        deployment.nodes[0].host = u"127.0.0.1"_s;
        deployment.settings["port"] = deployment.settings["managementPort"] = deployment.settings["metricsPort"] = 1;
        const Ran outcome
            = ascendctl({u"verify"_s, m_box.write(u"closed.deployment.json"_s, toText(deployment)), u"--json"_s});
        QCOMPARE(outcome.code, 1);
        const Result<Json> document = parseJson(outcome.out, u"verify"_s);
        QVERIFY2(document, outcome.out.constData());
        QCOMPARE(stringAt(document->at("endpoint"), "baseUrl"), u"http://127.0.0.1:1/v1"_s);
        QCOMPARE(document->at("findings").size(), 5u);
        QCOMPARE(stringAt(document->at("findings")[0], "check"), u"verify.ready"_s);
        QCOMPARE(stringAt(document->at("findings")[0], "verdict"), u"fail"_s);
    }

    void recipesAreOneDocument()
    {
        const Ran outcome = ascendctl({u"recipes"_s, u"--json"_s});
        QCOMPARE(outcome.code, 0);
        const Result<Json> document = parseJson(outcome.out, u"recipes"_s);
        QVERIFY(document && !document->at("recipes").empty());
        QCOMPARE(ascendctl({u"recipes"_s, u"more"_s}).code, 2);
    }

    void whatRecipesLackIsSaidInTheLanguageAskedFor()
    {
        const QStringList asked{u"recipes"_s, u"--for"_s, m_deployment, u"--facts"_s, m_facts, u"--json"_s};
        for (const bool isChinese : {false, true}) {
            const Ran outcome = ascendctl(isChinese ? asked + QStringList{u"--zh"_s} : asked);
            const Result<Json> document = parseJson(outcome.out, u"recipes"_s);
            QVERIFY2(document, outcome.err.constData());
            int sentences = 0;
            for (const Json &proposal : document->at("proposals")) {
                for (const QString &sentence : textsAt(proposal, "missing")) {
                    ++sentences;
                    const bool hasHan = std::any_of(sentence.cbegin(), sentence.cend(),
                                                    [](QChar c) { return c.script() == QChar::Script_Han; });
                    QVERIFY2(hasHan == isChinese, qPrintable(sentence));
                }
            }
            QVERIFY(sentences > 0);
        }
    }

    void checkSaysItsVerdictsInTheLanguageAskedFor()
    {
        Deployment deployment = twoNodes();
        for (Node &node : deployment.nodes) {
            node.host = u"127.0.0.1"_s;
            node.port = 1; // nobody listens there
        }
        const QString file = m_box.write(u"closed-ssh.deployment.json"_s, toText(deployment));
        const QStringList asked{u"check"_s, file, u"--only"_s, u"connection.reachable"_s};
        const Ran english = ascendctl(asked), chinese = ascendctl(asked + QStringList{u"--zh"_s}),
                  json = ascendctl(asked + QStringList{u"--zh"_s, u"--json"_s});
        QVERIFY2(english.out.contains(" passed, 0 warnings, "), english.out.constData());
        QVERIFY2(!chinese.out.isEmpty() && !chinese.out.contains(" passed, ") && !chinese.out.contains("warning"),
                 chinese.out.constData());
        QVERIFY2(json.out.contains("\"verdict\": \"fail\""), json.out.constData());
        QCOMPARE(chinese.code, english.code);
    }

    void generatesTheSameBytesTwice()
    {
        const QString one = m_box.filePath(u"one"_s), two = m_box.filePath(u"two"_s);
        const Ran outcome = ascendctl({u"generate"_s, m_deployment, u"-o"_s, one, u"--facts"_s, m_facts, u"--json"_s});
        QVERIFY2(outcome.code == 0, outcome.err.constData());
        QVERIFY(parseJson(outcome.out, u"generate"_s));
        QVERIFY(outcome.err.contains("four Atlas 800I A2")); // warns and goes on
        QCOMPARE(ascendctl({u"generate"_s, m_deployment, u"-o"_s, two, u"--facts"_s, m_facts}).code, 0);
        QCOMPARE(contents(one).size(), 14);
        QCOMPARE(contents(one), contents(two));
        for (const auto &[kind, file] :
             {std::pair{u"rank-table"_s, u"/hccl_2s_16p.json"_s},
              std::pair{u"mindie-config"_s, u"/node1/config.json"_s}, std::pair{u"env"_s, u"/node2/env.sh"_s}})
            QCOMPARE(ascendctl({u"lint"_s, kind, one + file, u"--facts"_s, m_facts}).code, 0);
        QCOMPARE(ascendctl({u"lint"_s, u"deployment"_s, m_deployment}).code, 0);
    }

    void filesOfOthersAreKeptBeside()
    {
        const QString folder = m_box.filePath(u"mixed"_s);
        QVERIFY(QDir().mkpath(folder));
        m_box.write(u"mixed/hccl_2s_16p.json"_s, "MINE\n");
        const Ran first = ascendctl({u"generate"_s, m_deployment, u"-o"_s, folder, u"--facts"_s, m_facts, u"--json"_s});
        QVERIFY2(first.code == 0, first.err.constData());
        QVERIFY2(first.err.contains("hccl_2s_16p.json.before-ascend-console"), first.err.constData());
        QCOMPARE(parseJson(first.out, u"generate"_s)->at("kept").size(), 1u);
        QCOMPARE(contents(folder).value(u"hccl_2s_16p.json.before-ascend-console"_s), QByteArray("MINE\n"));
        // What generate wrote itself it writes anew without a word; what was edited since, not.
        Deployment other = twoNodes();
        other.settings["port"] = 2025;
        const QString changed = m_box.write(u"port.deployment.json"_s, toText(other));
        m_box.write(u"mixed/node1/env.sh"_s, "edited\n");
        const Ran second = ascendctl({u"generate"_s, changed, u"-o"_s, folder, u"--facts"_s, m_facts, u"--json"_s});
        QVERIFY2(second.code == 0, second.err.constData());
        QCOMPARE(parseJson(second.out, u"generate"_s)->at("kept").size(), 1u);
        QCOMPARE(contents(folder).value(u"node1/env.sh.before-ascend-console"_s), QByteArray("edited\n"));
    }

    void foldersAreNobodyElsesToWriteTo()
    {
        const QString folder = m_box.filePath(u"open/deep"_s);
        const mode_t before = ::umask(0);
        const Ran ran = ascendctl({u"generate"_s, m_deployment, u"-o"_s, folder, u"--facts"_s, m_facts});
        ::umask(before);
        QCOMPARE(ran.code, 0);
        for (const QString &path : {m_box.filePath(u"open"_s), folder, folder + u"/node1"_s})
            QVERIFY2(!(QFile::permissions(path) & (QFile::WriteGroup | QFile::WriteOther)), qPrintable(path));
    }

    void whatDoesNotFitIsNo()
    {
        Deployment wrong = twoNodes();
        wrong.settings = {{"port", 80}};
        const Ran outcome = ascendctl({u"generate"_s, m_box.write(u"wrong.deployment.json"_s, toText(wrong)), u"-o"_s,
                                       m_box.filePath(u"no"_s), u"--facts"_s, m_facts});
        QCOMPARE(outcome.code, 1);
        QVERIFY(outcome.err.contains("1024 to 65535"));
        const Ran json = ascendctl({u"generate"_s, m_box.filePath(u"wrong.deployment.json"_s), u"-o"_s,
                                    m_box.filePath(u"no"_s), u"--facts"_s, m_facts, u"--json"_s});
        QCOMPARE(json.code, 1);
        const Result<Json> document = parseJson(json.out, u"generate"_s);
        QVERIFY2(document, json.out.constData());
        QVERIFY(stringAt(*document, "error").contains(u"1024 to 65535"));
        QVERIFY(!QFile::exists(m_box.filePath(u"no"_s)));
    }

    // DESIGN's exit codes: what is wrong in the deployment is the answer of whoever judges it, a file that is none
    // cannot be judged.
    void whatLintRefusesTheOthersRefuseAlike_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("lint");
        QTest::addColumn<int>("others");
        QTest::addColumn<QByteArray>("says");
        const auto with = [](const QByteArray &settings, const QByteArray &recipe = "openai-compatible-image") {
            return QByteArray("{\"name\":\"x\",\"recipe\":\"") + recipe
                + "\",\"nodes\":[{\"name\":\"a\",\"transport\":\"local\"}],\"settings\":" + settings + '}';
        };
        QTest::newRow("a setting out of range") << with(R"({"port":80})") << 1 << 1 << QByteArray("1024 to 65535");
        QTest::newRow("no cards") << with(R"({"cards":0})") << 1 << 1 << QByteArray("\"cards\" is 0; allowed: 1 to 16");
        QTest::newRow("a name that nothing fills")
            << with(R"({"command":"serve ${foo}"})") << 1 << 1 << QByteArray("${foo}");
        QTest::newRow("no such recipe") << with("{}", "none") << 1 << 1 << QByteArray("none");
        QTest::newRow("a port that is none")
            << with("{}").replace("\"local\"", "\"local\",\"port\":70000") << 1 << 1 << QByteArray("65535");
        QTest::newRow("a node's name with a slash")
            << with("{}").replace("\"a\"", "\"a/b\"") << 1 << 1 << QByteArray("a/b");
        QTest::newRow("too large a number")
            << with(R"({"port":1e400})") << 1 << 3 << QByteArray("a number that is too large");
        QTest::newRow("no JSON") << QByteArray("name: x\nnodes: []\n") << 3 << 3 << QByteArray("line 1, column 2");
        for (const char *nodes : {"", "\"nodes\":2,"})
            QTest::addRow("a recipe %s", nodes)
                << QByteArray("{\"id\":\"y\",\"extends\":\"x\",") + nodes + "\"title\":\"Y\",\"settings\":{}}" << 3 << 3
                << QByteArray("This is a recipe, not a deployment");
        QTest::newRow("a manifest") << QByteArray(R"({"deployment":"x","recipe":"y","files":[],"simulated":false})")
                                    << 3 << 3 << QByteArray("(deployment, files)");
    }
    void whatLintRefusesTheOthersRefuseAlike()
    {
        QFETCH(QByteArray, text);
        QFETCH(int, lint);
        QFETCH(int, others);
        QFETCH(QByteArray, says);
        const QString path = m_box.write(u"judged.deployment.json"_s, text);
        const Ran linted = ascendctl({u"lint"_s, u"deployment"_s, path});
        QVERIFY2(linted.code == lint && (linted.out + linted.err).contains(says),
                 (linted.out + linted.err).constData());
        for (const QStringList &verb :
             {QStringList{u"deploy"_s, path, u"--dry-run"_s}, QStringList{u"plan"_s, path},
              QStringList{u"generate"_s, path, u"-o"_s, m_box.filePath(u"nothing"_s)}, QStringList{u"diff"_s, path}}) {
            if (says.startsWith('$') && verb.first() == u"plan")
                continue; // asks for room, not for the command
            const Ran ran = ascendctl(verb);
            QVERIFY2(ran.code == others,
                     qPrintable(verb.join(u' ') + u": %1 "_s.arg(ran.code) + QString::fromUtf8(ran.err)));
            // there are no cards here: that is said first
            QVERIFY2(says.startsWith('$') || ran.err.contains(says), ran.err.constData());
            QVERIFY2(!ran.err.contains("exception"), ran.err.constData());
        }
    }

    void faultsAreListedWithHowTheyEnd()
    {
        const Ran ran = ascendctl({u"sim"_s, u"faults"_s});
        QCOMPARE(ran.code, 0);
        QVERIFY2(ran.out.contains("port-busy [PORT]") && ran.out.contains("--clear"), ran.out.constData());
        QVERIFY(ascendctl({u"sim"_s, u"--help"_s}).out.contains("--clear"));
    }

    // What plan, generate and lint would refuse of the file is not written.
    void aSimulatedClusterTakesNoPortThatIsRefused_data()
    {
        QTest::addColumn<QString>("recipe");
        QTest::addColumn<QString>("port");
        QTest::addColumn<QByteArray>("says");
        QTest::newRow("of Mooncake's") << u"vllm-ascend-deepseek-v3.1-w8a8-2p1d-4xA3"_s << u"21000"_s
                                       << QByteArray("\"port\" is 21000; with 16 NPUs on a node Mooncake takes random");
        QTest::newRow("of HCCL's") << u"mindie-deepseek-v3.2-w8a8-2xA2"_s << u"60010"_s << QByteArray("60000 to 60031");
        QTest::newRow("none") << u"openai-compatible-image"_s << u"80"_s << QByteArray("allowed: 1024 to 65535");
        QTest::newRow("the usual cluster's") << QString() << u"65535"_s << QByteArray("allowed: ");
    }
    void aSimulatedClusterTakesNoPortThatIsRefused()
    {
        QFETCH(QString, recipe);
        QFETCH(QString, port);
        QFETCH(QByteArray, says);
        const QString cluster = m_box.filePath(u"refused"_s);
        QStringList words{u"sim"_s, u"up"_s, u"--port-base"_s, port, u"--dir"_s, cluster};
        if (!recipe.isEmpty())
            words << u"--recipe"_s << recipe;
        const Ran ran = ascendctl(words);
        QCOMPARE(ran.code, 2);
        QVERIFY2(ran.err.contains(says), ran.err.constData());
        QVERIFY(!QFile::exists(cluster));
    }

    // Nothing is made, and what is there is as it was.
    void aSimulatedClusterWritesOverNothingOfTheUsers_data()
    {
        QTest::addColumn<QString>("file");
        m_box.write(u"notes.txt"_s, "mine");
        m_box.write(u"broken.deployment.json"_s, "{\"simulated\": true,");
        Deployment simulated = twoNodes();
        simulated.simulated = true;
        QVERIFY(QFile::link(m_box.write(u"simulated.json"_s, toText(simulated)), m_box.filePath(u"link"_s)));
        QVERIFY(QFile::link(u"nowhere"_s, m_box.filePath(u"dangling"_s)));
        QVERIFY(QDir(m_box.path()).mkdir(u"folder"_s));
        QCOMPARE(::mkfifo(QFile::encodeName(m_box.filePath(u"pipe"_s)).constData(), 0600), 0);
        QTest::newRow("notes") << m_box.filePath(u"notes.txt"_s);
        QTest::newRow("a deployment of real nodes") << m_deployment;
        QTest::newRow("no JSON") << m_box.filePath(u"broken.deployment.json"_s);
        for (const char *name : {"link", "dangling", "folder", "pipe"})
            QTest::newRow(name) << m_box.filePath(QLatin1String(name));
        QTest::newRow("a device") << u"/dev/null"_s;
    }
    void aSimulatedClusterWritesOverNothingOfTheUsers()
    {
        QFETCH(QString, file);
        const QString cluster = m_box.filePath(u"not-made"_s);
        struct stat before = {}, after = {};
        QCOMPARE(::lstat(QFile::encodeName(file).constData(), &before), 0);
        const QHash<QString, QByteArray> files = contents(m_box.path());
        const Ran ran = ascendctl({u"sim"_s, u"up"_s, u"--dir"_s, cluster, u"--deployment"_s, file});
        QVERIFY2(ran.code == 2
                     && ran.err.contains(file.toUtf8()
                                         + " is there already and is no deployment file of a simulated cluster; it was "
                                           "left alone."),
                 ran.err.constData());
        QVERIFY(!QFile::exists(cluster));
        QCOMPARE(contents(m_box.path()), files);
        QCOMPARE(::lstat(QFile::encodeName(file).constData(), &after), 0);
        QCOMPARE(after.st_ino, before.st_ino);
        QCOMPARE(after.st_mode, before.st_mode);
    }

    void helpSaysWhatASubnetIs()
    {
        const Ran ran = ascendctl({u"sim"_s, u"up"_s, u"--help"_s});
        QVERIFY2(ran.code == 0 && ran.out.contains("127.0.K.1") && ran.out.contains("0 to 253"), ran.out.constData());
        QVERIFY2(ran.out.contains("10.200.(K+1).2"), ran.out.constData()); // by SSH
    }

    void wrongUsageAndWhatCannotBeAsked()
    {
        QCOMPARE(ascendctl({u"generate"_s, m_deployment}).code, 2);
        QCOMPARE(ascendctl({u"generate"_s, u"-o"_s, m_box.filePath(u"x"_s)}).code, 2);
        QCOMPARE(ascendctl({u"generate"_s, m_box.filePath(u"none.json"_s), u"-o"_s, m_box.filePath(u"x"_s)}).code, 3);
        QCOMPARE(ascendctl({u"lint"_s}).code, 2);
        QCOMPARE(ascendctl({u"lint"_s, u"poem"_s, m_facts}).code, 2);
        QCOMPARE(ascendctl({u"lint"_s, u"rank-table"_s, m_box.filePath(u"none"_s)}).code, 3);
        QCOMPARE(ascendctl({u"lint"_s, u"rank-table"_s, m_deployment}).code, 3);
        const Ran bad = ascendctl(
            {u"lint"_s, u"rank-table"_s,
             m_box.write(u"bad.json"_s, "{\"version\":\"1.0\",\"server_count\":2,\"server_list\":[]}"), u"--json"_s});
        QCOMPARE(bad.code, 1);
        const Result<Json> document = parseJson(bad.out, u"lint"_s);
        QVERIFY(document);
        QCOMPARE(stringAt(document->at("findings")[0], "rule"), u"rank.status"_s);
    }

    void whatWasNotAskedIsNoAnswer()
    {
        Deployment deployment = twoNodes();
        deployment.nodes[0].transport = Transport::Local;
        deployment.nodes[1].host = u"127.0.0.1"_s;
        deployment.nodes[1].port = 1;    // nothing listens
        const Ran ran = ascendctl({u"generate"_s, m_box.write(u"away.deployment.json"_s, toText(deployment)), u"-o"_s,
                                   m_box.filePath(u"x"_s), u"--json"_s});
        QCOMPARE(ran.code, 3);
        QVERIFY2(ran.out.isEmpty() && !ran.err.isEmpty(), (ran.out + ran.err).constData());
    }

    void aWrongStepIsToldBeforeAnybodyIsAsked()
    {
        QTcpServer server;
        QVERIFY(server.listen(QHostAddress::LocalHost));
        Deployment deployment = twoNodes();
        for (Node &node : deployment.nodes) {
            node.host = u"127.0.0.1"_s;
            node.port = server.serverPort();
        }
        const QString path = m_box.write(u"until.deployment.json"_s, toText(deployment));
        for (const QString &wrong : {u"nonsense"_s, u"start@nobody"_s, u"verify@node2"_s}) {
            const Ran ran = ascendctl({u"deploy"_s, path, u"--until"_s, wrong});
            QVERIFY2(ran.code == 2, ran.err.constData());
            QVERIFY2(ran.err.contains(wrong.toUtf8()) && ran.err.contains("copy-artifacts")
                         && ran.err.contains("wait-ready"),
                     ran.err.constData());
        }
        QVERIFY2(!server.waitForNewConnection(0), "it connected first");
    }

    void everyVerbTellsItsUsage_data()
    {
        QTest::addColumn<QString>("verb");
        for (const char *verb : {"parse", "serve", "recipes", "lint", "plan", "generate", "diff", "monitor", "deploy",
                                 "undo", "stop", "verify", "sim", "chat", "examine-model", "inspect", "check"})
            QTest::newRow(verb) << QString::fromLatin1(verb);
    }
    void everyVerbTellsItsUsage()
    {
        QFETCH(QString, verb);
        for (const QStringList &more :
             {QStringList{u"--help"_s}, QStringList{u"-h"_s}, QStringList{m_deployment, u"--help"_s},
              QStringList{u"x"_s, u"--json"_s, u"--help"_s}}) {
            const Ran ran = ascendctl(QStringList{verb} + more);
            QVERIFY2(ran.code == 0, ran.err.constData());
            QVERIFY2(ran.out.startsWith("usage: ascendctl " + verb.toUtf8() + ' '), ran.out.constData());
            QVERIFY2(ran.err.isEmpty(), ran.err.constData());
        }
    }

    void aFolderIsNoModel()
    {
        const Ran ran = ascendctl({u"examine-model"_s, u"/"_s});
        QCOMPARE(ran.code, 3);
        QVERIFY2(ran.err.contains("/ is a folder"), ran.err.constData());
    }

    void largeFilesAreRefusedAtOnce()
    {
        const QString path = m_box.write(u"large.json"_s, "{\"nodes\": [" + QByteArray(50 << 20, ' ') + "]}");
        const Ran ran = ascendctl({u"lint"_s, u"deployment"_s, path});
        QCOMPARE(ran.code, 3);
        QVERIFY2(ran.err.contains("4 MB"), ran.err.constData());
    }

    // A default that nobody chose, because of a typing error, is not taken in silence.
    void whatHasNoEffectIsTold()
    {
        Deployment deployment = twoNodes();
        deployment.settings["portt"] = 9000;
        deployment.other["nodess"] = 2;
        const Ran outcome = ascendctl({u"plan"_s, m_box.write(u"typo.deployment.json"_s, toText(deployment)),
                                       u"--facts"_s, m_facts, u"--json"_s});
        QCOMPARE(outcome.code, 0);
        QVERIFY2(outcome.err.contains("/settings/portt") && outcome.err.contains("\"port\"")
                     && outcome.err.contains("/nodess"),
                 outcome.err.constData());
        QVERIFY2(!ascendctl({u"plan"_s, m_deployment, u"--facts"_s, m_facts}).err.contains("no effect"),
                 "of a deployment without such keys");
    }

    // A file of facts may tell of more nodes; one that tells of none of these is the wrong file.
    void factsOfOtherNodesAreNotCounted()
    {
        QFile file(m_facts);
        QVERIFY(file.open(QIODevice::ReadOnly));
        Json facts = *parseJson(file.readAll(), m_facts);
        Json other = facts["nodes"][0];
        other["name"] = "node9";
        other["npuSmi"] = nullptr;
        const QString only = m_box.write(u"other.json"_s, prettyJson({{"nodes", Json::array({other})}}));
        facts["nodes"].push_back(other);
        const QString more = m_box.write(u"more.json"_s, prettyJson(facts));
        for (const auto &[verb, option] : {std::pair(u"plan"_s, u"--json"_s), std::pair(u"recipes"_s, u"--for"_s)}) {
            const Ran ran = ascendctl({verb, option, m_deployment, u"--facts"_s, m_facts});
            QCOMPARE(ascendctl({verb, option, m_deployment, u"--facts"_s, more}).out, ran.out);
            const Ran refused = ascendctl({verb, option, m_deployment, u"--facts"_s, only});
            QVERIFY2(refused.code > 0 && refused.err.contains("tells of no node of this deployment"),
                     refused.err.constData());
        }
    }

    // Two equal ports are no matter of memory: plan says both, and that it is not to be deployed.
    void planTellsARefusalFromWhatDoesNotFit()
    {
        Deployment deployment = twoNodes();
        deployment.settings["metricsPort"] = 1025;
        const QString file = m_box.write(u"ports.deployment.json"_s, toText(deployment));
        Ran outcome = ascendctl({u"plan"_s, file, u"--facts"_s, m_facts, u"--json"_s});
        QCOMPARE(outcome.code, 1);
        const Result<Json> document = parseJson(outcome.out, u"plan"_s);
        QVERIFY(document && document->at("fits").is_null()); // as without the clash
        QVERIFY2(stringAt(*document, "error").contains(u"1025"_s), outcome.out.constData());
        outcome = ascendctl({u"plan"_s, file, u"--facts"_s, m_facts});
        QVERIFY2(outcome.code == 1 && outcome.out.startsWith("fits: unknown")
                     && outcome.out.contains("It cannot be deployed as it is: "),
                 outcome.out.constData());
    }

    // A setting that is refused outright is an answer, too: a document, not nothing.
    void planOfARefusedSettingIsADocument()
    {
        Deployment deployment = twoNodes();
        deployment.settings["port"] = 80;
        const QString file = m_box.write(u"port80.deployment.json"_s, toText(deployment));
        const Ran outcome = ascendctl({u"plan"_s, file, u"--facts"_s, m_facts, u"--json"_s});
        QCOMPARE(outcome.code, 1);
        const Result<Json> document = parseJson(outcome.out, u"plan"_s);
        QVERIFY2(document, outcome.out.constData());
        QCOMPARE(boolAt(*document, "fits"), std::optional(false));
        QVERIFY2(stringAt(*document, "error").contains(u"80"_s), outcome.out.constData());
        QVERIFY2(outcome.err.contains("80"), outcome.err.constData());
    }

    void planSaysWhatItDoesNotKnow()
    {
        const Ran outcome = ascendctl({u"plan"_s, m_deployment, u"--facts"_s, m_facts, u"--json"_s});
        QCOMPARE(outcome.code, 0);
        const Result<Json> document = parseJson(outcome.out, u"plan"_s);
        QVERIFY(document);
        QCOMPARE(integerAt(*document, "cards"), 16);
        QCOMPARE(integerAt(*document, "hbmBytesPerCard"), qint64(64) << 30);
        QVERIFY(document->at("fits").is_null() && document->at("kvTokens").is_null());
        QVERIFY(!document->at("warnings").empty());
        // nobody was asked for the weights: nothing could not be read
        QVERIFY2(!outcome.out.contains("could not be read") && !outcome.out.contains("is missing"),
                 outcome.out.constData());
        QVERIFY2(outcome.out.contains("run plan without --facts"), outcome.out.constData());
        // for people: which figures are missing, and why; the help says what the exit code is then
        const Ran text = ascendctl({u"plan"_s, m_deployment, u"--facts"_s, m_facts});
        QVERIFY2(text.code == 0 && text.out.startsWith("fits: unknown")
                     && text.out.contains("The size of the weights is unknown: the facts do not tell of them.")
                     && text.out.contains("KV cache per token is unknown: it follows from config.json of the weights"),
                 text.out.constData());
        const Ran help = ascendctl({u"plan"_s, u"--help"_s});
        QVERIFY2((help.out + help.err).contains("with --facts, for which none is asked, with 0"),
                 (help.out + help.err).constData());
    }

    void planSaysWhatTheEngineDoesNotTake()
    {
        const QString config = m_box.write(u"fp8.json"_s, R"({"model_type": "llama", "hidden_size": 4096,
            "num_hidden_layers": 32, "num_attention_heads": 32, "num_key_value_heads": 8, "vocab_size": 128256,
            "intermediate_size": 14336, "quantization_config": {"quant_method": "fp8"}})");
        const QStringList asked{u"plan"_s, m_deployment, u"--facts"_s, m_facts, u"--config"_s, config};
        const QByteArray says = "By their config.json (quant_method) the weights are FP8";
        const Ran text = ascendctl(asked), json = ascendctl(asked + QStringList{u"--json"_s});
        QVERIFY2(text.err.contains("warning: ") && text.err.contains(says), text.err.constData());
        const Result<Json> document = parseJson(json.out, u"plan"_s);
        QVERIFY2(document && textsAt(*document, "warnings").join(u'\n').contains(QString::fromLatin1(says)),
                 json.out.constData());
    }

    void onlyNothingIsNoCheck()
    {
        const Ran empty = ascendctl({u"check"_s, m_deployment, u"--only"_s, QString()});
        QCOMPARE(empty.code, 2);
        QVERIFY2(empty.err.contains("what follows '--only' is empty"), empty.err.constData());
        for (const QStringList &only : {QStringList{u"--only="_s}, QStringList{u"--only"_s, u","_s}}) {
            const Ran outcome = ascendctl(QStringList{u"check"_s, m_deployment} + only);
            QCOMPARE(outcome.code, 2);
            QVERIFY2(outcome.err.contains("--only names no check") && outcome.err.contains("recipe.settings"),
                     outcome.err.constData());
        }
    }
};

QTEST_GUILESS_MAIN(RecipeVerbsTest)
#include "tst_recipeverbs.moc"
