#pragma once

#include <QStringList>

namespace sim {

// `vllm serve ...` in a simulated container: its command line judged as the release's own parser does (the release is
// the image's), its log lines, and real answers from the embedded engine.
int vllmTool(const QString &folder, const QStringList &arguments);

} // namespace sim
