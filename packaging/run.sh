#!/usr/bin/env bash
# What `make run` starts: a simulated two-node cluster and the console on it. Without a display the console
# plays the whole main job offscreen and leaves screenshots, artifacts and a report in demo/.
set -euo pipefail
bin=$(cd "$1" && pwd)
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
state=${XDG_STATE_HOME:-$HOME/.local/state}/ascend-console/demo-cluster
deployment=$state/demo.deployment.json

"$bin/ascendctl" sim down --dir "$state" >/dev/null 2>&1 || true
if ! "$bin/ascendctl" sim up --nodes 2 --dir "$state" --deployment "$deployment"; then
    [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ] && [ -z "${ASCEND_CONSOLE_DEMO:-}" ] || exit 3
    echo "Opening the console without a cluster."
    exec "$bin/ascend-console"
fi
trap '"$bin/ascendctl" sim down --dir "$state" >/dev/null 2>&1 || true' EXIT

if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ] && [ -z "${ASCEND_CONSOLE_DEMO:-}" ]; then
    "$bin/ascend-console" "$deployment"
else
    if [ -z "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
        export QT_QPA_PLATFORM=offscreen
        echo "No display: playing the main job offscreen on the simulated cluster; screenshots, artifacts and report go to demo/."
    fi
    mkdir -p "$top/demo"
    "$bin/ascend-console" --demo "$top/demo" "$deployment"
    echo "Done: see demo/report.md"
fi
