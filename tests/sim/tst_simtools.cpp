// What the simulated tools say, from a state alone: words of hccn_tool, the node's system, faults,
// load, and MindIE's complaints about its files.
#include "app/sim/docker.h"
#include "app/sim/hccntool.h"
#include "app/sim/hosttools.h"
#include "app/sim/installers.h"
#include "app/sim/mindiecheck.h"
#include "app/sim/nodefiles.h"
#include "app/sim/npusmi.h"
#include "app/sim/servicelife.h"
#include "app/sim/statefile.h"

#include "core/parse/npusmi.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>
#include <unistd.h>

using namespace sim;

namespace {

QStringList words(const QString &line) { return line.split(u' '); }

NodeState node(const QString &kind = QStringLiteral("a2"), int chips = 8)
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
                    [](const QString &address) { return address == QLatin1String("10.20.1.11"); })
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
    QString containerIp = QStringLiteral("10.200.2.2");
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
        start.configPath = folder.filePath(QStringLiteral("config.json"));
        start.rankTablePath = hasTable ? folder.filePath(QStringLiteral("rank.json")) : QString();
        (void)writeNodeFile(start.configPath, config, 0600);
        (void)writeNodeFile(folder.filePath(QStringLiteral("rank.json")), table, 0600);
        ::chmod(QFile::encodeName(start.configPath).constData(), mode_t(configMode));
        ::chmod(QFile::encodeName(folder.filePath(QStringLiteral("rank.json"))).constData(), mode_t(tableMode));
        for (QString *path :
             {isConfigLink ? &start.configPath : nullptr, isTableLink ? &start.rankTablePath : nullptr}) {
            if (!path)
                continue;
            QDir(folder.path()).mkdir(QStringLiteral("links"));
            const QString link = folder.filePath(QStringLiteral("links/") + QFileInfo(*path).fileName());
            QFile::link(*path, link);
            *path = link;
        }
        MindieVerdict verdict = mindieVerdict(start);
        for (QString &line : verdict.said)
            line.replace(QFileInfo(folder.path()).canonicalFilePath(), QStringLiteral("/etc/mindie"));
        return verdict;
    }
};

} // namespace

class TstSimTools : public QObject
{
    Q_OBJECT

private slots:
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
    void missingChipLeavesTheOthersTheirNumbers();
    void nothingMovesWhileIdle();
    void loadShowsOnTheDaemonsChipsOnly();
    void systemToolsTellTheNode();
    void fullDiskHasNothingLeft();
    void clockSkewGoesToTheRealDate();
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
    void packagesChangeTheVersion();
};

void TstSimTools::parserReadsBackTheState_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<bool>("v1");
    QTest::newRow("a2") << QStringLiteral("a2") << false;
    QTest::newRow("a2 v1") << QStringLiteral("a2") << true;
    QTest::newRow("a3") << QStringLiteral("a3") << false;
    QTest::newRow("a3 v1") << QStringLiteral("a3") << true;
}

void TstSimTools::parserReadsBackTheState()
{
    QFETCH(QString, kind);
    QFETCH(bool, v1);
    NodeState state = node(kind, kind == QLatin1String("a3") ? 16 : 8);
    state.v1 = v1;
    state.processes << Process{state.chips[1].npu, state.chips[1].chip, 4711, QStringLiteral("mindie_llm_back"), 57000};
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
    QCOMPARE(read->processes[0].name, QStringLiteral("mindie_llm_back"));
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
    QTest::newRow("optical") << QStringLiteral("11-optical-910b3-npu0.txt") << QByteArray("-i 0 -optical -g");
    QTest::newRow("stat") << QStringLiteral("15-stat-910b3-npu0.txt") << QByteArray("-i 0 -stat -g");
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
    QTest::newRow("hw_stats") << QStringLiteral("hccn_tool") << QStringLiteral("-i 0 -hw_stats -g")
                              << QByteArray("ascend-sim: hccn_tool -hw_stats is not simulated.\n");
    QTest::newRow("reset") << QStringLiteral("npu-smi") << QStringLiteral("set -t reset -i 0 -c 0 -m 1")
                           << QByteArray("ascend-sim: npu-smi set -t reset is not simulated.\n");
    QTest::newRow("ecc") << QStringLiteral("npu-smi") << QStringLiteral("info -t ecc -i 0")
                         << QByteArray("ascend-sim: npu-smi info -t ecc is not simulated.\n");
}

void TstSimTools::whatIsNotPlayedIsNoFailureOfTheTool()
{
    QFETCH(QString, tool);
    QFETCH(QString, line);
    QFETCH(QByteArray, said);
    NodeState state = node();
    const ToolOutput output = tool == QLatin1String("npu-smi")
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
    const QStringList line = words(QStringLiteral("-i 4 -gateway -s gateway 10.20.9.9"));
    QCOMPARE(hccnTool(state, line, [](const QString &) { return false; }).exitCode, 0);
    const QByteArray after = hccnConfAfter(edited, *state.network(4), line);
    QCOMPARE(after, QByteArray(edited).replace("gateway_4=10.20.0.1\n", "gateway_4=10.20.9.9\n"));
    QCOMPARE(hccnConfAfter("address_2=10.99.0.2\n", *state.network(4), line),
             QByteArray("address_2=10.99.0.2\ngateway_4=10.20.9.9\n"));
}

void TstSimTools::columnsOfDockerAreAsWideAsTheirCells()
{
    QCOMPARE(dockerTable({words(QStringLiteral("ID IMAGE NAMES")),
                          words(QStringLiteral("8b70390775f2 a/long/image/name:1 box"))}),
             QStringLiteral("ID             IMAGE                 NAMES\n8b70390775f2   a/long/image/name:1   box"));
    // an example in mind-cluster's docs (01_upgrade.md)
    QCOMPARE(dockerTable({words(QStringLiteral("PORTS NAMES"))}), QStringLiteral("PORTS     NAMES"));
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
    QCOMPARE(withFault("chip-alarm", Json{{"device", 3}}).chips[3].health, QStringLiteral("Alarm"));
    QCOMPARE(withFault("chip-alarm", Json{{"device", 3}}).chips[2], sound.chips[2]);
    QVERIFY(withFault("hbm-occupied", Json{{"device", 0}, {"mb", 40000}}).chips[0].hbm->used > 40000);
    const Json older{{"driver", "25.0.rc1.1"}, {"firmware", "7.7.0.1.231"}};
    QCOMPARE(withFault("driver-old", older).driverVersion, QStringLiteral("25.0.rc1.1"));
    QCOMPARE(withFault("driver-old", older).firmwareVersion, QStringLiteral("7.7.0.1.231"));
    QVERIFY(withFault("firmware-mismatch", Json::object()).firmwareVersion != sound.firmwareVersion);
    QCOMPARE(hccn(withFault("link-down", Json{{"device", 2}}), "-i 2 -link -g"), QByteArray("link status: DOWN\n"));
    QVERIFY(hccn(withFault("link-down", Json{{"device", 2}}), "-i 2 -net_health -g")
            != QByteArray("net health status: Success\n"));
    QCOMPARE(hccn(withFault("link-down", Json{{"device", 2}}), "-i 1 -link -g"), QByteArray("link status: UP\n"));
    QVERIFY(hccn(withFault("tls-differs", Json::object()), "-i 7 -tls -g").contains("tls switch[1]"));
    QCOMPARE(hccn(withFault("wrong-device-ip", Json{{"device", 1}, {"ip", "10.20.250.250"}}), "-i 1 -ip -g"),
             QByteArray("ipaddr:10.20.250.250\nnetmask:255.255.0.0\n"));
    QVERIFY(withFault("image-missing", Json::object()).other["images"].empty());
    QCOMPARE(stringAt(withFault("wrong-arch", Json::object()).other["images"][0], "architecture"),
             QStringLiteral("amd64"));
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
    QCOMPARE(state.processes[0].name, QStringLiteral("mindie_llm_back"));
    QVERIFY(loadOf(4, 0) > loadOf(1, 0));
    QVERIFY(loadOf(100, 1e6) <= 1.0);
}

void TstSimTools::systemToolsTellTheNode()
{
    const NodeState state = node();
    QCOMPARE(unameTool(state, {QStringLiteral("-m")}).out, QByteArray("aarch64\n"));
    QCOMPARE(unameTool(state, {QStringLiteral("-srm")}).out,
             QByteArray("Linux 5.10.0-216.0.0.115.oe2203sp4.aarch64 aarch64\n"));
    const QByteArray addresses = ipTool(state, {QStringLiteral("-j"), QStringLiteral("addr")}).out;
    const Result<Json> json = parseJson(addresses, QStringLiteral("ip"));
    QVERIFY(json);
    QCOMPARE(stringAt((*json)[1]["addr_info"][0], "local"), QStringLiteral("10.200.2.2"));
    QVERIFY(ipTool(state, {QStringLiteral("-j"), QStringLiteral("route")}).out.contains("\"default\""));
}

void TstSimTools::fullDiskHasNothingLeft()
{
    const auto available = [](const NodeState &state, const QString &path) {
        return dfTool(state, {QStringLiteral("-B1"), QStringLiteral("-P"), path})
            .out.split('\n')
            .value(1)
            .split(' ')
            .value(3)
            .toLongLong();
    };
    QVERIFY(available(node(), QStringLiteral("/var/lib/docker")) > 1'000'000'000'000);
    const NodeState full = withFault("disk-full", Json{{"mount", "/"}});
    QCOMPARE(available(full, QStringLiteral("/var/lib/docker")), 0LL);
    QVERIFY(available(full, QStringLiteral("/work/deepseek")) > 1'000'000'000'000);
}

void TstSimTools::clockSkewGoesToTheRealDate()
{
    QCOMPARE(skewedDate({QStringLiteral("+%s.%N")}, 0, 5'000'000), QStringList{QStringLiteral("+%s.%N")});
    QCOMPARE(skewedDate({QStringLiteral("+%s.%N")}, 90, 5'000'000),
             (QStringList{QStringLiteral("-d"), QStringLiteral("@5090.000"), QStringLiteral("+%s.%N")}));
    const QStringList given{QStringLiteral("-d"), QStringLiteral("yesterday")};
    QCOMPARE(skewedDate(given, 90, 5'000'000), given);
}

void TstSimTools::listeningSocketsAreRead()
{
    const QByteArray table = "  sl  local_address rem_address   st\n"
                             "   0: 0101007F:0401 00000000:0000 0A 00000000:00000000\n"
                             "   1: 0201007F:0016 00000000:0000 0A 00000000:00000000\n"
                             "   2: 0101007F:1F90 0101007F:9999 01 00000000:00000000\n";
    QCOMPARE(procNetListening(table, QStringLiteral("127.0.1.1")), QStringList{QStringLiteral("127.0.1.1:1025")});
    QCOMPARE(procNetListening(table, {}).size(), 2);
    QVERIFY(ssTool(withFault("port-busy", Json{{"port", 1025}}), {QStringLiteral("-H"), QStringLiteral("-ltn")}, {})
                .out.contains("0.0.0.0:1025"));
}

void TstSimTools::configurationFaultsAreMindiesWords_data()
{
    QTest::addColumn<QString>("pointer");
    QTest::addColumn<QByteArray>("value");   // empty: taken out
    QTest::addColumn<QString>("fault");      // empty: none
    const auto backend = QStringLiteral("/BackendConfig/");
    QTest::newRow("good") << QStringLiteral("/Version") << QByteArray("\"1.0.0\"") << QString();
    QTest::newRow("field missing") << QStringLiteral("/ServerConfig/port") << QByteArray()
                                   << QStringLiteral(
                                          "[ParamChecker::CheckJsonParamType] port: missing compulsory field");
    QTest::newRow("instances") << backend + QStringLiteral("modelInstanceNumber") << QByteArray("2")
                               << QStringLiteral("The size of npuDeviceIds does not equal to modelInstanceNumber");
    QTest::newRow("world size") << backend + QStringLiteral("ModelDeployConfig/ModelConfig/0/worldSize")
                                << QByteArray("8")
                                << QStringLiteral("The size of npuDeviceIds (subset) does not equal to worldSize");
    QTest::newRow("twice, but the table counts")
        << backend + QStringLiteral("npuDeviceIds") << QByteArray("[[1,1]]") << QString();
    QTest::newRow("ports equal") << backend + QStringLiteral("multiNodesInferPort") << QByteArray("1025")
                                 << QStringLiteral("Endpoint port cannot be equal to multiNodesInferPort.");
    QTest::newRow("prefill") << backend + QStringLiteral("ScheduleConfig/maxPrefillTokens") << QByteArray("100")
                             << QStringLiteral(
                                    "The value of maxPrefillTokens should not be less than maxInputTokenLen.");
    QTest::newRow("range") << QStringLiteral("/ServerConfig/port") << QByteArray("80")
                           << QStringLiteral("serverConfig.port [80] is less than [1024]");
    QTest::newRow("type") << QStringLiteral("/ServerConfig/httpsEnabled") << QByteArray("\"no\"")
                          << QStringLiteral("The type of param httpsEnabled should be bool, but got string");
    QTest::newRow("backend") << backend + QStringLiteral("ModelDeployConfig/ModelConfig/0/backendType")
                             << QByteArray("\"torch\"")
                             << QStringLiteral("[error] Backend type only supports atb or ms.");
    QTest::newRow("truncation") << backend + QStringLiteral("ModelDeployConfig/truncation") << QByteArray("0")
                                << QStringLiteral("The type of param truncation should be bool, but got number");
    QTest::newRow("mode") << QStringLiteral("/ServerConfig/inferMode") << QByteArray("\"fast\"")
                          << QStringLiteral("The inferMode should be standard or dmi");
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
    QCOMPARE(mindieTorchFault(config, 16), QStringLiteral("MoE strategy selection failed, please check the config."));
    model.update(Json{{"moe_ep", 16}, {"moe_tp", 1}});
    QCOMPARE(mindieTorchFault(config, 16), QString());
    QVERIFY(mindieTorchFault(config, 24).contains(QStringLiteral("world_size(24)")));
}

void TstSimTools::rankTableFaultsAreMindiesWords_data()
{
    QTest::addColumn<QByteArray>("from");
    QTest::addColumn<QByteArray>("to");
    QTest::addColumn<QString>("fault");
    QTest::newRow("good") << QByteArray() << QByteArray() << QString();
    QTest::newRow("count as number") << QByteArray("\"server_count\":\"2\"") << QByteArray("\"server_count\":2")
                                     << QStringLiteral("Ranktable file is invalid. Please check json format! ");
    QTest::newRow("not json") << QByteArray("{") << QByteArray("[[")
                              << QStringLiteral("Ranktable file is invalid. Please check json format! ");
    QTest::newRow("count wrong")
        << QByteArray("\"server_count\":\"2\"") << QByteArray("\"server_count\":\"3\"")
        << QStringLiteral(
               "Parameter server_count is 3, which is not equal to server_list length in ranktable file, which is 2");
    QTest::newRow("no address") << QByteArray("10.20.0.11") << QByteArray("-.-.-.-")
                                << QStringLiteral("Input device_ip [-.-.-.-] is invalid");
    QTest::newRow("no container ip") << QByteArray("\"container_ip\":\"10.200.2.3\"")
                                     << QByteArray("\"container_ip\":\"\"")
                                     << QStringLiteral(
                                            "The containerIp in the server node is empty in ranktable file.");
    QTest::newRow("device id") << QByteArray("\"device_id\":\"1\"") << QByteArray("\"device_id\":\"64\"")
                               << QStringLiteral("device_id [64] is out of bound [63]");
    QTest::newRow("twice") << QByteArray("\"device_id\":\"1\"") << QByteArray("\"device_id\":\"0\"")
                           << QStringLiteral("npuDeviceID does not allow repetitive element");
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
        QCOMPARE(verdict.table.servers.value(1).containerIp, QStringLiteral("10.200.2.3"));
}

void TstSimTools::filesMustNotBeOpenToOthers_data()
{
    QTest::addColumn<int>("mode");
    QTest::addColumn<QString>("part"); // empty: may be read
    QTest::newRow("640") << 0640 << QString();
    QTest::newRow("400") << 0400 << QString();
    QTest::newRow("644") << 0644
                         << QStringLiteral(
                                "Check Other group permission failed: /etc/mindie/%1 current permission is 4, but "
                                "required no greater than 0. Required permisssion is 640, but got permission is 644");
    QTest::newRow("660") << 0660
                         << QStringLiteral(
                                "Check Owner group permission failed: /etc/mindie/%1 current permission is 6, but "
                                "required no greater than 4. Required permisssion is 640, but got permission is 660");
    QTest::newRow("777") << 0777
                         << QStringLiteral(
                                "Check Owner permission failed: /etc/mindie/%1 current permission is 7, but required "
                                "no greater than 6. Required permisssion is 640, but got permission is 777");
}

void TstSimTools::filesMustNotBeOpenToOthers()
{
    QFETCH(int, mode);
    QFETCH(QString, part);
    const auto words = [&part](const QString &name) {
        return QStringLiteral("Check path: %1 failed, by: ").arg(name) + part.arg(name);
    };
    Judged config;
    config.configMode = mode;
    QStringList said;
    if (!part.isEmpty())
        said
            = QStringList{words(QStringLiteral("config.json")), words(QStringLiteral("config.json")),
                          QStringLiteral("ConfigManager init exception: Failed to initialize ServerConfig from JSON.")};
    QCOMPARE(config.verdict().said, said);
    config.checked = false;
    QCOMPARE(config.verdict().said, QStringList());
    config.generation = MindieGeneration::Package; // the variable changes nothing there
    QCOMPARE(config.verdict().said, said);
    Judged table;
    table.tableMode = mode;
    if (!part.isEmpty())
        said = QStringList{words(QStringLiteral("rank.json")), QStringLiteral("Ranktable file path is invalid."),
                           QStringLiteral("ConfigManager init exception: ")};
    QCOMPARE(table.verdict().said, said);
}

void TstSimTools::refusalsEndAsMindiesDo_data()
{
    QTest::addColumn<QByteArray>("from");  // in config.json, or else in the table
    QTest::addColumn<QByteArray>("to");
    QTest::addColumn<QString>("containerIp");
    QTest::addColumn<QStringList>("said");
    const QString own = QStringLiteral("10.200.2.2"), exception = QStringLiteral("ConfigManager init exception: ");
    const QString repeated = QStringLiteral("npuDeviceID does not allow repetitive element"),
                  failed = exception + QStringLiteral("[ConfigManager] Checking Config Failed");
    QTest::newRow("not in the table") << QByteArray() << QByteArray() << QStringLiteral("10.9.9.9")
                                      << QStringList{repeated, failed};
    QTest::newRow("no address") << QByteArray() << QByteArray() << QString()
                                << QStringList{QStringLiteral("The env variable MIES_CONTAINER_IP isn't exist."),
                                               repeated, failed};
    QTest::newRow("world size 7")
        << QByteArray("\"worldSize\":2") << QByteArray("\"worldSize\":7") << own
        << QStringList{QStringLiteral("The size of npuDeviceIds (subset) does not equal to worldSize"),
                       exception + QStringLiteral("Failed to initialize BackendConfig from JSON.")};
    QTest::newRow("device 64") << QByteArray("\"device_id\":\"1\"") << QByteArray("\"device_id\":\"64\"") << own
                               << QStringList{QStringLiteral("device_id [64] is out of bound [63]"),
                                              QStringLiteral(
                                                  "Parameter device_id is 64, which is out of allow range [0, 63]."),
                                              failed};
    const QString json = QStringLiteral("Json file is invalid. Please check json format! ");
    QTest::newRow("no JSON") << QByteArray("{\"ServerConfig\"") << QByteArray("{,\"ServerConfig\"") << own
        << QStringList{json, json, exception + QStringLiteral("Failed to initialize ServerConfig from JSON.")};
    QTest::newRow("no JSON in the table")
        << QByteArray("{\"server_count\"") << QByteArray("{,\"server_count\"") << own
        << QStringList{QStringLiteral("Ranktable file is invalid. Please check json format! "),
                       QStringLiteral("Failed to parse the json data of ranktable file data."),
                       exception + QStringLiteral("init rank table config error.")};
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
             (QStringList{QStringLiteral("Ranktable file is not exist, please set a valid ranktable file path with "
                                         "RANK_TABLE_FILE environment."),
                          QStringLiteral("Ranktable file path is invalid."),
                          QStringLiteral("ConfigManager init exception: ")}));
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
        if (!line.isEmpty() && stringAt(json, "name") == QLatin1String("base"))
            (stringAt(json, "kind") == QLatin1String("rank-table") ? table : config) = stringAt(json, "text").toUtf8();
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
    const bool isTable = kind == QLatin1String("rank-table");
    judged.config = isTable ? config : stringAt(json, "text").toUtf8();
    judged.table = isTable ? stringAt(json, "text").toUtf8() : table;
    (isTable ? judged.tableMode : judged.configMode) = stringAt(json, "mode").toInt(nullptr, 8);
    (isTable ? judged.isTableLink : judged.isConfigLink) = boolAt(json, "link").value_or(false);
    const Json &environment = json["env"];
    judged.containerIp = stringAt(environment, "MIES_CONTAINER_IP", judged.containerIp);
    judged.checked = stringAt(environment, "MINDIE_CHECK_INPUTFILES_PERMISSION") != QLatin1String("0");
    judged.hasTable = !environment.contains("RANK_TABLE_FILE");
    const MindieVerdict verdict = judged.verdict();
    QVERIFY2(verdict.accepted == (stringAt(json, "verdict") == QLatin1String("accept")),
             qPrintable(verdict.said.join(QStringLiteral(" | "))));
    if (verdict.accepted) // what it says on the way is not played
        return;
    // Cut after some 200 characters, what went to stderr at the end, and of lines said of each device one.
    static const QRegularExpression onStderr(
        QStringLiteral(" \\| (Negative value is invalid|Input data size|Out of range).*$"));
    QString wanted = stringAt(json, "said");
    wanted.remove(onStderr).replace(QStringLiteral("2, 3ConfigManager"), QStringLiteral("2, 3 | ConfigManager"));
    QVERIFY2(verdict.said.join(QStringLiteral(" | ")).startsWith(wanted),
             qPrintable(verdict.said.join(QStringLiteral(" | ")) + QStringLiteral("\nwanted: ") + wanted));
    if (wanted.size() < 190)
        QCOMPARE(verdict.said.join(QStringLiteral(" | ")), wanted);
}

void TstSimTools::weightsFitTheirIndex()
{
    QTemporaryDir folder;
    QVERIFY(writeFakeWeights(folder.path()));
    QFile index(folder.filePath(QStringLiteral("model.safetensors.index.json")));
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

void TstSimTools::packagesChangeTheVersion()
{
    NodeState state = node();
    const QDateTime now(QDate(2026, 11, 20), QTime(20, 0));
    QVERIFY(isInstaller(QStringLiteral("Ascend-hdk-910b-npu-driver_25.5.0_linux-aarch64.run")));
    QVERIFY(!isInstaller(QStringLiteral("npu-smi")));
    QVERIFY(installer(state, QStringLiteral("Ascend-hdk-910b-npu-driver_25.5.0_linux-aarch64.run"),
                      {QStringLiteral("--full")}, now)
                .out.contains("Driver package installed successfully!"));
    QCOMPARE(state.driverVersion, QStringLiteral("25.5.0"));
    installer(state, QStringLiteral("Ascend-hdk-910b-npu-firmware_7.8.0.5.216.run"), {QStringLiteral("--full")}, now);
    QCOMPARE(state.firmwareVersion, QStringLiteral("7.8.0.5.216"));
    QCOMPARE(installer(state, QStringLiteral("Ascend-hdk-910b-npu-driver_25.5.1_linux-x86_64.run"),
                       {QStringLiteral("--full")}, now)
                 .exitCode,
             1);
    QCOMPARE(state.driverVersion, QStringLiteral("25.5.0"));
}

QTEST_APPLESS_MAIN(TstSimTools)
#include "tst_simtools.moc"
