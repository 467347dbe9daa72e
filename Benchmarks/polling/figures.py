#!/usr/bin/env python3
"""Runs the benchmark of polling on the recorded finals of ../shared, and adds its figures to Benchmarks/results.json.

    Benchmarks/polling/figures.py --polling .build/debug/polling
"""
import argparse
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE + "/..", HERE + "/../../Tests/Acceptance"]

import results  # noqa: E402
from lib import harness  # noqa: E402
from results import figure, spread  # noqa: E402

# Limits with a push service whose messages come 0.3 s after their revisions can be read.
PUSH_REQUESTS, PUSH_MEAN = 130, 0.6


def report(program, feeds, word, **environment):
    """Returns the figures of the line for programs, and the percentiles of delays by name."""
    done = subprocess.run([program, "recorded", *feeds], env={**os.environ, "PUSH": "", "PUSH_FAULTS": "", **environment},
                          capture_output=True, text=True)
    lines = [x for x in done.stdout.splitlines() if x.startswith(word + " ")]
    if done.returncode or not lines:
        raise SystemExit("%s failed with status %d: %s" % (program, done.returncode, done.stderr[-400:]))
    curves = {x.split()[1]: [float(value) for value in x.split()[2:]] for x in done.stdout.splitlines()
              if x.startswith("percentiles ")}
    return {name: float(value) for name, value in re.findall(r"(\w+)=([\d.]+)", lines[-1])}, curves


def middle(curve, fixed=None):
    """Returns the figure of a median delay with its quartiles."""
    peer = fixed and fixed[49]
    return spread(figure(curve[49], "s", peer, peer and curve[49] / peer), curve[24:75])


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--polling", required=True, help="the program of `make polling-build`")
    parser.add_argument("--quick", action="store_true", help="one game, to see that it works")
    o = parser.parse_args()
    feeds = harness.final_feeds()[:1 if o.quick else None]
    polls, delays = report(o.polling, feeds, "polling")
    push, pushed = report(o.polling, feeds, "push", PUSH="0.3")
    results.keep(results.CURVES, {"delays": {
        "push": pushed["push"], "push_off": pushed["polls"], "polls": delays["polls"], "fixed": delays["fixed"]}})
    # The peer of a delay is a fixed timer with as many requests.
    found = {
        "polling_requests_per_hour": figure(polls["requests_per_hour"], "1/h"),
        "polling_mean_s": figure(polls["mean_s"], "s", polls["mean_s"] / polls["mean_ratio"], polls["mean_ratio"]),
        "polling_p95_s": figure(polls["p95_s"], "s", polls["p95_s"] / polls["p95_ratio"], polls["p95_ratio"]),
        "polling_p50_s": middle(delays["polls"], delays["fixed"]),
        "push_p50_s": middle(pushed["push"], pushed["polls"]),
        "push_requests_per_hour": figure(
            push["requests_per_hour"], "1/h", PUSH_REQUESTS, push["requests_per_hour"] / PUSH_REQUESTS),
        "push_mean_s": figure(push["mean_s"], "s", PUSH_MEAN, push["mean_s"] / PUSH_MEAN),
    }
    results.show(found)
    results.keep(results.RESULTS, found)


if __name__ == "__main__":
    main()
