"""A correction on a page without a delay, and on one with a delay that is longer: the one shows it in place, the other
never shows what was overturned meanwhile."""
import datetime

import live
import plays
from lib import harness

# In seconds. The first call of the evening of SEED is overturned 4 s after the play, at 60 game seconds in a second.
DELAY = 12


def instant(text):
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()


def histories(events):
    """Returns the revisions of each fact, by the id of its element."""
    found = {}
    for event in events:
        found.setdefault(plays.element_of(event["data"]["fact"]), []).append(event["data"])
    return found


def sentence(data):
    return (data.get("play") or {}).get("description", "")


def overturned(events):
    """Returns (id, its last text, its texts that were replaced within the delay) of each corrected play."""
    found = []
    for name, revisions in histories(events).items():
        turn = instant(revisions[0]["observedAt"]) + DELAY
        last = [x for x in revisions if instant(x["observedAt"]) < turn][-1]
        # A text that the last one contains cannot be told from it.
        former = {sentence(x) for x in revisions if sentence(x) and sentence(x) not in sentence(last)}
        if any(x.get("change") == "corrected" for x in revisions) and former and len(revisions) > 1:
            found.append((name, sentence(last), former))
    return found


class Pages:
    """Two pages of one game, open while the other tests run: at once, and with a delay."""

    def __init__(self, chromium, evening, game):
        self.evening, self.game = evening, game
        address = "%s/mlb/games/%s?plays=all&delay=" % (evening.url, game)
        self.prompt, self.first = live.opened(chromium, address + "0")
        self.delayed, self.second = live.opened(chromium, address + "%d" % DELAY)

    def corrected(self):
        """Returns the corrections of which the delayed page has had its turn."""
        return [x for x in overturned(self.evening.events_of(self.game)) if x[0] in self.shown(self.delayed)]

    def shown(self, page):
        return page.evaluate("shown")

    def check(self, check, within=90):
        check("a play was corrected within %d s" % DELAY, harness.wait_for(self.corrected, within, pause=0.5))
        prompt, delayed = self.shown(self.prompt), self.shown(self.delayed)
        for name, last, former in self.corrected():
            texts = [x["text"] for x in prompt.get(name, [])]
            check("%s: a page without delay shows it at first" % name, any(f in x for f in former for x in texts[:-1]), texts)
            check("%s: and then the correction, with what it was" % name,
                  last in texts[-1] and "Corrected" in texts[-1] and any("It was: " + f in texts[-1] for f in former), texts[-1])
            late = [x["text"] for x in delayed[name]]
            check("%s: the delayed page shows what holds" % name, last in late[-1], late)
            check("%s: and never showed what was overturned" % name, not any(f in x for f in former for x in late), late)
        check.none("the corrected play is there once", live.twice(self.prompt) + live.twice(self.delayed))
        self.behind(check)
        check.none("neither page has a complaint", self.first + self.second)

    def behind(self, check):
        """Checks that no play was painted on the delayed page before its turn."""
        turns = {name: instant(x[0]["observedAt"]) + DELAY for name, x in histories(self.evening.events_of(self.game)).items()}
        early = []
        for name, notes in self.shown(self.delayed).items():
            if name in turns and notes[0]["painted"] and notes[0]["painted"] / 1000 < turns[name] - 0.05:
                early.append("%s by %.1f s" % (name, turns[name] - notes[0]["painted"] / 1000))
        check.none("no play comes before its turn", early)

    def close(self):
        self.prompt.context.close()
        self.delayed.context.close()
