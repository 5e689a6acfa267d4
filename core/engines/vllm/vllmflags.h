// The command line of `vllm serve` as each release's own parser takes it: resources/vllm-flags.json, read from vLLM's
// arg_utils.py, config classes, openai/cli_args.py and cli/serve.py of 26 releases. What a later release dropped or
// does not know yet ends the process before the model is loaded, so it is said before anything runs.
#pragma once

#include "core/base/json.h"

#include <QHash>

struct VllmFlag
{
    QString name;                        // "--max-num-seqs"
    // "int", "float", "str", "bool", "choice", "json", "json_or_str", "bool_or_str", "list"
    QString type;
    bool hasNo = false;                  // "--no-..." is there as well
    QStringList choices;                 // empty: any
    std::optional<double> least;
};

// By every spelling: names, aliases and the negative forms.
using VllmFlags = QHash<QString, VllmFlag>;

QStringList vllmReleases();              // "0.7.3" first
Result<VllmFlags> vllmFlags(const QString &release); // ErrorKind::Invalid: no such release; names those there are

// What the parser would say of the arguments after `vllm serve`, one text for each fault, in its own words; empty: it
// takes them.
QStringList vllmComplaints(const QStringList &arguments, const VllmFlags &flags);

// The same arguments as rules ask for them: flags under their own names, "--flag=value" as two words.
QStringList vllmPlainArguments(const QStringList &arguments, const VllmFlags &flags);
