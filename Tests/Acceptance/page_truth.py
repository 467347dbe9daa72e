#!/usr/bin/env python3
"""The web page of real games compared with the feed: every figure of each game's page and of the scoreboard.

The replay server plays recorded games while the daemon follows them, and this program reads the page over HTTP. While
the games are on, the score of a page is that of a body that the server has just served, and its box score that of the
body that was asked for it. After the finals each figure equals that of the final feed. Corrected plays show the new
words, the old ones and a mark; retracted ones are struck through; nothing stands there twice.

    python3 page_truth.py --livegamed .build/debug/livegamed [--only evening|lengths|corrections|statuses] [FEED...]
"""
import argparse
import collections
import os
import time

from lib import derived_games, harness, page_changes
from lib.feed_figures import SIDES, Feed
from lib.harness import Checks, Scratch
from lib.page_evening import Evening, Findings

# Games of a short run: a walk-off, a run within a plate appearance, ABS challenges, a name with `Jr.`, accents.
EVENING = (747175, 718263, 823163)


def watch(o, evening, games, findings, seen):
    """Compares the pages with the bodies until all games are over; `seen` gets the scores that were shown."""
    deadline = time.monotonic() + o.limit
    pace = lambda x: evening.replay.ask("/__speed?x=%g" % x, "POST")
    over = set()
    while len(over) < len(games) and time.monotonic() < deadline and evening.daemon.running:
        pace(o.speed)
        until = evening.replay.now()[0] + o.stride
        while evening.replay.now()[0] < until and evening.daemon.running:
            for pk in games:
                running(evening, pk, findings)
            time.sleep(1)
        pace(0)
        over |= {pk for pk in games if evening.body(pk).is_final}
        for pk in set(games) - over:
            seen[pk].add(at_rest(evening, pk, findings))
    pace(o.speed)
    return len(over) == len(games)


def running(evening, pk, findings):
    """Compares the scores that are shown while the clock runs with those of the bodies that were served last."""
    asked = time.time()
    page = evening.site.game(pk)
    polls, _ = evening.served(pk, asked)
    findings.equal("running: the page is well-formed", page.trouble, [], str(pk))
    findings.equal("running: no element twice", repeated(page.ids), [], str(pk))
    if page.score:
        findings.among("running: score", page.score, (x.score for x in polls), "%d %s" % (pk, page.state))
    asked = time.time()
    row = evening.board().rows.get(pk)
    polls, _ = evening.served(pk, asked)
    if row and row.score:
        findings.among("running: score of the scoreboard", row.score, (x.score for x in polls), str(pk))


def at_rest(evening, pk, findings):
    """Compares a page with the server's body while the clock stands still. Returns the score."""
    feed, shown = evening.body(pk), Findings(None)

    def equal():
        shown.clear()
        live_page(pk, evening.site.game(pk), evening.board().rows.get(pk), feed, shown)
        return not any(shown.wrong.values())
    # The daemon keeps a box score for 5 s.
    harness.wait_for(equal, 20, 0.5)
    findings.add(shown)
    return feed.score


def live_page(pk, page, row, feed, findings):
    where = "%d %s" % (pk, page.state)
    if feed.score is None or feed.data["status"]["codedGameState"] in "SP":
        findings.equal("at rest: no score before the game", (page.score, row and row.score), (None, None), where)
        return
    findings.equal("at rest: score", page.score, feed.score, where)
    findings.equal("at rest: score of the scoreboard", row and row.score, feed.score, where)
    findings.equal("at rest: line score", (page.lines, page.totals), feed.lines()[1:], where)
    sums = tuple(sum(int(x) for x in line if x.isdigit()) for line in page.lines)
    findings.equal("at rest: the sum of the innings", sums, page.score, where)
    if page.count and page.outs is not None:
        findings.equal("at rest: count and outs", (page.count, page.outs), feed.count, where)
    findings.equal("at rest: the batters' figures", figures(page.batting, 6), [
        [x[4][:6] for x in feed.batters(side)] for side in SIDES], where)
    findings.equal("at rest: the pitchers' figures", figures(page.pitching, 7), [
        [x[3][:7] for x in feed.pitchers(side)] for side in SIDES], where)
    findings.equal("at rest: team stats", {k: v for k, v in page.stats.items() if k != "ABS challenges left"},
                   feed.stats(), where)


def figures(tables, columns):
    """Returns the cells without averages of the season, which a game in progress may lack."""
    return [[x[4][:columns] for x in rows] for _, rows, _ in tables]


def repeated(ids):
    return [x for x, n in collections.Counter(ids).items() if n > 1]


def final_page(page, feed, pk, findings):
    """Compares every figure of the page of a finished game with the final feed."""
    where = str(pk)
    findings.equal("final: the page is well-formed", page.trouble, [], where)
    findings.equal("final: no element twice", repeated(page.ids), [], where)
    findings.equal("final: names", page.names, feed.names, where)
    findings.equal("final: score", page.score, feed.score, where)
    findings.equal("final: the loser", page.has_lost, [feed.score[0] < feed.score[1], feed.score[1] < feed.score[0]],
                   where)
    findings.equal("final: records", page.records, feed.records, where)
    findings.equal("final: state", page.state, feed.state, where)
    for fact in feed.facts:
        findings.among("final: place, weather, length, people", fact, page.facts, where)
    findings.equal("final: time of the first pitch", [harness.epoch(x) for x in page.times[:1]],
                   [harness.epoch(feed.data["gameInfo"]["firstPitch"])], where)
    findings.equal("final: line score", (page.innings, page.lines, page.totals), feed.lines(), where)
    findings.equal("final: nothing about the present", page.now, None, where)
    chances = ["%s %d %%" % (name, 100 * (a > b)) for name, (a, b) in zip(feed.names, (feed.score, feed.score[::-1]))]
    findings.equal("final: the winner has won", page.chance, ", ".join(chances), where)
    tables(page, feed, where, findings)
    plays(page, feed, where, findings)


def tables(page, feed, where, findings):
    findings.equal("final: tables of both sides", (len(page.batting), len(page.pitching)), (2, 2), where)
    for side, (head, rows, foot) in zip(SIDES, page.batting):
        at = "%s %s" % (where, side)
        findings.equal("final: columns of batters", head[1:], ["AB", "R", "H", "RBI", "BB", "SO", "AVG"], at)
        expected = feed.batters(side)
        findings.equal("final: batting order", [(x[0], x[1]) for x in rows], [(x[0], x[1]) for x in expected], at)
        for shown, row in zip(rows, expected):
            findings.equal("final: positions and mark", (shown[2], shown[3]), (row[2], row[3]), at + " " + row[1])
            findings.equal("final: figures of a batter", shown[4], row[4], at + " " + row[1])
        findings.equal("final: totals of batters", foot, feed.batting_totals(side), at)
    for side, (head, rows, foot) in zip(SIDES, page.pitching):
        at = "%s %s" % (where, side)
        findings.equal("final: columns of pitchers", head[1:], ["IP", "H", "R", "ER", "BB", "SO", "P", "ERA"], at)
        expected = feed.pitchers(side)
        findings.equal("final: pitchers", [(x[0], x[1]) for x in rows], [(x[0], x[1]) for x in expected], at)
        for shown, row in zip(rows, expected):
            findings.equal("final: W, L and S", shown[2], row[2], at + " " + row[1])
            findings.equal("final: figures of a pitcher", shown[4], row[3], at + " " + row[1])
        findings.equal("final: totals of pitchers", foot, feed.pitching_totals(side), at)
    findings.equal("final: notes and bench", page.remarks, feed.remarks(), where)
    findings.equal("final: bullpen", page.bullpens, feed.bullpens(), where)
    findings.equal("final: team stats", {k: v for k, v in page.stats.items() if k != "ABS challenges left"},
                   feed.stats(), where)
    for number, name, line in page.leaders:
        findings.equal("final: leaders", (name, line), feed.leader_line(number), where)
    letters = {x[2][0]: x[0] for t in page.pitching for x in t[1] if x[2][:1] in ("W", "L", "S")}
    findings.equal("final: pitchers of record", letters, {k: v["id"] for k, v in feed.decisions().items()}, where)


def plays(page, feed, where, findings):
    """Compares the list of all plays with the play log."""
    shown = [x for x in reversed(page.plays) if x.is_plate_appearance and not x.is_gone]
    expected = feed.plays()
    findings.equal("final: plate appearances by half-inning", collections.Counter(x.half for x in shown),
                   collections.Counter(x[0] for x in expected), where)
    findings.equal("final: the number of plays", page.count_of_plays, len(expected), where)
    by_half = collections.defaultdict(list)
    for x in expected:
        by_half[x[0]].append((x[1], x[2]))
    for name, rows in by_half.items():
        findings.equal("final: plays and scores after them", [(x.text, x.score) for x in shown if x.half == name],
                       rows, "%s %s" % (where, name))
    halves = list(dict.fromkeys(x.half for x in page.plays))
    rank = lambda x: (int(x.split("-")[0]), x.endswith("bottom"))
    findings.equal("final: the newest half-inning is first", halves, sorted(halves, key=rank, reverse=True), where)
    findings.equal("final: nothing is unconfirmed", [x.text for x in page.plays if x.is_early], [], where)


def scoring_plays(page, feed, where, findings):
    """Compares the page of plays with runs."""
    shown = [(x.half, x.score) for x in reversed(page.plays) if x.score]
    findings.equal("final: plays with runs", shown, feed.scoring_steps(), where)


def doubleheader(evening, pk, others, findings):
    """Compares what both games of a doubleheader say of each other."""
    number = evening.body(pk).data["game"]["gameNumber"]
    wanted = ["Game %d: %s" % (x.data["game"]["gameNumber"], x.board_state) for x in map(evening.body, others)]
    # The daemon keeps the schedule of the day for a while.
    harness.wait_for(lambda: evening.site.game(pk).others == wanted, 120, 0.5)
    page = evening.site.game(pk)
    findings.among("final: number of the game", "Game %d" % number, page.facts, str(pk))
    findings.equal("final: link to the other game", page.others, wanted, str(pk))
    row = evening.board().rows[pk]
    findings.equal("final: number of the game on the scoreboard", row.detail, ["Game %d" % number], str(pk))


def final_row(row, feed, findings):
    where = "row of %d" % row.pk
    findings.equal("final: names of the scoreboard", row.names, feed.names, where)
    findings.equal("final: score of the scoreboard", row.score, feed.score, where)
    findings.equal("final: records of the scoreboard", row.records, feed.records, where)
    findings.equal("final: state of the scoreboard", row.state, feed.board_state, where)
    findings.equal("final: group of the scoreboard", row.group, "finished", where)
    findings.equal("final: the loser of the scoreboard", row.has_lost,
                   [feed.score[0] < feed.score[1], feed.score[1] < feed.score[0]], where)


def finals(evening, games, findings):
    """Waits for the last revision and for box scores of after it, and compares pages and rows."""
    end = evening.ends()
    harness.wait_for(lambda: evening.replay.now()[0] > end + 60, 120, 0.2)
    settled = time.time()
    doubles = {pk: evening.body(pk).data["game"] for pk in games}
    for pk in games:
        # The daemon keeps a box score for seconds. The first page asks for a new one.
        path = "/%d/feed/live" % pk
        harness.wait_for(lambda: evening.site.game(pk) and evening.newest(path, "numberOfPitches") > settled, 120, 1)
        feed = evening.body(pk)
        final_page(evening.site.game(pk, "all"), feed, pk, findings)
        scoring_plays(evening.site.game(pk, "scoring"), feed, str(pk), findings)
        if doubles[pk]["doubleHeader"] != "N":
            doubleheader(evening, pk, [x for x in games if x != pk and doubles[x]["doubleHeader"] != "N"], findings)
    # It keeps the schedule longer.
    harness.wait_for(lambda: evening.board() and all(
        evening.newest("/schedule", "date=" + x) > settled for x in evening.dates), 120, 1)
    board = evening.board()
    findings.equal("final: the scoreboard is well-formed", (board.trouble, board.repeated), ([], []))
    findings.equal("final: games of the scoreboard", sorted(board.rows), sorted(games))
    for pk in games:
        if pk in board.rows:
            final_row(board.rows[pk], evening.body(pk), findings)


def played(o, checks, label, feeds):
    """Plays whole games, and compares their pages on the way and in the end."""
    print("== %s: %d games" % (label, len(feeds)), flush=True)
    games = [Feed(derived_games.read(x)).body["gamePk"] for x in feeds]
    with Scratch(checks, o.keep) as base, Evening(o, base, feeds) as evening:
        if not evening.begins(checks, len(games)):
            return
        findings, seen = Findings(checks), collections.defaultdict(set)
        checks(label + ": the games ended", watch(o, evening, games, findings, seen))
        findings.report(label, least=5)
        scores = {pk: len(x) for pk, x in seen.items()}
        checks(label + ": scores were seen while games were on", len(scores) == len(games)
               and sum(scores.values()) > 2 * len(games), str(scores))
        finals(evening, games, findings)
        findings.report(label)
        checks(label + ": the replay had no trouble", not evening.replay.trouble(), evening.replay.trouble()[:300])
        checks(label + ": the daemon stopped cleanly", evening.daemon.stop() == 0)


def evening(o, checks):
    played(o, checks, "evening", o.feeds or harness.feeds_of(*EVENING))


def lengths(o, checks):
    """Games of other lengths, with other players: made of real ones."""
    with Scratch(checks, o.keep) as base:
        played(o, checks, "lengths", derived_games.write(base, harness.feeds_of))


def main():
    ap = argparse.ArgumentParser(formatter_class=argparse.RawDescriptionHelpFormatter, description=__doc__)
    ap.add_argument("feeds", nargs="*", help="final feeds of the evening (default: three of ../shared)")
    ap.add_argument("--livegamed", required=True)
    ap.add_argument("--only", choices=["evening", "lengths", "corrections", "statuses"])
    ap.add_argument("--speed", type=float, default=90, help="game seconds a second")
    ap.add_argument("--stride", type=float, default=900, help="game seconds between two looks with the clock at rest")
    ap.add_argument("--slow", type=float, default=30, help="game seconds a second around corrections")
    ap.add_argument("--poll", type=float, default=0.1, help="real seconds between two polls of a game")
    ap.add_argument("--limit", type=float, default=600, help="real seconds that the games may take")
    ap.add_argument("--keep", action="store_true")
    o = ap.parse_args()
    o.livegamed = os.path.abspath(o.livegamed)
    harness.final_feeds()
    checks = Checks()
    for part in (evening, lengths, page_changes.corrections, page_changes.statuses):
        if o.only in (None, part.__name__):
            begin = time.monotonic()
            part(o, checks)
            print("     %s: %.0f s" % (part.__name__, time.monotonic() - begin), flush=True)
    checks.exit()


if __name__ == "__main__":
    main()
