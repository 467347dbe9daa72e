#!/usr/bin/env python3
"""Measures the web page with fifteen live games: memory, processor time, how soon a fact is on all open pages, and
whether the daemon's events are the same, and as soon, as without visitors.

    web_load.py --livegamed .build/livegamed [--write]

Two runs of the same simulated games, one without visitors and one with more and more of them; five and a half minutes.
`--write` puts the tables into docs/performance.md. It needs a quiet machine and nothing else.
"""
import argparse
import collections
import datetime
import json
import multiprocessing
import os
import platform
import re
import resource
import select
import socket
import threading
import time

from lib import harness, simulated
from lib.visitor import Visitor, free_port

DOCUMENT = os.path.join(harness.HERE, "../../docs/performance.md")
GAMES = 15
# Game seconds between two first pitches, and real seconds before the first, of `livegamed simulate`.
SPREAD, LEAD = 300, 10
CLIENTS = 500
IDLE_CLIENTS = 20
PAGES_A_SECOND = 20
# Seconds at the beginning of a stage that do not count: streams are opened.
SETTLING = 6
POLL = 1.0

# The name of a stage, its seconds, open streams that are read, those that are not, and whether pages are requested.
Stage = collections.namedtuple("Stage", "name seconds readers stuck has_pages")
# The stages of a run, the events, how many streams the daemon ended, its status, and the seconds of its stop.
Run = collections.namedtuple("Run", "stages events ended status stop")
STAGES = [
    Stage("no visitors", 20, 0, 0, False),
    Stage("64 streams", 22, 64, 0, False),
    Stage("500 streams", 25, CLIENTS, 0, False),
    Stage("480 streams, 20 that read nothing, 20 pages a second", 33, CLIENTS - IDLE_CLIENTS, IDLE_CLIENTS, True),
]


def address(number):
    """Returns a loopback address for each few clients, because the daemon bounds the requests of one address."""
    return "127.0.1.%d" % (1 + number // 8)


# ------------------------------------------------------------------ the visitors
class Readers(multiprocessing.Process):
    """A process that holds streams. It notes when each place came: (game or 0, [(time, sequence)]) for each stream."""

    PLACE = re.compile(rb"\nid: [0-9a-f]+\.(\d+)\n")

    def __init__(self, port, log):
        super().__init__(daemon=True)
        self.port, self.log, (self.orders, self.inside) = port, log, multiprocessing.Pipe()
        self.start()

    # Orders of the parent.
    def open(self, games, after):
        """Opens a stream for each game; 0 is the scoreboard, None a client of the scoreboard that reads nothing."""
        self.orders.send(("open", games, after))

    def close(self, count):
        self.orders.send(("close", count, None))

    def results(self):
        """Ends the process. Returns the streams, and how many the daemon has ended."""
        self.orders.send(("end", None, None))
        streams, ended = self.orders.recv()
        self.join(10)
        return streams, ended

    # In the process.
    def run(self):
        resource.setrlimit(resource.RLIMIT_NOFILE, (4096, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
        self.poll, self.streams, self.by_number, self.ended = select.epoll(), [], {}, 0
        self.poll.register(self.inside.fileno(), select.EPOLLIN)
        while True:
            for number, _ in self.poll.poll():
                if number != self.inside.fileno():
                    self.read(self.by_number[number])
                elif not self.obey(*self.inside.recv()):
                    return

    def obey(self, order, value, after):
        if order == "end":
            self.inside.send(([(x["game"], x["places"]) for x in self.streams], self.ended))
            return False
        if order == "open":
            for game in value:
                self.connect(game, after)
        else:
            for stream in [x for x in self.streams if x["socket"]][:value]:
                self.drop(stream)
        return True

    def connect(self, game, after):
        s = socket.socket()
        s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096 if game is None else 1 << 18)
        s.bind((address(len(self.streams)), 0))
        s.connect(("127.0.0.1", self.port))
        view = "view=game&league=mlb&game=%d" % game if game else "view=scores"
        s.sendall(("GET /live?%s&delay=0&scores=shown&after=%s.%d HTTP/1.1\r\nHost: localhost\r\n\r\n" % (
            view, self.log, after)).encode())
        stream = {"socket": s, "game": game, "places": [], "rest": b""}
        self.streams.append(stream)
        self.by_number[s.fileno()] = stream
        # A client that reads nothing only notices that it is closed.
        self.poll.register(s.fileno(), select.EPOLLIN if game is not None else select.EPOLLHUP)

    def read(self, stream):
        try:
            data = stream["socket"].recv(1 << 18) if stream["game"] is not None else b""
        except OSError:
            data = b""
        if not data:
            self.ended += 1
            return self.drop(stream)
        now, data = time.time(), stream["rest"] + data
        stream["rest"] = data[-40:]
        places = [int(x) for x in self.PLACE.findall(data)]
        if places:
            stream["places"].append((now, max(places)))

    def drop(self, stream):
        self.poll.unregister(stream["socket"].fileno())
        del self.by_number[stream["socket"].fileno()]
        stream["socket"].close()
        stream["socket"] = None


class PageLoad:
    """Requests pages at a constant rate, each from one of several threads. Notes time, duration and status."""

    def __init__(self, port, games):
        self.port, self.seen, self.done, self.games = port, [], threading.Event(), games
        self.threads = [threading.Thread(target=self.run, args=(i,), daemon=True) for i in range(PAGES_A_SECOND)]
        for each in self.threads:
            each.start()

    def run(self, number):
        visitor = Visitor(self.port, source="127.0.2.%d" % (1 + number))
        game = "/mlb/games/%d" % self.games[number % len(self.games)]
        paths = ["/mlb", game, "/daemon", game + "?plays=all"]
        turn, due = number, time.monotonic() + number / PAGES_A_SECOND
        while not self.done.wait(max(0, due - time.monotonic())):
            began = time.time()
            status = visitor.status(paths[turn % len(paths)])
            self.seen.append((began, time.time() - began, status))
            turn, due = turn + 1, due + 1

    def stop(self):
        self.done.set()
        end = time.monotonic() + 16
        for each in self.threads:
            each.join(max(0, end - time.monotonic()))
        return list(self.seen)


# ------------------------------------------------------------------ one run
class Listener(threading.Thread):
    """A client of the socket: the lines of the events, with the time at which each came."""

    def __init__(self, path):
        super().__init__(daemon=True)
        self.lines, self.got, self.log = simulated.Lines(path), [], None
        self.log = self.lines.next()["log"]
        self.lines.send({"op": "subscribe", "after": "oldest"})
        self.start()

    def run(self):
        while True:
            try:
                line = self.lines.line(3600)
            except OSError:
                return
            now = time.time()
            if not line:
                return
            if b'"specversion"' in line:
                self.got.append((now, line))

    def newest(self):
        return int(json.loads(self.got[-1][1])["sequence"]) if self.got else 0


class Sample:
    """Memory and processor time of a process at a moment."""

    def __init__(self, process):
        with open("/proc/%d/stat" % process.pid) as f:
            fields = f.read().rsplit(")", 1)[1].split()
        self.time, self.used = time.time(), sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")
        with open("/proc/%d/status" % process.pid) as f:
            sizes = dict(re.findall(r"^(Vm\w+|Rss\w+):\s+(\d+) kB", f.read(), re.MULTILINE))
        self.resident, self.anonymous = int(sizes["VmRSS"]) / 1e3, int(sizes["RssAnon"]) / 1e3


class Measured:
    """The observations of one stage of a run."""

    def __init__(self, stage, first, last):
        self.stage, self.first, self.last = stage, first, last
        self.cores = (last.used - first.used) / (last.time - first.time)
        self.delays, self.deliveries, self.pages = [], {}, []

    def has(self, instant):
        return self.first.time <= instant <= self.last.time


def run(options, games, base, has_visitors):
    """Follows the games through all stages."""
    port = free_port()
    more = 'web: {listen: "127.0.0.1:%d", clients: %d}\n' % (port, CLIENTS)
    os.mkdir(base)
    with harness.Daemon(options.livegamed, base, games.url, POLL, more=more) as daemon:
        if not harness.wait_for(lambda: os.path.exists(daemon.socket) and harness.listens(daemon.socket), 30):
            raise SystemExit("the daemon did not start: " + daemon.text()[-2000:])
        listener = Listener(daemon.socket)
        harness.wait_for(lambda: len(listener.got) > GAMES and Visitor(port).status("/icon.svg") == 200, 30)
        place = re.search(r'data-cursor="([0-9a-f]+)\.\d+"', Visitor(port).ask("/mlb").text)[1]
        readers, pages, stages = Readers(port, place), None, []
        names = [900_000 + i for i in range(GAMES)]
        opened = stuck = 0
        for stage in STAGES:
            began = time.monotonic()
            if has_visitors:
                if stage.readers < opened:
                    readers.close(opened - stage.readers)
                # Every second stream is the scoreboard.
                readers.open([names[i // 2 % GAMES] if i % 2 else 0 for i in range(opened, stage.readers)],
                             listener.newest())
                readers.open([None] * (stage.stuck - stuck), listener.newest())
                opened, stuck = stage.readers, stage.stuck
                pages = PageLoad(port, names) if stage.has_pages else pages
            time.sleep(max(0, SETTLING - (time.monotonic() - began)))
            first = Sample(daemon.process)
            time.sleep(max(0, stage.seconds - (time.monotonic() - began)))
            stages.append(Measured(stage, first, Sample(daemon.process)))
        seen = pages.stop() if pages else []
        streams, ended = readers.results()
        events = list(listener.got)
        judged(stages, events, streams, seen)
        began = time.monotonic()
        status = daemon.stop()
        return Run(stages, events, ended, status, time.monotonic() - began)


def instant(text):
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()


def judged(stages, events, streams, pages):
    """Distributes what was seen among the stages."""
    by_game = collections.defaultdict(list)
    for game, places in streams:
        if game is not None:
            by_game[game].append(places)
    for got, line in events:
        stage = next((x for x in stages if x.has(got)), None)
        if not stage:
            continue
        event = json.loads(line)
        stage.delays.append(got - instant(event["data"]["observedAt"]))
        game, sequence = event["data"]["game"]["id"], int(event["sequence"])
        for kind, group in (("game", by_game[game]), ("scores", by_game[0])):
            times = [x for x in (arrival(places, sequence, got, stage.last.time) for places in group) if x is not None]
            if times:
                stage.deliveries.setdefault(kind, []).append((min(times), max(times)))
    for began, duration, status in pages:
        for stage in stages:
            if stage.has(began):
                stage.pages.append((duration, status))


def arrival(places, sequence, got, end):
    """Returns the seconds until a stream had a place at or behind an event; None if it was not open before, or had none
    until the end of the stage."""
    if not places or places[0][0] > got - 1:
        return None
    when = next((when for when, place in places if place >= sequence), None)
    return None if when is None or when > end else max(0, when - got)


# ------------------------------------------------------------------ the same events
UNEQUAL = {"time", "feedAt", "observedAt", "scheduledStart", "sequence", "source", "id", "revision", "change", "late"}


def plain(value):
    """Returns an event without times, and without the number of its revision, which depends on the instants of polls."""
    if isinstance(value, dict):
        return {k: plain(v) for k, v in value.items() if k not in UNEQUAL or isinstance(v, int) and k == "id"}
    return [plain(x) for x in value] if isinstance(value, list) else value


def halves(events):
    """Returns, by game and half-inning in order, the newest revision of each fact."""
    games = collections.defaultdict(dict)
    for _, line in events:
        event = json.loads(line)
        data = event["data"]
        if "inning" in data:
            half = (data["inning"]["number"], data["inning"]["half"] == "bottom")
            games[data["game"]["id"]].setdefault(half, {})[data["fact"]] = event
    return games


def compare(check, one, other):
    """Compares the half-innings that both runs saw from the beginning to the end."""
    facts, missing, different, same_ids = 0, [], [], 0
    one, other = halves(one), halves(other)
    for game in sorted(set(one) & set(other)):
        first = max(min(one[game]), min(other[game]))
        last = min(max(one[game]), max(other[game]))
        for half in (x for x in set(one[game]) | set(other[game]) if first < x < last):
            a, b = one[game].get(half, {}), other[game].get(half, {})
            missing += sorted(set(a) ^ set(b))
            for fact in set(a) & set(b):
                facts += 1
                same_ids += a[fact]["id"] == b[fact]["id"]
                if plain(a[fact]) != plain(b[fact]):
                    different.append(fact)
    check("both runs have the same facts", facts > 100 and not missing,
          "%d facts, %d not in both: %s" % (facts, len(missing), missing[:5]))
    check("with the same content", facts and not different, "%d differ: %s" % (len(different), different[:5]))
    print("     %d of %d facts have the same number of revisions" % (same_ids, facts), flush=True)
    return facts


# ------------------------------------------------------------------ tables
def quantile(values, share):
    values = sorted(values)
    return values[min(len(values) - 1, int(len(values) * share))] if values else None


def in_ms(values, share):
    value = quantile(values, share)
    return "–" if value is None else "%.0f" % (value * 1000)


def table(stages, alone):
    rows = ["| | RSS, MB | anonymous, MB | cores | the same, no visitors | facts | poll to socket, p50 / p95, ms "
            "| the same, no visitors |", "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"]
    for x, y in zip(stages, alone):
        rows.append("| %s | %.1f | %.1f | %.2f | %.2f | %d | %s / %s | %s / %s |" % (
            x.stage.name, x.last.resident, x.last.anonymous, x.cores, y.cores, len(x.delays), in_ms(x.delays, 0.5),
            in_ms(x.delays, 0.95), in_ms(y.delays, 0.5), in_ms(y.delays, 0.95)))
    rows += ["", "From the socket's line to the pages, ms: the first and the last page of each fact, p50 / p95.", "",
             "| | game, first | game, last | scoreboard, first | scoreboard, last |",
             "| --- | ---: | ---: | ---: | ---: |"]
    for x in stages:
        if x.deliveries:
            cells = []
            for kind in ("game", "scores"):
                for index in (0, 1):
                    values = [pair[index] for pair in x.deliveries.get(kind, [])]
                    cells.append("%s / %s" % (in_ms(values, 0.5), in_ms(values, 0.95)))
            rows.append("| %s | %s |" % (x.stage.name, " | ".join(cells)))
    durations = [duration for x in stages for duration, status in x.pages if status == 200]
    rows += ["", "%d pages of the last stage took %s / %s ms (p50 / p95)." % (
        len(durations), in_ms(durations, 0.5), in_ms(durations, 0.95))]
    return "\n".join(rows)


def heading(options):
    with open("/proc/cpuinfo") as f:
        model = re.search(r"model name\s*:\s*(.*)", f.read())
    return "Measured on %s: %d processors (%s), Linux %s; %d games at %g times the speed of real ones." % (
        datetime.date.today(), os.cpu_count(), model.group(1).strip() if model else platform.machine(),
        platform.release(), GAMES, options.speed)


def write(text):
    with open(DOCUMENT) as f:
        document = f.read()
    begin, end = "<!-- web -->\n", "<!-- /web -->"
    before, rest = document.split(begin, 1)
    with open(DOCUMENT, "w") as f:
        f.write(before + begin + text + "\n" + end + rest.split(end, 1)[1])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--livegamed", required=True)
    parser.add_argument("--speed", type=float, default=40, help="game seconds in a real second")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--write", action="store_true", help="put the tables into docs/performance.md")
    parser.add_argument("--keep", action="store_true")
    options = parser.parse_args()
    checks = harness.Checks()
    # All games are live after this time of the simulator.
    ready = LEAD + (GAMES - 1) * SPREAD / options.speed + 2
    length = sum(x.seconds for x in STAGES) + 10
    simulator = lambda: simulated.Simulator(options.livegamed, GAMES, options.speed, options.seed, "--plain")
    with harness.Scratch(checks, options.keep) as base, simulator() as early:
        # The second simulator begins so much later that its games are as far when the second run begins.
        wait_until(early.began + ready - 2)
        wait_until(early.began + length)
        with simulator() as late:
            results = []
            for games, name, has_visitors in ((early, "alone", False), (late, "visited", True)):
                wait_until(games.began + ready)
                results.append(run(options, games, base + "/" + name, has_visitors))
                print("     %s: %d events" % (name, len(results[-1].events)), flush=True)
    alone, visited = results
    text = heading(options) + "\n\n" + table(visited.stages, alone.stages)
    print("\n" + text + "\n", flush=True)
    compare(checks, alone.events, visited.events)
    for name, each in (("without", alone), ("with", visited)):
        checks("the daemon %s visitors stops cleanly and soon" % name, each.status == 0 and each.stop < 10,
               "%d after %.1f s" % (each.status, each.stop))
    checks("only clients that read nothing were closed", visited.ended <= IDLE_CLIENTS,
           "%d of %d" % (visited.ended, IDLE_CLIENTS))
    pages = [status for x in visited.stages for _, status in x.pages]
    checks("every page was served", pages and set(pages) == {200}, dict(collections.Counter(pages)))
    streams = [x for x in visited.stages if x.stage.readers]
    checks("facts came to the pages in every stage", all(x.deliveries.get("game") and x.deliveries.get("scores")
                                                         for x in streams))
    if options.write:
        write(text)
    checks.exit()


def wait_until(moment):
    time.sleep(max(0, moment - time.time()))


if __name__ == "__main__":
    main()
