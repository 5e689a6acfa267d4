// Whether a container of the deployment's image can use the NPUs: it is tried, with the devices and mounts that the
// deployment's own would get. Only where nobody has the NPUs: those of a running service are not to be touched, and a
// container that wants a device which another one has is told so by the driver (ret is -8020).
#include "core/checks/catalogue.h"
#include "core/checks/ownership.h"
#include "core/checks/recipewait.h"
#include "core/facts/answerwords.h"
#include "core/facts/containerfacts.h"
#include "core/facts/npufacts.h"

using namespace Qt::StringLiterals;

namespace {

QStringList trialArgv(const QString &engine, const QList<int> &devices, const QStringList &mounts,
                      const CheckSettings &settings)
{
    QStringList argv{engine, u"run"_s, u"--rm"_s, u"--network=none"_s};
    if (settings.isPrivileged)
        argv << u"--privileged"_s;
    for (const int device : devices)
        argv << u"--device=/dev/davinci%1"_s.arg(device);
    for (const char *manager : {"davinci_manager", "devmm_svm", "hisi_hdc"})
        argv << u"--device=/dev/"_s + QLatin1String(manager);
    for (const QString &mount : mounts)
        argv << u"-v"_s << mount + u':' + mount + u":ro"_s;
    // by timeout: one that hangs would stay
    return argv << u"--entrypoint"_s << u"timeout"_s << settings.image << u"40"_s << u"npu-smi"_s << u"info"_s;
}

Finding checkNpuInside(NodeProbe &probe, const CheckContext &context)
{
    const CheckSettings &settings = context.settings;
    if (const auto wait = waitsForRecipe(context, Checks::tr("which image is tried"), !settings.image.isEmpty()))
        return *wait;
    if (const auto why = cannotRun(probe, settings.image))
        return *why;
    const Result<NpuSmiInfo> info = npuSmi(probe);
    if (!info)
        return skipped(u"driver.present"_s, info.error().message);
    const QStringList running = ownershipOf(probe, context).running();
    if (!running.isEmpty() || !info->processes.isEmpty())
        return skipped(u"npu.idle"_s,
                       running.isEmpty()
                           ? Checks::tr("a program has the NPUs; containers cannot share them, so it is not tried")
                           : Checks::tr("the container %1 runs; it is not tried beside it").arg(running.first()));
    const Result<QStringList> files = deviceFiles(probe);
    if (!files)
        return unknown(files.error());
    const QList<int> devices = deviceFileIds(*files);
    if (devices.isEmpty())
        return skipped(u"npu.device-files"_s, Checks::tr("there is no file of an NPU in /dev"));
    // docker would make a folder where one is missing
    QStringList mounts = settings.driverMounts;
    const Result<CommandOutput> there = probe.ask(mountsProbe(mounts));
    if (!there)
        return unknown(there.error());
    const QStringList answers = textOf(there->out).split(u'\n');
    for (qsizetype i = mounts.size() - 1; i >= 0; --i) {
        if (answers.value(i) != u"yes")
            mounts.removeAt(i);
    }
    const Result<ContainerFacts> engine = containerEngine(probe);
    if (!engine)
        return unknown(engine.error());
    const Result<CommandOutput> tried
        = probe.ask(trialArgv(engine->engine, devices, mounts, settings), std::chrono::seconds(70));
    if (!tried)
        return unknown(tried.error());
    const QString said = lastWords(*tried);
    if (tried->exitCode == 124)
        return failed(Checks::tr("hangs"),
                      Checks::tr("npu-smi does not come to an end inside a container of the image"),
                      Checks::tr("Try it by hand, and see what `dmesg | tail` says then."));
    if (tried->exitCode == 125 || tried->exitCode == 126)
        return failed(Checks::tr("does not start"),
                      Checks::tr("a container of the image cannot be started with the NPUs: %1").arg(said));
    if (tried->exitCode == 127)
        return failed(Checks::tr("no npu-smi"),
                      Checks::tr("there is no npu-smi inside a container of the image: %1").arg(said),
                      Checks::tr("The recipe mounts the driver's tools into the container: see that check host.mounts "
                                 "passes."));
    const Result<NpuSmiInfo> inside = parseNpuSmiInfo(tried->out);
    if (tried->exitCode != 0 || !inside || inside->chips.isEmpty())
        return failed(Checks::tr("none"), Checks::tr("a container of the image sees no NPU: %1").arg(said));
    const qsizetype seen = inside->chips.size();
    if (seen < devices.size())
        return failed(Checks::tr("%1 of %2").arg(seen).arg(devices.size()),
                      Checks::tr("a container of the image sees %1 of the %2 chips").arg(seen).arg(devices.size()));
    return passed(Checks::tr("%1 seen", "chips").arg(seen),
                  Checks::tr("a container of the image, with the deployment's devices and mounts, sees %1 chips")
                      .arg(seen));
}

} // namespace

// Fails when / warns when:
QList<NodeCheck> containerNpuChecks()
{
    return {
        {"container.npu", "container.engine", checkNpuInside, 1, nullptr, 5}, // it sees fewer chips than there are
    };
}
