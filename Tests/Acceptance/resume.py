#!/usr/bin/env python3
"""Subscribers and the daemon are killed at random, over and over: in the end each subscriber has exactly the log.

Subscribers (`subscriber.py`; with and without filters; each stores its own position) disconnect in the middle of a
line, read in bursts, so that the daemon has more for them than the kernel buffers, and are killed; some start late
with a long log. The daemon stops by SIGTERM and SIGKILL. The lines of each are compared, byte for byte, with those
that a new client reads from the oldest event on. This is done with the daemon's own socket, and with an inherited one
that stays open while the daemon is down: a client that connects meanwhile waits, and is served.

    python3 Tests/Acceptance/resume.py --livegamed .build/debug/livegamed                  # simulated games, a minute
    python3 Tests/Acceptance/resume.py --livegamed .build/debug/livegamed --speed 300 ../shared/…/747175*.json.gz

With `--clones 5 --start first-pitch+2h --backlog 3000` the log is long before the first client connects.
"""
import argparse
import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import time

from lib import harness
from lib.activated import Activated
from lib.harness import Checks, Daemon, Replay, Scratch
from lib.simulated import Lines, Simulated, fits, log_of

# name: filter, bytes after which it disconnects (0: never), seconds for which it sometimes reads nothing
SUBSCRIBERS = {
    "all": ({}, 0, 0), "restless": ({}, 40_000, 0), "hasty": ({}, 3000, 0), "lazy": ({}, 0, 2),
    "plays": ({"types": ["livegame.play"]}, 20_000, 0), "lazy-plays": ({"types": ["livegame.play"]}, 2_000_000, 1),
    "late": ({}, 0, 0), "late-lazy": ({}, 0, 1), "late-hasty": ({}, 300_000, 1), "late-hits": ({"tags": ["hit"]}, 0, 1),
    "hits": ({"tags": ["hit", "scoring"]}, 0, 0), "none": ({"tags": ["no-such-tag"]}, 1000, 0), "club": (None, 10_000, 0)}


class Killable:
    """A subscriber as a process; `kill` is SIGKILL and a new start on the same file."""

    def __init__(self, base, path, name, wanted, restless, lazy):
        self.file, self.wanted = "%s/%s.ndjson" % (base, name), wanted
        self.command = [sys.executable, os.path.join(harness.HERE, "subscriber.py"), "--socket", path, "--file", self.file,
                        "--filter", json.dumps(wanted), "--restless", str(restless), "--lazy", str(lazy)]
        self.kills = 0
        self.start()

    def start(self):
        self.process = subprocess.Popen(self.command)

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.kills += 1
        self.start()

    def kept(self):
        if not os.path.exists(self.file):
            return b""
        with open(self.file, "rb") as f:
            return f.read()

    def oddities(self):
        if not os.path.exists(self.file + ".oddities"):
            return "it never ran"
        with open(self.file + ".oddities") as f:
            return f.read()

    def stop(self):
        self.process.kill()
        self.process.wait()


def serves(path):
    try:
        with Lines(path) as client:
            return client.next() is not None
    except OSError:
        return False


def restart(daemon, politely, away):
    """Ends the daemon with SIGTERM or SIGKILL, and starts it again after `away` seconds. Returns its status."""
    if politely:
        # A process that has just started does not handle the signal yet.
        harness.wait_for(lambda: serves(daemon.socket), 30)
        status = daemon.stop()
    else:
        daemon.process.send_signal(signal.SIGKILL)
        status = daemon.process.wait()
    time.sleep(away)
    daemon.start()
    daemon.kills += 1
    return status


def storm(o, checks, daemon, crowd, dice):
    """Restarts the daemon at random instants; between restarts subscribers are killed."""
    statuses = []
    for turn in range(o.kills):
        end = time.monotonic() + dice.uniform(0.2, 3)
        while time.monotonic() < end:
            time.sleep(dice.uniform(0, 0.3))
            dice.choice(crowd).kill()
        if not checks.failures and not daemon.running:
            checks("the daemon still runs", False, daemon.text()[-2000:])
            return
        politely = turn % 2 == 0
        status = restart(daemon, politely, dice.choice((0, 0, dice.uniform(0, 1))))
        if politely:
            statuses.append(status)
    checks("SIGTERM is a clean end each time", not any(statuses), str(statuses))
    checks("the daemon is still there", daemon.running, "" if daemon.running else daemon.text()[-2000:])


def late(daemon, crowd, dice):
    """A subscriber that reads the whole log is killed while it does, and so is the daemon."""
    for turn in range(9):
        time.sleep(dice.uniform(0, 0.5))
        dice.choice(crowd).kill()
        if turn % 3 == 1:
            restart(daemon, False, 0)


def waiting(checks, daemon):
    """A client that connects while the daemon is down waits in the socket's queue."""
    daemon.stop()
    with contextlib.ExitStack() as stack:
        early = [stack.enter_context(Lines(daemon.socket, within=10)) for _ in range(20)]
        for client in early:
            client.send({"op": "subscribe", "after": "oldest"}, {"op": "ping", "id": "early"})
        time.sleep(0.5)
        daemon.start()
        firsts = [client.next(60) for client in early]
        checks("a client that connects while the daemon is down is served later", all(x and x["op"] == "hello" for x in firsts))
        synced = [client.until("synced")[-1] for client in early]
        checks("and has the log before it", all(x and x["sequence"] >= y["newest"] for x, y in zip(synced, firsts)))


def settled(path, within):
    """Returns the log once nothing was added for two seconds."""
    deadline, before = time.monotonic() + within, None
    while time.monotonic() < deadline:
        try:
            log = log_of(path)
            if log == before:
                break
            before = log
        except OSError:
            # The daemon is starting.
            pass
        time.sleep(2)
    return before


def judge(checks, path, crowd):
    name, log = settled(path, 60)
    sequences = [int(json.loads(x)["sequence"]) for x in log]
    checks("sequences rise by one", sequences == list(range(1, len(log) + 1)) and log, "%d events of log %s" % (
        len(log), name))
    for one in crowd:
        due = b"".join(x + b"\n" for x in log if fits(x, one.wanted))
        harness.wait_for(lambda: one.kept() == due, 20, 0.1)
        kept = one.kept()
        checks("%s has exactly what it asked for" % os.path.basename(one.file), kept == due, "%d of %d events, %d kills%s" % (
            kept.count(b"\n"), due.count(b"\n"), one.kills, "" if kept == due else difference(kept, due)))
        checks("and got no gap", one.oddities() == "", one.oddities()[:300])
    checks("every filter matched some events", sum(not fits(x, c.wanted) for c in crowd for x in log) > 0)


def difference(kept, due):
    number = lambda data: [int(json.loads(x)["sequence"]) for x in data.splitlines()]
    kept, due = number(kept), number(due)
    twice = sorted({x for x in kept if kept.count(x) > 1})
    return ": missing %s, twice %s, not asked for %s" % (
        sorted(set(due) - set(kept))[:10], twice[:10], sorted(set(kept) - set(due))[:10])


@contextlib.contextmanager
def source(o, base):
    """Yields running games, with a function that stops them."""
    if o.feeds:
        with Replay(o.feeds, o.speed, base, clones=o.clones, start=o.start) as replay:
            yield replay.url, replay.go, lambda: replay.ask("/__pause", "POST")
    else:
        with Simulated(o.livegamed, base, games=6, speed=o.speed) as games:
            yield games.url, lambda: None, games.stop


def run(o, kind):
    checks = o.checks
    with Scratch(checks, o.keep) as base, source(o, base) as (url, go, pause), \
            kind(o.livegamed, base, url, 0.1, idle=0.5, live_max=0.3, more="catch_up: all\n") as daemon, contextlib.ExitStack() as stack:
        if not checks("the daemon listens", harness.wait_for(lambda: harness.listens(daemon.socket) and daemon.running, 30)):
            return
        go()
        harness.wait_for(lambda: len(log_of(daemon.socket)[1]) > o.backlog, 300, 0.5)
        clubs = {json.loads(x)["data"]["game"]["home"]["abbreviation"] for x in log_of(daemon.socket)[1]}
        crowd = []

        def join(wanted):
            for name in filter(wanted, SUBSCRIBERS):
                fit, *habits = SUBSCRIBERS[name]
                fit = {"teams": [min(clubs, default="BOS")]} if fit is None else fit
                crowd.append(Killable(base, daemon.socket, name, fit, *habits))
                stack.callback(crowd[-1].stop)

        dice = random.Random(o.seed)
        join(lambda x: not x.startswith("late"))
        storm(o, checks, daemon, crowd, dice)
        join(lambda x: x.startswith("late"))
        late(daemon, crowd[-4:], dice)
        if kind is Activated:
            waiting(checks, daemon)
        pause()
        judge(checks, daemon.socket, crowd)
        checks("the daemon stopped cleanly", daemon.stop() == 0)
        stays = os.path.exists(daemon.socket)
        checks("its socket file was removed" if kind is Daemon else "the unit's socket file stays",
               stays == (kind is Activated))


def main():
    ap = argparse.ArgumentParser(formatter_class=argparse.RawDescriptionHelpFormatter, description=__doc__)
    ap.add_argument("feeds", nargs="*", help="recorded games; without any the simulator's")
    ap.add_argument("--livegamed", required=True)
    ap.add_argument("--speed", type=float, default=400)
    ap.add_argument("--clones", type=int, default=1, help="of each recorded game")
    ap.add_argument("--start", default="first-pitch-5m", help="where the recorded games are when it begins")
    ap.add_argument("--backlog", type=int, default=5, help="events that are logged before the first subscriber comes")
    ap.add_argument("--kills", type=int, default=10, help="ends of the daemon, for each kind of socket")
    ap.add_argument("--seed", type=int, default=3)
    ap.add_argument("--only", choices=("own", "inherited"))
    ap.add_argument("--keep", action="store_true")
    o = ap.parse_args()
    o.livegamed, o.checks = os.path.abspath(o.livegamed), Checks()
    for name, kind in (("own", Daemon), ("inherited", Activated)):
        if o.only in (None, name):
            print("-- %s socket" % name, flush=True)
            run(o, kind)
    o.checks.exit()


if __name__ == "__main__":
    main()
