// ascendctl monitor on the simulated cluster: a JSON line per sample, in the shape that DESIGN.md gives, with the
// values that the nodes' tools show.
#include "core/store/samplearchive.h"
#include "tests/lab/lab.h"
#include "tests/support/ascendctl.h"

#include <QDateTime>
#include <QTest>

#include <csignal>
#include <sys/resource.h>

using namespace Qt::StringLiterals;

static Ran monitor(const QStringList &arguments) { return ascendctl(QStringList{u"monitor"_s} + arguments); }

class TestMonitorVerb : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        Result<std::unique_ptr<Lab>> lab = Lab::up({.nodes = 2, .chips = 8, .ssh = false});
        QVERIFY2(lab, lab ? "" : qPrintable(lab.error().message));
        m_lab = *std::move(lab);
        m_file = m_lab->deploymentFile();
    }

    void onceIsALinePerSampleWithTheToolsValues()
    {
        const Ran ran = monitor({m_file, u"--once"_s});
        QVERIFY2(ran.code == 0, ran.err.constData());
        QHash<QString, Json> values; // "node1 0/0 npu.hbm.used"
        for (const QByteArray &line : ran.out.trimmed().split('\n')) {
            const Result<Json> json = parseJson(line, u"line"_s);
            QVERIFY2(json, line.constData());
            for (const char *key : {"time", "node", "device", "metric", "unit"})
                QVERIFY2(json->contains(key) && (*json)[key].is_string(), line.constData());
            QVERIFY(QDateTime::fromString(stringAt(*json, "time"), Qt::ISODateWithMs).isValid());
            QCOMPARE(boolAt(*json, "simulated"), std::optional(true));
            values.insert(stringAt(*json, "node") + u' ' + stringAt(*json, "device") + u' ' + stringAt(*json, "metric"),
                          member(*json, "value"));
        }
        for (int node = 0; node < 2; ++node) {
            for (const sim::Chip &chip : m_lab->state(node).chips) {
                const QString key = u"node%1 %2/%3 "_s.arg(node + 1).arg(chip.npu).arg(chip.chip.value_or(0));
                QVERIFY2(values.value(key + u"npu.hbm.used"_s) == Json(chip.hbm->used), qPrintable(key));
                QVERIFY2(values.value(key + u"npu.hbm.total"_s) == Json(chip.hbm->total), qPrintable(key));
                QVERIFY2(values.value(key + u"npu.health"_s) == Json(0), qPrintable(key));
                QVERIFY(values.value(key + u"npu.aicore"_s).is_number());
            }
            QVERIFY(values.value(u"node%1 host host.memory.total"_s.arg(node + 1)).is_number());
        }
    }

    void aTimeIsWatchedAndKept()
    {
        const QString database = m_lab->folder() + u"/samples.db"_s;
        const Ran ran = monitor({m_file, u"--for"_s, u"3s"_s, u"--db"_s, database});
        QVERIFY2(ran.code == 0, ran.err.constData());
        Result<SampleArchive> archive = SampleArchive::open(database);
        QVERIFY(archive);
        const Result<QList<TimedValue>> kept
            = archive->read({u"node2"_s, u"7/0"_s, u"npu.aicore"_s}, 0, std::numeric_limits<qint64>::max());
        QVERIFY(kept);
        QVERIFY2(kept->size() >= 2, qPrintable(QString::number(kept->size())));
        QCOMPARE(kept->size(), ran.out.count("\"node\":\"node2\",\"device\":\"7/0\",\"metric\":\"npu.aicore\""));
        // And printed again, line by line as it was.
        const Ran again = monitor({u"--history"_s, database});
        QVERIFY2(again.code == 0, again.err.constData());
        QList<QByteArray> was = ran.out.trimmed().split('\n'), is = again.out.trimmed().split('\n');
        std::sort(was.begin(), was.end());
        std::sort(is.begin(), is.end());
        QCOMPARE(is, was);
        QVERIFY(is.first().contains("\"simulated\":true"));
        QCOMPARE(monitor({u"--history"_s, u"/nothing.db"_s}).code, 3);
    }

    void aFullDiskIsToldOnceAndNothingIsLost()
    {
        const QString database = m_lab->folder() + u"/full.db"_s;
        QProcess process;
        process.start(QStringLiteral(ASC_BIN_DIR "/ascendctl"),
                      {u"monitor"_s, m_file, u"--for"_s, u"60s"_s, u"--db"_s, database});
        QByteArray words;
        const auto says = [&](const char *what) { return (words += process.readAllStandardError()).contains(what); };
        const MetricKey key{u"node2"_s, u"7/0"_s, u"npu.aicore"_s};
        const auto kept = [&] {
            Result<SampleArchive> archive = SampleArchive::open(database);
            const Result<QList<TimedValue>> values
                = archive ? archive->read(key, 0, std::numeric_limits<qint64>::max()) : QList<TimedValue>();
            return values ? values->size() : 0;
        };
        const auto mayWrite = [&](rlim_t bytes) {
            rlimit limit{};
            QCOMPARE(::prlimit(pid_t(process.processId()), RLIMIT_FSIZE, nullptr, &limit), 0);
            limit.rlim_cur = std::min(bytes, limit.rlim_max);
            QCOMPARE(::prlimit(pid_t(process.processId()), RLIMIT_FSIZE, &limit, nullptr), 0);
        };
        QTRY_VERIFY_WITH_TIMEOUT(kept() > 0, 30'000);
        const qsizetype before = kept();
        mayWrite(4096);
        QTRY_VERIFY_WITH_TIMEOUT(says("Sampling goes on"), 30'000);
        QVERIFY(kept() >= before);       // what was written stays
        mayWrite(RLIM_INFINITY);
        QTRY_VERIFY_WITH_TIMEOUT(says("kept again; none was lost"), 30'000);
        ::kill(pid_t(process.processId()), SIGINT);
        QVERIFY(process.waitForFinished(30'000));
        words += process.readAllStandardError();
        QCOMPARE(words.count("Sampling goes on"), 1);
        QCOMPARE(kept(),
                 process.readAllStandardOutput().count(
                     "\"node\":\"node2\",\"device\":\"7/0\",\"metric\":\"npu.aicore\""));
    }

    void aNodeThatCannotBeAskedIsToldAndTheOtherGoesOn()
    {
        QVERIFY(m_lab->fault(1, u"npu-smi-hangs"_s));
        const Ran ran = monitor({m_file, u"--once"_s});
        QVERIFY(m_lab->clear(1));
        QCOMPARE(ran.code, 0);
        QVERIFY2(ran.err.contains("node2"), ran.err.constData());
        QVERIFY(ran.out.contains("\"node1\",\"device\":\"0/0\",\"metric\":\"npu.aicore\""));
        QVERIFY(!ran.out.contains("\"node2\",\"device\":\"0/0\",\"metric\":\"npu.aicore\""));
        QVERIFY(ran.out.contains("\"node2\",\"device\":\"host\",\"metric\":\"host.memory.used\"")); // the host answers
    }

    void wrongUseIsSaid()
    {
        QCOMPARE(monitor({m_file, u"--for"_s, u"soon"_s}).code, 2);
        QCOMPARE(monitor({m_file, u"--for"_s}).code, 2);
        QCOMPARE(monitor({m_file, u"--sideways"_s}).code, 2);
        QCOMPARE(monitor({m_file, u"--for"_s, u"0s"_s}).code, 2);
        QCOMPARE(monitor({m_file, u"--once"_s, u"--for"_s, u"2s"_s}).code, 2);
        QCOMPARE(monitor({u"/nothing.json"_s, u"--once"_s}).code, 3);
        QCOMPARE(monitor({m_file, u"--once"_s, u"--db"_s, u"/proc/nothing/samples.db"_s}).code, 3);
    }

private:
    std::unique_ptr<Lab> m_lab;
    QString m_file;
};

QTEST_GUILESS_MAIN(TestMonitorVerb)
#include "tst_monitorverb.moc"
