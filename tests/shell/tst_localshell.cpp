#include "core/shell/localshell.h"
#include "tests/support/stoplimit.h"

#include <QDateTime>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <sys/file.h>
#include <sys/stat.h>
#include <thread>

using namespace std::chrono_literals;

namespace {

QString str(const char *text) { return QString::fromUtf8(text); }
Command sh(const char *script) { return {{str("sh"), str("-c"), str(script)}}; }

void writeScript(const QString &path, const QByteArray &text)
{
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
    file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
}

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("<cannot be read>");
}

// A zombie that nobody has reaped yet is not alive.
bool isAlive(const QByteArray &pid)
{
    QFile stat(QString::fromLatin1("/proc/" + pid.trimmed() + "/stat"));
    return stat.open(QIODevice::ReadOnly) && !stat.readAll().contains(") Z");
}

} // namespace

class TestLocalShell : public QObject
{
    Q_OBJECT

private slots:
    void nonzeroExitIsAnAnswer()
    {
        LocalShell shell;
        const Result<CommandOutput> r = shell.run(sh("echo out; echo err >&2; exit 3"), {});
        QVERIFY(r);
        QCOMPARE(r->exitCode, 3);
        QCOMPARE(r->out, QByteArray("out\n"));
        QCOMPARE(r->err, QByteArray("err\n"));
    }

    void deathBySignalIs128PlusNumber()
    {
        LocalShell shell;
        QCOMPARE(shell.run(sh("kill -9 $$"), {})->exitCode, 128 + SIGKILL);
    }

    void unknownProgramAnswers127()
    {
        LocalShell shell;
        const Result<CommandOutput> r = shell.run({{str("no-such-tool-here")}}, {});
        QVERIFY(r);
        QCOMPARE(r->exitCode, 127);
        QCOMPARE(shell.run({{str("/etc/passwd")}}, {})->exitCode, 126);
    }

    void argumentsExecuteNothing()
    {
        LocalShell shell;
        const QString odd = str("$(touch /tmp/x) `id` 'a' \"b\"\nnew; line *");
        QCOMPARE(QString::fromUtf8(shell.run({{str("printf"), str("%s"), odd}}, {})->out), odd);
        QVERIFY(!shell.run({{str("echo"), QString(QChar(0))}}, {}));
    }

    void inputArrivesAndEnds()
    {
        LocalShell shell;
        Command command{{str("cat")}};
        command.input = QByteArray(3'000'000, 'x') + QByteArray("\0\xff", 2);
        QCOMPARE(shell.run(command, {})->out, command.input);
        command = Command{{str("true")}};
        command.input = QByteArray(3'000'000, 'x'); // nobody reads it
        QCOMPARE(shell.run(command, {})->exitCode, 0);
    }

    void hundredMegabytesOfBinaryAreKept()
    {
        LocalShell shell;
        qint64 streamed = 0;
        const Result<CommandOutput> r
            = shell.run({{str("head"), str("-c"), str("104857600"), str("/dev/zero")}, {}, 120s}, {},
                        [&](OutputStream, const QByteArray &piece) { streamed += piece.size(); });
        QVERIFY(r);
        QCOMPARE(r->out.size(), 104857600);
        QCOMPARE(streamed, 104857600);
        QVERIFY(!r->truncated);
    }

    void whatIsTooMuchIsCountedNotKept()
    {
        LocalShell shell;
        Command command = sh("head -c 5000000 /dev/zero");
        command.keepAtMost = 1000;
        const Result<CommandOutput> r = shell.run(command, {});
        QCOMPARE(r->out.size(), 1000);
        QVERIFY(r->truncated);
    }

    void timeoutEndsTheWholeGroup()
    {
        LocalShell shell;
        QByteArray out;
        Command command = sh("sleep 100 & echo $!; trap '' TERM; sleep 100; sleep 100");
        command.timeout = 300ms;
        const Result<CommandOutput> r
            = shell.run(command, {}, [&](OutputStream, const QByteArray &piece) { out += piece; });
        QVERIFY(!r);
        QCOMPARE(r.error().kind, ErrorKind::Timeout);
        QTRY_VERIFY_WITH_TIMEOUT(!isAlive(out), 1000);
    }

    void stopTakesLessThan100Milliseconds()
    {
        LocalShell shell;
        std::stop_source stop;
        QByteArray out;
        QElapsedTimer since;
        std::thread stopper;
        const Result<CommandOutput> r = shell.run(sh("trap '' TERM; sleep 100 & echo $!; wait; sleep 100"),
                                                  stop.get_token(), [&](OutputStream, const QByteArray &piece) {
                                                      out += piece;
                                                      if (!stopper.joinable())
                                                          stopper = std::thread([&] {
                                                              since.start();
                                                              stop.request_stop();
                                                          });
                                                  });
        const qint64 took = since.elapsed();
        stopper.join();
        QVERIFY(!r);
        QCOMPARE(r.error().kind, ErrorKind::Canceled);
        QVERIFY2(took <= stopLimitMs, qPrintable(QString::number(took)));
        QTRY_VERIFY_WITH_TIMEOUT(!isAlive(out), 5000);
    }

    void childThatKeepsThePipeDoesNotHoldUsUp()
    {
        LocalShell shell;
        QElapsedTimer t;
        t.start();
        const Result<CommandOutput> r = shell.run(sh("sleep 30 & echo started"), {});
        QVERIFY(r);
        QCOMPARE(r->out, QByteArray("started\n"));
        QVERIFY(t.elapsed() < 15'000);
    }

    void noDescriptorLeaksIntoTheCommand()
    {
        QFile open(str("/etc/passwd"));
        QVERIFY(open.open(QIODevice::ReadOnly));
        LocalShell shell;
        // 3: the folder itself
        QCOMPARE(shell.run({{str("ls"), str("/proc/self/fd")}}, {})->out, QByteArray("0\n1\n2\n3\n"));
    }

    void rootWithEnterRunsEverythingThroughIt()
    {
        QTemporaryDir root;
        writeScript(root.filePath(str("enter")), "#!/bin/sh\necho entered \"$@\"\n");
        LocalShell shell(root.path());
        QCOMPARE(shell.run({{str("npu-smi"), str("info"), str("a b")}}, {})->out,
                 QByteArray("entered npu-smi info a b\n"));
    }

    void rootWithoutEnterShowsItsToolsAndFiles()
    {
        QTemporaryDir root;
        writeScript(root.filePath(str("usr/local/bin/npu-smi")), "echo simulated\n"); // no #!, as people write them
        writeScript(root.filePath(str("etc/hccn.conf")), "address_0=10.20.0.1\n");
        LocalShell shell(root.path());
        QCOMPARE(shell.run({{str("npu-smi")}}, {})->out, QByteArray("simulated\n"));
        QCOMPARE(shell.run({{str("cat"), str("/etc/hccn.conf")}}, {})->out, QByteArray("address_0=10.20.0.1\n"));
        QCOMPARE(shell.run({{str("cat"), str("/proc/sys/kernel/ostype")}}, {})->out, QByteArray("Linux\n"));
    }

    void uploadStaysUnderTheRoot()
    {
        QTemporaryDir top;
        QDir(top.path()).mkdir(str("node"));
        LocalShell shell(top.filePath(str("node")));
        QVERIFY(shell.upload("x", str("/../../escaped"), 0600, {}));
        QVERIFY(QFile::exists(top.filePath(str("node/escaped"))));
    }

    void uploadIsAtomicAndSetsTheMode()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath(str("new folder/it's $(id)\n.sh"));
        LocalShell shell;
        const QByteArray content("a\0b\xff\n", 5);
        QVERIFY(shell.upload("before", path, 0600, {}));
        QVERIFY(shell.upload(content, path, 0750, {}));
        QCOMPARE(contentOf(path), content);
        struct stat facts = {};
        QCOMPARE(::stat(QFile::encodeName(path).constData(), &facts), 0);
        QCOMPARE(facts.st_mode & 07777, 0750u);
        QCOMPARE(QDir(QFileInfo(path).path()).entryList(QDir::Files | QDir::Hidden).size(), 1);

        std::stop_source stop;
        stop.request_stop();
        QVERIFY(!shell.upload(QByteArray(10, 'y'), path, 0600, stop.get_token()));
        QCOMPARE(contentOf(path), content);
        QCOMPARE(QDir(QFileInfo(path).path()).entryList(QDir::Files | QDir::Hidden).size(), 1);
    }

    void whatAKilledProgramLeftGoes()
    {
        QTemporaryDir folder;
        const auto left = [&folder](const char *name, int hours) {
            QFile file(folder.filePath(str(name)));
            QVERIFY(file.open(QIODevice::WriteOnly));
            QVERIFY(file.setFileTime(QDateTime::currentDateTime().addSecs(-3600 * hours),
                                     QFileDevice::FileModificationTime));
        };
        left(".a.json.0123456789abcdef.tmp", 30);
        left(".a.json.0123456789abcde0.tmp", 1);
        left(".a.json.0123456789abcded.tmp", 0);   // perhaps still written, by an older program
        left(".a.json.0123456789abcdee.tmp", 1);   // still written
        QFile written(folder.filePath(str(".a.json.0123456789abcdee.tmp")));
        QVERIFY(written.open(QIODevice::ReadOnly) && ::flock(written.handle(), LOCK_EX | LOCK_NB) == 0);
        left(".b.json.0123456789abcdef.tmp", 30);  // of another file
        left(".a.json.0123456789abcdef0.tmp", 30); // not ours
        left(".a.json.tmp", 30);
        QVERIFY(LocalShell().upload("x", folder.filePath(str("a.json")), 0600, {}));
        QStringList names = QDir(folder.path()).entryList(QDir::Files | QDir::Hidden);
        names.sort();
        QCOMPARE(names, (QStringList{str(".a.json.0123456789abcded.tmp"), str(".a.json.0123456789abcdee.tmp"),
                                     str(".a.json.0123456789abcdef0.tmp"),
                                     str(".a.json.tmp"), str(".b.json.0123456789abcdef.tmp"), str("a.json")}));
    }

    void downloadKeepsTheMode()
    {
        QTemporaryDir folder;
        const QString from = folder.filePath(str("from")), to = folder.filePath(str("deep/to"));
        writeScript(from, "hello");
        ::chmod(QFile::encodeName(from).constData(), 0741);
        LocalShell shell;
        QVERIFY(shell.download(from, to, {}));
        QCOMPARE(contentOf(to), QByteArray("hello"));
        struct stat facts = {};
        QCOMPARE(::stat(QFile::encodeName(to).constData(), &facts), 0);
        QCOMPARE(facts.st_mode & 07777, 0741u);
        QCOMPARE(shell.download(folder.filePath(str("none")), to, {}).error().kind, ErrorKind::Storage);
        QCOMPARE(contentOf(to), QByteArray("hello"));
    }

    void manyShellsAtOnce()
    {
        std::vector<std::thread> threads;
        std::atomic<int> good = 0;
        for (int i = 0; i < 8; ++i)
            threads.emplace_back([&, i] {
                LocalShell shell;
                for (int n = 0; n < 20; ++n) {
                    const QByteArray word = QByteArray::number(i * 100 + n);
                    const Result<CommandOutput> r = shell.run({{str("echo"), QString::fromLatin1(word)}}, {});
                    good += r && r->out == word + '\n';
                }
            });
        for (std::thread &thread : threads)
            thread.join();
        QCOMPARE(good.load(), 160);
    }
};

QTEST_GUILESS_MAIN(TestLocalShell)
#include "tst_localshell.moc"
