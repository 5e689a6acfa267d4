// Where weights can be fetched from: hubs whose address and layout are data (resources/weight-sources.json, each entry
// with its source), and a folder of the node, as a NAS that is mounted there. What a source lists is not trusted: a
// name that leaves the folder is refused. Pure, but for the folder of this computer.
#pragma once

#include "core/base/json.h"

#include <QList>

#include <stop_token>

// The step's own folder for parts has a name that begins so; no file of a model may.
inline constexpr QLatin1StringView partsPrefix{".ascend-console."};
// Bytes; of larger files that were there before, only the size is compared.
inline constexpr qint64 hashedBelow = 64 << 20;

// As the deployment's settings have it.
struct WeightsOrder
{
    QString from;                        // a hub ("modelscope"), "folder", "desktop", "other-node"; "none": nowhere
    QString model;                       // "Eco-Tech/DeepSeek-V3.1-w8a8-mtp-QuaRot"; of hubs
    QString revision;                    // empty: the hub's usual one
    QString address;                     // of a mirror; empty: the hub's own. Of "folder", "desktop": the folder
    QString node = {};                   // of "other-node": the deployment's node that has them; empty: the first
    bool isNone() const { return from.isEmpty() || from == QLatin1String("none"); }
    bool isFolder() const { return from == QLatin1String("folder"); }
    bool isOfDesktop() const { return from == QLatin1String("desktop"); }
    bool isOfNode() const { return from == QLatin1String("other-node"); }
    bool isBrought() const { return isOfDesktop() || isOfNode(); } // in pieces, by this program
    bool operator==(const WeightsOrder &) const = default;
};

// setting keys: weightsFrom, weightsModel, weightsRevision, weightsAddress, weightsNode
WeightsOrder weightsOrder(const Json &settings);
// Of "other-node": the node that has them, said or usual. Empty: they come from elsewhere.
QString weightsNodeOf(const WeightsOrder &order, const QStringList &nodes);
// The same, as it is for one of the deployment's nodes: the one that has them fetches none, and `node` is never empty.
WeightsOrder weightsOrderOn(const QString &node, WeightsOrder order, const QStringList &nodes);
// A sentence that names the setting; empty: it can be asked. `weights`: where they go; `nodes`: of the deployment.
QString orderProblem(const WeightsOrder &order, const QString &weights, const QStringList &nodes);

struct WantedFile
{
    QString path;                        // below the folder: "model-00001-of-000163.safetensors"
    qint64 sizeBytes = 0;
    QString sha256;                      // lower case; empty: the source does not tell it
    QString url;                         // of a folder: the file's path
    QString gitSha1;                     // as git names its content; of small files at some hubs. Empty: not told
    bool operator==(const WantedFile &) const = default;
};

// What is asked: the mirror's address, else the hub's own; of "folder": the folder. For people.
QString askedAddress(const WeightsOrder &order);
// Result: the address of the list. ErrorKind::Invalid as orderProblem().
Result<QString> listAddress(const WeightsOrder &order);
// What the hub answered there. ErrorKind::Parse: it is no such list, or names files that are none; the sentence says
// which. Folders, and the hub's own ".gitattributes", are left out. unlisted: folders whose files the list does not
// name.
Result<QList<WantedFile>> readHubList(const WeightsOrder &order, const QByteArray &text,
                                      QStringList *unlisted = nullptr);
// The files of a folder of this computer. Its SHA256SUMS, where it has one as sha256sum writes it, tells their sums and
// is none of them; else those below 64 MiB are read here. Blocking. Errors: Storage, Canceled; Parse as readHubList().
Result<QList<WantedFile>> listDesktopFolder(const QString &folder, std::stop_token stop);
// Lines "SIZE PATH", as `find -printf '%s %P\n'` prints them; of a folder of a node.
Result<QList<WantedFile>> readFolderList(const QString &folder, const QByteArray &text);
