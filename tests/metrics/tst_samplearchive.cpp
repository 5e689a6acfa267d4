#include "core/store/samplearchive.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <csignal>
#include <sys/mount.h>
#include <sys/resource.h>

using namespace Qt::StringLiterals;

class TestSampleArchive : public QObject
{
    Q_OBJECT

private slots:
    void whatWasWrittenIsRead();
    void survivesBeingOpenedAgain();
    void manySamplesAreKept();
    void aReaderSeesWhatIsFlushed();
    void notADatabaseIsAnError();
    void oldSamplesCanBeForgotten();
    void archivingGoesOnAfterTheClockWentBack();
    void aClockThatWentBackWhileNobodyLookedIsNoticed();
    void aFullDiskLosesNothingThatWasWritten_data();
    void aFullDiskLosesNothingThatWasWritten();
    void whatWaitsForAFullDiskIsBounded();
    void filesOfTheFirstVersionGoOn();
    void olderSamplesBecomeMeans();
    void theOldestGoWhenItIsTooLarge();
    void everythingComesBackAsHistory();

private:
    const MetricKey m_key{u"node1"_s, u"0/0"_s, u"npu.aicore"_s};
};

void TestSampleArchive::whatWasWrittenIsRead()
{
    QTemporaryDir dir;
    Result<SampleArchive> archive = SampleArchive::open(dir.filePath(u"a/b/samples.db"_s));
    QVERIFY(bool(archive));
    const MetricKey other{u"node'2"_s, u"1/0"_s, u"npu.aicore"_s};
    QVERIFY(bool(archive->append({{1000, m_key, 5}, {2000, m_key}, {3000, m_key, 7.25}, {1000, other, 9}})));
    const Result<QList<TimedValue>> values = archive->read(m_key, 0, 2500);
    QVERIFY(bool(values));
    QCOMPARE(values->size(), 2);
    QCOMPARE(values->at(0), (TimedValue{1000, 5}));
    QVERIFY(std::isnan(values->at(1).value)); // asked and not reported
    QCOMPARE(*archive->keys(), (QList<MetricKey>{other, m_key}));
    QVERIFY(archive->read({u"x"_s, {}, {}}, 0, 9999)->isEmpty());
}

void TestSampleArchive::survivesBeingOpenedAgain()
{
    QTemporaryDir dir;
    const QString path = dir.filePath(u"s.db"_s);
    {
        Result<SampleArchive> archive = SampleArchive::open(path);
        QVERIFY(bool(archive->append({{1000, m_key, 5}})));
    } // written although nobody flushed
    Result<SampleArchive> archive = SampleArchive::open(path);
    QVERIFY(bool(archive->append({{2000, m_key, 6}})));
    QCOMPARE(archive->read(m_key, 0, 9999)->size(), 2);
}

void TestSampleArchive::manySamplesAreKept()
{
    QTemporaryDir dir;
    Result<SampleArchive> archive = SampleArchive::open(dir.filePath(u"s.db"_s));
    QList<Sample> tick;
    for (int second = 0; second < 100; ++second) { // 32 chips, 8 metrics, 100 s
        tick.clear();
        for (int series = 0; series < 256; ++series)
            tick << Sample{second * 1000,
                           {u"node1"_s, u"%1/0"_s.arg(series / 8), u"m%1"_s.arg(series % 8)},
                           double(series)};
        QVERIFY(bool(archive->append(tick)));
    }
    QVERIFY(bool(archive->flush()));
    for (int series = 0; series < 256; ++series) {
        const auto kept = archive->read({u"node1"_s, u"%1/0"_s.arg(series / 8), u"m%1"_s.arg(series % 8)}, 0, 100'000);
        QVERIFY(kept);
        QCOMPARE(kept->size(), 100);
        QCOMPARE(kept->last().value, double(series));
    }
}

void TestSampleArchive::aReaderSeesWhatIsFlushed()
{
    QTemporaryDir dir;
    const QString path = dir.filePath(u"s.db"_s);
    Result<SampleArchive> writer = SampleArchive::open(path), reader = SampleArchive::open(path);
    QVERIFY(bool(writer->append({{1000, m_key, 5}})));
    QVERIFY(reader->read(m_key, 0, 9999)->isEmpty());
    QVERIFY(bool(writer->flush()));
    QCOMPARE(reader->read(m_key, 0, 9999)->size(), 1);
}

void TestSampleArchive::notADatabaseIsAnError()
{
    QTemporaryDir dir;
    const QString path = dir.filePath(u"s.db"_s);
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray(5000, 'x'));
    file.close();
    const Result<SampleArchive> archive = SampleArchive::open(path);
    QVERIFY(!archive);
    QCOMPARE(archive.error().kind, ErrorKind::Storage);
    QVERIFY(archive.error().message.contains(path));
}

void TestSampleArchive::oldSamplesCanBeForgotten()
{
    QTemporaryDir dir;
    Result<SampleArchive> archive = SampleArchive::open(dir.filePath(u"s.db"_s));
    QVERIFY(bool(archive->append({{1000, m_key, 5}, {2000, m_key, 6}})));
    QVERIFY(bool(archive->forgetBefore(2000)));
    QCOMPARE(*archive->read(m_key, 0, 9999), (QList<TimedValue>{{2000, 6}}));
}

void TestSampleArchive::archivingGoesOnAfterTheClockWentBack()
{
    QTemporaryDir dir;
    const QString path = dir.filePath(u"s.db"_s);
    Result<SampleArchive> archive = SampleArchive::open(path), reader = SampleArchive::open(path);
    constexpr qint64 hour = 3600'000;
    QVERIFY(bool(archive->append({{hour, m_key, 1}, {hour + 1000, m_key, 2}})));
    QVERIFY(bool(archive->flush()));
    // An hour back, a sample a second as the clock then shows it, one of them at a time that is there already.
    QVERIFY(bool(archive->append({{1000, m_key, 3}})));
    QTRY_COMPARE_WITH_TIMEOUT((void(archive->append({})), reader->read(m_key, 0, hour - 1)->size()), 1, 10'000);
    QVERIFY(bool(archive->append({{hour, m_key, 4}})));
    QVERIFY(bool(archive->flush()));
    QCOMPARE(archive->turn(), 1);
    // as it happened
    QCOMPARE(*reader->read(m_key, 0, 2 * hour), (QList<TimedValue>{{hour, 1}, {hour + 1000, 2}, {1000, 3}, {hour, 4}}));
}

void TestSampleArchive::aClockThatWentBackWhileNobodyLookedIsNoticed()
{
    QTemporaryDir dir;
    const QString path = dir.filePath(u"s.db"_s);
    constexpr qint64 hour = 3600'000;
    (void)SampleArchive::open(path)->append({{hour, m_key, 1}});
    Result<SampleArchive> archive = SampleArchive::open(path);
    // another program's lead: no turn
    QVERIFY(bool(archive->append({{hour - 5000, {u"node2"_s, u"0/0"_s, u"m"_s}, 1}})));
    QVERIFY(bool(archive->flush()));
    QCOMPARE(archive->turn(), 0);
    Result<SampleArchive> later = SampleArchive::open(path);
    QVERIFY(bool(later->append({{1000, m_key, 2}})));
    QVERIFY(bool(later->flush()));
    QCOMPARE(later->turn(), 1);
    QVERIFY(bool(archive->append({{1200, m_key, 3}}))); // the other one follows
    QVERIFY(bool(archive->flush()));
    QCOMPARE(archive->turn(), 1);
    QCOMPARE(*later->read(m_key, 0, 2 * hour), (QList<TimedValue>{{hour, 1}, {1000, 2}, {1200, 3}}));
}

namespace {

// Room for a file to grow, and none: by the limit on file sizes, or a small file system of its own.
class SmallDisk
{
public:
    explicit SmallDisk(bool isFileSystem) : m_isFileSystem(isFileSystem)
    {
        if (isFileSystem) {
            m_isMounted = ::mount("tmpfs", QFile::encodeName(m_dir.path()).constData(), "tmpfs", 0, "size=200k") == 0;
        } else {
            std::signal(SIGXFSZ, SIG_IGN);
            ::getrlimit(RLIMIT_FSIZE, &m_before);
        }
    }
    ~SmallDisk()
    {
        makeRoom();
        if (m_isMounted)
            ::umount2(QFile::encodeName(m_dir.path()).constData(), MNT_DETACH);
    }
    bool isThere() const { return !m_isFileSystem || m_isMounted; }
    QString path(const QString &name) const { return m_dir.filePath(name); }
    void fill()
    {
        if (!m_isFileSystem) {
            const rlimit limit{150'000, m_before.rlim_max};
            ::setrlimit(RLIMIT_FSIZE, &limit);
            return;
        }
        QFile file(path(u"filling"_s));
        QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Unbuffered));
        while (file.write(QByteArray(4096, 'x')) == 4096) { }
    }
    void makeRoom()
    {
        if (m_isFileSystem)
            QFile::remove(path(u"filling"_s));
        else
            ::setrlimit(RLIMIT_FSIZE, &m_before);
    }

private:
    QTemporaryDir m_dir;
    bool m_isFileSystem, m_isMounted = false;
    rlimit m_before{};
};

} // namespace

void TestSampleArchive::aFullDiskLosesNothingThatWasWritten_data()
{
    QTest::addColumn<bool>("isFileSystem");
    QTest::newRow("files may not grow") << false;
    QTest::newRow("a full file system") << true;
}

void TestSampleArchive::aFullDiskLosesNothingThatWasWritten()
{
    QFETCH(bool, isFileSystem);
    SmallDisk disk(isFileSystem);
    if (!disk.isThere())
        QSKIP("file systems cannot be mounted here");
    const QString path = disk.path(u"s.db"_s);
    Result<SampleArchive> archive = SampleArchive::open(path);
    QVERIFY(bool(archive));
    QVERIFY(bool(archive->append({{1000, m_key, 1}})));
    QVERIFY(bool(archive->flush()));
    disk.fill();
    int failures = 0;
    qint64 time = 1000;
    while (failures == 0 && time < 100'000'000) { // more and more, until it does not fit
        QList<Sample> some;
        for (int i = 0; i < 500; ++i)
            some << Sample{time += 1000, m_key, double(time)};
        (void)archive->append(some);
        failures += archive->flush() ? 0 : 1;
    }
    QCOMPARE(failures, 1);
    QVERIFY(archive->isBehind());
    const qsizetype waiting = archive->waiting();
    QVERIFY(waiting > 0);
    QVERIFY(bool(archive->append({{time += 1000, m_key, double(time)}}))); // not tried again with every sample
    QCOMPARE(archive->waiting(), waiting + 1);
    if (isFileSystem) // more than was there before: what waits fits, the filling was most of it
        QVERIFY(QFile::exists(disk.path(u"filling"_s)));
    disk.makeRoom();
    QTRY_VERIFY_WITH_TIMEOUT((void(archive->append({})), archive->waiting() == 0), 10'000);
    QVERIFY(!archive->isBehind());
    QCOMPARE(archive->lost(), 0);
    QCOMPARE(archive->read(m_key, 0, time)->size(), time / 1000); // each of them
    Result<Database> file = Database::open(path);
    QCOMPARE(*file->number("SELECT count(*) FROM pragma_integrity_check() WHERE integrity_check <> 'ok'"), 0);
}

void TestSampleArchive::whatWaitsForAFullDiskIsBounded()
{
    SmallDisk disk(false);
    Result<SampleArchive> archive = SampleArchive::open(disk.path(u"s.db"_s));
    disk.fill();
    QList<Sample> many;
    for (int i = 0; i < 150'000; ++i)
        many << Sample{i * 1000, m_key, 1};
    QVERIFY(!archive->append(many));
    for (Sample &sample : many)
        sample.timeMs += 150'000'000;
    (void)archive->append(many);         // an error again where its pause is over
    QCOMPARE(archive->waiting(), 200'000);
    QCOMPARE(archive->lost(), 100'000); // and it says so
    disk.makeRoom();
    QTRY_VERIFY_WITH_TIMEOUT((void(archive->append({})), archive->waiting() == 0), 30'000);
    const Result<QList<TimedValue>> kept = archive->read(m_key, 0, 300'000'000);
    QVERIFY(kept);
    QCOMPARE(kept->first().timeMs, 100'000'000); // the oldest went
    QCOMPARE(kept->last().timeMs, 299'999'000);
}

void TestSampleArchive::filesOfTheFirstVersionGoOn()
{
    QTemporaryDir dir;
    const QString path = dir.filePath(u"s.db"_s);
    {
        Result<Database> old = Database::open(path);
        QVERIFY(bool(old->execute("CREATE TABLE series(id INTEGER PRIMARY KEY, node TEXT NOT NULL, device TEXT NOT "
                                  "NULL, metric TEXT NOT NULL, UNIQUE(node, device, metric));"
                                  "CREATE TABLE samples(series INTEGER NOT NULL REFERENCES series(id), time INTEGER "
                                  "NOT NULL, value REAL, PRIMARY KEY(series, time)) WITHOUT ROWID;"
                                  "INSERT INTO series VALUES(7, 'node1', '0/0', 'npu.aicore'); INSERT INTO samples "
                                  "VALUES(7, 1000, 5), (7, 2000, NULL); PRAGMA user_version=1")));
    }
    Result<SampleArchive> archive = SampleArchive::open(path);
    QVERIFY2(bool(archive), archive ? "" : qPrintable(archive.error().message));
    QVERIFY(bool(archive->append({{3000, m_key, 6}})));
    const Result<QList<TimedValue>> values = archive->read(m_key, 0, 9999);
    QCOMPARE(values->size(), 3);
    QCOMPARE(values->at(0), (TimedValue{1000, 5}));
    QVERIFY(std::isnan(values->at(1).value));
}

void TestSampleArchive::olderSamplesBecomeMeans()
{
    QTemporaryDir dir;
    Result<SampleArchive> archive = SampleArchive::open(dir.filePath(u"s.db"_s));
    constexpr double missing = std::numeric_limits<double>::quiet_NaN();
    QVERIFY(bool(archive->append({{60'000, m_key, 1},
                                  {69'000, m_key, 3},
                                  {70'000, m_key, missing},
                                  {75'000, m_key, missing},
                                  {81'000, m_key, 8},
                                  {130'000, m_key, 9}})));
    for (int again = 0; again < 2; ++again) {
        QVERIFY(bool(archive->thin(125'000, 10'000, {})));
        const auto values = *archive->read(m_key, 0, 200'000);
        QCOMPARE(values.size(), 4);
        QCOMPARE(values[0], (TimedValue{65'000, 2}));
        QCOMPARE(values[1].timeMs, 75'000);
        QVERIFY(std::isnan(values[1].value)); // nothing but gaps stays a gap
        QCOMPARE(values[2], (TimedValue{85'000, 8}));
        QCOMPARE(values[3], (TimedValue{130'000, 9}));
    }
}

void TestSampleArchive::theOldestGoWhenItIsTooLarge()
{
    QTemporaryDir dir;
    Result<SampleArchive> archive = SampleArchive::open(dir.filePath(u"s.db"_s));
    QList<Sample> many;
    for (int i = 0; i < 50'000; ++i)
        many << Sample{i * 1000, m_key, i + 0.5};
    QVERIFY(bool(archive->append(many)));
    QVERIFY(bool(archive->shrinkTo(500'000)));
    const auto values = *archive->read(m_key, 0, 50'000'000);
    QVERIFY2(values.size() > 10'000 && values.size() < 30'000, qPrintable(QString::number(values.size())));
    QCOMPARE(values.last().value, 49'999.5);
}

void TestSampleArchive::everythingComesBackAsHistory()
{
    QTemporaryDir dir;
    Result<SampleArchive> archive = SampleArchive::open(dir.filePath(u"s.db"_s));
    const MetricKey other{u"node2"_s, u"1/0"_s, u"npu.power"_s};
    QVERIFY(bool(archive->append({{1000, m_key, 1}, {60'000, m_key, 2}, {60'000, other, 3}, {61'000, m_key, 4}})));
    QVERIFY(bool(archive->append({{50'000, m_key, 5}}))); // the clock was set back
    const Result<MetricHistory> history = archive->history(2000, {});
    QVERIFY(bool(history));
    QCOMPARE(history->keys(), QList<MetricKey>{m_key}); // nothing at times to come
    QCOMPARE(history->window(m_key, 0, 99'000), (QList<TimedValue>{{50'000, 5}}));
    std::stop_source stopped;
    stopped.request_stop();
    QCOMPARE(archive->history(0, stopped.get_token()).error().kind, ErrorKind::Canceled);
}

QTEST_GUILESS_MAIN(TestSampleArchive)
#include "tst_samplearchive.moc"
