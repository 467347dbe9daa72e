#!/usr/bin/env python3
"""Sinks whose receivers fail in different ways, beside one that works: what `sink list`, `status`, `/healthz`, the metrics
and the daemon's log say of each, and that all of it ends when the receivers work again.

    python3 Tests/Acceptance/sink_health.py --livegamed .build/debug/livegamed
"""
import argparse
import os
import re
import signal
import socket

from lib import harness
from lib.deliveries import ReceiverProcess
from lib.harness import Checks, Daemon, Scratch
from lib.inquiry import Inquiry
from lib.simulated import Simulated

# sink: path at the receiver, its state, and a part of the error with its advice
SINKS = {
    "works": ("/ok/works", "ok", ""),
    "token": ("/status/401/token", "failing", "check its token, secret or url"),
    "wrong": ("/status/404/wrong", "failing", "check its url"),
    "broken": ("/status/500/broken", "failing", "the receiver has trouble"),
    "busy": ("/status/429/busy", "failing", "status 429"),
    "down": (None, "failing", "start the receiver, or check its port"),
    "refuses": ("/status/400/refuses", "failing", "the receiver's own log may say why"),
    "gone": ("/gone/gone", "disabled", "status 410"),
}


class Unhealthy(Inquiry):
    """The daemon with the sinks above; `metrics` is the port of its metrics."""

    def gauge(self, name, sink):
        found = re.search(r'(?m)^%s\{sink="%s"\} (\S+)$' % (name, sink), self.get("/metrics")[1])
        return float(found.group(1)) if found else None


def configuration(receiver, metrics, mended=False):
    lines = ["metrics: {listen: \"127.0.0.1:%d\"}" % metrics, "sinks:"]
    for number, (name, (path, _, _)) in enumerate(SINKS.items(), 1):
        path = "/ok/" + name if mended else path
        # Without a path: a port where nothing listens.
        url = receiver.url(path, number) if path else "http://127.0.0.1:9/"
        lines.append("  %s: {type: webhook, url: \"%s\", allow_http: true}" % (name, url))
    return "\n".join(lines) + "\n"


def judge_trouble(checks, home):
    reached = harness.wait_for(
        lambda: all(home.sinks().get(name, {}).get("state") == state or name == "works"
                    for name, (_, state, _) in SINKS.items()), 60, 0.5)
    sinks, listing, status = home.sinks(), home.command("sink", "list").stdout, home.command("status")
    checks("every sink has the expected state", reached, str({k: v.get("state") for k, v in sinks.items()}))
    for name, (_, state, words) in SINKS.items():
        entry = sinks.get(name, {})
        if state == "failing":
            checks("%s: since when, how often and why" % name, entry.get("failing_since") and entry.get("attempts", 0) >= 3 and
                   words in "%s (%s)" % (entry.get("error"), entry.get("advice")), str(entry))
            row = next((x for x in listing.splitlines() if x.startswith(name + " ")), "")
            checks("and the same in the list", "failing since" in row and words in row, row)
            checks("and in the metrics", home.gauge("livegamed_sink_failing", name) == 1)
    checks("works: it gets everything, and is not failing", sinks["works"]["state"] in ("ok", "waiting") and
           sinks["works"].get("last_delivered") and home.gauge("livegamed_sink_failing", "works") == 0)
    checks("dead letters are counted", sinks["refuses"]["dead"] > 0 and sinks["refuses"]["fresh_dead_letters"])
    code, page = home.get("/healthz")
    checks("status exits with 1 and names the sinks", status.returncode == 1 and all(
        "\n  sink '%s'" % x in status.stdout for x in ("refuses", "gone")), status.stdout)
    checks("/healthz says the same", code == 503 and "sink 'refuses' has dead letters" in page, page)
    warned = re.findall(r"(?m)^.*\bsink fails\b.*$", home.daemon.text())
    once = {x for x in SINKS if sum("sink=%s" % x in y for y in warned) == 1}
    checks("the log warns once of each sink", once == {x for x, y in SINKS.items() if y[1] == "failing"}, str(warned))


def judge_recovery(checks, home, receiver):
    with open(home.daemon.config) as f:
        text = f.read()
    head = text[:text.index("metrics:")]
    with open(home.daemon.config, "w") as f:
        f.write(head + configuration(receiver, home.metrics, mended=True))
    home.daemon.process.send_signal(signal.SIGHUP)
    mended = harness.wait_for(
        lambda: all(x.get("state") in ("ok", "waiting") and x.get("last_delivered") for x in home.sinks().values()), 60, 0.5)
    checks("all work again with other addresses", mended, str({k: v.get("state") for k, v in home.sinks().items()}))
    checks("dead letters alone keep it unhealthy", home.command("status").returncode == 1)
    home.command("outbox", "drop", "--all", "--dead")
    checks("until they are dropped", harness.wait_for(lambda: home.command("status").returncode == 0, 20, 0.5),
           home.command("status").stdout.splitlines()[0])
    checks("and /healthz agrees", home.get("/healthz") == (200, "ok\n"))


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def main():
    ap = argparse.ArgumentParser(formatter_class=argparse.RawDescriptionHelpFormatter, description=__doc__)
    ap.add_argument("--livegamed", required=True)
    o = ap.parse_args()
    o.livegamed = os.path.abspath(o.livegamed)
    checks, metrics = Checks(), free_port()
    with Scratch(checks) as base, ReceiverProcess() as receiver, \
            Simulated(o.livegamed, base, games=3, speed=60) as games, \
            Daemon(o.livegamed, base, games.url, 0.1, idle=0.5, live_max=0.3, more=configuration(receiver, metrics)) as daemon:
        harness.wait_for(lambda: harness.listens(daemon.socket), 30)
        home = Unhealthy(daemon, metrics)
        judge_trouble(checks, home)
        daemon.kill()
        harness.wait_for(lambda: home.sinks(), 30)
        checks("a restart forgets nothing", home.sinks()["token"]["attempts"] >= 3, str(home.sinks()["token"]))
        judge_recovery(checks, home, receiver)
    checks.exit()


if __name__ == "__main__":
    main()
