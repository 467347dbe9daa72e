#!/usr/bin/env python3
"""Bytes on the wire of whole real games, compared with the same polls for full bodies.

The daemon polls the games from the replay tool, faster than real time, from before the first pitch until after the
last out. The replay logs the bytes of each answer with its headers, compressed as the daemon asks for it. Afterwards
the replay is stopped at each minute of the game and asked for its full body, which is what a poll of that minute would
have cost.

    python3 Benchmarks/wire/measure.py --livegamed .build/debug/livegamed ../shared/data/mlb/feed-live/747175*.json.gz
"""
import argparse
import bisect
import collections
import http.client
import os
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../Tests/Acceptance"))
from lib import harness  # noqa: E402
from lib.harness import Checks, Daemon, Replay, Scratch, Subscriber  # noqa: E402

# Game seconds between two looks at the size of the full body.
STEP = 60


def polls_of(replay):
    """Returns per gamePk the polls of its feed in order: the game time, the bytes on the wire and whether all plays were
    asked for."""
    polls = collections.defaultdict(list)
    for x in replay.requests():
        if "/feed/live" in x["path"]:
            polls[int(x["path"].split("/")[4])].append((harness.epoch(x["virtual"]), x["wire"], "allPlays" in x["query"]))
    return polls


def full_sizes(replay, pk, first, last):
    """Returns the game times and the bytes of the full body at each of them."""
    times = [first + STEP * k for k in range(int((last - first) / STEP) + 2)]
    known = len(replay.requests())
    for at in times:
        replay.ask("/__seek?t=%s" % time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(at)), "POST")
        c = http.client.HTTPConnection("127.0.0.1", replay.port, timeout=30)
        c.request("GET", "/api/v1.1/game/%d/feed/live" % pk, headers={"Accept-Encoding": "gzip"})
        c.getresponse().read()
        c.close()
    time.sleep(0.2)
    rows = [x for x in replay.requests()[known:] if "/feed/live" in x["path"]]
    return times, [x["wire"] for x in rows]


def play(o, base, checks):
    """Runs the daemon through the games. Returns the replay's polls, and per gamePk the full sizes."""
    with Replay(o.feeds, o.speed, base) as replay:
        with Daemon(o.livegamed, base, replay.url, 1 / o.speed, idle=30 / o.speed, live_max=30 / o.speed) as daemon, \
                Subscriber(daemon.socket) as client:
            harness.wait_for(lambda: len(replay.ask("/__stats")["by_game"]) == len(o.feeds), 60)
            replay.go()
            _, games = replay.now()
            end = max(g["end"] for g in games.values())
            while daemon.running and replay.now()[0] < end and len(client.final_games) < len(games):
                time.sleep(0.5)
            checks("the daemon saw every final", len(client.final_games) == len(games), str(client.final_games))
            client.stop()
            daemon.stop()
        replay.ask("/__pause", "POST")
        polls = polls_of(replay)
        return games, polls, {pk: full_sizes(replay, pk, g["firstPitch"], g["gameOver"]) for pk, g in games.items()}


def main():
    ap = argparse.ArgumentParser(formatter_class=argparse.RawDescriptionHelpFormatter, description=__doc__)
    ap.add_argument("feeds", nargs="+", help="final feeds, plain or compressed with gzip")
    ap.add_argument("--livegamed", required=True)
    ap.add_argument("--speed", type=float, default=60, help="game seconds in a real second")
    ap.add_argument("--most", type=float, help="fail if a ratio is above this")
    ap.add_argument("--keep", action="store_true")
    o = ap.parse_args()
    o.livegamed = os.path.abspath(o.livegamed)
    checks, total = Checks(), [0, 0]
    with Scratch(checks, o.keep) as base:
        games, polls, sizes = play(o, base, checks)
        for pk, g in games.items():
            hours = (g["gameOver"] - g["firstPitch"]) / 3600
            mine = [p for p in polls[pk] if g["firstPitch"] <= p[0] <= g["gameOver"]]
            times, full = sizes[pk]
            spent = sum(p[1] for p in mine)
            cost = sum(full[max(0, bisect.bisect_right(times, p[0]) - 1)] for p in mine)
            total = [total[0] + spent, total[1] + cost]
            print("%d: requests=%d (%.0f an hour) whole=%d bytes=%d (%.0f KB an hour) full=%d bytes_vs_full=%.4f" % (
                pk, len(mine), len(mine) / hours, sum(p[2] for p in mine), spent, spent / hours / 1000, cost,
                spent / cost))
            if o.most:
                checks("%d: the bytes are few" % pk, spent <= o.most * cost)
    print("all: bytes=%d full=%d bytes_vs_full=%.4f" % (total[0], total[1], total[0] / total[1]))
    checks.exit()


if __name__ == "__main__":
    main()
