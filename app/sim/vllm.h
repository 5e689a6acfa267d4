#pragma once

#include <QStringList>

namespace sim {

// `vllm serve ...` in a simulated container: its command line judged as the release's own parser does (the release is
// the image's), its log lines, and real answers from the embedded engine.
int vllmTool(const QString &folder, const QStringList &arguments);

// Of vLLM in the container that we are in: quay.io/ascend/vllm-ascend:v0.18.0-a3 holds 0.18.0, unless a fault says
// otherwise.
QString releaseHere(const QString &folder);

} // namespace sim
