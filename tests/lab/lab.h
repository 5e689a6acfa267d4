// Lab: a simulated cluster for tests. Brought up in its own folder and subnet, so that tests can run
// side by side; brought down in the destructor, and after a crash by the next lab on this machine.
#pragma once

#include "app/sim/cluster.h"
#include "core/nodes/connect.h"

#include <memory>

class Lab
{
public:
    struct Options
    {
        int nodes = 2;
        int chips = 8;
        QString kind = QStringLiteral("a2");
        bool ssh = true;                 // a real sshd per node; false: the local transport
        bool podman = false;             // a real container engine as docker (root); see importImage()
        // of the deployment's and of the cluster's size, kind and weights; empty: MindIE's on `nodes` of `kind`
        QString recipe;
        // behind the daemons; empty: the tiny one of ASC_SHARED_DIR if there, else set-up's
        QString model;
    };

    static Result<std::unique_ptr<Lab>> up(const Options &options);
    ~Lab();
    Lab(const Lab &) = delete;
    Lab &operator=(const Lab &) = delete;

    const Deployment &deployment() const { return m_info.deployment; }
    QString deploymentFile() const { return m_info.deploymentFile; }
    QString folder() const { return m_info.folder; }
    QString nodeFolder(int node) const;  // from 0
    bool ownNetworks() const;            // network namespaces, not loopback addresses

    // As the program connects: host keys from the lab's folder, no user's configuration.
    ConnectionSettings connections() const;
    Result<std::unique_ptr<Shell>> shell(int node) const;

    Result<void> fault(int node, const QString &name, const QStringList &arguments = {}) const;
    Result<void> clear(int node, const QString &name = {}) const;
    sim::NodeState state(int node) const; // as the tools show it now

    // With podman: an image of busybox under this name, on every node.
    Result<void> importImage(const QString &reference) const;

private:
    Lab() = default;
    sim::ClusterInfo m_info;
    int m_subnetLock = -1;
};
