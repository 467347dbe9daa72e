"""Clocks that can be stepped for one program only, by a small preloaded library.

It works with programs that get the time from glibc. The daemon does, with or without a static Swift runtime.
"""
import mmap
import os
import shutil
import struct
import subprocess
import time

from lib import harness


class ClockOffset:
    """The library and the file in `folder`; `environment` is for the program."""

    def __init__(self, folder):
        library, path = folder + "/wall_clock.so", folder + "/wall_clock.offset"
        compiler = next((x for x in ("cc", "gcc", "clang") if shutil.which(x)), None)
        if compiler is None:
            raise SystemExit("no C compiler is here: cc, gcc or clang")
        subprocess.run([compiler, "-shared", "-fPIC", "-O2", "-o", library,
                        harness.HERE + "/lib/wall_clock.c"], check=True)
        with open(path, "w+b") as f:
            f.write(b"\0" * 16)
            f.flush()
            self.map = mmap.mmap(f.fileno(), 16)
        self.environment = dict(os.environ, LD_PRELOAD=library, LIVEGAMED_WALL_OFFSET=path)
        self.seconds = 0.0

    def set(self, seconds, passed=0.0):
        """Sets the current differences to the real clocks: of the wall clock, and of the clocks that nobody can set."""
        self.seconds = seconds
        self.map[:] = struct.pack("=qq", round(seconds * 1e9), round(passed * 1e9))

    @property
    def now(self):
        """Returns the time that the program sees."""
        return time.time() + self.seconds
