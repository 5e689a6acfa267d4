// An image that a node lacks, loaded from an archive that `docker save` wrote: it lies on the node, or is copied from
// this computer first. The archive says before the copy which image it holds, and for which architecture.
#pragma once

#include "core/deploy/step.h"

inline const QString imageLoadName = QStringLiteral("image-pull"); // of the command on the node, see detached.h

QStringList archiveProbes(const StepContext &context);
QStringList archiveCommands(const StepContext &context);
// ErrorKind::CommandFailed: there is no such archive, it holds another image, there is no room, or the copy is not what
// was sent. A link that was lost: the part that came stays, and who comes again goes on from its end.
Result<void> loadArchive(StepIo &io);
// What a copy that was cut short has left. True: there was something.
Result<bool> undoArchive(StepIo &io);

// docker says aarch64 and x86_64 in Go's words.
QString goArch(const QString &machine);
