// What a deployment file may make us run or believe because it says "simulated": only what our own simulator
// made and holds. Nothing that can be put into a folder, or mailed in an archive, is enough.
#include "core/nodes/simulation.h"
#include "tests/lab/lab.h"
#include "tests/support/testsshd.h"

#include <QDir>
#include <QTemporaryDir>

#include <sys/stat.h>

namespace {

QString str(const char *text) { return QString::fromUtf8(text); }

void writeScript(const QString &path, const QString &text)
{
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    if (file.open(QIODevice::WriteOnly))
        file.write(text.toUtf8());
    file.close();
    ::chmod(QFile::encodeName(path).constData(), 0755);
}

void copyTree(const QString &from, const QString &to)
{
    QCOMPARE(QProcess::execute(str("cp"), {str("-a"), from, to}), 0);
}

Node localNode(const QString &root)
{
    Node node;
    node.name = str("n1");
    node.host = str("127.0.0.1");
    node.transport = Transport::Local;
    node.root = root;
    return node;
}

} // namespace

class TestSimulation : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        Result<std::unique_ptr<Lab>> lab = Lab::up({.nodes = 1, .chips = 2});
        if (!lab)
            QFAIL(qPrintable(lab.error().message + QLatin1Char('\n') + lab.error().detail));
        m_lab = *std::move(lab);
    }

    void cleanupTestCase() { m_lab.reset(); }

    void whatOthersMadeIsNotRun_data()
    {
        QTest::addColumn<QString>("kind");
        for (const char *kind : {"enter", "tools", "marked", "copied", "copied and marked with a process",
                                 "open to others", "of another user", "link into it"})
            QTest::newRow(kind) << str(kind);
    }

    void whatOthersMadeIsNotRun()
    {
        QFETCH(QString, kind);
        const QTemporaryDir folder;
        const QString root = folder.filePath(str("node1")), trap = folder.filePath(str("trap"));
        const QString script = str("#!/bin/sh\ntouch '%1'\necho Linux 5.10 aarch64\n").arg(trap);
        if (kind.startsWith(str("copied"))) { // with its tools, its marker and its keeper's number
            copyTree(m_lab->nodeFolder(0), root);
            copyTree(m_lab->folder() + QLatin1Char('/') + simulatedClusterMark, folder.path());
            QFile::remove(root + str("/enter"));
        }
        QDir().mkpath(root);
        writeScript(root + (kind == str("tools") ? str("/bin/uname") : str("/enter")), script);
        if (kind == str("marked")) {
            writeScript(folder.filePath(simulatedClusterMark), str("{\"simulated\": true}"));
            writeScript(root + str("/.sim/run/keeper"), str("%1 1\n").arg(::getpid()));
        }
        if (kind.contains(str("process")))
            writeScript(root + str("/.sim/run/keeper"), str("%1 1\n").arg(::getpid()));
        if (kind == str("open to others"))
            ::chmod(QFile::encodeName(root).constData(), 0777);
        if (kind == str("of another user")) {
            if (::geteuid() != 0)
                QSKIP("only root can give a folder away");
            QCOMPARE(::chown(QFile::encodeName(root).constData(), 65534, 65534), 0);
        }
        Node node = localNode(root);
        if (kind == str("link into it")) {
            node.root = folder.filePath(str("link"));
            QVERIFY(QFile::link(root, node.root));
        }
        const Result<std::unique_ptr<Shell>> shell = shellFactoryFor(node, {})({});
        if (shell)
            (void)(*shell)->run({{str("uname"), str("-srm")}}, {});
        QVERIFY(!QFile::exists(trap));
        QVERIFY(!shell);
        QVERIFY2(shell.error().message.contains(node.root) && shell.error().message.contains(str("sim up")),
                 qPrintable(shell.error().message));
    }

    void ownSimulatedNodeIsEnteredWhileItIsOurs()
    {
        const QString root = m_lab->nodeFolder(0);
        const auto hostname = [&]() -> QByteArray {
            const Result<std::unique_ptr<Shell>> shell = shellFactoryFor(localNode(root), {})({});
            const Result<CommandOutput> output
                = shell ? (*shell)->run({{str("hostname")}}, {}) : Result<CommandOutput>(shell.error());
            return output ? output->out.trimmed() : QByteArray();
        };
        QCOMPARE(hostname(), QByteArray("node1"));
        ::chmod(QFile::encodeName(root).constData(), 0777);
        QCOMPARE(hostname(), QByteArray());
        ::chmod(QFile::encodeName(root).constData(), 0755);
        QCOMPARE(hostname(), QByteArray("node1"));
    }

    void strangersKnownHostsAreNotBelieved_data()
    {
        QTest::addColumn<bool>("isCopyOfACluster");
        QTest::newRow("a file") << false;
        QTest::newRow("in a copied cluster") << true;
    }

    void strangersKnownHostsAreNotBelieved()
    {
        QFETCH(bool, isCopyOfACluster);
        TestSshd sshd;
        if (!sshd.start())
            QSKIP("no sshd here");
        const QTemporaryDir folder;
        const QString brought = folder.filePath(str("known_hosts"));
        if (isCopyOfACluster) {
            copyTree(m_lab->nodeFolder(0), folder.filePath(str("node1")));
            copyTree(m_lab->folder() + QLatin1Char('/') + simulatedClusterMark, folder.path());
        }
        QFile file(brought);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(sshd.knownHostsLine());
        file.close();
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner);

        const Node node = remoteNode(sshd, brought);
        ConnectionSettings settings;
        settings.sshConfigFile = sshd.path(str("no_config"));
        settings.knownHostsFile = sshd.path(str("mine/known_hosts"));
        const Result<std::unique_ptr<Shell>> shell = shellFactoryFor(node, settings)({});
        QVERIFY(!shell);
        QCOMPARE(shell.error().kind, ErrorKind::HostKey);
        QCOMPARE(shell.error().facts.value(str("state")), str("unknown"));
        // why it asks all the same
        QVERIFY2(shell.error().message.contains(brought), qPrintable(shell.error().message));
        QVERIFY(!sshd.log().contains("Accepted"));

        settings.acceptedFingerprints = {shell.error().facts.value(str("fingerprint"))};
        QVERIFY(shellFactoryFor(node, settings)({}));
        QVERIFY(TestSshd::read(settings.knownHostsFile).contains("ssh-ed25519")); // into the user's own
        QCOMPARE(TestSshd::read(brought), sshd.knownHostsLine());
    }

    // What another file asks for is not looked for in ~/.ssh/config.
    void theGivenConfigIsNamed()
    {
        QTemporaryDir dir;
        const QString config = dir.filePath(str("my_config"));
        QFile file(config);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("Host proxied\n ProxyCommand nc %h %p\nHost loop\n ProxyJump loop\n");
        file.close();
        ConnectionSettings settings;
        settings.sshConfigFile = config;
        for (const char *host : {"proxied", "loop"}) {
            Node node;
            node.name = str("n");
            node.host = str(host);
            const Result<std::unique_ptr<Shell>> shell = shellFactoryFor(node, settings)({});
            QVERIFY(!shell);
            QVERIFY2(shell.error().message.contains(config), qPrintable(shell.error().message));
            QVERIFY2(!shell.error().message.contains(str("~/.ssh")), qPrintable(shell.error().message));
        }
    }

    void ownClustersKeysAreKnownUnlessTheUserKnowsOthers()
    {
        if (!QFile::exists(str("/usr/sbin/sshd")))
            QSKIP("no sshd here");
        const QTemporaryDir home;
        const Node node = m_lab->deployment().nodes.first();
        ConnectionSettings settings;
        settings.sshConfigFile = home.filePath(str("config"));
        settings.knownHostsFile = home.filePath(str("known_hosts"));
        const QByteArray before = TestSshd::read(m_lab->folder() + str("/known_hosts"));
        QVERIFY(!before.isEmpty());
        const Result<std::unique_ptr<Shell>> shell = shellFactoryFor(node, settings)({});
        QVERIFY2(shell, qPrintable(shell ? QString() : shell.error().message + shell.error().detail));
        QVERIFY(!QFile::exists(settings.knownHostsFile));

        const QString other = home.filePath(str("other"));
        QVERIFY(TestSshd::makeKey(other, str("ed25519")));
        const QByteArray name = node.port.value_or(22) == 22
            ? node.host.toUtf8()
            : '[' + node.host.toUtf8() + "]:" + QByteArray::number(*node.port);
        QFile mine(settings.knownHostsFile);
        QVERIFY(mine.open(QIODevice::WriteOnly));
        mine.write(name + ' ' + TestSshd::read(other + str(".pub")));
        mine.close();
        const Result<std::unique_ptr<Shell>> conflict = shellFactoryFor(node, settings)({});
        QVERIFY(!conflict);
        QCOMPARE(conflict.error().facts.value(str("state")), str("changed"));
        QVERIFY2(conflict.error().detail.contains(settings.knownHostsFile), qPrintable(conflict.error().detail));
        QCOMPARE(TestSshd::read(m_lab->folder() + str("/known_hosts")), before);
    }

private:
    static Node remoteNode(TestSshd &sshd, const QString &knownHosts)
    {
        Node node;
        node.name = str("n1");
        node.host = str("127.0.0.1");
        node.port = sshd.port();
        node.auth = AuthMethod::Key;
        node.identityFile = sshd.addUserKey(str("ed25519"));
        node.other["auth"] = Json{{"method", "key"}, {"knownHostsFile", knownHosts.toStdString()}};
        return node;
    }

    std::unique_ptr<Lab> m_lab;
};

QTEST_GUILESS_MAIN(TestSimulation)
#include "tst_simulation.moc"
