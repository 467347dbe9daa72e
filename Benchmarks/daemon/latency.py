"""How soon a receiver has an event: from when the answer of a poll begins to be sent to the socket, and to a webhook's first
byte, with fifteen games and the log durable in between. Then the same while a backlog of deliveries drains to other sinks."""
import contextlib
import json
import os
import socket
import sqlite3
import subprocess
import threading
import time

import raw
import standing
from lib import harness
from lib.deliveries import ReceiverProcess, quantile
from lib.harness import Daemon
from remote import RemoteReplay, give_way
from results import figure, over, spread

GAME, SPEED = 747175, 10
# The limits in milliseconds.
SOCKET_MS, WEBHOOK_MS = 5, 50
# Events without which there is no figure.
LEAST = 20
# Paused sinks with a hundred thousand deliveries together: a few, with copies of the events, or many.
FEW_SINKS, TIMES, MANY_SINKS = 10, 6, 60


class Arrivals(threading.Thread):
    """A client of the socket that notes when each event arrives."""

    def __init__(self, path):
        super().__init__(daemon=True)
        self.events, self.done = {}, False
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.socket.settimeout(0.5)
        self.socket.sendall(b'{"op":"subscribe"}\n')
        self.start()

    def run(self):
        rest = b""
        while not self.done:
            try:
                chunk = self.socket.recv(1 << 16)
            except socket.timeout:
                continue
            now = time.time()
            if not chunk:
                return
            *lines, rest = (rest + chunk).split(b"\n")
            for line in lines:
                value = json.loads(line)
                if "specversion" in value:
                    self.events[value["id"], value["data"]["revision"]] = (now, value)

    def stop(self):
        self.done = True
        self.join(3)
        self.socket.close()


def spans(arrivals, sent):
    """Returns milliseconds from the last answer before each arrival. `arrivals` has (instant, game) pairs."""
    found = []
    for at, game in arrivals:
        before = [x for x in sent.get(game, []) if x <= at]
        if before:
            found.append((at - before[-1]) * 1000)
    return found


def quiet(o):
    seconds = 5 if o.quick else 240
    with standing.folder() as base, ReceiverProcess(base) as receiver, \
            RemoteReplay(o, harness.feeds_of(GAME), SPEED, base, start="first-pitch+20m", clones=standing.GAMES,
                         apart=-180) as replay:
        with Daemon(o.livegamed, base, replay.url, 0.5, idle=2, live_max=1,
                    more=sink("hook", receiver.url("/ok/hook", 1))) as daemon:
            replay.go()
            time.sleep(4 if o.quick else 8)
            client, hooks = observe(daemon, replay, receiver, seconds)
            found = judged("", (client, hooks))
        return {**found, **beside_raw(o, base, receiver, client)}


def beside_raw(o, base, receiver, to_socket):
    """Returns the way to the socket beside the raw system calls with the same lines."""
    lines = [x["body"].encode() + b"\n" for x in receiver.requests("/ok/hook")][-50 if o.quick else -200:]
    floor = sorted(raw.spans(base, lines))
    return {"socket_%s_vs_raw" % word: spread(over(quantile(sorted(to_socket), share), "ms", quantile(floor, share)),
                                              parts(to_socket, share)) for share, word in ((0.5, "p50"), (0.99, "p99"))}


def beside_backlogs(o):
    """Measures beside a backlog of a few sinks, and beside one of many sinks. Every event is for all of them."""
    few = beside_backlog(o, "_backlog", FEW_SINKS, 2 if o.quick else TIMES)
    return few if o.quick else {**few, **beside_backlog(o, "_backlog_%d_sinks" % MANY_SINKS, MANY_SINKS, 1)}


def beside_backlog(o, suffix, sinks, times):
    """Fills the outboxes of paused sinks from games, and multiplies them. Then resumes the sinks and measures the others
    meanwhile. The paused sinks have a receiver of their own, because it is the slowest part while they drain."""
    rows = "".join("  late-%d: {type: webhook, url: \"%s\", allow_http: true}\n" % (
        i, "http://127.0.0.%d:%%d/ok/late-%d" % (2 + i % 60, i)) for i in range(sinks))
    with standing.folder() as base, ReceiverProcess(base, addresses=1) as receiver, ReceiverProcess() as late, \
            RemoteReplay(o, harness.feeds_of(GAME), 300, base, start="first-pitch-5m", clones=standing.GAMES,
                         apart=-180) as replay:
        more = sink("hook", receiver.url("/ok/hook", 1)) + rows.replace("%d", str(late.port))
        run = lambda: Daemon(o.livegamed, base, replay.url, 0.2, idle=1, live_max=0.5, more=more)
        give_way(o, late.process)
        with run() as daemon:
            harness.wait_for(lambda: os.path.exists(daemon.socket), 30)
            for i in range(sinks):
                order(o, daemon, "pause", "late-%d" % i)
            replay.go()
            # At speed 300, half of a game takes twenty seconds.
            time.sleep(4 if o.quick else 22)
            replay.ask("/__speed?x=%d" % SPEED, "POST")
            time.sleep(1 if o.quick else 3)
        multiply(base, times)
        with run() as daemon:
            harness.wait_for(lambda: os.path.exists(daemon.socket) and harness.listens(daemon.socket), 30)
            time.sleep(1 if o.quick else 3)
            waiting = backlog(o, daemon)
            for i in range(sinks):
                order(o, daemon, "resume", "late-%d" % i)
            found = judged(suffix, observe(daemon, replay, receiver, 4 if o.quick else 45))
            words = suffix.lstrip("_")
            found[words + "_deliveries"] = figure(waiting, "deliveries")
            found[words + "_left"] = figure(backlog(o, daemon), "deliveries")
            return found


def multiply(base, times):
    """Multiplies the events and the deliveries that wait by `times`. The copies have other gamePks."""
    with contextlib.closing(sqlite3.connect(base + "/state/livegamed.sqlite")) as log:
        events = log.execute("SELECT sequence, id, game, logged, line FROM event").fetchall()
        waiting = log.execute("SELECT sink, sequence, lane, due FROM delivery WHERE state = 0").fetchall()
        newest = max(row[0] for row in events)
        for i in range(1, times):
            own, other, ahead = str(GAME), str(GAME + i), i * newest
            log.executemany("INSERT INTO event VALUES (?, ?, ?, ?, ?)", (
                (sequence + ahead, event.replace(own, other), game.replace(own, other), logged,
                 line.replace(own.encode(), other.encode()).replace(
                     b'"sequence":"%d"' % sequence, b'"sequence":"%d"' % (sequence + ahead)))
                for sequence, event, game, logged, line in events))
            log.executemany("INSERT INTO delivery (sink, sequence, lane, due) VALUES (?, ?, ?, ?)", (
                (name, sequence + ahead, lane.replace(own, other), due) for name, sequence, lane, due in waiting))
        log.commit()


def sink(name, url):
    return 'sinks:\n  %s: {type: webhook, url: "%s", allow_http: true}\n' % (name, url)


def order(o, daemon, verb, name):
    subprocess.run([o.livegamed, "sink", verb, name, "--socket", daemon.socket], check=True, stdout=subprocess.DEVNULL)


def backlog(o, daemon):
    text = subprocess.run([o.livegamed, "sink", "list", "--json", "--socket", daemon.socket], check=True,
                          capture_output=True, text=True).stdout
    return sum(x.get("waiting") or 0 for x in json.loads(text)["sinks"] if x["name"] != "hook")


def observe(daemon, replay, receiver, seconds):
    """Returns the spans to the socket and to the webhook of all events within so many seconds."""
    client, began = Arrivals(daemon.socket), time.time()
    time.sleep(seconds)
    # A short run on a busy machine may not have enough of them yet.
    harness.wait_for(lambda: len(client.events) > LEAST, 90, 1)
    client.stop()
    time.sleep(1)
    hooks = [(r["wall"], json.loads(r["body"])["data"]["game"]["id"]) for r in receiver.requests("/ok/hook")
             if r["wall"] > began]
    # Last, so that it has the answers before all arrivals.
    sent = replay.sent()
    own = list(client.events.values())
    return spans([(at, event["data"]["game"]["id"]) for at, event in own], sent), spans(hooks, sent)


def judged(suffix, both):
    found = {}
    for name, values, limit in (("socket", both[0], SOCKET_MS), ("webhook", both[1], WEBHOOK_MS)):
        if len(values) < LEAST:
            raise SystemExit("only %d events reached the %s" % (len(values), name))
        for share, word in ((0.5, "p50"), (0.99, "p99")):
            value = quantile(sorted(values), share)
            found["%s%s_%s_ms" % (name, suffix, word)] = spread(figure(value, "ms", limit, value / limit),
                                                                parts(values, share))
    return found


def parts(values, share):
    """Returns a quantile of each fifth of values in the order of their time."""
    ends = [len(values) * i // 5 for i in range(6)]
    return [quantile(sorted(values[i:j]), share) for i, j in zip(ends, ends[1:]) if i < j]
