#!/usr/bin/env python3
"""Runs all benchmarks in turn and prints every figure beside its peer or its limit. `make bench` builds what they need.

    make bench                                       # all of it, an hour and a quarter on a quiet machine
    make bench BENCH_FLAGS=--quick                   # short runs, to see that they work: less than five minutes
    make bench BENCH_FLAGS="--only daemon"           # or decoding, polling, fanout

The figures are in Benchmarks/results.json, distributions and courses in Benchmarks/curves.json. A part that fails does
not stop the others; one whose program is not built is left out.
"""
import argparse
import glob
import os
import subprocess
import sys
import time

import results

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
# Exit status of a part that could not run here, for instance without ../shared.
SKIPPED = 77


def commands(o):
    """Returns of each part the program that must be built, and the command."""
    packages = sorted(glob.glob(ROOT + "/.build/deb/livegamed_*.deb"), key=os.path.getmtime)
    decoding = ROOT + "/.build-decoding/release/decoding"
    polling = ROOT + "/.build/debug/polling"
    return {
        "daemon": (o.livegamed, [HERE + "/daemon/run.py", "--livegamed", o.livegamed]
                   + (["--package", packages[-1]] if packages else [])
                   + (["--simulator", o.simulator] if os.path.exists(o.simulator) else [])),
        "decoding": (decoding, [HERE + "/decoding/run.py", decoding]
                     + recorded(747175, 718263, 823163)[:1 if o.quick else None]),
        "polling": (polling, [HERE + "/polling/figures.py", "--polling", polling]),
        "fanout": (HERE + "/.build/release/engine", [HERE + "/fanout/run.py"]),
    }


def recorded(*games):
    """Returns the recorded feeds of these games."""
    return sorted(x for game in games for x in glob.glob("%s/../shared/data/mlb/feed-live/%d_*" % (ROOT, game)))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--quick", action="store_true", help="short runs, to see that they work")
    parser.add_argument("--livegamed", default=ROOT + "/.build/livegamed", help="the program of `make release`")
    parser.add_argument("--simulator", default=ROOT + "/.build/release/livesimulator", help="plays the season")
    parser.add_argument("--only", choices=("daemon", "decoding", "polling", "fanout"), action="append",
                        help="leave out the others")
    o = parser.parse_args()
    began, failed = time.monotonic(), []
    for name, (program, command) in commands(o).items():
        if o.only and name not in o.only:
            continue
        if not os.path.exists(program):
            print("\n== %s is left out: %s is not built" % (name, os.path.relpath(program)), flush=True)
            continue
        print("\n== %s (%d s so far)" % (name, time.monotonic() - began), flush=True)
        status = subprocess.run([sys.executable, *command] + (["--quick"] if o.quick else [])).returncode
        if status not in (0, SKIPPED):
            failed.append(name)
    if os.path.exists(results.RESULTS):
        print("\n== all figures")
        results.show(results.known())
    print("\nbenchmarks: %d s%s" % (time.monotonic() - began, ", failed: " + ", ".join(failed) if failed else ""))
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
