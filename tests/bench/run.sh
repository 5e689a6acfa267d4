#!/usr/bin/env bash
# make bench: each figure against a peer in the same run, as one table with the ratio. Not a test: nothing fails
# on a slow day. Usage: tests/bench/run.sh BUILD_FOLDER [FIGURE...]   figures: engine checks history start frames fleet idle
set -euo pipefail
build=$(cd "$1" && pwd)
shift
exec python3 "$(dirname "${BASH_SOURCE[0]}")/bench.py" "$build" "$@"
