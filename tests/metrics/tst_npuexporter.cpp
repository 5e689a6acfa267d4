// npu-exporter as a source: what its page says in our metrics, where it is found, that npu-smi rests while it serves
// and is asked again when it does not, and that no page harms.
#include "core/metrics/nodesource.h"
#include "core/serving/nodehttp.h"
#include "core/shell/localshell.h"
#include "tests/support/rawserver.h"
#include "tests/support/scriptedshell.h"

#include <QDateTime>
#include <QFile>
#include <QTest>

#include <cmath>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr qint64 nowMs = 1'760'000'000'000;

struct PageChip
{
    int id = 0;
    QByteArray bus;
    double load = 37, hbmUsed = 3161, hbmTotal = 65536, temperature = 46, power = 95.5;
    int health = 1;
    qint64 loadMs = nowMs - 500, hbmMs = nowMs - 4'000;
};

// In the layout of mind-cluster's collector/testdata/prometheus_metrics.
QByteArray pageOfChips(const QList<PageChip> &chips, const QByteArray &release = "v6.0.0")
{
    QByteArray text = "# HELP machine_npu_nums Amount of npu installed on the machine.\n# TYPE machine_npu_nums gauge\n"
                      "machine_npu_nums " + QByteArray::number(chips.size()) + '\n';
    const auto family = [&](const QByteArray &name, const auto &value, const auto &time) {
        text += "# HELP " + name + " the npu\n# TYPE " + name + " gauge\n";
        for (const PageChip &chip : chips) {
            text += name + "{container_name=\"\",id=\"" + QByteArray::number(chip.id)
                + "\",model_name=\"910B3-Ascend-V1\",namespace=\"\",pcie_bus_info=\"" + chip.bus
                + "\",pod_name=\"\",vdie_id=\"185011D4-21104518\"} " + QByteArray::number(value(chip), 'g', 12) + ' '
                + QByteArray::number(time(chip)) + '\n';
        }
    };
    const auto atLoad = [](const PageChip &chip) { return chip.loadMs; };
    const auto atHbm = [](const PageChip &chip) { return chip.hbmMs; };
    family("npu_chip_info_aicore_current_freq", [](const PageChip &) { return 1800.0; }, atLoad);
    family("npu_chip_info_hbm_ecc_double_bit_error_cnt", [](const PageChip &) { return 0.0; }, atHbm);
    family("npu_chip_info_hbm_bandwidth_utilization", [](const PageChip &) { return 12.0; }, atHbm);
    family("npu_chip_info_hbm_total_memory", [](const PageChip &chip) { return chip.hbmTotal; }, atHbm);
    family("npu_chip_info_hbm_used_memory", [](const PageChip &chip) { return chip.hbmUsed; }, atHbm);
    family("npu_chip_info_health_status", [](const PageChip &chip) { return double(chip.health); }, atLoad);
    family("npu_chip_info_power", [](const PageChip &chip) { return chip.power; }, atLoad);
    family("npu_chip_info_process_info_num", [](const PageChip &) { return 1.0; }, atLoad);
    family("npu_chip_info_temperature", [](const PageChip &chip) { return chip.temperature; }, atLoad);
    family("npu_chip_info_utilization", [](const PageChip &chip) { return chip.load; }, atLoad);
    return text + "# HELP npu_exporter_version_info exporter version with value '1'\n"
                  "# TYPE npu_exporter_version_info gauge\nnpu_exporter_version_info{exporterVersion=\""
        + release + "\"} 1\n";
}

std::optional<ExporterPage> read(const QByteArray &page, std::optional<qint64> now = nowMs)
{
    const Result<MetricsText> text = parseMetrics(exporterLines(page));
    return text ? exporterPage(*text, now) : std::nullopt;
}

double valueOf(const ExporterChip &chip, const QString &metric) { return chip.values.value(metric).value; }

// npu-smi's table as 25.3 prints it, of cards of one chip.
QByteArray infoTable(const QByteArrayList &health, const QByteArray &load = "0")
{
    const QByteArray rule
        = "+===========================+===============+====================================================+\n";
    const QByteArray line
        = "+---------------------------+---------------+----------------------------------------------------+\n";
    QByteArray text = '+' + QByteArray(96, '-') + "+\n| npu-smi 25.3.rc1.2" + QByteArray(19, ' ')
        + "Version: 25.3.rc1.2" + QByteArray(39, ' ') + "|\n" + line
        + "| NPU   Name                | Health        | Power(W)    Temp(C)           Hugepages-Usage(page)|\n"
          "| Chip                      | Bus-Id        | AICore(%)   Memory-Usage(MB)  HBM-Usage(MB)        |\n"
        + rule;
    for (int npu = 0; npu < health.size(); ++npu) {
        const QByteArray number = QByteArray::number(npu);
        text += "| " + number + "     910B3               | " + health[npu].leftJustified(13)
            + " | 95.2        46                0    / 0             |\n"
              "| 0                         | 0000:C" + number + ":00.0  | "
            + load.leftJustified(11) + " 0    / 0          3161 / 65536         |\n" + line;
    }
    return text + "+---------------------------+---------------+----------------------------------------------------+\n"
                  "| NPU     Chip              | Process id    | Process name             | Process memory(MB)      |\n"
        + rule + "| No running processes found in NPU 0                                                            |\n"
        + line;
}

QByteArray httpDate(qint64 ms)
{
    const QDateTime date = QDateTime::fromMSecsSinceEpoch(ms, Qt::UTC);
    return QLocale::c().toString(date, u"ddd, dd MMM yyyy HH:mm:ss 'GMT'"_s).toLatin1();
}

QByteArray answerOf(const QByteArray &body, qint64 ms = nowMs)
{
    return "HTTP/1.1 200 OK\r\nDate: " + httpDate(ms) + "\r\nContent-Length: " + QByteArray::number(body.size())
        + "\r\n\r\n" + body;
}

// Two cards; npu-exporter as long as `page` is set.
struct ExporterNode : ScriptedShell
{
    std::optional<Result<QByteArray>> page;
    int pages = 0;
    NodeSampling memory;

    ExporterNode()
    {
        memory.exporter = ExporterWatch({0ms, 0ms, 0ms, 1000ms});
        answer(u"npu-smi info"_s, infoTable({"OK", "OK"}, "11"));
        answer(u"ss -H -ltn"_s, "LISTEN 0 128 0.0.0.0:22 0.0.0.0:*\nLISTEN 0 4096 127.0.0.1:8082 0.0.0.0:*\n");
    }
    Result<QByteArray> exchange(const TcpQuestion &question, std::stop_token) override
    {
        ++pages;
        if (question.host != u"127.0.0.1" || question.port != 8082
            || !question.say.startsWith("GET /metrics HTTP/1.1\r\n"))
            qFatal("asked otherwise");
        return page ? *page : Error{ErrorKind::CommandFailed, u"Nothing answers at 127.0.0.1:8082."_s, {}, {}};
    }
    void serve(const QList<PageChip> &chips, qint64 ms = nowMs) { page = answerOf(pageOfChips(chips), ms); }
    Result<Reading> sample() { return sampleNode(*this, u"n1"_s, {}, &memory); }
    qsizetype infos() const { return asked.count(u"npu-smi info"_s); }
};

QList<PageChip> twoCards(qint64 loadMs = nowMs - 500)
{
    PageChip first, second;
    first.bus = "0000:C0:00.0";
    second.id = 1;
    second.bus = "0000:c1:00.0";         // as a driver of another letter case prints it
    second.load = 41;
    first.loadMs = second.loadMs = loadMs;
    return {first, second};
}

double valueIn(const Result<Reading> &reading, const QString &device, const QString &metric)
{
    for (const Sample &sample : reading ? reading->samples : QList<Sample>()) {
        if (sample.key.device == device && sample.key.metric == metric)
            return sample.value;
    }
    return -1;
}

SourceUse useOf(const Result<Reading> &reading, const QString &source)
{
    for (const SourceUse &use : reading ? reading->uses : QList<SourceUse>()) {
        if (use.source == source)
            return use;
    }
    return {};
}

} // namespace

class TestNpuExporter : public QObject
{
    Q_OBJECT

private slots:
    void aPageIsReadInOurUnits()
    {
        const std::optional<ExporterPage> page = read(pageOfChips(twoCards()));
        QVERIFY(page.has_value());
        QCOMPARE(page->version, u"v6.0.0"_s);
        QCOMPARE(page->chips.size(), 2);
        const ExporterChip &chip = page->chips[1];
        QCOMPARE(chip.id, 1);
        QCOMPARE(valueOf(chip, u"npu.aicore"_s), 41.0);
        QCOMPARE(valueOf(chip, u"npu.hbm.used"_s), 3161.0);
        QCOMPARE(valueOf(chip, u"npu.hbm.total"_s), 65536.0);
        QCOMPARE(valueOf(chip, u"npu.temperature"_s), 46.0);
        QCOMPARE(valueOf(chip, u"npu.power"_s), 95.5);
        QCOMPARE(valueOf(chip, u"npu.health"_s), 0.0);
        QCOMPARE(valueOf(chip, u"npu.processes"_s), 1.0);
        QCOMPARE(valueOf(chip, u"npu.hbm.bandwidth"_s), 12.0);
        QCOMPARE(chip.values.value(u"npu.aicore"_s).ageMs, 500);
        QCOMPARE(chip.values.value(u"npu.hbm.used"_s).ageMs, 4000);
        QVERIFY(!chip.values.contains(u"npu.memory.used"_s)); // not told is not there
    }

    void whatCouldNotBeAskedIsNoValue_data()
    {
        QTest::addColumn<double>("load");
        QTest::addColumn<double>("total");
        QTest::newRow("minus one") << -1.0 << -1.0;
        QTest::newRow("all bits") << 4294967295.0 << 4294967295.0;
        QTest::newRow("a total of nothing") << std::numeric_limits<double>::quiet_NaN() << 0.0;
        QTest::newRow("absurd") << 1e300 << 1e300;
        QTest::newRow("endless") << std::numeric_limits<double>::infinity() << -std::numeric_limits<double>::infinity();
    }
    void whatCouldNotBeAskedIsNoValue()
    {
        QFETCH(double, load);
        QFETCH(double, total);
        PageChip chip;
        chip.load = load;
        chip.hbmTotal = total;
        const std::optional<ExporterPage> page = read(pageOfChips({chip}));
        QVERIFY(page && page->chips.size() == 1);
        QVERIFY(std::isnan(valueOf(page->chips[0], u"npu.aicore"_s)));
        QVERIFY(std::isnan(valueOf(page->chips[0], u"npu.hbm.total"_s)));
        QVERIFY(std::isnan(valueOf(page->chips[0], u"npu.hbm.used"_s)));
    }

    // By bus where both say it, else by device id; the id is not npu-smi's NPU.
    void chipsAreNamedAsNpuSmiNamesThem()
    {
        NpuSmiInfo info;
        for (int i = 0; i < 4; ++i) {    // A3: two chips to a card
            NpuChip chip;
            chip.npu = 6 + i / 2;
            chip.chip = i % 2;
            chip.busId = u"0000:%1:00.0"_s.arg(0x90 + i, 0, 16).toUpper();
            info.chips << chip;
        }
        QList<PageChip> chips(4);
        for (int i = 0; i < 4; ++i) {
            chips[i].id = 3 - i;         // as it counts them
            chips[i].bus = "0000:" + QByteArray::number(0x90 + i, 16) + ":00.0";
            chips[i].load = 10 + i;
        }
        const auto named = byDevice(*read(pageOfChips(chips)), info, {});
        QCOMPARE(named.size(), 4);
        QCOMPARE(valueOf(named.value(u"7/1"_s), u"npu.aicore"_s), 13.0);
        for (PageChip &chip : chips)
            chip.bus.clear();
        const auto counted = byDevice(*read(pageOfChips(chips)), info, {0, 1, 2, std::nullopt});
        QCOMPARE(counted.size(), 3);
        QCOMPARE(valueOf(counted.value(u"6/0"_s), u"npu.aicore"_s), 13.0); // device 0
        for (PageChip &chip : chips)
            chip.bus = "0000:00:00.0";   // a query that failed
        QVERIFY(byDevice(*read(pageOfChips(chips)), info, {}).isEmpty());
    }

    void whatIsNoPageOfItIsNot()
    {
        QVERIFY(!read("<html><head><title>NPU-Exporter</title></head></html>"));
        QVERIFY(!read("vllm:num_requests_running{model_name=\"m\"} 3\n"));
        QVERIFY(!read(QByteArray(4096, '\xff')));
        QVERIFY(!read({}));
        const std::optional<ExporterPage> empty = read("machine_npu_nums 0\n");
        QVERIFY(empty && empty->chips.isEmpty());
        QByteArray cut = pageOfChips(twoCards());
        for (qsizetype size = cut.size(); size > 0; size -= 37)
            (void)read(cut.left(size));
    }

    void capturesAreRead()
    {
        QFile file(QStringLiteral(ASC_SHARED_DIR "/captures/metrics/02-npu-exporter-mock-8npu.txt"));
        if (!file.open(QIODevice::ReadOnly))
            QSKIP("the captures are not here");
        const QByteArray text = file.readAll();
        const std::optional<ExporterPage> page = read(text, std::nullopt);
        QVERIFY(page && page->chips.size() == 8);
        for (const ExporterChip &chip : page->chips) {
            QCOMPARE(valueOf(chip, u"npu.health"_s), 0.0);
            QCOMPARE(valueOf(chip, u"npu.aicore"_s), 0.0);
            QCOMPARE(chip.values.value(u"npu.aicore"_s).ageMs, 0);
            QVERIFY(std::isnan(valueOf(chip, u"npu.hbm.total"_s))); // the mock's total is 0
        }
        QVERIFY(read(text, nowMs)->chips[0].values.value(u"npu.aicore"_s).ageMs > 1'000'000'000);
    }

    void itIsFoundWhereItListens()
    {
        const auto at = [](const char *line) {
            return listeningExporter(QByteArray("LISTEN 0 128 ") + line + " 0.0.0.0:*\n");
        };
        QCOMPARE(at("127.0.0.1:8082")->text(), u"127.0.0.1:8082"_s);
        QCOMPARE(at("0.0.0.0:8082")->text(), u"127.0.0.1:8082"_s);
        QCOMPARE(at("*:8082")->text(), u"127.0.0.1:8082"_s);
        QCOMPARE(at("[::]:8082")->text(), u"127.0.0.1:8082"_s);
        QCOMPARE(at("[::1]:8082")->text(), u"[::1]:8082"_s);
        QCOMPARE(at("10.0.0.7%eth0:8082")->text(), u"10.0.0.7:8082"_s);
        QVERIFY(!at("127.0.0.1:18082"));
        QVERIFY(!at("$(reboot):8082"));
        QVERIFY(!listeningExporter("sh: ss: not found\n"));
    }

    void itIsFoundInItsContainer()
    {
        const QByteArray trie = "Main:\n  +-- 0.0.0.0/0 3 0 5\n     |-- 10.244.1.0\n        /24 link UNICAST\n     |-- "
                                "10.244.1.9\n        /32 host LOCAL\n     |-- 127.0.0.1\n        /32 host LOCAL\n";
        const auto from = [&](QByteArray line) { return containedExporter(line.replace(' ', '\0'), trie); };
        QCOMPARE(from("npu-exporter -port=8083 -ip=0.0.0.0 -logLevel=0")->text(), u"10.244.1.9:8083"_s);
        QCOMPARE(from("/usr/local/bin/npu-exporter --ip=10.0.0.7")->text(), u"10.0.0.7:8082"_s);
        QVERIFY(!from("npu-exporter -port=99999 -ip=0.0.0.0"));
        QVERIFY(!from("npu-exporter -ip=a;b"));
        QVERIFY(!containedExporter("npu-exporter", "no table"));
    }

    void httpAnswersAreReadWhole_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("body"); // "-": an error
        const QByteArray head = "HTTP/1.1 200 OK\r\n";
        QTest::newRow("length") << head + "Content-Length: 3\r\n\r\nabc" << QByteArray("abc");
        QTest::newRow("chunks") << head + "Transfer-Encoding: chunked\r\n\r\n2;x=y\r\nab\r\n1\r\nc\r\n0\r\n\r\n"
                                << QByteArray("abc");
        QTest::newRow("until it closes") << QByteArray("HTTP/1.0 200 OK\r\n\r\nabc") << QByteArray("abc");
        QTest::newRow("short of its length") << head + "Content-Length: 4\r\n\r\nabc" << QByteArray("-");
        QTest::newRow("chunks cut off") << head + "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n" << QByteArray("-");
        QTest::newRow("no chunks") << head + "Transfer-Encoding: chunked\r\n\r\nxyz\r\nabc\r\n" << QByteArray("-");
        QTest::newRow("a chunk beyond all") << head + "Transfer-Encoding: chunked\r\n\r\n7fffffffffffffff\r\nabc\r\n"
                                            << QByteArray("-");
        QTest::newRow("head cut off") << head << QByteArray("-");
        QTest::newRow("another protocol") << QByteArray("SSH-2.0-OpenSSH_9.2\r\n") << QByteArray("-");
        QTest::newRow("nothing") << QByteArray() << QByteArray("-");
        QTest::newRow("no status") << QByteArray("HTTP/1.1 what\r\n\r\n") << QByteArray("-");
    }
    void httpAnswersAreReadWhole()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, body);
        const Result<std::optional<HttpResponse>> whole = readHttpAnswer(text, true);
        if (body == "-") {
            QVERIFY(!whole && whole.error().kind == ErrorKind::Parse && !whole.error().message.isEmpty());
            return;
        }
        QVERIFY(whole && *whole);
        QCOMPARE((*whole)->body, body);
        for (qsizetype size = 1; size < text.size(); ++size) {
            const Result<std::optional<HttpResponse>> part = readHttpAnswer(text.left(size), false);
            QVERIFY(part && (!*part || size >= text.size() - 2)); // the last blank line says no more
        }
    }

    // While it serves npu-smi rests, and nothing that it told is missing.
    void npuSmiRestsWhileItServes()
    {
        ExporterNode node;
        node.serve(twoCards());
        const Result<Reading> first = node.sample();
        QCOMPARE(valueIn(first, u"0/0"_s, u"npu.aicore"_s), 11.0);
        QCOMPARE(node.pages, 0);         // who waits for the first figures has them at once
        for (int i = 0; i < 5; ++i) {
            node.serve(twoCards(nowMs + 1000 * i), nowMs + 1000 * i);
            const Result<Reading> reading = node.sample();
            QVERIFY(reading && !reading->partly);
            QCOMPARE(valueIn(reading, u"0/0"_s, u"npu.aicore"_s), 37.0);
            QCOMPARE(valueIn(reading, u"1/0"_s, u"npu.aicore"_s), 41.0);
            QCOMPARE(valueIn(reading, u"1/0"_s, u"npu.hbm.total"_s), 65536.0);
            QCOMPARE(valueIn(reading, u"1/0"_s, u"npu.health"_s), 0.0);
            const SourceUse use = useOf(reading, u"npu-exporter"_s);
            QVERIFY2(use.metrics.contains(u"npu.aicore"_s) && use.note.contains(u"127.0.0.1:8082"_s)
                         && use.note.contains(u"v6.0.0"_s),
                     qPrintable(use.note));
        }
        QCOMPARE(node.infos(), 1);
        QVERIFY(node.asked.filter(u"usages"_s).isEmpty()); // the bandwidth it tells itself
    }

    void whenItIsGoneNpuSmiIsAskedAtOnce()
    {
        ExporterNode node;
        node.serve(twoCards());
        (void)node.sample();
        QCOMPARE(valueIn(node.sample(), u"0/0"_s, u"npu.aicore"_s), 37.0);
        node.page.reset();
        const Result<Reading> after = node.sample();
        QVERIFY(after && !after->partly);
        QCOMPARE(valueIn(after, u"0/0"_s, u"npu.aicore"_s), 11.0);
        QVERIFY2(useOf(after, u"npu-exporter"_s).note.contains(u"npu-smi is asked again"_s),
                 qPrintable(useOf(after, u"npu-exporter"_s).note));
        QVERIFY(useOf(after, u"npu-smi"_s).metrics.contains(u"npu.aicore"_s));
        QVERIFY(useOf(after, u"npu-exporter"_s).metrics.isEmpty());
        node.serve(twoCards(nowMs + 3000), nowMs + 3000); // and back
        QCOMPARE(valueIn(node.sample(), u"0/0"_s, u"npu.aicore"_s), 37.0);
    }

    // The minute without it is not how often it measures: else it would not be asked for seconds.
    void whenItIsBackItIsAskedAsBefore()
    {
        ExporterNode node;
        node.serve(twoCards());
        (void)node.sample();
        (void)node.sample();
        node.page.reset();
        (void)node.sample();
        node.serve(twoCards(nowMs + 60'000), nowMs + 60'000);
        QCOMPARE(valueIn(node.sample(), u"0/0"_s, u"npu.aicore"_s), 37.0);
        const int before = node.pages;
        node.serve(twoCards(nowMs + 61'000), nowMs + 61'000);
        QCOMPARE(valueIn(node.sample(), u"0/0"_s, u"npu.aicore"_s), 37.0);
        QCOMPARE(node.pages, before + 1);
    }

    void aPageOfThePastIsNotShown()
    {
        ExporterNode node;
        node.serve(twoCards(nowMs - 16'000));
        (void)node.sample();
        const Result<Reading> stale = node.sample();
        QCOMPARE(valueIn(stale, u"0/0"_s, u"npu.aicore"_s), 11.0);
        QVERIFY(useOf(stale, u"npu-exporter"_s).note.contains(u"0 of 2 chips"_s));
        QList<PageChip> one = twoCards();
        one.removeLast();
        node.serve(one);
        QCOMPARE(valueIn(node.sample(), u"1/0"_s, u"npu.aicore"_s), 11.0);
    }

    // What it does not tell (HBM of a minute ago) npu-smi has told, and tells again at its own pace.
    void whatItDoesNotTellComesFromNpuSmi()
    {
        ExporterNode node;
        QList<PageChip> chips = twoCards();
        for (PageChip &chip : chips)
            chip.hbmMs = nowMs - 50'000;
        node.serve(chips);
        (void)node.sample();
        const Result<Reading> reading = node.sample();
        QCOMPARE(valueIn(reading, u"0/0"_s, u"npu.aicore"_s), 37.0);
        QCOMPARE(valueIn(reading, u"0/0"_s, u"npu.hbm.used"_s), 3161.0);
        QCOMPARE(node.infos(), 1);       // ten seconds ago at the latest is soon enough
        QVERIFY(useOf(reading, u"npu-smi"_s).metrics.contains(u"npu.hbm.used"_s));
        node.memory.infoRead -= 11s;
        chips[0].loadMs = chips[1].loadMs = nowMs + 1000;
        node.serve(chips, nowMs + 1000);
        QCOMPARE(valueIn(node.sample(), u"0/0"_s, u"npu.hbm.used"_s), 3161.0);
        QCOMPARE(node.infos(), 2);
    }

    void ofABadHealthNpuSmiHasTheWord()
    {
        ExporterNode node;
        node.serve(twoCards());
        (void)node.sample();
        (void)node.sample();
        QCOMPARE(node.infos(), 1);
        QList<PageChip> chips = twoCards(nowMs + 1000);
        chips[1].health = 0;
        node.answer(u"npu-smi info"_s, infoTable({"OK", "Critical"}));
        node.serve(chips, nowMs + 1000);
        const Result<Reading> reading = node.sample();
        QCOMPARE(node.infos(), 2);
        QCOMPARE(valueIn(reading, u"1/0"_s, u"npu.health"_s), 3.0);
        QCOMPARE(valueIn(reading, u"0/0"_s, u"npu.health"_s), 0.0);
    }

    void whatDoesNotServeHarmsNothing_data()
    {
        QTest::addColumn<QByteArray>("answer");
        QTest::newRow("another program") << answerOf("<html>hello</html>");
        QTest::newRow("an error") << QByteArray("HTTP/1.1 503 busy\r\nContent-Length: 0\r\n\r\n");
        QTest::newRow("no HTTP") << QByteArray("\x16\x03\x01");
        QTest::newRow("cut off") << answerOf(pageOfChips(twoCards())).chopped(100);
        QTest::newRow("no chips") << answerOf("machine_npu_nums 0\n");
        QTest::newRow("binary") << answerOf(QByteArray(100'000, '\0'));
    }
    void whatDoesNotServeHarmsNothing()
    {
        QFETCH(QByteArray, answer);
        ExporterNode node;
        node.page = answer;
        (void)node.sample();
        const Result<Reading> reading = node.sample();
        QVERIFY(reading && !reading->partly);
        QCOMPARE(valueIn(reading, u"0/0"_s, u"npu.aicore"_s), 11.0);
        QVERIFY(useOf(reading, u"npu-exporter"_s).note.startsWith(u"Not used: "_s));
    }

    void aLostConnectionIsTheNodes()
    {
        ExporterNode node;
        node.page = Error{ErrorKind::Connection, u"lost"_s, {}, {}};
        (void)node.sample();
        const Result<Reading> reading = node.sample();
        QVERIFY(!reading && reading.error().kind == ErrorKind::Connection);
    }

    // It measures every five seconds: between two measurements there is nothing to fetch.
    void itIsNotAskedForWhatItHasTold()
    {
        ExporterNode node;
        node.serve(twoCards(nowMs));
        (void)node.sample();
        (void)node.sample();
        node.serve(twoCards(nowMs + 5000), nowMs + 5000);
        (void)node.sample();
        const int pages = node.pages;
        const Result<Reading> between = node.sample();
        QCOMPARE(node.pages, pages);
        QVERIFY(between && !between->partly && node.infos() == 1);
        QCOMPARE(valueIn(between, u"0/0"_s, u"npu.aicore"_s), -1.0); // no figure twice
        QVERIFY(between->goesOn);        // and no gap
    }

    void whereThereIsNoneNothingIsAsked()
    {
        ExporterNode node;
        node.answer(u"ss -H -ltn"_s, "LISTEN 0 128 0.0.0.0:22 0.0.0.0:*\n");
        for (int i = 0; i < 3; ++i)
            QCOMPARE(valueIn(node.sample(), u"0/0"_s, u"npu.aicore"_s), 11.0);
        QCOMPARE(node.pages, 0);
        QVERIFY(useOf(node.sample(), u"npu-exporter"_s).note.startsWith(u"Not found"_s));
    }

    void aPageWithoutEndIsLeft()
    {
        RawServer endless([](RawServer::Peer &peer) {
            peer.say("HTTP/1.1 200 OK\r\n\r\n");
            while (!peer.quit && peer.socket.state() == QAbstractSocket::ConnectedState)
                peer.say(QByteArray(1 << 16, 'x') + '\n');
        });
        LocalShell shell;
        const Result<HttpResponse> big
            = pageOf(shell, {u"127.0.0.1"_s, endless.port(), u"/metrics"_s, 20s, 1 << 20}, {});
        QVERIFY(!big && big.error().kind == ErrorKind::Parse);
        QVERIFY2(big.error().message.contains(u"more than 1 MB"_s), qPrintable(big.error().message));
    }

    void whoSaysNothingIsNotWaitedFor()
    {
        RawServer mute([](RawServer::Peer &peer) { peer.stayQuiet(); });
        LocalShell shell;
        const Result<HttpResponse> late = pageOf(shell, {u"127.0.0.1"_s, mute.port(), u"/metrics"_s, 200ms}, {});
        QVERIFY(!late && late.error().kind == ErrorKind::Timeout);
        std::stop_source stopped;
        stopped.request_stop();
        const Result<HttpResponse> none
            = pageOf(shell, {u"127.0.0.1"_s, mute.port(), u"/metrics"_s, 200ms}, stopped.get_token());
        QVERIFY(!none && none.error().kind == ErrorKind::Canceled);
    }

    void localPagesAreFetched()
    {
        RawServer server([](RawServer::Peer &peer) {
            peer.say("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nabcd\r\n");
            peer.pause(30);
            peer.say("0\r\n\r\n");
            peer.stayQuiet();            // it keeps the connection: the answer is whole all the same
        });
        LocalShell shell;
        const Result<HttpResponse> page = pageOf(shell, {u"127.0.0.1"_s, server.port(), u"/metrics"_s, 20s}, {});
        QVERIFY2(page, page ? "" : qPrintable(page.error().message));
        QCOMPARE(page->body, "abcd"_ba);
    }
};

QTEST_GUILESS_MAIN(TestNpuExporter)
#include "tst_npuexporter.moc"
