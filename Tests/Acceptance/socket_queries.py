#!/usr/bin/env python3
"""The answers to games, game, game_details, scoreboard and status, compared with the simulator's own schedule and feeds.

A game changes during the comparison, so an answer is compared with the feed of the instant that it names in `feedAt`.
Runs until one game is over and another is not, then stops the source. Takes half a minute; needs only the simulator.

    python3 Tests/Acceptance/socket_queries.py --livegamed .build/debug/livegamed
"""
import argparse
import contextlib
import datetime
import json
import os
import threading
import time
import urllib.request

from lib import harness
from lib.harness import Checks, Daemon, Scratch
from lib.simulated import Lines, Simulator, log_of

# The first letter of the feed's code, and its meaning by docs/events.md; the simulator plays plain games.
STATUS = {"S": "scheduled", "P": "scheduled", "PW": "warmup", "I": "live", "O": "final", "F": "final"}
SITUATION = ("inning_state", "outs", "balls", "strikes", "bases", "batter", "pitcher")
ODDS = ("winExpectancy", "leverage")
MEMBERS = {"league", "game", "start", "watched", "reason", "inning", "score", "last", "feedAt", "observedAt", *SITUATION,
           *ODDS}


def fetch(url, path):
    with urllib.request.urlopen(url + path, timeout=10) as answer:
        return json.load(answer)


def scheduled(url):
    """Returns the rows of the schedule, as `games` must return them except for `status` and `watched`."""
    rows = [x for date in fetch(url, "/api/v1/schedule")["dates"] for x in date["games"]]
    club = lambda team: {x: team["team"][x] for x in ("id", "abbreviation", "name")}
    rows = [{"league": "mlb", "start": x["gameDate"], "game": {
        "id": x["gamePk"], "date": x["officialDate"], "number": x["gameNumber"], "type": x["gameType"],
        "away": club(x["teams"]["away"]), "home": club(x["teams"]["home"])}} for x in rows]
    return sorted(rows, key=lambda x: (x["start"], x["game"]["id"]))


def bare(row):
    """Returns the row without its variable members."""
    row = json.loads(json.dumps(row))
    row.pop("watched")
    row["game"].pop("status")
    return row


def at(text):
    """Parses `20261121_191322` or `2026-11-21T19:13:22.000Z` to seconds since 1970."""
    form = "%Y%m%d_%H%M%S" if "_" in text else "%Y-%m-%dT%H:%M:%S.%fZ"
    return datetime.datetime.strptime(text, form).replace(tzinfo=datetime.timezone.utc).timestamp()


class Feeds(threading.Thread):
    """Records each game's feed at each of its instants; it polls all the time."""

    def __init__(self, url, games):
        super().__init__(daemon=True)
        self.url, self.games, self.known, self.done = url, games, {}, False
        self.start()

    def run(self):
        with contextlib.suppress(OSError):
            while not self.done:
                for game in self.games:
                    feed = fetch(self.url, "/api/v1.1/game/%d/feed/live" % game)
                    versions = self.known.setdefault((game, at(feed["metaData"]["timeStamp"])), [])
                    seen = shown(feed)
                    if seen not in versions:
                        versions.append(seen)

    def stop(self):
        self.done = True
        self.join(10)


def person(value):
    return {"id": value["id"], "name": value["fullName"]} if value else None


def shown(feed):
    """Returns what a summary must show of this feed; None for a member that must be absent, "?" for one that may be."""
    line, code = feed["liveData"]["linescore"], feed["gameData"]["status"]["statusCode"]
    result = dict.fromkeys((*SITUATION, "inning", "score"), None)
    result["status"] = STATUS[code]
    if code in ("S", "P", "PW"):
        return result
    runs = {x: line["teams"][x].get("runs") for x in ("away", "home")}
    result["score"] = runs if None not in runs.values() else "?"
    if "currentInning" in line:
        result["inning"] = {"number": line["currentInning"], "half": "top" if line["isTopInning"] else "bottom"}
    if code in ("O", "F"):
        return result
    offense = line.get("offense")
    result.update({"inning_state": line.get("inningState"), "outs": line.get("outs"), "balls": line.get("balls"),
                   "strikes": line.get("strikes")})
    result["bases"] = {x: person(offense.get(x)) for x in ("first", "second", "third")} if offense else "?"
    # If the linescore names no players, they are those of the current play, if there is one.
    plays = feed["liveData"]["plays"]["allPlays"]
    matchup = plays[-1]["matchup"] if plays and not plays[-1]["about"]["isComplete"] else {}
    result["batter"] = person((offense or {}).get("batter") or matchup.get("batter"))
    result["pitcher"] = person(line.get("defense", {}).get("pitcher") or matchup.get("pitcher"))
    return result


def agrees(summary, seen):
    told = {x: summary.get(x) for x in (*SITUATION, "inning", "score")}
    told["status"] = summary["game"]["status"]
    return all(told[x] == y for x, y in seen.items() if y != "?")


def has_fitting_odds(summary):
    """Returns whether a summary has odds while the game is in play, and whether the leader of the ninth is ahead."""
    home, leverage = (summary.get(x) for x in ODDS)
    score, inning = summary.get("score"), summary.get("inning")
    if summary["game"]["status"] != "live" or None in (summary.get("outs"), score, inning):
        return home is None and leverage is None
    lead = score["home"] - score["away"]
    isLate = inning["number"] >= 8 and lead != 0
    return 0 <= home <= 1 and leverage >= 0 and (not isLate or summary["outs"] < 2 or (home > 0.5) == (lead > 0)
                                                 or leverage > 2)


def rows(checks, path, url):
    due = scheduled(url)
    with Lines(path) as client:
        client.next()
        games = client.ask({"op": "games", "id": "g"})
        checks("games has the schedule's games in order", [bare(x) for x in games["games"]] == due and games["id"] == "g",
               "%d games" % len(due))
        checks("a row has no other member", all(set(x) == {"league", "game", "start", "watched"} for x in games["games"]))
        for op in ("games", "scoreboard"):
            team, other = due[0]["game"]["away"]["abbreviation"], due[-1]["game"]["home"]["abbreviation"]
            for teams, wanted in (([team], [due[0]]), ([team, other], [due[0], due[-1]]), (["XXX"], []), ([], due)):
                got = {x["game"]["id"] for x in client.ask({"op": op, "teams": teams})["games"]}
                checks("%s of %s" % (op, teams or "no teams"), got == {x["game"]["id"] for x in wanted}, str(sorted(got)))
            answer = client.ask({"op": op, "teams": ["Red Soks"]})
            checks("%s of an unknown team says so" % op, answer["games"] == [] and answer.get("warnings") == [
                "there is no team 'Red Soks'; did you mean 'BOS'?"], str(answer))
        for number in (due[0]["game"]["id"], due[-1]["game"]["id"]):
            answer = client.ask({"op": "game", "game": number, "id": number})
            checks("game %d returns that game" % number, answer["game"]["id"] == number and answer["id"] == number)
        answer = client.ask({"op": "game", "game": 1, "id": "no"})
        checks("an unknown game is an error", (answer["op"], answer.get("code"), answer["id"]) == (
            "error", "unknown_game", "no"), str(answer))
        client.send({"op": "ping", "id": "all"})
        checks("none of these subscribes the client", len(client.until("pong")) == 1)
        client.send({"op": "subscribe", "after": "now", "filter": {"types": ["plya"], "tags": ["homerun", "scoring"]}})
        answer = client.until("synced")[-1]
        checks("a subscription with unknown names is accepted with warnings", answer.get("warnings") == [
            "there is no type 'plya'; did you mean 'livegame.play'?", "there is no tag 'homerun'; did you mean 'home_run'?"],
            str(answer))


def board(checks, path, feeds, seconds):
    """Runs until one game is over and another is not."""
    wrong, compared, statuses, orders, strange, odd = [], 0, set(), [], set(), []
    deadline = time.monotonic() + seconds
    with Lines(path) as client:
        client.next()
        while time.monotonic() < deadline and not statuses >= {"live", "final"}:
            games = client.ask({"op": "scoreboard"})["games"]
            orders.append([(x["game"]["status"] != "live", x["start"], x["game"]["id"]) for x in games])
            alone = client.ask({"op": "game", "game": games[0]["game"]["id"]})
            alone.pop("op")
            # A recorder that runs in parallel has the same instant a little later.
            time.sleep(0.15)
            for summary in [*games, alone]:
                strange |= set(summary) - MEMBERS
                if not has_fitting_odds(summary):
                    odd.append({x: summary.get(x) for x in (*ODDS, *SITUATION, "inning", "score")})
                statuses.add(summary["game"]["status"])
                versions = feeds.known.get((summary["game"]["id"], at(summary["feedAt"])))
                if versions is not None:
                    compared += 1
                    if not any(agrees(summary, x) for x in versions):
                        wrong.append((summary, versions))
    checks("a summary equals the feed at its feedAt", compared > 50 and len(wrong) == 0, "%d compared, %d wrong %s" % (
        compared, len(wrong), json.dumps(wrong[:1])[:3000]))
    checks("it has no other member", not strange, str(strange))
    checks("a game in play has its odds, and no other game has any", not odd, str(odd[:2]))
    checks("live games come first, then by start and number", all(x == sorted(x) for x in orders), "%d times" % len(orders))
    checks("games were seen live and over", statuses >= {"live", "final"}, str(statuses))


def details(checks, path, feeds, url):
    """Compares the details of each game with the feed of the same instant, and those of a team with its row."""
    due = scheduled(url)
    with Lines(path) as client:
        client.next()
        def ask(question):
            """Asks until the polls leave a turn, which they take first."""
            answers = []
            harness.wait_for(lambda: answers.append(client.ask({"op": "game_details", **question})) or
                             answers[-1].get("code") != "unavailable", 30, 0.2)
            return answers[-1]
        # On a busy machine the recorder misses most instants of a game in play. The last one of a game stays.
        for rounds in range(1, 61):
            answers = [ask({"game": x["game"]["id"]}) for x in due]
            if not checks("each game has details", all("game" in x for x in answers),
                          str([x for x in answers if "game" not in x])):
                return
            # A recorder that runs in parallel has the same instant a little later.
            time.sleep(0.5)
            versions = [(x, feeds.known.get((x["game"]["id"], at(x["feedAt"])), [])) for x in answers]
            compared = [x for x in versions if x[1]]
            if compared:
                break
        wrong = [x for x in compared if not any(agrees(x[0], y) for y in x[1])]
        checks("the details of a game equal the feed at their feedAt", compared and not wrong,
               "%d compared in %d rounds %s" % (len(compared), rounds, json.dumps(wrong[:1])[:3000]))
        over = [x for x in answers if x["game"]["status"] == "final"]
        for answer in over:
            feed = fetch(url, "/api/v1.1/game/%d/feed/live" % answer["game"]["id"])["liveData"]
            orders = lambda side: sorted((int(x["battingOrder"]), x["person"]["id"]) for x in
                                         feed["boxscore"]["teams"][side]["players"].values() if "battingOrder" in x)
            checks("a game that is over has the batters of the feed", all(
                [(x["order"], x["id"]) for x in answer["boxscore"][y]["batters"]] == orders(y) for y in ("away", "home")))
            checks("its scoring plays lead to its score", answer["scoringPlays"][-1]["score"] == answer["score"] and
                   sum(x["runs"] for x in answer["scoringPlays"]) == sum(answer["score"].values()), str(answer["score"]))
        game = due[0]["game"]
        answer = ask({"team": game["away"]["abbreviation"], "date": game["date"], "id": "t"})
        checks("a team and a date name a game", answer.get("game", {}).get("id") == game["id"] and answer["id"] == "t",
               str(answer)[:300])
        for question, word in (({"game": 1}, "no game 1"), ({"team": "BOX"}, "did you mean")):
            answer = ask(question)
            checks("%s is no game" % question, (answer["op"], answer.get("code")) == ("error", "unknown_game") and
                   word in answer["message"], str(answer))


def last(checks, path):
    """Checks that `last` is the summary of the game's newest logged event; retries if a new one came in between."""
    def same():
        with Lines(path) as client:
            client.next()
            summaries = {x["game"]["id"]: x.get("last") for x in client.ask({"op": "scoreboard"})["games"]}
        newest = {}
        for event in map(json.loads, log_of(path)[1]):
            newest[event["data"]["game"]["id"]] = event["data"]["summary"]
        return newest and all(summaries[x] == y for x, y in newest.items())
    checks("last is the summary of each game's newest event", harness.wait_for(same, 20, 0.01))


def status(checks, path, count):
    with contextlib.ExitStack() as stack:
        others = [stack.enter_context(Lines(path)) for _ in range(count)]
        for other in others:
            other.next()
        client = stack.enter_context(Lines(path))
        hello = client.next()
        answer = client.ask({"op": "status", "id": 1})
        sinks = client.ask({"op": "sinks"})["sinks"]
        # A game may begin or end between two questions.
        def same():
            games = client.ask({"op": "games"})["games"]
            counted = {}
            for row in games:
                counted[row["game"]["status"]] = counted.get(row["game"]["status"], 0) + 1
            now = client.ask({"op": "status"})
            seen[:] = [(counted, now["games"]), (sum(x["watched"] for x in games), now["watched"])]
            return all(x == y for x, y in seen)
        seen = []
        checks("status counts the games by their status, and the polled ones", harness.wait_for(same, 20, 0.02), str(seen))
    checks("status has the members of its page and no other", set(answer) == {
        "op", "version", "log", "since", "oldest", "newest", "clients", "games", "watched", "source", "sinks", "healthy", "id"},
        str(sorted(answer)))
    checks("version and log are those of hello", all(answer[x] == hello[x] for x in ("version", "log", "oldest")) and
           answer["newest"] >= hello["newest"])
    checks("clients are counted", answer["clients"] == count + 1, "%d of %d" % (answer["clients"], count + 1))
    checks("the sinks are those of 'sinks'", [x["name"] for x in answer["sinks"]] == [x["name"] for x in sinks] == ["none"]
           and set(answer["sinks"][0]) == set(sinks[0]))
    checks("it is healthy", answer["healthy"] is True and answer["source"]["mlb"]["state"] == "ok" and
           "error" not in answer["source"]["mlb"], str(answer["source"]))
    with Lines(path) as client:
        client.next()
        checks("a client that has left is not counted", harness.wait_for(lambda: client.ask({"op": "status"})["clients"] == 1, 5))


def failing(checks, path, games):
    games.stop()
    with Lines(path) as client:
        client.next()
        checks("a missing source fails, and the daemon is not healthy", harness.wait_for(
            lambda: client.ask({"op": "status"})["healthy"] is False, 30, 0.2))
        source = client.ask({"op": "status"})["source"]["mlb"]
        checks("it has its reason", source["state"] == "failing" and "refused" in source["error"], str(source))
        checks("the known state of the games stays", len(client.ask({"op": "scoreboard"})["games"]) > 0)


def main():
    ap = argparse.ArgumentParser(formatter_class=argparse.RawDescriptionHelpFormatter, description=__doc__)
    ap.add_argument("--livegamed", required=True)
    ap.add_argument("--speed", type=float, default=400)
    ap.add_argument("--keep", action="store_true")
    o = ap.parse_args()
    o.livegamed = os.path.abspath(o.livegamed)
    checks, began = Checks(), time.time()
    with Scratch(checks, o.keep) as base, Simulator(o.livegamed, 5, o.speed, 7, "--plain") as games, \
            Daemon(o.livegamed, base, games.url, 0.1, idle=0.5, live_max=0.3,
                   more="sinks: {none: {type: exec, command: [/bin/true]}}\n") as daemon:
        if not harness.wait_for(lambda: harness.listens(daemon.socket), 30):
            raise SystemExit("the daemon does not listen: " + daemon.text()[-2000:])
        feeds = Feeds(games.url, [x["game"]["id"] for x in scheduled(games.url)])
        checks("there are games", harness.wait_for(lambda: len(log_of(daemon.socket)[1]) > 20, 60, 0.3))
        with Lines(daemon.socket) as client:
            client.next()
            since = at(client.ask({"op": "status"})["since"])
            checks("since is the start of the daemon", began - 1 < since < time.time())
        rows(checks, daemon.socket, games.url)
        status(checks, daemon.socket, 7)
        last(checks, daemon.socket)
        board(checks, daemon.socket, feeds, 8 * 3600 / o.speed)
        details(checks, daemon.socket, feeds, games.url)
        feeds.stop()
        failing(checks, daemon.socket, games)
        checks("the daemon stopped cleanly", daemon.stop() == 0)
    checks.exit()


if __name__ == "__main__":
    main()
