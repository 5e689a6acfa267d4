#include "core/nodes/deployment.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>

namespace {

QString str(const char *text) { return QString::fromUtf8(text); }

const char *const full = R"({
  "comment": "keep me",
  "name": "ds-v32-2x8",
  "recipe": "mindie-deepseek-v3.2-w8a8-2xA2",
  "nodes": [
    {
      "rack": [1, 2.50, null],
      "name": "node1",
      "host": "10.20.2.2",
      "port": 2222,
      "user": "root",
      "auth": {
        "note": "ours",
        "method": "key",
        "identityFile": "~/.ssh/id_ed25519"
      }
    },
    {
      "name": "node2",
      "host": "alias"
    }
  ],
  "settings": {
    "weights": "/work/w",
    "port": 1025
  },
  "later": {
    "b": 1,
    "a": 2
  }
}
)";

} // namespace

class TestDeployment : public QObject
{
    Q_OBJECT

private slots:
    void readsWhatItSays()
    {
        const Result<Deployment> d = parseDeployment(full);
        QVERIFY2(d, qPrintable(d ? QString() : d.error().message));
        QCOMPARE(d->name, str("ds-v32-2x8"));
        QCOMPARE(d->nodes.size(), 2);
        QCOMPARE(d->nodes[0].port, std::optional<int>(2222));
        QCOMPARE(d->nodes[0].auth, AuthMethod::Key);
        QCOMPARE(d->nodes[0].identityFile, str("~/.ssh/id_ed25519"));
        QVERIFY(!d->nodes[1].port);
        QCOMPARE(d->nodes[1].auth, AuthMethod::Agent);
        QVERIFY(!d->simulated);
    }

    void savingChangesNothing()
    {
        QCOMPARE(toText(*parseDeployment(full)), parseJson(full, {}) ? prettyJson(*parseJson(full, {})) : QByteArray());
    }

    void savingChangesOnlyWhatWasChanged()
    {
        Deployment d = *parseDeployment(full);
        d.nodes[0].port = std::nullopt;
        d.nodes[0].host = str("10.20.2.9");
        d.nodes[1].auth = AuthMethod::Password;
        Json expected = *parseJson(full, {});
        expected["nodes"][0].erase("port");
        expected["nodes"][0]["host"] = "10.20.2.9";
        expected["nodes"][1]["auth"] = {{"method", "password"}};
        QCOMPARE(toText(d), prettyJson(expected));
        Deployment again = *parseDeployment(toText(d));
        QCOMPARE(again.nodes[1].auth, AuthMethod::Password);
    }

    void anAddressMayStandInBrackets()
    {
        const auto hostOf = [](const char *host) {
            const Json node{{"name", "a"}, {"host", host}}, all{{"name", "t"}, {"nodes", Json::array({node})}};
            const Result<Deployment> read = parseDeployment(compactJson(all));
            return read ? read->nodes[0].host : read.error().message;
        };
        QCOMPARE(hostOf("[fd00::1]"), str("fd00::1"));
        QCOMPARE(hostOf("[fe80::1%eth0]"), str("fe80::1%eth0"));
        QCOMPARE(hostOf("fd00::1"), str("fd00::1"));
        QCOMPARE(hostOf("[node]"), str("[node]")); // no address
    }

    void newDeploymentCanBeReadBack()
    {
        Deployment d;
        d.name = str("new");
        Node node;
        node.name = str("n1");
        node.host = str("127.0.1.1");
        node.transport = Transport::Local;
        node.root = str("/tmp/sim/n1");
        d.nodes << node;
        d.simulated = true;
        const Result<Deployment> again = parseDeployment(toText(d));
        QVERIFY(again);
        QVERIFY(again->simulated);
        QCOMPARE(again->nodes[0].transport, Transport::Local);
        QCOMPARE(again->nodes[0].root, node.root);
    }

    void mistakesAreNamed_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("where");
        QTest::addColumn<QString>("word");
        const auto row = [](const char *name, const char *text, const char *where, const char *word) {
            QTest::newRow(name) << QByteArray(text) << str(where) << str(word);
        };
        row("a key twice", R"({"name":"a","nodes":[{"name":"a","host":"h","host":"i"}]})", "/nodes/0/host", "twice");
        row("duplicate names", R"({"nodes":[{"name":"a","host":"h"},{"name":"a","host":"i"}]})", "/nodes/1/name",
            "'a'");
        row("no host", R"({"nodes":[{"name":"a"}]})", "/nodes/0/host", "no host");
        row("no name", R"({"nodes":[{"host":"h"}]})", "/nodes/0/name", "no name");
        row("name with slash", R"({"nodes":[{"name":"../x","host":"h"}]})", "/nodes/0/name", "folder");
        row("unknown method", R"({"nodes":[{"name":"a","host":"h","auth":{"method":"kerberos"}}]})",
            "/nodes/0/auth/method", "kerberos");
        row("known_hosts file a number", R"({"nodes":[{"name":"a","host":"h","auth":{"knownHostsFile":1.5}}]})",
            "/nodes/0/auth/knownHostsFile", "text");
        row("unknown transport", R"({"nodes":[{"name":"a","host":"h","transport":"telnet"}]})", "/nodes/0/transport",
            "telnet");
        row("root without local", R"({"nodes":[{"name":"a","host":"h","root":"/x"}]})", "/nodes/0/root", "local");
        row("port too large", R"({"nodes":[{"name":"a","host":"h","port":65536}]})", "/nodes/0/port", "65535");
        row("port huge", R"({"nodes":[{"name":"a","host":"h","port":18446744073709551615}]})", "/nodes/0/port",
            "65535");
        row("port as text", R"({"nodes":[{"name":"a","host":"h","port":"22"}]})", "/nodes/0/port", "number");
        row("password in the file",
            R"({"nodes":[{"name":"a","host":"h","auth":{"method":"password","password":"x"}}]})",
            "/nodes/0/auth/password", "secret");
        row("password of the Prometheus server", "{\"prometheus\":\"http://reader:hunter2@prom:9090\"}", "/prometheus",
            "machine prom login reader password PASSWORD");
        row("nodes no list", R"({"nodes":{}})", "/nodes", "list");
        row("settings no object", R"({"settings":[]})", "/settings", "object");
        row("host an option", R"({"nodes":[{"name":"a","host":"-oProxyCommand=id"}]})", "/nodes/0/host", "'-'");
        row("host of two lines", "{\"nodes\":[{\"name\":\"a\",\"host\":\"h\\nProxyCommand id\"}]}", "/nodes/0/host",
            "line break");
        row("user with a tab", "{\"nodes\":[{\"name\":\"a\",\"host\":\"h\",\"user\":\"a\\tb\"}]}", "/nodes/0/user",
            "tab");
        row("name with an escape", "{\"nodes\":[{\"name\":\"a\\u001b[2J\",\"host\":\"h\"}]}", "/nodes/0/name",
            "control");
        row("name a number", R"({"name":7})", "/name", "text");
        row("a list", "[]", "/", "object");
    }

    void mistakesAreNamed()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, where);
        QFETCH(QString, word);
        const Result<Deployment> d = parseDeployment(text);
        QVERIFY(!d);
        // what is no object is no deployment: another exit code (DESIGN, "ascendctl")
        QCOMPARE(d.error().kind, where == str("/") ? ErrorKind::Parse : ErrorKind::Invalid);
        QCOMPARE(d.error().facts.value(str("where")), where);
        QVERIFY2(d.error().message.contains(word), qPrintable(d.error().message));
        QVERIFY(!d.error().message.contains(str("hunter2")));
    }

    void anotherKindOfFileIsRefused_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("word"); // empty: it is opened
        const auto row = [](const char *name, const char *text, const char *word) {
            QTest::newRow(name) << QByteArray(text) << str(word);
        };
        row("rank table", R"({"version":"1.0","server_count":"1","server_list":[],"status":"completed"})",
            "page \"Rank tables\"");
        row("rank table 2.0", R"({"version":"2.0","rank_count":1,"rank_list":[]})", "page \"Rank tables\"");
        row("MindIE's configuration", R"({"ServerConfig":{},"BackendConfig":{}})", "(ServerConfig, BackendConfig)");
        row("a package", R"({"name":"x","version":"1.0","dependencies":{}})", "(version, dependencies)");
        row("a package without more", R"({"name":"my-app","version":"1.0.0"})", "(version)");
        row("a version alone", R"({"version":"1.0"})", "(version)");
        row("a recipe", R"({"extends":"x","id":"y","title":"Y","settings":{"port":{"default":1}}})", "This is a recipe");
        row("a whole recipe", R"({"id":"y","title":"Y","engine":"mindie","nodes":2,"settings":[]})", "This is a recipe");
        row("a manifest", R"({"deployment":"x","recipe":"y","files":[],"simulated":false})", "(deployment, files)");
        row("a workspace", R"({"folders":[],"settings":{}})", "(folders)");
        row("a picture", "\x89PNG\r\n\x1a\n", "it is no text at all"); // not to be mended in a text editor
        row("nothing", "", "is empty. Open another file");
        row("a blank", "\n", "is empty. Open another file");
        row("UTF-16", "\xff\xfe{", "Save it as UTF-8");
        row("a cake", R"({"recipe":"chocolate cake","ingredients":[]})", "(ingredients)");
        row("just begun", "{}", "");
        row("with a name", R"({"name":"x"})", "");
        row("with a version", R"({"name":"x","version":1})", "");
        row("with a version and a recipe", R"({"name":"x","version":"1.0","recipe":"y"})", "");
        row("settings only", R"({"settings":{"port":1025},"comment":"x"})", "");
        row("nodes beside a list of servers", R"({"nodes":[],"server_list":[]})", "");
    }

    void anotherKindOfFileIsRefused()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, word);
        QTemporaryDir folder;
        const QString path = folder.filePath(str("some.json"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
        file.close();
        const Result<Deployment> d = loadDeployment(path);
        QCOMPARE(bool(d), word.isEmpty());
        if (d)
            return;
        QCOMPARE(d.error().kind, ErrorKind::Parse);
        QVERIFY2(d.error().message.contains(word), qPrintable(d.error().message));
        QVERIFY2(d.error().message.startsWith(path), qPrintable(d.error().message));
    }

    void newDeploymentWithoutNodesCanBeReadBack()
    {
        Deployment d;
        QVERIFY(parseDeployment(toText(d)));
        d.name = str("new");
        QVERIFY(parseDeployment(toText(d)));
    }

    void everyMistakeIsListed()
    {
        const QList<Error> problems = deploymentProblems(
            R"({"name":1,"nodes":[{"name":"a"},{"name":"b","host":"h","port":0},{"name":"c","host":"h"},{"name":"c","host":"i"}]})");
        QStringList places;
        for (const Error &problem : problems)
            places << problem.facts.value(str("where"));
        QCOMPARE(places, (QStringList{str("/name"), str("/nodes/0/host"), str("/nodes/1/port"), str("/nodes/3/name")}));
        QVERIFY(deploymentProblems(full).isEmpty());
    }

    void brokenJsonTellsLineAndColumn()
    {
        const Result<Deployment> d = parseDeployment("{\n  \"name\": \"x\",\n}");
        QVERIFY(!d);
        QCOMPARE(d.error().kind, ErrorKind::Parse);
        QCOMPARE(d.error().message,
                 str("The deployment file is not valid JSON: line 3, column 1: \"}\" cannot stand there. Correct the "
                     "file there in a text editor."));
        QVERIFY(d.error().detail.isEmpty());
        const Result<Deployment> number = parseDeployment("{\"settings\": {\"port\": 1e400}}");
        QVERIFY(!number);
        QVERIFY2(number.error().message.startsWith(
                     str("The deployment file holds a number that is too large: line 1, column 27: ")),
                 qPrintable(number.error().message));
    }

    void deepNestingIsRefused()
    {
        QVERIFY(!parseDeployment("{\"x\":" + QByteArray(100'000, '[') + QByteArray(100'000, ']') + "}"));
    }

    void savingIsAtomicAndKeepsTheMode()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath(str("x.deployment.json"));
        const Deployment d = *parseDeployment(full);
        QVERIFY(saveDeployment(d, path));
        QCOMPARE(*loadDeployment(path), d);
        ::chmod(QFile::encodeName(path).constData(), 0600);
        const QString link = folder.filePath(str("link.json"));
        QVERIFY(QFile::link(path, link));
        QVERIFY(saveDeployment(d, link));
        struct stat facts = {};
        QCOMPARE(::stat(QFile::encodeName(path).constData(), &facts), 0);
        QCOMPARE(facts.st_mode & 07777, 0600u);
        QVERIFY(QFileInfo(link).isSymLink());
        QCOMPARE(loadDeployment(folder.filePath(str("none"))).error().kind, ErrorKind::Storage);
        QVERIFY(loadDeployment(folder.filePath(str("none"))).error().message.contains(str("none")));
    }
};

QTEST_GUILESS_MAIN(TestDeployment)
#include "tst_deployment.moc"
