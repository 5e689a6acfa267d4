// What the flags of one `vllm serve` line say together, where each by itself is right: what vLLM and its Ascend plugin
// refuse after the parser, what they take otherwise than it reads, and settings that they pass over in silence (keys
// that the plugin's release does not read: pluginkeys.h). Sources: vLLM's arg_utils.py, cli/serve.py and config
// classes, vllm-ascend's platform.py and ascend_config.py, release by release. A new rule is a row of
// resources/vllm-refusals.json, or of the table in vllmrules.cpp where it takes more than that, and one of
// tst_vllmrecipes.
#pragma once

#include "core/base/json.h"
#include "core/engines/vllm/vllmrefusals.h"

// Of the arguments after `vllm serve`; release: "0.18.0", one of vllmReleases(). One sentence in the user's language
// for each fault; empty: none is known. Pure.
struct VllmFaults
{
    QStringList contradictions;
    QStringList unset;                   // those that are one only because a variable is not set here
};
VllmFaults vllmFaults(const QStringList &arguments, const QString &release, const VllmVariables &variables);
QStringList vllmContradictions(const QStringList &arguments, const QString &release); // no variable is known
// One sentence for each thing that it runs with, otherwise than the line reads. Pure.
QStringList vllmCautions(const QStringList &arguments, const QString &release);
// What its plugin takes for --quantization and for quant_method of the weights' config.json (vllm_ascend/platform.py,
// supported_quantization, release by release).
QStringList vllmQuantizations(const QString &release);
// Whether the plugin finds ModelSlim's weights by itself, without --quantization (vllm_ascend/platform.py and
// quantization/utils.py, maybe_auto_detect_quantization: v0.15.0rc1, and from v0.17.0rc1 on).
bool vllmDetectsModelSlim(const QString &release);
// Whether engine_id of --kv-transfer-config stays what the line says: from v0.12.0rc1 on the plugin adds a part by
// chance to that of each process (vllm_ascend/ascend_config.py of v0.12.0rc1, platform.py from v0.13.0rc1 on). False
// where no release is known.
bool vllmKeepsEngineIds(const QString &release);
// By what one side of a Mooncake connector keeps the addresses of the other.
struct VllmEngineId
{
    QString connector, role, id;

    // Of two groups: decode takes prefill for itself ("Conflict engine id"), or one prefill group for another. The
    // latter not with MooncakeLayerwiseConnector, of which prefill keeps decode's addresses (vllm_ascend/distributed of
    // v0.11.0, mooncake_connector.py and mooncake_layerwise_connector.py).
    bool isTakenFor(const VllmEngineId &other) const;
};
// Those that the line of such a --kv-transfer-config says and the release keeps. Other connectors go by addresses
// (llmdatadist_c_mgr_connector.py), or have no peers.
QList<VllmEngineId> vllmEngineIds(const Json &config, const QString &release);
// Why it would not start with weights of such a quant_method; empty: it takes them, or there is none.
QString vllmWeightsRefusal(const QString &method, const QString &release);
// A sentence where a flag is given twice and says two things: vLLM runs, with the last one. Empty: none is.
QString vllmGivenTwice(const QStringList &arguments, const QString &release);
// A sentence for each kv_connector that neither vLLM nor its Ascend plugin registers in any release, where no module is
// named beside it: an image may have a plugin that does.
QStringList vllmStrangeConnectors(const QStringList &arguments, const QString &release);
// Of the nodes that a line may be for; where none was asked as Ascend's servers have them.
struct NpusPerNode
{
    qint64 fewest = 8, most = 16;
    bool isTold = false;
};
// A sentence for each setting of a Mooncake connector that does not agree with the rest, or with what Mooncake itself
// takes: the service starts, and the KV cache may not come over.
QStringList vllmTransferSlips(const QStringList &arguments, const QString &release, const NpusPerNode &npus = {});
// A sentence for each kv_port that Mooncake itself may take on the nodes with most NPUs only.
QStringList vllmTransferNotes(const QStringList &arguments, const QString &release, const NpusPerNode &npus = {});
