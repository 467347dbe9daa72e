#!/usr/bin/env bash
# run-all.sh WHOLE_GAMES: runs all tests of the finished build.
#
# First, all but those that match the regular expression WHOLE_GAMES run in two processes, each half one after the other.
# In parallel, Swift Testing would start all at once: that opens two thousand files, and Foundation.Process reads past the
# end of its buffer in a process with more than 1,300. A run with its experimental limit,
# SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH, hung with three suites left.
#
# Then the tests that match run, on all processors. They play whole games for minutes without a pause, and would delay the
# others beyond their time limits.
set -euo pipefail
whole_games=$1

# Suites of the first half, by their first letter: both halves take about the same time.
first_half='Tests\.[A-N]'

# The program that `swift test` runs. Two `swift test` at the same time would wait for each other.
run=("$(swift build --show-bin-path)/livegamedPackageTests.xctest" --testing-library swift-testing)

log=$(mktemp) second=
trap 'if [ -n "$second" ]; then kill -- "-$second" 2>/dev/null || true; fi; rm -f "$log"' EXIT

# In a process group of its own, which ends with this script.
setsid "${run[@]}" --no-parallel --skip "$whole_games" --skip "$first_half" >"$log" 2>&1 </dev/null &
second=$!

status=0
"${run[@]}" --no-parallel --filter "$first_half" --skip "$whole_games" || status=$?
wait "$second" || status=$?
second=
cat "$log"
"${run[@]}" --filter "$whole_games" || status=$?
exit "$status"
