#!/usr/bin/env python3
"""Runs the daemon with sources that misbehave: each must give a clear log line, back-off, no event and no crash.

    python3 Tests/Acceptance/bad_sources.py --livegamed .build/debug/livegamed
"""
import argparse
import datetime
import http.server
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

HTML = b"<!DOCTYPE html><html><title>403 Forbidden</title><body>Request blocked.</body></html>"


def schedule():
    now = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    team = lambda i, a: {"team": {"id": i, "name": a, "abbreviation": a}}
    game = {"gamePk": 1, "gameDate": now, "status": {"codedGameState": "I", "statusCode": "I", "detailedState": ""},
            "teams": {"away": team(1, "TOR"), "home": team(2, "AZ")}}
    return json.dumps({"dates": [{"games": [game]}]}).encode()


class Source:
    """Serves a valid schedule unless told otherwise, and the feed as `feed` does."""

    def __init__(self, feed, also_schedule=False):
        self.requests = []
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                outer.requests.append((time.time(), self.path))
                try:
                    if "/schedule" in self.path and not also_schedule:
                        whole(self, schedule())
                    else:
                        feed(self)
                except OSError:
                    self.close_connection = True

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = "http://127.0.0.1:%d" % self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


def whole(h, body, status=200, kind="application/json", length=None):
    h.send_response(status)
    h.send_header("content-type", kind)
    h.send_header("content-length", str(length or len(body)))
    h.end_headers()
    h.wfile.write(body)


def announced_2gb(h):
    whole(h, b"", length=2 << 30)
    for _ in range(2 << 10):
        h.wfile.write(b" " * (1 << 20))


def unannounced_2gb(h):
    h.send_response(200)
    h.send_header("transfer-encoding", "chunked")
    h.end_headers()
    for _ in range(2 << 10):
        h.wfile.write(b"100000\r\n" + b" " * (1 << 20) + b"\r\n")


def half_then_close(h):
    whole(h, b'{"gamePk":1,"metaData":{"timeStamp":"2024', length=5000)
    h.close_connection = True


def redirect(h):
    h.send_response(302)
    h.send_header("location", "http://127.0.0.1:1/")
    h.send_header("content-length", "0")
    h.end_headers()


# name: feed, expected in the log
CASES = {
    "403 HTML page": (lambda h: whole(h, HTML, 403, "text/html"), r"answered 403 with text/html"),
    "200 HTML page": (lambda h: whole(h, HTML, 200, "text/html"), r"200 with text/html; an HTML page"),
    "2 GB body, announced": (announced_2gb, r"feed\.too-large"),
    "2 GB body, unannounced": (unannounced_2gb, r"feed\.too-(large|long)"),
    "half a JSON, right length": (lambda h: whole(h, b'{"gamePk":1,"metaData":{"timeStamp":"2024'),
                                  r"feed\.truncated"),
    "half a JSON, connection closed": (half_then_close, r"feed\.truncated"),
    "empty body": (lambda h: whole(h, b""), r"feed\.(truncated|malformed)"),
    "an empty object": (lambda h: whole(h, b"{}"), r"feed\.missing"),
    "500": (lambda h: whole(h, b"oops", 500, "text/plain"), r"answered 500"),
    "redirect": (redirect, r"answered 302.*redirects are not followed"),
}


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def trial(o, name, url, expected, source=None):
    base = tempfile.mkdtemp(prefix="livegamed-bad-")
    config = base + "/livegamed.yaml"
    with open(config, "w") as f:
        f.write(f"""source: {{mlb: {{base_url: "{url}"}}}}
poll: {{live_min: 50ms, live_max: 400ms, idle_max: 1s, requests_per_second: 100}}
catch_up: all
state_directory: {base}/state
socket: {{path: {base}/livegamed.sock}}
""")
    with open(base + "/log", "wb") as log:
        daemon = subprocess.Popen([o.livegamed, "run", "--config", config], stdout=log, stderr=log)
    deadline = time.time() + 30
    text = ""
    while time.time() < deadline and daemon.poll() is None and not re.search(expected, text):
        time.sleep(0.1)
        text = open(base + "/log").read()
    time.sleep(o.linger)
    alive = daemon.poll() is None
    status = open("/proc/%d/status" % daemon.pid).read() if alive else ""
    peak = int(re.search(r"VmHWM:\s+(\d+)", status).group(1)) // 1024 if alive else 0
    events = -1
    if alive:
        with socket.socket(socket.AF_UNIX) as s:
            s.settimeout(5)
            s.connect(base + "/livegamed.sock")
            hello = json.loads(s.makefile().readline())
            events = hello["newest"]
        daemon.send_signal(signal.SIGTERM)
    code = daemon.wait(timeout=30)
    text = open(base + "/log").read()
    lines = [x for x in text.splitlines() if re.search(expected, x)]
    holds = alive and code == 0 and events == 0 and 1 <= len(lines) <= 3 and peak < 80
    print("%-4s %-32s alive=%s exit=%s events=%s lines=%d peak=%d MB requests=%d" % (
        "ok" if holds else "FAIL", name, alive, code, events, len(lines), peak, len(source.requests) if source else 0))
    print("       " + (lines[0] if lines else "no line matches %r in:\n%s" % (expected, text[-2000:])))
    shutil.rmtree(base)
    return holds


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--livegamed", required=True)
    ap.add_argument("--linger", type=float, default=2, help="seconds that each case goes on after its log line")
    ap.add_argument("--only", default="")
    o = ap.parse_args()
    results = []
    if not o.only:
        results.append(trial(o, "refused connection", "http://127.0.0.1:%d" % free_port(), r"feed\.refused"))
        results.append(trial(o, "unknown host", "http://no-such-host.invalid", r"feed\.unresolved"))
        lost = Source(lambda h: whole(h, b'{"message":"Object not found"}', 404), also_schedule=True)
        results.append(trial(o, "wrong path", lost.url + "/elsewhere", r"answered 404", lost))
    for name, (feed, expected) in CASES.items():
        if o.only in name:
            source = Source(feed)
            results.append(trial(o, name, source.url, expected, source))
            source.server.shutdown()
    print("%d checks, %d failed" % (len(results), results.count(False)))
    sys.exit(0 if all(results) else 1)


if __name__ == "__main__":
    main()
