// A long command lives without whoever began it: each case with real processes on this machine.
#include "core/deploy/detached.h"
#include "core/shell/localshell.h"

#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <thread>

using namespace Qt::StringLiterals;

namespace {

// A link that is lost at the nth command.
class LostShell : public LocalShell
{
public:
    int left = 1 << 20;

    Result<CommandOutput> run(const Command &command, std::stop_token stop, const OutputHandler &onOutput) override
    {
        if (--left < 0)
            return Error{ErrorKind::Connection, u"the link is gone"_s, {}, {}};
        return LocalShell::run(command, stop, onOutput);
    }
};

} // namespace

class DetachedTest : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_box;
    LostShell m_shell;
    QByteArray m_log;
    std::stop_source m_stop;

    Result<CommandOutput> run(const QStringList &argv, std::chrono::milliseconds timeout = std::chrono::minutes(1))
    {
        StepContext context;
        context.node.name = u"node1"_s;
        context.launch.folder = m_box->path();
        Json data;
        StepIo io{context, m_shell, m_stop.get_token(), [this](const QByteArray &piece) { m_log += piece; }, data,
                  [] { return Result<void>(); }, {}};
        return runDetached(io, u"long"_s, argv, timeout);
    }
    Result<bool> end()
    {
        StepContext context;
        Json data;
        StepIo io{context, m_shell, {}, [](const QByteArray &) {}, data, [] { return Result<void>(); }, {}};
        return endDetached(io, m_box->path(), u"long"_s);
    }
    QString path(const QString &name) const { return m_box->filePath(name); }
    QByteArray content(const QString &name) const
    {
        QFile file(path(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    // Says "begun", a line for each 0.1 s, and "done"; counts how often it was begun.
    QStringList slow(int lines) const
    {
        return {u"sh"_s, u"-c"_s,
                u"echo x >>\"$1/count\"; echo $$ >\"$1/pid\"; echo begun; i=0; while [ $i -lt %1 ]; do sleep 0.1; "
                "i=$((i + 1)); echo line $i; done; echo done"_s.arg(lines),
                u"sh"_s, m_box->path()};
    }
    bool lives() const                   // until whoever is its parent now has reaped it
    {
        const int pid = content(u"pid"_s).trimmed().toInt();
        return pid > 0 && ::kill(pid, 0) == 0;
    }
    bool leftNothing() const
    {
        return !QFile::exists(path(u".long.log"_s)) && !QFile::exists(path(u".long.state"_s))
            && !QFile::exists(path(u".long.lock"_s));
    }

private slots:
    void init()
    {
        setDetachedPause(std::chrono::milliseconds(50));
        m_box = std::make_unique<QTemporaryDir>();
        m_shell.left = 1 << 20;
        m_log.clear();
        m_stop = {};
    }
    void cleanup() { QVERIFY(bool(end())); }

    void itsOutputAndItsEndAreHeard()
    {
        const Result<CommandOutput> output = run(slow(5));
        QVERIFY2(output, output ? "" : qPrintable(output.error().message + output.error().detail));
        QCOMPARE(output->exitCode, 0);
        QCOMPARE(output->out, QByteArray("begun\nline 1\nline 2\nline 3\nline 4\nline 5\ndone\n"));
        QVERIFY(m_log.endsWith(output->out));
        QVERIFY(leftNothing());
        const Result<CommandOutput> failed = run({u"sh"_s, u"-c"_s, u"echo 'it''s wrong' >&2; exit 7"_s});
        QVERIFY(failed);
        QCOMPARE(failed->exitCode, 7);
        QCOMPARE(failed->out, QByteArray("its wrong\n"));
        const Result<CommandOutput> none = run({u"no-such-program"_s});
        QVERIFY(none);
        QCOMPARE(none->exitCode, 127);
    }

    void itGoesOnWithoutALinkAndIsFollowed()
    {
        m_shell.left = 3;
        const Result<CommandOutput> lost = run(slow(20));
        QVERIFY(!lost);
        QVERIFY(lost.error().kind == ErrorKind::Connection);
        QVERIFY2(lost.error().facts.value(u"meanwhile"_s).contains(u"goes on by itself on node1"_s),
                 qPrintable(lost.error().facts.value(u"meanwhile"_s)));
        QVERIFY(lives());
        m_shell.left = 1 << 20;
        m_log.clear();
        const Result<CommandOutput> output = run(slow(20));
        QVERIFY2(output, output ? "" : qPrintable(output.error().message));
        QCOMPARE(output->exitCode, 0);
        QVERIFY(output->out.startsWith("begun\nline 1\n") && output->out.endsWith("line 20\ndone\n"));
        QVERIFY2(m_log.contains("is followed"), m_log.constData());
        QCOMPARE(content(u"count"_s), QByteArray("x\n")); // begun once
        QVERIFY(leftNothing());
    }

    void itsEndIsHeardThatCameWithoutALink()
    {
        m_shell.left = 2;
        QVERIFY(!run(slow(3)));
        m_shell.left = 1 << 20;
        QTRY_VERIFY(content(u".long.state"_s).contains("ended 0"));
        QVERIFY(bool(run(slow(3)))); // what asks for it asks first whether it is needed: here it is begun again
        QCOMPARE(content(u"count"_s), QByteArray("x\nx\n"));
    }

    void aStopEndsItWithItsChildren()
    {
        std::thread stopper([this] {
            QElapsedTimer timer;
            timer.start();
            while (!lives() && timer.elapsed() < 10'000)
                std::this_thread::sleep_for(std::chrono::milliseconds(20));
            m_stop.request_stop();
        });
        const Result<CommandOutput> output = run(slow(600));
        stopper.join();
        QVERIFY(!output);
        QVERIFY(output.error().kind == ErrorKind::Canceled);
        QTRY_VERIFY(!lives());
        QVERIFY(leftNothing());
    }

    void oneThatDoesNotEndIsEnded()
    {
        const Result<CommandOutput> output
            = run({u"sh"_s, u"-c"_s, u"trap '' TERM; echo $$ >\"$1/pid\"; while :; do sleep 0.1; done"_s, u"sh"_s,
                   m_box->path()},
                  std::chrono::milliseconds(400));
        QVERIFY(!output);
        QVERIFY2(output.error().message.contains(u"has not ended"_s), qPrintable(output.error().message));
        QTRY_VERIFY(!lives());
        QVERIFY(leftNothing());
    }

    void oneOfOtherArgumentsIsEndedFirst()
    {
        m_shell.left = 3;
        QVERIFY(!run(slow(600)));
        QVERIFY(lives());
        m_shell.left = 1 << 20;
        const Result<CommandOutput> output = run({u"echo"_s, u"another"_s});
        QVERIFY2(output, output ? "" : qPrintable(output.error().message));
        QCOMPARE(output->out, QByteArray("another\n"));
        QTRY_VERIFY(!lives());
    }

    void oneThatWasKilledIsSaidToBe()
    {
        std::thread killer([this] {
            QElapsedTimer timer;
            timer.start();
            while (!content(u".long.log"_s).contains("line 2") && timer.elapsed() < 10'000)
                std::this_thread::sleep_for(std::chrono::milliseconds(20));
            ::kill(-content(u".long.state"_s).split(' ').first().toInt(), SIGKILL);
        });
        const Result<CommandOutput> output = run(slow(600));
        killer.join();
        QVERIFY(!output);
        QVERIFY2(output.error().message.contains(u"was cut short"_s), qPrintable(output.error().message));
        QVERIFY(output.error().detail.contains(u"line 2"_s));
    }

    void undoEndsIt()
    {
        QCOMPARE(*end(), false);
        m_shell.left = 3;
        QVERIFY(!run(slow(600)));
        m_shell.left = 1 << 20;
        QCOMPARE(*end(), true);
        QTRY_VERIFY(!lives());
        QVERIFY(leftNothing());
        QCOMPARE(*end(), false);
    }
};

QTEST_GUILESS_MAIN(DetachedTest)
#include "tst_detached.moc"
