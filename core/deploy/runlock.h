// RunLock: one run of a deployment at a time, on this machine; MachineLock: no run on a node whose driver is being
// installed, and no installation under a run. Held by the kernel for as long as their process lives: what kill -9
// leaves behind is a file, not a lock.
#pragma once

#include "core/base/result.h"
#include "core/nodes/deployment.h"
#include "core/shell/fd.h"

#include <map>
#include <optional>

class RunLock
{
public:
    // Beside the state file, whose folder is made if it is missing. ErrorKind::Invalid: another run has it, and says
    // which process; Storage: the folder or the file cannot be written.
    static Result<RunLock> take(const QString &stateFile);
    // The process that has it; 0: some process; nullopt: nobody. Takes nothing for longer than a look.
    static std::optional<qint64> holder(const QString &stateFile);

private:
    UniqueFd m_fd;
};

// Runs of deployments share a machine; who installs driver and firmware has it alone.
class MachineLock
{
public:
    enum class Work { Run, Install };

    // ErrorKind::Invalid: the other kind of work, or another installation, is under way there; the sentence says which
    // node and process, facts["remedy"] what to do. Storage: as RunLock.
    static Result<MachineLock> take(const Node &node, Work work);
    // Why take() would refuse; nullopt: it would not. Takes nothing, so it is in nobody's way.
    static std::optional<Error> refusal(const Node &node, Work work);

private:
    UniqueFd m_fd;
};

// All that a run holds while it works: its deployment, and each machine that it works on.
class RunLocks
{
public:
    // Errors as those of the two.
    static Result<RunLocks> take(const QString &stateFile, const QList<Node> &nodes);
    Result<void> add(const QList<Node> &nodes); // machines that are not held yet

private:
    RunLock m_run;
    std::map<QString, MachineLock> m_machines;
};
