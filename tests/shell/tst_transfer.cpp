// Upload and download over a real sshd, with and without its SFTP subsystem.
#include "core/nodes/connect.h"
#include "tests/support/slowlink.h"
#include "tests/support/stoplimit.h"
#include "tests/support/testsshd.h"

#include <QElapsedTimer>

#include <sys/stat.h>
#include <thread>

namespace {

QString str(const char *text) { return QString::fromUtf8(text); }

uint modeOf(const QString &path)
{
    struct stat facts = {};
    return ::stat(QFile::encodeName(path).constData(), &facts) == 0 ? facts.st_mode & 07777 : 0;
}

QByteArray someBytes(int size)
{
    QByteArray bytes(size, Qt::Uninitialized);
    for (int i = 0; i < size; ++i)
        bytes[i] = char(i * 31 + i / 251);
    return bytes;
}

} // namespace

class TestTransfer : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { qunsetenv("SSH_AUTH_SOCK"); }

    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
    }

    void cleanup()
    {
        m_shell.reset();
        m_slow.reset();
        m_sshd.reset();
    }

    void uploadSetsContentAndMode_data() { servers(); }
    void uploadSetsContentAndMode()
    {
        if (!begin())
            QSKIP("no sshd here");
        const QByteArray content = someBytes(3'000'001);
        const QString path = m_folder->filePath(str("new folder/deeper/it's $(touch x) \"q\"\n.sh"));
        qint64 last = 0, total = 0;
        const Result<void> r = m_shell->upload(content, path, 0750, {}, [&](qint64 done, qint64 of) {
            last = done;
            total = of;
        });
        QVERIFY2(r, qPrintable(r ? QString() : r.error().message + r.error().detail));
        QVERIFY(TestSshd::read(path) == content);
        QCOMPARE(modeOf(path), 0750u);
        QCOMPARE(last, qint64(content.size()));
        QCOMPARE(total, qint64(content.size()));
        QVERIFY(m_shell->upload("second", path, 0600, {})); // replaces
        QCOMPARE(TestSshd::read(path), QByteArray("second"));
        QCOMPARE(modeOf(path), 0600u);
        QCOMPARE(beside(path).size(), 1);
        QVERIFY(m_shell->upload({}, path, 0644, {}));
        QCOMPARE(TestSshd::read(path), QByteArray());
    }

    // 200 ms there and back: the end of a transfer takes a round trip like everything else, and the link is whole
    // afterwards.
    void aFarNodeIsAsGoodAsANearOne_data() { servers(); }
    void aFarNodeIsAsGoodAsANearOne()
    {
        if (!begin(std::chrono::milliseconds(100)))
            QSKIP("no sshd here");
        for (const QByteArray &content : {QByteArray("first"), someBytes(300'000)}) {
            const QString path = m_folder->filePath(str("sub/file")), back = m_folder->filePath(str("back"));
            const Result<void> up = m_shell->upload(content, path, 0640, {});
            QVERIFY2(up, qPrintable(up ? QString() : up.error().message + up.error().detail));
            const Result<void> down = m_shell->download(path, back, {});
            QVERIFY2(down, qPrintable(down ? QString() : down.error().message + down.error().detail));
            QVERIFY(TestSshd::read(back) == content);
            QCOMPARE(beside(path).size(), 1);
        }
        const Result<void> refused = m_shell->upload("x", str("/proc/nothing/file"), 0600, {});
        QCOMPARE(refused.error().kind, ErrorKind::Storage);
        const Result<CommandOutput> after = m_shell->run({.argv = {str("echo"), str("whole")}}, {});
        QVERIFY2(after, qPrintable(after ? QString() : after.error().message + after.error().detail));
        QCOMPARE(after->out, QByteArray("whole\n"));
    }

    void uploadOntoAFolderIsRefused_data() { servers(); }
    void uploadOntoAFolderIsRefused()
    {
        if (!begin())
            QSKIP("no sshd here");
        QDir(m_folder->path()).mkdir(str("there"));
        const Result<void> r = m_shell->upload("x", m_folder->filePath(str("there")), 0600, {});
        QVERIFY(!r);
        QCOMPARE(r.error().kind, ErrorKind::Storage);
        QVERIFY(QDir(m_folder->filePath(str("there"))).isEmpty(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot));
    }

    void uploadWhereNoFolderCanBe_data() { servers(); }
    void uploadWhereNoFolderCanBe()
    {
        if (!begin())
            QSKIP("no sshd here");
        const Result<void> r = m_shell->upload("x", str("/proc/nothing/file"), 0600, {});
        QVERIFY(!r);
        QCOMPARE(r.error().kind, ErrorKind::Storage);
        QVERIFY(!r.error().detail.isEmpty());
    }

    void downloadKeepsContentAndMode_data() { servers(); }
    void downloadKeepsContentAndMode()
    {
        if (!begin())
            QSKIP("no sshd here");
        const QByteArray content = someBytes(3'000'001);
        const QString from = m_folder->filePath(str("from $(id) 'x'")), to = m_folder->filePath(str("new/to"));
        QFile file(from);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content);
        file.close();
        ::chmod(QFile::encodeName(from).constData(), 0710);
        const Result<void> r = m_shell->download(from, to, {});
        QVERIFY2(r, qPrintable(r ? QString() : r.error().message + r.error().detail));
        QVERIFY(TestSshd::read(to) == content);
        QCOMPARE(modeOf(to), 0710u);
        const Result<void> none = m_shell->download(m_folder->filePath(str("none")), to, {});
        QCOMPARE(none.error().kind, ErrorKind::Storage);
        QVERIFY(TestSshd::read(to) == content);
        QVERIFY(!m_shell->download(m_folder->path(), to, {}));
        QVERIFY(m_shell->download(str("/proc/self/status"), to, {})); // says size 0 and is not empty
        QVERIFY(TestSshd::read(to).startsWith("Name:"));
        QCOMPARE(beside(to).size(), 1);
    }

    void stoppedUploadLeavesTheOldFile_data() { servers(); }
    void stoppedUploadLeavesTheOldFile()
    {
        if (!begin())
            QSKIP("no sshd here");
        const QString path = m_folder->filePath(str("sub/file"));
        QVERIFY(m_shell->upload("old", path, 0600, {}));
        std::stop_source stop;
        QElapsedTimer since;
        const std::jthread stopper([&] {
            for (int i = 0; i < 20'000 && beside(path).size() < 2; ++i)
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            since.start();
            stop.request_stop();
        });
        const Result<void> r = m_shell->upload(QByteArray(400'000'000, 'x'), path, 0600, stop.get_token());
        const qint64 took = since.elapsed();
        QVERIFY(!r);
        QCOMPARE(r.error().kind, ErrorKind::Canceled);
        QVERIFY2(took <= stopLimitMs, qPrintable(QString::number(took)));
        QCOMPARE(TestSshd::read(path), QByteArray("old"));
        // What is left is named: where the machine is busy there is no time to tidy up. Without SFTP the script's own
        // tidying races with SIGKILL.
        if (m_sshd->hasSftp && !r.error().detail.contains(str("may be left beside it")))
            QTRY_COMPARE(beside(path).size(), 1);
        QVERIFY(m_shell->upload("new", path, 0600, {}));
        QCOMPARE(TestSshd::read(path), QByteArray("new"));
    }

    // The node makes the file and its answer is still under way: seen once on a busy machine as a file that was left
    // beside the old one without a word.
    void stoppedBeforeTheFirstByte_data()
    {
        QTest::addColumn<bool>("hasSftp");
        QTest::addColumn<int>("delayMs");
        QTest::newRow("time enough to tidy up") << true << 20;
        QTest::newRow("a node too far away for that") << true << 100;
    }
    void stoppedBeforeTheFirstByte()
    {
        QFETCH(int, delayMs);
        if (!begin(std::chrono::milliseconds(delayMs)))
            QSKIP("no sshd here");
        const QString path = m_folder->filePath(str("sub/file"));
        QVERIFY(m_shell->upload("old", path, 0600, {}));
        std::stop_source stop;
        const std::jthread stopper([&] {
            for (int i = 0; i < 20'000 && beside(path).size() < 2; ++i)
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            stop.request_stop();
        });
        const Result<void> r = m_shell->upload("new", path, 0600, stop.get_token());
        QVERIFY(!r);
        QCOMPARE(r.error().kind, ErrorKind::Canceled);
        QCOMPARE(TestSshd::read(path), QByteArray("old"));
        const bool isNamed = r.error().detail.contains(str("may be left beside it"));
        QVERIFY(isNamed || delayMs < 100);
        QVERIFY2(isNamed || beside(path).size() == 1, qPrintable(beside(path).join(u' ') + r.error().detail));
        QVERIFY(m_shell->upload("newer", path, 0600, {}));
        QCOMPARE(TestSshd::read(path), QByteArray("newer"));
    }

    void linkThatDiesMidwayLeavesTheOldFile_data() { servers(); }
    void linkThatDiesMidwayLeavesTheOldFile()
    {
        if (!begin())
            QSKIP("no sshd here");
        const QString path = m_folder->filePath(str("sub/file"));
        QVERIFY(m_shell->upload("old", path, 0600, {}));
        const std::jthread killer([&] {
            for (int i = 0; i < 20'000 && beside(path).size() < 2; ++i)
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            m_sshd->signalSessions(SIGKILL);
        });
        const Result<void> r = m_shell->upload(QByteArray(400'000'000, 'x'), path, 0600, {});
        QVERIFY(!r);
        QCOMPARE(r.error().kind, ErrorKind::Connection);
        QVERIFY(!r.error().detail.isEmpty());
        QTest::qWait(100); // what the node's own `cat` would do on end of file, it has done by now
        QCOMPARE(TestSshd::read(path), QByteArray("old"));
    }

    void linkThatDiesMidwayLeavesNoHalfDownload_data() { servers(); }
    void linkThatDiesMidwayLeavesNoHalfDownload()
    {
        if (!begin())
            QSKIP("no sshd here");
        QFile file(m_folder->filePath(str("big")));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.resize(200'000'000));
        const QString to = m_folder->filePath(str("sub/to"));
        bool isKilled = false;
        const Result<void> r = m_shell->download(file.fileName(), to, {}, [&](qint64 done, qint64) {
            if (done > 1'000'000 && !std::exchange(isKilled, true))
                m_sshd->signalSessions(SIGKILL);
        });
        QVERIFY(!r);
        QCOMPARE(r.error().kind, ErrorKind::Connection);
        QVERIFY(beside(to).isEmpty());
    }

private:
    static void servers()
    {
        QTest::addColumn<bool>("hasSftp");
        QTest::newRow("sftp") << true;
        QTest::newRow("no sftp") << false;
    }

    bool begin(std::chrono::milliseconds delayEachWay = {})
    {
        QFETCH(bool, hasSftp);
        m_sshd = std::make_unique<TestSshd>();
        m_sshd->hasSftp = hasSftp;
        if (!m_sshd->start())
            return false;
        Node node;
        node.name = str("n1");
        node.host = str("127.0.0.1");
        QByteArray known = m_sshd->knownHostsLine();
        node.port = m_sshd->port();
        if (delayEachWay.count() > 0) {
            m_slow = std::make_unique<SlowLink>(m_sshd->port(), delayEachWay);
            node.port = m_slow->port();
            known.replace("]:" + QByteArray::number(m_sshd->port()), "]:" + QByteArray::number(m_slow->port()));
        }
        node.auth = AuthMethod::Key;
        node.identityFile = m_sshd->addUserKey(str("ed25519"));
        ConnectionSettings settings;
        settings.sshConfigFile = m_sshd->path(str("no_config"));
        settings.knownHostsFile = m_sshd->write(str("known_hosts"), known);
        Result<std::unique_ptr<Shell>> shell = shellFactoryFor(node, settings)({});
        if (!shell)
            qFatal("%s", qPrintable(shell.error().message + shell.error().detail));
        m_shell = *std::move(shell);
        return true;
    }

    static QStringList beside(const QString &path)
    {
        return QDir(QFileInfo(path).path()).entryList(QDir::Files | QDir::Hidden);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<TestSshd> m_sshd;
    std::unique_ptr<SlowLink> m_slow;
    std::unique_ptr<Shell> m_shell;
};

QTEST_GUILESS_MAIN(TestTransfer)
#include "tst_transfer.moc"
