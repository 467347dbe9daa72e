#!/usr/bin/env python3
"""One damaged page of the event log: clients that read there are disconnected with the reason, and others are not
affected.

    python3 Tests/Acceptance/damaged_log.py --livegamed .build/debug/livegamed
"""
import argparse
import json
import os
import sqlite3
import subprocess
import time

from lib import harness
from lib.harness import Checks, Scratch
from lib.simulated import Lines, Simulated


def damaged_log(checks, o, base):
    """Damages one page of the log: clients that read there are disconnected, and others are not affected."""
    with Simulated(o.livegamed, base) as games:
        os.makedirs(base + "/own")
        daemon = harness.Daemon(o.livegamed, base + "/own", games.url, 0.05, more="journal: {events: false}\n")
        checks("there are events", harness.wait_for(lambda: newest(daemon.socket) > 150, 90, 0.2))
        daemon.stop()
        path = base + "/own/state/livegamed.sqlite"
        page = leaf(path, 60)
        with open(path, "r+b") as f:
            f.seek(page * 4096)
            f.write(b"\xff" * 4096)
        daemon.start()
        checks("it starts", harness.wait_for(lambda: newest(daemon.socket) > 0, 30))
        for _ in range(5):
            with Lines(daemon.socket) as client:
                client.send({"op": "subscribe", "after": "oldest"})
                lines = client.until("closed", 20)
            last = lines[-1]
            checks("clients that read there get the reason", last and last["reason"] == "log" and last["resume_after"] < 60,
                   json.dumps(last))
        watch = subprocess.Popen([o.livegamed, "watch", "--since", "oldest", "--json", "--socket", daemon.socket],
                                 stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        time.sleep(4)
        before = newest(daemon.socket)
        with Lines(daemon.socket) as client:
            status = client.ask({"op": "status"})
        checks("the status reports it", not status["healthy"] and "log_error" in status,
               json.dumps(status.get("log_error")))
        checks("events continue", harness.wait_for(lambda: newest(daemon.socket) > before, 60, 0.2))
        watch.terminate()
        complaints = watch.communicate()[1].decode()
        checks("watch prints the reason and waits", complaints.count("\n") == 1 and ": log, " in complaints, complaints)
        checks("the daemon never ended", daemon.running and daemon.stop() == 0)
        daemon.log.close()


def newest(path):
    try:
        with Lines(path) as client:
            return client.next()["newest"]
    except (OSError, TypeError):
        return 0


def leaf(path, sequence):
    """Returns the page that holds the event of a sequence."""
    db = sqlite3.connect(path)
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    (line,) = db.execute("SELECT CAST(line AS TEXT) FROM event WHERE sequence = ?", (sequence,)).fetchone()
    db.close()
    name = ('"id":"%s"' % json.loads(line)["id"]).encode()
    with open(path, "rb") as f:
        return f.read().index(name) // 4096


def main():
    ap = argparse.ArgumentParser(formatter_class=argparse.RawDescriptionHelpFormatter, description=__doc__)
    ap.add_argument("--livegamed", required=True)
    ap.add_argument("--keep", action="store_true")
    o = ap.parse_args()
    o.livegamed = os.path.abspath(o.livegamed)
    checks = Checks()
    with Scratch(checks, o.keep) as base:
        damaged_log(checks, o, base)
    checks.exit()


if __name__ == "__main__":
    main()
