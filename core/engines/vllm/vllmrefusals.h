// What a `vllm serve` line is refused for at the start, and what of it the Ascend plugin sets back, as rows of
// resources/vllm-refusals.json: a new one is a row there and one of tst_vllmrecipes or tst_launchlines. What takes more
// than a row's conditions is in vllmrules.cpp.
#pragma once

#include <QHash>
#include <QStringList>

struct VllmFlags;

// What is known of the environment that a command gets. isOpen: others may be set as well, by a file that the script
// reads or in the container that it enters.
struct VllmVariables
{
    QHash<QString, QString> values;      // one that is not known holds a "$"
    bool isOpen = true;
};

struct VllmRefusal
{
    QString text;                        // one sentence without its stop, in the user's language
    // false: but for a variable that is not set here and may be elsewhere, and for which the line has no other word
    bool isSure = true;
    bool operator==(const VllmRefusal &) const = default;
};

// plain: vllmPlainArguments() of what stands after `vllm serve`; release: "0.18.0". Pure.
QList<VllmRefusal> vllmRefusals(const QStringList &plain, const VllmFlags &flags, const QString &release,
                                const VllmVariables &variables);

// A sentence without its stop for each setting that all of these releases of the plugin set to something else, with
// what it becomes. Pure.
QStringList vllmResets(const QStringList &plain, const VllmFlags &flags, const QString &release,
                       const QStringList &plugins);
