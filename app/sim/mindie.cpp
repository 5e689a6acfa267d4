#include "app/sim/mindie.h"

#include "app/sim/hosttools.h"
#include "app/sim/httpget.h"
#include "app/sim/meeting.h"
#include "app/sim/mindiecheck.h"
#include "app/sim/servicelife.h"
#include "app/sim/servingchild.h"
#include "app/sim/statefile.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <vector>

using namespace Qt::StringLiterals;

namespace sim {

namespace {

// [time] [pid] [tid] [module] [LEVEL] [file:line] text, as MindIE 2.1.RC2 logs
void log(const char *level, const char *place, const QString &text)
{
    printf("[%s] [%d] [%lld] [llm] [%s] [%s] %s\n",
           qPrintable(clockOf(ownFolder()).toString(u"yyyy-MM-dd HH:mm:ss.zzz"_s)), int(getpid()),
           281467000000000LL + getpid(), level, place, text.toUtf8().constData());
    fflush(stdout);
}

int giveUp()
{
    puts("LLMInferEngine failed to init LLMInferModels");
    log("ERROR", "endpoint.cpp:186", u"[MIE04E02011C] Failed to init infer backend manager"_s);
    puts("ERR: Failed to init endpoint! Please check the service log or console output.");
    puts("Killed");
    fflush(stdout);
    return 137;
}

// As the real one, it leads a process group: workers with shared memory named after it (MindIE-LLM llm_daemon.cpp,
// executor.cpp). A worker whose daemon was killed lives on, here for a minute.
class Workers
{
public:
    bool start(int count)
    {
        const QByteArray base = "/dev/shm/" + QByteArray::number(getpid()) + "_0_execute";
        for (int i = 0; i < count; ++i) {
            const QByteArray path = base + (i == 0 ? QByteArray() : "_" + QByteArray::number(i));
            const pid_t daemon = ::getpid(), pid = ::fork();
            if (pid == 0)
                work(path, daemon);
            if (pid < 0)
                return false;
            m_pids << pid;
            m_memory << path;
        }
        return true;
    }
    void end()
    {
        for (const int pid : std::as_const(m_pids))
            ::kill(pid, SIGTERM);
        for (const int pid : std::as_const(m_pids))
            ::waitpid(pid, nullptr, 0);
        for (const QByteArray &path : std::as_const(m_memory))
            ::unlink(path.constData());
        m_pids.clear();
        m_memory.clear();
    }

private:
    [[noreturn]] static void work(const QByteArray &path, pid_t daemon)
    {
        ::signal(SIGTERM, SIG_DFL);
        ::signal(SIGINT, SIG_DFL);
        const int fd = ::open(path.constData(), O_CREAT | O_RDWR | O_CLOEXEC, 0600);
        if (fd < 0 || ::ftruncate(fd, 4096) != 0
            || ::mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0) == MAP_FAILED)
            _exit(1);
        for (int orphaned = 0; orphaned < 60; orphaned = ::getppid() == daemon ? 0 : orphaned + 1)
            ::sleep(1);
        _exit(0);
    }

    QList<int> m_pids;
    QByteArrayList m_memory;
};

class Daemon
{
public:
    Daemon(const QString &folder, const QString &program)
        : m_folder(folder)
        , m_program(program)
        , m_announcement(folder, u"mindie_llm_back"_s)
    {
    }
    ~Daemon() { leave(); }

    int run()
    {
        if (!readConfiguration() || !checkWeights() || !checkDevices())
            return isStopAsked() ? 0 : giveUp();
        announce(0);
        if (!meetPeers())
            return isStopAsked() ? 0 : giveUp();
        if (!m_workers.start(2) || !loadModel() || !startServing())
            return isStopAsked() ? 0 : giveUp();
        puts("Daemon start success!");
        fflush(stdout);
        return follow();
    }

private:
    bool readConfiguration();
    bool checkWeights();
    bool checkDevices();
    bool meetPeers();
    bool loadModel();
    bool startServing();
    int follow();
    void announce(double load) const { m_announcement.tell(load, m_hbmMb, m_devices); }
    void leave();

    MindieGeneration generation() const
    {
        return m_program.contains("site-packages"_L1) ? MindieGeneration::Package : MindieGeneration::Classic;
    }
    static bool isMonitored() { return qEnvironmentVariableIntValue("MIES_SERVICE_MONITOR_MODE") == 1; }
    bool fail(const char *place, const QString &text)
    {
        log("ERROR", place, text);
        return false;
    }

    bool peersAlive() const;
    bool missPeer();                     // one is gone: says so; false

    QString m_folder, m_program;
    const Announcement m_announcement;
    Workers m_workers;
    Json m_config;
    QByteArray m_tableText;
    RankTable m_table;
    qsizetype m_self = 0;                // index in the table
    QList<int> m_devices;
    Meeting m_meeting;
    qint64 m_hbmMb = 0, m_hbmGoalMb = 0;
    QString m_weightsFolder;
    ServingChild m_serving;
    int m_port = 1025, m_managementPort = 1026, m_metricsPort = 1027;
    bool m_many = false;
};

bool Daemon::readConfiguration()
{
    MindieStart start;
    start.generation = generation();
    start.configPath = qEnvironmentVariable("MIES_CONFIG_JSON_PATH");
    if (start.configPath.isEmpty())
        start.configPath = QDir::cleanPath(QFileInfo(m_program).absolutePath() + u"/../conf/config.json"_s);
    start.permissionsChecked = qEnvironmentVariable("MINDIE_CHECK_INPUTFILES_PERMISSION") != "0"_L1;
    start.rankTablePath = qEnvironmentVariable("RANK_TABLE_FILE");
    start.containerIp = qEnvironmentVariable("MIES_CONTAINER_IP");
    start.hostIp = qEnvironmentVariable("HOST_IP");
    if (const Result<NodeState> state = loadState(m_folder))
        start.ownAddress = stringAt(state->other, "address");
    if (!QFileInfo::exists(start.configPath)) {
        puts("ConfigManager: Invalid config path.");
        return false;
    }
    printf("ConfigManager: Load Config from %s.\n", qPrintable(QFileInfo(start.configPath).canonicalFilePath()));
    const MindieVerdict verdict = mindieVerdict(start);
    const QString logged = u"[error] "_s;
    for (const QString &line : verdict.said) {
        if (line.startsWith(logged))
            log("ERROR", "config_manager_impl.cpp", line.mid(logged.size()));
        else
            puts(line.toUtf8().constData());
    }
    fflush(stdout);
    if (!verdict.accepted)
        return false;
    m_config = verdict.config;
    m_tableText = verdict.tableText;
    m_table = verdict.table;
    const Json &server = m_config["ServerConfig"];
    m_port = int(integerAt(server, "port").value_or(1025));
    m_managementPort = int(integerAt(server, "managementPort").value_or(m_port));
    m_metricsPort = int(integerAt(server, "metricsPort").value_or(1027));
    if (m_port == m_metricsPort && m_port != m_managementPort)
        return fail("http_server.cpp:436", u"Management or Business or Metrics port is invalid."_s);
    if (boolAt(server, "httpsEnabled").value_or(true)) {
        const QString certificate = QFileInfo(start.configPath).absolutePath() + u"/../"_s
            + stringAt(server, "tlsCert", u"security/certs/server.pem"_s);
        if (const QString fault = mindieFileFault(QDir::cleanPath(certificate), false); !fault.isEmpty())
            return fail("https_server_helper.cpp:58", fault);
    }
    m_many = boolAt(m_config["BackendConfig"], "multiNodesInferEnabled").value_or(false);
    if (m_many) {
        m_self = verdict.self;
        m_devices = m_table.servers[m_self].deviceIds;
        puts("Update worldSize and npuDeviceIds of backend config successfully for Multi Nodes Inference.");
        return true;
    }
    for (const Json &id : m_config["BackendConfig"]["npuDeviceIds"][0])
        m_devices << id.get<int>();
    return true;
}

bool Daemon::checkWeights()
{
    const Json &model = m_config["BackendConfig"]["ModelDeployConfig"]["ModelConfig"][0];
    const QDir weights(stringAt(model, "modelWeightPath"));
    // Root's daemon takes any mode of the weights' own files (safe_path.cpp); the models' loader refuses what everybody
    // may write to.
    if (const QString fault = mindieFileFault(weights.filePath(u"config.json"_s), false); !fault.isEmpty())
        return fail("model_deploy_config.cpp:265", fault);
    if (QFileInfo(weights.filePath(u"config.json"_s)).permission(QFile::WriteOther))
        return fail("file_utils.py:152",
                    u"The file should not be writable by others who are neither the owner nor in the group."_s);
    QFile file(weights.filePath(u"config.json"_s));
    if (!file.open(QIODevice::ReadOnly))
        return fail("model_deploy_config.cpp:265", file.errorString());
    const Result<Json> read = parseJson(file.readAll(), file.fileName());
    const Json config = read ? *read : Json();
    for (const char *key : {"torch_dtype", "vocab_size"})
        if (!config.is_object() || !config.contains(key))
            return fail("model_deploy_config.cpp:281",
                        u"[ParamChecker::CheckJsonParamType] %1: missing compulsory field"_s.arg(QLatin1String(key)));
    qint64 total = 0;
    for (const QString &name : weights.entryList({u"*.safetensors.index.json"_s}, QDir::Files)) {
        QFile index(weights.filePath(name));
        if (!index.open(QIODevice::ReadOnly))
            continue;
        const Result<Json> list = parseJson(index.readAll(), index.fileName());
        const Json json = list ? *list : Json();
        if (!json.is_object() || !json.contains("weight_map"))
            continue;
        QStringList shards;
        for (const auto &[tensor, shard] : json["weight_map"].items())
            if (const QString file = shard.get<QString>(); !shards.contains(file))
                shards << file;
        qint64 present = 0;
        for (const QString &shard : std::as_const(shards)) {
            if (!weights.exists(shard))
                return fail("safetensor_file_loader.py:41",
                            u"The input file: %1 is not a regular file or not exists"_s.arg(weights.filePath(shard)));
            present += QFileInfo(weights.filePath(shard)).size();
        }
        total = integerAt(json["metadata"], "total_size").value_or(0);
        if (present < total)
            return fail("safetensor_file_loader.py:57",
                        u"[MIE05E000001] Error while deserializing header: MetadataIncompleteBuffer"_s);
    }
    // The weights' share and the KV cache: what NPU_MEMORY_FRACTION leaves.
    bool isNumber = false;
    const double fraction = qEnvironmentVariable("NPU_MEMORY_FRACTION").toDouble(&isNumber);
    m_hbmGoalMb = qint64(65536 * qBound(0.1, isNumber ? fraction : 0.8, 0.97)) - 3400;
    m_weightsFolder = weights.path();
    return true;
}

bool Daemon::checkDevices()
{
    const Result<NodeState> state = loadState(m_folder);
    if (!state)
        return fail("daemon.cpp:1", state.error().message);
    const qint64 weights = weightsMbPerCard(m_weightsFolder, m_devices.size() * (m_many ? m_table.servers.size() : 1)),
                 buffers = 2 * qEnvironmentVariable("HCCL_BUFFSIZE").toLongLong(); // of one communicator, MB
    for (const auto &[wanted, room] : {std::pair{weights, m_hbmGoalMb}, std::pair{buffers, qint64(65536)}}) {
        if (wanted > room)
            return fail("worker.cpp:210",
                        u"[MIE05E000005] NPU out of memory on device %1: %2 MB wanted, %3 MB free"_s
                            .arg(m_devices.value(0))
                            .arg(wanted)
                            .arg(room));
    }
    const NodeState live = liveState(*state, m_folder);
    for (qsizetype i = 0; i < m_devices.size(); ++i) {
        const int id = m_devices[i];
        const Chip *chip = nullptr;
        for (const Chip &one : live.chips)
            if (deviceIdOf(live, one) == id)
                chip = &one;
        if (!chip || !QFile::exists(u"/dev/davinci%1"_s.arg(id)))
            return fail("NPUWorker.cpp:88",
                        u"Set device failed, device_id=%1: error code is 107001, Invalid device ID."_s.arg(id));
        if (chip->health == "Critical"_L1 || chip->health == "Alarm"_L1)
            return fail(
                "NPUWorker.cpp:93",
                u"device %1: rtDeviceSynchronize execute failed, error code is 507899 [driver error:internal error]"_s
                    .arg(id));
        if (chip->hbm && chip->hbm->total - chip->hbm->used < m_hbmGoalMb)
            return fail("worker.cpp:210",
                        u"[MIE05E000005] NPU out of memory on device %1: %2 MB wanted, %3 MB free"_s.arg(id)
                            .arg(m_hbmGoalMb)
                            .arg(chip->hbm->total - chip->hbm->used));
        const Network *network = live.network(id);
        if (m_many && network && network->ip != m_table.servers[m_self].deviceIps.value(i))
            return fail("hccl.cpp:301",
                        u"EI0014: The IP address %1 of device %2 in the ranktable is inconsistent with "
                        "the IP address %3 of the network adapter."_s.arg(m_table.servers[m_self].deviceIps.value(i))
                            .arg(id)
                            .arg(network->ip));
    }
    return true;
}

bool Daemon::peersAlive() const
{
    return std::all_of(m_table.servers.cbegin(), m_table.servers.cend(),
                       [this](const RankServer &server) { return m_meeting.isAlive(server.serverId); });
}

// The master says which code; a slave only that the master's stream was closed (MindIE-LLM grpc_communicator.cpp).
bool Daemon::missPeer()
{
    if (m_self == 0)
        return fail("multi_nodes_infer.cpp:131", u"[MIE04E120414] Slave heartbeat lost"_s);
    log("INFO", "grpc_communicator.cpp:341", u"gRPC Slave Worker Thread: stream closed by server"_s);
    return false;
}

bool Daemon::meetPeers()
{
    if (!m_many)
        return true;
    // Who has the same table meets; who has another one waits in vain, as with HCCL.
    if (const QString fault = m_meeting.join(m_tableText, m_table.servers[m_self].serverId); !fault.isEmpty())
        return fail("hccl.cpp:118", fault);
    bool isNumber = false;
    int timeout = qEnvironmentVariable("HCCL_CONNECT_TIMEOUT").toInt(&isNumber);
    timeout = isNumber && timeout > 0 ? timeout : 120;
    QElapsedTimer clock;
    clock.start();
    log("INFO", "multi_nodes_infer.cpp:64",
        u"Waiting for %1 server nodes, HCCL_CONNECT_TIMEOUT %2 s"_s.arg(m_table.servers.size()).arg(timeout));
    const auto linksAgree = [this] { // a link that is down or a TLS switch that differs: sockets time out
        std::optional<int> tls;
        for (const RankServer &server : m_table.servers) {
            const Result<NodeState> state = loadState(u"/.cluster/%1/.sim"_s.arg(peerWith(server.containerIp).node));
            if (!state)
                return false;
            for (const Network &network : withFaults(*state).networks) {
                if (!server.deviceIds.contains(network.deviceId))
                    continue;
                if (network.link != "UP"_L1 || (tls && *tls != network.tls))
                    return false;
                tls = network.tls;
            }
        }
        return true;
    };
    while (!(peersAlive() && linksAgree())) {
        if (clock.elapsed() > qint64(timeout) * 1000)
            return fail("hccl.cpp:402",
                        u"EI0006: Getting socket times out. Reason: Remote Rank did not send the data in time. "
                        "Please check the reason for the rank being stuck (timeout %1 s)"_s.arg(timeout));
        if (!waitUnlessStopped(200))
            return false;
    }
    return true;
}

bool Daemon::loadModel()
{
    const Result<NodeState> state = loadState(m_folder);
    const double seconds = state ? numberAt(state->other, "loadSeconds").value_or(3) : 3;
    constexpr int steps = 10;
    for (int step = 1; step <= steps; ++step) {
        if (!waitUnlessStopped(int(seconds * 1000 / steps)))
            return false;
        m_hbmMb = m_hbmGoalMb * step / steps;
        announce(0);
        if (step % 2 == 0)
            log("INFO", "model_runner.py:187", u"load weights: %1%"_s.arg(step * 100 / steps));
        if (m_many && !peersAlive())
            return missPeer();
    }
    // The torch runtime looks at its parallel sizes when the first batch, its own, goes through the model.
    if (const QString fault
        = mindieTorchFault(m_config, int(m_many ? m_table.servers.size() * m_devices.size() : m_devices.size()));
        !fault.isEmpty())
        return fail("moe_comm_method.py:61", fault);
    return true;
}

bool Daemon::startServing()
{
    QString master;
    if (m_many)
        master = peerWith(m_table.servers.first().containerIp).address;
    if (m_self == 0) {
        if (const int port = takenPort(m_folder, {m_port, m_managementPort, m_metricsPort}))
            return fail("http_server.cpp:92", u"Socket bind failed: Address already in use, port %1."_s.arg(port));
        QByteArrayList arguments{
            "--port",
            QByteArray::number(m_port),
            "--management-port",
            QByteArray::number(m_managementPort),
            "--metrics-port",
            QByteArray::number(m_metricsPort),
            "--served-model-name",
            stringAt(m_config["BackendConfig"]["ModelDeployConfig"]["ModelConfig"][0], "modelName").toUtf8()};
        if (!isMonitored())
            arguments << "--metrics-refusal" << "Environment variable MIES_SERVICE_MONITOR_MODE is not set.";
        if (const QString fault = m_serving.start(m_folder, arguments); !fault.isEmpty())
            return fail("daemon.cpp:2", fault);
    }
    const QString ownAddress = m_serving.address();
    if (!m_many)
        master = ownAddress;
    QElapsedTimer clock;
    clock.start();
    while (clock.elapsed() < 300'000) {
        if (m_serving.hasEnded()) {
            const QList<int> ports{m_port, m_managementPort, m_metricsPort};
            const auto taken = std::find_if(ports.cbegin(), ports.cend(),
                                            [&](int port) { return isTaken(ownAddress, port); });
            return fail("http_server.cpp:92",
                        taken != ports.cend()
                            ? u"Socket bind failed: Address already in use, port %1."_s.arg(*taken)
                            : u"ascend-sim: the serving process ended before it answered (%1); the ports are free."_s
                                  .arg(m_serving.ending()));
        }
        if (httpGet(master, m_managementPort, "/v2/health/ready").status == 200)
            return true;
        if (m_many && !peersAlive())
            return missPeer();
        if (!waitUnlessStopped(200))
            return false;
    }
    return fail("http_server.cpp:97", u"The master does not become ready."_s);
}

int Daemon::follow()
{
    QString master;
    if (m_many) {
        master = peerWith(m_table.servers.first().containerIp).address;
    } else if (const Result<NodeState> state = loadState(m_folder)) {
        master = QFile::exists(m_folder + u"/own-network"_s) ? stringAt(state->other, "address")
                                                             : stringAt(state->other, "host");
    }
    double tokens = -1;
    int lost = 0;
    while (waitUnlessStopped(500)) {
        const QByteArray text = httpGet(master, m_metricsPort, isMonitored() ? "/metrics" : "/metrics/simulated").body;
        // As they come; generation_tokens_total would wait for the end of the request.
        const double now = metric(text, "time_to_first_token_seconds_count")
            + metric(text, "time_per_output_token_seconds_count") + metric(text, "prompt_tokens_total");
        const double rate = tokens >= 0 && now > tokens ? (now - tokens) * 2 : 0;
        tokens = now;
        announce(loadOf(metric(text, "num_requests_running"), rate));
        lost = m_many && !peersAlive() ? lost + 1 : 0;
        if (lost > 4) {
            missPeer();
            break;
        }
        if (m_serving.hasEnded()) {
            log("ERROR", "llm_daemon.cpp:352", u"The serving process ended."_s);
            break;
        }
    }
    puts("Daemon is killing...");
    fflush(stdout);
    return isStopAsked() ? 0 : 1;
}

void Daemon::leave()
{
    m_workers.end();
    m_meeting.leave();
}

} // namespace

int mindieDaemon(const QString &folder, const QString &program)
{
    ::setpgid(0, 0);
    heedStopSignals();
    return Daemon(folder, program).run();
}

} // namespace sim
