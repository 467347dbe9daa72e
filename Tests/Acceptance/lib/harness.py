"""Shared by the acceptance programs: the replay server, the daemon, a client of its socket, and printed checks."""
import glob
import http.client
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

# The folder Tests/Acceptance.
HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

# SIGTERM unwinds all blocks, which end the started processes.
signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))


def shared():
    """Returns the folder `shared`: LIVEGAMED_SHARED, or the first one in a parent folder."""
    if "LIVEGAMED_SHARED" in os.environ:
        return os.environ["LIVEGAMED_SHARED"]
    folder = HERE
    while folder != "/":
        folder = os.path.dirname(folder)
        if os.path.isdir(folder + "/shared/tools/replay"):
            return folder + "/shared"
    return HERE + "/../../../shared"


TOOLS = shared() + "/tools/replay"


def final_feeds():
    """Returns the feeds of all recorded games that were played; skips the program if there are none."""
    return sorted(glob.glob(shared() + "/data/mlb/feed-live/*final*.json.gz")) or skip()


def feeds_of(*games):
    """Returns the recorded feeds of these games; skips the program if they are missing."""
    feeds = [x for game in games for x in glob.glob("%s/data/mlb/feed-live/%d_*" % (shared(), game))]
    return feeds or skip()


# Exit status of a program that could not run completely here. It has neither passed nor failed.
SKIPPED = 77


def skip():
    print("skipped: no feeds in " + shared())
    sys.exit(SKIPPED)


class Checks:
    """Prints one line for each check, and remembers the failures."""

    def __init__(self):
        self.failures, self.count, self.skipped = [], 0, []

    def __call__(self, name, holds, detail=""):
        self.count += 1
        print("%-4s %s %s" % ("ok" if holds else "FAIL", name, detail), flush=True)
        if not holds:
            self.failures.append(name)
        return bool(holds)

    def skip(self, what):
        """Skips a part that cannot run here; if nothing fails, the program exits as skipped."""
        print("     skipped: " + what, flush=True)
        self.skipped.append(what)

    def exit(self):
        parts = ["%d checks, %d failed" % (self.count, len(self.failures))] + ["skipped: " + x for x in self.skipped]
        print("; ".join(parts))
        sys.exit(1 if self.failures else SKIPPED if self.skipped else 0)


class Scratch:
    """A folder for one run; it is kept if something failed."""

    def __init__(self, checks, keep=False):
        self.checks, self.keep, self.before = checks, keep, len(checks.failures)
        self.path = tempfile.mkdtemp(prefix="livegamed-acceptance-")

    def __enter__(self):
        return self.path

    def __exit__(self, kind, *_):
        if self.keep or kind or len(self.checks.failures) > self.before:
            print("     kept: " + self.path, flush=True)
        else:
            shutil.rmtree(self.path, ignore_errors=True)


class Replay:
    """The fake StatsAPI. Its clock stands still until `go`, so that the daemon runs before the first pitch."""

    TOOL = TOOLS + "/statsapi_replay.py"

    def __init__(self, feeds, speed, base, faults="", script=None, start="first-pitch-5m", clones=1,
                 apart=0, more=()):
        self.speed, self.log = speed, base + "/replay.log"
        more = list(more) + (["--faults", faults] if faults else [])
        if script:
            with open(base + "/script.json", "w") as f:
                json.dump(script, f)
            more += ["--script", f.name]
        if clones > 1:
            # Copies under other gamePks, each so many game seconds after the one before.
            more += ["--clones", str(clones), "--clone-offset", str(apart)]
        self.errors = open(base + "/replay.stderr", "w+")
        self.process = subprocess.Popen(
            [sys.executable, self.TOOL, "--listen", "127.0.0.1:0", "--feed", *feeds, "--speed", "0",
             "--align", "--spread", "0", "--start", start, "--log", self.log, *more],
            stdout=subprocess.PIPE, stderr=self.errors, text=True)
        first = self.process.stdout.readline()
        found = re.match(r"listening 127\.0\.0\.1:(\d+)", first)
        if not found:
            self.stop()
            raise SystemExit("the replay server did not start: %r %s" % (first, open(self.errors.name).read()))
        self.port = int(found.group(1))
        self.url = "http://127.0.0.1:%d" % self.port
        threading.Thread(target=lambda: [None for _ in self.process.stdout], daemon=True).start()

    def ask(self, path, method="GET"):
        c = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            c.request(method, path)
            return json.loads(c.getresponse().read())
        finally:
            c.close()

    def go(self):
        self.ask("/__speed?x=%r" % self.speed, "POST")

    def now(self):
        """Returns the virtual time, and per gamePk the times of the first pitch, the last out and the last revision."""
        n = self.ask("/__now")
        return n["epoch"], {int(pk): {k: epoch(g[k]) for k in ("firstPitch", "gameOver", "end")}
                            for pk, g in n["games"].items()}

    def requests(self):
        """Returns the server's log of requests."""
        with open(self.log) as f:
            return [json.loads(x) for x in f]

    def trouble(self):
        """Returns errors of the server itself: a broken replay proves nothing."""
        with open(self.errors.name) as f:
            return f.read().strip()

    def stop(self):
        stop(self.process)
        self.errors.close()

    __enter__ = lambda self: self

    def __exit__(self, *_):
        self.stop()


def epoch(text):
    import datetime
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()


def stop(process, within=30):
    """Ends a child process, first with SIGTERM. Returns its status."""
    if process.poll() is None:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(timeout=within)
        except subprocess.TimeoutExpired:
            process.kill()
    return process.wait()


class Daemon:
    """livegamed with its own state folder; `kill` is SIGKILL and a new start on the same state."""

    def __init__(self, program, base, url, poll, idle=None, live_max=None, more="", source=None):
        self.program, self.log_path, self.socket = program, base + "/daemon.log", base + "/livegamed.sock"
        self.config, self.kills = base + "/livegamed.yaml", 0
        with open(self.config, "w") as f:
            f.write(f"""source: {source or '{mlb: {base_url: "%s"}}' % url}
poll: {{live_min: {ms(poll)}, live_max: {ms(live_max or poll)}, idle_max: {ms(idle or max(poll, 0.2))}, requests_per_second: 1000}}
state_directory: {base}/state
socket: {{path: {self.socket}}}
{more}""")
        self.log = open(self.log_path, "ab")
        self.start()

    def start(self):
        self.process = subprocess.Popen([self.program, "run", "--config", self.config], stdout=self.log, stderr=self.log)

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.kills += 1
        self.start()

    @property
    def running(self):
        return self.process.poll() is None

    def memory(self):
        """Returns the lines of /proc with sizes and threads."""
        if not self.running:
            return []
        with open("/proc/%d/status" % self.process.pid) as f:
            return [x.rstrip() for x in f if x.startswith(("VmHWM", "VmRSS", "RssAnon", "Threads"))]

    def text(self):
        with open(self.log_path) as f:
            return f.read()

    def stop(self):
        return stop(self.process)

    __enter__ = lambda self: self

    def __exit__(self, *_):
        self.stop()
        self.log.close()


def ms(seconds):
    return "%dms" % max(1, round(seconds * 1000))


class Subscriber(threading.Thread):
    """A socket client that reconnects and resumes by itself. Keeps the lines of the events."""

    def __init__(self, path):
        super().__init__(daemon=True)
        self.path, self.lines, self.ops, self.last, self.done = path, [], [], "oldest", False
        self.final_games, self.gaps = set(), []
        self.start()

    def run(self):
        while not self.done:
            try:
                with socket.socket(socket.AF_UNIX) as s:
                    s.settimeout(1)
                    s.connect(self.path)
                    s.sendall((json.dumps({"op": "subscribe", "after": self.last}) + "\n").encode())
                    self.read(s)
            except OSError:
                time.sleep(0.05)

    def read(self, s):
        rest = b""
        while not self.done:
            try:
                chunk = s.recv(1 << 16)
            except socket.timeout:
                continue
            if not chunk:
                return
            *whole, rest = (rest + chunk).split(b"\n")
            for line in whole:
                self.take(line.decode())

    def take(self, line):
        value = json.loads(line)
        if "specversion" not in value:
            self.ops.append(value["op"])
            if value["op"] == "gap":
                self.gaps.append(value)
            return
        self.lines.append(line)
        self.last = int(value["sequence"])
        if "final" in value["data"]["tags"]:
            self.final_games.add(value["data"]["game"]["id"])

    def events(self):
        return [json.loads(x) for x in list(self.lines)]

    def stop(self):
        self.done = True
        self.join(timeout=3)

    __enter__ = lambda self: self

    def __exit__(self, *_):
        self.stop()


def wait_for(condition, limit, pause=0.05):
    """Returns true as soon as the condition holds, and false after `limit` seconds."""
    deadline = time.monotonic() + limit
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(pause)
    return True


def listens(path):
    """Returns whether a client can connect. The file of a socket appears a moment before that."""
    with socket.socket(socket.AF_UNIX) as client:
        try:
            client.connect(path)
        except OSError:
            return False
    return True


def compare(base, feeds, lines, kinds=None):
    """Compares the events with the truth of the feeds. Returns (equal, report)."""
    with open(base + "/events.ndjson", "w") as f:
        f.writelines(x + "\n" for x in lines)
    with open(base + "/truth.jsonl", "w") as f:
        subprocess.run([sys.executable, TOOLS + "/truth.py", *feeds], stdout=f, check=True)
    report = subprocess.run(
        [sys.executable, TOOLS + "/check_events.py", "--truth", base + "/truth.jsonl", "--events",
         base + "/events.ndjson"] + (["--kinds", kinds] if kinds else []), capture_output=True, text=True)
    return report.returncode == 0, report.stdout + report.stderr
