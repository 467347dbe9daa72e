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
sys.path.insert(0, HERE + "/../../Tests/Acceptance")

from lib import harness  # noqa: E402
from lib.deliveries import ReceiverProcess  # noqa: E402
from lib.harness import Checks, Daemon, Replay, Scratch, Subscriber, feeds_of  # noqa: E402

TICKS = os.sysconf("SC_CLK_TCK")
# A day of the season has about fifteen games, and the log keeps events for thirty days.
GAMES_A_DAY, DAYS = 15, 30


class Evening:
    """A daemon with the default configuration, while `games` copies of a recorded game go on. Each value is per hour,
    but for the memory."""

    def __init__(self, o, base, games, receiver):
        start = "first-pitch-24h" if games == 0 else "first-pitch+30m"
        with Replay(feeds_of(747175), 1, base, start=start, clones=max(games, 1), apart=-480) as replay:
            with open(base + "/livegamed.yaml", "w") as f:
                f.write(CONFIGURATION.format(url=replay.url, base=base, receiver=receiver.url("/ok/%d" % games, 1)))
            with ByDefault(o.livegamed, base) as daemon:
                replay.go()
                subscriber = Subscriber(daemon.socket)
                # The first answers are whole games; they are no part of the hour.
                time.sleep(30)
                before, began = self.used(daemon, replay), time.monotonic()
                time.sleep(o.seconds)
                after, hours = self.used(daemon, replay), (time.monotonic() - began) / 3600
                subscriber.stop()
                self.memory = resident(daemon.process.pid)
        self.processor, self.requests, self.bytes = ((y - x) / hours for x, y in zip(before, after))

    @staticmethod
    def used(daemon, replay):
        """Returns seconds of the processor, requests and bytes of answers so far."""
        with open("/proc/%d/stat" % daemon.process.pid) as f:
            fields = f.read().rsplit(")", 1)[1].split()
        served = replay.ask("/__stats")
        return (int(fields[11]) + int(fields[12])) / TICKS, served["requests"], served["wire_bytes"]


CONFIGURATION = """source: {{mlb: {{base_url: "{url}"}}}}
state_directory: {base}/state
socket: {{path: {base}/livegamed.sock}}
sinks: {{hook: {{type: webhook, url: "{receiver}", allow_http: true}}}}
"""


class ByDefault(Daemon):
    """A daemon with the configuration that is there: the poll intervals are the default ones."""

    def __init__(self, program, base):
        self.program, self.log_path, self.socket = program, base + "/daemon.log", base + "/livegamed.sock"
        self.config, self.kills = base + "/livegamed.yaml", 0
        self.log = open(self.log_path, "ab")
        self.start()


def resident(pid):
    """Returns the resident memory in bytes."""
    with open("/proc/%d/statm" % pid) as f:
        return int(f.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def log_of_a_game(o, base):
    """Returns the bytes of the log for one game, from whole games with a webhook."""
    feeds = feeds_of(747175, 718263, 715720)
    with Replay(feeds, 600, base) as replay, ReceiverProcess(base) as receiver, Daemon(
            o.livegamed, base, replay.url, 0.05,
            more='sinks: {hook: {type: webhook, url: "%s", allow_http: true}}\n' % receiver.url("/ok/log", 1)) as daemon:
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
    row("Memory (resident)", lambda x: "%.0f MB" % (x.memory / 1e6))
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
