// The GGUF models on this machine: in the program's cache folder and in folders the user named.
#pragma once

#include "inference/ggufinfo.h"

#include <QStringList>

#include <stop_token>

struct ModelFile
{
    QString path;
    QString name;                        // to show: the file's name without .gguf
    std::optional<GgufInfo> info;        // unset: it cannot be used; `problem` says why
    QString problem;
    bool operator==(const ModelFile &) const = default;
};

QString defaultModelFolder();            // where set-up puts the default model
QString defaultModelFile();              // in there; empty: not downloaded

// Blocking, sorted by name; subfolders three deep. Of a model in several files the first stands for all.
QList<ModelFile> findModelFiles(const QStringList &folders, std::stop_token stop);
ModelFile modelFileAt(const QString &path);
