"""What a running process uses, by /proc."""
import os
import re
import statistics
import time

def processor_seconds(pid):
    """Returns the time of all threads, with those that have ended."""
    # The kernel's clock of another process: clock_getcpuclockid(3).
    return time.clock_gettime(~pid << 3 | 2)


def wakeups(pid, seconds):
    """Returns how often a second the threads of a process were given a processor after they had waited. Looks twice a
    second, because threads of a pool end when they rest."""
    def counts():
        found = {}
        for task in os.listdir("/proc/%d/task" % pid):
            try:
                with open("/proc/%d/task/%s/status" % (pid, task)) as f:
                    found[task] = int(re.search(r"^voluntary_ctxt_switches:\s+(\d+)", f.read(), re.M).group(1))
            except OSError:
                pass
        return found

    total, known, began = 0, counts(), time.monotonic()
    while time.monotonic() - began < seconds:
        time.sleep(0.5)
        now = counts()
        total += sum(number - known.get(task, 0) for task, number in now.items())
        known = now
    return total / (time.monotonic() - began)


def memory(pid):
    """Returns resident and anonymous megabytes."""
    with open("/proc/%d/smaps_rollup" % pid) as f:
        text = f.read()
    kilobytes = lambda name: int(re.search(r"^%s:\s+(\d+)" % name, text, re.M).group(1))
    return kilobytes("Rss") * 1024 / 1e6, kilobytes("Anonymous") * 1024 / 1e6


class Samples:
    """The memory and the processor time of a process over some seconds: medians, and all values by name."""

    def __init__(self, pid):
        self.pid = pid

    def take(self, seconds, every=2):
        began, used, rows = time.monotonic(), processor_seconds(self.pid), []
        at, before = began, used
        while at - began < seconds:
            time.sleep(min(every, seconds))
            later, now = time.monotonic(), processor_seconds(self.pid)
            rows.append((*memory(self.pid), (now - before) / (later - at)))
            at, before = later, now
        self.cores = (before - used) / (at - began)
        self.values = dict(zip(("resident", "anonymous", "cores"), zip(*rows)))
        self.resident, self.anonymous = (statistics.median(self.values[x]) for x in ("resident", "anonymous"))
        self.most = max(self.values["resident"])
        return self
