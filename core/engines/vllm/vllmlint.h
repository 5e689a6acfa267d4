// `vllm serve` lines as people have them in scripts: judged by the parser of the release, where that is known, else by
// those of all releases; several services of one script also by what they take from each other (vllmtogether.h).
#pragma once

#include "core/lint/linting.h"

struct ShellWord;

Result<QList<LintFinding>> lintVllmServe(const QByteArray &content, const LintContext &context);

// One command, with the release that the image's tag says. Rules "vllm.parser", "vllm.release", "vllm.rules",
// "vllm.model", "vllm.secret".
void lintVllmCommand(const QList<ShellWord> &argv, const QString &image, Findings &findings);
