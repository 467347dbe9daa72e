"""How the cost grows with the number of games that are followed at once, each polled every five seconds."""
import json
import os
import subprocess
import sys
import time
import urllib.request

import processes
import standing
from lib import harness
from lib.harness import Daemon, Replay
from results import figure, spread

HERE = os.path.dirname(os.path.abspath(__file__))
# The limits for a thousand games.
CORES, RESIDENT_MB = 1, 100


def growth(o):
    found = {}
    for games in (1, 100) if o.quick else (1, 10, 100, 1000):
        samples, rate = follow(o, games)
        name = "%d_games" % games
        limit = CORES if games == 1000 else None
        found["cpu_%s_cores" % name] = spread(
            figure(samples.cores, "cores", limit, limit and samples.cores / limit), samples.values["cores"])
        limit = RESIDENT_MB if games == 1000 else None
        found["rss_%s_mb" % name] = spread(
            figure(samples.most, "MB", limit, limit and samples.most / limit), samples.values["resident"])
        found["polls_%s_per_s" % name] = figure(rate, "1/s")
    return found


def follow(o, games):
    """Returns the memory and the processor time, and the answers a second that the daemon got."""
    with standing.folder() as base, Replay(harness.feeds_of(747175), 1, base, start="first-pitch+60m",
                                                    clones=games) as replay, Server(replay) as server:
        with Daemon(o.livegamed, base, server.url, 5) as daemon:
            replay.go()
            # Every game is asked for, and its first answer logged.
            if not harness.wait_for(lambda: server.requests() > games * 1.5, 120, 1):
                raise SystemExit("%d of %d games were asked for: %s" % (server.requests(), games, daemon.text()[-500:]))
            before, began = server.requests(), time.monotonic()
            samples = processes.Samples(daemon.process.pid).take(5 if o.quick else 60)
            return samples, (server.requests() - before) / (time.monotonic() - began)


class Server:
    def __init__(self, replay):
        game = min(replay.now()[1])
        self.process = subprocess.Popen([sys.executable, HERE + "/slate_server.py", replay.url, str(game)],
                                        stdout=subprocess.PIPE, text=True)
        self.url = "http://127.0.0.1:%d" % int(self.process.stdout.readline())

    def requests(self):
        with urllib.request.urlopen(self.url + "/__stats", timeout=20) as answer:
            return json.load(answer)["requests"]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        harness.stop(self.process)
        self.process.stdout.close()
