#!/usr/bin/env python3
"""Daemons that share games over NATS, while they are killed, stopped and cut off, and the server is killed and set back.

Three nodes poll replayed real games, two deliver what all have found, and a webhook receiver has a sink at each. In the
end the stream and both logs hold each fact of the truth once, in order per game, and nothing else.

    python3 Tests/Acceptance/cluster.py --livegamed .build/debug/livegamed               # two minutes
    python3 Tests/Acceptance/cluster.py --livegamed .build/debug/livegamed --strikes 50 --clones 6
"""
import argparse
import collections
import contextlib
import json
import os
import random
import signal
import time

from lib import harness, nats
from lib.harness import Checks, Daemon, Replay, Scratch, Subscriber

GAMES = (747175, 718263, 715720, 777687, 823163)
WATCHERS, DELIVERERS = ("attic", "cellar", "shed"), ("hall", "porch")
PAUSES = (0.3, 2.5)


def clustered(node, role, url):
    return "cluster: {nats: \"%s\", node: %s, roles: [%s]}\n" % (url, node, role)


class Node:
    """A daemon of the cluster, and its own way to the server."""

    def __init__(self, o, base, name, role, server, source):
        self.name, self.base = name, "%s/%s" % (base, name)
        os.mkdir(self.base)
        self.proxy = nats.Proxy(server.port)
        self.daemon = Daemon(o.livegamed, self.base, source, 0.3, idle=1, live_max=0.6,
                             more=clustered(name, role, self.proxy.url))

    def stop_for(self, seconds):
        """Stops the process, as if its machine slept."""
        self.daemon.process.send_signal(signal.SIGSTOP)
        time.sleep(seconds)
        self.daemon.process.send_signal(signal.SIGCONT)

    def cut_for(self, seconds):
        self.proxy.cut = True
        time.sleep(seconds)
        self.proxy.cut = False

    __enter__ = lambda self: self

    def __exit__(self, *_):
        self.daemon.__exit__()
        self.proxy.stop()


def storm(o, server, nodes, dice):
    """Strikes one after the other. Returns how often each was used."""
    counts = collections.Counter()
    for number in range(o.strikes):
        time.sleep(dice.uniform(*PAUSES))
        node = dice.choice(nodes)
        strike = dice.choices(["kill", "stop", "cut", "server", "set back"], [10, 5, 3, 2, 1])[0]
        counts[strike] += 1
        if strike == "kill":
            node.daemon.kill()
        elif strike == "stop":
            node.stop_for(dice.uniform(1, 6))
        elif strike == "cut":
            node.cut_for(dice.uniform(2, 8))
        elif strike == "server":
            server.kill(away=dice.uniform(0, 3))
        else:
            server.remember()
            time.sleep(3)
            server.set_back()
    return counts


def judge_stream(checks, server):
    client = nats.Client(server.port)
    messages = client.messages("LG_EVENTS", "lg.ev.>")
    client.close()
    games, ids, claims = collections.defaultdict(list), [], 0
    for _, headers, body in messages:
        game, place = headers["Nats-Msg-Id"].rsplit("/", 1)
        games[game].append((int(place), int(headers["Lg-Epoch"])))
        if "Lg-Id" in headers:
            ids.append(headers["Lg-Id"])
        else:
            claims += 1
    checks("stream: the places of each game have no gap", all(
        [p for p, _ in x] == list(range(1, len(x) + 1)) for x in games.values()), "%d messages, %d claims" % (len(messages), claims))
    checks("stream: nobody wrote after a later claim", all([e for _, e in x] == sorted(e for _, e in x) for x in games.values()))
    twice = [x for x, n in collections.Counter(ids).items() if n > 1]
    checks("stream: no event twice", not twice, str(twice[:3]))
    return ids


def judge_log(checks, o, base, name, client, ids):
    events = client.events()
    sequences = [int(e["sequence"]) for e in events]
    checks(name + ": the log has no gap", sequences == list(range(1, len(sequences) + 1)) and not client.gaps, "%d events" % len(events))
    own = [e["id"] for e in events]
    by_game = lambda all: {g: [x for x in all if x.split("/")[1] == g] for g in {x.split("/")[1] for x in all}}
    checks(name + ": what the stream has, in its order", by_game(own) == by_game(ids) if not o.rewound else set(own) >= set(ids),
           "%d of %d" % (len(set(own) & set(ids)), len(ids)))
    os.makedirs(base + "/truth-" + name)
    if o.clones == 1:
        equal, report = harness.compare(base + "/truth-" + name, o.feeds, client.lines)
        checks(name + ": events equal the truth", equal, report.strip().splitlines()[-1] if report.strip() else "")


def main():
    ap = argparse.ArgumentParser(formatter_class=argparse.RawDescriptionHelpFormatter, description=__doc__)
    ap.add_argument("--livegamed", required=True)
    ap.add_argument("--strikes", type=int, default=20)
    ap.add_argument("--speed", type=float, default=200)
    ap.add_argument("--clones", type=int, default=1)
    ap.add_argument("--seed", type=int, default=7)
    ap.add_argument("--limit", type=float, default=400)
    ap.add_argument("--keep", action="store_true")
    o = ap.parse_args()
    o.livegamed, o.feeds = os.path.abspath(o.livegamed), harness.feeds_of(*GAMES)
    if not nats.PROGRAM:
        print("skipped: no nats-server")
        raise SystemExit(harness.SKIPPED)
    checks = Checks()
    with Scratch(checks, o.keep) as base, nats.Server(base) as server, \
            Replay(o.feeds, o.speed, base, clones=o.clones, apart=600) as replay, contextlib.ExitStack() as stack:
        nodes = [stack.enter_context(Node(o, base, name, role, server, replay.url))
                 for names, role in ((WATCHERS, "watch"), (DELIVERERS, "deliver")) for name in names]
        clients = {x.name: stack.enter_context(Subscriber(x.daemon.socket)) for x in nodes[3:]}
        run(o, checks, base, server, replay, nodes, clients)
    checks.exit()


def run(o, checks, base, server, replay, nodes, clients):
    games = len(o.feeds) * o.clones
    if not checks("all games are polled", harness.wait_for(
            lambda: len(replay.ask("/__stats")["by_game"]) == games, 60)):
        return
    replay.go()
    counts = storm(o, server, nodes, random.Random(o.seed))
    o.rewound = counts["set back"] > 0
    done = harness.wait_for(lambda: all(len(c.final_games) == games for c in clients.values()), o.limit, 0.5)
    checks("both delivery nodes have every final", done, "%s; %s" % (
        {k: len(c.final_games) for k, c in clients.items()}, dict(counts)))
    time.sleep(5)
    checks("all nodes run", all(n.daemon.running for n in nodes))
    ids = judge_stream(checks, server)
    for name, client in clients.items():
        judge_log(checks, o, base, name, client, ids)
    checks("all nodes stop cleanly", all(n.daemon.stop() == 0 for n in nodes))
    checks("the replay had no trouble", not replay.trouble(), replay.trouble()[:200])


if __name__ == "__main__":
    main()
