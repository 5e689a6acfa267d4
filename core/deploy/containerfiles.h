// What is in a node's container of the files that a run copies into it one by one: for comparisons; changes nothing.
#pragma once

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
    std::optional<QByteArray> content;   // nullopt: not there
};

struct ContainerFiles
{
    QString container;                   // empty: the node has no such container
    QList<ContainerFile> files;
    std::optional<Error> error;          // there is one, and why its files are not known; facts["remedy"]: what to do
};

// Blocking. Error: the node cannot be asked.
Result<ContainerFiles> readContainerFiles(Shell &shell, const Launch &launch, const QString &deployment,
                                          std::stop_token stop);
