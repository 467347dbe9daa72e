#!/usr/bin/env python3
"""`livegamed record` and `livegamed replay`: a recorded game replays to the events that were logged while it was
recorded, at any speed, on the terminal, through a sink and as StatsAPI; a killed recording can be used, and a damaged one
gets its place. On games of the simulator, and on recorded real games if there are any.

    python3 Tests/Acceptance/record.py --livegamed .build/debug/livegamed
"""
import argparse
import glob
import json
import os
import random
import re
import signal
import subprocess

from lib import harness
from lib.harness import Checks, Daemon, Replay, Scratch, Subscriber, wait_for


def content(line):
    """Returns an event without what belongs to a log: its id in this log and its number."""
    event = json.loads(line)
    return {k: v for k, v in event.items() if k not in ("sequence", "livegamedlog", "source")}


def by_game(lines):
    games = {}
    for line in lines:
        games.setdefault(json.loads(line)["data"]["game"]["id"], []).append(content(line))
    return games


class Recorder:
    """`livegamed record`, with the lines of its own daemon's socket."""

    def __init__(self, program, base, url, what, poll=0.05):
        self.path, config = base + "/game.recording", base + "/record.yaml"
        with open(config, "w") as f:
            f.write("source: {mlb: {base_url: \"%s\"}}\npoll: {live_min: %s, live_max: %s, idle_max: 200ms, "
                    "requests_per_second: 1000}\n" % (url, harness.ms(poll), harness.ms(poll * 4)))
        self.errors = open(base + "/record.log", "w+")
        os.makedirs(base + "/tmp")
        self.process = subprocess.Popen(
            [program, "record", *what, "--out", self.path, "--config", config], stdout=subprocess.PIPE,
            stderr=self.errors, text=True, env=dict(os.environ, TMPDIR=base + "/tmp"))
        sockets = lambda: [x for x in glob.glob(base + "/tmp/livegamed-record-*/livegamed.sock") if harness.listens(x)]
        if not wait_for(lambda: sockets() or self.process.poll() is not None, 60) or not sockets():
            self.process.kill()
            raise SystemExit("the recording did not start: " + open(self.errors.name).read())
        self.subscriber = Subscriber(sockets()[0])

    def ends(self, number):
        """Ends it by a signal. Returns its status and its output."""
        self.subscriber.stop()
        self.process.send_signal(number)
        output = self.process.communicate(timeout=60)[0]
        return self.process.returncode, output

    __enter__ = lambda self: self

    def __exit__(self, *_):
        self.subscriber.done = True
        harness.stop(self.process)
        self.errors.close()


class Simulator:
    """`livegamed simulate` with delays and corrections."""

    def __init__(self, program, games, speed, seed, more=()):
        self.process = subprocess.Popen(
            [program, "simulate", "--games", str(games), "--speed", str(speed), "--seed", str(seed), *more],
            stdout=subprocess.PIPE, text=True)
        self.url = self.process.stdout.readline().strip()
        self.games = [int(self.process.stdout.readline().split()[0]) for _ in range(games)]

    __enter__ = lambda self: self

    def __exit__(self, *_):
        harness.stop(self.process)


def replay(program, path, *options, config=None):
    done = subprocess.run(
        [program, "replay", path, *options, *(["--config", config] if config else [])], capture_output=True, text=True,
        timeout=600)
    return done.returncode, done.stdout.splitlines(), done.stderr


def same(checks, name, program, path, lines):
    """Checks two replays against the events of a recording. Returns the events of the first."""
    status, first, errors = replay(program, path, "--speed", "0", "--json")
    checks(name + ": the replay has the events of the recording", status == 0 and by_game(first) == by_game(lines),
           "%d and %d, status %d %s" % (len(first), len(lines), status, errors[-300:]))
    again = replay(program, path, "--speed", "0", "--json")[1]
    checks(name + ": a second replay has the same in the same order",
           [content(x) for x in first] == [content(x) for x in again] and len(first) > 0)
    return first


def sinks(base):
    path = base + "/sinks.yaml"
    with open(path, "w") as f:
        f.write("""follow: {teams: [BOS]}
sinks:
  file: {type: exec, command: [/bin/sh, -c, "cat >>%s/sent; echo >>%s/sent"], delay: 1h}
  never: {type: exec, command: [/bin/sh, -c, "echo >>%s/wrong"]}
routes:
  - {tags: [scoring, final], sinks: [file]}
  - {sinks: [never]}
""" % (base, base, base))
    return path


def simulated(program, checks):
    with Scratch(checks) as base, Simulator(program, 2, 600, 11, ["--faults", "503=0.02,stale=0.02,truncated=0.01"]) as games:
        with Recorder(program, base, games.url, ["--all"]) as recorder:
            over = wait_for(lambda: recorder.subscriber.final_games == set(games.games), 240)
            # Corrections follow the final.
            wait_for(lambda: False, 3)
            status, output = recorder.ends(signal.SIGINT)
        checks("simulated: both games were recorded to their end", over and status == 0, "status %d" % status)
        checks("simulated: the last line has the number of answers", bool(re.search(r"\d+ answers, \d+ kB", output)), output)
        lines, path = recorder.subscriber.lines, recorder.path
        first = same(checks, "simulated", program, path, lines)
        status, paced, _ = replay(program, path, "--speed", "20", "--json")
        checks("simulated: so has a replay with a pace", [content(x) for x in paced] == [content(x) for x in first])
        options(program, checks, base, path, first)
        served(program, checks, base, path, first)
        damaged(program, checks, base, path, first)


def options(program, checks, base, path, first):
    status, late, _ = replay(program, path, "--speed", "0", "--json", "--from", "7-top")
    checks("--from shows the end of the same events", status == 0 and 0 < len(late) < len(first)
           and [content(x) for x in late] == [content(x) for x in first[-len(late):]], "%d of %d" % (len(late), len(first)))
    innings = [json.loads(x)["data"].get("inning", {}).get("number", 7) for x in late[:3]]
    checks("--from begins there", max(innings) >= 6, innings)
    status, text, _ = replay(program, path, "--speed", "0")
    checks("the terminal gets one line for an event", status == 0 and len(first) * 0.5 < len(text) <= len(first) + 3)
    config = sinks(base)
    status, dry, _ = replay(program, path, "--speed", "0", "--dry-run", "--json", config=config)
    routings = [json.loads(x)["routing"] for x in dry]
    checks("--dry-run explains each event", status == 0 and len(dry) == len(first) and all("sinks" in x for x in routings))
    checks("--dry-run sends nothing", not os.path.exists(base + "/sent") and not os.path.exists(base + "/wrong"))
    status, _, errors = replay(program, path, "--speed", "0", "--sink", "file", "--json", config=config)
    with open(base + "/sent") as f:
        sent = [json.loads(x) for x in f if x.strip()]
    wanted = [json.loads(x) for x in first]
    wanted = {x["id"] for x in wanted if {"scoring", "final"} & set(x["data"]["tags"]) and not x["data"].get("provisional")}
    checks("--sink gets what the routes send it, once", status == 0 and wanted <= {x["id"] for x in sent}
           and len(sent) == len({x["id"] for x in sent}), "%d of %d %s" % (len(sent), len(wanted), errors[-300:]))
    checks("--sink gets events that are marked", all("test" in x["data"]["tags"] for x in sent))
    checks("--sink leaves the other sinks alone", not os.path.exists(base + "/wrong"))
    status, _, errors = replay(program, path, "--speed", "0", "--sink", "files", config=config)
    checks("an unknown sink is refused", status == 64 and "file" in errors, errors)
    status, output, errors = replay(program, path, "--from", "40-top", "--speed", "0")
    checks("an inning that is not reached is reported", status == 66 and not output and "40-top" in errors, errors)
    done = subprocess.run([program, "record", "--all", "--out", path], capture_output=True, text=True, timeout=60)
    checks("a recording is not overwritten", done.returncode == 73 and "recording.exists" in done.stderr, done.stderr)


def served(program, checks, base, path, first):
    """Follows the served recording with an ordinary daemon."""
    folder = base + "/served"
    os.makedirs(folder)
    server = subprocess.Popen([program, "replay", path, "--listen", "127.0.0.1:0", "--speed", "2"], stdout=subprocess.PIPE,
                              text=True)
    try:
        url = server.stdout.readline().strip()
        finals = {json.loads(x)["data"]["game"]["id"] for x in first if "final" in json.loads(x)["data"]["tags"]}
        with Daemon(program, folder, url, 0.02, more="catch_up: all\n") as daemon:
            wait_for(lambda: harness.listens(daemon.socket), 30)
            with Subscriber(daemon.socket) as subscriber:
                over = wait_for(lambda: subscriber.final_games == finals, 120)
                events = subscriber.events()
        facts = lambda all: {x["data"]["fact"] for x in all if x["type"] == "livegame.play"}
        wanted, got = facts([json.loads(x) for x in first]), facts(events)
        checks("--listen serves the games to another client", over and len(wanted & got) >= 0.98 * len(wanted),
               "%d of %d plays" % (len(wanted & got), len(wanted)))
    finally:
        server.send_signal(signal.SIGINT)
        server.wait(timeout=30)


def damaged(program, checks, base, path, first):
    with open(path, "rb") as f:
        whole = f.read()
    wrong, counts = [], []
    dice = random.Random(5)
    for length in sorted(dice.sample(range(2000, len(whole) - 1), 6)):
        with open(base + "/cut", "wb") as f:
            f.write(whole[:length])
        status, lines, errors = replay(program, base + "/cut", "--speed", "0", "--json")
        counts.append(len(lines))
        if status != 0 or "the end is missing" not in errors or \
                [content(x) for x in lines] != [content(x) for x in first[:len(lines)]]:
            wrong.append((length, status, errors[-200:]))
    checks("a file that is cut off is played up to the cut", not wrong and counts == sorted(counts), wrong or counts)
    wrong = []
    for place in dice.sample(range(200, len(whole) - 20), 6):
        with open(base + "/damaged", "wb") as f:
            f.write(whole[:place] + bytes([whole[place] ^ 0xFF, whole[place + 1] ^ 0x55]) + whole[place + 2:])
        status, lines, errors = replay(program, base + "/damaged", "--speed", "0", "--json")
        if status != 65 or lines or not re.search(r"damaged:\d+:1: ", errors):
            wrong.append((place, status, errors[-200:]))
    checks("a damaged file gets its place and is not played", not wrong, wrong)


def killed(program, checks):
    with Scratch(checks) as base, Simulator(program, 1, 600, 7) as games:
        with Recorder(program, base, games.url, [str(games.games[0])]) as recorder:
            wait_for(lambda: len(recorder.subscriber.lines) > 60, 120)
            recorder.process.kill()
            recorder.process.wait()
            lines = list(recorder.subscriber.lines)
        status, events, errors = replay(program, recorder.path, "--speed", "0", "--json")
        # The events of the last answer may have been logged or not.
        common = min(len(events), len(lines))
        checks("a killed recording is played to its end", status == 0 and common > 60 and "the end is missing" in errors
               and len(events) >= len(lines) and [content(x) for x in events[:common]] == [content(x) for x in lines[:common]],
               "%d and %d %s" % (len(events), len(lines), errors))


def real(program, checks, feeds, speed):
    for feed in feeds:
        game = int(os.path.basename(feed).split("_")[0])
        with Scratch(checks) as base, Replay([feed], speed, base, faults="503=0.01,stale=0.01:20") as source:
            with Recorder(program, base, source.url, [str(game)]) as recorder:
                source.go()
                over = wait_for(lambda: game in recorder.subscriber.final_games, 20000 / speed + 60)
                wait_for(lambda: False, 2)
                status, _ = recorder.ends(signal.SIGTERM)
            size = os.path.getsize(recorder.path)
            checks("%d: the whole game is in a small file" % game, over and status == 0 and size < 3_000_000,
                   "%d kB, status %d" % (size // 1000, status))
            same(checks, str(game), program, recorder.path, recorder.subscriber.lines)


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--livegamed", required=True)
    options.add_argument("--speed", type=float, default=300)
    options.add_argument("--only", choices=["simulated", "killed", "real"])
    options.add_argument("--games", type=int, default=2, help="the number of real games")
    arguments = options.parse_args()
    checks = Checks()
    program = os.path.abspath(arguments.livegamed)
    if arguments.only in (None, "simulated"):
        simulated(program, checks)
    if arguments.only in (None, "killed"):
        killed(program, checks)
    if arguments.only in (None, "real"):
        feeds = sorted(glob.glob(harness.shared() + "/data/mlb/feed-live/*final*.json.gz"))[-arguments.games:]
        if feeds:
            real(program, checks, feeds, arguments.speed)
        else:
            checks.skip("recorded games: ../shared is missing")
    checks.exit()


if __name__ == "__main__":
    main()
