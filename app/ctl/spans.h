// Times on the command line: "60s", "5m", "2h", "500ms"; "60" is seconds.
#pragma once

#include <QString>

#include <chrono>
#include <optional>

namespace ctl {

std::optional<std::chrono::milliseconds> spanOf(const QString &text);

} // namespace ctl
