// The simulated cluster behind the local transport: containers, MindIE's daemon with a real engine
// behind it, faults while it runs, and nothing left when it is down.
#include "tests/lab/lab.h"

#include "app/sim/httpget.h"
#include "app/sim/nodefiles.h"
#include "app/sim/nodeview.h"
#include "app/sim/statefile.h"
#include "core/checks/checkcontext.h"
#include "core/parse/npusmi.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QScopeGuard>
#include <QTemporaryDir>
#include <QTest>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <thread>

using namespace Qt::StringLiterals;

namespace {

const QString image
    = u"swr.cn-south-1.myhuaweicloud.com/ascendhub/mindie:2.2.T30-800I-A2-py311-openeuler24.03-lts-arm64"_s;
const QString mindieHome = u"/usr/local/Ascend/mindie/latest/mindie-service"_s;

QStringList words(const QString &line) { return line.split(u' '); }

QByteArray rankTable(const Lab &lab)
{
    Json servers = Json::array();
    for (int node = 0; node < 2; ++node) {
        const sim::NodeState state = lab.state(node);
        Json devices = Json::array();
        for (int i = 0; i < 8; ++i)
            devices.push_back(Json{{"device_id", std::to_string(i)},
                                   {"device_ip", state.networks[i].ip},
                                   {"rank_id", std::to_string(node * 8 + i)}});
        const QString address = stringAt(state.other, "address");
        servers.push_back(Json{{"server_id", address}, {"container_ip", address}, {"device", devices}});
    }
    return prettyJson(
        Json{{"version", "1.0"}, {"status", "completed"}, {"server_count", "2"}, {"server_list", servers}});
}

QByteArray configuration(int port)
{
    return prettyJson(
        Json::parse(uR"({"ServerConfig": {"ipAddress": "10.20.0.1", "port": %1, "managementPort": %2, "metricsPort": %3,
            "allowAllZeroIpListening": false, "maxLinkNum": 1000, "httpsEnabled": false, "inferMode": "standard", "tokenTimeout": 600, "e2eTimeout": 600,
            "distDPServerEnabled": false},
        "BackendConfig": {"backendName": "mindieservice_llm_engine", "modelInstanceNumber": 1, "npuDeviceIds": [[0, 1, 2, 3, 4, 5, 6, 7]],
            "tokenizerProcessNumber": 8, "multiNodesInferEnabled": true, "multiNodesInferPort": 1120, "interNodeTLSEnabled": false,
            "ModelDeployConfig": {"maxSeqLen": 2560, "maxInputTokenLen": 2048,
                "ModelConfig": [{"modelName": "ds_v3.2", "modelWeightPath": "/work/deepseek/parameters/DeepseekV3.2-quant", "worldSize": 8,
                                 "cpuMemSize": 0, "npuMemSize": -1, "backendType": "atb", "trustRemoteCode": false}]},
            "ScheduleConfig": {"templateType": "Standard", "templateName": "Standard_LLM", "cacheBlockSize": 128, "maxPrefillBatchSize": 50, "maxPrefillTokens": 8192,
                "prefillTimeMsPerReq": 150, "prefillPolicyType": 0, "decodeTimeMsPerReq": 50, "decodePolicyType": 0, "maxBatchSize": 200, "maxIterTimes": 512,
                "maxPreemptCount": 0, "supportSelectBatch": false, "maxQueueDelayMicroseconds": 5000}}})"_s.arg(port)
                        .arg(port + 1)
                        .arg(port + 2)
                        .toStdString()));
}

// One POST, as a client does; the answer's body.
QByteArray post(const QString &address, int port, const QByteArray &path, const QByteArray &body)
{
    const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    timeval limit{60, 0};
    ::setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof(limit));
    sockaddr_in target = {};
    target.sin_family = AF_INET;
    target.sin_port = htons(quint16(port));
    ::inet_pton(AF_INET, address.toLatin1().constData(), &target.sin_addr);
    QByteArray text;
    if (::connect(fd, reinterpret_cast<sockaddr *>(&target), sizeof(target)) == 0) {
        const QByteArray request = "POST " + path + " HTTP/1.1\r\nHost: " + address.toLatin1()
            + "\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: "
            + QByteArray::number(body.size()) + "\r\n\r\n" + body;
        (void)!::send(fd, request.constData(), size_t(request.size()), MSG_NOSIGNAL);
        char piece[4096];
        for (ssize_t length; (length = ::recv(fd, piece, sizeof(piece), 0)) > 0;)
            text.append(piece, length);
    }
    ::close(fd);
    return text.mid(text.indexOf("\r\n\r\n") + 4);
}

} // namespace

class TstSimCluster : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void deploymentFileOpens();
    void whatRecipesMountOfTheDriverIsThere();
    void dockerKeepsContainersAndSaysWhyNot();
    void containerSeesItsMountsAndNotTheNode();
    void hangingToolMeetsItsTimeout();
    void theLatencyProfileSleeps();
    void daemonRefusesInMindiesWords();
    void twoDaemonsServeAndTheChipsFollow();
    void theSameDeploymentFileIsWrittenAgain();
    void nothingIsLeftWhenItIsDown();

private:
    CommandOutput run(int node, const QStringList &argv, std::chrono::milliseconds timeout = std::chrono::seconds(20))
    {
        const Result<std::unique_ptr<Shell>> shell = m_lab->shell(node);
        if (!shell)
            return {-1, {}, shell.error().message.toUtf8()};
        const Result<CommandOutput> output = (*shell)->run({argv, {}, timeout}, {});
        return output ? *output : CommandOutput{-1, {}, output.error().message.toUtf8()};
    }
    CommandOutput script(int node, const QString &text) { return run(node, {u"sh"_s, u"-c"_s, text}); }
    void startContainers();
    CommandOutput startDaemon(int node, const QString &environment);
    QByteArray log(int node) { return run(node, words(u"docker exec box cat /root/mindie.log"_s)).out; }

    std::unique_ptr<Lab> m_lab;
    int m_port = 1025;
};

void TstSimCluster::initTestCase()
{
    Result<std::unique_ptr<Lab>> lab = Lab::up({.ssh = false});
    if (!lab)
        QFAIL(qPrintable(lab.error().message + QLatin1Char('\n') + lab.error().detail));
    m_lab = *std::move(lab);
}

// Each engine's recipes mount files and folders of the driver: a node with a driver has them, and none is empty.
void TstSimCluster::whatRecipesMountOfTheDriverIsThere()
{
    for (const QString &recipe : {u"vllm-ascend-qwen3-235b-w8a8-1xA2"_s, u"mindie-deepseek-v3.2-w8a8-2xA2"_s}) {
        Deployment deployment = m_lab->deployment();
        deployment.recipe = recipe;
        deployment.settings = Json::object();
        const QStringList mounts = checkSettingsOf(deployment).driverMounts;
        QVERIFY(!mounts.isEmpty());
        for (const QString &path : mounts) {
            const CommandOutput seen
                = script(0, u"if [ -d %1 ]; then ls -A %1 | head -n 1; else ls %1; fi"_s.arg(path));
            QVERIFY2(seen.exitCode == 0 && !seen.out.trimmed().isEmpty(), qPrintable(recipe + u": "_s + path));
        }
    }
}

void TstSimCluster::deploymentFileOpens()
{
    const Result<Deployment> read = loadDeployment(m_lab->deploymentFile());
    QVERIFY2(read, qPrintable(read ? QString() : read.error().message));
    QVERIFY(read->simulated);
    QCOMPARE(read->nodes.size(), 2);
    QCOMPARE(read->nodes[0].transport, Transport::Local);
    QCOMPARE(read->nodes[1].root, m_lab->nodeFolder(1));
    QCOMPARE(stringAt(read->settings, "image"), image);
}

void TstSimCluster::dockerKeepsContainersAndSaysWhyNot()
{
    const CommandOutput json = run(0, {u"docker"_s, u"version"_s, u"--format"_s, u"{{json .}}"_s});
    const Result<Json> parsed = parseJson(json.out, u"docker version"_s);
    QVERIFY(parsed);
    QCOMPARE(stringAt((*parsed)["Server"], "Version"), u"24.0.7"_s);

    const CommandOutput started = run(0, {u"docker"_s, u"run"_s, u"-itd"_s, u"--name=one"_s, image, u"bash"_s});
    QCOMPARE(started.exitCode, 0);
    QCOMPARE(started.out.trimmed().size(), 64);
    QCOMPARE(run(0, {u"docker"_s, u"ps"_s, u"-a"_s, u"--format"_s, u"{{.Names}}\\t{{.Image}}\\t{{.Status}}"_s})
                 .out.split('\t')
                 .first(),
             QByteArray("one"));
    const CommandOutput again = run(0, {u"docker"_s, u"run"_s, u"-d"_s, u"--name"_s, u"one"_s, image});
    QCOMPARE(again.exitCode, 125);
    QVERIFY(again.err.contains("Conflict. The container name \"/one\" is already in use"));
    const CommandOutput running = run(0, words(u"docker rm one"_s));
    QCOMPARE(running.exitCode, 1);
    QCOMPARE(run(0, words(u"docker inspect -f {{.State.Running}} one"_s)).out, QByteArray("true\n"));
    QCOMPARE(run(0, words(u"docker stop one"_s)).exitCode, 0);
    QVERIFY(run(0, words(u"docker exec one true"_s)).err.contains("is not running"));
    QCOMPARE(run(0, words(u"docker rm one"_s)).exitCode, 0);
    QVERIFY(run(0, words(u"docker exec one true"_s)).err.contains("No such container: one"));
    QVERIFY(run(0, words(u"docker image inspect nothing:1"_s)).err.contains("No such image: nothing:1"));
    const CommandOutput absent = run(0, words(u"docker run -d --name two registry.example/x:1"_s));
    QCOMPARE(absent.exitCode, 125);
    QVERIFY(absent.err.contains("Unable to find image 'registry.example/x:1' locally"));
    const CommandOutput device = run(0, {u"docker"_s, u"run"_s, u"-d"_s, u"--device=/dev/davinci12"_s, image});
    QVERIFY(device.err.contains("error gathering device information while adding custom device \"/dev/davinci12\""));

    QVERIFY(m_lab->fault(1, u"no-docker"_s));
    QCOMPARE(run(1, words(u"docker ps"_s)).exitCode, 127);
    QVERIFY(m_lab->clear(1));
    QCOMPARE(run(1, words(u"docker ps"_s)).exitCode, 0);
}

void TstSimCluster::startContainers()
{
    for (int node = 0; node < 2; ++node) {
        const QString folder = m_lab->nodeFolder(node) + u"/work/deepseek/"_s;
        QVERIFY(sim::writeNodeFile(folder + u"hccl_2s_16p.json"_s, rankTable(*m_lab)));
        QVERIFY(sim::writeNodeFile(folder + u"config.json"_s, configuration(m_port)));
        run(node, words(u"docker rm -f box"_s));
        const CommandOutput started = run(node,
                                          words(u"docker run -itd --privileged --name=box --net=host --ipc=host "
                                                "--device=/dev/davinci0 -v /usr/local/sbin:/usr/local/sbin "
                                                "-v /work/deepseek/parameters:/work/deepseek/parameters:ro "_s
                                                + image + u" bash"_s));
        QVERIFY2(started.exitCode == 0, started.err.constData());
        QCOMPARE(script(node,
                        u"docker cp /work/deepseek/hccl_2s_16p.json box:/root/table.json && docker cp "
                        "/work/deepseek/config.json box:%1/conf/config.json && "
                        "docker exec box chmod 640 /root/table.json %1/conf/config.json"_s.arg(mindieHome))
                     .exitCode,
                 0);
    }
}

void TstSimCluster::containerSeesItsMountsAndNotTheNode()
{
    startContainers();
    QVERIFY(run(0, words(u"docker exec box cat /etc/os-release"_s)).out.contains("24.03"));
    QVERIFY(run(0, words(u"cat /etc/os-release"_s)).out.contains("22.03"));
    QVERIFY(run(0, words(u"docker exec box ls /work/deepseek/parameters/DeepseekV3.2-quant"_s))
                .out.contains("config.json"));
    QVERIFY(run(0, words(u"docker exec box touch /work/deepseek/parameters/x"_s)).exitCode != 0);
    QVERIFY(run(0, words(u"docker exec box ls /work/deepseek"_s)).out.trimmed() == "parameters");
    QVERIFY(run(0, words(u"docker exec box npu-smi info"_s)).out.startsWith("+---"));
    QCOMPARE(run(0, words(u"docker exec box test -c /dev/davinci7"_s)).exitCode, 0);
    const CommandOutput kept
        = script(0, u"docker exec box sh -c 'echo kept > /root/own'; docker cp box:/root/own /tmp/own; cat /tmp/own"_s);
    QVERIFY2(kept.out == "kept\n", kept.err.constData());
    const CommandOutput files = script(0, u"exec 7</etc/os-release 8>&1; ls -l /proc/self/fd; docker exec box ls -l "
                                           "/proc/self/fd"_s);
    QVERIFY2(files.exitCode == 0, files.err.constData());
    QCOMPARE(files.out.count(" 7 -> "), 1); // what the shell has open is not the container's
    QCOMPARE(files.out.count(" 8 -> "), 1);
}

void TstSimCluster::hangingToolMeetsItsTimeout()
{
    QVERIFY(m_lab->fault(1, u"npu-smi-hangs"_s));
    const Result<std::unique_ptr<Shell>> shell = m_lab->shell(1);
    QVERIFY(shell);
    QElapsedTimer clock;
    clock.start();
    const Result<CommandOutput> output
        = (*shell)->run({words(u"npu-smi info"_s), {}, std::chrono::milliseconds(700)}, {});
    QVERIFY(!output);
    QCOMPARE(output.error().kind, ErrorKind::Timeout);
    QVERIFY(clock.elapsed() < 3000);
    QVERIFY(m_lab->clear(1));
    QVERIFY(m_lab->fault(1, u"npu-smi-slow"_s, {u"0.5"_s}));
    clock.restart();
    QCOMPARE(run(1, words(u"npu-smi info"_s)).exitCode, 0);
    QVERIFY(clock.elapsed() >= 500);
    QVERIFY(m_lab->clear(1));
}

CommandOutput TstSimCluster::startDaemon(int node, const QString &environment)
{
    const QString address = stringAt(m_lab->state(node).other, "address");
    return run(node,
               {u"docker"_s, u"exec"_s, u"box"_s, u"bash"_s, u"-c"_s,
                u". /usr/local/Ascend/mindie/set_env.sh; cd $MIES_INSTALL_PATH; export "
                "MIES_CONTAINER_IP=%1 NPU_MEMORY_FRACTION=0.92 %2; "
                "nohup ./bin/mindieservice_daemon >/root/mindie.log 2>&1 </dev/null &"_s.arg(address, environment)});
}

// Never the default; what sleeps needs no more CPU than before.
void TstSimCluster::theLatencyProfileSleeps()
{
    const QString folder = m_lab->nodeFolder(1) + u"/.sim"_s;
    QVERIFY(!m_lab->state(1).other.contains("latency"));
    const auto tookMs = [this](const QString &line) {
        QElapsedTimer clock;
        clock.start();
        const auto shell = m_lab->shell(1);
        return shell && (*shell)->run({.argv = words(line)}, {}) ? clock.elapsed() : -1;
    };
    const auto setLatency = [&folder](const Json &value) {
        return bool(sim::updateState(folder, [&](sim::NodeState &state) -> Result<void> {
            state.other["latency"] = value;
            if (value.is_null())
                state.other.erase("latency");
            return {};
        }));
    };
    QVERIFY(setLatency("real"));
    const qint64 slow = tookMs(u"npu-smi info"_s), link = tookMs(u"hccn_tool -i 0 -link -g"_s);
    QVERIFY(setLatency(Json()));
    QVERIFY2(slow >= 1200, qPrintable(QString::number(slow)));
    QVERIFY2(link >= 80, qPrintable(QString::number(link)));
    sim::ClusterOptions wrong;
    wrong.latency = u"none"_s;
    const auto refused = sim::clusterUp(wrong, {});
    QVERIFY(!refused && refused.error().kind == ErrorKind::Invalid);
}

void TstSimCluster::daemonRefusesInMindiesWords()
{
    startContainers();
    startDaemon(0, QString());
    QTRY_VERIFY(log(0).contains("Killed"));
    QVERIFY(log(0).contains(
        "Ranktable file is not exist, please set a valid ranktable file path with RANK_TABLE_FILE environment."));
    QVERIFY(log(0).contains("Failed to init infer backend manager"));
    run(0, words(u"docker exec box chmod 644 /root/table.json"_s));
    startDaemon(0, u"RANK_TABLE_FILE=/root/table.json"_s);
    QTRY_VERIFY(log(0).contains("Required permisssion is 640, but got permission is 644"));
    run(0, words(u"docker exec box chmod 640 /root/table.json"_s));
    // The weights' own files: root's daemon takes any mode but one that lets everybody write.
    const QString weightsConfig = m_lab->nodeFolder(0) + u"/work/deepseek/parameters/DeepseekV3.2-quant/config.json"_s;
    const QFile::Permissions usual = QFile::permissions(weightsConfig);
    QVERIFY(QFile::setPermissions(weightsConfig, usual | QFile::WriteOther));
    startDaemon(0, u"RANK_TABLE_FILE=/root/table.json"_s);
    QTRY_VERIFY(log(0).contains("The file should not be writable by others"));
    QVERIFY(QFile::setPermissions(weightsConfig, usual | QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther));
    startDaemon(0, u"RANK_TABLE_FILE=/root/table.json HCCL_CONNECT_TIMEOUT=1"_s); // nobody else comes
    QTRY_VERIFY_WITH_TIMEOUT(log(0).contains("EI0006"), 10'000);
    QVERIFY(QFile::setPermissions(weightsConfig, usual));
    Json meeting = Json::parse(configuration(m_port).toStdString());
    meeting["ServerConfig"]["metricsPort"] = m_port; // and the management port is another
    QVERIFY(sim::writeNodeFile(m_lab->nodeFolder(0) + u"/work/deepseek/config.json"_s, prettyJson(meeting)));
    QCOMPARE(script(0,
                    u"docker cp /work/deepseek/config.json box:%1/conf/config.json && docker exec box "
                    "chmod 640 %1/conf/config.json"_s.arg(mindieHome))
                 .exitCode,
             0);
    startDaemon(0, u"RANK_TABLE_FILE=/root/table.json"_s);
    QTRY_VERIFY(log(0).contains("Management or Business or Metrics port is invalid."));
    startContainers();
    QVERIFY(m_lab->fault(0, u"chip-missing"_s, {u"2"_s}));
    startDaemon(0, u"RANK_TABLE_FILE=/root/table.json"_s);
    QTRY_VERIFY(log(0).contains("107001"));
    QVERIFY(m_lab->clear(0));
}

void TstSimCluster::twoDaemonsServeAndTheChipsFollow()
{
    if (stringAt(m_lab->state(0).other, "servingModel").isEmpty())
        QSKIP("no model file to serve");
    startContainers();
    for (const int node : {1, 0})
        QCOMPARE(startDaemon(node, u"RANK_TABLE_FILE=/root/table.json HCCL_CONNECT_TIMEOUT=60"_s).exitCode, 0);
    for (const int node : {0, 1})
        QTRY_VERIFY_WITH_TIMEOUT(log(node).contains("Daemon start success!"), 60'000);
    const QString host = m_lab->deployment().nodes[0].host;
    QCOMPARE(sim::httpGet(host, m_port + 1, "/v2/health/ready").status, 200);
    const sim::HttpAnswer unasked = sim::httpGet(host, m_port + 2, "/metrics"); // MIES_SERVICE_MONITOR_MODE is not set
    QCOMPARE(unasked.status, 500);
    QCOMPARE(
        unasked.body.trimmed(),
        QByteArray(
            R"({"error":"Environment variable MIES_SERVICE_MONITOR_MODE is not set.","error_type":"Incomplete Generation"})"));

    const sim::NodeState idle = m_lab->state(1);
    QVERIFY(idle.chips[0].hbm->used > 50'000);
    QCOMPARE(idle.chips[0].aicore, 0);
    QCOMPARE(idle.processes.size(), 8);

    QByteArray answer;
    std::atomic<bool> enough = false;
    std::thread client([&] {
        while (!enough) // until the chips were seen
            answer = post(host, m_port, "/v1/completions",
                          R"({"model":"ds_v3.2","prompt":"Once upon a time","max_tokens":200,"ignore_eos":true})");
    });
    int highest = 0;
    QElapsedTimer clock;
    clock.start();
    while (highest == 0 && clock.elapsed() < 30'000) {
        highest = m_lab->state(1).chips[5].aicore;
        QTest::qWait(100);
    }
    enough = true;
    client.join();
    QVERIFY2(answer.contains("\"choices\""), answer.constData());
    QVERIFY(highest > 10);
    QTRY_COMPARE_WITH_TIMEOUT(m_lab->state(1).chips[5].aicore, 0, 10'000); // idle again
    QCOMPARE(*m_lab->state(1).chips[5].power, *idle.chips[5].power);

    QCOMPARE(run(1, words(u"docker rm -f box"_s)).exitCode, 0); // a dead peer ends the service
    QTRY_VERIFY_WITH_TIMEOUT(log(0).contains("Slave heartbeat lost"), 15'000);
    QTRY_COMPARE_WITH_TIMEOUT(sim::httpGet(host, m_port + 1, "/v2/health/live").status, 0, 10'000);
    QVERIFY(m_lab->state(1).processes.isEmpty());
}

// The file of an earlier cluster is its own to write, as closed as the user made it.
void TstSimCluster::theSameDeploymentFileIsWrittenAgain()
{
    QTemporaryDir box;
    sim::ClusterOptions options;
    options.folder = box.filePath(u"cluster"_s);
    options.deploymentFile = box.filePath(u"one.deployment.json"_s);
    options.chips = 1;
    options.subnet = 73;
    options.owner = ::getpid();
    options.simProgram = QStringLiteral(ASC_BIN_DIR "/ascend-sim");
    options.ctlProgram = QStringLiteral(ASC_BIN_DIR "/ascendctl");
    const auto down = qScopeGuard([&] { (void)sim::clusterDown(options.folder); });
    for (const int nodes : {1, 2}) {
        options.nodes = nodes;
        const Result<sim::ClusterInfo> info = sim::clusterUp(options, {});
        QVERIFY2(info, info ? "" : qPrintable(info.error().message));
        const Result<Deployment> read = loadDeployment(options.deploymentFile);
        QVERIFY(read && read->simulated);
        QCOMPARE(read->nodes.size(), nodes);
        const QFile::Permissions own = QFile::ReadOwner | QFile::WriteOwner;
        if (nodes == 1)
            QVERIFY(QFile::setPermissions(options.deploymentFile, own));
        else
            QCOMPARE(QFile::permissions(options.deploymentFile) & (own | QFile::ReadGroup | QFile::ReadOther), own);
    }
}

void TstSimCluster::nothingIsLeftWhenItIsDown()
{
    Result<std::unique_ptr<Lab>> lab = Lab::up({.nodes = 1, .ssh = false});
    QVERIFY(lab);
    const QString folder = (*lab)->folder();
    const std::string node = QFile::encodeName((*lab)->nodeFolder(0)).toStdString();
    const Result<std::unique_ptr<Shell>> shell = (*lab)->shell(0);
    QVERIFY(shell);
    const Result<CommandOutput> output
        = (*shell)->run({{u"sh"_s, u"-c"_s, u"sleep 1000 >/dev/null 2>&1 & echo $!"_s}, {}, std::chrono::seconds(5)},
                        {});
    QVERIFY(output);
    const QString process = u"/proc/%1/cmdline"_s.arg(QString::fromLatin1(output->out.trimmed()));
    const auto isSleeping = [&process] {
        QFile file(process);
        return file.open(QIODevice::ReadOnly) && file.readAll().startsWith("sleep");
    };
    QVERIFY(isSleeping());
    QVERIFY(sim::runningKeeper(node) > 0);
    lab->reset();
    QVERIFY(!isSleeping());
    QVERIFY(!QDir(folder).exists());
}

QTEST_GUILESS_MAIN(TstSimCluster)
#include "tst_simcluster.moc"
