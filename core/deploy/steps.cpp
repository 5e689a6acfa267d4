// The table of steps, in the order they are taken. Each is taken on all nodes at once.
#include "core/deploy/containersteps.h"
#include "core/deploy/daemon.h"
#include "core/runs/deploytext.h"
#include "core/deploy/filesteps.h"
#include "core/deploy/interruptsteps.h"
#include "core/deploy/servicesteps.h"
#include "core/deploy/targetfolder.h"
#include "core/deploy/weightssteps.h"

#include <QCoreApplication>

const QList<StepKind> &stepKinds()
{
    static const QList<StepKind> kinds{
        {"preflight", [] { return DeployText::tr("Ask whether the facts still hold"); }, 5, false,
         factsProbes, nullptr, nullptr, askFacts, nullptr, nullptr},
        {"look", [] { return DeployText::tr("See that the folder is safe"); }, 1, false,
         targetProbes, nullptr, nullptr, probeTarget, nullptr, nullptr},
        {"make-folder", [] { return DeployText::tr("Make the folder"); }, 1, false,
         folderProbes, folderCommands, folderUndoText, probeFolder, makeFolder, undoFolder},
        {"copy-artifacts", [] { return DeployText::tr("Copy the artifacts to the node"); }, 3, false,
         copyProbes, copyCommands, copyUndoText, probeCopies, copyFiles, undoCopies},
        {"weights", [] { return DeployText::tr("Fetch the weights"); }, 3600, false,
         weightsProbes, weightsCommands, weightsUndoText, probeWeights, fetchWeights, undoWeights, fetchesWeights,
         "weights.complete weights.equal"},
        {"image", [] { return DeployText::tr("See that the image is there"); }, 600, false,
         imageProbes, imageCommands, imageUndoText, probeImage, pullImage, undoImage,
         nullptr, "container.image container.image-architecture"},
        {"container", [] { return DeployText::tr("Start the container"); }, 15, false,
         containerProbes, containerCommands, containerUndoText, probeContainer, startContainer, removeContainer,
         nullptr, "container.name"},
        // What is copied into the container goes with it; undo keeps what was changed by hand in there.
        {"copy-into-container", [] { return DeployText::tr("Copy the artifacts into the container"); }, 10, false,
         fillProbes, fillCommands, fillUndoText, probeFilled, copyIntoContainer, undoFill},
        // Before the engine starts its threads, which it binds itself.
        {"interrupts", [] { return DeployText::tr("Bind the NPUs' interrupts to processors near them"); }, 5, false,
         interruptProbes, interruptCommands, interruptUndoText, probeInterrupts, bindInterrupts, putInterruptsBack,
         hasInterrupts},
        // On all nodes before any is started: a new service that meets an old one on another node goes down with it.
        {"stop-stale", [] { return DeployText::tr("End the service that has older files"); }, 5, false,
         startProbes, stopStaleCommands, nullptr, probeOlderEnded, stopStale, nullptr},
        {"start", [] { return DeployText::tr("Start the service"); }, 5, false,
         startProbes, startCommands, startUndoText, probeStarted, startService, stopService},
        {"wait-ready", [] { return DeployText::tr("Follow the log until it is ready"); }, 900, false,
         readyProbes, nullptr, nullptr, awaitReady, nullptr, nullptr},
        {"confirm", [] { return DeployText::tr("Confirm over HTTP"); }, 20, true,
         confirmProbes, nullptr, nullptr, askHealth, nullptr, nullptr},
        {"verify", [] { return DeployText::tr("Ask the endpoint and run the smoke test"); }, 30, true,
         verifyProbes, nullptr, nullptr, askEndpoint, nullptr, nullptr},
    };
    return kinds;
}

const StepKind *stepKind(const QString &stepId)
{
    const QString name = stepId.section(QLatin1Char('@'), 0, 0);
    for (const StepKind &kind : stepKinds()) {
        if (name == QLatin1String(kind.id))
            return &kind;
    }
    return nullptr;
}

bool asksWhetherFactsHold(const QString &stepId)
{
    const StepKind *kind = stepKind(stepId);
    return kind && QLatin1String(kind->id) == QLatin1String("preflight");
}

bool bringsWhatIsMissing(const QString &stepId)
{
    const StepKind *kind = stepKind(stepId);
    const QLatin1String id(kind ? kind->id : "");
    return id == QLatin1String("weights") || id == QLatin1String("image");
}

QStringList checksSettledBy(const QString &stepId)
{
    const StepKind *kind = stepKind(stepId);
    if (!kind)
        return {};
    return QString::fromLatin1(kind->settles).split(QLatin1Char(' '), Qt::SkipEmptyParts) << QLatin1String(kind->id);
}

QString stepIdOf(const StepKind &kind, const QString &node) { return QLatin1String(kind.id) + QLatin1Char('@') + node; }
