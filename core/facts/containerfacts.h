// The container engine of a machine: docker, or podman behind the name docker, and what it holds.
#pragma once

#include "core/facts/nodefacts.h"
#include "core/facts/nodeprobe.h"

struct ImageFacts
{
    QString id;
    QString architecture;                // "arm64", "amd64" (Go's words)
    QString os;
    std::optional<qint64> sizeBytes;
    QStringList proxies;                 // names of the proxy variables that it sets; their values may hold passwords
};

struct ContainerState
{
    QString name;
    QString image;
    QString status;                      // "Up 3 hours", "Exited (0) 2 days ago"
};

// engine empty: none is installed. CommandFailed: installed, but it does not answer (no daemon, no right).
Result<ContainerFacts> containerEngine(NodeProbe &probe);
Result<QList<ContainerState>> containers(NodeProbe &probe);
// nullopt: the engine has no such image.
Result<std::optional<ImageFacts>> imageFacts(NodeProbe &probe, const QString &image);
QString dataFolderOf(const ContainerFacts &engine);       // where images are kept by default

// Pure.
QStringList containersQuestion(const QString &engine);    // all of them, also those that do not run
QList<ContainerState> readContainers(const QByteArray &out);
// `version --format '{{json .}}'`, `--version`
std::optional<ContainerFacts> readEngineVersion(const QByteArray &out, const QByteArray &err);
QString machineOf(const QString &goArchitecture);         // "arm64" -> "aarch64"
