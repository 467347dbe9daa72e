"""A source without prerequisites: the games of `livegamed demo`, for the daemons under test; and a client that reads
line by line.

The demo's own daemon polls it too, which affects neither.
"""
import glob
import json
import os
import socket
import struct
import subprocess
import time

from lib import harness


class Simulated:
    """The simulator of a demo, at `url`; the socket of its own daemon is `socket`. `stop` stops the games."""

    def __init__(self, program, base, games=3, speed=60, seed=7):
        folder = base + "/demo"
        os.makedirs(folder)
        self.log = open(base + "/demo.log", "wb")
        self.process = subprocess.Popen(
            [program, "demo", "--games", str(games), "--speed", str(speed), "--seed", str(seed)],
            stdout=subprocess.DEVNULL, stderr=self.log, env=dict(os.environ, TMPDIR=folder))
        found = []

        def ready():
            # The file has the address of its simulator; the socket exists once the daemon runs.
            for path in glob.glob(folder + "/livegamed-demo-*/source"):
                with open(path) as f:
                    found[:] = f.read().split()
                self.socket = os.path.dirname(path) + "/livegamed.sock"
            return found and os.path.exists(self.socket) or self.process.poll() is not None

        if not harness.wait_for(ready, 60) or not found:
            self.stop()
            raise SystemExit("the demo did not start: " + open(self.log.name).read()[-2000:])
        self.url = found[0]

    def stop(self):
        harness.stop(self.process)
        self.log.close()

    __enter__ = lambda self: self

    def __exit__(self, *_):
        self.stop()


class Simulator:
    """The games of `livegamed simulate` at `url`, without a daemon. The first pitch comes 10 s after the start."""

    def __init__(self, program, games=3, speed=60, seed=7, *more):
        self.process = subprocess.Popen(
            [program, "simulate", "--games", str(games), "--speed", str(speed), "--seed", str(seed), *more],
            stdout=subprocess.PIPE, text=True)
        self.began = time.time()
        self.url = self.process.stdout.readline().strip()
        if not self.url.startswith("http"):
            self.stop()
            raise SystemExit("the simulator did not start: %r" % self.url)

    def stop(self):
        # Its lines are fewer than a pipe holds.
        harness.stop(self.process)
        self.process.stdout.close()

    __enter__ = lambda self: self

    def __exit__(self, *_):
        self.stop()


class Lines:
    """One connection that is read on demand. A line is bytes without its newline; b"" is the end."""

    def __init__(self, path, within=20, buffer=None):
        self.socket, self.rest = socket.socket(socket.AF_UNIX), b""
        if buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        # With Python's own time-out a full queue would be an error at once.
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, struct.pack("ll", within, 0))
        self.socket.connect(path)
        self.socket.settimeout(within)

    def send(self, *requests):
        """Sends requests: bytes unchanged, or an object as a line."""
        for r in requests:
            self.socket.sendall(r if isinstance(r, bytes) else json.dumps(r).encode() + b"\n")

    def line(self, within=20):
        deadline = time.monotonic() + within
        while b"\n" not in self.rest:
            self.socket.settimeout(max(0.001, deadline - time.monotonic()))
            try:
                chunk = self.socket.recv(1 << 16)
            except ConnectionResetError:
                chunk = b""
            if not chunk:
                return b""
            self.rest += chunk
        line, _, self.rest = self.rest.partition(b"\n")
        return line

    def next(self, within=20):
        """Returns the next line as an object; None at the end."""
        line = self.line(within)
        return json.loads(line) if line else None

    def until(self, op, within=30, bound=1 << 20):
        """Returns the lines up to a control line of this op, as objects."""
        got = []
        while len(got) < bound and (not got or got[-1] is not None and got[-1].get("op") != op):
            got.append(self.next(within))
        return got

    def ask(self, request, within=20):
        """Returns the answer: the next control line that has our id, or is an error, a pong or of the request's op."""
        self.send(request)
        while True:
            answer = self.next(within)
            if answer is None or answer.get("op") in (request.get("op"), "pong", "error"):
                return answer

    def close(self):
        self.socket.close()

    __enter__ = lambda self: self

    def __exit__(self, *_):
        self.close()


def log_of(path, within=60):
    """Reads the whole log again. Returns (its id, the lines of the events)."""
    with Lines(path) as client:
        hello = client.next()
        client.send({"op": "subscribe", "after": "oldest"})
        lines = []
        while True:
            line = client.line(within)
            if not line:
                raise SystemExit("the connection ended while the log was read")
            if b'"specversion"' in line:
                lines.append(line)
            elif json.loads(line)["op"] == "synced":
                return hello["log"], lines


def fits(line, wanted):
    """Returns whether an event passes a filter, by docs/socket.md."""
    event = json.loads(line)
    game = event["data"]["game"]
    has = {"teams": {game["away"]["abbreviation"], game["home"]["abbreviation"]}, "types": {event["type"]},
           "tags": set(event["data"]["tags"])}
    return all(not names or has[kind] & set(names) for kind, names in wanted.items())
