#!/usr/bin/env python3
"""Runs daemons whose event log fails, each in a different way, while simulated games go on.

A full disk (a small tmpfs), a read-only folder, a log that another process has locked, and a damaged page. Each
daemon must stay alive, `status` must exit with 1 while the failure lasts and with 0 after it, and in the end the log
has every fact that an undisturbed daemon has logged, each event once. Prints one line for each check; the exit status
is 0 only if all pass. Needs root for the tmpfs and the folder; without root those parts are skipped.

    python3 Tests/Acceptance/log_faults.py --livegamed .build/debug/livegamed
"""
import argparse
import glob
import json
import os
import sqlite3
import subprocess
import sys
import time

from lib import harness
from lib import simulated

POLL, SPEED = 0.25, 60
INSIDE = "LIVEGAMED_LOG_FAULTS_INSIDE"


class Scene:
    """A daemon with its own state, and a client that reads its events."""

    def __init__(self, o, name, base, url, tmpfs=None):
        self.o, self.name, self.base = o, name, base + "/" + name
        self.state = self.base + "/state"
        os.makedirs(self.state)
        if tmpfs:
            subprocess.run(["mount", "-t", "tmpfs", "-o", "size=%s,mode=700" % tmpfs, "tmpfs", self.state], check=True)
        self.daemon = harness.Daemon(o.livegamed, self.base, url, POLL, idle=1, more="catch_up: all\n")
        self.client = harness.Subscriber(self.daemon.socket)

    def status(self):
        return subprocess.run(
            [self.o.livegamed, "status", "--socket", self.daemon.socket], stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, timeout=60)

    def becomes(self, code, within):
        return harness.wait_for(lambda: self.status().returncode == code, within, pause=0.5)

    def stop(self):
        self.client.stop()
        return self.daemon.stop()


def facts(lines):
    """Returns the valid plays, actions and half-innings: by fact, the content of the newest revision."""
    told = {}
    for event in map(json.loads, list(lines)):
        data = event["data"]
        if event["type"] in ("livegame.play", "livegame.action", "livegame.inning") and not data.get("provisional"):
            told[data["fact"]] = None if data.get("retracted") else (event["type"], data.get("score"))
    return {fact for fact, what in told.items() if what}


def caught_up(checks, scene, reference):
    """Checks that everything that the undisturbed daemon has logged by now is there, and nothing twice."""
    wanted = facts(reference.lines)
    checks(scene.name + ": every fact is logged in the end",
           harness.wait_for(lambda: wanted & facts(reference.lines) <= facts(scene.client.lines), 60),
           "missing %s of %d" % (sorted(wanted - facts(scene.client.lines))[:3], len(wanted)))
    ids = [json.loads(x)["id"] for x in scene.client.lines]
    checks(scene.name + ": each event once, in the order of the log",
           len(ids) == len(set(ids)) and in_order(scene.client.lines), len(ids))


def in_order(lines):
    numbers = [int(json.loads(x)["sequence"]) for x in lines]
    return numbers == list(range(1, len(numbers) + 1))


def troubled(checks, scene, what, within=90):
    found = scene.becomes(1, within)
    answer = scene.status()
    checks(scene.name + ": status exits with 1 while it lasts", found, answer.stdout.decode().strip()[:200])
    checks(scene.name + ": the daemon lives", scene.daemon.running)
    # Log maintenance reports it at its next run, if nothing did before.
    checks(scene.name + ": the reason is logged", harness.wait_for(lambda: what in scene.daemon.text(), 45), what)


def recovered(checks, scene):
    checks(scene.name + ": status exits with 0 after it", scene.becomes(0, 120), scene.status().stdout.decode()[:200])
    checks(scene.name + ": the daemon still lives", scene.daemon.running)


def fill(folder):
    """Fills the disk, and returns the file that does."""
    filler = folder + "/filler"
    with open(filler, "wb", buffering=0) as f:
        try:
            while True:
                f.write(bytes(4096))
        except OSError:
            return filler


def full(o, checks, base, source, reference):
    scene = Scene(o, "a full disk", base, source.url, tmpfs="24m")
    try:
        harness.wait_for(lambda: len(scene.client.lines) > 20, 60)
        filler = fill(scene.state)
        troubled(checks, scene, "disk is full")
        before = len(scene.client.lines)
        time.sleep(3)
        os.unlink(filler)
        checks(scene.name + ": facts of the meantime are logged",
               harness.wait_for(lambda: len(scene.client.lines) > before, 90))
        recovered(checks, scene)
        caught_up(checks, scene, reference)
        fill(scene.state)
    finally:
        checks(scene.name + ": stops cleanly", scene.stop() == 0)
        # Depends on whether the newest events need new pages in the file.
        stays = os.path.exists(scene.state + "/livegamed.sqlite-wal") and os.path.getsize(scene.state + "/livegamed.sqlite-wal") > 0
        checks(scene.name + ": a -wal that stays is reported", ("stay in the -wal file" in scene.daemon.text()) == stays, str(stays))
        subprocess.run(["umount", "-l", scene.state])


def read_only(o, checks, base, source, reference):
    """The folder becomes read-only between two runs: the second run logs the reason and ends; systemd would retry."""
    scene = Scene(o, "a read-only folder", base, source.url, tmpfs="64m")
    try:
        harness.wait_for(lambda: len(scene.client.lines) > 20, 60)
        scene.daemon.stop()
        kept = {x: open(x, "rb").read() for x in glob.glob(scene.state + "/*")}
        subprocess.run(["mount", "-o", "remount,ro", scene.state], check=True)
        scene.daemon.start()
        ended = harness.wait_for(lambda: not scene.daemon.running, 30)
        checks(scene.name + ": the daemon logs why it cannot start", ended and "state folder" in scene.daemon.text())
        checks(scene.name + ": and does not change the folder",
               {x: open(x, "rb").read() for x in glob.glob(scene.state + "/*")} == kept)
        subprocess.run(["mount", "-o", "remount,rw", scene.state], check=True)
        scene.daemon.start()
        recovered(checks, scene)
        caught_up(checks, scene, reference)
    finally:
        checks(scene.name + ": stops cleanly", scene.stop() == 0)
        subprocess.run(["umount", "-l", scene.state])


def locked(o, checks, base, source, reference):
    scene = Scene(o, "a locked log", base, source.url)
    try:
        harness.wait_for(lambda: len(scene.client.lines) > 20, 60)
        with sqlite3.connect(scene.state + "/livegamed.sqlite", isolation_level=None) as other:
            other.execute("BEGIN IMMEDIATE")
            troubled(checks, scene, "another program uses the file")
            other.execute("ROLLBACK")
        recovered(checks, scene)
        caught_up(checks, scene, reference)
    finally:
        checks(scene.name + ": stops cleanly", scene.stop() == 0)


def damaged(o, checks, base, source, reference):
    """A page of the table of events is overwritten: clients that read it are disconnected, everything else continues."""
    scene = Scene(o, "a damaged page", base, source.url)
    try:
        harness.wait_for(lambda: len(scene.client.lines) > 60, 90)
        scene.daemon.stop()
        path = scene.state + "/livegamed.sqlite"
        place, page = leaf(path)
        write(path, place, b"\xff" * len(page))
        scene.daemon.start()
        harness.wait_for(lambda: harness.listens(scene.daemon.socket), 30)
        for _ in range(3):
            ask_oldest(scene.daemon.socket)
        troubled(checks, scene, "a part of it was overwritten")
        before = scene.client.last
        checks(scene.name + ": other clients get events", harness.wait_for(lambda: scene.client.last > before, 90))
        checks(scene.name + ": the daemon still lives", scene.daemon.running)
        scene.daemon.stop()
        write(path, place, page)
        scene.daemon.start()
        recovered(checks, scene)
        caught_up(checks, scene, reference)
    finally:
        checks(scene.name + ": stops cleanly", scene.stop() == 0)


def ask_oldest(path):
    try:
        with simulated.Lines(path, within=10) as client:
            client.send({"op": "subscribe", "after": "oldest"})
            while client.line(5):
                pass
    except OSError:
        pass


def leaf(path):
    """Finds the first page that holds only events. Returns (its offset in the file, its bytes)."""
    with open(path, "rb") as f:
        content = f.read()
    size = int.from_bytes(content[16:18], "big")
    for place in range(size, len(content), size):
        page = content[place:place + size]
        if page[0] == 13 and b'"specversion"' in page:
            return place, page
    raise SystemExit("no page of events was found in " + path)


def write(path, place, page):
    with open(path, "r+b") as f:
        f.seek(place)
        f.write(page)


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--livegamed", required=True)
    ap.add_argument("--keep", action="store_true")
    ap.add_argument("--only", help="one of full, read_only, locked, damaged")
    o = ap.parse_args()
    o.livegamed = os.path.abspath(o.livegamed)
    can_mount = os.environ.get(INSIDE) == "1"
    if not can_mount and subprocess.run(["unshare", "-m", "true"], stderr=subprocess.DEVNULL).returncode == 0:
        # The mount disappears with the program.
        os.environ[INSIDE] = "1"
        os.execvp("unshare", ["unshare", "-m", sys.executable] + sys.argv)
    checks = harness.Checks()
    scenes = {"locked": locked, "damaged": damaged}
    if can_mount:
        scenes.update(full=full, read_only=read_only)
    else:
        print("skip a full disk and a read-only folder: mounting needs root")
    for name in [o.only] if o.only else sorted(scenes):
        with harness.Scratch(checks, o.keep) as base, \
                simulated.Simulated(o.livegamed, base, games=2, speed=SPEED, seed=11) as source, \
                harness.Subscriber(source.socket) as reference:
            scenes[name](o, checks, base, source, reference)
    checks.exit()


if __name__ == "__main__":
    main()
