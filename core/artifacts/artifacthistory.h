// ArtifactHistory: the text of the artifacts as they were generated now and the time before, so that a
// change can be seen as one. One JSON file per deployment, written atomically. Blocking.
#pragma once

#include "core/artifacts/artifact.h"

#include <QHash>

using ArtifactTexts = QHash<QString, QByteArray>;        // by path

class ArtifactHistory
{
public:
    explicit ArtifactHistory(QString file) : m_file(std::move(file)) {}

    // Notes this generation; the one before becomes the last when something differs. Returns the last
    // (empty: there was none). A damaged file is begun anew. Error: Storage.
    Result<ArtifactTexts> remember(const ArtifactSet &set);

private:
    QString m_file;
};

// Under the user's state folder, by the deployment's name and file; path empty: it was never saved. Reads the disk.
QString artifactHistoryFile(const Deployment &deployment, const QString &path);
