#!/usr/bin/env python3
"""The promises of docs/socket.md about the stream itself: versions, ticks, snapshots, and clients that are killed.

A tick's answer comes exactly where the log was when it was requested, however far behind the client is; snapshots
come between the gap and the first event; a client that is killed while lines wait for it leaves nothing behind; a
client for whom there is no place gets the reason. Takes half a minute; needs only the simulator.

    python3 Tests/Acceptance/socket_protocol.py --livegamed .build/debug/livegamed
"""
import argparse
import json
import os
import subprocess
import sys
import time

from lib import harness
from lib import manners
from lib.harness import Checks, Daemon, Scratch
from lib.simulated import Lines, Simulated, fits, log_of

# Far more bytes than the kernel buffers for a client that does not read.
PLENTY = 600_000

# Connects many times, subscribes to everything, reads nothing, and prints a line when it has subscribed.
DEAF = """
import socket, sys, time
held = [socket.socket(socket.AF_UNIX) for _ in range(int(sys.argv[2]))]
for one in held:
    one.connect(sys.argv[1])
    one.sendall(b'{"op":"subscribe","after":"oldest"}\\n{"op":"tick","payload":"never"}\\n')
print("asked", flush=True)
time.sleep(600)
"""


def sequence(event):
    return int(event["sequence"])


def newest(path):
    with Lines(path) as client:
        return client.next()["newest"]


def versions(checks, path):
    with Lines(path) as client:
        first = client.next()
        for asked in (1, 2, 3, 1 << 40, None):
            request = {"op": "hello", "id": "v"} if asked is None else {"op": "hello", "protocol": asked, "id": "v"}
            answer = client.ask(request)
            checks("a hello to protocol %s is answered with 1" % asked, (answer["op"], answer["protocol"], answer["id"],
                   answer["log"]) == ("hello", 1, "v", first["log"]) and answer["newest"] >= first["newest"], str(answer))
        for asked in (0, -1):
            answer = client.ask({"op": "hello", "protocol": asked, "id": 1})
            checks("one to %d is refused" % asked, (answer.get("code"), answer["id"]) == ("unsupported_protocol", 1), str(answer))
        for op in ("subscribe", "ping", "tick", "games", "status", "sinks"):
            answer = client.ask({"op": op, "protocol": 2, "id": op})
            checks("%s in protocol 2 is refused" % op, (answer.get("code"), answer["id"]) == ("unsupported_protocol", op) and
                   answer["message"] == "this daemon speaks protocol 1", str(answer))
        for asked in ("1", 1.5, [1], True):
            answer = client.ask({"op": "ping", "protocol": asked, "id": 2})
            checks("protocol %s is malformed" % json.dumps(asked), (answer.get("code"), answer["id"]) == ("malformed", 2))
        time.sleep(1.5)
        client.send({"op": "ping", "id": "end"})
        rest = client.until("pong")
        checks("none of them subscribes the client", len(rest) == 1, str(rest)[:200])
        for op in ("subscribe", "ping", "tick", "games", "scoreboard", "schedule", "status", "sinks", "outbox"):
            client.send({"op": op, "protocol": 1, "id": op})
            answer = client.until("synced" if op == "subscribe" else "pong" if op == "ping" else op)[-1]
            checks("%s in protocol 1 is accepted" % op, answer is not None and answer["id"] == op, str(answer)[:200])


def ticks(checks, path, wanted):
    """Ticks of a client that is far behind, and again while it catches up."""
    kind = "behind, with a filter" if wanted else "behind"
    with Lines(path, within=60) as client:
        client.next()
        answer = client.ask({"op": "tick", "id": 0})
        checks("a client without a subscription gets it at once", answer["op"] == "tick" and "payload" not in answer and answer["id"] == 0)
        client.send({"op": "subscribe", "after": "oldest", "filter": wanted})
        marks, floors = {}, {}
        for turn in range(12):
            floors[turn] = newest(path)
            marks[turn] = "x" * (20 * turn) + "é\n"
            client.send({"op": "tick", "payload": marks[turn], "id": turn})
            time.sleep(0.15)
        got = []
        while len([x for x in got if x.get("op") == "tick"]) < len(marks):
            got.append(client.next(60))
            if got[-1] is None:
                break
        client.send({"op": "tick", "id": "last"})
        while got[-1] and got[-1].get("id") != "last":
            got.append(client.next(60))
    answers = [x for x in got if x and x.get("op") == "tick"]
    checks("each tick is answered in order (%s)" % kind, [x["id"] for x in answers] == [*marks, "last"], str(answers)[:300])
    checks("with its payload", [x.get("payload") for x in answers] == [*marks.values(), None])
    checks("and a sequence that is not before what was logged", all(
        x["sequence"] >= floors[x["id"]] for x in answers if x["id"] != "last"))
    log = [sequence(json.loads(x)) for x in log_of(path)[1] if fits(x, wanted)]
    told, wrong = 0, []
    for line in got:
        if "specversion" in line:
            told = sequence(line)
        elif line["op"] == "tick":
            due = max((x for x in log if x <= line["sequence"]), default=0)
            if told != due:
                wrong.append((line, told, due))
    checks("exactly at that point of the stream", not wrong, str(wrong[:3])[:300])
    events = [sequence(x) for x in got if "specversion" in x]
    checks("which has each event once", events == log[:len(events)], "%d events, %d ticks" % (len(events), len(answers)))


def snapshots(checks, path):
    """Gap, games, events, synced: in this order, for every kind of start."""
    with Lines(path) as client:
        log = client.next()["log"]
        board = client.ask({"op": "scoreboard"})["games"]
    team = board[0]["game"]["home"]["abbreviation"]
    for name, request, gap in (
            ("from the oldest", {"after": "oldest"}, None),
            ("from another log's place", {"after": 3, "log": "deadbeef"}, "other_log"),
            ("from the future", {"after": 1 << 40, "log": log}, "future"),
            ("from now", {"after": "now"}, None),
            ("for one team", {"after": "oldest", "filter": {"teams": [team]}}, None),
            ("for no game", {"after": "now", "filter": {"teams": ["XXX"]}}, None),
            ("not asked for", {"after": "oldest", "snapshot": False}, None)):
        with Lines(path) as client:
            first = client.next()
            client.send(dict({"op": "subscribe", "snapshot": True, "id": 5}, **request))
            got = client.until("synced")
        kinds = ["event" if "specversion" in x else x["op"] for x in got if x]
        order = [x for x, y in zip(kinds, [None, *kinds]) if x != y]
        shots, wanted = [x for x in got if x and x.get("op") == "snapshot"], request.get("filter", {}).get("teams")
        due = {x["game"]["id"] for x in board if not wanted or wanted[0] in (
            x["game"]["home"]["abbreviation"], x["game"]["away"]["abbreviation"])} if request.get("snapshot", True) else set()
        allowed = ["gap"] * bool(gap) + ["snapshot"] * bool(due) + ["event", "synced"]
        checks("snapshots %s: in order" % name, order in (allowed, [x for x in allowed if x != "event"]), str(order))
        checks("one line for each game, with its sequence", {x["game"]["id"] for x in shots} == due and len(shots) == len(due) and all(
            first["newest"] <= x["sequence"] <= got[-1]["sequence"] for x in shots), str(shots)[:200])
        if gap:
            checks("the gap has its reason", got[0]["reason"] == gap, str(got[0]))


def deaths(checks, daemon, count):
    """Many blocked clients are killed at once; a good client beside them misses nothing."""
    path, before = daemon.socket, manners.descriptors(daemon.process.pid)
    with Lines(path) as good:
        good.send({"op": "subscribe", "after": "now"})
        start = good.until("synced")[-1]["sequence"]
        for _ in range(3):
            deaf = subprocess.Popen([sys.executable, "-c", DEAF, path, str(count)], stdout=subprocess.PIPE)
            deaf.stdout.readline()
            with Lines(path) as asking:
                asking.next()
                checks("%d clients are connected and blocked" % count, asking.ask({"op": "status"})["clients"] >= count)
                time.sleep(0.5)
            deaf.kill()
            deaf.wait()
            deaf.stdout.close()
        checks("killed, they leave nothing behind", harness.wait_for(
            lambda: manners.descriptors(daemon.process.pid) <= before + 2, 10), "%d before, %d after" % (
                before, manners.descriptors(daemon.process.pid)))
        good.send({"op": "tick"})
        got = [sequence(x) for x in good.until("tick") if "specversion" in x]
        checks("and a good one missed nothing", got == list(range(start + 1, start + 1 + len(got))) and daemon.running)


class Cramped(Daemon):
    """A daemon that may open 400 files; 256 of them are not for clients."""

    def start(self):
        self.process = subprocess.Popen(
            ["/bin/sh", "-c", 'ulimit -n 400; exec "$0" run --config "$1"', self.program, self.config],
            stdout=self.log, stderr=self.log)


def full(checks, o, base, url):
    """A daemon that may open few files gives surplus clients the reason, and accepts others as soon as one leaves."""
    os.makedirs(base + "/small")
    with Cramped(o.livegamed, base + "/small", url, 1) as daemon:
        harness.wait_for(lambda: harness.listens(daemon.socket), 30)
        clients = [Lines(daemon.socket, within=30) for _ in range(300)]
        firsts = [x.next(30) for x in clients]
        ops = [x and x.get("reason", x["op"]) for x in firsts]
        inside = [x for x, op in zip(clients, ops) if op == "hello"]
        checks("each of 300 clients is accepted or told that the daemon is full", set(ops) == {"hello", "full"} and len(inside) == 144,
               "%d inside, %s" % (len(inside), {x: ops.count(x) for x in set(ops)}))
        checks("a refused client gets no resume point", not any("resume_after" in x for x in firsts if x))
        for client in inside[:20]:
            client.close()

        def again():
            with Lines(daemon.socket) as one:
                return one.next()["op"] == "hello"
        checks("there are places again when some clients have left", harness.wait_for(again, 5))
        checks("the others are served", inside[-1].ask({"op": "ping"})["op"] == "pong" and daemon.running)
        for client in clients:
            client.close()


def main():
    ap = argparse.ArgumentParser(formatter_class=argparse.RawDescriptionHelpFormatter, description=__doc__)
    ap.add_argument("--livegamed", required=True)
    ap.add_argument("--clients", type=int, default=50, help="that are killed at once")
    ap.add_argument("--keep", action="store_true")
    o = ap.parse_args()
    o.livegamed = os.path.abspath(o.livegamed)
    checks = Checks()
    with Scratch(checks, o.keep) as base, Simulated(o.livegamed, base, games=6, speed=300) as games, \
            Daemon(o.livegamed, base, games.url, 0.1, idle=0.5, live_max=0.3) as daemon:
        if not harness.wait_for(lambda: harness.listens(daemon.socket), 30):
            raise SystemExit("the daemon does not listen: " + daemon.text()[-2000:])
        versions(checks, daemon.socket)
        full(checks, o, base, games.url)
        checks("there is a backlog", harness.wait_for(
            lambda: sum(len(x) for x in log_of(daemon.socket)[1]) > PLENTY, 60, 0.5))
        clubs = [json.loads(x)["data"]["game"]["home"]["abbreviation"] for x in log_of(daemon.socket)[1]]
        ticks(checks, daemon.socket, {})
        ticks(checks, daemon.socket, {"teams": [min(clubs)]})
        snapshots(checks, daemon.socket)
        deaths(checks, daemon, o.clients)
        checks("the daemon stopped cleanly", daemon.running and daemon.stop() == 0)
    checks.exit()


if __name__ == "__main__":
    main()
