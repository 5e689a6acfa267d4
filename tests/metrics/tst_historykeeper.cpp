// The file that keeps the window's samples: read back at the next start, shared by two windows, in trouble and out of
// it.
#include "core/store/historykeeper.h"

#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <atomic>
#include <cmath>
#include <csignal>
#include <future>
#include <sys/resource.h>
#include <sys/stat.h>

using namespace Qt::StringLiterals;

class TestHistoryKeeper : public QObject
{
    Q_OBJECT

private slots:
    void whatWasKeptComesBack();
    void twoKeepOneFile();
    void twoMakeOneFile();
    void theFileIsTheUsersAlone();
    void troubleIsToldAndEnds();
    void damagedFileIsMovedAside_data();
    void damagedFileIsMovedAside();
    void goesWhileItReads();
    void filesThatNobodyHasWatchedForAMonthGo();
    void filesAreByThePathOfTheDeployment();

private:
    const MetricKey m_key{u"10.20.0.1:22"_s, u"0/0"_s, u"npu.aicore"_s};
    const qint64 m_now = QDateTime::currentMSecsSinceEpoch();
};

void TestHistoryKeeper::whatWasKeptComesBack()
{
    QTemporaryDir dir;
    const QString path = dir.filePath(u"a/s.db"_s);
    {
        HistoryKeeper keeper(path);
        keeper.keep({{m_now - 13 * 3600'000, m_key, 1}, {m_now - 5000, m_key, 2}, {m_now - 4000, m_key}});
    } // at once: nothing is lost by the end
    HistoryKeeper keeper(path);
    QSignalSpy restored(&keeper, &HistoryKeeper::restored);
    QTRY_COMPARE(restored.size(), 1);
    const MetricHistory history = keeper.takeRestored();
    QCOMPARE(history.window(m_key, m_now - 3600'000, m_now).size(), 2);
    // older than 12 hours: the mean of its minute
    const QList<TimedValue> all = history.window(m_key, m_now - 15 * 3600'000, m_now + 60'000);
    QVERIFY(!all.isEmpty());
    QCOMPARE(all.first(), (TimedValue{(m_now - 13 * 3600'000) / 60'000 * 60'000 + 30'000, 1}));
    QVERIFY(!keeper.trouble());
}

void TestHistoryKeeper::twoKeepOneFile()
{
    QTemporaryDir dir;
    const QString path = dir.filePath(u"s.db"_s);
    const MetricKey other{u"10.20.0.2:22"_s, u"0/0"_s, u"npu.aicore"_s};
    auto one = std::make_unique<HistoryKeeper>(path), two = std::make_unique<HistoryKeeper>(path);
    for (int i = 0; i < 2000; ++i) {
        const qint64 time = m_now - 20'000 + i * 10;
        one->keep({{time, m_key, double(i)}});
        two->keep({{time, m_key, double(i)}, {time, other, double(i)}});
        if (i % 500 == 0)
            QTest::qWait(1); // lets a writer begin
    }
    Result<SampleArchive> reader = SampleArchive::open(path);
    QTRY_COMPARE_WITH_TIMEOUT(reader->read(other, 0, m_now)->size(), 2000, 20'000);
    for (const auto &keeper : {one.get(), two.get()})
        QVERIFY2(!keeper->trouble(), qPrintable(keeper->trouble().value_or(Error{}).message));
    one.reset();
    two.reset();
    Result<Database> file = Database::open(path);
    QCOMPARE(*file->number("SELECT count(*) FROM pragma_integrity_check() WHERE integrity_check <> 'ok'"), 0);
    QCOMPARE(*reader->read(m_key, 0, m_now), *reader->read(other, 0, m_now));
}

void TestHistoryKeeper::twoMakeOneFile()
{
    QTemporaryDir dir;
    for (int i = 0; i < 100; ++i) { // without the wait for the log one in seven of them failed
        const QString path = dir.filePath(u"%1.db"_s.arg(i));
        std::atomic<int> ready = 0;
        const auto open = [&] {
            for (++ready; ready < 2;) { }
            const Result<SampleArchive> archive = SampleArchive::open(path);
            return archive ? QString() : archive.error().message;
        };
        std::future<QString> other = std::async(std::launch::async, open);
        const QString mine = open();
        QCOMPARE(other.get() + mine, QString());
    }
}

void TestHistoryKeeper::theFileIsTheUsersAlone()
{
    QTemporaryDir dir;
    const QString path = dir.filePath(u"history/s.db"_s);
    const mode_t before = ::umask(0);
    {
        HistoryKeeper keeper(path);
        keeper.keep({{m_now, m_key, 1}});
        QTRY_VERIFY(QFile::exists(path + u"-wal"_s));
        for (const QString &file : {path, path + u"-wal"_s, path + u"-shm"_s}) {
            struct stat status{};
            QCOMPARE(::stat(QFile::encodeName(file).constData(), &status), 0);
            QCOMPARE(status.st_mode & 0777, 0600u);
        }
    }
    ::umask(before);
    struct stat status{};
    QCOMPARE(::stat(QFile::encodeName(QFileInfo(path).path()).constData(), &status), 0);
    QCOMPARE(status.st_mode & 0777, 0700u);
}

void TestHistoryKeeper::troubleIsToldAndEnds()
{
    QTemporaryDir dir;
    const QString path = dir.filePath(u"s.db"_s);
    std::signal(SIGXFSZ, SIG_IGN);
    rlimit before{};
    ::getrlimit(RLIMIT_FSIZE, &before);
    HistoryKeeper keeper(path);
    QSignalSpy trouble(&keeper, &HistoryKeeper::troubleChanged);
    keeper.keep({{m_now - 5000, m_key, 1}});
    Result<SampleArchive> reader = SampleArchive::open(path);
    QTRY_COMPARE_WITH_TIMEOUT(reader->read(m_key, 0, m_now)->size(), 1, 10'000);
    const rlimit limit{4096, before.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    keeper.keep({{m_now - 4000, m_key, 2}});
    QTRY_VERIFY_WITH_TIMEOUT(keeper.trouble(), 10'000);
    QVERIFY2(keeper.trouble()->message.contains(path), qPrintable(keeper.trouble()->message));
    keeper.keep({{m_now - 3000, m_key, 3}});
    QCOMPARE(trouble.size(), 1);
    ::setrlimit(RLIMIT_FSIZE, &before);
    QTRY_VERIFY_WITH_TIMEOUT(!keeper.trouble(), 20'000);
    QCOMPARE(trouble.size(), 2);
    QCOMPARE(*reader->read(m_key, 0, m_now),
             (QList<TimedValue>{{m_now - 5000, 1}, {m_now - 4000, 2}, {m_now - 3000, 3}}));
}

void TestHistoryKeeper::damagedFileIsMovedAside_data()
{
    QTest::addColumn<QString>("damage");
    QTest::newRow("another kind of file") << u"text"_s;
    QTest::newRow("overwritten in the middle") << u"middle"_s;
    QTest::newRow("cut") << u"cut"_s;
}

void TestHistoryKeeper::damagedFileIsMovedAside()
{
    QFETCH(QString, damage);
    QTemporaryDir dir;
    const QString path = dir.filePath(u"s.db"_s);
    {
        HistoryKeeper keeper(path);
        QList<Sample> samples;
        for (int i = 0; i < 20'000; ++i) // each far from the last: they do not become few bytes
            samples << Sample{m_now - 60'000 + i, m_key, std::sin(i)};
        keeper.keep(samples);
    }
    {
        Result<Database> all = Database::open(path); // out of what SQLite keeps beside it
        QVERIFY(all && all->execute("PRAGMA wal_checkpoint(TRUNCATE)"));
    }
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadWrite));
    QVERIFY(file.size() > 60'000);
    if (damage == u"cut"_s) {
        QVERIFY(file.resize(20'000));
    } else if (damage == u"text"_s) {
        QVERIFY(file.resize(0) && file.write("not a database, and longer than the header of one. ") > 0);
        QVERIFY(file.write(QByteArray(9000, 'x')) == 9000);
    } else {
        QVERIFY(file.seek(4096) && file.write(QByteArray(file.size() - 4096, 'x')) > 0);
    }
    file.close();
    const QByteArray damaged = [&] { return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray(); }();

    HistoryKeeper keeper(path);
    QSignalSpy told(&keeper, &HistoryKeeper::troubleChanged);
    QTRY_VERIFY_WITH_TIMEOUT(told.size() >= 1, 20'000);
    keeper.keep({{m_now, m_key, 7}});
    const QString aside = keeper.movedAside();
    QVERIFY2(aside.startsWith(path + u".damaged"_s), qPrintable(aside));
    QVERIFY(!keeper.trouble());
    QFile kept(aside);
    QVERIFY(kept.open(QIODevice::ReadOnly));
    QCOMPARE(kept.readAll(), damaged);
    Result<SampleArchive> reader = SampleArchive::open(path);
    QVERIFY(reader);
    QTRY_COMPARE_WITH_TIMEOUT(reader->read(m_key, m_now, m_now)->size(), 1, 10'000);
    QCOMPARE(told.size(), 1);
}

void TestHistoryKeeper::goesWhileItReads()
{
    QTemporaryDir dir;
    const QString path = dir.filePath(u"s.db"_s);
    for (int i = 0; i < 20; ++i) {
        HistoryKeeper keeper(path);
        keeper.keep({{m_now - 20'000 + i * 1000, m_key, double(i)}});
        QCoreApplication::processEvents();
    }
    HistoryKeeper keeper(dir.filePath(u"not/a/folder"_s));
    Result<SampleArchive> reader = SampleArchive::open(path);
    QVERIFY(reader->read(m_key, 0, m_now)); // some came before the file was open; none broke it
}

// Of a file that a window has open only what SQLite keeps beside it is new.
void TestHistoryKeeper::filesThatNobodyHasWatchedForAMonthGo()
{
    QTemporaryDir dir;
    const auto make = [&dir](const char *name, int days) {
        QFile file(dir.filePath(QLatin1String(name)));
        return file.open(QIODevice::WriteOnly) && file.write("x") == 1 && file.flush()
            && file.setFileTime(QDateTime::currentDateTime().addDays(-days), QFileDevice::FileModificationTime);
    };
    for (const auto &[name, days] : {std::pair{"old.db", 31}, {"old.db-wal", 31}, {"old.db-shm", 31}, {"open.db", 31},
                                     {"open.db-wal", 0}, {"late.db", 29}, {"late.db.damaged", 31}, {"mine.txt", 400}})
        QVERIFY(make(name, days));
    {
        HistoryKeeper keeper(dir.filePath(u"s.db"_s));
        QSignalSpy restored(&keeper, &HistoryKeeper::restored);
        QTRY_COMPARE(restored.size(), 1);
    }
    QStringList left = QDir(dir.path()).entryList(QDir::Files);
    left.removeIf([](const QString &name) { return name.startsWith(u"s.db"_s); });
    QCOMPARE(left, (QStringList{u"late.db"_s, u"mine.txt"_s, u"open.db"_s, u"open.db-wal"_s}));
}

void TestHistoryKeeper::filesAreByThePathOfTheDeployment()
{
    QVERIFY(historyFile(u"/h"_s, u"/a/ds v3.deployment.json"_s).startsWith(u"/h/ds_v3-"));
    QVERIFY(historyFile(u"/h"_s, u"/a/x.json"_s) != historyFile(u"/h"_s, u"/b/x.json"_s));
    QCOMPARE(historyFile(u"/h"_s, u"/a/./x.json"_s), historyFile(u"/h"_s, u"/a/x.json"_s));
}

QTEST_GUILESS_MAIN(TestHistoryKeeper)
#include "tst_historykeeper.moc"
