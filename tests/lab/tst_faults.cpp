// Each fault of the simulated cluster, injected behind real sshd: the check that is there for it fails,
// no other does, and nothing hangs.
#include "tests/lab/lab.h"
#include "tests/support/ascendctl.h"

#include "core/checks/checkrun.h"

#include <QElapsedTimer>
#include <QFile>
#include <QRegularExpression>
#include <QSet>
#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;

class TstFaults : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void soundClusterPasses();
    void aRunTakesFewChannels();
    void onlyTheRightCheckFails_data();
    void onlyTheRightCheckFails();
    void aPortThatTheNodeDoesNotBindIsNoFault();
    void whatARemedySetsIsCured();
    void inotifyIsUsedUpAndCured();
    void theVerbsAnswerIsNotYesWhereSomethingIsUnknown();

private:
    QSet<QString> complaints(qint64 *tookMs = nullptr); // checks that fail, warn or cannot be answered
    std::unique_ptr<Lab> m_lab;
};

void TstFaults::initTestCase()
{
    if (!QFile::exists(u"/usr/sbin/sshd"_s))
        QSKIP("sshd is not installed");
    Result<std::unique_ptr<Lab>> lab = Lab::up({});
    if (!lab)
        QFAIL(qPrintable(lab.error().message + QLatin1Char('\n') + lab.error().detail));
    m_lab = *std::move(lab);
}

QSet<QString> TstFaults::complaints(qint64 *tookMs)
{
    QElapsedTimer clock;
    clock.start();
    QHash<QString, NodeLink *> links;
    QObject owner;
    for (const Node &node : m_lab->deployment().nodes)
        links.insert(node.name, new NodeLink(shellFactoryFor(node, m_lab->connections()), &owner));
    CheckRun run(
        m_lab->deployment(), [&links](const QString &node) { return links.value(node); }, u"en"_s);
    QSignalSpy finished(&run, &CheckRun::finished);
    run.start();
    if (!finished.wait(120'000))
        return {u"the checks did not end"_s};
    if (tookMs)
        *tookMs = clock.elapsed();
    QSet<QString> result;
    QList<Finding> findings = run.report().cluster;
    for (const NodeReport &node : run.report().nodes)
        findings += node.findings;
    for (const Finding &finding : std::as_const(findings))
        if (finding.verdict != Verdict::Pass && finding.verdict != Verdict::Skipped)
            result << finding.check;
    return result;
}

void TstFaults::soundClusterPasses()
{
    QCOMPARE(complaints(), QSet<QString>());
}

// Each command has its own answer, but not its own channel: a node's sshd tells of every one that was opened.
void TstFaults::aRunTakesFewChannels()
{
    const auto channels = [this](int node) {
        QFile log(m_lab->nodeFolder(node) + u"/var/log/sshd.log"_s);
        return log.open(QIODevice::ReadOnly) ? int(log.readAll().count("Starting session: ")) : -1;
    };
    const int before = channels(0);
    QVERIFY(before > 0); // of the runs above
    QVERIFY(complaints().isEmpty());
    const int taken = channels(0) - before;
    QVERIFY2(taken >= 2 && taken <= 12 + 1, qPrintable(QString::number(taken))); // one more: node2 logs in to it
}

void TstFaults::onlyTheRightCheckFails_data()
{
    QTest::addColumn<QString>("fault");
    QTest::addColumn<QStringList>("checks");
    const auto row = [](const char *fault, const QStringList &checks) {
        QTest::newRow(fault) << QString::fromLatin1(fault) << checks;
    };
    row("chip-alarm", {u"npu.health"_s});
    row("chip-missing", {u"npu.count"_s});
    // nobody says what this MindIE runs with besides 25.2.0
    row("driver-old", {u"driver.cann"_s, u"driver.equal"_s});
    row("firmware-mismatch", {u"driver.firmware-pairing"_s, u"driver.equal"_s});
    row("link-down", {u"network.link"_s});
    row("tls-differs", {u"network.tls-equal"_s});
    row("wrong-device-ip", {u"network.hccn-conf"_s});
    row("hbm-occupied", {u"npu.idle"_s});
    row("npu-smi-slow", {u"driver.present"_s}); // a warning
    row("npu-smi-hangs", // what is loaded and runs is not known
        {u"driver.present"_s, u"driver.version"_s, u"driver.firmware"_s, u"driver.firmware-pairing"_s});
    row("no-docker", {u"container.engine"_s});
    row("image-missing", {u"container.image"_s});
    row("registry-slow", {u"container.image"_s});
    row("wrong-arch", {u"container.image-architecture"_s});
    row("disk-full", {u"host.disk-image"_s});
    row("clock-skew", {u"host.clock"_s, u"host.clock-equal"_s, u"host.time-source"_s});
    row("sshd-killed", {u"connection.reachable"_s});
    row("connection-lost", {u"connection.reachable"_s});
    row("weights-incomplete", {u"weights.complete"_s, u"weights.equal"_s});
    row("port-busy", {u"host.ports"_s});
    row("swapped", {u"host.swap"_s});
    row("hugepages-idle", {u"host.hugepages"_s});
    row("threads-few", {u"host.threads"_s});
    row("inotify-exhausted", {u"host.inotify"_s});
    row("governor-powersave", {u"host.governor"_s});
    row("selinux-enforcing", {}); // a privileged container is not confined
    row("firewall-on", {u"host.firewall"_s});
    row("clock-unsynchronised", {u"host.time-source"_s});
    row("shm-leftover", {u"host.shm-leftovers"_s});
    row("proxy-set", {}); // the recipe's script takes it away
    row("interface-alike", {}); // the recipe asks for the exact name, and has a rank table
    row("mtu-differs", {u"network.mtu-equal"_s});
    row("numa-unknown", {u"npu.numa"_s});
    row("quantization-differs", {u"weights.quantization"_s, u"weights.equal"_s});
    for (const char *one : {"ecc-errors", "optical-weak", "link-flaps", "container-kept-out"}) // asked by name only
        row(one, {});
    // of an installation and its restart: no check asks for either
    for (const char *one : {"no-hwhiaiuser", "upload-damaged", "installer-fails", "installer-slow", "reboot-ignored",
                            "reboot-stays-down", "reboot-chip-alarm", "firmware-stays"})
        row(one, {});
    // of services that run: their logs tell (tst_prefilldecode)
    for (const char *one :
         {"prefill-missing", "engine-id-same", "proxy-no-decode", "oom-at-load", "image-other-release"})
        row(one, {});
}

void TstFaults::onlyTheRightCheckFails()
{
    QFETCH(QString, fault);
    QFETCH(QStringList, checks);
    // of node2, which is a slave: it binds none of the service's ports
    QVERIFY(m_lab->fault(1, fault, fault == u"port-busy" ? QStringList{u"1120"_s} : QStringList()));
    qint64 took = 0;
    const QSet<QString> found = complaints(&took);
    QVERIFY(m_lab->clear(1));
    QCOMPARE(found, QSet<QString>(checks.begin(), checks.end()));
    QVERIFY2(took < 60'000, qPrintable(QString::number(took)));
}

// MindIE's slaves start no HTTP server: who has its ports there keeps nobody from deploying.
void TstFaults::aPortThatTheNodeDoesNotBindIsNoFault()
{
    QVERIFY(m_lab->fault(1, u"port-busy"_s, {u"1025"_s}));
    const QSet<QString> ofTheSlave = complaints();
    QVERIFY(m_lab->clear(1) && m_lab->fault(0, u"port-busy"_s, {u"1025"_s}));
    const QSet<QString> ofTheMaster = complaints();
    QVERIFY(m_lab->clear(0));
    QCOMPARE(ofTheSlave, QSet<QString>());
    QCOMPARE(ofTheMaster, QSet<QString>{u"host.ports"_s});
}

// With the node's own tools, as the checks' remedies say; and what a fault took away is no file of the model's.
void TstFaults::whatARemedySetsIsCured()
{
    const Result<std::unique_ptr<Shell>> shell = m_lab->shell(1);
    QVERIFY(bool(shell));
    const auto run = [&](const QString &line) {
        const Result<CommandOutput> output = (*shell)->run({.argv = {u"sh"_s, u"-c"_s, line}}, {});
        return output ? QString::fromUtf8(output->out) : u"?"_s;
    };
    const QString right = m_lab->state(1).network(1)->ip, mask = m_lab->state(1).network(1)->netmask;
    QVERIFY(m_lab->fault(1, u"tls-differs"_s) && m_lab->fault(1, u"wrong-device-ip"_s));
    QVERIFY(m_lab->state(1).network(1)->ip != right);
    run(u"for i in 0 1 2 3 4 5 6 7; do hccn_tool -i $i -tls -s enable 0; done"_s);
    run(u"hccn_tool -i 1 -ip -s address %1 netmask %2"_s.arg(right, mask));
    for (const sim::Network &network : m_lab->state(1).networks)
        QCOMPARE(network.tls, 0);
    QCOMPARE(m_lab->state(1).network(1)->ip, right);
    QVERIFY(m_lab->clear(1));

    QVERIFY(m_lab->fault(1, u"port-busy"_s));
    const QString said = run(u"ss -ltnp"_s);
    static const QRegularExpression holder(u":1025 .*pid=([0-9]+)"_s);
    const QString pid = holder.match(said).captured(1);
    QVERIFY2(!pid.isEmpty() && run(u"cat /proc/%1/cmdline | tr '\\0' ' '"_s.arg(pid)).startsWith(u"python3 train.py"_s),
             qPrintable(said));
    run(u"kill "_s + pid);
    QTRY_VERIFY(!run(u"ss -ltnp"_s).contains(u":1025 "_s));
    QVERIFY(m_lab->clear(1));

    QVERIFY(m_lab->fault(1, u"wrong-arch"_s));
    const QStringList architecture{u"check"_s, m_lab->deploymentFile(), u"--only"_s,
                                   u"container.image-architecture"_s, u"--json"_s};
    const Result<Json> wrong = parseJson(ascendctl(architecture).out, {});
    QVERIFY(wrong);
    static const QRegularExpression commands(u"`(docker [^`]+)`"_s);
    int typed = 0;
    for (auto all = commands.globalMatch(QString::fromUtf8(prettyJson(*wrong))); all.hasNext(); ++typed)
        run(all.next().captured(1));
    QVERIFY(typed >= 2);
    const Ran cured = ascendctl(architecture);
    QVERIFY2(cured.code == 0, cured.out.constData());
    QVERIFY(m_lab->clear(1));

    // The node's own pages, and never this machine's, are what is set there.
    const auto ours = [](const char *name) {
        QFile file(QLatin1String("/proc/sys/vm/") + QLatin1String(name));
        return file.open(QFile::ReadOnly) ? file.readAll() : QByteArray();
    };
    const QByteArray pages = ours("nr_hugepages"), swappiness = ours("swappiness");
    QVERIFY(m_lab->fault(1, u"hugepages-idle"_s));
    const QStringList hugePages{u"check"_s, m_lab->deploymentFile(), u"--only"_s, u"host.hugepages"_s};
    QVERIFY(ascendctl(hugePages).out.contains("256 GiB"));
    QVERIFY(run(u"sysctl -w vm.nr_hugepages=0"_s).contains(u"vm.nr_hugepages = 0"_s));
    const QString memory = run(u"cat /proc/meminfo"_s);
    QVERIFY2(memory.contains(u"HugePages_Total:         0\n"_s)
                 && memory.contains(u"MemFree:        1489204172 kB\n"_s),
             qPrintable(memory));
    QVERIFY(!ascendctl(hugePages).out.contains("256 GiB"));
    run(u"sysctl -w vm.swappiness=1; echo 1 >/proc/sys/vm/swappiness"_s);
    QCOMPARE(ours("nr_hugepages"), pages);
    QCOMPARE(ours("swappiness"), swappiness);
    QVERIFY(m_lab->clear(1));

    const QString list = u"cd /work/deepseek/parameters/DeepseekV3.2-quant && stat -c '%n %s' * .[!.]*"_s;
    const QString whole = run(list);
    QVERIFY(whole.count(u".safetensors "_s) > 9 && m_lab->fault(1, u"weights-incomplete"_s));
    const QString spoiled = run(list);
    QCOMPARE(spoiled.count(u'\n'), whole.count(u'\n') - 1);
    QVERIFY(m_lab->clear(1));
    QCOMPARE(run(list), whole);
}

// What is exhausted is in use: a limit of none would be another fault.
void TstFaults::inotifyIsUsedUpAndCured()
{
    const auto checked = [this] {
        return ascendctl({u"check"_s, m_lab->deploymentFile(), u"--only"_s, u"host.inotify"_s});
    };
    QVERIFY(m_lab->fault(1, u"inotify-exhausted"_s));
    const Ran exhausted = checked();
    QVERIFY2(exhausted.out.contains("this user has 128 of the 128 inotify instances"), exhausted.out.constData());
    const Result<std::unique_ptr<Shell>> shell = m_lab->shell(1);
    QVERIFY(bool(shell));
    const QString raise = u"echo 8192 > /proc/sys/fs/inotify/max_user_instances"_s; // sysctl's own way
    QVERIFY(bool((*shell)->run({.argv = {u"sh"_s, u"-c"_s, raise}}, {})));
    QCOMPARE(checked().code, 0);
    QVERIFY(m_lab->clear(1));
}

void TstFaults::theVerbsAnswerIsNotYesWhereSomethingIsUnknown()
{
    const QStringList check = {u"check"_s, m_lab->deploymentFile(), u"--only"_s, u"host.ports"_s};
    QCOMPARE(ascendctl(check).code, 0);
    const QString tools = m_lab->folder() + u"/node2/usr/local/sbin/"_s;
    QVERIFY(QFile::remove(tools + u"ss"_s));
    for (const QString &name : {u"ss"_s, u"netstat"_s}) {
        QFile tool(tools + name);
        QVERIFY(tool.open(QIODevice::WriteOnly | QIODevice::NewOnly) && tool.write("#!/bin/sh\nexit 3\n") > 0);
        QVERIFY(tool.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    }
    const Ran ran = ascendctl(check);
    QVERIFY(QFile::remove(tools + u"ss"_s) && QFile::remove(tools + u"netstat"_s));
    QVERIFY(QFile::link(u"../../../.sim/bin/ascend-sim-front"_s, tools + u"ss"_s));
    QVERIFY2(ran.out.contains(" 1 unknown"), ran.out.constData());
    QCOMPARE(ran.code, 3);
}

QTEST_GUILESS_MAIN(TstFaults)
#include "tst_faults.moc"
