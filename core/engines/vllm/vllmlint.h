// `vllm serve` lines as people have them in scripts: judged by the parser of the release, where that is known, else by
// those of all releases; several services of one script also by what they take from each other (vllmtogether.h).
#pragma once

#include "core/engines/engine.h"
#include "core/lint/linting.h"

struct ShellCommand;

// What the shell fills in is followed to the script's own assignments; "vllm.filled-in" names what is not known.
Result<QList<LintFinding>> lintVllmServe(const QByteArray &content, const LintContext &context);

// See EngineTraces; with the release that the image's tag says. Rules "vllm.parser", "vllm.release", "vllm.rules",
// "vllm.variable", "vllm.kv-transfer", "vllm.model", "vllm.secret", "shell.placeholder".
void lintVllmCommands(const QList<ShellCommand> &commands, const QString &image, const GivenVariables &given,
                      Findings &findings);

// See EngineTraces: what the plugin's release does not read of the environment it passes over in silence.
std::optional<VariableFault> vllmVariableFault(const Json &variable, const QString &release);
