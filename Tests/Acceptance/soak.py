#!/usr/bin/env python3
"""Simulated days, one after another, with every kind of fault: in the end no event is lost, repeated or stuck.

The games of a season are played at high speed. Each day the source gives some wrong answers, half of the sinks fail,
clients come and go, the configuration is reloaded (good files and bad ones), the daemon is killed, and its wall clock
steps. Each night everything must settle: the events equal the simulator's scripts, and every sink has every event;
then the clock steps to the next day. In the last part of the time the daemon is not killed: there descriptors,
threads and memory must stay constant.

    python3 Tests/Acceptance/soak.py --livegamed .build/livegamed --simulator .build/release/livesimulator
    python3 Tests/Acceptance/soak.py --livegamed .build/debug/livegamed --simulator .build/debug/livesimulator \
        --seconds 90 --games 4 --speed 1200
"""
import argparse
import collections
import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
import zlib

from lib import deliveries
from lib import harness
from lib import league
from lib.clock_offset import ClockOffset
from lib.harness import Checks, Daemon, Scratch
from lib.simulated import Lines, log_of
from lib.soak_record import Usage, Visitors, Witness, median

# Name: path, the tags of its route (empty: everything), further keys. Every second one fails.
SINKS = {
    "all": ("/ok/all", (), "max_in_flight: 4"),
    "flaky": ("/flaky/503/0.2/flaky", ("scoring", "final"), "max_in_flight: 2"),
    "slow": ("/slow/15/slow", (), "max_in_flight: 8"),
    "reset": ("/reset/1/reset", ("home_run", "final"), "max_in_flight: 2"),
    "later": ("/ok/later", (), "delay: 3s, max_in_flight: 4"),
    "wait": ("/retry-after/1/1/wait", ("final",), "max_in_flight: 1"),
    "finals": ("/ok/finals", ("final", "scoring"), "max_in_flight: 1"),
    "garbage": ("/garbage/1/garbage", ("home_run", "final"), "max_in_flight: 4"),
    "hang": ("/hang/1/hang", ("final",), "max_in_flight: 4, timeout: 1s"),
    # This sink never accepts anything; it must affect only itself. No finals, which wait for a day and would keep the
    # log from shrinking.
    "broken": ("/status/500/broken", ("scoring",), "max_in_flight: 1"),
}
NEVER = {"broken"}
# The feed does not show how such a game ended, but its linescore does: the daemon waits so many seconds before it
# accepts that.
DOUBTFUL, DOUBT = {"tiebreak", "playsMissing", "logStops", "noLog"}, 600
DAY, OPENS = 86_400, 10.5 * 3600
# Earlier days are spring training; in a season of a year, all later days have equally many games.
FIRST_DAY = 30


class SteppedDaemon(Daemon):
    """The daemon with an adjustable wall clock."""

    clock = None

    def start(self):
        self.process = subprocess.Popen([self.program, "run", "--config", self.config], stdout=self.log, stderr=self.log,
                                        env=self.clock.environment)


class Receiver:
    """`tally.py`, ended with this program."""

    def __init__(self):
        self.process = subprocess.Popen([sys.executable, harness.HERE + "/tally.py"], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True)
        self.port = int(self.process.stdout.readline().rpartition(":")[2])

    def tally(self, path, forget=False):
        return json.loads(deliveries.ReceiverProcess.control(self, "/__tally?path=%s%s" % (path, "&forget=1" * forget)))

    def stop(self):
        self.process.stdin.close()
        harness.stop(self.process)
        self.process.stdout.close()

    __enter__ = lambda self: self

    def __exit__(self, *_):
        self.stop()


def configured(port, bound):
    lines = ["catch_up: all", "journal: {events: false}", "log: {max_size: 64MiB}", "sinks:"]
    for i, (name, (path, _, more)) in enumerate(SINKS.items()):
        lines.append("  %s: {type: webhook, url: \"http://127.0.0.%d:%d%s\", allow_http: true, expires: %s, %s}" % (
            name, i + 2, port, path, "1m" if name in NEVER else "24h", more))
    lines.append("routes:")
    for name, (_, tags, _) in SINKS.items():
        lines.append("  - {sinks: [%s]%s}" % (name, ", tags: [%s]" % ", ".join(tags) if tags else ""))
    # A part that changes with every reload.
    return "\n".join(lines + ["# %d" % bound]) + "\n"


class Trouble(threading.Thread):
    """The faults of the daemon by day, one after another. `calm` is held by night."""

    def __init__(self, daemon, clock, dice, ends):
        super().__init__(daemon=True)
        self.daemon_, self.clock, self.dice, self.ends = daemon, clock, dice, ends
        self.counts, self.calm, self.done, self.turn = collections.Counter(), threading.Lock(), threading.Event(), 0
        self.kills_of_day, self.refused = 0, 0
        self.start()

    def run(self):
        kinds = [self.kill, self.reload, self.step, self.kill, self.leap, self.reload_badly, self.step_and_kill]
        while not self.done.wait(self.dice.uniform(1, 6)):
            with self.calm:
                kind = kinds[self.turn % len(kinds)]
                self.turn += 1
                if "kill" not in kind.__name__ or time.monotonic() < self.ends:
                    kind()

    def kill(self):
        self.daemon_.kill()
        self.kills_of_day += 1
        self.counts["kills"] += 1

    def reload(self):
        with open(self.daemon_.config) as f:
            text = f.read()
        self.write(text.rpartition("# ")[0] + "# %d\n" % self.turn)

    def reload_badly(self):
        with open(self.daemon_.config) as f:
            text = f.read()
        self.write(self.dice.choice(("sinks: [", text + "sinkz: {}\n", text.replace("type: webhook", "type: wobhook"))))
        self.done.wait(0.7)
        self.write(text)
        self.counts["bad files"] += 1

    def write(self, text):
        with open(self.daemon_.config + ".new", "w") as f:
            f.write(text)
        os.replace(self.daemon_.config + ".new", self.daemon_.config)
        # A process that has just started would be ended by the signal.
        if harness.wait_for(lambda: serves(self.daemon_.socket), 10):
            self.daemon_.process.send_signal(signal.SIGHUP)
            self.counts["reloads"] += 1

    def step(self, seconds=7200):
        before = self.clock.seconds
        self.clock.set(before + self.dice.choice((-1, 1)) * seconds)
        self.done.wait(self.dice.uniform(1, 4))
        self.clock.set(before)
        self.counts["clock steps"] += 2

    def leap(self):
        self.step(40 * DAY)

    def step_and_kill(self):
        """Starts the daemon again with a clock that is wrong by two hours."""
        before = self.clock.seconds
        self.clock.set(before + self.dice.choice((-7200, 7200)))
        self.kill()
        self.done.wait(self.dice.uniform(2, 4))
        self.clock.set(before)
        self.counts["clock steps"] += 2

    def stop(self):
        self.done.set()
        self.join(timeout=30)


def serves(path):
    try:
        with Lines(path, within=2) as client:
            return client.next(2) is not None
    except OSError:
        return False


class Soak:
    def __init__(self, o, checks, base, stack):
        self.o, self.checks = o, checks
        self.clock = ClockOffset(base)
        # The current real date is a day of the season.
        self.season = time.time() - FIRST_DAY * DAY
        self.source = stack.enter_context(league.League(o.simulator, o.seed, 365, self.season, o.games))
        self.midnight = self.source.state()["now"]
        self.receiver = stack.enter_context(Receiver())
        self.began = time.monotonic()
        SteppedDaemon.clock = self.clock
        self.open(FIRST_DAY, speed=0)
        self.daemon = stack.enter_context(SteppedDaemon(
            o.livegamed, base, self.source.url, 0.15, idle=1, live_max=0.4, more=configured(self.receiver.port, 0)))
        if not harness.wait_for(lambda: serves(self.daemon.socket) or not self.daemon.running, 30) or not self.daemon.running:
            raise SystemExit("the daemon did not start: " + self.daemon.text()[-2000:])
        self.witness = stack.enter_context(Witness(self.daemon.socket))
        self.visitors = stack.enter_context(Visitors(self.daemon.socket, 15))
        self.usage = Usage(self.daemon, base + "/state")
        self.trouble = Trouble(self.daemon, self.clock, random.Random(o.seed), self.began + 0.6 * o.seconds)
        stack.callback(self.usage.stop)
        stack.callback(self.trouble.stop)
        # By game: its scripted facts, and whether its indexes can be compared.
        self.truth, self.days, self.expected, self.sinks = {}, 0, 0, collections.defaultdict(collections.Counter)
        self.due_before = {name: set() for name in SINKS}
        self.early = {name: set() for name in SINKS}

    def open(self, day, speed):
        """Begins a day, in the daemon's clock and in the league's."""
        self.opened = self.midnight + day * DAY + OPENS
        self.clock.set(self.opened - time.time())
        self.source.set_clock(self.opened, speed)

    def play(self, day):
        """Plays until the last game that ends before the next day begins."""
        ending = [g for g in self.source.state()["games"] if self.opened <= g["end"] < self.opened + DAY]
        last = max([g["end"] for g in ending] or [self.opened]) + 30
        limit = time.monotonic() + (last - self.opened) / self.o.speed + 60
        while self.source.state()["now"] < last and time.monotonic() < limit and self.daemon.running:
            time.sleep(1)
        self.source.set_clock(last, 0)
        return ending

    def night(self, day, ending):
        """Waits until everything has settled, and checks it."""
        with self.trouble.calm:
            self.source.set_faults(0)
            for game in ending:
                shifts = {"playRemoved", "actionRemoved", "actionInserted"} & set(game["corrections"])
                keys = league.facts_of_script(self.source.facts(game["gamePk"]))
                self.truth[game["gamePk"]] = (game, league.counted(keys, not shifts), not shifts, time.monotonic())
            rested = harness.wait_for(lambda: not self.daemon.running or not self.wrong(ending), self.o.patience, 1)
            wrong = self.wrong(ending)
            told = sum(sum(self.truth[g["gamePk"]][1].values()) for g in ending)
            self.expected += told
            self.checks("day %d: %d games, %d facts" % (day, len(ending), told), rested and not wrong, "; ".join(wrong[:3]))
            self.judge_sinks(day)
            self.source.set_faults(self.o.faults)
            self.trouble.kills_of_day = 0

    def wrong(self, games):
        """Returns missing and extra facts of these games."""
        found = []
        for game in games:
            missing, more = self.difference(game)
            if missing or more:
                found.append("%d (%s): missing %s, too much %s" % (
                    game["gamePk"], " ".join([game["course"]] + game["corrections"] + game["anomalies"]), sorted(missing, key=str)[:3],
                    sorted(more, key=str)[:3]))
        return found

    def difference(self, game):
        """Returns the missing and the extra facts of a game."""
        _, truth, indexed, ended = self.truth[game["gamePk"]]
        told = self.witness.told(game["gamePk"], game["date"], indexed)
        missing, more = truth - told, told - truth
        if DOUBTFUL & {game["course"], *game["anomalies"]} and time.monotonic() - ended < DOUBT:
            # If plays and linescore of a finished game differ for long, the final is logged then, and with it the end
            # of the last half-inning.
            last = {k[-3:-1] for k in missing if k[0] == "final"}
            missing = collections.Counter({
                k: n for k, n in missing.items() if k[0] not in ("final", "half_end") or k[-3:-1] not in last})
        return missing, more

    def due(self, name, day):
        """Returns the events that a sink must have; with a delay, the newest revision of each valid fact."""
        _, tags, more = SINKS[name]
        due = {}
        for event, fact, has, retracted in day:
            if not tags or has & set(tags) or fact in self.due_before[name]:
                if tags:
                    self.due_before[name].add(fact)
                due[fact if "delay" in more else event] = None if retracted and "delay" in more else event
        return {deliveries.webhook_id(self.witness.log, name, [e]) for e in due.values() if e}

    def judge_sinks(self, number):
        # Events that come during the wait for the sinks belong to this day, too.
        day, limit = self.witness.end_day(), time.monotonic() + self.o.patience
        for name, (path, _, _) in SINKS.items():
            if name in NEVER:
                continue
            due = self.due(name, day)
            harness.wait_for(lambda: due <= self.taken(path), max(0, limit - time.monotonic()), 0.2)
            came = self.receiver.tally(path, forget=True)
            tally = came["messages"]
            flight = int(SINKS[name][2].partition("max_in_flight: ")[2].partition(",")[0])
            taken = {i for i, (taken, _, _) in tally.items() if taken}
            # Deliveries since the day was counted belong to the next one; the receiver clears them now.
            missing = due - taken - self.early[name]
            self.early[name] = taken - due
            repeats = sum(max(0, taken - 1) for taken, _, _ in tally.values())
            changed = sum(changed for _, changed, _ in tally.values())
            row = self.sinks[name]
            row.update(due=len(due), missing=len(missing), repeats=repeats, refused=came["refused"])
            if missing or changed or repeats > flight * self.trouble.kills_of_day:
                self.checks("day %d: sink %s has every event" % (number, name), False,
                            "due=%d missing=%d repeats=%d kills=%d changed=%d" % (
                                len(due), len(missing), repeats, self.trouble.kills_of_day, changed))

    def taken(self, path):
        return {i for i, (taken, _, _) in self.receiver.tally(path)["messages"].items() if taken}

    def run(self):
        self.source.set_faults(self.o.faults)
        day, longest = FIRST_DAY, 0
        while self.daemon.running and day < 360:
            began = time.monotonic()
            self.open(day, self.o.speed)
            self.night(day, self.play(day))
            self.days, day = self.days + 1, day + 1
            longest = max(longest, time.monotonic() - began)
            if time.monotonic() + longest > self.began + self.o.seconds:
                break
        self.trouble.stop()
        # The daemon may have been killed just now.
        harness.wait_for(lambda: not self.daemon.running or serves(self.daemon.socket), 30)
        self.judge()

    # ---------------------------------------------------------------- the end
    def judge(self):
        checks, witness = self.checks, self.witness
        checks("the daemon still runs", self.daemon.running, "" if self.daemon.running else self.daemon.text()[-1500:])
        wrong = self.wrong([game for game, _, _, _ in self.truth.values()])
        checks("the events are the simulator's own record", not wrong and self.truth, "; ".join(wrong[:5]))
        checks("no event was logged twice", not witness.repeated, str(witness.repeated[:5]))
        checks("sequences rise by one, from the first", not witness.disorder and not witness.gaps, "%s %s" % (
            witness.disorder[:5], witness.gaps[:2]))
        self.judge_log()
        self.judge_usage()
        self.table()

    def judge_log(self):
        """Checks that a new client reads the same log from the oldest event on as the Witness has read."""
        if not self.daemon.running:
            return
        _, lines = log_of(self.daemon.socket)
        sums = {int(json.loads(x)["sequence"]): zlib.crc32(x) for x in lines}
        differing = [s for s, x in sums.items() if self.witness.sums.get(s) != x]
        first = min(sums, default=0)
        lost = [s for s in self.witness.sums if s >= first and s not in sums]
        self.checks("the log has what the witness has read", sums and not differing and not lost,
                    "%d of %d events, from %d; differing %s, lost %s" % (
                        len(sums), self.witness.count, first, differing[:3], lost[:3]))

    def judge_usage(self):
        early, late = self.usage.thirds()
        # Dispatch starts some threads more when several clients read the log at once, and ends them later.
        bounds = {"descriptors": lambda x: x + 24, "threads": lambda x: x + 8, "memory": lambda x: 1.25 * x + 16}
        for name, bound in bounds.items():
            before, after = median(early, name), median(late, name)
            self.checks("%s stay constant" % name, after <= bound(before), "%.0f, late %.0f, at most %.0f" % (
                before, after, bound(before)))
        # The log grows with every event until it has its configured size.
        samples = self.usage.samples
        third = max(1, len(samples) // 3)
        growth = [b.database - a.database for a, b in ((samples[0], samples[third - 1]), (samples[-third], samples[-1]))]
        self.checks("the database grows no faster than before", growth[1] <= 1.5 * max(growth[0], 0) + 16,
                    "%.1f MB in the first third, %.1f MB in the last, %.1f MB in all" % (*growth, samples[-1].database))

    def table(self):
        early, late = self.usage.thirds()
        differences = [self.difference(game) for game, _, _, _ in self.truth.values()]
        missing, more = (sum(sum(x[i].values()) for x in differences) for i in (0, 1))
        rows = [
            ("days, games, games with corrections", "%d, %d, %d" % (
                self.days, len(self.truth), sum(bool(g["corrections"]) for g, _, _, _ in self.truth.values()))),
            ("courses and anomalies", counts(collections.Counter(
                x for g, _, _, _ in self.truth.values() for x in [g["course"]] + g["anomalies"]))),
            ("facts: expected, found, missing, too much", "%d, %d, %d, %d" % (
                self.expected, self.expected - missing, missing, more)),
            ("events, told twice", "%d, %d" % (self.witness.count, len(self.witness.repeated))),
            ("troubles", counts(self.trouble.counts)),
            ("answers of the source", counts(self.source.state()["served"])),
            ("clients", counts(self.visitors.counts)),
        ]
        for name, row in self.sinks.items():
            rows.append(("sink %s" % name, "due %(due)d, missing %(missing)d, repeats %(repeats)d, attempts refused %(refused)d" % row))
        for name in ("descriptors", "threads", "memory", "database"):
            rows.append((name + ": early, late", "%.0f, %.0f" % (median(early, name), median(late, name))))
        print("\n%s" % "\n".join("%-44s %s" % row for row in rows), flush=True)


def counts(counter):
    return ", ".join("%s %d" % x for x in sorted(counter.items())) or "none"


def main():
    ap = argparse.ArgumentParser(formatter_class=argparse.RawDescriptionHelpFormatter, description=__doc__)
    ap.add_argument("--livegamed", required=True)
    ap.add_argument("--simulator", required=True)
    ap.add_argument("--seconds", type=float, default=3600)
    ap.add_argument("--games", type=int, default=15, help="a day")
    ap.add_argument("--speed", type=float, default=600, help="league seconds a second")
    ap.add_argument("--faults", type=float, default=12, help="of a hundred answers of the source")
    ap.add_argument("--patience", type=float, default=60, help="seconds that a night may take")
    ap.add_argument("--seed", type=int, default=13)
    ap.add_argument("--keep", action="store_true")
    o = ap.parse_args()
    o.livegamed, o.simulator, checks = os.path.abspath(o.livegamed), os.path.abspath(o.simulator), Checks()
    with Scratch(checks, o.keep) as base, contextlib.ExitStack() as stack:
        Soak(o, checks, base, stack).run()
    checks.exit()


if __name__ == "__main__":
    main()
