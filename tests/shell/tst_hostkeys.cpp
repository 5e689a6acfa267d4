#include "core/shell/hostkeys.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>

namespace {

QString str(const char *text) { return QString::fromUtf8(text); }

HostKey key(const QByteArray &type, char filler)
{
    QByteArray blob(3, '\0');
    blob += char(type.size());
    return {blob + type + QByteArray(32, filler)};
}

QByteArray line(const QByteArray &names, const HostKey &k)
{
    return names + ' ' + k.type().toLatin1() + ' ' + k.blob.toBase64() + '\n';
}

const HostKey ed = key("ssh-ed25519", 'a'), otherEd = key("ssh-ed25519", 'b'), rsa = key("ssh-rsa", 'c');

} // namespace

class TestHostKeys : public QObject
{
    Q_OBJECT

private slots:
    void namesAreMatched_data()
    {
        QTest::addColumn<QByteArray>("names");
        QTest::addColumn<QString>("host");
        QTest::addColumn<int>("port");
        QTest::addColumn<bool>("isKnown");
        const auto row = [](const char *tag, const char *names, const char *host, int port, bool isKnown) {
            QTest::newRow(tag) << QByteArray(names) << str(host) << port << isKnown;
        };
        row("plain", "node1", "node1", 22, true);
        row("case", "node1", "NODE1", 22, true);
        row("one of several", "a,10.20.0.1,b", "10.20.0.1", 22, true);
        row("other", "node1", "node10", 22, false);
        row("other port", "node1", "node1", 2222, false);
        row("port", "[node1]:2222", "node1", 2222, true);
        row("port is not 22", "[node1]:2222", "node1", 22, false);
        row("wildcard", "*.cluster", "n1.cluster", 22, true);
        row("question mark", "10.20.0.?", "10.20.0.7", 22, true);
        row("negated", "*.cluster,!n2.cluster", "n2.cluster", 22, false);
        row("negated other", "*.cluster,!n2.cluster", "n1.cluster", 22, true);
        // printf node1 | openssl dgst -sha1 -mac HMAC -macopt hexkey:000102...13
        row("hashed, wrong", "|1|AAECAwQFBgcICQoLDA0ODxAREhM=|AAAAAAAAAAAAAAAAAAAAAAAAAAA=", "node1", 22, false);
        row("hash damaged", "|1|AAEC", "node1", 22, false);
    }

    void namesAreMatched()
    {
        QFETCH(QByteArray, names);
        QFETCH(QString, host);
        QFETCH(int, port);
        QFETCH(bool, isKnown);
        const KnownHosts known = KnownHosts::parse(line(names, ed));
        QCOMPARE(known.check(host, port, ed).state, isKnown ? HostKeyState::Match : HostKeyState::Unknown);
        QCOMPARE(known.check(host, port, otherEd).state, isKnown ? HostKeyState::Changed : HostKeyState::Unknown);
    }

    void changedKeyShowsTheOldOne()
    {
        const KnownHosts known = KnownHosts::parse("# comment\n\n" + line("node1", rsa) + line("node1", ed));
        const HostKeyVerdict verdict = known.check(str("node1"), 22, otherEd);
        QCOMPARE(verdict.state, HostKeyState::Changed);
        QCOMPARE(verdict.knownFingerprint, ed.fingerprint());
        QCOMPARE(verdict.line, 4);
        QCOMPARE(known.check(str("node1"), 22, rsa).state, HostKeyState::Match);
        QCOMPARE(known.typesFor(str("node1"), 22), (QStringList{str("ssh-rsa"), str("ssh-ed25519")}));
    }

    void keyOfAnotherTypeIsNoNewHost()
    {
        QCOMPARE(KnownHosts::parse(line("node1", rsa)).check(str("node1"), 22, ed).state, HostKeyState::Changed);
    }

    void revokedBeatsMatch()
    {
        QCOMPARE(KnownHosts::parse(line("node1", ed) + "@revoked " + line("*", ed)).check(str("node1"), 22, ed).state, HostKeyState::Revoked);
        QCOMPARE(KnownHosts::parse("@revoked " + line("*", ed) + line("node1", ed)).check(str("node1"), 22, ed).state, HostKeyState::Revoked);
    }

    void authoritiesAreNotHostKeys()
    {
        QCOMPARE(KnownHosts::parse("@cert-authority " + line("*", ed)).check(str("node1"), 22, ed).state, HostKeyState::Unknown);
    }

    void rubbishIsSkipped()
    {
        const KnownHosts known = KnownHosts::parse(QByteArray("node1\nnode1 ssh-ed25519\nnode1 ssh-ed25519 !!!\nnode1 ssh-rsa ") + ed.blob.toBase64()
                                                   + "\n\0\xff\xfe\n" + line("node1", ed) + "\r\n");
        QCOMPARE(known.check(str("node1"), 22, ed).state, HostKeyState::Match);
        QVERIFY(HostKey{QByteArray("\xff\xff\xff\xff")}.type().isEmpty());
    }

    void appendedLineIsFound()
    {
        QTemporaryDir folder;
        const QString file = folder.filePath(str(".ssh/known_hosts"));
        QVERIFY(appendKnownHost(file, knownHostsLine(str("Node1"), 2222, ed)));
        QFile text(file);
        QVERIFY(text.open(QIODevice::ReadWrite));
        QCOMPARE(KnownHosts::parse(text.readAll()).check(str("node1"), 2222, ed).state, HostKeyState::Match);
        text.write("half a line"); // as a careless editor leaves it
        text.close();
        QVERIFY(appendKnownHost(file, knownHostsLine(str("node2"), 22, rsa)));
        QVERIFY(text.open(QIODevice::ReadOnly));
        QCOMPARE(KnownHosts::parse(text.readAll()).check(str("node2"), 22, rsa).state, HostKeyState::Match);
        struct stat facts = {};
        QCOMPARE(::stat(QFile::encodeName(file).constData(), &facts), 0);
        QCOMPARE(facts.st_mode & 0777, 0600u);
        qputenv("HOME", QFile::encodeName(folder.filePath(str("home/not/there"))));
        QVERIFY(appendKnownHost(str("~/.ssh/known_hosts"), str("x"))); // never a folder that is called "~"
        QVERIFY(QFile::exists(folder.filePath(str("home/not/there/.ssh/known_hosts"))));
        QVERIFY(!QFile::exists(str("~")));
        QCOMPARE(appendKnownHost(str("/proc/nothing/known_hosts"), str("x")).error().kind, ErrorKind::Storage);
    }

    void patternsTakeLinearTime()
    {
        QVERIFY(!matchesSshPatterns(QByteArray(5000, 'a'), {QByteArray("*a").repeated(50) + 'b'}));
        QVERIFY(matchesSshPatterns("", {"*"}));
        QVERIFY(!matchesSshPatterns("a", {""}));
    }
};

QTEST_GUILESS_MAIN(TestHostKeys)
#include "tst_hostkeys.moc"
