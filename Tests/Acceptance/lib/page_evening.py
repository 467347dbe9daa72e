"""Replayed games with a daemon whose page is read, and the differences that are found."""
import collections
import json
import time

from lib import harness
from lib.feed_figures import Feed
from lib.harness import Daemon, Replay
from lib.page_site import Site, free_port


class Findings:
    """Differences between pages and feeds. Each kind becomes one check with the first ones of it."""

    def __init__(self, checks):
        self.checks, self.counts, self.wrong = checks, collections.Counter(), collections.defaultdict(list)

    def equal(self, kind, shown, expected, where=""):
        self.counts[kind] += 1
        if shown != expected:
            self.wrong[kind].append("%s: shown %r, expected %r" % (where, shown, expected))

    def among(self, kind, shown, allowed, where=""):
        """`allowed` may be a generator; it is read up to the value that was shown."""
        self.counts[kind] += 1
        others = []
        for value in allowed:
            if value == shown:
                return
            if value not in others:
                others.append(value)
        self.wrong[kind].append("%s: shown %r, expected one of %r" % (where, shown, others))

    def report(self, label, least=1):
        """Prints a check for each kind, which fails if there were fewer than `least` comparisons."""
        for kind, count in self.counts.items():
            wrong = self.wrong[kind]
            self.checks("%s: %s" % (label, kind), count >= least and not wrong, "%d compared, %d wrong%s" % (
                count, len(wrong), "".join("\n       " + x for x in wrong[:6])))
        self.clear()

    def clear(self):
        self.counts.clear()
        self.wrong.clear()

    def add(self, other):
        self.counts += other.counts
        for kind, wrong in other.wrong.items():
            self.wrong[kind] += wrong


class Lazy:
    """A sequence that is made anew for each loop."""

    def __init__(self, make):
        self.make = make

    def __iter__(self):
        return iter(self.make())


class Evening:
    """Replayed games, the daemon that follows them, and its page."""

    def __init__(self, o, base, feeds, script=None, start="first-pitch-5m", speed=None):
        port = free_port()
        self.site = Site(port, patience=30)
        self.replay = Replay(feeds, speed or o.speed, base, script=script, start=start)
        self.daemon = Daemon(o.livegamed, base, self.replay.url, o.poll, more='web: {listen: "127.0.0.1:%d"}' % port)
        # The server writes its log from the first request on.
        self.log, self.rest, self.requests = open(self.replay.log), "", []
        self.bodies, self.dates = {}, []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.daemon.stop()
        self.replay.stop()
        self.log.close()

    def begins(self, checks, games):
        """Waits until the page lists the games, and starts the clock."""
        def listed():
            return self.site.serves() and len(self.board().rows) >= games
        if not checks("the page lists the games", harness.wait_for(listed, 90, 0.3), self.daemon.text()[-500:]):
            return False
        self.replay.go()
        return True

    def board(self):
        """Returns the scoreboards of the games' dates as one. Around midnight the games have two, and the page's own
        choice may be another one."""
        if not self.dates:
            bodies = [self.body(pk) for pk in self.replay.now()[1]]
            self.dates = sorted({x.data["datetime"]["officialDate"] for x in bodies})
        whole, *others = [self.site.board(x) for x in self.dates]
        for other in others:
            whole.add(other)
        return whole

    def body(self, pk, at=None, query=""):
        """Returns the server's body of a game now, or at an instant of its clock; with a query that the server has just
        answered, it need not be made again."""
        path = "/api/v1.1/game/%d/feed/live" % pk
        if at is None:
            return Feed(self.replay.ask(path))
        code = time.strftime("%Y%m%d_%H%M%S", time.gmtime(at))
        key = pk, code, query
        if key not in self.bodies:
            if len(self.bodies) > 100:
                self.bodies.clear()
            self.bodies[key] = Feed(self.replay.ask("%s?timecode=%s&%s" % (path, code, query)))
        return self.bodies[key]

    def asked(self):
        """Returns the requests of the daemon so far, in order, as (path, query, real time, virtual time)."""
        *whole, self.rest = (self.rest + self.log.read()).split("\n")
        for x in map(json.loads, whole):
            if x["status"] == 200 and "timecode" not in x["query"]:
                self.requests.append((x["path"], x["query"], harness.epoch(x["time"]), harness.epoch(x["virtual"])))
        return self.requests

    def served(self, pk, since):
        """Returns the bodies that the daemon got since a real time, and the last two ones before, as (those of polls,
        those with a box score), the newest first. Each is made when it is asked for."""
        path, polls, boxes = "/api/v1.1/game/%d/feed/live" % pk, [], []
        for where, query, at, virtual in reversed(self.asked()):
            if where != path or "fields" not in query:
                continue
            found = boxes if "numberOfPitches" in query else polls
            # The two last ones before: of the newest the daemon may not have read all yet.
            if len([x for x in found if x[0] < since]) < 2:
                found.append((at, virtual, query))
            elif len(polls) > 1 and boxes:
                break
        return self._near(pk, polls), self._near(pk, boxes)

    def _near(self, pk, answers):
        # The log has the instant after an answer, which may be of a later second than its body.
        seconds = range(2 + int(self.replay.speed * 0.1))
        return Lazy(lambda: (self.body(pk, v - d, query) for d in seconds for _, v, query in answers))

    def ends(self):
        """Returns the instant of the last revision of any game."""
        return max(g["end"] for g in self.replay.now()[1].values())

    def newest(self, path, query):
        """Returns the real time of the newest request for a path with this end and a query with these words."""
        return max([at for where, words, at, _ in self.asked() if where.endswith(path) and query in words], default=0)
