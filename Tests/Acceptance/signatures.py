#!/usr/bin/env python3
"""Signatures as an independent receiver checks them: with the PyPI package `standardwebhooks`, and with our own code.

A sink with two secrets, in the middle of a rotation: every delivery verifies with the new and with the old one, none
with a third, and none after a change of one byte. If the package is not installed it is downloaded into a temporary
folder; without an index that half is skipped, and the program exits with 77.

    python3 Tests/Acceptance/signatures.py --livegamed .build/debug/livegamed
"""
import argparse
import importlib
import os
import subprocess
import sys

from lib import deliveries
from lib import harness
from lib.deliveries import Ledger, ReceiverProcess, is_signed
from lib.harness import Checks, Daemon, Replay, Scratch, Subscriber

NEW, OLD = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
OTHER = "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
VECTOR = deliveries.sign(OLD, "msg_p5jXN8AQM9LWM0D4loKWxJek", "1614265330", b'{"test": 2432232314}')
assert VECTOR == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=", VECTOR


def package(folder):
    """Returns the package, or None."""
    for attempt in range(2):
        try:
            return importlib.import_module("standardwebhooks")
        except ImportError:
            if attempt == 0:
                subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check",
                                "--target", folder, "standardwebhooks"], capture_output=True, timeout=120)
                sys.path.append(folder)
                importlib.invalidate_caches()
    return None


def verifies(module, request, secret, body=None):
    """Verifies as a receiver in Python does, including the time, which must be within five minutes of now."""
    try:
        module.Webhook(secret).verify(request["body"] if body is None else body, request["headers"])
        return True
    except module.WebhookVerificationError:
        return False


def judge(checks, requests, module):
    changed = lambda r: r["body"].replace("\"revision\":1", "\"revision\":7", 1)
    ways = [("our own", lambda r, s, b=None: is_signed(dict(r, body=r["body"] if b is None else b), s))]
    if module:
        ways.append(("standardwebhooks", lambda r, s, b=None: verifies(module, r, s, b)))
    else:
        checks.skip("the package standardwebhooks is not installed and cannot be downloaded; only our own code was used")
    # Guards against an empty list, of which everything holds.
    if not checks("there are deliveries to judge", len(requests) > 0, "%d" % len(requests)):
        return
    checks("and some corrections among them", any(changed(r) != r["body"] for r in requests))
    for name, good in ways:
        count = "%d deliveries" % len(requests)
        checks("%s: every delivery verifies with the new secret" % name, all(good(r, NEW) for r in requests), count)
        checks("%s: and with the old one" % name, all(good(r, OLD) for r in requests))
        checks("%s: none with another" % name, not any(good(r, OTHER) for r in requests))
        checks("%s: none when its body has changed" % name, all(changed(r) != r["body"] or "\"revision\":1" not in r["body"]
               for r in requests) and not any(good(r, NEW, changed(r)) for r in requests if changed(r) != r["body"]))
        other = [dict(r, headers=dict(r["headers"], **{"webhook-id": "msg_other"})) for r in requests]
        checks("%s: nor under another id" % name, not any(good(r, NEW) for r in other))
    two = [r for r in requests if len(r["headers"]["webhook-signature"].split()) == 2]
    checks("each carries both signatures", len(two) == len(requests))


def main():
    ap = argparse.ArgumentParser(formatter_class=argparse.RawDescriptionHelpFormatter, description=__doc__)
    ap.add_argument("--livegamed", required=True)
    ap.add_argument("--speed", type=float, default=600)
    ap.add_argument("--keep", action="store_true")
    o = ap.parse_args()
    feeds = harness.feeds_of(747175)
    o.livegamed = os.path.abspath(o.livegamed)
    checks = Checks()
    with Scratch(checks, o.keep) as base, ReceiverProcess(base) as receiver, Replay(feeds, o.speed, base) as replay:
        sinks = "sinks:\n  turned: {type: webhook, url: \"%s\", allow_http: true, secret: [\"%s\", \"%s\"]}\n" % (
            receiver.url("/ok/turned", 2), NEW, OLD)
        with Daemon(o.livegamed, base, replay.url, 0.1, idle=0.5, live_max=0.3, more=sinks) as daemon, \
                Subscriber(daemon.socket) as client:
            harness.wait_for(lambda: replay.ask("/__stats")["by_game"] or not daemon.running, 30)
            replay.go()
            harness.wait_for(lambda: client.final_games or not daemon.running, 120, 0.2)
            ledger = Ledger(client)
            checks("everything was delivered", client.final_games and deliveries.at_rest(
                ledger, receiver, {"turned": "/ok/turned"}, 60), "%d events" % len(ledger.events))
            checks("the daemon stopped cleanly", daemon.running and daemon.stop() == 0)
        judge(checks, receiver.requests("/ok/turned"), package(base + "/packages"))
    checks.exit()


if __name__ == "__main__":
    main()
