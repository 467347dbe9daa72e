"""A correction on a page without a delay, and on one with a delay that is longer: the one shows it in place, the other
never shows what was overturned meanwhile."""
import time

import live
import plays
import speed
from lib import harness

# In seconds. The first call of the evening of SEED is overturned 4 s after the play, at 40 game seconds in a second.
DELAY = 12

# Of a page that is open from before the first pitch on: one for each change of its parts, one for the daemon's kill.
MOST_CONNECTIONS = 8


def sentence(data):
    return (data.get("play") or {}).get("description", "")


def overturned(events, since):
    """Returns (id, its text after the delay, texts that were replaced before, the time of the first correction) of each
    corrected play since a time."""
    found = []
    for name, revisions in plays.histories(events).items():
        if plays.instant(revisions[0]["observedAt"]) < since:
            continue
        turn = plays.instant(revisions[0]["observedAt"]) + DELAY
        last = [x for x in revisions if plays.instant(x["observedAt"]) < turn][-1]
        former = {sentence(x) for x in revisions if not x["provisional"]} - {sentence(last), ""}
        corrected = [plays.instant(x["observedAt"]) for x in revisions if x.get("change") == "corrected"]
        if corrected and former:
            found.append((name, sentence(last), former, corrected[0]))
    return found


class Pages:
    """Two pages of one game, open while the other tests run: at once, and with a delay."""

    def __init__(self, chromium, evening, game):
        self.evening, self.game = evening, game
        address = "%s/mlb/games/%s?plays=all&delay=" % (evening.url, game)
        self.prompt, self.first = live.opened(chromium, address + "0")
        self.delayed, self.second = live.opened(chromium, address + "%d" % DELAY)
        self.since = time.time()

    def corrected(self):
        """Returns the corrections of which the delayed page has had its turn."""
        shown = self.shown(self.delayed)
        return [x for x in overturned(self.evening.events_of(self.game), self.since) if x[0] in shown]

    def shown(self, page):
        return page.evaluate("shown")

    def check(self, check, within=90):
        check("a play was corrected within %d s" % DELAY, harness.wait_for(self.corrected, within, pause=0.5))
        prompt, delayed = self.shown(self.prompt), self.shown(self.delayed)
        for name, last, former, at in self.corrected():
            notes = prompt.get(name, [])
            sentences = [x["sentence"] for x in notes]
            # On a machine that is slower than the correction, the page never had what was overturned.
            slow = notes and (notes[0]["painted"] or 0) / 1000 >= at
            check("%s: a page without delay shows it at first" % name, slow or former & set(sentences[:-1]), sentences)
            text = notes[-1]["text"] if notes else ""
            check("%s: and then the correction, with what it was" % name, sentences[-1:] == [last]
                  and "Corrected" in text and any("It was: " + x in text for x in former), sentences)
            sentences = [x["sentence"] for x in delayed[name]]
            check("%s: the delayed page shows what holds" % name, sentences[-1] == last, sentences)
            check("%s: and never showed what was overturned" % name, not former & set(sentences)
                  and not any("It was" in x["text"] for x in delayed[name]), sentences)
        check.none("the corrected play is there once", live.twice(self.prompt) + live.twice(self.delayed))
        self.behind(check)
        check.none("neither page has a complaint", self.first + self.second)

    def behind(self, check):
        """Checks that no play was painted on the delayed page before its turn."""
        log = plays.histories(self.evening.events_of(self.game))
        turns = {name: plays.instant(x[0]["observedAt"]) + DELAY for name, x in log.items()}
        early = []
        for name, notes in self.shown(self.delayed).items():
            if name in turns and notes[0]["painted"] and notes[0]["painted"] / 1000 < turns[name] - 0.05:
                early.append("%s by %.1f s" % (name, turns[name] - notes[0]["painted"] / 1000))
        check.none("no play comes before its turn", early)

    def calm(self, check):
        """Checks that the page did not connect for each event. Its parts changed when the game began."""
        for name, page in ("without", self.prompt), ("with", self.delayed):
            states = page.evaluate("states")
            check("a page %s delay, open since before the game, stays connected" % name,
                  states.count("Live") <= MOST_CONNECTIONS, "%d connections" % states.count("Live"))

    def speed(self, check):
        """Prints how long plays took from the log to the page without a delay."""
        speed.report(check, speed.latencies(self.evening.events_of(self.game), self.prompt))

    def close(self):
        self.prompt.context.close()
        self.delayed.context.close()
