#include "app/sim/faults.h"

#include "app/sim/hccntool.h"
#include "app/sim/installers.h"
#include "app/sim/nodefiles.h"
#include "app/sim/nodeview.h"
#include "app/sim/npuexporter.h"
#include "app/sim/process.h"
#include "app/sim/reboot.h"
#include "app/sim/session.h"
#include "app/sim/sshd.h"
#include "app/sim/statefile.h"

#include <QDateTime>
#include <QDeadlineTimer>
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QThread>

#include <signal.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

using namespace Qt::StringLiterals;

namespace sim {

const QList<FaultKind> &faultKinds()
{
    static const QList<FaultKind> kinds{
        {"chip-alarm", "[DEVICE [Alarm|Warning|Critical]]",
         "the health of a chip (default 3) is Alarm, with an error code"},
        {"chip-missing", "[DEVICE]", "a chip (default 5) is gone: from npu-smi, /dev and hccn_tool"},
        {"driver-old", "[DRIVER [FIRMWARE]]",
         "driver and firmware are an older pair (default 25.0.rc1.1, 7.7.0.1.231)"},
        {"firmware-mismatch", "[VERSION]", "the firmware is one that does not go with the driver"},
        {"link-down", "[DEVICE]", "the RoCE link of a chip (default 2) is down"},
        {"tls-differs", "", "the TLS switch is on for all chips of the node"},
        {"wrong-device-ip", "[DEVICE [IP]]", "a chip (default 1) has another address than /etc/hccn.conf says"},
        {"hbm-occupied", "[DEVICE [MB]]", "another process holds HBM of a chip (default 0)"},
        {"npu-exporter", "", "no fault: npu-exporter serves the chips' figures, at port 8082 of the node"},
        {"npu-smi-slow", "[SECONDS]", "npu-smi takes its time (default 4 s)"},
        {"npu-smi-hangs", "", "npu-smi never answers"},
        {"no-docker", "", "no container engine"},
        {"image-missing", "", "the image is not there"},
        {"registry-slow", "[SECONDS]",
         "the image is not there, and the registry that has it takes its time (default 10 s)"},
        {"wrong-arch", "", "the image is for amd64"},
        {"disk-full", "[MOUNT]", "the disk of / (or MOUNT) is full"},
        {"clock-skew", "[SECONDS]", "the clock is off (default 90 s)"},
        {"connection-lost", "", "logging in works, but 0.3 s later the connection is lost and no command has run"},
        {"sshd-killed", "", "sshd and all its connections are ended; nobody gets in until this is cleared"},
        {"weights-incomplete", "", "a shard of the weights is cut short, another missing"},
        {"port-busy", "[PORT]",
         "another process listens on a port (default 1025): a service that would bind it does not start"},
        {"swapped", "", "much of the memory has been swapped out"},
        {"hugepages-idle", "", "256 GiB are set aside as hugepages that nobody uses"},
        {"threads-few", "", "the kernel allows 1024 threads"},
        {"inotify-exhausted", "", "every inotify instance that a user may have is in use"},
        {"governor-powersave", "", "the processors run at their lowest clock"},
        {"selinux-enforcing", "", "SELinux enforces"},
        {"firewall-on", "", "firewalld runs and trusts nobody"},
        {"clock-unsynchronised", "", "no time server sets the clock"},
        {"shm-leftover", "", "a file of an ended engine lies in /dev/shm"},
        {"proxy-set", "", "docker's config.json puts proxies into containers"},
        {"interface-alike", "", "another interface's name begins with that of the node's own"},
        {"mtu-differs", "", "the MTU of the node's interface is 9000"},
        {"numa-unknown", "", "the firmware does not tell on which NUMA node the chips are"},
        {"quantization-differs", "", "the weights' description says W4A8"},
        {"ecc-errors", "[DEVICE]", "the HBM of a chip (default 2) has errors that ECC could not correct"},
        {"optical-weak", "[DEVICE]", "the optical module of a chip (default 4) gets too little light"},
        {"link-flaps", "[DEVICE]", "the RoCE link of a chip (default 6) went down and came back"},
        {"container-kept-out", "", "npu-smi in a container says that the devices are used (-8020)"},
        {"no-hwhiaiuser", "", "there is no user HwHiAiUser, which the driver's installer wants"},
        {"upload-damaged", "", "the next package that is uploaded arrives with a wrong byte"},
        {"installer-fails", "[dkms|tools|space]", "the driver's installer ends with an error"},
        {"installer-slow", "[SECONDS]", "the installers take their time (default 5 s)"},
        {"reboot-ignored", "", "reboot says nothing and does nothing"},
        {"reboot-stays-down", "", "after a reboot nobody gets in until this is cleared"},
        {"reboot-chip-alarm", "[DEVICE]", "after the next reboot the health of a chip (default 3) is Alarm"},
        {"firmware-stays", "", "new firmware does not take effect with a reboot"},
        // of services that are started while the fault is there, but for the first
        {"prefill-missing", "", "a prefill node's KV transfer answers nobody: decode gets no cache of it"},
        {"engine-id-same", "",
         "a prefill node has the engine_id and the kv_port of the first one, as if its command had been copied; "
         "vLLM-Ascend from 0.12.0 on makes the engine_id differ by itself, and nothing fails"},
        {"proxy-no-decode", "", "the proxy of prefill and decode is started without its decode nodes"},
        {"oom-at-load", "[DEVICE]", "vLLM runs out of HBM while it loads the weights onto a chip (default 0)"},
        {"image-other-release", "[RELEASE]",
         "the image of vLLM-Ascend holds another release than its tag says (default 0.9.1)"},
    };
    return kinds;
}

namespace {

Error invalid(const QString &sentence) { return Error{ErrorKind::Invalid, sentence, {}, {}}; }

Result<void> syncFiles(const QString &node);

// What the argument of a fault means.
Result<Json> described(const QString &fault, const QStringList &arguments)
{
    Json json = Json::object();
    const auto number = [&arguments](int index, double missing) -> std::optional<double> {
        if (index >= arguments.size())
            return missing;
        bool isNumber = false;
        const double value = arguments[index].toDouble(&isNumber);
        return isNumber ? std::optional(value) : std::nullopt;
    };
    static const QHash<QString, int> defaultDevice{{u"chip-alarm"_s, 3},      {u"chip-missing"_s, 5},
                                                   {u"link-down"_s, 2},       {u"reboot-chip-alarm"_s, 3},
                                                   {u"wrong-device-ip"_s, 1}, {u"ecc-errors"_s, 2},
                                                   {u"optical-weak"_s, 4},    {u"link-flaps"_s, 6},
                                                   {u"hbm-occupied"_s, 0},    {u"oom-at-load"_s, 0}};
    if (const auto it = defaultDevice.find(fault); it != defaultDevice.end()) {
        const auto device = number(0, *it);
        if (!device)
            return invalid(u"%1 takes a device id, not \"%2\"."_s.arg(fault, arguments.value(0)));
        json["device"] = int(*device);
        if (arguments.size() > 1 && fault == "chip-alarm"_L1)
            json["health"] = arguments[1];
        if (arguments.size() > 1 && fault == "wrong-device-ip"_L1)
            json["ip"] = arguments[1];
        if (fault == "hbm-occupied"_L1)
            json["mb"] = qint64(number(1, 40'000).value_or(40'000));
        return json;
    }
    static const QHash<QString, double> defaultNumber{{u"npu-smi-slow"_s, 4},
                                                      {u"clock-skew"_s, 90},
                                                      {u"installer-slow"_s, 5},
                                                      {u"registry-slow"_s, 10},
                                                      {u"port-busy"_s, 1025}};
    if (const auto it = defaultNumber.find(fault); it != defaultNumber.end()) {
        const auto value = number(0, *it);
        if (!value)
            return invalid(u"%1 takes a number, not \"%2\"."_s.arg(fault, arguments.value(0)));
        json[fault == "port-busy"_L1 ? "port" : "seconds"] = *value;
    }
    if (fault == "installer-fails"_L1) {
        const QString how = arguments.value(0, u"dkms"_s);
        if (how != "dkms"_L1 && how != "tools"_L1 && how != "space"_L1)
            return invalid(u"installer-fails takes dkms, tools or space, not \"%1\"."_s.arg(how));
        json["how"] = how;
    }
    if (fault == "upload-damaged"_L1)
        json["sinceMs"] = QDateTime::currentMSecsSinceEpoch();
    if (fault == "firmware-mismatch"_L1)
        json["version"] = arguments.value(0, u"7.5.0.3.220"_s);
    if (fault == "driver-old"_L1)
        json
            = Json{{"driver", arguments.value(0, u"25.0.rc1.1"_s)}, {"firmware", arguments.value(1, u"7.7.0.1.231"_s)}};
    if (fault == "image-other-release"_L1) {
        const QString release = arguments.value(0, u"0.9.1"_s);
        static const QRegularExpression shape(u"^\\d+\\.\\d+\\.\\d+$"_s);
        if (!shape.match(release).hasMatch())
            return invalid(u"image-other-release takes a release of vLLM such as 0.9.1, not \"%1\"."_s.arg(release));
        json["release"] = release;
    }
    if (fault == "disk-full"_L1)
        json["mount"] = arguments.value(0, u"/"_s);
    return json;
}

bool hasProcess(const QString &fault)
{
    return std::any_of(std::begin(faultsWithProcess), std::end(faultsWithProcess),
                       [&](const char *one) { return fault == QLatin1String(one); });
}

// Of faultsWithProcess: it can be looked at and ended on the node.
Result<void> startHolder(const QString &node, const QString &name, Json &fault)
{
    QProcess process;
    process.setProgram(node + u"/enter"_s);
    QByteArray called = "python3";
    if (name == "npu-exporter"_L1) {
        const Result<NodeState> state = loadState(node + u"/.sim"_s);
        const bool hasOwnNetwork = QFile::exists(node + u"/.sim/own-network"_s);
        const QString address = hasOwnNetwork || !state ? u"127.0.0.1"_s : stringAt(state->other, "host");
        called = simExporterName;
        process.setArguments({u"/.sim/bin/ascend-sim"_s, name, u"-ip="_s + address});
    } else {
        process.setArguments({u"/.sim/bin/ascend-sim"_s, u"sim-hold"_s, u"python3"_s, u"train.py"_s});
    }
    process.setStandardInputFile(QProcess::nullDevice());
    process.setStandardOutputFile(QProcess::nullDevice());
    process.setStandardErrorFile(QProcess::nullDevice());
    handOnStandardFilesOnly();
    qint64 pid = 0;
    if (process.startDetached(&pid))
        for (QDeadlineTimer deadline(10'000); !deadline.hasExpired(); QThread::msleep(10))
            if (processOf(int(pid)).name == called) {
                fault["pid"] = pid;
                fault["start"] = startTimeOf(pid);
                return {};
            }
    return Error{ErrorKind::CommandFailed,
                 u"The process that stands for the fault does not start on %1."_s.arg(QDir(node).dirName()),
                 {},
                 {}};
}

// Its process, where it has one that is still there.
void killHolder(const Json &fault)
{
    if (const auto pid = integerAt(fault, "pid"); pid && startTimeOf(*pid) == stringAt(fault, "start"))
        ::kill(pid_t(*pid), SIGKILL);
}

void endHolder(const QString &node, const QString &fault)
{
    const Result<NodeState> state = loadState(node + u"/.sim"_s);
    if (state && state->hasFault(fault))
        killHolder(state->other["faults"][fault.toStdString()]);
}

// What is taken away is kept beside the node's state, where it is no file of the model.
void spoilWeightsIn(const QString &node, const QString &folder, bool spoil)
{
    const QDir weights(node + folder), kept(node + u"/.sim/spoiled"_s + folder);
    if (spoil) {
        const QStringList shards = weights.entryList({u"*.safetensors"_s}, QDir::Files, QDir::Name);
        if (shards.size() < 10 || kept.exists() || !kept.mkpath(u"."_s))
            return;
        const QString cut = weights.filePath(shards[4]), gone = weights.filePath(shards[7]);
        QFile size(kept.filePath(u"size-of-"_s + shards[4]));
        if (size.open(QIODevice::WriteOnly))
            size.write(QByteArray::number(QFileInfo(cut).size()));
        QFile::resize(cut, QFileInfo(cut).size() / 2);
        QFile::rename(gone, kept.filePath(shards[7]));
        return;
    }
    for (const QString &name : kept.entryList(QDir::Files)) {
        if (QFile size(kept.filePath(name)); !name.startsWith(u"size-of-"_s))
            QFile::rename(kept.filePath(name), weights.filePath(name));
        else if (size.open(QIODevice::ReadOnly))
            QFile::resize(weights.filePath(name.mid(8)), size.readAll().toLongLong());
    }
    QDir(kept).removeRecursively();
}

void spoilWeights(const QString &node, bool spoil)
{
    spoilWeightsIn(node, u"/work/deepseek/parameters/DeepseekV3.2-quant"_s, spoil);
    for (const QString &name : QDir(node + u"/work/weights"_s).entryList(QDir::Dirs | QDir::NoDotAndDotDot))
        spoilWeightsIn(node, u"/work/weights/"_s + name, spoil);
}

// The description that ModelSlim writes beside the weights, as it was again when `describe` is off.
void describeWeights(const QString &node, bool describe)
{
    QStringList folders{u"/work/deepseek/parameters/DeepseekV3.2-quant"_s};
    for (const QString &name : QDir(node + u"/work/weights"_s).entryList(QDir::Dirs | QDir::NoDotAndDotDot))
        folders << u"/work/weights/"_s + name;
    for (const QString &folder : std::as_const(folders)) {
        const QDir kept(node + u"/.sim/described"_s + folder), from(node + folder);
        for (const QString &name :
             (describe ? from : kept).entryList({u"quant_model_description*.json"_s}, QDir::Files)) {
            QFile source((describe ? from : kept).filePath(name));
            if (!source.open(QIODevice::ReadOnly))
                continue;
            const QByteArray text = source.readAll();
            if (describe && QFile::exists(kept.filePath(name)))
                continue;
            if (describe)
                (void)writeNodeFile(kept.filePath(name), text, 0640);
            (void)writeNodeFile(from.filePath(name), describe ? QByteArray(text).replace("W8A8", "W4A8") : text, 0640);
        }
    }
    if (!describe)
        QDir(node + u"/.sim/described"_s).removeRecursively();
}

// In the node's own /dev/shm, which only its processes see. It takes no memory: nothing is written to it.
void leaveInShm(const QString &node, bool leave)
{
    const QString path = u"/dev/shm/psm_4f1c29aa"_s;
    QProcess::execute(node + u"/enter"_s,
                      leave ? QStringList{u"truncate"_s, u"-s"_s, u"3G"_s, path} : QStringList{u"rm"_s, u"-f"_s, path});
}

// The files that tell the same truth as the tools.
Result<void> syncFiles(const QString &node)
{
    const QString folder = node + u"/.sim"_s;
    const Result<NodeState> stored = loadState(folder);
    if (!stored)
        return stored.error();
    const NodeState state = withFaults(*stored);
    for (const Chip &chip : stored->chips) {
        const int id = deviceIdOf(*stored, chip);
        const QString path = node + u"/dev/davinci%1"_s.arg(id);
        bool present = false;
        for (const Chip &left : state.chips)
            present = present || deviceIdOf(state, left) == id;
        if (!present)
            QFile::remove(path);
        else if (!QFile::exists(path)
                 && ::mknod(QFile::encodeName(path).constData(), S_IFCHR | 0660, ::makedev(1, 3)) != 0)
            (void)writeNodeFile(path, {}, 0660);
    }
    for (const auto &[fault, file] : {std::pair{u"no-docker"_s, u"/.sim/no-docker"_s},
                                      {u"connection-lost"_s, QString::fromLatin1(losesConnections)}}) {
        if (!state.hasFault(fault))
            QFile::remove(node + file);
        else if (const Result<void> written = writeNodeFile(node + file, {}); !written)
            return written;
    }
    if (const Result<void> written = writeKernelFiles(node, *stored); !written)
        return written;
    const QString dockerClient = node + u"/root/.docker/config.json"_s;
    if (!state.hasFault(u"proxy-set"_s))
        QFile::remove(dockerClient);
    else if (const Result<void> written
             = writeNodeFile(dockerClient,
                             "{\n \"proxies\": {\"default\": {\"httpProxy\": \"http://10.20.0.9:3128\"}}\n}\n");
             !written)
        return written;
    if (const Result<void> written
        = writeNodeFile(node + u"/usr/local/Ascend/driver/version.info"_s, driverVersionInfo(installedDriver(state)));
        !written)
        return written;
    if (const Result<void> written = writeNodeFile(node + u"/etc/passwd"_s, usersOf(state)); !written)
        return written;
    if (const Result<void> written = writeNodeFile(node + u"/etc/group"_s, groupsOf(state)); !written)
        return written;
    return writeNodeFile(node + u"/usr/local/Ascend/firmware/version.info"_s,
                         firmwareVersionInfo(installedFirmware(state), installedDriver(state)));
}

} // namespace

Result<void> setFault(const QString &node, const QString &fault, const QStringList &arguments)
{
    const bool known = std::any_of(faultKinds().begin(), faultKinds().end(),
                                   [&fault](const FaultKind &kind) { return fault == QLatin1String(kind.name); });
    if (!known)
        return invalid(u"There is no fault \"%1\"; see `ascendctl sim faults`."_s.arg(fault));
    Result<Json> json = described(fault, arguments);
    if (!json)
        return json.error();
    if ((fault == "sshd-killed"_L1 || fault == "connection-lost"_L1) && !hasSshd(node))
        return invalid(u"The node has no sshd: the cluster was brought up without --ssh."_s);
    if (hasProcess(fault)) {
        endHolder(node, fault);
        if (const Result<void> started = startHolder(node, fault, *json); !started)
            return started;
    }
    const Result<void> written = updateState(node + u"/.sim"_s, [&](NodeState &state) -> Result<void> {
        if (const auto device = integerAt(*json, "device")) {
            const bool there = std::any_of(state.chips.begin(), state.chips.end(),
                                           [&](const Chip &chip) { return deviceIdOf(state, chip) == *device; });
            if (!there)
                return invalid(u"The node has no device %1."_s.arg(*device));
        }
        state.other["faults"][fault.toStdString()] = *json;
        return {};
    });
    if (!written) {
        killHolder(*json);
        return written;
    }
    if (fault == "weights-incomplete"_L1)
        spoilWeights(node, true);
    if (fault == "quantization-differs"_L1)
        describeWeights(node, true);
    if (fault == "shm-leftover"_L1)
        leaveInShm(node, true);
    if (fault == "sshd-killed"_L1)
        killSshd(node);
    return syncFiles(node);
}

Result<void> clearFault(const QString &node, const QString &fault)
{
    bool wasKilled = false, hadShm = false;
    for (const char *one : faultsWithProcess) {
        if (fault.isEmpty() || fault == QLatin1String(one))
            endHolder(node, QLatin1String(one));
    }
    const Result<void> written = updateState(node + u"/.sim"_s, [&](NodeState &state) -> Result<void> {
        hadShm = state.hasFault(u"shm-leftover"_s);
        wasKilled = (fault.isEmpty() || fault == "sshd-killed"_L1) && state.hasFault(u"sshd-killed"_s);
        if (fault.isEmpty())
            state.other["faults"] = Json::object();
        else if (state.other["faults"].erase(fault.toStdString()) == 0)
            return invalid(u"The node does not have the fault \"%1\"."_s.arg(fault));
        return {};
    });
    if (!written)
        return written;
    if (fault.isEmpty() || fault == "weights-incomplete"_L1)
        spoilWeights(node, false);
    if (fault.isEmpty() || fault == "quantization-differs"_L1)
        describeWeights(node, false);
    if (fault == "shm-leftover"_L1 || (fault.isEmpty() && hadShm))
        leaveInShm(node, false);
    if (fault.isEmpty() || fault == "reboot-stays-down"_L1)
        if (const Result<void> back = endReboot(node); !back)
            return back;
    if (wasKilled)
        if (const Result<void> started = startSshd(node); !started)
            return started;
    return syncFiles(node);
}

} // namespace sim
