// The alerts that there were, in the file of the history: read back, ended, with what was sampled around them.
#include "core/monitor/alertlog.h"
#include "core/store/samplearchive.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 begin = 1'764'240'000'000;
constexpr double missing = std::numeric_limits<double>::quiet_NaN();

AlertRecord recordAt(qint64 firedMs, const QString &device = u"3/0"_s)
{
    AlertRecord record;
    record.alert = {u"chip-hot"_s, u"10.0.0.1:22"_s, device, AlertRule::Severity::Warning, firedMs - 60'000, firedMs, 0,
                    91, 93};
    record.metric = u"npu.temperature"_s;
    record.unit = u"°C"_s;
    record.title = {{"en", "A chip is hot"}, {"zh", "NPU 温度过高"}};
    record.sentence = u"Temperature above 85 °C for 1 min"_s;
    return record;
}

} // namespace

class TestAlertLog : public QObject
{
    Q_OBJECT

private slots:
    void whatWasLoggedIsRead()
    {
        const QTemporaryDir box;
        const QString file = box.filePath(u"h/s.db"_s);
        QVERIFY(loggedAlerts(file, 10)->isEmpty()); // no file, and none is made
        QVERIFY(!QFile::exists(file));
        {
            Result<SampleArchive> archive = SampleArchive::open(file); // samples stand in the same one
            QVERIFY(archive && archive->append({{begin, {u"10.0.0.1:22"_s, u"3/0"_s, u"npu.aicore"_s}, 5}}));
        }
        QVERIFY(loggedAlerts(file, 10)->isEmpty());
        AlertRecord record = recordAt(begin);
        QVERIFY(logAlert(file, record));
        QVERIFY(logAlert(file, recordAt(begin + 5000, u"4/0"_s)));
        // Its end is noted in the same place, and what was sampled around it stays then.
        record.around = {{{u"10.0.0.1:22"_s, u"3/0"_s, u"npu.temperature"_s}, {{begin, 91}, {begin + 1000, missing}}}};
        QVERIFY(logAlert(file, record));
        record.around.clear();
        record.alert.endedMs = begin + 90'000;
        record.alert.worst = 97.5;
        QVERIFY(logAlert(file, record));

        const Result<QList<AlertRecord>> all = loggedAlerts(file, 10);
        QVERIFY(all && all->size() == 2);
        QCOMPARE(all->at(0).alert.device, u"4/0"_s); // newest first
        const AlertRecord &first = all->at(1);
        QCOMPARE(first.alert, record.alert);
        QCOMPARE(first.metric, record.metric);
        QCOMPARE(first.unit, record.unit);
        QVERIFY(first.title == record.title);
        QCOMPARE(first.sentence, record.sentence);
        QCOMPARE(loggedAlerts(file, 1)->size(), 1);
        const Result<QList<AlertRecord::Series>> around = loggedAround(file, record.alert);
        QVERIFY(around && around->size() == 1);
        QCOMPARE(around->first().key.metric, u"npu.temperature"_s);
        QCOMPARE(around->first().values.size(), 2);
        QCOMPARE(around->first().values[0], (TimedValue{begin, 91}));
        QVERIFY(std::isnan(around->first().values[1].value));
        QVERIFY(loggedAround(file, recordAt(begin + 1).alert)->isEmpty());
        QVERIFY(*SampleArchive::open(file)->isSound());
    }

    void theOldestGo()
    {
        const QTemporaryDir box;
        const QString file = box.filePath(u"s.db"_s);
        for (int i = 0; i < 1010; ++i)
            QVERIFY(logAlert(file, recordAt(begin + i * 1000LL)));
        const Result<QList<AlertRecord>> all = loggedAlerts(file, 5000);
        QVERIFY(all);
        QCOMPARE(all->size(), 1000);
        QCOMPARE(all->last().alert.firedMs, begin + 10'000);
    }

    void whatIsNoFileOfOursIsAnError()
    {
        const QTemporaryDir box;
        const QString file = box.filePath(u"s.db"_s);
        QFile text(file);
        QVERIFY(text.open(QIODevice::WriteOnly) && text.write(QByteArray(5000, 'x')) == 5000);
        text.close();
        QVERIFY(!loggedAlerts(file, 10));
        QVERIFY(!logAlert(file, recordAt(begin)));
        QVERIFY(!loggedAround(file, recordAt(begin).alert));
    }

    void whatIsAroundItIsOfItsChipAndItsNode()
    {
        MetricHistory history;
        for (qint64 at = begin - 300'000; at <= begin + 300'000; at += 1000) {
            for (const char *device : {"3/0", "4/0"}) {
                history.append(Sample{at, {u"node1"_s, QLatin1String(device), u"npu.aicore"_s}, 1});
                history.append(Sample{at, {u"node1"_s, QLatin1String(device), u"npu.processes"_s}, 1});
            }
            history.append(Sample{at, {u"node1"_s, u"host"_s, u"host.memory.used"_s}, 1});
            history.append(Sample{at, {u"node2"_s, u"3/0"_s, u"npu.aicore"_s}, 1});
            history.append(Sample{at, {u"node2"_s, u"endpoint"_s, u"serving.running"_s}, 1});
        }
        const auto keys = [&](const QString &device) {
            Alert alert{.rule = u"r"_s, .node = u"node1"_s, .device = device, .firedMs = begin};
            QStringList names;
            for (const AlertRecord::Series &series : seriesAround(history, alert, u"node2"_s)) {
                names << series.key.node + u' ' + series.key.device + u' ' + series.key.metric;
                if (series.values.size() != 121) // two minutes, each second
                    names << QString::number(series.values.size());
            }
            return names;
        };
        QCOMPARE(keys(u"3/0"_s), (QStringList{u"node1 3/0 npu.aicore"_s, u"node1 3/0 npu.processes"_s,
                                              u"node1 host host.memory.used"_s, u"node2 endpoint serving.running"_s}));
        QCOMPARE(keys({}), (QStringList{u"node1 3/0 npu.aicore"_s, u"node1 4/0 npu.aicore"_s,
                                        u"node1 host host.memory.used"_s, u"node2 endpoint serving.running"_s}));
    }

    void asJsonItIsForPeopleAndPrograms()
    {
        const AlertRecord record = recordAt(begin);
        const Json json = alertJson(record.alert, record.title, record.sentence);
        QCOMPARE(stringAt(json, "state"), u"firing"_s);
        QCOMPARE(stringAt(json, "title"), u"A chip is hot"_s);
        QCOMPARE(numberAt(json, "worst"), std::optional(93.0));
        QVERIFY(!json.contains("above"));
        AlertRecord more = record;       // of a histogram's last bound
        more.alert.isAtLeast = true;
        QCOMPARE(numberAt(alertJson(more.alert, more.title, more.sentence), "above"), std::optional(91.0));
        const Json around
            = aroundJson({{{u"node1"_s, u"3/0"_s, u"npu.power"_s}, {{begin, 310.5}, {begin + 1, missing}}}});
        QCOMPARE(QString::fromUtf8(compactJson(around)),
                 uR"([{"node":"node1","device":"3/0","metric":"npu.power","unit":"W","values":)"
                 uR"([["2025-11-27T10:40:00.000Z",310.5],["2025-11-27T10:40:00.001Z",null]]}])"_s);
    }
};

QTEST_GUILESS_MAIN(TestAlertLog)
#include "tst_alertlog.moc"
