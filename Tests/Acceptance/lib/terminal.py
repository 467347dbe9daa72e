"""A pseudo-terminal on which `livegamed watch --board` draws, for `commands.py`."""
import fcntl
import os
import pty
import re
import signal
import struct
import subprocess
import termios
import threading

from lib import harness
from lib.simulated import Lines

AWAY = "no daemon is running"
BEGIN, END = b"\x1b[?1049h\x1b[?25l", b"\x1b[?25h\x1b[?1049l"


class Terminal:
    """A pseudo-terminal whose foreground is one command; `shown` is all of its output."""

    def __init__(self, *command, rows=24, columns=80):
        self.main, slave = pty.openpty()
        self.resize(rows, columns)
        self.before, self.slave, self.shown = termios.tcgetattr(slave), slave, b""

        def foreground():
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            os.setsid()
            fcntl.ioctl(slave, termios.TIOCSCTTY, 0)

        self.process = subprocess.Popen(
            command, stdin=slave, stdout=slave, stderr=slave, preexec_fn=foreground, env=dict(os.environ, TERM="xterm"))
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def read(self):
        try:
            while chunk := os.read(self.main, 1 << 16):
                self.shown += chunk
        except OSError:
            pass

    def resize(self, rows, columns):
        fcntl.ioctl(self.main, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def frames(self):
        """Returns the pictures so far, each as its lines, without colours."""
        pictures = self.shown.decode("utf-8", "replace").split("\x1b[H")[1:]
        return [[re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", x).rstrip("\r") for x in y.split("\n")] for y in pictures]

    def is_restored(self):
        return termios.tcgetattr(self.slave) == self.before and self.shown.endswith(END) and self.shown.startswith(BEGIN) and \
            self.shown.count(b"?1049h") == self.shown.count(b"?1049l") == 1

    def close(self):
        self.process.kill()
        self.process.wait()
        os.close(self.slave)
        self.reader.join(5)
        os.close(self.main)

    __enter__ = lambda self: self

    def __exit__(self, *_):
        self.close()


def shows(picture, teams):
    return all(any(x in line for line in picture) for x in teams)


def boards(checks, program, daemon):
    command = (program, "watch", "--socket", daemon.socket, "--board")
    with Lines(daemon.socket) as client:
        client.next()
        teams = [x["game"]["home"]["abbreviation"] for x in client.ask({"op": "scoreboard"})["games"]]
    for name, end, status in (
            ("Ctrl-C", lambda x: os.write(x.main, b"\x03"), 130), ("SIGINT", lambda x: x.process.send_signal(signal.SIGINT), 130),
            ("SIGTERM", lambda x: x.process.send_signal(signal.SIGTERM), 0)):
        with Terminal(*command) as screen:
            drawn = harness.wait_for(lambda: screen.frames() and shows(screen.frames()[-1], teams), 15)
            checks("the board shows every game", drawn, "%d pictures" % len(screen.frames()))
            end(screen)
            checks("%s ends it with %d" % (name, status), harness.wait_for(
                lambda: screen.process.poll() is not None, 10) and screen.process.returncode == status, str(screen.process.poll()))
            checks("and the terminal is restored", harness.wait_for(screen.is_restored, 5), repr(screen.shown[-40:]))
    lives(checks, command, daemon, teams)


def lives(checks, command, daemon, teams):
    """Checks that the board is kept up to date, fits its terminal, and survives a restart of the daemon."""
    with Terminal(*command, rows=30, columns=100) as screen:
        checks("pictures change by themselves", harness.wait_for(lambda: len({str(x) for x in screen.frames()}) > 3, 20))
        screen.resize(4, 40)
        before = len(screen.frames())
        # The kernel signals the new size to the foreground process.
        harness.wait_for(lambda: len(screen.frames()) > before + 3, 10)
        small = screen.frames()[before + 2:-1]
        checks("on a small terminal they fit", small and all(
            len(x) <= 4 and all(len(line) <= 40 for line in x) for x in small), str(small[-1:]))
        checks("and before that they did", all(len(x) <= 30 and all(len(line) <= 100 for line in x) for x in screen.frames()[:before]))
        screen.resize(30, 100)
        for name, end in (("restart", daemon.stop), ("kill", lambda: (daemon.process.kill(), daemon.process.wait()))):
            end()
            checks("an outage of the daemon is reported below the last picture", harness.wait_for(
                lambda: AWAY in str(screen.frames()[-1]) and shows(screen.frames()[-1], teams), 15), str(screen.frames()[-1]))
            daemon.start()
            before = len(screen.frames())
            checks("it continues after a %s" % name, harness.wait_for(
                lambda: len({str(x) for x in screen.frames()[before:] if shows(x, teams) and AWAY not in str(x)}) > 2, 20))
        screen.process.send_signal(signal.SIGTERM)
        checks("and still ends correctly", harness.wait_for(lambda: screen.process.poll() == 0, 10) and
               harness.wait_for(screen.is_restored, 5))
    with Terminal(command[0], "watch", "--socket", daemon.socket, "--since", "oldest") as screen:
        checks("watch has colour on a terminal", harness.wait_for(lambda: b"\x1b[" in screen.shown and b"\n" in screen.shown, 15))
        os.write(screen.main, b"\x03")
        checks("and Ctrl-C ends it", harness.wait_for(lambda: screen.process.poll() in (130, -signal.SIGINT), 10))
