// Each fault of the simulated cluster, injected behind real sshd: the check that is there for it fails,
// no other does, and nothing hangs.
#include "tests/lab/lab.h"
#include "tests/support/ascendctl.h"

#include "core/checks/checkrun.h"

#include <QElapsedTimer>
#include <QFile>
#include <QSet>
#include <QSignalSpy>
#include <QTest>

class TstFaults : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void soundClusterPasses();
    void aRunTakesFewChannels();
    void onlyTheRightCheckFails_data();
    void onlyTheRightCheckFails();
    void theVerbsAnswerIsNotYesWhereSomethingIsUnknown();

private:
    QSet<QString> complaints(qint64 *tookMs = nullptr); // checks that fail, warn or cannot be answered
    std::unique_ptr<Lab> m_lab;
};

void TstFaults::initTestCase()
{
    if (!QFile::exists(QStringLiteral("/usr/sbin/sshd")))
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
        m_lab->deployment(), [&links](const QString &node) { return links.value(node); }, QStringLiteral("en"));
    QSignalSpy finished(&run, &CheckRun::finished);
    run.start();
    if (!finished.wait(120'000))
        return {QStringLiteral("the checks did not end")};
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
        QFile log(m_lab->nodeFolder(node) + QStringLiteral("/var/log/sshd.log"));
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
    row("chip-alarm", {QStringLiteral("npu.health")});
    row("chip-missing", {QStringLiteral("npu.count")});
    // nobody says what this MindIE runs with besides 25.2.0
    row("driver-old", {QStringLiteral("driver.cann"), QStringLiteral("driver.equal")});
    row("firmware-mismatch", {QStringLiteral("driver.firmware-pairing"), QStringLiteral("driver.equal")});
    row("link-down", {QStringLiteral("network.link")});
    row("tls-differs", {QStringLiteral("network.tls-equal")});
    row("wrong-device-ip", {QStringLiteral("network.hccn-conf")});
    row("hbm-occupied", {QStringLiteral("npu.idle")});
    row("npu-smi-slow", {QStringLiteral("driver.present")}); // a warning
    row("npu-smi-hangs", {QStringLiteral("driver.present")});
    row("no-docker", {QStringLiteral("container.engine")});
    row("image-missing", {QStringLiteral("container.image")});
    row("wrong-arch", {QStringLiteral("container.image-architecture")});
    row("disk-full", {QStringLiteral("host.disk-image")});
    row("clock-skew", {QStringLiteral("host.clock-equal")});
    row("sshd-killed", {QStringLiteral("connection.reachable")});
    row("connection-lost", {QStringLiteral("connection.reachable")});
    row("weights-incomplete", {QStringLiteral("weights.complete"), QStringLiteral("weights.equal")});
    row("port-busy", {QStringLiteral("host.ports")});
}

void TstFaults::onlyTheRightCheckFails()
{
    QFETCH(QString, fault);
    QFETCH(QStringList, checks);
    QVERIFY(m_lab->fault(1, fault));
    qint64 took = 0;
    const QSet<QString> found = complaints(&took);
    QVERIFY(m_lab->clear(1));
    QCOMPARE(found, QSet<QString>(checks.begin(), checks.end()));
    QVERIFY2(took < 60'000, qPrintable(QString::number(took)));
}

void TstFaults::theVerbsAnswerIsNotYesWhereSomethingIsUnknown()
{
    const QStringList check
        = {QStringLiteral("check"), m_lab->deploymentFile(), QStringLiteral("--only"), QStringLiteral("host.ports")};
    QCOMPARE(ascendctl(check).code, 0);
    const QString tools = m_lab->folder() + QStringLiteral("/node2/usr/local/sbin/");
    QVERIFY(QFile::remove(tools + QStringLiteral("ss")));
    for (const QString &name : {QStringLiteral("ss"), QStringLiteral("netstat")}) {
        QFile tool(tools + name);
        QVERIFY(tool.open(QIODevice::WriteOnly | QIODevice::NewOnly) && tool.write("#!/bin/sh\nexit 3\n") > 0);
        QVERIFY(tool.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    }
    const Ran ran = ascendctl(check);
    QVERIFY(QFile::remove(tools + QStringLiteral("ss")) && QFile::remove(tools + QStringLiteral("netstat")));
    QVERIFY(QFile::link(QStringLiteral("../../../.sim/bin/ascend-sim"), tools + QStringLiteral("ss")));
    QVERIFY2(ran.out.contains(" 1 unknown"), ran.out.constData());
    QCOMPARE(ran.code, 3);
}

QTEST_GUILESS_MAIN(TstFaults)
#include "tst_faults.moc"
