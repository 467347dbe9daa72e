#!/usr/bin/env python3
"""Runs the daemon on replayed real games and compares its events with independently derived facts.

The replay server, the truth and the comparison are those of ../shared/tools/replay; the socket client and the webhook
receiver are independent code in this file. Prints one line for each check; the exit status is 0 only if all pass.

    python3 Tests/Acceptance/main_job.py --livegamed .build/debug/livegamed --speed 60 --kills 10 \
        ../shared/data/mlb/feed-live/{747175,718263,715720}*.json.gz
"""
import argparse
import base64
import hashlib
import hmac
import http.server
import json
import random
import subprocess
import threading
import time

from lib import harness
from lib.harness import Checks, Daemon, Replay, Scratch, Subscriber

KINDS = "game_start,half_start,half_end,play_end,scoring_play,final"
SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"


def sign(secret, message_id, timestamp, body):
    """Signs a message by Standard Webhooks, v1."""
    key = base64.b64decode(secret[len("whsec_"):])
    signed = b"%s.%s.%s" % (message_id.encode(), timestamp.encode(), body)
    return "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()


VECTOR = sign(SECRET, "msg_p5jXN8AQM9LWM0D4loKWxJek", "1614265330", b'{"test": 2432232314}')
assert VECTOR == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=", VECTOR


class Receiver:
    """A webhook receiver: records each delivery, and refuses some if configured to."""

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


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("feeds", nargs="+")
    ap.add_argument("--livegamed", required=True)
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
    checks = Checks()
    with Scratch(checks, o.keep) as base, Replay(o.feeds, o.speed, base, o.faults) as replay:
        job(o, checks, base, replay)
    checks.exit()


def job(o, checks, base, replay):
    receiver = Receiver(o.refuse)
    poll = o.every / o.speed if o.every else 0.1
    sinks = f"""sinks:
  hook: {{type: webhook, url: "http://127.0.0.1:{receiver.port}/hook", secret: "{SECRET}", allow_http: true}}
"""
    with Daemon(o.livegamed, base, replay.url, poll, idle=o.every and poll or 1, live_max=o.every and poll or 0.5,
                more=sinks) as daemon, Subscriber(daemon.socket) as client:
        harness.wait_for(lambda: len(replay.ask("/__stats")["by_game"]) == len(o.feeds), 30)
        began = time.time()
        replay.go()
        play(o, daemon, client)
        judge(o, checks, base, receiver, daemon, client)
        print("     seconds=%.0f events=%d socket ops=%s" % (
            time.time() - began, len(client.lines), sorted(set(client.ops))))


def play(o, daemon, client):
    """Runs until every game is over, with kills on the way."""
    dice, began = random.Random(11), time.time()
    longest = 200 * 60 / o.speed  # Approximate seconds of the longest game.
    strikes = sorted(dice.uniform(4, max(5, longest * 0.8)) for _ in range(o.kills))
    while time.time() - began < o.limit and len(client.final_games) < len(o.feeds):
        time.sleep(0.05)
        if not daemon.running:
            print("the daemon ended by itself: %s" % daemon.process.returncode)
            break
        if strikes and time.time() - began > strikes[0]:
            strikes.pop(0)
            daemon.kill()


def judge(o, checks, base, receiver, daemon, client):
    # A sink gets no provisional events; the journal gets no time-outs either.
    sure = lambda: [e for e in map(json.loads, client.lines) if not e["data"]["provisional"]]
    told = lambda: {e["id"] for e in sure()}
    harness.wait_for(lambda: {e["id"] for _, e in receiver.deliveries} == told(), 60, 0.1)
    memory = daemon.memory()
    stopped = daemon.stop()
    client.stop()
    equal, report = harness.compare(base, o.feeds, client.lines, o.kinds)
    print(report, end="")
    checks("events equal the truth", equal)
    order = lambda pairs: {g: [i for h, i in pairs if h == g] for g in {h for h, _ in pairs}}
    socket_order = order([(e["data"]["game"]["id"], e["id"]) for e in sure()])
    once, seen = [], set()
    for mid, e in receiver.deliveries:
        if mid not in seen:
            once.append((e["data"]["game"]["id"], e["id"]))
        seen.add(mid)
    checks("webhook has the same events, in order within each game", order(once) == socket_order,
               "deliveries=%d repeats=%d refused=%d" % (len(receiver.deliveries), len(receiver.deliveries) - len(once),
                   receiver.refused))
    checks("repeats are at most one for each kill", len(receiver.deliveries) - len(once) <= daemon.kills)
    checks("every signature verifies", not receiver.bad, str(receiver.bad[:3]))
    checks("the daemon stopped cleanly", stopped == 0, "exit=%s" % stopped)
    checks("kills happened", daemon.kills == o.kills, "kills=%d" % daemon.kills)
    if o.journal:
        entries = subprocess.run(
            ["journalctl", "-D", o.journal, "-o", "json", "SYSLOG_IDENTIFIER=livegamed"], capture_output=True,
            text=True).stdout.splitlines()
        rows = [json.loads(x) for x in entries]
        journal_once = list(dict.fromkeys(
            (int(r["LIVEGAME_GAME_PK"]), r["LIVEGAME_ID"]) for r in rows if "LIVEGAME_ID" in r))
        worthy = order([(e["data"]["game"]["id"], e["id"]) for e in sure() if e["data"]["importance"]])
        checks("the journal has the same events, in order within each game", order(journal_once) == worthy,
               "entries=%d" % len(rows))
    for line in memory:
        print("     " + line)


if __name__ == "__main__":
    main()
