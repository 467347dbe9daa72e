#!/usr/bin/env python3
"""The socket's file: its mode and group, the file that a killed daemon left, one that another daemon uses, and an
inherited one.

    python3 Tests/Acceptance/socket_access.py --livegamed .build/debug/livegamed
"""
import argparse
import grp
import os
import signal
import stat
import subprocess

from lib import harness
from lib.activated import Activated
from lib.harness import Checks, Daemon, Scratch
from lib.other_user import as_nobody
from lib.simulated import Lines

# No server listens there: the daemon logs that, and serves its socket all the same.
NOWHERE = "http://127.0.0.1:9"


class Configured(Daemon):
    """A daemon with further members of `socket`, and a given path."""

    def __init__(self, program, base, path=None, more="", name=""):
        self.path, self.members = path, more
        folder = base + "/" + name if name else base
        os.makedirs(folder, exist_ok=True)
        super().__init__(program, folder, NOWHERE, 1)

    def start(self):
        self.socket = self.path or self.socket
        with open(self.config) as f:
            lines = [x for x in f if not x.startswith("socket:")]
        with open(self.config, "w") as f:
            f.writelines(lines + ["socket: {path: %s%s}\n" % (self.socket, self.members)])
        super().start()


def listens(daemon):
    def greeted():
        try:
            with Lines(daemon.socket) as client:
                return client.next()["op"] == "hello"
        except OSError:
            return False
    return harness.wait_for(greeted, 30)


def refuses(checks, name, daemon, status, code):
    """Checks that the daemon ends by itself with a reason in one line."""
    try:
        ended = daemon.process.wait(timeout=30)
    except subprocess.TimeoutExpired:
        ended = None
    text = daemon.text()
    checks(name, ended == status and "[%s]" % code in text, "exit=%s %s" % (ended, text.strip().splitlines()[-1:]))


def as_other(groups, path):
    """Returns the answers to another user for a connection and a command."""
    def ask():
        with Lines(path) as client:
            return "%s %s" % (client.next()["op"], client.ask({"op": "retry", "all": True}).get("code"))
    return as_nobody(ask, groups)


def strangers(checks, daemon, mode, group, base):
    """Checks that another user is admitted by the mode or the group, or not at all, and may change nothing."""
    os.chmod(base, 0o711)
    for name, groups, allowed in (("in the group", [group], mode != "0600"), ("not in the group", [], mode == "0666")):
        said = as_other(groups, daemon.socket)
        checks("mode %s: another user who is %s" % (mode, name), said == ("hello forbidden" if allowed else "denied"), said)


def modes(checks, o, base):
    groups = [g for g in os.getgroups() if g != os.getegid()] or [os.getegid()]
    if os.geteuid() == 0:
        groups = [g.gr_gid for g in grp.getgrall() if g.gr_gid not in (0, os.getegid())] or groups
    name = grp.getgrgid(groups[0]).gr_name
    for mode in ("0660", "0600", "0666"):
        with Configured(o.livegamed, base, more=', mode: "%s", group: %s' % (mode, name)) as daemon:
            checks("it listens", listens(daemon), "" if daemon.running else daemon.text()[-300:])
            found = os.stat(daemon.socket)
            checks("mode %s and group %s are set" % (mode, name),
                   stat.S_IMODE(found.st_mode) == int(mode, 8) and found.st_gid == groups[0],
                   "%o %d" % (found.st_mode, found.st_gid))
            if os.geteuid() == 0:
                strangers(checks, daemon, mode, groups[0], base)
            checks("it stops cleanly", daemon.stop() == 0 and not os.path.exists(daemon.socket))
    with Configured(o.livegamed, base, more=", group: no-such-group", name="group") as daemon:
        refuses(checks, "a group that there is not is refused", daemon, 73, "socket.group")


def stale(checks, o, base):
    with Configured(o.livegamed, base) as daemon:
        checks("it listens", listens(daemon))
        before = os.stat(daemon.socket).st_ino
        daemon.process.send_signal(signal.SIGKILL)
        daemon.process.wait()
        checks("a killed daemon leaves its file", os.path.exists(daemon.socket))
        daemon.start()
        checks("and the next one takes its place", listens(daemon), "inode %d, then %d" % (
            before, os.stat(daemon.socket).st_ino))
        with Configured(o.livegamed, base, path=daemon.socket, name="second") as second:
            refuses(checks, "a daemon is not pushed aside by another", second, 73, "socket.in-use")
        checks("and continues to serve", listens(daemon) and daemon.running)
        checks("it stops cleanly", daemon.stop() == 0)


def others(checks, o, base):
    path = base + "/notes.txt"
    with open(path, "w") as f:
        f.write("mine")
    with Configured(o.livegamed, base, path=path, name="file") as daemon:
        refuses(checks, "a file is not replaced", daemon, 73, "socket.file")
    with open(path) as f:
        checks("and is unchanged", f.read() == "mine")
    os.makedirs(base + "/folder")
    with Configured(o.livegamed, base, path=base + "/folder", name="dir") as daemon:
        refuses(checks, "nor is a folder", daemon, 73, "socket.file")
    os.symlink(base + "/nowhere.sock", base + "/link")
    with Configured(o.livegamed, base, path=base + "/link", name="ln") as daemon:
        refuses(checks, "nor a link", daemon, 73, "socket.file")
    with Configured(o.livegamed, base, path=base + "/none/live.sock", name="none") as daemon:
        checks("a missing folder is created", listens(daemon) and daemon.stop() == 0)
    with Configured(o.livegamed, base, path=path + "/live.sock", name="under") as daemon:
        refuses(checks, "unless it cannot be", daemon, 73, "socket.folder")
    with Configured(o.livegamed, base, path=base + "/" + "x" * 108, name="long") as daemon:
        refuses(checks, "a path that is too long is refused with its place", daemon, 78, "config.bad-value")
        checks("and the bound", "at most 107 bytes" in daemon.text())


def inherited(checks, o, base):
    os.makedirs(base + "/unit")
    with Activated(o.livegamed, base + "/unit", NOWHERE, 1, mode=0o624) as daemon:
        checks("an inherited socket is served", listens(daemon))
        checks("its mode is the unit's", stat.S_IMODE(os.stat(daemon.socket).st_mode) == 0o624)
        checks("it is the one", daemon.listener.getsockname() == daemon.socket and not os.path.exists(
            base + "/unit/state/livegamed.sock"))
        checks("it stops cleanly, and the file stays", daemon.stop() == 0 and os.path.exists(daemon.socket))


def main():
    ap = argparse.ArgumentParser(formatter_class=argparse.RawDescriptionHelpFormatter, description=__doc__)
    ap.add_argument("--livegamed", required=True)
    ap.add_argument("--keep", action="store_true")
    o = ap.parse_args()
    o.livegamed = os.path.abspath(o.livegamed)
    checks = Checks()
    for part in (modes, stale, others, inherited):
        with Scratch(checks, o.keep) as base:
            part(checks, o, base)
    checks.exit()


if __name__ == "__main__":
    main()
