#include "core/shell/hostkeys.h"
#include "core/shell/knownhostsfile.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

namespace {

QString str(const char *text) { return QString::fromUtf8(text); }

QByteArray sshString(const QByteArray &text) { return QByteArray(3, '\0') + char(text.size()) + text; }

HostKey key(const QByteArray &type, char filler)
{
    const QByteArray part = sshString(QByteArray(32, filler));
    return {sshString(type) + (type == "ssh-rsa" ? sshString("\3") : QByteArray()) + part};
}

QByteArray line(const QByteArray &names, const HostKey &k)
{
    return names + ' ' + k.type().toLatin1() + ' ' + k.blob.toBase64() + '\n';
}

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

// As ssh does it: at the end of the file, without a lock.
bool appendAsSshDoes(const QString &path, const QByteArray &text)
{
    QFile file(path);
    return file.open(QIODevice::WriteOnly | QIODevice::Append | QIODevice::Unbuffered)
        && file.write(text) == text.size();
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
        row("wildcards to the end", "node**", "node", 22, true);
        row("question mark", "10.20.0.?", "10.20.0.7", 22, true);
        row("negated", "*.cluster,!n2.cluster", "n2.cluster", 22, false);
        row("negated other", "*.cluster,!n2.cluster", "n1.cluster", 22, true);
        // printf node1 | openssl dgst -sha1 -mac HMAC -macopt hexkey:000102...13
        row("hashed", "|1|AAECAwQFBgcICQoLDA0ODxAREhM=|mFkKXp7gYYtwrI9fxvaW8ybOwwo=", "node1", 22, true);
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

    void keyOfAnotherTypeIsNeitherNewNorChanged()
    {
        const HostKeyVerdict verdict = KnownHosts::parse(line("node1", rsa)).check(str("node1"), 22, ed);
        QCOMPARE(verdict.state, HostKeyState::OtherType);
        QCOMPARE(verdict.knownType, str("ssh-rsa"));
        QCOMPARE(verdict.knownFingerprint, rsa.fingerprint());
        QCOMPARE(KnownHosts::parse(line("node1", rsa) + line("node1", otherEd)).check(str("node1"), 22, ed).state,
                 HostKeyState::Changed);
    }

    void aDamagedLineIsNoOtherKey_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("state");
        QTest::addColumn<int>("at");
        const auto row = [](const char *tag, const QByteArray &text, HostKeyState state, int at) {
            QTest::newRow(tag) << text << int(state) << at;
        };
        const QByteArray whole = line("node1", ed).trimmed();
        using enum HostKeyState;
        row("whole", whole + '\n', Match, 1);
        for (qsizetype size = whole.lastIndexOf(' '); size < whole.size(); ++size)
            row(QByteArray("cut at " + QByteArray::number(size)).constData(), '\n' + whole.left(size) + '\n', Damaged,
                2);
        row("no base64", "node1 ssh-ed25519 !!!\n", Damaged, 1);
        row("another type than it says", "node1 ssh-rsa " + ed.blob.toBase64() + '\n', Damaged, 1);
        row("bytes behind the key", "node1 ssh-ed25519 " + (ed.blob + "abc").toBase64() + '\n', Damaged, 1);
        row("of another host", "node2 ssh-ed25519 AAAA\n", Unknown, 0);
        row("beside the key", "node1 ssh-ed25519 AAAA\n" + whole + '\n', Match, 2);
        row("beside another key", "node1 ssh-ed25519 AAAA\n" + line("node1", otherEd), Changed, 2);
        row("beside a key of another type", line("node1", rsa) + "node1 ssh-ed25519 AAAA\n", Damaged, 2);
        row("of a type that is not known here", line("node1", {sshString("ssh-new@example.org") + "xyz"}), OtherType,
            1);
        row("of version 1 of the protocol", "node1 1024 35 1234567\n", Unknown, 0);
        row("revoking", "@revoked node1 ssh-ed25519 AAAA\n", Unknown, 0);
    }

    void aDamagedLineIsNoOtherKey()
    {
        QFETCH(QByteArray, text);
        QFETCH(int, state);
        QFETCH(int, at);
        const HostKeyVerdict verdict = KnownHosts::parse(text).check(str("node1"), 22, ed);
        QCOMPARE(int(verdict.state), state);
        QCOMPARE(verdict.line, at);
        QVERIFY(verdict.state != HostKeyState::Damaged || verdict.knownFingerprint.isEmpty());
        QCOMPARE(KnownHosts::parse(text).check(str("node1"), 22, HostKey()).state == HostKeyState::Match, false);
    }

    void revokedBeatsMatch()
    {
        QCOMPARE(KnownHosts::parse(line("node1", ed) + "@revoked " + line("*", ed)).check(str("node1"), 22, ed).state,
                 HostKeyState::Revoked);
        QCOMPARE(KnownHosts::parse("@revoked " + line("*", ed) + line("node1", ed)).check(str("node1"), 22, ed).state,
                 HostKeyState::Revoked);
    }

    // Two keys of one type are both its own, as while a host's keys are changed; one that was revoked is not asked for.
    void eachOfSeveralKeysMatches()
    {
        const KnownHosts known = KnownHosts::parse(line("node1", ed) + line("node1", otherEd));
        QCOMPARE(known.check(str("node1"), 22, ed).state, HostKeyState::Match);
        QCOMPARE(known.check(str("node1"), 22, ed).line, 1);
        QCOMPARE(known.check(str("node1"), 22, otherEd).state, HostKeyState::Match);
        QCOMPARE(KnownHosts::parse("@revoked " + line("*", rsa) + line("node1", ed)).typesFor(str("node1"), 22),
                 QStringList{str("ssh-ed25519")});
    }

    void authoritiesAreNotHostKeys()
    {
        QCOMPARE(KnownHosts::parse("@cert-authority " + line("*", ed)).check(str("node1"), 22, ed).state,
                 HostKeyState::Unknown);
        // but known to vouch for it, which is said
        const KnownHosts known
            = KnownHosts::parse(line("node2", ed) + "@cert-authority " + line("node1,*.example", ed));
        QCOMPARE(known.authorityLine(str("node1"), 22), 2);
        QCOMPARE(known.authorityLine(str("a.example"), 22), 2);
        QCOMPARE(known.authorityLine(str("node2"), 22), 0);
        QCOMPARE(known.typesFor(str("node1"), 22), QStringList());
    }

    void rubbishIsSkipped()
    {
        const KnownHosts known
            = KnownHosts::parse(QByteArray("node1\nnode1 ssh-ed25519\nnode1 ssh-ed25519 !!!\nnode1 ssh-rsa ")
                                + ed.blob.toBase64() + "\n\0\xff\xfe\n" + line("node1", ed) + "\r\n");
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

    void fullDiskLeavesTheFileAsItWas()
    {
        const QTemporaryDir folder;
        const QString file = folder.filePath(str("known_hosts"));
        const QByteArray before = line("node1", ed) + "half a line";
        QVERIFY(appendAsSshDoes(file, before));
        std::signal(SIGXFSZ, SIG_IGN);
        struct rlimit usual = {};
        QCOMPARE(::getrlimit(RLIMIT_FSIZE, &usual), 0);
        struct rlimit small = usual;
        small.rlim_cur = rlim_t(before.size()) + 10; // room for a part of the line only
        QCOMPARE(::setrlimit(RLIMIT_FSIZE, &small), 0);
        const Result<void> appended = appendKnownHost(file, knownHostsLine(str("node2"), 22, rsa));
        ::setrlimit(RLIMIT_FSIZE, &usual);
        QVERIFY(!appended);
        QCOMPARE(appended.error().kind, ErrorKind::Storage);
        QCOMPARE(contentOf(file), before);
        QCOMPARE(QDir(folder.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot),
                 QStringList{str("known_hosts")});
    }

    void modeOwnerAndLinkAreKept()
    {
        const QTemporaryDir folder;
        QVERIFY(QDir(folder.path()).mkpath(str("dotfiles")) && QDir(folder.path()).mkpath(str(".ssh")));
        const QString target = folder.filePath(str("dotfiles/known")), link = folder.filePath(str(".ssh/known_hosts"));
        QVERIFY(appendAsSshDoes(target, line("node1", ed)));
        QVERIFY(QFile::link(str("../dotfiles/known"), link));
        const bool isRoot = ::geteuid() == 0;
        QCOMPARE(::chmod(QFile::encodeName(target).constData(), 0644), 0);
        QVERIFY(!isRoot || ::chown(QFile::encodeName(target).constData(), 12345, 23456) == 0);
        QVERIFY(appendKnownHost(link, knownHostsLine(str("node2"), 22, rsa)));
        QVERIFY(QFileInfo(link).isSymLink());
        QCOMPARE(contentOf(target), line("node1", ed) + line("node2", rsa));
        struct stat facts = {};
        QCOMPARE(::stat(QFile::encodeName(target).constData(), &facts), 0);
        QCOMPARE(facts.st_mode & 07777, 0644u);
        if (isRoot)
            QVERIFY(facts.st_uid == 12345 && facts.st_gid == 23456);

        const QString dangling = folder.filePath(str(".ssh/dangling"));
        QVERIFY(QFile::link(str("../dotfiles/yet to be made"), dangling));
        QVERIFY(appendKnownHost(dangling, knownHostsLine(str("node2"), 22, rsa)));
        QVERIFY(QFileInfo(dangling).isSymLink());
        QCOMPARE(contentOf(folder.filePath(str("dotfiles/yet to be made"))), line("node2", rsa));
    }

    void whatOthersWriteMeanwhileIsKept()
    {
        const QTemporaryDir folder;
        const QString file = folder.filePath(str("known_hosts"));
        QByteArray late;
        const Result<KnownHostsFile> none = KnownHostsFile::read(file);
        QVERIFY(none);
        QVERIFY(appendAsSshDoes(file, line("node1", ed))); // the first line of all
        QCOMPARE(*none->append(line("node2", rsa), late), false);
        QCOMPARE(contentOf(file), line("node1", ed));

        const Result<KnownHostsFile> before = KnownHostsFile::read(file);
        QVERIFY(before);
        QVERIFY(appendAsSshDoes(file, line("node3", otherEd)));
        QCOMPARE(*before->append(line("node2", rsa), late), false);
        QCOMPARE(contentOf(file), line("node1", ed) + line("node3", otherEd));

        const Result<KnownHostsFile> now = KnownHostsFile::read(file);
        QVERIFY(now && *now->append(line("node2", rsa), late));
        QCOMPARE(late, QByteArray());
        QCOMPARE(contentOf(file), line("node1", ed) + line("node3", otherEd) + line("node2", rsa));
        QVERIFY(appendKnownHost(file, knownHostsLine(str("node4"), 22, ed)));
        QVERIFY(contentOf(file).endsWith(line("node2", rsa) + line("node4", ed)));
    }

    void devicesAreNotReplaced()
    {
        QCOMPARE(appendKnownHost(str("/dev/null"), str("x")).error().kind, ErrorKind::Storage);
        struct stat facts = {};
        QVERIFY(::stat("/dev/null", &facts) == 0 && S_ISCHR(facts.st_mode));
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
