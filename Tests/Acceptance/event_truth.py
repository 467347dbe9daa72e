#!/usr/bin/env python3
"""The events of whole real games, polled at given game times, compared with independently derived facts.

Each run replays all feeds at once, sets the replay's speed by the actual polls, proves from the replay's own log that
the intended rate was served, and compares every event that a socket client got with the truth: recall = precision =
1, no duplicate, no wrong event, no gap. Run the whole matrix by hand, and a part in CI:

    python3 event_truth.py --livegamed .build/debug/livegamed
    python3 event_truth.py --livegamed .build/debug/livegamed --intervals 10 --modes all \
        ../shared/data/mlb/feed-live/{747175,718263,823163}*.json.gz
"""
import argparse
import collections
import json
import os
import random
import statistics
import time

from lib import harness
from lib.harness import Checks, Daemon, Replay, Scratch, Subscriber

FAULTS = "500=0.05,503=0.02:retry-after=2,truncate=0.02,badjson=0.01,html403=0.01,stale=0.05:60,reset=0.01"
MODES = {"plain": (False, False), "kills": (False, True), "faults": (True, False), "all": (True, True)}
# The random poller: every answer is held back by one of these, in real seconds; the median gap is in game seconds.
HELD = (0, 0.01, 0.02, 0.04, 0.08, 0.15, 0.3, 0.6, 1.0)
RANDOM_MEDIAN = 15


class Pacer:
    """Sets the replay's speed so that the gap between two polls of a game, by the replay's log, is the wanted one in
    game seconds: the intended rate is served in the shortest time, whatever the speed of the machine and the build."""

    def __init__(self, replay, wanted):
        self.replay, self.wanted, self.log = replay, wanted, open(replay.log)
        self.rest, self.last, self.recent, self.speeds = "", {}, collections.deque(maxlen=300), [replay.speed]

    def step(self):
        *whole, self.rest = (self.rest + self.log.read()).split("\n")
        for x in map(json.loads, whole):
            if pk := game_of(x):
                before, self.last[pk] = self.last.get(pk), (harness.epoch(x["time"]), x["fault"])
                if before and before[1] in ANSWERED:
                    self.recent.append(self.last[pk][0] - before[0])
        if len(self.recent) < 30:
            return
        speed = self.wanted / statistics.median(self.recent)
        speed = max(self.speeds[-1] / 2, min(self.speeds[-1] * 2, speed))
        if abs(speed / self.speeds[-1] - 1) > 0.05:
            self.speeds.append(speed)
            self.replay.ask("/__speed?x=%.3f" % speed, "POST")


# After any other answer the daemon backs off, so the rate holds only while it gets answers.
ANSWERED = (None, "stale", "stall")


def game_of(request):
    return int(request["path"].split("/")[4]) if "/feed/live" in request["path"] else None


def fault_share(spec):
    return sum(float(x.split("=", 1)[1].split(":")[0]) for x in spec.split(",") if x)


def holding(share):
    """Returns faults that hold back a share of the answers, evenly over HELD."""
    return ",".join("stall=%.5f:%g" % (share / len(HELD), h) for h in HELD if h)


def run(o, checks, interval, mode):
    faulty, killed = MODES[mode]
    is_random = interval == "random"
    # Start fast, with room for the request itself; the pacer does the rest.
    wanted = RANDOM_MEDIAN if is_random else interval
    wait = o.wait if is_random else max(o.wait, interval / o.fastest)
    speed = wanted / (wait + 0.1)
    faults = o.faults if faulty else ""
    if is_random:
        # One request has at most one fault: holding answers back applies to the rest.
        faults = ",".join(x for x in (faults, holding(1 - fault_share(faults))) if x)
    label = "every %s, %s" % (interval if is_random else "%g s" % interval, mode)
    print("== %s: %d games" % (label, len(o.feeds)), flush=True)
    began = time.monotonic()
    with Scratch(checks, o.keep) as base, Replay(o.feeds, speed, base, faults) as replay, \
            Daemon(o.livegamed, base, replay.url, wait) as daemon, Subscriber(daemon.socket) as client:
        if not checks(label + ": the daemon polls", harness.wait_for(
                lambda: len(replay.ask("/__stats")["by_game"]) == len(o.feeds), 60)):
            return
        replay.go()
        _, games = replay.now()
        pacer = Pacer(replay, wanted)
        rate = follow(o, replay, daemon, client, games, pacer, killed)
        memory = daemon.memory()
        ended = daemon.running
        status = daemon.stop()
        checks(label + ": the daemon ran to the end and stopped cleanly", ended and status == 0, "exit=%s" % status)
        if killed:
            checks(label + ": kills happened", daemon.kills == o.kills, "kills=%d" % daemon.kills)
        client.stop()
        served(o, checks, label, interval, mode, replay, games, rate)
        equal, report = harness.compare(base, o.feeds, client.lines, o.kinds)
        if not equal or o.verbose:
            print(report, end="")
        tail = report.strip().splitlines()
        checks(label + ": events equal the truth", equal, "; ".join(x.strip() for x in tail[-2:]))
        again = revised(client.events())
        checks(label + ": nothing was revised, because nothing was corrected", not again, " ".join(again[:3]))
        checks(label + ": the socket reported no gap", not client.gaps, str(client.gaps[:2]))
        checks(label + ": the replay had no trouble", not replay.trouble(), replay.trouble()[:200])
        print("     seconds=%.0f speed=%.0f events=%d %s" % (
            time.monotonic() - began, statistics.median(pacer.speeds), len(client.lines),
            " ".join(" ".join(x.split()) for x in memory)), flush=True)


def revised(events):
    """Returns facts of the play log that changed after they had been confirmed; no poll may lead to that."""
    seen, again = set(), []
    for e in events:
        if e["type"] in ("livegame.play", "livegame.action", "livegame.inning") and not e["data"]["provisional"]:
            if e["data"]["fact"] in seen or e["data"]["retracted"]:
                again.append(e["id"])
            seen.add(e["data"]["fact"])
    return again


def follow(o, replay, daemon, client, games, pacer, killed):
    """Waits for every final, and kills the daemon on the way. Returns requests per game and game second by
    `/__stats`, over the time in which all games were on."""
    dice = random.Random(11)
    now, _ = replay.now()
    first, last = max(g["firstPitch"] for g in games.values()), max(g["gameOver"] for g in games.values())
    end, all_on = max(g["end"] for g in games.values()), min(g["gameOver"] for g in games.values())
    strikes = [now + (last - now) * (k + dice.random() * 0.9) / o.kills for k in range(o.kills)] if killed else []
    rate, since, over = {}, None, None
    deadline = time.monotonic() + o.limit
    while len(client.final_games) < len(games) and daemon.running and time.monotonic() < deadline:
        time.sleep(0.03)
        pacer.step()
        now, _ = replay.now()
        if strikes and now > strikes[0]:
            strikes.pop(0)
            daemon.kill()
        if since is None and first < now < all_on:
            replay.ask("/__reset_stats", "POST")
            since = replay.now()[0]
        if since and not rate and now > all_on - 60:
            counts, span = replay.ask("/__stats")["by_game"], replay.now()[0] - since
            rate = {pk: x["requests"] / span for pk, x in counts.items()}
        if now > end:  # The daemon has a minute more to see the rest.
            over = over or time.monotonic()
            if time.monotonic() - over > 60:
                break
    time.sleep(1)  # For events after the final.
    return rate


def served(o, checks, label, interval, mode, replay, games, rate):
    """Checks the rate by the server's log, not by the requested one."""
    times = {}
    for x in replay.requests():
        if pk := game_of(x):
            times.setdefault(pk, []).append((harness.epoch(x["virtual"]), x["fault"]))
    gaps = []
    for pk, rows in times.items():
        rows = [r for r in rows if games[pk]["firstPitch"] < r[0] < games[pk]["gameOver"]]
        gaps += [b[0] - a[0] for a, b in zip(rows, rows[1:]) if a[1] in ANSWERED]
    gaps.sort()
    part = lambda q: gaps[int(q * (len(gaps) - 1))] if gaps else -1
    mean = statistics.mean(1 / r for r in rate.values()) if rate and all(rate.values()) else -1
    detail = "__stats: %.2f game s a request and game; log: p5=%.2f median=%.2f p95=%.2f, %d requests" % (
        mean, part(0.05), part(0.5), part(0.95), sum(len(r) for r in times.values()))
    near = lambda x, wanted: abs(x / wanted - 1) <= o.tolerance
    if interval == "random":
        wanted = RANDOM_MEDIAN
        holds = near(part(0.5), wanted) and part(0.05) < wanted / 2 and part(0.95) > 4 * wanted
        checks(label + ": polls were random", holds, "median wanted %g; %s" % (wanted, detail))
    else:
        # Faults make the daemon back off and kills make it pause: then the mean shows their cost.
        holds = near(part(0.5), interval) and (mode != "plain" or near(mean, interval))
        checks(label + ": the rate was served", holds, detail)


def main():
    ap = argparse.ArgumentParser(formatter_class=argparse.RawDescriptionHelpFormatter, description=__doc__)
    ap.add_argument("feeds", nargs="*", help="final feeds (default: all of ../shared)")
    ap.add_argument("--livegamed", required=True)
    ap.add_argument("--intervals", default="2,10,60,random", help="game seconds between two polls of a game, or random")
    ap.add_argument("--modes", default="plain,all", help="of plain, faults, kills, all (faults and kills)")
    ap.add_argument("--faults", default=FAULTS, help="what the modes faults and all have the replay do")
    ap.add_argument("--kills", type=int, default=10, help="how often the modes kills and all kill the daemon")
    ap.add_argument("--wait", type=float, default=0.02, help="real seconds that the daemon waits between polls")
    ap.add_argument("--fastest", type=float, default=600, help="virtual seconds per real second, at most about")
    ap.add_argument("--limit", type=float, default=2400, help="real seconds that one run may take")
    ap.add_argument("--tolerance", type=float, default=0.25, help="by which the served rate may differ")
    ap.add_argument("--kinds", help="comma list of kinds to compare (default: all of map.json)")
    ap.add_argument("--keep", action="store_true")
    ap.add_argument("--verbose", action="store_true", help="print the table of a run that holds, too")
    o = ap.parse_args()
    o.feeds = o.feeds or harness.final_feeds()
    o.livegamed = os.path.abspath(o.livegamed)
    checks = Checks()
    for interval in o.intervals.split(","):
        for mode in o.modes.split(","):
            run(o, checks, interval if interval == "random" else float(interval), mode)
    checks.exit()


if __name__ == "__main__":
    main()
