"""Makes the state folder of a release, in the middle of two simulated games, for the tests of upgrades.

    python3 make.py LIVEGAMED FOLDER

LIVEGAMED is the program of that release; FOLDER gets the files that README.md lists. It takes some three minutes.
"""
import contextlib
import gzip
import json
import os
import shutil
import sqlite3
import sys
import tempfile
import time
import urllib.request

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)) + "/../../../Acceptance")
from lib import harness
from lib import simulated

def count(path):
    try:
        with contextlib.closing(sqlite3.connect("file:%s?mode=ro" % path, uri=True)) as database:
            return database.execute("SELECT COUNT(*) FROM event").fetchone()[0]
    except sqlite3.OperationalError:
        return 0  # The daemon is still creating it.


def fetch(url, game):
    with urllib.request.urlopen("%s/api/v1.1/game/%d/feed/live" % (url, game), timeout=30) as answer:
        return answer.read()


def pack(data, path):
    # No name and no time, so that the same content gives the same file.
    with open(path, "wb") as f, gzip.GzipFile("", "wb", 9, f, mtime=0) as zipped:
        zipped.write(data)


def main(program, folder):
    os.makedirs(folder, exist_ok=True)
    base = tempfile.mkdtemp(prefix="livegamed-state-")
    more = """catch_up: all
sinks:
  down: {type: webhook, url: "http://127.0.0.1:9/hook", allow_http: true, expires: 24h}
  late: {type: webhook, url: "http://127.0.0.1:9/hook", allow_http: true, delay: 1h}
"""
    try:
        with simulated.Simulated(program, base, games=2, speed=90, seed=11) as source:
            state = base + "/state/livegamed.sqlite"
            with harness.Daemon(program, base, source.url, 0.2, more=more) as daemon:
                assert harness.wait_for(lambda: os.path.exists(state) and count(state) >= 150, 240), daemon.text()[-2000:]
            assert daemon.stop() == 0
            games = [int(x.split("/")[1]) for x in games_of(state)]
            for game in games:
                pack(fetch(source.url, game), "%s/feed-%d-stopped.json.gz" % (folder, game))
            # The newest transactions may be in the -wal, which is large.
            with contextlib.closing(sqlite3.connect(state)) as database:
                database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            with open(state, "rb") as f:
                pack(f.read(), folder + "/livegamed.sqlite.gz")

            # As late as possible within the demo, which ends by itself.
            last = {}
            while source.process.poll() is None:
                try:
                    last.update((game, fetch(source.url, game)) for game in games)
                except OSError:
                    break
                time.sleep(0.5)
            for game, feed in last.items():
                pack(feed, "%s/feed-%d-later.json.gz" % (folder, game))
    finally:
        shutil.rmtree(base)


def games_of(state):
    with contextlib.closing(sqlite3.connect("file:%s?mode=ro" % state, uri=True)) as database:
        return [x[0] for x in database.execute("SELECT DISTINCT game FROM event ORDER BY game")]


if __name__ == "__main__":
    main(*sys.argv[1:])
