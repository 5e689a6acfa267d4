// The lab: real sshd, real namespaces; what the program reads over SSH is the state that the lab has.
#include "tests/lab/lab.h"

#include "core/metrics/nodesource.h"
#include "core/parse/npusmi.h"
#include "tests/support/ascendctl.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QSet>
#include <QTest>

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>

using namespace Qt::StringLiterals;

namespace {

QStringList words(const char *line) { return QString::fromLatin1(line).split(u' '); }

CommandOutput run(Shell &shell, const QStringList &argv, std::chrono::milliseconds timeout = std::chrono::seconds(10))
{
    const Result<CommandOutput> output = shell.run({argv, {}, timeout}, {});
    return output ? *output : CommandOutput{-1, {}, output.error().message.toUtf8()};
}

} // namespace

// The node's processes that play a tool, or wait to (app/sim/toolserver.h).
QSet<int> toolServers(const QString &node)
{
    QSet<int> found;
    for (const QString &pid : QDir(u"/proc"_s).entryList({u"[1-9]*"_s}, QDir::Dirs)) {
        QFile line(u"/proc/%1/cmdline"_s.arg(pid)), environment(u"/proc/%1/environ"_s.arg(pid));
        if (line.open(QIODevice::ReadOnly) && environment.open(QIODevice::ReadOnly)
            && line.readAll().split('\0').value(1) == "--serve-tools"
            && environment.readAll().split('\0').contains("ASCEND_SIM_NODE=" + QFile::encodeName(node)))
            found << pid.toInt();
    }
    return found;
}

class TstLab : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void programReadsTheStateOverSsh();
    void absolutePathsShowTheNode();
    void nodesReachEachOtherWithoutPassword();
    void filesArriveOnTheNode();
    void killedSshdStaysAwayUntilItIsCleared();
    void lostConnectionEndsTheCommand();
    void theMonitorReadsTheNodesClock();
    void whatANodeSaysIsShownNotSent();
    void missingChipIsMissingEverywhere();
    void whoHoldsTheMemoryCanBeEnded();
    void handEditsOfHccnConfStay();
    void whatDockerDoesNotPlayIsSaid();
    void aRemountedShmIsTold();
    void toolsLoadWhatTheyUse();
    void toolsArePlayedAsTheirCallerIs();
    void toolsArePlayedWithoutTheirServer();
    void aToolEndsWithItsCaller();
    void twoLabsStandSideBySide();
    void labOfADeadProcessIsCleared();

private:
    std::unique_ptr<Lab> m_lab;
};

void TstLab::initTestCase()
{
    if (!QFile::exists(u"/usr/sbin/sshd"_s))
        QSKIP("sshd is not installed");
    Result<std::unique_ptr<Lab>> lab = Lab::up({});
    if (!lab)
        QFAIL(qPrintable(lab.error().message + QLatin1Char('\n') + lab.error().detail));
    m_lab = *std::move(lab);
}

void TstLab::programReadsTheStateOverSsh()
{
    const auto shell = m_lab->shell(0);
    QVERIFY2(shell, qPrintable(shell ? QString() : shell.error().message));
    const CommandOutput output = run(**shell, words("npu-smi info"));
    QCOMPARE(output.exitCode, 0);
    const Result<NpuSmiInfo> read = parseNpuSmiInfo(output.out);
    QVERIFY(read);
    const sim::NodeState truth = m_lab->state(0);
    QCOMPARE(read->driverVersion, truth.driverVersion);
    QCOMPARE(read->chips.size(), truth.chips.size());
    for (qsizetype i = 0; i < truth.chips.size(); ++i) {
        const NpuChip &chip = read->chips[i];
        const sim::Chip &true_ = truth.chips[i];
        QCOMPARE(chip.npu, std::optional(true_.npu));
        QCOMPARE(chip.health, true_.health);
        QCOMPARE(qRound(*chip.powerWatts * 10), qRound(*true_.power * 10));
        QCOMPARE(chip.temperatureC, true_.temp);
        QCOMPARE(chip.hbmUsedMb, std::optional(true_.hbm->used));
        QCOMPARE(chip.busId, *true_.bus);
    }
}

void TstLab::absolutePathsShowTheNode()
{
    const auto shell = m_lab->shell(1);
    QVERIFY(shell);
    QVERIFY(run(**shell, words("cat /etc/ascend-sim.json")).out.contains("\"node\": \"node2\""));
    QVERIFY(run(**shell, words("cat /usr/local/Ascend/driver/version.info")).out.startsWith("Version=25.2.0"));
    QCOMPARE(run(**shell, words("uname -m")).out.trimmed(), QByteArray("aarch64"));
    QCOMPARE(run(**shell, words("hostname")).out.trimmed(), QByteArray("node2"));
    QVERIFY(run(**shell, {u"sh"_s, u"-c"_s, u"ls /dev && cat /etc/hccn.conf"_s}).out.contains("davinci7"));
    QVERIFY(run(**shell, words("cat /proc/meminfo")).out.startsWith("MemTotal:       1583040512 kB"));
    if (m_lab->ownNetworks())
        QVERIFY(run(**shell, words("ip -j addr")).out.contains(m_lab->deployment().nodes[1].host.toUtf8()));
}

void TstLab::nodesReachEachOtherWithoutPassword()
{
    if (!m_lab->ownNetworks())
        QSKIP("nodes on loopback addresses do not know each other by name");
    const auto shell = m_lab->shell(0);
    QVERIFY(shell);
    const CommandOutput output
        = run(**shell, {u"ssh"_s, u"-o"_s, u"BatchMode=yes"_s, m_lab->deployment().nodes[1].host, u"hostname"_s});
    QCOMPARE(output.out.trimmed(), QByteArray("node2"));
}

void TstLab::filesArriveOnTheNode()
{
    const auto shell = m_lab->shell(0);
    QVERIFY(shell);
    const Result<void> sent = (*shell)->upload("over there\n", u"/work/deepseek/new/file.txt"_s, 0640, {});
    QVERIFY2(sent, qPrintable(sent ? QString() : sent.error().message));
    QCOMPARE(run(**shell, words("cat /work/deepseek/new/file.txt")).out, QByteArray("over there\n"));
    QVERIFY(!QFile::exists(u"/work/deepseek/new/file.txt"_s)); // not on this machine
}

void TstLab::killedSshdStaysAwayUntilItIsCleared()
{
    auto shell = m_lab->shell(0);
    QVERIFY(shell);
    QCOMPARE(run(**shell, words("echo there")).out, QByteArray("there\n"));
    QVERIFY(m_lab->fault(0, u"sshd-killed"_s));
    const Result<CommandOutput> output = (*shell)->run({words("echo there"), {}, std::chrono::seconds(15)}, {});
    QVERIFY(!output); // the connection that stood is gone
    QCOMPARE(output.error().kind, ErrorKind::Connection);
    for (int i = 0; i < 2; ++i) {
        const auto refused = m_lab->shell(0);
        QVERIFY(!refused);
        QCOMPARE(refused.error().kind, ErrorKind::Connection);
    }
    QVERIFY(m_lab->shell(1)); // the other node's is its own
    QVERIFY(m_lab->clear(0));
    shell = m_lab->shell(0);
    QVERIFY2(shell, qPrintable(shell ? QString() : shell.error().message));
    QCOMPARE(run(**shell, words("echo back")).out, QByteArray("back\n"));
}

void TstLab::lostConnectionEndsTheCommand()
{
    QVERIFY(m_lab->fault(0, u"connection-lost"_s));
    auto shell = m_lab->shell(0);
    QVERIFY(shell);
    QElapsedTimer clock;
    clock.start();
    const Result<CommandOutput> output = (*shell)->run({words("sleep 20"), {}, std::chrono::seconds(15)}, {});
    QVERIFY(!output);
    QCOMPARE(output.error().kind, ErrorKind::Connection);
    QVERIFY(clock.elapsed() < 10'000);
    QVERIFY(m_lab->clear(0));
    shell = m_lab->shell(0);
    QVERIFY(shell);
    QCOMPARE(run(**shell, words("echo back")).out, QByteArray("back\n"));
}

void TstLab::theMonitorReadsTheNodesClock()
{
    QVERIFY(m_lab->fault(1, u"clock-skew"_s, {u"90"_s}));
    const auto shell = m_lab->shell(1);
    QVERIFY(shell);
    NodeSampling memory;
    const Result<Reading> first = sampleNode(**shell, u"node2"_s, {}, &memory);
    QTest::qWait(50);                    // ticks of the processors
    const Result<Reading> second = sampleNode(**shell, u"node2"_s, {}, &memory);
    QVERIFY(m_lab->clear(1));
    QVERIFY2(first, first ? "" : qPrintable(first.error().message));
    QVERIFY2(second, second ? "" : qPrintable(second.error().message));
    QMap<QString, double> found;
    for (const Sample &sample : first->samples + second->samples) {
        if (sample.key.device == u"host")
            found.insert(sample.key.metric, sample.value);
    }
    const double clock = found.value(u"host.clock"_s);
    QVERIFY2(std::abs(clock - 90) < 2, qPrintable(QString::number(clock)));
    QVERIFY(found.value(u"host.cpu"_s, -1) >= 0 && found.value(u"host.memory.total"_s) > 1'000'000);
    for (auto one = found.cbegin(); one != found.cend(); ++one)
        QVERIFY2(one.value() >= 0, qPrintable(one.key()));
}

void TstLab::whatANodeSaysIsShownNotSent()
{
    QFile file(m_lab->nodeFolder(1) + u"/etc/os-release"_s);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray before = file.readAll();
    file.close();
    const auto write = [&file](const QByteArray &text) {
        return file.open(QIODevice::WriteOnly | QIODevice::Truncate) && file.write(text) == text.size()
            && (file.close(), true);
    };
    QVERIFY(write("ID=a\x1b[2Jb\nVERSION_ID=1\nPRETTY_NAME=\"evil\x1b]0;title\x07\xe2\x80\xae\"\n"));
    QList<Ran> all;
    for (const QStringList &verb : {QStringList{u"inspect"_s}, QStringList{u"check"_s},
                                    QStringList{u"check"_s, u"--verbose"_s}, QStringList{u"inspect"_s, u"--json"_s}}) {
        all << ascendctl(QStringList{verb.first(), m_lab->deploymentFile()} + verb.mid(1));
    }
    QVERIFY(write(before));
    for (const Ran &ran : all) {
        for (const QByteArray &text : {ran.out, ran.err})
            QVERIFY2(!text.contains('\x1b') && !text.contains('\x07') && !text.contains("\xe2\x80\xae"),
                     text.toPercentEncoding(" \n").constData());
    }
    QVERIFY2(all.first().out.contains("evil␛]0;title␇<U+202E>"), all.first().out.constData());
}

void TstLab::missingChipIsMissingEverywhere()
{
    const auto shell = m_lab->shell(1);
    QVERIFY(shell);
    QVERIFY(m_lab->fault(1, u"chip-missing"_s, {u"5"_s}));
    const Result<NpuSmiInfo> read = parseNpuSmiInfo(run(**shell, words("npu-smi info")).out);
    QVERIFY(read);
    QCOMPARE(read->chips.size(), 7);
    const QByteArrayList devices = run(**shell, words("ls /dev")).out.split('\n');
    QVERIFY(!devices.contains("davinci5"));
    QVERIFY(devices.contains("davinci6"));
    QCOMPARE(run(**shell, words("hccn_tool -i 5 -ip -g")).out, QByteArray("The device is not exist!\n"));
    QVERIFY(run(**shell, words("hccn_tool -i 6 -ip -g")).out.startsWith("ipaddr:"));
    QVERIFY(run(**shell, words("npu-smi info -t board -i 5")).out.startsWith("Invalid card id."));
    QVERIFY(m_lab->clear(1));
    QVERIFY(run(**shell, words("ls /dev")).out.split('\n').contains("davinci5"));
}

void TstLab::whoHoldsTheMemoryCanBeEnded()
{
    const auto shell = m_lab->shell(1);
    QVERIFY(shell);
    const auto seen = [&] { return parseNpuSmiInfo(run(**shell, words("npu-smi info")).out); };
    const std::optional<qint64> before = seen()->chips[2].hbmUsedMb;
    QVERIFY(m_lab->fault(1, u"hbm-occupied"_s, {u"2"_s}));
    const Result<NpuSmiInfo> held = seen();
    QVERIFY(held);
    QCOMPARE(held->processes.size(), 1);
    QCOMPARE(held->processes[0].name, u"python3"_s);
    QVERIFY(*held->chips[2].hbmUsedMb > *before + 30'000);
    const QString pid = QString::number(*held->processes[0].pid);
    QCOMPARE(run(**shell, {u"cat"_s, u"/proc/%1/comm"_s.arg(pid)}).out, QByteArray("python3\n"));
    const CommandOutput killed = run(**shell, {u"kill"_s, pid});
    QVERIFY2(killed.exitCode == 0, killed.err.constData());
    QTRY_COMPARE(seen()->processes.size(), 0);
    QCOMPARE(seen()->chips[2].hbmUsedMb, before);
    QVERIFY(m_lab->clear(1, u"hbm-occupied"_s));
    QVERIFY(m_lab->fault(1, u"hbm-occupied"_s));
    const QString another = QString::number(*seen()->processes.value(0).pid);
    QCOMPARE(run(**shell, {u"kill"_s, u"-0"_s, another}).exitCode, 0);
    QVERIFY(m_lab->clear(1));
    // nothing is left of it
    QTRY_VERIFY(run(**shell, {u"kill"_s, u"-0"_s, another}).exitCode != 0);
}

void TstLab::handEditsOfHccnConfStay()
{
    const auto shell = m_lab->shell(0);
    QVERIFY(shell);
    QCOMPARE(run(**shell, words("sed -i s/^address_2=.*/address_2=10.99.0.2/ /etc/hccn.conf")).exitCode, 0);
    QCOMPARE(run(**shell, words("hccn_tool -i 4 -gateway -s gateway 10.20.255.254")).out,
             QByteArray("Cmd executed successfully!\n"));
    const QByteArray conf = run(**shell, words("cat /etc/hccn.conf")).out;
    QVERIFY2(conf.contains("address_2=10.99.0.2\n") && conf.contains("gateway_4=10.20.255.254\n"), conf.constData());
}

void TstLab::whatDockerDoesNotPlayIsSaid()
{
    const auto shell = m_lab->shell(0);
    QVERIFY(shell);
    for (const QByteArray &line : {QByteArray("docker image prune"), QByteArray("docker system prune"),
                                   QByteArray("docker search x"), QByteArray("docker commit x")}) {
        const CommandOutput output = run(**shell, words(line.constData()));
        QCOMPARE(output.err, "ascend-sim: " + line + " is not simulated.\n");
        QVERIFY(output.exitCode != 0);
    }
    QVERIFY(run(**shell, words("docker nonsense")).err.startsWith("docker: 'nonsense' is not a docker command."));
    const QByteArrayList use = run(**shell, words("docker system df")).out.split('\n');
    QCOMPARE(use.value(0).simplified(), QByteArray("TYPE TOTAL ACTIVE SIZE RECLAIMABLE"));
    QVERIFY2(use.value(1).startsWith("Images ") && use.value(1).contains("GB ("), use.value(1).constData());
}

// What was mounted anew has its new size.
void TstLab::aRemountedShmIsTold()
{
    const auto shell = m_lab->shell(0);
    QVERIFY(shell);
    const CommandOutput output = run(
        **shell, {u"sh"_s, u"-c"_s,
                  u"df -B1 -P /dev/shm; mount -o remount,size=1g /dev/shm && df -h /dev/shm; "
                  "mount -o remount,size=754g /dev/shm; df -h /dev/shm"_s});
    const QByteArrayList lines = output.out.split('\n');
    QVERIFY2(lines.value(1).contains(" 809601335296 "), (output.out + output.err).constData());
    if (output.err.contains("permission denied"))
        QSKIP("nothing may be mounted here");
    QVERIFY2(lines.value(3).simplified().startsWith("tmpfs 1.0G "), (output.out + output.err).constData());
    QVERIFY2(lines.value(5).simplified().startsWith("tmpfs 754G "), (output.out + output.err).constData());
}

// Each costs every call of a tool: it crept in twice.
void TstLab::toolsLoadWhatTheyUse()
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    QSKIP("Without optimization the linker keeps what nobody uses.");
#endif
    const auto shell = m_lab->shell(0);
    QVERIFY(shell);
    const QByteArray loaded
        = run(**shell, {u"sh"_s, u"-c"_s, u"LD_TRACE_LOADED_OBJECTS=1 /.sim/bin/ascend-sim"_s}).out;
    QVERIFY2(loaded.contains("libQt6Core"), loaded.constData());
    for (const char *library : {"libcurl", "libssl", "libsqlite3", "libQt6Network"})
        QVERIFY2(!loaded.contains(library), loaded.constData());
}

void TstLab::toolsArePlayedAsTheirCallerIs()
{
    QTRY_COMPARE(toolServers(m_lab->nodeFolder(0)).size(), 1);
    const auto shell = m_lab->shell(0);
    QVERIFY(shell);
    const auto say = [&shell](const QString &script) { return run(**shell, {u"sh"_s, u"-c"_s, script}); };
    // arguments, environment, files and exit code
    QCOMPARE(say(u"TZ=UTC-3 date -d @0 '+%H %Z'"_s).out, "03 UTC\n");
    QCOMPARE(say(u"cd /tmp && exec 3>answer && uname -m >&3 && cat answer && rm answer"_s).out, "aarch64\n");
    QCOMPARE(say(u"umask 077; df / >/tmp/a; stat -c %a /tmp/a; rm /tmp/a"_s).out, "600\n");
    const CommandOutput refused = say(u"npu-smi set -t reset >/dev/null"_s);
    QCOMPARE(refused.exitCode, 3);
    QCOMPARE(refused.err, "ascend-sim: npu-smi set -t reset is not simulated.\n");
    QCOMPARE(say(u"/.sim/bin/ascend-sim-front x; echo $?"_s).out, "3\n");
    // what is too long for one packet, and who may not speak to the server
    QCOMPARE(say(u"A=$(head -c 100000 /dev/zero | tr '\\0' a) uname -m"_s).out, "aarch64\n");
    QCOMPARE(say(u"unshare -m uname -m"_s).out, "aarch64\n");
    // at once, however many
    QCOMPARE(say(u"for i in 1 2 3 4 5 6 7 8 9; do nproc & done; wait"_s).out, QByteArray("192\n").repeated(9));
}

void TstLab::toolsArePlayedWithoutTheirServer()
{
    const QString node = m_lab->nodeFolder(0);
    QTRY_COMPARE(toolServers(node).size(), 1);
    const auto shell = m_lab->shell(0);
    QVERIFY(shell);
    const QSet<int> before = toolServers(node);
    QVERIFY(m_lab->fault(0, u"chip-alarm"_s));
    const QByteArray shown = run(**shell, words("npu-smi info -t health -i 3")).out;
    QVERIFY2(shown.contains("Alarm"), shown.constData());
    ::kill(*before.cbegin(), SIGKILL);
    QCOMPARE(run(**shell, words("npu-smi info -t health -i 3")).out, shown);
    QVERIFY(m_lab->clear(0));
    QVERIFY(!run(**shell, words("npu-smi info -t health -i 3")).out.contains("Alarm"));
    QTRY_COMPARE(toolServers(node).size(), 1); // the keeper has started another
    QVERIFY(toolServers(node) != before);
    QCOMPARE(run(**shell, words("uname -m")).out, "aarch64\n");
}

void TstLab::aToolEndsWithItsCaller()
{
    const QString node = m_lab->nodeFolder(0);
    QTRY_COMPARE(toolServers(node).size(), 1);
    QVERIFY(m_lab->fault(0, u"npu-smi-hangs"_s));
    const auto shell = m_lab->shell(0);
    QVERIFY(shell);
    const Result<CommandOutput> hung = (*shell)->run({words("npu-smi info"), {}, std::chrono::seconds(1)}, {});
    QVERIFY(!hung && hung.error().kind == ErrorKind::Timeout);
    QTRY_COMPARE(toolServers(node).size(), 1); // what played for it is gone
    const QString script = u"npu-smi info & p=$!; sleep 0.3; kill $p; wait $p; echo $?"_s;
    const CommandOutput killed = run(**shell, {u"sh"_s, u"-c"_s, script});
    QCOMPARE(killed.out, "143\n");
    QTRY_COMPARE(toolServers(node).size(), 1);
    QVERIFY(m_lab->clear(0));
}

void TstLab::twoLabsStandSideBySide()
{
    const Result<std::unique_ptr<Lab>> other = Lab::up({.nodes = 1, .chips = 2});
    QVERIFY2(other, qPrintable(other ? QString() : other.error().message));
    QVERIFY((*other)->deployment().nodes[0].host != m_lab->deployment().nodes[0].host);
    const auto there = (*other)->shell(0);
    const auto here = m_lab->shell(0);
    QVERIFY(there && here);
    QCOMPARE(parseNpuSmiInfo(run(**there, words("npu-smi info")).out)->chips.size(), 2);
    QCOMPARE(parseNpuSmiInfo(run(**here, words("npu-smi info")).out)->chips.size(), 8);
}

void TstLab::labOfADeadProcessIsCleared()
{
    int report[2];
    QVERIFY(::pipe(report) == 0);
    const pid_t child = ::fork();
    if (child == 0) { // dies with its lab up
        const Result<std::unique_ptr<Lab>> lab = Lab::up({.nodes = 1, .chips = 1, .ssh = false});
        const QByteArray folder = lab ? (*lab)->folder().toUtf8() : QByteArray("-");
        (void)!::write(report[1], folder.constData(), size_t(folder.size()));
        ::kill(::getpid(), SIGKILL);
    }
    ::close(report[1]);
    char text[4096] = {};
    (void)!::read(report[0], text, sizeof(text) - 1);
    ::close(report[0]);
    ::waitpid(child, nullptr, 0);
    const QString folder = QString::fromUtf8(text);
    QVERIFY(QDir(folder).exists());
    const Result<std::unique_ptr<Lab>> next = Lab::up({.nodes = 1, .chips = 1, .ssh = false});
    QVERIFY(next);
    QVERIFY(!QDir(folder).exists());
}

QTEST_GUILESS_MAIN(TstLab)
#include "tst_lab.moc"
