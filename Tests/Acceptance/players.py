#!/usr/bin/env python3
"""`livegamed player` and `team`, `follow add` by name and the completion of names, with a source of its own: names with
accents and apostrophes, misspellings, two players of one name, a source that goes away, and no daemon.

    python3 Tests/Acceptance/players.py --livegamed .build/debug/livegamed
"""
import argparse
import datetime
import json
import os
import subprocess
import time
import urllib.parse

from lib import harness
from lib.harness import Checks, Daemon, Scratch
from lib.json_source import JSONSource

YEAR = datetime.date.today().year
TEAMS = {111: ("Boston Red Sox", "BOS", "American League East"), 147: ("New York Yankees", "NYY", "American League East")}
#: id: (first name, last name, team, position)
PEOPLE = {
    1: ("Ana", "Muñoz", 111, "SS"), 2: ("Bea", "O'Dell", 111, "P"), 3: ("Cleo", "Zwick", 147, "C"),
    4: ("Cleo", "Zwick", 111, "LF"), 5: ("Dee", "St. Clair Jr.", 147, "TWP"), 6: ("Eve", "Munday", 147, "1B"),
}
CODES = {"P": "1", "C": "2", "1B": "3", "SS": "6", "LF": "7", "TWP": "Y"}


def person(number):
    first, last, team, position = PEOPLE[number]
    return {"id": number, "fullName": first + " " + last, "firstName": first, "lastName": last, "currentTeam": {"id": team},
            "primaryNumber": str(number + 20), "active": True,
            "primaryPosition": {"code": CODES[position], "abbreviation": position}}


def stats(number):
    """Returns what `hydrate=stats` adds: hitting for all but number 6, and pitching for pitchers."""
    if number == 6:
        return []
    tables = {"hitting": {"gamesPlayed": 100, "plateAppearances": 400, "atBats": 350, "hits": 100, "homeRuns": 21,
                          "baseOnBalls": 40, "avg": ".286", "obp": ".360", "slg": ".500", "ops": ".860"}}
    if PEOPLE[number][3] in ("P", "TWP"):
        tables["pitching"] = {"gamesPlayed": 20, "inningsPitched": "100.1", "outs": 301, "earnedRuns": 30, "era": "2.69",
                              "strikeOuts": 111}
    return [{"type": {"displayName": kind}, "group": {"displayName": group},
             "splits": [{"season": str(YEAR), "team": {"id": PEOPLE[number][2]}, "sport": {"id": 1}, "gameType": "R",
                         "stat": columns}]}
            for group, columns in tables.items() for kind in ("season", "career")]


def answer(path, query):
    """Returns StatsAPI's answer to a path under /api/v1; None for a path that it does not have."""
    if path == "schedule":
        return {"dates": []}
    if path == "teams":
        return {"teams": [{"id": number, "name": name, "abbreviation": short, "division": {"name": division},
                           "sport": {"id": 1}} for number, (name, short, division) in TEAMS.items()]}
    if path == "standings":
        return {"records": [{"teamRecords": [
            {"team": {"id": number}, "leagueRecord": {"wins": 90 - number % 9, "losses": 60}, "divisionRank": "1",
             "gamesBack": "-"} for number in TEAMS]}]}
    if path == "sports/1/players":
        return {"people": [person(x) for x in PEOPLE]}
    if path == "people":
        return {"people": [person(int(x)) for x in query["personIds"][0].split(",") if int(x) in PEOPLE]}
    if path.startswith("people/"):
        number = int(path.split("/")[1])
        return {"people": [dict(person(number), stats=stats(number))] if number in PEOPLE else []}
    if path.endswith("/roster"):
        team = int(path.split("/")[1])
        return {"roster": [{"person": person(x), "jerseyNumber": str(x + 20), "position": person(x)["primaryPosition"]}
                           for x in PEOPLE if PEOPLE[x][2] == team]}
    return None


class League(JSONSource):
    """A StatsAPI with teams and players and without games. Fails while `is_away`."""

    def __init__(self):
        self.is_away = False
        super().__init__(self.reply)

    def reply(self, path):
        if self.is_away:
            return 503, b"{}"
        address = urllib.parse.urlsplit(path)
        found = answer(address.path.removeprefix("/api/v1/"), urllib.parse.parse_qs(address.query))
        return (404, b"{}") if found is None else (200, json.dumps(found).encode())


class Command:
    """Commands that ask one daemon."""

    def __init__(self, program, socket, base):
        self.program, self.socket, self.base = program, socket, base

    def __call__(self, *arguments):
        return subprocess.run(
            [self.program, *arguments, "--socket", self.socket], capture_output=True, text=True, timeout=60,
            env=dict(os.environ, COLUMNS="120", NO_COLOR="1"))

    def players(self, *arguments):
        """Returns the ids of the listed players."""
        done = self("player", *arguments, "--json")
        return {x["id"] for x in json.loads(done.stdout)["players"]} if done.returncode == 0 else done.stderr

    def offered(self, line):
        """Returns the words that bash offers for the last word of a line. Other shells need a terminal for it."""
        script = self.base + "/completions"
        if not os.path.exists(script):
            with open(script, "w") as f:
                subprocess.run([self.program, "--generate-completion-script", "bash"], stdout=f, check=True)
        # The arguments of a completion function: the command, the current word, and the one before it.
        code = """
            source "$0"; COMP_LINE=$1 COMP_POINT=${#1} COMP_TYPE=9 COMP_KEY=9
            read -ra COMP_WORDS <<<"$1"; COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
            _livegamed livegamed "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
            printf "%s\\n" "${COMPREPLY[@]}" """
        done = subprocess.run(["bash", "-c", code, script, line], capture_output=True, text=True, timeout=30,
                              env=dict(os.environ, PATH=self.base + ":" + os.environ["PATH"]))
        return {x.strip() for x in done.stdout.splitlines()} - {""}


def judge_players(checks, command):
    for words, ids in (("munoz", {1}), ("MUÑOZ", {1}), ("mun", {1, 6}), ("odell", {2}), ("cleo zwick", {3, 4}),
                       ("st clair", {5})):
        checks("search %s" % words, command.players("search", words) == ids, command.players("search", words))
    for arguments, ids in ((["--team", "BOS"], {1, 2, 4}), (["--team", "yankees", "--position", "C"], {3}),
                           (["--position", "P"], {2, 5})):
        found = command.players("list", *arguments)
        checks("list %s" % " ".join(arguments), found == ids, found)
    for name, status, words, arguments in (
            ("a misspelled name", 64, "did you mean 'Ana Muñoz'", ["search", "Ana Munos"]),
            ("one letter", 64, "two letters", ["search", "m"]),
            ("a team that does not exist", 64, "did you mean", ["list", "--team", "Red Soks"]),
            ("a position that does not exist", 64, "", ["list", "--position", "XX"]),
            ("a name of two players", 64, "Cleo Zwick", ["show", "zwick"]),
            ("an id that does not exist", 64, "77", ["show", "77"])):
        done = command("player", *arguments)
        checks(name, (done.returncode, done.stdout) == (status, "") and words in done.stderr, str(done))
    both = command("player", "show", "clair").stdout
    checks("a two-way player has both tables", "Hitting" in both and "Pitching" in both and "St. Clair" in both, both)
    none = command("player", "show", "6")
    checks("a player without statistics is shown", none.returncode == 0 and "Munday" in none.stdout
           and "no stats yet" in none.stdout.lower(), str(none))


def judge_teams(checks, command):
    listed = command("team", "list").stdout
    checks("team list has records", "BOS" in listed and "87-60" in listed, listed)
    shown = command("team", "show", "red sox").stdout
    checks("team show has the roster by last name", -1 < shown.find("Muñoz") < shown.find("O'Dell") < shown.find("Zwick"), shown)
    done = command("team", "show", "Red Soks")
    checks("an unknown team", done.returncode == 64 and "BOS" in done.stderr and not done.stdout, str(done))


def judge_follow(checks, command):
    done = command("follow", "add", "--only", "ana munoz", "Bea O'Dell")
    checks("players of no logged game are followed by name", done.returncode == 0, str(done))
    listed = command("follow", "list").stdout
    checks("and listed with their names", "Ana Muñoz" in listed and "Bea O'Dell" in listed, listed)
    done = command("follow", "add", "Cleo Zwick")
    checks("a name of two players needs the id", done.returncode == 64 and "3 or 4" in done.stderr, str(done))


def judge_completions(checks, command, league):
    asked = lambda: [x for x in league.asked if not x.startswith("/api/v1/schedule")]
    before = len(asked())
    where = " --socket " + command.socket
    for line, word in (("player show%s Ana", "Ana Muñoz"), ("follow add%s Bea", "Bea O'Dell"), ("follow add%s BO", "BOS"),
                       ("watch%s --player Dee", "Dee St. Clair Jr.")):
        found = command.offered("livegamed " + line % where)
        checks("completes %s" % word, found == {word}, found)
    began = time.monotonic()
    found = command.offered("livegamed player show --socket /nowhere Ana")
    checks("offers nothing without a daemon, at once", not found and time.monotonic() - began < 10, found)
    checks("completion asks the source nothing", len(asked()) == before, asked()[before:])


def judge_absence(checks, command, league, daemon):
    league.is_away = True
    daemon.stop()
    daemon.start()
    harness.wait_for(lambda: harness.listens(daemon.socket), 30)
    checks("without the source a name is found", command.players("search", "munoz") == {1})
    done = command("team", "list")
    checks("and teams are listed", done.returncode == 0 and "BOS" in done.stdout, str(done))
    done = command("player", "show", "3")
    checks("a player whom nobody has asked for is unavailable", done.returncode == 69 and not done.stdout, str(done))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--livegamed", required=True)
    o = parser.parse_args()
    checks, league = Checks(), League()
    with Scratch(checks) as base:
        program = base + "/livegamed"
        os.symlink(os.path.abspath(o.livegamed), program)
        with Daemon(program, base, league.url, 0.2) as daemon:
            checks("listens", harness.wait_for(lambda: harness.listens(daemon.socket), 30), daemon.text()[-500:])
            command = Command(program, daemon.socket, base)
            judge_players(checks, command)
            judge_teams(checks, command)
            judge_follow(checks, command)
            judge_completions(checks, command, league)
            judge_absence(checks, command, league, daemon)
    checks.exit()


if __name__ == "__main__":
    main()
