"""Memory over a simulated season: one daemon follows one day of fifteen games after another, at high speed. At night,
all its clocks jump to the next morning, so that it ends its watch over the games of the day before. The source is `livesimulator`."""
import threading
import time

import processes
import results
import standing
from lib import harness, league
from lib.clock_offset import ClockOffset
from results import over, spread
from soak import DAY, FIRST_DAY, OPENS, SteppedDaemon

# Games in all, and games a day.
GAMES, DAILY, SPEED = 300, 15, 1500


def season(o):
    if not o.simulator:
        print("left out: livesimulator is not built", flush=True)
        return {}
    games, daily, speed = (4, 4, 3000) if o.quick else (GAMES, DAILY, SPEED)
    with standing.folder() as base:
        SteppedDaemon.clock = clock = ClockOffset(base)
        with league.League(o.simulator, 13, 365, time.time() - FIRST_DAY * DAY, daily) as source:
            midnight = source.state()["now"]
            begin(clock, source, midnight + FIRST_DAY * DAY + OPENS, 0)
            first = clock.seconds
            with SteppedDaemon(o.livegamed, base, source.url, 0.15, idle=1, live_max=0.4,
                               more="journal: {events: false}\n") as daemon, Memory(daemon) as memory:
                day = FIRST_DAY
                while memory.games < games:
                    memory.games += play(clock, source, midnight + day * DAY + OPENS, daemon, speed, first)
                    day += 1
                # One more sample, with all games.
                time.sleep(1)
    return judged(memory.rows)


def begin(clock, source, moment, speed, first=None):
    """Lets time pass until a moment. `first` is the difference of the wall clock when the daemon started."""
    ahead = moment - time.time()
    # A monotonic clock never goes back.
    clock.set(ahead, 0.0 if first is None else max(0.0, ahead - first))
    source.set_clock(moment, speed)


def play(clock, source, opened, daemon, speed, first):
    """Plays a day to the end of its last game. Returns the number of games."""
    begin(clock, source, opened, speed, first)
    ending = [x["end"] for x in source.state()["games"] if opened <= x["end"] < opened + DAY]
    while source.state()["now"] < max(ending, default=opened) + 60:
        if not daemon.running:
            raise SystemExit("the daemon ended: %s" % daemon.text()[-500:])
        time.sleep(0.5)
    return len(ending)


class Memory(threading.Thread):
    """Samples the memory of a daemon twice a second, beside the number of games that have ended."""

    def __init__(self, daemon):
        super().__init__(daemon=True)
        self.pid, self.games, self.rows, self.done = daemon.process.pid, 0, [], threading.Event()
        self.start()

    def run(self):
        while not self.done.wait(0.5):
            try:
                self.rows.append((self.games, *processes.memory(self.pid)))
            except (OSError, AttributeError):
                # The daemon has just ended.
                return

    __enter__ = lambda self: self

    def __exit__(self, *_):
        self.done.set()
        self.join(3)


def judged(rows):
    """Keeps at most 400 samples for the plot. Returns the last third of the season beside the second: the first days fill caches."""
    if len(rows) < 6:
        raise SystemExit("only %d samples" % len(rows))
    step = max(1, len(rows) // 200)
    results.keep(results.CURVES, {"season": [[row[0], round(row[1], 2), round(row[2], 2)] for row in rows[::step]]})
    found, third = {}, len(rows) // 3
    for name, at in (("rss_season_mb", 1), ("anon_season_mb", 2)):
        early, late = ([row[at] for row in part] for part in (rows[third:-third], rows[-third:]))
        median = lambda values: sorted(values)[len(values) // 2]
        found[name] = spread(over(median(late), "MB", median(early)), late)
    found["season_games"] = results.figure(rows[-1][0], "games")
    return found
