#!/usr/bin/env python3
"""Compares the timelines of `.build/debug/polling` with those of the replay tool and of truth.py in ../shared.

    Benchmarks/polling/compare.py [--shared ../shared] [--lag 13] FEED...

Both run without randomness. The situations are derived here a second time, from the original feeds. Skipped if
../shared is missing.
"""
import argparse
import bisect
import os
import subprocess
import sys

WANTED = {"play_end": "plate appearance", "scoring_play": "scoring play", "home_run": "home run",
          "lead_change": "lead change", "half_end": "end of a half", "walk_off": "walk-off", "final": "final",
          "pitching_change": "pitching change", "stolen_base": "stolen base"}


class NoChance:
    def __init__(self, *_): pass
    def uniform(self, *_): return 0.0
    def random(self): return 1.0


def situation(plays, done, op, seen):
    if op is None:
        return ("pause",) if done == 0 or plays[done - 1]["count"]["outs"] >= 3 else ("between",)
    events = plays[op]["playEvents"][:seen]
    pitches = [e for e in events if e["type"] == "pitch"]
    call = (pitches[-1]["details"].get("call") or {}).get("code") if pitches else None
    count = events[-1]["count"] if events else {"balls": 0, "strikes": 0}
    if call in ("D", "X", "E"):
        return "due", "scoring" if call == "E" else "inPlay"
    if call == "H" or count["balls"] >= 4 or count["strikes"] >= 3:
        return "due", "other"
    newest = pitches[-1]["index"] if pitches else -1
    if any(e["type"] == "action" and e["details"].get("eventType") == "pitching_substitution" and e["index"] > newest
           for e in events):
        return ("change",)
    if not pitches:
        return ("between",)
    half = [(p["about"]["inning"], p["about"]["halfInning"]) for p in (plays[op], plays[done - 1])]
    on = plays[done - 1]["matchup"] if done and half[0] == half[1] and plays[done - 1]["count"]["outs"] < 3 else {}
    return "count", len(pitches), "postOnFirst" in on and "postOnSecond" not in on


def words(text):
    """Parses `due(results: 3, LiveCore.Situation.Outcome.inPlay)` into ("due", "inPlay"), 3."""
    name, inside = text.split("(", 1)
    parts = [p.split(":")[-1].strip().rsplit(".", 1)[-1] for p in inside.rstrip(")").split(",")]
    if name == "count":
        return ("count", int(parts[1]), parts[2] == "true"), int(parts[0])
    return ((name, parts[1]) if name == "due" else (name,)), int(parts[0])


def check(path, replay, truth, opt, program):
    feed = truth.load(path)
    plays = feed["liveData"]["plays"]["allPlays"]
    timing = replay.Timing(feed, opt, "0")
    shown = subprocess.run([program, "exact:%g" % opt.lag, path], env=dict(os.environ, TIMELINE="1"),
                           capture_output=True, text=True, check=True).stdout.splitlines()
    rows = [line.split(" ", 2)[1:] for line in shown]
    revisions = [(int(t) // 1000, words(s)) for t, s in rows if not s.startswith("fact")]
    facts = sorted((int(t) // 1000, s[5:]) for t, s in rows if s.startswith("fact"))
    start = revisions[0][0]
    wrong = []
    expected = [c for c in timing.cuts if start <= c <= timing.game_over]
    known = [t for t, _ in revisions]
    for extra in set(known) ^ set(expected):
        # The replay also splits where the status changes.
        if extra not in [t for t, _ in timing.status] and extra != start:
            wrong.append("revision at %d only in one" % extra)
    for time, (own, results) in revisions:
        done = bisect.bisect_right(timing.done, time)
        op = done if done < len(plays) and timing.append[done] <= time else None
        seen = bisect.bisect_right(timing.vis[op], time) if op is not None else 0
        other = situation(plays, done, op, seen)
        if (own, results) != (other, done):
            wrong.append("%d: %s with %d results, not %s with %d" % (time, own, results, other, done))
    kinds = {}
    for f in truth.facts(feed):
        if f["kind"] in WANTED:
            event = f["eventIndex"] if f["kind"] in ("pitching_change", "stolen_base", "scoring_play", "lead_change") \
                else None
            kinds.setdefault((f["atBatIndex"], event), set()).add(WANTED[f["kind"]])
    times = []
    for (play, event), names in kinds.items():
        number = next(i for i, p in enumerate(plays) if p["about"]["atBatIndex"] == play)
        position = next((i for i, e in enumerate(plays[number]["playEvents"]) if e["index"] == event), None)
        time = timing.done[number] if event is None else timing.vis[number][position]
        if time > start:
            times.append((time, ",".join(sorted(names))))
    for row in sorted(set(times) ^ set(facts)):
        wrong.append("fact only in one: %s" % (row,))
    print("%s: %d revisions, %d facts, %d differ" % (os.path.basename(path), len(revisions), len(facts), len(wrong)))
    for line in wrong[:5]:
        print("  " + line)
    return not wrong


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shared", default=os.path.join(here, "../../../shared"))
    parser.add_argument("--lag", type=float, default=13)
    parser.add_argument("feeds", nargs="+")
    o = parser.parse_args()
    tools = os.path.join(o.shared, "tools/replay")
    if not os.path.exists(tools):
        print("skipped: no replay tool in %s" % tools)
        return
    sys.dont_write_bytecode = True
    sys.path.insert(0, tools)
    import statsapi_replay as replay
    import truth
    replay.random.Random = NoChance
    options = argparse.ArgumentParser()
    replay.add_args(options)
    opt = options.parse_args([])
    opt.lag, opt.together, opt.double = o.lag, 0, 0
    program = os.path.join(here, "../../.build/debug/polling")
    sys.exit(0 if all([check(f, replay, truth, opt, program) for f in o.feeds]) else 1)


if __name__ == "__main__":
    main()
