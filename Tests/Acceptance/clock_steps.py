#!/usr/bin/env python3
"""Sets the wall clock of the running daemon by ±2 h and ±40 days while it delivers simulated games.

A preloaded `clock_gettime` (`lib/wall_clock.c`) adds an offset to the wall clock of the daemon alone; the monotonic
clock, the simulator and the receivers keep theirs. The daemon is also stopped and started with another offset. In the
end every receiver has every event, in order within a game; no event is dead, repeated or pruned, none came before its
delay, and none much later.

    python3 Tests/Acceptance/clock_steps.py --livegamed .build/debug/livegamed

Needs a C compiler and a dynamically linked program; without the compiler it is skipped with exit status 0.
"""
import argparse
import json
import os
import shutil
import struct
import subprocess
import time

from lib import harness
from lib.deliveries import ReceiverProcess
from lib.simulated import Lines, Simulated, log_of

HOUR, DAY = 3600, 86400
DELAY = 3
# Offsets of the daemon's wall clock, set one after the other. RESTART: the next one is set during a clean restart.
RESTART = None
STEPS = [2 * HOUR, -2 * HOUR, 0, 40 * DAY, 0, -40 * DAY, RESTART, 40 * DAY, 0, RESTART, -2 * HOUR, 2 * HOUR,
         RESTART, 0, 14 * HOUR, RESTART, -40 * DAY, 0]
# A delivery may be late by its delay, the back-off of a failing receiver, a pause of a second for each earlier
# message at a receiver that asks for one, and what a busy machine needs. A clock step would delay it by hours.
LATEST = 300


class WallClock:
    """The offset that the preloaded library reads."""

    def __init__(self, folder):
        self.path, self.library = folder + "/offset", folder + "/wall_clock.so"
        compiler = next((x for x in (os.environ.get("CC"), "gcc", "cc", "clang") if x and shutil.which(x)), None)
        if not compiler:
            print("skipped: no C compiler")
            raise SystemExit(0)
        subprocess.run([compiler, "-shared", "-fPIC", "-O2", "-o", self.library, harness.HERE + "/lib/wall_clock.c"], check=True)
        with open(self.path, "wb") as f:
            f.write(struct.pack("q", 0))

    def set(self, seconds):
        # Written in place, because the page is mapped.
        with open(self.path, "r+b", buffering=0) as f:
            f.write(struct.pack("q", int(seconds * 1e9)))

    @property
    def environment(self):
        return dict(os.environ, LD_PRELOAD=self.library, LIVEGAMED_WALL_OFFSET=self.path)


class SteppedDaemon(harness.Daemon):
    """A daemon with an adjustable wall clock."""

    def __init__(self, clock, *arguments, **more):
        self.clock = clock
        super().__init__(*arguments, **more)

    def start(self):
        self.process = subprocess.Popen(
            [self.program, "run", "--config", self.config], stdout=self.log, stderr=self.log, env=self.clock.environment)


class TimedSubscriber(harness.Subscriber):
    """Records when each event came by the monotonic clock, and both wall clocks at that time."""

    def __init__(self, path):
        self.came, self.skew = {}, []
        super().__init__(path)

    def take(self, line):
        super().take(line)
        value = json.loads(line)
        if "specversion" in value:
            self.came[value["id"]] = time.monotonic()
            self.skew.append(harness.epoch(value["data"]["observedAt"]) - time.time())


def configured(receiver):
    row = "  %s: {type: webhook, url: \"%s\", allow_http: true%s}"
    return "\n".join([
        "sinks:", row % ("now", receiver.url("/ok/now", 2), ""),
        row % ("later", receiver.url("/ok/later", 3), ", delay: %ds" % DELAY),
        row % ("grouped", receiver.url("/ok/grouped", 4), ", delay: %ds, group: 1s" % DELAY),
        row % ("flaky", receiver.url("/flaky/503/0.2/flaky", 5), ""),
        row % ("asked", receiver.url("/retry-after/1/1/asked", 6), ", max_in_flight: 8")]) + "\n"


def main():
    ap = argparse.ArgumentParser(formatter_class=argparse.RawDescriptionHelpFormatter, description=__doc__)
    ap.add_argument("--livegamed", required=True)
    ap.add_argument("--speed", type=int, default=40)
    ap.add_argument("--keep", action="store_true")
    o = ap.parse_args()
    o.livegamed = os.path.abspath(o.livegamed)
    checks = harness.Checks()
    with harness.Scratch(checks, o.keep) as base:
        clock = WallClock(base)
        with ReceiverProcess(base) as receiver, Simulated(o.livegamed, base, games=3, speed=o.speed) as games, \
                SteppedDaemon(clock, o.livegamed, base, games.url, 0.2, idle=0.5, more=configured(receiver)) as daemon, \
                TimedSubscriber(daemon.socket) as client, harness.Subscriber(games.socket) as truth:
            if checks("all games are watched", harness.wait_for(
                    lambda: len({e["data"]["game"]["id"] for e in client.events()}) >= 3 or not daemon.running, 60)):
                step(checks, clock, daemon, client)
                finish(checks, receiver, games, truth, daemon, client)
            checks("the daemon stopped cleanly", daemon.running and daemon.stop() == 0)
    checks.exit()


def step(checks, clock, daemon, client):
    """Sets the clock again and again while the games go on."""
    restarts = 0
    for offset in STEPS:
        if offset is RESTART:
            checks("the daemon stopped cleanly before restart %d" % (restarts + 1), daemon.stop() == 0)
            restarts += 1
            continue
        clock.set(offset)
        if not daemon.running and restarts:
            daemon.start()
        before = len(client.lines)
        if not harness.wait_for(lambda: len(client.lines) >= before + 3 or len(client.final_games) == 3, 25):
            print("     nothing new while the clock stood at %+d h" % (offset / HOUR))
        time.sleep(1)
        checks("the daemon runs at %+d h" % (offset / HOUR), daemon.running, daemon.text()[-500:] if not daemon.running else "")
    span = max(client.skew, default=0) - min(client.skew, default=0)
    reached = span > 70 * DAY
    checks("the steps reached the daemon", reached, "its clock was off by up to %.1f days%s" % (
        span / DAY, "" if reached else ": the preloaded clock_gettime has no effect; is the program linked statically?"))


def finish(checks, receiver, games, truth, daemon, client):
    # The simulator ends with its own daemon's last final, which ours may just miss.
    harness.wait_for(lambda: len(client.final_games) == 3 or games.process.poll() is not None, 480, 0.5)
    checks("the finals arrived", len(client.final_games) >= 2, "%d of 3" % len(client.final_games))
    time.sleep(DELAY + 2)
    # The receiver of `asked` accepts about one message a second, and some hundred wait.
    harness.wait_for(lambda: not waiting(daemon), 300, 0.5)
    log, lines = log_of(daemon.socket)
    events = [json.loads(x) for x in lines]
    ids = [e["id"] for e in events]
    first = int(events[0]["sequence"]) if events else 0
    checks("nothing was pruned or repeated in the log", events and first == 1 and len(set(ids)) == len(ids)
           and [int(e["sequence"]) for e in events] == list(range(1, len(ids) + 1)), "%d events" % len(ids))
    missing = plays(truth.events(), client.final_games) ^ plays(events, client.final_games)
    checks("the facts are those of a daemon with a right clock", not missing, str(sorted(missing)[:5]))
    entries = outbox(daemon)
    checks("no dead letter and no waiting message", not entries, str([(e["sink"], e["state"], e.get("error")) for e in entries[:3]]))
    for sink in ("now", "flaky", "asked"):
        judge_each(checks, sink, receiver.requests(paths()[sink]), events, client)
    for sink in ("later", "grouped"):
        judge_newest(checks, sink, receiver.requests(paths()[sink]), events, client)


def paths():
    return {"now": "/ok/now", "later": "/ok/later", "grouped": "/ok/grouped", "flaky": "/flaky/503/0.2/flaky",
            "asked": "/retry-after/1/1/asked"}


def plays(events, games):
    """Returns the valid facts of these games that do not depend on when the feed was polled."""
    newest = {}
    for e in events:
        newest[e["data"]["fact"]] = e
    return {f for f, e in newest.items() if e["type"] == "livegame.play" and e["data"]["game"]["id"] in games and not e["data"]["retracted"]
            and not e["data"].get("provisional")}


def outbox(daemon):
    with Lines(daemon.socket) as client:
        return client.ask({"op": "outbox", "limit": 50})["entries"]


def waiting(daemon):
    with Lines(daemon.socket) as client:
        sinks = client.ask({"op": "sinks"})["sinks"]
    return sum(s["waiting"] for s in sinks)


def got(requests):
    return [(json.loads(r["body"]), r["mono"]) for r in requests if 200 <= r["status"] < 300]


def late(pairs, client, delay):
    waits = [mono - client.came[e["id"]] for e, mono in pairs if e["id"] in client.came]
    return max(waits, default=0) - delay, min(waits, default=0)


def judge_each(checks, sink, requests, events, client):
    """Checks a program without a delay: it gets every revision, except those for early sinks only."""
    events = [e for e in events if not e["data"].get("provisional")]
    pairs = got(requests)
    ids = [e["id"] for e, _ in pairs]
    lost = {e["id"] for e in events} - set(ids)
    checks("%s has every event" % sink, not lost, "%d of %d %s" % (len(set(ids)), len(events), sorted(lost)[:3]))
    checks("%s has none twice" % sink, len(ids) == len(set(ids)))
    order = {}
    for e, _ in pairs:
        order.setdefault(e["data"]["game"]["id"], []).append(int(e["sequence"]))
    checks("%s has them in order" % sink, all(x == sorted(x) for x in order.values()))
    latest, _ = late(pairs, client, 0)
    checks("%s has them in time" % sink, latest < LATEST, "the last after %.1f s" % latest)


def judge_newest(checks, sink, requests, events, client):
    """Checks a sink with a delay: it gets the newest revision of those that came meanwhile."""
    pairs = got(requests)
    ids = [e["id"] for e, _ in pairs]
    newest = {}
    for e in events:
        newest[e["data"]["fact"]] = e
    lost = [f for f, e in newest.items() if not e["data"]["retracted"] and e["id"] not in ids]
    checks("%s has the newest revision of every fact" % sink, not lost, str(lost[:3]))
    checks("%s has none twice" % sink, len(ids) == len(set(ids)))
    latest, earliest = late(pairs, client, DELAY)
    checks("%s has none before its delay, and none much later" % sink, latest < LATEST,
           "after %.1f to %.1f s" % (earliest, latest + DELAY))
    # A fact waits from its first revision on. On a busy machine, our client gets the event later than the daemon.
    first = {}
    for e in events:
        first.setdefault(e["data"]["fact"], client.came.get(e["id"]))
    early = [e["id"] for e, mono in pairs if first.get(e["data"]["fact"]) and mono - first[e["data"]["fact"]] < DELAY / 2]
    checks("%s waits" % sink, not early, str(early[:3]))


if __name__ == "__main__":
    main()
