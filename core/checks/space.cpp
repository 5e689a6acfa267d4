// Room: for the image, for the weights, and in /dev/shm.
#include "core/checks/catalogue.h"
#include "core/checks/ownership.h"
#include "core/checks/recipewait.h"
#include "core/facts/containerfacts.h"
#include "core/facts/weightsfacts.h"
#include "core/shell/quote.h"

using namespace Qt::StringLiterals;

static constexpr qint64 gib = 1LL << 30;

static Finding checkImageDisk(NodeProbe &probe, const CheckContext &context)
{
    if (const auto wait
        = waitsForRecipe(context, Checks::tr("which image must fit"), !context.settings.image.isEmpty()))
        return *wait;
    const ContainerFacts engine = [&] {
        auto known = containerEngine(probe);
        return known ? *known : ContainerFacts();
    }();
    const Result<DiskSpace> disk = diskSpace(probe, dataFolderOf(engine));
    if (!disk)
        return unknown(disk.error());
    const QString room = sizeText(disk->freeBytes);
    const bool isThere = !engine.engine.isEmpty() && !context.settings.image.isEmpty() && [&] {
        const auto image = imageFacts(probe, context.settings.image);
        return image && *image;
    }();
    // Of other engines' images nobody says it: below the largest that is known it is doubtful, below 1 GiB hopeless.
    const int pulled = context.settings.demands.imageGib;
    const bool isDoubtful
        = !isThere && pulled <= 0 && disk->freeBytes < usualEngine().demands.imageGib * gib;
    const qint64 needed = isThere || pulled <= 0 ? gib : pulled * gib;
    const QString summary = isThere
        ? Checks::tr("has %1 free at %2 for images and container logs; the image is there already")
              .arg(room, disk->mountPoint)
        : pulled > 0 ? Checks::tr("has %1 free at %2; pulling an image of %3 takes about %4 GiB")
                           .arg(room, disk->mountPoint, context.settings.engineName)
                           .arg(pulled)
                     : Checks::tr("has %1 free at %2; how much pulling the image takes is not known here")
                           .arg(room, disk->mountPoint);
    if (disk->freeBytes >= needed && isDoubtful)
        return warned(Checks::tr("%1 free").arg(room), summary);
    if (disk->freeBytes >= needed)
        return passed(Checks::tr("%1 free").arg(room), summary);
    // Before the first run no container has the deployment's image yet: a prune would take it, too.
    const QString remedy = isThere
        ? Checks::tr(
              "Make room on that disk: `du -xh --max-depth=2 %1 | sort -h | tail` shows what takes it. Remove images "
              "that nobody needs one by one "
              "(`docker image ls`, then `docker rmi NAME` with its name for NAME), not the image of this deployment.")
              .arg(quoted(disk->mountPoint))
        : QString();
    return failed(Checks::tr("%1 free").arg(room), summary, remedy);
}

static Finding checkWeightsDisk(NodeProbe &probe, const CheckContext &context)
{
    if (const auto wait = waitsForWeights(context))
        return *wait;
    const Result<DiskSpace> disk = diskSpace(probe, context.settings.weights);
    if (!disk)
        return unknown(disk.error());
    const QString room = sizeText(disk->freeBytes);
    const QString value = Checks::tr("%1 free").arg(room);
    const QString remedy = Checks::tr("Make room on that disk (`du -xh --max-depth=2 %1 | sort -h | tail`), but not in "
                                      "the weights folder of a deployment, "
                                      "or choose a weights folder on a larger one.")
                               .arg(quoted(disk->mountPoint));
    const Result<WeightsFacts> weights = weightsFacts(probe, context.settings.weights);
    const qint64 expected = weights && weights->indexedTotalBytes ? *weights->indexedTotalBytes : 0;
    const qint64 missing = weights ? expected - weights->totalBytes() : 0;
    // Without an index nobody knows what is still to be fetched.
    const bool isMore = context.fetchesWeights() && expected == 0;
    if (weights && !weights->files.isEmpty() && !isMore && missing <= expected / 100) {
        const QString summary = Checks::tr("has %1 free at %2; the weights (%3) are there already")
                                    .arg(room, disk->mountPoint, sizeText(weights->totalBytes()));
        // Nothing more has to fit, but a disk that is full to the last block stops logs and converted weights.
        return disk->freeBytes >= gib ? passed(value, summary) : failed(value, summary, remedy);
    }
    if (expected > 0) {
        const QString summary = Checks::tr("has %1 free at %2; %3 of the weights are still missing")
                                    .arg(room, disk->mountPoint, sizeText(missing));
        return disk->freeBytes >= missing ? passed(value, summary) : failed(value, summary, remedy);
    }
    const QString summary
        = Checks::tr("has %1 free at %2; how much is needed is not known until the weights' index is there")
              .arg(room, disk->mountPoint);
    return disk->freeBytes >= gib ? passed(value, summary) : failed(value, summary, remedy);
}

static Finding checkShm(NodeProbe &probe, const CheckContext &context)
{
    if (const auto wait = waitsForRecipe(context, Checks::tr("how much the service needs")))
        return *wait;
    const Result<DiskSpace> shm = diskSpace(probe, u"/dev/shm"_s);
    if (!shm)
        return unknown(shm.error());
    if (shm->path != u"/dev/shm")
        return failed(Checks::tr("none"), Checks::tr("has no /dev/shm"));
    const int dp = context.settings.dataParallel.value_or(1);
    // vLLM-Ascend's tutorials: 1g
    const int neededGib = context.settings.demands.shmGib ? context.settings.demands.shmGib(dp) : 1;
    const Result<ContainerFacts> engine = containerEngine(probe);
    const bool podman = engine && engine->engine == u"podman";
    const QString size = sizeText(shm->totalBytes);
    if (context.settings.ipc != u"host") {
        const int given = context.settings.shmGb.value_or(0);
        const QString summary
            = Checks::tr(
                  "gives the container its own /dev/shm of %1 GiB (--shm-size); the service needs at least %2 GiB")
                  .arg(given)
                  .arg(neededGib);
        return given >= neededGib ? passed(u"%1 GiB"_s.arg(given), summary)
                                  : ofSettings(failed(
                                        u"%1 GiB"_s.arg(given), summary,
                                        Checks::tr("Set shmGb to at least %1, or ipc to host; the node's own /dev/shm "
                                                   "changes nothing here.")
                                            .arg(neededGib)));
    }
    const QString pair = podman
        ? Checks::tr("podman refuses --ipc=host together with --shm-size, so only --ipc=host is generated")
        : Checks::tr("docker takes --shm-size beside --ipc=host and ignores it");
    const QString summary = Checks::tr("has %1 of /dev/shm, which the container shares (--ipc=host); the service needs "
                                       "at least %2 GiB. --shm-size has no effect: %3")
                                .arg(size)
                                .arg(neededGib)
                                .arg(pair);
    if (shm->totalBytes >= neededGib * gib && shm->freeBytes >= neededGib * gib)
        return passed(size, summary);
    if (shm->totalBytes >= neededGib * gib) {
        const QString room = sizeText(shm->freeBytes);
        const QString full
            = Checks::tr("only %1 of the %2 of /dev/shm are free, which the container shares (--ipc=host); the service "
                         "needs at least %3 GiB")
                  .arg(room, size)
                  .arg(neededGib);
        // What its own service has put there is free again for its next start.
        const Ownership own = ownershipOf(probe, context);
        if (own.isServing() || own.isUncertain()) {
            const Result<ShmLeftovers> files = shmLeftovers(probe);
            const QString ours = files ? ownFilesWords(own, *files) : QString();
            return ours.isEmpty() ? passed(size, full + u"; "_s + Checks::tr("%1 runs already").arg(ownWords(own)))
                                  : passedAsOwn(ownValue(own), full + u"; "_s + ours);
        }
        const qint64 enough = (shm->totalBytes - shm->freeBytes) / gib + 1 + neededGib * 2;
        const QString look = Checks::tr("See what lies there: `du -ah /dev/shm | sort -h | tail`; the check "
                                        "host.shm-leftovers tells what no process has open. Let its owner take it "
                                        "away, or enlarge it: `mount -o remount,size=%1g /dev/shm` (and in "
                                        "/etc/fstab).")
                                 .arg(enough);
        return failed(Checks::tr("%1 free").arg(room), full, own.isKnown ? look : askEngineFirst() + u' ' + look);
    }
    return ofSettings(failed(
        size, summary,
        podman ? Checks::tr("Enlarge it on the node: `mount -o remount,size=%1g /dev/shm` (and in "
                            "/etc/fstab), or use ipc \"private\" in the "
                            "settings, where podman takes --shm-size.")
                     .arg(neededGib * 2)
               : Checks::tr("Enlarge it on the node: `mount -o remount,size=%1g /dev/shm` (and in "
                            "/etc/fstab), or use ipc \"private\" in the "
                            "settings, where docker's --shm-size counts.")
                     .arg(neededGib * 2)));
}

// Fails when / warns when:
QList<NodeCheck> spaceChecks()
{
    return {
        // under what pulling one of the engine's takes, where that is known; under 1 GiB with the image. warns: under
        // 32 GiB where it is not known
        {"host.disk-image", "", checkImageDisk},
        {"host.disk-weights", "", checkWeightsDisk}, // less than what is missing of the weights, or under 1 GiB
        {"host.shm", "", checkShm},                  // less, or less free, than the engine asks for with dp
    };
}
