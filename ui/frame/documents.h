// Documents: opens and saves the deployment of a Cluster. Files are read and written on a worker, so
// that a slow disk never holds the window; answers come as signals.
#pragma once

#include "core/base/worker.h"
#include "core/cluster/cluster.h"
#include "core/settings/settingsstore.h"

class Documents : public QObject
{
    Q_OBJECT

public:
    Documents(Cluster &cluster, SettingsStore &settings, QObject *parent = nullptr);

    void begin();                        // a new, empty deployment
    void open(const QString &path);
    // ".deployment.json" is added when the name has no suffix. then: after saved() or failed(), with the failure
    using Then = std::function<void(const std::optional<Error> &)>;
    // Over::WhatIsKnown: only what was read or written here last; changedOnDisk() where another program has changed it.
    enum class Over { WhatIsKnown, Anything };
    void save(const QString &path, Then then = {}, Over over = Over::WhatIsKnown);

    bool hasLearned() const;             // what the file does not say yet: that the nodes are simulated

signals:
    void opened(const QString &path);
    void saved(const QString &path);
    void changedOnDisk(const QString &path); // and nothing was written
    void failed(const Error &error);     // says which file and where in it

private:
    bool whatWasLearned() const;         // that the nodes are simulated
    void remember(const QString &path);

    Cluster &m_cluster;
    SettingsStore &m_settings;
    bool m_fileSaysSimulated = false;
    QString m_knownPath;                 // the file that was read or written last,
    QByteArray m_known;                  // and the SHA-256 of what was in it
    Worker m_worker;
};
