"""A wall clock that steps: for a program of ours alone, by a small library that is preloaded into it. No check by itself.

It works with a program that asks glibc for the time, as the daemon does, statically linked Swift or not.
"""
import mmap
import os
import shutil
import struct
import subprocess
import time

from lib import harness


class ClockOffset:
    """The library and the file in `folder`; `environment` is what the program is started with."""

    def __init__(self, folder):
        library, path = folder + "/wall_clock.so", folder + "/wall_clock.offset"
        compiler = next((x for x in ("cc", "gcc", "clang") if shutil.which(x)), None)
        if compiler is None:
            raise SystemExit("no C compiler is here: cc, gcc or clang")
        subprocess.run([compiler, "-shared", "-fPIC", "-O2", "-o", library,
                        harness.HERE + "/lib/wall_clock.c"], check=True)
        with open(path, "w+b") as f:
            f.write(b"\0" * 8)
            f.flush()
            self.map = mmap.mmap(f.fileno(), 8)
        self.environment = dict(os.environ, LD_PRELOAD=library, LIVEGAMED_WALL_OFFSET=path)
        self.seconds = 0.0

    def set(self, seconds):
        """Steps the clock, now, to be so far from the real one."""
        self.seconds = seconds
        self.map[:] = struct.pack("=q", round(seconds * 1e9))

    @property
    def now(self):
        """What the program sees."""
        return time.time() + self.seconds
