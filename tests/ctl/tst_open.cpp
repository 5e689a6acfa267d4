// Opening a deployment from the command line: host keys, passwords, wrong usage, against a real sshd.
#include "tests/support/ascendctl.h"
#include "tests/support/testsshd.h"

#include <nlohmann/json.hpp>

namespace {

QString str(const char *text) { return QString::fromUtf8(text); }

} // namespace

class TestOpen : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        if (!QFile::exists(str(ASC_BIN_DIR "/ascendctl")))
            QSKIP("ascendctl has not been built");
    }

    void unknownHostKeyIsAcceptedByItsFingerprintOnly()
    {
        TestSshd sshd;
        if (!sshd.start())
            QSKIP("no sshd here");
        const QString key = sshd.addUserKey(str("ed25519"));
        const QByteArray file = "{\"name\":\"t\",\"nodes\":[{\"name\":\"n1\",\"host\":\"127.0.0.1\",\"port\":"
            + QByteArray::number(sshd.port()) + ",\"auth\":{\"method\":\"key\",\"identityFile\":\""
            + QFileInfo(key).fileName().toUtf8() + "\"}}]}"; // relative to the file
        const QString deployment = sshd.write(str("t.deployment.json"), file);
        const QStringList inspect{str("inspect"),          deployment,
                                  str("--json"),           str("--known-hosts"),
                                  sshd.path(str("known")), str("--ssh-config"),
                                  sshd.path(str("none"))};

        const Ran first = ascendctl(inspect);
        QCOMPARE(first.code, 3);
        const auto document = nlohmann::json::parse(first.out.toStdString(), nullptr, false);
        QVERIFY(!document.is_discarded());
        QCOMPARE(document["nodes"][0]["reachable"].get<bool>(), false);
        const QString said = QString::fromUtf8(first.err);
        const QString fingerprint
            = said.mid(said.indexOf(str("--accept-new-host-key ")) + 22).section(QLatin1Char('\n'), 0, 0).trimmed();
        const QString shown = QString::fromUtf8(
            TestSshd::output(str("ssh-keygen"), {str("-lf"), sshd.hostKey(str("ed25519")) + str(".pub")}));
        QCOMPARE(fingerprint, shown.section(QLatin1Char(' '), 1, 1));

        QCOMPARE(ascendctl(inspect + QStringList{str("--accept-new-host-key"), str("SHA256:other")}).code, 3);
        QCOMPARE(ascendctl(inspect + QStringList{str("--accept-new-host-key"), fingerprint}).code, 0);
        QCOMPARE(ascendctl(inspect).code, 0); // it was stored
    }

    // What the deployment names is not believed; the sentence says so, and what stands there.
    void namedKnownHostsFileIsSaid_data()
    {
        QTest::addColumn<QString>("held");
        QTest::addColumn<QString>("users");
        QTest::addColumn<QString>("sentence");
        QTest::addColumn<QString>("remedy");
        const QString compare = str("Compare it with the node's own"),
                      ask = str("ask its administrator which key is right");
        QTest::newRow("a different key") << str("other") << QString()
                                         << str("It holds a different key for this host, SHA256:") << ask;
        QTest::newRow("a key of another type")
            << str("rsa") << QString() << str("It holds a key of another type for this host, SHA256:") << ask;
        QTest::newRow("this key") << str("same") << QString() << str("It holds this very key.") << compare;
        QTest::newRow("another host") << str("elsewhere") << QString() << str("It does not know this host, either.")
                                      << compare;
        QTest::newRow("not there") << QString() << QString() << str("It cannot be read, either.") << compare;
        QTest::newRow("this key, the user knows another")
            << str("same") << str("other") << str("It holds this very key.") << str("has changed");
    }
    void namedKnownHostsFileIsSaid()
    {
        QFETCH(QString, held);
        QFETCH(QString, users);
        QFETCH(QString, sentence);
        QFETCH(QString, remedy);
        TestSshd sshd;
        if (!sshd.start())
            QSKIP("no sshd here");
        const QByteArray name = "[127.0.0.1]:" + QByteArray::number(sshd.port()) + ' ';
        QHash<QString, QByteArray> lines{{str("same"), sshd.knownHostsLine()},
                                         {str("elsewhere"), "else" + sshd.knownHostsLine()}};
        for (const auto &[kind, type] : {std::pair{str("other"), str("ed25519")}, std::pair{str("rsa"), str("rsa")}}) {
            QVERIFY(TestSshd::makeKey(sshd.path(kind), type));
            lines.insert(kind, name + TestSshd::read(sshd.path(kind) + str(".pub")));
        }
        const QString brought = sshd.path(str("brought"));
        if (!held.isEmpty())
            sshd.write(str("brought"), lines.value(held));
        const QString known = sshd.write(str("known"), lines.value(users));
        const QByteArray file = "{\"name\":\"t\",\"nodes\":[{\"name\":\"n1\",\"host\":\"127.0.0.1\",\"port\":"
            + QByteArray::number(sshd.port())
            + ",\"auth\":{\"method\":\"agent\",\"knownHostsFile\":\"brought\"}}]}"; // relative to the file
        const QString deployment = sshd.write(str("t.deployment.json"), file);
        const QStringList inspect{str("inspect"), deployment,          str("--known-hosts"),
                                  known,          str("--ssh-config"), sshd.path(str("none"))};
        const Ran ran = ascendctl(inspect);
        QCOMPARE(ran.code, 3);
        const QString said = QString::fromUtf8(ran.out);
        const QStringList parts{sentence, remedy, str("The deployment names a known_hosts file of its own, ") + brought,
                                str("only a simulated cluster of your own may bring one"),
                                users.isEmpty() ? str("your %1 has no entry for it").arg(known) : str("STOP")};
        for (const QString &part : parts)
            QVERIFY2(said.contains(part), qPrintable(part + str(" is not in: ") + said));
        QCOMPARE(said.count(QLatin1Char('\n')), 1);
    }

    void wrongUsageIsTwoAndUnreadableIsThree()
    {
        QCOMPARE(ascendctl({str("inspect")}).code, 2);
        QCOMPARE(ascendctl({str("inspect"), str("x"), str("--accept-new-host-key"), str("MD5:00")}).code, 2);
        QCOMPARE(ascendctl({str("inspect"), str("x"), str("--password-fd"), str("99")}).code, 2);
        QCOMPARE(ascendctl({str("inspect"), str("/no/such/file")}).code, 3);
    }

    void aPlaceWhereNoKeysCanBeKeptIsRefused()
    {
        const QTemporaryDir folder;
        const QString none = folder.filePath(str("none/known_hosts"));
        for (const auto &[file, why] : {std::pair{folder.path(), "is a folder"}, std::pair{none, "is not there"}}) {
            const Ran ran = ascendctl({str("inspect"), str("/no/such/file"), str("--known-hosts"), file,
                                       str("--accept-new-host-key"), str("SHA256:any")});
            QCOMPARE(ran.code, 3);
            QVERIFY2(ran.err.contains(file.toUtf8()) && ran.err.contains(why), ran.err.constData());
        }
        QVERIFY(!QFile::exists(folder.filePath(str("none"))));
    }

    // Who is told how to give a password has given none.
    void aRefusedPasswordIsNotAskedForAgain()
    {
        TestSshd sshd;
        if (!sshd.start({str("PasswordAuthentication yes")}))
            QSKIP("no sshd here");
        const QString known = sshd.write(str("known"), sshd.knownHostsLine());
        const QByteArray file = "{\"name\":\"t\",\"nodes\":[{\"name\":\"n1\",\"host\":\"127.0.0.1\",\"port\":"
            + QByteArray::number(sshd.port()) + ",\"auth\":{\"method\":\"password\"}}]}";
        const QStringList inspect{str("inspect"), sshd.write(str("t.deployment.json"), file), str("--known-hosts"),
                                  known,          str("--ssh-config"), sshd.path(str("none"))};
        const auto said = [&] {
            const Ran ran = ascendctl(inspect);
            return ran.out + ran.err;
        };
        const QByteArray without = said();
        QVERIFY2(without.contains("ASCENDCTL_PASSWORD"), without.constData());
        qputenv("ASCENDCTL_PASSWORD", "battery staple");
        const QByteArray wrong = said();
        qunsetenv("ASCENDCTL_PASSWORD");
        QVERIFY2(wrong.contains("refused the password") && !wrong.contains("ASCENDCTL_PASSWORD"), wrong.constData());
    }

    // A variable that is not set is no default that somebody chose; `diagnose ""` ended in the air.
    void anEmptyWordIsRefused()
    {
        const QString none;
        for (const QStringList &line :
             {QStringList{str("diagnose"), none}, {str("diagnose"), str("/etc/hostname"), none},
              {str("deploy"), str("/no/such/file"), str("--until"), none},
              {str("monitor"), str("/no/such/file"), str("--db"), none}, {str("serve"), str("--host"), none},
              {str("inspect"), str("/no/such/file"), str("--known-hosts=")}}) {
            const Ran ran = ascendctl(line);
            QCOMPARE(ran.code, 2);
            QVERIFY2(ran.err.contains("empty") || ran.err.contains("needs a value"), ran.err.constData());
        }
        QVERIFY(ascendctl({str("deploy"), str("x"), str("--until"), none}).err.contains("what follows '--until' is"));
    }

    void simulatorWithoutItsModelIsNotStarted()
    {
        const QTemporaryDir folder;
        const QString cluster = folder.filePath(str("cluster"));
        for (const QString &model : {folder.filePath(str("none.gguf")), folder.path()}) {
            const Ran ran = ascendctl(
                {str("sim"), str("up"), str("--nodes"), str("1"), str("--dir"), cluster, str("--model"), model});
            const bool isUp = QFile::exists(cluster);
            if (isUp)
                ascendctl({str("sim"), str("down"), str("--dir"), cluster});
            QCOMPARE(ran.code, 3);
            QVERIFY2(ran.err.contains(model.toUtf8()) && ran.err.contains("--model"), ran.err.constData());
            QVERIFY(!isUp);
        }
    }
};

QTEST_GUILESS_MAIN(TestOpen)
#include "tst_open.moc"
