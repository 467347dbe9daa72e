#!/usr/bin/env python3
"""Measures the daemon as a process, on recorded games of ../shared: size, start, memory, rest, latency, bytes, growth.

`make bench` builds the release program and the package and runs it. The figures are added to Benchmarks/results.json.

    Benchmarks/daemon/run.py --livegamed .build/livegamed --package .build/deb/livegamed_*.deb
    Benchmarks/daemon/run.py --livegamed .build/debug/livegamed --quick --only sizes --only ready
"""
import argparse
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, HERE + "/..", HERE + "/../../Tests/Acceptance"]

import cluster  # noqa: E402
import latency  # noqa: E402
import logs  # noqa: E402
import results  # noqa: E402
import season  # noqa: E402
import sinks  # noqa: E402
import slate  # noqa: E402
import standing  # noqa: E402
import streams  # noqa: E402
import wire  # noqa: E402
from lib import harness  # noqa: E402

PARTS = {
    "sizes": standing.sizes, "ready": standing.ready, "rest": standing.rest, "evening": standing.evening,
    "latency": latency.quiet, "backlog": latency.beside_backlogs, "wire": wire.wire, "growth": slate.growth,
    "streams": streams.streams, "sinks": sinks.sinks, "logs": logs.logs, "season": season.season, "cluster": cluster.cluster,
}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--livegamed", required=True, help="the program of `make release`")
    parser.add_argument("--package", help="the package of `make deb`")
    parser.add_argument("--simulator", help="the program livesimulator, for the season")
    parser.add_argument("--quick", action="store_true", help="short measurements, to see that they work")
    parser.add_argument("--only", choices=PARTS, action="append", help="leave out the others")
    o = parser.parse_args()
    o.livegamed, o.simulator = os.path.abspath(o.livegamed), o.simulator and os.path.abspath(o.simulator)
    harness.feeds_of(747175)
    for name in o.only or PARTS:
        print("-- %s" % name, flush=True)
        found = PARTS[name](o)
        results.show(found)
        results.keep(results.RESULTS, found)


if __name__ == "__main__":
    main()
