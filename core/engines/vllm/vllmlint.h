// `vllm serve` lines as people have them in scripts: judged by the parser of the release, where that is known, else by
// those of all releases. Several services in one script also by what they take from each other (rules "vllm.same-port",
// "vllm.same-npus").
#pragma once

#include "core/lint/linting.h"

struct ShellWord;

// Beside the rules below "vllm.engine-id", of several commands in one text.
Result<QList<LintFinding>> lintVllmServe(const QByteArray &content, const LintContext &context);

// One command, with the release that the image's tag says. Rules "vllm.parser", "vllm.release", "vllm.rules",
// "vllm.model", "vllm.secret".
void lintVllmCommand(const QList<ShellWord> &argv, const QString &image, Findings &findings);
