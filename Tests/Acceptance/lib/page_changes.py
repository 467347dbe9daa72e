"""Corrections, delays and postponements of a scripted source, as the pages of the games show them."""
import collections
import re
import time

from corrections import Game, to_error
from lib import harness
from lib.feed_figures import half, single_spaced
from lib.harness import Scratch
from lib.page_evening import Evening, Findings


# Where a game stopped, in the head of its page.
PLACE = r"(top|middle|bottom|end) of the \d+(st|nd|rd|th)"


def element(game, index):
    """Returns the id of a plate appearance on the page."""
    play = game.plays[index]
    batter = play["matchup"]["batter"]["id"]
    earlier = [p for p in game.plays[:index] if half(p) == half(play) and p["matchup"]["batter"]["id"] == batter]
    return "f-%s-pa-%d-%d" % (half(play), batter, len(earlier) + 1)


def words(game, index):
    return single_spaced(game.plays[index]["result"]["description"])


class Step:
    """A state of one play: what the source says of it, and what the page must then show."""

    def __init__(self, name, index, served, shown, id=None):
        self.name, self.index, self.served, self.shown, self.id = name, index, served, shown, id

    def is_served(self, body):
        plays = body.live["plays"]["allPlays"]
        return len(plays) > self.index and plays[self.index]["about"].get("isComplete") and self.served(
            plays[self.index])

    def is_shown(self, page, game):
        return any(x.id == (self.id or element(game, self.index)) and self.shown(x) for x in page.plays)

    def said(self, page, game):
        return "; ".join("%s %r score=%s tags=%s struck=%s %r gone=%s" % (
            x.id, x.text, x.score, x.tags, x.struck, x.summary, x.is_gone)
            for x in page.plays if x.id == (self.id or element(game, self.index)))


def says(text):
    return lambda play: single_spaced(play["result"]["description"]) == text


def scored(away, home):
    return lambda play: (play["result"]["awayScore"], play["result"]["homeScore"]) == (away, home)


def plain(text):
    """Whether a play has these words and no mark."""
    return lambda x: x.text == text and not x.is_gone and "Corrected" not in x.tags and not x.struck


def corrected(text, *before, score=None):
    """Whether a play has these words, the mark, and the old words struck through, the newest first."""
    return lambda x: x.text == text and "Corrected" in x.tags and x.struck == list(before) and not x.is_gone \
        and score in (None, x.score) and x.tags.count("Corrected") == 1


def steals(play):
    return any(e["details"].get("eventType") == "stolen_base_2b" for e in play["playEvents"])


def to_hit_and_back(game, index, fields):
    hit, error = words(game, index), single_spaced(fields["result.description"])
    return [Step("a hit", index, says(hit), plain(hit)),
            Step("it becomes an error", index, says(error), corrected(error, hit)),
            Step("it becomes a hit again", index, says(hit), corrected(hit, error, hit))]


def corrections(o, checks):
    print("== corrections", flush=True)
    az, cle, oak, hou = Game(747175), Game(823163), Game(718594), Game(744914)
    games = (az, cle, oak, hou)
    errors = {g: to_error(g, n) for g, n in ((az, 2), (cle, 9), (hou, 59))}
    az.correct("play:2+150", 2, errors[az])
    az.correct("play:19+150", 19, {"result.rbi": 0})
    steal = az.plays[20]
    az.correct("play:20+150", 20, {
        "playEvents": [e for e in steal["playEvents"] if e["details"].get("eventType") != "stolen_base_2b"],
        "runners": [r for r in steal["runners"] if r["details"]["eventType"] != "stolen_base_2b"]}, **{"for": 300})
    cle.correct("play:9+150", 9, errors[cle], **{"for": 300})
    cle.at("play:34+10", remove_run={"play": 31, "count": 1}, until="play:39+10")
    oak.run_out("play:36+10", 33)
    hou.correct("final+300", 59, errors[hou])
    runner = "f-%s-runner-%d-1" % (half(steal), next(
        r["details"]["runner"]["id"] for r in steal["runners"] if r["details"]["eventType"] == "stolen_base_2b"))
    run, out = words(cle, 31), words(oak, 33)
    steps = {
        az: to_hit_and_back(az, 2, errors[az])[:2] + [
            Step("a run batted in", 19, lambda p: p["result"]["rbi"] == 1, plain(words(az, 19))),
            Step("it is not batted in", 19, lambda p: p["result"]["rbi"] == 0,
                 corrected(words(az, 19), "1 run batted in")),
            Step("a stolen base", 20, steals, lambda x: not x.is_gone and not x.struck, runner),
            Step("it is taken back, and struck through", 20, lambda p: not steals(p),
                 lambda x: x.is_gone and "Taken back" in x.tags and x.score is None, runner),
            Step("it is in the record again", 20, steals, lambda x: not x.is_gone and "Corrected" in x.tags
                 and "in the official record again" in x.summary, runner)],
        cle: to_hit_and_back(cle, 9, errors[cle]) + [
            Step("two runs", 31, scored(3, 2), lambda x: x.text == run and x.score == (3, 2)),
            Step("one of them is taken off", 31, scored(2, 2), corrected(run, "CLE 3, SEA 2", score=(2, 2))),
            Step("it is put back", 31, scored(3, 2), corrected(run, "CLE 2, SEA 2", "CLE 3, SEA 2", score=(3, 2)))],
        oak: [Step("a run", 33, scored(3, 1), lambda x: x.text == out and x.score == (3, 1)),
              Step("it becomes an out at home", 33, scored(2, 1),
                   lambda x: "Corrected" in x.tags and x.score is None and x.struck == ["BOS 3, TB 1"])],
        hou: to_hit_and_back(hou, 59, errors[hou])[:2],
    }
    with Scratch(checks, o.keep) as base, Evening(
            o, base, [g.path for g in games], [x for g in games for x in g.script], speed=o.slow) as evening:
        if not evening.begins(checks, len(games)):
            return
        findings, left = Findings(checks), sum(len(x) for x in steps.values())
        walk(o, checks, evening, steps, findings)
        checks("corrections: every state was served", not any(steps.values()),
               "%d of %d left" % (sum(len(x) for x in steps.values()), left))
        findings.report("corrections", least=10)
        totals(checks, {g: evening.site.game(g.pk, "all") for g in games}, games)


def walk(o, checks, evening, steps, findings):
    """Plays the games. Stops the clock as soon as the source has the state of a step, and waits for the page."""
    deadline, fast = time.monotonic() + o.limit, False
    pace = lambda x: evening.replay.ask("/__speed?x=%g" % x, "POST")
    while any(steps.values()) and time.monotonic() < deadline and evening.daemon.running:
        time.sleep(0.2)
        for game, left in steps.items():
            if not left or not left[0].is_served(evening.body(game.pk)):
                continue
            pace(0)
            step, pages = left.pop(0), []

            def shown():
                pages.append(evening.site.game(game.pk, "all"))
                once(game, pages[-1], findings)
                return step.is_shown(pages[-1], game)
            checks("corrections: %d: %s" % (game.pk, step.name), harness.wait_for(shown, 30, 0.3),
                   step.said(pages[-1], game))
            # Only the correction after a final is left: the games go on faster.
            fast = sum(len(x) for x in steps.values()) == 1
            pace(o.speed if fast else o.slow)


def once(game, page, findings):
    """Checks that nothing stands twice on a page."""
    twice = [x for x, n in collections.Counter(page.ids).items() if n > 1]
    findings.equal("no element twice", twice, [], str(game.pk))
    texts = collections.Counter((x.half, x.text) for x in page.plays if x.is_plate_appearance and not x.is_gone)
    real = collections.Counter((half(p), single_spaced(p["result"]["description"])) for p in game.plays)
    findings.equal("no play twice", [x for x, n in texts.items() if n > max(1, real[x])], [], str(game.pk))


def totals(checks, pages, games):
    """Checks the heading of the plays, and that nothing else has a mark of a correction."""
    for g in games:
        page = pages[g]
        taken = len([x for x in page.plays if x.is_gone])
        marked = [x for x in page.plays if "Corrected" in x.tags]
        counts = [n for n in ("%d corrected" % len(marked) if marked else "", "%d taken back" % taken if taken else "")
                  if n]
        note = " · ".join(["newest first"] + [", ".join(counts)] * bool(counts))
        checks("corrections: %d: the heading counts them" % g.pk, page.note == note, "%r %r" % (page.note, note))
        causes = [x for x in marked if x.cause]
        lost = [x.cause for x in causes if x.cause not in page.ids]
        checks("corrections: %d: links to causes lead to plays" % g.pk, not lost, str(lost[:3]))


def statuses(o, checks):
    print("== statuses", flush=True)
    held, postponed, cancelled, suspended = Game(747175), Game(777687), Game(718322), Game(718096)
    held.at("first-pitch-600", status="PR", hold=1200)
    held.at("play:8+20", status="IR", hold=1500)
    suspended.at("play:30+5", status="TR", hold="forever", schedule={
        "resumeDate": "2027-08-26T17:10:00Z", "resumeGameDate": "2027-08-26"})
    postponed.at("first-pitch-600", status="DR", hold="forever", schedule={
        "rescheduleDate": "2027-08-26T17:10:00Z", "rescheduleGameDate": "2027-08-26"})
    cancelled.at("first-pitch-600", status="CR", hold="forever")
    games = (held, postponed, cancelled, suspended)
    has = lambda code: lambda body: body.data["status"]["statusCode"] == code
    day = "Thursday, Aug 26"
    steps = {
        held: [
            ("a delayed start", has("PR"), lambda x: x.state == "Delayed" and "Rain" in x.detail and x.score is None,
             lambda x: x.state == "Delayed: rain" and x.pause == "Delayed Rain" and x.score is None),
            ("a delay with inning and score", has("IR"),
             lambda x: x.state == "Delayed" and x.score is not None and re.fullmatch(
                 "(Top|Mid|Bot|End) (1st|2nd) · Rain", " · ".join(x.detail)),
             lambda x: re.fullmatch("Delayed: rain, " + PLACE, x.state) and x.score is not None),
            ("play goes on after it", lambda body: has("I")(body) and body.length[0] == 3,
             lambda x: x.state.endswith("3rd") and x.score is not None,
             lambda x: x.state.startswith("Live, ") and x.state.endswith("3rd"))],
        postponed: [("a postponed game with its new date", has("DR"),
                     lambda x: x.state == "Postponed" and x.detail == ["Rain"] and x.score is None
                     and (x.note or "").startswith("Will be played on " + day),
                     lambda x: x.state == "Postponed: rain" and x.score is None and day in (x.now or ""))],
        cancelled: [("a cancelled game", has("CR"),
                     lambda x: x.state == "Cancelled" and x.detail == ["Rain"] and x.score is None,
                     lambda x: x.state == "Cancelled: rain" and x.score is None)],
        suspended: [("a suspended game with inning, score and new date", has("TR"),
                     lambda x: x.state == "Suspended" and x.score is not None and re.fullmatch(
                         "(Top|Mid|Bot|End) ..?(st|nd|rd|th) · Rain", " · ".join(x.detail))
                     and (x.note or "").startswith("Continues on " + day),
                     lambda x: re.fullmatch("Suspended: rain, " + PLACE, x.state) and x.score is not None
                     and day in (x.now or ""))],
    }
    with Scratch(checks, o.keep) as base, Evening(
            o, base, [g.path for g in games], [x for g in games for x in g.script], "first-pitch-14m",
            speed=o.slow) as evening:
        if not evening.begins(checks, len(games)):
            return
        wait_for_states(o, checks, evening, steps)
        checks("statuses: every state was served", not any(steps.values()),
               str([x[0] for left in steps.values() for x in left]))
        shown = [x.text for x in reversed(evening.site.game(suspended.pk, "all").plays) if x.is_plate_appearance]
        checks("statuses: the plays before the suspension are there", shown == [
            words(suspended, n) for n in range(31)], "%d" % len(shown))


def wait_for_states(o, checks, evening, steps):
    """Plays the games. Stops the clock as soon as the source has the state of a step, and waits for both pages."""
    deadline = time.monotonic() + o.limit
    pace = lambda x: evening.replay.ask("/__speed?x=%g" % x, "POST")
    while any(steps.values()) and time.monotonic() < deadline and evening.daemon.running:
        time.sleep(0.2)
        for game, left in steps.items():
            if not left or not left[0][1](evening.body(game.pk)):
                continue
            pace(0)
            name, _, row, head = left.pop(0)
            board, page = evening.board, lambda: evening.site.game(game.pk)
            checks("statuses: row: " + name, harness.wait_for(
                lambda: game.pk in board().rows and row(board().rows[game.pk]), 40, 0.5), said(board().rows[game.pk]))
            checks("statuses: page: " + name, harness.wait_for(lambda: head(page()), 20, 0.5), said(page()))
            pace(o.slow)


def said(shown):
    """Returns the members of a row or of a page that tell its state."""
    return " ".join("%s=%r" % (k, v) for k, v in vars(shown).items()
                    if k in ("state", "detail", "note", "score", "now", "group"))
