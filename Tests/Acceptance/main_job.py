#!/usr/bin/env python3
"""Runs the daemon on replayed real games and compares what it told with independently derived facts.

The replay server, the truth and the comparison are those of ../shared/tools/replay; a client of the socket and a
receiver of the webhook stand here, with code of their own. Prints one line a check; exit status 0 only if all hold.

    python3 Tests/Acceptance/main_job.py --livegamed .build/debug/livegamed --speed 60 --kills 10 \
        ../shared/data/mlb/feed-live/{747175,718263,715720}*.json.gz
"""
import argparse
import base64
import hashlib
import hmac
import http.server
import json
import os
import random
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

KINDS = "game_start,half_start,half_end,play_end,scoring_play,final"
SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"


def sign(secret, message_id, timestamp, body):
    """Standard Webhooks, v1."""
    key = base64.b64decode(secret[len("whsec_"):])
    signed = b"%s.%s.%s" % (message_id.encode(), timestamp.encode(), body)
    return "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()


VECTOR = sign(SECRET, "msg_p5jXN8AQM9LWM0D4loKWxJek", "1614265330", b'{"test": 2432232314}')
assert VECTOR == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=", VECTOR


class Receiver:
    """A webhook receiver: keeps each delivery, and refuses now and then when it is told to."""

    def __init__(self, refuse):
        self.deliveries, self.bad, self.refused = [], [], 0
        outer, dice = self, random.Random(7)

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                body = self.rfile.read(int(self.headers["content-length"]))
                if dice.random() < refuse:
                    outer.refused += 1
                    return self.answer(503)
                mid, stamp = self.headers["webhook-id"], self.headers["webhook-timestamp"]
                if sign(SECRET, mid, stamp, body) not in self.headers["webhook-signature"].split() or "." in mid:
                    outer.bad.append(mid)
                outer.deliveries.append((mid, json.loads(body)))
                self.answer(204)

            def answer(self, status):
                self.send_response(status)
                self.send_header("content-length", "0")
                self.end_headers()

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


class Subscriber(threading.Thread):
    """A client of the socket that reconnects and resumes by itself."""

    def __init__(self, path):
        super().__init__(daemon=True)
        self.path, self.lines, self.ops, self.last, self.done = path, [], [], "oldest", False

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
                value = json.loads(line)
                if "specversion" in value:
                    self.lines.append(line.decode())
                    self.last = int(value["sequence"])
                else:
                    self.ops.append(value["op"])


def finals(lines):
    return sum('"status/final/' in x or "/status/final/1@1" in x for x in lines)


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    ap = argparse.ArgumentParser()
    ap.add_argument("feeds", nargs="+")
    ap.add_argument("--livegamed", required=True)
    ap.add_argument("--tools", default=os.path.join(here, "../../../shared/tools/replay"))
    ap.add_argument("--speed", type=float, default=60)
    ap.add_argument("--every", type=float, help="one poll every so many seconds of game time")
    ap.add_argument("--kills", type=int, default=0)
    ap.add_argument("--refuse", type=float, default=0.02, help="share of deliveries that the receiver refuses")
    ap.add_argument("--faults", default="", help="passed to the replay server")
    ap.add_argument("--kinds", default=KINDS)
    ap.add_argument("--journal", help="folder of a journal to compare with, read when the games are over")
    ap.add_argument("--limit", type=float, default=900, help="seconds after which it gives up")
    ap.add_argument("--keep", action="store_true")
    o = ap.parse_args()
    base = tempfile.mkdtemp(prefix="livegamed-main-")
    replay = subprocess.Popen(
        [sys.executable, o.tools + "/statsapi_replay.py", "--listen", "127.0.0.1:0", "--feed", *o.feeds, "--speed",
         str(o.speed), "--align", "--start", "first-pitch-5m"] + (["--faults", o.faults] if o.faults else []),
        stdout=subprocess.PIPE, text=True)
    port = re.match(r"listening 127\.0\.0\.1:(\d+)", replay.stdout.readline()).group(1)
    threading.Thread(target=lambda: [None for _ in replay.stdout], daemon=True).start()
    receiver = Receiver(o.refuse)
    poll = "%dms" % (o.every / o.speed * 1000) if o.every else "100ms"
    config = base + "/livegamed.yaml"
    with open(config, "w") as f:
        f.write(f"""source: {{mlb: {{base_url: "http://127.0.0.1:{port}"}}}}
poll: {{live_min: {poll}, live_max: {poll if o.every else "500ms"}, idle_max: {poll if o.every else "1s"}, requests_per_second: 200}}
state_directory: {base}/state
socket: {{path: {base}/livegamed.sock}}
sinks:
  hook: {{type: webhook, url: "http://127.0.0.1:{receiver.port}/hook", secret: "{SECRET}", allow_http: true}}
""")
    log = open(base + "/daemon.log", "ab")
    start = lambda: subprocess.Popen([o.livegamed, "run", "--config", config], stdout=log, stderr=log)
    daemon = start()
    client = Subscriber(base + "/livegamed.sock")
    client.start()
    dice, began, kills = random.Random(11), time.time(), 0
    longest = 200 * 60 / o.speed  # seconds that the longest game takes, about
    strikes = sorted(dice.uniform(4, max(5, longest * 0.8)) for _ in range(o.kills))
    while time.time() - began < o.limit and finals(client.lines) < len(o.feeds):
        time.sleep(0.05)
        if daemon.poll() is not None:
            print("the daemon ended by itself: %s" % daemon.returncode)
            break
        if strikes and time.time() - began > strikes[0]:
            strikes.pop(0)
            daemon.kill()
            daemon.wait()
            kills += 1
            daemon = start()
    told = lambda: {json.loads(x)["id"] for x in client.lines}
    settle = time.time()
    while time.time() - settle < 60 and {e["id"] for _, e in receiver.deliveries} != told():
        time.sleep(0.1)
    rss = open("/proc/%d/status" % daemon.pid).read() if daemon.poll() is None else ""
    daemon.send_signal(signal.SIGTERM)
    stopped = daemon.wait(timeout=30)
    client.done = True
    replay.terminate()

    failures = []

    def check(name, holds, detail=""):
        print("%-4s %s %s" % ("ok" if holds else "FAIL", name, detail), flush=True)
        if not holds:
            failures.append(name)

    with open(base + "/events.ndjson", "w") as f:
        f.writelines(x + "\n" for x in client.lines)
    with open(base + "/truth.jsonl", "w") as f:
        subprocess.run([sys.executable, o.tools + "/truth.py", *o.feeds], stdout=f, check=True)
    report = subprocess.run(
        [sys.executable, o.tools + "/check_events.py", "--truth", base + "/truth.jsonl", "--events",
         base + "/events.ndjson", "--kinds", o.kinds], capture_output=True, text=True)
    print(report.stdout, end="")
    check("events equal the truth", report.returncode == 0)
    order = lambda pairs: {g: [i for h, i in pairs if h == g] for g in {h for h, _ in pairs}}
    socket_order = order([(e["data"]["game"]["id"], e["id"]) for e in map(json.loads, client.lines)])
    once, seen = [], set()
    for mid, e in receiver.deliveries:
        if mid not in seen:
            once.append((e["data"]["game"]["id"], e["id"]))
        seen.add(mid)
    check("webhook has the same events, in order within each game", order(once) == socket_order,
          "deliveries=%d repeats=%d refused=%d" % (len(receiver.deliveries), len(receiver.deliveries) - len(once),
                                                   receiver.refused))
    check("repeats are at most one a kill", len(receiver.deliveries) - len(once) <= kills)
    check("every signature verifies", not receiver.bad, str(receiver.bad[:3]))
    check("the daemon stopped cleanly", stopped == 0, "exit=%s" % stopped)
    check("kills happened", kills == o.kills, "kills=%d" % kills)
    if o.journal:
        entries = subprocess.run(
            ["journalctl", "-D", o.journal, "-o", "json", "SYSLOG_IDENTIFIER=livegamed"], capture_output=True,
            text=True).stdout.splitlines()
        rows = [json.loads(x) for x in entries]
        journal_once = list(dict.fromkeys(
            (int(r["LIVEGAME_GAME_PK"]), r["LIVEGAME_ID"]) for r in rows if "LIVEGAME_ID" in r))
        check("the journal has the same events, in order within each game", order(journal_once) == socket_order,
              "entries=%d" % len(rows))
    for line in rss.splitlines():
        if line.startswith(("VmHWM", "VmRSS", "RssAnon", "Threads")):
            print("     " + line)
    print("     seconds=%.0f events=%d socket ops=%s log=%s" % (
        time.time() - began, len(client.lines), sorted(set(client.ops)), base + "/daemon.log"))
    if not failures and not o.keep:
        shutil.rmtree(base)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
