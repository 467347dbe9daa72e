#!/usr/bin/env python3
"""Runs the daemon with a push socket on replayed real games, with the faults that the socket may have and with kills, and
compares its events with independently derived facts.

The push socket is that of ../shared/tools/replay (`--push on`). Whatever it does, every fact must be told once, and the
connections of the daemon must not grow.

    python3 Tests/Acceptance/push_truth.py --livegamed .build/debug/livegamed --speed 60 \
        ../shared/data/mlb/feed-live/{747175,718263}*.json.gz
"""
import argparse
import json
import os
import random
import time

from lib import harness
from lib.harness import Checks, Daemon, Replay, Scratch, Subscriber

KINDS = "game_start,half_start,half_end,play_end,scoring_play,final"
# The name of each run, the faults of the socket, the virtual seconds from a revision to its message, and the kills.
RUNS = {
    "prompt": ("", 0.3, 0),
    "faults": ("drop=0.03,duplicate=0.05,split=0.05,reorder=0.05,garbage=0.05,binary=0.02,huge=0.01:200000,"
               "wrongpk=0.05,fragment=0.1,full_refresh=0.02,correction=0.02,close=0.01:1011,abort=0.01", 0.5, 4),
    "silence": ("hang=0.02:300,freeze=0.01:120,mute=0.2:200,deny=0.2:503", 0.5, 2),
    "late": ("", 6, 0),
}


def descriptors(daemon):
    return len(os.listdir("/proc/%d/fd" % daemon.process.pid))


def run(o, checks, name, base):
    faults, delay, kills = RUNS[name]
    more = ["--push", "on", "--push-delay", str(delay)] + (["--push-faults", faults] if faults else [])
    with Replay(o.feeds, o.speed, base, more=more) as replay:
        source = '{mlb: {base_url: "%s", push: on}}' % replay.url
        with Daemon(o.livegamed, base, replay.url, 0.1, idle=1, live_max=30 / o.speed, source=source) as daemon, \
                Subscriber(daemon.socket) as client:
            harness.wait_for(lambda: len(replay.ask("/__stats")["by_game"]) == len(o.feeds), 30)
            replay.go()
            dice, began, most = random.Random(5), time.time(), 0
            strikes = sorted(dice.uniform(4, 12_000 * 0.8 / o.speed) for _ in range(kills))
            while time.time() - began < o.limit and len(client.final_games) < len(o.feeds) and daemon.running:
                time.sleep(0.1)
                most = max(most, descriptors(daemon))
                if strikes and time.time() - began > strikes[0]:
                    strikes.pop(0)
                    daemon.kill()
            stats = replay.ask("/__stats")
            stopped = daemon.stop()
            client.stop()
        equal, report = harness.compare(base, o.feeds, client.lines, KINDS)
        print(report, end="")
        push = stats["push"]
        checks("%s: events equal the truth" % name, equal)
        checks("%s: the socket was used" % name, push["connections"] >= len(o.feeds) and push["messages"] > 100,
               json.dumps({k: v for k, v in push.items() if k != "by_game"}))
        checks("%s: at most one connection for each game" % name, push["open"] <= len(o.feeds), str(push["open"]))
        checks("%s: the open files do not grow" % name, most < 80, str(most))
        checks("%s: the daemon stopped cleanly" % name, stopped == 0, "exit=%s" % stopped)
        requests = sum(x if isinstance(x, int) else x.get("requests", 0) for x in stats["by_game"].values())
        print("     %s: %d requests, %d messages, %d connections" % (name, requests, push["messages"], push["connections"]))


def main():
    ap = argparse.ArgumentParser(formatter_class=argparse.RawDescriptionHelpFormatter, description=__doc__)
    ap.add_argument("feeds", nargs="+")
    ap.add_argument("--livegamed", required=True)
    ap.add_argument("--speed", type=float, default=60)
    ap.add_argument("--runs", default=",".join(RUNS), help="some of %s" % ", ".join(RUNS))
    ap.add_argument("--limit", type=float, default=900, help="seconds after which a run gives up")
    ap.add_argument("--keep", action="store_true")
    o = ap.parse_args()
    o.livegamed = os.path.abspath(o.livegamed)
    checks = Checks()
    for name in o.runs.split(","):
        with Scratch(checks, o.keep) as base:
            run(o, checks, name, base)
    checks.exit()


if __name__ == "__main__":
    main()
