#!/usr/bin/env python3
"""Kills the daemon at random instants of a replayed slate: afterwards the receivers have every message, and few of
them twice.

The expected messages are computed from the events on the socket: each webhook-id is the digest of the log, the sink
and the event. A repeat has the same bytes, and there are at most as many as could have been in flight at the kills.

    python3 Tests/Acceptance/kills.py --livegamed .build/debug/livegamed             # 20 kills, a minute
    python3 Tests/Acceptance/kills.py --livegamed .build/debug/livegamed --kills 1000
"""
import argparse
import math
import os
import random
import time

from lib import deliveries
from lib import harness
from lib.deliveries import Ledger, ReceiverProcess
from lib.harness import Checks, Daemon, Replay, Scratch, Subscriber

GAMES = (747175, 718263, 715720, 744914, 718594, 777687, 823163)
# With a slow receiver a kill probably finds a message in flight. Name: path, max_in_flight.
SINKS = {"one": ("/slow/80/one", 1), "four": ("/slow/300/four", 4), "quick": ("/ok/quick", 1),
         "shaky": ("/flaky/503/0.02/shaky", 1)}
# Game seconds from one slate to the next: the games overlap, so that there is always an event to deliver.
APART = 2.5 * 3600
# Real seconds between two kills, minimum and maximum.
PAUSES = (0.05, 2.0)


def configured(receiver, without):
    """Returns the configuration; `without` names keys that an older daemon does not know."""
    rows = ["sinks:"]
    for i, (name, (path, flight)) in enumerate(SINKS.items()):
        more = "" if "max_in_flight" in without else ", max_in_flight: %d" % flight
        rows.append("  %s: {type: webhook, url: \"%s\", allow_http: true, expires: 2h%s}" % (
            name, receiver.url(path, i + 2), more))
    return "\n".join(rows) + "\n"


def storm(o, receiver, daemon, client):
    """Kills the daemon and starts it again at once: alternately at any time, and while a message is in flight."""
    dice, limit = random.Random(o.seed), time.monotonic() + 120 + 4 * o.kills
    # The first kill needs a message to interrupt.
    harness.wait_for(lambda: len(client.lines) > 10, 120)
    while daemon.kills < o.kills and time.monotonic() < limit:
        time.sleep(dice.uniform(*PAUSES))
        if daemon.kills % 2:
            size = os.path.getsize(receiver.log)
            harness.wait_for(lambda: os.path.getsize(receiver.log) > size, 1, pause=0.001)
            time.sleep(dice.uniform(0, 0.1))
        if not daemon.running:
            print("the daemon ended by itself: %s" % daemon.process.returncode)
            return
        daemon.kill()
        if daemon.kills % 100 == 0:
            print("     %d kills, %d events" % (daemon.kills, len(client.lines)), flush=True)


def judge(checks, o, name, requests, ledger, kills):
    path, flight = SINKS[name]
    if "max_in_flight" in o.without:
        flight = 1
    due, got = ledger.due(name), deliveries.delivered(requests)
    checks("%s: every message of the log, and no other" % name, due and {i for _, i in due} == {i for _, i in got},
           deliveries.missing(due, got))
    checks("%s: in order within each game" % name, deliveries.by_game(got) == deliveries.by_game(due))
    taken = [r for r in requests if 200 <= r["status"] < 300]
    repeats = len(taken) - len(got)
    checks("%s: repeats are at most those in flight" % name, repeats <= flight * kills, "repeats=%d of at most %d" % (
        repeats, flight * kills))
    checks("%s: a repeat has the same bytes" % name, all(
        r["body"] == tries[0]["body"] for tries in deliveries.attempts(requests).values() for r in tries))
    worst = max((len(x) for x in deliveries.attempts(taken).values()), default=0)
    print("     %s: %d messages, %d requests, %d repeats, the same message at most %d times" % (
        name, len(got), len(requests), repeats, worst))


def main():
    ap = argparse.ArgumentParser(formatter_class=argparse.RawDescriptionHelpFormatter, description=__doc__)
    ap.add_argument("--livegamed", required=True)
    ap.add_argument("--kills", type=int, default=20)
    ap.add_argument("--speed", type=float, default=60)
    ap.add_argument("--seed", type=int, default=5)
    ap.add_argument("--limit", type=float, default=300, help="seconds that the rest may take after the last kill")
    ap.add_argument("--without", default="", help="keys that an older daemon does not know: max_in_flight")
    ap.add_argument("--keep", action="store_true")
    o = ap.parse_args()
    feeds = harness.feeds_of(*GAMES)
    o.livegamed = os.path.abspath(o.livegamed)
    # Enough slates for games until the last kill; each kill and start takes 1.8 s. The daemon polls games that begin
    # within 36 hours of its own clock, which limits the speed.
    slates = max(1, math.ceil((10 + 1.8 * o.kills) * o.speed / APART))
    checks = Checks()
    with Scratch(checks, o.keep) as base, ReceiverProcess(base) as receiver, \
            Replay(feeds, o.speed, base, clones=slates, apart=APART) as replay:
        # Games that have not begun are polled seldom, because there are many of them.
        with Daemon(o.livegamed, base, replay.url, 0.1, idle=3, live_max=0.3,
                    more=configured(receiver, o.without)) as daemon, Subscriber(daemon.socket) as client:
            run(o, checks, replay, receiver, daemon, client)
    checks.exit()


def run(o, checks, replay, receiver, daemon, client):
    harness.wait_for(lambda: replay.ask("/__stats")["by_game"] or not daemon.running, 60)
    if not checks("the daemon polls", daemon.running, "" if daemon.running else daemon.text()[-2000:]):
        return
    replay.go()
    began, ledger = time.monotonic(), Ledger(client)
    storm(o, receiver, daemon, client)
    replay.ask("/__pause", "POST")
    # First the current feed is logged, then the events are delivered.
    time.sleep(4)
    rested = deliveries.at_rest(ledger, receiver, {n: p for n, (p, _) in SINKS.items()}, o.limit)
    checks("everything was delivered", rested and daemon.running)
    checks("the daemon stopped cleanly", daemon.running and daemon.stop() == 0)
    checks("kills happened", daemon.kills == o.kills, "kills=%d in %.0f s, events=%d, games=%d" % (
        daemon.kills, time.monotonic() - began, len(client.lines), len({e["data"]["game"]["id"] for e in ledger.events})))
    sequences = [int(e["sequence"]) for e in client.events()]
    checks("the log has no gap and no event twice", sequences == list(range(1, len(sequences) + 1)) and not client.gaps,
           "%d events" % len(sequences))
    checks("the log is the same across all kills", len({e["source"].split("/")[2] for e in ledger.events}) == 1)
    for name, (path, _) in SINKS.items():
        judge(checks, o, name, receiver.requests(path), ledger, daemon.kills)
    checks("the replay had no trouble", not replay.trouble(), replay.trouble()[:200])


if __name__ == "__main__":
    main()
