#include "core/shell/sshconfig.h"

#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <pwd.h>
#include <unistd.h>

namespace {

QString str(const char *text) { return QString::fromUtf8(text); }
SshHostConfig configFor(const char *text, const char *host, const char *user = "")
{
    return sshConfigFor(text, str(host), str(user));
}

const char *const full = R"(# for everybody, before any Host
Port 2200

Host jump
    HostName 10.20.0.254
    User hop

Host node* !node9
    HostName 10.20.0.%h
    User root
    User nobody
    IdentityFile ~/.ssh/cluster
    IdentityFile "/keys/with blank"
    ProxyJump jump,second@host2:2022
Host=node1
    Port=22
    HostKeyAlias = the-first
Host "quoted name"
	User tab
Match originalhost node2 user root
    IdentitiesOnly yes
Match exec "false"
    User never
Host *
    IdentityFile ~/.ssh/%n_%r
    User fallback
    ProxyJump none
)";

} // namespace

class TestSshConfig : public QObject
{
    Q_OBJECT

private slots:
    void firstValueWinsAndIdentitiesAddUp()
    {
        const SshHostConfig c = configFor(full, "node2");
        QCOMPARE(c.hostName, str("10.20.0.node2"));
        QCOMPARE(c.user, str("root"));
        QCOMPARE(c.port, std::optional<int>(2200));
        QCOMPARE(c.identityFiles,
                 (QStringList{str("~/.ssh/cluster"), str("/keys/with blank"), str("~/.ssh/node2_root")}));
        QCOMPARE(c.proxyJump, (QStringList{str("jump"), str("second@host2:2022")}));
        QVERIFY(c.identitiesOnly);
    }

    void negatedPatternKeepsOut()
    {
        const SshHostConfig c = configFor(full, "node9");
        QVERIFY(c.hostName.isEmpty());
        QCOMPARE(c.user, str("fallback"));
        QVERIFY(c.proxyJump.isEmpty());
    }

    void equalSignsAndQuotes()
    {
        QCOMPARE(configFor(full, "node1").hostKeyAlias, str("the-first"));
        QCOMPARE(configFor(full, "quoted name").user, str("tab"));
    }

    void everyValueAgreesWithOpenSsh_data()
    {
        QTest::addColumn<QString>("host");
        for (const char *host : {"node1", "node2", "node9", "node10", "jump", "elsewhere"})
            QTest::newRow(host) << str(host);
    }

    void everyValueAgreesWithOpenSsh()
    {
        QFETCH(QString, host);
        if (QStandardPaths::findExecutable(str("ssh")).isEmpty())
            QSKIP("no ssh here");
        QTemporaryDir folder;
        QFile file(folder.filePath(str("config")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(full);
        file.close();
        QProcess ssh;
        ssh.start(str("ssh"), {str("-G"), str("-F"), file.fileName(), host});
        QVERIFY(ssh.waitForFinished());
        QHash<QString, QStringList> said;
        for (const QString &line : QString::fromUtf8(ssh.readAllStandardOutput()).split(QLatin1Char('\n')))
            said[line.section(QLatin1Char(' '), 0, 0)] << line.section(QLatin1Char(' '), 1);
        const SshHostConfig c = sshConfigFor(full, host, {});
        QCOMPARE(c.hostName.isEmpty() ? host : c.hostName, said.value(str("hostname")).value(0));
        QCOMPARE(c.user, said.value(str("user")).value(0));
        QCOMPARE(QString::number(c.port.value_or(22)), said.value(str("port")).value(0));
        QCOMPARE(c.identitiesOnly, said.value(str("identitiesonly")).value(0) == str("yes"));
        QCOMPARE(c.proxyJump.join(QLatin1Char(',')), said.value(str("proxyjump")).value(0));
        QCOMPARE(c.identityFiles.size(), said.value(str("identityfile")).size());
    }

    void knownHostsFilesAreRead()
    {
        const char *const text = "Host a\n UserKnownHostsFile ~/.ssh/known_a \"%d/of %n\" %u_%r_%p_%k\n "
                                 "GlobalKnownHostsFile /etc/one /etc/two\n User root\n HostKeyAlias key\n"
                                 "Host *\n UserKnownHostsFile none\n";
        const SshHostConfig a = sshConfigFor(text, str("a"), {}, {}, str("me"));
        QCOMPARE(a.userKnownHostsFiles, (QStringList{str("~/.ssh/known_a"), str("~/of a"), str("me_root_22_key")}));
        QCOMPARE(a.globalKnownHostsFiles, (QStringList{str("/etc/one"), str("/etc/two")}));
        const SshHostConfig b = configFor(text, "b");
        QCOMPARE(b.userKnownHostsFiles, QStringList{str("none")});
        QVERIFY(b.globalKnownHostsFiles.isEmpty());
    }

    void matchAgreesWithOpenSsh_data()
    {
        QTest::addColumn<QString>("line");
        for (const char *line : {"Match host node1", "Match !host node1", "Match !host other",
                                 "Match host node1 !user root", "Match !originalhost node1 user *",
                                 "Match host !node1,*", "Match localuser %LOCAL", "Match !localuser %LOCAL",
                                 "Match localuser nobody-here", "Match user %LOCAL", "Match all", "Match canonical all",
                                 "Match !canonical all", "Match host node1 exec false", "Match !host node1 exec true"})
            QTest::newRow(line) << str(line);
    }

    void matchAgreesWithOpenSsh()
    {
        QFETCH(QString, line);
        if (QStandardPaths::findExecutable(str("ssh")).isEmpty())
            QSKIP("no ssh here");
        const QString local = QString::fromLocal8Bit(::getpwuid(::getuid())->pw_name);
        const QByteArray text = line.replace(str("%LOCAL"), local).toUtf8() + "\n Port 2200\nMatch all\n Port 22\n";
        QTemporaryDir folder;
        QFile file(folder.filePath(str("config")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
        file.close();
        QProcess ssh;
        ssh.start(str("ssh"), {str("-G"), str("-F"), file.fileName(), str("node1")});
        QVERIFY(ssh.waitForFinished());
        const bool theirs = ssh.readAllStandardOutput().contains("\nport 2200\n");
        const SshHostConfig c = sshConfigFor(text, str("node1"), {}, {}, local);
        QCOMPARE(c.port == 2200, theirs);
        QVERIFY(c.notUnderstood.isEmpty() || line.contains(str("exec")));
    }

    void whatCannotBeDecidedIsTold()
    {
        QCOMPARE(configFor("Match host a exec \"test -f x\"\nUser b\n", "a").notUnderstood,
                 QStringList{str("Match host a exec \"test -f x\"")});
        QCOMPARE(configFor("Match localnetwork 10.0.0.0/8\nUser b\n", "a").notUnderstood.size(), 1);
        QCOMPARE(configFor("Match final all\nUser b\n", "a").notUnderstood.size(), 1);
        QVERIFY(configFor("Match host c exec true\nUser b\n", "a").notUnderstood.isEmpty()); // meant for another
        QVERIFY(configFor("Match host a exec true\nUser b\n", "a").user.isEmpty());
    }

    void includesAreRead()
    {
        QStringList asked;
        const SshHostConfig c
            = sshConfigFor("Include conf.d/* other\nHost b\n Include never\nHost *\nUser late\n", str("a"), {},
                           [&](const QString &pattern) {
                               asked << pattern;
                               return QList<QByteArray>{pattern == str("other") ? QByteArray("User early\n")
                                                                                : QByteArray("Host b\nUser b\n")};
                           });
        QCOMPARE(asked, (QStringList{str("conf.d/*"), str("other")}));
        QCOMPARE(c.user, str("early"));
    }

    void includeThatIncludesItselfEnds()
    {
        int asked = 0;
        sshConfigFor("Include me me\n", str("a"), {}, [&](const QString &) {
            ++asked;
            return QList<QByteArray>{"Include me me\n"};
        });
        QVERIFY(asked < 1000);
    }

    void proxyCommandIsTold()
    {
        QVERIFY(configFor("ProxyCommand nc %h %p\n", "a").hasProxyCommand);
        QVERIFY(!configFor("ProxyJump j\nProxyCommand nc %h %p\n", "a").hasProxyCommand);
        QVERIFY(configFor("ProxyCommand none\nProxyJump j\n", "a").proxyJump.isEmpty()); // first value wins
    }

    void destinations_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("isGood");
        QTest::addColumn<QString>("user");
        QTest::addColumn<QString>("host");
        QTest::addColumn<int>("port");
        const auto row = [](const char *text, bool isGood, const char *user = "", const char *host = "", int port = 0) {
            QTest::newRow(text) << str(text) << isGood << str(user) << str(host) << port;
        };
        row("h", true, "", "h");
        row("u@h", true, "u", "h");
        row("u@d@h:22", true, "u@d", "h", 22);
        row("ssh://u@h:2222", true, "u", "h", 2222);
        row("[fd00::1]:22", true, "", "fd00::1", 22);
        row("fd00::1", true, "", "fd00::1");
        row("h:0", false);
        row("h:x", false);
        row("h:65536", false);
        row("", false);
        row("u@", false);
        row("[x", false);
    }

    void namesOfHostLines()
    {
        const QByteArray text = "Include more\nHost a b* !c -o d\nMatch host e\nHost = a \"f g\"\n# Host h\nHOST i\n";
        // which includes itself
        const QStringList hosts
            = sshConfigHosts(text, [](const QString &) { return QList<QByteArray>{"Host j ?\nInclude more\n"}; });
        QCOMPARE(hosts, (QStringList{str("j"), str("a"), str("d"), str("f g"), str("i")}));
    }

    void jumpHostsAreDestinations()
    {
        QVERIFY(isProxyJump(str("")) && isProxyJump(str("none")) && isProxyJump(str("u@h:22, [fd00::1]:22")));
        QVERIFY(!isProxyJump(str("h:0")) && !isProxyJump(str("-oProxyCommand=x")) && !isProxyJump(str("a b"))
                && !isProxyJump(str("u@-x")));
        QCOMPARE(splitProxyJump(str("a, b")), (QStringList{str("a"), str("b")}));
        QVERIFY(splitProxyJump(str("None")).isEmpty());
    }

    void destinations()
    {
        QFETCH(QString, text);
        QFETCH(bool, isGood);
        QFETCH(QString, user);
        QFETCH(QString, host);
        QFETCH(int, port);
        const std::optional<SshDestination> d = parseSshDestination(text);
        QCOMPARE(d.has_value(), isGood);
        if (d) {
            QCOMPARE(d->user, user);
            QCOMPARE(d->host, host);
            QCOMPARE(d->port.value_or(0), port);
        }
    }
};

QTEST_GUILESS_MAIN(TestSshConfig)
#include "tst_sshconfig.moc"
