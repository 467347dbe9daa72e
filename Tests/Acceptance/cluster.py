#!/usr/bin/env python3
"""Daemons that share games over NATS, while they are killed, stopped and cut off, and the server is killed and set back.

Three nodes poll replayed real games of both leagues, two deliver what all have found, and a webhook receiver has one sink
that both of these share, and one of each. In the end the stream, both logs and the receiver hold each fact of the truth
once, in order per game, and nothing else. Prints how long games were without a node.

    python3 Tests/Acceptance/cluster.py --livegamed .build/debug/livegamed               # two minutes
    python3 Tests/Acceptance/cluster.py --livegamed .build/debug/livegamed --mlb 9 --nba 6 --clones 2 --strikes 50 --speed 40
"""
import argparse
import collections
import contextlib
import json
import os
import random
import re
import signal
import subprocess
import sys
import time

from lib import cdn, harness, nats
from lib.deliveries import ReceiverProcess
from lib.harness import Checks, Daemon, Replay, Scratch, Subscriber

WATCHERS, DELIVERERS = ("attic", "cellar", "shed"), ("hall", "porch")
STRIKES = {"kill": 10, "stop": 5, "cut": 3, "server": 2, "set back": 1}
# Seconds between two strikes.
PAUSES = (0.3, 2.5)
# What a clone of a game adds to its number.
STRIDES = {"mlb": 1_000_000, "nba": 2000}


class Struck:
    """The strikes so far: how often each kind was used, and when each hit whom."""

    def __init__(self):
        self.counts, self.times = collections.Counter(), []

    def at(self, name):
        self.times.append((time.time(), name))


class Node:
    """A daemon of the cluster, with its own way to the server."""

    def __init__(self, o, base, name, role, server, source, more=""):
        self.name, self.base = name, "%s/%s" % (base, name)
        os.mkdir(self.base)
        self.proxy = nats.Proxy(server.port)
        cluster = "cluster: {nats: \"%s\", node: %s, roles: [%s]}\njournal: {events: false}\n" % (self.proxy.url, name, role)
        self.daemon = Daemon(o.livegamed, self.base, None, 0.3, idle=1, live_max=0.6, more=cluster + more, source=source)

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


def sinks(receiver, node):
    """Returns the sinks of a node that delivers: `archive` is that of both."""
    names = {"archive": receiver.url("/ok/archive"), node: receiver.url("/ok/" + node)}
    return "sinks:\n" + "".join(
        "  %s: {type: webhook, url: \"%s\", allow_http: true, allow_private: true, max_per_minute: 6000, max_in_flight: 8}\n"
        % each for each in names.items())


def storm(o, server, nodes, dice):
    """Strikes one after the other. Returns what was done."""
    struck = Struck()
    for _ in range(o.strikes):
        time.sleep(dice.uniform(*PAUSES))
        node = dice.choice(nodes)
        strike = dice.choices(list(STRIKES), STRIKES.values())[0]
        struck.counts[strike] += 1
        struck.at(node.name if strike in ("kill", "stop", "cut") else "server")
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
    return struck


def judge_stream(checks, server, struck):
    """Checks the messages of each game, and prints the times of the take-overs. Returns the ids of the events, in the
    stream's order."""
    client = nats.Client(server.port)
    messages = client.messages("LG_EVENTS", "lg.ev.>")
    client.close()
    games, ids, claims = collections.defaultdict(list), [], 0
    for _, headers, _ in messages:
        game, place = headers["Nats-Msg-Id"].rsplit("/", 1)
        games[game].append((int(place), int(headers["Lg-Epoch"])))
        if "Lg-Id" in headers:
            ids.append(headers["Lg-Id"])
        else:
            claims += 1
    checks("stream: the places of each game have no gap", all(
        [p for p, _ in x] == list(range(1, len(x) + 1)) for x in games.values()),
        "%d messages, %d claims" % (len(messages), claims))
    checks("stream: nobody wrote after a later claim",
           all([e for _, e in x] == sorted(e for _, e in x) for x in games.values()))
    twice = [x for x, n in collections.Counter(ids).items() if n > 1]
    checks("stream: no event twice", not twice, str(twice[:3]))
    spans = take_overs(struck.times, messages)
    if spans:
        print("     %d take-overs of games: median %.1f s, p95 %.1f s, longest %.1f s" % (
            len(spans), spans[len(spans) // 2], spans[int(len(spans) * 0.95)], spans[-1]), flush=True)
    return ids


def by_game(ids):
    """Returns the ids of each game, in their order."""
    games = collections.defaultdict(list)
    for each in ids:
        games["/".join(each.split("/")[:2])].append(each)
    return games


def judge_log(o, checks, name, base, client, ids):
    events = client.events()
    sequences = [int(e["sequence"]) for e in events]
    checks(name + ": the log has no gap", sequences == list(range(1, len(sequences) + 1)) and not client.gaps,
           "%d events" % len(events))
    own = [e["id"] for e in events]
    checks(name + ": each event is there once", len(own) == len(set(own)))
    # A stream that was set back has the facts of these seconds in another order.
    same = set(own) >= set(ids) if o.is_set_back else by_game(own) == by_game(ids)
    checks(name + ": the log has what the stream has, in its order", same,
           "%d of %d" % (len(set(own) & set(ids)), len(ids)))
    for league, feeds in o.feeds.items():
        lines = [x for x, e in zip(client.lines, events) if e["id"].startswith(league + "/")]
        for copy in range(o.clones if feeds else 0):
            truth(checks, "%s, %s, copy %d" % (name, league, copy), "%s/truth-%s-%s-%d" % (base, name, league, copy),
                  league, feeds, of_copy(league, feeds, copy, lines))


def of_copy(league, feeds, copy, lines):
    """Returns the events of one copy of each game, with the number of the original, and numbered as a log of their own."""
    found = []
    for feed in feeds:
        number = int(re.search(r"(\d{6,10})", os.path.basename(feed)).group(1))
        clone = "%s/%d/" % (league, number + copy * STRIDES[league])
        found += [x.replace(str(number + copy * STRIDES[league]), str(number)) for x in lines
                  if json.loads(x)["id"].startswith(clone)]
    return [json.dumps({**json.loads(x), "sequence": "%020d" % i}) for i, x in enumerate(found, 1)]


def truth(checks, name, folder, league, feeds, lines):
    """Compares the events of a league with its independently derived facts."""
    os.makedirs(folder)
    equal, report = (harness.compare if league == "mlb" else compare_nba)(folder, feeds, lines)
    if not equal:
        print(report[-3000:])
    checks(name + ": events equal the truth", equal, (report.strip().splitlines() or [""])[-1])


def compare_nba(folder, feeds, lines):
    with open(folder + "/events.ndjson", "w") as f:
        f.writelines(x + "\n" for x in lines)
    with open(folder + "/truth.jsonl", "w") as f:
        subprocess.run([sys.executable, cdn.TOOLS + "/nba_truth.py", *feeds], stdout=f, check=True)
    report = subprocess.run(
        [sys.executable, harness.TOOLS + "/check_events.py", "--map", cdn.TOOLS + "/nba_map.json", "--truth",
         folder + "/truth.jsonl", "--events", folder + "/events.ndjson"], capture_output=True, text=True)
    return report.returncode == 0, report.stdout + report.stderr


def judge_receiver(o, checks, receiver, client):
    """Checks what a sink of both nodes, and one of each, have sent: every event, in order per game. What was sent in the
    last moment before a crash may come again, under the same id."""
    due = [e["id"] for e in client.events() if not e["data"]["provisional"]]
    for sink in ("archive",) + DELIVERERS:
        got = [(x["headers"]["webhook-id"], json.loads(x["body"])["id"]) for x in receiver.requests("/ok/" + sink)]
        first = list(dict.fromkeys(event for _, event in got))
        missing = set(due) - set(first)
        checks("sink %s: every event came" % sink, not missing, "%d of %d; %s" % (len(first), len(due), sorted(missing)[:2]))
        checks("sink %s: nothing else came" % sink, not set(first) - set(due), str(sorted(set(first) - set(due))[:2]))
        names = collections.defaultdict(set)
        for message, event in got:
            names[event].add(message)
        checks("sink %s: what comes again has the same id" % sink, all(len(x) == 1 for x in names.values()),
               "%d of %d came again" % (len(got) - len(first), len(got)))
        if not o.is_set_back:
            checks("sink %s: each game is in order" % sink, by_game(first) == by_game(due))


def take_overs(strikes, messages):
    """Returns how many seconds after a strike another session, or the same node anew, had claimed the node's games, where
    no other strike came between."""
    holders, found = {}, []
    for _, headers, _ in messages:
        game, session = headers["Nats-Msg-Id"].rsplit("/", 1)[0], headers["Lg-Session"]
        former, holders[game] = holders.get(game), session
        if former in (None, session):
            continue
        claimed = harness.epoch(headers["Nats-Time-Stamp"])
        # Later strikes move games, too.
        at, node = max(((at, node) for at, node in strikes if at <= claimed), default=(0, None))
        if node == former.split(".")[0]:
            found.append(claimed - at)
    return sorted(found)


def main():
    ap = argparse.ArgumentParser(formatter_class=argparse.RawDescriptionHelpFormatter, description=__doc__)
    ap.add_argument("--livegamed", required=True)
    ap.add_argument("--strikes", type=int, default=20)
    ap.add_argument("--speed", type=float, default=150)
    ap.add_argument("--mlb", type=int, default=5, help="recorded games of MLB")
    ap.add_argument("--nba", type=int, default=2, help="recorded games of the NBA")
    ap.add_argument("--clones", type=int, default=1, help="copies of each game")
    ap.add_argument("--seed", type=int, default=7)
    ap.add_argument("--limit", type=float, default=400, help="seconds after the strikes until every final must be there")
    ap.add_argument("--keep", action="store_true")
    o = ap.parse_args()
    if not nats.PROGRAM:
        print("skipped: no nats-server")
        raise SystemExit(harness.SKIPPED)
    o.livegamed = os.path.abspath(o.livegamed)
    o.feeds = {"mlb": harness.final_feeds()[:o.mlb], "nba": cdn.games()[:o.nba]}
    checks = Checks()
    with Scratch(checks, o.keep) as base, nats.Server(base) as server, contextlib.ExitStack() as stack:
        enter = stack.enter_context
        mlb = enter(Replay(o.feeds["mlb"], o.speed, base, clones=o.clones, apart=300))
        os.mkdir(base + "/cdn")
        replays = [mlb] + ([enter(cdn.CDN(o.feeds["nba"], o.speed, base + "/cdn", clones=o.clones, apart=300))] if o.nba else [])
        source = "{mlb: {base_url: \"%s\"}, nba: {enabled: %s, base_url: \"%s\"}}" % (
            mlb.url, "true" if o.nba else "false", replays[-1].url)
        receiver = enter(ReceiverProcess())
        nodes = [enter(Node(o, base, name, "watch", server, source)) for name in WATCHERS]
        nodes += [enter(Node(o, base, name, "deliver", server, source, sinks(receiver, name))) for name in DELIVERERS]
        clients = {x.name: enter(Subscriber(x.daemon.socket)) for x in nodes[len(WATCHERS):]}
        run(o, checks, base, server, replays, nodes, clients, receiver)
    checks.exit()


def run(o, checks, base, server, replays, nodes, clients, receiver):
    games = sum(map(len, o.feeds.values())) * o.clones
    if not checks("all games are polled", harness.wait_for(
            lambda: sum(len(polled(x)) for x in replays) >= games, 60)):
        return
    for replay in replays:
        replay.go()
    struck = storm(o, server, nodes, random.Random(o.seed))
    o.is_set_back = struck.counts["set back"] > 0
    done = harness.wait_for(lambda: all(len(c.final_games) == games for c in clients.values()), o.limit, 0.5)
    checks("both delivery nodes have every final", done, "%s; %s" % (
        {k: len(c.final_games) for k, c in clients.items()}, dict(struck.counts)))
    if not done:
        for node in nodes:
            print("     %s: %s" % (node.name, " | ".join(node.daemon.text().splitlines()[-3:])), flush=True)
    quiet(clients, receiver)
    checks("all nodes run", all(n.daemon.running for n in nodes))
    ids = judge_stream(checks, server, struck)
    for name, client in clients.items():
        judge_log(o, checks, name, base, client, ids)
    judge_receiver(o, checks, receiver, clients[DELIVERERS[0]])
    checks("all nodes stop cleanly", all(n.daemon.stop() == 0 for n in nodes))
    checks("the replays had no trouble", not any(x.trouble() for x in replays), "".join(x.trouble() for x in replays)[:200])


def polled(replay):
    """Returns the games that were polled."""
    paths = {x["path"].split("?")[0] for x in replay.requests()}
    return {x.split("/game/")[1].split("/")[0] for x in paths if "/game/" in x} | {
        x.rsplit("_", 1)[1] for x in paths if "boxscore_" in x or "playbyplay_" in x}


def quiet(clients, receiver):
    """Waits until nothing has come for some seconds."""
    def counts():
        return [len(c.lines) for c in clients.values()] + sorted(str(x) for x in receiver.stats().items())

    last = [None]

    def still():
        before, last[0] = last[0], counts()
        return before == last[0]

    harness.wait_for(still, 60, 4)


if __name__ == "__main__":
    main()
