"""What a running process uses, by /proc."""
import os
import re
import statistics
import time

TICKS = os.sysconf("SC_CLK_TCK")


def processor_seconds(pid):
    with open("/proc/%d/stat" % pid) as f:
        fields = f.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def precise_processor_seconds(pid):
    """Returns the time of all threads in nanoseconds' resolution; threads that have ended do not count."""
    total = 0
    for task in os.listdir("/proc/%d/task" % pid):
        with open("/proc/%d/task/%s/schedstat" % (pid, task)) as f:
            total += int(f.read().split()[0])
    return total / 1e9


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
        began, used = time.monotonic(), processor_seconds(self.pid)
        rows, at, before = [], began, precise_processor_seconds(self.pid)
        while time.monotonic() - began < seconds:
            time.sleep(min(every, seconds))
            now, later = precise_processor_seconds(self.pid), time.monotonic()
            # Threads that have ended take their time with them.
            rows.append((*memory(self.pid), max(0, now - before) / (later - at)))
            at, before = later, now
        self.cores = (processor_seconds(self.pid) - used) / (time.monotonic() - began)
        self.values = dict(zip(("resident", "anonymous", "cores"), zip(*rows)))
        self.resident, self.anonymous = (statistics.median(self.values[x]) for x in ("resident", "anonymous"))
        self.most = max(self.values["resident"])
        return self
