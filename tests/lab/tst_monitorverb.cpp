// ascendctl monitor on the simulated cluster: a JSON line per sample, in the shape that DESIGN.md gives, with the
// values that the nodes' tools show.
#include "core/metrics/nodesource.h"
#include "core/store/samplearchive.h"
#include "tests/lab/lab.h"
#include "tests/support/ascendctl.h"

#include <QDateTime>
#include <QProcess>
#include <QRegularExpression>
#include <QScopeGuard>
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
        QCOMPARE(ran.err.count("No figures of the endpoint: "), 1); // nothing is deployed
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

    // Each line says what gave it and what that costs.
    void eachLineNamesItsSource()
    {
        const Ran ran = monitor({m_file, u"--once"_s, u"--sources"_s});
        QVERIFY2(ran.code == 0, ran.err.constData());
        int lines = 0;
        for (const QByteArray &line : ran.out.trimmed().split('\n')) {
            const Result<Json> json = parseJson(line, u"line"_s);
            QVERIFY2(json, line.constData());
            const QString metric = stringAt(*json, "metric");
            if (metric != u"npu.aicore" && metric != u"host.memory.used")
                continue;
            ++lines;
            QCOMPARE(stringAt(*json, "source"), metric == u"npu.aicore" ? u"npu-smi"_s : u"/proc"_s);
            QVERIFY2(numberAt(*json, "sourceMs").value_or(0) > 0, line.constData());
            const double share = numberAt(*json, "sourceShare").value_or(-1);
            QVERIFY2(share > 0 && share <= 1, line.constData());
        }
        QCOMPARE(lines, 18);
        QVERIFY2(ran.err.contains("node1: npu-smi ") && ran.err.contains("node2: npu-exporter: Not found"),
                 ran.err.constData());
    }

    // npu-exporter is found and preferred; when it is gone npu-smi is asked again, and that is said.
    void npuExporterIsUsedWhileItServes()
    {
        QVERIFY(m_lab->fault(0, u"npu-exporter"_s));
        const auto over = qScopeGuard([&] { (void)m_lab->clear(0, u"npu-exporter"_s); });
        QProcess running;
        running.start(QStringLiteral(ASC_BIN_DIR "/ascendctl"), {u"monitor"_s, m_file, u"--for"_s, u"60s"_s});
        QMap<QString, Json> last;        // "node1 0/0 npu.aicore": its last line
        const auto sourceOfLoad = [&](const QString &node) {
            while (running.canReadLine()) {
                if (const Result<Json> json = parseJson(running.readLine(), u"line"_s); json)
                    last.insert(stringAt(*json, "node") + u' ' + stringAt(*json, "device") + u' '
                                    + stringAt(*json, "metric"),
                                *json);
            }
            return stringAt(last.value(node + u" 0/0 npu.aicore"_s), "source");
        };
        QTRY_COMPARE_WITH_TIMEOUT(sourceOfLoad(u"node1"_s), u"npu-exporter"_s, 30'000);
        QTRY_COMPARE_WITH_TIMEOUT(sourceOfLoad(u"node2"_s), u"npu-smi"_s, 30'000);
        for (const sim::Chip &chip : m_lab->state(0).chips) {
            const QString key = u"node1 %1/0 "_s.arg(chip.npu);
            QVERIFY2(member(last.value(key + u"npu.hbm.total"_s), "value") == Json(chip.hbm->total), qPrintable(key));
            QVERIFY2(member(last.value(key + u"npu.health"_s), "value") == Json(0), qPrintable(key));
        }
        QVERIFY(m_lab->clear(0, u"npu-exporter"_s));
        QTRY_COMPARE_WITH_TIMEOUT(sourceOfLoad(u"node1"_s), u"npu-smi"_s, 30'000);
        ::kill(pid_t(running.processId()), SIGINT);
        QVERIFY(running.waitForFinished(10'000));
        const QByteArray said = running.readAllStandardError();
        QVERIFY2(said.contains("node1: npu-exporter: Found at 127."), said.constData());
        QVERIFY2(said.contains("npu-smi is asked again"), said.constData());
        QVERIFY2(!said.contains("node2"), said.constData());
    }

    // Through a channel of the connection: the port listens on the node's own loopback.
    void npuExporterIsReachedOverSsh()
    {
        const Result<std::unique_ptr<Lab>> lab = Lab::up({.nodes = 1, .chips = 2, .kind = u"a3"_s});
        if (!lab)
            QSKIP(qPrintable(lab.error().message));
        QVERIFY((*lab)->fault(0, u"npu-exporter"_s));
        NodeSource source(u"node1"_s, shellFactoryFor((*lab)->deployment().nodes.first(), (*lab)->connections()));
        (void)source.read({}, {});
        const Result<Reading> reading = source.read({}, {});
        QVERIFY2(reading, reading ? "" : qPrintable(reading.error().message));
        QCOMPARE(sourceOf(reading->uses, u"npu.aicore"_s), u"npu-exporter"_s);
        QStringList devices;
        for (const Sample &sample : reading->samples) {
            if (sample.key.metric == u"npu.hbm.total")
                devices << sample.key.device;
        }
        devices.sort();
        QCOMPARE(devices, (QStringList{u"0/0"_s, u"0/1"_s})); // an A3 card has two chips
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
        // And printed again, line by line as it was; the sources are not kept.
        const Ran again = monitor({u"--history"_s, database});
        QVERIFY2(again.code == 0, again.err.constData());
        static const QRegularExpression source(u"\"source\":\"[^\"]*\",\"sourceMs\":[^,]*,\"sourceShare\":[^,]*,"_s);
        const QByteArray said = QString::fromUtf8(ran.out.trimmed()).remove(source).toUtf8();
        QList<QByteArray> was = said.split('\n'), is = again.out.trimmed().split('\n');
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
        const Ran noFile = monitor({m_file, u"--once"_s, u"--db"_s, u"/dev/full"_s});
        QCOMPARE(noFile.code, 3);
        QVERIFY2(noFile.err.contains("/dev/full cannot be used: it is a device"), noFile.err.constData());
        QVERIFY(!QFile::exists(u"/dev/full-journal"_s)); // which SQLite leaves there
    }

private:
    std::unique_ptr<Lab> m_lab;
    QString m_file;
};

QTEST_GUILESS_MAIN(TestMonitorVerb)
#include "tst_monitorverb.moc"
