"""The observations of a soak run: the whole log, the clients that come and go, and the resources of the daemon.

`soak.py` runs them and evaluates the results.
"""
import collections
import json
import os
import random
import socket
import statistics
import threading
import time
import zlib

from lib import league
from lib.harness import Subscriber
from lib.simulated import Lines


class Witness(Subscriber):
    """Reads the log from its first event on, across restarts. Keeps digests instead of lines."""

    def __init__(self, path):
        self.lock = threading.Lock()
        # Digest of the line, by sequence.
        self.sums = {}
        self.ids, self.repeated, self.disorder, self.log = set(), [], [], None
        # By game: its facts, each as (revision, keys, official date).
        self.games = collections.defaultdict(dict)
        # Events of the day: (id, fact, tags, retracted), in order.
        self.day = []
        super().__init__(path)

    def take(self, line):
        event = json.loads(line)
        if "specversion" not in event:
            if event["op"] == "gap":
                self.gaps.append(event)
            return
        with self.lock:
            sequence, data = int(event["sequence"]), event["data"]
            if sequence != (0 if self.last == "oldest" else self.last) + 1:
                self.disorder.append(sequence)
            self.last = sequence
            self.log = self.log or event["source"].split("/")[2]
            self.sums[sequence] = zlib.crc32(line.encode())
            if event["id"] in self.ids:
                self.repeated.append(event["id"])
            self.ids.add(event["id"])
            if not data["provisional"]:
                self.day.append((event["id"], data["fact"], frozenset(data["tags"]), data["retracted"]))
            known = self.games[data["game"]["id"]].get(data["fact"])
            if known is None or known[0] < data["revision"]:
                self.games[data["game"]["id"]][data["fact"]] = (
                    data["revision"], league.facts_of_event(event), data["game"]["date"])

    @property
    def count(self):
        return len(self.sums)

    def told(self, game, date, indexed):
        """Counts the valid keys of a game as played on that date."""
        with self.lock:
            keys = [k for _, keys, day in self.games.get(game, {}).values() if day == date for k in keys]
        return league.counted(keys, indexed)

    def end_day(self):
        with self.lock:
            day, self.day = self.day, []
        return day


class Visitors:
    """Socket clients that come and go: some read, some send queries, some do not read, some send garbage."""

    def __init__(self, path, count):
        self.path, self.done, self.counts = path, threading.Event(), collections.Counter()
        kinds = [self.look, self.ask, self.sleep, self.rave, self.leave]
        self.threads = [threading.Thread(target=self.run, args=(kinds[i % len(kinds)], random.Random(i)), daemon=True)
                        for i in range(count)]
        for thread in self.threads:
            thread.start()

    def run(self, visit, dice):
        while not self.done.wait(dice.uniform(0.05, 0.5)):
            try:
                with Lines(self.path, within=5, buffer=4096 if visit == self.sleep else None) as client:
                    visit(client, dice)
                self.counts[visit.__name__] += 1
            except (OSError, ValueError):
                # The daemon is down, or has closed the connection.
                self.counts["sent away"] += 1

    def look(self, client, dice):
        client.send({"op": "subscribe", "after": dice.choice(("now", "oldest")),
                     "filter": dice.choice(({}, {"tags": ["scoring"]}, {"types": ["livegame.inning"]}))})
        until = time.monotonic() + dice.uniform(0.2, 4)
        while time.monotonic() < until and client.line(5):
            pass

    def ask(self, client, dice):
        for _ in range(dice.randrange(1, 8)):
            client.ask(dice.choice(({"op": "status"}, {"op": "games"}, {"op": "scoreboard"}, {"op": "sinks"},
                                    {"op": "outbox", "limit": 20}, {"op": "ping", "id": 1})), within=5)

    def sleep(self, client, dice):
        client.send({"op": "subscribe", "after": "oldest"})
        client.line(5)
        self.done.wait(dice.uniform(1, 20))

    def rave(self, client, dice):
        noise = bytes(dice.randrange(256) for _ in range(dice.randrange(1, 3000)))
        client.send(dice.choice((noise, noise + b"\n", b'{"op":' * 200 + b"\n", b'{"op":"subscribe","after":9e999}\n',
                                 b"x" * 70_000 + b"\n")))
        client.line(5)

    def leave(self, client, dice):
        client.send(b'{"op":"subscribe","after":"old'[:dice.randrange(1, 30)])

    def stop(self):
        self.done.set()
        for thread in self.threads:
            thread.join(timeout=10)

    __enter__ = lambda self: self

    def __exit__(self, *_):
        self.stop()


Sample = collections.namedtuple("Sample", "time pid descriptors threads memory database")


class Usage(threading.Thread):
    """Samples the resources of the daemon's process in /proc once a second."""

    def __init__(self, daemon, state):
        super().__init__(daemon=True)
        self.target, self.state, self.samples, self.done = daemon, state, [], threading.Event()
        self.start()

    def run(self):
        while not self.done.wait(1):
            pid = self.target.process.pid
            try:
                with open("/proc/%d/status" % pid) as f:
                    fields = dict(x.split(":", 1) for x in f if ":" in x)
                self.samples.append(Sample(
                    time.monotonic(), pid, len(os.listdir("/proc/%d/fd" % pid)), int(fields["Threads"]),
                    int(fields["VmRSS"].split()[0]) / 1024, self.size()))
            except (OSError, KeyError):
                # The daemon was killed just now.
                continue

    def size(self):
        """Returns the size of the log with its journal in MB."""
        return sum(os.path.getsize(os.path.join(self.state, x)) for x in os.listdir(self.state)) / 1e6

    def stop(self):
        self.done.set()
        self.join(timeout=5)

    def thirds(self):
        """Returns the first and the last third of the last process's life, without its first seconds."""
        last = [x for x in self.samples if x.pid == self.samples[-1].pid]
        last = [x for x in last if x.time >= last[0].time + 5] or last
        size = max(1, len(last) // 3)
        return last[:size], last[-size:]


def median(samples, name):
    return statistics.median(getattr(x, name) for x in samples)
