#!/usr/bin/env python3
"""The examples of docs/socket.md, unchanged except for the path of the socket: each prints events.

Those that loop also do so across a restart of the daemon, every event once. Tools that are not installed (socat, jq,
node, swiftc) are named, and their examples skipped.

    python3 Tests/Acceptance/examples.py --livegamed .build/debug/livegamed
"""
import argparse
import json
import os
import re
import shutil
import signal
import subprocess
import sys

from lib import harness
from lib.harness import Checks, Daemon, Scratch
from lib.simulated import Simulated, log_of

PAGE = os.path.join(harness.HERE, "../../docs/socket.md")
SOCKET = "/run/livegamed/livegamed.sock"
# language: the file's name, what it needs, how it is built, how it is run
LANGUAGES = {
    "sh": ("example.sh", ("socat", "jq"), None, ["sh", "{}"]),
    "python": ("example.py", (), None, [sys.executable, "{}"]),
    "js": ("example.js", ("node",), None, ["node", "{}"]),
    "swift": ("example.swift", ("swiftc",), ["swiftc", "-swift-version", "6", "-o", "{}.program", "{}"], ["{}.program"]),
}


def examples():
    """Returns (language, text) for each program on the page."""
    with open(PAGE) as f:
        return [(x, y) for x, y in re.findall(r"^```(\w+)\n(.*?)^```$", f.read(), re.M | re.S) if SOCKET in y]


class Running:
    """A program in its own process group; `lines` reads its output so far."""

    def __init__(self, command, base):
        self.output, self.errors = open(base + "/output", "w+b"), open(base + "/errors", "w+b")
        self.process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=self.output, stderr=self.errors, start_new_session=True)

    def lines(self):
        with open(self.output.name, encoding="utf-8") as f:
            return [x for x in f.read().split("\n")[:-1] if x]

    def complaint(self):
        with open(self.errors.name, encoding="utf-8", errors="replace") as f:
            return f.read()[-500:]

    def stop(self):
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    __enter__ = lambda self: self

    def __exit__(self, *_):
        self.stop()


def put(text, path, club):
    """Returns the example for our daemon. Only teams that play today have events."""
    return text.replace(SOCKET, path).replace('"BOS"', '"%s"' % club)


def numbers(lines):
    return [int(x.split()[0]) for x in lines]


def try_out(checks, daemon, club, number, language, text):
    file, needs, build, run = LANGUAGES[language]
    name = "%d %s" % (number, language)
    missing = [x for x in needs if not shutil.which(x)]
    if missing:
        print("skipped: %s needs %s" % (name, ", ".join(missing)))
        return
    with Scratch(checks) as base:
        path = base + "/" + file
        with open(path, "w") as f:
            f.write(put(text, daemon.socket, club))
        if build:
            built = subprocess.run([x.format(path) for x in build], capture_output=True, text=True)
            if not checks("%s compiles without output" % name, built.returncode == 0 and not built.stderr, built.stderr):
                return
        with Running([x.format(path) for x in run], base) as program:
            checks("%s prints events" % name, harness.wait_for(lambda: len(program.lines()) > 1, 90),
                   "%s %s" % (program.lines()[-1:], program.complaint()))
            summaries = {json.loads(x)["data"]["summary"] for x in log_of(daemon.socket)[1]}
            checks("as in the log", all(any(y in x for y in summaries) for x in program.lines()[:2]))
            if "while" in text:
                goes_on(checks, daemon, name, program)


def goes_on(checks, daemon, name, program):
    """Checks a program across a clean restart and a kill."""
    for end in (daemon.stop, lambda: (daemon.process.kill(), daemon.process.wait())):
        end()
        before = len(program.lines())
        daemon.start()
        checks("%s continues after a restart" % name, harness.wait_for(lambda: len(program.lines()) > before + 3, 90),
               program.complaint())
    told = numbers(program.lines())
    checks("%s has printed every event once" % name, told == list(range(1, len(told) + 1)), "%d events" % len(told))


def main():
    ap = argparse.ArgumentParser(formatter_class=argparse.RawDescriptionHelpFormatter, description=__doc__)
    ap.add_argument("--livegamed", required=True)
    o = ap.parse_args()
    o.livegamed = os.path.abspath(o.livegamed)
    checks = Checks()
    with Scratch(checks) as base, Simulated(o.livegamed, base, games=6, speed=30) as games, \
            Daemon(o.livegamed, base, games.url, 0.1, idle=0.5, live_max=0.3) as daemon:
        harness.wait_for(lambda: harness.listens(daemon.socket), 30)
        harness.wait_for(lambda: len(log_of(daemon.socket)[1]) > 8, 60, 0.5)
        club = json.loads(log_of(daemon.socket)[1][-1])["data"]["game"]["home"]["abbreviation"]
        found = examples()
        checks("every language has an example", {x for x, _ in found} == set(LANGUAGES), str([x for x, _ in found]))
        for number, (language, text) in enumerate(found, 1):
            try_out(checks, daemon, club, number, language, text)
    checks.exit()


if __name__ == "__main__":
    main()
