// NodeSource: a node's own figures over a connection of its own: /proc for the host, once a minute its clock; for all
// chips npu-exporter where it serves (core/metrics/exporterwatch.h), else npu-smi info; and card by card what these do
// not tell (core/metrics/cardrounds.h). Beside npu-exporter npu-smi info is asked every minute for which chips there
// are, and every ten seconds for what the other does not tell of them, the level of a bad health among it.
#pragma once

#include "core/metrics/exporterwatch.h"
#include "core/metrics/hoststats.h"
#include "core/metrics/source.h"
#include "core/nodes/nodelink.h"

#include <atomic>

// Of a host at one time; a rate needs two of them.
struct HostCounts
{
    std::chrono::steady_clock::time_point at{};
    std::optional<CpuTimes> cpu;
    CountsByDevice network, disks;
};

// What the readings of one node need to know of each other. Touched by one thread.
struct NodeSampling
{
    std::optional<HostDevices> devices;                   // asked once
    HostCounts host;
    std::chrono::steady_clock::time_point clockRead{};
    std::optional<Error> npuSmi;                          // it hung; it is not asked again before
    std::chrono::steady_clock::time_point npuSmiAgain{};
    std::chrono::milliseconds npuSmiPause{0};
    int hangs = 0;                                        // in a row
    bool hasChips = false;                                // npu-smi told of them before
    CardRounds cards;
    ExporterWatch exporter;
    UseBook book;
    NpuSmiInfo info;                                      // what npu-smi said last, and when
    QList<Sample> infoSamples;
    std::chrono::steady_clock::time_point infoRead{};
    int unhealthy = 0;                                    // chips, by npu-exporter, when it was read
};

// One reading; blocking. Host figures that cannot be had are left out. Error: the node does not answer. An npu-smi that
// is not there, hangs or says that it cannot costs the chips' figures only (part "npu-smi"); one that hung is asked
// again after a growing pause (with `memory`), so that it does not hold up the host's figures each time. The CPU's
// share and the network's and the disks' rates need two readings too: without `memory` there is none, the cards are not
// asked one by one, and neither is the clock.
Result<Reading> sampleNode(Shell &shell, const QString &node, std::stop_token stop, NodeSampling *memory = nullptr,
                           const Source::AtPart &atPart = {});

class NodeSource : public Source
{
public:
    // openShell: called in read(), for the first one and after a lost connection
    NodeSource(QString node, ShellFactory openShell) : Source(std::move(node)), m_openShell(std::move(openShell)) {}

    // An error says it in each language: saidIn().
    Result<Reading> read(std::stop_token stop, const AtPart &atPart) override;
    std::optional<Error> overdue(const QString &part, qint64 seconds) const override;
    std::chrono::milliseconds longestPause() const override { return std::chrono::seconds(30); }
    void putOffNothing() override { m_putsOffNothing = true; }

private:
    Result<Reading> readOnce(std::stop_token stop, const AtPart &atPart);

    std::atomic<bool> m_putsOffNothing = false;
    ShellFactory m_openShell;
    std::unique_ptr<Shell> m_shell;
    NodeSampling m_memory;
};
