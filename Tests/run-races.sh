#!/usr/bin/env bash
# run-races.sh PROGRAM RACING NOT_RACING: runs the tests that match the regular expression RACING, and not NOT_RACING, in the
# program of a finished build for ThreadSanitizer.
#
# They run in two processes, each half one after the other: most of them wait, and two processes need half the time.
set -euo pipefail
run=("$1" --testing-library swift-testing --no-parallel --filter)
racing=$2 not_racing=$3

# The suites of the socket and of the pollers take about as long as all others.
half='Tests\.(Socket|\w*Poller)'

log=$(mktemp) second=
trap 'if [ -n "$second" ]; then kill -- "-$second" 2>/dev/null || true; fi; rm -f "$log"' EXIT

# In a process group of its own, which ends with this script.
setsid "${run[@]}" "$racing" --skip "$not_racing" --skip "$half" >"$log" 2>&1 </dev/null &
second=$!

# All suites of this half match RACING.
status=0
"${run[@]}" "$half" --skip "$not_racing" || status=$?
wait "$second" || status=$?
second=
cat "$log"
exit "$status"
