#include "app/sim/container.h"

#include "app/sim/nodefiles.h"
#include "app/sim/nodeview.h"
#include "app/sim/process.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <vector>

using namespace Qt::StringLiterals;

namespace sim {

namespace {

// Up to 2.3 the classic layout, from 3.0 on a Python package (MindIE-LLM, docs and mindie_llm/server/main.py).
const QString classicHome = u"/usr/local/Ascend/mindie/latest/mindie-service"_s;
const QString packageHome = u"/usr/local/lib/python3.11/site-packages/mindie_llm"_s;

// What lies in the image; small real scripts where the image has scripts.
const std::pair<const char *, const char *> scripts[] = {
    {"/usr/local/Ascend/ascend-toolkit/set_env.sh",
     "export ASCEND_TOOLKIT_HOME=/usr/local/Ascend/ascend-toolkit/latest\n"
     "export ASCEND_HOME_PATH=/usr/local/Ascend/ascend-toolkit/latest\n"
     "export ASCEND_OPP_PATH=${ASCEND_TOOLKIT_HOME}/opp\n"
     "export "
     "LD_LIBRARY_PATH=${ASCEND_TOOLKIT_HOME}/lib64:/usr/local/Ascend/driver/lib64/driver:${LD_LIBRARY_PATH:-}\n"},
    {"/usr/local/Ascend/nnal/atb/set_env.sh", "export ATB_HOME_PATH=/usr/local/Ascend/nnal/atb/latest/atb/cxx_abi_1\n"},
    {"/usr/local/Ascend/atb-models/set_env.sh", "export ATB_SPEED_HOME_PATH=/usr/local/Ascend/atb-models\n"},
    {"/usr/local/Ascend/mindie/set_env.sh",
     "export MIES_INSTALL_PATH=/usr/local/Ascend/mindie/latest/mindie-service\n"
     "export MINDIE_LLM_HOME_PATH=/usr/local/Ascend/mindie/latest/mindie-llm\n"},
};

// The shipped defaults that matter here (MindIE-LLM 3.0, src/server/conf/config.json, shortened).
const char *const shippedConfiguration = R"({
    "Version": "1.0.0",
    "ServerConfig": {
        "ipAddress": "127.0.0.1",
        "managementIpAddress": "127.0.0.2",
        "port": 1025,
        "managementPort": 1026,
        "metricsPort": 1027,
        "allowAllZeroIpListening": false,
        "maxLinkNum": 1000,
        "httpsEnabled": true,
        "inferMode": "standard",
        "openAiSupport": "vllm",
        "tokenTimeout": 600,
        "e2eTimeout": 600,
        "distDPServerEnabled": false
    },
    "BackendConfig": {
        "backendName": "mindieservice_llm_engine",
        "modelInstanceNumber": 1,
        "npuDeviceIds": [[0, 1, 2, 3]],
        "tokenizerProcessNumber": 8,
        "multiNodesInferEnabled": false,
        "multiNodesInferPort": 1120,
        "interNodeTLSEnabled": true,
        "ModelDeployConfig": {
            "maxSeqLen": 2560,
            "maxInputTokenLen": 2048,
            "truncation": false,
            "ModelConfig": [{
                "modelName": "llama_65b",
                "modelWeightPath": "/data/atb_testdata/weights/llama1-65b-safetensors",
                "worldSize": 4,
                "cpuMemSize": 0,
                "npuMemSize": -1,
                "backendType": "atb",
                "trustRemoteCode": false
            }]
        },
        "ScheduleConfig": {
            "templateType": "Standard",
            "templateName": "Standard_LLM",
            "cacheBlockSize": 128,
            "maxPrefillBatchSize": 50,
            "maxPrefillTokens": 8192,
            "prefillTimeMsPerReq": 150,
            "prefillPolicyType": 0,
            "decodeTimeMsPerReq": 50,
            "decodePolicyType": 0,
            "maxBatchSize": 200,
            "maxIterTimes": 512,
            "maxPreemptCount": 0,
            "supportSelectBatch": false,
            "maxQueueDelayMicroseconds": 5000
        }
    }
}
)";

View containerView(const QString &folder, const Json &container)
{
    View view;
    view.root = QFile::encodeName(folder + u"/containers/%1/root"_s.arg(stringAt(container, "id"))).toStdString();
    const auto add = [&view](const std::string &path, bool readOnly) { view.binds.push_back({path, path, readOnly}); };
    for (const QString &name : QDir(u"/usr"_s).entryList(QDir::AllEntries | QDir::NoDotAndDotDot))
        if (name != "local"_L1)
            add("/usr/" + name.toStdString(), true);
    for (const char *name : {"/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"}) {
        const QFileInfo info{QLatin1String(name)};
        if (info.isSymLink())
            QFile::link(QFile::symLinkTarget(info.filePath()).section(u'/', -2),
                        QString::fromStdString(view.root) + QLatin1String(name));
        else if (info.exists())
            add(name, true);
    }
    // This machine's files as they are now: apt and ldconfig replace them, and what a node was shown at its start is
    // then a file without a name, which cannot be shown once more.
    for (const char *name : {"/etc/alternatives", "/etc/ssl", "/etc/ld.so.cache", "/etc/ld.so.conf",
                             "/etc/ld.so.conf.d", "/etc/localtime"}) {
        const std::string fresh = std::string("/.host") + name;
        view.binds.push_back({QFile::exists(QFile::decodeName(fresh.c_str())) ? fresh : name, name, true});
    }
    for (const char *name : {"/etc/passwd", "/etc/group", "/etc/nsswitch.conf", "/etc/hosts", "/etc/hostname"})
        add(name, true);
    add("/sys", true);
    for (const char *name : {"/proc", "/.host", "/.cluster", "/.sim"})
        add(name, false);
    if (boolAt(container, "privileged").value_or(false)) {
        add("/dev", false);
    } else {
        for (const char *name : {"null", "zero", "full", "random", "urandom", "tty", "pts"})
            add(std::string("/dev/") + name, false);
        for (const Json &device : container["devices"])
            add(device.get<std::string>(), false);
    }
    if (stringAt(container, "ipc") == "host"_L1)
        add("/dev/shm", false);
    else
        view.shmBytes = integerAt(container, "shmBytes").value_or(64 << 20);
    for (const Json &mount : container["mounts"])
        view.binds.push_back({stringAt(mount, "source").toStdString(), stringAt(mount, "target").toStdString(),
                              boolAt(mount, "readOnly").value_or(false)});
    return view;
}

} // namespace

Result<void> makeContainerFiles(const QString &folder, const QString &id, const QString &image)
{
    const QString root = folder + u"/containers/%1/root"_s.arg(id);
    for (const char *name : {"root", "tmp", "proc", "sys", "dev/shm", "dev/pts", "etc", "run", "var/tmp", "var/log",
                             "home", "opt", "usr/local/bin", "usr/local/sbin"})
        QDir().mkpath(root + QLatin1Char('/') + QLatin1String(name));
    ::chmod(QFile::encodeName(root + u"/tmp"_s).constData(), 01777);
    for (const auto &[link, target] : {std::pair{"fd", "/proc/self/fd"},
                                       {"stdin", "/proc/self/fd/0"},
                                       {"stdout", "/proc/self/fd/1"},
                                       {"stderr", "/proc/self/fd/2"}})
        QFile::link(QLatin1String(target), root + u"/dev/"_s + QLatin1String(link));
    const QByteArray release
        = "NAME=\"openEuler\"\nVERSION=\"24.03 "
          "(LTS)\"\nID=\"openEuler\"\nVERSION_ID=\"24.03\"\nPRETTY_NAME=\"openEuler 24.03 (LTS)\"\n";
    if (const Result<void> written = writeNodeFile(root + u"/etc/os-release"_s, release); !written)
        return written;
    // The tools that show the node's truth inside containers as well.
    for (const char *name : {"uname", "df", "date", "nproc"})
        QFile::link(u"/.sim/bin/ascend-sim"_s, root + u"/usr/local/bin/"_s + QLatin1String(name));
    const bool isVllm = image.contains("vllm-ascend"_L1);
    if (isVllm)
        for (const char *name : {"vllm", "python3"})
            QFile::link(u"/.sim/bin/ascend-sim-vllm"_s, root + u"/usr/local/bin/"_s + QLatin1String(name));
    if (!isVllm && !image.contains("mindie"_L1))
        return {};
    const bool isPackage = image.contains("mindie:3"_L1);
    for (const auto &[path, content] : scripts)
        if ((isPackage || isVllm) && (strstr(path, "/mindie/") || strstr(path, "/atb-models/")))
            continue;
        else if (const Result<void> written
                 = writeNodeFile(root + QLatin1String(path), QByteArray("# simulated\n") + content, 0755);
                 !written)
            return written;
    if (isVllm)
        return writeNodeFile(root + u"/vllm-workspace/vllm-ascend/examples/disaggregated_prefill_v1/"
                                    "load_balance_proxy_server_example.py"_s,
                             "# simulated\n");
    const QString home = root + (isPackage ? packageHome : classicHome);
    if (isPackage)
        QFile::link(u"/.sim/bin/ascend-sim"_s, root + u"/usr/local/bin/mindie_llm_server"_s);
    QDir().mkpath(home + u"/bin"_s);
    QDir().mkpath(home + u"/lib"_s);
    QFile::link(u"/.sim/bin/ascend-sim"_s, home + u"/bin/mindieservice_daemon"_s);
    return writeNodeFile(home + u"/conf/config.json"_s, shippedConfiguration, 0640);
}

QString onNode(const QString &folder, const Json &container, const QString &path)
{
    const QString clean = QDir::cleanPath(path);
    QString best, result = folder + u"/containers/%1/root"_s.arg(stringAt(container, "id")) + clean;
    for (const Json &mount : container["mounts"]) {
        const QString target = stringAt(mount, "target");
        if ((clean == target || clean.startsWith(target + u'/')) && target.size() > best.size()) {
            best = target;
            result = stringAt(mount, "source") + clean.mid(target.size());
        }
    }
    return result;
}

int runInContainer(const QString &folder, const Json &container, const QStringList &argv, const QString &workFolder,
                   const QStringList &environment)
{
    if (::unshare(CLONE_NEWNS) != 0 || ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) {
        fprintf(stderr, "ascend-sim: a container's view needs mount namespaces, which are forbidden here (%s).\n",
                strerror(errno));
        return 126;
    }
    std::string error;
    if (!show(containerView(folder, container), &error)) {
        fprintf(stderr, "ascend-sim: %s\n", error.c_str());
        return 126;
    }
    const QString work = workFolder.isEmpty() ? stringAt(container, "workFolder", u"/root"_s) : workFolder;
    if (::chdir(QFile::encodeName(work).constData()) != 0)
        (void)!::chdir("/");
    const QByteArray node = qgetenv("ASCEND_SIM_NODE"), term = qgetenv("TERM");
    ::clearenv();
    qputenv("PATH", "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin");
    qputenv("HOME", "/root");
    qputenv("HOSTNAME", stringAt(container, "id").left(12).toUtf8());
    if (!term.isEmpty())
        qputenv("TERM", term);
    qputenv("ASCEND_SIM_NODE", node);
    qputenv("ASCEND_SIM_CONTAINER", stringAt(container, "id").toUtf8());
    qputenv("ASCEND_SIM_IMAGE", stringAt(container, "image").toUtf8());
    QStringList variables;
    for (const Json &variable : container["environment"])
        variables << variable.get<QString>();
    for (const QString &variable : variables + environment)
        qputenv(variable.section(u'=', 0, 0).toUtf8().constData(), variable.section(u'=', 1).toUtf8());
    QByteArrayList texts;
    for (const QString &argument : argv)
        texts << argument.toUtf8();
    std::vector<char *> pointers;
    for (QByteArray &text : texts)
        pointers.push_back(text.data());
    pointers.push_back(nullptr);
    handOnStandardFilesOnly();           // the real client gives the container none of its files
    ::execvp(pointers[0], pointers.data());
    fprintf(stderr,
            "OCI runtime exec failed: exec failed: unable to start container process: exec: \"%s\": %s: unknown\n",
            pointers[0],
            errno == ENOENT ? (strchr(pointers[0], '/') ? "stat " : "executable file not found in $PATH")
                            : strerror(errno));
    return errno == ENOENT ? 127 : 126;
}

QList<int> processesIn(const QString &id)
{
    const QByteArray mark = "ASCEND_SIM_CONTAINER=" + id.toUtf8();
    QList<int> pids;
    for (const QString &name : QDir(u"/proc"_s).entryList(QDir::Dirs)) {
        bool isPid = false;
        const int pid = name.toInt(&isPid);
        QFile file(u"/proc/%1/environ"_s.arg(pid));
        if (isPid && pid != ::getpid() && file.open(QIODevice::ReadOnly) && file.readAll().split('\0').contains(mark))
            pids << pid;
    }
    return pids;
}

int endContainer(const QString &id)
{
    int ended = 0;
    for (int round = 0; round < 6; ++round) {
        int found = 0;
        for (const int pid : processesIn(id))
            found += ::kill(pid, round < 2 ? SIGTERM : SIGKILL) == 0;
        if (round == 0)
            ended = found;
        if (found == 0)
            break;
        ::usleep(150'000);
    }
    return ended;
}

} // namespace sim
