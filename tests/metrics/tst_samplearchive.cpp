#include "core/store/samplearchive.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <csignal>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <limits>

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
    void archivingGoesOnAfterTheClockWentBack();
    void aClockThatWentBackWhileNobodyLookedIsNoticed();
    void aFullDiskLosesNothingThatWasWritten_data();
    void aFullDiskLosesNothingThatWasWritten();
    void aFullDiskIsToldAsOne();
    void aDiskWithTooLittleRoomIsToldHowMuch();
    void whatWaitsForAFullDiskIsBounded();
    void filesOfTheFirstVersionGoOn();
    void filesOfTheSecondVersionGoOn();
    void nothingIsLostByBecomingBlocks();
    void rollupsAreOfWhatCame();
    void olderSamplesBecomeMeans();
    void whatComesLateIsRolledUp();
    void isWholeAfterBeingKilled();
    void aSampleTakesTwoBytes();
    void aDamagedBlockIsTold();
    void somebodyElsesDatabaseIsLeftAlone_data();
    void somebodyElsesDatabaseIsLeftAlone();
    void aFileWithNoSamplesYetIsOurs();
    void whatIsSimulatedIsSaid();
    void theOldestGoWhenItIsTooLarge();
    void everythingComesBackAsHistory();
    void weeksComeBackAsHistory();

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
    explicit SmallDisk(bool isFileSystem, const char *size = "size=800k") : m_isFileSystem(isFileSystem)
    {
        if (isFileSystem) {
            m_isMounted = ::mount("tmpfs", QFile::encodeName(m_dir.path()).constData(), "tmpfs", 0, size) == 0;
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
            const rlimit limit{600'000, m_before.rlim_max};
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

void TestSampleArchive::aFullDiskIsToldAsOne()
{
    SmallDisk disk(true);
    if (!disk.isThere())
        QSKIP("file systems cannot be mounted here");
    const QString there = disk.path(u"there.db"_s);
    QVERIFY(bool(SampleArchive::open(there)));
    disk.fill();
    for (const QString &path : {there, disk.path(u"new.db"_s)}) {
        const Result<SampleArchive> archive = SampleArchive::open(path);
        QVERIFY(!archive);
        QCOMPARE(archive.error().message, u"The database %1 cannot be used: its disk is full."_s.arg(path));
    }
}

// And what is left behind there can be read: it holds nothing, which needs no room.
void TestSampleArchive::aDiskWithTooLittleRoomIsToldHowMuch()
{
    SmallDisk disk(true, "size=164k");
    if (!disk.isThere())
        QSKIP("file systems cannot be mounted here");
    const QString path = disk.path(u"s.db"_s);
    for (int i = 0; i < 2; ++i) {
        const Result<SampleArchive> archive = SampleArchive::open(path);
        QVERIFY(!archive);
        const QString said = archive.error().message;
        QVERIFY2(said.contains(u"its disk has too little room, 148 KiB are free and a new one takes some 400 KiB"_s),
                 qPrintable(said));
    }
    const Result<SampleArchive> read = SampleArchive::openToRead(path);
    QVERIFY(!read);
    QCOMPARE(read.error().message, u"%1 holds no samples that can be read."_s.arg(path));
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
    QCOMPARE(archive->waiting(), 150'000);
    (void)archive->append({{149'999'500, m_key, std::numeric_limits<double>::quiet_NaN()}});
    QCOMPARE(archive->waiting(), 150'000); // a gap is no sample
    for (Sample &sample : many)
        sample.timeMs += 150'000'000;
    (void)archive->append(many);         // an error again where its pause is over
    QCOMPARE(archive->waiting(), 199'999);
    QCOMPARE(archive->lost(), 100'001); // and it says so
    disk.makeRoom();
    QTRY_VERIFY_WITH_TIMEOUT((void(archive->append({})), archive->waiting() == 0), 30'000);
    const Result<QList<TimedValue>> kept = archive->read(m_key, 0, 300'000'000);
    QVERIFY(kept);
    QCOMPARE(kept->first().timeMs, 100'001'000); // the oldest went
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

void TestSampleArchive::filesOfTheSecondVersionGoOn()
{
    QTemporaryDir dir;
    const QString path = dir.filePath(u"s.db"_s);
    {
        Result<Database> old = Database::open(path);
        QVERIFY(bool(old->execute(
            "CREATE TABLE series(id INTEGER PRIMARY KEY, node TEXT NOT NULL, device TEXT NOT NULL, metric TEXT NOT "
            "NULL, UNIQUE(node, device, metric));"
            "CREATE TABLE clock(turn INTEGER PRIMARY KEY, was INTEGER, now INTEGER, thinned INTEGER NOT NULL DEFAULT "
            "0);"
            "CREATE TABLE samples(turn INTEGER NOT NULL, time INTEGER NOT NULL, series INTEGER NOT NULL REFERENCES "
            "series(id), value REAL, PRIMARY KEY(turn, time, series)) WITHOUT ROWID;"
            "INSERT INTO series VALUES(1, 'node1', '0/0', 'npu.aicore'), (2, 'node1', '0/0', 'npu.power');"
            "INSERT INTO clock(turn, was, now) VALUES(0, NULL, NULL), (1, 20000000, 7000);"
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)"
            " INSERT INTO samples SELECT 0, i * 1000, 1 + i % 2, i / 2.0 FROM n;"
            "INSERT INTO samples VALUES(1, 7000, 1, 5), (1, 8000, 1, NULL);"
            "PRAGMA user_version=2")));
    }
    for (int again = 0; again < 2; ++again) {
        Result<SampleArchive> archive = SampleArchive::open(path);
        QVERIFY2(bool(archive), archive ? "" : qPrintable(archive.error().message));
        if (again == 0)
            QVERIFY(bool(archive->append({{9000, m_key, 6}})));
        const QList<TimedValue> values = *archive->read(m_key, 0, 99'000'000);
        QCOMPARE(values.size(), 10'000 + 3);
        QCOMPARE(values[0], (TimedValue{2000, 1}));
        QCOMPARE(values[9999], (TimedValue{20'000'000, 10'000}));
        QCOMPARE(values[10'000], (TimedValue{7000, 5}));
        QVERIFY(std::isnan(values[10'001].value));
        QCOMPARE(values[10'002], (TimedValue{9000, 6}));
        QCOMPARE(archive->turn(), 1);
        QCOMPARE(*archive->span(), (std::pair<qint64, qint64>{1000, 20'000'000}));
        QVERIFY(*archive->isSound());
    }
}

namespace {

constexpr qint64 minute = 60'000, hour = 60 * minute, day = 24 * hour;
constexpr qint64 begin = 1'764'201'600'000; // a day begins (UTC)

double valueAt(qint64 timeMs) { return double(timeMs / 1000 * 7919 % 971) / 10; }

// A sample each `step`, with an hour's hole, in one archive.
void fill(SampleArchive &archive, const MetricKey &key, qint64 fromMs, qint64 toMs, qint64 step)
{
    QList<Sample> samples;
    for (qint64 at = fromMs; at < toMs; at += step) {
        if (at / hour % 24 == 5)
            continue;
        samples << Sample{at, key, valueAt(at)};
        if (samples.size() == 3000) {
            QVERIFY(bool(archive.append(std::exchange(samples, {}))));
            QVERIFY(bool(archive.flush()));
        }
    }
    QVERIFY(bool(archive.append(samples)));
    QVERIFY(bool(archive.flush()));
}

} // namespace

void TestSampleArchive::nothingIsLostByBecomingBlocks()
{
    QTemporaryDir dir;
    const QString path = dir.filePath(u"s.db"_s);
    Result<SampleArchive> archive = SampleArchive::open(path);
    fill(*archive, m_key, begin, begin + 30 * hour, 1000);
    for (int again = 0; again < 2; ++again) {
        const QList<TimedValue> all = *archive->read(m_key, 0, begin + 99 * hour);
        QCOMPARE(all.size(), (30 - 2) * 3600);
        qint64 at = begin;
        for (const TimedValue &value : all) {
            if (at / hour % 24 == 5)
                at += hour;
            QCOMPARE(value, (TimedValue{at, valueAt(at)}));
            at += 1000;
        }
        QCOMPARE(archive->read(m_key, begin + 601'000, begin + 1'210'000)->size(), 610);
        archive = SampleArchive::open(path); // and once more in another program
    }
    Result<Database> file = Database::open(path);
    QCOMPARE(*file->number("SELECT count(*) FROM blocks WHERE level = 0"), 28 * 6 - 1);
    QVERIFY(*file->number("SELECT sum(count) FROM journal") < 700); // the 10 minutes that are not over
}

void TestSampleArchive::rollupsAreOfWhatCame()
{
    QTemporaryDir dir;
    Result<SampleArchive> archive = SampleArchive::open(dir.filePath(u"s.db"_s));
    fill(*archive, m_key, begin, begin + 50 * hour, 2000);
    for (int level = 1; level < SampleLevels::count; ++level) {
        const qint64 step = SampleLevels::stepMs[level];
        const QList<Rollup> rollups = *archive->rollups(m_key, level, 0, begin + 99 * hour);
        // each hour that is whole, of its 6 hours, of its day
        const qint64 hours = (level == 1 ? 49 : 48) - 2;
        QCOMPARE(rollups.size(), hours * hour / step);
        for (const Rollup &rollup : rollups) {
            double least = 1e9, most = -1e9, sum = 0;
            qint64 count = 0;
            for (qint64 at = rollup.startMs; at < rollup.startMs + step; at += 2000, ++count) {
                least = std::min(least, valueAt(at));
                most = std::max(most, valueAt(at));
                sum += valueAt(at);
            }
            QCOMPARE(rollup.count, count);
            QCOMPARE(rollup.least, least);
            QCOMPARE(rollup.most, most);
            // where the least and the most happen to be whole, it has one digit, at each level
            QVERIFY2(std::abs(rollup.mean - sum / double(count)) <= 0.051 * level,
                     qPrintable(u"%1 %2"_s.arg(rollup.mean).arg(sum / double(count))));
        }
    }
}

void TestSampleArchive::olderSamplesBecomeMeans()
{
    QTemporaryDir dir;
    Result<SampleArchive> archive = SampleArchive::open(dir.filePath(u"s.db"_s));
    const qint64 empty = *archive->usedBytes();
    fill(*archive, m_key, begin, begin + 50 * hour, 1000);
    const qint64 before = *archive->usedBytes() - empty;
    for (int again = 0; again < 2; ++again) {
        QVERIFY(bool(archive->forgetOld(begin + 50 * hour, {2 * hour, 30 * hour, 400 * day, 400 * day})));
        // 24 hours of 1 min, to 48 of 10 s, then samples
        const QList<TimedValue> values = *archive->read(m_key, 0, begin + 99 * hour);
        QVERIFY(std::is_sorted(values.cbegin(), values.cend(),
                               [](const TimedValue &a, const TimedValue &b) { return a.timeMs < b.timeMs; }));
        QCOMPARE(values.size(), (18 - 1) * 60 + (30 - 1) * 360 + 2 * 3600);
        QCOMPARE(values[0].timeMs, begin + minute / 2);
        double sum = 0;
        for (qint64 at = begin; at < begin + minute; at += 1000)
            sum += valueAt(at);
        QVERIFY(std::abs(values[0].value - sum / 60) <= 0.11);
        QCOMPARE(values.last(), (TimedValue{begin + 50 * hour - 1000, valueAt(begin + 50 * hour - 1000)}));
        // a time that begins in the middle of a step, and one in the middle of the finer ones
        QCOMPARE(archive->read(m_key, begin + minute, begin + 3 * minute)->size(), 2);
        QCOMPARE(archive->read(m_key, begin + 20 * hour, begin + 20 * hour + 59'999)->size(), 6);
    }
    QVERIFY(*archive->usedBytes() - empty < before / 3);
    // In the end nothing is left but what is not in roll-ups of a day that is over.
    QVERIFY(bool(archive->forgetOld(begin + 900 * day, {1, 1, 1, 1})));
    const std::pair<qint64, qint64> span = *archive->span();
    QCOMPARE(span.first, begin + 48 * hour);
    QCOMPARE(archive->read(m_key, 0, begin + 48 * hour - 1)->size(), 0);
    QVERIFY(bool(archive->append({{begin + 60 * hour, m_key, 5}})));
    QCOMPARE(archive->read(m_key, begin + 60 * hour, begin + 61 * hour)->size(), 1);
}

void TestSampleArchive::whatComesLateIsRolledUp()
{
    QTemporaryDir dir;
    const QString path = dir.filePath(u"s.db"_s);
    const MetricKey other{u"node2"_s, u"0/0"_s, u"npu.aicore"_s};
    Result<SampleArchive> archive = SampleArchive::open(path), late = SampleArchive::open(path);
    QList<Sample> held;
    for (qint64 at = begin; at < begin + 3 * hour; at += 1000)
        held << Sample{at, other, 4};
    QVERIFY(bool(late->append({held.takeFirst()})));
    QVERIFY(bool(late->flush()));
    fill(*archive, m_key, begin, begin + 3 * hour, 1000);
    QVERIFY(bool(late->append(held)));   // its disk was full for so long
    QVERIFY(bool(late->flush()));
    QVERIFY(bool(archive->append({{begin + 3 * hour + 11 * minute, m_key, 1}})));
    QVERIFY(bool(archive->flush()));
    for (const MetricKey &key : {m_key, other}) {
        QCOMPARE(archive->read(key, 0, begin + 3 * hour - 1)->size(), 3 * 3600);
        const QList<Rollup> rollups = *archive->rollups(key, 1, 0, begin + 4 * hour);
        QCOMPARE(rollups.size(), 3 * 360);
        for (const Rollup &rollup : rollups)
            QCOMPARE(rollup.count, 10);
    }
    QCOMPARE(archive->turn(), 0);
}

// A program that is killed at any moment, over and over: what it had written stands there once.
void TestSampleArchive::isWholeAfterBeingKilled()
{
    QTemporaryDir dir;
    const QString path = dir.filePath(u"s.db"_s);
    qint64 from = begin;
    int kills = 0;
    for (int round = 0; round < 30; ++round) {
        int pipes[2];
        QCOMPARE(::pipe(pipes), 0);
        const pid_t child = ::fork();
        if (child == 0) {                // ten minutes in each batch: blocks and roll-ups all the time
            Result<SampleArchive> archive = SampleArchive::open(path);
            for (qint64 at = from; archive;) {
                QList<Sample> samples;
                for (int i = 0; i < 600; ++i, at += 1000)
                    samples << Sample{at, m_key, valueAt(at)};
                if (!archive->append(samples) || !archive->flush())
                    break;
                (void)!::write(pipes[1], &at, sizeof at);
            }
            ::_exit(1);
        }
        ::close(pipes[1]);
        ::usleep(useconds_t(5'000 + round * 1'700));
        ::kill(child, SIGKILL);
        int status = 0;
        ::waitpid(child, &status, 0);
        kills += WIFSIGNALED(status) ? 1 : 0;
        qint64 told = from;
        for (qint64 at = 0; ::read(pipes[0], &at, sizeof at) == sizeof at;)
            told = at;
        ::close(pipes[0]);
        Result<SampleArchive> archive = SampleArchive::open(path);
        QVERIFY2(bool(archive), archive ? "" : qPrintable(archive.error().message));
        const QList<TimedValue> values = *archive->read(m_key, 0, begin + 400 * day);
        from = begin + values.size() * 1000;
        QVERIFY2(from == told || from == told + 600'000, qPrintable(QString::number(from - told)));
        for (qsizetype i = 0; i < values.size(); ++i)
            QCOMPARE(values[i], (TimedValue{begin + i * 1000, valueAt(begin + i * 1000)}));
        QVERIFY(*archive->isSound());
    }
    QCOMPARE(kills, 30);
    QVERIFY(from > begin + 2 * hour);    // it came to that
    Result<SampleArchive> archive = SampleArchive::open(path);
    for (const Rollup &rollup : *archive->rollups(m_key, 1, 0, from))
        QCOMPARE(rollup.count, 10);
}

void TestSampleArchive::aSampleTakesTwoBytes()
{
    QTemporaryDir dir;
    Result<SampleArchive> archive = SampleArchive::open(dir.filePath(u"s.db"_s));
    const qint64 empty = *archive->usedBytes();
    qint64 count = 0;
    for (int second = 0; second < 4 * 3600; ++second) { // four chips, eight metrics
        QList<Sample> tick;
        const qint64 at = begin + second * 1000 + second * 7919 % 13; // a reading takes its time
        for (int series = 0; series < 32; ++series) {
            const int n = int((second * 31LL + series * 17) * 7919 % 1009);
            const double values[] = {80.0 + n % 11, 61'000.0 + second / 60, 50.0 + n % 3, (3000 + n % 160) / 10.0,
                                     0, 95.0, 1800, double(n % 2)};
            tick << Sample{at, {u"node1"_s, u"%1/0"_s.arg(series / 8), u"m%1"_s.arg(series % 8)}, values[series % 8]};
        }
        count += tick.size();
        QVERIFY(bool(archive->append(tick)));
    }
    QVERIFY(bool(archive->append({{begin + 4 * hour + 31'000, m_key, 1}})));
    QVERIFY(bool(archive->flush()));     // all in blocks and in roll-ups
    const double bytes = double(*archive->usedBytes() - empty) / double(count);
    QVERIFY2(bytes <= 2, qPrintable(QString::number(bytes)));
}

void TestSampleArchive::somebodyElsesDatabaseIsLeftAlone_data()
{
    QTest::addColumn<QByteArray>("sql");
    QTest::newRow("tables") << QByteArray("CREATE TABLE orders(id INTEGER, what TEXT)");
    QTest::newRow("a series of its own") << QByteArray("CREATE TABLE series(title TEXT, season INTEGER)");
    QTest::newRow("events of its own") << QByteArray("CREATE TABLE events(id INTEGER, text TEXT)");
    QTest::newRow("a version") << QByteArray("CREATE TABLE orders(id INTEGER); PRAGMA user_version=7");
    QTest::newRow("our version") << QByteArray("CREATE TABLE orders(id INTEGER); PRAGMA user_version=3");
}

void TestSampleArchive::somebodyElsesDatabaseIsLeftAlone()
{
    QFETCH(QByteArray, sql);
    QTemporaryDir dir;
    const QString path = dir.filePath(u"other.db"_s);
    {
        Result<Database> other = Database::open(path);
        QVERIFY(other && other->execute(sql.constData()) && other->execute("PRAGMA journal_mode=DELETE"));
    }
    const auto content = [&path] {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    };
    const QByteArray before = content();
    for (const auto open : {&SampleArchive::open, &SampleArchive::openToRead, &SampleArchive::openToLook}) {
        const Result<SampleArchive> archive = open(path);
        QVERIFY(!archive);
        QVERIFY2(archive.error().message.contains(u"database of another program"_s),
                 qPrintable(archive.error().message));
        QVERIFY(content() == before);
        QCOMPARE(QDir(dir.path()).entryList(QDir::Files), QStringList(u"other.db"_s));
    }
    // Also while its tables stand in its log alone.
    Result<Database> open = Database::open(dir.filePath(u"open.db"_s));
    QVERIFY(open && open->execute(sql.constData()));
    QVERIFY(!SampleArchive::open(open->path()));
}

// The window may note an event or an alert before the first sample comes.
void TestSampleArchive::aFileWithNoSamplesYetIsOurs()
{
    QTemporaryDir dir;
    const QString path = dir.filePath(u"s.db"_s);
    QVERIFY(bool(Database::open(path)->execute(
        "CREATE TABLE events(time INTEGER NOT NULL, kind TEXT NOT NULL, outcome TEXT NOT NULL, words TEXT NOT NULL)")));
    const Result<SampleArchive> archive = SampleArchive::open(path);
    QVERIFY2(archive, archive ? "" : qPrintable(archive.error().message));
}

void TestSampleArchive::aDamagedBlockIsTold()
{
    QTemporaryDir dir;
    const QString path = dir.filePath(u"s.db"_s);
    Result<SampleArchive> archive = SampleArchive::open(path);
    fill(*archive, m_key, begin, begin + 2 * hour, 1000);
    QVERIFY(*archive->isSound());
    Result<Database> file = Database::open(path);
    const auto damage = [&](const char *sql) {
        return bool(file->execute(sql));
    };
    QVERIFY(damage("UPDATE blocks SET body = zeroblob(length(body)) WHERE start = (SELECT min(start) FROM blocks)"));
    QVERIFY(!*archive->isSound());
    const auto read = archive->read(m_key, begin, begin + hour);
    QVERIFY(!read && read.error().facts.contains(u"damaged"_s));
    QVERIFY(read.error().message.contains(path));
    QVERIFY(damage("DELETE FROM blocks"));
    QVERIFY(*archive->isSound());
    QVERIFY(damage("UPDATE journal SET body = 'xxxxxxxxx'"));
    QVERIFY(!*archive->isSound());
    Result<SampleArchive> other = SampleArchive::open(path);
    QVERIFY(!other->read(m_key, begin, begin + hour));
}

void TestSampleArchive::whatIsSimulatedIsSaid()
{
    QTemporaryDir dir;
    const QString path = dir.filePath(u"s.db"_s);
    Result<SampleArchive> archive = SampleArchive::open(path);
    QVERIFY(!*archive->isSimulated());
    QVERIFY(bool(archive->noteSimulated()) && bool(archive->noteSimulated()));
    QVERIFY(*SampleArchive::open(path)->isSimulated());
}

void TestSampleArchive::theOldestGoWhenItIsTooLarge()
{
    QTemporaryDir dir;
    Result<SampleArchive> archive = SampleArchive::open(dir.filePath(u"s.db"_s));
    const qint64 empty = *archive->usedBytes();
    fill(*archive, m_key, begin, begin + 60 * hour, 1000);
    QVERIFY(*archive->usedBytes() - empty > 400'000);
    QVERIFY(bool(archive->shrinkTo(empty + 300'000)));
    QVERIFY(*archive->usedBytes() - empty <= 300'000);
    const auto values = *archive->read(m_key, 0, begin + 99 * hour);
    QCOMPARE(values.first().timeMs, begin + 5000); // a mean of 10 s now
    QCOMPARE(values.last().timeMs, begin + 60 * hour - 1000);
    // the newest stay as they are
    QCOMPARE(archive->read(m_key, begin + 55 * hour, begin + 56 * hour - 1)->size(), 3600);
    QVERIFY(bool(archive->shrinkTo(0))); // ends, and keeps what is not in roll-ups yet
    QVERIFY(archive->read(m_key, begin + 59 * hour, begin + 60 * hour)->size() >= 3000);
}

void TestSampleArchive::everythingComesBackAsHistory()
{
    QTemporaryDir dir;
    Result<SampleArchive> archive = SampleArchive::open(dir.filePath(u"s.db"_s));
    const MetricKey other{u"node2"_s, u"1/0"_s, u"npu.power"_s};
    QVERIFY(bool(archive->append({{1000, m_key, 1}, {60'000, m_key, 2}, {60'000, other, 3}, {61'000, m_key, 4}})));
    QVERIFY(bool(archive->append({{50'000, m_key, 5}}))); // the clock was set back
    const Result<MetricHistory> history = archive->history(99'000, {});
    QVERIFY(bool(history));
    QCOMPARE(history->keys(), QList<MetricKey>{m_key}); // nothing at times to come
    QCOMPARE(history->window(m_key, 0, 99'000), (QList<TimedValue>{{1000, 1}, {50'000, 5}}));
    std::stop_source stopped;
    stopped.request_stop();
    QCOMPARE(archive->history(0, stopped.get_token()).error().kind, ErrorKind::Canceled);
}

void TestSampleArchive::weeksComeBackAsHistory()
{
    QTemporaryDir dir;
    const QString path = dir.filePath(u"s.db"_s);
    Result<SampleArchive> archive = SampleArchive::open(path);
    const qint64 end = begin + 33 * day;
    fill(*archive, m_key, begin, end, 5000);
    const auto check = [&](SampleArchive &from) {
        const Result<MetricHistory> history = from.history(end, {});
        QVERIFY(bool(history));
        const auto of = [&](qint64 ms) { return history->window(m_key, end - ms, end); };
        const auto isWhole = [&](qint64 ms, qint64 step) { // but for the hour's hole of each day
            const QList<TimedValue> values = of(ms);
            QVERIFY(!values.isEmpty());
            QVERIFY2(values.first().timeMs - (end - ms) <= step, qPrintable(QString::number(values.first().timeMs)));
            for (qsizetype i = 1; i < values.size(); ++i) {
                const qint64 gap = values[i].timeMs - values[i - 1].timeMs;
                QVERIFY2(gap > 0 && (gap <= step * 3 / 2 || gap == hour + step),
                         qPrintable(u"%1 at %2"_s.arg(gap).arg(values[i].timeMs - begin)));
            }
            QVERIFY(end - values.last().timeMs <= step);
        };
        isWhole(hour, 5000);
        isWhole(11 * hour, 10'000);
        isWhole(6 * day, minute);
        isWhole(30 * day, 10 * minute);
        QCOMPARE(of(hour).size(), 720);
        QCOMPARE(history->last(m_key)->timeMs, end - 5000);
    };
    check(*archive);
    QVERIFY(bool(archive->forgetOld(end, {2 * day, 14 * day, 60 * day, 400 * day}))); // as the window's file is
    check(*archive);
    archive = SampleArchive::open(path);
    check(*archive);
}

QTEST_GUILESS_MAIN(TestSampleArchive)
#include "tst_samplearchive.moc"
