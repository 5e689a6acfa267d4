// A bundle: everything that somebody who was not there needs to see why a deployment does not work, in one archive that
// is readable without this program: facts, checks, generated files beside those that are on the nodes, logs, versions,
// the run's state. Secrets are taken out, addresses and names on request (core/bundle/redaction.h).
#pragma once

#include "core/artifacts/artifact.h"
#include "core/bundle/bundlefile.h"
#include "core/bundle/redaction.h"
#include "core/findings/finding.h"

struct BundleInput
{
    Deployment deployment;
    QString file;                        // it is kept in; empty: not saved
    QList<NodeFacts> facts;              // with those that could not be asked
    std::optional<ClusterReport> report; // of the checks; nullopt: they were not run
    QList<Artifact> artifacts;           // generated now; empty: why not is in `artifactsTrouble`
    QString artifactsTrouble;
    QString stateFile;                   // of the run; one that is not there: nothing was run from here
    QByteArray runLog;                   // of the last run, where it failed (core/logs/keptlogs.h)
    QList<BundlePart> nodes;             // nodeParts() of each
    bool takesAddresses = false;
    QString version;                     // of this program
    QDateTime when;
};

struct BundleSummary
{
    qint64 bytes = 0;                    // of the parts, unpacked
    int parts = 0;
    QStringList missing;                 // "nodes/node2/logs/service.log: the command ended with exit code 1"
    int secrets = 0;                     // places where one was taken out
    int names = 0;                       // different addresses, hosts and users that were
    bool isSimulated = false;
};

// The parts of the archive, redacted, README.txt first. Pure but for reading the state file.
QList<BundlePart> bundleParts(const BundleInput &input, BundleSummary &summary);

// "NAME-2026-11-25-031500": the folder in the archive, and the file's name before .tar.gz. With the names taken out it
// has none of the deployment.
QString bundleName(const BundleInput &input);

// Blocking. Errors as writeArchive().
Result<BundleSummary> writeBundle(const QString &file, const BundleInput &input, std::stop_token stop);
