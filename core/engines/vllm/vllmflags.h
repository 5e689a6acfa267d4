// The command line of `vllm serve` as each release's own parser takes it: resources/vllm-flags.json, read from vLLM's
// arg_utils.py, config classes, openai/cli_args.py and cli/serve.py of 26 releases, and what its FlexibleArgumentParser
// and Python's argparse make of a word: beginnings of flags, "-O3", "--flag.key value", 16k. What a later release
// dropped or does not know yet ends the process before the model is loaded, so it is said before anything runs.
#pragma once

#include "core/base/json.h"

#include <QHash>

// Numbers on one or both sides; nullopt: open.
struct VllmBounds
{
    std::optional<double> atLeast, above, atMost, below;
};

struct VllmFlag
{
    QString name;                        // "--max-num-seqs"
    // "int", "float", "str", "bool", "choice", "json", "json_or_str", "bool_or_str", "list"
    QString type;
    bool hasNo = false;                  // "--no-..." is there as well
    QStringList choices;                 // empty: any
    VllmBounds bounds;
    bool isHuman = false;                // a number of these may be 16k or 16K
    bool takesAuto = false, takesNone = false; // the words "auto" and "None"
    QString config;                      // whose keys its JSON has: "SpeculativeConfig"; empty: any
    bool isOptional = false;             // a switch that true or false may follow
};

struct VllmFlags
{
    QHash<QString, VllmFlag> bySpelling; // names, aliases and the negative forms
    QHash<QString, QStringList> keys;    // of each VllmFlag::config
    // of keys of each of those that take certain words only
    QHash<QString, QHash<QString, QStringList>> choices;
    bool takesParts = false;             // "--flag.key VALUE"
    bool expandsJson = false;            // numbers of JSON may be 80m
};

QStringList vllmReleases();              // "0.7.3" first
// Of those: "0.18.0" of "0.18", of the tag "v0.18.0" and of the plugin's "0.18.0rc1"; empty: none.
QString vllmReleaseNamed(const QString &release);
Result<VllmFlags> vllmFlags(const QString &release); // ErrorKind::Invalid: no such release; names those there are

// "16k" 16000, "16K" 16384, "25.6k" 25600, "8" 8; nullopt: the parser takes it for no number.
std::optional<qint64> vllmInteger(const QString &text);

// What the parser would say of the arguments after `vllm serve`, one text for each fault, in its own words; empty: it
// takes them.
QStringList vllmComplaints(const QStringList &arguments, const VllmFlags &flags);

// The same arguments as rules ask for them: flags under their own names, "--flag=value" as two words, 16k as 16000,
// the parts of a JSON flag as one JSON behind all others.
QStringList vllmPlainArguments(const QStringList &arguments, const VllmFlags &flags);

// By the shell: "$ROLE" may be anything.
bool isFilledIn(const QString &text);

// What stands for JSON, as the parser reads it; nullopt: it does not.
std::optional<Json> vllmJson(const QString &text, const VllmFlags &flags);
