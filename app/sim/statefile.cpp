#include "app/sim/statefile.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSaveFile>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace sim {

namespace {

class FileLock
{
public:
    explicit FileLock(const QString &path)
        : m_fd(::open(QFile::encodeName(path).constData(), O_CREAT | O_RDWR | O_CLOEXEC, 0600))
    {
        if (m_fd >= 0)
            ::flock(m_fd, LOCK_EX);
    }
    ~FileLock()
    {
        if (m_fd >= 0)
            ::close(m_fd);
    }
    FileLock(const FileLock &) = delete;
    FileLock &operator=(const FileLock &) = delete;

private:
    int m_fd;
};

Result<NodeState> read(const QString &folder)
{
    QFile file(folder + u"/state.json"_s);
    if (!file.open(QIODevice::ReadOnly))
        return Error{ErrorKind::Storage,
                     u"The state of the simulated node cannot be read: %1."_s.arg(file.fileName()),
                     file.errorString(),
                     {}};
    const Result<Json> json = parseJson(file.readAll(), file.fileName());
    if (!json)
        return json.error();
    try {
        return NodeState::fromJson(*json);
    } catch (const std::exception &) { // a value of another kind
        return Error{ErrorKind::Parse,
                     u"%1 is not the state of a simulated node. Take the cluster down (ascendctl sim "
                     "down) and bring it up anew."_s.arg(file.fileName()),
                     {},
                     {}};
    }
}

// -1 ... 1, the same for the same chip and second: the small differences between real chips.
double variation(const QString &node, int device, qint64 second)
{
    const quint32 chip = quint32(device) + 131u * qChecksum(node.toUtf8());
    const quint32 hash = (chip * 2654435761u) ^ (quint32(second) * 2246822519u);
    return (hash >> 8 & 0xffff) / 32767.5 - 1;
}

} // namespace

QString ownFolder()
{
    const QFileInfo program(QFileInfo(u"/proc/self/exe"_s).symLinkTarget());
    QDir folder = program.dir(); // .sim/bin
    if (folder.cdUp() && folder.exists(u"state.json"_s))
        return folder.absolutePath();
    const QString node = qEnvironmentVariable("ASCEND_SIM_NODE");
    return !node.isEmpty() && QFile::exists(node + u"/.sim/state.json"_s) ? node + u"/.sim"_s : QString();
}

Result<NodeState> loadState(const QString &folder)
{
    return read(folder); // replaced atomically: no lock needed to read
}

Result<void> updateState(const QString &folder, const std::function<Result<void>(NodeState &)> &change)
{
    const FileLock lock(folder + u"/state.lock"_s);
    Result<NodeState> state = read(folder);
    if (!state)
        return state.error();
    if (const Result<void> changed = change(*state); !changed)
        return changed.error();
    QSaveFile file(folder + u"/state.json"_s);
    if (!file.open(QIODevice::WriteOnly) || file.write(prettyJson(state->toJson())) < 0 || !file.commit())
        return Error{ErrorKind::Storage,
                     u"The state of the simulated node cannot be written: %1."_s.arg(file.fileName()),
                     file.errorString(),
                     {}};
    return {};
}

QString startTimeOf(qint64 pid)
{
    QFile file(u"/proc/%1/stat"_s.arg(pid));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const QByteArray text = file.readAll();
    const QByteArrayList fields = text.mid(text.lastIndexOf(')') + 2).split(' ');
    return fields.value(0) == "Z" ? QString() : QString::fromLatin1(fields.value(19)); // field 22
}

QList<Json> runningDaemons(const QString &folder)
{
    QList<Json> result;
    QDir run(folder + u"/run"_s);
    for (const QString &name : run.entryList({u"daemon-*.json"_s}, QDir::Files, QDir::Name)) {
        QFile file(run.filePath(name));
        if (!file.open(QIODevice::ReadOnly))
            continue;
        const Result<Json> json = parseJson(file.readAll(), name);
        if (!json)
            continue;
        const qint64 pid = integerAt(*json, "pid").value_or(0);
        const QString start = startTimeOf(pid);
        if (!start.isEmpty() && start == stringAt(*json, "start"))
            result << *json;
        else
            QFile::remove(run.filePath(name)); // it died without a word
    }
    return result;
}

// Somebody has set what the fault had put wrong, with the tool that sets it.
static bool isCured(const Json &fault, int device)
{
    const Json &cured = member(fault, "cured");
    return cured.is_array() && std::find(cured.begin(), cured.end(), Json(device)) != cured.end();
}

void cure(NodeState &state, const char *fault, int device)
{
    if (state.hasFault(QLatin1String(fault)))
        state.other["faults"][fault]["cured"].push_back(device);
}

// What somebody has loaded from an archive is there all the same.
static void takeImages(NodeState &state)
{
    Json left = Json::array();
    for (const Json &image : state.other["images"])
        if (boolAt(image, "loaded").value_or(false))
            left.push_back(image);
    state.other["images"] = left;
}

NodeState withFaults(NodeState state)
{
    const auto all = state.other.find("faults");
    if (all == state.other.end())
        return state;
    const Json faults = *all;
    const auto device = [&faults](const char *name) { return int(integerAt(faults[name], "device").value_or(0)); };
    const auto chipOf = [&state](int id) -> Chip * {
        for (Chip &chip : state.chips)
            if (deviceIdOf(state, chip) == id)
                return &chip;
        return nullptr;
    };
    if (faults.contains("chip-alarm")) {
        if (Chip *chip = chipOf(device("chip-alarm"))) {
            chip->health = stringAt(faults["chip-alarm"], "health", u"Alarm"_s);
            chip->errorCodes = {u"80E3A203"_s};
            chip->errorInformation = {u"node type=SoC, sensor type=Memory, event state=Uncorrectable ECC"_s};
        }
    }
    if (faults.contains("hbm-occupied")) {
        if (Chip *chip = chipOf(device("hbm-occupied")); chip && chip->hbm) {
            const qint64 occupied = integerAt(faults["hbm-occupied"], "mb").value_or(40'000);
            chip->hbm->used = qMin(chip->hbm->total, chip->hbm->used + occupied);
            state.processes << Process{chip->npu, chip->chip, integerAt(faults["hbm-occupied"], "pid").value_or(90211),
                                       u"python3"_s, occupied};
        }
    }
    if (faults.contains("driver-old") || faults.contains("firmware-mismatch"))
        state.other.erase("installed");
    if (faults.contains("driver-old")) {
        state.toolVersion = state.driverVersion = stringAt(faults["driver-old"], "driver", state.driverVersion);
        state.firmwareVersion = stringAt(faults["driver-old"], "firmware", state.firmwareVersion);
    }
    if (faults.contains("firmware-mismatch"))
        state.firmwareVersion = stringAt(faults["firmware-mismatch"], "version", u"7.5.0.3.220"_s);
    if (faults.contains("image-missing") || (faults.contains("registry-slow") && !isCured(faults["registry-slow"], 0)))
        takeImages(state);
    if (faults.contains("wrong-arch") && boolAt(faults["wrong-arch"], "removed").value_or(false))
        takeImages(state);
    else if (faults.contains("wrong-arch"))
        for (Json &image : state.other["images"])
            if (!boolAt(image, "loaded").value_or(false))
                image["architecture"] = "amd64";
    for (Network &network : state.networks) {
        if (faults.contains("link-down") && network.deviceId == device("link-down")) {
            network.link = u"DOWN"_s;
            network.health = u"Socket fail"_s;
        }
        if (faults.contains("tls-differs") && !isCured(faults["tls-differs"], network.deviceId))
            network.tls = 1;
        if (faults.contains("wrong-device-ip") && network.deviceId == device("wrong-device-ip")
            && !isCured(faults["wrong-device-ip"], network.deviceId))
            network.ip = stringAt(faults["wrong-device-ip"], "ip", u"10.20.250.250"_s);
    }
    if (faults.contains("chip-missing")) {
        const int id = device("chip-missing");
        if (const Chip *chip = chipOf(id)) {
            const int npu = chip->npu;
            for (Chip &other : state.chips) // what is left keeps its numbers
                other.deviceId = deviceIdOf(state, other);
            state.chips.removeIf([&](const Chip &chip) { return chip.deviceId == id; });
            if (state.chipsOf(npu).isEmpty()) {
                state.npus.removeAll(npu);
                state.processes.removeIf([npu](const Process &process) { return process.npu == npu; });
            }
            state.networks.removeIf([id](const Network &network) { return network.deviceId == id; });
        }
    }
    return state;
}

NodeState withLoad(NodeState state, const QList<Json> &daemons, qint64 nowMs)
{
    const qint64 second = nowMs / 1000;
    for (const Json &daemon : daemons) {
        const double load = qBound(0.0, numberAt(daemon, "load").value_or(0), 1.0);
        const qint64 hbm = integerAt(daemon, "hbmMb").value_or(0);
        qint64 pid = beforeWorkersOf(integerAt(daemon, "pid").value_or(0));
        for (Chip &chip : state.chips) {
            const int device = deviceIdOf(state, chip);
            bool used = false;
            for (const Json &id : daemon.value("devices", Json::array()))
                used = used || id.get<int>() == device;
            if (!used)
                continue;
            ++pid;
            if (hbm > 0 && chip.hbm) {
                const qint64 own = qMin(chip.hbm->total - chip.hbm->used, hbm + device * 16);
                chip.hbm->used += own;
                state.processes << Process{chip.npu, chip.chip, pid, stringAt(daemon, "worker", u"mindie_llm_back"_s),
                                           own};
            }
            if (load > 0) { // nothing moves while nothing is asked
                const double jitter = variation(state.name, device, second);
                chip.aicore = qBound(1, int(load * 82 + jitter * 6 * load), 100);
                if (chip.power)
                    *chip.power += load * 180 + jitter * 8;
                if (chip.temp)
                    *chip.temp += int(load * 14 + jitter);
            }
        }
    }
    return state;
}

NodeState liveState(const NodeState &stored, const QString &folder)
{
    NodeState seen = stored;
    for (const char *fault : faultsWithProcess) {
        const Json holder = seen.hasFault(QLatin1String(fault)) ? seen.other["faults"][fault] : Json();
        if (const auto pid = integerAt(holder, "pid"); pid && startTimeOf(*pid) != stringAt(holder, "start"))
            seen.other["faults"].erase(fault); // somebody ended it: what it held is free
    }
    return withLoad(withFaults(seen), runningDaemons(folder), QDateTime::currentMSecsSinceEpoch());
}

} // namespace sim
