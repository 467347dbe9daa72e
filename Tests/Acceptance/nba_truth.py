#!/usr/bin/env python3
"""The events of whole real games of the NBA, followed by the daemon, compared with independently derived facts: recall =
precision = 1, no duplicate, no gap. The server enters actions late, corrects and deletes some, and adds faults.

    python3 Tests/Acceptance/nba_truth.py --livegamed .build/debug/livegamed
    python3 Tests/Acceptance/nba_truth.py --livegamed .build/debug/livegamed --modes 10 \
        ../shared/data/nba/playbyplay_0022500776.json.gz

Needs ../shared/tools/nba and ../shared/data/nba.
"""
import argparse
import random
import subprocess
import sys
import time

from lib import cdn, harness
from lib.harness import Checks, Daemon, Scratch, Subscriber

FAULTS = "503=0.02:retry-after=1,403=0.01,html403=0.01,badjson=0.02,truncate=0.02,stale=0.03:60,reset=0.01"
# Game seconds between two polls, the speed of the replay, faults, kills.
MODES = {
    "2": (2, 40, "", 0),
    "10": (10, 150, "", 0),
    "random": (None, 150, FAULTS + ",stall=0.05:0.3", 10),
}


def run(o, checks, mode):
    interval, speed, faults, kills = MODES[mode]
    label = "every %s s" % interval if interval else "at random, with faults and %d kills" % kills
    print("== %s: %d games" % (label, len(o.feeds)), flush=True)
    began = time.monotonic()
    poll = interval / speed if interval else 0.03
    more = {"more": ["--seed", str(o.seed)]}
    with Scratch(checks, o.keep) as base, cdn.CDN(o.feeds, speed, base, faults, **more) as replay, \
            Daemon(o.livegamed, base, replay.url, poll, idle=0.3, live_max=poll if interval else 1,
                   source="{mlb: {enabled: false}, nba: {enabled: true, base_url: \"%s\"}}" % replay.url) as daemon, \
            Subscriber(daemon.socket) as client:
        if not checks(label + ": the daemon polls", harness.wait_for(lambda: polled(replay, len(o.feeds)), 60)):
            return
        replay.go()
        follow(o, replay, daemon, client, kills)
        memory, ended = daemon.memory(), daemon.running
        status = daemon.stop()
        checks(label + ": the daemon ran to the end and stopped cleanly", ended and status == 0, "exit=%s" % status)
        client.stop()
        compare(checks, label, base, o.feeds, client)
        checks(label + ": the server had no trouble", not replay.trouble(), replay.trouble()[:300])
        print("     seconds=%.0f events=%d kills=%d requests=%d %s" % (
            time.monotonic() - began, len(client.lines), daemon.kills, len(replay.requests()),
            " ".join(" ".join(x.split()) for x in memory)), flush=True)


def polled(replay, games):
    paths = {x["path"] for x in replay.requests() if "boxscore_" in x["path"] or "playbyplay_" in x["path"]}
    return len({x.split("_")[1] for x in paths}) >= games


def follow(o, replay, daemon, client, kills):
    """Waits for the last revision of every game, and kills the daemon on the way."""
    dice = random.Random(o.seed)
    now, games = replay.now()
    last = max(g["final"] for g in games.values())
    strikes = [now + (last - now) * (k + dice.random() * 0.9) / kills for k in range(kills)]
    deadline = time.monotonic() + o.limit
    end = max(g["end"] for g in games.values())
    while daemon.running and time.monotonic() < deadline and now < end + 600:
        time.sleep(0.05)
        now, _ = replay.now()
        if strikes and now > strikes[0]:
            strikes.pop(0)
            daemon.kill()
    time.sleep(2)


def compare(checks, label, base, feeds, client):
    with open(base + "/events.ndjson", "w") as f:
        f.writelines(x + "\n" for x in client.lines)
    with open(base + "/truth.jsonl", "w") as f:
        subprocess.run([sys.executable, cdn.TOOLS + "/nba_truth.py", *feeds], stdout=f, check=True)
    report = subprocess.run(
        [sys.executable, harness.TOOLS + "/check_events.py", "--map", cdn.TOOLS + "/nba_map.json", "--truth",
         base + "/truth.jsonl", "--events", base + "/events.ndjson"], capture_output=True, text=True)
    if report.returncode:
        print(report.stdout[-6000:] + report.stderr[-2000:])
    tail = (report.stdout + report.stderr).strip().splitlines()
    checks(label + ": events equal the truth", report.returncode == 0, "; ".join(x.strip() for x in tail[-2:]))
    checks(label + ": the socket reported no gap", not client.gaps, str(client.gaps[:2]))
    checks(label + ": every game has a final", len(client.final_games) == len(feeds), str(sorted(client.final_games)))


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("feeds", nargs="*")
    ap.add_argument("--livegamed", required=True)
    ap.add_argument("--modes", default="10,random", help="of " + ", ".join(MODES))
    ap.add_argument("--seed", type=int, default=11)
    ap.add_argument("--limit", type=float, default=900, help="seconds after which a run gives up")
    ap.add_argument("--keep", action="store_true")
    o = ap.parse_args()
    o.feeds = o.feeds or cdn.games()
    checks = Checks()
    for mode in o.modes.split(","):
        run(o, checks, mode)
    checks.exit()


if __name__ == "__main__":
    main()
