// A TCP connection that can be stopped at any time, also while the name is looked up.
#pragma once

#include "core/base/result.h"
#include "core/shell/fd.h"

// Tries each address of the host in turn. Non-blocking socket, no delay, TCP keepalive.
// Connection (with what to check; facts: nameless, the host, where nobody knows its name), Timeout, Canceled.
Result<UniqueFd> tcpConnect(const QString &host, int port, const Deadline &deadline);
