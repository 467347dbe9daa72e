"""Games that no recording has, made of recorded ones: other lengths, a doubleheader, players with several roles.

Each is a final feed of the replay server. What a page shows of it is compared with the same feed, so the parts need not
agree with each other: the box score of a shortened game is that of the whole one."""
import copy
import datetime
import gzip
import json
import re


def read(path):
    with (gzip.open if path.endswith(".gz") else open)(path) as f:
        return json.load(f)


def renumbered(feed, pk, number=1, double="N"):
    feed = copy.deepcopy(feed)
    feed["gamePk"] = feed["gameData"]["game"]["pk"] = pk
    feed["link"] = "/api/v1.1/game/%d/feed/live" % pk
    feed["gameData"]["game"].update(gameNumber=number, doubleHeader=double)
    return feed


def longer(feed, innings):
    """Plays a scoreless inning several times more, so that the game has extra innings."""
    live = feed["liveData"]
    line = live["linescore"]
    quiet = next(x["num"] for x in line["innings"] if x["num"] > 1 and x["num"] < 9
                 and x["away"]["runs"] == x["home"]["runs"] == 0)
    plays = live["plays"]["allPlays"]
    before = [p for p in plays if p["about"]["inning"] <= quiet]
    middle = [p for p in plays if p["about"]["inning"] == quiet]
    after = [p for p in plays if p["about"]["inning"] > quiet]
    span = start(after[0]) - start(middle[0])
    more = [moved(p, span * n, n) for n in range(1, innings + 1) for p in middle]
    live["plays"]["allPlays"] = renumber(before + more + [moved(p, span * innings, innings) for p in after])
    for n in range(innings):
        at = next(i for i, x in enumerate(line["innings"]) if x["num"] == quiet)
        line["innings"].insert(at, copy.deepcopy(line["innings"][at]))
    for i, x in enumerate(line["innings"]):
        x.update(num=i + 1, ordinalNum=ordinal(i + 1))
    for side in ("away", "home"):
        for key in ("hits", "errors", "leftOnBase"):
            line["teams"][side][key] = sum(x[side].get(key, 0) for x in line["innings"])
    line.update(currentInning=len(line["innings"]), currentInningOrdinal=ordinal(len(line["innings"])))
    return indexed(feed)


def shorter(feed, innings, scheduled=9):
    """Ends the game after so many innings."""
    live = feed["liveData"]
    line = live["linescore"]
    live["plays"]["allPlays"] = [p for p in live["plays"]["allPlays"] if p["about"]["inning"] <= innings]
    line["innings"] = line["innings"][:innings]
    line.update(currentInning=innings, currentInningOrdinal=ordinal(innings), scheduledInnings=scheduled,
                inningState="Bottom", inningHalf="Bottom", isTopInning=False)
    for side in ("away", "home"):
        for key in ("runs", "hits", "errors", "leftOnBase"):
            line["teams"][side][key] = sum(x[side].get(key, 0) for x in line["innings"])
    if innings < scheduled:
        feed["gameData"]["status"].update(detailedState="Completed Early", statusCode="FR", reason="Rain")
    return indexed(feed)


def scheduled(feed, innings):
    feed["liveData"]["linescore"]["scheduledInnings"] = innings
    return feed


def with_roles(feed):
    """Lets a designated hitter pitch first, and a catcher last, and gives names suffixes and accents."""
    home, away = (feed["liveData"]["boxscore"]["teams"][x] for x in ("home", "away"))
    hitter = next(p for p in home["players"].values() if any(
        x["abbreviation"] == "DH" for x in p.get("allPositions", [])))
    hitter["allPositions"] = [{"abbreviation": "P"}, {"abbreviation": "DH"}]
    catcher = next(p for p in away["players"].values() if any(
        x["abbreviation"] == "C" for x in p.get("allPositions", [])))
    catcher["allPositions"].append({"abbreviation": "P"})
    pitched = {"inningsPitched": "0.2", "hits": 3, "runs": 2, "earnedRuns": 0, "baseOnBalls": 1, "strikeOuts": 1,
               "homeRuns": 0, "numberOfPitches": 21, "strikes": 12, "battersFaced": 6}
    for team, player in ((home, hitter), (away, catcher)):
        player["stats"]["pitching"] = dict(pitched)
        player.setdefault("seasonStats", {})["pitching"] = {"era": "0.00"}
        team["pitchers"].append(player["person"]["id"])
    rename(feed, hitter["person"]["id"], "José Ramón O’Hoppe Jr.")
    rename(feed, catcher["person"]["id"], "Ke'Bryan <Núñez> & Sons III")
    return feed


def rename(feed, player, name):
    def visit(o):
        if isinstance(o, dict):
            if o.get("id") == player and "fullName" in o:
                o["fullName"] = name
            for x in o.values():
                visit(x)
        elif isinstance(o, list):
            for x in o:
                visit(x)
    visit(feed)


def write(base, feeds_of):
    """Writes the games, and returns their paths."""
    walk_off, hits, abs_game, short = (read(feeds_of(x)[0]) for x in (747175, 718263, 823163, 744914))
    games = {
        "extra innings": longer(renumbered(walk_off, 990001), 3),
        "game 1 of a doubleheader, seven innings": shorter(renumbered(hits, 990002, 1, "S"), 7, scheduled=7),
        "game 2 of it, two extra innings": scheduled(renumbered(hits, 990003, 2, "S"), 7),
        "shortened by rain": shorter(renumbered(short, 990004), 6),
        "players with several roles": with_roles(renumbered(abs_game, 990005)),
    }
    paths = []
    for name, feed in games.items():
        paths.append("%s/%d.json" % (base, feed["gamePk"]))
        with open(paths[-1], "w") as f:
            json.dump(feed, f)
    return paths


ISO = re.compile(r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$")


def start(play):
    return instant(play["about"]["startTime"])


def instant(text):
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))


def moved(play, span, innings):
    """Returns a copy of a play so many innings later."""
    play = shifted(copy.deepcopy(play), span)
    play["about"]["inning"] += innings
    return play


def shifted(o, span):
    if isinstance(o, dict):
        return {k: shifted(v, span) for k, v in o.items()}
    if isinstance(o, list):
        return [shifted(x, span) for x in o]
    if isinstance(o, str) and ISO.match(o):
        return (instant(o) + span).strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "Z"
    return o


def renumber(plays):
    """Numbers the plays, and gives each a score that is at least that of the one before."""
    for i, p in enumerate(plays):
        p["about"]["atBatIndex"] = p["atBatIndex"] = i
    return plays


def indexed(feed):
    """Writes the lists of the play log that depend on its plays."""
    log = feed["liveData"]["plays"]
    plays = log["allPlays"]
    log["currentPlay"] = plays[-1]
    log["scoringPlays"] = [p["about"]["atBatIndex"] for p in plays if p["about"].get("isScoringPlay")]
    rows = []
    old = {i + 1: x for i, x in enumerate(log["playsByInning"])}
    for p in plays:
        number = p["about"]["inning"]
        while len(rows) < number:
            rows.append({"startIndex": p["about"]["atBatIndex"], "endIndex": 0, "top": [], "bottom": [],
                         "hits": old.get(number, {}).get("hits", {"away": [], "home": []})})
        rows[number - 1]["endIndex"] = p["about"]["atBatIndex"]
        rows[number - 1][p["about"]["halfInning"]].append(p["about"]["atBatIndex"])
    log["playsByInning"] = rows
    return feed


def ordinal(n):
    return "%d%s" % (n, "th" if 10 <= n % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th"))
