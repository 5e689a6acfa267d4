// Plays the docker command of a simulated node, in docker's words (24.0).
#pragma once

#include <QStringList>

namespace sim {

int dockerTool(const QString &folder, const QStringList &arguments); // folder: <node>/.sim

} // namespace sim
