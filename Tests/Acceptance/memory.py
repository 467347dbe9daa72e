#!/usr/bin/env python3
"""Measures the daemon's memory while it follows N games whose answers are whole bodies of `feed/live`.

The replay server honours `fields=`; a proxy in between removes it. Prints RSS, anonymous memory, and the difference
for each game against the same daemon with one game.

    python3 Tests/Acceptance/memory.py --livegamed .build/livegamed ../shared/data/mlb/feed-live/747175*.json.gz
"""
import argparse
import http.client
import http.server
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse


def proxy(port):
    """Forwards to the replay server without `fields=`, with compressed bodies unchanged."""

    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        bytes = 0

        def do_GET(self):
            parts = urllib.parse.urlsplit(self.path)
            query = [x for x in urllib.parse.parse_qsl(parts.query) if x[0] != "fields" or "schedule" in parts.path]
            c = http.client.HTTPConnection("127.0.0.1", port)
            c.request("GET", parts.path + "?" + urllib.parse.urlencode(query), headers={"Accept-Encoding": "gzip"})
            r = c.getresponse()
            body = r.read()
            c.close()
            Handler.bytes += len(body)
            try:
                self.send_response(r.status)
                for name in ("content-type", "content-encoding"):
                    if r.getheader(name):
                        self.send_header(name, r.getheader(name))
                self.send_header("content-length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)
            except OSError:
                pass

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server, Handler


def measure(o, games):
    base = tempfile.mkdtemp(prefix="livegamed-memory-")
    replay = subprocess.Popen(
        [sys.executable, o.tools + "/statsapi_replay.py", "--listen", "127.0.0.1:0", "--feed", o.feed, "--clones",
         str(games), "--speed", str(o.speed), "--align", "--start", "first-pitch-5m"], stdout=subprocess.PIPE, text=True)
    port = int(re.match(r"listening 127\.0\.0\.1:(\d+)", replay.stdout.readline()).group(1))
    threading.Thread(target=lambda: [None for _ in replay.stdout], daemon=True).start()
    server, handler = proxy(port)
    with open(base + "/livegamed.yaml", "w") as f:
        f.write(f"""source: {{mlb: {{base_url: "http://127.0.0.1:{server.server_address[1]}"}}}}
poll: {{live_min: 1s, live_max: 3s, idle_max: 2s, requests_per_second: 30}}
state_directory: {base}/state
socket: {{path: {base}/livegamed.sock}}
journal: {{events: false}}
""")
    daemon = subprocess.Popen([o.livegamed, "run", "--config", base + "/livegamed.yaml"])
    time.sleep(o.seconds)
    status = open("/proc/%d/status" % daemon.pid).read()
    cpu = sum(map(int, open("/proc/%d/stat" % daemon.pid).read().split()[13:15])) / os.sysconf("SC_CLK_TCK")
    daemon.send_signal(signal.SIGTERM)
    daemon.wait(timeout=30)
    replay.terminate()
    server.shutdown()
    shutil.rmtree(base)
    get = lambda name: int(re.search(name + r":\s+(\d+)", status).group(1))
    print("games=%2d  peak RSS %.1f MB  RSS %.1f MB  anonymous %.1f MB  cpu %.1f s of %d s  bodies %.0f MB gzip" % (
        games, get("VmHWM") / 1e3, get("VmRSS") / 1e3, get("RssAnon") / 1e3, cpu, o.seconds, handler.bytes / 1e6), flush=True)
    return get("RssAnon")


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    ap = argparse.ArgumentParser()
    ap.add_argument("feed")
    ap.add_argument("--livegamed", required=True)
    ap.add_argument("--tools", default=os.path.join(here, "../../../shared/tools/replay"))
    ap.add_argument("--games", type=int, default=15)
    ap.add_argument("--speed", type=float, default=120)
    ap.add_argument("--seconds", type=int, default=75)
    o = ap.parse_args()
    one, many = measure(o, 1), measure(o, o.games)
    print("a game more: %.0f kB anonymous" % ((many - one) / (o.games - 1)))


if __name__ == "__main__":
    main()
