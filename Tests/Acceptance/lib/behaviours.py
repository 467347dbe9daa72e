"""Behaviours of a receiver: pure functions from a request to a reply, which `receiver.py` carries out.

A behaviour gets the request, the segments of the path after its own name, and a dictionary that is kept for the path.
It gets the time from the request only, so that it can be tested without waiting.
"""
import dataclasses
import email.utils
import hashlib
import json
import math
import random
import urllib.parse


@dataclasses.dataclass
class Request:
    method: str
    path: str
    query: dict
    headers: dict
    body: bytes
    mono: float
    wall: float
    tls: bool = False

    @property
    def message(self):
        """Identifies a message: its `webhook-id`, else its bytes."""
        return self.headers.get("webhook-id") or hashlib.sha256(self.body).hexdigest()


@dataclasses.dataclass
class Reply:
    status: int = 200
    body: bytes = b""
    headers: dict = dataclasses.field(default_factory=dict)
    # How the reply is sent: whole, hang, loris, reset, huge, garbage or half.
    manner: str = "whole"
    # Seconds before the answer.
    wait: float = 0.0
    # The sender's mistake, for the log.
    complaint: str = ""


def reply_json(status, value, **headers):
    return Reply(status, json.dumps(value).encode(), dict({"content-type": "application/json"}, **headers))


def reply_text(status, text, **headers):
    return Reply(status, text.encode(), dict({"content-type": "text/plain"}, **headers))


def still_failing(request, memory, times):
    """Returns whether this is one of the first `times` attempts of a message; None means always."""
    if times is None:
        return True
    seen = memory.setdefault("attempts", {})
    seen[request.message] = seen.get(request.message, 0) + 1
    return seen[request.message] <= times


def now_and_then(request, memory):
    """Returns whether this is the first attempt of the first message, or of each fourth after it."""
    seen = memory.setdefault("seen", set())
    new = request.message not in seen
    seen.add(request.message)
    return new and len(seen) % 4 == 1


def times_in(parts):
    """`<times>/<name>` or `<name>`: the number of attempts of each message that fail; None for all."""
    return int(parts[0]) if len(parts) > 1 and parts[0].isdigit() else None


def ok(request, parts, memory):
    return reply_text(200, "ok")


def slow(request, parts, memory):
    return Reply(200, b"ok", wait=int(parts[0]) / 1000)


def status(request, parts, memory):
    code = int(parts[0])
    return reply_text(code, "" if code in (204, 304) else "status %d" % code)


def flaky(request, parts, memory):
    dice = memory.setdefault("dice", random.Random("/".join(parts)))
    return reply_text(int(parts[0]), "not now") if dice.random() < float(parts[1]) else ok(request, parts, memory)


def retry_after(request, parts, memory):
    """`<form>/<times>/<name>`: 429 for the first `times` attempts of each message, then 200.

    The form is seconds; `date-<n>`, an HTTP date `n` seconds ahead with fractions rounded up; or any other text, sent
    unchanged.
    """
    form, times = urllib.parse.unquote(parts[0]), int(parts[1])
    if not still_failing(request, memory, times):
        return ok(request, parts, memory)
    if form.startswith("date-"):
        form = email.utils.formatdate(math.ceil(request.wall + float(form[5:])), usegmt=True)
    return reply_text(429, "slow down", **{"retry-after": form})


def too_many(request, parts, memory):
    """429 for the first two attempts of each message, without Retry-After."""
    return reply_text(429, "slow down") if still_failing(request, memory, 2) else ok(request, parts, memory)


def redirect(request, parts, memory):
    return Reply(int(parts[0]), b"", {"location": "/ok/trap"})


def gone(request, parts, memory):
    return reply_text(410, "gone")


def huge(request, parts, memory):
    """`<code>/<name>`: an endless body; with a code other than 200 for the first two attempts of each message, then
    with 200."""
    code = int(parts[0])
    return Reply(code if code == 200 or still_failing(request, memory, 2) else 200, manner="huge")


def breaking(manner):
    """`[<times>/]<name>`: no valid answer for the first `times` attempts of each message, or for all."""
    def behave(request, parts, memory):
        broken = still_failing(request, memory, times_in(parts))
        return Reply(0, manner=manner) if broken else ok(request, parts, memory)
    return behave


GENERIC = {
    "ok": ok, "slow": slow, "status": status, "flaky": flaky, "retry-after": retry_after, "429": too_many,
    "redirect": redirect, "gone": gone, "huge": huge,
    **{manner: breaking(manner) for manner in ("hang", "loris", "reset", "garbage", "half")},
}
