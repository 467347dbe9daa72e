#!/usr/bin/env python3
"""One user, or one process, takes every place at the socket: root, the daemon's own user and other users still get
in, and refused clients get the reason.

    python3 Tests/Acceptance/socket_shares.py --livegamed .build/debug/livegamed

Several users need root; without root only the processes of one user are tested.
"""
import argparse
import os
import resource
import signal
import socket
import subprocess
import time

from lib import harness
from lib.harness import Checks, Daemon, Scratch
from lib.simulated import Lines

NOBODY, OTHER = 65534, 60001
# No server listens there: the daemon logs that, and serves its socket all the same.
NOWHERE = "http://127.0.0.1:9"
# 256 of the open files are not for clients.
FILES = 600
PLACES = FILES - 256
RESERVE = PLACES // 8


def become(uid):
    if uid is not None:
        os.setgroups([])
        os.setgid(uid)
        os.setuid(uid)


class Hog:
    """A process of a user that connects as often as it can, sends nothing, and reconnects when it is disconnected."""

    def __init__(self, path, uid=None, wanted=PLACES + 50):
        self.reading, writing = os.pipe()
        self.process = os.fork()
        if self.process == 0:
            os.close(self.reading)
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            resource.setrlimit(resource.RLIMIT_NOFILE, (4096, 4096))
            become(uid)
            held = []
            for _ in range(wanted):
                s = socket.socket(socket.AF_UNIX)
                s.connect(path)
                held.append(s)
            open_ones = sum(b'"closed"' not in s.recv(4096) for s in held)
            os.write(writing, b"%d\n" % open_ones)
            while True:
                time.sleep(60)
        os.close(writing)

    def held(self):
        """Returns the number of its places."""
        return int(os.read(self.reading, 100) or b"-1")

    def stop(self):
        os.kill(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)
        os.close(self.reading)

    __enter__ = lambda self: self

    def __exit__(self, *_):
        self.stop()


def status(o, daemon, uid=None):
    """Returns what `livegamed status` prints for a user: its exit status and its first line."""
    ended = subprocess.run([o.livegamed, "status", "--socket", daemon.socket], capture_output=True, text=True,
                           preexec_fn=lambda: become(uid))
    return ended.returncode, (ended.stdout + ended.stderr).strip().splitlines()[:1]


def greeted(daemon):
    try:
        with Lines(daemon.socket) as client:
            return client.next()["op"] == "hello"
    except OSError:
        return False


def is_answered(answer):
    # Its source is down, so it is not healthy; what matters is that it answers.
    return answer[0] in (0, 1) and answer[1] and answer[1][0].startswith("livegamed ")


def processes(checks, o, daemon):
    """All clients belong to one user, the daemon's own, who may take all places."""
    with Hog(daemon.socket) as hog:
        held = hog.held()
        checks("one process may take every free place", held == PLACES, str(held))
        answer = status(o, daemon)
        checks("another process of the same user gets in", is_answered(answer), str(answer))
        with Hog(daemon.socket) as second:
            both = second.held()
            checks("and gets half, in the end", abs(both - PLACES // 2) <= 2, str(both))


def users(checks, o, daemon):
    with Hog(daemon.socket, NOBODY) as hog:
        held = hog.held()
        checks("a user may take every place except the reserved ones", held == PLACES - RESERVE, str(held))
        checks("root gets in", is_answered(status(o, daemon)), str(status(o, daemon)))
        roots = [Lines(daemon.socket) for _ in range(RESERVE)]
        checks("as often as places are reserved", all(x.next()["op"] == "hello" for x in roots))
        answer = status(o, daemon, OTHER)
        checks("another user gets in", is_answered(answer), str(answer))
        for x in roots:
            x.close()
        with Hog(daemon.socket, OTHER) as other:
            both = other.held()
            checks("two users get equal shares", abs(both - (PLACES - RESERVE) // 2) <= 2, str(both))
            answer = status(o, daemon, NOBODY)
            checks("a third process of one of them gets in", is_answered(answer), str(answer))


def refusals(checks, o, base):
    """With one place for each process no place can be taken away: clients get the reason, however the kernel delivers
    it."""
    with Limited(o.livegamed, base + "/few", 256 + 16) as daemon:
        checks("it listens", harness.wait_for(lambda: greeted(daemon), 30))
        hogs = []
        for _ in range(16):
            hogs.append(Hog(daemon.socket, wanted=1))
            hogs[-1].held()
        said = []
        for command in (["status"], ["outbox", "list"], ["sink", "list"], ["scoreboard"]) * 5:
            ended = subprocess.run([o.livegamed, *command, "--socket", daemon.socket], capture_output=True, text=True)
            said.append((ended.returncode, ended.stderr.strip()))
        checks("a refused client gets the reason", all(c == 69 and "connection: full, all places" in t for c, t in said),
               str([x for x in said if "connection: full, all places" not in x[1]][:1] or said[0]))
        watch = subprocess.Popen([o.livegamed, "watch", "--socket", daemon.socket], stdout=subprocess.DEVNULL,
                                 stderr=subprocess.PIPE, text=True)
        time.sleep(3)
        watch.terminate()
        text = watch.communicate()[1]
        checks("watch prints it too, once", text.count("\n") == 1 and "connection: full, all places" in text, text)
        for hog in hogs:
            hog.stop()
        checks("released places are free", harness.wait_for(lambda: is_answered(status(o, daemon)), 10))


class Limited(Daemon):
    """A daemon with few open files, hence few places; all users may connect."""

    def __init__(self, program, base, files):
        os.makedirs(base)
        os.chmod(os.path.dirname(base), 0o755)
        os.chmod(base, 0o755)
        self.files = files
        super().__init__(program, base, NOWHERE, 1)

    def start(self):
        with open(self.config) as f:
            lines = [x for x in f if not x.startswith("socket:")]
        with open(self.config, "w") as f:
            f.writelines(lines + ['socket: {path: %s, mode: "0666"}\n' % self.socket])
        self.process = subprocess.Popen(
            [self.program, "run", "--config", self.config], stdout=self.log, stderr=self.log,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (self.files, self.files)))


def main():
    ap = argparse.ArgumentParser(formatter_class=argparse.RawDescriptionHelpFormatter, description=__doc__)
    ap.add_argument("--livegamed", required=True)
    ap.add_argument("--keep", action="store_true")
    o = ap.parse_args()
    o.livegamed = os.path.abspath(o.livegamed)
    checks = Checks()
    with Scratch(checks, o.keep) as base:
        for part in (processes, users):
            if part is users and os.geteuid() != 0:
                print("skipped: several users, which needs root", flush=True)
                continue
            with Limited(o.livegamed, base + "/" + part.__name__, FILES) as daemon:
                checks("it listens", harness.wait_for(lambda: greeted(daemon), 30))
                part(checks, o, daemon)
                checks("it stops cleanly", daemon.stop() == 0)
        refusals(checks, o, base)
    checks.exit()


if __name__ == "__main__":
    main()
