"""How the cost grows with the number of events in the log: the start, queries, appending, memory and the file.

A daemon logs one recorded game; then its rows are copied under other gamePks and sequences, in the shape in which the
daemon writes them.
"""
import contextlib
import os
import shutil
import sqlite3
import statistics
import subprocess
import time

import latency
import processes
import standing
from lib import harness
from lib.deliveries import quantile
from lib.harness import Daemon, Replay, Subscriber
from remote import RemoteReplay
from results import figure, spread

GAME, OTHER = 747175, 718263
COUNTS = (10 ** 3, 10 ** 4, 10 ** 5, 10 ** 6, 10 ** 7)
# The first gamePk of copies. It is above those of the copies of OTHER that are played: 718263 and a million more for each.
FIRST = 20_000_000
# No event is removed for its space.
LIMIT = "log: {max_size: 1TiB}\n"


def logs(o):
    found = {}
    with standing.folder() as base:
        template = rows_of_a_game(o, base)
        for stage, count in enumerate(COUNTS[:2] if o.quick else COUNTS):
            needed = 2 * count * sum(len(row[3]) + 200 for row in template) / len(template)
            if needed > shutil.disk_usage(base).free:
                print("left out: a log of %d events needs %.0f GB" % (count, needed / 1e9), flush=True)
                break
            fill(base, template, count)
            found.update({name % count: each for name, each in measured(o, base, stage, FIRST + len(template)).items()})
    return found


def rows_of_a_game(o, base):
    """Plays a game with a daemon. Returns the rows of its log: sequence, id, game and line."""
    with Replay(harness.feeds_of(GAME), 2400 if o.quick else 1200, base) as replay, \
            Daemon(o.livegamed, base, replay.url, 0.05, more=LIMIT) as daemon, Subscriber(daemon.socket) as client:
        replay.go()
        if not harness.wait_for(lambda: client.final_games, 120):
            raise SystemExit("the game did not end: %s" % daemon.text()[-500:])
    with contextlib.closing(open_log(base)) as log:
        return log.execute("SELECT sequence, id, game, line FROM event ORDER BY sequence").fetchall()


def open_log(base):
    return sqlite3.connect(base + "/state/livegamed.sqlite")


def fill(base, template, count):
    """Appends copies of the game until the log has so many events."""
    with contextlib.closing(open_log(base)) as log:
        log.execute("PRAGMA journal_mode = DELETE")
        log.execute("PRAGMA synchronous = OFF")
        newest, = log.execute("SELECT max(sequence) FROM event").fetchone()
        began = time.time_ns() // 1_000_000 - 10 * count
        while newest < count:
            # A copy has its own gamePk; events of other games may lie between the copies.
            game = b"%d" % (FIRST + newest)
            log.executemany("INSERT INTO event VALUES (?, ?, ?, ?, ?)",
                            copies(template[:count - newest], newest, game, began))
            newest += min(len(template), count - newest)
        log.commit()


def copies(template, newest, game, began):
    own, name = b"%d" % GAME, game.decode()
    for number, (sequence, event, of, line) in enumerate(template, newest + 1):
        line = line.replace(own, game).replace(b'"sequence":"%d"' % sequence, b'"sequence":"%d"' % number)
        yield number, event.replace(str(GAME), name), of.replace(str(GAME), name), began + 10 * number, line


def measured(o, base, stage, early):
    """Returns the figures of a log, by their names with a place for the number of events. `early` is a game near its
    beginning."""
    spans = [standing.start(o.livegamed, base, LIMIT) for _ in range(3 if o.quick else 8)][1:]
    size = sum(os.path.getsize(os.path.join(base, "state", x)) for x in os.listdir(base + "/state"))
    # Each stage plays a part of the games that the log does not have yet.
    with RemoteReplay(o, harness.feeds_of(OTHER), latency.SPEED, base, start="first-pitch+%dm" % (20 + 12 * stage),
                      clones=standing.GAMES, apart=-180) as replay, \
            Daemon(o.livegamed, base, replay.url, 0.5, idle=2, live_max=1, more=LIMIT) as daemon:
        if not harness.wait_for(lambda: os.path.exists(daemon.socket) and harness.listens(daemon.socket), 120):
            raise SystemExit("the daemon did not start: %s" % daemon.text()[-500:])
        last, game = (queries(o, daemon, *more) for more in (("-n", "20"), ("--game", str(early), "-n", "20")))
        replay.go()
        time.sleep(2 if o.quick else 8)
        to_socket = appended(daemon, replay, 3 if o.quick else 30)
        resident, anonymous = processes.memory(daemon.process.pid)
    return {
        "ready_%d_events_ms": standing.timed(spans),
        "last_page_%d_events_ms": spread(figure(statistics.median(last), "ms"), last),
        "game_page_%d_events_ms": spread(figure(statistics.median(game), "ms"), game),
        "socket_p50_%d_events_ms": spread(
            figure(quantile(sorted(to_socket), 0.5), "ms"), latency.parts(to_socket, 0.5)),
        "rss_%d_events_mb": figure(resident, "MB"),
        "anon_%d_events_mb": figure(anonymous, "MB"),
        "file_%d_events_mb": figure(size / 1e6, "MB"),
    }


def queries(o, daemon, *options):
    """Returns the milliseconds of each run of `livegamed log` with these options, its own start included."""
    spans = []
    for _ in range(3 if o.quick else 12):
        began = time.perf_counter()
        subprocess.run([o.livegamed, "log", "--socket", daemon.socket, *options], check=True, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL)
        spans.append((time.perf_counter() - began) * 1000)
    return spans[1:]


def appended(daemon, replay, seconds):
    """Returns milliseconds from the answer of a poll, by way of the log on the disk, to a client of the socket."""
    client = latency.Arrivals(daemon.socket)
    time.sleep(seconds)
    harness.wait_for(lambda: client.events, 90, 1)
    client.stop()
    sent = replay.sent()
    found = latency.spans([(at, event["data"]["game"]["id"]) for at, event in client.events.values()], sent)
    if not found:
        raise SystemExit("no event was logged")
    return found
