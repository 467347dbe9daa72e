"""Corrections, delays and postponements of a scripted source, as the pages of the games show them."""
import collections
import time

from corrections import Game, to_error
from lib import harness
from lib.feed_figures import half, single_spaced
from lib.harness import Scratch
from lib.page_evening import Evening, Findings


def element(game, index):
    """Returns the id of a plate appearance on the page."""
    play = game.plays[index]
    batter = play["matchup"]["batter"]["id"]
    earlier = [p for p in game.plays[:index] if half(p) == half(play) and p["matchup"]["batter"]["id"] == batter]
    return "f-%s-pa-%d-%d" % (half(play), batter, len(earlier) + 1)


def words(game, index):
    return single_spaced(game.plays[index]["result"]["description"])


class Sights:
    """What was seen of plays on the page, in order: each entry differs from the one before."""

    def __init__(self):
        self.seen = collections.defaultdict(list)
        self.first = {}

    def look(self, pk, page):
        for x in page.plays:
            # Behind the first colon of an address's time are only times of day.
            now = (x.text, x.score, x.is_gone, tuple(t for t in x.tags if t in ("Corrected", "Taken back")),
                   tuple(x.struck), x.summary.split(", ", 1)[-1], x.cause)
            self.first.setdefault((pk, x.id), x)
            if not self.seen[pk, x.id] or self.seen[pk, x.id][-1] != now:
                self.seen[pk, x.id].append(now)

    def of(self, game, id):
        return self.seen[game.pk, id]


def corrected(state, text, before, score=None, cause=None):
    """Whether a state of a play has these words, the mark, and the old words struck through."""
    return state[0] == text and state[3] == ("Corrected",) and list(state[4]) == before and not state[2] \
        and (score is None or state[1] == score) and state[6] == cause


def corrections(o, checks):
    print("== corrections", flush=True)
    az, cle, oak, hou = Game(747175), Game(823163), Game(718594), Game(744914)
    errors = {(az, 2): to_error(az, 2), (cle, 9): to_error(cle, 9), (hou, 59): to_error(hou, 59)}
    az.correct("play:2+60", 2, errors[az, 2])
    az.correct("play:19+90", 19, {"result.rbi": 0})
    steal = az.plays[20]
    az.correct("play:20+120", 20, {
        "playEvents": [e for e in steal["playEvents"] if e["details"].get("eventType") != "stolen_base_2b"],
        "runners": [r for r in steal["runners"] if r["details"]["eventType"] != "stolen_base_2b"]}, **{"for": 400})
    cle.correct("play:9+60", 9, errors[cle, 9], **{"for": 400})
    cle.at("play:34+10", remove_run={"play": 31, "count": 1}, until="play:39+10")
    oak.run_out("play:36+10", 33)
    hou.correct("final+300", 59, errors[hou, 59])
    games = (az, cle, oak, hou)
    with Scratch(checks, o.keep) as base, Evening(
            o, base, [g.path for g in games], [x for g in games for x in g.script], speed=o.slow) as evening:
        if not evening.begins(checks, len(games)):
            return
        sights, pages = Sights(), {}
        findings = Findings(checks)
        follow(o, evening, games, sights, pages, findings)
        findings.report("corrections", least=10)
        judge(checks, sights, pages, errors, *games)
        totals(checks, pages, games)


def follow(o, evening, games, sights, pages, findings):
    """Looks at the pages until the last correction, which comes five minutes after a final, has passed."""
    end = evening.ends()
    _, clock = evening.replay.now()
    deadline = time.monotonic() + o.limit
    slow_until = max(clock[g.pk]["firstPitch"] for g in games) + 2 * 3600
    fast = False
    while time.monotonic() < deadline and evening.daemon.running:
        now, _ = evening.replay.now()
        if now > slow_until and not fast:
            fast = not evening.replay.ask("/__speed?x=%g" % o.speed, "POST")["paused"]
        for g in games:
            page = pages[g] = evening.site.game(g.pk, "all")
            sights.look(g.pk, page)
            ids = [x for x in page.ids]
            findings.equal("no element twice", [x for x, n in collections.Counter(ids).items() if n > 1], [], str(g.pk))
            texts = collections.Counter((x.half, x.text) for x in page.plays if x.is_plate_appearance and not x.is_gone)
            allowed = collections.Counter(
                (half(p), single_spaced(p["result"]["description"])) for p in g.plays)
            twice = [x for x, n in texts.items() if n > max(1, allowed[x])]
            findings.equal("no play twice", twice, [], str(g.pk))
        if now > end + 400:
            break
    for g in games:
        sights.look(g.pk, pages.setdefault(g, evening.site.game(g.pk, "all")))


def judge(checks, sights, pages, errors, az, cle, oak, hou):
    def says(name, game, id, *tests):
        """Checks that the states of a play include these, in this order."""
        states, rest = sights.of(game, id), list(tests)
        for state in states:
            if rest and rest[0](state):
                rest.pop(0)
        checks("corrections: " + name, not rest, "%d %s\n       %s" % (
            game.pk, id, "\n       ".join(map(str, states))) if rest else "")

    plain = lambda text: lambda s: s[0] == text and not s[3] and not s[2]
    error = lambda g, n: errors[g, n]["result.description"]
    says("a hit becomes an error", az, element(az, 2), plain(words(az, 2)),
         lambda s: corrected(s, error(az, 2), [words(az, 2)]))
    says("runs batted in are changed", az, element(az, 19), plain(words(az, 19)),
         lambda s: corrected(s, words(az, 19), ["1 run batted in"]))
    steal = next((id for pk, id in sights.seen if pk == az.pk and any(
        s[2] for s in sights.seen[pk, id])), "none was ever taken back")
    says("an action is taken back, struck through, and comes back", az, steal, lambda s: not s[2],
         lambda s: s[2] and s[3] == ("Taken back",),
         lambda s: not s[2] and s[3] == ("Corrected",) and "in the official record again" in s[5])
    says("a hit becomes an error and a hit again", cle, element(cle, 9), plain(words(cle, 9)),
         lambda s: corrected(s, error(cle, 9), [words(cle, 9)]),
         lambda s: corrected(s, words(cle, 9), [error(cle, 9), words(cle, 9)]))
    root = element(cle, 31)
    says("a run is taken off and put back", cle, root, lambda s: s[1] == (3, 2), lambda s: s[1] == (2, 2) and s[3],
         lambda s: s[1] == (3, 2) and s[3])
    root = element(oak, 33)
    says("a run becomes an out at home", oak, root, lambda s: s[1] == (3, 1), lambda s: s[1] != (3, 1) and s[3])
    says("a correction five minutes after the final", hou, element(hou, 59), plain(words(hou, 59)),
         lambda s: corrected(s, error(hou, 59), [words(hou, 59)]))


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
    with Scratch(checks, o.keep) as base, Evening(
            o, base, [g.path for g in games], [x for g in games for x in g.script], "first-pitch-14m",
            speed=o.slow) as evening:
        if not evening.begins(checks, len(games)):
            return
        rows, heads = look(o, evening, games)

        def saw(name, game, row, head):
            one, two = [x for x in rows[game] if row(x)], [x for x in heads[game] if head(x)]
            checks("statuses: " + name, one and two, "" if one and two else "\n       rows %s\n       heads %s" % (
                list(rows[game]), list(heads[game])))
        saw("a delayed start", held, lambda x: x[0] == "Delayed" and "Rain" in x[1] and x[2] is None,
            lambda x: x[0] == "Delayed: rain" and "Delayed" in x[1])
        saw("a delay with the inning and the score", held,
            lambda x: x[0] == "Delayed" and "Rain" in x[1] and "1st" in x[1] and x[2] is not None,
            lambda x: x[0] == "Delayed: rain" and x[2] is not None)
        saw("play goes on after it", held, lambda x: x[0] == "2nd", lambda x: x[0].startswith("Live"))
        saw("a postponed game with its new date", postponed,
            lambda x: x == ("Postponed", "Rain", None, "Will be played on Thursday, Aug 26", "finished"),
            lambda x: x[0] == "Postponed: rain" and x[2] is None)
        saw("a cancelled game", cancelled, lambda x: x[:3] == ("Cancelled", "Rain", None),
            lambda x: x[0] == "Cancelled: rain" and x[2] is None)
        saw("a suspended game with score and inning", suspended,
            lambda x: x[0] == "Suspended" and "Rain" in x[1] and x[2] is not None and "Continues on" in (x[3] or ""),
            lambda x: x[0] == "Suspended: rain" and x[2] is not None and "Suspended" in x[1])
        last = evening.site.game(suspended.pk, "all")
        shown = [x.text for x in reversed(last.plays) if x.is_plate_appearance]
        checks("statuses: the plays before the suspension are there", shown == [
            words(suspended, n) for n in range(31)], "%d" % len(shown))


def look(o, evening, games):
    """Returns the different states of rows and of heads of pages, each in order of time."""
    rows, heads = ({g: {} for g in games} for _ in range(2))
    deadline = time.monotonic() + o.limit
    reached = lambda: any(x[0].startswith("Live, ") and " 3rd" in x[0] for x in heads[games[0]]) \
        and any(x[0].startswith("Suspended") for x in heads[games[3]])
    while time.monotonic() < deadline and evening.daemon.running and not reached():
        board = evening.site.board()
        for g in games:
            row, page = board.rows.get(g.pk), evening.site.game(g.pk)
            if row:
                note = row.note.split(", 1")[0].rstrip(".") if row.note else None
                rows[g][row.state, " · ".join(row.detail), row.score, note, row.group] = True
            heads[g][page.state, page.pause or "", page.score] = True
    return rows, heads
