#!/usr/bin/env python3
"""Clients that misbehave beside one that does not: each gets what docs/socket.md promises, and the good one gets
every event.

Requests that are malformed, too long, incomplete, binary, nested and 200,000 at once (`lib/manners.py`); readers that
read nothing, or a byte a second; a thousand connections and more. Meanwhile a good client counts events, another
one's pings are answered quickly, and the daemon's memory and descriptors stay constant. Takes a minute; needs only
the simulator.

    python3 Tests/Acceptance/socket_manners.py --livegamed .build/debug/livegamed
"""
import argparse
import contextlib
import fcntl
import os
import resource
import socket
import struct
import subprocess
import termios
import threading
import time
from concurrent.futures import ThreadPoolExecutor

from lib import harness
from lib import manners
from lib.harness import Checks, Daemon, Scratch, Subscriber
from lib.simulated import Lines, Simulated, log_of


class Talkative(Daemon):
    """A daemon that logs each connection."""

    def start(self):
        self.process = subprocess.Popen(
            [self.program, "run", "--config", self.config, "--log-level", "debug"], stdout=self.log, stderr=self.log)


def answers(client, data, mark):
    """Returns the lines that answer these bytes, up to the answer of a ping after them."""
    client.send(data, {"op": "ping", "id": mark})
    got = []
    while not got or not (got[-1] is None or got[-1].get("op") == "pong" and got[-1].get("id") == mark):
        line = client.line()
        got.append(manners.loads(line) if line else None)
    return got[:-1] if got[-1] else got


def requests(checks, path):
    """Sends each on a separate connection."""
    wrong = []
    for name, (data, expected) in manners.STAYS.items():
        with Lines(path) as client:
            client.next()
            got = answers(client, data, "mark")
            if len(got) != 1 or manners.codes(got) == [] or manners.codes(got)[0] not in expected:
                wrong.append((name, str(got)[:200]))
    checks("one answer to each of %d invalid requests, and the connection stays" % len(manners.STAYS), not wrong, str(wrong[:5]))
    wrong = []
    for name, data in manners.SUBSCRIBES.items():
        with Lines(path) as client:
            client.next()
            client.send(data)
            got = [x for x in client.until("synced") if not x or "specversion" not in x]
            if manners.codes(got) not in (["synced"], ["gap", "synced"]):
                wrong.append((name, str(got)[:200]))
    checks("unusual subscriptions are accepted", not wrong, str(wrong))
    for name, data in manners.SILENT.items():
        with Lines(path) as client:
            client.next()
            checks("%s are not answered" % name, answers(client, data, "mark") == [])


def closing(checks, path):
    for name, data in manners.CLOSES.items():
        with Lines(path) as client:
            client.next()
            with contextlib.suppress(BrokenPipeError, ConnectionResetError):
                client.send(data)
            got = manners.codes(client.until("closed"))
            checks("%s: one error, closed" % name, got == ["too_long", "closed"] and client.next() is None, str(got))
    for name, data, expected in (
            ("half a request, then the end", b'{"op":"subscribe","aft', ["malformed", "closed"]),
            ("a whole one without its newline, then the end", b'{"op":"ping"}', ["pong", "closed"])):
        with Lines(path) as client:
            client.next()
            client.send(data)
            client.socket.shutdown(socket.SHUT_WR)
            got = manners.codes(client.until("closed"))
            checks(name, got == expected and client.next() is None, str(got))
    for _ in range(200):
        # Disconnects in the middle of everything.
        with Lines(path) as client:
            client.send(b'{"op":"subscribe","after":"oldest"}\n{"op":"pi')


def many(checks, path, count):
    """Tiny requests as fast as possible, read at the same time; then as many invalid ones."""
    with Lines(path, within=300) as client:
        client.next()
        sender = threading.Thread(target=lambda: [client.send(b'{"op":"ping"}\n' * 1000) for _ in range(count // 1000)])
        began = time.monotonic()
        sender.start()
        right = sum(client.line(60) == b'{"op":"pong"}' for _ in range(count))
        sender.join()
        checks("%d pings, as many pongs" % count, right == count, "%.0f a second" % (count / (time.monotonic() - began)))


def nonsense(checks, path):
    """Sixteen invalid requests in a row close the connection; a valid one in between resets the count."""
    with Lines(path) as client:
        client.next()
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            client.send(b"x\n" * 15 + b'{"op":"ping"}\n' + b"x\n" * 1000)
        got = manners.codes(client.until("closed"))
        checks("sixteen invalid requests in a row close the connection",
               got == ["malformed"] * 15 + ["pong"] + ["malformed"] * 16 + ["closed"], "%d answers" % len(got))


class Neighbour(threading.Thread):
    """Sends pings all the time, and records the longest wait."""

    def __init__(self, path):
        super().__init__(daemon=True)
        self.client, self.worst, self.count, self.done = Lines(path), 0, 0, False
        self.client.next()
        self.start()

    def run(self):
        while not self.done:
            began = time.monotonic()
            if (self.client.ask({"op": "ping"}, within=60) or {}).get("op") != "pong":
                self.worst = float("inf")
                return
            self.worst, self.count = max(self.worst, time.monotonic() - began), self.count + 1
            time.sleep(0.02)


def ending(client):
    """Reads to the end. Returns (the events' sequences, the control lines, whether the last line is complete)."""
    events, ops = [], []
    while True:
        line = client.line(60)
        if not line:
            return events, ops, not client.rest
        message = manners.loads(line)
        if "specversion" in message:
            events.append(int(message["sequence"]))
        else:
            ops.append(message)


def fill(client, enough):
    """Subscribes to everything again and again, so that new events soon find no space for a client that does not
    read."""
    held = 0
    while held < enough:
        client.send({"op": "subscribe", "after": "oldest"})
        time.sleep(0.2)
        held = struct.unpack("i", fcntl.ioctl(client.socket, termios.FIONREAD, b"\0" * 4))[0]


def slow(checks, path):
    """Four clients that read less than they requested, at the same time, until the daemon disconnects them."""
    nobody, byte, pinger, content = (Lines(path, within=60, buffer=4096) for _ in range(4))
    for client in (nobody, byte):
        fill(client, 100_000)
    # Until the socket accepts no more bytes, even in the middle of a line.
    pinger.socket.settimeout(2)
    with contextlib.suppress(TimeoutError):
        while True:
            pinger.socket.send(b'{"op":"ping"}\n' * 1000)
    # Only a heartbeat from time to time.
    content.send({"op": "subscribe", "filter": {"tags": ["no-such-tag"]}})
    content.socket.setblocking(False)
    taken, deadline = b"", time.monotonic() + 45
    while time.monotonic() < deadline:
        taken += byte.socket.recv(1)
        with contextlib.suppress(BlockingIOError):
            content.rest += content.socket.recv(1)
        time.sleep(1)
    byte.rest = taken
    for name, client in (("who reads nothing", nobody), ("who reads a byte a second", byte)):
        events, ops, whole = ending(client)
        last = ops[-1] if ops else {}
        checks("%s is closed as slow" % name, last.get("op") == "closed" and last.get("reason") == "slow", str(last))
        checks("and gets its resume point", events and last.get("resume_after") == events[-1] and whole,
               "%s after %s" % (last.get("resume_after"), events[-1:]))
        with Lines(path) as again:
            again.send({"op": "subscribe", "after": last.get("resume_after", 0)})
            rest = [int(x["sequence"]) for x in again.until("synced") if "specversion" in x]
            checks("and gets everything when it does", events and rest == list(range(events[-1] + 1, events[-1] + 1 + len(rest))))
    pinger.socket.settimeout(60)
    events, ops, whole = ending(pinger)
    checks("a client that sends requests and does not read is closed as slow", ops and ops[-1].get("reason") == "slow", str(ops[-1:]))
    content.socket.settimeout(60)
    content.send({"op": "ping", "id": "still"})
    checks("a client that reads little slowly stays", content.until("pong")[-1] is not None)
    for client in (nobody, byte, pinger, content):
        client.close()


def crowd(checks, path, wanted):
    """Many clients at once, all of them accepted and served."""
    with contextlib.ExitStack() as stack:
        began = time.monotonic()
        clients = [stack.enter_context(Lines(path, within=60)) for _ in range(wanted)]
        inside = sum((x.next(60) or {}).get("op") == "hello" for x in clients)
        checks("%d connections at once are accepted" % wanted, inside == wanted, "%d, %.1f s" % (inside, time.monotonic() - began))
        for c in clients:
            c.send({"op": "subscribe", "after": "now"})
        checks("all are subscribed", inside == wanted and all(c.until("synced")[-1] for c in clients))


def half_close(checks, path, wait):
    """Closing the sending half does not end the events."""
    with Lines(path) as client:
        client.send({"op": "subscribe", "after": "now"})
        client.socket.shutdown(socket.SHUT_WR)
        client.until("synced")
        line = client.next(wait)
        checks("a half-closed subscription continues", line is not None and ("specversion" in line or line["op"] == "heartbeat"),
               "" if line else "nothing came")


def credentials(checks, daemon):
    said = "pid %d uid %d" % (os.getpid(), os.getuid())
    checks("the daemon's log names the clients", any(
        "client connected" in x and said in x for x in daemon.text().splitlines()), said)


def run(o, checks, daemon):
    path = daemon.socket
    harness.wait_for(lambda: os.path.exists(path), 30)
    with Subscriber(path) as good:
        harness.wait_for(lambda: len(good.lines) > 20, 60)
        neighbour = Neighbour(path)
        half_close(checks, path, 40)
        requests(checks, path)
        closing(checks, path)
        credentials(checks, daemon)
        before, open_before, seen = manners.resident(daemon.process.pid), manners.descriptors(daemon.process.pid), len(good.lines)
        patient = ThreadPoolExecutor(1)
        slowly = patient.submit(slow, checks, path)
        many(checks, path, o.requests)
        nonsense(checks, path)
        for wanted in (1000, 5000):
            if resource.getrlimit(resource.RLIMIT_NOFILE)[0] > wanted + 200:
                crowd(checks, path, wanted)
            else:
                print("skipped: ulimit -n is too low for %d connections" % wanted)
        slowly.result()
        checks("another client's ping was answered within 2 s", neighbour.worst < o.patience, "worst %.3f s of %d" % (
            neighbour.worst, neighbour.count))
        checks("the good client got events all the while", len(good.lines) > seen, "%d more" % (len(good.lines) - seen))
        neighbour.done = True
        neighbour.join()
        neighbour.client.close()
        # New events may be logged during the comparison.
        same = lambda: [x.decode() for x in log_of(path)[1]] == list(good.lines)
        checks("the good client has the log", harness.wait_for(same, 30, 0.5), "%d events" % len(good.lines))
        grown = manners.resident(daemon.process.pid) - before
        checks("memory is bounded", grown < 96 << 20, "%+d MiB" % (grown >> 20))
        checks("no descriptor leaks", harness.wait_for(
            lambda: manners.descriptors(daemon.process.pid) <= open_before + 8, 10), "%d before" % open_before)
        checks("the daemon stopped cleanly", daemon.running and daemon.stop() == 0)


def main():
    ap = argparse.ArgumentParser(formatter_class=argparse.RawDescriptionHelpFormatter, description=__doc__)
    ap.add_argument("--livegamed", required=True)
    ap.add_argument("--requests", type=int, default=200_000)
    ap.add_argument("--patience", type=float, default=2, help="seconds that a neighbour may wait for its pong")
    ap.add_argument("--keep", action="store_true")
    o = ap.parse_args()
    o.livegamed = os.path.abspath(o.livegamed)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    checks = Checks()
    with Scratch(checks, o.keep) as base, Simulated(o.livegamed, base, games=6, speed=60) as games, \
            Talkative(o.livegamed, base, games.url, 0.1, idle=0.5, live_max=0.3) as daemon:
        run(o, checks, daemon)
    checks.exit()


if __name__ == "__main__":
    main()
