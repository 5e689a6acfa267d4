// How an image comes to a node that lacks it: pulled from its registry, or loaded from an archive (`docker save`)
// that lies on the node or on this computer: for a network that reaches no registry. Pure.
#pragma once

#include "core/base/json.h"

#include <QStringList>

struct ImageOrder
{
    QString from;                        // "registry"; "node", "desktop": where the archive lies. Empty: as "registry"
    QString archive;                     // its path there; here also relative to the folder of the deployment's file
    bool isOfDesktop() const { return from == QLatin1String("desktop"); }
    bool isArchive() const { return isOfDesktop() || from == QLatin1String("node"); }
    bool operator==(const ImageOrder &) const = default;
};

ImageOrder imageOrder(const Json &settings); // keys: imageFrom, imageArchive
QString orderProblem(const ImageOrder &order); // a sentence that names the setting; empty: it can be asked

// What an archive says of itself, in its "manifest.json" (Docker Image Specification v1.2, "Combined Image JSON +
// Filesystem Changeset Format"), which docker and podman write, and read when they load it.
struct ArchivedImage
{
    QStringList tags;                    // "swr.example.com/ascend/mindie:2.2.RC1"
    QString config;                      // the member that tells its architecture
    bool operator==(const ArchivedImage &) const = default;
};
// ErrorKind::Parse: it is no such list.
Result<QList<ArchivedImage>> readImageManifest(const QByteArray &text);
// Which of them a node would know as `image`, once it was loaded; null: none. A registry's usual parts may be left out.
const ArchivedImage *imageNamed(const QList<ArchivedImage> &images, const QString &image);
