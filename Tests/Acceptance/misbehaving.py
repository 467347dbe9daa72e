#!/usr/bin/env python3
"""One sink for every fault of a receiver, and a replayed game: each fault must get the right reaction.

A receiver gets accepted messages once and in order; rejected ones are retried with the same id and bytes, less and
less often, and never before the time that the receiver asked for; a permanent end stops the sink and is reported; and
no sink affects another.

    python3 Tests/Acceptance/misbehaving.py --livegamed .build/debug/livegamed [--speed 90] [--only REGEX]
"""
import argparse
import dataclasses
import email.utils
import json
import os
import re
import time

from lib import deliveries
from lib import harness
from lib.deliveries import Ledger, ReceiverProcess
from lib.harness import Checks, Daemon, Replay, Scratch, Subscriber

SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
# Enough messages for a receiver that needs seconds for each.
FEW = {"scoring", "half_end", "start", "final"}
EXPIRES = 45


@dataclasses.dataclass
class Case:
    """A sink: its name, its path, and the check of the requests that came there."""

    name: str
    path: str
    judge: object
    kind: str = "webhook"
    few: bool = True
    more: str = ""
    says: str = ""

    def yaml(self, receiver, address):
        """Each sink has its own host, so that a limit of one does not hold for another."""
        url = receiver.url(self.path, address)
        if self.kind == "tls":
            url = "https://127.0.0.1:%d%s" % (receiver.tls, self.path)
            return "  %s: {type: webhook, url: \"%s\", allow_private: true, expires: %ds%s}" % (
                self.name, url, EXPIRES, self.more)
        if self.kind == "ntfy":
            url = receiver.url("/", address)
            return "  %s: {type: ntfy, url: \"%s\", allow_http: true, topic: %s}" % (
                self.name, url, self.path.rpartition("/")[2])
        secret = ", secret: \"%s\"" % SECRET if self.kind == "webhook" else ""
        return "  %s: {type: %s, url: \"%s\", allow_http: true%s%s}" % (self.name, self.kind, url, secret, self.more)

    def wanted(self, event):
        return not self.few or bool(FEW & set(event["data"]["tags"]))


class Evidence:
    """The results of one case when the game is over."""

    def __init__(self, case, receiver, ledger, daemon):
        self.case, self.receiver = case, receiver
        self.requests = receiver.requests(case.path)
        self.below = receiver.below(case.path)
        self.due = ledger.due(case.name, case.wanted)
        # Chats get a fact once, and no time-outs.
        self.facts = {e["data"]["fact"] for e in ledger.events if case.wanted(e) and e["data"]["importance"]}
        self.log = [x for x in daemon.text().splitlines() if re.search(r"\b%s\b" % re.escape(case.name), x)]

    @property
    def tries(self):
        return list(deliveries.attempts(self.requests).values())

    def said(self, text):
        return any(text in x for x in self.log)


# --------------------------------------------------------------------- verdicts
def everything(e):
    """Checks that every event came once and in order, with valid signatures, and that retries had the same content."""
    got = deliveries.delivered(e.requests)
    twice = sum(200 <= r["status"] < 300 for r in e.requests) - len(got)
    bad = [r for r in e.requests if not deliveries.is_signed(r, SECRET)]
    holds = got and deliveries.by_game(got) == deliveries.by_game(e.due) and not twice and not bad
    return holds and deliveries.same_bytes(e.requests), "%s requests=%d taken twice=%d badly signed=%d" % (
        deliveries.missing(e.due, got), len(e.requests), twice, len(bad))


def at_their_time(e):
    """Checks everything, and that no request came within a Retry-After."""
    holds, detail = everything(e)
    early = [after["mono"] - before["mono"] for before, after in zip(e.requests, e.requests[1:])
             if before["status"] == 429 and not is_time(before, after)]
    refused = sum(r["status"] == 429 for r in e.requests)
    return holds and refused and not early, "%s refused=%d early=%s" % (detail, refused, early[:3])


def is_time(before, after):
    asked = before["answer"].get("retry-after", "")
    if asked.isdigit():
        return after["mono"] - before["mono"] >= int(asked)
    when = asked and email.utils.parsedate_to_datetime(asked) if asked.endswith("GMT") else None
    # By our clock and by the daemon's, which are the same here.
    return after["wall"] >= when.timestamp() if when else after["mono"] - before["mono"] >= 0.7


def never_again(e):
    return len(e.requests) == 1, "requests=%d" % len(e.requests)


def one_each(e):
    """Checks that a rejected message becomes a dead letter after one attempt, and the next one follows."""
    tries = e.tries
    got = [(json.loads(t[0]["body"])["data"]["game"]["id"], t[0]["headers"]["webhook-id"]) for t in tries]
    waits = [b[0]["mono"] - a[-1]["mono"] for a, b in zip(tries, tries[1:])]
    holds = got and deliveries.by_game(got) == deliveries.by_game(e.due) and all(len(t) == 1 for t in tries)
    return holds and e.said("delivery given up"), "%s given up, said=%s shortest wait=%.3f s" % (
        deliveries.missing(e.due, got), e.said("delivery given up"), min(waits, default=-1))


def again_and_again(e):
    """Checks that the same message is retried with the same bytes and growing waits until it expires."""
    first = e.tries[0] if e.tries else []
    waits = [b["mono"] - a["mono"] for a, b in zip(first, first[1:])]
    grows = len(waits) >= 3 and all(b > a * 1.1 for a, b in zip(waits, waits[1:]))
    inside = not first or first[-1]["mono"] - first[0]["mono"] < EXPIRES
    fresh = len({r["headers"]["webhook-timestamp"] for r in first}) >= 3
    told = e.said("delivery failed") and e.said("delivery given up")
    return grows and inside and fresh and told and deliveries.same_bytes(e.requests), "waits=%s said=%s" % (
        " ".join("%.1f" % w for w in waits), told)


def ended(e):
    """Checks that there were only requests already in flight, a log line, and a notice to the other chats."""
    people = [r["body"] for p in ("/gotify/ok", "/ntfy/ok", "/discord/ok/", "/slack/ok/", "/telegram/ok")
              for r in e.receiver.below(p) if 200 <= r["status"] < 300]
    told = any(e.case.name in body for body in people)
    return len(e.below) == 1 and e.said("sink disabled") and told, "requests=%d said=%s told elsewhere=%s" % (
        len(e.below), e.said("sink disabled"), told)


def untouched(e):
    """Checks that an untrusted receiver got no request."""
    return not e.requests and e.said("delivery failed"), "requests=%d said=%s" % (len(e.requests), e.said("delivery failed"))


def not_followed(e):
    holds, detail = again_and_again(e)
    trap = e.receiver.requests("/ok/trap")
    return holds and not trap, "%s followed=%d" % (detail, len(trap))


def polite(e):
    """Checks a chat that accepted every message unchanged: each play came once, within the rate limits."""
    texts = [r["body"] for r in e.below if r["method"] == "POST" and 200 <= r["status"] < 300]
    wrong = [r["complaint"] for r in e.below if r["complaint"]]
    pushed = sum(r["status"] == 429 for r in e.below)
    lost = len(e.facts) - len(texts)
    return texts and not wrong and not pushed and len(set(texts)) == len(texts) and lost <= 0, (
        "facts=%d messages=%d 429=%d wrong=%s" % (len(e.facts), len(texts), pushed, wrong[:2]))


def taken_in_the_end(e):
    """Checks a chat that refused for a while: it was retried at its time, with the same bytes."""
    refused = [r for r in e.below if r["status"] >= 400]
    bodies = {r["body"] for r in e.below if 200 <= r["status"] < 300}
    lost = [r for r in refused if r["body"] not in bodies]
    early = [b["mono"] - a["mono"] for a, b in zip(e.below, e.below[1:])
             if a["status"] == 429 and a["answer"].get("retry-after") and b["mono"] - a["mono"] < patience(a)]
    wrong = [r["complaint"] for r in e.below if r["complaint"]]
    return refused and bodies and not lost and not early and not wrong, "requests=%d refused=%d lost=%d early=%s" % (
        len(e.below), len(refused), len(lost), early[:3])


def has_all(e):
    taken = {r["body"] for r in e.below if 200 <= r["status"] < 300}
    # Notices about other sinks come on top: wait until there are no more.
    return len(taken) >= len(e.facts) and e.below[-1]["body"] in taken and time.monotonic() - e.below[-1]["mono"] > 12


def patience(request):
    """Returns the wait. Discord states fractions of a second in its body, and rounds up in the header: either is
    accepted."""
    return max(0, int(request["answer"]["retry-after"]) - (1 if "x-ratelimit-scope" in request["answer"] else 0))


def letters(e):
    """Checks that every message was rejected permanently: one attempt each."""
    bodies = [r["body"] for r in e.below]
    return bodies and len(set(bodies)) == len(bodies) and e.said("delivery given up"), "requests=%d" % len(bodies)


TELEGRAM = ", token: \"123456:AAtoken-0123456789abcdefghijklmnopqrs\", chat_id: -1001234567890"
CHATS = {"gotify": ", token: \"AbCdEf.12345678\"", "telegram": TELEGRAM}
SHORT = ", timeout: 2s, expires: %ds" % EXPIRES


def webhooks():
    ok = lambda name, path, **more: Case(name, path, everything, **more)
    always = lambda name, path: Case(name, path, again_and_again, more=SHORT)
    quick = ", timeout: 1s"
    return [
        ok("taken", "/ok/taken", few=False),
        ok("taken-202", "/status/202/taken", few=False),
        ok("taken-204", "/status/204/taken", few=False),
        ok("taken-slowly", "/slow/100/taken", few=False),
        ok("taken-endless", "/huge/200/taken", few=False),
        ok("flaky", "/flaky/503/0.3/flaky"),
        ok("broken-500-endless", "/huge/500/flaky", more=quick),
        ok("broken-reset", "/reset/1/flaky", more=quick), ok("broken-hang", "/hang/1/flaky", more=quick),
        ok("broken-half", "/half/1/flaky", more=quick), ok("broken-garbage", "/garbage/1/flaky", more=quick),
        ok("broken-loris", "/loris/1/flaky", more=quick),
        Case("later-3", "/retry-after/3/1/a", at_their_time), Case("later-date", "/retry-after/date-2/1/a", at_their_time),
        Case("later-0", "/retry-after/0/1/a", at_their_time), Case("later-minus", "/retry-after/-5/1/a", at_their_time),
        Case("later-words", "/retry-after/next%20week/1/a", at_their_time),
        Case("later-unsaid", "/429/a", at_their_time),
        Case("later-never", "/retry-after/99999999999/1/a", never_again),
        Case("bad-400", "/status/400/a", one_each), Case("bad-422", "/status/422/a", one_each),
        *[always("always-%d" % c, "/status/%d/a" % c) for c in (401, 403, 404, 408, 500, 503)],
        *[always("always-" + m, "/%s/a" % m) for m in ("hang", "loris", "reset", "half", "garbage")],
        Case("moved-302", "/redirect/302/a", not_followed, more=SHORT),
        Case("moved-308", "/redirect/308/a", not_followed, more=SHORT),
        Case("untrusted", "/ok/untrusted", untouched, kind="tls"),
        Case("ended-410", "/gone/a", ended),
    ]


def chats():
    discord, slack = "/discord/%s/webhooks/1/token", "/slack/%s/services/T/B/X"
    more = lambda kind, name, path, judge: Case(name, path, judge, kind=kind, more=CHATS.get(kind, ""))
    return [
        more("discord", "discord", discord % "ok", polite),
        *[more("discord", "discord-" + b, discord % b, taken_in_the_end) for b in ("global", "shared", "banned", "outage")],
        more("discord", "ended-discord", discord % "gone", ended),
        more("discord", "ended-token", discord % "token", ended),
        more("slack", "slack", slack % "ok", polite),
        *[more("slack", "slack-" + b.replace("_", "-"), slack % b, taken_in_the_end) for b in ("rate_limited", "rollup_error")],
        more("slack", "slack-payload", slack % "invalid_payload", letters),
        more("slack", "ended-slack", slack % "no_service", ended),
        more("slack", "ended-archived", slack % "channel_is_archived", ended),
        more("ntfy", "ntfy", "/ntfy/ok", polite), more("ntfy", "ntfy-busy", "/ntfy/busy", taken_in_the_end),
        more("gotify", "gotify", "/gotify/ok", polite),
        more("telegram", "telegram", "/telegram/ok", polite),
        more("telegram", "telegram-flood", "/telegram/flood", taken_in_the_end),
    ]


def configured(cases, receiver):
    """Returns sinks and routes of the configuration: few events for slow receivers."""
    sinks = [c.yaml(receiver, i + 2) for i, c in enumerate(cases)]
    names = lambda few: ", ".join(c.name for c in cases if c.few == few)
    routes = ["  - {sinks: [%s]}" % names(False)] if names(False) else []
    routes.append("  - {tags: [%s], sinks: [%s]}" % (", ".join(sorted(FEW)), names(True)))
    return "\n".join(["sinks:", *sinks, "routes:", *routes, ""])


def main():
    ap = argparse.ArgumentParser(formatter_class=argparse.RawDescriptionHelpFormatter, description=__doc__)
    ap.add_argument("--livegamed", required=True)
    ap.add_argument("--speed", type=float, default=90)
    ap.add_argument("--only", default="", help="a pattern of 'type name', such as '^webhook|^discord ended'")
    ap.add_argument("--limit", type=float, default=240, help="seconds that the last messages may take after the final")
    ap.add_argument("--keep", action="store_true")
    o = ap.parse_args()
    feeds = harness.feeds_of(747175)
    o.livegamed = os.path.abspath(o.livegamed)
    cases = [c for c in webhooks() + chats() if re.search(o.only, "%s %s" % (c.kind, c.name))]
    checks = Checks()
    with Scratch(checks, o.keep) as base, ReceiverProcess(base, len(cases) + 2) as receiver, \
            Replay(feeds, o.speed, base) as replay:
        with Daemon(o.livegamed, base, replay.url, 0.1, idle=1, live_max=0.3, more=configured(cases, receiver)) as daemon, \
                Subscriber(daemon.socket) as client:
            play(o, checks, cases, receiver, replay, daemon, client)
    checks.exit()


def play(o, checks, cases, receiver, replay, daemon, client):
    harness.wait_for(lambda: replay.ask("/__stats")["by_game"] or not daemon.running, 30)
    if not checks("the daemon polls", daemon.running, "" if daemon.running else daemon.text()[-2000:]):
        return
    replay.go()
    began, ledger = time.monotonic(), Ledger(client)
    over = harness.wait_for(lambda: not daemon.running or client.final_games, 4 * 3600 / o.speed + 60, 0.3)
    checks("the game was played", over and daemon.running and client.final_games, "%d events in %.0f s" % (
        len(client.lines), time.monotonic() - began))
    waited = [c for c in cases if c.judge in (everything, at_their_time)]
    done = lambda c: {i for _, i in ledger.due(c.name, c.wanted)} <= {
        i for _, i in deliveries.delivered(receiver.requests(c.path))}
    slow = [c for c in cases if c.judge is taken_in_the_end]
    harness.wait_for(lambda: not daemon.running or (
        all(done(c) for c in waited) and all(has_all(Evidence(c, receiver, ledger, daemon)) for c in slow)), o.limit, 3)
    # Wait until the first message of receivers that never accept one has expired.
    time.sleep(max(3, began + EXPIRES + 30 - time.monotonic()))
    for case in cases:
        evidence = Evidence(case, receiver, ledger, daemon)
        holds, detail = case.judge(evidence)
        checks("%s (%s)" % (case.name, case.path), holds, detail)
        if not holds:
            print("".join("       %s\n" % x[:240] for x in evidence.log[:3]), end="")
    if any(c.path == "/ok/taken" for c in cases):
        values = deliveries.latencies(receiver.requests("/ok/taken"))
        checks("sinks do not delay each other", deliveries.quantile(values, 0.95) < 1.5, deliveries.told_latency(values))
    checks("the daemon stopped cleanly", daemon.running and daemon.stop() == 0)
    checks("the replay had no trouble", not replay.trouble(), replay.trouble()[:200])


if __name__ == "__main__":
    main()
