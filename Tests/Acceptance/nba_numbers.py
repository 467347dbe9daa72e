#!/usr/bin/env python3
"""`livegamed player` and `team` for the NBA, with real answers of balldontlie and cdn.nba.com: names with accents and
suffixes, the roster of a game, the limit of five requests a minute, answers that are kept over a restart, a key that is
refused, no key, and the key's secrecy.

    python3 Tests/Acceptance/nba_numbers.py --livegamed .build/debug/livegamed

Needs ../shared/tools/nba and ../shared/data/nba.
"""
import argparse
import glob
import json
import os
import re
import signal
import subprocess
import sys

from lib import harness
from lib.harness import Checks, Scratch

TOOL = harness.shared() + "/tools/nba/nba_replay.py"
DATA = harness.shared() + "/data/nba"
KEY = "8f2c-numbers-key-51d7"


class Server:
    """The imitation of cdn.nba.com and balldontlie at one address. Counts the requests to balldontlie."""

    def __init__(self, base, limit):
        files = lambda pattern: sorted(glob.glob(DATA + "/" + pattern))
        self.log = "%s/requests-%d.log" % (base, limit)
        self.process = subprocess.Popen(
            [sys.executable, TOOL, "--listen", "127.0.0.1:0", "--feed", *files("playbyplay_00225007*.json.gz"),
             "--box", *files("boxscore_00225007*.json.gz"), "--board", *files("scoreboard_2026*.json.gz"), "--align",
             "--start", "tip+20m", "--speed", "0", "--log", self.log, "--bdl", *files("bdl_teams.json.gz"),
             *files("bdl_players_search.json.gz"), *files("bdl_active_players_page1.json.gz"),
             *files("bdl_season_averages_general.json.gz"), "--bdl-key", KEY, "--bdl-limit", str(limit)],
            stdout=subprocess.PIPE, stderr=open(base + "/server.stderr", "a"), text=True)
        first = self.process.stdout.readline()
        found = re.match(r"listening 127\.0\.0\.1:(\d+)", first)
        if not found:
            self.process.kill()
            raise SystemExit("the server did not start: %r" % first)
        self.port = int(found.group(1))
        self.url = "http://127.0.0.1:%d" % self.port

    def asked(self):
        """Returns the path and the status of each request to balldontlie so far."""
        with open(self.log) as f:
            requests = [json.loads(x) for x in f]
        return [(x["path"], x["status"]) for x in requests if x["path"].startswith("/v1/")]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(20)


class Daemon:
    """A daemon that asks the imitation about the NBA, and its commands."""

    def __init__(self, program, base, name, server, key):
        self.program, self.folder = program, "%s/%s" % (base, name)
        os.makedirs(self.folder + "/state", exist_ok=True)
        self.socket, self.config = self.folder + "/s", self.folder + "/livegamed.yaml"
        secret = self.folder + "/key"
        if key:
            with open(secret, "w") as f:
                f.write(key + "\n")
        with open(self.config, "w") as f:
            f.write("state_directory: %s/state\nsocket: {path: %s}\ncatch_up: none\nsource:\n" % (self.folder, self.socket)
                    + "  mlb: {base_url: 'http://127.0.0.1:9'}\n"
                    + "  nba:\n    enabled: true\n    base_url: %s\n    numbers:\n      base_url: %s\n" % (server.url, server.url)
                    + ("      key: '${file:%s}'\n" % secret if key else ""))
        self.process = None

    def accepted(self):
        """Returns whether this build has a source of the NBA."""
        return subprocess.run([self.program, "check-config", "--config", self.config], capture_output=True).returncode == 0

    def start(self):
        self.output = open(self.folder + "/daemon.log", "a")
        self.process = subprocess.Popen([self.program, "run", "--config", self.config], stdout=self.output, stderr=self.output)
        return harness.wait_for(lambda: harness.listens(self.socket), 30)

    def stop(self):
        if self.process:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(30)
            self.process = None

    def text(self):
        with open(self.folder + "/daemon.log") as f:
            return f.read()

    def __call__(self, *arguments):
        return subprocess.run(
            [self.program, *arguments, "--socket", self.socket], capture_output=True, text=True, timeout=60,
            env=dict(os.environ, COLUMNS="140", NO_COLOR="1"))

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.stop()


def search(daemon, *words):
    """Returns the names that a search finds, or the complaint."""
    done = daemon("player", "search", "--league", "nba", *words, "--json")
    return [x["name"] for x in json.loads(done.stdout)["players"]] if done.returncode == 0 else done.stderr


def judge_lists(checks, daemon, server):
    done = daemon("team", "list", "--league", "nba")
    divisions = [x for x in done.stdout.splitlines() if x.endswith("Division")]
    checks("30 teams in six divisions, without a request",
           len(divisions) == 6 and "GSW" in done.stdout and not server.asked(), done.stdout + done.stderr)
    checks("a name without its accent", search(daemon, "doncic") == ["Luka Doncic"], search(daemon, "doncic"))
    asked = len(server.asked())
    checks("an accent and a part of the name need no request",
           search(daemon, "Don\u010di\u0107") == ["Luka Doncic"] and len(server.asked()) == asked, server.asked()[asked:])
    checks("a suffix", "James Ennis III" in search(daemon, "james", "ennis"), search(daemon, "james", "ennis"))
    done = daemon("player", "search", "--league", "nba", "x")
    checks("one letter", done.returncode == 64 and "two letters" in done.stderr, str(done))
    done = daemon("player", "show", "--league", "nba", "luka doncic")
    checks("a bio", "Los Angeles Lakers" in done.stdout and "Size" in done.stdout and "balldontlie:" in done.stdout, str(done))


def judge_limit(checks, daemon, server):
    words = ["doncic", "adams", "bagley", "carter", "hardaway", "jackson", "jones", "levert", "young"]
    found = [search(daemon, x) for x in words]
    refused = [x for x in found if isinstance(x, str)]
    checks("a full minute says when to ask again", refused and all(re.search(r"ask again in \d+ s", x) for x in refused), refused)
    checks("no request is answered with 429", all(status != 429 for _, status in server.asked()), server.asked())
    first = next(x for x in words if not isinstance(found[words.index(x)], str))
    checks("known answers are there in a full minute", search(daemon, first) == found[words.index(first)], first)
    asked = len(server.asked())
    daemon.stop()
    checks("starts again", daemon.start())
    checks("known answers are there after a restart, without a request",
           search(daemon, first) == found[words.index(first)] and len(server.asked()) == asked, server.asked()[asked:])


def judge_refusal(checks, daemon, server):
    before = len(server.asked())
    for word in ("curry", "jokic", "james"):
        said = search(daemon, word)
        checks("a refused key: " + word, "refuses the key (401)" in said and "source.nba.numbers.key" in said, said)
    checks("is asked once", len(server.asked()) == before + 1, server.asked()[before:])
    checks("is logged once", daemon.text().count("refuses the key") == 1, daemon.text()[-2000:])
    done = daemon("status")
    checks("is shown by status", "refuses the key" in done.stdout, done.stdout)


def judge_absence(checks, daemon, server):
    before = len(server.asked())
    done = daemon("team", "show", "--league", "nba", "CLE")
    checks("without a key the roster is that of the game", "starter" in done.stdout and "out: " in done.stdout, done.stdout)
    checks("and says so, and how to get a key", "for the game on" in done.stderr and "app.balldontlie.io" in done.stderr, done.stderr)
    said = search(daemon, "curry")
    checks("a search says how to get a key", "needs a key" in said and "app.balldontlie.io" in said, said)
    checks("balldontlie is not asked", len(server.asked()) == before, server.asked()[before:])


def judge_secrecy(checks, base, said):
    leaks = []
    for folder, _, names in os.walk(base):
        for name in names:
            path = os.path.join(folder, name)
            if name != "key" and os.path.isfile(path):
                with open(path, "rb") as f:
                    if KEY.encode() in f.read():
                        leaks.append(path)
    checks("the key is in no file but its own", not leaks, leaks)
    checks("and in no output", KEY not in said)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--livegamed", required=True)
    o = parser.parse_args()
    if not os.path.exists(TOOL) or not glob.glob(DATA + "/bdl_*.json.gz"):
        print("skipped: no answers of balldontlie in " + harness.shared())
        sys.exit(harness.SKIPPED)
    checks, program = Checks(), os.path.abspath(o.livegamed)
    with Scratch(checks) as base, Server(base, 60) as server, Server(base, 5) as strict:
        first = Daemon(program, base, "with", strict, KEY)
        if not first.accepted():
            checks.skip("this build has no source of the NBA")
            checks.exit()
        with first:
            judge_lists(checks, first, strict)
            judge_limit(checks, first, strict)
            said = first("status").stdout + first("player", "show", "--league", "nba", "doncic").stdout
        with Daemon(program, base, "refused", server, "another-key") as daemon:
            judge_refusal(checks, daemon, server)
        with Daemon(program, base, "without", server, None) as daemon:
            judge_absence(checks, daemon, server)
        judge_secrecy(checks, base, said + first.text())
    checks.exit()


if __name__ == "__main__":
    main()
