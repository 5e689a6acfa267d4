// What is learned about a node, from tools that answer, that are missing, slow or broken.
#include "core/facts/containerfacts.h"
#include "core/facts/containerspec.h"
#include "core/facts/holders.h"
#include "core/facts/hostfacts.h"
#include "core/facts/answerwords.h"
#include "core/facts/npufacts.h"
#include "core/facts/weightsfacts.h"
#include "tests/support/scriptednode.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <chrono>
#include <cmath>
#include <thread>

#include <grp.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace {

// This machine, asked by a user who owns nothing (where the test is root; else by the test's own user).
class NobodysShell : public Shell
{
public:
    Result<CommandOutput> run(const Command &command, std::stop_token, const OutputHandler &) override
    {
        QProcess process;
        process.setChildProcessModifier([] {
            if (::geteuid() == 0 && (::setgroups(0, nullptr) != 0 || ::setgid(65534) != 0 || ::setuid(65534) != 0))
                ::_exit(99);
        });
        process.start(command.argv.first(), command.argv.mid(1));
        if (!process.waitForFinished(30'000))
            return Error{ErrorKind::Timeout, process.errorString(), {}, {}};
        return CommandOutput{
            process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError(), false, {}};
    }
    Result<void> upload(const QByteArray &, const QString &, int, std::stop_token, const ProgressHandler &) override
    {
        return Error{ErrorKind::Storage, u"none"_s, {}, {}};
    }
    Result<void> download(const QString &, const QString &, std::stop_token, const ProgressHandler &) override
    {
        return Error{ErrorKind::Storage, u"none"_s, {}, {}};
    }
};

} // namespace

class TestNodeFacts : public QObject
{
    Q_OBJECT

private:
    static Deployment deployment()
    {
        Deployment deployment;
        deployment.settings["weights"] = ScriptedNode::weights();
        return deployment;
    }
    static Node node()
    {
        Node node;
        node.name = u"node1"_s;
        node.host = u"10.20.1.1"_s;
        return node;
    }

private slots:
    void aHealthyNodeTellsEverything()
    {
        ScriptedShell shell = ScriptedNode(1).shell();
        const Result<NodeFacts> facts = inspectNode(shell, node(), deployment(), {});
        QVERIFY(facts);
        QVERIFY(shell.asked.size() > 10);
        for (const QString &order : std::as_const(shell.orders)) // else a "no" stands among what failed (Activity)
            QVERIFY2(order.startsWith(u"npu-smi "_s), qPrintable(order));
        QCOMPARE(facts->os.id, u"openEuler"_s);
        QCOMPARE(facts->os.arch, u"aarch64"_s);
        QCOMPARE(facts->hostname, u"worker-1"_s);
        QCOMPARE(facts->hostIp, u"10.20.1.1"_s);
        QCOMPARE(facts->hostInterface, u"enp1"_s);
        QCOMPARE(facts->driverVersion, u"25.2.0"_s);
        QCOMPARE(driverInWords(*facts), u"25.2.0"_s);
        NodeFacts owes = *facts;         // installed, and not yet restarted
        owes.driverVersion = u"25.5.0"_s;
        QCOMPARE(driverInWords(owes), u"25.5.0 installed, 25.2.0 loaded"_s);
        const Json both = toJson(owes)["driver"];
        QVERIFY(both == Json({{"version", "25.5.0"}, {"loaded", "25.2.0"}}));
        QCOMPARE(facts->firmwareVersion, u"7.7.0.6.236"_s);
        QCOMPARE(firmwareInWords(*facts), u"7.7.0.6.236"_s);
        ScriptedNode installed(1);
        installed.firmware = "7.8.0.5.216";
        installed.runningFirmware = "7.7.0.6.236";
        ScriptedShell notRestarted = installed.shell();
        const Result<NodeFacts> firmware = inspectNode(notRestarted, node(), deployment(), {});
        QVERIFY(firmware);
        QCOMPARE(firmwareInWords(*firmware), u"7.8.0.5.216 installed, 7.7.0.6.236 running until the restart"_s);
        QVERIFY(toJson(*firmware)["firmware"] == Json({{"version", "7.8.0.5.216"}, {"running", "7.7.0.6.236"}}));
        QVERIFY(facts->npuSmi);
        QCOMPARE(facts->npuSmi->chips.size(), 8);
        QCOMPARE(facts->deviceIds, (QList<int>{0, 1, 2, 3, 4, 5, 6, 7}));
        QCOMPARE(facts->hccn.size(), 8);
        QCOMPARE(facts->hccn[3].ip, u"10.20.101.13"_s);
        QCOMPARE(facts->hccn[3].netmask, u"255.255.0.0"_s);
        QCOMPARE(facts->hccn[3].link, u"UP"_s);
        QCOMPARE(facts->hccn[3].health, u"Success"_s);
        QCOMPARE(facts->hccn[3].tlsSwitch, std::optional(0));
        QCOMPARE(facts->hccn[3].gateway, u"10.20.255.254"_s);
        QCOMPARE(facts->container.engine, u"docker"_s);
        QCOMPARE(facts->container.version, u"24.0.7"_s);
        QCOMPARE(facts->shmTotalBytes, std::optional(512LL << 30));
        QCOMPARE(facts->weightsDiskFreeBytes, std::optional(2000LL << 30));
        QVERIFY(qAbs(*facts->clockOffsetSeconds) < 2);
        QVERIFY(!facts->simulated);
        const Json json = toJson(*facts);
        QCOMPARE(json["npuSmi"]["chips"].size(), size_t(8));
        QCOMPARE(json["hccn"][0]["link"].get<std::string>(), std::string("UP"));
    }

    // A way of 0.3 s there and back: the node read its clock in the middle, so half of the whole is taken off.
    void halfOfTheWayIsTakenOffTheClock()
    {
        struct SlowLink : ScriptedShell
        {
            Result<CommandOutput> run(const Command &, std::stop_token, const OutputHandler &) override
            {
                std::this_thread::sleep_for(std::chrono::milliseconds(300));
                const double there = double(QDateTime::currentMSecsSinceEpoch()) / 1000 + 90;
                std::this_thread::sleep_for(std::chrono::milliseconds(300));
                return CommandOutput{0, QByteArray::number(there, 'f', 9) + '\n', {}, false, {}};
            }
        };
        SlowLink shell;
        NodeProbe probe(shell, {});
        const Result<ClockReading> clock = clockReading(probe);
        QVERIFY2(clock, clock ? "" : qPrintable(clock.error().message));
        QVERIFY2(std::abs(clock->offsetSeconds - 90) < 0.2, qPrintable(QString::number(clock->offsetSeconds)));
        QVERIFY2(clock->uncertaintySeconds >= 0.29, qPrintable(QString::number(clock->uncertaintySeconds)));
    }

    void aBareMachineLeavesItsFieldsUnset()
    {
        ScriptedShell shell; // every tool is missing
        const Result<NodeFacts> facts = inspectNode(shell, node(), deployment(), {});
        QVERIFY(facts);
        QVERIFY(facts->reachable);
        QVERIFY(!facts->npuSmi);
        QVERIFY(facts->hccn.isEmpty());
        QVERIFY(!facts->memoryTotalBytes);
        const Json json = toJson(*facts);
        QVERIFY(json["npuSmi"].is_null());
        QVERIFY(json["driver"]["version"].is_null());
        QVERIFY(json["memory"]["totalBytes"].is_null());
    }

    void everyCommandIsAskedOnce()
    {
        ScriptedShell shell = ScriptedNode(1).shell();
        QVERIFY(inspectNode(shell, node(), deployment(), {}));
        QCOMPARE(QSet<QString>(shell.asked.cbegin(), shell.asked.cend()).size(), shell.asked.size());
    }

    void aToolThatHungIsNotAskedAgain()
    {
        ScriptedNode scripted(1);
        scripted.npuSmiHangs = true;
        ScriptedShell shell = scripted.shell();
        shell.answer(u"cat /usr/local/Ascend/firmware/version.info"_s, {}, 1, "cat: No such file or directory\n");
        NodeProbe probe(shell, {});
        QVERIFY(!npuSmi(probe));
        QVERIFY(!firmwareVersion(probe));
        const Result<CommandOutput> board = probe.ask({u"npu-smi"_s, u"info"_s, u"-t"_s, u"board"_s, u"-i"_s, u"0"_s});
        QVERIFY(!board);
        QCOMPARE(board.error().message, u"npu-smi did not answer in 10 s."_s);
        QCOMPARE(shell.asked.count(u"npu-smi info"_s), 1);
        QVERIFY(!shell.asked.contains(u"npu-smi info -t board -i 0"_s));
        QCOMPARE(facts(probe), 8); // hccn_tool is asked about what /dev shows
    }

    void whatCouldNotBeLearnedSaysWhy()
    {
        ScriptedNode scripted(1);
        scripted.npuSmiHangs = true;
        ScriptedShell shell = scripted.shell();
        const Result<NodeFacts> facts = inspectNode(shell, node(), deployment(), {});
        QVERIFY(facts && facts->reachable && !facts->npuSmi);
        QCOMPARE(facts->errors.value(u"npu-smi"_s).message, u"npu-smi did not answer in 10 s."_s);
        QCOMPARE(facts->errors.value(u"npu-smi"_s).kind, ErrorKind::Timeout);
        QVERIFY(!facts->errors.contains(u"driver"_s)); // its file was read
        QCOMPARE(stringAt(toJson(*facts)["errors"], "npu-smi"), u"npu-smi did not answer in 10 s."_s);
        ScriptedShell well = ScriptedNode(1).shell();
        QVERIFY(inspectNode(well, node(), deployment(), {})->errors.isEmpty());
    }

    void aLostConnectionEndsTheRound()
    {
        ScriptedShell shell = ScriptedNode(1).shell();
        shell.fail(u"npu-smi info"_s, {ErrorKind::Connection, u"The connection to 10.20.1.1 was lost."_s, {}, {}});
        const Result<NodeFacts> facts = inspectNode(shell, node(), deployment(), {});
        QVERIFY(!facts);
        QCOMPARE(facts.error().kind, ErrorKind::Connection);
        QCOMPARE(shell.asked.last(), u"npu-smi info"_s);
    }

    void busyboxAnswersAreUnderstood()
    {
        const auto addresses = readIpAddresses("1: lo    inet 127.0.0.1/8 scope host lo\n"
                                               "2: eth0    inet 10.20.0.7/24 brd 10.20.0.255 scope global eth0\n");
        QVERIFY(addresses);
        QCOMPARE(*addresses, (QList<HostAddress>{{u"eth0"_s, u"10.20.0.7"_s}}));
        QCOMPARE(readDownInterfaces("1: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536 qdisc noqueue state UNKNOWN\n"
                                    "2: eth0@if7: <NO-CARRIER,BROADCAST,UP> mtu 1500 qdisc mq state DOWN qlen 1000\n"
                                    "2: eth0    inet 10.20.0.7/24 scope global eth0\n"
                                    "3: eth1: <BROADCAST,UP,LOWER_UP> mtu 1500 qdisc mq state UP qlen 1000\n"
                                    "4: eth2: <BROADCAST> mtu 1500 qdisc noop state DOWN qlen 1000\n"),
                 (QStringList{u"eth0"_s, u"eth2"_s}));
        QCOMPARE(readDefaultInterface("default via 10.20.0.1 dev eth0 \n10.20.0.0/24 dev eth0 scope link\n"),
                 u"eth0"_s);
        QCOMPARE(
            readListeners(
                u"tcp        0      0 0.0.0.0:1025            0.0.0.0:*               LISTEN\n"
                "tcp        0      0 :::22                   :::*                    LISTEN      "
                "7/sshd: /usr/sbin\n"_s),
            (QList<Listener>{{22, u"::"_s, {{7, u"sshd:"_s, {}}}}, {1025, u"0.0.0.0"_s, {}}}));
        QCOMPARE(readLimits(
                     u"-f: file size (blocks)             unlimited\n-n: file descriptors               1024\n"_s)
                     .openFiles,
                 std::optional<qint64>(1024));
        QCOMPARE(readLimits(u"nofiles              20000\nlocked memory(kbytes) 8192\n"_s).lockedMemoryKb,
                 std::optional<qint64>(8192));
        QVERIFY(!readIpAddresses("ip: command not found"));
    }

    void whoListensIsRead()
    {
        QCOMPARE(readListeners(u"LISTEN 0      4096         0.0.0.0:1025      0.0.0.0:*    "
                               u"users:((\"mindieservice_d\",pid=4711,fd=40),(\"a b\",pid=12,fd=3))\n"
                               "LISTEN 0      128             [::]:1025         [::]:*    "
                               "users:((\"mindieservice_d\",pid=4711,fd=41))\n"
                               "LISTEN 0      128                *:22              *:*\n"
                               "LISTEN 0      128    127.0.0.53%lo:53              0.0.0.0:*\n"
                               "LISTEN 0      128    [::ffff:10.20.1.1]:54         *:*\n"_s),
                 (QList<Listener>{{22, u"*"_s, {}},
                                  {53, u"127.0.0.53"_s, {}},
                                  {54, u"10.20.1.1"_s, {}},
                                  {1025, u"0.0.0.0"_s, {{4711, u"mindieservice_d"_s, {}}, {12, u"a b"_s, {}}}},
                                  {1025, u"::"_s, {{4711, u"mindieservice_d"_s, {}}}}}));
    }

    void processesAndLabelsOfContainersAreRead()
    {
        QCOMPARE(
            readTop(
                u"PID                 RSS                 COMMAND\n4242                3120                bash\n4300 "
                 "               900                 a b\n"_s),
            (QList<HostProcess>{{4242, u"bash"_s, 3120 * 1024}, {4300, u"a b"_s, 900 * 1024}}));
        QCOMPARE(readTop(u"HPID        RSS         COMMAND\n77          ?           sh\n"_s),
                 (QList<HostProcess>{{77, u"sh"_s, {}}}));
        // a device, all devices, Ascend's runtime; a management device alone is no NPU
        const auto spec = [](const char *name, const char *privileged, const char *runtime, const char *devices) {
            return u"%1\t\"image\"\ttrue\t\"host\"\t\"host\"\t%2\t67108864\t\"%3\"\t%4\t[]\n"_s.arg(
                QLatin1String(name), QLatin1String(privileged), QLatin1String(runtime), QLatin1String(devices));
        };
        QStringList withNpus;
        for (const ContainerSpec &one :
             readSpecs(spec("/one", "false", "runc",
                            R"([{"PathOnHost":"/dev/davinci0","PathInContainer":"/dev/davinci0"}])")
                       + spec("two", "true", "oci", "[]") + spec("/three", "false", "ascend", "null")
                       + spec("/four", "false", "runc", "null")
                       + spec("/five", "false", "runc", R"([{"PathOnHost":"/dev/davinci_manager"}])"))) {
            if (one.mayUseNpus())
                withNpus << one.name;
        }
        QCOMPARE(withNpus, (QStringList{u"one"_s, u"two"_s, u"three"_s}));
        const auto labels = readLabels(
            u"/one\t{\"a\":\"1\",\"ascend-console.deployment\":\"ds\",\"ascend-console.owner\":\"0f\"}\n"
            "two\tnull\nnoise\n"_s);
        QCOMPARE(labels.value(u"one"_s).deployment, u"ds"_s);
        QCOMPARE(labels.value(u"one"_s).owner, u"0f"_s);
        QVERIFY(labels.contains(u"two"_s) && labels.value(u"two"_s) == ContainerLabels());
        QVERIFY(!labels.contains(u"noise"_s));
    }

    void dfOnABrokenLineSaysNothing()
    {
        QVERIFY(!readDf(u"df: /nowhere: No such file or directory"_s));
        QVERIFY(!readDf(u"Filesystem 1-blocks Used Available Capacity Mounted on\nx y z"_s));
        const auto kilo = readDf(
            u"Filesystem           1024-blocks    Used Available Capacity Mounted on\ntmpfs 1000 1 999 0% /dev/shm"_s);
        QVERIFY(kilo);
        QCOMPARE(kilo->freeBytes, 999 * 1024);
        const auto blanks = readDf(
            u"Filesystem 1-blocks Used Available Capacity Mounted on\nserver:/my share 10 4 6 40% /mnt/my share"_s);
        QVERIFY(blanks);
        QCOMPARE(blanks->mountPoint, u"/mnt/my share"_s);
        QCOMPARE(blanks->freeBytes, 6);
    }

    void theEngineBehindTheNameIsRecognized_data()
    {
        QTest::addColumn<QByteArray>("out");
        QTest::addColumn<QByteArray>("err");
        QTest::addColumn<QString>("engine");
        QTest::addColumn<QString>("version");
        QTest::newRow("podman's shim") << QByteArray(
            "{\"Client\":{\"APIVersion\":\"4.3.1\",\"Version\":\"4.3.1\",\"BuiltTime\":\"\"}}")
                                       << QByteArray("Emulate Docker CLI using podman.") << u"podman"_s << u"4.3.1"_s;
        QTest::newRow("docker") << QByteArray(
            "{\"Client\":{\"Version\":\"26.1\",\"ApiVersion\":\"1.45\"},\"Server\":{\"Version\":\"25.0.3\"}}")
                                << QByteArray() << u"docker"_s << u"25.0.3"_s;
        QTest::newRow("docker without its daemon") << QByteArray("{\"Client\":{\"Version\":\"26.1\"},\"Server\":null}")
                                                   << QByteArray() << QString() << QString();
        QTest::newRow("words") << QByteArray("Docker version 18.09.0, build 384e3e9") << QByteArray() << u"docker"_s
                               << u"18.09.0"_s;
        QTest::newRow("only a number") << QByteArray("24.0.7\n") << QByteArray() << u"docker"_s << u"24.0.7"_s;
        QTest::newRow("nothing of the kind") << QByteArray("hello") << QByteArray() << QString() << QString();
    }
    void theEngineBehindTheNameIsRecognized()
    {
        QFETCH(QByteArray, out);
        QFETCH(QByteArray, err);
        const auto facts = readEngineVersion(out, err).value_or(ContainerFacts());
        QTEST(facts.engine, "engine");
        QTEST(facts.version, "version");
    }

    // One device that hangs takes neither the others nor what it had said along, and is not asked a second question.
    void aDeviceThatHangsLosesOnlyItself()
    {
        ScriptedShell shell;
        const auto question
            = [](int device, const QString &what) { return quoted(hccnQuestion(u"hccn_tool"_s, device, what)); };
        for (const int device : {0, 2})
            shell.answer(question(device, u"link"_s), "link status: UP\n");
        shell.fail(question(1, u"link"_s), {ErrorKind::Timeout, u"No answer in 10 s"_s, {}, {}});
        NodeProbe probe(shell, {});
        const auto answers = askHccn(probe, u"link"_s, {0, 1, 2});
        QVERIFY(answers);
        QCOMPARE(answers->size(), 3);
        QCOMPARE(readHccnLink(answers->at(0).text), std::optional(u"UP"_s));
        QCOMPARE(answers->at(1).exitCode, 124);
        QVERIFY(!readHccnLink(answers->at(1).text));
        QCOMPARE(readHccnLink(answers->at(2).text), std::optional(u"UP"_s));
        const QList<Evidence> evidence = probe.takeEvidence();
        QCOMPARE(evidence.size(), 3);
        QCOMPARE(evidence[0].command, u"hccn_tool -i 0 -link -g"_s);
        QCOMPARE(evidence[1].output, u"hccn_tool -i 1 did not answer in 10 s."_s);
        QVERIFY(askHccn(probe, u"ip"_s, {0, 1}));
        QVERIFY(shell.asked.contains(question(0, u"ip"_s)) && !shell.asked.contains(question(1, u"ip"_s)));
    }

    // hccn_tool locks while it works; who is sent away comes again.
    void aBusyToolIsAskedAgain()
    {
        class Locked : public ScriptedShell
        {
        public:
            Result<CommandOutput> run(const Command &command, std::stop_token stop,
                                      const OutputHandler &onOutput) override
            {
                if (command.argv.value(3) == u"-link" && ++asks == 1)
                    return CommandOutput{1, "hccn_tool is busy, please try again.\n", {}, false, {}};
                return ScriptedShell::run(command, stop, onOutput);
            }
            int asks = 0;
        } shell;
        shell.answer(quoted(hccnQuestion(u"hccn_tool"_s, 0, u"link"_s)), "link status: UP\n");
        NodeProbe probe(shell, {});
        const auto answers = askHccn(probe, u"link"_s, {0});
        QVERIFY(answers && answers->size() == 1);
        QCOMPARE(readHccnLink(answers->first().text), std::optional(u"UP"_s));
        QCOMPARE(shell.asks, 2);
    }

    // Answered in the order that the test likes: who asks gets his own answer, and what foresight put is not asked
    // twice.
    void whatIsForeseenIsAskedBesideAndOnce()
    {
        class Wide : public ScriptedShell
        {
        public:
            class Group : public CommandGroup
            {
            public:
                explicit Group(Wide &shell) : m_shell(shell) {}
                bool isFull() const override { return m_begun.size() >= 3; }
                void begin(qsizetype id, const Command &command) override
                {
                    m_begun.append({id, command});
                    m_shell.widest = std::max(m_shell.widest, m_begun.size());
                }
                std::optional<CommandAnswer> next(std::stop_token stop) override
                {
                    if (m_begun.isEmpty())
                        return {};
                    const auto [id, command] = m_begun.takeLast();
                    return CommandAnswer{id, m_shell.run(command, stop, {})};
                }

            private:
                Wide &m_shell;
                QList<std::pair<qsizetype, Command>> m_begun;
            };
            std::unique_ptr<CommandGroup> group(int) override { return std::make_unique<Group>(*this); }
            qsizetype widest = 0;
        } shell;
        for (const QString &name : {u"a"_s, u"b"_s, u"c"_s, u"d"_s})
            shell.answer(u"echo "_s + name, name.toUtf8());
        NodeProbe probe(shell, {});
        const auto say = [&probe](const QString &name) { return probe.ask({u"echo"_s, name}); };
        int looks = 0;
        probe.setForesight([&] {
            ++looks;
            (void)say(u"b"_s);
            if (const auto c = say(u"c"_s); c && c->out == "c")
                (void)say(u"d"_s); // follows from an answer
        });
        probe.beginEvidence();
        for (const QString &name : {u"a"_s, u"b"_s, u"c"_s, u"d"_s})
            QCOMPARE(say(name)->out, name.toUtf8());
        QCOMPARE(probe.takeEvidence().size(), 4);
        QCOMPARE(shell.widest, 3);
        QCOMPARE(QSet<QString>(shell.asked.cbegin(), shell.asked.cend()).size(), 4);
        QCOMPARE(shell.asked.size(), 4);
        QVERIFY(looks > 0 && !probe.isLost());
    }

    // What is there and may not be read is neither missing nor empty.
    // Files as safetensors writes them (length, header, tensors), read by this machine's own tools.
    void shardsTellHowLongTheyMustBe_data()
    {
        QTest::addColumn<QByteArray>("refused"); // by the grep of that machine
        QTest::newRow("all at once") << QByteArray("-y");
        QTest::newRow("one by one, where grep tells no places") << QByteArray("-b");
    }
    void shardsTellHowLongTheyMustBe()
    {
        QFETCH(QByteArray, refused);
        QTemporaryDir tools;
        QVERIFY(QFile::setPermissions(tools.path(), QFile::Permissions(0x7755)));
        QFile grep(tools.filePath(u"grep"_s));
        QVERIFY(grep.open(QIODevice::WriteOnly));
        grep.write("#!/bin/sh\nfor word; do [ \"$word\" != " + refused
                   + " ] || exit 2; done\nPATH=/usr/bin:/bin exec grep \"$@\"\n");
        grep.close();
        QVERIFY(grep.setPermissions(QFile::Permissions(0x7755)));
        const QByteArray before = qgetenv("PATH");
        qputenv("PATH", tools.path().toUtf8() + ':' + before);
        const auto back = qScopeGuard([&before] { qputenv("PATH", before); });
        QTemporaryDir folder;
        QVERIFY(QFile::setPermissions(folder.path(), QFile::Permissions(0x7755))); // nobody looks into it
        const auto write = [&](const QString &name, const QByteArray &content) {
            QFile file(folder.filePath(name));
            QVERIFY(file.open(QIODevice::WriteOnly) && file.write(content) == content.size());
        };
        const QByteArray header = "{\"__metadata__\": {\"format\": \"pt\"},"
                                  "\"b\": {\"dtype\": \"I8\", \"shape\": [90], \"data_offsets\": [10, 100]},"
                                  "\"a\":{\"dtype\":\"I8\",\"shape\":[10],\"data_offsets\":[0,10]}} ";
        QByteArray length(8, '\0');
        length[0] = char(header.size());
        const QByteArray whole = length + header + QByteArray(100, '\xff');
        write(u"a b.safetensors"_s, whole);
        write(u"cut.safetensors"_s, whole.chopped(3));
        write(u"headless.safetensors"_s, length + header.left(20));
        write(u"page.safetensors"_s, "<html>not found</html>\n");
        write(u"none.safetensors"_s, {});
        write(u"three.safetensors"_s, "abc");
        // Of many of one kind each is told from the others, whatever is between their headers.
        QMap<QString, ShardHeader> expected;
        for (int i = 0; i < 40; ++i) {
            const QByteArray end = QByteArray::number(1000 + i);
            const QByteArray text = "{\"x\": {\"data_offsets\": [0, " + end + "]}" + QByteArray(i * 7, ' ')
                + (i == 39 ? QByteArray(4'200'000, ' ') : QByteArray()) + '}'; // the last one's header is a long one
            QByteArray size(8, '\0');
            for (int byte = 0; byte < 4; ++byte)
                size[byte] = char(text.size() >> (8 * byte));
            // no header's: cut in the middle, so that it runs on into the next shard
            const QByteArray tensors = i % 2 ? QByteArray(1000 + i, '\n') : QByteArray("\"data_offsets\": [0, 99999");
            write(u"many-%1.safetensors"_s.arg(i), size + text + tensors);
            expected.insert(u"many-%1.safetensors"_s.arg(i), {text.size(), 1000 + i});
        }
        NobodysShell shell;
        NodeProbe probe(shell, {});
        const Result<QMap<QString, ShardHeader>> headers = shardHeaders(probe, folder.path());
        QVERIFY(headers);
        const ShardHeader told{header.size(), 100};
        expected.insert({{u"a b.safetensors"_s, told},
                         {u"cut.safetensors"_s, told},
                         {u"headless.safetensors"_s, {header.size(), -1}},
                         {u"page.safetensors"_s, {0, -1}},
                         {u"three.safetensors"_s, {0x636261, -1}},
                         {u"none.safetensors"_s, {0, -1}}});
        for (auto it = expected.cbegin(); it != expected.cend(); ++it)
            QVERIFY2(headers->value(it.key()) == *it,
                     qPrintable(u"%1: %2 %3"_s.arg(it.key())
                                    .arg(headers->value(it.key()).headerBytes)
                                    .arg(headers->value(it.key()).dataBytes)));
        QCOMPARE(headers->size(), expected.size());
        QCOMPARE(told.fileBytes(), whole.size());
        const Result<QMap<QString, ShardHeader>> missing = shardHeaders(probe, folder.filePath(u"gone"_s));
        QVERIFY(missing && missing->isEmpty());
    }

    void closedWeightsAreNotMissing_data()
    {
        QTest::addColumn<QString>("folder");
        QTest::addColumn<int>("found");  // 0 closed, 1 missing, 2 there
        QTest::newRow("there") << u"open"_s << 2;
        QTest::newRow("missing") << u"none"_s << 1;
        QTest::newRow("missing, two folders") << u"none/deeper"_s << 1;
        QTest::newRow("a file") << u"open/model.safetensors.index.json"_s << 1;
        QTest::newRow("a dangling link") << u"dangling"_s << 1;
        QTest::newRow("closed") << u"closed"_s << 0;
        QTest::newRow("below a closed one") << u"closed/w"_s << 0;
        QTest::newRow("a link into a closed one") << u"link"_s << 0;
        QTest::newRow("may be entered, not listed") << u"blind"_s << 0;
        QTest::newRow("a closed index") << u"index"_s << 0;
    }
    void closedWeightsAreNotMissing()
    {
        QFETCH(QString, folder);
        QFETCH(int, found);
        const QTemporaryDir base;
        const auto at = [&](const QString &name) { return base.filePath(name); };
        const auto mode = [&](const QString &name, mode_t bits) {
            return ::chmod(QFile::encodeName(at(name)).constData(), bits) == 0;
        };
        for (const QString &name : {u"open"_s, u"closed/w"_s, u"blind"_s, u"index"_s}) {
            QVERIFY(QDir().mkpath(at(name)));
            QFile index(at(name + u"/model.safetensors.index.json"_s));
            QVERIFY(index.open(QIODevice::WriteOnly)
                    && index.write("{\"metadata\": {\"total_size\": 3}, \"weight_map\": {\"a\": \"a.safetensors\"}}")
                        > 0);
        }
        QVERIFY(QFile::link(at(u"closed/w"_s), at(u"link"_s)) && QFile::link(at(u"gone"_s), at(u"dangling"_s)));
        QVERIFY(mode(QString(), 0755) && mode(u"open"_s, 0755) && mode(u"open/model.safetensors.index.json"_s, 0644)
                && mode(u"index"_s, 0755));
        QVERIFY(mode(u"closed"_s, ::geteuid() == 0 ? 0750 : 0) && mode(u"blind"_s, 0711)
                && mode(u"index/model.safetensors.index.json"_s, ::geteuid() == 0 ? 0640 : 0));
        if (::geteuid() != 0)
            QVERIFY(mode(u"blind"_s, 0111));
        NobodysShell shell;
        NodeProbe probe(shell, {});
        const Result<WeightsFacts> weights = weightsFacts(probe, at(folder));
        for (const char *name : {"closed", "blind"}) // so that it can be removed
            QVERIFY(mode(QLatin1String(name), 0700));
        if (found == 0) {
            QVERIFY2(!weights, weights && weights->exists ? "it is said to be readable" : "it is said to be missing");
            QVERIFY(isKeptOut(weights.error()));
            QVERIFY2(weights.error().message.contains(at(folder))
                         && weights.error().message.contains(u"Permission denied"),
                     qPrintable(weights.error().message));
            QVERIFY2(!weights.error().message.contains(u"#"_s)
                         && !weights.error().facts[u"remedy"_s].contains(u"Copy"_s),
                     qPrintable(weights.error().message));
            return;
        }
        QVERIFY2(weights, weights ? "" : qPrintable(weights.error().message));
        QCOMPARE(weights->exists, found == 2);
        QCOMPARE(weights->indexed.size(), found == 2 ? 1 : 0);
    }

    // How to get help with a command is no reason.
    void theLastWordsSayWhy_data()
    {
        QTest::addColumn<QString>("said");
        QTest::addColumn<QString>("why");
        const QString error = u"docker: Error response from daemon: error gathering device information while adding "
                              "custom device /dev/davinci5: no such file or directory."_s;
        QTest::newRow("docker") << error + u"\nSee 'docker run --help'.\n"_s << error;
        QTest::newRow("a newer docker") << error + u"\n\nRun 'docker run --help' for more information\n"_s << error;
        QTest::newRow("podman") << u"Error: no such image\nSee 'podman run --help'"_s << u"Error: no such image"_s;
        QTest::newRow("several lines") << u"Trying to pull\n  Error:  it is gone \n"_s << u"Error: it is gone"_s;
        QTest::newRow("nothing else") << u"See 'docker run --help'.\n"_s << QString();
        QTest::newRow("nothing") << QString() << QString();
    }
    void theLastWordsSayWhy()
    {
        QFETCH(QString, said);
        QTEST(lastWords(said), "why");
    }

private:
    static int facts(NodeProbe &probe) { return int(deviceIdsOf(probe).size()); }
};

QTEST_GUILESS_MAIN(TestNodeFacts)
#include "tst_nodefacts.moc"
