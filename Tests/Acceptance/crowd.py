#!/usr/bin/env python3
"""Twenty sinks of which ten misbehave, and fifteen games: the healthy ones must not be affected.

Two runs of the same games, one with all sinks and one with the healthy ten alone. In both every healthy sink has
every event, in order within each game, and the time from `observedAt` until the receiver has it is distributed alike.

    python3 Tests/Acceptance/crowd.py --livegamed .build/debug/livegamed [--seconds 60] [--speed 60]

"Alike" on two shared cores: the median and the 95th percentile of the run with all sinks are at most `--factor` times
those of the healthy alone, or at most 60 and 200 ms above them. Ten more sinks cost time themselves (rows in the log,
requests, warnings). What must not appear are the times for which a receiver hangs, asks for a pause or is retried:
they are at least 750 ms, and usually 5 s. The figures are always printed.
"""
import argparse
import os
import time

from lib import deliveries
from lib import harness
from lib.deliveries import Ledger, ReceiverProcess
from lib.harness import Checks, Daemon, Replay, Scratch, Subscriber

HEALTHY = {"healthy-%d" % i: "/ok/healthy-%d" % i for i in range(8)}
HEALTHY.update({"healthy-8": "/status/204/healthy-8", "healthy-9": "/slow/5/healthy-9"})
BAD = {"hangs": "/hang/bad", "drips": "/loris/bad", "resets": "/reset/bad", "fails": "/status/503/bad",
       "refuses": "/status/400/bad", "endless": "/huge/500/bad", "moved": "/redirect/307/bad",
       "waits": "/retry-after/5/1/bad", "garbles": "/garbage/bad", "ended": "/gone/bad"}
GAMES = 15
# Seconds at the beginning whose latencies do not count.
SETTLING = 12
# Milliseconds by which the run with all sinks may be slower, whatever the factor, at each quantile.
SLACK = {0.5: 60, 0.95: 200}


def configured(receiver, bad):
    rows = ["sinks:"]
    for i, (name, path) in enumerate({**HEALTHY, **(BAD if bad else {})}.items()):
        rows.append("  %s: {type: webhook, url: \"%s\", allow_http: true, timeout: 5s}" % (
            name, receiver.url(path, i + 2)))
    return "\n".join(rows) + "\n"


def trial(o, checks, label, bad):
    """Runs once. Returns the latencies of the healthy sinks, and the number of requests to each bad one."""
    feeds = harness.final_feeds()
    # Copies replace games that were not recorded.
    clones = -(-GAMES // len(feeds))
    feeds = feeds[:-(-GAMES // clones)]
    check = lambda name, holds, detail="": checks("%s: %s" % (label, name), holds, detail)
    with Scratch(checks, o.keep) as base, ReceiverProcess(base) as receiver, \
            Replay(feeds, o.speed, base, clones=clones) as replay:
        with Daemon(o.livegamed, base, replay.url, 0.2, idle=2, live_max=0.5, more=configured(receiver, bad)) as daemon, \
                Subscriber(daemon.socket) as client:
            ledger = Ledger(client)
            began = play(o, check, replay, receiver, daemon, ledger, len(feeds) * clones)
            return judge(check, label, receiver, ledger, began), asked(receiver)


def play(o, check, replay, receiver, daemon, ledger, games):
    """Returns when the games began."""
    harness.wait_for(lambda: len(replay.ask("/__stats")["by_game"]) >= games or not daemon.running, 60)
    check("the daemon polls", daemon.running, "" if daemon.running else daemon.text()[-2000:])
    replay.go()
    began = time.monotonic()
    harness.wait_for(lambda: not daemon.running or len(ledger.client.final_games) >= games, o.seconds, 0.5)
    replay.ask("/__pause", "POST")
    time.sleep(3)
    deliveries.at_rest(ledger, receiver, HEALTHY, 120)
    check("the daemon still runs", daemon.running, "%d events of %d games in %.0f s" % (
        len(ledger.events), len({e["data"]["game"]["id"] for e in ledger.events}), time.monotonic() - began))
    print("     " + "  ".join(daemon.memory()))
    check("the daemon stopped cleanly", daemon.running and daemon.stop() == 0)
    check("the replay had no trouble", not replay.trouble(), replay.trouble()[:200])
    return began


def judge(check, label, receiver, ledger, began):
    values, wrong = [], []
    for name, path in HEALTHY.items():
        requests, due = receiver.requests(path), ledger.due(name)
        got = deliveries.delivered(requests)
        if not due or deliveries.by_game(got) != deliveries.by_game(due) or len(requests) != len(got):
            wrong.append("%s: %s requests=%d" % (name, deliveries.missing(due, got), len(requests)))
        # All games begin at once, which is not typical of an evening.
        values += deliveries.latencies(r for r in requests if r["mono"] > began + SETTLING)
    check("ten healthy sinks have every event once, in order within each game", not wrong, " | ".join(wrong[:3]))
    print("     %s: %s" % (label, deliveries.told_latency(sorted(values))), flush=True)
    return values


def asked(receiver):
    stats = receiver.stats()
    return {name: stats.get(path, {"requests": 0})["requests"] for name, path in BAD.items()}


def main():
    ap = argparse.ArgumentParser(formatter_class=argparse.RawDescriptionHelpFormatter, description=__doc__)
    ap.add_argument("--livegamed", required=True)
    ap.add_argument("--seconds", type=float, default=420, help="of each run, unless all games are over before")
    ap.add_argument("--speed", type=float, default=30)
    ap.add_argument("--rounds", type=int, default=1, help="of both runs; their figures are pooled")
    ap.add_argument("--factor", type=float, default=2)
    ap.add_argument("--keep", action="store_true")
    o = ap.parse_args()
    o.livegamed = os.path.abspath(o.livegamed)
    checks = Checks()
    crowd, alone = [], []
    for _ in range(o.rounds):
        # Alternate the two, to even out other load of the machine.
        values, busy = trial(o, checks, "the crowd", True)
        checks("every bad sink got requests", all(busy.values()), " ".join("%s=%d" % x for x in busy.items()))
        crowd = sorted(crowd + values)
        alone = sorted(alone + trial(o, checks, "the healthy alone", False)[0])
    print("     the crowd:         %s\n     the healthy alone: %s" % tuple(map(deliveries.told_latency, (crowd, alone))))
    for share, slack in SLACK.items():
        a, b = (deliveries.quantile(values, share) * 1000 for values in (crowd, alone))
        checks("p%.0f with all sinks is that of the healthy alone" % (share * 100), a <= max(b * o.factor, b + slack),
               "%.0f ms, alone %.0f ms" % (a, b))
    checks.exit()


if __name__ == "__main__":
    main()
