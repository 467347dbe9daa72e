"""Bytes on the wire of whole real games, beside what the same polls would have cost with full bodies.

The daemon polls the games from the replay tool, faster than real time, from before the first pitch until after the last
out. The replay logs the bytes of each answer with its headers, compressed as the daemon asks for it. Afterwards it is
stopped at moments of each game and asked for its full body, compressed with gzip: that is what a poll of that moment
would have cost.
"""
import bisect
import collections
import http.client
import time

import standing
from lib import harness
from lib.harness import Daemon, Replay, Subscriber
from results import figure, spread

GAMES = (747175, 718263, 823163)
# The limit: this share of full bodies.
SHARE = 0.10


def wire(o):
    # Game seconds in a real second, and between two looks at the size of the full body.
    speed, step = (600, 1200) if o.quick else (60, 60)
    with standing.folder() as base, Replay(harness.feeds_of(*GAMES[:1 if o.quick else None]), speed, base) as replay:
        games = follow(o, base, replay, speed)
        replay.ask("/__pause", "POST")
        polls, spent, cost = polls_of(replay), [], []
        for game, times in games.items():
            first, last = times["firstPitch"], times["gameOver"]
            mine = [x for x in polls[game] if first <= x[0] <= last]
            moments, full = full_sizes(replay, game, first, last, step)
            spent.append(sum(size for _, size in mine))
            cost.append(sum(full[max(0, bisect.bisect_right(moments, at) - 1)] for at, _ in mine))
    share = sum(spent) / sum(cost)
    hours = sum(x["gameOver"] - x["firstPitch"] for x in games.values()) / 3600
    return {
        "bytes_vs_full": spread(figure(share, "of full bodies", SHARE, share / SHARE),
                                [x / y for x, y in zip(spent, cost)]),
        "received_mb_per_game_hour": figure(sum(spent) / hours / 1e6, "MB", sum(cost) / hours / 1e6, share),
    }


def follow(o, base, replay, speed):
    """Runs the daemon through the games. Returns their times."""
    with Daemon(o.livegamed, base, replay.url, 1 / speed, idle=30 / speed, live_max=30 / speed) as daemon, \
            Subscriber(daemon.socket) as client:
        games = replay.now()[1]
        if not harness.wait_for(lambda: len(replay.ask("/__stats")["by_game"]) == len(games), 60):
            raise SystemExit("the daemon does not ask for the games: %s" % daemon.text()[-500:])
        replay.go()
        end = max(x["end"] for x in games.values())
        while daemon.running and replay.now()[0] < end and len(client.final_games) < len(games):
            time.sleep(0.5)
        if len(client.final_games) < len(games):
            raise SystemExit("the daemon saw %d of %d finals" % (len(client.final_games), len(games)))
        return games


def polls_of(replay):
    """Returns by gamePk the game time and the bytes of each answer with its feed."""
    polls = collections.defaultdict(list)
    for row in replay.requests():
        if "/feed/live" in row["path"]:
            polls[int(row["path"].split("/")[4])].append((harness.epoch(row["virtual"]), row["wire"]))
    return polls


def full_sizes(replay, game, first, last, step):
    """Returns moments of a game, and the bytes of the full body at each of them."""
    moments = [first + step * k for k in range(int((last - first) / step) + 2)]
    known = len(replay.requests())
    for at in moments:
        replay.ask("/__seek?t=%s" % time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(at)), "POST")
        connection = http.client.HTTPConnection("127.0.0.1", replay.port, timeout=30)
        connection.request("GET", "/api/v1.1/game/%d/feed/live" % game, headers={"Accept-Encoding": "gzip"})
        connection.getresponse().read()
        connection.close()
    time.sleep(0.2)
    return moments, [x["wire"] for x in replay.requests()[known:] if "/feed/live" in x["path"]]
