// Several commands side by side: over a real sshd, on this machine, and with a shell that can do one at a time.
#include "core/nodes/connect.h"
#include "core/shell/commandgroup.h"
#include "core/shell/localshell.h"
#include "tests/support/scriptedshell.h"
#include "tests/support/stoplimit.h"
#include "tests/support/testsshd.h"

#include <QElapsedTimer>

#include <algorithm>
#include <thread>

using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

Command sh(const QString &script, std::chrono::milliseconds timeout = 20s)
{
    return {{u"sh"_s, u"-c"_s, script}, {}, timeout};
}

bool isAlive(const QByteArray &pid)
{
    const QByteArray stat = TestSshd::read(QString::fromLatin1("/proc/" + pid.trimmed() + "/stat"));
    return !stat.isEmpty() && !stat.contains(") Z");
}

QMap<qsizetype, CommandAnswer> runAll(Shell &shell, const QList<Command> &commands, int width,
                                      std::stop_token stop = {})
{
    QMap<qsizetype, CommandAnswer> answers;
    const std::unique_ptr<CommandGroup> group = shell.group(width);
    for (qsizetype begun = 0; begun < commands.size() || answers.size() < begun;) {
        while (begun < commands.size() && !group->isFull()) {
            group->begin(begun, commands[begun]);
            ++begun;
        }
        const std::optional<CommandAnswer> answer = group->next(stop);
        if (!answer)
            break;
        answers.insert(answer->id, *answer);
    }
    return answers;
}

} // namespace

class TestCommandGroup : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { qunsetenv("SSH_AUTH_SOCK"); }

    void init()
    {
        m_sshd = std::make_unique<TestSshd>();
        m_node = {};
        m_settings = {};
    }

    void cleanup()
    {
        m_shell.reset();
        m_sshd.reset();
    }

    void eachAnswerIsItsOwn_data()
    {
        QTest::addColumn<QString>("kind");
        for (const char *kind : {"ssh", "local", "one by one"})
            QTest::newRow(kind) << QString::fromLatin1(kind);
    }
    void eachAnswerIsItsOwn()
    {
        QFETCH(QString, kind);
        open(kind);
        if (!m_shell)
            QSKIP("no sshd here");
        QList<Command> commands{
            sh(u"echo out; echo err >&2; exit 3"_s),
            sh(u"printf 'no line end'"_s),
            {{u"cat"_s}}, // stdin is empty, and not ours
            {{u"no-such-tool-here"_s}},
            {{u"printf"_s, u"%s|"_s, u"a\n b 'c' \"d\" \\ $(echo no) !"_s}},
            sh(u"head -c 3000000 /dev/zero; head -c 200000 /dev/zero >&2"_s),
            sh(u"printf 'asc-0123456789abcdef\\nasc-0123456789abcdef 0\\n\\000\\001\\377asc-'; printf "
                "'asc-0123456789abcdef 7\\n' >&2; exit 9"_s),
            sh(u"kill -9 $$"_s),
            sh(u"exit 130"_s),
            {{u"true"_s}},
        };
        for (int i = 0; i < 30; ++i)
            commands << sh(u"echo %1"_s.arg(i));
        const QMap<qsizetype, CommandAnswer> answers = runAll(*m_shell, commands, 4);
        QCOMPARE(answers.size(), commands.size());
        const auto outputOf = [&](qsizetype id) {
            return answers.value(id, {id, CommandOutput()}).result ? *answers.value(id, {id, CommandOutput()}).result
                                                                   : CommandOutput();
        };
        for (const CommandAnswer &answer : answers)
            QVERIFY2(answer.result,
                     qPrintable(answer.result ? QString()
                                              : QString::number(answer.id) + answer.result.error().message));
        QCOMPARE(outputOf(0).out, QByteArray("out\n"));
        QCOMPARE(outputOf(0).err, QByteArray("err\n"));
        QCOMPARE(outputOf(0).exitCode, 3);
        QCOMPARE(outputOf(1).out, QByteArray("no line end"));
        QCOMPARE(outputOf(2).out, QByteArray());
        QCOMPARE(outputOf(2).exitCode, 0);
        QCOMPARE(outputOf(3).exitCode, 127);
        QVERIFY(outputOf(3).err.contains("no-such-tool-here"));
        QCOMPARE(outputOf(4).out, QByteArray("a\n b 'c' \"d\" \\ $(echo no) !|"));
        QCOMPARE(outputOf(5).out, QByteArray(3000000, '\0'));
        QCOMPARE(outputOf(5).err, QByteArray(200000, '\0'));
        QCOMPARE(outputOf(6).out, QByteArray("asc-0123456789abcdef\nasc-0123456789abcdef 0\n\0\1\377asc-", 51));
        QCOMPARE(outputOf(6).err, QByteArray("asc-0123456789abcdef 7\n"));
        QCOMPARE(outputOf(6).exitCode, 9);
        QCOMPARE(outputOf(7).exitCode, 137);
        QCOMPARE(outputOf(8).exitCode, 130);
        for (int i = 0; i < 30; ++i)
            QCOMPARE(outputOf(10 + i).out, QByteArray::number(i) + '\n');
        QCOMPARE(m_shell->run(sh(u"echo after"_s), {})->out, QByteArray("after\n"));
    }

    // However many commands, as many channels as it is wide: sshd tells of each.
    void manyCommandsTakeFewChannels()
    {
        open(u"ssh"_s);
        if (!m_shell)
            QSKIP("no sshd here");
        QList<Command> commands;
        for (int i = 0; i < 60; ++i)
            commands << sh(u"sleep 0.05; echo %1"_s.arg(i));
        QElapsedTimer clock;
        clock.start();
        QCOMPARE(runAll(*m_shell, commands, 4).size(), 60);
        qInfo("60 commands of 50 ms in %lld ms", qlonglong(clock.elapsed()));
        QTRY_VERIFY(channels() >= 4);
        QVERIFY2(channels() <= 5, m_sshd->log().constData()); // the fifth ends what hangs
    }

    void whatHangsLosesOnlyItself_data()
    {
        QTest::addColumn<QString>("kind");
        for (const char *kind : {"ssh", "local"})
            QTest::newRow(kind) << QString::fromLatin1(kind);
    }
    void whatHangsLosesOnlyItself()
    {
        QFETCH(QString, kind);
        open(kind);
        if (!m_shell)
            QSKIP("no sshd here");
        QList<Command> commands{sh(u"echo $$; exec sleep 100"_s, 1500ms)};
        for (int i = 0; i < 20; ++i)
            commands << sh(u"echo %1"_s.arg(i));
        const QMap<qsizetype, CommandAnswer> answers = runAll(*m_shell, commands, 2);
        QCOMPARE(answers.size(), 21);
        QVERIFY(!answers.first().result);
        QCOMPARE(answers.first().result.error().kind, ErrorKind::Timeout);
        QVERIFY2(answers.first().heard.trimmed().toInt() > 1, answers.first().heard.constData());
        QTRY_VERIFY_WITH_TIMEOUT(!isAlive(answers.first().heard), 3000);
        for (int i = 0; i < 20; ++i) {
            const auto it = answers.constFind(i + 1);
            QVERIFY2(it->result, qPrintable(it->result ? QString() : it->result.error().message));
            QCOMPARE(it->result->out, QByteArray::number(i) + '\n');
        }
        QCOMPARE(m_shell->run(sh(u"echo after"_s), {})->out, QByteArray("after\n"));
    }

    void stopEndsAllOfThem_data() { whatHangsLosesOnlyItself_data(); }
    void stopEndsAllOfThem()
    {
        QFETCH(QString, kind);
        open(kind);
        if (!m_shell)
            QSKIP("no sshd here");
        const QString folder = m_sshd->path(u"pids"_s);
        QVERIFY(QDir().mkpath(folder));
        QList<Command> commands;
        for (int i = 0; i < 4; ++i)
            commands << sh(u"echo $$ >%1/%2; exec sleep 100"_s.arg(folder).arg(i));
        commands << sh(u"echo never >%1/late"_s.arg(folder));
        std::stop_source stop;
        QElapsedTimer since;
        const std::jthread stopper([&] {
            while (QDir(folder).entryList(QDir::Files).size() < 4)
                std::this_thread::yield();
            std::this_thread::sleep_for(100ms);
            since.start();
            stop.request_stop();
        });
        const QMap<qsizetype, CommandAnswer> answers = runAll(*m_shell, commands, 4, stop.get_token());
        const qint64 took = since.elapsed();
        QVERIFY(answers.size() >= 4);
        for (const CommandAnswer &answer : answers) {
            QVERIFY(!answer.result);
            QCOMPARE(answer.result.error().kind, ErrorKind::Canceled);
        }
        QVERIFY2(took <= stopLimitMs, qPrintable(QString::number(took)));
        for (int i = 0; i < 4; ++i) {
            const QByteArray pid = TestSshd::read(folder + u"/%1"_s.arg(i));
            QTRY_VERIFY_WITH_TIMEOUT(!isAlive(pid), 3000);
        }
        QVERIFY(!QFile::exists(folder + u"/late"_s));
        QCOMPARE(m_shell->run(sh(u"echo after"_s), {})->out, QByteArray("after\n"));
    }

    // Whoever hands on the next command before looking at the answer starts nothing.
    void afterAStopNothingIsStarted_data() { eachAnswerIsItsOwn_data(); }
    void afterAStopNothingIsStarted()
    {
        QFETCH(QString, kind);
        open(kind);
        if (!m_shell)
            QSKIP("no sshd here");
        const QString late = m_sshd->path(u"late"_s);
        std::stop_source stop;
        stop.request_stop();
        const std::unique_ptr<CommandGroup> group = m_shell->group(2);
        group->begin(0, sh(u"exec sleep 100"_s));
        const std::optional<CommandAnswer> first = group->next(stop.get_token());
        QVERIFY(first && !first->result);
        group->begin(1, sh(u"echo never >%1"_s.arg(late)));
        QTest::qWait(200); // what runs by itself would have written by now
        const std::optional<CommandAnswer> second = group->next(stop.get_token());
        QVERIFY(second && !second->result);
        QCOMPARE(second->result.error().kind, ErrorKind::Canceled);
        QVERIFY(!QFile::exists(late));
    }

    // What was under way is told to be lost, what had not begun not to have been sent; answers that came stay.
    void aNodeThatDiesMidwayIsLost()
    {
        open(u"ssh"_s);
        if (!m_shell)
            QSKIP("no sshd here");
        const std::unique_ptr<CommandGroup> group = m_shell->group(2);
        group->begin(0, sh(u"echo whole"_s));
        group->begin(1, sh(u"echo begun; sleep 100"_s, 60s));
        const std::optional<CommandAnswer> whole = group->next({});
        QVERIFY(whole && whole->result);
        QCOMPARE(whole->result->out, QByteArray("whole\n"));
        QElapsedTimer since;
        since.start();
        m_sshd->signalSessions(SIGKILL);
        m_sshd->stop();
        const std::optional<CommandAnswer> lost = group->next({});
        QVERIFY(lost && !lost->result);
        QCOMPARE(lost->id, 1);
        QCOMPARE(lost->result.error().kind, ErrorKind::Connection);
        QVERIFY2(since.elapsed() < 10'000, qPrintable(QString::number(since.elapsed())));
        group->begin(2, sh(u"echo more"_s));
        const std::optional<CommandAnswer> more = group->next({});
        QVERIFY(more && !more->result);
        QCOMPARE(more->result.error().kind, ErrorKind::Connection);
        QVERIFY(!group->next({}));
    }

    void aLinkThatBrokeWhileIdleIsOpenedAnew()
    {
        open(u"ssh"_s);
        if (!m_shell)
            QSKIP("no sshd here");
        QVERIFY(m_shell->run(sh(u"true"_s), {}));
        m_sshd->signalSessions(SIGKILL);
        QTRY_VERIFY(m_sshd->sessions().isEmpty());
        const QMap<qsizetype, CommandAnswer> answers
            = runAll(*m_shell, {sh(u"echo a"_s), sh(u"echo b"_s), sh(u"echo c"_s)}, 2);
        QCOMPARE(answers.size(), 3);
        for (const CommandAnswer &answer : answers)
            QVERIFY2(answer.result, qPrintable(answer.result ? QString() : answer.result.error().message));
        QCOMPARE(answers.last().result->out, QByteArray("c\n"));
    }

    // A forced command that is no shell gets nothing to read, and nothing that it says is believed.
    void aMenuIsToldNothing()
    {
        const QString heard = m_sshd->path(u"heard"_s);
        open(u"ssh"_s, {u"ForceCommand echo 1. reboot; cat >>%1"_s.arg(heard)});
        if (!m_shell)
            QSKIP("no sshd here");
        const QMap<qsizetype, CommandAnswer> answers
            = runAll(*m_shell, {{{u"true"_s}, {}, 3s}, {{u"true"_s}, {}, 3s}}, 2);
        QVERIFY(!answers.isEmpty());
        for (const CommandAnswer &answer : answers) {
            QVERIFY(!answer.result);
            QCOMPARE(answer.result.error().kind, ErrorKind::Connection);
            QVERIFY2(answer.result.error().message.contains(u"did not run the command"_s),
                     qPrintable(answer.result.error().message));
        }
        QCOMPARE(TestSshd::read(heard), QByteArray());
    }

    // Forced commands that run what was asked for, but keep our stdin to themselves.
    void aWrapperThatTakesStdinStillAnswers()
    {
        open(u"ssh"_s, {u"ForceCommand echo hello; sh -c \"$SSH_ORIGINAL_COMMAND\" </dev/null"_s});
        if (!m_shell)
            QSKIP("no sshd here");
        const QMap<qsizetype, CommandAnswer> answers
            = runAll(*m_shell, {sh(u"echo a"_s), sh(u"echo b; exit 4"_s), sh(u"echo c"_s)}, 2);
        QCOMPARE(answers.size(), 3);
        for (const CommandAnswer &answer : answers)
            QVERIFY2(answer.result, qPrintable(answer.result ? QString() : answer.result.error().message));
        QCOMPARE(answers.value(1, {1, canceled()}).result->exitCode, 4);
        QCOMPARE(answers.last().result->out, QByteArray("c\n"));
    }

    void oneSessionOnlyIsEnough()
    {
        open(u"ssh"_s, {u"MaxSessions 1"_s});
        if (!m_shell)
            QSKIP("no sshd here");
        for (int round = 0; round < 3; ++round) {
            QList<Command> commands;
            for (int i = 0; i < 8; ++i)
                commands << sh(u"echo %1"_s.arg(i));
            const QMap<qsizetype, CommandAnswer> answers = runAll(*m_shell, commands, 4);
            QCOMPARE(answers.size(), 8);
            for (const CommandAnswer &answer : answers)
                QVERIFY2(answer.result, qPrintable(answer.result ? QString() : answer.result.error().message));
            const Result<CommandOutput> after = m_shell->run(sh(u"echo after"_s), {});
            QVERIFY2(after, qPrintable(after ? QString() : after.error().message));
        }
    }

    void everyCommandIsRecordedForItself()
    {
        QList<CommandRecord> records;
        m_settings.onCommand = [&](const CommandRecord &record) { records << record; };
        open(u"ssh"_s);
        if (!m_shell)
            QSKIP("no sshd here");
        runAll(*m_shell, {sh(u"sleep 0.3; echo slow"_s), sh(u"echo quick; exit 2"_s)}, 2);
        QCOMPARE(records.size(), 2);
        // Which answer is read first is the machine's business when it is busy.
        std::sort(records.begin(), records.end(), [](const CommandRecord &a, const CommandRecord &b) {
            return a.tookMs < b.tookMs;
        });
        QCOMPARE(records[0].line, u"sh -c 'echo quick; exit 2'"_s);
        QCOMPARE(records[0].exitCode, std::optional(2));
        QCOMPARE(records[0].outputHead, u"quick\n"_s);
        QCOMPARE(records[0].node, u"n1"_s);
        QCOMPARE(records[1].outputBytes, 5);
        QVERIFY2(records[1].tookMs >= 290, qPrintable(QString::number(records[1].tookMs)));
        QVERIFY(records[0].tookMs < records[1].tookMs);
    }

private:
    void open(const QString &kind, const QStringList &config = {})
    {
        if (kind == u"local" || kind == u"one by one") {
            if (kind == u"local")
                m_shell = std::make_unique<LocalShell>();
            else
                m_shell = std::make_unique<PlainShell>();
            return;
        }
        if (!m_sshd->start(QStringList{u"LogLevel VERBOSE"_s} + config))
            return;
        m_node.name = u"n1"_s;
        m_node.host = u"127.0.0.1"_s;
        m_node.port = m_sshd->port();
        m_node.auth = AuthMethod::Key;
        m_node.identityFile = m_sshd->addUserKey(u"ed25519"_s);
        m_settings.sshConfigFile = m_sshd->path(u"no_config"_s);
        m_settings.knownHostsFile = m_sshd->write(u"known_hosts"_s, m_sshd->knownHostsLine());
        Result<std::unique_ptr<Shell>> shell = shellFactoryFor(m_node, m_settings)({});
        QVERIFY2(shell, qPrintable(shell ? QString() : shell.error().message));
        m_shell = *std::move(shell);
    }
    int channels() const { return int(m_sshd->log().count("Starting session: ")); }

    // Knows nothing of groups.
    class PlainShell : public Shell
    {
    public:
        Result<CommandOutput> run(const Command &command, std::stop_token stop, const OutputHandler &onOutput) override
        {
            return m_local.run(command, stop, onOutput);
        }
        Result<void> upload(const QByteArray &, const QString &, int, std::stop_token, const ProgressHandler &) override
        {
            return canceled();
        }
        Result<void> download(const QString &, const QString &, std::stop_token, const ProgressHandler &) override
        {
            return canceled();
        }

    private:
        LocalShell m_local;
    };

    std::unique_ptr<TestSshd> m_sshd;
    Node m_node;
    ConnectionSettings m_settings;
    std::unique_ptr<Shell> m_shell;
};

QTEST_GUILESS_MAIN(TestCommandGroup)
#include "tst_commandgroup.moc"
