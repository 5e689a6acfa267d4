// RunLock: one run of a deployment at a time, on this machine; MachineLock: no run on a node whose driver is being
// installed, and no installation under a run. Held by the kernel for as long as their process lives: what kill -9
// leaves behind is a file, not a lock.
#pragma once

#include "core/base/result.h"
#include "core/nodes/deployment.h"
#include "core/shell/fd.h"

#include <map>
#include <optional>
#include <utility>

// A file with a lock of the open file on it (fcntl, F_OFD_SETLK): two of one process are in each other's way, and a
// question takes nothing. Let go by name: a child begun a moment ago has a copy of the descriptor, and with it the
// lock, until it runs its own program.
class LockedFile
{
public:
    LockedFile() = default;
    explicit LockedFile(UniqueFd fd) : m_fd(std::move(fd)) {}
    LockedFile(LockedFile &&) noexcept = default;
    LockedFile &operator=(LockedFile &&other) noexcept;
    ~LockedFile() { letGo(); }

    int get() const { return m_fd.get(); }

private:
    void letGo();

    UniqueFd m_fd;
};

class RunLock
{
public:
    // Beside the state file, whose folder is made if it is missing. ErrorKind::Invalid: another run has it, and says
    // which process; Storage: the folder or the file cannot be written.
    static Result<RunLock> take(const QString &stateFile);
    // The process that has it; 0: some process; nullopt: nobody. Takes nothing, so it is in nobody's way.
    static std::optional<qint64> holder(const QString &stateFile);

private:
    LockedFile m_file;
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
    LockedFile m_file;
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
