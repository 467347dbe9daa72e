"""What several nodes cost beside one machine, how soon a killed node's games are polled again, and whether three nodes
hold polls of five seconds over a thousand games. Needs nats-server and libnats."""
import contextlib
import os
import re
import time

import processes
import slate
import standing
from lib import harness, nats
from lib.deliveries import instant, quantile
from lib.harness import Daemon, Replay, Subscriber
from results import figure, over, spread

WATCHERS = ("attic", "cellar", "shed")
# The games that are polled often, their speed, and the limit for a take-over in seconds.
GAMES, SPEED, TAKE_OVER = 30, 60, 10
# The games of the largest run, and how many polls a second they need at one each five seconds.
MANY, GOAL = 1000, 200


class Nodes:
    """A server, three nodes that poll, and one that delivers, each on one machine's clock and processors."""

    def __init__(self, o, base, url, interval, stack):
        self.server = stack.enter_context(nats.Server(base))
        self.watchers = [self.node(o, base, url, interval, name, "watch", stack) for name in WATCHERS]
        self.deliverer = self.node(o, base, url, interval, "hall", "deliver", stack)

    def node(self, o, base, url, interval, name, role, stack):
        os.mkdir(base + "/" + name)
        more = "cluster: {nats: \"%s\", node: %s, roles: [%s]}\njournal: {events: false}\n" % (self.server.url, name, role)
        return stack.enter_context(Daemon(o.livegamed, base + "/" + name, url, interval, more=more))

    @property
    def pids(self):
        return [x.process.pid for x in self.watchers + [self.deliverer]] + [self.server.process.pid]


def cluster(o):
    if not nats.PROGRAM:
        print("left out: no nats-server")
        return {}
    return {**cost(o), **take_overs(o), **many(o)}


def used(pids):
    return sum(processes.processor_seconds(x) for x in pids)


def cost(o):
    """Returns the processor time for each fact, of all nodes and the server beside one machine, and how many facts a second
    are published, and copied by a node that starts."""
    seconds = 5 if o.quick else 60
    found = {}
    for name in ("alone", "cluster"):
        with standing.folder() as base, contextlib.ExitStack() as stack:
            replay = stack.enter_context(replayed(base))
            if name == "alone":
                daemon = stack.enter_context(Daemon(o.livegamed, base, replay.url, 0.5, more="journal: {events: false}\n"))
                pids = [daemon.process.pid]
            else:
                nodes = Nodes(o, base, replay.url, 0.5, stack)
                daemon, pids = nodes.deliverer, nodes.pids
            facts = stack.enter_context(Subscriber(daemon.socket))
            replay.go()
            begun(facts)
            count, before, began = len(facts.lines), used(pids), time.monotonic()
            time.sleep(seconds)
            elapsed = time.monotonic() - began
            count = len(facts.lines) - count
            found[name] = (used(pids) - before) / count * 1000, count / elapsed
            copied = caught_up(o, base, replay.url, nodes, facts, stack) if name == "cluster" else None
    (ours, rate), (alone, _) = found["cluster"], found["alone"]
    return {"cluster_processor_ms_per_fact": over(ours, "ms", alone), "cluster_facts_per_s": figure(rate, "1/s"),
            "cluster_copied_per_s": figure(copied, "1/s")}


def caught_up(o, base, url, nodes, facts, stack):
    """Starts another node that delivers. Returns how many facts a second it has copied, until it had all of them."""
    count, began = len(facts.lines), time.monotonic()
    other = stack.enter_context(Subscriber(nodes.node(o, base, url, 0.5, "porch", "deliver", stack).socket))
    if not harness.wait_for(lambda: len(other.lines) >= count, 120, 0.02):
        raise SystemExit("%d of %d facts were copied" % (len(other.lines), count))
    return count / (time.monotonic() - began)


def replayed(base):
    return Replay(harness.feeds_of(747175), SPEED, base, start="first-pitch+20m", clones=GAMES, apart=-240)


def begun(facts):
    """Waits until each game has facts, and those of its first answer are there."""
    if not harness.wait_for(lambda: len(games_of(facts)) >= GAMES, 90, 1):
        raise SystemExit("only %d of %d games have facts" % (len(games_of(facts)), GAMES))
    time.sleep(5)


def games_of(facts):
    return {x["data"]["game"]["id"] for x in facts.events()}


def take_overs(o):
    """Kills one node after the other, and returns the seconds until each of its games is polled again."""
    spans = []
    with standing.folder() as base, contextlib.ExitStack() as stack:
        replay = stack.enter_context(replayed(base))
        nodes = Nodes(o, base, replay.url, 0.3, stack)
        replay.go()
        begun(stack.enter_context(Subscriber(nodes.deliverer.socket)))
        for i in range(1 if o.quick else 9):
            # A node that was killed before has its share again.
            time.sleep(12 if i else 0)
            spans += kill(nodes.watchers[i % len(WATCHERS)], replay)
    spans.sort()
    value = quantile(spans, 0.5)
    return {"cluster_take_over_p50_s": spread(figure(value, "s", TAKE_OVER, value / TAKE_OVER), spans),
            "cluster_take_over_max_s": figure(spans[-1], "s", TAKE_OVER, spans[-1] / TAKE_OVER)}


def kill(daemon, replay):
    """Kills a node for twenty seconds, and returns how long each of its games was without a poll."""
    daemon.process.kill()
    daemon.process.wait()
    killed = time.time()
    time.sleep(20)
    found = []
    for times in polls(replay).values():
        last = max((x for x in times if x <= killed), default=None)
        following = min((x for x in times if x > killed), default=None)
        # The games of the other nodes were polled within a second.
        if last and (following or time.time()) - killed > 2:
            found.append((following or time.time()) - killed)
    daemon.start()
    return found


def polls(replay):
    """Returns the instants of the polls of each game that goes on."""
    found = {}
    for row in replay.requests():
        game = re.search(r"/game/(\d+)/feed", row["path"])
        if game:
            found.setdefault(game.group(1), []).append(instant(row["time"]))
    return found


def many(o):
    """Follows a thousand games with three nodes, each polled every five seconds."""
    games = 60 if o.quick else MANY
    with standing.folder() as base, contextlib.ExitStack() as stack:
        replay = stack.enter_context(Replay(
            harness.feeds_of(747175), 1, base, start="first-pitch+60m", clones=games))
        server = stack.enter_context(slate.Server(replay))
        nodes = Nodes(o, base, server.url, 5, stack)
        replay.go()
        if not harness.wait_for(lambda: server.requests() > games * 1.5, 180, 1):
            raise SystemExit("%d of %d games were asked for" % (server.requests(), games))
        time.sleep(5 if o.quick else 30)
        before, began = server.requests(), time.monotonic()
        processor = {x: processes.processor_seconds(x) for x in nodes.pids}
        time.sleep(5 if o.quick else 60)
        elapsed = time.monotonic() - began
        rate = (server.requests() - before) / elapsed
        cores = [(processes.processor_seconds(x) - y) / elapsed for x, y in processor.items()]
        memory = [processes.memory(x.process.pid)[0] for x in nodes.watchers]
    goal = GOAL * games / MANY
    return {
        "cluster_polls_per_s": figure(rate, "1/s", goal, rate / goal),
        "cluster_cpu_watcher_cores": spread(figure(sorted(cores[:3])[1], "cores"), cores[:3]),
        "cluster_cpu_deliverer_cores": figure(cores[3], "cores"),
        "cluster_cpu_server_cores": figure(cores[4], "cores"),
        "cluster_rss_watcher_mb": spread(figure(sorted(memory)[1], "MB"), memory),
    }
