// ConnectionTest: what "Test connection" does, step by step, so that a person sees where it ends.
// Blocking; called on a Worker. Nothing is changed on the node; the one command is `npu-smi info`.
#pragma once

#include "core/nodes/connect.h"
#include "core/parse/npusmi.h"

#include <functional>
#include <stop_token>

enum class ConnectionStep { Resolve, Connect, HostKey, Login, NpuSmi };

struct ConnectionStepResult
{
    ConnectionStep step = ConnectionStep::Resolve;
    enum State { Done, Failed, NotReached, Asks } state = NotReached; // Asks: a person's answer is needed first
    QString words;                       // "10.20.0.1", "8 chips, npu-smi 25.3.rc1"; or why not, or what is asked
    qint64 tookMs = 0;                   // of the step, where it can be told apart; else of all up to it
    bool operator==(const ConnectionStepResult &) const = default;
};

struct ConnectionTestResult
{
    QList<ConnectionStepResult> steps;
    std::optional<Error> error;          // the one that ended it; HostKey and Authentication can be answered
    std::optional<NpuSmiInfo> npuSmi;    // what the last step was told
    bool isSimulated = false;            // the node said so
    qint64 tookMs = 0;
    bool passed() const { return !error; }
};

// A local node has only the last step. onStep is called on the caller's thread as each step is known.
ConnectionTestResult testConnection(const Node &node, const ConnectionSettings &settings, std::stop_token stop,
                                    const std::function<void(const ConnectionStepResult &)> &onStep = {});
QString stepTitle(ConnectionStep step);  // translated
