// What a node adds to a bundle: what its tools print, the container and its logs, the files of the deployment as they
// are there now. Asks only, and not for long: each question has its own time, each answer its most bytes.
#pragma once

#include "core/artifacts/artifact.h"
#include "core/bundle/bundlefile.h"
#include "core/shell/shell.h"
#include "core/targets/launch.h"

struct BundleQuestion
{
    QString path;                        // below the node's folder in the archive
    QStringList argv;
    std::chrono::seconds timeout{20};
    bool isOurFile = false;              // nodeFileArgv() and kin: what stands in its place is named, not taken
    bool namesLinks = false;             // newest logs of folders: those that are links are on stderr, one a line
    bool operator==(const BundleQuestion &) const = default;
};

// What the deployment is made of by these facts: what is generated, or why nothing is, and what is asked for on the
// nodes, also where a chip that is gone keeps it from being made.
struct DeployedParts
{
    QList<Artifact> generated, onNodes;
    QString refusal;                     // why nothing is generated; empty: it is
    QHash<QString, Launch> launches;
};
DeployedParts deployedParts(const Deployment &deployment, const QList<NodeFacts> &facts);

// Pure. launch: what runs there by the deployment; nullopt: it is not known, and the host alone is asked.
QList<BundleQuestion> bundleQuestions(const std::optional<Launch> &launch);

// The deployment's files as they are on that node now, under the names they are generated with. What a link leads to is
// none of them: it is read as root and given away.
QList<BundleQuestion> fileQuestions(const QList<Artifact> &files, const QString &node);

inline constexpr char beforeErrors[] = "\n-- stderr --\n"; // between what a command printed to either
inline constexpr qint64 mostLogBytes = 8 * 1024 * 1024; // of each log, its end

// Where the service does not run, and the last run failed before it started one: its logs are older, and go from
// logs/ into before-last-run/. Blocking, one question.
void setOlderApart(Shell &shell, const Launch &launch, QList<BundlePart> &parts, std::stop_token stop);

// Blocking, on the node's link. A question without an answer leaves its reason in the part's `trouble`; after a lost
// connection nothing more is asked.
QList<BundlePart> nodeParts(Shell &shell, const QString &node, const QList<BundleQuestion> &questions,
                            std::stop_token stop);
