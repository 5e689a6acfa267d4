#include "core/store/samplearchive.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace Qt::StringLiterals;

class TestSampleArchive : public QObject
{
    Q_OBJECT

private slots:
    void whatWasWrittenIsRead();
    void survivesBeingOpenedAgain();
    void manySamplesAreQuick();
    void aReaderSeesWhatIsFlushed();
    void notADatabaseIsAnError();
    void oldSamplesCanBeForgotten();

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

void TestSampleArchive::manySamplesAreQuick()
{
    QTemporaryDir dir;
    Result<SampleArchive> archive = SampleArchive::open(dir.filePath(u"s.db"_s));
    QElapsedTimer timer;
    timer.start();
    QList<Sample> tick;
    for (int second = 0; second < 100; ++second) { // 32 chips, 8 metrics, 100 s
        tick.clear();
        for (int series = 0; series < 256; ++series)
            tick << Sample{second * 1000, {u"node1"_s, u"%1/0"_s.arg(series / 8), u"m%1"_s.arg(series % 8)}, double(series)};
        QVERIFY(bool(archive->append(tick)));
    }
    QVERIFY(bool(archive->flush()));
    QCOMPARE(archive->read({u"node1"_s, u"3/0"_s, u"m5"_s}, 0, 100'000)->size(), 100);
    QVERIFY2(timer.elapsed() < 5000, qPrintable(QString::number(timer.elapsed())));
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

QTEST_GUILESS_MAIN(TestSampleArchive)
#include "tst_samplearchive.moc"
