// The generated container command, executed once by a real engine: podman with runc as `docker`
// on a simulated node. It starts, sees its mounts, devices and /dev/shm, and is removed again.
#include "core/engines/recipebook.h"
#include "tests/lab/lab.h"

#include "core/deploy/imagearchive.h"
#include "core/facts/nodefacts.h"
#include "core/pack/pack.h"
#include "core/targets/launch.h"

#include <QTemporaryDir>
#include <QFile>
#include <QTest>

#include <unistd.h>

using namespace Qt::StringLiterals;

class TstRealContainer : public QObject
{
    Q_OBJECT

private slots:
    void generatedCommandRunsInARealEngine();
};

void TstRealContainer::generatedCommandRunsInARealEngine()
{
    for (const char *program : {"/usr/bin/podman", "/usr/sbin/runc", "/usr/sbin/sshd"})
        if (!QFile::exists(QLatin1String(program)))
            QSKIP("podman, runc and sshd are needed");
    if (::getuid() != 0)
        QSKIP("a container engine inside a namespace needs root");
    const Result<std::unique_ptr<Lab>> lab = Lab::up({.podman = true});
    QVERIFY2(lab, qPrintable(lab ? QString() : lab.error().message + lab.error().detail));
    const Deployment &deployment = (*lab)->deployment();
    const Result<Recipe> recipe = findRecipe(deployment.recipe);
    QVERIFY(recipe);
    const QString image = stringAt(deployment.settings, "image");
    const Result<void> imported = (*lab)->importImage(image);
    QVERIFY2(imported, qPrintable(imported ? QString() : imported.error().message + imported.error().detail));

    QList<NodeFacts> facts;
    for (int node = 0; node < 2; ++node) {
        const auto shell = (*lab)->shell(node);
        QVERIFY(shell);
        const Result<NodeFacts> one = inspectNode(**shell, deployment.nodes[node], deployment, {});
        QVERIFY2(one, qPrintable(one ? QString() : one.error().message));
        QCOMPARE(one->container.engine, u"podman"_s);
        facts << *one;
    }
    const Result<QStringList> command = containerRunArgv(deployment, *recipe, facts, deployment.nodes[0].name);
    QVERIFY2(command, qPrintable(command ? QString() : command.error().message));
    const Result<Launch> launch = nodeLaunch(deployment, *recipe, facts, deployment.nodes[0].name);
    QVERIFY(launch);

    const auto shell = (*lab)->shell(0);
    QVERIFY(shell);
    const auto run = [&](QStringList argv) {
        if (argv[0] == "podman"_L1) // the same engine, with the lab's own storage
            argv[0] = u"docker"_s;
        const Result<CommandOutput> output = (*shell)->run({argv, {}, std::chrono::seconds(60)}, {});
        return output ? *output : CommandOutput{-1, {}, output.error().message.toUtf8()};
    };
    const CommandOutput started = run(*command);
    QVERIFY2(started.exitCode == 0, (command->join(u' ').toUtf8() + '\n' + started.err).constData());
    QVERIFY(run({u"docker"_s, u"ps"_s, u"--format"_s, u"{{.Names}} {{.Status}}"_s}).out.contains("Up"));

    const auto inside = [&](const QString &script) {
        return run({u"docker"_s, u"exec"_s, launch->container, u"sh"_s, u"-c"_s, script});
    };
    QVERIFY(inside(u"cat /usr/local/Ascend/driver/version.info"_s).out.startsWith("Version=25.2.0"));
    QVERIFY(inside(u"cat /etc/hccn.conf"_s).out.startsWith("address_0="));
    QVERIFY(inside(u"ls "_s + launch->weights).out.contains("config.json"));
    QVERIFY(inside(u"touch "_s + launch->weights + u"/x"_s).exitCode != 0); // read-only
    QCOMPARE(inside(u"test -c /dev/davinci0 && test -c /dev/davinci7 && test -c /dev/davinci_manager"_s).exitCode, 0);
    const CommandOutput shm = inside(u"df -k /dev/shm | tail -n 1"_s);
    // the host's, 754 GiB
    QVERIFY2(shm.out.simplified().split(' ').value(1).toLongLong() > 500LL * 1024 * 1024, shm.out.constData());

    QCOMPARE(run(launch->removeArgv).exitCode, 0);
    QVERIFY(run({u"docker"_s, u"ps"_s, u"-aq"_s}).out.trimmed().isEmpty());

    // What a real engine saved is read before it is copied, and the engine loads the copy.
    const QString saved = u"/root/saved.tar"_s;
    const CommandOutput saving = run({u"docker"_s, u"save"_s, u"-o"_s, saved, image});
    QVERIFY2(saving.exitCode == 0, saving.err.constData());
    QCOMPARE(run({u"docker"_s, u"rmi"_s, image}).exitCode, 0);
    QVERIFY(run({u"docker"_s, u"image"_s, u"inspect"_s, image}).exitCode != 0);
    StepContext context;
    context.node = deployment.nodes[0];
    context.facts = facts[0];
    context.facts.os.arch = QSysInfo::currentCpuArchitecture() == u"x86_64"_s ? u"x86_64"_s : u"aarch64"_s;
    context.launch = *launch;
    context.launch.runtime = u"docker"_s;
    context.launch.folder = u"/root"_s;
    QByteArray log;
    Json data = Json::object();
    StepIo io{context, **shell, {}, [&log](const QByteArray &piece) { log += piece; }, data,
              [] { return Result<void>(); }, {}};
    context.launch.imageOrder = {u"desktop"_s, (*lab)->nodeFolder(0) + saved};
    const Result<void> loaded = loadArchive(io);
    QVERIFY2(loaded, qPrintable(loaded ? QString() : loaded.error().message + loaded.error().detail));
    QVERIFY2(run({u"docker"_s, u"image"_s, u"inspect"_s, image}).exitCode == 0, log.constData());
    QCOMPARE(run({u"docker"_s, u"rmi"_s, image}).exitCode, 0);
    context.launch.imageOrder = {u"node"_s, saved};
    const Result<void> again = loadArchive(io);
    QVERIFY2(again, qPrintable(again ? QString() : again.error().message + again.error().detail));
    QCOMPARE(run({u"docker"_s, u"image"_s, u"inspect"_s, image}).exitCode, 0);

    // Packed from it: what comes is an archive that the engine's own load takes.
    QTemporaryDir carried;
    const Result<PackedImage> packed
        = packImage(**shell, u"docker"_s, image, carried.path(), [](const QString &) {}, {});
    QVERIFY2(packed, qPrintable(packed ? QString() : packed.error().message + packed.error().detail));
    QVERIFY(!packed->architecture.isEmpty());
    QCOMPARE(QFileInfo(carried.filePath(u"image.tar"_s)).size(), packed->file.sizeBytes);
    QCOMPARE(run({u"docker"_s, u"rmi"_s, image}).exitCode, 0);
    const Result<PackedImage> none = packImage(**shell, u"docker"_s, image, carried.path(), [](const QString &) {}, {});
    QVERIFY(!none && none.error().facts.contains(u"missing"_s));
    context.launch.imageOrder = {u"desktop"_s, u"image.tar"_s};
    context.file = carried.filePath(u"deployment.json"_s);
    const Result<void> back = loadArchive(io);
    QVERIFY2(back, qPrintable(back ? QString() : back.error().message + back.error().detail));
    QCOMPARE(run({u"docker"_s, u"image"_s, u"inspect"_s, image}).exitCode, 0);
}

QTEST_GUILESS_MAIN(TstRealContainer)
#include "tst_realcontainer.moc"
