#!/usr/bin/env python3
"""SIGHUP while games run, and daemons that hang, as `systemctl reload` and systemd's watchdog see them.

    python3 Tests/Acceptance/reload.py --livegamed .build/debug/livegamed

Needs only the program: the games are those of `livegamed demo`. A datagram socket and a watchdog that only counts
replace systemd. Stopping a thread needs ptrace; without it those checks are skipped.
"""
import argparse
import ctypes
import json
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time

from lib import harness
from lib.simulated import Lines, Simulated

WATCHDOG = 4


class Manager(threading.Thread):
    """The receiving end of NOTIFY_SOCKET. Records each message with its time."""

    def __init__(self, path):
        super().__init__(daemon=True)
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(path)
        self.path, self.words = path, []
        self.start()

    def run(self):
        while True:
            now, text = time.monotonic(), self.socket.recv(8192).decode()
            self.words.append((now, text))

    def since(self, mark):
        return [text for _, text in self.words[mark:]]

    def has(self, mark, *wanted):
        return any(all(x in text for x in wanted) for text in self.since(mark))

    def beats(self, mark=0):
        return sum(text == "WATCHDOG=1" for text in self.since(mark))

    @property
    def status(self):
        found = [re.search(r"STATUS=(.*)", text) for _, text in self.words]
        return [x.group(1) for x in found if x][-1]


class Watched(harness.Daemon):
    """A daemon that reports to a Manager."""

    def __init__(self, manager, *args, **more):
        self.manager = manager
        super().__init__(*args, **more)

    def start(self):
        environment = dict(os.environ, NOTIFY_SOCKET=self.manager.path, WATCHDOG_USEC=str(WATCHDOG * 1_000_000))
        environment.pop("WATCHDOG_PID", None)
        self.process = subprocess.Popen(
            [self.program, "run", "--config", self.config, "--log-level", "info"], stdout=self.log, stderr=self.log,
            env=environment)

    def configure(self, more, live_min=100):
        """Writes the configuration with the paths and the poll intervals."""
        with open(self.config) as f:
            head = [x for x in f if x.startswith(("source:", "state_directory:", "socket:"))]
        poll = "poll: {live_min: %dms, live_max: 200ms, idle_max: 200ms, requests_per_second: 1000}\n" % live_min
        with open(self.config, "w") as f:
            f.writelines(head + [poll, more])

    def hang_up(self):
        self.process.send_signal(signal.SIGHUP)

    def threads(self):
        """Returns the process ids of the threads, by name."""
        found = {}
        for task in os.listdir("/proc/%d/task" % self.process.pid):
            with open("/proc/%d/task/%s/comm" % (self.process.pid, task)) as f:
                found[f.read().strip()] = int(task)
        return found


class HeldUp:
    """A thread that is stopped through ptrace. `isHeld` is false if that is not allowed."""

    libc = ctypes.CDLL(None, use_errno=True)
    SEIZE, INTERRUPT, DETACH, WALL = 0x4206, 0x4207, 17, 0x40000000

    def __init__(self, thread):
        self.thread = thread

    def ptrace(self, request):
        self.libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
        return self.libc.ptrace(request, self.thread, None, None) == 0

    def __enter__(self):
        self.is_held = self.ptrace(self.SEIZE) and self.ptrace(self.INTERRUPT)
        if self.is_held:
            os.waitpid(self.thread, self.WALL)
        return self

    def __exit__(self, *_):
        if self.is_held:
            self.ptrace(self.DETACH)


class Hook(threading.Thread):
    """A receiver that accepts everything. Keeps the ids of the events by the path of the request."""

    def __init__(self):
        super().__init__(daemon=True)
        import http.server
        events = self.events = {}

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                body = json.loads(self.rfile.read(int(self.headers["content-length"])))
                events.setdefault(self.path, []).append(body["id"])
                self.send_response(204)
                self.end_headers()

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = "http://127.0.0.1:%d" % self.server.server_port
        self.start()

    def run(self):
        self.server.serve_forever()

    def sink(self, name, path=None):
        return '  %s: {type: webhook, url: "%s/%s", allow_http: true}\n' % (name, self.url, path or name)


class Connected(threading.Thread):
    """One connection from the first event on, which must never end."""

    def __init__(self, path):
        super().__init__(daemon=True)
        self.lines, self.sequences, self.ids, self.has_ended = Lines(path), [], [], False
        self.lines.send({"op": "subscribe", "after": "oldest"})
        self.start()

    def run(self):
        while line := self.lines.line(within=60):
            value = json.loads(line)
            if "specversion" in value:
                self.ids.append(value["id"])
                self.sequences.append(int(value["sequence"]))
        self.has_ended = True


def reloads(check, o, base, source):
    manager, hook = Manager(base + "/notify"), Hook()
    routes = "routes: [{sinks: [one]}]\n"
    with Watched(manager, o.livegamed, base, source.url, 0.1, more="sinks:\n" + hook.sink("one") + routes) as daemon:
        check("the start is reported", harness.wait_for(lambda: manager.has(0, "READY=1", "STATUS="), 60))
        client = Connected(daemon.socket)
        check("events come", harness.wait_for(lambda: len(client.sequences) > 5, 60))

        mark = len(manager.words)
        daemon.configure("sinks:\n" + hook.sink("one") + hook.sink("two"))
        daemon.hang_up()
        check("a reload begins and ends", harness.wait_for(lambda: manager.has(mark, "READY=1"), 20))
        words = [x for x in manager.since(mark) if x.startswith(("RELOADING", "READY"))]
        check("it has its start time", re.match(r"RELOADING=1\nMONOTONIC_USEC=\d+$", words[0]), words[0])
        check("the log lists the changes", "sink 'two' added" in daemon.text() and "routes" in daemon.text())
        check("the new sink is served", harness.wait_for(lambda: len(hook.events.get("/two", [])) > 3, 60))

        for name, text, place in [
                ("an unknown key", "sinks:\n" + hook.sink("one") + "quite: 1\n", ":7:1:"),
                ("no YAML", "sinks: [\n", ":6:1:"), ("a secret that is not there", "sinks:\n  one: {type: webhook, "
                 "url: \"${credential:nowhere}\"}\n", ":6:29:")]:
            mark, seen = len(manager.words), len(hook.events["/two"])
            daemon.configure(text)
            daemon.hang_up()
            check("%s is refused" % name, harness.wait_for(lambda: manager.has(mark, "READY=1", "stays in force"), 20))
            check("the status has the place of the fault", daemon.config + place.rstrip(":") in manager.status, manager.status[:160])
            check("the log too", daemon.config + place in daemon.text())
            check("the old sinks are still served", harness.wait_for(lambda: len(hook.events["/two"]) > seen, 60))

        mark = len(manager.words)
        daemon.configure("sinks:\n" + hook.sink("two", "moved"), live_min=50)
        daemon.hang_up()
        check("a corrected file is applied", harness.wait_for(lambda: manager.has(mark, "READY=1"), 20))
        check("and the status is healthy again", "stays in force" not in manager.status, manager.status)
        check("a moved sink is served at its new address", harness.wait_for(lambda: "/moved" in hook.events, 60))
        mark = len(manager.words)
        for _ in range(30):
            daemon.hang_up()
            time.sleep(0.02)
        check("the daemon survives thirty in a row", harness.wait_for(lambda: manager.has(mark, "READY=1"), 20))
        last = client.sequences[-1]
        check("events continue", harness.wait_for(lambda: client.sequences[-1] > last, 60))
        check("the subscriber was never disconnected", not client.has_ended)
        source.stop()
        n = len(client.sequences)
        check("it has every event once, in order", client.sequences == list(range(1, n + 1)), "%d events" % n)
        received = hook.events["/two"] + hook.events["/moved"]
        check("the moved sink got no event twice", len(received) == len(set(received)), "%d events" % len(received))
        wanted = [client.ids[x] for x in range(client.ids.index(received[0]), n)]
        check("and lost none", harness.wait_for(lambda: set(hook.events["/two"] + hook.events["/moved"]) >= set(wanted),
                                                30), "%d events" % len(wanted))
        check("it stops cleanly", daemon.stop() == 0)
        check("it reports that, and extends the timeout", manager.has(mark, "STOPPING=1") and manager.has(mark, "EXTEND_TIMEOUT_USEC="))


def hangs(check, o, base, source):
    manager, hook = Manager(base + "/notify"), Hook()
    with Watched(manager, o.livegamed, base, source.url, 0.1, more="sinks:\n" + hook.sink("one")) as daemon:
        check("the watchdog gets beats", harness.wait_for(lambda: manager.beats() > 2, 60))
        stalls(check, manager, "an exclusive lock on the log", "part=log", daemon, Locked(base + "/state/livegamed.sqlite"))
        for name, part in [("livegamed-sock", "socket"), ("livegamed-curl", "polls"), ("livegamed-post", "deliveries")]:
            check("there is a thread " + name, name in daemon.threads())
            stalls(check, manager, "a held up thread %s" % name, "part=" + part, daemon,
                   HeldUp(daemon.threads().get(name, 0)))
        check("it stops cleanly", daemon.stop() == 0)


class Locked:
    """A database that another process has locked for writing."""

    is_held = True

    def __init__(self, path):
        self.path = path

    def __enter__(self):
        self.connection = sqlite3.connect(self.path, isolation_level=None, timeout=10)
        self.connection.execute("BEGIN EXCLUSIVE")
        return self

    def __exit__(self, *_):
        self.connection.execute("ROLLBACK")
        self.connection.close()


def stalls(check, manager, name, said, daemon, trouble):
    """Checks that systemd would kill the daemon after WATCHDOG seconds without a beat."""
    with trouble:
        if not trouble.is_held:
            print("skipped: %s: ptrace is not allowed here" % name)
            return
        deadline, quiet = time.monotonic() + 6 * WATCHDOG, False
        while not quiet and time.monotonic() < deadline:
            mark = len(manager.words)
            time.sleep(WATCHDOG + 0.5)
            quiet = manager.beats(mark) == 0
        check("%s: the beats stop" % name, quiet)
        check("the log names the blocked part", said in daemon.text())
    mark = len(manager.words)
    check("%s is over: the beats continue" % name, harness.wait_for(lambda: manager.beats(mark) > 1, 60))


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--livegamed", required=True)
    p.add_argument("--only", choices=["reload", "hang"])
    o = p.parse_args()
    check = harness.Checks()
    for name, part in [("reload", reloads), ("hang", hangs)]:
        if o.only not in (None, name):
            continue
        with harness.Scratch(check) as base, Simulated(o.livegamed, base, speed=30) as source:
            part(check, o, base, source)
    check.exit()


main()
