#!/usr/bin/env python3
"""A real systemd, booted in its own namespaces over a temporary overlay of a root tree, in less than a second.

    packaging/test/booted.py start TREE FOLDER [--bind DIR]...     TREE is made by root-tree.sh
    packaging/test/booted.py exec FOLDER COMMAND [ARGUMENT...]
    packaging/test/booted.py stop FOLDER

It has its own processes, mounts, host name, network (loopback only) and a control group below ours; it cannot reach
the machine's own systemd, files and settings. Several may run at once. All data is in memory, and is gone after
`stop`. Limits of memory, CPU and tasks hold only if our own control group has the controllers. The tree is not
rebuilt while a machine uses it: TREE.lock is shared (flock(2)).

Programs use `Booted`, whose machine ends with them however they end. Exits 77, with one line, if it cannot boot.
"""
import argparse
import ctypes
import fcntl
import json
import os
import re
import signal
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
ENVIRONMENT = {"PATH": PATH, "LANG": "C.UTF-8", "TERM": "dumb"}
LIBC = ctypes.CDLL(None, use_errno=True)
CLONE_NEWNET, PR_SET_PDEATHSIG = 0x40000000, 1


class CannotBoot(Exception):
    """The reason why no systemd can be booted here."""


class Booted:
    """One machine. `init` is its first process and `cgroup` its control group, both as seen from outside."""

    def __init__(self, tree, folder, binds=(), outlives_us=False):
        self.folder, self.init, self.cgroup = os.path.realpath(folder), None, None
        self.tree, self.binds = os.path.realpath(tree), binds
        if os.geteuid():
            raise CannotBoot("booting systemd needs root")
        sweep(own_cgroup())
        self.cgroup = own_cgroup() + "/livegamed-test-%d-%s" % (os.getpid(), os.path.basename(self.folder))
        try:
            self.boot(outlives_us)
        except BaseException:
            self.stop()
            raise

    def boot(self, outlives_us):
        try:
            os.mkdir(self.cgroup)
        except OSError as error:
            raise CannotBoot("no control group can be made: %s" % error) from error
        os.makedirs(self.folder + "/overlay", exist_ok=True)
        # Held by unshare, which lives as long as the machine.
        lock = os.open(self.tree + ".lock", os.O_RDONLY | os.O_CREAT, 0o644)
        fcntl.flock(lock, fcntl.LOCK_SH)

        def enter():
            # unshare ends with us, then the first process inside, and then all others inside.
            if not outlives_us:
                LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
            with open(self.cgroup + "/cgroup.procs", "w") as f:
                f.write("0")

        with open(self.folder + "/console.log", "wb") as log:
            self.process = subprocess.Popen(
                ["unshare", "--pid", "--fork", "--kill-child=KILL", "--mount", "--uts", "--ipc", "--net", "--cgroup",
                 "--propagation", "private", "--", HERE + "/become-init.sh", self.tree, self.folder + "/overlay",
                 *self.binds],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True, preexec_fn=enter,
                pass_fds=[lock])
        os.close(lock)
        self.unshare = self.process.pid
        if not until(self.has_init, 20):
            raise SystemExit("no systemd came up: " + self.console())
        if not until(lambda: self.run("systemctl", "is-system-running", "--wait").stdout.strip() == "running", 60):
            raise SystemExit("systemd is not well: " + self.run("systemctl", "--failed", "--no-legend").stdout)

    def console(self):
        """Returns the end of its console output."""
        with open(self.folder + "/console.log", errors="replace") as f:
            return f.read().strip()[-300:]

    def has_init(self):
        """Returns true once the first process inside is systemd, and also if there will be none."""
        if self.process.poll() is not None:
            raise CannotBoot("no namespaces: " + self.console())
        try:
            with open("/proc/%d/task/%d/children" % (self.unshare, self.unshare)) as f:
                init = int(f.read().split()[0])
            with open("/proc/%d/comm" % init) as f:
                self.init = init
                return f.read() == "systemd\n"
        except (OSError, IndexError):
            return False

    # --------------------------------------------------------------- what is done inside
    def command(self, *command):
        return ["nsenter", "--target", str(self.init), "--mount", "--uts", "--ipc", "--net", "--pid", "--cgroup",
                "--root", "--wd", "--", *command]

    def run(self, *command, check=False, within=180, environment=None):
        """Runs a command inside, with its output as text."""
        done = subprocess.run(
            self.command(*command), env={**ENVIRONMENT, **(environment or {})}, stdin=subprocess.DEVNULL,
            capture_output=True, text=True, errors="replace", timeout=within)
        if check and done.returncode:
            raise SystemExit("%s: exit %d\n%s%s" % (" ".join(command), done.returncode, done.stdout, done.stderr))
        return done

    def path(self, path):
        """Returns the outside path of a file or socket inside."""
        return "/proc/%d/root%s" % (self.init, path)

    def write(self, path, text, mode=0o644):
        os.makedirs(os.path.dirname(self.path(path)), exist_ok=True)
        with open(os.open(self.path(path), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode), "w") as f:
            f.write(text)

    def processes(self, unit):
        """Returns the processes of a service by their outside ids, the oldest first."""
        try:
            with open("%s/system.slice/%s/cgroup.procs" % (self.cgroup, unit)) as f:
                found = {int(x): started(int(x)) for x in f.read().split()}
        except OSError:
            return []
        return sorted((x for x in found if found[x] is not None), key=found.get)

    def join_network(self):
        """Moves this thread, and all processes that it starts, into the machine's network, which is loopback only."""
        with open("/proc/%d/ns/net" % self.init) as f:
            if LIBC.setns(f.fileno(), CLONE_NEWNET):
                raise OSError(ctypes.get_errno(), "setns")

    # ------------------------------------------------------------------------- its end
    def stop(self):
        if self.init:
            end(self.init)
        if getattr(self, "process", None):
            end(self.unshare)
            self.process.wait()
        remove_cgroup(self.cgroup)

    __enter__ = lambda self: self

    def __exit__(self, *_):
        self.stop()


def own_cgroup():
    """Returns the path of our control group in the file system: cgroup v2, alone or beside v1."""
    root = next((x for x in ("/sys/fs/cgroup", "/sys/fs/cgroup/unified") if os.path.exists(x + "/cgroup.procs")), None)
    with open("/proc/self/cgroup") as f:
        ours = next((x[3:].strip() for x in f if x.startswith("0::")), None)
    if not root or ours is None or not os.path.isdir(root + ours):
        raise CannotBoot("no cgroup v2 here")
    return (root + ours).rstrip("/")


def started(process):
    """Returns when a process began, in ticks since the boot, which distinguishes it from a later one with its id;
    None if it is gone."""
    try:
        with open("/proc/%d/stat" % process) as f:
            return int(f.read().rpartition(")")[2].split()[19])
    except OSError:
        return None


def end(process):
    try:
        os.kill(process, signal.SIGKILL)
    except ProcessLookupError:
        pass


def sweep(folder):
    """Removes the rest of machines whose starter could not do so."""
    for name in os.listdir(folder):
        found = re.match(r"livegamed-test-(\d+)-", name)
        if not found or os.path.exists("/proc/" + found.group(1)):
            continue
        try:
            with open("%s/%s/cgroup.events" % (folder, name)) as f:
                populated = "populated 1" in f.read()
        except FileNotFoundError:
            continue
        if not populated:
            remove_cgroup("%s/%s" % (folder, name))


def remove_cgroup(path):
    def empty():
        for folder, _, _ in os.walk(path, topdown=False):
            try:
                os.rmdir(folder)
            except OSError:
                return False
        return True

    return not path or until(empty, 10)


def until(holds, within, pause=0.02):
    """Returns true as soon as the condition holds, false after so many seconds."""
    deadline = time.monotonic() + within
    while not holds():
        if time.monotonic() > deadline:
            return False
        time.sleep(pause)
    return True


# ---------------------------------------------------------------------- the command line
class Kept(Booted):
    """A machine that `start` has left running, from its stored description."""

    def __init__(self, folder):
        self.folder = folder
        try:
            with open(folder + "/booted.json") as f:
                kept = json.load(f)
            alive = started(kept["init"]) == kept["started"]
        except OSError:
            raise SystemExit("%s: nothing is booted there" % folder)
        self.init, self.cgroup = kept["init"] if alive else None, kept["cgroup"]


def start(o):
    os.makedirs(o.folder, exist_ok=True)
    machine = Booted(o.tree, o.folder, o.bind, outlives_us=True)
    with open(o.folder + "/booted.json", "w") as f:
        json.dump({"init": machine.init, "started": started(machine.init), "cgroup": machine.cgroup}, f)
    print("booted: its first process is %d" % machine.init)


def execute(o):
    machine = Kept(o.folder)
    if not machine.init:
        raise SystemExit("%s: it runs no more" % o.folder)
    os.execvpe("nsenter", machine.command(*o.command), ENVIRONMENT | {"TERM": os.environ.get("TERM", "dumb")})


def stop(o):
    Kept(o.folder).stop()
    os.unlink(o.folder + "/booted.json")


BIND = ("--bind", {"action": "append", "default": [], "help": "a folder of this machine to be seen inside, read-only"})
FOLDER = ("folder", {})


def skip(why):
    """Ends the program where nothing can be booted."""
    print("skipped: %s" % why)
    sys.exit(77)


def run_verb(description, **verbs):
    """Runs the verb that the command line names. Each verb has its function and its arguments, as `add_argument` takes
    them."""
    ap = argparse.ArgumentParser(formatter_class=argparse.RawDescriptionHelpFormatter, description=description)
    commands = ap.add_subparsers(required=True)
    for name, (verb, *arguments) in verbs.items():
        parser = commands.add_parser(name)
        parser.set_defaults(verb=verb)
        for argument, settings in arguments:
            parser.add_argument(argument, **settings)
    o = ap.parse_args()
    try:
        o.verb(o)
    except CannotBoot as why:
        skip(why)


if __name__ == "__main__":
    run_verb(__doc__, start=(start, ("tree", {}), FOLDER, BIND),
             exec=(execute, FOLDER, ("command", {"nargs": argparse.REMAINDER})), stop=(stop, FOLDER))
