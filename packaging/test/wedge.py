"""Ways to block a process from outside, each released at the end of its `with`. They need root."""
import ctypes
import os
import sqlite3
import subprocess
import sys

LIBC = ctypes.CDLL(None, use_errno=True)
LIBC.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
LIBC.ptrace.restype = ctypes.c_long
SEIZE, INTERRUPT, DETACH = 0x4206, 0x4207, 17
WALL = 0x40000000
CLONE_NEWNS = 0x20000


class LockedLog:
    """Another process that holds a write transaction on a SQLite file. The path is one inside `machine`."""

    def __init__(self, machine, path):
        self.process = subprocess.Popen(
            [sys.executable, __file__, "/proc/%d/ns/mnt" % machine.init, path], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, text=True)

    def __enter__(self):
        if self.process.stdout.readline() != "locked\n":
            raise SystemExit("the log could not be locked")
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait(30)
        self.process.stdout.close()


def lock(namespace, path):
    """Holds the lock until its input ends. SQLite resolves links by itself, so it must run inside."""
    with open(namespace) as f:
        if LIBC.setns(f.fileno(), CLONE_NEWNS):
            raise OSError(ctypes.get_errno(), "setns")
    connection = sqlite3.connect("file:%s?mode=rw" % path, uri=True, isolation_level=None, timeout=30)
    connection.execute("BEGIN EXCLUSIVE")
    print("locked", flush=True)
    sys.stdin.read()
    connection.execute("ROLLBACK")
    connection.close()


class StoppedThread:
    """Stops one thread of a process, as a debugger does; the others continue, and no signal is sent."""

    def __init__(self, process, name):
        self.process, self.name, self.thread = process, name, thread_named(process, name)

    def __enter__(self):
        if not self.thread:
            raise SystemExit("process %d has no thread %s" % (self.process, self.name))
        ptrace(SEIZE, self.thread)
        ptrace(INTERRUPT, self.thread)
        os.waitpid(self.thread, WALL)
        return self

    def reap(self):
        """Waits for the thread. The process is not reaped until its tracer has seen the thread's end: call this
        regularly."""
        if not self.thread:
            return
        try:
            thread, status = os.waitpid(self.thread, WALL | os.WNOHANG)
        except ChildProcessError:
            self.thread = None
            return
        if thread and (os.WIFEXITED(status) or os.WIFSIGNALED(status)):
            self.thread = None

    def __exit__(self, *_):
        self.reap()
        if self.thread:
            ptrace(DETACH, self.thread)


def ptrace(request, thread):
    if LIBC.ptrace(request, thread, None, None) == -1:
        error = ctypes.get_errno()
        raise OSError(error, "ptrace %#x: %s" % (request, os.strerror(error)))


def thread_named(process, name):
    """Returns the id of the first thread of that name; None if there is none."""
    for thread in sorted(map(int, os.listdir("/proc/%d/task" % process))):
        try:
            with open("/proc/%d/task/%d/comm" % (process, thread)) as f:
                if f.read() == name + "\n":
                    return thread
        except OSError:
            pass
    return None


if __name__ == "__main__":
    lock(*sys.argv[1:])
