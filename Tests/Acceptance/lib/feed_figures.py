"""The figures that the page of a game must show, read from a body of `feed/live` alone."""
SIDES = ("away", "home")
# Nicknames of two words; the feed's `teamName` of Arizona is `D-backs`.
NICKNAMES = {"D-backs": "Diamondbacks"}
BATTING = ("atBats", "runs", "hits", "rbi", "baseOnBalls", "strikeOuts")
PITCHING = ("hits", "runs", "earnedRuns", "baseOnBalls", "strikeOuts", "numberOfPitches")
STATS = {"Hits": ("batting", "hits"), "Doubles": ("batting", "doubles"), "Triples": ("batting", "triples"),
         "Home runs": ("batting", "homeRuns"), "Walks drawn": ("batting", "baseOnBalls"),
         "Struck out": ("batting", "strikeOuts"), "Stolen bases": ("batting", "stolenBases"),
         "Errors": ("fielding", "errors"), "Pitches thrown": ("pitching", "numberOfPitches")}


def cell(value):
    return "" if value is None else str(value)


def single_spaced(text):
    return " ".join((text or "").split())


class Feed:
    """A body of `feed/live`."""

    def __init__(self, body):
        self.body, self.data, self.live = body, body["gameData"], body["liveData"]
        self.box = self.live.get("boxscore", {}).get("teams", {})
        self.linescore = self.live["linescore"]

    @property
    def score(self):
        teams = self.linescore.get("teams", {})
        runs = tuple(teams.get(x, {}).get("runs") for x in SIDES)
        return None if None in runs else runs

    @property
    def count(self):
        """Balls and strikes as on the page, and the outs."""
        line = self.linescore
        return "%s–%s" % (line.get("balls", 0), line.get("strikes", 0)), line.get("outs")

    @property
    def names(self):
        teams = [self.data["teams"][x] for x in SIDES]
        return [NICKNAMES.get(x.get("teamName"), x.get("teamName")) for x in teams]

    @property
    def records(self):
        records = [self.data["teams"][x].get("record", {}).get("leagueRecord") for x in SIDES]
        return [record(x) for x in records]

    @property
    def innings(self):
        return self.linescore.get("innings", [])

    @property
    def is_final(self):
        return self.data["status"]["codedGameState"] in "OF"

    @property
    def length(self):
        """The played innings and the scheduled ones."""
        return self.linescore.get("currentInning"), self.linescore.get("scheduledInnings", 9)

    @property
    def state(self):
        played, scheduled = self.length
        return "Final" if played == scheduled else "Final, %d innings" % played

    @property
    def board_state(self):
        played, scheduled = self.length
        return "Final" if played == scheduled else "F/%d" % played

    @property
    def facts(self):
        """What the head of the page says about place, weather, length and attendance."""
        weather, info = self.data.get("weather", {}), self.data.get("gameInfo", {})
        sky = [x for x in (weather.get("temp") and weather["temp"] + " °F", weather.get("condition", "").lower()) if x]
        minutes, people = info.get("gameDurationMinutes"), info.get("attendance")
        return [x for x in (
            self.data.get("venue", {}).get("name"), ", ".join(sky),
            minutes is not None and self.is_final and "%d h %d min" % divmod(minutes, 60),
            people and "{:,} people".format(people)) if x]

    @property
    def running(self):
        """The half-inning that is being played, as (side, number); None in a pause and after the game."""
        side = {"Top": "away", "Bottom": "home"}.get(self.linescore.get("inningState"))
        return None if self.is_final or side is None else (side, self.linescore["currentInning"])

    def lines(self):
        """Returns the cells of the line score for the innings that the page shows, and R, H and E."""
        played = [x["num"] for x in self.innings]
        last = max(played, default=1)
        shown = list(range(1, max(last, self.length[1]) + 1))
        by_number = {x["num"]: x for x in self.innings}
        cells = [[self._cell(by_number.get(n, {}).get(side, {}).get("runs"), n <= last) for n in shown]
                 for side in SIDES]
        if self.running:
            # The feed gives the runs of a half-inning when one scores, or when it is over.
            side, number = self.running
            row = cells[SIDES.index(side)]
            if row[number - 1] == "":
                row[number - 1] = str(self.score[SIDES.index(side)] - sum(int(x) for x in row if x))
        totals = [[cell(self.linescore["teams"][side].get(x)) for x in ("runs", "hits", "errors")] for side in SIDES]
        return shown, cells, totals

    def _cell(self, runs, has_begun):
        return str(runs) if runs is not None else "x" if has_begun and self.is_final else ""

    def batters(self, side):
        """Returns (id, name, positions, mark, cells) in batting order."""
        rows = []
        players = self.box[side]["players"].values()
        for p in sorted((p for p in players if p.get("battingOrder")), key=lambda p: int(p["battingOrder"])):
            stats = p.get("stats", {}).get("batting", {})
            all_positions = [x["abbreviation"] for x in p.get("allPositions", [])] or [p["position"]["abbreviation"]]
            rows.append((p["person"]["id"], single_spaced(p["person"]["fullName"]), "-".join(all_positions),
                         stats.get("note", ""), [cell(stats.get(x)) for x in BATTING]
                         + [p.get("seasonStats", {}).get("batting", {}).get("avg", "")]))
        return rows

    def batting_totals(self, side):
        stats = self.box[side].get("teamStats", {}).get("batting")
        return [cell(stats.get(x)) for x in BATTING] + [""] if stats else None

    def pitchers(self, side):
        """Returns (id, name, decision, cells) in the order of appearance."""
        rows, players = [], self.box[side]["players"]
        letters = {x.get("id"): letter for letter, x in self.decisions().items()}
        for number in self.box[side]["pitchers"]:
            p = players["ID%d" % number]
            stats = p.get("stats", {}).get("pitching", {})
            note = stats.get("note", "").strip("()").replace(")(", "; ").replace("-", "–")
            rows.append((number, single_spaced(p["person"]["fullName"]), note or letters.get(number, ""),
                         [stats.get("inningsPitched", "")] + [cell(stats.get(x)) for x in PITCHING]
                         + [p.get("seasonStats", {}).get("pitching", {}).get("era", "")]))
        return rows

    def pitching_totals(self, side):
        stats = self.box[side].get("teamStats", {}).get("pitching")
        return [stats.get("inningsPitched", "")] + [cell(stats.get(x)) for x in PITCHING] + [""] if stats else None

    def decisions(self):
        found = self.live.get("decisions", {})
        return {letter: found[key] for letter, key in (("W", "winner"), ("L", "loser"), ("S", "save")) if key in found}

    def remarks(self):
        """Returns the paragraphs below each line-up: notes on substitutes, then the bench."""
        found = []
        for side in SIDES:
            found += [single_spaced("%s-%s" % (x["label"], x["value"]) if x.get("label") else x["value"])
                      for x in self.box[side].get("note", [])]
            if bench := [self._member(side, x) for x in self.box[side].get("bench", [])]:
                found.append("On the bench: " + ", ".join(bench))
        return found

    def _member(self, side, number):
        p = self.box[side]["players"]["ID%d" % number]
        return single_spaced("%s %s" % (p["person"]["fullName"], p["position"]["abbreviation"]))

    def bullpens(self):
        pens = [[single_spaced(self.box[side]["players"]["ID%d" % x]["person"]["fullName"])
                 for x in self.box[side].get("bullpen", [])] for side in SIDES]
        return ["In the bullpen: " + ", ".join(x) for x in pens if x]

    def stats(self):
        """Returns the rows of the comparison of both teams, without those in which both have none."""
        found = {}
        for label, (group, name) in STATS.items():
            pair = tuple(self.box[side].get("teamStats", {}).get(group, {}).get(name) for side in SIDES)
            if None not in pair and sum(pair) > 0:
                found[label] = pair
        return found

    def leader_line(self, number):
        """Returns what the card of the leaders says about a batter."""
        p = next(self.box[s]["players"]["ID%d" % number] for s in SIDES if "ID%d" % number in self.box[s]["players"])
        stats = p["stats"]["batting"]
        extras = [(stats.get(key, 0), name) for key, name in (
            ("homeRuns", "HR"), ("triples", "3B"), ("doubles", "2B"), ("rbi", "RBI"), ("baseOnBalls", "BB"),
            ("stolenBases", "SB"))]
        words = [name if n == 1 else "%d %s" % (n, name) for n, name in extras if n]
        return single_spaced(p["person"]["fullName"]), ", ".join(
            ["%d for %d" % (stats["hits"], stats["atBats"])] + words)

    def plays(self):
        """Returns the completed plate appearances as (half, description, score after it or None) in order."""
        found, before = [], (0, 0)
        for p in self.live["plays"]["allPlays"]:
            if not p["about"].get("isComplete"):
                continue
            for event in p["playEvents"]:
                if event.get("type") == "action" and "awayScore" in event["details"]:
                    before = (event["details"]["awayScore"], event["details"]["homeScore"])
            after = (p["result"]["awayScore"], p["result"]["homeScore"])
            found.append((half(p), single_spaced(p["result"].get("description")), after if after != before else None))
            before = after
        return found

    def scoring_steps(self):
        """Returns (half, score after it) of each action and play on which a run scored, in order."""
        found, before = [], (0, 0)
        for p in self.live["plays"]["allPlays"]:
            steps = [(e["details"]["awayScore"], e["details"]["homeScore"]) for e in p["playEvents"]
                     if e.get("type") == "action" and "awayScore" in e["details"]]
            if p["about"].get("isComplete"):
                steps.append((p["result"]["awayScore"], p["result"]["homeScore"]))
            for after in steps:
                if after != before:
                    found.append((half(p), after))
                before = after
        return found


def half(play):
    return "%d-%s" % (play["about"]["inning"], play["about"]["halfInning"])


def record(value):
    if not value:
        return None
    ties = value.get("ties")
    return "%d–%d" % (value["wins"], value["losses"]) + ("–%d" % ties if ties else "")
