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
    void save(const QString &path, Then then = {});

    bool hasLearned() const;             // what the file does not say yet: that the nodes are simulated

signals:
    void opened(const QString &path);
    void saved(const QString &path);
    void failed(const Error &error);     // says which file and where in it

private:
    bool whatWasLearned() const;         // that the nodes are simulated
    void remember(const QString &path);

    Cluster &m_cluster;
    SettingsStore &m_settings;
    bool m_fileSaysSimulated = false;
    Worker m_worker;
};
