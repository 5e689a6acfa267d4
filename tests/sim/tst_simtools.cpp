// What the simulated tools say, from a state alone: words of hccn_tool, the node's system, faults,
// load, and MindIE's complaints about its files.
#include "app/sim/dockerwords.h"
#include "app/sim/hccntool.h"
#include "app/sim/hosttools.h"
#include "app/sim/installers.h"
#include "app/sim/reboot.h"
#include "app/sim/mindiecheck.h"
#include "app/sim/nodefiles.h"
#include "app/sim/npuexporter.h"
#include "app/sim/npusmi.h"
#include "app/sim/servicelife.h"
#include "app/sim/servingchild.h"
#include "app/sim/shards.h"
#include "app/sim/statefile.h"
#include "app/sim/vllmrank.h"

#include "core/metrics/npuexporter.h"
#include "core/parse/npusmi.h"
#include "core/serving/http.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

using namespace sim;

namespace {

QStringList words(const QString &line) { return line.split(u' '); }

NodeState node(const QString &kind = u"a2"_s, int chips = 8)
{
    ClusterOptions options;
    options.kind = kind;
    options.chips = chips;
    return freshNode(options, 0);
}

NodeState withFault(const char *name, const Json &json)
{
    NodeState state = node();
    state.other["faults"][name] = json;
    return withFaults(state);
}

QByteArray hccn(NodeState state, const char *line)
{
    return hccnTool(state, words(QString::fromLatin1(line)),
                    [](const QString &address) { return address == "10.20.1.11"_L1; })
        .out;
}

Json goodConfiguration()
{
    return Json::parse(
        R"({"ServerConfig": {"ipAddress": "10.20.0.1", "port": 1025, "allowAllZeroIpListening": false, "maxLinkNum": 1000,
            "httpsEnabled": false, "inferMode": "standard", "metricsPort": 1027, "tokenTimeout": 600, "e2eTimeout": 600, "distDPServerEnabled": false},
        "BackendConfig": {"backendName": "mindieservice_llm_engine", "modelInstanceNumber": 1, "npuDeviceIds": [[0, 1]], "tokenizerProcessNumber": 8,
            "multiNodesInferEnabled": true, "multiNodesInferPort": 1120, "interNodeTLSEnabled": false,
            "ModelDeployConfig": {"maxSeqLen": 2560, "maxInputTokenLen": 2048,
                "ModelConfig": [{"modelName": "m", "modelWeightPath": "/w", "worldSize": 2, "cpuMemSize": 0, "npuMemSize": -1, "backendType": "atb", "trustRemoteCode": false}]},
            "ScheduleConfig": {"templateType": "Standard", "templateName": "Standard_LLM", "cacheBlockSize": 128, "maxPrefillBatchSize": 50, "maxPrefillTokens": 8192,
                "prefillTimeMsPerReq": 150, "prefillPolicyType": 0, "decodeTimeMsPerReq": 50, "decodePolicyType": 0, "maxBatchSize": 200, "maxIterTimes": 512,
                "maxPreemptCount": 0, "supportSelectBatch": false, "maxQueueDelayMicroseconds": 5000}}})");
}

const QByteArray goodTable
    = R"({"server_count":"2","server_list":[)"
      R"({"server_id":"10.200.2.2","container_ip":"10.200.2.2","device":[{"device_id":"0","device_ip":"10.20.0.11","rank_id":"0"},)"
      R"({"device_id":"1","device_ip":"10.20.0.12","rank_id":"1"}]},)"
      R"({"server_id":"10.200.2.3","container_ip":"10.200.2.3","device":[{"device_id":"0","device_ip":"10.20.1.11","rank_id":"2"},)"
      R"({"device_id":"1","device_ip":"10.20.1.12","rank_id":"3"}]}]})";

struct Judged
{
    QByteArray config = QByteArray::fromStdString(goodConfiguration().dump()), table = goodTable;
    int configMode = 0640, tableMode = 0640;
    bool isConfigLink = false, isTableLink = false;
    QString containerIp = u"10.200.2.2"_s;
    MindieGeneration generation = MindieGeneration::Classic;
    bool checked = true, hasTable = true;

    // The folder of the files is told as /etc/mindie.
    MindieVerdict verdict() const
    {
        QTemporaryDir folder;
        MindieStart start;
        start.generation = generation;
        start.containerIp = containerIp;
        start.permissionsChecked = checked;
        start.configPath = folder.filePath(u"config.json"_s);
        start.rankTablePath = hasTable ? folder.filePath(u"rank.json"_s) : QString();
        (void)writeNodeFile(start.configPath, config, 0600);
        (void)writeNodeFile(folder.filePath(u"rank.json"_s), table, 0600);
        ::chmod(QFile::encodeName(start.configPath).constData(), mode_t(configMode));
        ::chmod(QFile::encodeName(folder.filePath(u"rank.json"_s)).constData(), mode_t(tableMode));
        for (QString *path :
             {isConfigLink ? &start.configPath : nullptr, isTableLink ? &start.rankTablePath : nullptr}) {
            if (!path)
                continue;
            QDir(folder.path()).mkdir(u"links"_s);
            const QString link = folder.filePath(u"links/"_s + QFileInfo(*path).fileName());
            QFile::link(*path, link);
            *path = link;
        }
        MindieVerdict verdict = mindieVerdict(start);
        for (QString &line : verdict.said)
            line.replace(QFileInfo(folder.path()).canonicalFilePath(), u"/etc/mindie"_s);
        return verdict;
    }
};

} // namespace

class TstSimTools : public QObject
{
    Q_OBJECT

private slots:
    // npu-exporter's page tells of the chips what npu-smi tells, under its names, and that nothing of it is real.
    void npuExporterTellsWhatNpuSmiTells()
    {
        for (const QString &kind : {u"a2"_s, u"a3"_s}) {
            NodeState state = node(kind);
            state.chips[1].health = u"Alarm"_s;
            const QByteArray text = npuExporterPage(state, 1'760'000'000'300);
            QVERIFY(text.contains("ascend_console_simulated 1\n") && text.startsWith("# simulated"));
            QVERIFY2(text.contains(",namespace=\"\",pcie_bus_info=\"0000:"), text.constData());
            const Result<MetricsText> read = parseMetrics(text);
            QVERIFY(read && read->malformedLines == 0);
            const std::optional<ExporterPage> page = exporterPage(*read, 1'760'000'000'300);
            const Result<NpuSmiInfo> info = parseNpuSmiInfo(npuSmiInfoTable(state));
            QVERIFY(page && info);
            const QHash<QString, ExporterChip> chips = byDevice(*page, *info, {});
            QCOMPARE(chips.size(), state.chips.size());
            for (const NpuChip &chip : info->chips) {
                const ExporterChip told = chips.value(npuAndChip(chip));
                QCOMPARE(told.values.value(u"npu.hbm.total"_s).value, double(*chip.hbmTotalMb));
                QCOMPARE(told.values.value(u"npu.hbm.used"_s).value, double(*chip.hbmUsedMb));
                QCOMPARE(told.values.value(u"npu.temperature"_s).value, double(*chip.temperatureC));
                QCOMPARE(told.values.value(u"npu.aicore"_s).ageMs, 300);
                QCOMPARE(told.isUnhealthy, chip.health != u"OK");
            }
        }
    }

    void parserReadsBackTheState_data();
    void parserReadsBackTheState();
    void hccnToolSpeaksItsWords_data();
    void hccnToolSpeaksItsWords();
    void hccnToolLaysOutAsTheRealOne_data();
    void hccnToolLaysOutAsTheRealOne();
    void whatIsNotPlayedIsNoFailureOfTheTool_data();
    void whatIsNotPlayedIsNoFailureOfTheTool();
    void setsOfHccnToolStay();
    void setsLeaveTheOtherLinesOfTheFile();
    void columnsOfDockerAreAsWideAsTheirCells();
    void faultsChangeWhatTheyName();
    void hostFaultsAreToldByTheirTools();
    void eccHasTheKeysOfTheRealOne();
    void missingChipLeavesTheOthersTheirNumbers();
    void nothingMovesWhileIdle();
    void loadShowsOnTheDaemonsChipsOnly();
    void systemToolsTellTheNode();
    void fullDiskHasNothingLeft();
    void remediesOfAHandAreAnswered();
    void clockSkewGoesToTheRealDate();
    void vllmLogsByTheNodesClock();
    void listeningSocketsAreRead();
    void configurationFaultsAreMindiesWords_data();
    void configurationFaultsAreMindiesWords();
    void theTorchRuntimeRefusesMoeTp();
    void rankTableFaultsAreMindiesWords_data();
    void rankTableFaultsAreMindiesWords();
    void filesMustNotBeOpenToOthers_data();
    void filesMustNotBeOpenToOthers();
    void refusalsEndAsMindiesDo_data();
    void refusalsEndAsMindiesDo();
    void saysWhatItsOwnJudgeSays_data();
    void saysWhatItsOwnJudgeSays();
    void weightsFitTheirIndex();
    void brokenShardsAreVllmsWords();
    void engineIdsAreThoseOfTheRelease();
    void vllmAsksForItsKey();
    void vllmHasTheLengthOfItsCommandLine();
    void packagesChangeTheVersion();
    void packagesFail_data();
    void packagesFail();
    void aRestartEndsWhatRuns();
};

void TstSimTools::parserReadsBackTheState_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<bool>("v1");
    QTest::newRow("a2") << u"a2"_s << false;
    QTest::newRow("a2 v1") << u"a2"_s << true;
    QTest::newRow("a3") << u"a3"_s << false;
    QTest::newRow("a3 v1") << u"a3"_s << true;
}

void TstSimTools::parserReadsBackTheState()
{
    QFETCH(QString, kind);
    QFETCH(bool, v1);
    NodeState state = node(kind, kind == "a3"_L1 ? 16 : 8);
    state.v1 = v1;
    state.processes << Process{state.chips[1].npu, state.chips[1].chip, 4711, u"mindie_llm_back"_s, 57000};
    state.chips[2].hbm->used = 65536;
    const Result<NpuSmiInfo> read = parseNpuSmiInfo(npuSmiInfoTable(state));
    QVERIFY2(read, qPrintable(read ? QString() : read.error().message));
    QCOMPARE(read->truncated, false);
    QCOMPARE(read->toolVersion, state.toolVersion);
    QCOMPARE(read->chips.size(), state.chips.size());
    for (qsizetype i = 0; i < state.chips.size(); ++i) {
        const Chip &truth = state.chips[i];
        const NpuChip &chip = read->chips[i];
        QCOMPARE(chip.npu, std::optional(truth.npu));
        QCOMPARE(chip.chip, truth.chip);
        QCOMPARE(chip.deviceId, truth.deviceId);
        QCOMPARE(chip.name, truth.name);
        QCOMPARE(chip.health, truth.health);
        QCOMPARE(chip.powerWatts.has_value(), truth.power.has_value());
        QCOMPARE(chip.temperatureC, truth.temp);
        QCOMPARE(chip.busId, *truth.bus);
        QCOMPARE(chip.aiCorePercent, std::optional(truth.aicore));
        QCOMPARE(chip.hbmUsedMb, std::optional(truth.hbm->used));
        QCOMPARE(chip.hbmTotalMb, std::optional(truth.hbm->total));
    }
    QCOMPARE(read->processes.size(), 1);
    QCOMPARE(read->processes[0].pid, std::optional<qint64>(4711));
    QCOMPARE(read->processes[0].name, u"mindie_llm_back"_s);
}

void TstSimTools::hccnToolSpeaksItsWords_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<QByteArray>("said");
    QTest::newRow("ip") << QByteArray("-i 2 -ip -g") << QByteArray("ipaddr:10.20.0.13\nnetmask:255.255.0.0\n");
    QTest::newRow("link") << QByteArray("-i 0 -link -g") << QByteArray("link status: UP\n");
    QTest::newRow("health") << QByteArray("-i 0 -net_health -g") << QByteArray("net health status: Success\n");
    QTest::newRow("gateway") << QByteArray("-i 3 -gateway -g")
                             << QByteArray("default gateway:10.20.255.254, Iface:eth3\n");
    QTest::newRow("tls") << QByteArray("-i 1 -tls -g")
                         << QByteArray("dev_id:1, tls switch[0](0:disable, 1:enable), tls "
                                       "preconfigured[1](0:non-preset, 1:preset), tls alarm time threshold[60]days\n");
    QTest::newRow("no such device") << QByteArray("-i 9 -ip -g") << QByteArray("The device is not exist!\n");
    QTest::newRow("no number") << QByteArray("-i x -ip -g") << QByteArray("Get invalid device id.\n");
    QTest::newRow("fec") << QByteArray("-i 0 -fec -g") << QByteArray("fec mode: rs FEC mode\n");
    QTest::newRow("nonsense") << QByteArray("-i 0 -nonsense -g") << QByteArray("Cmd execute failed!\n");
    QTest::newRow("vnic is of a3") << QByteArray("-i 0 -vnic -g") << QByteArray("Cmd execute failed!\n");
    QTest::newRow("ping") << QByteArray("-i 0 -ping -g address 10.20.1.11")
                          << QByteArray("device 0 PING 10.20.1.11\nrecv seq=0,time=0.114000ms\nrecv "
                                        "seq=1,time=0.063000ms\nrecv seq=2,time=0.063000ms\n"
                                        "3 packets transmitted, 3 received, 0.00% packet loss\n");
    QTest::newRow("ping in vain")
        << QByteArray("-i 0 -ping -g address 10.20.9.9")
        << QByteArray("device 0 PING 10.20.9.9\n3 packets transmitted, 0 received, 100.00% packet loss\n");
}

void TstSimTools::hccnToolSpeaksItsWords()
{
    QFETCH(QByteArray, line);
    QFETCH(QByteArray, said);
    QCOMPARE(hccn(node(), line.constData()), said);
}

// The names before the colons, in their order, of a real card's answer.
void TstSimTools::hccnToolLaysOutAsTheRealOne_data()
{
    QTest::addColumn<QString>("capture");
    QTest::addColumn<QByteArray>("line");
    QTest::newRow("optical") << u"11-optical-910b3-npu0.txt"_s << QByteArray("-i 0 -optical -g");
    QTest::newRow("stat") << u"15-stat-910b3-npu0.txt"_s << QByteArray("-i 0 -stat -g");
}

void TstSimTools::hccnToolLaysOutAsTheRealOne()
{
    QFETCH(QString, capture);
    QFETCH(QByteArray, line);
    QFile file(QStringLiteral(ASC_SHARED_DIR "/captures/hccn_tool/") + capture);
    if (!file.open(QIODevice::ReadOnly))
        QSKIP("the captures are not on this machine");
    const auto names = [](const QByteArray &text) {
        QByteArrayList result;
        for (const QByteArray &line : text.split('\n'))
            if (line.contains(':'))
                result << line.left(line.indexOf(':') + 1);
        return result;
    };
    QCOMPARE(names(hccn(node(), line.constData())), names(file.readAll()));
}

void TstSimTools::whatIsNotPlayedIsNoFailureOfTheTool_data()
{
    QTest::addColumn<QString>("tool");
    QTest::addColumn<QString>("line");
    QTest::addColumn<QByteArray>("said");
    QTest::newRow("hw_stats") << u"hccn_tool"_s << u"-i 0 -hw_stats -g"_s
                              << QByteArray("ascend-sim: hccn_tool -hw_stats is not simulated.\n");
    QTest::newRow("reset") << u"npu-smi"_s << u"set -t reset -i 0 -c 0 -m 1"_s
                           << QByteArray("ascend-sim: npu-smi set -t reset is not simulated.\n");
    QTest::newRow("ecc") << u"npu-smi"_s << u"info -t ecc -i 0"_s
                         << QByteArray("ascend-sim: npu-smi info -t ecc is not simulated.\n");
}

void TstSimTools::whatIsNotPlayedIsNoFailureOfTheTool()
{
    QFETCH(QString, tool);
    QFETCH(QString, line);
    QFETCH(QByteArray, said);
    NodeState state = node();
    const ToolOutput output = tool == "npu-smi"_L1
        ? npuSmi(state, words(line))
        : hccnTool(state, words(line), [](const QString &) { return false; });
    QCOMPARE(output.err, said);
    QCOMPARE(output.out, QByteArray());
    QVERIFY(output.exitCode != 0);
}

void TstSimTools::setsLeaveTheOtherLinesOfTheFile()
{
    NodeState state = node();
    const QByteArray edited = "# by hand\naddress_2=10.99.0.2\ngateway_4=10.20.0.1\naddress_4=10.20.0.15\n";
    const QStringList line = words(u"-i 4 -gateway -s gateway 10.20.9.9"_s);
    QCOMPARE(hccnTool(state, line, [](const QString &) { return false; }).exitCode, 0);
    const QByteArray after = hccnConfAfter(edited, *state.network(4), line);
    QCOMPARE(after, QByteArray(edited).replace("gateway_4=10.20.0.1\n", "gateway_4=10.20.9.9\n"));
    QCOMPARE(hccnConfAfter("address_2=10.99.0.2\n", *state.network(4), line),
             QByteArray("address_2=10.99.0.2\ngateway_4=10.20.9.9\n"));
}

void TstSimTools::columnsOfDockerAreAsWideAsTheirCells()
{
    QCOMPARE(dockerTable({words(u"ID IMAGE NAMES"_s), words(u"8b70390775f2 a/long/image/name:1 box"_s)}),
             u"ID             IMAGE                 NAMES\n8b70390775f2   a/long/image/name:1   box"_s);
    // an example in mind-cluster's docs (01_upgrade.md)
    QCOMPARE(dockerTable({words(u"PORTS NAMES"_s)}), u"PORTS     NAMES"_s);
}

void TstSimTools::setsOfHccnToolStay()
{
    NodeState state = node();
    const auto run = [&](const char *line) {
        return hccnTool(state, words(QString::fromLatin1(line)), [](const QString &) { return false; }).out;
    };
    QCOMPARE(run("-i 4 -ip -s address 10.20.7.7 netmask 255.255.255.0"), QByteArray("Cmd executed successfully!\n"));
    QCOMPARE(run("-i 4 -ip -g"), QByteArray("ipaddr:10.20.7.7\nnetmask:255.255.255.0\n"));
    QCOMPARE(run("-i 4 -tls -s enable 1"), QByteArray("Cmd executed successfully!\n"));
    QVERIFY(run("-i 4 -tls -g").contains("tls switch[1]"));
    QCOMPARE(run("-i 4 -tls -s enable 2"), QByteArray("Cmd execute failed!\n"));
    QVERIFY(hccnConf(state).contains("address_4=10.20.7.7\nnetmask_4=255.255.255.0\n"));
}

void TstSimTools::faultsChangeWhatTheyName()
{
    const NodeState sound = withFaults(node());
    QCOMPARE(sound.chips, node().chips);
    QCOMPARE(withFault("chip-alarm", Json{{"device", 3}}).chips[3].health, u"Alarm"_s);
    QCOMPARE(withFault("chip-alarm", Json{{"device", 3}}).chips[2], sound.chips[2]);
    QVERIFY(withFault("hbm-occupied", Json{{"device", 0}, {"mb", 40000}}).chips[0].hbm->used > 40000);
    const Json older{{"driver", "25.0.rc1.1"}, {"firmware", "7.7.0.1.231"}};
    QCOMPARE(withFault("driver-old", older).driverVersion, u"25.0.rc1.1"_s);
    QCOMPARE(withFault("driver-old", older).firmwareVersion, u"7.7.0.1.231"_s);
    QVERIFY(withFault("firmware-mismatch", Json::object()).firmwareVersion != sound.firmwareVersion);
    QCOMPARE(hccn(withFault("link-down", Json{{"device", 2}}), "-i 2 -link -g"), QByteArray("link status: DOWN\n"));
    QVERIFY(hccn(withFault("link-down", Json{{"device", 2}}), "-i 2 -net_health -g")
            != QByteArray("net health status: Success\n"));
    QCOMPARE(hccn(withFault("link-down", Json{{"device", 2}}), "-i 1 -link -g"), QByteArray("link status: UP\n"));
    QVERIFY(hccn(withFault("tls-differs", Json::object()), "-i 7 -tls -g").contains("tls switch[1]"));
    QCOMPARE(hccn(withFault("wrong-device-ip", Json{{"device", 1}, {"ip", "10.20.250.250"}}), "-i 1 -ip -g"),
             QByteArray("ipaddr:10.20.250.250\nnetmask:255.255.0.0\n"));
    QVERIFY(withFault("image-missing", Json::object()).other["images"].empty());
    QCOMPARE(stringAt(withFault("wrong-arch", Json::object()).other["images"][0], "architecture"), u"amd64"_s);
}

void TstSimTools::missingChipLeavesTheOthersTheirNumbers()
{
    const NodeState state = withFault("chip-missing", Json{{"device", 5}});
    QCOMPARE(state.chips.size(), 7);
    QVERIFY(!state.npus.contains(5));
    QCOMPARE(deviceIdOf(state, *state.find(6, 0)), 6);
    QCOMPARE(hccn(state, "-i 5 -link -g"), QByteArray("The device is not exist!\n"));
    QVERIFY(!npuSmiInfoTable(state).contains("NPU 5 "));
}

void TstSimTools::nothingMovesWhileIdle()
{
    const Json idle{{"pid", 100}, {"load", 0.0}, {"hbmMb", 50000}, {"devices", {0, 1}}};
    const NodeState now = withLoad(node(), {idle}, 1'000'000), later = withLoad(node(), {idle}, 61'000'000);
    QCOMPARE(now.chips, later.chips);
    QCOMPARE(now.chips[0].aicore, 0);
    QCOMPARE(now.chips[0].power, node().chips[0].power);
    QVERIFY(now.chips[0].hbm->used > 50000);
    QCOMPARE(loadOf(0, 0), 0.0);
}

void TstSimTools::loadShowsOnTheDaemonsChipsOnly()
{
    const NodeState state
        = withLoad(node(), {Json{{"pid", 100}, {"load", 0.8}, {"hbmMb", 50000}, {"devices", {0, 1}}}}, 1'000'000);
    for (const int used : {0, 1}) {
        QVERIFY(state.chips[used].aicore > 40 && state.chips[used].aicore <= 100);
        QVERIFY(*state.chips[used].power > *node().chips[used].power + 50);
        QVERIFY(*state.chips[used].temp > *node().chips[used].temp);
    }
    QCOMPARE(state.chips[2], node().chips[2]);
    QCOMPARE(state.processes.size(), 2);
    QCOMPARE(state.processes[0].name, u"mindie_llm_back"_s);
    const Json vllm{{"pid", 100}, {"worker", "VLLMWorker_DP"}, {"load", 0}, {"hbmMb", 50000}, {"devices", {0}}};
    QCOMPARE(withLoad(node(), {vllm}, 1'000'000).processes[0].name, u"VLLMWorker_DP"_s);
    QVERIFY(loadOf(4, 0) > loadOf(1, 0));
    QVERIFY(loadOf(100, 1e6) <= 1.0);
}

void TstSimTools::systemToolsTellTheNode()
{
    const NodeState state = node();
    QCOMPARE(unameTool(state, {u"-m"_s}).out, QByteArray("aarch64\n"));
    QCOMPARE(unameTool(state, {u"-srm"_s}).out, QByteArray("Linux 5.10.0-216.0.0.115.oe2203sp4.aarch64 aarch64\n"));
    const QByteArray addresses = ipTool(state, {u"-j"_s, u"addr"_s}).out;
    const Result<Json> json = parseJson(addresses, u"ip"_s);
    QVERIFY(json);
    QCOMPARE(stringAt((*json)[1]["addr_info"][0], "local"), u"10.200.2.2"_s);
    QVERIFY(ipTool(state, {u"-j"_s, u"route"_s}).out.contains("\"default\""));
}

// What the checks and the rules of faults tell a person to type.
void TstSimTools::remediesOfAHandAreAnswered()
{
    NodeState sound = node(), bare = withFault("no-docker", Json::object());
    for (const char *line : {"start docker", "enable --now docker"}) {
        QCOMPARE(systemctlTool(sound, words(QLatin1String(line))).exitCode, 0);
        const ToolOutput refused = systemctlTool(bare, words(QLatin1String(line)));
        QVERIFY2(refused.exitCode != 0 && refused.exitCode != 3 && refused.err.contains("docker.service"),
                 refused.err.constData());
    }
    const ToolOutput sshd = systemctlTool(sound, words(u"status sshd"_s));
    QVERIFY2(sshd.exitCode == 0 && sshd.out.contains("sshd.service - OpenSSH server daemon\n")
                 && sshd.out.contains("Active: active (running)"),
             sshd.out.constData());
    QCOMPARE(systemctlTool(sound, words(u"status firewalld"_s)).exitCode, 3);
    QCOMPARE(systemctlTool(sound, words(u"restart docker"_s)).exitCode, notSimulated({}).exitCode);
    const QByteArray clock = timedatectlTool(sound, {}).out;
    QVERIFY2(clock.contains("System clock synchronized: yes\n") && clock.contains("NTP service: active\n"),
             clock.constData());
    NodeState free = withFault("clock-unsynchronised", Json::object());
    QVERIFY(timedatectlTool(free, {}).out.contains("System clock synchronized: no\n"));

    const QByteArrayList sizes = dfTool(sound, {u"-h"_s, u"/dev/shm"_s}).out.split('\n');
    QCOMPARE(sizes.value(0).simplified(), QByteArray("Filesystem Size Used Avail Use% Mounted on"));
    QCOMPARE(sizes.value(1).simplified(), QByteArray("tmpfs 754G 0 754G 0% /dev/shm"));
    QCOMPARE(dfTool(sound, {u"-h"_s, u"/"_s}).out.split('\n').value(1).simplified(),
             QByteArray("/dev/mapper/openeuler-root 1.8T 240G 1.6T 14% /"));

    NodeState wide = withFault("mtu-differs", Json::object());
    const QByteArray link = ipTool(wide, {u"link"_s, u"show"_s}).out;
    QVERIFY2(link.contains("enp189s0f0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 9000 ") && link.contains("mtu 65536"),
             link.constData());
    QVERIFY(ipTool(wide, {u"-j"_s, u"link"_s}).out.contains("9000"));
    QCOMPARE(withInterfaceFaultsInText("7: enp189s0f0@if3: <UP> mtu 1500 qdisc\n8: enp189s0f01: <UP> mtu 1500 x", wide),
             QByteArray("7: enp189s0f0@if3: <UP> mtu 9000 qdisc\n8: enp189s0f01: <UP> mtu 1500 x"));
    QVERIFY(setsMtuOfInterface(words(u"link set dev enp189s0f0 mtu 1500"_s), wide));
    QVERIFY(!setsMtuOfInterface(words(u"link show enp189s0f0"_s), wide));

    NodeState walled = withFault("firewall-on", Json::object());
    QCOMPARE(firewallCmdTool(walled, words(u"--add-port=1025/tcp --add-port=1026/tcp"_s)).out, QByteArray("success\n"));
    QCOMPARE(firewallCmdTool(walled, {u"--list-ports"_s}).out, QByteArray("1025/tcp 1026/tcp\n"));
    QVERIFY(firewallCmdTool(walled, {u"--add-port=1025/tcp"_s}).err.contains("ALREADY_ENABLED"));
}

void TstSimTools::fullDiskHasNothingLeft()
{
    const auto available = [](const NodeState &state, const QString &path) {
        return dfTool(state, {u"-B1"_s, u"-P"_s, path}).out.split('\n').value(1).split(' ').value(3).toLongLong();
    };
    QVERIFY(available(node(), u"/var/lib/docker"_s) > 1'000'000'000'000);
    const NodeState full = withFault("disk-full", Json{{"mount", "/"}});
    QCOMPARE(available(full, u"/var/lib/docker"_s), 0LL);
    QVERIFY(available(full, u"/work/deepseek"_s) > 1'000'000'000'000);
}

void TstSimTools::clockSkewGoesToTheRealDate()
{
    QCOMPARE(skewedDate({u"+%s.%N"_s}, 0, 5'000'000), QStringList{u"+%s.%N"_s});
    QCOMPARE(skewedDate({u"+%s.%N"_s}, 90, 5'000'000), (QStringList{u"-d"_s, u"@5090.000"_s, u"+%s.%N"_s}));
    const QStringList given{u"-d"_s, u"yesterday"_s};
    QCOMPARE(skewedDate(given, 90, 5'000'000), given);
}

void TstSimTools::vllmLogsByTheNodesClock()
{
    QTemporaryDir dir;
    const QString vllm = dir.filePath(u"vllm"_s);
    QVERIFY(QDir(dir.path()).mkpath(u"node1/.sim"_s));
    QVERIFY(QFile::link(QStringLiteral(ASC_BIN_DIR "/ascend-sim-vllm"), vllm));
    NodeState state = node();
    state.other["faults"]["clock-skew"] = Json{{"seconds", 7200}};
    QFile file(dir.filePath(u"node1/.sim/state.json"_s));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(prettyJson(state.toJson())) > 0);
    file.close();
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"ASCEND_SIM_NODE"_s, dir.filePath(u"node1"_s));
    environment.insert(u"ASCEND_SIM_IMAGE"_s, u"quay.io/ascend/vllm-ascend:v0.18.0"_s);
    process.setProcessEnvironment(environment);
    process.start(vllm, {u"serve"_s, u"/no/such/model"_s});
    QVERIFY(process.waitForFinished(60'000));
    const QByteArray said = process.readAllStandardOutput();
    static const QRegularExpression line(u"INFO (\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d) \\[utils.py"_s);
    const QDateTime expected = QDateTime::currentDateTime().addSecs(7200);
    const QString stamp = expected.toString(u"yyyy-"_s) + line.match(QString::fromUtf8(said)).captured(1);
    const QDateTime logged = QDateTime::fromString(stamp, u"yyyy-MM-dd HH:mm:ss"_s);
    QVERIFY2(logged.isValid() && std::abs(logged.secsTo(expected)) < 120, said.constData());
}

void TstSimTools::listeningSocketsAreRead()
{
    const QByteArray table = "  sl  local_address rem_address   st\n"
                             "   0: 0101007F:0401 00000000:0000 0A 00000000:00000000\n"
                             "   1: 0201007F:0016 00000000:0000 0A 00000000:00000000\n"
                             "   2: 0101007F:1F90 0101007F:9999 01 00000000:00000000\n";
    QCOMPARE(procNetListening(table, u"127.0.1.1"_s), QStringList{u"127.0.1.1:1025"_s});
    QCOMPARE(procNetListening(table, {}).size(), 2);
    QVERIFY(
        ssTool(withFault("port-busy", Json{{"port", 1025}}), {u"-H"_s, u"-ltn"_s}, {}).out.contains("0.0.0.0:1025"));
}

void TstSimTools::hostFaultsAreToldByTheirTools()
{
    NodeState sound = node();
    const auto show = words(u"show -p NTP -p NTPSynchronized"_s);
    QCOMPARE(timedatectlTool(sound, show).out, QByteArray("NTP=yes\nNTPSynchronized=yes\n"));
    NodeState free = withFault("clock-unsynchronised", Json::object());
    QCOMPARE(timedatectlTool(free, show).out, QByteArray("NTP=no\nNTPSynchronized=no\n"));
    QCOMPARE(timedatectlTool(free, words(u"set-ntp true"_s)).exitCode, 0);
    QCOMPARE(timedatectlTool(free, show).out, QByteArray("NTP=yes\nNTPSynchronized=yes\n"));
    NodeState off = withFault("clock-skew", Json{{"seconds", 90}}); // a clock that a time server sets is not off
    QCOMPARE(timedatectlTool(off, show).out, QByteArray("NTP=no\nNTPSynchronized=no\n"));
    QCOMPARE(timedatectlTool(off, words(u"set-ntp true"_s)).exitCode, 0);
    QVERIFY(!off.hasFault(u"clock-skew"_s));
    QCOMPARE(getenforceTool(sound).out, QByteArray("Disabled\n"));
    QCOMPARE(getenforceTool(withFault("selinux-enforcing", Json::object())).out, QByteArray("Enforcing\n"));

    const auto is = words(u"is-active firewalld"_s), rules = words(u"-w 2 -S INPUT"_s),
               sources = words(u"--zone=trusted --list-sources"_s);
    NodeState walled = withFault("firewall-on", Json::object());
    QCOMPARE(systemctlTool(sound, is).out, QByteArray("inactive\n"));
    QCOMPARE(systemctlTool(walled, is).out, QByteArray("active\n"));
    QCOMPARE(iptablesTool(sound, rules).out, QByteArray("-P INPUT ACCEPT\n"));
    QVERIFY(iptablesTool(walled, rules).out.contains("-j REJECT"));
    QCOMPARE(firewallCmdTool(sound, sources).exitCode, 252);
    QCOMPARE(firewallCmdTool(walled, sources).out, QByteArray("\n"));
    QCOMPARE(firewallCmdTool(walled, words(u"--zone=trusted --add-source=10.20.1.1"_s)).out, QByteArray("success\n"));
    QCOMPARE(firewallCmdTool(walled, sources).out, QByteArray("10.20.1.1\n"));

    const auto links = [](const NodeState &state) {
        return *parseJson(ipTool(state, {u"-j"_s, u"addr"_s}).out, u"ip"_s);
    };
    QVERIFY(links(sound)[1]["mtu"] == 1500);
    QVERIFY(links(withFault("mtu-differs", Json::object()))[1]["mtu"] == 9000);
    const Json alike = links(withFault("interface-alike", Json::object()));
    QCOMPARE(stringAt(alike[alike.size() - 1], "ifname"), stringAt(alike[1], "ifname") + u'1');

    QVERIFY(hccn(withFault("optical-weak", Json{{"device", 4}}), "-i 4 -optical -g")
                .contains("Rx Power1            : 0.0871"));
    QVERIFY(!hccn(withFault("optical-weak", Json{{"device", 4}}), "-i 3 -optical -g").contains("0.0871"));
    QVERIFY(hccn(withFault("link-flaps", Json{{"device", 6}}), "-i 6 -link_stat -g").contains("LINK DOWN"));
    QVERIFY(!hccn(withFault("link-flaps", Json{{"device", 6}}), "-i 5 -link_stat -g").contains("LINK DOWN"));
    const auto ecc = words(u"info -t ecc -i 2 -c 0"_s);
    QVERIFY(npuSmi(sound, ecc).out.contains("HBM Double Bit Error Count               : 0\n"));
    QVERIFY(npuSmi(withFault("ecc-errors", Json{{"device", 2}}), ecc)
                .out.contains("HBM Double Bit Error Count               : 3\n"));
}

void TstSimTools::eccHasTheKeysOfTheRealOne()
{
    QFile file(QStringLiteral(ASC_SHARED_DIR "/captures/npu-smi-other/20-ecc-910b3-npu0.txt"));
    if (!file.open(QIODevice::ReadOnly))
        QSKIP("the captures are not here");
    const auto keys = [](const QByteArray &text) {
        QByteArrayList result;
        for (const QByteArray &line : text.split('\n'))
            result << line.left(line.indexOf(':') + 1);
        return result;
    };
    NodeState state = node();
    QCOMPARE(keys(npuSmi(state, words(u"info -t ecc -i 0 -c 0"_s)).out), keys(file.readAll()));
}

void TstSimTools::configurationFaultsAreMindiesWords_data()
{
    QTest::addColumn<QString>("pointer");
    QTest::addColumn<QByteArray>("value");   // empty: taken out
    QTest::addColumn<QString>("fault");      // empty: none
    const auto backend = u"/BackendConfig/"_s;
    QTest::newRow("good") << u"/Version"_s << QByteArray("\"1.0.0\"") << QString();
    QTest::newRow("field missing") << u"/ServerConfig/port"_s << QByteArray()
                                   << u"[ParamChecker::CheckJsonParamType] port: missing compulsory field"_s;
    QTest::newRow("instances") << backend + u"modelInstanceNumber"_s << QByteArray("2")
                               << u"The size of npuDeviceIds does not equal to modelInstanceNumber"_s;
    QTest::newRow("world size") << backend + u"ModelDeployConfig/ModelConfig/0/worldSize"_s << QByteArray("8")
                                << u"The size of npuDeviceIds (subset) does not equal to worldSize"_s;
    QTest::newRow("twice, but the table counts") << backend + u"npuDeviceIds"_s << QByteArray("[[1,1]]") << QString();
    QTest::newRow("ports equal") << backend + u"multiNodesInferPort"_s << QByteArray("1025")
                                 << u"Endpoint port cannot be equal to multiNodesInferPort."_s;
    QTest::newRow("prefill") << backend + u"ScheduleConfig/maxPrefillTokens"_s << QByteArray("100")
                             << u"The value of maxPrefillTokens should not be less than maxInputTokenLen."_s;
    QTest::newRow("range") << u"/ServerConfig/port"_s << QByteArray("80")
                           << u"serverConfig.port [80] is less than [1024]"_s;
    QTest::newRow("type") << u"/ServerConfig/httpsEnabled"_s << QByteArray("\"no\"")
                          << u"The type of param httpsEnabled should be bool, but got string"_s;
    QTest::newRow("backend") << backend + u"ModelDeployConfig/ModelConfig/0/backendType"_s << QByteArray("\"torch\"")
                             << u"[error] Backend type only supports atb or ms."_s;
    QTest::newRow("truncation") << backend + u"ModelDeployConfig/truncation"_s << QByteArray("0")
                                << u"The type of param truncation should be bool, but got number"_s;
    QTest::newRow("mode") << u"/ServerConfig/inferMode"_s << QByteArray("\"fast\"")
                          << u"The inferMode should be standard or dmi"_s;
}

void TstSimTools::configurationFaultsAreMindiesWords()
{
    QFETCH(QString, pointer);
    QFETCH(QByteArray, value);
    QFETCH(QString, fault);
    Json config = goodConfiguration();
    const Json::json_pointer place(pointer.toStdString());
    if (value.isEmpty())
        config[place.parent_pointer()].erase(place.back());
    else
        config[place] = Json::parse(value.toStdString());
    Judged judged;
    judged.config = QByteArray::fromStdString(config.dump());
    const MindieVerdict verdict = judged.verdict();
    QCOMPARE(verdict.said.value(0), fault);
    QCOMPARE(verdict.accepted, fault.isEmpty());
}

void TstSimTools::theTorchRuntimeRefusesMoeTp()
{
    Json config = goodConfiguration();
    config["BackendConfig"]["ModelDeployConfig"]["truncation"] = 0;
    Json &model = config["BackendConfig"]["ModelDeployConfig"]["ModelConfig"][0];
    model.update(Json{{"backendType", "torch"}, {"dp", 2}, {"tp", 8}, {"moe_ep", 4}, {"moe_tp", 4}});
    Judged judged;
    judged.config = QByteArray::fromStdString(config.dump());
    judged.generation = MindieGeneration::Package;
    QCOMPARE(judged.verdict().said, QStringList()); // its configuration check passes it
    QCOMPARE(mindieTorchFault(config, 16), u"MoE strategy selection failed, please check the config."_s);
    model.update(Json{{"moe_ep", 16}, {"moe_tp", 1}});
    QCOMPARE(mindieTorchFault(config, 16), QString());
    QVERIFY(mindieTorchFault(config, 24).contains(u"world_size(24)"_s));
}

void TstSimTools::rankTableFaultsAreMindiesWords_data()
{
    QTest::addColumn<QByteArray>("from");
    QTest::addColumn<QByteArray>("to");
    QTest::addColumn<QString>("fault");
    QTest::newRow("good") << QByteArray() << QByteArray() << QString();
    QTest::newRow("count as number") << QByteArray("\"server_count\":\"2\"") << QByteArray("\"server_count\":2")
                                     << u"Ranktable file is invalid. Please check json format! "_s;
    QTest::newRow("not json") << QByteArray("{") << QByteArray("[[")
                              << u"Ranktable file is invalid. Please check json format! "_s;
    QTest::newRow("count wrong")
        << QByteArray("\"server_count\":\"2\"") << QByteArray("\"server_count\":\"3\"")
        << u"Parameter server_count is 3, which is not equal to server_list length in ranktable file, which is 2"_s;
    QTest::newRow("no address") << QByteArray("10.20.0.11") << QByteArray("-.-.-.-")
                                << u"Input device_ip [-.-.-.-] is invalid"_s;
    QTest::newRow("no container ip") << QByteArray("\"container_ip\":\"10.200.2.3\"")
                                     << QByteArray("\"container_ip\":\"\"")
                                     << u"The containerIp in the server node is empty in ranktable file."_s;
    QTest::newRow("device id") << QByteArray("\"device_id\":\"1\"") << QByteArray("\"device_id\":\"64\"")
                               << u"device_id [64] is out of bound [63]"_s;
    QTest::newRow("twice") << QByteArray("\"device_id\":\"1\"") << QByteArray("\"device_id\":\"0\"")
                           << u"npuDeviceID does not allow repetitive element"_s;
}

void TstSimTools::rankTableFaultsAreMindiesWords()
{
    QFETCH(QByteArray, from);
    QFETCH(QByteArray, to);
    QFETCH(QString, fault);
    Judged judged;
    if (!from.isEmpty())
        judged.table.replace(judged.table.indexOf(from), from.size(), to);
    const MindieVerdict verdict = judged.verdict();
    QCOMPARE(verdict.said.value(0), fault);
    QCOMPARE(verdict.accepted, fault.isEmpty());
    if (fault.isEmpty())
        QCOMPARE(verdict.table.servers.value(1).containerIp, u"10.200.2.3"_s);
}

void TstSimTools::filesMustNotBeOpenToOthers_data()
{
    QTest::addColumn<int>("mode");
    QTest::addColumn<QString>("part"); // empty: may be read
    QTest::newRow("640") << 0640 << QString();
    QTest::newRow("400") << 0400 << QString();
    QTest::newRow("644") << 0644
                         << u"Check Other group permission failed: /etc/mindie/%1 current permission is 4, but "
                            "required no greater than 0. Required permisssion is 640, but got permission is 644"_s;
    QTest::newRow("660") << 0660
                         << u"Check Owner group permission failed: /etc/mindie/%1 current permission is 6, but "
                            "required no greater than 4. Required permisssion is 640, but got permission is 660"_s;
    QTest::newRow("777") << 0777
                         << u"Check Owner permission failed: /etc/mindie/%1 current permission is 7, but required "
                            "no greater than 6. Required permisssion is 640, but got permission is 777"_s;
}

void TstSimTools::filesMustNotBeOpenToOthers()
{
    QFETCH(int, mode);
    QFETCH(QString, part);
    const auto words
        = [&part](const QString &name) { return u"Check path: %1 failed, by: "_s.arg(name) + part.arg(name); };
    Judged config;
    config.configMode = mode;
    QStringList said;
    if (!part.isEmpty())
        said = QStringList{words(u"config.json"_s), words(u"config.json"_s),
                           u"ConfigManager init exception: Failed to initialize ServerConfig from JSON."_s};
    QCOMPARE(config.verdict().said, said);
    config.checked = false;
    QCOMPARE(config.verdict().said, QStringList());
    config.generation = MindieGeneration::Package; // the variable changes nothing there
    QCOMPARE(config.verdict().said, said);
    Judged table;
    table.tableMode = mode;
    if (!part.isEmpty())
        said = QStringList{words(u"rank.json"_s), u"Ranktable file path is invalid."_s,
                           u"ConfigManager init exception: "_s};
    QCOMPARE(table.verdict().said, said);
}

void TstSimTools::refusalsEndAsMindiesDo_data()
{
    QTest::addColumn<QByteArray>("from");  // in config.json, or else in the table
    QTest::addColumn<QByteArray>("to");
    QTest::addColumn<QString>("containerIp");
    QTest::addColumn<QStringList>("said");
    const QString own = u"10.200.2.2"_s, exception = u"ConfigManager init exception: "_s;
    const QString repeated = u"npuDeviceID does not allow repetitive element"_s,
                  failed = exception + u"[ConfigManager] Checking Config Failed"_s;
    QTest::newRow("not in the table") << QByteArray() << QByteArray() << u"10.9.9.9"_s << QStringList{repeated, failed};
    QTest::newRow("no address") << QByteArray() << QByteArray() << QString()
                                << QStringList{u"The env variable MIES_CONTAINER_IP isn't exist."_s, repeated, failed};
    QTest::newRow("world size 7") << QByteArray("\"worldSize\":2") << QByteArray("\"worldSize\":7") << own
                                  << QStringList{u"The size of npuDeviceIds (subset) does not equal to worldSize"_s,
                                                 exception + u"Failed to initialize BackendConfig from JSON."_s};
    QTest::newRow("device 64") << QByteArray("\"device_id\":\"1\"") << QByteArray("\"device_id\":\"64\"") << own
                               << QStringList{u"device_id [64] is out of bound [63]"_s,
                                              u"Parameter device_id is 64, which is out of allow range [0, 63]."_s,
                                              failed};
    const QString json = u"Json file is invalid. Please check json format! "_s;
    QTest::newRow("no JSON") << QByteArray("{\"ServerConfig\"") << QByteArray("{,\"ServerConfig\"") << own
                             << QStringList{json, json, exception + u"Failed to initialize ServerConfig from JSON."_s};
    QTest::newRow("no JSON in the table") << QByteArray("{\"server_count\"") << QByteArray("{,\"server_count\"") << own
                                          << QStringList{u"Ranktable file is invalid. Please check json format! "_s,
                                                         u"Failed to parse the json data of ranktable file data."_s,
                                                         exception + u"init rank table config error."_s};
}

void TstSimTools::refusalsEndAsMindiesDo()
{
    QFETCH(QByteArray, from);
    QFETCH(QByteArray, to);
    QFETCH(QString, containerIp);
    QFETCH(QStringList, said);
    Judged judged;
    judged.containerIp = containerIp;
    judged.generation = MindieGeneration::Package;
    QByteArray &text = judged.config.contains(from) ? judged.config : judged.table;
    if (!from.isEmpty()) {
        QVERIFY(text.contains(from));
        text.replace(text.indexOf(from), from.size(), to);
    }
    QCOMPARE(judged.verdict().said, said);
    Judged missing;
    missing.hasTable = false;
    QCOMPARE(missing.verdict().said,
             (QStringList{u"Ranktable file is not exist, please set a valid ranktable file path with "
                          "RANK_TABLE_FILE environment."_s,
                          u"Ranktable file path is invalid."_s, u"ConfigManager init exception: "_s}));
}

// Every case that MindIE-LLM's own validator (3.0) was asked, but for those that are not played.
void TstSimTools::saysWhatItsOwnJudgeSays_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<QByteArray>("config");
    QTest::addColumn<QByteArray>("table");
    QFile file(QStringLiteral(ASC_SHARED_DIR "/captures/mindie-validator/verdicts.jsonl"));
    if (!file.open(QIODevice::ReadOnly))
        QSKIP("the validator's verdicts are not on this machine");
    const QByteArrayList lines = file.readAll().split('\n');
    QByteArray config, table;
    for (const QByteArray &line : lines) {
        const Json json = line.isEmpty() ? Json() : Json::parse(line.toStdString());
        if (!line.isEmpty() && stringAt(json, "name") == "base"_L1)
            (stringAt(json, "kind") == "rank-table"_L1 ? table : config) = stringAt(json, "text").toUtf8();
    }
    for (const QByteArray &line : lines) {
        if (line.isEmpty())
            continue;
        const Json json = Json::parse(line.toStdString());
        QTest::newRow(qPrintable(stringAt(json, "kind") + u' ' + stringAt(json, "name"))) << line << config << table;
    }
}

void TstSimTools::saysWhatItsOwnJudgeSays()
{
    QFETCH(QByteArray, line);
    const Json json = Json::parse(line.toStdString());
    const QString name = stringAt(json, "name"), kind = stringAt(json, "kind");
    for (const char *absent : {"HealthCheckConfig", "interNodeTLSEnabled=true", "modelWeightPath", "plugin_params",
                               "modelInstanceType", "policyType=3", "maxNumPartialPrefills"})
        if (name.startsWith(QLatin1String(absent)))
            QSKIP("not played");
    Judged judged;
    judged.generation = MindieGeneration::Package;
    QFETCH(QByteArray, config);
    QFETCH(QByteArray, table);
    const bool isTable = kind == "rank-table"_L1;
    judged.config = isTable ? config : stringAt(json, "text").toUtf8();
    judged.table = isTable ? stringAt(json, "text").toUtf8() : table;
    (isTable ? judged.tableMode : judged.configMode) = stringAt(json, "mode").toInt(nullptr, 8);
    (isTable ? judged.isTableLink : judged.isConfigLink) = boolAt(json, "link").value_or(false);
    const Json &environment = json["env"];
    judged.containerIp = stringAt(environment, "MIES_CONTAINER_IP", judged.containerIp);
    judged.checked = stringAt(environment, "MINDIE_CHECK_INPUTFILES_PERMISSION") != "0"_L1;
    judged.hasTable = !environment.contains("RANK_TABLE_FILE");
    const MindieVerdict verdict = judged.verdict();
    QVERIFY2(verdict.accepted == (stringAt(json, "verdict") == "accept"_L1), qPrintable(verdict.said.join(u" | "_s)));
    if (verdict.accepted) // what it says on the way is not played
        return;
    // Cut after some 200 characters, what went to stderr at the end, and of lines said of each device one.
    static const QRegularExpression onStderr(u" \\| (Negative value is invalid|Input data size|Out of range).*$"_s);
    QString wanted = stringAt(json, "said");
    wanted.remove(onStderr).replace(u"2, 3ConfigManager"_s, u"2, 3 | ConfigManager"_s);
    QVERIFY2(verdict.said.join(u" | "_s).startsWith(wanted),
             qPrintable(verdict.said.join(u" | "_s) + u"\nwanted: "_s + wanted));
    if (wanted.size() < 190)
        QCOMPARE(verdict.said.join(u" | "_s), wanted);
}

void TstSimTools::brokenShardsAreVllmsWords()
{
    QTemporaryDir folder;
    QVERIFY(writeFakeWeights(folder.path(), FakeModel::Qwen3Small));
    for (const bool isQuantized : {false, true})
        QCOMPARE(weightsFault(folder.path(), isQuantized), QString());
    const QString shard = folder.filePath(u"quant_model_weight_w8a8_dynamic-00005-of-00050.safetensors"_s);
    const qint64 size = QFileInfo(shard).size();
    for (const auto &[left, said] : {std::pair{size / 2, "MetadataIncompleteBuffer"},
                                     std::pair{size + 1, "MetadataIncompleteBuffer"},
                                     std::pair{qint64(20), "InvalidHeaderLength"},
                                     std::pair{qint64(0), "HeaderTooSmall"}}) {
        QVERIFY(QFile::resize(shard, left));
        for (const bool isQuantized : {false, true})
            QCOMPARE(weightsFault(folder.path(), isQuantized),
                     u"safetensors_rust.SafetensorError: Error while deserializing header: "_s + QLatin1String(said));
    }
    QVERIFY(QFile::remove(shard));
    const QString missed = weightsFault(folder.path(), false);
    const QString said = u"ValueError: Following weights were not initialized from checkpoint: {'model.layers.3."_s;
    QVERIFY2(missed.startsWith(said), qPrintable(missed));
    QCOMPARE(weightsFault(folder.path(), true), QString()); // as the real one: it serves what was in the memory
}

// vllm_ascend/platform.py: from v0.12.0rc1 on each process adds a part by chance, and a copied command does no harm.
void TstSimTools::engineIdsAreThoseOfTheRelease()
{
    QTemporaryDir folder;
    NodeState state = node();
    state.other["faults"]["engine-id-same"] = Json::object();
    QFile file(folder.filePath(u"state.json"_s));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(prettyJson(state.toJson())) > 0);
    file.close();
    const QStringList arguments{u"/w"_s, u"--kv-transfer-config"_s,
                                uR"({"kv_role":"kv_producer","kv_port":36100,"engine_id":"1"})"_s};
    const auto made = [&](const QString &release) {
        const VllmRank rank(arguments, release, folder.path(), u"127.0.0.1"_s, 0, 8);
        return std::pair(rank.engineId(), rank.kvPort());
    };
    QCOMPARE(made(u"0.11.0"_s), std::pair(u"0"_s, 36000));
    const auto [one, port] = made(u"0.12.0"_s);
    const auto [other, samePort] = made(u"0.12.0"_s);
    QVERIFY2(one.startsWith("0-"_L1) && one.size() == 34 && one != other, qPrintable(one));
    QVERIFY(port == 36000 && samePort == 36000);
}

void TstSimTools::vllmAsksForItsKey()
{
    QTemporaryDir folder;
    VllmRank rank({}, u"0.18.0"_s, folder.path(), u"127.0.0.1"_s, 0, 1);
    rank.setKey("k-1");
    int port = 20000 + int(getpid() % 20000);
    for (const int last = port + 50; port < last && !rank.listen(port).isEmpty();)
        ++port;
    const auto status = [port](const QString &path, const QByteArray &authorization) {
        HttpRequest request;
        request.url = u"http://127.0.0.1:%1"_s.arg(port) + path;
        if (!authorization.isEmpty())
            request.headers << std::pair(QByteArray("Authorization"), authorization);
        const Result<HttpResponse> answer = httpRequest(request, {});
        return answer ? answer->status : 0;
    };
    for (const char *wrong : {"", "k-1", "Bearer k-2"})
        QCOMPARE(status(u"/v1/models"_s, wrong), 401);
    // passed on to a model that is not there
    QCOMPARE(status(u"/v1/models"_s, "Bearer k-1"), 500);
    QCOMPARE(status(u"/health"_s, {}), 500);
}

void TstSimTools::vllmHasTheLengthOfItsCommandLine()
{
    QCOMPARE(lengthArguments(16384, u"0.18.0"_s),
             (QByteArrayList{"--context", "8192", "--max-model-len", "16384", "--vllm-release", "0.18.0"}));
    QCOMPARE(lengthArguments(4096, u"0.11.0"_s).mid(0, 4),
             (QByteArrayList{"--context", "4096", "--max-model-len", "4096"}));
    QCOMPARE(lengthArguments(0, u"0.18.0"_s), QByteArrayList()); // the model's own
}

void TstSimTools::weightsFitTheirIndex()
{
    QTemporaryDir folder;
    QVERIFY(writeFakeWeights(folder.path()));
    QFile index(folder.filePath(u"model.safetensors.index.json"_s));
    QVERIFY(index.open(QIODevice::ReadOnly));
    const Json json = Json::parse(index.readAll().toStdString());
    qint64 data = 0;
    QStringList seen;
    for (const auto &[tensor, shard] : json["weight_map"].items()) {
        const QString name = shard.get<QString>();
        if (seen.contains(name))
            continue;
        seen << name;
        QFile file(folder.filePath(name));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray length = file.read(8);
        qint64 header = 0;
        for (int i = 7; i >= 0; --i)
            header = header << 8 | uchar(length[i]);
        const Json tensors = Json::parse(file.read(header).toStdString());
        QVERIFY(tensors.contains(tensor));
        data += file.size() - 8 - header;
        struct stat facts;
        QCOMPARE(::stat(QFile::encodeName(file.fileName()).constData(), &facts), 0);
        QVERIFY(facts.st_blocks * 512 < 1'000'000); // sparse
    }
    QCOMPARE(data, json["metadata"]["total_size"].get<qint64>());
    QVERIFY(data > 600'000'000'000); // the size of the real model
}

// Installed at once, in effect after the restart, as version.info and npu-smi tell it of a node.
void TstSimTools::packagesChangeTheVersion()
{
    NodeState state = node();
    const QDateTime now(QDate(2026, 11, 20), QTime(20, 0));
    const QString driver = u"Ascend-hdk-910b-npu-driver_25.5.0_linux-aarch64.run"_s,
                  firmware = u"Ascend-hdk-910b-npu-firmware_7.8.0.5.216.run"_s;
    QVERIFY(isInstaller(driver));
    QVERIFY(!isInstaller(u"npu-smi"_s));
    QCOMPARE(installer(state, driver, {u"--check"_s}, now).exitCode, 0);
    QCOMPARE(installedDriver(state), u"25.2.0"_s);
    QVERIFY(installer(state, driver, {u"--full"_s}, now)
                .out.contains("Driver package installed successfully! Reboot needed"));
    installer(state, firmware, {u"--full"_s}, now);
    QCOMPARE(installedDriver(state), u"25.5.0"_s);
    QCOMPARE(installedFirmware(state), u"7.8.0.5.216"_s);
    QCOMPARE(state.driverVersion, u"25.2.0"_s);
    QCOMPARE(state.firmwareVersion, u"7.7.0.6.236"_s);
    state = afterReboot(state);
    QCOMPARE(state.driverVersion, u"25.5.0"_s);
    QCOMPARE(state.toolVersion, u"25.5.0"_s);
    QCOMPARE(state.firmwareVersion, u"7.8.0.5.216"_s);
    QCOMPARE(installer(state, u"Ascend-hdk-910b-npu-driver_25.5.1_linux-x86_64.run"_s, {u"--full"_s}, now).exitCode, 1);
    QCOMPARE(installedDriver(state), u"25.5.0"_s);
    state.driverVersion.clear();         // nothing is loaded that would have to go first
    QVERIFY(installer(state, driver, {u"--full"_s}, now).out.contains("takes effect immediately"));
    QCOMPARE(state.driverVersion, u"25.5.0"_s);
}

// Each says what Huawei's guides show of it, and installs nothing.
void TstSimTools::packagesFail_data()
{
    QTest::addColumn<QString>("fault");
    QTest::addColumn<QString>("how");
    QTest::addColumn<bool>("isBusy");
    QTest::addColumn<QByteArray>("words");
    QTest::newRow("dkms") << u"installer-fails"_s << u"dkms"_s << false << QByteArray("Dkms install failed");
    QTest::newRow("tools") << u"installer-fails"_s << u"tools"_s << false << QByteArray("list of missing tools: lspci");
    QTest::newRow("space") << u"installer-fails"_s << u"space"_s << false << QByteArray("No space left on device");
    QTest::newRow("user") << u"no-hwhiaiuser"_s << QString() << false << QByteArray("HwHiAiUser not exists!");
    QTest::newRow("busy") << QString() << QString() << true << QByteArray("davinci nodes are occupied");
}

void TstSimTools::packagesFail()
{
    QFETCH(QString, fault);
    QFETCH(QString, how);
    QFETCH(bool, isBusy);
    QFETCH(QByteArray, words);
    NodeState state = node();
    if (!fault.isEmpty())
        state.other["faults"][fault.toStdString()] = how.isEmpty() ? Json::object() : Json{{"how", how}};
    const ToolOutput output = installer(state, u"Ascend-hdk-910b-npu-driver_25.5.0_linux-aarch64.run"_s, {u"--full"_s},
                                        QDateTime::currentDateTime(), isBusy);
    QCOMPARE(output.exitCode, 1);
    QVERIFY2(output.out.contains(words), output.out.constData());
    QCOMPARE(installedDriver(state), u"25.2.0"_s);
    QCOMPARE(usersOf(state).contains("HwHiAiUser"), fault != "no-hwhiaiuser"_L1);
    QCOMPARE(groupsOf(state).contains("HwHiAiUser"), fault != "no-hwhiaiuser"_L1);
}

void TstSimTools::aRestartEndsWhatRuns()
{
    NodeState state = node();
    state.other["containers"] = Json::array({Json{{"name", "one"}, {"running", true}, {"exitCode", 0}}});
    state.other["installed"] = Json{{"firmware", "7.8.0.5.216"}};
    state.other["faults"] = Json{{"firmware-stays", Json::object()}, {"reboot-chip-alarm", Json{{"device", 3}}}};
    QCOMPARE(withFaults(state).chips[3].health, u"OK"_s);
    state = afterReboot(state);
    QVERIFY(!state.other["containers"][0]["running"].get<bool>());
    QCOMPARE(state.firmwareVersion, u"7.7.0.6.236"_s);
    QCOMPARE(installedFirmware(state), u"7.8.0.5.216"_s);
    QCOMPARE(withFaults(state).chips[3].health, u"Alarm"_s);
}

QTEST_APPLESS_MAIN(TstSimTools)
#include "tst_simtools.moc"
