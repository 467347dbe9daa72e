#!/usr/bin/env bash
# run-all.sh WHOLE_GAMES: runs all tests of the finished build, in two processes at the same time. Tests that match the
# regular expression WHOLE_GAMES play whole games for minutes; they run on all processors, with the lowest priority. Their
# output follows that of the others.
#
# The others run one after the other. In parallel, Swift Testing would start all at once: that opens two thousand files,
# and Foundation.Process reads past the end of its buffer in a process with more than 1,300. A run with its experimental
# limit, SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH, hung with three suites left.
set -euo pipefail
whole_games=$1

log=$(mktemp) games=
trap 'if [ -n "$games" ]; then kill -- "-$games" 2>/dev/null || true; fi; rm -f "$log"' EXIT

# The program that `swift test` runs. Two `swift test` at the same time would wait for each other.
run=("$(swift build --show-bin-path)/livegamedPackageTests.xctest" --testing-library swift-testing)

# In a process group of its own, which ends with this script.
setsid nice -n 19 "${run[@]}" --filter "$whole_games" >"$log" 2>&1 </dev/null &
games=$!

status=0
"${run[@]}" --no-parallel --skip "$whole_games" || status=$?
wait "$games" || status=$?
games=
cat "$log"
exit "$status"
