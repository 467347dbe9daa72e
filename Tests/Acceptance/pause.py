#!/usr/bin/env python3
"""Sinks that the operator pauses and resumes while games go on: one that people read, and a webhook.

A paused sink gets nothing, also after a kill of the daemon; `status`, `sink list`, `/healthz` and the metrics say so, and
the daemon stays healthy. Then people get one digest and the webhook every event in order, or with --drop nothing.

    python3 Tests/Acceptance/pause.py --livegamed .build/debug/livegamed
"""
import argparse
import http.server
import json
import os
import re
import socket
import threading
import time

from lib import harness
from lib.harness import Checks, Daemon, Scratch
from lib.inquiry import Inquiry
from lib.simulated import Simulated, log_of


class Receivers(threading.Thread):
    """Accepts every message, and keeps the bodies by path."""

    def __init__(self):
        super().__init__(daemon=True)
        self.bodies, lock = {}, threading.Lock()
        bodies = self.bodies

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                body = self.rfile.read(int(self.headers.get("content-length", 0)))
                with lock:
                    bodies.setdefault(self.path, []).append(body.decode())
                self.send_response(200)
                self.send_header("content-length", "2")
                self.end_headers()
                self.wfile.write(b"ok")

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.start()

    def run(self):
        self.server.serve_forever()

    def url(self, path):
        return "http://127.0.0.1:%d%s" % (self.server.server_port, path)

    def got(self, path):
        return list(self.bodies.get(path, []))


class Operator(Inquiry):
    """The commands, the metrics and the receivers of a daemon."""

    def __init__(self, daemon, metrics, receivers):
        super().__init__(daemon, metrics)
        self.receivers = receivers

    def chat(self):
        return self.receivers.got("/services/T1/B1/x")

    def hook(self):
        return [json.loads(x)["id"] for x in self.receivers.got("/hook")]

    def holds(self, sink, least):
        """Returns whether so many facts wait for a sink, after some time."""
        return harness.wait_for(lambda: self.sinks().get(sink, {}).get("waiting", 0) >= least, 60, 0.3)


def wanted(daemon):
    """Returns the ids of the events that a webhook gets."""
    events = [json.loads(x) for x in log_of(daemon.socket)[1]]
    return [x["id"] for x in events if not x["data"]["provisional"]]


def judge_pause(checks, home):
    paused = home.command("sink", "pause", "chat", "--for", "7d")
    checks("a pause with an end", paused.returncode == 0 and "is paused until" in paused.stdout, paused.stdout + paused.stderr)
    paused = home.command("sink", "pause", "hook")
    checks("and one without", paused.returncode == 0 and "'livegamed sink resume hook'" in paused.stdout, paused.stdout)
    unknown = home.command("sink", "pause", "chatt")
    checks("an unknown sink is refused", unknown.returncode == 64 and "did you mean 'chat'?" in unknown.stderr, unknown.stderr)
    wrong = home.command("sink", "pause", "chat", "--for", "soon")
    checks("and so is a wrong duration", wrong.returncode == 64 and "from 1s to 365d, not 'soon'; write it as in" in wrong.stderr, wrong.stderr)
    time.sleep(1)  # An attempt in progress is not interrupted.
    before = len(home.chat()), len(home.hook())
    checks("what comes is held", home.holds("chat", 3) and home.holds("hook", 20), str(home.sinks()))
    sinks, status, listing = home.sinks(), home.command("status"), home.command("sink", "list").stdout
    checks("both are paused", [sinks[x]["state"] for x in ("chat", "hook")] == ["paused"] * 2, str(sinks))
    checks("one has an end", "until" in sinks["chat"] and "until" not in sinks["hook"] and "paused_since" in sinks["hook"])
    checks("the lists say so", all("paused by an operator until" in x and "paused by an operator since" in x for x in (listing, status.stdout)), listing)
    checks("the daemon is healthy", status.returncode == 0, status.stdout.splitlines()[0])
    code, page = home.get("/healthz")
    checks("/healthz too, and it names the sinks", code == 200 and page.startswith("ok\n") and
           "sink 'chat' is paused until" in page and "sink 'hook' is paused since" in page, page)
    gauges = re.findall(r'(?m)^livegamed_sink_paused\{sink="(\w+)"\} (\d)$', home.get("/metrics")[1])
    checks("the metrics too", dict(gauges) == {"chat": "1", "hook": "1"}, str(gauges))
    home.daemon.kill()
    checks("after a kill both are paused", harness.wait_for(
        lambda: [home.sinks().get(x, {}).get("state") for x in ("chat", "hook")] == ["paused"] * 2, 30))
    checks("and hold more", home.holds("hook", sinks["hook"]["waiting"] + 10), str(home.sinks()))
    checks("nothing was sent", (len(home.chat()), len(home.hook())) == before, str((len(home.chat()), len(home.hook()), before)))


def judge_resume(checks, home):
    count = len(home.chat())
    resumed = home.command("sink", "resume", "chat")
    checks("resume says how much was held", re.search(r"resumed: \d+ plays, sent as one digest", resumed.stdout), resumed.stdout)
    checks("people get a digest", harness.wait_for(lambda: len(home.chat()) > count, 20))
    time.sleep(1)
    digests = [x for x in home.chat()[count:] if "While it was quiet" in x]
    checks("one, and first", len(digests) == 1 and "While it was quiet" in home.chat()[count], str(home.chat()[count:])[:300])
    home.command("sink", "resume", "hook", "--digest")
    checks("the webhook gets all that it missed", harness.wait_for(
        lambda: not set(wanted(home.daemon)) - set(home.hook()), 60, 0.5), str(set(wanted(home.daemon)) - set(home.hook()))[:300])
    games = {}
    for x in dict.fromkeys(home.hook()):
        games.setdefault(x.split("/")[1], []).append(x)
    order = {x: i for i, x in enumerate(wanted(home.daemon))}
    places = [[order[x] for x in xs if x in order] for xs in games.values()]
    checks("in the order of each game", all(x == sorted(x) for x in places))
    again = home.command("sink", "resume", "hook", "--drop")
    checks("a sink that is not paused", again.returncode == 0 and "was not paused" in again.stdout, again.stdout)


def judge_drop(checks, home):
    home.command("sink", "pause", "hook")
    time.sleep(1)
    got = set(home.hook())
    checks("it holds again", home.holds("hook", 10))
    resumed = home.command("sink", "resume", "hook", "--drop")
    checks("what was held is dropped", re.search(r"resumed: \d+ plays dropped", resumed.stdout), resumed.stdout)
    dropped = set(wanted(home.daemon)) - got
    checks("new events come", harness.wait_for(lambda: set(home.hook()) - got, 30))
    late = dropped & set(home.hook())
    checks("nothing of what was dropped", len(late) <= 1, str(late))  # One may be logged between the two commands.
    home.command("sink", "pause", "hook", "--for", "2s")
    checks("a pause ends by itself", harness.wait_for(lambda: home.sinks()["hook"]["state"] != "paused", 20, 0.2))
    count = len(home.hook())
    checks("and events come again", harness.wait_for(lambda: len(home.hook()) > count, 30))


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def main():
    ap = argparse.ArgumentParser(formatter_class=argparse.RawDescriptionHelpFormatter, description=__doc__)
    ap.add_argument("--livegamed", required=True)
    o = ap.parse_args()
    o.livegamed = os.path.abspath(o.livegamed)
    checks, metrics, receivers = Checks(), free_port(), Receivers()
    more = """metrics: {listen: "127.0.0.1:%d"}
sinks:
  chat: {type: slack, url: "%s", allow_http: true}
  hook: {type: webhook, url: "%s", allow_http: true}
""" % (metrics, receivers.url("/services/T1/B1/x"), receivers.url("/hook"))
    with Scratch(checks) as base, Simulated(o.livegamed, base, games=3, speed=60) as games, \
            Daemon(o.livegamed, base, games.url, 0.1, idle=0.5, live_max=0.3, more=more) as daemon:
        home = Operator(daemon, metrics, receivers)
        harness.wait_for(lambda: home.chat() and home.hook(), 60)
        judge_pause(checks, home)
        judge_resume(checks, home)
        judge_drop(checks, home)
    checks.exit()


if __name__ == "__main__":
    main()
