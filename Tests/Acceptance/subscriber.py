#!/usr/bin/env python3
"""A subscriber that may be killed at any instant: it writes each event's line to a file, and resumes after the last
of them.

Started by `resume.py`, which kills it and the daemon. With `--restless` it also disconnects by itself, anywhere in a
line, up to once in `--restless` bytes; with `--lazy` it reads in bursts and pauses up to so many seconds between.

    python3 Tests/Acceptance/subscriber.py --socket livegamed.sock --file events.ndjson --filter '{"tags":["scoring"]}'
"""
import argparse
import json
import os
import random
import socket
import time


class Kept:
    """The file of complete lines. `after` and `log` are the position to resume at; `log` is in a separate file,
    because it never changes."""

    def __init__(self, path):
        self.file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND)
        data = open(path, "rb").read()
        whole = data[:data.rfind(b"\n") + 1]
        os.ftruncate(self.file, len(whole))
        self.after = int(json.loads(whole.splitlines()[-1])["sequence"]) if whole else "oldest"
        self.oddities = open(path + ".oddities", "a", buffering=1)
        self.log_path = path + ".log"
        self.log = open(self.log_path).read() if os.path.exists(self.log_path) else None

    def take(self, line):
        message = json.loads(line)
        if "specversion" in message:
            os.write(self.file, line + b"\n")
            self.after = int(message["sequence"])
        elif message["op"] == "hello":
            if not self.log:
                self.log = message["log"]
                with open(self.log_path, "w") as f:
                    f.write(self.log)
            elif self.log != message["log"]:
                self.oddities.write("another log: %s\n" % message["log"])
        elif message["op"] == "heartbeat":
            self.after = message["sequence"]
        elif message["op"] == "closed" and message["reason"] in ("shutdown", "slow"):
            self.after = message.get("resume_after", self.after)
        elif message["op"] != "synced":
            self.oddities.write(line.decode() + "\n")


def connection(o, kept, dice):
    """Runs one connection, from hello to its end."""
    with socket.socket(socket.AF_UNIX) as s:
        s.connect(o.socket)
        patience = dice.randrange(2 * o.restless) if o.restless else None
        request = {"op": "subscribe", "after": kept.after, "filter": json.loads(o.filter)}
        if kept.log:
            request["log"] = kept.log
        s.sendall(json.dumps(request).encode() + b"\n")
        rest, burst = b"", dice.randrange(400_000)
        while patience is None or patience > 0:
            chunk = s.recv(dice.choice((1, 100, 4096, 1 << 16)) if o.restless else 1 << 16)
            if not chunk:
                return
            patience, burst = patience and patience - len(chunk), burst - len(chunk)
            *whole, rest = (rest + chunk).split(b"\n")
            for line in whole:
                kept.take(line)
            if o.lazy and burst < 0:
                time.sleep(dice.uniform(0, o.lazy))
                burst = dice.randrange(400_000)


def main():
    ap = argparse.ArgumentParser(formatter_class=argparse.RawDescriptionHelpFormatter, description=__doc__)
    ap.add_argument("--socket", required=True)
    ap.add_argument("--file", required=True)
    ap.add_argument("--filter", default="{}")
    ap.add_argument("--restless", type=int, default=0)
    ap.add_argument("--lazy", type=float, default=0)
    o = ap.parse_args()
    kept, dice = Kept(o.file), random.Random()
    while True:
        try:
            connection(o, kept, dice)
        except OSError:
            time.sleep(0.02)


if __name__ == "__main__":
    main()
