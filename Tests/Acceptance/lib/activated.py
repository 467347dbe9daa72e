"""A daemon with an inherited listening socket, as a socket unit passes it; the socket stays open while the daemon is
down.

The parent, which is the program that imports this, keeps the descriptor open as systemd does.
"""
import os
import socket
import subprocess
import sys

from lib.harness import Daemon

# LISTEN_PID is the daemon's, which is known only after the fork.
WRAPPER = """
import os, sys
os.dup2(int(sys.argv[1]), 3)
os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS="1", LISTEN_FDNAMES="livegamed")
os.execv(sys.argv[2], sys.argv[2:])
"""


class Activated(Daemon):
    """The configuration has no socket.path, because the daemon would open its own socket there."""

    def __init__(self, program, base, *args, mode=0o666, **more):
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(base + "/livegamed.sock")
        os.chmod(base + "/livegamed.sock", mode)
        self.listener.listen(512)
        super().__init__(program, base, *args, **more)

    def start(self):
        with open(self.config) as f:
            lines = [x for x in f if not x.startswith("socket:")]
        with open(self.config, "w") as f:
            f.writelines(lines)
        self.process = subprocess.Popen(
            [sys.executable, "-c", WRAPPER, str(self.listener.fileno()), self.program, "run", "--config", self.config],
            stdout=self.log, stderr=self.log, pass_fds=[self.listener.fileno()])

    def __exit__(self, *_):
        super().__exit__()
        self.listener.close()
