"""Measures whether clients that misbehave slow others down, and whether clients that come and go leave anything
behind."""
import contextlib
import json
import subprocess
import time

import servers

HEALTHY, MUTE, TRICKLING, NOISY = 7900, 1000, 1000, 100
CONNECTS, OPEN = 100000, 500


@contextlib.contextmanager
def hostile(server, *arguments):
    arguments = [servers.program("hostile"), arguments[0], server.path] + [str(number) for number in arguments[1:]]
    with servers.running(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        yield process


def finish(process):
    out, _ = process.communicate(timeout=servers.PATIENCE)
    if process.returncode != 0:
        raise SystemExit("the hostile clients ended with status %d" % process.returncode)
    return json.loads(out)


def crowd_rounds(count, seconds, tell):
    """Runs rounds with the healthy clients alone and with the hostile ones; one row for each run."""
    rows = []
    for number in range(count):
        # They alternate in being first.
        for is_hostile in (number % 2 == 1, number % 2 == 0):
            tell("round %d of %d: %d clients%s" % (number + 1, count, HEALTHY, ", 2,100 hostile" if is_hostile else ""))
            rows.append({"hostile": is_hostile, "round": number, **crowd_run(is_hostile, seconds)})
    return rows


def crowd_run(is_hostile, seconds):
    with servers.server("livegamed", HEALTHY, "log") as server:
        if not is_hostile:
            return timed(server, seconds)
        with hostile(server, "crowd", MUTE, TRICKLING, NOISY) as process:
            if process.stdout.readline() != "ready\n":
                raise SystemExit("the hostile clients could not connect")
            return {**timed(server, seconds), **finish(process)}


def timed(server, seconds):
    """Floods the clients that do not read, until they are far behind, past the buffers of kernel and server; then
    measures the healthy clients."""
    flood, = server.receive(10, ["pinned:burst:2"])
    paced, volley = server.receive(HEALTHY, ["pinned:%s:%g" % (mode, seconds) for mode in ("paced", "volley")])
    return {"p99": paced["p99_ns"] / 1e6, "volley_p99": volley["p99_ns"] / 1e6, "max": paced["max_ns"] / 1e6,
            "hwm_mb": volley["hwm_kb"] / 1024, "anonymous_mb": volley["anonymous_kb"] / 1024,
            "flood_lines": flood["lines"], "cpu": paced["cpu_ns"] / paced["ns"]}


def connects_run(count, tell):
    """Returns descriptors and memory before and after so many connections; a tenth as many come before, to fill the
    pools."""
    with servers.server("livegamed", OPEN, "log") as server:
        # The log is not empty, for clients that request all of it.
        server.receive(1, ["free:paced:2"])
        fresh = settled(server)
        tell("%d connections to begin with" % (count // 10))
        connect(server, count // 10)
        before = settled(server)
        tell("%d connections" % count)
        connect(server, count)
        after = settled(server)
    return {"connects": count, "fresh": fresh, "before": before, "after": after}


def connect(server, count):
    with hostile(server, "connects", count, OPEN) as process:
        finish(process)


def settled(server):
    """Waits until the server has released the connections: its number of descriptors stays the same for a second."""
    previous, since, end = None, time.monotonic(), time.monotonic() + 30
    while time.monotonic() < min(since + 1, end):
        now = server.descriptors()
        if now != previous:
            previous, since = now, time.monotonic()
        time.sleep(0.05)
    return {"descriptors": previous, "rss_mb": server.status_mb("VmRSS"), "anonymous_mb": server.status_mb("RssAnon")}
