// One fault each: the check that is closest to it says so, the others do not.
#include "core/base/data.h"
#include "core/checks/ownership.h"
#include "core/checks/recipewait.h"
#include "core/checks/rounds.h"
#include "core/engines/recipebook.h"
#include "core/facts/runninginstaller.h"
#include "core/facts/versions.h"
#include "core/nodes/jumphost.h"
#include "core/shell/localshell.h"
#include "core/shell/quote.h"
#include "core/targets/launch.h"
#include "tests/support/scriptednode.h"

#include <QDir>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;

using Change = std::function<void(ScriptedNode &)>;
Q_DECLARE_METATYPE(std::function<void(NodeAnswers &)>)
Q_DECLARE_METATYPE(Change) // before the first use: an instantiation that came earlier would be another definition

class TestChecks : public QObject
{
    Q_OBJECT

private:
    static Node node(int number)
    {
        Node node;
        node.name = u"node%1"_s.arg(number);
        node.host = u"10.20.1.%1"_s.arg(number);
        return node;
    }

    static CheckContext context(int number)
    {
        CheckContext context;
        context.node = node(number);
        context.deployment.name = u"ds-v32"_s;
        context.deployment.recipe = u"mindie-deepseek-v3.2-w8a8-2xA2"_s;
        context.deployment.nodes = {node(1), node(2)};
        context.settings.image = ScriptedNode::imageName();
        context.settings.weights = ScriptedNode::weights();
        context.settings.containerName = u"deepseekLocal"_s;
        context.settings.driverMounts = ScriptedNode::driverMounts();
        context.settings.folder = ScriptedNode::targetFolder();
        context.settings.ports
            = {{NodePort::everyNode, 1025, 1025, "service"}, {NodePort::everyNode, 1026, 1026, "management"}};
        context.settings.chipsPerNode = 8;
        context.settings.dataParallel = 2;
        context.settings.kind = u"a2"_s;
        context.settings.quantization = u"W8A8"_s;
        context.settings.hcclNetwork = {true, u"=${node.interface}"_s, false, true};
        context.settings.usesGloo = true;
        return context;
    }

    struct Outcome
    {
        QMap<QString, Finding> node2;    // what was said of the node with the fault
        QMap<QString, Finding> node1;
        QMap<QString, Finding> cluster;
        QStringList notPassed;           // "driver.present=fail", sorted, over both nodes and the cluster
        QStringList asked;               // lines that node2 was asked
    };

    // Both rounds over two scripted nodes, the fault on the second.
    static Outcome run(const Change &change, const std::function<void(ScriptedShell &)> &damage = {},
                       const CheckSelection &selection = {})
    {
        ScriptedNode one(1), two(2);
        change(two);
        ScriptedShell shells[2] = {one.shell(), two.shell()};
        if (damage)
            damage(shells[1]);
        QList<NodeAnswers> all;
        Outcome outcome;
        QMap<QString, Finding> *maps[2] = {&outcome.node1, &outcome.node2};
        std::optional<Error> errors[2];
        for (int i = 0; i < 2; ++i) {
            const auto tell = [&](const Finding &finding) { maps[i]->insert(finding.check, finding); };
            if (!damage)
                (i == 0 ? one : two).tellTime(shells[i]); // however long the first one's round took
            const Result<NodeAnswers> answers = firstRound(shells[i], context(i + 1), selection, {}, tell);
            NodeAnswers none;
            none.node = node(i + 1);
            all << (answers ? *answers : none);
            if (!answers)
                errors[i] = answers.error();
        }
        for (int i = 0; i < 2; ++i) {
            if (errors[i]) {
                for (const Finding &finding :
                     findingsWithout(*errors[i], node(i + 1), maps[i]->values(), selection, u"en"_s))
                    maps[i]->insert(finding.check, finding);
                continue;
            }
            CheckContext second = context(i + 1);
            second.own = all[i];
            second.others = {all[1 - i]};
            second.asksAllPairs = selection.allPairs;
            answerPings(shells[i], i == 0 ? one : two, second);
            const auto tell = [&](const Finding &finding) { maps[i]->insert(finding.check, finding); };
            const Result<NodeAnswers> answers = secondRound(shells[i], second, selection, {}, tell);
            if (!answers)
                errors[i] = answers.error();
        }
        for (const Finding &finding : compareNodes(all, selection, context(0)))
            outcome.cluster.insert(finding.check, finding);
        const auto note = [&](const QMap<QString, Finding> &findings, const QString &where) {
            for (const Finding &finding : findings) {
                const bool isLeftOut = finding.verdict == Verdict::Skipped && isOnRequest(finding.check)
                    && !selection.only.contains(finding.check);
                if (finding.verdict != Verdict::Pass && !isLeftOut)
                    outcome.notPassed << where + finding.check + u'=' + verdictName(finding.verdict);
            }
        };
        note(outcome.node1, u"node1 "_s);
        note(outcome.node2, {});
        note(outcome.cluster, {});
        outcome.notPassed.sort();
        outcome.asked = shells[1].asked;
        return outcome;
    }

    static Finding askOnly(const char *id, NodeProbe &probe, const CheckContext &context)
    {
        for (const NodeCheck &check : firstRoundChecks() + secondRoundChecks()) {
            if (QByteArrayView(check.id) == id)
                return check.judge(probe, context);
        }
        qFatal("there is no check %s", id);
    }

    // Which pings are asked follows from what the check finds usable; this answers whichever they are.
    static void answerPings(ScriptedShell &shell, const ScriptedNode &scripted, const CheckContext &context)
    {
        ScriptedShell first;
        NodeProbe probe(first, {});
        askOnly("network.ping", probe, context);
        for (const QString &line : std::as_const(first.asked)) {
            const QStringList words = line.split(u' '); // hccn_tool -i 3 -ping -g address A
            if (words.value(3) == u"-ping")
                shell.answer(line, scripted.ping(words[2].toInt(), words.value(6)));
        }
        shell.answer(
            u"ssh -o BatchMode=yes -o ConnectTimeout=5 -o StrictHostKeyChecking=yes -p "
             "22 root@10.20.1.%1 true"_s
                .arg(scripted.number == 1 ? 2 : 1),
            {});
    }

    // Words in capitals in a remedy's commands are to be replaced: the remedy says by what ("with the device's number
    // for N").
    static QStringList unexplained(const QString &remedy)
    {
        static const QRegularExpression code(u"`([^`]*)`"_s),
            word(u"\\b(ID|N|A|M|G|NAME|PID|IMAGE|USER|HOST|OTHER|WEIGHTS|CHIP|VERSION|ARCH)\\b|<[a-z]+>"_s);
        QString words = remedy;
        words.remove(code);
        QStringList left;
        for (auto codes = code.globalMatch(remedy); codes.hasNext();) {
            const QString command = codes.next().captured(1);
            for (auto matches = word.globalMatch(command); matches.hasNext();) {
                const QString found = matches.next().captured();
                if (!words.contains(QRegularExpression(u"(for|,|and) %1\\b"_s.arg(found))))
                    left << found;
            }
        }
        return left;
    }

private slots:
    void everyRemedySaysWhatToReplace()
    {
        for (const CheckInfo &info : checkInfos(u"en"_s))
            QVERIFY2(unexplained(info.remedy).isEmpty(),
                     qPrintable(info.id + u": "_s + unexplained(info.remedy).join(u' ') + u" in "_s + info.remedy));
    }

    // What the finding knows is filled in.
    void remediesNameTheDevicesOfTheFinding()
    {
        const auto remedy = [](const Change &change, const QString &check) { return run(change).node2[check].remedy; };
        QVERIFY(remedy([](ScriptedNode &n) { n.health[3] = n.health[6] = "Alarm"; }, u"npu.health"_s)
                    .contains(u"`npu-smi info -t health -i 3 -c 0`"_s));
        QVERIFY(remedy([](ScriptedNode &n) { n.health[3] = n.health[6] = "Alarm"; }, u"npu.health"_s)
                    .contains(u"`-i 6 -c 0`"_s));
        QVERIFY(remedy([](ScriptedNode &n) { n.down = {2}; }, u"network.link"_s)
                    .contains(u"`hccn_tool -i 2 -optical -g`"_s));
        QVERIFY(remedy([](ScriptedNode &n) { n.ip[6] = n.confIp[6] = n.ip[5]; }, u"network.address"_s)
                    .contains(u"`hccn_tool -i 6 -ip -s address A netmask 255.255.0.0`"_s));
        QVERIFY(remedy([](ScriptedNode &n) { n.confIp[2].clear(); }, u"network.hccn-conf"_s)
                    .contains(u"`hccn_tool -i 2 -ip -s address 10.20.102.12 netmask 255.255.0.0`"_s));
        // The gateway is right for all others: it is not what is to be set.
        const Change liveMask = [](ScriptedNode &n) { n.mask[6] = n.confMask[6] = "255.255.255.0"; };
        for (const auto &check : {u"network.gateway"_s, u"network.address"_s}) {
            QVERIFY2(remedy(liveMask, check)
                         .contains(u"`hccn_tool -i 6 -ip -s address 10.20.102.16 netmask 255.255.0.0`"_s),
                     qPrintable(remedy(liveMask, check)));
        }
        const Change offNetwork = [](ScriptedNode &n) { n.ip[6] = n.confIp[6] = u"10.21.0.99"_s; };
        QVERIFY2(remedy(offNetwork, u"network.gateway"_s)
                     .startsWith(u"Give it a free address of the others' network: `hccn_tool -i 6 -ip -s address A "
                                 "netmask 255.255.0.0`"_s),
                 qPrintable(remedy(offNetwork, u"network.gateway"_s)));
        const Change otherMask = [](ScriptedNode &n) { n.confMask[6] = "255.255.255.0"; };
        // What most cards have is offered, whether the file or the card has the odd one.
        const Change odd = [](ScriptedNode &n) { n.mask[6] = "255.255.255.0"; };
        for (const Change &change : {otherMask, odd}) {
            QVERIFY2(remedy(change, u"network.hccn-conf"_s)
                         .contains(u"`hccn_tool -i 6 -ip -s address 10.20.102.16 netmask 255.255.0.0`"_s),
                     qPrintable(remedy(change, u"network.hccn-conf"_s)));
        }
        // The file's address is another card's: typed in it would be there twice.
        const Change another = [](ScriptedNode &n) { n.confIp[3] = n.ip[5]; };
        QVERIFY2(remedy(another, u"network.hccn-conf"_s)
                     .startsWith(u"Device 5 has the address that the file says. Set one that no other card has, the "
                                 "live one for example: `hccn_tool -i 3 -ip -s address 10.20.102.13 netmask "
                                 "255.255.0.0`"_s),
                 qPrintable(remedy(another, u"network.hccn-conf"_s)));
        const Change noAddress = [](ScriptedNode &n) { n.confIp[3] = u"10.20.1.999"_s; };
        QVERIFY2(remedy(noAddress, u"network.hccn-conf"_s)
                     .contains(u"the live one for example: `hccn_tool -i 3 -ip -s address 10.20.102.13 netmask "
                               "255.255.0.0`"_s),
                 qPrintable(remedy(noAddress, u"network.hccn-conf"_s)));
        for (const QByteArray &gateway : {QByteArray(""), QByteArray("10.20.255.1")}) {
            const Change otherGateway = [gateway](ScriptedNode &n) { n.confGateway[2] = gateway; };
            QVERIFY2(remedy(otherGateway, u"network.hccn-conf"_s)
                         .contains(u"`hccn_tool -i 2 -gateway -s gateway 10.20.255.254`"_s),
                     qPrintable(remedy(otherGateway, u"network.hccn-conf"_s)));
        }
        QVERIFY(remedy([](ScriptedNode &n) { n.confWithoutMask = {4}; }, u"network.hccn-conf"_s)
                    .contains(u"`hccn_tool -i 4 -ip -s address 10.20.102.14 netmask 255.255.0.0`"_s));
        const Change halves = [](ScriptedNode &n) {
            for (int i = 0; i < 4; ++i)
                n.mask[i] = "255.255.255.0";
        };
        QVERIFY2(remedy(halves, u"network.hccn-conf"_s)
                     .contains(u"`hccn_tool -i 0 -ip -s address 10.20.102.10 netmask M`. Put the cards' netmask there "
                               "for M."_s),
                 qPrintable(remedy(halves, u"network.hccn-conf"_s)));
        QCOMPARE(run(otherMask).node2[u"network.hccn-conf"_s].summary,
                 u"node2: /etc/hccn.conf and the live netmasks differ: device 6 has the netmask 255.255.0.0, the file "
                 "says 255.255.255.0"_s);
        QVERIFY(remedy([](ScriptedNode &n) { n.deadPairs = {u"3 10.20.101.13"_s}; }, u"network.ping"_s)
                    .contains(u"`hccn_tool -i 3 -ping -g address 10.20.101.13`"_s));
    }

    // Of the live one and the file's, an example is what lies in the card's, or the other cards', network.
    void noExampleIsOutsideOfTheNetwork_data()
    {
        QTest::addColumn<Change>("change");
        QTest::addColumn<QString>("said");
        const auto row = [](const char *name, const Change &change, const QString &said) {
            QTest::newRow(name) << change << said;
        };
        const auto gateway = [](const QByteArray &live, const QByteArray &file) {
            return [live, file](ScriptedNode &n) {
                n.gateway[5] = live;
                n.confGateway[5] = file;
            };
        };
        const auto address = [](const QString &live, const QString &file) {
            return [live, file](ScriptedNode &n) {
                n.ip[5] = live;
                n.confIp[5] = file;
            };
        };
        row("live gateway outside", gateway("10.30.255.254", "10.20.255.254"),
            u"the file's for example: `hccn_tool -i 5 -gateway -s gateway 10.20.255.254`."_s);
        row("the file's gateway outside", gateway("10.20.255.254", "10.30.255.254"),
            u"the live one for example: `hccn_tool -i 5 -gateway -s gateway 10.20.255.254`."_s);
        const QString noGateway
            = u"right: `hccn_tool -i 5 -gateway -s gateway G`, with the gateway of its network for G."_s;
        row("both gateways outside", gateway("10.30.255.254", "10.31.255.254"), noGateway);
        row("live gateway outside, none in the file", gateway("10.30.255.254", ""), noGateway);
        row("no live gateway, the file's outside", gateway("", "10.30.255.254"), noGateway);
        const QString own = u"`hccn_tool -i 5 -ip -s address 10.20.102.15 netmask 255.255.0.0`."_s,
                      none = u"`hccn_tool -i 5 -ip -s address A netmask 255.255.0.0`."_s;
        row("live address outside", address(u"192.168.77.5"_s, u"10.20.102.15"_s),
            u"the file's for example: "_s + own);
        row("the file's address outside", address(u"10.20.102.15"_s, u"192.168.77.5"_s),
            u"the live one for example: "_s + own);
        row("both addresses outside", address(u"192.168.77.5"_s, u"192.168.78.5"_s),
            u"no other card has: "_s + none);
        row("live address outside, the file's is another card's", address(u"192.168.77.5"_s, u"10.20.102.13"_s),
            u"Device 3 has the address that the file says. Set one that no other card has: "_s + none);
    }
    void noExampleIsOutsideOfTheNetwork()
    {
        QFETCH(Change, change);
        QFETCH(QString, said);
        const Finding finding = run(change).node2[u"network.hccn-conf"_s];
        QVERIFY2(finding.remedy.contains(said), qPrintable(finding.remedy));
        for (const auto &outside : {u"10.30."_s, u"10.31."_s, u"192.168."_s})
            QVERIFY2(!finding.remedy.contains(outside), qPrintable(finding.remedy));
        QCOMPARE(unexplained(finding.remedy), QStringList());
    }

    // What a machine does not tell is not known: nothing passes on it.
    void whatIsNotToldIsUnknown_data()
    {
        QTest::addColumn<Change>("change");
        QTest::addColumn<QString>("check");
        const auto row = [](const char *name, const Change &change, const char *check) {
            QTest::newRow(name) << change << QString::fromLatin1(check);
        };
        const auto without = [](const char *key) { return [key](ScriptedNode &n) { n.kernel.remove(key); }; };
        row(
            "no swap in meminfo", [](ScriptedNode &n) { n.memoryMore = "HugePages_Free: 0\nHugepagesize: 2048 kB\n"; },
            "host.swap");
        row(
            "no hugepages in meminfo", [](ScriptedNode &n) { n.memoryMore = "SwapTotal: 0 kB\nSwapFree: 0 kB\n"; },
            "host.hugepages");
        for (const char *key : {"threads-max", "pid-max", "load", "processors"})
            row(key, without(key), "host.threads");
        row("inotify", without("inotify"), "host.inotify");
        row("a find without -lname", without("watching"), "host.inotify");
        row("no cpufreq", without("governor"), "host.governor");
        row("SELinux", without("selinux"), "host.selinux");
        row(
            "no right to see rules",
            [](ScriptedNode &n) {
                n.firewall = "firewalld inactive\nrule iptables: Permission denied (you must be root)\n";
            },
            "host.firewall");
        row(
            "no firewall's tool", [](ScriptedNode &n) { n.firewall = "firewalld inactive\n"; }, "host.firewall");
        row(
            "no tool of the clock", [](ScriptedNode &n) { n.timeSource = "\n"; }, "host.time-source");
        row(
            "no systemd there",
            [](ScriptedNode &n) {
                n.timeSource = "System has not been booted with systemd as init system (PID 1). Can't operate.\n";
            },
            "host.time-source");
        row(
            "another user's files",
            [](ScriptedNode &n) { n.leftInShm = "3221225472 ./psm_4f1c29aa\n#notroot\n#used\n#end\n"; },
            "host.shm-leftovers");
        row(
            "no /dev/shm", [](ScriptedNode &n) { n.leftInShm = "#none\n"; }, "host.shm-leftovers");
        row("docker's config.json is closed", without("docker"), "container.proxy");
        row("NUMA", without("numa"), "npu.numa");
        row(
            "a closed description", [](ScriptedNode &n) { n.quantization = "#closed quant_model_description.json\n"; },
            "weights.quantization");
    }
    void whatIsNotToldIsUnknown()
    {
        QFETCH(Change, change);
        QFETCH(QString, check);
        const Outcome outcome = run(change);
        QCOMPARE(outcome.notPassed, QStringList{check + u"=unknown"_s});
        QVERIFY(!outcome.node2[check].remedy.isEmpty());
    }

    void aShellThatIsCutShortTellsNothing()
    {
        const Outcome outcome
            = run([](ScriptedNode &) {},
                  [](ScriptedShell &shell) {
                      shell.answer(quoted(hostSettingsProbe()), "governor 192 performance\nselinux Disabled\n");
                  });
        for (const auto &check : {u"host.threads"_s, u"host.inotify"_s, u"host.governor"_s, u"host.selinux"_s,
                                  u"npu.numa"_s, u"container.proxy"_s})
            QCOMPARE(outcome.node2[check].verdict, Verdict::Unknown);
    }

    void selinuxConfinesAContainerThatIsNotPrivileged()
    {
        ScriptedNode two(2);
        two.kernel["selinux"] = "1"; // as /sys/fs/selinux/enforce has it
        ScriptedShell shell = two.shell();
        NodeProbe probe(shell, {});
        CheckContext asked = context(2);
        QCOMPARE(askOnly("host.selinux", probe, asked).verdict, Verdict::Pass);
        asked.settings.isPrivileged = false;
        QCOMPARE(askOnly("host.selinux", probe, asked).verdict, Verdict::Warn);
    }

    void aProxyThatTheScriptTakesAwayIsNone()
    {
        ScriptedNode two(2);
        two.kernel["docker"] = "yes";
        ScriptedShell shell = two.shell();
        NodeProbe probe(shell, {});
        CheckContext asked = context(2);
        asked.settings.unsetsProxies = true;
        const Finding finding = askOnly("container.proxy", probe, asked);
        QCOMPARE(finding.verdict, Verdict::Pass);
        QVERIFY(finding.value != askOnly("container.proxy", probe, context(1)).value);
        Deployment deployment = context(1).deployment;
        QVERIFY(checkSettingsOf(deployment).unsetsProxies);
        QCOMPARE(checkSettingsOf(deployment).quantization, u"W8A8"_s);
        deployment.recipe = u"vllm-ascend-deepseek-v3.1-w4a8-1xA2"_s;
        QVERIFY(!checkSettingsOf(deployment).unsetsProxies);
        QCOMPARE(checkSettingsOf(deployment).quantization, u"W4A8"_s);
    }

    // HCCL_SOCKET_IFNAME: "=eth0" is eth0 alone, "eth0" eth01 as well, "^docker" all but those; unset, the first by its
    // name but docker's and lo (env-vars.json of the reference). A rank table and HCCL_IF_IP go first.
    void hcclIsJudgedByWhatTheRecipeSays_data()
    {
        QTest::addColumn<HcclNetwork>("says");
        QTest::addColumn<QByteArray>("further");
        QTest::addColumn<QString>("summary");
        const QString there = u"enp1s0"_s;
        QTest::newRow("exact") << HcclNetwork{true, u"=${node.interface}"_s} << QByteArray("enp1s0") << QString();
        QTest::newRow("prefix") << HcclNetwork{true, u"${node.interface}"_s} << QByteArray("enp1s0") << there;
        QTest::newRow("prefix, another name") << HcclNetwork{true, u"${node.interface}"_s} << QByteArray("enp2")
                                              << QString();
        QTest::newRow("without docker's") << HcclNetwork{true, u"^docker"_s} << QByteArray("enp1s0") << there;
        QTest::newRow("unset, the own one is first") << HcclNetwork{true, {}} << QByteArray("enp1s0") << QString();
        QTest::newRow("unset, another is first") << HcclNetwork{true, {}} << QByteArray("ena0") << u"ena0"_s;
        QTest::newRow("unset, with a rank table") << HcclNetwork{true, {}, false, true} << QByteArray("ena0")
                                                  << QString();
        QTest::newRow("prefix, with HCCL_IF_IP") << HcclNetwork{true, u"${node.interface}"_s, true}
                                                 << QByteArray("enp1s0") << QString();
        QTest::newRow("no recipe") << HcclNetwork() << QByteArray("enp1s0") << QString();
    }
    void hcclIsJudgedByWhatTheRecipeSays()
    {
        QFETCH(HcclNetwork, says);
        QFETCH(QByteArray, further);
        QFETCH(QString, summary);
        ScriptedNode two(2);
        two.furtherInterface = further;
        ScriptedShell shell = two.shell();
        NodeProbe probe(shell, {});
        CheckContext asked = context(2);
        asked.settings.hcclNetwork = says;
        const Finding finding = askOnly("network.interface", probe, asked);
        QCOMPARE(finding.verdict, summary.isEmpty() ? Verdict::Pass : Verdict::Warn);
        QVERIFY2(finding.summary.contains(summary), qPrintable(finding.summary));
        asked.deployment.nodes.removeFirst(); // one node meets itself over any
        QCOMPARE(askOnly("network.interface", probe, asked).verdict, Verdict::Pass);
    }
    void whatTheRecipesSayOfHccl()
    {
        Deployment deployment = context(1).deployment; // V3.2: "=" and a rank table
        const HcclNetwork v32 = checkSettingsOf(deployment).hcclNetwork;
        QVERIFY(v32.isKnown && v32.interfaces == u"=${node.interface}"_s && v32.hasTable);
        deployment.recipe = u"mindie-deepseek-r1-w8a8-2xA2"_s;
        const HcclNetwork r1 = checkSettingsOf(deployment).hcclNetwork;
        QVERIFY(r1.isKnown && r1.interfaces.isEmpty() && r1.hasTable);
        deployment.recipe = u"vllm-ascend-deepseek-v3.1-w8a8-2p1d-4xA3"_s;
        const HcclNetwork pd = checkSettingsOf(deployment).hcclNetwork;
        QVERIFY(pd.isKnown && pd.interfaces == u"=${node.interface}"_s && !pd.hasTable);
        // its PD mount is one that the node must have
        QVERIFY(checkSettingsOf(deployment).driverMounts.contains(u"/etc/hccn.conf"_s));
    }

    // A node is named by the address that its packets come from, as the other remedies name it.
    void theFirewallIsOpenedForAddresses()
    {
        ScriptedNode two(2);
        two.firewall = "firewalld active\n";
        ScriptedShell shell = two.shell();
        CheckContext asked = context(2);
        asked.deployment.nodes[0].host = u"login-gate"_s;
        NodeAnswers one;
        one.node = asked.deployment.nodes[0];
        one.facts.hostIp = u"10.20.1.1"_s;
        asked.others = {one};
        Finding said;
        QVERIFY(secondRound(shell, asked, CheckSelection{{u"host.firewall"_s}}, {},
                            [&said](const Finding &finding) { said = finding; }));
        QVERIFY2(said.remedy.contains(u"--add-source=10.20.1.1`"_s) && !said.remedy.contains(u"HOST"_s),
                 qPrintable(said.remedy));
    }

    // Each node must let in what its own processes bind, and HCCL's 32 ports where nodes compute together.
    void theFirewallIsAskedForTheNodesOwnPorts_data()
    {
        QTest::addColumn<QString>("recipe");
        QTest::addColumn<int>("nodes");
        QTest::addColumn<int>("place");
        QTest::addColumn<QString>("ports");
        const QString apart = u"vllm-ascend-deepseek-v3.1-w8a8-2p1d-4xA3"_s,
                      two = u"vllm-ascend-deepseek-v3.1-w8a8-2xA2"_s;
        QTest::newRow("prefill, with the proxy")
            << apart << 4 << 0 << u"1999, 12321, 7100-7101, 36000-36015, 20000-35999, 60000-60031"_s;
        QTest::newRow("decode, the second") << apart << 4 << 3 << u"7100-7115, 36216-36231, 20000-35999, 60000-60031"_s;
        QTest::newRow("the first") << two << 2 << 0 << u"8004, 13389, 60000-60031"_s;
        QTest::newRow("headless") << two << 2 << 1 << u"60000-60031"_s;
        QTest::newRow("alone") << u"vllm-ascend-qwen3-235b-w8a8-1xA2"_s << 1 << 0 << u"8000"_s;
        // Gloo's pairs are bound to any port (pytorch/gloo issue 54)
        QTest::newRow("MindIE, the second") << u"mindie-deepseek-v3.2-w8a8-2xA2"_s << 2 << 1 << u"1120, 60000-60031"_s;
    }
    void theFirewallIsAskedForTheNodesOwnPorts()
    {
        QFETCH(QString, recipe);
        QFETCH(int, nodes);
        QFETCH(int, place);
        QFETCH(QString, ports);
        const auto said = [&](const QByteArray &open) {
            ScriptedNode scripted(2);
            scripted.firewall = "firewalld active\ndefault public\ntrusted \nopen " + open + '\n';
            ScriptedShell shell = scripted.shell();
            CheckContext asked;
            asked.deployment.name = u"ds"_s;
            asked.deployment.recipe = recipe;
            for (int i = 1; i <= nodes; ++i)
                asked.deployment.nodes << node(i);
            asked.node = asked.deployment.nodes[place];
            asked.settings = checkSettingsOf(asked.deployment);
            Finding finding;
            if (!secondRound(shell, asked, CheckSelection{{u"host.firewall"_s}}, {},
                             [&finding](const Finding &one) { finding = one; }))
                finding.summary = u"not asked"_s;
            return finding;
        };
        const Finding shut = said("22/tcp");
        QCOMPARE(shut.verdict, Verdict::Warn);
        // Between several nodes vLLM and Gloo take further ports, whichever are free: these alone do not do.
        const QString further = nodes > 1 ? u", and between the nodes those that %1 chooses when it starts"_s.arg(
                                    recipe.startsWith(u"mindie"_s) ? u"Gloo"_s : u"vLLM-Ascend"_s)
                                          : QString();
        QCOMPARE(shut.remedy.contains(u"other nodes"_s), nodes > 1);
        QVERIFY2(shut.summary.endsWith(u": ports "_s + ports + further), qPrintable(shut.summary));
        const QByteArray all = ports.toLatin1().replace(',', "/tcp") + "/tcp";
        QCOMPARE(said(all).verdict, nodes > 1 ? Verdict::Warn : Verdict::Pass);
        QCOMPARE(said("1-65535/tcp").verdict, Verdict::Pass);
        const QByteArray some = all.left(all.lastIndexOf(' ') < 0 ? 0 : all.lastIndexOf(' '));
        QCOMPARE(said(some).verdict, Verdict::Warn);
    }

    // A port of another node's processes is this one's to take; what its own bind is not.
    void onlyTheNodesOwnPortsMustBeFree_data()
    {
        QTest::addColumn<QString>("recipe");
        QTest::addColumn<int>("nodes");
        QTest::addColumn<int>("place");
        QTest::addColumn<int>("port");
        QTest::addColumn<bool>("fails");
        const QString apart = u"vllm-ascend-deepseek-v3.1-w8a8-2p1d-4xA3"_s,
                      two = u"vllm-ascend-deepseek-v3.1-w8a8-2xA2"_s;
        QTest::newRow("the service, first") << two << 2 << 0 << 8004 << true;
        QTest::newRow("the service, headless") << two << 2 << 1 << 8004 << false;
        QTest::newRow("RPC, first") << two << 2 << 0 << 13389 << true;
        QTest::newRow("RPC, headless") << two << 2 << 1 << 13389 << false;
        QTest::newRow("proxy, first") << apart << 4 << 0 << 1999 << true;
        QTest::newRow("proxy, second prefill") << apart << 4 << 1 << 1999 << false;
        QTest::newRow("RPC, second prefill") << apart << 4 << 1 << 12321 << true;
        QTest::newRow("RPC, first decode") << apart << 4 << 2 << 12321 << true;
        QTest::newRow("RPC, second decode") << apart << 4 << 3 << 12321 << false;
        QTest::newRow("rank, second decode") << apart << 4 << 3 << 7115 << true;
        QTest::newRow("rank, prefill") << apart << 4 << 0 << 7102 << false;
        QTest::newRow("cache, second decode") << apart << 4 << 3 << 36216 << true;
        QTest::newRow("cache of another node") << apart << 4 << 3 << 36215 << false;
        QTest::newRow("any of Mooncake's") << apart << 4 << 3 << 20000 << false;
        QTest::newRow("HCCL's, headless") << two << 2 << 1 << 60031 << true;
        QTest::newRow("after HCCL's") << two << 2 << 1 << 60032 << false;
        const QString mindie = u"mindie-deepseek-v3.2-w8a8-2xA2"_s;
        QTest::newRow("MASTER_PORT, master") << mindie << 2 << 0 << 7008 << true;
        QTest::newRow("MASTER_PORT, the other") << mindie << 2 << 1 << 7008 << false;
        // a rank table makes HCCL pass over HCCL_HOST_SOCKET_PORT_RANGE, which this recipe sets to 60000-60050
        QTest::newRow("HCCL's, rank table") << mindie << 2 << 1 << 60031 << true;
        QTest::newRow("the range, rank table") << mindie << 2 << 1 << 60040 << false;
        QTest::newRow("the range, one node") << mindie << 1 << 0 << 60040 << true;
    }
    void onlyTheNodesOwnPortsMustBeFree()
    {
        QFETCH(QString, recipe);
        QFETCH(int, nodes);
        QFETCH(int, place);
        QFETCH(int, port);
        ScriptedNode scripted(2);
        scripted.listening
            += "LISTEN 0 4096 0.0.0.0:" + QByteArray::number(port) + " 0.0.0.0:* users:((\"other\",pid=4711,fd=40))\n";
        ScriptedShell shell = scripted.shell();
        CheckContext asked;
        asked.deployment.name = u"ds"_s;
        asked.deployment.recipe = recipe;
        for (int i = 1; i <= nodes; ++i)
            asked.deployment.nodes << node(i);
        asked.node = asked.deployment.nodes[place];
        asked.settings = checkSettingsOf(asked.deployment);
        QList<Finding> findings;
        QVERIFY(firstRound(shell, asked, CheckSelection{{u"host.ports"_s}}, {},
                           [&](const Finding &finding) { findings << finding; }));
        QCOMPARE(findings.size(), 1);
        QTEST(findings[0].verdict == Verdict::Fail, "fails");
        const auto isOne = [port](const NodePort &one) {
            return !one.areFreeOnes && port >= one.first && port <= one.last;
        };
        const QList<NodePort> &its = asked.settings.ports;
        const bool isToBeTold
            = findings[0].verdict == Verdict::Fail || std::any_of(its.cbegin(), its.cend(), isOne);
        QVERIFY2(findings[0].summary.contains(u"4711"_s) == isToBeTold, qPrintable(findings[0].summary));
    }

    // Two may listen on one port at two addresses; who listens at every one is in the way of both.
    void aListenerAtAnotherAddressIsNotInTheWay_data()
    {
        QTest::addColumn<QString>("recipe");
        QTest::addColumn<QByteArray>("local");
        QTest::addColumn<bool>("fails");
        const QString mindie = u"mindie-deepseek-v3.2-w8a8-2xA2"_s, vllm = u"vllm-ascend-deepseek-v3.1-w8a8-2xA2"_s;
        QTest::newRow("loopback") << mindie << QByteArray("127.0.0.1:1025") << false;
        QTest::newRow("loopback, IPv6") << mindie << QByteArray("[::1]:1025") << false;
        QTest::newRow("another interface") << mindie << QByteArray("10.30.1.9:1025") << false;
        QTest::newRow("the node's address") << mindie << QByteArray("10.20.1.1:1025") << true;
        QTest::newRow("the same in IPv6") << mindie << QByteArray("[::ffff:10.20.1.1]:1025") << true;
        QTest::newRow("every address") << mindie << QByteArray("0.0.0.0:1025") << true;
        QTest::newRow("every address, IPv6") << mindie << QByteArray("[::]:1025") << true;
        QTest::newRow("the management") << mindie << QByteArray("127.0.0.1:1026") << false;
        QTest::newRow("HCCL's, loopback") << mindie << QByteArray("127.0.0.1:60003") << false;
        QTest::newRow("HCCL's, the node's") << mindie << QByteArray("10.20.1.1:60003") << true;
        QTest::newRow("HCCL's, every address") << mindie << QByteArray("*:60003") << true;
        QTest::newRow("ours at every address") << vllm << QByteArray("127.0.0.1:8004") << true;
    }
    void aListenerAtAnotherAddressIsNotInTheWay()
    {
        QFETCH(QString, recipe);
        QFETCH(QByteArray, local);
        ScriptedNode scripted(1);
        scripted.listening += "LISTEN 0 4096 " + local + " 0.0.0.0:* users:((\"other\",pid=4711,fd=40))\n";
        ScriptedShell shell = scripted.shell();
        CheckContext asked;
        asked.deployment.name = u"ds"_s;
        asked.deployment.recipe = recipe;
        asked.deployment.nodes = {node(1), node(2)};
        asked.node = node(1);
        asked.settings = checkSettingsOf(asked.deployment);
        NodeProbe probe(shell, {});
        const Finding finding = askOnly("host.ports", probe, asked);
        QTEST(finding.verdict == Verdict::Fail, "fails");
        QTEST(!othersOnPorts(probe, asked).held.isEmpty(), "fails");
        // in the way or not, who listens on a port of the service is told
        if (!local.endsWith(":60003"))
            QVERIFY2(finding.summary.contains(u"4711"_s)
                         && !finding.summary.contains(u"nothing listens on the service's"_s),
                     qPrintable(finding.summary));
    }

    // The driver's base load is not the process's; what neither of them explains is not left out.
    void aProcessHoldsWhatItsRowSays()
    {
        for (const auto &[used, told] : {std::pair(23'200, 20'000), std::pair(64'000, 64'000)}) {
            ScriptedNode scripted(1);
            scripted.besideOn[3] = 99;   // 20000 MB
            scripted.hbmUsed[3] = used;
            ScriptedShell shell = scripted.shell();
            NodeProbe probe(shell, {});
            const Finding finding = askOnly("npu.idle", probe, context(1));
            QCOMPARE(finding.verdict, Verdict::Fail);
            QVERIFY2(finding.summary.contains(u"device 3 holds %1 MB"_s.arg(told)), qPrintable(finding.summary));
        }
    }

    void whatServesIsNotAdvisedToBeTakenAway()
    {
        const Change leftover = [](ScriptedNode &n) { n.leftInShm = "3221225472 ./psm 4f1c\n#used\n#end\n"; };
        QVERIFY(run(leftover).node2[u"host.shm-leftovers"_s].remedy.contains(u"`rm -- '/dev/shm/psm 4f1c'`"_s));
        const Change serving = [leftover](ScriptedNode &n) {
            leftover(n);
            n.containers = {{u"deepseekLocal"_s, ScriptedNode::imageName(), "ds-v32", "Up 2 hours", {4242, 4711}}};
        };
        const Finding finding = run(serving).node2[u"host.shm-leftovers"_s];
        QCOMPARE(finding.verdict, Verdict::Warn);
        QVERIFY2(!finding.remedy.contains(u"rm "_s), qPrintable(finding.remedy));
        // nor what another deployment's engine, or one that nobody's run made, may open again by its name
        for (const QByteArray deployment : {"another", ""}) {
            const Change others = [leftover, deployment](ScriptedNode &n) {
                leftover(n);
                n.containers = {{u"somebodys"_s, u"registry/engine:1"_s, deployment, "Up 2 hours", {4242, 4711}}};
            };
            const QString remedy = run(others).node2[u"host.shm-leftovers"_s].remedy;
            QVERIFY2(!remedy.contains(u"rm "_s) && remedy.contains(u"somebodys"_s), qPrintable(remedy));
        }
        const QString working = run([leftover](ScriptedNode &n) {
                                    leftover(n);
                                    n.processOn = {{0, 5555}};
                                }).node2[u"host.shm-leftovers"_s].remedy;
        QVERIFY2(!working.contains(u"rm "_s) && working.contains(u"NPUs"_s), qPrintable(working));
        const QString open
            = run([](ScriptedNode &n) { n.firewall = "firewalld active\n"; }).node2[u"host.firewall"_s].remedy;
        QVERIFY2(open.contains(u"`firewall-cmd --zone=trusted --add-source=10.20.1.1`"_s), qPrintable(open));
        const QString threads
            = run([](ScriptedNode &n) { n.kernel["pid-max"] = "3400"; }).node2[u"host.threads"_s].remedy;
        QVERIFY2(threads.contains(u"`sysctl -w kernel.pid_max=13600`"_s), qPrintable(threads));
        const QString both = run([](ScriptedNode &n) {
                                 n.kernel["pid-max"] = "3400";
                                 n.kernel["threads-max"] = "3420";
                             }).node2[u"host.threads"_s].remedy;
        QVERIFY2(both.contains(u"`sysctl -w kernel.pid_max=13600 kernel.threads-max=13600`"_s), qPrintable(both));
    }

    // Such a check is not asked with all others, and says what it costs; by name it is.
    void whatTakesLongIsAskedByName_data()
    {
        QTest::addColumn<QString>("check");
        QTest::addColumn<QString>("word");
        QTest::addColumn<Change>("change");
        QTest::newRow("ECC") << u"npu.ecc"_s << u" ecc "_s << Change([](ScriptedNode &n) { n.eccErrors[3] = 2; });
        QTest::newRow("light") << u"network.optical"_s << u" -optical "_s
                               << Change([](ScriptedNode &n) { n.weakLight[3] = "0.0871"; });
        QTest::newRow("flaps") << u"network.link-flaps"_s << u" -link_stat "_s
                               << Change([](ScriptedNode &n) { n.flapped = {3}; });
    }
    void whatTakesLongIsAskedByName()
    {
        QFETCH(QString, check);
        QFETCH(QString, word);
        QFETCH(Change, change);
        const auto asks = [&](const Outcome &outcome) { return outcome.asked.filter(word).size(); };
        const Outcome usual = run(change);
        QCOMPARE(usual.node2[check].verdict, Verdict::Skipped);
        QVERIFY2(usual.node2[check].summary.contains(u"--only "_s + check), qPrintable(usual.node2[check].summary));
        QVERIFY2(usual.node2[check].summary.contains(QRegularExpression(u"about \\d+ s "_s)),
                 qPrintable(usual.node2[check].summary));
        QCOMPARE(asks(usual), 0);

        const CheckSelection named{{check}};
        const Outcome sound = run([](ScriptedNode &) {}, {}, named);
        QCOMPARE(sound.notPassed, QStringList());
        QCOMPARE(asks(sound), 8);
        QCOMPARE(sound.node2[check].verdict, Verdict::Pass);
        const Outcome bad = run(change, {}, named);
        QCOMPARE(bad.notPassed, QStringList{check + u"=warn"_s});
        QCOMPARE(bad.node2[check].devices, QStringList{u"node2 device 3"_s});
        const Outcome untold = run(
            [](ScriptedNode &n) {
                n.chips = {0, 1, 2};
            },
            [&](ScriptedShell &shell) {
                for (int id = 0; id < 3; ++id) {
                    for (const auto &what : {u"optical"_s, u"link_stat"_s})
                        shell.answer(quoted(hccnQuestion(u"hccn_tool"_s, id, what)), "hccn_tool: not found\n", 127);
                    shell.answer(u"npu-smi info -t ecc -i %1 -c 0"_s.arg(id),
                                 "This device does not support querying ecc.\n");
                }
            },
            named);
        QCOMPARE(untold.notPassed, QStringList{check + u"=unknown"_s});
    }

    // What cannot be judged is not among those whose gateway is well.
    void onlyACardInItsNetworkCountsForTheGateway()
    {
        const auto said = [](const Change &change) { return run(change).node2[u"network.gateway"_s]; };
        const Finding all = said([](ScriptedNode &) {});
        QVERIFY2(all.summary.endsWith(u"all 8 devices have a gateway in their own network"_s), qPrintable(all.summary));
        const Finding elsewhere = said([](ScriptedNode &n) { n.ip[1] = u"10.30.0.11"_s; });
        QVERIFY2(elsewhere.summary.endsWith(u"7 devices have a gateway in their own network; the others are left out: "
                                            "the address of device 1 is not the one of /etc/hccn.conf"_s),
                 qPrintable(elsewhere.summary));
        const Finding bare = said([](ScriptedNode &n) { n.ip[1].clear(); });
        QVERIFY2(bare.verdict == Verdict::Pass
                     && bare.summary.endsWith(u"are left out: no address is set on device 1"_s),
                 qPrintable(bare.summary));
        const Finding none = said([](ScriptedNode &n) {
            for (QString &ip : n.ip)
                ip.clear();
        });
        QVERIFY2(none.verdict == Verdict::Skipped && none.summary.contains(u"network.address"_s),
                 qPrintable(none.summary));
    }

    void aGatewayThatOnlyTheFileHasIsTold()
    {
        const auto said = [](const QList<int> &devices, bool isInFile) {
            return run([&](ScriptedNode &n) {
                       for (const int device : devices) {
                           n.gateway[device] = "";
                           if (!isInFile)
                               n.confGateway[device] = "";
                       }
                   }).node2[u"network.hccn-conf"_s];
        };
        const QList<int> all{0, 1, 2, 3, 4, 5, 6, 7};
        for (const Finding &finding : {said({0}, true), said(all, true)}) {
            QCOMPARE(finding.verdict, Verdict::Fail);
            QVERIFY2(finding.summary.contains(u"device 0 has no gateway, the file says 10.20.255.254"_s),
                     qPrintable(finding.summary));
            QVERIFY2(finding.remedy.contains(u"the file's for example: `hccn_tool -i 0 -gateway -s gateway "
                                             "10.20.255.254`"_s),
                     qPrintable(finding.remedy));
        }
        const Finding none = said(all, false), one = said({0}, false);
        QVERIFY2(none.verdict == Verdict::Pass && none.summary.endsWith(u"none tells a gateway"_s),
                 qPrintable(none.summary));
        QVERIFY2(one.verdict == Verdict::Pass && one.summary.contains(u"the gateways of 7"_s), qPrintable(one.summary));
    }

    // Every limit that the module names, in the layout of a 910A's (hccn_tool of driver 25.0).
    void anOpticalModuleIsHeldToAllItsLimits_data()
    {
        QTest::addColumn<QByteArray>("sound");
        QTest::addColumn<QByteArray>("changed");
        QTest::addColumn<QString>("said");
        const auto row = [](const char *name, const char *sound, const char *changed, const QString &said) {
            QTest::newRow(name) << QByteArray(sound) << QByteArray(changed) << said;
        };
        row("as it is", "", "", {});
        row("no light to send", "Tx Los Flag          : 0x0", "Tx Los Flag          : 0xff", u"Tx Los Flag is 0xff"_s);
        row("no light comes", "Rx Los Flag          : 0x0", "Rx Los Flag          : 0xff", u"Rx Los Flag is 0xff"_s);
        row("no lock", "Rx LoL Flag          : 0x0", "Rx LoL Flag          : 0xff", u"Rx LoL Flag is 0xff"_s);
        row("high voltage", "3257.80", "3600.00", u"Vcc is 3600 mV, the most is 3465"_s);
        row("low voltage", "3257.80", "3000.00", u"Vcc is 3000 mV, the least is 3135"_s);
        row("sends too much", "0.9417", "4.0000", u"Tx Power2 is 4.0000 mW, the most is 1.7378"_s);
        row("gets too much", "0.8505", "4.0000", u"Rx Power2 is 4.0000 mW, the most is 1.7378"_s);
        row("gets too little", "0.8505", "0.0100", u"Rx Power2 is 0.0100 mW, the least is 0.0933"_s);
        row("hot", "50 C", "71 C", u"temperature is 71 C, the most is 70"_s);
        row("as hot as it may be", "50 C", "70 C", {});
        row("frozen", "50 C", "-3 C", u"temperature is -3 C, the least is 0"_s);
    }
    void anOpticalModuleIsHeldToAllItsLimits()
    {
        QFETCH(QByteArray, sound);
        QFETCH(QByteArray, changed);
        QFETCH(QString, said);
        QByteArray text = "optical info:\npresent              : present\ntemperature          : 50 C\n"
                          "Vcc                  : 3257.80 mV\nTx Power0            : 0.9585 mW\n"
                          "Rx Power0            : 0.5842 mW\nTx Power2            : 0.9417 mW\n"
                          "Rx Power2            : 0.8505 mW\nVcc High Thres       : 3465.00 mV\n"
                          "Vcc Low Thres        : 3135.00 mV\nTemp High Thres      : 70 C\n"
                          "Temp Low Thres       : 0 C\nTxPower High Thres   : 1.7378 mW\n"
                          "TxPower Low Thres    : 0.1445 mW\nRxPower High Thres   : 1.7378 mW\n"
                          "RxPower Low Thres    : 0.0933 mW\nTx Los Flag          : 0x0\n"
                          "Rx Los Flag          : 0x0\nTx LoL Flag          : 0x0\nRx LoL Flag          : 0x0\n";
        QVERIFY(sound.isEmpty() || text.contains(sound));
        if (!sound.isEmpty())
            text.replace(sound, changed);
        ScriptedShell shell = ScriptedNode(1).shell();
        shell.answer(quoted(hccnQuestion(u"hccn_tool"_s, 3, u"optical"_s)), text);
        NodeProbe probe(shell, {});
        const Finding finding = askOnly("network.optical", probe, context(1));
        QCOMPARE(finding.verdict, said.isEmpty() ? Verdict::Pass : Verdict::Warn);
        QVERIFY2(finding.summary.contains(said), qPrintable(finding.summary));
        if (said.isEmpty())
            return;
        const bool isHeat = said.startsWith(u"temperature"_s), isVoltage = said.startsWith(u"Vcc"_s);
        QCOMPARE(finding.remedy.contains(u"fibre"_s), !isHeat && !isVoltage);
        QCOMPARE(finding.remedy.contains(u"cooling"_s), isHeat);
    }

    // A signal that is lost is lost without limits, too; and what hccn_tool says is told.
    void anOpticalModuleWithoutLimits_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("exitCode");
        QTest::addColumn<Verdict>("verdict");
        QTest::addColumn<QString>("said");
        const QByteArray light = "present              : present\nTx Power0            : 0.9585 mW\n"
                                 "Rx Power0            : 0.0000 mW\nTx Los Flag          : 0x0\n"
                                 "Rx Los Flag          : 0x";
        const QByteArray noLimits = "\nRxPower High Thres   : NA\nRxPower Low Thres    : NA\n"
                                    "TxPower High Thres   : NA\nTxPower Low Thres    : NA\n";
        const auto row = [](const char *name, const QByteArray &text, int exitCode, Verdict verdict,
                            const QString &said) {
            QTest::newRow(name) << text << exitCode << verdict << said;
        };
        row("no limits", light + "ff\n", 0, Verdict::Warn, u"Rx Los Flag is 0xff: the signal is lost"_s);
        row("limits not known", light + "ff" + noLimits, 0, Verdict::Warn, u"Rx Los Flag is 0xff"_s);
        QByteArray absent = light + "ff\nRxPower Low Thres    : 0.1445 mW\nTxPower Low Thres    : 0.2818 mW\n";
        absent.replace(": present", ": not present"); // captured of a 910A
        row("not present, and told all the same", absent, 0, Verdict::Warn,
            u"hccn_tool says that no optical module is present: device 3 (told all the same: Rx Los Flag is 0xff: the "
            "signal is lost; Rx Power0"_s);
        row("not present", "optical info:\npresent              : not present\n", 0, Verdict::Warn,
            u"that no optical module is present: device 3"_s);
        row("no limits, no loss", light + "0" + noLimits, 0, Verdict::Unknown, u"nothing usable about device 3"_s);
        for (const int exitCode : {0, 1})
            row(exitCode == 0 ? "no module" : "no module, by its exit code", "Optical module is not present.\n",
                exitCode, Verdict::Unknown, u"about device 3: Optical module is not present."_s);
    }
    void anOpticalModuleWithoutLimits()
    {
        QFETCH(QByteArray, text);
        QFETCH(int, exitCode);
        QFETCH(Verdict, verdict);
        QFETCH(QString, said);
        ScriptedShell shell = ScriptedNode(1).shell();
        shell.answer(quoted(hccnQuestion(u"hccn_tool"_s, 3, u"optical"_s)), text, exitCode);
        NodeProbe probe(shell, {});
        const Finding finding = askOnly("network.optical", probe, context(1));
        QVERIFY2(finding.verdict == verdict, qPrintable(finding.summary));
        QVERIFY2(finding.summary.contains(said), qPrintable(finding.summary));
        if (said.contains(u"no optical module is present"_s))
            QVERIFY2(!finding.summary.contains(u"outside of its own limits"_s)
                         && finding.remedy.contains(u"Put a module in"_s) && !finding.remedy.contains(u"fibre"_s),
                     qPrintable(finding.summary + finding.remedy));
    }

    void reportThatWasCutShortSaysWhatIsKnown_data()
    {
        QTest::addColumn<QList<Finding>>("findings");
        QTest::addColumn<bool>("isReachable");
        QTest::addColumn<QByteArray>("reachable");
        QTest::addColumn<QString>("error");
        const auto finding = [](const char *check, Verdict verdict) {
            Finding result;
            result.check = QString::fromLatin1(check);
            result.verdict = verdict;
            return result;
        };
        const QString all = u"Stopped before everything was asked."_s;
        const Finding os = finding("host.os", Verdict::Fail);
        QTest::newRow("no answer") << QList<Finding>() << false << QByteArray("null")
                                   << u"Stopped before it was asked."_s;
        QTest::newRow("first round") << QList{finding("connection.reachable", Verdict::Pass), os} << false
                                     << QByteArray("true") << all;
        QTest::newRow("one check") << QList{os} << false << QByteArray("true") << all;
        QTest::newRow("second round") << QList{os} << true << QByteArray("true") << all;
        QTest::newRow("not reached") << QList{finding("connection.reachable", Verdict::Fail)} << false
                                     << QByteArray("false") << all;
        QTest::newRow("another host key") << QList{finding("connection.host-key", Verdict::Fail)} << false
                                          << QByteArray("false") << all;
    }
    void reportThatWasCutShortSaysWhatIsKnown()
    {
        QFETCH(QList<Finding>, findings);
        QFETCH(bool, isReachable);
        const Json node = toJson(ClusterReport{{{u"node1"_s, isReachable, canceled(), findings}}, {}})["nodes"][0];
        QTEST(QByteArray::fromStdString(node["reachable"].dump()), "reachable");
        QTEST(stringAt(node, "error"), "error");
        QCOMPARE(qsizetype(node["findings"].size()), findings.size());
    }

    void twoHealthyNodesPassEverything()
    {
        const Outcome outcome = run([](ScriptedNode &) {});
        QCOMPARE(outcome.notPassed, QStringList());
        QCOMPARE(outcome.node1.size() + outcome.cluster.size(), checkIds().size());
        QCOMPARE(outcome.node1.size(), outcome.node2.size());
        QVERIFY(checkIds().size() >= 60);
        QCOMPARE(outcome.node2[u"driver.version"_s].value, u"25.2.0"_s);
        QCOMPARE(outcome.node2[u"network.link"_s].value, u"8 up"_s);
        QCOMPARE(outcome.node2[u"network.ping"_s].value, u"8/8"_s);
        QVERIFY(outcome.node2[u"network.link"_s].summary.startsWith(u"node2: "_s));
        for (const Finding &finding : outcome.node2) {
            QVERIFY2(finding.evidence.isEmpty() == isOnRequest(finding.check), qPrintable(finding.check));
            QVERIFY2(finding.remedy.isEmpty(), qPrintable(finding.check));
        }
        for (const Finding &finding : outcome.cluster) // no node is asked about the settings
            QVERIFY2(finding.evidence.isEmpty() == (finding.check == u"recipe.settings"), qPrintable(finding.check));
    }

    // Whose name tells nothing: config.json has the method, and no flag of the command another one.
    void weightsThatTheImageRefusesAreTold_data()
    {
        QTest::addColumn<QString>("image");
        QTest::addColumn<QString>("command");
        QTest::addColumn<QByteArray>("method");
        QTest::addColumn<bool>("isRefused");
        const QString ascend = u"quay.io/ascend/vllm-ascend:v0.13.0"_s, own = u"registry.local/own/vllm:1"_s;
        const QString serve = u"vllm serve ${weights} --tensor-parallel-size 8"_s;
        QTest::newRow("AWQ") << ascend << serve << QByteArray("awq") << true;
        QTest::newRow("GPTQ") << ascend << serve << QByteArray("gptq") << true;
        QTest::newRow("compressed-tensors") << ascend << serve << QByteArray("compressed-tensors") << false;
        QTest::newRow("another method is asked for")
            << ascend << serve + u" --quantization ascend"_s << QByteArray("awq") << false;
        QTest::newRow("another image") << own << serve << QByteArray("awq") << false;
    }
    void weightsThatTheImageRefusesAreTold()
    {
        QFETCH(QString, image);
        QFETCH(QString, command);
        QFETCH(QByteArray, method);
        QFETCH(bool, isRefused);
        ScriptedNode one(1);
        one.configJson.chop(1);
        one.configJson += ", \"quantization_config\": {\"bits\": 4, \"quant_method\": \"" + method + "\"}}";
        ScriptedShell shell = one.shell();
        CheckContext asked = context(1);
        asked.settings.image = image;
        asked.settings.command = command;
        asked.settings.quantization.clear();
        QMap<QString, Finding> told;
        (void)firstRound(shell, asked, {{u"weights.quantization"_s}}, {},
                         [&](const Finding &finding) { told.insert(finding.check, finding); });
        const Finding finding = told.value(u"weights.quantization"_s);
        QCOMPARE(finding.verdict, isRefused ? Verdict::Fail : Verdict::Skipped);
        if (isRefused) {
            QVERIFY2(finding.summary.contains(QString::fromLatin1(method).toUpper() + u" weights in every release"_s),
                     qPrintable(finding.summary));
            QVERIFY(finding.isOfSettings && !finding.remedy.isEmpty());
        }
    }

    // Asked again it says the same: the image is another engine's, whatever its name.
    void anImageWithoutTheEngineIsToldAsSuch_data()
    {
        QTest::addColumn<QByteArray>("said");
        QTest::addColumn<Verdict>("verdict");
        QTest::newRow("no such package") << QByteArray(
            "Traceback (most recent call last):\n  File \"<string>\", line 1, in <module>\n"
            "importlib.metadata.PackageNotFoundError: No package metadata was found for vllm\n") << Verdict::Fail;
        QTest::newRow("anything else") << QByteArray("docker: Error response from daemon: no space left on device.\n")
                                       << Verdict::Unknown;
    }
    void anImageWithoutTheEngineIsToldAsSuch()
    {
        QFETCH(QByteArray, said);
        QFETCH(Verdict, verdict);
        ScriptedShell shell = ScriptedNode(1).shell();
        CheckContext asked = context(1);
        asked.settings.engineName = u"vLLM-Ascend"_s;
        asked.settings.demands.package = u"vllm"_s;
        asked.settings.release = u"0.18.0"_s;
        shell.answer(quoted({u"docker"_s, u"run"_s, u"--rm"_s, u"--network=none"_s, u"--entrypoint"_s, u"timeout"_s,
                             ScriptedNode::imageName(), u"40"_s, u"python3"_s, u"-c"_s,
                             u"import importlib.metadata as m; print('version', m.version('vllm'))"_s}),
                     {}, 1, said);
        NodeProbe probe(shell, {});
        const Finding finding = askOnly("container.release", probe, asked);
        QVERIFY2(finding.verdict == verdict, qPrintable(finding.summary));
        if (verdict == Verdict::Fail) {
            QVERIFY2(finding.summary.contains(u"it is no image of vLLM-Ascend"_s), qPrintable(finding.summary));
            QVERIFY(finding.isOfSettings && finding.remedy.contains(u"an image of vLLM-Ascend"_s));
        }
    }

    void eachFaultIsToldByTheRightCheck_data()
    {
        QTest::addColumn<Change>("change");
        QTest::addColumn<QStringList>("notPassed");
        const auto row = [](const char *name, const Change &change, const QStringList &notPassed) {
            QTest::newRow(name) << change << notPassed;
        };
        row("chip Alarm", [](ScriptedNode &n) { n.health[3] = "Alarm"; }, {u"npu.health=fail"_s});
        row("chip Warning", [](ScriptedNode &n) { n.health[3] = "Warning"; }, {u"npu.health=warn"_s});
        row("chip missing", [](ScriptedNode &n) { n.chips.removeOne(5); }, {u"npu.count=fail"_s, u"npu.ids=skipped"_s});
        row("a chip of another kind", [](ScriptedNode &n) { n.chipName[6] = "910B1"; }, {u"npu.count=warn"_s});
        row("work without a process", [](ScriptedNode &n) { n.aiCore[3] = 100; }, {u"npu.idle=warn"_s});
        row("a chip that has just worked", [](ScriptedNode &n) { n.aiCore[3] = 2; }, {});
        row("firmware mismatch", [](ScriptedNode &n) { n.firmware = "7.7.0.3.220"; },
            {u"driver.equal=fail"_s, u"driver.firmware-pairing=fail"_s});
        row("firmware not running", [](ScriptedNode &n) { n.runningFirmware = "7.7.0.3.220"; },
            {u"driver.firmware-pairing=skipped"_s, u"driver.firmware=fail"_s});
        row("firmware untold", [](ScriptedNode &n) { n.runningFirmware = "NA"; }, {});
        row("not compatible, as npu-smi says", [](ScriptedNode &n) { n.compatibility[0] = "NOT OK"; },
            {u"driver.firmware-pairing=fail"_s});
        row("compatibility not known to npu-smi", [](ScriptedNode &n) { n.compatibility[0] = "UNKNOWN"; },
            {u"driver.firmware-pairing=warn"_s});
        row("compatibility not told", [](ScriptedNode &n) { n.compatibility[0] = "NA"; }, {});
        row("link down", [](ScriptedNode &n) { n.down = {2}; }, {u"network.link=fail"_s});
        row("TLS differs within", [](ScriptedNode &n) { n.tls[4] = 1; },
            {u"network.tls-equal=skipped"_s, u"network.tls=fail"_s});
        row("TLS differs between",
            [](ScriptedNode &n) {
                for (int i = 0; i < 8; ++i)
                    n.tls[i] = 1;
            },
            {u"network.tls-equal=fail"_s});
        row("wrong device IP", [](ScriptedNode &n) { n.ip[6] = u"10.99.1.1"_s; }, {u"network.hccn-conf=fail"_s});
        row("wrong netmask in the file", [](ScriptedNode &n) { n.confMask[6] = "255.255.255.0"; },
            {u"network.hccn-conf=fail"_s});
        row("no netmask in the file", [](ScriptedNode &n) { n.confWithoutMask = {4}; }, {u"network.hccn-conf=warn"_s});
        row("no gateway in the file", [](ScriptedNode &n) { n.confGateway[2] = ""; }, {u"network.hccn-conf=warn"_s});
        row("another gateway in the file", [](ScriptedNode &n) { n.confGateway[2] = "10.20.255.1"; },
            {u"network.hccn-conf=fail"_s});
        row("another netmask than the other cards",
            [](ScriptedNode &n) { n.mask[6] = n.confMask[6] = "255.255.255.0"; },
            {u"network.address=warn"_s, u"network.gateway=fail"_s});
        row("an address off the gateway's network",
            [](ScriptedNode &n) { n.ip[6] = n.confIp[6] = u"10.21.0.99"_s; }, {u"network.gateway=fail"_s});
        row("same IP on both nodes", [](ScriptedNode &n) { n.ip[0] = n.confIp[0] = u"10.20.101.10"_s; },
            {u"network.addresses-unique=fail"_s});
        row("HBM occupied", [](ScriptedNode &n) { n.hbmUsed[1] = 41000; }, {u"npu.idle=fail"_s});
        row("base load", [](ScriptedNode &n) { n.hbmUsed[1] = 3400; }, {});
        row("npu-smi hangs", [](ScriptedNode &n) { n.npuSmiHangs = true; },
            {u"driver.firmware-pairing=unknown"_s, u"driver.firmware=unknown"_s, u"driver.present=fail"_s,
             u"driver.version=unknown"_s, u"npu.count=skipped"_s, u"npu.health=skipped"_s,
             u"npu.idle=skipped"_s, u"npu.ids=skipped"_s,
             u"npu.numa=skipped"_s, u"recipe.capacity=skipped"_s});
        row("no docker", [](ScriptedNode &n) { n.docker = false; },
            {u"container.as-set=skipped"_s, u"container.engine=fail"_s, u"container.image-architecture=skipped"_s,
             u"container.image=skipped"_s, u"container.name=skipped"_s, u"container.proxy=skipped"_s});
        row("image missing", [](ScriptedNode &n) { n.image = false; },
            {u"container.image-architecture=skipped"_s, u"container.image=fail"_s});
        row("wrong architecture", [](ScriptedNode &n) { n.imageArchitecture = "amd64"; },
            {u"container.image-architecture=fail"_s});
        row("disk full", [](ScriptedNode &n) { n.dockerFree = n.weightsFree = 0; },
            {u"host.disk-image=fail"_s, u"host.disk-weights=fail"_s});
        row("clock skew", [](ScriptedNode &n) { n.clockSkew = 90; },
            {u"host.clock-equal=fail"_s, u"host.clock=warn"_s});
        row("clock a little off", [](ScriptedNode &n) { n.clockSkew = -2.5; }, {u"host.clock-equal=warn"_s});
        row("port taken", [](ScriptedNode &n) { n.listening += "LISTEN 0 128 *:1025 *:*\n"; }, {u"host.ports=fail"_s});
        row("HCCL port taken", [](ScriptedNode &n) { n.listening += "LISTEN 0 128 [::]:60003 [::]:*\n"; },
            {u"host.ports=fail"_s});
        const auto swap = [](const char *freeKb) {
            return [freeKb](ScriptedNode &n) {
                n.memoryMore = QByteArray("SwapTotal: 67108860 kB\nSwapFree: ") + freeKb
                    + " kB\nHugePages_Free: 0\nHugepagesize: 2048 kB\n";
            };
        };
        row("swapped out", swap("21004288"), {u"host.swap=warn"_s});
        row("a little swapped out", swap("60004288"), {});
        const auto hugePages = [](const char *promised) {
            return [promised](ScriptedNode &n) {
                n.memoryMore = QByteArray("SwapTotal: 0 kB\nSwapFree: 0 kB\nHugePages_Total: 131072\nHugePages_Free: "
                                          "131072\nHugePages_Rsvd: ")
                    + promised + "\nHugepagesize: 2048 kB\n";
            };
        };
        row("idle hugepages", hugePages("0"), {u"host.hugepages=warn"_s});
        row("promised hugepages", hugePages("131072"), {});
        const auto giants = [](const char *idle) { // 512 GiB in pages of 1 GiB
            return [idle](ScriptedNode &n) {
                n.memoryMore += "Hugetlb:        536870912 kB\n";
                if (*idle)
                    n.kernel["hugepages"] = QByteArray("2048kB 0\nhugepages 1048576kB ") + idle;
            };
        };
        row("idle hugepages of 1 GiB", giants("512"), {u"host.hugepages=warn"_s});
        row("used hugepages of 1 GiB", giants("0"), {});
        row("hugepages of 1 GiB, use untold", giants(""), {u"host.hugepages=warn"_s});
        row("few threads", [](ScriptedNode &n) { n.kernel["pid-max"] = "3400"; }, {u"host.threads=warn"_s});
        row("just enough threads", [](ScriptedNode &n) { n.kernel["pid-max"] = "3429"; }, {});
        row("no inotify instance left", [](ScriptedNode &n) { n.kernel["watching"] = "8190"; },
            {u"host.inotify=warn"_s});
        row("powersave", [](ScriptedNode &n) { n.kernel["governor"] = "192 powersave"; }, {u"host.governor=warn"_s});
        row("SELinux enforces", [](ScriptedNode &n) { n.kernel["selinux"] = "Enforcing"; }, {});
        row("firewalld", [](ScriptedNode &n) { n.firewall = "firewalld active\ndefault public\ntrusted \n"; },
            {u"host.firewall=warn"_s});
        row("firewalld trusts the other node, and no client",
            [](ScriptedNode &n) { n.firewall = "firewalld active\ndefault public\ntrusted 10.20.1.1\n"; },
            {u"host.firewall=warn"_s});
        row("firewalld trusts the other node",
            [](ScriptedNode &n) {
                n.firewall = "firewalld active\ndefault public\ntrusted 10.20.1.1\nopen 1025/tcp\n";
            },
            {});
        row("firewalld trusts their network",
            [](ScriptedNode &n) {
                n.firewall = "firewalld active\ndefault public\ntrusted 10.20.0.0/16\nopen 1025/tcp\n";
            },
            {});
        row("firewalld trusts everybody",
            [](ScriptedNode &n) { n.firewall = "firewalld active\ndefault trusted\ntrusted \n"; }, {});
        row("firewalld trusts another network",
            [](ScriptedNode &n) { n.firewall = "firewalld active\ndefault public\ntrusted 10.21.0.0/16\n"; },
            {u"host.firewall=warn"_s});
        const auto open = [](const char *ports) {
            return [ports](ScriptedNode &n) {
                n.firewall = QByteArray("firewalld active\ndefault public\ntrusted \nopen ") + ports + '\n';
            };
        };
        row("firewalld lets the ports through, but not Gloo's", open("22/tcp 1025-1026/tcp 60000-60050/tcp"),
            {u"host.firewall=warn"_s});
        row("firewalld lets all ports through", open("22/tcp 1-65535/tcp"), {});
        row("firewalld lets all ports through for UDP", open("1-65535/udp"), {u"host.firewall=warn"_s});
        row("firewalld lets some ports through", open("1025/tcp 60000-60050/tcp"), {u"host.firewall=warn"_s});
        row("firewalld lets the ports through for UDP", open("1025-1026/udp 60000-60050/udp"),
            {u"host.firewall=warn"_s});
        row("ufw", [](ScriptedNode &n) { n.firewall += "ENABLED=yes\n"; }, {u"host.firewall=warn"_s});
        row("ufw off", [](ScriptedNode &n) { n.firewall += "ENABLED=no\n"; }, {});
        row("a rule that refuses", [](ScriptedNode &n) { n.firewall += "rule -A INPUT -j REJECT\n"; },
            {u"host.firewall=warn"_s});
        row("a rule that harms nobody",
            [](ScriptedNode &n) { n.firewall += "rule -A INPUT -m conntrack --ctstate INVALID -j DROP\n"; }, {});
        row("nftables",
            [](ScriptedNode &n) {
                n.firewall = "firewalld inactive\nnft table inet filter {\nnft \tchain input {\n"
                             "nft \t\ttype filter hook input priority filter; policy drop;\nnft \t}\nnft }\n";
            },
            {u"host.firewall=warn"_s});
        row("a free clock", [](ScriptedNode &n) { n.timeSource = "NTP=no\nNTPSynchronized=no\n"; },
            {u"host.time-source=warn"_s});
        row("chrony alone",
            [](ScriptedNode &n) {
                n.timeSource = "Reference ID    : 0A140001 (10.20.0.1)\nLeap status     : Normal\n";
            },
            {});
        row("chrony without a server", [](ScriptedNode &n) { n.timeSource = "Leap status     : Not synchronised\n"; },
            {u"host.time-source=warn"_s});
        row("an old systemd", [](ScriptedNode &n) { n.timeSource = "  NTP enabled: yes\n NTP synchronized: yes\n"; },
            {});
        row("left in /dev/shm",
            [](ScriptedNode &n) { n.leftInShm = "3221225472 ./psm_4f1c29aa\n#used\n/dev/shm/psm_other\n#end\n"; },
            {u"host.shm-leftovers=warn"_s});
        row("used in /dev/shm",
            [](ScriptedNode &n) { n.leftInShm = "3221225472 ./psm_4f1c29aa\n#used\n/dev/shm/psm_4f1c29aa\n#end\n"; },
            {});
        row("docker's proxy", [](ScriptedNode &n) { n.kernel["docker"] = "yes"; }, {u"container.proxy=warn"_s});
        row("docker's proxy, not for the nodes",
            [](ScriptedNode &n) {
                n.kernel["docker"] = "yes";
                n.kernel["no-proxy"] = "127.0.0.1,10.20.0.0/16";
            },
            {});
        row("docker's proxy, for a node too",
            [](ScriptedNode &n) {
                n.kernel["docker"] = "yes";
                n.kernel["no-proxy"] = "127.0.0.1,10.20.1.1";
            },
            {u"container.proxy=warn"_s});
        row("the image's proxy",
            [](ScriptedNode &n) { n.imageVariables = "\"PATH=/usr/bin\",\"HTTPS_PROXY=http://10.20.0.9:3128\""; },
            {u"container.proxy=warn"_s});
        row("an empty proxy", [](ScriptedNode &n) { n.imageVariables = "\"http_proxy=\",\"no_proxy=10.20.0.0/16\""; },
            {});
        row("the login's proxy, which docker does not hand on",
            [](ScriptedNode &n) { n.sessionProxies = "proxy http_proxy\n"; }, {});
        row("an interface alike, which this recipe does not ask for",
            [](ScriptedNode &n) { n.furtherInterface = "enp1s0"; }, {});
        row("another interface", [](ScriptedNode &n) { n.furtherInterface = "enp2"; }, {});
        row("no carrier",
            [](ScriptedNode &n) {
                n.linkState = "\"flags\":[\"NO-CARRIER\",\"BROADCAST\",\"UP\"],\"operstate\":\"DOWN\"";
            },
            {u"network.interface=fail"_s});
        row("a virtual interface", [](ScriptedNode &n) { n.linkState = "\"operstate\":\"UNKNOWN\""; }, {});
        row("another MTU", [](ScriptedNode &n) { n.mtu = 9000; }, {u"network.mtu-equal=warn"_s});
        row("a chip nowhere", [](ScriptedNode &n) { n.numaOf[3] = -1; }, {u"npu.numa=warn"_s});
        row("one NUMA node",
            [](ScriptedNode &n) {
                n.numaOf[3] = -1;
                n.kernel["numa"] = "0";
            },
            {});
        row("other weights",
            [](ScriptedNode &n) { n.quantization = "#file a\n 36000 W4A8_DYNAMIC\n 900 W8A8_DYNAMIC\n#end\n"; },
            {u"weights.quantization=fail"_s});
        row("no description", [](ScriptedNode &n) { n.quantization = "#none\n"; }, {u"weights.quantization=skipped"_s});
        row("folder of another user", [](ScriptedNode &n) { n.target = "ops\nfolder\nno\n755 root:root\n/work\n"; },
            {u"host.target-folder=fail"_s});
        row("a file in the folder's place",
            [](ScriptedNode &n) { n.target = "root\nother\nyes\n644 root:root\n/work/deepseek\n"; },
            {u"host.target-folder=fail"_s});
        const QByteArray there = "root\nfolder\nyes\n777 root:root\n/work/deepseek/ds-v32\n",
                         above = "0 0\n41ed 0 0 /work\n41ed 0 0 /work/deepseek\n";
        row("a folder that others may write to",
            [there, above](ScriptedNode &n) {
                n.target = there;
                n.look = above + "41ff 0 0 /work/deepseek/ds-v32\n";
            },
            {u"host.target-folder=fail"_s});
        row("a link in the folder's place",
            [there, above](ScriptedNode &n) {
                n.target = there;
                n.look = above + "a1ff 0 0 /work/deepseek/ds-v32\n";
            },
            {u"host.target-folder=fail"_s});
        row("a link in the folder",
            [there, above](ScriptedNode &n) {
                n.target = there;
                n.look = above + "41ed 0 0 /work/deepseek/ds-v32\na1ff 0 0 /work/deepseek/ds-v32/start.sh\n";
            },
            {u"host.target-folder=fail"_s});
        row("another run's folder",
            [there, above](ScriptedNode &n) {
                n.target = there;
                n.look = above + "41ed 0 0 /work/deepseek/ds-v32\nmark fedcba9876543210 alice@desk\n";
            },
            {u"host.target-folder=warn"_s});
        row("a folder in the folder",
            [there, above](ScriptedNode &n) {
                n.target = there;
                n.look = above + "41ed 0 0 /work/deepseek/ds-v32\n41ed 0 0 /work/deepseek/ds-v32/config.json\n";
            },
            {u"host.target-folder=warn"_s});
        row("full /dev/shm",
            [](ScriptedNode &n) {
                n.shmTotal = 4LL << 30;
                n.shmUsed = n.shmTotal - (10 << 20);
            },
            {u"host.shm=fail"_s});
        row("small /dev/shm", [](ScriptedNode &n) { n.shmTotal = 64 << 20; }, {u"host.shm=fail"_s});
        row("name taken", [](ScriptedNode &n) { n.containers = {{.name = u"deepseekLocal"_s}}; },
            {u"container.name=fail"_s});
        row("shard missing", [](ScriptedNode &n) { n.shardMissing = true; },
            {u"weights.complete=fail"_s, u"weights.equal=fail"_s});
        row("shard cut by three bytes", [](ScriptedNode &n) { n.shardCutBy = 3; }, {u"weights.complete=fail"_s});
        row("device file is plain", [](ScriptedNode &n) { n.notDevice = {{"davinci3", "-"}}; },
            {u"npu.device-files=fail"_s});
        row("manager is a folder", [](ScriptedNode &n) { n.notDevice = {{"davinci_manager", "d"}}; },
            {u"npu.device-files=fail"_s});
        row("index cut", [](ScriptedNode &n) { n.indexCut = true; }, {u"weights.complete=fail"_s});
        row("no tokenizer", [](ScriptedNode &n) { n.tokenizer = "3000 640 0 tokenizer_config.json\n"; },
            {u"weights.complete=fail"_s, u"weights.equal=fail"_s});
        row("no chat template", [](ScriptedNode &n) { n.tokenizer = "7000 640 0 tokenizer.json\n"; },
            {u"weights.complete=warn"_s, u"weights.equal=fail"_s});
        row("config without vocabulary", [](ScriptedNode &n) { n.configJson = "{\"torch_dtype\": \"bfloat16\"}"; },
            {u"weights.config=fail"_s, u"weights.equal=fail"_s});
        row("config wider than documented", [](ScriptedNode &n) { n.configMode = 644; }, {u"weights.config=warn"_s});
        row("config of a group", [](ScriptedNode &n) { n.configMode = 664; }, {u"weights.config=warn"_s});
        row("config writable for everybody", [](ScriptedNode &n) { n.configMode = 646; }, {u"weights.config=fail"_s});
        row("a shard writable for everybody", [](ScriptedNode &n) { n.shardMode = 666; }, {u"weights.config=fail"_s});
        row("other sampling parameters", [](ScriptedNode &n) { n.generationConfig = "{\"temperature\": 1.0}"; },
            {u"weights.equal=fail"_s});
        row("no sampling parameters", [](ScriptedNode &n) { n.generationConfig.clear(); }, {u"weights.equal=fail"_s});
        row("Init without anything to probe", [](ScriptedNode &n) { n.netHealth[0] = "Receive timeout"; },
            {u"network.health=fail"_s});
        row("a pair of cards", [](ScriptedNode &n) { n.deadPairs = {u"3 10.20.101.13"_s}; }, {u"network.ping=fail"_s});
    }
    void eachFaultIsToldByTheRightCheck()
    {
        QFETCH(Change, change);
        const Outcome outcome = run(change);
        QTEST(outcome.notPassed, "notPassed");
        for (const QMap<QString, Finding> &findings : {outcome.node2, outcome.cluster}) {
            for (const Finding &finding : findings) {
                if (finding.verdict == Verdict::Fail || finding.verdict == Verdict::Warn)
                    QVERIFY2(!finding.remedy.isEmpty(), qPrintable(finding.check));
                for (const QString &left : unexplained(finding.remedy))
                    QFAIL(qPrintable(finding.check + u" does not say what stands for "_s + left + u": "_s
                                     + finding.remedy));
            }
        }
    }

    void tensorsAreSummedByTheIndexWhereItCanBeRight()
    {
        WeightsFacts weights;
        weights.files = {{u"a.safetensors"_s, {500, 0640, 0}}, {u"config.json"_s, {900, 0640, 0}}};
        QCOMPARE(*weights.tensorBytes(), qint64(500));
        for (const qint64 told : {0, 5, -7, 400, 2000, 1'000'000}) {
            weights.indexedTotalBytes = told;
            QCOMPARE(*weights.tensorBytes(), qint64(500));
        }
        for (const qint64 told : {490, 500, 1500}) { // some of them are missing
            weights.indexedTotalBytes = told;
            QCOMPARE(*weights.tensorBytes(), told);
        }
        weights.files.clear();
        QCOMPARE(*weights.tensorBytes(), qint64(1500));
        weights.indexedTotalBytes.reset();
        QVERIFY(!weights.tensorBytes());
    }

    // Code and tokenizers of some models lie in subfolders, and decide as much as the rest.
    void weightsInSubfoldersAreCompared_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("content"); // on the second node; empty: it has no such file
        QTest::addColumn<bool>("isEqual");
        QTest::newRow("the same") << u"sub/x.py"_s << QByteArray("12345678") << true;
        QTest::newRow("longer") << u"sub/x.py"_s << QByteArray("123456789") << false;
        QTest::newRow("as long") << u"sub/x.py"_s << QByteArray("abcdefgh") << false;
        QTest::newRow("missing") << u"sub/x.bin"_s << QByteArray() << false;
        QTest::newRow("deeper") << u"a/b/c/x.bin"_s << QByteArray("1") << false;
        QTest::newRow("hidden") << u".cache/x.bin"_s << QByteArray("1") << true;
    }
    void weightsInSubfoldersAreCompared()
    {
        QFETCH(QString, name);
        QFETCH(QByteArray, content);
        QFETCH(bool, isEqual);
        QTemporaryDir home;
        QList<NodeAnswers> nodes;
        for (int number = 1; number <= 2; ++number) {
            const QString folder = home.filePath(QString::number(number));
            QMap<QString, QByteArray> files{{u"config.json"_s, "{}"}};
            files.insert(name, number == 1 ? QByteArray("12345678") : content);
            for (auto it = files.cbegin(); it != files.cend(); ++it) {
                const QString path = folder + u'/' + it.key();
                QVERIFY(QDir().mkpath(QFileInfo(path).path()));
                QFile file(path);
                QVERIFY(it->isEmpty() || (file.open(QIODevice::WriteOnly) && file.write(*it) == it->size()));
            }
            LocalShell shell;
            NodeProbe probe(shell, {});
            NodeAnswers answers;
            answers.node = node(number);
            answers.reachable = true;
            const Result<WeightsFacts> weights = weightsFacts(probe, folder);
            const Result<QMap<QString, QString>> digests = weightsDigests(probe, folder);
            QVERIFY(weights && digests);
            QCOMPARE(weights->files.keys(), QStringList{u"config.json"_s});
            answers.weights = *weights;
            answers.weightsDigests = *digests;
            nodes << answers;
        }
        const Finding said = compareNodes(nodes, {{u"weights.equal"_s}}, context(0)).value(0);
        QVERIFY2(said.verdict == (isEqual ? Verdict::Pass : Verdict::Fail), qPrintable(said.summary));
        QVERIFY2(said.summary.contains(name) != isEqual, qPrintable(said.summary));
        QVERIFY2(said.summary.contains(u"up to 64 MiB"_s), qPrintable(said.summary));
    }

    // Copied the wrong way round, the good files are lost.
    void weightsAreCopiedFromTheWholeOnes()
    {
        NodeAnswers whole, broken;
        whole.node = node(1);
        broken.node = node(2);
        for (NodeAnswers *each : {&whole, &broken}) {
            each->reachable = true;
            each->weights = readWeightsProbe(
                "4096 750 0 .\n500 640 0 ./a.safetensors\n400 640 0 ./b.safetensors\n"
                "#index model.safetensors.index.json\n\"total_size\": 890\n\"a.safetensors\"\n\"b.safetensors\"\n");
        }
        broken.weights->files[u"b.safetensors"_s].sizeBytes = 100;
        const CheckSelection only{{u"weights.equal"_s}};
        const QString folder = context(0).settings.weights;
        for (const QList<NodeAnswers> &order : {QList<NodeAnswers>{whole, broken}, QList<NodeAnswers>{broken, whole}}) {
            const QList<Finding> findings = compareNodes(order, only, context(0));
            QCOMPARE(findings.size(), 1);
            const QString copy = u"on node1 run `rsync -a -s --partial '%1/' '10.20.1.2:%1/'`."_s.arg(folder);
            QVERIFY2(findings[0].remedy.contains(copy), qPrintable(findings[0].remedy));
        }
        NodeAnswers third = broken;          // every one that is broken is named
        third.node = node(3);
        broken.weights->files.insert(u"old.safetensors"_s, {7, 0640, 0});
        for (const QList<NodeAnswers> &order :
             {QList<NodeAnswers>{whole, broken, third}, QList<NodeAnswers>{broken, whole, third}}) {
            const QString remedy = compareNodes(order, only, context(0)).value(0).remedy;
            for (const QString &host : {u"10.20.1.2"_s, u"10.20.1.3"_s})
                QVERIFY2(remedy.contains(u"`rsync -a -s --partial '%1/' '%2:%1/'`"_s.arg(folder, host)),
                         qPrintable(remedy));
            QVERIFY2(remedy.contains(u"node2 has files that node1 has not, and a copy does not take them away: "
                                     "old.safetensors."_s)
                         && !remedy.contains(u"Find out"_s),
                     qPrintable(remedy));
        }
        NodeAnswers damaged = whole;         // as long, and weights.complete has found what is wrong with it
        damaged.node = node(2);
        damaged.weights->files.insert(u"stray"_s, {7, 0640, 0});
        Finding found;
        found.check = u"weights.complete"_s;
        found.verdict = Verdict::Fail;
        damaged.findings << found;
        const QString toDamaged = compareNodes({damaged, whole}, only, context(0)).value(0).remedy;
        QVERIFY2(toDamaged.contains(u"on node1 run"_s) && !toDamaged.contains(u"Find out"_s), qPrintable(toDamaged));
        NodeAnswers other = whole; // as long as the other, so sizes do not tell which is right
        other.node = node(2);
        other.weightsDigests = {{u"config.json"_s, u"a"_s}};
        NodeAnswers one = whole;
        one.weightsDigests = {{u"config.json"_s, u"b"_s}};
        one.weights->files.insert(u"config.json"_s, {10, 0640, 0});
        other.weights->files.insert(u"config.json"_s, {10, 0640, 0});
        const QString remedy = compareNodes({one, other}, only, context(0)).value(0).remedy;
        QVERIFY2(remedy.startsWith(u"Find out which node"_s) && !remedy.contains(u"node1"_s)
                     && remedy.contains(u"config.json differs at the same size"_s)
                     && !remedy.contains(u"10.20.1"_s),
                 qPrintable(remedy));
    }

    // One lacks a shard, the other has a wrong file beside all its shards: whichever folder is copied, a good file is
    // lost. Also where only weights.equal is asked.
    void aFolderWithAFailedCheckIsNotCalledWhole_data()
    {
        QTest::addColumn<Change>("change");
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("check");
        const auto row = [](const char *name, const Change &change, const QString &file, const QString &check) {
            QTest::newRow(name) << change << file << check;
        };
        row("another quantization",
            [](ScriptedNode &n) { n.quantization = "#file a\n 36000 W4A8_DYNAMIC\n 900 W8A8_DYNAMIC\n#end\n"; },
            u"quant_model_description.json"_s, u"weights.quantization"_s);
        row("a config that is none", [](ScriptedNode &n) { n.configJson = "{"; }, u"config.json"_s,
            u"weights.config"_s);
    }
    void aFolderWithAFailedCheckIsNotCalledWhole()
    {
        QFETCH(Change, change);
        QFETCH(QString, file);
        QFETCH(QString, check);
        const CheckSelection selection{{u"weights.equal"_s}};
        QList<NodeAnswers> all;
        for (int number = 1; number <= 2; ++number) {
            ScriptedNode one(number);
            one.shardMissing = number == 2;
            if (number == 1)
                change(one);
            ScriptedShell shell = one.shell();
            Result<NodeAnswers> answers = firstRound(shell, context(number), selection, {}, [](const Finding &) {});
            QVERIFY(answers && answers->weights);
            answers->weights->files.insert(file, {10, 0640, 0});
            answers->weightsDigests.insert(file, QString::number(number));
            all << *answers;
        }
        for (const QList<NodeAnswers> &order : {all, QList<NodeAnswers>{all[1], all[0]}}) {
            const Finding said = compareNodes(order, selection, context(0)).value(0);
            QCOMPARE(said.verdict, Verdict::Fail);
            for (const QString &words :
                 {u"on node1 failed: "_s + check, u"on node2 failed: weights.complete"_s,
                  u"right on node1 and not on node2: model-00002-of-00002.safetensors."_s,
                  u"right on node2 and not on node1: %1."_s.arg(file),
                  u"Copied the other way round, the good files are lost."_s})
                QVERIFY2(said.remedy.contains(words), qPrintable(words + u'\n' + said.remedy));
            QVERIFY2(!said.remedy.contains(u"rsync"_s) && !said.remedy.contains(u"are whole"_s),
                     qPrintable(said.remedy));
            QStringList names = said.nodes;
            names.sort();
            QCOMPARE(names, (QStringList{u"node1"_s, u"node2"_s}));
        }
        // Of another model, by its index: its tensors are not named either.
        all[0].weightsDigests.insert(u"model.safetensors.index.json"_s, u"another"_s);
        const QString other = compareNodes(all, selection, context(0)).value(0).remedy;
        QVERIFY2(!other.contains(u"not on node2"_s) && other.contains(u"not on node1: "_s), qPrintable(other));
    }

    // What no engine reads makes no difference; what every model has is missing where it is not.
    void weightsDifferInWhatAnEngineReads()
    {
        QList<NodeAnswers> nodes;
        for (int number = 1; number <= 2; ++number) {
            NodeAnswers one;
            one.node = node(number);
            one.reachable = true;
            one.weights = readWeightsProbe("4096 750 0 .\n500 640 0 ./a.safetensors\n34 640 0 ./config.json\n"
                                           "#index model.safetensors.index.json\n\"total_size\": 490\n"
                                           "\"a.safetensors\"\n");
            nodes << one;
        }
        const auto said = [&nodes] {
            return compareNodes(nodes, {{u"weights.equal"_s}}, context(0)).value(0);
        };
        for (const QString &name : {u"README.txt"_s, u"LICENSE-MODEL"_s, u"figures/benchmark.png"_s, u"NOTES.md"_s}) {
            nodes[1].weights->files.insert(name, {7, 0640, 0});
            const Finding note = said();
            QVERIFY2(note.verdict == Verdict::Pass && note.summary.contains(name), qPrintable(note.summary));
            nodes[1].weights->files.remove(name);
        }
        for (const QString &name : {u"readme_tools.py"_s, u"merges.txt"_s, u"b.safetensors"_s}) {
            nodes[1].weights->files.insert(name, {7, 0640, 0});
            QCOMPARE(said().verdict, Verdict::Fail);
            nodes[1].weights->files.remove(name);
        }
        for (const int lacking : {0, 1}) {
            const WeightFile config = nodes[lacking].weights->files.take(u"config.json"_s);
            const Finding finding = said();
            const QString there = nodes[lacking].node.name, whole = nodes[1 - lacking].node.name;
            QCOMPARE(finding.verdict, Verdict::Fail);
            QCOMPARE(finding.nodes, QStringList{there});
            QVERIFY2(finding.summary.contains(u"missing on %1: config.json"_s.arg(there)), qPrintable(finding.summary));
            QVERIFY2(finding.remedy.contains(u"on %1 run `rsync"_s.arg(whole))
                         && !finding.remedy.contains(u"none of the model's"_s),
                     qPrintable(finding.remedy));
            nodes[lacking].weights->files.insert(u"config.json"_s, config);
        }
    }

    // Of two nodes this computer's clock tells which; of more, their majority, whatever this computer's says.
    void theClockThatIsOffIsNamed_data()
    {
        QTest::addColumn<QList<double>>("offsets");
        QTest::addColumn<QString>("said");
        QTest::addColumn<QString>("remedy");
        QTest::newRow("one of two") << QList<double>{0, 90} << u"; off against this computer: node2 by +90.0 s"_s
                                    << u"Set the clock of node2: "_s;
        QTest::newRow("both of two") << QList<double>{-30, 60}
                                     << u"; off against this computer: node1 by -30.0 s, node2 by +60.0 s"_s
                                     << u"Set the clock of node1, node2: "_s;
        QTest::newRow("one of three, and this computer") << QList<double>{90, 90.2, 0}
                                                         << u"; off against the other nodes: node3 by -90.0 s"_s
                                                         << u"Set the clock of node3: "_s;
        QTest::newRow("no majority") << QList<double>{-40, 0, 40, 80}
                                     << u"; off against this computer: node1 by -40.0 s, node3 by +40.0 s, "
                                        "node4 by +80.0 s"_s
                                     << u"Set the clock of node1, node3, node4: "_s;
    }
    void theClockThatIsOffIsNamed()
    {
        QFETCH(QList<double>, offsets);
        QFETCH(QString, said);
        QFETCH(QString, remedy);
        QList<NodeAnswers> nodes;
        for (qsizetype i = 0; i < offsets.size(); ++i) {
            NodeAnswers answers;
            answers.node = node(int(i) + 1);
            answers.reachable = true;
            answers.facts.clockOffsetSeconds = offsets[i];
            answers.clockUncertaintySeconds = 0.1;
            nodes << answers;
        }
        const Finding finding = compareNodes(nodes, {{u"host.clock-equal"_s}}, context(0)).value(0);
        QCOMPARE(finding.verdict, Verdict::Fail);
        QVERIFY(!finding.nodes.isEmpty());
        const QString named = finding.remedy.section(u':', 0, 0);
        for (const NodeAnswers &each : std::as_const(nodes)) // other pages tell of them, too
            QCOMPARE(finding.nodes.contains(each.node.name), named.contains(each.node.name));
        QVERIFY2(finding.summary.endsWith(said), qPrintable(finding.summary));
        QVERIFY2(finding.remedy.startsWith(remedy), qPrintable(finding.remedy));
    }

    // Within the recipe's ranges, and refused all the same: by rules between settings, by the number of cards (16), by
    // what a port and a mount are. As `lint deployment` says it.
    void settingsThatCannotBeUsedFail_data()
    {
        QTest::addColumn<QByteArray>("settings");
        QTest::addColumn<Verdict>("verdict");
        QTest::addColumn<QString>("said");
        const auto row = [](const char *name, const char *settings, Verdict verdict, const char *said) {
            QTest::newRow(name) << QByteArray(settings) << verdict << QString::fromUtf8(said);
        };
        row("defaults", "{}", Verdict::Pass, "");
        row("null is as none", "null", Verdict::Pass, "");
        row("a list", "[]", Verdict::Fail, "it must be an object");
        row("out of range", R"({"port":80})", Verdict::Fail, "\"port\" is 80; allowed: 1024 to 65535");
        row("longest output", R"({"maxIterTimes":4194304})", Verdict::Fail,
            "must not be more than \"maxSeqLen\" (8192)");
        row("longest input", R"({"maxInputTokenLen":4194304})", Verdict::Fail, "must not be less than");
        row("tokens per prefill", R"({"maxPrefillTokens":4194304})", Verdict::Pass, "");
        row("tp", R"({"tp":64})", Verdict::Fail, "\"tp\" is 64, but 16 cards cannot be divided by it");
        row("ports", R"({"hcclHostPortRange":"70000-1"})", Verdict::Fail, "\"hcclHostPortRange\" is \"70000-1\"");
        row("mount", R"({"extraMounts":"/a"})", Verdict::Fail, "each mount is HOST:CONTAINER");
        row("unknown", R"({"prot":1025})", Verdict::Warn, "did you mean \"port\"?");
        row("not read", R"({"weightsNode":"node2"})", Verdict::Pass, "");
    }
    void settingsThatCannotBeUsedFail()
    {
        QFETCH(QByteArray, settings);
        QFETCH(Verdict, verdict);
        QFETCH(QString, said);
        CheckContext given = context(0);
        given.deployment.settings = *parseJson(settings, u"settings"_s);
        const Finding finding = compareNodes({}, {{u"recipe.settings"_s}}, given).value(0);
        QCOMPARE(finding.check, u"recipe.settings"_s);
        QVERIFY2(finding.verdict == verdict && finding.summary.contains(said), qPrintable(finding.summary));
        QCOMPARE(finding.remedy.isEmpty(), verdict == Verdict::Pass);
    }

    // deploy refuses both: the others only wait for a recipe then.
    void aRecipeThatIsNoneOrTakesMoreNodesFails()
    {
        const auto said = [](const CheckContext &given) {
            return compareNodes({}, {{u"recipe.settings"_s}}, given).value(0);
        };
        CheckContext unknown = context(0);
        unknown.deployment.recipe = u"nosuch"_s;
        QCOMPARE(said(unknown).verdict, Verdict::Fail);
        QVERIFY2(said(unknown).summary.contains(u"nosuch"_s) && said(unknown).remedy.contains(u"`ascendctl recipes`"_s),
                 qPrintable(said(unknown).summary + said(unknown).remedy));
        CheckContext few = context(0);
        few.deployment.nodes = {node(1)};
        QCOMPARE(said(few).verdict, Verdict::Fail);
        QVERIFY2(said(few).summary.contains(u"Number of nodes: the recipe needs 2, the deployment has 1."_s),
                 qPrintable(said(few).summary));
    }

    // One setting that does not fit takes no default from the others: recipe.settings tells of it, and nobody else.
    void aSettingThatDoesNotFitIsToldByItsOwnCheckAlone()
    {
        Deployment deployment = context(0).deployment;
        deployment.settings = Json::object();
        const CheckSettings right = checkSettingsOf(deployment);
        QCOMPARE(right.containerName, u"deepseekLocal"_s);
        QVERIFY(right.folder.startsWith(u'/') && !right.ports.isEmpty() && !right.weights.isEmpty());
        deployment.settings["maxBatchSize"] = 0;
        QVERIFY(checkSettingsOf(deployment) == right);
        CheckContext given = context(0);
        given.deployment = deployment;
        const Finding said = compareNodes({}, {{u"recipe.settings"_s}}, given).value(0);
        QVERIFY2(said.verdict == Verdict::Fail && said.summary.contains(u"maxBatchSize"_s), qPrintable(said.summary));
        deployment.settings = Json{{"generation", "3.0"}, {"image", right.image.toStdString()}};
        QCOMPARE(checkSettingsOf(deployment).containerName, u"deepseekLocal"_s);
        deployment.settings = Json{{"port", "x"}, {"weights", "/other"}};
        QCOMPARE(checkSettingsOf(deployment).weights, u"/other"_s); // and what fits stays
    }

    // recipe.settings says what is wrong with it; a node is not asked for a folder that lies nowhere.
    void aWeightsPathThatIsRefusedIsAskedOfNoNode()
    {
        CheckContext given = context(1);
        given.settings.weights = u"weights/deepseek"_s;
        ScriptedNode node(1);
        ScriptedShell shell = node.shell();
        QMap<QString, Finding> said;
        const QStringList ids{u"weights.complete"_s, u"weights.config"_s, u"host.disk-weights"_s};
        QVERIFY(firstRound(shell, given, {ids}, {}, [&](const Finding &finding) { said[finding.check] = finding; }));
        for (const QString &id : ids) {
            QCOMPARE(said[id].verdict, Verdict::Skipped);
            QVERIFY2(said[id].summary.contains(u"weights/deepseek is no absolute path"_s),
                     qPrintable(said[id].summary));
        }
    }

    // The model's room on the cards, from what the node has said: the weights, their config.json, the cards.
    void whatHasNoRoomOnTheCardsFails_data()
    {
        QTest::addColumn<QByteArray>("settings");
        QTest::addColumn<std::function<void(NodeAnswers &)>>("change");
        QTest::addColumn<Verdict>("verdict");
        QTest::addColumn<QString>("said");
        QTest::addColumn<QString>("remedy");
        const auto row = [](const char *name, const char *settings, const std::function<void(NodeAnswers &)> &change,
                            Verdict verdict, const char *said, const char *remedy = "") {
            QTest::newRow(name) << QByteArray(settings) << change << verdict << QString::fromUtf8(said)
                                << QString::fromUtf8(remedy);
        };
        const auto nothing = [](NodeAnswers &) {};
        row("defaults", "{}", nothing, Verdict::Pass, " tokens of KV cache have room, in ");
        row("low ends",
            R"({"maxModelLen":1,"maxSeqs":1,"maxBatchedTokens":1,"tp":1,"hcclBuffSize":1,
                "gpuMemoryUtilization":0.1})",
            // a tenth of the 60.96 GiB that the driver leaves
            nothing, Verdict::Fail, "It does not fit: the weights alone take 37.5 GiB of 6.1 GiB usable on each card",
            "Raise gpuMemoryUtilization, or use more cards.");
        row("HCCL", R"({"hcclBuffSize":65536})", nothing, Verdict::Fail,
            "It does not fit: HCCL takes at least 128 GiB of the 61.0 GiB of each card", "Lower HCCL_BUFFSIZE");
        // 0.95 × 60.96 GiB = 57.9 GiB a card; 480 GiB of files take 60.2 of it, these 57.4: half a GiB is no request
        row("no request", "{}", [](NodeAnswers &one) { one.model.tensorBytes = qint64(458) << 30; }, Verdict::Fail,
            "It does not fit: not one request of the full length has room.", "Lower maxModelLen or use more cards.");
        row("cannot be divided", R"({"tp":"three"})", nothing, Verdict::Skipped, "depends on recipe.settings");
        row("no weights", "{}", [](NodeAnswers &one) { one.model = {}; }, Verdict::Skipped,
            "depends on weights.complete");
        row("no config.json", "{}", [](NodeAnswers &one) { one.model.config.reset(); }, Verdict::Skipped,
            "depends on weights.config");
        row("another family", "{}", [](NodeAnswers &one) { one.model.config = Json{{"model_type", "mixtral"}}; },
            Verdict::Skipped, "a model of the type mixtral");
        row("no npu-smi", "{}", [](NodeAnswers &one) { one.facts.npuSmi.reset(); }, Verdict::Skipped,
            "depends on driver.present");
        row("memory not told", "{}", [](NodeAnswers &one) { one.facts.npuSmi->chips[3].hbmTotalMb.reset(); },
            Verdict::Unknown, "pu-smi does not tell the memory of every card", "Ask again");
        row("not reached", "{}", [](NodeAnswers &one) { one.reachable = false; }, Verdict::Skipped,
            "depends on connection.reachable");
    }
    void whatHasNoRoomOnTheCardsFails()
    {
        QFETCH(QByteArray, settings);
        QFETCH(std::function<void(NodeAnswers &)>, change);
        QFETCH(Verdict, verdict);
        ScriptedNode scripted(1);
        scripted.configJson
            = R"({"model_type": "qwen3_moe", "torch_dtype": "bfloat16", "hidden_size": 4096, "num_hidden_layers": 94,
"num_attention_heads": 64, "num_key_value_heads": 4, "head_dim": 128, "vocab_size": 151936, "num_experts": 128,
"moe_intermediate_size": 1536, "intermediate_size": 12288, "decoder_sparse_step": 1, "mlp_only_layers": []})";
        CheckContext asked = context(1);
        asked.deployment.recipe = u"vllm-ascend-qwen3-235b-w8a8-1xA2"_s;
        asked.deployment.nodes = {node(1)};
        asked.deployment.settings = *parseJson(settings, u"settings"_s);
        ScriptedShell shell = scripted.shell();
        const CheckSelection only{{u"recipe.capacity"_s}};
        Result<NodeAnswers> answers = firstRound(shell, asked, only, {}, {});
        QVERIFY(answers);
        const QString question = quoted({u"cat"_s, ScriptedNode::weights() + u"/config.json"_s});
        QCOMPARE(shell.asked.count(question), 1); // for its own check and for this one
        QVERIFY(answers->model.config && *answers->model.tensorBytes == 8'999'990'000);
        answers->model.tensorBytes = qint64(235) << 30;
        change(*answers);
        const Finding finding = compareNodes({*answers}, only, asked).value(0);
        QCOMPARE(finding.check, u"recipe.capacity"_s);
        QFETCH(QString, said);
        QVERIFY2(finding.verdict == verdict && finding.summary.contains(said), qPrintable(finding.summary));
        QFETCH(QString, remedy);
        QVERIFY2(finding.remedy.contains(remedy), qPrintable(finding.remedy));
        QCOMPARE(finding.remedy.isEmpty(), verdict == Verdict::Pass || verdict == Verdict::Skipped);
    }

    // Missing files and such that were cut short, or that hold no tensors at all, in one answer.
    void everyBrokenWeightFileIsNamed()
    {
        const Outcome outcome = run([](ScriptedNode &n) { n.shardMissing = true; },
                                    [](ScriptedShell &shell) {
                                        shell.answer(quoted(shardsProbe(ScriptedNode::weights())),
                                                     "4992 4999995003 model-00001-of-00002.safetensors\n");
                                    });
        const Finding finding = outcome.node2[u"weights.complete"_s];
        QCOMPARE(finding.verdict, Verdict::Fail);
        QVERIFY2(finding.summary.contains(u"model-00002-of-00002.safetensors"_s)
                     && finding.summary.contains(u"model-00001-of-00002.safetensors holds 5000000000 bytes, its header "
                                                 "asks for 5000000003"_s),
                 qPrintable(finding.summary));
    }

    // What is asked for is what the header says, not what is left of it; and a file without rights is a file.
    void aShardThatIsCutInItsHeaderIsSaidToBe()
    {
        const Outcome outcome = run([](ScriptedNode &) {},
                                    [](ScriptedShell &shell) {
                                        shell.answer(quoted(shardsProbe(ScriptedNode::weights())),
                                                     "6000000000 77 model-00001-of-00002.safetensors\n");
                                    });
        const QString summary = outcome.node2[u"weights.complete"_s].summary;
        QVERIFY2(summary.contains(u"holds 5000000000 bytes, its header alone asks for 6000000008"_s),
                 qPrintable(summary));
        const WeightsFacts closed = readWeightsProbe("4096 2750 0 .\n500 40 0 ./a.safetensors\n1 0 0 ./b\n");
        QCOMPARE(closed.files.value(u"a.safetensors"_s).mode, 0040);
        QCOMPARE(closed.files.size(), 2);
        QCOMPARE(closed.folderMode, 02750);
    }

    // As of a Hugging Face cache: the files are there, and the container, which has only the folder, does not see them.
    void aLinkOutOfTheWeightsIsSaid()
    {
        const QTemporaryDir home;
        const QString folder = home.filePath(u"snapshots/1"_s), blobs = home.filePath(u"blobs"_s);
        QVERIFY(QDir().mkpath(folder) && QDir().mkpath(blobs));
        for (const QString &path : {blobs + u"/x"_s, folder + u"/own.safetensors"_s}) {
            QFile file(path);
            QVERIFY(file.open(QIODevice::WriteOnly) && file.write("12345678") == 8);
        }
        QVERIFY(QFile::link(u"../../blobs/x"_s, folder + u"/a.safetensors"_s));
        QVERIFY(QFile::link(u"own.safetensors"_s, folder + u"/b.safetensors"_s));
        QStringList argv = weightsProbe(folder);
        QProcess shell;
        shell.start(argv.takeFirst(), argv);
        QVERIFY(shell.waitForFinished(20'000));
        const WeightsFacts facts = readWeightsProbe(shell.readAllStandardOutput());
        QCOMPARE(facts.files.size(), 3);
        QCOMPARE(facts.links.value(u"a.safetensors"_s), u"../../blobs/x"_s);
        const QMap<QString, QString> away{{u"a.safetensors"_s, blobs + u"/x"_s}};
        QCOMPARE(facts.linksAway(folder, {}), away);
        QCOMPARE(facts.linksAway(folder, {u"/other"_s}), away);
        QVERIFY(facts.linksAway(folder, {blobs}).isEmpty());
        QVERIFY(facts.linksAway(folder, {u"/"_s}).isEmpty());

        const Outcome outcome = run([](ScriptedNode &) {}, [](ScriptedShell &shell) {
            const QStringList argv = weightsProbe(ScriptedNode::weights());
            const Result<CommandOutput> usual = shell.run({.argv = argv}, {}, {});
            QVERIFY(usual);
            shell.answer(quoted(argv), "#link model-00001-of-00002.safetensors\t/data/blobs/x\n" + usual->out);
        });
        const Finding said = outcome.node2[u"weights.complete"_s];
        QVERIFY2(said.verdict == Verdict::Fail && said.summary.contains(u"leads to /data/blobs/x"_s)
                     && said.remedy.contains(u"/data/blobs:/data/blobs:ro"_s),
                 qPrintable(said.summary));
        // A link that this user may not follow is not missing: nobody knows.
        const WeightsFacts shut = readWeightsProbe("#link a\t/data/x\n#shut bob\ta\n");
        QCOMPARE(shut.shut, u"a"_s);
        QCOMPARE(shut.shutTo, u"bob"_s);
    }

    // Fetched on one node, cut short on the other: nobody is told to copy what the deployment fetches.
    void whatIsStillFetchedIsNotCompared()
    {
        QList<NodeAnswers> all;
        CheckContext here = context(0);
        here.settings.fetchesWeights = true;
        const CheckSelection selection{{u"weights.complete"_s, u"weights.equal"_s}};
        for (int number = 1; number <= 2; ++number) {
            ScriptedNode one(number);
            one.shardMissing = number == 2;
            ScriptedShell shell = one.shell();
            CheckContext asked = context(number);
            asked.settings.fetchesWeights = true;
            Result<NodeAnswers> answers = firstRound(shell, asked, selection, {}, {});
            QVERIFY(answers);
            all << *answers;
        }
        const auto equal = [&] {
            for (const Finding &finding : compareNodes(all, selection, here)) {
                if (finding.check == "weights.equal"_L1)
                    return finding;
            }
            return Finding();
        };
        QCOMPARE(equal().verdict, Verdict::Skipped);
        QVERIFY2(equal().summary.contains(u"node2"_s) && equal().remedy.isEmpty(), qPrintable(equal().summary));
        here.settings.fetchesWeights = false;
        QCOMPARE(equal().verdict, Verdict::Fail);
    }

    // A folder with a part of the files, before the deployment fetches the rest.
    void whatIsStillFetchedIsNoFailure()
    {
        for (const QByteArray &list : {QByteArray("#missing\n"), QByteArray("4096 755 0 .\n"),
                                       QByteArray("4096 755 0 .\n34 644 0 config.json\n"),
                                       QByteArray("4096 755 0 .\n34 644 0 a.safetensors\n")}) {
            ScriptedNode one(1);
            ScriptedShell shell = one.shell();
            shell.answer(quoted(weightsProbe(ScriptedNode::weights())), list);
            CheckContext here = context(1);
            here.settings.fetchesWeights = true;
            QMap<QString, Finding> said;
            QVERIFY(firstRound(shell, here, CheckSelection{{u"weights.complete"_s}}, {},
                               [&](const Finding &finding) { said.insert(finding.check, finding); }));
            const Finding finding = said[u"weights.complete"_s];
            QVERIFY2(finding.verdict == Verdict::Warn, (list + qPrintable(finding.summary)).constData());
            QVERIFY2(finding.remedy.contains(u"resume"_s) && !finding.remedy.contains(u"Copy"_s),
                     qPrintable(finding.remedy));
        }
    }

    // It is set already: the others get them from this node, and nobody brings them here.
    void theNodeThatWeightsAreCopiedFromIsToldNoSetting()
    {
        ScriptedShell shell = ScriptedNode(1).shell();
        shell.answer(quoted(weightsProbe(ScriptedNode::weights())), "#missing\n");
        CheckContext here = context(1);
        for (const bool isSource : {true, false}) {
            here.settings.fetchesWeights = isSource;
            here.settings.weightsNode = isSource ? here.node.name : QString();
            NodeProbe probe(shell, {});
            const Finding finding = askOnly("weights.complete", probe, here);
            QCOMPARE(finding.verdict, Verdict::Fail);
            QVERIFY2(finding.remedy.contains(u"weightsFrom"_s) != isSource, qPrintable(finding.remedy));
            QVERIFY(finding.remedy.contains(u"Copy the weights"_s));
        }
    }

    void anImageThatIsPulledIsNoFailure()
    {
        ScriptedNode one(1);
        one.image = false;
        ScriptedShell shell = one.shell();
        CheckContext here = context(1);
        here.settings.pullsImage = true;
        QMap<QString, Finding> said;
        QVERIFY(firstRound(shell, here, CheckSelection{{u"container.image"_s, u"container.image-architecture"_s}}, {},
                           [&](const Finding &finding) { said.insert(finding.check, finding); }));
        here.settings.image = u"your-registry/your-awq-engine:tag"_s; // which no run takes
        ScriptedShell again = one.shell();
        Finding placeholder;
        QVERIFY(firstRound(again, here, CheckSelection{{u"container.image"_s}}, {},
                           [&](const Finding &each) { placeholder = each; }));
        QVERIFY2(placeholder.verdict == Verdict::Fail && placeholder.isOfSettings
                     && !placeholder.remedy.contains(u"docker pull"_s),
                 qPrintable(placeholder.summary + placeholder.remedy));
        const Finding finding = said[u"container.image"_s];
        QCOMPARE(finding.verdict, Verdict::Warn);
        QVERIFY2(finding.summary.contains(u"the run pulls it"_s) && finding.remedy.contains(u"docker pull "_s),
                 qPrintable(finding.summary + finding.remedy));
        QCOMPARE(said[u"container.image-architecture"_s].verdict, Verdict::Skipped);
    }

    // A run has tried: that it would see to it is not said once more.
    void anImageThatCouldNotBePulledIsAFailure()
    {
        ScriptedNode one(1);
        one.image = false;
        CheckContext here = context(1);
        here.settings.pullsImage = true;
        const auto said = [&] {
            ScriptedShell shell = one.shell();
            Finding answer;
            const auto answers = firstRound(shell, here, CheckSelection{{u"container.image"_s}}, {},
                                            [&](const Finding &finding) { answer = finding; });
            return answers ? answer : Finding();
        };
        here.imageFailure
            = u"The image %1 is not on the node and could not be pulled: no such host"_s.arg(here.settings.image);
        const Finding finding = said();
        QCOMPARE(finding.verdict, Verdict::Fail);
        QVERIFY2(finding.summary.contains(u"no such host"_s) && !finding.summary.contains(u"the run pulls it"_s),
                 qPrintable(finding.summary));
        here.imageFailure.replace(here.settings.image, here.settings.image + u"-other"_s); // another one
        QCOMPARE(said().verdict, Verdict::Warn);
        one.image = true;                // somebody has brought it since
        here.imageFailure.replace(u"-other"_s, QString());
        QCOMPARE(said().verdict, Verdict::Pass);
    }

    // As the run's own step takes it: an archive that is not named would not bring it.
    void whatBringsAMissingImageIsTheSettings_data()
    {
        QTest::addColumn<QByteArray>("settings");
        QTest::addColumn<QString>("by");
        QTest::newRow("by itself") << QByteArray("{}") << u"pull"_s;
        QTest::newRow("registry") << QByteArray(R"({"imageFrom":"registry"})") << u"pull"_s;
        QTest::newRow("node") << QByteArray(R"({"imageFrom":"node","imageArchive":"/data/image.tar"})") << u"load"_s;
        QTest::newRow("desktop") << QByteArray(R"({"imageFrom":"desktop","imageArchive":"i.tar"})") << u"load"_s;
        QTest::newRow("no archive") << QByteArray(R"({"imageFrom":"node"})") << QString();
    }
    void whatBringsAMissingImageIsTheSettings()
    {
        QFETCH(QByteArray, settings);
        QFETCH(QString, by);
        Deployment deployment = context(1).deployment;
        deployment.settings = *parseJson(settings, {});
        const CheckSettings asked = checkSettingsOf(deployment);
        QCOMPARE(asked.pullsImage, by == u"pull"_s);
        QCOMPARE(asked.loadsImage, by == u"load"_s);
    }

    void anImageThatIsLoadedIsNoFailure()
    {
        ScriptedNode one(1);
        one.image = false;
        ScriptedShell shell = one.shell();
        CheckContext here = context(1);
        here.settings.loadsImage = true;
        QMap<QString, Finding> said;
        QVERIFY(firstRound(shell, here, CheckSelection{{u"container.image"_s, u"container.image-architecture"_s}}, {},
                           [&](const Finding &finding) { said.insert(finding.check, finding); }));
        const Finding finding = said[u"container.image"_s];
        QCOMPARE(finding.verdict, Verdict::Warn);
        QCOMPARE(said[u"container.image-architecture"_s].verdict, Verdict::Skipped); // of what is not there
        QVERIFY2(finding.summary.contains(u"imageFrom"_s) && !finding.remedy.contains(u"pull"_s),
                 qPrintable(finding.summary));
    }

    // How much an image takes is said of the engine that says it, and of no other.
    void roomForAnImageIsThatOfItsEngine_data()
    {
        QTest::addColumn<QString>("recipe");
        QTest::addColumn<qint64>("freeGib");
        QTest::addColumn<Verdict>("verdict");
        QTest::addColumn<bool>("says");  // a size
        const QString mindie = u"mindie-deepseek-v3.2-w8a8-2xA2"_s, vllm = u"vllm-ascend-qwen3-235b-w8a8-1xA2"_s;
        QTest::newRow("MindIE, enough") << mindie << qint64(40) << Verdict::Pass << true;
        QTest::newRow("MindIE, too little") << mindie << qint64(20) << Verdict::Fail << true;
        QTest::newRow("vLLM") << vllm << qint64(40) << Verdict::Pass << false;
        QTest::newRow("vLLM, perhaps too little") << vllm << qint64(20) << Verdict::Warn << false;
        QTest::newRow("vLLM, full") << vllm << qint64(0) << Verdict::Fail << false;
    }
    void roomForAnImageIsThatOfItsEngine()
    {
        QFETCH(QString, recipe);
        QFETCH(qint64, freeGib);
        QFETCH(bool, says);
        ScriptedNode one(1);
        one.image = false;
        one.dockerFree = freeGib << 30;
        ScriptedShell shell = one.shell();
        CheckContext here = context(1);
        here.deployment.recipe = recipe;
        const CheckSettings ofRecipe = checkSettingsOf(here.deployment);
        here.settings.demands = ofRecipe.demands;
        here.settings.engineName = ofRecipe.engineName;
        Finding said;
        QVERIFY(firstRound(shell, here, CheckSelection{{u"host.disk-image"_s}}, {},
                           [&](const Finding &finding) { said = finding; }));
        QTEST(said.verdict, "verdict");
        QCOMPARE(said.summary.contains(u"MindIE"_s), says);
        QCOMPARE(said.summary.contains(u"takes about 32 GiB"_s), says);
    }

    void oneMachineUnderTwoNamesIsSaidAsThat()
    {
        const Finding finding
            = run([](ScriptedNode &n) { n = ScriptedNode(1); }).cluster[u"network.addresses-unique"_s];
        QVERIFY2(finding.summary.startsWith(u"node1 and node2 are one machine: "_s), qPrintable(finding.summary));
        QVERIFY2(finding.remedy.contains(u"root"_s), qPrintable(finding.remedy));
    }

    void addressesThatCannotBeReadAreNoUniqueOnes()
    {
        const Outcome outcome = run([](ScriptedNode &) {},
                                    [](ScriptedShell &shell) {
                                        shell.answer(quoted(hccnQuestion(u"hccn_tool"_s, 5, u"ip"_s)),
                                                     "Cmd execute failed!\n", 1);
                                    });
        const Finding finding = outcome.cluster[u"network.addresses-unique"_s];
        QCOMPARE(finding.verdict, Verdict::Pass);
        QCOMPARE(finding.value, u"15 unique, 1 not read"_s);
        QVERIFY2(finding.summary.endsWith(u"1 could not be read: node2 device 5"_s), qPrintable(finding.summary));
        QCOMPARE(outcome.node2[u"network.address"_s].verdict, Verdict::Unknown);
    }

    // What is looked for among many nodes.
    void ofManyNodesTheOddOnesComeFirst()
    {
        QList<NodeAnswers> nodes;
        CheckContext context;
        context.language = u"en"_s;
        for (int i = 1; i <= 9; ++i) {
            NodeAnswers node;
            node.node.name = node.facts.name = u"node%1"_s.arg(i);
            node.reachable = true;
            node.facts.driverVersion = i == 7 ? u"25.5.0"_s : u"25.2.0"_s;
            nodes << node;
            context.deployment.nodes << node.node;
        }
        const QList<Finding> said = compareNodes(nodes, {{u"driver.equal"_s}}, context);
        QCOMPARE(said.size(), 1);
        QCOMPARE(said.first().summary, u"The nodes have different drivers: 25.5.0: node7; 25.2.0: node1, node2, node3, "
                                       "node4 and 4 more"_s);
    }

    void whatIsNoDeviceIsNamed()
    {
        const Finding finding
            = run([](ScriptedNode &n) { n.notDevice = {{"davinci3", "-"}}; }).node2[u"npu.device-files"_s];
        QVERIFY2(finding.summary.contains(u"/dev/davinci3 is a plain file"_s), qPrintable(finding.summary));
        QVERIFY2(finding.remedy.contains(u"`ls -l /dev/davinci3`"_s), qPrintable(finding.remedy));
        QCOMPARE(finding.devices, QStringList(u"node2 device 3"_s));
    }

    // What a remedy says is typed as it stands, so it must not destroy what the deployment needs.
    void remediesSpareWhatIsNeeded()
    {
        const Outcome full = run([](ScriptedNode &n) { n.dockerFree = n.weightsFree = 0; });
        QVERIFY(!full.node2[u"host.disk-image"_s].remedy.contains(u"prune"_s));
        // that disk, not the one of "/"
        QVERIFY(full.node2[u"host.disk-weights"_s].remedy.contains(u"du -xh --max-depth=2 /data "_s));
        const Outcome open = run([](ScriptedNode &n) { n.shardMode = 666; });
        const QString modes = open.node2[u"weights.config"_s].remedy;
        QVERIFY2(modes.contains(u"-type d -exec chmod 750 {} +"_s) && modes.contains(u"-type f -exec chmod 640 {} +"_s),
                 qPrintable(modes));
        for (const QString &language : {u"en"_s, u"zh"_s}) {
            for (const CheckInfo &info : checkInfos(language))
                QVERIFY2(!info.remedy.contains(u"set -t reset"_s) && !info.remedy.contains(u"prune"_s),
                         qPrintable(info.id));
        }
    }

    // A new deployment: what compares with the recipe waits for it, and says so instead of blaming the node.
    void whatNeedsTheRecipeWaitsForIt()
    {
        QMap<QString, Finding> all;
        QList<NodeAnswers> answered;
        for (int number : {1, 2}) {
            ScriptedShell shell = ScriptedNode(number).shell();
            CheckContext context;
            context.node = node(number);
            context.deployment.nodes = {node(1), node(2)};
            context.settings = checkSettingsOf(context.deployment);
            const auto answers = firstRound(shell, context, {}, {},
                                            [&](const Finding &finding) { all.insert(finding.check, finding); });
            QVERIFY(answers);
            answered << *answers;
        }
        for (const Finding &finding : compareNodes(answered, {}, {}))
            all.insert(finding.check, finding);
        QStringList waiting;
        for (const Finding &finding : std::as_const(all)) {
            QVERIFY2(finding.verdict == Verdict::Pass || finding.verdict == Verdict::Skipped,
                     qPrintable(finding.summary));
            if (!isWaitingForRecipe(finding))
                continue;
            waiting << finding.check;
            QCOMPARE(finding.value, u"waits for a recipe"_s);
            QVERIFY2(finding.summary.contains(u"no recipe is chosen yet"_s, Qt::CaseInsensitive),
                     qPrintable(finding.summary));
            QVERIFY(finding.remedy.isEmpty());
        }
        QCOMPARE(waiting,
                 (QStringList{u"container.as-set"_s, u"container.image"_s, u"container.image-architecture"_s,
                              u"container.name"_s, u"driver.cann"_s, u"driver.features"_s, u"host.disk-image"_s,
                              u"host.disk-weights"_s, u"host.mounts"_s, u"host.ports"_s, u"host.shm"_s,
                              u"host.target-folder"_s,
                              u"host.threads"_s, u"recipe.capacity"_s, u"recipe.settings"_s, u"weights.complete"_s,
                              u"weights.config"_s, u"weights.equal"_s, u"weights.quantization"_s}));
    }

    // What the tables say of the image's CANN is said, with what is there and what to do; what they do not say is not
    // known.
    void theDriverIsComparedWithTheImagesCann_data()
    {
        QTest::addColumn<QString>("engine");
        QTest::addColumn<QString>("image");
        QTest::addColumn<QByteArray>("driver");
        QTest::addColumn<QString>("verdict");
        QTest::addColumn<QString>("says");
        const auto row = [](const char *name, const QString &engine, const QString &image, const char *driver,
                            const QString &verdict, const QString &says) {
            QTest::newRow(name) << engine << image << QByteArray(driver) << verdict << says;
        };
        const QString vllm = u"vllm-ascend"_s, mindie = u"mindie"_s, hub = u"quay.io/ascend/vllm-ascend:"_s;
        row("paired", vllm, hub + u"v0.23.0-a3"_s, "26.0.rc1", u"pass"_s,
            u"driver 26.0.rc1 goes with CANN 9.1.0, which vllm-ascend:v0.23.0 holds"_s);
        row("compatible", vllm, hub + u"v0.23.0"_s, "25.2.0", u"pass"_s, u"CANN 9.1.0"_s);
        row("not compatible", vllm, hub + u"v0.23.0"_s, "25.0.rc1.1", u"fail"_s,
            u"driver 25.0.rc1.1 does not go with CANN 9.1.0, which vllm-ascend:v0.23.0 holds; these do: 26.0.RC1, "
             "25.2.X"_s);
        row("each once", vllm, hub + u"v0.22.1rc1"_s, "24.1.0", u"warn"_s,
            u"not among those that are named for CANN 9.0.0, which vllm-ascend:v0.22.1rc1 holds: 26.0.RC1, 25.5.2, "
            "25.5.1, 25.0.X, 25.2.X, 25.3.X, 25.5.X, 26.1.0 ("_s);
        row("not named", vllm, hub + u"v0.23.0.post1"_s, "24.1.0", u"warn"_s, u"not among those"_s);
        row("no table", vllm, hub + u"v0.18.0"_s, "25.5.0", u"skipped"_s,
            u"no public table says which drivers go with CANN 8.5.1, which vllm-ascend:v0.18.0 holds; there is driver "
             "25.5.0 (CANN 8.5.0: 25.5.X"_s);
        row("no table, older than its neighbours'", vllm, hub + u"v0.18.0"_s, "24.1.0", u"warn"_s,
            u"driver 24.1.0 is older than all that go with CANN 8.5.0 and 8.5.2, between which lies CANN 8.5.1, which "
             "vllm-ascend:v0.18.0 holds; the former takes 25.5.X, 25.3.X"_s);
        row("a candidate is another release", vllm, hub + u"v0.23.0rc1"_s, "25.5.2", u"pass"_s, u"CANN 9.0.1"_s);
        row("no release", vllm, hub + u"main"_s, "25.5.2", u"skipped"_s, u"which CANN is in the image"_s);
        row("of the guide", mindie, u"x/mindie:2.2.T30-800I-A2-py311"_s, "25.2.0", u"pass"_s, u"the community guide"_s);
        row("other than the guide's", mindie, u"x/mindie:2.2.T30-800I-A2-py311"_s, "25.5.0", u"warn"_s,
            u"known to run with 25.2.0"_s);
        row("MindIE, stated", mindie, u"x/mindie:2.3.0-800I-A2"_s, "25.3.rc1", u"pass"_s, u"CANN 8.5.0"_s);
        row("MindIE, no table", mindie, u"x/mindie:3.0.0-800I-A2"_s, "25.5.0", u"skipped"_s, u"CANN 8.5.1"_s);
        row("any image", u"openai"_s, hub + u"v0.23.0"_s, "25.0.rc1.1", u"skipped"_s,
            u"nothing is known here of the program"_s);
    }
    void theDriverIsComparedWithTheImagesCann()
    {
        QFETCH(QString, engine);
        QFETCH(QString, image);
        QFETCH(QByteArray, driver);
        ScriptedNode scripted(1);
        scripted.driver = driver;
        ScriptedShell shell = scripted.shell();
        CheckContext asked = context(1);
        asked.settings.demands = findEngine(engine)->demands;
        asked.settings.image = image;
        QList<Finding> findings;
        QVERIFY(firstRound(shell, asked, CheckSelection{{u"driver.cann"_s}}, {},
                           [&](const Finding &finding) { findings << finding; }));
        QCOMPARE(findings.size(), 1);
        QTEST(verdictName(findings[0].verdict), "verdict");
        QFETCH(QString, says);
        QVERIFY2(findings[0].summary.contains(says), qPrintable(findings[0].summary));
        if (findings[0].verdict != Verdict::Pass && findings[0].verdict != Verdict::Skipped)
            QVERIFY(!findings[0].remedy.isEmpty() && !findings[0].remedy.contains(u"Ask again"));
    }

    // Whole, readable, and of another model: which one is said.
    void weightsOfAnotherModelAreNamed()
    {
        const auto said = [](const QString &recipe, const QByteArray &config) {
            ScriptedNode scripted(1);
            scripted.configJson = config;
            ScriptedShell shell = scripted.shell();
            CheckContext asked = context(1);
            asked.deployment.recipe = recipe;
            asked.deployment.settings = {{"weights", ScriptedNode::weights()}};
            asked.settings = checkSettingsOf(asked.deployment);
            asked.settings.demands.modelSlim = false; // the scripted folder has no description
            Finding one;
            (void)firstRound(shell, asked, CheckSelection{{u"weights.config"_s}}, {},
                             [&](const Finding &finding) { one = finding; });
            return one;
        };
        const QByteArray qwen8
            = R"({"architectures": ["Qwen3ForCausalLM"], "model_type": "qwen3", "hidden_size": 4096, "num_hidden_layers": 36, "torch_dtype": "bfloat16", "vocab_size": 151936})";
        const QByteArray v31
            = R"({"architectures": ["DeepseekV3ForCausalLM"], "model_type": "deepseek_v3", "hidden_size": 7168, "num_hidden_layers": 61, "n_routed_experts": 256, "torch_dtype": "bfloat16", "vocab_size": 129280})";
        const QByteArray v32 = QByteArray(v31).replace("deepseek_v3\"", "deepseek_v32\", \"index_head_dim\": 128");
        const QString mindieV32 = u"mindie-deepseek-v3.2-w8a8-2xA2"_s,
                      vllmV31 = u"vllm-ascend-deepseek-v3.1-w8a8-1xA3"_s;
        const Finding other = said(mindieV32, qwen8);
        QCOMPARE(other.verdict, Verdict::Fail);
        QVERIFY2(other.summary.contains(
                     u"another model than the recipe's DeepSeek-V3.2: Qwen3ForCausalLM, qwen3, 36 layers, hidden_size "
                     u"4096 (model_type qwen3, not deepseek_v32; hidden_size 4096, not 7168"),
                 qPrintable(other.summary));
        QVERIFY(other.remedy.contains(u"DeepSeek-V3.2"_s));
        QCOMPARE(said(mindieV32, v32).verdict, Verdict::Pass);
        // MindIE's own name of the family
        QCOMPARE(said(mindieV32, QByteArray(v32).replace("deepseek_v32", "deepseekv2")).verdict, Verdict::Pass);
        QVERIFY(said(mindieV32, v31).summary.contains(u"no index_head_dim"_s));
        QCOMPARE(said(vllmV31, v31).verdict, Verdict::Pass);
        QVERIFY(said(vllmV31, v32).summary.contains(u"an index_head_dim"_s));
        QVERIFY(said(u"vllm-ascend-qwen3-235b-w8a8-1xA2"_s, QByteArray(qwen8).replace("qwen3\"", "qwen3_moe\""))
                    .summary.contains(u"num_hidden_layers 36, not 94"_s));
        // nothing is known of what it should be
        QCOMPARE(said(u"openai-compatible-image"_s, qwen8).verdict, Verdict::Pass);
    }

    // A number that the user chose is no broken machine; a chip that is away is.
    void aSettingForMoreCardsIsNoMissingHardware()
    {
        const auto said = [](int cards, int chips, int away = -1) {
            ScriptedNode scripted(1);
            scripted.chips.resize(chips);
            scripted.chips.removeOne(away);
            ScriptedShell shell = scripted.shell();
            CheckContext asked = context(1);
            asked.deployment.recipe = u"openai-compatible-image"_s;
            asked.deployment.settings = {{"cards", cards}};
            asked.settings = checkSettingsOf(asked.deployment);
            Finding one;
            (void)firstRound(shell, asked, CheckSelection{{u"npu.count"_s}}, {},
                             [&](const Finding &finding) { one = finding; });
            return one;
        };
        const Finding sixteen = said(16, 8);
        QCOMPARE(sixteen.verdict, Verdict::Fail);
        QVERIFY2(sixteen.summary.contains(u"the setting cards asks for 16 NPUs, this machine has 8"_s),
                 qPrintable(sixteen.summary));
        QVERIFY2(sixteen.remedy.startsWith(u"Set cards to at most 8"_s) && !sixteen.remedy.contains(u"replaced"_s),
                 qPrintable(sixteen.remedy));
        QVERIFY(sixteen.devices.isEmpty() && sixteen.isOfSettings);
        QCOMPARE(said(8, 8).verdict, Verdict::Pass);
        QCOMPARE(said(4, 8).verdict, Verdict::Pass);
        for (const Finding &finding : {said(8, 8, 5), said(8, 8, 7)}) { // between the others, or the last one
            QCOMPARE(finding.verdict, Verdict::Fail);
            QVERIFY(!finding.isOfSettings);
            QVERIFY2(finding.summary.contains(u"not there: device"_s) && finding.remedy.contains(u"replaced"_s),
                     qPrintable(finding.summary + finding.remedy));
        }
    }

    // An image of aarch64 on x86_64 would end with "exec format error" once it is pulled.
    void aRecipeForAnotherProcessorIsSaidBeforeARun()
    {
        const auto said = [](const QString &check, const QString &image, const char *arch) {
            ScriptedNode scripted(1);
            scripted.arch = arch;
            ScriptedShell shell = scripted.shell();
            shell.answer(quoted({u"docker"_s, u"image"_s, u"inspect"_s, image}), "[]\n", 1,
                         "Error: No such image: " + image.toUtf8() + '\n');
            CheckContext asked = context(1);
            asked.deployment.recipe = u"vllm-ascend-deepseek-v3.1-w4a8-1xA2-kunpeng"_s;
            asked.deployment.settings = {{"image", image.toStdString()}};
            asked.settings = checkSettingsOf(asked.deployment);
            Finding one;
            (void)firstRound(shell, asked, CheckSelection{{check}}, {},
                             [&](const Finding &finding) { one = finding; });
            return one;
        };
        const QString plain = u"quay.io/ascend/vllm-ascend:v0.18.0"_s, arm = plain + u"-arm64"_s;
        const Finding machine = said(u"host.architecture"_s, plain, "x86_64");
        QCOMPARE(machine.verdict, Verdict::Fail);
        QVERIFY(machine.isOfSettings);
        QVERIFY2(machine.summary.contains(u"is a x86_64 machine, and the recipe is for aarch64"_s)
                     && machine.remedy.startsWith(u"Choose a recipe for machines of x86_64"_s),
                 qPrintable(machine.summary + machine.remedy));
        QCOMPARE(said(u"host.architecture"_s, plain, "aarch64").verdict, Verdict::Pass);
        const Finding image = said(u"container.image-architecture"_s, arm, "x86_64");
        QCOMPARE(image.verdict, Verdict::Fail);
        QVERIFY(image.isOfSettings);
        QVERIFY2(image.summary.contains(u"by its tag it is for aarch64, and the machine is x86_64"_s)
                     && image.remedy.contains(u"Set \"image\" to one for x86_64"_s),
                 qPrintable(image.summary + image.remedy));
        QCOMPARE(said(u"container.image-architecture"_s, arm, "aarch64").verdict, Verdict::Skipped);
        QCOMPARE(said(u"container.image-architecture"_s, plain, "x86_64").verdict, Verdict::Skipped);
    }

    // Nor is a recipe for other machines: nobody is to look for sixteen cards in a machine that is built with eight.
    void aRecipeForLargerMachinesIsNoMissingHardware()
    {
        ScriptedNode scripted(1);
        scripted.chips.resize(4);
        ScriptedShell shell = scripted.shell();
        QHash<QString, Finding> found;
        (void)firstRound(shell, context(1), CheckSelection{{u"npu.count"_s, u"npu.health"_s, u"npu.device-files"_s}},
                         {}, [&](const Finding &finding) { found.insert(finding.check, finding); });
        const Finding count = found[u"npu.count"_s];
        QCOMPARE(count.verdict, Verdict::Fail);
        QVERIFY(count.isOfSettings && count.devices.isEmpty());
        QVERIFY2(count.summary.contains(u"the recipe is for machines with 8 NPUs, this one has 4"_s),
                 qPrintable(count.summary));
        QVERIFY2(count.remedy.startsWith(u"Choose a recipe"_s) && !count.remedy.contains(u"replaced"_s)
                     && !count.remedy.contains(u"power"_s),
                 qPrintable(count.remedy));
        QCOMPARE(found[u"npu.health"_s].value, u"4 OK"_s);
        QCOMPARE(found[u"npu.health"_s].summary, u"node1: all 4 chips are OK"_s);
        QVERIFY2(!found[u"npu.device-files"_s].value.contains(u" of "_s),
                 qPrintable(found[u"npu.device-files"_s].value));
    }

    // What a change of the recipe's settings puts right is no fault of the node; what is broken on it is one.
    void whatIsWrongWithTheSettingsIsToldApart_data()
    {
        QTest::addColumn<Change>("change");
        QTest::addColumn<QString>("check");
        QTest::addColumn<bool>("isOfSettings");
        const auto row = [](const char *name, const Change &change, const QString &check, bool isOfSettings) {
            QTest::newRow(name) << change << check << isOfSettings;
        };
        row("more tokens than the model has", [](ScriptedNode &n) {
            n.configJson.replace("{", "{\"max_position_embeddings\": 4096, ");
        }, u"weights.config"_s, true);
        row("config.json is broken", [](ScriptedNode &n) { n.configJson = "{"; }, u"weights.config"_s, false);
        row("everybody may write the weights", [](ScriptedNode &n) { n.configMode = 666; }, u"weights.config"_s, false);
        row("a shard is missing", [](ScriptedNode &n) { n.shardMissing = true; }, u"weights.complete"_s, false);
        row("the port is taken", [](ScriptedNode &n) { n.listening += "LISTEN 0 128 *:1025 *:*\n"; }, u"host.ports"_s,
            true);
        row("the name is taken", [](ScriptedNode &n) { n.containers = {{.name = u"deepseekLocal"_s}}; },
            u"container.name"_s, true);
        row("/dev/shm is small", [](ScriptedNode &n) { n.shmTotal = 64 << 20; }, u"host.shm"_s, true);
        row("the folder is another user's",
            [](ScriptedNode &n) { n.target = "ops\nfolder\nno\n755 root:root\n/work\n"; }, u"host.target-folder"_s,
            true);
        row("a chip is away", [](ScriptedNode &n) { n.chips.removeOne(5); }, u"npu.count"_s, false);
        row("a chip is ill", [](ScriptedNode &n) { n.health[5] = "Alarm"; }, u"npu.health"_s, false);
    }
    void whatIsWrongWithTheSettingsIsToldApart()
    {
        QFETCH(Change, change);
        QFETCH(QString, check);
        ScriptedNode scripted(1);
        change(scripted);
        ScriptedShell shell = scripted.shell();
        CheckContext asked = context(1);
        asked.settings.longestContext = 8192;
        asked.settings.longestKey = u"maxModelLen"_s;
        std::optional<Finding> found;
        (void)firstRound(shell, asked, CheckSelection{{check}}, {}, [&](const Finding &finding) {
            if (finding.check == check)
                found = finding;
        });
        QVERIFY(found);
        QCOMPARE(found->verdict, Verdict::Fail);
        QTEST(found->isOfSettings, "isOfSettings");
    }

    void aLostConnectionEndsOnlyItsNode()
    {
        const Outcome outcome = run([](ScriptedNode &) {}, [](ScriptedShell &shell) {
            shell.fail(u"ls -lL /dev"_s, {ErrorKind::Connection, u"The connection to 10.20.1.2 was lost."_s, {}, {}});
        });
        QCOMPARE(outcome.node2[u"connection.reachable"_s].verdict, Verdict::Fail);
        QCOMPARE(outcome.node2[u"driver.version"_s].verdict, Verdict::Pass);
        QCOMPARE(outcome.node2[u"weights.complete"_s].verdict, Verdict::Skipped);
        QVERIFY(outcome.node2[u"weights.complete"_s].summary.contains(u"connection.reachable"_s));
        QCOMPARE(outcome.node1[u"weights.complete"_s].verdict, Verdict::Pass);
        QCOMPARE(outcome.cluster[u"driver.equal"_s].verdict, Verdict::Skipped);
        for (const Finding &finding : outcome.node2)
            QVERIFY2(finding.verdict != Verdict::Fail || finding.check == u"connection.reachable",
                     qPrintable(finding.check));
    }

    void npuSmiThatHangsCostsOneTimeout()
    {
        const Outcome outcome = run([](ScriptedNode &n) { n.npuSmiHangs = true; });
        QCOMPARE(outcome.asked.count(u"npu-smi info"_s), 1);
        QCOMPARE(outcome.node2[u"driver.present"_s].evidence.value(0).command, u"npu-smi info"_s);
    }

    void aBareMachineIsNeverCalledHealthy()
    {
        ScriptedShell shell;
        QList<Finding> findings;
        QVERIFY(firstRound(shell, context(1), {}, {}, [&](const Finding &finding) { findings << finding; }));
        QVERIFY(findings.size() > 25);
        for (const Finding &finding : findings) {
            const bool mayPass = finding.check.startsWith(u"connection."_s);
            QVERIFY2(mayPass || finding.verdict != Verdict::Pass,
                     qPrintable(finding.check + u": "_s + finding.summary));
        }
    }

    // What is asked is told: cards of one number of the next nodes, or, where that is wanted, every pair.
    void thePingMeshSaysWhatItAsked()
    {
        const auto acrossRails = [](ScriptedNode &n) { n.deadPairs = {u"3 10.20.101.10"_s}; };
        const Outcome rails = run(acrossRails);
        QCOMPARE(rails.node2[u"network.ping"_s].verdict, Verdict::Pass);
        QCOMPARE(rails.node2[u"network.ping"_s].value, u"8/8"_s);
        QVERIFY2(rails.node2[u"network.ping"_s].summary.contains(u"the other pairs were not asked"_s),
                 qPrintable(rails.node2[u"network.ping"_s].summary));
        QVERIFY(!rails.node2[u"network.ping"_s].summary.contains(u"all "_s));
        const std::optional<CardPairs> railPairs = rails.node2[u"network.ping"_s].pairs;
        QVERIFY(railPairs && railPairs->node == u"node2" && railPairs->blocks.size() == 1);
        QCOMPARE(railPairs->blocks[0].node, u"node1"_s);
        QCOMPARE(railPairs->at(railPairs->blocks[0], 3, 3), CardPairs::Reached);
        QCOMPARE(railPairs->at(railPairs->blocks[0], 3, 0), CardPairs::NotAsked);
        QCOMPARE(railPairs->count(CardPairs::Reached), 8);
        const Outcome all = run(acrossRails, {}, {{}, true});
        QCOMPARE(all.node2[u"network.ping"_s].verdict, Verdict::Fail);
        QCOMPARE(all.node2[u"network.ping"_s].value, u"63/64"_s);
        QCOMPARE(all.node1[u"network.ping"_s].summary, u"node1: all 64 pairs of cards reach each other"_s);
        const std::optional<CardPairs> allPairs = all.node2[u"network.ping"_s].pairs;
        QVERIFY(allPairs && allPairs->count(CardPairs::Reached) == 63 && allPairs->count(CardPairs::NotAsked) == 0);
        QCOMPARE(allPairs->at(allPairs->blocks[0], 3, 0), CardPairs::Lost);
    }

    // From each node to the next that answered, and after the last the first.
    void theLoginMeshIsARing()
    {
        CheckContext context = this->context(1);
        context.deployment.nodes.clear();
        for (int i = 1; i <= 4; ++i)
            context.deployment.nodes << node(i);
        const auto nameOf = [&](int i) { return context.deployment.nodes[i - 1].name; };
        for (int i = 2; i <= 4; ++i) {
            NodeAnswers other;
            other.node = node(i);
            other.reachable = i != 2;
            context.others << other;
        }
        ScriptedShell shell;
        for (int i = 3; i <= 4; ++i)
            shell.answer(
                u"ssh -o BatchMode=yes -o ConnectTimeout=5 -o StrictHostKeyChecking=yes "
                "-p 22 root@10.20.1.%1 true"_s
                    .arg(i),
                {});
        NodeProbe probe(shell, {});
        const Finding ring = askOnly("connection.passwordless", probe, context);
        QCOMPARE(ring.verdict, Verdict::Pass);
        QCOMPARE(shell.asked.size(), 1);
        QVERIFY(shell.asked.first().contains(u"root@10.20.1.3 "_s));
        QVERIFY2(ring.summary.contains(nameOf(3)) && ring.summary.contains(u"was not asked"_s),
                 qPrintable(ring.summary));
        context.asksAllPairs = true;
        const Finding all = askOnly("connection.passwordless", probe, context);
        QCOMPARE(shell.asked.size(), 2);
        QCOMPARE(all.summary, u"logs in to the other nodes without a password"_s);
        for (const auto &[said, verdict] :
             {std::pair{"ssh: connect to host 10.20.1.3 port 22: Connection refused\r\n", Verdict::Unknown},
              std::pair{"root@10.20.1.3: Permission denied (publickey,password).\r\n", Verdict::Warn}}) {
            ScriptedShell down;
            for (int i = 3; i <= 4; ++i)
                down.answer(
                    u"ssh -o BatchMode=yes -o ConnectTimeout=5 -o StrictHostKeyChecking=yes "
                    "-p 22 root@10.20.1.%1 true"_s
                        .arg(i),
                    {}, 255, said);
            NodeProbe again(down, {});
            const Finding finding = askOnly("connection.passwordless", again, context);
            QCOMPARE(finding.verdict, verdict);
            QVERIFY2(finding.summary.contains(nameOf(3)), qPrintable(finding.summary));
            QCOMPARE(finding.remedy.contains(u"ssh-copy-id"_s), verdict == Verdict::Warn);
            QVERIFY(!finding.remedy.isEmpty());
        }
        // No password is asked for, but scripts stop at a key that they do not know.
        for (const bool isLogin : {true, false}) {
            ScriptedShell strange;
            for (int i = 3; i <= 4; ++i) {
                const QString there = u"-p 22 root@10.20.1.%1 true"_s.arg(i),
                              batch = u"ssh -o BatchMode=yes -o ConnectTimeout=5 -o StrictHostKeyChecking="_s;
                strange.answer(batch + u"yes "_s + there, {}, 255,
                               "No ED25519 host key is known for 10.20.1.3 and you have requested strict checking.\r\n"
                               "Host key verification failed.\r\n");
                strange.answer(batch + u"no -o UserKnownHostsFile=/dev/null "_s + there, {}, isLogin ? 0 : 255,
                               isLogin ? "" : "root@10.20.1.3: Permission denied (publickey,password).\r\n");
            }
            NodeProbe asking(strange, {});
            const Finding finding = askOnly("connection.passwordless", asking, context);
            QCOMPARE(finding.verdict, Verdict::Warn);
            QCOMPARE(finding.summary.contains(u"does not know the host key"_s), isLogin);
            QCOMPARE(finding.remedy.contains(u"`ssh -p 22 root@10.20.1.3`"_s), isLogin);
            QCOMPARE(finding.remedy.contains(u"ssh-copy-id"_s), !isLogin);
        }
        // Reached through a port of this computer's: nothing is known of the port there.
        context.others[1].node.host = u"127.0.0.1"_s;
        context.others[1].node.port = 2203;
        context.others[1].facts.hostIp = u"10.20.1.3"_s;
        context.asksAllPairs = false;
        ScriptedShell forwarded;
        forwarded.answer(u"ssh -o BatchMode=yes -o ConnectTimeout=5 -o StrictHostKeyChecking=yes "
                         "root@10.20.1.3 true"_s,
                         {}, 255, "root@10.20.1.3: Permission denied (publickey,password).\r\n");
        NodeProbe through(forwarded, {});
        const Finding refused = askOnly("connection.passwordless", through, context);
        QCOMPARE(refused.verdict, Verdict::Warn);
        QVERIFY2(refused.remedy.contains(u"`ssh-copy-id root@10.20.1.3`"_s), qPrintable(refused.remedy));
        context.node = node(4);
        context.others.last() = context.others.first();
        context.others.last().node = node(1);
        context.others.last().reachable = true;
        QCOMPARE(context.nextReachable(2).first().node.name, nameOf(1));
    }

    // docker makes an empty folder of what is to be mounted and is not there; podman refuses.
    void whatIsToBeMountedIsThere()
    {
        CheckContext given = context(1);
        const auto say = [&](const QByteArray &there) {
            ScriptedShell shell = ScriptedNode(1).shell();
            shell.answer(quoted(mountsProbe(given.settings.driverMounts + given.settings.mountedFrom)), there);
            NodeProbe probe(shell, {});
            return askOnly("host.mounts", probe, given);
        };
        const Finding driver = say("no\nyes\nyes\nyes\n"), firmware = say("yes\nno\nyes\nyes\n");
        QVERIFY2(driver.verdict == Verdict::Warn && !driver.isOfSettings
                     && driver.remedy.startsWith(u"It comes with the driver"_s),
                 qPrintable(driver.remedy));
        QVERIFY2(firmware.remedy.startsWith(u"It comes with the firmware's package"_s)
                     && firmware.remedy.contains(u"`ls -l /usr/local/Ascend/firmware`"_s)
                     && !firmware.remedy.contains(u"driver"_s),
                 qPrintable(firmware.remedy));
        const Finding addresses = say("yes\nyes\nyes\nno\n"); // that one is no file of the driver's
        QVERIFY2(addresses.summary.contains(u"/etc/hccn.conf"_s)
                     && addresses.remedy.contains(u"hccn_tool -i N -ip -s"_s)
                     && !addresses.remedy.contains(u"driver"_s),
                 qPrintable(addresses.summary + addresses.remedy));
        given.settings.mountedFrom = {u"/nfs/a b"_s, u"/data"_s};
        const QByteArray whole = "yes\nyes\nyes\nyes\n";
        QCOMPARE(say(whole + "yes\nyes\n").verdict, Verdict::Pass);
        const Finding missing = say(whole + "no\nyes\n");
        QVERIFY2(missing.verdict == Verdict::Warn && missing.isOfSettings && missing.summary.contains(u"/nfs/a b"_s)
                     && !missing.summary.contains(u"/data"_s) && missing.summary.contains(u"docker makes"_s),
                 qPrintable(missing.summary));
        const Finding hollow = say("yes\nyes\nyes\nempty\nempty\nyes\n"); // one's own may be empty
        QVERIFY2(hollow.verdict == Verdict::Warn && hollow.summary.contains(u"an empty folder: /etc/hccn.conf;"_s)
                     && hollow.remedy.contains(u"`rmdir /etc/hccn.conf`"_s),
                 qPrintable(hollow.summary));
        QCOMPARE(say("no\n").verdict, Verdict::Unknown);
        // Without an engine nobody knows which one there will be.
        const auto sayWith = [&](bool hasEngine, const std::function<void(ScriptedShell &)> &change) {
            ScriptedNode bare(1);
            bare.docker = hasEngine;
            ScriptedShell shell = bare.shell();
            shell.answer(quoted(mountsProbe(given.settings.driverMounts + given.settings.mountedFrom)),
                         whole + "no\nyes\n");
            change(shell);
            NodeProbe probe(shell, {});
            return askOnly("host.mounts", probe, given);
        };
        QCOMPARE(sayWith(false, [](ScriptedShell &) {}).verdict, Verdict::Warn);
        const Finding podman = sayWith(true, [](ScriptedShell &shell) {
            shell.answer(u"docker version --format '{{json .}}'"_s,
                         "{\"Client\":{\"APIVersion\":\"4.3.1\",\"Version\":\"4.3.1\"}}\n", 0,
                         "Emulate Docker CLI using podman.");
            shell.answer(u"id -u"_s, "0\n");
        });
        QVERIFY2(podman.verdict == Verdict::Fail && podman.isOfSettings
                     && podman.summary.contains(u"podman does not start"_s),
                 qPrintable(podman.summary));
        Deployment deployment = given.deployment;
        deployment.settings = Json{{"extraMounts", "/nfs:/nfs:ro, /data:/x"}};
        const CheckSettings settings = checkSettingsOf(deployment);
        QCOMPARE(settings.mountedFrom, (QStringList{u"/nfs"_s, u"/data"_s}));
        QCOMPARE(settings.driverMounts, ScriptedNode::driverMounts());
    }

    // A container keeps what it was made with: other settings need another one, and a run makes none beside it.
    void aContainerThatWasMadeOtherwiseIsSaid()
    {
        CheckContext given = context(1);
        given.run = u"0123456789abcdef"_s;
        given.deployment.settings = Json{{"weights", ScriptedNode::weights().remove(u' ').toStdString()}};
        given.settings = checkSettingsOf(given.deployment);
        const auto answersOf = [&](const Deployment &madeAs, bool isLabelled) {
            QList<NodeAnswers> all;
            for (int i = 1; i <= 2; ++i) {
                NodeAnswers answers;
                answers.node = node(i);
                answers.reachable = true;
                ScriptedNode scripted(i);
                ScriptedShell shell = scripted.shell();
                NodeProbe probe(shell, {});
                answers.facts = factsOf(probe, answers.node, given.settings.weights);
                all << answers;
            }
            const Result<Recipe> recipe = findRecipe(madeAs.recipe);
            for (NodeAnswers &answers : all) {
                const Result<Launch> launch
                    = nodeLaunch(madeAs, *recipe, {all[0].facts, all[1].facts}, answers.node.name);
                if (!launch)
                    qFatal("%s", qPrintable(launch.error().message));
                if (isLabelled)
                    answers.madeBy.insert(given.settings.containerName, runHash(*launch));
            }
            return all;
        };
        const CheckSelection only{{u"container.as-set"_s}};
        const auto say = [&](const QList<NodeAnswers> &all) { return compareNodes(all, only, given).value(0); };
        QCOMPARE(say(answersOf(given.deployment, false)).value, u"none yet"_s);
        QCOMPARE(say(answersOf(given.deployment, true)).value, u"as set"_s);
        QList<NodeAnswers> partly = answersOf(given.deployment, true);
        partly[1].madeBy.clear();
        const QString onOne = say(partly).summary;
        QVERIFY2(onOne.contains(u" on node1 carries"_s) && onOne.contains(u"node2 has none"_s), qPrintable(onOne));
        for (const Json &change : {Json{{"ipc", "private"}}, Json{{"extraMounts", "/data:/data"}},
                                   Json{{"image", "registry.example.org/mindie:other"}}, Json{{"privileged", false}}}) {
            Deployment otherwise = given.deployment;
            otherwise.settings.update(change);
            const Finding said = say(answersOf(otherwise, true));
            QVERIFY2(said.verdict == Verdict::Warn && said.isOfSettings
                         && said.summary.contains(u"on node1, node2 was made by another command"_s),
                     qPrintable(QString::fromUtf8(compactJson(change)) + said.summary));
        }
        Deployment otherwise = given.deployment; // what is only in the files needs no other container
        otherwise.settings["maxBatchSize"] = 8;
        QCOMPARE(say(answersOf(otherwise, true)).verdict, Verdict::Pass);
        const Finding half = say({answersOf(given.deployment, true).first()});
        QVERIFY2(half.verdict == Verdict::Skipped && half.summary.contains(u"an answer of every node"_s),
                 qPrintable(half.summary));
        QList<NodeAnswers> untold = answersOf(given.deployment, false); // nor is "none yet" said where one is silent
        Finding finding = skipped(u"container.engine"_s, u"no engine"_s);
        finding.check = u"container.name"_s;
        untold[1].findings << finding;
        const Finding silent = say(untold);
        QVERIFY2(silent.verdict == Verdict::Skipped && silent.summary.contains(u"node2 does not tell"_s),
                 qPrintable(silent.summary));
    }

    // What a run asks before it begins: whose the ports and chips are that its service needs.
    void whatOthersHoldIsNamed()
    {
        CheckContext given = context(1);
        given.run = u"0123456789abcdef"_s;
        ScriptedNode taken(1);
        taken.containers = {{u"qwen"_s, ScriptedNode::imageName(), "qwen", "Up 2 hours", {4711}, "fedcba9876543210"},
                            {u"deepseekLocal"_s, ScriptedNode::imageName(), "ds-v32", "Up 2 hours", {4712},
                             "0123456789abcdef"}};
        taken.listening += "LISTEN 0 4096 0.0.0.0:1025 0.0.0.0:* users:((\"vllm\",pid=4711,fd=40))\n"
                           "LISTEN 0 4096 127.0.0.2:1026 0.0.0.0:* users:((\"mindieservice_d\",pid=4712,fd=41))\n";
        taken.processOn = {{2, 4711}, {3, 4712}, {5, 4711}};
        ScriptedShell shell = taken.shell();
        NodeProbe probe(shell, {});
        const auto ports = othersOnPorts(probe, given).held, chips = othersOnChips(probe, given, {1, 2, 3, 4}).held;
        QCOMPARE(ports.size(), 1);
        QVERIFY2(ports[0].first.startsWith(u"1025 ("_s), qPrintable(ports[0].first));
        QCOMPARE(ports[0].second.container, u"qwen"_s);
        QCOMPARE(chips.size(), 1);           // 5 is none of its own
        QVERIFY2(chips[0].first.contains(u'2'), qPrintable(chips[0].first));
        QCOMPARE(chips[0].second.deployment, u"qwen"_s);
        ScriptedNode untold = taken;         // without the engine nobody knows: no reason to stop
        untold.docker = false;
        ScriptedShell silent = untold.shell();
        NodeProbe blind(silent, {});
        QVERIFY(othersOnPorts(blind, given).held.isEmpty() && othersOnChips(blind, given, {2}).held.isEmpty());
    }

    // Of an A3 each NPU has two chips: who holds the one does not hold the other.
    void whoHoldsTheOtherChipOfAnNpuIsNotInTheWay()
    {
        QFile table(QStringLiteral(ASC_FIXTURES_DIR "/npu-smi/25.3.0/a3-info.txt"));
        QVERIFY(table.open(QIODevice::ReadOnly));
        ScriptedNode taken(1);
        taken.processes = {{91, "alice python one.py"}, {92, "bob python two.py"}};
        ScriptedShell shell = taken.shell();
        shell.answer(u"npu-smi info"_s, table.readAll());
        NodeProbe probe(shell, {});
        const auto held = othersOnChips(probe, context(1), {1}).held;
        QCOMPARE(held.size(), 1);
        QCOMPARE(held[0].second.process.pid, 92);
        QCOMPARE(othersOnChips(probe, context(1), {0, 1}).held.size(), 2);
    }

    // A twentieth of the weights has not come: they are not there already, and it has to fit.
    void weightsThatAreNearlyThereAreNot()
    {
        const CheckContext given = context(1);
        const auto say = [&](qint64 size) {
            ScriptedNode filled(1);
            filled.weightsFree = 2LL << 30;
            ScriptedShell shell = filled.shell();
            shell.answer(quoted(weightsProbe(ScriptedNode::weights())),
                         "4096 750 0 .\n" + QByteArray::number(size)
                             + " 640 0 model-00001-of-00001.safetensors\n900 640 0 model.safetensors.index.json\n"
                               "#index model.safetensors.index.json\n\"total_size\": 90000000000\n"
                               "\"model-00001-of-00001.safetensors\"\n");
            NodeProbe probe(shell, {});
            return askOnly("host.disk-weights", probe, given);
        };
        const Finding lacking = say(85'500'000'000);
        QVERIFY2(lacking.verdict == Verdict::Fail && lacking.summary.contains(u"are still missing"_s),
                 qPrintable(lacking.summary));
        const Finding there = say(89'999'000'000);
        QVERIFY2(there.verdict == Verdict::Pass && there.summary.contains(u"are there already"_s),
                 qPrintable(there.summary));
    }

    // The odd ones are named, whichever way round it is: they are what is to be changed.
    void theFewerAreNamedWhereTheTlsSwitchDiffers()
    {
        for (const bool fewAreOn : {true, false}) {
            const Outcome outcome = run([fewAreOn](ScriptedNode &n) {
                for (int i = 0; i < 8; ++i)
                    n.tls[i] = fewAreOn ? i == 4 : i != 4;
            });
            QCOMPARE(outcome.node2[u"network.tls"_s].devices, QStringList{u"node2 device 4"_s});
        }
    }

    void strangeAnswersNeverCrashOrPass()
    {
        for (const QByteArray &garbage : {QByteArray(), QByteArray("\xff\xfe\0\x80 %1 %n", 10), QByteArray("[]"),
                                          QByteArray("{}"), QByteArray(100000, '|')}) {
            ScriptedNode scripted(1);
            ScriptedShell shell = scripted.shell(), broken;
            QVERIFY(firstRound(shell, context(1), {}, {}, {}));
            for (const QString &line : std::as_const(shell.asked))
                broken.answer(line, garbage);
            QList<Finding> findings;
            QVERIFY(firstRound(broken, context(1), {}, {}, [&](const Finding &finding) { findings << finding; }));
            for (const Finding &finding : std::as_const(findings)) {
                const QStringList harmless{u"connection.reachable"_s, u"connection.host-key"_s, u"container.name"_s,
                                           u"host.ports"_s};
                QVERIFY2(harmless.contains(finding.check) || finding.verdict != Verdict::Pass,
                         qPrintable(finding.check + u": "_s + finding.summary));
            }
        }
    }

    void aToolThatReportsAnErrorIsAFailedDriver_data()
    {
        QTest::addColumn<int>("exitCode");
        QTest::newRow("with its exit code") << 67;
        QTest::newRow("replayed without it") << 0;
    }
    void aToolThatReportsAnErrorIsAFailedDriver()
    {
        QFETCH(int, exitCode);
        ScriptedShell shell = ScriptedNode(1).shell();
        shell.answer(u"npu-smi info"_s, "dcmi module initialize failed. ret is -8005\n", exitCode);
        NodeProbe probe(shell, {});
        const Finding finding = askOnly("driver.present", probe, context(1));
        QCOMPARE(finding.verdict, Verdict::Fail);
        QVERIFY(finding.summary.contains(u"-8005"_s));
    }

    // What is wrong is not the driver: nobody is sent to install it, and what is said has something behind the colon.
    void npuSmiThatFailsForAnotherReason_data()
    {
        QTest::addColumn<QByteArray>("out");
        QTest::addColumn<QByteArray>("err");
        QTest::addColumn<int>("exitCode");
        QTest::addColumn<QString>("summary");
        QTest::addColumn<QString>("remedy");
        const auto row = [](const char *name, const char *out, const char *err, int exitCode, const QString &summary,
                            const QString &remedy) {
            QTest::newRow(name) << QByteArray(out) << QByteArray(err) << exitCode << summary << remedy;
        };
        const char *const used
            = "DrvMngGetConsoleLogLevel failed. (ret=4)\n"
              "dcmi model initialized failed, because the device is used. ret is -8020\n";
        row("another container has them", used, "", 67, u"ret is -8020"_s, u"another container has the NPUs"_s);
        row("no library", "",
            "npu-smi: error while loading shared libraries: libc_sec.so: cannot open shared object file: No such file "
            "or directory\n",
            127, u"does not find the driver's libraries"_s, u"LD_LIBRARY_PATH="_s);
        row("silent", "", "", 1, u"ended with exit code 1 and said nothing"_s, u"`dmesg | tail`"_s);
        row("no program of this machine", "", "sh: 1: npu-smi: Exec format error\n", 126,
            u"cannot be run: sh: 1: npu-smi: Exec format error"_s, u"`dmesg | tail`"_s);
        row("busy", "Device is busy, try later\n", "", 1, u"Device is busy, try later"_s, u"`dmesg | tail`"_s);
        row("something new", "", "something new happened 42\n", 3, u"something new happened 42"_s,
            u"`npu-smi info` on the node yourself"_s);
        row("not root", "permission denied: not root\n", "", 1, u"permission denied: not root"_s,
            u"`dmesg | tail`"_s);
        row("by a signal", "", "", 139, u"was ended by signal 11"_s, u"`dmesg | tail`"_s);
    }
    void npuSmiThatFailsForAnotherReason()
    {
        QFETCH(QByteArray, out);
        QFETCH(QByteArray, err);
        QFETCH(int, exitCode);
        QFETCH(QString, summary);
        QFETCH(QString, remedy);
        const Outcome outcome = run([](ScriptedNode &) {}, [&](ScriptedShell &shell) {
            shell.answer(u"npu-smi info"_s, out, exitCode, err);
        });
        const Finding finding = outcome.node2[u"driver.present"_s];
        QCOMPARE(finding.verdict, Verdict::Fail);
        QVERIFY2(finding.summary.contains(summary) && !finding.summary.contains(u"not installed"_s),
                 qPrintable(finding.summary));
        QVERIFY2(finding.remedy.contains(remedy) && !finding.remedy.contains(u"Install the driver"_s)
                     && !finding.remedy.contains(u"reboot"_s),
                 qPrintable(finding.remedy));
        QVERIFY2(unexplained(finding.remedy).isEmpty(), qPrintable(finding.remedy));
    }

    // To install it is advised only where nothing of it is there.
    void aDriverThatIsThereIsNotToBeInstalled()
    {
        const auto said = [](const char *out, int exitCode, bool isThere) {
            const auto change = [&](ScriptedShell &shell) {
                shell.answer(u"npu-smi info"_s, out, exitCode);
                if (!isThere)
                    shell.answer(u"cat /usr/local/Ascend/driver/version.info"_s, {}, 1, "No such file or directory\n");
            };
            return run([](ScriptedNode &) {}, change).node2[u"driver.present"_s];
        };
        const Finding unloaded = said("dcmi module initialize failed. ret is -8005\n", 187, true);
        const Finding lost = said("sh: 1: npu-smi: not found\n", 127, true);
        QVERIFY2(unloaded.remedy.contains(u"HwHiAiUser"_s), qPrintable(unloaded.remedy));
        QVERIFY2(lost.remedy.contains(u"PATH"_s) && lost.summary.contains(u"not installed, or not on the PATH"_s),
                 qPrintable(lost.summary + lost.remedy));
        for (const Finding &finding : {unloaded, lost}) {
            QCOMPARE(finding.verdict, Verdict::Fail);
            QVERIFY2(!finding.remedy.contains(u"--full"_s), qPrintable(finding.remedy));
            QVERIFY2(unexplained(finding.remedy).isEmpty(), qPrintable(finding.remedy));
        }
        const Finding none = said("sh: 1: npu-smi: not found\n", 127, false);
        QVERIFY2(none.remedy.contains(u"Install the driver"_s), qPrintable(none.remedy));
    }

    // version.info alone is no driver: one that was taken off may have left it behind.
    void filesWithoutToolAndDevicesAreNoInstalledDriver()
    {
        const auto said = run([](ScriptedNode &) {}, [](ScriptedShell &shell) {
                              shell.answer(u"npu-smi info"_s, "sh: 1: npu-smi: not found\n", 127);
                              shell.answer(u"ls -lL /dev"_s,
                                           "total 0\ncrw-rw-rw- 1 root root 1, 3 Nov 20 08:00 null\n");
                          }).node2;
        const Finding present = said[u"driver.present"_s], version = said[u"driver.version"_s];
        QCOMPARE(present.verdict, Verdict::Fail);
        QVERIFY2(present.remedy.contains(u"left them behind"_s) && !present.remedy.contains(u"is installed"_s),
                 qPrintable(present.remedy));
        QVERIFY2(unexplained(present.remedy).isEmpty(), qPrintable(present.remedy));
        QCOMPARE(version.verdict, Verdict::Unknown);
        QVERIFY2(version.summary.contains(u"left behind"_s) && !version.summary.contains(u"is installed"_s),
                 qPrintable(version.summary));
    }

    void aDriverThatAnswersSlowlyIsNotToBeInstalled()
    {
        ScriptedShell shell = ScriptedNode(1).shell();
        const QByteArray table = shell.run({.argv = {u"npu-smi"_s, u"info"_s}}, {}, {})->out;
        shell.answerSlowly(u"npu-smi info"_s, table, std::chrono::seconds(4));
        QMap<QString, Finding> said;
        (void)firstRound(shell, context(1), CheckSelection{{u"driver.present"_s}}, {},
                         [&](const Finding &finding) { said.insert(finding.check, finding); });
        const Finding finding = said[u"driver.present"_s];
        QCOMPARE(finding.verdict, Verdict::Warn);
        QVERIFY2(finding.remedy.startsWith(u"Nothing has to be installed"_s) && !finding.remedy.contains(u"--full"_s),
                 qPrintable(finding.remedy));
    }

    // A figure that looks whole is not, where something of the eight was left out.
    void whatIsLeftOutIsInTheValue()
    {
        const Outcome down = run([](ScriptedNode &n) { n.down = {2}; });
        for (const Finding &ping : {down.node1[u"network.ping"_s], down.node2[u"network.ping"_s]}) {
            QCOMPARE(ping.verdict, Verdict::Pass);
            QCOMPARE(ping.value, u"7 of 8, 1 left out"_s);
            QVERIFY2(ping.summary.contains(u"node2 device 2"_s), qPrintable(ping.summary));
            // its row, or its column
            QVERIFY(ping.pairs && ping.pairs->count(CardPairs::LeftOut) == 8);
            QCOMPARE(ping.pairs->count(CardPairs::Reached), 7);
        }
        const Outcome gone = run([](ScriptedNode &n) { n.chips.removeOne(5); });
        QCOMPARE(gone.node2[u"npu.device-files"_s].value, u"7 of 8 present"_s);
        QVERIFY2(gone.node2[u"npu.device-files"_s].summary.contains(u"without device 5"_s),
                 qPrintable(gone.node2[u"npu.device-files"_s].summary));
        QCOMPARE(gone.node2[u"npu.health"_s].value, u"7 of 8 OK"_s);
        QVERIFY2(gone.node2[u"npu.health"_s].summary.contains(u"without device 5"_s),
                 qPrintable(gone.node2[u"npu.health"_s].summary));
        QCOMPARE(gone.node2[u"network.ping"_s].value, u"7 of 8, 1 left out"_s);
        QVERIFY2(gone.node1[u"network.ping"_s].summary.contains(u"node2 device 5"_s),
                 qPrintable(gone.node1[u"network.ping"_s].summary));
        QCOMPARE(gone.node1[u"npu.health"_s].value, u"8 OK"_s);
        QCOMPARE(gone.node1[u"npu.device-files"_s].value, u"8 present"_s);
    }

    // What is installed changes while it runs: nobody is sent to restart the node under it, or to install beside it.
    void whileAnInstallerRunsItIsWaitedFor_data()
    {
        QTest::addColumn<QByteArray>("told");
        QTest::addColumn<QString>("words");
        QTest::addColumn<QString>("log");
        const QString folder = QLatin1String(packagesFolder);
        QTest::newRow("named") << QByteArray("held Ascend-hdk-910b-npu-driver_25.2.0_linux-aarch64.run\n")
                               << u"the installer of Ascend-hdk-910b-npu-driver_25.2.0_linux-aarch64.run runs"_s
                               << folder + u"/Ascend-hdk-910b-npu-driver_25.2.0_linux-aarch64.run.log"_s;
        QTest::newRow("not named") << QByteArray("held\n") << u"an installer of driver or firmware runs"_s
                                   << folder + u"/*.log"_s;
    }
    void whileAnInstallerRunsItIsWaitedFor()
    {
        QFETCH(QByteArray, told);
        QFETCH(QString, words);
        QFETCH(QString, log);
        const Outcome outcome = run(
            [](ScriptedNode &n) {
                n.firmware = "7.8.0.5.216";
                n.runningFirmware = "7.7.0.6.236";
            },
            [&](ScriptedShell &shell) { shell.answer(quoted(runningInstallerQuestion()), told); });
        for (const auto &check : {u"driver.present"_s, u"driver.version"_s, u"driver.firmware"_s,
                                  u"driver.firmware-pairing"_s, u"driver.cann"_s}) {
            const Finding finding = outcome.node2[check];
            QVERIFY2(finding.verdict == Verdict::Unknown, qPrintable(check + u": "_s + finding.summary));
            QVERIFY2(finding.summary.contains(words), qPrintable(finding.summary));
            QVERIFY2(finding.remedy.startsWith(u"Wait until it has ended"_s) && finding.remedy.contains(log)
                         && !finding.remedy.contains(u"reboot"_s) && !finding.remedy.contains(u"--full"_s),
                     qPrintable(finding.remedy));
            QVERIFY(!finding.evidence.isEmpty());
            QCOMPARE(outcome.node1[check].verdict, Verdict::Pass);
        }
        QCOMPARE(outcome.cluster[u"driver.equal"_s].verdict, Verdict::Skipped);
    }

    // A restart puts into effect what lies on the disk: it is advised only where that is not known to be wrong.
    void noRestartIntoWhatIsNoPair_data()
    {
        QTest::addColumn<QByteArray>("driver"); // installed
        QTest::addColumn<QByteArray>("firmware");
        QTest::addColumn<QByteArray>("loaded"); // and running
        QTest::addColumn<QByteArray>("running");
        QTest::addColumn<QString>("check");
        QTest::addColumn<QStringList>("first"); // what is to be installed before; empty: it is restarted
        const auto row = [](const char *name, const char *driver, const char *firmware, const char *loaded,
                            const char *running, const QString &check, const QStringList &first) {
            QTest::newRow(name) << QByteArray(driver) << QByteArray(firmware) << QByteArray(loaded)
                                << QByteArray(running) << check << first;
        };
        row("the driver failed", "25.2.0", "7.8.0.5.216", "25.2.0", "7.7.0.6.236", u"driver.firmware"_s,
            {u"driver 25.5.0"_s, u"firmware 7.7.0.6.236"_s});
        row("the firmware failed", "25.5.0", "7.7.0.6.236", "25.2.0", "7.7.0.6.236", u"driver.version"_s,
            {u"driver 25.2.0"_s, u"firmware 7.8.0.5.216"_s});
        row("firmware of no driver that is known", "25.2.0", "7.9.0.0.1", "25.2.0", "7.7.0.6.236",
            u"driver.firmware"_s, {u"firmware 7.7.0.6.236"_s});
        row("a pair, driver", "25.5.0", "7.8.0.5.216", "25.2.0", "7.7.0.6.236", u"driver.version"_s, {});
        row("a pair, firmware", "25.5.0", "7.8.0.5.216", "25.5.0", "7.7.0.6.236", u"driver.firmware"_s, {});
        row("of no known driver", "99.1.0", "7.7.0.6.236", "25.2.0", "7.7.0.6.236", u"driver.version"_s, {});
        row("it hangs, no pair", "25.2.0", "7.8.0.5.216", "", "", u"driver.present"_s, {u"driver 25.5.0"_s});
        row("it hangs, a pair", "25.2.0", "7.7.0.6.236", "", "", u"driver.present"_s, {});
    }
    void noRestartIntoWhatIsNoPair()
    {
        QFETCH(QByteArray, driver);
        QFETCH(QByteArray, firmware);
        QFETCH(QByteArray, loaded);
        QFETCH(QByteArray, running);
        QFETCH(QString, check);
        QFETCH(QStringList, first);
        const Outcome outcome = run(
            [&](ScriptedNode &n) {
                n.driver = driver;
                n.firmware = firmware;
                n.runningFirmware = running;
                n.npuSmiHangs = loaded.isEmpty();
            },
            [&](ScriptedShell &shell) {
                ScriptedNode before(2);
                before.driver = loaded;
                if (!loaded.isEmpty())
                    shell.answer(u"npu-smi info"_s, before.npuSmiInfo());
            });
        const Finding finding = outcome.node2[check];
        QVERIFY2(finding.verdict == Verdict::Fail, qPrintable(finding.summary));
        const Finding pairing = outcome.node2[u"driver.firmware-pairing"_s];
        if (first.isEmpty()) {
            QVERIFY2(finding.remedy.contains(u"estart the node"_s) && !finding.remedy.contains(u"Do not"_s),
                     qPrintable(finding.remedy));
            QVERIFY2(pairing.verdict != Verdict::Fail, qPrintable(pairing.summary));
            return;
        }
        for (const Finding &one : {finding, pairing}) {
            QCOMPARE(one.verdict, Verdict::Fail);
            QVERIFY2(one.summary.contains(u"is not a pair"_s), qPrintable(one.summary));
            QVERIFY2(one.remedy.contains(u"Do not restart the node"_s) && !one.remedy.contains(u"reboot"_s),
                     qPrintable(one.remedy));
            for (const QString &what : std::as_const(first))
                QVERIFY2(one.remedy.contains(what), qPrintable(one.remedy));
        }
    }

    // Of the node's own chips; where nobody tells which they are, of the recipe's.
    void theFirmwareOfTheNodesChipsIsNamed()
    {
        const Finding finding = run([](ScriptedNode &n) {
                                    n.firmware = n.runningFirmware = "7.5.0.3.220";
                                }).node2[u"driver.firmware-pairing"_s];
        QCOMPARE(finding.verdict, Verdict::Fail);
        QVERIFY2(finding.remedy.contains(u"`./Ascend-hdk-910b-npu-firmware_7.7.0.6.236.run --full`"_s)
                     && !finding.remedy.contains(u"A3"_s),
                 qPrintable(finding.remedy));
    }

    // What lies on the disk is not what runs: where npu-smi does not answer, that is not known.
    void whatRunsIsNotKnownWhereNpuSmiHangs()
    {
        const Outcome outcome = run([](ScriptedNode &n) { n.npuSmiHangs = true; });
        for (const auto &check : {u"driver.version"_s, u"driver.firmware"_s, u"driver.firmware-pairing"_s}) {
            const Finding finding = outcome.node2[check];
            QCOMPARE(finding.verdict, Verdict::Unknown);
            QVERIFY2(finding.summary.contains(u"npu-smi did not answer"_s), qPrintable(finding.summary));
            QVERIFY2(finding.summary.contains(u"25.2.0"_s) || finding.summary.contains(u"7.7.0.6.236"_s),
                     qPrintable(finding.summary));
        }
    }

    // Whoever tries the login by hand has it as the node is set, not HOST and PORT.
    void whoIsNotReachedIsTriedByItsOwnLogin()
    {
        Node far = node(1);
        const auto remedy = [&far](const Error &error, const QString &language) {
            for (const Finding &finding : findingsWithout(error, far, {}, {}, language)) {
                if (finding.check == u"connection.reachable")
                    return finding.remedy;
            }
            return QString();
        };
        Error lost{ErrorKind::Connection, u"%1 did not answer."_s.arg(far.host), {}, {}};
        far.port.reset();
        far.user.clear();
        QVERIFY2(remedy(lost, u"en"_s).startsWith(u"Try `ssh %1` from"_s.arg(far.host)),
                 qPrintable(remedy(lost, u"en"_s)));
        far.port = 2222;
        far.user = u"admin"_s;
        far.host = u"[fd00::1]"_s;
        far.auth = AuthMethod::Key;
        far.identityFile = u"/keys/my key"_s;
        setJumpHost(far, u"root@gate"_s);
        const QString line = u"`ssh -p 2222 -i '/keys/my key' -J root@gate admin@fd00::1`"_s;
        for (const QString &language : {u"en"_s, u"zh"_s}) {
            QVERIFY2(remedy(lost, language).contains(line), qPrintable(remedy(lost, language)));
            QVERIFY2(!remedy(lost, language).contains(u"HOST"_s), qPrintable(remedy(lost, language)));
        }
        lost.facts.insert(u"remedy"_s, u"Check the jump host."_s);
        QCOMPARE(remedy(lost, u"en"_s), u"Check the jump host."_s);
        lost.facts.clear();
        far.transport = Transport::Local;
        QVERIFY(!remedy(lost, u"en"_s).contains(line));
    }

    // It agrees with the node's own and cannot be accepted: comparing would lead nowhere.
    void aRevokedKeyIsNotToBeAccepted()
    {
        const Error revoked{ErrorKind::HostKey,
                            u"STOP: revoked"_s,
                            {},
                            {{u"state"_s, u"revoked"_s}, {u"remedy"_s, u"Ask why its key was revoked."_s}}};
        for (const Finding &finding : findingsWithout(revoked, node(1), {}, {}, u"en"_s)) {
            if (finding.check == u"connection.host-key")
                QCOMPARE(finding.remedy, u"Ask why its key was revoked."_s);
            QVERIFY2(!finding.remedy.contains(u"accept"_s), qPrintable(finding.remedy));
        }
    }

    // A login without rights: what is closed to it is not missing, and nobody is sent to copy or install it.
    void whatMayNotBeReadIsNotMissing_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QByteArray>("out");
        QTest::addColumn<QByteArray>("err");
        QTest::addColumn<int>("exitCode");
        QTest::addColumn<QString>("check");
        QTest::addColumn<Verdict>("verdict");
        QTest::addColumn<QString>("remedy");
        QTest::newRow("weights") << quoted(weightsProbe(ScriptedNode::weights()))
                                 << QByteArray("#closed op: Permission denied\n") << QByteArray() << 0
                                 << u"weights.complete"_s << Verdict::Unknown << u"Log in as"_s;
        QTest::newRow("their config") << quoted({u"cat"_s, ScriptedNode::weights() + u"/config.json"_s}) << QByteArray()
                                      << QByteArray("cat: config.json: Permission denied\n") << 1 << u"weights.config"_s
                                      << Verdict::Unknown << u"Log in as"_s;
        QTest::newRow("hccn.conf") << u"cat /etc/hccn.conf"_s << QByteArray()
                                   << QByteArray("cat: /etc/hccn.conf: Permission denied\n") << 1
                                   << u"network.hccn-conf"_s << Verdict::Unknown << u"Log in as"_s;
        QTest::newRow("npu-smi") << u"npu-smi info"_s << QByteArray()
                                 << QByteArray("sh: 1: npu-smi: Permission denied\n") << 126 << u"driver.present"_s
                                 << Verdict::Unknown << u"Log in as"_s;
        QTest::newRow("version.info") << u"cat /usr/local/Ascend/firmware/version.info"_s << QByteArray()
                                      << QByteArray("cat: version.info: Permission denied\n") << 1
                                      << u"driver.firmware"_s << Verdict::Unknown << u"Log in as"_s;
        QTest::newRow("docker's socket") << u"docker ps -a --format '{{.Names}}\t{{.Image}}\t{{.Status}}'"_s
                                         << QByteArray()
                                         << QByteArray("permission denied while trying to connect to the Docker daemon "
                                                       "socket at unix:///var/run/docker.sock\n")
                                         << 1 << u"container.engine"_s << Verdict::Fail << u"usermod -aG docker"_s;
    }
    void whatMayNotBeReadIsNotMissing()
    {
        QFETCH(QString, line);
        QFETCH(QByteArray, out);
        QFETCH(QByteArray, err);
        QFETCH(int, exitCode);
        QFETCH(QString, check);
        QFETCH(Verdict, verdict);
        QFETCH(QString, remedy);
        const Outcome outcome
            = run([](ScriptedNode &n) { n.runningFirmware = "NA"; }, // else npu-smi tells what the file does not
                  [&](ScriptedShell &shell) { shell.answer(line, out, exitCode, err); });
        const Finding finding = outcome.node2[check];
        QVERIFY2(finding.verdict == verdict, qPrintable(finding.summary));
        QVERIFY2(finding.remedy.startsWith(remedy) || finding.remedy.contains(remedy), qPrintable(finding.remedy));
        QVERIFY2(unexplained(finding.remedy).isEmpty(), qPrintable(finding.remedy));
        QVERIFY2(!finding.remedy.contains(u"Copy"_s) && !finding.remedy.contains(u"systemctl"_s),
                 qPrintable(finding.remedy));
        QVERIFY2(!finding.summary.contains(u"there is no"_s) && !finding.summary.contains(u"not installed"_s),
                 qPrintable(finding.summary));
    }

    // Of what is not known: how to know it. Nothing that changes the node.
    void whatIsNotKnownIsNotRepaired()
    {
        const Outcome outcome
            = run([](ScriptedNode &) {},
                  [](ScriptedShell &shell) {
                      for (const QString &line :
                           {quoted(weightsProbe(ScriptedNode::weights())), u"cat /etc/os-release"_s, u"ss -H -ltnp"_s,
                            u"cat /etc/hccn.conf"_s, quoted(folderProbe(ScriptedNode::targetFolder())),
                            u"df -B1 -P /dev/shm"_s})
                          shell.fail(line, {ErrorKind::CommandFailed, u"It ended by a signal."_s, {}, {}});
                  });
        int unknowns = 0;
        for (const QMap<QString, Finding> &findings : {outcome.node2, outcome.cluster}) {
            for (const Finding &finding : findings) {
                if (finding.verdict != Verdict::Unknown)
                    continue;
                ++unknowns;
                QVERIFY2(finding.remedy.contains(u"evidence"_s) || finding.remedy.contains(u"again"_s),
                         qPrintable(finding.check + u": "_s + finding.remedy));
                for (const auto &word : {u"Copy"_s, u"Install"_s, u"Enlarge"_s, u"Set the address"_s, u"rsync"_s})
                    QVERIFY2(!finding.remedy.contains(word), qPrintable(finding.check + u": "_s + finding.remedy));
            }
        }
        QVERIFY(outcome.node2[u"weights.complete"_s].verdict == Verdict::Unknown);
        QVERIFY2(unknowns >= 5, qPrintable(QString::number(unknowns)));
    }

    // The probe itself, on this machine.
    void theFolderProbeTellsWhatIsThere()
    {
        QTemporaryDir folder;
        const auto ask = [](const QString &path) {
            QProcess process;
            const QStringList argv = folderProbe(path);
            process.start(argv.first(), argv.mid(1));
            process.waitForFinished();
            return QString::fromUtf8(process.readAllStandardOutput()).split(u'\n');
        };
        const QString deep = folder.filePath(u"a b/c"_s);
        QCOMPARE(ask(deep)[1] + ask(deep)[2], u"folderyes"_s);
        QCOMPARE(ask(deep)[4], folder.path());
        QFile file(folder.filePath(u"a b"_s));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(ask(deep)[1], u"other"_s);
        QCOMPARE(ask(deep)[4], file.fileName());
        QCOMPARE(ask(u"/none-such"_s)[4], u"/"_s);
    }

    void anOddChipIsNamed()
    {
        const auto said = [](const Change &change, int used = 8) {
            ScriptedNode scripted(1);
            change(scripted);
            ScriptedShell shell = scripted.shell();
            CheckContext asked = context(1);
            asked.settings.chipsPerNode = used;
            NodeProbe probe(shell, {});
            return askOnly("npu.count", probe, asked);
        };
        const Change smaller = [](ScriptedNode &n) {
            n.chipName[6] = "910B4";
            n.hbmTotal[6] = 32768;
        };
        const Finding other = said(smaller);
        QCOMPARE(other.verdict, Verdict::Warn);
        QCOMPARE(other.value, u"8 chips, 1 odd"_s);
        QCOMPARE(other.devices, QStringList{u"node1 device 6"_s});
        QVERIFY2(other.summary.contains(u"(device 0-5, 7: 910B3, 65536 MB of HBM; device 6: 910B4, 32768 MB of HBM)"_s)
                     && other.remedy.contains(u"`npu-smi info -t board -i 6`"_s),
                 qPrintable(other.summary + other.remedy));
        const Finding less = said([](ScriptedNode &n) { n.hbmTotal[2] = 32768; }); // of the same name
        QVERIFY2(less.verdict == Verdict::Warn && less.summary.contains(u"device 2: 910B3, 32768 MB of HBM"_s),
                 qPrintable(less.summary));
        QCOMPARE(said([](ScriptedNode &n) { n.hbmUsed[2] = n.hbmTotal[2] = 0; }).verdict, Verdict::Pass); // not told
        const Finding unused = said(smaller, 4); // the recipe takes the first four
        QVERIFY2(unused.verdict == Verdict::Pass && unused.summary.contains(u"8 chips (910B3, 910B4)"_s),
                 qPrintable(unused.summary));
    }

    void hugePagesOfAnotherSizeAreGivenBackByTheirOwnCommand()
    {
        const auto said = [](const QByteArray &idle) {
            return run([&](ScriptedNode &n) {
                       n.memoryMore += "Hugetlb:        536870912 kB\n";
                       if (!idle.isEmpty())
                           n.kernel["hugepages"] = idle;
                   }).node2[u"host.hugepages"_s];
        };
        const Finding idle = said("1048576kB 512"), untold = said({});
        QVERIFY2(idle.summary.contains(u"512 GiB of its memory"_s)
                     && idle.remedy.contains(
                         u"`echo 0 >/sys/kernel/mm/hugepages/hugepages-1048576kB/nr_hugepages`"_s)
                     && !idle.remedy.contains(u"vm.nr_hugepages"_s),
                 qPrintable(idle.summary + idle.remedy));
        QVERIFY2(untold.summary.contains(u"512 GiB"_s)
                     && untold.summary.endsWith(u"whether anybody uses them is not told"_s)
                     && untold.remedy.contains(u"`grep . /sys/kernel/mm/hugepages/*/*_hugepages`"_s),
                 qPrintable(untold.summary + untold.remedy));
    }

    // A load without anybody is no idleness.
    void workWithoutAProcessIsSaid()
    {
        const Finding finding = run([](ScriptedNode &n) {
                                    for (int i = 0; i < 8; ++i)
                                        n.aiCore[i] = 100;
                                }).node2[u"npu.idle"_s];
        QCOMPARE(finding.verdict, Verdict::Warn);
        QCOMPARE(finding.value, u"0 idle, 8 not"_s);
        QVERIFY2(finding.summary.contains(u"device 0 has an AICore load of 100 %"_s), qPrintable(finding.summary));
        QCOMPARE(finding.devices.size(), 8);
    }

    void memoryIsJudgedOnlyWhereTheBaseLoadIsKnown()
    {
        ScriptedNode scripted(1);
        scripted.hbmUsed[0] = 40000;
        ScriptedShell shell = scripted.shell();
        QByteArray other = scripted.npuSmiInfo();
        other.replace("910B3", "910A ");
        shell.answer(u"npu-smi info"_s, other);
        NodeProbe probe(shell, {});
        QCOMPARE(askOnly("npu.idle", probe, context(1)).verdict, Verdict::Warn);
        scripted.hbmUsed[0] = 20000;
        other = scripted.npuSmiInfo();
        other.replace("910B3", "910A ");
        shell.answer(u"npu-smi info"_s, other);
        NodeProbe again(shell, {});
        QCOMPARE(askOnly("npu.idle", again, context(1)).verdict, Verdict::Pass);
    }

    // As the tool's own published code prints it where a query fails: "0 / 0", or the chip's first row left out.
    void aChipThatDoesNotTellIsNotIdleAndHasAName()
    {
        ScriptedNode scripted(1);
        ScriptedShell shell = scripted.shell();
        const QByteArray table = scripted.npuSmiInfo();
        const auto said = [&](const char *check, const QByteArray &text) {
            shell.answer(u"npu-smi info"_s, text);
            NodeProbe probe(shell, {});
            return askOnly(check, probe, context(1));
        };
        QByteArray untold = table;
        const qsizetype row = untold.indexOf("0000:C4:00.0"), memory = untold.indexOf("3200 / 65536", row);
        QVERIFY(row > 0 && memory > row);
        untold.replace(memory, 12, "0    / 0    ");
        const Finding idle = said("npu.idle", untold);
        QCOMPARE(idle.verdict, Verdict::Unknown);
        QCOMPARE(idle.value, u"7 idle"_s);
        QVERIFY2(idle.summary.contains(u"how much memory device 4 holds"_s), qPrintable(idle.summary));
        QByteArray numberless = table;
        const qsizetype end = numberless.lastIndexOf('\n', numberless.indexOf("0000:C4:00.0"));
        const qsizetype begin = numberless.lastIndexOf('\n', end - 1);
        numberless.remove(begin, end - begin);
        const Finding health = said("npu.health", numberless);
        QCOMPARE(health.verdict, Verdict::Unknown);
        QVERIFY2(health.summary.contains(u"the health of NPU 4"_s) && !health.summary.contains(u'?'),
                 qPrintable(health.summary));
    }

    void whatNpuSmiSaysOfThePairIsQuoted()
    {
        const Change no = [](ScriptedNode &n) { n.compatibility[0] = "NOT OK"; };
        const Finding finding = run(no).node2[u"driver.firmware-pairing"_s];
        QCOMPARE(finding.value, u"NOT OK"_s);
        QVERIFY2(finding.summary.endsWith(u"driver 25.2.0 with firmware 7.7.0.6.236: Compatibility NOT OK on NPU 0"_s)
                     && finding.remedy.contains(u"`npu-smi info -t board -i 0`"_s),
                 qPrintable(finding.summary + finding.remedy));
        const Finding waiting = run(no, [](ScriptedShell &shell) { // of the loaded one, not of the installed
                                    shell.answer(u"cat /usr/local/Ascend/driver/version.info"_s, "Version=25.5.0\n");
                                }).node2[u"driver.firmware-pairing"_s];
        QVERIFY2(!waiting.summary.contains(u"Compatibility"_s), qPrintable(waiting.summary));
        const Change last = [](ScriptedNode &n) { n.compatibility[7] = "NOT OK"; }; // asked by name only
        const CheckSelection named{{u"driver.firmware-pairing"_s}};
        QCOMPARE(run(last, {}, named).node2[u"driver.firmware-pairing"_s].verdict, Verdict::Fail);
    }

    // As one that was put in later: the usual round asks the first card and says so, by name each is asked.
    void aCardWithOtherFirmwareIsNamedOnRequest()
    {
        const Change other = [](ScriptedNode &n) { n.firmwareOf[5] = "7.5.0.3.220"; };
        const auto asks = [](const Outcome &outcome) { return outcome.asked.filter(u" board "_s).size(); };
        const Outcome usual = run(other);
        const Finding first = usual.node2[u"driver.firmware"_s];
        QCOMPARE(first.verdict, Verdict::Pass);
        QVERIFY2(first.summary.contains(u"NPU 0 runs it, the other cards were not asked"_s), qPrintable(first.summary));
        QCOMPARE(asks(usual), 1);

        const CheckSelection named{{u"driver.firmware"_s}};
        const Outcome asked = run(other, {}, named);
        const Finding finding = asked.node2[u"driver.firmware"_s];
        QCOMPARE(asks(asked), 8);
        QCOMPARE(finding.verdict, Verdict::Fail);
        QCOMPARE(finding.devices, QStringList{u"node2 device 5"_s});
        QVERIFY2(finding.summary.endsWith(u"not every card runs it: NPU 5: 7.5.0.3.220; NPU 0-4, 6, 7: 7.7.0.6.236"_s),
                 qPrintable(finding.summary));
        QVERIFY2(finding.remedy.contains(u"`./Ascend-hdk-910b-npu-firmware_7.7.0.6.236.run --full`"_s),
                 qPrintable(finding.remedy));
        QCOMPARE(run(other, {}, {{u"driver.firmware-pairing"_s}}).notPassed,
                 QStringList{u"driver.firmware-pairing=skipped"_s});

        const Finding sound = run([](ScriptedNode &) {}, {}, named).node2[u"driver.firmware"_s];
        QVERIFY2(sound.verdict == Verdict::Pass && sound.summary.endsWith(u"all 8 cards run it"_s),
                 qPrintable(sound.summary));
        const Finding owed
            = run([](ScriptedNode &n) { n.runningFirmware = "7.7.0.3.220"; }, {}, named).node2[u"driver.firmware"_s];
        QVERIFY2(owed.summary.endsWith(u"the chips run 7.7.0.3.220"_s) && owed.remedy.contains(u"`reboot`"_s),
                 qPrintable(owed.summary));
    }

    // What is known of the reset of an A2 is not said of other machines.
    void theResetOfAnA2IsNotTheOneOfAnA3()
    {
        QFile file(QStringLiteral(ASC_FIXTURES_DIR "/npu-smi/25.3.0/a3-info.txt"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray a3 = file.readAll().replace("| OK   ", "| Alarm");
        ScriptedNode scripted(1);
        scripted.health[3] = "Alarm";
        ScriptedShell shell = scripted.shell();
        for (const bool isA3 : {false, true}) {
            if (isA3)
                shell.answer(u"npu-smi info"_s, a3);
            NodeProbe probe(shell, {});
            const Finding finding = askOnly("npu.health", probe, context(1));
            QCOMPARE(finding.verdict, Verdict::Fail);
            QVERIFY2(finding.remedy.contains(u"Atlas 800 A2"_s) != isA3, qPrintable(finding.remedy));
        }
    }

    void onlyAsksWhatIsNeeded()
    {
        const Outcome outcome = run([](ScriptedNode &) {}, {}, {{u"container.image"_s}});
        QCOMPARE(outcome.node2.keys(), QStringList{u"container.image"_s});
        QVERIFY(outcome.cluster.isEmpty());
        QVERIFY(!outcome.asked.contains(u"npu-smi info"_s));
    }

    void initIsNoFaultWithoutAnythingToProbe()
    {
        ScriptedNode scripted(1);
        for (int i = 0; i < 8; ++i)
            scripted.netHealth[i] = "Init";
        ScriptedShell shell = scripted.shell();
        NodeProbe probe(shell, {});
        QCOMPARE(askOnly("network.health", probe, context(1)).verdict, Verdict::Warn); // hccn.conf sets netdetect here
        ScriptedShell conf = scripted.shell();
        conf.answer(u"cat /etc/hccn.conf"_s, "address_0=10.20.101.10\nnetdetect_0=0.0.0.0\n");
        NodeProbe again(conf, {});
        QCOMPARE(askOnly("network.health", again, context(1)).verdict, Verdict::Pass);
        // what counts is what the card has now, in the words of older and newer tools
        for (const QByteArray &key : {QByteArray("netdetect address: "), QByteArray("netdetect addr: ")}) {
            for (const bool probes : {false, true}) {
                for (int i = 0; i < 8; ++i)
                    shell.answer(quoted(hccnQuestion(u"hccn_tool"_s, i, u"netdetect"_s)),
                                 key + (probes ? "10.20.255.254\n" : "0.0.0.0\n"));
                NodeProbe live(shell, {});
                const Finding finding = askOnly("network.health", live, context(1));
                QCOMPARE(finding.verdict, probes ? Verdict::Warn : Verdict::Pass);
                QCOMPARE(finding.summary.endsWith(u"device 0-7 has no address to probe"_s), !probes);
            }
        }
    }

    // What lies there counts, but not what the deployment's own service has put there.
    void shmIsWhatIsFreeOfIt()
    {
        ScriptedNode scripted(1);
        scripted.shmTotal = 4LL << 30;
        scripted.shmUsed = scripted.shmTotal - (10 << 20);
        const auto said = [&] {
            ScriptedShell shell = scripted.shell();
            NodeProbe probe(shell, {});
            return askOnly("host.shm", probe, context(1));
        };
        const Finding full = said();
        QCOMPARE(full.verdict, Verdict::Fail);
        QVERIFY2(full.summary.startsWith(u"only 10"_s) && full.remedy.contains(u"du -ah /dev/shm"_s),
                 qPrintable(full.summary + full.remedy));
        QVERIFY(!full.isOfSettings);
        scripted.containers = {{u"deepseekLocal"_s, ScriptedNode::imageName(), "ds-v32", "Up 2 hours", {4242, 4711}}};
        const Finding own = said();
        QVERIFY2(own.verdict == Verdict::Pass && own.summary.contains(u"runs already"_s), qPrintable(own.summary));
    }

    void shmSpeaksOfTheEngineFound()
    {
        ScriptedNode scripted(1);
        scripted.shmTotal = 64 << 20;
        ScriptedShell shell = scripted.shell();
        NodeProbe probe(shell, {});
        QVERIFY(askOnly("host.shm", probe, context(1))
                    .summary.contains(u"docker takes --shm-size beside --ipc=host and ignores it"_s));
        shell.answer(u"docker version --format '{{json .}}'"_s,
                     "{\"Client\":{\"APIVersion\":\"4.3.1\",\"Version\":\"4.3.1\"}}", 0,
                     "Emulate Docker CLI using podman.");
        shell.answer(u"id -u"_s, "0\n");
        NodeProbe again(shell, {});
        QVERIFY(askOnly("host.shm", again, context(1)).summary.contains(u"podman refuses"_s));
    }

    void versionsAreOrderedAsReleased()
    {
        const QStringList order{u"23.0.rc3"_s, u"23.0.0"_s,   u"23.0.7"_s,     u"24.1.rc2"_s, u"24.1.0"_s,
                                u"24.1.0.3"_s, u"25.0.rc1"_s, u"25.0.rc1.1"_s, u"25.2.0"_s};
        for (qsizetype i = 0; i + 1 < order.size(); ++i)
            QVERIFY2(compareVersions(order[i], order[i + 1]) < 0, qPrintable(order[i]));
        QCOMPARE(compareVersions(u"25.0.RC1.b002"_s, u"25.0.rc1"_s), 0);
        QCOMPARE(isInFirmwareRange(u"7.7.0.6.236"_s, u"[7.0.0,7.7.99]"_s), std::optional(true));
        QCOMPARE(isInFirmwareRange(u"7.8.0.2.212"_s, u"[7.0.0,7.7.99]"_s), std::optional(false));
        QVERIFY(!isInFirmwareRange(u"7.8.0"_s, QString()));
    }

    void theTablesAreWhole()
    {
        const Result<QList<DriverFirmwarePair>> pairs = driverFirmwarePairs();
        QVERIFY(pairs);
        QVERIFY(pairs->size() >= 20);
        for (const DriverFirmwarePair &pair : *pairs)
            QVERIFY2(!pair.drivers.isEmpty() && !pair.firmware.isEmpty() && !pair.sources.isEmpty(),
                     qPrintable(pair.firmware));
        QCOMPARE(pairsOfDriver(*pairs, u"25.3.RC1.2"_s).value(0).firmware, u"7.8.0.2.212"_s);
        QStringList ids;
        for (const NodeCheck &check : firstRoundChecks() + secondRoundChecks())
            ids << QString::fromLatin1(check.id);
        for (const ClusterCheck &check : clusterChecks())
            ids << QString::fromLatin1(check.id);
        QStringList texts = checkIds();
        ids.sort();
        texts.sort();
        QCOMPARE(texts, ids);
        for (const QString &language : {u"en"_s, u"zh"_s}) {
            for (const CheckInfo &info : checkInfos(language))
                QVERIFY2(!info.title.isEmpty() && !info.why.isEmpty() && !info.remedy.isEmpty()
                             && !groupTitle(info.group, language).isEmpty(),
                         qPrintable(info.id));
        }
    }
};

QTEST_GUILESS_MAIN(TestChecks)
#include "tst_checks.moc"
