// Containers of a simulated node: their files, and a command's view of them.
#pragma once

#include "app/sim/state.h"

namespace sim {

// <node>/.sim/containers/<id>/root with the files of the image: MindIE's layout of before or since 3.0, by its tag.
Result<void> makeContainerFiles(const QString &folder, const QString &id, const QString &image);

// Where a path of the container lies on the node: behind a mount, or in the container's own files.
QString onNode(const QString &folder, const Json &container, const QString &path);

// Becomes argv inside the container; returns an exit code and says why on stderr when it cannot.
int runInContainer(const QString &folder, const Json &container, const QStringList &argv, const QString &workFolder,
                   const QStringList &environment);

// The container's processes on this machine, itself not among them.
QList<int> processesIn(const QString &id);

// Ends the container's processes by id; returns how many.
int endContainer(const QString &id);

} // namespace sim
