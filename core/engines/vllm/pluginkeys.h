// Which keys of --additional-config the image's release of vLLM-Ascend reads: resources/vllm-ascend-keys.json, from its
// ascend_config.py and the other readers, tag by tag. A key of another release changes nothing and no log says so, so
// it is said before anything runs.
// The same file says which values of kv_connector a release registers, and which vLLM it goes with.
#pragma once

#include "core/engines/vllm/vllmflags.h"

struct PluginKeyFault
{
    enum class Kind { Ignored, Refused, Unknown }; // Unknown: no release reads it; an image may have been changed to
    Kind kind = Kind::Ignored;
    QString text;                        // one sentence without its stop, in the user's language
    bool operator==(const PluginKeyFault &) const = default;
};

// Releases of the plugin: the one that `told` names ("v0.18.0rc1-a3", an image with such a tag), else those that go
// with vLLM's `release` ("0.18.0"). Empty: none is known.
QStringList pluginReleases(const QString &told, const QString &release);

// The vLLM that the plugin's release goes with: "0.10.1.1" of "v0.10.1rc1" and of an image with such a tag. Empty: none
// is known.
QString pluginVllm(const QString &told);

// Of the arguments after `vllm serve`. A key that one of `releases` reads is none; without any, only what no release
// reads, and where newer ones do not read a key a sentence that names those that do. Pure.
QList<PluginKeyFault> pluginKeyFaults(const QStringList &arguments, const VllmFlags &flags,
                                      const QStringList &releases);

// Whether one of these releases reads the key of --additional-config: "eplb_config.dynamic_eplb".
bool pluginReads(const QString &key, const QStringList &releases);

// Why these releases have no such kv_connector, one sentence without its stop; empty: one of them has it, or no release
// of the plugin knows it, and it is somebody's own.
QString connectorFault(const QString &connector, const QStringList &releases);

// That it is none of vLLM's or of the plugin's, of whatever release, and which it may be meant for; one sentence
// without its stop. Empty: it is one.
QString strangeConnector(const QString &connector);

// Of spans of releases as the data files write them, [["v0.9.1rc2", "v0.9.1"], ["v0.10.2rc1", "main"]]: one of
// `releases` is in them; in words, "v0.9.1rc2 to v0.9.1, v0.10.2rc1 to main".
bool isInPluginSpans(const Json &spans, const QStringList &releases);
QString pluginSpansTold(const Json &spans);

// A key of --additional-config, as the file has it.
bool isPluginKeyOf(const QString &key, const QStringList &releases);

QStringList newestPlugins();             // the next release and "main"; empty: the file is not there
QString pluginKeySource();               // "vllm_ascend/ascend_config.py"
