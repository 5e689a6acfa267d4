// The weights folder of a machine: what its index names, what is there, the shards' headers, and a digest of the small
// files. The tensors themselves are not read: 700 GB are no preflight check.
#pragma once

#include "core/facts/nodeprobe.h"

#include <QMap>

struct WeightFile
{
    qint64 sizeBytes = 0;
    int mode = 0;                        // permission bits
    qint64 owner = 0;
    bool operator==(const WeightFile &) const = default;
};

struct WeightsFacts
{
    bool exists = false;                 // the folder
    int folderMode = 0;
    QMap<QString, WeightFile> files;     // by name, the folder itself not included
    QMap<QString, qint64> below;         // sizes of files in its subfolders, three deep: "original/params.json"
    QString indexFile;                   // "model.safetensors.index.json"; empty: none
    bool isIndexCut = false;             // it does not end with its bracket
    QStringList indexed;                 // the files that the index names
    QMap<QString, QString> links;        // names that are symbolic links, and what they say
    QString shut, shutTo;                // a link that this user may not follow: nobody knows what is there
    std::optional<qint64> indexedTotalBytes; // metadata.total_size
    bool operator==(const WeightsFacts &) const = default;

    qint64 totalBytes() const;           // of all files
    QMap<QString, qint64> sizes() const; // of all files and of those below
    // Links that leave the folder, where the container has only it and what is mounted at `places`: "NAME" to "/place".
    // As the container sees them, which has the folder at the same path.
    QMap<QString, QString> linksAway(const QString &folder, const QStringList &places) const;
    QStringList absent() const;          // named by the index, but missing or empty
    qint64 indexedBytes() const;         // of the files that the index names
    // Of the tensors: the index's own sum where it can be right (files hold their headers besides, and some may be
    // missing), else the files'.
    std::optional<qint64> tensorBytes() const;
    // total_size counts tensors; the files hold their headers besides, so they are never smaller.
    bool isCutShort() const { return indexedTotalBytes && indexedBytes() < *indexedTotalBytes; }
    bool isWhole() const { return !indexed.isEmpty() && absent().isEmpty() && !isCutShort(); } // as far as sizes tell
};

// What the head of a safetensors file says of it. The format (safetensors' own README and tensor.rs): eight bytes with
// the header's length, the header, the tensors; a file of another size is refused ("MetadataIncompleteBuffer").
struct ShardHeader
{
    qint64 headerBytes = 0;              // 0: these eight bytes are no length of a header
    qint64 dataBytes = -1;               // where the last tensor ends; -1: the header names none
    bool isReadable() const { return headerBytes > 0 && dataBytes >= 0; }
    qint64 fileBytes() const { return 8 + headerBytes + dataBytes; }
    bool operator==(const ShardHeader &) const = default;
};

// CommandFailed where the folder or its index is closed to the asking user (isKeptOut()).
Result<WeightsFacts> weightsFacts(NodeProbe &probe, const QString &folder);
// By file name; those that may not be read are left out. Some 100 kB of each file are read.
Result<QMap<QString, ShardHeader>> shardHeaders(NodeProbe &probe, const QString &folder);
// SHA-256 by file name, of *.json, *.txt, *.model, *.py up to 64 MiB each, in subfolders as well.
Result<QMap<QString, QString>> weightsDigests(NodeProbe &probe, const QString &folder);
// The model's own config.json. CommandFailed: missing, or closed to the asking user (isKeptOut()); Parse: not JSON.
Result<Json> weightsConfig(NodeProbe &probe, const QString &folder);

// What is known of the model that lies in the folder; what cannot be read stays unknown.
struct ModelFiles
{
    std::optional<qint64> tensorBytes;
    std::optional<Json> config;
};
ModelFiles modelFiles(NodeProbe &probe, const QString &folder);

QStringList weightsProbe(const QString &folder);
QStringList shardsProbe(const QString &folder);
QStringList digestsProbe(const QString &folder);
WeightsFacts readWeightsProbe(const QByteArray &text);
