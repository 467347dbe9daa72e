"""Starts and stops the compared servers, and runs the program that publishes to them and receives."""
import contextlib
import json
import os
import shutil
import socket
import subprocess
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
PROGRAMS = os.path.join(os.path.dirname(HERE), ".build", "release")
KINDS = ("livegamed", "redis", "send")
# Seconds; a server or a phase that takes longer hangs.
PATIENCE = 120


def program(name):
    return os.path.join(PROGRAMS, name)


def command(kind, path, folder, clients, mode):
    if kind == "livegamed":
        return [program("engine"), path, folder, mode]
    if kind == "send":
        return [program("rawsend"), path, str(clients)]
    # No writes to disk, and no subscriber is disconnected for a full buffer.
    return ["redis-server", "--port", "0", "--unixsocket", path, "--dir", folder, "--save", "", "--appendonly", "no",
            "--client-output-buffer-limit", "pubsub", "0", "0", "0", "--maxclients", "12000", "--daemonize", "no",
            "--logfile", os.path.join(folder, "redis.log")]


class Server:
    """A running server. `control` is our end of the stream over which lines are published; redis has none, its
    clients publish."""

    def __init__(self, kind, process, path, control):
        self.kind, self.process, self.path, self.control = kind, process, path, control

    def receive(self, subscribers, phases):
        """Runs the phases with so many subscribers. Returns one dictionary for each phase."""
        with self.receiver(subscribers, phases) as receiver:
            out, _ = receiver.communicate(timeout=PATIENCE)
            if receiver.returncode != 0:
                raise SystemExit("%s: the receiver ended with status %d" % (self.kind, receiver.returncode))
            return [json.loads(line) for line in out.splitlines()]

    def receiver(self, subscribers, phases):
        number = self.control.fileno() if self.control else -1
        arguments = [program("receiver"), self.kind, self.path, str(number), str(self.process.pid), str(subscribers)]
        return running(arguments + phases, stdout=subprocess.PIPE, text=True,
                       pass_fds=[number] if self.control else [])

    def descriptors(self):
        return len(os.listdir("/proc/%d/fd" % self.process.pid))

    def status_mb(self, key):
        """Returns a size of /proc/<pid>/status, such as VmHWM or RssAnon."""
        with open("/proc/%d/status" % self.process.pid) as status:
            kilobytes = next(int(line.split()[1]) for line in status if line.startswith(key + ":"))
        return kilobytes / 1024


@contextlib.contextmanager
def running(arguments, **options):
    """A process that ends with the block."""
    process = subprocess.Popen(arguments, **options)
    try:
        yield process
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout):
            if stream:
                stream.close()


@contextlib.contextmanager
def server(kind, clients, mode="memory"):
    """Starts a server and waits until it listens; `mode` is the engine's: see engine/Engine.swift."""
    folder = tempfile.mkdtemp(prefix="fanout-")
    path = os.path.join(folder, "s")
    ours, theirs = (None, subprocess.DEVNULL) if kind == "redis" else socket.socketpair()
    try:
        with running(command(kind, path, folder, clients, mode), stdin=theirs, stdout=subprocess.DEVNULL) as process:
            if ours:
                theirs.close()
            await_file(path, process)
            yield Server(kind, process, path, ours)
    finally:
        if ours:
            ours.close()
        shutil.rmtree(folder, ignore_errors=True)


def await_file(path, process):
    """Waits for the socket's file; an extra connection would count as a client of rawsend."""
    end = time.monotonic() + 20
    while not os.path.exists(path):
        if process.poll() is not None or time.monotonic() > end:
            raise SystemExit("%s did not start" % process.args[0])
        time.sleep(0.01)
    # The file appears at bind, just before listen.
    time.sleep(0.1)
