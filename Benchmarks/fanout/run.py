#!/usr/bin/env python3
"""Measures the delivery of one line to many local clients by livegamed, redis-server, and send(2) alone.

`make bench` builds what it needs and runs it. The figures are written to Benchmarks/results.json, which table.py puts
into docs/performance.md, and every single run to Benchmarks/.build/runs.json. README.md describes the measurements.

    make bench                               # all of it, about nine minutes
    make bench BENCH_FLAGS=--quick           # a short round, to see that it runs
    make bench BENCH_FLAGS="--only fanout --rounds 9"
"""
import argparse
import os
import resource
import sys
import time

import crowd
import figures
import matrix
import servers

BENCHMARKS = os.path.dirname(servers.HERE)
sys.path.insert(0, BENCHMARKS)
import results  # noqa: E402

RUNS = os.path.join(BENCHMARKS, ".build", "runs.json")
DESCRIPTORS = 12100


def tell(text):
    print("%s  %s" % (time.strftime("%H:%M:%S"), text), flush=True)


def options():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rounds", type=int, help="how often each is measured; the median counts (5)")
    parser.add_argument("--seconds", type=float, help="how long each phase of the fan-out takes (0.6)")
    parser.add_argument("--quick", action="store_true", help="one round of short phases")
    parser.add_argument("--only", choices=("fanout", "crowd", "connects"), action="append", help="leave out the others")
    given = parser.parse_args()
    given.rounds = given.rounds or (1 if given.quick else 5)
    given.seconds = given.seconds or (0.15 if given.quick else 0.6)
    given.only = given.only or ["fanout", "crowd", "connects"]
    return given


def allow_descriptors():
    """Raises the limit: 10,000 subscribers need 10,000 descriptors on either side; child processes inherit it."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if most != resource.RLIM_INFINITY and most < DESCRIPTORS:
        raise SystemExit("a process may open %d descriptors here, and %d are needed; raise ulimit -Hn" % (
            most, DESCRIPTORS))
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, 1 << 16) if most > 0 else 1 << 16, most))


def measure(given):
    """Returns every run, by measurement, and the figures computed from them."""
    runs, found = {}, {}
    if "fanout" in given.only:
        runs["fanout"] = matrix.rounds(given.rounds, given.seconds, tell, 1 if given.quick else 3)
        found.update(figures.fanout(runs["fanout"]))
    if "crowd" in given.only:
        runs["crowd"] = crowd.crowd_rounds(given.rounds, 1 if given.quick else 4, tell)
        found.update(figures.crowd(runs["crowd"]))
    if "connects" in given.only:
        runs["connects"] = crowd.connects_run(crowd.CONNECTS // (10 if given.quick else 1), tell)
        found.update(figures.connects(runs["connects"]))
    return runs, found


def main():
    given = options()
    allow_descriptors()
    runs, found = measure(given)
    results.keep(RUNS, runs)
    results.keep(results.RESULTS, found)
    results.show(found)
    tell("figures are in %s" % os.path.relpath(results.RESULTS))


if __name__ == "__main__":
    sys.exit(main())
