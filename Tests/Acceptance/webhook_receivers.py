#!/usr/bin/env python3
"""The receivers of docs/webhooks.md, unchanged except for their port: each verifies signatures and prints every event once.

A daemon sends them simulated games. Then each gets requests that it must refuse: a changed byte, another secret, an old
time, no signature, a body that is too large; and some that it must accept: a repeat, and a second secret. A language
that is not installed is named, and its receiver skipped.

    python3 Tests/Acceptance/webhook_receivers.py --livegamed .build/debug/livegamed
"""
import argparse
import http.client
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time

from lib import harness
from lib.deliveries import sign
from lib.harness import Checks, Daemon, Scratch
from lib.simulated import Simulated, log_of

PAGE = os.path.join(harness.HERE, "../../docs/webhooks.md")
PORT = "8700"
SECRET, OTHER = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
# language of the code block: the sink's name, the receiver's file, how it is run
LANGUAGES = {"python": ("in-python", "receiver.py", sys.executable), "js": ("in-node", "receiver.js", "node")}


def receivers():
    """Returns the programs on the page, by language."""
    with open(PAGE) as f:
        return {x: y for x, y in re.findall(r"^```(\w+)\n(.*?)^```$", f.read(), re.M | re.S) if PORT in y}


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Receiver:
    """A receiver of the page as a process; `lines` is its output so far."""

    def __init__(self, base, language, text):
        self.sink, file, program = LANGUAGES[language]
        self.port, path = free_port(), base + "/" + file
        with open(path, "w") as f:
            f.write(text.replace(PORT, str(self.port)))
        self.output, self.errors = open(path + ".output", "w+b"), open(path + ".errors", "w+b")
        self.process = subprocess.Popen(
            [program, path], stdin=subprocess.DEVNULL, stdout=self.output, stderr=self.errors,
            env=dict(os.environ, LIVEGAME_SECRET=SECRET))

    def listens(self):
        with socket.socket() as s:
            return s.connect_ex(("127.0.0.1", self.port)) == 0

    def lines(self):
        with open(self.output.name, encoding="utf-8") as f:
            return f.read().split("\n")[:-1]

    def complaint(self):
        with open(self.errors.name, encoding="utf-8", errors="replace") as f:
            return f.read()[-500:]

    def post(self, body, name, age=0, signature=None, secrets=(SECRET,)):
        """Returns the status of the answer; None if the receiver closes the connection."""
        at = str(int(time.time()) - age)
        if signature is None:
            signature = " ".join(sign(x, name, at, body) for x in secrets)
        headers = {"webhook-id": name, "webhook-timestamp": at, "content-type": "application/cloudevents+json"}
        if signature:
            headers["webhook-signature"] = signature
        c = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        try:
            c.request("POST", "/", body, headers)
            return c.getresponse().status
        except (OSError, http.client.HTTPException):
            return None
        finally:
            c.close()

    def stop(self):
        self.process.kill()
        self.process.wait()
        self.output.close()
        self.errors.close()

    __enter__ = lambda self: self

    def __exit__(self, *_):
        self.stop()


def printed(event):
    return "%s %s %s" % (event["data"]["change"], event["subject"], event["data"]["summary"])


def judge_events(checks, receiver, daemon):
    """Checks what the receiver printed of the daemon's events. Returns one of them."""
    sent = lambda: [json.loads(x) for x in log_of(daemon.socket)[1]]
    due = lambda: sorted(printed(x) for x in sent() if not x["data"]["provisional"])
    complete = harness.wait_for(lambda: sorted(receiver.lines()) == due(), 60, 0.5)
    checks("%s: it prints every event once" % receiver.sink, complete,
           "%d of %d %s" % (len(receiver.lines()), len(due()), receiver.complaint()))
    return sent()[0]


def judge_requests(checks, receiver, event):
    """Checks its answers to requests that are forged, old, repeated or too large."""
    event = dict(event, subject="probe")
    body = json.dumps(event).encode()
    before = len(receiver.lines())
    refused = {
        "a changed byte": receiver.post(body.replace(b"probe", b"prove"), "msg_1", signature=sign(
            SECRET, "msg_1", str(int(time.time())), body)),
        "another secret": receiver.post(body, "msg_2", secrets=(OTHER,)),
        "a request ten minutes old": receiver.post(body, "msg_3", age=600),
        "a request from the future": receiver.post(body, "msg_4", age=-600),
        "no signature": receiver.post(body, "msg_5", signature=""),
        "a body of 2 MB": receiver.post(b" " * 2_000_000, "msg_6"),
    }
    for name, status in refused.items():
        checks("%s: %s is refused" % (receiver.sink, name), status in (403, None), str(status))
    checks("and nothing printed", len(receiver.lines()) == before, str(receiver.lines()[before:]))
    statuses = [receiver.post(body, "msg_7"), receiver.post(body, "msg_7"),
                receiver.post(body, "msg_8", secrets=(OTHER, SECRET))]
    checks("%s: a repeat and a second secret are accepted" % receiver.sink, statuses == [204] * 3, str(statuses))
    harness.wait_for(lambda: len(receiver.lines()) >= before + 2, 10)
    checks("and the repeat is not printed", receiver.lines()[before:] == [printed(event)] * 2, str(receiver.lines()[before:]))


def settings(receiver, base):
    return """  %s:
    type: webhook
    url: "http://127.0.0.1:%d/"
    allow_http: true
    secret: "${file:%s/secret}"
""" % (receiver.sink, receiver.port, base)


def main():
    ap = argparse.ArgumentParser(formatter_class=argparse.RawDescriptionHelpFormatter, description=__doc__)
    ap.add_argument("--livegamed", required=True)
    o = ap.parse_args()
    o.livegamed = os.path.abspath(o.livegamed)
    checks = Checks()
    found = receivers()
    checks("the page has a receiver in each language", set(found) == set(LANGUAGES), str(sorted(found)))
    with Scratch(checks) as base, Simulated(o.livegamed, base, games=2, speed=60) as games:
        with open(base + "/secret", "w") as f:
            f.write(SECRET)
        os.chmod(base + "/secret", 0o600)
        for language, text in sorted(found.items()):
            if not shutil.which(LANGUAGES[language][2]):
                checks.skip("%s is not installed" % LANGUAGES[language][2])
                continue
            folder = base + "/" + language
            os.makedirs(folder)
            with Receiver(folder, language, text) as receiver:
                if not checks("%s: it listens" % receiver.sink, harness.wait_for(receiver.listens, 20), receiver.complaint()):
                    continue
                sinks = "sinks:\n" + settings(receiver, base)
                with Daemon(o.livegamed, folder, games.url, 0.1, idle=0.5, live_max=0.3, more=sinks) as daemon:
                    harness.wait_for(lambda: harness.listens(daemon.socket), 30)
                    harness.wait_for(lambda: len(log_of(daemon.socket)[1]) > 60, 90, 0.5)
                # Without games the log stands still, so that it can be compared.
                with Daemon(o.livegamed, folder, "http://127.0.0.1:9", 0.1, more=sinks) as daemon:
                    harness.wait_for(lambda: harness.listens(daemon.socket), 30)
                    event = judge_events(checks, receiver, daemon)
                judge_requests(checks, receiver, event)
    checks.exit()


if __name__ == "__main__":
    main()
