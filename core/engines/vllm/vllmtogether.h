// What several `vllm serve` of one script take from each other: rules "vllm.same-port", "vllm.same-npus", where it is
// run on one machine, and "vllm.engine-id".
#pragma once

#include "core/engines/engine.h"
#include "core/engines/vllm/vllmserved.h"
#include "core/lint/linting.h"

class VllmTogether
{
public:
    void see(const ShellCommand &command); // each of the script, in its order
    void add(const ShellCommand &command, const Served &served); // one that has been seen
    void check(const QString &release, Findings &findings) const; // of vLLM; empty: not known

private:
    struct Started
    {
        int line = 1, branch = 0;        // branch: of the script's conditions
        std::optional<ListenAddress> listens;
        std::optional<int> place;        // among the nodes, where the command tells it
        QStringList devices;             // ASCEND_RT_VISIBLE_DEVICES; empty: it does not say
        double memory = 2;               // --gpu-memory-utilization; 2: it does not say
    };
    std::optional<Started> startedBy(const QList<ShellWord> &argv, const Served &served) const;
    void checkOnOneMachine(Findings &findings) const;
    void checkEngineIds(const QString &release, Findings &findings) const;

    QStringList m_devices;               // that the script has exported so far
    int m_branch = 0;
    QList<Served> m_all;
    QList<Started> m_started;
};
