#!/usr/bin/env python3
"""Shows three nodes that share an evening of simulated games, while one after the other is killed: `make cluster-demo`.

The events are printed as the node `hall` logs them. It only delivers; `attic` and `cellar` poll the games, and `attic`
delivers too. In the end the logs of both are compared.
"""
import argparse
import collections
import contextlib
import json
import os
import subprocess
import sys
import tempfile
import time

from lib import harness, nats

NODES = {"attic": "watch, deliver", "cellar": "watch", "hall": "deliver"}
# Seconds after the start, the node, and how long it is away.
KILLS = [(15, "attic", 8), (35, "cellar", 8), (55, "hall", 4)]


class Node:
    def __init__(self, program, base, name, server, source):
        self.name, self.program, self.base = name, program, base + "/" + name
        os.mkdir(self.base)
        more = "cluster: {nats: \"%s\", node: %s, roles: [%s]}\njournal: {events: false}\n" % (
            server.url, name, NODES[name])
        self.daemon = harness.Daemon(program, self.base, source, 0.3, idle=1, more=more)

    def standing(self):
        """Returns what `livegamed status` says of the node's part in the cluster."""
        answer = subprocess.run([self.program, "status", "--json", "--socket", self.daemon.socket], capture_output=True,
                                text=True)
        return json.loads(answer.stdout).get("cluster", {}) if answer.stdout else {}


class Evening:
    """The simulated games: `livegamed simulate`."""

    def __init__(self, program, games, speed):
        self.process = subprocess.Popen(
            [program, "simulate", "--games", str(games), "--speed", str(speed), "--seed", "7", "--listen",
             "127.0.0.1:0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.url = self.process.stdout.readline().strip()

    __enter__ = lambda self: self

    def __exit__(self, *_):
        harness.stop(self.process)
        self.process.stdout.close()


def say(text):
    print("\n== " + text, flush=True)


def told(nodes):
    """Prints how the games are divided."""
    parts = []
    for node in nodes.values():
        state = node.standing()
        if "games" in state:
            parts.append("%s polls %d" % (node.name, state["games"]))
    print("   " + ", ".join(parts), flush=True)


def run(o, nodes, hall):
    began, printed, kills, away = time.monotonic(), 0, list(KILLS), []
    while time.monotonic() - began < o.seconds:
        events = hall.events()
        for event in events[printed:]:
            print("   %s  %s" % (event["data"]["game"]["id"], event["data"]["summary"]), flush=True)
        printed, now = len(events), time.monotonic() - began
        if kills and now >= kills[0][0]:
            _, name, span = kills.pop(0)
            say("%s is killed, for %d s" % (name, span))
            nodes[name].daemon.process.kill()
            nodes[name].daemon.process.wait()
            away.append((now + span, name))
        if away and now >= away[0][0]:
            name = away.pop(0)[1]
            nodes[name].daemon.start()
            say("%s is back" % name)
            told(nodes)
        time.sleep(0.2)
    for _, name in away:
        nodes[name].daemon.start()


def main():
    parser = argparse.ArgumentParser(formatter_class=argparse.RawDescriptionHelpFormatter, description=__doc__)
    parser.add_argument("--livegamed", required=True)
    parser.add_argument("--games", type=int, default=6)
    parser.add_argument("--seconds", type=float, default=80)
    o = parser.parse_args()
    o.livegamed = os.path.abspath(o.livegamed)
    if not nats.PROGRAM:
        sys.exit("nats-server is missing: sudo apt install nats-server")
    with tempfile.TemporaryDirectory(prefix="livegamed-cluster-") as base, contextlib.ExitStack() as stack:
        server = stack.enter_context(nats.Server(base))
        evening = stack.enter_context(Evening(o.livegamed, o.games, 40))
        say("nats-server at %s, %d simulated games at %s" % (server.url, o.games, evening.url))
        nodes = {}
        for name, roles in NODES.items():
            nodes[name] = Node(o.livegamed, base, name, server, evening.url)
            stack.callback(nodes[name].daemon.__exit__)
            print("   node %s: %s" % (name, roles), flush=True)
        logs = {x: stack.enter_context(harness.Subscriber(nodes[x].daemon.socket)) for x in ("hall", "attic")}
        run(o, nodes, logs["hall"])
        say("the end: do both logs have the same facts?")
        harness.wait_for(lambda: same(logs), 20, 0.2)
        ids = [x["id"] for x in logs["hall"].events()]
        twice = sum(n - 1 for n in collections.Counter(ids).values())
        print("   %d facts, %d of them twice; %s" % (
            len(ids), twice, "both logs have the same" if same(logs) else "the logs differ"), flush=True)
        sys.exit(0 if ids and same(logs) and not twice else 1)


def same(logs):
    """Returns whether the logs have the same facts, among those that the one that is behind has."""
    ids = sorted(([x["id"] for x in each.events()] for each in logs.values()), key=len)
    newest = set(ids[1][-50:])
    return bool(ids[0]) and not [x for x in ids[0] if x not in set(ids[1])] \
        and not [x for x in ids[1] if x not in set(ids[0]) and x not in newest]


if __name__ == "__main__":
    main()
