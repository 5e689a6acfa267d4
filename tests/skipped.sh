#!/usr/bin/env bash
# tests/skipped.sh BUILD_FOLDER [--strict]: says how many tests and rows the last `ctest` run skipped, and why.
# --strict, as CI: fails where what they lacked is something that set-up installs or that lies beside the checkout;
# such a skip hides a missing step of set-up, or a test that looks in the wrong place.
set -euo pipefail
log=$1/Testing/Temporary/LastTest.log
strict=${2:-}
beside=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)/shared
[ -f "$log" ] || { echo "skipped.sh: no run of ctest in $1" >&2; exit 2; }

skips=$(grep -a '^SKIP ' "$log" | sed -E 's/^SKIP +: //' || true)
if [ -z "$skips" ]; then
    echo "Nothing was skipped."
    exit 0
fi
echo "Skipped: $(wc -l <<<"$skips") tests or rows of tests. By test and reason:"
sed -E 's/\(.*\) /() /' <<<"$skips" | sort | uniq -c

[ "$strict" = --strict ] || exit 0
met='no sshd here|sshd is not installed|no ssh here|no ssh-agent here|model is not on this machine|no model|shellcheck is not installed'
met+='|a tool is missing: dunst'
met+='|podman, runc and sshd|curl is not|git is not here|lupdate is not here|ascendctl (is not|has not been) built'
[ -d "$beside" ] && met+='|captures?|oracle|verdicts|reference'
# The reason stands after the row's name, which may hold anything.
if unmet=$(sed -E 's/^(.*\)) (.*)$/\2\t\1/' <<<"$skips" | grep -P "^[^\\t]*($met)"); then
    echo "These skipped for want of what is here:"
    echo "$unmet"
    exit 1
fi
