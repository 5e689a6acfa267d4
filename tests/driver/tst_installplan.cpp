// What the names of the packages say, what would be done on a node, and how an installer's words are judged.
#include "core/base/languages.h"
#include "core/deploy/daemon.h"
#include "core/driver/installwork.h"
#include "tests/support/filebox.h"
#include "tests/support/scriptedshell.h"

#include <QTest>

using namespace Qt::StringLiterals;

class TstInstallPlan : public QObject
{
    Q_OBJECT

private slots:
    void aNameTellsThePackage_data();
    void aNameTellsThePackage();
    void aFileIsExamined();
    void aPairIsJudgedByTheTable();
    void theOrderIsHuaweis();
    void whatHoldsIsNotDoneAgain();
    void anotherInstallerIsInTheWay();
    void upToDateItsChipsAreLookedAt();
    void whatIsThereIsToldAsItIs();
    void whatTakesEffectIsNotKnownWhereNpuSmiHangs();
    void aFileOfADriverIsNoDriver_data();
    void aFileOfADriverIsNoDriver();
    void aDriverMayTakeAWhileToAnswer();
    void nothingIsStoppedForNothing();
    void whatARunIsStartingIsNotStopped();
    void aServiceThatStartsIsInTheWay();
    void whatWasShownIsDone();
    void aDriverIsJudgedForTheImage();
    void aNodeRefuses_data();
    void aNodeRefuses();
    void anInstallersStateIsRead();
    void itsWordsAreJudged_data();
    void itsWordsAreJudged();
};

namespace {

HdkPackage package(const QString &name)
{
    HdkPackage one = *packageOfName(name);
    one.bytes = 1024 * 1024;
    one.sha256 = QString(64, one.kind == PackageKind::Driver ? u'a' : u'b');
    return one;
}

InstallOrder order()
{
    return {package(u"Ascend-hdk-910b-npu-driver_25.5.0_linux-aarch64.run"_s),
            package(u"Ascend-hdk-910b-npu-firmware_7.8.0.5.216.run"_s), false};
}

// A sound node with the pair of before.
DriverLook sound()
{
    DriverLook look;
    look.node = u"node1"_s;
    look.isRoot = look.hasRunUser = true;
    look.arch = u"aarch64"_s;
    look.bootId = u"boot-2"_s;
    look.installedDriver = look.loadedDriver = u"25.2.0"_s;
    look.installedFirmware = u"7.7.0.6.236"_s;
    look.chipFirmware = {u"7.7.0.6.236"_s};
    look.npuSmi = NpuSmiInfo{};
    NpuChip chip;
    chip.health = u"OK"_s;
    look.npuSmi->chips = QList<NpuChip>(8, chip);
    look.chips = u"910b"_s;
    look.freeBytes = look.tempFreeBytes = qint64(100) << 30;
    return look;
}

DriverLook installed()
{
    DriverLook look = sound();
    look.installedDriver = look.loadedDriver = u"25.5.0"_s;
    look.installedFirmware = u"7.8.0.5.216"_s;
    look.chipFirmware = {u"7.8.0.5.216"_s};
    return look;
}

QStringList needed(const NodePlan &plan)
{
    QStringList ids;
    for (const PlannedStage &stage : plan.stages) {
        if (stage.isNeeded)
            ids << stageId(stage.stage);
    }
    return ids;
}

} // namespace

void TstInstallPlan::aNameTellsThePackage_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("what"); // kind chips version arch; empty: none
    const auto row = [](const char *name, const char *what) {
        QTest::newRow(name) << QString::fromLatin1(name) << QString::fromLatin1(what);
    };
    row("Ascend-hdk-910b-npu-driver_25.2.0_linux-aarch64.run", "driver 910b 25.2.0 aarch64");
    row("Ascend-hdk-910b-npu-driver_25.0.rc1.1_linux-x86-64.run", "driver 910b 25.0.rc1.1 x86_64");
    row("Ascend-hdk-310p-npu-driver_25.3.rc1_linux-x86_64.run", "driver 310p 25.3.rc1 x86_64");
    row("Ascend-hdk-910b-npu-firmware_7.7.0.6.236.run", "firmware 910b 7.7.0.6.236 ");
    row("Atlas-A3-hdk-npu-driver_25.2.1_linux-aarch64.run", "driver a3 25.2.1 aarch64");
    row("Atlas-A3-hdk-npu-firmware_7.7.0.9.220.run", "firmware a3 7.7.0.9.220 ");
    row("Ascend-hdk-910b-npu-driver_25.2.0.run", "");      // for which machine?
    row("Ascend-hdk-910b-npu-driver_25.2.9_Linux-aarch64 (1).run", "");
    row("Ascend-cann-toolkit_8.5.0_linux-aarch64.run", "");
    row("Ascend-hdk-910b-npu-firmware_7.7.0.6.236.run.sha256", "");
    row("a;Ascend-hdk-910b-npu-firmware_7.7.0.6.236.run", "");
}

void TstInstallPlan::aNameTellsThePackage()
{
    QFETCH(QString, name);
    QFETCH(QString, what);
    const Result<HdkPackage> one = packageOfName(name);
    QCOMPARE(bool(one), !what.isEmpty());
    if (!one) {
        QCOMPARE(one.error().kind, ErrorKind::Invalid);
        return;
    }
    QCOMPARE((one->kind == PackageKind::Driver ? u"driver "_s : u"firmware "_s) + one->chips + u' ' + one->version
                 + u' ' + one->arch,
             what);
}

void TstInstallPlan::aFileIsExamined()
{
    const FileBox box;
    const QString name = u"Ascend-hdk-910b-npu-firmware_7.7.0.6.236.run"_s;
    const QString path = box.write(name, "#!/bin/sh\nexit 0\n");
    const QString sum = u"306c6ca7407560340797866e077e053627ad409277d1b9da58106fce4cf717cb"_s; // sha256sum
    const auto examined = [&](const QString &expected, PackageKind kind = PackageKind::Firmware) {
        return examinePackage(path, kind, expected, {});
    };
    QVERIFY(bool(examined({})));
    QCOMPARE(examined({})->sha256, sum);
    QVERIFY(bool(examined(sum.toUpper() + u' ')));
    QVERIFY(!examined(QString(64, u'0')));
    QVERIFY(!examined(u"123"_s));
    QVERIFY(!examined({}, PackageKind::Driver));
    box.write(name + u".sha256"_s, sum.toLatin1() + "  " + name.toLatin1() + '\n');
    QVERIFY(bool(examined({})));
    box.write(name + u".sha256"_s, QByteArray(64, '1') + "  " + name.toLatin1() + '\n');
    QVERIFY(!examined({}));
    QVERIFY(bool(examined(sum)));        // what the user says counts
    box.write(name, "<html>please log in</html>");
    QCOMPARE(examined({}).error().kind, ErrorKind::Invalid);
    QVERIFY(examined({}).error().message.contains(u"does not begin as one"_s));
    std::stop_source stop;
    stop.request_stop();
    QCOMPARE(examinePackage(path, PackageKind::Firmware, {}, stop.get_token()).error().kind, ErrorKind::Canceled);
}

void TstInstallPlan::aPairIsJudgedByTheTable()
{
    const auto notes = [](const char *driver, const char *firmware) {
        return pairNotes(package(QLatin1String(driver)), package(QLatin1String(firmware)));
    };
    QVERIFY(notes("Ascend-hdk-910b-npu-driver_25.2.0_linux-aarch64.run", "Ascend-hdk-910b-npu-firmware_7.7.0.6.236.run")
                .isEmpty());
    const QList<InstallNote> wrong = notes("Ascend-hdk-910b-npu-driver_25.5.0_linux-aarch64.run",
                                           "Ascend-hdk-910b-npu-firmware_7.7.0.6.236.run");
    QCOMPARE(wrong.size(), 1);
    QVERIFY(wrong[0].refuses && wrong[0].sentence.contains(u"7.8.0.5.216"_s));
    const QList<InstallNote> unknown = notes("Ascend-hdk-910b-npu-driver_25.9.9_linux-aarch64.run",
                                             "Ascend-hdk-910b-npu-firmware_7.9.0.1.2.run");
    QVERIFY(unknown.size() == 1 && !unknown[0].refuses);
    const QList<InstallNote> mixed
        = notes("Ascend-hdk-910b-npu-driver_25.2.0_linux-aarch64.run", "Ascend-hdk-310p-npu-firmware_7.7.0.6.236.run");
    QVERIFY(mixed.size() == 1 && mixed[0].refuses);
}

void TstInstallPlan::theOrderIsHuaweis()
{
    const QStringList upgrade{u"upload"_s, u"firmware"_s, u"driver"_s, u"reboot"_s, u"return"_s, u"chips"_s};
    QCOMPARE(needed(planOn(sound(), order())), upgrade);
    DriverLook bare = sound();
    bare.installedDriver = bare.loadedDriver = bare.installedFirmware = QString();
    bare.chipFirmware.clear();
    bare.npuSmi.reset();
    const NodePlan first = planOn(bare, order());
    const QStringList firstOrder{u"upload"_s, u"driver"_s, u"firmware"_s, u"reboot"_s, u"return"_s, u"chips"_s};
    QCOMPARE(needed(first), firstOrder);
    for (const PlannedStage &stage : first.stages) {
        if (stage.stage == InstallStage::Driver)
            QCOMPARE(stage.commands,
                     QStringList{u"/opt/ascend-console/packages/Ascend-hdk-910b-npu-driver_25.5.0_linux-aarch64.run "
                                 "--full --install-for-all"_s});
        if (stage.stage == InstallStage::Firmware)
            QCOMPARE(stage.commands,
                     QStringList{QLatin1String(packagesFolder)
                                 + u"/Ascend-hdk-910b-npu-firmware_7.8.0.5.216.run --full"_s});
    }
}

void TstInstallPlan::whatHoldsIsNotDoneAgain()
{
    using Kind = InstallerState::Kind;
    QCOMPARE(needed(planOn(installed(), order())), QStringList{u"chips"_s});
    QVERIFY(planOn(installed(), order()).isUpToDate());
    const QStringList onlyRestart{u"reboot"_s, u"return"_s, u"chips"_s};
    DriverLook look = installed();
    look.loadedDriver = u"25.2.0"_s;
    QCOMPARE(needed(planOn(look, order())), onlyRestart);
    look = installed();
    look.chipFirmware = {u"7.8.0.5.216"_s, u"7.7.0.6.236"_s};
    QCOMPARE(needed(planOn(look, order())), onlyRestart);
    look = installed();
    look.firmwareInstaller = {Kind::Ended, 0, u"boot-2"_s, 8};
    QCOMPARE(needed(planOn(look, order())), onlyRestart);
    look.firmwareInstaller.bootId = u"boot-1"_s; // restarted since
    QCOMPARE(needed(planOn(look, order())), QStringList{u"chips"_s});
    look.firmwareInstaller.exitCode = 1;         // half of it may be there
    QVERIFY(planOn(look, order()).needs(InstallStage::Firmware));
    QVERIFY(!planOn(look, order()).needs(InstallStage::Driver));
    look.firmwareInstaller = {Kind::CutShort, {}, u"boot-1"_s, 8};
    QVERIFY(planOn(look, order()).needs(InstallStage::Firmware));
    look.firmwareInstaller.kind = Kind::Running; // followed; nothing is put under it
    QVERIFY(planOn(look, order()).needs(InstallStage::Firmware));
    QVERIFY(!planOn(look, order()).needs(InstallStage::Upload));
}

void TstInstallPlan::upToDateItsChipsAreLookedAt()
{
    DriverLook look = installed();
    look.npuSmi->chips[3].npu = 3;
    look.npuSmi->chips[3].chip = 0;
    look.npuSmi->chips[3].health = u"Alarm"_s;
    NodePlan plan = planOn(look, order());
    QVERIFY(!plan.isUpToDate() && !plan.isRefused());
    QCOMPARE(needed(plan), QStringList{u"chips"_s});
    QVERIFY2(plan.unwell.contains(u"chip 3/0 is Alarm"_s), qPrintable(plan.unwell));
    look = installed();
    look.driverInstaller = {InstallerState::Kind::Ended, 0, u"boot-1"_s, 16}; // as many were there
    QVERIFY(planOn(look, order()).unwell.contains(u"8 chips are there"_s));
    look = installed();
    look.npuSmi.reset();
    look.npuSmiError = u"npu-smi does not answer"_s;
    QCOMPARE(planOn(look, order()).unwell, look.npuSmiError);
    for (const PlannedStage &stage : planOn(installed(), order()).stages)
        QVERIFY2(stage.isNeeded || !stage.note.isEmpty(), qPrintable(stageId(stage.stage)));
}

void TstInstallPlan::whatIsThereIsToldAsItIs()
{
    QCOMPARE(nowOn(installed()), u"driver 25.5.0, firmware 7.8.0.5.216, 8 chips"_s);
    DriverLook look = installed();
    look.loadedDriver = u"25.2.0"_s;
    look.chipFirmware = {u"7.7.0.6.236"_s};
    QCOMPARE(nowOn(look),
             u"driver 25.5.0 installed, 25.2.0 loaded, firmware 7.8.0.5.216 installed, 7.7.0.6.236 on the chips, 8 "
             "chips"_s);
}

// Both are installed; whether they run, nobody knows.
void TstInstallPlan::whatTakesEffectIsNotKnownWhereNpuSmiHangs()
{
    DriverLook look = installed();
    look.npuSmi.reset();
    look.npuSmiError = u"npu-smi did not answer in 10 s."_s;
    look.loadedDriver.clear();
    look.chipFirmware.clear();
    const NodePlan plan = planOn(look, order());
    QVERIFY(!plan.isUpToDate() && !plan.needs(InstallStage::Reboot));
    for (const PlannedStage &stage : plan.stages) {
        QVERIFY2(!stage.note.contains(u"takes effect"_s), qPrintable(stage.note));
        if (stage.stage == InstallStage::Reboot)
            QVERIFY2(stage.note.contains(u"not known"_s) && stage.note.contains(u"npu-smi did not answer"_s),
                     qPrintable(stage.note));
    }
}

void TstInstallPlan::aFileOfADriverIsNoDriver_data()
{
    QTest::addColumn<QByteArray>("said"); // by npu-smi; empty: there is none
    QTest::addColumn<int>("exitCode");
    QTest::addColumn<bool>("installs");
    QTest::newRow("not loaded") << QByteArray("dcmi module initialize failed. ret is -8005\n") << 187 << true;
    QTest::newRow("no npu-smi") << QByteArray() << 127 << true;
    QTest::newRow("a container has the NPUs")
        << QByteArray("dcmi model initialized failed, because the device is used. ret is -8020\n") << 172 << false;
    QTest::newRow("killed") << QByteArray() << 137 << false;
}

// An earlier installation left it behind: same version, and no driver runs.
void TstInstallPlan::aFileOfADriverIsNoDriver()
{
    QFETCH(QByteArray, said);
    QFETCH(int, exitCode);
    QFETCH(bool, installs);
    ScriptedShell shell;
    shell.answer(u"cat /usr/local/Ascend/driver/version.info"_s, "Version=25.5.0\n");
    shell.answer(u"cat /usr/local/Ascend/firmware/version.info"_s, "Version=7.8.0.5.216\n");
    if (exitCode != 127)
        shell.answer(u"npu-smi info"_s, said, exitCode);
    shell.answer(quoted(folderLookProbe(QLatin1String(packagesFolder))),
                 "0 0\n41ed 0 0 /opt\n- /opt/ascend-console\n- /opt/ascend-console/packages\n");
    const Result<DriverLook> seen = lookAtNode(shell, {}, order().driver, order().firmware, {});
    QVERIFY2(seen, seen ? "" : qPrintable(seen.error().message));
    QCOMPARE(seen->installedDriver, u"25.5.0"_s);
    const NodePlan plan = planOn(*seen, order());
    QCOMPARE(plan.needs(InstallStage::Driver), installs);
    QVERIFY(!plan.needs(InstallStage::Firmware) && !plan.isUpToDate());
    QCOMPARE(plan.needs(InstallStage::Reboot), installs);
    const QString why = u"Driver 25.5.0 is on the disk, but does not answer, so it is installed again"_s;
    QCOMPARE(std::any_of(plan.notes.cbegin(), plan.notes.cend(),
                         [&](const InstallNote &note) { return !note.refuses && note.sentence.startsWith(why); }),
             installs);
    QCOMPARE(plan.now.contains(u"driver 25.5.0 on the disk, which does not answer"_s), installs);
    // The firmware's installer asks the driver.
    InstallOrder newer = order();
    newer.firmware = package(u"Ascend-hdk-910b-npu-firmware_7.8.0.6.201.run"_s);
    const QStringList both = needed(planOn(*seen, newer));
    QVERIFY(both.contains(u"firmware"_s));
    QCOMPARE(both.contains(u"driver"_s) && both.indexOf(u"driver"_s) < both.indexOf(u"firmware"_s), installs);
}

void TstInstallPlan::aDriverMayTakeAWhileToAnswer()
{
    DriverLook look = installed();
    look.npuSmi.reset();
    look.npuSmiError = u"npu-smi info failed: ret is -8005"_s;
    look.loadedDriver.clear();
    look.chipFirmware.clear();
    look.isDriverSilent = true;
    look.upSeconds = 60;
    QVERIFY(!planOn(look, order()).installs());
    look.upSeconds = 3600;
    QVERIFY(planOn(look, order()).installs());
    look.driverInstaller = {InstallerState::Kind::Ended, 0, u"boot-2"_s, 8}; // it waits for its restart
    QVERIFY(!planOn(look, order()).installs());
    QVERIFY(planOn(look, order()).needs(InstallStage::Reboot));
    look.driverInstaller.bootId = u"boot-1"_s;   // it had that
    QVERIFY(planOn(look, order()).installs());
}

void TstInstallPlan::anotherInstallerIsInTheWay()
{
    DriverLook look = installed();
    look.otherInstaller = u"Ascend-hdk-910b-npu-driver_25.2.0_linux-aarch64.run"_s;
    for (const QString &loaded : {u"25.5.0"_s, u"25.2.0"_s}) { // all is well; a restart is owed
        look.loadedDriver = loaded;
        const NodePlan plan = planOn(look, order());
        QVERIFY(plan.isRefused() && !plan.isUpToDate() && plan.stages.isEmpty());
        QVERIFY(plan.notes[0].sentence.contains(*look.otherInstaller));
    }
    look.otherInstaller = u""_s;         // nobody tells which
    QVERIFY(planOn(look, order()).isRefused());
}

// Only a restart is owed: while nobody agrees to it, nothing is stopped, and nothing is in its way.
void TstInstallPlan::nothingIsStoppedForNothing()
{
    DriverLook look = installed();
    look.loadedDriver = u"25.2.0"_s;
    look.running = {{u"serving"_s, true}};
    look.strangers = {u"python3 (process 7)"_s};
    InstallOrder wish = order();
    for (const bool stops : {false, true}) {
        wish.stopsServices = stops;
        wish.restarts = false;
        const NodePlan plan = planOn(look, wish);
        QVERIFY(!plan.isRefused() && plan.stopped.isEmpty() && !plan.needs(InstallStage::Services));
        QVERIFY(plan.needs(InstallStage::Reboot) && !plan.isUpToDate());
        wish.restarts = true;
        QVERIFY(planOn(look, wish).isRefused());
    }
    look.strangers.clear();
    QVERIFY(planOn(look, wish).needs(InstallStage::Services));
    wish.restarts.reset();               // it will be asked for
    QVERIFY(planOn(look, wish).needs(InstallStage::Services));
    wish.stopsServices = false;
    QVERIFY(planOn(look, wish).notes.first().asksToStop);
    QVERIFY(!planOn(look, wish).notes.first().remedy.contains(u"--"_s)); // a window has no options
    look.loadedDriver = u"25.5.0"_s;     // up to date
    QVERIFY(!planOn(look, wish).isRefused());
    look.installedDriver = u"25.2.0"_s;  // something is to be installed
    wish.restarts = false;
    QVERIFY(planOn(look, wish).isRefused());
}

// Whoever's run it is; what is agreed to by its name is not agreed to in the middle of its start.
void TstInstallPlan::whatARunIsStartingIsNotStopped()
{
    for (const char *follows : {"tail -c +1 -F --pid=4711 /work/deepseek/x/mindie.log", "tail -c +90 -F --pid=1 /a b"})
        QVERIFY2(isFollowOfStart(QLatin1String(follows)), follows);
    for (const char *other : {"", "tail -n +1 -F /work/deepseek/x/mindie.log", "tail -c +1 /work/x.log",
                              "timeout 60 tail -c +1 -F --pid=4711 /work/x.log", "vi tail -c +1 -F --pid=1 /x"})
        QVERIFY2(!isFollowOfStart(QLatin1String(other)), other);
    DriverLook look = sound();
    look.installedDriver = u"25.2.0"_s;
    look.running = {{u"one"_s, true}};
    look.beingStarted = {u"one"_s};
    InstallOrder agreed = order();
    agreed.stopsServices = true;
    const NodePlan plan = planOn(look, agreed);
    QVERIFY(plan.isRefused());
    QVERIFY2(plan.notes.first().sentence.contains(u"starting its service in the container one"_s),
             qPrintable(plan.notes.first().sentence));
    look.firmwareInstaller.kind = InstallerState::Kind::Running; // only followed
    QVERIFY(!planOn(look, agreed).isRefused());
    look = installed();                  // nothing is to be done
    look.beingStarted = {u"one"_s};
    QVERIFY(planOn(look, agreed).isUpToDate() && !planOn(look, agreed).isRefused());
}

// npu-smi lists no process of it yet.
void TstInstallPlan::aServiceThatStartsIsInTheWay()
{
    DriverLook look = sound();
    look.engine = u"docker"_s;
    look.running = {{u"deepseekLocal"_s, false, true, {u"mindieservice_d"_s}}, {u"idle"_s}};
    NodePlan plan = planOn(look, order());
    QVERIFY(plan.isRefused());
    QCOMPARE(plan.stopped, QStringList{u"deepseekLocal"_s});
    const QString sentence = inLanguage(plan.notes.first().sentence, u"en"_s);
    QVERIFY2(sentence.contains(u"deepseekLocal (mindieservice_d)"_s) && sentence.contains(u"lists no process of it"_s)
                 && !sentence.contains(u"in use"_s),
             qPrintable(sentence));
    look.running << DriverLook::Container{u"other"_s, true};
    const QString both = inLanguage(planOn(look, order()).notes.first().sentence, u"en"_s);
    QVERIFY2(both.contains(u"in use by the container other."_s) && both.contains(u"deepseekLocal"_s),
             qPrintable(both));
    InstallOrder agreed = order();
    agreed.stopsServices = true;
    plan = planOn(look, agreed);
    QVERIFY(!plan.isRefused());
    QVERIFY(plan.stages[1].commands.value(0).contains(u"deepseekLocal"_s));
}

// Until a node has its turn its service may end by itself.
void TstInstallPlan::whatWasShownIsDone()
{
    DriverLook look = sound();
    look.engine = u"docker"_s;
    look.running = {{u"deepseekLocal"_s, true}, {u"other"_s}};
    InstallOrder agreed = order();
    agreed.stopsServices = true;
    NodePlan plan = planOn(look, agreed);
    QCOMPARE(plan.stopped, QStringList{u"deepseekLocal"_s});
    QCOMPARE(plan.ended, QStringList{u"other"_s}); // the restart meets the rest
    agreed.agreed = plan.stopped;
    look.running[0].usesNpu = false;     // the container stays
    plan = planOn(look, agreed);
    QCOMPARE(plan.stopped, QStringList{u"deepseekLocal"_s});
    QVERIFY(plan.needs(InstallStage::Services) && plan.ended == QStringList{u"other"_s});
    look.running.removeFirst();          // it is gone, and that is said
    plan = planOn(look, agreed);
    QVERIFY(plan.stopped.isEmpty() && !plan.needs(InstallStage::Services));
    QCOMPARE(plan.stages[1].stage, InstallStage::Services);
    QVERIFY2(plan.stages[1].note.contains(u"deepseekLocal does not run any more"_s), qPrintable(plan.stages[1].note));
    look.areContainersKnown = false;     // nothing is known to be gone
    QVERIFY(planOn(look, agreed).stages[1].stage != InstallStage::Services);
    // Where only a restart is owed nothing is stopped before it is agreed to: it ends with the restart.
    look = installed();
    look.loadedDriver = u"25.2.0"_s;
    look.running = {{u"deepseekLocal"_s, true}};
    agreed.agreed.clear();
    QCOMPARE(planOn(look, agreed).ended, QStringList{u"deepseekLocal"_s});
}

// As the deployment's own checks judge it once it is there.
void TstInstallPlan::aDriverIsJudgedForTheImage()
{
    const HdkPackage driver = order().driver; // 25.5.0
    DriverDemands demands;
    QVERIFY(demandNotes(driver, demands).isEmpty()); // no deployment
    Deployment deployment;
    deployment.recipe = u"mindie-deepseek-v3.2-w8a8-2xA2"_s;
    demands = driverDemandsOf(deployment);
    QVERIFY(!demands.image.isEmpty());
    demands.image = u"somewhere/mindie:2.2.T30-800I-A2-py311"_s;
    QList<InstallNote> notes = demandNotes(driver, demands);
    QCOMPARE(notes.size(), 1);
    QVERIFY(!notes[0].refuses && notes[0].sentence.contains(u"driver.cann"_s)
            && notes[0].sentence.contains(u"known to run with 25.2.0"_s) && !notes[0].remedy.isEmpty());
    QVERIFY(demandNotes(package(u"Ascend-hdk-910b-npu-driver_25.2.0_linux-aarch64.run"_s), demands).isEmpty());
    notes = demandNotes(package(u"Ascend-hdk-910b-npu-driver_23.0.3_linux-aarch64.run"_s), demands);
    QCOMPARE(notes.size(), 2);           // older than the engine recommends, too
    QVERIFY(notes[0].sentence.contains(u"driver.version"_s));
    demands.image = u"somewhere/mindie:9.9.9"_s; // of which no table says anything
    QVERIFY(demandNotes(driver, demands).isEmpty());
    deployment.recipe.clear();
    QVERIFY(driverDemandsOf(deployment) == DriverDemands());
}

void TstInstallPlan::aNodeRefuses_data()
{
    QTest::addColumn<int>("what");
    QTest::addColumn<QString>("words");
    int row = 0;
    for (const char *words :
         {"not root's", "this node is x86_64", "chips are 310P", "HwHiAiUser", "Not enough room in /opt",
          "Not enough room in /tmp", "python3 (process 7)", "container one", "no flock", "link"})
        QTest::newRow(words) << row++ << QString::fromLatin1(words);
}

void TstInstallPlan::aNodeRefuses()
{
    QFETCH(int, what);
    QFETCH(QString, words);
    DriverLook look = sound();
    QVERIFY(!planOn(look, order()).isRefused());
    switch (what) {
    case 0: look.isRoot = false; break;
    case 1: look.arch = u"x86_64"_s; break;
    case 2: look.chips = u"310p"_s; break;
    case 3: look.hasRunUser = false; break;
    case 4: look.freeBytes = 1024; break;
    case 5: look.tempFreeBytes = 1024; break;
    case 6: look.strangers = {u"python3 (process 7)"_s}; break;
    case 7: look.running = {{u"one"_s, true}, {u"two"_s, false}}; break;
    case 8: look.missingTools = {u"flock"_s}; break;
    case 9: look.folder.doubt = FolderDoubt{u"/opt is a symbolic link"_s, u"x"_s}; break;
    }
    const NodePlan plan = planOn(look, order());
    QVERIFY(plan.isRefused());
    QVERIFY2(plan.notes.first().sentence.contains(words), qPrintable(plan.notes.first().sentence));
    if (what == 7) {
        InstallOrder agreed = order();
        agreed.stopsServices = true;
        const NodePlan with = planOn(look, agreed);
        QVERIFY(!with.isRefused());
        QCOMPARE(with.stopped, QStringList{u"one"_s});
        QCOMPARE(with.ended, QStringList{u"two"_s});
        QVERIFY(needed(with).indexOf(u"services"_s) < needed(with).indexOf(u"firmware"_s));
    }
}

void TstInstallPlan::anInstallersStateIsRead()
{
    using Kind = InstallerState::Kind;
    QCOMPARE(readInstallerState(u"free\n"_s), InstallerState());
    QCOMPARE(readInstallerState(u"held\nbegun id-1 8\n"_s), (InstallerState{Kind::Running, {}, u"id-1"_s, 8}));
    QCOMPARE(readInstallerState(u"free\nbegun id-1 -\n"_s), (InstallerState{Kind::CutShort, {}, u"id-1"_s, {}}));
    QCOMPARE(readInstallerState(u"free\nbegun id-1 16\nended 0\n"_s), (InstallerState{Kind::Ended, 0, u"id-1"_s, 16}));
    QCOMPARE(readInstallerState(u"free\nended 0\n"_s).kind, Kind::None);
    QCOMPARE(readInstallerState(u"other\nbegun id-1 8\n"_s).kind, Kind::CutShort); // the lock is another package's
    QCOMPARE(readRunningInstaller(u""_s), std::nullopt);
    QCOMPARE(readRunningInstaller(u"held a.run\nbegun a.run\n"_s), u"a.run"_s);
    QCOMPARE(readRunningInstaller(u"held\nbegun b.run\n"_s), u"b.run"_s);
    QCOMPARE(readRunningInstaller(u"held\n"_s), u""_s);
}

void TstInstallPlan::itsWordsAreJudged_data()
{
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("log");
    QTest::addColumn<QString>("remedy"); // empty: it succeeded
    QTest::newRow("driver") << 0 << u"[INFO]Driver package installed successfully! Reboot needed"_s << QString();
    QTest::newRow("older words") << 0 << u"Driver package install success! Reboot needed"_s << QString();
    QTest::newRow("silent") << 0 << u"[Driver] [INFO]End time"_s << u"ascend_install.log"_s;
    QTest::newRow("code") << 1 << u"Driver package installed successfully!"_s << u"ascend_install.log"_s;
    QTest::newRow("busy") << 1 << u"[ERROR]The davinci nodes are occupied by some processes"_s << u"fuser"_s;
    QTest::newRow("user") << 1 << u"[ERROR] ERR_NO:0x0091; ERR_DES: HwHiAiUser not exists!"_s << u"useradd"_s;
    QTest::newRow("tools") << 1 << u"[ERROR]The list of missing tools: lspci,ifconfig,\nx"_s << u"(lspci,ifconfig)"_s;
    QTest::newRow("dkms") << 1 << u"[ERROR]Dkms install failed, details in : x"_s << u"dkms"_s;
    QTest::newRow("archive") << 2 << u"Error in SHA256 checksums: 1 is different from 2"_s << u"download it again"_s;
}

void TstInstallPlan::itsWordsAreJudged()
{
    QFETCH(int, code);
    QFETCH(QString, log);
    QFETCH(QString, remedy);
    const std::optional<Error> error = installerTrouble(order().driver, code, log);
    QCOMPARE(error.has_value(), !remedy.isEmpty());
    if (!error)
        return;
    QVERIFY2(error->facts.value(u"remedy"_s).contains(remedy), qPrintable(error->facts.value(u"remedy"_s)));
    // Another sentence may follow it.
    QVERIFY2(error->message.endsWith(u'.'), qPrintable(error->message));
    QVERIFY2(!error->message.contains(u",\""_s) && !error->message.contains(u",."_s), qPrintable(error->message));
}

QTEST_GUILESS_MAIN(TstInstallPlan)
#include "tst_installplan.moc"
