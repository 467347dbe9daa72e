"""Checks that the log, a subscriber, the journal and a webhook's receiver have the same events."""
import json

from lib import deliveries
from lib import harness


class Agreement:
    """The events up to the newest one of the subscriber; waits until the others have it, too."""

    def __init__(self, home, within=60):
        self.home = home
        self.lines = list(home.told.lines)
        self.events = [json.loads(x) for x in self.lines]
        self.newest = int(self.events[-1]["sequence"]) if self.events else 0
        sure = [x for x in self.events if not x["data"]["provisional"]]
        # The expected events: a webhook gets those that are not provisional, and the journal of them those with an
        # entry.
        self.posted = sure
        self.written = [x for x in sure if x["data"]["importance"]]
        harness.wait_for(lambda: not self.not_posted() and not self.not_written(), within, 0.3)
        self.requests = home.requests("hook")
        self.entries = [x for x in home.events() if int(x["LIVEGAME_SEQ"]) <= self.newest]

    def not_posted(self):
        taken = deliveries.accepted(self.home.requests("hook"))
        return {x["id"] for x in self.posted} - {json.loads(x["body"])["id"] for x in taken}

    def not_written(self):
        return {x["id"] for x in self.written} - {x["LIVEGAME_ID"] for x in self.home.events()}

    def check(self, checks):
        sequences = [int(x["sequence"]) for x in self.events]
        checks("the subscriber has every sequence of the log once, from the first on",
               sequences == list(range(1, len(sequences) + 1)), "events=%d" % len(sequences))
        _, log = self.home.log()
        checks("a new client gets the same lines, byte for byte",
               [x.decode() for x in log[:len(self.lines)]] == self.lines)
        self.check_log(checks)
        self.check_journal(checks)
        self.check_webhook(checks)

    def check_log(self, checks):
        ids = [x["id"] for x in self.events]
        checks("no event is in the log twice", len(set(ids)) == len(ids))

    def check_journal(self, checks):
        told = [x["LIVEGAME_ID"] for x in self.entries]
        once = list(dict.fromkeys(told))
        checks("the journal has the same events, in the log's order", once == [x["id"] for x in self.written],
               "entries=%d events=%d" % (len(told), len(self.written)))
        sequences = {x["id"]: int(x["sequence"]) for x in self.events}
        checks("each entry has its event's sequence",
               all(sequences.get(x["LIVEGAME_ID"]) == int(x["LIVEGAME_SEQ"]) for x in self.entries))
        # The journal's cursor is stored after each page of entries; only a kill can come between.
        checks("the journal repeats entries only after a kill", self.home.kills or once == told,
               "repeats=%d kills=%d" % (len(told) - len(once), self.home.kills))

    def check_webhook(self, checks):
        posted = {x["id"]: line for x, line in zip(self.events, self.lines)}
        taken = [x for x in deliveries.accepted(self.requests) if json.loads(x["body"])["id"] in posted]
        order = lambda events: deliveries.by_game((x["data"]["game"]["id"], x["id"]) for x in events)
        checks("the webhook got the same events, in order within each game",
               order([json.loads(x["body"]) for x in taken]) == order(self.posted),
               "requests=%d events=%d" % (len(self.requests), len(self.posted)))
        checks("each body is the log's line", all(posted[json.loads(x["body"])["id"]] == x["body"] for x in taken))
        checks("every signature verifies",
               bool(self.requests) and all(deliveries.is_signed(x, self.home.secrets.key) for x in self.requests))
        every = [x for x in self.requests if 200 <= x["status"] < 300]
        repeats = len(every) - len(deliveries.accepted(every))
        same = all(len({x["body"] for x in tries}) == 1 for tries in deliveries.attempts(self.requests).values())
        checks("repeats have the same webhook-id and bytes, at most one message for each kill",
               same and repeats <= self.home.kills,
               "repeats=%d kills=%d" % (repeats, self.home.kills))


class Quiet:
    """Checks of which only failures are printed, and one line if all pass."""

    def __init__(self, checks, what):
        self.checks, self.what = checks, what

    def __call__(self, name, holds, detail=""):
        if not holds:
            self.checks("%s: %s" % (self.what, name), holds, detail)
