#!/usr/bin/env python3
"""Writes packaging/symbol-order.txt.gz: the functions that the daemon runs during an evening, which the linker then puts
next to each other. See docs/decisions/0054-functions-in-the-order-of-use.md.

    make release && make symbol-order

The program runs under valgrind with recorded games of ../shared, a webhook, a client of the socket, the web page and the
metrics. Functions that no longer exist do no harm, so this is worth repeating only after large changes.
"""
import argparse
import glob
import gzip
import os
import re
import shutil
import stat
import subprocess
import sys
import tempfile
import time
import urllib.request

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
sys.path.insert(0, ROOT + "/Tests/Acceptance")

from lib import harness  # noqa: E402
from lib.deliveries import ReceiverProcess  # noqa: E402
from lib.harness import Checks, Daemon, Replay, Scratch, Subscriber  # noqa: E402
from lib.page_site import free_port  # noqa: E402

OUTPUT = ROOT + "/packaging/symbol-order.txt.gz"
GAMES = (747175, 718263)
# Paths of the page that are requested, with a game's number.
PAGES = ("/mlb", "/mlb/games/%d", "/mlb/teams", "/daemon", "/settings")


def main():
    ap = argparse.ArgumentParser(formatter_class=argparse.RawDescriptionHelpFormatter, description=__doc__)
    ap.add_argument("--livegamed", default=ROOT + "/.build/release/livegamed", help="the program with its symbols")
    ap.add_argument("--seconds", type=float, default=90, help="the time of the run")
    o = ap.parse_args()
    if not shutil.which("valgrind"):
        sys.exit("valgrind: not found; run 'apt-get install valgrind'")
    with tempfile.TemporaryDirectory() as folder:
        program = folder + "/livegamed-with-symbols"
        # The valgrind of Debian 12 cannot read the debug information of Swift 6.3.
        subprocess.run(["strip", "--strip-debug", "-o", program, o.livegamed], check=True)
        run(profiled(folder, program), o.seconds)
        names = executed(folder, program) & defined(program)
    if len(names) < 5_000:
        sys.exit("only %d functions were run: the program did not work under valgrind" % len(names))
    with open(OUTPUT, "wb") as raw, gzip.GzipFile("", "wb", 9, raw, 0) as file:
        file.write("".join(name + "\n" for name in sorted(names)).encode())
    print("%s: %d functions" % (os.path.relpath(OUTPUT), len(names)))


def profiled(folder, program):
    """Returns a command that runs the program under valgrind."""
    command = folder + "/livegamed"
    with open(command, "w") as file:
        file.write("#!/bin/sh\nexec valgrind --tool=callgrind --demangle=no --log-file=%s/log.%%p"
                   " --callgrind-out-file=%s/calls.%%p %s \"$@\"\n" % (folder, folder, program))
    os.chmod(command, stat.S_IRWXU)
    return command


def run(command, seconds):
    """Runs the daemon for an evening at five times its speed."""
    page, metrics = free_port(), free_port()
    with Scratch(Checks(), False) as base, ReceiverProcess(base) as receiver, \
            Replay(harness.feeds_of(*GAMES), 5, base, start="first-pitch+20m", clones=4, apart=-180) as replay:
        more = 'web: {listen: "127.0.0.1:%d"}\nmetrics: {listen: "127.0.0.1:%d"}\nsinks:\n' % (page, metrics)
        more += '  hook: {type: webhook, url: "%s", allow_http: true}\n' % receiver.url("/ok/hook", 1)
        with Daemon(command, base, replay.url, 0.5, idle=2, live_max=2, more=more) as daemon:
            if not harness.wait_for(lambda: os.path.exists(daemon.socket) and harness.listens(daemon.socket), 180):
                sys.exit("the daemon did not start: %s" % daemon.text()[-500:])
            replay.go()
            with Subscriber(daemon.socket):
                end = time.monotonic() + seconds
                while time.monotonic() < end:
                    for path in PAGES:
                        get(page, path % GAMES[0] if "%" in path else path)
                    get(metrics, "/metrics")
                    time.sleep(5)
            daemon.stop()


def get(port, path):
    try:
        urllib.request.urlopen("http://127.0.0.1:%d%s" % (port, path), timeout=30).read()
    except OSError as error:
        print("%s: %s" % (path, error), file=sys.stderr)


def executed(folder, program):
    """Returns the names of the program's functions in the files of callgrind, which writes each name once, with a number:
    `fn=(12) name`, then `fn=(12)`."""
    names = set()
    for path in glob.glob(folder + "/calls.*"):
        functions, objects, current = {}, {}, None
        with open(path, errors="replace") as file:
            for line in file:
                found = re.match(r"(c?fn|c?ob)=\((\d+)\)(?: (.*))?", line)
                if not found:
                    continue
                kind, number, name = found.groups()
                known = functions if kind.endswith("fn") else objects
                if name:
                    known[number] = name.strip()
                if kind == "ob":
                    current = objects.get(number)
                elif kind == "fn" and current == program:
                    # A recursive call has its depth at the end.
                    names.add(re.sub(r"'\d+$", "", functions.get(number, "")))
    return names


def defined(program):
    lines = subprocess.run(["nm", "--defined-only", program], check=True, capture_output=True, text=True).stdout
    return {line.split()[2] for line in lines.splitlines() if len(line.split()) == 3}


if __name__ == "__main__":
    main()
