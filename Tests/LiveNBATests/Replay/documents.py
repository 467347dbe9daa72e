#!/usr/bin/env python3
"""Prints the answers that a poller of one finished game would get, as frames for RealGamesTests.

A frame is a line of JSON and then the bytes that it announces: `at` (milliseconds), `doc` (box, play, same, damaged),
`restart`, `length`. What is visible when comes from ../shared/tools/nba/nba_replay.py, whose folder is the first argument.
"""
import argparse
import json
import math
import random
import sys


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("tools")
    ap.add_argument("feed")
    ap.add_argument("--box", nargs="*", default=[])
    ap.add_argument("--no-box", action="store_true", help="no answer about the teams and the names")
    ap.add_argument("--every", type=float, default=0, help="seconds between two polls; 0 for random ones")
    ap.add_argument("--longest", type=float, default=60, help="the longest random wait")
    ap.add_argument("--faults", type=float, default=0, help="share of answers that are cut, or older than the last")
    ap.add_argument("--restarts", type=int, default=0)
    ap.add_argument("--polls", default="1", help="seed of the polls")
    ap.add_argument("--from-end", action="store_true", help="one poll, two hours after the game")
    own, rest = ap.parse_known_args()
    sys.path.insert(0, own.tools)
    import nba_replay as replay
    model = argparse.ArgumentParser()
    replay.add_args(model)
    options = model.parse_args(rest)
    (game,), _ = replay.load_games([own.feed], options, own.box)
    rng = random.Random(own.polls)
    end = game.last_rev_at + 300
    times, now = [], game.started - 600
    if own.from_end:
        times, now = [game.started - 600, end], end
    while now < end:
        times.append(now)
        now += own.every or min(own.longest, 1 + rng.expovariate(3 / own.longest))
        if game.ended + 900 < now < game.last_rev_at - 60 and not own.every:
            now += rng.uniform(60, 600)
    times += [end + step for step in (10, 40, 70)]
    restarts = set(rng.sample(range(1, len(times) - 1), min(own.restarts, len(times) - 2)))
    out = sys.stdout.buffer

    def frame(at, doc, body=b"", restart=False):
        head = {"at": int(at * 1000), "doc": doc, "restart": restart, "length": len(body)}
        out.write(json.dumps(head).encode() + b"\n" + body)

    shown = None
    for index, at in enumerate(times):
        restart = index in restarts
        revision = game.rev_at(at)
        if index == 0 and not own.no_box:
            body = game.pregame(at, game.gid) if game.box else game.boxscore(max(0, game.rev_at(game.started)), game.gid)
            if not game.box:
                document = json.loads(body)
                document["game"].update(gameStatus=1, gameStatusText="pregame")
                document["meta"]["time"] = replay.game_meta_time(at)
                body = json.dumps(document).encode()
            frame(at, "box", body, restart)
            continue
        if revision < 0:
            continue
        fault = rng.random()
        if fault < own.faults / 2:
            body = game.play_by_play(revision, game.gid)
            frame(at, "damaged", body[:rng.randrange(len(body))], restart)
        elif fault < own.faults:
            old = max(0, revision - rng.randrange(1, 20))
            frame(at, "play", game.play_by_play(old, game.gid), restart)
            shown = old
        elif revision == shown:
            frame(at, "same", b"", restart)
        else:
            frame(at, "play", game.play_by_play(revision, game.gid), restart)
            shown = revision
    out.flush()


if __name__ == "__main__":
    main()
