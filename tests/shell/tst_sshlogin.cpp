// Host keys and logging in, against a real sshd.
#include "core/nodes/connect.h"
#include "core/shell/hostkeys.h"
#include "core/shell/knownhostsfile.h"
#include "tests/support/rawserver.h"
#include "tests/support/stoplimit.h"
#include "tests/support/temporaryuser.h"

#include <QElapsedTimer>

#include <sys/stat.h>

namespace {

QString str(const char *text) { return QString::fromUtf8(text); }

// An agent of the test's own, with SSH_AUTH_SOCK pointing to it.
struct TestAgent
{
    explicit TestAgent(const TestSshd &sshd)
    {
        const QString socket = sshd.path(str("agent"));
        process.start(str("ssh-agent"), {str("-D"), str("-a"), socket});
        works = process.waitForStarted() && QTest::qWaitFor([&] { return QFile::exists(socket); }, 5000);
        qputenv("SSH_AUTH_SOCK", QFile::encodeName(socket));
    }
    ~TestAgent()
    {
        ::kill(pid_t(process.processId()), SIGKILL);
        process.waitForFinished();
    }
    bool add(const QString &key) const { return QProcess::execute(str("ssh-add"), {str("-q"), key}) == 0; }
    void freeze() const { ::kill(pid_t(process.processId()), SIGSTOP); }

    QProcess process;
    bool works = false;
};

} // namespace

class TestSshLogin : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        qunsetenv("SSH_AUTH_SOCK");
    }

    void keysLogIn_data()
    {
        QTest::addColumn<QString>("type");
        QTest::addColumn<QStringList>("options");
        QTest::newRow("ed25519") << str("ed25519") << QStringList();
        QTest::newRow("ecdsa 256") << str("ecdsa") << QStringList{str("-b"), str("256")};
        QTest::newRow("ecdsa 521") << str("ecdsa") << QStringList{str("-b"), str("521")};
        QTest::newRow("rsa") << str("rsa") << QStringList{str("-b"), str("3072")};
        QTest::newRow("rsa as PEM") << str("rsa") << QStringList{str("-b"), str("3072"), str("-m"), str("PEM")};
        QTest::newRow("ecdsa as PKCS8") << str("ecdsa") << QStringList{str("-m"), str("PKCS8")};
    }

    void keysLogIn()
    {
        QFETCH(QString, type);
        QFETCH(QStringList, options);
        TestSshd sshd;
        if (!sshd.start())
            QSKIP("no sshd here");
        Node node = nodeOf(sshd);
        node.identityFile = sshd.addUserKey(type, {}, options);
        const Result<CommandOutput> who = run(node, settingsOf(sshd), {str("id"), str("-un")});
        QVERIFY2(who, qPrintable(who ? QString() : who.error().message + who.error().detail));
        QCOMPARE(QString::fromUtf8(who->out).trimmed(), TestSshd::user());
    }

    void passphraseIsAskedForThenUsed_data()
    {
        QTest::addColumn<QString>("type");
        QTest::addColumn<QStringList>("options");
        QTest::newRow("ed25519") << str("ed25519") << QStringList();
        QTest::newRow("rsa") << str("rsa") << QStringList();
        QTest::newRow("rsa as PEM") << str("rsa") << QStringList{str("-m"), str("PEM")};
        QTest::newRow("ecdsa as PKCS8") << str("ecdsa") << QStringList{str("-m"), str("PKCS8")};
    }

    void passphraseIsAskedForThenUsed()
    {
        QFETCH(QString, type);
        QFETCH(QStringList, options);
        TestSshd sshd;
        if (!sshd.start())
            QSKIP("no sshd here");
        Node node = nodeOf(sshd);
        node.identityFile = sshd.addUserKey(type, str("open sesame"), options);
        const ConnectionSettings settings = settingsOf(sshd);

        const Result<CommandOutput> first = run(node, settings, {str("true")});
        QVERIFY(!first);
        QCOMPARE(first.error().kind, ErrorKind::Authentication);
        QCOMPARE(first.error().facts.value(str("need")), str("passphrase"));
        const QString key = first.error().facts.value(str("key"));
        QCOMPARE(key, str("passphrase:") + node.identityFile);
        QVERIFY(!first.error().facts.value(str("prompt")).isEmpty());

        settings.secrets->set(key, str("wrong one"));
        const Result<CommandOutput> second = run(node, settings, {str("true")});
        QVERIFY(!second);
        QCOMPARE(second.error().facts.value(str("need")), str("passphrase"));
        QVERIFY(second.error().message.contains(str("wrong")));
        QVERIFY(!second.error().message.contains(str("wrong one"))
                && !second.error().detail.contains(str("wrong one")));

        settings.secrets->set(key, str("open sesame"));
        const Result<CommandOutput> third = run(node, settings, {str("true")});
        QVERIFY2(third, qPrintable(third ? QString() : third.error().message + third.error().detail));
    }

    void strangersKeyIsRefusedInWords()
    {
        TestSshd sshd;
        if (!sshd.start())
            QSKIP("no sshd here");
        Node node = nodeOf(sshd);
        sshd.addUserKey(str("ed25519"));
        node.identityFile = sshd.path(str("stranger"));
        QVERIFY(TestSshd::makeKey(node.identityFile, str("ed25519")));
        const Result<CommandOutput> r = run(node, settingsOf(sshd), {str("true")});
        QVERIFY(!r);
        QCOMPARE(r.error().kind, ErrorKind::Authentication);
        QVERIFY(!r.error().facts.contains(str("need")));
        QVERIFY(r.error().detail.contains(str("stranger")));
    }

    void agentLogsIn_data()
    {
        QTest::addColumn<QString>("type");
        QTest::newRow("ed25519") << str("ed25519");
        QTest::newRow("rsa") << str("rsa"); // SHA-2 through the agent: sshd >= 8.8 takes no other
        QTest::newRow("ecdsa") << str("ecdsa");
    }

    void agentLogsIn()
    {
        QFETCH(QString, type);
        TestSshd sshd;
        if (!sshd.start())
            QSKIP("no sshd here");
        QProcess agent;
        const QString socket = sshd.path(str("agent"));
        agent.start(str("ssh-agent"), {str("-D"), str("-a"), socket});
        if (!agent.waitForStarted())
            QSKIP("no ssh-agent here");
        QTRY_VERIFY(QFile::exists(socket));
        qputenv("SSH_AUTH_SOCK", QFile::encodeName(socket));
        const QString key = sshd.addUserKey(type);
        QCOMPARE(QProcess::execute(str("ssh-add"), {str("-q"), key}), 0);
        QVERIFY(QFile::remove(key));
        Node node = nodeOf(sshd);
        node.auth = AuthMethod::Agent;
        const Result<CommandOutput> r = run(node, settingsOf(sshd), {str("true")});
        agent.kill();
        agent.waitForFinished();
        QVERIFY2(r, qPrintable(r ? QString() : r.error().message + r.error().detail));
    }

    void hungAgentDoesNotHoldUpAStop()
    {
        TestSshd sshd;
        if (!sshd.start())
            QSKIP("no sshd here");
        QProcess agent;
        const QString socket = sshd.path(str("agent"));
        agent.start(str("ssh-agent"), {str("-D"), str("-a"), socket});
        if (!agent.waitForStarted())
            QSKIP("no ssh-agent here");
        QTRY_VERIFY(QFile::exists(socket));
        qputenv("SSH_AUTH_SOCK", QFile::encodeName(socket));
        ::kill(pid_t(agent.processId()), SIGSTOP);
        Node node = nodeOf(sshd);
        node.auth = AuthMethod::Agent;
        ConnectionSettings settings = settingsOf(sshd);
        settings.connectTimeout = std::chrono::seconds(1);
        QElapsedTimer t;
        t.start();
        const Result<CommandOutput> r = run(node, settings, {str("true")});
        QVERIFY(!r);
        QVERIFY(t.elapsed() < 3000);
        ::kill(pid_t(agent.processId()), SIGKILL);
        agent.waitForFinished();
    }

    void agentWithTooManyKeysIsSaid()
    {
        TestSshd sshd;
        if (!sshd.start())
            QSKIP("no sshd here");
        const TestAgent agent(sshd);
        if (!agent.works)
            QSKIP("no ssh-agent here");
        for (int i = 0; i < 10; ++i) {
            const QString key = sshd.path(str("stranger%1").arg(i));
            QVERIFY(TestSshd::makeKey(key, str("ed25519")) && agent.add(key));
        }
        Node node = nodeOf(sshd);
        node.auth = AuthMethod::Agent;
        const ConnectionSettings settings = settingsOf(sshd);
        const Result<CommandOutput> r = run(node, settings, {str("true")});
        QVERIFY(!r);
        QCOMPARE(r.error().kind, ErrorKind::Authentication);
        // not "add your public key there"
        QVERIFY2(r.error().message.contains(str("too many keys")), qPrintable(r.error().message));
        QVERIFY(!r.error().facts.contains(str("need")));
        // What it advises is enough.
        const QString right = sshd.addUserKey(str("ed25519"));
        QVERIFY(agent.add(right));
        node.auth = AuthMethod::Key;
        node.identityFile = right;
        QVERIFY(run(node, settings, {str("true")}));
        node.auth = AuthMethod::Agent; // the key that has a file is offered first
        QVERIFY(run(node, settings, {str("true")}));
    }

    void closedDuringTheLoginIsNotARefusal()
    {
        TestSshd sshd;
        if (!sshd.start({str("AuthorizedKeysFile none"), str("AuthorizedKeysCommand /bin/sh -c \"kill -9 $PPID\""),
                         str("AuthorizedKeysCommandUser ") + TestSshd::user()}))
            QSKIP("no sshd here");
        Node node = nodeOf(sshd);
        node.identityFile = sshd.addUserKey(str("ed25519"));
        const Result<CommandOutput> r = run(node, settingsOf(sshd), {str("true")});
        QVERIFY(!r);
        QVERIFY2(r.error().message.contains(str("closed the connection during the login")),
                 qPrintable(r.error().message));
        QCOMPARE(r.error().kind, ErrorKind::Connection); // asking for something else would not help
    }

    void frozenAgentIsNamedAndPassedOver()
    {
        TestSshd sshd;
        if (!sshd.start())
            QSKIP("no sshd here");
        const TestAgent agent(sshd);
        if (!agent.works)
            QSKIP("no ssh-agent here");
        agent.freeze();
        Node node = nodeOf(sshd);
        node.auth = AuthMethod::Agent;
        node.identityFile = sshd.path(str("none"));
        const Result<CommandOutput> r = run(node, settingsOf(sshd), {str("true")});
        QVERIFY(!r);
        QCOMPARE(r.error().kind, ErrorKind::Authentication); // not: the node did not answer
        QVERIFY2(r.error().message.contains(sshd.path(str("agent"))), qPrintable(r.error().message));
        node.identityFile = sshd.addUserKey(str("ed25519"));
        const Result<CommandOutput> byFile = run(node, settingsOf(sshd), {str("true")});
        QVERIFY2(byFile, qPrintable(byFile ? QString() : byFile.error().message));
    }

    void keyFileThatIsAPipeDoesNotHang()
    {
        TestSshd sshd;
        if (!sshd.start())
            QSKIP("no sshd here");
        Node node = nodeOf(sshd);
        node.identityFile = sshd.path(str("pipe"));
        QCOMPARE(::mkfifo(QFile::encodeName(node.identityFile).constData(), 0600), 0);
        const Result<CommandOutput> r = run(node, settingsOf(sshd), {str("true")});
        QVERIFY(!r);
        QVERIFY2(r.error().detail.contains(str("cannot be read")), qPrintable(r.error().detail));
    }

    void aKeyFileThatIsNoneIsNamed_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("why");
        QTest::newRow("missing") << str("/nowhere/key") << str("there is no such file");
        QTest::newRow("folder") << str("/tmp") << str("it is a folder");
        QTest::newRow("device") << str("/dev/zero") << str("the file cannot be read");
    }

    void aKeyFileThatIsNoneIsNamed()
    {
        QFETCH(QString, file);
        QFETCH(QString, why);
        TestSshd sshd;
        if (!sshd.start())
            QSKIP("no sshd here");
        for (const AuthMethod method : {AuthMethod::Key, AuthMethod::Agent}) {
            Node node = nodeOf(sshd);
            node.auth = method;
            node.identityFile = file;
            const Result<CommandOutput> r = run(node, settingsOf(sshd), {str("true")});
            QVERIFY(!r);
            QVERIFY2(r.error().message.contains(file) && r.error().message.contains(why),
                     qPrintable(r.error().message));
        }
    }

    void aPublicKeyIsCalledThat()
    {
        TestSshd sshd;
        if (!sshd.start())
            QSKIP("no sshd here");
        for (const char *type : {"ed25519", "rsa", "ecdsa"}) {
            Node node = nodeOf(sshd);
            node.identityFile = sshd.addUserKey(str(type)) + str(".pub");
            const Result<CommandOutput> r = run(node, settingsOf(sshd), {str("true")});
            QVERIFY(!r);
            QVERIFY2(r.error().detail.contains(str("it is the public key")), qPrintable(r.error().detail));
        }
    }

    void passwordIsAskedForThenUsed_data()
    {
        QTest::addColumn<QStringList>("config");
        QTest::newRow("password") << QStringList{str("PasswordAuthentication yes"),
                                                 str("AuthenticationMethods password")};
        QTest::newRow("password by PAM") << QStringList{str("UsePAM yes"), str("PasswordAuthentication yes"),
                                                        str("AuthenticationMethods password")};
        QTest::newRow("keyboard-interactive") << QStringList{str("UsePAM yes"), str("KbdInteractiveAuthentication yes"),
                                                             str("AuthenticationMethods keyboard-interactive")};
    }

    void passwordIsAskedForThenUsed()
    {
        QFETCH(QStringList, config);
        const TemporaryUser user(str("correct horse"));
        if (!user.exists)
            QSKIP("needs root, useradd and openssl: a user with a known password");
        TestSshd sshd;
        if (!sshd.start(config))
            QSKIP("no sshd here");
        for (const AuthMethod method : {AuthMethod::Password, AuthMethod::Agent}) {
            Node node = nodeOf(sshd);
            node.user = user.name;
            node.auth = method;
            const ConnectionSettings settings = settingsOf(sshd);
            const QString key = str("password:%1@127.0.0.1:%2").arg(user.name).arg(sshd.port());

            const Result<CommandOutput> first = run(node, settings, {str("true")});
            QVERIFY(!first);
            QCOMPARE(first.error().kind, ErrorKind::Authentication);
            QCOMPARE(first.error().facts.value(str("need")), str("password"));
            QCOMPARE(first.error().facts.value(str("key")), key);
            if (method == AuthMethod::Password) // nothing was answered that counts as a failed login
                QVERIFY2(!sshd.log().contains("Failed keyboard-interactive"), sshd.log().constData());

            settings.secrets->set(key, str("battery staple"));
            const Result<CommandOutput> second = run(node, settings, {str("true")});
            QVERIFY(!second);
            QCOMPARE(second.error().facts.value(str("need")), str("password"));
            QVERIFY2(second.error().message.contains(str("refused")), qPrintable(second.error().message));
            QVERIFY(!(second.error().message + second.error().detail).contains(str("staple")));

            settings.secrets->set(key, str("correct horse"));
            const Result<CommandOutput> third = run(node, settings, {str("id"), str("-un")});
            QVERIFY2(third,
                     qPrintable(third ? QString()
                                      : third.error().message + third.error().detail + QString::fromUtf8(sshd.log())));
            QCOMPARE(QString::fromUtf8(third->out).trimmed(), user.name);
        }
    }

    void everyStepOfALoginIsTaken_data()
    {
        QTest::addColumn<QStringList>("config");
        QTest::addColumn<bool>("hasKeyFirst");
        const QString pam = str("UsePAM yes"), passwords = str("PasswordAuthentication yes"),
                      prompts = str("KbdInteractiveAuthentication yes");
        QTest::newRow("key, password") << QStringList{passwords, str("AuthenticationMethods publickey,password")}
                                       << true;
        QTest::newRow("key, keyboard-interactive")
            << QStringList{pam, prompts, str("AuthenticationMethods publickey,keyboard-interactive")} << true;
        QTest::newRow("key, either")
            << QStringList{pam, passwords, prompts,
                           str("AuthenticationMethods publickey,password publickey,keyboard-interactive")}
            << true;
        QTest::newRow("password, key") << QStringList{passwords, str("AuthenticationMethods password,publickey")}
                                       << false;
    }

    void everyStepOfALoginIsTaken()
    {
        QFETCH(QStringList, config);
        QFETCH(bool, hasKeyFirst);
        const TemporaryUser user(str("correct horse"));
        if (!user.exists)
            QSKIP("needs root, useradd and openssl: a user with a known password");
        TestSshd sshd;
        if (!sshd.start(config))
            QSKIP("no sshd here");
        Node node = nodeOf(sshd);
        node.user = user.name;
        node.identityFile = sshd.addUserKey(str("ed25519"));
        TemporaryUser::letReadKeys(sshd);
        const QString key = str("password:%1@127.0.0.1:%2").arg(user.name).arg(sshd.port());
        for (const AuthMethod method : {AuthMethod::Key, AuthMethod::Agent, AuthMethod::Password}) {
            if (method == (hasKeyFirst ? AuthMethod::Password : AuthMethod::Key))
                continue; // what the user does not want is not done first
            node.auth = method;
            const ConnectionSettings settings = settingsOf(sshd);
            const Result<CommandOutput> first = run(node, settings, {str("true")});
            QVERIFY(!first);
            QCOMPARE(first.error().kind, ErrorKind::Authentication);
            QCOMPARE(first.error().facts.value(str("need")), str("password"));
            QCOMPARE(first.error().facts.value(str("key")), key);
            QCOMPARE(first.error().message.contains(str("first step")), hasKeyFirst);

            settings.secrets->set(key, str("battery staple"));
            const Result<CommandOutput> second = run(node, settings, {str("true")});
            QVERIFY(!second);
            QCOMPARE(second.error().facts.value(str("need")), str("password"));
            QVERIFY2(second.error().message.contains(str("refused")), qPrintable(second.error().message));

            settings.secrets->set(key, str("correct horse"));
            const Result<CommandOutput> third = run(node, settings, {str("id"), str("-un")});
            QVERIFY2(third,
                     qPrintable(third ? QString()
                                      : third.error().message + third.error().detail + QString::fromUtf8(sshd.log())));
            QCOMPARE(QString::fromUtf8(third->out).trimmed(), user.name);
        }
    }

    // What a server takes only after a key, or offers and never asks for, is not said to be refused or missing.
    void aPasswordThatIsNotWantedIsSaidToBeThat()
    {
        TestSshd keyFirst, asksNothing;
        if (!keyFirst.start({str("PasswordAuthentication yes"), str("AuthenticationMethods publickey,password")})
            || !asksNothing.start({str("UsePAM no"), str("PasswordAuthentication no"), str("PubkeyAuthentication no"),
                                   str("KbdInteractiveAuthentication yes")}))
            QSKIP("no sshd here");
        const auto saidBy = [](const TestSshd &sshd) {
            Node node = nodeOf(sshd);
            node.auth = AuthMethod::Password;
            const ConnectionSettings settings = settingsOf(sshd);
            settings.secrets->set(str("password:%1@127.0.0.1:%2").arg(TestSshd::user()).arg(sshd.port()),
                                  str("anything"));
            const Result<CommandOutput> r = run(node, settings, {str("true")});
            return r ? str("logged in") : r.error().message;
        };
        QVERIFY2(saidBy(keyFirst).contains(str("takes no password to begin with, only publickey")),
                 qPrintable(saidBy(keyFirst)));
        QVERIFY2(saidBy(asksNothing).contains(str("offers to log in by questions and asked none")),
                 qPrintable(saidBy(asksNothing)));
    }

    void twoKeysInARowLogIn()
    {
        TestSshd sshd;
        if (!sshd.start({str("AuthenticationMethods publickey,publickey")}))
            QSKIP("no sshd here");
        const QString one = sshd.addUserKey(str("ed25519")), other = sshd.addUserKey(str("ecdsa"));
        ConnectionSettings settings = settingsOf(sshd);
        settings.sshConfigFile = sshd.write(str("config"),
                                            "IdentityFile " + QFile::encodeName(one) + "\nIdentityFile "
                                                + QFile::encodeName(other) + '\n');
        const Result<CommandOutput> r = run(nodeOf(sshd), settings, {str("true")});
        QVERIFY2(r, qPrintable(r ? QString() : r.error().message + r.error().detail));
    }

    void passwordsAreShownToTheirOwnHostOnly()
    {
        const TemporaryUser user(str("correct horse"));
        if (!user.exists)
            QSKIP("needs root, useradd and openssl: a user with a known password");
        TestSshd target, jump;
        if (!target.start({str("PasswordAuthentication yes")}) || !jump.start({str("PasswordAuthentication yes")}))
            QSKIP("no sshd here");
        Node node = nodeOf(target);
        node.user = user.name;
        node.host = str("far");
        node.port.reset();
        node.auth = AuthMethod::Password;
        ConnectionSettings settings = settingsOf(target);
        settings.knownHostsFile = target.write(str("known"), target.knownHostsLine() + jump.knownHostsLine());
        settings.sshConfigFile
            = target.write(str("config"),
                           "Host far\n HostName 127.0.0.1\n Port " + QByteArray::number(target.port())
                               + "\n ProxyJump hop\n"
                                 "Host hop\n HostName 127.0.0.1\n User "
                               + user.name.toUtf8() + "\n Port " + QByteArray::number(jump.port()) + "\n");
        const QString jumpKey = str("password:%1@127.0.0.1:%2").arg(user.name).arg(jump.port());
        const QString nodeKey = str("password:%1@127.0.0.1:%2").arg(user.name).arg(target.port());

        settings.secrets->set(str("password:*"), str("of the node"));
        const Result<CommandOutput> first = run(node, settings, {str("true")});
        QVERIFY(!first);
        QCOMPARE(first.error().facts.value(str("key")), jumpKey);
        QCOMPARE(first.error().facts.value(str("jump")), str("yes"));
        QVERIFY(first.error().facts.value(str("prompt")).contains(str("jump host")));
        QVERIFY2(!jump.log().contains("Failed password"), jump.log().constData());

        settings.secrets = std::make_shared<Secrets>();
        settings.secrets->set(str("jump-password:*"), str("correct horse"));
        const Result<CommandOutput> second = run(node, settings, {str("true")});
        QVERIFY(!second);
        QCOMPARE(second.error().facts.value(str("key")), nodeKey);
        QVERIFY(!second.error().facts.contains(str("jump")));
        QVERIFY2(!target.log().contains("Failed password"), target.log().constData());

        settings.secrets->set(str("password:*"), str("correct horse"));
        const Result<CommandOutput> third = run(node, settings, {str("id"), str("-un")});
        QVERIFY2(third, qPrintable(third ? QString() : third.error().message + third.error().detail));
    }

    void plainUserIsStoppedInTimeToo()
    {
        const TemporaryUser user(str("correct horse"));
        if (!user.exists)
            QSKIP("needs root, useradd and openssl: a user with a known password");
        TestSshd sshd;
        if (!sshd.start({str("PasswordAuthentication yes")}))
            QSKIP("no sshd here");
        Node node = nodeOf(sshd);
        node.user = user.name;
        node.auth = AuthMethod::Password;
        const ConnectionSettings settings = settingsOf(sshd);
        settings.secrets->set(str("password:*"), str("correct horse"));
        Result<std::unique_ptr<Shell>> shell = shellFactoryFor(node, settings)({});
        QVERIFY(shell);
        std::stop_source stop;
        QElapsedTimer since;
        QByteArray pid;
        const Result<CommandOutput> r = (*shell)->run({{str("sh"), str("-c"), str("echo $$; exec sleep 60")}},
                                                      stop.get_token(), [&](OutputStream, const QByteArray &piece) {
                                                          pid += piece.trimmed();
                                                          since.start();
                                                          stop.request_stop();
                                                      });
        QVERIFY(since.elapsed() <= stopLimitMs);
        QCOMPARE(r.error().kind, ErrorKind::Canceled);
        QTRY_VERIFY_WITH_TIMEOUT(!QFile::exists(QString::fromLatin1("/proc/" + pid)), 10'000); // and is reaped
    }

    void unknownHostAsksWithItsFingerprint()
    {
        TestSshd sshd;
        if (!sshd.start())
            QSKIP("no sshd here");
        Node node = nodeOf(sshd);
        node.identityFile = sshd.addUserKey(str("ed25519"));
        ConnectionSettings settings = settingsOf(sshd);
        settings.knownHostsFile = sshd.path(str("new folder/known_hosts"));
        const Result<CommandOutput> r = run(node, settings, {str("true")});
        QVERIFY(!r);
        QCOMPARE(r.error().kind, ErrorKind::HostKey);
        QCOMPARE(r.error().facts.value(str("state")), str("unknown"));
        const QString shown = QString::fromUtf8(
            TestSshd::output(str("ssh-keygen"), {str("-lf"), sshd.hostKey(str("ed25519")) + str(".pub")}));
        QCOMPARE(r.error().facts.value(str("fingerprint")), shown.section(QLatin1Char(' '), 1, 1));
        QVERIFY(!QFile::exists(settings.knownHostsFile)); // nothing accepted silently
        QVERIFY(!r.error().message.contains(str("@cert-authority")));
        QVERIFY(QDir().mkpath(QFileInfo(settings.knownHostsFile).path()));
        QFile vouching(settings.knownHostsFile); // OpenSSH would believe it; here it is said why nobody does
        QVERIFY(vouching.open(QIODevice::WriteOnly));
        vouching.write("@cert-authority * ssh-ed25519 " + TestSshd::read(sshd.hostKey(str("ed25519")) + str(".pub"))
                           .split(' ').value(1) + '\n');
        vouching.close();
        const Result<CommandOutput> vouched = run(node, settings, {str("true")});
        QVERIFY(!vouched);
        QCOMPARE(vouched.error().kind, ErrorKind::HostKey);
        QVERIFY2(vouched.error().message.contains(str("A @cert-authority line covers this host"))
                     && vouched.error().message.contains(str("known_hosts, line 1")),
                 qPrintable(vouched.error().message));
        QVERIFY(QFile::remove(settings.knownHostsFile));

        QVERIFY(appendKnownHost(settings.knownHostsFile, r.error().facts.value(str("line"))));
        QVERIFY(run(node, settings, {str("true")}));
        // OpenSSH reads our line as we meant it.
        const QByteArray found
            = TestSshd::output(str("ssh-keygen"),
                               {str("-F"), str("[127.0.0.1]:%1").arg(sshd.port()), str("-f"), settings.knownHostsFile});
        QVERIFY(found.contains("found"));
    }

    void aFileThatBothNameIsNotSaidToBeUnused()
    {
        TestSshd sshd;
        if (!sshd.start())
            QSKIP("no sshd here");
        Node node = nodeOf(sshd);
        node.identityFile = sshd.addUserKey(str("ed25519"));
        node.other["auth"] = {{"knownHostsFile", sshd.write(str("brought"), "\n").toStdString()}};
        ConnectionSettings settings = settingsOf(sshd);
        settings.knownHostsFile = sshd.path(str("empty"));
        const auto unbelieved = [&] {
            const Result<CommandOutput> r = run(node, settings, {str("true")});
            return r ? str("logged in") : r.error().facts.value(str("unbelieved"));
        };
        QVERIFY2(unbelieved().contains(str("it is not used")), qPrintable(unbelieved()));
        QVERIFY(QFile::link(sshd.path(str("brought")), sshd.path(str("linked"))));
        for (const char *same : {"brought", "linked"}) {
            settings.knownHostsFile = sshd.path(str(same));
            QCOMPARE(unbelieved(), QString());
        }
    }

    void fingerprintGivenBeforehandIsAccepted()
    {
        TestSshd sshd;
        if (!sshd.start())
            QSKIP("no sshd here");
        Node node = nodeOf(sshd);
        node.identityFile = sshd.addUserKey(str("ed25519"));
        ConnectionSettings settings = settingsOf(sshd);
        settings.knownHostsFile = sshd.path(str("empty"));
        settings.acceptedFingerprints = {str("SHA256:somethingelse")};
        QVERIFY(!run(node, settings, {str("true")}));
        const HostKey key{
            QByteArray::fromBase64(TestSshd::read(sshd.hostKey(str("ed25519")) + str(".pub")).split(' ').value(1))};
        settings.acceptedFingerprints << key.fingerprint();
        QVERIFY(run(node, settings, {str("true")}));
        settings.acceptedFingerprints.clear();
        QVERIFY(run(node, settings, {str("true")})); // it was stored
    }

    // As ssh does: every file is asked, a key that is accepted goes into the first.
    void knownHostsFilesOfTheConfigurationCount()
    {
        TestSshd sshd;
        if (!sshd.start())
            QSKIP("no sshd here");
        Node node = nodeOf(sshd);
        node.identityFile = sshd.addUserKey(str("ed25519"));
        const HostKey key{
            QByteArray::fromBase64(TestSshd::read(sshd.hostKey(str("ed25519")) + str(".pub")).split(' ').value(1))};
        const QString first = sshd.path(str("first 127.0.0.1")),
                      second = sshd.write(str("second"), sshd.knownHostsLine());
        const auto configured = [&](const QString &lines) {
            ConnectionSettings settings;
            settings.sshConfigFile = sshd.write(str("config"), lines.toUtf8() + '\n');
            settings.secrets = std::make_shared<Secrets>();
            return settings;
        };
        const QString folder = QFileInfo(first).path();
        qputenv("ASC_TEST_FOLDER", folder.toUtf8());

        QVERIFY(run(node, configured(str("UserKnownHostsFile \"%1/first %h\" %2").arg(folder, second)), {str("true")}));
        QVERIFY(run(node, configured(str("UserKnownHostsFile \"%1\"\nGlobalKnownHostsFile %2").arg(first, second)),
                    {str("true")}));
        QVERIFY(!QFile::exists(first));

        ConnectionSettings settings
            = configured(str("UserKnownHostsFile \"${ASC_TEST_FOLDER}/first %h\" %1/other").arg(folder));
        const Result<CommandOutput> asked = run(node, settings, {str("true")});
        QCOMPARE(asked.error().kind, ErrorKind::HostKey);
        QCOMPARE(asked.error().facts.value(str("file")), first);
        settings.acceptedFingerprints = {key.fingerprint()};
        QVERIFY(run(node, settings, {str("true")}));
        QCOMPARE(TestSshd::read(first), sshd.knownHostsLine().split(' ').mid(0, 3).join(' ').trimmed() + '\n');
        QVERIFY(!QFile::exists(folder + str("/other")));
        settings.acceptedFingerprints.clear();
        QVERIFY(run(node, settings, {str("true")}));

        // What is given for this run comes first, as ssh's own option.
        settings.knownHostsFile = sshd.path(str("given"));
        QCOMPARE(run(node, settings, {str("true")}).error().facts.value(str("file")), settings.knownHostsFile);
        QCOMPARE(run(node, configured(str("UserKnownHostsFile ~/.ssh/surely-not-there")), {str("true")})
                     .error()
                     .facts.value(str("file")),
                 QDir::homePath() + str("/.ssh/surely-not-there"));
    }

    void whereNoKeyIsKeptItIsAcceptedForNow_data()
    {
        QTest::addColumn<QString>("file");
        QTest::newRow("none") << str("none");
        QTest::newRow("/dev/null") << str("/dev/null");
    }

    void whereNoKeyIsKeptItIsAcceptedForNow()
    {
        QFETCH(QString, file);
        TestSshd sshd;
        if (!sshd.start())
            QSKIP("no sshd here");
        Node node = nodeOf(sshd);
        node.identityFile = sshd.addUserKey(str("ed25519"));
        ConnectionSettings settings;
        settings.sshConfigFile = sshd.write(str("config"),
                                            "UserKnownHostsFile " + file.toUtf8()
                                                + "\nGlobalKnownHostsFile none\nStrictHostKeyChecking no\n");
        settings.secrets = std::make_shared<Secrets>();
        const Result<CommandOutput> asked = run(node, settings, {str("true")});
        QCOMPARE(asked.error().kind, ErrorKind::HostKey); // StrictHostKeyChecking does not switch it off
        QVERIFY(asked.error().facts.value(str("file")).isEmpty());
        QVERIFY2(asked.error().message.contains(str("UserKnownHostsFile")), qPrintable(asked.error().message));
        const QString fingerprint = asked.error().facts.value(str("fingerprint"));
        settings.acceptedFingerprints = {str("SHA256:somethingelse")};
        QVERIFY(!run(node, settings, {str("true")}));
        settings.acceptedFingerprints = {fingerprint};
        QVERIFY(run(node, settings, {str("true")}));
        settings.acceptedFingerprints.clear();
        QVERIFY(!run(node, settings, {str("true")})); // nothing was kept
        settings.secrets->set(str("hostkey:127.0.0.1:%1:%2").arg(sshd.port()).arg(fingerprint), str("accepted"));
        QVERIFY(run(node, settings, {str("true")}));
    }

    void changedKeyStopsLoudly()
    {
        TestSshd sshd;
        if (!sshd.start())
            QSKIP("no sshd here");
        Node node = nodeOf(sshd);
        node.identityFile = sshd.addUserKey(str("ed25519"));
        const ConnectionSettings settings = settingsOf(sshd);
        QVERIFY(run(node, settings, {str("true")}));
        sshd.stop();
        const HostKey old{
            QByteArray::fromBase64(TestSshd::read(sshd.hostKey(str("ed25519")) + str(".pub")).split(' ').value(1))};
        QFile::remove(sshd.hostKey(str("ed25519")));
        QVERIFY(sshd.start());
        ConnectionSettings accepting = settings;
        const HostKey now{
            QByteArray::fromBase64(TestSshd::read(sshd.hostKey(str("ed25519")) + str(".pub")).split(' ').value(1))};
        accepting.acceptedFingerprints = {now.fingerprint()}; // is for unknown hosts only
        const Result<CommandOutput> r = run(node, accepting, {str("true")});
        QVERIFY(!r);
        QCOMPARE(r.error().kind, ErrorKind::HostKey);
        QCOMPARE(r.error().facts.value(str("state")), str("changed"));
        QCOMPARE(r.error().facts.value(str("fingerprint")), now.fingerprint());
        QCOMPARE(r.error().facts.value(str("knownFingerprint")), old.fingerprint());
        QVERIFY(r.error().message.contains(str("STOP")));
        QVERIFY(!sshd.log().mid(sshd.log().lastIndexOf("Server listening")).contains("Accepted"));
    }

    void anInterfaceBehindAnAddressThatTakesNoneIsSaid()
    {
        Node node;
        node.name = str("n1");
        node.host = str("::1%lo");
        const Result<CommandOutput> r = run(node, {}, {str("true")});
        QVERIFY(!r);
        QCOMPARE(r.error().kind, ErrorKind::Connection);
        QVERIFY2(r.error().message.contains(str("::1%lo")) && r.error().message.contains(str("link-local")),
                 qPrintable(r.error().message));
    }

    void aDamagedLineIsSaidToBeDamaged()
    {
        TestSshd sshd;
        if (!sshd.start())
            QSKIP("no sshd here");
        Node node = nodeOf(sshd);
        node.identityFile = sshd.addUserKey(str("ed25519"));
        ConnectionSettings settings = settingsOf(sshd);
        const QByteArray line = sshd.knownHostsLine().trimmed();
        settings.knownHostsFile = sshd.write(str("cut"), "# mine\n" + line.left(line.size() - 20) + '\n');
        const HostKey now{
            QByteArray::fromBase64(TestSshd::read(sshd.hostKey(str("ed25519")) + str(".pub")).split(' ').value(1))};
        settings.acceptedFingerprints = {now.fingerprint()}; // is for unknown hosts only
        const Result<CommandOutput> r = run(node, settings, {str("true")});
        QVERIFY(!r);
        QCOMPARE(r.error().kind, ErrorKind::HostKey);
        QCOMPARE(r.error().facts.value(str("state")), str("damaged"));
        QVERIFY2(r.error().message.contains(str("line 2 of ") + settings.knownHostsFile)
                     && r.error().message.contains(str("damaged")) && r.error().message.contains(now.fingerprint())
                     && !r.error().message.contains(str("changed")),
                 qPrintable(r.error().message));
        QCOMPARE(QProcess::execute(str("sh"), {str("-c"), r.error().facts.value(str("removal"))}), 0);
        QCOMPARE(TestSshd::read(settings.knownHostsFile), QByteArray("# mine\n"));
        QVERIFY(run(node, settings, {str("true")})); // accepted now
    }

    void knownTypeIsAskedFor()
    {
        TestSshd sshd;
        if (!sshd.start({}, {str("ed25519"), str("rsa"), str("ecdsa")}))
            QSKIP("no sshd here");
        Node node = nodeOf(sshd);
        node.identityFile = sshd.addUserKey(str("ed25519"));
        for (const char *type : {"rsa", "ecdsa", "ed25519"}) {
            ConnectionSettings settings = settingsOf(sshd);
            settings.knownHostsFile = sshd.write(str("known_") + str(type), sshd.knownHostsLine(str(type)));
            QVERIFY2(run(node, settings, {str("true")}), type);
        }
    }

    void keyOfAnotherTypeIsAQuestionNotAChange()
    {
        TestSshd sshd;
        if (!sshd.start({}, {str("ed25519"), str("rsa")}))
            QSKIP("no sshd here");
        Node node = nodeOf(sshd);
        node.identityFile = sshd.addUserKey(str("ed25519"));
        ConnectionSettings settings = settingsOf(sshd);
        settings.knownHostsFile = sshd.write(str("known_rsa"), sshd.knownHostsLine(str("rsa")));
        QVERIFY(run(node, settings, {str("true")})); // the known key is the one that is asked for
        sshd.stop();
        QVERIFY(sshd.start());                       // the administrator has taken the RSA key away
        const Result<CommandOutput> r = run(node, settings, {str("true")});
        QVERIFY(!r);
        const QMap<QString, QString> &facts = r.error().facts;
        const auto keyOf = [&](const char *type) {
            return HostKey{
                QByteArray::fromBase64(TestSshd::read(sshd.hostKey(str(type)) + str(".pub")).split(' ').value(1))};
        };
        QCOMPARE(r.error().kind, ErrorKind::HostKey);
        QCOMPARE(facts.value(str("state")), str("unknown"));
        QCOMPARE(facts.value(str("knownType")), str("ssh-rsa"));
        QCOMPARE(facts.value(str("knownFingerprint")), keyOf("rsa").fingerprint());
        QCOMPARE(facts.value(str("fingerprint")), keyOf("ed25519").fingerprint());
        QVERIFY(facts.contains(str("contradicted"))); // loudly
        QVERIFY2(!r.error().message.contains(str("changed")) && r.error().message.contains(str("ssh-rsa"))
                     && r.error().message.contains(keyOf("rsa").fingerprint()),
                 qPrintable(r.error().message));
        QVERIFY(!sshd.log().mid(sshd.log().lastIndexOf("Server listening")).contains("Accepted"));
        settings.acceptedFingerprints = {keyOf("ed25519").fingerprint()};
        QVERIFY(run(node, settings, {str("true")}));
        QVERIFY(TestSshd::read(settings.knownHostsFile).contains("ssh-rsa")); // beside it
    }

    void hashedKnownHostsAreUnderstood()
    {
        TestSshd sshd;
        if (!sshd.start())
            QSKIP("no sshd here");
        Node node = nodeOf(sshd);
        node.identityFile = sshd.addUserKey(str("ed25519"));
        const ConnectionSettings settings = settingsOf(sshd);
        QCOMPARE(QProcess::execute(str("ssh-keygen"), {str("-q"), str("-H"), str("-f"), settings.knownHostsFile}), 0);
        QVERIFY(TestSshd::read(settings.knownHostsFile).startsWith("|1|"));
        QVERIFY(run(node, settings, {str("true")}));
    }

    void revokedKeyIsRefused()
    {
        TestSshd sshd;
        if (!sshd.start())
            QSKIP("no sshd here");
        Node node = nodeOf(sshd);
        node.identityFile = sshd.addUserKey(str("ed25519"));
        ConnectionSettings settings = settingsOf(sshd);
        settings.knownHostsFile = sshd.write(str("revoked"),
                                             sshd.knownHostsLine() + "@revoked * "
                                                 + TestSshd::read(sshd.hostKey(str("ed25519")) + str(".pub")));
        const Result<CommandOutput> r = run(node, settings, {str("true")});
        QVERIFY(!r);
        QCOMPARE(r.error().kind, ErrorKind::HostKey);
        QCOMPARE(r.error().facts.value(str("state")), str("changed"));
    }

    void jumpHostsAreGoneThrough_data()
    {
        QTest::addColumn<int>("jumps");
        QTest::newRow("one") << 1;
        QTest::newRow("two") << 2;
    }

    void jumpHostsAreGoneThrough()
    {
        QFETCH(int, jumps);
        TestSshd target, jump, outer;
        if (!target.start() || !jump.start() || !outer.start())
            QSKIP("no sshd here");
        const QString key = target.addUserKey(str("ed25519"));
        jump.write(str("authorized_keys"), TestSshd::read(key + str(".pub")));
        outer.write(str("authorized_keys"), TestSshd::read(key + str(".pub")));
        QByteArray config = "Host farnode\n HostName 127.0.0.1\n Port " + QByteArray::number(target.port())
            + "\n ProxyJump " + (jumps == 2 ? "outer,inner" : "inner")
            + "\nHost inner\n HostName 127.0.0.1\n Port " + QByteArray::number(jump.port())
            + "\nHost outer\n HostName 127.0.0.1\n Port " + QByteArray::number(outer.port())
            + "\nHost *\n IdentityFile " + QFile::encodeName(key) + "\n User " + TestSshd::user().toUtf8() + "\n";
        ConnectionSettings settings = settingsOf(target);
        settings.sshConfigFile = target.write(str("config"), config);
        settings.knownHostsFile
            = target.write(str("known"), target.knownHostsLine() + jump.knownHostsLine() + outer.knownHostsLine());
        Node node;
        node.name = str("far");
        node.host = str("farnode");
        const Result<CommandOutput> r
            = run(node, settings, {str("sh"), str("-c"), str("head -c 3000000 /dev/zero; echo $SSH_CONNECTION >&2")});
        QVERIFY2(r, qPrintable(r ? QString() : r.error().message + r.error().detail));
        QCOMPARE(r->out.size(), 3000000);
        QCOMPARE(r->err.trimmed().split(' ').last().toInt(), target.port());
        QVERIFY(jump.log().contains("Accepted"));
        QCOMPARE(outer.log().contains("Accepted"), jumps == 2);
        // The jump host's own key is checked, too.
        settings.knownHostsFile = target.write(str("known2"), target.knownHostsLine());
        const Result<CommandOutput> unknown = run(node, settings, {str("true")});
        QVERIFY(!unknown);
        QCOMPARE(unknown.error().kind, ErrorKind::HostKey);
        QCOMPARE(unknown.error().facts.value(str("port")), QString::number(jumps == 2 ? outer.port() : jump.port()));
    }

    void aDeadJumpHostIsNotTheNode_data()
    {
        QTest::addColumn<QByteArray>("host");
        QTest::addColumn<int>("kind");
        QTest::newRow("refused") << QByteArray("HostName 127.0.0.1\n Port 1") << int(ErrorKind::Connection);
        QTest::newRow("no such name") << QByteArray("HostName no-such-host.invalid") << int(ErrorKind::Connection);
        QTest::newRow("silent") << QByteArray("HostName 127.0.0.1\n Port MUTE") << int(ErrorKind::Timeout);
        QTest::newRow("login refused") << QByteArray("HostName 127.0.0.1\n Port SSHD")
                                       << int(ErrorKind::Authentication);
    }

    void aDeadJumpHostIsNotTheNode()
    {
        QFETCH(QByteArray, host);
        QFETCH(int, kind);
        TestSshd target, jump;
        if (!target.start() || !jump.start())
            QSKIP("no sshd here");
        QTcpServer mute;
        QVERIFY(mute.listen(QHostAddress::LocalHost, 0));
        host.replace("MUTE", QByteArray::number(mute.serverPort())).replace("SSHD", QByteArray::number(jump.port()));
        ConnectionSettings settings = settingsOf(target);
        settings.connectTimeout = std::chrono::seconds(3);
        settings.sshConfigFile
            = target.write(str("config"), "Host gate\n " + host + "\n IdentityFile "
                               + QFile::encodeName(target.addUserKey(str("ed25519"))) + "\nHost farnode\n HostName "
                               + "127.0.0.1\n Port " + QByteArray::number(target.port()) + "\n ProxyJump gate\n");
        settings.knownHostsFile = target.write(str("known"), target.knownHostsLine() + jump.knownHostsLine());
        Node node;
        node.name = str("far");
        node.host = str("farnode");
        const Result<CommandOutput> r = run(node, settings, {str("true")});
        QVERIFY(!r);
        QCOMPARE(int(r.error().kind), kind);
        QVERIFY2(r.error().message.contains(str("jump host gate (")) && r.error().message.contains(str("not asked")),
                 qPrintable(r.error().message));
        QVERIFY(!target.log().contains("Connection from"));
    }

    void nobodyListensIsSaidPlainly()
    {
        Node node;
        node.name = str("n1");
        node.host = str("127.0.0.1");
        node.port = 1;
        const Result<CommandOutput> r = run(node, {}, {str("true")});
        QVERIFY(!r);
        QCOMPARE(r.error().kind, ErrorKind::Connection);
        QVERIFY2(r.error().message.contains(str("refused")), qPrintable(r.error().message));
    }

    // sshd closes at once, before it has said who it is.
    void tooManyConnectionsAreSaidToBeThat()
    {
        TestSshd sshd;
        if (!sshd.start({str("MaxStartups 1")}))
            QSKIP("no sshd here");
        QTcpSocket waiting;                  // connected, and not logged in
        waiting.connectToHost(QHostAddress::LocalHost, sshd.port());
        QVERIFY(waiting.waitForReadyRead(10'000));
        ConnectionSettings settings = settingsOf(sshd);
        Node node;
        node.name = str("n1");
        node.host = str("127.0.0.1");
        node.port = sshd.port();
        const Result<CommandOutput> r = run(node, settings, {str("true")});
        QVERIFY(!r);
        QCOMPARE(r.error().kind, ErrorKind::Connection);
        QVERIFY2(r.error().message.contains(str("closed the connection before")), qPrintable(r.error().message));
        QVERIFY2(r.error().facts.value(str("remedy")).contains(str("MaxStartups")), qPrintable(r.error().message));
    }

    // The line that says why is not the first one there; what would colour a terminal is shown as a sign.
    void whatIsSaidInPlaceOfAHandshakeIsTold()
    {
        const RawServer server([](RawServer::Peer &peer) {
            peer.say("\x1b[31mGateway of the lab\r\nNot allowed at this time.\r\n" + QByteArray(150, 'x') + "\r\n");
            peer.socket.waitForReadyRead(1000);
        }, RawServer::Begins::Server);
        Node node;
        node.name = str("n1");
        node.host = str("127.0.0.1");
        node.port = server.port();
        const Result<CommandOutput> r = run(node, {}, {str("true")});
        QVERIFY(!r);
        QCOMPARE(r.error().kind, ErrorKind::Connection);
        const QString message = r.error().message;
        QVERIFY2(message.contains(str("It said: ␛[31mGateway of the lab Not allowed at this time. xx")),
                 qPrintable(message));
        QVERIFY2(message.size() < 250, qPrintable(message));
    }

    void aServerWithoutSessionsIsSaidToBeThat()
    {
        TestSshd sshd;
        if (!sshd.start({str("MaxSessions 0")}))
            QSKIP("no sshd here");
        Node node = nodeOf(sshd);
        node.identityFile = sshd.addUserKey(str("ed25519"));
        const Result<CommandOutput> r = run(node, settingsOf(sshd), {str("true")});
        QVERIFY(!r);
        QCOMPARE(r.error().kind, ErrorKind::Connection);
        QVERIFY2(r.error().message.contains(str("refused to run a command"))
                     && r.error().message.contains(str("MaxSessions")),
                 qPrintable(r.error().message + r.error().detail));
    }

    void silentServerTimesOut()
    {
        QTcpServer mute;
        QVERIFY(mute.listen(QHostAddress::LocalHost, 0));
        Node node;
        node.name = str("n1");
        node.host = str("127.0.0.1");
        node.port = mute.serverPort();
        ConnectionSettings settings;
        settings.connectTimeout = std::chrono::seconds(1);
        const Result<CommandOutput> r = run(node, settings, {str("true")});
        QVERIFY(!r);
        QCOMPARE(r.error().kind, ErrorKind::Timeout);
    }

    // It said 41 s later, after a second login, that the connection was lost.
    void serverThatFallsSilentAfterTheLoginIsLeft()
    {
        TestSshd sshd;
        if (!sshd.start())
            QSKIP("no sshd here");
        const RawServer relay([&](RawServer::Peer &peer) {
            QTcpSocket far;
            far.connectToHost(QHostAddress::LocalHost, quint16(sshd.port()));
            far.waitForConnected(5000);
            while (!peer.quit && peer.socket.state() == QAbstractSocket::ConnectedState) {
                if (far.waitForReadyRead(5))
                    peer.say(far.readAll());
                peer.socket.waitForReadyRead(5);
                const QByteArray said = peer.socket.readAll();
                if (said.isEmpty())
                    continue;
                peer.pause(100); // its log may be later than its word
                if (sshd.log().contains("Accepted"))
                    continue;
                far.write(said);
                far.waitForBytesWritten(5000);
            }
        }, RawServer::Begins::Server);
        Node node = nodeOf(sshd);
        node.port = relay.port();
        node.identityFile = sshd.addUserKey(str("ed25519"));
        ConnectionSettings settings = settingsOf(sshd);
        settings.knownHostsFile = sshd.write(str("relayed"),
                                             sshd.knownHostsLine().replace(QByteArray::number(sshd.port()),
                                                                           QByteArray::number(relay.port())));
        settings.onSimulated = [](const QString &) {};
        QElapsedTimer since;
        since.start();
        const Result<std::unique_ptr<Shell>> shell = shellFactoryFor(node, settings)({});
        QVERIFY(!shell);
        QVERIFY2(since.elapsed() < 20'000, qPrintable(QString::number(since.elapsed())));
        QCOMPARE(shell.error().kind, ErrorKind::Connection);
        QVERIFY2(shell.error().message.startsWith(str("Node n1: ")) && shell.error().message.contains(str("accepted")),
                 qPrintable(shell.error().message));
        QCOMPARE(sshd.log().count("Accepted"), 1);
    }

    void serverThatNeverGreetsIsLeft_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("pause");
        QTest::addColumn<bool>("isStopped");
        const QByteArray lines = QByteArray("welcome to nowhere\r\n").repeated(3000);
        QTest::newRow("flood of lines") << lines << 0 << false;
        QTest::newRow("flood without line ends") << QByteArray(60'000, 'x') << 0 << false;
        QTest::newRow("byte by byte") << QByteArray("x") << 1 << false;
        QTest::newRow("line by line") << QByteArray("welcome\r\n") << 1 << false;
        QTest::newRow("a stop in lines") << QByteArray("welcome\r\n") << 1 << true;
    }

    void serverThatNeverGreetsIsLeft()
    {
        QFETCH(QByteArray, text);
        QFETCH(int, pause);
        QFETCH(bool, isStopped);
        const RawServer server([&](RawServer::Peer &peer) {
            while (!peer.quit && peer.socket.state() == QAbstractSocket::ConnectedState) {
                peer.say(text);
                if (pause > 0)
                    peer.pause(pause);
            }
        }, RawServer::Begins::Server);
        Node node;
        node.name = str("n1");
        node.host = str("127.0.0.1");
        node.port = server.port();
        ConnectionSettings settings;
        settings.connectTimeout = std::chrono::seconds(isStopped ? 60 : 2);
        std::stop_source stop;
        std::jthread stopper;
        if (isStopped)
            stopper = std::jthread([&] { QThread::msleep(300); stop.request_stop(); });
        QElapsedTimer since;
        since.start();
        const Result<std::unique_ptr<Shell>> shell = shellFactoryFor(node, settings)(stop.get_token());
        QVERIFY(!shell);
        QVERIFY2(since.elapsed() < 4000, qPrintable(QString::number(since.elapsed())));
        if (isStopped)
            QCOMPARE(shell.error().kind, ErrorKind::Canceled);
        else
            QVERIFY2(shell.error().message.contains(str("SSH")), qPrintable(shell.error().message));
    }

private:
    static Node nodeOf(const TestSshd &sshd)
    {
        Node node;
        node.name = str("n1");
        node.host = str("127.0.0.1");
        node.port = sshd.port();
        node.auth = AuthMethod::Key;
        return node;
    }

    static ConnectionSettings settingsOf(const TestSshd &sshd)
    {
        ConnectionSettings settings;
        settings.sshConfigFile = sshd.path(str("no_config"));
        settings.knownHostsFile = sshd.write(str("known_hosts"), sshd.knownHostsLine());
        settings.secrets = std::make_shared<Secrets>();
        return settings;
    }

    static Result<CommandOutput> run(const Node &node, const ConnectionSettings &settings, const QStringList &argv)
    {
        Result<std::unique_ptr<Shell>> shell = shellFactoryFor(node, settings)({});
        if (!shell)
            return shell.error();
        return (*shell)->run({argv}, {});
    }
};

QTEST_GUILESS_MAIN(TestSshLogin)
#include "tst_sshlogin.moc"
