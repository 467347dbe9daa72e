#!/usr/bin/env python3
"""Plays that are overturned within a sink's delay are never sent, and plays that are corrected later are corrected
there.

Two real games, scripted. A home run becomes a triple, and a stolen base disappears, while the sinks still wait: no
body may contain either. Another home run becomes a triple after it was sent: the webhook gets revision 2, Discord an
edited message (or a new one, where it was deleted), Slack one more message. A webhook without a delay shows that all
of it was seen.

    python3 Tests/Acceptance/delay.py --livegamed .build/debug/livegamed
"""
import argparse
import json
import os
import re
import time

from lib import deliveries
from lib import harness
from corrections import Game
from lib.deliveries import Ledger, ReceiverProcess
from lib.harness import Checks, Daemon, Replay, Scratch, Subscriber

# Real seconds that a sink waits, and game seconds in a real one: the scenes below are in game seconds.
DELAY, SPEED = 15, 15
NEVER, LATER, STEAL = 2, 4, 8
DISCORD, DELETED = "/discord/ok/webhooks/1/token", "/discord/deleted/webhooks/2/token"
SLACK = "/slack/ok/services/T/B/X"


def to_triple(game, when, play):
    """Turns a home run into a triple with fan interference: the batter is on third, and his run is removed."""
    name = game.plays[play]["matchup"]["batter"]["fullName"]
    game.at(when, correct={"play": play, "set": {
        "result.event": "Triple", "result.eventType": "triple", "result.description": triple(game, play),
        "about.isScoringPlay": False}})
    game.at(when, remove_run={"play": play, "count": 1})
    return name


def triple(game, play):
    return "%s triples on a fly ball, the call was overturned." % game.plays[play]["matchup"]["batter"]["fullName"]


def without_steal(game, when, play):
    """Removes the stolen base by a decision of the umpires. The play still continues, so that its events keep their
    positions."""
    p = game.plays[play]
    i = next(i for i, e in enumerate(p["playEvents"]) if e["details"].get("eventType") == "stolen_base_2b")
    way = "playEvents.%d.details." % i
    game.at(when, correct={"play": play, "set": {
        way + "eventType": "game_advisory", way + "event": "Game Advisory", way + "description": "A word of the umpires.",
        "runners": [r for r in p["runners"] if r["details"]["eventType"] != "stolen_base_2b"]}})


def told_of(body, name, verb):
    """Returns whether a message contains this, with any markup around a name."""
    text = json.dumps(json.loads(body), ensure_ascii=False)
    return re.search(re.escape(name.split()[-1]) + r"\W{0,6}" + verb, text) is not None


def configured(receiver, only_webhooks):
    waits = ", allow_http: true, delay: %ds" % DELAY
    rows = ["sinks:", "  now: {type: webhook, url: \"%s\", allow_http: true}" % receiver.url("/ok/now", 2),
            "  later: {type: webhook, url: \"%s\"%s}" % (receiver.url("/ok/later", 3), waits)]
    if not only_webhooks:
        rows += ["  den: {type: discord, url: \"%s\"%s}" % (receiver.url(DISCORD, 4), waits),
                 "  wiped: {type: discord, url: \"%s\"%s}" % (receiver.url(DELETED, 6), waits),
                 "  team: {type: slack, url: \"%s\"%s}" % (receiver.url(SLACK, 5), waits)]
    return "\n".join(rows) + "\n"


def main():
    ap = argparse.ArgumentParser(formatter_class=argparse.RawDescriptionHelpFormatter, description=__doc__)
    ap.add_argument("--livegamed", required=True)
    ap.add_argument("--only-webhooks", action="store_true")
    ap.add_argument("--keep", action="store_true")
    o = ap.parse_args()
    o.livegamed = os.path.abspath(o.livegamed)
    homers, steal = Game(718594), Game(777687)
    never = to_triple(homers, "play:%d+40" % NEVER, NEVER)
    later = to_triple(homers, "play:%d+400" % LATER, LATER)
    # Half a minute after it was seen, long before its play is complete.
    without_steal(steal, "play:%d-110" % STEAL, STEAL)
    checks = Checks()
    with Scratch(checks, o.keep) as base, ReceiverProcess(base) as receiver, \
            Replay([homers.path, steal.path], SPEED, base, script=homers.script + steal.script) as replay:
        with Daemon(o.livegamed, base, replay.url, 0.2, idle=0.5, live_max=0.3,
                    more=configured(receiver, o.only_webhooks)) as daemon, Subscriber(daemon.socket) as client:
            ledger = Ledger(client)
            if play(checks, homers, steal, replay, daemon, client):
                judge(checks, o, receiver, ledger, homers, steal, never, later)
            checks("the daemon stopped cleanly", daemon.running and daemon.stop() == 0)
            checks("the replay had no trouble", not replay.trouble(), replay.trouble()[:200])
    checks.exit()


def play(checks, homers, steal, replay, daemon, client):
    """Runs until the last scene and the delay after it are over."""
    harness.wait_for(lambda: len(replay.ask("/__stats")["by_game"]) >= 2 or not daemon.running, 60)
    if not checks("the daemon polls", daemon.running, "" if daemon.running else daemon.text()[-2000:]):
        return False
    replay.go()
    reached = lambda game, index: any(
        e["data"]["game"]["id"] == game.pk and e["data"].get("play", {}).get("atBatIndex", -1) >= index
        and e["type"] == "livegame.play" for e in client.events())
    done = harness.wait_for(lambda: not daemon.running or (
        reached(homers, LATER) and reached(steal, STEAL)), 300, 0.5)
    # The correction, the delays before and after it, and some time for delivery.
    time.sleep(400 / SPEED + 2 * DELAY + 5)
    return checks("the scenes were played", done and daemon.running, "%d events" % len(client.lines))


def judge(checks, o, receiver, ledger, homers, steal, never, later):
    data = lambda requests: [json.loads(r["body"])["data"] for r in deliveries.accepted(requests)]
    now, waited = receiver.requests("/ok/now"), receiver.requests("/ok/later")
    shown = lambda ds: "; ".join("@%d %s runs=%s%s" % (
        d["revision"], d.get("play", {}).get("eventType"), d.get("play", {}).get("runs"), " retracted" * d["retracted"])
        for d in ds) or "nothing"
    of_play = lambda requests, game, index: [
        d for d in data(requests) if d["game"]["id"] == game.pk and d.get("play", {}).get("atBatIndex") == index
        and "eventIndex" not in d["play"]]
    steals = lambda requests: [d for d in data(requests) if d["game"]["id"] == steal.pk
                               and d.get("play", {}).get("eventType") == "stolen_base_2b" and d["play"]["atBatIndex"] == STEAL]

    seen = of_play(now, homers, NEVER)
    checks("without a delay the home run was sent, and retracted", [d["play"]["eventType"] for d in seen]
           == ["home_run", "triple"], shown(seen))
    checks("without a delay the stolen base was sent, and retracted", [d["retracted"] for d in steals(now)]
           == [False, True], shown(steals(now)))

    seen = of_play(waited, homers, NEVER)
    checks("webhook: within the delay only the final facts are sent", [(d["play"]["eventType"], d["play"]["runs"]) for d in seen]
           == [("triple", 0)], shown(seen))
    checks("webhook: no body contains the run", waited and not any(told_of(r["body"], never, "homers") for r in waited)
           and all(d["score"]["away"] == 0 for d in data(waited) if d["game"]["id"] == homers.pk and "score" in d))
    checks("webhook: no body contains the stolen base", not steals(waited), shown(steals(waited)))
    # A fact waits from when it was first seen; its newest revision is sent.
    facts, first = {}, {}
    for e in ledger.events:
        facts.setdefault(e["data"]["fact"], []).append(e["id"])
        first.setdefault(e["data"]["fact"], deliveries.instant(e["data"]["observedAt"]))
    waits = [r["wall"] - first[json.loads(r["body"])["data"]["fact"]] for r in waited]
    checks("webhook: nothing came before its delay", waits and min(waits) >= DELAY, "%d messages, the earliest after %.3f s" % (
        len(waits), min(waits, default=0)))
    seen = of_play(waited, homers, LATER)
    checks("webhook: a correction after it is revision 2", [(d["revision"], d["play"]["eventType"]) for d in seen[-2:]]
           == [(seen[-2]["revision"] if len(seen) > 1 else 0, "home_run"), (seen[-1]["revision"] if seen else 0, "triple")]
           and seen[0]["revision"] < seen[-1]["revision"], shown(seen))
    got = {json.loads(r["body"])["id"] for r in waited}
    lost = [f for f, ids in facts.items() if not got & set(ids) and "stolen_base" not in f and "/runner/" not in f
            and max(deliveries.instant(e["data"]["observedAt"]) for e in ledger.events if e["data"]["fact"] == f)
            < time.time() - DELAY - 5]
    checks("webhook: everything else was sent", not lost, str(lost[:3]))
    if not o.only_webhooks:
        judge_chats(checks, receiver, now, never, later)


def judge_chats(checks, receiver, now, never, later):
    discord, slack = receiver.below(DISCORD), receiver.below(SLACK)
    for name, requests in (("discord", discord), ("slack", slack)):
        bad = [r for r in requests if told_of(r["body"], never, "homers") or "steals" in r["body"]]
        checks("%s: no body contains an overturned play" % name, requests and not bad, "%d requests %s" % (
            len(requests), bad[0]["body"][:200] if bad else ""))
        checks("%s: the corrected play was sent" % name, any(told_of(r["body"], never, "triples") for r in requests))
        checks("%s: accepted every message" % name, not any(r["complaint"] for r in requests))
        first = next((r["mono"] for r in now if json.loads(r["body"])["data"]["importance"]), 0)
        checks("%s: nothing came before its delay" % name, requests and requests[0]["mono"] - first >= DELAY - 1,
               "%.2f s after the webhook without one" % (requests[0]["mono"] - first if requests else 0))
    messages = receiver.messages(DISCORD)
    mine = {mid: [json.dumps(x) for x in versions] for mid, versions in messages.items()
            if any(told_of(json.dumps(x), later, "(homers|triples)") for x in versions)}
    versions = next(iter(mine.values()), [])
    checks("discord: a correction after it edits the same message", len(mine) == 1 and len(versions) >= 2
           and told_of(versions[0], later, "homers") and told_of(versions[-1], later, "triples")
           and not told_of(versions[-1], later, "homers"), "messages=%d versions=%d" % (len(mine), len(versions)))
    anew = [json.dumps(x[-1]) for x in receiver.messages(DELETED).values()]
    checks("discord: a deleted message is posted again, corrected", sum(
        told_of(x, later, "triples") for x in anew) == 1 and not any(told_of(x, later, "homers") for x in anew),
        "%d messages" % len(anew))
    before = [r for r in slack if told_of(r["body"], later, "homers") and not told_of(r["body"], later, "triples")]
    after = [r for r in slack if told_of(r["body"], later, "triples")]
    checks("slack: a correction after it is one more message", len(before) == 1 and len(after) == 1
           and before[0]["mono"] < after[0]["mono"], "before=%d after=%d" % (len(before), len(after)))


if __name__ == "__main__":
    main()
