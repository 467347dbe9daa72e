#!/usr/bin/env python3
"""The web page in a real Chromium, against the built daemon and simulated games: README.md.

    run.py --livegamed .build/debug/livegamed [--only looks,live] [--accept] [--artifacts FOLDER]

The last line counts the checks. Ends with 77 if Chromium or a Python package is missing.
"""
import argparse
import os
import sys
import time

sys.dont_write_bytecode = True
import needs  # noqa: E402

from findings import Checks  # noqa: E402
from lib import harness  # noqa: E402

PARTS = ["looks"]


def options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--livegamed", required=True)
    parser.add_argument("--only", help="parts, with commas: " + ", ".join(PARTS))
    return parser.parse_args()


def main():
    needs.check()
    from playwright.sync_api import sync_playwright
    import browser, looks, live, evening as evenings
    chosen = options()
    program = os.path.abspath(chosen.livegamed)
    check = Checks()
    with harness.Scratch(check) as base, evenings.Evening(program, base, games=3, speed=60) as evening, sync_playwright() as p:
        check("the page is served", evening.ready())
        harness.wait_for(lambda: len(evening.log.lines) > 60, 40)
        chromium = browser.start(p, base)
        for name in chosen.only.split(","):
            t = time.time()
            {"looks": looks, "live": live}[name].run(check, chromium, evening, evening.games()[0])
            print(name, "%.1f s" % (time.time() - t))
    check.exit()


if __name__ == "__main__":
    main()
