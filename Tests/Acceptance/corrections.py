#!/usr/bin/env python3
"""Corrections, holds and stale answers of a scripted source: each must lead to exactly the right revisions.

Two runs of real games through the replay server, at 60 game seconds a second and about 6 between polls. For each
game: each correction of the script was logged as a revision of the right fact, once; its consequences name it as
their cause; nothing else was revised; and in the end the valid facts equal the truth of the corrected feed.

    python3 corrections.py --livegamed .build/debug/livegamed [--only log|status]
"""
import argparse
import copy
import gzip
import json
import os
import time

from lib import harness
from lib.harness import Checks, Daemon, Replay, Scratch, Subscriber

DERIVED = ("livegame.play", "livegame.action", "livegame.inning")


class Game:
    """One real game: its feed, and the script's changes."""

    def __init__(self, pk):
        self.pk, self.script = pk, []
        self.path = harness.feeds_of(pk)[0]
        with gzip.open(self.path) as f:
            self.feed = json.load(f)
        self.corrected = copy.deepcopy(self.feed)

    @property
    def plays(self):
        return self.feed["liveData"]["plays"]["allPlays"]

    def at(self, when, **what):
        self.script.append(dict(what, gamePk=self.pk, at=when))

    def correct(self, when, play, fields, **more):
        """Sets fields of a play. Without `for` the change is permanent and part of the final truth."""
        self.at(when, correct={"play": play, "set": fields}, **more)
        if "for" not in more:
            for path, value in fields.items():
                *way, last = path.split(".")
                o = self.corrected["liveData"]["plays"]["allPlays"][play]
                for k in way:
                    o = o[int(k)] if isinstance(o, list) else o.setdefault(k, {})
                o[last] = copy.deepcopy(value)

    def run_out(self, when, play):
        """Turns the last run of a play into an out at home, permanently."""
        self.at(when, remove_run={"play": play, "count": 1, "out": True})
        plays = self.corrected["liveData"]["plays"]["allPlays"]
        p = plays[play]
        side = "awayScore" if p["about"]["isTopInning"] else "homeScore"
        r = [r for r in p["runners"] if r["movement"]["end"] == "score"][-1]
        r["movement"].update(end=None, isOut=True, outBase="4B")
        for q in plays[play:]:
            q["result"][side] -= 1
        for q in plays[play + 1:]:
            for e in q["playEvents"]:
                if side in e["details"]:
                    e["details"][side] -= 1
        p["result"]["rbi"] = max(0, p["result"]["rbi"] - 1)
        p["about"]["isScoringPlay"] = any(r["movement"]["end"] == "score" for r in p["runners"])


class Told:
    """The events of one game by fact, in the order of the log."""

    def __init__(self, events, pk):
        self.events = [e for e in events if e["data"]["game"]["id"] == pk]
        self.facts = {}
        for e in self.events:
            self.facts.setdefault(e["data"]["fact"], []).append(e)

    def confirmed(self, fact):
        return [e for e in self.facts.get(fact, []) if not e["data"]["provisional"]]

    def provisional(self, fact):
        return [e for e in self.facts.get(fact, []) if e["data"]["provisional"]]

    def play(self, index):
        """Returns the fact of a plate appearance; '' if it was never logged."""
        return next((e["data"]["fact"] for e in self.events
                     if e["type"] == "livegame.play" and e["data"]["play"]["atBatIndex"] == index), "")

    def action(self, index, tag):
        return next((e["data"]["fact"] for e in self.events if e["type"] == "livegame.action"
                     and e["data"]["play"]["atBatIndex"] == index and tag in e["data"]["tags"]), "")

    def status(self, kind):
        return {f: es for f, es in self.facts.items() if "/status/%s/" % kind in f}

    def derived(self):
        return [f for f, es in self.facts.items() if es[0]["type"] in DERIVED or "/status/final/" in f]


def seq(e):
    return int(e["sequence"])


def shown(es):
    """Returns a short form of the revisions of a fact."""
    return "; ".join("@%d%s%s %s %s %s%s" % (
        e["data"]["revision"], " provisional" * e["data"]["provisional"], " retracted" * e["data"]["retracted"],
        e["data"].get("play", {}).get("eventType"), "-".join(str(x) for x in e["data"].get("score", {}).values()),
        "rbi=%s" % e["data"].get("play", {}).get("rbi"), " cause" * ("cause" in e["data"])) for e in es) or "never told"


class Verdict:
    """The checks of one game. Every fact that a check has covered is left out of `nothing_else`."""

    def __init__(self, checks, told, label):
        self.checks, self.told, self.label, self.judged = checks, told, label, set()

    def check(self, name, holds, detail=""):
        return self.checks("%s: %s" % (self.label, name), holds, detail)

    def revised(self, name, fact, *wanted):
        """Checks that the confirmed revisions of the fact are these, each a predicate of its data, and that none
        names a cause."""
        es = self.told.confirmed(fact)
        self.judged.add(fact)
        holds = len(es) == len(wanted) and all(f(e["data"]) for f, e in zip(wanted, es))
        holds = holds and not any("cause" in e["data"] for e in es)
        self.check(name, holds, shown(es))
        return es

    def followed(self, name, root):
        """Checks that each revision of the root caused one revision of the facts around it, with it as the cause."""
        es = self.told.confirmed(root)
        if len(es) < 2:
            return self.check(name, False, "the root was not revised")
        wrong, count = [], 0
        for fact in self.told.derived():
            mine = self.told.confirmed(fact)
            if fact == root or not mine or seq(mine[0]) < seq(es[0]):
                continue
            due = [c for c in es[1:] if seq(mine[0]) < seq(c)]
            if not due:
                continue
            self.judged.add(fact)
            count += len(due)
            if len(mine) != 1 + len(due) or any(e["data"].get("cause") != root for e in mine[1:]) \
                    or any(e["data"]["retracted"] for e in mine):
                wrong.append("%s: %s" % (fact, shown(mine)))
        self.check(name, count > 0 and not wrong, "%d due, %d wrong %s" % (count, len(wrong), " | ".join(wrong[:3])))

    def follows(self, name, fact, root):
        """Checks that a fact was revised with the root as the cause, and not otherwise."""
        mine = self.told.confirmed(fact)
        self.judged.add(fact)
        self.check(name, len(mine) > 1 and all(e["data"].get("cause") == root for e in mine[1:])
                   and not any(e["data"]["retracted"] for e in mine), shown(mine))

    def nothing_else(self):
        """Checks that every other play, action and half-inning, and the final, was confirmed once and never revised."""
        wrong = ["%s: %s" % (f, shown(self.told.facts[f])) for f in self.told.derived() if f not in self.judged
                 and (len(self.told.confirmed(f)) != 1 or any(e["data"]["retracted"] for e in self.told.facts[f])
                      or self.told.facts[f][-1]["data"]["provisional"])]
        self.check("nothing else was revised", not wrong, "%d %s" % (len(wrong), " | ".join(wrong[:3])))

    def provisional_runs(self, game, upto, share=0.7):
        """Checks that a run that follows from the call of a pitch is logged before its play is complete."""
        hits = [p["about"]["atBatIndex"] for p in game.plays[:upto] if p["about"]["isScoringPlay"]
                and p["playEvents"][-1]["details"].get("call", {}).get("code") == "E"]
        early = [i for i in hits if self.told.provisional(self.told.play(i))]
        # With few such runs, a busy machine may miss one: the window is a fraction of a second at this speed.
        self.check("runs were logged provisionally", hits and len(early) >= int(share * len(hits)), "%d of %d" % (
            len(early), len(hits)))
        bad = [i for i in early if not all(
            seq(a) < seq(b) for a in self.told.provisional(self.told.play(i))
            for b in self.told.confirmed(self.told.play(i))[:1])
            or any(e["data"]["retracted"] for e in self.told.facts[self.told.play(i)])]
        self.check("each was then confirmed, none retracted", early and not bad, str(bad))

    def statuses(self, name, **wanted):
        """Checks the number of facts of each kind of status, each logged once. Returns those of the last kind."""
        found = {k: self.told.status(k.replace("_", "-")) for k in wanted}
        holds = all(len(found[k]) in (n if isinstance(n, tuple) else (n,)) for k, n in wanted.items())
        holds = holds and all(len(es) == 1 for fs in found.values() for es in fs.values())
        self.check(name, holds, " ".join("%s=%d" % (k, len(v)) for k, v in found.items()))
        return found


def is_hit(event_type):
    return lambda d: d["play"]["eventType"] == event_type and "hit" in d["tags"] and not d["retracted"]


def is_error(d):
    return d["play"]["eventType"] == "field_error" and {"field_error", "error"} <= set(d["tags"]) \
        and "hit" not in d["tags"] and not d["retracted"]


def to_error(game, play):
    """Returns the fields that the scorer changes when a hit becomes an error."""
    p = game.plays[play]
    batter = p["matchup"]["batter"]["id"]
    k = next(i for i, r in enumerate(p["runners"]) if r["details"]["runner"]["id"] == batter)
    fielder = (p["runners"][k]["credits"] or [{"player": p["matchup"]["pitcher"]}])[0]
    return {"result.event": "Field Error", "result.eventType": "field_error",
            "result.description": p["matchup"]["batter"]["fullName"] + " reaches on a fielding error.",
            "runners.%d.credits" % k: [dict(fielder, credit="f_fielding_error")]}


# ---------------------------------------------------------------- the play log
def play_log(o, checks):
    az, cle, oak, hou = Game(747175), Game(823163), Game(718594), Game(744914)
    az.correct("play:2+60", 2, to_error(az, 2))
    az.correct("play:19+90", 19, {"result.rbi": 0})
    steal = az.plays[20]
    az.correct("play:20+120", 20, {
        "playEvents": [e for e in steal["playEvents"] if e["details"].get("eventType") != "stolen_base_2b"],
        "runners": [r for r in steal["runners"] if r["details"]["eventType"] != "stolen_base_2b"]}, **{"for": 240})
    for i, p in enumerate(az.plays[:30]):
        last = len(p["playEvents"]) - 1
        az.at("play:30+40", correct={"play": i, "set": {
            "about.endTime": p["about"]["endTime"][:-5] + "999Z", "playEndTime": p["about"]["endTime"][:-5] + "999Z",
            "about.captivatingIndex": 99, "playEvents.%d.pitchData.startSpeed" % last: 99.9,
            "playEvents.%d.endTime" % last: p["about"]["endTime"][:-5] + "998Z"}})

    cle.correct("play:9+60", 9, to_error(cle, 9), **{"for": 150})
    cle.correct("play:28-5", 28, {
        "result.event": "Official Scorer Ruling Pending", "result.eventType": "os_ruling_pending_primary",
        "result.description": "Official scorer ruling pending."}, **{"for": 95})
    cle.at("play:34+10", remove_run={"play": 31, "count": 1}, until="play:37+10")
    cle.at("play:40+5", stale=60, **{"for": 40})

    oak.run_out("play:36+10", 33)
    called = next(i for i, p in enumerate(oak.plays) if i >= 10 and p["result"]["eventType"] == "field_out"
                  and p["count"]["outs"] < 3 and len(p["runners"]) == 1)
    p = oak.plays[called]
    oak.correct("play:%d+60" % called, called, {
        "reviewDetails": {"isOverturned": True, "inProgress": False, "reviewType": "MF",
                          "challengeTeamId": oak.feed["gameData"]["teams"]["home"]["id"]},
        "about.hasReview": True, "result.event": "Single", "result.eventType": "single",
        "result.description": "Home challenged (tag play), call on the field was overturned: %s singles." % (
            p["matchup"]["batter"]["fullName"]),
        "runners.0.movement": {"originBase": None, "start": None, "end": "1B", "outBase": None, "isOut": False,
                               "outNumber": None}})

    nothing = 13
    e = len(hou.plays[nothing]["playEvents"]) - 1
    hou.correct("play:%d-60" % nothing, nothing, {"playEvents.%d.details.call.code" % e: "E"})
    hou.correct("final+300", 59, to_error(hou, 59))

    games = {az: 37, cle: 45, oak: 47, hou: 20}
    with Scratch(checks, o.keep) as base:
        events = replayed(o, checks, base, games, "first-pitch-5m", after=420)
        told = {g: Told(events, g.pk) for g in games}

        v = Verdict(checks, told[az], "747175")
        v.revised("a hit becomes an error", told[az].play(2), is_hit("single"), is_error)
        v.revised("rbi are changed", told[az].play(19), lambda d: d["play"]["rbi"] == 1,
                  lambda d: d["play"]["rbi"] == 0 and d["play"]["runs"] == 1)
        v.revised("an action is gone and comes back", told[az].action(20, "stolen_base"),
                  lambda d: not d["retracted"],
                  lambda d: d["retracted"] and d["revision"] == 2,
                  lambda d: not d["retracted"] and d["revision"] == 3)
        v.follows("the chances before the plate appearance follow", told[az].play(20), told[az].action(20, "stolen_base"))
        v.provisional_runs(az, 37)
        v.nothing_else()
        print("     (rewritten times and pitches of 30 plays led to nothing, if nothing else was revised)")

        v = Verdict(checks, told[cle], "823163")
        v.revised("a hit becomes an error and is put back", told[cle].play(9), is_hit("double"), is_error,
                  is_hit("double"))
        v.revised("a pending ruling is decided", told[cle].play(28),
                  lambda d: d["play"]["eventType"] == "os_ruling_pending_primary", is_hit("single"))
        root = told[cle].play(31)
        full = lambda d: d["score"] == {"away": 3, "home": 2} and {"scoring", "lead_change"} <= set(d["tags"])
        v.revised("a run is taken off and put back", root, full, lambda d: d["score"] == {"away": 2, "home": 2}
                  and {"scoring", "tie"} <= set(d["tags"]) and not {"lead_change", "go_ahead"} & set(d["tags"])
                  and d["play"]["runs"] == 1, full)
        v.followed("what came after it is revised, with its cause", root)
        v.nothing_else()

        v = Verdict(checks, told[oak], "718594")
        v.revised("a call is overturned", told[oak].play(called), lambda d: d["play"]["eventType"] == "field_out",
                  lambda d: d["play"]["eventType"] == "single" and {"review", "overturned", "hit"} <= set(d["tags"])
                  and [(r["reviewType"], r["overturned"], r.get("side")) for r in d["play"].get("reviews", [])]
                  == [("MF", True, "home")])
        root = told[oak].play(33)
        v.revised("a run becomes an out at home", root, lambda d: d["score"] == {"away": 3, "home": 1},
                  lambda d: d["score"] == {"away": 2, "home": 1} and "scoring" not in d["tags"] and not d["retracted"])
        v.followed("what came after it is revised, with its cause", root)
        v.nothing_else()

        v = Verdict(checks, told[hou], "744914")
        v.revised("a correction five minutes after Final", told[hou].play(59), is_hit("single"), is_error)
        v.revised("a run that was none", told[hou].play(nothing),
                  lambda d: d["play"]["eventType"] == "field_out" and "scoring" not in d["tags"])
        print("     before, if a poll saw it: " + shown(told[hou].provisional(told[hou].play(nothing))))
        v.nothing_else()

        feeds = []
        for g in games:
            feeds.append("%s/%d.json" % (base, g.pk))
            with open(feeds[-1], "w") as f:
                json.dump(g.corrected, f)
        lines = [json.dumps(e) for e in events]
        equal, report = harness.compare(base, feeds, lines, o.kinds)
        if not equal:
            print(report, end="")
        checks("in the end the events equal the truth of the corrected feeds", equal, report.strip().split("\n")[-1])


# -------------------------------------------------------------------- statuses
def statuses(o, checks):
    held, postponed, cancelled, suspended = Game(747175), Game(777687), Game(718322), Game(718096)
    held.at("first-pitch-600", status="PR", hold=1200)
    held.at("play:8+20", status="IR", hold=1500)
    suspended.at("play:30+5", status="TR", hold="forever")
    postponed.at("first-pitch-600", status="DR", hold="forever", schedule={"rescheduleDate": "2026-08-26T17:10:00Z"})
    cancelled.at("first-pitch-600", status="CR", hold="forever")
    games = {held: 12, suspended: 30}
    with Scratch(checks, o.keep) as base:
        events = replayed(o, checks, base, games, "first-pitch-14m", also=(postponed, cancelled), ends=(held,))
        told = {g: Told(events, g.pk) for g in (held, suspended, postponed, cancelled)}

        v = Verdict(checks, told[held], "747175 (delays)")
        found = v.statuses("two delays, each told once, then the game goes on", delay=2, resume=(1, 2), start=1, final=1)
        reasons = [es[0]["data"].get("reason") for es in found["delay"].values()]
        v.check("they have their reason", reasons == ["Rain", "Rain"], str(reasons))
        v.check("the game is delayed meanwhile", found["delay"] and all(
            es[0]["data"]["game"]["status"] == "delayed" for es in found["delay"].values()))
        order = [e["data"]["fact"].split("/status/")[1].split("/")[0] for e in told[held].events
                 if "/status/" in e["data"]["fact"]]
        order = [k for k in order if k in ("delay", "resume", "start", "final")]
        v.check("in the order in which it happened", order in (
            ["delay", "start", "delay", "resume", "final"], ["delay", "resume", "start", "delay", "resume", "final"]),
            " ".join(order))
        v.nothing_else()
        equal, report = harness.compare(base, [held.path], [
            json.dumps(e) for e in told[held].events], o.kinds)
        row = [x for x in report.splitlines() if x.startswith("recall")]
        v.check("the game is logged in full", row and row[0].startswith("recall=1.0000 precision=1.0000 duplicates=0"),
                row[0] if row else report[-300:])

        v = Verdict(checks, told[suspended], "718096 (suspended)")
        found = v.statuses("suspended once, no final", suspended=1, final=0, start=1, resume=0)
        v.check("it has its reason", [es[0]["data"].get("reason") for es in found["suspended"].values()] == ["Rain"])
        last = max((e["data"]["play"]["atBatIndex"] for e in told[suspended].events
                    if e["type"] == "livegame.play"), default=-1)
        v.check("every play until then is logged, none after", last == 30, "last play %d" % last)
        v.nothing_else()

        for game, kind in ((postponed, "postponed"), (cancelled, "cancelled")):
            v = Verdict(checks, told[game], "%d (%s)" % (game.pk, kind))
            found = v.statuses("told once, never start or final", **{kind: 1, "start": 0, "final": 0})
            v.check("it has its reason", [es[0]["data"].get("reason") for es in found[kind].values()] == ["Rain"])
            v.check("no event of a game is logged", not told[game].derived(), str(told[game].derived()[:3]))


def replayed(o, checks, base, games, start, after=0, also=(), ends=None):
    """Replays the games to their ends, or past the corrections if they have none, and returns the events.

    `games` gives for each the play up to which it must be slow; `after` is the number of slow game seconds after the
    finals.
    """
    everyone = [*games, *also]
    script = [x for g in everyone for x in g.script]
    ends = {g.pk for g in (games if ends is None else ends)}
    with Replay([g.path for g in everyone], o.speed, base, script=script, start=start) as replay, \
            Daemon(o.livegamed, base, replay.url, o.every / o.speed) as daemon, Subscriber(daemon.socket) as client:
        if not checks("the daemon polls", harness.wait_for(
                lambda: len(replay.ask("/__stats")["by_game"]) >= len(games), 60)):
            return []
        replay.go()
        pace = lambda x: replay.ask("/__speed?x=%g" % x, "POST")
        reached = lambda g: max((e["data"]["play"]["atBatIndex"] for e in client.events() if e["data"]["game"]["id"]
                                 == g.pk and e["type"] == "livegame.play"), default=-1) >= games[g]
        alive = checks("the corrections were played", harness.wait_for(
            lambda: not daemon.running or all(reached(g) for g in games), o.limit, 0.5) and daemon.running)
        # Two minutes of game time at the slow pace for the last correction; then continue to the finals.
        time.sleep(120 / o.speed)
        pace(o.cruise)
        alive = alive and checks("the finals were logged", harness.wait_for(
            lambda: not daemon.running or ends <= client.final_games, o.limit, 0.2) and daemon.running)
        if after:
            # The replay's Final comes minutes after the Game Over that the daemon uses.
            _, clock = replay.now()
            end = max(clock[pk]["end"] for pk in ends)
            harness.wait_for(lambda: replay.now()[0] > max(end - after, end - 400), 60)
            pace(o.speed)
            harness.wait_for(lambda: replay.now()[0] > end + 120, 120)
        time.sleep(1)
        checks("the daemon stopped cleanly", daemon.running and daemon.stop() == 0)
        checks("the replay had no trouble", not replay.trouble(), replay.trouble()[:200])
        checks("no gap", not client.gaps)
        asked = [x for x in replay.requests() if "/feed/live" in x["path"]]
        print("     %d requests, %d events" % (len(asked), len(client.lines)), flush=True)
        client.stop()
        return client.events()


def main():
    ap = argparse.ArgumentParser(formatter_class=argparse.RawDescriptionHelpFormatter, description=__doc__)
    ap.add_argument("--livegamed", required=True)
    ap.add_argument("--only", default="log,status", help="of log, status")
    ap.add_argument("--speed", type=float, default=60, help="game seconds a second around what is corrected")
    ap.add_argument("--cruise", type=float, default=400, help="game seconds a second elsewhere")
    ap.add_argument("--every", type=float, default=6, help="game seconds between polls, by the configuration")
    ap.add_argument("--limit", type=float, default=420, help="real seconds that the daemon may take to get there")
    ap.add_argument("--kinds", help="comma list of kinds compared in the end (default: all of map.json)")
    ap.add_argument("--keep", action="store_true")
    o = ap.parse_args()
    o.livegamed = os.path.abspath(o.livegamed)
    checks = Checks()
    for name, part in (("log", play_log), ("status", statuses)):
        if name in o.only.split(","):
            began = time.monotonic()
            print("== " + name, flush=True)
            part(o, checks)
            print("     seconds=%.0f" % (time.monotonic() - began), flush=True)
    checks.exit()


if __name__ == "__main__":
    main()
