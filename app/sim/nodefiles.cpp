#include "app/sim/nodefiles.h"

#include "app/sim/hccntool.h"
#include "app/sim/session.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QUuid>

#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace sim {

namespace {

Json filesystem(const char *source, const char *mount, qint64 total, qint64 used)
{
    return Json{{"source", source}, {"mount", mount}, {"total", total}, {"used", used}};
}

constexpr qint64 gib = 1024LL * 1024 * 1024;

QString busOf(const QString &kind, int device)
{
    static const char *const a2[]
        = {"C1", "C2", "81", "82", "01", "02", "41", "42", "0B", "0C", "2B", "2C", "8B", "8C", "AB", "AC"};
    if (kind == "a2"_L1)
        return u"0000:%1:00.0"_s.arg(QLatin1String(a2[device % 16]));
    return u"0000:%1:00.0"_s.arg(0x9d + device, 2, 16).toUpper();
}

// Three of each chip, as far as anybody asks: the two that vLLM-Ascend binds (vllm_ascend/cpu_binding.py) and one more.
// The layout is that of Linux (Documentation/filesystems/proc.rst, Documentation/ABI/testing/sysfs-bus-pci).
Result<void> writeInterrupts(const QString &node, const NodeState &state)
{
    QByteArray table = "           CPU0       CPU1\n";
    const char *const names[] = {"sq_send_trigger_irq", "cq_update_irq", "mailbox_irq"};
    int number = 600;
    for (const Chip &chip : state.chips) {
        if (!chip.bus)
            continue;
        for (const char *const name : names) {
            table += QByteArray::number(number).rightJustified(4) + ":          0          0   ITS-MSI "
                + QByteArray::number(number * 1024) + " Edge      " + name + '\n';
            const QString folder = u"%1/.sim/proc/irq/%2/"_s.arg(node).arg(number);
            const QString msi = u"%1/.sim/pci/%2/msi_irqs/%3"_s.arg(node, chip.bus->toLower()).arg(number);
            if (const Result<void> list = writeNodeFile(folder + u"smp_affinity_list"_s, "0-191\n", 0644); !list)
                return list.error();
            if (const Result<void> its = writeNodeFile(msi, "msi\n", 0444); !its)
                return its.error();
            ++number;
        }
    }
    return writeNodeFile(node + u"/.sim/proc/interrupts"_s, table, 0444);
}

QByteArray memoryInfo(const NodeState &state)
{
    const bool isSwapped = state.hasFault(u"swapped"_s);
    const qint64 pages = state.hasFault(u"hugepages-idle"_s) ? 131072 : 0, ofPages = pages * 2048;
    const auto line = [](const char *name, qint64 number, const char *unit = " kB") {
        return QByteArray(name).leftJustified(16) + QByteArray::number(number).rightJustified(10) + unit + '\n';
    };
    return line("MemTotal:", 1583040512) + line("MemFree:", 1489204172 - ofPages)
        + line("MemAvailable:", 1498112348 - ofPages) + line("Buffers:", 412348) + line("Cached:", 21634788)
        + line("SwapCached:", 0) + line("SwapTotal:", isSwapped ? 67108860 : 0)
        + line("SwapFree:", isSwapped ? 21004288 : 0) + line("Shmem:", 184320) + line("HugePages_Total:", pages, "")
        + line("HugePages_Free:", pages, "") + line("HugePages_Rsvd:", 0, "") + line("Hugepagesize:", 2048);
}

QByteArray processors(int count)
{
    QByteArray text;
    for (int i = 0; i < count; ++i)
        text += "processor\t: " + QByteArray::number(i)
            + "\nBogoMIPS\t: 200.00\nFeatures\t: fp asimd evtstrm aes pmull sha1 sha2 crc32 atomics fphp asimdhp cpuid "
              "asimdrdm jscvt fcma dcpop asimddp asimdfhm ssbs\n"
              "CPU implementer\t: 0x48\nCPU architecture: 8\nCPU variant\t: 0x1\nCPU part\t: 0xd01\nCPU revision\t: "
              "0\n\n";
    return text;
}

// `docker` as this machine's podman with runc. The limits are explicit because podman's own are above what a
// process without CAP_SYS_RESOURCE may set; /.host goes, so that runc finds the cgroups at their usual place.
Result<void> writePodman(const QString &node)
{
    struct rlimit files = {};
    ::getrlimit(RLIMIT_NOFILE, &files);
    const QByteArray most = QByteArray::number(qMin<qulonglong>(files.rlim_max, 20000));
    const struct { const char *path; QByteArray content; int mode;
    } parts[]
        = {{"/etc/podman/containers.conf",
            "[containers]\ndefault_ulimits = [\"nofile=" + most + ':' + most
                + "\", \"nproc=30000:30000\"]\n"
                  "[engine]\nruntime = \"runc\"\ncgroup_manager = \"cgroupfs\"\nevents_logger = \"file\"\n"
                  // The node shows this machine's /etc/containers read-only; netavark keeps its networks there unless
                  // told.
                  "[network]\nnetwork_config_dir = \"/etc/podman/networks\"\n",
            0644},
           {"/etc/podman/storage.conf",
            "[storage]\ndriver = \"vfs\"\ngraphroot = \"/var/lib/containers\"\nrunroot = \"/run/containers\"\n", 0644},
           {"/usr/local/sbin/docker",
            "#!/bin/sh\n[ ! -e /.sim/no-docker ] || { echo 'docker: command not found' >&2; exit 127; }\n"
            "export CONTAINERS_CONF=/etc/podman/containers.conf CONTAINERS_STORAGE_CONF=/etc/podman/storage.conf\n"
            "exec unshare -m sh -c 'umount -l /.host\n"
            "for m in $(awk \"\\$2 ~ /^\\/sys/ {print \\$2}\" /proc/self/mounts); do mount -o remount,bind,rw \"$m\"; "
            "done\n"
            "exec /usr/bin/podman \"$@\"' podman \"$@\"\n",
            0755}};
    for (const char *name : {"docker", "podman"})
        QFile::remove(node + u"/usr/local/sbin/"_s + QLatin1String(name));
    for (const auto &part : parts)
        if (const Result<void> written = writeNodeFile(node + QLatin1String(part.path), part.content, part.mode);
            !written)
            return written;
    return writeNodeFile(node + u"/.sim/real-containers"_s, {});
}

// Names that ascend-sim is called by on a node, and where the real ones lie.
const char *const usualWeights = "/work/deepseek/parameters/DeepseekV3.2-quant";

const char *const callNames[] = {"usr/local/sbin/podman",
                                 "usr/local/sbin/reboot",
                                 "usr/local/sbin/lspci",
                                 "usr/local/sbin/sha256sum",
                                 "usr/local/sbin/chronyc",
                                 "usr/local/sbin/nft",
                                 "root/packages/Ascend-hdk-910b-npu-driver_25.2.0_linux-aarch64.run",
                                 "root/packages/Ascend-hdk-910b-npu-firmware_7.7.0.6.236.run",
                                 "enter"};
// What asks for inotify instances gets the node's own: /proc shows this machine's processes, whose are none of them.
const char *const findScript = "#!/bin/sh\n"
                               "case \"$*\" in\n"
                               "*' *inotify '*)\n"
                               "  used=0\n"
                               "  [ ! -r /.sim/proc/inotify-used ] || read -r used </.sim/proc/inotify-used\n"
                               "  while [ \"$used\" -gt 0 ]; do echo \"/proc/1/fd/$used\"; used=$((used - 1)); done\n"
                               "  ;;\n"
                               "*) exec /usr/bin/find \"$@\" ;;\n"
                               "esac\n";
// What is set as reserved pages is what /proc/meminfo tells from then on.
const char *const sysctlScript
    = "#!/bin/sh\n"
      "/usr/sbin/sysctl \"$@\"\n"
      "r=$?\n"
      "read -r pages </.sim/proc/nr_hugepages && next=$(awk -v n=\"$pages\" '\n"
      "  FNR == NR { if ($1 == \"HugePages_Total:\") was = $2; next }\n"
      "  /^(MemFree|MemAvailable):/ { printf \"%-16s%10d kB\\n\", $1, $2 + (was - n) * 2048; next }\n"
      "  /^HugePages_(Total|Free):/ { printf \"%-16s%10d\\n\", $1, n; next }\n"
      "  { print }' /.sim/proc/meminfo /.sim/proc/meminfo) && printf '%s\\n' \"$next\" >/.sim/proc/meminfo\n"
      "exit $r\n";
// Those that answer and end, by way of ascend-sim-front.
const char *const frontNames[]
    = {"usr/local/sbin/npu-smi",   "usr/local/bin/npu-smi",       "usr/local/Ascend/driver/tools/hccn_tool",
       "usr/local/sbin/hccn_tool", "usr/local/sbin/docker",       "usr/local/sbin/uname",
       "usr/local/sbin/systemctl", "usr/local/sbin/date",         "usr/local/sbin/df",
       "usr/local/sbin/nproc",     "usr/local/sbin/ip",           "usr/local/sbin/ss",
       "usr/local/sbin/hostname",  "usr/local/sbin/timedatectl",  "usr/local/sbin/getenforce",
       "usr/local/sbin/iptables",  "usr/local/sbin/firewall-cmd", "usr/local/sbin/sim-session"};

} // namespace

Result<void> writeKernelFiles(const QString &node, const NodeState &state)
{
    const auto has = [&state](const char *fault) { return state.hasFault(QLatin1String(fault)); };
    const std::pair<const char *, QByteArray> files[] = {
        {"proc/meminfo", memoryInfo(state)},
        {"proc/max_user_instances", has("inotify-exhausted") ? "128\n" : "8192\n"},
        {"proc/inotify-used", has("inotify-exhausted") ? "128\n" : "9\n"},
        {"proc/threads-max", "12363548\n"},
        {"proc/nr_hugepages", has("hugepages-idle") ? "131072\n" : "0\n"},
        {"proc/pid_max", has("threads-few") ? "1024\n" : "4194304\n"},
        {"cpufreq/policy0/scaling_governor", has("governor-powersave") ? "powersave\n" : "performance\n"},
        {"cpufreq/policy0/scaling_driver", "cppc_cpufreq\n"},
        {"numa/online", "0-7\n"},
    };
    for (const auto &[name, content] : files)
        if (const Result<void> written = writeNodeFile(node + u"/.sim/"_s + QLatin1String(name), content, 0644);
            !written)
            return written;
    for (const Chip &chip : state.chips) {
        if (!chip.bus)
            continue;
        const QString device = u"%1/.sim/pci/%2/"_s.arg(node, chip.bus->toLower());
        const int place = has("numa-unknown") ? -1 : deviceIdOf(state, chip) % 8;
        if (const Result<void> vendor = writeNodeFile(device + u"vendor"_s, "0x19e5\n", 0644); !vendor)
            return vendor;
        if (const Result<void> numa = writeNodeFile(device + u"numa_node"_s, QByteArray::number(place) + '\n', 0644);
            !numa)
            return numa;
    }
    return {};
}

Result<void> writeNodeFile(const QString &path, const QByteArray &content, int mode)
{
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
        return Error{ErrorKind::Storage,
                     u"The file %1 of the simulated node cannot be written."_s.arg(path),
                     file.errorString(),
                     {}};
    file.close();
    ::chmod(QFile::encodeName(path).constData(), mode_t(mode));
    return {};
}

QByteArray newBootId() { return QUuid::createUuid().toByteArray(QUuid::WithoutBraces) + '\n'; }

QByteArray usersOf(const NodeState &state)
{
    const bool hasRunUser = !state.hasFault(u"no-hwhiaiuser"_s);
    return "root:x:0:0:root:/root:/bin/bash\nsshd:x:74:74:Privilege-separated SSH:/var/empty:/usr/sbin/nologin\n"
        + QByteArray(hasRunUser ? "HwHiAiUser:x:1000:1000::/home/HwHiAiUser:/bin/bash\n" : "")
        + "nobody:x:65534:65534:nobody:/:/usr/sbin/nologin\n";
}

QByteArray groupsOf(const NodeState &state)
{
    return "root:x:0:\ntty:x:5:\nsshd:x:74:\n"
        + QByteArray(state.hasFault(u"no-hwhiaiuser"_s) ? "" : "HwHiAiUser:x:1000:root\n") + "nogroup:x:65534:\n";
}

QByteArray driverVersionInfo(const QString &version)
{
    const QByteArray text = version.toUtf8();
    return "Version=" + text
        + "\nascendhal_version=7.35.23\naicpu_version=1.0\ntdt_version=1.0\nlog_version=1.0\nprof_version=2.0\n"
          "dvppkernels_version=1.1\ntsfw_version=1.0\nInnerversion=V100R001C21SPC001B220\ncompatible_version=["
          "V100R001C30],[V100R001C13],[V100R001C15]\n"
          "compatible_version_fw=[7.0.0,7.7.99]\npackage_version="
        + text + '\n';
}

QByteArray firmwareVersionInfo(const QString &version, const QString &driver)
{
    return "Version=" + version.toUtf8() + "\nfirmware_version=1.0\npackage_version=" + driver.toUtf8()
        + "\ncompatible_version_drv=[23.0.rc3,23.0.rc3.],[23.0.0,23.0.0.],[24.0,24.0.],[25.0,25.0.],[25.2,25.2.]\n";
}

NodeState freshNode(const ClusterOptions &options, int index)
{
    const bool a3 = options.kind == "a3"_L1;
    NodeState state;
    state.name = u"node%1"_s.arg(index + 1);
    state.family = a3 ? Family::Ascend910C : Family::Ascend910B;
    state.toolVersion = state.driverVersion = u"25.2.0"_s; // a pair of resources/versions.json
    state.firmwareVersion = u"7.7.0.6.236"_s;
    for (int device = 0; device < options.chips; ++device) {
        Chip chip;
        chip.npu = a3 ? device / 2 : device;
        chip.chip = a3 ? device % 2 : 0;
        chip.deviceId = a3 ? std::optional<int>(device) : std::nullopt;
        chip.name = a3 ? u"Ascend910"_s : u"910B3"_s;
        chip.health = u"OK"_s;
        if (!a3 || device % 2 == 0)
            chip.power = (a3 ? 168.0 : 91.0) + (device * 7 + index * 3) % 11 * 0.6;
        chip.temp = 38 + (device * 5 + index * 2) % 8;
        chip.huge = chip.mem = Pair{0, 0};
        chip.hbm = Pair{3280 + (device * 37 + index * 13) % 160, 65536};
        chip.bus = busOf(options.kind, device);
        if (!state.npus.contains(chip.npu))
            state.npus << chip.npu;
        state.chips << chip;
        Network network;
        network.deviceId = device;
        network.ip = u"10.20.%1.%2"_s.arg(index).arg(11 + device);
        network.netmask = u"255.255.0.0"_s;
        network.gateway = network.detect = u"10.20.255.254"_s;
        state.networks << network;
    }

    Json &other = state.other;
    other["simulated"] = true;
    other["product"] = a3 ? "Atlas 800I A3" : "Atlas 800I A2";
    other["kind"] = options.kind;
    other["index"] = index;
    other["architecture"] = "aarch64";
    other["kernel"] = "5.10.0-216.0.0.115.oe2203sp4.aarch64";
    other["processors"] = 192;
    other["interface"] = "enp189s0f0";
    other["address"] = u"10.200.%1.%2"_s.arg(options.subnet + 1).arg(index + 2);
    other["gateway"] = u"10.200.%1.1"_s.arg(options.subnet + 1);
    other["host"] = u"127.0.%1.%2"_s.arg(options.subnet).arg(index + 1);
    other["clockSkewSeconds"] = 0.0;
    other["filesystems"] = Json::array({filesystem("/dev/mapper/openeuler-root", "/", 1800 * gib, 240 * gib),
                                        filesystem("/dev/nvme0n1", "/work", 7000 * gib, 1400 * gib),
                                        filesystem("tmpfs", "/dev/shm", 754 * gib, 0)});
    other["containers"] = Json::array();
    other["images"] = Json::array();
    const auto hold = [&](const std::string &tag, const char *id, qint64 gigabytes, const char *created) {
        other["images"].push_back(Json{{"reference", "swr.cn-south-1.myhuaweicloud.com/ascendhub/mindie:" + tag},
                                       {"id", id},
                                       {"architecture", "arm64"},
                                       {"size", gigabytes * 1000000000LL},
                                       {"created", created}});
    };
    const std::string kind = a3 ? "800I-A3" : "800I-A2";
    hold("2.2.T30-" + kind + "-py311-openeuler24.03-lts-arm64",
         "sha256:a4708118cd12c5d27a2b83e9f20a5d4c6d2e5b1a7f0c9e83b46d5f1029384756", 16, "2026-10-05T08:12:44Z");
    if (a3)
        hold("2.2.RC1-" + kind + "-py311-openeuler24.03-lts",
             "sha256:c30e86d2b7f14a590dc28e6fb1a97354e0f2d81c6a4b3950e7d8f16c2b0a4937", 16, "2026-06-18T07:31:20Z");
    hold("3.0.0-" + kind + "-py311-openeuler24.03-lts",
         "sha256:91c5d7be8f4460a3fa1c22be7c6d98f0e5a4437b210d9c8856ef31a07742bd10", 18, "2026-11-02T09:40:03Z");
    for (const char *release : {"v0.18.0", "v0.23.0"})
        other["images"].push_back(
            Json{{"reference", std::string("quay.io/ascend/vllm-ascend:") + release + (a3 ? "-a3" : "")},
                 {"id",
                  std::string("sha256:") + (release[3] == '1' ? "5d" : "7e")
                      + "11f0c48a2b9d3e6f7081a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d5e6"},
                 {"architecture", "arm64"},
                 {"size", 17 * 1000000000LL},
                 {"created", "2026-08-16T06:20:11Z"}});
    other["servingModel"] = options.servingModel;
    other["serve"] = options.ctlProgram;
    other["faults"] = Json::object();
    if (!options.latency.isEmpty())
        other["latency"] = options.latency;
    return state;
}

Result<void> writeNodeFiles(const QString &node, const NodeState &state, const ClusterOptions &options, int index)
{
    for (const char *folder : {"root",
                               "home",
                               "tmp",
                               "opt",
                               "mnt",
                               "data",
                               "srv",
                               "run/sshd",
                               "proc",
                               "sys",
                               "dev/shm",
                               "dev/pts",
                               "var/log/ascend_seclog",
                               "var/tmp",
                               "var/lib/docker",
                               "var/empty",
                               "usr/local/Ascend/driver/lib64/driver",
                               "usr/local/Ascend/driver/tools",
                               "usr/local/Ascend/firmware",
                               "usr/local/dcmi",
                               "usr/local/sbin",
                               "usr/local/bin",
                               "work/deepseek/parameters",
                               "work/deployments",
                               "work/weights",
                               ".sim/bin",
                               ".sim/run",
                               ".sim/log",
                               ".sim/proc",
                               ".sim/containers"})
        QDir().mkpath(node + QLatin1Char('/') + QLatin1String(folder));
    for (const char *folder : {"tmp", "var/tmp", "dev/shm"})
        ::chmod(QFile::encodeName(node + QLatin1Char('/') + QLatin1String(folder)).constData(), 01777);
    ::chmod(QFile::encodeName(node + u"/root"_s).constData(), 0700);
    // Whatever the umask: a deployment refuses what others may write to, and so does sshd.
    for (const char *folder :
         {"opt", "work", "work/deepseek", "work/deepseek/parameters", "work/deployments", "work/weights", "run",
          "run/sshd"})
        ::chmod(QFile::encodeName(node + QLatin1Char('/') + QLatin1String(folder)).constData(), 0755);

    // One copy of the programs per cluster; a rebuilt tree does not pull them from under a running one.
    for (const QString &name : {u"ascend-sim"_s, u"ascend-sim-front"_s, u"ascend-sim-vllm"_s}) {
        const QString program = QFileInfo(node).path() + u"/.bin/"_s + name, own = node + u"/.sim/bin/"_s + name;
        QFile::remove(own);
        if (::link(QFile::encodeName(program).constData(), QFile::encodeName(own).constData()) != 0
            && !QFile::copy(program, own))
            return Error{ErrorKind::Storage,
                         u"The program %1 cannot be copied to the simulated node."_s.arg(program),
                         {},
                         {}};
    }
    const auto call = [&node](const char *name, const QString &program) -> Result<void> {
        const QString path = node + QLatin1Char('/') + QLatin1String(name);
        const QDir folder = QFileInfo(path).dir();
        folder.mkpath(u"."_s);
        QFile::remove(path);
        if (!QFile::link(folder.relativeFilePath(node + u"/.sim/bin/"_s + program), path))
            return Error{ErrorKind::Storage, u"The tool %1 of the simulated node cannot be made."_s.arg(path), {}, {}};
        return {};
    };
    for (const char *name : callNames)
        if (const Result<void> made = call(name, u"ascend-sim"_s); !made)
            return made;
    for (const char *name : frontNames)
        if (const Result<void> made = call(name, u"ascend-sim-front"_s); !made)
            return made;

    if (options.podman)
        if (const Result<void> written = writePodman(node); !written)
            return written;

    const QByteArray name = state.name.toUtf8();
    QByteArray hosts = "127.0.0.1 localhost\n";
    for (int i = 0; i < options.nodes; ++i)
        hosts += u"10.200.%1.%2 node%3\n"_s.arg(options.subnet + 1).arg(i + 2).arg(i + 1).toUtf8();
    const Json mark{{"simulated", true},
                    {"by", "ascend-sim " ASC_VERSION},
                    {"node", state.name},
                    {"kind", options.kind},
                    {"index", index}};
    const struct { const char *path; QByteArray content; int mode;
    } files[] = {
        {"/etc/ascend-sim.json", prettyJson(mark), 0644},
        {"/etc/hostname", name + '\n', 0644},
        {"/etc/hosts", hosts, 0644},
        {"/etc/os-release",
         "NAME=\"openEuler\"\nVERSION=\"22.03 "
         "(LTS-SP4)\"\nID=\"openEuler\"\nVERSION_ID=\"22.03\"\nPRETTY_NAME=\"openEuler 22.03 "
         "(LTS-SP4)\"\nANSI_COLOR=\"0;31\"\n",
         0644},
        {"/etc/passwd", usersOf(state), 0644},
        {"/etc/group", groupsOf(state), 0644},
        {"/etc/nsswitch.conf",
         "passwd: files\ngroup: files\nshadow: files\nhosts: files\nservices: files\nprotocols: files\n", 0644},
        {"/etc/shells", "/bin/sh\n/bin/bash\n", 0644},
        {"/etc/profile", "export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin\n", 0644},
        {"/etc/hccn.conf", hccnConf(state), 0644},
        {"/etc/ascend_install.info",
         "UserName=HwHiAiUser\nUserGroup=HwHiAiUser\nDriver_Install_Type=full\nDriver_Install_Path_Param=/usr/local/"
         "Ascend\n"
         "Driver_Install_For_All=yes\nDriver_Install_Status=complete\nFirmware_Install_Type=full\nFirmware_Install_"
         "Path_Param=/usr/local/Ascend\n",
         0644},
        // of the driver's management interface; a stand-in for the library, which nothing here loads
        {"/usr/local/sbin/find", findScript, 0755},
        {"/usr/local/sbin/sysctl", sysctlScript, 0755},
        {"/usr/local/dcmi/libdcmi.so", "simulated\n", 0444},
        {"/usr/local/dcmi/dcmi_interface_api.h", "/* simulated */\n", 0444},
        {"/usr/local/Ascend/driver/version.info", driverVersionInfo(state.driverVersion), 0644},
        {"/usr/local/Ascend/firmware/version.info", firmwareVersionInfo(state.firmwareVersion, state.driverVersion),
         0644},
        {"/.sim/proc/cpuinfo", processors(192), 0644},
        {"/.sim/shm-bytes", QByteArray::number(754 * gib) + '\n', 0644},
        {"/.sim/nothing", {}, 0000},
        {"/.sim/boot-id", newBootId(), 0444},
        {"/.sim/state.json", prettyJson(state.toJson()), 0644},
    };
    for (const auto &file : files)
        if (const Result<void> written = writeNodeFile(node + QLatin1String(file.path), file.content, file.mode);
            !written)
            return written.error();

    if (state.other.contains("latency"))
        if (const Result<void> written = writeNodeFile(node + QLatin1String(hasRealLatency), {}); !written)
            return written;
    if (const Result<void> written = writeInterrupts(node, state); !written)
        return written.error();
    if (const Result<void> written = writeKernelFiles(node, state); !written)
        return written.error();
    QStringList devices{u"davinci_manager"_s, u"devmm_svm"_s, u"hisi_hdc"_s};
    for (const Chip &chip : state.chips)
        devices << u"davinci%1"_s.arg(deviceIdOf(state, chip));
    for (const QString &device : std::as_const(devices)) { // a null device where we may make one
        const QByteArray path = QFile::encodeName(node + u"/dev/"_s + device);
        if (::mknod(path.constData(), S_IFCHR | 0660, ::makedev(1, 3)) != 0 && !QFile::exists(QString::fromUtf8(path)))
            if (const Result<void> written = writeNodeFile(QString::fromUtf8(path), {}, 0660); !written)
                return written.error();
        ::chmod(path.constData(), 0660);
    }
    for (const auto &[link, target] : {std::pair{"fd", "/proc/self/fd"},
                                       {"stdin", "/proc/self/fd/0"},
                                       {"stdout", "/proc/self/fd/1"},
                                       {"stderr", "/proc/self/fd/2"},
                                       {"ptmx", "pts/ptmx"}})
        QFile::link(QLatin1String(target), node + u"/dev/"_s + QLatin1String(link));
    if (!options.weights.isEmpty() && options.weights != QLatin1String(usualWeights)) {
        const auto has = [&](const char *part) {
            return options.weights.contains(QLatin1String(part), Qt::CaseInsensitive);
        };
        const FakeModel model = has("Qwen3-30B")     ? FakeModel::Qwen3Small
            : has("Qwen")                            ? FakeModel::Qwen3Moe
            : has("w4a8")                            ? FakeModel::DeepseekV3W4
            : has("V3.1") || has("R1")               ? FakeModel::DeepseekV3
                                                     : FakeModel::DeepseekV32;
        if (const Result<void> written = writeFakeWeights(node + options.weights, model); !written)
            return written;
    }
    return writeFakeWeights(node + QLatin1String(usualWeights));
}

} // namespace sim
