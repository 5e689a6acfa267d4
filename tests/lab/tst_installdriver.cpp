// Driver and firmware onto simulated nodes behind real sshd, by the verb, as a user types it: asked only, done, failed
// at each point, cut off by kill -9 and begun again.
#include "tests/lab/lab.h"
#include "tests/support/ascendctl.h"

#include "app/sim/installers.h"
#include "app/sim/statefile.h"
#include "core/driver/driverinstall.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>

using namespace Qt::StringLiterals;

class TstInstallDriver : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void nothingHappensUnasked();
    void whatIsShownIsWhatRuns();
    void bothNodesGetIt();
    void theRestartIsAskedForByItself();
    void itFailsAtEachPoint_data();
    void itFailsAtEachPoint();
    void theNextUploadIsDamaged();
    void aFailureStopsBeforeTheNextNode();
    void aWrongPackageIsRefused_data();
    void aWrongPackageIsRefused();
    void aDamagedPackageSaysSoItself();
    void killedInTheMiddleItGoesOn();
    void anotherPackagesInstallerIsSeen();
    void stoppedItSaysThatItGoesOn();
    void containersEndWithTheRestartOnly();
    void aServiceIsStoppedWhereAgreed();
    void aServiceIsNotStoppedForNothing();
    void noDriverUnderARun();
    void noDriverUnderAServiceThatIsBeingStarted();
    void noRunWhereAnInstallerWentOn();

private:
    QStringList arguments(const QStringList &more, const QString &driver = {}, const QString &firmware = {}) const;
    QString package(const QString &name) const { return m_lab->folder() + u"/packages/"_s + name; }
    QString bootId(int node) const;
    QString onNode(int node, const QString &path) const { return m_lab->nodeFolder(node) + path; }
    Ran run(const QStringList &more) { return ascendctl(arguments(more)); }

    QTemporaryDir m_home;
    std::unique_ptr<Lab> m_lab;
};

namespace {

const QString newDriver = u"Ascend-hdk-910b-npu-driver_25.5.0_linux-aarch64.run"_s,
              newFirmware = u"Ascend-hdk-910b-npu-firmware_7.8.0.5.216.run"_s;
const QString oldDriver = u"Ascend-hdk-910b-npu-driver_25.2.0_linux-aarch64.run"_s,
              oldFirmware = u"Ascend-hdk-910b-npu-firmware_7.7.0.6.236.run"_s;
const QString folderOfPackages = QLatin1String(packagesFolder);

} // namespace

void TstInstallDriver::initTestCase()
{
    if (!QFile::exists(u"/usr/sbin/sshd"_s))
        QSKIP("sshd is not installed");
    Lab::Options options;
    const QString model = QDir::homePath() + u"/.cache/ascend-console/models/SmolLM2-135M-Instruct-Q4_1.gguf"_s;
    if (QFile::exists(model))
        options.model = model;
    qputenv("HOME", m_home.path().toUtf8()); // nobody's settings or keys
    qunsetenv("XDG_STATE_HOME");
    Result<std::unique_ptr<Lab>> lab = Lab::up(options);
    if (!lab)
        QFAIL(qPrintable(lab.error().message + QLatin1Char('\n') + lab.error().detail));
    m_lab = *std::move(lab);
}

// Each function finds the nodes as they came.
void TstInstallDriver::init()
{
    for (int node = 0; node < 2; ++node) {
        QVERIFY(m_lab->clear(node));
        QVERIFY(QDir(onNode(node, u"/opt/ascend-console"_s)).removeRecursively());
        QVERIFY(sim::updateState(onNode(node, u"/.sim"_s), [](sim::NodeState &state) -> Result<void> {
            state.driverVersion = state.toolVersion = u"25.2.0"_s;
            state.firmwareVersion = u"7.7.0.6.236"_s;
            state.other["installed"] = Json::object();
            state.other["containers"] = Json::array();
            return {};
        }));
        QVERIFY(m_lab->clear(node));     // its files follow
    }
}

QStringList TstInstallDriver::arguments(const QStringList &more, const QString &driver, const QString &firmware) const
{
    return QStringList{u"install-driver"_s, m_lab->deploymentFile(), u"--driver"_s,
                       driver.isEmpty() ? package(newDriver) : driver, u"--firmware"_s,
                       firmware.isEmpty() ? package(newFirmware) : firmware}
        + more;
}

QString TstInstallDriver::bootId(int node) const
{
    QFile file(onNode(node, u"/.sim/boot-id"_s));
    return file.open(QIODevice::ReadOnly) ? QString::fromLatin1(file.readAll()).trimmed() : QString();
}

void TstInstallDriver::nothingHappensUnasked()
{
    const QString before = bootId(0);
    for (const QStringList &more : {QStringList{}, {u"--dry-run"_s}, {u"--reboot"_s}}) {
        const Ran ran = run(more);
        QVERIFY2(ran.code == 0, ran.err.constData());
        QVERIFY(ran.out.contains("node1: driver 25.2.0, firmware 7.7.0.6.236, 8 chips"));
        QVERIFY(ran.out.contains("--full --install-for-all"));
        QVERIFY(ran.out.contains("    runs   reboot\n"));
        QVERIFY(ran.out.indexOf("Install the firmware") < ran.out.indexOf("Install the driver")); // an upgrade
        QVERIFY(ran.err.contains("Nothing was changed"));
    }
    for (int node = 0; node < 2; ++node) {
        QVERIFY(!QFile::exists(onNode(node, u"/opt/ascend-console"_s)));
        QCOMPARE(sim::installedDriver(m_lab->state(node)), u"25.2.0"_s);
    }
    QCOMPARE(bootId(0), before);
    QCOMPARE(run({u"--yes"_s, u"--dry-run"_s}).code, 2);
    QCOMPARE(run({u"--node"_s, u"nobody"_s}).code, 2);
}

// The plan's lines of the upload, against what --verbose tells of it while it runs.
void TstInstallDriver::whatIsShownIsWhatRuns()
{
    const QStringList node2{u"--node"_s, u"node2"_s};
    const auto lines = [](const QByteArray &text, const QRegularExpression &shape) {
        QStringList found;
        for (const QString &line : QString::fromUtf8(text).split(u'\n')) {
            if (const auto match = shape.match(line); match.hasMatch() && line.contains("/packages"_L1))
                found << match.captured(1);
            else if (const auto upload = QRegularExpression(u"\\((upload of [^,)]*)"_s).match(line); upload.hasMatch())
                found << upload.captured(1);
        }
        return found;
    };
    for (const bool isThere : {false, true}) {
        if (isThere) {
            QVERIFY(QDir(onNode(1, folderOfPackages)).mkpath(u"."_s));
            QFile::setPermissions(onNode(1, folderOfPackages), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
            const QString own = onNode(1, folderOfPackages) + u'/' + newFirmware;
            QVERIFY(QFile::copy(package(newFirmware), own));
            QVERIFY(QFile::setPermissions(own, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
        }
        const Ran shown = run(node2);
        QVERIFY2(shown.code == 0, (shown.out + shown.err).constData());
        QStringList planned = lines(shown.out, QRegularExpression(u"^ *runs +(.*)$"_s));
        planned.removeIf([](const QString &line) { return line.contains("--full"_L1); }); // of the stages after it
        QVERIFY(planned.size() >= 6);
        QVERIFY(m_lab->fault(1, u"installer-fails"_s, {u"space"_s})); // what comes after it matters not
        const Ran ran = run(node2 + QStringList{u"--yes"_s, u"--verbose"_s});
        QStringList done = lines(ran.err, QRegularExpression(u"^\\W*(?:node2 *)?\\$ (.*)$"_s));
        done.removeIf([](const QString &line) { return line.startsWith("sh "_L1); });
        QCOMPARE(done, planned);
        init();
    }
}

void TstInstallDriver::bothNodesGetIt()
{
    const QString first = bootId(0), second = bootId(1);
    QVERIFY(!first.isEmpty() && first != second);
    const auto in = [this](const QStringList &argv) {
        return QProcess::execute(m_lab->nodeFolder(0) + u"/enter"_s, argv);
    };
    QCOMPARE(in({u"touch"_s, u"/dev/shm/left"_s}), 0);
    QCOMPARE(in({u"test"_s, u"-e"_s, u"/dev/shm/left"_s}), 0);
    const Ran ran = run({u"--yes"_s, u"--reboot"_s, u"--json"_s});
    QVERIFY2(ran.code == 0, ran.err.constData());
    const Result<Json> json = parseJson(ran.out, u"the answer"_s);
    QVERIFY(bool(json));
    QVERIFY((*json)["succeeded"].get<bool>() && (*json)["simulated"].get<bool>());
    for (const Json &node : (*json)["nodes"]) {
        for (const Json &stage : node["stages"])
            QCOMPARE(stage["state"].get<QString>(), u"done"_s);
    }
    // node by node: node2 begins when node1 is well again
    QVERIFY(ran.err.indexOf("node2  Upload") > ran.err.indexOf("node1  Look at chips and versions: done"));
    for (int node = 0; node < 2; ++node) {
        QCOMPARE(m_lab->state(node).driverVersion, u"25.5.0"_s);
        QCOMPARE(m_lab->state(node).firmwareVersion, u"7.8.0.5.216"_s);
    }
    QVERIFY(bootId(0) != first && bootId(1) != second);
    QCOMPARE(in({u"test"_s, u"-e"_s, u"/dev/shm/left"_s}), 1); // it is memory
    const Ran again = run({u"--yes"_s, u"--reboot"_s});
    QCOMPARE(again.code, 0);
    QVERIFY2(again.err.contains("nothing was changed"), again.err.constData());
}

void TstInstallDriver::theRestartIsAskedForByItself()
{
    const QString before = bootId(1);
    const QStringList node2{u"--node"_s, u"node2"_s, u"--yes"_s};
    const Ran installed = run(node2);
    QVERIFY2(installed.code == 0, installed.err.constData());
    QVERIFY(installed.err.contains("node2 must be restarted"));
    const Ran asked = run({u"--node"_s, u"node2"_s});
    QVERIFY2(asked.out.contains("node2: driver 25.5.0 installed, 25.2.0 loaded, firmware 7.8.0.5.216 installed"),
             asked.out.constData());
    QCOMPARE(bootId(1), before);
    QCOMPARE(m_lab->state(1).driverVersion, u"25.2.0"_s);
    QCOMPARE(sim::installedDriver(m_lab->state(1)), u"25.5.0"_s);
    QCOMPARE(sim::installedDriver(m_lab->state(0)), u"25.2.0"_s);
    // The NPUs may be in use meanwhile: nothing is done, so nothing is in the way.
    QVERIFY(m_lab->fault(1, u"hbm-occupied"_s));
    const Ran owed = run(node2 + QStringList{u"--stop-services"_s});
    QVERIFY2(owed.code == 0, (owed.out + owed.err).constData());
    QVERIFY2(owed.err.contains("only a restart is owed: node2"), owed.err.constData());
    QCOMPARE(run(node2 + QStringList{u"--reboot"_s}).code, 1);
    QCOMPARE(bootId(1), before);
    QVERIFY(m_lab->clear(1));
    const Ran restarted = run(node2 + QStringList{u"--reboot"_s});
    QVERIFY2(restarted.code == 0, restarted.err.constData());
    QVERIFY(!restarted.err.contains("Install the driver: running"));
    QVERIFY(restarted.err.contains("Restart the node: done"));
    QVERIFY(bootId(1) != before);
    QCOMPARE(m_lab->state(1).driverVersion, u"25.5.0"_s);
}

void TstInstallDriver::itFailsAtEachPoint_data()
{
    QTest::addColumn<QStringList>("fault");
    QTest::addColumn<QString>("words");  // of the failure
    QTest::addColumn<QString>("remedy");
    QTest::addColumn<QString>("driver"); // installed afterwards
    const QString before = u"25.2.0"_s, after = u"25.5.0"_s;
    const auto row = [&](const char *name, const QStringList &fault, const char *words, const char *remedy,
                         const QString &driver) {
        QTest::newRow(name) << fault << QString::fromLatin1(words) << QString::fromLatin1(remedy) << driver;
    };
    row("user", {u"no-hwhiaiuser"_s}, "no user HwHiAiUser", "useradd", before);
    row("room", {u"disk-full"_s}, "Not enough room", "Make room", before);
    row("in use", {u"hbm-occupied"_s}, "NPUs are in use by python3", "ask whose", before);
    row("upload", {u"upload-damaged"_s}, "did not arrive as it was sent", "Start again", before);
    row("dkms", {u"installer-fails"_s}, "Dkms install failed", "/var/lib/dkms/davinci_ascend", before);
    row("tools", {u"installer-fails"_s, u"tools"_s}, "list of missing tools", "net-tools", before);
    row("space", {u"installer-fails"_s, u"space"_s}, "No space left", "Make room", before);
    row("ignored", {u"reboot-ignored"_s}, "it has not restarted", "by its BMC", after);
    row("down", {u"reboot-stays-down"_s}, "has not come back 6 s after", "look at its console", after);
    row("chip", {u"reboot-chip-alarm"_s}, "chip 3/0 is Alarm", "Huawei's support", after);
    row("stays", {u"firmware-stays"_s}, "the chips run 7.7.0.6.236", "once more", after);
}

void TstInstallDriver::itFailsAtEachPoint()
{
    QFETCH(QStringList, fault);
    QFETCH(QString, words);
    QFETCH(QString, remedy);
    QFETCH(QString, driver);
    QVERIFY(m_lab->fault(1, fault[0], fault.mid(1)));
    const QStringList node2{u"--node"_s, u"node2"_s, u"--yes"_s, u"--reboot"_s, u"--reboot-wait"_s, u"6"_s};
    const Ran failed = run(node2 + QStringList{u"--json"_s});
    QVERIFY2(failed.code == 1, failed.err.constData());
    const QByteArray all = failed.out + failed.err;
    QVERIFY2(all.contains(words.toUtf8()), all.constData());
    QVERIFY2(QString::fromUtf8(all).contains(remedy, Qt::CaseInsensitive), all.constData());
    QCOMPARE(sim::installedDriver(m_lab->state(1)), driver);
    const Result<Json> json = parseJson(failed.out, u"the answer"_s);
    QVERIFY(bool(json));
    const Json &node = (*json)["nodes"][0];
    const QString row = QLatin1String(QTest::currentDataTag());
    if (row == "down"_L1) {
        QVERIFY(node["restartOwed"].is_null() && node["now"].is_null());
        QVERIFY2(failed.err.contains("look again later, without --reboot"), failed.err.constData());
    } else {
        QCOMPARE(node["restartOwed"].get<bool>(), row == "ignored"_L1 || row == "stays"_L1);
    }
    if (row == "stays"_L1)
        QVERIFY2(stringAt(node, "now").contains(u"installed, 7.7.0.6.236 on the chips"_s), failed.out.constData());
    if (row == "dkms"_L1) {
        QVERIFY2(failed.err.contains("Firmware 7.8.0.5.216 is installed beside driver 25.2.0"),
                 failed.err.constData());
        QVERIFY2(stringAt(node, "now").contains(u"firmware 7.8.0.5.216 installed"_s), failed.out.constData());
    }
    if (row == "chip"_L1) {
        // It is said from the first look on what is waited for; and all is installed now, but all is not well.
        QVERIFY2(failed.err.contains("Look at chips and versions: running  Not all chips are OK"),
                 failed.err.constData());
        for (const QStringList &more : {node2, {u"--node"_s, u"node2"_s}}) {
            const Ran again = run(more);
            QCOMPARE(again.code, 1);
            QVERIFY2((again.out + again.err).contains("chip 3/0 is Alarm"), (again.out + again.err).constData());
            QVERIFY2(!again.err.contains("everything is installed"), again.err.constData());
        }
    }
    // What is put right goes on from where it was, and gets to its end.
    QVERIFY(m_lab->clear(1));
    const Ran done = run(node2);
    QVERIFY2(done.code == 0, done.err.constData());
    QCOMPARE(m_lab->state(1).driverVersion, u"25.5.0"_s);
    QCOMPARE(m_lab->state(1).firmwareVersion, u"7.8.0.5.216"_s);
    QCOMPARE(done.err.contains("Install the driver: running"), driver == "25.2.0"_L1);
}

// What lies there already is not uploaded, and so arrives not damaged: the fault waits for the next that is.
void TstInstallDriver::theNextUploadIsDamaged()
{
    const QString folder = onNode(1, folderOfPackages);
    QVERIFY(QDir(folder).mkpath(u"."_s));
    QVERIFY(QFile::setPermissions(folder, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    const auto put = [&](const QString &name) {
        return QFile::copy(package(name), folder + u'/' + name)
            && QFile::setPermissions(folder + u'/' + name, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    };
    QVERIFY(put(newFirmware));
    QVERIFY(m_lab->fault(1, u"upload-damaged"_s));
    const auto whole = [&](const QString &name) {
        QFile there(folder + u'/' + name), own(package(name));
        return there.open(QIODevice::ReadOnly) && own.open(QIODevice::ReadOnly) && there.readAll() == own.readAll();
    };
    // A look changes nothing.
    QCOMPARE(run({u"--node"_s, u"node2"_s}).code, 0);
    QVERIFY(whole(newFirmware));
    QVERIFY(m_lab->state(1).hasFault(u"upload-damaged"_s));
    // The driver is uploaded; the firmware is there.
    const Ran ran = run({u"--node"_s, u"node2"_s, u"--yes"_s, u"--verbose"_s});
    QCOMPARE(ran.code, 1);
    QVERIFY2(ran.err.contains(newDriver.toUtf8() + " did not arrive as it was sent"), ran.err.constData());
    QVERIFY2(!ran.err.contains("upload of " + newFirmware.toUtf8()), ran.err.constData());
    QVERIFY(whole(newFirmware));
    QVERIFY(!m_lab->state(1).hasFault(u"upload-damaged"_s));
}

void TstInstallDriver::aFailureStopsBeforeTheNextNode()
{
    QVERIFY(m_lab->fault(0, u"installer-fails"_s));
    const Ran ran = run({u"--yes"_s, u"--reboot"_s});
    QCOMPARE(ran.code, 1);
    QVERIFY(ran.err.contains("node1  Install the driver: failed"));
    QVERIFY(!ran.err.contains("node2  "));
    QVERIFY(!QFile::exists(onNode(1, u"/opt/ascend-console"_s)));
    // All at once they do not wait for each other.
    const Ran both = run({u"--yes"_s, u"--reboot"_s, u"--all-at-once"_s});
    QCOMPARE(both.code, 1);
    QCOMPARE(sim::installedDriver(m_lab->state(0)), u"25.2.0"_s);
    QCOMPARE(m_lab->state(1).driverVersion, u"25.5.0"_s);
}

void TstInstallDriver::aWrongPackageIsRefused_data()
{
    QTest::addColumn<QString>("driver");
    QTest::addColumn<QString>("firmware");
    QTest::addColumn<QString>("words");
    QTest::newRow("arch") << u"Ascend-hdk-910b-npu-driver_25.5.0_linux-x86_64.run"_s << newFirmware
                          << u"is for x86_64, this node is aarch64"_s;
    QTest::newRow("chips") << u"Ascend-hdk-310p-npu-driver_25.5.0_linux-aarch64.run"_s
                           << u"Ascend-hdk-310p-npu-firmware_7.8.0.5.216.run"_s
                           << u"packages are for 310P, this node's chips are 910B"_s;
    QTest::newRow("pair") << newDriver << u"Ascend-hdk-910b-npu-firmware_7.7.0.6.236.run"_s << u"is not a pair"_s;
    QTest::newRow("name") << u"driver.run"_s << newFirmware << u"is not the name"_s;
}

void TstInstallDriver::aWrongPackageIsRefused()
{
    QFETCH(QString, driver);
    QFETCH(QString, firmware);
    QFETCH(QString, words);
    for (const QString &name : {driver, firmware})
        QVERIFY(sim::writeSamplePackage(m_home.filePath(name)));
    const Ran ran
        = ascendctl(arguments({u"--yes"_s, u"--reboot"_s}, m_home.filePath(driver), m_home.filePath(firmware)));
    QCOMPARE(ran.code, 1);
    QVERIFY2((ran.out + ran.err).contains(words.toUtf8()), (ran.out + ran.err).constData());
    QVERIFY(!QFile::exists(onNode(0, u"/opt/ascend-console"_s)));
}

// Damaged before it came here: the upload is faithful, and makeself's own check finds it.
void TstInstallDriver::aDamagedPackageSaysSoItself()
{
    const QString bad = m_home.filePath(newDriver);
    QFile::remove(bad);
    QVERIFY(QFile::copy(package(newDriver), bad));
    QFile file(bad);
    QVERIFY(file.open(QIODevice::ReadWrite) && file.seek(file.size() - 100) && file.write("damaged") == 7);
    file.close();
    const Ran ran = ascendctl(arguments({u"--yes"_s}, bad));
    QCOMPARE(ran.code, 1);
    QVERIFY2(ran.err.contains("does not pass its own check"), ran.err.constData());
    QVERIFY2(ran.err.contains("Error in SHA256 checksums"), ran.err.constData());
    QCOMPARE(sim::installedDriver(m_lab->state(0)), u"25.2.0"_s);
    QFile good(package(newDriver));
    QVERIFY(good.open(QIODevice::ReadOnly));
    const QString sum
        = QString::fromLatin1(QCryptographicHash::hash(good.readAll(), QCryptographicHash::Sha256).toHex());
    const Ran refused = ascendctl(arguments({u"--yes"_s, u"--driver-sha256"_s, sum}, bad));
    QCOMPARE(refused.code, 1);
    QVERIFY2(refused.err.contains("another SHA-256 checksum"), refused.err.constData());
}

void TstInstallDriver::killedInTheMiddleItGoesOn()
{
    QVERIFY(m_lab->fault(1, u"installer-slow"_s, {u"6"_s}));
    const QString log = onNode(1, folderOfPackages + u'/' + newFirmware + u".log"_s);
    QProcess process;
    process.start(QStringLiteral(ASC_BIN_DIR "/ascendctl"),
                  arguments({u"--node"_s, u"node2"_s, u"--yes"_s, u"--reboot"_s}));
    QTRY_VERIFY_WITH_TIMEOUT(QFile(log).size() > 0, 30'000);
    process.kill();
    QVERIFY(process.waitForFinished());
    struct stat before = {}, after = {};
    QCOMPARE(::stat(QFile::encodeName(log).constData(), &before), 0);
    // The installer is at work: it is followed, not run a second time.
    const Ran ran = run({u"--node"_s, u"node2"_s, u"--yes"_s, u"--reboot"_s});
    QVERIFY2(ran.code == 0, ran.err.constData());
    QCOMPARE(::stat(QFile::encodeName(log).constData(), &after), 0);
    QCOMPARE(after.st_ino, before.st_ino);
    QVERIFY(!ran.err.contains("Upload and check the packages: running"));
    QCOMPARE(m_lab->state(1).driverVersion, u"25.5.0"_s);
    QCOMPARE(m_lab->state(1).firmwareVersion, u"7.8.0.5.216"_s);
}

// Whatever is installed there: no restart under it, no second installer beside it, and no word that all is well.
void TstInstallDriver::anotherPackagesInstallerIsSeen()
{
    // The old pair is installed and waits for its restart only; the new one is begun by a command that is killed.
    QVERIFY(sim::updateState(onNode(1, u"/.sim"_s), [](sim::NodeState &state) -> Result<void> {
        state.driverVersion = state.toolVersion = u"25.5.0"_s;
        state.firmwareVersion = u"7.8.0.5.216"_s;
        state.other["installed"] = {{"driver", "25.2.0"}, {"firmware", "7.7.0.6.236"}};
        return {};
    }));
    QVERIFY(m_lab->clear(1));
    QVERIFY(m_lab->fault(1, u"installer-slow"_s, {u"15"_s}));
    const QString before = bootId(1);
    const QStringList node2{u"--node"_s, u"node2"_s};
    QProcess process;
    process.start(QStringLiteral(ASC_BIN_DIR "/ascendctl"), arguments(node2 + QStringList{u"--yes"_s}));
    QTRY_VERIFY_WITH_TIMEOUT(QFile(onNode(1, folderOfPackages + u'/' + newFirmware + u".log"_s)).size() > 0, 30'000);
    process.kill();
    QVERIFY(process.waitForFinished());
    for (const QStringList &more : {QStringList{u"--yes"_s, u"--reboot"_s}, {u"--yes"_s}, {}}) {
        const Ran ran = ascendctl(arguments(node2 + more, package(oldDriver), package(oldFirmware)));
        QCOMPARE(ran.code, 1);
        QVERIFY2(ran.out.contains(newFirmware.toUtf8()) && ran.err.contains(newFirmware.toUtf8()),
                 (ran.out + ran.err).constData());
        for (const char *words : {"up to date", "not needed", "everything is installed"})
            QVERIFY2(!(ran.out + ran.err).contains(words), (ran.out + ran.err).constData());
        QCOMPARE(bootId(1), before);
    }
    // The checks, too, advise nothing beside it.
    const Ran checked = ascendctl({u"check"_s, m_lab->deploymentFile(), u"--only"_s,
                                   u"driver.present,driver.version,driver.firmware,driver.firmware-pairing"_s});
    QVERIFY2(checked.out.count("the installer of " + newFirmware.toUtf8()) >= 4, checked.out.constData());
    QVERIFY2(checked.out.contains("Wait until it has ended") && !checked.out.contains("reboot"),
             checked.out.constData());
    // Asked for the new pair, the plan says that its installer is at work.
    const Ran plan = run(node2);
    QCOMPARE(plan.code, 0);
    QVERIFY2(plan.out.contains("it runs there already"), plan.out.constData());
    QTRY_COMPARE_WITH_TIMEOUT(sim::installedFirmware(m_lab->state(1)), u"7.8.0.5.216"_s, 30'000);
}

void TstInstallDriver::stoppedItSaysThatItGoesOn()
{
    QVERIFY(m_lab->fault(1, u"installer-slow"_s, {u"4"_s}));
    DriverInstall install(m_lab->connections());
    install.setRestarts(false);
    QSignalSpy stages(&install, &DriverInstall::stageChanged), finished(&install, &DriverInstall::finished);
    InstallRequest request;
    request.driver = package(newDriver);
    request.firmware = package(newFirmware);
    request.nodes = {m_lab->deployment().nodes[1]};
    install.prepare(request);
    QTRY_COMPARE_WITH_TIMEOUT(install.state(), DriverInstall::State::Prepared, 30'000);
    QVERIFY2(!install.startRefusal(), qPrintable(install.startRefusal().value_or(QString())));
    install.start();
    const auto isInstalling = [&] {
        return install.nodes()[0].stages[InstallStage::Firmware].state == StepState::Running
            && QFile::exists(onNode(1, folderOfPackages + u'/' + newFirmware + u".state"_s));
    };
    QTRY_VERIFY_WITH_TIMEOUT(isInstalling(), 30'000);
    install.stop();
    QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, 10'000);
    QCOMPARE(finished[0][0].toBool(), false);
    QCOMPARE(install.error()->kind, ErrorKind::Canceled);
    QVERIFY2(install.error()->message.contains(u"goes on by itself on node2"_s), qPrintable(install.error()->message));
    QTRY_COMPARE_WITH_TIMEOUT(sim::installedFirmware(m_lab->state(1)), u"7.8.0.5.216"_s, 15'000);
    QCOMPARE(sim::installedDriver(m_lab->state(1)), u"25.2.0"_s); // nobody began it
}

void TstInstallDriver::containersEndWithTheRestartOnly()
{
    const Result<std::unique_ptr<Shell>> shell = m_lab->shell(1);
    QVERIFY(bool(shell));
    const Result<CommandOutput> started = (*shell)->run(
        {.argv = {u"docker"_s, u"run"_s, u"-d"_s, u"--name"_s, u"idle"_s,
                  u"swr.cn-south-1.myhuaweicloud.com/ascendhub/mindie:2.2.T30-800I-A2-py311-openeuler24.03-lts-arm64"_s,
                  u"sleep"_s, u"1000"_s}},
        {});
    QVERIFY2(started && started->exitCode == 0, started ? started->err.constData() : "");
    const auto isRunning = [this] {
        const Json containers = m_lab->state(1).other["containers"];
        return !containers.empty() && containers[0]["running"].get<bool>();
    };
    QVERIFY(isRunning());
    const QStringList node2{u"--node"_s, u"node2"_s, u"--yes"_s};
    const Ran installed = run(node2);
    QVERIFY2(installed.code == 0, installed.err.constData());
    QVERIFY(installed.out.contains("The restart ends its containers: idle"));
    QVERIFY(isRunning());                // it does not use the NPUs
    QCOMPARE(run(node2 + QStringList{u"--reboot"_s}).code, 0);
    QVERIFY(!isRunning());
}

void TstInstallDriver::aServiceIsStoppedWhereAgreed()
{
    if (stringAt(m_lab->state(0).other, "servingModel").isEmpty())
        QSKIP("no model is there that could serve");
    const Ran deployed = ascendctl({u"deploy"_s, m_lab->deploymentFile()});
    QVERIFY2(deployed.code == 0, deployed.err.constData());
    const Ran refused = run({u"--yes"_s, u"--reboot"_s});
    QCOMPARE(refused.code, 1);
    QVERIFY2(refused.out.contains("in use by the container"), refused.out.constData());
    QCOMPARE(ascendctl({u"verify"_s, m_lab->deploymentFile()}).code, 0); // it serves on
    QCOMPARE(sim::installedDriver(m_lab->state(0)), u"25.2.0"_s);
    const Ran agreed = run({u"--yes"_s, u"--reboot"_s, u"--stop-services"_s});
    QVERIFY2(agreed.code == 0, agreed.err.constData());
    QCOMPARE(m_lab->state(0).driverVersion, u"25.5.0"_s);
    QCOMPARE(m_lab->state(1).driverVersion, u"25.5.0"_s);
    QVERIFY(ascendctl({u"undo"_s, m_lab->deploymentFile()}).code == 0);
}

// Only a restart is owed and nobody agrees to it: what serves is left alone, though it might be stopped.
void TstInstallDriver::aServiceIsNotStoppedForNothing()
{
    if (stringAt(m_lab->state(0).other, "servingModel").isEmpty())
        QSKIP("no model is there that could serve");
    const Ran deployed = ascendctl({u"deploy"_s, m_lab->deploymentFile()});
    QVERIFY2(deployed.code == 0, deployed.err.constData());
    QVERIFY(sim::updateState(onNode(0, u"/.sim"_s), [](sim::NodeState &state) -> Result<void> {
        state.other["installed"] = {{"driver", "25.5.0"}, {"firmware", "7.8.0.5.216"}};
        return {};
    }));
    QVERIFY(m_lab->clear(0));
    const Ran ran = run({u"--node"_s, u"node1"_s, u"--yes"_s, u"--stop-services"_s});
    QVERIFY2(ran.code == 0, (ran.out + ran.err).constData());
    QVERIFY2(ran.err.contains("only a restart is owed: node1"), ran.err.constData());
    QVERIFY(!ran.err.contains("Stop what uses"));
    QCOMPARE(ascendctl({u"verify"_s, m_lab->deploymentFile()}).code, 0); // it serves on
    QVERIFY(ascendctl({u"undo"_s, m_lab->deploymentFile()}).code == 0);
}

// Of one machine: the run has the node from before it asks it anything, and nothing that is agreed to takes it away.
void TstInstallDriver::noDriverUnderARun()
{
    const QStringList all{u"--yes"_s, u"--reboot"_s, u"--stop-services"_s};
    const QString before = bootId(0);
    {
        const Result<RunLocks> run
            = RunLocks::take(m_home.filePath(u"run.json"_s), m_lab->deployment().nodes.mid(1));
        QVERIFY(run);
        const Ran refused = this->run(all);
        QCOMPARE(refused.code, 1);
        QVERIFY2(refused.err.contains("A run of a deployment is under way on node2 (process "
                                      + QByteArray::number(QCoreApplication::applicationPid()) + ')'),
                 refused.err.constData());
        QVERIFY2(refused.err.contains("Nothing was changed"), refused.err.constData());
        QVERIFY(!QFile::exists(onNode(0, u"/opt/ascend-console"_s)));
    }
    QCOMPARE(bootId(0), before);
    // Who deploys has it, too, from its first question on; so has who undoes and who stops.
    QVERIFY(m_lab->fault(0, u"npu-smi-slow"_s, {u"3"_s}));
    QProcess process;
    process.start(QStringLiteral(ASC_BIN_DIR "/ascendctl"),
                  {u"deploy"_s, m_lab->deploymentFile(), u"--until"_s, u"preflight"_s});
    const auto taken = [&] {
        const std::optional<Error> why
            = MachineLock::refusal(m_lab->deployment().nodes[0], MachineLock::Work::Install);
        return why ? why->message : QString();
    };
    QTRY_VERIFY_WITH_TIMEOUT(taken().contains(u"(process %1)"_s.arg(process.processId())), 10'000);
    QCOMPARE(process.readAllStandardError(), QByteArray()); // it has not said anything yet
    QVERIFY(process.waitForFinished(120'000));
    QCOMPARE(process.exitCode(), 0);
    QCOMPARE(taken(), QString());
    QVERIFY(m_lab->clear(0));
    for (const QString &verb : {u"deploy"_s, u"undo"_s, u"stop"_s}) {
        const Result<MachineLock> installer
            = MachineLock::take(m_lab->deployment().nodes[1], MachineLock::Work::Install);
        QVERIFY(installer);
        const Ran refused = ascendctl({verb, m_lab->deploymentFile()});
        QCOMPARE(refused.code, 1);
        QVERIFY2(refused.err.contains("Driver and firmware are being installed on node2"), refused.err.constData());
    }
}

// Of another machine or account only the node tells: somebody's run follows a service there until it is ready.
void TstInstallDriver::noDriverUnderAServiceThatIsBeingStarted()
{
    const Result<std::unique_ptr<Shell>> shell = m_lab->shell(1);
    QVERIFY(bool(shell));
    const QString image
        = u"swr.cn-south-1.myhuaweicloud.com/ascendhub/mindie:2.2.T30-800I-A2-py311-openeuler24.03-lts-arm64"_s;
    for (const QStringList &argv :
         {QStringList{u"docker"_s, u"run"_s, u"-d"_s, u"--name"_s, u"theirs"_s, image, u"sleep"_s, u"1000"_s},
          QStringList{u"docker"_s, u"exec"_s, u"-d"_s, u"theirs"_s, u"timeout"_s, u"60"_s, u"tail"_s, u"-c"_s, u"+1"_s,
                      u"-F"_s, u"--pid=1"_s, u"/work/deepseek/theirs/mindie.log"_s}}) {
        const Result<CommandOutput> done = (*shell)->run({.argv = argv}, {});
        QVERIFY2(done && done->exitCode == 0, done ? done->err.constData() : "");
    }
    const QString before = bootId(1);
    const Ran refused = run({u"--node"_s, u"node2"_s, u"--yes"_s, u"--reboot"_s, u"--stop-services"_s});
    QCOMPARE(refused.code, 1);
    QVERIFY2(refused.out.contains("A run of a deployment is starting its service in the container theirs just now"),
             (refused.out + refused.err).constData());
    QCOMPARE(bootId(1), before);
    QVERIFY(!QFile::exists(onNode(1, folderOfPackages)));
    QVERIFY(m_lab->state(1).other["containers"][0]["running"].get<bool>());
}

// Whoever began it, and though that command was killed: a run that finds it at work changes nothing.
void TstInstallDriver::noRunWhereAnInstallerWentOn()
{
    const QString state = m_home.filePath(u"another.json"_s);
    const QStringList common{m_lab->deploymentFile(), u"--state"_s, state};
    const Ran made = ascendctl(QStringList{u"deploy"_s} + common + QStringList{u"--until"_s, u"make-folder"_s});
    QVERIFY2(made.code == 0, made.err.constData());
    const QString folder = onNode(1, u"/work/deepseek/"_s + m_lab->deployment().name);
    QVERIFY(QFile::exists(folder));
    QVERIFY(m_lab->fault(1, u"installer-slow"_s, {u"20"_s}));
    const QString log = onNode(1, folderOfPackages + u'/' + newFirmware + u".log"_s);
    QProcess process;
    process.start(QStringLiteral(ASC_BIN_DIR "/ascendctl"), arguments({u"--node"_s, u"node2"_s, u"--yes"_s}));
    QTRY_VERIFY_WITH_TIMEOUT(QFile(log).size() > 0, 30'000);
    process.kill();
    QVERIFY(process.waitForFinished());
    for (const QStringList &verb : {QStringList{u"deploy"_s, u"--until"_s, u"container"_s}, {u"undo"_s}}) {
        const Ran refused = ascendctl(verb.mid(0, 1) + common + verb.mid(1));
        QCOMPARE(refused.code, 1);
        QVERIFY2(refused.err.contains("The installer of " + newFirmware.toUtf8() + " runs on the node"),
                 refused.err.constData());
        QVERIFY(QFile::exists(folder));
        QVERIFY(!QFile::exists(folder + u"/env.sh"_s));
    }
    QTRY_COMPARE_WITH_TIMEOUT(sim::installedFirmware(m_lab->state(1)), u"7.8.0.5.216"_s, 40'000);
    const Ran undone = ascendctl(QStringList{u"undo"_s} + common);
    QVERIFY2(undone.code == 0, undone.err.constData());
    QVERIFY(!QFile::exists(folder));
}

QTEST_GUILESS_MAIN(TstInstallDriver)
#include "tst_installdriver.moc"
