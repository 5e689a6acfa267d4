// What several `vllm serve` of one script take from each other: rules "vllm.same-port", "vllm.same-npus", where it is
// run on one machine, and "vllm.engine-id".
#pragma once

#include "core/engines/engine.h"
#include "core/engines/vllm/vllmserved.h"
#include "core/lint/linting.h"

#include <QHash>

class VllmTogether
{
public:
    explicit VllmTogether(const QString &script);
    void see(const ShellCommand &command); // each of the script, in its order
    void add(const ShellCommand &command, const Served &served); // one that has been seen
    void check(const QString &release, Findings &findings) const; // of vLLM; empty: not known

private:
    struct Started
    {
        int line = 1, branch = 0;        // branch: of the script's conditions
        int guard = 0;                   // "[ … ] && …"; 0: behind none
        int document = 0;                // "<<EOF": what a script writes, or another shell reads; 0: none
        int ended = 0;                   // how often before it what ran was ended or waited for
        bool isWaitedFor = false;        // what follows runs when it has ended
        std::optional<ListenAddress> listens;
        std::optional<int> place;        // among the nodes, where the command tells it
        QStringList devices;             // ASCEND_RT_VISIBLE_DEVICES; empty: it does not say
        double memory = 2;               // --gpu-memory-utilization; 2: it does not say
    };
    std::optional<Started> startedBy(const ShellCommand &command, const Served &served) const;
    void checkOnOneMachine(Findings &findings) const;
    void checkEngineIds(const QString &release, Findings &findings) const;

    int documentAt(int line) const;
    void seeOrder(const ShellCommand &command);

    QList<std::pair<int, int>> m_documents; // their first and last lines
    QHash<int, QStringList> m_devices;   // that the script, and each of its documents, has exported so far
    int m_branch = 0, m_guard = 0, m_ended = 0;
    int m_braces = 0, m_brackets = 0;    // "{", "(" that are not closed
    bool m_isGuarded = false, m_isTest = false;
    QString m_behind;                    // the command before
    bool m_isPipeOpen = false;           // of the last one of m_started: whether it is waited for is not known yet
    QList<Served> m_all;
    QList<Started> m_started;
};
