#!/usr/bin/env python3
"""A home server on which a person can try the package from the README alone: a booted systemd with games that go on, and
a chat that shows what arrives.

    packaging/test/trial.py start --deb FILE FOLDER [--speed N] [--bind DIR]
    packaging/test/booted.py exec FOLDER bash         # the machine; the package is in /root
    packaging/test/trial.py chat FOLDER               # the messages, as a receiver shows them
    packaging/test/trial.py stop FOLDER

On the machine, games are at http://127.0.0.1:8080 (`source: {mlb: {base_url: …}}`), and the receivers of
Tests/Acceptance/receiver.py at port 8081; http://127.0.0.1:8081/discord/ok/webhooks/1/token is one of Discord's webhooks. The
games are those of ../shared. Exits 77, with one line, if they are missing or nothing can be booted.
"""
import glob
import json
import os
import shutil
import signal
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ACCEPTANCE = os.path.normpath(HERE + "/../../Tests/Acceptance")
sys.path.insert(0, ACCEPTANCE)

from at_home import tree  # noqa: E402
from booted import BIND, FOLDER, Booted, CannotBoot, Kept, run_verb, started  # noqa: E402
from lib import harness  # noqa: E402

GAMES = (747175, 718263)
SOURCE, CHAT = 8080, 8081


def source(o):
    """Returns the command of the source of the games."""
    feeds = [x for game in GAMES for x in glob.glob("%s/data/mlb/feed-live/%d_*" % (harness.shared(), game))]
    if len(feeds) < len(GAMES):
        raise CannotBoot("the recorded games of ../shared are missing")
    return [sys.executable, harness.TOOLS + "/statsapi_replay.py", "--listen", "127.0.0.1:%d" % SOURCE, "--feed", *feeds,
            "--speed", str(o.speed), "--align", "--start", "first-pitch-5m"]


def start(o):
    server = source(o)
    os.makedirs(o.folder)
    machine = Booted(tree(None), o.folder, o.bind, outlives_us=True)
    with open(o.folder + "/booted.json", "w") as f:
        json.dump({"init": machine.init, "started": started(machine.init), "cgroup": machine.cgroup}, f)
    shutil.copy(o.deb, machine.path("/root/"))
    machine.join_network()
    commands = [server, [sys.executable, ACCEPTANCE + "/receiver.py", "--port", str(CHAT), "--log", o.folder + "/requests.ndjson"]]
    servers = []
    for number, command in enumerate(commands):
        with open("%s/server-%d.log" % (o.folder, number), "wb") as log:
            servers.append(subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True))
    with open(o.folder + "/servers.json", "w") as f:
        json.dump([[x.pid, started(x.pid)] for x in servers], f)
    time.sleep(1)
    gone = [x for x in servers if x.poll() is not None]
    if gone:
        stop(o)
        raise SystemExit("a server did not start; see %s/server-*.log" % o.folder)
    print("%s: booted, with games at port %d and receivers at port %d" % (o.folder, SOURCE, CHAT))


def stop(o):
    with open(o.folder + "/servers.json") as f:
        for process, began in json.load(f):
            if started(process) == began:
                os.killpg(process, signal.SIGTERM)
    Kept(o.folder).stop()
    os.unlink(o.folder + "/booted.json")


def chat(o):
    """Prints the messages that the receivers hold, oldest first."""
    with open(o.folder + "/requests.ndjson", encoding="utf-8") as f:
        for line in f:
            request = json.loads(line)
            print("%s %s %s" % (request.get("method"), request.get("path"), request.get("body")))


if __name__ == "__main__":
    run_verb(__doc__, start=(
        start, ("--deb", {"required": True, "help": "the package"}),
        ("--speed", {"type": float, "default": 10, "help": "game seconds in a real one (10)"}), BIND, FOLDER),
        chat=(chat, FOLDER), stop=(stop, FOLDER))
