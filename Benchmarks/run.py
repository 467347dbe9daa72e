#!/usr/bin/env python3
"""Runs all benchmarks in turn and prints every figure beside its peer or its limit. `make bench` builds what they need.

    make bench                                       # all of it, about half an hour on a quiet machine
    make bench BENCH_FLAGS=--quick                   # short runs, to see that they work: less than five minutes
    make bench BENCH_FLAGS="--only daemon"           # or decoding, polling, fanout

The figures are in Benchmarks/results.json. A part that fails does not stop the others.
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
    """Returns the command of each part."""
    packages = sorted(glob.glob(ROOT + "/.build/deb/livegamed_*.deb"), key=os.path.getmtime)
    return {
        "daemon": [HERE + "/daemon/run.py", "--livegamed", o.livegamed]
        + (["--package", packages[-1]] if packages else []),
        "decoding": [HERE + "/decoding/run.py", ROOT + "/.build-decoding/release/decoding"]
        + recorded(747175, 718263, 823163)[:1 if o.quick else None],
        "polling": [HERE + "/polling/figures.py", "--polling", ROOT + "/.build/debug/polling"],
        "fanout": [HERE + "/fanout/run.py"],
    }


def recorded(*games):
    """Returns the recorded feeds of these games."""
    return sorted(x for game in games for x in glob.glob("%s/../shared/data/mlb/feed-live/%d_*" % (ROOT, game)))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--quick", action="store_true", help="short runs, to see that they work")
    parser.add_argument("--livegamed", default=ROOT + "/.build/livegamed", help="the program of `make release`")
    parser.add_argument("--only", choices=("daemon", "decoding", "polling", "fanout"), action="append",
                        help="leave out the others")
    o = parser.parse_args()
    began, failed = time.monotonic(), []
    for name, command in commands(o).items():
        if o.only and name not in o.only:
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
