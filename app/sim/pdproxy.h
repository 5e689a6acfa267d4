// load_balance_proxy_server_example.py of vLLM-Ascend's image: sends a request to a prefill server for one token, and
// with what that says of its KV cache to a decode server, whose answer is the client's. Options, paths and words as in
// v0.18.0 (examples/disaggregated_prefill_v1); of two equally busy servers it takes the next.
#pragma once

#include <QStringList>

namespace sim {

int pythonTool(const QString &folder, const QStringList &arguments);

} // namespace sim
