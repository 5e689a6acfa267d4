// What is on a node and in its container of the files that a run puts there one by one: for comparisons; changes
// nothing.
#pragma once

#include "core/artifacts/artifact.h"
#include "core/nodes/nodelink.h"
#include "core/targets/launch.h"

// One that is copied by itself, and so can be compared byte by byte; what is copied as a whole folder cannot.
struct CopiedFile
{
    QString from;                        // on the node
    QString to;                          // in the container
};
QList<CopiedFile> copiedFiles(const Launch &launch); // pure

struct ContainerFile
{
    CopiedFile file;
    std::optional<QByteArray> content;   // nullopt: not there, or something else is
    QString link;                        // as NodeFile's; folders above ours are the image's, and may be links
    QByteArray mode;                     // permission bits, octal: "640"; empty: not known
};

struct ContainerFiles
{
    QString container;                   // empty: the node has no such container
    QList<ContainerFile> files;
    std::optional<Error> error;          // there is one, and why its files are not known; facts["remedy"]: what to do
};

// A generated file's place on a node. What a link leads to is not read: it is no file of ours. Nor is a pipe, which
// would be waited for.
struct NodeFile
{
    std::optional<QByteArray> content;   // nullopt: not there, or something else is
    QString link;                        // words: a link and where it leads, a folder, ...; empty: a file, or nothing
    QString why;                         // there is no content: what cat says
};
QStringList nodeFileArgv(const QString &path);          // prints a file, and nothing else
// Prints the last bytes of the service's log in the container, and nothing else. A link is followed within its folder.
QStringList serviceLogArgv(const Launch &launch, qint64 bytes);
QString wordsInPlace(const CommandOutput &there);       // of their answers: `link` as above
Result<NodeFile> readNodeFile(Shell &shell, const QString &path, std::stop_token stop); // blocking

// The permission bits of a file on a node, octal; empty: not known. `before`: what the argv begins with, such as a
// command that runs in a container. Blocking.
QByteArray modeOf(Shell &shell, const QStringList &before, const QString &path, std::stop_token stop);
// Why a file with the right content is not as it is to be, or empty. On the node it has the mode of the artifact, in
// the container one that the engine demands.
QString otherMode(const Artifact &file, const QByteArray &mode);
QString otherModeInside(const Launch &launch, const ContainerFile &file);

// Blocking. Error: the node cannot be asked.
Result<ContainerFiles> readContainerFiles(Shell &shell, const Launch &launch, const QString &deployment,
                                          std::stop_token stop);
