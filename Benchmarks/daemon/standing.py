"""Size, start, memory and rest of the daemon: how large the program is, when it is ready, what it holds while fifteen games
go on, and whether it rests when no game is on."""
import os
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request

import processes
from lib import harness
from lib.harness import Daemon, Replay
from lib.page_site import free_port
from results import figure, over, spread

HERE = os.path.dirname(os.path.abspath(__file__))
GAMES = 15
# The limits that stand beside figures without another program as a peer.
READY_MS, WAKEUPS, KEPT = 30, 1, 64 << 10


def sizes(o):
    """Returns the sizes of the stripped program, and of the package if there is one. The peer is Node with its library."""
    found = {"program_mb": over(os.path.getsize(o.livegamed) / 1e6, "MB", node_mb())}
    if o.package:
        found["package_mb"] = over(os.path.getsize(o.package) / 1e6, "MB", 12)
    return found


def node_mb():
    node = shutil.which("node")
    if not node:
        return None
    linked = subprocess.run(["ldd", node], capture_output=True, text=True).stdout
    libraries = [line.split("=>")[1].split()[0] for line in linked.splitlines() if "=> /" in line]
    own = [x for x in libraries if os.path.basename(x).startswith(("libnode", "libicu", "libuv", "libv8"))]
    return sum(os.path.getsize(os.path.realpath(x)) for x in [node] + own) / 1e6


def ready(o):
    """Measures the time from exec to READY=1 with a warm cache: of a first start, which makes the log, and of the next one.
    The peer is the limit."""
    first, next_ = [], []
    for _ in range(4 if o.quick else 21):
        with folder() as base:
            first.append(start(o.livegamed, base))
            next_.append(start(o.livegamed, base))
    return {"ready_ms": timed(next_[1:]), "ready_new_log_ms": timed(first[1:])}


def timed(spans):
    """Returns the figure of some starts."""
    value = statistics.median(spans)
    return spread(figure(value, "ms", READY_MS, value / READY_MS), spans)


def start(program, base, more=""):
    """Returns the milliseconds until a daemon with a page is ready, on the log in `base` if there is one. It polls
    nobody, and gets `more` lines of configuration."""
    if os.path.exists(base + "/notify"):
        os.remove(base + "/notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notify:
        notify.bind(base + "/notify")
        notify.settimeout(20)
        with open(base + "/livegamed.yaml", "w") as f:
            f.write("source: {mlb: {base_url: \"http://127.0.0.1:9\"}}\nstate_directory: %s/state\nsocket: {path: %s/s}\n"
                    "journal: {events: false}\nweb: {listen: \"127.0.0.1:%d\"}\n%s" % (base, base, free_port(), more))
        environment = dict(os.environ, NOTIFY_SOCKET=base + "/notify")
        began = time.perf_counter()
        process = subprocess.Popen([program, "run", "--config", base + "/livegamed.yaml"], env=environment,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            while b"READY=1" not in notify.recv(4096):
                pass
            return (time.perf_counter() - began) * 1000
        finally:
            harness.stop(process)


def evening(o):
    """Follows copies of a recorded game in real time, with the page on, beside a bot's loop in Node that follows the same
    games."""
    seconds = 6 if o.quick else 180
    with folder() as base, Replay(harness.feeds_of(747175), 1, base, start="first-pitch+60m", clones=GAMES,
                                           apart=-240) as replay:
        port, metrics = free_port(), free_port()
        with ByDefault(o, base, replay.url, page(port, metrics)) as daemon:
            replay.go()
            time.sleep(5 if o.quick else 30)
            samples = processes.Samples(daemon.process.pid).take(seconds)
            kept = metric(metrics, "livegamed_game_memory_bytes")
        bot = node_loop(o, replay, seconds)
    return {
        "rss_15_games_mb": spread(over(samples.resident, "MB", bot and bot.resident), samples.values["resident"]),
        "anon_15_games_mb": spread(over(samples.anonymous, "MB", bot and bot.anonymous), samples.values["anonymous"]),
        "cpu_15_games_cores": spread(over(samples.cores, "cores", bot and bot.cores), samples.values["cores"]),
        "kept_per_game_max_bytes": figure(kept, "B", KEPT, kept / KEPT),
    }


def node_loop(o, replay, seconds):
    """Returns what the loop in Node uses; None without Node."""
    if not shutil.which("node"):
        return None
    games = list(replay.now()[1])
    process = subprocess.Popen(["node", HERE + "/bot.js", replay.url, *map(str, games)], stdout=subprocess.DEVNULL)
    try:
        # It has asked for every game at least once.
        time.sleep(11 if o.quick else 25)
        return processes.Samples(process.pid).take(seconds)
    finally:
        harness.stop(process)


def rest(o):
    """Counts wake-ups and processor time while no game is on."""
    seconds = 5 if o.quick else 120
    with folder() as base, Replay(harness.feeds_of(747175), 1, base, start="first-pitch-24h") as replay:
        with ByDefault(o, base, replay.url, page(free_port(), free_port())) as daemon:
            replay.go()
            time.sleep(3 if o.quick else 10)
            pid = daemon.process.pid
            used, began = processes.processor_seconds(pid), time.monotonic()
            woken = processes.wakeups(pid, seconds)
            used = (processes.processor_seconds(pid) - used) / (time.monotonic() - began)
    return {"idle_wakeups_per_s": figure(woken, "1/s", WAKEUPS, woken / WAKEUPS), "idle_cpu": figure(used, "cores")}


class ByDefault(Daemon):
    """A daemon with the default intervals, and with what else is given."""

    def __init__(self, o, base, url, more):
        self.program, self.log_path, self.socket = o.livegamed, base + "/daemon.log", base + "/livegamed.sock"
        self.config, self.kills = base + "/livegamed.yaml", 0
        with open(self.config, "w") as f:
            f.write('source: {mlb: {base_url: "%s"}}\nstate_directory: %s/state\nsocket: {path: %s}\n%s' % (
                url, base, self.socket, more))
        self.log = open(self.log_path, "ab")
        self.start()


def page(web, metrics):
    """Returns the configuration of a page and of metrics at these ports, with nothing in the journal."""
    return ('journal: {events: false}\nmetrics: {listen: "127.0.0.1:%d"}\nweb: {listen: "127.0.0.1:%d"}\n' % (
        metrics, web))


def metric(port, name):
    with urllib.request.urlopen("http://127.0.0.1:%d/metrics" % port, timeout=20) as answer:
        for line in answer.read().decode().splitlines():
            if line.startswith(name + " "):
                return float(line.split()[1])
    raise SystemExit("the daemon has no metric %s" % name)


def folder():
    """Returns a folder that is removed at the end of its block."""
    return tempfile.TemporaryDirectory(prefix="livegamed-bench-", ignore_cleanup_errors=True)
