#!/usr/bin/env python3
"""Backups of the log while games go on, and restores: subscribers lose no event, what is not delivered is, the old log is
kept, an older release refuses a newer log, and the commands of docs/operations.md run as they are printed.

    python3 Tests/Acceptance/backup.py --livegamed .build/debug/livegamed
"""
import argparse
import hashlib
import json
import os
import re
import shutil
import signal
import sqlite3
import stat
import subprocess
import threading
import time

from lib import harness
from lib.harness import Checks, Daemon, Scratch
from lib.simulated import Lines, Simulated, log_of

PAGE = os.path.join(harness.HERE, "../../docs/operations.md")


class Resuming(threading.Thread):
    """A subscriber that reconnects and continues after its last event, naming its log. `logs` are the event ids by log,
    `gaps` the reasons of its gaps."""

    def __init__(self, path):
        super().__init__(daemon=True)
        self.path, self.logs, self.gaps, self.ends = path, {}, [], False
        self.start()

    def run(self):
        log, after = None, "oldest"
        while not self.ends:
            try:
                with Lines(self.path, within=5) as client:
                    current = client.next()["log"]
                    client.send({"op": "subscribe", "after": after, **({"log": log} if log else {}), "id": 1})
                    answered = False
                    while not self.ends:
                        x = client.next(20)
                        if x is None:
                            break
                        answered = answered or x.get("id") == 1
                        if x.get("op") == "gap":
                            self.gaps.append(x["reason"])
                        elif "specversion" in x and (answered or current != log or int(x["sequence"]) > after):
                            log, after = current, int(x["sequence"])
                            self.logs.setdefault(log, []).append(x["id"])
            except (OSError, KeyError, TypeError):
                time.sleep(0.1)

    def stop(self):
        self.ends = True


class Home:
    def __init__(self, program, base):
        self.program, self.base, self.state = program, base, base + "/state"

    def log(self, *arguments):
        return subprocess.run([self.program, "log", *arguments, "--state-directory", self.state], capture_output=True,
                              text=True, timeout=120)

    @property
    def path(self):
        return self.state + "/livegamed.sqlite"

    def kept(self):
        return sorted(x for x in os.listdir(self.state) if ".until-" in x)


def events_in(path):
    """Returns (integrity, the events' ids in order, the sequences) of a file."""
    with sqlite3.connect("file:%s?mode=ro" % path, uri=True) as db:
        rows = db.execute("SELECT id, sequence FROM event ORDER BY sequence").fetchall()
        return db.execute("PRAGMA integrity_check").fetchone()[0], [x[0] for x in rows], [x[1] for x in rows]


def facts(lines):
    """Returns the facts of plays, actions and innings that are complete and not retracted."""
    newest = {}
    for x in map(json.loads, lines):
        newest[x["data"]["fact"]] = x
    return {k for k, x in newest.items() if x["type"] in ("livegame.play", "livegame.action", "livegame.inning")
            and not x["data"]["provisional"] and not x["data"]["retracted"]}


def judge_backups(checks, home, daemon):
    counts = []
    for number in range(5):
        path = "%s/backup-%d" % (home.base, number)
        done = home.log("backup", path)
        if done.returncode != 0:
            return checks("a backup while games go on", False, done.stderr)
        integrity, ids, sequences = events_in(path)
        checks("backup %d is whole" % number, integrity == "ok" and sequences == list(range(1, len(ids) + 1)) and
               stat.S_IMODE(os.stat(path).st_mode) == 0o600 and "events 1 to %d" % len(ids) in done.stdout, done.stdout)
        counts.append(len(ids))
        time.sleep(1)
    checks("each has the newest events", counts == sorted(counts) and counts[-1] > counts[0], str(counts))
    _, lines = log_of(daemon.socket)
    checks("they are those of the log", [json.loads(x)["id"] for x in lines][:counts[-1]] == events_in(home.base + "/backup-4")[1])
    again = home.log("backup", home.base + "/backup-0")
    checks("an existing file is not overwritten", again.returncode == 73 and "backup.exists" in again.stderr and
           len(events_in(home.base + "/backup-0")[1]) == counts[0], again.stderr)
    checks("nothing is left beside them", not [x for x in os.listdir(home.base) if x.endswith(".part")])
    return counts[0]


def judge_restore(checks, home, daemon, subscriber, received, count):
    harness.wait_for(lambda: len(log_of(daemon.socket)[1]) > count + 60, 90, 0.5)
    refused = home.log("restore", home.base + "/backup-0")
    checks("a restore beside the daemon is refused", refused.returncode == 73 and
           "systemctl stop livegamed" in refused.stderr, refused.stderr)
    first, lines = log_of(daemon.socket)
    harness.wait_for(lambda: len(subscriber.logs.get(first, [])) >= len(lines), 20)
    checks("the daemon stops", daemon.stop() in (0, None) and not daemon.running)
    old = events_in(home.path)[1]
    os.chmod(home.path, 0o640)
    done = home.log("restore", home.base + "/backup-0")
    checks("it is restored when the daemon has stopped", done.returncode == 0 and "events 1 to %d" % count in done.stdout,
           done.stdout + done.stderr)
    state, file = os.stat(home.state), os.stat(home.path)
    checks("owner and mode are kept", (file.st_uid, file.st_gid, stat.S_IMODE(file.st_mode)) == (state.st_uid, state.st_gid, 0o640))
    checks("the old log is kept", len(home.kept()) == 1 and events_in(home.state + "/" + home.kept()[0])[1] == old, str(home.kept()))
    daemon.start()
    checks("the daemon continues", harness.wait_for(lambda: harness.listens(daemon.socket), 30))
    second, _ = log_of(daemon.socket)
    checks("the log has a new id", second != first)
    again = harness.wait_for(lambda: facts(lines) <= facts(log_of(daemon.socket)[1]), 120, 1)
    missing = facts(lines) - facts(log_of(daemon.socket)[1])
    checks("every fact of the old log is logged again", again, "%d missing: %s" % (len(missing), sorted(missing)[:5]))
    _, after = log_of(daemon.socket)
    ids = [json.loads(x)["id"] for x in after]
    checks("the subscriber was told", subscriber.gaps == ["other_log"], str(subscriber.gaps))
    checks("and has every event of the new log, once and in order",
           harness.wait_for(lambda: subscriber.logs.get(second, [])[:len(ids)] == ids, 30),
           "%d of %d" % (len(subscriber.logs.get(second, [])), len(ids)))
    checks("it has every event of the old one", subscriber.logs.get(first, [])[:len(old)] == old)
    wanted = {json.loads(x)["id"] for x in after if not json.loads(x)["data"]["provisional"]}
    checks("the sink has every event", harness.wait_for(lambda: wanted <= received(), 60, 0.5), str(list(wanted - received())[:5]))


def judge_downgrade(checks, home, daemon):
    daemon.stop()
    with sqlite3.connect(home.path) as db:
        db.execute("INSERT INTO grdb_migrations VALUES ('99 what is to come')")
    db.close()
    digest = lambda: hashlib.sha256(open(home.path, "rb").read()).hexdigest()
    before = digest()
    done = subprocess.run([home.program, "run", "--config", daemon.config], capture_output=True, text=True, timeout=60)
    checks("an older release refuses a newer log", done.returncode == 65 and "log.newer" in done.stderr and
           "livegamed log restore" in done.stderr, done.stderr[-500:])
    checks("and changes nothing", digest() == before)
    restored = home.log("restore", home.base + "/backup-4")
    checks("an older backup can be restored", restored.returncode == 0, restored.stderr)
    daemon.start()
    checks("and continues", harness.wait_for(lambda: harness.listens(daemon.socket), 30) and len(log_of(daemon.socket)[1]) > 0)


def judge_documents(checks, home, daemon):
    """Runs the commands of the page with a copy of its paths; sudo, systemctl and apt are replaced."""
    with open(PAGE) as f:
        text = f.read()
    text = text[text.index("## Back up, restore, upgrade, downgrade"):]
    text = text[:text.index("\n## ", 3)]
    tools, places = home.base + "/tools", home.base + "/backups"
    os.makedirs(tools)
    os.makedirs(places)
    for name, body in {"sudo": 'exec "$@"', "systemctl": "exit 0", "apt": "exit 0", "livegamed": 'exec %s "$@" --state-directory %s' % (
            home.program, home.state)}.items():
        with open(tools + "/" + name, "w") as f:
            f.write("#!/bin/sh\n%s\n" % body)
        os.chmod(tools + "/" + name, 0o755)

    def run(command):
        return subprocess.run(["sh", "-c", command.replace("/var/backups", places)], capture_output=True, text=True, timeout=120,
                              env=dict(os.environ, PATH=tools + ":" + os.environ["PATH"]))

    blocks = re.findall(r"^```sh\n(.*?)^```$", text, re.M | re.S)
    backups = [x for x in blocks if "log backup" in x]
    restores = [x for x in blocks if "log restore" in x]
    checks("the page has the commands", len(backups) == 1 and len(restores) == 2)
    done = run(backups[0])
    checks("the printed backup runs", done.returncode == 0 and len(os.listdir(places)) == 1, done.stderr)
    # The timer's command, as systemd would pass it to the shell.
    for key in ("ExecStart", "ExecStartPost"):
        script = re.search(r"(?m)^%s=/bin/sh -c '(.*)'$" % key, text).group(1).replace("%%", "%").replace("$$", "$")
        done = run(script)
        checks("the %s of the timer runs" % key, done.returncode == 0, done.stderr)
    checks("it has written a backup", len(os.listdir(places)) == 2, str(os.listdir(places)))
    daemon.stop()
    for block in restores:
        name = re.search(r"/var/backups/(\S+)", block).group(1)
        shutil.copy(home.base + "/backup-4", "%s/%s" % (places, name))
        done = run("set -e\n" + block)
        checks("the printed restore runs", done.returncode == 0 and "restored: log" in done.stdout, done.stderr)


def main():
    ap = argparse.ArgumentParser(formatter_class=argparse.RawDescriptionHelpFormatter, description=__doc__)
    ap.add_argument("--livegamed", required=True)
    o = ap.parse_args()
    o.livegamed = os.path.abspath(o.livegamed)
    checks = Checks()
    with Scratch(checks) as base, Simulated(o.livegamed, base, games=3, speed=60) as games:
        inbox = base + "/inbox"
        more = "catch_up: all\nsinks:\n  prog: {type: exec, command: [/bin/sh, -c, \"cat >> %s\"]}\n" % inbox
        with Daemon(o.livegamed, base, games.url, 0.1, idle=0.5, live_max=0.3, more=more) as daemon:
            home = Home(o.livegamed, base)

            def received():
                if not os.path.exists(inbox):
                    return set()
                with open(inbox) as f:
                    return {x for x in re.findall(r'"id":"([^"]+@\d+)"', f.read())}

            harness.wait_for(lambda: harness.listens(daemon.socket), 30)
            subscriber = Resuming(daemon.socket)
            harness.wait_for(lambda: len(log_of(daemon.socket)[1]) > 20, 60, 0.3)
            count = judge_backups(checks, home, daemon)
            if count:
                judge_restore(checks, home, daemon, subscriber, received, count)
                judge_downgrade(checks, home, daemon)
                judge_documents(checks, home, daemon)
            subscriber.stop()
    checks.exit()


if __name__ == "__main__":
    main()
