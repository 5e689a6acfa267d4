// Commands over a real sshd: output, limits, stop, lost links.
#include "core/facts/nodefacts.h"
#include "core/nodes/connect.h"
#include "core/nodes/connectiontest.h"
#include "core/serving/nodehttp.h"
#include "core/shell/fd.h"
#include "core/shell/sshshell.h"
#include "tests/support/rawserver.h"
#include "tests/support/stoplimit.h"
#include "tests/support/temporaryuser.h"

#include <QElapsedTimer>

#include <thread>

#include <netinet/in.h>
#include <sys/socket.h>

using namespace std::chrono_literals;

namespace {

QString str(const char *text) { return QString::fromUtf8(text); }
Command sh(const char *script, std::chrono::milliseconds timeout = 20s)
{
    return {{str("sh"), str("-c"), str(script)}, {}, timeout};
}

// A zombie that nobody has reaped yet is not alive.
bool isAlive(const QByteArray &pid)
{
    if (pid.trimmed().isEmpty())
        qFatal("the command did not tell its process id");
    const QByteArray stat = TestSshd::read(QString::fromLatin1("/proc/" + pid.trimmed() + "/stat"));
    return !stat.isEmpty() && !stat.contains(") Z");
}

} // namespace

class TestSshCommand : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        qunsetenv("SSH_AUTH_SOCK");
    }

    void init()
    {
        m_sshd = std::make_unique<TestSshd>();
        if (!m_sshd->start())
            QSKIP("no sshd here");
        m_node = {};
        m_node.name = str("n1");
        m_node.host = str("127.0.0.1");
        m_node.port = m_sshd->port();
        m_node.auth = AuthMethod::Key;
        m_node.identityFile = m_sshd->addUserKey(str("ed25519"));
        m_settings = {};
        m_settings.sshConfigFile = m_sshd->path(str("no_config"));
        m_settings.knownHostsFile = m_sshd->write(str("known_hosts"), m_sshd->knownHostsLine());
        m_shell = open();
        QVERIFY(m_shell);
    }

    void cleanup()
    {
        m_shell.reset();
        m_sshd.reset();
    }

    void nonzeroExitIsAnAnswer()
    {
        const Result<CommandOutput> r = m_shell->run(sh("echo out; echo err >&2; exit 3"), {});
        QVERIFY(r);
        QCOMPARE(r->exitCode, 3);
        QCOMPARE(r->out, QByteArray("out\n"));
        QCOMPARE(r->err, QByteArray("err\n"));
    }

    void signalsAndMissingProgramsHaveTheirCodes()
    {
        QCOMPARE(m_shell->run(sh("kill -9 $$"), {})->exitCode, 137);
        QCOMPARE(m_shell->run(sh("kill -11 $$"), {})->exitCode, 139);
        const Result<CommandOutput> missing = m_shell->run({{str("no-such-tool-here")}}, {});
        QVERIFY(missing);
        QCOMPARE(missing->exitCode, 127);
        QVERIFY(missing->err.contains("no-such-tool-here"));
        QVERIFY2(!missing->err.contains("asc-"), missing->err.constData());
    }

    // What the node reaches by TCP, through a channel of the connection.
    void pagesComeThroughTheConnection()
    {
        RawServer server([](RawServer::Peer &peer) {
            peer.say("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
            const QByteArray line = QByteArray(997, 'x') + '\n';
            for (int i = 0; i < 3000; ++i)
                peer.say("3e6\r\n" + line + "\r\n");
            peer.say("0\r\n\r\n");
        });
        const Result<HttpResponse> page
            = pageOf(*m_shell, {str("127.0.0.1"), server.port(), str("/metrics"), 20s}, {});
        QVERIFY2(page, page ? "" : qPrintable(page.error().message));
        QCOMPARE(page->status, 200);
        QCOMPARE(page->body.size(), 3000 * 998);
        const Result<HttpResponse> tooBig
            = pageOf(*m_shell, {str("127.0.0.1"), server.port(), str("/metrics"), 20s, 100'000}, {});
        QVERIFY(!tooBig && tooBig.error().kind == ErrorKind::Parse);
        QCOMPARE(m_shell->run(sh("echo on"), {})->out, QByteArray("on\n"));
    }

    void whereNothingListensTheConnectionGoesOn()
    {
        quint16 port = 0;
        {
            RawServer gone([](RawServer::Peer &) {});
            port = gone.port();
        }
        const Result<HttpResponse> none = pageOf(*m_shell, {str("127.0.0.1"), port}, {});
        QVERIFY(!none && none.error().kind == ErrorKind::CommandFailed);
        QVERIFY2(none.error().message.contains(str("127.0.0.1:%1").arg(port)), qPrintable(none.error().message));
        QCOMPARE(m_shell->run(sh("echo on"), {})->out, QByteArray("on\n"));
    }

    void whereForwardingIsForbiddenTheConnectionGoesOn()
    {
        TestSshd strict;
        QVERIFY(strict.start({str("AllowTcpForwarding no")}));
        Node node = m_node;
        node.port = strict.port();
        node.identityFile = strict.addUserKey(str("ed25519"));
        ConnectionSettings settings = m_settings;
        settings.knownHostsFile = strict.write(str("known_hosts"), strict.knownHostsLine());
        Result<std::unique_ptr<Shell>> shell = shellFactoryFor(node, settings)({});
        QVERIFY2(shell, shell ? "" : qPrintable(shell.error().message));
        RawServer server([](RawServer::Peer &peer) { peer.json("{}"); });
        const Result<HttpResponse> none = pageOf(**shell, {str("127.0.0.1"), server.port()}, {});
        QVERIFY(!none && none.error().kind == ErrorKind::CommandFailed);
        QVERIFY2(none.error().detail.contains(str("prohibited")), qPrintable(none.error().detail));
        QCOMPARE((*shell)->run(sh("echo on"), {})->out, QByteArray("on\n"));
    }

    void whoSaysNothingIsLeft()
    {
        RawServer mute([](RawServer::Peer &peer) { peer.stayQuiet(); });
        const Result<HttpResponse> late = pageOf(*m_shell, {str("127.0.0.1"), mute.port(), str("/"), 300ms}, {});
        QVERIFY(!late && late.error().kind == ErrorKind::Timeout);
        std::stop_source stopped;
        std::thread stopper([&] {
            std::this_thread::sleep_for(100ms);
            stopped.request_stop();
        });
        const Result<HttpResponse> none
            = pageOf(*m_shell, {str("127.0.0.1"), mute.port(), str("/"), 20s}, stopped.get_token());
        stopper.join();
        QVERIFY(!none && none.error().kind == ErrorKind::Canceled);
        QCOMPARE(m_shell->run(sh("echo on"), {})->out, QByteArray("on\n"));
    }

    // A channel that sshd is still trying to open would hold up all that comes after it.
    void aChannelThatDoesNotOpenHoldsUpNothing()
    {
        const UniqueFd full(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
        sockaddr_in place = {};
        place.sin_family = AF_INET;
        place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof place;
        QVERIFY(::bind(full.get(), reinterpret_cast<sockaddr *>(&place), size) == 0 && ::listen(full.get(), 0) == 0
                && ::getsockname(full.get(), reinterpret_cast<sockaddr *>(&place), &size) == 0);
        std::vector<UniqueFd> waiting;   // nobody accepts them: there is no room for another
        for (int i = 0; i < 4; ++i) {
            waiting.emplace_back(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
            (void)::connect(waiting.back().get(), reinterpret_cast<sockaddr *>(&place), size);
        }
        const Result<HttpResponse> late
            = pageOf(*m_shell, {str("127.0.0.1"), ntohs(place.sin_port), str("/"), 500ms}, {});
        QVERIFY(!late && late.error().kind == ErrorKind::Timeout);
        const Result<CommandOutput> next = m_shell->run(sh("echo on"), {});
        QVERIFY2(next, next ? "" : qPrintable(next.error().message));
        QCOMPARE(next->out, QByteArray("on\n"));
    }

    void oddArgumentsExecuteNothing()
    {
        const QString trap = m_sshd->path(str("trap"));
        for (const QString &odd :
             {str("$(touch %1)").arg(trap), str("`touch %1`").arg(trap), str("'; touch %1; '").arg(trap),
              str("a\n touch %1\n").arg(trap), str("\"; touch %1; \"").arg(trap), str("&& touch %1 #").arg(trap),
              str("a b\tc  d"), str("\\"), str("!!"), str("权重 '目录'"), QString()}) {
            const Result<CommandOutput> r = m_shell->run({{str("printf"), str("%s|"), odd, str("end")}}, {});
            QVERIFY(r);
            QCOMPARE(QString::fromUtf8(r->out), odd + str("|end|"));
        }
        QVERIFY(!QFile::exists(trap));
        QCOMPARE(m_shell->run({{str("touch %1").arg(trap)}}, {})->exitCode, 127);
        QVERIFY(!QFile::exists(trap));
        QCOMPARE(m_shell->run({{str("echo"), QString(QChar(0))}}, {}).error().kind, ErrorKind::Invalid);
    }

    void tooLongACommandIsRefusedInWords()
    {
        QCOMPARE(m_shell->run({{str("echo"), QString(40'000, QLatin1Char('x'))}}, {}).error().kind, ErrorKind::Invalid);
        QCOMPARE(m_shell->run({{str("printf"), str("%s"), QString(20'000, QLatin1Char('x'))}}, {})->out.size(), 20'000);
    }

    void binaryBytesSurviveBothWays()
    {
        Command command{{str("cat")}};
        for (int i = 0; i < 4'000'000; ++i)
            command.input.append(char(i * 7 + i / 256));
        const Result<CommandOutput> r = m_shell->run(command, {});
        QVERIFY(r);
        QVERIFY(r->out == command.input);
    }

    void inputThatNobodyReadsDoesNoHarm()
    {
        Command command{{str("true")}};
        command.input = QByteArray(8'000'000, 'x');
        const Result<CommandOutput> r = m_shell->run(command, {});
        QVERIFY2(r, qPrintable(r ? QString() : r.error().message + r.error().detail));
        QCOMPARE(r->exitCode, 0);
        QVERIFY(m_shell->run(sh("echo still here"), {}));
    }

    void hundredMegabytesArrive()
    {
        qint64 streamed = 0;
        const Result<CommandOutput> r
            = m_shell->run(sh("head -c 104857600 /dev/zero", 120s), {},
                           [&](OutputStream, const QByteArray &piece) { streamed += piece.size(); });
        QVERIFY2(r, qPrintable(r ? QString() : r.error().message));
        QCOMPARE(r->out.size(), 104857600);
        QCOMPARE(streamed, 104857600);
        QCOMPARE(r->out.count('\0'), 104857600);
        qInfo("100 MB in %lld ms", qlonglong(r->took.count()));
    }

    void bothStreamsAtOnce()
    {
        const Result<CommandOutput> r
            = m_shell->run(sh("head -c 5000000 /dev/zero >&2 & head -c 5000000 /dev/zero; wait"), {});
        QVERIFY(r);
        QCOMPARE(r->out.size(), 5000000);
        QCOMPARE(r->err.size(), 5000000);
    }

    void whatIsTooMuchIsCountedNotKept()
    {
        Command command = sh("head -c 5000000 /dev/zero");
        command.keepAtMost = 1000;
        const Result<CommandOutput> r = m_shell->run(command, {});
        QCOMPARE(r->out.size(), 1000);
        QVERIFY(r->truncated);
    }

    void systemFoldersAreOnThePath()
    {
        QVERIFY(m_shell->run(sh("echo $PATH"), {})->out.contains("/usr/local/sbin"));
    }

    void stopEndsTheRemoteProcess()
    {
        qint64 quickest = stopLimitMs;
        for (int round = 0; round < 5; ++round) {
            std::stop_source stop;
            QByteArray out;
            QElapsedTimer since;
            std::thread stopper;
            const Result<CommandOutput> r
                = m_shell->run(sh("trap '' TERM HUP PIPE; sleep 100 & echo $$ $!; wait; sleep 100"), stop.get_token(),
                               [&](OutputStream, const QByteArray &piece) {
                                   out += piece;
                                   if (!stopper.joinable())
                                       stopper = std::thread([&] {
                                           std::this_thread::sleep_for(5ms);
                                           since.start();
                                           stop.request_stop();
                                       });
                               });
            const qint64 took = since.elapsed();
            stopper.join();
            QVERIFY(!r);
            QCOMPARE(r.error().kind, ErrorKind::Canceled);
            QVERIFY(r.error().detail.contains(str("started and then ended")));
            const QList<QByteArray> pids = out.simplified().split(' ');
            QCOMPARE(pids.size(), 2);
            while ((isAlive(pids[0]) || isAlive(pids[1])) && since.elapsed() < 10'000)
                std::this_thread::sleep_for(1ms);
            qInfo("stop returned after %lld ms, both processes gone after %lld ms", took, since.elapsed());
            QVERIFY2(took <= stopLimitMs, qPrintable(QString::number(took)));
            quickest = std::min(quickest, took);
            QVERIFY2(since.elapsed() < 10'000, "a process lives on");
            QCOMPARE(m_shell->run(sh("echo next"), {})->out, QByteArray("next\n")); // the link is still good
        }
        QVERIFY2(quickest <= quickestStopLimitMs, qPrintable(QString::number(quickest)));
    }

    void stopWhileInputIsStuck()
    {
        std::stop_source stop;
        QByteArray out;
        QElapsedTimer since;
        Command command = sh("echo $$; exec sleep 100");
        command.input = QByteArray(50'000'000, 'x');
        const std::jthread stopper([&] {
            std::this_thread::sleep_for(3s);
            since.start();
            stop.request_stop();
        });
        const Result<CommandOutput> r
            = m_shell->run(command, stop.get_token(), [&](OutputStream, const QByteArray &piece) { out += piece; });
        QVERIFY2(since.elapsed() <= stopLimitMs, qPrintable(QString::number(since.elapsed())));
        QCOMPARE(r.error().kind, ErrorKind::Canceled);
        QTRY_VERIFY_WITH_TIMEOUT(!isAlive(out), 3000);
        QVERIFY(m_shell->run(sh("echo next"), {}));
    }

    void stopBeforeItHasBegunEndsItAtTheNextChance()
    {
        const QString mark = m_sshd->path(str("mark"));
        for (int delay : {0, 2, 5, 10, 20, 40}) {
            std::stop_source stop;
            std::jthread stopper([&] {
                std::this_thread::sleep_for(std::chrono::milliseconds(delay));
                stop.request_stop();
            });
            QVERIFY(!m_shell->run(sh(qPrintable(str("echo $$ >>%1; exec sleep 100").arg(mark))), stop.get_token()));
        }
        QVERIFY(m_shell->run(sh("true"), {}));
        const auto living = [&] {
            int count = 0;
            for (const QByteArray &pid : TestSshd::read(mark).simplified().split(' '))
                count += !pid.isEmpty() && isAlive(pid);
            return count;
        };
        QTRY_COMPARE(living(), 0);
    }

    void stopInAFloodOfOutput()
    {
        std::stop_source stop;
        QElapsedTimer since;
        qint64 seen = 0;
        const Result<CommandOutput> r
            = m_shell->run(sh("yes"), stop.get_token(), [&](OutputStream, const QByteArray &piece) {
                  seen += piece.size();
                  if (seen > 1'000'000 && !since.isValid()) {
                      since.start();
                      stop.request_stop();
                  }
              });
        QVERIFY2(since.elapsed() <= stopLimitMs, qPrintable(QString::number(since.elapsed())));
        QCOMPARE(r.error().kind, ErrorKind::Canceled);
        QVERIFY(m_shell->run(sh("echo next"), {}));
    }

    void timeoutEndsTheRemoteProcess()
    {
        QByteArray out;
        const Result<CommandOutput> r = m_shell->run(sh("echo $$; exec sleep 100", 3s), {},
                                                     [&](OutputStream, const QByteArray &piece) { out += piece; });
        QVERIFY(!r);
        QCOMPARE(r.error().kind, ErrorKind::Timeout);
        QVERIFY(r.error().message.contains(str("3 s")));
        QTRY_VERIFY_WITH_TIMEOUT(!isAlive(out), 3000);
    }

    void serverWithOneSessionOnlyStillRunsCommands()
    {
        TestSshd narrow;
        QVERIFY(narrow.start({str("MaxSessions 1")}));
        m_settings.knownHostsFile = narrow.write(str("known"), narrow.knownHostsLine());
        narrow.write(str("authorized_keys"), TestSshd::read(m_node.identityFile + str(".pub")));
        m_node.port = narrow.port();
        const std::unique_ptr<Shell> shell = open();
        QVERIFY(shell);
        for (int i = 0; i < 5; ++i)
            QVERIFY(shell->run(sh("sleep 0.2; echo x"), {}));
    }

    void killedServerIsALostLinkAtOnce()
    {
        QElapsedTimer since;
        const Result<CommandOutput> r
            = m_shell->run(sh("echo begun; sleep 60"), {}, [&](OutputStream, const QByteArray &) {
                  since.start();
                  m_sshd->signalSessions(SIGKILL);
              });
        QVERIFY(!r);
        QVERIFY2(since.elapsed() < 10'000, qPrintable(QString::number(since.elapsed())));
        QCOMPARE(r.error().kind, ErrorKind::Connection);
        QVERIFY2(r.error().detail.contains(str("had begun; 6 bytes")), qPrintable(r.error().detail));
        QVERIFY(!wasNotSent(r.error()));
    }

    void linkThatBrokeWhileIdleIsOpenedAnew()
    {
        QVERIFY(m_shell->run(sh("true"), {}));
        m_sshd->signalSessions(SIGKILL);
        QTRY_VERIFY(m_sshd->sessions().isEmpty());
        const Result<CommandOutput> r = m_shell->run(sh("echo again"), {});
        QVERIFY2(r, qPrintable(r ? QString() : r.error().message + r.error().detail));
        QCOMPARE(r->out, QByteArray("again\n"));
        m_sshd->signalSessions(SIGKILL);
        m_sshd->stop();
        const Result<CommandOutput> gone = m_shell->run(sh("echo never"), {});
        QVERIFY(!gone);
        QCOMPARE(gone.error().kind, ErrorKind::Connection);
    }

    void frozenPeerIsNoticed()
    {
        m_settings.keepalive = 1s;
        const std::unique_ptr<Shell> shell = open();
        QVERIFY(shell);
        QElapsedTimer since;
        const Result<CommandOutput> r
            = shell->run(sh("echo begun; sleep 60", 60s), {}, [&](OutputStream, const QByteArray &) {
                  since.start();
                  m_sshd->signalSessions(SIGSTOP);
              });
        m_sshd->signalSessions(SIGCONT);
        QVERIFY(!r);
        QCOMPARE(r.error().kind, ErrorKind::Connection);
        QVERIFY2(r.error().detail.contains(str("has not answered")), qPrintable(r.error().detail));
        QVERIFY2(since.elapsed() > 2000 && since.elapsed() < 8000, qPrintable(QString::number(since.elapsed())));
    }

    void silentCommandOutlivesTheKeepalive()
    {
        m_settings.keepalive = 1s;
        const std::unique_ptr<Shell> shell = open();
        QVERIFY(shell);
        QVERIFY(shell->run(sh("sleep 6; echo done", 20s), {}));
    }

    // Nobody confirms the end of the command then; it is waited for as long as a stop may take, and no longer.
    void stopWhileThePeerIsFrozen()
    {
        qint64 quickest = stopLimitMs;
        for (int round = 0; round < 4; ++round) {
            std::stop_source stop;
            QElapsedTimer since;
            const Result<CommandOutput> r
                = m_shell->run(sh("echo begun; sleep 60", 60s), stop.get_token(),
                               [&](OutputStream, const QByteArray &) {
                                   m_sshd->signalSessions(SIGSTOP);
                                   since.start();
                                   stop.request_stop();
                               });
            const qint64 took = since.elapsed();
            QVERIFY2(took <= stopLimitMs, qPrintable(QString::number(took)));
            quickest = std::min(quickest, took);
            QCOMPARE(r.error().kind, ErrorKind::Canceled);
            m_sshd->signalSessions(SIGCONT);
            QVERIFY(m_shell->run(sh("true"), {})); // over a new link, if need be
        }
        QVERIFY2(quickest <= 3 * quickestStopLimitMs, qPrintable(QString::number(quickest)));
    }

    void loginScriptsWordsStayOutOfTheOutput()
    {
        // sshd runs ~/.ssh/rc or a shell's rc file before the command; SetEnv BASH_ENV stands for both.
        TestSshd noisy;
        const QString rc = noisy.write(str("rc"), "echo welcome; echo be careful >&2\n");
        QVERIFY(noisy.start({str("SetEnv BASH_ENV=%1").arg(rc)}));
        QFile::remove(m_settings.knownHostsFile);
        m_settings.knownHostsFile = noisy.write(str("known"), noisy.knownHostsLine());
        noisy.write(str("authorized_keys"), TestSshd::read(m_node.identityFile + str(".pub")));
        m_node.port = noisy.port();
        const std::unique_ptr<Shell> shell = open();
        QVERIFY(shell);
        const Result<CommandOutput> r = shell->run({{str("echo"), str("answer")}}, {});
        QVERIFY(r);
        QCOMPARE(r->out, QByteArray("answer\n"));
        QCOMPARE(r->err, QByteArray());
    }

    void withoutOurWordThereIsNoAnswer_data()
    {
        QTest::addColumn<QString>("forced");
        QTest::addColumn<QString>("said");
        QTest::newRow("other words") << str("echo go away; echo now >&2; exit 7") << str("go away now");
        QTest::newRow("silence") << str("true") << str("exit code 0");
        QTest::newRow("no text") << str("head -c 5000 /dev/zero") << str("what it sent is no text");
        QTest::newRow("our line, only printed") << str("echo \"$SSH_ORIGINAL_COMMAND\"") << str("sh -c");
        QTest::newRow("a menu that reads on") << str("while read -r l; do echo \"? $l\"; done; echo bye") << str("bye");
        QTest::newRow("a flood") << str("head -c 3000000 /dev/zero | tr '\\0' x") << str("xxxx");
        QTest::newRow("escapes") << str("printf '\\033]0;title\\007red'") << str("red");
    }

    void withoutOurWordThereIsNoAnswer()
    {
        QFETCH(QString, forced);
        QFETCH(QString, said);
        TestSshd sshd;
        const std::unique_ptr<Shell> shell = openOther(sshd, {str("ForceCommand ") + forced});
        QVERIFY(shell);
        QByteArray heard;
        const Result<CommandOutput> r = shell->run({{str("echo"), str("answer")}, "input\n"}, {},
                                                   [&](OutputStream, const QByteArray &piece) { heard += piece; });
        QVERIFY(!r);
        QCOMPARE(r.error().kind, ErrorKind::Connection);
        QVERIFY2(r.error().message.contains(TestSshd::user()) && r.error().message.contains(said),
                 qPrintable(r.error().message));
        QVERIFY(!r.error().message.contains(QChar(27)) && r.error().message.size() < 600);
        QVERIFY(heard.isEmpty());
        const Result<NodeFacts> facts = inspectNode(*shell, m_node, {}, {}); // nor is such a node one that answers
        QVERIFY(!facts);
        // It let us in: what failed is what was to be run.
        for (const ConnectionStepResult &step : testConnection(m_node, m_settings, {}).steps)
            QCOMPARE(step.state, step.step == ConnectionStep::NpuSmi ? ConnectionStepResult::Failed
                                                                     : ConnectionStepResult::Done);
    }

    // Told once: who asks a node fifty things does not wait for each of them.
    void aLoginShellThatHangsIsToldOnce_data()
    {
        QTest::addColumn<QString>("forced");
        QTest::addColumn<QString>("said");
        QTest::newRow("silent") << str("sleep 1000") << str("said nothing");
        QTest::newRow("after a greeting") << str("echo mounting home; exec sleep 1000") << str("mounting home");
    }

    void aLoginShellThatHangsIsToldOnce()
    {
        QFETCH(QString, forced);
        QFETCH(QString, said);
        TestSshd sshd;
        const std::unique_ptr<Shell> shell = openOther(sshd, {str("ForceCommand ") + forced});
        QVERIFY(shell);
        const Result<CommandOutput> r = shell->run(sh("true", 4s), {});
        QVERIFY(!r);
        QCOMPARE(r.error().kind, ErrorKind::Connection);
        QVERIFY2(r.error().message.contains(str("login shell")) && r.error().message.contains(TestSshd::user()),
                 qPrintable(r.error().message));
        QVERIFY2(r.error().detail.contains(said), qPrintable(r.error().detail));
        QElapsedTimer since;
        since.start();
        const Result<NodeFacts> facts = inspectNode(*shell, m_node, {}, {});
        QVERIFY(!facts);
        QCOMPARE(facts.error().kind, ErrorKind::Connection);
        QVERIFY2(facts.error().message.contains(str("login shell")), qPrintable(facts.error().message));
        QVERIFY2(since.elapsed() < 5000, qPrintable(QString::number(since.elapsed())));
    }

    void aCommandThatHangsIsNotTheLoginShell()
    {
        QVERIFY(m_shell->run(sh("true"), {}));
        const Result<CommandOutput> r = m_shell->run(sh("sleep 1000", 4s), {});
        QVERIFY(!r);
        QCOMPARE(r.error().kind, ErrorKind::Timeout);
        QVERIFY(m_shell->run(sh("true"), {}));
        const std::unique_ptr<Shell> other = open();
        QVERIFY(other);
        const Result<CommandOutput> first = other->run(sh("sleep 1000", 4s), {});
        QVERIFY(!first);
        QCOMPARE(first.error().kind, ErrorKind::Timeout);
        QVERIFY(other->run(sh("true"), {}));
    }

    void forcedCommandThatRunsOursIsFine()
    {
        TestSshd sshd;
        const std::unique_ptr<Shell> shell
            = openOther(sshd, {str("ForceCommand echo audited; exec sh -c \"$SSH_ORIGINAL_COMMAND\"")});
        QVERIFY(shell);
        const Result<CommandOutput> r = shell->run(sh("printf 'a\\0b'; printf e >&2; exit 5"), {});
        QVERIFY2(r, qPrintable(r ? QString() : r.error().message));
        QCOMPARE(r->out, QByteArray("a\0b", 3));
        QCOMPARE(r->err, QByteArray("e"));
        QCOMPARE(r->exitCode, 5);
    }

    // A wrapper says goodbye, and its own exit code is another one.
    void whatIsSaidAfterTheCommandIsNotItsAnswer()
    {
        TestSshd sshd;
        const std::unique_ptr<Shell> shell = openOther(
            sshd, {str("ForceCommand sh -c \"$SSH_ORIGINAL_COMMAND\"; echo logout: goodbye; echo bye >&2; exit 9")});
        QVERIFY(shell);
        Result<CommandOutput> r = shell->run(sh("printf node1; echo oops >&2; exit 3"), {});
        QVERIFY2(r, qPrintable(r ? QString() : r.error().message));
        QCOMPARE(r->out, QByteArray("node1"));
        QCOMPARE(r->err, QByteArray("oops\n"));
        QCOMPARE(r->exitCode, 3);
        r = shell->run(sh("kill -9 $$"), {});
        QVERIFY(r);
        QCOMPARE(r->exitCode, 137);
        QCOMPARE(r->err, QByteArray());
        // the program, not a builtin
        QCOMPARE(shell->run({{str("echo"), str("a\\tb")}}, {})->out, QByteArray("a\\tb\n"));
    }

    void anAnswerThatIsCutOffIsNone()
    {
        TestSshd sshd;
        const std::unique_ptr<Shell> shell
            = openOther(sshd, {str("ForceCommand sh -c \"$SSH_ORIGINAL_COMMAND\" | head -n 2")});
        QVERIFY(shell);
        const Result<CommandOutput> r = shell->run(sh("echo 1; echo 2; echo 3"), {});
        QVERIFY(!r);
        QCOMPARE(r.error().kind, ErrorKind::Connection);
    }

    void aPathThatLeadsNowhereHasTheSystemsFolders()
    {
        TestSshd sshd;
        const std::unique_ptr<Shell> shell
            = openOther(sshd, {str("ForceCommand export PATH=/nonexistent; eval \"$SSH_ORIGINAL_COMMAND\"")});
        QVERIFY(shell);
        const Result<CommandOutput> r = shell->run({{str("uname"), str("-s")}}, {});
        QVERIFY2(r, qPrintable(r ? QString() : r.error().message));
        QCOMPARE(r->out, QByteArray("Linux\n"));
    }

    void loginShells_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<bool>("runsCommands");
        for (const char *path : {"/bin/dash", "/bin/bash", "/bin/csh", "/bin/bsd-csh", "/bin/tcsh", "/usr/bin/fish",
                                 "/bin/zsh", "/bin/ksh"})
            QTest::newRow(path) << str(path) << true;
        for (const char *path :
             {"/usr/sbin/nologin", "/bin/rbash", "/usr/bin/python3", "/bin/cat", "/bin/false", "/bin/true"})
            QTest::newRow(path) << str(path) << false;
    }

    void loginShells()
    {
        QFETCH(QString, path);
        QFETCH(bool, runsCommands);
        if (!QFile::exists(path))
            QSKIP("not on this machine");
        const TemporaryUser user(str("none of your business"), path);
        if (!user.exists)
            QSKIP("needs root, useradd and openssl");
        TestSshd sshd;
        m_node.user = user.name;
        const std::unique_ptr<Shell> shell = openOther(sshd, {}, true);
        QVERIFY(shell);
        const Result<CommandOutput> r
            = shell->run({{str("sh"), str("-c"), str("printf '%s\\n' 'out $HOME' \"$@\"\necho err >&2\nexit 3"),
                           str("sh"), str("!x 'y'\\0101")}},
                         {});
        QCOMPARE(bool(r), runsCommands);
        if (runsCommands) {
            QCOMPARE(r->out, QByteArray("out $HOME\n!x 'y'\\0101\n"));
            QCOMPARE(r->err, QByteArray("err\n"));
            QCOMPARE(r->exitCode, 3);
            // fish knows a backslash in quotes
            const QStringList words{str("c\\\\d"), str("tail\\"), str("a\\'b"), str("\\"), str("$HOME `id` ~ * {a,b}")};
            const Result<CommandOutput> same = shell->run({QStringList{str("printf"), str("%s\\n")} + words}, {});
            QVERIFY2(same, qPrintable(same ? QString() : same.error().message));
            QCOMPARE(QString::fromUtf8(same->out), words.join(QLatin1Char('\n')) + QLatin1Char('\n'));
            for (const QString &filling : {str("x"), str("容器"), str("abcdefghijklm'!")}) { // bsd-csh has a longest word
                const QString longWord = filling.repeated(int(9000 / filling.toUtf8().size()));
                const Result<CommandOutput> whole = shell->run({{str("printf"), str("%s"), longWord}}, {});
                QVERIFY2(whole, qPrintable(whole ? QString() : whole.error().message));
                QCOMPARE(QString::fromUtf8(whole->out), longWord);
            }
        } else {
            QVERIFY2(r.error().message.contains(user.name), qPrintable(r.error().message));
        }
    }

    // The session froze, the machine did not: a new login would do. What was asked meanwhile is not to be taken for an
    // answer.
    // What is not known then has its reason, whenever it froze; a link that was opened anew learns what there is.
    void linkThatFreezesInMidInspectionIsSaid()
    {
        m_settings.keepalive = 1s;
        Json whole;
        for (const int after : {0, 1, 2, 4, 8}) { // commands; 0: never
            int commands = 0;
            m_settings.onCommand = [&](const CommandRecord &) {
                if (++commands == after)
                    m_sshd->signalSessions(SIGSTOP);
            };
            const std::unique_ptr<Shell> shell = open();
            QVERIFY(shell);
            QVERIFY(shell->run(sh("true"), {}));
            const Result<NodeFacts> facts = inspectNode(*shell, m_node, {}, {});
            m_sshd->signalSessions(SIGCONT);
            if (after == 0) {
                QVERIFY(facts);
                whole = toJson(*facts);
            } else if (facts) {
                const Json some = toJson(*facts);
                for (const auto &[name, value] : whole.items())
                    QVERIFY2(value.is_null() || !some[name].is_null() || some.contains("errors"), name.c_str());
            } else {
                QCOMPARE(facts.error().kind, ErrorKind::Connection);
            }
        }

        // With a timeout shorter than the deadline of the link: the link is to blame, not the command.
        m_settings.keepalive = 4s;
        m_settings.onCommand = {};
        const std::unique_ptr<Shell> other = open();
        QVERIFY(other);
        const Result<CommandOutput> r
            = other->run({{str("sh"), str("-c"), str("echo begun; sleep 60")}, {}, 9s}, {},
                         [&](OutputStream, const QByteArray &) { m_sshd->signalSessions(SIGSTOP); });
        m_sshd->signalSessions(SIGCONT);
        QVERIFY(!r);
        QCOMPARE(r.error().kind, ErrorKind::Connection);
        QVERIFY2(r.error().detail.contains(str("has not answered")), qPrintable(r.error().detail));
    }

    void everyCommandIsRecorded()
    {
        std::vector<CommandRecord> records;
        m_settings.onCommand = [&](const CommandRecord &record) { records.push_back(record); };
        const std::unique_ptr<Shell> shell = open();
        QVERIFY(shell);
        Command command = sh("cat; echo out; exit 2");
        command.input = "secret";
        command.argv << str("a b");
        QVERIFY(shell->run(sh("echo $(id -u) x"), {}));
        QVERIFY(!shell->run(sh("sleep 9", 200ms), {}));
        QCOMPARE(records.size(), 2u);
        QCOMPARE(records[0].line, str("sh -c 'echo $(id -u) x'"));
        QCOMPARE(records[0].exitCode, std::optional<int>(0));
        QVERIFY(records[0].outputHead.endsWith(str(" x\n")));
        QVERIFY(!records[1].exitCode);
        QVERIFY(!records[1].error.isEmpty());
    }

    void longOutputIsRecordedInPartAndItsSizeTold()
    {
        std::vector<CommandRecord> records;
        m_settings.onCommand = [&](const CommandRecord &record) { records.push_back(record); };
        const std::unique_ptr<Shell> shell = open();
        QVERIFY(shell);
        Command long_ = sh("yes 芯片 | head -c 200000; exit 1");
        long_.isQuestion = true;
        QVERIFY(shell->run(long_, {}));
        QCOMPARE(records.size(), 1u);
        QCOMPARE(records[0].outputBytes, 200'000);
        const QByteArray kept = records[0].outputHead.toUtf8();
        QVERIFY(kept.size() > 65'000 && kept.size() <= 65'536);
        QVERIFY(!records[0].outputHead.contains(QChar::ReplacementCharacter)); // no half character
        QVERIFY(records[0].isQuestion);
    }

    void manyLinksAtOnce()
    {
        std::vector<std::thread> threads;
        std::atomic<int> good = 0;
        for (int i = 0; i < 6; ++i)
            threads.emplace_back([&, i] {
                const std::unique_ptr<Shell> shell = open();
                for (int n = 0; shell && n < 10; ++n) {
                    std::stop_source stop;
                    if (n % 5 == 4) {
                        const Result<CommandOutput> r
                            = shell->run(sh("echo x; sleep 60"), stop.get_token(),
                                         [&](OutputStream, const QByteArray &) { stop.request_stop(); });
                        good += !r && r.error().kind == ErrorKind::Canceled;
                    } else {
                        const QByteArray word = QByteArray::number(i * 100 + n);
                        const Result<CommandOutput> r = shell->run({{str("echo"), QString::fromLatin1(word)}}, {});
                        good += r && r->out == word + '\n';
                    }
                }
            });
        for (std::thread &thread : threads)
            thread.join();
        QCOMPARE(good.load(), 60);
    }

private:
    // The same login on another sshd, configured otherwise.
    std::unique_ptr<Shell> openOther(TestSshd &sshd, const QStringList &config, bool letReadKeys = false)
    {
        if (!sshd.start(config))
            return nullptr;
        sshd.write(str("authorized_keys"), TestSshd::read(m_node.identityFile + str(".pub")));
        if (letReadKeys) {
            TemporaryUser::letReadKeys(sshd);
            QFile::setPermissions(sshd.authorizedKeys(), QFileDevice::Permissions(0x6044));
        }
        m_settings.knownHostsFile = sshd.write(str("known"), sshd.knownHostsLine());
        m_node.port = sshd.port();
        return open();
    }

    std::unique_ptr<Shell> open() const
    {
        Result<std::unique_ptr<Shell>> shell = shellFactoryFor(m_node, m_settings)({});
        if (!shell)
            qWarning("%s", qPrintable(shell.error().message + shell.error().detail));
        return shell ? *std::move(shell) : nullptr;
    }

    std::unique_ptr<TestSshd> m_sshd;
    Node m_node;
    ConnectionSettings m_settings;
    std::unique_ptr<Shell> m_shell;
};

QTEST_GUILESS_MAIN(TestSshCommand)
#include "tst_sshcommand.moc"
