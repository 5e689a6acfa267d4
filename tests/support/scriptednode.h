// ScriptedNode: the answers of a healthy eight-card 910B node, in the layouts of the real tools with invented
// numbers; a test changes one thing and looks at what is said about it.
#pragma once

#include "core/checks/catalogue.h"
#include "core/facts/folderlook.h"
#include "core/facts/holders.h"
#include "core/facts/hostsettings.h"
#include "core/facts/npufacts.h"
#include "core/facts/runninginstaller.h"
#include "core/facts/shmleftovers.h"
#include "core/facts/weightsfacts.h"
#include "tests/support/scriptedshell.h"

#include <QCryptographicHash>
#include <QDateTime>
#include <QSet>

struct ScriptedNode
{
    explicit ScriptedNode(int number) : number(number)
    {
        for (int i = 0; i < 8; ++i) {
            chips << i;
            ip[i] = QStringLiteral("10.20.%1.%2").arg(100 + number).arg(10 + i);
            confIp[i] = ip[i];
        }
    }

    int number;                          // 1, 2, ...
    QList<int> chips;                    // device ids that npu-smi shows
    QMap<int, QString> ip, confIp;
    QHash<int, QByteArray> confMask;     // 255.255.0.0 unless said
    QHash<int, QByteArray> mask;         // the live one: the same
    QHash<int, QByteArray> gateway;      // the live one: 10.20.255.254 unless said; empty: none is preset
    QHash<int, QByteArray> confGateway;  // 10.20.255.254, as the live one, unless said; empty: no line
    QSet<int> confWithoutMask;
    QHash<int, QByteArray> health;       // "OK" unless said
    QHash<int, int> hbmUsed;             // 3200 unless said
    QHash<int, int> hbmTotal;            // 65536 unless said
    QHash<int, QByteArray> chipName;     // "910B3" unless said
    QHash<int, int> aiCore;              // its load in %: 0 unless said
    QHash<QByteArray, QByteArray> notDevice; // files in /dev -> the letter of `ls -l`, where that is not "c"
    QSet<int> down;
    QHash<int, QByteArray> netHealth;
    QHash<int, int> tls;
    QByteArray driver = "25.2.0", firmware = "7.7.0.6.236";
    QByteArray runningFirmware;          // as installed unless said; "NA": the tool does not tell
    QHash<int, QByteArray> firmwareOf;   // a card that runs another than that
    QHash<int, QByteArray> compatibility; // of both, as a card says: "OK" unless said
    double clockSkew = 0;
    qint64 shmUsed = 0;
    qint64 dockerFree = 900LL << 30, weightsFree = 2000LL << 30, shmTotal = 512LL << 30;
    bool docker = true;
    bool image = true;
    QByteArray imageArchitecture = "arm64";
    QByteArray arch = "aarch64";
    struct Container
    {
        QString name, image = QStringLiteral("registry.example.org/other:1");
        QByteArray deployment;           // its label; empty: none, or with an owner, that it had no name
        QByteArray status = "Up 3 hours";
        QList<int> pids;                 // what `docker top` tells; empty: it refuses
        QByteArray owner = {};           // the run's id in its labels; empty: made by an older program, or by hand
    };
    QList<Container> containers;
    QMap<int, int> processOn;            // chip -> pid that npu-smi shows
    QMap<int, int> besideOn;             // and another on the same chip, with 20,000 MB
    QHash<int, QByteArray> processes;    // pid -> "user command line", as ps tells
    QByteArray memoryAvailableKb = "1400000000";
    QByteArray listening = "LISTEN 0      128          0.0.0.0:22        0.0.0.0:*\n";
    bool npuSmiHangs = false;
    QByteArray target = "root\nfolder\nyes\n755 root:root\n/work\n"; // of folderProbe(): to be made in /work
    QByteArray look = "0 0\n41ed 0 0 /work\n- /work/deepseek\n- /work/deepseek/ds-v32\n"; // of folderLookProbe()
    bool shardMissing = false;
    qint64 shardCutBy = 0;               // the second one is shorter than its header says
    bool indexCut = false;
    QByteArray tokenizer = "7000 640 0 tokenizer.json\n3000 640 0 tokenizer_config.json\n"; // as the probe tells files
    QByteArray generationConfig = "{\"temperature\": 0.6}"; // empty: there is none
    int shardMode = 640;
    QByteArray configJson
        = R"({"model_type": "deepseek_v32", "torch_dtype": "bfloat16", "vocab_size": 129280, "hidden_size": 7168,
"num_hidden_layers": 61, "num_attention_heads": 128, "kv_lora_rank": 512, "q_lora_rank": 1536, "qk_rope_head_dim": 64,
"qk_nope_head_dim": 128, "v_head_dim": 128, "n_routed_experts": 256, "n_shared_experts": 1, "index_head_dim": 128,
"moe_intermediate_size": 2048, "intermediate_size": 18432, "first_k_dense_replace": 3})";
    int configMode = 640;
    // of hostSettingsProbe(): a line each, as it tells them; taken away where a test wants one untold
    QMap<QByteArray, QByteArray> kernel{{"governor", "192 performance"},
                                        {"driver", "cppc_cpufreq"},
                                        {"selinux", "Disabled"},
                                        {"inotify", "8192"},
                                        {"watching", "12"},
                                        {"threads-max", "12363548"},
                                        {"pid-max", "4194304"},
                                        {"load", "0.21 0.32 0.30 2/1893 41188"},
                                        {"processors", "192"},
                                        {"numa", "0-7"},
                                        {"docker", "no"}};
    QByteArray sessionProxies;           // "proxy http_proxy\n"
    QHash<int, int> numaOf;              // device -> NUMA node; the device's own number unless said
    QByteArray memoryMore = "SwapTotal:       8388604 kB\nSwapFree:        8388604 kB\nHugePages_Total:       0\n"
                            "HugePages_Free:        0\nHugePages_Rsvd:        0\nHugepagesize:       2048 kB\n";
    QByteArray firewall = "firewalld inactive\nrule -P INPUT ACCEPT\n";
    QByteArray timeSource = "NTP=yes\nNTPSynchronized=yes\n";
    QByteArray leftInShm = "#end\n";
    QByteArray quantization = "#file quant_model_description.json\n      1 FLOAT\n  36000 W8A8_DYNAMIC\n#end\n";
    QByteArray imageVariables;           // "\"http_proxy=http://10.20.0.9:3128\""
    int mtu = 1500;
    QByteArray linkState = "\"flags\":[\"BROADCAST\",\"UP\",\"LOWER_UP\"],\"operstate\":\"UP\""; // of its interface
    QByteArray furtherInterface;         // the same, one more with an address; empty: none
    QHash<int, int> eccErrors;           // device -> what ECC could not correct
    QHash<int, QByteArray> weakLight;    // device -> its second lane's "Rx Power", "0.0871"
    QSet<int> flapped;                   // devices whose link went down later than the start
    QStringList deadPairs;               // "3 10.20.102.14"

    static QString imageName() { return QStringLiteral("registry.example.org/mindie:2.2.T30-800I-A2"); }
    static QStringList driverMounts() // of mindie-deepseek-v3.2-w8a8-2xA2
    {
        return {QStringLiteral("/usr/local/Ascend/driver"), QStringLiteral("/usr/local/Ascend/firmware"),
                QStringLiteral("/usr/local/sbin"), QStringLiteral("/etc/hccn.conf")};
    }
    static QString targetFolder() { return QStringLiteral("/work/deepseek/ds-v32"); }
    static QString weights() { return QStringLiteral("/data/weights/deepseek v3.2"); }

    QByteArray mapping() const           // of `npu-smi info -m`: the driver counts the chips that it finds
    {
        QByteArray text = "\tNPU ID                         Chip ID                        Chip Logic ID"
                          "                  Chip Name                     \n";
        for (qsizetype i = 0; i < chips.size(); ++i)
            text += '\t' + QByteArray::number(chips[i]).leftJustified(31) + QByteArray("0").leftJustified(31)
                + QByteArray::number(i).leftJustified(31) + "Ascend " + chipName.value(chips[i], "910B3") + '\n';
        return text;
    }

    QByteArray npuSmiInfo() const
    {
        const QByteArray wide(96, '-');
        QByteArray text = "+" + wide + "+\n";
        text += "| npu-smi 25.2.0                   Version: " + driver + QByteArray(52 - driver.size(), ' ') + "|\n";
        text += "+---------------------------+---------------+----------------------------------------------------+\n"
                "| NPU   Name                | Health        | Power(W)    Temp(C)           Hugepages-Usage(page)|\n"
                "| Chip                      | Bus-Id        | AICore(%)   Memory-Usage(MB)  HBM-Usage(MB)        |\n"
                "+===========================+===============+====================================================+\n";
        for (const int id : chips) {
            const QByteArray health = this->health.value(id, "OK");
            const QByteArray hbm = QByteArray::number(hbmUsed.value(id, 3200)).leftJustified(5);
            text += "| " + QByteArray::number(id).leftJustified(6) + chipName.value(id, "910B3").leftJustified(20)
                + "| " + health.leftJustified(14) + "| 95.5        41                0    / 0             |\n";
            text += "| 0                         | 0000:C" + QByteArray::number(id)
                + ":00.0  | " + QByteArray::number(aiCore.value(id)).leftJustified(12) + "0    / 0          " + hbm
                + "/ " + QByteArray::number(hbmTotal.value(id, 65536)).leftJustified(14) + "|\n";
            text += "+===========================+===============+====================================================+"
                    "\n";
        }
        text += "+---------------------------+---------------+----------------------------------------------------+\n"
                "| NPU     Chip              | Process id    | Process name             | Process memory(MB)      |\n"
                "+===========================+===============+====================================================+\n";
        for (const int id : chips) {
            if (processOn.contains(id))
                text += "| " + QByteArray::number(id).leftJustified(8) + "0                 | "
                    + QByteArray::number(processOn[id]).leftJustified(14)
                    + "| mindie_llm_back          | 41000                   |\n";
            if (besideOn.contains(id))
                text += "| " + QByteArray::number(id).leftJustified(8) + "0                 | "
                    + QByteArray::number(besideOn[id]).leftJustified(14)
                    + "| python3                  | 20000                   |\n";
            if (!processOn.contains(id) && !besideOn.contains(id))
                text += "| No running processes found in NPU " + QByteArray::number(id).leftJustified(62) + "|\n";
            text += "+===========================+===============+====================================================+"
                    "\n";
        }
        return text;
    }

    QByteArray ping(int device, const QString &address) const
    {
        const QByteArray who = QByteArray::number(device);
        const bool dead = deadPairs.contains(QString::fromUtf8(who) + QLatin1Char(' ') + address);
        return "device " + who + " PING " + address.toUtf8() + '\n'
            + (dead ? "3 packets transmitted, 0 received, 100.00% packet loss\n"
                    : "recv seq=0,time=0.110000ms\nrecv seq=1,time=0.060000ms\nrecv seq=2,time=0.061000ms\n"
                      "3 packets transmitted, 3 received, 0.00% packet loss\n");
    }

    QByteArray df(const QByteArray &device, qint64 total, qint64 available, const QByteArray &mount) const
    {
        return "Filesystem         1-blocks        Used    Available Capacity Mounted on\n" + device + ' '
            + QByteArray::number(total) + ' ' + QByteArray::number(total - available) + ' '
            + QByteArray::number(available) + "  1% " + mount + '\n';
    }

    // What its clock shows now; it stands still until it is told again.
    void tellTime(ScriptedShell &shell) const
    {
        const double now = double(QDateTime::currentMSecsSinceEpoch()) / 1000 + clockSkew;
        shell.answer(QStringLiteral("date +%s.%N"), QByteArray::number(now, 'f', 9) + '\n');
    }

    ScriptedShell shell() const
    {
        ScriptedShell shell;
        const QByteArray own = "10.20.1." + QByteArray::number(number);
        shell.answer(QStringLiteral("uname -srm"), "Linux 5.10.0-182.0.0.95.oe2203sp3." + arch + ' ' + arch + '\n');
        shell.answer(QStringLiteral("uname -n"), "worker-" + QByteArray::number(number) + '\n');
        shell.answer(QStringLiteral("cat /etc/os-release"),
                     "NAME=\"openEuler\"\nVERSION=\"22.03 (LTS-SP3)\"\nID=\"openEuler\"\n"
                     "VERSION_ID=\"22.03\"\nPRETTY_NAME=\"openEuler 22.03 (LTS-SP3)\"\n");
        tellTime(shell);
        shell.answer(QStringLiteral("cat /proc/meminfo"),
                     "MemTotal:       1583000000 kB\nMemFree:        1000000000 kB\nMemAvailable:   "
                         + memoryAvailableKb + " kB\n" + memoryMore);
        QByteArray settings;
        for (auto it = kernel.cbegin(); it != kernel.cend(); ++it)
            settings += it.key() + ' ' + it.value() + '\n';
        for (const int id : chips)
            settings
                += "pci 0000:c" + QByteArray::number(id) + ":00.0 " + QByteArray::number(numaOf.value(id, id)) + '\n';
        shell.answer(quoted(hostSettingsProbe()), settings + sessionProxies + "end\n");
        shell.answer(quoted(firewallProbe()), firewall);
        shell.answer(quoted(timeSourceProbe()), timeSource);
        shell.answer(quoted(shmLeftoversProbe()), leftInShm);
        shell.answer(quoted(quantizationProbe(weights())), quantization);
        shell.answer(
            QStringLiteral("ip -j addr"),
            "[{\"ifname\":\"lo\",\"addr_info\":[{\"family\":\"inet\",\"local\":\"127.0.0.1\",\"scope\":\"host\"}]},"
            "{\"ifname\":\"enp1\","
                + linkState + ",\"mtu\":" + QByteArray::number(mtu)
                + ",\"addr_info\":[{\"family\":\"inet\",\"local\":\"" + own
                + "\",\"prefixlen\":24,\"scope\":\"global\"}]}"
                + (furtherInterface.isEmpty() ? QByteArray()
                                              : ",{\"ifname\":\"" + furtherInterface
                           + "\",\"mtu\":1500,\"addr_info\":[{\"family\":\"inet\",\"local\":\"10.30.1.9\","
                             "\"prefixlen\":24,\"scope\":\"global\"}]}")
                + "]\n");
        shell.answer(QStringLiteral("ip -j route"),
                     "[{\"dst\":\"default\",\"gateway\":\"10.20.1.254\",\"dev\":\"enp1\"}]\n");
        shell.answer(QStringLiteral("df -B1 -P /dev/shm"), df("tmpfs", shmTotal, shmTotal - shmUsed, "/dev/shm"));
        shell.answer(QStringLiteral("df -B1 -P /var/lib/docker"), df("/dev/sda2", 1000LL << 30, dockerFree, "/"));
        shell.answer(quoted({QStringLiteral("df"), QStringLiteral("-B1"), QStringLiteral("-P"), weights()}),
                     df("/dev/nvme0n1", 4000LL << 30, weightsFree, "/data"));
        shell.answer(quoted(folderProbe(targetFolder())), target);
        shell.answer(quoted(mountsProbe(driverMounts())), "yes\nyes\nyes\nyes\n");
        shell.answer(quoted(folderLookProbe(targetFolder())), look);
        shell.answer(
            QStringLiteral("sh -c 'ulimit -a'"),
            "open files                          (-n) 1048576\nmax locked memory           (kbytes, -l) unlimited\n"
            "max user processes                  (-u) 6183000\n");
        shell.answer(QStringLiteral("ss -H -ltnp"), listening);
        shell.answer(quoted(runningInstallerQuestion()), {}); // none runs
        shell.answer(QStringLiteral("cat /usr/local/Ascend/driver/version.info"),
                     "Version=" + driver
                         + "\nascendhal_version=7.35.23\naicpu_version=1.0\n"
                           "Innerversion=V100R001C22SPC001B001\ncompatible_version_fw=[7.0.0,7.7.99]\npackage_version="
                         + driver + '\n');
        shell.answer(QStringLiteral("cat /usr/local/Ascend/firmware/version.info"),
                     "Version=" + firmware + "\nfirmware_version=1.0\npackage_version=" + driver + '\n');
        if (npuSmiHangs)
            shell.fail(QStringLiteral("npu-smi info"),
                       {ErrorKind::Timeout, QStringLiteral("No answer in 15 s"), {}, {}});
        else
            shell.answer(QStringLiteral("npu-smi info"), npuSmiInfo());
        shell.answer(QStringLiteral("npu-smi info -m"), mapping());
        for (const int id : chips)
            shell.answer(QStringLiteral("npu-smi info -t board -i %1").arg(id),
                         "\tNPU ID                         : " + QByteArray::number(id)
                             + "\n\tSoftware Version               : " + driver
                             + "\n\tFirmware Version               : "
                             + firmwareOf.value(id, runningFirmware.isEmpty() ? firmware : runningFirmware)
                             + "\n\tCompatibility                  : " + compatibility.value(id, "OK")
                             + "\n\tBoard ID                       : 0x33\n\tChip Count                     : 1\n");
        QByteArray dev = "total 0\ncrw-rw-rw- 1 root root 1, 3 Nov 20 08:00 null\n"
                         "drwxrwxrwt 2 root root 40 Nov 20 08:00 shm\n";
        const auto device = [&](const QByteArray &name) {
            dev += notDevice.contains(name)
                ? notDevice[name] + "rw-r--r-- 1 root root 0 Nov 20 08:00 " + name + '\n'
                : "crw-rw---- 1 HwHiAiUser HwHiAiUser 236, 0 Nov 20 08:00 " + name + '\n';
        };
        for (const char *name : {"davinci_manager", "devmm_svm", "hisi_hdc"})
            device(name);
        for (const int id : chips)
            device("davinci" + QByteArray::number(id));
        shell.answer(QStringLiteral("ls -lL /dev"), dev);
        shell.answer(quoted(hccnLocator()), "hccn_tool\n");
        const auto probe = [&](const char *what, const std::function<QByteArray(int)> &answer) {
            for (const int id : chips)
                shell.answer(quoted(hccnQuestion(QStringLiteral("hccn_tool"), id, QString::fromLatin1(what))),
                             answer(id) + '\n');
        };
        probe("ip", [&](int id) {
            return ip.value(id).isEmpty()
                ? QByteArray("Get ipconf failed, because no ip was preset there!")
                : "ipaddr:" + ip.value(id).toUtf8() + "\nnetmask:" + mask.value(id, "255.255.0.0");
        });
        probe("link", [&](int id) { return QByteArray("link status: ") + (down.contains(id) ? "DOWN" : "UP"); });
        probe("net_health", [&](int id) {
            return "net health status: " + netHealth.value(id, down.contains(id) ? "Fault" : "Success");
        });
        probe("gateway", [&](int id) {
            const QByteArray own = gateway.value(id, "10.20.255.254");
            return own.isEmpty() ? QByteArray("Get gateway failed, because no gateway was preset there!")
                                 : "default gateway:" + own + ", Iface:eth0";
        });
        probe("tls", [&](int id) {
            return "dev_id:" + QByteArray::number(id) + ", tls switch[" + QByteArray::number(tls.value(id))
                + "](0:disable, 1:enable), tls preconfigured[1](0:non-preset, 1:preset), tls alarm time "
                  "threshold[60]days";
        });
        probe("optical", [&](int id) {
            return "optical info:\npresent              : present\ntemperature          : 48 C\n"
                   "Tx Power0            : 1.4035 mW\nRx Power0            : 1.0189 mW\n"
                   "Tx Power1            : 1.3968 mW\nRx Power1            : "
                + weakLight.value(id, "1.0099")
                + " mW\nTemp High Thres      : 70 C\nTxPower Low Thres    : 0.2818 mW\nRxPower Low Thres    : 0.1445 "
                  "mW";
        });
        probe("link_stat", [&](int id) {
            const QByteArray who = "[devid " + QByteArray::number(id) + ']';
            return who + "current time        : Thu Feb  6 16:11:10 2025\n" + who + "link change records :\n"
                + (flapped.contains(id) ? who + "    Wed Feb  5 09:14:07 2025    LINK UP\n" + who
                           + "    Wed Feb  5 09:14:03 2025    LINK DOWN\n"
                                        : QByteArray())
                + who + "    Sat Jan 18 11:52:42 2025    LINK UP\n" + who
                + "    Sat Jan 18 11:52:41 2025    LINK DOWN\n" + who + "    Sat Jan 18 11:52:27 2025    LINK UP";
        });
        for (const int id : chips)
            shell.answer(QStringLiteral("npu-smi info -t ecc -i %1 -c 0").arg(id),
                         "\tHBM Single Bit Error Count               : 0\n\tHBM Double Bit Error Count               : "
                             + QByteArray::number(eccErrors.value(id))
                             + "\n\tHBM Double Bit Isolated Pages Count      : 5\n");
        QByteArray conf;
        for (int id = 0; id < 8; ++id) {
            const QByteArray n = QByteArray::number(id);
            const QByteArray gateway = confGateway.value(id, "10.20.255.254");
            conf += "address_" + n + '=' + confIp.value(id).toUtf8() + '\n';
            if (!confWithoutMask.contains(id))
                conf += "netmask_" + n + '=' + confMask.value(id, "255.255.0.0") + '\n';
            conf += "netdetect_" + n + "=10.20.255.254\n";
            if (!gateway.isEmpty())
                conf += "gateway_" + n + '=' + gateway + '\n';
            conf += "send_arp_status_" + n + "=1\n";
        }
        shell.answer(QStringLiteral("cat /etc/hccn.conf"), conf);
        if (docker) {
            shell.answer(QStringLiteral("docker version --format '{{json .}}'"),
                         "{\"Client\":{\"Version\":\"24.0.7\",\"ApiVersion\":\"1.43\"},\"Server\":{\"Version\":\"24.0."
                         "7\",\"Components\":[{\"Name\":\"Engine\",\"Version\":\"24.0.7\"}]}}\n");
            QByteArray ps, labels;
            QStringList names;
            for (const Container &container : containers) {
                const QByteArray name = container.name.toUtf8();
                ps += name + '\t' + container.image.toUtf8() + '\t' + container.status + '\n';
                labels += '/' + name + "\t{"
                    + (container.deployment.isEmpty() && container.owner.isEmpty()
                           ? QByteArray()
                           : "\"ascend-console.deployment\":\"" + container.deployment + '"')
                    + (container.owner.isEmpty() ? QByteArray()
                                                 : ",\"ascend-console.owner\":\"" + container.owner + '"')
                    + "}\n";
                names << container.name;
                QByteArray top = "PID                 RSS                 COMMAND\n";
                for (const int pid : container.pids)
                    top += QByteArray::number(pid) + "                20000000            mindieservice_d\n";
                if (!container.pids.isEmpty())
                    shell.answer(quoted(processesProbe(container.name, false)), top);
            }
            shell.answer(quoted(labelsProbe(names)), labels);
            for (auto it = processes.cbegin(); it != processes.cend(); ++it)
                shell.answer(QStringLiteral("ps -o user=,args= -p %1").arg(it.key()), it.value() + '\n');
            shell.answer(QStringLiteral("docker ps -a --format '{{.Names}}\t{{.Image}}\t{{.Status}}'"), ps);
            const QString inspect
                = quoted({QStringLiteral("docker"), QStringLiteral("image"), QStringLiteral("inspect"), imageName()});
            if (image)
                shell.answer(inspect,
                             "[{\"Id\":\"sha256:4f2a\",\"Architecture\":\"" + imageArchitecture
                                 + "\",\"Os\":\"linux\",\"Size\":16000000000,\"Config\":{\"Env\":[" + imageVariables
                                 + "]}}]\n");
            else
                shell.answer(inspect, "[]\n", 1,
                             "Error response from daemon: No such image: " + imageName().toUtf8() + '\n');
        }
        QByteArray list = "4096 750 0 .\n" + QByteArray::number(configJson.size()) + ' '
            + QByteArray::number(configMode)
            + " 0 config.json\n"
              "5000000000 "
            + QByteArray::number(shardMode) + " 0 model-00001-of-00002.safetensors\n";
        if (!generationConfig.isEmpty())
            list += QByteArray::number(generationConfig.size()) + ' ' + QByteArray::number(shardMode)
                + " 0 generation_config.json\n";
        if (!shardMissing)
            list += "4000000000 640 0 model-00002-of-00002.safetensors\n";
        list += tokenizer + "900 640 0 model.safetensors.index.json\n#index model.safetensors.index.json\n"
            + (indexCut ? "#cut\n" : "")
            + "\"total_size\": 8999990000\n"
              "\"model-00001-of-00002.safetensors\"\n\"model-00002-of-00002.safetensors\"\n";
        shell.answer(quoted(weightsProbe(weights())), list);
        shell.answer(quoted(shardsProbe(weights())),
                     "4992 4999995000 model-00001-of-00002.safetensors\n4992 "
                         + QByteArray::number(shardCutBy + 3999995000) + " model-00002-of-00002.safetensors\n");
        QByteArray digests
            = QByteArray(64, 'a') + "  ./config.json\n" + QByteArray(64, 'b') + "  ./model.safetensors.index.json\n";
        if (!generationConfig.isEmpty())
            digests += QCryptographicHash::hash(generationConfig, QCryptographicHash::Sha256).toHex()
                + "  ./generation_config.json\n";
        shell.answer(quoted(digestsProbe(weights())), digests);
        shell.answer(quoted({QStringLiteral("cat"), weights() + QStringLiteral("/config.json")}), configJson);
        return shell;
    }
};
