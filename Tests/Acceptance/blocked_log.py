#!/usr/bin/env python3
"""Blocks the destination of the daemon's own log: a full pipe, a held terminal, a frozen journald. Everything else
continues.

    python3 Tests/Acceptance/blocked_log.py --livegamed .build/debug/livegamed

The frozen journald needs root, because it runs in its own mount namespace; without root that part is skipped.
"""
import argparse
import fcntl
import glob
import http.server
import json
import os
import pty
import signal
import subprocess
import sys
import termios
import threading
import time
import tty

from lib import harness
from lib.harness import Checks, Scratch
from lib.simulated import Lines, Simulated

F_SETPIPE_SZ = 1031


class Receiver:
    """Accepts every webhook and counts them."""

    def __init__(self):
        outer, self.taken = self, 0

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                self.rfile.read(int(self.headers["Content-Length"]))
                outer.taken += 1
                self.send_response(204)
                self.end_headers()

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def count(self):
        return self.taken

    __enter__ = lambda self: self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()


class Talkative:
    """A daemon that logs everything to `error`; `wrap` is the command that starts it."""

    def __init__(self, program, base, url, error, more="", wrap=(), environment=None):
        self.socket, self.config = base + "/livegamed.sock", base + "/livegamed.yaml"
        with open(self.config, "w") as f:
            f.write("""source: {mlb: {base_url: "%s"}}
poll: {live_min: 50ms, live_max: 100ms, idle_max: 200ms, requests_per_second: 1000}
state_directory: %s/state
socket: {path: %s}
%s""" % (url, base, self.socket, more))
        self.process = subprocess.Popen(
            [*wrap, program, "run", "--config", self.config, "--log-level", "debug"], stdout=subprocess.DEVNULL,
            stderr=error, env=dict(os.environ, **(environment or {})))

    def ask(self, request, within=20):
        with Lines(self.socket, within) as client:
            return client.ask(request, within)

    def newest(self):
        return self.ask({"op": "status"})["newest"]

    def stop(self, within=30):
        """Returns the exit status and the time until the exit."""
        start = time.monotonic()
        status = harness.stop(self.process, within)
        return status, time.monotonic() - start

    __enter__ = lambda self: self

    def __exit__(self, *_):
        self.stop()


def goes_on(checks, what, daemon, receiver):
    """Checks polls, log, socket and a sink for some time after the destination stopped accepting lines."""
    checks("%s: it listens" % what, harness.wait_for(lambda: harness.listens(daemon.socket), 30))

    def dropped():
        # Each client causes a log line when it connects and when it leaves.
        for _ in range(500):
            Lines(daemon.socket).close()
        return (daemon.ask({"op": "status"}).get("own_log") or {}).get("dropped", 0)

    checks("%s: lines are dropped and counted" % what, harness.wait_for(lambda: dropped() > 100, 60, 0.01), str(dropped()))
    before, told = daemon.newest(), receiver.count()
    checks("%s: events continue" % what, harness.wait_for(lambda: daemon.newest() >= before + 20, 60, 0.2),
           "%d, then %d" % (before, daemon.newest()))
    checks("%s: the sink gets them" % what, harness.wait_for(lambda: receiver.count() >= told + 10, 60, 0.2),
           "%d, then %d" % (told, receiver.count()))
    start = time.monotonic()
    with Lines(daemon.socket) as client:
        greeted = client.next()["op"] == "hello"
    checks("%s: a new client gets hello at once" % what, greeted and time.monotonic() - start < 3)
    # A write counts as blocked after 5 s.
    seen = harness.wait_for(lambda: "blocked_since" in daemon.ask({"op": "status"})["own_log"], 20, 0.2)
    report = daemon.ask({"op": "status"})
    checks("%s: the status reports it, and is healthy" % what, seen and report["healthy"], json.dumps(report["own_log"]))


def sink(receiver):
    return 'sinks: {hook: {type: webhook, url: "http://127.0.0.1:%d/x", allow_http: true}}\n' % receiver.port


def full_pipe(checks, o, base):
    """A log collector that hangs: a pipe of 4 KiB that is not read."""
    reading, writing = os.pipe()
    fcntl.fcntl(writing, F_SETPIPE_SZ, 4096)
    with Simulated(o.livegamed, base) as games, Receiver() as receiver, Talkative(
            o.livegamed, base, games.url, writing, "journal: {events: false}\n" + sink(receiver)) as daemon:
        os.close(writing)
        goes_on(checks, "full pipe", daemon, receiver)
        # The pipe is read again.
        os.set_blocking(reading, False)
        got = bytearray()

        def read():
            try:
                got.extend(os.read(reading, 1 << 16))
            except BlockingIOError:
                pass
            return b"own log lines dropped" in got

        checks("full pipe: dropped lines are reported when it drains", harness.wait_for(read, 30, 0.001))
        lines = bytes(got).split(b"\n")
        times = [x[:24] for x in lines if b" livegamed:" in x]
        checks("full pipe: the order is kept", times == sorted(times), "%d lines" % len(times))
        os.set_blocking(reading, True)
        daemon.process.send_signal(signal.SIGTERM)
        rest = b""
        while chunk := os.read(reading, 1 << 16):
            rest += chunk
        checks("full pipe: no line at the end is lost", b"livegamed stopped" in rest and daemon.process.wait(30) == 0)
    os.close(reading)


def full_to_the_end(checks, o, base):
    """The daemon stops in time although the pipe is never read."""
    reading, writing = os.pipe()
    fcntl.fcntl(writing, F_SETPIPE_SZ, 4096)
    with Simulated(o.livegamed, base) as games, Receiver() as receiver, Talkative(
            o.livegamed, base, games.url, writing, "journal: {events: false}\n" + sink(receiver)) as daemon:
        os.close(writing)
        goes_on(checks, "pipe to the end", daemon, receiver)
        status, took = daemon.stop()
        checks("pipe to the end: it stops cleanly and in time", status == 0 and took < 15, "%s after %.1f s" % (status, took))
    os.close(reading)


def held_terminal(checks, o, base):
    """Output stopped with Ctrl-S."""
    front, back = pty.openpty()
    tty.setraw(back)
    with Simulated(o.livegamed, base) as games, Receiver() as receiver, Talkative(
            o.livegamed, base, games.url, back, "journal: {events: false}\n" + sink(receiver)) as daemon:
        termios.tcflow(back, termios.TCOOFF)
        goes_on(checks, "held terminal", daemon, receiver)
        termios.tcflow(back, termios.TCOON)
        os.set_blocking(front, False)
        got = bytearray()

        def read():
            try:
                got.extend(os.read(front, 1 << 16))
            except BlockingIOError:
                pass
            return b"own log lines dropped" in got

        checks("held terminal: dropped lines are reported when it continues", harness.wait_for(read, 30, 0.001))
        os.close(front)
        status, took = daemon.stop()
        checks("held terminal: it stops cleanly and in time", status == 0 and took < 15, "%s after %.1f s" % (status, took))
    os.close(back)


def held_demo(checks, o, base):
    """`livegamed demo` prints what its own daemon logs: a held terminal blocks only the printing."""
    front, back = pty.openpty()
    tty.setraw(back)
    process = subprocess.Popen([o.livegamed, "demo", "--speed", "120"], stdout=back, stderr=back, stdin=back,
                               env=dict(os.environ, TMPDIR=base))
    sockets = lambda: glob.glob(base + "/livegamed-demo-*/livegamed.sock")
    checks("held demo: it listens", harness.wait_for(sockets, 60))
    termios.tcflow(back, termios.TCOOFF)

    def newest():
        try:
            with Lines(sockets()[0]) as client:
                return client.next()["newest"]
        except OSError:
            return 0

    before = newest()
    checks("held demo: events go on", harness.wait_for(lambda: newest() >= before + 40, 60, 0.2),
           "%d, then %d" % (before, newest()))
    process.send_signal(signal.SIGINT)
    try:
        status = process.wait(20)
    except subprocess.TimeoutExpired:
        status = process.kill()
    checks("held demo: it stops in time", status == 0, str(status))
    os.close(front)
    os.close(back)


FROZEN = """
set -e
mount -t tmpfs tmpfs /run
mkdir -p /run/systemd/journal
exec "$@"
"""

JOURNALD = """
import os, socket, sys
s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
s.bind("/run/systemd/journal/socket")
out = open(sys.argv[1], "ab", buffering=0)
pid = os.fork()
if pid == 0:
    while True:
        try:
            out.write(s.recv(1 << 20).replace(b"\\n\\n", b"\\n") + b"\\0")
        except OSError:
            pass
with open(sys.argv[1] + ".pid", "w") as f:
    f.write(str(pid))
os.execv(sys.argv[2], sys.argv[2:])
"""


def frozen_journald(checks, o, base):
    """journald is stopped (SIGSTOP): both the daemon's own log and its entries of events go there."""
    if os.geteuid() != 0:
        print("skipped: a frozen journald, which needs root", flush=True)
        return
    said = base + "/journal"
    reading, writing = os.pipe()
    identity = os.fstat(writing)
    with Simulated(o.livegamed, base) as games, Receiver() as receiver, Talkative(
            o.livegamed, base, games.url, writing, sink(receiver),
            ["unshare", "-m", "sh", "-c", FROZEN, "sh", sys.executable, "-c", JOURNALD, said],
            {"JOURNAL_STREAM": "%d:%d" % (identity.st_dev, identity.st_ino)}) as daemon:
        text = lambda: open(said, "rb").read() if os.path.exists(said) else b""
        events = lambda: [int(x.split(b"\n")[0]) for x in text().split(b"LIVEGAME_TYPE=")[:-1]
                          for x in [x.rsplit(b"LIVEGAME_SEQ=", 1)[-1]]]
        checks("frozen journald: the daemon writes there", harness.wait_for(
            lambda: b"livegamed started" in text() and len(events()) > 3, 60), text()[-200:].decode(errors="replace"))
        with open(said + ".pid") as f:
            journald = int(f.read())
        os.kill(journald, signal.SIGSTOP)
        goes_on(checks, "frozen journald", daemon, receiver)
        stood = events()
        os.kill(journald, signal.SIGCONT)
        newest = daemon.newest()
        checks("frozen journald: its events arrive in the end", harness.wait_for(
            lambda: max(events()) >= newest - 5, 60, 0.2), "%d, then %d" % (max(stood), max(events())))
        checks("frozen journald: none is missing and none comes twice",
               events() == sorted(set(events())), str(len(events())))
        checks("frozen journald: dropped lines are reported", harness.wait_for(
            lambda: b"own log lines dropped" in text(), 30))
        os.kill(journald, signal.SIGSTOP)
        time.sleep(1)
        status, took = daemon.stop()
        checks("frozen journald: it stops in time", status == 0 and took < 15, "%s after %.1f s" % (status, took))
        os.kill(journald, signal.SIGKILL)
    os.close(reading)
    os.close(writing)


def main():
    ap = argparse.ArgumentParser(formatter_class=argparse.RawDescriptionHelpFormatter, description=__doc__)
    ap.add_argument("--livegamed", required=True)
    ap.add_argument("--keep", action="store_true")
    ap.add_argument("--only", help="the name of one part")
    o = ap.parse_args()
    o.livegamed = os.path.abspath(o.livegamed)
    checks = Checks()
    for part in (full_pipe, full_to_the_end, held_terminal, held_demo, frozen_journald):
        if o.only in (None, part.__name__):
            with Scratch(checks, o.keep) as base:
                part(checks, o, base)
    checks.exit()


if __name__ == "__main__":
    main()
