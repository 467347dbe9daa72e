"""Shared by the programs about delivery: the receiver as a process, and its log."""
import base64
import datetime
import hashlib
import hmac
import http.client
import json
import re
import subprocess
import sys
import tempfile
import time
import urllib.parse

from lib import harness


class ReceiverProcess:
    """`receiver.py`, ended with this program."""

    def __init__(self, folder=None, addresses=64):
        self.scratch = None if folder else tempfile.TemporaryDirectory(prefix="livegamed-receiver-")
        self.log = (folder or self.scratch.name) + "/requests.ndjson"
        self.process = subprocess.Popen(
            [sys.executable, harness.HERE + "/receiver.py", "--port", "0", "--until-eof", "--log", self.log,
             "--addresses", str(addresses)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        first = self.process.stdout.readline()
        found = re.match(r"listening 127\.0\.0\.1:(\d+) tls 127\.0\.0\.1:(\d+)", first)
        if not found:
            raise SystemExit("the receiver did not start: %r" % first)
        self.port, self.tls = map(int, found.groups())

    def url(self, path, address=1):
        """Rate limits hold for each host: sinks that must not affect each other have different addresses."""
        return "http://127.0.0.%d:%d%s" % (address, self.port, path)

    def control(self, path, method="GET"):
        c = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            c.request(method, path)
            return c.getresponse().read()
        finally:
            c.close()

    def requests(self, path):
        """Returns the requests on a path, in order."""
        return self.lines("path", path)

    def below(self, prefix):
        return self.lines("prefix", prefix)

    def lines(self, key, value):
        text = self.control("/__log?" + urllib.parse.urlencode({key: value}))
        return [json.loads(x) for x in text.splitlines()]

    def stats(self):
        return json.loads(self.control("/__stats"))["paths"]

    def messages(self, path):
        """Returns the messages of a chat, as its fake stores them."""
        return json.loads(self.control("/__messages?" + urllib.parse.urlencode({"path": path}))).get("messages", {})

    def reset(self):
        self.control("/__reset", "POST")

    def stop(self):
        self.process.stdin.close()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process.stdout.close()

    __enter__ = lambda self: self

    def __exit__(self, *_):
        self.stop()
        if self.scratch:
            self.scratch.cleanup()


# ------------------------------------------------------------------ what is due
def webhook_id(log, sink, events, part=0):
    """Returns `msg_` and the digest of the message's subject, each field preceded by its length."""
    digest = hashlib.sha256()
    for field in [log, sink, str(part), *events]:
        digest.update(b"%d:%s" % (len(field.encode()), field.encode()))
    return "msg_" + base64.b32encode(digest.digest()).decode().lower().rstrip("=")


class Ledger:
    """The events for the sinks, as a subscriber of the socket saw them: those that are not provisional, in order."""

    def __init__(self, client):
        self.client, self.taken, self.all = client, 0, []

    @property
    def events(self):
        lines = self.client.lines
        while self.taken < len(lines):
            event = json.loads(lines[self.taken])
            self.taken += 1
            if not event["data"]["provisional"]:
                self.all.append(event)
        return self.all

    def due(self, sink, wanted=lambda e: True):
        """Returns (game, webhook-id) for every event that the sink must get as its own message."""
        return [(e["data"]["game"]["id"], webhook_id(e["source"].split("/")[2], sink, [e["id"]]))
                for e in self.events if wanted(e)]


def by_game(pairs):
    """Groups pairs by game; order counts within a game."""
    games = {}
    for game, x in pairs:
        games.setdefault(game, []).append(x)
    return games


def accepted(requests):
    """Returns the first request of each message that was answered with 2xx."""
    seen = {}
    for r in requests:
        if 200 <= r["status"] < 300:
            seen.setdefault(r["headers"].get("webhook-id"), r)
    return list(seen.values())


def delivered(requests):
    """Returns (game, webhook-id) in the order in which the receiver accepted them, each once."""
    return [(json.loads(r["body"])["data"]["game"]["id"], r["headers"]["webhook-id"]) for r in accepted(requests)]


def attempts(requests):
    """Returns the requests of each message, in the order in which the messages began."""
    messages = {}
    for r in requests:
        messages.setdefault(r["headers"].get("webhook-id"), []).append(r)
    return messages


def at_rest(ledger, receiver, sinks, limit):
    """Waits until no new event is logged and the `sinks` (name: path) have all of them; then the daemon may be
    stopped.

    A feed that stops changing is news too, so the daemon must be stopped during a pause.
    """
    def rests():
        count = len(ledger.events)
        if any({i for _, i in ledger.due(name)} - {i for _, i in delivered(receiver.requests(path))}
               for name, path in sinks.items()):
            return False
        time.sleep(2)
        return len(ledger.events) == count

    return harness.wait_for(rests, limit, 1)


def missing(due, got):
    """Describes missing and unknown messages, and whether the rest is in order."""
    due_ids, got_ids = {x for _, x in due}, {x for _, x in got}
    ordered = by_game(x for x in due if x[1] in got_ids) == by_game(x for x in got if x[1] in due_ids)
    return "due=%d got=%d missing=%d unknown=%d%s" % (
        len(due_ids), len(got_ids), len(due_ids - got_ids), len(got_ids - due_ids), "" if ordered else " OUT OF ORDER")


def same_bytes(requests):
    """Checks that each attempt of a message has the bytes of the first, and its own timestamp."""
    for tries in attempts(requests).values():
        if any(r["body"] != tries[0]["body"] for r in tries):
            return False
        if any(not -1 < r["wall"] - int(r["headers"]["webhook-timestamp"]) < 3 for r in tries):
            return False
    return True


# -------------------------------------------------------------------- signatures
def sign(secret, message_id, timestamp, body):
    """Signs a message by Standard Webhooks, v1."""
    key = base64.b64decode(secret[len("whsec_"):])
    signed = b"%s.%s.%s" % (message_id.encode(), timestamp.encode(), body)
    return "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()


def is_signed(request, secret):
    headers = request["headers"]
    wanted = sign(secret, headers["webhook-id"], headers["webhook-timestamp"], request["body"].encode())
    return wanted in headers.get("webhook-signature", "").split()


# ----------------------------------------------------------------------- latency
def instant(text):
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()


def latencies(requests):
    """Returns seconds from when the daemon saw an event until the receiver had it, sorted."""
    return sorted(r["wall"] - instant(json.loads(r["body"])["data"]["observedAt"]) for r in accepted(requests))


def quantile(values, share):
    return values[min(len(values) - 1, int(share * len(values)))] if values else float("nan")


def told_latency(values):
    return "n=%d p50=%.0f p95=%.0f p99=%.0f max=%.0f ms" % (
        len(values), *(quantile(values, q) * 1000 for q in (0.5, 0.95, 0.99, 1)))
