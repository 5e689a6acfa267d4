// What the checks say in Chinese, with its values filled in: on a healthy node, on nodes with each fault, on one that
// serves, and on a bare machine. A word in Latin letters is left only where it is a name, a unit, a command or what a
// tool said.
#include "core/base/languages.h"
#include "core/checks/rounds.h"
#include "core/cluster/nodehealth.h"
#include "core/metrics/nodesource.h"
#include "core/nodes/connect.h"
#include "core/runs/runstate.h"
#include "tests/support/scriptednode.h"

#include <QRegularExpression>
#include <QScopeGuard>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;

class TestCheckWords : public QObject
{
    Q_OBJECT

    static CheckContext context(int number, bool withRecipe)
    {
        CheckContext context;
        for (int i : {1, 2}) {
            Node node;
            node.name = u"node%1"_s.arg(i);
            node.host = u"10.20.1.%1"_s.arg(i);
            context.deployment.nodes << node;
        }
        context.node = context.deployment.nodes[number - 1];
        context.deployment.name = u"ds-v32"_s;
        if (!withRecipe) {
            context.settings = checkSettingsOf(context.deployment);
            return context;
        }
        context.deployment.recipe = u"mindie-deepseek-v3.2-w8a8-2xA2"_s;
        context.settings = checkSettingsOf(context.deployment);
        context.settings.image = ScriptedNode::imageName();
        context.settings.weights = ScriptedNode::weights();
        return context;
    }

    static QList<Finding> findings(ScriptedNode &second, bool withRecipe = true,
                                   const std::function<void(ScriptedShell &)> &damage = {})
    {
        ScriptedNode one(1);
        ScriptedShell shells[2] = {one.shell(), second.shell()};
        if (damage)
            damage(shells[1]);
        QList<Finding> all;
        QList<NodeAnswers> answers;
        for (int i = 0; i < 2; ++i) {
            const Result<NodeAnswers> said = firstRound(shells[i], context(i + 1, withRecipe), {}, {},
                                                        [&](const Finding &finding) { all << finding; });
            if (said)
                answers << *said;
            else
                all << findingsWithout(said.error(), Node{.name = u"node2"_s}, {}, {}, u"zh"_s);
        }
        if (answers.size() == 2) {
            CheckContext ctx = context(2, withRecipe);
            ctx.own = answers[1];
            ctx.others = {answers[0]};
            (void)secondRound(shells[1], ctx, {}, {}, [&](const Finding &finding) { all << finding; });
        }
        return all << compareNodes(answers, {}, context(1, withRecipe));
    }

    static QStringList englishIn(QString words)
    {
        static const QRegularExpression code(u"`[^`]*`"_s), path(u"[~/][\\w./*-]+"_s),
            word(u"(?<![\\w.:/=-])[A-Za-z][A-Za-z'-]*(?![\\w./:=-])"_s);
        words.remove(code).remove(path);
        // Names of things and tools, units, words that tools print (npu-smi, hccn_tool, docker).
        static const QSet<QString> names{u"NPU"_s,       u"HBM"_s,        u"HCCL"_s,        u"HCCS"_s,
                                         u"TLS"_s,       u"IP"_s,         u"SSH"_s,         u"CPU"_s,
                                         u"GiB"_s,       u"MiB"_s,        u"KiB"_s,         u"GB"_s,
                                         u"MB"_s,        u"B"_s,          u"s"_s,           u"ms"_s,
                                         u"MindIE"_s,    u"DeepSeek"_s,   u"docker"_s,      u"Docker"_s,
                                         u"podman"_s,    u"npu-smi"_s,    u"ssh"_s,         u"sshd"_s,
                                         u"root"_s,      u"PCIe"_s,       u"netdetect"_s,   u"rank"_s,
                                         u"LSP"_s,       u"Atlas"_s,      u"A"_s,           u"M"_s,
                                         u"N"_s,         u"G"_s,          u"CHIP"_s,        u"VERSION"_s,
                                         u"ARCH"_s,      u"ID"_s,         u"USER"_s,        u"HOST"_s,
                                         u"OTHER"_s,     u"WEIGHTS"_s,    u"IMAGE"_s,       u"NAME"_s,
                                         u"MOUNT"_s,     u"OK"_s,         u"Alarm"_s,       u"Warning"_s,
                                         u"UP"_s,        u"DOWN"_s,       u"Up"_s,          u"hours"_s,
                                         u"Receive"_s,   u"timeout"_s,    u"openEuler"_s,   u"LTS"_s,
                                         u"Linux"_s,     u"bfloat"_s,     u"ulimit"_s,      u"SHA"_s,
                                         u"JSON"_s,      u"known"_s,      u"HwHiAiUser"_s,  u"nofile"_s,
                                         u"ipc"_s,       u"private"_s,    u"alice"_s,       u"deepseekLocal"_s,
                                         u"other"_s,     u"registry"_s,   u"PATH"_s,        u"podman-docker"_s,
                                         u"Driver"_s,    u"info"_s,       u"image"_s,       u"inspect"_s,
                                         u"version"_s,   u"ls"_s,         u"UNKNOWN"_s,     u"Init"_s,
                                         u"KV"_s,        u"Cache"_s,      u"Token"_s,       u"token"_s,
                                         u"NUMA"_s,      u"MTU"_s,        u"ECC"_s,         u"BIOS"_s,
                                         u"BMC"_s,       u"HTTP"_s,       u"SELinux"_s,     u"inotify"_s,
                                         u"systemd"_s,   u"firewalld"_s,  u"ufw"_s,         u"cpufreq"_s,
                                         u"mW"_s,        u"D"_s,          u"performance"_s, u"powersave"_s,
                                         u"ModelSlim"_s, u"http_proxy"_s, u"chrony"_s,      u"schedutil"_s,
                                          u"imageFrom"_s, u"imageArchive"_s, u"CANN"_s,   u"Gloo"_s,
                                          u"PORT"_s};
        QStringList left;
        for (auto matches = word.globalMatch(words); matches.hasNext();) {
            const QString found = matches.next().captured();
            if (!names.contains(found) && !found.startsWith(u"node"_s))
                left << found;
        }
        return left;
    }

private slots:
    void initTestCase()
    {
        if (!QFile::exists(u":/translations/ascend-console_zh_CN.qm"_s))
            QFAIL("the translations are not in this program");
    }

    void noEnglishIsLeft_data()
    {
        QTest::addColumn<std::function<void(ScriptedNode &)>>("change");
        const auto row = [](const char *name, const std::function<void(ScriptedNode &)> &change) {
            QTest::newRow(name) << change;
        };
        row("healthy", [](ScriptedNode &) {});
        row("alarms", [](ScriptedNode &n) { n.health[3] = n.health[5] = "Alarm"; });
        row("chip missing", [](ScriptedNode &n) { n.chips.removeOne(5); });
        row("firmware", [](ScriptedNode &n) { n.firmware = "7.7.0.3.220"; });
        row("link", [](ScriptedNode &n) { n.down = {2, 3}; });
        row("TLS", [](ScriptedNode &n) { n.tls[4] = 1; });
        row("TLS between", [](ScriptedNode &n) { for (int i = 0; i < 8; ++i) n.tls[i] = 1; });
        row("address", [](ScriptedNode &n) { n.ip[6] = u"10.99.1.1"_s; });
        row("no address", [](ScriptedNode &n) { n.ip[6].clear(); });
        row("address twice", [](ScriptedNode &n) { n.ip[0] = n.confIp[0] = u"10.20.101.10"_s; });
        row("not in file", [](ScriptedNode &n) { n.confIp[2].clear(); });
        row("probe", [](ScriptedNode &n) { n.netHealth[0] = "Receive timeout"; n.netHealth[1] = "Init"; });
        row("HBM", [](ScriptedNode &n) { n.hbmUsed[1] = 41000; });
        row("a process", [](ScriptedNode &n) { n.processOn[1] = 99; n.processes[99] = "alice `python3 x.py`"; });
        row("no npu-smi", [](ScriptedNode &n) { n.npuSmiHangs = true; });
        row("no docker", [](ScriptedNode &n) { n.docker = false; });
        row("no image", [](ScriptedNode &n) { n.image = false; });
        row("architecture", [](ScriptedNode &n) { n.imageArchitecture = "amd64"; });
        row("disk", [](ScriptedNode &n) { n.dockerFree = n.weightsFree = 0; });
        row("clock", [](ScriptedNode &n) { n.clockSkew = 90; });
        row("ports", [](ScriptedNode &n) {
            n.listening += "LISTEN 0 128 *:1025 *:*\nLISTEN 0 128 *:1026 *:*\nLISTEN 0 128 *:1027 *:*\nLISTEN 0 128 "
                           "*:1120 *:*\nLISTEN 0 128 *:60003 *:*\n";
        });
        row("shm", [](ScriptedNode &n) { n.shmTotal = 64 << 20; });
        row("memory", [](ScriptedNode &n) { n.memoryAvailableKb = "2000000"; });
        row("name", [](ScriptedNode &n) { n.containers = {{.name = u"deepseekLocal"_s}}; });
        row("weights", [](ScriptedNode &n) { n.shardMissing = true; });
        row("config", [](ScriptedNode &n) { n.configJson = "{}"; });
        row("modes", [](ScriptedNode &n) { n.configMode = 644; });
        row("serving", [](ScriptedNode &n) {
            n.containers = {{u"deepseekLocal"_s, ScriptedNode::imageName(), "ds-v32", "Up 2 hours", {4242, 4711}}};
            n.listening += "LISTEN 0 4096 0.0.0.0:1025 0.0.0.0:* users:((\"x\",pid=4711,fd=40))\n";
            n.processOn[1] = 4711;
            n.health[3] = "Alarm";
        });
        row("swap, hugepages", [](ScriptedNode &n) {
            n.memoryMore = "SwapTotal: 67108860 kB\nSwapFree: 1000 kB\nHugePages_Free: 131072\nHugepagesize: 2048 kB\n";
        });
        row("no swap, nothing of hugepages",
            [](ScriptedNode &n) { n.memoryMore = "SwapTotal: 0 kB\nSwapFree: 0 kB\n"; });
        row("kernel", [](ScriptedNode &n) {
            n.kernel["pid-max"] = "3000";
            n.kernel["watching"] = "8192";
            n.kernel["governor"] = "192 powersave";
            n.kernel["selinux"] = "Enforcing";
            n.kernel["docker"] = "yes";
        });
        row("kernel untold", [](ScriptedNode &n) { n.kernel.clear(); });
        row("another governor", [](ScriptedNode &n) {
            n.kernel["governor"] = "192 schedutil";
            n.kernel["selinux"] = "Permissive";
            n.kernel.remove("watching");
        });
        row("firewalld", [](ScriptedNode &n) { n.firewall = "firewalld active\ndefault public\ntrusted \n"; });
        row("ufw", [](ScriptedNode &n) { n.firewall = "firewalld inactive\nENABLED=yes\n"; });
        row("rules", [](ScriptedNode &n) { n.firewall += "rule -A INPUT -j REJECT\n"; });
        row("no right to see rules", [](ScriptedNode &n) { n.firewall = "firewalld inactive\n"; });
        row("free clock", [](ScriptedNode &n) { n.timeSource = "NTPSynchronized=no\n"; });
        row("clock untold", [](ScriptedNode &n) { n.timeSource = "\n"; });
        row("left in /dev/shm", [](ScriptedNode &n) { n.leftInShm = "3221225472 ./psm_4f1c29aa\n#used\n#end\n"; });
        row("others' in /dev/shm",
            [](ScriptedNode &n) { n.leftInShm = "3221225472 ./psm_4f1c29aa\n#notroot\n#used\n#end\n"; });
        row("image's proxy", [](ScriptedNode &n) { n.imageVariables = "\"HTTPS_PROXY=http://10.20.0.9:3128\""; });
        row("interface", [](ScriptedNode &n) {
            n.furtherInterface = "enp1s0";
            n.mtu = 9000;
        });
        row("NUMA", [](ScriptedNode &n) { n.numaOf[3] = -1; });
        row("one NUMA node", [](ScriptedNode &n) { n.kernel["numa"] = "0"; });
        row("quantization", [](ScriptedNode &n) { n.quantization = "#file a\n 36000 W4A8_DYNAMIC\n#end\n"; });
        row("no description", [](ScriptedNode &n) { n.quantization = "#none\n"; });
        row("port of others", [](ScriptedNode &n) {
            n.containers = {{u"other"_s, ScriptedNode::imageName(), "ds-v33", "Up 2 hours", {4242, 4711}}};
            n.listening += "LISTEN 0 4096 0.0.0.0:1025 0.0.0.0:* users:((\"x\",pid=4711,fd=40))\n";
        });
    }
    void noEnglishIsLeft()
    {
        QFETCH(std::function<void(ScriptedNode &)>, change);
        ScriptedNode node(2);
        change(node);
        judge(findings(node));
    }
    void norOfWhatIsAskedByName()
    {
        const CheckSelection selection{{u"npu.ecc"_s, u"network.optical"_s, u"network.link-flaps"_s}};
        for (const bool isSound : {true, false}) {
            ScriptedNode node(2);
            if (!isSound) {
                node.eccErrors[3] = 2;
                node.weakLight[4] = "0.0871";
                node.flapped = {5};
            }
            ScriptedShell shell = node.shell();
            QList<Finding> all;
            (void)firstRound(shell, context(2, true), selection, {}, [&](const Finding &finding) { all << finding; });
            QCOMPARE(all.size(), 3);
            judge(all, 3);
        }
    }
    void norWithoutARecipe()
    {
        ScriptedNode node(2);
        judge(findings(node, false));
    }
    void norWhereTheDeploymentLoadsTheImage()
    {
        ScriptedNode node(2);
        node.image = false;
        ScriptedShell shell = node.shell();
        CheckContext loads = context(2, true);
        loads.settings.loadsImage = true;
        QList<Finding> all;
        (void)firstRound(shell, loads, {{u"container.image"_s}}, {}, [&](const Finding &finding) { all << finding; });
        judge(all, 1);
    }
    void norWhereTheRunPullsTheImage()
    {
        ScriptedNode node(2);
        node.image = false;
        ScriptedShell shell = node.shell();
        CheckContext pulls = context(2, true);
        QVERIFY(pulls.settings.pullsImage);
        QList<Finding> all;
        (void)firstRound(shell, pulls, {{u"container.image"_s}}, {}, [&](const Finding &finding) { all << finding; });
        judge(all, 1);
    }
    void norAboutANodeThatCannotBeReached()
    {
        ScriptedNode node(2);
        judge(findings(node, true, [](ScriptedShell &shell) {
            shell.fail(u"uname -srm"_s, {ErrorKind::Connection, u"10.20.1.2"_s, {}, {}});
        }));
    }

    // It stands among what was asked and answered.
    void norInPlaceOfAnAnswer()
    {
        ScriptedNode node(2);
        int count = 0;
        const QList<Finding> all = findings(node, true, [](ScriptedShell &shell) {
            shell.fail(u"npu-smi info"_s, {ErrorKind::Timeout, u"late"_s, {}, {}});
        });
        for (const Finding &finding : all) {
            const QList<Evidence> english = told(finding, u"en"_s).evidence, chinese = told(finding, u"zh"_s).evidence;
            QCOMPARE(chinese.size(), english.size());
            for (qsizetype i = 0; i < english.size(); ++i) {
                QCOMPARE(chinese[i].command, english[i].command);
                if (!english[i].output.contains("did not answer in"_L1))
                    continue;
                ++count;
                QVERIFY2(!chinese[i].output.contains("did not answer in"_L1), qPrintable(finding.check));
            }
        }
        QVERIFY(count > 0);
    }
    void norWhatKeepsTheMonitorFromANode()
    {
        Node node;
        node.name = u"node1"_s;
        node.transport = Transport::Local;
        node.root = u"/there/is/no/such/folder"_s;
        NodeSource source(node.name, shellFactoryFor(node, {}));
        const Result<Reading> reading = source.read({}, {});
        QVERIFY(!reading);
        static const QRegularExpression signs(u"\\p{Han}"_s);
        for (const Error &error :
             {reading.error(), *source.overdue(u"npu-smi"_s, 12), *source.overdue({}, 12)}) {
            const QList<HealthNote> notes = notesOf(error, HealthSource::Monitor, 1000);
            const QString english = healthOf(notes, false, 1000, u"en"_s).why,
                          chinese = healthOf(notes, false, 1000, u"zh"_s).why;
            QVERIFY2(!english.isEmpty() && !english.contains(signs), qPrintable(english));
            QVERIFY2(chinese.contains(signs), qPrintable(chinese));
        }
    }

    // A run names its node in what it says, and so does a check: not both.
    void whatARunFoundNamesTheNodeOnce()
    {
        const QTemporaryDir home;
        qputenv("XDG_STATE_HOME", home.path().toUtf8());
        const auto unset = qScopeGuard([] { qunsetenv("XDG_STATE_HOME"); });
        CheckContext here = context(2, true);
        here.settings.pullsImage = true;
        const QString why = u"The image %1 could not be pulled"_s.arg(here.settings.image), chinese = u"无法拉取镜像"_s;
        RunState state(findStateFile(here.deployment));
        QVERIFY(state.load(here.deployment));
        state.begin(here.deployment, {});
        QVERIFY(state.set(u"container@node1"_s, {StepState::Done, {}, {}, 5, true, Json{{"container", "x"}}}));
        const QString message = inEveryLanguage([&](const QString &language) {
            return u"node2: "_s + (language == u"zh"_s ? chinese + here.settings.image : why);
        });
        QVERIFY(state.set(u"image@node2"_s, {StepState::Failed, message, {}, 5, false, {}}));
        here.imageFailure = knownRunOf(here.deployment).imageFailures.value(u"node2"_s);
        ScriptedNode node(2);
        node.image = false;
        ScriptedShell shell = node.shell();
        Finding finding;
        QVERIFY(firstRound(shell, here, CheckSelection{{u"container.image"_s}}, {},
                           [&](const Finding &one) { finding = one; }));
        QCOMPARE(finding.verdict, Verdict::Fail);
        for (const auto &[language, said] : {std::pair(u"en"_s, why), std::pair(u"zh"_s, chinese)}) {
            const QString summary = told(finding, language).summary;
            QVERIFY2(summary.contains(said) && summary.count(u"node2"_s) == 1, qPrintable(summary));
        }
    }

private:
    static void judge(const QList<Finding> &all, qsizetype least = 31)
    {
        QVERIFY(all.size() >= least);
        QStringList wrong;
        for (const Finding &finding : all) {
            const FindingWords words = finding.words.value(u"zh"_s);
            for (const QString &text : {words.value, words.summary, words.remedy}) {
                if (const QStringList left = englishIn(text); !left.isEmpty())
                    wrong << finding.check + u" ["_s + left.join(u' ') + u"]: "_s + text;
                static const QRegularExpression countOfList(u"\\d, \\d+ 个"_s);
                if (text.contains(countOfList))
                    wrong << finding.check + u": "_s + text;
            }
        }
        wrong.removeDuplicates();
        QVERIFY2(wrong.isEmpty(), qPrintable(u'\n' + wrong.join(u'\n')));
    }
};

QTEST_GUILESS_MAIN(TestCheckWords)
#include "tst_checkwords.moc"
