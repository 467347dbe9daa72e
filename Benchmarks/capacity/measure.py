#!/usr/bin/env python3
"""Measures what the daemon needs: memory, processor time, requests, bytes from the network and disk, for no game, one live
game and an evening of fifteen.

    Benchmarks/capacity/measure.py --livegamed .build/livegamed            # about 35 minutes; needs ../shared
    Benchmarks/capacity/measure.py --livegamed .build/livegamed --seconds 60

Recorded games are replayed in real time on loopback, from half an hour after the first pitch; copies of one game run
eight minutes apart. The configuration is the default one with a webhook and a subscriber, which get every event. The
size of the log comes from whole games that are replayed fast. Prints the table of docs/operations.md.
"""
import argparse
import os
import sqlite3
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE + "/..", HERE + "/../daemon", HERE + "/../../Tests/Acceptance"]

import processes  # noqa: E402
import standing  # noqa: E402
from lib import harness  # noqa: E402
from lib.deliveries import ReceiverProcess  # noqa: E402
from lib.harness import Checks, Daemon, Replay, Scratch, Subscriber, feeds_of  # noqa: E402

# A day of the season has about fifteen games, and the log keeps events for thirty days.
GAMES_A_DAY, DAYS = 15, 30


class Evening:
    """A daemon with the default configuration, while `games` copies of a recorded game go on. Each value is per hour,
    but for the memory."""

    def __init__(self, o, base, games, receiver):
        start = "first-pitch-24h" if games == 0 else "first-pitch+30m"
        with Replay(feeds_of(747175), 1, base, start=start, clones=max(games, 1), apart=-480) as replay:
            with standing.ByDefault(o, base, replay.url, hook(receiver.url("/ok/%d" % games, 1))) as daemon:
                replay.go()
                subscriber = Subscriber(daemon.socket)
                # The first answers are whole games; they are no part of the hour.
                time.sleep(30)
                before, began = self.used(daemon, replay), time.monotonic()
                time.sleep(o.seconds)
                after, hours = self.used(daemon, replay), (time.monotonic() - began) / 3600
                subscriber.stop()
                self.memory, _ = processes.memory(daemon.process.pid)
        self.processor, self.requests, self.bytes = ((y - x) / hours for x, y in zip(before, after))

    @staticmethod
    def used(daemon, replay):
        """Returns seconds of the processor, requests and bytes of answers so far."""
        served = replay.ask("/__stats")
        return processes.processor_seconds(daemon.process.pid), served["requests"], served["wire_bytes"]


def hook(url):
    """Returns the configuration of a webhook."""
    return 'sinks: {hook: {type: webhook, url: "%s", allow_http: true}}\n' % url


def log_of_a_game(o, base):
    """Returns the bytes of the log for one game, from whole games with a webhook."""
    feeds = feeds_of(747175, 718263, 715720)
    with Replay(feeds, 600, base) as replay, ReceiverProcess(base) as receiver, Daemon(
            o.livegamed, base, replay.url, 0.05, more=hook(receiver.url("/ok/log", 1))) as daemon:
        replay.go()
        subscriber = Subscriber(daemon.socket)
        if not harness.wait_for(lambda: len(subscriber.final_games) == len(feeds), 240):
            raise SystemExit("the games did not end: %s" % daemon.text()[-500:])
        # Half a game minute later everything is delivered.
        time.sleep(5)
        subscriber.stop()
        daemon.stop()
    path = base + "/state/livegamed.sqlite"
    with sqlite3.connect(path) as log:
        log.execute("VACUUM")
    return os.path.getsize(path) / len(feeds)


def table(evenings, game):
    lines = ["| | no game | 1 live game | 15 live games |", "|---|---|---|---|"]
    row = lambda name, text: lines.append("| %s | %s |" % (name, " | ".join(text(x) for x in evenings)))
    row("Memory (resident)", lambda x: "%.0f MB" % x.memory)
    row("One processor", lambda x: "%.2f %%" % (x.processor / 36))
    row("Requests per hour", lambda x: "{:,.0f}".format(x.requests))
    row("Received per hour", lambda x: "%.1f MB" % (x.bytes / 1e6))
    lines.append("")
    lines.append("Log: %.0f kB a game with one sink, %.0f MB for %d games a day and %d days." % (
        game / 1e3, game * GAMES_A_DAY * DAYS / 1e6, GAMES_A_DAY, DAYS))
    return "\n".join(lines)


def main():
    ap = argparse.ArgumentParser(formatter_class=argparse.RawDescriptionHelpFormatter, description=__doc__)
    ap.add_argument("--livegamed", required=True, help="the program of `make release`")
    ap.add_argument("--seconds", type=float, default=600, help="seconds for each column (600)")
    o = ap.parse_args()
    o.livegamed = os.path.abspath(o.livegamed)
    if not feeds_of(747175):
        print("skipped: recorded games of ../shared are missing")
        sys.exit(77)
    checks, evenings = Checks(), []
    for games in (0, 1, 15):
        with Scratch(checks) as base, ReceiverProcess(base) as receiver:
            evenings.append(Evening(o, base, games, receiver))
    with Scratch(checks) as base:
        print(table(evenings, log_of_a_game(o, base)))


if __name__ == "__main__":
    main()
