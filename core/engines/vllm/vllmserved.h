// A `vllm serve` among the commands of a script.
#pragma once

#include "core/lint/shelltext.h"

// The words after `vllm serve`, with their places.
struct Served
{
    QList<ShellWord> words;
    int line = 1;

    QStringList texts() const;
    QString placeOf(const QString &complaint) const; // of the flag that a complaint names; else of the command
};

std::optional<Served> servedBy(const QList<ShellWord> &argv); // behind sudo, nohup, variables, too
